//! How results are printed: modes, separators and what else the dot-commands set.

use bstr::BString;

use super::sql;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Line,
    Column,
    List,
    Html,
    Insert,
    Quote,
    Tcl,
    Csv,
    Explain,
    Ascii,
    Json,
    Markdown,
    Table,
    Box,
    /// The number of rows.
    Count,
    Off,
    /// The tree of `EXPLAIN QUERY PLAN`.
    Plan,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Line => "line",
            Mode::Column => "column",
            Mode::List => "list",
            Mode::Html => "html",
            Mode::Insert => "insert",
            Mode::Quote => "quote",
            Mode::Tcl => "tcl",
            Mode::Csv => "csv",
            Mode::Explain => "explain",
            Mode::Ascii => "ascii",
            Mode::Json => "json",
            Mode::Markdown => "markdown",
            Mode::Table => "table",
            Mode::Box => "box",
            Mode::Count => "count",
            Mode::Off => "off",
            Mode::Plan => "eqp",
        }
    }

    /// Whether all rows are read before the first is printed.
    pub fn is_columnar(self) -> bool {
        matches!(self, Mode::Column | Mode::Table | Mode::Box | Mode::Markdown)
    }
}

/// What the columnar modes do with wide values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wrapping {
    /// Columns at most; 0: no limit.
    pub wrap: i32,
    pub at_words: bool,
    pub quote: bool,
}

impl Default for Wrapping {
    fn default() -> Self {
        Wrapping { wrap: 60, at_words: false, quote: false }
    }
}

/// When plans are shown before the results of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoPlan {
    Off,
    On,
    Trigger,
    Full,
}

pub struct Settings {
    pub mode: Mode,
    pub header: bool,
    /// The user has said whether there are headers.
    pub header_set: bool,
    pub column_separator: BString,
    pub row_separator: BString,
    pub null: BString,
    /// The table that `insert` mode names, as it is printed.
    pub table: BString,
    pub wrapping: Wrapping,
    pub widths: Vec<i32>,
    pub echo: bool,
    pub changes: bool,
    pub bail: bool,
    pub auto_plan: AutoPlan,
    /// `EXPLAIN` is laid out by itself.
    pub auto_explain: bool,
    /// `.dump` and `insert` write line ends as they are.
    pub newlines: bool,
    /// The mode before `.explain on`.
    pub before_explain: Option<(Mode, bool)>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            mode: Mode::List,
            header: false,
            header_set: false,
            column_separator: "|".into(),
            row_separator: "\n".into(),
            null: "".into(),
            table: "\"table\"".into(),
            // Only `.mode` brings its own.
            wrapping: Wrapping { wrap: 0, ..Wrapping::default() },
            widths: Vec::new(),
            echo: false,
            changes: false,
            bail: false,
            auto_plan: AutoPlan::Off,
            auto_explain: true,
            newlines: false,
            before_explain: None,
        }
    }
}

impl Settings {
    /// Sets the mode that a word begins, with the separators that belong to it; false for no mode.
    pub fn set_mode(&mut self, word: &[u8], table: Option<&[u8]>, wrapping: Wrapping) -> bool {
        let begins = |name: &str| name.as_bytes().starts_with(word);
        let mode = if begins("lines") {
            self.row_separator = "\n".into();
            Mode::Line
        } else if begins("columns") {
            if !self.header_set {
                self.header = true;
            }
            self.row_separator = "\n".into();
            self.wrapping = wrapping;
            Mode::Column
        } else if begins("list") {
            self.separate("|", "\n");
            Mode::List
        } else if begins("html") {
            Mode::Html
        } else if begins("tcl") {
            self.separate(" ", "\n");
            Mode::Tcl
        } else if begins("csv") {
            self.separate(",", "\r\n");
            Mode::Csv
        } else if begins("tabs") {
            self.column_separator = "\t".into();
            Mode::List
        } else if begins("insert") {
            self.table = sql::name(table.unwrap_or(b"table")).into_owned().into();
            Mode::Insert
        } else if begins("quote") {
            self.separate(",", "\n");
            Mode::Quote
        } else if begins("ascii") {
            self.separate("\x1f", "\x1e");
            Mode::Ascii
        } else if begins("markdown") {
            self.wrapping = wrapping;
            Mode::Markdown
        } else if begins("table") {
            self.wrapping = wrapping;
            Mode::Table
        } else if begins("box") {
            self.wrapping = wrapping;
            Mode::Box
        } else if begins("count") {
            Mode::Count
        } else if begins("off") {
            Mode::Off
        } else if begins("json") {
            Mode::Json
        } else {
            return false;
        };
        self.mode = mode;
        true
    }

    pub fn separate(&mut self, column: &str, row: &str) {
        self.column_separator = column.into();
        self.row_separator = row.into();
    }
}
