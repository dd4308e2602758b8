#### string append loops
exec 2>&1
s=; for i in {1..5}; do s+=$i; s="$s,"; done; echo $s; s=${s%,}; echo $s; r=; for ((i=${#s}-1;i>=0;i--)); do r+=${s:i:1}; done; echo $r
#### command not found forms
exec 2>&1
nosuch; echo $?; ./nosuch; echo $?; /bin; echo $?; ''; echo $?; "" a; echo $?; $empty; echo $?; $(); echo $?; $(echo); echo $?; ' '; echo $?; touch f; ./f; echo $?; chmod +x f; ./f; echo $?; mkdir d; ./d; echo $?; d; echo $?; f/x; echo $?
#### and or
exec 2>&1
true && echo a || echo b; false && echo a || echo b; true || echo a && echo b; false || false && echo c; ! true && echo x || echo y; ! false || echo z; true && false; echo $?; false || true; echo $?; ! ! true; echo $?; ! false | true; echo $?; true & false; echo $?
#### subshell vars
exec 2>&1
x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x; x=4 | :; echo $x; (exit 5); echo $?; (cd /; pwd); echo $((x)); (set -e; false; echo no); echo $?; f() (x=9; return 3); f; echo $? $x; ( (echo nested) ); (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); y=$( (echo a; echo b) | wc -l); echo $y
#### loops break continue
exec 2>&1
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done; for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done; for i in 1 2; do for j in a b; do [ $j = b ] && break 2; echo $i$j; done; done; while :; do break; done; echo $?; until false; do break; done; break; echo $?; continue; echo $?; for i in 1; do break 0; done; echo $?; for i in 1; do break x; done; echo $?; for i in 1 2; do break 5; done; echo $i; for i in 1 2; do continue 9; echo no; done; echo $i; for i in 1; do break -1; done; echo $?; for i in 1; do break 1 2; done; echo $?
#### while until status
exec 2>&1
while false; do :; done; echo $?; i=0; while [ $i -lt 2 ]; do i=$((i+1)); false; done; echo $?; until true; do :; done; echo $?; while read x; do echo $x; done <<< $'a\nb'; echo $?; while true; do false; break; done; echo $?; for i in; do false; done; echo $?; false; for i in; do :; done; echo $?; f() { while true; do return 7; done; }; f; echo $?
#### if status
exec 2>&1
if true; then :; fi; echo $?; if false; then :; fi; echo $?; if true; then false; fi; echo $?; if false; then :; else false; fi; echo $?; if false; then :; elif true; then echo e; fi; if true; false; then echo a; else echo b; fi; false; if false; then :; fi; echo $?; if ! false; then echo n; fi; if [ a ] && [ b ]; then echo ab; fi; if (exit 3); then :; else echo $?; fi; if { false; true; }; then echo g; fi
#### for loops
exec 2>&1
for i in a "b c" $'d\te' ''; do echo "<$i>"; done; for i; do echo $i; done; set -- x y; for i; do echo $i; done; for i do echo $i; done; for i
do echo $i; done; for i in "$@"; do echo $i; done; for i in $(echo 1 2) {a..c} *.none; do echo $i; done; echo $i; for i in 1 2 3; do set -- q; done; for i in 1; do i=5; echo $i; done; echo $i; for i in a
do
echo $i
done; for x in 1 2; do for x in a b; do :; done; echo $x; done; for _ in 1 2; do echo $_; done; for i in 1 2;do echo $i;done
#### select
exec 2>&1
select x in a b; do echo "[$x] $REPLY"; break; done <<< 2; select x in a b; do echo "[$x] $REPLY"; [ "$x" ] && break; done <<< $'9\n1'; echo $?; select x in a; do echo no; done < /dev/null; echo $?; set -- p q; select y; do echo $y; break; done <<< 1; PS3='pick> '; select z in 1; do echo $z; break; done <<< 1; select x in a b c; do echo "$x"; done <<< $'1\n\n3'
#### functions scope and redefine
exec 2>&1
f() { g() { echo inner; }; }; g 2>/dev/null; echo $?; f; g; f() { echo new; }; f; h() { h() { echo second; }; echo first; }; h; h; unset -f f; f; echo $?; x() { echo func; }; x=var; x; echo $x; unset x; x; echo() { builtin echo "[$@]"; }; echo hi; unset -f echo; true() { return 1; }; true; echo $?; command true; echo $?; [() { echo brack; }; [ a ]; unset -f [
#### recursion
exec 2>&1
fact() { if (($1<=1)); then echo 1; else echo $(($1 * $(fact $(($1-1))))); fi; }; fact 10; fib() { local n=$1; if ((n<2)); then r=$n; return; fi; fib $((n-1)); local a=$r; fib $((n-2)); r=$((a+r)); }; fib 12; echo $r; c=0; f() { ((c++)); ((c<50)) && f; }; f; echo $c
#### shift
exec 2>&1
set -- a b c; shift; echo $@; shift 2; echo $#; shift; echo $?; set -- a; shift 5; echo $? $#; shift 0; echo $?; shift -1; echo $?; shift x; echo $?; shift 1 2; echo $?; shopt -s shift_verbose; shift 9; echo $?
#### set builtin
exec 2>&1
set -- -a b; echo $@; set a b; echo $@; set --; echo $#; set -- "a b" c; echo $#; set -x -- q 2>/dev/null; set +x 2>/dev/null; echo $@; set -; echo $@; set - x; echo $@; set -e; echo $-; set +e; set -o | head -3; set +o | head -3; set -o nosuch; echo $?; set -Z; echo $?; set -eu; echo $-; set +eu; set -o pipefail; set +o | grep pipefail; echo ${SHELLOPTS}; set -- $(echo 1 2 3); echo $3; set -f; echo *; set +f
#### eval
exec 2>&1
eval echo a b; eval 'echo c' 'd'; x='echo "q  r"'; eval $x; eval "$x"; eval; echo $?; eval ''; echo $?; eval 'false'; echo $?; eval 'x=5'; echo $x; eval 'f() { echo fe; }'; f; y=z; eval "$y=1"; echo $z; eval 'echo $((1+1))' '; echo two'; eval -- echo dd; eval -x; echo $?; eval 'exit 3' | cat; eval "echo '$y'"; for i in 1 2; do eval "v$i=\$i"; done; echo $v1 $v2; eval 'break' 2>/dev/null; eval 'return 4'; echo $?
#### source
exec 2>&1
echo 'echo in $# $@; x=5; return 3; echo no' > s; . ./s; echo $? $x; . ./s a b; echo $#; set -- p; . ./s; . ./s q; echo $@; source s 2>/dev/null; echo $?; . nosuch; echo $?; .; echo $?; echo 'set -- z' > t; . ./t; echo $@; . ./t w; echo $@; echo 'f() { echo sf; }' > u; . ./u; f; echo 'break' > v; for i in 1 2; do . ./v; done; echo $i; echo 'exit 4' > w; (. ./w); echo $?; g() { . ./s; echo $?; }; g 1 2; mkdir bin; echo 'echo frompath' > bin/lib; PATH=$PWD/bin:$PATH; . lib; echo 'if' > bad; . ./bad; echo $?; . ./bin; echo $?
#### exit
exec 2>&1
(exit); echo $?; (false; exit); echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit x); echo $?; (exit 1 2); echo $?; (exit 3; echo no); echo $?; f() { exit 6; }; (f; echo no); echo $?; trap 'echo bye $?' EXIT; exit 9
#### pipelines
exec 2>&1
echo a | cat | tr a b; false | true; echo $? ${PIPESTATUS[@]}; true | false; echo ${PIPESTATUS[@]}; set -o pipefail; false | true; echo $?; (exit 2) | (exit 3) | true; echo $?; set +o pipefail; echo x | { read y; echo $y; }; echo $y; shopt -s lastpipe; echo z | read y; echo $y; ! true | false; echo $?; echo a |& cat; nosuch |& cat; yes 2>/dev/null | head -1; echo | echo b; x=1 | x=2; echo $x; { echo a; echo b; } | while read l; do echo "<$l>"; done; exit 4 | true; echo $?
#### redirections
exec 2>&1
echo a > f; echo b >> f; cat f; cat < f > g; cat g; echo c 1> f 2>&1; cat f; ls nosuch 2> e; wc -l < e; echo d >| f; cat f; set -C; echo e > f; echo $?; echo e >| f; cat f; set +C; exec 3> h; echo x >&3; echo y 1>&3; exec 3>&-; cat h; echo z >&3; echo $?; exec 4< h; read l <&4; echo $l; read l <&4; echo $l; exec 4<&-; cat <> newf; echo w &> i; cat i; echo v &>> i; cat i; { echo o; echo e >&2; } > j 2>&1; cat j; echo hi > /dev/null; echo a >&2 2>/dev/null; > k; cat k; echo q > "a b"; cat a\ b; echo m > $(echo n); cat n; : > o; [ -f o ] && echo exists; cat < nosuch; echo $?; echo a > nodir/x; echo $?; exec {fd}> p; echo r >&$fd; exec {fd}>&-; cat p; echo $fd
#### for with many syntaxes
exec 2>&1
for x in; do echo no; done; for x in $(); do echo no; done; for x in ''; do echo "[$x]"; done; for ((i=0;i<2;i++)) do echo $i; done; for ((i=0;i<2;i++)); { echo b$i; }; for x in a b; { echo $x; }; for x
in a b
do echo $x; done; for x in a \
b; do echo $x; done; for ((
i=0;
i<2;
i++
)); do echo $i; done; for x in "a;b" 'c d'; do echo "$x"; done
#### dq nested arith and cmdsub
exec 2>&1
echo "$(( $(echo 1) + $(( 2 )) ))" "$(echo $((1+1)))" "$((`echo 3`))" "a$((1))b$(echo c)d" "$(echo "$(echo "$((1+2))")")" "$((1 + ${x:-2}))" "$(( (1+2) * 3 ))" "$(((1)))" $(((1)+(1)))
#### empty and whitespace bodies
exec 2>&1
f() { :; }; f; { :; }; (:); if :; then :; fi; while ! :; do :; done; case a in a) ;; esac; case a in a)
;; esac; for i in a; do :; done; :;:; : ; : # c
;
#### quoting in heredoc delim with expansions
exec 2>&1
x=X; cat <<E; cat <<'E'; cat <<"E"; cat <<\E; cat <<E\
F
1$x
E
2$x
E
3$x
E
4$x
E
5$x
EF
#### compound commands as conditions
exec 2>&1
if [[ a ]]; then echo 1; fi; if ((1)); then echo 2; fi; if (true); then echo 3; fi; if { true; }; then echo 4; fi; if case a in a) true;; esac; then echo 5; fi; if for i in a; do true; done; then echo 6; fi; if ! false; then echo 7; fi; if true | false; then :; else echo 8; fi; if f() { :; }; then echo 9; fi; while if true; then break; fi; do :; done; if x=1; then echo 10; fi; if x=$(false); then :; else echo 11; fi; if >f; then echo 12; fi; until ((i++ > 2)); do :; done; echo $i; if true & then echo 13; fi; wait; if true; then echo 14; fi; if
true
then
echo 15
fi
#### bang and negation
exec 2>&1
! true; echo $?; ! false; echo $?; ! (exit 3); echo $?; ! { false; }; echo $?; ! [[ a ]]; echo $?; ! ((0)); echo $?; ! true | false; echo $?; ! ! false; echo $?; ! x=1; echo $?; true && ! false && echo ok; ! false || echo no; ! echo a | cat; echo $?; ! ; echo $?; ! f() { :; }; echo $?; ! for i in 1; do false; done; echo $?; ! if false; then :; fi; echo $?
#### arrays via read mapfile
exec 2>&1
mapfile a <<< $'1\n2\n3'; echo ${#a[@]} "${a[0]}"; mapfile -t a <<< $'1\n2\n3'; echo "${a[@]}"; mapfile -t -n 2 a <<< $'1\n2\n3'; echo "${a[@]}"; mapfile -t -s 1 a <<< $'1\n2\n3'; echo "${a[@]}"; mapfile -t -O 5 a <<< x; echo ${!a[@]}; mapfile -d : -t a <<< 'x:y:z'; printf '<%s>' "${a[@]}"; readarray -t b < <(printf 'p\nq'); echo ${#b[@]}; read -a c <<< 'x y  z'; echo ${#c[@]} ${c[2]}; IFS=, read -ra d <<< 'a,b c,,d'; printf '<%s>' "${d[@]}"; mapfile -t e < /dev/null; echo ${#e[@]}; mapfile -t 1x; echo $?; mapfile -C 'echo cb' -c 2 -t f <<< $'1\n2\n3\n4'
#### indirect and dynamic names
exec 2>&1
for i in a b; do declare "v_$i=$i$i"; done; echo $v_a $v_b; n=v_a; echo ${!n}; printf -v "w_$i" x; echo $w_b; eval "u_$i=5"; echo $u_b; read "r_$i" <<< q; echo $r_b; export "e_$i=z"; echo $e_b; declare -n ref="v_$i"; echo $ref; ref=new; echo $v_b; unset "v_$i"; echo "[$v_b]"; declare -A m; m[$i]=1; m["x$i"]=2; echo ${!m[@]}; local "q=1" 2>/dev/null; let "s_$i=3"; echo $s_b; ((t_$i=4)); echo $t_b; : ${y_b:=6}; n=y_$i; echo ${!n}; declare -- "z z"=1 2>/dev/null; echo $?
#### lineno
exec 2>&1
echo $LINENO
echo $LINENO; f() { echo $LINENO
echo $LINENO; }
f; eval 'echo $LINENO
echo $LINENO'; x=$LINENO; echo $x; (echo $LINENO); echo $(echo $LINENO) `echo $LINENO`; if true; then
echo $LINENO; fi; echo "a
$LINENO"; cat <<E
$LINENO
E
echo $LINENO \
 $LINENO; for i in 1
do echo $LINENO; done; LINENO=100; echo $LINENO
echo $LINENO; unset LINENO; echo $LINENO
