//! Which constructs of the language there are: a host may switch some off.
//!
//! A program that uses what is switched off is refused before it runs, as if it were not of the language. The check walks
//! the parsed program ([`super::restrict`]); what comes into being only as a program runs (text of variables, functions
//! from a snapshot) is looked at where it is parsed or called.

use super::error::{Recovery, SyntaxError};

/// Declares the constructs: the variant, the name in the API, what it covers.
macro_rules! constructs {
    ($($variant:ident $name:literal $covers:literal;)*) => {
        /// A part of the language that can be switched off.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Construct {
            $(#[doc = $covers] $variant,)*
        }

        impl Construct {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Construct] = &[$(Construct::$variant,)*];

            /// The name of its switch.
            pub fn name(self) -> &'static str {
                match self { $(Construct::$variant => $name,)* }
            }

            /// What it covers, in the words of the documentation.
            pub fn covers(self) -> &'static str {
                match self { $(Construct::$variant => $covers,)* }
            }
        }
    };
}

constructs! {
    Functions "functions" "definitions and calls of functions; `local`, `caller`";
    Loops "loops" "`for`, `while`, `until`, `select`; `break`, `continue`";
    Conditionals "conditionals" "`if`, `case`, `[[ … ]]`";
    Groups "groups" "`{ …; }`";
    Subshells "subshells" "`( … )`";
    OrLists "orLists" "`||`";
    Negation "negation" "`! pipeline`";
    Timing "timing" "`time pipeline`";
    BackgroundJobs "backgroundJobs" "`&`; `bg`, `disown`, `fg`, `jobs`, `suspend`, `wait`";
    Coprocesses "coprocesses" "`coproc`";
    Assignments "assignments" "`name=value`, alone and in front of a command";
    Arrays "arrays" "`name=(…)`, `name[…]=…`, `${name[…]}`; `mapfile`, `readarray`";
    Arithmetic "arithmetic" "`$(( … ))`, `$[ … ]`, `(( … ))`, `for (( … ))`, `${name:offset}`; `let`";
    CommandSubstitution "commandSubstitution" "`$( … )` and backquotes";
    ProcessSubstitution "processSubstitution" "`<( … )`, `>( … )`";
    ParameterOperators "parameterOperators" "every `${…}` that is not just a name: `${name:-word}`, `${#name}`, `${!name}` …";
    SpecialParameters "specialParameters" "`$1`, `$@`, `$?`, `$$` and the like";
    BraceExpansion "braceExpansion" "`{a,b}`, `{1..9}`";
    TildeExpansion "tildeExpansion" "`~`, `~name`";
    Globs "globs" "unquoted `*`, `?`, `[…]` that stand for names of files";
    HereDocuments "hereDocuments" "`<<`, `<<<`";
    InputRedirections "inputRedirections" "`<`, `<>`";
    Descriptors "descriptors" "redirections that name or copy a descriptor: `2>`, `>&`, `&>`, `|&`, `>|`";
    Eval "eval" "text that is read only as it runs: `eval`, `source`, `.`, `fc`, the commands `bash` and `sh`, scripts as commands, `system` of `awk`";
    Aliases "aliases" "`alias`, `unalias`";
    Traps "traps" "`trap`";
}

/// The constructs that there are. All, unless some were switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Language {
    /// A bit for each construct that is off.
    off: u32,
    /// See [`Language::set_as_text`].
    as_text: bool,
}

/// What can be text where it is not of the language.
const TEXT: &[Construct] =
    &[Construct::SpecialParameters, Construct::BraceExpansion, Construct::TildeExpansion, Construct::Globs];

impl Language {
    fn bit(construct: Construct) -> u32 {
        1 << construct as u32
    }

    /// Whether the construct is there.
    pub fn has(self, construct: Construct) -> bool {
        self.off & Self::bit(construct) == 0
    }

    /// Whether everything is there.
    pub fn is_whole(self) -> bool {
        self.off == 0
    }

    /// Switches a construct on or off.
    pub fn set(&mut self, construct: Construct, on: bool) {
        match on {
            true => self.off &= !Self::bit(construct),
            false => self.off |= Self::bit(construct),
        }
    }

    /// Has patterns, braces, tildes, and `$1`, `$?` and the like without braces stand for themselves where they are switched
    /// off, in place of being refused.
    pub fn set_as_text(&mut self) {
        self.as_text = true;
    }

    /// Whether the construct is switched off and what looks like it is text.
    pub fn is_text(self, construct: Construct) -> bool {
        self.as_text && !self.has(construct) && TEXT.contains(&construct)
    }

    /// The construct of that name.
    pub fn construct(name: &str) -> Option<Construct> {
        Construct::ALL.iter().copied().find(|construct| construct.name() == name)
    }

    /// The construct that a builtin belongs to, without which it is not there.
    pub fn construct_of_builtin(name: &str) -> Option<Construct> {
        Some(match name {
            "local" | "caller" => Construct::Functions,
            "break" | "continue" => Construct::Loops,
            "bg" | "disown" | "fg" | "jobs" | "suspend" | "wait" => Construct::BackgroundJobs,
            "mapfile" | "readarray" => Construct::Arrays,
            "let" => Construct::Arithmetic,
            "eval" | "source" | "." | "fc" => Construct::Eval,
            "alias" | "unalias" => Construct::Aliases,
            "trap" => Construct::Traps,
            _ => return None,
        })
    }

    /// The construct that a reserved word belongs to.
    pub fn construct_of_word(word: &str) -> Option<Construct> {
        Some(match word {
            "for" | "while" | "until" | "select" | "do" | "done" => Construct::Loops,
            "if" | "then" | "elif" | "else" | "fi" | "case" | "esac" | "[[" | "]]" => Construct::Conditionals,
            "function" => Construct::Functions,
            "coproc" => Construct::Coprocesses,
            "time" => Construct::Timing,
            "{" | "}" => Construct::Groups,
            "!" => Construct::Negation,
            _ => return None,
        })
    }

    /// Whether a reserved word is one here. `in` belongs to `for` and `case`.
    pub fn has_word(self, word: &str) -> bool {
        match word {
            "in" => self.has(Construct::Loops) || self.has(Construct::Conditionals),
            word => Self::construct_of_word(word).is_none_or(|construct| self.has(construct)),
        }
    }

    /// Whether a builtin is there.
    pub fn has_builtin(self, name: &str) -> bool {
        match name {
            "return" => self.has(Construct::Functions) || self.has(Construct::Eval),
            name => Self::construct_of_builtin(name).is_none_or(|construct| self.has(construct)),
        }
    }
}

/// Something in a program that is switched off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub construct: Construct,
    /// As it is written, or begins.
    pub sign: &'static str,
    /// Counted from 1.
    pub line: u32,
}

impl Refused {
    /// What is printed behind the shell's name.
    pub fn message(&self) -> String {
        format!("syntax error: `{}' is switched off here ({})", self.sign, self.construct.name())
    }
}

impl From<Refused> for SyntaxError {
    fn from(refused: Refused) -> SyntaxError {
        SyntaxError {
            line: refused.line,
            message: refused.message(),
            incomplete: false,
            source_line: None,
            second: None,
            recovery: Recovery::Stop,
            refused: Some(refused.construct),
        }
    }
}
