# grep of GNU grep 3.8: what random calls found.
#### no pattern at all
exec 2>&1; : > e; echo foo > f; for o in '' -c -q -l -L -v -s -m1 -F -P -w -x; do echo "== $o"; grep $o -f e nofile f; echo $?; done; grep -f e; echo $?; mkdir d; grep -f e d; echo $?
#### the old variable of colors
exec 2>&1; echo foo > f; GREP_COLOR='1;35' grep --color=always foo f; GREP_COLOR='1;35' GREP_COLORS='mt=1;36' grep --color=always foo f; GREP_COLOR='1;35' GREP_COLORS='cx=1' grep --color=always foo f; GREP_COLOR=x grep --color=always foo f; GREP_COLOR= grep --color=always foo f; grep --fi foo f
#### brackets of Perl expressions that begin as classes do
printf 'a\n[:\n]\n' > i; for p in '[[:alpha[:]]' '[[:]' '[[:]]' '[[:a' '[[.a.]]' '[[=a=]]' '[[::]]' '[[:alpha:' '[[:]:]]' '[[.].]]' '[[:alpha[:]:]]' '[a[:x]b]' '[[:al]pha:]]' '[[:a\]:]]' '[[:^alpha:]]' '[[.]'; do echo "$p"; grep -P "$p" i 2>&1; echo " $?"; done
#### several strings, of which the last ends in a backslash
exec 2>&1; printf '%s\n' a x 1x '(' '\' 'a\' '\\' é > f; t() { grep "$@" f; echo $?; }; t -e x -e '\'; t -e '\'; t -e '\' -e x; t -e '\' -e '\'; t -e x -e 'a\'; t -e x -e '\\'; t -e x -e '\\\'; t -e . -e '\'; t -E -e '\(' -e '\'; t -E -e '(' -e '\'; t -e '(' -e '\'; t -x -e x -e '\'; t -i -e x -e '\'; t -i -e é -e '\'; t -e é -e '\'; t -e '' -e '\'; t -e '\w' -e '\'; t $'x\n\\'; t -e $'\xff' -e '\'
#### repeated anchors
exec 2>&1; printf '%s\n' 1 1x x1 a1 1a '' x > f; for p in '1^*' '1^?' '1^{0,1}' '1^+' '1$*' '1$+' '1$*a' '1^*a' '^*1' 'x|^*1' '1(^*)' '1^**' '1^*$' '1\b*' '(1)^*\1' '[[:digit:]]^*'; do echo "== $p"; grep -E "$p" f; done; grep -Ew '1^*' f; grep -Ex '1^*' f; grep '1^*' f; grep -c '1$*' f
#### bytes as ends of ranges
exec 2>&1; printf '%b\n' a z é 日 '\xff' '\x80' 1 A b > f; for p in '[a-\xff]' '[^a-\xff]' '[\x80-\xff]' '[b\xff-\xff]' '[\xff-\xfe]' '[\xff-a]' '[é-\xff]' '[\xff-é]' '[\xffa]'; do p=$(printf '%b' "$p"); grep -a "$p" f | od -An -c; sed -n "/$p/p" f | od -An -c; done; grep -ai $'[b-\xff]' f | od -An -c; grep -ao $'[a-\xff]' f | od -An -c
#### -m below zero
printf '%s\n' a b c a b > f; for o in '-m -1' '-m -1 -c' '-v -m -1' '-v -m -1 -c' '-v -m -1 -l' '-v -m -1 -L' '-v -m -1 -q' '-v -m -1 -A1' '-v -m -2 -C1 -n' '-v -m -1 -B1' '-m 0'; do echo "== $o"; grep $o a f nofile 2>&1; echo $?; done
#### nothing is left of -v without a pattern's text
exec 2>&1; mkdir d; echo x > f; for o in -v -vx -vF -vL -vE -vP -vw -vc -vi -vs; do echo "== $o"; grep $o '' d f; echo $?; done; grep -v -e '' -e a d; echo $?; grep -v $'\n' d; echo $?; grep -v $'a\n' d; echo $?; : > e; grep -v -f e d f; echo $?
