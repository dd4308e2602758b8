#### spellings
a() { echo a; }; function b { echo b; }; function c() { echo c; }; d () (echo d); e() if true; then echo e; fi; f() for i in 1 2; do echo f$i; done; g() [[ a ]]; h() ((1)); function i
{ echo i; }
j ()
{
echo j
}
for x in a b c d e f g h i j; do $x; done; echo $?
#### odd names
foo-bar() { echo 1; }; foo.bar() { echo 2; }; foo:bar() { echo 3; }; a@b() { echo 4; }; +x() { echo 5; }; ./p() { echo 6; } ; 1a() { echo 7; }; foo-bar; foo.bar; foo:bar; a@b; +x; ./p; 1a
#### arguments and shift
f() { echo $# "$1" "$*"; shift; echo $# "$1"; shift 5; echo "s $?" $#; shift 0; }; f a 'b c' d; echo $#
#### local variables
x=g; f() { local x=l y; echo "$x [${y-unset}]"; y=1; g; }; g() { echo "g sees $x $y"; x=changed; }; f; echo $x ${y-unset}
#### local keeps and unsets
x=1; f() { local x; echo "[${x-unset}]"; x=2; unset x; echo "[${x-unset}]"; }; f; echo $x; f() { local x=2; unset x; x=3; echo $x; }; f; echo $x
#### unset of a caller's local
f() { local v=f; g; echo "f: ${v-unset}"; }; g() { unset v; echo "g: ${v-unset}"; v=new; }; v=global; f; echo "top: $v"
#### local outside of a function
local x=1; echo $?
#### local dash
f() { local -; set -f; echo *; }; f; touch a; echo *
#### local with attributes
f() { local -i n=3+4; local -r r=1; local -a arr=(1 2); local -A m=([k]=v); local -x e=1; local -u u=abc; echo $n $r ${arr[1]} ${m[k]} $e $u; r=2; echo "s $?"; }; f
#### local inherits
x=1; f() { local -I x; echo $x; x=2; }; f; echo $x; shopt -s localvar_inherit; f() { local x; echo $x; }; f
#### return values
f() { return 3; }; f; echo $?; f() { false; return; }; f; echo $?; f() { return 256; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return x; }; f; echo $?; f() { return 1 2; }; f; echo $?
#### return outside
return 3; echo "s $?"; (return 2; echo in); echo $?
#### return in a subshell of a function
f() { (return 5; echo no); echo "s $?"; return 2; }; f; echo $?; f() { echo $(return 6; echo no); echo x; }; f; f() { echo a | { return 4; }; echo "s $?"; }; f
#### recursion
fact() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(fact $(($1-1))) )); fi; }; fact 10; fib() { local n=$1; if ((n<2)); then r=$n; return; fi; fib $((n-1)); local a=$r; fib $((n-2)); r=$((a+r)); }; fib 12; echo $r
#### deep recursion
f() { if [ $1 -gt 0 ]; then f $(($1-1)); else echo bottom; fi; }; f 800
#### functions inside substitutions
f() { echo 5; }; echo $((  $(f) + 1 )) $(f) `f` "$(f)"; x=$(f); echo $x; echo $(( $(f) * $(f) ))
#### dynamic scope through levels
a() { local v=a; b; }; b() { c; }; c() { echo $v; v=c; }; v=top; a; echo $v
#### redefinition and unset
f() { echo 1; }; f; f() { echo 2; }; f; unset -f f; f 2>/dev/null; echo $?; f=1; f() { echo 3; }; unset f; f; unset f; type f 2>/dev/null; echo $?
#### function redefined while running
f() { f() { echo new; }; echo old; }; f; f
#### define in subshell and pipeline
(f() { echo x; }; f); f 2>/dev/null; echo $?; f() { echo y; } | cat; f 2>/dev/null; echo $?
#### FUNCNAME BASH_LINENO BASH_SOURCE
f() { g; }
g() { echo "${FUNCNAME[@]}" "${BASH_LINENO[@]}" "${#BASH_SOURCE[@]}" "$FUNCNAME"; }
f
echo "[${FUNCNAME[0]}]" ${#FUNCNAME[@]}
#### caller
f() { caller; caller 0; caller 1; echo $?; }
g() {
f
}
g
caller; echo $?; caller 0; echo $?
#### LINENO
echo $LINENO
f() {
echo $LINENO
  echo $LINENO; }
f
echo $LINENO \
$LINENO
if true; then
echo $LINENO; fi; x=$(
echo $LINENO); echo $x
eval 'echo $LINENO
echo $LINENO'
#### assignment before a function
x=1; f() { echo "$x"; x=2; }; x=5 f; echo $x; f() { env | while IFS= read -r l; do case $l in q=*) echo $l;; esac; done; }; q=7 f; echo ${q-unset}
#### assignment before a builtin
IFS=: read a b <<< x:y; echo $a $b "${IFS@Q}"; x=1 :; echo ${x-unset}; x=2 eval 'echo $x'; echo ${x-unset}; y=3 export z=1; echo ${y-unset}
#### positional restored
set -- 1 2; f() { set -- a b c; echo $#; }; f x; echo $# $1
#### function versus builtin versus file
echo() { builtin echo "mine $@"; }; echo a; builtin echo b; command echo c; unset -f echo; echo d; cat() { builtin echo fcat; }; cat; command cat <<< real
#### exported function
f() { echo "exported $1"; }; export -f f; bash -c 'f x'; export -n f; bash -c 'f x' 2>/dev/null; echo $?
#### declare -f output
f() { local x=1; if [ $x = 1 ]; then echo a; else echo b; fi; for i in 1 2; do echo $i; done; while false; do :; done; case $x in a|b) echo;; *) ;; esac; [[ a == b ]] && ((x++)) || { echo z; }; (echo sub) > f 2>&1; }; declare -f f; declare -F; declare -F f
#### type of a function
f() { echo a; echo b | cat; }; type f; type -t f; command -v f; command -V f
#### more function printing
f() { a=1 b+=2 c[1]=3 d=(1 "2 3" [5]=x) cmd "$x" 'y' 'z' $(v) ${u:-"d e"} <(p) >(q) & wait; ! true; time false; echo a && b || c; select s in 1; do :; done; for ((i=0; i<3; i++)); do :; done; until x; do y; done; cat <<< "h" >> f 2>&1 3<&- {fd}>x &> y; }; type f
#### function with keyword and printing
function f { echo x; }; declare -f f; g() (echo sub); declare -f g; h() { echo a; } > out 2>&1; declare -f h
#### readonly function
f() { echo 1; }; readonly -f f; f() { echo 2; }; echo "s $?"; f; unset -f f; echo "s $?"
#### return from sourced file
echo 'echo a; return 4; echo b' > s; . ./s; echo $?; f() { . ./s; echo "in f $?"; }; f
#### command not found handler
command_not_found_handle() { echo "missing: $*"; return 9; }; nosuch a b; echo $?
#### errors in functions
f() { nosuch; echo "s $?"; cd /none; echo "s $?"; }; f 2>/dev/null
#### variables as commands
c=echo; $c a; c='echo a b'; $c c; "$c" 2>/dev/null; echo $?; a=(echo x 'y z'); "${a[@]}"; ${a[@]}; $nothing echo kept; $nothing; echo $?; $(echo echo hi); `echo echo ho` x; e=; $e echo z; "$e" 2>/dev/null; echo $?
#### assignment from a variable is a command
a='x=1'; $a 2>/dev/null; echo "$? ${x-unset}"; eval $a; echo $x; x=2 y=3; echo $x$y; e=export; $e z=5; echo $z
#### unset inside function of nameref
f() { local -n r=$1; r=new; }; v=old; f v; echo $v; f() { local -n r=$1; unset r; }; f v; echo ${v-unset}
#### name conflicts between variable and function
f=var; f() { echo func $f; }; f; unset -v f; f; unset -f f; echo "${f-none}"
#### arguments not affected by later change
f() { echo "$@"; set -- z; echo "$@"; }; f a b; g() { f "$@"; echo "$@"; }; g 1 2
#### getopts in function
f() { local OPTIND o; while getopts ab:c o; do echo "$o ${OPTARG-}"; done; shift $((OPTIND-1)); echo "rest $*"; }; f -a -b x -c y z; f -bfoo -ac; f -- -a
#### many nested calls with locals
d() { local n=$1 s; if ((n==0)); then echo 0; return; fi; s=$(d $((n-1))); echo $((s+n)); }; d 30
#### exit in a function
f() { exit 4; }; (f; echo no); echo $?; x=$(f; echo no); echo "$? $x"; f; echo never
#### function as the last in pipeline with return
f() { cat > /dev/null; return 3; }; echo | f; echo $? ${PIPESTATUS[1]}
#### function body reads stdin
f() { while read -r a; do echo "<$a>"; done; }; printf '1\n2' | f; f <<< x; f < <(echo y)
#### prefix assignment is exported and restored even when the function changes it
v=outer; f() { v=inner; bash -c 'echo $v'; }; v=temp f; echo $v
#### local array and unset element
f() { local a=(1 2 3); unset 'a[1]'; echo "${a[@]}" ${#a[@]} "${!a[@]}"; }; a=x; f; echo $a
#### local assigned from command substitution hides status
f() { local x=$(false); echo $?; local y; y=$(false); echo $?; }; f
#### alias
shopt -s expand_aliases
alias ll='echo listing' e='echo '
ll x; e ll
alias ll; unalias ll; ll 2>/dev/null; echo $?; alias nosuch; echo $?
#### alias to reserved words
shopt -s expand_aliases
alias begin='if true; then' end='fi' twice='echo 1; echo'
begin echo x; end
twice 2
alias a=b b=c c='echo c'
a z
#### alias not expanded by default
alias x='echo alias'
x 2>/dev/null; echo $?
#### export of what was assigned before the call
f() { export x; }; x=1 f; declare -p x
f() { declare -x a; }; a=1 f; declare -p a
f() { local b; declare -x b=2; }; b=1 f; declare -p b
f() { readonly c; }; c=1 f; declare -p c
f() { export d=5; d=6; }; d=1 f; declare -p d
f() { e=5; }; e=1 f; declare -p e
g() { export h; }; f() { g; }; h=1 f; declare -p h
i=0; f() { export i; unset i; }; i=1 f; declare -p i
f() { typeset -i j; export -n j; }; j=1 f; declare -p j
f() { k=4 g; declare -p k; }; g() { export k; }; k=1 f; declare -p k
f() { unset l; export l=4; }; l=1 f; declare -p l
f() { ( export m=4 ); declare -p m; }; m=1 f; declare -p m
#### locals that take over what was assigned before the call
f() { g; declare -p z; }; g() { local z; declare -p z; export z; z=5; }; z=1 f; declare -p z
f() { g; declare -p y; }; g() { h; }; h() { local y; y+=3; declare -p y; }; y=1 f; declare -p y
f() { local w; g; declare -p w; }; g() { local w; declare -p w; }; w=1 f; declare -p w
f() { local v=2; g; declare -p v; }; g() { local v; declare -p v; }; v=1 f; declare -p v
#### export and readonly of what was assigned before them
y=1 export y; declare -p y; z=1 readonly z=2; declare -p z
w=1 declare -x w; declare -p w; v=1 eval 'export v'; declare -p v
u=1 eval 'u=2; export u=3; u=4'; declare -p u
t=1 command export t; declare -p t
s=1 typeset -x s=5; declare -p s
#### export of what was assigned before a command that runs text
w=1 command eval 'export w'; declare -p w; v=1 builtin eval 'export v'; declare -p v; u=1 eval 'export u'; declare -p u
echo 'export t' > lib; t=1 . ./lib; declare -p t; s=1 command . ./lib; declare -p s; t=1 command source ./lib; declare -p t
r=1 eval 'export r' > out; declare -p r; q=1 export q > out; declare -p q; f() { export p; }; p=1 f > out; declare -p p
