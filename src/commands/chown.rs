//! `chown` and `chgrp`: there is one user here, who owns everything and can give nothing away.
//!
//! A change to that owner does nothing, successfully; any other is refused as the kernel refuses it.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::file_type::{OWNER, owner_name};
use super::shared::inputs::refuse;
use super::shared::quote::{quote, quote_file};
use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Errno;

const CHOWN: &str = "\
Usage: chown [OPTION]... [OWNER][:[GROUP]] FILE...
   or: chown [OPTION]... --reference=RFILE FILE...
Give FILEs an owner and a group. There is one user, who owns everything: only to that user can anything be given.

  -c, --changes          tell of changes; -v, --verbose: of each file
  -f, --silent, --quiet  no messages about files
      --dereference      what a symbolic link leads to (the default); -h, --no-dereference: the link
      --from=OWNER:GROUP  only files of this owner and group
      --no-preserve-root, --preserve-root
      --reference=RFILE  the owner and group of RFILE
  -R, --recursive        folders with everything in them; with -H, -L or -P: which links are followed
      --help             show this help and exit
      --version          show the version and exit
";

const CHGRP: &str = "\
Usage: chgrp [OPTION]... GROUP FILE...
   or: chgrp [OPTION]... --reference=RFILE FILE...
Give FILEs a group. There is one group.

  -c, --changes          tell of changes; -v, --verbose: of each file
  -f, --silent, --quiet  no messages about files
      --dereference      what a symbolic link leads to (the default); -h, --no-dereference: the link
      --no-preserve-root, --preserve-root
      --reference=RFILE  the group of RFILE
  -R, --recursive        folders with everything in them; with -H, -L or -P: which links are followed
      --help             show this help and exit
      --version          show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "changes", Takes::Nothing),
    Opt::both('f', "silent", Takes::Nothing),
    Opt::long('f', "quiet", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::long('1', "dereference", Takes::Nothing),
    Opt::both('h', "no-dereference", Takes::Nothing),
    Opt::long('2', "from", Takes::Value),
    Opt::long('3', "no-preserve-root", Takes::Nothing),
    Opt::long('4', "preserve-root", Takes::Nothing),
    Opt::long('5', "reference", Takes::Value),
    Opt::both('R', "recursive", Takes::Nothing),
    Opt::short('H', Takes::Nothing),
    Opt::short('L', Takes::Nothing),
    Opt::short('P', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "chown", help: CHOWN, run: |context| run(context, false) },
    Native { name: "chgrp", help: CHGRP, run: |context| run(context, true) },
];

/// Who a name or a number is; `None`: nobody.
pub(super) fn identity(text: &[u8]) -> Option<u32> {
    if text == owner_name(OWNER).as_bytes() {
        return Some(OWNER);
    }
    if text == b"root" {
        return Some(0);
    }
    let digits = text.strip_prefix(b"+").unwrap_or(text);
    digits.to_str().ok().filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}

struct Wanted {
    owner: Option<u32>,
    group: Option<u32>,
    verbose: bool,
    quiet: bool,
    link: bool,
}

fn run(context: &mut Context<'_>, group_only: bool) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut wanted = Wanted { owner: None, group: None, verbose: false, quiet: false, link: false };
    let (mut recursive, mut preserve_root, mut reference) = (false, false, None);
    let mut follow = FollowLinks::Never;
    for option in options {
        match option.id {
            'f' => wanted.quiet = true,
            'v' => wanted.verbose = true,
            'h' => wanted.link = true,
            '1' => wanted.link = false,
            '3' => preserve_root = false,
            '4' => preserve_root = true,
            '5' => reference = option.value,
            'R' => recursive = true,
            'H' => follow = FollowLinks::CommandLine,
            'L' => follow = FollowLinks::Always,
            'P' => follow = FollowLinks::Never,
            // Nothing here ever changes; all files have the one owner.
            _ => {}
        }
    }
    let needed = if reference.is_some() { 1 } else { 2 };
    if operands.len() < needed {
        return match operands.first() {
            None => refuse(context, &[b"missing operand"]),
            Some(operand) => refuse(context, &[b"missing operand after ", &quote(operand)]),
        };
    }
    if let Some(reference) = reference {
        if let Err(errno) = context.vfs().stat(context.cwd(), &reference) {
            let name = quote_file(&reference);
            context.complain(&[b"failed to get attributes of ", &name, b": ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    } else {
        let spec = operands.remove(0);
        let (owner, group) = if group_only {
            (None, Some(spec.as_bytes()))
        } else {
            match spec.find_byteset(b":.").filter(|at| spec[*at] == b':' || identity(&spec).is_none()) {
                Some(at) => (Some(&spec[..at]), Some(&spec[at + 1..])),
                None => (Some(spec.as_bytes()), None),
            }
        };
        for (text, is_group) in [(owner, false), (group, true)] {
            let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
            match identity(text) {
                Some(id) if is_group => wanted.group = Some(id),
                Some(id) => wanted.owner = Some(id),
                None => {
                    let what: &[u8] = if is_group { b"invalid group: " } else { b"invalid user: " };
                    context.complain(&[what, &quote(&spec)])?;
                    return Ok(1);
                }
            }
        }
    }
    let mut status = 0;
    for operand in &operands {
        if recursive && preserve_root && context.vfs().canonical(context.cwd(), operand).is_ok_and(|path| path.is_root()) {
            context.complain(&[b"it is dangerous to operate recursively on ", &quote_file(operand)])?;
            context.complain(&[b"use --no-preserve-root to override this failsafe"])?;
            status = 1;
            continue;
        }
        if !recursive {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let stat = if wanted.link { vfs.lstat(cwd, operand) } else { vfs.stat(cwd, operand) };
            if !one(context, &wanted, operand, stat.err(), group_only)? {
                status = 1;
            }
            continue;
        }
        let mut walk = Walk::new(operand, follow).without_sizes();
        while let Some(step) = walk.next(context)? {
            let error = match step {
                Step::Visit => None,
                Step::Missing(errno) | Step::Unreadable(errno) => Some(errno),
                Step::Leave | Step::Loop => continue,
            };
            let path = BString::from(walk.path());
            if !one(context, &wanted, &path, error, group_only)? {
                status = 1;
            }
        }
    }
    Ok(status)
}

/// Changes one file: true when it has the wanted owner.
fn one(
    context: &mut Context<'_>,
    wanted: &Wanted,
    path: &BString,
    error: Option<Errno>,
    group_only: bool,
) -> Result<bool, Halt> {
    let name = quote_file(path);
    if let Some(errno) = error {
        if !wanted.quiet {
            context.complain(&[b"cannot access ", &name, b": ", errno.message().as_bytes()])?;
        }
        return Ok(false);
    }
    let foreign = |id: Option<u32>| id.is_some_and(|id| id != OWNER);
    if foreign(wanted.owner) || foreign(wanted.group) {
        if !wanted.quiet {
            let what: &[u8] = if foreign(wanted.owner) { b"changing ownership of " } else { b"changing group of " };
            context.complain(&[what, &name, b": ", Errno::NotPermitted.message().as_bytes()])?;
        }
        return Ok(false);
    }
    if wanted.verbose {
        let owner = owner_name(OWNER);
        let both = if !group_only && wanted.group.is_some() && wanted.owner.is_some() { format!("{owner}:{owner}") } else { owner.to_owned() };
        let what = if group_only || wanted.owner.is_none() { "group" } else { "ownership" };
        context.write(&[what.as_bytes(), b" of ", &name, b" retained as ", both.as_bytes(), b"\n"].concat())?;
    }
    Ok(true)
}
