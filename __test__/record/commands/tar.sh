#### create, list, extract
mkdir -p d/e; echo a > d/a; echo bb > d/e/b; tar --sort=name -cf x.tar d; tar tf x.tar; mkdir o; tar xf x.tar -C o; find o | sort; cat o/d/e/b
#### old-style bundles
mkdir -p d/e; echo a > d/a; echo bb > d/e/b; tar cvf x.tar d/a d/e; tar tvf x.tar d/a | cut -c1-10; tar xvfC x.tar /tmp 2>&1 | head -1; tar cfb - 1 d/a | wc -c
#### the bytes are GNU's
mkdir -p d/e; echo a > d/a; echo bb > d/e/b; ln -s a d/l; ln d/a d/h; chmod 644 d/a d/e/b; chmod 755 d d/e; tar --owner=0 --group=0 --numeric-owner --mtime='2020-01-01 00:00:00Z' --sort=name -cf - d 2>/dev/null | md5sum; tar --owner=0 --group=0 --mtime=@0 --sort=name -cf - d/e d/a | md5sum
#### the bytes are GNU's: long names
L=$(printf %0120d 7); mkdir -p $L; touch $L/f; ln -s $L/f sy; ln $L/f hl; chmod 755 $L; chmod 644 $L/f; tar --owner=0 --group=0 --numeric-owner --mtime=@1577836800 --sort=name -cf long.tar $L sy hl; md5sum < long.tar; tar tvf long.tar; mkdir o; tar xf long.tar -C o; find o | sort
#### the bytes are GNU's: ustar and v7
mkdir -p d/e; echo a > d/a; echo bb > d/e/b; chmod 644 d/a d/e/b; chmod 755 d d/e; for f in ustar v7 oldgnu; do tar --format=$f --owner=0 --group=0 --numeric-owner --mtime=@1577836800 --sort=name -cf - d | md5sum; done; L=$(printf %090d 7); mkdir -p $L; echo x > $L/ffffffffffffffffff; chmod 755 $L; chmod 644 $L/*; tar -H ustar --owner=0 --group=0 --numeric-owner --mtime=@1577836800 -cf - $L | md5sum
#### names too long for a format
exec 2>&1; L=$(printf %0120d 7); touch $L; ln -s $L l; tar --format=ustar -cf x.tar $L; echo $?; tar --format=v7 -cf x.tar $L; echo $?; tar --format=ustar -cf x.tar l; echo $?; tar --old-archive -cf x.tar l; echo $?; tar --portability -cf x.tar l; echo $?
#### pax
mkdir d; L=$(printf %0120d 7); echo a > d/$L; tar --posix -cf x.tar d; tar tf x.tar; tar --format=pax -cf y.tar d; mkdir o; tar xf y.tar -C o; find o; touch -d '2020-01-01 01:02:03.456Z' f; tar -H pax -cf z.tar f; tar tvf z.tar --full-time | cut -d' ' -f4-; tar xf z.tar; stat -c %y f
#### nothing to do
exec 2>&1; tar; echo $?; tar c; echo $?; tar cf y.tar; echo $?; tar f y.tar; echo $?; tar cxf y.tar a; echo $?; tar --bogus; echo $?; tar -Q; echo $?; tar cf; echo $?; tar -tf; echo $?; tar -t -f a -f b; echo $?; ls
#### missing things
exec 2>&1; echo a > a; tar cf x.tar nosuch a; echo $?; tar tf x.tar; tar xf nosuch; echo $?; tar tf x.tar nosuch; echo $?; tar xf x.tar -C nodir; echo $?; tar cf y.tar -C nodir a; echo $?; tar cf /nodir/x.tar a; echo $?; tar cf y.tar -T nosuch; echo $?; tar cf y.tar -X nosuch a; echo $?; tar cf y.tar -T /dev/null; echo $?; mkdir d; tar tf d; echo $?
#### what is no archive
exec 2>&1; seq 1 1000 > junk; tar tf junk; echo $?; echo hi > short; tar tf short; echo $?; tar tf /dev/null; echo $?; : > empty; tar tf empty; echo $?; echo a > a; tar cf x.tar a; (head -c 1024 x.tar; cat junk) > c4; tar tf c4; echo $?
#### cut archives
exec 2>&1; echo a > a; tar cf x.tar a a; head -c 700 x.tar > c1; tar tf c1; echo $?; head -c 1024 x.tar > c3; tar tf c3; echo $?; head -c 512 x.tar > c2; tar tf c2; echo $?; (head -c 1024 x.tar; head -c 512 /dev/zero) > c5; tar tf c5; echo $?; tar xf c1; echo $?
#### verbose listings
touch -d '2020-01-02 03:04:05Z' a; printf hello > b; touch -d '1999-12-31 23:59:59Z' b; ln -s b l; touch -h -d '2020-01-02 03:04:05Z' l; mkdir d; touch -d '2020-01-02 03:04:05Z' d; mkfifo p; touch -d '2020-01-02 03:04:05Z' p; chmod 4755 a; chmod 600 b; chmod 1777 d; chmod 644 p; tar --owner=bob:7 --group=staff:8 -cvf x.tar a b l d p; tar tvf x.tar; tar tvvf x.tar b; tar -t -v --full-time -f x.tar b; tar --numeric-owner -tvf x.tar; tar -tvf x.tar --utc b; tar tRf x.tar; tar --owner=a-very-long-owner-name:1 --group=g:2 -cf y.tar b a; tar tvf y.tar
#### verbose twice while creating
echo a > a; chmod 644 a; touch -d '2020-01-02 03:04:05Z' a; tar --owner=x:1 --group=y:2 -cvvf x.tar a; tar --owner=x:1 --group=y:2 -cvf - a 2>/dev/null | tar xvvf - 
#### where listings go
mkdir d; echo a > d/a; tar cvf - d 2>err >/dev/null; cat err; tar cf x.tar d; tar xOvf x.tar 2>/dev/null; tar -xvOf x.tar d/a; tar --to-stdout -x -f x.tar d/a
#### hard links
exec 2>&1; mkdir d; echo a > d/a; ln d/a d/b; tar --sort=name -cf x.tar d; tar tf x.tar; tar tvf x.tar | cut -c1 | sort | tr -d '\n'; echo; mkdir o; tar xf x.tar -C o; stat -c %h o/d/a o/d/b; tar --hard-dereference -cf y.tar d; tar tvf y.tar | grep -c link; tar cf z.tar d/a d/a; tar tvf z.tar | sed 's/.*d/d/'; rm -r o; mkdir o; tar xf x.tar -C o d/b; echo $?
#### symbolic links
exec 2>&1; mkdir d; echo a > d/a; ln -s a d/l; ln -s /etc/passwd d/abs; ln -s ../../x d/up; tar cf x.tar d; mkdir o; tar xf x.tar -C o; for l in l abs up; do readlink o/d/$l; done; tar chf y.tar d/l; tar tvf y.tar | cut -c1; rm d/up; ln -s nosuch d/dangling; tar --dereference -cf z.tar d/dangling; echo $?
#### members do not land outside
exec 2>&1; mkdir in; cd in; echo a > a; tar cPf ../x.tar ../in/a; cd ..; tar tf x.tar; mkdir o; tar xvf x.tar -C o; find o; tar xPvf x.tar -C o; echo $?; tar cf y.tar -C in ../in/a; tar tf y.tar; ln -s /tmp link; mkdir other; mv link other; tar cf z.tar -C other link; mkdir real; mkdir real/link; echo x > real/link/evil; tar rf z.tar -C real link/evil; mkdir o2; tar xf z.tar -C o2; echo $?; ls -d /tmp/evil 2>&1
#### absolute names
exec 2>&1; mkdir d; echo a > d/a; tar cf x.tar $PWD/d 2>&1 | sed "s,$PWD,PWD,"; tar tf x.tar | sed "s,${PWD#/},PWD,"; tar cPf y.tar $PWD/d/a; tar tPf y.tar | sed "s,$PWD,PWD,"; rm d/a; tar xPf y.tar; cat d/a; tar --absolute-names -tf y.tar | wc -l
#### -C several times, in both directions
mkdir -p d/e; echo a > d/a; echo b > d/e/b; echo c > c; tar cf x.tar c -C d a -C e b; tar tf x.tar; mkdir o p; tar xf x.tar -C o c a -C ../p b; find o p | sort; tar --directory=d -cf y.tar a; tar tf y.tar
#### files from
mkdir -p d/e; echo a > d/a; echo b > d/e/b; printf 'd/a\n\nd/e\n' > list; tar cvf x.tar -T list; printf 'd/a\0d/e\0' | tar cvf x.tar --null -T -; printf 'd/a\n-C d\na\n' | tar cvf x.tar -T -; printf -- '-x\n' > l2; touch -- -x; tar cvf x.tar --verbatim-files-from -T l2; tar cvf x.tar --add-file=-x; tar tf x.tar -T l2 --verbatim-files-from; printf 'd/a\n' > l3; tar cf y.tar d; tar tf y.tar --files-from=l3; tar cvf x.tar --null --no-null -T l3; tar cvf x.tar --verbatim-files-from --no-verbatim-files-from -T l3
#### excludes
mkdir -p d/e .git; echo a > d/a.c; echo b > d/e/b.o; touch d/e/x~ d/.#lock .git/config; cp -r .git d; tar --exclude=e -cvf x.tar d --sort=name; tar --exclude='*.o' --exclude '*~' --sort=name -cvf x.tar d; tar --sort=name --exclude=d/e -cvf x.tar d; printf '*.c\n.git\n' > ex; tar --sort=name -X ex -cvf x.tar d; tar --sort=name --exclude-from=ex -cvf x.tar d; tar --sort=name --exclude-vcs -cvf x.tar d; tar --sort=name --exclude-backups -cvf x.tar d; tar --sort=name --exclude-vcs --exclude-backups -cvf x.tar .
#### excludes: kinds of patterns
mkdir -p d/e; touch d/a d/e/a d/e/B; tar --sort=name -cf x.tar d; tar --anchored --exclude=a -tf x.tar; echo; tar --no-anchored --exclude=a -tf x.tar; echo; tar --no-wildcards --exclude='*' -tf x.tar; echo; tar --ignore-case --exclude=b -tf x.tar; echo; tar --ignore-case --no-ignore-case --exclude=b -tf x.tar; echo; tar --no-wildcards-match-slash --exclude='d*a' -tf x.tar; echo; tar --wildcards-match-slash --exclude='d*a' -tf x.tar; echo; tar --exclude='d/*' -tf x.tar
#### excludes behind the names
exec 2>&1; mkdir d; touch d/a d/b; tar cf x.tar d --exclude=a; echo $?; tar tf x.tar | sort; tar cf x.tar --exclude=a d; echo $?; tar tf x.tar
#### wildcards in names of members
exec 2>&1; mkdir -p d/e; touch d/a d/e/a d/e/b; tar --sort=name -cf x.tar d; tar tf x.tar 'd/*a'; echo $?; tar tf x.tar --wildcards 'd/*a'; tar tf x.tar --wildcards --no-wildcards-match-slash 'd/*a'; tar tf x.tar --no-anchored a; tar tf x.tar --ignore-case D/A; tar tf x.tar d/e; tar tf x.tar d/e/; tar tf x.tar --no-recursion d/e; tar --no-wildcards -tf x.tar 'd*'; tar tf x.tar --recursion d/e
#### strip, transform
exec 2>&1; mkdir -p d/e; echo a > d/a; echo b > d/e/b; ln d/a d/h; tar --sort=name -cf x.tar d; mkdir o; tar xvf x.tar -C o --strip-components=1; find o | sort; mkdir p; tar xf x.tar -C p --strip-components=2; find p | sort; mkdir q; tar xvf x.tar -C q --transform 's,^d,new,' --show-transformed-names; find q | sort; tar cf y.tar --xform='s/a/A/g;s/^d/D/' d/a d/e; tar tf y.tar; tar --transform='s,^,p/,' -cvf z.tar d/a; tar tf z.tar; tar tf x.tar --show-stored-names --xform 's/d/X/'; tar xf x.tar --transform=foo; echo $?; tar xf x.tar --strip-components=x; echo $?; tar cf y.tar --transform='s,x,\U&,x' d/a; tar --transform 's/(d)/[\1]/x' -cf y.tar d/a; tar tf y.tar
#### one top level
exec 2>&1; mkdir d; echo a > d/a; tar cf x.tar d; tar xf x.tar --one-top-level; find x | sort; tar xf x.tar --one-top-level=new; find new | sort; tar cf y.tar -C d a; tar xf y.tar --one-top-level=d -v; tar czf z.tar.gz d; tar xf z.tar.gz --one-top-level; find z | sort; cp x.tar odd; tar xf odd --one-top-level; echo $?
#### existing files
exec 2>&1; mkdir d; echo a > d/a; tar cf x.tar d; echo new > d/a; tar xkf x.tar; echo $?; cat d/a; tar xf x.tar --keep-old-files; echo $?; tar xvf x.tar --skip-old-files; echo $?; cat d/a; touch -d 2038-01-01Z d/a; tar xf x.tar --keep-newer-files; echo $?; cat d/a; tar xf x.tar --overwrite; cat d/a; echo new > d/a; ln d/a l; tar xf x.tar; cat d/a l; echo 2 > d/a; ln -f d/a l; tar xUf x.tar; cat d/a l; rm d/a; mkdir -p d/a/b; tar xf x.tar; echo $?; rmdir d/a/b; tar xf x.tar; echo $?; cat d/a; rm d/a; mkdir -p d/a/b; tar xf x.tar --recursive-unlink; echo $?; cat d/a; tar xf x.tar --overwrite-dir; tar xf x.tar --no-overwrite-dir; tar xf x.tar --unlink-first --recursive-unlink; cat d/a; touch d/f; tar xf x.tar -U; echo $?; ls d
#### modes, times
umask 022; mkdir d; echo a > d/a; chmod 666 d/a; chmod 777 d; touch -d 2001-02-03Z d/a d; tar cf x.tar d; rm -r d; tar xpf x.tar; stat -c '%a %Y %n' d d/a; rm -r d; tar xf x.tar --no-same-permissions; stat -c '%a %Y %n' d d/a; tar xf x.tar --preserve-permissions --same-permissions; stat -c '%a' d/a; tar xmf x.tar; test $(stat -c %Y d/a) -gt 1000000000 && echo touched; tar xf x.tar --touch -o --no-same-owner --same-owner; tar -s -S -B -xf x.tar --same-order --preserve-order --warning=no-timestamp; echo $?
#### owners and modes that are given
echo a > a; chmod 644 a; touch -d 2020-01-01Z a; for o in --owner=0 --owner=root:5 --owner=1234 --owner=nosuch:3; do tar $o --group=0 -cf x.tar a; tar tvf x.tar | cut -c12-30; tar --numeric-owner -tvf x.tar | cut -c12-30; done; tar --owner=0 --group=0 --mode=a+w,u+s -cf x.tar a; tar tvf x.tar; tar --owner=0 --group=0 --mode=600 -cf x.tar a; tar tvf x.tar; tar --owner=0 --group=0 --mtime='2021-02-03 04:05:06' -cf x.tar a; tar tvf x.tar --full-time; touch -d 2010-01-01Z b; tar --owner=0 --group=0 --mtime=./b -cf x.tar a; tar tvf x.tar; tar --owner=0 --group=0 --mtime=@0 --clamp-mtime -cf x.tar a; tar tvf x.tar; tar --owner=0 --group=0 --mtime='2030-01-01 00:00:00' --clamp-mtime -cf x.tar a; tar tvf x.tar
#### values that are wrong
exec 2>&1; echo a > a; tar --owner=a:b -cf x.tar a; echo $?; tar --mode=foo -cf x.tar a; echo $?; tar --format=foo -cf x.tar a; echo $?; tar --sort=foo -cf x.tar a; echo $?; tar -b x -cf x.tar a; echo $?; tar --record-size=x -cf x.tar a; echo $?; tar --record-size=100 -cf x.tar a; echo $?; tar --mtime=foo -cf x.tar a; echo $?; tar -zjcf x a; echo $?; tar --mtime=2020-01-01 -cf x.tar a; tar --occurrence=x -tf x.tar a; echo $?
#### append, update, delete, catenate
exec 2>&1; mkdir d; echo a > d/a; echo b > b; tar cf x.tar d/a; tar rf x.tar b; tar tf x.tar; tar -r -f n.tar b; tar tf n.tar; touch -d 2001-01-01Z b; tar uvf x.tar b d; touch -d 2038-01-01Z b; tar --update -vf x.tar b d; tar tf x.tar; tar --delete -f x.tar b; tar tf x.tar; tar --delete -f x.tar nosuch; echo $?; tar cf y.tar b; tar -A -f x.tar y.tar n.tar; tar tif x.tar; tar --catenate --file=y.tar n.tar; tar -itf y.tar; tar --concatenate --file=y.tar nosuch; echo $?; tar czf z.tgz b; tar rf z.tgz b; echo $?; tar --append -zf z.tgz b; echo $?; tar --delete -f z.tgz b; echo $?; tar -A -zf x.tar y.tar; echo $?; tar rvf x.tar nosuch b; echo $?
#### compare
exec 2>&1; mkdir -p d/e; echo a > d/a; echo b > d/e/b; ln -s a d/l; ln d/a d/z; chmod 644 d/a d/e/b; tar --sort=name -cf x.tar d; tar df x.tar; echo $?; touch -d 2001-01-01Z d/a; chmod 600 d/e/b; ln -sf q d/l; rm d/z; tar df x.tar; echo $?; printf 'c\n' > d/e/b; touch -d 2001-01-01Z d/e/b; tar --diff -f x.tar d/e; echo aaaa > d/a; touch -d 2002-01-01Z d/a; tar -d -v -f x.tar d/a; rm d/a; mkdir d/a; tar --compare -f x.tar d/a; echo $?; tar df x.tar nosuch; echo $?
#### compression
exec 2>&1; mkdir d; echo a > d/a; for o in -z -j -J --lzma --zstd --gzip --bzip2 --xz; do tar $o -cf x d; tar tf x; tar $o -tf x d/a; tar -x $o -f x -O d/a; done; tar czf - d | tar xzOf - d/a; tar czf - d | tar tf -; echo $?; tar --gunzip -tf x; tar cf y.tar d; gzip -k y.tar; bzip2 -k y.tar; xz -k y.tar; zstd -q y.tar; for f in y.tar.gz y.tar.bz2 y.tar.xz y.tar.zst; do tar tf $f; done; tar --ungzip -tf y.tar.gz d/a
#### compression by suffix and by program
mkdir d; echo a > d/a; for s in tar.gz tgz tar.bz2 tbz2 tar.xz txz tar.lzma tar.zst tzst tar; do tar -caf x.$s d; head -c 2 x.$s | od -An -tx1; tar tf x.$s d/a; done; tar -I gzip -cf y d; gzip -dc y | tar t d/a; tar --use-compress-program=xz -cf y d; xz -dc y | tar tf -; tar --auto-compress --no-auto-compress -cf q.tgz d; head -c 2 q.tgz | od -An -tx1
#### compression: what is wrong
exec 2>&1; mkdir d; echo a > d/a; tar cf x.tar d; tar czf x.tgz d; tar cJf x.txz d; tar xzf x.tar; echo $?; tar xjf x.tgz; echo $?; tar xJf x.tgz; echo $?; tar tzf x.txz; echo $?; cat x.txz | tar t; echo $?; cat x.tgz | tar tf -; echo $?; tar xzf nosuch.tgz; echo $?; head -c 60 x.tgz > cut.tgz; tar tzf cut.tgz; echo $?; tar -czvf y.tgz; echo $?
#### the archive itself, removal, totals
exec 2>&1; mkdir d; echo a > d/a; tar cf d/x.tar d; tar tf d/x.tar | sort; mkdir e; echo b > e/b; tar --remove-files -cvf y.tar e; ls; tar --totals -cf z.tar d/a 2>&1 | sed 's/, .*/)/'; tar tf z.tar --totals 2>&1 | sed 's/, .*/)/'
#### recursion, dots, slashes
mkdir -p d/e; echo a > d/a; tar --no-recursion -cvf x.tar d d/a; tar --sort=name -cf x.tar ./d/a d/ d//; tar tf x.tar; cd d; tar --sort=name -cf ../y.tar .; tar tf ../y.tar; tar tf ../y.tar ./e; tar --sort=name -cf ../z.tar ./*; tar tf ../z.tar; tar --one-file-system --recursion -cvf ../w.tar e
#### newer, starting file, occurrence
exec 2>&1; touch -d 2001-01-01Z old; touch -d 2020-01-01Z new; tar --newer-mtime='2010-01-01 00:00:00' -cvf x.tar old new; touch -d 2010-01-01Z ref; tar --newer-mtime=./ref -cvf x.tar old new; tar -N '1990-01-01 00:00:00' -cvf x.tar old; tar --after-date='1990-01-01 00:00:00' -cvf x.tar old; tar --newer='1990-01-01 00:00:00' -cvf x.tar old; tar cf y.tar old new old; tar -K new -tf y.tar; tar --starting-file=new -tf y.tar; tar --occurrence -tf y.tar old; tar --occurrence=2 -tvf y.tar old | cut -c1; tar --show-omitted-dirs -tf y.tar new
#### records, zeros, label
echo a > a; tar cf - a | wc -c; tar -b1 -cf - a | wc -c; tar --blocking-factor=40 -cf - a | wc -c; tar --record-size=1024 -cf - a | wc -c; tar cf x.tar a; cat x.tar x.tar > xx.tar; tar tf xx.tar | wc -l; tar tif xx.tar | wc -l; tar --ignore-zeros -tf xx.tar; tar -V lab -cf y.tar a; tar tf y.tar; tar --label=lab -cf y.tar a; tar tvf y.tar | cut -c1-10; mkdir o; tar xf y.tar -C o; ls o; tar -R -tf x.tar; tar --block-number --read-full-records -tf x.tar; tar --numeric-owner --full-time -tf x.tar
#### odd names
touch 'a b' $'n\nl' 'back\s' 'é' 'q"q' "s's" $'t\tt'; tar cvf x.tar *; tar tf x.tar; mkdir o; tar xf x.tar -C o; ls o | wc -l; tar tf x.tar 'é'; tar xvf x.tar -C o 'back\s'
#### standard input and output, TAPE
echo a > a; tar c a | tar t; tar -c a > x.tar; tar tf - < x.tar; tar t < x.tar; TAPE=x.tar tar t; cat x.tar | tar xvf -; tar cf - a | tar tvf - | cut -c1-10; tar --create --file=- a | tar --list --file=-; tar --get --file=x.tar --verbose; tar --extract --verbose --file x.tar a
#### zero bytes, binary content, large files
printf 'x\0y\377\n' > b; : > e; seq 1 20000 > s; head -c 512 /dev/zero > z; head -c 513 /dev/zero > z1; tar cf x.tar b e s z z1; mkdir o; tar xf x.tar -C o; for f in b e s z z1; do cmp $f o/$f && echo same; done; wc -c < x.tar
