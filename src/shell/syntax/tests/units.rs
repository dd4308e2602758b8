//! Units, aliases, here-documents and the entry points.

use bstr::BString;

use crate::syntax::ast::{
    Arg, CommandKind, Direction, FdName, Function, ParamOp, Program, RedirectionOp, RedirectionTarget, Simple,
    Subscript, WordPart,
};
use crate::syntax::{
    ParseOptions, Units, is_reserved_word, parse, parse_subscript, parse_with_warnings, parse_word_as_double_quoted,
    print,
};

fn printed(program: &Program) -> String {
    print::list(&program.body).to_string()
}

fn parsed(source: &[u8]) -> Program {
    parse(source, &ParseOptions::default()).unwrap()
}

fn simple(program: &Program) -> &Simple {
    match &program.body.items[0].chain.first.stages[0].kind {
        CommandKind::Simple(simple) => simple,
        other => panic!("{other:?}"),
    }
}

/// The parts of the second word of the first command.
fn argument(source: &[u8]) -> Vec<WordPart> {
    let program = parsed(source);
    match &simple(&program).args[1] {
        Arg::Word(word) => word.parts.clone(),
        Arg::Assignment(_) => panic!("an assignment"),
    }
}

fn literal(text: &str) -> WordPart {
    WordPart::Literal(text.into())
}

fn quoted(text: &str) -> WordPart {
    WordPart::Quoted(text.into())
}

#[test]
fn units_are_lines() {
    let source = b"a; b\n\n# c\nif d\nthen e; fi; f\ng \\\nh\ni && \n j";
    let mut units = Units::new(source, 1);
    let mut seen = Vec::new();
    while let Some(unit) = units.next(&ParseOptions::default()) {
        let program = unit.unwrap();
        seen.push((program.body.items[0].chain.first.stages[0].line, printed(&program)));
    }
    let expected = [(1, "a; b"), (4, "if d; then\n    e;\nfi; f"), (7, "g h"), (8, "i && j")];
    assert_eq!(seen, expected.map(|(line, text)| (line, text.to_string())));
}

#[test]
fn an_error_comes_after_the_units_before_it() {
    let mut units = Units::new(b"echo a\necho b\nfi\necho c\n", 1);
    let options = ParseOptions::default();
    assert!(units.next(&options).unwrap().is_ok());
    assert!(units.next(&options).unwrap().is_ok());
    let error = units.next(&options).unwrap().unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (3, "syntax error near unexpected token `fi'"));
    assert_eq!(error.source_line, Some("fi".into()));
    assert!(units.next(&options).is_none());
    assert!(parse(b"echo a\nfi", &options).is_err());
}

#[test]
fn incomplete_input_is_told_from_wrong_input() {
    let incomplete = |source: &[u8]| parse(source, &ParseOptions::default()).unwrap_err().incomplete;
    for source in [
        "if a",
        "while a; do\n",
        "echo \"a",
        "echo 'a",
        "echo $(a",
        "echo ${a",
        "((1",
        "{ a;",
        "a |",
        "a &&\n",
        "f() {",
        "case a in",
        "[[ a &&",
        "a=(1",
        "echo `a",
    ] {
        assert!(incomplete(source.as_bytes()), "{source}");
    }
    for source in ["fi", "a ;;", "echo )", "for 1 2", "if a; fi"] {
        assert!(!incomplete(source.as_bytes()), "{source}");
    }
}

#[test]
fn aliases_expand_as_in_bash() {
    let table = |name: &[u8]| -> Option<BString> {
        let text = match name {
            b"ll" => "ls -l",
            b"ls" => "ls --color",
            b"sudo" => "sudo ",
            b"loop" => "loop2 x",
            b"loop2" => "loop y",
            b"begin" => "{",
            b"end" => "}",
            b"two" => "a; ll",
            b"lines" => "a\nb",
            b"empty" => "",
            _ => return None,
        };
        Some(text.into())
    };
    let options = ParseOptions { aliases: Some(&table), ..ParseOptions::default() };
    let show = |source: &str| printed(&parse(source.as_bytes(), &options).unwrap());
    for (source, expected) in [
        ("ll a", "ls --color -l a"),
        ("echo ll", "echo ll"),
        ("\\ll; 'll'; \"ll\"", "\\ll; 'll'; \"ll\""),
        ("sudo ll x", "sudo ls --color -l x"),
        ("sudo x ll", "sudo x ll"),
        ("loop", "loop y x"),
        ("begin a; end", "{ a; }"),
        ("two x", "a; ls --color -l x"),
        ("x=1 ll", "x=1 ls --color -l"),
        ("! ll", "! ls --color -l"),
        ("a | ll && ll", "a | ls --color -l && ls --color -l"),
        ("(ll)", "( ls --color -l )"),
        // What is in a substitution is read again when it runs.
        ("echo $(ll)", "echo $(ll)"),
        ("lines c", "a; b c"),
        ("ll=1", "ll=1"),
        ("empty", ""),
        ("empty ll", "ls --color -l"),
    ] {
        let shown = show(source);
        assert_eq!(shown, expected, "for {source:?}");
    }
    let mut units = Units::new(b"lines c\nll", 1);
    let mut seen = Vec::new();
    while let Some(unit) = units.next(&options) {
        seen.push(printed(&unit.unwrap()));
    }
    assert_eq!(seen, ["a", "b c", "ls --color -l"]);
}

#[test]
fn here_documents_find_their_operators() {
    let program = parsed(b"if cat <<A; then (b <<'B'); fi <<-C && d <<\"D\"\n$x\nA\n$x\nB\n\tc\n\tC\nd\nD\necho\n");
    let text = format!("{program:?}");
    let order = ["name: \"x\"", "Variable(\"x\")", "Quoted(\"$x\\n\")", "Quoted(\"c\\n\")", "Quoted(\"d\\n\")"];
    let mut from = text.find("HereDoc").unwrap();
    for piece in &order[1..] {
        from += text[from..].find(piece).unwrap_or_else(|| panic!("{piece} is missing in {}", &text[from..]));
    }
    assert_eq!(program.body.items.len(), 2);
}

#[test]
fn here_document_bodies_follow_their_rules() {
    let body = |source: &[u8]| {
        let program = parsed(source);
        match &program.body.items[0].chain.first.stages[0].redirections[0].target {
            RedirectionTarget::HereDoc(document) => document.body.parts.clone(),
            RedirectionTarget::Word(_) => panic!("a word"),
        }
    };
    assert_eq!(body(b"a <<E\n\\$ \\` \\\\ \\\" \\a \"'\nE\n"), [quoted("$ ` \\ \\\" \\a \"'\n")]);
    assert_eq!(body(b"a <<'E'\n\\$ $x\nE\n"), [quoted("\\$ $x\n")]);
    assert_eq!(body(b"a <<E\na\\\nb\\\\\nE\n"), [quoted("ab\\\n")]);
    assert_eq!(body(b"a <<-E\n\t\ta\n \tb\n\tE\n"), [quoted("a\n \tb\n")]);
    assert_eq!(body(b"a <<E\nE"), []);
    assert_eq!(body(b"a <<E\nE x\n E\nE"), [quoted("E x\n E\n")]);
    assert_eq!(body(b"a <<''\nb\n\n"), [quoted("b\n")]);
    assert_eq!(body(b"a <<E\n\xff\xfe\nE\n"), [WordPart::Quoted(b"\xff\xfe\n".into())]);
    // What does not parse is an error when it is expanded.
    for source in ["a <<E\nx $(if) y\nE\n", "a <<E\n${x y\nE\n", "a <<E\n$((1+ y\nE\n", "a <<E\n`x\nE\n"] {
        let parts = body(source.as_bytes());
        let bad =
            |part: &WordPart| matches!(part, WordPart::Param(expansion) if matches!(expansion.op, ParamOp::Bad { .. }));
        assert!(parts.iter().any(bad), "{source:?}: {parts:?}");
    }
}

#[test]
fn unterminated_here_documents_are_warned_of() {
    let mut warnings = Vec::new();
    parse_with_warnings(b"cat <<EOF\nabc\n", &ParseOptions::default(), &mut warnings).unwrap();
    assert_eq!(warnings[0].line, 2);
    assert_eq!(warnings[0].message, "here-document at line 1 delimited by end-of-file (wanted `EOF')");
}

#[test]
fn quotes_leave_no_trace_of_their_form() {
    assert_eq!(argument(b"a 'b'\\c$'d\\n'"), [quoted("bcd\n")]);
    assert_eq!(argument(b"a b\"c\"'d'"), [literal("b"), WordPart::Double(vec![quoted("c")]), quoted("d")]);
    assert_eq!(argument(b"a \"\""), [WordPart::Double(vec![])]);
    assert_eq!(argument(b"a ''"), [quoted("")]);
    assert_eq!(argument(b"a b\\\nc"), [literal("bc")]);
    assert_eq!(argument(b"a \"\\a\\$\\\"\\\\\\\nb\""), [WordPart::Double(vec![quoted("\\a$\"\\b")])]);
    assert_eq!(argument(b"a \xff'\xfe'"), [WordPart::Literal(b"\xff".into()), WordPart::Quoted(b"\xfe".into())]);
    assert_eq!(argument(b"a $"), [literal("$")]);
    assert_eq!(argument(b"a \"$\""), [WordPart::Double(vec![quoted("$")])]);
    assert_eq!(argument(b"a @(b|c d)e"), [literal("@(b|c d)e")]);
}

#[test]
fn ansi_escapes_decode() {
    for (text, expected) in [
        (r"\a\b\e\E\f\n\r\t\v\\\'\x22\?", b"\x07\x08\x1b\x1b\x0c\n\r\t\x0b\\'\"?".as_slice()),
        (r"\101\1011\x41\x4\u41\u00e9\U0001F600", "AA1A\x04Aé😀".as_bytes()),
        (r"\cA\c?\q\xg\u", b"\x01\x7f\\q\\xg\\u"),
        (r"a\0b", b"a"),
        (r"\377\xff", b"\xff\xff"),
        (r"\x{41}b", b"Ab"),
        (r"\UFFFFFFFF\U110000", b"\xf4\x90\x80\x80"),
    ] {
        let source = format!("a $'{text}'");
        assert_eq!(argument(source.as_bytes()), [WordPart::Quoted(expected.into())], "{text}");
    }
}

#[test]
fn tildes_stand_at_the_start_and_in_assignments() {
    let tilde = |text: &str| WordPart::Tilde(text.into());
    assert_eq!(argument(b"a ~/b"), [tilde("~"), literal("/b")]);
    assert_eq!(argument(b"a ~b"), [tilde("~b")]);
    assert_eq!(argument(b"a ~+/b"), [tilde("~+"), literal("/b")]);
    assert_eq!(argument(b"a b~"), [literal("b~")]);
    assert_eq!(argument(b"a \\~"), [quoted("~")]);
    assert_eq!(argument(b"a ~'b'"), [literal("~"), quoted("b")]);
    assert_eq!(argument(b"a b:~"), [literal("b:~")]);
    assert_eq!(argument(b"a b=~/c:~d:e"), [literal("b="), tilde("~"), literal("/c:"), tilde("~d"), literal(":e")]);
    assert_eq!(argument(b"a --b=~"), [literal("--b=~")]);
    assert_eq!(argument(b"a ~b:~"), [tilde("~b"), literal(":~")]);
    for (source, count) in [
        ("a <<< ~:~", 2),
        ("a ${x#~/} \"${x%~}\" ${x/~/~} ${x//~} ${x:-~:a}", 6),
        ("a ${x/#~/a} ${x/%~/a} \"${x:-~}\" \"~\"", 0),
        ("case ~ in ~) a;; esac", 2),
        ("[[ ~ == ~/a && a =~ ~ ]]", 3),
        ("a=(~ [1]=~:~ b=~)", 3),
        ("declare a=~:~", 2),
        ("a >~/b", 1),
    ] {
        let text = format!("{:?}", parsed(source.as_bytes()));
        assert_eq!(text.matches("Tilde").count(), count, "{source}");
    }
    let text = format!("{:?}", parsed(b"a=~:$b:~/c export=~"));
    assert_eq!(text.matches("Tilde").count(), 3);
}

#[test]
fn substitutions_hold_programs() {
    let parts = argument(b"a $(< b)");
    let [WordPart::CommandSub(substitution)] = parts.as_slice() else { panic!("{parts:?}") };
    assert_eq!(substitution.file.as_ref().unwrap().parts, [literal("b")]);
    let parts = argument(b"a `b \\`c\\``");
    let [WordPart::CommandSub(substitution)] = parts.as_slice() else { panic!("{parts:?}") };
    assert_eq!(printed(&substitution.program), "b `c`");
    assert!(substitution.file.is_none());
    // A backquoted text that does not parse is an error when it runs.
    let parts = argument(b"a `if`");
    let [WordPart::CommandSub(substitution)] = parts.as_slice() else { panic!("{parts:?}") };
    assert_eq!(printed(&substitution.program), "eval 'if'");
    let parts = argument(b"a --b=<(c)");
    assert!(matches!(&parts[1], WordPart::ProcessSub { direction: Direction::Read, .. }));
}

#[test]
fn declaration_builtins_take_assignments() {
    let program = parsed(b"declare -a x=(1 2) y=$z w");
    let args = &simple(&program).args;
    assert!(matches!(args[2], Arg::Assignment(_)) && matches!(args[3], Arg::Assignment(_)));
    assert!(matches!(args[4], Arg::Word(_)));
    let program = parsed(b"command -p export x=1");
    assert!(matches!(simple(&program).args[3], Arg::Word(_)));
    let program = parsed(b"builtin command export x=1");
    assert!(matches!(simple(&program).args[3], Arg::Assignment(_)));
    let program = parsed(b"let x=(1+2)*3");
    assert!(matches!(simple(&program).args[1], Arg::Word(_)));
    assert_eq!(simple(&parsed(b"a[1 2]=b c=(d) e")).assignments.len(), 2);
}

#[test]
fn redirections_keep_their_descriptors() {
    let program = parsed(b"a 3<b {v}>c 2>&1 &>>d 99999999999>e");
    let redirections = &program.body.items[0].chain.first.stages[0].redirections;
    assert_eq!(redirections[0].fd, Some(FdName::Number(3)));
    assert_eq!(redirections[1].fd, Some(FdName::Variable("v".into())));
    assert_eq!(redirections[2].op, RedirectionOp::DuplicateWrite);
    assert_eq!(redirections[3].op, RedirectionOp::AppendBoth);
    assert_eq!(redirections[4].fd, Some(FdName::Number(u32::MAX)));
}

#[test]
fn functions_keep_their_source() {
    let source = b"x; f() { a; } >b; function g-h ( c )";
    let program = parsed(source);
    let function = |index: usize| -> &Function {
        match &program.body.items[index].chain.first.stages[0].kind {
            CommandKind::Function(function) => function,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((&*function(1).name, function(1).source.to_string().as_str()), ("f", "f() { a; } >b"));
    assert_eq!(function(1).body.redirections.len(), 1);
    assert_eq!((&*function(2).name, function(2).source.to_string().as_str()), ("g-h", "function g-h ( c )"));
}

#[test]
fn text_at_run_time_parses() {
    let word = parse_word_as_double_quoted(b"+ $x \"y\" \\$ $(a) ${b").unwrap();
    assert_eq!(word.parts.len(), 6);
    assert_eq!(word.parts[2], quoted(" \"y\" $ "));
    assert_eq!(parse_subscript(b"@").unwrap(), Subscript::At);
    assert_eq!(parse_subscript(b"*").unwrap(), Subscript::Star);
    let Subscript::Expr { word, arith } = parse_subscript(b"x y").unwrap() else { panic!("no expression") };
    assert_eq!(word.parts, [literal("x y")]);
    assert!(arith.expr.is_none());
    assert!(parse_subscript(b"$(").is_err());
    assert!(is_reserved_word(b"if") && is_reserved_word(b"[[") && !is_reserved_word(b"echo"));
}

#[test]
fn without_extglob_parentheses_are_tokens() {
    let options = ParseOptions { extglob: false, ..ParseOptions::default() };
    assert!(parse(b"echo @(a)", &options).is_err());
    let program = parse(b"!(a)", &options).unwrap();
    assert!(program.body.items[0].chain.first.negated);
    // In conditions extended patterns are always on.
    assert!(parse(b"[[ a == @(a|b) ]]", &options).is_ok());
}

#[test]
fn first_lines_count() {
    let options = ParseOptions { first_line: 10, ..ParseOptions::default() };
    assert_eq!(parse(b"\na", &options).unwrap().body.items[0].chain.first.stages[0].line, 11);
    assert_eq!(parse(b"\nfi", &options).unwrap_err().line, 11);
}

#[test]
fn bad_expansions_wait_for_run_time() {
    for source in ["${}", "${x y}", "${x:}", "${x!}", "${a[1}", "${#x-1}", "${x@Z}", "${!}x}", "${-x}", "${1a}"] {
        let parts = argument(format!("a {source}").as_bytes());
        let bad = matches!(&parts[0], WordPart::Param(expansion) if matches!(expansion.op, ParamOp::Bad { .. }));
        assert_eq!(bad, source != "${!}x}", "{source}: {parts:?}");
    }
}
