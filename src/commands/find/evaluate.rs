//! Tests and acts on one file.

use bstr::{BString, ByteSlice};

use super::super::shared::fs;
use super::super::shared::path::{base_name, dir_name};
use super::super::shared::prompt::Prompter;
use super::super::shared::quote::quote;
use super::super::shared::run::{reason, run};
use super::expression::Node;
use super::predicate::{Batch, Exec, Output, Predicate};
use super::printf::{Subject, list_line};
use crate::shell::command::Context;
use crate::shell::kernel::{Halt, IoError, Stat};
use crate::workspace::{Errno, Kind, Time};

/// Bytes of arguments that one command of `{} +` gets.
const MOST_BYTES: usize = 128 << 10;

/// What a search knows and does.
#[derive(Default)]
pub struct Evaluator {
    pub failed: bool,
    /// `-prune` fitted the current file.
    pub prune: bool,
    /// `-quit` was reached.
    pub quit: bool,
    pub follow: bool,
    prompter: Prompter,
}

/// The file that is looked at.
pub struct File<'f> {
    pub path: &'f [u8],
    pub start: &'f [u8],
    pub depth: usize,
    pub stat: Stat,
}

impl Evaluator {
    pub fn new(follow: bool) -> Evaluator {
        Evaluator { follow, ..Evaluator::default() }
    }

    /// Whether the expression is true for a file. Nested as deeply as the parser allows.
    pub fn evaluate(&mut self, context: &mut Context<'_>, node: &Node, file: &File<'_>) -> Result<bool, Halt> {
        match node {
            Node::Predicate(predicate) => self.predicate(context, predicate, file),
            Node::Not(node) => Ok(!self.evaluate(context, node, file)?),
            Node::And(nodes) => {
                for node in nodes {
                    if !self.evaluate(context, node, file)? || self.quit {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Or(nodes) => {
                for node in nodes {
                    if self.evaluate(context, node, file)? || self.quit {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Comma(nodes) => {
                let mut value = false;
                for node in nodes {
                    value = self.evaluate(context, node, file)?;
                    if self.quit {
                        break;
                    }
                }
                Ok(value)
            }
        }
    }

    fn predicate(&mut self, context: &mut Context<'_>, predicate: &Predicate, file: &File<'_>) -> Result<bool, Halt> {
        let stat = &file.stat;
        let bits = |file_bits: u16, folder_bits: u16| if stat.is_dir() { folder_bits } else { file_bits };
        Ok(match predicate {
            Predicate::Constant(value) => *value,
            Predicate::Name(pattern) => pattern.matches(base_name(file.path)),
            Predicate::Path(pattern) => pattern.matches(file.path),
            Predicate::LinkName(pattern) => {
                stat.kind == Kind::Symlink
                    && context.vfs().read_link(context.cwd(), file.path).is_ok_and(|target| pattern.matches(&target))
            }
            Predicate::Regex(regex) => {
                context.charge_bytes(file.path.len())?;
                match regex.is_match(file.path) {
                    Ok(value) => value,
                    Err(_) => {
                        self.failed = true;
                        context.complain(&[&quote(file.path), b": the regular expression takes too many steps"])?;
                        false
                    }
                }
            }
            Predicate::Type(kinds) => kinds.contains(&stat.kind),
            Predicate::TargetType(kinds) => {
                let other = if self.follow {
                    context.vfs().lstat(context.cwd(), file.path)
                } else {
                    context.vfs().stat(context.cwd(), file.path)
                };
                kinds.contains(&other.map_or(stat.kind, |stat| stat.kind))
            }
            Predicate::Size { count, unit } => count.fits(stat.size.div_ceil(*unit)),
            Predicate::Empty => match stat.kind {
                Kind::File => stat.size == 0,
                Kind::Dir => {
                    context.vfs().read_dir(context.cwd(), file.path).is_ok_and(|entries| entries.is_empty())
                }
                _ => false,
            },
            Predicate::Executable => {
                let stat = context.vfs().stat(context.cwd(), file.path);
                stat.is_ok_and(|stat| stat.is_dir() || stat.mode & 0o111 != 0)
            }
            Predicate::ModeIs { file, folder } => stat.mode == bits(*file, *folder),
            Predicate::ModeAll { file, folder } => {
                let wanted = bits(*file, *folder);
                stat.mode & wanted == wanted
            }
            Predicate::ModeAny { file, folder } => {
                let wanted = bits(*file, *folder);
                wanted == 0 || stat.mode & wanted != 0
            }
            Predicate::OwnerId(count) => count.fits(u64::from(super::super::shared::file_type::OWNER)),
            Predicate::Links(count) => count.fits(stat.links),
            Predicate::Inode(count) => count.fits(stat.ino),
            Predicate::Used(count) => {
                let Time(used) = stat.atime;
                let age = used.saturating_sub(stat.ctime.0);
                age >= 0 && count.fits((age / super::super::shared::time::NANOS / 86_400) as u64)
            }
            Predicate::SameFile(ino) => stat.ino == *ino,
            Predicate::Age(window) => window.fits(stat),
            Predicate::NewerThan(field, time) => field.of(stat) > *time,
            Predicate::Print { output, end } => {
                let line = [file.path, &[*end]].concat();
                write(context, output, &line)?;
                true
            }
            Predicate::Printf { output, format } => {
                let mut line = Vec::new();
                format.write(context, &mut line, &self.subject(file));
                write(context, output, &line)?;
                if format.flush {
                    context.flush()?;
                }
                true
            }
            Predicate::List(output) => {
                let mut line = Vec::new();
                list_line(context, &mut line, &self.subject(file));
                write(context, output, &line)?;
                true
            }
            Predicate::Prune => {
                self.prune = true;
                true
            }
            Predicate::Quit => {
                self.quit = true;
                true
            }
            Predicate::Delete => self.delete(context, file)?,
            Predicate::Exec(exec) => self.exec(context, exec, file)?,
            Predicate::ExecMany(exec, batch) => {
                self.gather(context, exec, &mut batch.borrow_mut(), file)?;
                true
            }
        })
    }

    fn subject<'f>(&self, file: &'f File<'_>) -> Subject<'f> {
        Subject { path: file.path, start: file.start, depth: file.depth, stat: &file.stat, follow: self.follow }
    }

    fn delete(&mut self, context: &mut Context<'_>, file: &File<'_>) -> Result<bool, Halt> {
        // The working folder itself stays.
        if file.path == b"." {
            return Ok(true);
        }
        let is_folder = context.vfs().lstat(context.cwd(), file.path).is_ok_and(|stat| stat.is_dir());
        let result = if is_folder {
            fs::rmdir(context, file.path)
        } else {
            context.vfs().unlink(context.cwd(), file.path)
        };
        match result {
            Ok(()) => Ok(true),
            Err(Errno::NotFound) => Ok(true),
            Err(errno) => {
                self.failed = true;
                context.complain(&[b"cannot delete ", &quote(file.path), b": ", errno.message().as_bytes()])?;
                Ok(false)
            }
        }
    }

    fn exec(&mut self, context: &mut Context<'_>, exec: &Exec, file: &File<'_>) -> Result<bool, Halt> {
        let (folder, name) = if exec.in_folder { split(file.path) } else { (BString::default(), file.path.into()) };
        if exec.ask {
            let question = [b"< ", &exec.words[0][..], b" ... ", file.path, b" > ? "].concat();
            context.write_error(&question)?;
            if !self.prompter.answer(context)? {
                return Ok(false);
            }
        }
        let words: Vec<BString> = exec.words.iter().map(|word| word.replace("{}", &name).into()).collect();
        Ok(self.run(context, &folder, &words)? == 0)
    }

    fn gather(&mut self, context: &mut Context<'_>, exec: &Exec, batch: &mut Batch, file: &File<'_>) -> Result<(), Halt> {
        let (folder, name) = if exec.in_folder { split(file.path) } else { (BString::default(), file.path.into()) };
        let full = batch.bytes + name.len() > MOST_BYTES || (exec.in_folder && batch.folder != folder);
        if full {
            self.finish_batch(context, exec, batch)?;
        }
        batch.folder = folder;
        batch.bytes += name.len() + 9;
        batch.files.push(name);
        Ok(())
    }

    fn finish_batch(&mut self, context: &mut Context<'_>, exec: &Exec, batch: &mut Batch) -> Result<(), Halt> {
        if batch.files.is_empty() {
            return Ok(());
        }
        let Batch { files, folder, .. } = std::mem::take(batch);
        let mut words = exec.words.clone();
        words.extend(files);
        if self.run(context, &folder, &words)? != 0 {
            self.failed = true;
        }
        Ok(())
    }

    /// Runs what `{} +` still holds back. Nested as deeply as the parser allows.
    pub fn finish(&mut self, context: &mut Context<'_>, node: &Node) -> Result<(), Halt> {
        match node {
            Node::Predicate(predicate) => match &**predicate {
                Predicate::ExecMany(exec, batch) => self.finish_batch(context, exec, &mut batch.borrow_mut()),
                _ => Ok(()),
            },
            Node::Not(node) => self.finish(context, node),
            Node::And(nodes) | Node::Or(nodes) | Node::Comma(nodes) => {
                nodes.iter().try_for_each(|node| self.finish(context, node))
            }
        }
    }

    /// Runs a command, in a folder if one is given. One that cannot be started fails with a message.
    fn run(&mut self, context: &mut Context<'_>, folder: &[u8], words: &[BString]) -> Result<u8, Halt> {
        let before = context.exec.cwd.clone();
        if !folder.is_empty() {
            match context.vfs().canonical(&before, folder) {
                Ok(path) => context.exec.cwd = path,
                Err(errno) => {
                    self.failed = true;
                    context.complain(&[b"Failed to change directory: ", &quote(folder), b": ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            }
        }
        let result = run(context, words);
        context.exec.cwd = before;
        match result? {
            Ok(status) => Ok(status),
            Err(failure) => {
                context.complain(&[&quote(&words[0]), b": ", reason(&failure).as_bytes()])?;
                Ok(1)
            }
        }
    }
}

/// The folder in which a file is, and its name there.
fn split(path: &[u8]) -> (BString, BString) {
    let name = base_name(path);
    if name == b"/" {
        return ("/".into(), "/".into());
    }
    (dir_name(path).into(), [b"./", name].concat().into())
}

fn write(context: &mut Context<'_>, output: &Output, line: &[u8]) -> Result<(), Halt> {
    match output {
        Output::Stdout => context.write(line),
        Output::File(fd) => match fd.write_slice(context.vfs(), line) {
            Ok(()) => Ok(()),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => Err(Halt::Write(errno)),
        },
    }
}
