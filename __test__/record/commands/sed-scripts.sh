#### sed-e-flag-end
{
printf 'x' | sed 's/./echo a/e' | od -c; printf '\0' | sed 's/./echo /e' | od -c; printf 'x' | sed 's/./echo/e' | od -c;printf 'x\n' | sed 's/./echo/e' | od -c; printf '\0' | sed 's/./echo b/e' | od -c
} 2>errors
cat errors
rm errors
#### sed-l-width
{
printf 'abc\n' | sed -n -l ' 1' l; printf 'abc\n' | sed -n -l 1 l; printf 'abc\n' | sed -n -l 2 l; printf 'abc\n' | sed -n -l 0 l; printf 'abcdef\n' | sed -n 'l 3'; printf 'abcdef\n' | sed -n 'l 1'; printf 'abcdef\n' | sed -n 'l 0'; printf 'abc\n' | sed -n -l x l; printf 'abc\n' | sed -n -l '' l; printf 'abc\n' | sed -n -l -5 l; printf 'abc\n' | sed -n -l 3x l;  printf 'abc\n' | sed -n --line-length=4 l; printf 'abc\n' | sed -n -l 01 l;  printf 'abc\n' | sed -n -l +1 l
} 2>errors
cat errors
rm errors
#### sed-posix-text
{
printf 'x\n' | sed --posix 'a\a' ; printf 'x\n' | sed --posix 'a\ '; printf 'x\n' | sed --posix 'a\  b\'; printf 'x\n' | sed --posix 'i\
t'; printf 'x\n' | sed --posix 'a b'; printf 'x\n' | sed --posix 'c\'; printf 'x\n' | sed --posix '3,0rd';printf 'x\n' | sed --posix '1,2a\
b'; printf 'x\n' | sed --posix '1,2i\
b';printf 'x\n' | sed --posix '1,2='; printf 'x\n' | sed --posix '1,2q'; printf 'x\n' | sed --posix '1,2c\
b'; printf 'x\n' | sed --posix '1,2r f'; printf 'x\n' | sed --posix '1,2l'; printf 'x\n' | sed --posix 'a\'; printf 'x\n' | sed --posix '}'; printf 'x\n' | sed --posix 'a'; printf 'x\n' | sed --posix '$!{a\y
}'
} 2>errors
cat errors
rm errors
#### sed-hold-loops
{
printf '1\n2\n3\n4\n' | sed -n '1!G;h;$p'; printf '1\n2\n3\n4\n' | sed 'N;P;D'; printf 'a\nb\nc\n' | sed '$!N;s/\n/-/'; printf 'a\nb\nc\n' | sed ':a;N;$!ba;s/\n/,/g'; printf 'a\nb\nc\n' | sed 'N;N;s/\n/+/g'; printf 'a\nb\n' | sed 'x;p;x'; printf 'a\nb\nc\nd\n' | sed '$!d'; printf 'a\nb\nc\n' | sed -n '$='; printf 'a\n\n\nb\n' | sed '/^$/N;/\n$/D'; printf 'a\nb\nc\n' | sed 'H;$!d;x;s/\n/ /g'; printf 'a\nb\nc\nd\n' | sed '1~2{N;s/\n/ /}'; printf 'a\nb\nc\n' | sed 'G'; printf 'a\nb\nc\n' | sed -n 'h;n;G;p'; printf 'abc\n' | sed '/\n/!G;s/\(.\)\(.*\n\)/&\2\1/;//D;s/.//'
} 2>errors
cat errors
rm errors
#### sed-addr
{
seq 10 | sed -n '0,/1/p'; seq 10 | sed -n '1,/1/p'; seq 10 | sed -n '2,~4p'; seq 10 | sed -n '4,~4p'; seq 10 | sed -n '3,+2p'; seq 10 | sed -n '2~3p'; seq 10 | sed -n '0~4p'; seq 10 | sed -n '$p'; seq 10 | sed -n '/3/,/5/p'; seq 10 | sed -n '5,2p'; seq 10 | sed -n '/3/,1p'; seq 10 | sed -n '2,4!p'; seq 10 | sed '2q'; seq 10 | sed -n '/2/,$p' | head -3; seq 10 | sed -n '1~0p'; seq 10 | sed -n '2,~0p'; seq 10 | sed -n '3,+0p'; seq 20 | sed -n '/1$/,/2$/p'; seq 10 | sed -n '0,5p'; seq 10 | sed '0p'; seq 3 | sed -n '2,1!p'; seq 10 | sed -n '\,3,p'; seq 10 | sed -n '\a3a,\b5bp'; seq 5 | sed -n '2 , 4 p'; seq 5 | sed -n '2 !p';seq 5 | sed -n '2!!p'; seq 5 | sed -n '2! p'
} 2>errors
cat errors
rm errors
#### sed-change
{
seq 5 | sed '2,4c\X'; seq 5 | sed '2,4!c\X'; seq 5 | sed '$!N;2,4c\X'; seq 5 | sed '/2/,/4/c\
one\
two'; seq 5 | sed '2c X' ; seq 5 | sed '2,4{c\
Z
}'; seq 3 | sed '$!{$!c\
text
}'; seq 3 | sed '2c\  lead'; seq 3 | sed 'c'; seq 2 | sed 'c\'; seq 3 | sed -n '2c\q'; seq 3 | sed '2{c\
a
;d}' ; seq 3 | sed '0~2c\q'
} 2>errors
cat errors
rm errors
#### sed-text-cmds
{
seq 2 | sed 'a hello'; seq 2 | sed 'a\  hello'; seq 2 | sed 'a\
hello\
world'; seq 2 | sed '1i\  x\ty'; seq 2 | sed '1i\
\tx'; seq 2 | sed -e 'a\' -e 'foo' ; seq 2 | sed '1a foo\nbar'; seq 2 | sed '1a\' ; seq 2 | sed 'a'; seq 2 | sed '$a end' ; seq 2 | sed '1{a x
}'; seq 2 | sed '1{a x}' ; seq 2 | sed '2i\one' -; seq 2 | sed 'a\ttab'; seq 2 | sed 'a \ttab'; seq 2 | sed 'a x\'; seq 2 | sed '1a   spaced  '; seq 2 | sed 'i\' -e 'multi\' -e 'line'; printf 'a' | sed 'a b'; printf 'a' | sed '$i b'; seq 2 | sed 'a\\foo'; seq 2 | sed "1a\\
\\"
} 2>errors
cat errors
rm errors
#### sed-y-cmd
{
echo 'abc' | sed 'y/abc/xyz/'; echo 'a/b' | sed 'y/\//|/'; echo 'a\b' | sed 'y/\\/|/'; printf 'a\nb\n' | sed 'N;y/\n/,/'; echo abc | sed 'y/abc/\n\t\\/' ; echo abc | sed 'y,a\,b,x\,y,'; echo 'é日' | sed 'y/é日/ab/'; echo abc | sed 'y/abc/de/'; echo abc | sed 'y/a/b/g'; echo abc | sed 'y/a/b'; echo abc | sed 'y/a\q/bcd/'; echo abc | sed 'y/aa/bc/'; echo 'a-c' | sed 'y/a-c/x_z/'; echo abc | sed 'y/a/b/;s/b/Q/'; echo abc | sed 'y///'; echo 'axb' | sed 'yxa\xxbyx'
} 2>errors
cat errors
rm errors
#### sed-s-flags
{
echo aaa | sed 's/a/b/2'; echo aaaa | sed 's/a/b/2g'; echo aaa | sed 's/a/b/p'; echo aaa | sed -n 's/a/b/gp'; echo aaa | sed 's/A/b/I'; echo aaa | sed 's/A/b/i2'; printf 'a\nb\n' | sed 'N;s/^b/X/M'; printf 'a\nb\n' | sed 'N;s/a$/X/M'; printf 'a\nb\n' | sed 'N;s/\`a/X/M;s/b\'"'"'/Y/M'; printf 'a\nb\n' | sed 'N;s/^/>/Mg'; printf 'a\nb\n' | sed 'N;s/$/</mg'; echo aaa | sed 's/a/b/w out' ; cat out; echo aaa | sed -n 's/a/b/w /dev/stdout'; echo x | sed 's/x/y/pw out2'; cat out2; echo aaa | sed 's/a/b/0'; echo aaa | sed 's/a/b/gg'; echo aaa | sed 's/a/b/pp'; echo aaa | sed 's/a/b/2 3'; echo aaa | sed 's/a/b/12'; echo aaa | sed 's/a/b/q'; echo aaa | sed 's/a/b/g;s/b/c/'; echo aaa | sed 's/a/b/ ; p'; echo aaa | sed 's/a/b/gI1'; echo a | sed 's/a/b/ }'
} 2>errors
cat errors
rm errors
#### sed-s-repl
{
echo hello | sed 's/\(h\)\(e\)/\2\1/'; echo hello | sed 's/l/[&]/g'; echo hello | sed 's/l/\&/'; echo hello | sed 's/l/a\nb/'; echo 'hello world' | sed 's/\w\+/\u&/g'; echo HELLO | sed 's/.*/\L\u&/'; echo 'foo bar' | sed 's/\(foo\) \(bar\)/\U\1\E \2/'; echo foo | sed 's/o/\
/'; echo foo | sed 's/o/\t/;s/f/\x41/;s/A/\o102/;s/B/\d067/'; echo a.b | sed 's/\./\\./'; echo 'a/b' | sed 's#/#|#'; echo 'ab' | sed 's|a\|b|X|g'; echo abc | sed 's/b*/X/g'; echo abc | sed 's/x*/-/g'; echo baaac | sed 's/a*/x/g'; echo abc | sed 's/\(z\)*b/[\1]/'; echo foo | sed 's/\(f\)/\2/'; echo foo | sed -E 's/(f)(o)/\3/'; echo 'one two' | sed -E 's/(\w+) (\w+)/\u\1 \U\2\E!/'; echo 'aBc' | sed 's/./\l&/2;s/a/\u&/'; echo abc | sed 's/b/\cA/' | od -c; echo 'x' | sed 's/x/\l\U&aB\EcD/'; echo foo | sed 's/foo/\Ubar\lBAZ/'; echo foo | sed 's/o/\x26/'; echo foo | sed 's/o/\x5c/'
} 2>errors
cat errors
rm errors
#### sed-empty-regex
{
echo abcb | sed '/b/s//X/g'; echo abc | sed 's/b/X/;s//Y/'; printf 'a\nb\n' | sed '/a/d;//d'; echo abc | sed 's//x/'; echo abab | sed 's/a/b/;s//c/g'; printf 'foo\nbar\n' | sed -n '/foo/,//p'; echo abc | sed '/B/Is//x/'; echo abc | sed '/b/s//x/I'
} 2>errors
cat errors
rm errors
#### sed-files
{
printf 'a\n' > f1; printf 'b\n' > f2; sed -n '$p' f1 f2; sed -s -n '$p' f1 f2; sed -n '$=' f1 f2; sed -s -n '$=' f1 f2; sed 'F' f1 f2; sed -n 1p f1 nope f2; echo $?; sed -i 's/a/X/' f1; cat f1; sed -i.bak 's/X/Y/' f1; cat f1 f1.bak; sed -n -i p f2; cat f2; sed -i '1i top' f1 f2; cat f1 f2; sed -n 'F' < f1; sed -i q nope; echo $?; sed --in-place=.o 's/Y/Z/' f1; ls; sed 'r f2' f1; sed '$r f2' f1; sed 'R f2' f1; sed '1w w1' f1; cat w1; sed 'r nope' f1; sed 'w /dev/stderr' f1 2>&1; sed -n '/Z/w w2
p' f1; cat w2; sed -i 'F;=' f1; cat f1;  mkdir -p d; sed -i 's/a/b/' d; sed p d; echo $?
} 2>errors
cat errors
rm errors
#### sed-null
{
printf 'a\0b\0' | sed -z 's/^/>/' | od -c; printf 'a\nb\0c\0' | sed -z 's/\n/N/;s/$/E/' | od -c; printf 'a\nb\0' | sed -z 's/^/>/Mg' | od -c; printf 'a\nb\0' | sed -nz 'l;='| od -c; printf 'a\0b' | sed -z 'N;P;D' | od -c; printf 'a\0b\0' | sed -z 'G;$!d' | od -c; printf 'a\0' | sed -z 'i x' | od -c; printf 'a\0b' | sed -z '$!d' | od -c; printf 'x\ny\0' | sed -z 's/x$/q/M'| od -c
} 2>errors
cat errors
rm errors
#### sed-quit
{
seq 5 | sed '3q'; seq 5 | sed '3q5'; echo $?; seq 5 | sed '3Q'; seq 5 | sed '3Q7'; echo $?; seq 5 | sed -n '$!{n;p};q2'; echo $?; seq 5 | sed 'q;a x'; seq 3 | sed '1{a x
q}'; seq 5 | sed 'q 300'; echo $?; seq 5 | sed 'qx'; seq 3 | sed -n '2{p;q}'; seq 3 | sed '1!{q9}' ; echo $?; seq 2 | sed '1,2q'; seq 3 | sed 'N;N;Q4'; echo $?
} 2>errors
cat errors
rm errors
#### sed-nextline
{
seq 4 | sed 'n;d'; seq 3 | sed 'n;d'; seq 3 | sed '$!n;s/./x/'; seq 3 | sed -n 'n;p'; seq 3 | sed 'N;s/\n/+/'; seq 3 | sed --posix 'N;s/\n/+/'; POSIXLY_CORRECT=1 sed N <<< 1; seq 3 | sed '2D'; seq 3 | sed 'a x
n'; seq 2 | sed 'n;n;s/^/q/'; seq 3 | sed '1{N;N;P;D}'; seq 3 | sed '$!{N;D}'
} 2>errors
cat errors
rm errors
#### sed-extended
{
echo aaa | sed -E 's/a{2}/X/'; echo 'ab' | sed -E 's/(a)(b)?/\2\1/'; echo 'a+b' | sed -E 's/a\+b/X/'; echo 'a+b' | sed 's/a+b/X/'; echo aab | sed 's/a\+/X/'; echo aab | sed 's/a\{2\}/X/'; echo ab | sed 's/a\?b/X/'; echo 'a|b' | sed -E 's/a|b/X/g'; echo 'a|b' | sed 's/a\|b/X/g'; echo abab | sed -E 's/(ab)\1/X/'; echo '(a)' | sed 's/(a)/X/'; echo aXa | sed -r 's/^(.)X\1$/same/'; echo 'a.b*c' | sed 's/[.*]/_/g'; echo 'a]b' | sed 's/[]]/X/'; echo 'a^b' | sed 's/[b^]/X/g'; echo 'foo123' | sed 's/[[:digit:]]\+/N/'; echo a | sed -E 's/a{,2}/X/'; echo 'a{1' | sed -E 's/a\{1/X/'; echo 'a*b' | sed 's/*b/X/'; echo '^a' | sed 's/x^a/X/;s/^^a/Y/'; echo 'a$b' | sed 's/a$b/X/'; echo ab | sed -E 's/()/x/g'; echo 'aa' | sed -E 's/a**/x/'; echo 'word1 word2' | sed 's/\bw/W/g;s/\</</g;s/\B1/Q/'; echo 'tab	x' | sed 's/\t/T/;s/\s/S/;s/\S/N/;s/\W/_/'; echo '+' | sed -E 's/\x2b/X/;s/[\x2b]/Y/'; echo 'a.b' | sed 's/\x2e/X/'; echo 'a^b' | sed 's/\x5e/X/'; echo abc | sed 's/[\n]/X/'; echo 'a\nb' | sed 's/[\n]/X/g'; echo 'a]' | sed 's/[\]]/X/'
} 2>errors
cat errors
rm errors
#### sed-errors
{
sed 'k' /dev/null; sed 's/a/b' /dev/null; sed '/a' /dev/null; sed 'b foo' /dev/null; sed '{p' /dev/null; sed 'p}' /dev/null; sed '3,' /dev/null; sed ',3p' /dev/null; sed '1,2=' /dev/null; sed ':' /dev/null; sed ':a b' /dev/null; sed '1:a' /dev/null; sed 'pp' /dev/null; sed 'p q' /dev/null; sed -E 's/(/x/' /dev/null; sed 's/\(/x/' /dev/null; sed 's/[/x/' /dev/null; sed 's/a\{2/x/' /dev/null; sed 's/*/x/' /dev/null; sed -E 's/*/x/' /dev/null; sed 's/a\{1a\}/x/' /dev/null; sed 's/\)/x/' /dev/null; sed -E 's/a{2,1}/x/' /dev/null; sed 'y/a/' /dev/null; sed 'r' /dev/null; sed 'w' /dev/null; sed '1,2i\x' /dev/null; sed '/a/,/b' /dev/null; sed '}' /dev/null; sed '1,3' /dev/null; sed '+1p' /dev/null; sed '~2p' /dev/null; sed '1~p' /dev/null; sed '1!' /dev/null; sed -f nope; sed 's/a/b/;;;p;}' /dev/null; sed 'a' /dev/null; sed 's/a/b/e;k' /dev/null; sed -e 'p' -e 'k' /dev/null; printf 'p\nk\n' > s.sed; sed -f s.sed /dev/null; sed 's a b' /dev/null; sed 's\a\b\' /dev/null; sed '0p' /dev/null; sed '0,3p' /dev/null; sed '0~3p;0!p' /dev/null; sed 'v 9.0' /dev/null; sed 'l x' /dev/null; sed 'L' /dev/null; sed 'q q' /dev/null; sed '1,2q' /dev/null; sed 's/\(a\)/\2/' /dev/null; sed "s/a/\\" /dev/null; sed '#n' /dev/null; sed 's/x/\c/' /dev/null; sed 's/[[:foo:]]/x/' /dev/null; sed 's/[:alpha:]/x/' /dev/null; sed 's/[[.a.]]/x/' /dev/null; sed 'tfoo;:bar' /dev/null; sed ':a;:a' /dev/null; sed 'D;}' /dev/null; sed '{;p;};}' /dev/null; sed '\n' /dev/null; sed '/a/Ip;/b/Mx;/c/Qp' /dev/null
} 2>errors
cat errors
rm errors
#### sed-script-files
{
printf '#n\np\n' > a.sed; seq 2 | sed -f a.sed; printf '#n' > b.sed; seq 2 | sed -f b.sed; printf '#no\np\n' > c.sed; seq 1 | sed -f c.sed; seq 2 | sed '#n
p'; seq 2 | sed -e '#n' -e p; printf 's/1/x/\n# comment\n\n   p # c\n{ p ; }\n' > d.sed; seq 2 | sed -f d.sed; seq 1 | sed 'p;# c
p'; seq 1 | sed '{p;p}'; seq 1 | sed '{p};p'; seq 1 | sed -n '{p;;p;}'; seq 1 | sed 'p # x'; seq 1 | sed -e 'i\' -e '  x'; printf 'a\\\nfoo' > e.sed; seq 1 | sed -f e.sed; printf 'y/1/2/;s/2/3/' | sed -f - /dev/null; seq 1 | sed -f d.sed -e 's/x/y/'; seq 1 | sed -s -e p; seq 1 | sed -u p; seq 1 | sed --expression=p; seq 1 | sed -ne p; seq 1 | sed -n -- p; seq 1 | sed p -n; seq 1 | sed --quiet p; seq 1 | sed --silent -e p
} 2>errors
cat errors
rm errors
#### sed-branch
{
echo aaa | sed ':a;s/a/b/;ta'; echo abc | sed 's/x/y/;t;s/a/A/'; echo abc | sed 's/a/x/;T;s/b/y/'; echo abc | sed 's/q/x/;T end;s/b/y/;:end'; echo 'a,b,c' | sed -e ':l' -e 's/,/ /' -e 'tl'; echo x | sed 'b;s/x/y/'; echo x | sed 'bend; s/x/y/; :end'; echo x | sed ': a ;s/x/y/;ta'; echo x | sed ':a
s/x/y/
ta
'; echo 12345678 | sed ':a;s/\B[0-9]\{3\}\>/,&/;ta'; printf 'a\\\nb\n' | sed -e ':a' -e '/\\$/N; s/\\\n//; ta'; echo x | sed '{:a;s/x/y/;ta}'; echo x | sed ':a;bb;:b'; seq 3 | sed -n '2{b x};p;:x'
} 2>errors
cat errors
rm errors
#### sed-w-files
{
seq 4 | sed -n -e '1w o1' -e '2,3w o2' -e '4w o1'; cat o1 o2; seq 2 | sed 'w /dev/stdout'; seq 2 | sed -n 's/1/x/w /dev/stdout
'; seq 3 | sed -n 'w o3
W o4'; cat o3 o4; printf 'a\nb\n' | sed -n 'N;W o5'; cat o5; seq 2 | sed 'w'; seq 1 | sed 'w  sp'; ls
} 2>errors
cat errors
rm errors
#### sed-l-cmd
{
printf 'a\tb\\\001\377é\n' | sed -n l; printf 'a\bb\fc\rd\ve\a\n' | sed -n l; printf '%0100d\n' 1 | sed -n l; printf '%0100d\n' 1 | sed -n 'l 20'; printf 'a\nb\n' | sed -n 'N;l'; printf 'a b\n' | sed -n 'l;l 1;l 2'; printf '日本語日本語\n' | sed -n 'l 10'; printf 'x\n' | sed -l 5 -n l; printf '%s\n' 'aaaaaaa\tbbb' | sed -n 'l 8'
} 2>errors
cat errors
rm errors
#### sed-misc
{
seq 3 | sed '='; seq 3 | sed -n '2{=;p}'; echo abc | sed 'z;s/^$/empty/'; seq 3 | sed 'y/123/abc/;h;G'; echo 'hello' | sed 's/./&\n/2;P;D'; echo a | sed 'e echo hi'; echo 'echo x' | sed e; echo 'a b' | sed 's/a \(b\)/echo \1/e'; seq 2 | sed '1e echo one
'; echo x | sed --sandbox 'e ls'; echo x | sed --sandbox 'w f'; echo x | sed --sandbox 's/x/y/e'; echo x | sed --sandbox 'r f'; echo x | sed 's/x/a\
b/;l;=' ; printf 'no newline' | sed p; printf 'a\nb' | sed -n '$p'; printf 'a' | sed 'N;p'; printf 'a\r\n' | sed 's/\r$//'; printf 'x\n' | sed '$s/$/\n/'; echo abc | sed 's/b/x/;ta;s/a/q/;:a;s/c/y/'; echo 'a' | sed -E 's/(a|b)*/x/'; echo 'é' | sed 's/./x/g'; printf '\351\n' | sed 's/./x/g' | od -c; printf 'a\351b\n' | sed 's/a.b/x/' | od -c
} 2>errors
cat errors
rm errors
#### sed-text-end-backslash
for x in 'ib\a\' 'ix\ty\' 'ib\\c\' 'ab\qc\' 'cb\qc\' 'i\b\a\' 'i\
b\a\' 'ib\a\\' 'ib\a' 'ib\q\a' 'i\ttx\' 'ia\
b\tc\' 'i\' 'ix\'; do echo "--- $x"; echo L | sed "$x" | od -c | head -3; done; echo "--- two"; echo L | sed -e 'ib\a\' -e 'c\td' | od -c | head; echo L | sed -e 'i\' -e 'b\a\' -e 'c\td\'| od -c | head;printf 'ib\\a\\' > sc; echo L | sed -f sc | od -c; printf 'ib\\a\\\nc\\td\\' > sc; echo L | sed -f sc | od -c
#### sed-read-before
printf 'X\nY\n' > rf; printf 'a\nb\n' > g1; printf 'c\n' > g2; e(){ echo "--- $*"; sed "$@" 2>&1; }; e '0r rf' g1; e -n '0r rf' g1; e '0r rf' g1 g2; e -s '0r rf' g1 g2; e '1d;0r rf' g1; e '0r nope' g1; e '0,1r rf' g1; e '0,/b/r rf' g1; e '0!r rf' g1; e 'n;0r rf' g1; e '0R rf' g1; e '0r rf' /dev/null; e -e '0r rf' -e '0r g2' g1; e 'i\I
0r rf' g1; e -z '0r rf' g1; cp g1 g3; sed -i '0r rf' g3; cat g3; e --posix '0r rf' g1;  e '0~1r rf' g1
