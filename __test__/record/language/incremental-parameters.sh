#### strip
exec 2>&1
x=abcabc; echo ${x#a} ${x#*b} ${x##*b} ${x%c} ${x%b*} ${x%%b*} ${x#z} ${x%} ${x#} ${x#\a} ${x#'a'} ${x#"a*"} ${x#?} ${x%?} ${x##*} ${x%%*} ${x#[ab]} ${x%[!a]}
#### strip unicode
exec 2>&1
x=μabμ; echo ${x#?} ${x%?} ${x#μ} ${x%%[μ]} ${#x} ${x:0:1} ${x: -1} ${x^} ${x^^}; y=$'\xffa\xfe'; echo "${y#?}" | od -c | head -1; echo "${y%?}" | od -c | head -1
#### strip arrays
exec 2>&1
a=(abc bcd abx); echo ${a[@]#a} "${a[@]%?}" ${a[*]##*b} "${a[*]#a}" ${a#a}; set -- foo fab; echo "${@#f}" "${*%?}" ${@##*o}; declare -A m=([k]=abc); echo ${m[@]#a} ${m[k]%c}
#### strip var patterns
exec 2>&1
x='a*b'; p='*'; echo "${x#$p}" "${x#"$p"}" "${x%$p*}" "${x##$p}" "${x#a$p}" "${x#a"$p"}" ${x#a\*} ${x#a'*'}
#### strip with slash
exec 2>&1
x=/a/b/c; echo ${x##*/} ${x%/*} ${x#/} ${x%%/*} ${x%/} ${x//\//:} ${x////:} ${x//'/'/:} ${x/\//} ${x/%c/d} ${x/#\//X}
#### strip quotes and braces
exec 2>&1
x='{a}'; echo ${x#\{} ${x%\}} "${x%\}}" ${x#"{"} "${x%'}'}" ${x#'{'}; y='a}b'; echo "${y%\}*}" ${y#*\}} "${y#*'}'}"
#### slice
exec 2>&1
x=abcdef; echo ${x:2} ${x:2:2} ${x: -2} ${x:(-2)} ${x: -3:2} ${x:1:-1} ${x:0:0} ${x:10} ${x:2:100} ${x::2} ${x:: -2} ${x:1+1:2*1} ${x:$((1))} "${x: -10}" "${x:6}" "${x:7}"
#### slice vars
exec 2>&1
x=abcdef i=1 n=3; echo ${x:i:n} ${x:$i:$n} ${x:i+1} ${x:i?2:3} ${x:(i?2:3):1} ${x:n-1:n-i} ${x:-i} ${x: -i}
#### slice neg error
exec 2>&1
x=abc; echo ${x:2:-2}; echo $?
echo ${x:1:-5}; echo after $?
a=(1 2 3); echo ${a[@]:1:-1}; echo after $?
#### slice arrays
exec 2>&1
a=(a b c d e); echo ${a[@]:1:2} ${a[@]: -2} "${a[@]:3}" ${a[@]:0:0} ${a[@]:7} ${a[@]: -9} ${a[*]:1:2} "${a[*]:1:2}" ${a:1} ${a[1]:0:1} ${a[@]::2} ${a[@]:1}
#### slice sparse
exec 2>&1
a=([2]=x [5]=y [9]=z); echo ${a[@]:0:2} / ${a[@]:3} / ${a[@]:3:1} / ${a[@]: -5} / ${a[@]: -1} / ${a[@]: -12}/ ${a[@]:9} /
#### slice positional
exec 2>&1
set -- a b c d; echo ${@:1} / ${@:2:2} / ${@:0} / ${@:0:2} / ${@: -1} / ${@: -2:1} / ${*:2} / "${*:2:2}" / "${@:5}" / "${@:4:9}" / ${@:1:0} / ${@: -4} / ${@: -5} / ${@: -9}; echo ${@:1:-1}; echo $?
#### slice assoc
exec 2>&1
declare -A m=([a]=1); echo "${m[@]:0}" "${m[@]:1:1}" "${m[@]:0:1}"
#### slice with subscripts and ternary
exec 2>&1
x=abcdef; a=(1 2); echo ${x:a[0]:a[1]} ${x:${a[0]}:1} ${x:1 ? 2 : 3 : 1}; echo ${x:'1'} "${x:"1"}"; echo ${x:1:2:3}; echo $?
#### slice unicode
exec 2>&1
x=aéb漢c; echo ${x:1:1} ${x: -2} ${x:3} ${x:1:-1}; y=$'a\xff\xfeb'; echo "${y:1:2}" | od -c | head -1
#### slice errors
exec 2>&1
x=abc; echo ${x:a b}; echo $?
echo ${x:1/0}; echo $?
echo ${x:}; echo $?
echo ${x::}; echo ${x: }; echo $?
#### patsub
exec 2>&1
x=abcabc; echo ${x/b} ${x//b} ${x/b/} ${x/b/X} ${x//b/X} ${x/#a/X} ${x/%c/X} ${x/#b/X} ${x/%b/X} ${x/*/X} ${x//?/X} ${x/b*/X} ${x//[ac]/-} ${x/#/X} ${x/%/X} ${x//} ${x/} ${x///X} ${x//b/$x} ${x/z/Y}
#### patsub amp
exec 2>&1
x=abc; echo ${x/b/[&]} ${x/b/\&} ${x/b/"&"} "${x/b/&}" "${x/b/\&}" "${x/b/'&'}" ${x/b/'&'} ${x/b/&&} ${x//?/<&>} ; r='<&>'; echo ${x/b/$r} "${x/b/$r}" ${x/b/"$r"} "${x/b/"$r"}"; r='\&'; echo ${x/b/$r} "${x/b/$r}"; r='\\&'; echo ${x/b/$r}; shopt -u patsub_replacement; echo ${x/b/[&]} ${x/b/\&} "${x/b/\&}" ${x/b/$r}
#### patsub amp more
exec 2>&1
x=a.b; echo ${x/./\\&} "${x/./\\&}" ${x/./\\\&} "${x/./\\\&}" ${x/./\a} "${x/./\a}" ${x/./$'\n'} ${x/./~} "${x/./~}" ${x/./~/z}
#### patsub quoting
exec 2>&1
x='a*b'; echo "${x/\*/X}" "${x/'*'/X}" "${x/"*"/X}" ${x/*/X} ${x//\*/\*}; p='*'; echo "${x/$p/X}" "${x/"$p"/X}" ${x/"$p"/"$p$p"}; y='a/b/c'; echo ${y//\//|} "${y//\//\/}" ${y/\//\\} ${y//"/"/-} ${y/a\/b/X}; z='a b c'; echo "${z// /_}" "${z/ /}" ${z// } "${z/b c/X Y}" ${z/b c/X Y}; w='q"q'; echo "${w/\"/X}" "${w//\"/\\\"}" ${w/\"/\'}
#### patsub newline
exec 2>&1
x=$'a\nb\nc'; echo "${x//$'\n'/,}" "${x//
/;}"
#### patsub arrays
exec 2>&1
a=(ab cb); echo ${a[@]/b/X} "${a[@]//b/}" ${a[*]/#/p} "${a[@]/%/s}" "${a[*]/b/X Y}"; set -- x.c y.c; echo "${@/%.c/.o}" ${*//./_}; declare -A m=([a]=xx); echo ${m[@]//x/y} ${m[a]/x/z}
#### patsub unset and empty
exec 2>&1
unset x; echo "[${x/a/b}]" "[${x//a/b}]"; x=; echo "[${x/a/b}]" "[${x/#/b}]" "[${x/%/b}]" "[${x/*/b}]" "[${x//*/b}]"; set -u; echo "[${y/a/b}]"; echo no
#### patsub greedy
exec 2>&1
x=aXbXc; echo ${x/*X/-} ${x/X*/-} ${x/a*b/-} ${x//X?/-} ${x/%*X/-} ${x/#*X/-} ${x/%X*/-}; y=aaaa; echo ${y//aa/b} ${y//a*/b} ${y//*a/b} ${y/%a/b} ${y/#a/b} ${y//%a/b} ${y//#a/b} ; z='%a#a'; echo ${z/\%a/X} ${z/\#a/X} ${z//%a/X} ${z//#a/X} ${z/'#'a/X}
#### patsub special chars in pattern
exec 2>&1
x='a[b]c\d'; echo ${x/\[/(} "${x/[b]/X}" ${x/'[b]'/X} ${x/\\/+} "${x/\\/+}" ${x/'\'/+}; y='a?b'; echo ${y/\?/!} ${y/?/!}; z='x{y}z'; echo ${z/\}/!} "${z/\}/!}" "${z/\{/!}" ${z/{/!} ${z/y\}/\}} 
#### patsub nested expansions
exec 2>&1
x=hello; y=l; echo ${x/$y/${y^}} ${x//${y}/$(echo L)} "${x/${y}l/"q"}" ${x/`echo h`/J} ${x/$((1))/z} ${x/l/${z:-def}} ${x/e/"a b"} "${x/e/"a b"}" "${x/e/'a b'}"
#### case mod
exec 2>&1
x='hello World ÀÉ'; echo "${x^}" "${x^^}" "${x,}" "${x,,}" "${x~}" "${x~~}"; echo ${x^^[hw]} ${x^^o} ${x,,W} ${x^[a-g]} ${x^h} ${x^^[!l]} ${x,,[A-Z]} ${x~~[a-z]} ${x^?} ${x^*} ${x^^*}; p=l; echo ${x^^$p} ${x^^"$p"}; a=(foo Bar); echo ${a[@]^} ${a[*]^^} ${a[@],,} "${a[@]~}" ${a^}; set -- ab cd; echo ${@^} "${*^^}"; u=; echo "[${u^}]" ${nope^^}; declare -A m=([k]=v); echo ${m[k]^} ${m[@]^}
#### length errors
exec 2>&1
x=abc; echo ${#x:1}; echo $?
echo ${#x#a}; echo next
echo ${#x:-y}; echo next
echo ${#}; echo ${#:-1}; echo next
echo ${#x-y}; echo next
echo ${#a[}; echo next
#### hash ambiguous
exec 2>&1
set -- a b c; echo ${#} ${##} ${#-} ${#-1} ${#:-x} ${#+y} ${#?} ${##2} ${#%3} ${#/3/x} "${#}" ${#=x} ${#?x}; echo $#x ${#}x
#### test ops
exec 2>&1
unset u; e=; s=v; for v in u e s; do declare -n r=$v; echo "[${r-d}] [${r:-d}] [${r+a}] [${r:+a}]"; unset -n r; done; echo ${u:=1} $u; unset u; echo ${u=2} $u; e=; echo ${e=3} "[$e]" ${e:=4} $e
#### test ops on arrays
exec 2>&1
a=(); b=(''); c=('' ''); d=(x); for v in a b c d; do declare -n r=$v; echo "[${r[@]-d}] [${r[@]:-d}] [${r[@]+a}] [${r[@]:+a}] [${r[*]-d}] [${r[*]:-d}] [${r-d}] [${r:-d}] [${r[0]-d}] [${r[5]-d}]"; unset -n r; done
#### test ops on positional
exec 2>&1
set --; echo "[${@-d}] [${@:-d}] [${@+a}] [${@:+a}] [${*-d}] [${*:-d}] [${1-d}]"; set -- ''; echo "[${@-d}] [${@:-d}] [${@+a}] [${@:+a}] [${*-d}] [${*:-d}] [${1-d}] [${1:-d}]"; set -- '' ''; echo "[${@-d}] [${@:-d}] [${@+a}] [${@:+a}] [${*-d}] [${*:-d}]"; set -- x; echo "[${@-d}] [${@:+a}] [${*:-d}]"; IFS=; set -- '' ''; echo "[${*:-d}] [${@:-d}]"
#### error op
exec 2>&1
(echo ${u?msg}; echo no); echo $?; (echo ${u:?}; echo no); echo $?; (e=; echo ${e:?is empty}); echo $?; (e=; echo "[${e?x}]"); echo $?; (echo ${1?}); (echo ${1:?one}); (echo ${@?all}); (echo ${a[0]?el}); (echo ${a[@]:?list}); bash -c 'echo ${x?"a  b"}; echo no'; echo $?; bash -c 'f() { echo ${x:?in f}; }; f; echo no'; echo $?
#### assign errors
exec 2>&1
echo ${1=x}; echo $?
echo ${@=x}; echo $?
echo ${#=x}; echo ${?=x}; readonly r; echo ${r=x}; echo $?
echo ${a[1]=el} ${a[1]}; declare -A m; echo ${m[k]=v} ${m[k]}; echo ${b[@]=x}; echo $?
echo next ${!q=1}
echo end
#### at ops Q
exec 2>&1
x="a'b"; y=$'a\nb'; z=; w='a b'; echo ${x@Q} ${y@Q} ${z@Q} ${w@Q} ${nope@Q} "${w@Q}"; a=(1 'a b' ''); echo ${a[@]@Q} "${a[*]@Q}" ${a@Q} ${a[1]@Q}; set -- q 'r s'; echo ${@@Q} "${*@Q}" ${1@Q}; v=$'\x01\xff\x7fé'; echo ${v@Q} 
#### at ops U L u K k
exec 2>&1
x='hello World'; a=(ab 'cd e'); declare -A m=([x y]=1 [z]='q r'); echo ${x@U} ${x@L} ${x@u} ${a[@]@U} ${a[@]@u} "${a[@]@K}" "${a[*]@K}" "${m[@]@K}"; for i in "${a[@]@k}"; do echo "<$i>"; done; for i in "${m[@]@k}"; do echo "<$i>"; done; echo "${x@K}" "${x@k}" "${a[0]@K}"; printf '<%s>' ${a[@]@k} "${a[*]@k}"; set -- 1 'b c'; echo "${@@K}" "${@@k}" "${@@U}"
#### at ops bad
exec 2>&1
x=1; echo ${x@Z}; echo $?
echo ${x@}; echo $?
echo ${x@QQ}; echo next
echo ${@@}; echo next
#### indirect
exec 2>&1
a=b b=c c=d; echo ${!a} ${!b}; arr=(x y); r='arr[1]'; echo ${!r}; r='arr[@]'; echo ${!r} "${!r}"; printf '<%s>' "${!r}"; r='arr[*]'; printf '<%s>' "${!r}"; i=1; r='arr[i]'; echo ${!r}; r='arr[$i]'; echo ${!r}; set -- p1 p2; n=2; echo ${!n} ${!#} ${!1} ; r=@; printf '<%s>' "${!r}"; r='*'; echo "${!r}"; r='#'; echo ${!r}; r=?; echo ${!r}; r=1; echo ${!r}
#### indirect ops
exec 2>&1
v=abc r=v; echo ${!r#a} ${!r:1} ${!r/b/X} ${!r^^} ${#r} ${!r:-d} ${!r:+alt} ${!r@Q}; u=nope; echo "[${!u}] [${!u:-d}] [${!u-d}]"; echo ${!u:=new} $nope; w=x; echo ${!w?err}; echo no
#### indirect errors
exec 2>&1
echo ${!nope}; echo $?
r='a b'; echo ${!r}; echo $?
r='1x'; echo ${!r}; echo $?
r=''; echo ${!r}; echo $?
r='a['; echo ${!r}; echo $?
r='a[@'; echo ${!r}; echo next
echo ${!x-d}; echo next
echo "${!}" ; echo next
#### indirect nounset
exec 2>&1
set -u; r=zzz; (echo ${!r}; echo no); (echo ${!nope}; echo no); r='a[1]'; (echo ${!r}; echo no); echo $?
#### prefix names
exec 2>&1
foo1=1 foo2=2 foobar=3; echo ${!foo*} "${!foo@}" ${!nosuch*}; IFS=:; echo "${!foo*}" "${!foo@}"; printf '<%s>' "${!foo@}" "${!foo*}"; foo_=(1); unset foo1; echo ${!foo@}; echo ${!foo@Q}; echo next
#### nounset all
exec 2>&1
set -u; x=; a=(); echo "[$x]" "${a[@]}" "${a[*]}" ${#a[@]} "$@" "$*" $# ${y-} ${y:-d} ${y+s} "${!a[@]}"; for e in '$y' '${y}' '${#y}' '${y#a}' '${y/a/b}' '${y:1}' '${y^}' '$1' '${a[0]}' '${b[@]}' '${b[*]}' '${#b[@]}' '$!' '${y@Q}' '${!y}' '$((y))' '$((a[0]))' '${a[@]:1}' '${@:1}' '${y[0]}' '${#y[0]}' '${m[k]}' '${y?}' '${1-x}' '$((y+1))' '${10}' '${y=5}' '${y@a}' '${a@a}' '${a[@]@Q}' '${#1}' '${1#x}'; do bash -uc "a=(); declare -A m; echo [$e]; echo alive"; echo "$e $?"; done
#### patsub slash forms
exec 2>&1
x=a/b/c; echo ${x/\/b/X} ${x//\/} ${x/a\/b/} ${x/"/"/-} ${x//'/'/-} ${x/[/]/-} ${x//[\/]/-} ${x/%\/c/} ${x/#a\//}; p=/; echo ${x/$p/-} ${x//$p/-} "${x//$p/-}"; r=/; echo ${x/b/$r} ${x/b//} ${x/b/\/}; y='a\b'; echo ${y/\\/x} "${y/\\/x}" ${y//\\/\\\\} "${y//\\/\\\\}"; z=; echo ${x/$z/q} ${x//$z/q} ${x/#$z/q} ${x/%$z/q} ${x///} ${x/a} ${x//a}
#### patsub replace with special
exec 2>&1
x=abc; r='a b'; echo ${x/b/$r} "${x/b/$r}" ${x/b/"$r"}; r='*'; touch f1; echo ${x/b/$r} "${x/b/$r}"; echo ${x/b/'$r'} ${x/b/\$r} "${x/b/\$r}" ${x/b/$'\t'} | od -c | head -2; echo ${x/b/${x}} ${x/b/$(echo "q r")} ${x/b/$((1+1))} ${x/b/`echo z`} ${x/b/{1,2}} "${x/b/{}"; echo ${x/b/~} ${x/b/a~} ${x/b/"~"}; echo ${x/?/\?} ${x/b/\}} "${x/b/\}}" ${x/b/'}'} "${x/b/"}"}"
#### quotes in pattern of dq
exec 2>&1
x="a'b\"c"; echo "${x#a\'}" "${x#*\"}" "${x%%\'*}" "${x/\"/Q}" "${x/\'/Q}" "${x//[\'\"]/Q}" ${x//[\'\"]/Q} ${x//\"/\'}; y='$a'; echo "${y#\$}" ${y#'$'} "${y#'$'}" "${y/\$/D}" ${y/'$a'/D} "${y/'$a'/D}"; z='a*'; echo "${z%'*'}" "${z%"*"}" "${z%\*}" ${z%\*}
#### brace default nesting
exec 2>&1
unset u; echo ${u:-${v:-${w:-deep}}} "${u:-"${v:-"x y"}"}" ${u:-"a b"} ${u:-'$v'} "${u:-'$v'}" ${u:-\$v} ${u:-$(echo ')')} ${u:-`echo '}'`} "${u:-$(echo "}")}" ${u:-a{b,c}d} "${u:-{}}" ${u:-{}} ${u:-\}} ${u:-"}"} "${u:-\"}" "${u:-\`}" "${u:-\\}"
#### default word splitting
exec 2>&1
unset u; printf '<%s>' ${u:-a b} ${u:-"a b" c} ${u:- a } "${u:- a }" ${u:-} ${u:-""} ${u:-a"b c"d} x${u:-a b}y "x${u:-a b}y" ${u:-a  b}; IFS=:; printf '<%s>' ${u:-a:b c} ${u:-"a:b"} ${u:-$IFS}; v=p:q; printf '<%s>' ${u:-$v} ${u:-"$v"} "${u:-$v}"
#### alternate word splitting
exec 2>&1
s=1; printf '<%s>' ${s:+a b} ${s:+"a b" c} "${s:+a b}" ${s:+} "${s:+}" ${s+"$@"} ${s:+*.zip} "${s:+*}" x${s:+ }y; set -- 1 '2 3'; printf '<%s>' ${s:+"$@"} "${s:+$@}" ${s:+$@} "${s:+"$@"}" ${s:+"$*"} "${s:+$*}" ${s:+x"$@"y} "${s:+x$@y}"
#### assign default effects
exec 2>&1
unset a b c d; : ${a:=1 2}; echo "$a"; echo ${b:=x y}; printf '<%s>' ${c:="p q"} $c; set -- ${d:=m n}; echo $# "$d"; : "${e:='q'}"; echo "$e"; : ${f:=$(echo g)} ${g=*}; echo "$f" "$g"; unset arr; : ${arr[2]:=z}; echo ${!arr[@]}; : ${h:=~:~}; [ "$h" = "$HOME:$HOME" ] && echo tilde; unset i; echo "${i:=a b}" $i; j=; echo "[${j=x}]" "[${j:=y}]"; unset k; IFS=:; echo ${k:=1:2} "$k"
#### nested indirection arrays
exec 2>&1
a=(x y); n=a; r="$n[1]"; echo ${!r}; r="$n[@]"; echo "${!r}" ${#r}; for i in "${!r}"; do echo "<$i>"; done; declare -A m=([k]=v); r='m[k]'; echo ${!r}; r='m[@]'; echo ${!r}; k=k; r='m[$k]'; echo ${!r}; i=1; r='a[i]'; echo ${!r} ${!r^^} ${!r/y/z}; r=a; echo ${!r} ${!r[1]} 2>&1; echo next; declare -n ref=a; echo ${ref[1]} ${!ref}; r='nope[1]'; echo "[${!r-unset}]"
#### substr of params
exec 2>&1
set -- abcdef ghi; echo ${1:2} ${1:1:2} ${2: -1} ${@:2:1} ${*:1:1} ${1: -3:2} ${#1} ${1#ab} ${1%f}; x=$1; echo ${x:${#x}-2} ${x:$((${#x}/2))} ${x:(-3):2} ${x: -3: -1} ${x:0:-2}; i=2; echo ${x:i} ${x:i:i} ${x:$i:1} ${x:i*2} ${x:i++:1} $i ${x:i--} $i; echo "${x:2:$((1+1))}" "${x: -$i}" "${x: -${i}}" "${x:+y}" "${x:-y}" ${x: 1 : 2 }
#### case conv patterns
exec 2>&1
x='hello world'; echo ${x^} ${x^^} ${x^h} ${x^x} ${x^^[aeiou]} ${x^^l*} ${x^^?} "${x^^[!a-z]}"; y=HELLO; echo ${y,} ${y,,} ${y,,[EO]} ${y,H} ${y~} ${y~~} ${y~~[HE]}; a=(ab cd); echo ${a[@]^} ${a[@]^^} ${a[*]^b} ${a[1]^}; set -- xy zw; echo ${@^} ${1^^} ${*^^}; z=éa; echo ${z^} ${z^^}; w=ß; echo ${w^^}; v=ÀÉ; echo ${v,,} ${v,}; p='[a-l]'; echo ${x^^$p} ${x^^"$p"}; unset n; echo "[${n^}]" "[${n,,}]"; echo ${x^^''} "${x^^""}"
#### at operators misc
exec 2>&1
x='a b'; y=$'\e\x01'; z="it's"; echo ${x@Q} ${y@Q} ${z@Q} "${x@Q}"; unset n; echo "[${n@Q}]" "[${n@A}]" "[${n@U}]"; e=; echo "[${e@Q}]" "[${e@A}]" "[${e@a}]"; declare -i i=3; declare -lx l=abc; declare -a arr; declare -A as=(); echo "${i@A}" "${l@A}" "${arr@A}" "${as@A}" "${i@a}" "${l@a}" "${arr@a}" "${as@a}" "${arr[@]@A}" "${as[@]@A}"; f() { local v=1; local -r w=2; echo "${v@A} ${w@A} ${w@a}"; }; f; s='\tx\n'; printf '%s|' "${s@E}"; p='\w'; [ "${p@P}" = '~' ] && echo home; q='a$(echo b)'; echo "${q@P}"; declare -n r=x; echo "${r@A}" "${r@a}" "${r@Q}"
#### at ops on arrays more
exec 2>&1
a=('x y' "q'r" ''); printf '<%s>' "${a[@]@Q}"; echo; printf '<%s>' ${a[@]@Q}; echo; printf '<%s>' "${a[*]@Q}"; echo; echo "${a[@]@A}"; echo "${a[@]@a}"; echo "${a[*]@a}"; declare -A m=([k 1]='v 1'); echo "${m[@]@Q}" "${m[@]@A}" "${m[@]@K}" "${m[k 1]@Q}" "${m[k 1]@A}"; printf '<%s>' "${m[@]@k}"; set -- 'a b' "c'd"; printf '<%s>' "${@@Q}" "${*@Q}"; echo "${@@A}"; b=(1 2); b[5]=z; echo "${b[@]@K}" "${b[@]@A}"; printf '<%s>' "${b[@]@k}"; x=(abc Def); echo "${x[@]@U}" "${x[@]@L}" "${x[@]@u}" "${x[0]@u}" ${x@U}
#### arrays in quotes
exec 2>&1
a=('1 2' 3); echo "$a" "${a}" "${a[1]}" "a$a" "${a}b" "$a[1]" "${a[@]}x" "x${a[@]}" "${a[*]}"; printf '<%s>' "x${a[@]}y" "${a[@]}${a[@]}" "${a[*]}${a[*]}" x"${a[@]}" ""${a[@]}"" "${a[@]:1}${a[@]:0:1}"; b=(); printf '<%s>' "${b[@]}" "x${b[@]}y" "${b[*]}" "${b[@]}x" ''"${b[@]}" ${b[@]} "${b[@]-d}" "${b[@]:-d e}" "${b[@]+p}" "${#b[@]}"; c=(''); printf '<%s>' "${c[@]}" ${c[@]} "${c[@]-d}" "${c[@]:-d}"
#### star with IFS variants
exec 2>&1
set -- a b c; for I in ' ' '' : ab $'\n' 'é'; do IFS=$I; echo "$*" | od -c | head -1; x="$*"; echo "${#x}"; done; unset IFS; echo "$*"; IFS=; a=(1 2); echo "${a[*]}" "${a[@]}"; echo "${!a[*]}"; IFS=-; echo "${a[*]/1/x}" "${*#a}" "${*:2}" "${a[*]:1}" "${*^^}" "${*@Q}" "${!a*}"; echo ${*#a}; y="${*%c}"; echo "$y"; y=${*%c}; echo "$y"; y=${@%c}; echo "$y"
#### unset positional ops
exec 2>&1
set --; echo "[$*]" "[$@]" "[${*:-d}]" "[${@:-d}]" "[${1:-x}]" "[${1-}]" $# "[${@:1}]" "[${*:1:2}]" "[${#*}]"; set -- ''; echo "[${*:-d}]" "[${@:-d}]" "[${*-d}]" "[${1:-x}]" "[${1-x}]" $#; for i in "$@"; do echo "<$i>"; done; for i in $@; do echo "no"; done; set -- "" ""; for i in "$@"; do echo "<$i>"; done; for i in "$*"; do echo "<$i>"; done; for i in ${1+"$@"}; do echo "[$i]"; done
#### param in arithmetic context
exec 2>&1
x=5; a=(1 2 3); s=hello; echo $((${#s})) $((${#a[@]})) $(($#)) $((${x}+1)) $((x+${a[1]})) $((${s:+1})) $((${nope:-7})) $((${x%5}0)) $((${#s}-${#a[@]})) $((a[${#a[@]}-1])) $((${a[x-4]})) $((10#${x})) $((16#f${x})) $((-$x)) $((- -$x)) $((x$x)) ; y='1 + 1'; echo $((y)) $(($y)) $(($y*2)) $((y*2)) $(("$y")) $(( ${y} * 2 ))
