# What random calls of jq found, recorded from jq 1.7.1 as jq.sh is.
#### the first value of a name
jq -nc --arg x 1 --argjson x '[' '$ARGS.named'; jq -n --arg x 1 --slurpfile x nothing '$x'; jq -n --argjson x '' '$x'; echo $?; jq $'-s\xff'; echo $?; jq . $'f\xff'
#### null has nothing
jq -nc '[null | has("b", 0, null, [])]'; jq -nc 'try (1 | has("b")) catch .'
#### implode of what is no number
jq -n '[nan, 1e17, 0.1] | implode'; jq -nc '[0.1,-1,65.9,55296,1114112,1e9,4294967296,4294967361, -0.5]|implode|explode'
#### bsearch in what is not sorted
for a in '[0,0,0]' '[1,2,2,3]' '[{"a":1},1,[1]]' '[3,2,1]' '[2,1]' '[1,1]' '[5,1,2]' '[9,8,7,6,5]'; do jq -nc "$a|[bsearch(0,1,2,3,{},[],5,7,9)]"; done
#### try takes no question mark of the whole
for p in 'try error("x")? catch .' 'try .a? catch .' 'try (1)? catch .' 'try f? catch .' 'try "a"? catch .' 'try .[0]? catch .' 'try .? catch .' 'try -1? catch .' 'try 1 catch 2? ' 'try try 1 catch 2 catch 3' 'try 1 catch (2)? catch 3' 'try (1)?? ' 'try .a?? catch .' 'try if 1 then 2 end? catch .' 'try reduce . as $x (1;2)? catch .' 'try .a?.b catch .' 'try .[1:2]? catch 1' '[.[]?, (1,error)?]'; do jq -nc "$p" 2>/dev/null; echo $?; done
#### a name behind a point
for p in '. d' '. d|1' '(. d)'; do jq -n "$p" 2>&1 | head -1 | cut -d, -f1,2; done
#### delpaths in what has no such fields
for p in '1|delpaths([["a","b"]])' '"x"|delpaths([["a","b"],[-1]])' '"x"|delpaths([["a"]])' '{"a":1}|delpaths([["a","b"],["c"]])' '1|del(.a.b)'; do jq -nc "$p"; done
#### a file named dash
jq --rawfile x - -n '$x' </dev/null; jq --slurpfile x - -n '$x' </dev/null
#### a break is an error for patterns that follow
echo '{}' | jq -c 'first(. as [$x] ?// $x | [$x])'; echo '{}' | jq -c '[limit(5; first(.. as {"a": [$x]} ?// [$x] ?// $x | [$x]))]'; echo '{}' | jq -c '[label $f | (. as {a: $x} ?// $x | [$x]) | ., break $f]'
#### tonumber of what is no number
for p in '{}' '[1]' nan ' 1 ' null; do jq -nc --arg x "$p" '$x | tonumber'; done
#### halt behind a file that is not there
echo 1 > of; for p in halt_error 'halt_error(3)' halt; do jq "$p" nofile of; echo $?; done
#### a word that is a keyword behind a dollar alone
jq -nc '$__loc__, {__loc__: 1}, {$__loc__}'; jq -n '1 __loc__' 2>&1 | head -1 | cut -d, -f1,2; jq -n '__loc__' 2>&1 | head -1
#### behind raw input taken whole
printf 'a\nb\n' | jq -Rs '., (try input catch .), input_line_number, input' 2>&1; printf 'a' | jq -Rsn 'input, input' 2>&1
#### the end of a stream without a newline
printf '"e"\n{\n"a":1}' > f; jq --stream .a f 2>&1; printf '[1]' > g; jq --stream .a f g 2>&1; printf '[1]' | jq --stream .a 2>&1
#### escapes and then no end
for p in '"\d+' '"a\(1)\d' '"\u12' '1 + "\d+' '"a\' '"\d\'; do jq -n "$p" 2>&1; done
#### a key with a NUL in a message
jq -nc '"x" | try .["a\u0000b"] catch .'; jq -nc '"x" | .["a\u0000b"]' 2>&1
#### parts of a pattern in paths
for p in '[[1,2]]|path(. as [$a]|$a[1])' '[[1,2]]|path(. as [$a]|.[0])' 'null|path(. as {a:$x,b:[$y]}|.c)' '[[1,2]]|path(. as {a:$a} ?// [$a]|$a)' '[[3]]|path(. as {a:$a} ?// [[$a]] ?// $b|.[0])' '[[1,2],[3,4]]|(. as [$a]|$a)=9' '[[1]]|path(. as [$a]|.[1]?)' '[[1]]|[path((. as [$a]|.[1])?)]' '{"a":[{"b":1}]}|path(.a as [$x] ?// $x|.c)'; do jq -nc "$p" 2>&1; done
#### which part of a pattern a name given twice has, and what keys see
for p in '[1,2] as [$a,$a]|$a' '[[3,2],5] as [[$a],$a]|$a' '{"a":1,"b":2} as {a:$x,b:$x}|$x' '[1,[2]] as [{a:$x},{b:$y}]|1' '"b" as $x|{"a":{"b":2}}|. as {a:{($x):$x}}|$x'; do jq -nc "$p" 2>&1; done; jq -nc '{"k":"a","a":5}|. as {$k,($k):$y}|$y' 2>&1 | head -1
#### a pattern that binds more than once in reduce and foreach
for p in 'reduce {"a":1,"b":2} as {("a","b"):$x} (0;.+$x)' '[foreach {"a":1,"b":2} as {("a","b"):$x} (0;.+$x;[.,$x])]' 'reduce ([1],2,[3]) as [$x] ?// $x (0;.+$x)'; do jq -nc "$p"; done
#### formats fail from the last part on
jq -n '@csv "\([[]])\("b")"' 2>&1; jq -n '@sh "\([[]])\({}) x"' 2>&1
#### numbers near the least exponent
for n in 2E-2000000000 5E-1147483647 12345E-1147483649 95E-1147483647 0E2000000000 0.00E+999999999; do echo "$n" | jq .; done
#### slurped streams without a last newline
printf '{"a":1}' | jq -cs --stream .; printf '[3,"4"]' | jq -cs --stream .; printf '{"a":3,' | jq -cs --stream-errors .; printf '[[1],[2]]' | jq -cs --stream .
#### a value with NaN in it is equal to itself where it was read
echo '[1,nan,2]' | jq -c '.==.,.[.],.[.[1:]],(.[1]==.[1]),(.[1]<.[1])'; jq -nc '[nan]|(.==.),(.[0]==.[0])'; echo '[[nan]]' | jq -c '.[0] as $x|[$x,$x]|unique'
#### record separators behind spaces, and in a last line
for s in '\036[1\n\036[2]\n' '\0361\n\036[2' '\036[1\036[2\036' '\036[1\n\036[2\n' '\n\036[2'; do printf "$s" | jq --seq -c . 2>&1; done
#### a missing file as the last one
printf 'a\n' > f; jq -Rs '[inputs], error("x")' f missing 2>&1 | tail -2; jq -Rs '[inputs], input_line_number, error("x")' missing 2>&1 | tail -1; jq -s '[inputs], input_filename, error("x")' missing 2>&1 | tail -1
#### groups that are not in Oniguruma's Perl syntax
for p in '(?)' '(?i)A' '(?s)a' '(?x)a' '(?n)a' '(?U)a' '(?^i)a' '(?P<n>a)' '(?<n>a)' '(?#c)a' '(?|a)' '(?' '(?i' '(?i:a)' '(?:)' '(?P=n)' '(?>a)' '(?C)' '(?a)' '(??)' '(?.)' '(?im)a' '[(?)]' '\(?)' '((?))' 'a(?)' '[]](?)' '[\](?)]' '(?-i)a' '(?-)a' '\Qa(?)' '(?#' '(? )'; do jq -nc --arg p "$p" '"a]" | [match($p) | .offset]' 2>&1; done
#### literals that are equal as doubles
jq -nc '[1.0000000000000000001 == 1, 1.0000000000000000001 > 1, 1e-400 == 0, 1e-400 > 0, -1e-400 < 0, 1.50 == 1.5, 0.0 == 0]'; echo '[1.0000000000000000001,1,1.0]' | jq -c 'unique, sort, index(1), (.[0]==1), (map(.+0)|unique), group_by(.)'; echo '[1e-400,0, 1e-400, -1e-400, 2e-400,0.0,-0]' | jq -c 'sort, unique, .[0]==.[1], .[0]==0, (.[0]==.[2]), .[0]==.[4], .[0]<.[4], .[3]<.[1], index([0]), min, max, group_by(.)'
#### steps of functions that are written in the language, in paths
for p in 'map_values(.a)' 'map_values(.)' 'walk(.)' 'walk(.a?)' '"a"|sub("a";"b")' '.a|sub("x";"y")' '.a|gsub("z";"y")' '.a|splits("x")' '.a|split("x";null)' '.b|unique_by(.)' '.b|unique' '.d|unique_by(.)' '.a|ascii_downcase' '.a|ascii_downcase?' '.b|ascii_upcase?' '.b|index(1)' '.b|rindex([2])' '.b|indices(1)' '.a|indices("x")' '.b|INDEX(.)' '.a="xay"' '.b|.[0]=1' '.b|.[0]|=1' '.b+=[1]' '.b[0]//=1' '.d|map_values(.)' '.b|walk(.)' '.d|walk(.)' '.c|walk(.)' '.b|map_values(.[0]?)' '.b|map_values(empty)' 'foreach .b[] as [$x] (.;.)' 'foreach .b as [$x] (.;.x)'; do echo '{"a":"xay","b":[1,[2]],"c":5,"d":[]}' | jq -c "path($p)" 2>&1; echo '{"a":"xay","b":[1,[2]],"c":5,"d":[]}' | jq -c "try path($p|.x) catch ., (try (($p|.[0:1]) |= 3) catch .)" 2>&1; done
#### what is no number, in colours
echo '[NaN, nan, 1]' | jq -c -C '., .[0], map(.)'; jq -n -C '[nan], nan'
#### NaN with digits
for s in nan1 nan9 NaN10 nan007 -nan5 snan1 nan123456789012345678901234567890 nan1x nan1.5 nan- nane5; do printf '%s' "$s" | jq -c .; printf '[%s]\n' "$s" | jq -c '., isnan?, map(isnan)'; jq -nc --arg x "$s" '$x | tonumber, fromjson'; done 2>&1
#### what was worked out has no digits of its own
for l in 3 3.0 3.0000000000000000001 2.9999999999999999999 0.30000000000000004 0.3000000000000000444 100000000000000001 9007199254740993 1e-400 -0 1e1000; do for c in '(1+2)' '(0.1+0.2)' '(1e17+0)' '(9007199254740992+0)' '(0*-1)' '(1e1000+0)' 3 3.00; do echo "$l" | jq -c ". as \$l | $c as \$c | [\$c==\$l, \$c<\$l, \$l<\$c, ([\$c,\$l]|unique), ([\$l,\$c]|sort,min,max), ([\$l,\$c]|group_by(.)|length), ([\$l]-[\$c]), ([\$c]|index(\$l)), ([\$l]|bsearch(\$c)), ([\$l]|contains([\$c]))]"; done; done
#### a range begins with its bound as it was written
jq -nc '[range(3.0;5)], [range(3.0;5;1)], [range(3.00;5.0;0.5)], [range(3.0)], [range(5.0;3;-1)], [range(1.10;2)], [range(3.0000000000000000001;4)], [range(2;1.0)]'
#### numbers that are still those that stand there
for i in 1 1.5 1.0 null '"a"' '[1]'; do for p in 'ltrimstr("z")' 'rtrimstr(1)' 'delpaths([])' 'del(empty)' 'del(.a?)' tonumber floor fabs '.+0' '.+null' -. 'abs' 'tojson|fromjson' 'tostring|tonumber?' 'min?' 'debug("x")' 'range(.;.+1)?' 'setpath([];.)' 'setpath([];1)' first\(1\) '[.][0]?' '1' 'if true then . else 1 end' 'reduce 2 as $x (.;.)' 'input?' 'limit(1;.)' 'until(true;.)' 'error(1)?' 'getpath([])'; do echo "$i" | jq -c "try [path($p)] catch ." 2>/dev/null; done; done; jq -nc '[1+1]|path(.[0]|floor), path(.[0]|.+0), path(.[0]|tojson|fromjson)' 2>&1
#### steps of bsearch and from_entries in paths
for a in '[1]' '[1,2]' '[1,2,3]' '[1,1,1]' '[1,2,3,4,5,6,7]' '[]' null '{"a":1}' '"ab"'; do for k in 1 2 3 6 '"a"' '.a?'; do echo "$a" | jq -c "try [path(bsearch($k))] catch ."; done; done; for a in null '[]' '[{"key":"a"}]' '[{"key":"a","value":1},{"name":"b"}]' '{"a":{"key":"b"}}' '[1]' '[{}]' '[{"key":1}]'; do echo "$a" | jq -c 'try [path(from_entries)] catch ., (try [path(with_entries(.))] catch .), (try [path(from_entries|.a)] catch .)'; done
#### names of keys in entries
for e in '{"Key":"K","name":"n"}' '{"Name":"N","name":"n"}' '{"Name":"N","Key":"k"}' '{"key":null,"Key":"x"}' '{"key":false}' '{"key":false,"name":"q"}' '{"value":null,"Value":3,"key":"a"}' '{"Value":3,"key":"a"}' '{"value":false,"Value":3,"key":"a"}' '{"k":"x","v":2}' '{"key":1}' '{"key":true}' '{"Name":false}'; do echo "[$e]" | jq -c from_entries; done 2>&1
#### the first path that is none, in order
for p in '[1,"x",null]' '["x",1]' '[[1],null]' '[{},[1]]' '[true,false]' '[[],{}]' '[{"b":1},{"a":1}]'; do echo '[1,2]' | jq -c "try delpaths($p) catch ."; done
#### times in C's numbers
for p in '[1e10,0,1,0,0,0,0,0]' '[-1e10,0,1,0,0,0,0,0]' '[2147483647,0,1,0,0,0,0,0]' '[1970,1e10,1,0,0,0,0,0]' '[1970,0,1e10,0,0,0,0,0]' '[1970,0,1,0,0,nan,0,0]' '[1970,0,1,0,0,3e9,0,0]' '[1970,0,1,0,0,1.9,0,0]' '[1970,0,1,0,0,-1.9,0,0]' '[1970,0,1,0,0,-2,0,0]' '[1970,0,1,0,0,-3,0,0]'; do jq -nc "$p|mktime"; done 2>&1; jq -nc '"1969-12-31T23:59:59Z", "1969-12-31T23:59:57Z" | fromdate' 2>&1; jq -nc '"1969-12-31T23:59:58Z" | fromdate' 2>&1
#### inverse hyperbolic functions
jq -nc '[range(0;100)|./7|asinh], [range(1;60)|acosh,(./3|acosh),(.*1e9|acosh)], ([1,-1,0,-0,1e300,1e-9,infinite,nan,0.5,2]|map(asinh),map(acosh))'
#### faults in files of programs and in modules
exec 2>&1
printf '.a +\n\n| 3' > p.jq; jq -n -f p.jq; echo $?; printf '$__loc__,\n$__loc__' > q.jq; jq -nc -f q.jq; mkdir -p x/lib; echo 'def y: "y";' > x/lib/b.jq; echo 'import "b" as b {search:"./lib"}; b::y, nope' > x/q.jq; jq -n -f x/q.jq; echo 'import "b" as b {search:"lib"}; b::y' > x/r.jq; jq -n -f x/r.jq; echo 1 > e.jq; echo 'def f: 1; .' > f.jq; echo '' > g.jq; echo 'import "e" as e; def q: 2;' > h.jq; echo 'def f: 1 + ;' > k.jq; for m in e f g h k; do jq -n -L . "include \"$m\"; 1"; echo $?; jq -nc -L . "\"$m\" | modulemeta"; echo $?; done
#### what a parser tells behind the first fault
exec 2>&1
for p in '{a:1 b:2}' '{a:1, b:3 c:2}' '{"x": 1 "y": 2}' '{a:1 b:2 c:3}' '{a:1 b:2, c:3}' '  {a:1; b : 2 }' '{a:1 b:}' '{a:1 b:2' '{a:1 b c:2}' '{a:1 (b):2}' '{a:1 b:(1 2)}' '{a:1 b:2} | {c:1 d:2}' '[{a:1 b:2}]' '{"name": .name "id": .id}' '{a:f(1 2) b:3}' '{a:1 b:{c:3 d:4}}' '{a:{b:1 c:2} d:3}' '{a:1 ]:2}' '{a:1==1, b:2}' '{a-b:1, c:2}' '{x:1, a-b:1}' "{a:'x', b:2}" "{x:1, b:'y' c:2}" '{a:1,, b:2 c:3}' '{a:1, b:, c:3}' '[1 2] | {c:1 d:2}' '(1 2) | (3 4)' '.[1:2 3]|(1 2)' '[1 2] 3' '[(1 2) (3 4)]' '{(1 2):3}' 'if {a:1 b:2} then 1' 'if 1 2 then 3 end | {c:1 d:2}' '[.[] | {a:.a b:.b}' 'map({a:.a b:.b})' '{1 2}' '{1:2}' '{@json 1}' '{(1):' '{a:.[1 2] b:2}' 'f(1 2)' 'f(.a 3' 'f(1' 'f(1}' 'f(1; 2 3)' 'map(select(.a == 1)' 'import b as b; 1' 'include 1; 1' 'import "b"; 1'; do jq -n "$p"; done
#### a folder as the last file
exec 2>&1
mkdir d e; echo 1 > f; for p in '[input]' '., input' '[inputs], 1' '(try input catch .), (try input catch .)' .; do for o in -s -n -ns -Rs -Rns -c; do jq $o "$p" d; echo $?; jq $o "$p" f d; jq $o "$p" d f; done; done; jq -n 'try input catch ., (try input catch .)' d e
#### expressions in Oniguruma's Perl syntax
for p in '(?<n-m>a)' '(?<n m>a)' '(?<n.m>a)(?<é1>b)' '(?<1a>a)' '(?<-a>a)' '(?< a>x)' '(?<.a>x)' '(?<abc' '(?<ab' '(?<a' '(?<a)' '(?<>a)' '(?<' "(?'a'b)" "(?'abc" "(?''a)" '\k<' '\k<abc' '\k<>' '\k<x>' '\k<1>' '(a)\k<1>' '(a)\k<-1>' '(a)\k<2>' '\k<+1>' '\k{a}' '\k' '\g' '\g<' '\g<a>' '\g<0>' '\g<1>' '(?<a>a)\g<a>' '\1' '(a)\2' '\10' '\9a' '\18' '(?(1)a)' '(a)(?(1)b)' '(a)(?(2)b)' '(?(<a>)b)' '(?(' '[]' '[^]' '[]a' '[]-a]' '[a-' '[a-\w]' '[a-[:alpha:]]' '[\d-a]' '[[:alpha:]-z]' '[\w-]' '[a-z-9]' '[b-a]' '[[:foo:]]' '[[:ALPHA:]]' '[[:a:b]]' '[:alpha:]' '[[.a.]]' '[[=a=]]' '[a-c[d]]' '[[:' '[\' 'a{100001}' 'a{1,99999999999}' '{1}' 'a{' 'a{x}' 'a{,2}' 'x{1}{2}' 'a{2}{3}?' 'a{2}+' '^*' '$+' '\b?' '\A*' '\K*' '(?=a)*' '|*' 'a|+' '(*' '(*)' '(*a' '(*A)' '(*FAIL)|a' 'a**' 'a+*' 'a+++' 'x+?+' '(?i)*' 'a(?#x)*' '(?#x)*' '\x{41' '\x{110000}' '\x{200000}' '\x{100000000}' '\x{d800}' '\xg' '\o' '\c' '\c[' '\pL' '\p' '\p{L' '\p{}' '\p{^}' '\p{Nope}' '[\p{Nope}]' '\p{Script=Latin}' '\p{ L }' '\h' '\H' '[\h]' '\O' '\l' 'a\E' '\Qa(' '(?R)' '(?0)' '(?1)' '(?&a)' '(?~' '(?<=a+)b' '(?<=a*)b' '(?<=a{2,3})b' '(?<=[ab]+?)b' '(?<!\d+)a' '(?<=ab?)b' '(?x)a b # c(' '(?x: a )b' '(?i)A(?-i)b' '(?<first-name>\w+) (?<last.name>\w+)'; do jq -nc --arg p "$p" '"aab abc xx h:pL-1 Foo Bar" | [match($p;"g") | [.offset, .string, (.captures | map([.name, .string]))]], capture($p), sub($p; "<\(.["n-m"]? // "")>")'; done 2>&1
#### numbers before separators in streams
for s in '\0362' '\036 2' '\0362\n' '\0361\0362' '\0361 2' '\036{"a":1}2' '\036true\0362\n' '\036"a"\0362\n' '\036tru\0362\n' '\036[1\0362\n' '\036"a\0362\n' '\036null\036' '\036[\036' '\036[1,\0363\n' '\036nan'; do for o in '--seq' '--seq --stream' '--seq --stream-errors' '--seq -s' '--seq -s --stream'; do printf "$s" | jq $o -c . 2>&1; done; done
#### statuses of halt_error below zero, and the name of $__loc__
for c in -1 -4 -300 257 1.5; do for o in -n -ne; do jq $o '""|halt_error('$c')'; echo "$c $o $?"; done; done
jq -n '5$__loc__' 2>&1; echo $?
#### the bracket that ends an interpolation, where it is not wanted
for p in '"\()"' '"\()' '"a\(1 +)"' '"\(1;)"' '"\([)"' '"\((1)))"' '"\(if)"' '"\([1)]"' '"\(1|)" + 2' '"\("\()")"' '@base64 "\(,)"'; do jq -n "$p" 2>&1; echo $?; done
#### lines read as one text whose characters are cut short
for s in 'a\xe2\nb' 'a\xe2\x82\nb' 'a\xe2\x82' 'a\xf0\x9f\nbc' '\xe2\x82\xac\nx' 'a\xf0\n\n\nb' '\xe2\nx\xff\n'; do printf "$s" | jq -Rs .; printf "$s" | jq -R .; done
#### numbers half way between two others
for n in 9007199254740993*0.1 900719925474099.25+0 2251799813685248.25+0 2251799813685248.75+0 2251799813685248.2500001+0 1125899906842624.125+0 1125899906842624.375+0 360287970189639645+0 360287970189639646+0 360287970189639655+0 '[360287970189639645]|.[0]*1' 36028797018963965+0 18014398509481985+0 562949953421312.5625+0 562949953421312.0625+0 5e-324+0 0.5+0 70368744177664.0078125+0; do jq -nc "$n"; done
