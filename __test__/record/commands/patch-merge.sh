#### merge conflict
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff -u --label o --label n o n > p; patch --merge f < p; echo $?; cat f; ls
#### merge conflict as diff3
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff -u --label o --label n o n > p; patch --merge=diff3 f < p; echo $?; cat f; ls
#### merge style is named
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff -u --label o --label n o n > p; patch --merge=merge -s f < p; echo $?; cat f
#### merge style unknown
patch --merge=x f < /dev/null; echo $?; patch --merge=mer f < /dev/null; echo $?; patch --merge= f < /dev/null; echo $?
#### merge dry run
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff -u --label o --label n o n > p; patch --merge --dry-run f < p; echo $?; cat f; ls
#### merge reversed
seq 1 12 > o; sed 's/^6$/six/' o > n; diff -u --label o --label n o n > p; sed 's/^6$/SECHS/' o > f; patch --merge -R f < p; echo $?; cat f; cp n f; patch --merge -R f < p; echo $?; cat f; cp o f; patch --merge -R f < p; echo $?; cat f
#### merge to another file
seq 1 12 > o; sed 's/^6$/six/' o > n; diff -u --label o --label n o n > p; sed 's/^6$/SECHS/' o > f; patch --merge -o out f < p; echo $?; cat out; cat f; patch --merge -o - f < p; echo $?
#### merge clean
seq 1 12 > o; sed 's/^6$/six/' o > n; diff -u --label o --label n o n > p; cp o f; patch --merge f < p; echo $?; (echo a; echo b; cat o) > f; patch --merge f < p; echo $?; cat f; ls
#### merge with changed context
seq 1 12 > o; sed 's/^6$/six/' o > n; diff -u --label o --label n o n > p; sed 's/^4$/vier/' o > f; patch --merge f < p; echo $?; cat f; ls; sed 's/^4$/vier/' o > f; patch --merge -s f < p; sed 's/^4$/vier/' o > f; patch --merge --verbose f < p
#### merge already applied
seq 1 12 > o; sed 's/^6$/six/' o > n; diff -u --label o --label n o n > p; for option in -N -f -t -b; do cp n f; patch --merge $option f < p; echo $?; cat f; ls; rm -f f.orig; done
#### merge of an insertion
seq 1 8 > o; (seq 1 4; echo a; echo b; seq 5 8) > n; diff -u --label o --label n o n > p; for text in '1 2 3 4 a c 5 6 7 8' '1 2 3 4 a 5 6 7 8' '1 2 3 4 a b 5 6 7 8' '1 2 3 5 6 7 8' '1 2 3 4 4 5' '9 9'; do printf '%s\n' $text > f; patch --merge f < p; echo $?; cat f; printf '%s\n' $text > f; patch --merge=diff3 f < p; echo $?; cat f; done
#### merge without a final newline
printf '1\n2\n3' > o; printf '1\n2\nx' > n; diff -u --label o --label n o n > p; for text in '1\n2\ny' '1\n2\ny\n' '1\n2\nx' '1\n2\n3\n' '1\n2\n' ''; do printf "$text" > f; patch --merge f < p; echo $?; cat f; printf "$text" > f; patch --merge=diff3 f < p; echo $?; cat f; done
#### merge of carriage returns
printf '1\n2\n3\n' > o; printf '1\nx\n3\n' > n; diff -u --label o --label n o n > p; printf '1\r\n2\r\n3\r\n' > f; patch --merge f < p; echo $?; cat f; printf '1\r\n2\r\n3\r\n' > f; patch --merge=diff3 f < p; echo $?; cat f
#### merge of several hunks
seq 1 40 > o; sed 's/^5$/five/; s/^20$/twenty/; s/^35$/x/' o > n; diff -u --label o --label n o n > p; sed 's/^20$/ZWANZIG/; s/^4$/vier/' o > f; patch --merge f < p; echo $?; cat f; sed 's/^5$/five/; s/^35$/y/' o > f; patch --merge=diff3 f < p; echo $?; cat f
#### merge at both ends
seq 1 9 > o; (echo a; seq 2 8; echo z) > n; diff -u --label o --label n o n > p; (echo b; seq 2 8; echo y) > f; patch --merge f < p; echo $?; cat f; (echo c; seq 1 9; echo y) > f; patch --merge f < p; echo $?; cat f
#### merge of a context diff
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff -c --label o --label n o n > p; patch --merge f < p; echo $?; cat f
#### merge of a normal diff
seq 1 12 > o; sed 's/^6$/six/' o > n; sed 's/^6$/SECHS/' o > f; diff o n > p; patch --merge f < p; echo $?; cat f
