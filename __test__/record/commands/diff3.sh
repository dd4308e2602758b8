# diff3 of GNU diffutils 3.8.
#### three ways to differ
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n' > o; sed 's/2/two/; s/5/five mine/; 8d' o > m; sed 's/4/four/; s/5/five yours/; $a ten' o > y; diff3 m o y; echo $?; diff3 -m m o y; echo $?; diff3 -e m o y; diff3 -A m o y; echo $?; diff3 -E m o y; diff3 -x m o y; diff3 -X m o y; diff3 -3 m o y; echo $?
#### long options
printf 'a\nb\nc\nd\n' > o; sed s/b/B/ o > m; sed s/d/D/ o > y; for f in --show-all --ed --show-overlap --easy-only --overlap-only --merge --text --initial-tab --strip-trailing-cr; do echo "== $f"; diff3 $f m o y; echo $?; done
#### the same change on both sides
printf 'a\nb\nc\n' > o; printf 'a\nX\nc\n' > m; cp m y; diff3 m o y; diff3 -m m o y; echo $?; diff3 -A m o y; diff3 -E m o y; diff3 -e m o y; diff3 -m -E m o y; diff3 -m -e m o y; echo $?
#### only one side
printf 'a\nb\nc\n' > o; printf 'a\nb\nc\nd\n' > m; diff3 m o o; diff3 o o m; diff3 o m o; diff3 -m m o o; diff3 -m o o m; diff3 -m o m o; echo $?; diff3 -e o o m; diff3 -e m o o; diff3 o o o; echo $?
#### insertions and deletions that meet
printf 'a\nb\nc\nd\ne\n' > o; printf 'a\nx\nb\nc\nd\ne\n' > m; printf 'a\nb\ny\nc\ne\n' > y; diff3 m o y; diff3 -m m o y; diff3 -e m o y; printf 'a\nx\nb\nc\nd\ne\n' > m; printf 'a\nz\nb\nc\nd\ne\n' > y; diff3 m o y; diff3 -m m o y; diff3 -A m o y; printf 'a\ne\n' > y; diff3 m o y; diff3 -m m o y; diff3 -m -x m o y; diff3 -m -3 m o y; diff3 -m -X m o y
#### empty files
: > e; printf 'a\nb\n' > o; for s in 'e o o' 'o e o' 'o o e' 'e e o' 'e o e' 'o e e' 'e e e'; do echo "== $s"; diff3 $s; diff3 -m $s; echo $?; diff3 -e $s; diff3 -A $s; done
#### labels
printf 'a\nb\nc\n' > o; printf 'a\nM\nc\n' > m; printf 'a\nY\nc\n' > y; diff3 -m -L mine -L old -L yours m o y; diff3 -m -L mine m o y; diff3 -E --label=mine --label old m o y; diff3 -A -L 'a b' m o y; diff3 -mE -L 1 -L 2 -L 3 m o y
#### scripts and dots
printf 'a\nb\nc\n' > o; printf 'a\n.\nb\nc\n' > m; printf 'a\n..x\n.y\nb\nC\n' > y; diff3 -e m o y; diff3 -E m o y; diff3 -A m o y; diff3 -ei m o y; diff3 -i m o y; diff3 -Ai m o y; printf 'a\nb\n.\nc\n' > y; diff3 -e o o y; diff3 -A o o y
#### no final newline
printf 'a\nb' > o; printf 'a\nb\n' > m; printf 'a\nc' > y; diff3 m o y; echo; diff3 -m m o y; echo; diff3 -m o o y; echo; diff3 o o y; diff3 -e o o y; diff3 -m y o m; diff3 -T m o y
#### carriage returns
printf 'a\r\nb\r\n' > o; printf 'a\nb\n' > m; printf 'a\r\nc\r\n' > y; diff3 m o y | od -c; diff3 --strip-trailing-cr m o y | od -c; diff3 -m --strip-trailing-cr m o y | od -c
#### bytes
printf 'a\0b\n' > o; cp o m; printf 'a\0c\n' > y; exec 2>&1; diff3 m o y; echo $?; diff3 -a m o y | od -c; diff3 o m m; echo $?; printf '\377\n' > o; printf '\376\n' > m; diff3 m o o | od -c; diff3 -m m o m | od -c
#### standard input
printf 'a\nb\n' > o; printf 'a\nB\n' > m; printf 'a\nC\n' > y; exec 2>&1; diff3 -m m - y < o; diff3 -m m o - < y; diff3 m o - < y; diff3 m - y < o; diff3 - o y < m
#### errors
exec 2>&1; echo a > a; mkdir d; diff3 a a nofile; echo $?; diff3 a nofile d; diff3 a d a; echo $?; diff3; echo $?; diff3 a; diff3 a a; echo $?; diff3 a a a a; echo $?; diff3 -e -E a a a; echo $?; diff3 -L x a a a; diff3 -mi a a a; echo $?; diff3 -m -L 1 -L 2 -L 3 -L 4 a a a; echo $?; diff3 --bogus a a a; echo $?; diff3 -Z a a a; diff3 -L; diff3 -i a a a; echo $?; diff3 -m -A -X a a a; diff3 -m -e -L x a a a; diff3 -3 -L x a a a; diff3 -X -L x a a a
#### many blocks
seq 1 60 > o; sed '5d; 20s/$/ m/; 40i\new m' o > m; sed '7s/$/ y/; 21s/$/ y/; 22s/$/ y/; 40i\new y' o > y; diff3 m o y; diff3 -m m o y; diff3 -e m o y; sed '10,20d' o > m; sed '15,25s/$/x/' o > y; diff3 m o y; diff3 -m m o y; sed 's/^5/fifty/' o > m; sed '/0$/d' o > y; diff3 -m m o y; diff3 m o y; diff3 -A m o y; diff3 -A -A -m m o y; diff3 -X -m m o y
#### another program
exec 2>&1; printf 'a\nb\nc\n' > a; printf 'a\nc\n' > b; printf 'a\nb\nd\n' > c; printf '#!/bin/sh\necho "my: $*" >> log\nexec diff "$@"\n' > my; chmod +x my; for p in ./my diff nope ./nope true false ./a ''; do for o in '' -m -e '-aT --strip-trailing-cr'; do diff3 --diff-program=$p $o a b c; echo "$p $o $?"; done; done; cat log; diff3 --diff-program=./my - b c < a; diff3 --diff-program=./my a b - < c
#### what is not as diff tells it
exec 2>&1; seq 9 > a; seq 9 > b; seq 9 > c; for t in '' x 1 1a '1c1
< 1' '1c1
< 1
---
> 1' '1c1
> 1' '2d1
< 2' '1,2c3
< 1
< 2
--
> 3' '1c1
<a' 'Binary files a and b differ' '1c1 x' '1c1
< 1
---
> 1
x'; do printf "$t\n" > out; for r in 0 1 2; do printf '#!/bin/sh\ncat out; exit '$r > p; chmod +x p; diff3 --diff-program=./p a b c; echo $?; done; done; printf 1c1 > out; diff3 --diff-program='./p' a b c; printf '#!/bin/sh\nprintf 1c1' > p; diff3 --diff-program=./p a b c
#### standard input and folders among the files
exec 2>&1; printf 'a\nb\nc' > a; printf 'a\nc\n' > b; mkdir d; for o in '' -m -e -A; do for f in '- b a' 'a - b' 'a b -' '- - b' 'a - -' '- a -' 'd a b' 'a d nope' 'nope d a' 'a nope b'; do cat a | diff3 $o $f; echo "$o $f $?"; done; done
