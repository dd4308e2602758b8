//! Arithmetic: trees by what they evaluate to, errors by bash's words.

use crate::syntax::ast::{ArithBinary, ArithExpr, ArithUnary, CommandKind};
use crate::syntax::{ParseOptions, parse, parse_arith};

/// The tree with all its parentheses.
fn show(expr: &ArithExpr) -> String {
    match expr {
        ArithExpr::Number(number) => number.to_string(),
        ArithExpr::Variable(variable) => match &variable.index {
            Some(index) => format!("{}[{}]", variable.name, index.text),
            None => variable.name.to_string(),
        },
        ArithExpr::Expansion(index) => format!("${index}"),
        ArithExpr::Unary { op, operand } => {
            let sign = match op {
                ArithUnary::Plus => "+",
                ArithUnary::Minus => "-",
                ArithUnary::Not => "!",
                ArithUnary::BitNot => "~",
            };
            format!("{sign}{}", show(operand))
        }
        ArithExpr::Binary { op, left, right } => {
            let sign = match op {
                ArithBinary::Power => "**",
                ArithBinary::Multiply => "*",
                ArithBinary::Divide => "/",
                ArithBinary::Add => "+",
                ArithBinary::Subtract => "-",
                ArithBinary::Less => "<",
                ArithBinary::ShiftLeft => "<<",
                ArithBinary::BitOr => "|",
                ArithBinary::BitAnd => "&",
                other => return format!("{other:?}({}, {})", show(left), show(right)),
            };
            format!("({}{sign}{})", show(left), show(right))
        }
        ArithExpr::Logical { or, left, right } => {
            format!("({}{}{})", show(left), if *or { "||" } else { "&&" }, show(right))
        }
        ArithExpr::Ternary { condition, yes, no } => format!("({}?{}:{})", show(condition), show(yes), show(no)),
        ArithExpr::Assign { target, op, value } => {
            format!("({}={op:?}{})", target.name, show(value)).replace("None", "")
        }
        ArithExpr::Increment { target, by, prefix } => format!("({}{by:+}{prefix})", target.name),
        ArithExpr::Comma { left, right } => format!("({},{})", show(left), show(right)),
    }
}

#[test]
fn groups_as_bash_does() {
    for (text, expected) in [
        ("", "0"),
        ("  ", "0"),
        ("1+2*3", "(1+(2*3))"),
        ("1-2-3", "((1-2)-3)"),
        ("1+2+3", "((1+2)+3)"),
        ("2**3**2", "(2**(3**2))"),
        ("-2**2", "(-2**2)"),
        ("2**-1", "(2**-1)"),
        ("1*2**3*4", "((1*(2**3))*4)"),
        ("1 ? 2 : 3 ? 4 : 5", "(1?2:(3?4:5))"),
        ("1 ? x = 2 : 3", "(1?(x=2):3)"),
        ("a=b=3", "(a=(b=3))"),
        ("a=1,b=2", "((a=1),(b=2))"),
        ("x+=1+2", "(x=Some(Add)(1+2))"),
        ("x<<=2", "(x=Some(ShiftLeft)2)"),
        ("x++ +1", "((x+1false)+1)"),
        ("x+++2", "((x+1false)+2)"),
        ("--x", "(x-1true)"),
        ("++5", "++5"),
        ("1+++2", "(1+++2)"),
        ("1--1", "(1--1)"),
        ("+-+1", "+-+1"),
        ("!!0", "!!0"),
        ("a||b&&c|d", "(a||(b&&(c|d)))"),
        ("a<b==c", "Equal((a<b), c)"),
        ("a[1+2]+b[x[0]]", "(a[1+2]+b[x[0]])"),
        ("(1,2)", "(1,2)"),
        ("0x1F", "31"),
        ("017", "15"),
        ("64#_", "63"),
        ("64#@", "62"),
        ("36#z", "35"),
        ("16#fF", "255"),
        ("9223372036854775808", "-9223372036854775808"),
        ("99999999999999999999", "7766279631452241919"),
        ("0x", "0"),
        ("1\n+\t2", "(1+2)"),
    ] {
        assert_eq!(parse_arith(text.as_bytes()).map(|expr| show(&expr)).as_deref(), Ok(expected), "for {text:?}");
    }
}

#[test]
fn errors_are_those_of_bash() {
    // What `let` prints behind `let: `.
    for (text, expected) in [
        ("1+", "1+: syntax error: operand expected (error token is \"+\")"),
        ("1 2 3", "1 2 3: syntax error in expression (error token is \"2 3\")"),
        (" 1 2 ", "1 2 : syntax error in expression (error token is \"2 \")"),
        ("5=3 + 4", "5=3 + 4: attempted assignment to non-variable (error token is \"=3 + 4\")"),
        ("a+b=3", "a+b=3: attempted assignment to non-variable (error token is \"=3\")"),
        ("1?2 + 3", "1?2 + 3: `:' expected for conditional expression (error token is \"3\")"),
        ("a[1 + 2", "a[1 + 2: bad array subscript (error token is \"a[1 + 2\")"),
        ("(1 + 2 ; 3", "(1 + 2 ; 3: syntax error: invalid arithmetic operator (error token is \"; 3\")"),
        ("1 + 08 + 2", "1 + 08: value too great for base (error token is \"08\")"),
        ("1 + 2#3 + 4", "1 + 2#3: value too great for base (error token is \"2#3\")"),
        ("1 + 65#1 + 4", "1 + 65#1: invalid arithmetic base (error token is \"65#1\")"),
        ("1 + 0xg + 4", "1 + 0xg: value too great for base (error token is \"0xg\")"),
        ("0#1", "0#1: invalid number (error token is \"0#1\")"),
        ("10#", "10#: invalid integer constant (error token is \"10#\")"),
        ("1@", "1@: value too great for base (error token is \"1@\")"),
        ("1e3", "1e3: value too great for base (error token is \"1e3\")"),
        ("1 , , 2", "1 , , 2: syntax error: operand expected (error token is \", 2\")"),
        ("1 + )", "1 + ): syntax error: operand expected (error token is \")\")"),
        ("1 + @ + 3", "1 + @ + 3: syntax error: operand expected (error token is \"@ + 3\")"),
        ("1 @ 3", "1 @ 3: syntax error: invalid arithmetic operator (error token is \"@ 3\")"),
        ("1.5", "1.5: syntax error: invalid arithmetic operator (error token is \".5\")"),
        ("x++ = 3", "x++ = 3: attempted assignment to non-variable (error token is \"= 3\")"),
        ("(x) = 3", "(x) = 3: attempted assignment to non-variable (error token is \"= 3\")"),
        ("(1 2", "(1 2: missing `)' (error token is \"2\")"),
        ("1 ( 2", "1 ( 2: syntax error in expression (error token is \"( 2\")"),
        ("x ? : 3 + 4", "x ? : 3 + 4: expression expected (error token is \": 3 + 4\")"),
        ("1?2:", "1?2:: expression expected (error token is \":\")"),
        ("1?", "1?: expression expected (error token is \"?\")"),
        ("1 : 2", "1 : 2: syntax error in expression (error token is \": 2\")"),
        ("5++", "5++: syntax error: operand expected (error token is \"+\")"),
        ("1 -- ", "1 -- : syntax error: operand expected (error token is \"- \")"),
        ("++x++", "++x++: ++: assignment requires lvalue (error token is \"++\")"),
        ("a b c", "a b c: syntax error in expression (error token is \"b c\")"),
        ("0 ? 1 : x = 3", "0 ? 1 : x = 3: attempted assignment to non-variable (error token is \"= 3\")"),
        ("[1]", "[1]: syntax error: operand expected (error token is \"[1]\")"),
        ("a[1][2]", "a[1][2]: syntax error: invalid arithmetic operator (error token is \"[2]\")"),
        ("'a'", "'a': syntax error: operand expected (error token is \"'a'\")"),
        ("\\1", "\\1: syntax error: operand expected (error token is \"\\1\")"),
    ] {
        let error = parse_arith(text.as_bytes()).map(|expr| show(&expr)).unwrap_err();
        assert_eq!(error.to_string(), expected, "for {text:?}");
    }
}

/// The tree of `((text))`, with expansions as operands.
fn inside(text: &str) -> Option<String> {
    let program = parse(format!("(({text}))").as_bytes(), &ParseOptions::default()).unwrap();
    let CommandKind::Arith(arith) = &program.body.items[0].chain.first.stages[0].kind else { panic!("{text}") };
    arith.expr.as_ref().map(show)
}

#[test]
fn expansions_are_operands_where_they_can_be() {
    for (text, expected) in [
        ("$x+1", Some("($0+1)")),
        ("1+$x", Some("(1+$1)")),
        ("$a*$b", Some("($0*$2)")),
        ("${#a} + $(b)", Some("($0+$2)")),
        ("-$x", Some("-$1")),
        ("y=$x", Some("(y=$1)")),
        ("\"$x\"+1", Some("($0+1)")),
        // These depend on the text that comes out.
        ("$x$y", None),
        ("1$x", None),
        ("a$x", None),
        ("${x}1", None),
        ("$x++", None),
        ("$x=1", None),
        ("a[$i]", None),
        ("$a[1]", None),
        ("1 $op 2", None),
        ("16#$x", None),
        // Errors wait for run time.
        ("1+", None),
    ] {
        assert_eq!(inside(text).as_deref(), expected, "for {text:?}");
    }
}
