#### set -o history
set -o history
echo a
echo b
history
fc -l
history 2

#### history options
set -o history
history -s 'foo bar' baz
history
history -d 1
history
history -c
history
echo x
history -d 99; echo $?
history -d -1
history
history -z; echo $?
history abc; echo $?
history -5; echo $?

#### history files
export HISTFILE=hf
printf 'one\ntwo\n' > hf
set -o history
history
history -r
history
history -w out
cat out
history -a
cat hf
history -n hf
history

#### history -p
set -o history -H
echo hello
history -p '!!' '!echo'
history -p 'plain'

#### histexpand
set -o history -H
echo one two three
echo !!
echo !$
!echo
echo !-1:1
echo "!!"
echo '!!'
echo \!!
^one^two
!nosuch
echo after $?

#### histexpand modifiers
set -o history -H
echo /a/b/c.txt x.tar.gz
echo !!:1:h !!:1:t !!:1:r !!:1:e
echo foo bar foo
!!:s/foo/baz/
!!:gs/foo/q/
echo a b c d
echo !!:2-3 !!:2* !!:- !!:$ !!:^ !!:0
!!:p
history 2

#### histcontrol
set -o history
HISTCONTROL=ignoredups
echo a
echo a
 echo space
HISTCONTROL=ignorespace
 echo space2
HISTCONTROL=erasedups
echo a
HISTIGNORE='echo z*:ls'
echo zz
history

#### multi-line
set -o history
for i in 1 2; do
  echo $i
done
if true
then
  echo x
fi
cat <<A
doc
A
history
fc -l -1

#### cmdhist lithist
set -o history
shopt -s lithist
for i in 1; do
  echo $i
done
history
shopt -u cmdhist
for i in 1; do
  echo $i
done
history

#### fc
set -o history
echo one
echo two
echo three
fc -l
fc -ln
fc -lr
fc -l 2 3
fc -l -2
fc -l ec
fc -l nosuch; echo $?
fc -s
fc -s two=TWO echo
fc -e - 2
fc -e true
fc -z; echo $?
fc -l 1 99

#### fc -e
set -o history
echo old
FCEDIT=true fc -1
cat > ed <<'X'
#!/bin/bash
echo 'echo new' > "$1"
X
chmod +x ed
echo old2
fc -e ./ed
history

#### HISTTIMEFORMAT
set -o history
HISTTIMEFORMAT='%Y '
echo a
history | tr 0-9 N

#### HISTCMD
set -o history
echo $HISTCMD
echo $HISTCMD

#### history in functions and subshells
set -o history
f() { history; }
f
(history)
x=$(history); echo "$x"

#### history expansion in script off by default
echo !! '!x' "!y"

#### history reading with timestamps
printf '#1000000000\necho old\n#1000000001\necho older\n' > hf; HISTFILE=hf; set -o history; HISTTIMEFORMAT='%s '; history -r; history

#### histverify histreedit
shopt histverify histreedit histappend

#### histchars
set -o history -H
histchars='@^#'
echo a b
echo @@
echo !!

#### history -s with multi
set -o history
history -s a; history -s b; history
history -ps x y
history -ca
history
