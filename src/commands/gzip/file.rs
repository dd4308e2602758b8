//! Operands: their names with and without suffixes, and the files that are made of them.

use bstr::BString;

use super::super::shared::path::{base_name, join};
use super::super::shared::streams::{Done, Target, Trouble, transform, transform_to_file, transform_to_stdout};
use super::super::shared::time::NANOS;
use super::member::{Ended, Expanded, begin, expand};
use super::{Gzip, Stop, ratio};
use formats::codec::{Failure, gzip as codec};
use shell::command::{Context, Input};
use shell::kernel::{Halt, IoError, Source, Stat};
use workspace::{Errno, Kind, Time};

/// The work for a byte, against copying it.
const PACK_EFFORT: usize = 20;
const EXPAND_EFFORT: usize = 3;

/// A file that is about to be read.
struct Reading<'a> {
    /// As it was found: with a suffix that the operand did not have.
    name: &'a BString,
    stat: Option<Stat>,
    is_stdin: bool,
}

impl Reading<'_> {
    /// Seconds for a header; 0 when there is nothing that fits.
    fn header_time(&self) -> u32 {
        let file = self.stat.filter(|stat| stat.kind == Kind::File);
        file.and_then(|stat| u32::try_from(stat.mtime.0.div_euclid(NANOS)).ok()).unwrap_or(0)
    }
}

impl Gzip {
    pub(super) fn operand(&mut self, context: &mut Context<'_>, operand: &BString) -> Result<(), Stop> {
        context.charge(10)?;
        if operand == "-" {
            return self.standard_input(context);
        }
        let no_follow = !self.settings.stdout && self.settings.force == 0;
        let is_link = |name: &BString| {
            no_follow && context.vfs().lstat(context.cwd(), name).is_ok_and(|stat| stat.kind == Kind::Symlink)
        };
        // A name that is not there is tried with the suffixes.
        let mut name = operand.clone();
        let mut found = context.vfs().stat(context.cwd(), &name);
        let mut first_tried = None;
        if self.settings.decompress && found == Err(Errno::NotFound) && !is_link(&name) && self.suffix_of(&name).is_none()
        {
            let own = self.settings.suffix.clone();
            for suffix in [own.as_slice(), b".gz", b".z", b"-z", b".Z"] {
                let longer: BString = [operand.as_slice(), suffix].concat().into();
                found = context.vfs().stat(context.cwd(), &longer);
                first_tried.get_or_insert_with(|| longer.clone());
                if found != Err(Errno::NotFound) {
                    name = longer;
                    break;
                }
            }
        }
        if is_link(&name) {
            found = Err(Errno::Loop);
        }
        let stat = match found {
            Ok(stat) => stat,
            Err(errno) => {
                let shown = first_tried.unwrap_or(name);
                return Ok(self.fail(context, &[&shown, b": ", errno.message().as_bytes()])?);
            }
        };
        if stat.is_dir() {
            if self.settings.recursive {
                return self.folder(context, &name);
            }
            return Ok(self.warn(context, &[&name, b" is a directory -- ignored"])?);
        }
        self.file(context, &name, stat)
    }

    fn folder(&mut self, context: &mut Context<'_>, folder: &BString) -> Result<(), Stop> {
        match context.vfs().read_dir(context.cwd(), folder) {
            Ok(entries) => {
                for entry in entries {
                    self.operand(context, &join(folder, &entry.name))?;
                }
                Ok(())
            }
            Err(errno) => Ok(self.fail(context, &[folder, b": ", errno.message().as_bytes()])?),
        }
    }

    /// The length of the suffix that a name ends with, if it is one of those that mean compression.
    fn suffix_of(&self, name: &[u8]) -> Option<usize> {
        let (lower, own) = (name.to_ascii_lowercase(), self.settings.suffix.to_ascii_lowercase());
        let fits = |suffix: &&[u8]| {
            let stem = lower.len().saturating_sub(suffix.len());
            lower.ends_with(suffix) && stem > 0 && lower.get(stem - 1) != Some(&b'/')
        };
        let known: [&[u8]; 8] = [&own, b".gz", b".z", b".taz", b".tgz", b"-gz", b"-z", b"_z"];
        known.into_iter().find(fits).map(<[u8]>::len)
    }

    /// The name of the file to make; `None` when there is nothing to do, which has been told.
    fn output_name(&mut self, context: &mut Context<'_>, name: &BString) -> Result<Option<BString>, Halt> {
        let suffix = self.suffix_of(name);
        let talkative = self.settings.verbose || !self.settings.recursive && !self.settings.quiet;
        if self.settings.decompress {
            let Some(length) = suffix else {
                if !self.settings.recursive && (self.settings.list || self.settings.test) {
                    return Ok(Some(name.clone()));
                }
                if talkative {
                    self.warn(context, &[name, b": unknown suffix -- ignored"])?;
                }
                return Ok(None);
            };
            let (stem, suffix) = name.split_at(name.len() - length);
            let is_tar = suffix.eq_ignore_ascii_case(b".tgz") || suffix.eq_ignore_ascii_case(b".taz");
            return Ok(Some([stem, if is_tar { b".tar" } else { b"" }].concat().into()));
        }
        if let Some(length) = suffix
            && self.settings.force == 0
        {
            if talkative {
                let suffix = name.get(name.len() - length..).unwrap_or_default().to_ascii_lowercase();
                super::tell(context, &[name, b" already has ", &suffix, b" suffix -- unchanged"])?;
            }
            return Ok(None);
        }
        Ok(Some([name.as_slice(), &self.settings.suffix].concat().into()))
    }

    /// What forbids to replace a file; `None` when nothing does.
    fn refusal(&self, stat: &Stat) -> Option<String> {
        if stat.kind != Kind::File {
            return Some(" is not a directory or a regular file - ignored".to_owned());
        }
        if stat.mode & 0o4000 != 0 {
            return Some(" is set-user-ID on execution - ignored".to_owned());
        }
        if stat.mode & 0o2000 != 0 {
            return Some(" is set-group-ID on execution - ignored".to_owned());
        }
        if self.settings.force > 0 {
            return None;
        }
        if stat.mode & 0o1000 != 0 {
            return Some(" has the sticky bit set - file ignored".to_owned());
        }
        let others = stat.links.saturating_sub(1);
        let plural = if others == 1 { "" } else { "s" };
        (others > 0).then(|| format!(" has {others} other link{plural} -- file ignored"))
    }

    fn file(&mut self, context: &mut Context<'_>, name: &BString, stat: Stat) -> Result<(), Stop> {
        if !self.settings.stdout
            && let Some(why) = self.refusal(&stat)
        {
            return Ok(self.warn(context, &[name, why.as_bytes()])?);
        }
        let input = match context.open_operand(name) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                return Ok(self.fail(context, &[name, b": ", errno.message().as_bytes()])?);
            }
        };
        let mut output: BString = "stdout".into();
        if !self.settings.stdout || self.settings.list {
            match self.output_name(context, name)? {
                Some(made) => output = made,
                None => return Ok(()),
            }
        }
        let reading = Reading { name, stat: Some(stat), is_stdin: false };
        if self.settings.stdout {
            self.write_stdout(context, &reading, input, &output)
        } else {
            self.write_file(context, &reading, input, output)
        }
    }

    fn standard_input(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let name: BString = "stdin".into();
        let input = match context.stdin() {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                return Ok(self.fail(context, &[&name, b": ", errno.message().as_bytes()])?);
            }
        };
        let stat = match &input.fd().source {
            Source::File(file) => context.vfs().stat_open(file).ok(),
            _ => None,
        };
        let reading = Reading { name: &name, stat, is_stdin: true };
        self.write_stdout(context, &reading, input, &"stdout".into())
    }

    fn write_stdout(
        &mut self,
        context: &mut Context<'_>,
        reading: &Reading<'_>,
        input: Input,
        output: &BString,
    ) -> Result<(), Stop> {
        let name = reading.name;
        let (list, verbose) = (self.settings.list, self.settings.verbose);
        if verbose && !list && !reading.is_stdin {
            context.write_error(&[name.as_slice(), b":\t"].concat())?;
        }
        if !self.settings.decompress {
            let (kept, mtime, level) = self.header_of(reading);
            let header = codec::header(kept.as_deref(), mtime, level).len() as u64 + 8;
            let done = transform_to_stdout(context, input, PACK_EFFORT, |from, to| {
                Ok(codec::compress(from, to, kept.as_deref(), mtime, level)?)
            })?;
            self.check_packed(context, name, b"stdout", &done)?;
            return Ok(self.statistics(context, [done.taken, done.written, header], reading, b"stdout")?);
        }

        let pass = self.settings.force > 0 && !list && !self.settings.test;
        let done = if self.settings.test || list {
            transform(context, input, Target::Nowhere, EXPAND_EFFORT, |from, to| expand(from, to, pass))?
        } else {
            transform_to_stdout(context, input, EXPAND_EFFORT, |from, to| expand(from, to, pass))?
        };
        if !self.told(context, name, b"stdout", &done.result)? {
            return Ok(());
        }
        let Ok(expanded) = &done.result else { return Ok(()) };
        if !list {
            let counts = [done.taken, expanded.last, expanded.header];
            return Ok(self.statistics(context, counts, reading, b"stdout")?);
        }
        // The name and the time in the header count with -N.
        let mut shown = output.clone();
        if !self.settings.no_name
            && let Some(own) = expanded.name.as_deref().map(base_name).filter(|own| !own.is_empty())
        {
            shown = own.into();
        }
        let time = match expanded.mtime {
            mtime if mtime != 0 && !self.settings.no_time => Some(Time(i64::from(mtime) * NANOS)),
            _ => reading.stat.filter(|stat| stat.kind == Kind::File).map(|stat| stat.mtime),
        };
        Ok(self.listed.line(context, &self.settings, expanded, done.taken, &shown, time)?)
    }

    /// The name, the time and the level for a new header.
    fn header_of(&self, reading: &Reading<'_>) -> (Option<Vec<u8>>, u32, u32) {
        let name = (!self.settings.no_name && !reading.is_stdin).then(|| base_name(reading.name).to_vec());
        let mtime = if self.settings.no_time { 0 } else { reading.header_time() };
        (name, mtime, self.settings.level)
    }

    /// Reports how expanding ended. True when the file counts as expanded.
    fn told(
        &mut self,
        context: &mut Context<'_>,
        name: &BString,
        output: &[u8],
        result: &Result<Expanded, Trouble>,
    ) -> Result<bool, Stop> {
        let (who, errno) = match result {
            Ok(expanded) => {
                if let Some(message) = &expanded.refused {
                    self.fail(context, &[name, message.as_bytes()])?;
                    return Ok(false);
                }
                let text: &[u8] = match expanded.ended {
                    Ended::Zeros if self.settings.verbose => b": decompression OK, trailing zero bytes ignored",
                    Ended::Garbage => b": decompression OK, trailing garbage ignored",
                    Ended::Clean | Ended::Zeros => return Ok(true),
                };
                if !self.settings.quiet {
                    self.say(context, b"\n")?;
                }
                self.warn(context, &[name, text])?;
                return Ok(true);
            }
            Err(Trouble::Read(errno)) => (name.as_slice(), errno),
            Err(Trouble::Write(errno)) => (output, errno),
            Err(Trouble::Stream(failure)) => {
                let (text, aborts): (&[u8], bool) = match failure {
                    Failure::Cut => (b": unexpected end of file", true),
                    Failure::Checksum => (b": invalid compressed data--crc error", !self.settings.test),
                    Failure::Length => (b": invalid compressed data--length error", !self.settings.test),
                    Failure::ChecksumAndLength => (b": invalid compressed data--crc error", !self.settings.test),
                    Failure::Format => (b": not in gzip format", false),
                    _ => (b": invalid compressed data--format violated", true),
                };
                self.say(context, b"\n")?;
                self.fail(context, &[name, text])?;
                if matches!(failure, Failure::ChecksumAndLength) {
                    self.say(context, b"\n")?;
                    self.fail(context, &[name, b": invalid compressed data--length error"])?;
                }
                return if aborts { Err(Stop::Abort) } else { Ok(false) };
            }
        };
        self.fail(context, &[who, b": ", errno.message().as_bytes()])?;
        Err(Stop::Abort)
    }

    fn check_packed<T>(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        output: &[u8],
        done: &Done<T>,
    ) -> Result<(), Stop> {
        let (who, errno) = match &done.result {
            Ok(_) => return Ok(()),
            Err(Trouble::Read(errno)) => (name, *errno),
            Err(Trouble::Write(errno)) => (output, *errno),
            Err(Trouble::Stream(_)) => (name, Errno::Io),
        };
        self.fail(context, &[who, b": ", errno.message().as_bytes()])?;
        Err(Stop::Abort)
    }

    /// The end of the line that `-v` writes: of the bytes taken, those written, and those of the header.
    fn statistics(
        &mut self,
        context: &mut Context<'_>,
        [taken, written, header]: [u64; 3],
        reading: &Reading<'_>,
        output: &[u8],
    ) -> Result<(), Halt> {
        if !self.settings.verbose {
            return Ok(());
        }
        if self.settings.test {
            return context.write_error(b" OK\n");
        }
        let signed = [taken, written, header].map(i128::from);
        let ratio = if self.settings.decompress {
            ratio(signed[1] - (signed[0] - signed[2]), written)
        } else {
            ratio(signed[0] - (signed[1] - signed[2]), taken)
        };
        if reading.is_stdin {
            let line = if self.settings.decompress { String::new() } else { format!("{ratio}\n") };
            return context.write_error(line.as_bytes());
        }
        let what: &[u8] = if self.settings.keep { b"created " } else { b"replaced with " };
        context.write_error(&[ratio.as_bytes(), b" -- ", what, output, b"\n"].concat())
    }

    /// Whether the output may be made; asks when it is there.
    fn may_write(&mut self, context: &mut Context<'_>, output: &BString) -> Result<bool, Halt> {
        let Ok(stat) = context.vfs().lstat(context.cwd(), output) else { return Ok(true) };
        if self.settings.force == 0 {
            if self.status == 0 {
                self.status = 2;
            }
            // Without a terminal nobody is asked.
            context.write_error(&[b"gzip: ", output.as_slice(), b" already exists;\tnot overwritten\n"].concat())?;
            return Ok(false);
        }
        let removed = if stat.is_dir() { Err(Errno::IsDir) } else { context.vfs().unlink(context.cwd(), output) };
        if let Err(errno) = removed {
            self.fail(context, &[output, b": ", errno.message().as_bytes()])?;
            return Ok(false);
        }
        Ok(true)
    }

    fn write_file(
        &mut self,
        context: &mut Context<'_>,
        reading: &Reading<'_>,
        input: Input,
        mut output: BString,
    ) -> Result<(), Stop> {
        let name = reading.name;
        let mut mtime = reading.stat.map(|stat| stat.mtime);
        if self.settings.decompress {
            // What the header says is wanted before the output is made, and that there is one.
            let again = match context.open_operand(name) {
                Ok(again) => again,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    return Ok(self.fail(context, &[name, b": ", errno.message().as_bytes()])?);
                }
            };
            let done = transform(context, again, Target::Nowhere, 1, |from, _| begin(from))?;
            if !self.told(context, name, &output, &done.result)? {
                return Ok(());
            }
            if let Ok(begun) = &done.result {
                if !self.settings.no_name
                    && let Some(own) = begun.name.as_deref().map(base_name).filter(|own| !own.is_empty())
                {
                    let folder = output.len() - base_name(&output).len();
                    output = [output.get(..folder).unwrap_or_default(), own].concat().into();
                }
                if !self.settings.no_time && begun.mtime != 0 {
                    mtime = Some(Time(i64::from(begun.mtime) * NANOS));
                }
            }
        }
        if !self.may_write(context, &output)? {
            return Ok(());
        }
        if self.settings.verbose {
            context.write_error(&[name.as_slice(), b":\t"].concat())?;
        }
        let like = reading.stat.map(|stat| Stat { mtime: mtime.unwrap_or(stat.mtime), ..stat });
        let (result, counts) = if self.settings.decompress {
            let done = transform_to_file(context, input, &output, like.as_ref(), EXPAND_EFFORT, |from, to| {
                let expanded = expand(from, to, false)?;
                // What is refused leaves no file behind.
                if expanded.refused.is_some() { Err(Failure::Data) } else { Ok(expanded) }
            })?;
            let told = self.told(context, name, &output, &done.result);
            let (last, header) = done.result.map_or((0, 0), |expanded| (expanded.last, expanded.header));
            (told, [done.taken, last, header])
        } else {
            let (kept, mtime, level) = self.header_of(reading);
            let header = codec::header(kept.as_deref(), mtime, level).len() as u64 + 8;
            let done = transform_to_file(context, input, &output, like.as_ref(), PACK_EFFORT, |from, to| {
                Ok(codec::compress(from, to, kept.as_deref(), mtime, level)?)
            })?;
            let told = self.check_packed(context, name, &output, &done).map(|()| true);
            (told, [done.taken, done.written, header])
        };
        if !matches!(result, Ok(true)) {
            return result.map(drop);
        }
        if !self.settings.keep
            && let Err(errno) = context.vfs().unlink(context.cwd(), name)
        {
            self.warn(context, &[name, b": ", errno.message().as_bytes()])?;
        }
        Ok(self.statistics(context, counts, reading, &output)?)
    }
}
