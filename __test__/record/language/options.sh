#### set -o list
set -o

#### set +o list
set +o

#### shopt list
shopt

#### shopt -p
shopt -p

#### shopt -s -u list
shopt -s; echo; shopt -u

#### shopt -o
shopt -o; shopt -po; shopt -so

#### shopt names
shopt extglob; echo $?; shopt -s extglob; shopt extglob; echo $?; shopt -p extglob nullglob; echo $?; shopt -q extglob; echo $?; shopt -q nullglob; echo $?; shopt -q extglob nullglob; echo $?; shopt -u extglob; shopt -q extglob; echo $?

#### shopt invalid
shopt nosuch; echo $?; shopt -s nosuch; echo $?; shopt -q nosuch; echo $?; shopt -z; echo $?; shopt -s extglob nosuch nullglob; echo $?; shopt extglob nullglob; shopt -su x; echo $?; shopt -p nosuch; echo $?

#### shopt -o names
shopt -o errexit; echo $?; shopt -so errexit; echo $-; shopt -uo errexit; shopt -o errexit nounset; shopt -qo braceexpand; echo $?; shopt -o nosuch; echo $?; shopt -so extglob; echo $?; shopt -po errexit; shopt -os pipefail; shopt -o pipefail

#### $-
echo $-; set -aefuvx 2>/dev/null; echo $-; set +vx; set +aefu; echo $-; set -bhkmBCEPT; echo $-

#### SHELLOPTS BASHOPTS
echo $SHELLOPTS; set -e; echo $SHELLOPTS; set -o pipefail; echo $SHELLOPTS; echo $BASHOPTS; shopt -s nullglob; echo $BASHOPTS; declare -p SHELLOPTS BASHOPTS; SHELLOPTS=x; echo $?

#### SHELLOPTS export
set -f; export SHELLOPTS; bash -c 'echo *; echo $SHELLOPTS'; SHELLOPTS=xtrace bash -c 'echo hi'

#### BASHOPTS env
export BASHOPTS; shopt -s nullglob; bash -c 'shopt nullglob'; env BASHOPTS=dotglob bash -c 'shopt dotglob nullglob'; env SHELLOPTS=noglob bash -c 'echo *; set -o | grep noglob'

#### set args
set a b c; echo $# $*; set -- x; echo $# $*; set --; echo $#; set - p q; echo $#  $*; set a -e b; echo $# $* $-; set -- -e; echo $1; set -; echo $#; set -x; set - ; echo $-

#### set dash turns off
set -xv 2>/dev/null; set -; echo $-; set -e - a b; echo $# $-

#### set -e args
set -e a b; echo $- $*; set +e -- c; echo $- $*; set -ef -u x; echo $- $*; set +efu

#### set -o
set -o errexit; echo $-; set +o errexit; echo $-; set -o nosuch; echo $?; set -o errexit -o nounset p q; echo $- $*; set +o nosuch; echo $?; set -eo pipefail; set -o | grep -E 'errexit|pipefail'

#### set invalid
set -Z; echo $?; set -q; echo $?; set +Z; echo $?; set --foo; echo $?; set -ez; echo $? $-

#### set no args
x=1; y='a b'; a=(1 2); declare -A m=([k]=v); f() { echo hi; }; set | grep -E '^(x|y|a|m)='; set | grep -A3 '^f '

#### set posix listing
f() { echo hi; }; set -o posix; set | grep '^f '; echo $?

#### set vars quoting
x=$'a\nb'; y="it's"; z='a$b'; w=''; e=é; set | grep -aE '^(x|y|z|w|e)='; u=$'\x01'; set | grep ^u=

#### set -a
set -a; x=1; f() { :; }; env | grep ^x; bash -c 'echo $x; type f'; set +a; y=2; bash -c 'echo [$y]'; set -a; read z <<< q; for w in 1; do :; done; bash -c 'echo $z $w'; : ${v:=d}; bash -c 'echo $v'; ((n=5)); bash -c 'echo $n'; declare d=1; bash -c 'echo $d'; printf -v pv x; bash -c 'echo $pv'; getopts a go -a; bash -c 'echo $go'

#### set -f
touch a b; set -f; echo *; set +f; echo *; set -o noglob; echo [ab]; x='*'; echo $x

#### set -n
set -n; echo no

#### set -n in bash -c
bash -n -c 'echo a; if'; echo $?; bash -nc 'echo ok'; echo $?; printf 'echo a\nif\n' > s; bash -n s; echo $?

#### set -t
bash -tc 'echo a; echo b'; printf 'echo a\necho b\n' | bash -t; set -t; echo x
echo y

#### set -u
set -u; echo ${x-def}; echo ${x:-def}; echo "${a[@]}"; echo "$@" $*; echo ${#x}; echo no

#### set -u various
for s in 'echo $x' 'echo ${x}' 'echo ${#x}' 'echo ${x#a}' 'echo ${x/a/b}' 'echo ${x:1}' 'echo $1' 'echo ${1}' 'echo $!' 'echo ${a[0]}' 'a=(); echo ${a[@]}' 'a=(); echo ${#a[@]}' 'a=(1); echo ${a[3]}' 'echo $((x))' '((x+1))' 'let y=x' '[[ $x ]]' '[[ -n x ]]' '[[ -v x ]]; echo $?' 'echo ${!x}' 'echo ${x@Q}' 'echo ${x^}' 'echo "$*"' 'echo $#' 'echo ${x+set}' 'echo ${x:+set}' 'unset x' 'declare -A m; echo ${m[k]}' 'x=1; echo ${x[1]}' 'for i in $x; do :; done' 'case $x in esac' 'cat <<< $x' 'echo a > $x' 'local y=$x' 'x[1]=2; echo ${x[0]}' 'echo $_' 'echo ${!a*}'; do bash -uc "$s; echo ok"; echo $?; done

#### set -u in subshell interactive
set -u; (echo $x; echo no); echo $?; x=$(echo $nope; echo no); echo "$? $x"

#### set -v
set -v
echo a
echo b # comment
x=1; echo c
set +v
echo d

#### set -v in script
printf 'set -v\necho a\nif true; then\n  echo b\nfi\ncat <<E\nhi\nE\nset +v\necho c\n' > s; bash s

#### set -v function and eval
printf 'set -v\nf() {\n echo f\n}\nf\neval "echo e; echo g"\n. ./t\n' > s; echo 'echo sourced' > t; bash s; bash -v -c 'echo a
echo b'

#### set -x basics
set -x; echo a 'b c' "$HOME"; x=1; y="a b"; z=(1 2 'a b'); [[ a == b ]]; ((1+1)); for i in 1; do :; done; case a in a) :;; esac; f() { echo f; }; f; (echo s); echo $(echo cs); { :; } > /dev/null; x=2 true; if true; then :; fi; while false; do :; done; declare d=1; export e='x y'; local q 2>/dev/null; let 'x=1+1'; select i in a; do :; done < /dev/null; ! true; echo a | cat; echo b & wait; set +x

#### set -x PS4
PS4='+${LINENO}> '; set -x; echo a
echo b; PS4='$(echo cmd) '; echo c; PS4=''; echo d; unset PS4; echo e

#### set -x quoting
set -x; echo '' "it's" $'a\nb' $'\t' 'a"b' '$x' '~' '*' 'a=b' é '!' '{' '#x' 'x#' $'\x01' '-n' '\'

#### set -x in function depth
f() { echo $(echo $(echo in)); }; set -x; f; eval 'echo e'; . /dev/stdin <<< 'echo s'

#### set -x cond
set -x; [[ -f /x && ! a < b || ( $x -eq 1 ) ]]; [[ a =~ b.c ]]; [[ $HOME == /w* ]]; [[ -z '' ]]; [ a = b ]; test -n x; [[ "a b" == "a b" ]]; [[ a == "a*" ]]

#### set -x arith
set -x; ((x=1, y=2)); for ((i=0;i<1;i++)); do :; done; echo $((x+1)); let x+=1 y=3; a[1]=2; a[x]=3; a+=(4 5); declare -A m; m[k]=v; m=([a]=b); x+=5; declare -a q=(1 2)

#### BASH_XTRACEFD
exec 5>tr; BASH_XTRACEFD=5; set -x; echo a; set +x; unset BASH_XTRACEFD; cat tr; BASH_XTRACEFD=99; echo $?; BASH_XTRACEFD=abc; set -x; echo b; set +x

#### xtrace redirect
{ set -x; echo a; } 2>tr; set +x 2>/dev/null; cat tr

#### set -h
set +h; type -t ls; hash ls; echo $?; hash; set -h; ls >/dev/null; hash -t ls >/dev/null; echo $?

#### set -B
set +B; echo {a,b}; set -B; echo {a,b}; set +o braceexpand; echo {1..3}

#### set -C
echo a > f; set -C; echo b > f; echo $?; echo c >| f; cat f; echo d >> f; cat f; echo e > /dev/null; echo $?; echo x <> f; echo g &> f; echo $?; ln -s f l; echo q > l; echo $?; echo new > n; cat n

#### set -b -H -P -p
set -b -H -P -p; echo $-; set +p; echo $-

#### set -i invalid
set -i; echo $?; set -c; echo $?; set -s; echo $?; set -l; echo $?; set -r; echo $-

#### set onecmd
set -o onecmd; echo x

#### set -o emacs vi
set -o vi; set -o | grep -E '^(vi|emacs)'; set -o emacs; set -o | grep -E '^(vi|emacs)'; set +o emacs; set -o | grep -E '^(vi|emacs)'

#### set -o history
set -o history; set -o | grep history; set +o history

#### local -
f() { local -; set -f; set -o pipefail; shopt -s nullglob; echo $-; }; f; echo $-; shopt -p nullglob; set -o | grep pipefail

#### set -o posix effect on SHELLOPTS and POSIXLY_CORRECT
set -o posix; echo ${POSIXLY_CORRECT-unset}; set +o posix; echo ${POSIXLY_CORRECT-unset}; POSIXLY_CORRECT=1; set -o | grep posix; unset POSIXLY_CORRECT; set -o | grep posix

#### shopt expand_aliases etc
shopt expand_aliases; shopt -s expand_aliases
alias q='echo hi'
q

#### shopt login_shell
shopt login_shell; shopt -s login_shell; echo $?; shopt -u restricted_shell; echo $?; shopt restricted_shell

#### shopt compat
shopt compat42; shopt -s compat42; shopt compat42; echo $BASH_COMPAT; BASH_COMPAT=5.0; shopt | grep compat; BASH_COMPAT=9.9; echo $?; echo "[$BASH_COMPAT]"; BASH_COMPAT=43; shopt compat43

#### inherit set options in subshell
set -f; (echo *; set +f); echo $-; x=$(echo $-); echo $x

#### set errors stay
set -o errexit -o nosuch; echo "$? $-"

#### interactive_comments
shopt -u interactive_comments; echo a # b

#### sourcepath
shopt -u sourcepath; mkdir p; echo 'echo in p' > p/s; PATH=$PWD/p:$PATH; . s; echo $?; shopt -s sourcepath; . s

#### set plus o reuse
set -e; s=$(set +o); set +e; eval "$s"; echo $-

#### gnu_errfmt
shopt -s gnu_errfmt; nosuch; echo $((1/0)); cd nosuch

#### xpg localvar_inherit
shopt -s localvar_inherit; x=5; f() { local x; echo $x; }; f; shopt -u localvar_inherit; f

#### localvar_unset
shopt -s localvar_unset; f() { local x=1; g; echo "[${x-unset}]"; }; g() { unset x; }; x=0; f; shopt -u localvar_unset; f

#### shift_verbose
shift 5; echo $?; shopt -s shift_verbose; shift 5; echo $?; shift; echo $?

#### execfail
bash -c 'shopt -s execfail; exec nosuch; echo $?'

#### huponexit and others listing
shopt -s huponexit checkjobs checkhash direxpand; shopt huponexit checkjobs checkhash direxpand

#### assoc_expand_once array_expand_once patsub_replacement noexpand_translation varredir_close
shopt patsub_replacement; shopt -u patsub_replacement; x=abc; echo "${x/b/[&]}"; shopt -s patsub_replacement; echo "${x/b/[&]}"; shopt -s varredir_close; { :; } {fd}>/dev/null; echo ok

#### varredir_close
shopt -s varredir_close; echo hi {fd}> f; echo x >&$fd; echo $?
#### unset positional parameters by name
(set -u; echo $1)
(set -u; echo ${1})
(set -u; echo "${1}")
(set -u; echo ${1:2})
(set -u; echo ${1#a})
(set -u; echo ${#1})
(set -u; echo ${1/a/b})
(set -u; echo ${1@Q})
(set -u; echo ${1^})
(set -u; echo $10)
(set -u; echo ${10})
(set -u; echo "a$1")
(set -u; echo $((${1}+1)))
(set -u; echo $(( $1+1)))
(set -u; echo $!)
(set -u; echo ${!})
(set -u; echo ${x})
(set -u; echo ${@})
(set -u; echo ${1[0]})
(set -u; cat <<X
${1}
X
)
(set -u; [[ ${1} ]])
(set -u; case ${2} in esac)
(set -u; x=${3})
