#### csplit: patterns /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/+1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+1' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/-1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/-1' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %b%
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%b%' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/ {2}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{2}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/ {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3 2
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' '2' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' '3' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '1' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 99
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '99' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /z/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/z/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %z%
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%z%' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /z/ {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/z/' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %z% {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%z%' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/ {9}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{9}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3 {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3 {1}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' '{1}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 2 {2}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '2' '{2}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns +3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '+3' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/+0
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+0' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /b/-5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/b/-5' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %b%+1 /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%b%+1' '/a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 3 /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3' '/a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /4/ 6
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/4/' '6' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 8
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '8' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns 9
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '9' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/+2 /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+2' '/a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %a%-1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%a%-1' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns %b%-1 /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%b%-1' '/a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /1/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/1/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /8/+1
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/8/+1' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /8/+2
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/8/+2' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/-1 {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/-1' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a/+1 {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+1' '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /^4/ /^a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/^4/' '/^a/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /a\+7/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a\+7/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /5\|6/ {1}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/5\|6/' '{1}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: patterns /b$/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/b$/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns 0
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '0' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns {*}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in 'x' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /[/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/[/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/x' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/ {
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/ {x}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{x}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/ {}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/ {-1}
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' '{-1}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/+99999999999999999999
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+99999999999999999999' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/+
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/+' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns 3x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '3x' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns //
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '//' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns %%
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '%%' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /a/ x
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/a/' 'x' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns 18446744073709551616
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '18446744073709551616' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: bad patterns /\(/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in '/\(/' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*

#### csplit: options -s /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -s /a/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --quiet /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --quiet /a/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --silent 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --silent 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -z 1 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -z 1 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -z /1/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -z /1/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --elide-empty-files '/a/' '{*}' --suppress-matched
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --elide-empty-files '/a/' '{*}' --suppress-matched 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched /a/ '{*}'
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched /a/ '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched 2 5
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched 2 5 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched 8
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched 8 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched 9
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched 9 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched 10
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched 10 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched 8 8
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched 8 8 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched %b%
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched %b% 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suppress-matched /a/+1 /a/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suppress-matched /a/+1 /a/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n 3 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n 3 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n 1 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n 1 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n 0 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n 0 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --digits=4 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --digits=4 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n x 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n x 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n -1 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n -1 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -n 99999999999 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -n 99999999999 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -f yy 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -f yy 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %03x 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %03x 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%d' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%d' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b x 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b x 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %% 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %% 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %d%d 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %d%d 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %s 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %s 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %5x 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %5x 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b "%'d" 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b "%'d" 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%#x' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%#x' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%#d' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%#d' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%+3d' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%+3d' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%5.3u' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%5.3u' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %X 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %X 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b % 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b % 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %l 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %l 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %i 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %i 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %-5dz 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %-5dz 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b '%0 d' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b '%0 d' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %5 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %5 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b %.d 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b %.d 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b 'a%%%o' 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b 'a%%%o' 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -b "%'x" 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -b "%'x" 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --suffix-format=-%d-.txt 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --suffix-format=-%d-.txt 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --prefix=xxp 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --prefix=xxp 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -k /z/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -k /z/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --keep-files 99
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --keep-files 99 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -k /a/ '{9}'
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -k /a/ '{9}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -ks 3 /z/
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -ks 3 /z/ 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -zk 1 '{*}'
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -zk 1 '{*}' 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -f nodir/x 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -f nodir/x 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options -q 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in -q 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: options --no 3
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit in --no 3 2>&1; echo "rc $?"; for f in xx*; do [ -e "$f" ] && { echo "== $f"; cat "$f"; }; done; rm -f xx*; ls | tr '\n' ' '

#### csplit: standard input, empty input, no final newline, bytes
printf '1\na2\n3b\n4a\n5\n6\na7\n8\n' > in
csplit - 3 < in; cat xx00; cat in | csplit -s - /a/; cat xx01; : > e; csplit e 1 2>&1; echo $?; csplit e /a/ 2>&1; csplit e '%a%' 2>&1; csplit e '/a/' '{*}' 2>&1; csplit e 2 2>&1; csplit e 2>&1; csplit 2>&1; csplit nope 1 2>&1; mkdir d; csplit d 1 2>&1; echo $?; printf 'a\nb' | csplit - 2; od -c xx01; printf '\377\nx\0y\n' | csplit - /x/; od -c xx01; csplit - 1 < /dev/null 2>&1; echo $?
#### csplit: chapters and log files
printf 'Intro\nChapter 1\ntext\nChapter 2\nmore\n' > book; csplit -s -f chap -b '%02d.txt' book '/^Chapter/' '{*}'; head chap*; csplit -z -n 3 --prefix part- book '/^Chapter/' '{*}'; ls; printf 'a\n---\nb\n---\nc\n' | csplit -z --suppress-matched -s - '/^---$/' '{*}'; head xx*
