#### getconf: values
for n in PAGE_SIZE PAGESIZE ARG_MAX LONG_BIT CHAR_BIT INT_MAX PATH _POSIX_VERSION LINE_MAX HOST_NAME_MAX TIMER_MAX IOV_MAX UINT_MAX CLK_TCK; do getconf $n; done; getconf NAME_MAX /; getconf PATH_MAX .; getconf PIPE_BUF .
#### getconf: mistakes
getconf foo; echo $?; getconf; echo $?; getconf PATH_MAX; echo $?; getconf ARG_MAX /; echo $?; getconf NAME_MAX / x; echo $?; getconf LINK_MAX /nothing; echo $?; getconf -v POSIX_V7_LP64_OFF64 PATH; getconf -x; echo $?; getconf -a | head -5; getconf -a /nothing | head -2; getconf --help >/dev/null; echo $?
#### locale: settings
locale; LC_ALL= LANG=C locale; LC_ALL= LC_TIME=POSIX locale; locale -a; locale -m | grep -x UTF-8
#### locale: values
locale charmap; locale decimal_point LC_NUMERIC; locale LC_TIME; locale -k LC_TIME; locale -c charmap; locale -ck decimal_point; locale -c -k LC_PAPER; locale --keyword-name --category-name LC_MESSAGES; locale LC_MONETARY; locale yesexpr; locale foo; echo $?; locale -x; echo $?; locale -v >/dev/null; locale --all-locales; locale --charmaps | grep -cx UTF-8; locale -V >/dev/null; locale '-?' >/dev/null; echo $?
#### who: nobody
who; who -q; who --count; who -H; who -uH; who -TH; who -dH; who -aH; who -bH; who -s; who -m; who am i; who -l -p -r -t -w; who --ips --lookup --mesg --message --writable; who a b c; who /nothing; who -x
#### free: columns
free | head -1; free -w | head -1; free -b -k; for o in -b -k -m -g -h --si --kilo --mega --giga --tera --peta --tebi --pebi --bytes --kibi --mebi --gibi --human --lohi --total --committed --wide; do free $o | head -1; done; free --kilo | wc -l; free --mega | wc -l; free --giga | wc -l; free --tera | wc -l; free --peta | wc -l; free --tebi | wc -l; free --pebi | wc -l; free -t | tail -1 | cut -c1-6; free -l | cut -c1-5; free -v | tail -1 | cut -c1-5; free -s 1 -c 1 | wc -l; free --count 2 --seconds 0.01 | wc -l; free -c x; echo $?; free -s x; echo $?; free -V >/dev/null
#### man: what there is not
man nosuchpage; echo $?; man; echo $?; man 1 nosuchpage; echo $?; man -s 3 nosuchpage; man -S 3 nosuchpage; man -w nosuchpage; man -a nosuchpage; man -P cat nosuchpage; man -k nosuchword; echo $?; man -f nosuchname; echo $?
#### time: the command and its status
env time -f '%x %C' true; env time -f '%x' sh -c 'exit 3'; echo $?; env time -q -f '%x' false; echo $?; env time -f '%x' nosuch; echo $?; env time; echo $?; env time -f; echo $?; env time -z; echo $?; TIME='%x y' env time true; env time -f '%%|\n\t\\z%q' true; env time -f 'a%' true
#### time: into a file
env time -f '%x' -o f true; env time -a -o f -f 'more %x' false; cat f; env time -o /nothing/x true; echo $?; env time -p true 2>&1 | cut -d' ' -f1; env time -v true 2>&1 | cut -d: -f1 | head -3; env time true 2>&1 | wc -l; env time --help >/dev/null; env time -V >/dev/null; env time --output=g --append --format=%x --quiet false; cat g
#### ps: columns
ps -o pid,comm | head -1; ps -o pid=,comm= -p $$ | awk '{ print $2 }'; ps -f | head -1; ps aux | head -1; ps u | head -1; ps x | head -1; ps -ef | head -1; ps -p $$ -o comm=; ps -p $$ -o ppid,pgid,args --no-headers | wc -l; ps -C nosuchcommand; echo $?; ps -p 999999; echo $?; ps -o foo; echo $?; ps --bogus >/dev/null 2>&1; echo $?; ps -p x; echo $?; ps -o pid=NUMBER,comm -p $$ | head -1
#### ps: which, and in what order
sleep 5 & p=$!; ps -p $p -o comm=; ps -o stat= -p $p | cut -c1; ps --ppid $$ -o comm= | grep -c sleep; ps -C sleep -o comm= | head -1; ps -p $$,$p -o comm= --sort=-pid; ps -p $$ -p $p -o comm= --sort comm; ps -u nosuchuser >/dev/null 2>&1; ps -A -o pid= | wc -l | grep -c .; ps -N -p $$ -o pid= | grep -cx " *$$"; ps -q $p -o comm h; ps -F -p $p | head -1; ps -l -p $p | wc -l; ps l -p $p | wc -l; ps j -p $p | wc -l; ps -j -p $p | wc -l; ps -V >/dev/null; ps -w -p $p -o args=; kill $p
#### pgrep: which
sleep 31 & p=$!; [ "$(pgrep -P $$ -x sleep)" = $p ] && echo same; pgrep -c -P $$ sleep; pgrep -l -P $$ sleep | cut -d' ' -f2; pgrep -a -P $$ sleep | cut -d' ' -f2-; pgrep -P $$ -x slee; echo $?; pgrep -f -P $$ 'sleep 3[1]' | wc -l; pgrep -n -P $$ sleep | wc -l; pgrep -o -P $$ sleep | wc -l; pgrep -i -P $$ SLEEP | wc -l; pgrep -d , -P $$ sleep | wc -l; pgrep -v -P $$ nosuch | wc -l | grep -c .; pgrep -g 999999; echo $?; pgrep -u 999999 sleep; echo $?; pgrep -U 999999 sleep; echo $?; pgrep nosuchname; echo $?; pgrep; echo $?; pgrep a b; echo $?; pgrep -V >/dev/null; pgrep -h >/dev/null; pgrep -P $$ 'sl[e'; echo $?; kill $p
#### pkill: sends signals
sleep 32 & p=$!; pkill -P $$ -x sleep; wait $p; echo $?; sleep 33 & p=$!; pkill -e -KILL -P $$ sleep | cut -d' ' -f1,2; wait $p 2>/dev/null; echo $?; sleep 34 & p=$!; pkill -9 -n -P $$ -f 'sleep 3[4]'; wait $p 2>/dev/null; echo $?; sleep 35 & p=$!; pkill --signal TERM -c -P $$ sleep; wait $p; echo $?; pkill nosuchname; echo $?; pkill; echo $?; pkill -o -g 999999; pkill -u 999999 x; pkill -U 999999 -i x; echo $?; pkill -V >/dev/null; pkill -h >/dev/null
