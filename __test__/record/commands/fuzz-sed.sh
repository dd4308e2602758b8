#### what is wrong with a script is told before a file of another is read
sed -ep1 -f ''; echo $?; sed -e '{' -f missing; echo $?
#### letters behind a NUL stay as they are
printf 'ma\0a' | sed 's/[^a]a/\U&/2' | od -c; printf 'a\0b\n' | sed 's/.b/\U&z/' | od -c
#### nobody asks for the addresses of v
printf '\n' | sed '0,/+/v;//i\'; echo $?; printf 'x\n' | sed -n '/x/v;//p'; echo $?
#### the output of a command with -z
printf '\n' | sed -z '1e echo hi' | od -c; printf 'a\0b\0' | sed -z 'e echo hi' | od -c
#### a range of so many lines that is stepped over
printf 'b\n\n\n' | sed '/b/,+1p;N'; seq 9 | sed -n '2,+1p;N;N'; seq 9 | sed -n '2,~3p;N;N'; seq 9 | sed -n '2,4p;N;N'; seq 12 | sed -n '/1$/,2~5p;N'
#### a label and a name end at a NUL
printf ':\0' > s; sed -f s s; echo $?; printf 'ba\0x\n:a' > s; echo 1 | sed -f s; printf 'w o\0x' > s; echo 1 | sed -f s; ls
#### a carriage return ends s alone
printf '2d\r\n' > s; seq 3 | sed -f s; echo $?; printf 's/1/x/\r\n' > s; seq 1 | sed -f s; printf 'p\r' > s; seq 1 | sed -f s
#### debug tells the script
sed --debug -n '1,3{p;s/x/y/gIp2};$!N;:a;ta;y/abc/xyz/;a foo
i\
bar
/re/I,+3d;\,a/b,!{F;z};r f
w out
0~3q5;l 5;=;v;2,+0p;s/\(a\)\n*/\U\1\E\u&\L/w out
# none' /dev/null
#### debug tells the labels of what stands behind it
sed -e ':a;ba' --debug /dev/null; sed --debug -e ':a' -e ba /dev/null; sed --debug -i p
#### debug tells what commands do
seq 4 | sed --debug -n '$!N;h;G;x;s/1\(.\)/\1/p;s/x//;/3/{D};y/2/\n/;P;D'; printf 'a\tb\\\303\251\n' | sed --debug 's/[ab]/&\n/2;n'; seq 2 | sed --debug '2c foo'; seq 2 | sed --debug '1!{e echo hi
};q3'; echo $?
#### what ends a label
printf 'ba\rp\n' > s; echo x | sed -f s; printf 'ba\vp' > s; echo x | sed -f s; printf ':a\tp' > s; echo x | sed -f s; printf ':a\rp' > s; echo x | sed -f s
#### debug tells nothing of a script whose files cannot be opened
sed --debug 's/a/b/w none/x'; echo $?
#### what is wrong before another option is told first
sed -f missing --no 2>&1 | head -n 1; echo $?; sed -e k --no; echo $?; sed -e 'w out' -f missing; echo $?; ls; sed -e '{p' -f missing; echo $?; sed -e k -f missing; echo $?
#### the order of versions
for v in 4.=2 4.9 4.10 4.09 4.9.1 4.9a 4.01 5 04.9 4a 4.9.0 4..9 4.8z x 00 4.00; do sed "v $v" /dev/null 2>/dev/null; echo "$v $?"; done
#### texts end as -z has it wherever it stands
for s in 'c\
hello' 'a\
hello' 'i\
hello' chello; do printf 'a\nb\0q' | sed -e "$s" -z | od -c; done
#### a command to be run ends at a NUL
printf '\0' | sed 's/.*/echo &/e' | od -c; printf 'a\0b\n' | sed 's/.*/echo &/e' | od -c
#### a backslash behind that of the text
for s in 'a\\
p' 'a\\x\
y' 'a\\\\
p' 'i\\  x' 'c\\' 'a\\
1' 'a \\x'; do printf 'b\n' | sed "$s" 2>&1; echo $?; done; printf 'b\n' | sed -e 'a\\' -e p; printf 'b\n' | sed -e 'a\\\' -e p
#### the hold space between files
printf a > f; printf 'b\nc\n' > g; sed -s 'x;p' f f f; sed -n -s 'x;p' f f f g; sed -i x f g; od -c f; od -c g
#### line anchors between NULs
printf 'a\n\nb' | sed -z 's/^\(.*\)$/[\1]/mg'; echo; printf '\n' | sed -e 's/^/x/mg' -z; printf 'a\0b\0' | sed -z 'N;s/^/x/mg;s/$/y/mg' | od -c
#### patterns of POSIX
printf 'a)b\n' | sed --posix 's/\)//'; printf 'a)b\n' | sed --posix 's/\(a\)\)/<\1>/'; printf 'a)b\n' | sed --posix -E 's/)//'; sed 's/\)//' /dev/null 2>&1; printf 'a\\n\nb' | sed --posix 'N;s/[\n]/X/g'; echo; sed --posix --debug -n 's/[\n]//;s/\+\?//;/\`a\|b/p' < /dev/null
#### a class without its brackets comes after other mistakes
for s in 's/[:t:]/\1/' 's/\(a\)[:t:]/\1/' '/[:a:]/p' 's/[:[t:]//' 's/[:a-z:]//' 's/[:a[:]//' 's/[^:[x:]//'; do sed "$s" /dev/null 2>&1; echo $?; done; sed -E 's/[:a:](/x/' /dev/null 2>&1
#### numbers of characters without digits
echo '\d' | sed 's/[\d]/X/g'; echo '\dox' | sed 's/[\o\x]/X/g'; echo 'dox' | sed 's/\d\o\x/X/'; echo 'dd' | sed 's/\d\+/X/'; echo d | sed 's/d/\d\o\x/'; echo d | sed 'y/\d/x/'; sed --debug 's/\d//;s/\x/\o/;y/\d/\x/' < /dev/null; echo '\x' | sed --posix 's/[\x]/X/g'
#### a class that does not end takes the rest
for s in 's/[[./]x/y/' 's/[[:]/x/' 's/[a[.]/x/' 's/[.[]/x/'; do echo . | sed "$s" 2>&1; echo $?; done
#### groups of the pattern that was used last
for s in '{s/a//;s//\1/}' '/a/s//\1/' '/a/{s/b//;s//\1/}' 's/b//;/a/s//\1/' '/a/{s//x/;s//\1/}' '/b/!{s//\1/}' 's/\(a\)//;s//\1\1/' '/\(a\)/{s//\1-/;s//\2/}'; do printf 'ab\nb\n\nxa\n' | sed "$s" 2>&1; echo $?; done
#### a NUL that is no command
printf '\0\n' > f; sed -f f f 2>&1; echo $?; printf 'p;\0p\n' > f; sed -f f f 2>&1; echo $?
#### \c with nothing behind it
for s in 's/a\c/X/' '/a\c/p' 's/\c//' 's/[\c]/X/' 's/a/b\c/' '/[\c/]/p' 's/\c,b/x/'; do printf 'abc\\\n' | sed "$s" 2>&1; echo $?; done
#### what GNU added stands for itself with --posix
for s in 's/\W/U/;s/\w/z/' 's/(\W)$/U/' 's/\W*$/U/' 's/[ ]\W|\W/U/' 's/a\+/x/' 's/\bx/y/' 's/\<x/y/' 's/x\>/y/' "s/\\\`x/y/" 's/\(x\)/y/' 's/x\{1\}/y/' 's/(x)\1/y/' 's/\s/y/' 's/x\|w/y/'; do for o in '-E --posix' --posix; do printf 'xW\nx \nxw\nW\nx+x\nbx <x x> (x) x{1} sx x|w\n' | sed $o "$s" 2>&1; done; done
#### what is written to a file waits
printf '1\n2\n' > g; sed -n $'w o\n$r o' g; sed -u -n $'w o\n$r o' g; sed $'w o\nR o' g; seq 2000 | sed -n $'w o\n$r o' | tail -2; sed $'w o\n2e cat o' g; sed -n $'w o\ns/.*/cat o/ep' g; cat o; sed -i $'w w1\nR w1' g; cat g w1; sed $'w o\n/2/q3' g; echo $?; cat o; sed $'w o\n$s//x/' g 2>&1; cat o; seq 1200 | sed -n $'w o\n1000r o' | wc -c
#### bytes are characters in the C locale
printf 'naïve café\n日本語 テスト\nÄÖÜ ß\n' > u; for c in 's/é/e/' 's/./x/3' 's/\w/W/g' 'y/é/e/' 'y/éa/xyz/' 'séaébé' 's/[é]/E/g' 's/[^a-z]/?/g' 's/\(.\)$/<\1>/' 's/.*/\U&/' 's/.*/\L&/' 's/\w\+/\u&/g' 's/x*/-/g' 's/b*/-/2' 'l 12' 's/[[:alpha:]]/A/g' 's/[à-ü]/x/g' 's/É/e/I' 's/\xc3/C/;s/\xa9/D/' 's/\B/|/g' 's/é*/-/2' 'y/\xc3/C/' 's/./\U&/;s/./\u&/2;s/./\l&/3' 's/.\{3\}/&\n/g'; do LC_ALL=C sed -n "$c;p" u 2>&1 | od -c; LANG=C LC_ALL= LC_CTYPE=POSIX sed -E "$c" u 2>&1; done
#### groups whose rounds may be empty or left out
for r in '(x*x|(([xy]*|y?){2})+){2,3}' '(x|){,2}|x*' '(ab|a|b){0,2}' '((x|)?){2}' '^((|x){,2}){2,3}(y?){,2}|()y?$' '^((|x)((x|)|.+(x{1,2}y?[xy]?|.*)))x|y{1,2}y?$' '((x|a*a){1,3}(x*|y*)){0,2}a+y?|(|x){1,3}' 'x*|((ab|a{0,2})*){,2}' '(|x)(x|)' '((a))*b?' '((((x))))+' '(a*)+(b*)*' '(^|x)*(y$|)+'; do printf '%s\n' xxyxyy abxxab x '' yxyx aabxyab xyabxa | sed -E "s/$r/<&>$(for i in $(seq $(tr -cd '(' <<< "$r" | wc -c)); do printf '[\\%d]' $i; done)/" 2>&1; done
#### a file that is missing is the current one
printf 'a\nb\n' > f1; printf 'c\n' > f2; : > e; for files in 'f1 e' 'f1 e missing' 'f1 missing e' 'f1 missing' 'f1 missing f2' 'missing f1'; do for s in '$F' '$!F' '$p;F' F; do sed "$s" $files 2>&1; sed -s "$s" $files 2>&1; done; done
#### nothing to insert does not end the line before it
printf . >f1; printf a >f2; for c in 'a\' 'c\' 'i\' '$!N;a\' '$!N;i\'; do sed --debug "$c" f1 f2 | tail -n +4; sed "$c" f1 f2 | od -c; done
