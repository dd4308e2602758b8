#### pr: one column 
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr  $f; done 2>&1; cat s ff | pr -D date  | head -90; echo $?

#### pr: one column -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -t $f; done 2>&1; cat s ff | pr -D date -t | head -90; echo $?

#### pr: one column -l 20
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -l 20 $f; done 2>&1; cat s ff | pr -D date -l 20 | head -90; echo $?

#### pr: one column -l 10
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -l 10 $f; done 2>&1; cat s ff | pr -D date -l 10 | head -90; echo $?

#### pr: one column -l 11
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -l 11 $f; done 2>&1; cat s ff | pr -D date -l 11 | head -90; echo $?

#### pr: one column -l 3
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -l 3 $f; done 2>&1; cat s ff | pr -D date -l 3 | head -90; echo $?

#### pr: one column -d
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -d $f; done 2>&1; cat s ff | pr -D date -d | head -90; echo $?

#### pr: one column -d -l 20
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -d -l 20 $f; done 2>&1; cat s ff | pr -D date -d -l 20 | head -90; echo $?

#### pr: one column -d -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -d -t $f; done 2>&1; cat s ff | pr -D date -d -t | head -90; echo $?

#### pr: one column -F -l 20
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -F -l 20 $f; done 2>&1; cat s ff | pr -D date -F -l 20 | head -90; echo $?

#### pr: one column -f -l 12
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -f -l 12 $f; done 2>&1; cat s ff | pr -D date -f -l 12 | head -90; echo $?

#### pr: one column -F -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -F -t $f; done 2>&1; cat s ff | pr -D date -F -t | head -90; echo $?

#### pr: one column -h Title
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -h Title $f; done 2>&1; cat s ff | pr -D date -h Title | head -90; echo $?

#### pr: one column -h ''
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -h '' $f; done 2>&1; cat s ff | pr -D date -h '' | head -90; echo $?

#### pr: one column --header='long title'
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --header='long title' $f; done 2>&1; cat s ff | pr -D date --header='long title' | head -90; echo $?

#### pr: one column -D '%Y' 
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -D '%Y'  $f; done 2>&1; cat s ff | pr -D '%Y' -D date | head -90; echo $?

#### pr: one column --date-format=+%s -l 15
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --date-format=+%s -l 15 $f; done 2>&1; cat s ff | pr --date-format=+%s -D date -l 15 | head -90; echo $?

#### pr: one column -n
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n $f; done 2>&1; cat s ff | pr -D date -n | head -90; echo $?

#### pr: one column -n:
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n: $f; done 2>&1; cat s ff | pr -D date -n: | head -90; echo $?

#### pr: one column -n3
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n3 $f; done 2>&1; cat s ff | pr -D date -n3 | head -90; echo $?

#### pr: one column -n.3 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n.3 -t $f; done 2>&1; cat s ff | pr -D date -n.3 -t | head -90; echo $?

#### pr: one column -n,2 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n,2 -t $f; done 2>&1; cat s ff | pr -D date -n,2 -t | head -90; echo $?

#### pr: one column -N 5 -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -N 5 -n -t $f; done 2>&1; cat s ff | pr -D date -N 5 -n -t | head -90; echo $?

#### pr: one column -n1 -t -N 8
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -n1 -t -N 8 $f; done 2>&1; cat s ff | pr -D date -n1 -t -N 8 | head -90; echo $?

#### pr: one column -N -2 -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -N -2 -n -t $f; done 2>&1; cat s ff | pr -D date -N -2 -n -t | head -90; echo $?

#### pr: one column -o 4 -l 15
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -o 4 -l 15 $f; done 2>&1; cat s ff | pr -D date -o 4 -l 15 | head -90; echo $?

#### pr: one column -o 4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -o 4 -t $f; done 2>&1; cat s ff | pr -D date -o 4 -t | head -90; echo $?

#### pr: one column --indent=3 -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --indent=3 -n -t $f; done 2>&1; cat s ff | pr -D date --indent=3 -n -t | head -90; echo $?

#### pr: one column -W 20 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -W 20 -t $f; done 2>&1; cat s ff | pr -D date -W 20 -t | head -90; echo $?

#### pr: one column -W 20 -l 15
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -W 20 -l 15 $f; done 2>&1; cat s ff | pr -D date -W 20 -l 15 | head -90; echo $?

#### pr: one column -w 20 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -w 20 -t $f; done 2>&1; cat s ff | pr -D date -w 20 -t | head -90; echo $?

#### pr: one column -J -W 10 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -J -W 10 -t $f; done 2>&1; cat s ff | pr -D date -J -W 10 -t | head -90; echo $?

#### pr: one column -e -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -e -t $f; done 2>&1; cat s ff | pr -D date -e -t | head -90; echo $?

#### pr: one column -e4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -e4 -t $f; done 2>&1; cat s ff | pr -D date -e4 -t | head -90; echo $?

#### pr: one column -e.4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -e.4 -t $f; done 2>&1; cat s ff | pr -D date -e.4 -t | head -90; echo $?

#### pr: one column -i -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -i -t $f; done 2>&1; cat s ff | pr -D date -i -t | head -90; echo $?

#### pr: one column -i4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -i4 -t $f; done 2>&1; cat s ff | pr -D date -i4 -t | head -90; echo $?

#### pr: one column -i.4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -i.4 -t $f; done 2>&1; cat s ff | pr -D date -i.4 -t | head -90; echo $?

#### pr: one column -e -i -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -e -i -t $f; done 2>&1; cat s ff | pr -D date -e -i -t | head -90; echo $?

#### pr: one column -c -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -c -t $f; done 2>&1; cat s ff | pr -D date -c -t | head -90; echo $?

#### pr: one column -v -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -v -t $f; done 2>&1; cat s ff | pr -D date -v -t | head -90; echo $?

#### pr: one column -cv -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -cv -t $f; done 2>&1; cat s ff | pr -D date -cv -t | head -90; echo $?

#### pr: one column -T
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -T $f; done 2>&1; cat s ff | pr -D date -T | head -90; echo $?

#### pr: one column -T -l 12
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -T -l 12 $f; done 2>&1; cat s ff | pr -D date -T -l 12 | head -90; echo $?

#### pr: one column -s -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -s -t $f; done 2>&1; cat s ff | pr -D date -s -t | head -90; echo $?

#### pr: one column -s: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -s: -t $f; done 2>&1; cat s ff | pr -D date -s: -t | head -90; echo $?

#### pr: one column -S: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -S: -t $f; done 2>&1; cat s ff | pr -D date -S: -t | head -90; echo $?

#### pr: one column -S -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -S -t $f; done 2>&1; cat s ff | pr -D date -S -t | head -90; echo $?

#### pr: one column +2 -l 15
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2 -l 15 $f; done 2>&1; cat s ff | pr -D date +2 -l 15 | head -90; echo $?

#### pr: one column +2:2 -l 15
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2:2 -l 15 $f; done 2>&1; cat s ff | pr -D date +2:2 -l 15 | head -90; echo $?

#### pr: one column --pages=1:2 -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --pages=1:2 -l 14 $f; done 2>&1; cat s ff | pr -D date --pages=1:2 -l 14 | head -90; echo $?

#### pr: one column --pages=2 -t -l 10
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --pages=2 -t -l 10 $f; done 2>&1; cat s ff | pr -D date --pages=2 -t -l 10 | head -90; echo $?

#### pr: one column -b -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -b -t $f; done 2>&1; cat s ff | pr -D date -b -t | head -90; echo $?

#### pr: one column -r -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -r -t $f; done 2>&1; cat s ff | pr -D date -r -t | head -90; echo $?

#### pr: one column +2:3 -t -l 4
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2:3 -t -l 4 $f; done 2>&1; cat s ff | pr -D date +2:3 -t -l 4 | head -90; echo $?

#### pr: one column +3 -n -t -l 5
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +3 -n -t -l 5 $f; done 2>&1; cat s ff | pr -D date +3 -n -t -l 5 | head -90; echo $?

#### pr: one column +2 -l 12 -N 7 -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2 -l 12 -N 7 -n -t $f; done 2>&1; cat s ff | pr -D date +2 -l 12 -N 7 -n -t | head -90; echo $?

#### pr: columns -2
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 $f; done 2>&1; echo $?

#### pr: columns -3 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -t $f; done 2>&1; echo $?

#### pr: columns -4 -t -l 5
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -4 -t -l 5 $f; done 2>&1; echo $?

#### pr: columns -2 -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -l 14 $f; done 2>&1; echo $?

#### pr: columns -3 -l 12 -F
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -l 12 -F $f; done 2>&1; echo $?

#### pr: columns -3 -a -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -a -t $f; done 2>&1; echo $?

#### pr: columns -a -4 -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -a -4 -l 14 $f; done 2>&1; echo $?

#### pr: columns -2 -t -w 30
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -t -w 30 $f; done 2>&1; echo $?

#### pr: columns -3 -t -w 24
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -t -w 24 $f; done 2>&1; echo $?

#### pr: columns -2 -W 20 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -W 20 -t $f; done 2>&1; echo $?

#### pr: columns -3 -s -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -s -t $f; done 2>&1; echo $?

#### pr: columns -3 -s, -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -s, -t $f; done 2>&1; echo $?

#### pr: columns -3 -s: -w 30 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -s: -w 30 -t $f; done 2>&1; echo $?

#### pr: columns -3 -S -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -S -t $f; done 2>&1; echo $?

#### pr: columns -3 -S'|' -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -S'|' -t $f; done 2>&1; echo $?

#### pr: columns -3 -S' | ' -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -S' | ' -t $f; done 2>&1; echo $?

#### pr: columns -3 -S"	" -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -S"	" -t $f; done 2>&1; echo $?

#### pr: columns -2 -J -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -J -t $f; done 2>&1; echo $?

#### pr: columns -2 -J -S: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -J -S: -t $f; done 2>&1; echo $?

#### pr: columns -2 -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -n -t $f; done 2>&1; echo $?

#### pr: columns -3 -n: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -n: -t $f; done 2>&1; echo $?

#### pr: columns -3 -n2 -t -w 40
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -n2 -t -w 40 $f; done 2>&1; echo $?

#### pr: columns -3 -a -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -a -n -t $f; done 2>&1; echo $?

#### pr: columns -2 -d -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -d -t $f; done 2>&1; echo $?

#### pr: columns -2 -d -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -d -l 14 $f; done 2>&1; echo $?

#### pr: columns -2 -o 5 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -o 5 -t $f; done 2>&1; echo $?

#### pr: columns -2 -e -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -e -t $f; done 2>&1; echo $?

#### pr: columns -2 -i. -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -i. -t $f; done 2>&1; echo $?

#### pr: columns -3 -i4 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -i4 -t $f; done 2>&1; echo $?

#### pr: columns -2 -c -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -c -t $f; done 2>&1; echo $?

#### pr: columns -2 -v -t -w 40
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -v -t -w 40 $f; done 2>&1; echo $?

#### pr: columns --columns=5 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr --columns=5 -t $f; done 2>&1; echo $?

#### pr: columns -12 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -12 -t $f; done 2>&1; echo $?

#### pr: columns -3 -a -s, -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -a -s, -t $f; done 2>&1; echo $?

#### pr: columns -3 -as -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -as -t $f; done 2>&1; echo $?

#### pr: columns -2 -T
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -T $f; done 2>&1; echo $?

#### pr: columns +2 -2 -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2 -2 -l 14 $f; done 2>&1; echo $?

#### pr: columns +2:2 -3 -l 13
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr +2:2 -3 -l 13 $f; done 2>&1; echo $?

#### pr: columns -5 -a -J -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -5 -a -J -t $f; done 2>&1; echo $?

#### pr: columns -3 -J -s: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -J -s: -t $f; done 2>&1; echo $?

#### pr: columns -3 -W 30 -s -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -W 30 -s -t $f; done 2>&1; echo $?

#### pr: columns -3 -W 30 -s: -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -W 30 -s: -t $f; done 2>&1; echo $?

#### pr: columns -30 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -30 -t $f; done 2>&1; echo $?

#### pr: columns -2 -l 1 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -l 1 -t $f; done 2>&1; echo $?

#### pr: columns -3 -N 9 -n -t -l 4
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -N 9 -n -t -l 4 $f; done 2>&1; echo $?

#### pr: columns -2 -b -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -2 -b -t $f; done 2>&1; echo $?

#### pr: columns -a -2 -l 12 -F
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -a -2 -l 12 -F $f; done 2>&1; echo $?

#### pr: columns -3 -W 40 -J -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
for f in s w ff c; do pr -3 -W 40 -J -n -t $f; done 2>&1; echo $?

#### pr: merged -m -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t s t; pr -D D -m -t t w; pr -D D -m -t ff s w; pr -D D -m -t e t c; pr -D D -m -t t ff; pr -D D -m -t e e; echo $?

#### pr: merged -m
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m s t; pr -D D -m t w; pr -D D -m ff s w; pr -D D -m e t c; pr -D D -m t ff; pr -D D -m e e; echo $?

#### pr: merged -m -l 14
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -l 14 s t; pr -D D -m -l 14 t w; pr -D D -m -l 14 ff s w; pr -D D -m -l 14 e t c; pr -D D -m -l 14 t ff; pr -D D -m -l 14 e e; echo $?

#### pr: merged -m -t -w 40
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -w 40 s t; pr -D D -m -t -w 40 t w; pr -D D -m -t -w 40 ff s w; pr -D D -m -t -w 40 e t c; pr -D D -m -t -w 40 t ff; pr -D D -m -t -w 40 e e; echo $?

#### pr: merged -m -t -s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -s s t; pr -D D -m -t -s t w; pr -D D -m -t -s ff s w; pr -D D -m -t -s e t c; pr -D D -m -t -s t ff; pr -D D -m -t -s e e; echo $?

#### pr: merged -m -t -s,
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -s, s t; pr -D D -m -t -s, t w; pr -D D -m -t -s, ff s w; pr -D D -m -t -s, e t c; pr -D D -m -t -s, t ff; pr -D D -m -t -s, e e; echo $?

#### pr: merged -m -t -S'|'
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -S'|' s t; pr -D D -m -t -S'|' t w; pr -D D -m -t -S'|' ff s w; pr -D D -m -t -S'|' e t c; pr -D D -m -t -S'|' t ff; pr -D D -m -t -S'|' e e; echo $?

#### pr: merged -m -t -J
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -J s t; pr -D D -m -t -J t w; pr -D D -m -t -J ff s w; pr -D D -m -t -J e t c; pr -D D -m -t -J t ff; pr -D D -m -t -J e e; echo $?

#### pr: merged -m -t -J -S:
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -t -J -S: s t; pr -D D -m -t -J -S: t w; pr -D D -m -t -J -S: ff s w; pr -D D -m -t -J -S: e t c; pr -D D -m -t -J -S: t ff; pr -D D -m -t -J -S: e e; echo $?

#### pr: merged -m -n -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -n -t s t; pr -D D -m -n -t t w; pr -D D -m -n -t ff s w; pr -D D -m -n -t e t c; pr -D D -m -n -t t ff; pr -D D -m -n -t e e; echo $?

#### pr: merged -m -n:3 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -n:3 -t s t; pr -D D -m -n:3 -t t w; pr -D D -m -n:3 -t ff s w; pr -D D -m -n:3 -t e t c; pr -D D -m -n:3 -t t ff; pr -D D -m -n:3 -t e e; echo $?

#### pr: merged -m -d -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -d -t s t; pr -D D -m -d -t t w; pr -D D -m -d -t ff s w; pr -D D -m -d -t e t c; pr -D D -m -d -t t ff; pr -D D -m -d -t e e; echo $?

#### pr: merged -m -o 3 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -o 3 -t s t; pr -D D -m -o 3 -t t w; pr -D D -m -o 3 -t ff s w; pr -D D -m -o 3 -t e t c; pr -D D -m -o 3 -t t ff; pr -D D -m -o 3 -t e e; echo $?

#### pr: merged -m -W 30 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -W 30 -t s t; pr -D D -m -W 30 -t t w; pr -D D -m -W 30 -t ff s w; pr -D D -m -W 30 -t e t c; pr -D D -m -W 30 -t t ff; pr -D D -m -W 30 -t e e; echo $?

#### pr: merged -m -e -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -e -t s t; pr -D D -m -e -t t w; pr -D D -m -e -t ff s w; pr -D D -m -e -t e t c; pr -D D -m -e -t t ff; pr -D D -m -e -t e e; echo $?

#### pr: merged -m -F -l 12
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -F -l 12 s t; pr -D D -m -F -l 12 t w; pr -D D -m -F -l 12 ff s w; pr -D D -m -F -l 12 e t c; pr -D D -m -F -l 12 t ff; pr -D D -m -F -l 12 e e; echo $?

#### pr: merged -m -T
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -T s t; pr -D D -m -T t w; pr -D D -m -T ff s w; pr -D D -m -T e t c; pr -D D -m -T t ff; pr -D D -m -T e e; echo $?

#### pr: merged -m -i. -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -i. -t s t; pr -D D -m -i. -t t w; pr -D D -m -i. -t ff s w; pr -D D -m -i. -t e t c; pr -D D -m -i. -t t ff; pr -D D -m -i. -t e e; echo $?

#### pr: merged -m -c -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -c -t s t; pr -D D -m -c -t t w; pr -D D -m -c -t ff s w; pr -D D -m -c -t e t c; pr -D D -m -c -t t ff; pr -D D -m -c -t e e; echo $?

#### pr: merged -m +2 -l 13
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m +2 -l 13 s t; pr -D D -m +2 -l 13 t w; pr -D D -m +2 -l 13 ff s w; pr -D D -m +2 -l 13 e t c; pr -D D -m +2 -l 13 t ff; pr -D D -m +2 -l 13 e e; echo $?

#### pr: merged -m -N 4 -n -t -w 50
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -N 4 -n -t -w 50 s t; pr -D D -m -N 4 -n -t -w 50 t w; pr -D D -m -N 4 -n -t -w 50 ff s w; pr -D D -m -N 4 -n -t -w 50 e t c; pr -D D -m -N 4 -n -t -w 50 t ff; pr -D D -m -N 4 -n -t -w 50 e e; echo $?

#### pr: merged -m -s, -w 40 -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -s, -w 40 -t s t; pr -D D -m -s, -w 40 -t t w; pr -D D -m -s, -w 40 -t ff s w; pr -D D -m -s, -w 40 -t e t c; pr -D D -m -s, -w 40 -t t ff; pr -D D -m -s, -w 40 -t e e; echo $?

#### pr: merged -m -v -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -v -t s t; pr -D D -m -v -t t w; pr -D D -m -v -t ff s w; pr -D D -m -v -t e t c; pr -D D -m -v -t t ff; pr -D D -m -v -t e e; echo $?

#### pr: merged -m -h Both -l 13
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -D D -m -h Both -l 13 s t; pr -D D -m -h Both -l 13 t w; pr -D D -m -h Both -l 13 ff s w; pr -D D -m -h Both -l 13 e t c; pr -D D -m -h Both -l 13 t ff; pr -D D -m -h Both -l 13 e e; echo $?

#### pr: errors +5 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +5 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +5 s 2>/dev/null | wc -l

#### pr: errors +x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +x s 2>/dev/null | wc -l

#### pr: errors +2x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +2x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +2x s 2>/dev/null | wc -l

#### pr: errors +0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +0 s 2>/dev/null | wc -l

#### pr: errors +3:2 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +3:2 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +3:2 s 2>/dev/null | wc -l

#### pr: errors +2:x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +2:x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +2:x s 2>/dev/null | wc -l

#### pr: errors +99999999999999999999 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr +99999999999999999999 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr +99999999999999999999 s 2>/dev/null | wc -l

#### pr: errors --pages=x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages=x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages=x s 2>/dev/null | wc -l

#### pr: errors --pages s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages s 2>/dev/null | wc -l

#### pr: errors --pages= s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages= s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages= s 2>/dev/null | wc -l

#### pr: errors --pages=0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages=0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages=0 s 2>/dev/null | wc -l

#### pr: errors --pages=3:2 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages=3:2 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages=3:2 s 2>/dev/null | wc -l

#### pr: errors --pages=99999999999999999999 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --pages=99999999999999999999 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --pages=99999999999999999999 s 2>/dev/null | wc -l

#### pr: errors -m -2 s s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -m -2 s s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -m -2 s s 2>/dev/null | wc -l

#### pr: errors -m -a s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -m -a s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -m -a s 2>/dev/null | wc -l

#### pr: errors -l 0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -l 0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -l 0 s 2>/dev/null | wc -l

#### pr: errors -l x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -l x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -l x s 2>/dev/null | wc -l

#### pr: errors -e5x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -e5x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -e5x s 2>/dev/null | wc -l

#### pr: errors -ex0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -ex0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -ex0 s 2>/dev/null | wc -l

#### pr: errors -n5a s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -n5a s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -n5a s 2>/dev/null | wc -l

#### pr: errors -i0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -i0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -i0 s 2>/dev/null | wc -l

#### pr: errors -w 1 -40 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -w 1 -40 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -w 1 -40 s 2>/dev/null | wc -l

#### pr: errors -0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -0 s 2>/dev/null | wc -l

#### pr: errors -N 99999999999 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -N 99999999999 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -N 99999999999 s 2>/dev/null | wc -l

#### pr: errors -N 9999999999999999999999 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -N 9999999999999999999999 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -N 9999999999999999999999 s 2>/dev/null | wc -l

#### pr: errors -N x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -N x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -N x s 2>/dev/null | wc -l

#### pr: errors -o -1 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -o -1 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -o -1 s 2>/dev/null | wc -l

#### pr: errors -W 0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -W 0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -W 0 s 2>/dev/null | wc -l

#### pr: errors -w 0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -w 0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -w 0 s 2>/dev/null | wc -l

#### pr: errors -w -1073741824 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -w -1073741824 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -w -1073741824 s 2>/dev/null | wc -l

#### pr: errors -w -1073741825 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -w -1073741825 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -w -1073741825 s 2>/dev/null | wc -l

#### pr: errors --columns=x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --columns=x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --columns=x s 2>/dev/null | wc -l

#### pr: errors --columns=3000000000 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --columns=3000000000 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --columns=3000000000 s 2>/dev/null | wc -l

#### pr: errors --columns=0 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --columns=0 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --columns=0 s 2>/dev/null | wc -l

#### pr: errors d
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr d 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr d 2>/dev/null | wc -l

#### pr: errors nope
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr nope 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr nope 2>/dev/null | wc -l

#### pr: errors -r nope
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -r nope 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -r nope 2>/dev/null | wc -l

#### pr: errors nope s -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr nope s -t 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr nope s -t 2>/dev/null | wc -l

#### pr: errors -r nope t -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -r nope t -t 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -r nope t -t 2>/dev/null | wc -l

#### pr: errors -m nope t -t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -m nope t -t 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -m nope t -t 2>/dev/null | wc -l

#### pr: errors -m nope nope
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -m nope nope 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -m nope nope 2>/dev/null | wc -l

#### pr: errors -x s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -x s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -x s 2>/dev/null | wc -l

#### pr: errors --nope s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --nope s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --nope s 2>/dev/null | wc -l

#### pr: errors -l
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -l 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -l 2>/dev/null | wc -l

#### pr: errors -e99999999999 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -e99999999999 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -e99999999999 s 2>/dev/null | wc -l

#### pr: errors -t -- +2
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -t -- +2 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -t -- +2 2>/dev/null | wc -l

#### pr: errors --page=1:1 -l 14 s
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr --page=1:1 -l 14 s 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr --page=1:1 -l 14 s 2>/dev/null | wc -l

#### pr: errors -h
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -h 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -h 2>/dev/null | wc -l

#### pr: errors -t d t
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
mkdir d; pr -t d t 2>&1 | head -20; echo ${PIPESTATUS[0]}; pr -t d t 2>/dev/null | wc -l

#### pr: input from nowhere
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr < e; echo $?; pr e; pr -2 e; pr -m e e; pr -t - < s | tail -2; pr -m -t - t < s; pr -t t - e s < w; printf 'x' | pr -t | od -c; printf 'x\n\f' | pr -t | od -c; printf '\f' | pr -t | od -c; printf '\f\f' | pr -T | od -c; printf '\f' | pr -D D | od -c; printf '\n' | pr -2 -t | od -c; printf 'a\n\fb\n' | pr -2 -t | od -c; printf 'a\fb\n' | pr -2 -l 12 -D D | od -c; printf 'a\fb\n\fc' | pr -m -t - t | od -c; seq 112 | pr -D D | tail -70 | head -20; seq 56 | sed '56s/$/\f/' | pr -D D | od -c | tail -5; seq 200 | pr -t -5 | head -4; seq 300 | pr -3 -D D | md5sum; seq 3000 | pr -a -7 -D D -n | md5sum; seq 3000 | pr -D D +4:6 -2 | md5sum

#### pr: what people write
seq 1 30 > s; printf 'one\ntwo\tx\nthree is a long line that goes on and on beyond any column\n\nfive\n' > w; printf 'a\nb\n\fc\nd\n\f\fe\nf' > ff; printf 'x\ty\001z\b\177\303\251\377\n  two  blanks   and        many\n' > c; seq 101 112 > t; : > e
touch -d '2024-03-05 06:07:08' s w ff c t e
pr -mts, s t; pr -mts' ' s t | head -3; pr -t -2 -w 20 s; pr -3 -t s | head; seq 9 | pr -3 -a -t -s; seq 9 | pr -3ats,; pr -l 20 -h report s | head; seq 12 | pr -4 -t -w 40; seq 12 | pr -t -n -o 2; paste s s | pr -t -e20 | head -3; seq 6 | pr -ts' ' --columns 2; pr -n -t w; seq 5 | pr -T -o3
