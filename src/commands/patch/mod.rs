//! `patch`: applies diffs to files, as GNU patch 2.7 does.
//!
//! [`read`] takes a patch apart, [`apply`] finds the places of hunks; this file chooses the files and keeps the books.
//! Nobody answers questions here: each gets the answer that it has by default.

mod apply;
mod read;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::apply::{Target, reject, run_script};
use self::read::{FilePatch, Kind, Mark, Name};
use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse_named as refuse;
use super::shared::backup::{Backup, BackupKind};
use super::shared::path::{base_name, dir_name, join};
use super::shared::quote::quote_colon;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{Content, Errno};

const HELP: &str = "\
Usage: patch [OPTION]... [ORIGFILE [PATCHFILE]]

Input options:
  -p NUM  --strip=NUM       take NUM leading names off file names
  -F LINES  --fuzz LINES    pass over at most LINES lines of context that do not fit (2)
  -l  --ignore-whitespace   changes of white space do not count
  -c  --context             the patch is a context diff
  -e  --ed                  an ed script
  -n  --normal              a normal diff
  -u  --unified             a unified diff
  -N  --forward             pass over patches that seem reversed or applied already
  -R  --reverse             the patch was made with old and new files swapped
  -i PATCHFILE  --input=PATCHFILE  read the patch from PATCHFILE, not standard input
      --binary              leave carriage returns in the patch

Output options:
  -o FILE  --output=FILE    write the patched file to FILE
  -r FILE  --reject-file=FILE  write rejected hunks to FILE; - for nowhere
  -E  --remove-empty-files  remove files that are empty afterwards
  -b  --backup              keep the original of each file
      --backup-if-mismatch  keep it when the patch did not fit exactly (the default)
      --no-backup-if-mismatch
  -V STYLE  --version-control=STYLE  simple, numbered or existing
  -B PREFIX  --prefix=PREFIX  in front of the names of backups
  -Y PREFIX  --basename-prefix=PREFIX  in front of their last names
  -z SUFFIX  --suffix=SUFFIX  behind them (.orig)
      --reject-format=FORMAT  context or unified

Other options:
  -t  --batch               no questions; bad patches are passed over, reversed ones reversed
  -f  --force               no questions; patches are as they should be
  -s  --quiet  --silent     say nothing unless something is wrong
      --verbose             say more
      --dry-run             change no file
      --posix               choose files as POSIX says
  -d DIR  --directory=DIR   go to DIR first
      --help                show this help and exit
  -v  --version             show the version and exit

Merging (-D, --merge) and times (-T, -Z) are not available.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('b', "backup", Takes::Nothing),
        Opt::both('B', "prefix", Takes::Value),
        Opt::both('c', "context", Takes::Nothing),
        Opt::both('d', "directory", Takes::Value),
        Opt::both('e', "ed", Takes::Nothing),
        Opt::both('E', "remove-empty-files", Takes::Nothing),
        Opt::both('f', "force", Takes::Nothing),
        Opt::both('F', "fuzz", Takes::Value),
        Opt::both('i', "input", Takes::Value),
        Opt::both('l', "ignore-whitespace", Takes::Nothing),
        Opt::both('n', "normal", Takes::Nothing),
        Opt::both('N', "forward", Takes::Nothing),
        Opt::both('o', "output", Takes::Value),
        Opt::both('p', "strip", Takes::Value),
        Opt::both('r', "reject-file", Takes::Value),
        Opt::both('R', "reverse", Takes::Nothing),
        Opt::both('s', "quiet", Takes::Nothing),
        Opt::long('s', "silent", Takes::Nothing),
        Opt::both('t', "batch", Takes::Nothing),
        Opt::both('u', "unified", Takes::Nothing),
        Opt::both('v', "version", Takes::Nothing),
        Opt::both('V', "version-control", Takes::Value),
        Opt::both('Y', "basename-prefix", Takes::Value),
        Opt::both('z', "suffix", Takes::Value),
        Opt::long('1', "backup-if-mismatch", Takes::Nothing),
        Opt::long('2', "binary", Takes::Nothing),
        Opt::long('3', "dry-run", Takes::Nothing),
        Opt::long('4', "no-backup-if-mismatch", Takes::Nothing),
        Opt::long('5', "posix", Takes::Nothing),
        Opt::long('6', "reject-format", Takes::Value),
        Opt::long('7', "verbose", Takes::Nothing),
    ],
    operands_end_options: false,
    failure: 2,
};

/// What `--version` begins with.
const VERSION: &str = "GNU patch 2.7.6";

pub const COMMANDS: &[Native] = &[Native { name: "patch", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Talk {
    Silent,
    Normal,
    Verbose,
}

struct Settings {
    strip: Option<usize>,
    fuzz: usize,
    ignore_blanks: bool,
    kind: Option<Kind>,
    forward: bool,
    reverse: bool,
    input: Option<BString>,
    binary: bool,
    output: Option<BString>,
    reject_file: Option<BString>,
    remove_empty: bool,
    backup: bool,
    backup_if_mismatch: bool,
    backup_kind: BackupKind,
    prefix: BString,
    base_prefix: BString,
    suffix: Option<BString>,
    reject_unified: Option<bool>,
    batch: bool,
    force: bool,
    talk: Talk,
    dry_run: bool,
    posix: bool,
}

/// Ends the command: the message and the status.
enum Stop {
    Halt(Halt),
    Fatal(Vec<u8>),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let refuse_usage = |context: &mut Context<'_>, message: &[u8]| refuse(context, &[message]);
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), VERSION, refuse_usage)?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut settings = Settings {
        strip: None,
        fuzz: 2,
        ignore_blanks: false,
        kind: None,
        forward: false,
        reverse: false,
        input: None,
        binary: false,
        output: None,
        reject_file: None,
        remove_empty: false,
        backup: false,
        backup_if_mismatch: true,
        backup_kind: BackupKind::Existing,
        prefix: BString::default(),
        base_prefix: BString::default(),
        suffix: None,
        reject_unified: None,
        batch: false,
        force: false,
        talk: Talk::Normal,
        dry_run: false,
        posix: false,
    };
    let mut controlled = false;
    for (_, option) in options {
        let value = option.value();
        let number = || value.to_str().ok().and_then(|text| text.parse::<usize>().ok());
        match option.id {
            'b' => settings.backup = true,
            'B' => settings.prefix = value.into(),
            'c' => settings.kind = Some(Kind::Context),
            'd' => {
                let folder = context.vfs().canonical(context.cwd(), value);
                match folder {
                    Ok(folder) if context.vfs().is_dir(context.cwd(), value) => context.exec.cwd = folder,
                    other => {
                        let errno = other.err().unwrap_or(Errno::NotDir);
                        let text = errno.message().as_bytes();
                        context.complain(&[b"**** Can't change to directory ", value, b" : ", text])?;
                        return Ok(2);
                    }
                }
            }
            'e' => settings.kind = Some(Kind::Ed),
            'E' => settings.remove_empty = true,
            'f' => settings.force = true,
            'F' => match number() {
                Some(fuzz) => settings.fuzz = fuzz,
                None => {
                    context.complain(&[b"**** fuzz factor ", value, b" is not a number"])?;
                    return Ok(2);
                }
            },
            'i' => settings.input = Some(value.into()),
            'l' => settings.ignore_blanks = true,
            'n' => settings.kind = Some(Kind::Normal),
            'N' => settings.forward = true,
            'o' => settings.output = Some(value.into()),
            'p' => match number() {
                Some(count) => settings.strip = Some(count),
                None => {
                    context.complain(&[b"**** strip count ", value, b" is not a number"])?;
                    return Ok(2);
                }
            },
            'r' => settings.reject_file = Some(value.into()),
            'R' => settings.reverse = true,
            's' => settings.talk = Talk::Silent,
            't' => settings.batch = true,
            'u' => settings.kind = Some(Kind::Unified),
            'v' => {
                return options::print_version(context, VERSION);
            }
            'V' => {
                controlled = true;
                settings.backup_kind = match value.as_bytes() {
                    b"simple" | b"never" => BackupKind::Simple,
                    b"numbered" | b"t" => BackupKind::Numbered,
                    b"existing" | b"nil" => BackupKind::Existing,
                    _ => {
                        let text: &[&[u8]] = &[b"invalid argument '", value, b"' for '--version-control or -V option'"];
                        context.complain(text)?;
                        context.write_error(
                            b"Valid arguments are:\n  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - \
                              'numbered', 't'\n",
                        )?;
                        return Ok(2);
                    }
                };
            }
            'Y' => settings.base_prefix = value.into(),
            'z' => settings.suffix = Some(value.into()),
            '1' => settings.backup_if_mismatch = true,
            '2' => settings.binary = true,
            '3' => settings.dry_run = true,
            '4' => settings.backup_if_mismatch = false,
            '5' => settings.posix = true,
            '6' => match value.as_bytes() {
                b"context" => settings.reject_unified = Some(false),
                b"unified" => settings.reject_unified = Some(true),
                _ => {
                    context.complain(&[b"Try 'patch --help' for more information."])?;
                    return Ok(2);
                }
            },
            _ => settings.talk = Talk::Verbose,
        }
    }
    if !controlled && (!settings.prefix.is_empty() || !settings.base_prefix.is_empty() || settings.suffix.is_some()) {
        settings.backup_kind = BackupKind::Simple;
    }
    if let Some(extra) = operands.get(2) {
        return refuse(context, &[extra, b": extra operand"]);
    }
    let original = operands.first().cloned();
    let input = settings.input.clone().or_else(|| operands.get(1).cloned()).unwrap_or_else(|| "-".into());
    let text = match context.read_operand(&input) {
        Ok(text) => text,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let reason = errno.message().as_bytes();
            context.complain(&[b"**** Can't open patch file ", &quote_colon(&input), b" : ", reason])?;
            return Ok(2);
        }
    };
    let mut patches = read::parse(&text, settings.kind, settings.binary);
    if original.is_none() {
        // A script or a normal diff that names no file is none.
        let named = |patch: &FilePatch| {
            !matches!(patch.kind, Kind::Normal | Kind::Ed)
                || patch.old.is_some()
                || patch.new.is_some()
                || patch.index.is_some()
        };
        patches.truncate(patches.iter().position(|patch| !named(patch)).unwrap_or(patches.len()));
    }
    if patches.is_empty() {
        if text.iter().all(u8::is_ascii_whitespace) {
            return Ok(0);
        }
        context.complain(&[b"**** Only garbage was found in the patch input."])?;
        return Ok(2);
    }
    let mut patcher = Patcher { settings, status: 0, output: None };
    for patch in patches {
        let malformed = patch.malformed.clone();
        match patcher.file(context, patch, original.as_ref()) {
            Ok(()) => {}
            Err(Stop::Halt(halt)) => return Err(halt),
            Err(Stop::Fatal(message)) => {
                context.complain(&[b"**** ", &message])?;
                return Ok(2);
            }
        }
        if let Some(message) = malformed {
            context.complain(&[b"**** ", &message])?;
            return Ok(2);
        }
    }
    if let Some((name, data)) = patcher.output.take() {
        let mode = context.new_mode(0o666);
        if let Err(errno) = context.vfs().write_file(context.cwd(), &name, Content::from_bytes(Bytes::from(data)), mode) {
            let reason = errno.message().as_bytes();
            context.complain(&[b"**** Can't create file ", &quote_colon(&name), b" : ", reason])?;
            return Ok(2);
        }
    }
    Ok(patcher.status)
}

struct Patcher {
    settings: Settings,
    status: u8,
    /// What `-o` gathers.
    output: Option<(BString, Vec<u8>)>,
}

/// How a file's patch turned out before its hunks are tried.
enum Doubt {
    None,
    Skip,
}

impl Patcher {
    fn say(&self, context: &mut Context<'_>, text: &[u8]) -> Result<(), Halt> {
        if self.settings.talk == Talk::Silent { Ok(()) } else { context.write(text) }
    }

    /// Takes leading names off; `None`: the name has too few, or is one that is not touched.
    fn stripped(
        &self,
        context: &mut Context<'_>,
        name: &[u8],
        warned: &mut Vec<Vec<u8>>,
    ) -> Result<Option<BString>, Halt> {
        if name == b"/dev/null" {
            return Ok(None);
        }
        let Some(result) = without_leading(name, self.settings.strip) else { return Ok(None) };
        if result.starts_with(b"/") || result.split(|byte| *byte == b'/').any(|part| part == b"..") {
            if warned.contains(&result) {
                return Ok(None);
            }
            warned.push(result.clone());
            let line = [b"Ignoring potentially dangerous file name ".as_slice(), &result, b"\n"].concat();
            self.say(context, &line)?;
            return Ok(None);
        }
        Ok(Some(result.into()))
    }

    /// The file that a patch is for.
    fn choose(&self, context: &mut Context<'_>, patch: &FilePatch, creates: bool) -> Result<Option<BString>, Halt> {
        let (mut names, mut warned): (Vec<BString>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
        let git = [&patch.rename.0, &patch.rename.1];
        if patch.git && patch.rename.0.is_some() {
            let from = if self.settings.reverse { git[1] } else { git[0] };
            return Ok(from.clone());
        }
        // With -R the sides are swapped by now; the choice is made as if they were not.
        let (first, second) = if self.settings.reverse { (&patch.new, &patch.old) } else { (&patch.old, &patch.new) };
        for name in [first.as_ref().map(|name| &name.name), second.as_ref().map(|name| &name.name), patch.index.as_ref()]
            .into_iter()
            .flatten()
        {
            if let Some(name) = self.stripped(context, name, &mut warned)? {
                names.push(name);
            }
        }
        let exists = |name: &BString| context.vfs().exists(context.cwd(), name);
        let present: Vec<BString> = names.iter().filter(|name| exists(name)).cloned().collect();
        if self.settings.posix {
            return Ok(present.into_iter().next().or_else(|| names.into_iter().next().filter(|_| creates)));
        }
        let best = |names: Vec<BString>| {
            names.into_iter().enumerate().min_by_key(|(index, name)| {
                let parts = name.split(|byte| *byte == b'/').count();
                (parts, base_name(name).len(), name.len(), *index)
            })
        };
        if let Some((_, name)) = best(present) {
            return Ok(Some(name));
        }
        if creates { Ok(best(names).map(|(_, name)| name)) } else { Ok(None) }
    }

    fn file(&mut self, context: &mut Context<'_>, mut patch: FilePatch, original: Option<&BString>) -> Result<(), Stop> {
        let mut reverse = self.settings.reverse;
        if reverse {
            turn(&mut patch);
        }
        let missing = |name: &Option<Name>| name.as_ref().is_some_and(|name| name.is_null() || name.is_epoch());
        let no_old = patch.hunks.len() == 1 && patch.hunks[0].old_start == 0 && patch.hunks[0].side(Mark::New).is_empty();
        let no_new = patch.hunks.len() == 1 && patch.hunks[0].new_start == 0 && patch.hunks[0].side(Mark::Old).is_empty();
        let creates = patch.creates || no_old && (missing(&patch.old) || patch.kind != Kind::Normal);
        let sure_creates = patch.creates || no_old && missing(&patch.old);
        let deletes = patch.deletes || no_new && missing(&patch.new);
        if self.settings.talk == Talk::Verbose {
            let kind: &[u8] = match patch.kind {
                Kind::Unified => b"a unified diff",
                Kind::Context => b"a new-style context diff",
                Kind::Normal => b"a normal diff",
                Kind::Ed => b"an ed script",
            };
            context.write(&[b"Hmm...  Looks like ".as_slice(), kind, b" to me...\n"].concat())?;
            self.leading(context, &patch)?;
        }
        let chosen = match original {
            Some(name) => Some(name.clone()),
            None => self.choose(context, &patch, creates)?,
        };
        let hunks = patch.hunks.len();
        let ignored = |count: usize| {
            let word = if count == 1 { "hunk" } else { "hunks" };
            format!("{count} out of {count} {word} ignored")
        };
        let Some(name) = chosen else {
            let hint = if self.settings.strip.is_some() { "Perhaps you used the wrong" } else { "Perhaps you should have used the" };
            let text = format!("can't find file to patch at input line {}\n{hint} -p or --strip option?\n", patch.line);
            context.write(text.as_bytes())?;
            self.leading(context, &patch)?;
            if self.settings.force || self.settings.batch {
                context.write(b"No file to patch.  Skipping patch.\n")?;
            } else {
                context.write(b"File to patch: \nSkip this patch? [y] \nSkipping patch.\n")?;
            }
            context.write(format!("{}\n", ignored(hunks)).as_bytes())?;
            self.status = 1;
            return Ok(());
        };
        if patch.stripped {
            self.say(context, b"(Stripping trailing CRs from patch; use --binary to disable.)\n")?;
        }
        let stat = context.vfs().stat(context.cwd(), &name).ok();
        if let Some(stat) = stat
            && !stat.is_file()
        {
            let line = [b"File ".as_slice(), &name, b" is not a regular file -- refusing to patch\n"].concat();
            context.write(&line)?;
            let unified = self.settings.reject_unified.unwrap_or(patch.kind == Kind::Unified);
            let mut rejects = Vec::new();
            reject_heading(&mut rejects, &patch, self.settings.strip, unified);
            for hunk in &patch.hunks {
                reject(&mut rejects, &patch, hunk, 0, unified);
            }
            return self.save_rejects(context, ignored(hunks), &name, rejects);
        }
        let data = match context.vfs().read_file(context.cwd(), &name) {
            Ok(content) => content.to_bytes(),
            Err(_) => Bytes::new(),
        };
        context.charge_bytes(data.len())?;
        // A file that should not be there is, or the other way round.
        let mut doubt = Doubt::None;
        if sure_creates && stat.is_some_and(|stat| stat.size > 0) || deletes && stat.is_none() {
            let (verb, state): (&[u8], &[u8]) =
                if sure_creates { (b"create", b"already exists") } else { (b"delete", b"does not exist") };
            let text = [b"The next patch would ".as_slice(), verb, b" the file ", &quote_colon(&name), b",\nwhich ", state, b"!  "].concat();
            context.write(&text)?;
            doubt = self.reversed(context, &mut patch, &mut reverse)?;
        }
        if let Doubt::Skip = doubt {
            context.write(format!("{}\n", ignored(hunks)).as_bytes())?;
            self.status = 1;
            return Ok(());
        }
        let renamed = patch.rename.1.clone().filter(|_| patch.git && patch.rename.0.is_some());
        let target_name = match (&renamed, reverse) {
            (Some(to), false) => to.clone(),
            (Some(_), true) => patch.rename.0.clone().unwrap_or_else(|| name.clone()),
            _ => name.clone(),
        };
        if patch.kind != Kind::Ed {
            let verb: &[u8] = if self.settings.dry_run { b"checking file " } else { b"patching file " };
            let shown = self.settings.output.clone().unwrap_or_else(|| target_name.clone());
            let mut line = [verb, &quote_colon(&shown)].concat();
            if self.settings.output.is_some() {
                line.extend_from_slice(&[b" (read from ".as_slice(), &quote_colon(&name), b")"].concat());
            } else if renamed.is_some() {
                let what: &[u8] = if patch.copy { b" (copied from " } else { b" (renamed from " };
                line.extend_from_slice(&[what, &quote_colon(&name), b")"].concat());
            }
            line.push(b'\n');
            self.say(context, &line)?;
        }
        if self.settings.talk == Talk::Verbose && patch.kind != Kind::Ed {
            context.write(b"Using Plan A...\n")?;
        }
        let target = Target {
            lines: data.split_inclusive(|byte| *byte == b'\n').collect(),
            ignore_blanks: self.settings.ignore_blanks,
        };
        let (mut out, mut rejects) = (Vec::with_capacity(data.len()), Vec::new());
        let (mut failed, mut mismatch, mut skip) = (0usize, false, false);
        if patch.kind == Kind::Ed {
            match run_script(&target.lines, &patch.script) {
                Some(text) => out = text,
                None => return Err(Stop::Fatal(b"ed FAILED".to_vec())),
            }
        } else {
            let (mut frozen, mut shift) = (0i64, 0i64);
            let mut anyway = self.settings.force;
            for index in 0..hunks {
                let (prefix, suffix) = patch.hunks[index].context();
                let most_fuzz = self.settings.fuzz.min(prefix.max(suffix));
                let mut fuzz = 0;
                let mut place = None;
                while !skip {
                    place = target.locate(context, &patch.hunks[index], fuzz, frozen, shift)?;
                    if place.is_none() && index == 0 && !anyway && reverse == self.settings.reverse {
                        turn(&mut patch);
                        let backward = target.locate(context, &patch.hunks[0], fuzz, frozen, shift)?;
                        turn(&mut patch);
                        let changes = patch.hunks[0].lines.iter().any(|line| line.mark != Mark::Same);
                        if backward.is_some() && changes {
                            let text: &[u8] = if reverse { b"Unreversed" } else { b"Reversed (or previously applied)" };
                            context.write(&[text, b" patch detected!  "].concat())?;
                            match self.reversed(context, &mut patch, &mut reverse)? {
                                Doubt::Skip => skip = true,
                                Doubt::None if reverse != self.settings.reverse => {
                                    mismatch = true;
                                    continue;
                                }
                                Doubt::None => anyway = true,
                            }
                        }
                    }
                    if place.is_some() || fuzz >= most_fuzz {
                        break;
                    }
                    fuzz += 1;
                }
                let hunk = &patch.hunks[index];
                let number = index + 1;
                match place {
                    Some((line, new_shift)) if !skip => {
                        mismatch |= fuzz > 0 || new_shift != 0;
                        shift = new_shift;
                        let moved = new_shift;
                        if self.settings.talk == Talk::Verbose || (self.settings.talk == Talk::Normal && (fuzz > 0 || moved != 0)) {
                            let at = out_line(&out) + (line - 1 - frozen).max(0) + 1;
                            let mut text = format!("Hunk #{number} succeeded at {at}");
                            if fuzz > 0 {
                                text.push_str(&format!(" with fuzz {fuzz}"));
                            }
                            if moved != 0 {
                                let word = if moved == 1 { "line" } else { "lines" };
                                text.push_str(&format!(" (offset {moved} {word})"));
                            }
                            text.push_str(".\n");
                            context.write(text.as_bytes())?;
                        }
                        frozen = self.apply(&target, &mut out, hunk, frozen, line);
                    }
                    _ => {
                        if !skip {
                            let at = hunk.old_start.saturating_add(shift);
                            let text = format!("Hunk #{number} FAILED at {at}.\n");
                            self.say(context, text.as_bytes())?;
                            mismatch = true;
                        }
                        failed += 1;
                        let unified = self.settings.reject_unified.unwrap_or(patch.kind == Kind::Unified);
                        if rejects.is_empty() {
                            reject_heading(&mut rejects, &patch, self.settings.strip, unified);
                        }
                        reject(&mut rejects, &patch, hunk, shift, unified);
                    }
                }
            }
            let rest = usize::try_from(frozen).unwrap_or(0).min(target.lines.len());
            for line in &target.lines[rest..] {
                out.extend_from_slice(line);
            }
        }
        context.charge_bytes(out.len())?;
        if stat.is_none() && failed == hunks && hunks > 0 && !creates {
            let text = [b"Can't reopen file ".as_slice(), &quote_colon(&name), b" : No such file or directory"].concat();
            return Err(Stop::Fatal(text));
        }
        if self.settings.talk == Talk::Verbose && patch.kind != Kind::Ed {
            context.write(b"done\n")?;
        }
        if !self.settings.dry_run && !skip {
            let empties = out.is_empty() && (deletes || self.settings.remove_empty);
            if deletes && !out.is_empty() && failed == 0 {
                let line = [b"Not deleting file ".as_slice(), &quote_colon(&name), b" as content differs from patch\n"].concat();
                context.write(&line)?;
                self.status = 1;
            }
            self.store(context, &patch, &name, &target_name, out, mismatch, empties, stat.map(|stat| stat.mode))?;
        }
        if failed > 0 {
            self.status = 1;
            let what = if skip { "ignored" } else { "FAILED" };
            let word = if hunks == 1 { "hunk" } else { "hunks" };
            let name = self.settings.output.clone().unwrap_or(target_name);
            return self.save_rejects(context, format!("{failed} out of {hunks} {word} {what}"), &name, rejects);
        }
        Ok(())
    }

    /// Says how many hunks were rejected, and writes them to a file.
    fn save_rejects(
        &mut self,
        context: &mut Context<'_>,
        summary: String,
        name: &BString,
        rejects: Vec<u8>,
    ) -> Result<(), Stop> {
        self.status = 1;
        let mut line = summary.into_bytes();
        let file = match &self.settings.reject_file {
            Some(name) if name == "-" => None,
            Some(name) => Some(name.clone()),
            None => Some([name.as_slice(), b".rej"].concat().into()),
        };
        if let Some(file) = file.filter(|_| !self.settings.dry_run) {
            line.extend_from_slice(&[b" -- saving rejects to file ".as_slice(), &quote_colon(&file)].concat());
            let mode = context.new_mode(0o666);
            let content = Content::from_bytes(Bytes::from(rejects));
            if let Err(errno) = context.vfs().write_file(context.cwd(), &file, content, mode) {
                let reason = errno.message().as_bytes();
                return Err(Stop::Fatal([b"Can't create file ".as_slice(), &file, b" : ", reason].concat()));
            }
        }
        line.push(b'\n');
        context.write(&line)?;
        Ok(())
    }

    /// The lines before a patch, as a message shows them.
    fn leading(&self, context: &mut Context<'_>, patch: &FilePatch) -> Result<(), Halt> {
        context.write(b"The text leading up to this was:\n--------------------------\n")?;
        for line in &patch.leading {
            context.write(&[b"|".as_slice(), line, b"\n"].concat())?;
        }
        context.write(b"--------------------------\n")
    }

    /// What is done about a patch that looks reversed; the first half of the message is out.
    fn reversed(&self, context: &mut Context<'_>, patch: &mut FilePatch, reverse: &mut bool) -> Result<Doubt, Halt> {
        if self.settings.forward {
            context.write(b"Skipping patch.\n")?;
            return Ok(Doubt::Skip);
        }
        if self.settings.force {
            context.write(b"Applying it anyway.\n")?;
            return Ok(Doubt::None);
        }
        if self.settings.batch {
            let text: &[u8] = if *reverse { b"Ignoring -R.\n" } else { b"Assuming -R.\n" };
            context.write(text)?;
            turn(patch);
            *reverse = !*reverse;
            return Ok(Doubt::None);
        }
        let question: &[u8] = if *reverse { b"Ignore -R? [n] \n" } else { b"Assume -R? [n] \n" };
        context.write(question)?;
        context.write(b"Apply anyway? [n] \nSkipping patch.\n")?;
        Ok(Doubt::Skip)
    }

    /// Copies the lines before a hunk and its new lines; returns how many lines of the file are done.
    fn apply(&self, target: &Target<'_>, out: &mut Vec<u8>, hunk: &read::Hunk, frozen: i64, line: i64) -> i64 {
        let start = usize::try_from(line - 1).unwrap_or(0).min(target.lines.len());
        let from = usize::try_from(frozen).unwrap_or(0).min(start);
        for line in &target.lines[from..start] {
            out.extend_from_slice(line);
        }
        let mut at = start;
        for line in &hunk.lines {
            match line.mark {
                // The file's own line, which may differ from the patch's under fuzz and `-l`.
                Mark::Same => {
                    out.extend_from_slice(target.lines.get(at).copied().unwrap_or(&line.text));
                    at += 1;
                }
                Mark::Old => at += 1,
                Mark::New => {
                    if !out.is_empty() && !out.ends_with(b"\n") {
                        out.push(b'\n');
                    }
                    out.extend_from_slice(&line.text);
                }
            }
        }
        at as i64
    }

    #[allow(clippy::too_many_arguments, reason = "what is known of one file")]
    fn store(
        &mut self,
        context: &mut Context<'_>,
        patch: &FilePatch,
        name: &BString,
        target: &BString,
        out: Vec<u8>,
        mismatch: bool,
        remove: bool,
        mode: Option<u16>,
    ) -> Result<(), Stop> {
        if let Some(output) = self.settings.output.clone() {
            match &mut self.output {
                Some((_, data)) => data.extend_from_slice(&out),
                None => self.output = Some((output, out)),
            }
            return Ok(());
        }
        let fail = |what: &[u8], name: &[u8], errno: Errno| {
            Stop::Fatal([what, name, b" : ", errno.message().as_bytes()].concat())
        };
        let exists = mode.is_some();
        if self.settings.backup || mismatch && self.settings.backup_if_mismatch {
            let backup = self.backup_name(context, target);
            if exists && let Ok(content) = context.vfs().read_file(context.cwd(), name) {
                self.make_folders(context, &backup)?;
                let written = context.vfs().write_file(context.cwd(), &backup, content, mode.unwrap_or(0o644));
                written.map_err(|errno| fail(b"Can't create file ", &backup, errno))?;
            }
        }
        if remove {
            if exists {
                context.vfs().unlink(context.cwd(), name).map_err(|errno| fail(b"Can't remove file ", name, errno))?;
                // Folders that are empty now go too.
                let mut folder = dir_name(name).to_vec();
                while folder != b"." && !folder.is_empty() && context.vfs().rmdir(context.cwd(), &folder).is_ok() {
                    folder = dir_name(&folder).to_vec();
                }
            }
            return Ok(());
        }
        self.make_folders(context, target)?;
        if target != name && !patch.copy && exists {
            context.vfs().rename(context.cwd(), name, target).map_err(|errno| fail(b"Can't rename file ", name, errno))?;
        }
        let new_mode = mode.unwrap_or_else(|| context.new_mode(0o666));
        let content = Content::from_bytes(Bytes::from(out));
        let written = context.vfs().write_file(context.cwd(), target, content, new_mode);
        written.map_err(|errno| fail(b"Can't create file ", target, errno))?;
        if let Some(mode) = patch.new_mode {
            let mode = if exists { mode } else { context.new_mode(mode) };
            let set = context.vfs().set_mode(context.cwd(), target, mode);
            set.map_err(|errno| fail(b"Can't set permissions on file ", target, errno))?;
        }
        Ok(())
    }

    fn make_folders(&self, context: &Context<'_>, path: &[u8]) -> Result<(), Stop> {
        for slash in memchr::memchr_iter(b'/', path).filter(|slash| *slash > 0) {
            let folder = &path[..slash];
            if context.vfs().exists(context.cwd(), folder) {
                continue;
            }
            if let Err(errno) = context.vfs().mkdir(context.cwd(), folder, context.new_mode(0o777)) {
                let reason = errno.message().as_bytes();
                return Err(Stop::Fatal([b"Can't create directory ".as_slice(), folder, b" : ", reason].concat()));
            }
        }
        Ok(())
    }

    fn backup_name(&self, context: &Context<'_>, name: &[u8]) -> BString {
        let settings = &self.settings;
        if settings.prefix.is_empty() && settings.base_prefix.is_empty() {
            let suffix = settings.suffix.clone().unwrap_or_else(|| ".orig".into());
            return Backup { kind: settings.backup_kind, suffix }.name(context, name);
        }
        let suffix = settings.suffix.clone().unwrap_or_default();
        let last = [settings.base_prefix.as_slice(), base_name(name), &suffix].concat();
        let path = if name.contains(&b'/') { join(dir_name(name), &last) } else { last.into() };
        [settings.prefix.as_slice(), &path].concat().into()
    }
}

/// How many lines were written.
fn out_line(out: &[u8]) -> i64 {
    memchr::memchr_iter(b'\n', out).count() as i64
}

/// The patch the other way round.
fn turn(patch: &mut FilePatch) {
    std::mem::swap(&mut patch.old, &mut patch.new);
    std::mem::swap(&mut patch.creates, &mut patch.deletes);
    for hunk in &mut patch.hunks {
        hunk.reverse();
    }
}

/// A name without as many leading names as `-p` says, without it the last one alone; `None`: it has too few.
fn without_leading(name: &[u8], strip: Option<usize>) -> Option<Vec<u8>> {
    let Some(count) = strip else { return Some(base_name(name).to_vec()).filter(|name| !name.is_empty()) };
    let mut rest = name;
    for _ in 0..count {
        rest = &rest[memchr::memchr(b'/', rest)?..];
        rest = &rest[rest.iter().take_while(|byte| **byte == b'/').count()..];
    }
    Some(rest.to_vec()).filter(|name| !name.is_empty())
}

fn reject_heading(out: &mut Vec<u8>, patch: &FilePatch, strip: Option<usize>, unified: bool) {
    let (first, second): (&[u8], &[u8]) = if unified { (b"--- ", b"+++ ") } else { (b"*** ", b"--- ") };
    for (mark, side) in [(first, &patch.old), (second, &patch.new)] {
        out.extend_from_slice(mark);
        match side {
            Some(side) if side.is_null() => out.extend_from_slice(b"/dev/null"),
            Some(side) => out.extend_from_slice(without_leading(&side.name, strip).as_deref().unwrap_or(b"/dev/null")),
            None => out.extend_from_slice(b"/dev/null"),
        }
        if let Some(side) = side
            && !side.stamp.is_empty()
        {
            out.push(b'\t');
            out.extend_from_slice(&side.stamp);
        }
        out.push(b'\n');
    }
}
