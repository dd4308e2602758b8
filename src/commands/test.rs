//! `test` and `[` as commands of their own: GNU's, whose messages and operators differ from the shell's.

use std::cmp::Ordering;

use bstr::{BString, ByteSlice};

use super::shared::quote::quote;
use shell::builtins::test::{file_is, stat_operand};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Stat;
use workspace::{Errno, Kind};

const HELP: &str = "\
Usage: test EXPRESSION
  or:  test
  or:  [ EXPRESSION ]
  or:  [ ]
  or:  [ OPTION
Exit with the status that EXPRESSION decides: 0 true, 1 false, 2 an error. Without one, it is false.

      --help     show this help and exit (only as [ --help)
      --version  show the version and exit (only as [ --version)

( EXPRESSION )   ! EXPRESSION   EXPRESSION1 -a EXPRESSION2   EXPRESSION1 -o EXPRESSION2
[-n] STRING  it is not empty            -z STRING  it is empty
STRING1 = STRING2   STRING1 != STRING2
INTEGER1 -eq INTEGER2, and -ge -gt -le -lt -ne; -l STRING stands for its length
FILE1 -ef FILE2  one file   FILE1 -nt FILE2  newer   FILE1 -ot FILE2  older
-b -c -d -e -f -g -G -h -k -L -N -O -p -r -s -S -u -w -x FILE   -t FD
";

pub const COMMANDS: &[Native] =
    &[Native { name: "test", help: HELP, run }, Native { name: "[", help: HELP, run: bracket }];

/// Why there is no answer: the message.
struct Failure(BString);

type Truth = Result<bool, Failure>;

fn fail<T>(parts: &[&[u8]]) -> Result<T, Failure> {
    Err(Failure(parts.concat().into()))
}

fn bracket(context: &mut Context<'_>) -> Outcome {
    let words = context.args();
    if let [only] = words {
        if only == "--help" {
            context.write(HELP.as_bytes())?;
            return Ok(0);
        }
        if only == "--version" {
            context.write(super::options::version_line("test").as_bytes())?;
            return Ok(0);
        }
    }
    match words.split_last() {
        Some((last, rest)) if last == "]" => answer(context, rest),
        _ => {
            context.complain(&["missing ‘]’".as_bytes()])?;
            Ok(2)
        }
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    answer(context, context.args())
}

fn answer(context: &mut Context<'_>, words: &[BString]) -> Outcome {
    context.charge(1 + words.len() as u64)?;
    if words.is_empty() {
        return Ok(1);
    }
    let mut reader = Reader { context, words, at: 0, depth: 0 };
    let truth = reader.by_count(words.len()).and_then(|truth| match words.get(reader.at) {
        Some(word) => fail(&[b"extra argument ", &quote(word)]),
        None => Ok(truth),
    });
    match truth {
        Ok(truth) => Ok(u8::from(!truth)),
        Err(Failure(message)) => {
            context.complain(&[&message])?;
            Ok(2)
        }
    }
}

/// The deepest nesting of parentheses.
const DEEPEST: u32 = 500;

struct Reader<'a, 'c> {
    context: &'a Context<'c>,
    words: &'a [BString],
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a, '_> {
    fn word(&self, ahead: usize) -> Option<&'a BString> {
        self.words.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, text: &str) -> bool {
        self.word(ahead).is_some_and(|word| word == text)
    }

    fn left(&self) -> usize {
        self.words.len().saturating_sub(self.at)
    }

    fn beyond<T>(&self) -> Result<T, Failure> {
        let last = self.words.last().map(|word| word.as_slice()).unwrap_or_default();
        fail(&[b"missing argument after ", &quote(last)])
    }

    /// Takes one word, behind which another has to stand.
    fn advance(&mut self) -> Result<(), Failure> {
        self.at += 1;
        if self.left() == 0 { self.beyond() } else { Ok(()) }
    }

    /// What POSIX says about so many words.
    fn by_count(&mut self, count: usize) -> Truth {
        match count {
            1 => self.one(),
            2 => self.two(),
            3 => self.three(),
            4 if self.is(0, "!") => {
                self.advance()?;
                Ok(!self.three()?)
            }
            4 if self.is(0, "(") && self.is(3, ")") => {
                self.advance()?;
                let truth = self.two()?;
                self.at += 1;
                Ok(truth)
            }
            _ => self.or(),
        }
    }

    fn one(&mut self) -> Truth {
        let Some(word) = self.word(0) else { return self.beyond() };
        self.at += 1;
        Ok(!word.is_empty())
    }

    fn two(&mut self) -> Truth {
        let Some(word) = self.word(0) else { return self.beyond() };
        if word == "!" {
            self.advance()?;
            return Ok(!self.one()?);
        }
        if word.len() == 2 && word[0] == b'-' { self.unary() } else { self.beyond() }
    }

    fn three(&mut self) -> Truth {
        let Some(middle) = self.word(1) else { return self.beyond() };
        if is_binary(middle) {
            self.binary(false)
        } else if self.is(0, "!") {
            self.advance()?;
            Ok(!self.two()?)
        } else if self.is(0, "(") && self.is(2, ")") {
            self.at += 1;
            let truth = self.one()?;
            self.at += 1;
            Ok(truth)
        } else if middle == "-a" || middle == "-o" {
            self.or()
        } else {
            fail(&[&quote(middle), b": binary operator expected"])
        }
    }

    fn or(&mut self) -> Truth {
        let mut truth = self.and()?;
        while self.is(0, "-o") {
            self.at += 1;
            truth |= self.and()?;
        }
        Ok(truth)
    }

    fn and(&mut self) -> Truth {
        let mut truth = self.term()?;
        while self.is(0, "-a") {
            self.at += 1;
            truth &= self.term()?;
        }
        Ok(truth)
    }

    fn term(&mut self) -> Truth {
        let mut negated = false;
        while self.is(0, "!") {
            self.advance()?;
            negated = !negated;
        }
        let Some(word) = self.word(0) else { return self.beyond() };
        let truth = if word == "(" {
            self.parenthesized()?
        } else if self.left() >= 4 && word == "-l" && self.word(2).is_some_and(|word| is_binary(word)) {
            self.binary(true)?
        } else if self.left() >= 3 && self.word(1).is_some_and(|word| is_binary(word)) {
            self.binary(false)?
        } else if word.len() == 2 && word[0] == b'-' {
            self.unary()?
        } else {
            self.one()?
        };
        Ok(truth != negated)
    }

    fn parenthesized(&mut self) -> Truth {
        self.depth += 1;
        if self.depth > DEEPEST {
            return fail(&[b"too many parentheses"]);
        }
        self.advance()?;
        // With up to four words before the end their number decides, as it does outside.
        let inside = (1..=4).find(|count| self.is(*count, ")")).unwrap_or(self.left());
        let count = if inside <= 4 { inside.min(self.left()) } else { self.left() };
        let truth = self.by_count(count)?;
        self.depth -= 1;
        match self.word(0) {
            None => fail(&["‘)’ expected".as_bytes()]),
            Some(word) if word != ")" => fail(&["‘)’ expected, found ".as_bytes(), &quote(word)]),
            Some(_) => {
                self.at += 1;
                Ok(truth)
            }
        }
    }

    fn unary(&mut self) -> Truth {
        let Some(operator) = self.word(0) else { return self.beyond() };
        let letter = operator.get(1).copied().unwrap_or_default();
        if !b"bcdefgGhkLNnOprsStuwxz".contains(&letter) {
            return fail(&[&quote(operator), b": unary operator expected"]);
        }
        self.advance()?;
        let Some(operand) = self.word(0) else { return self.beyond() };
        self.at += 1;
        Ok(match letter {
            b'n' => !operand.is_empty(),
            b'z' => operand.is_empty(),
            // No descriptor is a terminal.
            b't' => {
                integer(operand)?;
                false
            }
            b'h' | b'L' => {
                let (vfs, cwd) = (self.context.vfs(), self.context.cwd());
                vfs.lstat(cwd, operand).is_ok_and(|stat| stat.kind == Kind::Symlink)
            }
            letter => self.stat(operand, letter == b's').is_ok_and(|stat| file_is(letter, &stat)),
        })
    }

    fn stat(&self, path: &[u8], sized: bool) -> Result<Stat, Errno> {
        stat_operand(self.context.vfs(), self.context.cwd(), &self.context.exec.fds, path, sized)
    }

    /// A binary operator; with `length`, the left side is `-l STRING`.
    fn binary(&mut self, length: bool) -> Truth {
        if length {
            self.at += 1;
        }
        let (Some(left), Some(operator)) = (self.word(0), self.word(1)) else { return self.beyond() };
        let right_length = self.left() > 3 && self.is(2, "-l");
        let right = self.word(if right_length { 3 } else { 2 });
        let Some(right) = right else { return self.beyond() };
        self.at += if right_length { 4 } else { 3 };
        let number = |word: &BString, length: bool| -> Result<Integer, Failure> {
            if length { integer(word.len().to_string().as_bytes()) } else { integer(word) }
        };
        let times = |newer: bool| match (self.stat(left, false), self.stat(right, false)) {
            (Ok(left), Ok(right)) if newer => left.mtime > right.mtime,
            (Ok(left), Ok(right)) => left.mtime < right.mtime,
            (Ok(_), Err(_)) => newer,
            (Err(_), Ok(_)) => !newer,
            _ => false,
        };
        Ok(match operator.as_slice() {
            b"=" | b"==" => left == right,
            b"!=" => left != right,
            b"-nt" | b"-ot" | b"-ef" if length || right_length => {
                return fail(&[operator, b" does not accept -l"]);
            }
            b"-nt" => times(true),
            b"-ot" => times(false),
            b"-ef" => match (self.stat(left, false), self.stat(right, false)) {
                (Ok(left), Ok(right)) => left.ino == right.ino,
                _ => false,
            },
            operator => {
                let order = number(left, length)?.order(&number(right, right_length)?);
                match operator {
                    b"-eq" => order == Ordering::Equal,
                    b"-ne" => order != Ordering::Equal,
                    b"-lt" => order == Ordering::Less,
                    b"-le" => order != Ordering::Greater,
                    b"-gt" => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }
            }
        })
    }
}

fn is_binary(word: &[u8]) -> bool {
    matches!(
        word,
        b"=" | b"==" | b"!=" | b"-nt" | b"-ot" | b"-ef" | b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge"
    )
}

/// A whole number of any size.
struct Integer {
    negative: bool,
    /// Without leading zeros; zero has none.
    digits: BString,
}

impl Integer {
    fn order(&self, other: &Integer) -> Ordering {
        let size = |a: &Integer, b: &Integer| (a.digits.len(), &a.digits).cmp(&(b.digits.len(), &b.digits));
        match (self.negative, other.negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => size(self, other),
            (true, true) => size(other, self),
        }
    }
}

fn integer(word: &[u8]) -> Result<Integer, Failure> {
    let text = word.trim();
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return fail(&[b"invalid integer ", &quote(word)]);
    }
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let digits = BString::from(&digits[zeros..]);
    Ok(Integer { negative: negative && !digits.is_empty(), digits })
}
