#### LINENO
echo $LINENO
echo $LINENO \
$LINENO
x=$LINENO; echo $x
f() {
  echo $LINENO
  echo "$LINENO
$LINENO"
}
f
(echo $LINENO)
echo $(echo $LINENO)
echo `echo $LINENO`
for i in 1 2; do
  echo $LINENO
done
cat <<E
$LINENO
E
eval 'echo $LINENO
echo $LINENO'
if [ $LINENO ]; then echo $LINENO; fi
case $LINENO in *) echo $LINENO;; esac
((LINENO)) && echo $((LINENO))
[[ $LINENO == 28 ]] && echo y
a=($LINENO
$LINENO)
echo ${a[@]}
LINENO=100
echo $LINENO
echo $LINENO

#### LINENO sourced and bash -c
printf 'echo $LINENO\n\necho $LINENO\nf() {\necho $LINENO\n}\n' > s; . ./s; f; bash s; bash -c 'echo $LINENO
echo $LINENO'; bash < s

#### LINENO in functions and while
while read x; do
  echo $LINENO $x
done <<E
a
b
E
f() { echo $LINENO; }; f
f
g()
{
  f
  echo $LINENO
}
g
echo a | while read q; do echo $LINENO; done
{
  echo $LINENO
} | cat

#### error line numbers
nosuch

nosuch2
f() {
  nosuch3

  nosuch4
}
f
if nosuch5
then :
fi
(
nosuch6
)
x=$(
nosuch7
)
eval '
nosuch8'
cat <<E
$(nosuch9)
E
for i in 1
do
  nosuch10
done |
cat
nosuch11 \
  a b
nosuch12 "multi
line"; nosuch13

#### error line numbers in script
printf 'nosuch\n\nf() {\n  cd nosuch\n}\nf\necho $((1/0))\n' > s; bash s; . ./s; bash -c '. ./s'; chmod +x s; ./s; $PWD/s

#### FUNCNAME
echo "[${FUNCNAME}] ${#FUNCNAME[@]}"; f() { echo "${FUNCNAME} ${FUNCNAME[@]}"; g; }; g() { echo "${FUNCNAME[@]} ${#FUNCNAME[@]}"; (echo ${FUNCNAME[0]}); x=$(echo $FUNCNAME); echo $x; }; f; FUNCNAME=x; echo "[$FUNCNAME]"; f

#### BASH_SOURCE BASH_LINENO
echo "[${BASH_SOURCE[@]}] [${BASH_LINENO[@]}]"
f() { echo "${BASH_SOURCE[@]} ${BASH_LINENO[@]}"; }
f
printf 'f() {\n echo "${BASH_SOURCE[@]} | ${BASH_LINENO[@]} | ${FUNCNAME[@]}"\n caller 0; caller 1; caller\n}\nf\ng() {\n f\n}\ng\n' > s; bash s; . ./s
f
g

#### caller in script
printf 'f() { caller; caller 0; caller 1; }\ng() {\n f\n}\ng\nf\n. ./t\n' > s; printf 'f\ng\ncaller\ncaller 0\n' > t; bash s

#### BASH_COMMAND
echo $BASH_COMMAND; x=1 echo "$BASH_COMMAND"; trap 'echo "$BASH_COMMAND"' USR1; kill -USR1 $$; f() { echo $BASH_COMMAND; }; f a; (echo $BASH_COMMAND); for i in 1; do echo $BASH_COMMAND; done; echo $BASH_COMMAND | cat; eval 'echo $BASH_COMMAND'; echo $(echo $BASH_COMMAND); y=$BASH_COMMAND; echo $y; [[ $BASH_COMMAND == "[["* ]] && echo yes

#### BASH_SUBSHELL
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL); echo a | { cat >/dev/null; echo $BASH_SUBSHELL; }; { echo $BASH_SUBSHELL; } & wait; cat <(echo $BASH_SUBSHELL); bash -c 'echo $BASH_SUBSHELL'; BASH_SUBSHELL=5; echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL); shopt -s lastpipe; echo | echo $BASH_SUBSHELL; coproc { echo $BASH_SUBSHELL >&2; }; wait; unset BASH_SUBSHELL; (echo "[$BASH_SUBSHELL]")

#### EPOCH
[[ $EPOCHSECONDS =~ ^[0-9]{10}$ ]] && echo ok; [[ $EPOCHREALTIME =~ ^[0-9]{10}\.[0-9]{6}$ ]] && echo ok; EPOCHSECONDS=5; ((EPOCHSECONDS > 5)) && echo ro; declare -p EPOCHSECONDS | tr 0-9 N; unset EPOCHSECONDS; EPOCHSECONDS=5; echo $EPOCHSECONDS

#### PPID BASHPID $$
[[ $PPID =~ ^[0-9]+$ ]] && echo ok; PPID=5; echo $?; (PPID=1; echo no); (echo $$) | grep -qx $$ && echo same; BASHPID=5; echo $?; bash -c '[[ $PPID == '$$' ]] && echo parent'; x=$(bash -c 'echo $PPID'); [[ $x == $$ ]] && echo p2

#### BASH_ALIASES BASH_CMDS
alias x='echo q'; echo "${BASH_ALIASES[x]} ${!BASH_ALIASES[@]}"; BASH_ALIASES[y]='echo w'; alias y; unset 'BASH_ALIASES[x]'; alias; hash cat; echo ${BASH_CMDS[cat]}; BASH_CMDS[foo]=/bin/echo; foo hi; hash -t foo; BASH_CMDS[bar]=/nosuch; bar; echo $?; BASH_ALIASES['a b']=c; echo $?

#### FUNCNEST
FUNCNEST=3; f() { echo $1; f $(($1+1)); }; f 1; echo $?

#### TMOUT PROMPT etc
TMOUT=1 bash -c 'echo ok'; echo 'sleep 2; echo x' | TMOUT=1 bash

#### positional
set -- a b c d e f g h i j k l; echo $10 ${10} ${11} $# "${@:2:3}" "${@: -2}" ${*:11}; echo ${!#}; shift 10; echo $1; echo $0; echo "${0##*/}"; bash -c 'echo ${@:0}' n a b; bash -c 'echo ${@:0:1} ${*:0:2}' n a b

#### special readonly assign
for v in BASHOPTS SHELLOPTS BASH_VERSINFO EUID UID PPID; do (eval "$v=x"; echo "no $v"); done; for v in BASHPID FUNCNAME GROUPS LINENO RANDOM SECONDS BASH_COMMAND BASH_SUBSHELL DIRSTACK HISTCMD EPOCHSECONDS BASH_ARGV0 _ BASH BASH_VERSION HOSTNAME OSTYPE; do (eval "$v=5"; echo "$v $?"); done

#### COMP_WORDBREAKS
printf '%q\n' "$COMP_WORDBREAKS"
