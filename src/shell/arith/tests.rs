use super::plain_number;
use crate::expand::tests::run;

fn value(expression: &str) -> String {
    let (out, err, _) = run(format!("echo $(({expression}))").as_bytes(), &[]);
    format!("{out}{err}").trim_end().to_owned()
}

#[test]
fn plain_numbers_are_only_what_needs_no_parser() {
    for (text, number) in [("0", 0), ("7", 7), ("-7", -7), ("123456789012345678", 123_456_789_012_345_678)] {
        assert_eq!(plain_number(text.as_bytes()), Some(number), "{text}");
    }
    for text in ["", "-", "00", "07", "0x1", " 1", "1 ", "1a", "+1", "--1", "1234567890123456789", "-0x"] {
        assert_eq!(plain_number(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn numbers_wrap_and_shift_as_in_c() {
    assert_eq!(value("9223372036854775807 + 1"), "-9223372036854775808");
    assert_eq!(value("-9223372036854775808 / -1"), "-9223372036854775808");
    assert_eq!(value("-9223372036854775808 % -1"), "0");
    assert_eq!(value("1 << 65"), "2");
    assert_eq!(value("1 << -1"), "-9223372036854775808");
    assert_eq!(value("7 ** 30"), "1576789505350337489");
}

#[test]
fn errors_name_the_token() {
    assert_eq!(value("1/0+5"), "bash: line 1: 1/0+5: division by 0 (error token is \"0+5\")");
    assert_eq!(value("8/4/(2-2)"), "bash: line 1: 8/4/(2-2): division by 0 (error token is \"(2-2)\")");
    assert_eq!(value("2 ** -1 + 3"), "bash: line 1: 2 ** -1 + 3: exponent less than 0 (error token is \"+ 3\")");
    assert_eq!(value("a[6/2] + 1 % 0"), "bash: line 1: a[6/2] + 1 % 0: division by 0 (error token is \"0\")");
}

#[test]
fn recursion_of_variables_ends() {
    let (_, err, status) = run(b"x=y+1 y=x+1; echo $((x))", &[]);
    assert!(
        err.ends_with(b"expression recursion level exceeded (error token is \"x+1\")\n")
            || err.ends_with(b"\"y+1\")\n"),
        "{err}"
    );
    assert_eq!(status, 1);
}
