#### jobs -l -p -r options
sleep 1 & jobs -p | grep -qx $! && echo pidok; jobs -r | wc -l; kill $!; wait $! 2>/dev/null; echo $?

#### wait -n loop collects all
for i in 3 1 2; do (sleep 0.$i; exit $i) & done; while wait -n; s=$?; [ $s -ne 127 ]; do echo "got $s"; done

#### exit code of killed background via wait
sleep 5 & kill -USR1 $!; wait $! 2>/dev/null; echo $?

#### alias with trailing space chain and functions
shopt -s expand_aliases
alias s='sudo ' sudo='echo as-root' ll='ls -l'
s ll
unalias s
type s 2>/dev/null; echo $?

#### alias recursion and quoting
shopt -s expand_aliases
alias echo='echo pre'
echo x
\echo y
'echo' z
unalias echo; echo w

#### alias on same line not yet
shopt -s expand_aliases
alias foo='echo foo'; foo 2>/dev/null; echo $?
foo

#### alias in subshell and eval
shopt -s expand_aliases
alias hi='echo hi'
(hi)
eval 'hi'
x=$(hi); echo $x
bash -c 'hi' 2>/dev/null; echo $?

#### alias keyword
shopt -s expand_aliases
alias begin='{' end='}' iff='if'
begin echo in; end
iff true; then echo t; fi

#### alias listing quoting
alias a="it's" b='x "y"' c='$z'; alias; alias a b

#### command -v on many
command -v echo ls cd if nosuch; echo $?; command -V echo if; alias q=w; command -v q; f() { :; }; command -V f | head -1

#### type -t -a -p multiple
type -t echo ls if; type -a true | head -2; type -p ls; type -P echo; echo $?

#### umask in octal and symbolic echo
umask 0077; umask; umask -S; umask u+x; umask; umask g=rx,o-rwx; umask -S; umask -p; umask a=; umask

#### getopts full program
main() { local OPTIND=1 v=0 f=; while getopts ':vf:h' o; do case $o in v) ((v++));; f) f=$OPTARG;; h) echo help; return;; :) echo "need arg -$OPTARG"; return 2;; \?) echo "bad -$OPTARG"; return 1;; esac; done; shift $((OPTIND-1)); echo "v=$v f=$f rest=$*"; }; main -vv -f file a b; main -f; echo $?; main -x; echo $?; main -h; main -- -v

#### read with prompt to stderr and -n1 loop
printf 'abc' | while IFS= read -r -n1 c; do printf '<%s>' "$c"; done; echo; printf 'a b\tc' | while IFS= read -r -d ' ' w || [ -n "$w" ]; do echo "[$w]"; done

#### read into multiple arrays with IFS
IFS=: read -r -a p <<< 'a:b::c:'; echo ${#p[@]}; printf '<%s>' "${p[@]}"; echo; while IFS=, read -r x y; do echo "$y-$x"; done < <(printf '1,2\n3,4\n')

#### printf table and repeated
printf '%-5s|%5s|\n' a b cc dd; printf '%s\n' {1..3}; printf '%d%%\n' 50; printf '%x %o %e\n' 255 8 1234.5; printf '%5.2f|%-8s|%+d\n' 3.14159 hi 5

#### printf %b %q together
printf '%b %q\n' 'a\tb' "it's"; printf '%q\n' $'a\tb' 'x;y' ''; printf '%s %s\n' "$(printf '%q' '$x')" end

#### echo combos
echo -e 'a\nb\tc\\d'; echo -n no newline; echo; echo -E 'a\nb'; echo "a\tb"; echo -e '\x41\u0042\103'; echo a -n b

#### cd chains
mkdir -p a/b/c; cd a; cd b; cd c; echo ${PWD##*/}; cd ../..; echo ${PWD##*/}; cd -; cd; echo "$OLDPWD" | grep -o 'a/b/c'

#### pushd in loop
mkdir x y; for d in x y; do pushd $d > /dev/null; pwd; popd > /dev/null; done; dirs

#### set -- with special args
set -- -a '--' '' 'x y' $'\n'; echo $#; printf '<%s>' "$@"; echo; set -- "${@:2}"; echo $#

#### shift all and negative
set -- 1 2 3; shift 3; echo $#; shift; echo $?; set -- a; shift 0; echo $1

#### eval nesting and quoting
x='echo "$y"'; y='a  b'; eval "$x"; eval eval '"$x"'; eval 'for i in 1 2; do' 'echo $i;' done; eval "x=\$(echo sub)"; echo $x; eval 'f() { echo ev; }'; f; eval 'return 2>/dev/null' ; echo $?

#### exec in function with fds
f() { exec 7>f7; echo data >&7; exec 7>&-; }; f; cat f7; { exec 8>&1; } 2>/dev/null; echo eight >&8

#### hash output and reset on PATH change
hash -r; ls > /dev/null; hash -t ls; PATH=$PATH:/x; hash -t ls 2>/dev/null; echo $?

#### let and (( )) sideeffects
let a=1 b=a+1; echo $a $b; ((c=a+b, d=c*2)); echo $c $d; let 'e = a > b ? 1 : 0'; echo $? $e; ((a++ || b++)); echo $a $b

#### local arrays and set -u
set -u; f() { local -a arr; echo ${#arr[@]}; local x; echo "${x-unset}"; }; f

#### source with return and args restored
echo 'echo "$@"; set -- changed; return 4' > s; set -- o1 o2; . ./s i1; echo $? "$@"; . ./s; echo "$@"

#### times and caller format
f() { caller 0 | wc -w; }; f; times | wc -l

#### trap list after set and unset
trap 'a' INT; trap 'b' TERM; trap - INT; trap | wc -l; trap -- '' HUP; trap -p HUP; (trap -p | wc -l)

#### ulimit -a lines and -H -S
ulimit -a | wc -l; ulimit -Hn >/dev/null; echo $?; ulimit -n nope; echo $?

#### unset -n and -f -v mixes
x=1; declare -n r=x; unset -n r; echo $x; f() { :; }; f=1; unset -v f; type -t f; unset f; type -t f; echo done

#### export -n and subshell
export A=1; (export -n A; bash -c 'echo "[$A]"'); bash -c 'echo "[$A]"'; A= ; bash -c 'echo "[$A]"'

#### readonly arrays and functions
readonly -a R=(1 2); R[0]=5; echo "rc $?"

#### readonly array append
readonly -a R=(1 2); (R+=(3)); echo $?; (unset R); echo $?; (unset 'R[0]'); echo $?; (declare -a R=(9)); echo $?; echo ${R[@]}

#### nested quotes in trap
trap 'echo "it'"'"'s $1"' EXIT; set -- arg; exit

#### printf -v in loop building string
s=; for i in 1 2 3; do printf -v s '%s%02d,' "$s" $i; done; echo ${s%,}

#### mapfile transform
mapfile -t a < <(printf '%s\n' c a b); echo "${a[@]^^}"; mapfile -t -s1 -n1 b < <(seq 5); echo $b; mapfile -d, -t c <<< 'x,y,z'; echo ${#c[@]} "${c[1]}"

#### BASH_COMMAND in ERR trap and FUNCNAME
trap 'echo "err: $BASH_COMMAND in ${FUNCNAME[0]:-main}:$LINENO"' ERR; set -E; f() { false; }; f; (exit 2); true

#### PIPESTATUS preserved through assignments and tests
false | true | (exit 3); a=("${PIPESTATUS[@]}"); echo ${a[@]}; true | false; echo ${PIPESTATUS[1]} $?

#### negation and errexit
set -e; ! true; echo a; if ! true; then :; fi; echo b; ! false || echo c; (! true); echo notreached

#### command sub exit code in declare
set -e; f() { local x=$(false); echo survived; }; f; declare y=$(false); echo y; z=$(false) || echo z; w=$(false); echo no

#### jobs after fg with set -m
set -m; sleep 0.2 & fg %1 >/dev/null; jobs; echo $?

#### set -m pipeline job
set -m; sleep 0.1 | cat & wait; echo w

#### disown then jobs
sleep 0.2 & disown -h; jobs | wc -l; disown -a; jobs | wc -l

#### history expansions more
set -o history -H
echo first second third
echo !!:0 x
echo !echo:2
echo !?second?:$
echo !-3:*
echo "!-1"
: !#
!!:gs/x/y/

#### fc listing forms
set -o history
: one
: two
: three
fc -l -n 1 2
fc -l -1 -2
fc -lr 1 3
fc -l two
fc -l : 3

#### fc -s
set -o history
echo aaa
fc -s aaa=bbb
fc -s aaa=ccc echo
history | tail -3

#### HISTIGNORE and HISTCONTROL
set -o history
HISTIGNORE='ls*:pwd:[ab]*'
ls > /dev/null
pwd > /dev/null
bg 2>/dev/null
echo kept
HISTIGNORE=
HISTCONTROL=ignoreboth
 echo spaced
echo dup
echo dup
history

#### history -d ranges
set -o history
: a
: b
: c
: d
history -d 2-3
history
history -d -2
history

#### HISTFILE save at exit
HISTFILE=$PWD/h bash -c 'set -o history
echo x
echo y'; cat h

#### complete listing order and removal
complete -W 'a' a; complete -F f b c; complete -o nospace -d d; complete -p | sort; complete -r b; complete -p b; echo $?

#### compgen -W with quotes and prefix
compgen -W "one 'two three' four" -- t; compgen -W 'a b c' -P '<' -S '>' ; compgen -A function -W 'x' nosuch; echo $?

#### compgen -A variable prefix
MYV_A=1 MYV_B=2; compgen -v MYV_; compgen -A export HOM; unset MYV_A; compgen -v MYV_

#### compgen -k -b -a prefix
compgen -k wh; compgen -b read; alias zz1=x; compgen -a zz

#### prompt trim
PROMPT_DIRTRIM=2; mkdir -p a/b/c/d; cd a/b/c/d; p='\w'; echo "${p@P}"; cd /usr/bin; echo "${p@P}"

#### SECONDS arithmetic
SECONDS=10; sleep 2; echo $SECONDS; ((SECONDS+=5)); echo $SECONDS; SECONDS=x; echo $SECONDS

#### RANDOM seeds
RANDOM=123; a="$RANDOM $RANDOM"; RANDOM=123; b="$RANDOM $RANDOM"; [[ $a == "$b" ]] && echo same; echo $((RANDOM<32768))

#### LINENO in eval and functions after
f() { echo $LINENO; }
eval 'f'
f; echo $LINENO
eval $'\n\necho $LINENO'

#### BASH_ENV with functions
echo 'bf() { echo from-env; }' > e; BASH_ENV=e bash -c bf; echo 'bf' > s; BASH_ENV=e bash s

#### exec -c and env
(exec -c bash -c 'echo "[$HOME]"; echo ${PATH:+set}'); (exec -a custom bash -c 'echo $0')

#### nested command -v in PATH changes
mkdir bin1 bin2; printf 'echo one\n' > bin1/tool; printf 'echo two\n' > bin2/tool; chmod +x bin*/tool; PATH=$PWD/bin1:$PATH; tool; PATH=$PWD/bin2:$PATH; tool; type -a tool | wc -l; PATH=${PATH#*:} tool

#### 126 vs 127
mkdir d; ./d; echo $?; touch n; ./n; echo $?; ./nope; echo $?; nope; echo $?; PATH= nope; echo $?; chmod +x n; ./n; echo $?; printf '#!/nope\n' > i; chmod +x i; ./i; echo $?

#### ERR trap not in subshell unless errtrace
trap 'echo E' ERR; (false); (set -E; trap 'echo F' ERR; f() { false; }; f); x=$(false; echo v); echo $x

#### source not found messages
. nosuchfile; echo $?; source /nonexistent/x; echo $?; . .; echo $?

#### assignments among the arguments with set -k
set -k; f() { echo "$# ${x-unset} $*"; }; f a x=1 b; x=2 f y; set +k; f x=3
#### names in arithmetic errors 0
exec 2>&1; x=abc; a=(1 2); [[ ${x: 1+} == b ]]
echo $?
#### names in arithmetic errors 1
exec 2>&1; x=abc; a=(1 2); [[ ${x:0: 1+} == b ]]
echo $?
#### names in arithmetic errors 2
exec 2>&1; x=abc; a=(1 2); [[ ${a[1+]} == b ]]
echo $?
#### names in arithmetic errors 3
exec 2>&1; x=abc; a=(1 2); [[ ${a[@]: 1+} == b ]]
echo $?
#### names in arithmetic errors 4
exec 2>&1; x=abc; a=(1 2); [[ -v a[1+] ]]
echo $?
#### names in arithmetic errors 5
exec 2>&1; x=abc; a=(1 2); [[ a[1+] -eq 1 ]]
echo $?
#### names in arithmetic errors 6
exec 2>&1; x=abc; a=(1 2); [[ $[1+] == b ]]
echo $?
#### names in arithmetic errors 7
exec 2>&1; x=abc; a=(1 2); [[ ${x@P} == b ]]
echo $?
#### names in arithmetic errors 8
exec 2>&1; x=abc; a=(1 2); declare -i i=1+
echo $?
#### names in arithmetic errors 9
exec 2>&1; x=abc; a=(1 2); declare -i j; j=1+
echo $?
#### names in arithmetic errors 10
exec 2>&1; x=abc; a=(1 2); [[ $(j=1+) == b ]]
echo $?
#### names in arithmetic errors 11
exec 2>&1; x=abc; a=(1 2); [[ ${q:=$((1+))} == b ]]
echo $?
#### names in arithmetic errors 12
exec 2>&1; x=abc; a=(1 2); declare y=$((1+))
echo $?
#### names in arithmetic errors 13
exec 2>&1; x=abc; a=(1 2); declare b[1+]=3
echo $?
#### names in arithmetic errors 14
exec 2>&1; x=abc; a=(1 2); declare 'b[1+]=3'
echo $?
#### names in arithmetic errors 15
exec 2>&1; x=abc; a=(1 2); read 'a[1+]' <<< x
echo $?
#### names in arithmetic errors 16
exec 2>&1; x=abc; a=(1 2); printf -v 'a[1+]' x
echo $?
#### names in arithmetic errors 17
exec 2>&1; x=abc; a=(1 2); unset 'a[1+]'
echo $?
#### names in arithmetic errors 18
exec 2>&1; x=abc; a=(1 2); export z=$((1+))
echo $?
#### names in arithmetic errors 19
exec 2>&1; x=abc; a=(1 2); let 'a[1+]=2'
echo $?
#### names in arithmetic errors 20
exec 2>&1; x=abc; a=(1 2); let 'k=a[1+]'
echo $?
#### names in arithmetic errors 21
exec 2>&1; x=abc; a=(1 2); let 'k=${a[1+]}'
echo $?
#### names in arithmetic errors 22
exec 2>&1; x=abc; a=(1 2); test -v 'a[1+]'
echo $?
#### names in arithmetic errors 23
exec 2>&1; x=abc; a=(1 2); [ -v 'a[1+]' ]
echo $?
#### names in arithmetic errors 24
exec 2>&1; x=abc; a=(1 2); (( k=a[1+] ))
echo $?
#### names in arithmetic errors 25
exec 2>&1; x=abc; a=(1 2); (( ${a[1+]} ))
echo $?
#### names in arithmetic errors 26
exec 2>&1; x=abc; a=(1 2); eval 'echo $((1+))'
echo $?
#### names in arithmetic errors 27
exec 2>&1; x=abc; a=(1 2); eval 'echo ${a[1+]}'
echo $?
#### names in arithmetic errors 28
exec 2>&1; x=abc; a=(1 2); . /dev/stdin <<< 'echo $((1+))'
echo $?
#### names in arithmetic errors 29
exec 2>&1; x=abc; a=(1 2); . /dev/stdin <<< 'echo ${x:1+}'
echo $?
#### names in arithmetic errors 30
exec 2>&1; x=abc; a=(1 2); eval '[[ ${x:1+} ]]'
echo $?
#### names in arithmetic errors 31
exec 2>&1; x=abc; a=(1 2); eval 'a[1+]=5'
echo $?
#### names in arithmetic errors 32
exec 2>&1; x=abc; a=(1 2); [[ ${x:1+} =~ x ]]
echo $?
#### names in arithmetic errors 33
exec 2>&1; x=abc; a=(1 2); case ${x:1+} in esac
echo $?
#### names in arithmetic errors 34
exec 2>&1; x=abc; a=(1 2); for ((i=1+; i<2; i++)); do :; done
echo $?
#### names in arithmetic errors 35
exec 2>&1; x=abc; a=(1 2); shift $((1+))
echo $?
#### names in arithmetic errors 36
exec 2>&1; x=abc; a=(1 2); read -t $((1+)) </dev/null
echo $?
#### names in arithmetic errors 37
exec 2>&1; x=abc; a=(1 2); mapfile -n 1+ </dev/null
echo $?
#### names in arithmetic errors 38
exec 2>&1; x=abc; a=(1 2); local t=${x:1+}
echo $?
#### names in arithmetic errors 39
exec 2>&1; x=abc; a=(1 2); f() { local t=${x:1+}; }; f
echo $?
#### names in arithmetic errors 40
exec 2>&1; x=abc; a=(1 2); f() { local -i t=1+; }; f
echo $?
#### names in arithmetic errors 41
exec 2>&1; x=abc; a=(1 2); exec 2>&1 ${x:1+}
echo $?
#### names in arithmetic errors in conditions 0
exec 2>&1; [[ $((1/0)) == x ]]
echo $?
#### names in arithmetic errors in conditions 1
exec 2>&1; [[ "$((1/0))" == x ]]
echo $?
#### names in arithmetic errors in conditions 2
exec 2>&1; [[ $((1 +)) == x ]]
echo $?
#### names in arithmetic errors in conditions 3
exec 2>&1; [[ -n "$((1 +))" ]]
echo $?
#### names in arithmetic errors in conditions 4
exec 2>&1; [[ 1+ -eq 2 ]]
echo $?
#### names in arithmetic errors in conditions 5
exec 2>&1; [[ $((1+)) -eq 2 ]]
echo $?
#### names in arithmetic errors in conditions 6
exec 2>&1; (( $((1+)) ))
echo $?
#### names in arithmetic errors in conditions 7
exec 2>&1; let "$((1+))"
echo $?
#### names in arithmetic errors in conditions 8
exec 2>&1; x=$((1+))
echo $?
#### names in arithmetic errors in conditions 9
exec 2>&1; echo $((1+))
echo $?
#### names in arithmetic errors in conditions 10
exec 2>&1; : $((1+))
echo $?
#### names in arithmetic errors in conditions 11
exec 2>&1; [[ a == a && $((1+)) ]]
echo $?
#### names in arithmetic errors in conditions 12
exec 2>&1; [[ "$(( (n) ** 0 % $n >> n ))" == *b* ]]
echo $?
#### names in arithmetic errors in conditions 13
exec 2>&1; [[ "$(( n % $n >> n ))" == *b* ]]
echo $?
#### names in arithmetic errors in conditions 14
exec 2>&1; { [[ "$(( n % $n >> n ))" == *b* ]]; }
echo $?
#### names in arithmetic errors in conditions 15
exec 2>&1; { [[ "$(( n % $n >> n ))" == *b* ]]; } 2>&1
echo $?
#### names in arithmetic errors in conditions 16
exec 2>&1; { [[ "$(( 1 + ))" == *b* ]]; } 2>&1
echo $?
#### names in arithmetic errors in conditions 17
exec 2>&1; : ; { [[ "$(( 1 + ))" == *b* ]]; echo a; } 
echo $?
#### names in arithmetic errors in conditions 18
exec 2>&1; a() { [[ "$(( 1 + ))" == *b* ]]; }; a
echo $?
#### messages about read-only arrays
readonly -a R=(1 2); readonly -A M=([a]=1); readonly S=1; exec 2>&1; (R+=(3)); (declare -a R=(9)); (declare R=(9)); (declare -a R=x); (declare R=9); (declare S=2); (declare -A M=([b]=2)); (declare M=([b]=2)); (typeset -a S=(1)); (export R=(1)); (readonly R=(1)); f() { local -a R=(4); }; (f); (declare -g R=(1)); (declare 'R[1]=4'); (declare R[1]=4); (declare -i S=3); (declare S+=3); (readonly S=3); (export S=3); (declare +r S); (declare -a R+=(3)); echo $?
