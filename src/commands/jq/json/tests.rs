//! Reading in pieces gives what reading at once gives.

use bytes::Bytes;

use super::{Event, Options, Reader, parse_one};
use crate::jq::print;

/// Everything that a reader says of a text that comes in pieces of a size.
fn read(text: &[u8], size: usize, options: Options) -> Vec<String> {
    let mut reader = Reader::new(options);
    let mut pieces = text.chunks(size);
    let mut found = Vec::new();
    loop {
        match reader.next() {
            Event::Value(value) => found.push(print::text(&value)),
            Event::Fault(message) => {
                found.push(message);
                return found;
            }
            Event::Nothing => {}
            Event::End => return found,
            Event::More => match pieces.next() {
                Some(piece) => reader.feed(Bytes::copy_from_slice(piece)),
                None => reader.end(),
            },
        }
    }
}

#[test]
fn pieces_make_no_difference() {
    let texts: &[&[u8]] = &[
        b"{\"a\":[1,2.50,{\"b\":null}],\"\\u00e9\":\"x\\ny\"} [] {} 12 true\n\"z\" -0.5e3",
        b"\xef\xbb\xbf[1, 2] nan 1e1000",
        b"[1,\n2 3]",
        b"{\"a\":\n1,}",
        b"\"abc",
        b"[1,{\"a\":[",
        b"1,2",
        b"\"\xff\xe2\x82\" tru",
    ];
    for stream in [false, true] {
        for text in texts {
            let options = Options { stream, seq: false };
            let whole = read(text, text.len(), options);
            for size in [1, 2, 3, 7] {
                assert_eq!(read(text, size, options), whole, "{:?} by {size}", String::from_utf8_lossy(text));
            }
        }
    }
}

#[test]
fn numbers_keep_their_digits() {
    let cases = [
        ("100000000000000000000", "100000000000000000000"),
        ("1.000", "1.000"),
        ("1e2", "1E+2"),
        ("0.0000001", "1E-7"),
        ("00012", "12"),
        ("-0", "-0"),
        ("1e999999999999", "1.7976931348623157e+308"),
        ("NaN", "null"),
    ];
    for (text, shown) in cases {
        let value = parse_one(text.as_bytes()).expect("a number").expect("a value");
        assert_eq!(print::text(&value), shown, "{text}");
    }
}

#[test]
fn deep_values_are_dropped_and_compared_without_deep_recursion() {
    use crate::jq::value::{Value, equal};
    let deep = |levels: usize| (0..levels).fold(Value::Null, |inner, _| Value::array(vec![inner]));
    assert!(equal(&deep(1_000), &deep(1_000)));
    assert!(!equal(&deep(1_000), &deep(1_001)));
    drop(deep(1_000_000));
}
