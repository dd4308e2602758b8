#### if elif else
for x in 1 2 3; do if [ $x = 1 ]; then echo one; elif [ $x = 2 ]; then echo two; else echo other; fi; done; if false; then :; fi; echo $?
#### while until
i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done; until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i; while false; do :; done; echo $?
#### loop status is the last body's
for i in 1 2; do false; done; echo $?; i=0; while [ $i = 0 ]; do i=1; (exit 5); done; echo $?
#### break and continue
for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i = 4 ] && break; echo $i; done; echo "s $?"
#### break levels
for i in 1 2; do for j in a b; do echo $i$j; break 2; done; done; echo out; for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; echo no; done
#### break beyond the loops
for i in 1 2; do for j in 1 2; do break 99; done; echo no; done; echo ok; for i in 1 2; do continue 99; echo no; done; echo end
#### break with bad arguments
for i in 1 2; do echo $i; break 0; echo after; done; echo "s $?"; for i in 1 2; do echo $i; break x; echo after; done; echo "s $?"
#### break outside of a loop
break; echo "s $?"; continue; echo "s $?"; f() { break; echo in f; }; for i in 1 2; do f; echo $i; done
#### break in a subshell and eval
for i in 1 2 3; do (break; echo sub); echo $i; eval 'break'; done; echo end
#### break in a condition
while break; do echo no; done; echo a; while true; do if break; then echo no; fi; done; echo b; until false || break; do :; done; echo c; for i in 1 2; do while continue 2; do echo no; done; done; echo d
#### break in a sourced file and function
echo 'break' > s; for i in 1 2; do . ./s; echo $i; done; echo end
#### break in a pipeline stage
for i in 1 2; do echo $i | while read x; do echo "x$x"; break; done; done
#### for without in
f() { for a; do echo "<$a>"; done; for b do echo $b; done; for c
do echo $c; done; }; f 1 '2 3'
#### for with empty list
for i in; do echo no; done; echo "s $?"; for i in $nothing; do echo no; done; echo "${i-unset}"
#### for with semicolons and newlines
for i
in a b
do
echo $i
done
for i in a b
do echo $i; done; for ((i=0;i<2;i++)) do echo $i; done; for ((i=0;i<2;i++)) { echo $i; }; for x in 1 2; { echo $x; }
#### for variable survives
for i in a b c; do :; done; echo $i; i=5; for ((i=0; i<3; i++)); do :; done; echo $i
#### for with an invalid name
for a.b in 1; do echo x; done; echo "s $?"
#### for over a readonly variable
readonly r=1; for r in a b; do echo $r; done; echo "s $?"
#### arithmetic for
for ((i=0, j=10; i<j; i+=3, j-=2)); do echo $i $j; done; for ((;;)); do break; done; n=0; for ((;n<2;)); do ((n++)); done; echo $n; for (( i = 0 ; i < 2 ; i++ )); do echo "$i"; done
#### arithmetic for status
for ((i=0;i<2;i++)); do false; done; echo $?; for ((i=0;i<0;i++)); do :; done; echo $?; for ((1/0;;)); do echo x; done; echo "s $?"
#### case
for x in a ab abc b '' '*' 'a b'; do case $x in a) echo A;; a?) echo A2;; a*) echo AS;; [bc]) echo BC;; '') echo empty;; \*) echo star;; *) echo other;; esac; done
#### case forms
case x in (x) echo paren;; esac; case x in a|b|x) echo alt;; esac; case x in
x) echo noend
esac; case x in x) ;; esac; echo $?; case x in y) false;; esac; echo $?; case x in esac; echo $?; case a in x) ;; a) false ;; esac; echo $?
#### case fall through
case a in a) echo 1;& b) echo 2;& c) echo 3;; d) echo 4;; esac; case a in a) echo 1;;& b) echo 2;;& [a-z]) echo 3;;& *) echo 4;; esac; case a in a) echo x;& esac; case a in a) false;;& b) true;; esac; echo $?
#### case with expansions in patterns
p='a*'; case abc in $p) echo glob;; esac; case 'a*' in "$p") echo quoted;; esac; case $(echo hi) in h"i") echo cs;; esac; x=5; case 5 in $((x))) echo arith;; esac; case ab in [[:alpha:]]*) echo cls;; esac; case é in ?) echo one;; esac
#### case on reserved words
case in in in) echo in;; esac; case if in if) echo if;; esac; case esac in (esac) echo esac;; esac
#### case with extglob patterns
shopt -s extglob
case foobar in @(foo|bar)*) echo y;; esac; case aab in +(a)b) echo y2;; esac; case x in !(y)) echo y3;; esac
#### case of a word that is not split
x='a b'; case $x in 'a b') echo same;; esac; set -- p q; case $@ in 'p q') echo at;; esac; case $* in 'p q') echo star;; esac
#### nested case in substitution
echo $(case x in x) echo y;; esac) `case x in x) echo z;; esac` $(case x in (x) echo w;; esac)
#### select
select x in a b c; do echo "got $x $REPLY"; [ "$x" = c ] && break; done <<< '1
9

3' 2>/dev/null; echo $?
select x in a b; do echo "$x"; done < /dev/null 2>/dev/null; echo "s $?"
#### select menu text
PS3='pick> '; select x in one two three; do break; done 2>&1 <<< 2; echo $x
#### select many columns
select x in a b c d e f g h i j k l; do break; done 2>&1 <<< 2; echo $x
#### select without in
f() { select x; do echo $x; break; done; }; f p q <<< 2 2>/dev/null
#### groups
{ echo a; echo b; }; { echo c
}; { { echo d; }; }; echo } {; { false; }; echo $?
#### subshells
x=1; (x=2; echo $x); echo $x; (cd /; pwd); pwd; (exit 3); echo $?; ( (echo nested) ); (echo a
echo b
)
#### subshell keeps functions and options
f() { echo f$1; }; set -f; (f 1; echo *; set +f; f() { echo g; }; f); f 2; echo *
#### lists
true && echo a || echo b; false && echo c || echo d; false || false || echo e; true && false; echo $?; false && true; echo $?; ! true; echo $?; ! false; echo $?; ! ! true; echo $?
#### negation with pipelines
! true | false; echo $?; ! false | true; echo $?; ! (exit 3); echo $?; if ! false; then echo y; fi; while ! true; do :; done; echo $?
#### empty commands
; echo a
#### reserved words as arguments
echo if then else fi do done while until case esac for in function time { } ! [[ ]]; if=1; echo $if; done=2; echo "$done"
#### reserved words in quotes are commands
'if' true 2>/dev/null; echo $?; \if 2>/dev/null; echo $?; "{" 2>/dev/null; echo $?
#### one-line compounds
if true; then echo a; fi; while read x; do echo $x; done <<< b; { echo c; } && (echo d) || echo e
#### if with list conditions
if false; true; then echo y; fi; if true && false; then echo n; else echo e; fi; if (exit 0); then echo sub; fi; if ! [ a = b ]; then echo neg; fi; if { false; }; then :; else echo grp; fi
#### nested loops with functions
f() { for i in 1 2; do for j in a b; do [ "$j$i" = b1 ] && return 7; echo $i$j; done; done; }; f; echo $?
#### return inside a loop inside a function
f() { while true; do while true; do return 3; done; done; }; f; echo $?; g() { for x in 1 2 3; do case $x in 2) return $x;; esac; done; }; g; echo $?
#### pipestatus
true | false | (exit 3); echo "${PIPESTATUS[@]}"; echo "${PIPESTATUS[@]}"; false; echo "${PIPESTATUS[@]}"; if false | true; then echo "${PIPESTATUS[*]}"; fi; x=$(exit 4); echo "${PIPESTATUS[*]}"; ! true; echo "${PIPESTATUS[*]}"; [[ a == b ]]; echo "${PIPESTATUS[*]}"; (( 0 )); echo "${PIPESTATUS[*]}"; { false; }; echo "${PIPESTATUS[*]}"; f() { return 6; }; f; echo "${PIPESTATUS[*]}"
#### pipefail
set -o pipefail; false | true; echo $?; true | (exit 3) | (exit 4) | true; echo $?; ! false | true; echo $?; if false | true; then echo y; else echo n; fi
#### lastpipe
echo a | read x; echo "[$x]"; shopt -s lastpipe; echo b | read x; echo "[$x]"; printf '1\n2\n' | while read l; do n=$((n+l)); done; echo $n; echo c | { read y; z=$y; }; echo $z
#### pipelines with compounds
for i in 1 2; do echo $i; done | while read x; do echo "<$x>"; done; { echo a; echo b; } | (read p; read q; echo $q$p); if true; then echo t; fi | cat; case x in x) echo c;; esac | cat; [[ a ]] | cat; (( 1 )) | cat; f() { echo f; }; f | cat | cat
#### variables set in a pipeline are lost
x=1; echo 2 | read x; echo $x; x=5 | true; echo $x; { x=6; } | cat; echo $x
#### time keyword
{ time true; } 2> f; wc -l < f; { time -p true; } 2>&1 | while read a b; do echo $a; done; time; echo $?; ! time false; echo $?; { TIMEFORMAT='%% x'; time false; echo $?; } 2>&1; { TIMEFORMAT=; time true; } 2>&1
#### comments everywhere
if true # c
then # d
echo a # e
fi # f
for i in 1 2 # list
do echo $i # body
done
case x in # c
x) # d
echo y # e
;; # f
esac
{ # g
echo z
} # h
#### semicolons and newlines after do and then
while :; do

echo a; break

done
if
true
then
echo b
fi
#### background in lists
true & wait $!; echo $?; { echo a & wait; }; false & wait $! || echo failed
#### status after redirection only
false; > f; echo $?; false; x=1; echo $?; x=$(false); echo $?; x=$(false) y=$(true); echo $?; x=$(true) >f; echo $?; export e=$(false); echo $?
#### dollar question everywhere
false; echo $? $?; (exit 3); x=$?; echo $x; (exit 4); f() { echo $1 $?; }; f $?; (exit 5) || echo $?; if (exit 6); then :; else echo $?; fi; while (exit 7); do :; done; echo $?; until (exit 0); do :; done; echo $?; case $(exit 8) in *) echo $?;; esac; (exit 9); [ $? = 9 ] && echo nine; (exit 3); for i in $?; do echo $i; done
#### while condition status seen in the body
f() { return 3; }; until f; do echo $?; break; done; f; while echo $?; [ -z "$n" ]; do n=1; done
#### then sees the condition's status
if (exit 0); then echo $?; fi; if ! false; then echo $?; fi; false || echo $?; if false; then :; elif echo $?; then :; fi
#### empty body is an error
if true; then fi
#### colon bodies
if true; then :; fi; while false; do :; done; for i in 1; do :; done; f() { :; }; f; echo $?
#### deep nesting
x=0; { { { { { { { { x=1; }; }; }; }; }; }; }; }; echo $x; echo $(echo $(echo $(echo $(echo $(echo deep))))); ((((((x=2)))))) ; echo $x
#### arithmetic command versus nested subshell
((1+1)); echo $?; ((0)); echo $?; ( (echo sub) ); ((echo a) ; (echo b))
