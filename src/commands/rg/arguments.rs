//! The options of `rg`.

use bstr::BString;

use crate::options::{Opt, Spec, Takes};
use shell::kernel::Stat;

const N: Takes = Takes::Nothing;
const V: Takes = Takes::Value;

/// Options that say nothing here, since they are about speed or terminals.
pub const IDLE: char = '\u{100}';
const COLORS: char = '\u{101}';
const DFA_SIZE_LIMIT: char = '\u{107}';
const REGEX_SIZE_LIMIT: char = '\u{108}';

pub const SPEC: Spec = Spec {
    options: &[
        Opt::both('A', "after-context", V),
        Opt::both('B', "before-context", V),
        Opt::both('C', "context", V),
        Opt::both('b', "byte-offset", N),
        Opt::both('s', "case-sensitive", N),
        Opt::both('i', "ignore-case", N),
        Opt::both('S', "smart-case", N),
        Opt::both('c', "count", N),
        Opt::both('E', "encoding", V),
        Opt::both('e', "regexp", V),
        Opt::both('f', "file", V),
        Opt::both('F', "fixed-strings", N),
        Opt::both('g', "glob", V),
        Opt::both('H', "with-filename", N),
        Opt::both('I', "no-filename", N),
        Opt::both('j', "threads", V),
        Opt::both('L', "follow", N),
        Opt::both('l', "files-with-matches", N),
        Opt::both('M', "max-columns", V),
        Opt::both('m', "max-count", V),
        Opt::both('N', "no-line-number", N),
        Opt::both('n', "line-number", N),
        Opt::both('0', "null", N),
        Opt::both('o', "only-matching", N),
        Opt::both('P', "pcre2", N),
        Opt::both('p', "pretty", N),
        Opt::both('q', "quiet", N),
        Opt::both('r', "replace", V),
        Opt::both('T', "type-not", V),
        Opt::both('t', "type", V),
        Opt::both('a', "text", N),
        Opt::both('U', "multiline", N),
        Opt::both('u', "unrestricted", N),
        Opt::both('V', "version", N),
        Opt::both('v', "invert-match", N),
        Opt::both('w', "word-regexp", N),
        Opt::both('x', "line-regexp", N),
        Opt::both('h', "help", N),
        Opt::both('.', "hidden", N),
        Opt::both('z', "search-zip", N),
        Opt::long('\u{1}', "binary", N),
        Opt::long('\u{2}', "color", V),
        Opt::long('\u{3}', "column", N),
        Opt::long('\u{4}', "context-separator", V),
        Opt::long('\u{5}', "no-context-separator", N),
        Opt::long('\u{6}', "count-matches", N),
        Opt::long('\u{7}', "crlf", N),
        Opt::long('\u{8}', "field-context-separator", V),
        Opt::long('\u{b}', "field-match-separator", V),
        Opt::long('\u{c}', "files", N),
        Opt::long('\u{e}', "files-without-match", N),
        Opt::long('\u{f}', "glob-case-insensitive", N),
        Opt::long('\u{10}', "heading", N),
        Opt::long('\u{11}', "no-heading", N),
        Opt::long('\u{12}', "iglob", V),
        Opt::long('\u{13}', "ignore-file", V),
        Opt::long('\u{14}', "include-zero", N),
        Opt::long('\u{15}', "json", N),
        Opt::long('\u{16}', "max-columns-preview", N),
        Opt::long('\u{17}', "max-depth", V),
        Opt::long('\u{17}', "maxdepth", V),
        Opt::long('\u{18}', "max-filesize", V),
        Opt::long('\u{19}', "multiline-dotall", N),
        Opt::long('\u{1a}', "no-hidden", N),
        Opt::long('\u{1b}', "no-ignore", N),
        Opt::long('\u{1c}', "no-ignore-dot", N),
        Opt::long('\u{1d}', "no-ignore-exclude", N),
        Opt::long('\u{1e}', "no-ignore-files", N),
        Opt::long('\u{1f}', "no-ignore-parent", N),
        Opt::long('\u{80}', "no-ignore-vcs", N),
        Opt::long('\u{81}', "no-messages", N),
        Opt::long('\u{82}', "no-require-git", N),
        Opt::long('\u{83}', "null-data", N),
        Opt::long('\u{84}', "passthru", N),
        Opt::long('\u{84}', "passthrough", N),
        Opt::long('\u{85}', "path-separator", V),
        Opt::long('\u{86}', "sort", V),
        Opt::long('\u{87}', "sortr", V),
        Opt::long('\u{88}', "stats", N),
        Opt::long('\u{89}', "trim", N),
        Opt::long('\u{8a}', "type-add", V),
        Opt::long('\u{8b}', "type-clear", V),
        Opt::long('\u{8c}', "type-list", N),
        Opt::long('\u{8d}', "vimgrep", N),
        Opt::long('\u{8e}', "ignore-file-case-insensitive", N),
        Opt::long('\u{8f}', "no-unicode", N),
        Opt::long(IDLE, "auto-hybrid-regex", N),
        Opt::long(IDLE, "block-buffered", N),
        Opt::long(IDLE, "line-buffered", N),
        Opt::long(IDLE, "mmap", N),
        Opt::long(IDLE, "no-mmap", N),
        Opt::long(IDLE, "no-config", N),
        Opt::long(IDLE, "no-ignore-global", N),
        Opt::long(IDLE, "no-ignore-messages", N),
        Opt::long(IDLE, "one-file-system", N),
        Opt::long(IDLE, "sort-files", N),
        Opt::long(COLORS, "colors", V),
        Opt::long(DFA_SIZE_LIMIT, "dfa-size-limit", V),
        Opt::long(REGEX_SIZE_LIMIT, "regex-size-limit", V),
        Opt::long('\u{102}', "no-text", N),
        Opt::long('\u{103}', "no-fixed-strings", N),
        Opt::long('\u{104}', "no-multiline", N),
        Opt::long('\u{105}', "no-pcre2", N),
        Opt::long('\u{106}', "ignore", N),
        Opt::long('\u{109}', "no-search-zip", N),
    ],
    operands_end_options: false,
    failure: 2,
};

/// With one of these no operand is a pattern.
pub const INSTEAD_OF_PATTERN: &[char] = &['e', 'f', '\u{c}', '\u{8c}'];

/// What messages call the value of an option, and whether it may be given more than once.
pub fn value_name(id: char) -> (&'static str, bool) {
    match id {
        'e' => ("PATTERN", true),
        'f' => ("PATTERNFILE", true),
        'g' | '\u{12}' => ("GLOB", true),
        't' | 'T' | '\u{8b}' => ("TYPE", true),
        '\u{8a}' => ("TYPE_SPEC", true),
        '\u{13}' => ("PATH", true),
        'E' => ("ENCODING", false),
        'r' => ("REPLACEMENT_TEXT", false),
        '\u{2}' => ("WHEN", false),
        '\u{4}' | '\u{8}' | '\u{b}' | '\u{85}' => ("SEPARATOR", false),
        '\u{18}' | DFA_SIZE_LIMIT | REGEX_SIZE_LIMIT => ("NUM+SUFFIX?", false),
        '\u{86}' | '\u{87}' => ("SORTBY", false),
        COLORS => ("COLOR_SPEC", true),
        _ => ("NUM", false),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Sensitive,
    Insensitive,
    Smart,
}

/// What is printed of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Standard,
    FilesWithMatches,
    FilesWithoutMatch,
    Count,
    CountMatches,
    Json,
}

/// Everything the options say.
#[derive(Debug, Clone)]
pub struct Settings {
    pub after: usize,
    pub before: usize,
    pub passthru: bool,
    pub byte_offset: bool,
    pub case: Case,
    pub mode: Mode,
    pub patterns: Option<Vec<BString>>,
    pub fixed: bool,
    pub perl: bool,
    pub word: bool,
    pub line: bool,
    pub globs: Vec<(BString, bool)>,
    pub glob_case_insensitive: bool,
    pub with_filename: Option<bool>,
    pub follow: bool,
    pub max_columns: usize,
    pub max_columns_preview: bool,
    pub max_count: Option<u64>,
    pub line_number: Option<bool>,
    pub column: bool,
    pub null: bool,
    pub only_matching: bool,
    pub quiet: bool,
    pub replace: Option<BString>,
    pub types: Vec<(BString, bool)>,
    pub type_changes: Vec<(BString, bool)>,
    pub type_list: bool,
    pub text: bool,
    pub binary: bool,
    pub multi_line: bool,
    pub dot_all: bool,
    pub crlf: bool,
    pub null_data: bool,
    pub invert: bool,
    pub hidden: bool,
    pub color: bool,
    pub context_separator: Option<BString>,
    pub field_context_separator: BString,
    pub field_match_separator: BString,
    pub files: bool,
    pub heading: bool,
    pub ignore_files: Vec<BString>,
    pub ignore_case_of_ignores: bool,
    pub include_zero: bool,
    pub max_depth: Option<usize>,
    pub max_filesize: Option<u64>,
    pub no_ignore: bool,
    pub no_ignore_dot: bool,
    pub no_ignore_exclude: bool,
    pub no_ignore_files: bool,
    pub no_ignore_parent: bool,
    pub no_ignore_vcs: bool,
    pub require_git: bool,
    pub no_messages: bool,
    pub path_separator: Option<u8>,
    pub sort: Option<(BString, bool)>,
    pub stats: bool,
    pub trim: bool,
    pub vimgrep: bool,
    pub unicode: bool,
    pub search_zip: bool,
}

impl Settings {
    /// Whether files come in another order than that of their names.
    pub fn is_sorted(&self) -> bool {
        self.sort.as_ref().is_some_and(|(key, reverse)| key != "none" && (key != "path" || *reverse))
    }

    /// What a file or folder is sorted by before its name.
    pub fn rank(&self, stat: &Stat) -> i64 {
        let Some((key, reverse)) = &self.sort else { return 0 };
        let time = match key.as_slice() {
            b"modified" => stat.mtime.0,
            b"accessed" => stat.atime.0,
            b"created" => stat.ctime.0,
            _ => 0,
        };
        if *reverse { time.saturating_neg() } else { time }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            after: 0,
            before: 0,
            passthru: false,
            byte_offset: false,
            case: Case::Sensitive,
            mode: Mode::Standard,
            patterns: None,
            fixed: false,
            perl: false,
            word: false,
            line: false,
            globs: Vec::new(),
            glob_case_insensitive: false,
            with_filename: None,
            follow: false,
            max_columns: 0,
            max_columns_preview: false,
            max_count: None,
            line_number: None,
            column: false,
            null: false,
            only_matching: false,
            quiet: false,
            replace: None,
            types: Vec::new(),
            type_changes: Vec::new(),
            type_list: false,
            text: false,
            binary: false,
            multi_line: false,
            dot_all: false,
            crlf: false,
            null_data: false,
            invert: false,
            hidden: false,
            color: false,
            context_separator: Some("--".into()),
            field_context_separator: "-".into(),
            field_match_separator: ":".into(),
            files: false,
            heading: false,
            ignore_files: Vec::new(),
            ignore_case_of_ignores: false,
            include_zero: false,
            max_depth: None,
            max_filesize: None,
            no_ignore: false,
            no_ignore_dot: false,
            no_ignore_exclude: false,
            no_ignore_files: false,
            no_ignore_parent: false,
            no_ignore_vcs: false,
            require_git: true,
            no_messages: false,
            path_separator: None,
            sort: None,
            stats: false,
            trim: false,
            vimgrep: false,
            unicode: true,
            search_zip: false,
        }
    }
}
