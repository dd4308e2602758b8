# jq: recorded from jq 1.7.1 (Debian 1.7.1-6, "values 17" and "texts 5" from its security update +deb13u2, which reads
# NaN with digits), a copy of which stands in the folder that --tools names:
#   node scripts/conformance.mjs --tools DIR --record __test__/commands __test__/record/commands/jq.sh

#### values 1
exec 2>&1
jq -nc '[[1,2],[3,4]] | [.[] [0,1]]'; echo $?
jq -nc '[pow(2,3;1,2)]'; echo $?
jq -nc '{b:null}|.a = .b // 1'; echo $?
jq -nc '{a: 1 + 2}'; echo $?
jq -nc '{a: 1, b: (1,2) | .+1}'; echo $?
jq -nc 'if true then [7] else 2 end[0]'; echo $?
jq -nc 'reduce (1,2) as $x (0;.+$x) | .+1'; echo $?
jq -nc '1 + reduce (1,2) as $x (0;.+$x)'; echo $?
#### values 2
exec 2>&1
jq -nc '[reduce (1,2) as $x (0;.+$x) , 3]'; echo $?
jq -nc '[range(0,1;3,4)]'; echo $?
jq -nc '[range(30)|pow(10;.)]'; echo $?
jq -nc '[range(12)|pow(10;-.)*1.5]'; echo $?
jq -nc '[(1,2 // 3) | error("x")]'; echo $?
jq -nc '[3.0, 3.10, 1e2, 1E-7, 0.000001,0.0000001, 100000000000000000000000, -1, -1.50, -0, 0e10, 1e1000, -1e1000,[1.50]|.]'; echo $?
jq -nc '[1.10+0, 1e1000+0, -(1e1000), nan, infinite, -infinite, 1e17+1, 123456789012345678+0, 3e-5*1, 1.5e300*1]'; echo $?
jq -nc '100000000000000000001 == 100000000000000000000'; echo $?
#### values 3
exec 2>&1
jq -nc '[100000000000000000001,100000000000000000000]|.[0]>.[1], unique, sort'; echo $?
jq -nc '{"a":1.0,"b":1.000}|.a==.b, .a, tojson, tostring, ([.a]|@text), (.b|@json)'; echo $?
jq -nc '1e1000|tojson, tostring'; echo $?
jq -nc '[nan]|sort, tojson, (.[0]<1), min'; echo $?
jq -nc '"abc" as [$x] | $x'; echo $?
jq -nc 'try error(null) catch .'; echo $?
jq -nc 'error(null)'; echo $?
jq -nc 'error'; echo $?
#### values 4
exec 2>&1
jq -nc '{a:1}|error'; echo $?
jq -nc '"x"|error'; echo $?
jq -nc '{} | .a.b.c = 1 | .[0]'; echo $?
jq -nc '[1]|.a'; echo $?
jq -nc '"a"|.[0]'; echo $?
jq -nc '{}|.[0]'; echo $?
jq -nc '[]|.["a"]'; echo $?
jq -nc '[]|has("a")'; echo $?
#### values 5
exec 2>&1
jq -nc '1|keys'; echo $?
jq -nc '1+"a"'; echo $?
jq -nc '{}-1'; echo $?
jq -nc '[]*2'; echo $?
jq -nc '1/0'; echo $?
jq -nc '[1]|implode, (["a"]|implode)'; echo $?
jq -nc '[limit(-1;1,2)], [limit(0;1,2)]'; echo $?
jq -nc '"abc"|ltrimstr(1), ltrimstr("a")'; echo $?
#### values 6
exec 2>&1
jq -nc '[.[]?]'; echo $?
jq -nc 'path(1)'; echo $?
jq -nc '[1,[2]]|path(.[1]|first(.[0],1))'; echo $?
jq -nc '.a.b|=1|.c[2]=3'; echo $?
jq -nc '[1,2,3]|.[1:]=[9,8,7]|.[-1]=5'; echo $?
jq -nc '@base64d'; echo $?
jq -nc '"x"|@foo'; echo $?
jq -nc '"abc"|test("B";"i"), [match("(?<x>b)(z)?")]'; echo $?
#### values 7
exec 2>&1
jq -nc '"aXbX"|[splits("X")], sub("(?<l>[a-z])";"<\(.l)>";"g"), gsub("";"-")'; echo $?
jq -nc 'abs'; echo $?
jq -nc '$foo'; echo $?
jq -nc 'foo'; echo $?
jq -nc 'foo(1)'; echo $?
jq -nc '1 +'; echo $?
jq -nc '{'; echo $?
jq -nc '}'; echo $?
#### values 8
exec 2>&1
jq -nc '1 2'; echo $?
jq -nc '"\(1'; echo $?
jq -nc ''\''a'\'''; echo $?
jq -nc 'if 1 then 2'; echo $?
jq -nc '. as [$a, {b: $c}] ?// $a | [$a,$c]'; echo $?
jq -nc 'def f(g): g|g; 3|f(.*2)'; echo $?
jq -nc 'ltrimstr'; echo $?
jq -nc '%'; echo $?
#### values 9
exec 2>&1
jq -nc '.a.[0]?, .a."b"? , ."x"["y"]'; echo $?
jq -nc '{"a":1,$__loc__, "x\(1)":2, @base64 "a":3, (1|tostring):4}'; echo $?
jq -nc '1|.a'; echo $?
jq -nc '1|.[0]'; echo $?
jq -nc '1|.[[0]]'; echo $?
jq -nc '1|.a=1'; echo $?
jq -nc '[1]|setpath(["a"];1)'; echo $?
jq -nc '{}|setpath([0];1)'; echo $?
#### values 10
exec 2>&1
jq -nc '1|setpath(["a"];1)'; echo $?
jq -nc '1|setpath([0];1)'; echo $?
jq -nc '1|getpath(["a","b"])'; echo $?
jq -nc '{"a":1}|getpath(["a","b"])'; echo $?
jq -nc '{"a":1}|.a.b'; echo $?
jq -nc '{"a":1}|.a.b=2'; echo $?
jq -nc '[]|.[{}]'; echo $?
jq -nc 'null|.[{}]'; echo $?
#### values 11
exec 2>&1
jq -nc 'null|.[[1]]'; echo $?
jq -nc '{}|.[{}]'; echo $?
jq -nc '{}|.[null]'; echo $?
jq -nc '[1]|.[null]'; echo $?
jq -nc '"abc"|.[1:]="x"'; echo $?
jq -nc '{}|.[1:]=[1]'; echo $?
jq -nc '{}|.[1:]'; echo $?
jq -nc '[1]|.["a":]'; echo $?
#### values 12
exec 2>&1
jq -nc '[1]|.["a":]=1'; echo $?
jq -nc '[1,2]|.[1:]=1'; echo $?
jq -nc '[1,2]|del(.["a"])'; echo $?
jq -nc '[1,2]|del(.a)'; echo $?
jq -nc '{}|del(.[0])'; echo $?
jq -nc '1|del(.[0])'; echo $?
jq -nc '1|delpaths([[0]])'; echo $?
jq -nc '1|delpaths([["a"]])'; echo $?
#### values 13
exec 2>&1
jq -nc '1|delpaths([[{"start":1}]])'; echo $?
jq -nc '1|delpaths(1)'; echo $?
jq -nc '1|delpaths([1])'; echo $?
jq -nc '[1]|delpaths([[true]])'; echo $?
jq -nc '{}|delpaths([["a","b"]])'; echo $?
jq -nc '{"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxx"}+1'; echo $?
jq -nc '{"a":"ééééééééééééééé"}+1'; echo $?
jq -nc '1|.[]'; echo $?
#### values 14
exec 2>&1
jq -nc '"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"|.[]'; echo $?
jq -nc '"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"|path(tostring|.a)'; echo $?
jq -nc '{a:{}}|path(.a|tojson|.[])'; echo $?
jq -nc '{a:{}}|path([.a]|first)'; echo $?
jq -nc '[1]|path(map(.+1))'; echo $?
jq -nc '[1]|path(getpath(["a"]))'; echo $?
jq -nc '{a:{}}|path(tojson|getpath(["a"]))'; echo $?
jq -nc 'path(getpath(1))'; echo $?
#### values 15
exec 2>&1
jq -nc 'getpath(1)'; echo $?
jq -nc '[]|.[999999999]=1'; echo $?
jq -nc '[]|.[-1]=1'; echo $?
jq -nc '[]|has("a"), ({}|has(0))'; echo $?
jq -nc '{}|has(0)'; echo $?
jq -nc '1|has(0)'; echo $?
jq -nc '1|length, ("é"|length,utf8bytelength), (null|length), (-5|length)'; echo $?
jq -nc 'true|length'; echo $?
#### values 16
exec 2>&1
jq -nc '1|utf8bytelength'; echo $?
jq -nc '[]|tonumber'; echo $?
jq -nc '"a"|tonumber'; echo $?
jq -nc '" 1"|tonumber'; echo $?
jq -nc '"0x10","1e3","nan","-1","1.","1 ",".5","+1","Infinity","-nan"|try tonumber catch .'; echo $?
jq -nc '"a"|fromjson'; echo $?
jq -nc '"{a"|fromjson'; echo $?
jq -nc '"1 2"|fromjson'; echo $?
#### values 17
exec 2>&1
jq -nc '""|fromjson'; echo $?
jq -nc '"nan"|fromjson'; echo $?
jq -nc '"[nan]"|fromjson'; echo $?
jq -nc '"NaN"|fromjson'; echo $?
jq -nc '"nan1"|fromjson'; echo $?
jq -nc '1|explode'; echo $?
jq -nc '1|implode'; echo $?
jq -nc '[1114112]|implode'; echo $?
#### values 18
exec 2>&1
jq -nc '[55296]|implode'; echo $?
jq -nc '1|split(",")'; echo $?
jq -nc '[1]|join(",")'; echo $?
jq -nc '[[1]]|join(",")'; echo $?
jq -nc '["a",null,1,true]|join(",")'; echo $?
jq -nc '1|join(",")'; echo $?
jq -nc '1|ascii_downcase'; echo $?
jq -nc '1|startswith("a")'; echo $?
#### values 19
exec 2>&1
jq -nc '1|endswith("a")'; echo $?
jq -nc '1|test("a")'; echo $?
jq -nc '"a"|test(1)'; echo $?
jq -nc '"a"|test("(")'; echo $?
jq -nc '"a"|test("a";"q")'; echo $?
jq -nc '1|sort'; echo $?
jq -nc '1|sort_by(.)'; echo $?
jq -nc '1|group_by(.)'; echo $?
#### values 20
exec 2>&1
jq -nc '1|unique'; echo $?
jq -nc '1|min'; echo $?
jq -nc '1|flatten'; echo $?
jq -nc '[1]|flatten(-1)'; echo $?
jq -nc '1|reverse, ("abc"|reverse), (null|reverse)'; echo $?
jq -nc '{}|reverse'; echo $?
jq -nc '1|contains("a")'; echo $?
jq -nc '{}|contains([])'; echo $?
#### values 21
exec 2>&1
jq -nc '"foobar"|contains("bar"), ([1,[2]]|contains([[2]]))'; echo $?
jq -nc '1|tojson|ltrimstr("1")'; echo $?
jq -nc '1|add'; echo $?
jq -nc '1|range(.;"a")'; echo $?
jq -nc 'range("a";1)'; echo $?
jq -nc '1|to_entries'; echo $?
jq -nc '[1]|from_entries'; echo $?
jq -nc '[[1,2]]|from_entries'; echo $?
#### values 22
exec 2>&1
jq -nc '[{"name":"a","Value":1},{"k":"b","v":false},{"Key":null},{"K":false},{"key":1}]|from_entries'; echo $?
jq -nc '1|splits("a")'; echo $?
jq -nc '"x"|@csv'; echo $?
jq -nc '[[1]]|@csv'; echo $?
jq -nc '[[1]]|@tsv'; echo $?
jq -nc '[1.5,"a\"b",null,true]|@csv,@tsv,@sh,@html,@uri,@base64,@base32,@json,@text'; echo $?
jq -nc '[[1]]|@sh'; echo $?
jq -nc '{}|@sh'; echo $?
#### values 23
exec 2>&1
jq -nc '"YWJj!"|@base64d, ("a"|try @base64d catch .)'; echo $?
jq -nc '"MFRGG==="|@base32d'; echo $?
jq -nc '"é ~-_.!*()'\''/?"|@uri'; echo $?
jq -nc '"2015-03-05T23:51:47Z"|fromdate, strptime("%Y-%m-%dT%H:%M:%SZ"), (strptime("%Y-%m-%dT%H:%M:%SZ")|mktime)'; echo $?
jq -nc '1425599621|todate, gmtime, (gmtime|mktime), strftime("%A, %B %d, %Y %j %U %e %Z %z %s")'; echo $?
jq -nc '1425599621.678|todate, gmtime, (gmtime|todate), localtime, strflocaltime("%c %Z")'; echo $?
jq -nc '"x"|fromdate'; echo $?
jq -nc '"x"|mktime'; echo $?
#### values 24
exec 2>&1
jq -nc '"x"|gmtime'; echo $?
jq -nc '"x"|strftime("%Y")'; echo $?
jq -nc '1|strptime("%Y")'; echo $?
jq -nc '[1]|mktime'; echo $?
jq -nc '[1,2,3,4,5,6,7,8]|mktime, todate'; echo $?
jq -nc '["a",2,3,4,5,6,7,8]|mktime'; echo $?
jq -nc '"10:20 x"|strptime("%H:%M")'; echo $?
jq -nc '"10:20"|strptime("%H:%M")'; echo $?
#### values 25
exec 2>&1
jq -nc '"Thu, 05 Mar 2015 23:51:47 +0100"|strptime("%a, %d %b %Y %H:%M:%S %z")|., mktime'; echo $?
jq -nc '[5,-5,5.9,-5.9,1e10,nan]|map(. % 3), map(try (1 % .) catch .)'; echo $?
jq -nc '5 % 0'; echo $?
jq -nc '5 % 0.5'; echo $?
jq -nc '5 % infinite, -5 % infinite, (infinite % 5)'; echo $?
jq -nc '"abc" * 0, "abc"*-1, "abc" * 0.5, "abc"*1.5, "abc" * 2.7, ("x" * nan)'; echo $?
jq -nc '2*"ab"'; echo $?
jq -nc '"a,b,c"/","'; echo $?
#### values 26
exec 2>&1
jq -nc '""/"", ("abc"/""), (""/"a")'; echo $?
jq -nc '[1,2,1,3]-[1]'; echo $?
jq -nc '{a:{b:1}}*{a:{c:2}}'; echo $?
jq -nc 'null+1, 1+null, null+null'; echo $?
jq -nc 'null-1'; echo $?
jq -nc '[]/1'; echo $?
jq -nc '[1,2,1]|index(1),rindex(1),indices(1),indices([1,2]),indices([]), (.[[1]])'; echo $?
jq -nc '"a,b, cd"|index(","),rindex(","),indices(", "), indices("")'; echo $?
#### values 27
exec 2>&1
jq -nc '"éaéa"|indices("a"), index("a")'; echo $?
jq -nc 'null|index(1), indices("a")'; echo $?
jq -nc '1|index(1)'; echo $?
jq -nc '[3,1,2]|bsearch(1), (sort|bsearch(2), bsearch(0), bsearch(9))'; echo $?
jq -nc '1|bsearch(1)'; echo $?
jq -nc '[1,[2]]|getpath([1,0]), [paths], [paths(type=="number")], [tostream], fromstream(tostream), [1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])], [limit(3;.[])], first, last, nth(1), nth(1;.[]), [.[]|scalars]'; echo $?
jq -nc '[nth(-1;1,2)]'; echo $?
jq -nc 'nth(5;1,2), "end"'; echo $?
#### values 28
exec 2>&1
jq -nc '[1]|nth(-1), nth(5)'; echo $?
jq -nc '[[1,2],[3,4]]|transpose, combinations, ([[0,1]|combinations(2)]), flatten, add, any, all, tojson'; echo $?
jq -nc '[1,2]|IN(1), IN([1,2]), any(.>1), all(.>1), isempty(.[]), isempty(empty), (.[]|IN(2,3)), INDEX(.+1)'; echo $?
jq -nc 'isempty(error("x"))'; echo $?
jq -nc '{"a":1}|with_entries(.value+=1), to_entries, keys, map_values(empty), map_values(.+1,.+2), (walk(if type=="number" then .+1 else . end)), has("a"), (.[]|=empty), del(.a), pick(.a), tostream'; echo $?
jq -nc 'input'; echo $?
jq -nc 'try input catch .'; echo $?
jq -nc '[inputs]'; echo $?
#### values 29
exec 2>&1
jq -nc '"a"|debug, debug("x\(.)"), stderr'; echo $?
jq -nc '{"a":"b"}|stderr'; echo $?
jq -nc 'halt'; echo $?
jq -nc '{"a":1}|halt_error'; echo $?
jq -nc '"a\n"|halt_error(3)'; echo $?
jq -nc 'halt_error("x")'; echo $?
jq -nc 'null|halt_error'; echo $?
jq -nc '@json "x\(1+1,"a")y"'; echo $?
#### values 30
exec 2>&1
jq -nc 'modulemeta'; echo $?
jq -nc 'splits("a")'; echo $?
jq -nc '[splits("a";null)]'; echo $?
jq -nc '"abc"|[match("";"g").offset], [match("b|";"g").offset], ([scan("[a-z]")]), ([scan("(a)(b)")]), capture("(?<x>a)(?<y>z)?"), [capture("(?<n>[a-z])";"g")], split("b";null), split("B";"i"), ascii_upcase, test("A","b";"ix"), sub("b";"x","y"), [gsub("(?<a>[ab])";"\(.a)1","\(.a)2")], gsub("";"x"), gsub("^";">"), gsub("a|c";"z"), ([scan("B";"i")]),[scan(["b","g"])], test(["B","i"])'; echo $?
jq -nc 'getpath(["a",0]), setpath([];1), setpath(["a",1];1), delpaths([["a"]])'; echo $?
jq -nc 'setpath(1;1)'; echo $?
jq -nc 'tojson, ([1,{"a":"é\u0000\u001f\u007f"}]|tojson), ("\ud83d\ude00"|., explode, length, @json)'; echo $?
jq -nc '"\ud83d"|.'; echo $?
#### values 31
exec 2>&1
jq -nc 'limit(3;repeat(1)), until(true;1), [.[]?], ([range(5)]|.[2:4]=["x"]|.[1:]|=map(1)), ([range(5)]|del(.[1,3],.[0])), ([1,2,3]|to_entries), [range(0;10;3)], [range(5;0;-2)], [range(0;1;0)]|tojson'; echo $?
#### syntax 1
exec 2>&1
jq -nc ')'; echo $?
jq -nc ']'; echo $?
jq -nc '(1'; echo $?
jq -nc '[1'; echo $?
jq -nc '{a:1'; echo $?
jq -nc '{a'; echo $?
jq -nc '{a:'; echo $?
jq -nc '1 |'; echo $?
#### syntax 2
exec 2>&1
jq -nc '| 1'; echo $?
jq -nc '1,'; echo $?
jq -nc '.a.'; echo $?
jq -nc '.['; echo $?
jq -nc '..a'; echo $?
jq -nc '.a as'; echo $?
jq -nc '. as $x'; echo $?
jq -nc '. as $x |'; echo $?
#### syntax 3
exec 2>&1
jq -nc '. as [$x'; echo $?
jq -nc '. as {a'; echo $?
jq -nc 'def f'; echo $?
jq -nc 'def f:'; echo $?
jq -nc 'def f: 1'; echo $?
jq -nc 'def f: 1;'; echo $?
jq -nc 'reduce'; echo $?
jq -nc 'reduce . as $x'; echo $?
#### syntax 4
exec 2>&1
jq -nc 'reduce . as $x (1)'; echo $?
jq -nc 'reduce . as $x (1;2;3)'; echo $?
jq -nc 'foreach . as $x (1)'; echo $?
jq -nc 'if'; echo $?
jq -nc 'if 1'; echo $?
jq -nc 'if 1 then'; echo $?
jq -nc 'if 1 then 2 else'; echo $?
jq -nc 'if 1 then 2 elif 3 end'; echo $?
#### syntax 5
exec 2>&1
jq -nc 'try'; echo $?
jq -nc 'label x | 1'; echo $?
jq -nc 'label $x'; echo $?
jq -nc 'break'; echo $?
jq -nc 'break $x'; echo $?
jq -nc '$'; echo $?
jq -nc '"abc'; echo $?
jq -nc '"\x"'; echo $?
#### syntax 6
exec 2>&1
jq -nc '@'; echo $?
jq -nc '1 == 1 == 1'; echo $?
jq -nc '.a = 1 = 2'; echo $?
jq -nc '1 as x | 2'; echo $?
jq -nc '{1:2}'; echo $?
jq -nc '{"a":1,}'; echo $?
jq -nc '{a b}'; echo $?
jq -nc '{(1)}'; echo $?
#### syntax 7
exec 2>&1
jq -nc '{$x:1}'; echo $?
jq -nc '. as {$x:[$y]} | $x'; echo $?
jq -nc '{@base64 "x"}'; echo $?
jq -nc '{"a\(1)"}'; echo $?
jq -nc '.a."b\(1)"'; echo $?
jq -nc '."a"?'; echo $?
jq -nc '.["a"]?'; echo $?
jq -nc '?'; echo $?
#### syntax 8
exec 2>&1
jq -nc '.a??'; echo $?
jq -nc '.a?.b'; echo $?
jq -nc '1 as $x | 2 as $y | $x+$y'; echo $?
jq -nc '[.[] as [$a] | $a]'; echo $?
jq -nc 'def f(a;$b): a+$b; f(1;2)'; echo $?
jq -nc 'def f($a): a; f(3)'; echo $?
jq -nc 'def f: reduce .[] as $x (0;.+$x); [1,2]|f'; echo $?
jq -nc '-1'; echo $?
#### syntax 9
exec 2>&1
jq -nc '-(1)'; echo $?
jq -nc '-.a'; echo $?
jq -nc '1 - -1'; echo $?
jq -nc '1-1'; echo $?
jq -nc '.a-1'; echo $?
jq -nc '[1,2]|-.[0]'; echo $?
jq -nc '1 as $x|-$x'; echo $?
jq -nc '2*-3+1'; echo $?
#### syntax 10
exec 2>&1
jq -nc 'not'; echo $?
jq -nc '1 and 2 or false'; echo $?
jq -nc '1 // 2 // 3'; echo $?
jq -nc 'null // false // 3'; echo $?
jq -nc '[false,null]|.[] // 1'; echo $?
jq -nc '{a:1}|.a += 2, .a -= 1, .a *= 3, .a /= 2, .a %= 2, .b //= 5, .a |= .+1'; echo $?
jq -nc '.. = 1'; echo $?
jq -nc '..|1'; echo $?
#### syntax 11
exec 2>&1
jq -nc '[..]'; echo $?
jq -nc '{a:1} | .a as $x | [$x, .a]'; echo $?
jq -nc '. as [$a,[$b]] | [$a,$b]'; echo $?
jq -nc '{"a":[1,{"b":2}]} | . as {a:[$x,{b:$y}]} | [$x,$y]'; echo $?
jq -nc '{"a":1} | . as {"a":$x} | $x'; echo $?
jq -nc '{"k":"a","a":5} | . as {k:$k} | . as {($k):$x} | $x'; echo $?
jq -nc '. as {$a, b:[$c]} | [$a,$c]'; echo $?
jq -nc '[[1,2],[3]] | .[] as [$a] ?// $a | [$a]'; echo $?
#### syntax 12
exec 2>&1
jq -nc '[[3]] | .[] as [$a] ?// [$b] | if $a != null then error("err: \($a)") else {$a,$b} end'; echo $?
jq -nc 'try error("x") // 1'; echo $?
jq -nc '(try error("x")) // 1'; echo $?
jq -nc 'try error("x") catch . | length'; echo $?
jq -nc '"\(1;2)"'; echo $?
jq -nc '"a" "b"'; echo $?
jq -nc '.foo bar'; echo $?
jq -nc 'a::b'; echo $?
#### syntax 13
exec 2>&1
jq -nc '$a::b'; echo $?
jq -nc '$__loc__'; echo $?
jq -nc '{$__loc__}'; echo $?
jq -nc '{"a":1}|{a}'; echo $?
jq -nc '{"a":1}|{"a"}'; echo $?
jq -nc '{a:1}|{"x":.a|.+1}'; echo $?
jq -nc '{(1,2|tostring):3}'; echo $?
jq -nc '{a:(1,2),b:(3,4)}'; echo $?
#### syntax 14
exec 2>&1
jq -nc 'reduce empty as $x (0;1)'; echo $?
jq -nc 'foreach (1,2) as $x (0;.+$x)'; echo $?
jq -nc 'foreach (1,2) as $x (0;.+$x;[$x,.])'; echo $?
jq -nc 'limit(2;1,2,3)'; echo $?
jq -nc 'first(empty)'; echo $?
jq -nc '[.[]?]'; echo $?
jq -nc '1 as $x | [$x,$x+1]'; echo $?
jq -nc '# c
1'; echo $?
#### syntax 15
exec 2>&1
jq -nc '1 # c'; echo $?
jq -nc '[1,2][0]'; echo $?
jq -nc '"abc"[1:]'; echo $?
jq -nc '{a:1}.a'; echo $?
jq -nc '{"a":1}["a"]'; echo $?
jq -nc '(1,2)[0]?'; echo $?
jq -nc '.a[]?'; echo $?
jq -nc '.["a"].b?'; echo $?
#### syntax 16
exec 2>&1
jq -nc 'if . then 1 end'; echo $?
jq -nc 'if false then 1 end'; echo $?
jq -nc 'if empty then 1 else 2 end'; echo $?
jq -nc 'if (true,false) then 1 else 2 end'; echo $?
jq -nc 'and'; echo $?
jq -nc 'or'; echo $?
jq -nc '{and:1}|.and'; echo $?
jq -nc '{if:1}'; echo $?
#### syntax 17
exec 2>&1
jq -nc '.if'; echo $?
jq -nc '{"if":1}|.if'; echo $?
jq -nc '$if'; echo $?
jq -nc 'def if: 1; 1'; echo $?
jq -nc '{a:1}|.a as {b} | 1'; echo $?
jq -nc '@text "a\("b")"'; echo $?
jq -nc '@csv "x\([1,2])"'; echo $?
jq -nc '1.'; echo $?
#### syntax 18
exec 2>&1
jq -nc '.5'; echo $?
jq -nc '1.e3'; echo $?
jq -nc '.e'; echo $?
jq -nc '1e'; echo $?
jq -nc '1e+'; echo $?
jq -nc '0x1'; echo $?
jq -nc '1a'; echo $?
jq -nc '"\u00e9"'; echo $?
#### syntax 19
exec 2>&1
jq -nc '.é'; echo $?
jq -nc '@é'; echo $?
jq -nc '[1;2]'; echo $?
jq -nc '%%'; echo $?
jq -nc '&'; echo $?
jq -nc '1 = '; echo $?
jq -nc '.[1:2:3]'; echo $?
jq -nc '.[:]'; echo $?
#### syntax 20
exec 2>&1
jq -nc '.[1:]'; echo $?
jq -nc '.[:1]'; echo $?
jq -nc '.[::]'; echo $?
jq -nc 'f('; echo $?
jq -nc 'f()'; echo $?
jq -nc 'f(;)'; echo $?
jq -nc 'f(1'; echo $?
jq -nc '{a:1 b}'; echo $?
#### syntax 21
exec 2>&1
jq -nc '{,}'; echo $?
jq -nc '{a:}'; echo $?
jq -nc '[,]'; echo $?
jq -nc '[1,]'; echo $?
jq -nc '{"a":1|2}'; echo $?
jq -nc '{a:.b.c}'; echo $?
jq -nc '{a:-1}'; echo $?
jq -nc '{a:reduce . as $x (1;2)}'; echo $?
#### syntax 22
exec 2>&1
jq -nc '{a:if 1 then 2 else 3 end}'; echo $?
jq -nc '{a:try 1}'; echo $?
jq -nc '{a:def f: 1; f}'; echo $?
jq -nc '{a:1 as $x|$x}'; echo $?
jq -nc '{a:. as $x|$x}'; echo $?
jq -nc '{a: "x" | length}'; echo $?
jq -nc '{a: not}'; echo $?
jq -nc '{a: 1 and 2}'; echo $?
#### syntax 23
exec 2>&1
jq -nc '{a: ..}'; echo $?
jq -nc '{"a":@base64}'; echo $?
jq -nc '{@base64:1}'; echo $?
jq -nc '"a
b"'; echo $?
jq -nc 'foo, bar'; echo $?
jq -nc 'foo
| bar'; echo $?
jq -nc '.a?//1'; echo $?
jq -nc '1 as $x | $x as [$a] ?// $b | 2'; echo $?
#### syntax 24
exec 2>&1
jq -nc '{"a":1} | .a as $b::c | 1'; echo $?
jq -nc 'def f(a): a; f'; echo $?
jq -nc 'def f: g; 1'; echo $?
jq -nc '. as {"a\(1)":$x} | $x'; echo $?
jq -nc '. as {@base64 "x":$x}|1'; echo $?
jq -nc '. as {$if}|$if'; echo $?
jq -nc '. as {if:$x}|1'; echo $?
jq -nc 'reduce .[] as [$a,$b] (0;1)'; echo $?
#### syntax 25
exec 2>&1
jq -nc '1 as $x | $x | . as [$y] ?// {a:$y} | $y'; echo $?
jq -nc '.a."b".c["d"].[0]'; echo $?
jq -nc '.."a"'; echo $?
jq -nc '..[0]'; echo $?
jq -nc '"x".[0]?'; echo $?
jq -nc '@base64.a?'; echo $?
jq -nc '$x.a'; echo $?
jq -nc '[.a,.b]=[1,2]'; echo $?
#### syntax 26
exec 2>&1
jq -nc '.[1,2]|1'; echo $?
jq -nc '.a[1:2,3]'; echo $?
jq -nc '.[1:2][0]'; echo $?
jq -nc 'try (1,error("x"),3)'; echo $?
jq -nc 'try error("x") catch error("y")'; echo $?
jq -nc 'error("x")?'; echo $?
jq -nc '[error("x")?,1]'; echo $?
jq -nc 'try error({a:1}) catch .a'; echo $?
#### syntax 27
exec 2>&1
jq -nc '1 as $x|2 as $x|$x'; echo $?
jq -nc 'def f(x): x|x; def g: f(f(.+1)); 1|g'; echo $?
jq -nc 'def f($x; g): $x+g; 1|f(2;.)'; echo $?
jq -nc 'def f(x): def g: x; g; f(3)'; echo $?
jq -nc '[recurse(if . < 3 then .+1 else empty end)]'; echo $?
jq -nc '0|[recurse(if . < 3 then .+1 else empty end)]'; echo $?
jq -nc '[1,[2]]|[recurse]'; echo $?
jq -nc '2|[recurse(.*.;.<100)]'; echo $?
#### syntax 28
exec 2>&1
jq -nc '[label $f | 1, break $f, 2]'; echo $?
jq -nc '[label $a | label $b | 1, break $a, 2]'; echo $?
jq -nc '[range(5)|label $x|if .>2 then break $x else . end]'; echo $?
jq -nc 'def f: label $x | (., break $x); 1|f'; echo $?
jq -nc '. as $x | label $x | break $x'; echo $?
jq -nc 'try (break $x) catch .'; echo $?
jq -nc 'label $x | try break $x catch .'; echo $?
jq -nc 'label $x | (try error("a") catch break $x), 2'; echo $?
#### syntax 29
exec 2>&1
jq -nc '[label $out | foreach (1,2,3) as $i (0; .+$i; if .>2 then ., break $out else . end)]'; echo $?
jq -nc 'error({__jq:0})'; echo $?
jq -nc 'try error({__jq:0}) catch .'; echo $?
jq -nc 'try error("\u0000") catch .'; echo $?
jq -nc '[limit(3;range(10))], [first(range(10))], [range(10)|select(.%2==0)], isempty(empty,1), isempty(1,error("x"))'; echo $?
jq -nc '"\(1,2)\(3,4)"'; echo $?
jq -nc '{(("a","b")):(3,4)}'; echo $?
jq -nc '[1,2,3,4]|[.[(0,1):(2,3)]]'; echo $?
#### syntax 30
exec 2>&1
jq -nc 'label $x | (break $x)?, 2'; echo $?
jq -nc '[label $x | (break $x) // 5]'; echo $?
jq -nc '[label $x | (1,break $x) // 5]'; echo $?
jq -nc 'label $x | try break $x'; echo $?
jq -nc 'path([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20])'; echo $?
jq -nc '[range(0;3;"a")]'; echo $?
jq -nc '[range(0,1;3,4;1,2)]'; echo $?
jq -nc '{a:1}|path(tojson|getpath([]))'; echo $?
#### syntax 31
exec 2>&1
jq -nc 'path(1|getpath(["a"]))'; echo $?
jq -nc '[[1]]|path(map(.)|getpath([0]))'; echo $?
jq -nc '{(1):2}'; echo $?
jq -nc '{a:1}|.["a","b"]=5'; echo $?
jq -nc '[path(..)]'; echo $?
jq -nc '{a:[1,{b:2}]}|[path(..)]'; echo $?
jq -nc '[1,2]|path(first(.[]|select(.>1)))'; echo $?
jq -nc '{"a":null}|path(.a // .b)'; echo $?
#### syntax 32
exec 2>&1
jq -nc '{"a":1}|path(.a // .b)'; echo $?
jq -nc '[{"a":1}]|path(.[0] as $x | .[0].a)'; echo $?
jq -nc '[1]|path(. as $x|$x)'; echo $?
jq -nc 'path(if true then .a else .b end)'; echo $?
jq -nc 'path(.a|try error("x") catch .)'; echo $?
jq -nc '[[1,2],[3]]|[path(limit(2;.[][]))]'; echo $?
jq -nc '[3,4]|path(last)'; echo $?
jq -nc '[3,4]|path(last(.[]))'; echo $?
#### syntax 33
exec 2>&1
jq -nc '{a:1}|[path(.a,.b|.?)]'; echo $?
jq -nc '[1,2,3]|path(.[1:])'; echo $?
jq -nc '[1,2,3]|path(.[1:]|.[0])'; echo $?
jq -nc '[1,2,3]|.[1:]|=map(.*2)'; echo $?
jq -nc '[1,2,3]|(.[1:]|.[0])|=9'; echo $?
jq -nc 'path(empty)'; echo $?
jq -nc 'null|path(.a[1:2].b)'; echo $?
jq -nc 'path(getpath(["a","b"])|.c)'; echo $?
#### syntax 34
exec 2>&1
jq -nc 'path($__loc__)'; echo $?
jq -nc 'path(.. )'; echo $?
jq -nc 'path(input)'; echo $?
jq -nc '[1,2]|(.[]|select(.==1))|=empty'; echo $?
jq -nc '[1,2,3,4,5,6]|(.[]|select(.%2==0))|=empty'; echo $?
jq -nc '{a:1,b:2}|(.a,.b)|=empty'; echo $?
jq -nc '[1,2]|.[0]|=(5,6)'; echo $?
jq -nc '[1,[2]]|(..|numbers)|=.+1'; echo $?
#### syntax 35
exec 2>&1
jq -nc '{a:[1,2]}|.a[]+=1'; echo $?
jq -nc '{a:1}|.b|=.'; echo $?
jq -nc '.a|=empty'; echo $?
jq -nc '{a:1}|.a=(.,.a)'; echo $?
jq -nc '{a:1}|.a+=(1,2)'; echo $?
jq -nc '{a:1}|(.a,.b)=(1,2)'; echo $?
jq -nc '.[0]="x"'; echo $?
jq -nc '{a:1}|reduce (1,2) as $x (.; .a+=$x)'; echo $?
#### syntax 36
exec 2>&1
jq -nc 'reduce range(5) as $x (0; empty)'; echo $?
jq -nc 'reduce range(3) as $x (0; .+$x,.*2)'; echo $?
jq -nc 'reduce range(3) as $x ((0,1);.+$x)'; echo $?
jq -nc '[foreach range(5) as $x (0; empty; .)]'; echo $?
jq -nc '[foreach (1,2,3) as $x (0; if $x==2 then empty else .+$x end)]'; echo $?
jq -nc '[foreach range(3) as $x ((0,10); .+$x)]'; echo $?
jq -nc '[foreach range(3) as $x (0; .+$x, 5)]'; echo $?
jq -nc '[foreach (1,2) as [$a] (0;1)]'; echo $?
#### syntax 37
exec 2>&1
jq -nc 'def f: .+1; def g: f|f; 3|g'; echo $?
jq -nc 'def f(g): def h: g+1; h; 3|f(.)'; echo $?
jq -nc '[.[]?] as $x|$x'; echo $?
jq -nc '(1,2) as $x | (3,4) as $y | [$x,$y]'; echo $?
jq -nc '[1,[2,3]] as [$a,[$b,$c]] | [$a,$b,$c]'; echo $?
jq -nc '. as [] | 1'; echo $?
jq -nc '. as {} |1'; echo $?
jq -nc '{"a":1}|. as {a:$x,b:[$y]}|[$x,$y]'; echo $?
#### syntax 38
exec 2>&1
jq -nc '[[{"a":1,"b":2}]] | .[] as [{a:$a}] ?// [$b] | [$a,$b]'; echo $?
jq -nc '[[3]] | [.[] as [$a] ?// [$b] | error("x")]'; echo $?
jq -nc '[[3]] | [.[] as [$a] ?// [$b] | if $a then error("x") else 5 end]'; echo $?
jq -nc '(1 as [$a] ?// $a | $a),2'; echo $?
jq -nc '[[1]] | [.[] as [$a] ?// $a | $a]|error'; echo $?
jq -nc 'try (1 as [$a] ?// [$b] | 1) catch .'; echo $?
jq -nc '[.[]?,(1 as $x|$x)]'; echo $?
jq -nc 'def f($a;$b): [$a,$b]; [f(1,2;3,4)]'; echo $?
#### syntax 39
exec 2>&1
jq -nc 'def f($a): $a|a; f(1)'; echo $?
jq -nc '[1,2,3]|.[1.7],.[-1.5],.[nan],.[1e10]'; echo $?
jq -nc '[1,2,3,4]|.[1.2:3.5],.[-2:],.[:-1],.[nan:],.[null:2],.[-10:10]'; echo $?
jq -nc 'null|.[1:2]=["a"]'; echo $?
jq -nc 'null|setpath([true];1)'; echo $?
jq -nc '[1]|setpath([true];1)'; echo $?
jq -nc '{}|setpath([null];1)'; echo $?
jq -nc '[1]|setpath([[1]];2)'; echo $?
#### syntax 40
exec 2>&1
jq -nc '"abc"|.[0:1]="x"'; echo $?
jq -nc '"abc"|setpath([0];1)'; echo $?
jq -nc 'null|setpath([{"start":"a"}];[1])'; echo $?
jq -nc '[1,2,3]|del(.[1],.[-2])'; echo $?
jq -nc '[1,2,3]|del(.[0:2],.[0])'; echo $?
jq -nc '[1,2,3]|del(.[-1])'; echo $?
jq -nc '[1,2,3]|del(.[5])'; echo $?
jq -nc '{a:1}|del(.b)'; echo $?
#### syntax 41
exec 2>&1
jq -nc '[[1,2],[3]]|del(.[][0])'; echo $?
jq -nc '{a:[1,2]}|del(.a[0],.a[1])'; echo $?
jq -nc '{a:1}|delpaths([[1]])'; echo $?
jq -nc '{a:1}|delpaths([["a",0]])'; echo $?
jq -nc '{a:1}|delpaths([["b",0]])'; echo $?
jq -nc '[1]|delpaths([[0,"a"]])'; echo $?
jq -nc '[1]|delpaths([[{"start":"x"}]])'; echo $?
jq -nc '[1]|delpaths([[{"a":1}]])'; echo $?
#### syntax 42
exec 2>&1
jq -nc 'null|delpaths([["a"]])'; echo $?
jq -nc '1|delpaths([[]])'; echo $?
jq -nc '1|delpaths([])'; echo $?
jq -nc '[1,2,3]|delpaths([[0],[0,1]])'; echo $?
jq -nc '"abc"|del(.[0:1])'; echo $?
jq -nc 'true|delpaths([["a"]])'; echo $?
jq -nc '{a:1}|delpaths([[{"start":0}]])'; echo $?
jq -nc '"x" * 1e10'; echo $?
#### syntax 43
exec 2>&1
jq -nc '[1,2]|.[1:1]=["a","b"]'; echo $?
jq -nc '[1,2,3]|.[1:]|=empty'; echo $?
jq -nc '{a:1}+null'; echo $?
jq -nc '{a:1}*null'; echo $?
jq -nc '{a:{b:1}}*{a:null}'; echo $?
jq -nc '{a:1,b:2}+{b:3,c:4}'; echo $?
jq -nc '[1,[2]]-[[2]]'; echo $?
jq -nc '9007199254740993, -9007199254740993'; echo $?
#### syntax 44
exec 2>&1
jq -nc '[9007199254740993]|.[0]+0'; echo $?
jq -nc '"x"<1, null<false, [1]<{}, {a:1}<{b:0}, {a:2}<{a:3}, {b:1}<{a:1,c:2}'; echo $?
jq -nc '[{},[],"a",1,true,false,null]|sort'; echo $?
jq -nc '[3,1,2]|sort_by(-.)'; echo $?
jq -nc '[{"a":1,"b":2},{"a":1,"b":1},{"a":0}]|sort_by(.a,.b)'; echo $?
jq -nc '[{"a":1},{"a":2},{"a":1}]|group_by(.a), unique_by(.a), min_by(.a), max_by(.a)'; echo $?
jq -nc '[]|min,max,add,first,last,unique,(min_by(.a))'; echo $?
jq -nc '[1,1.0,1.00]|unique'; echo $?
#### syntax 45
exec 2>&1
jq -nc '["b","a","b"]|unique'; echo $?
jq -nc '[1,[2,[3,[4]]]]|flatten(1),flatten(0),flatten'; echo $?
jq -nc '{"a":[1],"b":2}|flatten'; echo $?
jq -nc '[1]|flatten("a")'; echo $?
jq -nc '"abc"|flatten'; echo $?
jq -nc '[1,2,3]|join("-"), (["a",1,null,true]|join(", ")), ([]|join(",")), (["x"]|join(1))'; echo $?
jq -nc '["a","b"]|join("x","y")'; echo $?
jq -nc '[1]|join(1)'; echo $?
#### syntax 46
exec 2>&1
jq -nc '[[1,2],[3,4]]|map(add), add'; echo $?
jq -nc '{"a":1,"b":2}|add'; echo $?
jq -nc '"abc"|add'; echo $?
jq -nc 'null|add'; echo $?
jq -nc '["a",1]|add'; echo $?
jq -nc '"aBcÉ"|ascii_downcase,ascii_upcase'; echo $?
jq -nc '"a1b22c"|[match("[0-9]+";"g")|.string],split("[0-9]+";null),[splits("[0-9]+")]'; echo $?
jq -nc '"abc"|ltrimstr("ab"),rtrimstr("bc"),ltrimstr("x"),rtrimstr(1),startswith("ab"),endswith("bc")'; echo $?
#### syntax 47
exec 2>&1
jq -nc '1|ltrimstr("a")'; echo $?
jq -nc '"x"|tojson,tostring,(1|tostring),([1]|tostring),(null|tostring)'; echo $?
jq -nc '"[1,2"|fromjson'; echo $?
jq -nc '"1"|tonumber'; echo $?
jq -nc 'null|tonumber'; echo $?
jq -nc '"nan"|tonumber|isnan'; echo $?
jq -nc '[1,2]|contains([1]),inside([1,2,3])'; echo $?
jq -nc '{"a":"foobar"}|contains({"a":"bar"})'; echo $?
#### syntax 48
exec 2>&1
jq -nc '"a"|contains("b")'; echo $?
jq -nc '[1]|contains(["a"])'; echo $?
jq -nc '{a:[1,2,{b:3}]}|contains({a:[{b:3}]})'; echo $?
jq -nc 'null|contains(null)'; echo $?
jq -nc 'true|contains(true)'; echo $?
jq -nc '"a\u0000b"|contains("b")'; echo $?
jq -nc '[1,null]|has(0),has(5),has(-1),has(1.5)'; echo $?
jq -nc '{"a":1}|has("a","b")'; echo $?
#### syntax 49
exec 2>&1
jq -nc '["a"]|in(["x"])'; echo $?
jq -nc '"a"|in({"a":1})'; echo $?
jq -nc '0|in([1])'; echo $?
jq -nc '[1,2,3]|first,last,nth(1),first(.[]),last(.[])'; echo $?
jq -nc '[1,2,3]|IN(.[];2,3)'; echo $?
jq -nc '2|IN(1,2)'; echo $?
jq -nc '[1,2]|any,all,any(.>1),all(.>1),any(.[];.>1),all(.[];.>5)'; echo $?
jq -nc '[null,1]|any,all'; echo $?
#### syntax 50
exec 2>&1
jq -nc '{"a":false}|any,all'; echo $?
jq -nc '1|any'; echo $?
jq -nc 'splits'; echo $?
jq -nc '"test"|ltrimstr("te")'; echo $?
jq -nc '@text,@json'; echo $?
jq -nc '[1,"a",null]|@text,@json'; echo $?
jq -nc '"<&'\''\">"|@html'; echo $?
jq -nc '[1,"<"]|@html "x\(.)"'; echo $?
#### syntax 51
exec 2>&1
jq -nc '"a b"|@sh "echo \(.)"'; echo $?
jq -nc '[1,"a'\''b",null,true,1.5]|@sh'; echo $?
jq -nc '"ü/?"|@uri "q=\(.)"'; echo $?
jq -nc '["a,b","c\"d",1,null,true,1.5,1e1000]|@csv'; echo $?
jq -nc '["a\tb","c\nd","e\\f","g\rh",null,1]|@tsv'; echo $?
jq -nc '"aGVsbG8="|@base64d'; echo $?
jq -nc '"aGVsbG8"|@base64d'; echo $?
jq -nc '"YQ"|@base64d'; echo $?
#### syntax 52
exec 2>&1
jq -nc '"="|@base64d'; echo $?
jq -nc '"!!!!"|@base64d'; echo $?
jq -nc '"/+8="|@base64d'; echo $?
jq -nc '""|@base64d,@base64,@uri'; echo $?
jq -nc '[1]|@base64d'; echo $?
jq -nc '"é"|@base64'; echo $?
jq -nc 'tojson|@base32d'; echo $?
#### functions 1
exec 2>&1
jq -nc '1|[limit(3;repeat(.*2))]'; echo $?
jq -nc '"2015"|strptime("%Y")'; echo $?
jq -nc '"03 2015"|strptime("%m %Y")'; echo $?
jq -nc '"15"|strptime("%d")'; echo $?
jq -nc '"2015 060"|strptime("%Y %j")'; echo $?
jq -nc '"Mon"|strptime("%a")'; echo $?
jq -nc '"a"|test("a";1)'; echo $?
jq -nc '"12345"|strptime("%s")'; echo $?
#### functions 2
exec 2>&1
jq -nc '[2024,1,10,1,2,3.7,0,0]|strftime("%Y-%m-%d %H:%M:%S %s"),mktime,todate'; echo $?
jq -nc '[2024,1,10]|todate'; echo $?
jq -nc '[2024,1,10,1,2,3]|todate'; echo $?
jq -nc '1e12|todate'; echo $?
jq -nc '-1|todate'; echo $?
jq -nc '-1.5|todate,gmtime'; echo $?
jq -nc '1700000000|strflocaltime("%H:%M %Z %z"),localtime,(localtime|mktime)'; echo $?
jq -nc '[range(9)]|todate'; echo $?
#### functions 3
exec 2>&1
jq -nc '"abc"|[.[1:2],.[-1:],.[:1]]'; echo $?
jq -nc '"x"|ltrimstr("x"),tojson'; echo $?
jq -nc '"\u00e9"|test("\\w"),test("\\W")'; echo $?
jq -nc '"a\nb"|[match("^.";"g").string],[match(".$";"g").string],test("a.b"),test("a.b";"s"),test("a.b";"p"),[match("^b";"x").string]'; echo $?
jq -nc '"aab"|[match("a*?";"g").string],[match("a*";"gn").string]'; echo $?
jq -nc '"foo bar"|[match("(?<first>\\w+) (?<second>\\w+)").captures[].name]'; echo $?
jq -nc '"xay"|sub("(?<=x)a";"b"), test("(?i)A")'; echo $?
jq -nc '"aXbxc"|ascii_downcase|[scan("[^x]")]'; echo $?
#### functions 4
exec 2>&1
jq -nc '"test"|[match("t";"g").offset]'; echo $?
jq -nc '"日本語"|[match("本").offset],(.[1:2]),length,utf8bytelength,(explode|implode)'; echo $?
jq -nc '"abc"|sub("(?<x>.)";"\(.x|ascii_upcase)"),gsub("(?<x>.)";"\(.x)-")'; echo $?
jq -nc '"a.b.c"|split("."),split(".";"g")'; echo $?
jq -nc '"ab12"|capture("(?<l>[a-z]+)(?<d>[0-9]+)")'; echo $?
jq -nc '"abc"|gsub("";"-")'; echo $?
jq -nc '"abc"|[scan("")]'; echo $?
jq -nc '"aa"|[match("(a)|(b)";"g")|.captures|map(.string)]'; echo $?
#### functions 5
exec 2>&1
jq -nc '"abab"|[match("(?:ab)+")|.string]'; echo $?
jq -nc '"a1"|test("\\d"),test("\\p{L}"),test("\\h"),test("[[:alpha:]]")'; echo $?
jq -nc '"\\"|test("\\\\")'; echo $?
jq -nc '"a"|test("[")'; echo $?
jq -nc '"a"|test("a{2,1}")'; echo $?
jq -nc '"a"|test("*")'; echo $?
jq -nc '"a"|test("(?<n>a")'; echo $?
jq -nc '"a"|test("a)")'; echo $?
#### functions 6
exec 2>&1
jq -nc '"a"|test("\\")'; echo $?
jq -nc '"ab"|test("\\Ka")'; echo $?
jq -nc '"foo"|match("o";"gg")'; echo $?
jq -nc '"é"|ascii_downcase,@uri,(tojson|length)'; echo $?
jq -nc '[.]|@csv'; echo $?
jq -nc '"a,b"|split(", ";null)'; echo $?
jq -nc '"xyz"|sub("y";empty)'; echo $?
jq -nc '"xyz"|[sub("y";"1","2")]'; echo $?
#### functions 7
exec 2>&1
jq -nc '"aaa"|[sub("a";"1","2";"g")]'; echo $?
jq -nc '"abc"|sub("(?<x>z)?b";"[\(.x)]")'; echo $?
jq -nc '"a"|sub("a";1)'; echo $?
jq -nc '"a"|sub("b";1)'; echo $?
jq -nc '1|sub("a";"b")'; echo $?
jq -nc '"x"|input_filename'; echo $?
jq -nc '[splits("a")]'; echo $?
jq -nc '"a b"|[splits(" ")]'; echo $?
#### functions 8
exec 2>&1
jq -nc '@sh "x \("a b") \(1) \([1,"q"])"'; echo $?
jq -nc '[1,2]|tojson|fromjson'; echo $?
jq -nc '"{\"a\":[1,2,{\"b\":null}]}"|fromjson'; echo $?
jq -nc '1.000|tojson, tostring, (.+0)'; echo $?
jq -nc '[1.10]|tojson'; echo $?
jq -nc '-0|tojson, .+0, -(0)'; echo $?
jq -nc '[0.1+0.2, 1/3, 2/3*3, 1e-10*1]'; echo $?
jq -nc '3.14159|floor,sqrt,pow(.;2),log,log10,exp,round,ceil,trunc'; echo $?
#### functions 9
exec 2>&1
jq -nc 'nan<nan, nan==nan, [nan]==[nan], (nan|isnan), ([nan,1]|sort|tojson), ([nan,1]|max|tojson), nan>nan'; echo $?
jq -nc 'infinite|tostring, isinfinite, -., isnormal'; echo $?
jq -nc '0|isnormal'; echo $?
jq -nc '"a"|isnan'; echo $?
jq -nc '[]|floor'; echo $?
jq -nc '{}|sqrt'; echo $?
jq -nc 'pow("a";1)'; echo $?
jq -nc '"x"|fabs'; echo $?
#### functions 10
exec 2>&1
jq -nc 'pow(2;10), log2, exp10'; echo $?
jq -nc 'getpath(["a","b"])'; echo $?
jq -nc '[1]|getpath(["a"])'; echo $?
jq -nc '{"a":null}|getpath(["a","b","c"])'; echo $?
jq -nc 'ltrimstr("a")'; echo $?
jq -nc 'splits("a";"b";"c")'; echo $?
jq -nc 'tojson(1)'; echo $?
jq -nc '{}|.a.b.c'; echo $?
#### functions 11
exec 2>&1
jq -nc '{a:[]}|.a[0].b'; echo $?
jq -nc '[[]]|.[0][0]'; echo $?
jq -nc '{"a":"x"}|.a[0]'; echo $?
jq -nc '{"a":1}|.a[]'; echo $?
jq -nc '[1]|.[0][]?'; echo $?
jq -nc 'try (1|.[]) catch .'; echo $?
jq -nc '.[]?,1'; echo $?
jq -nc '[1,2]|.[] as $x|$x+1'; echo $?
#### functions 12
exec 2>&1
jq -nc '{"a b":1}|."a b",.["a b"]'; echo $?
jq -nc '{"a":{"b":2}}|.a.b,."a"."b",.["a"]["b"],.a["b"]'; echo $?
jq -nc '[{"a":1},{"a":2}]|.[].a, map(.a), [.[]|.a], (.[1:]|.[0].a), first(.[].a)'; echo $?
#### documents 1
exec 2>&1
jq -nc '"foo"|test("\\bfoo\\b"), test("[\\w]"), ("é à"|[scan("\\w+")]), ("a\tb"|split("\\s";null)), ("É"|test("é";"i")), ("x1"|[scan("\\D")])'; echo $?
jq -nc '[1,2,3] | .[1:] , .[:2], .[-1], .[5], first, last'; echo $?
jq -c '.' <<< '{"b":1,"a":[1,2,{"c":null}]}'; echo $?
jq -c 'keys, keys_unsorted, length, add, any, all, (to_entries|length), (map_values(.+1))' <<< '{"b":1,"a":2}'; echo $?
jq -c '.a, .b?, (.a|tostring), (.c // "none"), has("a"), has("z")' <<< '{"a":1}'; echo $?
jq -c '.[] | select(.a > 1) | .b' <<< '[{"a":1,"b":"x"},{"a":2,"b":"y"}]'; echo $?
jq -c '[.[] | {name, n: .x}]' <<< '[{"name":"a","x":1},{"name":"b"}]'; echo $?
jq -c 'group_by(.k) | map({k: .[0].k, n: length, s: (map(.v)|add)})' <<< '[{"k":"a","v":1},{"k":"b","v":2},{"k":"a","v":3}]'; echo $?
#### documents 2
exec 2>&1
jq -c 'to_entries | map("\(.key)=\(.value)") | join("&")' <<< '{"a":1,"b":"x y"}'; echo $?
jq -c 'with_entries(select(.value > 1) | .key |= "x_" + .)' <<< '{"a":1,"b":2}'; echo $?
jq -c '[paths(scalars) as $p | {path: ($p|map(tostring)|join(".")), value: getpath($p)}]' <<< '{"a":{"b":1},"c":[true,null]}'; echo $?
jq -c 'reduce .[] as $x ({}; .[$x] += 1)' <<< '["a","b","a"]'; echo $?
jq -c '[.[] as {a:$a, b:[$b]} | $a + $b]' <<< '[{"a":1,"b":[2]},{"a":3,"b":[4]}]'; echo $?
jq -c 'map(if . > 2 then "big" elif . == 2 then "two" else "small" end)' <<< '[1,2,3]'; echo $?
jq -c '[.[] | try tonumber catch "bad"]' <<< '["1","x","2.5"]'; echo $?
jq -c 'map(tojson), map(tostring)' <<< '[1,"a",[1],{"a":1},null,true]'; echo $?
#### documents 3
exec 2>&1
jq -c '[.[] | ascii_downcase, ascii_upcase, length]' <<< '["aB","éX"]'; echo $?
jq -c '[splits(", *")]' <<< '"a, b,c"'; echo $?
jq -c 'sub("(?<y>\\d+)-(?<m>\\d+)"; "\(.m)/\(.y)")' <<< '"2024-05"'; echo $?
jq -c '[scan("\\d+") | tonumber] | add' <<< '"1 a 22 b 3"'; echo $?
jq -c 'capture("(?<user>[^@]+)@(?<host>.+)")' <<< '"joe@example.com"'; echo $?
jq -c '@csv, @tsv' <<< '["a",1,null,"x,y","q\"z"]'; echo $?
jq -c '@html "<b>\(.)</b>", @uri "?q=\(.)", @sh "echo \(.)", @base64 "\(.)", @json "x\(.)"' <<< '"a&b '\''c'\''"'; echo $?
jq -c 'del(.a, .b[0]), del(.[]), delpaths([["a"],["b",1]])' <<< '{"a":1,"b":[1,2]}'; echo $?
#### documents 4
exec 2>&1
jq -c '.a.b.c = 5, .a.b |= . + 1, .x += 1, .a["b"] //= 3' <<< '{"a":{"b":1}}'; echo $?
jq -c '.[2:4] = ["x"], .[1:] |= map(. * 2), .[-1] = 9, .[:1] = []' <<< '[1,2,3,4,5]'; echo $?
jq -c 'walk(if type == "object" then del(.x) else . end)' <<< '[{"x":1,"y":{"x":2}},[{"x":3}]]'; echo $?
jq -c '[recurse] | length, [..|numbers], [recurse(.[]?; . != null)]' <<< '{"a":[1,{"b":2}]}'; echo $?
jq -c 'unique, sort, reverse, min, max, add, (sort_by(-.)), (group_by(. % 2))' <<< '[3,1,2,3]'; echo $?
jq -c 'flatten, flatten(1), transpose?' <<< '[[1,[2]],[3]]'; echo $?
jq -c '[combinations]' <<< '[[1,2],["a","b"]]'; echo $?
jq -c 'inside({"a":{"b":[1,2,3]}}), contains({})' <<< '{"a":{"b":[1]}}'; echo $?
#### documents 5
exec 2>&1
jq -c 'indices(", "), index(","), rindex(","), (.[3:5])' <<< '"a, b, c"'; echo $?
jq -c '[.[] | todate], [.[]|gmtime|mktime]' <<< '[0,1700000000,1425599621]'; echo $?
jq -c 'strptime("%d/%b/%Y:%H:%M:%S %z") | mktime' <<< '"10/Oct/2000:13:55:36 -0700"'; echo $?
jq -c 'tostream' <<< '{"a":[1,{"b":2}],"c":{}}'; echo $?
jq -c 'fromstream(tostream), [tostream] | length' <<< '{"a":[1,{"b":2}],"c":{}}'; echo $?
jq -c '[.[]|tojson|fromjson]' <<< '[1.5,"x",{"a":[]}]'; echo $?
jq -c 'input' <<< '1 2 3'; echo $?
jq -c '[., input]' <<< '1 2 3 4'; echo $?
#### documents 6
exec 2>&1
jq -c '[inputs]' <<< '1 2 3'; echo $?
jq -c '. as [$a, $b, {c: $c}] | $a + $b + $c' <<< '[1,2,{"c":3}]'; echo $?
jq -c '.. |= (if type == "number" then . + 1 else . end)' <<< '[1,[2,{"a":3}]]'; echo $?
jq -c '[.[] | if . then 1 else 0 end]' <<< '[true,false,null,0,""]'; echo $?
jq -c '{(.k): .v, "x\(.k)": 1, @base64 "\(.k)": 2}' <<< '{"k":"a","v":1}'; echo $?
jq -c '{a, "b", "c": 3, (.a): 4, $__loc__}' <<< '{"a":"z","b":2}'; echo $?
jq -nc '$ENV.HOME | type'; echo $?
jq -nc 'env.NOPE, $ENV.NOPE'; echo $?
#### documents 7
exec 2>&1
jq -nc '[range(5)] | .[2:] , (.[1:3] | length), map(select(. % 2 == 0))'; echo $?
jq -nc '[range(0; 10; 3)], [range(5; 0; -2)], [range(3)], [range(1; 3)]'; echo $?
jq -nc '"x" * 3, "a,b" / ",", [1,2] - [2], {a:1} + {b:2}, {a:{b:1}} * {a:{c:2}}, 7 % 3, -7 % 3, 7 / 2, 1 - 2'; echo $?
jq -nc '1 == 1.0, "a" < "b", [1] < [2], {} == {}, null == false, (1 as $x | $x != 2)'; echo $?
jq -nc 'true and false, true or error("x"), (true | not), (null // 1), (false, null, 3 // 4)'; echo $?
jq -nc 'try error("x") catch ., try error({a:1}) catch .a, (try (1/0) catch .), [.[]?], (error("y")? // "z")'; echo $?
jq -nc '[1,[2,3]] as [$a,[$b,$c]] | {a:$a,b:$b,c:$c}'; echo $?
jq -nc 'def f(x): x * 2; def g: f(.); 3 | g, f(. + 1)'; echo $?
#### documents 8
exec 2>&1
jq -nc 'def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; 10 | fac'; echo $?
jq -nc 'def fib: if . < 2 then . else (. - 1 | fib) + (. - 2 | fib) end; [range(10) | fib]'; echo $?
jq -nc '[limit(10; def f: (0, 1), (f | . + 2); f)] | length'; echo $?
jq -nc 'label $done | foreach (1,2,3,4) as $x (0; . + $x; if . > 5 then ., break $done else . end)'; echo $?
jq -nc '[foreach range(5) as $i (0; . + $i; [$i, .])]'; echo $?
jq -nc 'reduce range(1000) as $i (0; . + $i), (reduce ([1,2],[3,4]) as [$a,$b] (0; . + $a * $b))'; echo $?
jq -c '[while(. < 100; . * 2)]' <<< '1'; echo $?
jq -c '[until(. > 100; . * 2)]' <<< '1'; echo $?
#### documents 9
exec 2>&1
jq -c '[.[] | isnan, isinfinite, isnormal]' <<< '[1,0]'; echo $?
jq -nc 'input_line_number'; echo $?
jq -c 'ltrimstr("a"), rtrimstr("c"), startswith("a"), endswith("z"), explode, (explode | implode), utf8bytelength, ascii_downcase' <<< '"abc"'; echo $?
jq -nc '"\u00e9\n\t\"\\\/" , "a\(1 + 2)b\("x" + "y")c", "nested \("in \("deep")")"'; echo $?
jq -c '[.[] | floor, ceil, round, sqrt, fabs, trunc]' <<< '[1.5, 2.25, 4]'; echo $?
jq -c '[.[] | abs]' <<< '[-1, 1, -0, 2.5]'; echo $?
jq -c '[pow(2; 3), log2, exp2, exp10]' <<< '8'; echo $?
jq -c 'splits("a+"; "g")' <<< '"baac"'; echo $?
#### documents 10
exec 2>&1
jq -c '[match("(?<a>x)|(?<b>y)"; "g") | .captures | map(.name)]' <<< '"xy"'; echo $?
jq -nc 'ascii(65)'; echo $?
jq -nc '@json "v: \([1, {"a": null}])"'; echo $?
jq -c 'getpath(["a", 0, "b"]), [getpath(["a"], ["b"])], setpath(["x", 1]; 5), (try getpath(["a", "x"]) catch .)' <<< '{"a":[{"b":1}]}'; echo $?
jq -c 'to_entries, from_entries?, with_entries(.value += 1)' <<< '{"a":1}'; echo $?
jq -c 'from_entries' <<< '[{"key":"a","value":1},{"k":"b","v":2},{"name":"c","Value":3},{"Name":"d","value":null},{"key":1,"value":2},{"key":true,"value":false},{"key":null,"value":1}]'; echo $?
jq -c 'from_entries' <<< '[{"key":false,"value":1}]'; echo $?
jq -c 'from_entries' <<< '[{"key":{},"value":1}]'; echo $?
#### documents 11
exec 2>&1
jq -c 'from_entries' <<< '{"a":{"key":"x","value":1}}'; echo $?
jq -c 'map(has("a")), map(in({"x":1})?)' <<< '[{"a":1},{"b":2}]'; echo $?
jq -c 'map(keys), map(length)' <<< '[{"b":1,"a":2},[3,4]]'; echo $?
jq -c 'path(..), [paths], [paths(type == "number")]' <<< '[1,{"a":2}]'; echo $?
jq -c 'pick(.a), pick(.b.c), pick(.x[1])?' <<< '{"a":1,"b":{"c":2,"d":3}}'; echo $?
jq -c 'pick(.[1]), pick(first), (try pick(.[-1]) catch .)' <<< '[1,2,3]'; echo $?
jq -c 'tojson' <<< '1.10'; echo $?
jq -c '.[0] + 0, .[0]' <<< '[1.10]'; echo $?
#### documents 12
exec 2>&1
jq -c '.' <<< '100000000000000000000000001'; echo $?
jq -c '. + 1' <<< '100000000000000000000000001'; echo $?
jq -c '[., 1]|sort' <<< '100000000000000000000000001'; echo $?
jq -nc 'limit(0; 1, 2), first(empty), isempty(empty), isempty(1), (try first(error("x")) catch .)'; echo $?
jq -c 'min_by(.a), max_by(.a), (sort_by(.a, .b)|map(.b)), unique_by(.a), group_by(.a)' <<< '[{"a":2,"b":1},{"a":1,"b":5},{"a":1,"b":3}]'; echo $?
jq -c 'any(. > 2), all(. > 0), any(.[]; . == 1), all(.[]; . < 3), (map(. > 1) | any, all)' <<< '[1,2,3]'; echo $?
jq -c 'INDEX(.id), (INDEX(.[]; .id) | keys), [IN(.[]; {"id":1})], (.[0] | IN({"id":1}))' <<< '[{"id":1},{"id":2}]'; echo $?
jq -c '[JOIN({"1":"x"}; .[]; .id|tostring)], JOIN({"1":"x"}; .id|tostring)' <<< '[{"id":1},{"id":2}]'; echo $?
#### documents 13
exec 2>&1
jq -c 'ascii_downcase, @text, tojson, ([.] | implode?)' <<< '"ABC"'; echo $?
jq -c 'getpath([]), paths, tostream' <<< '5'; echo $?
jq -c 'splits' <<< '1'; echo $?
jq -c 'tojson|fromjson' <<< '{"a":1e1000,"b":-0,"c":[1e-5]}'; echo $?
jq -c '.a as $x | .b as $y | $x + $y, ($x, $y | . * 10)' <<< '{"a":1,"b":2}'; echo $?
jq -c '.["a","b"], .[("a","b")], (.a, .b) = 3' <<< '{"a":1,"b":2}'; echo $?
jq -c '.a[1:][0], .a[-2:], .a[:1][0].b?' <<< '{"a":[1,2,{"b":3}]}'; echo $?
jq -c '.a."b-c", ."x y", .["x y"], .a["b-c"]?' <<< '{"a":{"b-c":1},"x y":2}'; echo $?
#### documents 14
exec 2>&1
jq -c '[.[]?|.a?], [.a?], [.[] | .a?]' <<< '[1,{"a":2}]'; echo $?
jq -c '.a?.b?, .a?[0]?, (.a.b)?, [..?]' <<< '{"a":5}'; echo $?
jq -nc '"abc" | .[1:2], .[-1:], .[:-1], .[10:]'; echo $?
jq -nc '[1,2,3] | .[1:] = [], .[0:2] |= reverse, del(.[0:2]), to_entries[1]'; echo $?
jq -c '@base64d, (@base64d | @base64)' <<< '"aGVsbG8gd29ybGQ="'; echo $?
jq -c 'ltrimstr(1), rtrimstr(null), (try startswith(1) catch .)' <<< '"x"'; echo $?
jq -c '[.[] | tonumber? // "n/a"]' <<< '["1", "x", null, 3]'; echo $?
jq -c '[.[] | type]' <<< '[0, false, [], {}, null, "hello"]'; echo $?
#### documents 15
exec 2>&1
jq -c '[.[] | numbers], [.[] | strings], [.[] | arrays, objects], [.[] | nulls], [.[] | booleans], [.[] | scalars], [.[] | iterables], [.[] | values]' <<< '[1, "a", [1], {"a":1}, null, true]'; echo $?
jq -c '[.[] | (1 / .)?], [.[] | tostring]' <<< '[1, 0, "x"]'; echo $?
jq -nc '{"a":{"b":{"c":1}}} | [paths], [getpath(["a","b","c"])], (.a.b.c |= . + 1), (to_entries[0].value.b)'; echo $?
jq -c '@sh "\(.a) \(.b)"' <<< '{"a":"x'\''y","b":[1,"z"]}'; echo $?
jq -c 'error' <<< '"plain"'; echo $?
jq -c 'error' <<< '{"a":1}'; echo $?
jq -c 'error(null)' <<< '1'; echo $?
jq -c '.a.b.c' <<< '{"a":[1]}'; echo $?
#### documents 16
exec 2>&1
jq -c '.[0]' <<< '{"a":1}'; echo $?
jq -c '.["x"]' <<< '[1]'; echo $?
jq -c '{} + []' <<< 'null'; echo $?
jq -c '[] + 1' <<< 'null'; echo $?
jq -c 'keys' <<< 'null'; echo $?
jq -c '.[] as [$a] | $a' <<< '[1]'; echo $?
jq -c 'tonumber' <<< '"abc"'; echo $?
jq -c 'tonumber' <<< '[1]'; echo $?
#### documents 17
exec 2>&1
jq -c 'implode' <<< '"x"'; echo $?
jq -c 'ltrimstr' <<< '"x"'; echo $?
jq -c 'sort' <<< '{"a":1}'; echo $?
jq -c 'has(0)' <<< '{"a":1}'; echo $?
jq -c 'join(",")' <<< '[[1],[2]]'; echo $?
jq -c 'join(",")' <<< '["a",{"b":1}]'; echo $?
jq -c 'split(1)' <<< '"abc"'; echo $?
jq -c 'test(1)' <<< '"abc"'; echo $?
#### documents 18
exec 2>&1
jq -c 'test("(")' <<< '"abc"'; echo $?
jq -c '@csv' <<< '[{"a":1}]'; echo $?
jq -c '@tsv' <<< '"x"'; echo $?
jq -c '@sh' <<< '{"a":1}'; echo $?
jq -c '@base64d' <<< '"####"'; echo $?
jq -c 'fromjson' <<< '"{\"a\":}"'; echo $?
jq -c 'fromjson' <<< '"[1,2"'; echo $?
jq -c 'fromjson' <<< '"tru"'; echo $?
#### documents 19
exec 2>&1
jq -c 'strptime("%Y")' <<< '"abc"'; echo $?
jq -c 'mktime' <<< '"abc"'; echo $?
jq -c 'strftime("%Y")' <<< '"abc"'; echo $?
jq -c 'todate' <<< '"abc"'; echo $?
jq -c 'fromdate' <<< '"2015"'; echo $?
jq -c 'range("a")' <<< 'null'; echo $?
jq -c 'limit("a"; 1)' <<< 'null'; echo $?
jq -c 'flatten(-1)' <<< '[1]'; echo $?
#### documents 20
exec 2>&1
jq -c 'flatten' <<< '1'; echo $?
jq -c 'nth(-1; 1, 2)' <<< 'null'; echo $?
jq -c 'first(error("x"))' <<< 'null'; echo $?
jq -c 'splits(1)' <<< '"a"'; echo $?
jq -c 'ascii_downcase' <<< '1'; echo $?
jq -c 'explode' <<< '1'; echo $?
jq -c 'utf8bytelength' <<< '1'; echo $?
jq -c 'input' <<< 'null'; echo $?
#### documents 21
exec 2>&1
jq -c '$x' <<< 'null'; echo $?
jq -c 'f' <<< 'null'; echo $?
jq -c 'min_by(.a)' <<< '1'; echo $?
jq -c 'group_by(.a)' <<< '{"a":1}'; echo $?
jq -c 'unique' <<< '1'; echo $?
jq -c 'to_entries' <<< '1'; echo $?
jq -c 'from_entries' <<< '1'; echo $?
jq -c 'with_entries(.)' <<< '1'; echo $?
#### documents 22
exec 2>&1
jq -c 'map(.)' <<< '1'; echo $?
jq -c 'add' <<< '1'; echo $?
jq -c 'any' <<< '1'; echo $?
jq -c 'all' <<< '1'; echo $?
jq -c 'transpose' <<< '1'; echo $?
jq -c 'transpose' <<< '[1]'; echo $?
jq -c 'tojson' <<< '"\u0000\u001f\u007f\u0080\uffff"'; echo $?
jq -c '.' <<< '"\u0000\u001f\u007f\u0080\uffff\ud83d\ude00"'; echo $?
#### steps 1
exec 2>&1
jq -nc '.a.[]'; echo $?
jq -nc '.a.[1:2]'; echo $?
jq -nc 'error("x") // 1'; echo $?
jq -nc '[error("x") // 1]'; echo $?
jq -nc '(1,error("x")) // 1'; echo $?
jq -nc '[(null,error("x")) // 1]'; echo $?
jq -nc '[{"key":1,"value":2}]|from_entries'; echo $?
jq -nc '[{"key":false,"k":"x"}]|from_entries'; echo $?
#### steps 2
exec 2>&1
jq -nc '[{"key":null,"name":"x","value":false,"v":3}]|from_entries'; echo $?
jq -nc '[{"key":"a"}]|from_entries'; echo $?
jq -nc '[1]|with_entries(.)'; echo $?
jq -nc '1|.a.b?'; echo $?
jq -nc '1|.a?.b'; echo $?
jq -nc '1|[.a[]?]'; echo $?
jq -nc '1|[.[0].b?]'; echo $?
jq -nc '{"a":1}|[.a.b?]'; echo $?
#### steps 3
exec 2>&1
jq -nc '.[error("x")]?'; echo $?
jq -nc '[.["a",error("x")]?]'; echo $?
jq -nc '1|.a[1:]?'; echo $?
jq -nc '1|(.a.b)?'; echo $?
jq -nc '1|.a.b??'; echo $?
jq -nc '1|."a"."b"?'; echo $?
jq -nc '1|try .a.b'; echo $?
jq -nc '"12345"|@base64d'; echo $?
#### steps 4
exec 2>&1
jq -nc '# c'; echo $?
jq -nc '1 as $x | .a.$x'; echo $?
jq -nc '"\u12"'; echo $?
jq -nc '"a\u12zzb"'; echo $?
jq -nc '"\q\w"'; echo $?
jq -nc 'null|fromjson'; echo $?
jq -nc '"\(error("x"))"?'; echo $?
jq -nc '[.[]?.a]'; echo $?
#### steps 5
exec 2>&1
jq -nc '1|[.[]?.a?]'; echo $?
jq -nc '[[1],2]|[.[][]?]'; echo $?
jq -nc '[[1],2]|[.[].a?]'; echo $?
jq -nc '{"a":{"b":1}}|.a?.b?'; echo $?
jq -nc '[1]|.[0]?.x?'; echo $?
jq -nc '1|.. .a?'; echo $?
jq -nc '1|[..?]'; echo $?
jq -nc '[1|error?]'; echo $?
#### steps 6
exec 2>&1
jq -nc '{"a":["b","c"]}|[.a[0,1]?], [.a[(0,1):]?], .[(.a|tojson)]?'; echo $?
jq -nc '{"k":"a","a":1}|.[.k]?, (.[.k]?|=5)'; echo $?
jq -nc '[(1,null) // error("x")]'; echo $?
jq -nc '[empty // 2]'; echo $?
jq -nc 'try ((null,error("x")) // 3) catch .'; echo $?
jq -nc '[{"k":"a","value":1}]|from_entries'; echo $?
jq -nc '[{"key":"a","v":1}]|from_entries'; echo $?
jq -nc '[{"key":"a","Value":1}]|from_entries'; echo $?
#### steps 7
exec 2>&1
jq -nc '[null]|from_entries'; echo $?
jq -nc '"x\ty\u0041\n\"q\"\\" | ., length'; echo $?
jq -nc '"a" as $x | "b\($x)\u0063\("d")"'; echo $?
jq -nc '{"a":1}|.a?=5|.b[]?=3|.c[1:]?=[1]'; echo $?
jq -nc 'path(.a?.b?)'; echo $?
jq -nc '[1,2]|path(.[0]?,.[1:]?)'; echo $?
jq -nc 'try (.a?|error("x")) catch .'; echo $?
jq -nc '1|[(.a)?], [(.a.b)?.c], (.a|.b)?'; echo $?
#### steps 8
exec 2>&1
jq -nc '[(1,2)|.a?]'; echo $?
jq -nc '[1,[2]]|[.[]|(.[0])?]'; echo $?
jq -c '[inputs]' <<< '1 ] 2⏎3'; echo $?
jq -c '[.[]?, (try input catch .)]' <<< '[1] } 2⏎[3] 4'; echo $?
jq -c 'try inputs catch .' <<< '1 x 2⏎3'; echo $?
#### options 1
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -z .
r --foo .; r
r -n
r -nz .
r . nofile
r . nofile a.json
r . d
r -f nofile
r -f p.jq a.json
r --arg a
#### options 2
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r --arg a b
r -n --arg a b '$a'
r -n --argjson a '{' '$a'
r -n --argjson a '1 2' '$a'
r -n --argjson a
r -n --slurpfile a nofile '$a'
r -n --slurpfile a b.json -c '$a'
r -n --slurpfile a t.txt -c '$a'
r -n --rawfile a t.txt '$a'
r -n --rawfile a nofile '$a'
#### options 3
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -nc '$ARGS' --args a b
r -nc '$ARGS' --jsonargs 1 '{"a":2}'
r -nc '$ARGS' --jsonargs 1 '{'
r -nc --args '[$ARGS.positional,.]' a --jsonargs 1 --args c
r -c --args . a.json
r -nc --args -- '$ARGS.positional' -a b
r -n -- '1'
r -n '1' -- a.json
r -c . -- a.json
r -e .a a.json
#### options 4
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -e .b a.json
r -ne 'empty'
r -ne false
r -ne 'error("x")'
r -ne 'null,1'
r -ne '1,null'
r -n 'error("x")'
r -n '"a"|halt_error'
r -n '{}|halt_error(1)'
r -ne 'halt'
#### options 5
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -R . t.txt
r -Rs . t.txt
r -Rn 'input' t.txt
r -Rn '[inputs]' -c t.txt
r -Rr . t.txt
r -s . -c b.json a.json
r -s . -c
r -sn .
r -n 'input' a.json b.json
r -n '[inputs|input_filename]' -c a.json b.json
#### options 6
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -c '[.,input_line_number,input_filename]' b.json a.json
r -r '"a","b\n"' -n
r -j -n '"a",1,"b"'
r -n --raw-output0 '"a","b"'
r -n --raw-output0 '"x","a\u0000b","y"'
r -a -n '"é"'
r -ar -n '"é"'
r --seq -n '1,[2],"a"'
r --tab -n '[1]'
r --indent 9 -n .
#### options 7
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r --indent 3 -n '[1]'
r --indent 0 -n '[1]'
r --indent -1 -n '[1]';  r -C -n '{"a":null}'
r -C -n '[1,"a",{"b":[]}]'
r --unbuffered -n 1
r -c .a.b a.json b.json
r -n 'input,input' a.json
r -c 'input' b.json
r -c '[.,input]' b.json
r -n '$__loc__' -c
#### options 8
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -n "$(printf '1 +\n  foo')"
r --exit-status .a a.json
r --null-input 1
r --compact-output . a.json
r --raw-output -n '"x"'
r --slurp -c . a.json
r --join-output -n 1
r --ascii-output -n '"é"'
r --sort-keys -nc '{b:1,a:2}'
r --color-output -n 1
#### options 9
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r --monochrome-output -n 1
r --raw-input . t.txt
r --from-file p.jq a.json
r --stream -c . a.json b.json
r --stream-errors -c . t.txt
r -L . -n 1
r -L
r --arg
r -nrj '1'
r . a.json -c
#### options 10
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r - .
r . -
r -n '-1'
r -n '"a\(1'
r -nr '@text "x\(1)"' --arg a
r -c --stream . -n
r -n -c '[1,2]' --tab
r -n --tab -c '[1,2]'
r -S . b.json
r --argjson x 1 -n '$x+1'
#### options 11
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r --arg x 1 --arg x 2 -n '$x, $ARGS.named.x'
r -n '$named'
r -n '$ENV.FOO'; FOO=bar r -n '$ENV.FOO,env.FOO'
r -n 'input_filename'
r 'input_filename' a.json;  r -n 'get_search_list' -c
r -n 'get_search_list' -c -L lib
r --raw-output0 . a.json
r -rn '[1,"a"]|@csv'
r -n 'now|type'
r -s -R .
#### options 12
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
r -R .
r -n -R 'input'
r -c 'try input catch .' a.json
r '.a' a.json nofile b.json
#### modules
r() { echo "--- $*"; jq "$@" < /dev/null 2>&1; echo "=> $?"; }
echo '{"a":1}' > a.json; echo '[1,2] 3' > b.json; printf 'x\ny' > t.txt; echo '.a' > p.jq; mkdir d
mkdir -p lib/m/jq d
echo 'def f: 1; def g(x): x+f;' > lib/m.jq; echo '{"k":1} 2' > lib/data.json; echo 'module {"name":"n","v":1}; import "m" as mm; def h: mm::f + 10; def _p: 3;' > lib/n.jq; echo 'def main: "main";' > lib/m/jq/main.jq; mkdir -p lib/q; echo 'def qq: "q";' > lib/q/q.jq
r -L lib -n 'import "m" as m; m::f, m::g(2)'; r -L lib -n 'include "m"; f, g(5)'; r -L lib -nc 'import "data" as $d; $d, $d::d'; r -L lib -n 'import "n" as n; n::h, n::_p'; r -L lib -n 'import "n" as n; n::mm::f'; r -L lib -n 'include "n"; h'; r -L lib -nc '"n"|modulemeta'; r -n 'import "m" as m {"search":"./lib"}; m::f'; r -n 'import "m" as m {search:"lib"}; m::f';  r -L lib -n 'import "q" as q; q::qq'; r -L lib -n 'import "x" as x; 1'; r -L lib -n 'import "m" as m; f'; r -L lib -n 'import "m" as m; include "q"; qq, m::f'; r -Llib -n 'include "m"; f'
#### texts 1
printf %s '{a}' | jq -c . 2>&1; printf '%s\n' '{a}' | jq -c . 2>&1
printf %s '{"a"}' | jq -c . 2>&1; printf '%s\n' '{"a"}' | jq -c . 2>&1
printf %s '{"a" 1}' | jq -c . 2>&1; printf '%s\n' '{"a" 1}' | jq -c . 2>&1
printf %s '{"a":1 2}' | jq -c . 2>&1; printf '%s\n' '{"a":1 2}' | jq -c . 2>&1
printf %s '[1 2]' | jq -c . 2>&1; printf '%s\n' '[1 2]' | jq -c . 2>&1
printf %s '[1,]' | jq -c . 2>&1; printf '%s\n' '[1,]' | jq -c . 2>&1
printf %s '[,1]' | jq -c . 2>&1; printf '%s\n' '[,1]' | jq -c . 2>&1
printf %s ',' | jq -c . 2>&1; printf '%s\n' ',' | jq -c . 2>&1
printf %s ':' | jq -c . 2>&1; printf '%s\n' ':' | jq -c . 2>&1
printf %s '{1:2}' | jq -c . 2>&1; printf '%s\n' '{1:2}' | jq -c . 2>&1
true
#### texts 2
printf %s '{"a":}' | jq -c . 2>&1; printf '%s\n' '{"a":}' | jq -c . 2>&1
printf %s '{"a":1,}' | jq -c . 2>&1; printf '%s\n' '{"a":1,}' | jq -c . 2>&1
printf %s '{"a":1]' | jq -c . 2>&1; printf '%s\n' '{"a":1]' | jq -c . 2>&1
printf %s '[1}' | jq -c . 2>&1; printf '%s\n' '[1}' | jq -c . 2>&1
printf %s ']' | jq -c . 2>&1; printf '%s\n' ']' | jq -c . 2>&1
printf %s '}' | jq -c . 2>&1; printf '%s\n' '}' | jq -c . 2>&1
printf %s '"abc' | jq -c . 2>&1; printf '%s\n' '"abc' | jq -c . 2>&1
printf %s '[1' | jq -c . 2>&1; printf '%s\n' '[1' | jq -c . 2>&1
printf %s '{"a"' | jq -c . 2>&1; printf '%s\n' '{"a"' | jq -c . 2>&1
printf %s '"a\x"' | jq -c . 2>&1; printf '%s\n' '"a\x"' | jq -c . 2>&1
true
#### texts 3
printf %s '"\u12"' | jq -c . 2>&1; printf '%s\n' '"\u12"' | jq -c . 2>&1
printf %s '"\ud800"' | jq -c . 2>&1; printf '%s\n' '"\ud800"' | jq -c . 2>&1
printf %s '"\ud83d\u0041"' | jq -c . 2>&1; printf '%s\n' '"\ud83d\u0041"' | jq -c . 2>&1
printf %s '"\udc00"' | jq -c . 2>&1; printf '%s\n' '"\udc00"' | jq -c . 2>&1
printf %s '{"a":1}}' | jq -c . 2>&1; printf '%s\n' '{"a":1}}' | jq -c . 2>&1
printf %s '[1]]' | jq -c . 2>&1; printf '%s\n' '[1]]' | jq -c . 2>&1
printf %s '1:2' | jq -c . 2>&1; printf '%s\n' '1:2' | jq -c . 2>&1
printf %s '{"a",1}' | jq -c . 2>&1; printf '%s\n' '{"a",1}' | jq -c . 2>&1
printf %s '{"a":1 "b":2}' | jq -c . 2>&1; printf '%s\n' '{"a":1 "b":2}' | jq -c . 2>&1
printf %s 'abc' | jq -c . 2>&1; printf '%s\n' 'abc' | jq -c . 2>&1
true
#### texts 4
printf %s '[1,{"a":[}]' | jq -c . 2>&1; printf '%s\n' '[1,{"a":[}]' | jq -c . 2>&1
printf %s '{[1]:2}' | jq -c . 2>&1; printf '%s\n' '{[1]:2}' | jq -c . 2>&1
printf %s '1,2' | jq -c . 2>&1; printf '%s\n' '1,2' | jq -c . 2>&1
printf %s '"a""b"' | jq -c . 2>&1; printf '%s\n' '"a""b"' | jq -c . 2>&1
printf %s '[1]2' | jq -c . 2>&1; printf '%s\n' '[1]2' | jq -c . 2>&1
printf %s '{}{}' | jq -c . 2>&1; printf '%s\n' '{}{}' | jq -c . 2>&1
printf %s 'truefalse' | jq -c . 2>&1; printf '%s\n' 'truefalse' | jq -c . 2>&1
printf %s '1"a"' | jq -c . 2>&1; printf '%s\n' '1"a"' | jq -c . 2>&1
printf %s '[true 1]' | jq -c . 2>&1; printf '%s\n' '[true 1]' | jq -c . 2>&1
printf %s '{"a":1:2}' | jq -c . 2>&1; printf '%s\n' '{"a":1:2}' | jq -c . 2>&1
true
#### texts 5
printf %s 'x1 ' | jq -c . 2>&1; printf '%s\n' 'x1 ' | jq -c . 2>&1
printf %s '"a\' | jq -c . 2>&1; printf '%s\n' '"a\' | jq -c . 2>&1
printf %s '[:1' | jq -c . 2>&1; printf '%s\n' '[:1' | jq -c . 2>&1
printf %s '"a":1' | jq -c . 2>&1; printf '%s\n' '"a":1' | jq -c . 2>&1
printf %s '[1:2]' | jq -c . 2>&1; printf '%s\n' '[1:2]' | jq -c . 2>&1
printf %s '"a","b"' | jq -c . 2>&1; printf '%s\n' '"a","b"' | jq -c . 2>&1
printf %s '1[2]' | jq -c . 2>&1; printf '%s\n' '1[2]' | jq -c . 2>&1
printf %s 'nan' | jq -c . 2>&1; printf '%s\n' 'nan' | jq -c . 2>&1
printf %s '[NaN,-nan,Infinity,-Infinity,nan0]' | jq -c . 2>&1; printf '%s\n' '[NaN,-nan,Infinity,-Infinity,nan0]' | jq -c . 2>&1
printf %s '[nan1]' | jq -c . 2>&1; printf '%s\n' '[nan1]' | jq -c . 2>&1
true
#### texts 6
printf %s '00 01 1. .5 +1 -.5 1e5 1E-7 0.10 -0 1e1000' | jq -c . 2>&1; printf '%s\n' '00 01 1. .5 +1 -.5 1e5 1E-7 0.10 -0 1e1000' | jq -c . 2>&1
printf %s '-' | jq -c . 2>&1; printf '%s\n' '-' | jq -c . 2>&1
printf %s '1e' | jq -c . 2>&1; printf '%s\n' '1e' | jq -c . 2>&1
printf %s '0x1' | jq -c . 2>&1; printf '%s\n' '0x1' | jq -c . 2>&1
printf %s '1.5.5' | jq -c . 2>&1; printf '%s\n' '1.5.5' | jq -c . 2>&1
printf %s 'nul' | jq -c . 2>&1; printf '%s\n' 'nul' | jq -c . 2>&1
printf %s 'nullx' | jq -c . 2>&1; printf '%s\n' 'nullx' | jq -c . 2>&1
printf %s 'tru' | jq -c . 2>&1; printf '%s\n' 'tru' | jq -c . 2>&1
true
#### streams 1
printf %s '[1,[2,{"a":3,"b":[]}],{}] 5 "x" [] [3' | jq -c --stream  . 2>&1
printf %s '{"a":1,"b"' | jq -c --stream  . 2>&1
printf %s '[1,}' | jq -c --stream  . 2>&1
printf %s '{"a":{"b":1},"c":[1,2]}' | jq -c --stream  . 2>&1
printf %s '[1,2' | jq -c --stream --stream-errors . 2>&1
printf %s '{"a":[1,{"b":2}]} ]' | jq -c --stream --stream-errors . 2>&1
printf %s '[1 2]' | jq -c --stream  . 2>&1
printf %s '{"a" 1}' | jq -c --stream  . 2>&1
printf %s '[}' | jq -c --stream  . 2>&1
printf %s '{]' | jq -c --stream  . 2>&1
true
#### streams 2
printf %s ']' | jq -c --stream  . 2>&1
printf %s '{"a":1 "b"}' | jq -c --stream  . 2>&1
printf %s '{1:2}' | jq -c --stream  . 2>&1
printf %s '{["a"]' | jq -c --stream  . 2>&1
printf %s '[1,["a" "b"]]' | jq -c --stream  . 2>&1
printf %s '{"a":}' | jq -c --stream  . 2>&1
printf %s '{"a":1,}' | jq -c --stream  . 2>&1
printf %s '[1,]' | jq -c --stream  . 2>&1
printf %s '[,' | jq -c --stream  . 2>&1
printf %s '{,' | jq -c --stream  . 2>&1
true
#### streams 3
printf %s '{"a","b"' | jq -c --stream  . 2>&1
printf %s '{"a":1,"b"}' | jq -c --stream  . 2>&1
printf %s '1:2' | jq -c --stream  . 2>&1
printf %s '1,2' | jq -c --stream  . 2>&1
printf %s '[1:2]' | jq -c --stream  . 2>&1
printf %s '{"a":1,{' | jq -c --stream  . 2>&1
printf %s '{{' | jq -c --stream  . 2>&1
printf %s '{"a":1,[' | jq -c --stream  . 2>&1
printf %s '{"a":1:2}' | jq -c --stream  . 2>&1
printf %s '{:1}' | jq -c --stream  . 2>&1
true
#### streams 4
printf %s '[1][2]' | jq -c --stream  . 2>&1
printf %s '"a"1' | jq -c --stream  . 2>&1
printf %s '[1' | jq -c --stream  . 2>&1
printf %s '["a"[2]' | jq -c --stream  . 2>&1
printf %s '["a"{' | jq -c --stream  . 2>&1
printf %s '{"a":1[' | jq -c --stream  . 2>&1
printf %s '{"a"[' | jq -c --stream  . 2>&1
printf %s '{"a":"b":' | jq -c --stream  . 2>&1
printf %s '{"a":[1]:' | jq -c --stream  . 2>&1
printf %s '{"a",' | jq -c --stream  . 2>&1
true
#### sequences
printf '\0361\n\036[2]\n' | jq --seq -c . 2>&1; echo $?
printf '1\n\036[2' | jq --seq -c . 2>&1; echo $?
printf '\0361' | jq --seq -c . 2>&1; echo $?
printf '\036[1\036[2]\036tru\036"a' | jq --seq -c . 2>&1; echo $?
printf '\036{a\0363 ' | jq --seq -c . 2>&1; echo $?
printf '\03612\0363 ' | jq --seq -c . 2>&1; echo $?
#### bytes
printf '\xef\xbb\xbf1' | jq -c .; printf '"a\xffb\xc3"' | jq -c .; printf '"\xed\xa0\x80 \xf4\x90\x80\x80 \xc0\x80 \xe2\x82"' | jq -c .; printf '"\xff"' | jq -R .; printf 'a\xffb\n\xc3' | jq -R .; jq -n --arg x $'\xff' '$x'; printf '"a\tb"' | jq . 2>&1; printf '["\001"]' | jq . 2>&1; printf '\xef\xbb1' | jq . 2>&1; true
#### depth
jq -nc 'reduce range(260) as $i (1; [.])' | cut -c250-290; jq -nc 'reduce range(260) as $i (1; {a: .}) | tojson | length'; printf '%0.s[' {1..257} | jq . 2>&1; printf '%0.s[' {1..10000} | jq . 2>&1; jq -nc '[limit(100000; repeat(1))] | length'; jq -n 'def f: if . >= 100000 then . else . + 1 | f end; 0 | f'; jq -n '[range(100000)] | map(. + 1) | add'; jq -nc 'last(range(100000))'; jq -n 'reduce range(100000) as $i (0; . + $i)'; jq -nc '[foreach range(5) as $i (null; $i; .)]'; jq -n 'reduce range(3000) as $i ([]; [.]) | [recurse] | length'; true
#### colors
JQ_COLORS='0;31:0;32' jq -nC '[null,false,1]'; JQ_COLORS='4;31:::::::1;35' jq -nC '[null,{"a":1}]'; JQ_COLORS=x jq -nC '[null]' 2>&1; jq -nC '[1,"a",[],{},{"b":[true,false,null]}]'; jq -nCc '[1,"a",[],{},{"b":[true,false,null]}]'; jq -nCS '{b:1,a:2}'; jq -nCr '"a",[1]'; jq -nCM '[1]'; jq -nCa '"é"'; jq -nC --tab '[1]'
#### agents
printf '{"name":"app","version":"1.2.3","deps":{"a":"^1","b":"~2"},"list":[{"id":1,"ok":true},{"id":2,"ok":false}]}' > p.json
jq . p.json
jq -r .version p.json
jq -r '.deps | to_entries[] | "\(.key)@\(.value)"' p.json
jq '.version = "2.0.0"' p.json > t && mv t p.json; jq -r .version p.json
jq -c '.list[] | select(.ok)' p.json
jq -c '.list | map(select(.ok | not) | .id)' p.json
jq -r '.list[] | [.id, .ok] | @tsv' p.json
jq --arg v 3 -c '.list |= map(.v = $v)' p.json
jq -c 'del(.deps.a) | .deps' p.json
jq -e '.missing' p.json; echo $?
jq -r 'keys[]' p.json
jq -c '.deps + {c: "3"}' p.json
jq -r '.list | length' p.json
jq -c '[paths(type != "object" and type != "array") | map(tostring) | join(".")]' p.json
jq -c '. as {$name, list: [{id: $first}]} | [$name, $first]' p.json
ls /bin/ls | jq -R .; printf 'a\nb\n' | jq -Rn '[inputs]' -c; printf 'k=v\nx=y\n' | jq -Rnc '[inputs | split("=") | {(.[0]): .[1]}] | add'
jq -n '{a: 1} | .b.c[2] = "x"' -c; jq -cs '.[0] * .[1]' p.json <(echo '{"deps":{"z":1}}') | jq -c .deps
#### zones
exec 2>&1
for z in America/New_York Europe/Berlin Asia/Tokyo EST5EDT UTC; do TZ=$z jq -nc '0, 1720000000, 1700000000.5 | localtime, strflocaltime("%Y-%m-%d %H:%M:%S %Z %z"), (localtime | mktime), (gmtime | strflocaltime("%H %Z")), (localtime | strftime("%c %Z")), (localtime|strflocaltime("%c %Z"))'; done
#### dates
exec 2>&1
jq -nc '"2024-02-29T10:11:12Z" | fromdate | ., todate, strftime("%a %b %e %j %U %w %y %p %I:%M:%S %F %T %D %R %G-W%V %u %s %n%t%% %C %h %k %l %x %X %r")'
jq -nc '"10:11 PM","10:11 am" | strptime("%I:%M %p")'; jq -nc '"Jan 5 2024" | strptime("%b %d %Y") | mktime | todate'; jq -nc '"5/6/24" | strptime("%D")'; jq -nc '"2024-W05" | strptime("%G-W%V")'; jq -nc '"1700000000" | strptime("%s") | mktime'; jq -nc '"2024-01-01 x" | strptime("%Y-%m-%d")'; jq -nc '"2024-13-01" | strptime("%Y-%m-%d")'; jq -nc '"  2024" | strptime("%Y")'; jq -nc '"2024-01-01T00:00:00.5Z" | fromdate'; jq -nc '[2024,0,31,25,61,61,0,0] | mktime, todate'; jq -nc '[2024.7,0.5,1.9,0,0,0,0,0]|mktime'; jq -nc '1e18 | todate'; jq -nc 'nan|todate'; jq -nc '"Tue, 10 Oct 2000"|strptime("%A, %d %B %Y")|mktime'; jq -nc '"12 Z"|strptime("%H %Z")'; jq -nc '"2015 12"|strptime("%C%y %m")'; jq -nc '0|strftime("")'; jq -nc '0|strftime("é %Y")'; jq -nc '[1,2]|strftime("%Y")'
#### inputs
exec 2>&1
printf '1 2\n3\n' > f; printf '4' > g; printf '5\n' > h; jq -c '[., input_line_number, input_filename]' f g h; jq -nc '[inputs]' f g; jq -sc . f g h; jq -c '[., (try input catch "none")]' f; jq -nc 'first(inputs), input' f; jq -nc 'reduce inputs as $x (0; . + $x)' f g h; jq -Rc '[., input_line_number, input_filename]' f g h; jq -Rsc . f g h; jq -Rnc '[inputs]' f g h; jq -Rc '[., try input catch "none"]' f; jq -c . - < f; cat f | jq -c '[., input_filename, input_line_number]' - g; jq -c 'input_filename' < f; jq -n 'input_filename, (input | input_filename)' f; jq -e . f; echo $?; jq -e 'empty' f; echo $?; jq '.a' f; echo $?; jq 'if . == 2 then error("x") else . end' f; echo $?; jq 'if . == 3 then error("x") else . end' f; echo $?; jq 'if . == 2 then halt else . end' f; echo $?; jq 'if . == 2 then "bye\n" | halt_error(7) else . end' f; echo $?; jq -c --seq . f | od -c | head -2; jq --stream -c . f; jq -nc --stream '[inputs]' f; jq -nc '[limit(2; inputs)]' f; jq -nc 'input as $x | [inputs] | {$x, rest: .}' f
#### big
exec 2>&1
jq -nc '[range(300)]' > r.json; jq -c 'length, add, (map(. * 2) | .[-1])' r.json; jq '.' r.json | wc -c; jq -c '.[]' r.json | jq -sc 'length'; seq 1 5000 | jq -s 'add'; seq 1 3000 | jq -c 'select(. % 1000 == 0)'; seq 1 2000 | jq -n 'reduce inputs as $x (0; . + $x)'; jq -n '[range(5000)] | map(tostring) | join(",") | length'; jq -n '[range(2000) | {k: "k\(. % 10)", v: .}] | group_by(.k) | map({key: .[0].k, value: (map(.v) | add)}) | from_entries' -c; jq -n '[range(1000)] | sort_by(-.) | first, last' ; jq -n 'reduce range(2000) as $i ({}; .["k\($i)"] = $i) | length, .k1999, (del(.k0, .k1) | length), (to_entries | length)'; jq -nc '[range(20)] | del(.[range(0; 20; 2)])'; jq -nc '[range(10)] | .[2:5] = [] | .[-2:] |= map(. + 100)'
#### update errors and orders
exec 2>&1
jq -nc '{"a":[1,2,{"b":3}]} | .a[2].b |= . + 1, .a[0:2] |= map(. * 10), .a[-1].b += 5, (.a[] | numbers) |= . + 1, (.. | select(type == "number")) |= . * 2, .a |= (.[0], .[1]), .c.d[1].e = 1, .a[5] = 9, (.a[2] | .b, .z) = 7, .a |= with_entries(.value |= tostring)'; jq -nc '[1,2,3] | .[1] |= empty, (.[] |= (select(. > 1))), (.[0,2] |= empty), (map_values(select(. != 2)))'; jq -nc '{"a":1} | .a |= error("x")'; jq -nc '{"a":1} | try (.a |= error("x")) catch .'; jq -nc '{"a":1} | .b.c |= (. // 5)'; jq -nc '{"a":{"x":1}} | .a *= {"y":2}, .a //= 3, .b //= 3, .a.x -= 1, .a.x /= 2, .a.x %= 1'; jq -nc '[[1,2],[3]] | .[][0] += 10, .[0][1:] += [5], (.[] | select(length > 1)) |= reverse'; jq -nc '{"a":[{"n":1},{"n":2}]} | .a |= map(.n += 1), .a[].n |= tostring, (.a[] | select(.n == 2).n) = "two", .a |= sort_by(-.n), del(.a[] | select(.n == 1)), (.a | length) as $l | .count = $l'; jq -nc '{} | .["a","b"] = (1,2), .a.b.c //= 1, (.a,.b) |= 3, .a[1:3] = ["x"]'; jq -nc '[1,2] | to_entries, with_entries(.value += 1)?'; jq -nc '"abc" | .[0] = 1'; jq -nc 'null | .[-1] = 1'; jq -nc '{"a":[1,2,3]} | .a[1:] = 5'; jq -nc '[1] | .[1e10] = 1'; jq -nc '1 | .a = 1'; jq -nc '1 | .[0] |= 1'; jq -nc '[3] | .["a"] |= 1'; jq -nc '{"a":1} | (.a | tostring) |= 1'; jq -nc '{"a":1} | (.a, error("e")) |= 2'; jq -nc '{"a":[1]} | (.a | first) |= 5, (.a | last) |= 6, (.a | .[0]) |= 7, first(.a[]) |= 8, (limit(1; .a[])) |= 9, (.a | getpath([0])) |= 3, (if .a then .a else .b end) |= 0, (.x // .a) |= 1, (.a | recurse) |= ., (try error("q") catch .a)? |= 1'
#### sequences and ends
for i in '' '\n' 'x' '1\036' '\0361\n\036' '\036[1\036' '\036[}\0362\n' '\036[}x'; do printf "$i" | jq --seq -c . 2>&1; echo "$?"; done
#### ranges of any values
exec 2>&1
jq -nc '[limit(3; range(0; []; 1))], [limit(3; range([]; {}; [1]))], [limit(3; range("a"; "b"; "c"))], [range(0; 1; null)]'; echo $?
jq -nc '[limit(3; range(nan; 3))], [limit(3; range(0; nan))], [range(0; 10; nan)], [limit(3; range(0; -1; null))]'; echo $?
jq -nc 'range({}; 1; true)'; echo $?
jq -nc 'range(0; "a")'; echo $?
#### several starts of reduce and foreach
exec 2>&1
echo '[1,2]' | jq -c 'reduce .[] as $x (0, 10; . + $x)'; echo $?
echo '[1,2]' | jq -c '[foreach .[]? as $x (0, 10; . + $x)]'; echo $?
jq -nc '[reduce range(3) as $x (0, 10; . + $x)]'; echo $?
#### paths of values that were worked out
exec 2>&1
echo 1 | jq -c 'path(1)'; echo $?
echo '[1]' | jq -c 'path(.[0] | . + 0)'; echo $?
echo '[1]' | jq -c 'path(.[0] | tonumber)'; echo $?
echo '{"a":1}' | jq -c 'path(.a | 1 | .b)'; echo $?
echo '{"a":false}' | jq -c 'path(.a and .b), path(true and .a), path(true or .a)'; echo $?
echo '[1,2,3]' | jq -c 'limit(2; .[]) |= . + 10'; echo $?
jq -nc 'path(reduce (1, 2) as $x (.; .[$x])), path(foreach (1, 2) as $x (.; .[$x]))'; echo $?
#### not a number as an index
exec 2>&1
echo '[1]' | jq -c '.[nan]'; echo $?
echo '[1]' | jq -c '.[nan] = 1'; echo $?
echo null | jq -c 'setpath([nan]; 1)'; echo $?
#### not a number as a key to sort by
echo '[3,1,2]' | jq -c 'sort_by(nan), group_by(nan), unique_by(nan)'
jq -nc '[range(40) | if . % 3 == 0 then nan else . % 7 end] | sort, unique'
#### depths of flatten
exec 2>&1
echo '[1,[2,[3,[4]]]]' | jq -c 'flatten(1), flatten(1.5)'; echo $?
echo '[1,[2]]' | jq -c 'flatten("a")'; echo $?
echo '[1,2]' | jq -c 'flatten("a")'; echo $?
#### arguments of expressions for matching
exec 2>&1
echo '"ab"' | jq -c '[test(empty; error("flags"))]'; echo $?
echo '"ab"' | jq -c '[splits("a"; empty)], [split("(a)"; "g", "i")], [match("a"; empty)]'; echo $?
echo '"y"' | jq -c 'capture("(?<a>x)|(?<a>y)")'; echo $?
jq -nc '[1, "a", null, {}] | map(finites)'; echo $?
jq -nc 'true | contains(false)'; echo $?
echo '5' | jq -c 'rindex("a")'; echo $?
#### numbers beyond those of C
jq -nc '[ldexp(1; 1e10), ldexp(-1; 1e300), scalbln(1; 1e18), scalb(0; 1e300)]'
#### parts of dates
exec 2>&1
echo '"2015x"' | jq -c 'strptime("%Y")'; echo $?
echo '"2015 x"' | jq -c 'strptime("%Y")'; echo $?
echo '"11:30 PM"' | jq -c 'strptime("%H:%M %p"), strptime("%I:%M %p")'; echo $?
TZ=America/New_York jq -nc '0 | strftime("%H %Z"), strflocaltime("%H %Z")'; echo $?
#### texts of programs with mistakes
exec 2>&1
jq -n '. as {(1): $x} | $x'; echo $?
jq -n 'test("\")'; echo $?
jq -n '"abc\nd'; echo $?
jq -n 'reduce .'; echo $?
jq -n 'foreach .a +'; echo $?
jq -n 'module 1; 1'; echo $?
jq -n 'import "a" as a {a: .}; 1'; echo $?
jq -n '. a | .b'; echo $?
jq -n '[.@base64]'; echo $?
printf '1 # a\\\n| . + 1\n' > p.jq; jq -nf p.jq; echo $?
#### where modules are
exec 2>&1
mkdir lib x; echo 'def f: "lib";' > lib/m.jq; echo 'def f: "x";' > x/m.jq; echo 'def f: 1 +;' > lib/e.jq; echo '{' > lib/d.json
jq -nc 'import "./lib/m" as m; m::f'; echo $?
jq -nc -L lib 'import "x/m" as m; m::f'; echo $?
jq -nc -L lib 'import "m" as m {search: "./x"}; m::f'; echo $?
jq -nc -L lib 'import "m" as m {search: "nope"}; m::f'; echo $?
jq -nc -L lib 'import "m" as m {search: []}; m::f'; echo $?
jq -nc -L lib 'import "../lib/m" as m; m::f'; echo $?
jq -nc -L lib 'import "m/m" as m; m::f'; echo $?
jq -nc -L lib 'import "e" as m; m::f' | sed "s#$PWD#PWD#"
jq -nc -L lib 'import "d" as $d; $d' | sed "s#$PWD#PWD#"
#### folders for files of programs
exec 2>&1
mkdir d
jq -f d; echo $?
jq -f; echo $?
jq -n '$a' --rawfile a d; echo $?
#### colors of the environment
exec 2>&1
for colors in '' : '1:' '1::' '1;2;3;4;5;67' '1;2;3;4;5;678' 1:2:3:4:5:6:7:8:; do JQ_COLORS=$colors jq -nCc '[null,false,true,1,"a",{"b":1}]'; done
