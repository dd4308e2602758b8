//! Whole texts.

use super::convert::{Converter, Style};
use formats::html;

fn markdown(text: &str) -> String {
    let tree = html::read_document(text);
    Converter::new(&tree, &Style::default()).document()
}

#[test]
fn elements_become_markdown() {
    for (text, expected) in [
        ("", ""),
        ("<h1>A <b>b</b></h1><p>x\n  y</p>", "# A **b**\n\nx y"),
        ("<p>a <em>b </em>c</p>", "a _b_ c"),
        ("<ul><li>a<li>b<ol><li>c</ol></ul>", "-   a\n-   b\n    1.  c"),
        ("<pre><code class='language-rs'>let x;\n</code></pre>", "```rs\nlet x;\n```"),
        ("<table><tr><th>a<th align=right>b<tr><td>1|2<td>3</table>", "| a | b |\n| --- | ---: |\n| 1\\|2 | 3 |"),
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<p>1. x<p>- y<p># z<p>a*b_c", "1\\. x\n\n\\- y\n\n\\# z\n\na\\*b\\_c"),
        ("a<br>b<hr>c", "a  \nb\n\n---\n\nc"),
        ("<a href='u' title='t'>x</a> <img src=i alt=q>", "[x](u \"t\") ![q](i)"),
        ("<script>x</script><style>y</style><title>t</title>z", "z"),
    ] {
        assert_eq!(markdown(text), expected, "{text}");
    }
    // Deep nesting.
    markdown(&"<blockquote><ul><li>".repeat(10_000));
}
