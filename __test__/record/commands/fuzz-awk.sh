#### orders of equal values
seq 12 | awk '{A[NR]="a"} END {n=asorti(A,B,"@val_num_desc"); for (i=1;i<=n;i++) printf "%s ", B[i]; print ""; n=asorti(A,A,"@val_num_desc"); for (i=1;i<=n;i++) printf "%s ", A[i]; print ""}'
#### an empty order is the default one
awk 'BEGIN { A[1]=1; print asorti(A,B,C), asort(A,B,""); C="\\"; print asorti(Z,Z,C) }'
#### split without a separator takes FS
echo 'a,b c' | awk 'BEGIN { FS = ","; FPAT = "[a-z]+" } { print NF, split($0, A), A[1]; FIELDWIDTHS = "1 1"; print split($0, A), A[2] }'
#### NF beyond all numbers
awk 'BEGIN { NF = 1e20 }'; awk 'BEGIN { NF = -2 ^ 2 }'
#### raw bytes in warnings
printf 'a\n' | awk -v 'RS=\é' '{ print }' 2>&1 | od -c | head -3
#### a folder is not read
mkdir dir; awk 'BEGIN { print (getline x < "dir"), close("dir") }'
#### subscripts in messages end at a NUL
awk 'BEGIN { B["\0"] = 1; B["\0"][2] = 3 }'
#### gensub without a match
echo 0 | awk '{ print gensub(/a/, "X", "g") ? "t" : "f", gensub(/0/, "0", "g") ? "t" : "f", typeof(gensub(/a/, "X", "g")) }'
#### split by an expression in paragraph mode
awk -v RS= 'BEGIN { n = split("1", A, /(b)|./, B); print n; n = split("a1b1", A, /1/); print n; n = split("\n\nab", A, /b/); print n "|" A[1] "|"; n = split("a1b1", A, "1"); print n; n = split("\na,b,", A, ","); print n }'
#### what follows a do loop needs no end before it
awk 'BEGIN { do { x++ } while (x < 2) print x }'; awk 'BEGIN { do x++; while (x < 5); print x }'
#### what is open is read without writing out what waits
for i in 1 2; do echo; done | awk '{ "echo a b" | getline z; while ((getline l < "out") > 0) print l; print z, NR; print 63 >> "out"; close("sort") }'; cat out
#### a constant zero is seen in the text
for p in '1 / !5' '1 % !"a"' '1 / 0' '1 / (0)' '1 / !x'; do awk "BEGIN { x = 1; y = $p }"; echo $?; done
#### the output before that of a command that is closed
echo a | awk '{ printf "one "; print $0 | "cat"; printf "two "; close("cat"); print "three" }'
#### printf at the end of the text
awk '{ for (k in A) printf'; echo $?; awk 'BEGIN { printf }'; echo $?
#### widths beyond all numbers
awk 'BEGIN { printf "%*d|%.*d\n", 1e300, 5, -1e300, 6 }'
#### signed words are numbers alone
awk 'BEGIN { print "-inf+7" + 0, "-infx" + 0, "-nan+" + 0, "-inf " + 0, "-inf7" + 0, "+inf_" + 0, "-inf." + 0 }'
#### a field is stepped once
for p in '--$0 --x' 'x = $0++ ++' 'print --$0 -x' 'print $1++ + ++$2'; do echo '4 5' | awk "{ $p }" ; echo $?; done
#### arrays are looked at in their order
awk 'BEGIN { match(length(A), "[", A) }'; awk 'BEGIN { length(A); length(B); asort(A, B) }'
#### a constant may be what sub changes
awk 'BEGIN { print sub(/1/, "2", 11) }'
