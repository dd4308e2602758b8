#### bash FILE
printf 'echo "$0 $# $*"\n' > s; bash s a b; bash ./s; bash $PWD/s; bash nosuch; echo $?; bash -- s x; bash - s y; mkdir d; bash d; echo $?; bash < s; cat s | bash; bash -s p q < s; bash -s -- -p q < s; bash /dev/stdin z < s; bash <(cat s) w | tr 0-9 N

#### bash FILE from PATH
mkdir p; echo 'echo found $0' > p/scr; PATH=$PWD/p:$PATH; bash scr; chmod +x p/scr; bash scr; scr

#### bash -c args
bash -c 'echo "$0 $# $*"'; bash -c 'echo "$0 $# $*"' n a b; bash -c; echo $?; bash -c ''; echo $?; bash -c 'echo $-'; bash -c 'exit 4'; echo $?; bash -c 'echo a' -- b; bash -c -- 'echo q'; bash -ce 'false; echo no'; echo $?; bash -c 'echo "$@"' -- -x; bash -c -x 'echo hi' 2>&1; bash -c 'echo a
echo b
false'; echo $?; bash +c 'echo x'; echo $?

#### bash options flags
bash -e -c 'echo $-'; bash -u -c 'echo $-'; bash -x -c ':' 2>&1; bash -f -c 'echo *'; bash -v -c 'echo v' 2>&1; bash -a -c 'x=1; env | grep ^x'; bash -h -c 'echo $-'; bash +h -c 'echo $-'; bash -k -c 'echo $-'; bash -p -c 'echo $-'; bash -C -c 'echo $-'; bash -B -c 'echo $-'; bash +B -c 'echo {a,b}'; bash -E -T -c 'echo $-'; bash -P -c 'echo $-'; bash -H -c 'echo $-'; bash -b -c 'echo $-'; bash -m -c 'echo $-'; bash -n -c 'echo no'; bash -t -c 'echo $-'; bash -r -c 'echo $-'; bash -l -c 'echo $-; shopt login_shell'; bash --login -c 'shopt login_shell'

#### bash -s flags
echo 'echo $- $0 $*' | bash -s a; echo 'echo $-' | bash; echo 'echo $-' | bash -e; echo 'echo $-' > s; bash s; bash -es < s

#### bash -o +o
bash -o errexit -c 'echo $-'; bash +o braceexpand -c 'echo $-'; bash -o nosuch -c 'echo x'; echo $?; bash -o pipefail -c 'set -o | grep pipefail'; bash -eo pipefail -c 'echo $-; shopt -o pipefail'; bash -o | head -3; bash +o | head -3; bash -O extglob -c 'shopt extglob'; bash +O extquote -c 'shopt extquote'; bash -O nosuch -c :; echo $?; bash -O | head -3; bash +O | head -3; bash -oe errexit -c 'echo $-'

#### bash invalid
bash -Z 2>&1 | head -3; bash --nosuch 2>&1 | head -2; bash -c 2>&1; bash --rcfile; echo $?; bash -o; echo $? | tail -1; bash -e -Z -c 'echo' 2>/dev/null; echo $?

#### BASH_ENV error
echo 'exit 3' > e; BASH_ENV=./e bash -c 'echo no'; echo $?; echo 'false' > e; BASH_ENV=./e bash -ec 'echo $-'; echo $?; echo 'return 2' > e; BASH_ENV=./e bash -c 'echo $?'

#### login profile
mkdir h; echo 'echo profile $-' > h/.profile; HOME=$PWD/h bash -l -c 'echo cmd'; echo 'echo bprofile' > h/.bash_profile; HOME=$PWD/h bash --login -c 'echo cmd'; echo 'echo blogin' > h/.bash_login; rm h/.bash_profile; HOME=$PWD/h bash -l -c 'echo cmd'; HOME=$PWD/h bash --noprofile -l -c 'echo cmd'; echo 'echo logout' > h/.bash_logout; HOME=$PWD/h bash -l -c 'echo x; exit'; HOME=$PWD/h bash -l -c 'echo x'; HOME=$PWD/h bash -lc 'logout 3'; echo $?; (exec -l bash -c 'shopt login_shell')

#### bashrc interactive
mkdir h; echo 'echo rc $-; alias foo="echo aliased"' > h/.bashrc; HOME=$PWD/h bash -i -c 'foo; echo $-' 2>/dev/null; HOME=$PWD/h bash --norc -i -c 'echo $-' 2>/dev/null; echo 'echo other' > rc; HOME=$PWD/h bash --rcfile rc -i -c 'echo x' 2>/dev/null; HOME=$PWD/h bash -c 'echo non'; HOME=$PWD/h bash --rcfile nosuch -i -c 'echo y' 2>&1 | grep -v 'job control\|ioctl'

#### bash -i stdin
printf 'echo a\nalias q="echo al"\nq x\nfalse\necho $?\nexit 3\necho no\n' | bash -i --norc 2>/dev/null; echo $?

#### bash -i prompts
printf 'echo a\nif true\nthen echo b\nfi\n' | PS1='P> ' PS2='C> ' bash --norc -i 2>&1 | grep -v 'job control\|ioctl'

#### bash -i errors continue
printf 'readonly x=1\nx=2\necho after\necho ${x?} $((1/0))\necho after2\nif\nfi\n)\necho after3 $?\nset -u\necho $nope\necho after4\n: ${zz:?msg}\necho after5\n' | bash --norc -i 2>/dev/null; echo $?

#### bash -i set -e exits
printf 'set -e\nfalse\necho no\n' | bash --norc -i 2>/dev/null; echo $?

#### bash -i PROMPT_COMMAND
printf 'echo a\necho b\n' | PROMPT_COMMAND='echo PC' PS1= bash --norc -i 2>/dev/null; printf 'PROMPT_COMMAND=("echo 1" "echo 2")\necho b\n' | PS1= bash --norc -i 2>/dev/null; printf 'PS0="ps0 "\necho b\n' | PS1= bash --norc -i 2>&1 | grep -v 'job control\|ioctl'

#### bash -i exec trap exit
printf 'trap "echo bye" EXIT\necho x\n' | bash --norc -i 2>/dev/null; printf 'kill -TERM $$\necho survived\nkill -INT $$\necho survived2\n' | bash --norc -i 2>/dev/null; echo $?

#### bash -i jobs
printf 'sleep 0.1 &\nwait\njobs\n(exit 3) &\nsleep 0.2\necho z\n' | PS1= bash --norc -i 2>&1 | grep -v 'job control\|ioctl' | tr 0-9 N

#### sh mode
bash --posix -c 'echo a; set -o | grep posix; echo $SHELLOPTS'; ln -s /bin/bash sh; ./sh -c 'set -o | grep posix; echo $0; shopt expand_aliases; echo $BASH; echo $-'; (exec -a sh bash -c 'shopt -o posix'); (exec -a -sh bash -c 'shopt -o posix; shopt login_shell')

#### POSIXLY_CORRECT
POSIXLY_CORRECT=1 bash -c 'set -o | grep posix; echo "$POSIXLY_CORRECT"'

#### shebang
printf '#!/bin/bash\necho "$0 $*"\n' > s; chmod +x s; ./s a b; printf '#! /bin/bash -e\necho $-; false; echo no\n' > t; chmod +x t; ./t; echo $?; printf '#!/usr/bin/env bash\necho env $1\n' > u; chmod +x u; ./u q; printf '#!/bin/cat\nx y\n' > c; chmod +x c; ./c; printf '#!/bin/echo -n a  b\n' > e; chmod +x e; ./e z; echo; printf '#!nosuch\n' > n; chmod +x n; ./n; echo $?; printf '#!\necho em\n' > m; chmod +x m; ./m; echo $?; printf 'echo nobang $0 $1\n' > b; chmod +x b; ./b 1; printf '' > z; chmod +x z; ./z; echo $?; printf '#!/bin/bash' > y; chmod +x y; ./y; echo $?; printf '#!./s\nxx\n' > w; chmod +x w; ./w k

#### shebang crlf and dirs
printf '#!/bin/bash\r\necho hi\r\n' > s; chmod +x s; ./s; echo $?; printf '#!/\necho\n' > d; chmod +x d; ./d; echo $?; printf '#!/nosuch/interp\n' > i; chmod +x i; ./i; echo $?; bash -c ./i; echo $?; env ./i; echo $?

#### binary file
printf '\177ELF\0\0' > b; chmod +x b; ./b; echo $?; bash b; echo $?; printf 'a\0b\n' > c; chmod +x c; ./c; echo $?; bash c; echo $?

#### script no exec perm
echo 'echo x' > s; ./s; echo $?; chmod 644 s; PATH=$PWD:$PATH; s; echo $?; bash s; mkdir d; cp s d/s; chmod +x d/s; PATH=$PATH:$PWD/d; s; hash -r; s

#### empty PATH elems
mkdir p; echo 'echo here' > x1; chmod +x x1; PATH=:/bin x1; PATH=/bin: x1; PATH=/bin::/usr/bin x1; PATH= x1; echo $?; PATH=. x1; unset PATH; x1; echo $?; PATH=./; x1; PATH=p:.; x1; type x1; type -p x1

#### path tilde
mkdir h; echo 'echo tl' > h/tt; chmod +x h/tt; HOME=$PWD/h; PATH='~'; tt 2>/dev/null; echo $?; PATH=~; tt

#### script stdin with read
printf 'read a\nDATA line\necho "got $a"\ncat\nrest1\nrest2\n' | bash; printf 'cat <<E\nhd\nE\nexec 3<&0\nread -u 3 z\nzzz\necho $z\n' | bash; printf 'head -1\nl1\necho after\n' | bash

#### script stdin errors
printf 'echo a\nif\n' | bash; echo $?; printf 'echo "unterminated\n' | bash; echo $?; printf 'echo a; exit 3\necho b\n' | bash; echo $?; printf 'false' | bash; echo $?; printf 'echo no newline' | bash; printf '' | bash; echo $?; printf 'cat <<E\nno end\n' | bash

#### exec -a and $0 BASH
bash -c 'echo $BASH'; (exec -a foo bash -c 'echo $BASH $0'); printf 'echo $0 $BASH_SOURCE ${#BASH_SOURCE[@]} $FUNCNAME\n' > s; bash s; . ./s; bash < s; bash -c "$(cat s)"

#### SHLVL
echo $SHLVL; bash -c 'echo $SHLVL'; bash -c 'bash -c "echo \$SHLVL"; true'; SHLVL=abc bash -c 'echo $SHLVL'; SHLVL=-5 bash -c 'echo $SHLVL'; SHLVL=999 bash -c 'echo $SHLVL'; SHLVL=1500 bash -c 'echo $SHLVL'; (exec bash -c 'echo $SHLVL'); (echo $SHLVL); env -u SHLVL bash -c 'echo $SHLVL'

#### BASH_ARGV0
BASH_ARGV0=newname; echo $0; nosuch; unset BASH_ARGV0; echo "[$BASH_ARGV0] $0"; bash -c 'echo $BASH_ARGV0' foo

#### bash versions
echo ${BASH_VERSINFO[@]}; echo $BASH_VERSION; echo $OSTYPE $MACHTYPE $HOSTTYPE; declare -p BASH_VERSINFO; echo ${#BASH_VERSINFO[@]}

#### noexec files and -n
printf 'echo a\nfi\n' > s; bash -n s; echo $?; bash -n -c 'for'; echo $?; bash -nv s 2>&1; echo $?

#### dash in args
bash -c 'echo $#' a -x --; bash -cx 'echo a' 2>&1; bash -xc 'echo $0' -- 2>&1; echo 'echo $*' > s; bash s -e -x; bash -e s -- a

#### last command exec, wait for bg
bash -c 'sleep 0.1; echo late' & wait; bash -c '(sleep 0.2; echo bg) & echo fg'; sleep 0.3

#### multiple files arguments
echo 'echo $1' > a; echo 'echo b' > b; bash a b; bash a 'x y'; bash ./a '*'; bash a ''; bash a

#### argv0 dir
mkdir 'd e'; echo 'echo "$0"; dirname "$0"; cd "$(dirname "$0")"; pwd' > 'd e/s'; chmod +x 'd e/s'; './d e/s'; bash 'd e/s'

#### i: rcfile and PS1
printf 'PS1="[rc] "\nalias hi="echo hello"\nf() { echo fromrc; }\n' > rc; printf 'hi\nf\necho $PS1\n' | bash --rcfile rc -i 2>/dev/null

#### i: syntax error then continues
printf 'echo a\nif true; then\necho b\nfi\nfor\necho c\n' | bash --norc -i 2>/dev/null

#### i: unclosed quote at EOF
printf 'echo a\necho "x\n' | bash --norc -i 2>/dev/null; echo $?

#### i: set -u does not exit
printf 'set -u\necho $x\necho still\n' | bash --norc -i 2>/dev/null; echo $?

#### i: readonly, division by zero, bad subst
printf 'echo $((1/0))\necho 1\necho ${x!}\necho 2\nreadonly r=1\nr=2\necho 3\n' | bash --norc -i 2>/dev/null

#### i: exec fail does not exit
printf 'exec nosuch\necho alive $?\n' | bash --norc -i 2>/dev/null

#### i: exit status of last
printf 'false\n' | bash --norc -i 2>/dev/null; echo $?; printf '(exit 5)\n' | bash --norc -i 2>/dev/null; echo $?; printf 'exit 7\n' | bash --norc -i 2>/dev/null; echo $?

#### i: ENV not read, BASH_ENV not
echo 'echo env' > e; ENV=e BASH_ENV=e bash --norc -i -c 'echo x' 2>/dev/null; ENV=./e bash --posix --norc -i -c 'echo y' 2>/dev/null

#### i: heredoc and multi-line
printf 'cat <<X\nline\nX\nf() {\necho f\n}\nf\n' | bash --norc -i 2>/dev/null

#### i: PROMPT_COMMAND changes
printf 'PROMPT_COMMAND="echo pc"\necho 1\nfalse\nunset PROMPT_COMMAND\necho end $?\n' | bash --norc -i 2>/dev/null

#### i: PROMPT_COMMAND sees $?
printf 'PROMPT_COMMAND='"'"'echo "st $?"'"'"'\nfalse\n(exit 3)\necho $?\n' | bash --norc -i 2>/dev/null

#### i: -c with alias
bash --norc -i -c 'alias e="echo al"
e x' 2>/dev/null

#### i: history file written
printf 'echo one\necho two\n' | HISTFILE=$PWD/hf bash --norc -i 2>/dev/null; cat hf; printf 'history\n' | HISTFILE=$PWD/hf bash --norc -i 2>/dev/null

#### i: ignoreeof message
printf 'set -o ignoreeof\n' | bash --norc -i 2>&1 | grep -c 'Use "exit"'

#### i: trap EXIT and exit builtin
printf 'trap "echo bye" EXIT\nexit 3\n' | bash --norc -i 2>/dev/null; echo $?

#### i: stdin consumed by command
printf 'read x\ndata\necho "got $x"\ncat\nrest\n' | bash --norc -i 2>/dev/null

#### i: vars and options
bash --norc -i -c 'echo $-; echo ${PS1+set} ${PS2+set}; shopt -q expand_aliases && echo aliases; echo ${HISTFILE##*/} $HISTSIZE $HISTFILESIZE' 2>/dev/null

#### i: kill -INT self continues
printf 'kill -INT $$\necho after\n' | bash --norc -i 2>/dev/null; echo $?

#### i: monitor off without tty
printf 'set -o | grep monitor\nsleep 0.1 &\nfg\necho $?\n' | bash --norc -i 2>/dev/null

#### i: error messages have no line
printf 'nosuchcmd\ncd /nosuch\necho $((1/0))\nif\nthen\n)\n' | bash --norc -i 2>&1 >/dev/null | grep -v 'job control\|ioctl\|^bash-5\|^>'

#### login shells
mkdir h; echo 'echo P' > h/.profile; echo 'echo L' > h/.bash_logout; HOME=$PWD/h bash -l -c 'echo cmd'; echo 'echo stdin' | HOME=$PWD/h bash -l; HOME=$PWD/h bash -l <<< 'exit 3'; echo $?; HOME=$PWD/h bash -lc 'exit 4'; echo $?; HOME=$PWD/h bash --login --noprofile -c 'echo np'

#### bash reading script from stdin with args
echo 'echo $0 $1 $#; shift; echo $1' | bash -s -- a b; bash -s x y <<< 'echo $@'; bash -s <<< 'echo $#'

#### bash -c nested quotes
bash -c 'echo "$1" '"'"'$1'"'"'' _ 'a b'; bash -c "bash -c 'echo \$0' inner" outer

#### script exit codes
echo 'exit 42' > s; bash s; echo $?; echo 'false' > s; bash s; echo $?; echo 'nosuch' > s; bash s 2>/dev/null; echo $?; echo 'kill -9 $$' > s; bash s 2>/dev/null; echo $?; : > s; bash s; echo $?; echo '(' > s; bash s 2>/dev/null; echo $?

#### script with CRLF
printf 'echo a\r\necho b\r\n' > s; bash s | od -c | head -2; printf 'if true\r\nthen\r\necho x\r\nfi\r\n' > s; bash s 2>&1 | head -2 | od -c | head -3

#### script with BOM
printf '\357\273\277echo bom\n' > s; bash s; echo $?

#### script large line continuation
printf 'echo a \\\n b \\\n c\n' > s; bash s; printf 'echo a\\' > s; bash s; printf 'echo a\\\n' > s; bash s

#### SHELLOPTS inherited
SHELLOPTS= ; export SHELLOPTS 2>/dev/null; set -o nounset; env SHELLOPTS=nounset:errexit bash -c 'echo $-'; env SHELLOPTS=xtrace bash -c 'echo hi' 2>&1; env BASHOPTS=extglob:nullglob bash -c 'shopt extglob nullglob'

#### env vars not identifiers
env 'a.b=1' 'A=2' bash -c 'echo $A; env | grep -c "^a.b="'

#### command line assignment prefix to bash
X=1 bash -c 'echo $X'; X=1 Y=2 bash -c 'echo $X$Y'; export Z=3; Z=4 bash -c 'echo $Z'; echo $Z

#### exported readonly and attributes
declare -ix N=5; bash -c 'N=2+2; echo $N; declare -p N'; readonly R=1; export R; bash -c 'R=2; echo $R'

#### fds inherited to scripts
echo 'read l <&3; echo "$l"' > s; bash s 3<<< fd3; exec 4<<< four; bash -c 'read x <&4; echo $x'

#### $0 variants
echo 'echo "$0"' > s; chmod +x s; ./s; bash ./s; PATH=.:$PATH s; ln -s s t; ./t; bash -c 'echo $0'; (exec -a zz bash -c 'echo $0'); . ./s

#### BASH_SOURCE and $0 in sourced
mkdir d; echo 'echo "$0 | ${BASH_SOURCE[0]} | ${BASH_SOURCE##*/}"; . d/inner' > main; echo 'echo "$0 | ${BASH_SOURCE[@]}"' > d/inner; bash main; bash ./main; bash $PWD/main | head -1

#### main guard idiom
echo '[[ ${BASH_SOURCE[0]} == "$0" ]] && echo main || echo sourced' > s; bash s; . ./s; bash -c '. ./s'; bash < s

#### return at top of script and sourced
echo 'return 3 2>/dev/null; echo "after $?"' > s; bash s; . ./s; echo $?

#### set -e in bash -c with functions and traps
bash -c 'set -e; trap "echo cleanup" EXIT; f() { false; }; f; echo no'; echo $?

#### stdin script with exec < file
printf 'echo one\nexec < other\necho two\n' > main; printf 'echo from-other\n' > other; bash < main

#### exec > in stdin script
printf 'exec > out\necho hidden\nexec >&2\necho shown\n' | bash 2>&1; cat out

#### bash -x script prefix
printf 'x=1\necho $x\n' > s; bash -x s; PS4='$0:$LINENO> ' bash -x s

#### bash -v script
printf 'echo a # c\nfor i in 1; do\n echo $i\ndone\n' > s; bash -v s

#### bash -n catches
printf 'echo a\nif true; then\n' > s; bash -n s; echo $?; printf 'echo $((1+))\n' > s; bash -n s; echo $?

#### two scripts same time
echo 'sleep 0.$1; echo $1' > s; bash s 2 & bash s 1 & wait
