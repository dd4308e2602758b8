//! What an executor gives its sessions to work with: constructs of the language, builtins, features of commands.

use std::collections::BTreeSet;

use super::builtins::{Builtin, all};
use super::syntax::{Construct, Language};

/// What there is. The default is everything but what has to be asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Capabilities {
    pub language: Language,
    /// `sed`'s command `e` and the flag `e` of `s`, which run their text as commands.
    pub sed_execute: bool,
    /// Builtins that are not there.
    absent: BTreeSet<&'static str>,
}

impl Capabilities {
    /// With the language's constructs, and the builtins that `selected` names; `None`: all that the language has.
    pub fn new(language: Language, selected: Option<&[String]>, sed_execute: bool) -> Capabilities {
        let is_there = |name: &str| {
            language.has_builtin(name) && selected.is_none_or(|selected| selected.iter().any(|other| other == name))
        };
        let absent = all().iter().map(|builtin| builtin.name).filter(|name| !is_there(name)).collect();
        Capabilities { language, sed_execute, absent }
    }

    pub fn has(&self, construct: Construct) -> bool {
        self.language.has(construct)
    }

    pub fn has_builtin(&self, builtin: &Builtin) -> bool {
        self.absent.is_empty() || !self.absent.contains(builtin.name)
    }

    /// The builtins that are there, in byte order.
    pub fn builtins(&self) -> impl Iterator<Item = &'static Builtin> + '_ {
        all().iter().filter(|builtin| self.has_builtin(builtin))
    }
}
