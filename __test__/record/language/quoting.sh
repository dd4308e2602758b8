#### single quotes keep everything
echo 'a\b$c`d`"e"'
#### double quotes and backslashes
echo "a\b \$x \`y\` \"z\" \\ \
joined"
#### backslash outside of quotes
echo a\ b \\ \' \" \$x \
next
#### line continuation inside a word
ec\
ho ab\
cd
#### no continuation in single quotes
echo 'a\
b'
#### ansi c quoting
printf '%s|' $'\a\b\e\E\f\n\r\t\v\\\'\"\?' $'\101\x41\u41\U00000041' $'\x' $'\cA\c?' | od -c
echo $'a\x41b' $'\u20ac' $'\400' $'\x4142' $'x\z'
#### ansi c quoting stops at NUL
x=$'ab\0cd'; echo "${#x} $x"
x=$'ab\x00cd'; echo "${#x}$x"
#### ansi c is not special in double quotes
echo "$'a\n'" "$'x'"
#### locale quoting is plain
echo $"hello $HOME"
#### adjacent quotes join
a=1; echo x'y z'"$a"\ $'\t'end
#### empty arguments
f() { echo $#; }; f '' "" $'' $""; f "" x ''; e=; f $e; f "$e"; f $e"" ; f ''$e
#### quoted at sign with prefix and suffix
set -- a 'b c' d; printf '<%s>' "x$@y"; echo; printf '<%s>' "$@$@"; echo; set --; printf '<%s>' "x$@y" "$@"; echo
#### star joined by IFS
set -- a 'b c' d; IFS=,; echo "$*"; IFS=; echo "$*"; unset IFS; echo "$*"; IFS=' ,'; echo "$*" ; echo $*
#### at in assignment
set -- a 'b c'; x=$@; y="$@"; z=$*; echo "$x|$y|$z"; IFS=-; x=$@; y=$*; z="$*"; echo "$x|$y|$z"
#### comment handling
echo a #b
echo a#b
echo 'x' # y 'z
# whole line
echo $# ${#} #c
#### quotes inside a parameter default
unset u; echo "${u-a"b"c}" ${u-"a b"} "${u-'q'}" ${u-'q r'} "${u-\}}" "${u:-}x}"
#### backquotes with escapes
echo `echo \`echo nested\`` `echo \$HOME` "`echo \"q\"`" `echo '\\x'` `echo \\\\`
#### nested command substitution and quotes
echo "$(echo "a $(echo "b c") d")" $(echo "x  y")
#### dollar at end and odd dollars
echo $ "$" a$ "a$" $% "$%" $, 'x'$
#### exclamation is plain
echo hi! "hi!" a!b
#### unterminated brace forms are plain
echo {a {b,c} } { a{} {}b
#### tilde quoting
HOME=/h; echo ~ "~" '~' \~ ~/x a~ x=~ ~+ | cat; x=~/y; echo $x; x=a:~/z:~; echo $x; echo a=~/b
#### tilde with assignment in arguments
HOME=/h; export E=~/x; echo $E; f() { local L=~/l; echo $L; }; f; env V=~/q true; echo V=~/q --opt=~/q
#### assignment word splitting does not happen
x='a   b *'; y=$x; echo "$y"; export z=$x; echo "$z"; declare q=$x; echo "$q"
#### word with embedded newline
x='a
b'; echo $x; echo "$x"
#### carriage return in script
echo a	b   c
#### special parameters
f() { echo "$# $* $@ $0 $1 ${2} ${10}"; }; f a b c d e f g h i j k
#### positional above nine
set -- a b c d e f g h i j k; echo $10 ${10} ${11} ${12-none}
#### backslash newline in double quoted command substitution
echo "$(echo a\
b)"
#### quoted glob characters in case patterns
case '*' in '*') echo star;; esac; case a in \*) echo no;; "?") echo no;; *) echo any;; esac
x='*'; case abc in $x) echo pat;; esac; case abc in "$x") echo no;; *) echo lit;; esac
#### quote removal keeps quotes from expansions
x='"a"'; echo $x; y="'b c'"; for w in $y; do echo "[$w]"; done
#### escaped newline in a here-document word list
for i in a \
  b \
  c; do echo $i; done
