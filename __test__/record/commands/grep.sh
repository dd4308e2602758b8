#### brackets of Perl expressions that begin as classes do
printf 'a\n[:\n]\n' > i; for p in '[[:alpha[:]]' '[[:]' '[[:]]' '[[:a' '[[.a.]]' '[[=a=]]' '[[::]]' '[[:alpha:' '[[:]:]]' '[[.].]]' '[[:alpha[:]:]]' '[a[:x]b]' '[[:al]pha:]]' '[[:a\]:]]' '[[:^alpha:]]' '[[.]'; do echo "$p"; grep -P "$p" i 2>&1; echo " $?"; done
