#### pipestatus
true | false | (exit 3); echo ${PIPESTATUS[@]}; false; echo ${PIPESTATUS[@]}; ! false | true; echo ${PIPESTATUS[@]} $?; (exit 4); echo $? ${PIPESTATUS[0]}; true | true && echo ${PIPESTATUS[@]}; x=$(false | true; echo ${PIPESTATUS[@]}); echo $x ${PIPESTATUS[@]}; if false | true; then echo ${PIPESTATUS[@]}; fi; for i in 1; do false; done; echo ${PIPESTATUS[@]}; { false | (exit 2); }; echo ${PIPESTATUS[@]}; [[ a == b ]]; echo ${PIPESTATUS[@]}; ((0)); echo ${PIPESTATUS[@]}; x=1; echo ${PIPESTATUS[@]}; f() { return 5; }; f | f; echo ${PIPESTATUS[@]}; f; echo ${PIPESTATUS[@]}; declare -p PIPESTATUS; PIPESTATUS=9; echo ${PIPESTATUS[@]}

#### pipefail
set -o pipefail; false | true; echo $?; (exit 3) | (exit 2) | true; echo $?; true | true; echo $?; ! false | true; echo $?; if false | true; then echo y; else echo n; fi; set +o pipefail; false | true; echo $?

#### lastpipe
shopt -s lastpipe; x=0; echo 5 | read x; echo $x; seq 3 | while read i; do ((s+=i)); done; echo $s; echo a | exit 3; echo no

#### lastpipe with set -m
shopt -s lastpipe; set -m; echo a | read x; echo "[$x]"

#### bang
! true; echo $?; ! false; echo $?; ! (exit 3); echo $?; ! ! true; echo $?; ! ! ! true; echo $?; ! true | false; echo $?; ! { false; }; echo $?; !; echo $?; ! x=5; echo $? $x; ! [[ a ]]; echo $?

#### sigpipe
yes | head -1; echo ${PIPESTATUS[@]}; (trap '' PIPE; yes 2>/dev/null | head -1; echo ${PIPESTATUS[@]}); bash -c 'echo a; echo b' | true; seq 100000 | head -1; echo ${PIPESTATUS[0]}

#### errexit basics
set -e; true; (exit 0); false || true; false && true; ! true; ! false; if false; then :; fi; while false; do :; done; until true; do :; done; x=$(false) || echo caught; echo $(false); echo alive; x=$(false); echo no

#### errexit each
for s in 'false' '(false)' '{ false; }' 'f() { false; }; f' 'x=$(false)' 'false | true' 'true | false' '[[ a == b ]]' '((0))' 'let 0' '! true' 'false && true' 'true && false' 'false || false' 'if false; then :; else false; fi' 'for i in 1; do false; done' 'while true; do false; break; done' 'case a in a) false;; esac' 'eval false' '. ./nosuch' 'cd nosuch' 'nosuch' 'echo > no/f' 'local x=$(false)' 'declare x=$(false)' 'export x=$(false)' 'readonly x=$(false)' 'x=$(exit 3)' 'echo $(exit 3)' 'test a = b' 'false & wait $!' 'false & wait' '{ false; } || true' '(false; true)' '{ false; true; }' 'f() { false; true; }; f || true' 'f() { false; true; }; if f; then echo y; fi' 'f() { false; true; }; f && echo' '(false; echo x) || true' 'x=$(false; echo x) || true; echo $x' 'x=$(false; echo x); echo $x' 'return 3' 'f() { return 3; }; f' 'time false' 'coproc false; wait $!' 'trap false USR1; kill -USR1 $$' 'read x < /dev/null' 'shift 5' 'unset 1x' 'select x in a; do :; done < /dev/null' 'command false' 'builtin false' 'exec 3< nosuch' ': ${x?err}' 'a=(1); a[-5]=1' '[ a' 'kill -0 99999999' 'false; echo z' 'exit 5' 'true | (false; echo q)' 'echo a | { false; cat; }' '! { false; echo q; }' 'until false; do break; done' 'f() { set +e; false; echo c; }; f' 'set +e; false; echo d' 'while ! false; do break; done' '(set +e; false; echo e)' 'false || (exit 4)' 'true && { false; echo f; }' 'if ! false; then false; fi' 'trap "echo T" EXIT; false' 'trap "echo E" ERR; false' 'shopt -s inherit_errexit; x=$(false; echo i); echo $x' 'set -o posix; x=$(false; echo p); echo $x' 'echo "$(false; echo in)"' 'f() { local x=$(false); echo g; }; f' 'cat <(false)' 'diff_=1; false > f' 'x=1 false' 'false 2> no/f' '[[ a =~ ( ]]' 'let 1/0' 'i=5; while ((i--)); do [[ $i == 3 ]] && continue; done' 'f() { [[ -n $1 ]] && echo; }; f' 'f() { if false; then :; fi; }; f' 'f() { false || return 2; }; f' 'true; false; true' '. /dev/stdin <<< false' 'printf "%d" abc' 'set -o pipefail; false | true' 'x=$( (exit 7) )' 'mapfile -z' 'alias nosuch' 'type nosuch' 'hash nosuch' 'getopts a x' 'ulimit -z' 'umask 9' 'break' 'wait 99999'; do bash -ec "$s; echo alive" 2>/dev/null < /dev/null; echo "$? <- $s"; done

#### errexit nested conditions
set -e; f() { g; echo f; }; g() { false; echo g; }; f || echo h; if f; then echo i; fi; ! f; f && echo j; while f; do break; done; (f) || true; x=$(f) || true; { f; } || true; f | cat; echo end; f; echo no

#### errexit subshell
set -e; (set +e; false; echo a); ( false; echo no ) && echo x; echo b; (false; echo no); echo c

#### errexit cmdsub
set -e; echo $(false; echo a); x=$(false; echo b); echo $x; shopt -s inherit_errexit; echo $(false; echo c); x=$(false; echo d); echo no

#### errexit function with redirect, pipelines
set -e; f() { false; echo x; } > /dev/null; f; echo no

#### errexit in sourced and eval cond
set -e; echo 'false; echo in' > s; . ./s || true; if . ./s; then :; fi; eval 'false; echo ev' || true; eval 'false; echo no'; echo no2

#### nounset exit status
bash -uc 'echo $x'; echo $?; bash -c 'set -u; (echo $x); echo $?; echo $y; echo no'; echo $?; bash -uc 'f() { echo $x; }; f; echo no'; echo $?

#### ${x?} 
(echo ${x?}; echo no); echo $?; (echo ${x:?msg}; echo no); echo $?; (: ${x?a b}; echo no); echo $?; x=; (echo ${x?}; echo ok); (echo ${x:?}; echo no); echo $?; bash -c ': ${x?}; echo no'; echo $?

#### fatal errors
bash -c 'readonly x=1; x=2; echo no'; echo $?; bash -c 'echo ${x!y}; echo no'; echo $?; bash -c 'echo $((1/0)); echo no'; echo $?; bash -c 'echo ${a b}; echo no'; echo $?; bash -c 'a=(1 2); echo ${a[1/0]}; echo no'; echo $?; bash -c 'x=${y:1:z z}; echo no'; echo $?; bash -c 'declare -i i=1/0; echo yes'; echo $?; bash -c '((1/0)); echo yes'; echo $?; bash -c 'for ((1/0;;)); do :; done; echo yes'; echo $?; bash -c '[[ 1/0 -eq 0 ]]; echo yes'; echo $?; bash -c 'let 1/0; echo yes'; bash -c '. nosuch; echo yes'; bash -c 'shift 9; echo yes'; bash -c 'unset -z; echo yes'; bash -c 'break; echo yes'; bash -c 'return; echo yes'; bash -c 'exec 3<nosuch; echo no'; bash -c 'set -o nosuch; echo yes'; bash -c 'eval "if"; echo yes'; bash -c 'cd nosuch; echo yes'; bash -c 'x[1/0]=1; echo yes'; bash -c 'echo `if`; echo yes'; bash -c 'echo $(if); echo yes'; bash -c 'f() { echo $((1/0)); }; f; echo no'; bash -c '(echo $((1/0))); echo yes'; bash -c 'echo a | echo $((1/0)); echo yes'; bash -c 'trap "echo $((1/0))" EXIT; echo yes'; bash -c 'if echo $((1/0)); then :; fi; echo no'; bash -c 'echo $((1/0)) || echo no; echo no'; bash -c 'x=$((1/0)); echo no'; bash -c 'x=$((1/0)) true; echo no'

#### fatal multi-line continues
bash -c 'echo $((1/0))
echo next line'; echo $?; bash -c 'readonly x=1
x=2
echo next'; echo $?; bash -c 'echo ${x?}
echo no'; echo $?; printf 'echo $((1/0))\necho next\nreadonly x=1\nx=2; echo same\necho after\necho ${x!}\necho end\n' > s; bash s; echo $?; bash < s; . ./s; echo $?

#### loops
for i; do echo $i; done; set a b; for i; do echo $i; done; for i in; do echo no; done; echo $?; for i in "$@" c; do echo $i; done; for ((i=0; i<3; i++)); do echo $i; done; for ((;;)); do break; done; for ((i=0,j=5;i<j;i++,j--)) { echo $i$j; }; for i in a b; { echo $i; }; for i in 1 2
do echo $i; done; i=0; while [ $i -lt 2 ]; do echo $i; ((i++)); done; until ((i==0)); do ((i--)); done; echo $i; while false; do :; done; echo $?; for x in 'a b' c; do echo "$x"; done; for i in {1..3} $(echo p q); do echo $i; done; for i in 1 2 3; do :; done; echo $i

#### for errors
for 1x in a; do echo; done; echo $?

#### for readonly var
readonly r; for r in 1 2; do echo $r; done; echo $?

#### select
select x in a b c; do echo "$x $REPLY"; break; done <<< 2; select x in a b; do echo "[$x] $REPLY"; [ $REPLY = q ] && break; done <<< $'9\n\nfoo\nq'; echo $?; select x in a; do echo; done < /dev/null; echo $?; PS3='pick> '; select x in 'a b' c; do echo $x; break; done <<< 1; set p q; select x; do echo $x; break; done <<< 2; select x in; do echo no; done; echo $?

#### if
if true; then echo a; elif true; then echo b; else echo c; fi; if false; then echo a; elif true; then echo b; fi; if false; then :; elif false; then :; else echo c; fi; if false; then :; fi; echo $?; if (exit 3); then :; elif (exit 4); then :; fi; echo $?; if true; then false; fi; echo $?; if ! false; then echo d; fi; if true && false || true; then echo e; fi; if [ a ] && [[ b ]] && ((1)); then echo f; fi; if x=$(false); then :; else echo g; fi; if { false; true; }; then echo h; fi; if false; true; then echo i; fi

#### and or
true && echo a || echo b; false && echo a || echo b; true || echo a && echo b; false || false || echo c; true && true && echo d; false && true || true && echo e; true &&
echo f; false ||
# comment
echo g; { true && false; } || echo h; (false) || echo i

#### subshell state
x=1; (x=2; cd /; set -f; trap 'echo t' USR1; f() { :; }; alias q=w; umask 0; shopt -s nullglob; exit 3); echo $? $x $PWD $- $(umask); type f 2>/dev/null; echo $?; ( ( (echo deep $BASH_SUBSHELL) ) ); (exec 3>f); echo $BASH_SUBSHELL; { echo $BASH_SUBSHELL; }; echo $(echo $BASH_SUBSHELL) | { cat; echo $BASH_SUBSHELL; }

#### group
{ echo a; echo b; }; { echo c
}; { { echo d; }; }; { false; }; echo $?; { :; } && echo e; { x=5; }; echo $x; { return; } 2>/dev/null; echo f

#### time
TIMEFORMAT='%R %U %S %P'; (time true) 2>&1 | tr 0-9 N; TIMEFORMAT='%3R|%lR|%1lR|%0U|%%|x'; (time :) 2>&1 | tr 0-9 N; TIMEFORMAT='%q'; (time :) ; echo $?; TIMEFORMAT=; time :; unset TIMEFORMAT; (time -p true) 2>&1 | tr 0-9 N; (time true) 2>&1 | tr 0-9 N; (time) 2>&1 | tr 0-9 N; (time -- true) 2>&1 | wc -l; (time ! true); echo $?; (! time true) 2>/dev/null; echo $?; (time time true) 2>&1 | wc -l; (time true | sleep 0) 2>&1 | wc -l; (time { true; false; }) 2>/dev/null; echo $?; TIMEFORMAT='%5R'; (time :) 2>&1 | tr 0-9 N; TIMEFORMAT=$'a\tb\n'; (time :) 2>&1; TIMEFORMAT='a\tb'; (time :) 2>&1; time -x; echo $?

#### time posix
set -o posix; (time -p true) 2>&1 | tr 0-9 N; time -x true; echo $?

#### time shortcuts
time ; echo $?; time | cat; echo $?

#### exit statuses
nosuch; echo $?; ./nosuch; echo $?; touch f; ./f; echo $?; mkdir d; ./d; echo $?; d; echo $?; /; echo $?; printf 'exit 5' > s; chmod +x s; ./s; echo $?; (kill -9 $BASHPID); echo $?; (exit 300); echo $?; sh -c 'kill -TERM $$'; echo $?; f/x; echo $?; ''; echo $?; ' '; echo $?; "a b"; echo $?; $'a\nb'; echo $?; $x; echo $?; $(false); echo $?; $(true); echo $?; x=$(exit 3) $(exit 4); echo $?; "$x"; echo $?

#### command not found handle
command_not_found_handle() { echo "nf: $*"; return 42; }; nosuchcmd a b; echo $?; ./nosuch; echo $?; nosuch2 | cat; command nosuch3; echo $?; (exec nosuch4); echo $?; x=$(nosuch5); echo $x; command_not_found_handle() { echo "$BASHPID $$" | { read a b; [ $a != $b ] && echo sub; }; exit 3; }; nosuch; echo $?

#### temp env
x=1; x=2 eval 'echo $x'; echo $x; x=3 bash -c 'echo $x'; f() { echo $x; x=9; }; x=4 f; echo $x; x=5 y=$x bash -c 'echo $x $y'; x=6 :; echo $x; x=7 export x; echo $x; IFS=: read a b <<< 1:2; echo "$a $b"; PATH=/nosuch ls; echo $?; HOME=/x eval 'echo ~'; x=8 echo $x; x=a x=b bash -c 'echo $x'; x+=z bash -c 'echo $x'; echo $x; a=(1); a[0]=5 bash -c 'echo ${a[0]-none}'; LC_ALL=C true; x=1 x=2; echo $x

#### posix temp env special
set -o posix; x=1 :; echo $x; x=2 eval :; echo $x; x=3 export y=1; echo $x; f() { :; }; x=4 f; echo $x; x=5 true; echo $x; x=6 . /dev/null; echo $x; x=7 command :; echo $x; x=8 set --; echo $x; x=9 exec; echo $x; x=10 unset z; echo $x; x=11 readonly q=1; echo $x; x=12 shift 0; echo $x; x=13 times > /dev/null; echo $x; x=14 trap; echo $x
