#### arith basics
exec 2>&1
echo $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((7%3)) $((-7%3)) $((2**10)) $((2**3**2)) $((-2**2)) $((1<<4)) $((-16>>2)) $((5&3)) $((5|3)) $((5^3)) $((~5)) $((!5)) $((!0)) $((1<2)) $((2<=2)) $((3>4)) $((3>=3)) $((1==1)) $((1!=1)) $((1&&0)) $((1||0)) $((1?2:3)) $((0?2:3)) $((1,2,3)) $((+5)) $((- -5)) $((-+-5)) $((- 5)) $(()) $(( ))
#### arith bases
exec 2>&1
echo $((010)) $((0x1F)) $((0X1f)) $((2#101)) $((16#ff)) $((16#FF)) $((36#Z)) $((36#z)) $((37#Z)) $((64#_)) $((64#@)) $((64#a)) $((64#A)) $((10#010)) $((8#17)) $((0)) $((00)) $((2#)) $((0x)); echo $((-0x10)) $((-010)) $((-2#11))
#### arith vars
exec 2>&1
x=5 y=x z='x+1' w=' 7 ' e= n=010 h=0x10; echo $((x)) $((y)) $((z)) $((z*2)) $((w)) $((e)) $((nope)) $((n)) $((h)) $(($x)) $(($z*2)) $((${x}1)) $((x$x)) $((-x)) $((x++ + x)) $x $((++x)) $((x--)) $((--x)) $x
#### arith assign ops
exec 2>&1
x=10; echo $((x=5)) $((x+=2)) $((x-=1)) $((x*=3)) $((x/=2)) $((x%=5)) $((x<<=3)) $((x>>=1)) $((x|=3)) $((x&=6)) $((x^=5)) $x $((y=z=3)) $y $z $((a[2]=5)) ${a[2]} $((a[2]+=1)) $((a[2]++)) ${a[@]}
#### dparen errors
exec 2>&1
((1/0)); echo $?; ((1+)); echo $?; ((x=5)); echo $? $x; ((0)); echo $?; ((x-5)); echo $?; (( )); echo $?; ((x>3)) && echo big; ((x == 5 ? 1 : 0)); echo $?; ((a b)); echo $?; ((08)); echo $?
#### let
exec 2>&1
let x=5 y=x+1; echo $x $y $?; let 'z = 3 * 2' "w=z"; echo $z $w; let 0; echo $?; let 1; echo $?; let 'x=0' ; echo $?; let; echo $?; let 1/0; echo $?; let 'a[1]=3' a[2]=4; echo ${a[@]}; let x++ ++x; echo $x; let 'x = 1' 'y = 0'; echo $?; let --; echo $?; let -- x=3; echo $x; let '' ; echo $?; let x=1 +2; echo $?
#### arith for
exec 2>&1
for ((i=0;i<3;i++)); do echo $i; done; for ((;;)); do break; done; for ((i=0,j=5; i<j; i++,j--)); do echo $i $j; done; for ((i=0;i<3;i++)) { echo b$i; }; for (( i = 0 ; i < 2 ; i ++ )) ; do echo $i; done; for ((i=0;i<3;i++)) do echo $i; continue; done
for ((i=0; i<2; i++))
do echo $i
done; for ((i=3;i--;)); do echo $i; done; n=2; for ((i=$n;i>0;i--)); do echo $i; done; for ((i=0;i<2;i++)); do for ((j=0;j<2;j++)); do [ $j = 1 ] && continue 2; echo $i$j; done; done
#### arith for errors
exec 2>&1
for ((i=0;i<1/0;i++)); do echo x; done; echo $?
for ((1/0;;)); do echo x; break; done; echo $?
for ((i=0;i<2;1/0)); do echo x; done; echo $?
#### arith for status
exec 2>&1
for ((i=0;i<0;i++)); do :; done; echo $?; for ((i=0;i<2;i++)); do false; done; echo $?; for ((i=0;i<2;i++)); do false; break; done; echo $?
#### arith for syntax
exec 2>&1
for ((i=0;i<2)); do echo; done
#### arith for syntax2
exec 2>&1
for ((i=0;i<2;i++;)); do echo; done
#### arith for syntax3
exec 2>&1
for ((i=0)); do echo; done
#### arith arrays
exec 2>&1
a=(1 2 3); i=1; echo $((a[0]+a[1])) $((a[i])) $((a[i+1])) $((a[a[0]])) $((a[-1])) $((a)) $((${a[i]}*2)) $((a[i]++)) ${a[1]} $((a[5])) $((a[$i])) $((a["1"])) $((a['1'])); echo next; ((a[i]+=5)); echo ${a[@]}; ((a[i++]=9)); echo $i ${a[@]}; ((a[-1]=7)); echo ${a[@]}; echo $((a[-9])); echo $?; ((a[-9]=1)); echo $?
#### arith dynamic
exec 2>&1
x='1 + 2'; echo $((x)) $((x * 2)) $(($x * 2)); y='z'; z='w'; w=4; echo $((y)); r='r'; echo $((r)); echo $?; q='1 +'; echo $((q)); echo $?; s='a[1]'; a=(5 6); echo $((s)); t='u=3'; echo $((t)) $u; v='x y'; echo $((v)); echo $?; p='$w'; echo $((p)); echo $?; o='08'; echo $((o)); echo $?
#### arith recursion
exec 2>&1
a=b; b=a; echo $((a)); echo $?
#### arith quotes
exec 2>&1
x=3; echo $(("x"+1)) $((x+"2")) $(("1 + 2")) $((x\+1)); echo $?; echo $(( '1' )); echo $?; echo $((1 + `echo 2`)) $((1+$(echo 3))) $(( $(echo "4") )) $((${x:-5})) $((${nope:-5})) $(( "$x" )) $((x + ${#x})) $(( $# )) $(( $? )) $((~x)) $((1+
2))
#### arith comments and newlines
exec 2>&1
echo $((
1 +
2
)); ((x = 3
)); echo $x; echo $((1 # c
)); echo $?
#### arith dollar brackets
exec 2>&1
echo $[1+2] $[x=5] $x "$[x*2]" $[ 1 + $[2*3] ] $[a[0]] $[]; y=$[3]; echo $y; echo $[1/0]; echo $?
#### arith overflow
exec 2>&1
echo $((9223372036854775807+1)) $((-9223372036854775808-1)) $((9223372036854775808)) $((18446744073709551616)) $((0xffffffffffffffff)) $((0x10000000000000000)) $((-9223372036854775808)) $((-9223372036854775808/-1)) $((-9223372036854775808%-1)) $((9223372036854775807*2)) $((1<<63)) $((1<<64)) $((1<<65)) $((1<<-1)) $((1>>-1)) $((2**63)) $((2**64)) $((3**40)) $((3**41)) $((0**0)) $((-1>>63)) $((99999999999999999999999999))
#### arith precedence
exec 2>&1
echo $((1+2<<1)) $((1<<2+1)) $((1|2^3&4)) $((1&&0||1)) $((1||0&&0)) $((!1+1)) $((~1+1)) $((-2**2)) $((2**-0)) $((1<2<3)) $((3>2>1)) $((1==1==1)) $((5&3==3)) $((1?2:0?3:4)) $((0?1:0?2:3)) $((1,2?3:4)) $((x=1,y=x+1)) $((x=0?1:2)) $((2*3%4)) $((2+3-4)) $((-1**2)) $((!!5)) $((~~5)) $((- - -1)) $((1-(-1))) $((1--1)) $((1- -1)) $((1+ +1)) $((5-+3))
#### arith short circuit
exec 2>&1
x=0; echo $((0 && (x=1))) $((1 || (x=1))) $x $((1 ? 5 : (x=9))) $x $((0 && 1/0)) $((1 || 1/0)) $((1?2:1/0)) $((0?x++:3)) $x $((0 && x++)) $x; y=nope; echo $((0 && a[1/0])); echo $?
#### arith increment
exec 2>&1
x=5; echo $((x++)) $((x)) $((++x)) $((x++ + ++x)) $x $((x-- - --x)) $x $((x+++1)) $x $((1+ ++x)) $((1 - --x)) $((-x--)) $x $(( - - x)) $((+ +x)) $((x ++)) $((++ x)); a=(1); echo $((a[0]++)) $((++a[0])) ${a[0]}; e=; echo $((e++)) $e; n=abc; echo $((n++)) $n; u='1+1'; echo $((u++)) $u
#### arith vs subshell
exec 2>&1
echo $((echo a); (echo b)); echo $( (echo c) ); ((echo d); echo e); ( (echo f) ); ((1)) && echo g; echo $(((1)+(2))); (((1))) ; echo $?; ((( 1 ) + 2)); echo $?
#### arith in other contexts
exec 2>&1
x=abcdef; a=(0 1 2 3); echo ${x:1+1:1<<1} ${a[1+1]} ${a[x=1]} $x; declare -i n=2*3; echo $n; n=n+1; echo $n; n+=5; echo $n; n='a b'; echo $? $n; [[ 1+1 -eq 2 ]] && echo y; [ 1+1 -eq 2 ]; echo $?; exit 1+1
#### return arith
exec 2>&1
f() { return 1+1; }; f; echo $?; shift 1+1; echo $?; for i in 1 2 3; do break 1+1; done; echo $?
#### declare -i
exec 2>&1
declare -i x; x=3+4; echo $x; x=foo; echo $x; y=5; x=y; echo $x; x+=1; echo $x; x=1/0; echo $?
x=; echo "[$x]"; declare -i z=010 w=0x1f; echo $z $w; declare -ia arr=(1+1 2*3); arr[2]=3+3; arr+=(4+4); echo ${arr[@]}; read x <<< 2+2; echo $x; for x in 1+1 2+2; do echo $x; done; printf -v x 3+3; echo $x; declare +i x; x=1+1; echo $x; local -i q=1 2>&1; f() { local -i v=2*5; echo $v; }; f; declare -i a[1]=3; typeset -i b=1,2; echo $b; declare -iA m=([k]=1+1); m[k]+=3; echo ${m[k]}
#### arith strings in cond
exec 2>&1
a=3; [[ a -eq 3 ]] && echo 1; [[ 'a' -eq 3 ]] && echo 2; [[ "a+1" -eq 4 ]] && echo 3; [[ 010 -eq 8 ]] && echo 4; [ 010 -eq 10 ] && echo 5; [[ '' -eq 0 ]] && echo 6; [[ nope -eq 0 ]] && echo 7; [[ 1x -eq 1 ]]; echo $?; [[ 0x10 -eq 16 ]] && echo 8; [[ 3 -lt 10 ]] && echo 9; [[ 3 < 10 ]] || echo 10; [[ a -eq a ]] ; [[ '1 + ' -eq 1 ]]; echo $?; [ '' -eq 0 ]; echo $?; [ a -eq 0 ]; echo $?; [ ' 1 ' -eq 1 ] && echo 11; [ +1 -eq 1 ] && echo 12; [ -1 -lt 0 ] && echo 13; [ 99999999999999999999 -eq 1 ]; echo $?
#### set -u arith
exec 2>&1
set -u; (echo $((nope))); echo $?; (echo $((nope+1))); (( nope )); echo no
#### readonly arith
exec 2>&1
readonly r=1; echo $((r=2)); echo $?
((r++)); echo $?
let r=5; echo $?
echo end $r
#### nested dparen text
exec 2>&1
echo $(( $(( 1 + 2 )) * $((3)) )) $(( ( (1) ) )) $((((1)))) $(( $((1)) ? $((2)) : $((3)) )) "$(( "1" ))" "a$((1))b"
#### arith random
exec 2>&1
RANDOM=1; echo $((RANDOM%1)); x=$((SECONDS*0)); echo $x; echo $((LINENO)); echo $((BASHPID==$$))
#### arith name edge
exec 2>&1
_x=1 x_1=2 X=3; echo $((_x+x_1+X)) $((x_1)); echo $((xé)); echo $?
#### arith comma assign in condition
exec 2>&1
if ((x=3,x>2)); then echo yes $x; fi; while ((x--)); do echo $x; done; until ((++x>2)); do echo u$x; done; ((x=5)) && echo $x; ! ((0)); echo $?; ((1)) | cat; (( x = 1 )) 2>/dev/null; if ! ((x==2)); then echo ne; fi
