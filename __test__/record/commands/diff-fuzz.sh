#### names in headings
mkdir q; printf 'a\n' > "q/é"; printf 'b\n' > q/b; for f in 'c d' $'c\td' $'c"d' $'c\xffd'; do printf 'b\n' > "q/$f"; done; for f in é 'c d' $'c\td' $'c"d' $'c\xffd'; do diff -u "q/$f" q/b | head -1 | cut -f1;  diff -c q/é "q/$f" | head -2 | tail -1 | cut -f1; done; diff -u -N "q/no"$'\xff' q/b | head -1 | cut -f1; rm -r q
#### context without a number counts as three
seq 20 > f; seq 20 | sed 's/^10$/x/' > g; for o in '-c -1' '--context -1' '-1 --context' '-u -1' '--unified -1' '-C 5 -1' '-1 -U0'; do diff $o f g | wc -l; done
#### an RCS script with tabs as spaces
printf '\n' > f; printf '\tx\n\n' > g; diff --rcs -t f g
