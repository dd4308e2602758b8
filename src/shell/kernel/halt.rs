//! How a process ends other than by returning a status.

use super::signal::Signal;
use workspace::Errno;

/// Travels up as an error through everything that a process runs. Nothing may swallow it but the code that owns the
/// process (or, for `Write`, the command).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// A signal ends this process.
    Signal(Signal),
    /// The whole run stops; the kernel knows why.
    Stopped,
    /// Standard output could not be written: the command says `NAME: write error: …` and exits 1.
    Write(Errno),
}

impl Halt {
    /// The exit status of a process that ended this way.
    pub fn status(self) -> u8 {
        match self {
            Halt::Signal(signal) => signal.status(),
            Halt::Stopped => Signal::KILL.status(),
            Halt::Write(_) => 1,
        }
    }
}
