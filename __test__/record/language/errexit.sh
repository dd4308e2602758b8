#### simple failure exits
set -e; echo a; false; echo b
#### conditions do not exit
set -e; if false; then :; fi; while false; do :; done; until true; do :; done; false || true; false && true; ! true; ! false; echo ok
#### last of an and list exits
set -e; true && false; echo no
#### and list inside a function
set -e; f() { false && true; }; f; echo no
#### or list saves
set -e; f() { false; echo in f; }; f || echo or; if f; then echo then; fi; ! f; echo end
#### pipelines
set -e; false | true; echo a; true | false; echo no
#### pipefail
set -eo pipefail; false | true; echo no
#### groups and subshells
set -e; { false || true; }; (false || true); (exit 3) || echo $?; (false; echo no); echo no
#### subshell in condition
set -e; if (false; echo yes); then echo then; fi; (false; echo y2) || echo no; (false; echo y3) && echo z
#### command substitution
set -e; x=$(false; echo a) ; echo "$x"; x=$(false); echo no
#### command substitution in arguments
set -e; echo $(false) ok; echo "$(exit 3)"; local_() { local x=$(false); echo l; }; local_; export y=$(false); echo end
#### inherit_errexit
set -e; shopt -s inherit_errexit; x=$(false; echo a); echo no
#### assignments
set -e; x=1; x=$(true); echo ok; y=$(exit 4); echo no
#### arithmetic and tests
set -e; (( 1 )); [[ a ]]; [ 1 ]; let x=1; echo ok; (( 0 )); echo no
#### test fails
set -e; [[ a == b ]]; echo no
#### let zero
set -e; let x=0; echo no
#### negated is immune
set -e; ! true; ! { false; }; ! (false); echo ok; ! f() { :; }; echo end
#### return non-zero from a function
set -e; f() { return 3; }; f || echo caught $?; f; echo no
#### loop body
set -e; for i in 1 2; do echo $i; false; done; echo no
#### case body
set -e; case a in a) false; echo no;; esac; echo no
#### while with failing body
set -e; while true; do false; break; done; echo no
#### redirect failure
set -e; echo a > no/such; echo no
#### not found
set -e; nosuchcommand; echo no
#### exit status is kept
(set -e; (exit 7); echo no); echo $?; (set -e; f() { return 9; }; f); echo $?
#### EXIT trap runs
set -e; trap 'echo trap $?' EXIT; false; echo no
#### ERR trap and errexit
set -e; trap 'echo err $?' ERR; trap 'echo exit $?' EXIT; (exit 5); echo no
#### switched off and on
set -e; set +e; false; echo a; set -e; true; set -o errexit; set +o errexit; false; echo b
#### in eval and source
set -e; eval 'false || true'; echo a; echo 'false' > s; (. ./s; echo no) || echo caught; eval 'false'; echo no
#### eval in condition
set -e; if eval 'false; echo in'; then echo y; fi; eval 'false; echo in2' || true; . /dev/stdin <<< 'false
echo in3' || true; echo end
#### function in condition with nested functions
set -e; g() { false; echo g; }; f() { g; echo f; return 1; }; if f; then :; else echo else; fi; f && echo y; echo end
#### background job failure
set -e; false & wait $! || echo waited; false & wait; echo end; false & wait $!; echo no
#### bash -e and dash letters
bash -ec 'false; echo no'; echo $?; bash -c 'set -e; false; echo no'; echo $?; bash -e <<< 'false
echo no'; echo $?
#### subshell of a condition list
set -e; (set -e; false; echo no) || echo "sub $?"; echo end
#### brace group with or
set -e; { echo a; false; echo b; } || echo c; echo d
#### pipeline with groups
set -e; { false; echo x; } | cat; echo y; echo z | { read a; false; }; echo no
#### if then body fails
set -e; if true; then false; fi; echo no
#### elif condition
set -e; if false; then :; elif false; then :; fi; echo ok
#### time
set -e; time true 2>/dev/null; { time false; } 2>/dev/null; echo no
#### process substitution failure
set -e; cat <(false); echo ok; read x < <(false) || echo r; echo end
#### here-string command substitution failure
set -e; cat <<< "$(false)x"; echo ok
#### array assignment with substitution
set -e; a=($(false) x); echo "${a[@]}"; declare b=$(false); echo end; c=x$(false); echo no
#### unset variable and -u -e
set -eu; echo "${x:-d}"; (echo $nope; echo no) 2>/dev/null || echo caught; echo end; echo $nope; echo no
#### shift fails
set -e; set --; shift || echo s; shift; echo no
#### read at end of input
set -e; read x < /dev/null || echo r; while read y; do echo $y; done <<< 'a'; read z < /dev/null; echo no
#### cd fails
set -e; cd /nonexistent 2>/dev/null || echo f; cd /nonexistent; echo no
#### errexit and functions with local
set -e; f() { local x; x=$(false); echo no; }; f; echo no
#### ERR trap without errexit
trap 'echo "E$?"' ERR; false; (exit 3); true; false || true; if false; then :; fi; f() { false; }; f; [[ a == b ]]; ((0)); ! true; false | true; true | false; x=$(false); nosuch 2>/dev/null; echo end
#### ERR trap with errtrace
set -E; trap 'echo "E$? $FUNCNAME"' ERR; f() { false; true; }; f; (false; true); x=$(false; true); echo end
#### ERR trap in function set inside
f() { trap 'echo inner' ERR; false; }; f; false; trap - ERR; false; echo end
#### ERR trap LINENO
trap 'echo line $LINENO' ERR
false

false; f() {
false
}
f
#### ERR trap changes nothing
trap 'true' ERR; false; echo $?; trap 'x=$?' ERR; (exit 9); echo $? $x
