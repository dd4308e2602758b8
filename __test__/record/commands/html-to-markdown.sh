# Rows of html-to-markdown. There is no tool of this name to record from; they are what a session printed, compared with
# turndown 7.2 (with its plugin for GitHub's tables) and checked by hand.
#### headings and paragraphs
printf '<h1>A <b>b</b></h1><h2>T</h2>text\n  more<p>one<p>two<h6>six</h6>' > h.html
html-to-markdown h.html; html-to-markdown --heading-style=setext h.html; html-to-markdown --heading-style atx < h.html; cat h.html | html-to-markdown -; printf '' | html-to-markdown; printf 'just text' | html-to-markdown; printf '<!DOCTYPE html><html><head><title>t</title><style>x</style><script>y</script></head><body>z</body></html>' | html-to-markdown
#### inline
printf '<p>a <em>b </em>c <strong> d</strong> <b><i>e</i></b> <del>f</del> <code>g `h`</code> <kbd>K</kbd> <q>q</q> x<sub>2</sub></p><p>a<br>b<br/>c</p><hr><p>&copy; &lt;tag&gt; &amp;amp; &#8364; &nbsp;x</p>' | html-to-markdown
printf 'a<hr>b' | html-to-markdown -r '***'; printf 'a<hr>b' | html-to-markdown --hr='* * *'
#### links and images
printf '<a href="http://x/">x</a> <a href="/a(b)" title="t &quot;q&quot;"> y </a> <a>z</a> <a href="u"><img src="i.png" alt="al [t]" title="T"></a> <img alt=x> <a href="a b">s</a> <a href="e"></a>' | html-to-markdown
#### lists
printf '<ul><li>a<li><p>b</p><p>c</p></li><li>d<ul><li>e<ol start=3><li>f<li>g</ol></ul></ul><ol><li>x<li>y<pre>code\n  z</pre></ol><ul><li><input type=checkbox> t<li><input type=checkbox checked> u</ul><dl><dt>k<dd>v</dl>' > l.html
html-to-markdown l.html; html-to-markdown -b '*' l.html | head -3; html-to-markdown --bullet=+ l.html | head -3
#### code
printf '<pre><code class="language-rust">fn main() {\n    x &lt; y\n}\n</code></pre><pre>plain\n\n  text</pre><pre><code>``` in\n</code></pre><div class="highlight-source-js"><pre>var x</pre></div>' > c.html
html-to-markdown c.html; html-to-markdown -c '~~~' c.html; html-to-markdown --code='```' c.html | head -2
#### tables
printf '<table><caption>C</caption><thead><tr><th>a<th align=right>b<th style="text-align: center">c</thead><tbody><tr><td>1|2<td><b>3</b><br>4<td><p>5</p><p>6</p><tr><td colspan=2>x</tbody></table><table><tr><td>no<td>head</table><table></table>' | html-to-markdown
#### quotes and blocks
printf '<blockquote>a<p>b</p><ul><li>c</ul><blockquote>d</blockquote></blockquote><div>e<div>f</div></div><section><p>g</section>h<span> i </span>j<!-- no --><iframe>k</iframe><noscript>l</noscript>' | html-to-markdown
#### escapes
printf '<p>1. x<p>12) x<p>- y<p>+ y<p># z<p>#z<p>a*b_c [d] `e` \\\\ <p>&gt; q<p>= r<p>a - b<p>~~~' | html-to-markdown
#### unfinished
printf '<p>a<b>b<p>c</i>d</b><table><tr><td>x<div>y<table><tr><td>z</table></table>after</nope><' | html-to-markdown; printf '<ul><li>a</ul></ul></div><li>b' | html-to-markdown; printf '<a href=x>l<p>p</a>q' | html-to-markdown; printf '<b' | html-to-markdown; printf '&amp' | html-to-markdown; printf 'a\0b\377' | html-to-markdown | od -c
#### usage
exec 2>&1
html-to-markdown nope.html; echo $?; mkdir d; html-to-markdown d; echo $?; html-to-markdown -b x; echo $?; html-to-markdown --heading-style=no; echo $?; html-to-markdown -c '"""'; echo $?; html-to-markdown -r ''; echo $?; html-to-markdown -q; echo $?; html-to-markdown --help | head -2; html-to-markdown --version | sed 's/ [0-9.]*$//'; printf 'x' > a; printf '<b>y</b>' > b; html-to-markdown a b
