#### alias in function body
shopt -s expand_aliases
alias e='echo aliased'
f() { e x; }
f
unalias e
f

#### assoc from env
declare -A m; m[a]=1; export m; bash -c 'echo ${m[a]-none}'

#### set -e in function called by &&
set -e; f() { false; echo continued; }; f && echo yes; g() { f; echo g; }; g || true; echo end

#### trap EXIT order with subshell and functions
trap 'echo outer' EXIT; f() { trap 'echo inner' EXIT; }; f; (trap 'echo sub' EXIT; exit 2); echo $?

#### exit in trap ERR
trap 'echo err; exit 9' ERR; false; echo no

#### trap INT in subshell wait
(trap 'echo int; exit 5' INT; kill -INT $BASHPID; sleep 1); echo $?

#### printf into array elem with -v and subscript
printf -v arr[3] '%03d' 7; declare -p arr; i=2; printf -v 'arr[i+3]' x; declare -p arr

#### return from sourced in function
echo 'return 7' > s; f() { . ./s; echo "r $?"; return 3; }; f; echo $?

#### local array and assoc
f() { local -a a=(1 2); local -A m=([x]=y); declare -p a m; }; f; declare -p a m 2>&1

#### local -p
f() { local x=1 y; local -i n=3; local -p; }; f

#### local in nested functions dynamic scope
f() { local x=f; g; echo $x; }; g() { x=g; local x=gl; h; echo $x; }; h() { x=h; }; x=top; f; echo $x

#### local same name twice
f() { local x=1; local x; echo "[$x]"; local x=2; echo $x; }; f

#### local readonly
f() { local -r x=1; x=2; echo no; }; f; echo "after $?"; x=5; echo $x

#### declare -g
f() { local x=l; declare -g x=g; echo $x; }; f; echo $x

#### declare -F -f
f() { :; }; g() { :; }; declare -F; declare -F f; declare -F nosuch; echo $?; declare -f f; declare -f nosuch; echo $?; shopt -s extdebug; declare -F f

#### unset function inside itself
f() { unset -f f; echo in; }; f; f; echo $?

#### redefine function while running
f() { f() { echo new; }; echo old; }; f; f

#### function keyword forms
function f { echo a; }; f; function g() { echo b; }; g; function h () ( echo c ); h; function i
{ echo d; }; i; j() if true; then echo e; fi; j; k() for x in 1; do echo $x; done; k; l() [[ a ]]; l; echo $?; m() ((1)); m; echo $?

#### positional in function
f() { echo $# $1 "$@"; set -- x y; echo $*; shift; echo $*; }; set a b; f 1 2 3; echo $*

#### exec fd dup persistence
exec 3>&1; exec >f; echo in-file; exec >&3 3>&-; echo back; cat f

#### read from heredoc in loop with ssh-like eater
while read -r x; do cat > /dev/null; echo "$x"; done <<< $'1\n2'

#### select with heredoc
select x in a b; do echo "got $x"; done <<E
1
2
E

#### nested case and esac
case a in a) case b in b) echo inner;; esac;; esac; case esac in (esac) echo kw;; esac

#### arithmetic command exit
((5)); echo $?; ((0)); echo $?; ((x=0)); echo $?; (( )) ; echo $?

#### cond exit
[[ 1 -eq 1 ]]; echo $?; [[ a -eq 0 ]]; echo $?; [[ -f /nosuch ]]; echo $?; [[ x =~ [ ]]; echo $?

#### test -v -R -o
x=1; declare -n r=x; a=(1); test -v x; echo $?; test -v a[0]; echo $?; test -v a[1]; echo $?; test -R r; echo $?; test -o errexit; echo $?; set -e; test -o errexit; echo $?; [ -v nosuch ] || echo n

#### test files
touch f; mkdir d; ln -s f l; ln -s nope b; for t in e f d L h s r w x; do [ -$t f ] && echo -n "$t "; done; echo; [ -L l ] && [ -h l ] && [ ! -e b ] && [ -d d ] && echo ok; [ f -nt nosuch ]; echo $?; [ nosuch -ot f ]; echo $?; [ f -ef l ]; echo $?; chmod +x f; [ -x f ]; echo $?; [ -p f ]; echo $?; [ -S f ]; echo $?; [ -t 0 ]; echo $?; [ -N f ]; echo $?; [ -O f -a -G f ]; echo $?; [ -u f -o -g f -o -k f ]; echo $?

#### test strings
[ a ]; echo $?; [ '' ]; echo $?; [ ! a ]; echo $?; [ ! '' ]; echo $?; [ a = b -o c = c ]; echo $?; [ a \< b ]; echo $?; [ a \> b ]; echo $?; [ 1 -lt 2 -a 3 -gt 2 ]; echo $?; [ \( a = a \) ]; echo $?; [ ! \( a = b \) ]; echo $?; [ -n ]; echo $?; [ = ]; echo $?; [ a == a ]; echo $?; [ -a ]; echo $?; [ ! = ! ]; echo $?; [ '(' = '(' ]; echo $?

#### test numbers
[ 08 -eq 8 ]; echo $?; [ ' 5 ' -eq 5 ]; echo $?; [ 5x -eq 5 ]; echo $?; [ '' -eq 0 ]; echo $?; [ 1 -eq 1.0 ]; echo $?; [ -5 -lt +3 ]; echo $?; [ 99999999999999999999 -gt 1 ]; echo $?; [[ 0x10 -eq 16 ]]; echo $?; [ 0x10 -eq 16 ]; echo $?

#### prompt dates
x='\D{}|\D{%H}|\D{%Y-%m}|\D{}x'; printf '%q\n' "${x@P}" | tr 0-9 N; x='\D{%%}'; echo "${x@P}"

#### prompt w
mkdir -p a/b/c; cd a/b/c; x='\w \W'; echo "${x@P}"; PROMPT_DIRTRIM=2; echo "${x@P}"; cd /; echo "${x@P}"; cd ~; echo "${x@P}"; cd /tmp; echo "${x@P}"; PROMPT_DIRTRIM=1; cd ~/a/b; x='\w'; echo "${x@P}"

#### prompt jobs and history
sleep 1 & x='\j \! \#'; echo "${x@P}"; kill $!

#### prompt octal and escapes
x='\033[1m\007\x41\e'; printf '%q\n' "${x@P}"; x='a\'; echo "${x@P}"; x='\0'; printf '%q\n' "${x@P}"; x='\8'; echo "${x@P}"; x='\1'; printf '%q\n' "${x@P}"

#### PS4 variants
PS4='+$LINENO:${FUNCNAME[0]}: '; f() { echo in; }; set -x; f
echo out

#### PS4 first char repeats
PS4='ab '; set -x; x=$(echo $(echo deep)); eval 'eval "echo e"'; (echo sub); PS4='é> '; y=$(echo u)

#### PS4 undefined var
set -u; PS4='${nope-x} '; set -x; echo a

#### xtrace assignments etc
set -x; a=1 b=2; a=x echo hi; a= ; a='' true; export z=1; readonly w; local q; declare -i n=5; n+=1; arr=(a 'b c' $a); arr+=(d); arr[0]=z; unset a; typeset t=1; read v <<< x; printf -v p %s q; : "$(echo sub)"; [ -n x ]; test a = b; ! true; { :; }; (:); time :;

#### xtrace loops
set -x; for i in 1 "a b"; do :; done; for ((i=0;i<1;i++)); do :; done; while ((i-->0)); do :; done; until true; do :; done; case "a b" in a*) :;; esac; if [[ 1 -eq 1 ]]; then :; else :; fi; select x in a; do break; done <<< 1; function f { :; }; f a 'b c'

#### xtrace redirs and pipes
set -x; echo a > f; cat < f | tr a b; echo b >&2; cat <<E
hd
E
{ echo c; } 2>&1; exec 3>&1; : <(:)

#### xtrace [[ ops
set -x; x='a b'; [[ $x == *b ]]; [[ $x == "$x" ]]; [[ -n $x && -z $y ]]; [[ $x =~ a.b ]]; [[ $x =~ "a b" ]]; [[ 3 -gt 2 || 1 ]]; [[ ! -e /x ]]; [[ $x < c ]]; [[ -v x ]]; [[ x ]]; [[ $x != a ]]; [[ '' == '' ]]

#### xtrace dollar quoting
set -x; echo $'\n' $'\t' "a'b" "a\"b" 'a\b' '$x' '`' '\' "" $'\e' é '~a' 'a~' '#' 'a#' '=' 'a=b' '%' '+' ',' '-' '.' '/' ':' '@' '^' '_' '{' '}' '[' ']' '(' ';' '<' '|' '&' '*' '?' '!'

#### xtrace in functions and traps
trap 'echo dbg' USR1; set -x; kill -USR1 $$; f() { local x=1; return 2; }; f; trap 'echo exit' EXIT

#### set +x itself hidden
{ set +x; } 2>/dev/null; set -x; echo a; { set +x; } 2>/dev/null; echo b

#### xtrace background and subshell
set -x; (echo a; (echo b)) ; echo c | (read x; echo $x); x=$(echo d) ;

#### declare -f nested quoting
f() { echo "$(echo "nested $(echo 'x')")" ${x:-"d q"} ${y//a/b} "${z[@]}" $((1 + 2)) <(echo p) >(cat); }; declare -f f; g() { local a='x y' b=$'\t'; return $?; }; declare -f g

#### type function
f() { echo hi; }; type f; type -f f; echo $?

#### nul bytes
x=$(printf 'a\0b'); echo "${#x} $x"; printf 'a\0b' | while IFS= read -r -d '' y; do echo "[$y]"; done; x=$'a\0b'; echo "[$x]"; echo -e 'a\0b' | od -c | head -1; printf '%s' $'x\0y' | od -c; z=`printf 'p\0q'`; echo $z

#### times in subshell
times >/dev/null; echo $?; (times) | wc -l

#### background exits and $!
{ exit 3; } & wait $!; echo $?; sh -c 'exit 4' & wait $!; echo $?; false & p=$!; true; wait $p; echo $?; (sleep 0.1; echo late) & echo now; wait; (exit 1) & (exit 2) & wait; echo $?

#### wait with bg function output order
f() { sleep 0.$1; echo $1; }; f 3 & f 1 & f 2 & wait; echo done

#### exported func in subshell and env -i
f() { echo ef $1; }; export -f f; bash -c 'f 1'; env -i bash -c 'f 2' 2>/dev/null; echo $?; export -fn f; bash -c 'f 3' 2>/dev/null; echo $?; declare -fx f; bash -c 'f 4'

#### exit code of pipeline with set -o pipefail and !
set -o pipefail; ! (exit 3) | true; echo $?; (exit 3) | (exit 4); echo $?; x=$( (exit 5) | true ); echo $?
