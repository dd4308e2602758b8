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
#### -P: lines with bytes that are no characters are searched in pieces
for f in '\x80' '\xc3' 'a\x80' '\x80a' 'a\xc3' '\xc3a' '\xff\xff' '\xe2\x82' '\n\x80\nb' 'a\xffb' '\xf5' '\xc1'; do printf "$f\n" > f; for p in '^' '$' '' '^a' 'a$' '^$' 'a?' '\A' '\z' '\Z' '\Aa' 'a\z' '\Ab|a' '(?<!a)b' 'aa\z|a' '(?m)^' '(?m)a$'; do printf '%s %s: ' "$f" "$p"; grep -cP -e "$p" f; grep -aobP -e "$p" f | od -An -c; done; grep -cxP a f; grep -cvP '^' f; grep -awoP a f; done; printf 'a\0\x80\0^b\0' | grep -zcP '^'
#### -P: where a search goes on within a line
printf 'ab\n' | grep -oP '(?<=^a)b|a'; printf 'éa\n' | grep -oP '(?<=é)a|'; echo $?; printf 'éa\n' | grep -oP '\Aa|'; printf 'aéa\n' | grep -obP '\ba|'
#### -P: -w is written around the pattern, -x is not
printf 'a\nb\nxa)\n(b\nab\n' > x; for p in 'a)|(b' 'a)' ')|(' '(a' 'a\' '(*UCP)a' '(?x)a #b' '(*FAIL)|a' 'a|ab'; do echo "== $p"; grep -wP "$p" x 2>&1; grep -xP "$p" x 2>&1; grep -wxP "$p" x 2>&1; done
#### -P: what begins like a verb
for p in '(*\' '(*' '(*)' '(*\)' '(*1' '(*?)' '(*"' '(*+' '(**' '(*_' '(* ' '(*|a)' '(*é)' '(*1:x)' '(*(a))' '(*[a])' '(*}' '(*:' '(*A'; do printf '%s: ' "$p"; grep -P "$p" /dev/null 2>&1; echo $?; done
#### patterns given twice
exec 2>&1; echo 'a b' > f; grep -P -e 'a b' -e 'a b' f; grep -P -e a -e b f; grep -E -e '*a' -e '*a' f; grep -e '\' -e x -e '\' f; grep -e '\(' -e '\(' f; printf 'a\na\n' > p; grep -P -f p f
#### words end before accents and joiners
for c in '\xcc\x81' '\xcd\x85' '\xe0\xa4\xbe' '\xe2\x80\xbf' '\xe2\x80\x8d' '\xd9\xa0' '\xe2\x91\xa0' '\xc2\xb2'; do printf "e${c}x\ne$c\n" > f; for p in 'e\b' 'e\>' 'e\B' '\be' '\Bx' '^e\w'; do grep -c "$p" f; done; grep -cw e f; grep -ow 'e.' f; sed 's/\b/|/g' f; sed -E 's/e\>/E/; s/(e)\B/<\1>/' f; done | tr '\n' ' '
#### word boundaries beside bytes that are no characters
for f in 'a\xff' '\xffa' 'a\xffb' '\xff' '\xff\xff' 'a \xff b' '\xc3a' 'a\x80' '\x80' '\xd7a'; do printf "$f\n" > f; for p in 'a\b' '\ba' 'a\B' '\Ba' '\B' '\b' '\<a' 'a\>' '\>' '\<' '\w\B' '\B\w' '^\B'; do printf %s "$(grep -ac -- "$p" f)$(sed -n "/$p/p" f | wc -l) "; done; echo; done
#### a parenthesis that closes nothing closes what -x and -w write around
printf '%s\n' ')' '\' 'a)b' 'ab)' b 'b)' '' a 'a)bx' 'ab)x' c 'aa)' aa > l; t() { echo "== $*"; grep -n "$@" l 2>&1; }; for o in -xE -wE -vxE -oxE -owE -xEi; do for p in ')c\?|' ')|' '|)' 'a|)' ')' ')a|' 'a)|' ')|a' ')*|' 'a)b' 'a)b+' 'a)+' '(a)\1)' '(a)\1)|a' 'a)[b]' '(|a)'; do t $o "$p"; done; t $o -e ')' -e b; t $o -e ')*' -e b; t $o -e 'a)c+' -e b; t $o -e 'a)b' -e 'a)b'; done
#### context around lines that are no text
exec 2>&1; printf '\xff \n\t' | grep -10 '[^a]'; printf '\xe2a\na' | grep -A 7 -B 7 'b*a'; printf 'x\n\xffa\ny\na\n' > f; for o in -A1 -B1 -C1 -n -nA1 -nA2 -nB1 -oA1 -C0; do echo "== $o"; grep $o a f; done; printf '\n\x80A\n' | grep -n -A 2 A
#### an escaped small letter without case
printf 'innx\nNmMtdD\n' > f; for p in '\n' 'i\n' '\n\n' '\N' '\ni*' '[\n]' '\m\b' '\M\b' '\(\m\)\1' '\m\|x' '\t'; do echo "== $p"; grep -i "$p" f; grep -oi "$p" f; sed -n "s/$p/<&>/Igp" f; grep -wi "$p" f; done 2>/dev/null; grep -oi -e '\m' -e x f; shopt -s nocasematch; re='\m'; [[ M =~ $re ]]; echo $?; re='\M'; [[ m =~ $re ]]; echo $?; mkdir d; touch d/m; find d -iregex '.*\m'; find d -iregex '.*\M'
#### whole lines that are words are shown with their ends
printf 'a\n\nb a' > m; for o in -owx -owxb -owxn -oEwx -oFwx -oPwx -owxv '-wx --color=always' '-wxn --color=always' '-Fwx --color=always'; do for p in a 'a*' 'a.*' '.*'; do echo "== $o $p"; grep $o -- "$p" m; done; done; grep -owx -e a -e b m; grep -oEwx -e a -e 'b*' m
#### which of two engines reads a stray interval or a repeated anchor
printf 'a\n1}B\n1b\n1\n{1}b\nB\n1a\n' > n; for p in '{1}[^a]' '{1}[b]' '{1}[a-c]' '{1}[0-9]' '{1}\w' '{1}b\>' '{1}b' '{1}.' '{1}[[:alpha:]]' '{1}[[:digit:]]' '1^*[^a]' '1^*[b]' '1^*b' '1^*[a-c]' '1^*\b' '1^*\w' '1^*.' '1^*[é]|1^*b' '1^*[^é]' '1^*[b]|[^c]' '{1}[é]|B' '1^*[]b]' '1^*[b-]'; do echo "== $p"; grep -nE -- "$p" n 2>&1; done
#### dollars before plain parentheses and bars
printf '%s\n' 'a$)b' '$)' '$)x' '$|b' '' 'a' 'a$|b' > l; for p in 'a$)b' '$)' '$)*' '$|*' '$|' 'a$|b' 'a$|*' 'a$)*' '\(a$)\)' '\(a$|\)*'; do echo "== $p"; grep -n -e "$p" l; grep -no -e "$p" l; grep -xn -e "$p" l; done
#### anchors with backslashes are repeated
printf '%s\n' a ab 'a*' 'a*b' b '*a' 'ba' '' > s; for p in "a\\'*" 'a\`*' "a\\'*b" "\\'*" '\`*' '\`*a' "a\\'\\{0,1\\}b" "a\\'\\{1\\}" "a\\'\\{" "\\(a\\'*\\)b" "a\\(\\'*\\)" "a\\'**" "a\\'\\?b" "a\\'\\+" "a\\'*\\b" '^\`*' 'b\|a\`*' '\`\?' '^\+a' 'b\`\?a' 'a$\?b' "a\\|\\'\\?b" '^*\`*b'; do echo "== $p"; for o in -n -nx -no; do grep $o -e "$p" s 2>&1; done; done; for p in "a\\'*" 'a\`*' "a\\'*b" "\\'*" '\`*a' "a\\'{0,1}b" "(a\\'*)" "a\\'?b" "a\\'+" 'a\b*'; do echo "== $p"; grep -nE -e "$p" s 2>&1; grep -noE -e "$p" s 2>&1; done
#### intervals behind assertions have to be ones
printf '%s\n' '{' 'x{' '{1' '{1}' a '' > b; for p in 'x\b\{' 'x\b\{1\}' 'x\`\{' "x\\'\\{" '\b\(\{' 'x\|\b\{' 'x\b\{2,1\}' 'x\b\{99999\}' 'x\b\b\{' '\(x\b\{\)' 'x\b\{1' 'x\b\{,' '\(\b\{\)' 'x\(\b\{\)' '\b*\{' 'x\>\{1a\}' '\b\<\{' '[x]\<\{' '^\b\{' '^*\b\{' '\b^\{' '$\b\{' '*\b\{' '\{\b\{' '\{' '\{1\}' 'x\{' '^\{99999\}'; do echo "== $p"; grep -n -e "$p" b 2>&1; done; grep -e 'x\b\{' -e 'x\{' b 2>&1; for p in 'x\b{' 'x\b{1}' '(x)\b{2,1}'; do grep -nE -e "$p" b 2>&1; done
#### no pattern with -L and -q
: > e; echo x > f; grep -f e -L -q f nofile 2>&1; echo $?; grep -f e -L f; echo $?; grep -m0 -Lq x nofile 2>&1; echo $?; grep -f e -L f > /dev/null; echo $?
#### strings that are words: what is before a search does not count
echo 'b)' | grep -owF -e ')' -e b; echo 'b)' | grep -ow -e ')' -e b; echo 'b)' | grep -ow -e ')' -e 'b*'; echo 'b))b' | grep -owF -e ')' -e b; echo 'b)a)' | grep -owF -e ')' -e b; echo 'b ba-a)' | grep -owF -e '-a' -e b -e 'b b'; echo 'b.a ab' | grep -ow -e '\.a' -e b -e a; echo 'b.a ab' | grep -ow -e '[.]a' -e b -e a; echo 'b.a ab' | grep -bowF -e '.a' -e b; echo 'x -a-a' | grep -owFi -e '-A'; echo 'x -é-é' | grep -owF -e '-é'; echo 'x -é-é' | grep -owFi -e '-é'; echo 'x -a-a' | grep -ow -e '-a'; echo 'x -a-a' | LC_ALL=C grep -owF -e '-a'; echo 'x -a-a' | grep -wF --color=always -e '-a'; echo 'x aa-a' | grep -owF -e a -e '' -e '-'
#### digits behind an operand
seq 1 300 > q; for a in '-e 150 q -12' '-e 150 q -123' '-n 150 -12 q' '150 q -n -12' '-n12 150 q' '150 -n12 q' '-1 150 -2 q' '-1 -e 150 q -2' '-e 150 q -1n2' '-e 150 q -02' '-e 150 -12 q' '-e150 -12 q' '--regexp 150 -12 q' '--regexp=150 -12 q' '150 q -012'; do grep $a | wc -l; done; printf '\n\n\n-' | grep - -12
#### escaped letters without case beside what the matcher decides
exec 2>&1; printf '%s\n' aé xx A > f; t() { echo "== $*"; grep -i "$@" f; echo $?; }; t '\a'; t -e '[^a]\\' -e '\a'; t -e '\a' -e '\w\\'; t -e '\(y\)\1' -e '\a'; t -e é -e '\a'; t -x -e '[^a]\\' -e '\aé'; t -e '[ab]\\' -e '\a'; t -E -e '[^x]y' -e '\a'; LC_ALL=C grep -i -e '[^a]\\' -e '\a' f
#### -w beside bytes that are no characters, where nothing is a word
printf '\n\xff\na b\xff c\n\xffa\n' > f; for p in 'A$\|\>' '\>' '\<' '\b' '\B' 'x*\>' 'x*' '\<\|c' '\<\|a' 'a*\>' '\(x\|\>\)*' $'\xff*\\>' $'\\<\xff*'; do echo "== $p"; grep -awn "$p" f | od -An -c; grep -awon "$p" f | od -An -c; done
#### warnings up to the first fault of the automaton
exec 2>&1; printf 'a\n[:t:]\n+a\n' > p; t() { echo "== $*"; grep "$@" p; echo $?; }; t -e '[:d:]' -e '[:t:]'; t -e '\(' -e '[:t:]'; t -f p; t -E -f p; t -E '+[:t:]*a|*b'; t -E -e +a -e '[:a:]' -e '*b'; t -E -e '[:a:]' -e +b -e '('; t -E '[:+:]|+'; t -E '[^:a:]|+'; t -E -e '*a' -e '+['; t -xE -e '*a' -e '[:a:]+'; t -e 'a^\{2,1\}[:a:]'; t -e '[:a:]a^\{2,1\}'
#### several classes outside of brackets
exec 2>&1; for e in '-e [:t:] -e [:d:]' '-e [:a:] -e x' '-e x -e [:a:]' '-e [:a:][:b:]' '-e [:a:] -e [[.x.]' '-e [:a:] -e [' '-F -e [:a:]' '-E -e [:a:] -e [:b:] -e (' '-P -e [:a:]' '-w -e [:a:] -e [:b:]' '-x -e [:a:] -e [:b:]' '-i -e [:a:] -e [:b:]' '-e \(x\)\1 -e [:b:] -e [:c:]'; do echo "== $e"; echo x | grep $e; echo $?; done; printf '[:a:]\n[:b:]\n' | grep -f - /dev/null; echo $?
