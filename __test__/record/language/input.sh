#### read basic
echo 'a b c' | { read x y; echo "[$x][$y]"; }; echo ' a  b  c ' | { read x y; echo "[$x][$y]"; }; echo 'a' | { read x y z; echo "[$x][$y][$z]"; }; echo '' | { read x; echo "$?[$x]"; }

#### read REPLY
echo '  a b  ' | { read; echo "[$REPLY]"; }; echo '  a b  ' | { read REPLY; echo "[$REPLY]"; }; echo 'a\b' | { read; echo "[$REPLY]"; }; echo 'a\b' | { read -r; echo "[$REPLY]"; }

#### read eof
printf 'abc' | { read x; echo "$?[$x]"; }; printf '' | { x=old; read x; echo "$?[$x]"; }; read x < /dev/null; echo $?

#### read backslash
printf 'a\\ b c\n' | { read x y; echo "[$x][$y]"; }; printf 'a\\\nb c\n' | { read x y; echo "[$x][$y]"; }; printf 'a\\\\b\\tc\n' | { read x; echo "[$x]"; }; printf 'a\\\nb\n' | { read -r x; echo "[$x]"; }; printf 'a\\' | { read x; echo "$?[$x]"; }; printf 'a\\' | { read -r x; echo "$?[$x]"; }

#### read IFS
echo 'a:b:c' | { IFS=: read x y; echo "[$x][$y]"; }; echo 'a:b:' | { IFS=: read x y; echo "[$x][$y]"; }; echo 'a:b::' | { IFS=: read x y; echo "[$x][$y]"; };  echo ':a:b' | { IFS=: read x y; echo "[$x][$y]"; }; echo '::a' | { IFS=: read x y z; echo "[$x][$y][$z]"; }; echo 'a:' | { IFS=: read x; echo "[$x]"; }; echo 'a::' | { IFS=: read x; echo "[$x]"; }

#### read IFS mixed
echo ' a : b : c ' | { IFS=': ' read x y z; echo "[$x][$y][$z]"; }; echo 'a : b' | { IFS=' :' read x y; echo "[$x][$y]"; }; echo 'a  :  : b' | { IFS=' :' read x y z; echo "[$x][$y][$z]"; }; echo 'a : ' | { IFS=' :' read x; echo "[$x]"; }; echo 'a : : ' | { IFS=' :' read x; echo "[$x]"; }

#### read IFS empty
echo '  a b  ' | { IFS= read x; echo "[$x]"; }; echo '  a b  ' | { IFS= read x y; echo "[$x][$y]"; }; echo 'a\ b' | { IFS= read x; echo "[$x]"; }

#### read IFS unset
echo $' \ta b\t ' | { unset IFS; read x; echo "[$x]"; }

#### read IFS tab
printf 'a\t\tb\n' | { IFS=$'\t' read x y z; echo "[$x][$y][$z]"; }; printf '\ta\t b \n' | { IFS=$'\t' read x y; echo "[$x][$y]"; }

#### read IFS comma with spaces
echo ' a, b,c ' | { IFS=, read x y z; echo "[$x][$y][$z]"; }; echo ' a , b ' | { IFS=', ' read x y; echo "[$x][$y]"; }

#### read IFS escape
printf 'a\\:b:c\n' | { IFS=: read x y; echo "[$x][$y]"; }; printf 'a\\:b:c\n' | { IFS=: read -r x y; echo "[$x][$y]"; }; printf 'a\\  b\n' | { read x y; echo "[$x][$y]"; }; printf 'a b\\ \n' | { read x y; echo "[$x][$y]"; }

#### read IFS backslash
printf 'a\\b\n' | { IFS='\' read x y; echo "[$x][$y]"; }; printf 'a\\b\n' | { IFS='\' read -r x y; echo "[$x][$y]"; }

#### read IFS newline
printf 'a b\nc\n' | { IFS=$'\n' read x y; echo "[$x][$y]"; }; printf 'a b\nc\n' | { IFS=$'\n' read -d '' x y; echo "$?[$x][$y]"; }

#### read IFS delim overlap
printf 'a:b:c' | { IFS=: read -d : x y; echo "$?[$x][$y]"; }; printf 'a b x c' | { IFS=x read -d x y; echo "[$y]"; }

#### read -d
printf 'a,b' | { read -d , x; echo "$?[$x]"; read -d , x; echo "$?[$x]"; }; printf 'a\0b\0' | { read -d '' x; echo "[$x]"; read -d '' y; echo "[$y]"; }; printf 'a\nb\n' | { read -d '' x; echo "$?[$x]"; }; printf 'axyb' | { read -d xy q; echo "[$q]"; read r; echo "[$r]"; }

#### read -d backslash
printf 'a\\,b,c' | { read -d , x; echo "[$x]"; }; printf 'a\\,b,c' | { read -r -d , x; echo "[$x]"; }; printf 'a\\\nb,c' | { read -d , x; echo "[$x]"; }; printf 'a\\b\\c' | { read -d '\' x; echo "[$x]"; }

#### read -n
echo abcdef | { read -n 3 x; echo "[$x]"; read y; echo "[$y]"; }; echo ab | { read -n 5 x; echo "$?[$x]"; }; printf 'ab' | { read -n 5 x; echo "$?[$x]"; }; echo abc | { read -n 0 x; echo "$?[$x]"; read y; echo "[$y]"; }; echo 'a b c' | { read -n 4 x y; echo "[$x][$y]"; }; printf 'a\nb\n' | { read -n 3 x; echo "[$x]"; }

#### read -n backslash
printf 'a\\bcd\n' | { read -n 3 x; echo "[$x]"; read y; echo "[$y]"; }; printf 'a\\bcd\n' | { read -rn 3 x; echo "[$x]"; read y; echo "[$y]"; }; printf 'a\\\nbcd\n' | { read -n 3 x; echo "[$x]"; }

#### read -N
printf 'a\nb\nc' | { read -N 3 x; echo "$?[$x]"; read -N 5 y; echo "$?[$y]"; }; echo ' a b ' | { read -N 4 x y; echo "[$x][$y]"; }; printf 'a\\bcd\n' | { read -N 3 x; echo "[$x]"; }; printf 'a\\bcd\n' | { read -r -N 3 x; echo "[$x]"; }; echo abc | { read -N 0 x; echo "$?[$x]"; }; printf 'a:b' | { IFS=: read -N 3 x y; echo "[$x][$y]"; }; printf 'abc' | { read -N 2 -d b x; echo "[$x]"; }

#### read -n utf8
echo 'éàü' | { read -n 2 x; echo "[$x]"; }; echo '日本語' | { read -N 2 x; echo "[$x]"; read y; echo "[$y]"; }; printf '\xff\xfeab\n' | { read -n 3 x; printf '%s' "$x" | od -c; }

#### read -a
echo 'a b c' | { read -a x; echo "${#x[@]}" "${x[@]}"; declare -p x; }; echo '' | { read -a x; declare -p x; }; x=(1 2 3 4); read -a x <<< 'p q'; declare -p x; IFS=: read -a y <<< 'a::b:'; declare -p y; read -ra z <<< 'a\ b c'; declare -p z; read -a z <<< 'a\ b c'; declare -p z

#### read -a errors
declare -A m; read -a m <<< 'a b'; echo $?; declare -p m; read -a 1x <<< a; echo $?; read -a x y <<< 'a b'; echo $?; declare -p x y; readonly -a r; read -a r <<< a; echo $?; read -a <<< a; echo $?

#### read -a scalar existing
x=old; read -a x <<< 'a b'; declare -p x; y=(p q); read y <<< 'one two'; declare -p y

#### read array element
read a[1] <<< hello; declare -p a; read 'a[2]' a[3] <<< 'p q r'; declare -p a; declare -A m; read 'm[k]' <<< v; declare -p m

#### read invalid names
read 1x <<< a; echo $?; read a-b <<< a; echo $?; read '' <<< a; echo $?; read x 1y <<< 'a b'; echo "$?[$x]"; read 'x[' <<< a; echo $?; read 'x y' <<< a; echo $?

#### read readonly
readonly r=1; read r <<< x; echo $?; read a r b <<< '1 2 3'; echo "$? $a $r $b"

#### read -u
exec 3<<< $'l1\nl2'; read -u 3 x; read -u3 y; echo $x $y; read -u 3 z; echo $?; read -u 99 x; echo $?; read -u abc x; echo $?; read -u -1 x; echo $?; exec 3<&-; read -u 3 x; echo $?

#### read -p
echo x | { read -p 'prompt: ' y; echo $y; }; read -p 'a' -p b z <<< q; echo $z

#### read -s -e -i
echo secret | { read -s x; echo "[$x]"; }; echo abc | { read -e x; echo "[$x]"; }; echo abc | { read -i def x; echo "[$x]"; }; echo abc | { read -e -i def x; echo "[$x]"; }

#### read -t
read -t 0.1 x < <(sleep 1; echo late); echo $?; echo hi | { read -t 1 x; echo "$? $x"; }; read -t 0 x <<< a; echo "$?[$x]"; read -t 0 < /dev/null; echo $?; read -t -1 x <<< a; echo $?; read -t abc x <<< a; echo $?; read -t '' x <<< a; echo $?; read -t 1.5x x <<< a; echo $?

#### read -t partial
{ printf par; sleep 1; echo tial; } | { read -t 0.2 x; echo "$?[$x]"; read y; echo "[$y]"; }

#### read -t 0 pipe
sleep 0.1 | { read -t 0; echo $?; }; echo x | { sleep 0.1; read -t 0; echo $?; read x; echo $x; }

#### read TMOUT
TMOUT=1; read x < <(sleep 3; echo q); echo "$?[$x]"; TMOUT=abc; read x <<< q; echo "$?[$x]"

#### read bad options
read -z x; echo $?; read -n; echo $?; read -n abc x <<< a; echo $?; read -n -1 x <<< a; echo $?; read -N x <<< a; echo $?; read -d; echo $?; read -a; echo $?; read -u; echo $?; read -t; echo $?

#### read while loop
printf 'a\nb\nc' | while read x; do echo "<$x>"; done; printf 'a\nb\nc' | while read x || [ -n "$x" ]; do echo "<$x>"; done; n=0; while read -r l; do ((n++)); done <<< $'1\n2\n3'; echo $n

#### read loop IFS
while IFS=, read -r a b c; do echo "$c-$b-$a"; done <<< $'1,2,3\nx,y\n,,z'; while IFS== read -r k v; do echo "$k=>$v"; done <<< $'a=1\nb=2=3\nc='

#### read nested fds
while read -r a <&3 && read -r b <&4; do echo "$a $b"; done 3<<< $'1\n2' 4<<< $'x\ny'

#### read stops early in script
printf 'read x\nhello\necho "got $x"\n' | bash

#### read NUL
printf 'a\0b\n' | { read x; echo "${#x}[$x]"; }; printf 'a\0b' | { read -n 2 x; echo "[$x]"; }; printf 'a\0b' | { read -N 3 x; echo "$?[$x]"; }

#### read with closed stdin
read x <&-; echo $?; read x < /; echo $?

#### read many vars
read a b c d e <<< '1 2 3'; echo "[$a][$b][$c][$d][$e]"; read a b <<< '1 2   3  4  '; echo "[$a][$b]"; read a b <<< '  1  '; echo "[$a][$b]"

#### read same var
read x x <<< 'a b'; echo $x; read x y x <<< '1 2 3 4'; echo $x $y

#### read IFS set via read
IFS=: ; read IFS x <<< 'a:b:c'; echo "[$IFS][$x]"

#### read integer var
declare -i i; read i <<< '2+3'; echo $i; declare -u u; read u <<< abc; echo $u; declare -l l; read l <<< ABC; echo $l; declare -i j; read j <<< '1/0'; echo "$?[$j]"

#### read nameref
declare -n n=t; read n <<< v; echo $t; declare -n e; read e <<< qq; echo "$?"; declare -p e

#### read local
f() { local x; read x <<< in; echo $x; }; x=out; f; echo $x

#### read lastpipe
shopt -s lastpipe; echo v | read x; echo "[$x]"

#### read trailing ws IFS nonws
read x y <<< 'a:b c:d'; echo "[$x][$y]"; IFS=: read x y <<< 'a b:c d'; echo "[$x][$y]"; IFS=' :' read x <<< ' : a : '; echo "[$x]"; IFS=: read -r x <<< ':'; echo "[$x]"; IFS=: read -r x y <<< ':'; echo "[$x][$y]"; IFS=: read -r x y <<< 'a:b:c:'; echo "[$x][$y]"; IFS=: read x y <<< 'a:b:c::'; echo "[$x][$y]"

#### read multi delim last field
IFS=:, read x y <<< 'a:b,'; echo "[$x][$y]"; IFS=:, read x y <<< 'a:b,:'; echo "[$x][$y]"; IFS=': ' read x y <<< 'a: b : '; echo "[$x][$y]"

#### read utf8 IFS
IFS=é read x y <<< 'aébéc'; echo "[$x][$y]"; IFS=é read -a z <<< 'aébéc'; declare -p z

#### read -r special
read -r x <<< '\n\t\\'; echo "[$x]"; read x <<< '\n\t\\'; echo "[$x]"; read -r x y <<< 'a\ b'; echo "[$x][$y]"

#### read no newline at EOF with vars
printf 'a b' | { read x y; echo "$?[$x][$y]"; }; printf 'a b' | { read -a x; echo "$?"; declare -p x; }

#### read -d with newline var
printf 'a\nb;c\n' | { read -d ';' x; echo "[$x]"; read -d ';' x; echo "$?[$x]"; }

#### read mixed options
printf 'a:b:c;d' | { IFS=: read -r -d ';' -a x; declare -p x; }; read -rn1 x <<< abc; echo $x; read -rp '' x <<< abc; echo $x; read -ru0 x <<< abc; echo $x; read -d, -n2 x <<< 'abc,d'; echo "[$x]"

#### read signals
trap 'echo usr' USR1; (sleep 0.1; kill -USR1 $$) & read -t 0.5 x < <(sleep 1); echo $?; wait

#### mapfile basic
printf 'a\nb\nc\n' > f; mapfile < f; declare -p MAPFILE; mapfile x < f; declare -p x; mapfile -t x < f; declare -p x; readarray -t y < f; declare -p y

#### mapfile no final newline
printf 'a\nb' | { mapfile x; declare -p x; }; mapfile -t x < /dev/null; declare -p x; echo $?; printf '\n\n' | { mapfile -t x; declare -p x; }

#### mapfile n s O
seq 10 > f; mapfile -t -n 3 x < f; declare -p x; mapfile -t -s 8 x < f; declare -p x; mapfile -t -s 2 -n 2 x < f; declare -p x; y=(a b c d e); mapfile -t -O 3 -n 3 y < f; declare -p y; mapfile -t -O 2 z < <(seq 2); declare -p z; mapfile -n 0 -t x < f; echo ${#x[@]}; mapfile -s 20 -t x < f; declare -p x

#### mapfile rest stays
seq 5 | { mapfile -t -n 2 x; echo "${x[@]}"; read y; echo $y; }; seq 5 > f; { mapfile -t -n 2 x; echo "${x[@]}"; read y; echo $y; } < f

#### mapfile -d
printf 'a:b:c' | { mapfile -d : x; declare -p x; }; printf 'a:b:c:' | { mapfile -t -d : x; declare -p x; }; printf 'a\0b\0' | { mapfile -t -d '' x; declare -p x; }; printf 'axyb' | { mapfile -d xy x; declare -p x; }; printf 'a\nb\n' | { mapfile -d '' x; declare -p x; }

#### mapfile -u
exec 4<<< $'p\nq'; mapfile -t -u 4 x; declare -p x; mapfile -u 99 x; echo $?; mapfile -u abc x; echo $?

#### mapfile -C
cb() { echo "cb: $1 [$2] (${#x[@]})"; }; seq 5 > f; mapfile -t -C cb -c 2 x < f; mapfile -C 'echo E' -c 1 x < f; mapfile -t -C 'echo D' -c 1 x <<< 'a b'; mapfile -C 'echo none' x < f; mapfile -t -C 'printf "%s|%s\n"' -c 3 -O 10 x < f

#### mapfile -c bad
mapfile -c 0 x < /dev/null; echo $?; mapfile -c -1 x < /dev/null; echo $?; mapfile -c abc < /dev/null; echo $?; mapfile -n abc < /dev/null; echo $?; mapfile -n -1 < /dev/null; echo $?; mapfile -s -1 < /dev/null; echo $?; mapfile -O -1 < /dev/null; echo $?; mapfile -O x < /dev/null; echo $?

#### mapfile bad names
mapfile 1x < /dev/null; echo $?; mapfile -Z; echo $?; mapfile a b < /dev/null; echo $?; mapfile '' < /dev/null; echo $?; readonly -a r; mapfile r < /dev/null; echo $?; declare -A m; mapfile m < /dev/null; echo $?; mapfile 'a[1]' < /dev/null; echo $?

#### mapfile callback vars
mapfile -t -C 'eval echo "${#x[@]}"; :' -c 1 x < <(seq 3); f() { echo "$# $1 $2"; return 3; }; mapfile -C f -c 1 y < <(seq 2); echo $?

#### mapfile callback missing cmd
mapfile -C nosuchcmd -c 1 x < <(seq 2); echo $?; declare -p x

#### mapfile callback break
mapfile -C 'exit 3; :' -c 1 x < <(seq 2); echo $?

#### mapfile local
f() { local a; mapfile -t a < <(seq 2); declare -p a; }; f; declare -p a; declare -n n=t; mapfile -t n < <(seq 2); declare -p t

#### mapfile nul
printf 'a\0b\nc\n' | { mapfile -t x; declare -p x; }

#### mapfile in pipe
seq 3 | mapfile -t q; declare -p q; shopt -s lastpipe; seq 3 | mapfile -t q; declare -p q

#### mapfile closed
mapfile x <&-; echo $?; mapfile x < /; echo $?

#### mapfile scalar existing
x=old; mapfile -t x <<< new; declare -p x; declare -i n; mapfile -t n <<< $'1+1\n3'; declare -p n; declare -u u; mapfile -t u <<< abc; declare -p u

#### mapfile existing kept with O
x=(a b c d); mapfile -t -O 0 x <<< z; declare -p x; x=(a b c d); mapfile -t -O 1 -n 1 x <<< z; declare -p x

#### mapfile big utf8
mapfile -t -d é x <<< 'aébéc'; declare -p x

#### getopts basic
set -- -a -b val -c arg; while getopts ab:c o; do echo "$o ${OPTARG-unset} $OPTIND"; done; shift $((OPTIND-1)); echo "$@"; echo "$o $OPTIND $?"

#### getopts clusters
set -- -abval -c -- x; while getopts ab:c o; do echo "$o ${OPTARG-unset} $OPTIND"; done; echo $OPTIND $o; shift $((OPTIND-1)); echo "$@"

#### getopts invalid
set -- -x -a -b; while getopts ab: o; do echo "$o [${OPTARG-unset}] $OPTIND"; done; echo $OPTIND

#### getopts silent
set -- -x -a -b; while getopts :ab: o; do echo "$o [${OPTARG-unset}] $OPTIND"; done; echo $OPTIND

#### getopts OPTERR
OPTERR=0; set -- -x -b; while getopts ab: o; do echo "$o [${OPTARG-unset}] $OPTIND"; done

#### getopts args
getopts ab: o -b foo -a; echo "$o $OPTARG $OPTIND"; getopts ab: o -b foo -a; echo "$o ${OPTARG-unset} $OPTIND"; getopts ab: o -b foo -a; echo "$? $o $OPTIND"

#### getopts usage
getopts; echo $?; getopts a; echo $?; getopts a 1x -a; echo "$? $OPTIND"; getopts -z a o; echo $?; getopts -- ab x -a; echo "$? $x"

#### getopts readonly
readonly o; getopts a o -a; echo $?

#### getopts reset
set -- -a -b; getopts ab o; echo $o; getopts ab o; echo $o; OPTIND=1; getopts ab o; echo $o; set -- -b -a; OPTIND=1; getopts ab o; echo $o

#### getopts OPTIND=1 within cluster
set -- -abc; getopts abc o; echo $o $OPTIND; getopts abc o; echo $o $OPTIND; OPTIND=1; getopts abc o; echo $o $OPTIND

#### getopts local OPTIND
f() { local OPTIND o; while getopts xy: o "$@"; do echo "f $o ${OPTARG-}"; done; echo "f $OPTIND"; }; set -- -a -b; while getopts ab o; do echo "m $o $OPTIND"; f -x -y 1; done; echo $OPTIND

#### getopts nested no local
f() { while getopts xy o "$@"; do echo "f $o"; done; echo "f $OPTIND"; }; f -x -y; echo $OPTIND; f -x; OPTIND=1; f -y

#### getopts OPTIND weird
OPTIND=3; set -- -a -b -c -d; while getopts abcd o; do echo $o $OPTIND; done; OPTIND=0; getopts abcd o; echo $o $OPTIND; OPTIND=99; getopts abcd o; echo "$? $o $OPTIND"; OPTIND=-1; getopts abcd o; echo "$? $o $OPTIND"; OPTIND=abc; getopts abcd o; echo "$? $o $OPTIND"

#### getopts unset OPTIND
unset OPTIND; set -- -a -b; getopts ab o; echo "$o $OPTIND"; getopts ab o; echo "$o $OPTIND"

#### getopts initial
echo "$OPTIND $OPTERR [${OPTARG-unset}]"; declare -p OPTIND OPTERR

#### getopts dash alone
set -- - -a; getopts a o; echo "$? $o $OPTIND"; set -- x -a; OPTIND=1; getopts a o; echo "$? $o $OPTIND"

#### getopts end values
getopts a o; echo "$? [$o] $OPTIND [${OPTARG-unset}]"

#### getopts colon option
set -- -:; getopts a: o; echo "$? $o [${OPTARG-unset}]"; OPTIND=1; getopts :a o; echo "$? $o [${OPTARG-unset}]"

#### getopts special chars
set -- -? -; getopts a o; echo "$? $o [${OPTARG-unset}]"; OPTIND=1; getopts '?' o; echo "$? $o"; OPTIND=1; set -- -1 -; getopts 1 o; echo $o; OPTIND=1; set -- --; getopts a o; echo "$? $OPTIND"; OPTIND=1; set -- --long; getopts 'a-:' o; echo "$o $OPTARG"

#### getopts empty arg
set -- -b '' x; getopts b: o; echo "$o [$OPTARG] $OPTIND"; set -- ''; OPTIND=1; getopts a o; echo "$? $OPTIND"

#### getopts opt eats dashdash
set -- -b -- x; getopts b: o; echo "$o [$OPTARG] $OPTIND"

#### getopts exit status after
set -- -a; getopts a o; echo $?; getopts a o; echo $?; getopts a o; echo $?

#### getopts in function error name
f() { getopts a o -x; }; f; bash -c 'getopts a o -x' myname; printf 'getopts a o -x\n' > s.sh; bash s.sh; . ./s.sh

#### getopts shifting
set -- -a -b arg rest; while getopts ab: o; do case $o in a) A=1;; b) B=$OPTARG;; esac; done; shift $((OPTIND-1)); echo "$A $B $#:$*"

#### getopts args changed between
getopts abc o -a -b; echo $o; getopts abc o -c -b -a; echo $o; getopts abc o; echo "$? $o"

#### getopts missing arg silent
getopts :b: o -b; echo "$? $o $OPTARG $OPTIND"; OPTIND=1; getopts b: o -b; echo "$? $o [${OPTARG-unset}]"

#### getopts nameref
declare -n n=real; getopts a n -a; echo $real

#### getopts posix missing
set -o posix; getopts a: o -a; echo "$? $o"

#### getopts cluster with bad
set -- -axb; while getopts ab o; do echo "$o $OPTIND"; done

#### getopts subshell
set -- -a -b -c; getopts abc o; (getopts abc o; echo $o); getopts abc o; echo $o

#### getopts optstring spaces
getopts 'a b' o -b; echo $o; OPTIND=1; getopts '' o -a; echo $? $o
