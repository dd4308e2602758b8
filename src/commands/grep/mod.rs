//! `grep`, `egrep` and `fgrep`: lines that match patterns.
//!
//! Inputs are searched in slices of many lines: the expression finds a match, the match is widened to its line.
//! Folders are read in byte order of names, where GNU grep takes the order of the disk.

mod arguments;
mod colors;
mod compile;
mod filter;
mod frame;
mod lines;
mod matcher;
mod printer;
mod search;
mod strings;
mod warnings;

use bstr::BString;

use arguments::{Arguments, Devices, Directories, List, Settings};
use printer::Printer;
use search::{Failure, Searcher, is_listed};

use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Fd, Halt, IoError, OpenOptions, Source};
use shell::regex::Syntax;
use workspace::{Errno, Kind};

const HELP: &str = "\
Usage: grep [OPTION]... PATTERNS [FILE]...
Print the lines of each FILE that match one of PATTERNS, which stand on lines of their own.
Example: grep -i 'hello world' menu.h main.c

What matches:
  -E, --extended-regexp     PATTERNS are extended regular expressions (egrep)
  -F, --fixed-strings       PATTERNS are plain strings (fgrep)
  -G, --basic-regexp        PATTERNS are basic regular expressions (default)
  -P, --perl-regexp         PATTERNS are Perl regular expressions
  -e, --regexp=PATTERNS     search for PATTERNS
  -f, --file=FILE           take PATTERNS from FILE
  -i, --ignore-case         upper and lower case are the same (-y too)
      --no-ignore-case      they are not (default)
  -w, --word-regexp         match whole words only
  -x, --line-regexp         match whole lines only
  -z, --null-data           lines end in NUL, not newline
  -v, --invert-match        select the lines that do not match

What is printed:
  -c, --count               the number of selected lines of each FILE
  -l, --files-with-matches  names of FILEs with selected lines
  -L, --files-without-match  names of FILEs without
  -o, --only-matching       the matches, not the lines; empty ones are left out
  -q, --quiet, --silent     nothing; stop at the first selected line
  -s, --no-messages         no messages about files that cannot be read
  -m, --max-count=NUM       stop a FILE after NUM selected lines
  -b, --byte-offset         the offset of each line or match before it
  -n, --line-number         the number of each line before it
  -H, --with-filename       the name of the FILE before each line
  -h, --no-filename         no names of FILEs
      --label=LABEL         what to call the standard input
  -T, --initial-tab         a tab before each line, so that tabs in it line up
  -Z, --null                NUL after names of FILEs
      --color[=WHEN], --colour[=WHEN]  color matches: 'always', 'never' or 'auto' (see GREP_COLORS)
      --line-buffered       write out each line at once

Context:
  -A, --after-context=NUM   NUM lines after each selected line
  -B, --before-context=NUM  NUM lines before it
  -C, --context=NUM, -NUM   both
      --group-separator=SEP  the line between groups (default '--')
      --no-group-separator  no line between groups

Which files:
  -a, --text                take binary files for text
  -I                        take binary files for ones that do not match
      --binary-files=TYPE   'binary', 'text' or 'without-match'
  -d, --directories=ACTION  'read', 'recurse' or 'skip'
  -D, --devices=ACTION      'read' or 'skip'
  -r, --recursive           search what is in folders; do not follow links in them
  -R, --dereference-recursive  follow all links
      --include=GLOB        only files whose names match GLOB
      --exclude=GLOB        not those
      --exclude-from=FILE   not those that match a line of FILE
      --exclude-dir=GLOB    not the folders whose names match
  -U, --binary              no effect here
  -V, --version             show the version and exit
      --help                show this help and exit

With no FILE, the standard input is read, or with -r the working folder. FILE may be -.
Exit status: 0 when a line was selected, 1 when none was, 2 on errors (but 0 with -q and a selected line).
";

pub const COMMANDS: &[Native] = &[
    Native { name: "egrep", help: HELP, run },
    Native { name: "fgrep", help: HELP, run },
    Native { name: "grep", help: HELP, run },
];

/// Writes a message under the name `grep`, by whichever name it was called.
fn complain(context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    let mut line = b"grep: ".to_vec();
    for part in parts {
        line.extend_from_slice(part);
    }
    line.push(b'\n');
    context.write_error(&line)
}

fn run(context: &mut Context<'_>) -> Outcome {
    match search_all(context).and_then(|status| context.flush().map(|()| status)) {
        // A failure to write is as bad as one to read.
        Err(Halt::Write(errno)) => {
            context.stdout.discard();
            complain(context, &[b"write error: ", errno.message().as_bytes()])?;
            Ok(2)
        }
        outcome => outcome,
    }
}

fn search_all(context: &mut Context<'_>) -> Outcome {
    let (settings, patterns, mut operands) = match arguments::read(context)? {
        Arguments::Run { settings, patterns, operands } => (settings, patterns, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    // What cannot match is not even read.
    let all = patterns.iter().all(|pattern| pattern.text.is_empty()) && !settings.whole_line && !settings.whole_word;
    let none = if settings.invert { all && !patterns.is_empty() } else { patterns.is_empty() };
    let nothing = settings.most == Some(0) || none;
    let unread = context.exec.fds.get(1).is_some_and(|fd| matches!(fd.source, Source::Null));
    if nothing && (settings.list != List::NonMatching || settings.quiet || unread) {
        return Ok(1);
    }
    let Some(expressions) = compile::compile(context, &settings, &patterns)? else { return Ok(2) };
    let first_only = settings.quiet || unread || settings.list != List::Nothing;
    let mut files = Files {
        searcher: Searcher {
            settings: &settings,
            matcher: &expressions.lines,
            parts: expressions.parts.as_ref().unwrap_or(&expressions.lines),
            printer: Printer::new(&settings, expressions.holds_line_end),
            quiet: first_only || settings.count,
            first_only,
            used: false,
            failed: false,
        },
        // One input has a name only when it is found in a folder.
        name_undecided: settings.file_name.is_none()
            && operands.len() <= 1
            && settings.directories == Directories::Recurse,
        without_dot: false,
        matched: false,
    };
    files.searcher.printer.with_name = settings.file_name.unwrap_or(operands.len() > 1);
    if operands.is_empty() {
        files.without_dot = settings.directories == Directories::Recurse;
        operands.push(if files.without_dot { "." } else { "-" }.into());
    }
    for operand in &operands {
        match files.operand(context, operand) {
            Ok(()) => {}
            Err(Failure::Halt(halt)) => return Err(halt),
            Err(_) => return Ok(2),
        }
        if settings.quiet && files.matched {
            return Ok(0);
        }
    }
    Ok(match (files.searcher.failed, files.matched) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    })
}

/// The files of one run.
struct Files<'a> {
    searcher: Searcher<'a>,
    name_undecided: bool,
    /// The working folder is searched without being named: its files lose their `./`.
    without_dot: bool,
    matched: bool,
}

impl Files<'_> {
    fn settings(&self) -> &Settings {
        self.searcher.settings
    }

    /// Searches a file named in the arguments, or what is in the folder.
    fn operand(&mut self, context: &mut Context<'_>, operand: &BString) -> Result<(), Failure> {
        if operand == "-" {
            let name = self.settings().label.clone().unwrap_or_else(|| "(standard input)".into());
            self.name_undecided = false;
            return match context.exec.fds.require(0).cloned() {
                Ok(fd) => self.file(context, fd, &name, true),
                Err(errno) => self.fail(context, &name, errno),
            };
        }
        let stat = match context.vfs().stat(context.cwd(), operand) {
            Ok(stat) => stat,
            Err(errno) => return self.fail(context, operand, errno),
        };
        let settings = self.settings();
        if settings.devices == Devices::Skip && is_device(stat.kind) {
            return Ok(());
        }
        let skipped = if stat.is_dir() {
            settings.directories == Directories::Skip
                || (!self.without_dot && settings.filter.skips_named_folder(operand))
        } else {
            settings.filter.skips_named_file(operand)
        };
        if skipped {
            return Ok(());
        }
        if std::mem::take(&mut self.name_undecided) {
            self.searcher.printer.with_name = stat.is_dir();
        }
        if stat.is_dir() && self.settings().directories == Directories::Recurse {
            return self.folder(context, operand);
        }
        self.path(context, operand, operand)
    }

    fn folder(&mut self, context: &mut Context<'_>, start: &[u8]) -> Result<(), Failure> {
        let follow = if self.settings().follow { FollowLinks::Always } else { FollowLinks::CommandLine };
        let mut walk = Walk::new(single_slash(start), follow).without_sizes();
        while let Some(step) = walk.next(context)? {
            let shown =
                if self.without_dot { walk.path().strip_prefix(b"./").unwrap_or(walk.path()) } else { walk.path() };
            let below = walk.depth() > 0;
            match step {
                Step::Leave => {}
                Step::Visit | Step::Unreadable(_) | Step::Loop
                    if below && walk.kind() == Some(Kind::Dir) && self.settings().filter.skips_folder(walk.name()) =>
                {
                    walk.skip();
                }
                Step::Visit if walk.kind() == Some(Kind::Dir) => {}
                Step::Visit => {
                    let link = walk.kind() == Some(Kind::Symlink) && !self.settings().follow;
                    let device = walk.kind().is_some_and(is_device) && self.settings().devices != Devices::Read;
                    if (below && link) || device || self.settings().filter.skips_file(walk.name()) {
                        continue;
                    }
                    let shown = BString::from(shown);
                    self.path(context, walk.path(), &shown)?;
                    if self.settings().quiet && self.matched {
                        return Ok(());
                    }
                }
                Step::Unreadable(errno) | Step::Missing(errno) => {
                    let shown = BString::from(shown);
                    self.fail(context, &shown, errno)?;
                }
                Step::Loop => {
                    if !self.settings().no_messages {
                        complain(context, &[shown, b": warning: recursive directory loop"])?;
                    }
                }
            }
        }
        Ok(())
    }

    fn path(&mut self, context: &mut Context<'_>, path: &[u8], shown: &[u8]) -> Result<(), Failure> {
        match context.open(path, OpenOptions::reading()) {
            Ok(fd) => self.file(context, fd, shown, false),
            Err(IoError::Halt(halt)) => Err(Failure::Halt(halt)),
            Err(IoError::Errno(errno)) => self.fail(context, shown, errno),
        }
    }

    /// Searches an open file and prints what is said about the file as a whole.
    fn file(&mut self, context: &mut Context<'_>, fd: Fd, shown: &[u8], is_stdin: bool) -> Result<(), Failure> {
        let settings = self.searcher.settings;
        let several = settings.most.is_none_or(|most| most > 1);
        if !self.searcher.quiet && several && context.exec.fds.get(1).is_some_and(|out| out.same_file(&fd)) {
            self.searcher.failed = true;
            if !settings.no_messages {
                complain(context, &[shown, b": input file is also the output"])?;
            }
            return Ok(());
        }
        let width = if settings.initial_tab { number_width(context, &fd, settings.line_number) } else { 0 };
        let start = fd.offset();
        let found = match self.searcher.search(context, fd.clone(), shown, width) {
            Ok(found) => found,
            Err(Failure::Errno(errno)) => {
                self.fail(context, shown, errno)?;
                search::Found { count: 0, stopped_at: None }
            }
            Err(Failure::Exhausted) => {
                let text: &[u8] = match settings.syntax {
                    Syntax::Perl => b": exceeded PCRE's backtracking limit",
                    _ => b": regular expression takes too many steps",
                };
                complain(context, &[shown, text])?;
                return Err(Failure::Exhausted);
            }
            Err(Failure::Halt(halt)) => return Err(Failure::Halt(halt)),
        };
        self.matched |= found.count > 0;
        if is_stdin
            && let Some(length) = found.stopped_at
            && fd.is_seekable()
        {
            // The next reader of the standard input goes on behind the last selected line.
            fd.seek(start.saturating_add(length));
        }
        if settings.count && !self.searcher.first_only {
            if self.searcher.printer.with_name {
                self.searcher.printer.name_alone(context, true)?;
            }
            context.write(format!("{}\n", found.count).as_bytes())?;
        }
        if !settings.quiet && is_listed(settings.list, found.count) {
            self.searcher.printer.name_alone(context, false)?;
        }
        Ok(())
    }

    fn fail(&mut self, context: &mut Context<'_>, shown: &[u8], errno: Errno) -> Result<(), Failure> {
        self.searcher.failed = true;
        if !self.settings().no_messages {
            complain(context, &[shown, b": ", errno.message().as_bytes()])?;
        }
        Ok(())
    }
}

fn is_device(kind: Kind) -> bool {
    matches!(kind, Kind::Device | Kind::Fifo)
}

/// A path without all but one of the slashes at its end.
fn single_slash(path: &[u8]) -> &[u8] {
    let slashes = path.iter().rev().take_while(|byte| **byte == b'/').count();
    &path[..path.len() - slashes.saturating_sub(1)]
}

/// With `-T`, how many columns the numbers of a file take: as many as its size, or what any size may take.
fn number_width(context: &Context<'_>, fd: &Fd, with_lines: bool) -> usize {
    /// The largest size that a file may have.
    const ANY: u64 = i64::MAX as u64;
    let size = match &fd.source {
        Source::File(file) => context.vfs().stat_open(file).map_or(ANY, |stat| stat.size),
        _ => ANY,
    };
    size.saturating_add(u64::from(with_lines)).to_string().len()
}
