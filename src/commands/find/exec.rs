//! `-exec`, `-execdir`, `-ok` and `-okdir`: commands run for files, one by one or many at once.

use bstr::{BString, ByteSlice};

use super::complain;
use crate::shared::prompt::Prompter;
use crate::shared::quote::quote;
use crate::shared::run::reason;
use shell::command::Context;
use shell::dispatch;
use shell::kernel::Halt;

/// Bytes of arguments that one command line of `… {} +` takes, each with its end.
const LINE_BYTES: usize = 128 << 10;

/// One `-exec`, `-execdir`, `-ok` or `-okdir` of an expression.
pub struct Exec {
    pub words: Vec<BString>,
    /// `-execdir`: run in the folder of the file.
    pub in_folder: bool,
    /// Ended by `+`: gather files. The last of `words`, `{}`, is left away.
    pub gather: bool,
    /// `-ok`, `-okdir`: ask before each run.
    pub ask: bool,
    /// The files gathered, and the folder to run in.
    pending: Vec<BString>,
    pending_bytes: usize,
    folder: BString,
}

impl Exec {
    pub fn new(words: Vec<BString>, in_folder: bool, gather: bool, ask: bool) -> Exec {
        Exec { words, in_folder, gather, ask, pending: Vec::new(), pending_bytes: 0, folder: BString::default() }
    }

    /// Runs the command for a file, or keeps the file for later. True when the command succeeded or runs later;
    /// `failed` is set when a gathered run fails.
    pub fn file(
        &mut self,
        context: &mut Context<'_>,
        prompter: &mut Prompter,
        path: &[u8],
        failed: &mut bool,
    ) -> Result<bool, Halt> {
        if self.ask {
            let command = self.words.first().map(|word| word.as_slice()).unwrap_or_default();
            context.write_error(&[b"< ", command, b" ... ", path, b" > ? "].concat())?;
            if !prompter.answer(context)? {
                return Ok(false);
            }
        }
        let (folder, name) = if self.in_folder { split(path) } else { (BString::default(), path.into()) };
        if !self.gather {
            let words = self.words.iter().map(|word| substitute(word, &name)).collect::<Vec<_>>();
            context.charge_bytes(words.iter().map(|word| word.len()).sum())?;
            return run(context, &folder, &words, self.ask);
        }
        let fixed: usize = self.words.iter().map(|word| word.len() + 1).sum();
        if folder != self.folder || fixed + self.pending_bytes + name.len() + 1 > LINE_BYTES {
            self.finish(context, failed)?;
        }
        self.folder = folder;
        self.pending_bytes += name.len() + 1;
        self.pending.push(name);
        Ok(true)
    }

    /// Runs the command for what is left.
    pub fn finish(&mut self, context: &mut Context<'_>, failed: &mut bool) -> Result<(), Halt> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut words = self.words.clone();
        words.append(&mut self.pending);
        self.pending_bytes = 0;
        if !run(context, &self.folder, &words, false)? {
            *failed = true;
        }
        Ok(())
    }
}

/// Runs a command in a folder (empty: where find runs); says whether it succeeded. `close_stdin`: the standard input
/// holds answers, which are not for the command.
fn run(context: &mut Context<'_>, folder: &[u8], words: &[BString], close_stdin: bool) -> Result<bool, Halt> {
    context.flush()?;
    let mut exec = context.exec.clone();
    exec.alone = false;
    if close_stdin {
        // Descriptor 0 is always in range.
        let _ = exec.fds.set(0, None);
    }
    if !folder.is_empty() {
        match context.vfs().canonical(context.cwd(), folder) {
            Ok(path) => exec.cwd = path,
            Err(errno) => {
                complain(context, &[&quote(folder), b": ", errno.message().as_bytes()])?;
                return Ok(false);
            }
        }
    }
    match dispatch::start(&exec, words)? {
        Ok(status) => Ok(status == 0),
        Err(failure) => {
            let name = words.first().map(|word| word.as_slice()).unwrap_or_default();
            complain(context, &[&quote(name), b": ", reason(&failure).as_bytes()])?;
            Ok(false)
        }
    }
}

/// `word` with each `{}` replaced by the name.
fn substitute(word: &BString, name: &[u8]) -> BString {
    if word.find(b"{}").is_some() { word.replace(b"{}", name).into() } else { word.clone() }
}

/// The folder of a path (empty: the working folder) and the name that `-execdir` gives: `./name`.
fn split(path: &[u8]) -> (BString, BString) {
    let name = super::base_name(path);
    if name == b"/" {
        return (BString::default(), name.into());
    }
    let start = path.trim_end_with(|character| character == '/').len();
    let folder = match memchr::memrchr(b'/', &path[..start]) {
        None => &b""[..],
        Some(0) => b"/",
        Some(slash) => &path[..slash],
    };
    (folder.into(), [b"./", name].concat().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_execdir() {
        let parts = |path: &str| {
            let (folder, name) = split(path.as_bytes());
            (folder.to_string(), name.to_string())
        };
        let both = |folder: &str, name: &str| (folder.to_owned(), name.to_owned());
        assert_eq!(parts("a/b/c"), both("a/b", "./c"));
        assert_eq!(parts("a"), both("", "./a"));
        assert_eq!(parts("."), both("", "./."));
        assert_eq!(parts("a/"), both("", "./a/"));
        assert_eq!(parts("/a"), both("/", "./a"));
        assert_eq!(parts("/"), both("", "/"));
    }

    #[test]
    fn every_pair_of_braces_is_replaced() {
        assert_eq!(substitute(&"x{}y{}".into(), b"\xff"), BString::from(&b"x\xffy\xff"[..]));
        assert_eq!(substitute(&"{ }".into(), b"f"), "{ }");
    }
}
