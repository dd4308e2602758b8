#### posix: function name special builtin
set -o posix; (eval 'export() { :; }'; echo no); echo $?; set +o posix; export() { echo mine; }; export x; unset -f export

#### posix: special builtins found before functions
set -o posix; f=1; eval() { echo func; }; eval echo builtin

#### posix: alias and reserved
set -o posix; alias foo='echo al'; foo x

#### posix: assignment error exits
(set -o posix; readonly x=1; x=2; echo no); echo $?; (set -o posix; readonly x=1; x=2 :; echo no); echo $?; (set -o posix; readonly x=1; export x=2; echo no); echo $?; (set -o posix; readonly x=1; for x in a; do :; done; echo no); echo $?

#### posix: redirection error on special builtin
(set -o posix; : > /nosuch/x; echo no); echo $?; (set -o posix; echo > /nosuch/x; echo yes); (set -o posix; command : > /nosuch/x; echo yes); (set -o posix; eval : > /nosuch/x; echo no); echo $?

#### posix: unset readonly, shift, etc
(set -o posix; readonly r; unset r; echo no); echo $?; (set -o posix; shift 5; echo "s $?"); (set -o posix; set -o nosuch; echo no); echo $?; (set -o posix; . /nosuch; echo no); echo $?; (set -o posix; trap x NOPE; echo "t $?"); (set -o posix; export 1a; echo no); echo $?; (set -o posix; return; echo "ret $?"); (set -o posix; exit abc); echo $?

#### posix: syntax error in eval exits
(set -o posix; eval 'if'; echo no); echo $?

#### posix: inherit errexit in comsub
set -o posix; set -e; x=$(false; echo no) || echo caught "$x"; echo "$(false; echo in)"; echo end

#### posix: kill -l and trap
set -o posix; kill -l | head -2; kill -l 9; trap 'echo hi' TERM; trap; kill -SIGTERM $$ ; echo $?

#### posix: time and !
set -o posix; time -p :; ! false; echo $?

#### posix: cd and pwd
set -o posix; mkdir d; cd d; cd nosuch/..; echo $?; pwd

#### posix: export -p readonly -p format
set -o posix; export A=1; readonly B=2; export -p | grep A=1; readonly -p | grep B=2; export | grep ' A='; set | grep ^B=

#### posix: hash, type
set -o posix; type export; type -t .; command -V set; hash ls; type ls

#### posix: unset var/func
set -o posix; f() { :; }; unset f; type f 2>/dev/null; echo $?; x=1; x() { :; }; unset x; type -t x

#### posix: ${x:?} exits
(set -o posix; : ${x:?bad}; echo no); echo $?

#### posix: source args and PATH
set -o posix; mkdir p; echo 'echo sourced $*' > p/s; PATH=$PWD/p:$PATH; . s a b

#### posix: echo backslashes, printf
set -o posix; echo 'a\tb'; printf '%b\n' 'a\tb'; echo -n x; echo -e 'q'

#### posix: brace expansion and process subst
set -o posix; echo {a,b}; cat <(echo ps)

#### posix: local, declare etc still there
set -o posix; f() { local x=1; declare y=2; echo $x $y; }; f; [[ a == a ]] && echo cond

#### sh name
(exec -a sh bash -c 'echo $0; set -o | grep posix; echo {a,b}; x=1 export y=2; echo $x; f() { echo f; }; f')

#### background in function, jobs table
f() { sleep 0.1 & }; f; jobs | wc -l; wait; jobs

#### kill whole group 0 in subshell
bash -c 'trap "echo got; exit 3" TERM; kill -TERM 0; sleep 1; echo no' ; echo $?

#### nested trap inheritance
trap 'echo parent' USR1; bash -c 'trap; kill -USR1 $$; echo no'; echo $?; (trap 'echo child' USR1; kill -USR1 $BASHPID); kill -USR1 $$

#### trap with function and return value
h() { echo "handler $1"; return 9; }; trap 'h $?' USR1; (exit 4); kill -USR1 $$; echo $?

#### exit in trap with pending status
trap 'exit' EXIT; (exit 6); exit 7

#### EXIT trap sees vars and functions
f() { echo "f: $v"; }; trap f EXIT; v=5; exit 0

#### exit trap in function exit
f() { trap 'echo trapped $?' EXIT; exit 4; }; f

#### multiple traps and reset in function
trap 'echo a' EXIT; f() { trap - EXIT; }; f; echo end

#### ERR trap inside function with return
f() { trap 'echo E; return 5' ERR; false; echo no; }; f; echo $?

#### DEBUG trap with exit
trap 'echo D; exit 3' DEBUG; echo no

#### RETURN trap with source and function
trap 'echo RET' RETURN; f() { :; }; f; echo ':' > s; . ./s; set -o functrace; f

#### trap debug line numbers in function
f() {
  :
  :
}
set -T
trap 'echo L$LINENO' DEBUG
f
trap - DEBUG

#### unusual signals names
trap 'echo io' POLL 2>/dev/null; echo $?; trap 'echo c' CLD 2>/dev/null; echo $?; kill -l IOT 2>/dev/null; echo $?; kill -l SIGCHLD CHLD; trap '' SIGPIPE; trap -p PIPE

#### set -e and trap ERR ordering
trap 'echo err' ERR; trap 'echo exit' EXIT; set -e; f() { false; }; f

#### break out of loop in subshell pipeline
for i in 1 2; do echo $i | while read x; do break; done; echo after; done

#### loops with redirected stdin and ssh
printf 'a\nb\n' > f; while read x; do read y; echo "$x$y"; done < f

#### until and while status
until true; do :; done; echo $?; i=0; while ((i<2)); do ((i++)); false; done; echo $?; while false; do :; done; echo $?

#### for with IFS and glob
IFS=,; x='a,b c,d'; for i in $x; do echo "[$i]"; done; unset IFS; touch p1 p2; for i in p*; do echo $i; done; for i in nomatch*; do echo $i; done

#### case fallthrough statuses
case a in a) false;; esac; echo $?; case a in a) false;& b) ;; esac; echo $?; case a in a) (exit 3);;& *) ;; esac; echo $?

#### arithmetic for oddities
for ((;;)) do break; done; for ((i=0;i<2;)) { echo $i; ((i++)); }; for ((i=0,j=0;i<1;i++,j+=2)); do :; done; echo $j; for (( i = 5 ; i ; i-- )); do echo -n $i; done; echo

#### select REPLY handling
select x in a b c; do [[ -z $x ]] && { echo "bad $REPLY"; continue; }; echo "ok $x"; break; done <<< $'7\nz\n2' 2>/dev/null

#### coproc interplay
coproc { while read l; do echo "r:$l"; done; }; for i in 1 2; do echo $i >&${COPROC[1]}; read r <&${COPROC[0]}; echo $r; done; fd=${COPROC[1]}; exec {fd}>&-; wait; echo "[${COPROC_PID-gone}]"

#### exec replaces and traps in subshell
(trap 'echo no' EXIT; exec true); echo $?; (exec false); echo $?

#### return code of functions with redirections
f() { return 3; } > /dev/null; f; echo $?; g() { echo x; return 4; } 2>&1 | cat; g | cat; echo ${PIPESTATUS[0]}

#### here string and pipe precedence
echo pipe | cat <<< here; cat < /dev/null <<< last; cat <<< first < /dev/null

#### >& and &> with spaces
echo a >& out1; echo b &> out2; echo c 1>& out3; cat out1 out2 out3

#### fd juggling
exec 5>&1; (echo to5 >&5) ; { echo err >&2; } 2>&5; exec 5>&-; echo x >&5; echo $?

#### large fd variables
exec {fd}>&1; [[ $fd -ge 10 ]] && echo ok; echo v >&$fd; exec {fd}>&-; { echo $fd >&$fd; } {fd}>&1 | grep -c 1

#### noclobber append and rw
set -o noclobber; echo a > n; echo b >> n; echo c <> n 1>&0; cat n; echo d > n 2>/dev/null || echo refused; > n; echo $?
