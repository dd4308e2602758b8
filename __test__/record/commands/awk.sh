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
