#### texts that do not parse, 1
exec 2>&1
for text in \
  'if' \
  'if true' \
  'if true; then' \
  'if true; then echo' \
  'if true; fi' \
  'if; then echo; fi' \
  'if true; then; fi' \
  'if true then echo; fi' \
  'if true; then echo; else; fi' \
  'if true; then echo; elif; fi' \
  'if true; then echo; elif true; fi' \
  'if true; then echo; else echo; else echo; fi' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 2
exec 2>&1
for text in \
  'if true; then echo; fi fi' \
  'then' \
  'else' \
  'elif true' \
  'fi' \
  'do' \
  'done' \
  'esac' \
  'in' \
  '}' \
  ')' \
  ';;' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 3
exec 2>&1
for text in \
  ';' \
  ';&' \
  '&&' \
  '||' \
  '|' \
  '|&' \
  'echo a;;' \
  'echo a; ; echo b' \
  'echo a && && b' \
  'echo a || || b' \
  'echo a | | b' \
  'echo a &&' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 4
exec 2>&1
for text in \
  'echo a ||' \
  'echo a |' \
  '&& echo' \
  '| echo' \
  '; echo' \
  '! ' \
  '! !' \
  '! ; echo x' \
  'while' \
  'while true' \
  'while true; do' \
  'while true; do done' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 5
exec 2>&1
for text in \
  'while true; done' \
  'while; do echo; done' \
  'while true do echo; done' \
  'until' \
  'until true; do done' \
  'for' \
  'for x' \
  'for x in' \
  'for x in a' \
  'for x in a; do' \
  'for x in a; do done' \
  'for x in a; done' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 6
exec 2>&1
for text in \
  'for x in a do echo; done' \
  'for 1x in a; do echo $1x; done' \
  'for $x in a; do echo; done' \
  'for a-b in 1; do echo; done' \
  'for x y in a; do echo; done' \
  'for in in in; do echo $in; done' \
  'for do in a; do echo $do; done' \
  'for x; in a; do echo; done' \
  'for x do echo; done' \
  'for x; do echo; done; echo ok' \
  'for x in a b; { echo $x; }' \
  'for x { echo; }' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 7
exec 2>&1
for text in \
  'for "x" in a; do echo; done' \
  'for x=1 in a; do echo; done' \
  'for ((i=0;i<1;i++)); do echo $i; done; done' \
  'for ((i=0;i<1;i++)) echo' \
  'select x in a; do done' \
  'select 1 in a; do break; done' \
  'case' \
  'case x' \
  'case x in' \
  'case x in x' \
  'case x in x)' \
  'case x in x) echo' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 8
exec 2>&1
for text in \
  'case x in x) echo;;' \
  'case x in x) echo esac' \
  'case x in esac' \
  'case x in x) esac' \
  'case x in ) echo;; esac' \
  'case x in x) echo;; ;; esac' \
  'case x in x) echo;;; esac' \
  'case x in x y) echo;; esac' \
  'case x y in x) echo;; esac' \
  'case in in in) echo in;; esac' \
  'case esac in esac) echo;; esac' \
  'case esac in (esac) echo ok;; esac' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 9
exec 2>&1
for text in \
  'case x in x|) echo;; esac' \
  'case x in |x) echo;; esac' \
  'case x in x) ;; y) echo;; esac; echo $?' \
  'case x in (x) echo p;; esac' \
  'case x in x) echo a;& y) echo b;; esac' \
  'case x in x) echo a;;& x) echo b;; esac' \
  'case x { x) echo;; }' \
  '(' \
  '( echo' \
  '()' \
  '( )' \
  '(echo))' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 10
exec 2>&1
for text in \
  '((' \
  '(( 1' \
  '(1))' \
  '( ( echo )' \
  '(echo a; )' \
  '(; echo)' \
  '{' \
  '{ echo' \
  '{ echo }' \
  '{ }' \
  '{echo; }' \
  '{ echo; }; }' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 11
exec 2>&1
for text in \
  '{ echo; } }' \
  '{ ; }' \
  '{ echo a; } echo b' \
  '(echo a) echo b' \
  'if true; then echo a; fi echo b' \
  'while false; do :; done echo' \
  '{ echo; }x' \
  '(echo)x' \
  'f() { echo; } x' \
  'f() {' \
  'f()' \
  'f (' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 12
exec 2>&1
for text in \
  'f ) ' \
  'f() echo' \
  'f() { echo; }; f() ; echo' \
  'function' \
  'function f' \
  'function f {' \
  'function f() ' \
  'function f ()' \
  'function f ( echo ) ; f' \
  'f() ( echo sub ); f' \
  'f ( ) { echo sp; }; f' \
  'f() { }' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 13
exec 2>&1
for text in \
  'f()() { echo; }' \
  'f() f() { echo; }' \
  'function f function g { echo; }' \
  'a b() { echo; }' \
  'a() b' \
  'a () { echo; } > /dev/null; a' \
  'echo (' \
  'echo )' \
  'echo a(b)' \
  'echo a (b)' \
  'echo (a)' \
  'echo $(' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 14
exec 2>&1
for text in \
  'echo $(echo' \
  'echo $(echo))' \
  'echo $(if)' \
  'echo $(;)' \
  'echo $(echo a;;)' \
  'echo $(case x in x) echo ok;; esac)' \
  'echo "$(' \
  'echo "$(echo' \
  'echo `' \
  'echo `if`' \
  'echo `echo (`' \
  'echo "`"' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 15
exec 2>&1
for text in \
  'echo '\''' \
  'echo "' \
  'echo $'\''' \
  'echo $"' \
  'echo ${' \
  'echo ${x' \
  'echo ${x:-' \
  'echo "${x' \
  'echo "${x:-"' \
  'echo $((' \
  'echo $((1' \
  'echo $((1)' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 16
exec 2>&1
for text in \
  'echo $((1 + ))' \
  'echo $[' \
  'echo $[1' \
  'echo <' \
  'echo >' \
  'echo >>' \
  'echo <<' \
  'echo <<<' \
  'echo >&' \
  'echo <&' \
  'echo &>' \
  'echo > > a' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 17
exec 2>&1
for text in \
  'echo < | cat' \
  'echo > ; echo' \
  'echo >|' \
  'echo 2>' \
  'echo <>' \
  'echo >& -' \
  'cat <<E' \
  'cat << ; echo' \
  'echo <(' \
  'echo <(echo' \
  'echo >(' \
  'x=(' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 18
exec 2>&1
for text in \
  'x=(1' \
  'x=(1 2' \
  'x=)' \
  'x=(1)) ' \
  'x=( ( )' \
  'x=(a;b)' \
  'x=(a' \
  'b' \
  'x=1 (echo)' \
  'x= (echo)' \
  'x=(1) y' \
  'x=1 if true; then echo; fi' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 19
exec 2>&1
for text in \
  '>f if true; then echo; fi' \
  'x=1 { echo; }' \
  '! { echo; }' \
  '! ( echo )' \
  '! if true; then echo; fi' \
  'coproc' \
  'coproc {' \
  '[[' \
  '[[ a' \
  '[ a' \
  ']]' \
  'echo a; if' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 20
exec 2>&1
for text in \
  'echo a; }' \
  'echo a' \
  'fi' \
  'echo a' \
  ')' \
  'echo a' \
  'if true; then' \
  'echo b' \
  'echo a; done; echo b' \
  'true; then echo' \
  'if true; then echo a; done' \
  'while true; do echo a; fi' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 21
exec 2>&1
for text in \
  '{ echo a; )' \
  '( echo a; }' \
  'if true; then ( echo a; fi' \
  'for x in a; do { echo; done' \
  'case x in x) if true; then echo;; esac' \
  'f() { if true; then echo; }' \
  'echo a }' \
  'echo { a' \
  'echo ! a' \
  'echo if then' \
  'echo a # b ( )' \
  'echo \' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 22
exec 2>&1
for text in \
  'echo a;# b' \
  'echo $' \
  'echo $(( 1 + 2 )' \
  'echo ${x}}' \
  'echo {' \
  'echo }' \
  'echo [[ ]]' \
  'a=1 b' \
  'if (true) then echo p; fi' \
  'if { true; } then echo b; fi' \
  'if [[ a ]] then echo c; fi' \
  'if ((1)) then echo d; fi' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 23
exec 2>&1
for text in \
  'while (false) do :; done' \
  'for x in a; do echo $x; done | cat' \
  'if true; then echo a; fi | cat' \
  'if true; then echo; fi; ;' \
  '{ echo a; } ; { echo b' \
  'select' \
  'select x' \
  'let' \
  'until false; do break; done; done' \
  'fi; echo x' \
  'if true; then echo '\''a; fi' \
  'if true; then echo "a; fi' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 24
exec 2>&1
for text in \
  'echo "a' \
  'b' \
  'c' \
  'echo '\''x' \
  'if x' \
  'echo a $(b' \
  'x=$(echo "a)' \
  'x="$(echo '\''a)"' \
  'x=`echo "a`' \
  'case x in x) echo "a;; esac' \
  'f() { echo '\''a; }' \
  '<<E' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 25
exec 2>&1
for text in \
  '<<E cat' \
  'cat <<E; if' \
  'cat <(echo a' \
  '&>' \
  '1>' \
  '{x}>' \
  '>&1 >' \
  'a=b c=(' \
  'a+=' \
  'a+=(' \
  'a[1]=(2)' \
  'a[' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 26
exec 2>&1
for text in \
  'a[1' \
  'a[1]' \
  'a[x y]=1' \
  'declare a=(1' \
  'declare a=(1 2) b=(3) c; echo ${b[0]}' \
  'echo a=(1)' \
  'export a=(1 2); echo $a' \
  'eval a=(1 2)' \
  'eval "a=(1 2"; echo $?' \
  'eval ")"; echo $?' \
  'eval "if"; echo $?' \
  'eval "echo '\''a"; echo $?' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 27
exec 2>&1
for text in \
  'eval "for"; echo $?' \
  '(eval "}"); echo $?' \
  'x=$(eval "("); echo $?' \
  'bash -c "if"; echo $?' \
  'bash -c "echo a' \
  ')"; echo $?' \
  '. /dev/stdin <<< "if"; echo $?' \
  'trap "if" EXIT' \
  'trap "echo )" EXIT; exit 3' \
  'f() { eval ")"; echo in $?; }; f; echo $?' \
  'function a-b() { echo; }; a-b' \
  'function 1a { echo n; }; 1a' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 28
exec 2>&1
for text in \
  'coproc ( echo )' \
  'coproc x' \
  '{ { echo a; }' \
  '( ( echo a ) ; echo b ) )' \
  'echo a | ( cat' \
  'echo a | { cat' \
  'echo a && (' \
  'echo a && {' \
  'if true; then :; fi; }' \
  'while :; do break; done; )' \
  'echo "$((1+"' \
  'echo $(( (1 ))' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 29
exec 2>&1
for text in \
  '((1+)) ; echo $?' \
  '(( )) ; echo $?' \
  'echo a >b c >' \
  'echo $(<' \
  'echo $(< )' \
  'echo ${x/a' \
  'echo ${x//' \
  'echo ${x:1' \
  'echo ${x[' \
  'echo ${!x' \
  'echo ${#x' \
  'echo ${x@Q' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
#### texts that do not parse, 30
exec 2>&1
for text in \
  'x=${y:-(}; echo $x' \
  'x=${y:-)}; echo $x' \
  'x=${y:-;}; echo "$x"' \
  'echo ${y:-<}' \
  'echo a\' \
  ''; do [ "$text" ] || continue; echo "== $text"; printf '%s\necho after\n' "$text" > s; bash s; echo "-> $?"; done
