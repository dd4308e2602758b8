#### pathchk: pathchk
echo hi > in; mkdir d; pathchk 2>&1; echo "rc $?"

#### pathchk: pathchk '' a
echo hi > in; mkdir d; pathchk '' a 2>&1; echo "rc $?"

#### pathchk: pathchk a in
echo hi > in; mkdir d; pathchk a in 2>&1; echo "rc $?"

#### pathchk: pathchk -p 'a b' aaaaaaaaaaaaaaa -- -x ''
echo hi > in; mkdir d; pathchk -p 'a b' aaaaaaaaaaaaaaa -- -x '' 2>&1; echo "rc $?"

#### pathchk: pathchk -P -- -x '' a/-b -
echo hi > in; mkdir d; pathchk -P -- -x '' a/-b - 2>&1; echo "rc $?"

#### pathchk: pathchk --portability 'ü' a/b -- -q
echo hi > in; mkdir d; pathchk --portability 'ü' a/b -- -q 2>&1; echo "rc $?"

#### pathchk: pathchk $(printf 'a%.0s' {1..256})
echo hi > in; mkdir d; pathchk $(printf 'a%.0s' {1..256}) 2>&1; echo "rc $?"

#### pathchk: pathchk $(printf 'a%.0s' {1..255})
echo hi > in; mkdir d; pathchk $(printf 'a%.0s' {1..255}) 2>&1; echo "rc $?"

#### pathchk: pathchk -p $(printf 'a/%.0s' {1..200})
echo hi > in; mkdir d; pathchk -p $(printf 'a/%.0s' {1..200}) 2>&1; echo "rc $?"

#### pathchk: pathchk in/x
echo hi > in; mkdir d; pathchk in/x 2>&1; echo "rc $?"

#### pathchk: pathchk in/
echo hi > in; mkdir d; pathchk in/ 2>&1; echo "rc $?"

#### pathchk: pathchk nope/x d/x d/
echo hi > in; mkdir d; pathchk nope/x d/x d/ 2>&1; echo "rc $?"

#### pathchk: pathchk /$(printf 'aaa/%.0s' {1..1100}) 2>&1 | tail -c 30
echo hi > in; mkdir d; pathchk /$(printf 'aaa/%.0s' {1..1100}) 2>&1 | tail -c 30 2>&1; echo "rc $?"

#### pathchk: pathchk -x
echo hi > in; mkdir d; pathchk -x 2>&1; echo "rc $?"

#### pathchk: pathchk -p 'é' "$(printf 'a\nb')"
echo hi > in; mkdir d; pathchk -p 'é' "$(printf 'a\nb')" 2>&1; echo "rc $?"

#### pathchk: pathchk -p ''
echo hi > in; mkdir d; pathchk -p '' 2>&1; echo "rc $?"

#### pathchk: pathchk -P ''
echo hi > in; mkdir d; pathchk -P '' 2>&1; echo "rc $?"

#### pathchk: pathchk -p 'abc/def ghi'
echo hi > in; mkdir d; pathchk -p 'abc/def ghi' 2>&1; echo "rc $?"

#### pathchk: pathchk -p $(printf 'a/%.0s' {1..127})x
echo hi > in; mkdir d; pathchk -p $(printf 'a/%.0s' {1..127})x 2>&1; echo "rc $?"

#### pathchk: pathchk -p $(printf 'a/%.0s' {1..128})x
echo hi > in; mkdir d; pathchk -p $(printf 'a/%.0s' {1..128})x 2>&1; echo "rc $?"

#### pathchk: pathchk -p aaaaaaaaaaaaaa/b
echo hi > in; mkdir d; pathchk -p aaaaaaaaaaaaaa/b 2>&1; echo "rc $?"

#### pathchk: pathchk -p ok.txt && echo fine
echo hi > in; mkdir d; pathchk -p ok.txt && echo fine 2>&1; echo "rc $?"

#### pathchk: pathchk -pP -- a -b
echo hi > in; mkdir d; pathchk -pP -- a -b 2>&1; echo "rc $?"

#### pathchk: pathchk --port a
echo hi > in; mkdir d; pathchk --port a 2>&1; echo "rc $?"

#### pathchk: pathchk $'\377'; pathchk -p $'x\377y'
echo hi > in; mkdir d; pathchk $'\377'; pathchk -p $'x\377y' 2>&1; echo "rc $?"
