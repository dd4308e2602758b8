#### a file and back
echo hello > a; xz a; ls; unxz a.xz; ls; cat a; xz -k a; xzcat a.xz; lzma -k a; lzcat a.lzma; unlzma -kf a.lzma; lzma -dc a.lzma; xz -dc a.lzma
#### messages
exec 2>&1; echo hello > a; mkdir d; xz nosuch; echo $?; xz d; echo $?; xz -k a; xz a; echo $?; xz a.xz; echo $?; xz -q a.xz; echo $?; xz -d a; echo $?; xz -dq a; echo $?; cp a q.xz; unxz q.xz; echo $?; xz -qq nosuch; echo $?; xzcat a; echo $?; xz -Q a.xz; echo $?; xz --no-warn -q a.xz; echo $?; unlzma a; echo $?
#### usage
exec 2>&1; xz --bogus; echo $?; xz -y; echo $?; xz -C foo a; echo $?; xz -F foo a; echo $?; xz -S /x a; echo $?; xz -T x a; echo $?; xz --block-size=x a; echo $?; xz -S; echo $?
#### -v
exec 2>&1; printf 'hello\n' > a; xz -kv a; xz -dkvf a.xz; xz -tv a.xz; xz -v < a > /dev/null; xz -vdc a.xz; xz --verbose --quiet -tf a.xz
#### list
exec 2>&1; echo hello > a; xz -k a; xz -l a.xz; xz -l a.xz a.xz; xz --robot -l a.xz a.xz; xz -l a; echo $?; xz --list nosuch; echo $?; xz -l < a.xz; echo $?; xz -l -F lzma a.xz; echo $?; cat a.xz a.xz > b.xz; xz -l b.xz; (cat a.xz; head -c 8 /dev/zero; cat a.xz) > c.xz; xz --robot -l c.xz; : > e.xz; xz -l e.xz; for c in none crc32 sha256; do xz -C $c -c a > $c.xz; xz --robot -l $c.xz | cut -f 7 | tail -1; done; seq 1 3000 > s; xz -l s; echo $?
#### formats and checks
echo hello > a; for f in xz lzma auto; do xz --format=$f -c a | xz -dc; done; for c in none crc32 crc64 sha256; do xz --check=$c -c a | xz -dc; xz --check=$c -c a | head -c 8 | od -An -tx1; done; xz -F lzma -c a | head -c 13 | od -An -tx1; xz -F lzma -c a | xz -F lzma -d; xz -c a | xz -F lzma -dc 2>&1; echo $?; xz --ignore-check -dc < /dev/null 2>&1
#### levels and other options
echo hello > a; for o in -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -e --fast --best --extreme -T0 --threads=2 --block-size=4096 --no-adjust -M0 --memlimit=50% --no-sparse; do xz $o -c a | xz -dc; done | uniq -c; XZ_OPT=-k xz a; XZ_DEFAULTS=-f xz -k a; ls
#### damage
exec 2>&1; echo hello > a; xz -k a; head -c 20 a.xz > cut.xz; xz -d cut.xz; echo $?; xz -t cut.xz; echo $?; (head -c 30 a.xz; printf X; tail -c +32 a.xz) > crc.xz; xz -t crc.xz; echo $?; unxz crc.xz; echo $?; ls; printf '' | xz -d; echo $?; echo x | xz -d; echo $?; (cat a.xz; head -c 5 /dev/zero) | xzcat > /dev/null; echo $?; (cat a.xz; echo junkjunkjunkjunk) > j.xz; xz -t j.xz; echo $?; xz --single-stream -dc j.xz; echo $?; head -c 20 a.xz | xz -d; echo $?
#### several streams, padding
echo hello > a; xz -k a; cat a.xz a.xz | xzcat; (cat a.xz; head -c 4 /dev/zero; cat a.xz) | xzcat; xzcat a.xz a.xz; unxz --stdout a.xz; cat a.xz a.xz | xz -dc --single-stream
#### suffixes
exec 2>&1; echo hello > a; xz -S .foo -k a; ls; xz -dc -S .foo a.foo; xz -dk a.foo; echo $?; xz -k a; cp a.xz x.txz; unxz x.txz; ls; lzma -k a; cp a.lzma y.tlz; xz -d y.tlz; ls; xz --suffix=.foo a.foo; echo $?; xz -F lzma -k x.tar; ls; unxz -k -S .bar a.xz; echo $?
#### links, modes, times
exec 2>&1; echo a > a; chmod 640 a; touch -d 2011-01-01Z a; xz a; stat -c '%n %a %Y' a.xz; unxz a.xz; stat -c '%n %a %Y' a; ln a h; xz h; echo $?; ln -s a l; xz l; echo $?; xz -kf l; xz -f h; ls; chmod u+s a; xz a; echo $?; chmod u-s,+t a; xz a; echo $?; xz -c l | xzcat; mkfifo p; xz p; echo $?
#### files from
exec 2>&1; echo a > a; echo b > b; printf 'a\nb\n' > list; xz -k --files=list; ls; rm *.xz; printf 'a\0b\0' | xz -k --files0; ls; rm *.xz; printf 'a\nb\n' | xz -k --files; ls; xz --files=nosuch; echo $?; printf 'a\0' > l0; xz -kf --files0=l0; ls
#### pass on
exec 2>&1; echo plain > a; xzcat -f a; xz -dcf a; echo plain | xz -dcf; echo plain | xz -df; echo $?
#### large and binary
seq 1 30000 > s; xz -1 -k s; xzcat s.xz | cmp - s && echo same; xz -t s.xz; head -c 300000 /dev/zero | xz | unxz | wc -c; printf '\0\377\0' | xz | xzcat | od -An -tx1; seq 1 30000 | xz -z | xz --decompress --stdout | md5sum; seq 1 3000 | lzma | unlzma | md5sum; xz -H > /dev/null; xz --long-help >/dev/null; xz -V > /dev/null; xz --uncompress --to-stdout s.xz | tail -1
#### names that mean lzma
exec 2>&1; seq 5 > q; xz -k q; for c in unlzma 'lzma -d' lzcat; do $c < q.xz; echo $?; $c -t q.xz; echo $?; $c --format=auto -c q.xz; $c -q -c q.xz; echo $?; done; lzma -l q.xz; lzma -k q; for c in 'lzcat' 'unlzma -c' 'xz -dc' xzcat 'unxz -c'; do $c q.lzma; done; unlzma -kf q.lzma; unlzma q; lzcat q; lzcat -f q; ls; xz -r q; echo $?; xz -dr q.xz; echo $?; rm *.xz *.lzma
#### sizes without separators
seq 400 > a; xz -kv a 2>&1 | sed 's/.*\/ //;s/ =.*//'; seq 4000 > b; xz -kv b 2>&1 | sed 's/.*\/ //;s/ =.*//'; rm *.xz
