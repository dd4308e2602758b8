//! Reading through an archive, and the lines of `-t` and `-v`.

use bstr::{BString, ByteSlice};

use super::super::shared::file_type::permissions;
use super::super::shared::quote::{Quoting, Style};
use super::super::shared::time::Civil;
use super::archive::Loaded;
use super::names::{Exclude, Wanted};
use super::settings::{Action, Settings};
use super::{Stop, Tar};
use formats::archive::tar_member::{BLOCK, Member, Members, Stop as End};
use shell::command::Context;
use shell::kernel::Halt;

/// A name as listings and messages write it.
pub fn shown(name: &[u8]) -> BString {
    Quoting::new(Style::Escape).apply(name)
}

/// `2020-01-02 03:04`, in full with seconds and what is behind them.
pub fn date_text((seconds, nanos): (i64, i64), full: bool) -> String {
    let when = Civil::from_seconds(seconds, nanos);
    let mut text =
        format!("{:04}-{:02}-{:02} {:02}:{:02}", when.year, when.month, when.day, when.hour, when.minute);
    if full {
        text.push_str(&format!(":{:02}", when.second));
        if nanos != 0 {
            text.push_str(&format!(".{:09}", nanos));
            text.truncate(text.trim_end_matches('0').len());
        }
    }
    text
}

/// The members of an archive that are meant.
pub struct Selection {
    pub wanted: Vec<Wanted>,
    pub excluded: Vec<Exclude>,
}

impl Selection {
    /// Which of the names means the member. `Some(None)`: no names were given.
    pub fn find(&mut self, settings: &Settings, member: &[u8]) -> Option<Option<usize>> {
        if self.excluded.iter().any(|pattern| pattern.matches(member.trim_end_with(|letter| letter == '/'))) {
            return None;
        }
        if self.wanted.is_empty() {
            return Some(None);
        }
        let at = self.wanted.iter().position(|wanted| wanted.matches(member))?;
        let wanted = self.wanted.get_mut(at)?;
        wanted.found += 1;
        match settings.occurrence {
            Some(number) if wanted.found != number => None,
            _ => Some(Some(at)),
        }
    }
}

/// What is done with each member that is meant.
pub type Each<'a> = dyn FnMut(&mut Tar, &mut Context<'_>, &Member, Option<usize>) -> Result<(), Stop> + 'a;

/// What is said of a member in a listing.
pub struct Line<'a> {
    pub path: &'a [u8],
    pub target: &'a [u8],
    pub kind: u8,
    pub mode: u32,
    pub owner: &'a [u8],
    pub group: &'a [u8],
    pub uid: u64,
    pub gid: u64,
    pub size: u64,
    pub device: (u64, u64),
    pub mtime: (i64, i64),
    pub block: u64,
}

impl Tar {
    /// Hands each member that is meant to `each`, with the index of the name that means it.
    pub fn each_member(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        loaded: &Loaded,
        selection: &mut Selection,
        each: &mut Each<'_>,
    ) -> Result<(), Stop> {
        let mut members = Members::new(loaded.bytes.clone());
        let (mut any, mut failing) = (false, false);
        let mut waiting = settings.starting.clone();
        loop {
            context.charge(2)?;
            let at = members.position();
            match members.next_member() {
                Ok(member) => {
                    (any, failing) = (true, false);
                    if let Some(first) = &waiting {
                        if member.path.trim_end_with(|letter| letter == '/') != first.trim_end_with(|letter| letter == '/') {
                            continue;
                        }
                        waiting = None;
                    }
                    let found = selection.find(settings, &member.path);
                    // What is older is passed over.
                    let limit = settings.newer.map(|(limit, _)| super::create::moment(limit));
                    match found.filter(|_| limit.is_none_or(|limit| (member.mtime.0, 0) >= limit)) {
                        Some(index) => each(self, context, &member, index)?,
                        None if settings.omitted && member.path.ends_with(b"/") => {
                            let name = shown(member.path.trim_end_with(|letter| letter == '/'));
                            self.complain(context, &[&name, b": Omitting"])?;
                        }
                        None => {}
                    }
                }
                Err(End::Zeros) => {
                    any = true;
                    let before = members.position();
                    let number = |at: usize| (at / BLOCK) as u64;
                    if settings.block_numbers {
                        let line = format!("block {}: ** Block of NULs **\n", number(at));
                        self.listing(context, settings, line.as_bytes())?;
                    }
                    if settings.ignore_zeros {
                        continue;
                    }
                    match members.next_member() {
                        Err(End::Zeros | End::End(_)) => {
                            let alone = members.position() == before;
                            if alone && settings.action != Action::Append {
                                let text = format!("A lone zero block at {}", number(at) + 1);
                                self.complain(context, &[text.as_bytes()])?;
                            }
                        }
                        _ => {
                            let text = format!("A lone zero block at {}", number(at) + 1);
                            self.complain(context, &[text.as_bytes()])?;
                        }
                    }
                    break;
                }
                Err(End::End(_)) => {
                    if !any && loaded.child.is_none() {
                        self.error(context, &[b"This does not look like a tar archive"])?;
                    }
                    break;
                }
                Err(End::NoHeader) => {
                    if !failing {
                        if !any {
                            self.error(context, &[b"This does not look like a tar archive"])?;
                        }
                        self.error(context, &[b"Skipping to next header"])?;
                    }
                    (any, failing) = (true, true);
                }
                Err(End::Broken(why)) => {
                    self.error(context, &[b"The archive ", why.as_bytes()])?;
                    (any, failing) = (true, true);
                }
                Err(End::Cut(member)) => {
                    if let Some(index) = selection.find(settings, &member.path) {
                        each(self, context, &member, index)?;
                    }
                    // Once for the content that is wanted, and once for what is passed over.
                    if settings.action == Action::Extract {
                        self.complain(context, &[b"Unexpected EOF in archive"])?;
                    }
                    self.complain(context, &[b"Unexpected EOF in archive"])?;
                    return Err(self.unrecoverable(context)?);
                }
            }
        }
        self.child_failed(context, loaded)
    }

    /// Ends when the program that expanded the archive failed.
    fn child_failed(&mut self, context: &mut Context<'_>, loaded: &Loaded) -> Result<(), Stop> {
        match loaded.child {
            None => Ok(()),
            Some(status) => {
                self.complain(context, &[format!("Child returned status {status}").as_bytes()])?;
                Err(self.unrecoverable(context)?)
            }
        }
    }

    /// Names that meant nothing.
    pub fn not_found(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        selection: &Selection,
    ) -> Result<(), Stop> {
        let needed = settings.occurrence.unwrap_or(1);
        for wanted in selection.wanted.iter().filter(|wanted| !wanted.name.is_empty()) {
            if wanted.found == 0 {
                self.error(context, &[&shown(&wanted.name), b": Not found in archive"])?;
            } else if wanted.found < needed {
                self.error(context, &[&shown(&wanted.name), b": Required occurrence not found in archive"])?;
            }
        }
        Ok(())
    }

    /// Writes where listings go.
    pub fn listing(&mut self, context: &mut Context<'_>, settings: &Settings, text: &[u8]) -> Result<(), Halt> {
        let makes = matches!(settings.action, Action::Create | Action::Append | Action::Update | Action::Catenate);
        if settings.to_stdout || makes && settings.archive == "-" {
            context.write_error(text)
        } else {
            context.write(text)
        }
    }

    /// A member's line: the name alone, or all that is known.
    pub fn line(&mut self, context: &mut Context<'_>, settings: &Settings, long: bool, line: &Line<'_>) -> Result<(), Halt> {
        let mut out = Vec::new();
        if settings.block_numbers {
            out.extend_from_slice(format!("block {}: ", line.block).as_bytes());
        }
        if !long {
            out.extend_from_slice(&shown(line.path));
            out.push(b'\n');
            return self.listing(context, settings, &out);
        }
        let letter = match line.kind {
            b'1' => b'h',
            b'2' => b'l',
            b'3' => b'c',
            b'4' => b'b',
            b'5' => b'd',
            b'6' => b'p',
            b'7' => b'C',
            b'V' => b'V',
            _ if line.path.last() == Some(&b'/') => b'd',
            _ => b'-',
        };
        out.push(letter);
        out.extend_from_slice(&permissions((line.mode & 0o7777) as u16));
        out.push(b' ');
        let name = |name: &[u8], id: u64| -> Vec<u8> {
            if name.is_empty() || settings.numeric { id.to_string().into_bytes() } else { name.to_vec() }
        };
        let (owner, group) = (name(line.owner, line.uid), name(line.group, line.gid));
        let size = match line.kind {
            b'3' | b'4' => format!("{},{}", line.device.0, line.device.1),
            b'1' | b'2' => "0".to_owned(),
            _ => line.size.to_string(),
        };
        // Columns grow with the widest that came so far.
        let width = owner.len() + 1 + group.len() + 1 + size.len();
        self.width = self.width.max(width);
        out.extend_from_slice(&owner);
        out.push(b'/');
        out.extend_from_slice(&group);
        out.push(b' ');
        out.resize(out.len() + self.width - width, b' ');
        out.extend_from_slice(size.as_bytes());
        out.push(b' ');
        let date = date_text(line.mtime, settings.full_time);
        self.date_width = self.date_width.max(date.len());
        out.extend_from_slice(date.as_bytes());
        out.resize(out.len() + self.date_width - date.len(), b' ');
        out.push(b' ');
        out.extend_from_slice(&shown(line.path));
        match line.kind {
            b'2' => out.extend_from_slice(&[b" -> ", shown(line.target).as_slice()].concat()),
            b'1' => out.extend_from_slice(&[b" link to ", shown(line.target).as_slice()].concat()),
            b'V' => out.extend_from_slice(b"--Volume Header--"),
            kind if !matches!(kind, 0 | b'0' | b'3'..=b'7') => {
                let text = format!(" unknown file type ‘{}’", char::from(kind));
                out.extend_from_slice(text.as_bytes());
            }
            _ => {}
        }
        out.push(b'\n');
        self.listing(context, settings, &out)
    }

    /// The line of a member of an archive.
    pub fn member_line(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        long: bool,
        member: &Member,
        path: &[u8],
    ) -> Result<(), Halt> {
        let line = Line {
            path,
            target: &member.target,
            kind: member.kind,
            mode: member.mode,
            owner: &member.owner,
            group: &member.group,
            uid: member.uid,
            gid: member.gid,
            size: member.size,
            device: member.device,
            mtime: member.mtime,
            block: (member.header / BLOCK) as u64,
        };
        self.line(context, settings, long, &line)
    }
}
