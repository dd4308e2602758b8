#### names in headings
mkdir q; printf 'a\n' > "q/é"; printf 'b\n' > q/b; for f in 'c d' $'c\td' $'c"d' $'c\xffd'; do printf 'b\n' > "q/$f"; done; for f in é 'c d' $'c\td' $'c"d' $'c\xffd'; do diff -u "q/$f" q/b | head -1 | cut -f1;  diff -c q/é "q/$f" | head -2 | tail -1 | cut -f1; done; diff -u -N "q/no"$'\xff' q/b | head -1 | cut -f1; rm -r q
#### context without a number counts as three
seq 20 > f; seq 20 | sed 's/^10$/x/' > g; for o in '-c -1' '--context -1' '-1 --context' '-u -1' '--unified -1' '-C 5 -1' '-1 -U0'; do diff $o f g | wc -l; done
#### an RCS script with tabs as spaces
printf '\n' > f; printf '\tx\n\n' > g; diff --rcs -t f g
#### a mark behind a carriage return
printf '\rb\n' > f; printf 'a\rb\n' > g; for o in -T -Tc -Tu -c -u '' '-T --suppress-blank-empty'; do diff -t $o --label A --label B f g; done
#### letters and white space beyond ASCII
printf 'é\n' > f; printf 'É\n' > g; diff -i f g; printf 'a\n\342\200\203\nb\n' > f; printf 'a\nb\n' > g; diff -wB f g; printf '\342\200\203a\n' > f; printf 'a\n' > g; diff -w f g; printf 'aB\n' > f; printf 'Ab\n' > g; diff -i f g; echo $?
#### brief, and a script without a last line end
exec 2>&1; printf x > f; printf y > g; printf x > h; for o in -f '-f -i' '-e -I foo' '-e -w' '-s -e -B'; do diff -q $o f g; echo $?; diff -q $o f h; echo $?; diff -q $o f f; echo $?; done
#### changes that do not count beside others
for c in 0 1 2; do for d in 1 2 3 4 5; do { echo b1; echo b2; seq -f 's%g' $d; echo keep; } > f; { echo b1; echo X; seq -f 's%g' $d; } > g; diff -U$c -I '^[bX]' f g | grep '^@@'; { echo keep; seq -f 's%g' $d; echo b2; echo z; } > f; { seq -f 's%g' $d; echo X; echo z; } > g; diff -U$c -I '^[bX]' f g | grep '^@@'; done; done
#### standard input more than once
echo a > f; { echo a; echo b; } | diff --to-file=f - - 2>&1; echo $?; echo a | diff --from-file=- f f 2>&1; echo $?
