# rg (ripgrep 13) and what it reads piece by piece: the standard input, and with -z what a program expands.
#### endless input
exec 2>&1; yes | rg y | head -n 1; yes | rg -n y | head -n 2; yes | rg -m 3 y; yes | rg -q y; echo $?; yes | rg -l y; yes abc | rg -o b | head -n 1; yes | rg -c -m 5 y; yes | rg --passthru x | head -n 2; yes | rg -v x | head -n 1; yes | rg --json y | head -n 2; yes | rg -A1 -m1 y; yes | rg -r z y | head -n 1; yes | rg -b y | tail -n +5 | head -n 2
#### lines in pieces
seq 1 60000 > s; rg -n '^4999.$' < s; rg -b '99999|50000' < s; rg -A2 -B2 -n '^(12773|12774|12800)$' < s; rg -C1 '^(25000|25003)$' < s; rg -c 7 < s; rg -co 7 < s; rg -vc 7 < s; rg --passthru -n '^3$' < s | tail -n 1; rg -m2 -A3 -n 00 < s; (printf 'a%.0s' $(seq 1 100000); echo b; echo c) | rg -o 'ab|c'; rg -B20000 -n '^20000$' < s | wc -l; rg --json -A1 '^20000$' < s | head -n 3
#### context over pieces
seq 1 60000 > s; for p in '^1$' '^(1|3)$' '^(1|4)$' '^12773$' '^1277[0-9]$' '0000$'; do for o in -A1 -B1 -C1 -A3 -B3 '-A1 -B2' '-m1 -A2' '-m2 -C1' '-m3 -A5'; do echo "== $p $o"; rg -n $o "$p" < s; done; done | cksum; for p in '^1277[0-9]$' ; do rg -C1 -n $p < s; done
#### NUL on the standard input
t() { echo "== $*"; rg "$@"; echo $?; }; printf 'x\na\n\0' > n1; printf 'a\nb\n\0a\n' > n2; printf 'a\0a\nb' > n3; printf 'abc\n\0' > n4; printf '\0' > n5; printf 'abcd\n\nx\0abc\n' > n6; for f in n1 n2 n3 n4 n5 n6; do for o in '' -B1 -A1 -C1 -c -l -o -v -n --passthru --files-without-match -q -a -m1 -H -co --binary; do t $o a < $f; done; done 2>&1 | tr '\0' '@'
#### NUL far behind
t() { echo "== $*"; rg "$@"; echo $?; }; (echo a; seq 1 20000; printf 'a\n\0\na\n') > n2; (echo a; seq 1 20000; printf 'a\0\na\n') > n3; (echo a; seq 1 20000; printf 'a\nx\0\na\n') > n4; (printf 'a\0\n'; seq 1 20000; echo a) > n5; mkdir d; for f in n2 n3 n4 n5; do mv $f d/f; for o in '' -n -c -l -q -o -v --binary -A1 -m1 -B1; do case $o in -v) t $o '^.*$' d/f; t $o '^.*$' d; t $o '^.*$' < d/f;; *) t $o a d/f; t $o a d; t $o a < d/f;; esac; done; done 2>&1 | tr '\0' '@'
#### -m and the context behind the last hit
printf 'a\nx\na\nx\na\n' > f; printf 'a\na\na\na\na\n' > g; printf 'a\nx\nx\na\na\nx\n' > h; for f in f g h; do for o in '-m1 -A1' '-m1 -A2' '-m2 -A3' '-m1 -C1' '-m2 -C2' '-m1 -A9' '-m2 -A1 -B1' '-m1 -A2 -v' '-m1 -A2 -o' '-m0 -A2' '-m1 --passthru'; do echo "== $o"; rg -n $o a $f; rg -n $o a < $f; done; done
#### what --stats counts
printf 'a\nb aa\na\n' > f; printf 'a\0\n' > g; for o in '' -q -l -c -o -m1 -m2 --files-without-match -v -co '-m1 -A1'; do echo "== $o"; rg --stats $o a f | grep -v second; rg --stats $o a < f | grep -v second; done; mkdir d; mv f g d; rg --stats --sort path a d | grep -v second
#### --json of streams
for o in '' -m1 '-m1 -A1' -v -q; do echo "== $o"; printf 'x\na\nb\na\n\0a' | rg --json $o a | sed 's/"\(elapsed\|elapsed_total\)":{[^}]*},*//g'; printf 'a\nba\n' | rg --json $o a | sed 's/"\(elapsed\|elapsed_total\)":{[^}]*},*//g'; done
#### marks of byte order
printf '\xff\xfea\0\n\0b\0\n\0' | rg -n b; printf '\xfe\xff\0a\0\n' | rg -n a; printf '\xef\xbb\xbfa\nb\n' | rg -n '^a'; printf '\xef\xbb\xbf' | rg -c ''; printf '\xef\xbb' | rg -c ''; printf '\xff' | rg -c '' ; printf '\xff\xfe' | rg -c ''; printf 'a' | rg a; printf '' | rg -c ''; echo $?; printf '\xef\xbb\xbfab\n' | rg -b b; printf 'a\nb\n' | rg -U 'a\nb'; printf 'a\0b\0' | rg --null-data -c b
#### -z: files by their names
printf 'hello\nfoo\n' > a; for t in gzip bzip2 xz zstd; do $t -k -q a; done 2>/dev/null; xz --format=lzma -k a; cp a c.br; cp a.gz d.tgz; cp a.bz2 d.tbz2; cp a.xz d.txz; cp a.zst d.zstd; cp a.gz n; rg -z foo --sort path; echo $?; rg foo --sort path; echo $?; rg -z --no-search-zip foo --sort path; rg -zn foo a.gz; rg -zH foo a.xz; rg -zc o a.zst; rg -zl foo --sort path; rg -z --files --sort path; rg -zo 'f.' -r x a.bz2; rg --search-zip -q foo a.lzma; echo $?; rg -z nothing a.gz; echo $?; rg -zv foo a.gz; rg -z -U 'hello\nfoo' a.gz; rg -z foo < a.gz; echo $?; rg -z foo n; echo $?
#### -z: what cannot be expanded
printf 'hello\nfoo\n' > a; gzip -k a; cp a e.gz; cp a e.bz2; cp a e.xz; cp a e.zst; cp a e.lzma; head -c 20 a.gz > t.gz; cat a.gz a > u.gz; : > v.gz; for f in e.gz e.bz2 e.xz e.lzma t.gz u.gz v.gz nosuch.gz; do echo "== $f"; rg -z foo $f 2> err; echo $?; cat err; rg -z --no-messages foo $f; echo $?; done; rg -z foo --sort path -g '*.gz' 2> err; echo $?; cat err; rg -zq foo u.gz; echo $?; rg -zl foo u.gz 2> err; rg -zc foo u.gz 2> err; rg -z --json foo t.gz | sed 's/"\(elapsed\|elapsed_total\)":{[^}]*},*//g'
#### -z: large files, early ends, NUL
seq 1 100000 | gzip > s.gz; rg -zm2 00 s.gz; rg -zq 00 s.gz; echo $?; rg -zl 00 s.gz; rg -zc 00 s.gz; rg -zn -C1 '^50000$' s.gz; rg -z . s.gz | head -n 2; (seq 1 20000; printf '\0'; seq 1 10) | xz > b.xz; rg -z '^7$' b.xz; rg -z '^7$' -g '*.xz'; rg -z '^19999$' -g '*.xz'; echo $?; rg -z --binary '^19999$' -g '*.xz'; printf 'a\0\n' | gzip > c.gz; rg -z a c.gz; rg -z a -g c.gz; echo $?; rg -za a c.gz | od -c; printf '\xff\xfea\0\n\0' | gzip > d.gz; rg -z a d.gz
#### -z without the programs
printf 'foo\n' > a; gzip -k a; cp a b.gz; cp a b.br; r=$(command -v rg); (PATH=/nowhere; "$r" -z foo b.gz; "$r" -z foo b.br; "$r" -zc foo a.gz; echo $?)
