# diff of GNU diffutils 3.8: formats of lines and groups, folders, colors.
#### formats of lines
printf 'one\ntwo\nthree\nfour\n\tfive' > a; printf 'one\nTWO\nthree\nfive\n\tfive\nsix\n' > b; for o in --line-format=%L '--line-format=[%l]%c(10)' '--line-format=%dn:%L' '--line-format=%3dn %l|' '--old-line-format=%5.3dn|' --line-format=%q --line-format=% '--line-format=%-4dn|%04dn|%xn|%Xn|%on|%l|' "--line-format=%c'x'%c'\\12'%c'\\'%c''%%"; do echo "== $o"; diff "$o" a b; echo "|$?"; done; diff --old-line-format='-%L' --new-line-format='+%L' --unchanged-line-format=' %L' a b; echo; diff --old-line-format= --new-line-format= --unchanged-line-format=%L a b; diff -t --line-format=%l a b; diff --line-format=%L a a; echo $?
#### formats of groups
seq 9 > a; printf '1\n2\nx\ny\n4\n5\n7\n8\n9\n10\n' > b; for o in '--changed-group-format=%dF,%dL,%dN,%dE,%dM,%df,%dl,%dn,%de,%dm|' '--changed-group-format=%5dF%-5dL|%05dN|%xe|%Xl|%om|' '--changed-group-format=%(N=0?none:%(n=1?one:%(n=n?same:x)))' '--old-group-format=<%<>' '--new-group-format={%>}' '--unchanged-group-format==%==' '--changed-group-format=%q%(%(x=1?a:b)%(1=1?yes' '--changed-group-format=%(1=2?no:yes' "--old-group-format=%c'a'"; do echo "== $o"; diff "$o" a b; echo "|$?"; done; diff --unchanged-group-format= --changed-group-format='%<' a b; diff --unchanged-group-format= --changed-group-format='%>' a b; diff -B --old-group-format=O%\< --unchanged-group-format=U%= a b
#### formats and other styles
exec 2>&1; seq 3 > a; seq 2 4 > b; diff -D X a b; diff --ifdef=A-B a b; diff -D X --line-format=%l: a b; echo; diff -u --line-format=%L a b; diff -D X --old-group-format=O a b; diff --old-group-format=O --old-group-format=P a b; diff --line-format=%L --line-format=%L a b; diff --new-line-format=%L --line-format=%l a b; diff --old-line-format=x --old-line-format=y a b; diff --unchanged-group-format=1 --unchanged-group-format=2 a b; diff --new-group-format=1 --new-group-format=2 a b; diff --changed-group-format=1 --changed-group-format=2 a b; diff --unchanged-line-format=1 --unchanged-line-format=2 a b; diff --s a b; diff --c a b; diff --no a b; diff -1 -1 a b
#### folders of which one is missing, and the same one
mkdir -p a b/sub; echo x > b/sub/f; echo x > a/y; diff -P a b; echo $?; diff -N a b; echo $?; diff -N b a; diff -P b a; diff a a; echo $?; diff -s a a; echo $?; diff -rs a ./a; diff -y -W 30 a a; diff -D X a a 2>&1; echo $?
#### scripts without a last line end
exec 2>&1; printf 'a\nb' > a; cp a b; for o in -e -f -n '-e -q' '-s -e' -u; do diff $o a b; echo $?; done; diff -e a a; echo $?; ln a c; diff -e a c; echo $?; printf 'a\0b' > a; cp a b; diff -e a b; echo $?; diff -e -a a b; echo $?
#### colors side by side and in context
printf 'one\ntwo\nthree\n' > a; printf 'one\nTWO\nx\nthree\n' > b; diff --color=always -y -W 40 a b; diff --color=always -y -W 40 b a; diff --color=always -c --label A --label B a b; printf 'a\rb\n' > c; diff --label A --label B -t -u a c; diff -t a c
#### common ends of lines that are alike
printf 'a b\n  c\n\td\n\n' > a; printf 'a  b\nc\n        d\n\n\n' > b
diff -w a b; echo $?
diff -b a b; echo $?
printf 'x\nA\na\na\n' > a; printf 'x\na\na\na\nA\n' > b
diff -i a b; echo $?
#### names with spaces in folders
mkdir d e; echo 1 > 'd/a b'; echo 2 > 'e/a b'; echo 1 > "d/it's"; echo 2 > "e/it's"; echo 1 > 'd/o n'
diff -r d e; echo $?
#### names that differ in case
mkdir d e; echo 1 > d/X; echo 2 > d/x; echo 3 > e/x; echo 1 > d/Case; echo 1 > e/cAse
diff -r --ignore-file-name-case d e; echo $?
#### files of options alone
echo 1 > a
diff --from-file=a; echo $?
diff --to-file=a; echo $?
#### equal files in columns
mkdir d e; echo 1 > d/a; echo 1 > e/a; echo 1 > d/b; echo 2 > e/b
diff -y -W 20 d e; echo $?
diff -y -W 20 --suppress-common-lines d e; echo $?
diff --unchanged-group-format= d e; echo $?
#### palettes of colors
mkdir d1 d2; seq 12 > a; seq 12 | sed '3s/$/x/;10d;5a new' > b; cp a d1/f; cp b d2/f; for p in '' 'hd=4:ad=33:de=35:ln=36' 'rs=' 'lc=<:rc=>' 'ad=\e[\x41\101^A' '::hd=1=2:ec=Q' 'hd=^?\_\?'; do for o in '-U0 --label a --label b' '' '-y -W 40'; do diff --color=always --palette="$p" $o a b | cat -A; done; diff --palette="$p" -U0 --label a --label b a b | head -3; done
#### palettes that make no sense
exec 2>&1; mkdir d1 d2; seq 12 > a; seq 12 | sed '3s/$/x/;10d;5a new' > b; cp a d1/f; cp b d2/f; cp d1/f d1/g; cp d2/f d2/g; for p in 'x' 'xx=1' 'x=1' 'hd=^1' 'hd=1:xx=2' 'hd=\' '*a=1'; do diff --color=always --palette="$p" a b | head -2; diff --color=always --palette="$p" -q a b; diff --color=always --palette="$p" a a; diff --color=always --palette="$p" -r d1 d2 | grep diff; diff --palette="$p" a b | head -1; done; diff --palette; echo $?
#### common lines that are not alike, in columns
printf 'a\n#1\n#2\nb\nc\n' > a; printf 'a\nb\nd\n' > b; for o in '' --left-column --suppress-common-lines; do diff -y -W 30 $o -I '#' a b; diff -y -W 30 $o -I '#' b a; done; printf 'a\n\n\nb\nc\n' > a; diff -y -W 30 -B a b; diff -y -W 30 -B b a
#### carriage returns that do not count
printf 'a\r\nb\r\nc\r\n' > a; printf 'a\nB\nc\n' > b; for o in '' -y -e -n -u --line-format=%L '-D X'; do diff --strip-trailing-cr $o --label a --label b a b | cat -A; diff --strip-trailing-cr $o --label a --label b b a | cat -A; done; printf 'a\r' > a; printf 'a\rb\r\n\r\n' > b; diff --strip-trailing-cr a b | cat -A; printf 'a\r\r\n' > a; printf 'a\r\n' > b; diff --strip-trailing-cr a b | cat -A
#### tabs behind what has no width
for k in '\377' '\001' '\303\251' 'a\b\b\bb' '\b' '\177'; do printf "$k\tx\n" > b; : > a; diff -t a b | od -c; done
#### folders with slashes at the end
mkdir -p d1/s d2/s; echo 1 > d1/f; echo 2 > d2/f; echo 3 > d1/s/g; echo 4 > d2/s/g; echo 5 > d1/o; echo 6 > d2/p; diff -r ./d1/ d2//; diff -rq d1// d2; diff d1//f d2///; diff -rN d1/ d2/
#### links that lead nowhere, and loops of folders
exec 2>&1; mkdir -p d1/s d2/s; ln -s nope d1/l; echo a > d2/l; ln -s nope n; for o in -r -rN '-r --no-dereference' '-rN --no-dereference' '-r --unidirectional-new-file'; do diff $o d1 d2; echo $?; diff $o d2 d1; echo $?; diff $o n d2/l; echo $?; done; rm d1/l d2/l; ln -s .. d1/s/up; ln -s .. d2/s/up; diff -r d1 d2; echo $?; diff -rs --no-dereference d1 d2; echo $?; ln -s d1 l; ln -s d1 m; for o in '' -q -s '-s --no-dereference'; do diff $o l m; echo $?; diff $o l d1; echo $?; done
#### special files in folders
exec 2>&1; mkdir d1 d2; mkfifo d1/p d2/p d1/q d1/r; echo a > d2/q; : > d2/e; mkdir d1/e; ln -s f d1/l; echo f > d2/l; for o in '' -q -N '--no-dereference' '-N --no-dereference'; do diff -r $o d1 d2; echo $?; done
#### folders that only one has, without recursion
mkdir -p d1/x d2/y; echo 1 > d1/x/f; for o in '' -N -P -q -s -rP -rNq; do diff $o d1 d2; echo $?; diff $o d2 d1; echo $?; done; diff -rN --line-format=%L d1 nope 2>&1; diff -rN d1 nope; diff -rN nope d1
#### names that are not there
exec 2>&1; mkdir d; echo a > a; for o in '' -N -P; do for p in 'nope nope' 'nope nope2' 'nope a' 'a nope' 'nope d' 'd nope' 'a d' '- d' 'd -'; do diff $o $p < a; echo "$o $p $?"; done; done; : > e; chmod 0 e; diff -N e a; diff -P e a; diff a e
