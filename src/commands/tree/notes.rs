//! What files in the folders say of others: `.gitignore` which are left out, `.info` what there is to know about them.

use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::Settings;
use crate::shared::globs::Glob;
use crate::shared::path::join;
use shell::command::Context;
use shell::kernel::{Halt, IoError};

/// Patterns of one `.gitignore`.
struct Ignores {
    folder: BString,
    globs: Vec<Glob>,
}

/// Patterns of an `.info`, and the lines about what they match.
type Remarks = Vec<(Vec<Glob>, Rc<Vec<BString>>)>;

/// The files that count in a folder: its own, and those of the folders above it that are listed.
#[derive(Clone, Default)]
pub struct Notes {
    ignores: Vec<Rc<Ignores>>,
    remarks: Vec<Rc<Remarks>>,
}

impl Notes {
    /// Reads the files of a folder; true if it has an `.info`.
    pub fn enter(&mut self, context: &Context<'_>, settings: &Settings, folder: &BString) -> Result<bool, Halt> {
        let read = |name: &[u8]| IoError::or_none(context.read_operand(&join(folder, name)));
        if settings.ignores
            && let Some(data) = read(b".gitignore")?
        {
            self.ignore(folder, &data);
        }
        if settings.remarks
            && let Some(data) = read(b".info")?
        {
            self.remark(&data);
            return Ok(true);
        }
        Ok(false)
    }

    /// Takes up the patterns of what is left out; `folder` is where those with a slash begin.
    pub fn ignore(&mut self, folder: &BString, data: &[u8]) {
        let mut globs = Vec::new();
        for line in data.lines() {
            // A slash anywhere, even at the end, makes a pattern one of paths.
            let (sign, rest) = line.split_at(usize::from(line.starts_with(b"!")));
            let slash: &[u8] = if rest.contains(&b'/') && !rest.starts_with(b"/") { b"/" } else { b"" };
            globs.extend(Glob::parse(&[sign, slash, rest].concat(), false).ok().flatten());
        }
        self.ignores.push(Rc::new(Ignores { folder: folder.clone(), globs }));
    }

    /// Takes up remarks: lines with patterns, and behind them lines with a tab.
    pub fn remark(&mut self, data: &[u8]) {
        let mut remarks = Remarks::new();
        let (mut globs, mut text): (Vec<Glob>, Vec<BString>) = (Vec::new(), Vec::new());
        for line in data.lines().filter(|line| !line.starts_with(b"#")) {
            let line = line.trim_end_with(|end| end == ' ');
            if let Some(text_line) = line.strip_prefix(b"\t") {
                text.push(text_line.into());
                continue;
            }
            if line.is_empty() {
                continue;
            }
            if !text.is_empty() {
                remarks.push((std::mem::take(&mut globs), Rc::new(std::mem::take(&mut text))));
            }
            let line = line.strip_prefix(b"/").unwrap_or(line);
            globs.extend(Glob::parse(&[b"/", line].concat(), false).ok().flatten());
        }
        if !globs.is_empty() {
            remarks.push((globs, Rc::new(text)));
        }
        self.remarks.push(Rc::new(remarks));
    }

    /// Whether something is left out: a pattern of any file names it, and none with a `!` does.
    pub fn hide(&self, path: &[u8], is_folder: bool) -> bool {
        let named = |negated: bool| {
            self.ignores.iter().any(|ignores| {
                let below = path.strip_prefix(ignores.folder.as_slice());
                let below = below.and_then(|path| path.strip_prefix(b"/")).unwrap_or(path);
                ignores.globs.iter().any(|glob| glob.negated == negated && glob.matches(below, is_folder))
            })
        };
        named(false) && !named(true)
    }

    /// The lines about something. `own`: the folder that it is in has an `.info`, where names are enough.
    pub fn remark_on(&self, path: &[u8], name: &[u8], own: bool, is_folder: bool) -> Option<Rc<Vec<BString>>> {
        let mut own = own;
        for remarks in self.remarks.iter().rev() {
            for (globs, text) in remarks.iter() {
                let is_named = |glob: &Glob| glob.matches(path, is_folder) || own && glob.matches(name, is_folder);
                if globs.iter().any(is_named) {
                    return Some(Rc::clone(text));
                }
            }
            own = false;
        }
        None
    }
}
