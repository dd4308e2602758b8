#### xtrace simple
exec 2>&1
set -x; echo a; echo 'a b' "c" $HOME\$ ''; x=1; x='a b' y=$x; x=1 echo q; a=(1 'b c' $x); a[1]=z; a+=(q); declare z=1; export w='a b'; local q 2>/dev/null; true && false || :; ! true; x+=y; : $x "$x" * '*' \;  '~' '!' '#' '{a}' 'a=b' '%' '@' '^' ',' '-' '+' ':' '.' '/' '[' ']' '?' '<' "'" "it's" '"' '`' '\' 
#### xtrace quoting
exec 2>&1
set -x; : $'a\nb' $'\t' $'\x01' é $'\xff' 'a	b' '' ' ' '=' 'a=b c' '~/x' a~ '#a' a# '!a' a! '{' '}' '(' ')' '&' '|' ';' '$' '*' '-n' '--'
#### xtrace compound
exec 2>&1
set -x; if true; then echo a; fi; while false; do :; done; for i in a 'b c'; do echo $i; done; for ((i=0;i<2;i++)); do :; done; case 'a b' in a*) echo m;; esac; [[ a == a* ]]; [[ -n "x y" && 1 -lt 2 ]]; [[ ! a =~ b ]]; ((1+1)); let 'x = 1'; until true; do :; done; { echo g; }; (echo s); f() { echo f $1; }; f 'x y'; select s in a; do break; done <<< 1
#### xtrace off and redirect
exec 2>&1
set -x; echo a; set +x; echo b; { set -x; echo c; } 2>/dev/null; echo d; set +x; exec 5>tr; BASH_XTRACEFD=5; set -x; echo e; set +x; cat tr; unset BASH_XTRACEFD; set -x; echo f 2>/dev/null; echo g 2>&1
#### xtrace functions
exec 2>&1
f() { echo in $1; local x=2; return 3; }; set -x; f a; g() { set +x; }; g; echo q; set -x; f b || echo fail; h() { local -; set +x; echo hid; }; h; echo vis
#### xtrace arrays assoc
exec 2>&1
set -x; declare -A m; m[a]=1; m=([x]=1 ['y z']='2 3'); declare -a b=(1 '2 3'); declare -A n=([k]='v w'); a=([2]=x [5]='y z'); local_() { local -a l=(1 2); }; local_; readonly -a r=(1); a[1+1]='q r'; unset a; export -a e=(x y); x[1]=y z[2]='' :; c=($(echo 1 2)); d=(); d+=('' "")
#### xtrace cond
exec 2>&1
x='a b'; set -x; [[ $x == "a b" ]]; [[ $x = a* ]]; [[ $x == *"b" ]]; [[ -z $x ]]; [[ $x ]]; [[ ! $x ]]; [[ $x < c ]]; [[ $x -eq 0 ]] 2>/dev/null; [[ $x =~ a.b ]]; [[ $x =~ "a b" ]]; [[ -f $x || -d / ]]; [[ ( a && b ) ]]; [[ '' ]]; [[ a != b ]]; [[ a -nt b ]]; [[ -v x ]]; [ "$x" = 'a b' ]; test a; [[ "a*" == 'a*' ]]; [[ a\* == "a*"* ]]
#### xtrace arith
exec 2>&1
x=3; set -x; ((x+1)); ((x=5, x++)); (( x > 2 )) && :; for ((i=0; i < 1; i++)); do :; done; let x=1 'y = 2'; y=$((x + 1)); echo $((x)); (( $x == 1 )); ((  x  )); : $[x+1]; declare -i z=x+1; a[x]=1
#### xtrace case select time
exec 2>&1
set -x; case a in a) ;; esac; case "x y" in "x y") echo 1;; esac; case $(echo q) in q) :;; esac; time : 2>/dev/null; coproc cat; wait; command echo c; builtin echo b; exec 3>&1; 2>/dev/null echo r; >f; x=1 >f2; ! :; : && : || :; trap ':' DEBUG; trap - DEBUG
#### xtrace multiline
exec 2>&1
set -x; echo 'a
b'; x='c
d'; for i in $'e\nf'; do :; done; [[ $'a\nb' == x ]]; f() { :; }; f $'g\nh'; cat <<< $'i\nj'; export y=$'k\nl'
#### xtrace in shells
exec 2>&1
bash -xc 'echo a; (echo b); x=$(echo c); echo $x'; printf 'set -x\necho a\nf() {\necho b; }\nf\n' > s; bash s; bash -x s; . ./s; set +x; sh -xc 'echo q'; bash -c 'set -o xtrace; echo r'
#### verbose
exec 2>&1
set -v; echo a
echo b # c
set +v
echo d
#### xtrace assignments forms
exec 2>&1
set -x; a=b; a+=c; a=; a="x y"; a=$'q\nr'; a=~; a=b c=d; a=`echo z`; a=$(echo y) b=$a; export A=1 B='2 3'; declare -i n=1+1; readonly R='a b'; typeset -l lc=ABC; local x=1; a[0]=1; a[1]+=2; declare c=(1 2); printf -v p '%s' 'a b'; read v <<< 'r s'; IFS=: read a b <<< x:y; for v in 1; do v=2; done; unset v; getopts a o -a; shift 0; set -- 'a b' c; alias q='echo a'; unalias q
#### prompt escapes
exec 2>&1
for e in '\a' '\d' '\e' '\h' '\H' '\j' '\l' '\n' '\r' '\s' '\v' '\V' '\\' '\[' '\]' '\$' '\!' '\#' '\nnn' '\101' '\07' '\x' '\q' '\' 'a\b' '\D{%Y}' '\D{}' '\D' '\w' '\W' '\u' '\t' '\T' '\@' '\A' '\8' '\0' '\1' '\12' '\1234' '\e[1m' '\\u'; do case $e in '\d'|'\t'|'\T'|'\@'|'\A'|'\D{}'|'\D{%Y}'|'\u'|'\h'|'\H'|'\$'|'\!'|'\#'|'\l') r=${e@P}; echo "$e ok";; *) printf '%s %q\n' "$e" "${e@P}";; esac; done
#### printf q
exec 2>&1
for x in '' a 'a b' "it's" '"' '$x' '`' '\' '!' '*' '?' '[' ']' '{a,b}' '~' '~a' 'a~' '#' 'a#' '#a' '=' 'a=b' '<' '>' '|' '&' ';' '(' ')' '^' '%' '@' ',' '.' '/' ':' '+' '-' '_' $'\n' $'a\tb' $'\x01' $'\e' $'\x7f' $'\xff' é 日本 'a,b' $'a\'b\n' '1' ' '; do printf '%q %s %s\n' "$x" "${x@Q}" "$(declare -p x)"; done
#### printf q forms
exec 2>&1
printf '%q\n' a 'b c'; printf '[%10q][%-10q][%.2q]\n' 'a b' 'c d' 'efgh'; printf '%Q|%.3Q\n' 'a b' 'abcdef'; printf '%q'; echo; printf '%q %q\n' a
#### cmdsub basics
exec 2>&1
x=$(echo a; echo b); echo "$x" $x; x=$(printf 'a\n\n\n'); echo "[$x]"; x=$(printf '\n\na'); echo "[$x]"; x=$(echo); echo "[$x]"; x=$(exit 3); echo $?; echo $(exit 4) $?; x=$(echo "a  b"); echo $x "$x"; echo "$(echo "$(echo "x  y")")"; x="$(cat <<< 'q')"; echo $x; echo $( ) `` $(:) "$()"; echo $(<nosuch); echo $?; echo hi > f; echo $(<f) "$(< f)" `<f`; x=$(<f); echo $x; echo $(<f;) $(<f <f) $(cat <f); printf '%s|' $(printf 'a\0b'); echo
#### cmdsub env
exec 2>&1
x=1; y=$(x=2; echo $x); echo $x $y; f() { echo fn; }; echo $(f); echo $(exit 3; echo no)$?; (echo $(echo $BASH_SUBSHELL)); echo $(set -- a b; echo $#) $#; echo $(cd /; pwd) ; pwd | wc -l; z=$(trap 'echo t' EXIT; echo u); echo $z; echo $(false)$(true)$?; w=$(false)$(true); echo $?; v=$(true)$(false); echo $?; false; u=; echo $?; false; t=$(echo $?); echo $t; echo $(return 3 2>&1) 
#### cmdsub case and parens
exec 2>&1
echo $(case a in a) echo 1;; esac) $(case a in (a) echo 2;; esac) $( (echo 3) ) $(echo ')' ) $(echo \)) "$(echo ")")" $(echo $(echo \() ) $(# comment )
echo 4) $(echo a #)
) $(cat <<E
)
E
) `echo \`echo \\\`echo 5\\\`\`` $(echo "$(echo ")")")
#### case patterns
exec 2>&1
t() { case $1 in a) echo a;; b|c) echo bc;; d*) echo d;; [e-g]) echo eg;; ?) echo one;; "*") echo star;; *) echo other;; esac; }; for i in a b c dd f z '*' '' ab; do t "$i"; done; case x in esac; echo $?; case x in y) false;; esac; echo $?; case x in x) false;; esac; echo $?; case "" in "") echo e;; esac; case a in (a) echo p;; esac; x='a|b'; case a in $x) echo no;; *) echo lit;; esac; case 'a|b' in $x) echo yes;; esac; case a in A) ;; [[:lower:]]) echo lc;; esac
#### case fallthrough
exec 2>&1
case a in a) echo 1;& b) echo 2;& c) echo 3;; d) echo 4;; esac; case a in a) echo 1;;& b) echo 2;;& [a-z]) echo 3;;& *) echo 4;; esac; case z in a) echo 1;;& *) echo 2;& b) echo 3;; esac; case a in a) echo last;& esac; case a in a) ;& b) echo q; esac
#### case expansions
exec 2>&1
x=$(echo a); case $x in $(echo a)) echo 1;; esac; case ${y:-b} in b) echo 2;; esac; case $((1+1)) in 2) echo 3;; esac; case "a b" in a\ b) echo 4;; esac; case a in "$(echo a)") echo 5;; esac; case ~ in ~) echo 6;; esac; case $'\n' in $'\n') echo 7;; esac; case a in
a) echo 8
;;
esac; case a
in a) echo 9;; esac; case a in a)
esac; echo $?; i=0; case $((i++)) in 0) echo $i;; esac; case a in $((i++))) ;; a) echo $i;; esac; set -- 'x y' z; case "$@" in 'x y z') echo 10;; esac; case $@ in 'x y z') echo 11;; esac; case é in ?) echo 12;; esac; case $'\xff' in ?) echo 13;; esac; case 'a\b' in 'a\b') echo 14;; esac; case 'a\b' in a\\b) echo 15;; esac; p='\a'; case a in $p) echo 16;; esac; case '\a' in "$p") echo 17;; esac
#### utf8 invalid
exec 2>&1
x=$'a\xffb\xc3'; echo ${#x}; printf '%s' "$x" | od -c | head -1; printf '%s' "${x:1:1}" | od -c | head -1; printf '%s' "${x//$'\xff'/Z}" | od -c | head -1; printf '%s' "${x^^}" | od -c | head -1; [[ $x == a?b? ]] && echo 1; [[ $x == *$'\xff'* ]] && echo 2; case $x in a*) echo 3;; esac; printf '%q\n' "$x"; echo "${x@Q}"; declare -p x; IFS=$'\xff'; printf '<%s>' $x | od -c | head -2; for ((i=0;i<${#x};i++)); do printf '%q ' "${x:i:1}"; done; y=$'\xe2\x82'; echo ${#y}; z="$y"$'\xac'; echo ${#z} $z; printf '%d\n' "'$x" "'é" "'日"; a=$'\xf0\x9f\x98\x80'; echo ${#a} ${a:0:1}
#### utf8 strings
exec 2>&1
x=héllo; echo ${#x} ${x:1:1} ${x/é/e} ${x^^} ${x#h?} ${x%l*} ${x//[é]/_}; printf '%5s|%-5s|%.2s\n' é é éàü; [[ é < f ]] || echo gt; [[ é == [[:alpha:]] ]] && echo alpha; [[ É == [[:upper:]] ]] && echo up; echo {é,à}x; y='日本語'; echo ${y:1} ${y: -1} ${y/本/x} ${#y}; é=1 2>/dev/null; echo $?; declare -A m=([é]=1); echo ${m[é]} ${!m[@]}; echo $'\u00e9' $'\U0001F600'; printf '\u00e9\n'; echo -e '\u00e9'; [[ $y =~ ^.{3}$ ]] && echo 3; case $y in ???) echo c3;; esac; read -n 2 z <<< 日本語; echo $z; IFS=、; w='a、b'; printf '<%s>' $w; echo ${x@U} ${x@u}; echo "${x@Q}"; printf '%q\n' $x; tr é e <<< é 2>/dev/null | wc -c
