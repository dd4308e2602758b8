//! `diff`: what differs between files, line by line, and between folders.
//!
//! [`lines`] cuts and numbers the lines, [`changes`] finds the changes, [`print`] and [`side`] show them; this file reads
//! the options and decides what is compared with what.

pub mod changes;
mod formats;
mod lines;
mod print;
mod side;
mod three;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::changes::{Effort, changes};
use self::formats::{CHANGED, Formats, NEW, OLD, UNCHANGED};
use self::lines::{Ignore, Text, is_blank, number};
use self::print::{Comparison, Layout, Style};
use self::side::SideBySide;
use super::options::{self, InOrder, Mistake, Opt, Parsed, Spec, Takes};
use super::shared::inputs::refuse_named as refuse;
use super::shared::number::parse_clamped;
use super::shared::path::{base_name, join};
use super::shared::quote::{Quoting, Style as Quotes};
use super::shared::run;
use super::shared::time::{self, Civil};
use shell::command::{Context, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, Stat};
use shell::pattern::{Pattern, PatternOptions};
use shell::regex::{RegexError, Options, Regex, Syntax};
use workspace::{Errno, Kind, Time};

const HELP: &str = "\
Usage: diff [OPTION]... FILES
Compare files line by line. FILES are FILE1 FILE2, or a file and a folder that holds one of the same name, or two
folders; with --from-file or --to-file, any number of them. A FILE of - is the standard input.

      --normal                  output in the normal style (the default)
  -q, --brief                   say only whether files differ
  -s, --report-identical-files  say when two files are the same
  -c, -C NUM, --context[=NUM]   NUM (default 3) lines of copied context
  -u, -U NUM, --unified[=NUM]   NUM (default 3) lines of unified context
  -e, --ed                      an ed script
  -f, --forward-ed              nearly an ed script, in forward order
  -n, --rcs                     as RCS has it
  -y, --side-by-side            in two columns
  -W, --width=NUM               at most NUM (default 130) columns
      --left-column             only the left one of equal lines
      --suppress-common-lines   no equal lines
  -p, --show-c-function         the C function that each change is in
  -F, --show-function-line=RE   the last line before each change that matches RE
      --label LABEL, -L LABEL   LABEL instead of a file's name and time (twice)
  -t, --expand-tabs             tabs as spaces
  -T, --initial-tab             a tab in front of lines, so that tabs line up
      --tabsize=NUM             tab stops every NUM (default 8) columns
      --suppress-blank-empty    no space or tab in front of empty lines
  -r, --recursive               compare folders inside folders
      --no-dereference          compare symbolic links, not what they lead to
  -N, --new-file                a file that is missing counts as empty
      --unidirectional-new-file the same for a missing first file
      --ignore-file-name-case   names of files without regard to case
      --no-ignore-file-name-case  with regard to case
  -x, --exclude=PATTERN         leave out files that match PATTERN
  -X, --exclude-from=FILE       leave out files that match a pattern in FILE
  -S, --starting-file=FILE      begin with FILE when comparing folders
      --from-file=FILE1         compare FILE1 with all operands
      --to-file=FILE2           compare all operands with FILE2
  -i, --ignore-case             without regard to case
  -E, --ignore-tab-expansion    tabs and the spaces they stand for are the same
  -Z, --ignore-trailing-space   white space at line ends does not count
  -b, --ignore-space-change     the amount of white space does not count
  -w, --ignore-all-space        no white space counts
  -B, --ignore-blank-lines      changes of blank lines only do not count
  -I, --ignore-matching-lines=RE  changes of lines only that all match RE do not count
  -a, --text                    all files are text
      --strip-trailing-cr       a carriage return at a line end does not count
      --binary                  changes nothing here
  -D, --ifdef=NAME              merged, with `#ifdef NAME' around the differences
      --old-group-format=FORMAT, --new-group-format=FORMAT, --unchanged-group-format=FORMAT,
      --changed-group-format=FORMAT  groups of lines of that kind as FORMAT says: %< old, %> new, %= common lines,
                                %dF with F, L, E, M, N the first, the last line, the ones around and how many (of the
                                old file in lower case), %(A=B?T:E) T or E, %c'C' the character C
      --old-line-format=FORMAT, --new-line-format=FORMAT, --unchanged-line-format=FORMAT,
      --line-format=FORMAT      lines as FORMAT says: %L the line, %l without its end, %dn its number
  -d, --minimal                 look hard for the fewest changes
      --horizon-lines=NUM       keep NUM lines of the common prefix and suffix
      --speed-large-files       changes nothing here
  -l, --paginate                the differences of each pair of files in pages, by way of pr
      --color[=WHEN]            colors: never, always or auto
      --help                    show this help and exit
  -v, --version                 show the version and exit

The exit status is 0 if nothing differs, 1 if something does, 2 on trouble. Line and group formats (--line-format and
its like) and --palette are not available.
";

const SPEC: Spec = Spec {
    // In the order in which the possible ones are named.
    options: &[
        Opt::DIGITS,
        Opt::short('c', Takes::Nothing),
        Opt::short('C', Takes::Value),
        Opt::short('h', Takes::Nothing),
        Opt::short('P', Takes::Nothing),
        Opt::short('u', Takes::Nothing),
        Opt::short('U', Takes::Value),
        Opt::long('\x01', "binary", Takes::Nothing),
        Opt::both('q', "brief", Takes::Nothing),
        Opt::long('\x23', "changed-group-format", Takes::Value),
        Opt::long('\x12', "color", Takes::Optional),
        Opt::long('C', "context", Takes::Optional),
        Opt::both('e', "ed", Takes::Nothing),
        Opt::both('x', "exclude", Takes::Value),
        Opt::both('X', "exclude-from", Takes::Value),
        Opt::both('t', "expand-tabs", Takes::Nothing),
        Opt::both('f', "forward-ed", Takes::Nothing),
        Opt::long('\x02', "from-file", Takes::Value),
        Opt::long('\x04', "horizon-lines", Takes::Value),
        Opt::both('D', "ifdef", Takes::Value),
        Opt::both('w', "ignore-all-space", Takes::Nothing),
        Opt::both('B', "ignore-blank-lines", Takes::Nothing),
        Opt::both('i', "ignore-case", Takes::Nothing),
        Opt::long('\x05', "ignore-file-name-case", Takes::Nothing),
        Opt::both('I', "ignore-matching-lines", Takes::Value),
        Opt::both('b', "ignore-space-change", Takes::Nothing),
        Opt::both('E', "ignore-tab-expansion", Takes::Nothing),
        Opt::both('Z', "ignore-trailing-space", Takes::Nothing),
        Opt::both('T', "initial-tab", Takes::Nothing),
        Opt::both('L', "label", Takes::Value),
        Opt::long('\x07', "left-column", Takes::Nothing),
        Opt::long('\x27', "line-format", Takes::Value),
        Opt::both('l', "paginate", Takes::Nothing),
        Opt::both('d', "minimal", Takes::Nothing),
        Opt::both('N', "new-file", Takes::Nothing),
        Opt::long('\x21', "new-group-format", Takes::Value),
        Opt::long('\x25', "new-line-format", Takes::Value),
        Opt::long('\x0b', "no-dereference", Takes::Nothing),
        Opt::long('\x06', "no-ignore-file-name-case", Takes::Nothing),
        Opt::long('\x0c', "normal", Takes::Nothing),
        Opt::long('\x20', "old-group-format", Takes::Value),
        Opt::long('\x24', "old-line-format", Takes::Value),
        Opt::both('n', "rcs", Takes::Nothing),
        Opt::both('r', "recursive", Takes::Nothing),
        Opt::both('s', "report-identical-files", Takes::Nothing),
        Opt::long('\x28', "sdiff-merge-assist", Takes::Nothing),
        Opt::both('p', "show-c-function", Takes::Nothing),
        Opt::both('F', "show-function-line", Takes::Value),
        Opt::both('y', "side-by-side", Takes::Nothing),
        Opt::both('H', "speed-large-files", Takes::Nothing),
        Opt::both('S', "starting-file", Takes::Value),
        Opt::long('\x0e', "strip-trailing-cr", Takes::Nothing),
        Opt::long('\x0f', "suppress-blank-empty", Takes::Nothing),
        Opt::long('\x08', "suppress-common-lines", Takes::Nothing),
        Opt::long('\x10', "tabsize", Takes::Value),
        Opt::both('a', "text", Takes::Nothing),
        Opt::long('\x03', "to-file", Takes::Value),
        Opt::long('\x22', "unchanged-group-format", Takes::Value),
        Opt::long('\x26', "unchanged-line-format", Takes::Value),
        Opt::long('\x11', "unidirectional-new-file", Takes::Nothing),
        Opt::long('U', "unified", Takes::Optional),
        Opt::both('v', "version", Takes::Nothing),
        Opt::both('W', "width", Takes::Value),
    ],
    operands_end_options: false,
    failure: 2,
};

/// What `--version` begins with.
const VERSION: &str = "diff";

pub const COMMANDS: &[Native] =
    &[Native { name: "diff", help: HELP, run }, Native { name: "diff3", help: three::HELP, run: three::run }];

/// Everything the options say.
struct Settings {
    layout: Layout,
    ignore: Ignore,
    ignored_lines: Vec<Regex>,
    effort: Effort,
    brief: bool,
    /// `-l`
    paginate: bool,
    report_identical: bool,
    text: bool,
    recursive: bool,
    new_file: bool,
    unidirectional: bool,
    no_dereference: bool,
    ignore_name_case: bool,
    excluded: Vec<Pattern>,
    starting_file: Option<BString>,
    labels: Vec<BString>,
    from: Option<BString>,
    to: Option<BString>,
    /// The options as the headings of folders' files repeat them.
    switches: Vec<u8>,
}

impl Settings {
    /// Whether the differences make a script for ed.
    fn is_script(&self) -> bool {
        matches!(self.layout.style, Style::Ed | Style::ForwardEd)
    }

    /// Whether files are equal when their bytes are, so that nobody looks at lines.
    fn compares_bytes(&self) -> bool {
        self.brief && !self.ignore.any() && self.ignored_lines.is_empty()
    }

    /// Whether there is something to print where files do not differ.
    fn shows_equal_files(&self) -> bool {
        let formats = &self.layout.formats;
        let (group, line) = (formats.groups[UNCHANGED].as_deref(), formats.lines[UNCHANGED].as_deref());
        match self.layout.style {
            Style::SideBySide => !self.layout.side.suppress_common,
            Style::IfDefined => {
                group.is_some_and(|group| !group.is_empty() && (group != b"%=" || line.is_none_or(|line| !line.is_empty())))
            }
            _ => false,
        }
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let settings = match settings(context, &options, mistake)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    // Nothing at all to compare with a file of an option is nothing to do.
    let least = if settings.from.is_some() || settings.to.is_some() { 0 } else { 2 };
    if operands.len() < least {
        let last = operands.last().or(context.argv.last()).map_or(b"diff".as_bstr(), |last| last.as_bstr());
        return refuse(context, &[b"missing operand after '", last, b"'"]);
    }
    if least == 2
        && let Some(extra) = operands.get(2)
    {
        return refuse(context, &[b"extra operand '", extra, b"'"]);
    }
    let pairs: Vec<(BString, BString)> = match (&settings.from, &settings.to) {
        (Some(from), _) => operands.into_iter().map(|to| (from.clone(), to)).collect(),
        (None, Some(to)) => operands.into_iter().map(|from| (from, to.clone())).collect(),
        (None, None) => match <[BString; 2]>::try_from(operands) {
            Ok([from, to]) => vec![(from, to)],
            Err(_) => Vec::new(),
        },
    };
    let mut status = 0;
    let pair = Pair { settings: &settings, messages: RefCell::default(), is_input_read: Cell::new(false) };
    for (from, to) in pairs {
        status = status.max(pair.compare(context, from, to)?);
    }
    context.write(&pair.messages.take())?;
    Ok(status)
}

/// Reads the options; the inner error is the status to exit with.
fn settings(
    context: &mut Context<'_>,
    options: &[Parsed],
    mistake: Mistake,
) -> Result<Result<Settings, u8>, Halt> {
    let mut style: Option<Style> = None;
    let mut context_lines: Option<usize> = None;
    let mut digits: Option<usize> = None;
    let mut previous = None;
    let mut explicit = false;
    let mut tab_size = None;
    let mut wanted = Settings {
        layout: Layout {
            style: Style::Normal,
            context: 0,
            expand_tabs: false,
            initial_tab: false,
            tab_size: 8,
            headings: None,
            colors: false,
            formats: Formats::default(),
            suppress_blank_empty: false,
            side: SideBySide::new(130, false, 8),
        },
        ignore: Ignore::default(),
        ignored_lines: Vec::new(),
        effort: Effort::default(),
        brief: false,
        paginate: false,
        report_identical: false,
        text: false,
        recursive: false,
        new_file: false,
        unidirectional: false,
        no_dereference: false,
        ignore_name_case: false,
        excluded: Vec::new(),
        starting_file: None,
        labels: Vec::new(),
        from: None,
        to: None,
        switches: Vec::new(),
    };
    let (mut left_column, mut suppress_common, mut line_width) = (false, false, None);
    let mut headings: Vec<Vec<u8>> = Vec::new();
    for option in options {
        let value = option.value();
        let after_digit = previous.is_some_and(|id: char| id.is_ascii_digit());
        previous = Some(option.id);
        // A number may be empty where it may be 0.
        let number = || if value.is_empty() { Some(0) } else { parse_clamped(value) };
        let set = |style: &mut Option<Style>, new: Style| match style {
            Some(old) if *old != new => false,
            _ => {
                *style = Some(new);
                true
            }
        };
        let mut agrees = true;
        match option.id {
            digit @ '0'..='9' => {
                let digit = digit as usize - '0' as usize;
                let before = if after_digit { digits.unwrap_or(0) } else { 0 };
                digits = Some(before.saturating_mul(10).saturating_add(digit));
            }
            'a' => wanted.text = true,
            'b' => wanted.ignore.space_change = true,
            'B' => wanted.ignore.blank_lines = true,
            'c' | 'C' | 'u' | 'U' => {
                let new = if matches!(option.id, 'c' | 'C') { Style::Context } else { Style::Unified };
                let lines = if option.value.is_some() { number() } else { Some(3) };
                match lines.and_then(|lines| usize::try_from(lines).ok()) {
                    Some(lines) => context_lines = Some(context_lines.map_or(lines, |old| old.max(lines))),
                    None => return refuse(context, &[b"invalid context length '", value, b"'"]).map(Err),
                }
                // The long options count as numbers even without one.
                explicit |= matches!(option.id, 'C' | 'U');
                agrees = set(&mut style, new);
            }
            'd' => wanted.effort.minimal = true,
            'D' => {
                agrees = set(&mut style, Style::IfDefined);
                let mut defined = Formats::defined(value);
                for at in [UNCHANGED, OLD, NEW, CHANGED] {
                    let text = std::mem::take(&mut defined[at]);
                    if !specify(&mut wanted.layout.formats.groups[at], text.clone()) {
                        return conflict(context, b"-D", &text).map(Err);
                    }
                }
            }
            group @ ('\x20'..='\x23') => {
                agrees = set(&mut style, Style::IfDefined);
                let at = group as usize - 0x20;
                if !specify(&mut wanted.layout.formats.groups[at], value.to_vec()) {
                    let name = ["--old", "--new", "--unchanged", "--changed"][at];
                    return conflict(context, format!("{name}-group-format").as_bytes(), value).map(Err);
                }
            }
            line @ ('\x24'..='\x26') => {
                agrees = set(&mut style, Style::IfDefined);
                let at = line as usize - 0x24;
                if !specify(&mut wanted.layout.formats.lines[at], value.to_vec()) {
                    let name = ["--old", "--new", "--unchanged"][at];
                    return conflict(context, format!("{name}-line-format").as_bytes(), value).map(Err);
                }
            }
            '\x28' => {
                context.complain(&[b"--sdiff-merge-assist is not available"])?;
                return Ok(Err(2));
            }
            '\x27' => {
                agrees = set(&mut style, Style::IfDefined);
                for format in &mut wanted.layout.formats.lines {
                    if !specify(format, value.to_vec()) {
                        return conflict(context, b"--line-format", value).map(Err);
                    }
                }
            }
            'e' => agrees = set(&mut style, Style::Ed),
            'E' => wanted.ignore.tab_expansion = true,
            'f' => agrees = set(&mut style, Style::ForwardEd),
            'F' => {
                if let Err(error) = pattern(&[value]) {
                    context.complain(&[value, b": ", error.to_string().as_bytes()])?;
                    return Ok(Err(2));
                }
                headings.push(value.to_vec());
            }
            'i' => wanted.ignore.case = true,
            'I' => match pattern(&[value]) {
                Ok(regex) => wanted.ignored_lines.push(regex),
                Err(error) => {
                    context.complain(&[value, b": ", error.to_string().as_bytes()])?;
                    return Ok(Err(2));
                }
            },
            'L' if wanted.labels.len() < 2 => wanted.labels.push(value.into()),
            'L' => {
                context.complain(&[b"too many file label options"])?;
                return Ok(Err(2));
            }
            'n' => agrees = set(&mut style, Style::Rcs),
            'N' => wanted.new_file = true,
            'p' => headings.push(b"^[[:alpha:]$_]".to_vec()),
            'P' | '\x11' => wanted.unidirectional = true,
            'q' => wanted.brief = true,
            'l' => wanted.paginate = true,
            'r' => wanted.recursive = true,
            's' => wanted.report_identical = true,
            'S' if wanted.starting_file.as_ref().is_some_and(|old| old != value) => {
                return conflict(context, b"-S", value).map(Err);
            }
            'S' => wanted.starting_file = Some(value.into()),
            't' => wanted.layout.expand_tabs = true,
            'T' => wanted.layout.initial_tab = true,
            'v' => {
                return options::print_version(context, VERSION).map(Err);
            }
            'w' => wanted.ignore.all_space = true,
            'W' => match parse_clamped(value).and_then(|width| usize::try_from(width).ok()).filter(|width| *width > 0) {
                Some(width) if line_width.is_some_and(|old| old != width) => {
                    context.complain(&[b"conflicting width options"])?;
                    return Ok(Err(2));
                }
                Some(width) => line_width = Some(width),
                None => return refuse(context, &[b"invalid width '", value, b"'"]).map(Err),
            },
            'x' => wanted.excluded.push(Pattern::new(value, PatternOptions::default())),
            'X' => {
                let data = context.read_operand(value);
                let Some(data) = context.report(value, data)? else { return Ok(Err(2)) };
                for line in data.lines() {
                    wanted.excluded.push(Pattern::new(line, PatternOptions::default()));
                }
            }
            'y' => agrees = set(&mut style, Style::SideBySide),
            'Z' => wanted.ignore.trailing_space = true,
            '\x02' if wanted.from.as_ref().is_some_and(|old| old != value) => {
                return conflict(context, b"--from-file", value).map(Err);
            }
            '\x02' => wanted.from = Some(value.into()),
            '\x03' if wanted.to.as_ref().is_some_and(|old| old != value) => {
                return conflict(context, b"--to-file", value).map(Err);
            }
            '\x03' => wanted.to = Some(value.into()),
            '\x04' => match number().and_then(|lines| usize::try_from(lines).ok()) {
                Some(lines) => wanted.effort.horizon = wanted.effort.horizon.max(lines),
                None => return refuse(context, &[b"invalid horizon length '", value, b"'"]).map(Err),
            },
            '\x05' => wanted.ignore_name_case = true,
            '\x06' => wanted.ignore_name_case = false,
            '\x07' => left_column = true,
            '\x08' => suppress_common = true,
            '\x0b' => wanted.no_dereference = true,
            '\x0c' => agrees = set(&mut style, Style::Normal),
            '\x0e' => wanted.ignore.carriage_returns = true,
            '\x0f' => wanted.layout.suppress_blank_empty = true,
            '\x10' => match parse_clamped(value).and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0) {
                Some(size) if tab_size.is_some_and(|old| old != size) => {
                    context.complain(&[b"conflicting tabsize options"])?;
                    return Ok(Err(2));
                }
                Some(size) => {
                    tab_size = Some(size);
                    wanted.layout.tab_size = size.min(1 << 16);
                }
                None => return refuse(context, &[b"invalid tabsize '", value, b"'"]).map(Err),
            },
            '\x12' => match &option.value {
                None => {}
                Some(when) if when == "always" => wanted.layout.colors = true,
                Some(when) if when == "auto" || when == "never" => wanted.layout.colors = false,
                Some(when) => return refuse(context, &[b"invalid color '", when, b"'"]).map(Err),
            },
            // `-h`, `-H`, `--binary`
            _ => {}
        }
        if !agrees {
            return refuse(context, &[b"conflicting output style options"]).map(Err);
        }
    }
    let answered = mistake.settle_with(context, VERSION, |context, message| refuse(context, &[message]))?;
    if let Some(status) = answered {
        return Ok(Err(status));
    }
    if wanted.from.is_some() && wanted.to.is_some() {
        context.complain(&[b"--from-file and --to-file both specified"])?;
        return Ok(Err(2));
    }
    if style.is_none() && headings.iter().any(|pattern| pattern.starts_with(b"^[[:alpha:]")) {
        // `-p` alone asks for context.
        style = Some(Style::Context);
    }
    wanted.layout.style = style.unwrap_or(Style::Normal);
    wanted.layout.formats.complete();
    if matches!(wanted.layout.style, Style::Unified | Style::Context) {
        // `-2` counts unless a length was given that is larger.
        wanted.layout.context = match (context_lines, digits) {
            (Some(lines), Some(digits)) if explicit => lines.max(digits),
            (lines, digits) => digits.or(lines).unwrap_or(3),
        };
        wanted.effort.horizon = wanted.effort.horizon.max(wanted.layout.context);
    }
    if !headings.is_empty() {
        let patterns: Vec<&[u8]> = headings.iter().map(Vec::as_slice).collect();
        match pattern(&patterns) {
            Ok(regex) => wanted.layout.headings = Some(regex),
            Err(error) => {
                context.complain(&[&headings[0], b": ", error.to_string().as_bytes()])?;
                return Ok(Err(2));
            }
        }
    }
    wanted.layout.side = SideBySide::new(line_width.unwrap_or(130).min(1 << 20), wanted.layout.expand_tabs, wanted.layout.tab_size);
    (wanted.layout.side.left_column, wanted.layout.side.suppress_common) = (left_column, suppress_common);
    wanted.layout.side.colors = wanted.layout.colors;
    wanted.switches = switches(context.args());
    Ok(Ok(wanted))
}

/// Patterns as `grep` reads them, but for its warning of `[:space:]`.
fn pattern(texts: &[&[u8]]) -> Result<Regex, RegexError> {
    match Regex::many(texts, &Options::grep(Syntax::Basic)) {
        Err(RegexError::ClassOutsideBrackets) => Regex::many(texts, &Options::new(Syntax::Basic)),
        result => result,
    }
}

/// Sets a format; false when it has another already.
fn specify(format: &mut Option<Vec<u8>>, value: Vec<u8>) -> bool {
    let agrees = format.as_ref().is_none_or(|old| *old == value);
    *format = Some(value);
    agrees
}

/// Two values of an option of which there is one.
fn conflict(context: &mut Context<'_>, option: &[u8], value: &[u8]) -> Outcome {
    refuse(context, &[b"conflicting ", option, b" option value '", value, b"'"])
}

/// The options as they were given, quoted where a shell needs it.
fn switches(args: &[BString]) -> Vec<u8> {
    let mut out = b"diff".to_vec();
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        index += 1;
        if arg == "--" {
            out.extend_from_slice(b" --");
            break;
        }
        if arg.len() < 2 || arg[0] != b'-' {
            continue;
        }
        let taken = options::scan(&SPEC, &args[index - 1..index]).is_err();
        for word in &args[index - 1..(index + usize::from(taken)).min(args.len())] {
            out.push(b' ');
            out.extend_from_slice(&quoted_switch(word));
        }
        index += usize::from(taken);
    }
    out
}

fn quoted_switch(word: &[u8]) -> BString {
    Quoting::new(Quotes::Shell).also(b'=').apply(word)
}

/// One side of a comparison.
struct Side {
    name: BString,
    /// `None`: it is missing, and counts as empty.
    stat: Option<Stat>,
}

impl Side {
    fn kind(&self) -> Option<Kind> {
        self.stat.as_ref().map(|stat| stat.kind)
    }
}

/// What a file is, in messages.
fn description(stat: &Stat) -> &'static [u8] {
    match stat.kind {
        Kind::Dir => b"directory",
        Kind::File if stat.size == 0 => b"regular empty file",
        Kind::File => b"regular file",
        Kind::Symlink => b"symbolic link",
        Kind::Fifo => b"fifo",
        Kind::Device => b"character special file",
    }
}

/// The names of two folders, merged: the name in the first, the name in the second.
type Names = std::vec::IntoIter<(Option<BString>, Option<BString>)>;

/// The status of a comparison and, for two folders, what to go on with.
type Compared = (u8, Option<(BString, BString, Names)>);

struct Pair<'s> {
    settings: &'s Settings,
    /// With `-l`, what is told about files as a whole; it comes behind all pages.
    messages: RefCell<Vec<u8>>,
    /// Standard input is read once; then it is closed.
    is_input_read: Cell<bool>,
}

impl Pair<'_> {
    /// Tells something about files as a whole.
    fn tell(&self, context: &mut Context<'_>, line: &[u8]) -> Result<(), Halt> {
        if self.settings.paginate {
            context.charge_bytes(line.len())?;
            self.messages.borrow_mut().extend_from_slice(line);
            return Ok(());
        }
        context.write(line)
    }

    /// Compares two operands; the result is the exit status.
    fn compare(&self, context: &mut Context<'_>, from: BString, to: BString) -> Outcome {
        let mut from = from;
        let mut to = to;
        let (from_dir, to_dir) = (self.is_folder(context, &from), self.is_folder(context, &to));
        if from_dir != to_dir {
            if from == "-" || to == "-" {
                context.complain(&[b"cannot compare '-' to a directory"])?;
                return Ok(2);
            }
            let (file, inside) = if to_dir { (&from, &mut to) } else { (&to, &mut from) };
            if context.vfs().exists(context.cwd(), file) {
                *inside = join(inside, base_name(file));
                if let Err(errno) = context.vfs().stat(context.cwd(), inside) {
                    context.complain(&[inside, b": ", errno.message().as_bytes()])?;
                    return Ok(2);
                }
            }
        }
        let mut status = self.pair(context, from, to, true)?;
        let (mut result, mut stack) = (status.0, Vec::new());
        if let Some(level) = status.1.take() {
            stack.push(level);
        }
        // Folders inside folders, without recursion.
        while let Some((from, to, names)) = stack.last_mut() {
            context.charge(1)?;
            let Some((one, two)) = names.next() else {
                stack.pop();
                continue;
            };
            let (from, to) = (from.clone(), to.clone());
            let (status, deeper) = self.entry(context, &from, &to, one, two)?;
            result = result.max(status);
            stack.extend(deeper);
        }
        Ok(result)
    }

    fn is_folder(&self, context: &Context<'_>, name: &[u8]) -> bool {
        name != b"-" && context.vfs().is_dir(context.cwd(), name)
    }

    /// One name of two folders.
    fn entry(
        &self,
        context: &mut Context<'_>,
        from: &BString,
        to: &BString,
        one: Option<BString>,
        two: Option<BString>,
    ) -> Result<Compared, Halt> {
        let settings = self.settings;
        let name = one.clone().or_else(|| two.clone()).unwrap_or_default();
        let missing_counts = match (&one, &two) {
            (Some(_), Some(_)) => true,
            (Some(_), None) => settings.new_file,
            _ => settings.new_file || settings.unidirectional,
        };
        if !missing_counts {
            let folder = if one.is_some() { from } else { to };
            self.tell(context, &[b"Only in ".as_slice(), folder, b": ", &name, b"\n"].concat())?;
            return Ok((1, None));
        }
        let from = join(from, one.as_ref().unwrap_or(&name));
        let to = join(to, two.as_ref().unwrap_or(&name));
        self.pair(context, from, to, false)
    }

    /// Looks at one side; `None` after a message.
    fn side(&self, context: &mut Context<'_>, name: BString, may_miss: bool) -> Result<Option<Side>, Halt> {
        if name == "-" {
            let stat = match context.exec.fds.get(0).map(|fd| &fd.source) {
                Some(shell::kernel::Source::File(file)) => context.vfs().stat_open(file).ok(),
                _ => None,
            };
            let now = context.now();
            let stream = Stat { kind: Kind::Fifo, size: 0, mode: 0, links: 1, ino: 0, atime: now, mtime: now, ctime: now };
            return Ok(Some(Side { name, stat: Some(stat.unwrap_or(stream)) }));
        }
        let vfs = context.vfs();
        let stat = if self.settings.no_dereference {
            vfs.lstat(context.cwd(), &name)
        } else {
            vfs.stat(context.cwd(), &name)
        };
        match stat {
            Ok(stat) => Ok(Some(Side { name, stat: Some(stat) })),
            Err(Errno::NotFound) if may_miss => Ok(Some(Side { name, stat: None })),
            Err(errno) => {
                context.complain(&[&name, b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// Compares two things of any kind. For two folders, also says what to go on with.
    fn pair(
        &self,
        context: &mut Context<'_>,
        from: BString,
        to: BString,
        top: bool,
    ) -> Result<Compared, Halt> {
        let settings = self.settings;
        let one = self.side(context, from, settings.new_file || settings.unidirectional)?;
        let two = self.side(context, to, settings.new_file)?;
        let (Some(mut one), Some(mut two)) = (one, two) else { return Ok((2, None)) };
        if one.stat.is_none() && two.stat.is_none() {
            for side in [&one, &two] {
                context.complain(&[&side.name, b": ", Errno::NotFound.message().as_bytes()])?;
            }
            return Ok((2, None));
        }
        if let (Some(a), Some(b)) = (&one.stat, &two.stat)
            && a.kind == Kind::Dir
            && b.kind == Kind::Dir
            && a.ino == b.ino
            && !matches!(settings.layout.style, Style::SideBySide | Style::IfDefined)
        {
            // The same folder.
            return Ok((0, None));
        }
        if one.kind() == Some(Kind::Dir) && two.stat.is_none() || two.kind() == Some(Kind::Dir) && one.stat.is_none() {
            one.stat = one.stat.or(two.stat);
            two.stat = two.stat.or(one.stat);
        }
        match (one.kind(), two.kind()) {
            (Some(Kind::Dir), Some(Kind::Dir)) => {
                if settings.layout.style == Style::IfDefined {
                    context.complain(&[b"-D option not supported with directories"])?;
                    return Ok((2, None));
                }
                if !top && !settings.recursive {
                    let line = [b"Common subdirectories: ".as_slice(), &one.name, b" and ", &two.name, b"\n"].concat();
                    self.tell(context, &line)?;
                    return Ok((0, None));
                }
                let names = self.names(context, &one.name, &two.name, top)?;
                Ok((0, Some((one.name, two.name, names))))
            }
            (Some(a), Some(b)) if (a == Kind::Dir) != (b == Kind::Dir) || (a == Kind::Symlink) != (b == Kind::Symlink) => {
                let (Some(a), Some(b)) = (&one.stat, &two.stat) else { return Ok((2, None)) };
                let line = [
                    b"File ".as_slice(),
                    &one.name,
                    b" is a ",
                    description(a),
                    b" while file ",
                    &two.name,
                    b" is a ",
                    description(b),
                    b"\n",
                ]
                .concat();
                self.tell(context, &line)?;
                Ok((1, None))
            }
            (Some(Kind::Symlink), Some(Kind::Symlink)) => {
                let (vfs, cwd) = (context.vfs(), context.cwd());
                if vfs.read_link(cwd, &one.name).ok() == vfs.read_link(cwd, &two.name).ok() {
                    return Ok((0, None));
                }
                let line = [b"Symbolic links ".as_slice(), &one.name, b" and ", &two.name, b" differ\n"].concat();
                self.tell(context, &line)?;
                Ok((1, None))
            }
            _ => Ok((self.files(context, &one, &two, top)?, None)),
        }
    }

    /// The names of two folders side by side; a folder that is not there has none.
    fn names(&self, context: &Context<'_>, from: &BString, to: &BString, top: bool) -> Result<Names, Halt> {
        let list = |folder: &BString| {
            let entries = context.vfs().read_dir(context.cwd(), folder).unwrap_or_default();
            let mut names: Vec<BString> = entries.into_iter().map(|entry| BString::from(&entry.name[..])).collect();
            names.retain(|name| !self.settings.excluded.iter().any(|pattern| pattern.matches(name)));
            if let Some(start) = self.settings.starting_file.as_ref().filter(|_| top) {
                names.retain(|name| name >= start);
            }
            names
        };
        let folded = |name: &BString| {
            if self.settings.ignore_name_case { shell::expand::case::lower(name) } else { name.clone() }
        };
        let (mut left, mut right) = (list(from), list(to));
        context.charge((left.len() + right.len()) as u64)?;
        left.sort_by_cached_key(|name| (folded(name), name.clone()));
        right.sort_by_cached_key(|name| (folded(name), name.clone()));
        let (mut left, mut right) = (VecDeque::from(left), VecDeque::from(right));
        let mut merged = Vec::new();
        loop {
            let order = match (left.front(), right.front()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(one), Some(two)) => folded(one).cmp(&folded(two)),
            };
            merged.push(match order {
                std::cmp::Ordering::Less => (left.pop_front(), None),
                std::cmp::Ordering::Greater => (None, right.pop_front()),
                std::cmp::Ordering::Equal if left.front() == right.front() => (left.pop_front(), right.pop_front()),
                std::cmp::Ordering::Equal => {
                    // Names that are alike: the greater one may have its like further on in the other folder.
                    let left_is_greater = left.front() > right.front();
                    let (lesser, greater) = if left_is_greater { (&mut right, &left) } else { (&mut left, &right) };
                    let wanted = greater.front().cloned().unwrap_or_default();
                    let alike = lesser.iter().take_while(|name| folded(name) == folded(&wanted));
                    if let Some(at) = alike.into_iter().position(|name| *name == wanted)
                        && let Some(name) = lesser.remove(at)
                    {
                        lesser.push_front(name);
                    }
                    (left.pop_front(), right.pop_front())
                }
            });
        }
        Ok(merged.into_iter())
    }

    fn read(&self, context: &mut Context<'_>, side: &Side) -> Result<Option<Bytes>, Halt> {
        if side.stat.is_none() {
            return Ok(Some(Bytes::new()));
        }
        let is_closed = side.name == "-" && self.is_input_read.replace(true);
        let data = if is_closed { Err(Errno::BadFd.into()) } else { context.read_operand(&side.name) };
        match data {
            Ok(data) => Ok(Some(data)),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&side.name, b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// The name of a side that messages show: with `-L` the label.
    fn label<'s>(&'s self, index: usize, side: &'s Side) -> &'s [u8] {
        self.settings.labels.get(index).unwrap_or(&side.name)
    }

    fn files(&self, context: &mut Context<'_>, one: &Side, two: &Side, top: bool) -> Outcome {
        let settings = self.settings;
        let same_file = match (&one.stat, &two.stat) {
            (Some(a), Some(b)) => a.kind == Kind::File && a.ino == b.ino,
            _ => false,
        };
        let same_stream = one.name == "-" && two.name == "-";
        let Some(old) = self.read(context, one)? else { return Ok(2) };
        let new = if same_file || same_stream {
            old.clone()
        } else {
            let Some(new) = self.read(context, two)? else { return Ok(2) };
            new
        };
        context.charge_bytes(old.len().min(new.len()))?;
        // A script for ed cannot do without the end of the last line, even where the files are the same.
        let lacks_end = settings.is_script()
            && !settings.compares_bytes()
            && !same_file
            && (settings.text || !is_binary(&old))
            && old.last().is_some_and(|byte| *byte != b'\n');
        let status = if old == new && !settings.shows_equal_files() && !lacks_end {
            0
        } else if !settings.text && (is_binary(&old) || is_binary(&new)) {
            let what: &[u8] = if settings.brief { b"Files " } else { b"Binary files " };
            let line = [what, self.label(0, one), b" and ", self.label(1, two), b" differ\n"].concat();
            if old != new {
                self.tell(context, &line)?;
            }
            u8::from(old != new)
        } else {
            self.texts(context, one, two, old, new, top)?
        };
        if status == 0 && settings.report_identical {
            let line = [b"Files ".as_slice(), self.label(0, one), b" and ", self.label(1, two), b" are identical\n"].concat();
            self.tell(context, &line)?;
        }
        Ok(status)
    }

    fn texts(
        &self,
        context: &mut Context<'_>,
        one: &Side,
        two: &Side,
        old: Bytes,
        new: Bytes,
        top: bool,
    ) -> Outcome {
        let settings = self.settings;
        let (old, new) = (Text::new(context, old)?, Text::new(context, new)?);
        if settings.compares_bytes() {
            return self.brief(context, one, two, old.data != new.data);
        }
        // A script for ed cannot say that a line end is missing: it is not a difference there, but trouble.
        let scripted = settings.is_script();
        let (old_numbers, new_numbers, distinct) =
            number(context, &old, &new, settings.ignore, settings.layout.tab_size, !scripted)?;
        // Lines that are only alike are no part of the common ends of the files.
        let alike = settings.ignore.any();
        let identical = |one: usize, two: usize| {
            if !alike {
                return old_numbers[one] == new_numbers[two];
            }
            let ends = scripted || old.is_incomplete(one) == new.is_incomplete(two);
            ends && settings.ignore.raw(old.line(one)) == settings.ignore.raw(new.line(two))
        };
        let mut changes = changes(context, &old_numbers, &new_numbers, distinct, settings.effort, &identical)?;
        if settings.ignore.blank_lines || !settings.ignored_lines.is_empty() {
            for change in &mut changes {
                let lines = (change.old_start..change.old_end)
                    .map(|index| old.line(index))
                    .chain((change.new_start..change.new_end).map(|index| new.line(index)));
                let mut ignored = true;
                for line in lines {
                    context.charge_bytes(line.len() + 1)?;
                    let blank = settings.ignore.blank_lines && is_blank(line, settings.ignore);
                    if !blank && !settings.ignored_lines.iter().any(|regex| regex.is_match(line).unwrap_or(false)) {
                        ignored = false;
                        break;
                    }
                }
                change.ignored = ignored;
            }
        }
        let differ = changes.iter().any(|change| !change.ignored);
        if settings.brief {
            let status = self.brief(context, one, two, differ)?;
            return self.missing_ends(context, [(&old, one), (&new, two)], status);
        }
        let whole = settings.shows_equal_files();
        if !differ && !whole && !(scripted && (old.incomplete || new.incomplete)) {
            return Ok(0);
        }
        let title = || {
            let labels = [self.label(0, one), self.label(1, two)].map(c_name);
            [&settings.switches, b" ".as_slice(), &labels[0], b" ", &labels[1]].concat()
        };
        if !settings.paginate && !top && (differ || whole) {
            context.write(&[title().as_slice(), b"\n"].concat())?;
        }
        let heading = |index: usize, side: &Side| match settings.labels.get(index) {
            Some(label) => label.to_vec(),
            None => {
                let when = Civil::new(side.stat.as_ref().map_or(Time(0), |stat| stat.mtime));
                let mut out = c_name(&side.name);
                out.push(b'\t');
                time::format(&mut out, b"%Y-%m-%d %H:%M:%S.%N %z", &when);
                out
            }
        };
        let comparison = Comparison {
            layout: &settings.layout,
            old: &old,
            new: &new,
            changes: &changes,
            old_heading: &heading(0, one),
            new_heading: &heading(1, two),
        };
        if settings.paginate && (differ || whole) {
            if in_pages(context, title(), |context| comparison.print(context))? != 0 {
                context.complain(&[b"subsidiary program '", PAGES.as_bytes(), b"' failed"])?;
                return Ok(2);
            }
        } else {
            comparison.print(context)?;
        }
        self.missing_ends(context, [(&old, one), (&new, two)], u8::from(differ))
    }

    /// Tells what a script for ed cannot say, also when none is printed.
    fn missing_ends(&self, context: &mut Context<'_>, sides: [(&Text, &Side); 2], status: u8) -> Outcome {
        let mut status = status;
        for (index, (text, side)) in sides.into_iter().enumerate() {
            if self.settings.is_script() && text.incomplete {
                context.complain(&[self.label(index, side), b": No newline at end of file\n"])?;
                status = 2;
            }
        }
        Ok(status)
    }

    fn brief(&self, context: &mut Context<'_>, one: &Side, two: &Side, differ: bool) -> Outcome {
        if differ {
            self.tell(context, &[b"Files ".as_slice(), self.label(0, one), b" and ", self.label(1, two), b" differ\n"].concat())?;
        }
        Ok(u8::from(differ))
    }
}

/// What `-l` hands the differences to.
const PAGES: &str = "/usr/bin/pr";

/// Prints by way of `pr`, with a title; the status of `pr`.
fn in_pages(
    context: &mut Context<'_>,
    title: Vec<u8>,
    print: impl FnOnce(&mut Context<'_>) -> Result<(), Halt>,
) -> Outcome {
    context.flush()?;
    let (read, write) = run::pipe(context);
    let process = run::spawn(context, vec![PAGES.into(), "-h".into(), title.into()], Some(read), None)?;
    let before = std::mem::replace(&mut context.stdout, Output::new(Some(write)));
    let printed = print(context).and_then(|()| context.flush());
    context.stdout = before;
    printed?;
    Ok(context.exec.kernel.scheduler.wait(&process)?.unwrap_or_default())
}

/// A name as a heading shows it: quoted like a C string where a reader of patches would stumble.
fn c_name(name: &[u8]) -> Vec<u8> {
    let plain = |byte: u8| !matches!(byte, b'"' | b'\\' | 0..=b' ' | 0x7f..);
    if name.iter().all(|byte| plain(*byte)) {
        return name.to_vec();
    }
    let mut out = vec![b'"'];
    for &byte in name {
        match byte {
            7..=13 => out.extend_from_slice(&[b'\\', b"abtnvfr"[usize::from(byte - 7)]]),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ if plain(byte) || byte == b' ' => out.push(byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}

/// GNU looks at the first block for a NUL.
fn is_binary(data: &[u8]) -> bool {
    memchr::memchr(0, &data[..data.len().min(4096)]).is_some()
}
