# Rows of yq. There is no package of mikefarah's yq that the machine that records could install, so that these rows are
# not recorded from it: they are what a session printed, checked by hand against its manual. Values of YAML texts were
# compared with libyaml's (PyYAML 6.0.3) for 4,453 files, XML and TOML with Python's own readers.
#### fields
exec 2>&1
printf 'a:\n  b: 1\n  c: [x, y]\nd: "z"\n' > f.yml
yq '.a.b' f.yml; yq .a f.yml; yq '.a.c[]' f.yml; yq '.a.c[-1]' f.yml; yq '.nope' f.yml; yq '.nope.deeper' f.yml
yq f.yml; cat f.yml | yq; cat f.yml | yq .d -; cat f.yml | yq '.d'; yq eval '.d' f.yml; yq e .d f.yml
yq '.a | keys' f.yml; yq '.a | length' f.yml; yq '.a.c | length' f.yml; yq '."d"' f.yml; yq '.["d"]' f.yml
yq '.a[]' f.yml; yq '..' f.yml; yq 'has("a")' f.yml; yq '.a | has("q")' f.yml
#### assignments
exec 2>&1
printf '# top\nname: app   # the name\nversion: "1.0"\n\n# what it needs\ndeps:\n- a\n- b # bee\nnested:\n    x: 0x1F\n    y: yes\n' > f.yml
yq '.version = "2.0"' f.yml; yq '.name |= ascii_upcase' f.yml; yq '.nested.x += 1' f.yml; yq 'del(.deps[0])' f.yml
yq -i '.deps += ["c"] | .nested.new = {"k": [1, true, null]}' f.yml; cat f.yml
yq --inplace 'del(.version) | .nested.y = "no"' f.yml; cat f.yml
yq --in-place '.a.b.c = 3' f.yml; cat f.yml
#### in place, each file
exec 2>&1
printf 'a: 1\n' > x.yml; printf '# y\na: 2\n' > y.yml
yq -i '.a *= 10' x.yml y.yml; cat x.yml y.yml
yq -i '.a = 1'; echo $?; yq -i -n '.a = 1' x.yml; echo $?; yq -i '.a[' x.yml; echo $?; cat x.yml
yq -i '.a.b' x.yml; echo $?; cat x.yml
#### comments stay with their entries
exec 2>&1
cat > f.yml <<'E'
# head of the file

# of a
a: 1 # line a
# of b
b:
  # first
  - one # l1

  # second
  - two
  # behind two
# of c
c: {x: 1, y: [1,2]} # flow
# last
E
yq . f.yml; yq 'del(.b[0])' f.yml; yq 'del(.a)' f.yml; yq '.b |= reverse' f.yml; yq '.c.x = 2' f.yml; yq '.b' f.yml; yq '.a = "s" | .z = 1' f.yml
yq 'sort_keys(.)' f.yml; yq 'to_entries | reverse | from_entries' f.yml
#### scalars keep their style
exec 2>&1
cat > f.yml <<'E'
p: plain
s: 'single'
d: "double\t1"
l: |
  one
  two
k: |-
    four
    spaces
f: >
  folded
  text

  next
m: many
  lines
n: ~
e:
t: 2001-12-14
o: 0o17
u: 1_000
g: .inf
E
yq . f.yml; yq '.l, .f, .m, .d, .n, .e, .o, .u, .g' f.yml; yq -o json . f.yml
yq '.p = "new" | .s = "it'"'"'s" | .d = "x" | .l = "x\ny\n" | .f = "q" | .t = "2002-01-01"' f.yml
yq -n '{"a": "true", "b": "12", "c": "", "d": " x", "e": "a: b", "f": "x #y", "g": "- z", "h": "l1\nl2", "i": "null", "j": "\u0001", "k": "@x", "l": "1.5", "m": "~", "n": "yes"}'
#### anchors, aliases and merges
exec 2>&1
cat > f.yml <<'E'
base: &base
  x: 1
  y: 2
one:
  <<: *base
  y: 3
two: *base
list: [&n 5, *n]
E
yq . f.yml; yq -o json -I0 . f.yml; yq '.one.x' f.yml; yq '.two.y' f.yml; yq '.base.x = 9' f.yml; yq '.one.x = 7' f.yml; yq 'del(.one.x)' f.yml
yq '.two.x = 4' f.yml; yq 'explode(.)' f.yml; yq .one f.yml; yq -P . f.yml
printf 'a: *nope\n' | yq .; echo $?
printf 'a: &a [x, x]\nb: &b [*a, *a]\n' | yq -o json -I0 .
printf '<<: 5\n' | yq .; echo $?
#### tags
exec 2>&1
printf 'a: !Ref x\nb: !!str 12\nc: !Sub {k: v}\nd: !!int "3"\ne: !!float 2\nf: !<tag:x,1> q\n' > f.yml
yq . f.yml; yq -o json -I0 . f.yml; yq '.a = "y"' f.yml; yq '.[] | tag' f.yml; yq '.[] | kind' f.yml
#### documents
exec 2>&1
printf 'a: 1\n---\na: 2\n---\n# three\na: 3\n' > f.yml
yq . f.yml; yq .a f.yml; yq -N .a f.yml; yq --no-doc .a f.yml; yq 'select(di == 1)' f.yml; yq 'select(documentIndex == 0).a' f.yml
yq 'document_index' f.yml; yq 'filename, fileIndex' f.yml; yq '.b = di' f.yml; yq --slurp -o json -I0 . f.yml
printf -- '---\na: 1\n' | yq .; printf -- '---\na: 1\n' | yq -N .; printf -- '---\na: 1\n' | yq .a; printf '%%YAML 1.2\n---\na: 1\n...\n' | yq .
printf '' | yq .; printf '# only\n' | yq .; printf 'a: 1' | yq .; printf '' | yq '.a = 1'
#### eval-all
exec 2>&1
printf 'a: 1\nb: {x: 1}\nl: [1]\n' > 1.yml; printf '# two\nb: {y: 2}\nc: 3\nl: [2]\n' > 2.yml
yq eval-all '. as $item ireduce ({}; . * $item)' 1.yml 2.yml; yq ea 'select(fi == 0) * select(fi == 1)' 1.yml 2.yml
yq ea 'select(fileIndex == 0) *+ select(fileIndex == 1)' 1.yml 2.yml; yq ea '[.]' -o json -I0 1.yml 2.yml; yq ea '[.[] | select(tag == "!!map")] | length' 1.yml 2.yml
yq ea '.a' 1.yml 2.yml; yq ea -i '. as $i ireduce ({}; . * $i)' 1.yml 2.yml; cat 1.yml; yq ea 'select(di == 0)' 2.yml; yq ea '{"all": [.c]}' 1.yml 2.yml
yq '.a' 1.yml 2.yml; yq 'filename' 1.yml 2.yml
#### merging
exec 2>&1
yq -n -o json -I0 '{"a": [1], "b": {"c": 1}} * {"a": [2], "b": {"d": 2}}, {"a": [1]} *+ {"a": [2]}, {"a": [{"x": 1}]} *d {"a": [{"y": 2}, 3]}, {"a": 1} *n {"a": 2, "b": 3}, {"a": 1} *? {"a": 2, "b": 3}, (3 * 4)'
#### JSON
exec 2>&1
printf '{"b": 1, "a": {"x": [1, 2.50, 1e3, 12345678901234567890]}, "s": "\\u00e9\\n"}' > f.json
yq . f.json; yq -o yaml . f.json; yq -oy -P . f.json; yq -o=json -I=0 . f.json; yq -o json -I 4 .a f.json; yq -ojson --indent 0 .a.x f.json; yq --output-format=json .s f.json; yq -r .s f.json
yq --unwrapScalar .s f.json; yq -r=false .s f.json; cat f.json | yq; cat f.json | yq -P; cat f.json | yq --prettyPrint .a; cat f.json | yq -p json .b; yq -j .a f.json; yq --tojson .b f.json
yq -S -o json -I0 . f.json; yq --sort-keys . f.json; yq -S -o yaml . f.json; yq -i '.b = 2' f.json; cat f.json; yq -c . f.json; yq --compact-output . f.json; yq --ascii-output -c .s f.json; yq --raw-output .s f.json
printf '{"a":1}\n{"a":2}\n' | yq -p json -o json -I0 .; printf '{"a":}' | yq -p json .; echo $?; yq -y . f.json; yq -Y .b f.json; yq --yaml-output .b f.json; yq --yaml-roundtrip .b f.json
#### XML
exec 2>&1
printf '<?xml version="1.0" encoding="UTF-8"?>\n<cat legs="4" xmlns:q="u">\n  <says>meow</says>\n  <says>purr &amp; x</says>\n  <!-- c -->\n  <q:legs>7</q:legs><e/>\n</cat>\n' > f.xml
yq . f.xml; yq -o yaml . f.xml; yq -p xml -o json . < f.xml; yq -oy '.cat.says[1]' f.xml; yq -p x -o x '.cat.new = "a<b"' < f.xml; yq '.cat["+@legs"] = "5" | del(.cat.says)' f.xml
printf 'cat:\n  +@name: tiger\n  +content: cool\nlist:\n  i: [1, 2]\n' | yq -o xml; printf 'a: {b: {c: 1}}\n' | yq -x .; printf 'a: {b: {c: 1}}\n' | yq --xml-output -I 4; printf '<a>x<b>y</b>z</a>' | yq -p xml -oy .
printf '<a b="1">t</a>' | yq -p xml -oy --xml-attribute-prefix @ --xml-content-name '#text' .; printf '<?xml version="1.0"?><!DOCTYPE a><a><?pi x?></a>' | yq -p xml -oy .
printf '<?xml version="1.0"?><!DOCTYPE a><a/>' | yq -p xml -oy --xml-skip-proc-inst --xml-skip-directives .; printf '<?xml version="1.0"?><!DOCTYPE a><a/>' | yq -p xml -oy --xml-directive-name D --xml-proc-inst-prefix P_ .
printf '<a><b></a>' | yq -p xml .; echo $?; printf '[1]' | yq -o xml; echo $?; printf 'a b: 1' | yq -o xml; echo $?
#### TOML
exec 2>&1
cat > f.toml <<'E'
# head
title = "x" # t

[owner]
name = 'Tom'
dob = 1979-05-27T07:32:00-08:00
n = 1_000

[servers.a]
ip = "1.2.3.4"
ports = [ 80, 443 ]

[[p]]
k = 1

[[p]]
k = { z = 2 }
E
yq . f.toml; yq -o json . f.toml; yq -oy . f.toml; yq .servers.a.ports[1] f.toml; yq -i '.owner.name = "Ann" | .servers.b.ip = "x" | .p += [{"k": 3}]' f.toml; cat f.toml
printf 'a: {b: 1.5, c: [x, true]}\nl: [{q: 1}]\nd: 1\n' | yq -o toml; printf 'a: {b: 1}\n' | yq -t .; printf 'a: null\n' | yq --toml-output .; echo $?; printf 'a = \n' | yq -p toml .; echo $?; printf 'a = 1\na = 2\n' | yq -p toml .; echo $?
#### CSV and TSV
exec 2>&1
printf 'n,v,w\na,1,true\n"b, ""c""",,1.5\n' > f.csv
yq . f.csv; yq -o json -I0 . f.csv; yq -oy '.[0].v' f.csv; yq -o tsv . f.csv; yq --csv-auto-parse=false -o json -I0 . f.csv; yq -i '.[0].v = 2' f.csv; cat f.csv
printf 'n\tv\na\t1\n' | yq -p tsv -o csv; printf 'n\tv\na\t1\n' | yq -p tsv --tsv-auto-parse=false -oj -I0; printf 'n;v\na;1\n' | yq -p csv --csv-separator ';' -oy; printf -- '- [a, b]\n- [1, "x y"]\n' | yq -o csv; printf '[1, "a,b"]' | yq -o csv
printf '{a: 1}' | yq -o csv; echo $?; printf '[{a: [1]}]' | yq -o csv; echo $?; printf '"a' | yq -p csv; echo $?
#### properties, shell and others
exec 2>&1
printf '# c\na:\n  b: 1 # l\n  c: [x, "y z"]\n' > f.yml
yq -o props . f.yml; yq -o p --properties-separator ': ' . f.yml; yq -o props --properties-array-brackets . f.yml; yq -o shell . f.yml; printf 'a.b = 1\na.c.0 = x y\nq: z\\\n  more\n' | yq -p props -oy
printf '"a b&c"' | yq -o uri; printf 'a%%20b' | yq -p uri -oy; printf 'hi' | yq -o base64; printf 'aGk=' | yq -p base64 -oy; printf '[1]' | yq -o base64; echo $?
#### functions
exec 2>&1
printf 'a: "b: [1, 2]"\nm: {z: 1, y: {q: 2}}\nl: [3, 1, 2]\n' > f.yml; printf 'k: v\n' > o.yml; printf '<r>1</r>' > o.xml; printf 'p.q = 1\n' > o.properties
yq '.a | from_yaml' f.yml; yq '.a | @yamld | .b[0]' f.yml; yq '.m | to_yaml' f.yml; yq '.m | @yaml' f.yml; yq '.m | to_json' f.yml; yq '.m | to_json(0)' f.yml; yq '.m | @json' f.yml; yq '.m | to_xml' f.yml; yq '.m | to_props' f.yml; yq '.m | @props' f.yml; yq '.l | @csv, @tsv, to_csv' f.yml
yq '.m | to_toml' f.yml; yq -n '"<a>1</a>" | from_xml, @xmld' f.yml; yq -n '"a = 1" | from_toml' ; yq -n '"x = 1" | from_props'; yq -n '"a,b\n1,2" | from_csv, @csvd'; yq -n '"{\"a\":1}" | from_json'; yq -n '"a%20b" | @urid'; yq -n '"a\tb\n1\t2" | from_tsv'; yq -n '{"a": {"b": 1}} | @xml'
V='x: 1' W=12 yq -n '.a = env(V) | .b = env(W) | .c = strenv(W) | .d = $ENV.W'; yq -n 'env(NOPE)'; echo $?; yq -n 'strenv(NOPE)'; echo $?; yq -n 'load("o.yml").k, load_str("o.yml"), load_xml("o.xml"), load_props("o.properties")'; yq -n 'load("nope.yml")'; echo $?
yq 'with(.m; .z = 5 | .n = 6) | .m' f.yml; yq '.m | sort_keys(..)' f.yml; yq '.l | filter(. > 1)' f.yml; yq '.m | pick(["z"])' f.yml; yq 'pick(.m.z)' f.yml; yq '.m | omit(["z"])' f.yml; yq '.l | sort, unique, reverse, max, add' f.yml; yq '.m | to_entries' f.yml; yq '.m | with_entries(.key |= upcase)' f.yml; yq '"A" | downcase' f.yml; yq '"5" | to_number' f.yml; yq '5 | to_string' f.yml; yq '.m | map_values(kind)' f.yml
#### options
exec 2>&1
printf 'a: 1\nb: {c: [1, 2]}\n' > f.yml; printf '.a\n' > e.yq
yq --expression '.b.c[0]' f.yml; yq --from-file e.yq f.yml; yq -e '.a' f.yml; echo $?; yq -e '.nope' f.yml; echo $?; yq --exit-status 'false' f.yml; echo $?; yq -n '1 + 1'; yq --null-input '{"x": 1}'; yq -0 '.b.c[]' f.yml | od -c; yq --nul-output .a f.yml | od -c
yq -P . f.yml; yq -I4 -P . f.yml; yq -P -c . f.yml; yq --yaml-compact-seq-indent -P . f.yml; yq -M .a f.yml; yq --no-colors .a f.yml; yq --arg v 5 '.a = $v' f.yml; yq --argjson v '{"q": 1}' '.a = $v' f.yml; yq -n '$ARGS.positional[1]' --args x y; yq --input-format yaml .a f.yml; yq -p yaml -o auto .a f.yml; yq -p=y .a f.yml
yq -s '.n' -n '{"n": "one"}, {"n": "two.json"}'; tail *one* *two*; yq --split-exp '"d" + ($index | tostring)' .b.c[] f.yml; tail d*; yq -nr '"x"'; yq -ni .; echo $?
#### front matter
exec 2>&1
printf -- '---\ntitle: x # t\n---\n# Head\n\nbody: --- \n' > f.md
yq -f extract .title f.md; yq --front-matter=extract . f.md; yq --front-matter process '.title = "y"' f.md; yq -f process -i '.draft = true' f.md; cat f.md; yq -f nope . f.md; echo $?; yq -f extract .; echo $?
#### faults
exec 2>&1
yq . nope.yml; echo $?; mkdir d; yq . d; echo $?; yq .a nope.yml; echo $?
for t in 'a: b: c' 'a: [1' 'a: "x' '- a\nb' 'a:\n\t- b' '&' 'a: *b' 'a: @x' '{a' '? ' 'a: |x' '%%x' 'a: !<x' '[a]]' '"\\q"'; do printf -- "$t\n" > t.yml; yq . t.yml; echo $?; done
printf 'a: \xff\n' | yq .; echo $?; yq '.a |' t; echo $?; yq 'nope(1)' -n; echo $?; yq -n '{} | .[0]'; echo $?; yq -n 'error("x")'; echo $?; yq -n 'error({"a": 1})'; echo $?; yq -n 'halt_error'; echo $?; yq -n '"bye" | halt_error(3)'; echo $?; yq --nope; echo $?; yq -q; echo $?; yq -o nope; echo $?; yq -I x; echo $?; yq -o; echo $?; yq --indent; echo $?; yq -n=maybe; echo $?
yq -n '.a style="double"'; echo $?; yq -n '.a line_comment="x"'; echo $?; yq -n '.. style |= "x"'; echo $?
#### help and version
yq --help | head -3; yq -h | tail -2; yq -V | sed 's/ [0-9.]*$//'; yq --version | sed 's/ [0-9.]*$//'
#### limits
exec 2>&1
printf '[%.0s' $(seq 2000) | yq .; echo $?
printf 'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n' | yq .; echo $?
yq -n 'reduce range(0; 1000000) as $i (null; [.])' | head -c 100; echo ${PIPESTATUS[0]}
yq -n 'reduce range(0; 60) as $i (1; [., .])' | head -c 100; echo ${PIPESTATUS[0]}
#### merges of maps that stand there, and tags of collections
printf 'a: &a {k: 1}\nw:\n  <<: [*a, {m: 3}]\n  z: 1\nu:\n  <<: {q: 1}\n  r: 2\nt:\n  <<: &n {y: 1}\nx: *n\n' > f.yml
yq . f.yml; yq '.u.q = 5' f.yml; yq 'del(.u.q)' f.yml; yq '.w.new = 1' f.yml; yq 'explode(.)' f.yml
printf 'd: !!set {x, y}\ne: !!omap [a: 1]\nf: !!map {a: 1}\n' | yq '.f.b = 2'
#### comments in XML
cat > f.xml <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<!-- top -->
<project id="1">
  <!-- about v -->
  <v>4</v>
  <deps>
    <dep><g>a</g></dep>
    <!-- second,
         in two lines -->
    <dep scope="test"><g>b</g><!-- in b --></dep>
    <!-- last -->
  </deps>
  <e><!-- nothing --></e>
  <t>x<!-- mid -->y</t>
</project>
<!-- end -->
X
yq . f.xml; yq -o yaml . f.xml; yq -o json -I0 . f.xml; yq -i '.project.v = 5 | .project.deps.dep += [{"g": "c"}] | del(.project.e)' f.xml; cat f.xml
printf '# c -- d\na:\n  # x\n  b: 1 # line\n  c: [1, 2]\n  # end\n' | yq -o xml; yq -n '"<a><!-- c --><b>1</b></a>" | from_xml'
