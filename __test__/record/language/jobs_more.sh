#### wait basics
(exit 3) & wait $!; echo $?; wait; echo $?; wait 99999; echo $?; wait abc; echo $?; wait %1; echo $?; wait %x; echo $?; wait -z; echo $?; wait ''; echo $?

#### wait many
(exit 1) & a=$!; (exit 2) & b=$!; wait $a $b; echo $?; (exit 2)& a=$!; (exit 1)& b=$!; wait $b $a; echo $?

#### wait -n
(sleep 0.2; exit 2) & (sleep 0.1; exit 1) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?

#### wait -n -p
(sleep 0.1; exit 4) & a=$!; wait -n -p v; echo $?; [[ $v == $a ]] && echo same; wait -n -p v; echo "$?[$v]"; wait -p; echo $?; wait -p 1x -n; echo $?

#### wait -p
(exit 3) & a=$!; wait -p v $a; echo $?; [[ $v == $a ]] && echo same; wait -p v; echo "$?[${v-unset}]"

#### wait -f
(exit 3) & wait -f $!; echo $?

#### wait in subshell
(exit 3) & p=$!; (wait $p; echo $?); wait $p; echo $?

#### jobs listing
sleep 1 & sleep 2 & jobs; jobs -p | wc -l; jobs -r; jobs -s; jobs -n; jobs %1; jobs %%; jobs %-; jobs %+; jobs %sl; echo $?; jobs %?2; jobs %9; echo $?; kill %1 %2; wait

#### jobs done status
(exit 3) & sleep 0.1; jobs; jobs; true & sleep 0.1; jobs; sleep 5 & kill $!; sleep 0.1; jobs

#### jobs text
sleep 1 | cat & jobs; { sleep 1; echo a; } & jobs %2; (sleep 1) & jobs %3; for i in 1; do sleep 1; done & jobs %4; x=1 sleep 1 & jobs %5; sleep 1 >/dev/null 2>&1 & jobs %6; f() { sleep 1; }; f & jobs %7; if true; then sleep 1; fi & jobs %8; sleep 1 && true & jobs %9; ! sleep 1 & jobs %10; while sleep 1; do break; done & jobs %11; [[ a ]] && sleep 1 & jobs %12; wait

#### jobs current previous
sleep 1 & sleep 1 & sleep 1 & jobs; kill %2; sleep 0.1; jobs; kill %3; sleep 0.1; jobs; kill %1

#### jobs bad option
jobs -z; echo $?; jobs -- %1; echo $?

#### fg bg no job control
sleep 0.1 & fg; echo $?; bg; echo $?; fg %1; echo $?; suspend; echo $?; wait

#### disown
sleep 1 & disown; jobs; disown; echo $?; sleep 1 & sleep 1 & disown %1; jobs; disown -a; jobs; disown %5; echo $?; disown -r; disown -h; echo $?; disown -z; echo $?; sleep 0.1 & disown $!; wait $!; echo $?; disown 99999; echo $?

#### disown h
sleep 0.1 & disown -h %1; jobs; wait

#### set -m fg
set -m; sleep 0.2 & fg; echo $?; fg; echo $?; bg; echo $?

#### set -m fg msg
set -m; (sleep 0.1; exit 3) & fg %1; echo $?; sleep 0.1 & fg %sleep; echo $?

#### set -m done messages
set -m; (exit 3) & wait; echo a; true & sleep 0.1; echo b;

#### set -m wait
set -m; sleep 0.1 & wait; (exit 2) & wait $!; echo $?

#### set -m bg
set -m; sleep 0.1 & bg; echo $?; bg %3; echo $?; bg %1 %2; echo $?; wait

#### set -m flags
set -m; echo $-; set -o | grep monitor; set +m; echo $-

#### $! 
echo "[$!]"; sleep 0 & [[ $! =~ ^[0-9]+$ ]] && echo num; p=$!; (echo $(( $! == p ))); wait; echo $(( $! == p ))

#### bg status
false & echo $?; nosuch & wait $!; echo $?; { exit 5; } & wait $!; echo $?

#### bg stdin
echo data > f; cat < f & wait; cat & wait; echo in | { cat & wait; }; echo in | { cat <&0 & wait; }; set -m; echo in | { cat & wait; }

#### bg in subshell
(sleep 0.1 & wait; echo w); x=$(sleep 0.1 & echo bg); echo $x

#### wait no args status
(exit 5) & wait; echo $?; wait; echo $?

#### kill -l
kill -l | head -2; kill -l 1 2 9 15; kill -l HUP INT SIGTERM term; kill -l 137 130 128; kill -l 129; kill -l 99; echo $?; kill -l NOPE; echo $?; kill -l 0; kill -L 2; kill -l 64 34 35

#### kill forms
sleep 5 & kill -s TERM $!; wait $!; echo $?; sleep 5 & kill -n 9 $!; wait $!; echo $?; sleep 5 & kill -SIGHUP $!; wait $!; echo $?; sleep 5 & kill -hup $!; wait $!; echo $?; sleep 5 & kill -15 %1; wait %1; echo $?; sleep 5 & kill -sTERM $!; echo $?; wait $!; echo $?; sleep 5 & kill -n9 $!; wait $!; echo $?

#### kill errors
kill; echo $?; kill -TERM; echo $?; kill -s; echo $?; kill -n; echo $?; kill -NOPE $$; echo $?; kill -s NOPE $$; echo $?; kill -n 99 $$; echo $?; kill abc; echo $?; kill %9; echo $?; kill 99999999; echo $?; kill -99 $$; echo $?; kill ''; echo $?; kill 1x; echo $?; kill -s TERM -- ; echo $?

#### kill 0 signal
kill -0 $$; echo $?; kill -s 0 $$; echo $?; kill -0 99999999; echo $?; sleep 1 & kill -0 $!; echo $?; kill -EXIT $$; echo $?; kill -s EXIT $$; echo $?

#### kill many
sleep 5 & a=$!; sleep 5 & b=$!; kill $a $b; wait $a; echo $?; wait $b; echo $?; kill $$x $a; echo $?

#### kill mixed
sleep 5 & kill 99999999 $!; echo $?; wait $!; echo $?

#### kill dash pid
sleep 5 & kill -TERM -- $!; echo $?; wait $!; echo $?; kill -- -99999999; echo $?

#### kill job expansions
sleep 5 & sleep 6 & kill %-; kill %+; wait; echo $?; kill %sleep; echo $?

#### coproc
coproc { read x; echo "got $x"; }; echo hi >&${COPROC[1]}; read y <&${COPROC[0]}; echo $y; [[ $COPROC_PID ]] && echo pid; wait $COPROC_PID; echo $?

#### coproc named
coproc CP { cat; }; echo a >&${CP[1]}; read x <&${CP[0]}; echo $x; eval "exec ${CP[1]}>&-"; wait $CP_PID; echo $?

#### coproc simple
coproc cat; echo a >&"${COPROC[1]}"; read x <&"${COPROC[0]}"; echo $x; kill $COPROC_PID; wait $COPROC_PID 2>/dev/null; echo $?

#### coproc two warn
coproc A { cat; }; coproc B { cat; }; echo $?; kill $A_PID $B_PID

#### coproc failing
coproc { exit 3; }; wait $!; echo $?; coproc nosuch; wait $!; echo $?

#### coproc fd in subshell
coproc { cat; }; (echo a >&${COPROC[1]}) ; echo $?; kill $COPROC_PID

#### coproc function and others
f() { echo "in f"; }; coproc f; read x <&${COPROC[0]}; echo "$x"; wait; coproc (echo s); read x <&${COPROC[0]}; echo $x; wait; coproc X while read l; do echo "<$l>"; done; echo q >&${X[1]}; read z <&${X[0]}; echo $z; kill $X_PID

#### background redirect
echo a > f & wait; cat f; { echo x; echo y >&2; } > g 2>&1 & wait; cat g

#### wait on pipeline
false | true & wait $!; echo $?; true | false & wait $!; echo $?; set -o pipefail; false | true & wait $!; echo $?

#### bg trap INT with set -m
set -m; sleep 1 & kill -INT $!; wait $! 2>/dev/null; echo $?

#### wait -n no jobs
wait -n; echo $?

#### wait jobspec
(exit 7) & wait %1; echo $?; (exit 8) & wait %%; echo $?; sleep 0.1 & wait %sl; echo $?

#### exit with running jobs
sleep 0.1 & exit 3

#### huponexit
shopt huponexit; shopt -s huponexit; sleep 0.1 &

#### kill builtin vs $$
(kill -TERM $$) ; echo notreached
