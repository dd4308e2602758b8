//! What becomes of texts.

use damage::Random;

use super::*;

fn tree(text: &str) -> String {
    let mut out = String::new();
    write_document(&read_document(text), false, &mut out);
    out.split_once('\n').map(|(_, rest)| rest.trim_end().to_owned()).unwrap_or_default()
}

#[test]
fn unfinished_texts_become_trees() {
    for (text, expected) in [
        ("", "<html></html>"),
        ("a<p>b<p>c", "<html><body>a<p>b</p><p>c</p></body></html>"),
        (
            "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
            "<html><body><ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul></body></html>",
        ),
        (
            "<table><tr><td>a<td>b<tr><td>c</table>d",
            "<html><body><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d</body></html>",
        ),
        ("<title>a & b</title><b>x", "<html><head><title>a &amp; b</title></head><body><b>x</b></body></html>"),
        ("<script>if (a < b) {}</script>x", "<html><head><script>if (a < b) {}</script></head><body>x</body></html>"),
        ("a < b &amp; &copy; &#x41;&bogus; <", "<html><body>a &lt; b &amp; © A&amp;bogus; &lt;</body></html>"),
        ("<a href=x title='y \"z'>t</A>", "<html><body><a href=\"x\" title=\"y &quot;z\">t</a></body></html>"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
    // Deep nesting is cut.
    tree(&"<div>".repeat(100_000));
}

#[test]
#[ignore = "long"]
fn many_damaged_texts_are_read_without_harm() {
    let seed = "<!DOCTYPE html><html><head><title>T &amp; x</title><style>a{}</style></head><body class=x><h1>H</h1>\
                <p>a <b>b</b><br>c<ul><li>1<li>2<ol><li>x</ol></ul><table><tr><th>h<td>c</table><pre>x\n y</pre>\
                <!-- c --><a href='u'>l</a><img src=i alt=\"q\"></body></html>";
    const PARTS: &[&str] = &[
        "<", ">", "</", "&", ";", "\"", "'", "=", "<!--", "-->", "<p>", "</p>", "<td>", "</table>", "<li>", "<pre>",
        "<script>", "é", "\0", "&#", "&lt",
    ];
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..1_000_000 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            if random.below(2) == 0 {
                text.splice(at..at, PARTS[random.below(PARTS.len())].chars());
            } else {
                let end = (at + 1 + random.below(12)).min(text.len());
                text.drain(at..end);
            }
        }
        let text: String = text.into_iter().collect();
        let tree = read_document(&text);
        assert!(tree.root_element().is_some());
    }
}
