//! `diff3 --diff-program`: changes as another program tells them, in the normal style of `diff`.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::changes::Change;
use crate::shared::run;
use shell::command::{Context, Input};
use shell::kernel::{Description, Halt, Source};

/// A program and what it is called with before the names.
pub struct Subsidiary {
    pub program: BString,
    pub options: Vec<BString>,
}

impl Subsidiary {
    /// The changes from one file to another; `None` after a message. `input`: what the program finds in standard input.
    pub fn changes(
        &self,
        context: &mut Context<'_>,
        [from, to]: [&BString; 2],
        input: Option<Bytes>,
    ) -> Result<Option<Vec<Change>>, Halt> {
        context.flush()?;
        let argv = [&self.program].into_iter().chain(&self.options).chain([from, to]).cloned().collect();
        let (read, write) = run::pipe(context);
        let stdin = input.map(|data| Description::new(Source::Stream(data), true, false));
        let process = run::spawn(context, argv, stdin, Some(write))?;
        let mut input = Input::new(read);
        let output = run::kept_of(context, &mut input, usize::MAX)?;
        drop(input);
        let status = context.exec.kernel.scheduler.wait(&process)?.unwrap_or_default();
        if output.last().is_some_and(|byte| *byte != b'\n') {
            return told(context, &[b"invalid diff format; incomplete last line"]);
        }
        let name = [b"subsidiary program '".as_slice(), &self.program, b"'"].concat();
        match status {
            0 | 1 => {}
            126 => return told(context, &[&name, b" could not be invoked"]),
            127 => return told(context, &[&name, b" not found"]),
            _ => return told(context, &[&name, format!(" failed (exit status {status})").as_bytes()]),
        }
        let mut rest = output.as_slice();
        let mut changes = Vec::new();
        while !rest.is_empty() {
            context.charge(1)?;
            match change(&mut rest) {
                Ok(change) => changes.push(change),
                Err(message) => return told(context, &[&message]),
            }
        }
        Ok(Some(changes))
    }
}

fn told<T>(context: &mut Context<'_>, message: &[&[u8]]) -> Result<Option<T>, Halt> {
    context.complain(message)?;
    Ok(None)
}

/// Takes one change off an output; the error is the message about what is none.
fn change(output: &mut &[u8]) -> Result<Change, Vec<u8>> {
    let line = output.lines_with_terminator().next().unwrap_or_default();
    let failed = |rest: &[u8]| [b"diff failed: ", rest.strip_suffix(b"\n").unwrap_or(rest)].concat();
    let (old, letter, new, rest) = place(line).ok_or_else(|| failed(line))?;
    if rest != b"\n" {
        return Err(failed(rest));
    }
    *output = &output[line.len()..];
    let counts = |(first, last): (usize, usize), is_there: bool| if is_there { (last + 1).saturating_sub(first) } else { 0 };
    let (deleted, inserted) = (counts(old, letter != b'a'), counts(new, letter != b'd'));
    lines(output, deleted, b"< ")?;
    if letter == b'c' {
        *output = output.strip_prefix(b"---\n").ok_or(b"invalid diff format; invalid change separator")?;
    }
    lines(output, inserted, b"> ")?;
    // Where nothing is, the number is that of the line before.
    let start = |(first, _): (usize, usize), is_there: bool| if is_there { first.saturating_sub(1) } else { first };
    let (old_start, new_start) = (start(old, letter != b'a'), start(new, letter != b'd'));
    Ok(Change { old_start, old_end: old_start + deleted, new_start, new_end: new_start + inserted, ignored: false })
}

/// Takes lines off that begin so, with the notes about missing line ends.
fn lines(output: &mut &[u8], count: usize, mark: &[u8]) -> Result<(), Vec<u8>> {
    for _ in 0..count {
        if !output.starts_with(mark) {
            return Err(b"invalid diff format; incorrect leading line chars".to_vec());
        }
        next_line(output);
        if output.starts_with(b"\\") {
            next_line(output);
        }
    }
    Ok(())
}

fn next_line(output: &mut &[u8]) {
    let end = output.find_byte(b'\n').map_or(output.len(), |end| end + 1);
    *output = &output[end..];
}

type Range = (usize, usize);

/// Reads `1,2c3`: the two ranges, the letter between them, and what follows.
fn place(line: &[u8]) -> Option<(Range, u8, Range, &[u8])> {
    let (old, rest) = range(line)?;
    let (&letter, rest) = behind_blanks(rest).split_first()?;
    let (new, rest) = range(rest)?;
    matches!(letter, b'a' | b'c' | b'd').then_some((old, letter, new, rest))
}

fn range(text: &[u8]) -> Option<(Range, &[u8])> {
    let number = |text: &[u8]| -> Option<(usize, usize)> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        Some((text[..digits].to_str().ok()?.parse().ok().filter(|number| *number < usize::MAX)?, digits))
    };
    let text = behind_blanks(text);
    let (first, used) = number(text)?;
    let rest = behind_blanks(&text[used..]);
    let Some(rest) = rest.strip_prefix(b",") else { return Some(((first, first), rest)) };
    let rest = behind_blanks(rest);
    let (last, used) = number(rest)?;
    Some(((first, last), &rest[used..]))
}

fn behind_blanks(text: &[u8]) -> &[u8] {
    text.trim_start_with(|letter| matches!(letter, ' ' | '\t'))
}
