//! `test` and `[`, and the operators that they share with `[[`.
//!
//! Up to four arguments POSIX says what they mean by their number; beyond that an expression is parsed with `-a`, `-o`,
//! `!` and parentheses.

use bstr::{BStr, BString, ByteSlice};

use super::{Argument, USAGE, own_name, words};
use crate::flow::Flow;
use crate::kernel::{FdTable, Source, Stat, Vfs};
use crate::shell::Shell;
use crate::variables::{Target, Value, split_element};
use workspace::{AbsPath, Errno, Follow, Kind};

/// Why a test could not be answered: status 2.
#[derive(Debug)]
enum Failure {
    /// The message behind the builtin's name.
    Message(BString),
    Flow(Flow),
}

impl From<Flow> for Failure {
    fn from(flow: Flow) -> Self {
        Failure::Flow(flow)
    }
}

impl Failure {
    fn new(parts: &[&[u8]]) -> Failure {
        Failure::Message(parts.concat().into())
    }
}

type Truth = Result<bool, Failure>;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let name = own_name(arguments);
    let words = words(arguments);
    let mut words: Vec<&BStr> = words.iter().map(AsRef::as_ref).collect();
    if name.as_ref() == "[" && words.pop().is_none_or(|last| last != "]") {
        shell.complain(&[b"[: missing `]'"])?;
        return Ok(USAGE);
    }
    match by_count(shell, &words) {
        Ok(truth) => Ok(u8::from(!truth)),
        Err(Failure::Message(message)) => {
            shell.complain(&[&name, b": ", &message])?;
            Ok(USAGE)
        }
        Err(Failure::Flow(flow)) => Err(flow),
    }
}

fn by_count(shell: &mut Shell, words: &[&BStr]) -> Truth {
    match words {
        [] => Ok(false),
        [only] => Ok(!only.is_empty()),
        [first, second] => two(shell, first, second),
        [first, second, third] => three(shell, first, second, third),
        [not, rest @ ..] if rest.len() == 3 && *not == "!" => Ok(!three(shell, rest[0], rest[1], rest[2])?),
        [open, first, second, close] if *open == "(" && *close == ")" => two(shell, first, second),
        _ => {
            let mut parser = Parser { shell, words, at: 0, depth: 0 };
            let truth = parser.or()?;
            match parser.peek(0) {
                Some(word) if word.starts_with(b"-") => Err(Failure::new(&[b"syntax error: `", word, b"' unexpected"])),
                Some(_) => Err(Failure::new(&[b"too many arguments"])),
                None => Ok(truth),
            }
        }
    }
}

fn two(shell: &mut Shell, first: &BStr, second: &BStr) -> Truth {
    if first == "!" {
        return Ok(second.is_empty());
    }
    if is_unary(first) {
        return unary_test(shell, first, second);
    }
    Err(Failure::new(&[first, b": unary operator expected"]))
}

fn three(shell: &mut Shell, first: &BStr, second: &BStr, third: &BStr) -> Truth {
    if is_binary(second) {
        return binary_test(shell, second, first, third);
    }
    if second == "-a" {
        return Ok(!first.is_empty() && !third.is_empty());
    }
    if second == "-o" {
        return Ok(!first.is_empty() || !third.is_empty());
    }
    if first == "!" {
        return Ok(!two(shell, second, third)?);
    }
    if first == "(" && third == ")" {
        return Ok(!second.is_empty());
    }
    Err(Failure::new(&[second, b": binary operator expected"]))
}

/// The deepest nesting of parentheses and `!`.
const DEEPEST: u32 = 500;

struct Parser<'a, 'w> {
    shell: &'a mut Shell,
    words: &'w [&'w BStr],
    at: usize,
    depth: u32,
}

impl<'w> Parser<'_, 'w> {
    fn peek(&self, ahead: usize) -> Option<&'w BStr> {
        self.words.get(self.at + ahead).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek(0).is_some_and(|next| next == word);
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Truth {
        let mut truth = self.and()?;
        while self.take("-o") {
            truth |= self.and()?;
        }
        Ok(truth)
    }

    fn and(&mut self) -> Truth {
        let mut truth = self.term()?;
        while self.take("-a") {
            truth &= self.term()?;
        }
        Ok(truth)
    }

    fn term(&mut self) -> Truth {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Failure::new(&[b"too many arguments"]));
        }
        let truth = self.bare_term();
        self.depth -= 1;
        truth
    }

    fn bare_term(&mut self) -> Truth {
        let Some(word) = self.peek(0) else { return Err(Failure::new(&[b"argument expected"])) };
        if word == "!" {
            self.at += 1;
            return Ok(!self.term()?);
        }
        // A binary operator in second place beats every other reading.
        if let (Some(operator), Some(right)) = (self.peek(1), self.peek(2))
            && is_binary(operator)
        {
            self.at += 3;
            return binary_test(self.shell, operator, word, right);
        }
        if word == "(" {
            self.at += 1;
            let truth = self.or()?;
            if self.take(")") {
                return Ok(truth);
            }
            return match self.peek(0) {
                Some(found) => Err(Failure::new(&[b"`)' expected, found ", found])),
                None => Err(Failure::new(&[b"`)' expected"])),
            };
        }
        if is_unary(word)
            && let Some(operand) = self.peek(1)
        {
            self.at += 2;
            return unary_test(self.shell, word, operand);
        }
        self.at += 1;
        Ok(!word.is_empty())
    }
}

/// True for a unary operator of `test`.
pub fn is_unary(word: &[u8]) -> bool {
    matches!(word, [b'-', letter] if b"abcdefghknoprstuvwxzGLNORS".contains(letter))
}

/// True for a binary operator of `test` other than `-a` and `-o`.
pub fn is_binary(word: &[u8]) -> bool {
    matches!(
        word,
        b"=" | b"=="
            | b"!="
            | b"<"
            | b">"
            | b"-eq"
            | b"-ne"
            | b"-lt"
            | b"-le"
            | b"-gt"
            | b"-ge"
            | b"-nt"
            | b"-ot"
            | b"-ef"
    )
}

fn unary_test(shell: &mut Shell, operator: &BStr, operand: &BStr) -> Truth {
    Ok(unary(shell, operator, operand)?)
}

fn binary_test(shell: &mut Shell, operator: &BStr, left: &BStr, right: &BStr) -> Truth {
    match operator.as_bytes() {
        b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => {
            let a = integer(left).ok_or_else(|| integer_expected(left))?;
            let b = integer(right).ok_or_else(|| integer_expected(right))?;
            Ok(compare(operator, a, b))
        }
        _ => Ok(binary(shell, operator, left, right)?),
    }
}

fn integer_expected(word: &[u8]) -> Failure {
    Failure::new(&[word, b": integer expression expected"])
}

fn integer(word: &[u8]) -> Option<i64> {
    super::arguments::whole_number(word)
}

/// `-eq -ne -lt -le -gt -ge`; any other operator is false.
pub fn compare(operator: &[u8], left: i64, right: i64) -> bool {
    match operator {
        b"-eq" => left == right,
        b"-ne" => left != right,
        b"-lt" => left < right,
        b"-le" => left <= right,
        b"-gt" => left > right,
        b"-ge" => left >= right,
        _ => false,
    }
}

/// A unary operator. Who may read or write is not enforced, so `-r` and `-w` ask only whether the file is there; every
/// file belongs to the user.
pub fn unary(shell: &mut Shell, operator: &[u8], operand: &[u8]) -> Result<bool, Flow> {
    let letter = operator.get(1).copied().unwrap_or_default();
    match letter {
        b'n' => return Ok(!operand.is_empty()),
        b'z' => return Ok(operand.is_empty()),
        b'o' => return Ok(shell.state.options.get(operand, false) == Some(true)),
        b'v' => return is_set(shell, operand),
        b'R' => {
            let name = std::str::from_utf8(operand).unwrap_or_default();
            let variable = shell.state.variables.get(name);
            return Ok(variable.is_some_and(|variable| variable.attributes.nameref && variable.is_set()));
        }
        // No descriptor is a terminal.
        b't' => return Ok(false),
        b'h' | b'L' => {
            return Ok(shell.kernel.vfs.lstat(&shell.state.cwd, operand).is_ok_and(|stat| stat.kind == Kind::Symlink));
        }
        _ => {}
    }
    let Ok(stat) = stat(shell, operand, letter == b's') else { return Ok(false) };
    Ok(file_is(letter, &stat))
}

/// Whether a file has the property that the letter of a unary operator asks for.
pub fn file_is(letter: u8, stat: &Stat) -> bool {
    match letter {
        b'a' | b'e' | b'r' | b'w' | b'O' | b'G' => true,
        b'f' => stat.kind == Kind::File,
        b'd' => stat.kind == Kind::Dir,
        b'p' => stat.kind == Kind::Fifo,
        b'c' => stat.kind == Kind::Device,
        b's' => stat.size > 0,
        b'x' => stat.kind == Kind::Dir || stat.mode & 0o111 != 0,
        b'u' => stat.mode & 0o4000 != 0,
        b'g' => stat.mode & 0o2000 != 0,
        b'k' => stat.mode & 0o1000 != 0,
        b'N' => stat.mtime > stat.atime,
        // No block devices and no sockets exist.
        _ => false,
    }
}

/// `-v`: true for a variable or an element that has a value.
fn is_set(shell: &mut Shell, operand: &[u8]) -> Result<bool, Flow> {
    if let Some(number) = integer(operand).filter(|_| operand.iter().all(u8::is_ascii_digit)) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        return Ok(number <= shell.state.positional.len());
    }
    let (name, subscript) = match split_element(operand) {
        Some((name, subscript)) => (name, Some(BString::from(subscript))),
        None => match std::str::from_utf8(operand) {
            Ok(name) => (name, None),
            Err(_) => return Ok(false),
        },
    };
    let (name, subscript) = match (shell.state.variables.resolve(name), subscript) {
        (Target::Name(name), subscript) => (name, subscript),
        (Target::Element(name, subscript), None) => (name, Some(subscript)),
        _ => return Ok(false),
    };
    let Some(variable) = shell.variable_now(&name)? else { return Ok(false) };
    let Some(subscript) = subscript else { return Ok(variable.value.scalar().is_some()) };
    let whole = subscript == "@" || subscript == "*";
    match &variable.value {
        Value::Associative(array) => {
            if whole && array.get(&subscript).is_none() {
                return Ok(!array.is_empty());
            }
            let subscript = shell.parse_subscript_text(&subscript)?;
            let key = shell.subscript_text(&subscript)?;
            Ok(array.get(&key).is_some())
        }
        value if whole => Ok(value.count() > 0),
        value => {
            let index = shell.evaluate_subscript(&subscript)?;
            Ok(match value {
                Value::Indexed(array) if index < 0 => array.get(array.last_index() + 1 + index).is_some(),
                Value::Indexed(array) => array.get(index).is_some(),
                Value::Scalar(_) => index == 0 || index == -1,
                _ => false,
            })
        }
    }
}

fn stat(shell: &Shell, path: &[u8], sized: bool) -> Result<Stat, Errno> {
    stat_operand(&shell.kernel.vfs, &shell.state.cwd, &shell.fds, path, sized)
}

/// The attributes behind a path; `/dev/fd/N` are those of the descriptor. Of [`Vfs::attributes`], unless the size counts.
pub fn stat_operand(vfs: &Vfs, cwd: &AbsPath, fds: &FdTable, path: &[u8], sized: bool) -> Result<Stat, Errno> {
    let number = match path {
        b"/dev/stdin" => Some(0),
        b"/dev/stdout" => Some(1),
        b"/dev/stderr" => Some(2),
        _ => match path.strip_prefix(b"/dev/fd/") {
            Some(digits) => Some(integer(digits).and_then(|n| u32::try_from(n).ok()).ok_or(Errno::NotFound)?),
            None => None,
        },
    };
    let Some(number) = number else {
        if path.is_empty() {
            return Err(Errno::NotFound);
        }
        return if sized { vfs.stat(cwd, path) } else { vfs.attributes(cwd, path, Follow::Yes) };
    };
    let fd = fds.get(number).ok_or(Errno::NotFound)?;
    let kind = match &fd.source {
        Source::File(file) => return vfs.stat_open(file),
        Source::PipeRead(_) | Source::PipeWrite(_) | Source::PipeBoth(..) | Source::Capture(_) => Kind::Fifo,
        Source::Bytes(_) => Kind::File,
        Source::Stream(_) => Kind::Fifo,
        Source::Folder => Kind::Dir,
        Source::Null | Source::Zero | Source::Full | Source::Random => Kind::Device,
    };
    let null = vfs.stat(cwd, b"/dev/null")?;
    Ok(Stat { kind, ..null })
}

/// A binary operator on strings and files; comparisons of numbers are [`compare`]'s.
pub fn binary(shell: &mut Shell, operator: &[u8], left: &[u8], right: &[u8]) -> Result<bool, Flow> {
    Ok(match operator {
        b"=" | b"==" => left == right,
        b"!=" => left != right,
        b"<" => left < right,
        b">" => left > right,
        b"-nt" => match (stat(shell, left, false), stat(shell, right, false)) {
            (Ok(left), Ok(right)) => left.mtime > right.mtime,
            (Ok(_), Err(_)) => true,
            _ => false,
        },
        b"-ot" => match (stat(shell, left, false), stat(shell, right, false)) {
            (Ok(left), Ok(right)) => left.mtime < right.mtime,
            (Err(_), Ok(_)) => true,
            _ => false,
        },
        b"-ef" => match (stat(shell, left, false), stat(shell, right, false)) {
            (Ok(left), Ok(right)) => left.ino == right.ino,
            _ => false,
        },
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_known() {
        assert!(is_unary(b"-e") && is_unary(b"-R") && is_unary(b"-t"));
        assert!(!is_unary(b"-i") && !is_unary(b"e") && !is_unary(b"-ee") && !is_unary(b"-"));
        assert!(is_binary(b"-ef") && is_binary(b"<") && !is_binary(b"-a"));
        assert!(compare(b"-le", -1, i64::MAX) && !compare(b"-xx", 0, 0));
    }
}
