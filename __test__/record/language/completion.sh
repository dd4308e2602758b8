#### compgen actions
compgen -A builtin | head -5; compgen -b ec; compgen -A keyword; compgen -k i; f1() { :; }; f2() { :; }; compgen -A function; compgen -A function f1; xyz1=1; xyz2=(a); compgen -v xyz; compgen -A variable xyz; compgen -A arrayvar xyz; export xyz1; compgen -e xyz; compgen -A export xyz; alias al1=x al2=y; compgen -a; compgen -A alias al1

#### compgen command
compgen -c ech | sort -u; compgen -A command ls | grep -x ls; fooc() { :; }; compgen -c fooc; alias fooa=x; compgen -c foo; compgen -A command whil

#### compgen -W
compgen -W 'apple apricot banana' ap; compgen -W 'a b c'; compgen -W 'x y' z; echo $?; v='one two'; compgen -W '$v three' t; compgen -W "'a b' c"; IFS=:; compgen -W 'a b:c d'; IFS=$' \t\n'; compgen -W '$(echo p q)' ; compgen -W '"a b" a\ c' a; compgen -W 'foo foo bar' f; compgen -W '{a,b}c'; compgen -W 'a*'; compgen -W '~/x'

#### compgen -X
compgen -W 'a.c b.o c.c' -X '*.o'; compgen -W 'a.c b.o c.c' -X '!*.o'; compgen -W 'ab ac bc' -X '&*' a; touch x.txt y.sh; compgen -f -X '*.txt'; compgen -W 'a b' -X ''

#### compgen -P -S
compgen -P pre- -S -suf -W 'a b'; compgen -P '[' -S ']' -f nosuch; compgen -S / -d; mkdir q; compgen -S / -d; compgen -P x -A builtin ech

#### compgen -F
f() { COMPREPLY=(one two three); echo "args: $1 $2 $3" >&2; }; compgen -F f t; compgen -F nosuch; echo $?; g() { COMPREPLY=( $(compgen -W 'aa ab' -- "$2") ); }; compgen -F g a; h() { echo "$COMP_LINE|$COMP_POINT|$COMP_CWORD|${COMP_WORDS[@]}|$COMP_TYPE|$COMP_KEY"; }; compgen -F h x

#### compgen -C
compgen -C 'echo foo; echo bar' x; compgen -C 'echo' y; echo 'echo "$@"' > s; chmod +x s; compgen -C ./s z

#### compgen errors
compgen; echo $?; compgen -z; echo $?; compgen -A nosuch; echo $?; compgen -o nosuch; echo $?; compgen -p; echo $?; compgen a b; echo $?; compgen -A; echo $?; compgen -W 'a' -- -x; echo $?; compgen -r; echo $?; compgen -D; echo $?

#### compgen -o
compgen -o default -W 'a' a; touch zz; compgen -o default z; compgen -o filenames -W 'a b' a; mkdir zd; compgen -o dirnames z; compgen -o plusdirs -W 'zq' z; compgen -o bashdefault z; compgen -o nospace -W a; compgen -o nosort -W 'b a'; compgen -o noquote -W a; compgen -o default nosuch; echo $?

#### compgen combos
touch f1; compgen -W 'f0' -f f; compgen -b -k wh; compgen -v -f BASH_V; compgen -abck if; compgen -A function -A builtin ec; compgen -d -f f

#### complete -p
complete; echo $?; complete -p; complete -W 'a b' foo; complete -F fn bar; complete -A file -o nospace baz; complete -p foo; complete; complete -p nosuch; echo $?; complete -r foo; complete -p foo; echo $?; complete -r; complete -p; complete -r nosuch; echo $?

#### complete errors
complete -z; echo $?; complete -W 'a'; echo $?; complete -A nosuch x; echo $?; complete -o nosuch x; echo $?; complete -F; echo $?; complete -F 'a b' x; echo $?; complete -p -W x; complete -F nosuch x; echo $?; complete -W a -- -x; complete -p -- -x; complete ''; echo $?

#### compopt
compopt; echo $?; compopt -o nospace foo; echo $?; complete -W a foo; compopt -o nospace foo; complete -p foo; compopt +o nospace foo; complete -p foo; compopt foo; compopt -z; echo $?; compopt -o nosuch foo; echo $?; compopt -D; echo $?; complete -D -W x; compopt -D -o nospace; compopt -D; f() { compopt -o nospace; echo $?; }; f

#### bind
bind -l | head -1; echo $?; bind -p | head -3; bind -q nosuch; echo $?; bind x; bind -z; echo $?; bind -v | head -1; bind -V | head -1; bind 'set bell-style none'; echo $?; bind '"\C-x": "foo"'; echo $?; bind -x '"\C-y": echo'; bind -r '\C-y'; echo $?; bind -m nosuch; echo $?; bind -f nosuch; echo $?

#### compgen builtins keyword list
compgen -b; compgen -A shopt; compgen -A signal; compgen -A helptopic

#### compgen -V missing in 5.2
compgen -V x -W a; echo $?

#### bind all
bind -x '"\C-y": echo hi' ; bind -X; bind '"\C-xa": "foo bar"' ; bind -s; bind -S; bind '"\C-xb": abort'; bind -q abort; echo $?; bind -q yank-pop; echo $?; bind -u abort; bind -q abort; echo $?; bind -r '\C-xa'; bind -s; bind -q nosuch; bind -u nosuch; echo $?; bind 'set completion-ignore-case on'; bind -v | grep ignore-case; bind 'set nosuch x'; echo $?; bind 'foo'; echo $?; bind '"\C-xc": nosuchfn'; echo $?; bind -x 'foo'; echo $?; bind -x '"\C-t":cmd'; bind -X; bind -m vi-insert -q abort; echo $?; bind -q; echo $?; bind -p | grep abort; bind -m vi -x '"a": b'; bind -m vi -X; bind -X; bind -r '\C-y'; bind -X; bind -p | grep '"\\C-y"'; bind -x; echo $?; bind -lp | wc -l; bind; echo $?; bind -q self-insert | head -c 100

#### bind lists
bind -p; bind -P; bind -v; bind -V; bind -l

#### bind vi
bind -m vi-insert -p; bind -m vi-command -p | head -50

#### bind -f
printf '# c\n"\\C-xq": "mac"\nset bell-style none\n' > rc; bind -f rc; bind -s; bind -v | grep bell
