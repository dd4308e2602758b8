//! The blocks of `dd`: read, gathered, converted, written.

use bstr::BString;
use bytes::Bytes;

use super::Stop;
use super::convert::Converter;
use super::operands::{Amount, Level, Settings};
use super::report;
use crate::shared::quote::{quote_colon, quote_file};
use shell::command::Context;
use shell::kernel::{Fd, Halt, IoError, OpenOptions, Source};
use workspace::{Errno, Kind, Time};

/// What is converted at once.
const PIECE: usize = 1 << 20;

/// Blocks of input and output: those that were full and the others.
#[derive(Default)]
struct Counts {
    full: u64,
    partial: u64,
}

pub struct Copier {
    settings: Settings,
    converter: Converter,
    input: Fd,
    output: Fd,
    input_name: BString,
    output_name: BString,
    /// Something went wrong that copying went on after.
    pub failed: bool,
    read: Counts,
    written: Counts,
    bytes: u64,
    start: Time,
    next_progress: i64,
    /// The length of the line of progress that stands there.
    progress: usize,
    /// The length of the last block that was read, where short ones are to be warned of.
    short: Option<u64>,
    warn_short: bool,
    /// The last blocks were passed over, so that the file has to be lengthened.
    sought: bool,
    /// Output that fills no block yet.
    pending: Vec<u8>,
}

fn nanoseconds(time: Time) -> i64 {
    time.0
}

/// True for input that gives what is there, not what is asked for.
fn gives_pieces(fd: &Fd) -> bool {
    matches!(fd.source, Source::PipeRead(_) | Source::PipeBoth(..) | Source::Stream(_))
}

/// True where an offset means something.
fn can_seek(fd: &Fd) -> bool {
    matches!(fd.source, Source::File(_) | Source::Bytes(_) | Source::Null | Source::Zero | Source::Full | Source::Random)
}

impl Copier {
    /// Opens the files. `None`: one could not be opened, which was reported.
    pub fn open(context: &mut Context<'_>, settings: Settings) -> Result<Option<Copier>, Halt> {
        context.flush()?;
        let input = match &settings.input {
            Some(name) => Self::open_input(context, name, &settings),
            None => context.exec.fds.require(0).cloned().map_err(IoError::from),
        };
        let input_name = settings.input.clone().unwrap_or_else(|| "standard input".into());
        let Some(input) = report_open(context, &input_name, input)? else { return Ok(None) };
        if settings.output.is_some() && settings.output_flags.append && !settings.conversions.no_truncate {
            context.complain(&[b"you probably want conv=notrunc with oflag=append"])?;
        }
        let output = match &settings.output {
            Some(name) => Self::open_output(context, name, &settings),
            None => context.exec.fds.require(1).cloned().map_err(IoError::from),
        };
        let output_name = settings.output.clone().unwrap_or_else(|| "standard output".into());
        let Some(output) = report_open(context, &output_name, output)? else { return Ok(None) };
        if settings.output.is_some() && !settings.seek.is_zero() && !settings.conversions.no_truncate {
            let Some(length) = settings.seek.total(settings.output_block) else {
                let (blocks, block) = (settings.seek.blocks, settings.output_block);
                let text = format!("offset too large: cannot truncate to a length of seek={blocks} ({block}-byte) blocks");
                context.complain(&[text.as_bytes()])?;
                return Ok(None);
            };
            if let Source::File(file) = &output.source
                && let Err(errno) = context.vfs().set_open_len(file, length)
            {
                let what = format!("failed to truncate to {length} bytes in output file ");
                let name = quote_file(&output_name);
                context.complain(&[what.as_bytes(), &name, b": ", errno.message().as_bytes()])?;
                return Ok(None);
            }
        }
        let start = context.now();
        let converter = Converter::new(&settings);
        let limited = settings.count.is_some_and(|count| count.blocks > 0);
        let direct = settings.input_flags.direct || settings.output_flags.direct;
        let warn_short = !settings.rebuffer
            && !settings.input_flags.full_block
            && (settings.skip.blocks > 0 || limited || direct);
        Ok(Some(Copier {
            settings,
            converter,
            input,
            output,
            input_name,
            output_name,
            failed: false,
            read: Counts::default(),
            written: Counts::default(),
            bytes: 0,
            start,
            next_progress: nanoseconds(start).saturating_add(1_000_000_000),
            progress: 0,
            short: None,
            warn_short,
            sought: false,
            pending: Vec::new(),
        }))
    }

    fn open_input(context: &Context<'_>, name: &BString, settings: &Settings) -> Result<Fd, IoError> {
        let flags = settings.input_flags;
        check_flags(context, name, flags.no_follow, flags.directory)?;
        context.open(name, OpenOptions::reading())
    }

    fn open_output(context: &Context<'_>, name: &BString, settings: &Settings) -> Result<Fd, IoError> {
        let (flags, conversions) = (settings.output_flags, settings.conversions);
        if flags.directory {
            // To create a folder by opening it makes no sense to the kernel.
            return Err(if conversions.no_create { Errno::IsDir } else { Errno::Invalid }.into());
        }
        check_flags(context, name, flags.no_follow, false)?;
        context.open(
            name,
            OpenOptions {
                write: true,
                append: flags.append,
                create: !conversions.no_create,
                exclusive: conversions.exclusive,
                truncate: settings.seek.is_zero() && !conversions.no_truncate,
                mode: context.new_mode(0o666),
                ..OpenOptions::default()
            },
        )
    }

    pub fn copy(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.skip_input(context)?;
        self.seek_output(context)?;
        if self.settings.count.is_some_and(Amount::is_zero) {
            return Ok(());
        }
        let limits = context.vfs().with_tree(|tree| *tree.limits());
        let most = limits.total_bytes.max(PIECE as u64);
        // A record is padded in memory.
        let record = if self.converter.is_plain() { 0 } else { self.settings.record.saturating_mul(16) };
        for (size, what) in
            [(self.settings.input_block, "input"), (self.settings.output_block, "output"), (record, "output")]
        {
            if size > most {
                let text = format!("memory exhausted by {what} buffer of size {}", report::buffer(size));
                context.complain(&[text.as_bytes()])?;
                // Nothing was begun, so there is nothing to say.
                self.settings.level = Level::None;
                return Err(Stop::Told);
            }
        }
        self.blocks(context)?;
        let mut rest = std::mem::take(&mut self.pending);
        self.converter.finish(&mut rest);
        self.write_full(context, &mut rest)?;
        if !rest.is_empty() {
            self.write_block(context, Bytes::from(rest), "writing")?;
        }
        if self.sought
            && let Source::File(file) = &self.output.source
        {
            let length = self.output.offset().max(context.vfs().stat_open(file).map_or(0, |stat| stat.size));
            if let Err(errno) = context.vfs().set_open_len(file, length) {
                let what = format!("failed to truncate to {length} bytes in output file ");
                let name = quote_file(&self.output_name);
                context.complain(&[what.as_bytes(), &name, b": ", errno.message().as_bytes()])?;
                return Err(Stop::Told);
            }
        }
        let wants_sync = self.settings.conversions.fsync || self.settings.conversions.fdatasync;
        if wants_sync && !matches!(self.output.source, Source::File(_)) {
            let (name, text) = (quote_file(&self.output_name), Errno::Invalid.message().as_bytes());
            context.complain(&[b"fsync failed for ", &name, b": ", text])?;
            self.failed = true;
        }
        Ok(())
    }

    fn blocks(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let conversions = self.settings.conversions;
        let size = self.settings.input_block;
        let filler = if conversions.block || conversions.unblock { b' ' } else { 0 };
        // A block that could not be read is filled up only where the block before was whole.
        let mut last_partial = 0;
        loop {
            context.charge(1)?;
            self.say_progress(context)?;
            let done = self.read.full + self.read.partial;
            let mut wanted = size;
            if let Some(count) = self.settings.count {
                if done >= count.blocks + u64::from(count.bytes > 0) {
                    return Ok(());
                }
                if done >= count.blocks {
                    wanted = count.bytes;
                }
            }
            let mut block = match self.read_block(context, wanted) {
                Ok(block) if block.is_empty() => return Ok(()),
                Ok(block) => block,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    if !conversions.no_error || self.settings.level != Level::None {
                        let name = quote_file(&self.input_name);
                        context.complain(&[b"error reading ", &name, b": ", errno.message().as_bytes()])?;
                    }
                    if !conversions.no_error {
                        self.failed = true;
                        return Ok(());
                    }
                    self.say_records(context)?;
                    if !conversions.sync || last_partial > 0 {
                        continue;
                    }
                    Bytes::new()
                }
            };
            let length = block.len() as u64;
            if length < size {
                self.read.partial += 1;
                last_partial = length;
                if conversions.sync {
                    let mut whole = block.to_vec();
                    // A read that failed leaves NULs, or blanks for records.
                    whole.resize(usize::try_from(size).unwrap_or(usize::MAX), filler);
                    block = Bytes::from(whole);
                }
            } else {
                self.read.full += 1;
                last_partial = 0;
            }
            if !self.settings.rebuffer {
                let full = block.len() as u64 == size;
                self.write(context, block, "writing")?;
                if full {
                    self.written.full += 1;
                } else {
                    self.written.partial += 1;
                }
                continue;
            }
            context.charge_bytes(block.len())?;
            if self.converter.is_plain() && self.pending.is_empty() && block.len() as u64 == self.settings.output_block {
                self.write_block(context, block, "writing to")?;
                continue;
            }
            let mut pending = std::mem::take(&mut self.pending);
            if self.converter.is_plain() {
                pending.extend_from_slice(&block);
                self.write_full(context, &mut pending)?;
            } else {
                // Each byte may become a whole record.
                let record = usize::try_from(self.settings.record).unwrap_or(usize::MAX).max(1);
                for part in block.chunks((PIECE / record).max(1)) {
                    self.converter.convert(part, &mut pending);
                    context.charge_bytes(pending.len())?;
                    self.write_full(context, &mut pending)?;
                }
            }
            self.pending = pending;
        }
    }

    /// Writes the whole blocks of `pending` and leaves the rest in it.
    fn write_full(&mut self, context: &mut Context<'_>, pending: &mut Vec<u8>) -> Result<(), Stop> {
        let size = usize::try_from(self.settings.output_block).unwrap_or(usize::MAX);
        if pending.len() < size {
            return Ok(());
        }
        let mut all = Bytes::from(std::mem::take(pending));
        while all.len() >= size {
            let block = all.split_to(size);
            self.write_block(context, block, "writing to")?;
        }
        *pending = all.to_vec();
        Ok(())
    }

    fn write_block(&mut self, context: &mut Context<'_>, block: Bytes, what: &str) -> Result<(), Stop> {
        let full = block.len() as u64 == self.settings.output_block;
        self.write(context, block, what)?;
        if full {
            self.written.full += 1;
        } else {
            self.written.partial += 1;
        }
        Ok(())
    }

    fn write(&mut self, context: &mut Context<'_>, block: Bytes, what: &str) -> Result<(), Stop> {
        context.charge_bytes(block.len())?;
        let length = block.len() as u64;
        self.sought = false;
        if self.settings.conversions.sparse
            && !self.output.append
            && can_seek(&self.output)
            && block.iter().all(|byte| *byte == 0)
        {
            self.output.seek(self.output.offset().saturating_add(length));
            self.sought = true;
            self.bytes = self.bytes.saturating_add(length);
            return Ok(());
        }
        match self.output.write(context.vfs(), block) {
            Ok(()) => {
                self.bytes = self.bytes.saturating_add(length);
                Ok(())
            }
            // As a signal would: nobody reads any more.
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                let (name, text) = (quote_file(&self.output_name), errno.message().as_bytes());
                context.complain(&[b"error ".as_slice(), what.as_bytes(), b" ", &name, b": ", text])?;
                Err(Stop::Told)
            }
        }
    }

    /// One read: as much as was asked for, but of a pipe what there is.
    fn read_block(&mut self, context: &mut Context<'_>, wanted: u64) -> Result<Bytes, IoError> {
        let whole = self.settings.input_flags.full_block || !gives_pieces(&self.input);
        let wanted_size = usize::try_from(wanted).unwrap_or(usize::MAX);
        let mut block = self.input.read(context.vfs(), wanted_size)?;
        context.charge_bytes(block.len())?;
        if block.len() < wanted_size && !block.is_empty() && whole {
            let mut gathered = block.to_vec();
            while gathered.len() < wanted_size {
                let more = self.input.read(context.vfs(), wanted_size - gathered.len())?;
                if more.is_empty() {
                    break;
                }
                context.charge_bytes(more.len())?;
                gathered.extend_from_slice(&more);
            }
            block = Bytes::from(gathered);
        }
        if self.warn_short && !block.is_empty() {
            if let Some(length) = self.short.filter(|length| *length < wanted) {
                if self.settings.level != Level::None {
                    let unit = if length == 1 { "byte" } else { "bytes" };
                    let text = format!("warning: partial read ({length} {unit}); suggest iflag=fullblock");
                    context.complain(&[text.as_bytes()])?;
                }
                self.warn_short = false;
            }
            self.short = Some(block.len() as u64);
        }
        Ok(block)
    }

    /// Passes over the input that `skip=` says.
    fn skip_input(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let skip = self.settings.skip;
        if skip.is_zero() {
            return Ok(());
        }
        let name = quote_colon(&self.input_name);
        let mut missing = false;
        if can_seek(&self.input) || matches!(self.input.source, Source::Folder) {
            let Some(offset) = skip.total(self.settings.input_block) else {
                context.complain(&[&name, b": cannot skip: Value too large for defined data type"])?;
                return Err(Stop::Told);
            };
            let size = match &self.input.source {
                Source::File(file) => context.vfs().stat_open(file).map(|stat| stat.size).ok(),
                Source::Bytes(data) => Some(data.len() as u64),
                _ => None,
            };
            let at = self.input.offset();
            match size {
                Some(size) if size.saturating_sub(at) < offset => {
                    missing = true;
                    self.input.seek(size.max(at));
                }
                _ => self.input.seek(at.saturating_add(offset)),
            }
        } else {
            let mut left = skip;
            while !left.is_zero() {
                context.charge(1)?;
                let wanted = if left.blocks > 0 { self.settings.input_block } else { left.bytes };
                match self.read_block(context, wanted) {
                    Ok(block) if block.is_empty() => break,
                    Ok(_) if left.blocks > 0 => left.blocks -= 1,
                    Ok(_) => left.bytes = 0,
                    Err(IoError::Halt(halt)) => return Err(halt.into()),
                    Err(IoError::Errno(errno)) => {
                        let name = quote_file(&self.input_name);
                        context.complain(&[b"error reading ", &name, b": ", errno.message().as_bytes()])?;
                        return Err(Stop::Told);
                    }
                }
            }
            missing = !left.is_zero();
        }
        if missing && self.settings.level != Level::None {
            context.complain(&[&name, b": cannot skip to specified offset"])?;
        }
        Ok(())
    }

    /// Passes over the output that `seek=` says.
    fn seek_output(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let seek = self.settings.seek;
        if seek.is_zero() {
            return Ok(());
        }
        let name = quote_colon(&self.output_name);
        if !can_seek(&self.output) {
            let text = Errno::IllegalSeek.message().as_bytes();
            context.complain(&[&name, b": cannot seek: ", text])?;
            return Err(Stop::Told);
        }
        let Some(offset) = seek.total(self.settings.output_block) else {
            context.complain(&[&name, b": cannot seek: Value too large for defined data type"])?;
            return Err(Stop::Told);
        };
        self.output.seek(self.output.offset().saturating_add(offset));
        Ok(())
    }

    // What is said ----------------------------------------------------------------------------------------------------

    fn elapsed(&self, now: Time) -> u64 {
        u64::try_from(nanoseconds(now).saturating_sub(nanoseconds(self.start))).unwrap_or(0)
    }

    /// Tells each second how far it is.
    fn say_progress(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let now = context.now();
        if self.settings.level != Level::Progress || nanoseconds(now) < self.next_progress {
            return Ok(());
        }
        let mut line = b"\r".to_vec();
        line.extend_from_slice(&report::transfer(self.bytes, self.elapsed(now), true));
        let length = line.len() - 1;
        // What is left of a longer line is wiped out.
        line.resize(line.len() + self.progress.saturating_sub(length), b' ');
        self.progress = length;
        self.next_progress = self.next_progress.saturating_add(1_000_000_000);
        context.write_error(&line)
    }

    /// Tells what was copied.
    pub fn say_records(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.settings.level == Level::None {
            return Ok(());
        }
        let mut text = Vec::new();
        if std::mem::take(&mut self.progress) > 0 {
            text.push(b'\n');
        }
        for (counts, what) in [(&self.read, "in"), (&self.written, "out")] {
            text.extend_from_slice(format!("{}+{} records {what}\n", counts.full, counts.partial).as_bytes());
        }
        match self.converter.truncated {
            0 => {}
            1 => text.extend_from_slice(b"1 truncated record\n"),
            count => text.extend_from_slice(format!("{count} truncated records\n").as_bytes()),
        }
        if self.settings.level != Level::NoTransfer {
            text.extend_from_slice(&report::transfer(self.bytes, self.elapsed(context.now()), false));
            text.push(b'\n');
        }
        context.write_error(&text)
    }
}

fn report_open(context: &mut Context<'_>, name: &[u8], opened: Result<Fd, IoError>) -> Result<Option<Fd>, Halt> {
    match opened {
        Ok(fd) => Ok(Some(fd)),
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(errno)) => {
            context.complain(&[b"failed to open ", &quote_file(name), b": ", errno.message().as_bytes()])?;
            Ok(None)
        }
    }
}

/// What `open` would find wrong with `O_NOFOLLOW` and `O_DIRECTORY`.
fn check_flags(context: &Context<'_>, name: &[u8], no_follow: bool, directory: bool) -> Result<(), IoError> {
    let (vfs, cwd) = (context.vfs(), context.cwd());
    if no_follow && vfs.lstat(cwd, name).is_ok_and(|stat| stat.kind == Kind::Symlink) {
        return Err(Errno::Loop.into());
    }
    if directory && !vfs.stat(cwd, name)?.is_dir() {
        return Err(Errno::NotDir.into());
    }
    Ok(())
}
