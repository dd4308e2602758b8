//! Colors of names: `LS_COLORS` and the codes that are there without it.

use bstr::BString;

use crate::shared::color_codes::{self, Entry, Unparsable};
use shell::kernel::Stat;
use shell::pattern::{Pattern, PatternOptions};
use workspace::Kind;

/// What a color can be given for, by the two-letter names of `LS_COLORS`, and what it is otherwise.
const DEFAULTS: [(&str, Option<&str>); 24] = [
    ("lc", Some("\u{1b}[")),
    ("rc", Some("m")),
    ("ec", None),
    ("rs", Some("0")),
    ("no", None),
    ("fi", None),
    ("di", Some("01;34")),
    ("ln", Some("01;36")),
    ("pi", Some("33")),
    ("so", Some("01;35")),
    ("bd", Some("01;33")),
    ("cd", Some("01;33")),
    ("mi", None),
    ("or", None),
    ("ex", Some("01;32")),
    ("do", Some("01;35")),
    ("su", Some("37;41")),
    ("sg", Some("30;43")),
    ("st", Some("37;44")),
    ("ow", Some("34;42")),
    ("tw", Some("30;42")),
    ("ca", None),
    ("mh", None),
    ("cl", Some("\u{1b}[K")),
];

/// Terminals that show colors, as `dircolors` lists them.
const TERMINALS: [&str; 24] = [
    "Eterm",
    "ansi",
    "*color*",
    "con[0-9]*x[0-9]*",
    "cons25",
    "console",
    "cygwin",
    "*direct*",
    "dtterm",
    "gnome",
    "hurd",
    "jfbterm",
    "konsole",
    "kterm",
    "linux",
    "linux-c",
    "mlterm",
    "putty",
    "rxvt*",
    "screen*",
    "st",
    "terminator",
    "tmux*",
    "vt100",
];

/// Whether a value of `TERM` stands for a terminal with colors.
pub fn is_known_terminal(terminal: &[u8]) -> bool {
    terminal.starts_with(b"xterm")
        || TERMINALS.iter().any(|known| Pattern::new(known.as_bytes(), PatternOptions::default()).matches(terminal))
}

/// The colors in use.
#[derive(Debug, Clone)]
pub struct Colors {
    kinds: Vec<(&'static str, Option<BString>)>,
    /// Endings of names and their colors; later ones count first.
    extensions: Vec<(BString, BString)>,
}

impl Default for Colors {
    fn default() -> Colors {
        Colors {
            kinds: DEFAULTS.iter().map(|(name, value)| (*name, value.map(BString::from))).collect(),
            extensions: Vec::new(),
        }
    }
}

impl Colors {
    /// Reads `LS_COLORS`.
    pub fn read(text: &[u8]) -> Result<Colors, Unparsable> {
        let mut colors = Colors::default();
        let is_known = |name: &[u8]| DEFAULTS.iter().any(|(known, _)| known.as_bytes() == name);
        for entry in color_codes::read(text, is_known)? {
            match entry {
                Entry::Ending(ending, code) => colors.extensions.push((ending, code)),
                Entry::Named(name, code) => {
                    colors.kinds.iter_mut().filter(|(kind, _)| kind.as_bytes() == name).for_each(|kind| kind.1 = Some(code.clone()));
                }
            }
        }
        Ok(colors)
    }

    fn find(&self, name: &str) -> Option<&[u8]> {
        self.kinds
            .iter()
            .find(|(kind, _)| *kind == name)
            .and_then(|(_, value)| value.as_ref())
            .map(|value| value.as_slice())
    }

    fn get(&self, name: &str) -> &[u8] {
        self.find(name).unwrap_or_default()
    }

    fn colored(&self, name: &str) -> bool {
        !matches!(self.get(name), b"" | b"0" | b"00")
    }

    /// The color of a name. `stat`: of the thing itself; `None` when it does not exist. `dangling`: a link that leads
    /// nowhere.
    pub fn of(&self, name: &[u8], stat: Option<&Stat>, dangling: bool) -> Option<&[u8]> {
        let kind = match stat {
            None => "mi",
            Some(stat) => match stat.kind {
                Kind::File if stat.mode & 0o4000 != 0 && self.colored("su") => "su",
                Kind::File if stat.mode & 0o2000 != 0 && self.colored("sg") => "sg",
                Kind::File if stat.mode & 0o111 != 0 && self.colored("ex") => "ex",
                Kind::File if stat.links > 1 && self.colored("mh") => "mh",
                Kind::File => "fi",
                Kind::Dir if stat.mode & 0o1002 == 0o1002 && self.colored("tw") => "tw",
                Kind::Dir if stat.mode & 0o002 != 0 && self.colored("ow") => "ow",
                Kind::Dir if stat.mode & 0o1000 != 0 && self.colored("st") => "st",
                Kind::Dir => "di",
                Kind::Symlink => "ln",
                Kind::Fifo => "pi",
                Kind::Device => "cd",
            },
        };
        if kind == "fi"
            && let Some((_, color)) = self.extensions.iter().rev().find(|(ending, _)| {
                name.len() >= ending.len() && name[name.len() - ending.len()..].eq_ignore_ascii_case(ending)
            })
        {
            return Some(color);
        }
        let kind = if kind == "ln" && dangling && self.colored("or") { "or" } else { kind };
        self.find(kind)
    }

    /// True when links take the color of what they lead to.
    pub fn links_as_targets(&self) -> bool {
        self.get("ln") == b"target"
    }

    /// True when the color of a link depends on what it leads to.
    pub fn depend_on_targets(&self) -> bool {
        self.links_as_targets() || self.colored("or") || self.colored("mi")
    }

    /// The code that starts a color.
    pub fn start(&self, color: &[u8]) -> Vec<u8> {
        [self.get("lc"), color, self.get("rc")].concat()
    }

    /// The code that ends one.
    pub fn end(&self) -> Vec<u8> {
        match self.find("ec") {
            None => self.start(self.get("rs")),
            Some(code) => code.to_vec(),
        }
    }

    /// Clears to the end of the line, for colors with a background where the line wraps.
    pub fn clear(&self) -> &[u8] {
        self.get("cl")
    }
}
