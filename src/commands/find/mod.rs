//! `find`: looks through trees of files, tests each file and acts on it.

mod evaluate;
mod expression;
mod predicate;
mod printf;

use bstr::{BString, ByteSlice};

use self::evaluate::{Evaluator, File};
use self::expression::{Parsed, Parser, Stop};
use super::shared::quote::quote;
use super::shared::walk::{FollowLinks, Step, Walk};
use crate::shell::command::{Context, Native, Outcome};
use crate::shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: find [-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]
Look through the trees at the paths (default: the working folder) and evaluate the expression (default: -print) for
each file.

Symbolic links: -P never follow them (default), -H only those among the paths, -L always.

Operators, by falling precedence (-and is meant where none stands):
  ( EXPR )   ! EXPR   -not EXPR   EXPR1 -a EXPR2   EXPR1 -and EXPR2   EXPR1 -o EXPR2   EXPR1 -or EXPR2   EXPR1 , EXPR2

Options, always true:
  -daystart -depth -d -follow -files0-from FILE -ignore_readdir_race -maxdepth LEVELS -mindepth LEVELS -mount -noleaf
  -noignore_readdir_race -nowarn -regextype TYPE -warn -xdev

Tests (N is +N for more, -N for less or N for exactly):
  -amin N -anewer FILE -atime N -cmin N -cnewer FILE -ctime N -empty -executable -false -fstype TYPE -gid N
  -group NAME -ilname PATTERN -iname PATTERN -inum N -ipath PATTERN -iregex PATTERN -iwholename PATTERN -links N
  -lname PATTERN -mmin N -mtime N -name PATTERN -newer FILE -newerXY REFERENCE -nogroup -nouser -path PATTERN
  -perm [-/]MODE -readable -regex PATTERN -samefile FILE -size N[bcwkMG] -true -type [bcdpfls] -uid N -used N
  -user NAME -wholename PATTERN -writable -xtype [bcdpfls]

Actions:
  -delete -exec COMMAND ; -exec COMMAND {} + -execdir COMMAND ; -execdir COMMAND {} + -fls FILE -fprint FILE
  -fprint0 FILE -fprintf FILE FORMAT -ls -ok COMMAND ; -okdir COMMAND ; -print -print0 -printf FORMAT -prune -quit

  --help     show this help and exit
  --version  show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "find", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let args = context.args();
    let mut follow = FollowLinks::Never;
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        match arg.as_slice() {
            b"-P" => follow = FollowLinks::Never,
            b"-H" => follow = FollowLinks::CommandLine,
            b"-L" => follow = FollowLinks::Always,
            b"--" => {
                at += 1;
                break;
            }
            b"-D" => {
                if args.get(at + 1).is_none() {
                    context.complain(&[b"Missing argument after the -D option."])?;
                    return Ok(1);
                }
                // There is nothing to debug here; the option changes no result.
                at += 1;
            }
            [b'-', b'O', level @ ..] => {
                if level.is_empty() || !level.iter().all(u8::is_ascii_digit) {
                    context.complain(&[b"Please specify a decimal number immediately after -O"])?;
                    return Ok(1);
                }
            }
            _ => break,
        }
        at += 1;
    }
    let args = &args[at.min(args.len())..];
    let paths = args.iter().position(|arg| starts_expression(arg)).unwrap_or(args.len());
    let (paths, expression) = args.split_at(paths);
    for arg in expression {
        match arg.as_slice() {
            b"--help" | b"-help" => {
                context.write(HELP.as_bytes())?;
                return Ok(0);
            }
            b"--version" | b"-version" => {
                let line = format!("find (mem-sandbox) {}\n", env!("CARGO_PKG_VERSION"));
                context.write(line.as_bytes())?;
                return Ok(0);
            }
            _ => {}
        }
    }
    let parser = Parser::new(context, expression, follow == FollowLinks::Always);
    let parsed = match parser.parse() {
        Ok(parsed) => parsed,
        Err(Stop::Reported) => return Ok(1),
        Err(Stop::Halt(halt)) => return Err(halt),
    };
    if parsed.global.follow_all {
        follow = FollowLinks::Always;
    }
    let Some(starts) = starting_points(context, paths, &parsed)? else { return Ok(1) };
    let mut evaluator = Evaluator::new(follow == FollowLinks::Always);
    for (index, start) in starts.iter().enumerate() {
        if start.is_empty() && parsed.global.files0.is_some() {
            let list = quote(parsed.global.files0.as_ref().map_or(b"", |list| list.as_slice()));
            let place = format!(":{}: ", index + 1);
            context.complain(&[&list, place.as_bytes(), b"invalid zero-length file name"])?;
            evaluator.failed = true;
            continue;
        }
        search(context, &parsed, &mut evaluator, start, follow)?;
        if evaluator.quit {
            break;
        }
    }
    evaluator.finish(context, &parsed.node)?;
    Ok(u8::from(evaluator.failed))
}

fn starts_expression(arg: &[u8]) -> bool {
    matches!(arg, b"(" | b"!") || (arg.len() > 1 && arg[0] == b'-')
}

/// The paths to search; those of `-files0-from` may be empty. `None`: what is wrong was reported.
fn starting_points(
    context: &mut Context<'_>,
    paths: &[BString],
    parsed: &Parsed,
) -> Result<Option<Vec<BString>>, Halt> {
    let Some(list) = &parsed.global.files0 else {
        return Ok(Some(if paths.is_empty() { vec![".".into()] } else { paths.to_vec() }));
    };
    if let Some(path) = paths.first() {
        context.complain(&[b"extra operand ", &quote(path)])?;
        context.complain(&[b"file operands cannot be combined with -files0-from"])?;
        return Ok(None);
    }
    let data = match context.read_operand(list) {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            context.complain(&[b"cannot open ", &quote(list), b" for reading: ", errno.message().as_bytes()])?;
            return Ok(None);
        }
    };
    let data = data.strip_suffix(b"\0").unwrap_or(&data);
    if data.is_empty() {
        return Ok(Some(Vec::new()));
    }
    Ok(Some(data.split_str("\0").map(BString::from).collect()))
}

fn search(
    context: &mut Context<'_>,
    parsed: &Parsed,
    evaluator: &mut Evaluator,
    start: &BString,
    follow: FollowLinks,
) -> Result<(), Halt> {
    let global = &parsed.global;
    let mut walk = Walk::new(start, follow);
    while let Some(step) = walk.next(context)? {
        let depth = walk.depth();
        match step {
            Step::Missing(errno) => {
                evaluator.failed = true;
                context.complain(&[&quote(walk.path()), b": ", errno.message().as_bytes()])?;
            }
            Step::Unreadable(errno) => {
                evaluator.failed = true;
                context.complain(&[&quote(walk.path()), b": ", errno.message().as_bytes()])?;
            }
            Step::Loop => {
                evaluator.failed = true;
                let ino = walk.stat().map(|stat| stat.ino);
                let ancestor = walk.ancestor_path(ino);
                context.complain(&[
                    b"File system loop detected; ",
                    &quote(walk.path()),
                    b" is part of the same file system loop as ",
                    &quote(ancestor),
                    b".",
                ])?;
            }
            Step::Visit | Step::Leave => {
                let Some(stat) = walk.stat().copied() else { continue };
                let entering = step == Step::Visit;
                let is_folder = stat.is_dir();
                if entering && is_folder && depth >= global.max_depth {
                    walk.skip();
                }
                // With -depth a folder's turn comes after its content, or at once if that is not looked at.
                let gone_into = is_folder && depth < global.max_depth;
                let turn = if global.depth_first { !entering || !gone_into } else { entering };
                if !turn || depth < global.min_depth || depth > global.max_depth {
                    continue;
                }
                let path = BString::from(walk.path());
                let file = File { path: &path, start, depth, stat };
                evaluator.prune = false;
                evaluator.evaluate(context, &parsed.node, &file)?;
                if evaluator.quit {
                    return Ok(());
                }
                if evaluator.prune && entering {
                    walk.skip();
                }
            }
        }
    }
    Ok(())
}
