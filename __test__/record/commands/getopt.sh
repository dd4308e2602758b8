#### getopt: options, values and quoting
getopt -o ab:c:: -l foo,bar:,baz:: -- -a -b x -cy --foo --bar=z --baz q "it's" -- -z; getopt ab: -a -b x y -a; getopt -o a; getopt -l foo -- --foo; getopt -u -o a: -- -a 'x y' z; getopt -o +a -- x -a; getopt -o -a -- x -a y; getopt -a -o x -l foo,bar -- -foo -bar -x; getopt -s csh -o a -- 'a!b c'\''d'; getopt -s bash -o '' -- a; getopt --opt a -- -a; getopt -o a 'x y' $'n\nl' 'b\c' '' '$x'; getopt -s tcsh -o a -- $'n\nl' 'b\c' '' $'t\tb'; GETOPT_COMPATIBLE=1 getopt -o a -- -a; POSIXLY_CORRECT=1 getopt -o a -- x -a; getopt -o ab -- -ab -ba; getopt -o a:: -- -a -ab; getopt -o a --longoptions help,he: -- --hel --he x; getopt -- ab -a x; getopt -o a -- --; getopt -a -o fb -l foo -- -f -fo -b -bf; getopt '' x; getopt -o a -l ',foo,' -- --foo; getopt -o a -l foo: -- --foo ''; getopt --shell=sh --unquoted --quiet --quiet-output -o a -- -a; echo $?; getopt -T; echo $?; getopt --test; echo $?; getopt -o a -l 'foo bar' -l baz -- --f; getopt -o a- -- - -a; getopt --alternative -l abc -o x -- -abc -xx; getopt -o vo: --long verbose,output: -n script -- -v --output=f a b
#### getopt: mistakes
{ getopt; echo $?; getopt -o a -- -z; echo $?; getopt -o a: -- -a; getopt -o a -l foo,fob,bar: -- --fo --bar --nope --foo=x; getopt -n prog -o a -- -z; getopt --name prog -o a -- -z; getopt -q -o a -- -z b; echo $?; getopt -Q -o a -- -a -z; echo $?; getopt -o :a -- -z; echo $?; getopt -s foo -o a; getopt -z; getopt -o; getopt -o a --name; getopt -o a -l 'foo bar' -l baz -- --b --f; getopt -x -o a; echo $?; getopt -o a -l foo -- --nope=3 --foo=4; getopt -a -l foo,fob -o x -- -fo -nope -q; getopt -o a:b -- -b -a; getopt -o a -- -zya; } 2>&1
#### getopt: in a script
set -- -v --name 'my file' pos1 -n 3 -- -x
parsed=$(getopt -o vn: --long verbose,name: -- "$@") || exit 2
eval set -- "$parsed"
while true; do case $1 in -v|--verbose) echo verbose; shift;; -n|--name) echo "value <$2>"; shift 2;; --) shift; break;; esac; done
printf '<%s>\n' "$@"
