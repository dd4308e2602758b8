#### awk 1
printf 'a 1\nb 2\na 3\n' > f; awk '{s[$1]+=$2} END{for(k in s) print k, s[k]}' f; awk 'NR==2{print $2*2; exit 3}' f; echo $?; awk -F: -v OFS=- '{$1=$1; print; print NF}' <<< 'x:y:z'; awk '!seen[$1]++' f; awk 'BEGIN{printf "%5.2f|%-5s|%05d|%c|%x\n", 3.14159, "ab", 42, 65, 255}'
#### awk 2
awk 'BEGIN { while (("echo a; echo b" | getline line) > 0) print "got " line; close("echo a; echo b"); "date +%Y" | getline y; print (y > 2000); print "z\ny" | "sort"; close("sort"); print "done"; system("echo sys"); print toupper("abc") substr("hello", 2, 3) index("foobar","bar") }'
#### awk 3
echo 'foo bar baz' | awk '{ gsub(/[aeiou]/, "<&>"); print; sub(/<a>/, "\\&"); print; print gensub(/(b)(.)/, "\\2\\1", "g"); n = split("a:b:c", arr, ":"); print n, arr[3]; print match("foobar", /o+/), RSTART, RLENGTH; $2 = ""; print; print NF; NF = 2; print }'
#### awk 4
printf 'l1\nl2\n\nl3\nl4\n' | awk 'BEGIN{RS=""; FS="\n"} {print NR": "$1"|"$2}'; printf 'a,b;c,d' | awk 'BEGIN{RS=";"; FS=","}{print $2, RT}'; echo 'aXXbXc' | awk -v RS='X+' '{print NR, $0}'
#### awk 5
awk 'function fib(n) { return n < 2 ? n : fib(n-1) + fib(n-2) } function fill(a, i) { for (i=1;i<=3;i++) a[i]=i*i } BEGIN { print fib(15); fill(q); print q[1], q[2], q[3], length(q); delete q[2]; print (2 in q), (3 in q); m["x","y"]=1; for (k in m) { split(k, p, SUBSEP); print p[1], p[2] }; if (("x","y") in m) print "yes" }'
#### awk 6
awk 'BEGIN { print 1==1.0, "a"<"b", "10"<"9", 10<9, "abc" ~ /b/, "abc" ~ "^a"; x; print x+0, x "", length(x); print 2^10, 2**3, -3%2, 7%-3, 1e3, 0x11, 011; print 1/3; OFMT="%.2f"; print 3.14159, 3.14159 ""; print 100000000000000000000, 2^53+1 } END{}' < /dev/null
#### awk 7
printf '1\n2\n3\n4\n5\n' | awk '/2/,/4/{print "r", $0} END{print NR}'; printf 'a b\n' | awk '{ $5="e"; print; print NF }'; awk 'BEGIN{ getline; print "first " $0; getline x; print x, NR } { print "rest", $0 }' <<< $'1\n2\n3'
#### awk 8
awk 'BEGIN{printf "%s %s %d\n", "a", "b"}'; echo $?; awk 'BEGIN{print substr("hello",0), substr("hello",-1,3), substr("hello",2,100), substr("hello",1.5,1)}'; awk 'BEGIN { print length("héllo"), toupper("é"), index("héllo","l"); printf "%3s|%-3s|%.1s\n", "é", "é", "éa" }'
#### awk 9
awk 'BEGIN{print 1 > "o1"; print 2 >> "o1"; print 3 | "cat 1>&2"; close("o1"); while((getline l < "o1")>0) print "r" l; print "err" > "/dev/stderr"}'; cat o1; awk '{print > $1".out"}' <<< $'a 1\nb 2\na 3'; cat a.out b.out
#### awk 10
awk 'BEGIN{a[1][2]=3; a[1][5]=7; for(i in a) for (j in a[i]) print i,j,a[i][j]; print isarray(a[1]), length(a[1]); n=asort(b); c["x"]=3;c["y"]=1;c["z"]=2; n=asort(c,d); for(i=1;i<=n;i++) printf "%s ", d[i]; n=asorti(c,e); for(i=1;i<=n;i++) printf "%s ", e[i]; print ""; PROCINFO["sorted_in"]="@val_num_desc"; for(k in c) printf "%s ", k; print ""; switch("b"){case "a": print "A"; break; case /b/: print "B"; default: print "D"}}'
#### awk 11
awk 'BEGIN{print length()}' ; awk 'BEGIN { print -3 " " -1; print 1 " " 2, 3; print 1+1 "x"; print !0, !1, !"", !"a"; a="5"; b=a++ + ++a; print a,b; print 5 " items" > "/dev/stdout"; print (1,2) in x; print "a" "b" == "ab"; print 1>2 ? "y" : "n" }'; cat 2
#### awk 12
awk 'BEGIN { srand(1); x=rand(); srand(1); print (x==rand()); print srand(); print int(-3.7), int("3abc"), sqrt(16), exp(0), log(1), atan2(0,-1), sin(0), cos(0) }'; awk 'BEGIN{print strftime("%Y-%m-%d", 0, 1), mktime("1970 01 02 00 00 00"), strtonum("0x1F"), strtonum("017"), and(12,10), or(12,10), xor(12,10), lshift(1,4), rshift(16,2), compl(0)}'
#### awk 13
echo "a b c" | awk '{ for (i=NF; i>0; i--) printf "%s%s", $i, (i>1 ? OFS : ORS) }'; echo | awk '{ print NF, $0 == "", $1 == 0 }'; echo "10 9" | awk '{print ($1 > $2), ($1"" > $2"")}'; echo "abc" | awk '{print $1 > "/dev/null"; next; print "no"} END {print $0, NR}'
#### awk 14
awk 'BEGIN { if (!(3 in a)) print "no"; if (a[3]=="") print "made"; if (3 in a) print "yes"; do { i++ } while (i < 5); print i; for (;;) { if (++j > 3) break; if (j == 2) continue; print j } ; while (k < 3) k++; print k; exit; print "x" } END { print "end" }'
#### awk 15
echo | awk '{print $1==0, $1=="", $3==0, x==0, x=="", $1<1, ($1+0)==0, length($1), ($9 ? "t" : "f"); $3 = "x"; print ($2 == 0), ($2 == ""); y = $7; print (y == 0) }'
#### awk 16
awk 'BEGIN{printf "%d %d %s\n", "0x1A", "1e3", 1e6; print 1e6, 1e7 "", 123456789, 1234567.5, 0.000001, 1e-7, 123456.789; printf "%5d|%-5d|%+d|% d|%05d|%x|%X|%o|%#x|%#o|%e|%E|%g|%G|%a\n", 42,42,42,42,42,255,255,8,255,8,1234.5,1234.5,0.0001,1e20,1; printf "%*d|%-*d|%.*f\n", 6, 42, 6, 42, 2, 3.14159; printf "%2$s %1$s\n", "a", "b"; printf "%c%c%c\n", "", "abc", 0x4e2d; printf "%i %5%|%z\n", 3; printf "%s\n"  }' | od -c
#### awk 17
awk 'BEGIN { "echo hi" | getline; print; "echo a b c" | getline x; print x, NF, NR; close("echo hi"); "echo hi" | getline z; print z; print getline < "/nonexist"; print ERRNO != ""; while ("exit 3" | getline) ; print close("exit 3"); print system("exit 5"), close("nope"); print "x" | "cat; exit 7"; print close("cat; exit 7"); "kill -9 $$" | getline; print close("kill -9 $$"), system("kill -15 $$") }'
#### awk 18
printf 'a,"b,c",d\n"x ""y""",z\n' | awk 'BEGIN{FPAT="([^,]+)|(\"[^\"]+\")"}{print NF, $2; for(i=1;i<=NF;i++) printf "<%s>", $i; print ""}'; echo 'abcdefgh' | awk 'BEGIN{FIELDWIDTHS="2 3 *"}{print $1, $2, $3, NF}'; echo 'AbC' | awk 'BEGIN{IGNORECASE=1} /abc/{print "m", $0 == "abc", index($0,"b")}'
#### awk 19
awk 'BEGIN { print length(); print substr("hello", 2); print index("abc", ""); print split("", a), length(a); print split("abc", b, ""), b[2]; print split("  a  b ", c), c[1]; print split("a1b22c", d, /[0-9]+/, s), d[3], s[1], s[2]; print patsplit("a1b22c", e, /[0-9]+/, t), e[2], t[0], t[2] }'
#### awk 20
awk 'BEGIN { s = "hello"; print gsub(/l/, "L", s), s; t = "aaa"; print gsub(/x*/, "-", t), t; u = "abc"; gsub(//, "-", u); print u; v="a.b.c"; gsub(".", "x", v); print v; w="a.b"; gsub("\\.", "\\\\", w); print w; w="a&b"; gsub(/&/, "\\\\&", w); print w; w="path/to"; gsub("/", "\\/", w); print w; gsub(/^/, "> ", w); print w; gsub(/$/, "!", w); print w; gsub(/b*/, "X", z="abc"); z = "abbc"; gsub(/b*/,"X",z); print z }'
#### awk 21
awk 'BEGIN { print gensub(/a/, "b", 2, "aaa"), gensub(/(.)(.)/, "\\2\\1", "g", "abcd"), gensub(/x/, "\\0\\0&", "G", "axb"), gensub(/a/, "\\&\\\\", 1, "cat"); print toupper(substr("abc", 1, 1)) substr("abc", 2); print match("xxabc", /(a)(b)/, m), m[1], m[2], m[1,"start"], m[2,"length"], m[0]; print match("zzz", /a/), RSTART, RLENGTH }'
#### awk 22
printf '1 2\n3 4\n' > f; awk 'FNR==1{print FILENAME, FNR, NR} END{print NR}' f f; awk '{print FILENAME ":" FNR ": " $0}' x=1 f; awk 'NR==FNR{a[$1]=$2; next} $1 in a{print $1, a[$1]}' f f; awk '{nextfile} END{print NR}' f f; awk 'BEGINFILE{print "bf", FILENAME} ENDFILE{print "ef", FNR}' f f; awk 'END{print $0, NF}' f; awk -v 'x=a\tb' 'BEGIN{print x}'; awk 'BEGIN{for(i=0;i<ARGC;i++) print i, ARGV[i]}' q "w e" z=3; awk '{print v, $1}' v=1 f v=2 f; awk 'BEGIN{ARGV[1]="f"; ARGC=2} {print}' nothere
#### awk 23
awk -f /dev/stdin <<< 'BEGIN { print "from stdin" }'; printf 'BEGIN {\n  x = 1\n  print y/0\n}\n' > p.awk; awk -f p.awk; echo $?; printf 'function f(a) { return a*2 }\n' > lib.awk; awk -f lib.awk -e 'BEGIN { print f(21) }'; awk -f lib.awk -f p.awk; echo $?; echo 3 | awk '{print $1/($1-3)}'; echo $?; awk 'BEGIN{print 1; exit} END{print "e"; exit 4}'; echo $?; awk 'BEGIN{exit 300}'; echo $?; awk 'BEGIN{exit -1}'; echo $?
#### awk 24
awk 'BEGIN{print substr("hello",-1,3), substr("hello",0,2), substr("hello",1.9), substr("hello",1,1.9), substr("hello",0.5,2), substr("hello",-0.5,2), substr("hello",1.5,1.5), substr("hello",2,0.9) "|", substr("hello",-5,6), substr("hello",-5,7), substr("hello", 5, 3), substr("hello",6) "|", substr("hello",1,-1) "|", substr("hello","2x"), substr("hello", -10, 3) "|"}'
#### awk 25
awk 'BEGIN { OFS="-"; $0 = "a b c"; $1 = $1; print; print $0; $5 = "e"; print; NF = 2; print; $0 = "x y"; print NF, $2; $3 = ""; print; NF++; print; print NF; $(NF+2) = "z"; print; print NF }' | cat -A
#### awk 26
awk 'BEGIN { if (x == 0 && x == "") print "unset"; if ("" < "a") print "lt"; if (2 < 10) print "num"; if ("2" < "10") print "str"; else print "strno"; a = "10"; b = 9; print (a > b), (a+0 > b); print 1 " " 2 + 3 " " 4; print 1 - 1 " " 2; print "a" > "/dev/stdout"; print -"3x", +"4y", !"0", !0, !"" ; print 5 % 3, -5 % 3, 5.5 % 2; print 2 ^ 3 ^ 2, -2 ^ 2; x = y = 3; print x y; x += x++ ; print x; print x--, x; print 1,2 > "/dev/stdout" }'
#### awk 27
echo "a:b c:d" | awk -F'[: ]' '{print $3, NF}'; echo "a|b|c" | awk -F'|' '{print $2}'; echo "aXbXc" | awk -FX '{print $3}'; echo "a  b" | awk -F' ' '{print $2}'; echo "a	b c" | awk -F'\t' '{print $2}'; echo "a	b c" | awk -Ft '{print $2}'; echo "a.b.c" | awk -F. '{print $2}'; echo "abc" | awk -F '' '{print $2, NF}'; echo 'a\b' | awk -F'\\' '{print $2}'; echo "a||b" | awk -F'||' '{print $1}'; echo ' a b ' | awk -F'[ ]' '{print NF}'
#### awk 28
seq 5 | awk 'NR>1 && NR<4'; seq 10 | awk 'NR%2==0{s+=$1} END{print s, s/NR}'; printf 'x=1\ny=2\n' | awk -F= '{print $2 > "/dev/stderr"; v[$1]=$2} END{for (k in v) print k "=" v[k] | "sort"}'; awk 'BEGIN{printf "%s\n", 1e300*1e300; print -log(0), log(-1); print int("inf"), "inf"+0, "+inf"+0, "0x10"+0}'; awk 'BEGIN { while ((getline line < ARGV[1]) > 0) n++; print n }' f 2>/dev/null; awk 'BEGIN{"pwd" | getline d; print (d != "")}'
#### awk 29
awk 'function g(a,b){a["x"]=1; b=5; return} BEGIN{g(arr, z); print arr["x"], z; print length(arr); r = g(arr); print "[" r "]"}'; awk 'function f(n,  i, t) { for (i=0;i<n;i++) t = t i; return t } BEGIN { print f(5); print f(3) }'; awk 'function r(n) { if (n == 0) return 0; return 1 + r(n-1) } BEGIN { print r(1000) }'; awk 'BEGIN { f = "foo"; print @f(3) } function foo(x) { return x * 2 }'; awk 'function a(x) { x[1] = 2 } BEGIN { a(b); a(b); print b[1]; c = 3; c[1] = 2 }'; echo $?
#### awk 30
awk 'BEGIN { print "a\tb\\n\"q\"\/\101\x41"; print "tab\there"; print length("a\0b"); print "\a\b\f\v" }' | od -c | head -5; awk '/a\/b/' <<< 'xa/by'; awk '$0 ~ "a\\.b"' <<< 'a.b'; awk '/[[:digit:]]+/{print "d"} /^[^a-z]/{print "n"} /a{2}/{print "i"} /\<w/{print "w"} /b\>/{print "wb"} /\yz/{print "y"} /a|b$/{print "alt"}' <<< $'12\naa\n w b z\nAb'; awk '/[/]/{print "slash"}' <<< 'a/b'; awk '/\./{print "dot"} /[.]/{print "br"} /\$/{print "dollar"} /\\/{print "bs"} /a+?/{print "q"}' <<< 'a.$\'
#### awk 31
awk 'BEGIN{'; awk 'BEGIN{print (1}'; awk '{print $1'; awk 'BEGIN { x = ; }'; awk 'BEGIN { if x print }'; awk '@'; awk 'BEGIN { getline x y }' </dev/null; awk 'function f(x, x) {}'; awk 'BEGIN{next}'; awk 'BEGIN { return 1 }'; awk 'BEGIN{ break }'; awk 'BEGIN{ f(1) }'; awk 'BEGIN { printf }'; awk 'BEGIN { print length(1,2) }'; awk '/(/' ; awk 'BEGIN { "x" ~ "[" }'; echo $?
#### arrays in gawk's order
awk 'BEGIN{n=split("apple banana cherry date elder fig grape",q); for(i=1;i<=n;i++) r[q[i]]; for(k in r) printf "%s ",k; print ""; for(i=0;i<60;i++)s["k" i]; for(k in s)printf "%s ",k; print ""; for(i=-3;i<=20;i++)t[i]; for(k in t)printf "%s ",k; print ""; for(i=30;i>0;i--)u[i];for(k in u)printf "%s ",k; print ""; v["x"];v[-3];v["01"];v[0];v[5];for(k in v)printf "%s ",k; print ""; for(i=1;i<=5;i++)w[i]; w["x"]; w[-3]; w["01"]; w[0]; for(k in w)printf "%s ",k; print ""}'
#### empty, binary and unfinished input
printf '' | awk '{print} END{print NR}'; printf 'a\0b\n\xff\xfe x\nlast' | awk '{print length($0), $0} END{print NR}' | od -c; printf 'a b' > f; awk '{print $2}' f missing; echo $?; mkdir d; awk '{print}' d f; echo $?
#### options and usage
awk; echo $?; awk --nosuch 'BEGIN{}'; echo $?; awk -f missing; echo $?; awk -v x 'BEGIN{}'; echo $?; awk -v 'x=1' -v y=2 -F, 'BEGIN{print x, y, FS}'; awk -F : -e 'BEGIN{print FS}'; awk -- 'BEGIN{print "dd"}'; awk -vx=3 'BEGIN{print x}'; awk --assign=x=4 --field-separator=- 'BEGIN{print x FS}'; awk -r -O -s -N 'BEGIN{print "ok"}'
#### a program file as the last option
printf 'BEGIN { print ARGV[1], ARGV[2] }\n' > p; awk -E p -v x=1; awk -E missing; echo $?; awk --exec p a b; awk --file=p c d
#### in place
exec 2>&1; printf 'a 1\nb 2\n' > f; printf 'c 3\n' > g; awk -i inplace '{print $2, FILENAME, FNR, NR} BEGIN{print "begin"} END{print "end"}' f g; cat f; echo --; cat g; gawk -i inplace -v inplace::suffix=.bak '{sub(/1/,"X")} 1' f; ls; cat f f.bak; gawk --include=inplace -v INPLACE_SUFFIX=.orig '{print "z"}' g; cat g g.orig; awk -i inplace -v inplace::enable=0 '{print "no"}' f; cat f
#### in place: messages, nextfile, exit, other output
exec 2>&1; awk -i inplace 1 nofile; echo $?; printf 'a\nb\n' > f; awk -i inplace '{print}' nofile f; echo $?; printf 'x\n' | awk -i inplace '{print "in:" $0}'; awk -i inplace 'FNR==1{nextfile} {print}' f; echo "-- $?"; cat f; printf 'a\nb\n' > f; awk -i inplace '{print; exit}' f; echo "-- $?"; cat f; awk -i inplace '{printf "%s", $0 > "other"; print "kept"; system("echo sys")}' f; cat f other; awk -iinplace 'BEGINFILE{print "bf"} ENDFILE{print "ef"} {print}' f; cat f; chmod 755 f; awk -i inplace '{print toupper($0) > "/dev/stdout"}' f; cat f; stat -c %a f; ls
#### libraries
exec 2>&1; echo q > f; echo '{print "inc"}' > lib.awk; awk -i lib 1 f; awk -i lib.awk -e '{print "e"}' f; awk -i ./lib.awk -i lib 'BEGIN{print 1}' f; mkdir d; echo 'function f(x) { return x * 2 }' > d/g.awk; AWKPATH=d awk -i g.awk 'BEGIN{print f(4)}'; AWKPATH=d:. awk -i g -i lib 1 f; awk -i nosuch 1 f; echo $?; awk -l nosuch 1 f; echo $?; awk --load=nosuch 1 f
#### awk-uninit
{
awk 'BEGIN { if (x == 0 && x == "") print "both"; print length(x), x+0, "[" x "]"; if (!x) print "false"; y[1]; print (1 in y), (2 in y), length(y) }'
} 2>errors
cat errors
rm errors
#### awk-getline-forms
{
printf '1\n2\n3\n4\n' > f; awk 'NR==1{getline; print "A", $0, NR, FNR} NR==3{getline x; print "B", x, $0, NR; while ((getline l < "f") > 0) print "C", l, NR; close("f"); "echo q" | getline; print "D", $0, NR; "echo r s" | getline z; print z, NR}' f
} 2>errors
cat errors
rm errors
#### awk-getline-missing
{
awk 'BEGIN { r = (getline x < "missing"); print r, ERRNO; r = getline < "dir"; print r; print (getline < "missing") }'
} 2>errors
cat errors
rm errors
#### awk-getline-concat
{
awk 'BEGIN { "echo " "date" | getline d; print d; "echo a b c" | getline; print $2; while ("printf 1\\\\n2\\\\n" | getline line) n += line; print n }'
} 2>errors
cat errors
rm errors
#### awk-getline-var-nf
{
echo 'a b c' | awk '{ getline NF < "f"; print NF }' ; printf '2\n' > f;  echo 'a b c' | awk '{ getline NF < "f"; print; print NF }'
} 2>errors
cat errors
rm errors
#### awk-getline-elem
{
printf 'x\ny\n' | awk '{ getline a[NR]; for (k in a) print k, a[k] }'
} 2>errors
cat errors
rm errors
#### awk-getline-field
{
printf 'x y\nz\n' | awk '{ getline $2; print; print NF }'
} 2>errors
cat errors
rm errors
#### awk-dynamic-regex
{
awk 'BEGIN { r = "^[a-c]+$"; print ("abc" ~ r), ("abd" ~ r); print "a.c" ~ "a\\.c", "abc" ~ "a\\.c", "abc" ~ "a\.c" }'
} 2>errors
cat errors
rm errors
#### awk-dyn-regex-slash
{
awk 'BEGIN { print match("a/b", "/"), match("a/b", /\//), "a\\b" ~ /\\/, "a\\b" ~ "\\\\" }'
} 2>errors
cat errors
rm errors
#### awk-printf-c
{
awk 'BEGIN { printf "%c%c%c|%c|%c\n", 65, "hello", 256, 8364, ""; printf "%c", 1114112; printf "%c", -1; printf "%5c|%-5c|%.3c\n", "é", 233, "xyz" }' | od -c
} 2>errors
cat errors
rm errors
#### awk-printf-c-input
{
echo '65 abc 0x41' | awk '{ printf "%c%c%c\n", $1, $2, $3; printf "%c%c\n", $1 "", $1+0 }'
} 2>errors
cat errors
rm errors
#### awk-printf-i
{
awk 'BEGIN { printf "%i %i %i %d\n", 3.99, -3.99, "7x", 1e18; printf "%d %d\n", 2^53, 2^53+1; printf "%d %i\n", 1e30, -1e30; printf "%x %o %u\n", -1, -1, -1; printf "%x %u %o %X\n", 1e30, -1e30, 2^64, 2^63 }'
} 2>errors
cat errors
rm errors
#### awk-printf-positional
{
awk 'BEGIN { printf "%2$s %1$s\n", "a", "b"; printf "%1$s %1$s\n", "x"; printf "%2$*1$d|\n", 5, 42 }'
} 2>errors
cat errors
rm errors
#### awk-printf-positional-bad
{
awk 'BEGIN { printf "%5$s\n", "a" }'; echo $?; awk 'BEGIN { printf "%0$s\n", "a" }'; awk 'BEGIN { printf "%1$s %s\n", "a", "b" }'; awk 'BEGIN { printf "%s %1$s\n", "a", "b" }'; awk 'BEGIN { printf "%.2$s\n", "a", "b" }'; awk 'BEGIN { printf "%*3d\n", "a", "b" }'; awk 'BEGIN{ printf "%*3$d|\n", 1, 2 }';awk 'BEGIN{ printf "%1$*d|\n", 1, 2 }'
} 2>errors
cat errors
rm errors
#### awk-printf-star
{
awk 'BEGIN { printf "%*d|%-*d|%.*f|%*.*f|\n", 5, 42, 5, 42, 2, 3.14159, 8, 3, 2.71828; printf "%*d|%.*d|\n", -5, 42, -3, 7; printf "%.*s|\n", 2, "abcdef"; printf "%.*s|\n", -2, "abcdef" }'
} 2>errors
cat errors
rm errors
#### awk-printf-few
{
awk 'BEGIN { printf "%s %s\n", "a" }'; awk 'BEGIN { printf "%*d\n", 3 }'; awk 'BEGIN { printf "%d" }'; awk 'BEGIN { x = sprintf("a%sb") }'
} 2>errors
cat errors
rm errors
#### awk-printf-flags
{
awk 'BEGIN { printf "%+d|% d|%05d|%-5d|%+.3d|%05.3d|%#x|%#o|%#X\n", 5, 5, 5, 5, 5, 5, 255, 8, 255; printf "%+s|%05s|% s|%#s\n", "a", "b", "c", "d"; printf "%.0d|%.0x|%#.0o|%5.0d|\n", 0, 0, 0, 0; printf "%#x %#o\n", 0, 0; printf "%.5d|%.5x|%-8.5d|%08.5d\n", 42, 42, 42, 42; printf "%.10d|%10.5d|%+010d|%-010d|\n", -42, -42, 42, 42 }'
} 2>errors
cat errors
rm errors
#### awk-printf-nan
{
awk 'BEGIN { n = log(-1); printf "%d %i %x %X %f %e %E %g %G %5.1f|%10d|%s %c\n", n, n, n, n, n, n, n, n, n, n, n, n, n; i = -log(0); printf "%d %x %f %G %10.2f| %s %F\n", i, i, -i, -i, i, -i, i }'  2>&1
} 2>errors
cat errors
rm errors
#### awk-printf-odd
{
awk 'BEGIN { printf "%z %k %5 %"; print ""; printf "%5%|%-5%|%d%%\n", 3; printf "100%"; print ""; printf "%5"; print ""; printf "%ld %lld %hd %Lf %hhd %qd %jd\n", 1, 2, 3, 4, 5, 6 }'
} 2>errors
cat errors
rm errors
#### awk-printf-round
{
awk 'BEGIN { printf "%.0f %.0f %.0f %.0f %.2f %.1f %.15g %.17g %.20f\n", 0.5, 1.5, 2.5, -0.5, 2.675, 0.25, 0.1, 0.1, 0.1; printf "%g %g %g %g %g\n", 1e5, 1e6, 123456789, 0.0001, 0.00001; printf "%#g %g %G %e\n", 1, 1e-10, 1e-10, 0 }'
} 2>errors
cat errors
rm errors
#### awk-printf-a
{
awk 'BEGIN { printf "%a %A %.2a %a %a\n", 1, 255.5, 3.14159, 0, -0.1 }'
} 2>errors
cat errors
rm errors
#### awk-printf-paren
{
awk 'BEGIN { printf("%s %d\n", "x", 3) > "/dev/stdout"; printf("%s\n", "a" "b"); print("a", "b") > "/dev/stdout"; print ("a")("b"); print (1,2) in a }'
} 2>errors
cat errors
rm errors
#### awk-print-gt
{
awk 'BEGIN { print 1, 2 > "o"; print (2 > 1); close("o"); while ((getline l < "o") > 0) print "got", l; print "x" > "o" ".txt"; close("o.txt"); print (1>2) ? "y" : "n" }'; cat o.txt; ls
} 2>errors
cat errors
rm errors
#### awk-print-prec
{
awk 'BEGIN { print 1 " " 2+3, 1 -1, 1 " " -1, -2^2, 2**3**2, !1+1, 1 - - 1, 5 % 3 * 2, "a" > "/dev/stdout"; print 2 * 3 4, 1==1, 1 == 1.0, "a" < "b", 10 < 9, "10" < "9" }'
} 2>errors
cat errors
rm errors
#### awk-huge
{
awk 'BEGIN { print 2^53, 2^53+1, 2^63, 2^64, 1e300*1e10, -1e300*1e10, 1e15, 1e16, 1e17, 123456789012345678, 0.1+0.2, 1e6, 1e-5, 100000 * 100000, -0, 0 * -1, -0.0 "" , 3.0, "3.0"+0, 1e1000 }'
} 2>errors
cat errors
rm errors
#### awk-intdiv
{
awk 'BEGIN { print int(-3.7), int("4abc"), int(""), -7 % 3, 7 % -3, 5.5 % 2, 1e20 % 3, int(1e18), int(-0.5) }'
} 2>errors
cat errors
rm errors
#### awk-divzero
{
awk 'BEGIN { x = 0; print 1/x }'; echo $?; awk 'BEGIN { x = 0; print 1%x }'; awk 'BEGIN { x = 0; y /= x }'; awk 'BEGIN { y %= x }'; awk 'BEGIN { print 1/0 }'; awk 'BEGIN { x /= 0 }'; awk 'BEGIN { x %= 0 }'; awk 'BEGIN{print 5%0}'; awk 'BEGIN{print 1/(0)}';  awk 'BEGIN{print 1/"0"}'
} 2>errors
cat errors
rm errors
#### awk-substr
{
awk 'BEGIN { s = "hello"; print substr(s, 0), substr(s, -1), substr(s, 2, 3), substr(s, 0, 2), substr(s, -1, 3), substr(s, 1.5, 2), substr(s, 1.4, 1.5), substr(s, 2, 0), substr(s, 2, -1) "|", substr(s, 10) "|", substr(s, 5, 10), substr(s, 1.5), substr(s, 2.5, 1.5), substr(s, 0.5, 1), substr(s, 1, 2.5), substr(s, 1, 3.5) }'
} 2>errors
cat errors
rm errors
#### awk-substr-nan
{
awk 'BEGIN { n = -log(-1); print substr("hello", n) "|", substr("hello", 1, n) "|", substr("hello", n, n) "|"; i = -log(0); print substr("hello", 1, i), substr("hello", -i), substr("hello", i) "|", substr("hello", 2, -i) "|"; print substr(12345, 2, 3), substr("é日本", 2, 1), substr("hello", "2x", "2y") }'
} 2>errors
cat errors
rm errors
#### awk-substr-round
{
awk 'BEGIN { for (i = -1; i <= 3; i += 0.25) for (j = 0; j <= 3; j += 0.5) printf "%s:", substr("abcd", i, j); print "" }'
} 2>errors
cat errors
rm errors
#### awk-split
{
awk 'BEGIN { n = split("a b  c", a); print n, a[1], a[3]; n = split("  a b  ", a, " "); print n, a[1]; n = split(" a b ", a, / /); print n, a[1] "|" a[2]; n = split("abc", a, ""); print n, a[1], a[3]; n = split("", a); print n, length(a); n = split("a:b:c", a, ":"); print n, a[2]; n = split("a.b.c", a, "."); print n; n = split("a|b", a, "|"); print n; n = split("aXXb", a, "X"); print n; n = split("aXXb", a, "X+", s); print n, s[1] }'
} 2>errors
cat errors
rm errors
#### awk-split-seps
{
awk 'BEGIN { n = split("  a  b ", a, " ", s); for (i = 0; i <= n; i++) printf "[%s]", s[i]; print n; n = split("1,2;3", a, /[,;]/, s); print n, s[1], s[2]; n = split("abc", a, "", s); print n, length(s); n = split("a\nb c", a); print n; n = split("aBbBc", a, "b"); print n; n = split("x", a, "x"); print n, "[" a[1] "]" }'
} 2>errors
cat errors
rm errors
#### awk-split-anchor
{
awk 'BEGIN { n = split("aaa", a, /^a/); print n, a[1] "|" a[2]; n = split("abab", a, /b$/); print n; n = split("a b", a, "^"); print n; n = split("a^b", a, "^"); print n; n = split("a\\b", a, "\\"); print n; n = split("a\\b", a, "\\\\"); print n; n = split("foo", a, /o*/); print n; n = split("atb", a, "t"); print n }'
} 2>errors
cat errors
rm errors
#### awk-fs-forms
{
printf 'a\tb c\n' | awk -F'\t' '{print $2}'; printf 'a|b\n' | awk -F'|' '{print $2}'; printf 'a|b\n' | awk -F'\\|' '{print $2}'; printf 'atb\n' | awk -Ft '{print $2}'; printf 'a\\b\n' | awk -F'\\' '{print $2}'; printf 'a\\b\n' | awk -F'\\\\' '{print $2}'; printf 'a  b\n' | awk -F' ' '{print $2}'; printf 'a  b\n' | awk -F'[ ]' '{print NF}'; printf 'a.b\n' | awk -F. '{print $2}'; printf 'abc\n' | awk -F '' '{print $2, NF}'; printf 'aXbxc\n' | awk -Fx -vIGNORECASE=1 '{print NF}'; echo 'a+b' | awk -F+ '{print $2}'; echo 'a(b' | awk -F'(' '{print $2}'; echo 'a^b^c' | awk -F^ '{print $2}' ; echo 'a$b' | awk -F'$' '{print $2}'; echo 'a*b' | awk -F'*' '{print $2}'; echo 'a[b' | awk -F'[' '{print $2}'; echo 'a--b' | awk -F-- '{print $2}'; echo 'a#b' | awk -F# '{print $2}'
} 2>errors
cat errors
rm errors
#### awk-rs-paragraph
{
printf '\n\na b\nc d\n\n\n\ne:f\ng\n\n' > f; awk 'BEGIN{RS=""}{print NR": "$1"|"$NF"|"NF; for(i=1;i<=NF;i++) printf "[%s]",$i; print ""; printf "%s", RT}' f | od -c | head; awk 'BEGIN{RS="";FS=":"}{for(i=1;i<=NF;i++) printf "[%s]",$i; print NF}' f;  awk 'BEGIN{RS="";FS="\n"}{print $1}' f; awk 'BEGIN{RS="";FS="[: ]"}{for(i=1;i<=NF;i++) printf "[%s]",$i; print NF}' f; awk 'BEGIN{RS="";FS="\t"}{print $1; print NF}' f
} 2>errors
cat errors
rm errors
#### awk-rs-regex
{
printf 'a1b22c\n' | awk 'BEGIN{RS="[0-9]+"}{print $0, RT}'; printf 'a\r\nb\r\n' | awk -vRS='\r\n' '{print}'; printf 'axbXc' | awk -vRS=x -vIGNORECASE=1 '{print}'; printf 'a\0b\0' | awk 'BEGIN{RS="\0"}{print}'; printf 'abc' | awk 'BEGIN{RS="^b"}{print}'; printf 'one|two|' | awk -vRS='|' '{print NR, $0}'; printf 'a\nb\n' | awk -vRS='\n|b' '{print NR ":" $0 ":"}'
} 2>errors
cat errors
rm errors
#### awk-rs-change
{
printf 'a b\nc;d e\n' | awk '{print; RS=";"}'
} 2>errors
cat errors
rm errors
#### awk-nf-assign
{
echo 'a b c d' | awk '{NF=2; print; print NF; NF=4; print; $7="x"; print; print NF; $2=""; print; NF++; print; $(NF)="z"; print}' OFS=-
} 2>errors
cat errors
rm errors
#### awk-record-rebuild
{
echo ' a  b  c ' | awk '{$1=$1; print; $0="x y z"; print $2, NF; $3="Q"; print; print $0; $5=""; print; print NF}'
} 2>errors
cat errors
rm errors
#### awk-record-rebuild2
{
echo 'a b c' | awk '{ $2 = 3.0; print; $2 = 0.1+0.2; print; $3 = 1e6; print; $3 = 1234567.891; print }' CONVFMT=%.3g OFMT=%.2f
} 2>errors
cat errors
rm errors
#### awk-v-escapes
{
awk -v 'a=x\ty\n\\z\"q\/' -v b='\101\x42' 'BEGIN{print a; print b}'; awk -v 'a=\q' 'BEGIN{print a}'; awk -v 'a=b\' 'BEGIN{print a}'; awk -v 'a=1
2' 'BEGIN{print a}'
} 2>errors
cat errors
rm errors
#### awk-range
{
seq 10 | awk '/3/,/5/'; seq 10 | awk 'NR==2,NR==2{print "x", $0} NR==4,/nothing/'; seq 5 | awk '/2/,0'; seq 6 | awk 'NR%2==0,NR%3==0'; seq 3 | awk '1,1'; seq 3 | awk '!/2/,1{print "r" $0}'
} 2>errors
cat errors
rm errors
#### awk-delete
{
awk 'BEGIN { a[1]=1; a[2]=2; delete a[1]; print length(a); delete a; print length(a); a["x"]=1; delete(a["x"]); print length(a); delete a["none"]; a[1][2]=3; delete a[1][2]; print length(a[1]); delete a[1]; print length(a) }'
} 2>errors
cat errors
rm errors
#### awk-subsep
{
awk 'BEGIN { a[1,2]=3; if ((1,2) in a) print "in"; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] }; SUBSEP=":"; a["x","y"]=1; for (k in a) if (k ~ /:/) print k; print (1,2) in a, ("x","y") in a; if (!(3 in a)) print "no" }'
} 2>errors
cat errors
rm errors
#### awk-pipe-close
{
awk 'BEGIN { print "b\na" | "sort"; close("sort"); print "after"; r = close("nope"); print r; print "x" | "cat; exit 3"; print close("cat; exit 3"); "exit 4" | getline; print close("exit 4"); print system("exit 5"); print system("kill -9 $$"); print "q" | "cat; kill -15 $$"; print close("cat; kill -15 $$"); print "z" > "o"; print close("o"), close("o") }' 2>&1
} 2>errors
cat errors
rm errors
#### awk-pipe-sort-order
{
awk 'BEGIN { print "header"; print "b" | "sort"; print "a" | "sort"; print "footer" }'; awk 'BEGIN { print "c" | "sort -r"; print "d" | "sort -r"; close("sort -r"); print "end" }'
} 2>errors
cat errors
rm errors
#### awk-stderr
{
awk 'BEGIN { print "e" > "/dev/stderr"; print "o" > "/dev/stdout"; print "cat" | "cat 1>&2"; printf "x\n" > "/dev/fd/1"; print "two" > "/dev/fd/2" }'
} 2>errors
cat errors
rm errors
#### awk-system-out
{
awk 'BEGIN { printf "a "; system("echo b"); print "c"; r = system("exit 300"); print r; r = system(""); print r }'
} 2>errors
cat errors
rm errors
#### awk-f-several
{
echo 'function f(x) { return x*2 }' > a.awk; echo 'BEGIN { print f(4) }' > b.awk; awk -f a.awk -f b.awk; awk -f a.awk -e 'BEGIN { print f(5) }'; awk -f nope.awk; echo $?; awk -i a.awk 'BEGIN { print f(1) }'; awk -f a.awk -f a.awk -f b.awk; awk -f a.awk 'BEGIN{}' ; printf 'BEGIN { print f(3)\n x = = 1 }' > c.awk; awk -f a.awk -f c.awk
} 2>errors
cat errors
rm errors
#### awk-include-twice
{
echo 'function f(x) { return x*2 }' > a.awk; awk '@include "a"
@include "a.awk"
BEGIN { print f(4) }'; awk -f a.awk '@include "a"
BEGIN { print f(4) }' x ; awk -i a -e '@include "a"
BEGIN{print f(1)}'
} 2>errors
cat errors
rm errors
#### awk-beginfile
{
echo a > f1; echo b > f2; awk 'BEGINFILE{print "bf", FILENAME, ERRNO, FNR, NR} {print} ENDFILE{print "ef", FNR}' f1 nope f2; echo $?; awk 'BEGINFILE{if (ERRNO) {print "skip", FILENAME; nextfile}} {print}' f1 nope f2; awk 'BEGINFILE { print NF } {nextfile} ENDFILE{print "e"}' f1 f2; awk 'BEGINFILE{exit 3} END{print "end"}' f1; echo $?
} 2>errors
cat errors
rm errors
#### awk-nextfile
{
printf 'a\nb\n' > f1; printf 'c\nd\n' > f2; awk 'FNR==2{nextfile}{print FILENAME, $0}' f1 f2; awk 'function f() { nextfile } { f(); print "no" } END { print NR }' f1 f2; awk 'function f() { next } { f(); print "no" } END { print NR }' f1; awk 'BEGIN{next}'; awk 'function f() { next } BEGIN{f()}'; awk 'END{nextfile}' f1; awk 'function f() { nextfile } END{f()}' f1; awk 'ENDFILE{next}' f1;  awk 'ENDFILE{nextfile}' f1; awk 'BEGINFILE{next}' f1
} 2>errors
cat errors
rm errors
#### awk-switch
{
awk 'BEGIN { for (i = 0; i < 6; i++) switch (i) { case 0: print "zero"; break; case 1: case 2: print "low"; break; case /3/: print "re"; default: print "def"; break; case "4": print "str"; } switch ("a") { default: print "d"; case "b": print "b" } switch (1) { case "1": print "s"; break; case 1: print "n" } }'
} 2>errors
cat errors
rm errors
#### awk-switch-strnum
{
echo '1 1.0 abc' | awk '{ switch ($1) { case "1": print "s"; break; case 1: print "n" } switch ($2) { case 1: print "n"; break; case "1.0": print "s"} switch ($3) { case /b/: print "re" } switch (x) { case "": print "e"; break; case 0: print "0" } }'
} 2>errors
cat errors
rm errors
#### awk-switch-bad
{
awk 'BEGIN { switch (1) { case 1: ; case 1: ; } }'; awk 'BEGIN { switch (1) { default: ; default: ; } }'; awk 'BEGIN { switch (1) { case x: } }'
} 2>errors
cat errors
rm errors
#### awk-fpat
{
echo 'a,"b,c",d' | awk 'BEGIN{FPAT="([^,]*)|(\"[^\"]+\")"}{for(i=1;i<=NF;i++) print i, $i}'; echo 'a,,c' | awk -vFPAT='[^,]*' '{print NF; for(i=1;i<=NF;i++) printf "[%s]", $i; print ""}'; echo 'ab12cd' | awk -vFPAT='[a-z]+' '{$1=$1; print; print PROCINFO["FS"]}'; echo ',a,' | awk -vFPAT='[^,]*' '{print NF}'
} 2>errors
cat errors
rm errors
#### awk-fieldwidths
{
echo '1234567890' | awk -vFIELDWIDTHS='2 3 2' '{print $1, $2, $3, NF}'; echo '1234567890' | awk -vFIELDWIDTHS='1:2 2:3 *' '{print $1, $2, $3, NF}'; echo '12' | awk -vFIELDWIDTHS='1 1 1' '{print NF}'; echo '123' | awk -vFIELDWIDTHS='2 2' '{print NF, $2}'; echo 'a b' | awk '{FIELDWIDTHS="1 1"; FS=","; print PROCINFO["FS"]; $0="a,b"; print $2}'; awk -vFIELDWIDTHS='a' 1 /dev/null; awk -vFIELDWIDTHS='2 0' 1 /dev/null; awk -vFIELDWIDTHS='-1' 1 /dev/null; awk -vFIELDWIDTHS='1:' 1 /dev/null; awk -vFIELDWIDTHS='* 1' 1 /dev/null;  awk -vFIELDWIDTHS='1:* 1' 1 /dev/null; echo abc | awk -vFIELDWIDTHS='' '{print NF}'; echo 'é日本x' | awk -vFIELDWIDTHS='1 2 1' '{print $1,$2,$3}'; awk -vFIELDWIDTHS='9999999999999' 1 /dev/null
} 2>errors
cat errors
rm errors
#### awk-gensub
{
awk 'BEGIN { print gensub(/(a)(b)/, "\\2\\1", "g", "abab"), gensub(/a/, "x", 2, "aaa"), gensub(/a/, "[&]", "g", "bab"), gensub(/a/, "\\&", 1, "bab"), gensub(/(x)?b/, "<\\1>", "g", "bxb"), gensub(/a/, "\\0\\0", "G", "cac"), gensub(/$/, "!", 1, "end"), gensub(/x*/, "-", "g", "abc"); $0 = "foo bar"; print gensub(/o/, "0", "g"); print $0; print gensub("o", "0", 0, "foo"); print gensub(/o/, "0", "x", "foo"); print gensub(/o/, "0", -3, "foo"); print gensub(/o/, "0", "", "foo"); print gensub(/o/, "0", 1.9, "foo"), gensub(/o/,"0","2","foo") }'
} 2>errors
cat errors
rm errors
#### awk-sub-gsub
{
awk 'BEGIN { s = "hello"; n = gsub(/l/, "[&]", s); print n, s; n = sub(/l/, "\\&", s); print s; s = "aaa"; print gsub(/a/, "b", s), s; s = "abc"; gsub(//, "-", s); print s; s = "abc"; gsub(/x*/, "-", s); print s; s = "a.b.c"; gsub(".", "x", s); print s; s = "a.b"; gsub("\\.", "x", s); print s; s = "abc"; sub(/$/, "!", s); print s; sub(/^/, ">", s); print s; s = "a/b"; gsub("/", "\\/", s); print s; s="path"; sub(/a/, "\\\\&", s); print s; s = "banana"; gsub(/ana/, "<&>", s); print s; s = "aaaa"; gsub(/^a/, "b", s); print s; gsub(/\<a/, "X", s); print s }'
} 2>errors
cat errors
rm errors
#### awk-gsub-utf8
{
awk 'BEGIN { s = "日本"; print gsub(//, "-", s), s; s = "é"; print gsub(/x*/, "-", s), s; s = "aéb"; print gsub(/./, "<&>", s), s; print toupper("éà"), tolower("ÉÀ"), length("日本"), index("日本語", "本"), substr("日本語", 2), match("日本語", /語/) , RSTART, RLENGTH }'; printf '\342\200\213\n' | awk '{ print gsub(//, "-"); print }' | od -c;  printf '\314\201a\n' | awk '{ print gsub(//, "-"); print }' | od -c; printf 'a\314\201\n' | awk '{ print gsub(//, ""), length }'
} 2>errors
cat errors
rm errors
#### awk-gsub-field
{
echo 'a b c' | awk '{ gsub(/b/, "x", $2); print; print NF; n = gsub(/[a-z]/, "&&"); print n, $0, $1; sub(/a/, "b c d"); print NF }'
} 2>errors
cat errors
rm errors
#### awk-gsub-nonlv
{
awk 'BEGIN { gsub(/a/, "b", "abc") }'; awk 'BEGIN { print sub(/a/, "b", "abc") }'; awk 'BEGIN { gsub(/a/, "b", x+1) }'; awk 'BEGIN { gsub(/a/, "b", (x)) ; print "ok" }';  awk 'BEGIN { sub(/a/, "b", $1 "x") }'
} 2>errors
cat errors
rm errors
#### awk-match
{
awk 'BEGIN { print match("foobar", /o+/), RSTART, RLENGTH; print match("foobar", /z/), RSTART, RLENGTH; print match("foobar", /x*/), RSTART, RLENGTH; if (match("key=val", /([a-z]+)=([a-z]+)/, m)) { print m[0], m[1], m[2], m[1, "start"], m[2, "length"]; } match("ab", /(x)?(b)/, m); n = asorti(m, k); for (i = 1; i <= n; i++) { gsub(SUBSEP, ",", k[i]); printf "%s ", k[i] } print ""; match("", /^$/, m); print RSTART, RLENGTH, length(m) }'
} 2>errors
cat errors
rm errors
#### awk-length
{
awk 'BEGIN { print length(), length, length(12345), length(0.1), length("é") } { print length }' /dev/null; echo 'hello' | awk '{ print length, length(), length $0, length($0) length; if (length > 3) print "long" }'; awk 'BEGIN { a[1]; print length(a); print length("a" "bc") }'; awk 'function f(x) { return length(x) } BEGIN { a[1]; a[2]; print f(a); print f("abc"); print f(u) }'
} 2>errors
cat errors
rm errors
#### awk-sorted_in
{
awk 'BEGIN { a["b"] = 2; a["a"] = 10; a["c"] = "x"; a[10] = "9"; a[9] = 3; a[1] = ""; split("@ind_str_asc @ind_str_desc @ind_num_asc @ind_num_desc @val_str_asc @val_str_desc @val_num_asc @val_num_desc @val_type_asc @val_type_desc", o, " "); for (i = 1; i <= 10; i++) { PROCINFO["sorted_in"] = o[i]; printf "%s:", o[i]; for (k in a) printf " %s", k; print "" } }'
} 2>errors
cat errors
rm errors
#### awk-sorted_in-sub
{
awk 'BEGIN { a[1][1]; a["x"] = 5; a["y"][2]; a[2] = "s"; split("@ind_str_asc @val_str_asc @val_str_desc @val_num_asc @val_num_desc @val_type_asc @val_type_desc", o, " "); for (i = 1; i <= 7; i++) { PROCINFO["sorted_in"] = o[i]; printf "%s:", o[i]; for (k in a) printf " %s", k; print "" } }'
} 2>errors
cat errors
rm errors
#### awk-sorted_in-fn
{
awk 'function cmp(i1, v1, i2, v2) { return v2 - v1 } function bad(a, b) { return 0 } BEGIN { a[1] = 3; a[2] = 5; a[3] = 1; PROCINFO["sorted_in"] = "cmp"; for (k in a) print k, a[k]; n = asort(a, b, "cmp"); for (i = 1; i <= n; i++) printf "%s ", b[i]; print ""; PROCINFO["sorted_in"] = "nosuch"; for (k in a) print k }'
} 2>errors
cat errors
rm errors
#### awk-asort
{
awk 'BEGIN { n = split("banana 10 apple 9 cherry 2", a); n = asort(a); for (i = 1; i <= n; i++) printf "%s ", a[i]; print n; b["x"] = 1; b["a"] = 2; b[10] = 3; n = asorti(b, c); for (i = 1; i <= n; i++) printf "%s ", c[i]; print n; n = asort(b, d, "@val_num_desc"); for (i = 1; i <= n; i++) printf "%s ", d[i]; print ""; n = asorti(b, d, "@ind_num_desc"); for (i = 1; i <= n; i++) printf "%s ", d[i]; print ""; print asort(e), length(e); asorti(b); for (i in b) print i, b[i] }'
} 2>errors
cat errors
rm errors
#### awk-asort-ic
{
awk 'BEGIN { IGNORECASE = 1; n = split("b A a B", a); asort(a); for (i = 1; i <= n; i++) printf "%s ", a[i]; print ""; PROCINFO["sorted_in"]="@ind_str_asc"; b["b"];b["A"];b["a"];b["B"]; for (k in b) printf "%s ", k; print ""; if ("ABC" == "abc") print "eq"; if ("A" in b) print "in"; print "aBc" ~ /ABC/, index("ABC", "b"), match("xABC", "abc"), split("aXbxc", z, "x"); s = "AaA"; print gsub(/a/, "-", s) }'
} 2>errors
cat errors
rm errors
#### awk-patsplit
{
awk 'BEGIN { n = patsplit("a1b22c", p, /[0-9]+/, s); print n, p[1], p[2], s[0], s[1], s[2]; n = patsplit("", p, /x/); print n; n = patsplit("abc", p); print n, p[1]; n = patsplit("a b c", p, "[a-z]"); print n; n = patsplit("aab", p, /a*/, s); print n, p[1] "|" p[2] "|" s[0] "|" s[1] "|" s[2] }'
} 2>errors
cat errors
rm errors
#### awk-indirect
{
awk 'function a(x) { return "a" x } function b(x) { return "b" x } BEGIN { f = "a"; print @f(1); f = "b"; print @f(2); f = "length"; print @f("xyz"); f = "toupper"; print @f("q"); f = "sqrt"; print @f(16); f = "substr"; print @f("hello", 2, 3); f = "split"; print @f("a b", arr), arr[1]; f = "nosuch"; print @f(1) }'
} 2>errors
cat errors
rm errors
#### awk-indirect-more
{
awk 'function g(f, x) { return @f(x) } function dbl(x) { return 2*x } BEGIN { print g("dbl", 4); fs["x"] = "dbl"; h = fs["x"]; print @h(3); k = "gsub"; s = "aaa"; print @k(/a/, "b", s), s; k = "match"; print @k("foo", /o+/), RSTART; k = "systime"; print @k() > 0; k="sprintf"; print @k("%d-%d", 1, 2); k="isarray"; print @k(fs); k="gensub"; print @k(/a/,"b","g","aa"); k="print"; @k("x") }'
} 2>errors
cat errors
rm errors
#### awk-indirect-bad
{
awk 'BEGIN { print @f() }'; awk 'BEGIN { f = "3x"; print @f() }'; awk 'function f(a){return a} BEGIN { g = "f"; print @g(1,2) }'; awk 'BEGIN { f = "sqrt"; print @f() }'; awk 'BEGIN { f = "substr"; print @f("a") }'; awk 'BEGIN { f[1] = "sqrt"; print @f[1](4) }'; awk 'BEGIN { f = "awk::sqrt"; print @f(4) }'
} 2>errors
cat errors
rm errors
#### awk-typeof
{
echo '12 abc 0x1' | awk '{ print typeof($1), typeof($2), typeof($3), typeof($9), typeof($0), typeof(x), typeof(1), typeof("a"), typeof(/x/), typeof(@/x/), typeof(NR), typeof(NF), typeof(FS), typeof(ENVIRON), typeof(a[1]), typeof(a), typeof(ENVIRON["PATH"]), typeof(ARGV[0]), typeof(substr("1",1)), typeof($1+0), typeof(1==1), typeof(mkbool(1)) ; y = x; print typeof(y), typeof(x); z = $1; print typeof(z); $5 = ""; print typeof($4), typeof($5); print typeof(RT), typeof(FNR), typeof(RSTART), typeof(PROCINFO["version"]), typeof(NOSUCH["x"]) }'
} 2>errors
cat errors
rm errors
#### awk-typeof-fn
{
awk 'function f(x) { print typeof(x); x[1]; print typeof(x) } BEGIN { f(a); print typeof(a); f2(b) } function f2(x) { print typeof(x), isarray(x); g(x); print typeof(x) } function g(y) { y = 1 }'
} 2>errors
cat errors
rm errors
#### awk-regex-value
{
awk 'BEGIN { r = @/a+/; print "caat" ~ r, typeof(r), r; s = "xaay"; sub(r, "-", s); print s; print match("baa", r), RLENGTH; print split("1a2aa3", p, r), p[3]; if (r == "a+") print "eq"; print r "b", length(r) }'
} 2>errors
cat errors
rm errors
#### awk-strtonum
{
awk 'BEGIN { print strtonum("0x1F"), strtonum("017"), strtonum("12"), strtonum("1e3"), strtonum("0xZZ"), strtonum("089"), strtonum("-0x10"), strtonum(" 0x10"), strtonum("0x1.8p1"), strtonum(011), strtonum(""), strtonum("abc"), strtonum("0x"), strtonum("1.5x"), strtonum("+0x1"), strtonum("0b11"), strtonum("inf"), strtonum("+inf"), strtonum("0777777777777777777777777"), strtonum("0xfffffffffffffffff") }'; echo '0x11 011' | awk '{ print strtonum($1), strtonum($2), $1+0, $2+0 }'
} 2>errors
cat errors
rm errors
#### awk-bits
{
awk 'BEGIN { print and(12, 10), or(12, 10), xor(12, 10), lshift(1, 4), rshift(256, 4), compl(0), compl(5), and(7, 3, 2), or(1, 2, 4), xor(1, 3, 5), and(1.9, 3.2), lshift(1, 52), lshift(1, 53), lshift(1, 63), lshift(1,64), rshift(1, 70), or(2^53, 1), and(2^60, 2^60) }'; awk 'BEGIN { print and(-1, 1) }'; awk 'BEGIN { print compl(-1) }'; awk 'BEGIN { print lshift(-1, 1) }'; awk 'BEGIN { print lshift(1, -1) }'; awk 'BEGIN { print and(1) }'; awk 'BEGIN { print or("a", 1) }'; awk 'BEGIN { print and("12", "10x") , xor(2^64, 1) }';
} 2>errors
cat errors
rm errors
#### awk-math
{
awk 'BEGIN { print sin(1), cos(1), atan2(1, 2), exp(1), log(10), sqrt(2), int(3.9), atan2(0, -1), exp(710), exp(-800), log(0), sin("x"), sqrt("4a"), exp("0") }'; awk 'BEGIN { print sqrt(-1), log(-1), exp(1000), int("inf"), int("+inf") }'; awk 'BEGIN { print substr("x"), 1 }'; awk 'BEGIN { print sin() }'; awk 'BEGIN { print atan2(1) }'; awk 'BEGIN { print int(1,2) }'; awk 'BEGIN{print rand(1)}'
} 2>errors
cat errors
rm errors
#### awk-exit
{
awk 'BEGIN { exit 3 } END { print "end" }'; echo $?; awk 'BEGIN { exit } END { exit 4 }'; echo $?; awk 'BEGIN { exit 3 } END { exit }'; echo $?; echo x | awk '{ exit 5 } END { print "e"; exit }'; echo $?; awk 'BEGIN { exit -1 }'; echo $?; awk 'BEGIN { exit 256 }'; echo $?; awk 'BEGIN { exit "3x" }'; echo $?; awk 'END { print NR; exit 2; print "no" }' /dev/null; echo $?; awk 'BEGIN { exit 1.9 }'; echo $?; awk 'function f() { exit 6 } BEGIN { f() }'; echo $?; awk 'BEGIN { exit 1 }
BEGIN { print "b2" } END { print "e1" } END { print "e2" }'; echo $?; awk 'BEGIN{exit 1e30}'; echo $?
} 2>errors
cat errors
rm errors
#### awk-uninit-in-end
{
printf 'a b\nc d\n' | awk 'END { print $0, NF, $1, NR, FNR, FILENAME }'; printf 'a b\n' | awk 'END { $0 = "x y z"; print NF; getline; print $0; print (getline), (getline x) }'
} 2>errors
cat errors
rm errors
#### awk-numeric-strings
{
printf ' 10 \n9\n1e1\n0x10\n+5\n.5\n5.\n-0\ninf\n+inf\nnan\n+nan\n1e\n1e+\n 1 2\n010\n' | awk '{ print NR, ($0 == 10), ($0 < 9), ($0 == $0+0), $0+0, -$0, !$0 }'
} 2>errors
cat errors
rm errors
#### awk-compare
{
awk 'BEGIN { print (10 < 9), ("10" < "9"), ("10" < 9), (10 < "9"), ("a" < "B"), ("" < "a"), (x < 1), (x < "a"), (1 == 1.0), ("1" == 1), ("1.0" == 1), ("abc" < "abd"), (2 < 10), ("é" > "z") }'; echo '10 9 abc 1.0 1' | awk '{ print ($1 < $2), ($1 < $3), ($4 == $5), ($4 == "1"), ($1 < "9"), ($6 == 0), ($6 == "") }'
} 2>errors
cat errors
rm errors
#### awk-increment
{
awk 'BEGIN { x = 5; print x++ + ++x, x--, --x, x; y = "abc"; y++; print y; print -x^2, !x, !"", !"a", !0, !"0", - "3", + "3x"; a["i"]++; print a["i"]++ + a["i"]; $3 = 5; print $3++, $3, $0; i = 1; b[i++] = i; for (k in b) print k, b[k]; i = 1; $(i++) = i; print $1, $2; z = z++ + z++; print z }'
} 2>errors
cat errors
rm errors
#### awk-increment2
{
echo '1 2 3' | awk '{ i = 1; print $i++, i; print $(i)++, $i; print ++$1, $1--; print $NF-1, $(NF-1), $NF--, $NF; print -$1, !$1, $++i, i }'
} 2>errors
cat errors
rm errors
#### awk-assign-ops
{
awk 'BEGIN { x = 7; x += 3; x -= 1; x *= 2; x /= 3; x %= 4; x ^= 3; print x; x **= 2; print x; a = b = c = 5; print a, b, c; a += b -= 2; print a, b; print (d = 3) * 2, d; x = y == 0; print x; print 1 > 2 ? "a" : "b"; s = "a" "b" == "ab"; print s; print 2 ^ 3 ^ 2, 2 ** 3 ** 2, -2 ^ 2, (-2) ^ 2, 2 ^ -1, 2 ^ .5, 0 ^ 0 }' ; cat 2 2>/dev/null
} 2>errors
cat errors
rm errors
#### awk-ternary
{
awk 'BEGIN { print 1 ? 2 ? "a" : "b" : "c"; x = 0 ? 1 : 0 ? 2 : 3; print x; y = 1 ? "p" "q" : "r"; print y; print (1 in a) ? "y" : "n"; z = 1 > 0 ? 1 : 0; print z;
 w = x ? "multi" : 
 "line"; print w }'
} 2>errors
cat errors
rm errors
#### awk-newline-rules
{
awk 'BEGIN { if (1)
print "a"
else
print "b"
x = 1 &&
 1; print x
for (i = 0;
 i < 2;
 i++)
print i
while (i-- > 0)
 print "w" i
do
 print "d"
while (0)
print "c",
 "d" ; if (0) ; else print "e"
 if (1) { } else { }
 ; ; print "f" } ; BEGIN { print "g" } # comment
BEGIN	{ print "h" \
, "i" }'
} 2>errors
cat errors
rm errors
#### awk-comments
{
awk '# first
BEGIN { # open
 x = 1 # one
 # alone
 print x # two
} # end
# last'
} 2>errors
cat errors
rm errors
#### awk-regex-lex
{
echo 'a/b=c' | awk '{ n = 4; x = n / 2 / 1; print x; if (/a\/b/) print "m"; print /=c/ ? "y" : "n"; y = 8; y /= 2; print y; print $0 ~ /[/]/, 6 /2/ 1 }'
} 2>errors
cat errors
rm errors
#### awk-regex-classes
{
printf 'abc\n123\nA1_\n \ta\n' | awk '/^[[:alpha:]]+$/ {print "al", $0} /[[:digit:]]{3}/ {print "d3"} /^\w+$/ {print "w"} /^\s/ {print "sp"} /\yA1/ {print "y"} /a\>/ {print "end"} /[^[:space:]]$/ {print "ns"} /^[]a]/ {print "br"} /^[a-]/ {print "da"} /\S\B/ {print "B"}'
} 2>errors
cat errors
rm errors
#### awk-regex-intervals
{
awk 'BEGIN { print "aaa" ~ /^a{3}$/, "aaa" ~ /^a{2}$/, "aa" ~ /^a{1,2}$/, "a{2}" ~ /a\{2\}/, "ab" ~ /(ab){1}/, "" ~ /^a{0}$/, "a{" ~ /a{/, "a{,2}" ~ /a{,2}/, "{" ~ /{/, "a{x" ~ /a{x/, "aXb" ~ /a.b/, "a\nb" ~ /a.b/, "a\nb" ~ /a$/, "a+b" ~ /a\+b/, "+a" ~ /+a/, "*a" ~ /*a/, "a|b" ~ /a\|b/, "()" ~ /()/ }'
} 2>errors
cat errors
rm errors
#### awk-regex-bad
{
awk 'BEGIN { print "a" ~ /(/ }'; awk 'BEGIN { print "a" ~ "(" }'; awk 'BEGIN { print "a" ~ "[" }'; awk 'BEGIN { print "a" ~ /[/ }'; awk 'BEGIN { print "a)" ~ ")" }'; awk 'BEGIN { print "a)" ~ /)/ }'; awk 'BEGIN { print "a" ~ "a**", "a" ~ "[[:foo:]]" }'; awk 'BEGIN { print "a" ~ "\\" }'; awk 'BEGIN { print "b" ~ "[b-a]" }'; awk 'BEGIN { x = "a{2,1}"; print "aa" ~ x }'; awk 'BEGIN { print split("a(b", z, "("), split("a(b", z, "(b") }'; awk 'BEGIN { FS = "(b" } { print }' /dev/null; awk 'BEGIN { gsub("(", "x") }'; awk 'BEGIN { RS = "(b" } { print }' /dev/null; awk -F'(b' 1 /dev/null; awk 'BEGIN{print "a" ~ /a{99999}/}'
} 2>errors
cat errors
rm errors
#### awk-regex-escapes
{
awk 'BEGIN { print "a\tb" ~ /a\tb/, "A" ~ /\x41/, "A" ~ /\101/, "." ~ /\x2e/, "a" ~ /\x2e/, "a" ~ /\./, "a+" ~ /a\+/, "\\" ~ /\\/, "\"" ~ /\"/, "/" ~ /\//, "&" ~ /\&/, "q" ~ /\q/, "é" ~ /^.$/, "é" ~ /\303\251/, "x" ~ "\x78", "^" ~ /\^/, "[" ~ /\[/, "]" ~ /]/, "a]" ~ /[]]/, "\\" ~ /[\\]/, "]" ~ /[\]]/, "-" ~ /[a\-z]/, "b" ~ /[a\-z]/ }'
} 2>errors
cat errors
rm errors
#### awk-recursion
{
awk 'function fact(n) { return n <= 1 ? 1 : n * fact(n-1) } function fib(n) { return n < 2 ? n : fib(n-1) + fib(n-2) } BEGIN { print fact(10), fact(20), fact(25), fib(15) }'; awk 'function f(a, i) { if (i < 3) { a[i] = i; f(a, i+1) } } BEGIN { f(x, 0); print length(x); for (i = 0; i < 3; i++) print x[i] }'
} 2>errors
cat errors
rm errors
#### awk-functions
{
awk 'function f(a, b) { a = 5; b[1] = 2; return } BEGIN { x = 1; r = f(x, arr); print x, arr[1], "[" r "]"; print f() "|" } '; awk 'function f(x) { x[1] = 1 } BEGIN { f(y); print y[1]; z = 1; f(z) }'; awk 'function f(x) { return x + 1 }
BEGIN { print f(1) f(2), f (3) }'; awk 'BEGIN { g(1) }'; awk 'function f(f) { } BEGIN {}'; awk 'function f(a, a) { } BEGIN {}'; awk 'function f() {} function f() {} BEGIN {}'; awk 'function length() {} BEGIN {}'; awk 'function f(NR) {} BEGIN {}'; awk 'BEGIN { f = 1 } function f() {}'; awk 'function f(x) { return x } BEGIN { print f }'; awk 'function f(g) { g(1) } BEGIN { f(1) }'; awk 'func f(x) { return 2 } BEGIN { print f(1, 2) }'; awk 'function f(x) { f = 1 } BEGIN{}'; awk 'BEGIN { return 1 }'; awk 'function f(x,) {} BEGIN{}'; awk 'function f(x y) {} BEGIN{}';
} 2>errors
cat errors
rm errors
#### awk-syntax-errors
{
awk 'BEGIN { print 1 +* 2 }'; awk 'BEGIN { print (1 }'; awk 'BEGIN { print 1'; awk '{ print } }'; awk 'BEGIN { if }'; awk 'BEGIN { x = }'; awk 'BEGIN { "abc }'; awk 'BEGIN { /abc }'; awk 'BEGIN { a b = 3 }'; awk 'BEGIN { for (;;) }'; awk 'BEGIN { while (1 }'; awk 'BEGIN { print $ }'; awk 'BEGIN { @ }'; awk 'BEGIN { x ? 1 }'; awk 'BEGIN { else }'; awk 'foo bar {'; awk 'BEGIN'; awk 'END'; awk ''; echo $?; awk '
BEGIN {
  x = 1
  y = = 2
}'; awk 'BEGIN { getline x y < "f" z }' ; awk 'BEGIN { 1 = 2 }'; awk 'BEGIN { f(1) = 2 }'; awk 'BEGIN { x++ ++ }'; awk 'BEGIN { print > }'; awk 'BEGIN { break }'; awk 'BEGIN { continue }'; awk 'BEGIN { print `x` }'; awk 'BEGIN { print a[] }'; awk 'BEGIN { delete }'; awk 'BEGIN { printf }'; awk 'BEGIN { printf() }'; awk '{ print $1, }'; awk 'BEGIN { print 1,, 2 }'; awk 'BEGIN { (1,2) }'; awk 'BEGIN { x = (1,2) }'; awk 'BEGIN{print 08, 1e, 0x, 1.2.3}';  awk 'BEGIN { a.b }'
} 2>errors
cat errors
rm errors
#### awk-syntax-errors2
{
awk 'BEGIN { print 1; } }'; awk 'BEGIN { if (1) print 1; else print 2; else print 3 }'; awk '/a/ /b/'; awk 'BEGIN { print "a" "b }
END { }'; awk 'BEGIN { x = "a\
b"; print x }'; awk 'BEGIN { if (1) { print 1 }'; awk 'BEGIN { print 1 } END'; awk 'BEGIN { print 1 };;END {}'; awk 'function { }'; awk 'function f { }'; awk 'function f() print 1'; awk 'BEGIN { case 1: }'; awk 'BEGIN { default: }'; awk 'BEGIN { in }'; awk 'BEGIN { a in }'; awk 'BEGIN { print a in b in c }'; awk 'BEGIN { while }'; awk 'BEGIN { do print 1 }'; awk 'BEGIN { do print 1; while 1 }'; awk 'BEGIN {print length length}'; awk 'BEGIN { print substr("abc" 2) }';awk 'BEGIN { print substr("abc", 2 }'; awk 'BEGIN { print toupper "x" }'; awk 'BEGIN { print 1 2 3 > "o" "p" ; close("op") } '; awk '[' ; awk '"'; awk "'"; awk '\'; awk 'BEGIN { print \x }'; awk 'BEGIN{ print "é" é }'; awk 'BEGIN{x=1}}' ; awk 'BEGIN{x=1)'; awk 'BEGIN{ ]'; awk '!'; awk 'a = '
} 2>errors
cat errors
rm errors
#### awk-env
{
X='12 ' Y=abc awk 'BEGIN { print ENVIRON["X"] + 1, (ENVIRON["X"] == 12), ENVIRON["Y"], ENVIRON["NOPE"] "|"; ENVIRON["Y"] = "new"; system("echo $Y") }'
} 2>errors
cat errors
rm errors
#### awk-ofs-ors
{
printf 'a b\nc d\n' | awk 'BEGIN { OFS = "-"; ORS = "|\n" } { print $1, $2; $1 = $1; print; print $0 "" }'; printf 'a b\n' | awk '{ OFS = ":"; $1 = $1; OFS = "!"; print; print $1, $2 }'; printf 'a b c\n' | awk '{ $2 = "x"; OFS = ":"; print }'
} 2>errors
cat errors
rm errors
#### awk-rt-nr
{
printf 'a;b;c' | awk 'BEGIN { RS = ";" } { print NR, $0, "[" RT "]" } END { print NR, "[" RT "]" }'; printf 'a\nb' | awk '{ printf "%s[%s]", $0, RT }'; printf '5\n6\n' | awk 'NR == 1 { NR = 10 } { print NR, FNR }'
} 2>errors
cat errors
rm errors
#### awk-fs-change
{
printf 'a:b c\nd:e f\n' | awk '{ FS = ":"; print $1 }'; printf 'a:b c\nd:e f\n' | awk '{ FS = ":"; $0 = $0; print $1 }'; printf 'a:b\n' | awk -F: '{ print $1; FS = " "; print $2 }'
} 2>errors
cat errors
rm errors
#### awk-coprocess
{
awk 'BEGIN { cmd = "sort"; print "b" |& cmd; print "a" |& cmd; close(cmd, "to"); while ((cmd |& getline l) > 0) print "got", l; print close(cmd) }'; awk 'BEGIN { "cat" |& getline x; }' </dev/null;  awk 'BEGIN { print "x" |& "cat"; close("cat", "to"); "cat" |& getline y; print y; print close("cat", "from") }'
} 2>errors
cat errors
rm errors
#### awk-fflush
{
awk 'BEGIN { printf "a"; fflush(); system("printf b"); printf "c"; print fflush("nope"), fflush(""), fflush("/dev/stdout") }'
} 2>errors
cat errors
rm errors
#### awk-getline-precedence
{
printf '1\n2\n' > a1; awk 'BEGIN { f = "a"; while ((getline x < f "1") > 0) print x; print "x" < "y"; "echo " "hi" | getline z; print z; x = getline < "a1"; print x; print (getline line) < "a1" }' < /dev/null
} 2>errors
cat errors
rm errors
#### awk-big-concat
{
awk 'BEGIN { s = ""; for (i = 0; i < 1000; i++) s = s "x"; print length(s); s = s s s; print length(s); t = 1 2 3 + 4; print t; print 1" "2, 1 "" 2; print -1 " " -2; print 1 - 1 " " 2; x = "A"; x = x x x; print x }'
} 2>errors
cat errors
rm errors
#### awk-getline-updates
{
printf 'a b\nc d e\n' | awk 'NR==1 { getline x; print NF, NR, FNR, x, $0 }'; printf 'l1\nl2 x\n' > f; awk 'BEGIN { getline < "f"; print $0, NF, NR; getline y < "f"; print y, NF, NR; "echo 1 2 3" | getline; print NF, NR; "echo 9" | getline q; print NR }'
} 2>errors
cat errors
rm errors
#### awk-uninit-getline-nr
{
awk 'BEGIN { while (("printf \"a\\nb\\n\"" | getline) > 0) n++; print n, NR; close("x") }'
} 2>errors
cat errors
rm errors
#### awk-printf-redirect
{
awk 'BEGIN { printf "%s\n", "x" > "o1"; printf("%s %s\n", "a", "b") >> "o1"; close("o1"); while ((getline l < "o1") > 0) print l; printf "a" "b\n"; printf ("c\n"); print "p" "q" > ("o" 2); print("z") > "o" "3" }'; ls
} 2>errors
cat errors
rm errors
#### awk-number-lex
{
awk 'BEGIN { print 1., .5, 1e3, 1E-2, 0x1F, 011, 1.5e+2, 100, 1e400, 0x, 1.e2, 08, 09.5, 1..2, 0x1p3 }'
} 2>errors
cat errors
rm errors
#### awk-string-esc
{
awk 'BEGIN { print "\a\b\f\v\r\0|" ; print "a\/b", "\"", "\\", "\101", "\x41\x4g", "\q", "\e", "\u00e9", "\x", "\8" }' | od -c
} 2>errors
cat errors
rm errors
#### awk-concat-compare
{
awk 'BEGIN { print 1 " " 2 == "1 2", "a" "b" > "c" }'; cat c 2>/dev/null; awk 'BEGIN { print "a" > "x" ; print ("b" > "a"), 3 }'; awk 'BEGIN { if ("a" "b" == "ab") print "eq"; print !x "y", -1 "z", 1 == 1 "" }'
} 2>errors
cat errors
rm errors
#### awk-in-op
{
awk 'BEGIN { a["x"]; a[1]; print "x" in a, 1 in a, "1" in a, 01 in a, !("y" in a), (1, 2) in a, "y" in a ? "t" : "f"; for (i = 0; i in a || i < 2; i++) print i; b = 1 in a; print b; print length(a) }'
} 2>errors
cat errors
rm errors
#### awk-for-in-delete
{
awk 'BEGIN { for (i = 0; i < 5; i++) a[i] = i; for (k in a) { delete a[k]; n++ } print n, length(a); for (k in a) print "x"; for (i = 0; i < 3; i++) a[i]; for (k in a) a[k "x"]; print length(a) }'
} 2>errors
cat errors
rm errors
#### awk-multi-dim
{
awk 'BEGIN { a[1][2] = 3; a[1][3] = 4; a[2] = 5; for (i in a) if (isarray(a[i])) for (j in a[i]) print i, j, a[i][j]; else print i, a[i]; print length(a), length(a[1]), (2 in a[1]), isarray(a[1]); delete a[1][2]; print length(a[1]); a[1] = 3 }'; awk 'BEGIN { a[1] = 2; a[1][1] = 3 }'; awk 'BEGIN { a[1][1] = 1; print a[1] }'; awk 'BEGIN { a[1][1] = 1; b = a[1] }';  awk 'BEGIN { a[1]; a = 3 }'; awk 'BEGIN { a = 3; a[1] }'; awk 'BEGIN { print a; a[1] = 2 }'; awk 'BEGIN { a[1]; print a }'; awk 'BEGIN { a[1]; print a + 1 }'; awk 'function f(x) { x = 1 } BEGIN { a[1]; f(a) }'; awk 'function f(x) { print x[1] } BEGIN { a = 1; f(a) }'; awk 'BEGIN{a[1]; $a = 1}'; awk 'BEGIN{a[1]; for (a in b);for (a in a) ; }'
} 2>errors
cat errors
rm errors
#### awk-sandbox
{
awk -S 'BEGIN { print 1 > "o" }'; awk -S 'BEGIN { getline < "f" }'; awk -S 'BEGIN { "x" | getline }'; awk -S 'BEGIN { print 1 | "x" }'; awk --sandbox 'BEGIN { print 1; system("x") }'; echo a | awk -S '{ print $1 }'; echo b > f; awk -S '{print}' f; awk -S 'BEGIN{ARGV[1]="f"; ARGC=2} {print}'; awk -S 'BEGIN { print 1 |& "x" }'
} 2>errors
cat errors
rm errors
#### awk-operands
echo a > f1; echo b > f2; awk 'BEGIN{ARGV[1]=""; ARGV[3]="f2"; ARGC=4} {print FILENAME, $0, ARGIND}' f1 f2; awk 'BEGIN{delete ARGV[1]}{print}' f1 f2; awk 'BEGIN{for(i=0;i<ARGC;i++) print i, ARGV[i]}' x y=1 -z -- ; awk '{print x, FILENAME}' x=1 f1 x=2 f2; awk 'END{print x, NR}' f1 x=5; awk '{print FILENAME "|"}' < f1; awk 'BEGIN{print FILENAME "|"} END{print FILENAME "|"}' f1; awk 1 f1 x=5 nope 2>&1; awk 1 f1 -= 2>&1; awk 1 f1 nope 2>&1; awk -F '\ ' 1 f1 2>&1; awk -F 'a\' 1 f1 2>&1
#### awk-sorted-ties
awk 'BEGIN { split("@val_str_asc @val_str_desc @val_num_asc @val_num_desc @val_type_asc @val_type_desc @unsorted", o, " ")
 split("b c a e d f zz y", ks, " ")
 for (t = 1; t <= 4; t++) {
  delete A
  if (t == 1) for (i = 1; i <= 8; i++) A[ks[i]] = 1
  if (t == 2) for (i = 8; i >= 1; i--) A[ks[i]] = "x"
  if (t == 3) for (i = 1; i <= 8; i++) A[i * 3 % 8] = 1
  if (t == 4) { for (i = 1; i <= 4; i++) { A[i]; A[ks[i]] = ""; A[i + 10] = 0; A[ks[i + 4]] } }
  for (i = 1; i <= 7; i++) { PROCINFO["sorted_in"] = o[i]; printf "%d %s:", t, o[i]; for (k in A) printf " %s", k; print "" }
 } }'
#### awk-elements-by-reference
{
awk 'function f(x) { x[1] = 2 } BEGIN { f(A[1]); print typeof(A[1]), A[1][1] }'; awk 'function g(y) { y = 1 } function f(x) { print typeof(x); g(x); print typeof(x) } BEGIN { f(z) }'; awk 'function f(x) { print x } BEGIN { A[1]; f(A) }'; awk 'BEGIN { printf "%#x|%#o|%#x|%#.3o\n", 0.1, 0.1, -0.5, 18 }'; awk 'BEGIN { print $(1e10) "|"; print $(1e300) }'; awk 'BEGIN { $(-1e300) = 1 }'; awk 'BEGIN { x = 5 / -0 }'; awk 'BEGIN { index("a", /a/) }'; awk 'BEGIN { x = -1e16; log(x); and(1, x) }'; awk 'BEGIN { exp(-800); exp(123456.789) }'; awk 'BEGIN { a[1]; asort(a, b, "no such") }'
} 2>errors
cat errors
rm errors
#### awk-unflushed-file
awk 'BEGIN { print "x" > "o"; r = (getline l < "o"); print r, l; close("o"); print (getline l < "o2"), l; print "y" > "o2"; close("o2"); print (getline l < "o2"), l }'; printf 'x\n-0\n' | awk '{ A[NR] = $0 } END { n = asort(A, A, "@val_num_desc"); for (i = 1; i <= n; i++) print i, A[i] }'; awk 'BEGIN { IGNORECASE = 1; s = "é"; print gsub(/x*/, "-", s), s }'
