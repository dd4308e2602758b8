#### EXIT
trap 'echo bye' EXIT; echo hi
#### EXIT sees status
trap 'echo "s $?"' EXIT; exit 3
#### EXIT changes status
trap 'exit 7' EXIT; exit 3
#### EXIT with false keeps the status
trap 'false' EXIT; true
#### EXIT in subshell
(trap 'echo sub' EXIT; echo in); trap 'echo top' EXIT; (echo not inherited); x=$(trap 'echo cs' EXIT; echo y); echo $x
#### EXIT removed
trap 'echo no' EXIT; trap - EXIT; trap 'echo no2' 0; trap 0; echo end
#### EXIT in function
f() { trap 'echo at end' EXIT; echo f; }; f; echo after
#### EXIT and exec
trap 'echo no' EXIT; exec true
#### EXIT twice and nested exit
trap 'echo a; exit 4; echo b' EXIT; echo x; exit 2
#### EXIT in pipeline and background
{ trap 'echo p' EXIT; echo in; } | cat; { trap 'echo b' EXIT; } & wait; echo end
#### EXIT runs after error
trap 'echo trap $?' EXIT; nosuch; echo $?; ${x?missing}; echo no
#### EXIT with unset
set -u; trap 'echo trap $?' EXIT; echo $nope; echo no
#### DEBUG
trap 'echo "[$BASH_COMMAND]"' DEBUG; echo a; x=1; [[ a ]]; ((1)); for i in 1 2; do echo $i; done; case a in a) echo c;; esac; if true; then echo t; fi; trap - DEBUG; echo z
#### DEBUG in functions
f() { echo f; }; trap 'echo D' DEBUG; f; set -T; f; trap - DEBUG; echo e
#### DEBUG with pipelines and subshells
trap 'echo D >&2' DEBUG; echo a | cat; (echo b); x=$(echo c); trap - DEBUG
#### DEBUG LINENO
trap 'echo $LINENO' DEBUG
echo a
x=1

echo b
#### RETURN
f() { trap 'echo ret' RETURN; echo in; }; f; g() { echo g; }; g; trap - RETURN; f() { echo f; }; trap 'echo R' RETURN; f; . /dev/stdin <<< 'echo sourced'; set -T; f
#### signals
trap 'echo usr1' USR1; kill -USR1 $$; echo after; trap 'echo term $?' TERM; false; kill $$; echo s $?; trap - TERM; trap '' INT; kill -INT $$; echo ignored
#### uncaught signal
(kill -TERM $BASHPID; echo no); echo $?; bash -c 'kill -9 $$'; echo $?; bash -c 'kill -INT $$; echo no'; echo $?
#### trap printing
trap 'echo "a b"' EXIT; trap "it's" INT; trap '' QUIT; trap; trap -p INT; trap -p EXIT QUIT; trap - EXIT; trap -p EXIT
#### trap names
trap 'echo x' SIGUSR1 usr2 15; trap; trap - USR1 SIGUSR2 TERM; trap; trap 'x' NOSUCH; echo $?; trap x 99; echo $?
#### trap listing
trap -l | head -n 1; kill -l 9 15 USR1 137; kill -l SIGHUP
#### trap resets in subshell
trap 'echo parent' USR1; (kill -USR1 $BASHPID; echo no); echo $?; (trap; trap 'echo own' USR1; kill -USR1 $BASHPID; echo yes)
#### ignored signals stay ignored in subshell
trap '' USR1; (kill -USR1 $BASHPID; echo alive; trap 'echo now' USR1; kill -USR1 $BASHPID; echo end); bash -c 'kill -USR1 $$; echo alive2'
#### trap during wait
trap 'echo got' USR1; { sleep 0.2; kill -USR1 $$; } & wait; echo "s $?"; wait; echo end
#### wait for a job interrupted
trap 'echo alarm' ALRM; sleep 5 & p=$!; (sleep 0.1; kill -ALRM $$) & wait $p; echo $(( $? > 128 )); kill $p
#### trap in a loop
trap 'n=$((n+1))' USR1; for i in 1 2 3; do kill -USR1 $$; done; echo $n
#### trap action errors
trap 'nosuch; echo after' EXIT; trap 'echo "$(' USR1; kill -USR1 $$; echo x
#### trap with break and return
trap 'break' USR1; for i in 1 2 3; do echo $i; kill -USR1 $$; done; f() { trap 'return 5' USR2; kill -USR2 $$; echo no; }; f; echo $?
#### signal while running a child
trap 'echo caught' TERM; bash -c 'kill -TERM $PPID'; echo after
#### kill job
sleep 100 & kill $!; wait $!; echo $?; sleep 100 & kill -9 %1; wait %1; echo $?; kill 999999; echo $?; kill -0 $$; echo $?; kill; echo $?
#### kill forms
trap 'echo u' USR1; kill -s USR1 $$; kill -n 10 $$; kill -SIGUSR1 $$; kill -10 $$; kill -USR1 -- $$; kill -FOO $$; echo $?
#### exit statuses of signals
for s in HUP QUIT KILL TERM USR1 PIPE; do (kill -$s $BASHPID); echo "$s $?"; done
#### pipe signal
(yes; echo $? >&2) 2>f | head -n 1; cat f; yes | head -1; echo ${PIPESTATUS[0]}; trap '' PIPE; (sleep 0.1; echo y; echo $? >&2) 2>g | true; cat g
#### EXIT trap with killed shell
bash -c 'trap "echo bye" EXIT; kill -TERM $$; echo no'; echo $?; bash -c 'trap "echo bye" EXIT; trap "echo t; exit 3" TERM; kill -TERM $$; echo no'; echo $?
#### ERR and RETURN and DEBUG not inherited by functions
trap 'echo E' ERR; trap 'echo D' DEBUG; f() { false; true; }; f; trap - DEBUG ERR; echo end
#### trap inside command substitution printing parent's
trap 'echo x' USR1; echo "$(trap)"; (trap)
#### nested traps
trap 'echo outer; trap "echo inner" EXIT' EXIT; echo a
#### LINENO in EXIT trap
trap 'echo $LINENO' EXIT
echo a
exit
#### return status inside trap action
trap 'echo "st=$?"' USR1; false; kill -USR1 $$; echo "then $?"
#### DEBUG trap and errexit
set -e; trap 'false || true' DEBUG; echo ok
#### BASH_COMMAND in ERR
trap 'echo "failed: $BASH_COMMAND"' ERR; false; ls /nonexistent 2>/dev/null; (exit 3)
#### trap dash p for all
trap 'a' EXIT; trap 'b' ERR; trap 'c' DEBUG; trap 'd' RETURN; trap -p; trap - DEBUG; trap -p ERR RETURN
#### exit inside function inside trap
f() { exit 9; }; trap f EXIT; exit 1
#### trap with unset action word
trap; trap -- 'echo q' EXIT; trap -- - EXIT; trap echo; echo $?
#### wait in EXIT trap
trap 'wait; echo joined' EXIT; { sleep 0.1; echo bg; } & echo main
