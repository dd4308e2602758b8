//! `rg`: ripgrep 13. Searches files for lines that match, and leaves out what ignore files name, hidden files and
//! binary files.
//!
//! Output is sorted by path, as with `--sort path`; nothing here is a terminal, so that headings, line numbers and
//! colors come only when they are asked for.

mod arguments;
mod json;
mod matcher;
mod print;
mod search;
mod stream;
mod types;
mod walk;
mod zip;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::arguments::{Case, Mode, SPEC, Settings};
use self::matcher::Matcher;
use self::print::{Binary, Printer, Stats};
use self::walk::{Filter, Found};
use super::options::{self, InOrder, Parsed};
use super::shared::number::parse_clamped;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError, Source};

const USAGE: &str = "\
USAGE:
    
    rg [OPTIONS] PATTERN [PATH ...]
    rg [OPTIONS] -e PATTERN ... [PATH ...]
    rg [OPTIONS] -f PATTERNFILE ... [PATH ...]
    rg [OPTIONS] --files [PATH ...]
    rg [OPTIONS] --type-list
    command | rg [OPTIONS] PATTERN
    rg [OPTIONS] --help
    rg [OPTIONS] --version
";

const HELP: &str = "\
rg [OPTIONS] PATTERN [PATH ...]

Search the files below PATH (or the working folder) for lines that match a regular expression. What .gitignore (in a
repository), .ignore and .rgignore name, hidden files and binary files are left out.

  -A, --after-context NUM    show NUM lines behind each match; -B, --before-context; -C, --context
  -b, --byte-offset          the offset of each line
  -c, --count                only the number of matching lines; --count-matches, --include-zero
      --color WHEN           never, auto or always; --column: the column of the first match
      --context-separator S, --no-context-separator, --field-match-separator S, --field-context-separator S
      --crlf                 lines may end in CR LF
  -E, --encoding NAME        auto, none or utf-8
  -e, --regexp PATTERN       a pattern; may be given more than once
  -F, --fixed-strings        patterns are texts
  -f, --file FILE            patterns from a file, one a line
      --files                list the files that would be searched
  -g, --glob GLOB            search (or, with !, leave out) what matches; --iglob, --glob-case-insensitive
  -H, --with-filename        the name of the file with each match; -I, --no-filename
      --heading              the name of the file once, above its matches; --no-heading
  -., --hidden               search hidden files; --no-hidden
  -i, --ignore-case          without regard to case; -s, --case-sensitive; -S, --smart-case
      --ignore-file FILE     further patterns of files to leave out; --ignore-file-case-insensitive
      --json                 results as JSON
  -L, --follow               follow symbolic links
  -l, --files-with-matches   only the names of files that match; --files-without-match
  -M, --max-columns NUM      leave out longer lines; --max-columns-preview
  -m, --max-count NUM        at most NUM lines of each file
      --max-depth NUM, --max-filesize SIZE
  -n, --line-number          line numbers; -N, --no-line-number
  -U, --multiline            matches may span lines; --multiline-dotall
      --no-ignore            no ignore files; also --no-ignore-dot, --no-ignore-exclude, --no-ignore-files,
                             --no-ignore-parent, --no-ignore-vcs, --no-require-git
      --no-messages          no messages about files
      --no-unicode           patterns are about bytes
  -0, --null                 NUL behind names; --null-data: lines end in NUL
  -o, --only-matching        only what matches
      --passthru             all lines
      --path-separator SEP
  -P, --pcre2                Perl's syntax
  -p, --pretty               colors, headings and line numbers
  -q, --quiet                print nothing
  -r, --replace TEXT         show TEXT in place of what matches; $1 and $name are groups
      --sort KEY, --sortr KEY  path, modified, accessed, created or none
      --stats                counts at the end
  -a, --text                 binary files are text; --binary: search them too
      --trim                 no white space at the start of lines
  -t, --type TYPE            only files of a type; -T, --type-not; --type-add, --type-clear, --type-list
  -u, --unrestricted         --no-ignore; -uu: and --hidden; -uuu: and --binary
  -v, --invert-match         lines that do not match
      --vimgrep              each match on a line
  -w, --word-regexp          whole words; -x, --line-regexp: whole lines
  -z, --search-zip           search what gz, bz2, xz, lzma, zst, lz4, br and Z files hold, if there is a program that
                             expands them; --no-search-zip
  -h, --help                 show this help and exit
  -V, --version              show the version and exit

Options about speed (-j, --mmap, --line-buffered, ...) are accepted. The exit status is 0 if something matched, 1 if
nothing did, 2 on an error.
";

/// What `--version` begins with.
const VERSION: &str = "ripgrep 13.0.0";

pub const COMMANDS: &[Native] = &[Native { name: "rg", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, mut operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let refuse = |context: &mut Context<'_>, message: &[u8]| usage(context, message, &options, &operands);
    match mistake.settle_with(context, VERSION, refuse)? {
        // The value of a list's last option may be missing, if the list has others.
        None | Some(ACCEPTED) => {}
        Some(status) => return Ok(status),
    }
    let settings = match settings(context, &options)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    if settings.type_list {
        return match walk::type_table(&settings) {
            Ok(table) => {
                for (name, mut globs) in table {
                    globs.sort();
                    globs.dedup();
                    let line = [name.as_slice(), b": ", bstr::join(", ", &globs).as_slice(), b"\n"].concat();
                    context.write(&line)?;
                }
                Ok(0)
            }
            Err(message) => fail(context, &message),
        };
    }
    let patterns = match &settings.patterns {
        Some(patterns) => patterns.clone(),
        None if settings.files => Vec::new(),
        None if operands.is_empty() => {
            return explain(context, PATTERN_MISSING);
        }
        None => vec![operands.remove(0)],
    };
    let matcher = match Matcher::new(&patterns, &settings) {
        Ok(matcher) => matcher,
        Err(message) => return fail(context, &message),
    };
    let mut filter = match Filter::new(context, &settings) {
        Ok(filter) => filter,
        Err(message) => return fail(context, &message),
    };
    let implicit = operands.is_empty();
    let from_stdin = implicit && !settings.files && stdin_has_data(context);
    let starts: Vec<BString> = match (implicit, from_stdin) {
        (true, true) => vec!["-".into()],
        (true, false) => vec!["./".into()],
        _ => operands,
    };
    let one_file = starts.len() == 1 && (starts[0] == "-" || !context.vfs().is_dir(context.cwd(), &starts[0]));
    let mut printer = Printer {
        settings: &settings,
        matcher: &matcher,
        with_filename: settings.with_filename.unwrap_or(!one_file),
        line_number: settings.line_number.unwrap_or(settings.column || settings.vimgrep),
        stats: Stats::default(),
        printed: false,
    };
    let (mut matched, mut failed, mut searched) = (false, false, 0u64);
    let quiet_messages = settings.no_messages;
    let mut errors: Vec<Vec<u8>> = Vec::new();
    let mut found: Vec<Found> = Vec::new();
    for start in &starts {
        if start == "-" {
            searched += 1;
            let input = context.stdin();
            let hit = input.and_then(|mut input| stream::search(context, &mut printer, b"<stdin>", &mut input, true));
            let Some(hit) = context.report(b"-", hit)? else { return Ok(2) };
            matched |= hit;
            continue;
        }
        let single = std::slice::from_ref(start);
        let sorted = settings.is_sorted();
        let mut search = |context: &mut Context<'_>, file: Found| -> Result<bool, Halt> {
            if sorted {
                found.push(file);
                return Ok(true);
            }
            searched += 1;
            let hit = visit(context, &settings, &mut printer, &file, &mut failed)?;
            matched |= hit;
            Ok(!(hit && settings.quiet))
        };
        let mut complain = |context: &mut Context<'_>, text: &[u8]| -> Result<(), Halt> {
            errors.push(text.to_vec());
            if quiet_messages {
                return Ok(());
            }
            context.write_error(&[text, b"\n"].concat())
        };
        walk::files(context, &settings, &mut filter, single, implicit, &mut search, &mut complain)?;
        // Each operand is sorted by itself.
        context.charge(found.len() as u64)?;
        walk::sort(&mut found, &settings);
        for file in found.drain(..) {
            searched += 1;
            let hit = visit(context, &settings, &mut printer, &file, &mut failed)?;
            matched |= hit;
            if hit && settings.quiet {
                break;
            }
        }
    }
    failed |= !errors.is_empty();
    if settings.mode == Mode::Json && !settings.quiet {
        context.write(&json::summary(&printer.stats))?;
    }
    if settings.stats && settings.mode != Mode::Json {
        let stats = printer.stats;
        let text = format!(
            "\n{} matches\n{} matched lines\n{} files contained matches\n{} files searched\n{} bytes printed\n{} bytes \
             searched\n0.000000 seconds spent searching\n0.000000 seconds\n",
            stats.matches,
            stats.matched_lines,
            stats.searches_with_match,
            stats.searches,
            stats.bytes_printed,
            stats.bytes_searched
        );
        context.write(text.as_bytes())?;
    }
    if searched == 0 && implicit && !failed && !quiet_messages && !settings.files {
        context.write_error(
            b"No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with \
              --debug will show why files are being skipped.\n",
        )?;
        failed = true;
    }
    Ok(match (matched, failed) {
        (true, true) if settings.quiet => 0,
        (_, true) => 2,
        (true, _) => 0,
        _ => 1,
    })
}

fn fail(context: &mut Context<'_>, message: &[u8]) -> Outcome {
    context.write_error(&[message, b"\n"].concat())?;
    Ok(2)
}

/// What [`usage`] answers where nothing is wrong after all.
const ACCEPTED: u8 = 0xff;

const PATTERN_MISSING: &[u8] = b"error: The following required arguments were not provided:\n    <PATTERN>";

/// What clap says of options that are not known, or lack their value. `options` and `operands` stand before.
fn usage(context: &mut Context<'_>, message: &[u8], options: &[Parsed], operands: &[BString]) -> Outcome {
    let option: Vec<u8> = match message.split_str("'").nth(1) {
        Some(name) if message.contains_str("-- '") => [b"-", name].concat(),
        Some(name) => name.to_vec(),
        None => Vec::new(),
    };
    if !message.contains_str("requires an argument") {
        let what = b"' which wasn't expected, or isn't valid in this context";
        return explain(context, &[b"error: Found argument '".as_slice(), &option, what].concat());
    }
    let Some(known) = SPEC.options.iter().find(|known| match option.strip_prefix(b"--") {
        Some(long) => known.long.as_bytes() == long,
        None => option.get(1).is_some_and(|letter| known.id == char::from(*letter)),
    }) else {
        return explain(context, PATTERN_MISSING);
    };
    let (value, is_list) = arguments::value_name(known.id);
    let given = |wanted: &[char]| options.iter().any(|option| wanted.contains(&option.id));
    if is_list && given(&[known.id]) {
        return Ok(ACCEPTED);
    }
    if operands.is_empty() && !matches!(known.id, 'e' | 'f') && !given(arguments::INSTEAD_OF_PATTERN) {
        return explain(context, PATTERN_MISSING);
    }
    // An option with two names goes by the first.
    let long = SPEC.options.iter().find(|first| first.id == known.id).map_or(known.long, |first| first.long);
    let dots = if is_list { "..." } else { "" };
    let mistake = if given(&[known.id]) {
        "was provided more than once, but cannot be used multiple times"
    } else {
        "requires a value but none was supplied"
    };
    explain(context, format!("error: The argument '--{long} <{value}>{dots}' {mistake}").as_bytes())
}

/// Prints what is wrong with the options, and how they are used.
fn explain(context: &mut Context<'_>, what: &[u8]) -> Outcome {
    let rest = format!("\n\n{USAGE}\nFor more information try --help\n\n");
    context.write_error(&[what, rest.as_bytes()].concat())?;
    Ok(2)
}

/// What clap says of a value that is none of the choices.
fn invalid(context: &mut Context<'_>, message: &[u8]) -> Outcome {
    explain(context, &[message, b"\n"].concat())
}

/// Whether the standard input is something to search: a file or a pipe, not nothing.
fn stdin_has_data(context: &Context<'_>) -> bool {
    match context.exec.fds.get(0).map(|fd| &fd.source) {
        Some(Source::PipeRead(_) | Source::PipeBoth(..) | Source::File(_)) => true,
        Some(Source::Bytes(data)) => !data.is_empty(),
        _ => false,
    }
}

fn visit(
    context: &mut Context<'_>,
    settings: &Settings,
    printer: &mut Printer<'_>,
    file: &Found,
    failed: &mut bool,
) -> Searched {
    if settings.files {
        if !settings.quiet {
            let mut line = file.path.to_vec();
            line.push(if settings.null { 0 } else { b'\n' });
            context.write(&line)?;
        }
        return Ok(true);
    }
    if settings.search_zip
        && let Some(mut program) = zip::Expansion::of(context, &file.path)?
    {
        context.charge(5)?;
        let hit = stream::search(context, printer, &file.path, &mut program, file.named);
        let hit = IoError::or_none(hit)?.unwrap_or(false);
        program.end(context)?;
        if let Some(complaint) = program.complaint {
            *failed = true;
            if !settings.no_messages {
                let line = "-".repeat(79);
                let text = [b": \n", line.as_bytes(), b"\n", complaint.as_slice(), b"\n", line.as_bytes(), b"\n"].concat();
                context.write_error(&[file.path.as_slice(), &text].concat())?;
            }
            return Ok(false);
        }
        return Ok(hit);
    }
    match context.read_operand(&file.path) {
        Ok(data) => search_one(context, settings, printer, &file.path, data, file.named),
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(errno)) => {
            *failed = true;
            if !settings.no_messages {
                let text = format!(": {} (os error 13)\n", errno.message());
                context.write_error(&[file.path.as_slice(), text.as_bytes()].concat())?;
            }
            Ok(false)
        }
    }
}

type Searched = Result<bool, Halt>;

fn search_one(
    context: &mut Context<'_>,
    settings: &Settings,
    printer: &mut Printer<'_>,
    path: &[u8],
    data: Bytes,
    named: bool,
) -> Searched {
    context.charge(5)?;
    let data = decoded(data);
    let binary = stream::binary(settings, named);
    let find_nul = |data: &[u8]| if binary == Binary::Text { None } else { memchr::memchr(0, data) };
    if !named && !settings.multi_line && (settings.stats || settings.mode == Mode::Json || find_nul(&data).is_some()) {
        // What was read before the search ended has been counted and printed, so that it matters how it is read.
        let hit = stream::search(context, printer, path, &mut Input::from_bytes(data), named);
        return Ok(IoError::or_none(hit)?.unwrap_or(false));
    }
    let nul = find_nul(data.get(..stream::BUFFER).unwrap_or(&data));
    printer.file(context, path, data, binary, nul)
}

/// UTF-16 with a byte order mark becomes UTF-8; the mark of UTF-8 goes away.
fn decoded(data: Bytes) -> Bytes {
    let big_endian = match data.as_ref() {
        [0xff, 0xfe, ..] => false,
        [0xfe, 0xff, ..] => true,
        [0xef, 0xbb, 0xbf, ..] => return data.slice(3..),
        _ => return data,
    };
    let units = data[2..].chunks(2).map(|unit| match unit {
        [first, second] if big_endian => u16::from_be_bytes([*first, *second]),
        [first, second] => u16::from_le_bytes([*first, *second]),
        _ => 0xfffd,
    });
    let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect();
    Bytes::from(text)
}

/// Reads the options; the inner error is the status to exit with.
fn settings(context: &mut Context<'_>, options: &[Parsed]) -> Result<Result<Settings, u8>, Halt> {
    let mut set = Settings::default();
    let mut unrestricted = 0;
    for option in options {
        let value = option.value();
        let number = || parse_clamped(value).and_then(|number| u64::try_from(number).ok());
        macro_rules! number {
            () => {
                match number() {
                    Some(number) => number,
                    None => {
                        let text: &[u8] = if value.is_empty() {
                            b"cannot parse integer from empty string"
                        } else {
                            b"invalid digit found in string"
                        };
                        let what = match option.id {
                            'A' => "--after-context",
                            'B' => "--before-context",
                            'C' => "--context",
                            'j' => "--threads",
                            'M' => "--max-columns",
                            'm' => "--max-count",
                            _ => "--max-depth",
                        };
                        let what = format!("error: Invalid value for '{what} <NUM>': ");
                        return fail(context, &[what.as_bytes(), text, b"\n"].concat()).map(Err);
                    }
                }
            };
        }
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match option.id {
            'A' => set.after = size(number!()),
            'B' => set.before = size(number!()),
            'C' => {
                set.after = size(number!());
                set.before = set.after;
            }
            'b' => set.byte_offset = true,
            's' => set.case = Case::Sensitive,
            'i' => set.case = Case::Insensitive,
            'S' => set.case = Case::Smart,
            'c' => set.mode = Mode::Count,
            'E' if value == "auto" || value == "none" || value.eq_ignore_ascii_case(b"utf-8") => {}
            'E' => {
                let text = [b"grep config error: unknown encoding: ".as_slice(), value].concat();
                return fail(context, &text).map(Err);
            }
            'e' => set.patterns.get_or_insert_default().push(value.into()),
            'f' => {
                let data = context.read_operand(value);
                match data {
                    Ok(data) => set.patterns.get_or_insert_default().extend(data.lines().map(BString::from)),
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(errno)) => {
                        let text = format!(": {} (os error 2)", errno.message());
                        return fail(context, &[value.as_bytes(), text.as_bytes()].concat()).map(Err);
                    }
                }
            }
            'F' => set.fixed = true,
            '\u{103}' => set.fixed = false,
            'g' => set.globs.push((value.into(), false)),
            '\u{12}' => set.globs.push((value.into(), true)),
            'H' => set.with_filename = Some(true),
            'I' => set.with_filename = Some(false),
            'j' => {
                number!();
            }
            'L' => set.follow = true,
            'l' => set.mode = Mode::FilesWithMatches,
            'M' => set.max_columns = size(number!()),
            'm' => set.max_count = Some(number!()),
            'N' => set.line_number = Some(false),
            'n' => set.line_number = Some(true),
            '0' => set.null = true,
            'o' => set.only_matching = true,
            'P' => set.perl = true,
            '\u{105}' => set.perl = false,
            'p' => {
                // Colors, if there were a terminal that knows them.
                let term = context.exec.env(b"TERM").is_some_and(|term| term != "dumb");
                (set.color, set.heading) = (term && context.exec.env(b"NO_COLOR").is_none(), true);
                set.line_number = Some(set.line_number.unwrap_or(true));
            }
            'q' => set.quiet = true,
            'r' => set.replace = Some(value.into()),
            'T' => set.types.push((value.into(), true)),
            't' => set.types.push((value.into(), false)),
            'a' => set.text = true,
            '\u{102}' => set.text = false,
            'U' => set.multi_line = true,
            '\u{104}' => set.multi_line = false,
            'u' => unrestricted += 1,
            'V' => return options::print_version(context, VERSION).map(Err),
            'v' => set.invert = true,
            'w' => set.word = true,
            'x' => set.line = true,
            'h' => return options::print_help(context).map(Err),
            'z' => set.search_zip = true,
            '\u{109}' => set.search_zip = false,
            '.' => set.hidden = true,
            '\u{1a}' => set.hidden = false,
            '\u{1}' => set.binary = true,
            '\u{2}' => match value.as_bytes() {
                b"always" | b"ansi" => set.color = true,
                b"never" | b"auto" => set.color = false,
                _ => {
                    let text = "' isn't a valid value for '--color <WHEN>'\n\t[possible values: always, ansi, auto, never]";
                    let text = [b"error: '".as_slice(), value, text.as_bytes()].concat();
                    return invalid(context, &text).map(Err);
                }
            },
            '\u{3}' => set.column = true,
            '\u{4}' => set.context_separator = Some(value.into()),
            '\u{5}' => set.context_separator = None,
            '\u{6}' => set.mode = Mode::CountMatches,
            '\u{7}' => set.crlf = true,
            '\u{8}' => set.field_context_separator = value.into(),
            '\u{b}' => set.field_match_separator = value.into(),
            '\u{c}' => set.files = true,
            '\u{e}' => set.mode = Mode::FilesWithoutMatch,
            '\u{f}' => set.glob_case_insensitive = true,
            '\u{10}' => set.heading = true,
            '\u{11}' => set.heading = false,
            '\u{13}' => set.ignore_files.push(value.into()),
            '\u{14}' => set.include_zero = true,
            '\u{15}' => set.mode = Mode::Json,
            '\u{16}' => set.max_columns_preview = true,
            '\u{17}' => set.max_depth = Some(size(number!())),
            '\u{18}' => {
                let (digits, unit): (&[u8], u64) = match value.last() {
                    Some(b'K') => (&value[..value.len() - 1], 1 << 10),
                    Some(b'M') => (&value[..value.len() - 1], 1 << 20),
                    Some(b'G') => (&value[..value.len() - 1], 1 << 30),
                    _ => (value.as_bytes(), 1u64),
                };
                match parse_clamped(digits).and_then(|number| u64::try_from(number).ok()) {
                    Some(number) => set.max_filesize = Some(number.saturating_mul(unit)),
                    None => {
                        let rest = b"', which should be a sequence of digits followed by an optional 'K', 'M' or 'G' suffix";
                        let text = [b"invalid format for size '".as_slice(), value, rest].concat();
                        return fail(context, &text).map(Err);
                    }
                }
            }
            '\u{19}' => set.dot_all = true,
            '\u{1b}' => set.no_ignore = true,
            '\u{106}' => set.no_ignore = false,
            '\u{1c}' => set.no_ignore_dot = true,
            '\u{1d}' => set.no_ignore_exclude = true,
            '\u{1e}' => set.no_ignore_files = true,
            '\u{1f}' => set.no_ignore_parent = true,
            '\u{80}' => set.no_ignore_vcs = true,
            '\u{81}' => set.no_messages = true,
            '\u{82}' => set.require_git = false,
            '\u{83}' => set.null_data = true,
            '\u{84}' => set.passthru = true,
            '\u{85}' => set.path_separator = value.first().copied(),
            '\u{86}' | '\u{87}' => {
                if !matches!(value.as_bytes(), b"path" | b"modified" | b"accessed" | b"created" | b"none") {
                    let what = if option.id == '\u{86}' { "--sort" } else { "--sortr" };
                    let text = format!(
                        "error: '{value}' isn't a valid value for '{what} <SORTBY>'\n\t[possible values: accessed, created, \
                         modified, none, path]"
                    );
                    return invalid(context, text.as_bytes()).map(Err);
                }
                set.sort = Some((value.into(), option.id == '\u{87}'));
            }
            '\u{88}' => set.stats = true,
            '\u{89}' => set.trim = true,
            '\u{8a}' => set.type_changes.push((value.into(), false)),
            '\u{8b}' => set.type_changes.push((value.into(), true)),
            '\u{8c}' => set.type_list = true,
            '\u{8d}' => (set.vimgrep, set.column) = (true, true),
            '\u{8e}' => set.ignore_case_of_ignores = true,
            '\u{8f}' => set.unicode = false,
            _ => {}
        }
    }
    set.no_ignore |= unrestricted > 0;
    set.hidden |= unrestricted > 1;
    set.binary |= unrestricted > 2;
    if set.mode == Mode::Count && set.only_matching {
        set.mode = Mode::CountMatches;
    }
    if set.vimgrep {
        set.with_filename = Some(set.with_filename.unwrap_or(true));
    }
    Ok(Ok(set))
}
