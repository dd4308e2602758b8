//! `rg -z`: files whose names say that they are compressed are read through the program that expands them.

use std::rc::Rc;

use bstr::ByteSlice;
use bytes::Bytes;

use super::stream::Pieces;
use crate::shared::run::{kept_of, pipe, spawn_with};
use shell::command::{Context, Input};
use shell::dispatch::find_files;
use shell::kernel::{Halt, IoError, Process};
use workspace::Errno;

/// The ends of names, and what is run with such a file.
const PROGRAMS: &[(&[&str], &[&str])] = &[
    (&[".gz", ".tgz"], &["gzip", "-d", "-c"]),
    (&[".bz2", ".tbz2"], &["bzip2", "-d", "-c"]),
    (&[".xz", ".txz"], &["xz", "-d", "-c"]),
    (&[".lz4"], &["lz4", "-d", "-c"]),
    (&[".lzma"], &["xz", "--format=lzma", "-d", "-c"]),
    (&[".br"], &["brotli", "-d", "-c"]),
    (&[".zst", ".zstd"], &["zstd", "-q", "-d", "-c"]),
    (&[".Z"], &["uncompress", "-c"]),
];

/// So much of what a program complains of is kept.
const COMPLAINT: usize = 64 << 10;

/// A program that expands a file.
pub struct Expansion {
    output: Input,
    complaints: Input,
    process: Rc<Process>,
    ended: bool,
    /// What the program said, when it failed.
    pub complaint: Option<Vec<u8>>,
}

impl Pieces for Expansion {
    /// Fails at the end, if the program did, so that nothing is told of the file as a whole.
    fn take(&mut self, context: &Context<'_>, most: usize) -> Result<Bytes, IoError> {
        let data = self.output.take(context, most)?;
        if data.is_empty() {
            self.ended = true;
            self.end(context)?;
            if self.complaint.is_some() {
                return Err(Errno::Io.into());
            }
        }
        Ok(data)
    }
}

impl Expansion {
    /// `None`: the name is not that of a compressed file, or there is no such program; the file is searched as it is.
    pub fn of(context: &mut Context<'_>, path: &[u8]) -> Result<Option<Expansion>, Halt> {
        let Some((_, program)) = PROGRAMS.iter().find(|(ends, _)| ends.iter().any(|end| path.ends_with_str(end))) else {
            return Ok(None);
        };
        if program.first().is_none_or(|name| find_files(&context.exec, name.as_bytes(), false).is_empty()) {
            return Ok(None);
        }
        let argv = program.iter().map(|word| (*word).into()).chain([path.into()]).collect();
        let ((read, write), (complaints, error)) = (pipe(context), pipe(context));
        let process = spawn_with(context, argv, [(1, write), (2, error)])?;
        Ok(Some(Expansion { output: Input::new(read), complaints: Input::new(complaints), process, ended: false, complaint: None }))
    }

    /// Stops reading and waits for the program.
    pub fn end(&mut self, context: &Context<'_>) -> Result<(), Halt> {
        // It may be stopped by writing to a pipe that nobody reads, and is not to blame for that.
        drop(std::mem::replace(&mut self.output, Input::from_bytes(Bytes::new())));
        let text = kept_of(context, &mut self.complaints, COMPLAINT)?;
        let status = context.exec.kernel.scheduler.wait(&self.process)?;
        if self.complaint.is_none() && status != Some(0) && (self.ended || !text.is_empty()) {
            let text = text.trim();
            self.complaint = Some(if text.is_empty() { b"<stderr is empty>".to_vec() } else { text.to_vec() });
        }
        Ok(())
    }
}
