#### quotes in default inside dq
exec 2>&1
unset x; printf '<%s>' "${x:-'a b'}" "${x:-"a b"}" "${x:-a "b  c" d}" "${x:-\"}" "${x:-\'}" "${x:-\$x}" "${x:-\}}" "${x:-a\b}" "${x:-$'a\tb'}" "${x:-$"q"}"
#### quotes in default outside dq
exec 2>&1
unset x; printf '<%s>' ${x:-'a b'} ${x:-"a b"} ${x:-a "b  c" d} ${x:-\"} ${x:-\'} ${x:-\$x} ${x:-\}} ${x:-a\b} ${x:-$'a\tb'} ${x:-$"q"}
#### strip quotes in dq
exec 2>&1
x="a'b'c"; printf '<%s>' "${x#a'}" "${x#a\'}" "${x%\'c}" "${x#"a'"}" "${x%'c'}" "${x#'a'}"
#### strip quotes in heredoc
exec 2>&1
x="a'b'c"
cat <<E
${x#a\'} ${x#"a'"} ${x%'c'} ${x#'a'} ${x%"c"}
E
#### braces in default
exec 2>&1
unset x; echo ${x:-{a}} "${x:-{a}}" ${x:-a}b} "${x:-'}'}" ${x:-'}'} "${x:-"}"}" ${x:-"}"} "${x:-${y:-}}}"
#### dq escapes
exec 2>&1
echo "\a \b \$ \\ \" \` \' \! \n \
x" '\
y' \
z
#### sq dollar
exec 2>&1
echo $'\a\b\e\f\n\r\t\v\\\'\"\?' | od -c | head -5
echo $'\101\x41\u41\U41\cA\c[' | od -c
echo $'\0' | od -c; echo $'a\0b' c | od -c; echo $'\x' $'\u' $'\U' $'\xg' $'\777' $'\8' | od -c
#### sq dollar unicode
exec 2>&1
echo $'\u3bc \U1F600 \xce\xbc \u20 \ud800 \U110000' | od -c
#### sq dollar more hex
exec 2>&1
echo $'\x414' $'\x{41}' $'\x{263}' $'\x{}' $'\u{41}' $'\c\\' $'\c' | od -c
#### dollar dq
exec 2>&1
echo $"hello" $"a $HOME \$x" "$"x $ $'' "$'x'" "$"
#### dollar at end
exec 2>&1
echo a$ $ "a$" "$ " $. $% $= "$." "$/" $/
#### unterminated single
exec 2>&1
echo a
echo 'b
#### unterminated double
exec 2>&1
echo a
echo "b
c
#### unterminated backquote
exec 2>&1
echo a
echo `b
#### unterminated dollar paren
exec 2>&1
echo a
echo $(b
#### unterminated dollar brace
exec 2>&1
echo a
echo ${b
#### unterminated dq dollar brace
exec 2>&1
echo a
echo "${b"
#### unterminated arith
exec 2>&1
echo a
echo $((1 +
#### backquote quoting
exec 2>&1
echo `echo \`echo hi\`` "`echo "a b"`" "`echo \"a b\"`" `echo '\$x' \$HOME '\\'` "`echo '\"'`"
#### backquote backslashes
exec 2>&1
echo `echo \\a \\\\a \\\\\\a` "`echo \\a \\\\a`" `echo "\\"` `echo '\\'`
#### empty words
exec 2>&1
printf '<%s>' '' "" $'' ""'' a'' ''b; set -- '' ""; echo $#; x=; set -- $x "$x" $x''; echo $#
#### comment positions
exec 2>&1
echo a #b
echo a#b # c
#x
echo "#a" '#b' \#c $# ${#} x#
echo $(echo a # comment )
)
echo `echo b # c`
[[ a == a # comment
]] && echo ok
case x in # comment
x) # another
echo case # foo
;; # bar
esac
a=( 1 # c
2 # d
3 )
echo ${a[@]}
echo a;#foo
echo b&#foo
wait
(echo c)#foo
{ echo d;}#foo
#### comment after brace
exec 2>&1
{ echo d; } #foo
echo x |#foo
cat
echo y &&#foo
echo z
#### line continuation eof
exec 2>&1
echo a\
#### backslash at end of file
exec 2>&1
printf 'echo a\\' > s; bash s; printf 'echo "a\\' > s; bash s; echo $?; bash -c 'echo a\'; eval 'echo b\'
#### hash in words
exec 2>&1
echo a#b ${x:-#} $((2#11)) ${#HOME#} 2>/dev/null; echo \
#not comment
#### quote removal in assignment
exec 2>&1
x="a"'b'\c$'\t'd; echo "$x"; y=~"/x"; echo "$y"; z=$x"$x"'$x'; echo "$z"
#### quotes in case
exec 2>&1
x='a*'; case abc in $x) echo 1;; esac; case abc in "$x") echo 2;; 'a*') echo 3;; a"*") echo 4;; a\*) echo 5;; a*) echo 6;; esac
#### nested quoting deep
exec 2>&1
echo "$(echo "$(echo "a  b" 'c"d')" "${x:-"$(echo "q  r")"}")"
#### dq at sub
exec 2>&1
set -- a 'b c'; printf '<%s>' "${x:-$@}" "${x:-"$@"}" ${x:-"$@"} ${x:-$@} ${x:-"$*"} "x${x:-$@}y"
#### alt value with quotes
exec 2>&1
x=1; printf '<%s>' ${x:+'a b'} "${x:+'a b'}" "${x:+"a b"}" ${x:+"a b"} ${x:+a b} "${x:+a   b}" ${x:+} "${x:+}" ${x:+""} ${x+''}
#### assign default quoted
exec 2>&1
unset x; : ${x:='a b'}; echo "$x"; unset x; : "${x:='a b'}"; echo "$x"; unset x; : "${x:=\"a\" \b}"; echo "$x"; unset x; : ${x:=\"a\" \b}; echo "$x"; unset x; : ${x:=~}; [ "$x" = "$HOME" ] && echo tilde; unset x; : "${x:=~}"; echo $x
#### error default quoted
exec 2>&1
(unset x; : ${x:?'a b'}); (unset x; : "${x:?'a b'}"); (: ${x?}); (: ${x:?}); (x=; : ${x:?}); (: ${x?a "b" \c}); echo $?
#### patsub quotes
exec 2>&1
x="a b'c\"d"; printf '<%s>' "${x/\'/Q}" "${x/'b'/Q}" "${x/"b"/Q}" "${x/b/'Q'}" ${x/b/'Q'} "${x/b/"Q"}" "${x/\"/\"}" "${x/b/\'}" "${x/b/\\}" ${x/b/\\}
#### heredoc quoted delims
exec 2>&1
cat <<'E'
$x `y` \$ \\
E
cat <<"E"
$x
E
cat <<\E
$x
E
cat <<E""
$x
E
cat <<'E F'
a
E F
cat <<$x
$x
$x
cat << $(a)
z
$(a)
cat <<`a`
z
`a`
#### heredoc tabs
exec 2>&1
cat <<-E
	a
	  b	c
		$(echo "	d")
	E
cat <<-'E'
	a
	\	b
	E
cat <<-"	E"
	x
	E
echo
#### heredoc escapes
exec 2>&1
cat <<E
\a \$HOME \\ \` \" ' " "$HOME" '$(echo a)' a\
b \\
c
E
#### heredoc continuation delim
exec 2>&1
cat <<E
a\
E
b
E
#### heredoc joined delim
exec 2>&1
cat <<E
a
E\

b
E
#### multiple heredocs
exec 2>&1
cat <<A - <<B; cat <<C
a
A
b
B
c
C
#### heredoc in loop cond
exec 2>&1
while read x; do echo "[$x]"; done <<E
a
b
E
if cat <<E; then echo y; fi
c
E
for i in 1 2; do cat <<E; done
$i
E
#### heredoc in function
exec 2>&1
f() { cat <<E; }
x $1
E
f a; f b; g() { cat; } <<E
y $1
E
g q
#### heredoc in cmdsub
exec 2>&1
x=$(cat <<E
a ) b
E
); echo "$x"; y=$(cat <<'E'
a ) " ' b
E
); echo "$y"; echo $(cat <<E
z
E
) `cat <<E
w
E`
#### heredoc in backquote
exec 2>&1
echo `cat <<E
$HOME
E
` | wc -l
#### heredoc then pipe
exec 2>&1
cat <<E | tr a b
aaa
E
cat <<E &&
aaa
E
echo x
cat <<E |
aaa
E
tr a c
#### heredoc in case
exec 2>&1
case x in x) cat <<E;; esac
b
E
#### heredoc in subshell
exec 2>&1
(cat <<E)
b
E
{ cat <<E
c
E
}
#### heredoc missing
exec 2>&1
echo a
cat <<E
b
#### heredoc missing in file
exec 2>&1
printf 'cat <<E\nb' > s; bash s; echo $?; bash -c 'cat <<E
b'; eval 'cat <<E
b'
#### heredoc in cmdsub missing
exec 2>&1
echo $(cat <<E
b
)
echo after
#### heredoc delim eof space
exec 2>&1
cat <<E
 E
E 
E
#### heredoc param ops
exec 2>&1
x=abc
cat <<E
${x#a} ${x/b/"q"} ${x:1:1} ${#x} ${x^^} ${x@Q} ${y:-"d"} ${y:-'d'} ${y:-d\}e} $((1+1)) $[1+1] `echo "a"` "$(echo "b")" $'x' $"y"
E
#### heredoc fd
exec 2>&1
cat <<E 3<<F /dev/fd/3 /dev/stdin
a
E
b
F
cat 0<<E
c
E
#### heredoc order of words
exec 2>&1
<<E cat
a
E
cat <<E; echo b
a
E
#### heredoc read
exec 2>&1
read -r a b <<E
x y z
E
echo "$a|$b"
#### herestring
exec 2>&1
cat <<<a; cat <<<"a b"; cat <<<a' 'b; x='a  b *'; cat <<<$x; cat <<<"$x"; cat <<<~; cat <<<{a,b}; cat <<<; echo $?
#### herestring empty
exec 2>&1
cat <<<""; cat <<<''; cat <<< $nope; cat <<<$'a\nb\n'; set -- a b; cat <<<$@; cat <<<"$@"; IFS=:; cat <<<$*; cat <<<"$*"; a=(1 2); cat <<<${a[@]}; cat <<<*
#### heredoc with empty delim
exec 2>&1
cat <<''
a

echo b
#### heredoc with dollar quote delim
exec 2>&1
cat <<$'E'
a $x
E
cat <<$'a\tb'
q
a	b
cat <<$"E"
a $HOMEx
E
#### heredoc dash variants
exec 2>&1
cat <<- E
	a
	E
cat <<-E
a
E
#### heredoc with function name line
exec 2>&1
f() cat <<E
hi $1
E
f 2>&1; echo $?
#### heredoc in arithmetic for
exec 2>&1
for ((i=0;i<2;i++)); do cat; done <<E
a
E
#### heredoc nested
exec 2>&1
cat <<A
$(cat <<B
inner $HOME
B
)
A
#### heredoc in dq cmdsub
exec 2>&1
echo "$(cat <<E
it's "q" $((1+1))
E
)"
#### heredoc invalid utf8
exec 2>&1
cat <<E | od -c
$'\xff' $(printf '\377')
E
#### heredoc compound
exec 2>&1
{ read a; read b; } <<E
1
2
E
echo $a $b
( read a; echo $a ) <<E
3
E
until read x; do :; done <<E
q
E
echo $x
#### heredoc plus other redirect
exec 2>&1
cat <<E >out
a
E
cat out; cat <<E >>out; cat out
b
E
cat <out <<E
c
E
cat <<E <out
d
E
#### heredoc $@
exec 2>&1
set -- a 'b c'
cat <<E
$@ "$@" $* ${@:1} ${#@} ${x:-$@}
E
IFS=:
cat <<E
$@ "$@" $* "$*" ${*:1} ${x:-$*}
E
#### heredoc with bang and expansions
exec 2>&1
x='a b'; cat <<E
${x:-'$x'} ${y:-'$x'} ${y:-"$x"} ${y:-"'$x'"} ${y:-\"$x\"} ${y:-`echo hi`}
E
#### brace basics
exec 2>&1
echo {a,b} a{b,c}d {a,b}{c,d} {a,b,} {,a} {,} {a} {} a{} {}a {a,{b,c}} {{a,b},c} {a,b}c{d,e}
#### brace quoted
exec 2>&1
echo "{a,b}" '{a,b}' \{a,b} {a,b\} {a\,b} {"a,b",c} {a,'}'} {a,b"}"} "{"a,b} {a,b"c"}
#### brace vars
exec 2>&1
a=1 b=2; echo {$a,$b} ${a}{x,y} {$a..$b} $a{x,y} {"$a",'$b'} -{$a,$b}-
#### brace not in dollar brace
exec 2>&1
x=q; echo ${x}{a,b} ${x:-{a,b}} "${x:+{a,b}}" ${y:-{a,b}} ${y:-a,b}
#### brace ranges
exec 2>&1
echo {1..5} {5..1} {1..10..3} {10..1..3} {1..10..-3} {a..e} {e..a} {a..i..3} {A..z..20} {-2..2} {01..10} {1..010} {-01..2} {1..1} {a..a} {1..3..0} {a..c..0}
#### brace invalid ranges
exec 2>&1
echo {1..a} {a..1} {1..} {..1} {1...3} {1..2..} {1..2..3..4} {a..bc} {1.5..2} {..} {1..2,3} {1..2}..3 {1..$x} {0x1..3} {+1..3} {1..+3} { 1..3 } {1 ..3}
#### brace padding
exec 2>&1
echo {001..3} {1..003} {-001..1} {00..2} {0..00} {-5..05} {01..100..33} {9..011}
#### brace nested ranges
exec 2>&1
echo {{1..3},{a..c}} {1..2}{a..b} a{1,{2..4},5}b x{{a,b}{c,d},e}
#### brace unbalanced
exec 2>&1
echo {a,b {a,{b,c} a,b} }a{ {a,b}} {{a,b} {a}{b,c} {a,b}{c} }{a,b}{ {a,b}}{
#### brace with special chars
exec 2>&1
echo {a,b}/{c,d} ~{a,b} {~,x} {a,b}=c x={a,b} a={b,c}d {*,?} {[a],b} {a,b}* 
#### brace in assignment
exec 2>&1
x={a,b}; echo $x; x={1..3}; echo $x; y=({a,b}{1..2}); echo ${y[@]}; declare z={a,b}; echo $z; export w=~/{a,b}; echo $w; readonly q={a,b} r={1..2}; echo $q $r
#### brace in for and case
exec 2>&1
for i in {1..3} {a,b}; do echo $i; done; case {a,b} in {a,b}) echo match;; esac; [[ {a,b} == {a,b} ]] && echo yes; [[ a == {a,b} ]] || echo no
#### brace in redirect
exec 2>&1
echo hi > {a,b}; echo $?; ls; cat <<< {a,b}; echo x > a{b}; ls
#### brace set +B
exec 2>&1
set +B; echo {a,b} {1..3}; set -B; echo {a,b}
#### brace command names
exec 2>&1
{echo,hi,there}; ec{ho,x} ; {,echo} hi; echo $?
#### brace cmdsub
exec 2>&1
echo {$(echo a b),c} {`echo x`,y}z {"$(echo a,b)",c} {$((1+1)),3}
#### brace with escapes
exec 2>&1
echo {a,\{b,c\}} {a\ b,c} {'a b',c} {a,b\\} \{a..c\} {a..c\} {\a..c} {'a'..c}
#### brace big
exec 2>&1
echo {1..3}{1..3}{1..3}; echo {z..x..2} {10..1..-4} {-10..-1..4} {1..-5..2}
#### brace int overflow
exec 2>&1
echo {9223372036854775805..9223372036854775807} {9223372036854775807..9223372036854775808} {-9223372036854775808..-9223372036854775806}
#### brace chars across
exec 2>&1
echo {Y..b} | od -c; echo {!..,} {a..A..8}; echo {a..\}}; echo {1..}}
#### brace comma empty parts
exec 2>&1
echo a{,b,,c}d {,,} x{,,}y "a"{,b} $e{,a} ''{,b} {'',b}
#### brace dollar dq
exec 2>&1
echo "a{b,c}"d{e,f} ${HOME:+{x,y}} {a,"b c",d} {a,$'b\tc'}
#### tilde basics
exec 2>&1
HOME=/h; echo ~ ~/x a~ "~" '~' \~ ~a"" ~"" ~/"x" ~'/x' "a"~ x~/ ~/~ ~: ~:~ a:~ a=~ a=b:~ =~ -x=~ --p=~/x
#### tilde assignments
exec 2>&1
HOME=/h; a=~; b=~/x; c=~:~/y:~; d=x~; e=x:~; f="~"; g=~:"~"; h=\~; i=a=~; j=a:b=~; k="a":~; l='':~; echo $a $b $c $d $e $f $g $h $i $j $k $l
#### tilde assign builtin args
exec 2>&1
HOME=/h; export A=~ B=x:~/q; readonly C=~; declare D=~:~; f() { local E=~; echo $E; }; f; echo $A $B $C $D; env X=~ | grep ^X=; alias q=~; alias q; typeset Z=~/z; echo $Z
#### tilde temp binding
exec 2>&1
HOME=/h; X=~ bash -c 'echo $X'; X=a:~ eval 'echo $X'; Y=~/a Z=$Y; echo $Z
#### tilde in param ops
exec 2>&1
HOME=/h; echo ${x:-~} "${x:-~}" ${x:-~/a} ${x:-a:~} ${x:-a~} ${x:-"~"}; y=~; echo ${y#~} ${y%~} "${y#~}" ${y/~/T}; : ${z:=~:~}; echo $z; : ${w=a=~}; echo $w; echo ${HOME+~} ${x-~root} ${y/h/~}
#### tilde in dbracket and case
exec 2>&1
HOME=/h; [[ ~ == /h ]] && echo 1; [[ /h == ~ ]] && echo 2; [[ /h = "~" ]] || echo 3; case ~ in /h) echo 4;; esac; case /h in ~) echo 5;; esac; case /h/a in ~/*) echo 6;; esac; [[ ~/a == ~/* ]] && echo 7; [[ a:~ == a:/h ]] || echo 8; [[ /h =~ ~ ]] && echo 9; [[ -d ~root ]]; for i in ~ ~/x; do echo $i; done
#### tilde plus minus
exec 2>&1
cd /tmp; cd /; echo ~+ ~- ~+/x ~-/y ~+x ~-x; x=~+:~-; echo $x; unset OLDPWD; echo ~-; pushd /tmp >/dev/null; echo ~0 ~1 ~+1 ~-0 ~2 ~+2 ~1/x
#### tilde unknown user
exec 2>&1
echo ~nosuchuser ~nosuchuser/x ~root ~root/x; x=~nosuch:~root; echo $x
#### tilde redirect herestring
exec 2>&1
HOME=$PWD; echo a > ~/f; cat ~/f; cat < ~/f; cat <<< ~ | wc -l; cat <<<~/x | grep -c x; echo b >> ~/"f"; cat f
#### tilde quoted parts
exec 2>&1
HOME=/h; echo ~/'a b' ~"root" ~r"oot" ~\root ~$USER ~${x}/a ~`echo`; x=~\/a; echo $x; x=~/\a; echo $x
#### tilde array
exec 2>&1
HOME=/h; a=(~ x:~ ~/b [5]=~ [6]=x:~); echo "${a[@]}"; a[1]=~; a[2]=x:~; echo ${a[1]} ${a[2]}; declare -A m=([k]=~ [~]=1); echo ${m[k]} ${!m[@]}; declare b=(~); echo $b; a+=(~:~); echo ${a[@]: -1}; x+=~; echo $x
#### tilde posix mode
exec 2>&1
set -o posix; HOME=/h; echo a=~ x:~ ; x=~:~; echo $x; export A=~; echo $A; echo ${x:-~}
#### glob basics
exec 2>&1
touch a b ab abc .h a.c 'x y' '[z]' -d; mkdir d; touch d/f d/.g; echo *; echo ?; echo a*; echo [ab]; echo [!a]*; echo [^a]*; echo .*; echo */; echo */*; echo d/.*; echo [a-b]?; echo *.c; echo x*y; echo "*" \* '*'; echo nope*; echo [z]; echo \[z]; echo '[z'*; echo */f */nope; echo ./a*; echo .//a*; echo d//*
#### glob in var
exec 2>&1
touch a1 a2; x='a*'; echo $x "$x"; y=a\*; echo $y "$y"; z=(a*); echo ${#z[@]}; w=a*; echo "$w"; echo ${x}; echo ${x#a}; echo "a"* 'a'? a"*"; v='a\*'; echo $v; touch 'a*'; echo $v; u='\a1'; echo $u; t='a\1'; echo $t
#### glob cmdsub
exec 2>&1
touch a1 a2; echo $(echo 'a*') "$(echo 'a*')" `echo "a?"`; set -f; echo a* $(echo 'a*'); set +f; echo a*
#### glob dot
exec 2>&1
touch .a .b c; mkdir .d; touch .d/x; echo * .* [.]a ?a .?; shopt -s dotglob; echo *; echo */; echo */*; shopt -u dotglob; echo .[!.]*; GLOBIGNORE=x; echo *; GLOBIGNORE=; echo *; unset GLOBIGNORE; echo *
#### globignore
exec 2>&1
touch a b c.o d.o .h; GLOBIGNORE='*.o'; echo *; GLOBIGNORE='*.o:a'; echo *; echo *.o; GLOBIGNORE='.*'; echo *; echo .*; GLOBIGNORE='[ab]:c*'; echo *; GLOBIGNORE='[[:alpha:]]'; echo *; mkdir z; touch z/a z/b; GLOBIGNORE='z/a'; echo z/*; GLOBIGNORE='*/a'; echo z/*; GLOBIGNORE='a'; echo z/*; GLOBIGNORE='*'; echo z/* *; GLOBIGNORE='?(a)'; shopt -s extglob; echo ?
#### nullglob
exec 2>&1
shopt -s nullglob; echo no* a no? x; for i in no*; do echo $i; done; a=(no*); echo ${#a[@]}; echo "no*"; x='no*'; echo $x; set -- no*; echo $#; echo [ab] \[ab]; y=no*; echo $y; case no* in no*) echo m;; esac; cat < no*; echo $?; echo ${z:-no*} []; unset a[0]; echo a[0]
#### failglob
exec 2>&1
shopt -s failglob; echo no*; echo $?
echo "no*"; x=no*; echo "$x"; [[ a == no* ]]; case a in no*) ;; esac; echo ok; for i in no*; do echo $i; done; echo $?
echo > no*; echo $?
a=(no*); echo $?
echo end
#### nocaseglob
exec 2>&1
touch A b Cc; shopt -s nocaseglob; echo a* B* c? [a-b] [[:upper:]]* ; [[ A == a ]] || echo no; case A in a) echo y;; *) echo n;; esac
#### nocasematch
exec 2>&1
shopt -s nocasematch; [[ A == a ]] && echo 1; [[ ABC == a*c ]] && echo 2; case FOO in foo) echo 3;; esac; [[ FOO =~ ^f(o)+$ ]] && echo 4 ${BASH_REMATCH[@]}; x=FOO; echo ${x/o/0} ${x//o/0} ${x#f} ${x%o}; [ A = a ] || echo 5; [[ A < a ]] && echo lt; [[ É == é ]] && echo 6; [[ A != a ]] || echo 7; [[ a == [A-C] ]] && echo 8; touch A; echo a*; [[ A =~ "a" ]] && echo 9
#### globstar
exec 2>&1
mkdir -p a/b/c d; touch a/f a/b/g a/b/c/h d/i .x a/.y; ln -s a l; echo **; shopt -s globstar; echo **; echo **/; echo **/*; echo a/**; echo a/**/h; echo **/g; echo **/*.x; echo a**; echo **/b/**; echo ./**; shopt -s dotglob; echo **; echo l/**; echo **/**
#### glob skipdots
exec 2>&1
touch .a; shopt globskipdots; echo .*; shopt -u globskipdots; echo .*; shopt -s dotglob; echo *
#### glob slash in class
exec 2>&1
mkdir a; touch a/b; echo a[/]b; echo a?b; echo a*b; echo a[!x]b; echo [a/]b; echo [a]/[b]; echo {a}/b
#### glob quoting mix
exec 2>&1
touch 'a*b' 'a?c' 'axb'; echo a"*"b a\*b a'*'b a*b "a"?c; x='*'; echo a"$x"b a$x; echo a[*]b a["*"]b a[\*]b; y='\*'; echo a$y'b' "a$y"
#### glob invalid patterns
exec 2>&1
touch '[' '[a' 'a]' a; echo [ [a [a* a] [!] [] []a [^] [a-] *[ ; echo [[] []]* [z-a] [a-a]
#### glob symlinks
exec 2>&1
ln -s nowhere dang; mkdir dir; ln -s dir ld; echo *; echo */; echo d*g; echo l*/; [ -e dang* ] || echo n; echo nowhere*
#### glob trailing
exec 2>&1
mkdir x1 x2; touch x3; echo x*/ x?/ x*// x*/. x*/..; echo x[12]/.
#### glob newline names
exec 2>&1
touch $'a\nb' $'c\td' 'e f'; printf '<%s>' *; for i in *; do echo "[$i]"; done; set -- *; echo $#
#### glob utf8
exec 2>&1
touch é ñx 日本 a; echo ? ?? [é] [!a] [á-ü]* [[:alpha:]]
#### glob after split
exec 2>&1
touch 'a b' c; x='a*'; IFS=' '; printf '<%s>' $x; y='* *'; printf '<%s>' $y; IFS='*'; printf '<%s>' $x; z='c* a?b'; printf '<%s>' $z
#### glob sort
exec 2>&1
touch a B _c 1 10 2 Z b A .d; echo *; LC_ALL=C; echo *
#### extglob files
exec 2>&1
shopt -s extglob; touch a b aa ab abc foo.c foo.o bar.c .h; echo @(a|b) ?(a)b *(a) +(a) !(a) !(*.c) *.@(c|o) @(foo|bar).c !(foo*) +(a|b) a?(b)?(c) !(!(a)) @(no|nope) *(a|b)c; echo .!(x) !(.h) @(.h|a) ; echo "@(a|b)" @"(a|b)" ; x='@(a|b)'; echo $x "$x"; echo @(a|b)@(|b|a); echo */@(a)
#### extglob off
exec 2>&1
shopt -u extglob; touch a; bash -c 'shopt -u extglob
echo @(a)'; echo $?
#### extglob match
exec 2>&1
shopt -s extglob; t() { [[ $1 == $2 ]] && echo y || echo n; }; t a '@(a|b)'; t c '@(a|b)'; t '' '?(a)'; t aa '?(a)'; t aaa '+(a)'; t '' '*(a)'; t '' '+(a)'; t ab '!(a)'; t a '!(a)'; t '' '!(a)'; t abab '+(ab)'; t abc '@(a|ab)@(c|bcd)'; t 'a|b' '@(a\|b)'; t ')' '@(\))'; t 'foo.bar' '!(*.bar)'; t 'foo.baz' '!(*.bar)'; t abc '*(a|b|c)'; t abd '*(a|b|c)'; t 'a' '@()'; t '' '@()'; t '' '@(|a)'; t 'xx' 'x!(y)'; t xy 'x!(y)'; t x 'x!(y)'; t xyz 'x!(y)z'; t xyz 'x!(y)*'; t 12 '+([0-9])'; t 1a '+([[:digit:]])'; t aab '*(a)b'; t '' '!()'; t a '!()'; t a '!(*)'; t ab '@(a*|b)'; t 'a)' '@(a[)])'
#### extglob in ops
exec 2>&1
shopt -s extglob; x=foobarbaz; echo ${x##+([a-o])} ${x#@(foo|f)} ${x%%@(bar|z)*} ${x//@(o|a)/_} ${x/+(o)/0} ${x//!(f)/_} ${x/#@(f)o/X} ${x/%+(z|a)/Y} ${x#*(f|o)} ${x##*(f|o)} ${x%?(z)} ${x%%?(az)}
#### extglob quoting
exec 2>&1
shopt -s extglob; [[ 'a|b' == @('a|b') ]] && echo 1; [[ '*' == @("*"|x) ]] && echo 2; [[ z == @("*"|x) ]] || echo 3; p='a|b'; [[ a == @($p) ]] && echo 4; [[ a == @("$p") ]] || echo 5; [[ "a b" == @(a b|c) ]] && echo 6; [[ 'a)' == @(a\)) ]] && echo 7; q='@(x|y)'; [[ x == $q ]] && echo 8; [[ x == "$q" ]] || echo 9; case abc in @(a|b)*) echo 10;; esac
#### glob asciiranges
exec 2>&1
touch a B c; echo [a-c] [A-C] [B-b]; shopt -u globasciiranges; echo [a-c]
#### comments weird
exec 2>&1
echo a # b \
echo c
echo d#e
echo f \# g; #h
echo "i # j" 'k # l' m\ #n
: ; # only
#
   # indented
echo o;# p
echo q&&#r
echo s
x=1 # y
echo $x # z
if true # c
then # c
echo t # c
fi # c
for i in 1 2 # c
do # c
echo $i # c
done # c
f() { # c
echo u # c
} # c
f # c
case a in # c
# c
a) # c
echo v # c
# c
;; # c
esac # c
( # c
echo w # c
) # c
echo x | # c
cat # c
echo y && # c
echo z # c
arr=( # c
1 # c
2 # c
) # c
echo ${#arr[@]} # c
echo $( # c )
echo in # c
) # c
cat <<E # c
body # not comment
E
#### set interactive comments
exec 2>&1
shopt interactive_comments; echo a #b
shopt -u interactive_comments; echo c #d
#### weird spacing
exec 2>&1
echo	a	b;	echo c
  echo   d  ;echo e;;
#### weird spacing 2
exec 2>&1
if  true ;then echo a;fi;while false;do :;done;for i in 1;do echo $i;done;{ echo b;};(echo c);f(){ echo d;};f;case a in a)echo e;;esac;[[ a==b ]]&&echo f;((1))&&echo g;!  false&&echo h;echo i|cat;echo j>k;cat<k;x=1;echo $x&wait
#### long lines and nul
exec 2>&1
printf 'echo a\0b\n' > s; bash s; printf 'x=a\0b; echo $x\n' > t; bash t; x=$(printf 'a\0b'); echo ${#x}; printf '%s' $'a\0b' | od -c | head -1; echo -e 'a\0b' | od -c | head -1; echo $'\x00' | od -c; read y < <(printf 'a\0b\n'); echo ${#y}; read -d '' z < <(printf 'p\0q'); echo $z; mapfile -d '' w < <(printf 'a\0b\0'); echo ${#w[@]}
#### crlf
exec 2>&1
printf 'echo a\r\necho b\r\n' > s; bash s | od -c; printf 'if true; then\r\necho x\r\nfi\r\n' > t; bash t; echo $?
#### shebang and empty
exec 2>&1
printf '#!/bin/bash\necho hi $0 $1\n' > s; chmod +x s; ./s arg; : > e; chmod +x e; ./e; echo $?; bash e; echo $?; printf '\n\n#c\n' > c; bash c; echo $?; printf 'echo no newline' > n; bash n; printf '\xef\xbb\xbfecho bom\n' > b; bash b 2>/dev/null; echo $?
#### alias in subst and fn
exec 2>&1
shopt -s expand_aliases
alias hi='echo hello'
x=$(hi); echo $x
y=`hi`; echo $y
f() { hi; }
unalias hi
f
cat <(alias zz='echo zz'
zz)
(alias sub='echo sub'
sub)
sub 2>/dev/null; echo $?
eval "alias ev='echo ev'"
ev
eval "alias ev2='echo ev2'; ev2" 2>/dev/null; echo $?
trap 'tt' USR1; alias tt='echo trapped'
kill -USR1 $$
#### history expansion off
exec 2>&1
echo hi!there "a!b" !x '!!' ; echo !$; echo "!"
#### glob in assignment-like
exec 2>&1
touch 'x=1' 'a=b'; echo x=* a=?; x=*; echo "$x"; y=(x=*); echo "${y[@]}"; declare z=*; echo "$z"; for i in x=*; do echo $i; done; export w=?; echo "$w"; local q=* 2>/dev/null; echo a=[b] [a]=b; printf '%s\n' x=*
#### pathological patterns
exec 2>&1
touch aab abb bbb; echo [a-] [!] []a] [a\]] [[:alpha:] 2>/dev/null; echo a*b*b *a* *[b]* ???  [ab][ab][ab] [^a]*; [[ ab == [a-][b-] ]] && echo 1; [[ - == [a-] ]] && echo 2; [[ 'a]' == a] ]] && echo 3; [[ '[' == '[' ]] && echo 4; [[ '[a' == [[]a ]] && echo 5; [[ '*' == [*] ]] && echo 6; [[ '\' == [\\] ]] && echo 7; [[ ']' == []] ]] && echo 8; [[ 'x' == [[:alpha:][:digit:]] ]] && echo 9; [[ '5' == [![:alpha:]] ]] && echo 10; [[ ab == a[b ]] || echo 11; [[ 'a[b' == a[b ]] && echo 12; [[ é == [à-ü] ]] && echo 13; [[ '!' == [a!] ]] && echo 14; [[ '^' == [a^] ]] && echo 15; [[ ':' == [:a] ]] && echo 16; [[ a == [[=a=]] ]] && echo 17; [[ - == [[.-.]] ]] && echo 18; [[ b == [a-c-e] ]] && echo 19; [[ - == [a-c-e] ]] && echo 20; [[ d == [a-c-e] ]] || echo 21
#### paren ambiguity 1
exec 2>&1
( (echo a) ); ( ( (echo b) ) ); ((1+1)); echo $?; ( (( 1 )) ); echo $?; (echo c; (echo d)); ((echo e); echo f); ( (echo g) | cat ); ((echo h) | cat); ((x=5)); echo $x
#### paren ambiguity 2
exec 2>&1
echo $( (echo a) ) $((echo b); echo c) $( ( (echo d) ) ) $(((1+2))) $(( (1+2)*3 )) $((echo e) | cat) $( (( 1 )) && echo f)
#### paren ambiguity 3
exec 2>&1
echo $((echo a; echo b) | cat); echo $(( 1 + (2) )); x=$( (cd /; pwd) ); echo $x; y=$((cd /; pwd)); echo $y
#### paren ambiguity 4
exec 2>&1
((echo one) && (echo two)); ((1) ); echo $?; ( (1) ) 2>/dev/null; echo $?; for ((i=0; i<(2); i++)); do echo $i; done; if ((1)); then echo y; fi; if ( (true) ); then echo z; fi; while ((i-- > 0)); do echo $i; done; case $((1)) in (1) echo one;; esac
#### paren ambiguity 5
exec 2>&1
f() ( (echo sub) ); f; g() ((1+1)); g; echo $?; h() { ((1)); }; h; echo $?; k() (echo k); k; echo $( (echo a); (echo b) ); [[ (a) && ( b || c ) ]]; echo $?; [[ ((a)) ]]; echo $?; echo $((((1)))) $(( ( ( 1 ) ) )); (( ((1)) )); echo $?; ((( 1 ))); echo $?
#### operators glued
exec 2>&1
echo a&&echo b||echo c;echo d|cat&wait;(echo e)&&(echo f);{ echo g;}|cat;echo h>f;cat<f;echo i 2>&1|cat;echo j;:;echo k&&! false;x=1&&echo $x;[ a ]&&[[ b ]]&&((1))&&echo l;echo>f m;cat f;echo n>>f o;cat f;if true;then echo p;fi;echo 2>f;cat f;echo q2>f;cat f;echo r 3>f;cat f;echo a=b;echo {a}>f;cat f
#### keywords as args
exec 2>&1
echo if then else fi do done while for case esac in { } ! [[ ]] function time select until; if=1; echo $if; for if in a; do echo $if; done; case if in if) echo c;; esac; f() { echo $1; }; f if; x=then; echo $x; echo }; echo {; echo !; a=({ }); echo ${a[@]}; [ if = if ] && echo d; [[ if == if ]] && echo e; then=5; echo $then; alias for=x 2>/dev/null; export done=1; echo $done
#### empty bodies
exec 2>&1
if true; then
fi
#### empty bodies2
exec 2>&1
while false; do
done
#### empty bodies3
exec 2>&1
f() {
}
#### empty bodies4
exec 2>&1
{
}
#### empty bodies5
exec 2>&1
(
)
#### empty bodies6
exec 2>&1
case a in
esac; echo $?; case a in a)
esac; echo $?; for i in 1; do :
done; for i in 1; do # c
:; done
#### empty bodies7
exec 2>&1
if true; then # comment
fi
#### empty bodies8
exec 2>&1
$( ); $(
); ` `; echo $?; x=$(); y=``; echo "[$x$y]" $?; eval ''; eval ' '; eval '#c'; . /dev/null; bash -c ''; echo $?; bash -c '#'; echo $?; echo | bash; echo $?; trap '' EXIT; :|:; echo ${PIPESTATUS[@]}
#### type compat
exec 2>&1
declare -i i=5; i=abc; echo $i; declare -a a=(1 2); declare -i a; a[0]=3+4; echo ${a[@]}; s=1; s+=1; echo $s; declare -i s; s+=1; echo $s; x=010; echo $((x)) $x; declare -i x; x=010; echo $x; y='1 2'; (( y = 3 )); echo $y; z=5; z=${z}5; echo $((z+1)); [[ 05 -eq 5 ]]; echo $?; [ 05 -eq 5 ]; echo $?; [[ 05 == 5 ]]; echo $?; w=; echo $((w+1)); [[ $w -eq 0 ]]; echo $?; [ "$w" -eq 0 ]; echo $?; u=' 5 '; echo $((u+1)); [ "$u" -eq 5 ]; echo $?; v=5.5; echo $((v)); echo $?
#### serialize round trip
exec 2>&1
x=$'a\nb\x01\xff"q\'$`\\é'; y=$(declare -p x); unset x; eval "$y"; printf '%q\n' "$x"; z=${x@Q}; eval "w=$z"; [ "$w" = "$x" ] && echo same; printf -v q %q "$x"; eval "v=$q"; [ "$v" = "$x" ] && echo same2; a=("$x" '' 'c d'); y=$(declare -p a); unset a; eval "$y"; echo ${#a[@]}; [ "${a[0]}" = "$x" ] && echo same3; declare -A m=(["$x"]="$x"); y=$(declare -p m); unset m; eval "$y"; [ "${m[$x]}" = "$x" ] && echo same4; s=$(set | grep ^w=); eval "$s"; [ "$w" = "$x" ] && echo same5; eval "set -- ${a[*]@Q}"; echo $#; eval "b=(${a[@]@Q})"; [ "${b[0]}" = "$x" ] && echo same6; eval "${a[@]@A}"; echo ${#a[@]}
#### var sub quote
exec 2>&1
x='a b'; y="'q'"; z='"dq"'; w='$x'; echo "$x" $x '$x' "'$x'" '"$x"' \$x "\$x" "a"$x"b" "$y" $y "$z" $z "$w" $w "${x}" '${x}' "${x}y" "$x y"; printf '<%s>' a${x}b "a${x}b" a"${x}"b 'a'$x'b' $x$x "$x"$x; e=; printf '<%s>' "$e" $e "" '' ""$e $e"" "$e$e"; printf '<%s>' "${e:-"$x"}" ${e:-"$x"} ${e:-$x} "${e:-$x}" "${e:-'$x'}" ${e:-'$x'} "${e:+x}" ${x:+"$x"} "${x:+"$x"}" "${x:+'$x'}" ${x:+'$x'}
#### bugs misc
exec 2>&1
echo ${1:-"a}"} ; echo "${x:-"}"}"; echo "${x:-\}}"; echo ${x:-'}'}; x="a}b"; echo "${x#*\}}" "${x%\}*}" ${x/\}/-}; echo "$(echo "}")" "${y:-$(echo "}")}"; cat <<E
${y:-}} ${y:-\}} "${y:-"}"}"
E
for i in 1 2; do case $i in 1) continue;; esac; echo $i; done; f() { case $1 in (a) return 1;; esac; return 2; }; f a; echo $?; [ -n "$(echo)" ]; echo $?; ! [ a = b ] && echo ok; echo "$((`echo 1`+1))"; a=$(echo "x
y"); echo "$a"; set -- $(echo 'a\nb'); echo "$1"; echo "\\n" '\n' \n \\n "\n"
