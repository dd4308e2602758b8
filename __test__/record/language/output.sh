#### echo opts
echo -n a; echo; echo -e 'a\tb'; echo -E 'a\tb'; echo -ne 'x\n'; echo -en 'x\n'; echo -nee y; echo; echo -nE 'a\tb'; echo; echo -eE 'a\tb'; echo -Ee 'a\tb'; echo -x; echo -nx; echo -; echo --; echo -- a; echo -n -e 'a\n' -n; echo -e -n 'q\n'; echo -ennn 'z\n'

#### echo escapes
echo -e '\a\b\e\E\f\n\r\t\v\\' | od -c; echo -e '\0101\101\x41\u0041\U00000041\u263a\c no' ; echo; echo -e '\q\"'"\'"'\?' ; echo -e 'a\'

#### echo octal
echo -e '\0' | od -c; echo -e '\01' | od -c; echo -e '\012x\0123x\01234' | od -c; echo -e '\1234\8\08\009' | od -c; echo -e '\0777' | od -c

#### echo hex
echo -e '\x' ; echo -e '\xg'; echo -e '\x4'; echo -e '\x414'; echo -e '\xfg' | od -c; echo -e '\x{41}' ; echo -e '\x{4142}'

#### echo unicode
echo -e '\u'; echo -e '\ug'; echo -e '\u41g'; echo -e '\u00e9' | od -c; echo -e '\U1F600' | od -c; echo -e '\uD800' | od -c; echo -e '\U110000' | od -c; echo -e '\U7fffffff' | od -c; echo -e '\UFFFFFFFF' | od -c; echo -e '\u123456'; echo -e '\U0010FFFF' | od -c; echo -e '\u0' | od -c

#### echo \c
echo -e 'a\cb' c; echo d; echo -e 'a' 'b\c' 'd'; echo

#### echo xpg
shopt -s xpg_echo; echo 'a\tb'; echo -E 'a\tb'; echo -n 'x\c'; echo; echo -e 'q\tr'; set -o posix; echo -n a; echo -e 'x\ty'; echo 'a\nb'; shopt -u xpg_echo; echo -e 'a\tb'

#### echo posix
set -o posix; echo -e 'a\tb'; echo -n x; echo

#### echo fail
echo x >&-; echo $?; echo x > /dev/full; echo $?; printf x > /dev/full; echo $?

#### echo empty
echo; echo ''; echo '' ''; echo -n ''; echo -n; echo -e; echo -e ''

#### echo many args
echo a  b   c; echo "a  b" c; x='  p  q '; echo $x; echo "$x"

#### echo raw bytes
echo -e '\xff\xfe' | od -c; echo $'\xff' | od -c; echo -e '\377' | od -c; echo -e '\0377' | od -c

#### echo dash options with var
x=-n; echo $x a; echo; x="-n a"; echo $x; echo; echo "-n" a; echo; echo '-n 'a; echo -n\ a; echo \-n a;echo

#### echo help is text
echo --help; echo --version; echo -h

#### printf usage
printf; echo $?; printf --; echo $?; printf -v; echo $?; printf -x; echo $?; printf -- '%s\n' a; printf -v x; echo $?; printf --help | head -1

#### printf reuse
printf '%s-%s\n' a b c; printf '%s\n'; printf '%d\n'; printf 'x\n' a b c; printf '%s %d\n' a 1 b 2 c; printf '' a; printf '%%\n' a b

#### printf d
printf '%d\n' 10 -10 +10 010 0x10 0XfF ' 5' "'a" '"a' "'" '"' 08 1.5 abc '' 0x 5x '5 ' 99999999999999999999 -99999999999999999999; echo $?

#### printf i u
printf '%i\n' 12 -0 0; printf '%u\n' 12 -1 -2 18446744073709551615 18446744073709551616 ; echo $?

#### printf oxX
printf '%o %x %X\n' 8 255 255 -1 -1 -1; printf '%#o %#x %#X\n' 8 255 255 0 0 0;

#### printf width
printf '[%5d][%-5d][%05d][%+d][% d][%+5d][%-+5d][% 05d]\n' 42 42 42 42 42 42 42 42; printf '[%.3d][%5.3d][%-5.3d][%05.3d][%.0d][%.d]\n' 5 5 5 5 0 0

#### printf s width
printf '[%5s][%-5s][%.2s][%5.2s][%-5.2s][%.0s][%.s][%05s][%+s][% s][%#s]\n' abc abc abc abc abc abc abc abc abc abc abc

#### printf star
printf '[%*s][%-*s][%.*s][%*.*s]\n' 5 a 5 a 2 abc 6 2 abc; printf '[%*s]\n' -5 a; printf '[%.*s]\n' -1 abc; printf '[%*d]\n' x 5; echo $?; printf '[%*s]\n'; printf '[%*s]\n' 3

#### printf big width
printf '%.10d|%20.15d|%-20.5d|\n' 123 456 789; printf '%s%10.3f|%-10.2e|%G\n' x 3.14159 31415.9 0.00001

#### printf c
printf '%c\n' abc '' x; printf '[%3c][%-3c]\n' a b; printf '%c' é | od -c; printf '%c' | od -c

#### printf floats
printf '%f %e %g %E %G %a %A\n' 1.5 1.5 1.5 1.5 1.5 1.5 1.5; printf '%f\n' 1e10 -0 inf -inf nan INF NAN 0x1p4 1e400 abc ''; echo $?

#### printf float fmt
printf '%.2f %10.1f %-10.1f| %+.1f %05.1f %.0f %#.0f\n' 3.14159 3.14 3.14 3.14 3.14 2.5 2.5; printf '%g\n' 100000 1000000 0.0001 0.00001 123456789; printf '%.3g %#g\n' 1234.5 1; printf "%'d\n" 1234567; printf "%'.2f\n" 1234567.891

#### printf F
printf '%F %F\n' inf 2.5

#### printf float chars
printf '%f\n' "'a"; printf '%d\n' "'ab" "'é" "'€x" '"😀'; echo $?

#### printf b
printf '%b\n' 'a\tb' 'a\0101' 'a\101' '\x41' '\u00e9' 'x\cy' z; echo; printf '[%b]\n' 'a\nb' '\\' '\"' "\\'" '\q' ; printf '[%5b][%-5b][%.1b]\n' a b cd

#### printf b c stops
printf '%b%s\n' 'a\cb' c; echo; printf 'x%bz\n' '\c'; echo

#### printf b octal
printf '%b' '\0' | od -c; printf '%b' '\0001\01234\1\12\1234' | od -c; printf '%b' '\x414\xg\u' | od -c

#### printf fmt escapes
printf '\a\b\e\E\f\n\r\t\v\\\"\x41\101\0101\u00e9\U1F600\q' | od -c; printf "\'" ; printf '\?' ; printf 'a\cb\n'; printf '\x\n'; printf '\u\n'; printf '\U\n'; printf 'a\'

#### printf fmt octal
printf '\1\12\123\1234\0123\8' | od -c; printf '\0' | od -c; printf '\400' | od -c

#### printf q
printf '%q\n' '' a 'a b' "a'b" 'a"b' 'a$b' 'a\b' $'a\nb' $'\t' $'\x01' é '~' 'a~' '#a' 'a#' '{a}' 'a,b' '*' '?' '[x]' '!' '^' 'a=b' '=' ';' '&' '|' '<' '>' '(' ')' '`' '@' '%' '+' '-' ':' '/' '.' '_' $'\xff' $'é\n' '😀' $'\e' $'\a\b\f\v\r' $'\177'

#### printf q width
printf '[%10q][%-10q][%.2q]\n' 'a b' 'a b' 'a b'; printf '%q'; echo; printf '%q %q\n' 'a b'

#### printf Q
printf '%Q\n' '' 'a b' "it's"; printf '[%.3Q][%8.3Q]\n' 'a b c d' 'a b c d'

#### printf alt q
printf '%#q %#Q\n' 'a b' "a'b"

#### printf T
TZ=UTC; printf '%(%Y-%m-%d %H:%M:%S)T\n' 0 1000000000 86399; printf '%(%s)T\n' 42; printf '%()T\n' 0; printf '[%20(%Y)T][%-8(%Y)T][%.2(%Y)T]\n' 0 0 0; printf '%(%F)T\n' abc; echo $?; printf '%(%F' 0; echo $?; printf '%(%F)' 0; echo $?; printf '%(%F)d' 0; echo $?

#### printf T -1 -2
TZ=UTC; x=$(printf '%(%s)T' -1); (( x > 1000 )) && echo ok; x=$(printf '%(%s)T' -2); (( x > 1000 )) && echo ok; x=$(printf '%(%s)T'); (( x > 1000 )) && echo ok; printf '%(%s)T\n' -3; printf '%(%e %j %a %A %b %B %p %I %l %k %y %C %u %w %U %W %V %G %g %D %T %R %r %c %x %X %h %n%t %% %Z %z %N %E %Q %O)T\n' 1234567890

#### printf T TZ
TZ=America/New_York printf '%(%H:%M %Z %z)T\n' 0; TZ=UTC+3 printf '%(%H %Z %z)T\n' 0; TZ=Asia/Tokyo; printf '%(%H %Z)T\n' 0

#### printf T long text
printf '%(a(b)c)T\n' 0; printf '%(%(x)%Y)T\n' 0; printf '%(a)b)T\n' 0

#### printf invalid
printf '%z\n' a; echo $?; printf 'a%' ; echo $?; printf '%5' ; echo $?; printf 'abc%y def' ; echo $?; printf '%-' ; echo $?; printf '%ld %lld %hd %jd %zd %td %Lf %hhd\n' 1 2 3 4 5 6 7 8; echo $?; printf '%n' x; echo $?; printf '%!'; echo $?;  printf '%l'; echo $?; printf '%p\n' 1; echo $?

#### printf n
printf 'abc%n\n' x; echo $x $?; printf 'abc%ndef%n\n' a b; echo $a $b; printf '%n' 1x; echo $?

#### printf v
printf -v x '%s' abc; echo $x; printf -v a[2] '%d' 5; echo ${a[2]} ${#a[@]}; printf -v 1x y; echo $?; printf -v 'a[b c]' x; echo $?; declare -A m; printf -v 'm[k x]' v; echo "${m[k x]}"; printf -v x ''; echo "[$x]"; printf -vx '%s\n' q; echo "$x"; readonly r; printf -v r x; echo $?; printf -v 'a[' x; echo $?; printf -v 'a[@]' x; echo $?; printf -v '' x; echo $?

#### printf v nameref
declare -n n=t; printf -v n hi; echo $t; declare -i i; printf -v i 3+4; echo $i; declare -u u; printf -v u abc; echo $u; f(){ local l; printf -v l in; echo $l; }; f; echo "[$l]"

#### printf v trailing newline nul
printf -v x 'a\n\n'; echo "[$x]"; printf -v x 'a\0b'; echo "${#x}"; printf -v x '%b' 'a\0b'; echo "${#x}"

#### printf nul
printf 'a\0b%s' c | od -c; printf '%b' 'a\0b' | od -c

#### printf bytes
printf '[%3s]' $'\xff' | od -c; printf '%.1s' $'\xffa' | od -c

#### printf status
printf '%d\n' abc; echo $?; printf '%d %d\n' 1 x 2; echo $?; printf '%s\n' x >&-; echo $?

#### printf errors words
printf '%d\n' 3abc; printf '%f\n' 3abc; printf '%d\n' 0xZZ; printf '%d\n' 09; printf '%x\n' zz; printf '%u\n' 1e3; printf '%c\n' ; printf '%d\n' "' "; printf '%d\n' "''"; printf '%d\n' '+'; printf '%d\n' -; printf '%d\n' --5; printf '%d\n' ' 12 '; printf '%d\n' $'\n7'

#### printf overflow words
printf '%d\n' 9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809; echo $?; printf '%x\n' -9223372036854775809 18446744073709551616; echo $?; printf '%u\n' -9223372036854775808; printf '%d\n' 0xffffffffffffffff 0777777777777777777777777

#### printf dash first
printf -- -x; echo; printf '-x\n'; echo $?; printf -%s- a; echo; printf "-- %s\n" a

#### printf arg starting dash
printf '%s\n' -v -- -n

#### printf with many args stop
printf '%s %s %s\n' 1 2 3 4 | cat -A

#### printf multi char const
printf '%d %d %d\n' "'" \" "'\\"; printf '%d\n' \'A \'1; printf '%x %o %u\n' "'a" "'a" "'a"; printf "%d\n" $'\'\xff'

#### printf large float
printf '%.20f\n' 0.1; printf '%.0e\n' 12345; printf '%.30g\n' 0.1; printf '%f\n' 123456789012345678901234567890; printf '%g\n' 1e-320; printf '%.10a\n' 1; printf '%a\n' 0 0.1 3.14 1e-320; printf '%La\n' 1; printf '%.3a %.0a\n' 1.999 1.5

#### printf hex escape limits
printf '\x1234' | od -c; printf '%b' '\x1234' | od -c; printf '\u12345' | od -c; printf '\U123456789' | od -c; printf '\ud800' | od -c; printf '\x{41}'

#### printf combos
printf '%3d|%-3d|%03d\n' 1 2 3 4 5 6; printf '%s: %5.1f%%\n' cpu 12.34 mem 56.78; printf '%-10s|%10s|\n' left right; printf '%s,' 1 2 3; echo; printf '%*d\n' 5 42

#### printf array
a=(x 'y z' w); printf '<%s>\n' "${a[@]}"; printf '%s\n' "${a[*]}"; printf '%q ' "${a[@]}"; echo

#### printf comma decimal
printf '%f\n' 1,5; printf '%.1f\n' .5 5. 1e 1e+ 0x.8 0x1.8p1 ' 1.5' 1.5x

#### printf -v dash
printf -v x -- -n; echo "$?[$x]"; printf -v x -n; echo "$?[$x]"
