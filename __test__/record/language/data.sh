#### indexed arrays
a=(x y z); echo $a ${a[1]} ${a[-1]} ${#a[@]} ${#a[1]} "${a[@]}" "${a[*]}" ${!a[@]}; a[5]=q; echo ${#a[@]} ${!a[@]}; a+=(r s); echo "${a[@]}" ${!a[@]}; a[0]+=1; echo $a; a=([2]=c [0]=a d); declare -p a; unset a; echo "[${a[@]}]" ${#a[@]}
#### array from command and glob
touch f1 f2; a=(f*); echo ${#a[@]} ${a[1]}; b=($(echo 1 2 3)); echo ${b[2]}; c=("$(echo 1 2)" {x,y}); echo ${#c[@]}; IFS=,; d=($(echo a,b)); echo ${#d[@]}; e=(${c[@]}); echo ${#e[@]}
#### array slices
a=(a b c d e); echo ${a[@]:1:2} ${a[@]: -2} ${a[*]:3} "${a[@]:0:1}" ${a[@]:5} ${a[@]:1:0}; set -- p q r; echo ${@:2} ${@:0:1} ${@: -1} ${*:1:2}; s=hello; echo ${s:1} ${s:1:3} ${s: -3} ${s: -3:2} ${s:1:-1} ${s:9}
#### array operators
a=(apple banana cherry); echo ${a[@]#?} ${a[@]%?} ${a[@]/an/AN} ${a[@]//a/A} ${a[@]^} ${a[@]^^} ${a[*]/#/x} "${a[@]/%/y}" ${#a[@]} ${a[@]:-d}; echo "${a[@]@Q}" ${a[@]@U}
#### associative arrays
declare -A m=([a]=1 ["b c"]=2); m[d]=3; echo ${m[a]} "${m[b c]}" ${#m[@]}; for k in "${!m[@]}"; do echo "$k=${m[$k]}"; done | sort; unset 'm[a]'; echo ${#m[@]} ${m[a]-none}; m+=([e]=5); echo ${m[e]}; [[ -v m[d] ]] && echo set; x=d; echo ${m[$x]}; m[$x]+=4; echo ${m[d]}; m=(p 1 q 2); echo ${m[q]}
#### associative keys are text
declare -A m; m[1+1]=a; m["]"]=b; m[' ']=c; m['$x']=d; i=1; m[$i]=e; m[i]=f; for k in '1+1' ']' ' ' '$x' 1 i; do echo "${m[$k]}"; done; echo ${#m[@]}; m[@]=g; echo "${m['@']}"
#### declare -p round trip
a=(1 'b c' $'d\ne' '$x' '"q"'); declare -A m=([k k]='v "v"'); declare -i n=5; declare -r r=ro; declare -x e=ex; declare -l low=ABC; s=$'\t\x01'; declare -p a m n r e low s > f; cat f; (eval "$(cat f | while IFS= read -r l; do echo "$l"; done)" 2>/dev/null; echo "${a[2]}" "${m[k k]}")
#### declare -p of empties
declare a; declare -a b; declare -A c; d=; e=(); declare -p a b c d e; declare -p nosuch; echo $?
#### sparse arrays
a[10]=x; a[3]=y; echo ${#a[@]} "${a[@]}" ${!a[@]} ${a[-1]} ${a[@]:3:1}; a[-1]=z; echo ${a[10]}; a[-20]=q; echo $?; unset 'a[-1]'; echo ${!a[@]}
#### array subscripts are arithmetic
a=(0 1 2 3 4); i=2; echo ${a[i]} ${a[i+1]} ${a[$i-1]} ${a[a[1]+1]} $((a[i]*2)); a[i++]=x; echo $i ${a[2]}; echo ${a[1?3:4]} "${a[ 1 ]}"
#### array copy and equality
a=(1 "2 3" 4); b=("${a[@]}"); echo ${#b[@]}; b[1]=x; echo "${a[1]}"; [[ "${a[*]}" == "1 2 3 4" ]] && echo eq
#### appends in loops
a=(); for i in 1 2 3; do a+=("$i$i"); done; echo "${a[@]}"; s=; for i in a b c; do s+=$i; done; echo $s; n=5; n+=3; echo $n; declare -i k=5; k+=3; echo $k
#### namerefs
x=1; declare -n r=x; r=2; echo $x $r ${!r}; r+=3; echo $x; declare -n a=arr; a=(1 2); a[5]=z; echo ${arr[@]} ${#a[@]}; f() { local -n out=$1; out="set by f"; }; f res; echo "$res"; declare -n e=arr[1]; e=E; echo ${arr[1]}; unset -n r; r=5; echo $x; declare -p a
#### indirection
x=y; y=z; echo ${!x}; a=(1 2 3); r='a[1]'; echo ${!r}; r='a[@]'; echo "${!r}"; set -- p q; n=2; echo ${!n} ${!#}; v_1=a; v_2=b; echo ${!v_*} "${!v_@}"; u=nosuch; echo "[${!u}]" "${!u-d}"
#### mapfile
printf 'a\nb\nc' > f; mapfile -t l < f; echo ${#l[@]} ${l[2]}; mapfile l < f; printf '<%s>' "${l[@]}"; readarray -t -n 2 -s 1 l < f; echo "${l[@]}"; mapfile -t -O 5 l < f; echo ${!l[@]}; mapfile -t -d , l <<< 'x,y'; echo "${l[0]}"; mapfile -t < f; echo ${MAPFILE[1]}; cb() { echo "$1 $2"; }; mapfile -t -C cb -c 1 l < f
#### read
read a b c <<< '1 2 3 4'; echo "$a|$b|$c"; read -r x <<< 'a\b'; echo "$x"; read x <<< 'a\b\\c'; echo "$x"; IFS=: read a b <<< 'x:y:z'; echo "$a|$b"; read -a arr <<< 'p q r'; echo ${arr[2]}; read -n 3 x <<< abcdef; echo $x; read -N 3 x <<< $'a\nbc'; echo "$x"; read -d ';' x <<< 'one;two'; echo $x; read x <<< '  trim  '; echo "[$x]"; IFS= read x <<< '  keep  '; echo "[$x]"; read <<< ' reply '; echo "[$REPLY]"; printf 'no newline' | { read x; echo "$? $x"; }; read x y <<< ''; echo "$? [$x$y]"; read -p prompt x <<< v; echo $x
#### read continuation and fields
printf 'a\\\nb\n' | { read x; echo $x; }; IFS=, read a b c <<< 'x,,z'; echo "$a|$b|$c"; IFS=, read a b <<< 'x,y,'; echo "$a|$b"; IFS=' ,' read a b c <<< ' x , y  z '; echo "$a|$b|$c"; read -r a b <<< 'one'; echo "[$a][$b]"; read 1x <<< a; echo $?; read -u 9 x; echo $?; while IFS= read -r l || [ -n "$l" ]; do echo "<$l>"; done < <(printf 'p\nq')
#### printf
printf '%s\n' a b; printf '%d %i %o %x %X %u\n' 10 -5 8 255 255 7; printf '%5s|%-5s|%05d|%+d|% d\n' a b 3 4 5; printf '%.2f %e %g\n' 3.14159 1000 0.0001; printf '%c%c\n' abc d; printf '%b\n' 'a\tb\x41\0101'; printf '%q\n' 'a b' '' "it's" $'\n' a=b; printf '%%\n'; printf '%s %s\n' a; printf 'x\n' extra; printf '%*d|%-*d|%.*s\n' 5 1 5 2 2 abc; printf -v v '%03d' 7; echo $v; printf '%d\n' "'A" '"B' 0x1f 010; printf '\x41\u20ac\101\n'; printf '%(%Y)T\n' 0; printf '%s' ; echo; printf; echo $?; printf '%z'; echo $?; printf '%d\n' abc; echo $?
#### echo
echo -n a; echo; echo -e 'a\tb\nc'; echo -E 'a\tb'; echo -ne 'x\n'; echo -x; echo - ; echo --; echo -e '\x41\101\0101\u41'; echo -e 'a\cb'; echo; echo "-n"; echo -nn b; echo
#### test operators
touch f; mkdir d; [ -f f ] && [ -d d ] && [ -e f ] && [ ! -e g ] && echo files; [ -z '' ] && [ -n a ] && [ a = a ] && [ a != b ] && [ a == a ] && echo strings; [ 1 -lt 2 ] && [ 2 -ge 2 ] && [ 3 -ne 4 ] && echo nums; [ a \< b ] && echo lt; [ -s f ] || echo empty; [ a ]; echo $?; [ '' ]; echo $?; [ ]; echo $?; [ ! a ]; echo $?; [ a -a b ] && [ '' -o b ] && [ \( a \) ] && echo logic; test a = b; echo $?; [ a = ]; echo $?; [ 1 -eq x ]; echo $?; [ a b c d e ]; echo $?; [ -f ]; echo $?; [ a; echo $?; v=1; [ -v v ] && [ ! -v w ] && echo v; [ f -ef f ] && echo ef; [ -t 0 ] || echo notty
#### conditional command
x='a b'; [[ $x == 'a b' ]] && echo q; [[ $x == a* ]] && echo glob; [[ $x == "a*" ]] || echo lit; [[ -z $nope ]] && echo z; [[ a < b && ! b < a ]] && echo ord; [[ 2 -lt 10 ]] && echo num; [[ (a == b || c == c) && d ]] && echo grp; [[ $x =~ ^a ]] && echo re; [[ 1+1 -eq 2 ]] && echo ar; y=z; z=5; [[ y -eq 5 ]] && echo rec; [[ -v x && -v y ]] && echo v; [[ abc == *b* ]]; echo $?; [[ ! a ]]; echo $?; [[ $x != *c* ]] && echo ne; shopt -s nocasematch; [[ ABC == abc ]] && echo nc
#### regular expressions
[[ foo123bar =~ ([a-z]+)([0-9]+)(.*) ]] && echo "${BASH_REMATCH[@]}" ${#BASH_REMATCH[@]}; [[ abc =~ ^(a|ab)(c|bcd)?$ ]]; echo $? "${BASH_REMATCH[1]}"; r='^[[:digit:]]+$'; [[ 123 =~ $r ]] && echo d; [[ 'a.b' =~ a\.b ]] && echo esc; [[ axb =~ "a.b" ]] || echo quoted; [[ a =~ (b)? ]]; echo "${#BASH_REMATCH[@]} [${BASH_REMATCH[1]}]"; [[ x =~ [ ]]; echo $?; [[ 'a b' =~ a\ b ]] && echo sp; [[ $'l1\nl2' =~ l1.l2 ]] && echo nl; [[ aaa =~ a{2} ]] && echo "${BASH_REMATCH[0]}"; no() { [[ a =~ b ]]; echo $? ${#BASH_REMATCH[@]}; }; no
#### arithmetic operators
echo $((1+2*3)) $(((1+2)*3)) $((7/2)) $((-7/2)) $((7%3)) $((-7%3)) $((2**10)) $((2**3**2)) $((1<<4)) $((256>>2)) $((5&3)) $((5|3)) $((5^3)) $((~5)) $((!5)) $((!0)) $((1<2)) $((2<=2)) $((1==1)) $((1!=1)) $((1&&0)) $((1||0)) $((1?2:3)) $((0?2:3)) $((1,2)) $((-3)) $((+3)) $((- -3))
#### arithmetic assignment
x=5; echo $((x++)) $x $((++x)) $x $((x--)) $((--x)) $((x+=3)) $((x*=2)) $((x-=1)) $((x/=2)) $((x%=4)) $((x<<=2)) $((x>>=1)) $((x|=8)) $((x&=12)) $((x^=5)) $((y=3)) $y $((a=b=4)) $a $b
#### arithmetic bases and big numbers
echo $((0x1F)) $((017)) $((2#101)) $((16#ff)) $((36#z)) $((64#_)) $((9223372036854775807)) $((9223372036854775807+1)) $((-9223372036854775808)) $((1<<63)) $((2**63)) $((2**62)) $((1<<40)) $((0xffffffffffffffff)) $((08)) ; echo $((1<<64)) $((-1>>1)) $((9223372036854775808))
#### arithmetic with variables
x=3; y=x+1; echo $((y)) $((y*2)) $(($x+1)) $((x+nosuch)) $(( ${x}2 )); z='1 + 2'; echo $((z)) $((${z}*2)); a=(1 2 3); echo $((a[1]+a[2])) $((a)) ; a[1]=5; ((a[0]++)); echo ${a[0]}; s=abc; echo $((s)); e=; echo $((e)) $(( )); n='n2' n2='n3' n3=7; echo $((n))
#### arithmetic errors
(echo $((1/0))); echo $?; (echo $((1%0))); echo $?; (echo $((2**-1))); echo $?; (echo $((1+))); echo $?; (echo $((a b))); echo $?; (echo $((08))); echo $?; (echo $((1=2))); echo $?; (x=y; y=x; echo $((x))) 2>/dev/null; echo $?; (echo $((5#9))); echo $?; (echo $((1++))); echo $?; echo $((x=1/1)); (let 1/0); echo $?; ((1/0)); echo $?
#### let and double parens
let x=1+2 y=x*2; echo $x $y; let 'z = 5' "w=z<<1"; echo $z $w; let 0; echo $?; ((x > 2)) && echo gt; ((0)) || echo zero; ((x=0)); echo $?; if ((x==0)); then echo iz; fi; ((x++, x++)); echo $x; (( a = (1+2)*3 )); echo $a; let "q=1,q+=2"; echo $q
#### integer attribute
declare -i n; n=2+3; echo $n; n=abc; echo $n; n+=5; echo $n; n='n*2'; echo $n; declare -i m=0x10; echo $m; f() { local -i l=1+1; echo $l; }; f; declare +i n; n=1+1; echo $n; (n2=1; declare -i n2; n2=1/0; echo no); echo $?
#### case attributes
declare -u U=abc; U+=def; echo $U; declare -l L=ABC; echo $L; declare -c C=hello; echo $C; declare -u -a A=(x y); A+=(z); echo ${A[@]}
#### parameter operators
x=hello; u=; echo ${x:-d} ${u:-d} ${u-d} ${n:-d} ${n-d} ${x:+s} ${u:+s} ${u+s} ${n+s} ${#x} ${#u} ${#n}; echo ${n:=new} $n; y=/a/b/c.tar.gz; echo ${y#*/} ${y##*/} ${y%.*} ${y%%.*} ${y/a/X} ${y//\//-} ${y/#\/a/R} ${y/%gz/Z}; echo ${x^} ${x^^} ${x,} ${x^^[el]} ${x~} ${x~~}; p='h*l'; echo ${x#$p} ${x#"$p"} ${x/l/$u} ${x/l} ${x//l}; echo ${x:1:2}${x: -1}
#### parameter transformations
x="it's a"; echo ${x@Q} ${x@U} ${x@u} ${x@L} ${x@A} ${x@a}; e='a\tb\n'; echo "${e@E}"; declare -ir n=5; echo ${n@a} ${n@A}; p='\u@\h \$'; echo "${nope@Q}"; a=(1 2); echo "${a[@]@A}" "${a[@]@K}" "${a[@]@k}"; declare -A m=([x]=1); echo "${m[@]@K}" ${m[@]@a}
#### nested parameter operators
unset a b; echo ${a:-${b:-deep}} ${a:-$(echo cs)} ${a:-$((1+1))} "${a:-"q r"}" ${a:-'s t'} ${a:-x${b:-y}z}; s=abcabc; echo ${s/${s:0:1}/X} ${s%${s#?}} ${s//[ab]/} "${s//c/"d e"}" ${s/b*/$s} ${s//?/&}; v='*'; echo "${v:-x}" ${#v}
#### replacement special cases
s='a/b/c'; echo ${s//\//} ${s///x} ${s/\//\/} ${s//[\/]/-}; t=aaa; echo ${t/a/b} ${t//a/b} ${t/#a/b} ${t/%a/b} ${t/a*/} ${t/#/p} ${t/%/s}; n='a\b'; echo ${n//\\/x}; q="a'b"; echo "${q//\'/Q}" ${q//\'/Q}; w='a b'; echo "${w// /_}"; x=abc; echo ${x//b/\\} "${x//b/\\}" ${x//b/&&} ${x//b/\&}
#### word splitting
x='a  b	c
d'; f() { echo $#; }; f $x; f "$x"; f $x$x; IFS=:; y='a::b:'; f $y; printf '<%s>' $y; echo; z=:a; printf '<%s>' $z; echo; IFS=' :'; w=' a : b '; printf '<%s>' $w; echo; unset IFS; f $x; IFS=; f $x; IFS=x; v=axbxxc; printf '<%s>' $v; echo; IFS=$' \t\n'; e=; f $e; f $e$e; f "$e"; f a$e; f $(echo); f "$(echo)"
#### splitting of substitutions
IFS=,; printf '<%s>' $(echo a,b c); echo; printf '<%s>' "$(echo a,b)"; echo; x=1,2; printf '<%s>' pre$x,post; echo; for i in $x; do echo $i; done; set -- $x; echo $#; y=$x; echo "$y"; echo $x
#### globs
touch a.txt b.txt c.md .hid 'sp ace' ; mkdir -p d/e; touch d/f.txt d/e/g.txt; echo *.txt; echo ?.md; echo [ab].txt; echo [!a].txt; echo [a-b]*; echo *; echo .*; echo d/*; echo */*.txt; echo nomatch*; echo "*.txt" \*.txt; x='*.md'; echo $x "$x"; echo {a,b}.txt; echo *.{txt,md}; echo d/*/g*; for f in *; do echo "<$f>"; done; echo ./*.md; echo d//f*
#### glob options
touch a B .c; mkdir sub; touch sub/x; shopt -s nullglob; echo no* end; shopt -u nullglob; shopt -s dotglob; echo *; shopt -u dotglob; shopt -s nocaseglob; echo b*; shopt -u nocaseglob; shopt -s failglob; echo no*; echo "s $?"
shopt -u failglob; shopt -s globstar; echo **; echo **/; set -f; echo *; set +f; GLOBIGNORE='a'; echo *
#### extglob
shopt -s extglob
touch a aa ab b abc; echo @(a|b); echo +(a); echo ?(a)b; echo *(a); echo !(a*); echo a!(b); case foo in !(bar)) echo nb;; esac; x=aabb; echo ${x##+(a)} ${x%%+(b)} ${x//@(a|b)/-}; [[ abc == a@(b|x)c ]] && echo m; echo @(a|ab)c @(nomatch)
#### glob classes and escapes
touch a1 b2 'c*' 'd[x]' -e; echo [[:alpha:]][[:digit:]]; echo c\*; echo 'd['*; echo *\**; echo [a-b][12]; echo [^a]1 [^a]2; echo [[:upper:]]* ; echo -*; echo d\[x\]
#### braces
echo {a,b,c} x{1,2}y {1..5} {5..1} {a..e} {1..10..3} {01..03} {a,b}{1,2} {a,{b,c}} {,x}y a{} {a} {a..} '{a,b}' "{a,b}" \{a,b} {-1..1} {z..x} {1..3..-1} {a,b\,c} ${x-{a,b}} {$(echo 1),2} {1..2}{a..b} a{b,c}{d,e}f {10..1..4} {A..C} {0x1..3}
#### brace variables
x=1 y=3; echo {$x..$y}; eval echo {$x..$y}; a={1,2}; echo $a; echo {a,b}$x; b=(x{1,2,3}); echo ${#b[@]}; for i in {1..3}; do echo $i; done; echo {1..100001} | wc -w
#### command substitution
echo $(echo a; echo b) "$(printf 'a\n\n\n')"x `echo back`; x=$(cat <<< $'l1\nl2'); echo "$x"; echo $(<none) $?; echo data > f; echo $(<f) $(< f) "$(<f)"; echo $(echo $(echo $(echo n))); y=$(exit 3); echo $?; echo "$(echo "inner "quoted"")"; z=$(printf 'a\0b'); echo ${#z}; echo $( (echo sub) ) $(echo ')' ) $(case a in a) echo c;; esac) $(# comment
echo after)
#### bytes pass through
x=$'\xff\xfe'; printf '%s' "$x" | od -c | head -1; echo "${#x}"; y=$'caf\u00e9'; echo ${#y} ${y:3:1} ${y^^}; printf '%s\n' "$y" | wc -c; echo $'\xe9' | cat | od -c; z=日本語; echo ${#z} ${z:1:1} ${z/本/x}; [[ $z == ?本? ]] && echo m
#### special parameters
set -- a b c; echo $# $* $@ "$*" "$@" $0 $? $- ${#@} ${#*} ${@:2:1} ${*: -1} ${10-none}; echo "${@#a}" "${@/b/B}" "${*^^}"; f() { echo $#; }; f "$@"; f "$*"; f $@ ""; shift; echo "${@: -1}" "${!#}"
#### getopts
g() { local OPTIND=1 o; while getopts ':ab:c' o "$@"; do case $o in a|c) echo $o;; b) echo "b=$OPTARG";; :) echo "missing $OPTARG";; \?) echo "bad $OPTARG";; esac; done; shift $((OPTIND-1)); echo "rest: $*"; }; g -a -b x -c y; g -abx; g -b; g -z -a; g -ac -- -b; g; while getopts ab: o -a -q -b; do echo "$o"; done; echo $OPTIND
#### eval
eval echo a b; x='echo "$y"'; y='q r'; eval $x; eval "$x"; eval 'z=5'; echo $z; eval; echo $?; eval false; echo $?; eval 'f() { echo f; }'; f; eval "a b" 2>/dev/null; echo $?; v=w; eval "$v=3"; echo $w; eval 'for i in 1 2; do echo $i; done'; eval "eval 'echo nested'"; eval 'exit 3'; echo no
#### functions with arrays
join() { local IFS=$1; shift; echo "$*"; }; join , a b c; last() { echo "${!#}"; }; last x y z; arr=(1 2 3); f() { local a=("$@"); a+=(4); echo "${a[@]}" $#; }; f "${arr[@]}"; g() { declare -n r=$1; r+=(new); }; g arr; echo ${arr[@]}; h() { declare -gA gm=([k]=v); declare -g gv=1; }; h; echo ${gm[k]} $gv
#### what stands before a syntax error has been computed
n=0; (( n-- == n += 10 )); echo "$? $n"
n=1; let 'n=--n & 5 ? $n : 2'; echo "$? $n"
n=3; echo $(( n++ + )); echo "$n"
n=3; echo $(( 1/0 + )); echo "$n"
n=3; (( 0 && (n++, 1 + ) )); echo "$n"
n=3; (( 1 && (n++, 1 + ) )); echo "$n"
n=3; (( n=7, n ? n++ : )); echo "$n"
n=3; (( n=7, n ? n++ )); echo "$n"
n=3; (( n=7 n )); echo "$n"
n=3; (( ++n++ )); echo "$n"
n=3; (( n++ ++ )); echo "$n"
n=3; (( x = y = )); echo "$n $x $y"
a=(1 2 3); (( a[1]++ + 08 )); echo "${a[*]}"
a=(1 2 3); i=0; (( a[i++] = 5 + )); echo "${a[*]} $i"
n=3; (( n-- , 2 ** -1 + )); echo "$n"
n=3; (( -(n++) 5)); echo "$n"
n=3; (( n++ @ 5)); echo "$n"
n=3; (( n++ 5)); echo "$n"
n=3; (( n=5 = 6)); echo "$n"
n=3; (( n+=5 * )); echo "$n"
n=3; (( n+=5, * )); echo "$n"
#### what stands before a syntax error, under nounset
set -u; (( unsetv + )); echo $?
#### operators that lack an operand are not computed
n=3; echo $(( (n) ** 0 % >> n ))
echo $(( 1/0 5 ))
echo $(( 1/0 08 ))
echo $(( 2 / (0 5) ))
echo $(( 2 ** -1 + ))
echo $(( 2 ** -1 5 ))
echo $(( 2 ** -  ))
n=0; echo $(( n++ / + )) ; echo $n
n=0; echo $(( n++ / n-- * )) ; echo $n
n=0; echo $(( 1 ? n++ / : 5 )) ; echo $n
n=0; echo $(( n = 5 / )) ; echo $n
n=0; echo $(( n += 5, n %= 0 )) ; echo $n
n=0; echo $(( n += 5, n %= )) ; echo $n
