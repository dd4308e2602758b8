# sort of GNU coreutils 9.1: what random calls found.
#### units in lower case count under -f
printf '%s\n' 2 1e 3m 4g 1k 5t 7z 1K 1M 1y 1p > f; sort -h f; echo; sort -fh f; echo; sort -uf -h f; sort -k1,1fh -s f; sort -f --sort=h -r f
#### a merge has opened its output when it reads
mkdir d; echo b > o; sort -m -o o d; cat o; echo b > o; sort -o o d; cat o; echo b > o; sort -m -o o o d; cat o; echo b > o; sort -m -o o nofile; cat o; echo b > o; touch f; sort -m --batch-size=2 -o o f f d; cat o; sort -m --batch-size=3 -o o f f d; cat o
#### an old key that begins at the largest number
exec 2>&1; printf '%s\n' 'b a' 'a b' > f; sort +18446744073709551615 f; sort --debug +18446744073709551615 f; sort +18446744073709551614 f; sort --debug +18446744073709551615.1 f
#### numbers of more bits than 53
printf '%s\n' 1e400 inf 1e401 -1e400 -inf 9007199254740993 9007199254740992 9007199254740994 1e-400 0 -0 -1e-400 0x1p-400 nan x 18446744073709551616 18446744073709551615 1e4931 1e4933 1.00000000000000000001 1 > f; sort -g f; echo; sort -gu f; echo; sort -gr -s f
#### lists of names that hold an empty one
for l in '' '\0' '\0\0' 'a\0\0' '\0a\0'; do printf "$l" > z; echo x > a; for c in sort wc; do $c --files0-from=z 2>&1 | sed 's/^[0-9]*\t//'; done; done
