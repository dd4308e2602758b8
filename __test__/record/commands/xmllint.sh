# Rows of xmllint, recorded from libxml2-utils 2.9.14.
#### format
exec 2>&1
printf '<r><a>x<b>y</b></a>  <c> <d/>\n</c><e> </e><f><!-- c --><?p q?></f><g><![CDATA[z]]></g>\n<h xml:space="preserve"> <i/> </h><j>\303\251</j></r>\n' > g.xml
xmllint --format g.xml; xmllint g.xml; xmllint --noblanks g.xml; xmllint -format - < g.xml; XMLLINT_INDENT='    ' xmllint --format g.xml; xmllint --pretty 1 g.xml; xmllint --pretty 0 g.xml; cat g.xml | xmllint --format -; xmllint --noout g.xml; echo $?; xmllint --format g.xml g.xml | wc -l
#### encodings
exec 2>&1
printf '<?xml version="1.0" encoding="UTF-8"?>\n<r a="\303\274">\303\251 \342\202\254 &amp; &lt;&#13;</r>\n' > u.xml; printf '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<r>\351</r>\n' > l.xml; printf '<r>\303\251</r>' > n.xml
xmllint u.xml; xmllint l.xml | od -c; xmllint n.xml; xmllint --encode UTF-8 n.xml; xmllint --encode utf-8 l.xml; xmllint --encode ISO-8859-1 u.xml | od -c; xmllint --encode ascii u.xml; xmllint --encode nope u.xml; echo $?; xmllint --noenc u.xml
#### output options
exec 2>&1
printf '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "x.dtd">\n<a><![CDATA[x < y]]><!-- c --></a>\n' > d.xml; printf '<!DOCTYPE a [<!ENTITY e "ent">]><a b="1">&e;</a>' > e.xml
xmllint d.xml; xmllint --dropdtd d.xml; xmllint --nocdata d.xml; xmllint e.xml; xmllint --noent e.xml; xmllint -o out.xml d.xml; cat out.xml; xmllint --output out2.xml --format d.xml; cat out2.xml; xmllint --nonet --noout d.xml; xmllint --huge --nocompact --memory --quiet d.xml; xmllint --output /nope/x d.xml; echo $?; xmllint --xmlout d.xml
#### canonical
exec 2>&1
printf '<?xml version="1.0"?><!DOCTYPE a><!-- before --><a xmlns:z="http://z/" b="2" a="1" xmlns="http://d/"><?p x?><z:b xmlns:z="http://z/" z:q="&quot;"/>&#13;"<c d="&#9;&lt;>"/><![CDATA[<&]]></a><!-- after -->' > c.xml
xmllint --c14n c.xml; echo; xmllint --c14n11 c.xml; echo; xmllint --exc-c14n c.xml; echo
#### xpath values
exec 2>&1
printf '<?xml version="1.0" encoding="UTF-8"?>\n<r xmlns:q="http://q/" a="1"><!-- c --><b id="x" n="2">one</b><b>two<c/></b><q:d>3</q:d><?pi data?><e>\303\251 &amp; \303\274</e><![CDATA[cd]]></r>\n' > d.xml
for e in '//b' '//b/@id' '//@*' '//b/text()' 'count(//b)' 'string(//b)' '//b[1]="one"' '1 div 0' '-1 div 0' '0 div 0' '1.5' '100000000000000000000' '0.1+0.2' '//zz' '//b[' 'foo()' '//q:d' "//*[local-name()='d']" '//comment()|//processing-instruction()' '/' '//e/text()' '//e' '$x' 'count(1)' '' 'concat("a")' 'substring("12345",1.5,2.6)' '1e3' '1 2' '"a"' 'true()' '12345678.9' '1 div 3' '0.000001' '1000000' '123456789012' '-0' '"a' '//b/..' 'id("x")' 'lang("en")' '//b[@n>1]/@n' 'unknown::a' '//b[1][' 'position()' 'last()' 'string-length()' '.' '/r/@a/..' '/r/namespace::q' '//b[2]/preceding::node()' '//b[1]/following::*' '//c/ancestor::*/@*' '//c/ancestor-or-self::node()[1]' '/r/*[last()]' '/r/*[position()<3]' '//b[not(@id)]' '//b[c]' '//b[.="two"]' '(//b)[2]' '//b[last()]/c' '//c/parent::b' '/r/b/following-sibling::*[1]' '/r/e/preceding-sibling::*[1]' '/descendant::b[2]' '//b | //c | //b' 'self::node()' '/r/child::b[1]/attribute::n' '/*' '//b/@*[name()="n"]' '@*' '..' '//text()[normalize-space()]' '/r/node()'; do echo "== $e"; xmllint --xpath "$e" d.xml; echo "$?"; done
#### xpath functions
exec 2>&1
printf '<r xml:lang="en-GB"><i p="3">10</i><i p="1.5">20</i><i>x</i><s>  a  b\tc </s><q:n xmlns:q="http://q/"/></r>' > d.xml
for e in 'sum(//i[@p])' 'sum(//i)' 'floor(-1.5)' 'ceiling(1.2)' 'round(2.5)' 'round(-2.5)' 'round(-0.4)' 'number("12")' 'number(" -1.5e2 ")' 'number("x")' 'number(true())' 'string(12345678901)' 'string(0.1)' 'string(1 div 3)' 'string(-0)' 'string(1e-7)' 'string(123456.789)' 'string(1 div 0)' 'concat("a", 1, true())' 'starts-with("abc","ab")' 'contains("abc","d")' 'substring-before("a-b-c","-")' 'substring-after("a-b-c","-")' 'substring("hello",2)' 'substring("hello",2,3)' 'substring("hello",0)' 'substring("hello",-1,3)' 'string-length("h\303\251")' 'normalize-space(//s)' 'translate("bar","abc","AB")' 'boolean(0)' 'boolean("")' 'boolean(//z)' 'not(1=1)' 'name(//q)' 'name(/r/*[last()])' 'local-name(/r/*[last()])' 'namespace-uri(/r/*[last()])' 'lang("en")' '//i[lang("en")]/@p' '//i = 10' '//i != 10' '//i > 15' '//i < //i' '//i = //s' 'true() = 1' '"1" = 1' '//z = //z' '1 = 1 and 2 > 1 or false()' '5 mod 2' '-5 mod 2' '5.5 mod 2' '6 div 4' '2 + 3 * 4 - 1' '(2 + 3) * 4' '- - 3' '1 < 2 < 3' '//i[position() mod 2 = 1]' '//i[2]' '//i[@p=1.5]' 'count(//i | //s)' 'string(//@p)' 'count()' 'not()' 'true(1)' 'substring("a")' 'translate("a","b")' 'sum("a")' 'name(1)' 'not(//i' '//i[]' '//' 'a/' '/r//' '@' '::a' 'child::' '1 +' '* * *' 'text(1)' 'node()/..' 'processing-instruction("x")' "'it''s'" 'div' '//div' 'or or or' '//i[@p and .]' 'xml:lang' '@xml:lang' '/r/@xml:lang' '//@xml:*' 'a:*' 'last' '!' '//i[0]' '//i["a"]' '//i[-1]' 'string(//i[1]/following-sibling::i)' 'count(/r/descendant-or-self::node())'; do echo "== $e"; xmllint --xpath "$e" d.xml; echo "$?"; done
#### xpath and files
exec 2>&1
printf '<a><b>1</b>\n<b/></a>' > a.xml; printf '<a>' > bad.xml
xmllint --xpath '//b' a.xml a.xml; xmllint --xpath '//b' nope.xml; echo $?; xmllint --xpath '//b' - < a.xml; xmllint --xpath '//b' bad.xml; echo $?; xmllint --noout --xpath 'count(//b)' a.xml; xmllint --format --xpath '//a' a.xml; xmllint --recover --xpath '//a' bad.xml; xmllint a.xml --xpath '//b[1]'; xmllint --xpath '//b' --xpath '//a' a.xml; xmllint --quiet --xpath '//z' a.xml; echo $?
#### faults
exec 2>&1
t() { printf -- "$1" > t.xml; echo "== $1"; xmllint t.xml; echo "$?"; }
t '<a><b></a>\n'; t '<a>\n  <b x=1/>\n</a>\n'; t '<a x="1" x="2"/>'; t '<a>&foo;</a>'; t '<a>&amp</a>'; t ''; t 'hello'; t '<a/><b/>'; t '<a'; t '<a>text'; t '<a></b>'; t '<a b></a>'; t '<a b="<"/>'; t '<p:a/>'; t '<a>]]></a>'; t '<!-- x -- y --><a/>'; t '<a/>junk'; t '<a b="1"c="2"/>'; t '<?xml version="1.0"?>\n<a>&lt;\n</a>\n\n'; t ' <?xml version="1.0"?><a/>'; t '<a>\001</a>'; t '<1a/>'; t '<a>&#x0;</a>'; t '<?pi?><a/>'; t '<a>\n\n<b>\n</a>\n</b>\n'; t '<a q:b="1"/>'; t '<a>&#xZ;</a>'; t '<a>&#9q;</a>'; t '<a>& </a>'; t '<a b="&x;"/>'; t '<a b="1'; t '<a><!-- x'; t '<a><![CDATA[x'; t '<a><?pi x'; t '<a></a'; t '<a></a b>'; t '<a></>'; t '< a/>'; t '<a><</a>'; t '<a b='; t '<a b ="1" />'; t '<a =""/>'; t '<?xml?><a/>'; t '<?xml version="1.0" encoding="UTF-8" standalone="maybe"?><a/>'; t '<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "z">]><a>&x;</a>'; t '<a xmlns:x="u" x:b="1" x:b="2"/>'; t '<a>\ttab\n\t<b></c>\n</a>'; t '<a>\303\251<b></a>'; t '\n\n<a>\n<b>\n<c></b>\n</a>'
printf '<a>\377</a>' > t.xml; xmllint t.xml 2>&1 | od -c | head -12
printf '<a><b></a>' > t.xml; xmllint nofile.xml; echo $?; mkdir d; xmllint d; echo $?; xmllint --noout t.xml nofile.xml; echo $?; xmllint --recover t.xml; echo $?; xmllint --recover --noout t.xml; echo $?; xmllint --nowarning t.xml; echo $?
#### usage
printf '<a/>' > a.xml
xmllint; echo $?; xmllint --foo a.xml; echo $?; xmllint --xpath; echo $?; xmllint --encode; echo $?; xmllint --version; echo $?
#### long lines and deep trees
exec 2>&1
{ printf '<a>'; printf 'x%.0s' $(seq 200); printf '</b>'; } > l.xml; xmllint l.xml; { printf '<a>%.0s' $(seq 300); } > deep.xml; xmllint --noout deep.xml 2>&1 | head -1; { printf '<a>%.0s' $(seq 200); printf '</a>%.0s' $(seq 200); } > ok.xml; xmllint --noout ok.xml; echo $?; xmllint --xpath 'count(//a)' ok.xml; xmllint --format ok.xml | sed -n '100p;150p'
#### html
exec 2>/dev/null
printf '<!DOCTYPE html><html><head><title>a &amp; b</title></head><body><p class=x>x<p>y<br>z&nbsp;<a href="u">l</a></body></html>' > h.html
xmllint --html --xpath '//title/text()' h.html; xmllint --html --xpath '//p/@class' h.html; xmllint --html --xpath 'string(//a/@href)' h.html; xmllint --html --xpath '//p[1]' h.html; xmllint --html --noout h.html; echo $?; xmllint --html --xpath 'count(//p)' - < h.html
