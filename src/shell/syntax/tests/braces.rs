//! Brace expressions give the words that bash 5.2 gives (each row was checked against `echo`).

use crate::syntax::ast::{Arg, Brace, BraceKind, CommandKind, Param, ParamOp, WordPart};
use crate::syntax::{ParseOptions, parse};

/// The words as text: quotes removed, parameters as `$name`, tildes as `<~…>`.
fn expand(parts: &[WordPart]) -> Vec<String> {
    let Some((first, rest)) = parts.split_first() else { return vec![String::new()] };
    let heads = match first {
        WordPart::Brace(brace) => alternatives(brace),
        part => vec![text(part)],
    };
    let tails = expand(rest);
    heads.iter().flat_map(|head| tails.iter().map(move |tail| format!("{head}{tail}"))).collect()
}

fn text(part: &WordPart) -> String {
    match part {
        WordPart::Literal(text) | WordPart::Quoted(text) => text.to_string(),
        WordPart::Tilde(text) => format!("<{text}>"),
        WordPart::Double(parts) => parts.iter().map(text).collect(),
        WordPart::Param(expansion) => match (&expansion.param, &expansion.op) {
            (Param::Variable(name), ParamOp::None) => format!("${name}"),
            _ => "${…}".into(),
        },
        _ => "$(…)".into(),
    }
}

fn alternatives(brace: &Brace) -> Vec<String> {
    match &brace.kind {
        BraceKind::List(list) => list.iter().flat_map(|parts| expand(parts)).collect(),
        &BraceKind::Numbers { first, last, step, width } => {
            range(first, last, step).map(|number| format!("{number:0width$}")).collect()
        }
        &BraceKind::Characters { first, last, step } => {
            range(first.into(), last.into(), step).map(|code| char::from(code as u8).to_string()).collect()
        }
    }
}

fn range(first: i64, last: i64, step: i64) -> impl Iterator<Item = i64> {
    (0..=first.abs_diff(last) / step.unsigned_abs()).map(move |index| first + step * index as i64)
}

fn words(source: &str) -> String {
    let program = parse(format!("echo {source}").as_bytes(), &ParseOptions::default()).unwrap();
    let CommandKind::Simple(simple) = &program.body.items[0].chain.first.stages[0].kind else { panic!("{source}") };
    let words = simple.args[1..].iter().flat_map(|argument| match argument {
        Arg::Word(word) => expand(&word.parts),
        Arg::Assignment(_) => panic!("{source}"),
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn gives_the_words_of_bash() {
    for (source, expected) in [
        ("{a,b}{1..3}", "a1 a2 a3 b1 b2 b3"),
        ("{a..e..2} {e..a} {a..c}", "a c e e d c b a a b c"),
        ("{1..10..3} {10..1..3}", "1 4 7 10 10 7 4 1"),
        ("{01..3} {-01..2} {1..03}", "01 02 03 -01 000 001 002 01 02 03"),
        ("{1..3..0} {1..3..-1} {+1..3} {3..1..-1}", "1 2 3 1 2 3 1 2 3 3 2 1"),
        ("{a} {} {1..} {1..a} {a..1} {a..cc} {1.2} {..}", "{a} {} {1..} {1..a} {a..1} {a..cc} {1.2} {..}"),
        ("{1...3} {1..2..3..4} {1..2}..", "{1...3} {1..2..3..4} 1.. 2.."),
        ("{a,} {,a} {,} x{a,b}y", "a a xay xby"),
        ("{a,{b,c}} {a,b{1..2}} {{a,b},c}", "a b c a b1 b2 a b c"),
        ("{a..c}{1,2}", "a1 a2 b1 b2 c1 c2"),
        ("{a,b}} {{a,b} {a},b} {}{a,b} {a}{b,c}", "a} b} {a {b a} b {}a {}b {a}b {a}c"),
        ("{a,'b c'} {a,\"b,c\"} {'a','b'}", "a b c a b,c a b"),
        ("{a\\,b} {a,b\\} \\{a,b} {a,b", "{a,b} {a,b} {a,b} {a,b"),
        ("{a b,c}", "{a b,c}"),
        ("{\"a,b\"..c}", "a,b..c"),
        ("${x}{a,b} {1..3}{a {a{1..2}}", "$xa $xb 1{a 2{a 3{a {a1} {a2}"),
        ("{a..b,c} {$x,y} {$(echo a,b),c}", "a..b c $x y $(…) c"),
        ("{a,b}{} a{b,c,}d", "a{} b{} abd acd ad"),
        ("$x{a,b} {$x,$y}b {$x,y}_c-d", "$xa $xb $xb $yb $x_c-d y_c-d"),
        ("$x{1..3} a$x{,b} $x{/a,b}", "$x1 $x2 $x3 a$x a$xb $x/a $xb"),
        ("~{,/x} {~,/y} x~ ~/{a,b}", "<~> <~>/x <~> /y x~ <~>/a <~>/b"),
        ("{~/a,~/b} {~,x}/a ~{root,x}", "<~>/a <~>/b <~>/a x/a <~root> <~x>"),
        ("{a,b}=x a={b,c} --x={a,b}", "a=x b=x a=b a=c --x=a --x=b"),
        ("${x:-{a,b}} \"{a,b}\" '{a,b}'", "${…}} {a,b} {a,b}"),
        ("{9223372036854775806..9223372036854775807}", "9223372036854775806 9223372036854775807"),
        ("{1..9223372036854775808}", "{1..9223372036854775808}"),
        ("@(a|{b,c}) {@(a,b),c}", "@(a|b) @(a|c) @(a b) c"),
    ] {
        assert_eq!(words(source), expected, "for {source}");
    }
}

#[test]
fn assignments_do_not_expand() {
    let program = parse(b"a={1,2} b={1..3}", &ParseOptions::default()).unwrap();
    assert!(!format!("{program:?}").contains("Brace"));
    // Arguments of declaration builtins do, and are no assignments then.
    let program = parse(b"declare a={1,2}", &ParseOptions::default()).unwrap();
    let text = format!("{program:?}");
    assert!(text.contains("Brace") && text.contains("Literal(\"a=\")"), "{text}");
}

#[test]
fn many_braces_take_linear_time() {
    for unit in ["{", "}", "{}", "{a,", "{,}", ",}", "{a..b}", "{{}"] {
        let source = format!("echo {}", unit.repeat(50_000));
        let _ = parse(source.as_bytes(), &ParseOptions::default());
    }
}
