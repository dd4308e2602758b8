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
