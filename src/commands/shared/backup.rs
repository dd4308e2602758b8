//! Backups of what `cp`, `mv` and `ln` would overwrite.

use bstr::BString;

use super::choice;
use super::quote::quote;
use crate::options::hint;
use shell::command::Context;
use shell::kernel::Halt;
use workspace::Errno;

/// How backups are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupKind {
    None,
    /// `f~`
    Simple,
    /// Numbered if there are numbered ones already.
    Existing,
    /// `f.~1~`
    Numbered,
}

/// The spellings of `--backup` and `VERSION_CONTROL`.
pub const KINDS: &[(&str, BackupKind)] = &[
    ("none", BackupKind::None),
    ("off", BackupKind::None),
    ("simple", BackupKind::Simple),
    ("never", BackupKind::Simple),
    ("existing", BackupKind::Existing),
    ("nil", BackupKind::Existing),
    ("numbered", BackupKind::Numbered),
    ("t", BackupKind::Numbered),
];

/// Whether and how a command makes backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    pub kind: BackupKind,
    pub suffix: BString,
}

/// The options about backups as they were met.
#[derive(Debug, Clone, Default)]
pub struct BackupOptions {
    pub wanted: bool,
    pub control: Option<BString>,
    pub suffix: Option<BString>,
}

impl BackupOptions {
    /// Decides, with `VERSION_CONTROL` and `SIMPLE_BACKUP_SUFFIX` of the environment. `None`: a bad kind was
    /// reported.
    pub fn resolve(self, context: &mut Context<'_>) -> Result<Option<Backup>, Halt> {
        let environment = |name: &[u8]| context.exec.env(name).map(BString::from);
        let suffix = self
            .suffix
            .or_else(|| environment(b"SIMPLE_BACKUP_SUFFIX"))
            .filter(|suffix| !suffix.is_empty() && !suffix.contains(&b'/'))
            .unwrap_or_else(|| "~".into());
        if !self.wanted {
            return Ok(Some(Backup { kind: BackupKind::None, suffix }));
        }
        let (control, source) = match self.control {
            Some(control) => (Some(control), "backup type"),
            None => (environment(b"VERSION_CONTROL"), "$VERSION_CONTROL"),
        };
        let Some(control) = control.filter(|control| !control.is_empty()) else {
            return Ok(Some(Backup { kind: BackupKind::Existing, suffix }));
        };
        match choice::find(&control, KINDS) {
            Ok(kind) => Ok(Some(Backup { kind, suffix })),
            Err(ambiguous) => {
                let what: &[u8] = if ambiguous { b"ambiguous argument " } else { b"invalid argument " };
                context.complain(&[what, &quote(&control), b" for ", &quote(source.as_bytes())])?;
                context.write_error(&choice::valid(KINDS))?;
                hint(context)?;
                Ok(None)
            }
        }
    }
}

impl Backup {
    pub fn is_wanted(&self) -> bool {
        self.kind != BackupKind::None
    }

    /// The name that a backup of `path` gets now.
    pub fn name(&self, context: &Context<'_>, path: &[u8]) -> BString {
        let simple = || BString::from([path, &self.suffix].concat());
        let numbered = |number: u64| BString::from([path, format!(".~{number}~").as_bytes()].concat());
        match self.kind {
            BackupKind::None | BackupKind::Simple => simple(),
            BackupKind::Existing => match last_number(context, path) {
                0 => simple(),
                number => numbered(number + 1),
            },
            BackupKind::Numbered => numbered(last_number(context, path) + 1),
        }
    }

    /// Renames `path` to its backup and returns the new name.
    pub fn make(&self, context: &Context<'_>, path: &[u8]) -> Result<BString, Errno> {
        let name = self.name(context, path);
        context.vfs().rename(context.cwd(), path, &name)?;
        Ok(name)
    }
}

/// The highest number of the numbered backups of `path`; 0 without any.
fn last_number(context: &Context<'_>, path: &[u8]) -> u64 {
    let (folder, name) = match memchr::memrchr(b'/', path) {
        Some(slash) => (&path[..=slash], &path[slash + 1..]),
        None => (&b"."[..], path),
    };
    let Ok(entries) = context.vfs().read_dir(context.cwd(), folder) else { return 0 };
    let number = |entry: &[u8]| {
        let digits = entry.strip_prefix(name)?.strip_prefix(b".~")?.strip_suffix(b"~")?;
        std::str::from_utf8(digits).ok()?.parse::<u64>().ok().filter(|_| digits.first() != Some(&b'0'))
    };
    entries.iter().filter_map(|entry| number(&entry.name)).max().unwrap_or(0).min(u64::MAX - 1)
}
