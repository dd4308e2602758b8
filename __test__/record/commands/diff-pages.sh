#### pages
seq 1 5 > o; sed 's/3/x/' o > n; for option in -l --paginate -lu '-l -U1' '-l --label=A --label=B -c' '-lq' '-le' '-ly -W40'; do diff $option --label=o --label=n o n | sed 's/^....-..-.. ..:../DATE/'; echo ${PIPESTATUS[0]}; done
#### pages of many lines
seq 1 200 > o; seq 2 3 400 > n; diff -l o n | sed 's/^....-..-.. ..:../DATE/'
#### pages of folders
mkdir A B; seq 3 > A/f; seq 4 > B/f; seq 3 > A/g; seq 3 > B/g; seq 5 > 'A/h i'; seq 6 > 'B/h i'; mkdir A/sub B/sub; seq 2 > A/sub/x; seq 3 > B/sub/x; diff -lr A B | sed 's/^....-..-.. ..:../DATE/'; echo ${PIPESTATUS[0]}
#### pages of nothing
seq 3 > o; diff -l o o; echo $?; diff -l o missing; echo $?; printf 'a\0' > b1; printf 'b\0' > b2; diff -l b1 b2; echo $?; printf 'a  b\n' > c1; printf 'a b\n' > c2; diff -lw c1 c2; echo $?; diff -ly -W 30 o o | sed 's/^....-..-.. ..:../DATE/'
#### pages without a final newline
printf 'a\nb' > o; printf 'a\nc' > n; diff -l o n | sed 's/^....-..-.. ..:../DATE/'; diff -le o n | sed 's/^....-..-.. ..:../DATE/'; echo ${PIPESTATUS[0]}
#### what is told of files as a whole stands behind the pages
mkdir -p a/s b/s b/t a/u; echo 1 > a/x; echo 2 > b/x; touch a/o b/p a/y b/y b/u; echo 1 > a/s/k; touch b/s/l; printf 'a\0\n' > a/bin; printf 'b\0\n' > b/bin; touch -d 2020-01-01 a/x b/x; diff -l -r a b | sed 's/^20.*Page/Page/'; diff -l a b | sed 's/^20.*Page/Page/'; diff -l -r -q a b; diff -l -r -s a b | sed 's/^20.*Page/Page/'
