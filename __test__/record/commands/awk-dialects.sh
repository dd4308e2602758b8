#### posix names of gawk
awk -P 'func f(x){return 1} BEGIN{print f(1)}'; awk -P 'BEGIN{print gensub(/a/,"b","g","aaa")}'; awk -P 'BEGIN { BEGINFILE = 2; switch = 3; case=4; default=5; print BEGINFILE switch case default; gensub = 1; print gensub }'; awk -P 'function and(a,b){return "mine"} BEGIN{print and(1,2); strftime=3; print strftime}'; awk -c 'func f(x){return 1} BEGIN{print f(1), 2**3}'
#### posix operators
for p in 'BEGIN{print 2**3}' 'BEGIN{x=2; x**=3; print x}' 'BEGIN{print "x" |& "cat"}' 'BEGIN { "cat" |& getline }' 'BEGIN{print 1?2
:3}' 'BEGIN{print 1==1?
2:3}' '@include "foo"
BEGIN{print 1}' 'BEGIN{f="length"; print @f("abc")}' 'BEGIN{x=@/a/; print x}' '@load "x"' '@namespace "x"' 'BEGIN { print x::y }'; do awk -P "$p"; echo $?; awk -c "$p"; echo $?; done
#### posix numbers
for o in -P -c; do awk $o 'BEGIN{print 0x11, 011, 1e3, .5, 5., 0x, 017}'; awk $o 'BEGIN{print "0x10"+0, "0x"+0, "0x1p2"+0, "infinity"+0, "nan"+0, "nano"+0, "+nan"+0,"-inf"+0,"+infx"+0, " 0x10 "+0, "010"+0, "-0x10"+0, "0x1.8"+0, "0x.8p1"+0, "0xg"+0}'; echo '0x10 inf nan 16' | awk $o '{print ($1==16), ($1==$4), $2+0, $3+0, ($2==$2+0), $1+1; if ($2) print "t"}'; awk $o 'BEGIN{printf "%d %d %c %i %a\n", "0x1A", "1e2", 256, 3, 1}'; done
#### posix strings
for o in -P -c; do awk $o 'BEGIN{print "a\x41b" "\x" "\x4g"; print /\x41/ ? 1 : 0, "A" ~ /\x41/, "x41" ~ /\x41/}'; awk $o 'BEGIN{print "a\qb", "\/", "x\
y"}'; awk $o -v 'x=a\x41' 'BEGIN{print x}'; done
#### posix arrays
for o in -P -c; do for p in 'BEGIN{a[1];delete a; print length(a)}' 'BEGIN{a[1][2]=3; print a[1][2]}' 'BEGIN{x["a"]; f(x)} function f(y){print length(y)}' 'BEGIN{match("abc",/b/,m)}' 'BEGIN{n=split("a b",a," ",s)}' 'BEGIN{close("x","to")}' 'BEGIN{if ((1,2) in a) print "y"; for (k in b) print; print (3 in a[1])}'; do awk $o "$p"; echo $?; done; done
#### posix variables
for o in -P -c; do awk $o 'BEGIN{IGNORECASE=1; print ("A"~/a/), ERRNO "|" RT "|" PROCINFO["version"]}'; awk $o 'BEGIN{IGNORECASE=1;IGNORECASE=0;FIELDWIDTHS="1 2"; $0="abcd"; print $1; FPAT="a"; RT=1; BINMODE=3; BINMODE=2; LINT=1; PROCINFO["sorted_in"]="x"; n=0; for (k in PROCINFO) n++; print n}'; awk $o -v IGNORECASE=1 -v BINMODE=2 'BEGIN{print "A"~/a/}'; awk $o 'BEGIN{getline < "/nonexistent"; print ERRNO "|"; print ARGIND}'; printf 'aXXbXc' > in; awk $o 'BEGIN{RS="XX"}{print RT "|" $0 "|" ARGIND}' in; awk $o 'BEGIN { SYMTAB["x"]=1; print FUNCTAB["x"] "|" x }'; done
#### posix fields
for o in -P -c; do awk $o 'BEGIN{FS="";$0="abc";print NF;FS=" "; $0="a\nb c"; print NF; n=split("a\nb c",q); print n; n=split("abc",q,""); print n, q[1]; FS="\\|"; $0="a|b"; print NF; FS="\\"; $0="a\\b"; print NF;FS="bb"; $0="abbc"; print NF}'; awk $o -Ft 'BEGIN{print FS "|"}'; awk $o -F t 'BEGIN{print FS "|"}'; awk $o 'BEGIN{RS="";FS=",";$0="a\nb,c";print NF}'; done
#### posix expressions
for o in -P -c; do awk $o 'BEGIN{print "aaa" ~ /^a{3}$/, "a{3}" ~ /^a{3}$/}'; awk $o 'BEGIN{print "aaa" ~ /^a{3}$/, "a b" ~ /\ya/, "yab" ~/\ya/, "a" ~ /\<a/, "w" ~ /^\w$/, "a" ~ /^\w$/, "s" ~ "\\s"}'; done
#### posix printf
for o in -P -c; do for p in 'BEGIN{printf "%2$s %1$s\n", "a", "b"}' 'BEGIN{printf "%ld\n", 1}' 'BEGIN{printf "%Lf\n", 1}' 'BEGIN{printf "%hd\n", 1}' 'BEGIN{printf "%jd\n", 1}' 'BEGIN{printf "%zd\n", 1}'; do awk $o "$p"; echo $?; done; done
#### posix system
for o in -P -c -s; do awk $o 'BEGIN{print system("exit 3"); "exit 3" | getline; print close("exit 3"), close("no"); print "x" | "cat"; print close("cat"); print system("kill -9 $$"); "kill -9 $$" | getline; print close("kill -9 $$") }'; done
#### overriding options
awk -P -c 'BEGIN{print 1}'; awk -P -n 'BEGIN{print "0x11"+0}'; awk -c -n 'BEGIN{print "0x11"+0}'; awk -P -b 'BEGIN{print length("é")}'; awk -P -t -c -n -b 'BEGIN{}'; POSIXLY_CORRECT=1 awk -c 'BEGIN{print 2**3}'; POSIXLY_CORRECT=1 awk 'BEGIN{print 2**3}'; awk -W posix 'BEGIN{print 2**3}'; awk -Wposix 'BEGIN{print "0x10"+1}';  awk -W assign=x=3 'BEGIN{print x}'
#### non decimal
awk -n 'BEGIN { print "0x11"+0, "0x1.8"+0, "09"+0, "0x"+0, "011.5"+0, "011e1"+0,"-011"+0, "+0x1F"+0, "nan"+0, "inf"+0, "+inf"+0, "0xg"+0, "08"+0,"0118"+0, 0x11, "00"+0}'; printf '0x11 011 09 0118 -0x11 0x 0xfg\n' | awk -n '{ for (i=1;i<=NF;i++) print $i+0, ($i==$i+0), typeof($i), ($i ? "t":"f"), strtonum($i), $i < 12; printf "%d %x\n", $1, $1 ; print int($2), $1*2; a[$1]; for (k in a) print k; print $1 }'; awk -n -v x=0x20 'BEGIN{print x+1, -"0x10", strtonum("0x10"); print "-0x10"+0; print int("0x1f"), substr("abcdefghijklmnopqrstuvwxyz","0x3")}'; awk --non-decimal-data 'BEGIN{print "0x10"+0}'
#### bytes
awk -b 'BEGIN{print length("é"), index("éa","a"), toupper("é"), ("é" ~ /^.$/), ("é" ~/^..$/); printf "%5s|\n","é"; print match("aéb", /b/), RSTART, RLENGTH; print substr("aé", 1, 1); n=split("é", a, ""); print n; FIELDWIDTHS="2 1"; $0="éx"; print $1, $2; print ("é" ~ /[[:alpha:]]/), ("é" ~ /\w/), ("é" ~ /é/), ("éé" ~ /^(é)*$/), gsub(/./, "x", $1), $1 }' ; awk -b 'BEGIN { x = "aé"; print gsub(/x*/, "-", x), x; print match("é", /[^a]/), RLENGTH; print "É" ~ /[é]/, tolower("ÉA"); IGNORECASE=1; print "É" ~ /é/, "AB" ~ /ab/, index("éA", "a"), "ab" == "AB"; print match("éa", /\<a/), match("éa", /\y/) }' | od -c; awk --characters-as-bytes 'BEGIN { printf "%c|%.1s|%c", 233, "é", "é"; print substr("é",2) }' | od -c
#### lint old
awk -t 'BEGIN{FS="ab"} END{} END{x="a" ~ FS;  split("a",b,"cd"); split("a",c,/c/);} END{delete z; delete z[1]; } END { delete z; do x++; while(0)}' </dev/null; awk -t 'BEGIN{x**=2; x^=2; x=x**2; x=x^2; for (k in a) print; if (k in a) print; if ((1,2) in a) x;}'; awk -t 'function f(a){return 1} func g(a){return} BEGIN{f(2); getline}' </dev/null; awk -t 'BEGIN { print "a\x41\q\a\v\f\b\r" } ; /[[:alpha:]]/ ; /a{2}/' </dev/null; awk -t -F ab 'BEGIN{}'; awk --lint-old -F '|' 'BEGIN{FS="(y)"}'
awk -t 'BEGIN{ substr("a",1); index("a","b"); length("x"); sprintf("x"); exp(1); log(1); sqrt(1); int(1); cos(1); and(1,2); close("x") ; a ? b : c; x && y; getline < "x"; system(""); ENVIRON["x"]; x in ENVIRON; srand(); rand(); match("a","b"); atan2(1,2); tolower("x") }'
#### dump
awk -d- 'BEGIN{x=1;y="a\"b\n";z[1];u; v=1.5; w=/a/; f=@/x\/"/; q=1==1} function foo(a){return a}' | grep -v 'ENVIRON\|PROCINFO'; awk -d- -v k=0x1 'BEGIN{u; un=un2}' a b | grep -v 'ENVIRON\|PROCINFO'; awk -dfoo 'BEGIN{x=1; exit 3}'; echo $?; grep -v 'ENVIRON\|PROCINFO' foo; rm foo; awk -d 'BEGIN{x=1}'; ls; rm -f awkvars.out; echo hello | awk -d- '{x=$1; y=$0; n=$2} END{}'  | grep -v 'ENVIRON\|PROCINFO'; awk -P -d- 'BEGIN{x=1}' | grep -v ENVIRON; awk -c --dump-variables=- 'BEGIN{x=1}' | grep -v ENVIRON; awk -d/nonexistent/x 'BEGIN{x=1}' 2>&1 | head -4; awk -d- 'BEGIN { x[1]; x=1 }'; awk -d- 'BEGIN { foo( }'; awk -d- 'function f(p) {} BEGIN{f(q); g[1][2]; h="é\001\177\\/"; NF=3; $0="a b"; exit 2} END {print "end"}' | grep -v 'ENVIRON\|PROCINFO'
#### gettext
awk 'BEGIN { print bindtextdomain("/x"), dcgettext("abc"), dcngettext("a","b",1), dcngettext("a","b",2.5), dcngettext("a","b",1.5), bindtextdomain("x","y"), dcgettext("a","d","LC_TIME") "|" bindtextdomain("") "|" bindtextdomain("","e") }'; awk 'BEGIN { print dcgettext("a","d","LC_FOO")}';  awk 'BEGIN { print _"hello", dcngettext("a","b",-1), dcngettext("a","b","x"), dcngettext("a","b",1e30)}'; awk 'BEGIN { dcngettext("a","b") }'
#### namespace
awk '@namespace "foo"
function f(a) { b=a; BAR=a; NR; return a+1 } BEGIN { print f(3), b, awk::b, foo::b, BAR; x="f"; print @x(1) }'
awk '@namespace "foo"
function f(a) { return a+1 } BEGIN { x="foo::f"; print @x(1); PROCINFO["sorted_in"]="@ind_str_asc"; for (k in SYMTAB) if (k ~ /::/) print k; for (k in FUNCTAB) if (k~/::/) print k }
@namespace "awk"
function f(a) {return -1}
BEGIN { print f(1), foo::f(1), foo::x; awk::f(3) } '
awk '@namespace "foo"
function f(a) { print undefd(a), foo::k[1], nope::fn(1) } BEGIN { f(1) }'
awk 'function foo::f(a) { return 1 } BEGIN { print foo::f(1) }'; awk 'function f(a) { return a::b awk::a } BEGIN{a=5; print f(1)}'
awk '@namespace "foo"
BEGIN { X="a"; Xx="b"; X1="c"; _X="d" ; for (k in awk::SYMTAB) if (k~/X/) n++; print n, awk::X, awk::Xx; for (i = 0; i < 2; i++) a[i] = i; print length(a), awk::i, foo::i }'
#### namespace faults
for p in '@namespace foo' '@namespace "1a"' '@namespace "if"' '@namespace "length"' '@namespace "NR"' '@namespace "a" BEGIN {print 1}' '@namespace "a"; BEGIN {print 1}' ' @namespace "a" # c
BEGIN { @namespace "x" }' '@namespace "a::b"' '@namespace ""' '@namespace' 'BEGIN { print x::1 }' 'BEGIN { print x::y::z }' 'BEGIN { print x:y }' 'BEGIN { print if::y }' 'BEGIN { print x::if }' 'BEGIN { print x::length("a") }' 'BEGIN { print length::x }' 'BEGIN { awk::x=3; print x, foo::X, X; foo::X=4; print X, foo::X; foo::NR=3; print foo::NR }' 'function f(foo::a) { return 1 }' '@foo "a"' '@namespace "a"
function length(x) {}' 'function a::f(x) {} function a::f(x) {}' '@namespace "a"
function f(f) {}' '@namespace "a"
function f(x) {} BEGIN { f = 1 }'; do awk "$p"; echo $?; done
#### namespace variables
awk -v foo::x=3 'BEGIN{print foo::x}'; echo > in; awk 'BEGIN{getline; print foo::x}' foo::x=4 in; awk -v awk::x=3 'BEGIN{print x}'; awk -v foo::if=3 'BEGIN{}'; echo $?; awk -v if::x=3 'BEGIN{}'; echo $?; awk -v foo::NR=3 'BEGIN{}'; awk -v a:b=3 'BEGIN{}'; echo $?;  awk -v a::=3 'BEGIN{}'; echo $?
#### namespace files
printf '@namespace "lib"\nfunction f() { return y }\nBEGIN { y = "lib y" }\n' > lib.awk; printf '@namespace "main"\nBEGIN { y = "main y" }\n@include "lib.awk"\nBEGIN { print y, lib::y, lib::f() }\n' > main.awk; awk -f main.awk -e 'BEGIN { print y "|" main::y }'; awk -i lib.awk 'BEGIN { print y "|" lib::y }'
