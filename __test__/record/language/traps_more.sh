#### trap listing
trap 'echo a' INT TERM; trap "echo 'q'" EXIT; trap; trap -p; trap -p INT; trap -p EXIT TERM; trap -p QUIT; echo $?; trap - EXIT

#### trap P
trap 'echo a' INT; trap -P INT; trap -P INT TERM; echo $?; trap -P; echo $?

#### trap -l
trap -l; trap -l | head -3

#### trap p order names
trap 'x' 15 2 1 ERR DEBUG RETURN; trap - DEBUG; trap; trap -p SIGINT ERR return

#### trap quoting
trap 'echo "a"; echo $x' USR1; trap -p USR1; trap "it's" USR1; trap -p USR1; trap $'a\nb' USR1; trap -p USR1; trap '' USR1; trap -p USR1; trap - USR1; trap -p USR1

#### trap reset forms
trap 'echo x' INT; trap - INT; trap; trap 'echo x' INT; trap INT; trap; trap 'echo x' 2; trap 2; trap; trap 'echo x' INT; trap -- - INT; trap; trap 'echo x' 2 15; trap 2 15; trap

#### trap invalid
trap x NOSUCH; echo $?; trap x 99; echo $?; trap x -1; echo $?; trap -z; echo $?; trap x; echo $?; trap -p NOSUCH; echo $?; trap x ''; echo $?; trap x INT NOSUCH TERM; echo $?; trap

#### trap single arg
trap 'foo'; echo $?; trap ''; echo $?; trap -; echo $?; trap --; echo $?

#### trap KILL STOP
trap 'x' KILL; echo $?; trap 'x' STOP; echo $?; trap; trap -p KILL

#### trap case
trap 'echo got' usr1; kill -USR1 $$; trap 'echo got2' SigUsr2; kill -usr2 $$; trap 'echo e' exit; trap

#### trap exit status
trap 'echo "exit $?"' EXIT; false; exit 3

#### trap exit changes status
trap 'exit 5' EXIT; exit 3

#### trap exit false
trap 'false' EXIT; exit 3

#### trap exit in subshell
trap 'echo outer' EXIT; (echo sub); (trap 'echo inner' EXIT; echo sub2); x=$(trap 'echo cs' EXIT; echo body); echo "$x"

#### trap exit in subshell exec
(trap 'echo inner' EXIT; exec echo hi); echo done

#### trap EXIT in function
f() { trap 'echo fexit' EXIT; echo in; }; f; echo after

#### trap 0
trap 'echo zero' 0; trap -p;

#### trap exit from pipeline
{ trap 'echo p' EXIT; echo a; } | cat; echo b

#### trap exit in bg
{ trap 'echo bg' EXIT; } & wait; echo fg

#### trap EXIT unset
trap 'echo no' EXIT; trap - EXIT; echo done

#### trap EXIT with errexit
set -e; trap 'echo "exit $?"' EXIT; false; echo no

#### trap EXIT with unset var
set -u; trap 'echo "exit $?"' EXIT; echo $nope; echo no

#### trap EXIT return in trap
trap 'return 3; echo x' EXIT; true

#### trap EXIT nested exit
trap 'echo a; exit 7; echo b' EXIT; exit 1

#### trap EXIT syntax error
trap 'if' EXIT; echo x

#### trap in trap
trap 'trap "echo second" EXIT; echo first' EXIT

#### trap signals in order
trap 'echo int' INT; trap 'echo term' TERM; kill -INT $$; kill -TERM $$; echo end

#### trap status preserved
trap 'false' USR1; true; kill -USR1 $$; echo $?; trap 'echo "in $?"' USR1; (exit 5); kill -USR1 $$; echo $?

#### trap ignore
trap '' TERM; kill $$; echo alive; (kill $BASHPID; echo alive2); bash -c 'kill $$; echo alive3; trap; trap - TERM; kill $$; echo alive4'; trap - TERM; bash -c 'trap; kill $$; echo no'; echo $?

#### trap in subshell listing
trap 'echo a' INT; trap '' TERM; (trap); (trap 'echo b' USR1; trap); x=$(trap); echo "$x"; trap -p | cat

#### trap subshell -p INT
trap 'echo a' INT; (trap -p INT; trap - USR1; trap -p INT); (trap 'x' HUP; trap -p INT)

#### trap ERR
trap 'echo "err $?"' ERR; false; (exit 3); ! true; ! false; false || true; false && true; if false; then :; fi; while false; do :; done; true | false; false | true; [ a = b ]; [[ a = b ]]; ((0)); let 0; x=$(false); nosuch 2>/dev/null

#### trap ERR functions
trap 'echo "err $?"' ERR; f() { false; echo in; return 2; }; f; set -E; f; set +E; f || true; (false); { false; }

#### trap ERR errtrace subshell
set -E; trap 'echo "E $BASH_SUBSHELL"' ERR; (false; true); x=$(false; echo q); echo $x

#### trap ERR LINENO
trap 'echo "line $LINENO cmd $BASH_COMMAND"' ERR
false

x=$(exit 4)
f() {
  false
}
f
set -E
f

#### trap ERR with errexit
set -e; trap 'echo err; trap - EXIT' ERR; trap 'echo exit' EXIT; false; echo no

#### trap ERR in function set
f() { trap 'echo ferr' ERR; false; }; f; false

#### trap ERR return
trap 'echo E' ERR; f() { return 1; }; f; f && true; f || true; ! f; if f; then :; fi

#### trap DEBUG
trap 'echo "D: $BASH_COMMAND"' DEBUG; echo a; x=1; for i in 1 2; do echo $i; done; if true; then echo y; fi; while false; do :; done; case x in x) echo c;; esac; ((1)); [[ a ]]; { echo g; }; (echo s); f() { echo f; }; f; echo a | cat; select q in a; do break; done </dev/null; for ((i=0;i<2;i++)); do :; done; ! true; trap - DEBUG; echo end

#### trap DEBUG functrace
trap 'echo "D: $BASH_COMMAND ${FUNCNAME[0]}"' DEBUG; f() { echo a; echo b; }; f; set -T; f; set +T; declare -ft f; f

#### trap DEBUG LINENO
trap 'echo "$LINENO"' DEBUG
echo a
x=1 y=2
if true
then
  echo b
fi
f() {
  echo c
}
f

#### trap DEBUG status
trap 'false' DEBUG; true; echo $?; false; echo $?

#### trap DEBUG in subshell
trap 'echo D' DEBUG; (echo a; echo b); x=$(echo c); echo "$x"; set -T; (echo a; echo b)

#### trap DEBUG extdebug skip
shopt -s extdebug; trap '[[ $BASH_COMMAND != "echo no" ]]' DEBUG; echo yes; echo no; echo yes2

#### trap DEBUG extdebug return 2
shopt -s extdebug; f() { echo 1; echo skip; echo 2; }; trap 'if [[ $BASH_COMMAND == "echo skip" ]]; then (exit 2); fi' DEBUG; f; echo "after $?"

#### trap RETURN
trap 'echo R' RETURN; f() { echo f; }; f; set -T; f; trap; set +T; declare -ft f; f

#### trap RETURN source
trap 'echo R' RETURN; echo 'echo in' > s; . ./s; . ./s

#### trap RETURN in function
f() { trap 'echo "R $? $FUNCNAME"' RETURN; return 3; }; f; echo $?; g() { :; }; g; f

#### trap RETURN nested
set -T; trap 'echo "R ${FUNCNAME[0]}"' RETURN; f() { g; }; g() { :; }; f

#### trap return from signal trap in function
f() { kill -USR1 $$; echo not; }; trap 'return 5' USR1; f; echo $?

#### trap break in trap
trap 'break' USR1; for i in 1 2 3; do echo $i; kill -USR1 $$; echo x; done; echo end

#### trap exit in signal
trap 'echo t; exit 9' TERM; kill $$; echo no

#### trap in loop
n=0; trap '((n++))' USR1; for i in 1 2 3; do kill -USR1 $$; done; echo $n

#### trap wait interrupted
trap 'echo got' USR1; (sleep 0.2; kill -USR1 $$) & sleep 2 & wait $!; echo $?; kill $!

#### trap sleep deferred
trap 'echo got' USR1; (sleep 0.1; kill -USR1 $$) & sleep 0.3; echo after

#### trap CHLD
trap 'echo chld' CHLD; (exit 3) & wait; echo done; trap; /bin/true; echo x

#### trap multiple kill same
trap 'echo u' USR1; kill -USR1 $$; kill -USR1 $$; echo e

#### trap with vars at time
x=1; trap "echo $x" USR1; x=2; kill -USR1 $$; trap 'echo $x' USR1; kill -USR1 $$

#### trap -p reuse
trap 'echo hi' EXIT; t=$(trap -p EXIT); trap - EXIT; eval "$t"; trap

#### trap -- dash action
trap -- 'echo x' EXIT; trap -p

#### trap lineno in signal
trap 'echo $LINENO' USR1


kill -USR1 $$

#### trap EXIT lineno
trap 'echo $LINENO' EXIT

true

#### trap EXIT in sourced
echo 'trap "echo E" EXIT' > s; . ./s; echo after

#### trap EXIT in eval exit
trap 'echo E $?' EXIT; eval 'exit 4'

#### trap and exec
trap 'echo E' EXIT; exec echo hi

#### trap and exec fails
trap 'echo E' EXIT; exec nosuch; echo no

#### trap DEBUG and functions list
trap 'echo D' DEBUG; trap -p DEBUG; trap - DEBUG; trap -p DEBUG

#### trap in function listing DEBUG
trap 'echo D' DEBUG; f() { trap -p DEBUG; }; f; trap - DEBUG

#### trap SIG0 and rt
trap 'echo' RTMIN RTMAX RTMIN+1 RTMAX-1; trap; trap 'q' SIGRTMIN+3; trap -p RTMIN+3; trap x RTMIN+99; echo $?

#### trap posix names
set -o posix; trap 'echo a' INT; trap; trap 'echo x' SIGTERM; trap; trap 'x' usr1; echo $?

#### trap posix -p all
set -o posix; trap -p INT; trap -p | head -3

#### trap EXIT after syntax error
trap 'echo E $?' EXIT; eval 'if'; echo $?

#### trap ERR pipefail
set -o pipefail; trap 'echo E' ERR; false | true; true

#### trap ERR not in cond list
trap 'echo E' ERR; { false; } && true; { false; true; } ; (false) || true; f() { false; true; }; set -E; f && true; f; f || true

#### trap ERR subst in assignment
trap 'echo E' ERR; x=$(false); local y 2>/dev/null; declare z=$(false); export q=$(false); echo done

#### ERR and time and coproc
trap 'echo E' ERR; time false 2>/dev/null; TIMEFORMAT=; time false; time { false; }

#### trap USR1 in cmdsub
trap 'echo u' USR1; x=$(kill -USR1 $$; echo a); echo "$x"

#### trap EXIT bash -c last
bash -c 'trap "echo E" EXIT; echo a'; bash -c 'trap "echo E" EXIT; false'; echo $?

#### trap INT exit status
bash -c 'trap "echo I" INT; kill -INT $$; echo after'; echo $?

#### trap empty string exits
bash -c 'trap "" EXIT; exit 3'; echo $?

#### trap TERM then default by -
trap 'echo T' TERM; kill $$; trap - TERM; (kill $BASHPID); echo $?

#### trap status in exit trap from signal
bash -c 'trap "echo E \$?" EXIT; kill -INT $$; echo no'; echo $?

#### functions and traps ERR line in BASH_LINENO
set -E; trap 'echo "${BASH_LINENO[@]} ${FUNCNAME[@]} ${BASH_SOURCE[@]}"' ERR
f() { false; }
g() { f; }
g
