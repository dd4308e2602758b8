#### out append in
echo a > f; echo b >> f; cat < f
#### order matters
{ echo out; echo err >&2; } > f 2>&1; cat f; { echo out; echo err >&2; } 2>&1 > g; echo g:; cat g
#### both
{ echo o; echo e >&2; } &> f; { echo o2; echo e2 >&2; } &>> f; cat f; { echo o; echo e >&2; } >& g; cat g
#### read write
echo hello > f; exec 3<> f; read -n 2 x <&3; echo -n XY >&3; exec 3>&-; cat f; echo $x
#### noclobber
set -C; echo a > f; echo b > f; echo "status $?"; echo c >| f; cat f; echo d >> f; cat f; echo x > /dev/null; echo $?
#### numbered descriptors
exec 3> f 4>&3; echo a >&3; echo b >&4; exec 3>&- 4>&-; cat f
#### closed descriptor
exec 3>&-; echo a >&3; echo "status $?"; (echo x) >&3; echo "status $?"; { echo y; } >&3; echo "status $?"
#### closing standard output
echo a >&-; echo "status $?"; (exec >&-; echo b; echo "s $?" >&2) 2>&1
#### closing stdin
read x <&-; echo "status $?"; cat <&-; echo "status $?"
#### move descriptor
exec 3> f; exec 4>&3-; echo a >&4; echo b >&3; echo "status $?"; cat f
#### named descriptors
exec {fd}> f; echo a >&$fd; exec {fd}>&-; cat f; [ $fd -ge 10 ] && echo big
{ echo b >&$g; } {g}> h; echo more >&$g; exec {g}>&-; cat h
#### named descriptor in array
exec {a[3]}> f; echo x >&${a[3]}; exec {a[3]}>&-; cat f; echo ${#a[@]}
#### named descriptor reading
echo data > f; exec {in}< f; read x <&$in; echo $x; exec {in}<&-; read y <&$in; echo "s $?"
#### exec redirection lasts
exec 5>&1 > f; echo into; exec >&5; echo back; cat f
#### failed redirection
echo x > no/such; echo "status $?"; cat < none; echo "status $?"; : > ''; echo "status $?"; { echo y; } < none; echo "status $?"
#### failed redirection of special builtin
: < none; echo "after $?"; export x=1 < none; echo "after $?"
#### failed exec redirection
exec < none; echo "after $?"
#### redirection without a command
> f; >> g 2> h; echo *; < none; echo $?
#### redirection before the command
> f echo a b; < f cat; 2>&1 echo c
#### expansion of the target
x=file; echo a > $x.txt; echo * ; y='a b'; echo z > "$y"; echo *; echo q > $y; echo "status $?"
#### glob in target
touch one; echo x > o*; cat one; touch onx; echo y > on*; echo "status $?"
#### compound commands
for i in 1 2 3; do echo $i; done > f; cat f; if true; then echo t; fi > f; cat f; case a in a) echo c;; esac > f; cat f; while read x; do echo "r $x"; done < f; (( 1 )) > f; [[ a ]] > f; cat f
#### function redirections
f() { echo in; echo err >&2; } > f 2>&1; f; cat f; g() ( echo sub ) > g; g; cat g
#### dup of numbered to word
echo a 3> f >&3; cat f; n=3; echo b 3> f >&$n; cat f
#### dev fd and dev stdin
echo hi | cat /dev/stdin; echo a | cat - /dev/null; cat /dev/fd/0 <<< z; exec 3<<<q; cat /dev/fd/3
#### ambiguous redirect
echo a > $nothing; echo "status $?"; x='p q'; cat < $x; echo "status $?"; set -- ; echo a > "$@"; echo "status $?"
#### brace expansion in target is ambiguous
echo x > {a,b}; echo "status $?"; echo *
#### stderr of a missing command goes through its redirection
nosuchcmd 2> f; echo "status $?"; cat f
#### pipe and stderr
{ echo o; echo e >&2; } |& cat; f() { echo a; echo b >&2; }; f |& while read l; do echo "<$l>"; done
#### swap stdout and stderr
{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 | while read l; do echo "p:$l"; done
#### shared offset between processes
printf '1\n2\n3\n' > f; { read a; read b; cat; echo "$a $b"; } < f; (read x; echo $x) < f
exec 3< f; (read x <&3; echo sub $x); read y <&3; echo main $y
#### append interleaves
exec 3>> f 4>> f; echo a >&3; echo b >&4; echo c >&3; cat f
#### truncation while open
exec 3> f; echo long line here >&3; : > f; echo x >&3; wc -c < f
#### descriptor inherited by child
exec 3> f; bash -c 'echo child >&3'; exec 3>&-; cat f
#### stdin of background is null
echo data > in; { cat & wait; } < in; echo done
#### redirect in a substitution
x=$(echo a 2>&1; echo b >&2) 2> f; echo "$x"; cat f
#### input from directory
cat < . ; echo "s $?"; read x < .; echo "s $?"; echo y > .; echo "s $?"
#### redirected break
for i in 1 2; do echo $i; break; done > f; cat f
#### group status with redirection
{ false; } > f; echo $?; ! { false; } > f; echo $?
#### exec with redirection and command
(exec cat < /dev/null > f; echo not reached); echo "s $?"; (exec echo hi > f); cat f
#### fd 9 and above
exec 12> f; echo x >&12; exec 12>&-; cat f; echo 10>f; cat f; echo a10>f; cat f; echo 1 2>f
#### heredoc to descriptor and close
cat 0<<<a 3<&0; { cat <&3; } 3<<<b
#### >& with digits variable closed
fd=7; echo a >&$fd; echo "s $?"; echo b >&nofile; cat nofile; x=- ; exec 3>f; exec 3>&$x; echo a >&3; echo "s $?"
#### pipefail in redirected group
set -o pipefail; { false | true; } > /dev/null; echo $?
#### redirect with arithmetic and command substitution
i=0; echo a > f$((i++)); echo $i *; echo b > $(echo g); cat g
#### redirect of a builtin's error
cd /nonexistent 2> f; echo $?; wc -l < f
#### errors in a chain
echo x > no/such && echo yes || echo no; if echo x > no/such; then echo t; else echo e; fi
#### nested restore
f() { echo inner > f2; echo outer; }; f > f1; cat f1 f2; { f > f3; echo z; } > f4; cat f3 f4
#### eval with redirection
eval 'echo a; echo b >&2' > f 2>&1; cat f; . /dev/stdin <<< 'echo sourced $1'
#### command with only a variable and redirection
x=5 > f; echo $x; cat f; y=$(echo z) < none; echo "s $? [$y]"
#### dup to itself
exec 3>f; echo a 3>&3 >&3; cat f; echo b >&1
#### read and write on a pipe end closed by reader
yes | head -n 1; echo "${PIPESTATUS[*]}"
