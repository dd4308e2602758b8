//! Texts that come out as they were.

use super::*;

#[test]
fn texts_come_out_as_they_are_written() {
    for text in [
        "a = 1\nb = \"x\"\n",
        "# head\n\ntitle = 'one' # line\n\n[server]\nport = 8_080\nhosts = [\"a\", \"b\"]\n\n[server.deep]\nx = { a = 1, b = [1, 2] }\n",
        "[[item]]\nname = \"a\"\n\n[[item]]\nname = \"b\"\nwhen = 1979-05-27T07:32:00Z\n",
        "list = [\n  1, # one\n  # two\n  2,\n]\n",
        "x = 0xff\ny = 1e3\nz = inf\n",
        "t = \"\"\"\none\ntwo\n\"\"\"\n",
    ] {
        let document = read(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let mut out = String::new();
        assert_eq!(write(&document, &mut out), Ok(()));
        assert_eq!(out, text);
    }
    for text in ["a = ", "a = 1\na = 2", "[a]\n[a]\n", "a = \"x", "= 1", "a = 01", "[[a]]\n[a]\n", "a = [1 2]"] {
        assert!(read(text).is_err(), "{text}");
    }
}
