#### a file and back
printf 'hello hello hello hello\n' > a; gzip a; ls; gunzip a.gz; ls; cat a
#### pipes
printf 'hello\n' | gzip | gunzip; printf 'x\0y\377' | gzip -9 | gzip -dc | od -c; printf '' | gzip -c | zcat | wc -c
#### header: name and time
printf 'hi\n' > a; touch -d '2020-01-02 03:04:05Z' a; gzip -c a | head -c 12 | od -An -tx1; gzip -c < a | head -c 10 | od -An -tx1; cat a | gzip -c | head -c 10 | od -An -tx1
#### header: -n, -N, levels
printf 'hi\n' > a; touch -d '2020-01-02 03:04:05Z' a; for o in -n -N --no-name --name -1 -9 --fast --best -2 -3 -4 -5 -6 -7 -8; do echo $o; gzip $o -c a | head -c 12 | od -An -tx1; done
#### keep, force
exec 2>&1; echo one > a; gzip -k a; ls; gzip -k a; echo $?; gzip -kf a; echo $?; gzip --keep --force a; ls; rm a; gzip -dk a.gz; ls; gzip -d a.gz; echo $?; gzip -df a.gz; ls
#### messages
exec 2>&1; echo one > a; mkdir d; gzip nosuch; echo $?; gzip d; echo $?; gzip a; gzip a.gz; echo $?; gunzip nosuch; echo $?; gunzip nosuch.gz; echo $?; echo text > t; gunzip t; echo $?; cp t t.gz; gunzip t.gz; echo $?; zcat t.gz; echo $?; zcat nosuch; echo $?; gzip -q a.gz; echo $?; gzip -q nosuch; echo $?
#### usage
exec 2>&1; gzip --bogus; echo $?; gzip -Z; echo $?; gzip -y; echo $?; gzip -S; echo $?; gzip -S '' x; echo $?; gzip -S 0123456789012345678901234567890123 x; echo $?; gzip -b x a; echo $?; gzip --nosuch=1; echo $?
#### options that change nothing
echo x > a; gzip -a -c a 2>&1 | head -c 1 | od -c; gzip -b 12 -c a | zcat; gzip --rsyncable -c a | zcat; gzip --synchronous -c a | zcat; zcat --synchronous < /dev/null 2>&1; gzip -m -c a | head -c 8 | od -c; gzip -M -c a | zcat
#### verbose ratios of what does not shrink
exec 2>&1; printf 'hello\n' | base64 -d 2>/dev/null | wc -c; echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d > a.gz; gzip -lv a.gz | cut -c1-15,28-; gzip -l a.gz; gzip -lq a.gz; gzip -l < a.gz; gzip -tv a.gz; gzip -t a.gz; gzip -vt < a.gz; zcat -v a.gz; gzip -dkv a.gz; gzip -dvf a.gz; ls
#### list of several
exec 2>&1; echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d > a.gz; cat a.gz a.gz > b.gz; echo bad > c.gz; touch -d 2021-05-06T07:08Z a.gz b.gz; gzip -l a.gz b.gz; gzip -lv a.gz b.gz; gzip -l b.gz c.gz; echo $?; gzip -l c.gz; echo $?; cp a.gz x; gzip -l x; gzip -lN a.gz
#### -N restores the name and the time
exec 2>&1; echo data > orig; touch -d '2001-02-03 04:05:06Z' orig; gzip -N orig; mv orig.gz new.gz; touch -d '2010-01-01Z' new.gz; gzip -lN new.gz | tail -1 | cut -c40-; gzip -dkN new.gz; ls; stat -c '%n %Y' orig; gzip -dk new.gz; stat -c '%n %Y' new; gzip -lvN new.gz | cut -c16-27; gzip -lv new.gz | cut -c16-27; gunzip -cN new.gz
#### modes and times are kept
echo a > a; chmod 640 a; touch -d '2011-01-01Z' a; gzip a; stat -c '%n %a %Y' a.gz; chmod 600 a.gz; gunzip a.gz; stat -c '%n %a %Y' a
#### members joined
echo one | gzip > a.gz; echo two | gzip >> a.gz; zcat a.gz; gzip -t a.gz; echo $?; cat a.gz a.gz | gunzip
#### what follows
exec 2>&1; echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d > a.gz; (cat a.gz; echo junk) > c.gz; gzip -dc c.gz; echo $?; gzip -dqc c.gz; echo $?; (cat a.gz; head -c 100 /dev/zero) > z.gz; gzip -dc z.gz; echo $?; gzip -tv z.gz; echo $?; gzip -dk c.gz; echo $?; ls; (cat a.gz; printf '\x1f') > k.gz; zcat k.gz; echo $?
#### damage
exec 2>&1; echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d > a.gz; head -c 15 a.gz > cut.gz; zcat cut.gz > /dev/null; echo $?; head -c 25 a.gz > cut2.gz; gzip -t cut2.gz a.gz; echo $?; (head -c 20 a.gz; printf 'XXXX'; tail -c 4 a.gz) > crc.gz; gzip -tv crc.gz a.gz; echo $?; gunzip -k crc.gz; echo $?; (head -c 24 a.gz; printf 'XXXX') > len.gz; gzip -t len.gz; echo $?; gzip -l len.gz; ls
#### headers that are refused
exec 2>&1; for h in '\x07\x00' '\x08\x20' '\x08\xc0' '\x08\x80'; do printf "\x1f\x8b${h}aaaaaaaaaaaaaaaa" > h.gz; gzip -t h.gz; echo $?; zcat h.gz; done; for s in '' '\x1f' '\x1f\x8b' 'x' 'xx'; do printf "$s" | gzip -d; echo $?; done
#### recursion
mkdir -p d/e; echo 1 > d/1; echo 2 > d/e/2; ln -s ../1 d/l; gzip -r d 2>/dev/null; find d | sort; gunzip -r d; find d | sort; gzip -rq d/e; ls d/e; gunzip --recursive d/e; ls d/e
#### recursion, verbose
exec 2>&1; mkdir -p d; echo one > d/x; gzip d/x; echo text > d/y; gzip -r d; ls d; gunzip -rv d/x.gz | sed 's/:.*--/ --/'; gzip -rq d; echo $?
#### suffixes
exec 2>&1; echo a > a; gzip -S .foo a; ls; gzip -d -S .foo a.foo; ls; gzip --suffix=gz -k a; ls; echo b > b; gzip b; mv b.gz b.tgz; gunzip b.tgz; ls; echo c > c; gzip c; mv c.gz c-gz; gunzip c-gz; cat c; gzip c; mv c.gz c_z; gunzip c; ls; gunzip c_z; gzip c; mv c.gz C.GZ; gunzip C.GZ; ls
#### hard links, symbolic links, modes
exec 2>&1; echo a > a; ln a b; gzip a; echo $?; gzip -f a; echo $?; ls; ln -s b l; gzip l; echo $?; gzip -c l | zcat; gzip -fk l; ls; chmod u+s b; gzip b; echo $?; chmod u-s,+t b; gzip b; echo $?; mkfifo p; gzip p; echo $?; ln b c; ln b e; gzip b; gzip e
#### -c with several, a folder
exec 2>&1; echo a > a; echo b > b; mkdir d; gzip -c a b | zcat; gzip -c d; echo $?; gzip -c a nosuch b | gunzip; zcat -f a b; echo plain | zcat -f; zcat a; echo $?; gzip -dcf < a
#### zcat and gunzip find the suffix
echo a > a; gzip a; zcat a; gunzip -c a; gunzip a; ls; echo b > b.txt; gzip b.txt; zcat b.txt b.txt.gz
#### verbose on what is read from a pipe
exec 2>&1; echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d > a.gz; gzip -dv < a.gz; zcat -v a.gz; gzip -cdv a.gz a.gz > /dev/null; gunzip -v nosuch.gz; gzip -vl a.gz | cut -c1-14
#### the old compress
echo H52QaMrIARGkoMGDCBMqXMiwocOHECMGBAA= | base64 -d > a.Z; zcat a.Z | od -c | head -3
#### large and random
seq 1 50000 > s; gzip -k s; gzip -t s.gz && zcat s.gz | cmp - s && echo same; head -c 300000 /dev/zero | gzip -9 | gzip -d | wc -c; seq 1 30000 | gzip -1 | zcat | md5sum
#### GZIP in the environment
exec 2>&1; echo a > a; GZIP=-k gzip a; ls; GZIP='-c -9' gzip a | zcat
#### quiet wins, verbose wins
exec 2>&1; mkdir d; gzip -vq d; echo $?; gzip -qv d; echo $?; gzip --silent d; echo $?; gzip --quiet d; gunzip -q d; echo $?; echo x > a; uncompress a; echo $?; gzip a; uncompress a; cat a; zcat -lq a.gz; gzip a; zcat -t a.gz; zcat -r d; zcat -d a.gz; gunzip -k a.gz; gunzip -n -f a.gz; ls
