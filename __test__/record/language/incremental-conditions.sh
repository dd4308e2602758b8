#### cond unary
exec 2>&1
touch f; mkdir d; ln -s f l; ln -s no dl; for t in -e -f -d -L -h -s -r -w -x -b -c -p -S -u -g -k -O -G -N; do r=; for x in f d l dl none /dev/null; do [[ $(eval "[[ $t $x ]] && echo 1 || echo 0") = 1 ]] && r+=1 || r+=0; done; [ $t != -N ] && echo "$t $r"; done
#### cond strings
exec 2>&1
[[ a ]] && echo 1; [[ '' ]] || echo 2; [[ -n a ]] && echo 3; [[ -z '' ]] && echo 4; [[ -z $nope ]] && echo 5; [[ -n $nope ]] || echo 6; [[ $nope ]] || echo 7; [[ a = a ]] && echo 8; [[ a == b ]] || echo 9; [[ a != b ]] && echo 10; [[ a < b ]] && echo 11; [[ b > a ]] && echo 12; [[ "a b" == "a b" ]] && echo 13; x='a b'; [[ $x == "a b" ]] && echo 14; [[ -n ]] && echo 15; [[ -z ]] && echo 16; [[ ! -z ]] || echo 17; [[ "-z" ]] && echo 18; [[ -f == -f ]] && echo 19; [[ ! == ! ]] && echo 20
#### cond logic
exec 2>&1
[[ a && b ]] && echo 1; [[ '' || b ]] && echo 2; [[ ! '' ]] && echo 3; [[ ! a ]] || echo 4; [[ a && '' || b ]] && echo 5; [[ a || b && '' ]] && echo 6; [[ (a || b) && '' ]] || echo 7; [[ ! (a && '') ]] && echo 8; [[ ! ! a ]] && echo 9; [[ ( a ) ]] && echo 10; [[ (a) ]] && echo 11; [[ ! a || b ]] && echo 12; [[ -n a && ( -z '' || -f x ) ]] && echo 13
#### cond newlines
exec 2>&1
[[ a
&& b ]] && echo 1
[[ a &&
b ]] && echo 2
[[
a ]] && echo 3
[[ a
]] && echo 4
[[ ( a
) ]] && echo 5
[[ ! 
'' ]] && echo 6
[[ a == a
&& b == b
]] && echo 7
#### cond newline error
exec 2>&1
[[ a ==
a ]]; echo 1
#### cond numeric
exec 2>&1
[[ 1 -eq 1 ]] && echo 1; [[ 1 -ne 2 ]] && echo 2; [[ 1 -lt 2 && 2 -le 2 && 3 -gt 2 && 3 -ge 3 ]] && echo 3; [[ 1+1 -eq 2 ]] && echo 4; x=5; [[ x -eq 5 ]] && echo 5; [[ $x -gt 10 ]] || echo 6; [[ -1 -lt 1 ]] && echo 7; [[ " 3 " -eq 3 ]] && echo 8; [[ x=3 -eq 3 ]] && echo 9 $x; [[ 1 -eq a b ]]; echo no
#### cond numeric errors
exec 2>&1
[[ "a b" -eq 1 ]]; echo $?; [[ 1/0 -eq 1 ]]; echo $?; [[ 08 -eq 8 ]]; echo $?; [[ 1 -eq "1 +" ]]; echo $?; [[ a[ -eq 1 ]]; echo $?; [[ 1.5 -lt 2 ]]; echo $?; if [[ x+ -eq 1 ]]; then echo t; else echo f; fi; ! [[ 1 -eq 1x ]]; echo $?; [[ 08 -eq 8 || a ]]; echo $?
#### cond patterns
exec 2>&1
x=foo.c; [[ $x == *.c ]] && echo 1; [[ $x == "*.c" ]] || echo 2; [[ $x == f?o.[a-c] ]] && echo 3; p='*.c'; [[ $x == $p ]] && echo 4; [[ $x == "$p" ]] || echo 5; [[ $p == \*.c ]] && echo 6; [[ $x != *.h ]] && echo 7; [[ abc == a*"c" ]] && echo 8; [[ 'a]' == a] ]] && echo 9; [[ a == [[:alpha:]] ]] && echo 10; [[ '[' == [ ]] && echo 11; [[ '\' == '\' ]] && echo 12; [[ '\' == \\ ]] && echo 13; [[ 'a b' == a\ b ]] && echo 14; [[ *.c == $x ]] || echo 15; [[ a == (a) ]]; echo 16
#### cond patterns 2
exec 2>&1
[[ a-b == a-b ]] && echo 1; [[ {a,b} == "{a,b}" ]] && echo 2; [[ a == @(a|b) ]] && echo 3; [[ b == !(a) ]] && echo 4; [[ ab == +(a|b) ]] && echo 5; [[ '' == ?(a) ]] && echo 6; [[ "" == "" ]] && echo 7; [[ '' == * ]] && echo 8; [[ $'a\nb' == a*b ]] && echo 9; [[ a/b == a*b ]] && echo 10; [[ .a == *a ]] && echo 11; [[ .a == ?a ]] && echo 12; [[ x == [!a-z] ]] || echo 13; [[ ] == []] ]] && echo 14; [[ - == [a-] ]] && echo 15; [[ 'a*' == 'a*' ]] && echo 16; [[ ab == 'a*' ]] || echo 17; [[ aXb == a[A-Z]b ]] && echo 18; [[ é == ? ]] && echo 19; [[ $'\xff' == ? ]] && echo 20
#### cond regex basic
exec 2>&1
[[ abc =~ b ]] && echo ${BASH_REMATCH[@]}; [[ abc =~ ^a(.)(c)$ ]] && echo "${BASH_REMATCH[@]}" ${#BASH_REMATCH[@]}; [[ abc =~ ^b ]] || echo "no ${#BASH_REMATCH[@]}"; [[ 123 =~ ^[0-9]+$ ]] && echo num; [[ aaa =~ a{2} ]] && echo ${BASH_REMATCH[0]}; [[ foobar =~ (foo|bar)+ ]] && echo ${BASH_REMATCH[@]}; [[ ab =~ (a)|(b) ]] && echo "<${BASH_REMATCH[0]}><${BASH_REMATCH[1]}><${BASH_REMATCH[2]}>" ${#BASH_REMATCH[@]}; [[ a =~ '' ]] && echo empty; [[ '' =~ ^$ ]] && echo e2; [[ a =~ . ]] && echo dot
#### cond regex quoting
exec 2>&1
[[ a.b =~ a.b ]] && echo 1; [[ axb =~ a"."b ]] || echo 2; [[ a.b =~ a"."b ]] && echo 3; [[ axb =~ a\.b ]] || echo 4; [[ a.b =~ 'a.b' ]] && echo 5; [[ axb =~ 'a.b' ]] || echo 6; r='a.b'; [[ axb =~ $r ]] && echo 7; [[ axb =~ "$r" ]] || echo 8; r='^(a|b)$'; [[ b =~ $r ]] && echo 9 ${BASH_REMATCH[1]}; [[ 'a b' =~ a\ b ]] && echo 10; [[ 'a b' =~ "a b" ]] && echo 11; [[ 'a b' =~ a[[:space:]]b ]] && echo 12; [[ 'a(b' =~ a\(b ]] && echo 13; [[ 'a|b' =~ a\|b ]] && echo 14; [[ '\' =~ \\ ]] && echo 15; [[ '\a' =~ '\a' ]] && echo 16; [[ 'a"b' =~ a\"b ]] && echo 17; [[ "a'b" =~ a\'b ]] && echo 18; [[ '$x' =~ \$x ]] && echo 19; [[ a =~ $'a' ]] && echo 20; r='\.'; [[ . =~ $r ]] && echo 21; [[ x =~ $r ]] || echo 22; [[ 'a&b' =~ a\&b ]] && echo 23; [[ 'a;b' =~ a\;b ]] && echo 24; [[ 'a<b' =~ a\<b ]] && echo 25
#### cond regex parens and spaces
exec 2>&1
[[ 'a b' =~ (a b) ]] && echo 1; [[ ab =~ (a)(b) ]] && echo 2; [[ ab =~ ((a)(b)) ]] && echo 3 ${BASH_REMATCH[@]}; [[ a =~ (a|b) ]] && echo 4; [[ a =~ ( a ) ]] || echo 5; [[ ' a ' =~ ( a ) ]] && echo 6; [[ a =~ a && b =~ b ]] && echo 7; [[ ( a =~ a ) ]] && echo 8; [[ (a =~ a) ]] && echo 9; [[ a =~ a|b ]] && echo 10; [[ 'a||b' =~ a\|\|b ]] && echo 11; [[ ab =~ ^(a|)b ]] && echo 12; [[ 'x<y' =~ (<) ]] && echo 13; [[ 'x;y' =~ (;) ]] && echo 14; [[ 'x&y' =~ (&) ]] && echo 15
#### cond regex brackets
exec 2>&1
[[ 'a]' =~ []] ]] && echo 1; [[ a =~ [^b] ]] && echo 2; [[ - =~ [a-] ]] && echo 3; [[ b =~ [[:alpha:]] ]] && echo 4; [[ '[' =~ [[] ]] && echo 5; [[ 'x.y' =~ [.] ]] && echo 6; [[ '\' =~ [\\] ]] && echo 7; [[ '"' =~ [\"] ]] && echo 8; [[ ' ' =~ [\ ] ]] && echo 9; [[ ab =~ [a-z]{2} ]] && echo 10; [[ '$' =~ [$] ]] && echo 11; r='[ab c]'; [[ ' ' =~ $r ]] && echo 12; [[ b =~ ["a-c"] ]] || echo 13; [[ '-' =~ ["a-c"] ]] && echo 14; [[ a =~ [[:nope:]] ]]; echo $?; [[ a =~ ['a'] ]] && echo 15; [[ "'" =~ [\'] ]] && echo 16; [[ ']' =~ [^]] ]] || echo 17
#### cond regex errors dynamic
exec 2>&1
for r in '(' ')' '[' '*' '+' '?' '{' 'a{' 'a{1' 'a{2,1}' '|' '(|a)' 'a||b' '()' 'a**' 'a+*' '[z-a]' '\' 'a\' '[[:foo:]]' 'a{1,2}{2}' '^*' '(*a)' '[[.a.]]' '[[=a=]]' 'a{,2}' 'a{99999}' '\1' '(a)\1' '\d' '\w+' '\bfoo' '\<a\>' '$a' 'a^b' '^^a' 'a$$' '(?:a)' 'a*?'; do x='aa a'; [[ $x =~ $r ]]; echo "$r $? <${BASH_REMATCH[0]}>"; done
#### cond regex semantics
exec 2>&1
[[ xaby =~ a|ab ]] && echo "$BASH_REMATCH"; [[ abcd =~ (a|ab)(c|bcd)(d*) ]] && echo "${BASH_REMATCH[@]}"; [[ aaa =~ (a*)(a*) ]] && printf '<%s>' "${BASH_REMATCH[@]}"; [[ abab =~ (ab)* ]] && printf '<%s>' "${BASH_REMATCH[@]}"; [[ $'a\nb' =~ a.b ]] && echo nl; [[ $'a\nb' =~ ^b ]] || echo nol; [[ é =~ ^.$ ]] && echo u; [[ $'\xff' =~ ^.$ ]] || echo inv; [[ ÀB =~ ^[[:upper:]]+$ ]] && echo up; [[ foo =~ o*$ ]] && echo "<$BASH_REMATCH>"; [[ aab =~ (a|aa)b ]] && echo ${BASH_REMATCH[1]}; [[ ab =~ (x)?(a) ]] && printf '<%s>' "${BASH_REMATCH[@]}"; declare -p BASH_REMATCH
#### cond rematch unset on failure
exec 2>&1
[[ a =~ (a) ]]; [[ b =~ (a) ]]; echo ${#BASH_REMATCH[@]}; declare -p BASH_REMATCH; f() { [[ q =~ (q) ]]; }; f; echo ${BASH_REMATCH[1]}; ( [[ z =~ z ]] ); echo $BASH_REMATCH
#### cond regex variable mix
exec 2>&1
x='a+b'; [[ a+b =~ ^"$x"$ ]] && echo 1; [[ aab =~ ^$x$ ]] && echo 2; y='[a'; [[ a =~ ${y}] ]] && echo 3; z='(a'; [[ a =~ ${z}')' ]]; echo $?; [[ ab =~ ^$(echo a).$ ]] && echo 4; [[ 3 =~ ^$((1+2))$ ]] && echo 5; [[ ~ =~ ^/ ]] && echo 6; [[ a$ =~ a\$ ]] && echo 7; [[ a =~ a$ ]] && echo 8; [[ "a\$" =~ a"$" ]] && echo 9; t=~; [[ $t =~ ~ ]] && echo 10; [[ 'a#b' =~ a#b ]] && echo 11; [[ a =~ {a} ]]; echo $?
#### cond -v -R -o
exec 2>&1
x=1; a=(1 '' ); declare -A m=([k]=v); declare -n r=x; [[ -v x ]] && echo 1; [[ -v y ]] || echo 2; [[ -v a ]] && echo 3; [[ -v a[0] ]] && echo 4; [[ -v a[5] ]] || echo 5; [[ -v m[k] ]] && echo 6; [[ -v m ]] || echo 7; [[ -R r ]] && echo 8; [[ -R x ]] || echo 9; [[ -v r ]] && echo 10; [[ -o errexit ]] || echo 11; set -e; [[ -o errexit ]] && echo 12; [[ -o nosuch ]] || echo 13; set -- p; [[ -v 1 ]] && echo 14; [[ -v 2 ]] || echo 15; [[ -v @ ]]; echo $?
#### cond -v more
exec 2>&1
declare e; a[3]=x; b=(); i=3; [[ -v e ]]; echo $?; [[ -v a ]]; echo $?; [[ -v a[i] ]]; echo $?; [[ -v a[-1] ]]; echo $?; [[ -v a[@] ]]; echo $?; [[ -v b[@] ]]; echo $?; [[ -v a[*] ]]; echo $?; [[ -v b ]]; echo $?; [[ -v "a[i]" ]]; echo $?; x=a[3]; [[ -v $x ]]; echo $?; [[ -v '' ]]; echo $?; [[ -v 'a b' ]]; echo $?; declare -A m=([a b]=1 [@]=2); [[ -v m['a b'] ]]; echo $?; [[ -v m[@] ]]; echo $?; [[ -v m["a b"] ]]; echo $?; declare -n r; [[ -v r ]]; echo $?; [[ -R r ]]; echo $?; r=zz; [[ -v r ]]; echo $?; test -v a[3]; echo $?; [ -v e ]; echo $?; [[ -v a[1/0] ]]; echo next
#### cond files compare
exec 2>&1
touch -d '2020-01-01' a; touch -d '2021-01-01' b; ln a c; [[ b -nt a ]] && echo 1; [[ a -ot b ]] && echo 2; [[ a -ef c ]] && echo 3; [[ a -ef b ]] || echo 4; [[ a -nt nope ]] && echo 5; [[ nope -ot a ]] && echo 6; [[ nope -nt a ]] || echo 7; [[ nope -ef nope ]] || echo 8; [[ a -nt a ]] || echo 9; [ a -nt nope ] && echo 10; ln -s a s; [[ s -ef a ]] && echo 11
#### cond tty fd
exec 2>&1
[[ -t 0 ]] || echo 1; [[ -t 99 ]] || echo 2; [[ -t x ]]; echo $?; [[ -t '' ]]; echo $?; [ -t ]; echo $?; [ -t x ]; echo $?; [[ -e /dev/stdin ]] && echo 3; [[ -p /dev/stdin ]] || echo 4; echo | [[ -p /dev/stdin ]] && echo 5
#### cond words
exec 2>&1
[[ $(echo a) == a ]] && echo 1; [[ "$(echo 'a b')" == 'a b' ]] && echo 2; [[ a"b"c == abc ]] && echo 3; [[ $((1+1)) == 2 ]] && echo 4; [[ ${x:-d} == d ]] && echo 5; [[ $* == '' ]] && echo 6; set -- a b; [[ $* == 'a b' ]] && echo 7; [[ $@ == 'a b' ]] && echo 8; [[ "$@" == 'a b' ]] && echo 9; IFS=:; [[ "$*" == a:b ]] && echo 10; [[ $* == a:b ]]; echo $?; [[ $@ == 'a b' ]]; echo $?; arr=(x y); [[ ${arr[@]} == 'x y' ]] && echo 11; [[ "${arr[*]}" == x:y ]] && echo 12; [[ <(:) == /dev/fd/* ]] && echo 13; [[ ${arr[*]} == x:y ]]; echo $?; touch '*'; [[ * == '*' ]] && echo 14
#### cond parse errors 1
exec 2>&1
[[ a b ]]; echo x
#### cond parse errors 2
exec 2>&1
[[ a == ]]; echo x
#### cond parse errors 3
exec 2>&1
[[ ]]; echo x
#### cond parse errors 4
exec 2>&1
[[ && a ]]; echo x
#### cond parse errors 5
exec 2>&1
[[ a && ]]; echo x
#### cond parse errors 6
exec 2>&1
[[ ( a ]]; echo x
#### cond parse errors 7
exec 2>&1
[[ a ) ]]; echo x
#### cond parse errors 8
exec 2>&1
[[ a -foo b ]]; echo x
#### cond parse errors 9
exec 2>&1
[[ -f ]]; [[ a -eq ]]; echo x
#### cond parse errors 10
exec 2>&1
[[ a
#### cond parse errors 11
exec 2>&1
[[ a == b; echo x
#### cond parse errors 12
exec 2>&1
[[ -a b c ]]; echo x
#### cond parse errors 13
exec 2>&1
[[ ! ]]; echo x
#### cond parse errors 14
exec 2>&1
[[ a | b ]]; echo x
#### cond parse errors 15
exec 2>&1
[[ a & b ]]
#### cond parse errors 16
exec 2>&1
[[ a -a b ]]; echo x
#### cond parse errors 17
exec 2>&1
[[ a == b == c ]]; echo x
#### cond parse errors 18
exec 2>&1
[[ -z '' && ]]; echo
#### cond parse errors 19
exec 2>&1
[[ a]]; echo x
#### cond parse errors 20
exec 2>&1
[[a ]]; echo x
#### cond parse errors 21
exec 2>&1
[[ a < ]]; echo x
#### cond parse errors 22
exec 2>&1
[[ < a ]]; echo x
#### cond parse errors 23
exec 2>&1
[[ -n < ]]; echo x
#### cond parse errors 24
exec 2>&1
[[ a =~ ]]; echo x
#### cond parse errors 25
exec 2>&1
[[ -f a b ]]
#### cond parse errors 26
exec 2>&1
if [[ a == b ]; then echo; fi
#### cond parse errors 27
exec 2>&1
[[ a == (b ]]; echo
#### cond parse errors 28
exec 2>&1
[[ ( ) ]]; echo x
#### cond parse errors 29
exec 2>&1
x='[['; $x a ]]; echo $?; '[[' a ]]; \[[ a ]]; echo $?
#### cond parse errors 30
exec 2>&1
[[ $x =~ a b ]]; echo x
#### cond operator expansion
exec 2>&1
op='=='; [[ a $op a ]]; echo x
#### cond operator quoted
exec 2>&1
[[ a "==" a ]]; echo x
#### cond unary dynamic
exec 2>&1
op=-f; [[ $op ]] && echo 1; [[ "$op" = -f ]] && echo 2; x=!; [[ $x ]] && echo 3; p='('; [[ $p ]] && echo 4; [[ "(" ]] && echo 5; [[ '!' a ]]; echo x
#### cond ]] in pattern
exec 2>&1
[[ ']]' == ]] ]]; echo x
#### cond quoted close
exec 2>&1
[[ ']]' == ']]' ]] && echo 1; [[ a == "]]" ]] || echo 2; [[ -n ']]' ]] && echo 3; [[ ]] ]]; echo x
#### test basics
exec 2>&1
[ a ]; echo $?; [ ]; echo $?; [ '' ]; echo $?; test; echo $?; test a; echo $?; [ -n ]; echo $?; [ -z ]; echo $?; [ ! ]; echo $?; [ ! a ]; echo $?; [ ! '' ]; echo $?; [ a = a ]; echo $?; [ a == b ]; echo $?; [ a != b ]; echo $?; [ -f ]; echo $?; [ ! = a ]; echo $?; [ ! = ! ]; echo $?; [ = ]; echo $?; [ = = = ]; echo $?; [ -n = -n ]; echo $?; [ '(' = '(' ]; echo $?; [ '(' a ')' ]; echo $?; [ '(' '' ')' ]; echo $?; [ ! '(' a ')' ]; echo $?; [ '(' ! a ')' ]; echo $?; [ '(' ')' ]; echo $?; [ '(' ]; echo $?; [ a -a b ]; echo $?; [ a -o '' ]; echo $?; [ '' -o '' ]; echo $?
#### test errors
exec 2>&1
[ a; echo $?; [ a b ]; echo $?; [ a b c ]; echo $?; [ a b c d ]; echo $?; [ -x a b ]; echo $?; [ 1 -eq ]; echo $?; [ -eq 1 ]; echo $?; [ 1 -eq a ]; echo $?; [ a -foo b ]; echo $?; [ '(' a ]; echo $?; [ a ')' ]; echo $?; [ a = ]; echo $?; [ = a ]; echo $?; [ -f a -a ]; echo $?; [ a -a ]; echo $?; [ -a ]; echo $?; [ a -a -a a ]; echo $?; [ ! ! a ]; echo $?; [ ! a b ]; echo $?; [ a = b c ]; echo $?; [ -o ]; echo $?; [ a = b -a ]; echo $?; test a ]; echo $?; [ a ] ]; echo $?; [ -z a b ]; echo $?; [ 1 -lt 2 3 ]; echo $?
#### test and or precedence
exec 2>&1
[ a -o '' -a '' ]; echo $?; [ '' -a a -o b ]; echo $?; [ ! '' -a a ]; echo $?; [ ! a -o b ]; echo $?; [ a = a -a b = b ]; echo $?; [ a = a -a b = c -o d = d ]; echo $?; [ -n a -a ! -z b ]; echo $?; [ '(' a -o b ')' -a '' ]; echo $?; [ '(' a = b ')' -o '(' c = c ')' ]; echo $?; [ ! '(' a = b ')' ]; echo $?; [ -f /dev/null -o -e /dev/null ]; echo $?; [ 1 -eq 1 -a 2 -gt 1 ]; echo $?
#### test numeric
exec 2>&1
[ 1 -eq 01 ]; echo $?; [ -5 -lt 3 ]; echo $?; [ 3 -ge 3 ]; echo $?; [ 1 -ne 1 ]; echo $?; [ ' 1' -eq '1 ' ]; echo $?; [ 1.0 -eq 1 ]; echo $?; [ 0x1 -eq 1 ]; echo $?; [ 9223372036854775807 -eq 9223372036854775807 ]; echo $?; [ 9223372036854775808 -gt 1 ]; echo $?; [ + -eq 1 ]; echo $?; [ - -eq 0 ]; echo $?; [ 1a -eq 1 ]; echo $?; [ 1 2 -eq 3 ]; echo $?
#### test string order
exec 2>&1
[ a \< b ]; echo $?; [ b '>' a ]; echo $?; [ a '<' B ]; echo $?; [ é '>' z ]; echo $?; [[ a < B ]]; echo $?; [ 10 \< 9 ]; echo $?
#### test operators as operands
exec 2>&1
[ -f = -f ]; echo $?; [ ! -f = x ]; echo $?; [ -n -o -n ]; echo $?; [ -z -a -z ]; echo $?; [ '' = '' -o ]; echo $?; [ -e -a -f ]; echo $?; [ "-a" ]; echo $?; [ "(" = ")" ]; echo $?; [ ! "(" = ")" ]; echo $?; [ -o errexit ]; echo $?; [ -t = -t ]; echo $?; [ -a /dev/null ]; echo $?; [ ! -a /dev/null ]; echo $?; [ -h = a -o b ]; echo $?
