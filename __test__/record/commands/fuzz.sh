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
