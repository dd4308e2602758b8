//! `diff`: what differs between files, line by line, and between folders.
//!
//! [`pair`] decides what is compared with what, [`lines`] cuts and numbers the lines, [`changes`] finds the changes,
//! [`print`] and [`side`] show them; this file reads the options.

pub mod changes;
mod formats;
mod lines;
mod pair;
mod palette;
mod print;
mod side;
mod subsidiary;
mod three;

use bstr::{BString, ByteSlice};

use self::changes::Effort;
use self::formats::{CHANGED, Formats, NEW, OLD, UNCHANGED};
use self::lines::Ignore;
use self::pair::Pair;
use self::palette::Palette;
use self::print::{Layout, Style};
use self::side::SideBySide;
use super::options::{self, InOrder, Mistake, Opt, Parsed, Spec, Takes};
use super::shared::color_codes::Unparsable;
use super::shared::inputs::refuse_named as refuse;
use super::shared::number::parse_clamped;
use super::shared::quote::{Quoting, Style as Quotes};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use shell::pattern::{Pattern, PatternOptions};
use shell::regex::{Options, Regex, RegexError, Syntax};

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
      --palette=LIST            what they are, as hd=1:ad=32:de=31:ln=36 (headings, added and deleted lines, numbers of
                                lines), with rs, lc and rc as in LS_COLORS
      --help                    show this help and exit
  -v, --version                 show the version and exit

The exit status is 0 if nothing differs, 1 if something does, 2 on trouble.
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
        Opt::long('\x13', "palette", Takes::Value),
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
    /// A `--palette` that made no sense, which is told at each output; there are no colors then.
    unparsable_palette: Option<Unparsable>,
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
    let pair = Pair::new(&settings);
    for (from, to) in pairs {
        status = status.max(pair.compare(context, from, to)?);
    }
    pair.finish(context)?;
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
            colors: None,
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
        unparsable_palette: None,
        from: None,
        to: None,
        switches: Vec::new(),
    };
    let (mut colors, mut palette) = (false, BString::default());
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
                Some(when) if when == "always" => colors = true,
                Some(when) if when == "auto" || when == "never" => colors = false,
                Some(when) => return refuse(context, &[b"invalid color '", when, b"'"]).map(Err),
            },
            '\x13' => palette = value.into(),
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
    if colors {
        match Palette::read(&palette) {
            Ok(palette) => wanted.layout.colors = Some(palette),
            Err(failure) => wanted.unparsable_palette = Some(failure),
        }
    }
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
