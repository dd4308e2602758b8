//! `patch`: applies diffs to files, as GNU patch 2.7 does.
//!
//! [`read`] hands out the lines of a patch, [`header`] finds where a file's patch begins, [`hunk`] and [`context`] take
//! hunks apart, [`choose`] finds the file, [`apply`] the places of hunks, [`reject`] writes those that have none,
//! [`store`] the files; [`patcher`] keeps the books. This file reads the options. Nobody answers questions here: each
//! gets the answer that it has by default.

mod apply;
mod choose;
mod context;
mod ed;
mod header;
mod hunk;
mod merge;
mod patcher;
mod reach;
mod read;
mod reject;
mod store;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::header::Kind;
use self::reach::reach;
use self::patcher::Patcher;
use self::read::{Stop, Times};
use super::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use super::shared::backup::{self, BackupKind};
use super::shared::choice;
use super::shared::inputs::refuse_named as refuse;
use super::shared::quote::{Quoting, STYLES, Style};
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::Zone;
use shell::kernel::IoError;
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
  -D NAME  --ifdef=NAME     keep both versions, between #ifdef NAME and #endif
  -E  --remove-empty-files  remove files that are empty afterwards
  -b  --backup              keep the original of each file
      --backup-if-mismatch  keep it when the patch did not fit exactly (the default)
      --no-backup-if-mismatch
  -V STYLE  --version-control=STYLE  simple, numbered or existing
  -B PREFIX  --prefix=PREFIX  in front of the names of backups
  -Y PREFIX  --basename-prefix=PREFIX  in front of their last names
  -z SUFFIX  --suffix=SUFFIX  behind them (.orig)
      --reject-format=FORMAT  context or unified
  -T  --set-time            give files the times in the patch, which are local times
  -Z  --set-utc             the same; they are in UTC
      --quoting-style=STYLE how names are written: literal, shell, shell-always, c or escape

Other options:
  -t  --batch               no questions; bad patches are passed over, reversed ones reversed
  -f  --force               no questions; patches are as they should be
  -s  --quiet  --silent     say nothing unless something is wrong
      --verbose             say more
      --dry-run             change no file
      --merge[=STYLE]       merge hunks that do not fit, with conflicts between <<<<<<< and >>>>>>>; STYLE is merge or
                            diff3, with the lines that were expected; --fuzz does not count
      --posix               choose files as POSIX says
  -g NUM  --get=NUM         get files from version control; there is none here
      --read-only=BEHAVIOR  ignore, warn or fail: what is done about files that cannot be written, of which there are
                            none here
      --follow-symlinks     patch what symbolic links lead to
  -d DIR  --directory=DIR   go to DIR first
      --help                show this help and exit
  -v  --version             show the version and exit
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('b', "backup", Takes::Nothing),
        Opt::both('B', "prefix", Takes::Value),
        Opt::both('c', "context", Takes::Nothing),
        Opt::both('d', "directory", Takes::Value),
        Opt::both('D', "ifdef", Takes::Value),
        Opt::both('e', "ed", Takes::Nothing),
        Opt::both('E', "remove-empty-files", Takes::Nothing),
        Opt::both('f', "force", Takes::Nothing),
        Opt::both('F', "fuzz", Takes::Value),
        Opt::both('g', "get", Takes::Value),
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
        Opt::both('T', "set-time", Takes::Nothing),
        Opt::both('u', "unified", Takes::Nothing),
        Opt::both('v', "version", Takes::Nothing),
        Opt::both('V', "version-control", Takes::Value),
        Opt::both('x', "debug", Takes::Value),
        Opt::both('Y', "basename-prefix", Takes::Value),
        Opt::both('z', "suffix", Takes::Value),
        Opt::both('Z', "set-utc", Takes::Nothing),
        Opt::long('3', "dry-run", Takes::Nothing),
        Opt::long('7', "verbose", Takes::Nothing),
        Opt::long('2', "binary", Takes::Nothing),
        Opt::long('h', "help", Takes::Nothing),
        Opt::long('1', "backup-if-mismatch", Takes::Nothing),
        Opt::long('4', "no-backup-if-mismatch", Takes::Nothing),
        Opt::long('5', "posix", Takes::Nothing),
        Opt::long('8', "quoting-style", Takes::Value),
        Opt::long('6', "reject-format", Takes::Value),
        Opt::long('9', "read-only", Takes::Value),
        Opt::long('!', "follow-symlinks", Takes::Nothing),
        Opt::long('m', "merge", Takes::Optional),
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

/// What the options say.
pub struct Settings {
    strip: Option<i64>,
    fuzz: i64,
    ignore_blanks: bool,
    kind: Option<Kind>,
    forward: bool,
    reverse: bool,
    input: Option<BString>,
    binary: bool,
    /// The file to patch is named in the call: it may be anywhere.
    names_file: bool,
    output: Option<BString>,
    reject_file: Option<BString>,
    define: Option<BString>,
    remove_empty: bool,
    backup: bool,
    backup_if_mismatch: bool,
    backup_kind: BackupKind,
    prefix: Option<BString>,
    base_prefix: Option<BString>,
    suffix: Option<BString>,
    /// Of backups that no option names.
    simple_suffix: BString,
    reject_unified: Option<bool>,
    set_time: bool,
    batch: bool,
    force: bool,
    talk: Talk,
    dry_run: bool,
    posix: bool,
    quoting: Style,
    follow_links: bool,
    merge: Option<merge::Style>,
}

impl Settings {
    fn silent(&self) -> bool {
        self.talk == Talk::Silent
    }

    fn verbose(&self) -> bool {
        self.talk == Talk::Verbose
    }

    /// A name as messages write it.
    fn quote(&self, name: &[u8]) -> BString {
        Quoting::new(self.quoting).apply(name)
    }
}

/// `patch: **** ` and a message; the status is 2.
fn fail(context: &mut Context<'_>, parts: &[&[u8]]) -> Outcome {
    context.complain(&[b"**** ", &parts.concat()])?;
    Ok(2)
}

fn hint(context: &mut Context<'_>) -> Outcome {
    context.complain(&[b"Try 'patch --help' for more information."])?;
    Ok(2)
}

/// A kind of backup that there is not.
fn refuse_control(context: &mut Context<'_>, control: &[u8], ambiguous: bool, from_variable: bool) -> Outcome {
    let what: &[u8] = if ambiguous { b"ambiguous" } else { b"invalid" };
    let shown = Quoting::new(Style::Escape).apply(control);
    let place: &[u8] = if from_variable { b"$VERSION_CONTROL" } else { b"--version-control or -V option" };
    context.complain(&[what, b" argument '", &shown, b"' for '", place, b"'"])?;
    context.write_error(
        b"Valid arguments are:\n  - 'none', 'off'\n  - 'simple', 'never'\n  - 'existing', 'nil'\n  - 'numbered', 't'\n",
    )?;
    Ok(2)
}

fn wrong_number(value: &[u8], what: &str, quoting: Style, how: &[u8]) -> Vec<u8> {
    [what.as_bytes(), b" ", &Quoting::new(quoting).apply(value), how].concat()
}

/// A number that an option takes, at least 0; the message of the mistake otherwise. One that is too large wraps around.
fn number(value: &[u8], what: &str, quoting: Style) -> Result<i64, Vec<u8>> {
    let number = signed_number(value, what, quoting)?;
    let negative = if value.starts_with(b"-") { number > 0 } else { number < 0 };
    if negative { Err(wrong_number(value, what, quoting, b" is negative")) } else { Ok(number) }
}

/// As [`number`], but without its sign, whatever that is.
fn signed_number(value: &[u8], what: &str, quoting: Style) -> Result<i64, Vec<u8>> {
    let digits = value.strip_prefix(b"-").or_else(|| value.strip_prefix(b"+")).unwrap_or(value);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(wrong_number(value, what, quoting, b" is not a number"));
    }
    let number = digits.iter().fold(0i32, |number, digit| number.wrapping_mul(10).wrapping_add(i32::from(digit - b'0')));
    Ok(i64::from(number))
}

/// Whether the option at a place is the `-b` of `-b SUFFIX FILE PATCH` at the very end, as CVS 1.9 wrote it.
fn has_suffix_behind(args: &[BString], place: usize) -> bool {
    let is_operand = |arg: &BString| !arg.starts_with(b"-") || arg.len() == 1;
    match args.get(place..) {
        Some([option, rest @ ..]) => option == "-b" && rest.len() == 3 && rest.iter().all(is_operand),
        _ => false,
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, places, mut operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let simple_suffix = context.exec.env(b"SIMPLE_BACKUP_SUFFIX").filter(|suffix| !suffix.is_empty());
    let mut settings = Settings {
        strip: None,
        fuzz: 2,
        ignore_blanks: false,
        kind: None,
        forward: false,
        reverse: false,
        input: None,
        binary: false,
        names_file: false,
        output: None,
        reject_file: None,
        define: None,
        remove_empty: false,
        backup: false,
        backup_if_mismatch: true,
        backup_kind: BackupKind::Existing,
        prefix: None,
        base_prefix: None,
        suffix: None,
        simple_suffix: simple_suffix.map_or_else(|| ".orig".into(), BString::from),
        reject_unified: None,
        set_time: false,
        batch: false,
        force: false,
        talk: Talk::Normal,
        dry_run: false,
        posix: context.exec.env(b"POSIXLY_CORRECT").is_some(),
        quoting: Style::Shell,
        follow_links: false,
        merge: None,
    };
    settings.backup_if_mismatch = !settings.posix;
    let mut zone = Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes()));
    let mut control: Option<BString> = None;
    for (mut option, place) in options.into_iter().zip(places) {
        if option.id == 'b' && has_suffix_behind(context.args(), place) && operands.len() >= 3 {
            let suffix = operands.remove(operands.len() - 3);
            if settings.talk != Talk::Silent {
                let text: [&[u8]; 5] = [b"warning: the '-b ", &suffix, b"' option is obsolete; use '-b -z ", &suffix, b"' instead\n"];
                context.write(&text.concat())?;
            }
            settings.backup = true;
            option = Parsed { id: 'z', value: Some(suffix) };
        }
        let value = option.value();
        match option.id {
            'b' => settings.backup = true,
            'B' | 'Y' | 'z' if value.is_empty() => {
                let what: &[u8] = if option.id == 'z' { b"suffix" } else { b"prefix" };
                return fail(context, &[b"backup ", what, b" is empty"]);
            }
            'B' => settings.prefix = Some(value.into()),
            'c' => settings.kind = Some(Kind::Context),
            'd' => match context.vfs().canonical(context.cwd(), value) {
                Ok(folder) if context.vfs().is_dir(context.cwd(), value) => context.exec.cwd = folder,
                other => {
                    let errno = other.err().unwrap_or(Errno::NotDir);
                    let name = settings.quote(value);
                    return fail(context, &[b"Can't change to directory ", &name, b" : ", errno.message().as_bytes()]);
                }
            },
            'D' => settings.define = Some(value.into()),
            'e' => settings.kind = Some(Kind::Ed),
            'E' => settings.remove_empty = true,
            'f' => settings.force = true,
            'F' => match number(value, "fuzz factor", settings.quoting) {
                Ok(fuzz) => settings.fuzz = fuzz,
                Err(message) => return fail(context, &[&message]),
            },
            // There is no version control from which something could be got.
            'g' => {
                if let Err(message) = signed_number(value, "get option value", settings.quoting) {
                    return fail(context, &[&message]);
                }
            }
            'm' => match option.value.as_ref().map(|style| style.as_slice()) {
                None | Some(b"merge") => settings.merge = Some(merge::Style::Merge),
                Some(b"diff3") => settings.merge = Some(merge::Style::Diff3),
                Some(_) => return hint(context),
            },
            'h' => return options::print_help(context),
            'i' => settings.input = Some(value.into()),
            'l' => settings.ignore_blanks = true,
            'n' => settings.kind = Some(Kind::Normal),
            'N' => settings.forward = true,
            'o' => settings.output = Some(value.into()),
            'p' => match number(value, "strip count", settings.quoting) {
                Ok(count) => settings.strip = Some(count),
                Err(message) => return fail(context, &[&message]),
            },
            'r' => settings.reject_file = Some(value.into()),
            'R' => settings.reverse = true,
            's' => settings.talk = Talk::Silent,
            't' => settings.batch = true,
            'T' => settings.set_time = true,
            'u' => settings.kind = Some(Kind::Unified),
            'v' => return options::print_version(context, VERSION),
            'V' => control = Some(value.into()),
            // What is printed for those who look for mistakes in patch itself.
            'x' => match number(value, "debug value", settings.quoting) {
                Ok(0) => {}
                Ok(_) => return fail(context, &[b"--debug is not available"]),
                Err(message) => return fail(context, &[&message]),
            },
            'Y' => settings.base_prefix = Some(value.into()),
            'z' => settings.suffix = Some(value.into()),
            'Z' => {
                settings.set_time = true;
                zone = Zone::utc();
            }
            '1' => settings.backup_if_mismatch = true,
            '2' => settings.binary = true,
            '3' => settings.dry_run = true,
            '4' => settings.backup_if_mismatch = false,
            '5' => settings.posix = true,
            '6' => match value.as_bytes() {
                b"context" => settings.reject_unified = Some(false),
                b"unified" => settings.reject_unified = Some(true),
                _ => return hint(context),
            },
            '8' => match choice::find(value, STYLES) {
                Ok(style) => settings.quoting = style,
                Err(ambiguous) => {
                    let what: &[u8] = if ambiguous { b"ambiguous" } else { b"invalid" };
                    let shown = Quoting::new(Style::Escape).apply(value);
                    context.complain(&[what, b" argument '", &shown, b"' for 'quoting style'"])?;
                    return hint(context);
                }
            },
            // Every file can be written here, so that each behavior is the same.
            '9' if matches!(value.as_bytes(), b"ignore" | b"warn" | b"fail") => {}
            '9' => return hint(context),
            '!' => settings.follow_links = true,
            _ => settings.talk = Talk::Verbose,
        }
    }
    if let Some(message) = mistake.usage() {
        return refuse(context, &[&message]);
    }
    if let Some(extra) = operands.get(2) {
        let extra = Quoting::new(settings.quoting).apply(extra);
        return refuse(context, &[&extra, b": extra operand"]);
    }
    let variable = |name: &[u8]| context.exec.env(name).filter(|value| !value.is_empty()).map(BString::from);
    let named = control.is_some();
    let control = control.or_else(|| variable(b"PATCH_VERSION_CONTROL")).or_else(|| variable(b"VERSION_CONTROL"));
    if let Some(control) = control.filter(|_| settings.backup || settings.backup_if_mismatch) {
        match choice::find(&control, backup::KINDS) {
            Ok(kind) => settings.backup_kind = kind,
            Err(ambiguous) => return refuse_control(context, &control, ambiguous, !named),
        }
    }
    let original = operands.first().cloned();
    // A name that is empty is none.
    let input = operands.get(1).or(settings.input.as_ref()).filter(|name| !name.is_empty()).cloned();
    let input = input.unwrap_or_else(|| "-".into());
    settings.names_file = original.is_some();
    if let Some(name) = settings.output.clone().filter(|name| name != "-")
        && let Err(errno) = reach(context, &name).and_then(|()| write(context, &name, Vec::new()))
    {
        let name = settings.quote(&name);
        return fail(context, &[b"Can't create file ", &name, b" : ", errno.message().as_bytes()]);
    }
    let text = match context.read_operand(&input) {
        Ok(text) => text,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let name = settings.quote(&input);
            return fail(context, &[b"Can't open patch file ", &name, b" : ", errno.message().as_bytes()]);
        }
    };
    let times = Times { now: context.now(), zone, exact: settings.set_time };
    let mut patcher = Patcher::new(context, &settings, &text, original, times);
    let mut result = patcher.run();
    let gave_up = matches!(result, Err(Stop::Fatal(_)));
    if let Err(Stop::Fatal(message)) = &result {
        // What waits is written even so.
        let waits = patcher.take_newline();
        patcher.flush().ok();
        let message = message.clone();
        fail(patcher.context, &[&message])?;
        if waits {
            patcher.say(b"\n");
        }
        if patcher.unfinished {
            patcher.say(b"\n");
        }
        result = patcher.give_up();
    }
    if let Err(halt @ Stop::Halt(_)) = patcher.flush() {
        result = Err(halt);
    }
    let (failed, output) = (patcher.failed, std::mem::take(&mut patcher.output));
    if let Err(Stop::Halt(halt)) = result {
        return Err(halt);
    }
    match &settings.output {
        Some(name) if name == "-" => context.write(&output)?,
        Some(name) => {
            if let Err(errno) = write(context, name, output) {
                let name = settings.quote(name);
                return fail(context, &[b"Can't create file ", &name, b" : ", errno.message().as_bytes()]);
            }
        }
        None => {}
    }
    match result {
        Err(Stop::Fatal(message)) => fail(context, &[&message]),
        _ if gave_up => Ok(2),
        _ => Ok(u8::from(failed)),
    }
}

/// Writes what `-o` gathers; a new file is, as GNU makes it, for its owner only.
fn write(context: &Context<'_>, name: &[u8], data: Vec<u8>) -> Result<(), Errno> {
    let content = Content::from_bytes(Bytes::from(data));
    context.vfs().write_file(context.cwd(), name, content, context.new_mode(0o600))
}
