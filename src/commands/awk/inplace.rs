//! `-i inplace`: what rules print while a file is read becomes the file's new content.
//!
//! As gawk's extension has it: from the file's `BEGINFILE` to that of the next one, or to `END`, standard output is the
//! file. What the program reads is the file as it was.

use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::machine::{Machine, Run, Stop};
use super::program::special;
use shell::command::Output;
use shell::kernel::{Capture, Description, Fd, Source};
use workspace::{Content, Errno};

/// The state of editing in place.
pub struct InPlace {
    /// Behind the names of copies of the files as they were; empty: no copies.
    pub suffix: BString,
    current: Option<Current>,
}

/// The file that is edited.
struct Current {
    name: BString,
    new: Rc<Capture>,
    /// Standard output as it was.
    standard: Option<Fd>,
}

impl InPlace {
    pub fn new(suffix: BString) -> InPlace {
        InPlace { suffix, current: None }
    }
}

impl Machine<'_, '_> {
    /// Begins to edit the file that is about to be read, after ending the one before.
    pub fn begin_in_place(&mut self) -> Run<()> {
        self.end_in_place()?;
        if self.in_place.is_none() {
            return Ok(());
        }
        let name: BString = self.global_text(special::FILENAME).to_vec().into();
        let stat = self.context.vfs().stat(self.context.cwd(), &name);
        let problem = match &stat {
            _ if name.is_empty() || name == "-" => {
                Some("disabling in-place editing for invalid FILENAME `-'".to_owned())
            }
            Err(errno) => Some(format!("Cannot stat `{name}' ({})", errno.message())),
            Ok(stat) if !stat.is_file() => Some(format!("`{name}' is not a regular file")),
            Ok(_) => None,
        };
        if let Some(problem) = problem {
            return self.warn(format!("inplace:59: warning: inplace::begin: {problem}"));
        }
        self.context.flush()?;
        let new = Capture::new(self.context.vfs().tree().limits().file_bytes.saturating_add(1));
        let fd = Description::new(Source::Capture(Rc::clone(&new)), false, true);
        let standard = self.context.exec.fds.set(1, Some(Rc::clone(&fd))).unwrap_or(None);
        self.context.stdout = Output::new(Some(fd));
        if let Some(in_place) = &mut self.in_place {
            in_place.current = Some(Current { name, new, standard });
        }
        Ok(())
    }

    /// Ends the editing of the present file: its new content takes the place of the old one.
    pub fn end_in_place(&mut self) -> Run<()> {
        let Some(in_place) = &mut self.in_place else { return Ok(()) };
        let Some(current) = in_place.current.take() else { return Ok(()) };
        let suffix = in_place.suffix.clone();
        self.context.flush()?;
        let Current { name, new, standard } = current;
        drop(self.context.exec.fds.set(1, standard.clone()));
        self.context.stdout = Output::new(standard);
        let (vfs, cwd) = (self.context.vfs(), self.context.cwd());
        let mut result = Ok(());
        if !suffix.is_empty() {
            let copy = [name.as_slice(), &suffix].concat();
            let mode = vfs.stat(cwd, &name).map_or(0o644, |stat| stat.mode);
            result = vfs.read_file(cwd, &name).and_then(|old| vfs.write_file(cwd, &copy, old, mode));
        }
        let fits = new.total() <= vfs.tree().limits().file_bytes;
        if !fits {
            result = Err(Errno::TooBig);
        }
        let content = Content::from_bytes(new.take().into());
        match result.and_then(|()| vfs.write_file(cwd, &name, content, 0o644)) {
            Ok(()) => Ok(()),
            Err(errno) => {
                let name = name.to_str_lossy();
                Err(Stop::Bare(format!("fatal: inplace::end: cannot write `{name}': {}", errno.message()).into()))
            }
        }
    }
}
