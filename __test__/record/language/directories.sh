#### cd basic
mkdir -p a/b; cd a/b; pwd; cd ..; pwd; cd -; pwd; echo $OLDPWD

#### cd too many
cd a b; echo $?

#### cd no home
unset HOME; cd; echo $?

#### cd empty home
mkdir x; cd x; HOME=; cd; echo $?; pwd

#### cd empty arg
mkdir x; cd x; cd ''; echo $?; pwd; echo "[$OLDPWD]"

#### cd - no OLDPWD
unset OLDPWD; cd -; echo $?

#### cd - OLDPWD env
mkdir d; OLDPWD=$PWD/d; cd -; echo $?; pwd

#### cd nonexist
cd nosuch; echo $?; cd /nosuch/x; echo $?; touch f; cd f; echo $?; cd f/x; echo $?

#### cd invalid option
cd -Z; echo $?; cd -PZ; echo $?; cd --foo; echo $?

#### cd -- dash
mkdir -- -d; cd -- -d; pwd; cd -- -; pwd

#### cd -L -P
mkdir -p a/b; ln -s a/b l; cd l; pwd; pwd -P; pwd -L; cd ..; pwd; cd -P l; pwd; cd ..; pwd; cd -; pwd

#### cd -LP last wins
mkdir -p a/b; ln -s a/b l; cd -LP l; pwd; cd ~; cd -PL l; pwd; cd ~; cd -P -L l; pwd

#### cd -P ..
mkdir -p a/b; ln -s a/b l; cd l; cd -P ..; pwd

#### set -P
mkdir -p a/b; ln -s a/b l; set -P; cd l; pwd; cd ..; pwd; set +P; cd ~/l; pwd; set -o physical; pwd; pwd -L; cd .; pwd

#### cd -e
mkdir a; cd -e a; echo $?; cd -Pe nosuch; echo $?; cd -P -e .; pwd

#### cd -@
cd -@ . ; echo $?

#### cd CDPATH
mkdir -p p/q/r s; CDPATH=p:p/q; cd q; pwd; cd ~; cd r; pwd

#### cd CDPATH nope falls to cwd
mkdir -p p s; CDPATH=p; cd s; echo $?; pwd

#### cd CDPATH empty elem
mkdir -p p/s s; CDPATH=:p; cd s; pwd; cd ~; CDPATH=p:; cd s; pwd; cd ~; CDPATH=p::; cd s; pwd

#### cd CDPATH dot
mkdir -p s; CDPATH=.; cd s; pwd

#### cd CDPATH with ./ and ../ 
mkdir -p p/s s; CDPATH=p; cd ./s; pwd; cd ../s; pwd; cd /; pwd

#### cd CDPATH slashes
mkdir -p p/s/t; CDPATH=$PWD/p; cd s/t; pwd; cd ~; CDPATH=$PWD/p/; cd s; pwd

#### cd CDPATH with -P
mkdir -p p/s; ln -s p l; CDPATH=l; cd -P s; pwd; cd ~; cd s; pwd

#### cd CDPATH output with subst
mkdir -p p/s; CDPATH=p; x=$(cd s); echo "[$x]"; cd s >/dev/null; pwd

#### cd CDPATH posix
mkdir -p p s; set -o posix; CDPATH=p; cd s; echo $?; pwd

#### cd in deleted dir
mkdir d; cd d; rmdir ../d; pwd; cd .; echo $?; cd ..; echo $?; pwd

#### pwd args
pwd foo; echo $?; pwd -X; echo $?; pwd -LP; pwd -- x

#### pwd output closed
pwd >&-; echo $?

#### PWD manip
PWD=/nope; pwd; cd .; echo $PWD; unset PWD; pwd; cd .; echo "[$PWD]";

#### unset PWD then cd
unset PWD; mkdir q; cd q; echo "[$PWD]"; echo "[$OLDPWD]"; pwd

#### readonly PWD
readonly PWD; mkdir q; cd q; echo $?; pwd; echo $PWD

#### readonly OLDPWD
readonly OLDPWD; mkdir q; cd q; echo $?; pwd; echo $PWD

#### OLDPWD initial
declare -p OLDPWD; echo $?; bash -c 'declare -p OLDPWD; declare -p PWD'

#### cdable_vars
mkdir q; shopt -s cdable_vars; v=$PWD/q; cd v; echo $?; pwd; cd nosuch; echo $?

#### cdspell noninteractive
shopt -s cdspell; mkdir foobar; cd foobra; echo $?; pwd

#### autocd noninteractive
shopt -s autocd; mkdir q; q; echo $?; pwd

#### cd nonexist dotdot
mkdir a; cd nosuch/..; echo $?; cd a/nosuch/..; echo $?; pwd

#### cd through file dotdot
touch f; cd f/..; echo $?; pwd

#### cd link loops
ln -s l l; cd l; echo $?

#### cd long
cd $(printf 'a%.0s' {1..300}); echo $?

#### cd status in cond
if cd nosuch 2>/dev/null; then echo y; else echo n; fi; cd nosuch 2>/dev/null || echo failed

#### cd in function local OLDPWD
f() { local OLDPWD; mkdir -p z; cd z; echo "[$OLDPWD]"; }; f; echo "[$OLDPWD]"; pwd

#### cd with local PWD
f() { local PWD=/x; mkdir -p z; cd z; echo "[$PWD]"; }; f; echo "[$PWD]"; pwd

#### cd HOME local
mkdir h; HOME=$PWD/h cd; pwd; echo ~

#### cd ~user and tilde
cd ~; pwd; cd ~+; pwd; mkdir q; cd q; cd ~-; pwd

#### pushd popd dirs
mkdir a b c; pushd a; pushd ../b; pushd ../c; dirs; dirs -v; dirs -p; dirs -l; popd; popd; dirs; popd; popd; echo $?

#### pushd none
pushd; echo $?; popd; echo $?; pushd nosuch; echo $?; dirs

#### pushd rotate
mkdir a b c; pushd a >/dev/null; pushd ../b >/dev/null; pushd ../c >/dev/null; pushd +1; pushd -1; pushd +2; pushd -0; pushd +0; pushd +9; echo $?; pushd -9; echo $?; pwd

#### pushd swap
mkdir a; pushd a; pushd; pushd; pwd

#### pushd -n
mkdir a; pushd -n a; dirs; pwd; pushd -n /tmp; dirs; popd -n; dirs; popd -n +1; dirs

#### popd n
mkdir a b c; pushd a >/dev/null; pushd ../b >/dev/null; pushd ../c >/dev/null; popd +1; popd -0; popd +0; popd +5; echo $?; popd x; echo $?; popd -x; echo $?

#### dirs args
mkdir a; pushd a > /dev/null; dirs +0; dirs +1; dirs -0; dirs -1; dirs +5; echo $?; dirs x; echo $?; dirs -z; echo $?; dirs -c; dirs; dirs -lv; dirs -vp +1

#### DIRSTACK
mkdir a b; pushd a >/dev/null; pushd ../b >/dev/null; echo "${DIRSTACK[@]}"; echo ${#DIRSTACK[@]}; echo ${DIRSTACK[1]}; DIRSTACK[1]=/tmp; dirs; echo ~0 ~1 ~2 ~-0 ~+1; declare -p DIRSTACK

#### DIRSTACK unset
mkdir a; pushd a >/dev/null; unset DIRSTACK; dirs; echo "[${DIRSTACK[0]}]"

#### pushd too many
pushd a b; echo $?; popd a b; echo $?; dirs a b; echo $?

#### pushd -
mkdir a b; cd a; cd ../b; pushd -; pwd; dirs

#### pushd invalid option
pushd -z; echo $?; pushd --; echo $?; pushd -- /tmp; dirs

#### popd fails
mkdir a b; pushd a >/dev/null; rmdir ../b; pushd -n ../b; popd; echo $?; dirs

#### popd deleted
mkdir a b; pushd b >/dev/null; pushd ../a >/dev/null; rmdir ../b; popd; echo $?; dirs; pwd

#### pushd cdpath
mkdir -p p/q; CDPATH=p; pushd q; pwd;

#### pushd links
mkdir -p a/b; ln -s a/b l; pushd l; pushd -; set -P; pushd l;

#### dirs home tilde
mkdir "$HOME/z"; pushd z; HOME=/; dirs; HOME=$PWD; dirs; dirs -l

#### dirs with spaces
mkdir 'x y'; pushd 'x y'; dirs -p; dirs -v

#### noninteractive dirs output fail
dirs >&-; echo $?
#### cd to nothing along CDPATH
mkdir a; CDPATH=a; cd ""; echo $? "$PWD"; CDPATH=; cd ""; echo $?; unset CDPATH; cd ""; echo $?
#### two slashes in front stay
mkdir -p d/e; here=$PWD; cd //; pwd; echo $PWD; cd "/$here"; pwd; cd d; pwd; pwd -P; cd ../..; cd ///; pwd; cd "//$here"; pwd; cd "/$here/d/"; cd ..; pwd; cd -P "/$here"; pwd; cd .; pwd; cd "/$here/d/../"; pwd; echo ~+; dirs; pushd "$here"; popd; cd "$here"; cd -; cd "$here"; pwd; cd //; cd ..; pwd; cd "$here"; bash -c 'cd //; bash -c pwd; cd ..; pwd'
