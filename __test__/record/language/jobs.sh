#### wait for status
(exit 3) & wait $!; echo $?; true & wait $!; echo $?; (exit 4) & p=$!; (exit 5) & q=$!; wait $p; echo $?; wait $q; echo $?; wait $p $q; echo $?
#### wait without arguments
(exit 3) & (exit 4) & wait; echo $?
#### wait -n
(sleep 0.3; exit 3) & (sleep 0.1; exit 4) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
#### wait -n -p
(sleep 0.1; exit 6) & a=$!; wait -n -p v; echo $? $((v == a)); wait -n -p v; echo "$? [${v-unset}]"
#### wait for specific with -n
sleep 0.3 & a=$!; (sleep 0.1; exit 2) & b=$!; wait -n $a $b; echo $?; wait
#### wait for what is not a child
wait 1; echo $?; wait 999999; echo $?; wait abc; echo $?; wait %5; echo $?
#### jobs list
sleep 0.2 & sleep 0.3 & jobs; wait; jobs; jobs -p
#### job specs
sleep 0.1 & wait %1; echo $?; (exit 7) & wait %%; echo $?; sleep 0.2 & sleep 0.1 & kill %1; wait %1; echo $?; wait %2; echo $?
#### output order with sleep
{ sleep 0.2; echo two; } & { sleep 0.1; echo one; } & echo zero; wait; echo end
#### last background pid
true & a=$!; true & b=$!; [ $a != $b ] && echo differ; echo ${!:+set}; (echo ${!:+sub}); wait
#### unset last pid
echo "[$!]"; set -u; echo "${!-none}"
#### background list and pipeline
true && echo a & wait; echo b | cat & wait; { echo c; echo d; } & wait; (echo e; exit 3) & wait $!; echo $?; for i in 1 2; do echo $i; done & wait; f() { echo f; }; f & wait
#### background variables
x=1; x=2 & wait; echo $x; { x=3; echo $x; } & wait; echo $x
#### background with redirection
echo a > f & wait; cat f; { echo b; } 2>&1 & wait
#### disown
sleep 0.1 & disown; jobs; wait; echo $?
#### coproc
coproc { while read l; do echo "got $l"; done; }; echo hello >&${COPROC[1]}; read -u ${COPROC[0]} r; echo "$r"; exec {COPROC[1]}>&-; wait $COPROC_PID; echo $?
#### named coproc
coproc C { read a; echo "<$a>"; read b; echo "<$b>"; }; printf 'x\ny\n' >&"${C[1]}"; read p <&"${C[0]}"; read q <&"${C[0]}"; echo $p $q; wait; echo "${#C[@]}"
#### coproc with simple command
coproc cat; echo data >&${COPROC[1]}; exec {w}>&${COPROC[1]}; eval "exec ${COPROC[1]}>&-"; exec {w}>&-; read x <&${COPROC[0]}; echo $x
#### process substitution reading
cat <(echo a) <(echo b); while read x; do n=$x; done < <(printf '1\n2\n'); echo $n; diff <(echo same) <(echo same) && echo eq
#### process substitution writing
echo data > >(cat > f); sleep 0.1; cat f; echo x | tee >(cat >g) > /dev/null; sleep 0.1; cat g; { echo out; echo err >&2; } 2> >(while read l; do echo "E:$l"; done); sleep 0.1
#### process substitution as an argument
f() { cat "$1"; }; f <(echo fn); echo <(true) | while read p; do case $p in /dev/fd/*) echo path;; esac; done; x=$(cat <(echo cs)); echo $x; source <(echo 'v=5'); echo $v
#### process substitution status
true <(exit 3); echo $?; cat <(exit 3); echo $?; wait $!; echo $?
#### nested process substitution
cat <(cat <(cat <(echo deep))); paste() { while read -r a <&3 && read -r b <&4; do echo "$a-$b"; done 3< "$1" 4< "$2"; }; paste <(printf '1\n2\n') <(printf 'a\nb\n')
#### exec with process substitution
exec 3< <(echo one; echo two); read a <&3; read b <&3; echo $a $b; exec 4> >(cat > f); echo w >&4; exec 4>&-; sleep 0.1; cat f
#### BASHPID and subshells
[ $$ = $BASHPID ] && echo same; ([ $$ = $BASHPID ] || echo differs); echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL) $( (echo $BASH_SUBSHELL) ); (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL))
#### kill a background loop
while :; do sleep 0.01; done & p=$!; sleep 0.05; kill $p; wait $p; echo $?
#### timeout pattern by hand
(sleep 10) & p=$!; (sleep 0.1; kill $p) & wait $p; echo $?; wait
#### many jobs
for i in 1 2 3 4 5 6 7 8 9 10; do (exit $i) & pids+=($!); done; s=0; for p in "${pids[@]}"; do wait $p; s=$((s+$?)); done; echo $s
#### exit with running jobs
{ sleep 0.1; echo late; } & echo early; exit 2
#### background in a substitution
x=$(echo a & wait; echo b); echo $x; y=$( { sleep 0.1; echo slow; } & echo fast; wait); echo $y
#### background reader keeps the pipe
{ echo a; { sleep 0.1; echo b; } & } | cat; echo end
#### read with timeout
read -t 0.1 x < <(sleep 1; echo late); echo "$(( $? > 128 )) [$x]"
#### wait status 127 after being waited for
(exit 3) & p=$!; wait $p; echo $?; wait $p; echo $?; wait; wait $p; echo $?
#### pipe to a background reader
mkfifo p; cat p > out & echo via > p; wait; cat out
#### set -m is accepted
set -m; sleep 0.1 & wait; echo $?; set +m
#### jobs in pipeline
sleep 0.1 & jobs | cat; wait
#### SECONDS and sleep
SECONDS=0; sleep 1; echo $SECONDS; SECONDS=10; echo $SECONDS
#### suspended pipeline order
for i in 3 1 2; do (sleep 0.$i; echo $i) & done; wait
