# grep of GNU grep 3.8: what random calls found.
#### no pattern at all
exec 2>&1; : > e; echo foo > f; for o in '' -c -q -l -L -v -s -m1 -F -P -w -x; do echo "== $o"; grep $o -f e nofile f; echo $?; done; grep -f e; echo $?; mkdir d; grep -f e d; echo $?
#### the old variable of colors
exec 2>&1; echo foo > f; GREP_COLOR='1;35' grep --color=always foo f; GREP_COLOR='1;35' GREP_COLORS='mt=1;36' grep --color=always foo f; GREP_COLOR='1;35' GREP_COLORS='cx=1' grep --color=always foo f; GREP_COLOR=x grep --color=always foo f; GREP_COLOR= grep --color=always foo f; grep --fi foo f
#### brackets of Perl expressions that begin as classes do
printf 'a\n[:\n]\n' > i; for p in '[[:alpha[:]]' '[[:]' '[[:]]' '[[:a' '[[.a.]]' '[[=a=]]' '[[::]]' '[[:alpha:' '[[:]:]]' '[[.].]]' '[[:alpha[:]:]]' '[a[:x]b]' '[[:al]pha:]]' '[[:a\]:]]' '[[:^alpha:]]' '[[.]'; do echo "$p"; grep -P "$p" i 2>&1; echo " $?"; done
