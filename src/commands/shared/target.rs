//! Where `cp`, `mv` and `ln` put things: `FILE DEST`, `FILE... DIRECTORY`, `-t DIRECTORY`, `-T`.

use bstr::BString;

use super::quote::quote_file;
use crate::options::hint;
use shell::command::Context;
use shell::kernel::Halt;
use workspace::{Errno, Kind};

/// The options about the destination.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    /// `-t`
    pub folder: Option<BString>,
    /// `-T`
    pub no_folder: bool,
    /// `ln -n`: a link to a folder is a file.
    pub no_dereference: bool,
}

/// What goes where.
#[derive(Debug, Clone)]
pub struct Plan {
    pub sources: Vec<BString>,
    /// Each source goes into this folder under its own name.
    pub folder: Option<BString>,
    /// The one source becomes this.
    pub file: Option<BString>,
}

impl Targets {
    /// Takes the value of `-t`. False: it was given twice, which was reported.
    pub fn set_folder(&mut self, context: &mut Context<'_>, value: Option<BString>) -> Result<bool, Halt> {
        if self.folder.is_some() {
            context.complain(&[b"multiple target directories specified"])?;
            return Ok(false);
        }
        self.folder = value;
        Ok(true)
    }
}

/// Decides. `None`: what is wrong was reported; the exit status is 1.
pub fn plan(context: &mut Context<'_>, targets: &Targets, mut operands: Vec<BString>) -> Result<Option<Plan>, Halt> {
    let wanted = usize::from(targets.folder.is_none());
    if operands.len() <= wanted {
        match operands.first() {
            None => context.complain(&[b"missing file operand"])?,
            Some(only) => context.complain(&[b"missing destination file operand after ", &quote_file(only)])?,
        }
        hint(context)?;
        return Ok(None);
    }
    if targets.no_folder {
        if targets.folder.is_some() {
            context.complain(&[b"cannot combine --target-directory (-t) and --no-target-directory (-T)"])?;
            return Ok(None);
        }
        if let Some(extra) = operands.get(2) {
            context.complain(&[b"extra operand ", &quote_file(extra)])?;
            hint(context)?;
            return Ok(None);
        }
        let file = operands.pop();
        return Ok(Some(Plan { sources: operands, folder: None, file }));
    }
    if let Some(folder) = &targets.folder {
        if let Err(errno) = folder_state(context, folder, false) {
            let (name, text) = (quote_file(folder), errno.message().as_bytes());
            match (context.name(), errno) {
                ("ln", Errno::NotDir) => context.complain(&[b"target ", &name, b" is not a directory"])?,
                ("ln", _) => context.complain(&[b"failed to access ", &name, b": ", text])?,
                _ => context.complain(&[b"target directory ", &name, b": ", text])?,
            }
            return Ok(None);
        }
        return Ok(Some(Plan { sources: operands, folder: targets.folder.clone(), file: None }));
    }
    let Some(last) = operands.pop() else { return Ok(None) };
    match folder_state(context, &last, targets.no_dereference) {
        Ok(()) => Ok(Some(Plan { sources: operands, folder: Some(last), file: None })),
        Err(_) if operands.len() == 1 => Ok(Some(Plan { sources: operands, folder: None, file: Some(last) })),
        Err(errno) => {
            context.complain(&[b"target ", &quote_file(&last), b": ", errno.message().as_bytes()])?;
            Ok(None)
        }
    }
}

fn folder_state(context: &Context<'_>, path: &[u8], no_dereference: bool) -> Result<(), Errno> {
    let (vfs, cwd) = (context.vfs(), context.cwd());
    if no_dereference && vfs.lstat(cwd, path).is_ok_and(|stat| stat.kind == Kind::Symlink) {
        return Err(Errno::NotDir);
    }
    if vfs.stat(cwd, path)?.is_dir() { Ok(()) } else { Err(Errno::NotDir) }
}
