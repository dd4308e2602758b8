//! `-x`: members as files, none of them outside the folder.

use bstr::{BString, ByteSlice};

use super::super::shared::path::{dir_name, join};
use super::super::shared::run::spawn_shell;
use super::archive::{Loaded, top_level_of};
use super::list::shown;
use super::names::{Scope, has_dot_dot, strip_components};
use super::settings::{Existing, Settings};
use super::{Stop, Tar};
use formats::archive::tar_member::Member;
use shell::command::Context;
use shell::kernel::{Description, Halt};
use workspace::{AbsPath, Content, Errno, Follow, Ino, Kind, Time};

const NANOS: i64 = 1_000_000_000;

/// The name of an archive's format, by its first header.
fn format_of(archive: &[u8]) -> &'static str {
    match (archive.get(257..265), archive.get(156)) {
        (Some(b"ustar\x0000"), Some(b'x' | b'g')) => "posix",
        (Some(b"ustar\x0000"), _) => "ustar",
        (Some(b"ustar  \0"), _) => "gnu",
        _ => "v7",
    }
}

/// A link whose place is held by an empty file until the end, so that nothing can be put through it.
struct Later {
    folder: AbsPath,
    path: BString,
    target: Vec<u8>,
    holder: Ino,
    mtime: Time,
}

/// What is set on a folder when all is in it.
struct Folder {
    folder: AbsPath,
    path: BString,
    mode: u16,
    mtime: Option<Time>,
}

#[derive(Default)]
pub struct Extraction {
    /// What the archive is, for `--to-command`.
    format: &'static str,
    later: Vec<Later>,
    folders: Vec<Folder>,
}

impl Tar {
    /// `-x`
    pub fn extract(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        let (mut selection, folders) = self.selection(context, settings)?;
        let top = match &settings.top_level {
            None => None,
            Some(name) if !name.is_empty() => Some(name.clone()),
            Some(_) => match top_level_of(&settings.archive) {
                Some(name) => Some(name),
                None => {
                    let text = b"Cannot deduce top-level directory name; please set it explicitly with \
                                 --one-top-level=DIR";
                    return Err(self.usage(context, &[text], 2)?);
                }
            },
        };
        let loaded: Loaded = self.load(context, settings)?;
        let mut extraction = Extraction { format: format_of(&loaded.bytes), ..Extraction::default() };
        let start = context.exec.cwd.clone();
        let last = folders.last().cloned();
        let result = self.each_member(context, settings, &loaded, &mut selection, &mut |tar, context, member, index| {
            let folder = match index {
                Some(index) => folders.get(index),
                None => last.as_ref(),
            };
            if let Some(folder) = folder {
                context.exec.cwd = folder.clone();
            }
            tar.extract_member(context, settings, &mut extraction, member, top.as_ref())
        });
        let finished = self.finish(context, extraction);
        context.exec.cwd = start;
        result?;
        finished?;
        self.not_found(context, settings, &selection)?;
        self.totals(context, settings, loaded.bytes.len() as u64, b"read")
    }

    /// `--to-command`: a shell's command reads a file, and its environment says what it is.
    fn hand_over(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        format: &str,
        path: &BString,
        member: &Member,
        command: &BString,
    ) -> Result<(), Stop> {
        context.charge_bytes(member.content.len())?;
        let time = |seconds: i64, nanoseconds: i64| {
            let fraction = format!(".{nanoseconds:09}");
            let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
            BString::from(format!("{seconds}{fraction}"))
        };
        let now = context.now().0;
        let now = time(now.div_euclid(NANOS), now.rem_euclid(NANOS));
        let variables: [(&str, BString); 17] = [
            ("VERSION", "1.34".into()),
            ("ARCHIVE", settings.archive.clone()),
            ("VOLUME", "1".into()),
            ("BLOCKING_FACTOR", (settings.record / 512).to_string().into()),
            ("FORMAT", format.into()),
            ("FILETYPE", "f".into()),
            ("MODE", format!("0{:o}", member.mode & 0o7777).into()),
            ("FILENAME", path.clone()),
            ("REALNAME", path.clone()),
            ("UNAME", member.owner.clone().into()),
            ("GNAME", member.group.clone().into()),
            ("ATIME", now.clone()),
            ("MTIME", time(member.mtime.0, member.mtime.1)),
            ("CTIME", now),
            ("SIZE", member.content.len().to_string().into()),
            ("UID", member.uid.to_string().into()),
            ("GID", member.gid.to_string().into()),
        ];
        let own = context.exec.clone();
        for (name, value) in variables {
            context.exec.set_env(format!("TAR_{name}").as_bytes(), Some(value));
        }
        let process = spawn_shell(context, command, Some(Description::stream(member.content.clone())), None);
        context.exec = own;
        let process = process?;
        let status = context.exec.kernel.scheduler.wait(&process)?.unwrap_or(0);
        if status == 0 || settings.ignore_command_error {
            return Ok(());
        }
        let pid = process.pid.to_string();
        if status > 128 {
            let text = format!("Child terminated on signal {}", status - 128);
            return Ok(context.complain(&[pid.as_bytes(), b": ", text.as_bytes()])?);
        }
        let text = format!("Child returned status {status}");
        Ok(self.error(context, &[pid.as_bytes(), b": ", text.as_bytes()])?)
    }

    fn extract_member(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        extraction: &mut Extraction,
        member: &Member,
        top: Option<&BString>,
    ) -> Result<(), Stop> {
        context.charge(10)?;
        // Names are made safe, then changed, then cut.
        let mut name = self.safe_name(context, settings, &member.path, false)?;
        if has_dot_dot(&member.path) && !settings.absolute {
            return Ok(self.error(context, &[&shown(&member.path), b": Member name contains '..'"])?);
        }
        for transform in &settings.transforms {
            name = transform.apply(&name, Scope::Regular);
        }
        let Some(cut) = strip_components(&name, settings.strip) else { return Ok(()) };
        let mut name = cut.to_vec();
        if let Some(top) = top {
            let inside = name.strip_prefix(top.as_slice()).is_some_and(|rest| matches!(rest.first(), None | Some(b'/')));
            let plain = matches!(name.as_slice(), b"." | b"./");
            if plain {
                name = top.to_vec();
            } else if !inside {
                name = join(top, name.strip_prefix(b"./").unwrap_or(&name)).to_vec();
            }
        }
        if settings.verbose > 0 {
            let path = if settings.show_transformed { &name } else { &member.path };
            self.member_line(context, settings, settings.verbose > 1, member, path)?;
        }
        let is_dir = member.kind == b'5' || matches!(member.kind, 0 | b'0') && member.path.last() == Some(&b'/');
        let trimmed = name.trim_end_with(|letter| letter == '/');
        let path: BString = if trimmed.is_empty() { "/".into() } else { trimmed.into() };
        if settings.to_stdout {
            if matches!(member.kind, 0 | b'0' | b'7') && !is_dir {
                context.charge_bytes(member.content.len())?;
                context.write_bytes(member.content.clone())?;
            }
            return Ok(());
        }
        if let Some(command) = &settings.to_command {
            if matches!(member.kind, 0 | b'0' | b'7') && !is_dir {
                self.hand_over(context, settings, extraction.format, &path, member, command)?;
            }
            return Ok(());
        }
        if member.sparse {
            return Ok(self.error(context, &[&shown(&path), b": Sparse members are not extracted"])?);
        }
        let mtime = Time(member.mtime.0.saturating_mul(NANOS).saturating_add(member.mtime.1));
        if is_dir {
            if settings.existing == Existing::UnlinkFirst && !self.make_way(context, settings, &path, mtime)? {
                return Ok(());
            }
            return Ok(self.make_folder(context, settings, extraction, &path, member, mtime)?);
        }
        let backup = self.back_up(context, settings, &path)?;
        let before = self.status;
        let made = self.make_member(context, settings, extraction, &path, member, mtime);
        if let (Some(backup), true) = (backup, self.status != before && context.vfs().lstat(context.cwd(), &path).is_err()) {
            // What was put away comes back.
            if context.vfs().rename(context.cwd(), &backup, &path).is_ok() && settings.verbose > 0 {
                let text = ["Renaming ‘".as_bytes(), &shown(&backup), "’ back to ‘".as_bytes(), &shown(&path), "’\n".as_bytes()];
                context.write(&text.concat())?;
            }
        }
        made
    }

    /// Puts what is in a file's place away, under the name that comes back.
    pub fn back_up(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        path: &BString,
    ) -> Result<Option<BString>, Stop> {
        let Some(backup) = settings.backup.as_ref().filter(|backup| backup.is_wanted()) else { return Ok(None) };
        match context.vfs().lstat(context.cwd(), path) {
            Ok(stat) if stat.is_dir() || stat.kind == Kind::Device => return Ok(None),
            Ok(_) => {}
            Err(_) => return Ok(None),
        }
        match backup.make(context, path) {
            Ok(name) => {
                if settings.verbose > 0 {
                    let text = ["Renaming ‘".as_bytes(), &shown(path), "’ to ‘".as_bytes(), &shown(&name), "’\n".as_bytes()];
                    context.write(&text.concat())?;
                }
                Ok(Some(name))
            }
            Err(errno) => {
                let what = b": Cannot rename to backup: ";
                self.error(context, &[&shown(path), what, errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// Makes what is no folder.
    fn make_member(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        extraction: &mut Extraction,
        path: &BString,
        member: &Member,
        mtime: Time,
    ) -> Result<(), Stop> {
        if !self.make_way(context, settings, path, mtime)? {
            return Ok(());
        }
        let mode = mode_of(member, settings, context.exec.umask);
        let made = match member.kind {
            b'1' => return self.make_link(context, settings, extraction, path, member),
            b'2' => return Ok(self.make_symlink(context, settings, extraction, path, member, mtime)?),
            b'6' => self.retry(context, settings, path, |context| context.vfs().mkfifo(context.cwd(), path, mode)),
            b'3' | b'4' => {
                let text = b": Cannot mknod: Operation not permitted";
                return Ok(self.error(context, &[&shown(path), text])?);
            }
            b'V' => return Ok(()),
            kind => {
                if !matches!(kind, 0 | b'0' | b'7') {
                    let text = format!(": Unknown file type '{}', extracted as normal file", char::from(kind));
                    self.complain(context, &[&shown(path), text.as_bytes()])?;
                }
                context.charge_bytes(member.content.len())?;
                // A small part of a large archive is copied, so that it does not keep the whole of it.
                let bytes = if member.content.len() < 64 << 10 {
                    bytes::Bytes::copy_from_slice(&member.content)
                } else {
                    member.content.clone()
                };
                let content = Content::from_bytes(bytes);
                self.retry(context, settings, path, |context| {
                    let (vfs, cwd) = (context.vfs(), context.cwd());
                    match vfs.lstat(cwd, path) {
                        Ok(stat) if settings.existing == Existing::Overwrite && stat.is_file() => {}
                        Ok(_) => return Err(Errno::Exists),
                        Err(_) => {}
                    }
                    vfs.write_file(cwd, path, content.clone(), mode)
                })
            }
        };
        match made {
            Ok(()) => {
                let (vfs, cwd) = (context.vfs(), context.cwd());
                let time = (!settings.touch).then_some(mtime);
                let atime = time.map(|_| context.now());
                let set = vfs.set_mode(cwd, path, mode).and(match time {
                    Some(_) => vfs.set_times(cwd, path, atime, time, Follow::No),
                    None => Ok(()),
                });
                if let Err(errno) = set {
                    self.error(context, &[&shown(path), b": Cannot utime: ", errno.message().as_bytes()])?;
                }
                Ok(())
            }
            Err(errno) => {
                let what: &[u8] = if member.kind == b'6' { b": Cannot mkfifo: " } else { b": Cannot open: " };
                self.exists(context, settings, path, what, errno)?;
                Ok(())
            }
        }
    }

    /// Tells why a member could not be made, unless it was to be skipped.
    fn exists(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        path: &[u8],
        what: &[u8],
        errno: Errno,
    ) -> Result<(), Halt> {
        if errno == Errno::Exists && settings.existing == Existing::Skip {
            if settings.verbose > 0 {
                self.complain(context, &[&shown(path), b": skipping existing file"])?;
            }
            return Ok(());
        }
        self.error(context, &[&shown(path), what, errno.message().as_bytes()])
    }

    /// What happens before a member is made. False: it is not to be made.
    fn make_way(&mut self, context: &mut Context<'_>, settings: &Settings, path: &BString, mtime: Time) -> Result<bool, Halt> {
        let Ok(stat) = context.vfs().lstat(context.cwd(), path) else { return Ok(true) };
        match settings.existing {
            Existing::KeepNewer if stat.mtime.0.div_euclid(NANOS) >= mtime.0.div_euclid(NANOS) => {
                let text = ["Current ‘".as_bytes(), &shown(path), "’ is newer or same age".as_bytes()].concat();
                self.complain(context, &[&text])?;
                return Ok(false);
            }
            Existing::UnlinkFirst => {
                let removed = self.remove(context, settings, path);
                if let Err(errno) = removed {
                    self.error(context, &[&shown(path), b": Cannot unlink: ", errno.message().as_bytes()])?;
                    return Ok(false);
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Removes what is in the way: a file, an empty folder, with `--recursive-unlink` any.
    fn remove(&self, context: &Context<'_>, settings: &Settings, path: &BString) -> Result<(), Errno> {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        if !vfs.lstat(cwd, path)?.is_dir() {
            return vfs.unlink(cwd, path);
        }
        if settings.unlink_trees {
            remove_tree(context, path)?;
            return Ok(());
        }
        vfs.rmdir(cwd, path)
    }

    /// Makes something; makes the folders above it when they are missing, and removes what is in its place once.
    fn retry(
        &mut self,
        context: &Context<'_>,
        settings: &Settings,
        path: &BString,
        make: impl Fn(&Context<'_>) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        let mut result = make(context);
        if result == Err(Errno::NotFound) && make_parents(context, path) {
            result = make(context);
        }
        if result == Err(Errno::Exists)
            && !matches!(settings.existing, Existing::Keep | Existing::Skip)
            && self.remove(context, settings, path).is_ok()
        {
            result = make(context);
        }
        result
    }

    fn make_folder(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        extraction: &mut Extraction,
        path: &BString,
        member: &Member,
        mtime: Time,
    ) -> Result<(), Halt> {
        let mode = mode_of(member, settings, context.exec.umask);
        let there = context.vfs().stat(context.cwd(), path).is_ok_and(|stat| stat.is_dir());
        let is_link = context.vfs().lstat(context.cwd(), path).is_ok_and(|stat| stat.kind == Kind::Symlink);
        let (mut mode, mtime) = (mode, (!settings.touch).then_some(mtime));
        // An empty one is made anew, as files are that are not newer.
        let is_removed = there
            && !is_link
            && settings.existing == Existing::KeepNewer
            && context.vfs().rmdir(context.cwd(), path).is_ok();
        if there && !is_link && !is_removed {
            match settings.existing {
                Existing::Skip => {
                    if settings.verbose > 0 {
                        self.complain(context, &[&shown(path), b": skipping existing file"])?;
                    }
                    return Ok(());
                }
                Existing::Keep | Existing::KeepNewer => return Ok(()),
                // It keeps its permissions, though not its time.
                Existing::KeepFolders => {
                    if let Ok(stat) = context.vfs().stat(context.cwd(), path) {
                        mode = stat.mode;
                        let _ = context.vfs().set_mode(context.cwd(), path, mode | 0o700);
                    }
                }
                Existing::Replace | Existing::Overwrite | Existing::UnlinkFirst => {}
            }
        } else {
            let made = self.retry(context, settings, path, |context| {
                context.vfs().mkdir(context.cwd(), path, mode | 0o700)
            });
            if let Err(errno) = made {
                return self.exists(context, settings, path, b": Cannot mkdir: ", errno);
            }
        }
        extraction.folders.push(Folder {
            folder: context.exec.cwd.clone(),
            path: path.clone(),
            mode,
            mtime,
        });
        Ok(())
    }

    fn make_link(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        extraction: &mut Extraction,
        path: &BString,
        member: &Member,
    ) -> Result<(), Stop> {
        let mut target = self.safe_name(context, settings, &member.target, true)?;
        for transform in &settings.transforms {
            target = transform.apply(&target, Scope::HardLink);
        }
        let target = strip_components(&target, settings.strip).unwrap_or_default().to_vec();
        // A link to a link that is still to come becomes one like it.
        let held = extraction.later.iter().find(|later| later.folder == context.exec.cwd && later.path == target.as_slice());
        if let Some(held) = held {
            let (text, mtime) = (held.target.clone(), held.mtime);
            let like = Member { target: text, ..member.clone() };
            return Ok(self.make_symlink(context, settings, extraction, path, &like, mtime)?);
        }
        let same = {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            matches!((vfs.lstat(cwd, &target), vfs.lstat(cwd, path)), (Ok(a), Ok(b)) if a.ino == b.ino)
        };
        if same {
            return Ok(());
        }
        let made = self.retry(context, settings, path, |context| {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            // Without the target nothing is removed or made for it.
            vfs.lstat(cwd, &target).map_err(|_| Errno::Access)?;
            vfs.link(cwd, &target, path, Follow::No)
        });
        match made {
            Ok(()) => Ok(()),
            Err(errno) => {
                let there = context.vfs().lstat(context.cwd(), &target).is_ok();
                let errno = if there { errno } else { Errno::NotFound };
                let what = [": Cannot hard link to ‘".as_bytes(), &shown(&target), "’: ".as_bytes()].concat();
                Ok(self.exists(context, settings, path, &what, errno)?)
            }
        }
    }

    fn make_symlink(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        extraction: &mut Extraction,
        path: &BString,
        member: &Member,
        mtime: Time,
    ) -> Result<(), Halt> {
        let mut target = member.target.clone();
        for transform in &settings.transforms {
            target = transform.apply(&target, Scope::Symlink);
        }
        let leads_out = target.first() == Some(&b'/') || has_dot_dot(&target);
        let mtime = if settings.touch { context.now() } else { mtime };
        if leads_out && !settings.absolute {
            let made = self.retry(context, settings, path, |context| {
                let (vfs, cwd) = (context.vfs(), context.cwd());
                if vfs.lstat(cwd, path).is_ok() {
                    return Err(Errno::Exists);
                }
                vfs.write_file(cwd, path, Content::new(), 0)
            });
            return match made {
                Ok(()) => {
                    if let Ok(stat) = context.vfs().lstat(context.cwd(), path) {
                        let (folder, holder) = (context.exec.cwd.clone(), stat.ino);
                        extraction.later.push(Later { folder, path: path.clone(), target, holder, mtime });
                    }
                    Ok(())
                }
                Err(errno) => self.exists(context, settings, path, b": Cannot open: ", errno),
            };
        }
        let made = self.retry(context, settings, path, |context| context.vfs().symlink(context.cwd(), &target, path));
        match made {
            Ok(()) => {
                let now = context.now();
                let _ = context.vfs().set_times(context.cwd(), path, Some(now), Some(mtime), Follow::No);
                Ok(())
            }
            Err(errno) => {
                let what = [": Cannot create symlink to ‘".as_bytes(), &shown(&target), "’: ".as_bytes()].concat();
                self.exists(context, settings, path, &what, errno)
            }
        }
    }

    /// Links in their places, and the modes and times of folders.
    fn finish(&mut self, context: &mut Context<'_>, extraction: Extraction) -> Result<(), Stop> {
        for later in extraction.later {
            context.exec.cwd = later.folder;
            let (vfs, cwd) = (context.vfs(), context.cwd());
            if !vfs.lstat(cwd, &later.path).is_ok_and(|stat| stat.ino == later.holder) {
                continue;
            }
            let made = vfs.unlink(cwd, &later.path).and_then(|()| vfs.symlink(cwd, &later.target, &later.path));
            match made {
                Ok(()) => {
                    let _ = vfs.set_times(cwd, &later.path, Some(context.now()), Some(later.mtime), Follow::No);
                }
                Err(errno) => {
                    let what = [": Cannot create symlink to ‘".as_bytes(), &shown(&later.target), "’: ".as_bytes()].concat();
                    self.error(context, &[&shown(&later.path), &what, errno.message().as_bytes()])?;
                }
            }
        }
        // What is below comes later in the archive: folders are done from the last one on.
        for folder in extraction.folders.into_iter().rev() {
            context.exec.cwd = folder.folder;
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let _ = vfs.set_mode(cwd, &folder.path, folder.mode);
            if folder.mtime.is_some() {
                let _ = vfs.set_times(cwd, &folder.path, Some(context.now()), folder.mtime, Follow::Yes);
            }
        }
        Ok(())
    }
}

/// Makes the folders above a path. False: there was nothing to make.
fn make_parents(context: &Context<'_>, path: &[u8]) -> bool {
    let mut missing = Vec::new();
    let mut folder = dir_name(path);
    while folder != b"." && folder != b"/" && context.vfs().lstat(context.cwd(), folder).is_err() {
        missing.push(folder);
        folder = dir_name(folder);
    }
    let any = !missing.is_empty();
    let mode = context.new_mode(0o777);
    any && missing.into_iter().rev().all(|folder| context.vfs().mkdir(context.cwd(), folder, mode).is_ok())
}

/// Removes a folder and all that is in it.
fn remove_tree(context: &Context<'_>, path: &[u8]) -> Result<(), Errno> {
    let (vfs, cwd) = (context.vfs(), context.cwd());
    for entry in vfs.read_dir(cwd, path)? {
        let child = join(path, &entry.name);
        if entry.kind == Kind::Dir { remove_tree(context, &child)? } else { vfs.unlink(cwd, &child)? }
    }
    vfs.rmdir(cwd, path)
}

/// The mode that a member gets: its own, or what the umask leaves of its permissions.
fn mode_of(member: &Member, settings: &Settings, umask: u16) -> u16 {
    let mode = u16::try_from(member.mode & 0o7777).unwrap_or_default();
    if settings.permissions { mode } else { mode & !umask & 0o777 }
}
