//! Signals of virtual processes: numbers, names and what they do by default.

/// A signal number of Linux on x86-64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(pub u8);

impl Signal {
    pub const HUP: Signal = Signal(1);
    pub const INT: Signal = Signal(2);
    pub const QUIT: Signal = Signal(3);
    pub const KILL: Signal = Signal(9);
    pub const USR1: Signal = Signal(10);
    pub const PIPE: Signal = Signal(13);
    pub const ALRM: Signal = Signal(14);
    pub const TERM: Signal = Signal(15);
    pub const CHLD: Signal = Signal(17);
    pub const CONT: Signal = Signal(18);
    pub const STOP: Signal = Signal(19);

    /// The exit status of a process that the signal ended.
    pub fn status(self) -> u8 {
        128u8.wrapping_add(self.0)
    }

    /// True where the default is to do nothing (`SIGCHLD`, `SIGCONT`, `SIGURG`, `SIGWINCH`). Stopping signals count
    /// too: there is no terminal that could continue a stopped process.
    pub fn ignored_by_default(self) -> bool {
        matches!(self.0, 17 | 18 | 19 | 20 | 21 | 22 | 23 | 28)
    }

    /// What the C library says of it: `Killed`, `Terminated`, …
    pub fn description(self) -> String {
        let text = match self.0 {
            1 => "Hangup",
            2 => "Interrupt",
            3 => "Quit",
            4 => "Illegal instruction",
            5 => "Trace/breakpoint trap",
            6 => "Aborted",
            7 => "Bus error",
            8 => "Floating point exception",
            9 => "Killed",
            10 => "User defined signal 1",
            11 => "Segmentation fault",
            12 => "User defined signal 2",
            13 => "Broken pipe",
            14 => "Alarm clock",
            15 => "Terminated",
            16 => "Stack fault",
            24 => "CPU time limit exceeded",
            25 => "File size limit exceeded",
            26 => "Virtual timer expired",
            27 => "Profiling timer expired",
            29 => "I/O possible",
            30 => "Power failure",
            31 => "Bad system call",
            number @ 34..=64 => return format!("Real-time signal {}", number - 34),
            number => return format!("Unknown signal {number}"),
        };
        text.to_owned()
    }

    /// The name without `SIG`, as `kill -l` prints it.
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(usize::from(self.0)).copied().filter(|name| !name.is_empty())
    }

    /// Reads a number, a name, or a name with `SIG`, in any case. `0` is legal for `kill -0`.
    pub fn parse(text: &[u8]) -> Option<Signal> {
        let text = std::str::from_utf8(text).ok()?;
        if let Ok(number) = text.parse::<u8>() {
            return (number <= 64).then_some(Signal(number));
        }
        let upper = text.to_ascii_uppercase();
        let name = upper.strip_prefix("SIG").unwrap_or(&upper);
        NAMES.iter().position(|known| !known.is_empty() && *known == name).map(|number| Signal(number as u8))
    }

    /// The signals that have a name, in order of their numbers.
    pub fn all() -> impl Iterator<Item = Signal> {
        (1..=64u8).map(Signal).filter(|signal| signal.name().is_some())
    }
}

/// Index: the number. 32 and 33 belong to the C library and have no name.
static NAMES: [&str; 65] = [
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH",
    "IO", "PWR", "SYS", "", "", "RTMIN", "RTMIN+1", "RTMIN+2", "RTMIN+3", "RTMIN+4", "RTMIN+5", "RTMIN+6", "RTMIN+7",
    "RTMIN+8", "RTMIN+9", "RTMIN+10", "RTMIN+11", "RTMIN+12", "RTMIN+13", "RTMIN+14", "RTMIN+15", "RTMAX-14",
    "RTMAX-13", "RTMAX-12", "RTMAX-11", "RTMAX-10", "RTMAX-9", "RTMAX-8", "RTMAX-7", "RTMAX-6", "RTMAX-5", "RTMAX-4",
    "RTMAX-3", "RTMAX-2", "RTMAX-1", "RTMAX",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree_with_linux() {
        assert_eq!(Signal::parse(b"SIGTERM"), Some(Signal::TERM));
        assert_eq!(Signal::parse(b"term"), Some(Signal::TERM));
        assert_eq!(Signal::parse(b"15"), Some(Signal::TERM));
        assert_eq!(Signal::parse(b"nosuch"), None);
        assert_eq!(Signal::parse(b"65"), None);
        assert_eq!(Signal::PIPE.status(), 141);
        assert_eq!(Signal(64).name(), Some("RTMAX"));
        assert_eq!(Signal(32).name(), None);
    }
}
