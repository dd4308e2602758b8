#### bash -c with arguments
bash -c 'echo $0 $1 $# "$@"' name a 'b c'; bash -c 'echo "[$0]"'; bash -c 'echo $#' x; sh -c 'echo $0 $1' s t
#### bash file
echo 'echo "$0 $1 $#"; exit 5' > s.sh; bash s.sh a b; echo $?; bash ./s.sh; bash -- s.sh x; sh s.sh q
#### bash from stdin
echo 'echo in $1 $#' | bash -s a b; bash <<< 'read x; echo "[$x]"
data line
echo after'; echo 'echo $0' | bash; bash -s x <<< 'echo $1 $0'
#### mode bits and shebang
printf '#!/bin/bash\necho "$0 $1"\n' > a; ./a; echo $?; chmod +x a; ./a x; printf 'echo plain $1\n' > b; chmod 755 b; ./b y; printf '#!/bin/sh\necho sh\n' > c; chmod +x c; ./c; printf '#!/usr/bin/env bash\necho env $1\n' > d; chmod +x d; ./d z; printf '#!/bin/cat\ntext\n' > e; chmod +x e; ./e
#### bad interpreter
printf '#!/no/such\necho x\n' > a; chmod +x a; ./a; echo $?
#### path lookup
mkdir bin; printf 'echo tool $*' > bin/tool; chmod +x bin/tool; PATH=$PWD/bin:$PATH; tool 1; PATH=bin:/usr/bin:/bin tool 2; tool() { echo fn; }; tool; command tool 3; unset -f tool; hash -r; type -t tool
#### not found and not executable
nosuch; echo $?; ./nosuch; echo $?; mkdir d; ./d; echo $?; : > f; ./f; echo $?; chmod +x f; ./f; echo $?; ''; echo $?; /; echo $?; d/x; echo $?; f/x; echo $?
#### not found messages
nosuch 2>&1; ./nosuch 2>&1; mkdir d; ./d 2>&1; : > f; ./f 2>&1; '' 2>&1; 'a b' 2>&1; $'a\nb' 2>&1; f/x 2>&1; bash nofile 2>&1; echo $?; . nofile 2>&1; echo $?; . ./nofile 2>&1; bash d 2>&1; echo $?
#### exit codes
(exit 0); echo $?; (exit 255); echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit abc); echo $?; (exit 1 2); echo $?; false; (exit); echo $?; bash -c 'exit 300'; echo $?
#### options on the command line
bash -ec 'false; echo no'; echo $?; bash -uc 'echo $nope; echo no'; echo $?; bash -xc 'echo hi' 2>&1; bash -o pipefail -c 'false | true'; echo $?; bash -o nounset -c 'echo $x'; echo $?; bash +e -c 'echo $-'; bash -O extglob -c 'echo @(a|b)'; bash -fc 'echo *'; bash -nc 'echo no'; echo $?; bash -vc 'echo v' 2>&1; bash -O nosuch -c :; echo $?; bash -o nosuch -c :; echo $?; bash -Z; echo $?; bash --nosuch; echo $?
#### combined letters
bash -euc 'echo $-'; bash -c 'echo $-'; bash -s <<< 'echo $-'; echo 'echo $-' > f; bash f; bash -eux f 2>/dev/null; sh -c 'echo $-'
#### -c without a string
bash -c; echo $?
#### positional of a sourced file
echo 'echo "$# $1"; set -- new; shift 0' > s; set -- a b; . ./s; echo "$1"; . ./s x y z; echo "$1 $#"
#### source searching
echo 'echo from cwd' > inc; . inc; mkdir p; echo 'echo from path' > p/inc2; PATH=$PWD/p:$PATH . inc2 2>/dev/null || echo no; PATH=$PWD/p:$PATH; . inc2; source inc2 arg
#### exported environment
export A=1; B=2; C=3 bash -c 'echo $A ${B-unset} $C'; A=x bash -c 'echo $A'; echo $A; export -n A; bash -c 'echo ${A-unset}'; env -i X=1 bash -c 'echo $X ${HOME-nohome}'; declare -x D=4; bash -c 'echo $D'; unset D; bash -c 'echo ${D-gone}'
#### child does not change the parent
x=1; bash -c 'x=2; cd /'; echo $x; pwd
#### SHLVL
echo $SHLVL; bash -c 'echo $SHLVL'; (echo $SHLVL); bash -c 'bash -c "echo \$SHLVL"'
#### error in a -c string ends it
bash -c 'echo a; echo ${x!}; echo b'; echo $?; bash -c 'echo a
echo ${
echo b'; echo $?; bash -c 'echo $((1/0)); echo b'; echo $?; bash -c 'readonly x=1; x=2; echo b'; echo $?
#### error in a file goes on with the next line
printf 'echo $((1/0)); echo same line\necho next\nreadonly x=1\nx=2\necho last\n' > f; bash f; echo $?
#### syntax error in a file
printf 'echo a\nif then\necho b\n' > f; bash f; echo $?; printf 'echo a\necho "unclosed\n' > f; bash f; echo $?; printf 'echo a; )\n' > f; bash f; echo $?
#### syntax error in eval
eval 'if'; echo $?; eval 'echo a; )'; echo $?; eval '('; echo $?; eval 'echo "x'; echo $?; eval 'for'; echo $?
#### syntax error in source
echo 'echo a; (' > s; . ./s; echo "st $?"
#### syntax error in command substitution
echo $(if) ; echo not
#### syntax error kinds
case x in
esac
fi
#### syntax error unclosed
echo a
if true; then echo b
#### syntax error stray token
echo a
echo b ;; echo c
#### syntax error bad for
echo a
for i in 1 2 echo $i; done
#### syntax error double semicolon and ampersand
echo a
& echo b
#### syntax error paren
echo a
echo (b)
#### syntax error pipe
echo a
| cat
#### syntax error at end of a line with function
echo a
f() 
#### syntax error missing done
echo a
while true; do echo b
#### posix mode differences
sh -c 'x=1 :; echo ${x-unset}'; bash -c 'x=1 :; echo ${x-unset}'; sh -c 'f() { echo f; }; f; echo {a,b}; a=(1 2); echo ${a[1]}; [[ a == a ]] && echo y; echo $((2**3))'; sh -c 'export x=1; readonly y=2; y=3; echo no'; echo $?; sh -c '. nosuch; echo no'; echo $?; bash -c '. nosuch; echo yes'; sh -c 'set -e; x=$(false; echo a); echo no'; sh -c 'echo <(true)' 2>/dev/null; echo $?; sh -c 'echo ~ | cat > /dev/null; type test; shift 5; echo no'; echo $?
#### set -o posix
set -o posix; f() { x=2; }; x=1 f; echo $x; set +o posix; shopt -o posix; echo $?
#### exec replaces
bash -c 'exec echo a; echo no'; bash -c 'exec nosuch; echo no'; echo $?; bash -c 'exec ./nosuch 2>&1'; echo $?; (exec bash -c 'echo $0' named); (exec -a foo bash -c 'echo $0'); bash -c 'shopt -s execfail; exec nosuch; echo yes'
#### command builtin
command echo a; command -v echo cat nosuch if; echo $?; command -V cd; command nosuch; echo $?; echo() { :; }; command echo b; command -p echo c; command; echo $?; command -v nosuch || echo none
#### builtin builtin
builtin echo a; builtin cat; echo $?; builtin; echo $?; cd() { echo mycd; builtin cd "$@"; }; cd /; pwd
#### type
type echo; type -t echo if cat nosuch; type -a echo | head -1; type nosuch; echo $?; type -p cat; type -P echo; f() { :; }; type -t f; alias a=b; shopt -s expand_aliases; type -t a; type a
#### hash
hash; cat /dev/null; hash -r; echo $?; hash nosuch; echo $?; hash -t cat
#### enable
enable -n echo; type -t echo; enable echo; type -t echo
#### umask
umask; umask 077; umask; umask -S; : > f; umask u=rwx,g=rx,o=; umask; umask 8; echo $?
#### times and ulimit
times | wc -l; ulimit -n > /dev/null; echo $?; ulimit -c 0; echo $?
#### pwd and cd
mkdir -p a/b; cd a/b; pwd; cd ..; pwd; cd - ; pwd; cd; pwd; cd ./a/../a/b; pwd; cd nosuch; echo $?; cd ~; pwd; OLDPWD=/; cd -; CDPATH=/usr cd lib 2>/dev/null && pwd
#### pushd popd dirs
mkdir a b; pushd a; pushd ../b; dirs; dirs -v; popd; popd; popd; echo $?; pushd +0 ; dirs -c; dirs
#### unset forms
a=1; f() { :; }; unset a f; echo "${a-u}"; type f 2>/dev/null || echo nof; arr=(1 2 3); unset arr[1]; echo "${!arr[@]}"; unset 'arr[@]'; echo ${#arr[@]}; declare -A m=([x]=1 [y]=2); unset 'm[x]'; echo ${!m[@]}; unset 1x; echo $?; readonly r=1; unset r; echo $?; unset -v nosuch; echo $?; unset; echo $?
#### shift
set -- a b c d; shift; echo $*; shift 2; echo $*; shift 5; echo $? $*; shift -1; echo $?; shift x; echo $?; shift; shift; echo $?
#### set positional
set -- -a -b; echo $*; set - x y; echo $*; set a b; echo $#; set --; echo $#; set -- "a b" c; echo "$1"; x='p q'; set -- $x; echo $#; set +x; set -- --; echo $1
#### set output forms
set -o | head -3; set +o | head -3; set -u; set -o | while read a b; do [ $a = nounset ] && echo $b; done; set +u; set -Z; echo $?; set -o nosuch; echo $?
#### dollar dash
echo $-; set -efu; echo $-; set +efu; echo $-; set -C; echo $-; set -a; echo $-
#### shopt
shopt extglob; shopt -s extglob; shopt extglob; shopt -u extglob; shopt -q extglob; echo $?; shopt nosuch; echo $?; shopt -p extglob; shopt -o errexit; shopt -so errexit; false; echo no
#### allexport
set -a; x=1; bash -c 'echo $x'; set +a; y=2; bash -c 'echo ${y-unset}'
#### noexec
echo a; set -n; echo b
echo c
#### verbose
set -v
echo a
echo b
#### onecmd
set -t; echo a
echo b
#### xtrace forms
exec 2>&1; set -x; echo a 'b c' "" $'\t' x=1 '*'; x=5; y=$x z="a b"; x=1 true; [[ -n a && b == b* ]]; (( x + 1 )); for i in 1 2; do :; done; case $x in 5) ;; esac; f() { echo "$1"; }; f q; a=(1 2); echo $(echo sub); (echo subshell); if true; then :; fi; while false; do :; done; x+=1; declare d=1; local_=; set +x; echo end
#### PS4
exec 2>&1; PS4='+$LINENO> '; set -x; echo a
echo b; set +x; PS4=; set -x; echo c; set +x
#### BASH_XTRACEFD
exec 5> f; BASH_XTRACEFD=5; set -x; echo a; set +x; exec 5>&-; cat f
#### nounset
set -u; echo ${x-d} ${x:-d} ${x+s} "${#}" "$@" "$*"; a=(); echo "${a[@]}"; (echo $x); echo $?; (echo ${x}); (echo ${#x}); echo $?; (echo ${x#a}); (echo $1); echo $?; (a=(1); echo ${a[5]}); echo $?; (echo $((y+1))); echo $?; (echo ${!z}); echo $?; : ${q:=5}; echo $q; (: ${w?}); echo $?; (declare v; echo $v); echo $?; unset a; (echo "${a[@]}"); echo $?
#### error parameter
(echo ${x?}); echo $?; (echo ${x:?msg here}); echo $?; x=; (echo ${x?ok}); (echo ${x:?}) ; echo $?; (: ${1?need arg}; echo no); echo $?
#### readonly errors
readonly a=1; (a=2; echo no); echo $?; (a+=1); echo $?; (unset a; echo went on $?); (readonly a=3; echo on $?); (declare a=4; echo on $?); (export a=5; echo on $?); (read a <<< x; echo on $?); (printf -v a x; echo on $?); (((a=2)); echo on $?); (let a=2; echo on $?); (for a in x; do :; done; echo on $?); (a=5 true; echo on $?); (f() { local a=1; echo "l $?"; }; f); (getopts x a -x; echo on $?)
#### LINENO in messages
nosuch1
f() {
  nosuch2
}
f

eval '
nosuch3'
exec 2>&1
nosuch4
bash -c '
nosuch5'
#### special variables
echo "$BASH_VERSION" "${BASH_VERSINFO[@]:0:2}" $OSTYPE $HOSTTYPE "$IFS" | od -c | head -3; echo $OPTIND $PPID > /dev/null; [[ $RANDOM -lt 32768 && $SRANDOM -ge 0 ]] && echo r; [ $SECONDS -lt 5 ] && echo s; [[ $EPOCHSECONDS -gt 1000 && $EPOCHREALTIME == *.* ]] && echo e; echo ${#BASHPID} > /dev/null; echo ${DIRSTACK[0]} ; echo ${GROUPS[0]} > /dev/null; echo $0 $_; echo a b; echo $_; : x y; echo $_
#### RANDOM can be seeded
RANDOM=42; echo $RANDOM $RANDOM $RANDOM; RANDOM=42; echo $RANDOM; unset RANDOM; RANDOM=5; echo $RANDOM
#### version options
bash --version | head -1; bash --help > /dev/null; echo $?
