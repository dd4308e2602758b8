#### a file and back
echo hello > a; bzip2 a; ls; bunzip2 a.bz2; ls; cat a; bzip2 -k a; bzcat a.bz2; md5sum < a.bz2
#### the bytes are bzip2's
for n in 1 9; do seq 1 20000 | bzip2 -$n | md5sum; done; printf '' | bzip2 | od -An -tx1; for o in --fast --best -1 -2 -3 -4 -5 -6 -7 -8 -9; do echo x | bzip2 $o | head -c 4; echo; done
#### messages
exec 2>&1; echo hello > a; mkdir d; bzip2 nosuch; echo $?; bzip2 d; echo $?; bzip2 -k a; bzip2 a; echo $?; bzip2 a.bz2; echo $?; bzip2 -q a.bz2; echo $?; bunzip2 a; echo $?; ls; bunzip2 -k nosuch.bz2; echo $?; cp a t; bzip2 -d t; echo $?; cp a q.bz2; bunzip2 q.bz2; echo $?; bzcat a; echo $?; bzip2 -dc a q.bz2; echo $?
#### -v
exec 2>&1; printf 'hello\n' > a; bzip2 -kv a; bzip2 --verbose -c a > /dev/null; bunzip2 -kfv a.bz2; bzip2 -tv a.bz2; bzip2 -v < a > /dev/null; bzip2 -v < /dev/null > /dev/null 2>&1; cp a a-longer-name; bzip2 -kfv a a-longer-name; bzcat -v a.bz2 > /dev/null
#### -k -f -c, names
exec 2>&1; echo hello > a; bzip2 -k a; bzip2 -kf a; bzip2 --keep --force a; bzip2 -c a | bzip2 --decompress --stdout; bzip2 -dk a.bz2; echo $?; bzip2 -dkf a.bz2; cp a.bz2 x.tbz2; bunzip2 x.tbz2; cp a.bz2 y.bz; bunzip2 y.bz; cp a.bz2 z.tbz; bunzip2 z.tbz; cp a.bz2 odd; bunzip2 odd; ls
#### test
exec 2>&1; echo hello > a; bzip2 -k a; bzip2 -t a.bz2; echo $?; bzip2 -t a; echo $?; bzip2 --test a.bz2 a; echo $?; bzip2 -tq a; echo $?; head -c 20 a.bz2 > cut.bz2; bzip2 -t cut.bz2; echo $?; (head -c 20 a.bz2; printf X; tail -c +22 a.bz2) > crc.bz2; bzip2 -t crc.bz2; echo $?; bzip2 -tq crc.bz2; echo $?; bzip2 -tc a.bz2; echo $?; bzip2 -t nosuch; echo $?; bzip2 -t < a.bz2; echo $?
#### damage
exec 2>&1; echo hello > a; bzip2 -k a; head -c 20 a.bz2 > cut.bz2; bzip2 -d cut.bz2; echo $?; cat cut.bz2 | bzip2 -d; echo $?; bzip2 -dq cut.bz2; echo $?; (head -c 20 a.bz2; printf X; tail -c +22 a.bz2) > crc.bz2; bzip2 -d crc.bz2; echo $?; bzip2 -dq crc.bz2 a.bz2; echo $?; ls; printf '' | bzip2 -d; echo $?
#### what follows, several streams
echo hello > a; bzip2 -k a; cat a.bz2 a.bz2 | bzcat; (cat a.bz2; echo junk) > j.bz2; bzip2 -dk j.bz2 2>&1; echo $?; cat j; bzip2 -dkfq j.bz2 2>&1; bzip2 -t j.bz2 2>&1; echo $?; bunzip2 -c a.bz2 a.bz2
#### links, modes, times
exec 2>&1; echo a > a; chmod 640 a; touch -d 2011-01-01Z a; bzip2 a; stat -c '%n %a %Y' a.bz2; bunzip2 a.bz2; stat -c '%n %a %Y' a; ln a h; bzip2 h; echo $?; ln -s a l; bzip2 l; echo $?; bzip2 -kf h l; ls; bzip2 -q l; echo $?
#### options
exec 2>&1; echo hello > a; bzip2 --bogus 2>&1 | head -1; bzip2 -y 2>&1 | head -1; bzip2 --bogus > /dev/null 2>&1; echo $?; bzip2 -s -k a; bzip2 --small -kf a; bzip2 --compress --quiet -kf a; bzip2 -z -kf -- a; bzcat -f a; BZIP2=-kf bzip2 a; BZIP='-k -f' bzip2 a; ls; bunzip2 --help > /dev/null 2>&1; bzip2 -L < /dev/null > /dev/null 2>&1; echo $?; bzip2 --license < /dev/null > /dev/null 2>&1; bzip2 -V < /dev/null > /dev/null 2>&1; bzip2 --version < /dev/null > /dev/null 2>&1; bzip2 -h > /dev/null 2>&1; bzip2 - < a | bzcat -
#### large and binary
seq 1 60000 > s; bzip2 -1 -k s; bzcat s.bz2 | cmp - s && echo same; head -c 300000 /dev/zero | bzip2 | bunzip2 | wc -c; printf '\0\377\0' | bzip2 | bzcat | od -An -tx1
