//! `-d`: members against the files of their names.

use bstr::ByteSlice;

use super::super::shared::file_type::OWNER;
use super::list::shown;
use super::names::strip_components;
use super::settings::Settings;
use super::{Stop, Tar};
use formats::archive::tar_member::Member;
use shell::command::Context;
use shell::kernel::Halt;
use workspace::{Errno, Kind};

const NANOS: i64 = 1_000_000_000;

impl Tar {
    /// `-d`
    pub fn compare(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        let (mut selection, folders) = self.selection(context, settings)?;
        let loaded = self.load(context, settings)?;
        let start = context.exec.cwd.clone();
        let last = folders.last().cloned();
        let result = self.each_member(context, settings, &loaded, &mut selection, &mut |tar, context, member, index| {
            let folder = index.and_then(|index| folders.get(index)).or(last.as_ref());
            if let Some(folder) = folder {
                context.exec.cwd = folder.clone();
            }
            tar.compare_member(context, settings, member)
        });
        context.exec.cwd = start;
        result?;
        self.not_found(context, settings, &selection)
    }

    fn differs(&mut self, context: &mut Context<'_>, settings: &Settings, name: &[u8], what: &[u8]) -> Result<(), Halt> {
        self.status = self.status.max(1);
        self.listing(context, settings, &[shown(name).as_slice(), b": ", what, b"\n"].concat())
    }

    fn compare_member(&mut self, context: &mut Context<'_>, settings: &Settings, member: &Member) -> Result<(), Stop> {
        context.charge(10)?;
        let safe = self.safe_name(context, settings, &member.path, false)?;
        let Some(cut) = strip_components(&safe, settings.strip) else { return Ok(()) };
        if settings.verbose > 0 {
            self.member_line(context, settings, settings.verbose > 1, member, &member.path)?;
        }
        let name = cut.trim_end_with(|letter| letter == '/');
        let looked = if settings.dereference {
            context.vfs().stat(context.cwd(), name)
        } else {
            context.vfs().lstat(context.cwd(), name)
        };
        let stat = match looked {
            Ok(stat) => stat,
            Err(Errno::NotFound) => {
                self.status = self.status.max(1);
                let text = b": Warning: Cannot stat: No such file or directory";
                return Ok(self.complain(context, &[&shown(name), text])?);
            }
            Err(errno) => {
                return Ok(self.error(context, &[&shown(name), b": Cannot stat: ", errno.message().as_bytes()])?);
            }
        };
        let is_dir = member.kind == b'5' || matches!(member.kind, 0 | b'0') && member.path.last() == Some(&b'/');
        if member.kind == b'1' {
            let target = self.safe_name(context, settings, &member.target, true)?;
            let other = context.vfs().lstat(context.cwd(), &target);
            if !other.is_ok_and(|other| other.ino == stat.ino) {
                let what = ["Not linked to ".as_bytes(), &shown(&target)].concat();
                self.differs(context, settings, name, &what)?;
            }
            return Ok(());
        }
        let wanted = match member.kind {
            _ if is_dir => Kind::Dir,
            b'2' => Kind::Symlink,
            b'3' | b'4' => Kind::Device,
            b'6' => Kind::Fifo,
            _ => Kind::File,
        };
        if stat.kind != wanted {
            self.differs(context, settings, name, b"File type differs")?;
            return Ok(());
        }
        if wanted == Kind::Symlink {
            let target = context.vfs().read_link(context.cwd(), name);
            if !target.is_ok_and(|target| target == member.target) {
                self.differs(context, settings, name, b"Symlink differs")?;
            }
            return Ok(());
        }
        if member.mode & 0o7777 != u32::from(stat.mode) {
            self.differs(context, settings, name, b"Mode differs")?;
        }
        if wanted != Kind::File {
            return Ok(());
        }
        if member.uid != u64::from(OWNER) {
            self.differs(context, settings, name, b"Uid differs")?;
        }
        if member.gid != u64::from(OWNER) {
            self.differs(context, settings, name, b"Gid differs")?;
        }
        let (seconds, nanos) = (stat.mtime.0.div_euclid(NANOS), stat.mtime.0.rem_euclid(NANOS));
        if seconds != member.mtime.0 || member.mtime.1 != 0 && nanos != member.mtime.1 {
            self.differs(context, settings, name, b"Mod time differs")?;
        }
        if stat.size != member.size {
            self.differs(context, settings, name, b"Size differs")?;
            return Ok(());
        }
        match context.vfs().read_file(context.cwd(), name) {
            Ok(content) => {
                context.charge_bytes(member.content.len())?;
                if content.to_bytes() != member.content {
                    self.differs(context, settings, name, b"Contents differ")?;
                }
            }
            Err(errno) => {
                self.error(context, &[&shown(name), b": Cannot open: ", errno.message().as_bytes()])?;
            }
        }
        Ok(())
    }
}
