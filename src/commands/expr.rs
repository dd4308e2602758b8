//! `expr`: evaluates an expression of words.

use std::cmp::Ordering;

use bstr::BString;

use super::shared::quote::quote;
use super::shared::unicode;
use shell::command::{Context, Native, Outcome};
use shell::regex::{Captures, Dialect, Options, Regex, Syntax};

const HELP: &str = "\
Usage: expr EXPRESSION
  or:  expr OPTION
Print the value of EXPRESSION. The status is 0 when it is neither empty nor 0, 1 when it is, 2 for a syntax error, 3 for
another error.

      --help     show this help and exit
      --version  show the version and exit

In order of strength, the weakest first:

  A | B          A if it is neither empty nor 0, else B
  A & B          A if neither is empty or 0, else 0
  A < B   A <= B   A = B   A != B   A >= B   A > B
  A + B   A - B
  A * B   A / B   A % B
  STRING : REGEXP        the match of REGEXP at the start of STRING
  match STRING REGEXP    the same
  substr STRING POS LENGTH
  index STRING CHARS     where in STRING one of CHARS is first found, or 0
  length STRING
  + WORD                 WORD, even if it is a keyword or an operator
  ( EXPRESSION )
";

pub const COMMANDS: &[Native] = &[Native { name: "expr", help: HELP, run }];

/// Why there is no value: the message and the status.
struct Failure(Vec<u8>, u8);

type Value = Result<BString, Failure>;

fn fail<T>(parts: &[&[u8]]) -> Result<T, Failure> {
    Err(Failure(parts.concat(), 2))
}

fn run(context: &mut Context<'_>) -> Outcome {
    let mut words = context.args();
    if let [only] = words {
        if only == "--help" {
            context.write(HELP.as_bytes())?;
            return Ok(0);
        }
        if only == "--version" {
            context.write(super::options::version_line("expr").as_bytes())?;
            return Ok(0);
        }
    }
    if words.first().is_some_and(|first| first == "--") {
        words = &words[1..];
    }
    if words.is_empty() {
        context.complain(&[b"missing operand"])?;
        super::options::hint(context)?;
        return Ok(2);
    }
    for word in words {
        context.charge_bytes(word.len())?;
    }
    let mut reader = Reader { words, at: 0, depth: 0 };
    let value = reader.or(true).and_then(|value| match reader.words.get(reader.at) {
        Some(word) => fail(&[b"syntax error: unexpected argument ", &quote(word)]),
        None => Ok(value),
    });
    match value {
        Ok(value) => {
            context.write(&[&value[..], b"\n"].concat())?;
            Ok(u8::from(is_null(&value)))
        }
        Err(Failure(message, status)) => {
            context.complain(&[&message])?;
            Ok(status)
        }
    }
}

/// Empty or zero.
fn is_null(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    value.is_empty() || (!digits.is_empty() && digits.iter().all(|byte| *byte == b'0'))
}

fn is_integer(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// A number; those beyond 38 digits are refused.
fn integer(value: &[u8]) -> Result<i128, Failure> {
    if !is_integer(value) {
        return fail(&[b"non-integer argument"]);
    }
    let number = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| Failure([value, b": Numerical result out of range"].concat(), 3))
}

/// The deepest nesting of parentheses and keywords.
const DEEPEST: u32 = 500;

struct Reader<'a> {
    words: &'a [BString],
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// Takes one of these operators if it is next.
    fn take(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let word = self.words.get(self.at)?;
        let found = operators.iter().copied().find(|operator| *word == **operator)?;
        self.at += 1;
        Some(found)
    }

    /// The word that has to be next.
    fn word(&mut self) -> Result<&'a BString, Failure> {
        match self.words.get(self.at) {
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
            None => fail(&[b"syntax error: missing argument after ", &quote(self.before())]),
        }
    }

    fn before(&self) -> &'a [u8] {
        self.at.checked_sub(1).and_then(|index| self.words.get(index)).map(|word| word.as_slice()).unwrap_or_default()
    }

    fn or(&mut self, evaluate: bool) -> Value {
        let mut left = self.and(evaluate)?;
        while self.take(&["|"]).is_some() {
            let right = self.and(evaluate && is_null(&left))?;
            if is_null(&left) {
                left = if is_null(&right) { "0".into() } else { right };
            }
        }
        Ok(left)
    }

    fn and(&mut self, evaluate: bool) -> Value {
        let mut left = self.comparison(evaluate)?;
        while self.take(&["&"]).is_some() {
            let right = self.comparison(evaluate && !is_null(&left))?;
            if is_null(&left) || is_null(&right) {
                left = "0".into();
            }
        }
        Ok(left)
    }

    fn comparison(&mut self, evaluate: bool) -> Value {
        let mut left = self.sum(evaluate)?;
        while let Some(operator) = self.take(&["<", "<=", "=", "==", "!=", ">=", ">"]) {
            let right = self.sum(evaluate)?;
            let order = if is_integer(&left) && is_integer(&right) {
                compare_integers(&left, &right)
            } else {
                left.cmp(&right)
            };
            let truth = match operator {
                "<" => order == Ordering::Less,
                "<=" => order != Ordering::Greater,
                "!=" => order != Ordering::Equal,
                ">=" => order != Ordering::Less,
                ">" => order == Ordering::Greater,
                _ => order == Ordering::Equal,
            };
            left = if truth { "1".into() } else { "0".into() };
        }
        Ok(left)
    }

    fn sum(&mut self, evaluate: bool) -> Value {
        let mut left = self.product(evaluate)?;
        while let Some(operator) = self.take(&["+", "-"]) {
            let right = self.product(evaluate)?;
            if evaluate {
                let (a, b) = (integer(&left)?, integer(&right)?);
                left = number(if operator == "+" { a.checked_add(b) } else { a.checked_sub(b) })?;
            }
        }
        Ok(left)
    }

    fn product(&mut self, evaluate: bool) -> Value {
        let mut left = self.matched(evaluate)?;
        while let Some(operator) = self.take(&["*", "/", "%"]) {
            let right = self.matched(evaluate)?;
            if evaluate {
                let (a, b) = (integer(&left)?, integer(&right)?);
                if operator != "*" && b == 0 {
                    return fail(&[b"division by zero"]);
                }
                left = number(match operator {
                    "*" => a.checked_mul(b),
                    "/" => a.checked_div(b),
                    _ => a.checked_rem(b),
                })?;
            }
        }
        Ok(left)
    }

    fn matched(&mut self, evaluate: bool) -> Value {
        let mut left = self.keyword(evaluate)?;
        while self.take(&[":"]).is_some() {
            let right = self.keyword(evaluate)?;
            if evaluate {
                left = match_start(&left, &right)?;
            }
        }
        Ok(left)
    }

    fn keyword(&mut self, evaluate: bool) -> Value {
        self.depth += 1;
        if self.depth > DEEPEST {
            return fail(&[b"syntax error: nested too deeply"]);
        }
        let value = self.bare_keyword(evaluate);
        self.depth -= 1;
        value
    }

    fn bare_keyword(&mut self, evaluate: bool) -> Value {
        if self.take(&["+"]).is_some() {
            return Ok(self.word()?.clone());
        }
        match self.take(&["length", "match", "index", "substr"]) {
            Some("length") => {
                let text = self.keyword(evaluate)?;
                Ok(characters(&text).len().to_string().into())
            }
            Some("match") => {
                let text = self.keyword(evaluate)?;
                let pattern = self.keyword(evaluate)?;
                if evaluate { match_start(&text, &pattern) } else { Ok(text) }
            }
            Some("index") => {
                let text = self.keyword(evaluate)?;
                let wanted = self.keyword(evaluate)?;
                let wanted = characters(&wanted);
                let found = characters(&text).iter().position(|character| wanted.contains(character));
                Ok(found.map_or(0, |index| index + 1).to_string().into())
            }
            Some(_) => {
                let text = self.keyword(evaluate)?;
                let position = self.keyword(evaluate)?;
                let length = self.keyword(evaluate)?;
                let (Ok(position), Ok(length)) = (integer(&position), integer(&length)) else {
                    return Ok(BString::default());
                };
                if position <= 0 || length <= 0 {
                    return Ok(BString::default());
                }
                let skip = usize::try_from(position - 1).unwrap_or(usize::MAX);
                let take = usize::try_from(length).unwrap_or(usize::MAX);
                let pieces: Vec<&[u8]> = characters(&text).into_iter().skip(skip).take(take).collect();
                Ok(pieces.concat().into())
            }
            None => self.primary(evaluate),
        }
    }

    fn primary(&mut self, evaluate: bool) -> Value {
        let word = self.word()?;
        if word == "(" {
            let value = self.or(evaluate)?;
            return match self.words.get(self.at) {
                Some(word) if word == ")" => {
                    self.at += 1;
                    Ok(value)
                }
                Some(word) => fail(&[b"syntax error: expecting ')' instead of ", &quote(word)]),
                None => fail(&[b"syntax error: expecting ')' after ", &quote(self.before())]),
            };
        }
        if word == ")" {
            return fail(&[b"syntax error: unexpected ')'"]);
        }
        Ok(word.clone())
    }
}

fn number(value: Option<i128>) -> Value {
    match value {
        Some(value) => Ok(value.to_string().into()),
        None => Err(Failure(b"Numerical result out of range".to_vec(), 3)),
    }
}

fn compare_integers(left: &[u8], right: &[u8]) -> Ordering {
    let parts = |text: &[u8]| {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        let digits = digits[zeros..].to_vec();
        (text.starts_with(b"-") && !digits.is_empty(), digits.len(), digits)
    };
    let (left, right) = (parts(left), parts(right));
    match (left.0, right.0) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => left.cmp(&right),
        (true, true) => right.cmp(&left),
    }
}

/// The characters of a text; a byte that is none counts as one.
fn characters(text: &[u8]) -> Vec<&[u8]> {
    let mut rest = text;
    let mut list = Vec::with_capacity(text.len());
    while !rest.is_empty() {
        let (_, length) = unicode::decode(rest);
        let (character, after) = rest.split_at(length.clamp(1, rest.len()));
        list.push(character);
        rest = after;
    }
    list
}

/// What the pattern's first group matched, or how many characters the pattern itself, at the start of the text.
fn match_start(text: &[u8], pattern: &[u8]) -> Value {
    let regex = match Regex::new(pattern, &Options { dialect: Dialect::Expr, ..Options::new(Syntax::Basic) }) {
        Ok(regex) => regex,
        Err(error) => return fail(&[error.to_string().as_bytes()]),
    };
    let groups = regex.group_count() > 0;
    let mut captures = Captures::new();
    let found = match regex.captures_at(text, 0, &mut captures) {
        Ok(found) => found,
        Err(_) => return Err(Failure(b"error in regular expression matcher".to_vec(), 3)),
    };
    let whole = captures.get(0).filter(|(start, _)| found && *start == 0);
    Ok(match (whole, groups) {
        (Some(_), true) => captures.get(1).map_or(BString::default(), |(start, end)| text[start..end].into()),
        (Some((_, end)), false) => characters(&text[..end]).len().to_string().into(),
        (None, true) => BString::default(),
        (None, false) => "0".into(),
    })
}
