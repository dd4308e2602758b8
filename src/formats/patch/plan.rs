//! Turning sections into planned changes, each against the state that the sections before it leave.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::super::diagnose::{self, Wanted};
use super::super::error::{MismatchReason, PatchError};
use super::super::search::LineIndex;
use super::super::text::FileText;
use super::hunk::{HeaderPath, Hunk, Intent, LineKind, Section};
use super::path::{display, readings, resolve};
use super::place::Placer;
use super::rewrite::rewrite;
use super::{ChangeAction, FileChange, FileFailure, PatchOptions, PatchPlan, PatchSource, SourceError};

pub(super) fn plan(
    sections: &[Section<'_>],
    source: &dyn PatchSource,
    options: &PatchOptions,
) -> Result<PatchPlan, PatchError> {
    let mut planner = Planner {
        source,
        options,
        expected: expected_hashes(sections, options)?,
        states: HashMap::new(),
        verified: HashSet::new(),
        changes: HashMap::new(),
        plan: PatchPlan::default(),
        effective: false,
    };
    for section in sections {
        if let Err(error) = planner.section(section) {
            if !options.partial {
                return Err(error);
            }
            let named = section.old.as_ref().or(section.new.as_ref());
            planner.plan.failures.push(FileFailure {
                path: error.path().map(str::to_owned).unwrap_or_else(|| {
                    named.map_or(String::new(), |path| String::from_utf8_lossy(&path.raw).into_owned())
                }),
                error,
            });
        }
    }
    if !planner.effective && planner.plan.failures.is_empty() {
        return Err(PatchError::NoChanges);
    }
    let mut plan = planner.plan;
    plan.files.retain(|change| !change.path.is_empty());
    Ok(plan)
}

/// The expected hashes by resolved path; each must be named by the patch.
fn expected_hashes(sections: &[Section<'_>], options: &PatchOptions) -> Result<HashMap<Vec<u8>, String>, PatchError> {
    let mut expected = HashMap::new();
    if options.expected_hashes.is_empty() {
        return Ok(expected);
    }
    let named: HashSet<Vec<u8>> = sections
        .iter()
        .flat_map(|section| section.old.iter().chain(section.new.iter()))
        .flat_map(readings)
        .filter_map(|reading| resolve(reading, options).ok())
        .collect();
    for (path, hash) in &options.expected_hashes {
        let shown = String::from_utf8_lossy(path);
        let invalid = |what: &str| PatchError::invalid(format!("expected hash of '{shown}': {what}"), None);
        let resolved = resolve(path, options).map_err(|reason| invalid(&reason))?;
        if hash.len() != 64 || !hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(invalid("not 64 lowercase hex digits"));
        }
        if !named.contains(&resolved) {
            return Err(invalid("the patch does not name this file"));
        }
        if expected.insert(resolved, hash.clone()).is_some() {
            return Err(invalid("the file is named twice"));
        }
    }
    Ok(expected)
}

struct Planner<'a> {
    source: &'a dyn PatchSource,
    options: &'a PatchOptions,
    expected: HashMap<Vec<u8>, String>,
    /// What the sections so far leave at each path that they touch.
    states: HashMap<Vec<u8>, Option<Bytes>>,
    verified: HashSet<Vec<u8>>,
    /// The change that made the present state of a path.
    changes: HashMap<Vec<u8>, usize>,
    plan: PatchPlan,
    /// Whether any section asked for a change.
    effective: bool,
}

/// A file that a section names and that exists.
struct Present {
    path: Vec<u8>,
    shown: String,
    content: Bytes,
}

impl Planner<'_> {
    fn shown(&self, path: &[u8]) -> String {
        display(path, self.options)
    }

    /// The content at a resolved path as the sections so far leave it.
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, PatchError> {
        if let Some(state) = self.states.get(path) {
            return Ok(state.clone());
        }
        let shown = || self.shown(path);
        self.source.read(path).map_err(|error| match error {
            SourceError::NotAFile => PatchError::NotAFile { path: shown() },
            SourceError::InvalidPath(message) => {
                PatchError::Invalid { message, path: Some(shown()), hunk: None, patch_line: None }
            }
            SourceError::Other { code, message } => PatchError::Source { path: shown(), code, message },
        })
    }

    fn resolve(&self, path: &[u8], section: &Section<'_>) -> Result<Vec<u8>, PatchError> {
        resolve(path, self.options).map_err(|reason| PatchError::invalid(reason, Some(section.patch_line)))
    }

    /// The first reading of a header's path that names a file.
    fn present(&self, path: &HeaderPath, section: &Section<'_>) -> Result<Present, PatchError> {
        let mut failure = None;
        let mut missing = None;
        for reading in readings(path) {
            let resolved = match self.resolve(reading, section) {
                Ok(resolved) => resolved,
                Err(error) => {
                    failure.get_or_insert(error);
                    continue;
                }
            };
            match self.read(&resolved) {
                Ok(Some(content)) => {
                    let shown = self.shown(&resolved);
                    return Ok(Present { path: resolved, shown, content });
                }
                Ok(None) => {
                    missing.get_or_insert(resolved);
                }
                Err(error) => {
                    failure.get_or_insert(error);
                }
            }
        }
        Err(match (failure, missing) {
            (Some(error), None) => error,
            (Some(error @ PatchError::NotAFile { .. }), _) => error,
            // It is there, and can be had later.
            (Some(error @ PatchError::Source { code: "ASYNC_REQUIRED", .. }), _) => error,
            (_, Some(path)) => PatchError::PathNotFound {
                path: self.shown(&path),
                hint: if section.envelope {
                    "; to make a new file use '*** Add File: '".to_owned()
                } else {
                    "; to make a new file write '--- /dev/null'".to_owned()
                },
            },
            (None, None) => PatchError::invalid("empty path", Some(section.patch_line)),
        })
    }

    /// Where a new file goes: the likeliest reading of its path.
    fn target(&self, path: &HeaderPath, section: &Section<'_>) -> Result<Vec<u8>, PatchError> {
        let reading = readings(path).first().copied().unwrap_or_default();
        self.resolve(reading, section)
    }

    /// Compares the content before the patch with the hash that the caller expects.
    fn verify(&mut self, path: &[u8], content: Option<&Bytes>) -> Result<(), PatchError> {
        if !self.verified.insert(path.to_vec()) || self.states.contains_key(path) {
            return Ok(());
        }
        let Some(expected) = self.expected.get(path) else {
            return Ok(());
        };
        let Some(content) = content else {
            return Err(PatchError::PathNotFound { path: self.shown(path), hint: String::new() });
        };
        let actual: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        if actual == *expected {
            return Ok(());
        }
        Err(PatchError::StaleContent { path: self.shown(path), expected: expected.clone(), actual })
    }

    fn section(&mut self, section: &Section<'_>) -> Result<(), PatchError> {
        let nameless = || PatchError::invalid("a section without a file name", Some(section.patch_line));
        let old = section.old.as_ref();
        let new = section.new.as_ref();
        match section.intent {
            Intent::Create { overwrite } => self.create(section, new.ok_or_else(nameless)?, overwrite),
            Intent::Delete { verify } => {
                let file = self.present(old.ok_or_else(nameless)?, section)?;
                self.delete(section, file, verify)
            }
            Intent::Modify => {
                let old = old.or(new).ok_or_else(nameless)?;
                let file = match (self.present(old, section), new) {
                    (Err(PatchError::PathNotFound { .. }), Some(new)) if new != old => {
                        self.present(new, section).or_else(|_| self.present(old, section))?
                    }
                    (file, _) => file?,
                };
                self.modify(section, file)
            }
            Intent::Rename { overwrite } => {
                let file = self.present(old.ok_or_else(nameless)?, section)?;
                let target = self.target(new.ok_or_else(nameless)?, section)?;
                self.rename(section, file, target, overwrite)
            }
            Intent::Copy => {
                let file = self.present(old.ok_or_else(nameless)?, section)?;
                let target = self.target(new.ok_or_else(nameless)?, section)?;
                self.copy(section, file, target)
            }
            Intent::Guess => {
                let (old, new) = (old.ok_or_else(nameless)?, new.ok_or_else(nameless)?);
                match (self.present(old, section), self.present(new, section)) {
                    (Ok(from), Ok(to)) if from.path != to.path => Err(PatchError::in_file(
                        "the '---' and '+++' lines name two different files that both exist",
                        &to.shown,
                        None,
                        section.patch_line,
                    )),
                    (Ok(file), Ok(_)) => self.modify(section, file),
                    (Err(PatchError::PathNotFound { .. }), Ok(file)) => self.modify(section, file),
                    (Ok(file), Err(PatchError::PathNotFound { .. })) => {
                        let target = self.target(new, section)?;
                        self.rename(section, file, target, false)
                    }
                    (Err(error), _) | (_, Err(error)) => Err(error),
                }
            }
        }
    }

    fn create(&mut self, section: &Section<'_>, path: &HeaderPath, overwrite: bool) -> Result<(), PatchError> {
        let path = self.target(path, section)?;
        let shown = self.shown(&path);
        let existing = self.read(&path)?;
        if existing.is_some() && !overwrite {
            return Err(PatchError::AlreadyExists { path: shown });
        }
        self.verify(&path, existing.as_ref())?;
        let content = created_content(section, &shown)?;
        let mut change = change(section, path, ChangeAction::Create, Some(content.into()));
        change.overwrites = existing.is_some();
        if change.overwrites {
            change.notes.push("a file that existed was replaced".to_owned());
        }
        self.record(change);
        Ok(())
    }

    fn delete(&mut self, section: &Section<'_>, file: Present, verify: bool) -> Result<(), PatchError> {
        self.verify(&file.path, Some(&file.content))?;
        let mut deletion = change(section, file.path.clone(), ChangeAction::Delete, None);
        if verify && !section.hunks.is_empty() {
            let (left, notes) = self.apply(section, &file)?;
            deletion.notes.extend(notes);
            if !left.is_empty() {
                return Err(not_whole_file(section, &file, &left));
            }
        } else if verify && !file.content.is_empty() {
            deletion.notes.push("deleted without a look at its content".to_owned());
        }
        self.record(deletion);
        Ok(())
    }

    fn modify(&mut self, section: &Section<'_>, file: Present) -> Result<(), PatchError> {
        self.verify(&file.path, Some(&file.content))?;
        if section.mode.is_none() && section.hunks.iter().all(Hunk::is_inert) {
            let note = format!("{}: its hunks hold only context lines: nothing to change", file.shown);
            self.plan.notes.push(note);
            return Ok(());
        }
        let (content, notes) = self.apply(section, &file)?;
        let mut modified = change(section, file.path, ChangeAction::Modify, Some(content));
        modified.notes.extend(notes);
        self.record(modified);
        Ok(())
    }

    fn rename(
        &mut self,
        section: &Section<'_>,
        file: Present,
        target: Vec<u8>,
        overwrite: bool,
    ) -> Result<(), PatchError> {
        if target == file.path {
            return self.modify(section, file);
        }
        self.verify(&file.path, Some(&file.content))?;
        let existing = self.read(&target)?;
        if existing.is_some() && !overwrite {
            return Err(PatchError::AlreadyExists { path: self.shown(&target) });
        }
        self.verify(&target, existing.as_ref())?;
        let (content, notes) = self.apply(section, &file)?;
        let mut renamed = change(section, target, ChangeAction::Rename, Some(content));
        renamed.notes.extend(notes);
        renamed.from = Some(file.path);
        renamed.overwrites = existing.is_some();
        if renamed.overwrites {
            renamed.notes.push("a file that existed was replaced".to_owned());
        }
        self.record(renamed);
        Ok(())
    }

    fn copy(&mut self, section: &Section<'_>, file: Present, target: Vec<u8>) -> Result<(), PatchError> {
        self.verify(&file.path, Some(&file.content))?;
        if self.read(&target)?.is_some() {
            return Err(PatchError::AlreadyExists { path: self.shown(&target) });
        }
        let (content, notes) = self.apply(section, &file)?;
        let mut copied = change(section, target, ChangeAction::Create, Some(content));
        copied.notes.extend(notes);
        copied.notes.push(format!("copied from {}", file.shown));
        self.record(copied);
        Ok(())
    }

    /// The file's content with the section's hunks applied.
    fn apply(&self, section: &Section<'_>, file: &Present) -> Result<(Bytes, Vec<String>), PatchError> {
        let mut notes = Vec::new();
        if section.hunks.is_empty() {
            return Ok((file.content.clone(), notes));
        }
        // A patch that spells out CRs takes them for data, as git does.
        let mut lines = section.hunks.iter().flat_map(|hunk| &hunk.lines);
        let spells_cr = lines.any(|line| (line.cr && section.cr_counts) || line.text.contains(&b'\r'));
        let Some(text) = FileText::with_lone_cr(&file.content, !spells_cr) else {
            return Err(PatchError::in_file("the file is too large", &file.shown, None, section.patch_line));
        };
        let mut placer = Placer {
            path: &file.shown,
            file: &text,
            index: LineIndex::new(&text),
            options: self.options,
            envelope: section.envelope,
        };
        let mut placed = placer.place(&section.hunks)?;
        for hunk in &section.hunks {
            if hunk.is_inert() {
                notes.push(format!("hunk {} has only context lines: skipped", hunk.number));
            }
            let repairs = hunk.notes.iter().map(|note| format!("hunk {}: {note}", hunk.number));
            notes.extend(repairs);
        }
        notes.extend(placed.iter_mut().filter_map(|place| place.note.take()));
        let content = rewrite(&text, &placed, section, &mut notes);
        if content == file.content {
            notes.push("the content is the same as before".to_owned());
        }
        Ok((content.into(), notes))
    }

    /// Adds a change, or merges it into the one that made the present state of its file.
    fn record(&mut self, change: FileChange) {
        self.effective = true;
        if let Some(from) = &change.from {
            self.states.insert(from.clone(), None);
        }
        self.states.insert(change.path.clone(), change.content.clone());
        let origin = change.from.as_ref().unwrap_or(&change.path);
        let earlier = self.changes.remove(origin).filter(|&index| index < self.plan.files.len());
        let Some(index) = earlier else {
            self.changes.insert(change.path.clone(), self.plan.files.len());
            self.plan.files.push(change);
            return;
        };
        let Some(known) = self.plan.files.get_mut(index) else {
            return;
        };
        self.changes.insert(change.path.clone(), index);
        match (known.action, change.action) {
            (ChangeAction::Create, ChangeAction::Delete) if !known.overwrites => {
                // Made and removed by the same patch: dropped from the plan by its empty path.
                self.changes.remove(&change.path);
                known.path.clear();
                known.content = None;
                return;
            }
            (ChangeAction::Rename, ChangeAction::Delete) => {
                // The file under its old name goes away; nothing arrives under the new one.
                if let Some(from) = known.from.take() {
                    self.changes.remove(&change.path);
                    self.changes.insert(from.clone(), index);
                    known.path = from;
                }
                known.action = ChangeAction::Delete;
                known.content = None;
            }
            (ChangeAction::Delete, _) => {
                known.action = ChangeAction::Modify;
                known.content = change.content;
            }
            (ChangeAction::Create, ChangeAction::Create) => {
                known.content = change.content;
            }
            (_, ChangeAction::Delete) => {
                known.action = ChangeAction::Delete;
                known.content = None;
            }
            (action, ChangeAction::Rename) => {
                if action == ChangeAction::Modify {
                    known.action = ChangeAction::Rename;
                    known.from = change.from;
                }
                known.path = change.path;
                known.content = change.content;
                known.overwrites = change.overwrites;
            }
            _ => known.content = change.content,
        }
        known.mode = change.mode.or(known.mode);
        known.hunks += change.hunks;
        known.added += change.added;
        known.removed += change.removed;
        known.notes.extend(change.notes);
    }
}

/// A change with the section's counts.
fn change(section: &Section<'_>, path: Vec<u8>, action: ChangeAction, content: Option<Bytes>) -> FileChange {
    let count = |kind| section.hunks.iter().map(|hunk| hunk.count(kind)).sum();
    FileChange {
        path,
        from: None,
        action,
        content,
        mode: section.mode,
        overwrites: false,
        hunks: section.hunks.iter().filter(|hunk| !hunk.is_inert()).count(),
        added: count(LineKind::Added),
        removed: count(LineKind::Removed),
        notes: section.notes.clone(),
    }
}

/// The content of a file that the section creates: its added lines.
fn created_content(section: &Section<'_>, shown: &str) -> Result<Vec<u8>, PatchError> {
    let mut out = Vec::new();
    let total: usize = section.hunks.iter().map(|hunk| hunk.lines.len()).sum();
    let mut seen = 0;
    for hunk in &section.hunks {
        for line in &hunk.lines {
            seen += 1;
            let fault = match line.kind {
                LineKind::Added if line.no_newline && seen < total => "only the last line can lack its newline",
                LineKind::Added => "",
                _ => "a new file has only added lines",
            };
            if !fault.is_empty() {
                return Err(PatchError::in_file(fault, shown, Some(hunk.number), line.number));
            }
            out.extend_from_slice(line.text);
            if section.cr_counts && line.cr {
                out.push(b'\r');
            }
            if !line.no_newline {
                out.push(b'\n');
            }
        }
    }
    Ok(out)
}

/// The error for a deletion that does not name every line.
fn not_whole_file(section: &Section<'_>, file: &Present, left: &Bytes) -> PatchError {
    let (Some(text), Some(hunk)) = (FileText::new(left), section.hunks.last()) else {
        return PatchError::in_file("the file has more lines", &file.shown, None, section.patch_line);
    };
    let wanted = Wanted {
        path: &file.shown,
        hunk: hunk.number,
        old: &[],
        patch_lines: &[hunk.patch_line],
        new: &[],
        hint: None,
        cursor: 0,
    };
    let mut mismatch = diagnose::at(&wanted, &text, 0, 0, 0, MismatchReason::NotWholeFile);
    mismatch.expected = "(no line left)".to_owned();
    mismatch.file_line = None;
    mismatch.candidate = None;
    PatchError::ContextMismatch(Box::new(mismatch))
}
