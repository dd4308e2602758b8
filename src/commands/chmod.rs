//! `chmod`: changes permission bits.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::file_type::mode_string;
use super::shared::mode::Mode;
use super::shared::quote::{quote, quote_colon, quote_file};
use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, Stat};
use workspace::{Errno, Follow, Kind};

const HELP: &str = "\
Usage: chmod [OPTION]... MODE[,MODE]... FILE...
  or:  chmod [OPTION]... OCTAL-MODE FILE...
  or:  chmod [OPTION]... --reference=RFILE FILE...
Change the permission bits of each FILE.

  -c, --changes           tell of each change made
  -f, --silent, --quiet   print few error messages
  -v, --verbose           tell of each file
      --no-preserve-root  treat '/' like any folder (default)
      --preserve-root     refuse to change '/' and all below it
      --reference=RFILE   use the bits of RFILE instead of MODE
  -R, --recursive         change folders and all below them
      --help              show this help and exit
      --version           show the version and exit

Each MODE is of the form '[ugoa]*([-+=]([rwxXst]*|[ugo]))+|[-+=][0-7]+'.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "changes", Takes::Nothing),
    Opt::both('R', "recursive", Takes::Nothing),
    Opt::long('n', "no-preserve-root", Takes::Nothing),
    Opt::long('p', "preserve-root", Takes::Nothing),
    Opt::both('f', "quiet", Takes::Nothing),
    Opt { id: 'f', short: false, long: "silent", takes: Takes::Nothing },
    Opt::long('r', "reference", Takes::Value),
    Opt::both('v', "verbose", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "chmod", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Report {
    Nothing,
    Changes,
    Everything,
}

struct Changer {
    mode: Mode,
    umask: u16,
    report: Report,
    silent: bool,
    /// Complain where the umask made the result another than the mode says.
    surprises: bool,
    recursive: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (args, mut mode_text) = split_modes(context.args());
    let (options, mut operands) = match options::read_from(context, &SPEC, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let surprises = mode_text.is_some();
    let (mut recursive, mut preserve_root, mut silent) = (false, false, false);
    let mut report = Report::Nothing;
    let mut reference = None;
    for option in options {
        match option.id {
            'c' => report = Report::Changes,
            'v' => report = Report::Everything,
            'R' => recursive = true,
            'n' => preserve_root = false,
            'p' => preserve_root = true,
            'f' => silent = true,
            _ => reference = option.value,
        }
    }
    if reference.is_some() && mode_text.is_some() {
        context.complain(&[b"cannot combine mode and --reference options"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let from_operands = reference.is_none() && mode_text.is_none();
    if from_operands && !operands.is_empty() {
        mode_text = Some(operands.remove(0));
    }
    if operands.is_empty() {
        match mode_text.filter(|_| from_operands) {
            Some(mode) => context.complain(&[b"missing operand after ", &quote(&mode)])?,
            None => context.complain(&[b"missing operand"])?,
        }
        options::hint(context)?;
        return Ok(1);
    }
    let mode = match (&reference, &mode_text) {
        (Some(reference), _) => match context.vfs().stat(context.cwd(), reference) {
            Ok(stat) => Mode::exactly(stat.mode),
            Err(errno) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"failed to get attributes of ", &quote_file(reference), b": ", text])?;
                return Ok(1);
            }
        },
        (None, text) => {
            let text = text.as_ref().map(|text| text.as_slice()).unwrap_or_default();
            match Mode::parse(text) {
                Some(mode) => mode,
                None => {
                    context.complain(&[b"invalid mode: ", &quote(text)])?;
                    options::hint(context)?;
                    return Ok(1);
                }
            }
        }
    };
    let changer = Changer { mode, umask: context.exec.umask, report, silent, surprises, recursive };
    let mut status = 0;
    for operand in &operands {
        if recursive && preserve_root && context.vfs().canonical(context.cwd(), operand).is_ok_and(|p| p.is_root()) {
            let same = if operand == "/" { Vec::new() } else { b" (same as '/')".to_vec() };
            context.complain(&[b"it is dangerous to operate recursively on ", &quote_file(operand), &same])?;
            context.complain(&[b"use --no-preserve-root to override this failsafe"])?;
            status = 1;
            continue;
        }
        if !changer.operand(context, operand)? {
            status = 1;
        }
    }
    Ok(status)
}

/// Takes out arguments such as `-w` and `-x,+r`, which are modes; several are joined.
fn split_modes(args: &[BString]) -> (Vec<BString>, Option<BString>) {
    let mut rest = Vec::with_capacity(args.len());
    let mut mode: Option<BString> = None;
    for (index, arg) in args.iter().enumerate() {
        if arg == "--" {
            rest.extend_from_slice(&args[index..]);
            break;
        }
        let second = arg.get(1).filter(|_| arg.starts_with(b"-"));
        let is_mode = second.is_some_and(|byte| b"rwxXstugoa,+=01234567".contains(byte));
        // A cluster such as `-vu+x` turns into a mode where its first such letter stands, and is then none.
        let clustered = second.is_some_and(|byte| b"Rcfv".contains(byte))
            && arg.iter().skip(1).any(|byte| b"rwxXstugoa,+=01234567".contains(byte));
        if !is_mode && !clustered {
            rest.push(arg.clone());
            continue;
        }
        match &mut mode {
            Some(mode) => {
                mode.push(b',');
                mode.extend_from_slice(arg);
            }
            None => mode = Some(arg.clone()),
        }
    }
    (rest, mode)
}

impl Changer {
    fn operand(&self, context: &mut Context<'_>, operand: &[u8]) -> Result<bool, Halt> {
        let mut good = true;
        let mut walk = Walk::new(operand, FollowLinks::CommandLine).without_sizes();
        while let Some(step) = walk.next(context)? {
            let path = walk.path().to_vec();
            match step {
                Step::Visit => {
                    let link = walk.kind() == Some(Kind::Symlink);
                    if link && walk.depth() > 0 {
                        if self.report == Report::Everything {
                            let name = quote_file(&path);
                            let text = b"neither symbolic link ";
                            let rest = b" nor referent has been changed\n";
                            context.write(&[&text[..], &name, rest].concat())?;
                        }
                        continue;
                    }
                    let stat = match context.vfs().attributes(context.cwd(), &path, Follow::Yes) {
                        Ok(stat) => stat,
                        Err(Errno::NotFound) if link => {
                            self.inaccessible(context, &path, &[b"cannot operate on dangling symlink "], None)?;
                            good = false;
                            continue;
                        }
                        Err(errno) => {
                            self.inaccessible(context, &path, &[b"cannot access "], Some(errno))?;
                            good = false;
                            continue;
                        }
                    };
                    good &= self.change(context, &path, &stat)?;
                    if !self.recursive {
                        break;
                    }
                }
                Step::Missing(errno) => {
                    self.inaccessible(context, &path, &[b"cannot access "], Some(errno))?;
                    good = false;
                }
                Step::Unreadable(errno) => {
                    if !self.silent {
                        let text = errno.message().as_bytes();
                        context.complain(&[b"cannot read directory ", &quote_file(&path), b": ", text])?;
                    }
                    good = false;
                }
                Step::Leave | Step::Loop => {}
            }
        }
        Ok(good)
    }

    fn inaccessible(
        &self,
        context: &mut Context<'_>,
        path: &[u8],
        what: &[&[u8]],
        errno: Option<Errno>,
    ) -> Result<(), Halt> {
        let name = quote_file(path);
        if !self.silent {
            let reason = errno.map(|errno| format!(": {}", errno.message())).unwrap_or_default();
            context.complain(&[&what.concat(), &name, reason.as_bytes()])?;
        }
        if self.report == Report::Everything {
            context.write(&[&name[..], b" could not be accessed\n"].concat())?;
        }
        Ok(())
    }

    fn change(&self, context: &mut Context<'_>, path: &[u8], stat: &Stat) -> Result<bool, Halt> {
        let new = self.mode.apply(stat.mode, stat.is_dir(), self.umask);
        let result = context.vfs().set_mode(context.cwd(), path, new);
        let text = |mode: u16| {
            let shown = mode_string(&Stat { mode, ..*stat });
            format!("{mode:04o} ({})", String::from_utf8_lossy(&shown[1..]))
        };
        let name = quote_file(path);
        if let Err(errno) = result {
            if !self.silent {
                let message = errno.message().as_bytes();
                context.complain(&[b"changing permissions of ", &name, b": ", message])?;
            }
            if self.report == Report::Everything {
                let change = format!(" from {} to {}\n", text(stat.mode), text(new));
                context.write(&[b"failed to change mode of ", &name[..], change.as_bytes()].concat())?;
            }
            return Ok(false);
        }
        let changed = new != stat.mode;
        if changed && self.report >= Report::Changes {
            let change = format!(" changed from {} to {}\n", text(stat.mode), text(new));
            context.write(&[b"mode of ", &name[..], change.as_bytes()].concat())?;
        } else if !changed && self.report == Report::Everything {
            let kept = format!(" retained as {}\n", text(stat.mode));
            context.write(&[b"mode of ", &name[..], kept.as_bytes()].concat())?;
        }
        if self.surprises {
            let naive = self.mode.apply(stat.mode, stat.is_dir(), 0);
            if new & !naive != 0 {
                let shown = |mode: u16| mode_string(&Stat { mode, ..*stat })[1..].to_vec();
                let parts = [&quote_colon(path)[..], b": new permissions are ", &shown(new), b", not ", &shown(naive)];
                context.complain(&parts)?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}
