//! The options of `ls`, settled.

use bstr::{BString, ByteSlice};

use super::super::options::{Opt, Parsed, Takes};
use super::super::shared::choice::choose;
use super::super::shared::number::{BlockSize, NumberError, parse_size};
use super::super::shared::quote::{Quoting, STYLES, Style, quote};
use super::color::Colors;
use shell::command::Context;
use shell::kernel::Halt;
use shell::pattern::{Pattern, PatternOptions};

pub const OPTIONS: &[Opt] = &[
    Opt::both('a', "all", Takes::Nothing),
    Opt::short('b', Takes::Nothing),
    Opt { id: 'b', short: false, long: "escape", takes: Takes::Nothing },
    Opt::both('d', "directory", Takes::Nothing),
    Opt::both('D', "dired", Takes::Nothing),
    Opt::long('\u{1}', "full-time", Takes::Nothing),
    Opt::long('\u{2}', "group-directories-first", Takes::Nothing),
    Opt::both('h', "human-readable", Takes::Nothing),
    Opt::both('i', "inode", Takes::Nothing),
    Opt::both('k', "kibibytes", Takes::Nothing),
    Opt::both('n', "numeric-uid-gid", Takes::Nothing),
    Opt::both('G', "no-group", Takes::Nothing),
    Opt::both('q', "hide-control-chars", Takes::Nothing),
    Opt::both('r', "reverse", Takes::Nothing),
    Opt::both('s', "size", Takes::Nothing),
    Opt::both('w', "width", Takes::Value),
    Opt::both('A', "almost-all", Takes::Nothing),
    Opt::both('B', "ignore-backups", Takes::Nothing),
    Opt::both('F', "classify", Takes::Nothing),
    Opt::long('\u{3}', "file-type", Takes::Nothing),
    Opt::long('\u{4}', "si", Takes::Nothing),
    Opt::both('H', "dereference-command-line", Takes::Nothing),
    Opt::long('\u{5}', "dereference-command-line-symlink-to-dir", Takes::Nothing),
    Opt::long('\u{6}', "hide", Takes::Value),
    Opt::both('I', "ignore", Takes::Value),
    Opt::long('\u{7}', "indicator-style", Takes::Value),
    Opt::both('L', "dereference", Takes::Nothing),
    Opt::both('N', "literal", Takes::Nothing),
    Opt::both('Q', "quote-name", Takes::Nothing),
    Opt::long('\u{8}', "quoting-style", Takes::Value),
    Opt::both('R', "recursive", Takes::Nothing),
    Opt::long('\u{9}', "format", Takes::Value),
    Opt::long('\u{a}', "show-control-chars", Takes::Nothing),
    Opt::long('\u{b}', "sort", Takes::Value),
    Opt::both('T', "tabsize", Takes::Value),
    Opt::long('\u{c}', "time", Takes::Value),
    Opt::long('\u{e}', "time-style", Takes::Value),
    Opt::long('\u{f}', "zero", Takes::Nothing),
    Opt::long('\u{10}', "color", Takes::Optional),
    Opt::long('\u{11}', "hyperlink", Takes::Optional),
    Opt::long('\u{12}', "block-size", Takes::Value),
    Opt::both('Z', "context", Takes::Nothing),
    Opt::long('\u{13}', "author", Takes::Nothing),
    Opt::short('c', Takes::Nothing),
    Opt::short('f', Takes::Nothing),
    Opt::short('g', Takes::Nothing),
    Opt::short('l', Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::short('o', Takes::Nothing),
    Opt::short('p', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
    Opt::short('u', Takes::Nothing),
    Opt::short('v', Takes::Nothing),
    Opt::short('x', Takes::Nothing),
    Opt::short('C', Takes::Nothing),
    Opt::short('S', Takes::Nothing),
    Opt::short('U', Takes::Nothing),
    Opt::short('X', Takes::Nothing),
    Opt::short('1', Takes::Nothing),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Long,
    OnePerLine,
    /// Columns, down.
    Vertical,
    /// Columns, across.
    Horizontal,
    Commas,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    None,
    Name,
    Extension,
    Width,
    Size,
    Version,
    Time,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeKind {
    Modification,
    Change,
    Access,
    /// Not known of any file.
    Birth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indicator {
    None,
    Slash,
    FileType,
    Classify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// Names that begin with a dot and those of `--hide` are left out.
    Default,
    /// `-A`
    ShowDots,
    /// `-a`
    ShowAll,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    Never,
    /// Operands that lead to folders, where the listing is of their content.
    CommandLineToFolders,
    CommandLine,
    Always,
}

/// Formats of times: of the last six months, and of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeStyle {
    pub recent: BString,
    pub old: BString,
}

pub struct Settings {
    pub format: Format,
    pub sort: Sort,
    pub reverse: bool,
    pub time: TimeKind,
    pub time_style: TimeStyle,
    pub indicator: Indicator,
    pub hidden: Hidden,
    pub ignored: Vec<Pattern>,
    pub hidden_patterns: Vec<Pattern>,
    pub follow: Follow,
    pub quoting: Quoting,
    pub header_quoting: Quoting,
    pub hide_control: bool,
    pub inode: bool,
    pub blocks: bool,
    pub block_size: BlockSize,
    pub file_size: BlockSize,
    pub numeric: bool,
    pub owner: bool,
    pub group: bool,
    pub author: bool,
    pub context: bool,
    pub immediate: bool,
    pub recursive: bool,
    pub folders_first: bool,
    pub line_width: usize,
    pub tab_size: usize,
    pub terminator: u8,
    pub colors: Option<Colors>,
    pub hyperlink: bool,
    pub dired: bool,
}

/// What the options say before they are weighed against each other.
#[derive(Default)]
struct Given {
    /// The exit status when an option is bad, if it is not 2.
    status: Option<u8>,
    format: Option<Format>,
    sort: Option<Sort>,
    time: Option<TimeKind>,
    quoting: Option<Style>,
    hidden: Option<Hidden>,
    follow: Option<Follow>,
    indicator: Option<Indicator>,
    time_style: Option<BString>,
    block_size: Option<BlockSize>,
    file_size: Option<BlockSize>,
    width: Option<usize>,
    tab_size: Option<usize>,
    ignored: Vec<BString>,
    hide: Vec<BString>,
    kibibytes: bool,
}

impl Given {
    /// A bad option, which was reported.
    fn refuse(&mut self, status: u8) -> Result<bool, Halt> {
        self.status = Some(status);
        Ok(false)
    }
}

const FORMATS: &[(&str, Format)] = &[
    ("verbose", Format::Long),
    ("long", Format::Long),
    ("commas", Format::Commas),
    ("horizontal", Format::Horizontal),
    ("across", Format::Horizontal),
    ("vertical", Format::Vertical),
    ("single-column", Format::OnePerLine),
];

const SORTS: &[(&str, Sort)] = &[
    ("none", Sort::None),
    ("time", Sort::Time),
    ("size", Sort::Size),
    ("extension", Sort::Extension),
    ("version", Sort::Version),
    ("width", Sort::Width),
];

const TIMES: &[(&str, TimeKind)] = &[
    ("atime", TimeKind::Access),
    ("access", TimeKind::Access),
    ("use", TimeKind::Access),
    ("ctime", TimeKind::Change),
    ("status", TimeKind::Change),
    ("birth", TimeKind::Birth),
    ("creation", TimeKind::Birth),
];

const INDICATORS: &[(&str, Indicator)] = &[
    ("none", Indicator::None),
    ("slash", Indicator::Slash),
    ("file-type", Indicator::FileType),
    ("classify", Indicator::Classify),
];

const WHEN: &[(&str, u8)] = &[
    ("always", 1),
    ("yes", 1),
    ("force", 1),
    ("never", 0),
    ("no", 0),
    ("none", 0),
    ("auto", 2),
    ("tty", 2),
    ("if-tty", 2),
];

impl Settings {
    /// Weighs the options. The inner error is the exit status when one was bad, which was reported.
    pub fn read(context: &mut Context<'_>, options: Vec<Parsed>) -> Result<Result<Settings, u8>, Halt> {
        let columns = match context.name() {
            "dir" => (Format::Vertical, Style::Escape),
            "vdir" => (Format::Long, Style::Escape),
            _ => (Format::OnePerLine, Style::Literal),
        };
        let mut given = Given::default();
        let mut settings = Settings {
            format: columns.0,
            sort: Sort::Name,
            reverse: false,
            time: TimeKind::Modification,
            time_style: TimeStyle { recent: "%b %e %H:%M".into(), old: "%b %e  %Y".into() },
            indicator: Indicator::None,
            hidden: Hidden::Default,
            ignored: Vec::new(),
            hidden_patterns: Vec::new(),
            follow: Follow::Never,
            quoting: Quoting::new(columns.1),
            header_quoting: Quoting::new(columns.1),
            hide_control: false,
            inode: false,
            blocks: false,
            block_size: BlockSize::Bytes(1024, ""),
            file_size: BlockSize::Bytes(1, ""),
            numeric: false,
            owner: true,
            group: true,
            author: false,
            context: false,
            immediate: false,
            recursive: false,
            folders_first: false,
            line_width: 80,
            tab_size: 8,
            terminator: b'\n',
            colors: None,
            hyperlink: false,
            dired: false,
        };
        settings.environment(context, &mut given)?;
        let mut color = false;
        for option in options {
            if !settings.take(context, &mut given, &mut color, option)? {
                return Ok(Err(given.status.unwrap_or(2)));
            }
        }
        settings.settle(context, given, color)
    }

    fn environment(&mut self, context: &mut Context<'_>, given: &mut Given) -> Result<(), Halt> {
        let number = |name: &[u8]| {
            context
                .exec
                .env(name)
                .and_then(|value| parse_size(value, b"").ok())
                .and_then(|value| usize::try_from(value).ok())
        };
        if let Some(width) = number(b"COLUMNS").filter(|width| *width > 0) {
            self.line_width = width;
        }
        if let Some(size) = number(b"TABSIZE") {
            self.tab_size = size;
        }
        let block_size = [&b"LS_BLOCK_SIZE"[..], b"BLOCK_SIZE"].iter().find_map(|name| context.exec.env(name));
        if let Some(size) = block_size.and_then(|value| BlockSize::parse(value).ok()) {
            (given.block_size, given.file_size) = (Some(size), Some(size));
        }
        if let Some(style) = context.exec.env(b"QUOTING_STYLE").map(BString::from) {
            match super::super::shared::choice::find(&style, STYLES) {
                Ok(style) => given.quoting = Some(style),
                Err(_) => {
                    context.complain(&[
                        b"ignoring invalid value of environment variable QUOTING_STYLE: ",
                        &quote(&style),
                    ])?;
                }
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        context: &mut Context<'_>,
        given: &mut Given,
        color: &mut bool,
        option: Parsed,
    ) -> Result<bool, Halt> {
        let value = option.value();
        match option.id {
            'a' => given.hidden = Some(Hidden::ShowAll),
            'A' => given.hidden = Some(Hidden::ShowDots),
            'b' => given.quoting = Some(Style::Escape),
            'B' => given.ignored.extend(["*~".into(), ".*~".into()]),
            'c' => given.time = Some(TimeKind::Change),
            'C' => given.format = Some(Format::Vertical),
            'd' => self.immediate = true,
            'D' => self.dired = true,
            'f' => {
                given.hidden = Some(Hidden::ShowAll);
                given.sort = Some(Sort::None);
                if given.format == Some(Format::Long) {
                    given.format = None;
                }
                self.blocks = false;
                *color = false;
                self.hyperlink = false;
            }
            'F' => given.indicator = Some(Indicator::Classify),
            'g' => (given.format, self.owner) = (Some(Format::Long), false),
            'G' => self.group = false,
            'h' => (given.block_size, given.file_size) = (Some(BlockSize::Human), Some(BlockSize::Human)),
            'H' => given.follow = Some(Follow::CommandLine),
            'i' => self.inode = true,
            'I' => given.ignored.push(value.into()),
            'k' => given.kibibytes = true,
            'l' => given.format = Some(Format::Long),
            'L' => given.follow = Some(Follow::Always),
            'm' => given.format = Some(Format::Commas),
            'n' => (given.format, self.numeric) = (Some(Format::Long), true),
            'N' => given.quoting = Some(Style::Literal),
            'o' => (given.format, self.group) = (Some(Format::Long), false),
            'p' => given.indicator = Some(Indicator::Slash),
            'q' => self.hide_control = true,
            'Q' => given.quoting = Some(Style::C),
            'r' => self.reverse = true,
            'R' => self.recursive = true,
            's' => self.blocks = true,
            'S' => given.sort = Some(Sort::Size),
            't' => given.sort = Some(Sort::Time),
            'T' => match parse_size(value, b"") {
                Ok(size) => given.tab_size = Some(usize::try_from(size).unwrap_or(usize::MAX)),
                Err(error) => {
                    context.complain(&[b"invalid tab size: ", &quote(value), error.detail()])?;
                    return Ok(false);
                }
            },
            'u' => given.time = Some(TimeKind::Access),
            'U' => given.sort = Some(Sort::None),
            'v' => given.sort = Some(Sort::Version),
            'w' => match parse_width(value) {
                Some(width) => given.width = Some(width),
                None => {
                    context.complain(&[b"invalid line width: ", &quote(value)])?;
                    return Ok(false);
                }
            },
            'x' => given.format = Some(Format::Horizontal),
            'X' => given.sort = Some(Sort::Extension),
            'Z' => self.context = true,
            // One file a line, unless the long format is asked for.
            '1' if given.format != Some(Format::Long) => given.format = Some(Format::OnePerLine),
            '\u{1}' => {
                given.format = Some(Format::Long);
                given.time_style = Some("full-iso".into());
            }
            '\u{2}' => self.folders_first = true,
            '\u{3}' => given.indicator = Some(Indicator::FileType),
            '\u{4}' => (given.block_size, given.file_size) = (Some(BlockSize::Si), Some(BlockSize::Si)),
            '\u{5}' => given.follow = Some(Follow::CommandLineToFolders),
            '\u{6}' => given.hide.push(value.into()),
            '\u{7}' => match choose(context, "--indicator-style", value, INDICATORS)? {
                Some(indicator) => given.indicator = Some(indicator),
                None => return given.refuse(1),
            },
            '\u{8}' => match choose(context, "--quoting-style", value, STYLES)? {
                Some(style) => given.quoting = Some(style),
                None => return given.refuse(1),
            },
            '\u{9}' => match choose(context, "--format", value, FORMATS)? {
                Some(format) => given.format = Some(format),
                None => return given.refuse(1),
            },
            '\u{a}' => self.hide_control = false,
            '\u{b}' => match choose(context, "--sort", value, SORTS)? {
                Some(sort) => given.sort = Some(sort),
                None => return given.refuse(1),
            },
            '\u{c}' => match choose(context, "--time", value, TIMES)? {
                Some(time) => given.time = Some(time),
                None => return given.refuse(1),
            },
            '\u{e}' => given.time_style = option.value,
            '\u{f}' => {
                self.terminator = 0;
                *color = false;
                if given.format != Some(Format::Long) {
                    given.format = Some(Format::OnePerLine);
                }
                self.hide_control = false;
                given.quoting = Some(Style::Literal);
            }
            '\u{10}' | '\u{11}' => {
                let name = if option.id == '\u{10}' { "--color" } else { "--hyperlink" };
                let always = match &option.value {
                    None => true,
                    Some(value) => match choose(context, name, value, WHEN)? {
                        Some(when) => when == 1,
                        None => return given.refuse(1),
                    },
                };
                if option.id == '\u{10}' {
                    *color = always;
                } else {
                    self.hyperlink = always;
                }
            }
            '\u{12}' => match BlockSize::parse(value) {
                Ok(size) => (given.block_size, given.file_size) = (Some(size), Some(size)),
                Err(error) => {
                    let what: &[u8] = match error {
                        NumberError::Suffix => b"invalid suffix in --block-size argument ",
                        NumberError::Overflow => b"--block-size argument ",
                        NumberError::Invalid => b"invalid --block-size argument ",
                    };
                    let tail: &[u8] = if error == NumberError::Overflow { b" too large" } else { b"" };
                    context.complain(&[what, &super::super::shared::quote::quote_file(value), tail])?;
                    return Ok(false);
                }
            },
            '\u{13}' => self.author = true,
            _ => {}
        }
        Ok(true)
    }

    fn settle(mut self, context: &mut Context<'_>, given: Given, color: bool) -> Result<Result<Settings, u8>, Halt> {
        self.format = given.format.unwrap_or(self.format);
        let long = self.format == Format::Long;
        if let Some(size) = given.block_size {
            self.block_size = size;
        } else if given.kibibytes {
            self.block_size = BlockSize::Bytes(1024, "");
        }
        self.file_size = given.file_size.unwrap_or(self.file_size);
        self.line_width = given.width.unwrap_or(self.line_width);
        self.tab_size = given.tab_size.unwrap_or(self.tab_size);
        self.time = given.time.unwrap_or(self.time);
        self.sort = given.sort.unwrap_or(if !long && given.time.is_some() { Sort::Time } else { Sort::Name });
        self.hidden = given.hidden.unwrap_or(self.hidden);
        self.indicator = given.indicator.unwrap_or(Indicator::None);
        self.follow = given.follow.unwrap_or({
            if self.immediate || self.indicator == Indicator::Classify || long {
                Follow::Never
            } else {
                Follow::CommandLineToFolders
            }
        });
        let style = given.quoting.unwrap_or(self.quoting.style);
        self.quoting = Quoting::new(style);
        self.header_quoting = Quoting::new(style).also(b':');
        if style == Style::Escape {
            self.quoting = self.quoting.also(b' ');
        }
        let pattern = |text: &BString| Pattern::new(text, PatternOptions { period: true, ..PatternOptions::default() });
        self.ignored = given.ignored.iter().map(pattern).collect();
        if self.hidden == Hidden::Default {
            self.hidden_patterns = given.hide.iter().map(pattern).collect();
        }
        if self.recursive && self.immediate {
            self.recursive = false;
        }
        if long {
            let style = given.time_style.or_else(|| context.exec.env(b"TIME_STYLE").map(BString::from));
            if let Some(style) = style {
                match time_style(&style) {
                    Some(Ok(style)) => self.time_style = style,
                    Some(Err(format)) => {
                        context.complain(&[b"invalid time style format ", &quote(&format)])?;
                        return Ok(Err(2));
                    }
                    None => return bad_time_style(context, &style).map(|()| Err(2)),
                }
            }
        }
        if color {
            let environment = |name: &[u8]| context.exec.env(name).filter(|value| !value.is_empty()).map(BString::from);
            match environment(b"LS_COLORS") {
                Some(value) => {
                    let colors = Colors::read(&value);
                    if let Err(failure) = &colors {
                        if let Some(prefix) = failure.prefix {
                            context.complain(&["unrecognized prefix: ‘".as_bytes(), &prefix, "’".as_bytes()])?;
                        }
                        context.complain(&[b"unparsable value for LS_COLORS environment variable"])?;
                    }
                    self.colors = colors.ok();
                }
                // Without it only terminals that are known for colors get them.
                None => {
                    let known = environment(b"COLORTERM").is_some()
                        || environment(b"TERM").is_some_and(|terminal| super::color::is_known_terminal(&terminal));
                    self.colors = known.then(Colors::default);
                }
            }
            if self.colors.is_some() {
                self.tab_size = 0;
            }
        }
        if self.dired && (self.format != Format::Long || self.hyperlink) {
            self.dired = false;
        }
        Ok(Ok(self))
    }
}

/// A number of columns, octal with a leading zero as C has it; too large is no limit.
fn parse_width(text: &[u8]) -> Option<usize> {
    if text.len() > 1 && text[0] == b'0' {
        let octal = std::str::from_utf8(text).ok()?;
        return usize::from_str_radix(octal, 8).ok();
    }
    match parse_size(text, b"") {
        Ok(width) => Some(usize::try_from(width).unwrap_or(0)),
        Err(NumberError::Overflow) => Some(0),
        Err(_) => None,
    }
}

/// `None`: no such style. The inner error is a format with more than two lines.
fn time_style(style: &[u8]) -> Option<Result<TimeStyle, BString>> {
    if let Some(format) = style.strip_prefix(b"+") {
        let mut lines = format.split_str("\n");
        let recent = lines.next().unwrap_or_default();
        let old = lines.next().unwrap_or(recent);
        if lines.next().is_some() {
            return Some(Err(format.into()));
        }
        // The first format is for old files when there are two.
        let (old, recent) = if format.contains(&b'\n') { (recent, old) } else { (recent, recent) };
        return Some(Ok(TimeStyle { recent: recent.into(), old: old.into() }));
    }
    // The prefix is about the POSIX locale, which this is not.
    let plain = style.strip_prefix(b"posix-").unwrap_or(style);
    let choices = [("full-iso", 0), ("long-iso", 1), ("iso", 2), ("locale", 3)];
    let choice = super::super::shared::choice::find(plain, &choices).ok()?;
    let both = |format: &str| TimeStyle { recent: format.into(), old: format.into() };
    Some(Ok(match choice {
        0 => both("%Y-%m-%d %H:%M:%S.%N %z"),
        1 => both("%Y-%m-%d %H:%M"),
        2 => TimeStyle { recent: "%m-%d %H:%M".into(), old: "%Y-%m-%d ".into() },
        _ => TimeStyle { recent: "%b %e %H:%M".into(), old: "%b %e  %Y".into() },
    }))
}

fn bad_time_style(context: &mut Context<'_>, style: &[u8]) -> Result<(), Halt> {
    context.complain(&[b"invalid argument ", &quote(style), b" for ", &quote(b"time style")])?;
    context.write_error(
        b"Valid arguments are:
  - [posix-]full-iso
  - [posix-]long-iso
  - [posix-]iso
  - [posix-]locale
  - +FORMAT (e.g., +%H:%M) for a 'date'-style format
",
    )?;
    super::super::options::hint(context)
}
