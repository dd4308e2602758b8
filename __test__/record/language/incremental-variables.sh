#### ifs basics
exec 2>&1
x=' a  b '; printf '<%s>' $x; IFS=:; y='a::b:'; printf '<%s>' $y; y=':a'; printf '<%s>' $y; y='::'; printf '<%s>' $y; y=':'; printf '<%s>' $y; IFS=' :'; y=' a : b '; printf '<%s>' $y; y='a :: b'; printf '<%s>' $y; y=' : a'; printf '<%s>' $y; y='a : '; printf '<%s>' $y; IFS=; y='a b'; printf '<%s>' $y; unset IFS; y=' a b '; printf '<%s>' $y
#### ifs joins
exec 2>&1
set -- a 'b c' ''; IFS=:; echo "$*" $* "$@"; echo ${*} "${*}"; x=$*; echo "$x"; x="$*"; echo "$x"; x=$@; echo "$x"; x="$@"; echo "$x"; IFS=; echo "$*" $*; x=$*; echo "$x"; x="$*"; echo "[$x]"; unset IFS; echo "$*"; x=$*; echo "$x"; IFS=xy; echo "$*"; IFS=' '; echo "$*"; a=(1 '2 3'); IFS=,; echo "${a[*]}" ${a[*]} "${a[@]}"; y=${a[*]}; echo "$y"; y=${a[@]}; echo "$y"
#### ifs empty star
exec 2>&1
IFS=; set -- a 'b c' d; printf '<%s>' $*; printf '<%s>' $@; printf '<%s>' "$*"; printf '<%s>' "$@"; printf '<%s>' x$*y; printf '<%s>' x$@y; printf '<%s>' "x$@y"; a=(p q); printf '<%s>' ${a[*]} ${a[@]} "${a[*]}"; for i in $*; do echo "$i"; done; x="$@"; echo "$x"; x=$@; echo "$x"
#### at in words
exec 2>&1
set -- a b; printf '<%s>' x"$@"y "x $@ y" $@$@ "$@$@" "$@"x"$@"; set --; printf '<%s>' "$@" x"$@" "$@"y "x$@y" "" $@ ''"$@" "$@""$@" "${@}" "$*"; echo; set -- ''; printf '<%s>' "$@" $@ x$@ "$@"x; set -- '' ''; printf '<%s>' $@ "$@" x$@y "x$@y"
#### empty removal
exec 2>&1
x=; printf '<%s>' $x "$x" $x$x ''$x $x'' "$x"'' a$x $x"b" ${x} ${nope} "${nope}" ${nope:-} ${nope:-''} "${nope:-}"; set -- $x $nope; echo $#; set -- "$x" ''; echo $#; y=' '; printf '<%s>' $y a$y b; printf '<%s>' a$y$y"b" $y"c"$y
#### splitting joins with literals
exec 2>&1
x='a b'; printf '<%s>' 1$x"2" 1$x$x 'q '$x "$x"$x; y=' a b '; printf '<%s>' 1$y 2${y}2 "-"$y"-" $y$y $y""$y; IFS=:; z='a:b'; printf '<%s>' $z$z x$z:$z :$z: "$z":$z
#### ifs special chars
exec 2>&1
IFS='*'; x='a*b'; printf '<%s>' $x; IFS='\'; x='a\b'; printf '<%s>' $x; IFS='?'; x='a?b'; printf '<%s>' $x; IFS=']'; x='[a]b'; printf '<%s>' $x; IFS=$'\n'; x=$'a b\nc d\n\ne'; printf '<%s>' $x; IFS=$'\t'; x=$'a\t\tb'; printf '<%s>' $x; IFS=0; printf '<%s>' $((10203)) $#; IFS=1; set -- a; echo $#x; IFS=a; echo bab `echo bab` $(echo bab)
#### ifs unicode
exec 2>&1
IFS=é; x=aébéé; printf '<%s>' $x; IFS=$'\xc3'; x=$'a\xc3b'; printf '<%s>' $x; set -- 1 2; IFS=é; echo "$*"; IFS=日本; x=a日b本c; printf '<%s>' $x; read a b <<< x日y; echo $a $b
#### ifs with cmdsub and arith
exec 2>&1
IFS=2; printf '<%s>' $((121)) $(echo 121) `echo 323`; IFS=-; printf '<%s>' $((-1)) $((5-6)); x=$((-1)); printf '<%s>' "$((-1))" $x
#### ifs in assignment and case
exec 2>&1
IFS=:; x='a:b'; y=$x; echo "$y"; case $x in a:b) echo ok;; esac; [[ $x == a:b ]] && echo ok2; for i in $x; do echo $i; done; z=(${x}); echo ${#z[@]}; echo $x > "f$x"; ls; cat <<< $x; export w=$x; echo "$w"; local q=$x 2>/dev/null; f() { local q=$x; echo "$q"; }; f; declare r=$x; echo "$r"; readonly s=$x t=$x; echo "$s"
#### ifs local and readonly
exec 2>&1
f() { local IFS=,; echo "$*"; x=a,b; printf '<%s>' $x; }; f 1 2; x='a b'; printf '<%s>' $x; IFS=: eval 'printf "<%s>" $PATH' >/dev/null; IFS=, read a b <<< 'x,y'; echo $a $b "$IFS" | od -c | head -2; (IFS=/; echo $IFS); readonly IFS; IFS=x; echo $?
#### word split then glob
exec 2>&1
touch a1 b1; x='?1 a*'; echo $x; IFS=:; y='a*:b*'; echo $y; printf '<%s>' $y; z='[ab]1'; echo $z "$z"; set -- 'a*'; echo $1 "$1" $@ "$@" $*; w='*'; echo a$w"1" a"$w"1 $w; set -f; echo $x $w
#### star and at unquoted differences
exec 2>&1
set -- 'a b' c; printf '<%s>' $*; printf '<%s>' $@; IFS=b; printf '<%s>' $*; printf '<%s>' $@; printf '<%s>' ${*:1} ${@:1:1}; IFS=' '; printf '<%s>' ${1+"$@"} ${1+$*} "${1+$*}" "${1+$@}" ${1+"$*"}
#### array assignment splitting
exec 2>&1
x='a b'; a=($x); echo ${#a[@]}; a=("$x"); echo ${#a[@]}; a=($x "$x" 'c d'); echo ${#a[@]}; set -- 1 '2 3'; a=($@); echo ${#a[@]}; a=("$@"); echo ${#a[@]}; a=("${a[@]}" 4); echo ${#a[@]}; a=(${a[@]}); echo ${#a[@]}; a[0]=$x; echo "${a[0]}"; a=([0]=$x [1]="$x"); echo "${a[0]}" ${#a[@]}; a=(*nope*); echo ${a[0]}; b=([1]=*); echo "${b[1]}"
#### ifs whitespace mix
exec 2>&1
IFS=$' \t'; x=$'a \t b\nc'; printf '<%s>' $x; IFS=$'\n '; x=$'a\n \nb'; printf '<%s>' $x; IFS=' ,'; x='a , b,c ,,d'; printf '<%s>' $x; x=' ,a'; printf '<%s>' $x; x=', a ,'; printf '<%s>' $x; IFS=', '; x='  '; printf '<%s>' $x; x=' , '; printf '<%s>' $x
#### read splitting
exec 2>&1
IFS=: read a b c <<< 'x:y:z:w'; echo "$a|$b|$c"; IFS=: read a b <<< 'x::y'; echo "$a|$b"; IFS=: read a b <<< ':x:'; echo "$a|$b"; read a b <<< '  x  y  z  '; echo "$a|$b"; IFS= read a <<< '  x '; echo "[$a]"; IFS=' :' read a b <<< ' x : y : z '; echo "$a|$b|"; IFS=: read a b <<< 'x:y:'; echo "$a|$b"; IFS=: read -a arr <<< 'x::y:'; echo ${#arr[@]} "${arr[@]}"; read -r a <<< 'a\b '; echo "[$a]"; read a b <<< 'a\ b c'; echo "$a|$b"; IFS=x read a b <<< 'axbxc'; echo "$a|$b"; IFS=x read a b <<< 'axb'; echo "$a|$b"; IFS=x read a b <<< 'axbx'; echo "$a|$b"
#### assign basics
exec 2>&1
a=1 b=$a c="x y"; echo $a $b "$c"; a=2 b=$a; echo $b; x=1 y=2 z=$x$y; echo $z; x=; echo "[$x]"; x= y=3; echo "[$x]$y"; a=$(echo q; false); echo $?; a=$(true) b=$(false); echo $?; a=b=c; echo $a; a==; echo $a; _a1=x; echo $_a1; a="$(echo '"')"; echo $a; a='x'"y"\z; echo $a
#### assign not assignments
exec 2>&1
1a=b; echo $?; a-b=c; echo $?; =x; echo $?; a.b=c; echo $?; "a"=b; echo $?; a\=b; echo $?; $x=b; echo $?; echo a=b x=1; a =b; echo $?; a= b; echo $?; ''a=b; echo $?; a"="b; echo $?; a+b=c; echo $?
#### assign temp
exec 2>&1
x=g; f() { echo "f:$x"; x=inner; }; x=t f; echo $x; x=t eval 'echo $x'; echo $x; x=t true; echo $x; x=t :; echo $x; x=t export y=1; echo $x; x=t bash -c 'echo $x'; x=a x=b bash -c 'echo $x'; x=1 y=$x bash -c 'echo $y'; y=3 x=$y env | grep ^x=; x=5 echo $x; x=t command eval 'echo $x'; x=6 builtin echo $x; x=t . /dev/null; echo $x; nosuch=1 2>/dev/null; echo $nosuch
#### assign temp order
exec 2>&1
a=1; a=2 b=$a sh -c 'echo $a $b'; echo $b; x=1 >f; echo $x; x=2 nosuchcmd 2>/dev/null; echo $? $x; x=$(echo 3 >&2) true; (x=4); echo $x; { x=5; }; echo $x; x=6 | true; echo $x; x=7 && echo $x; ! x=8; echo $? $x; x=9 & wait; echo $x; time x=10 2>/dev/null; echo $x
#### assign posix special
exec 2>&1
set -o posix; x=1 :; echo $x; x=2 export y; echo $x; x=3 eval ''; echo $x; f() { :; }; x=4 f; echo $x; x=5 true; echo $x; x=6 command :; echo $x
#### append
exec 2>&1
x=a; x+=b; echo $x; x+=; echo $x; unset y; y+=z; echo $y; a=(1); a+=(2 3); echo ${a[@]}; a+=x; echo ${a[@]}; a[1]+=y; echo ${a[@]}; a+=([5]=q); echo ${!a[@]}; declare -i n=1; n+=2; echo $n; n+=n; echo $n; s=1; s+=1; echo $s; x+="c d"; echo "$x"; z=s; z+=(t); echo ${z[@]}; declare -A m=([a]=1); m+=([b]=2 [a]=3); echo ${m[a]} ${m[b]}; m[a]+=x; echo ${m[a]}; x=1 eval 'x+=2; echo $x'; x+=9 eval 'echo $x'; readonly r=1; r+=2; echo $?
#### append export local
exec 2>&1
export E=a; E+=b; sh -c 'echo $E'; f() { local x=1; x+=2; echo $x; local x+=3; echo $x; }; f; declare x+=5; echo $x; export E+=c; echo $E; readonly q+=z; echo $q; x+=1 bash -c 'echo $x'
#### assign elements
exec 2>&1
a[3]=x; echo ${#a[@]} ${!a[@]}; a[i]=y; echo ${a[0]}; a[1+1]=z; echo ${a[2]}; i=5; a[i]=5; a[$i+1]=6; a[ 7 ]=7; echo ${!a[@]}; a["8"]=8; a['9']=9; echo ${a[8]} ${a[9]}; a[-1]=last; echo ${a[9]}; a[-100]=x; echo $?; b[-1]=x; echo $?; s=str; s[1]=t; echo ${s[@]}; a[]=x; echo $?; a[a[3]]=y; echo $?
#### assign elements bad
exec 2>&1
a[=1; echo $?; a[1=2; echo $?; a[1]x=3; echo $?; a[@]=1; echo $?; a[*]=1; echo $?; a[1 2]=3; echo $?
#### assign elements quotes
exec 2>&1
declare -A m; m[a b]=1; m["c d"]=2; m['e f']=3; k='g h'; m[$k]=4; m["$k"x]=5; m[\]]=6; m[a]b]=7 2>/dev/null; echo $?; for k in "${!m[@]}"; do echo "<$k>=<${m[$k]}>"; done | sort; m[]=x; echo $?; m['']=y; echo $?; m[@]=all; m[*]=star; echo "${m["@"]}" "${m['*']}" ${#m[@]}; x=; m[$x]=e; echo $?
#### compound assignment
exec 2>&1
a=(a b c); echo ${a[1]}; a=(); echo ${#a[@]}; a=(x [3]=y z); echo ${!a[@]}; a=([2]=b [0]=a); echo ${a[@]}; a=([1]+=x); echo ${a[1]}; a=([0]=a [0]+=b); echo ${a[0]}; a=( a
b # comment
c
); echo ${#a[@]}; i=1; a=([i]=x [i+1]=y [$i$i]=z); echo ${!a[@]}; a=([-1]=x); echo $?; a=("$@"); echo ${#a[@]}; a=(1 2); a=("${a[@]}" "${a[@]}"); echo ${a[@]}; a=(a=b c=d); echo ${a[@]}; a=([0]x [1]); echo ${a[@]}; a=([x]); echo ${a[@]}; a=(\[1]=x); echo ${a[@]}; a=("[1]=x"); echo ${a[@]}; a=([ 1 ]=b); echo ${!a[@]}; a=(~ {1..3} *nope*); echo ${#a[@]}; a=(${x:-1 2}); echo ${#a[@]}
#### compound assoc
exec 2>&1
declare -A m=([a]=1 [b]=2); echo ${m[a]}; m=([c]=3); echo ${!m[@]}; m=(k v k2 v2); echo ${m[k]} ${m[k2]}; m=(k); echo "[${m[k]}]"; m=(a b [c]=d); echo $? ${!m[@]}; m=([a]=1 b); echo $?; m+=(z 1); echo ${m[z]}; m=(["x y"]=1 ['p q']=2 [$HOME]=3); echo "${m[x y]}" "${m[p q]}" ${m[$HOME]}; m=([a]=x [a]+=y); echo ${m[a]}; m=(); echo ${#m[@]}; m=("a b" 1); echo "${m[a b]}"; m=([]=1); echo $?
#### compound errors
exec 2>&1
a=(1 2; echo x
#### compound errors 2
exec 2>&1
a=(1 | 2); echo x
#### compound errors 3
exec 2>&1
a=(a) b; echo $?; a =(b)
#### compound errors 4
exec 2>&1
echo a=(b)
#### compound errors 5
exec 2>&1
x=1 a=(b) true; echo $? ${a[@]}; a=(c) echo hi; echo ${a[@]}
#### compound errors 6
exec 2>&1
a=(1 & 2)
#### compound errors 7
exec 2>&1
a=(<x)
#### compound errors 8
exec 2>&1
a=((1)); echo x
#### compound errors 9
exec 2>&1
a=(1 (2)); echo x
#### array of array elements
exec 2>&1
a[0]=(1 2); echo $?
#### array ops
exec 2>&1
a=(a b c d); unset a[1]; echo ${!a[@]} ${#a[@]}; unset 'a[-1]'; echo ${a[@]}; unset a; echo ${#a[@]}; a=(1 2); unset a[@]; echo ${#a[@]}; a=(1 2); unset 'a[*]'; declare -p a; x=s; unset x[0]; echo "[$x]"; x=s; unset x[1]; echo $? $x; a=(1 2 3); unset 'a[9]'; echo $?; unset 'a[-9]'; echo $?; unset 'a[x y]'; echo $?
#### array reads
exec 2>&1
a=(x 'y z' w); echo $a ${a} ${a[0]} ${a[-1]} ${a[-3]} "${a[@]:1}"; echo ${a[-4]}; echo $?; echo "[${a[99]}]"; i=1; echo ${a[i]} ${a[$i]} ${a[i+1]} ${a["1"]} ${a['1']}; for x in "${a[@]}"; do echo "<$x>"; done; for x in "${a[*]}"; do echo "<$x>"; done; for x in ${a[@]}; do echo "<$x>"; done; for i in "${!a[@]}"; do echo $i; done; echo "${#a[@]}" "${#a[1]}" "${#a}"; echo $a[1] "$a[1]"; echo ${a[@]}x x${a[@]} "x${a[@]}y"; s=str; echo ${s[0]} ${s[@]} "[${s[1]}]" ${#s[@]}; echo ${a[ 1 ]} ${a[a]} ${a[]}; echo next
#### array negative
exec 2>&1
a=(1 2 3); a[5]=6; echo ${a[-1]} ${a[-2]} ${a[-6]} ${a[-7]}; echo $?; unset 'a[-1]'; echo ${a[-1]}; declare -p a; a+=(9); declare -p a; a[-1]+=x; echo ${a[@]}; ((a[-1]=4)); echo ${a[@]}
#### array copy and pass
exec 2>&1
a=('x y' z); b=("${a[@]}"); echo ${#b[@]}; f() { echo $#; }; f "${a[@]}"; f "${a[*]}"; f ${a[@]}; c=(${a[*]}); echo ${#c[@]}; d="${a[@]}"; echo "$d"; e=("${a[@]/x/Q}"); echo "${e[@]}"; set -- "${a[@]}"; echo $# "$1"; export a; bash -c 'echo "[$a]"'; env | grep ^a=
#### declare p
exec 2>&1
a=1; declare -i b=2; declare -r c=3; declare -x d=4; declare -a e=(1 2); declare -A f=([k]=v); declare -n g=a; declare -l h=ABC; declare -u i=abc; declare -rx j=q; declare k; declare -a l; declare -A m; declare -i n; declare -c o=abc; declare -t p=1; declare -ir q=5; declare -xi r=6; for v in a b c d e f g h i j k l m n o p q r; do declare -p $v; done; declare -p nosuch; echo $?
#### declare p quoting
exec 2>&1
a='x y'; b="q'r"; c='d"e'; d='$x`y`\z'; e=$'n\nl'; f=$'\t\x01\xff'; g=; h='é'; i='!'; j='*'; k=$'a\rb'; declare -p a b c d e f g h i j k; l=('x y' "q'r" '$z' $'n\nl' ''); declare -p l; declare -A m=(['a b']="c'd" ['$x']=1 [e]='' [$'\n']=n ['"']=q [a.b]=d [x-y]=1); declare -p m
#### declare builtin output
exec 2>&1
f() { local x=1 -r; local -p | head -3; }; f 2>&1; declare -i n=1; x=5; declare -p x n; declare -x foo=bar; declare -x | grep foo; export -p | grep foo; readonly ro=1; readonly -p | grep ro=; declare -r | grep ro=; arr=(1 2); declare -a | grep arr; declare -A as=([k]=v); declare -A | grep as=; declare -i | grep ' n='; declare -n ref=x; declare -n | grep ref; unset -n ref; typeset -p x
#### set output
exec 2>&1
a='x y'; b="q'r"; c=$'n\nl'; d=; e=(1 'b c'); declare -A f=([k]='v w'); g='$x'; h=plain; i=a=b; j='~'; k='#x'; l='a#b'; m='{a}'; n='é'; o=$'\x01'; set | grep -E '^[a-o]='; declare | grep -E '^[a-o]='
#### declare flags
exec 2>&1
declare -i a=1+1; declare -l b=ABC; declare -u c=abc; declare -c d='foo BAR'; echo $a $b $c $d; b=XYZ; c=q; echo $b $c; declare +l b; b=ABC; echo $b; declare -r r=1; declare +r r; echo $?; declare -x e=1; declare +x e; bash -c 'echo [$e]'; declare -a arr; declare +a arr; echo $?; declare -A as; declare -a as; echo $?; declare -a ar2=(1); declare -A ar2; echo $?; declare -lu q=aB; echo $q; declare -u -l w=aB; declare -p w; declare -Z x; echo $?; declare +A as; echo $?
#### declare names
exec 2>&1
declare 1a=b; echo $?; declare a-b=c; echo $?; declare a.b; echo $?; declare -- x=1; echo $x; declare 'y=a b'; echo "$y"; declare "z=$y"; echo "$z"; declare a[1]=x; declare -p a; declare 'b[2]=y'; declare -p b; declare c=(1 2); declare -p c; declare -a d=1; declare -p d; declare -a 'e=(1 2)'; declare -p e; declare f='(1 2)'; declare -p f; declare -A g='([k]=v)'; declare -p g; x='h=(1 2)'; declare -a $x; declare -p h; declare $x; declare -p h; declare =x; echo $?; declare ''; echo $?; declare -p ''; echo $?
#### declare in function
exec 2>&1
x=g; f() { declare x=l; echo $x; declare -g x=gg; echo $x; typeset y=1; declare -g z=2; }; f; echo $x "[$y]" $z; g() { local a=1; h; echo $a; }; h() { echo $a; a=2; declare -g a=3; }; g; echo $a; k() { declare -g -a arr=(1 2); declare -gA m=([k]=v); declare -gi n=1+1; }; k; declare -p arr m n
#### local
exec 2>&1
local x=1; echo $?; f() { local x; echo "[${x-unset}]"; x=1; local x; echo $x; local y=2 z=3; echo $y$z; local -a a=(1 2); local -A m=([k]=v); local -i n=1+1; local -r r=5; echo ${a[@]} ${m[k]} $n $r; local x=$x; local q=a=b; echo $q; local e=; echo "[${e-u}]"; r=6; echo no; }; f; echo "[${x-unset}]"
#### local more
exec 2>&1
f() { local a=1 b=$a; echo $b; local IFS=:; local - ; set -f; echo $-; }; f | grep -c f; echo $-; g() { local x=1; unset x; echo "[${x-unset}]"; x=2; }; g; echo "[$x]"; h() { local x=1; k; echo $x; }; k() { unset x; x=5; echo $x; }; x=0; h; echo $x; l() { local v=$(false); echo $?; local w; w=$(false); echo $?; }; l; m() { local 1x; echo $?; local a-b=c; echo $?; local x y=1 z; local -p; }; m
#### readonly
exec 2>&1
readonly a=1 b; b=2; echo $?; a=3; echo $?; unset a; echo $?; readonly a=4; echo $?; readonly -a arr=(1 2); arr[0]=x; echo $?; arr+=(3); echo $?; readonly -A m=([k]=v); m[k]=w; echo $?; f() { local a=5; echo $?; }; f; a=6 true; echo $?; a=7 eval 'echo in $a'; echo $?; for a in 1 2; do echo $a; done; echo $?; read a <<< x; echo $?; ((a=1)); echo $?; readonly c+=1; echo $c; export a; declare -p a; printf -v a x; echo $?; unset -v a; getopts x a; echo $?; : ${b:=x}; echo $?
#### export
exec 2>&1
export a=1 b; bash -c 'echo $a [$b]'; b=2; bash -c 'echo $b'; export -n a; bash -c 'echo [$a]'; export c='x y'; bash -c 'echo "$c"'; export 1x; echo $?; export x-y=1; echo $?; f() { echo fn; }; export -f f; bash -c f; export -f nosuch; echo $?; export -p | grep -E ' [abc]='; a=5; export a=$a; export d=$(echo e f); echo $d; export e=$a$b f=~; echo $e; unset c; bash -c 'echo [${c-unset}]'; export arr=(1 2); declare -p arr; export g; declare -p g; export -x 2>&1 | head -1
#### unset
exec 2>&1
x=1; unset x; echo "[${x-u}]"; f() { :; }; unset f; type f; x=1; f() { :; }; ln=1; unset x; type -t f; unset -f f; unset -v nope; echo $?; unset 1x; echo $?; unset a-b; echo $?; unset -f nope; echo $?; unset; echo $?; unset -x; echo $?; readonly r; unset r; echo $?; declare -n ref=x; x=1; unset ref; echo "[$x]"; declare -p ref; unset -n ref; declare -p ref; unset x y z; echo $?; unset -fv x; echo $?; unset ''; echo $?; unset '?'; echo $?
#### nameref basics
exec 2>&1
x=1; declare -n r=x; echo $r; r=2; echo $x; echo ${!r}; r+=3; echo $x; unset r; echo "[$x]"; declare -p r; unset -n r; a=(1 2 3); declare -n r=a; echo ${r[1]} ${r[@]} ${#r[@]}; r[1]=x; echo ${a[@]}; r+=(4); echo ${a[@]}; declare -n e='a[0]'; echo $e; e=z; echo ${a[0]}; declare -A m=([k]=v); declare -n mr=m; echo ${mr[k]} ${!mr[@]}; mr[q]=w; echo ${m[q]}; declare -n k='m[k]'; echo $k; echo ${!k}
#### nameref functions
exec 2>&1
f() { local -n ref=$1; ref=changed; }; x=orig; f x; echo $x; g() { local -n out=$1; shift; out=("$@"); }; g arr a 'b c'; declare -p arr; h() { declare -n r=$1; for r in "${r[@]}"; do echo "<$r>"; done; }; h arr; k() { local -n a=$1 b=$2; local t=$a; a=$b; b=$t; }; p=1 q=2; k p q; echo $p $q; l() { local -n r=x; echo $r; local x=local; echo $r; }; l
#### nameref errors
exec 2>&1
declare -n r=r; echo $?; declare -n a=b b=a; echo $a; a=1; echo $?; declare -n 1x=y; echo $?; declare -n n='1x'; echo $?; declare -n n='a b'; echo $?; declare -n n=; declare -p n; n=5; declare -p n; echo $?; f() { local -n r=r; echo $r; }; r=out; f; declare -n arr=(1 2); echo $?; declare -na q=x; echo $?; declare -n s='a[1'; echo $?
#### nameref misc
exec 2>&1
declare -n r=x; read r <<< val; echo $x; printf -v r %s new; echo $x; r=(1 2); declare -p x; unset r[0]; declare -p x; x=5; ((r++)); echo $x; declare -i r; r=1+1; declare -p x r; declare -r r; r=3; echo $?; local_() { local r=5; echo $r; }; local_; mapfile -t r <<< a; declare -n z=PATH; [ "$z" = "$PATH" ] && echo same; set -- p; declare -n pos=1; echo $?; echo ${r@a} ${!r@a}
#### print functions
exec 2>&1
f() { echo a; }; declare -f f; type f; g() { if true; then echo x; elif false; then echo y; else echo z; fi; while a; do b; done; until c; do d; done; for i in 1 2; do e; done; for ((i=0;i<3;i++)); do f; done; case $x in a|b) c;; *) d;& e) f;;& esac; select s in a; do :; done; }; declare -f g
#### print functions 2
exec 2>&1
f() { a && b || c; a | b |& c; ! a; a & b; (a; b); { a; b; }; [[ a == b && ! -f c || ( d ) ]]; ((x+1)); x=1 y=(1 2) cmd; a > b 2>&1 <<< c; time a; coproc X { a; }; function g { b; }; h() ( c ); }; declare -f f
#### print functions 3
exec 2>&1
f() { cat <<E
a $x
E
cat <<-'E' | b
	q
	E
echo $(a; b) `c d` "$(e)" $((1+2)) ${x:-y} $'a\n' "q$r" 'l' \m <(n) >(o) ~ {a,b} *; }; declare -f f
#### print functions 4
exec 2>&1
f() { echo a
echo b; echo c

# comment
echo d \
 e; } >out 2>&1; declare -f f; g() ( echo a; echo b ); declare -f g; h() { :; }; declare -f h; function k { :; }; declare -f k; function l() { :; } <x; declare -f l; m() for i in a; do echo $i; done; declare -f m; n() if a; then b; fi; declare -f n; o() [[ a ]]; declare -f o; p() ((1)); declare -f p; q() case a in b) c;; esac; declare -f q; declare -F; declare -F f
#### print functions 5
exec 2>&1
f() { if a; then if b; then c; fi; fi; while a; do while b; do c; done; done; case a in b) case c in d) e;; esac;; esac; { { a; }; }; ( ( a ) ); for i in a; do for j; do b; done; done; }; declare -f f
#### print functions 6
exec 2>&1
f() { a; } ; f2() { a & }; f3() { a & b & }; f4() { a; b & c; }; f5() { a && b & }; f6() { { a; } > b; (c) < d; if e; then f; fi 2> g; while h; do i; done <<< j; [[ a ]] > k; ((1)) < l; case a in esac; case a in b) ;; esac; }; declare -f f f2 f3 f4 f5 f6
#### print functions 7
exec 2>&1
f() { case $1 in (a) b;; c | d) e; f;; "x y") ;; esac; for x do y; done; for x in; do y; done; for ((;;)); do z; done; if a; b; then c; d; fi; while a; b; do c; done; if ! a; then b; fi; if (a); then b; fi; a; local x=1 y=(a b); declare -A m=([a]=b); return 1; }; declare -f f
#### print functions 8
exec 2>&1
f() { echo "a
b"; echo 'c
d'; echo "$(cat <<E
x
E
)"; }; declare -f f
#### print functions 9
exec 2>&1
f() { a >b >>c <d <>e >&f <&3 3>&1 4<&- 5>&- &>g &>>h >|i 2>j {k}>l; cat <<A <<B; }
a
A
b
B
declare -f f
#### print functions 10
exec 2>&1
f() { x=1; x+=2; a[1]=3; a[i+1]+=4; b=(a b [3]=c); b+=(d); export x=1; time -p a; time; ! ; ! ! a; [[ -n a ]]; [[ a =~ b.*c ]]; [[ a < b ]]; [[ $a -eq 1 ]]; (( a++ , b )); }; declare -f f
#### function names
exec 2>&1
f.g() { echo 1; }; f.g; a-b() { echo 2; }; a-b; a:b() { echo 3; }; a:b; @x() { echo 4; }; @x; +() { echo 5; }; +; 1() { echo 6; }; 1; a/b() { echo 7; }; a/b; é() { echo 8; }; é; [x() { echo 9; }; function f=g { echo 10; }; f=g; function a,b { echo 11; }; a,b
#### function bad names
exec 2>&1
f$x() { :; }
#### function bad names 2
exec 2>&1
"f"() { :; }
#### function bad names 3
exec 2>&1
function f$x { :; }; echo $?
#### function bad names 4
exec 2>&1
a=b() { :; }
#### function bad names 5
exec 2>&1
if() { :; }
#### function bad names 6
exec 2>&1
function if { echo i; }; \if; echo $?
#### function bad body
exec 2>&1
f() echo hi
#### function bad body 2
exec 2>&1
f()
#### function bad body 3
exec 2>&1
f() { }
#### function bad body 4
exec 2>&1
f() { echo a }
#### function bad body 5
exec 2>&1
f( { echo; }
#### function bad body 6
exec 2>&1
f(a) { echo; }
#### function bad body 7
exec 2>&1
function { echo; }
#### function bad body 8
exec 2>&1
function f echo
#### function newline body
exec 2>&1
f()
{
echo ok
}
f; g() 
( echo sub )
g; function h
{ echo h; }
h
#### function unset readonly
exec 2>&1
f() { echo a; }; readonly -f f; f() { echo b; }; echo $?; f; unset -f f; echo $?; declare -f -p f; declare -F; readonly -f
#### local nested temp
exec 2>&1
f() { local x=$x; echo $x; x=in; g; echo $x; }; g() { echo g:$x; x=g; }; x=out; f; echo $x; x=tmp f; echo $x
#### readonly local
exec 2>&1
f() { local -r x=1; x=2; echo no; }; f; echo $?; g() { readonly y=1; }; g; y=2; echo $? $y; h() { declare -r z=1; }; h; z=3; echo $z
#### declare -g in nested
exec 2>&1
f() { local v=1; g; echo $v; }; g() { declare -g v=2; v=3; }; f; echo $v
#### unset local reveals
exec 2>&1
f() { local x=1; g; echo "f ${x-unset}"; }; g() { local x=2; unset x; echo "g ${x-unset}"; unset x; echo "g2 ${x-unset}"; }; x=0; f; echo $x
#### export function local
exec 2>&1
f() { local x=1; export x; bash -c 'echo $x'; }; f; echo "[${x-u}]"; g() { local -x y=2; bash -c 'echo $y'; }; g
#### array local copies
exec 2>&1
f() { local -a a=(1 2); a+=(3); echo ${a[@]}; }; a=(x); f; echo ${a[@]}; g() { local a; a[0]=q; echo ${a[@]}; }; g; echo ${a[@]}; h() { local a=s; echo ${a[@]} ${#a[@]}; }; h
#### declare array scalars
exec 2>&1
a=s; declare -a a; declare -p a; b=(1); declare b=2; declare -p b; declare -A c; c=5; declare -p c; d=(1 2); d=x; declare -p d; declare -a e=x; declare -p e; f=1; f+=(2); declare -p f; declare -i g=(1+1 2); declare -p g; h=(); h=x; declare -p h
#### declare -a with quotes
exec 2>&1
declare -a a='(1 "b c")'; declare -p a; x='(3 4)'; declare -a b=$x; declare -p b; declare -a c="$x"; declare -p c; declare d="(1 2)"; declare -p d; declare -a e=("(1 2)"); declare -p e; local_() { local -a f='(x y)'; declare -p f; }; local_; readonly -a g='(p q)'; declare -p g; export -a h='(m n)' 2>/dev/null; declare -p h
#### declare lists
exec 2>&1
declare a b=1 c; declare -p a b c; declare -x a b; declare -p a b; declare +x a; declare -p a; typeset -i d e=2; declare -p d e; declare -r f g=1; declare -p f g; f=1; echo $?
#### declare -u -l -c
exec 2>&1
declare -u u=abc; u+=def; echo $u; declare -l l; l=ABC; echo $l; read u <<< xyz; echo $u; for u in a b; do echo $u; done; declare -u a=(ab cd); a[2]=ef; a+=(gh); echo ${a[@]}; declare -c c='hello WORLD'; echo $c; declare -u u2; u2=é; echo $u2; printf -v u %s q; echo $u; declare -ul both=Ab; echo $both; declare -A m; declare -u m; m[k]=v; echo ${m[k]}; x=abc; declare -u x; echo $x; x=$x; echo $x
#### declare -n -i combos
exec 2>&1
declare -i i=5; declare -n r=i; r+=3; echo $i; r=2*4; echo $i; declare -n q=arr; q=(1 2); q[5]=x; declare -p arr; unset -n q; declare -n q='arr[5]'; q+=y; echo ${arr[5]}; f() { local -n l=$1; l+=z; }; f 'arr[5]'; echo ${arr[5]}; declare -n z; z=i; echo $z; for_() { local -n v; for v in i; do v=9; done; }; for_; echo $i
#### declare status and printing in pipes
exec 2>&1
declare -p | grep -c '^declare -x HOME'; x=1; declare -p x | cat; (declare -p x); declare -p x y 2>/dev/null; echo $?; declare -pi | head -1; declare -F nosuch; echo $?; declare -f nosuch; echo $?; typeset -p x
#### declare unset attrs
exec 2>&1
declare -a a; echo ${#a[@]} "${a-u}"; [[ -v a ]] || echo no; declare -A m; echo ${#m[@]} "${m-u}" "${m[x]-u}"; declare x; echo "${x-u}" "${x+s}"; set -u; echo "${a[@]}" "${m[@]}"; declare -i i; echo "${i-u}"; (echo $x); echo $?; (echo ${a[0]}); echo $?
#### set and declare list functions
exec 2>&1
f() { :; }; declare | tail -4 | head -2; set | grep -A2 '^f ()'; declare -p f; echo $?; declare -F
#### assignments left to right
exec 2>&1
x=1; x=2 y=$x; echo $y; a=$((z=3)) b=$z; echo $b; i=0; c=$((i++)) d=$((i++)); echo $c $d $i; e=$(echo hi >&2) f=1 2>/dev/null; g=1 g+=2; echo $g; h=5 h=$((h+1)); echo $h; k[0]=a k[1]=b k+=(c); echo ${k[@]}; v=$v$v v=x$v; echo $v
#### assign with redirect and errors
exec 2>&1
x=1 > f; ls; x=2 < nosuch; echo $? $x; y=$(cat < nosuch) ; echo $?; z=3 2>&1; echo $z; a=$(echo out; echo err >&2) 2>/dev/null; echo $a; readonly q=1; q=2 > g; ls; echo after
#### integer attr errors
exec 2>&1
declare -i n; n=5x; echo "[$n] $?"
n='1 2'; echo "[$n]"
n=abc; echo $n; n=0x1F; echo $n; n=010; echo $n; n=2#101; echo $n; n=; echo $n; n=' 7 '; echo "[$n]"; n=-; echo next
echo end
#### printf and vars
exec 2>&1
printf -v x %05d 42; echo $x; printf -v a[2] hi; declare -p a; printf -v 1x y; echo $?; printf -v 'm[k]' q; declare -A m; printf -v 'm[k z]' q; declare -p m; printf -v; echo $?; printf -v x; echo $?
#### mixed quoting keys
exec 2>&1
declare -A m; m[a"b"c]=1; m['x'y]=2; m[$'\t']=3; m["a b"'c d']=4; m[a\ b]=5; m[~]=6; m[*]=7; m[?]=8; m[{1,2}]=9; m[a=b]=10; m[$((1+1))]=11; m[`echo q`]=12; for k in "${!m[@]}"; do printf '%q=%s\n' "$k" "${m[$k]}"; done | sort
#### subscripts evaluation
exec 2>&1
a=(1 2 3); i=0; echo ${a[i++]} ${a[i++]} $i; a[i]=x; echo ${a[@]}; echo ${a[a[0]]} ${a[$((i-1))]} ${a[i-1]} ${a[ i - 1 ]} "${a[i?0:1]}" ${a[0x1]} ${a[01]}; b='1'; echo ${a[$b]} ${a["$b"]} ${a[b]} ${a[${b}]} ${a[`echo 1`]} ${a[$(echo 1)]}; a["1"]=q; a['2']=w; echo ${a[@]}; a[1]+=z; echo ${a[1]}; x='a[0]'; echo $((x)) ${!x}; a[5]=5; echo ${a[-1]}; echo "${a[@]: -1}" ${#a[-1]}
#### array iteration modify
exec 2>&1
a=(1 2 3); for i in "${a[@]}"; do a+=(x$i); done; echo ${#a[@]}; for i in ${!a[@]}; do unset "a[$i]"; done; echo ${#a[@]}; a=(c a b); IFS=$'\n'; b=($(printf '%s\n' "${a[@]}" | sort)); unset IFS; echo "${b[@]}"; c=("${a[@]:1}" "${a[@]:0:1}"); echo ${c[@]}; d=("${a[@]/%/x}"); echo ${d[@]}; e=(${a[@]//a/}); echo ${#e[@]}; f=("${a[@]//a/}"); echo ${#f[@]}
#### arith assoc deep
exec 2>&1
declare -A m=([a]=1 [b]=2 [k k]=3); x=a; y='k k'; echo $((m[a]+m[b])) $((m[$x])) $((m["$x"])) $((m[$y])) $((m["k k"])) $((m[k k])) $((m['a'])) ; ((m[$x]+=10)); ((m[new]++)); ((m["$y"]*=2)); echo ${m[a]} ${m[new]} "${m[k k]}"; let 'm[a]--' "m[$x]++" m[b]=m[a]*2; echo ${m[a]} ${m[b]}; ((m[a] > 5)) && echo big; for ((m[i]=0; m[i]<2; m[i]++)); do echo ${m[i]}; done; echo $((${m[a]} + ${#m[@]})) $((m[zzz])) $((m[a]?m[b]:0)); (( m[x,y] = 5 )); echo "${m[x,y]}"; (( m[1+1] = 7 )); echo "${m[1+1]}" "${m[2]-none}"; declare -A n; n[x]=m; echo $((${n[x]}[a])) ; i=0; ((m[a]+=i++ + ++i)); echo ${m[a]} $i; (( m[$((1+1))] = 9 )); echo ${m[2]}; [[ m[a] -gt 3 ]] && echo gt; [[ ${m[a]} -eq m[a] ]] && echo eq
#### arith array deep
exec 2>&1
a=(10 20 30); i=1; echo $((a[i]++ + a[i])) ${a[@]}; ((a[i++]+=5)); echo $i ${a[@]}; ((a[a[0]-10]=99)); echo ${a[@]}; echo $((a[0]?a[1]:a[2])) $((a[-1])) $((a[${#a[@]}-1])) $((a[0]+=1,a[0])) $((${a[0]}+${a[1]})) $((a)) $((a+1)); b=a; echo $((b)) $((b[0])) ; c='a[2]'; echo $((c)) $((c+1)); ((c=5)); echo ${c}; d=(1+1 'a[0]' i); echo $((d[0])) $((d[1])) $((d[2])); unset e; ((e[3]=1)); echo ${!e[@]}; ((f[1]++)); echo ${f[1]}; let 'g[0]=1' 'g[1]=2'; echo ${g[@]}; (( h = a[0] = 7 )); echo $h ${a[0]}; echo $((a[1]=a[2]=4)) ${a[@]}; s=5; echo $((s[0])) $((s[1])); ((s[1]=6)); echo ${s[@]}
#### arith errors continue
exec 2>&1
x=$((1/0)); echo "a $?"
echo b
((1/0)) || echo c; let '1 +' || echo d; [[ 1/0 -eq 0 ]] || echo e; a[1/0]=x; echo no
echo f; y=${x:1/0}; echo no2
echo g; for ((i=0;i<1/0;i++)); do :; done; echo h; while ((1/0)); do :; done; echo i; if ((08)); then :; else echo j; fi; case $((1/0)) in *) echo no;; esac
echo k; echo $(echo $((1/0)); echo l); f() { echo $((1/0)); echo no3; }; f; echo no4
echo m; (echo $((1/0)); echo no5); echo n $?; z=$(echo $((1/0))) ; echo o $?; export q=$((1/0)); echo p
echo q; : $((1/0)) || echo r
echo s; { echo $((1/0)); echo t; } ; echo u
echo v; echo $((1/0)) | cat; echo w; ! echo $((1/0)); echo x
eval 'echo $((1/0))'; echo y
echo z
#### arith number formats
exec 2>&1
echo $((0x)) ; echo $((0xG)); echo a
echo $((1_000)); echo b
echo $((1e3)); echo c
echo $((0b101)); echo d
echo $((0o17)); echo e
echo $((017)) $((-017)) $((0xfF)) $((0XFF)) $((2#1010)) $((3#12)) $((36#zZ)) $((62#Z)) $((64#@_)) $((16#0x1)); echo f
echo $((00017)) $((10#0017)) $((+5)) $((- 3)) $((1 -1)) $((1- 1)) $((1 - -1)) $((3 --2)); echo g
echo $((2#)) ; echo h
echo $((#5)); echo i
#### arith expansions inside
exec 2>&1
n=3; s='1+2'; echo $(($n+1)) $(("$n"+1)) $((n+1)) $((${n}+1)) $((`echo 3`+1)) $(($(echo 3)+1)) $(($s*2)) $((s*2)) $((($s)*2)) $(('n'+1)) ; echo next; echo $(("1"+"2")) $((1"2")) $((n"")) $(( "" )) $(( "n" )) ; a=(1 2); echo $((${a[@]})) ; echo next2; echo $((${a[*]/2/+2})); op=+; echo $((1 $op 2)) $((n $op= 1)) $n; v=n; echo $((v)) $((${v})) $(($v+=1)) $n $((${!v})); echo $((~n)) $((-n)) $((!n)) $((n*-1)) $((n**2)) $((n<<1|1)) $((n&1?5:6)) $((n>2&&n<9)) $((n==3||0))
#### nameref deep
exec 2>&1
f() { local -n arr=$1; arr+=(x); arr[0]=first; echo ${#arr[@]} "${arr[@]}" "${!arr[@]}"; unset 'arr[1]'; }; a=(1 2 3); f a; declare -p a; g() { local -n m=$1; m[k]=v; for k in "${!m[@]}"; do echo "$k=${m[$k]}"; done; }; declare -A h; g h; k() { local -n r=$1; r=$((r+1)); [[ $r -gt 3 ]] || k $1; }; c=0; k c; echo $c; l() { local -n r=$1; local i; for i in 1 2; do r+=$i; done; }; s=; l s; echo $s; m() { declare -n ref=$1; declare -p ref; echo ${!ref}; ref=5; }; m newvar; echo $newvar; n() { local x=1; local -n y=x; y=2; echo $x; }; n; declare -n p=q; p=1; echo $q; declare -n p; declare -p p; p=r; echo $p $q; for p in a b; do :; done; declare -p p; unset p; declare -p p 2>&1
#### local array and assoc scoping
exec 2>&1
f() { local -A m=([a]=1); g; echo ${m[a]} ${#m[@]}; }; g() { m[b]=2; m[a]=9; }; f; echo "[${m[a]}]"; h() { local a=(1 2); a+=(3); k; echo ${a[@]}; }; k() { a[0]=k; local a=(z); a[1]=y; echo ${a[@]}; }; h; echo "[${a[@]}]"; l() { local x; x[2]=q; declare -p x; }; l; n() { declare x=(1); declare -g y=(2); x+=(3); y+=(4); }; n; echo "${x[@]}" ${y[@]}; o() { local IFS=- a=(1 2 3); echo "${a[*]}"; }; o; p() { local a b=(1) c=2 d; declare -p a b c d; }; p; q() { local -a e; echo ${#e[@]} ${e-unset}; e=5; declare -p e; }; q
#### assign dialects
exec 2>&1
x=1; typeset x=2; echo $x; typeset -i n=3+4; echo $n; typeset -a a=(1 2); echo ${a[1]}; typeset -A m=([k]=v); echo ${m[k]}; typeset -r ro=1; typeset -x ex=2; bash -c 'echo $ex'; typeset -u up=abc; echo $up; f() { typeset loc=5; typeset -g glo=6; }; f; echo "[$loc]" $glo; typeset -p n; typeset -f f; typeset -F f; readonly y=5 z; declare -p y z; export p=1 q; declare -p p q; declare -x -i xi=5; declare -p xi; declare -- d=-x; echo $d; declare -i +x j=2; echo $j; eval typeset t=7; echo $t; command typeset c=8; echo $c; builtin declare b=9; echo $b; \declare e=10; echo $e; 'declare' g=(1 2) 2>/dev/null; echo ${g[1]}
