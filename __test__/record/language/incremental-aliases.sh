#### alias basic
exec 2>&1
shopt -s expand_aliases
alias e='echo a'
e b
alias e
alias
unalias e
e b; echo $?
#### alias not expanded default
exec 2>&1
alias e=echo
e a; echo $?
#### alias trailing blank
exec 2>&1
shopt -s expand_aliases
alias e='echo ' x='y z' y='q '
e x
e y x
e 'x' \x
#### alias recursive
exec 2>&1
shopt -s expand_aliases
alias ls='echo ls' a='b' b='a x'
ls
a; echo $?
#### alias quoted not expanded
exec 2>&1
shopt -s expand_aliases
alias e='echo hi'
\e; 'e'; "e"; e""; echo $?
#### alias in pipeline and lists
exec 2>&1
shopt -s expand_aliases
alias e='echo hi' c='cat'
e | c; e && e || e; ! e; (e); { e; }; if e; then e; fi; x=1 e; $(e)
#### alias in eval same line
exec 2>&1
shopt -s expand_aliases
alias a1='echo one'; a1
eval 'alias a2="echo two"
a2'; eval 'alias a3="echo 3"; a3'
a3
#### alias in function def
exec 2>&1
shopt -s expand_aliases
alias e='echo old'
f() { e; }
alias e='echo new'
f
unalias e
f
#### alias to keyword
exec 2>&1
shopt -s expand_aliases
alias begin='{' end='}' iff='if true; then' w='while'
begin echo a; end
iff echo b; fi
alias LOOP='for i in 1 2; do'
LOOP echo $i; done
#### alias with redirect and pipe
exec 2>&1
shopt -s expand_aliases
alias p='| cat' r='>out' q='echo a;echo'
q b
echo x p
alias z='echo z|cat'
z
alias r2='2>&1 echo'
r2 k
#### alias name chars
exec 2>&1
shopt -s expand_aliases
alias a.b='echo dot' 'x,y=echo comma' a-b='echo dash' @='echo at' _1='echo us' 1a='echo dig'
a.b; x,y; a-b; @; _1; 1a
alias 'a b=x'; alias 'a/b=x'; alias 'a$=x'; echo $?
#### unalias errors
exec 2>&1
unalias nope; echo $?; unalias; echo $?; alias nope; echo $?; unalias -a; echo $?; unalias -x; alias -x; alias -p; echo $?
#### alias listing quoting
exec 2>&1
alias b="it's" a='x y' c= d='a"b' -- ; alias; alias -p; alias c
#### alias with heredoc
exec 2>&1
shopt -s expand_aliases
alias h='cat <<E'
h
a
E
#### alias in cmdsub
exec 2>&1
shopt -s expand_aliases
alias e='echo hi'
echo $(e) `e` "$(e)"
cat <(e)
x=$(alias e='echo bye'; e); echo $x
x=$(alias e='echo bye'
e); echo $x
#### alias multi line
exec 2>&1
shopt -s expand_aliases
alias m='echo a
echo b'
m
m c
#### alias assignment
exec 2>&1
shopt -s expand_aliases
alias s='x=5'
s; echo $x
alias t='x=6 eval'
t 'echo $x'
#### alias unexpanded arg alias equal
exec 2>&1
shopt -s expand_aliases
alias e=echo a='A '
e a e a e
a=1
e $a
#### alias trailing space chained value
exec 2>&1
shopt -s expand_aliases
alias foo='echo ' bar='one ' baz='two'
foo bar baz
foo foo baz
alias t='echo	'
t baz
#### alias comment
exec 2>&1
shopt -s expand_aliases
alias c='echo a #'
c b c
alias d='echo "unfinished'
d text"
#### alias func name
exec 2>&1
shopt -s expand_aliases
alias f='g'
f() { echo f; }
type f 2>&1; g
#### alias type
exec 2>&1
shopt -s expand_aliases
alias ll='ls -l'
type ll; type -t ll; type -a ll; command -v ll; command -V ll
#### posix alias
exec 2>&1
set -o posix
alias e='echo hi'
e
shopt expand_aliases
#### BASH_ALIASES
exec 2>&1
shopt -s expand_aliases
BASH_ALIASES[x]='echo hi'
x
echo "${BASH_ALIASES[x]}"; alias y=1; echo ${!BASH_ALIASES[@]}; unset 'BASH_ALIASES[y]'; alias
#### alias sub shells
exec 2>&1
shopt -s expand_aliases
alias e='echo hi'
(alias e='echo sub'
e)
e
bash -c 'e'; echo $?
#### alias on same line compound
exec 2>&1
shopt -s expand_aliases
if true; then alias k='echo k'; k; fi
k
{ alias k2='echo k2'
k2; }
#### aliased empty
exec 2>&1
shopt -s expand_aliases
alias n=''
n
echo $?
n echo a
alias sp=' '
sp echo b
