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
