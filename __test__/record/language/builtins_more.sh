#### type forms
f() { echo hi; }; alias al='x y'; type f; type al; type if; type cd; type ls; type nosuch; echo $?; type -t f cd if ls nosuch; echo $?; shopt -s expand_aliases; type al; type -t al; type -a echo; type -at echo; type -p ls echo f; type -P ls echo; type -ap echo; type -f f; echo $?

#### type order
ls() { :; }; type ls; type -a ls; type -f ls; type -p ls; echo $?; type -P ls; type -t ls; unset -f ls; hash ls; type ls; type -p ls; type -a ls; command -v ls

#### type errors
type; echo $?; type -z; echo $?; type -t; echo $?; type ''; echo $?; type -- ls; type ./x; echo $?; touch x; type ./x; echo $?; chmod +x x; type ./x; type x; echo $?; PATH=.:$PATH; type x; type $PWD/x; type -p x

#### type keywords
type ! '{' '}' '[[' ']]' case coproc do done elif else esac fi for function if in select then time until while '[' ']' ':' .

#### type func printing
f() { local x=1; if [ $x ]; then echo "a b"; else :; fi; for i in 1 2; do echo $i; done; while true; do break; done; case $x in a|b) echo;; *) ;; esac; (echo sub) | cat > /dev/null 2>&1; cat <<E
hi $x
E
[[ a == b && c ]] || ((x++)); }; type f

#### command -v
f() { :; }; command -v f ls cd if nosuch; echo $?; command -v nosuch; echo $?; command -V f; command -V cd if; command -V nosuch; echo $?; shopt -s expand_aliases; alias a1='echo x'; command -v a1; command -V a1; command -v; echo $?; command; echo $?; command -z; echo $?; command -v ''; echo $?

#### command runs
ls() { echo func; }; command ls -d /; command command ls -d /; command -p ls -d /; command nosuch; echo $?; command -- echo a; cd() { echo no; }; command cd /; pwd; command exit 3; echo no

#### command special builtins
readonly r=1; command export r=2; echo $?; command eval 'exit 3'

#### command redirect exec
command exec 3> f; echo a >&3; cat f; command exec echo hi; echo no

#### command with assignments
x=1 command env | grep ^x; x=5 command eval 'echo $x'; echo "[$x]"

#### command break
for i in 1 2; do command break; echo no; done; f() { command return 3; echo no; }; f; echo $?

#### builtin
builtin; echo $?; builtin echo a; builtin ls; echo $?; builtin nosuch; echo $?; echo() { printf 'no\n'; }; builtin echo x; builtin -z; builtin -- echo q; builtin builtin echo d; builtin if; echo $?

#### hash
hash; echo $?; hash ls; hash; hash -t ls; hash -l; hash -d ls; echo $?; hash; hash -d nosuch; echo $?; hash -t nosuch; echo $?; hash nosuch; echo $?; hash -p /bin/cat foo; hash -t foo; echo data | foo; hash -r; hash; foo; echo $?; hash -z; echo $?; hash cd; echo $?; hash -t ls cat

#### hash hits
ls > /dev/null; ls > /dev/null; cat /dev/null; hash | sort; hash -r; PATH=$PATH; hash

#### hash dir
hash /bin/ls; echo $?; hash ./nosuch; echo $?; hash; f() { :; }; hash f; echo $?; hash

#### hash stale
mkdir a b; printf '#!/bin/sh\necho a\n' > a/cmd; printf '#!/bin/sh\necho b\n' > b/cmd; chmod +x a/cmd b/cmd; PATH=$PWD/a:$PWD/b:$PATH; cmd; rm a/cmd; cmd; echo $?; shopt -s checkhash; cmd; hash -r; cmd

#### enable
enable | head -5; enable -n test; type -t test; enable -n; enable test; type -t test; enable -p | head -2; enable -a | wc -l; enable -s; enable nosuch; echo $?; enable -z; echo $?; enable -n nosuch; echo $?; enable -ps; enable -n : ; enable -ns; enable -f nosuch.so x; echo $?; enable -d test; echo $?; enable -d nosuch; echo $?

#### enable n runs file
enable -n echo; type echo; echo hi; enable -n cd; cd /; echo $?; enable cd echo

#### umask
umask; umask -S; umask -p; umask -pS; umask 077; umask; umask u=rwx,g=rx,o=; umask; umask -S; umask u+w,g-r,o=g; umask -S; umask a+x; umask -S; umask 0; umask; umask 8; echo $?; umask 1777; umask; umask xyz; echo $?; umask u=x; umask -S; umask g=u; umask -S; umask -z; echo $?; umask 022 033; echo $?; umask

#### umask symbolic
umask 022; umask +w; umask -S; umask =r; umask -S; umask u=; umask -S; umask ugo=rwx; umask -S; umask u=rw,g=; umask -S; umask u=q; echo $?; umask u; echo $?; umask u+; echo $?; umask ,; echo $?; umask u=r,; echo $?; umask -- -r; umask -S; umask -r 2>/dev/null; echo $?; umask u=rwxX; echo $?; umask u+s; echo $?; umask -S u=rwx,g=,o=; umask -p 022; umask

#### umask applied
umask 027; touch f; mkdir d; stat -c %a f d; umask 0; echo > g; stat -c %a g; (umask 077; touch h; stat -c %a h); umask

#### caller
caller; echo $?; f() { caller; caller 0; caller 1; echo $?; caller 5; echo $?; caller x; echo $?; caller -z; echo $?; }; f
g() { f; }
g

#### let
let; echo $?; let x=5; echo $x; let 'x = 6'; echo $x; let x+=1 y=x*2; echo $x $y; let 0; echo $?; let 1; echo $?; let 1 0; echo $?; let 0 1; echo $?; let 'x='; echo $?; let ''; echo $?; let -- x=3; echo $x; let x=1+; echo $?; let 1/0; echo $?; echo next; let x++ x++; echo $x; let a[2]=4; echo ${a[2]}; let "z = (1 < 2) ? 10 : 20"; echo $z

#### let octal etc
let x=0x1f y=017 z=2#101; echo $x $y $z; let x=08; echo $?; let 'x=y=5'; echo $x; let x,y=3; echo $?; let 'a=1,b=2'; echo $a $b

#### shift
set a b c; shift; echo $*; shift 2; echo $# $?; shift; echo $?; shift 1; echo $?; set a b c; shift 0; echo $*; shift 4; echo $? $*; shift -1; echo $?; shift abc; echo $?; shift 1 2; echo $? $*; shift -- 1; echo $*; shift ''; echo $?; shift -z; echo $?; shift 1.5; echo $?

#### shift in function
f() { shift; echo "$*"; }; set x y; f a b c; echo $*

#### break continue args
for i in 1 2; do for j in a b; do echo $i$j; break 2; done; done; for i in 1 2; do for j in a b; do echo $i$j; continue 2; done; done; for i in 1 2; do break 99; done; echo $?; for i in 1 2; do break 0; echo x; done; echo $?; for i in 1 2; do break -1; done; echo $?; for i in 1; do break abc; echo x; done; echo "r $?"

#### break extra
for i in 1 2; do break 1 2; echo x; done; echo $?; for i in 1 2; do continue 1 2; echo x; done; echo $?

#### break outside
break; echo $?; continue; echo $?; break 5; echo $?; f() { break; }; for i in 1 2; do f; echo $i; done; (break); echo $?; for i in 1 2; do (break); echo $i; done; for i in 1 2; do eval break; echo no; done; for i in 1 2; do echo $(break; echo sub); done

#### break in source
echo 'break' > s; for i in 1 2; do . ./s; echo $i; done; echo 'return 3; echo no' > r; for i in 1 2; do . ./r; echo "$i $?"; done

#### break in cond
i=0; while break; do echo x; done; echo $?; while true; do if true; then break; fi; done; while :; do case x in x) break;; esac; done; while :; do { break; }; done; until false; do break; done; echo ok; while true; do true | break; echo after; break; done; while true && break; do :; done; for ((;;)); do break; done; select x in a; do break; done <<< 1; echo done

#### continue
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; i=0; while ((i++<3)); do continue; echo no; done; echo $i; for ((i=0;i<3;i++)); do continue; done; echo $i; until ((i--<=0)); do continue; done; echo $i

#### return
f() { return 3; echo no; }; f; echo $?; f() { return; }; false; f; echo $?; f() { false; return; }; f; echo $?; f() { return 256; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return abc; }; f; echo "r $?"; f() { return 1 2; }; f; echo "r $?"; f() { return ''; }; f; echo "r $?"; f() { return -- 4; }; f; echo $?; f() { return 999999999999; }; f; echo $?; f() { return +3; }; f; echo $?; f() { return ' 3 '; }; f; echo $?

#### return toplevel
return 3; echo $?; (return 4; echo in); echo $?; { return; }; echo $?; eval 'return 5'; echo $?

#### return in places
f() { for i in 1 2; do return $i; done; }; f; echo $?; f() { while :; do return 4; done | cat; echo after; }; f; f() { (return 5); echo $?; }; f; f() { x=$(return 6; echo a); echo "$x $?"; }; f; f() { { return 7; }; }; f; echo $?; f() { eval 'return 8'; echo no; }; f; echo $?; f() { if return 9; then :; fi; }; f; echo $?; f() { ! return 1; }; f; echo $?; f() { return 1 && echo x; }; f; echo $?

#### exit args
(exit); echo $?; (false; exit); echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit abc); echo $?; (exit 1 2; echo here); echo $?; (exit ''); echo $?; (exit -- 3); echo $?; (exit 99999999999999999999); echo $?; (exit +5); echo $?; (exit 0x10); echo $?; (exit -z); echo $?

#### exit too many continues
exit 1 2; echo "still $?"

#### exit in places
f() { exit 3; }; (f; echo no); echo $?; x=$(exit 4); echo $?; exit 5 | true; echo $?; true | exit 6; echo $?; { (exit 7); echo $?; }; eval 'exit 8'; echo no

#### logout
logout; echo $?; exit_() { logout 3; }; exit_; echo $?

#### eval
eval; echo $?; false; eval; echo $?; eval ''; echo $?; eval echo a '"b  c"'; eval 'x=1; echo $x'; eval -- echo d; eval -z; echo $?; eval 'false'; echo $?; eval 'if'; echo $?; eval 'echo a
echo $LINENO'; eval "echo 'unterminated"; echo $?; eval 'exit 3' ; echo no

#### eval syntax err continues
eval 'echo a; )'; echo "s $?"; eval 'echo a
)
echo b'; echo "s $?"

#### source
echo 'echo "$0 $# $*"; x=5; return 3; echo no' > s; . ./s; echo $? $x; . ./s a b; set p q; . ./s; . ./s z; echo $*; source ./s; echo 'set -- n m' > t; . ./t; echo $*; . ./t a; echo $*; . ./nosuch; echo $?; .; echo $?; . -z; echo $?; . -- ./s; source; echo $?; . ''; echo $?

#### source PATH
mkdir p; echo 'echo in-p' > p/scr; PATH=$PWD/p:$PATH; . scr; echo 'echo cwd' > scr2; . scr2; . nosuchscr; echo $?; . p; echo $?; . ./p; echo $?; mkdir p/d; . d; echo $?

#### source posix
echo 'echo cwd' > scr2; set -o posix; (. scr2); echo $?; (. ./nosuch; echo no); echo $?

#### source syntax error
printf 'echo a\nif\n' > s; . ./s; echo $?; printf 'echo a\n)\necho b\n' > s; . ./s; echo "r $?"; printf 'echo "a\n' > s; . ./s; echo $?

#### source empty and status
> s; false; . ./s; echo $?; echo 'false' > s; . ./s; echo $?; echo '# c' > s; false; . ./s; echo $?; printf 'echo nonl' > s; . ./s; echo '(exit 4)' > s; . ./s; echo $?

#### source /dev/stdin
echo 'echo from stdin; x=7' | . /dev/stdin; echo "[$x]"; . /dev/stdin <<< 'x=8'; echo $x; . <(echo 'echo ps; y=9'); echo $y; source /dev/fd/3 3<<< 'echo fd3'

#### source binary
printf 'a\0b\0' > s; . ./s; echo $?; head -c 100 /dev/zero > z; . ./z; echo $?

#### source exit and errexit
echo 'exit 4; echo no' > s; (. ./s; echo no); echo $?; echo 'false; echo in' > s; (set -e; . ./s; echo no); echo $?; echo 'set -e' > s; (. ./s; false; echo no); echo $?

#### source nested and BASH_SOURCE
echo '. ./b; echo "a ${BASH_SOURCE[@]} ${BASH_LINENO[@]}"' > a; echo 'echo "b ${BASH_SOURCE[@]} ${FUNCNAME[@]} ${BASH_LINENO[@]}"; f() { echo "f ${BASH_SOURCE[@]} ${FUNCNAME[@]} $LINENO"; }' > b; . ./a; f

#### exec
(exec; echo $?); (exec echo hi; echo no); (exec -a name bash -c 'echo $0'); (exec -c env); (exec -l bash -c 'echo $0'); (exec -cl bash -c 'echo $0'); (exec nosuch; echo no); echo $?; (exec -z; echo q); echo $?; (exec -a; echo q); echo $?; (exec -- echo x); (exec ''); echo $?; (exec /; echo no); echo $?; touch nx; (exec ./nx); echo $?; (exec -a '' bash -c 'echo "[$0]"')

#### exec builtins and functions
f() { echo func; }; (exec f); echo $?; (exec cd /); echo $?; (exec echo b); (exec true); echo $?; (exec -a x printf '%s\n' a)

#### exec redirs
exec > out; echo a; exec > /dev/tty 2>/dev/null; echo $?; echo b; exec 2>&1; cat out >&2

#### exec redir fails
(exec < nosuch; echo no); echo $?; (exec 3< nosuch; echo no); echo $?; (exec 3>&99; echo no); echo $?; set -o posix; (exec < nosuch; echo no); echo $?

#### exec with fd
exec 3> f 4< /dev/null; echo x >&3; exec 3>&- 4<&-; cat f; echo y >&3; echo $?

#### unset
x=1; unset x; echo ${x-u}; f() { :; }; unset f; type -t f; x=1; x() { echo fx; }; unset x; echo ${x-u}; x; unset x; x 2>/dev/null || echo gone; x=1; x() { :; }; unset -f x; echo $x; unset -v x; echo ${x-u}

#### unset errors
unset 1x; echo $?; unset -z; echo $?; unset -fv x; echo $?; readonly r=1; unset r; echo $?; unset -v r; echo $?; readonly -f rf 2>/dev/null; rf() { :; }; readonly -f rf; unset -f rf; echo $?; unset nosuch; echo $?; unset -f nosuch; echo $?; unset; echo $?; unset ''; echo $?; unset -- x; unset -n nosuch; echo $?; unset a b 1c d; echo $?

#### unset arrays
a=(1 2 3); unset a[1]; echo "${a[@]}" ${!a[@]}; unset 'a[9]'; echo $?; unset 'a[-1]'; echo ${a[@]}; unset 'a[-9]'; echo $?; declare -A m=([a]=1 [b]=2); unset 'm[a]'; echo "${!m[@]}"; unset a; echo ${#a[@]}; x=s; unset 'x[0]'; echo ${x-u}; x=s; unset 'x[1]'; echo $?; unset 'x[@]'; a=(1 2); unset 'a[@]'; declare -p a; a=(1 2); unset 'a[*]'; declare -p a; declare -A m=([@]=1 [b]=2); unset 'm[@]'; declare -p m

#### unset local dynamic
f() { local x=1; g; echo "f ${x-u}"; }; g() { unset x; echo "g ${x-u}"; }; x=0; f; echo $x; h() { local x=1; unset x; echo "h ${x-u}"; x=5; }; h; echo $x

#### unset nameref
declare -n r=t; t=1; unset r; echo "${t-u}"; declare -n r=t; t=1; unset -n r; echo $t "${r-u}"

#### alias
alias; echo $?; alias a='echo x'; alias; alias a; alias b; echo $?; alias 'c=d' e="it's"; alias -p; alias a b; echo $?; alias -z; echo $?; unalias a; alias a; echo $?; unalias nosuch; echo $?; unalias; echo $?; unalias -a; alias; unalias -z; echo $?; alias x=; alias x; alias 'a b=c'; echo $?; alias '=x'; echo $?; alias 'a/b=c'; echo $?; alias a=b=c; alias a; alias -- -x=y; alias

#### alias non interactive off
alias e='echo hi'; e; echo $?; shopt expand_aliases

#### readonly
readonly x=1; x=2; echo "no"

#### readonly 2
readonly x=1; (x=2; echo no); echo $?; (unset x); echo $?; (readonly x=3); echo $?; (declare x=3; echo $?); (export x=4; echo $?); (local x); (read x <<< 5; echo $?); (printf -v x a; echo $?); (for x in 1; do :; done; echo $?); (((x=5)); echo $?); (let x=4; echo $?); (x+=1; echo no); (: ${x:=3}; echo $x); (unset y; readonly y; y=1; echo no); (x=5 true; echo "t $?"); (x=5 env | grep ^x=; echo $?); (x=5 :; echo "c $?"); (getopts a x -a; echo $?); (mapfile x < /dev/null; echo $?); (select x in a; do :; done <<< 1; echo "s $?"); (f() { local x=3; echo "l $?"; }; f; echo "a $?"); (declare -r x; declare +r x; echo $?); (case a in a) x=3; echo no;; esac; echo no); echo end

#### readonly list
readonly a=1 b; readonly -p | grep -E ' (a|b)'; readonly | grep -E ' (a|b)'; readonly -a arr=(1 2); readonly -A m=([k]=v); readonly -p | grep -E ' (arr|m)='; readonly 1x; echo $?; readonly -z; echo $?; f() { :; }; readonly -f f; readonly -f; f() { :; }; echo $?; readonly -f nosuch; echo $?

#### export
export x=1; env | grep ^x=; export -p | grep ' x='; export -n x; env | grep ^x=; echo $?; export y; env | grep ^y; y=2; env | grep ^y; export 1x; echo $?; export -z; echo $?; f() { echo f; }; export -f f; bash -c f; export -f nosuch; echo $?; export -nf f; bash -c f; echo $?; export a=(1 2); echo $?; export z=1 1z w=2; echo "$? $z $w"; export -f; export --; export x+=5; echo $x; declare -p x

#### local outside
local x; echo $?; local x=1; echo "$? [$x]"; f() { local 1x; echo $?; local -z; echo $?; local x y=2 z=$y; declare -p x y z; local; }; f

#### test exits
test; echo $?; [ ]; echo $?; [ a; echo $?; [ a b; echo $?; [ a b ]; echo $?; [ -z ]; echo $?; [ a = ]; echo $?; [ 1 -eq a ]; echo $?; [ a b c ]; echo $?; [ ! ]; echo $?; [ -f ]; echo $?; [ 1 -foo 2 ]; echo $?; [ -Q x ]; echo $?; [ a -a ]; echo $?; [ '(' ')' ]; echo $?; [ '(' a ]; echo $?; [ a = a -a b = c -o d ]; echo $?; [ a b c d e ]; echo $?; test -e / -a; echo $?

#### true false colon
true x; echo $?; false x; echo $?; : x > f; echo $?; ls f; : ${v:=1}; echo $v; true --help; false --version; echo $?
