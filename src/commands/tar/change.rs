//! Changing archives: `-r`, `-u`, `-A` and `--delete`.

use bstr::{BString, ByteSlice};

use super::super::shared::path::join;
use super::archive::Writer;
use super::create::moment;
use super::list::{Selection, shown};
use super::settings::{Action, Settings, Word};
use super::{Stop, Tar};
use formats::archive::tar_member::{Member, Members, Stop as End};
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use workspace::Content;

impl Tar {
    /// Reads an archive that is to be changed. One that is not there is empty.
    fn load_for_change(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        may_miss: bool,
    ) -> Result<bytes::Bytes, Stop> {
        let there = settings.archive == "-" || context.vfs().exists(context.cwd(), &settings.archive);
        if !there && may_miss {
            return Ok(bytes::Bytes::new());
        }
        let loaded = self.load(context, settings)?;
        if loaded.compressed {
            self.complain(context, &[b"Cannot update compressed archives"])?;
            return Err(self.unrecoverable(context)?);
        }
        Ok(loaded.bytes)
    }

    /// The members of an archive up to its end, and where that is.
    fn members_of(
        &mut self,
        context: &mut Context<'_>,
        bytes: &bytes::Bytes,
    ) -> Result<(Vec<Member>, usize), Stop> {
        let mut members = Members::new(bytes.clone());
        let mut list = Vec::new();
        loop {
            context.charge(2)?;
            let at = members.position();
            match members.next_member() {
                Ok(member) => list.push(member),
                Err(End::Zeros | End::End(_)) => return Ok((list, at)),
                Err(End::Cut(_)) => {
                    self.complain(context, &[b"Unexpected EOF in archive"])?;
                    return Err(self.unrecoverable(context)?);
                }
                Err(End::NoHeader | End::Broken(_)) => {
                    if list.is_empty() {
                        self.complain(context, &[b"This does not look like a tar archive"])?;
                    } else {
                        self.complain(context, &[b"Skipping to next header"])?;
                    }
                    return Err(self.unrecoverable(context)?);
                }
            }
        }
    }

    /// An archive that is changed where it is cannot be compressed.
    fn refuse_compression(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        text: &[u8],
    ) -> Result<(), Stop> {
        match settings.codec {
            Some(_) => Err(self.usage(context, &[text], 2)?),
            None => Ok(()),
        }
    }

    fn store(&mut self, context: &mut Context<'_>, settings: &Settings, bytes: Vec<u8>) -> Result<(), Stop> {
        if settings.archive == "-" {
            return Ok(context.write_bytes(bytes.into())?);
        }
        let (content, mode) = (Content::from_bytes(bytes.into()), context.new_mode(0o666));
        let written = context.vfs().write_file(context.cwd(), &settings.archive, content, mode);
        written.map_err(|errno| self.write_failed(context, settings, Halt::Write(errno)))
    }

    /// `-r` and `-u`
    pub fn append(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        self.refuse_compression(context, settings, b"Cannot update compressed archives")?;
        let words = self.words_or_missing(context, settings)?;
        let bytes = self.load_for_change(context, settings, true)?;
        let (members, end) = self.members_of(context, &bytes)?;
        let words =
            if settings.action == Action::Update { newer_words(context, words, &members)? } else { words };
        let ino = context.vfs().stat(context.cwd(), &settings.archive).ok().map(|stat| stat.ino);
        let start = bytes.get(..end).unwrap_or_default();
        let writer = Writer::in_memory(context, start, ino, settings.record);
        let (writer, length) = self.fill(context, settings, words, writer)?;
        self.store(context, settings, writer.buffer)?;
        self.totals(context, settings, length.saturating_sub(end as u64), b"written")
    }

    /// `-A`
    pub fn catenate(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        self.refuse_compression(context, settings, b"Cannot concatenate compressed archives")?;
        let words = self.words(context, settings)?;
        let bytes = self.load_for_change(context, settings, true)?;
        let (_, end) = self.members_of(context, &bytes)?;
        let mut writer = Writer::in_memory(context, bytes.get(..end).unwrap_or_default(), None, settings.record);
        for word in words {
            let Word::Name(name) = word else { continue };
            let other = match context.read_operand(&name) {
                Ok(other) => other,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    self.error(context, &[&shown(&name), b": Cannot open: ", errno.message().as_bytes()])?;
                    continue;
                }
            };
            let (_, end) = self.members_of(context, &other)?;
            writer.bytes(context, other.get(..end).unwrap_or_default())?;
        }
        writer.end(context)?;
        self.store(context, settings, writer.buffer)
    }

    /// `--delete`
    pub fn delete(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        self.refuse_compression(context, settings, b"Cannot update compressed archives")?;
        let mut selection: Selection = self.selection(context, settings)?.0;
        let bytes = self.load_for_change(context, settings, false)?;
        let (members, _) = self.members_of(context, &bytes)?;
        if selection.wanted.is_empty() {
            return Ok(());
        }
        let mut writer = Writer::in_memory(context, b"", None, settings.record);
        for member in &members {
            if selection.find(settings, &member.path).is_none() {
                writer.bytes(context, bytes.get(member.start..member.end).unwrap_or_default())?;
            }
        }
        writer.end(context)?;
        self.store(context, settings, writer.buffer)?;
        self.not_found(context, settings, &selection)
    }
}

/// What `-u` has to put in: names without those whose copy in the archive is as new. A folder that is in the archive
/// stands for what is in it, as GNU has it.
fn newer_words(context: &Context<'_>, mut words: Vec<Word>, members: &[Member]) -> Result<Vec<Word>, Halt> {
    for member in members {
        context.charge(1 + words.len() as u64 / 16)?;
        let path = member.path.trim_end_with(|letter| letter == '/');
        let means = |name: &BString| {
            let name = name.trim_end_with(|letter| letter == '/');
            path.strip_prefix(name).is_some_and(|rest| matches!(rest.first(), None | Some(b'/')))
        };
        let Some(at) = words.iter().position(|word| matches!(word, Word::Name(name) if means(name))) else { continue };
        let Ok(stat) = context.vfs().lstat(context.cwd(), path) else { continue };
        if stat.is_dir() {
            // The name stands for what is in the folder that it means, whichever of the folders in that this is.
            let Word::Name(name) = words.remove(at) else { continue };
            let entries = context.vfs().read_dir(context.cwd(), &name).unwrap_or_default();
            words.extend(entries.iter().map(|entry| Word::Name(join(&name, &entry.name))));
        } else if moment(stat.mtime).0 <= member.mtime.0 {
            words.remove(at);
        }
    }
    Ok(words)
}
