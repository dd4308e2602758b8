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
#### -P: recursion and calls of groups
printf '%s\n' 'a(b(c)d)e(f' '((x)y)' >t; grep -oP '\((?:[^()]++|(?R))*\)' t; grep -noP '(\((?:[^()]|(?1))*\))' t; grep -oP '(?<p>\((?:[^()]|(?&p))*+\))' t; grep -oP '(\((?:[^()]|\g<-1>)*\))|(?+1)(zz)' t; printf '%s\n' abcba abba xyz | grep -xP '((.)(?1)\2|.?)'; grep -oP '(?R)x' t; echo $?; echo '(1(2)' | grep -oP '\((?>[^()]+|(?R))*\)'
#### -P: definitions and conditions
grep -P '(?(DEFINE)(?<oct>25[0-5]|2[0-4]\d|1?\d?\d))^(?:(?&oct)\.){3}(?&oct)$' <<<$'1.2.3.4\n256.1.1.1\n255.0.0.0'; grep -oP '(?x)(?(DEFINE)(?<v>(?&s)|(?&n)|(?&a))(?<s>"[^"]*")(?<n>-?\d+)(?<a>\[(?:(?&v)(?:,(?&v))*)?\]))^(?&v)$' <<<$'[1,"a",[2]]\n[1,\n"x"'; grep -oP '(a)?(?(1)b|c)' <<<'ab c ac'; grep -oP '(?<q>")?\w+(?(<q>)")' <<<'"a" b "c'; grep -oP '(?(?=\d)\d+|[a-z]+)' <<<'12 ab'; grep -oP '(c)(?(-1)a|b)' <<<ca; grep -oP '(?(VERSION>=10)yes|no)' <<<'yes no'; grep -oP '(?(R)a|b)' <<<ab; grep -oP '(a){0}x(?1)' <<<xa
#### -P: verbs
grep -oP '"[^"]*"(*SKIP)(*FAIL)|\w+' <<<'a "b c" d'; grep -obP '"[^"]*"(*SKIP)(*F)|,' <<<'a,"b,c",d'; grep -oP 'a+(*COMMIT)b' <<<$'aac aab\naab'; grep -oP 'a+(*PRUNE)b' <<<'aac aab'; grep -oP 'a(*ACCEPT)b' <<<'ab ac'; grep -oP '(a(*ACCEPT)b)c' <<<ax; grep -oP '(*:x)a(*MARK:y)' <<<a; grep -oP '(*UCP)\w+' <<<'é1 _ü'
#### -P: names for look-around, lazy by default, several groups of one name
grep -oP '(*plb:foo)bar|(*nla:foo)f..|(*atomic:x+)y' <<<'foobar far xxy'; grep -oP '(?U)a+' <<<aaa; grep -oP '(?U)a+?' <<<aaa; grep -oP '(?J)(?<y>a)|(?<y>b)\k<y>' <<<bb; grep -oP '(?|(?<n>a)|(?<n>b))\k<n>' <<<'aa bb ab'; grep -oP '(?xx)[a b]' <<<'a b'; grep -oP '\Ga' <<<$'aab\nab'; grep -zoP '(?m)^b$' <<<$'a\nb\nc' | od -c
#### -P: what is wrong
for p in '(?=a\K)' '(?<1a>x)' '(?<a-b>x)' '(?Px)' '(.)\g{+1}(b)' '(?(DEFINE)(a)|(b))x' '(?(1)a|b|c)' '(c)?(?(1)a|b|c)' '\u00e9' '[\d-z]' '[:alpha:]' '[[:alpha:]-z]' '[\8]' '\o' '\81' '\N{U+}' '\N{name}' '(?C1)a' '(?(' '(*' '(*a)' '[\N]' '(?(?a)' '\p{Lowercase_Letter}' '(?-1)'; do printf '%s: ' "$p"; printf '8a\n' | grep -oP -e "$p" 2>&1; done; echo '(' >p; grep -Pf p p
#### -P: scripts and properties
for p in '\p{Han}' '\p{Greek}' '\p{script=Han}' '\p{sc:Greek}' '\p{Xuc}' '\p{ l_l }' '\N{U+3b1}'; do printf '漢。ーΑ\u0342αaé Z\n' | grep -oP "$p" | tr -d '\n'; echo; done; grep -oiP '[[:upper:]]+' <<<'Ab é'
#### -w beside bytes that are no characters
printf '%b' 'a\xff b\nab\n' | grep -aw a; printf '%b' '\xffa\n\xffab\n' | grep -awo 'a\|ab'; printf '%b' 'x\na\xc3\nb\n' | grep -awn '.'; printf '%b' '\xc3\xa9\xff\n' | grep -acw ''; printf '%b' 'xa\xff a\n' | grep -awob a
#### ranges without case are those of capitals
for p in '[0-z]' '[A-z]' '[!-~]' '[a-~]' '[--a]'; do printf '%s\n' '_' '[' '{' : b B @ '`' z | grep -i -e "$p" | tr '\n' ' '; echo; done
#### braces and repeated anchors where parts are shown
for p in '{1}' '{a' '{' '{[a-z]+}' '^*a' '^{2}a' '^?a'; do echo '{a} a{1} {abc}' | grep -oE -e "$p"; echo $?; done; echo 'b a{1}' | grep -wE '{1}a'; echo '{x}' | grep --color=always -E '{x}'
#### the C locale: bytes are characters
printf 'é É\nab\n' >t; for c in "-c ^..$" "-ci É" "-oP [\x80-\xff]" "-c [^ -~]" "-oi é" "-nP [^\x00-\x7F]" "-c \(.\)\1" "-w é" "-oE [[:alpha:]]+" "-oFi é" "-i [Z-a]"; do LC_ALL=C grep $c t | od -An -tx1; LC_ALL= LC_CTYPE=POSIX grep $c t | od -An -tx1; done; LC_ALL=C grep -P '\x{3b1}' t
#### which repetitions of nothing are warned of
for p in '{1}*' '{11,2}' '{2,1}*' '({1}+a)' '{1}{2}' '*{1}' '*+' 'a|{1}*b' '{,3}*' '{x}*' '+{3,1}*'; do echo "$p"; echo xx | grep -cE -- "$p" 2>&1; done
