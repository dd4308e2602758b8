#### basic forms
echo a > f; echo b >> f; cat < f; cat f; echo c 1> f; cat f; ls nosuch 2> e; cat e; echo x >| f; cat f; : > f; cat f; > g; ls

#### order
{ echo out; echo err >&2; } > f 2>&1; cat f; { echo out; echo err >&2; } 2>&1 > f; echo --; cat f

#### &> and &>>
{ echo o; echo e >&2; } &> f; cat f; { echo o; echo e >&2; } &>> f; cat f; { echo o; echo e >&2; } >& g; cat g; echo a &>f b; cat f

#### >& numbers
echo a >&2; echo b >&1; echo c 2>&1; echo d >&9; echo $?; echo e >& f; cat f; echo g 1>& 2; x=2; echo h >&$x; echo i >&"f2"; cat f2; echo j 2>&f3; echo $?

#### close
echo a >&-; echo $?; echo a 2>&- >&2; echo $?; cat <&-; echo $?; exec 3>f; echo x >&3; exec 3>&-; echo y >&3; echo $?; cat f; exec 9>&-; echo $?; ls 2>&-

#### move
exec 3> f; exec 4>&3-; echo a >&4; echo b >&3; echo $?; cat f; exec 4>&-; echo hi 3>&1 4>&3- >&4; echo 5>&6-; echo $?

#### dup input
exec 3< <(echo l1; echo l2); read a <&3; read b <&3; echo $a $b; exec 4<&3; read c <&4; echo $?; exec 3<&- 4<&-; cat 0< <(echo zero)

#### <>
echo abc > f; exec 3<> f; read x <&3; echo $x; echo def >&3; cat f; exec 3>&-; echo -n ABCD > g; exec 4<>g; printf XY >&4; exec 4>&-; cat g; echo; echo hi 1<> g; cat g; cat <> newf; ls newf; <> f2; ls f2

#### {fd} forms
exec {a}> f {b}< /dev/null; echo $a $b; echo x >&$a; cat f; exec {a}>&-; echo y >&$a; echo $?; exec {c}>&1; echo $c; echo via >&$c; exec {c}>&-; { echo in; } {d}> g; echo $d; echo z >&$d; cat g; exec {arr[1]}> h; echo ${arr[1]}

#### {fd} errors
readonly ro; exec {ro}> f; echo $?; exec {1x}> f; echo $?; exec {x}< nosuch; echo $? ${x-u}; unset q; exec {q}>&-; echo $?; q=abc; exec {q}>&-; echo $?; q=99; exec {q}>&-; echo $?

#### {fd} command arg
echo {x}>f; cat f; echo {1}> f; cat f; echo { x }> f; cat f; echo a{fd}> f; cat f

#### here string
cat <<< hi; cat <<< "a b  c"; x='p  q'; cat <<< $x; cat <<< "$x" ; cat <<< ''; cat <<< $'a\nb'; cat <<<a<<<b; read y <<< "$(echo z)"; echo $y; cat <<< ~; cat <<< *; cat <<< {a,b}; cat <<< "$@"; set 1 2; cat <<< "$@"; cat <<< $*; a=(p q); cat <<< ${a[@]}; cat 3<<< fd3 <&3

#### heredoc various
cat <<A; cat <<'B'; cat <<-C
a $HOME $(echo x) `echo y` $((1+1)) \$ \\ \a
A
b $HOME \
B
	tabbed
	C
cat <<A <<B
first
A
second
B
cat <<E | tr a-z A-Z
piped
E
cat <<"E F"
spaced
E F
cat <<E
E
cat 3<<E <&3
three
E

#### ambiguous
x='a b'; echo > $x; echo $?; echo > $nosuch; echo $?; echo > ''; echo $?; touch a1 a2; echo > a*; echo $?; echo hi > a[1]; cat a1; echo x > {p,q}; echo $?; set -- 'm n'; echo y > "$1"; ls

#### glob in redirect
touch f1; echo hi > f?; cat f1; echo new > nomatch*; ls; set -f; echo lit > z*; ls; set -o posix; echo p > f?; ls

#### failing redirs on commands
echo a > no/f; echo $?; : > no/f; echo $?; { echo a; } > no/f; echo $?; (echo a) > no/f; echo $?; if true; then echo y; fi > no/f; echo $?; while true; do break; done < no; echo $?; for i in 1; do echo; done > no/f; echo $?; case x in x) echo;; esac > no/f; echo $?; [[ a ]] > no/f; echo $?; ((1)) > no/f; echo $?; f() { echo hi; } > no/f; f; echo $?; x=1 > no/f; echo $? ${x-u}; > no/f; echo $?; cd / < no; echo $?; pwd; ls > no/f; echo $?; nosuch > no/f; echo $?; eval 'echo q' > no/f; echo $?; exec 3< no; echo unreach

#### failing redirs with || and !
echo a > no/f || echo caught; ! echo a > no/f; echo $?; if echo a > no/f; then echo y; else echo n; fi; echo a < no | cat; echo ${PIPESTATUS[@]}; set -e; echo a > no/f; echo unreach

#### func redir
f() { echo out; echo err >&2; } > f.txt 2>&1; f; cat f.txt; g() { cat; } <<< from-def; g; g <<< call; h() { echo "$1"; } > $1.txt; h z; cat z.txt; ls

#### func redir both
f() { echo body; } > inner; f > outer; cat inner; echo --; cat outer

#### dev tcp
echo > /dev/tcp/localhost/1; echo $?

#### redirect noninterference
read x < /dev/null; echo a; { read y; echo $y; } <<< q; while read l; do echo "$l"; read m; echo "m$m"; done <<< $'1\n2\n3'; { head -1; cat; } < <(seq 3) | tail -1

#### noclobber various
set -C; echo a > f; echo b > f; echo $?; echo c >| f; echo d >> f; cat f; echo > /dev/null; echo $?; { echo x; } > f; echo $?; exec 3> f; echo "not reached in posix $?"

#### redirect dir
mkdir d; echo > d; echo $?; cat < d; echo $?; echo >> d; echo $?; exec 3< d; echo $?; echo > d/; echo $?; echo > nosuch/; echo $?; touch f; echo > f/x; echo $?; cat < f/; echo $?

#### symlink loops and dangling
ln -s nothere l; echo a > l; cat nothere; ln -s l2 l2; echo > l2; echo $?; cat < dang; echo $?; set -C; ln -s nn l3; echo q > l3; echo $?; ls

#### order of expansions vs redirects
echo $(echo a; echo err >&2) 2> e; cat e; i=0; echo $((i++)) > f$((i++)); ls; x=1 > ${x:-unset}; ls; f=q; f=z > $f; ls

#### redirect on compound
if read x; then echo $x; fi < <(echo l); for i in 1 2; do echo $i; done > f; cat f; { read a; read b; } <<< $'1\n2'; echo $a $b; (cat) <<< sub; while read l; do echo $l; done <<< w; case $(cat) in q) echo yes;; esac <<< q; until read z; do :; done <<< zz; echo $z; [[ -t 0 ]] < /dev/null; echo $?; ((x=5)) > /dev/null; echo $x; select s in a b; do echo $s; break; done <<< 2

#### restore fds
exec 3>&1; { echo a >&3; } 3> f; echo b >&3; cat f; f() { exec 3> g; echo c >&3; }; f; echo d >&3; cat g; { exec 4>&1; } 4> h; echo e >&4; echo $?

#### exec in group
{ exec > f; echo a; }; echo b; cat f >&2

#### fd inherit
exec 3> f; bash -c 'echo child >&3'; cat f; exec 3>&-; bash -c 'echo x >&3'; echo $?; (echo s >&3) 3> g; cat g; exec {v}> h; bash -c "echo c >&$v"; cat h

#### |&
{ echo o; echo e >&2; } |& cat | sort; ls nosuch |& cat; echo a |& cat |& cat; { echo x >&2; } 2> /dev/null |& cat; echo "${PIPESTATUS[@]}"

#### stdout closed builtin
{ echo a; echo "s $?" >&2; } >&-; exec >&-; echo b; echo "s $?" >&2; printf x; echo "s $?" >&2; pwd; echo "s $?" >&2; true; echo "s $?" >&2

#### stderr of the shell
{ nosuch; } 2> f; cat f; nosuch 2>&1 | cat; (nosuch) 2>&1; $(nosuch 2>&1 >/dev/null); eval 'nosuch' 2> f; cat f; exec 2> f; nosuch; cat f

#### redirect error messages
exec 3>&1; echo > /dev/full; echo $?; cat < /nosuch/f; echo > /; echo > /nosuch/f; cat < "a b"; cat < $'a\nb'; cat < é; echo $?

#### bad fd syntax
echo a >&foo bar; cat foo; echo a <&foo; echo $?; echo a 2>&foo; echo $?; cat <&x; echo $?; echo a >&1x; cat 1x; echo a >& 1; echo b > &1

#### here-doc without newline etc
cat <<< "$(printf 'a\n\n')"; x=$(cat <<< 'b'); echo "[$x]"; cat <<< $(echo a; echo b); printf '%s' "$(<f)"; echo '$(< f)' $(< f); echo data > f; echo "$(<f)" $(<f) `<f`

#### process subst
cat <(echo a) <(echo b); echo x > >(cat); wait; echo <(:) >(:); f=<(echo z); cat $f 2>/dev/null; tee >(cat >&2) <<< t > /dev/null; sleep 0.1; read p < <(echo q); echo $p; [ -e <(:) ]; echo $?

#### redirect with arithmetic and brace
echo a >f$((1+1)); cat f2; echo b > "f {x}"; ls; echo c > $(echo sub); cat sub; echo d > ~/t; cat t; echo e > ${u:-def}; cat def; > 'sp ace'; ls

#### overwrite while reading
echo a > f; cat < f > f; cat f; echo a > f; cat f >> g; { cat; } < g > h; cat h; while read x; do echo "$x$x"; done < h > h2; cat h2

#### append position
exec 3>>f; echo a >&3; echo b >> f; echo c >&3; cat f; > f; echo d >&3; cat f; exec 4> g; echo 1234 >&4; > g; echo x >&4; od -c g

#### shared offset
echo abcdef > f; exec 3< f; read -n 2 x <&3; (read -n 2 y <&3; echo $y); read z <&3; echo $x $z; exec 4<f 5<&4; read -n1 a <&4; read -n1 b <&5; echo $a$b

#### exec stdin
echo 'l1
l2' > f; exec < f; read a; read b; echo $a $b; read c; echo $?

#### exec swap
exec 3>&1 1>&2 2>&3 3>&-; echo to-err; echo to-out >&2

#### assignment only redirect
x=$(echo a) > f; echo $x; ls; y=1 < nosuch; echo "$? ${y-u}"; z=$(echo err >&2) 2> e; cat e

#### redirect var unset -u
set -u; (echo > $nope; echo no); echo $?

#### restricted words
echo a >f;echo b>>f;cat<f;cat<<<x;echo a 2>f;cat f;echo 2>f;cat f;echo 22>f;echo a2>f;cat f

#### redirect keywords
if true; then echo a; fi > f 2>&1; cat f; ! echo b > f; cat f; time echo c > f 2>/dev/null; cat f; { echo; } 2>&1 | cat

#### pipes stdin
echo a | { cat; cat; }; echo x | (read y; echo $y); cat <<< b | cat; echo c | cat - ; true | cat | cat; seq 3 | while read x; do echo $x; done | tac 2>/dev/null
