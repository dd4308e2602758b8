//! The question that the dispatch point asks before an expanded argv becomes a running command.

use bstr::{BStr, BString};

use crate::kernel::{Access, Halt, Kernel};
use workspace::AbsPath;

/// What kind of thing a command word turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandKind {
    Function,
    Builtin,
    /// A command of the registry.
    Registered,
    /// A script in the tree.
    Script,
}

/// A command that is about to run.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What it really is, however it was spelled: the name of a function, builtin or command, the physical path of a script.
    pub name: &'a BStr,
    /// The words after all expansions.
    pub argv: &'a [BString],
    pub kind: CommandKind,
    pub cwd: &'a AbsPath,
}

/// What a policy said no to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denied {
    Command { kind: CommandKind, argv: Vec<BString> },
    Path { access: Access, path: AbsPath },
}

/// Something that a run was not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    pub denied: Denied,
    /// The rule as the options of a policy call it: `commands.deny`, `paths.readOnly`, `decide` …
    pub rule: &'static str,
    pub reason: String,
}

/// Decides about commands after every expansion, whatever way they were reached.
pub trait Policy {
    /// `Ok(Err)` holds the reason, which is printed; the command's status is then 126.
    fn command(&self, kernel: &Kernel, question: &Question<'_>) -> Result<Result<(), String>, Halt>;
}
