//! Pathname expansion against the run's files.

use bstr::{BString, ByteSlice};

use crate::flow::Flow;
use crate::pattern::glob::{self, Component, ComponentKind, PathPattern};
use crate::pattern::{Pattern, PatternOptions};
use crate::shell::Shell;
use workspace::Kind;

impl Shell {
    /// Matches a field that may be a path pattern, and pushes the paths that match in byte order. Without a match the
    /// field stays, vanishes (`nullglob`) or is an error (`failglob`).
    pub(super) fn expand_path(&mut self, field: BString, pattern: &[u8], out: &mut Vec<BString>) -> Result<(), Flow> {
        let options = self.state.options;
        if !glob::has_magic(pattern, options.extglob) {
            out.push(field);
            return Ok(());
        }
        let ignored = self.ignored_paths();
        let pattern_options = PatternOptions {
            extglob: options.extglob,
            nocase: options.nocaseglob,
            period: !options.dotglob,
            bytes: self.is_bytewise(),
            pathname: false,
        };
        let paths = glob::split(pattern, pattern_options, options.globstar);
        let mut found = self.matching_paths(&paths)?;
        if let Some(ignored) = &ignored {
            found.retain(|path| {
                let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
                !matches!(name, b"." | b"..") && !ignored.iter().any(|pattern| pattern.matches(path))
            });
        }
        if !found.is_empty() {
            found.sort_unstable();
            out.append(&mut found);
        } else if options.failglob {
            return self.discard(&[b"no match: ", &field]);
        } else if !options.nullglob {
            out.push(field);
        }
        Ok(())
    }

    /// The patterns of `GLOBIGNORE`, if it is set and not empty.
    fn ignored_paths(&self) -> Option<Vec<Pattern>> {
        let text = self.state.variables.scalar("GLOBIGNORE").filter(|text| !text.is_empty())?;
        let options = PatternOptions { extglob: self.state.options.extglob, ..PatternOptions::default() };
        Some(split_ignored(text).into_iter().map(|pattern| Pattern::new(pattern, options)).collect())
    }

    /// All paths that match, in no order. A candidate on the way ends with the slashes that stand behind its part of
    /// the pattern.
    fn matching_paths(&mut self, pattern: &PathPattern) -> Result<Vec<BString>, Flow> {
        let mut candidates = vec![BString::from(vec![b'/'; pattern.leading_slashes])];
        let mut after_pattern = false;
        let mut components = pattern.components.iter().peekable();
        while let Some(component) = components.next() {
            let last = components.peek().is_none();
            let tail = components.peek().map_or(pattern.trailing_slashes, |next| next.slashes);
            // `**/**` says no more than `**`.
            let globstar = |component: &Component| matches!(component.kind, ComponentKind::Globstar);
            if globstar(component) && components.peek().is_some_and(|next| globstar(next)) {
                after_pattern = true;
                continue;
            }
            let mut found = Vec::new();
            let mut size = 0;
            for folder in &candidates {
                self.charge(1)?;
                match &component.kind {
                    ComponentKind::Name(name) => {
                        let path = joined(folder, name, tail);
                        size += path.len();
                        // A name behind the last listing has to be there; before one, the listing finds out.
                        let vfs = &self.kernel.vfs;
                        let there = match (last, tail > 0) {
                            (false, _) if components.peek().is_some_and(|next| globstar(next)) => {
                                vfs.is_dir(&self.state.cwd, &path)
                            }
                            (false, _) => true,
                            (true, true) => vfs.is_dir(&self.state.cwd, &path),
                            (true, false) => vfs.lstat(&self.state.cwd, &path).is_ok(),
                        };
                        if there {
                            found.push(path);
                        }
                    }
                    ComponentKind::Pattern(pattern) => {
                        self.list_matches(folder, pattern, tail, &mut found, &mut size)?;
                    }
                    ComponentKind::Globstar => {
                        let folder_from = found.len();
                        self.list_below(folder, last, tail, &mut found, &mut size)?;
                        // A folder that a pattern gave is listed without its slash.
                        if last
                            && tail == 0
                            && after_pattern
                            && !folder.is_empty()
                            && let Some(path) = found.get_mut(folder_from)
                            && path.len() > 1
                        {
                            let length = path.trim_end_with(|character| character == '/').len();
                            path.truncate(length);
                        }
                    }
                }
                self.check_expansion(size)?;
            }
            after_pattern |= !matches!(component.kind, ComponentKind::Name(_));
            candidates = found;
        }
        Ok(candidates)
    }

    /// Appends the entries of a folder whose names match; with a tail only folders do.
    fn list_matches(
        &mut self,
        folder: &BString,
        pattern: &Pattern,
        tail: usize,
        found: &mut Vec<BString>,
        size: &mut usize,
    ) -> Result<(), Flow> {
        let place: &[u8] = if folder.is_empty() { b"." } else { folder };
        let Ok(entries) = self.kernel.vfs.read_dir(&self.state.cwd, place) else { return Ok(()) };
        self.charge(entries.len() as u64 / 16)?;
        if !self.state.options.globskipdots && pattern.source().starts_with(b".") {
            found.extend(
                [&b"."[..], b".."].iter().filter(|name| pattern.matches(name)).map(|name| joined(folder, name, tail)),
            );
        }
        for entry in entries {
            if !pattern.matches(&entry.name) {
                continue;
            }
            let path = joined(folder, &entry.name, tail);
            let fits = tail == 0
                || entry.kind == Kind::Dir
                || entry.kind == Kind::Symlink && self.kernel.vfs.is_dir(&self.state.cwd, &path);
            if fits {
                *size += path.len();
                found.push(path);
            }
        }
        self.check_expansion(*size)
    }

    /// `**`: the folder itself and everything below it; as the last component without a tail files too, else folders
    /// only. Symbolic links are listed but not followed, hidden names left out without `dotglob`.
    fn list_below(
        &mut self,
        folder: &BString,
        last: bool,
        tail: usize,
        found: &mut Vec<BString>,
        size: &mut usize,
    ) -> Result<(), Flow> {
        let hidden = self.state.options.dotglob;
        if !last || !folder.is_empty() {
            found.push(folder.clone());
        }
        let mut stack = vec![folder.clone()];
        while let Some(current) = stack.pop() {
            let place: &[u8] = if current.is_empty() { b"." } else { &current };
            let Ok(entries) = self.kernel.vfs.read_dir(&self.state.cwd, place) else { continue };
            self.charge(entries.len() as u64 / 16 + 1)?;
            for entry in entries {
                if entry.name.starts_with(b".") && !hidden {
                    continue;
                }
                if entry.kind == Kind::Dir {
                    stack.push(joined(&current, &entry.name, 1));
                } else if !last || tail > 0 {
                    // Folders behind links are listed, not entered.
                    let path = joined(&current, &entry.name, tail);
                    if last && entry.kind == Kind::Symlink && self.kernel.vfs.is_dir(&self.state.cwd, &path) {
                        *size += path.len();
                        found.push(path);
                    }
                    continue;
                }
                let path = joined(&current, &entry.name, tail);
                *size += path.len();
                found.push(path);
            }
            self.check_expansion(*size)?;
        }
        Ok(())
    }
}

/// A path with so many slashes behind it.
fn joined(folder: &[u8], name: &[u8], tail: usize) -> BString {
    let mut path = Vec::with_capacity(folder.len() + name.len() + tail);
    path.extend_from_slice(folder);
    path.extend_from_slice(name);
    path.resize(path.len() + tail, b'/');
    path.into()
}

/// Splits `GLOBIGNORE` at colons that are not inside brackets or behind a backslash.
fn split_ignored(text: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut bracket = false;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'[' => bracket = text[at..].find_byte(b']').is_some(),
            b']' => bracket = false,
            b':' if !bracket => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}
