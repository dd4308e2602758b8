//! The question that the dispatch point asks before an expanded argv becomes a running command.

use bstr::BString;

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

/// Decides about commands after every expansion, whatever way they were reached.
pub trait Policy: Send + Sync {
    /// `Err` holds the reason, which is printed; the command's status is then 126.
    fn command(&self, argv: &[BString], kind: CommandKind) -> Result<(), String>;
}
