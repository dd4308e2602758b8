#### jq-filters-0
{
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo.bar'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo?'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.["foo"]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '."foo"."bar"'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[0]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[-1].b'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[1:]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[:-1]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.[]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[]?'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '..'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[2]["b"]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo["bar","x"]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a|.[0,1]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.nope.x'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a.x'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo[0]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-1
{
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a["x"]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo[]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[1.7]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[null]?'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.["a","foo"]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[-9]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a["0":]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a[:1.5]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '."a"[0]'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo."bar"'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.foo|keys'; echo "rc $?"
printf '%s' '{"foo":{"bar":42},"a":[1,2,{"b":3}]}' | jq -c '.a as [$x,$y]|$x+$y'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[2:4]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[-2:]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[:-3]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[10:]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[1.2:3.7]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[null:2]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.[0]'; echo "rc $?"
printf '%s' '"abécdef"' | jq -c '.["x":]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-2
{
printf '%s' '[0,1,2,3,4]' | jq -c '.[2:4]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[1.5:3.5]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[-3:-1]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[4:2]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[2:4]=["x"]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[2:]|=map(.*2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'del(.[1,3])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'del(.[1:3])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[1:][1:]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[7]=1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[-1]=9'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[-9]=1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'to_entries'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[[1,2]]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'index(3)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[1:3]+=["q"]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'first'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'last'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'nth(2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'first(.[]|select(.>2))'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-3
{
printf '%s' '[0,1,2,3,4]' | jq -c 'nth(1;.[])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'limit(3;.[])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'until(length<3;.[1:])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|if .%2==0 then "e" elif .==1 then "one" else . end]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'any'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'all'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'any(.>3)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'all(.[];.<9)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'flatten'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'add'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'range(2;5)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[range(0;10;3)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[range(5;0;-2)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[range(0;1;0.3)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[range(3)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'implode'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'min,max'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'min_by(-.),max_by(-.)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'unique_by(.%2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'group_by(.%2)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-4
{
printf '%s' '[0,1,2,3,4]' | jq -c 'sort_by(-.)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'reverse'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'contains([1])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'inside([0,1,2,3,4,5])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'indices(2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'indices([1,2])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'rindex([1])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'combinations?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'transpose?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tostream'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[tostream]|fromstream(.[])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'map_values(.+1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'map_values(empty)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'path(.[1])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'paths'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[paths]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath([2])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath(["a"])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'setpath([1];9)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'delpaths([[0],[2]])'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-5
{
printf '%s' '[0,1,2,3,4]' | jq -c 'pick(.[1])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'pick(.[-1])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'to_entries[1]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'from_entries?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'with_entries(.value+=1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@csv'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@tsv'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@sh'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@json'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@text'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@html'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@uri'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@base64'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tojson'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'splits("a")?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'length'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'utf8bytelength?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'not'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'objects,arrays,scalars'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'IN(2,3)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-6
{
printf '%s' '[0,1,2,3,4]' | jq -c '.[]|IN(2,3)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'limit(0;1,2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'limit(-1;1,2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'first(empty)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'input_line_number'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '$__loc__'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath(["a","b"])?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'error?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'try error catch .'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'env|type'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '$ENV|type'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'halt_error'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '$__prog_args'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'abs'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|tojson]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath([5])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'ltrimstr("x")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'debug'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'debug("m")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'debug("a","b")'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-7
{
printf '%s' '[0,1,2,3,4]' | jq -c 'stderr'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'input_filename'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'splits'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'significand?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'walk(if type=="number" then .+1 else . end)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'bsearch(3)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'bsearch(9)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'bsearch(-1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tojson|fromjson'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[limit(3;repeat(1))]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|select(.>=2)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'map(select(.!=2))'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'reduce .[] as $x (0;.+$x)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[foreach .[] as $x (0;.+$x)]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[foreach .[] as $x (0;.+$x;[$x,.])]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'reduce empty as $x (3;.)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'reduce .[] as $x (0;.,$x)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'label $out|foreach .[] as $i (0;.+$i;if .>3 then .,break $out else . end)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|(1/.)?]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|try (1/.) catch "e"]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-8
{
printf '%s' '[0,1,2,3,4]' | jq -c '.[2]/0'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[2]%0'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '5%-2,-5%2,5.9%2.1,1e19%7'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[.[]|-.]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[splits("a";"b")?]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@base32d?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tojson,ascii_downcase?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'ascii_upcase'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[]|=empty'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '(.[]|select(.>2))|=empty'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[0]|=(1,2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[0]=(1,2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[0]+=(1,2)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[5]//="d"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[0]//="d"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[0]-=1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[1]*=5'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[1]/=4'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[3]%=2'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath([0,1])'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-9
{
printf '%s' '[0,1,2,3,4]' | jq -c 'del(.[0],.[0])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'del(.[])'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'del(..)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'del(.)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'to_entries|from_entries?'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tojson|@sh'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'paths(type=="number")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'limit(2;.[])|.+1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'error(null)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'try error(null) catch .'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'error({a:1})'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'try error({a:1}) catch .a'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'ltrimstr(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'tojson|ltrimstr("[")|rtrimstr("]")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'startswith("x")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'endswith(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'splits(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'test(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'join(",")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'join(1)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-10
{
printf '%s' '[0,1,2,3,4]' | jq -c 'ascii(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '@foo'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'getpath({})'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'input'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[inputs]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'first(inputs)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'ascii(65)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'halt'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '"bye"|halt_error(3)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '{"a":1}|halt_error'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'null|halt_error(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'halt_error("x")'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'get_search_list'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'input_line_number'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'ltrimstr'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '$x'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'foo'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'foo(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.['; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.a.'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-11
{
printf '%s' '[0,1,2,3,4]' | jq -c '{'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '{a'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '{(1):2}'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '{"a":}'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'if'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'if 1 then 2'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '[1,2'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '1 +'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '"abc'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '"\(1"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'reduce'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '. as'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '. as ['; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'def f'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'def f: 1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'try'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'label x'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c 'break $x'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.[]..'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '| .'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-12
{
printf '%s' '[0,1,2,3,4]' | jq -c '@x "a"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '"\q"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '"\ud800"'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.a.[1]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.a.["b"]'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '..a'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '.1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '1.'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '1e'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '0x1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '--1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '-1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '- 1'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '-(1)'; echo "rc $?"
printf '%s' '[0,1,2,3,4]' | jq -c '1 as $x|2 as $y|[$x,$y,$__loc__]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'length'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'utf8bytelength'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ascii_downcase'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ascii_upcase'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'explode'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-13
{
printf '%s' '"Hello, World"' | jq -c 'explode|implode'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'split(", ")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'split("")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'split("o";null)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'split("O";"gi")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ltrimstr("He")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'rtrimstr("ld")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'startswith("He")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'endswith("x")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("wor";"i")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("WOR")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'match("l+")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[match("l";"g")|.offset]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[match("";"g")]|length'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'capture("(?<a>H)(?<b>z)?")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[scan("l.")]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[scan("(l)(.)")]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[scan("L";"i")]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'sub("l";"L")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("l";"L")'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-14
{
printf '%s' '"Hello, World"' | jq -c 'gsub("(?<x>[a-z])";"<\(.x)>")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("";"-")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("^";">")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'sub("(?<x>o)";"1","2")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[sub("o";"1","2";"g")]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@base64'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@base64|@base64d'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@base32'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@base32|@base32d'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@uri'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@html'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@sh'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@json'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@csv'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@text "a\(.)b"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@json "x\(.)"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@html "<\(.)>"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@uri "?q=\(.)"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@csv "\([.,1])"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@sh "echo \(.)"'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-15
{
printf '%s' '"Hello, World"' | jq -c '@base64 "\(.)"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'index("o")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'rindex("o")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'indices("o")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'indices("")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'index("")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.*0'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.*1'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.*2.7'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.*-1'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '0*.'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c './", "'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.+null'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.-"x"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'contains("World")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'inside("Hello, World!")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'tojson'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'fromjson?'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'tonumber?'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'try tonumber catch .'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-16
{
printf '%s' '"Hello, World"' | jq -c 'tostring'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'type'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ascii_downcase|@text'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("a";null)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test(["wor","i"])'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'match(["wor","i"]).string'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[match("(?<n>o)|(x)";"g")|.captures]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'splits("o")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[splits("O";"i")]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ascii(0)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'join(",")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ltrimstr(null)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"x\(1+1)y\("n\("d")")z"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.[2:4]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '.[0]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'limit(1;.)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'tojson|tojson'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@json|fromjson'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'getpath(["a"])'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-17
{
printf '%s' '"Hello, World"' | jq -c '[.,1]|tojson'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'explode|map(.+1)|implode'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ascii_downcase|explode|.[0]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("\d")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("[[:upper:]]")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("\p{L}";"x")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("(?<d>\w+)";"\(.d|ascii_upcase)")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'sub("$";"!")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'gsub("$";"!")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '[match("l*?";"g")|.length]'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("a.c";"x")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("HELLO";"ix")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'test("o";"q")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'match("o";"gn")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '@sh "\(1,"a b",null,true)"'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c 'ltrimstr("Hello, World")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"\u00e9\ud83d\ude00"|length,utf8bytelength,explode,@uri,ascii_downcase'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"a,b, c"|split(", *";null)'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"test"|ltrimstr("t","te")'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"abc"|test("B";"i","x")'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-18
{
printf '%s' '"Hello, World"' | jq -c '"	
\u0001\u007f"|.'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"x"*3'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"x"*0.5'; echo "rc $?"
printf '%s' '"Hello, World"' | jq -c '"x"*1e-9'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[]'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(.+0)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(-.)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(floor)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(tostring)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(tojson)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(tostring|tonumber)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'add'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'sort'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(.==.)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[7]==100000000000000000001'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(.*1)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(@text)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '@csv'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-19
{
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '@sh'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'max,min'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(isinfinite),map(isnan),map(isnormal)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(sqrt)'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(abs)?'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(%2)?'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[4]|floor'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '[.[]|tojson|length]'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[10]|tojson'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '[.[10]]|tojson'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '{a:.[10]}'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[10]+0'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[10] as $x|$x'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '[limit(3;.[])]'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'map(. as $x|[$x])'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'tojson'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'tostream'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c '.[-1:]'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'to_entries[4]'; echo "rc $?"
printf '%s' '[1,1.0,1.10,1e2,1E400,-0,0.1,100000000000000000000,3.14159265358979323846,1e-400,123456789012345678901234567890,-1.5,0.00001,1e17,1e16,12345678901234567]' | jq -c 'path(..)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-20
{
printf '%s' 'null' | jq -c 'pow(2;10)'; echo "rc $?"
printf '%s' 'null' | jq -c 'pow(2;0.5)'; echo "rc $?"
printf '%s' 'null' | jq -c 'log,exp'; echo "rc $?"
printf '%s' 'null' | jq -c '[1.5,2.5,-1.5]|map(round,nearbyint,rint,trunc,floor,ceil)'; echo "rc $?"
printf '%s' 'null' | jq -c 'drem(5;3)'; echo "rc $?"
printf '%s' 'null' | jq -c 'ldexp(1;3)'; echo "rc $?"
printf '%s' 'null' | jq -c 'scalb(1;3)'; echo "rc $?"
printf '%s' 'null' | jq -c 'scalbln(1;3)'; echo "rc $?"
printf '%s' 'null' | jq -c 'nearbyint'; echo "rc $?"
printf '%s' 'null' | jq -c 'atan2(1;2)'; echo "rc $?"
printf '%s' 'null' | jq -c 'fmin(1;2),fmax(1;2),fma(2;3;4)'; echo "rc $?"
printf '%s' 'null' | jq -c 'copysign(1;-2)'; echo "rc $?"
printf '%s' 'null' | jq -c 'hypot(3;4)?'; echo "rc $?"
printf '%s' 'null' | jq -c 'infinite,-infinite,nan|tostring'; echo "rc $?"
printf '%s' 'null' | jq -c '[nan]|sort'; echo "rc $?"
printf '%s' 'null' | jq -c 'nan<nan,nan==nan,nan>nan'; echo "rc $?"
printf '%s' 'null' | jq -c '[nan,1,null]|sort'; echo "rc $?"
printf '%s' 'null' | jq -c 'infinite|floor'; echo "rc $?"
printf '%s' 'null' | jq -c 'nan|floor'; echo "rc $?"
printf '%s' 'null' | jq -c '1e1000'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-21
{
printf '%s' 'null' | jq -c '-1e1000'; echo "rc $?"
printf '%s' 'null' | jq -c '[1e1000]'; echo "rc $?"
printf '%s' 'null' | jq -c '1/3'; echo "rc $?"
printf '%s' 'null' | jq -c '1e3'; echo "rc $?"
printf '%s' 'null' | jq -c '1000000000000000000'; echo "rc $?"
printf '%s' 'null' | jq -c '100000000000000000000'; echo "rc $?"
printf '%s' 'null' | jq -c '0.1+0.2'; echo "rc $?"
printf '%s' 'null' | jq -c '3.0'; echo "rc $?"
printf '%s' 'null' | jq -c '3.10'; echo "rc $?"
printf '%s' 'null' | jq -c '1.000000000000000000001'; echo "rc $?"
printf '%s' 'null' | jq -c '-0'; echo "rc $?"
printf '%s' 'null' | jq -c '0*-1'; echo "rc $?"
printf '%s' 'null' | jq -c '[.1,1.,1e0]'; echo "rc $?"
printf '%s' 'null' | jq -c '5/2'; echo "rc $?"
printf '%s' 'null' | jq -c '7%3'; echo "rc $?"
printf '%s' 'null' | jq -c '-7%3'; echo "rc $?"
printf '%s' 'null' | jq -c '7%-3'; echo "rc $?"
printf '%s' 'null' | jq -c '5.5%2'; echo "rc $?"
printf '%s' 'null' | jq -c '1e10%3'; echo "rc $?"
printf '%s' 'null' | jq -c 'nan%5'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-22
{
printf '%s' 'null' | jq -c '5%nan'; echo "rc $?"
printf '%s' 'null' | jq -c '5%infinite'; echo "rc $?"
printf '%s' 'null' | jq -c 'infinite%5'; echo "rc $?"
printf '%s' 'null' | jq -c '1%0'; echo "rc $?"
printf '%s' 'null' | jq -c '1/0'; echo "rc $?"
printf '%s' 'null' | jq -c '0/0'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2]-[2]'; echo "rc $?"
printf '%s' 'null' | jq -c '{}+{a:1}'; echo "rc $?"
printf '%s' 'null' | jq -c '{a:{b:1}}*{a:{c:2}}'; echo "rc $?"
printf '%s' 'null' | jq -c 'null+1'; echo "rc $?"
printf '%s' 'null' | jq -c '1+null'; echo "rc $?"
printf '%s' 'null' | jq -c '[]+null'; echo "rc $?"
printf '%s' 'null' | jq -c '{}-1'; echo "rc $?"
printf '%s' 'null' | jq -c '[]*2'; echo "rc $?"
printf '%s' 'null' | jq -c '"a"-1'; echo "rc $?"
printf '%s' 'null' | jq -c '{}/{}'; echo "rc $?"
printf '%s' 'null' | jq -c '[1]/[1]'; echo "rc $?"
printf '%s' 'null' | jq -c 'true+1'; echo "rc $?"
printf '%s' 'null' | jq -c '1==1.0,"1"==1,[]==[],{a:1}=={a:1.0}'; echo "rc $?"
printf '%s' 'null' | jq -c '1<2,"a"<"b",[]<{},null<false,false<true,true<0,0<"",""<[]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-23
{
printf '%s' 'null' | jq -c '[[],{},"a",1,null,true,false]|sort'; echo "rc $?"
printf '%s' 'null' | jq -c '[{a:1,b:2},{a:1},{b:0},{a:0,c:1}]|sort'; echo "rc $?"
printf '%s' 'null' | jq -c '1 as $x|$x'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,[2]]|getpath([1,0])'; echo "rc $?"
printf '%s' 'null' | jq -c 'gamma,lgamma_r,frexp,modf'; echo "rc $?"
printf '%s' 'null' | jq -c '[3,4]|.[0] as $a|$a'; echo "rc $?"
printf '%s' 'null' | jq -c 'significand,logb,trunc'; echo "rc $?"
printf '%s' 'null' | jq -c 'splits("a")'; echo "rc $?"
printf '%s' 'null' | jq -c 'mktime'; echo "rc $?"
printf '%s' 'null' | jq -c 'gmtime'; echo "rc $?"
printf '%s' 'null' | jq -c 'todate'; echo "rc $?"
printf '%s' 'null' | jq -c '1425599621.678|todate,gmtime,strftime("%s %j %U %e %k %l %p %c")'; echo "rc $?"
printf '%s' 'null' | jq -c '"x"|fromdate'; echo "rc $?"
printf '%s' 'null' | jq -c '[2015,2,5]|mktime'; echo "rc $?"
printf '%s' 'null' | jq -c '[2015,2,5,23,51,47,4,63]|mktime,todate,strftime("%c")'; echo "rc $?"
printf '%s' 'null' | jq -c '"10:20"|strptime("%H:%M")'; echo "rc $?"
printf '%s' 'null' | jq -c '["a"]|mktime'; echo "rc $?"
printf '%s' 'null' | jq -c '{}|strftime("%Y")'; echo "rc $?"
printf '%s' 'null' | jq -c 'ltrimstr("a")'; echo "rc $?"
printf '%s' 'null' | jq -c 'getpath(["a","b"])'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-24
{
printf '%s' 'null' | jq -c 'splits'; echo "rc $?"
printf '%s' 'null' | jq -c 'tojson'; echo "rc $?"
printf '%s' 'null' | jq -c '@base64d'; echo "rc $?"
printf '%s' 'null' | jq -c '"YWJj"|@base64d'; echo "rc $?"
printf '%s' 'null' | jq -c '"YW"|@base64d'; echo "rc $?"
printf '%s' 'null' | jq -c '"!!"|@base64d'; echo "rc $?"
printf '%s' 'null' | jq -c '"YWJjZA"|@base64d'; echo "rc $?"
printf '%s' 'null' | jq -c '"MFRGG==="|@base32d'; echo "rc $?"
printf '%s' 'null' | jq -c '"MFRGG"|@base32d'; echo "rc $?"
printf '%s' 'null' | jq -c 'env.HOME|type'; echo "rc $?"
printf '%s' 'null' | jq -c '$ENV.PATH|type'; echo "rc $?"
printf '%s' 'null' | jq -c '[limit(5;range(10))]'; echo "rc $?"
printf '%s' 'null' | jq -c '[limit(0;1,2)]'; echo "rc $?"
printf '%s' 'null' | jq -c 'first(range(10;0;-1))'; echo "rc $?"
printf '%s' 'null' | jq -c '[first(empty)]'; echo "rc $?"
printf '%s' 'null' | jq -c 'isempty(empty),isempty(1,error("x"))'; echo "rc $?"
printf '%s' 'null' | jq -c '[.[]?]'; echo "rc $?"
printf '%s' 'null' | jq -c 'error("x")'; echo "rc $?"
printf '%s' 'null' | jq -c 'try error("x") catch .'; echo "rc $?"
printf '%s' 'null' | jq -c 'try error catch .'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-25
{
printf '%s' 'null' | jq -c 'try (1,error("x"),3) catch .'; echo "rc $?"
printf '%s' 'null' | jq -c '.a?'; echo "rc $?"
printf '%s' 'null' | jq -c '[.[]|1]?'; echo "rc $?"
printf '%s' 'null' | jq -c '(1,2)|.+1'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,3]|IN(.[];2,3)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2]|INDEX(.)'; echo "rc $?"
printf '%s' 'null' | jq -c 'INDEX({id:1,v:2},{id:2,v:3};.id)'; echo "rc $?"
printf '%s' 'null' | jq -c '[{id:1,a:2}]|INDEX(.id)'; echo "rc $?"
printf '%s' 'null' | jq -c 'GROUP_BY(.)?'; echo "rc $?"
printf '%s' 'null' | jq -c '[JOIN({"1":"x"};[[1],[2]][];.[0]|tostring)]'; echo "rc $?"
printf '%s' 'null' | jq -c '[[1,2]|JOIN({"1":"x"};tostring)]'; echo "rc $?"
printf '%s' 'null' | jq -c 'ascii(97)'; echo "rc $?"
printf '%s' 'null' | jq -c '@text,@json'; echo "rc $?"
printf '%s' 'null' | jq -c 'splits(1;2)'; echo "rc $?"
printf '%s' 'null' | jq -c 'getpath([])'; echo "rc $?"
printf '%s' 'null' | jq -c 'path(.)'; echo "rc $?"
printf '%s' 'null' | jq -c 'path(1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'try path(1) catch .'; echo "rc $?"
printf '%s' 'null' | jq -c '[paths(..)]'; echo "rc $?"
printf '%s' 'null' | jq -c 'tojson|fromjson'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-26
{
printf '%s' 'null' | jq -c '"[1,2"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"nan"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"NaN"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"{"a":nan}"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"1 2"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '""|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"  3 "|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"\u0000"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '""a"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"tru"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"[1,]"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c '"{a:1}"|fromjson'; echo "rc $?"
printf '%s' 'null' | jq -c 'input_filename'; echo "rc $?"
printf '%s' 'null' | jq -c '$__prog_name'; echo "rc $?"
printf '%s' 'null' | jq -c 'halt_error'; echo "rc $?"
printf '%s' 'null' | jq -c 'ltrimstr(1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'tojson'; echo "rc $?"
printf '%s' 'null' | jq -c 'getpath(["x",0])'; echo "rc $?"
printf '%s' 'null' | jq -c 'limit(1;error)'; echo "rc $?"
printf '%s' 'null' | jq -c '@sh "x \([1,"a"])"'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-27
{
printf '%s' 'null' | jq -c '[1,[2]]|@sh'; echo "rc $?"
printf '%s' 'null' | jq -c '{a:1}|@csv'; echo "rc $?"
printf '%s' 'null' | jq -c '[[1]]|@csv'; echo "rc $?"
printf '%s' 'null' | jq -c '[{}]|@tsv'; echo "rc $?"
printf '%s' 'null' | jq -c '["a	b\c

"]|@tsv'; echo "rc $?"
printf '%s' 'null' | jq -c '["a"b",1.50,true,null]|@csv,@tsv'; echo "rc $?"
printf '%s' 'null' | jq -c '"<&>\u0027""|@html'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,"<"]|@html'; echo "rc $?"
printf '%s' 'null' | jq -c '"é /?"|@uri'; echo "rc $?"
printf '%s' 'null' | jq -c '[3,1]|tojson|@json'; echo "rc $?"
printf '%s' 'null' | jq -c 'splits("";"")'; echo "rc $?"
printf '%s' 'null' | jq -c 'getpath("a")'; echo "rc $?"
printf '%s' 'null' | jq -c 'setpath("a";1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'setpath([];1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'setpath([1,"a"];1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'delpaths([["a"]])'; echo "rc $?"
printf '%s' 'null' | jq -c 'delpaths(1)'; echo "rc $?"
printf '%s' 'null' | jq -c 'delpaths([[]])'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-28
{
printf '%s' 'null' | jq -c 'to_entries'; echo "rc $?"
printf '%s' 'null' | jq -c 'tostream'; echo "rc $?"
printf '%s' 'null' | jq -c 'fromstream(1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]]))'; echo "rc $?"
printf '%s' 'null' | jq -c '[1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])]'; echo "rc $?"
printf '%s' 'null' | jq -c '[{"a":[1,2]}|tostream]'; echo "rc $?"
printf '%s' 'null' | jq -c 'fromstream({"a":[1,{"b":2}]}|tostream)'; echo "rc $?"
printf '%s' 'null' | jq -c 'input_line_number'; echo "rc $?"
printf '%s' 'null' | jq -c 'limit(3;repeat("x"))'; echo "rc $?"
printf '%s' 'null' | jq -c '[.[]?//"d"]'; echo "rc $?"
printf '%s' 'null' | jq -c '(null,false,1)//2'; echo "rc $?"
printf '%s' 'null' | jq -c 'first((null,false)//3)'; echo "rc $?"
printf '%s' 'null' | jq -c '[false,1]|.[]//9'; echo "rc $?"
printf '%s' 'null' | jq -c 'empty//1'; echo "rc $?"
printf '%s' 'null' | jq -c 'error//1'; echo "rc $?"
printf '%s' 'null' | jq -c '[recurse(if .<3 then .+1 else empty end)]?'; echo "rc $?"
printf '%s' 'null' | jq -c '2|[recurse(if .<20 then .*. else empty end)]'; echo "rc $?"
printf '%s' 'null' | jq -c '2|[recurse(.*.;.<20)]'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,[[2]]]|flatten,flatten(1),flatten(0)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1]|flatten(-1)'; echo "rc $?"
printf '%s' 'null' | jq -c '[[1,2],[3]]|transpose,add,combinations'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-29
{
printf '%s' 'null' | jq -c '[0,1]|[combinations(2)]'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,[2,3]]|walk(if type=="array" then reverse else . end)'; echo "rc $?"
printf '%s' 'null' | jq -c '{"b":1,"a":2}|keys,keys_unsorted,to_entries,map_values(.+1),map(.+1),del(.a),has("a"),has("z"),length,tojson,add,any,all,with_entries(.key|=ascii_upcase)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2]|has(0),has(5),has(-1)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1]|has("a")'; echo "rc $?"
printf '%s' 'null' | jq -c '{}|has(0)'; echo "rc $?"
printf '%s' 'null' | jq -c '"a"|in({"a":1}),in({})'; echo "rc $?"
printf '%s' 'null' | jq -c '"foobar"|contains("bar")'; echo "rc $?"
printf '%s' 'null' | jq -c '["foobar","baz"]|contains(["bar"])'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":[1,{"b":2}]}|contains({a:[{b:2}]})'; echo "rc $?"
printf '%s' 'null' | jq -c '1|contains("a")'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,1]|index(1),rindex(1),indices(1),indices([]),unique'; echo "rc $?"
printf '%s' 'null' | jq -c '[{"a":1},{"a":2}]|map(.a),min_by(.a),max_by(.a),group_by(.a),unique_by(.a),sort_by(.a,.b)'; echo "rc $?"
printf '%s' 'null' | jq -c '[]|min,max,add,first,last,min_by(.),unique,group_by(.),transpose,join(","),flatten,any,all,implode,from_entries'; echo "rc $?"
printf '%s' 'null' | jq -c '["a",1,null,true]|join("-")'; echo "rc $?"
printf '%s' 'null' | jq -c '[[1]]|join(",")'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,null]|join(1)'; echo "rc $?"
printf '%s' 'null' | jq -c '[{"name":"a","value":1},{"k":"b","v":2},{"key":null,"value":3},{"key":false},{"Name":"n","Value":4},{"K":"kk","V":null}]|from_entries'; echo "rc $?"
printf '%s' 'null' | jq -c '[65,1114112]|implode'; echo "rc $?"
printf '%s' 'null' | jq -c '["a"]|implode'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-30
{
printf '%s' 'null' | jq -c '[55296]|implode'; echo "rc $?"
printf '%s' 'null' | jq -c '"abc"|ascii_downcase|explode'; echo "rc $?"
printf '%s' 'null' | jq -c 'getpath(["a"])|=3'; echo "rc $?"
printf '%s' 'null' | jq -c '.a.b|=1'; echo "rc $?"
printf '%s' 'null' | jq -c '.a[1]=2'; echo "rc $?"
printf '%s' 'null' | jq -c '.["a","b"]=1'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,3]|(.[]|select(.==2))=9'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1}|.b=.a'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":[1]}|.a+=[2]'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":null}|.a//=3'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":{"b":1}}|.a.b as $x|.c=$x'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1}|to_entries[]|[.key,.value]'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1,"b":2}|.[]+=1'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1}|.a|=empty'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,3]|.[]|=empty'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1}|with_entries(select(.value>1))'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":1}|del(.a,.b)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,3]|to_entries|map(select(.key>0))|from_entries?'; echo "rc $?"
printf '%s' 'null' | jq -c '{"a":{"b":{"c":1}}}|[paths],[paths(type=="number")],[getpath(["a","b"],["x","y"])],pick(.a.b.c),pick(.x.y)'; echo "rc $?"
printf '%s' 'null' | jq -c '[1,2,3]|pick(.[1]),pick(first)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-31
{
printf '%s' 'null' | jq -c '[[1,2],[3]]|pick(.[0][1])'; echo "rc $?"
printf '%s' 'null' | jq -c 'pick(.a|select(.))'; echo "rc $?"
printf '%s' 'null' | jq -c '[1]|pick(.[-1])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {a:$x,b:[$y,{c:$z}]}|[$x,$y,$z]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {$a,d:{$e}}|[$a,$e]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {"a":$x}|$x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {("a","d"):$x}|$x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {$a:[$q]}?//$a|[$a]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b as [$x,$y]|$y'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.[] as [$a]?//$a|[$a]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[[1,2]]|.[] as [$a,$b]|{a:$a,b:$b}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a as $x|.b as [$y]|$x+$y'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {a:$x,nope:$y}|[$x,$y]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b as [$p,{c:$q}]|$q'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[[3]]|.[] as [$a]?//[$b]|if $a!=null then error("err: \($a)") else {$a,$b} end'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a as [$x]|$x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as [$x]|$x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {a:$x}?//[$x]|$x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{(.a|tostring):1}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{a,b:.a}'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-32
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{"x y":1}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{"a\(1)":2}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{@base64 "x":1}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{$__loc__}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{a:(1,2)}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{(("x","y")):1}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{a:1,a:2}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a as $v|{$v}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{"a":.b[]}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{a:1|2}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{if:1,then:2,and:3,reduce:4}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.and'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{a}.a'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.d|{e}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{"a","b"}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[.a,.b[1].c]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a as $x|def f($y):$x+$y;f(2)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def f(g):[g,g];f(1,2)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def f($a;$b):$a+$b;f(1,2;10,20)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def fac:if .<=1 then 1 else .*(.-1|fac) end;5|fac'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-33
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def f:def g:3;g;f'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def f(x):x|x;2|f(.*.)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'def f($x):$x|x;1|f(2)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[limit(3;def r:.,(.+1|r);0|r)]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as $dot|[1]|map($dot.a)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'reduce (1,2,3) as $x (null;.+$x)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'reduce ([1,2],[3,4]) as [$a,$b] (0;.+$a*$b)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[foreach ([1,2],[3,4]) as [$a,$b] (0;.+$a;[.,$b])]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a|if .==1 then "y" end'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'if false then 1 end'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'if (true,false) then 1 else 2 end'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'if empty then 1 else 2 end'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[if 1,null then 2 else 3 end]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'true and false,(true or error),(false and error),(null|not)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '(true,false) and (true,false)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '(true,false) or (true,false)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a==1 and .b!=null'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '1,2|.*10'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[1,2|.*10]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '1 as $x|2 as $x|$x'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-34
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '"\(1;2)"'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'try (try error("a") catch error("b")) catch .'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[.[]|try error catch .]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '(try error("x") catch .)|length'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a.b.c?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '(.a|error)?//"alt"'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[.b[]?]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b[0]?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '..|numbers'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[..|scalars]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[..]|length'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.. |= .'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[.. |select(type=="number")]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'label $f|1,break $f,2'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[label $a|label $b|1,break $a,2]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'break $x'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'limit(1;1,error)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[.[]|numbers,strings,nulls,booleans,iterables,values]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'getpath(["b",1,"c"])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[paths]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-35
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'to_entries|map("\(.key)=\(.value)")|join("&")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'tojson|fromjson==.'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'input'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'try input catch .'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[inputs]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'debug|.a'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'debug("x\(.a)")|.a'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'stderr|.a'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'input_line_number'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '$__prog_args'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'ltrimstr("a")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'splits("a")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '$ENV|has("PATH")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'env|has("PATH")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '@json "v=\(.a)"'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'getpath(["a","b"])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '(.a,.d.e)|=.+1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.d|=with_entries(.value+=1)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b[1].c|=tostring'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.["b"][1]["c"]'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-36
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b|.[1].c'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b[1:]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b|first,last'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'del(.b[0])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'del(.d,.a)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'delpaths([["a"],["d","e"]])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'to_entries|length'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.x.y.z=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.b[3]=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.d+={f:5}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.d*={e:{g:1}}'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a-=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a/=2'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a%=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.x//=3'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '.a|=.+1|.d.e'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as [] | 1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {} | 1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '. as {$a,} | 1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'reduce .[] as $x (0;1;2)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-37
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'foreach 1 as $x (0;1;2;3)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'import "a" as a;1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'include "a";1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'modulemeta'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'get_search_list'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'ltrimstr(1;2)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '"abc" | .[1:2] = "x"'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'try ("abc" | .[1:2] = "x") catch .'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '$__loc__.line'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[splits("a","b")]?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '@text'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'tojson'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'limit(2;.b[])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'first(.b[])'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'until(.>100;.*2)?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '2|until(.>100;.*2)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[2|while(.<100;.*2)]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[limit(5;1|repeat(.*2))]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'inputs'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'getpath(["a"];1)'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-38
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'error'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'error("\(.a)")'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'error(.)'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'try error(.) catch .d'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{}|.a.b|=3'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[]|.[2]|=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'null|.[1:3]=[1]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'null|.[-1]=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[1]|.["a"]=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{}|.[0]=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{}|.[[1]]=1'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[1,2,1]|.[[1]]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '1|.[0]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '1|.a'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '"a"|.b'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'null|.a,.[0],.[1:2]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'true|.[]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[1]|.[{}]'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '{"a":1}|.["a"]?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[{"start":1}]|.[0].start'; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-39
{
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '[1,2,3]|.[{"start":1}]?'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c '@base32d'; echo "rc $?"
printf '%s' '{"a":1,"b":[2,{"c":3}],"d":{"e":4}}' | jq -c 'tojson|.[0:5]'; echo "rc $?"
jq -nc '[1]?[0]' </dev/null; echo "rc $?"
jq -nc '(1)?.a' </dev/null; echo "rc $?"
jq -nc '[1]?|.[0]' </dev/null; echo "rc $?"
jq -nc '(1)?//2' </dev/null; echo "rc $?"
jq -nc '-(1)?' </dev/null; echo "rc $?"
jq -nc '1?+1' </dev/null; echo "rc $?"
jq -nc '"a"? as $x|$x' </dev/null; echo "rc $?"
jq -nc '.a? as $x|$x' </dev/null; echo "rc $?"
jq -nc '.[]? as $x|$x' </dev/null; echo "rc $?"
jq -nc '.a?.b as $x|1' </dev/null; echo "rc $?"
jq -nc '.a.b? as $x|1' </dev/null; echo "rc $?"
jq -nc '(1)?? ' </dev/null; echo "rc $?"
jq -nc '.a??' </dev/null; echo "rc $?"
jq -nc '(.a)?.b' </dev/null; echo "rc $?"
jq -nc 'try 1?' </dev/null; echo "rc $?"
jq -nc '{a:1}?' </dev/null; echo "rc $?"
jq -nc '{a:.b?}' </dev/null; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-40
{
jq -nc '$__loc__? as $x|1' </dev/null; echo "rc $?"
jq -nc 'f? as $x|1' </dev/null; echo "rc $?"
jq -nc 'reduce .a? as $x (0;1)' </dev/null; echo "rc $?"
jq -nc 'reduce (1)? as $x (0;1)' </dev/null; echo "rc $?"
jq -nc '1|.a' </dev/null; echo "rc $?"
jq -nc '"x"|.["yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"]' </dev/null; echo "rc $?"
jq -nc '"x"|.["yyyyyyyyyyy"]' </dev/null; echo "rc $?"
jq -nc '"x"|.["yyyyyyyyyy"]' </dev/null; echo "rc $?"
jq -nc '[]|.["a"]' </dev/null; echo "rc $?"
jq -nc '"x"|.[" \"value\":\"1\", \"a b\":-1},\"key\"b\":\"b\""]' </dev/null; echo "rc $?"
jq -nc '[1]|.["é\n"]' </dev/null; echo "rc $?"
jq -nc '1|.["a"]="b"' </dev/null; echo "rc $?"
jq -nc 'null|getpath([[]])' </dev/null; echo "rc $?"
jq -nc 'null|getpath([true])' </dev/null; echo "rc $?"
jq -nc 'null|getpath([{}])' </dev/null; echo "rc $?"
jq -nc 'null|getpath(["a",[]])' </dev/null; echo "rc $?"
jq -nc '1|getpath(["a"])' </dev/null; echo "rc $?"
jq -nc '{}|getpath(["a",true])' </dev/null; echo "rc $?"
jq -nc '{}|getpath([{}])' </dev/null; echo "rc $?"
jq -nc 'halt_error(-1)' </dev/null; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-41
{
jq -nc 'halt_error(1.7)' </dev/null; echo "rc $?"
jq -nc 'halt_error(300)' </dev/null; echo "rc $?"
jq -nc 'halt_error("x")' </dev/null; echo "rc $?"
jq -nc '[1,2]|halt_error(-3)' </dev/null; echo "rc $?"
jq -nc 'scalb(3;1.5)' </dev/null; echo "rc $?"
jq -nc 'ldexp(3;1.5)' </dev/null; echo "rc $?"
jq -nc 'scalbln(3;1.5)' </dev/null; echo "rc $?"
jq -nc 'scalb(1;-infinite)' </dev/null; echo "rc $?"
jq -nc 'scalb(1;infinite)' </dev/null; echo "rc $?"
jq -nc 'scalb(0;infinite)' </dev/null; echo "rc $?"
jq -nc '{a:1}|unique' </dev/null; echo "rc $?"
jq -nc '{a:1}|sort' </dev/null; echo "rc $?"
jq -nc '{a:1}|sort_by(.)' </dev/null; echo "rc $?"
jq -nc '{a:1}|group_by(.)' </dev/null; echo "rc $?"
jq -nc '{a:1}|min' </dev/null; echo "rc $?"
jq -nc '{a:1}|min_by(.)' </dev/null; echo "rc $?"
jq -nc '{a:1}|max' </dev/null; echo "rc $?"
jq -nc '{}|max' </dev/null; echo "rc $?"
jq -nc '{a:1}|unique_by(.)' </dev/null; echo "rc $?"
jq -nc '1|unique' </dev/null; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-42
{
jq -nc '1|min_by(.)' </dev/null; echo "rc $?"
jq -nc '"a"|sort' </dev/null; echo "rc $?"
jq -nc 'null|sort' </dev/null; echo "rc $?"
jq -nc '{}|min_by(.)' </dev/null; echo "rc $?"
jq -nc 'null|group_by(.)' </dev/null; echo "rc $?"
jq -nc '{}|group_by(.)' </dev/null; echo "rc $?"
jq -nc 'null|min' </dev/null; echo "rc $?"
jq -nc '1|min' </dev/null; echo "rc $?"
jq -nc '"x"|unique_by(.)' </dev/null; echo "rc $?"
jq -nc '{}|transpose' </dev/null; echo "rc $?"
jq -nc '{a:[1,2]}|transpose' </dev/null; echo "rc $?"
jq -nc '[[1],[2,3]]|transpose' </dev/null; echo "rc $?"
jq -nc '[{a:1}]|transpose' </dev/null; echo "rc $?"
jq -nc '[]|transpose' </dev/null; echo "rc $?"
jq -nc '[1]|transpose' </dev/null; echo "rc $?"
jq -nc '"a\u0000b"|error' </dev/null; echo "rc $?"
jq -nc '"a\u0000b"|tonumber' </dev/null; echo "rc $?"
jq -nc '"1\u0000b"|tonumber' </dev/null; echo "rc $?"
jq -nc '"a\u0000b"|fromjson' </dev/null; echo "rc $?"
jq -nc '"1\u00002"|fromjson' </dev/null; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-filters-43
{
jq -nc '[0,1e-400,-1e-400]|sort' </dev/null; echo "rc $?"
jq -nc '[1,2]|.[{"start":1,"end":null}]' </dev/null; echo "rc $?"
jq -nc '[1,2]|.[{"start":1}]' </dev/null; echo "rc $?"
jq -nc '[1,2]|.[{"end":1}]=3' </dev/null; echo "rc $?"
jq -nc '[1,2]|.[{"start":1}]=[3]' </dev/null; echo "rc $?"
jq -nc '"abc"|.[{}]' </dev/null; echo "rc $?"
jq -nc 'null|.[{}]' </dev/null; echo "rc $?"
jq -nc '[1,2]|del(.[{"start":1}])' </dev/null; echo "rc $?"
jq -nc '@sh "\(1;2)"' </dev/null; echo "rc $?"
jq -nc 'first(input)' </dev/null; echo "rc $?"
jq -nc '[limit(3;input)]' </dev/null; echo "rc $?"
} 2>errors
cat errors
rm errors
#### jq-places
{
printf '1' | jq input; printf '1\n' | jq -c '[., input_line_number, input]'; printf '1' > f1; printf '{"a":nan}00' > f2; jq '.x' f1 missing; jq '.x' f2 missing; jq -Rs '.x' d 2>/dev/null; jq -s '.x' f1; jq -n '[inputs, input_filename]' -c f1 missing; jq -n '[inputs] | input_filename' f1; jq -n '[inputs] | error' f2; printf '1' | jq -cs --seq 'error(null)'; printf '[1,' | jq -cs --seq .; printf '{"x":1.1\0' | jq .; printf '1\0002' | jq .; jq -M -C -n '[1]'; jq -C -M -n '[1]'; jq -nC '[nan, null]'; jq -n --raw-output0 -j '1, "a"' | od -c; jq -nc '[[]] | [paths(type == "number")]'; jq -nc '1 | [paths(error)]'; jq -nc '"a" | [scan("\\u0061", "\\q")]'
} 2>errors
cat errors
rm errors
#### jq-debug-style
jq -ncaS '{b:"é",a:1}|debug' 2>&1; jq -nC '[{b:1}]|debug("x\(.)")' 2>&1; jq --tab -nC '{b:[]}|debug' 2>&1
