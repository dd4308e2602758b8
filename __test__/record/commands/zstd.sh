#### a file and back
echo hello > a; zstd -q a; ls; unzstd -qf a.zst; ls; cat a; zstdcat a.zst; zstd -dc a.zst; zstd -q --rm -f a; ls; unzstd -q --rm a.zst; ls
#### pipes
printf 'hello\n' | zstd | zstd -d; printf 'x\0\377' | zstd -19 -c | unzstd -c | od -An -tx1; printf '' | zstd -q | zstd -d | wc -c; zstd - < /dev/null | head -c 4 | od -An -tx1; seq 1 20000 | zstd --fast | zstdcat | md5sum; seq 1 20000 | zstd -T0 --ultra -20 | zstd -d | md5sum
#### messages
exec 2>&1; echo hello > a; mkdir d; zstd nosuch; echo $?; zstd d; echo $?; zstd -q a; zstd a; echo $?; zstd -q a; echo $?; zstd -d nosuch.zst; echo $?; zstd -d a; echo $?; cp a q.zst; zstd -d q.zst; echo $?; zstdcat nosuch; echo $?; zstd -qq nosuch; echo $?; zstd -t q.zst; echo $?; zstd -dc a q.zst; echo $?
#### usage
exec 2>&1; zstd --bogus 2>&1 | head -1; zstd --bogus > /dev/null 2>&1; echo $?; zstd -y 2>&1 | head -1; zstd -o; echo $?; zstd -h > /dev/null 2>&1; echo $?; zstd -H > /dev/null 2>&1; zstd --help > /dev/null 2>&1; zstd -V > /dev/null 2>&1; echo $?
#### what it tells
exec 2>&1; echo KLUv/SQGMQAAaGVsbG8Kab/3RA== | base64 -d > a.zst; zstd -t a.zst; zstd -d a.zst; zstd -dfq a.zst; zstd -df a.zst -o out; cp a.zst b.zst; zstd -df a.zst b.zst; zstd -t a.zst b.zst; zstd -qt a.zst; zstd --test --quiet a.zst; zstd --verbose -q -qt a.zst
#### list
exec 2>&1; echo KLUv/SQGMQAAaGVsbG8Kab/3RA== | base64 -d > a.zst; cat a.zst a.zst > b.zst; zstd -l a.zst; zstd -l a.zst b.zst; zstd -l nosuch; echo $?; seq 1 20 > t; zstd -l t; echo $?
#### damage
exec 2>&1; echo KLUv/SQGMQAAaGVsbG8Kab/3RA== | base64 -d > a.zst; head -c 12 a.zst > cut.zst; zstd -d cut.zst; echo $?; zstd -t cut.zst; echo $?; (head -c 17 a.zst; printf XY) > crc.zst; zstd -t crc.zst; echo $?; zstd -d crc.zst; echo $?; ls; echo x | zstd -d; echo $?; echo longer text | zstd -d; echo $?; printf '' | zstd -d; echo $?
#### several frames
echo hello > a; zstd -q a; cat a.zst a.zst | zstdcat; zstd -dc a.zst a.zst; (cat a.zst; printf 'P*M\030\004\0\0\0abcd'; cat a.zst) | zstd -d
#### links, modes, times
exec 2>&1; echo a > a; chmod 640 a; touch -d 2011-01-01Z a; zstd -q a; stat -c '%n %a %Y' a.zst; rm a; unzstd -q a.zst; stat -c '%n %a %Y' a; ln -s a l; zstd l; echo $?; zstd -qf l; ls
#### output names
exec 2>&1; echo hello > a; zstd -q a -o out; zstd -qd out -o back; cat back; zstd -q -c a > c.zst; zstdcat c.zst; mkdir d; zstd -q --output-dir-flat d a; ls d; cp a.zst x.tzst 2>/dev/null; zstd -q a; cp a.zst x.tzst; unzstd -q x.tzst; ls; printf 'a\n' > list; zstd -qf --filelist list; echo $?; zstd -q a back -o both; echo $?; zstd -qf a back -o both; zstdcat both
#### recursion
mkdir -p d/e; echo 1 > d/1; echo 2 > d/e/2; zstd -qr d; find d | sort; zstd -qrf --rm d/e; find d/e | sort
#### formats
echo hello > a; for f in gzip xz lzma zstd; do zstd -q --format=$f a; done; ls; gzip -dc a.gz; xz -dc a.xz; zstd -dc a.gz; zstd -dc a.xz; zstd -dc a.lzma; zstd -qdf a.gz; cat a
#### pass on
echo plain > a; zstdcat a; zstdcat -f a; zstd -dcf a; echo plain | zstd -dcf
#### options that change nothing
echo hello > a; for o in --no-progress --progress --no-check --check --no-sparse --sparse -k --keep --single-thread -T2 -B4 --fast=3 --ultra -3 --compress -z --uncompress; do zstd -q $o -c a > x 2>/dev/null || zstd -q -c a > x; done; zstdcat x; zstd --decompress --stdout x; zstd -q --force --keep a; zstdcat a.zst
#### several files and their sizes
exec 2>&1; for n in 1 999 1000 1023 1024 10241 123456 1048576; do head -c $n /dev/zero > q; cp q r; zstd -f q r | cat; rm *.zst; done 2>&1 | sed 's/[0-9.]*% //;s/=>.*//'
#### names without a suffix, and what is no archive
exec 2>&1; seq 100 > q; for w in nope 'nope q' nope.zst 'nope nope2' q; do zstd -d $w; echo $?; zstd -dc $w; echo $?; done; for w in 'q nope' q nope 'q q' 'nope nope'; do zstd -l $w; echo $?; done; zstd -d nope -o z; mkdir d; zstd -d d; zstd -d d.zst; ln -s q l; zstd -d l; ln -s q l.zst; zstd -d l.zst; ls
