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
#### a scalar element behind in
awk 'BEGIN { A[1] = 1; print (1 in A[1]) }'; awk 'BEGIN { A[1] = 1; for (k in A[1]) print k }'; awk 'BEGIN { A[1] = 1; print (1 in A[1][2]) }'; awk 'BEGIN { delete A[1][3]; print length(A), typeof(A[1]) }'
#### what is no array
for p in 'NF[1]' 'NR[1] = 1' 'SYMTAB = 1' 'x = FUNCTAB' 'print SYMTAB["ENVIRON"]' 'A[1]; getline A < "f"' 'print 1; delete SYMTAB'; do awk "BEGIN { $p }"; echo $?; done
#### parameters are named with what they came from
awk 'function f(a) { a = 1 } BEGIN { A[1][1]; f(A[1]) }'; awk 'function f(a) { return g(a) } function g(b) { b[1] = 5 } BEGIN { f(A); print A[1]; f(1) }'; awk 'function f(a) { getline a < "/dev/null" } BEGIN { A[1]; f(A) }'
#### what was used as a variable is not called
awk 'BEGIN { x = 1; x(2) }'; echo $?; awk 'BEGIN { NR() }'; awk 'BEGIN { f = 1; f() } function f() { }'; awk 'BEGIN { x(2); x = 1 }'
#### close tells of what was never opened
awk 'BEGIN { print close("nope"), ERRNO }'; awk 'BEGIN { close("cat", "bogus") }'; awk 'BEGIN { print "x" |& "cat"; print close("cat", "TO"); "cat" |& getline y; print y; print close("cat", "from") }'
#### a zero without digits
awk 'BEGIN { printf "[%+.0d][% .0i][%+5.0d][%#.0x][%#5.0X][%#-5.0u][%#.0o][%.0d]\n", 0, 0, 0, 0, 0, 0, 0, 0 }'
#### what gawk computes before it runs may be what sub changes
awk 'BEGIN { print gsub(/a/, "b", "a" "b" "a"), sub(/3/, "x", 1 + 2), gsub(/0/, 1, !1) }'; awk 'BEGIN { gsub(/a/, "b", "a" 5) }'; awk 'BEGIN { gsub(/a/, "b", "a" -1) }'
#### a file ends within a rule
for t in 'BEGIN { print "b"' 'BEGIN { print "b"\n' '{' 'function f(' '$1 ==' '/abc' 'BEGIN { x = 1 +'; do printf "$t" > q; awk -f q; echo $?; done; printf 'BEGIN {' > a; printf 'print 1 }' > b; awk -f a -f b; awk -e 'BEGIN {' -e 'print 2 }'
#### what stands behind the result of getline
awk 'BEGIN { x = "A"; print ("echo B" | getline x y), x; print ("echo 5" | getline x + 1), ("echo 6" | getline x * 2) "z", x }'
#### libraries are looked for in folders
awk 'BEGIN { print ENVIRON["AWKPATH"]; ENVIRON["X"] = "1"; system("echo $X$AWKPATH") }'
#### BEGINFILE reads no records
for p in 'BEGINFILE { getline }' 'ENDFILE { getline x }' 'BEGINFILE { getline x; next }'; do awk "$p" /dev/null; echo $?; done; echo a > f; echo b > g; awk 'BEGINFILE { if (FILENAME == "g") nextfile } ENDFILE { print "e", FILENAME } 1' f g f
#### empty matches are counted in bytes
awk 'BEGIN { print match("éa", /$/), RSTART, RLENGTH; match("éa", /(x*)$/, m); print m[0, "start"]; print match("éa", /a/) }'
#### an empty expression splits between characters
awk 'BEGIN { print split("aéb", p, //), p[2]; print split("abc", p, /x*/) }'
#### empty matches within characters
awk 'BEGIN { for (i = split("[ab]|x* [a-b]|x* [z]|x* [ü]|x* \\w|x* (b)|x*", r, " "); i; i--) { s = "éa日"; print r[i], gsub(r[i], "-", s), s, gensub(r[i], "<&>", 3, "éa日") } }' | od -c
#### a class does not close its bracket
awk '{ print /[[:alpha:]/ }'; echo $?; awk 'BEGIN { print "/" ~ /[[a/]/, "]" ~ /[]/]/, "9" ~ /\9/ }'
#### an unknown escape before a longer character
awk 'BEGIN { print "a\éb" }' 2>&1 | od -c; awk -v 'x=a\éb' 'BEGIN { print x }' 2>&1 | od -c
#### what is assigned to NF and NR
awk 'BEGIN { NF = "abc"; print NF, typeof(NF); NF = "2x"; print NF; $3 = 1; print NF; NF = 2.7; print NF; NR = "7x"; print NR; NR++; print NR; NR = 2.5; print NR }'; seq 2 | awk 'NR == 1 { NR = "5x" } { print NR }'
#### the first seed
awk 'BEGIN { print srand(5), srand() }' | cut -d' ' -f1; awk 'BEGIN { rand(); print srand(2) }'
#### a format of time ends at a NUL
awk 'BEGIN { print strftime("%Y\0%m", 0, 1) }' | od -c
#### what lacks a value
awk --assign 2>&1 | sed -n 1p; awk -f 2>&1 | sed -n 1p; awk --version=1 2>&1 | sed -n 1p; awk --nope 2>&1 | sed -n 1p; echo ${PIPESTATUS[0]}
#### a command that is read does not wait for what was printed
echo | awk '{ print NR | "sort" } END { printf "0 "; "echo 1" | getline x }'
#### what is no array is looked at first
awk 'BEGIN { A[1]; n = asorti(A, i A) }'; awk 'BEGIN { n = asort(A, 5) }'
#### what is no expression as a value
awk 'BEGIN { x = @/((a+/ }'; echo $?
#### truth values are kept
gawk 'function f(x) { return typeof(x) } BEGIN { x = mkbool(1); y = x; a[1] = mkbool(0); print typeof(x), typeof(y), typeof(a[1]), f(x), x, a[1] ""; x++; print typeof(x), typeof(-y), typeof(1 ? y : 2); NR = mkbool(1); print typeof(NR); CONVFMT = OFMT = "%dx"; print y, y "", y == 1, y == "1"; n = asort(a); print n, typeof(a[1]) }'
#### fields that are not there have no type
printf 'a b\n' | gawk 'function f(x) { return typeof(x) } { print f($1), f($9), typeof($9), f($99999999); z = $9; print typeof(z), typeof(1 ? $9 : 2), typeof(($9)); print ($9==0), ($9==""), ($9 < 1), ($9 < "a"), ($9 == $10), !$9; a[1] = $9; print typeof(a[1]), asort(a, b), typeof(b[1]); $2 = $9; print typeof($2); print; $5 = ""; print f($4), f($5) }'
#### widths that pass over the rest
printf '0\n' | gawk 'BEGIN { FIELDWIDTHS = "1:2 2:1" } { print NF; $0 = "abcd"; print NF, $1 "|" $2 "|"; $0 = ""; print NF }'
#### a name that is no text
gawk -v $'OF\xffS=' 1; echo $?
#### lists are no operands
for p in '{ print $(1,1 ~ /a/) }' '{ print $(1,2) in A }'; do gawk "$p" </dev/null 2>/dev/null; echo $?; done
#### a byte between records that is no character
printf 'a\303\251b\251c\251' | LC_ALL=C.UTF-8 gawk -v 'RS=\251' '{ print NR ":" $0 }' | od -c; printf 'a\303\251b\251c\251' | LC_ALL=C.UTF-8 gawk 'BEGIN { RS = "\303" } { print NR ":" $0 }' | od -c
#### what is assigned is untyped no longer
awk 'BEGIN { a[1] = x; b[1]; c[1] = b[1]; d[1] = $5; print typeof(a[1]), typeof(b[1]), typeof(c[1]), typeof(d[1]), typeof(x); getline y; print typeof(y) }'
#### what is printed becomes a string
awk 'BEGIN { print A[1], typeof(A[1]); print typeof(A[1]); printf "%d|", B[1]; printf typeof(B[1]) "|%s|", B[1]; print typeof(B[1]); s = sprintf(C[1]) index(D[1], "a"); print typeof(C[1]), typeof(D[1]); sub(/a/, "b", E[1]); x = F[1] ""; print typeof(E[1]), typeof(F[1]) }'
#### a subscript without a type is deleted by nobody
for p in 'delete B[A[1]]' 'B[1]; delete B[(A[1])]' 'delete B[A[1] ""]; print 1' 'print "x" > A[1]' 'print A[1], A[1][1]'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### there is no record yet
awk 'BEGIN { x = $0; print typeof(x), typeof($0), ($0 == 0), ($0 == ""); $3 = 1; print typeof($0), $0 == 1 } END { print typeof($0) }' < /dev/null
#### a record made from its fields is a string
echo '1 2' | awk '{ print typeof($0), ($0 == 1); NF = 1; print typeof($0), ($0 == 1.0), ($1 == 1.0); $1 = $1; print typeof($0) }'; echo 10 | awk '{ print ($0 < 9); $1 = $1; print ($0 < 9) }'
#### gensub of nothing is nothing
awk 'BEGIN { x = gensub(/a/, "b", "g", $9); y = gensub(/a/, "b", "g", z); print typeof(x), typeof(y) }'
#### the subscript is looked at before the array
for p in 'gsub(/a*/, "X", A[length(A)])' 'A[length(A)]++' 'sub(/a/, "b", A[1]); print length(A)'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### lists are printed and looked for
for p in 'print (1,2) "x"' 'print (1,2), 3' 'print ((1,2))' 'print (1,2) > "/dev/stdout"' 'print (1,2) in A' 'print 1 (1,2)' 'x = "" (1,2)' 'print -(1,2)' 'while ((getline, x) > 0) y' 'print (1,2) == 1' 'print (1,2); print (3,4)'; do awk "BEGIN { $p }" 2>&1 < /dev/null; echo $?; done
#### printf without arguments fails where it runs
awk 'BEGIN { if (0) printf; print 1; printf }' 2>&1; echo $?; awk -c 'BEGIN { printf; print 2 }'; awk 'BEGIN { printf > "x"' 2>&1; awk '{ printf |' 2>&1
#### what is used as a variable in its own arguments
awk '{ f("" x((x)(""))) }' 2>&1; awk 'BEGIN { g(g) } function g(a) { }' 2>&1
#### a backslash between fields with blank lines between records
printf 'a\nb\\c\n\nd\n' | awk -F '\' -v RS= '{ print NF, $2, $3 }'
#### IGNORECASE leaves what the fields look like
printf 'aXb\n' | awk 'BEGIN { FPAT = "[a-z]+"; IGNORECASE = 1 } { print NF, $1 }'; echo 'ab c' | awk 'BEGIN { FIELDWIDTHS = "1 1"; IGNORECASE = 1 } { print NF, $2 }'
#### escapes of -F that are no characters
printf 'a\tbtc\n' | awk -F $'\\\xfft' '{ print NF, $1 }' 2>/dev/null; printf 'a\\b\n' | awk -F '\' '{ print $2 }'; echo 'a' | awk -v 'x=\é' '{ print length(x) }' 2>/dev/null
#### an option that does not exist is the program's
printf 'BEGIN { for (i = 1; i < ARGC; i++) print i, ARGV[i] }' > p; awk -f p -x y; awk -f p --foo y; awk -f p -rx -v a=1; awk -e 'BEGIN { print ARGV[1] }' -qq; awk -f p --f; awk -x 'BEGIN { print 1 }' 2>/dev/null; echo $?; awk -F '[[' -x 2>&1; echo $?
#### infinite numbers beside strings
awk 'BEGIN { x = log(0); print (x > " 5"), (x < " 5"), (x == "-inf"), (x "" == "-inf"), (-x > "5") }'
#### the separator as it is when the line is printed
awk 'BEGIN { print OFS = "-", 1 }'
#### what options set are variables before the text is read
awk -v y=1 '{ y() }' < /dev/null 2>&1; awk -v y=1 'function y() { } BEGIN { y() }' 2>&1; awk -v foo=1 'BEGIN { print SYMTAB["foo"], ("foo" in SYMTAB) }'; awk -v foo=1 -v bar=x -d- 'BEGIN { z = foo }' | grep -E '^(foo|bar|z):'
#### what fields look like begins at each field
awk 'BEGIN { n = patsplit("1b", A, /^./, B); print n, A[1], A[2]; n = patsplit("ab cd", A, /^[a-z]/, B); for (i = 0; i <= n; i++) print i, A[i] "|" B[i]; n = patsplit("xxaxx", A, /a*/, B); for (i = 0; i <= n; i++) print i, A[i] "|" B[i]; n = patsplit("日本", A, /x*/, B); for (i = 0; i <= n; i++) print i, A[i] "|" B[i]; print patsplit("", A, /x*/, B), length(B); n = patsplit("abc", A, /\<./, B); for (i = 0; i <= n; i++) print i, A[i] "|" B[i]; n = patsplit("abxab", A, /b|x*/, B); for (i = 0; i <= n; i++) print i, A[i] "|" B[i] }'; printf 'ab ab\n' | awk 'BEGIN { FPAT = "^a|b" } { print NF, $1, $3 }'
#### a switch begins with a case
awk 'BEGIN { switch (1) {; case 1: print 1 } }' 2>&1; echo $?; awk 'BEGIN { switch (1) { case 1: print 1;; ; case 2: print 2
; default: print 3; } }'
#### bytes that are no characters come first where case counts for nothing
printf '\251\nB\na\n\303\251\n\303\211x\n' | awk 'BEGIN { IGNORECASE = 1 } { print ($1 > 1), ($1 > "a"), ($1 == "b"), ($1 < "\303\211"), ($1 == "É"), "A" == $1; A[NR] = $1 } END { n = asort(A); for (i = 1; i <= n; i++) print A[i] }' | od -c
#### getline behind an operand
printf '1\n2\n3\n4\n5\n' | awk '{ x = ("cat f2" getline); print x, $0; y = 1 getline z 2; print y, z }'; printf '1\n2\n3\n4\n5\n' | awk '{ print NR getline getline }'; awk 'BEGIN { print "x" getline }' < /dev/null
#### what is wrong with the place comes before a division by zero
for p in '$(1e30) %= 0' 'A[1]; A %= 0' 'A[1][1]; A[1] /= 0' '$(-1) /= 0' 'A[1] %= x'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### raw bytes in the messages of errors
for p in 'FIELDWIDTHS="\xff"' 'printf "\xff%%d"' '/\xff(/' 'A["\xff"][1]; A["\xff"] = 1' 'print > "\xff/x"'; do printf "BEGIN { $p }" > p; awk -f p 2>&1 | od -c; done
#### blanks in front of what is split with blank lines between records
awk -v RS= 'BEGIN { n = split("\n \tab\nb", A, /b/, S); print n, A[1], A[2] "|" S[0] "|" S[1]; n = split(" a ", A, / /, S); print n, S[0], S[1]; FS = ","; n = split("\nab\n", A, /b/, S); print n, A[1] "|" S[0] }'
#### commands that are read start before what was written is there
awk 'BEGIN { print "x" > "f"; "cat f" | getline y; print "[" y "]"; close("f"); "cat f | tr x z" | getline y; print y }'; awk 'BEGIN { print "x" > "g"; print "y" | "cat; cat g"; close("cat; cat g") }'; awk 'BEGIN { print "x" > "h"; fflush(); "tail -1 h" | getline q; print q }'
#### standard error waits for nothing
awk 'BEGIN { print "a"; print "c" > "/dev/stderr"; print "d" }' 2>&1; awk 'BEGIN { print "a" > "/dev/stdout"; "echo b" | getline x; print "c" > "/dev/fd/2"; print x }' 2>&1; awk 'BEGIN { print "a"; fflush(); print "b" > "/dev/stderr"; print "c" }' 2>&1
#### seconds are cut to whole ones
awk 'BEGIN { print strftime("%F %T", -0.5, 1), strftime("%F %T", -1.5, 1), strftime("%F %T", 1.9, 1) }'
#### what empty matches passed over is lost
echo 'x,' | awk -F '^a?' '{ print NF, $1 }'; echo 'abc' | awk -F 'x*' '{ print NF, $1 }'; echo 'axbxx' | awk -F 'x*' '{ print NF; for (i = 1; i <= NF; i++) print $i }'; awk 'BEGIN { n = split("x,y", A, /^a?/); print n, A[1]; n = split("ab", A, /^|b/, S); for (i = 0; i <= n; i++) print i, A[i], S[i] }'
#### hexadecimal escapes without digits in expressions
awk '/\x/' < /dev/null 2>&1; awk 'BEGIN { print "x" ~ /a\xg|\x/; r = "\\x"; for (i = 0; i < 3; i++) print "x" ~ r }' 2>&1
#### the byte 255 in a format
printf 'BEGIN { printf "%%- \xff5d|%%5\xffd|%%\xffs|%%.\xff3d\\n", 1, 2, 3, 4 }' > p; awk -f p | od -c
#### escapes that mean nothing are told once
awk 'BEGIN { print "\q", "\q\w"; print "\q" }' 2>&1; awk -v 'x=\q' 'BEGIN { print x "\q\w" }' 2>&1; awk '{ print "\q" x }' 'x=\q\k' - <<< a 2>&1
#### the last argument of split is looked at first
awk 'BEGIN { length(A); length(B); split("a", A, /./, B) }' 2>&1; awk 'BEGIN { length(A); patsplit("a", A, /./, B) }' 2>&1; awk 'BEGIN { split("a", A, /a/, A) }' 2>&1
#### reading goes on behind next where there is none
awk 'BEGIN { next; nextfile; x = }' 2>&1; echo $?; awk 'BEGIN { next } END { nextfile }' 2>&1; echo $?; awk 'BEGIN { nextfile } // index(1, //)' 2>&1; echo $?
#### nothing stands between the brackets of subscripts
for p in 'B[1] [2]' 'B[1][2] = 3; print B[1][2]' 'B [1][2]; print length(B)' 'print (1 in B[1] [2])' 'print (1 in B [1][2])' 'delete B[1] [2]'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### what NF was is that of the record
printf 'a b c\nb\nx y\n' | awk 'NR == 1 { NF = 1.5; print NF, NF * 2 } NR == 2 { print NF, NF * 2; NF = 2.7; $0 = "p q"; print NF, NF * 2; NF = 2.7; $1 = "z"; print NF, NF * 2; $3 = 1; print NF * 2 }'
#### expressions in messages end at a NUL
printf 'BEGIN { x = "17\\0["; "a" ~ x }' > p; awk -f p 2>&1; echo $?
#### a constant behind its sign is seen as zero
for p in '5 % !-2^6' '5 / !-2' '5 / !2' '5 / !-x^2'; do awk "BEGIN { if (0) x = $p }" 2>&1; echo $?; done
#### what looks back sees no more than the rest of what is split
awk 'BEGIN { n = split("01", A, /\`\S/, B); print n; n = split("a,b,c", A, /\`,|b/, B); for (i = 0; i <= n; i++) print i, A[i], B[i]; n = split("abab", A, /\`ab/); print n }'; awk 'BEGIN { n = split("foo bar", A, /\<./); for (i = 0; i <= n; i++) print i, A[i]; n = split("foobar", A, /\y./); for (i = 0; i <= n; i++) print i, A[i]; n = split("foobar", A, /\B./); for (i = 0; i <= n; i++) print i, A[i]; n = split("aab", A, /^a|\<b/); for (i = 0; i <= n; i++) print i, A[i] }'; echo foobar | awk -F '\\<.' '{ print NF; for (i = 1; i <= NF; i++) print i, $i; FS = "\\`o"; $0 = $0; print NF, $1; n = split("ooo", A); print n; n = split("ooo", A, @/\`o/); print n; n = split("ooo", A, "\\`O"); print n; IGNORECASE = 1; n = split("ooo", A, "\\`O"); print n; n = split("o\no\no", A, /\`o(\n^)?/); print n }'
#### separators may be numbers
awk 'BEGIN { n = patsplit("0a1b2", A, /[ab]/, B); for (i = 0; i <= n; i++) print i, typeof(B[i]); n = split("0a01b1", A, /[0-9]+/, B); print B[1] == "0.0", B[2] == B[3], typeof(B[1]) }'
#### infinities have no width
awk 'BEGIN { printf "%*d|%*f|%.*g\n", 2147483648, "-inf", 2147483648, "+nan", 2147483648, "+inf" }'
#### the rule of next and nextfile behind getline
printf 'x\ny\n' > in; echo z > in2; for p in 'BEGIN { getline; nf() }' 'BEGIN { getline; getline; getline; nf() } ENDFILE { print "ef" }' 'BEGIN { getline; getline; getline; n() } BEGINFILE { print "bf" }' 'ENDFILE { nf() }' '{ getline; getline; print } ENDFILE { n() }' 'BEGINFILE { n() }' '{ getline; getline; getline; nf() } ENDFILE { print "X" }' 'BEGINFILE { print "a"; nf() } { print }' 'END { nf() } ENDFILE { print "X" }' '{ while ((getline) > 0); nextfile } ENDFILE { print "X", FILENAME, FNR } END { print "e", $0 }'; do awk "function n() { next } function nf() { nextfile } $p" in in2 2>&1; echo $?; done
#### a list behind a dollar sign
for p in '$(1,2) = 3' 'print $(1,2), 3' '$((1,2))' '++$(1,2)' '$-(1,2)' '$$(1,2)' '$(1,2) in A' '$((1,2) in A)' 'getline $(1,2)' '$(x = 3,2)' '$(1'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### what variables hold is compiled with and without regard to case
awk 'BEGIN { RS = "\\x"; RS = "\\x"; RS = "b\\x"; IGNORECASE = 1 }' 2>&1; awk -v 'RS=a\\x' 'BEGIN { FS = "\\x" }' 2>&1; awk 'BEGIN { FPAT = "\\x"; RS = "\\q\\x" }' 2>&1
#### options for gawk's own search for mistakes
awk -e 'BEGIN { print ARGV[1], ARGV[2], ARGC }' -Z C x; awk -e 'BEGIN { print ARGV[1], ARGV[2], ARGC }' -bY x; awk -P -Y -e 'BEGIN { print ARGV[1], ARGV[2], ARGC }' -Z x y; awk -Z C 'BEGIN { print 1 }' 2>&1 | head -c 10; awk -e 'BEGIN { print 1 }' -Z 2>&1 | head -1
#### empty rounds behind others
for r in '(x*){1,2}' '(x*){1,3}' '(x*){2}' '(x|){1,2}' '(x?){1,2}' '(x*){0,2}' '(x*){2,3}' '((x*)){1,2}' '(y|x*){1,2}'; do for t in x xx; do echo $t | sed -E "s/$r/[\\1]/"; awk -v r="$r" -v t=$t 'BEGIN { match(t, r, A); print A[1], A[1, "start"], gensub(r, "<\\1>", 1, t) }'; done; done
#### streams of one name and different kinds
awk 'BEGIN { f = "o"; print "a" > f; close(f); while ((getline l < f) > 0) print l; print "b" > f; close(f); print (getline l < f), l; print close(f), close(f); print (getline l < f), l }'; awk 'BEGIN { print "a" > "f"; print "b" >> "f"; fflush("f"); getline l < "f"; print l; print "c" > "f"; print close("f"), close("f"), close("f") }'; cat f; awk 'BEGIN { "cat" | getline x; print "y" | "cat"; print close("cat"), close("cat"), close("cat") }'
#### what was opened last is closed first
awk 'BEGIN { print "h"; print 1 | "sort"; print 2 | "sort -r"; print 3 | "sort -n"; print "x" }'; awk 'BEGIN { "echo a; echo b > late" | getline x; print x }'; cat late
#### the sides of a coprocess
awk 'BEGIN { c = "sort"; print "b" |& c; print "a" |& c; print close(c, "to"); print close(c, "to"); c |& getline x; print x; print "c" |& c }' 2>&1; echo $?; awk 'BEGIN { c = "cat"; printf "b" |& c; close(c, "to"); printf "x" |& c }' 2>&1; awk 'BEGIN { c = "echo q"; c |& getline x; print x, close(c, "from"); c |& getline }' 2>&1; awk 'BEGIN { print "a" > "f"; print close("f", "from"), close("f") }'
#### fflush of what is read
awk 'BEGIN { getline z < "/dev/null"; print fflush("/dev/null"); "echo" | getline; print fflush("echo"); print "a" |& "cat"; print fflush("cat"); close("cat", "to"); print fflush("cat"), fflush("none") }' 2>&1
#### standard output is closed by its name
awk 'BEGIN { print "a" > "/dev/stdout"; print close("/dev/stdout"), close("/dev/stdout"); printf "b\n" >> "/dev/stderr"; print close("/dev/stderr"), fflush("/dev/stdout"); print "e" > "-"; print close("-"), close("-") }'
#### the start of an input is the only start for RS
printf 'aab aa' > f; printf 'a1a2' > g; awk -v RS='^a' '{ print "<" $0 "|" RT ">" } END { while ((getline l < "g") > 0) print "g" l, RT; close("g"); getline l < "g"; print l "|" RT; "cat f" | getline z; print z "|" RT; "cat f" | getline z; print z, RT }' f g f; awk 'BEGIN { RS = "b"; getline l < "f"; print l; RS = "^ a"; getline l < "f"; print l; close("f"); RS = "^A|x"; IGNORECASE = 1; getline l < "f"; print l "|" RT; getline l < "f"; print l "|" RT }'; printf 'abab' | awk -v RS='(^a|b)' '{ printf "[%s|%s]", $0, RT }'
#### empty matches of RS
for data in 'ab\n' 'aaxxb\n' 'xxbxc\n' 'abcabc' 'xbbcabbc' 'a b  c'; do for rs in 'x*' '()' '(b|)' 'b?' 'b*' ' *' '(^a*|b)' "b+\\\\'" '(x|^)'; do printf "$data" | awk -v RS="$rs" '{ printf "[%s|%s]", $0, RT } END { print NR }'; done; done
#### backslashes in replacements
for o in '' -c -P; do awk $o 'BEGIN { for (n = 1; n <= 9; n++) for (k = 0; k < 3; k++) { r = ""; for (i = 0; i < n; i++) r = r "\\"; r = r (k == 1 ? "&" : k == 2 ? "x" : ""); s = "a"; gsub("a", r, s); t = "a"; sub("a", r "-" r, t); print n, k, s, t } }'; done; awk 'BEGIN { for (n = 1; n <= 5; n++) for (k = 0; k < 4; k++) { r = ""; for (i = 0; i < n; i++) r = r "\\"; print gensub(/(a)/, r (k == 1 ? "&" : k == 2 ? "q" : k == 3 ? "1" : ""), 1, "a") } print gensub(/a/, "\\é\\q", 1, "a") }' | od -c
#### which mistake is told, and of which line
for p in 'function f(x,x,x) {} BEGIN { ) }' 'function f(x,x) { y } function f() { } BEGIN { f() }' $'function f() {}\nfunction f(a,\n b, b) { }' $'function f(a,b,a,\n b) {}' 'function f(f,f) { }' $'BEGIN\n' $'END {}\nBEGIN\n\n{ print 1 }' 'BEGIN;' $'BEGIN # c\n{ }' $'BEGIN\nEND { ) }' 'BEGIN { x | y }' 'BEGIN { "date" | getline | x }' 'BEGIN { print (x |& y) }' 'BEGIN { x |' 'BEGIN { print x | y | z }' 'BEGIN { print 1; print sprintf() }' '@include' '@include ""' '@include lib' '@include "x" y' '@ include "x"' '@load' $'@load "nosuch"\nBEGIN { print 1 ' '@load "nosuch" x' '@namespace x'; do awk "$p" 2>&1; echo $?; done
#### paths of subscripts that are deleted
awk 'BEGIN { i = 1; delete a[i++][i++]; print i; a[3][4][5]; i = 3; delete a[i++][i++][i++]; print i, length(a[3][4]) }'; for p in 'a[1]; delete a[1][2][3]' 'a[1]; delete a[1][2]' 'a[1] = 2; delete a[1][2]' 'delete a[1][2]; print typeof(a[1])'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### an element that is deleted while it is printed
awk 'BEGIN { A[1]; print A[1], match("", A), length(A); B[1]; print B[1], split("", B), length(B); print length(A), length(B); C[1]; x = sprintf("%s %d", C[1], split("", C)); print length(C) }'
#### a folder and BEGINFILE
mkdir d; echo a > f; for p in 'BEGINFILE { print "b", FILENAME, ERRNO } ENDFILE { print "e", FILENAME, FNR } { print FILENAME, $0 }' 'BEGINFILE { print "b", FILENAME, ERRNO; nextfile } ENDFILE { print "e", FILENAME, FNR }' 'END { print ERRNO, NR }' 'BEGIN { while ((getline l) > 0) print l; print ERRNO }'; do for o in '' -c; do awk $o "$p" f d f 2>&1; awk $o "$p" d 2>&1; echo $?; done; done
#### bytes are characters in the C locale
echo 'né 日本' > u; LC_ALL=C awk '{ print length($0), index($0, "日"), toupper($0), match($0, /[é]/), RLENGTH; print substr($0, 2, 1); printf "%c|%5s|%.2s\n", 233, "é", "日"; gsub(/./, "x"); print }' u | od -c; LANG=C LC_ALL= LC_CTYPE=POSIX awk -F '' '{ print NF }' u; LC_ALL=C LANG=C.UTF-8 awk 'BEGIN { print length("é") }'
#### a caret between fields with blank lines between records
printf 'A\nxy\n' | awk -F '^' -v RS= '{ print NF; for (i = 1; i <= NF; i++) print "[" $i "]"; print split("a^b", q), split("a^b", q, "^") }'
#### a regular expression as a value is no operand
for p in 'pr e@/a(x/ [0-9]' 'x = 1 @/(/ ; y' 'x e@/abc/ y' 'x = @/a/; print typeof(x), x "b", "ab" ~ @/a/'; do awk "BEGIN { $p }" 2>&1; echo $?; done
#### constants behind several signs are seen as zero
for p in '5 % -!-1' '5 % - -!1' '5 % -!1' '5 % !!0' '5 % - -0' '5 / -!"a"' '5 / +!1' '5 / (-!1)' '5 % -!-2^3' '5 / !-"a"' '5 / - !0' '5 / -""' '5 / -!!1' '5 / -!!0' '5 % -!x'; do awk "BEGIN { x = 1; y = $p }" 2>&1; echo $?; done
#### where regular expressions may be values
for p in 'print @/a/' 'print 1 + @/a/' 'print (@/a/)' 'x = @/a/ "b"' 'x = @/a/ + 1' 'x = @/a/; y[@/q/]' 'x = 1 ? @/a/ : 2' 'f(@/a/ "b")' 'print "a" ~ @/a/ "b"' 'x = y = @/a/; print typeof(x)' 'a[1] = @/a/; $2 = @/b/; print typeof(a[1]), typeof($2), gensub(@/a/, "b", 1, "cab")' 'switch ("a") { case @/a/: print "y" }'; do awk "BEGIN { $p } function f(a) { return @/a/ }" 2>&1; echo $?; done
#### a newline where a program breaks off
for t in 'function f(' '$1 ==' 'BEGIN { x = 1 +' 'BEGIN { a[' 'BEGIN { print x |' 'BEGIN { x |' 'BEGIN { print x >' 'BEGIN { if ('; do echo "$t" > q; awk -f q 2>&1; awk "$t" 2>&1; done
#### an empty match behind others that were not
for s in 'c-\' 'c-' '-' '--' 'a' 'a-' '' '-a' ' '; do for r in '\w|\B' '\B' '\B|x' '\w|$' 'x|\B' 'c|\B' '\y|-' '\B|-' '\w|\>' '(\w)|\B' '\w|x*' '\W|\y'; do printf '%s %s ' "$s" "$r"; printf '%s\n' "$s" | awk -v "r=${r//\\/\\\\}" '{ print gensub(r, "<&>", "g"), gsub(r, "X"), $0 }'; done; done
#### fields far behind the last
printf 'a b\n' | awk '{ print $9.1e18 "|" $(9223372036854774000) "|" }'; printf 'a\n' | awk '{ print $1e19 }'; echo $?
