//! `find`: walks trees and evaluates an expression for everything it meets.
//!
//! Names come in byte order, where GNU find takes the order of the disk.

mod evaluate;
mod exec;
mod expression;
mod listing;
mod parse;
pub(crate) mod printf;
mod settings;
mod test;
mod times;

use bstr::{BString, ByteSlice};

use evaluate::{Entry, Run};
use expression::{Expression, Token};
use parse::{Parser, Refused, begins_expression};
use settings::Settings;
use test::{Target, Test};

use super::shared::prompt::Prompter;
use super::shared::quote::quote;
use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError, Stat};
use workspace::Errno;

const HELP: &str = "\
Usage: find [-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]

Evaluates the expression for each file below the paths (default: the working folder). Without an action, prints
the files for which it is true.

Operators, the strongest first:
      ( EXPR )   ! EXPR   -not EXPR   EXPR1 EXPR2   EXPR1 -a EXPR2   EXPR1 -and EXPR2
      EXPR1 -o EXPR2   EXPR1 -or EXPR2   EXPR1 , EXPR2

Options (always true):
      -daystart -follow -regextype TYPE -warn -nowarn
      -depth -d -files0-from FILE -maxdepth LEVELS -mindepth LEVELS -mount -xdev -noleaf
      -ignore_readdir_race -noignore_readdir_race

Tests (N can be +N, -N or N):
      -amin N -anewer FILE -atime N -cmin N -cnewer FILE -ctime N -empty -executable -false -fstype TYPE
      -gid N -group NAME -ilname PATTERN -iname PATTERN -inum N -ipath PATTERN -iregex PATTERN
      -iwholename PATTERN -links N -lname PATTERN -mmin N -mtime N -name PATTERN -newer FILE -newerXY REFERENCE
      -nogroup -nouser -path PATTERN -perm [-/]MODE -readable -regex PATTERN -samefile FILE -size N[bcwkMG]
      -true -type [bcdpfls] -uid N -used N -user NAME -wholename PATTERN -writable -xtype [bcdpfls]

Actions:
      -delete -print -print0 -printf FORMAT -fprint FILE -fprint0 FILE -fprintf FILE FORMAT -ls -fls FILE
      -prune -quit -exec COMMAND ; -exec COMMAND {} + -ok COMMAND ;
      -execdir COMMAND ; -execdir COMMAND {} + -okdir COMMAND ;

      --help                   show this help and exit
      --version                show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "find", help: HELP, run }];

/// What `%F` and `-fstype` call the file system.
const FILE_SYSTEM: &str = "tmpfs";

/// The number of the one device.
const DEVICE: u64 = 1;

/// What `-D` may be given.
const DEBUG_FLAGS: [&str; 9] = ["exec", "opt", "rates", "search", "stat", "time", "tree", "all", "help"];

fn complain(context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    context.complain(parts)
}

fn warn(context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    context.complain(&[b"warning: ", &parts.concat()])
}

fn run(context: &mut Context<'_>) -> Outcome {
    match find(context).and_then(|status| context.flush().map(|()| status)) {
        Err(Halt::Write(errno)) => {
            context.stdout.discard();
            context.complain(&[&quote(b"standard output"), b": ", errno.message().as_bytes()])?;
            context.complain(&[b"write error"])?;
            Ok(1)
        }
        outcome => outcome,
    }
}

fn find(context: &mut Context<'_>) -> Outcome {
    let (settings, expression, starts) = match prepare(context) {
        Ok(prepared) => prepared,
        Err(Refused::Halt(halt)) => return Err(halt),
        Err(Refused::Exit(status)) => return Ok(status),
        Err(Refused::Message(message)) => {
            context.complain(&[&message])?;
            return Ok(1);
        }
    };
    let mut run = Run { settings, status: 0, pruned: false, quit: false, prompter: Prompter::default() };
    match run.settings.starts_from.clone() {
        Some(file) => {
            if let Some(start) = starts.first() {
                context.complain(&[b"extra operand ", &quote(start)])?;
                context.complain(&[b"file operands cannot be combined with -files0-from"])?;
                return Ok(1);
            }
            if !from_file(context, &mut run, &expression, &file)? {
                return Ok(1);
            }
        }
        None if starts.is_empty() => walk(context, &mut run, &expression, b".")?,
        None => {
            for start in &starts {
                walk(context, &mut run, &expression, start)?;
                if run.quit {
                    break;
                }
            }
        }
    }
    run.finish(context)?;
    Ok(run.status)
}

/// Reads the arguments: options, starting points, expression.
fn prepare(context: &mut Context<'_>) -> Result<(Settings, Expression<Test>, Vec<BString>), Refused> {
    let args = context.args();
    let mut follow = FollowLinks::Never;
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        match arg.as_slice() {
            b"-P" => follow = FollowLinks::Never,
            b"-H" => follow = FollowLinks::CommandLine,
            b"-L" => follow = FollowLinks::Always,
            b"--" => break,
            b"-D" => {
                let Some(flags) = args.get(at) else {
                    context.complain(&[b"Missing argument after the -D option."])?;
                    super::options::hint(context)?;
                    return Err(Refused::Exit(1));
                };
                at += 1;
                debug(context, flags)?;
            }
            other if other.starts_with(b"-O") => level(&other[2..])?,
            _ => {
                at -= 1;
                break;
            }
        }
    }
    let rest = args.get(at..).unwrap_or_default();
    let split = rest.iter().position(|arg| begins_expression(arg, true)).unwrap_or(rest.len());
    let (starts, words) = rest.split_at(split);
    let mut settings = Settings::new(follow);
    let mut parser = Parser::new(context, &mut settings, words);
    let mut tokens = parser.tokens()?;
    let acts = parser.acts;
    if tokens.is_empty() {
        tokens.push(Token::Test(Test::True));
    }
    let mut expression = expression::parse(tokens).map_err(|message| Refused::Message(message.into()))?;
    if !acts {
        let print = Expression::Test(Test::Print(Target::Stdout, b'\n'));
        expression = Expression::And(vec![expression, print]);
    }
    Ok((settings, expression, starts.to_vec()))
}

/// `-O`: everything is evaluated in the order given, so that there is nothing to choose; the level must be a number.
fn level(digits: &[u8]) -> Result<(), Refused> {
    if digits.is_empty() {
        return parse::refuse(&[b"The -O option must be immediately followed by a decimal integer"]);
    }
    if !digits.iter().all(u8::is_ascii_digit) {
        return parse::refuse(&[b"Please specify a decimal number immediately after -O"]);
    }
    Ok(())
}

/// `-D`: GNU find tells about its inner life, of which there is none here to tell.
fn debug(context: &mut Context<'_>, flags: &[u8]) -> Result<(), Refused> {
    for flag in flags.split_str(",") {
        match DEBUG_FLAGS.iter().find(|known| known.as_bytes() == flag) {
            Some(&"help") => {
                let list = DEBUG_FLAGS.join(", ");
                context.write(format!("Valid arguments for -D:\n{list}\n").as_bytes())?;
                return Err(Refused::Exit(0));
            }
            Some(_) => warn(context, &[b"no debugging output is available for -D ", flag])?,
            None => context.complain(&[b"Ignoring unrecognised debug flag ", &quote(flag)])?,
        }
    }
    Ok(())
}

/// Walks below the starting points that stand in a file, each ended by NUL; false when it cannot be read.
fn from_file(
    context: &mut Context<'_>,
    run: &mut Run,
    expression: &Expression<Test>,
    file: &BString,
) -> Result<bool, Halt> {
    let data = match context.read_operand(file) {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            context.complain(&[b"cannot open ", &quote(file), b" for reading: ", errno.message().as_bytes()])?;
            return Ok(false);
        }
    };
    let data = data.strip_suffix(b"\0").unwrap_or(&data);
    if data.is_empty() {
        return Ok(true);
    }
    for (index, start) in data.split_str("\0").enumerate() {
        if start.is_empty() {
            run.status = 1;
            let place = format!(":{}: invalid zero-length file name", index + 1);
            context.complain(&[&quote(file), place.as_bytes()])?;
            continue;
        }
        if start == b"-" && file == "-" {
            run.status = 1;
            let name = quote(b"-");
            context.complain(&[
                b"when reading file names from standard input, no file name of ",
                &name,
                b" allowed",
            ])?;
            continue;
        }
        walk(context, run, expression, start)?;
        if run.quit {
            break;
        }
    }
    Ok(true)
}

/// Evaluates the expression for everything below one starting point.
fn walk(context: &mut Context<'_>, run: &mut Run, expression: &Expression<Test>, start: &[u8]) -> Result<(), Halt> {
    let mut walk = Walk::new(start, run.settings.follow).without_sizes();
    while let Some(step) = walk.next(context)? {
        let depth = walk.depth();
        let Some(&stat) = walk.stat() else {
            if let Step::Missing(errno) = step
                && !(run.settings.ignore_race && errno == Errno::NotFound && depth > 0)
            {
                let path = BString::from(walk.path());
                run.fail(context, &path, errno)?;
            }
            continue;
        };
        match step {
            Step::Missing(errno) => {
                let path = BString::from(walk.path());
                run.fail(context, &path, errno)?;
            }
            Step::Unreadable(errno) => {
                if !(run.settings.ignore_race && errno == Errno::NotFound) {
                    let path = BString::from(walk.path());
                    run.fail(context, &path, errno)?;
                }
            }
            Step::Loop => {
                run.status = 1;
                let upper = BString::from(walk.ancestor_path(Some(stat.ino)));
                context.complain(&[
                    b"File system loop detected; ",
                    &quote(walk.path()),
                    b" is part of the same file system loop as ",
                    &quote(&upper),
                    b".",
                ])?;
            }
            Step::Visit => {
                let deeper = stat.is_dir() && depth < run.settings.max_depth;
                run.pruned = false;
                // Folders of a depth-first walk wait for their `Leave`.
                if !(run.settings.depth_first && deeper) && depth >= run.settings.min_depth {
                    evaluate(context, run, expression, &walk, start, stat)?;
                }
                if !deeper || (run.pruned && !run.settings.depth_first) {
                    walk.skip();
                }
            }
            Step::Leave => {
                if run.settings.depth_first && depth >= run.settings.min_depth {
                    evaluate(context, run, expression, &walk, start, stat)?;
                }
            }
        }
        if run.quit {
            break;
        }
    }
    Ok(())
}

fn evaluate(
    context: &mut Context<'_>,
    run: &mut Run,
    expression: &Expression<Test>,
    walk: &Walk,
    start: &[u8],
    stat: Stat,
) -> Result<(), Halt> {
    let entry = Entry { path: walk.path(), start, depth: walk.depth(), stat };
    run.evaluate(context, expression, &entry).map(drop)
}

/// The last name of a path; of slashes at its end one stays.
fn base_name(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let start = memchr::memrchr(b'/', &path[..end]).map_or(0, |slash| slash + 1);
    &path[start..path.len().min(end + 1)]
}

/// What stands before the last name of a path: `.` for a name alone.
fn folder_name(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let slash = memchr::memrchr(b'/', &path[..end]).or_else(|| memchr::memrchr(b'/', path));
    slash.map_or(b".", |slash| &path[..slash])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_folders_keep_the_slashes_that_gnu_find_keeps() {
        let parts = |path: &'static str| {
            (base_name(path.as_bytes()).to_str().unwrap(), folder_name(path.as_bytes()).to_str().unwrap())
        };
        assert_eq!(parts("a/b"), ("b", "a"));
        assert_eq!(parts("a/b/"), ("b/", "a"));
        assert_eq!(parts("a/b//"), ("b/", "a"));
        assert_eq!(parts("a//"), ("a/", "a/"));
        assert_eq!(parts("a///"), ("a/", "a//"));
        assert_eq!(parts("a"), ("a", "."));
        assert_eq!(parts("./"), ("./", "."));
        assert_eq!(parts("/"), ("/", ""));
        assert_eq!(parts("//"), ("/", "/"));
        assert_eq!(parts("/a"), ("a", ""));
    }
}
