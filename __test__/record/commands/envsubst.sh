#### envsubst: references
export X=1 Y=two; unset Z; printf 'a $X ${Y} $Z ${Z} $$ ${X-1} $1 ${1} $X1 $ X ${ X} ${X $X_b \\$X "$X" $é ${} $\n$' | envsubst; echo; printf '$X' | envsubst; printf '\0$X\377\n' | envsubst | od -c; envsubst </dev/null
#### envsubst: only some
export X=1 Y=2; echo 'a $X $Y ${X}' | envsubst '$X ${Q}'; echo '$X $Y' | envsubst ''; echo '$X$Y' | envsubst 'text $Y'
#### envsubst: names
envsubst -v 'a $X ${Y} $X $$ ${Z'; envsubst --variables '$A$B'; envsubst -v; echo $?; envsubst a b; echo $?; envsubst -x; echo $?; envsubst -h >/dev/null; echo $?; envsubst -V >/dev/null; echo $?; envsubst --bogus; echo $?
