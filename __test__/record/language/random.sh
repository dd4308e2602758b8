#### last argument during and after calls
f() { echo $_; }; echo x; f a b; echo $_; f() { return 3; }; f zz; echo $_ $?; x=1 f yy; echo $_; f; echo $_; a() { shift; }; a 1 2; echo $_; exec 5>&1; echo $_; echo mm >/nonexist/x; echo $_
#### last argument of eval, groups and files
echo q; eval 'echo a b'; echo $_; eval 'x=5'; echo "[$_]"; (echo z); echo $_; { echo k; }; echo $_; if true; then :; fi; echo $_; echo 'echo "s:$_"; echo last' > s; . ./s arg; echo $_; command echo hi; echo $_; nosuch foo 2>/dev/null; echo $_; /bin/true bar; echo $_; declare a=(1 2); echo $_
#### last argument in arithmetic of a substitution
n=_; p() { :; }; p "$(cat <(echo '~u'))"; echo $((n))  $((_)); echo $(( 0 >= n )) "$(echo $((n)))" "$(cat <(echo $((n)) ))"
#### negative subscripts of unset arrays with nounset
(set -u; echo "${arr[-1]}"; echo no); echo $?; (set -u; arr=(1 2); echo "${arr[-3]}"; echo no); echo $?; (set -u; arr=(1 2); echo "${arr[-3]-d}"; echo no $?); (set -u; arr=(1 2); echo "${#arr[-3]}"; echo no); echo $?; (set -u; x=5; echo "${x[-1]}"; echo no $?); echo $?
#### message of an empty key
declare -A m; x=; eval 'm[$x]=5' 2>&1; eval 'm[""]=5' 2>&1; eval 'm[$x$x]+=6' 2>&1; echo "${#m[@]}"
#### operators of expansions torn by line continuations
cat <\
(echo z); x=5; echo a$\
(echo b) "$\
{x}" $\
'q' $\
\
((1+2)) "$\
(echo c)"; echo hi > >\
(cat); wait
cat <<EOF
$\
{x} $\
(echo d)
EOF
#### what stands behind an exclamation mark, without errexit
trap 'echo E $?' ERR; ! { false; }; ! { false; } >&2; ! false; f() { false; true; }; ! f; f; ! (false; true); ! if false; then :; else false; fi; set -E; ! f; ! { ! false; false; :; } && :; ! eval 'false; :'; ! { false; } | cat
#### errexit that is set behind an exclamation mark
(! { set -e; false; echo x; }; echo y); echo $?; (! (set -e; false; echo sub); echo y $?); (! eval 'set -e; false; echo ev'; echo q); echo $?; (set -e; ! { set +e; set -e; false; echo mm; }; echo y)
#### empty keys in expansions
declare -A m=([k]=v); x=; echo "[${m[$x]}]" $?; echo "${m[$x]-d}" ${m[""]} $?; (set -u; echo "${m[$x]}"; echo no); echo $?; (set -e; echo "${m[$x]}"; echo no); echo $?; (echo ${#m[$x]}; echo no); echo $?; (echo ${m[$x]:=e}; echo no); declare -p m
#### declarations of lists
set -- 0x1f aXbXc 'a b'; for w in "${@@A}" ${@@A} "it's""${@@A}"x "${*@A}"; do echo "<$w>"; done; a=(1 2); for w in "${a[@]@A}" "${a[*]@A}" "${nope[@]@A}"; do echo "<$w>"; done; x="${@@A}"; echo "$x"; declare -A m=([a]=1 [b]='2 3'); for w in "${m[@]@A}"; do echo "<$w>"; done; IFS=:; for w in "${*@A}" "${@@A}" "${a[@]@A}"; do echo "<$w>"; done; x=${a[@]@A}; echo "$x"
#### lengths of elements of what is unset
set -u; (n="${#map[k]}"; echo no); echo $?; (echo "${map[k]}"); echo $?; (map=(1); echo ${#map[k]}; echo no); echo $?
#### errors in the redirections of programs and of builtins
cat < ${x:1:-1}; echo $?; cat <<< ${x?bad}; echo $?; cat <<X
${x?bad}
X
echo $?; (cat < $((1/0)); echo $?); (set -u; cat <<< "$nope"; echo $?); (set -e; cat <<< ${x?bad}; echo no); echo $?; y=$(cat <<< ${x?bad}; echo in); echo "$y"; (read z <<< ${x?bad}; echo no); echo $?; (echo a > $((1/0)); echo no); echo $?
#### messages of ambiguous redirections
f() { cat < ${x:1:-1}; { cat; } < "$@"; cat < $x$y; } 2>&1; f; eval 'echo > ${nope[@]}' 2>&1
#### white space before numbers
seq $'\v1' 3; seq ' 2' $'\t3'; seq $'\f1.5' 2; echo $?
#### lists joined in here-documents
IFS=; set -- 'a=b' '[ab]'; cat <<X
${*/X/} $* ${*} ${*%b} ${*^^} ${*:1} ${*@Q} ${@/X/}
X
IFS=:; cat <<X
${*/X/} $* ${*%b} ${*^^} "$*" $@
X
#### unset variables in jobs of subshells
set -u; f() { :; }; (f $nope & wait $!; echo $?); f $nope & wait $!; echo $?; (f $nope | cat; echo ${PIPESTATUS[0]}); f $nope | cat; echo ${PIPESTATUS[0]}
#### arrays that their own words look at
set -u; set -- 1; arr+=($(( arr[1] ))$1 x); declare -p arr; unset arr; arr=($(declare -p arr 2>&1)); declare -p arr; f() { brr=(${brr+set} ${#brr[@]}); declare -p brr; }; f; crr=(${nope}); declare -p crr
