#### cut: mistakes in their order
cut -d ab --bogus; cut -f 1 -f 2 -Z; cut -d '' -f 1-x --nope
#### uniq: old spellings and operands in order
printf 'ab\nxb\n' >f; uniq +1 f; uniq -1 f; uniq -1 -2 f; uniq f o x -w; uniq -f x --bogus; uniq -s '' -X
#### join: order is looked at after the line is read
printf 'A\n2' >f; printf 'a' >g; join f g; echo $?; printf 'k' >f; printf 'c\n ' >g; join f g; echo $?; printf 'B b\n' >f; printf 'k A\n,' >g; join -j2 f g; echo $?
#### join: old spellings
printf 'a b\n' >f; printf 'a c\n' >g; join -j1 1 f g; join -j2 1 f g; join -j1 f g; join -o 1.1 2.2 f g; join -o 1.1 f g; join -o 1.1 1.2 2.2 f g; join f g x; join -j1 2 -j2 2 f g; join f --nocheck-order; join -j +1 f g
#### join: unsorted lines are shown up to a NUL
printf '0' >f; printf 'B\n\0x' >g; join f g; echo $?
#### paste: the last list of delimiters counts
printf 'a\nb\n' >f; paste -d 'x\' -d , f f; paste -d ',:\' f; paste -d 'x\' f
#### fold: widths
echo abcdef >f; fold -w 0 f; fold -w 18446744073709551615 f; fold -w 18446744073709551616 f; fold -w -0 f; fold -3 f; fold -12 f; fold -b3 f; fold -3x f
#### head: old spellings
printf '1\n2\n3\n' >f; head -n3 -1 f; head -1f f; head f -2; head -2q f f; head -1 -v f
#### tail: old spellings
printf '1\n2\n3\n' >f; tail -1 f f; tail -n1 -2 f; tail -n+2 -c3 f; tail -n0 nothing; tail -c 0 - nothing; tail -c-0 nothing; echo $?
#### tr: classes where the first string has ended
echo a-z | tr '\-' 'ABC[:lower:]'; echo a | tr a 'b[:upper:]'; echo a | tr '[:graph\377:]' x
#### wc and sort: lists of names that cannot be read
mkdir d; wc --files0-from=d; sort --files0-from=d; sort --files0-from=nothing; wc --files0-from=nothing
#### sort: old spellings of keys
printf 'a 2\nb 1\n' >f; sort +1 f; sort +1 -2 f; sort +0 -1 f; sort +0.1n f; sort +1r f; sort +x f; sort +1 -x f; sort +1 -2.x f
#### sort: what is told before it sorts
printf 'a.1\tx\n-\n' >f; sort --debug f; sort --debug -k1n f; sort --debug -t. -k1n f; sort --debug -k2 -k1,1n f; sort -b -f --debug -k1,1r f; sort -r -k1,1 --debug f; sort -k2,1 --debug f; sort +1 -2 --debug f; sort -n --debug f; sort -t+ -k1g --debug f; sort -M -k1,1n --debug f; sort -z --debug f; sort -s -r -k1,1 --debug f
#### sort: checks in their order
printf 'b\na\n' >f; sort -c f g; sort -C f g; sort -c -o x f; sort -c nothing; sort -n -g -c f g; sort -o out nothing; ls; mkdir d; sort -o out d; ls; sort --parallel=1x f; sort --parallel=x f; sort -S 1x f; sort -S 99999999999999999999 f; sort -t ab --bogus; sort -co --debug f
#### printf: what ends the output, and widths that are too large
env printf '%X\c' 1e; echo $?; env printf '%99999999999d' 1x; echo $?;
#### date: far from now
for d in 0001-01-01 9999-12-31 '9999-12-31 +1 day' 10000-01-01 2147483647-01-01 001-1-1 '2024-01-01 (a (b' '@1.5 (x)' '@1.5 x'; do date -u -d "$d"; done; date -u -d @-62135596800; date -u -d @253402300800
#### date: E and O
date -u -d @0 '+%Ea|%Ey|%EY|%EC|%Ec|%Ex|%EX|%Od|%Oy|%OB|%OS|%OC|%OF|%E%|%10Od|%10EC|%-Od|%_Od|%010Od|%+5EC|%10EY|%5OH|%^10Ec'
#### date: a percent sign with a width
date -u -d @0 '+%10%|%3%|%020%|%_5%'
#### grep: mistakes in their order
echo a >f; grep -f nothing --bogus a f; grep -m x -Z --nope f; grep --color= a f >/dev/null; echo $?; grep -A x -e a --bogus f
#### grep: -I with bytes that are no text
printf 'a\200\n' >f; grep -I a f; echo $?; grep --binary-files=without-match '[^b]' f; echo $?
#### expr: repetitions of repetitions
expr aaa : 'a**'; expr aaa : 'a*\{2\}'; expr aaa : '*a'; expr a : '\(\{1,2\}.'; expr aaa : '\{1\}'; expr aaa : '\(\{1\}a\)'; expr 0 : 'a**'
#### sed: looking ahead for the last line
printf 'b' >f; mkdir d; sed '$!N;P;D' f d; echo $?; sed -n '$p' f d; echo $?; sed p f d; echo $?; sed '$d' d f; echo $?
#### comm: the total with NUL between
printf 'a\n' >f; comm --total --output-delimiter= f f | od -c
#### seq: sums as C makes them
seq -f %.3g 2 0.026 2.6; seq -f %.1f 0 0.05 1; seq -f %a 2 0.1 2.5; seq -f %.20g 0 0.1 0.5; seq -f %.1f 1 -0.35 -1; seq 2 0 x; seq 2 x 0
#### printf: a precision below what fits
env printf '%.*f|' -98908309640520278 1; env printf '%.*f|' -9223372036854775809 1; env printf '%99999999999d\u12' 1; env printf '%q\n' "'é" "a@'" "'@é b"
#### date: nanoseconds without padding
date -u -d @0.5 '+%-N|%N|%_N|%3N|%-S'
#### grep: which mistake is told, and parts of a binary file
echo a >f; grep -e '\1' -e '[:digit:]' f; echo $?; grep -xw '^$' <<<''; printf 'c\0' >g; printf 'c\n' >h; grep -B3 c g h; grep -3 c h g h
#### grep: -P with patterns that are no UTF-8
for p in 'a\xc3' '\xc3a' '\x80' '\xe2\x82' '\xe2\x82a' '\xed\xa0\x80' '\xf4\x90\x80\x80' '\xc0\x80' '\xf8\x88\x80\x80\x80' '\xfe'; do echo a | grep -P "$(printf "$p")"; echo $?; done
#### wc: standard input twice
printf 'a\nbb\n' >f; wc -c - - <f; wc -l - - <f; (wc -c - -; cat) <f; head -c 8192 /dev/zero >z; (wc -c - -; wc -c) <z
#### tail: folders
mkdir d; echo x >f; tail -c +2 d f; echo $?; tail -n +0 d f; echo $?; tail -n +3 d f; echo $?; tail -n 1 d f; echo $?
#### sort: disorder with NUL, versions that are suffixes, newlines in lines
printf 'b\0M' | sort -c -z; echo $?; printf '.z\n.1\n' | sort -V; printf '.a.b\n.A\n.1\na.b\n' | sort -V; printf 'K\0\nv\0' | sort -zfd | od -c
#### comm and join: mistakes in their order
comm --output-delimiter=a --output-delimiter=b -Z; printf 'a b\n' >f; join -t '' -t $'\n' f f; echo $?
#### date: bad conversions and short zones
date -u -d @0 '+%E%%+Y|%-20Q|%20::b|%5%d|%3Eu|%3Ou|%5Eq|%12Es|%3z|%8z|%3:z|%-3z|%3Ez'; for d in '20240229 +1 day ago' '20240229 1 day ago' '2020-01-01 +1 day ago' '2024 +1 day ago'; do date -u -d "$d"; done
#### seq: what looks like the last number
seq -f %.1E 1.5 5 100 | tail -1; seq 0.928 inf 9; seq -f %A 0.1 3; seq -f $'%\xffg' 2
#### sed: text with NUL between lines
for s in 'a x' 'i x' 'c x' $'a\\\nx' $'i\\\nx' $'c\\\nx'; do printf 'A\0B' | sed -z "$s" | od -c; done; printf '\t\xe6\x97\xa5abcdefghijklmnop' | sed -zn 'l 10' | od -c
#### sed: runs commands
echo 'echo 1; echo 2' | sed e; echo 'echo 1' | sed 's/1/9/e'; echo 'echo 1' | sed -n 's/1/9/pe'; echo 'echo 1' | sed -n 's/1/9/ep'; printf 'a\nb\n' | sed '1e echo x'; printf 'a\n' | sed 'e printf y'; printf 'a\nb\n' | sed '1e\
echo multi'; printf 'a\n' | sed --sandbox e; printf 'a\n' | sed --posix e; printf 'printf x' | sed e
#### sed: options count from where they stand
echo a | sed -e 's/(a)/x/' -E; echo a | sed 's/(a)/x/' -E; echo a | sed -e z --posix; echo a | sed -e 'w o' --sandbox; ls; sed -e 'w p' -e '{' </dev/null; ls; sed -e 's/a/\1/w q' </dev/null; ls
#### sed: labels, versions and names
printf 'a\n' | sed 'b#x'; printf 'a\n' | sed 'ta#x
:a#y'; printf 'a\n' | sed 'v#'; printf 'a\n' | sed 'v 4.2'; sed 'v 9.0' </dev/null; sed 'r
p' </dev/null; echo b | sed --posix 's/b/[\1]/'
#### diff: options in their order and numbers
seq 20 >a; seq 20 | sed 10d >b; diff -U1 -u a b | wc -l; diff -u -2 a b | wc -l; diff -U3 -2 a b | wc -l; diff -U '' a b | tail -2; diff -y -C x; diff -c -y -X; diff -W 4 -W 5 a b; diff -S x -S y a b; diff -u1 a b | wc -l; diff -F '\(' a b; diff -F '[:x:]' a b | head -1
#### diff: folders and files
mkdir d e; echo a >f; echo b >e/x; echo c >d/x; diff -N f d; echo $?; diff f d; echo $?; diff -D X d e; echo $?; diff -L l -r d e; diff -q -L l f e/x; diff -s -L l f f; diff -- d e
#### diff: lines without an end, carriage returns
printf a >f; printf 'a\nb' >g; diff -f f g; diff -D X f g; diff -D X f f; echo "|"; printf 'x\ry\n' >h; diff -t f h; printf '\tx\n' >i; diff -t -D X f i
#### patch: rejects, normal diffs without names
printf 'x\ny\nz\n' >f; printf '%s\n' '--- x/y/g' '+++ x/y/g' '@@ -1,3 +1,3 @@' ' q' '-b' '+B' ' c' >p; patch f <p; cat f.rej; patch -p1 f <p; cat f.rej; printf '1d0\n< a\n' | patch; echo $?; printf 'Index: f\n1d0\n< a\n' | patch; cat f; seq 9 >n; printf '%s\n' '--- n' '+++ n' '@@ -4,3 +4,3 @@' ' 3' '-4' '+x' ' 5' | patch
#### awk: operators where nothing stands before them
printf '%s\n' '*a' '?b' '+' '{1}' 'a)' '|' >f; for r in '*' '?b' '(*a)' 'x|*' '^*' '{1}' 'a)' '+'; do awk -v r="$r" '$0 ~ r {printf "<%s>", $0} END {print ""}' f; done; awk '/*a/' f; awk -F ')' '{print $1}' f
#### awk: random numbers
awk 'BEGIN { print rand(); srand(1); print rand(), rand(); srand(17); print rand(), srand(0), rand(); srand(2147483648); print rand(); srand(-1); print rand(); srand(1.5); print srand() }'
#### awk: functions that are not defined, and their arguments
awk 'BEGIN { print 1; f(2) }'; echo $?; awk 'BEGIN { if (0) f(1); print 2 }'; awk 'function f(a) { return a } BEGIN { print f(1, 2) }'; awk 'function f(a) {} BEGIN { f(/x/) }'; awk 'BEGIN { a[1]; asort(a, b, "none") }'
#### awk: where a newline is one too many
for p in '-' '1+' 'BEGIN {' 'BEGIN { print (1' '{ x y (
1)}' 'BEGIN { x =
5 }' 'function f('; do awk "$p" </dev/null; echo $?; done
#### awk: mistakes of programs
for p in ';' 'BEGIN' 'BEGIN;' '{print 1};;{print 2}' '{break}' 'break' '\w' '(1,2)' 'BEGIN { print 1 + x = 5 }' 'BEGIN { x = !y = 3 }' 'BEGIN { ++(x) }' 'BEGIN { print ((1,2)) }' 'BEGIN { do ;; while (0) }' 'BEGIN { print f (1) } function f(x) { return 5 }' $'\xff'; do awk "$p" </dev/null; echo $?; done
#### awk: escapes of regular expressions that are none
awk 'BEGIN { print "a" ~ /\q\&/, "q" ~ /\q/, "z" ~ "\\z", "e" ~ /[\e]/, "-" ~ /\-/ }'
#### awk: what a variable is once it is read
awk 'BEGIN { print typeof(A[1]), typeof(x); x; print typeof(x); y = x; print typeof(y), RLENGTH, RSTART }'; awk 'BEGIN { print length(A); A[1] = 1; print 5 }'; awk 'BEGIN { print length(A); split("a b", A) }'
#### awk: targets, printing, closing
awk 'BEGIN { sub(/x/, "y", $3); print NF; print }'; awk 'BEGIN { A[1][1]; print "a", A[1] }'; awk 'BEGIN { print "z" | "sort"; print "own" }'; awk 'BEGIN { print compl(3), compl(1), lshift(1, 60), or(2^53, 1) }'; awk 'BEGIN { print (-0 <= RT) }' ; printf b | awk '{ print (-0 <= RT), ("" <= RT) }'
#### awk: options before programs
awk -F '[^'; awk -v = ; awk -v 1a=2 1; awk -F '[' '{ x y (' ; echo 'a b' | awk -v 'FS=a' -F b '{ print $1 }'; awk 1 nothing; mkdir d; echo x >f; awk 1 f d
#### awk: sorted by values that are equal
awk 'BEGIN { a[3] = a[1] = a[2] = a["x"] = ""; for (o in a) n++; split("@val_num_desc @val_num_asc @val_str_desc @val_type_desc @unsorted", w, " "); for (i = 1; i <= 5; i++) { PROCINFO["sorted_in"] = w[i]; for (k in a) printf "%s ", k; print "" } PROCINFO["sorted_in"] = "@foo"; for (k in a) print k }'; awk 'BEGIN { A["é1"]; A["b"]; for (k in A) print k; FIELDWIDTHS = "0 2" }'
#### awk: bits, gensub and division with what they refuse
for e in 'gensub(/a/,"b",0)' 'gensub(/a/,"b","")' 'gensub(/a/,"b",0.5)' 'and(2,-1)' 'xor(-1,-2)' 'lshift(-1,2)' 'compl(-1)' 'x /= 0' 'x %= 0' '1 / x' '$(-0.5)' '$(-1)'; do awk "BEGIN { \$0 = \"aaa\"; print $e }"; done; awk 'BEGIN { srand(1e20); print srand() }'
