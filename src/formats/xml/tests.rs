//! Texts that come out as they were, and damaged ones.

use damage::Random;

use super::*;

#[test]
fn documents_come_out_as_they_are_written() {
    for text in [
        "<?xml version=\"1.0\"?>\n<a/>\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- c -->\n<a b=\"1\" xml:c=\"&quot;\">x&amp;<b>é</b><![CDATA[<]]><?p d?></a>\n<!-- e -->\n",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n<!ENTITY x \"y\">\n]>\n<a>&x;</a>\n",
    ] {
        let parsed = read(text.as_bytes(), Options::default());
        assert!(parsed.well_formed, "{text}: {:?}", parsed.faults);
        let mut out = String::new();
        write_document(&parsed.tree, parsed.tree.encoding.as_deref(), Form::default(), &mut out);
        assert_eq!(out, text);
    }
    assert!(!read("<a>".repeat(100_000).as_bytes(), Options::default()).well_formed);
}

#[test]
#[ignore = "long"]
fn many_damaged_texts_are_read_without_harm() {
    let seed = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE a [<!ENTITY x \"<y>\"><!ELEMENT a (b)>]>\n\
                <a xmlns:q=\"u\" b=\"1\" q:c='2'><!-- c --><q:b>x &amp; &x; &#65;</q:b>\n <![CDATA[z]]><?p d?><e/></a>\n";
    const PARTS: &[&[u8]] = &[
        b"<",
        b">",
        b"&",
        b";",
        b"\"",
        b"'",
        b"=",
        b"]]>",
        b"<!--",
        b"--",
        b"?>",
        b"<?",
        b"</",
        b"/>",
        b"<![CDATA[",
        b"\xff",
        b"\0",
        b"xmlns=",
        b"&x;",
        b"&#",
        b"<!",
        b"[",
        b"]",
        b"%p;",
    ];
    const QUERIES: &[&str] = &["//*[@b]/..", "string(//q)", "count(//node())", "//b | //@*", "/a/*[last()]"];
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for turn in 0..1_000_000 {
        let mut text = seed.as_bytes().to_vec();
        for _ in 0..1 + random.below(5) {
            let at = random.below(text.len());
            if random.below(2) == 0 {
                text.splice(at..at, PARTS[random.below(PARTS.len())].iter().copied());
            } else {
                let end = (at + 1 + random.below(10)).min(text.len());
                text.drain(at..end);
            }
        }
        let parsed = read(&text, Options { no_blanks: turn % 2 == 0, expand_entities: turn % 3 == 0, no_cdata: false });
        let mut out = String::new();
        write_document(&parsed.tree, None, Form { indented: turn % 2 == 0, ..Form::default() }, &mut out);
        let mut query: Vec<u8> = QUERIES[random.below(QUERIES.len())].as_bytes().to_vec();
        let at = random.below(query.len());
        query[at] = b"[]()/@*|.:'"[random.below(11)];
        let query = String::from_utf8_lossy(&query).into_owned();
        let _ = xpath::evaluate(&parsed.tree, &query, &mut |_| true);
    }
}
