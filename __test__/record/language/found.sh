#### errors in expansions drop one line of a string
echo $((1/0)); echo same
echo next $?
#### errors in expansions drop one line of eval
eval 'echo $((1/0)); echo same
echo l2'; echo after $?
echo next
#### errors in expansions end a subshell
(eval 'echo $((1/0)); echo same
echo l2'; echo after $?
echo next); echo out $?
#### errors in expansions in sourced files
printf 'echo $((1/0)); echo same\necho l2\n' > s; . ./s; echo after $?; f() { . ./s; echo inf $?; }; f; bash s; bash < s; (. ./s; echo no); echo $?
#### errors in expansions in traps
trap 'echo $((1/0)); echo same
echo l2' EXIT; echo a
#### arithmetic errors pass errexit
set -e
echo $((1/0)); echo same
echo next
#### other errors of expansions with errexit
set -e
echo ${!y}; echo same
echo next
#### errors in subscripts drop all
echo a
a[1/0]=2; echo same
echo next
#### errors in subscripts that are read
a=(1); (echo ${a[1/0]}; echo same
echo next); echo $?; [[ -v a[1/0] ]]; echo no
#### errors of integer variables drop all
declare -i n; n=1/0; echo same
echo next
#### failglob drops one line
shopt -s failglob
echo no*; echo same
for i in no*; do echo $i; done; echo same
x=$(echo no*; echo b); echo "[$x]"
x=(no*); echo same
echo next
#### readonly assignment drops one line
readonly r=1; r=2; echo same
echo next; r=2 true; echo still; r=3
echo end
#### unset parameter errors end the shell
set -u
(echo $nope; echo no
echo no); echo $?; eval 'echo $nope
echo l2'; echo no
echo no
#### redirections do not see the assignments before a command
x=1; x=5 cat <<< $x; x=5 read y <<< $x; echo $y; f() { cat; }; x=6 f <<< "$x"; x=5 true > f$x; echo f*; IFS=, read a b <<< $(echo "1,2 3"); echo "$a|$b"
#### what a program's redirections assign is lost
n=1; cat <<< $((n++)); echo $n; read z <<< $((n++)); echo $n; f() { cat; }; f <<< $((n++)); echo $n; cat <<< ${q:=5}; echo "[$q]"; { cat; } <<< $((n++)); echo $n; n=1; (cat) <<< $((n++)); echo $n; nosuch 2>/dev/null <<< $((n++)); echo $n; exec 3<<< $((n++)); echo $n
#### a local starts with the value of the assignment before the call
f() { local x y=1; echo "$x"; x=2; }; x=t f; echo "[$x]"; g() { local x; echo "[${x-unset}]"; }; x=5; g; x=6 g; f() { unset x; echo ${x-unset}; }; x=outer; x=temp f; echo $x
#### assignments before a command have no attributes
declare -i n=1; n=a+b eval 'echo $n'; echo $n; declare -u U=a; U=b eval 'echo $U'; n+=5 eval 'echo $n'
#### PIPESTATUS of what is turned round and of loop control
! true; echo "${PIPESTATUS[*]}"; ! (( 1 )); echo "${PIPESTATUS[*]}"; ! [[ a ]]; echo "${PIPESTATUS[*]}"; ! (exit 3); echo "${PIPESTATUS[*]}"; for i in 1; do (exit 4); break; done; echo "${PIPESTATUS[*]}"; for i in 1; do (exit 4) | true; continue; done; echo "${PIPESTATUS[*]}"
#### PIPESTATUS before anything has run
echo "[${PIPESTATUS[*]}]"
#### tilde behind an equals sign
HOME=/h; for z in x=~ ~; do echo $z; done; echo x=~ y:~ z=a:~; cat <<< x=~; a=(x=~ ~); echo ${a[@]}; declare -A m=([k]=~); echo ${m[k]}; m[k]=~; echo ${m[k]}; b=([2]=~ [3]=x:~); echo ${b[@]}
#### braces in array elements
a=([3]={a,b} {c,d}); declare -p a; declare -A m=([k]={a,b} [j]='{"x":1,"y":2}'); echo "${m[k]} ${m[j]}"
#### negative subscripts of scalars
x=abc; echo "[${x[-1]}] [${x[0]}] [${x[1]}]"; echo $?
#### subshells that are jobs and stages are one process
(trap 'echo term; exit 7' TERM; sleep 0.5 & wait $!) & sleep 0.1; kill $!; wait $!; echo $?; (echo $BASH_SUBSHELL) | cat; (echo $BASH_SUBSHELL) & wait; ( (echo $BASH_SUBSHELL) ); echo a | (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL))
#### background input behind a redirected compound
echo data > in
for s in '{ cat & wait; } < in' '(cat & wait) < in' 'f() { cat & wait; }; f < in' 'f() { cat & wait; }; { f; } < in' '{ (cat & wait); } < in' 'echo data | { cat & wait; }' '{ { cat & }; wait; } < in'; do
echo "[$(bash -c "$s")]"
done
#### traps that subshells show
trap 'echo x' USR1; (trap; trap 'echo y' USR2; trap); x=$(trap); echo "$x"
#### BASH_COMMAND
trap 'echo "$BASH_COMMAND"' DEBUG
for i in 1 2; do echo $i; done > /dev/null
case a in a) x=1;; esac
(exit 3)
[[ -n $x ]]
((x+1))
trap - DEBUG
#### ERR trap set by the failing command
f() { trap 'echo inner' ERR; false; }; f; false; echo end
#### coprocess that has ended
coproc C { read a; echo "<$a>"; }; echo hi >&"${C[1]}"; read p <&"${C[0]}"; echo $p; wait; echo "${#C[@]} ${C_PID-gone}"
#### lines of commands whose words have several
echo "a
b" $LINENO
echo $LINENO 'x
y'; echo $LINENO; eval 'echo $LINENO
echo $LINENO'
x=1 echo $LINENO \
  $LINENO
