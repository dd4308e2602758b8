//! `grep`, `egrep` and `fgrep`: lines that match patterns.

mod filter;
mod output;
mod scan;
mod settings;

use bstr::BString;

use self::scan::{Failure, Scan};
use self::settings::{Folders, List, Settings};
use super::options::{self, Arguments, Spec};
use super::shared::quote::quote_colon;
use super::shared::walk::{FollowLinks, Step, Walk};
use crate::shell::command::{Context, Input, Native, Outcome};
use crate::shell::kernel::{Halt, IoError, OpenOptions, Source};
use crate::workspace::{Errno, Ino, Kind};

const HELP: &str = "\
Usage: grep [OPTION]... PATTERNS [FILE]...
Search for PATTERNS in each FILE. PATTERNS may hold several patterns, one a line.

Patterns:
  -E, --extended-regexp     PATTERNS are extended regular expressions
  -F, --fixed-strings       PATTERNS are strings
  -G, --basic-regexp        PATTERNS are basic regular expressions (default)
  -P, --perl-regexp         PATTERNS are Perl regular expressions
  -e, --regexp=PATTERNS     search for PATTERNS
  -f, --file=FILE           take PATTERNS from FILE
  -i, --ignore-case         ignore case
      --no-ignore-case      do not ignore case (default)
  -w, --word-regexp         match whole words only
  -x, --line-regexp         match whole lines only
  -z, --null-data           lines end in NUL, not newline

Output:
  -s, --no-messages         no messages about files that cannot be read
  -v, --invert-match        select lines that do not match
  -m, --max-count=NUM       stop after NUM selected lines
  -b, --byte-offset         print the byte offset with lines
  -n, --line-number         print the line number with lines
      --line-buffered       (accepted)
  -H, --with-filename       print the name of the file with lines
  -h, --no-filename         print no names
      --label=LABEL         the name of standard input
  -o, --only-matching       print only the parts of lines that match, if not empty
  -q, --quiet, --silent     print nothing; stop at the first selected line
      --binary-files=TYPE   binary files are: binary (default), text, without-match
  -a, --text                the same as --binary-files=text
  -I                        the same as --binary-files=without-match
  -L, --files-without-match print only names of files without a selected line
  -l, --files-with-matches  print only names of files with a selected line
  -c, --count               print only a count of selected lines for each file
  -T, --initial-tab         a tab before the text of the line
  -Z, --null                NUL after file names
  -U, --binary              (accepted)

Files:
  -d, --directories=ACTION  folders: read (default, which fails), recurse, skip
  -D, --devices=ACTION      devices and FIFOs: read, skip
  -r, --recursive           the same as --directories=recurse
  -R, --dereference-recursive  the same, following all symbolic links
      --include=GLOB        only files that match GLOB
      --exclude=GLOB        no files that match GLOB
      --exclude-from=FILE   no files that match a glob of FILE
      --exclude-dir=GLOB    no folders that match GLOB

Context:
  -B, --before-context=NUM  print NUM lines before
  -A, --after-context=NUM   print NUM lines after
  -C, --context=NUM         print NUM lines before and after; -NUM is the same
      --group-separator=SEP print SEP between groups of lines (default --)
      --no-group-separator  print nothing there
      --color[=WHEN], --colour[=WHEN]  color matches: always, never or auto
  -V, --version             show the version and exit
      --help                show this help and exit

With no FILE, read '.' if recursive, standard input otherwise; so does '-'. Without -H or -h, names are printed when
there is more than one FILE. Exit status: 0 if a line is selected, 1 if none is, 2 if something failed (unless -q
found a line).
";

const SPEC: Spec = Spec { options: settings::OPTIONS, operands_end_options: false, failure: 2 };

const GREP: Native = Native { name: "grep", help: HELP, run };

pub const COMMANDS: &[Native] = &[
    GREP,
    Native { name: "egrep", help: HELP, run: |context| run_as(context, "-E") },
    Native { name: "fgrep", help: HELP, run: |context| run_as(context, "-F") },
];

/// The old names stand for `grep` with an option, and speak as `grep`.
fn run_as(context: &mut Context<'_>, option: &str) -> Outcome {
    let mut argv = vec![BString::from("grep"), option.into()];
    argv.extend_from_slice(context.args());
    context.flush()?;
    Context::new(context.exec.clone(), &argv, &GREP).execute()
}

fn run(context: &mut Context<'_>) -> Outcome {
    let args = settings::expand_digits(context.args());
    let (options, mut operands) = match options::read_from(context, &SPEC, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if options.iter().any(|option| option.id == 'V') {
        return version(context);
    }
    let settings = match Settings::read(context, options, &mut operands)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    let recursive = settings.folders == Folders::Recurse;
    let show_names = settings.filename.unwrap_or({
        // One folder may hold several files.
        operands.len() > 1 || (recursive && operands.first().is_none_or(|operand| operand != "-"))
    });
    let names_hang_on_folder = settings.filename.is_none() && operands.len() == 1 && recursive;
    let omit_dot = operands.is_empty() && recursive;
    if operands.is_empty() {
        operands.push(if recursive { "." } else { "-" }.into());
    }
    let mut search = Search { settings: &settings, show_names, grouped: false, found: false, failed: false, output: None };
    search.output = search.output_inode(context);
    for operand in &operands {
        context.charge(1)?;
        if names_hang_on_folder {
            search.show_names = context.vfs().is_dir(context.cwd(), operand);
        }
        search.operand(context, operand, omit_dot)?;
        if settings.quiet && search.found {
            return Ok(0);
        }
    }
    Ok(match (search.failed, search.found) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    })
}

fn version(context: &mut Context<'_>) -> Outcome {
    let line = format!("grep (mem-sandbox) {}\n", env!("CARGO_PKG_VERSION"));
    context.write(line.as_bytes())?;
    Ok(0)
}

struct Search<'s> {
    settings: &'s Settings,
    show_names: bool,
    grouped: bool,
    found: bool,
    failed: bool,
    /// The file that standard output goes to.
    output: Option<Ino>,
}

impl Search<'_> {
    /// The inode behind standard output, where reading it would never end.
    fn output_inode(&self, context: &Context<'_>) -> Option<Ino> {
        let prints = !self.settings.quiet && self.settings.list == List::None && !self.settings.count;
        if !prints || self.settings.max_count.is_some_and(|most| most <= 1) {
            return None;
        }
        match &context.exec.fds.get(1)?.source {
            Source::File(file) => Some(file.ino()),
            _ => None,
        }
    }

    fn complain(&mut self, context: &mut Context<'_>, name: &[u8], errno: Errno) -> Result<(), Halt> {
        self.failed = true;
        if self.settings.no_messages {
            return Ok(());
        }
        context.complain(&[name, b": ", errno.message().as_bytes()])
    }

    fn operand(&mut self, context: &mut Context<'_>, operand: &BString, omit_dot: bool) -> Result<(), Halt> {
        let settings = self.settings;
        if operand == "-" {
            let label = settings.label.clone().unwrap_or_else(|| "(standard input)".into());
            if self.is_left_out(operand, false, true) {
                return Ok(());
            }
            return match context.stdin() {
                Ok(input) => self.input(context, &label, input, true),
                Err(IoError::Halt(halt)) => Err(halt),
                Err(IoError::Errno(errno)) => self.complain(context, &label, errno),
            };
        }
        let stat = match context.vfs().stat(context.cwd(), operand) {
            Ok(stat) => stat,
            Err(errno) => {
                if self.is_left_out(operand, false, true) {
                    return Ok(());
                }
                return self.complain(context, operand, errno);
            }
        };
        if !stat.is_dir() {
            if self.is_left_out(operand, false, true) {
                return Ok(());
            }
            return self.file(context, operand, operand, stat.kind, stat.ino, true);
        }
        match settings.folders {
            Folders::Skip => Ok(()),
            Folders::Read if self.is_left_out(operand, true, true) => Ok(()),
            Folders::Read => self.complain(context, operand, Errno::IsDir),
            Folders::Recurse => self.tree(context, operand, omit_dot),
        }
    }

    fn is_left_out(&self, path: &[u8], folder: bool, operand: bool) -> bool {
        if folder {
            let path = if operand { super::shared::path::strip_trailing_slashes(path) } else { path };
            self.settings.excluded_folders.leaves_out(path, operand)
        } else {
            self.settings.files.leaves_out(path, operand)
        }
    }

    fn tree(&mut self, context: &mut Context<'_>, operand: &BString, omit_dot: bool) -> Result<(), Halt> {
        let follow = if self.settings.follow_links { FollowLinks::Always } else { FollowLinks::CommandLine };
        let mut walk = Walk::new(operand, follow);
        while let Some(step) = walk.next(context)? {
            let path = if omit_dot { walk.path().strip_prefix(b"./").unwrap_or(walk.path()) } else { walk.path() };
            let shown = BString::from(path);
            let top = walk.depth() == 0;
            match (step, walk.stat().copied()) {
                (Step::Visit, Some(stat)) if stat.is_dir() => {
                    // The folder that stands for no operand is not left out.
                    if !(top && omit_dot) && self.is_left_out(walk.path(), true, top) {
                        walk.skip();
                    }
                }
                (Step::Visit, Some(stat)) => {
                    let skip = stat.kind == Kind::Symlink || self.is_left_out(walk.path(), false, top);
                    if !skip {
                        let at = BString::from(walk.path());
                        self.file(context, &at, &shown, stat.kind, stat.ino, top)?;
                    }
                    if self.settings.quiet && self.found {
                        return Ok(());
                    }
                }
                (Step::Unreadable(errno) | Step::Missing(errno), _) => self.complain(context, &shown, errno)?,
                (Step::Loop, _) => {
                    if !self.settings.no_messages {
                        context.complain(&[b"warning: ", &shown, b": recursive directory loop"])?;
                    }
                    walk.skip();
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn file(
        &mut self,
        context: &mut Context<'_>,
        path: &BString,
        shown: &BString,
        kind: Kind,
        ino: Ino,
        operand: bool,
    ) -> Result<(), Halt> {
        if matches!(kind, Kind::Device | Kind::Fifo) && self.settings.skip_devices.unwrap_or(!operand) {
            return Ok(());
        }
        if self.output == Some(ino) && kind == Kind::File {
            self.failed = true;
            return context.complain(&[&quote_colon(shown), b": input file is also the output"]);
        }
        if kind != Kind::File {
            return match context.open(path, OpenOptions::reading()) {
                Ok(fd) => self.input(context, shown, Input::new(fd), false),
                Err(IoError::Halt(halt)) => Err(halt),
                Err(IoError::Errno(errno)) => self.complain(context, shown, errno),
            };
        }
        match context.vfs().read_file(context.cwd(), path) {
            Ok(content) => {
                let data = content.to_bytes();
                let size = Some(data.len() as u64);
                self.search(context, shown, size, |scan, context| scan.whole(context, &data)).map(drop)
            }
            Err(errno) => self.complain(context, shown, errno),
        }
    }

    fn input(&mut self, context: &mut Context<'_>, shown: &BString, mut input: Input, stdin: bool) -> Result<(), Halt> {
        let start = input.fd().offset();
        if let Source::File(file) = &input.fd().source
            && self.output == Some(file.ino())
        {
            self.failed = true;
            return context.complain(&[&quote_colon(shown), b": input file is also the output"]);
        }
        let size = match &input.fd().source {
            Source::File(file) => context.vfs().stat_open(file).ok().map(|stat| stat.size),
            _ => None,
        };
        let end = self.search(context, shown, size, |scan, context| scan.stream(context, &mut input))?;
        // The next reader goes on behind the last selected line.
        if stdin
            && let Some(end) = end
            && input.fd().is_seekable()
        {
            input.fd().seek(start.saturating_add(end));
        }
        Ok(())
    }

    /// Searches with `work` and says what the options ask for. Returns the end of the last selected line, if the
    /// search ended there.
    fn search(
        &mut self,
        context: &mut Context<'_>,
        shown: &BString,
        size: Option<u64>,
        work: impl FnOnce(&mut Scan<'_>, &mut Context<'_>) -> Result<(), Failure>,
    ) -> Result<Option<u64>, Halt> {
        let settings = self.settings;
        let mut scan = Scan::new(settings, shown, self.show_names, size, &mut self.grouped);
        let result = work(&mut scan, context);
        let (selected, binary, skipped, end) = (scan.selected, scan.is_binary_match(), scan.skipped, scan.last_selected);
        match result {
            Ok(()) => {}
            Err(Failure::Halt(halt)) => return Err(halt),
            Err(Failure::Io(errno)) => {
                if errno == Errno::IsDir && settings.folders == Folders::Skip {
                    return Ok(None);
                }
                self.complain(context, shown, errno)?;
            }
            Err(Failure::Exhausted) => {
                self.failed = true;
                context.complain(&[shown, b": exceeded PCRE's backtracking limit"])?;
            }
        }
        if skipped && settings.list != List::NonMatching {
            if settings.count {
                self.count(context, shown, 0)?;
            }
            return Ok(None);
        }
        let lists = match settings.list {
            List::None => false,
            List::Matching => selected > 0,
            List::NonMatching => selected == 0,
        };
        self.found |= selected > 0;
        if settings.quiet {
            return Ok(None);
        }
        if settings.count {
            self.count(context, shown, selected)?;
        }
        if lists {
            let mut line = Vec::new();
            self.paint_name(&mut line, shown);
            line.push(if settings.null_after_name { 0 } else { b'\n' });
            context.write(&line)?;
        }
        if binary {
            context.complain(&[shown, b": binary file matches"])?;
        }
        Ok(settings.max_count.filter(|most| selected >= *most).map(|_| end))
    }

    fn count(&self, context: &mut Context<'_>, shown: &[u8], selected: u64) -> Result<(), Halt> {
        let mut line = Vec::new();
        if self.show_names {
            self.paint_name(&mut line, shown);
            if self.settings.null_after_name {
                line.push(0);
            } else {
                match &self.settings.colors {
                    Some(colors) => colors.paint(&mut line, &colors.separator, b":"),
                    None => line.push(b':'),
                }
            }
        }
        line.extend_from_slice(selected.to_string().as_bytes());
        line.push(b'\n');
        context.write(&line)
    }

    fn paint_name(&self, line: &mut Vec<u8>, name: &[u8]) {
        match &self.settings.colors {
            Some(colors) => colors.paint(line, &colors.filename, name),
            None => line.extend_from_slice(name),
        }
    }
}
