# What unusual calls of text commands found, compared with the real tools.
#### od and xxd of a folder, and od -e
mkdir d; exec 2>&1; od d; echo $?; printf '12345678' | od -e; xxd d; echo $?; xxd -r d; echo $?
#### hexdump without a file that can be opened
echo x >a; exec 2>&1; hexdump nope; echo $?; hexdump -C nope nada; hexdump nope a; echo $?
#### numfmt beyond the largest unit
exec 2>&1; numfmt --to=si --from=si 999Y; numfmt --to=si --from=si 1000Y; numfmt --to=iec --from=si 1000Y; echo $?; numfmt --from=si 1000Y; numfmt --to=si 999999999999999999999999999
#### tsort, column: what is behind a NUL, and bytes that are no characters
printf 'a\0b c\n' | tsort; printf 'a\tb\0c\n' | column; printf 'a\xffb c\nd \xe9\n' | column -t; printf 'x\xff\nyy\n' | column -c 30
#### column -J with too few names
exec 2>&1; printf 'a b\nc\nd e f\n' | column -J -N x,y; echo $?; printf 'a b\n' | column -J -N x; printf 'a\nb\n' | column -J -N x,y
#### look in a file without order, without a final newline, without anything
exec 2>&1; printf 'apple\nbanana\nBand\nbar\n' >w; look ba w; look -f ba w; look b w; printf 'a\nb' >v; look b v | od -c; : >e; look x e; echo $?; look '' w | head -2; printf 'b\na\nb\nc\n' >u; look b u; look a u; echo $?
#### md5sum -c with a folder
mkdir d; exec 2>&1; md5sum -c d; echo $?; sha256sum d; echo $?
#### du: a file that is named twice counts once
printf 12345 >a; mkdir d; printf 1 >d/f; ln a b; exec 2>&1; du -b a a; du -bl a a; du -ab a b d/f | grep -v d$; du -bc a a d/f d/f | tail -1; printf '' | du -b --files0-from=- a; printf '' | wc --files0-from=- a
#### tree: nothing left when pruned, and a file of its own
mkdir -p x/y; : >x/y/z; tree --prune -P nope; tree --prune -P nope x x/y; tree --prune -P z; tree -o out; cat out
#### rg: a file that is missing, and matches over several lines
printf 'one\n\ntwo\n' >m; exec 2>&1; rg one nope; echo $?; rg one nope --sort path; rg -U 'one\n\ntwo' -o m; rg -nU 'one\n\ntwo' -o m; rg -U 'e\n\nt' m
#### printf and echo name code points in the C locale
export LC_ALL=C
printf '\u00e9|\u20ac|\U1F600|\u41|\u7f|\u80\n'
printf '%b\n' 'x\u00e9\U0010ffff'
echo -e 'é \u00e9 \u7e'
/usr/bin/printf '\u00e9\U0001F600\n'
/usr/bin/printf '%b\n' '\u00fc'
LC_ALL=C.UTF-8
printf '\u00e9\n'
LC_ALL= LC_CTYPE=POSIX
printf '\u00e9\n'
LC_ALL=C.UTF-8 printf '\u00e9\n'
LC_ALL=C.UTF-8 /usr/bin/printf '\u00e9\n'
