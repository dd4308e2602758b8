//! One patch after the other: finds its file, carries its hunks out, and keeps the books.

use bstr::BString;
use bytes::Bytes;

use super::apply::{Input, Output};
use super::header::{self, Header, Kind, NEW, OLD};
use super::hunk::Hunk;
use super::merge::{Merge, Style};
use super::read::{Source, Stop, Times, fatal};
use crate::shared::unicode::is_space_byte;
use super::store::{self, Store, Written};
use super::{Settings, ed, reject};
use shell::command::Context;
use shell::kernel::Stat;
use workspace::{Errno, Kind as FileKind, Time};

pub struct Patcher<'s, 't, 'c> {
    pub context: &'s mut Context<'c>,
    pub settings: &'s Settings,
    pub source: Source<'t>,
    pub times: Times,
    pub store: Store,
    /// The file that was named in the call, or that the patch names.
    pub name: Option<BString>,
    pub explicit: bool,
    pub present: Result<Stat, Errno>,
    /// Names that are not touched; the user has been told.
    pub invalid: Vec<BString>,
    pub reverse: bool,
    /// The rest of the file's patch is passed over.
    pub skip: bool,
    pub failed: bool,
    /// What `-o` gathers.
    pub output: Vec<u8>,
    /// A question is out whose line ends behind the message.
    pub unfinished: bool,
    /// All patches are read.
    pub finishing: bool,
    wanted: Option<Kind>,
}

/// How far the patch of one file is.
#[derive(Default)]
struct Progress {
    hunks: usize,
    failed: usize,
    /// Something did not fit exactly.
    mismatch: bool,
    /// By how many lines the last hunk stood away from where it says.
    in_shift: i64,
    /// By how many lines the file has grown.
    out_shift: i64,
    /// Hunks that look reversed are tried as they are.
    anyway: bool,
    rejects: Vec<u8>,
}

impl<'s, 't, 'c> Patcher<'s, 't, 'c> {
    pub fn new(
        context: &'s mut Context<'c>,
        settings: &'s Settings,
        text: &'t [u8],
        original: Option<BString>,
        times: Times,
    ) -> Patcher<'s, 't, 'c> {
        Patcher {
            context,
            settings,
            source: Source::new(text),
            times,
            store: Store::default(),
            explicit: original.is_some(),
            name: original,
            present: Err(Errno::NotFound),
            invalid: Vec::new(),
            reverse: settings.reverse,
            skip: false,
            failed: false,
            output: Vec::new(),
            unfinished: false,
            finishing: false,
            wanted: settings.kind,
        }
    }

    pub fn say(&mut self, text: &[u8]) {
        self.source.said.extend_from_slice(text);
    }

    /// A fatal message goes out before the newline that ends the answer to a question, where both go the same way.
    pub fn take_newline(&mut self) -> bool {
        let said = &mut self.source.said;
        let waits = self.settings.output.as_ref().is_some_and(|name| name == "-")
            && [b"[n] \n".as_slice(), b"[y] \n"].iter().any(|prompt| said.ends_with(prompt));
        if waits {
            said.pop();
        }
        waits
    }

    /// Hands on what was said.
    pub fn flush(&mut self) -> Result<(), Stop> {
        let said = std::mem::take(&mut self.source.said);
        if self.settings.output.as_ref().is_some_and(|name| name == "-") {
            self.context.write_error(&said)?;
        } else {
            self.context.write(&said)?;
        }
        Ok(())
    }

    /// Carries all patches out.
    pub fn run(&mut self) -> Result<(), Stop> {
        let mut git_before = false;
        // With a file and another to write, an empty patch copies.
        let mut copies = self.explicit && self.settings.output.is_some();
        loop {
            let found = match self.next_patch()? {
                Some(header) => Some(header),
                None if copies => {
                    self.present = store::stat(self.context, self.settings, &self.name.clone().unwrap_or_default());
                    Some(Header::empty())
                }
                None => None,
            };
            let Some(mut header) = found else { break };
            copies = false;
            if header.git != git_before {
                if git_before {
                    self.store.settle(self.context, self.settings, &mut self.source.said)?;
                    if let Some(name) = &self.name {
                        self.present = store::stat(self.context, self.settings, name);
                    }
                }
                git_before = header.git;
            }
            self.patch(&mut header)?;
            self.flush()?;
            self.skip = false;
            self.reverse = self.settings.reverse;
            self.wanted = None;
            if !self.explicit {
                self.name = None;
            }
        }
        self.finishing = true;
        self.store.settle(self.context, self.settings, &mut self.source.said)?;
        self.store.finish(self.context, self.settings, &mut self.source.said)
    }

    /// After a mistake: writes what waits.
    pub fn give_up(&mut self) -> Result<(), Stop> {
        if self.finishing {
            return Ok(());
        }
        self.store.settle(self.context, self.settings, &mut self.source.said)
    }

    /// Looks for the next patch and its file.
    fn next_patch(&mut self) -> Result<Option<Header>, Stop> {
        let settings = self.settings;
        let base = self.source.at;
        // A script of `ed` whose first line is no command is not gone past: it is looked at as the first one again.
        let first = base == 0;
        if base != 0 && base >= self.source.len() {
            if settings.verbose() {
                self.say(b"done\n");
            }
            return Ok(None);
        }
        if settings.verbose() {
            self.say(b"Hmm...");
        }
        let need_header = !(self.explicit || settings.posix);
        let mut header = header::find(&mut self.source, self.wanted, need_header, settings.strip, &self.times)?;
        let Some(kind) = header.kind else {
            if settings.verbose() {
                self.say(if first {
                    b"  I can't seem to find a patch in there anywhere.\n".as_slice()
                } else {
                    b"  Ignoring the trailing garbage.\ndone\n"
                });
            }
            if first && self.source.len() > 0 {
                return fatal(&[b"Only garbage was found in the patch input."]);
            }
            return Ok(None);
        };
        self.choose(&mut header)?;
        header.settle(&mut self.source, settings.binary);
        if self.skip {
            self.source.seek(header.start, header.line - 1);
            return Ok(Some(header));
        }
        if settings.verbose() {
            let kind = match kind {
                Kind::Unified => "a unified diff",
                Kind::Context => "a context diff",
                Kind::NewContext => "a new-style context diff",
                Kind::Normal => "a normal diff",
                Kind::Binary => "a git binary diff",
                Kind::Ed => "an ed script",
            };
            let start = if first { "L" } else { "The next patch l" };
            self.say(format!("  {start}ooks like {kind} to me...\n").as_bytes());
        }
        if !settings.silent() {
            if header.indent > 0 {
                let plural = if header.indent == 1 { "" } else { "s" };
                self.say(format!("(Patch is indented {} space{plural}.)\n", header.indent).as_bytes());
            }
            if header.strip_returns() && !settings.binary {
                self.say(b"(Stripping trailing CRs from patch; use --binary to disable.)\n");
            }
            if self.name.is_none() {
                self.say(format!("can't find file to patch at input line {}\n", header.line).as_bytes());
                if !matches!(kind, Kind::Ed | Kind::Normal) {
                    self.say(if settings.strip.is_none() {
                        b"Perhaps you should have used the -p or --strip option?\n".as_slice()
                    } else {
                        b"Perhaps you used the wrong -p or --strip option?\n"
                    });
                }
            }
        }
        if (settings.verbose() || self.name.is_none()) && base < header.start {
            self.say(b"The text leading up to this was:\n--------------------------\n");
            for line in self.source.between(base, header.start).split_inclusive(|byte| *byte == b'\n') {
                self.say(b"|");
                self.say(line);
            }
            self.say(b"--------------------------\n");
        }
        self.source.seek(header.start, header.line - 1);
        if self.name.is_none() {
            if settings.force || settings.batch {
                self.say(b"No file to patch.  Skipping patch.\n");
            } else {
                self.say(b"File to patch: \nSkip this patch? [y] \n");
                if !settings.silent() {
                    self.say(b"Skipping patch.\n");
                }
            }
            self.skip = true;
        }
        Ok(Some(header))
    }

    fn patch(&mut self, header: &mut Header) -> Result<(), Stop> {
        let settings = self.settings;
        let Some(mut kind) = header.kind else { return Ok(()) };
        let input_name = self.name.clone().unwrap_or_default();
        if !self.skip && header.file_type() == 0 {
            self.refuse_change_of_type(header, &input_name);
        }
        let mut output_name: Option<BString> = None;
        if !self.skip {
            output_name = match &settings.output {
                Some(name) => Some(name.clone()),
                None if header.copies() || header.renames() => {
                    header.names[if self.reverse { OLD } else { NEW }].clone()
                }
                None => Some(input_name.clone()),
            };
        }
        let target = output_name.clone().unwrap_or_default();
        let is_there =
            if target == input_name { self.present.is_ok() } else { store::stat(self.context, settings, &target).is_ok() };
        if header.git && !self.skip && is_there {
            if self.store.is_queued(self.context, &target) {
                self.store.settle(self.context, settings, &mut self.source.said)?;
                self.present = store::stat(self.context, settings, &input_name);
            }
            self.store.queue(self.context, &target);
        }
        let data = self.content(header, &input_name)?;
        self.context.charge_bytes(data.len())?;
        let is_unreachable = !self.skip && !self.prepare(&target)?;
        let input = Input {
            lines: data.split_inclusive(|byte| *byte == b'\n').collect(),
            ignore_blanks: settings.ignore_blanks,
        };
        let define = settings.define.as_ref().map(|name| name.as_slice());
        let mut output = Output::new(data.len(), define);
        let mut progress = Progress::default();
        if kind == Kind::Ed {
            self.edit(&data, &input, &mut output)?;
        } else {
            if !self.skip && kind == Kind::Binary {
                self.refuse(&[b"File ", &settings.quote(&target), b": git binary diffs are not supported.\n"]);
            }
            if !self.skip {
                self.check_revision(header, &data)?;
                self.announce(header, &input_name, &target);
            }
            while let Some((hunk, new_style)) = self.source.hunk(kind)? {
                if new_style {
                    if settings.verbose() {
                        self.say(
                            b"(Fascinating -- this is really a new-style context diff but without\nthe telltale extra \
                              asterisks on the *** line that usually indicate\nthe new style...)\n",
                        );
                    }
                    kind = Kind::NewContext;
                }
                self.hunk(header, kind, hunk, &input, &mut output, &mut progress)?;
            }
            if !self.skip {
                output.copy_till(&input, input.count().max(output.frozen), &mut self.source.said);
            }
        }
        self.context.charge_bytes(output.data.len())?;
        if !self.skip {
            if settings.output.is_some() {
                self.output.append(&mut output.data);
            } else {
                self.put(header, kind, &input_name, &target, output.data, &progress)?;
            }
        }
        self.failed |= self.skip;
        let Progress { hunks, failed, rejects, .. } = progress;
        if failed > 0 && !is_unreachable {
            self.failed = true;
            let plural = if hunks == 1 { "" } else { "s" };
            let what = if self.skip { "ignored" } else { "FAILED" };
            self.say(format!("{failed} out of {hunks} hunk{plural} {what}").as_bytes());
            match output_name {
                Some(name) => self.save_rejects(&name, rejects)?,
                None => self.say(b"\n"),
            }
        }
        Ok(())
    }

    /// Makes the folders in which a file is written; false: its name leads out of the tree.
    fn prepare(&mut self, target: &BString) -> Result<bool, Stop> {
        if self.settings.dry_run || self.settings.output.is_some() {
            return Ok(true);
        }
        let mut reached = store::may_reach(self.context, self.settings, target);
        if !matches!(reached, Err(Errno::CrossDevice | Errno::Loop)) {
            store::make_folders(self.context, target);
            reached = store::may_reach(self.context, self.settings, target);
        }
        match reached {
            Ok(()) => Ok(true),
            Err(Errno::CrossDevice | Errno::Loop) => {
                let name = self.settings.quote(target);
                self.refuse(&[b"Invalid file name ", &name, b" -- skipping patch\n"]);
                Ok(false)
            }
            Err(errno) => {
                fatal(&[b"Can't create temporary file ", target, b".oXXXXXX : ", errno.message().as_bytes()])
            }
        }
    }

    /// Says why a file is not patched, and passes its patch over.
    fn refuse(&mut self, parts: &[&[u8]]) {
        self.say(&parts.concat());
        self.skip = true;
        self.failed = true;
    }

    fn refuse_change_of_type(&mut self, header: &Header, name: &[u8]) {
        let modes = header.modes.map(|mode| mode & 0o170_000);
        let (from, to) = (modes[usize::from(self.reverse)], modes[usize::from(!self.reverse)]);
        let text = format!(": can't change file type from 0{from:o} to 0{to:o}.\n");
        self.refuse(&[b"File ", &self.settings.quote(name), text.as_bytes()]);
    }

    /// What is patched: the file's bytes or the link's target; nothing where nothing is there or is to be patched.
    fn content(&mut self, header: &Header, name: &[u8]) -> Result<Bytes, Stop> {
        let file_type = header.file_type();
        let is_link = header.is_link();
        if !self.skip
            && let Ok(present) = self.present
        {
            let expected = if is_link { FileKind::Symlink } else { FileKind::File };
            if present.kind != expected || !is_link && file_type != 0o100_000 {
                let what: &[u8] = if is_link { b"symbolic link" } else { b"regular file" };
                let name = self.settings.quote(name);
                self.refuse(&[b"File ", &name, b" is not a ", what, b" -- refusing to patch\n"]);
            }
        }
        if self.skip || self.present.is_err() {
            return Ok(Bytes::new());
        }
        let (vfs, cwd) = (self.context.vfs(), self.context.cwd());
        if is_link {
            return Ok(vfs.read_link(cwd, name).unwrap_or_default());
        }
        match vfs.read_file(cwd, name) {
            Ok(content) => Ok(content.to_bytes()),
            Err(errno) => {
                let name = self.settings.quote(name);
                fatal(&[b"Can't open file ", &name, b" : ", errno.message().as_bytes()])
            }
        }
    }

    /// Reads a script for `ed` and carries it out.
    fn edit(&mut self, data: &[u8], input: &Input<'_>, output: &mut Output<'_>) -> Result<(), Stop> {
        let script = ed::read(&mut self.source);
        if self.skip || self.settings.dry_run {
            return Ok(());
        }
        let result = ed::run(self.context, &input.lines, &script)?;
        // In a file of bytes the last line stays without its end.
        let cut = !data.is_empty() && !data.ends_with(b"\n");
        let binary = cut && memchr::memchr(0, data).is_some();
        if cut && !binary {
            self.say(b"Newline appended\n");
        }
        let Some(edited) = result else {
            self.say(b"?\n");
            return fatal(&[b"ed FAILED"]);
        };
        output.data = edited.data;
        if binary && edited.keeps_last {
            output.data.pop();
        }
        Ok(())
    }

    /// Carries a hunk out, or keeps it among the rejected ones.
    fn hunk(
        &mut self,
        header: &Header,
        kind: Kind,
        mut hunk: Hunk,
        input: &Input<'_>,
        output: &mut Output<'_>,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let settings = self.settings;
        self.context.charge(1 + (hunk.old.len() + hunk.new.len()) as u64)?;
        if self.reverse {
            hunk.swap();
        }
        progress.hunks += 1;
        if let Some(style) = settings.merge.filter(|_| !self.skip) {
            return self.merge(header, kind, hunk, style, input, output, progress);
        }
        let (mut place, mut fuzz) = (None, 0);
        if !self.skip {
            (place, fuzz) = self.locate(&mut hunk, input, output.frozen, progress)?;
        }
        let line = place.unwrap_or(hunk.old_start).saturating_add(progress.out_shift);
        let fits = match place {
            Some(place) if !self.skip => {
                let creates = header.nonexistent[usize::from(self.reverse)] == 2;
                let taken = place == 1 && creates && self.present.is_ok_and(|present| present.size > 0);
                !taken && output.apply(input, &hunk, place, &mut self.source.said)?
            }
            _ => false,
        };
        if settings.output.is_some() {
            self.output.append(&mut output.data);
        }
        let number = progress.hunks;
        if fits {
            let grown = hunk.new.len() as i64 - hunk.old.len() as i64;
            progress.out_shift = progress.out_shift.saturating_add(grown);
            let offset = progress.in_shift;
            if settings.verbose() || !settings.silent() && (fuzz > 0 || offset != 0) {
                let mut text = format!("Hunk #{number} succeeded at {line}");
                if fuzz > 0 {
                    text.push_str(&format!(" with fuzz {fuzz}"));
                }
                if offset != 0 {
                    let plural = if offset == 1 { "" } else { "s" };
                    text.push_str(&format!(" (offset {offset} line{plural})"));
                }
                text.push_str(".\n");
                self.say(text.as_bytes());
            }
            return Ok(());
        }
        self.reject(header, kind, &hunk, progress);
        progress.failed += 1;
        if settings.verbose() || !self.skip && !settings.silent() {
            let what = if self.skip { "ignored" } else { "FAILED" };
            let ends = !self.skip && input.other_ends(&hunk, line);
            let ends = if ends { " (different line endings)" } else { "" };
            self.say(format!("Hunk #{number} {what} at {line}{ends}.\n").as_bytes());
        }
        Ok(())
    }

    /// `--merge`: carries a hunk out as far as it can be.
    #[allow(clippy::too_many_arguments)]
    fn merge(
        &mut self,
        header: &Header,
        kind: Kind,
        mut hunk: Hunk,
        style: Style,
        input: &Input<'_>,
        output: &mut Output<'_>,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let settings = self.settings;
        hunk.part_changes();
        let place = input.locate(self.context, &hunk, 0, output.frozen, &mut progress.in_shift)?.filter(|place| *place != 0);
        progress.mismatch |= place.is_none() || progress.in_shift != 0;
        let clean = place.is_some();
        let place = match place {
            Some(place) => (place, hunk.old.len()),
            None => input.locate_merge(self.context, &hunk, output.frozen, progress.in_shift)?,
        };
        let tell_merged = settings.verbose() || !settings.silent() && !clean;
        let merge = Merge { tell_merged, input, hunk: &hunk, style, out_shift: &mut progress.out_shift, lag: 0 };
        let merged = merge.run(self.context, output, progress.hunks, place, &mut self.source.said)?;
        if settings.output.is_some() {
            self.output.append(&mut output.data);
        }
        match merged {
            Some(merged) => {
                self.failed |= merged.conflicts;
                self.say(&merged.message);
            }
            None => {
                self.reject(header, kind, &hunk, progress);
                progress.failed += 1;
                let text = format!("Hunk #{} FAILED at {}.\n", progress.hunks, place.0);
                self.say(text.as_bytes());
            }
        }
        Ok(())
    }

    /// The line at which a hunk fits, with as little fuzz as can be. A first hunk that fits nowhere may be the other way round.
    fn locate(
        &mut self,
        hunk: &mut Hunk,
        input: &Input<'_>,
        frozen: i64,
        progress: &mut Progress,
    ) -> Result<(Option<i64>, i64), Stop> {
        let settings = self.settings;
        let most_fuzz = settings.fuzz.min(hunk.prefix.max(hunk.suffix));
        // Line 0 is none.
        let is_place = |place: &i64| *place != 0;
        let mut fuzz = 0;
        loop {
            let mut place = input.locate(self.context, hunk, fuzz, frozen, &mut progress.in_shift)?.filter(is_place);
            progress.mismatch |= place.is_none() || fuzz > 0 || progress.in_shift != 0;
            let is_first = progress.hunks == 1 && !(settings.force || progress.anyway);
            if is_first && place.is_none() && self.reverse == settings.reverse {
                hunk.swap();
                place = input.locate(self.context, hunk, fuzz, frozen, &mut progress.in_shift)?.filter(is_place);
                let text: &[u8] = if self.reverse { b"Unreversed" } else { b"Reversed (or previously applied)" };
                let found = place.is_some();
                if found && self.may_reverse(&[text, b" patch detected!"].concat()) {
                    self.reverse = !self.reverse;
                } else {
                    hunk.swap();
                    place = None;
                    if found {
                        progress.anyway = true;
                        fuzz -= 1;
                    }
                }
            }
            if self.skip || place.is_some() {
                return Ok((place, fuzz));
            }
            fuzz += 1;
            if fuzz > most_fuzz {
                return Ok((None, fuzz));
            }
        }
    }

    /// Says what is done now.
    fn announce(&mut self, header: &Header, input: &BString, target: &BString) {
        let settings = self.settings;
        if !settings.silent() {
            let mut text = if settings.dry_run { b"checking ".to_vec() } else { b"patching ".to_vec() };
            text.extend_from_slice(if header.is_link() { b"symbolic link " } else { b"file " });
            text.extend_from_slice(&settings.quote(target));
            if input != target {
                let how: &[u8] = match (header.copies(), header.renames()) {
                    (true, _) => b" (copied from ",
                    (_, true) => b" (renamed from ",
                    _ => b" (read from ",
                };
                text.extend_from_slice(how);
                text.extend_from_slice(input);
                text.push(b')');
            } else if header.renames() {
                let from = header.names[if self.reverse { NEW } else { OLD }].clone().unwrap_or_default();
                text.extend_from_slice(&[b" (already renamed from ".as_slice(), &from, b")"].concat());
            }
            text.push(b'\n');
            self.say(&text);
        }
        if settings.verbose() {
            self.say(b"Using Plan A...\n");
        }
    }

    /// `Prereq:`: the file has that word in it.
    fn check_revision(&mut self, header: &Header, data: &[u8]) -> Result<(), Stop> {
        let Some(revision) = header.revision.as_deref() else { return Ok(()) };
        // The end of the file is no blank.
        let is_space_byte = |byte: Option<&u8>| byte.is_some_and(|byte| is_space_byte(*byte));
        let found = memchr::memmem::find_iter(data, revision).any(|at| {
            (at == 0 || is_space_byte(data.get(at - 1))) && is_space_byte(data.get(at + revision.len()))
        });
        let name = self.settings.quote(revision);
        if found {
            if self.settings.verbose() {
                self.say(&[b"Good.  This file appears to be the ".as_slice(), &name, b" version.\n"].concat());
            }
        } else if self.settings.force {
            if !self.settings.silent() {
                let text =
                    [b"Warning: this file doesn't appear to be the ".as_slice(), &name, b" version -- patching anyway.\n"];
                self.say(&text.concat());
            }
        } else if self.settings.batch {
            return fatal(&[b"This file doesn't appear to be the ", &name, b" version -- aborting."]);
        } else {
            let text = [b"This file doesn't appear to be the ".as_slice(), &name, b" version -- patch anyway? [n] "];
            self.say(&text.concat());
            self.unfinished = true;
            return fatal(&[b"aborted"]);
        }
        Ok(())
    }

    fn reject(&mut self, header: &Header, kind: Kind, hunk: &Hunk, progress: &mut Progress) {
        let unified = self.settings.reject_unified.unwrap_or(kind == Kind::Unified);
        let (out, shift) = (&mut progress.rejects, progress.out_shift);
        if progress.failed == 0 {
            reject::heading(out, header, self.reverse, unified);
        }
        if unified { reject::unified(out, hunk, shift) } else { reject::context(out, hunk, shift, kind) }
    }

    fn save_rejects(&mut self, name: &BString, rejects: Vec<u8>) -> Result<(), Stop> {
        let file = match &self.settings.reject_file {
            Some(file) if file == "-" => {
                self.say(b"\n");
                return Ok(());
            }
            Some(file) => file.clone(),
            None => {
                let mut file = [name.as_slice(), b".rej"].concat();
                if file.ends_with(b"~") {
                    file.pop();
                    file.push(b'#');
                }
                file.into()
            }
        };
        if self.settings.dry_run {
            self.say(b"\n");
            return Ok(());
        }
        let text = [b" -- saving rejects to file ".as_slice(), &self.settings.quote(&file), b"\n"].concat();
        self.say(&text);
        self.store.write_rejects(self.context, self.settings, &file, rejects)
    }

    /// Puts the patched file where it belongs.
    fn put(
        &mut self,
        header: &Header,
        kind: Kind,
        input: &BString,
        target: &BString,
        data: Vec<u8>,
        progress: &Progress,
    ) -> Result<(), Stop> {
        let &Progress { hunks, failed, mismatch, .. } = progress;
        let settings = self.settings;
        let (before, after) = if self.reverse { (NEW, OLD) } else { (OLD, NEW) };
        let is_link = header.is_link();
        let backup = settings.backup || settings.backup_if_mismatch && (mismatch || failed > 0);
        let deletes = header.nonexistent[after] == 2;
        // What `ed` would have left nobody knows.
        let empty = data.is_empty() && !(kind == Kind::Ed && settings.dry_run);
        if empty && (settings.remove_empty || deletes && !settings.posix || is_link) {
            if !settings.dry_run {
                // The file of a patch that renames is looked at once more, be it renamed to itself.
                if (input != target || header.renames() || header.copies())
                    && let Err(errno) = self.context.vfs().lstat(self.context.cwd(), target)
                {
                    // This name is never quoted.
                    return fatal(&[b"Can't get file attributes of file ", target, b" : ", errno.message().as_bytes()]);
                }
                let file = self.store.file(self.context, target);
                self.store.delete_later(self.context, target, file, backup, false);
            }
            return Ok(());
        }
        let mut mismatch = mismatch;
        if !empty && deletes && (settings.remove_empty || !settings.posix) {
            mismatch = true;
            self.failed = true;
            if !settings.silent() {
                let name = settings.quote(target);
                self.say(&[b"Not deleting file ".as_slice(), &name, b" as content differs from patch\n"].concat());
            }
        }
        if settings.dry_run {
            return Ok(());
        }
        let set_mode = header.modes[after] != 0 && header.modes[before] != header.modes[after];
        if failed >= hunks && kind != Kind::Ed && !set_mode && !header.copies() && !header.renames() {
            // Nothing has changed.
            if backup && header.git && header.nonexistent[before] != 2 {
                self.store.back_up_later(target.clone());
            } else if backup {
                self.store.copy(self.context, settings, target)?;
            }
            return Ok(());
        }
        let mode = if set_mode {
            (header.modes[after] & 0o777) as u16
        } else {
            self.present.map_or(0o666, |present| present.mode & 0o777)
        };
        let mut time = None;
        if settings.set_time
            && let Some(wanted) = header.times[after]
        {
            let name = settings.quote(target);
            let differs = header.nonexistent[before] != 2
                && header.times[before].is_some_and(|old| {
                    self.present.is_ok_and(|present| {
                        let whole = (present.mtime.0.div_euclid(1_000_000_000), present.mtime.0.rem_euclid(1_000_000_000));
                        whole != (old.0, i64::from(old.1))
                    })
                });
            if !settings.force && differs {
                self.say(&[b"Not setting time of file ".as_slice(), &name, b" (time mismatch)\n"].concat());
            } else if !settings.force && (mismatch || failed > 0) {
                self.say(&[b"Not setting time of file ".as_slice(), &name, b" (contents mismatch)\n"].concat());
            } else {
                let nanoseconds = wanted.0.checked_mul(1_000_000_000);
                time = nanoseconds.and_then(|whole| whole.checked_add(i64::from(wanted.1))).map(Time);
            }
        }
        let fresh = self.present.is_err();
        let written = Written { data: Bytes::from(data), mode, fresh, link: is_link, time };
        // What was not there has no number to be known again by.
        let before_all = self.store.file(self.context, input).filter(|_| store::stat(self.context, settings, input).is_ok());
        if header.git && header.nonexistent[before] != 2 {
            self.store.write_later(target.clone(), written, backup);
        } else {
            self.store.replace(self.context, settings, target, Some(&written), backup, &mut self.source.said)?;
        }
        if header.renames() {
            self.store.delete_later(self.context, input, before_all, backup, input == target);
        }
        Ok(())
    }
}
