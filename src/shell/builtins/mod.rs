//! The builtins: commands that run inside the shell and see its state.
//!
//! Each file holds one builtin or one tight family; [`table`] lists them all. Messages and statuses are those of bash
//! 5.2 without a terminal.

mod alias;
mod arguments;
mod bind;
mod command;
mod compgen;
mod completion;
mod control;
mod declare;
mod directories;
mod enable;
mod eval;
mod fc;
mod functions;
mod getopts;
mod hash;
mod help;
mod history;
mod jobs;
mod kill;
mod limits;
mod mapfile;
mod operand;
mod printf;
mod read;
mod scan;
mod set;
mod state;
mod table;
pub mod test;
mod trap;
mod type_;
mod unset;
mod wait;

pub mod echo;

use std::borrow::Cow;
use std::sync::Arc;

use bstr::{BStr, BString};

use super::flow::Flow;
use super::shell::Shell;
use super::syntax::ast::{ArrayElement, Name, Subscript};

pub use alias::is_alias_name;
pub use printf::{Facts, Formatted, printf_format};
pub use state::BuiltinState;
pub use table::all;

/// A command that runs inside the shell.
pub struct Builtin {
    pub name: &'static str,
    /// A special builtin in the sense of POSIX, section 2.14.
    pub special: bool,
    /// One after whose name `name=value` is an assignment: it is not split, and `name=(…)` is an array.
    pub declaration: bool,
    /// The text of `help NAME`: the first line is `NAME: SYNOPSIS`.
    pub help: &'static str,
    /// Runs it. The first argument is the name.
    pub run: fn(&mut Shell, &[Argument<'_>]) -> Result<u8, Flow>,
}

impl Builtin {
    /// How the command is called, as usage messages show it.
    pub fn synopsis(&self) -> &'static str {
        let line = self.help.split('\n').next().unwrap_or_default();
        line.split_once(": ").map_or(line, |(_, synopsis)| synopsis)
    }
}

/// An argument after expansion.
#[derive(Debug)]
pub enum Argument<'a> {
    Word(BString),
    /// `name=value` in the place of an argument to a declaration builtin.
    Assignment {
        name: Name,
        index: Option<&'a Subscript>,
        append: bool,
        value: ArgumentValue<'a>,
    },
}

/// The right side of an assignment argument.
#[derive(Debug)]
pub enum ArgumentValue<'a> {
    Scalar(BString),
    Array(&'a [ArrayElement]),
    /// As [`ArgumentValue::Array`], with words that are expanded already: under `set -x`.
    Expanded(Arc<Vec<ArrayElement>>),
}

impl Argument<'_> {
    /// The argument as one word: for builtins that do not care about assignments, policies and `$_`. An array's
    /// elements are not shown.
    pub fn text(&self) -> BString {
        self.word().into_owned()
    }

    /// As `$_` has it: of an array only the name.
    pub fn last_word(&self) -> BString {
        match self {
            Argument::Assignment { name, value: ArgumentValue::Array(_), .. } => BString::from(name.as_bytes()),
            other => other.text(),
        }
    }

    /// As [`Argument::text`], taking the word where there is one.
    pub fn into_text(self) -> BString {
        match self {
            Argument::Word(word) => word,
            other => other.text(),
        }
    }

    /// As `set -x` shows it.
    pub fn trace_text(&self) -> BString {
        match self {
            Argument::Word(word) => super::expand::quote::trace(word),
            Argument::Assignment { value: ArgumentValue::Scalar(value), .. } => {
                let mut text = self.left_side();
                text.extend_from_slice(value);
                super::expand::quote::trace(&text)
            }
            Argument::Assignment { name, .. } => BString::from(name.as_bytes()),
        }
    }

    fn word(&self) -> Cow<'_, BStr> {
        match self {
            Argument::Word(word) => Cow::Borrowed(BStr::new(word)),
            Argument::Assignment { value, .. } => {
                let mut text = self.left_side();
                match value {
                    ArgumentValue::Scalar(value) => text.extend_from_slice(value),
                    ArgumentValue::Array(_) | ArgumentValue::Expanded(_) => text.extend_from_slice(b"()"),
                }
                Cow::Owned(text)
            }
        }
    }

    /// `name=`, `name[…]=`, `name+=`; nothing for a word.
    fn left_side(&self) -> BString {
        let Argument::Assignment { name, index, append, .. } = self else { return BString::default() };
        let mut text = BString::from(name.as_bytes());
        if let Some(index) = index {
            text.push(b'[');
            text.extend_from_slice(&super::syntax::print::subscript(index));
            text.push(b']');
        }
        text.extend_from_slice(if *append { b"+=" } else { b"=" });
        text
    }
}

/// The arguments of a builtin as words, without its name.
type Words<'a> = Vec<Cow<'a, BStr>>;

fn words<'a>(arguments: &'a [Argument<'_>]) -> Words<'a> {
    arguments.iter().skip(1).map(Argument::word).collect()
}

/// The name under which a builtin was called.
fn own_name<'a>(arguments: &'a [Argument<'_>]) -> Cow<'a, BStr> {
    arguments.first().map_or(Cow::Borrowed(BStr::new("")), Argument::word)
}

/// The builtin of that name, whether enabled or not.
pub fn lookup(name: &[u8]) -> Option<&'static Builtin> {
    let all = all();
    let index = all.binary_search_by(|builtin| builtin.name.as_bytes().cmp(name)).ok()?;
    all.get(index)
}

/// True when `text` is a variable's name: letters, digits and underscores, no digit first.
pub fn is_identifier(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Status of a wrong usage.
const USAGE: u8 = 2;

impl Shell {
    /// False for a builtin that `enable -n` switched off, or that the host did not select.
    pub fn is_enabled(&self, builtin: &Builtin) -> bool {
        (self.state.disabled_builtins.is_empty() || !self.state.disabled_builtins.contains(builtin.name))
            && self.kernel.capabilities.has_builtin(builtin)
    }

    /// `NAME: usage: SYNOPSIS`; the answer is the status 2.
    fn usage(&self, name: &[u8]) -> Result<u8, Flow> {
        let synopsis = lookup(name).map_or("", Builtin::synopsis);
        self.write_error(&[name, b": usage: ", synopsis.as_bytes(), b"\n"].concat())?;
        Ok(USAGE)
    }

    /// Prints a message that begins with the name of a builtin, and answers with the status 1.
    fn builtin_error(&self, name: &[u8], parts: &[&[u8]]) -> Result<u8, Flow> {
        let mut all = Vec::with_capacity(parts.len() + 2);
        all.extend_from_slice(&[name, b": "]);
        all.extend_from_slice(parts);
        self.complain(&all)?;
        Ok(1)
    }

    /// Writes out what a builtin has gathered before it complains: bash's output is line-buffered, so the order shows.
    fn put_lines(&self, name: &str, text: &mut Vec<u8>) -> Result<(), Flow> {
        if let Some(end) = memchr::memrchr(b'\n', text) {
            self.write_output(name, &text[..=end])?;
            text.drain(..=end);
        }
        Ok(())
    }

    /// Writes output; the status is 0, or 1 when that failed.
    fn put(&self, name: &str, text: &[u8]) -> Result<u8, Flow> {
        Ok(u8::from(!self.write_output(name, text)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_described() {
        let all = all();
        assert!(all.windows(2).all(|pair| pair[0].name < pair[1].name));
        for builtin in all {
            assert!(builtin.help.starts_with(&format!("{}: ", builtin.name)), "{}", builtin.name);
            assert!(builtin.synopsis().starts_with(builtin.name), "{}", builtin.name);
            assert!(builtin.help.lines().count() > 1, "{} is not described", builtin.name);
        }
        assert!(lookup(b"cd").is_some_and(|builtin| !builtin.special));
        assert!(lookup(b"export").is_some_and(|builtin| builtin.special && builtin.declaration));
        assert!(lookup(b"nope").is_none());
    }
}
