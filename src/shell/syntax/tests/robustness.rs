//! No input may bring the parser down: deep nesting is an error, and any bytes give a tree or an error.

use proptest::prelude::*;

use crate::syntax::{ParseOptions, Units, parse, parse_arith, parse_subscript, parse_word_as_double_quoted, print};

/// Runs `act` on a thread with a stack of 2 MiB.
fn on_small_stack(act: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(act).unwrap();
    thread.join().unwrap();
}

/// Openers, with the closers that may follow.
const NESTINGS: [(&str, &str); 46] = [
    ("(", ")"),
    ("( ", ")"),
    ("((", "))"),
    ("$(", ")"),
    ("echo $(", ")"),
    ("$((", "))"),
    ("echo \"$(", ")\""),
    ("echo $((1+", "))"),
    ("echo $(( (", ") ))"),
    ("echo ${a:-", "}"),
    ("echo \"${a:-", "}\""),
    ("echo \"${a:-\"", "\"}\""),
    ("echo ${a[", "]}"),
    ("echo ${a:", "}"),
    ("echo ${a/", "/b}"),
    ("echo ${a#", "}"),
    ("a[", "]=1"),
    ("a[$((", "))]=1"),
    ("a=($(", "))"),
    ("a=(", ")"),
    ("$[", "]"),
    ("<(", ")"),
    ("cat <(", ")"),
    ("`", "`"),
    ("{ ", ";}"),
    ("if ", "; then b; fi"),
    ("if a; then ", "; fi"),
    ("if a; then b; else ", "; fi"),
    ("while ", "; do b; done"),
    ("while a; do ", "; done"),
    ("for i in a; do ", "; done"),
    ("for ((;;)) do ", "; done"),
    ("select i in a; do ", "; done"),
    ("case a in a) ", ";; esac"),
    ("case $(", ") in a) b;; esac"),
    ("f() { ", "; }"),
    ("function f { ", "; }"),
    ("f() ( ", " )"),
    ("coproc ", ""),
    ("coproc { ", "; }"),
    ("[[ ( ", ") ]]"),
    ("[[ ! ", " ]]"),
    ("[[ a && ", " ]]"),
    ("[[ $(", ") ]]"),
    ("echo {a,", "}"),
    ("cat <<E\n$(", ")\nE\n"),
];

#[test]
fn deep_nesting_is_an_error() {
    for (opener, closer) in NESTINGS {
        for closers in [0, 100_000] {
            on_small_stack(move || {
                let source = format!("{}a{}", opener.repeat(100_000), closer.repeat(closers));
                let _ = parse(source.as_bytes(), &ParseOptions::default());
            });
        }
    }
}

/// The trees just below the limit are built, compared, printed and dropped.
#[test]
fn nesting_up_to_the_limit_is_safe() {
    for (opener, closer) in NESTINGS {
        on_small_stack(move || {
            let (mut least, mut most) = (0, 2000);
            while least < most {
                let middle = (least + most) / 2 + 1;
                let source = format!("{}a{}", opener.repeat(middle), closer.repeat(middle));
                match parse(source.as_bytes(), &ParseOptions::default()) {
                    Ok(program) => {
                        assert_eq!(program, program);
                        let _ = print::program(&program);
                        least = middle;
                    }
                    Err(_) => most = middle - 1,
                }
            }
        });
    }
}

#[test]
fn deep_arithmetic_is_an_error() {
    for (opener, closer) in [
        ("(", ")"),
        ("-", ""),
        ("! ", ""),
        ("1**", ""),
        ("a=", ""),
        ("a[", "]"),
        ("1?", ":2"),
        ("1?2:", ""),
        ("1-", ""),
        ("1+", ""),
        ("1,", ""),
        ("1/", ""),
    ] {
        on_small_stack(move || {
            for closers in [0, 100_000] {
                let source = format!("{}1{}", opener.repeat(100_000), closer.repeat(closers));
                let _ = parse_arith(source.as_bytes());
                let program = format!("(({source}))");
                let _ = parse(program.as_bytes(), &ParseOptions::default());
            }
        });
    }
}

#[test]
fn long_sums_are_no_deep_trees() {
    let sum = vec!["1"; 100_000].join("+");
    on_small_stack(move || assert!(parse_arith(sum.as_bytes()).is_ok()));
}

/// Pieces of the language, out of which nonsense is made.
const TOKENS: [&str; 96] = [
    "a",
    "b=1",
    "a[",
    "]",
    "]=",
    "+=",
    "=(",
    "(",
    ")",
    "((",
    "))",
    "$(",
    "$((",
    "${",
    "}",
    "$[",
    "`",
    "\"",
    "'",
    "$'",
    "$\"",
    "\\",
    "\\\n",
    "\n",
    " ",
    "\t",
    ";",
    ";;",
    ";&",
    ";;&",
    "&",
    "&&",
    "|",
    "||",
    "|&",
    "!",
    "<",
    ">",
    "<<",
    "<<-",
    "<<<",
    "<<E\n",
    "E\n",
    "\nE\n",
    "<&",
    ">&",
    "&>",
    "&>>",
    "<>",
    ">|",
    "2>",
    "{fd}>",
    "<(",
    ">(",
    "{",
    "{ ",
    "{a,",
    ",",
    "..",
    "{1..3}",
    "if ",
    "then ",
    "elif ",
    "else ",
    "fi",
    "for ",
    "in ",
    "do ",
    "done",
    "while ",
    "until ",
    "case ",
    "esac",
    "select ",
    "function ",
    "coproc ",
    "time ",
    "-p ",
    "[[ ",
    " ]]",
    "=~",
    "==",
    "-f ",
    "?(",
    "@(",
    "*",
    "~",
    ":",
    "#",
    "%",
    "/",
    "^",
    "@Q",
    "declare ",
    "\u{e9}",
    "\0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(source in proptest::collection::vec(any::<u8>(), 0..200)) {
        try_all(&source);
    }

    #[test]
    fn any_tokens(tokens in proptest::collection::vec(0..TOKENS.len(), 0..40)) {
        let source: String = tokens.iter().map(|&token| TOKENS[token]).collect();
        try_all(source.as_bytes());
    }
}

fn try_all(source: &[u8]) {
    let alias = |name: &[u8]| (name == b"a").then(|| "b ".into());
    for options in
        [ParseOptions::default(), ParseOptions { extglob: false, aliases: Some(&alias), ..ParseOptions::default() }]
    {
        let whole = parse(source, &options);
        let mut units = Units::new(source, 1);
        let mut count = 0;
        let mut failed = false;
        while let Some(unit) = units.next(&options) {
            failed |= unit.is_err();
            count += 1;
        }
        assert!(count <= source.len() + 1);
        assert_eq!(whole.is_err(), failed);
        if let Ok(program) = &whole {
            let _ = print::program(program);
        }
    }
    let _ = parse_arith(source);
    let _ = parse_subscript(source);
    let _ = parse_word_as_double_quoted(source);
}
