//! `trap`

use std::sync::Arc;

use bstr::{BStr, BString};

use super::{Argument, USAGE, kill, words};
use crate::expand::quote;
use crate::flow::Flow;
use crate::kernel::{Disposition, Signal};
use crate::shell::{Shell, TrapAction};

/// What a trap can be set on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Exit,
    Debug,
    Err,
    Return,
    Signal(Signal),
}

impl Event {
    fn parse(text: &[u8]) -> Option<Event> {
        let upper = text.to_ascii_uppercase();
        let name = upper.strip_prefix(b"SIG").unwrap_or(&upper);
        match name {
            b"EXIT" | b"0" => Some(Event::Exit),
            b"DEBUG" => Some(Event::Debug),
            b"ERR" => Some(Event::Err),
            b"RETURN" => Some(Event::Return),
            _ => Signal::parse(text).filter(|signal| signal.name().is_some()).map(Event::Signal),
        }
    }

    fn name(self) -> String {
        match self {
            Event::Exit => "EXIT".to_owned(),
            Event::Debug => "DEBUG".to_owned(),
            Event::Err => "ERR".to_owned(),
            Event::Return => "RETURN".to_owned(),
            Event::Signal(signal) => format!("SIG{}", signal.name().unwrap_or("?")),
        }
    }

    /// All of them in the order of bash's listing.
    fn all() -> impl Iterator<Item = Event> {
        std::iter::once(Event::Exit).chain(Signal::all().map(Event::Signal)).chain([
            Event::Debug,
            Event::Err,
            Event::Return,
        ])
    }
}

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"trap", &words, "lp")? else { return Ok(USAGE) };
    // In POSIX mode the traps that are not set are printed too.
    let defaults = shell.state.options.posix && options.has(b'p');
    if options.has(b'l') {
        return shell.put("trap", kill::signal_table().as_bytes());
    }
    let operands = &words[options.operands..];
    if options.has(b'p') || operands.is_empty() {
        return show(shell, operands, defaults);
    }
    let first: &BStr = operands[0].as_ref();
    let is_number = !first.is_empty() && first.iter().all(u8::is_ascii_digit) && Event::parse(first).is_some();
    let (action, events) = match operands {
        events if is_number => (None, events),
        [only] if Event::parse(only).is_some() => (None, operands),
        [] | [_] => return shell.usage(b"trap"),
        [action, events @ ..] if action.as_ref() == "-" => (None, events),
        [action, events @ ..] => (Some(TrapAction::new(BString::from(action.as_ref()))), events),
    };
    let mut status = 0;
    for name in events {
        match Event::parse(name) {
            Some(event) => shell.set_trap(event, action.clone()),
            None => status = shell.builtin_error(b"trap", &[name, b": invalid signal specification"])?,
        }
    }
    Ok(status)
}

fn show(shell: &mut Shell, names: &[std::borrow::Cow<'_, BStr>], defaults: bool) -> Result<u8, Flow> {
    let mut status = 0;
    let mut out = Vec::new();
    if names.is_empty() {
        for event in Event::all() {
            shell.show_trap(event, defaults, &mut out);
        }
    }
    for name in names {
        match Event::parse(name) {
            Some(event) => shell.show_trap(event, defaults, &mut out),
            None => {
                shell.put_lines("trap", &mut out)?;
                status = shell.builtin_error(b"trap", &[name, b": invalid signal specification"])?;
            }
        }
    }
    Ok(status.max(shell.put("trap", &out)?))
}

impl Shell {
    fn show_trap(&self, event: Event, defaults: bool, out: &mut Vec<u8>) {
        let traps = self.inherited_traps.as_deref().unwrap_or(&self.traps);
        let action = match event {
            Event::Exit => traps.exit.as_ref(),
            Event::Debug => traps.debug.as_ref(),
            Event::Err => traps.err.as_ref(),
            Event::Return => traps.on_return.as_ref(),
            Event::Signal(signal) => traps.signals.get(&signal),
        };
        let action: BString = match action {
            Some(action) => quote::single_quote(action),
            None if defaults => "-".into(),
            None => return,
        };
        let name = event.name();
        let name = if self.state.options.posix { name.strip_prefix("SIG").unwrap_or(&name) } else { &name };
        out.extend_from_slice(&[b"trap -- ", action.as_slice(), b" ", name.as_bytes(), b"\n"].concat());
    }

    /// `None` resets.
    fn set_trap(&mut self, event: Event, action: Option<TrapAction>) {
        self.inherited_traps = None;
        let signal = match event {
            Event::Exit => return self.traps.exit = action,
            Event::Debug => return self.traps.debug = action,
            Event::Err => return self.traps.err = action,
            Event::Return => return self.traps.on_return = action,
            Event::Signal(signal) => signal,
        };
        if self.hard_ignored & (1u64.checked_shl(u32::from(signal.0)).unwrap_or(0)) != 0 {
            return;
        }
        let disposition = match &action {
            None => Disposition::Default,
            Some(action) if action.is_empty() => Disposition::Ignore,
            Some(_) => Disposition::Trap,
        };
        self.process.set_disposition(signal, disposition);
        match action {
            Some(action) => drop(self.traps.signals.insert(signal, Arc::clone(&action))),
            None => drop(self.traps.signals.remove(&signal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_by_any_name() {
        assert_eq!(Event::parse(b"sigint"), Some(Event::Signal(Signal::INT)));
        assert_eq!(Event::parse(b"2"), Some(Event::Signal(Signal::INT)));
        assert_eq!(Event::parse(b"0"), Some(Event::Exit));
        assert_eq!(Event::parse(b"exit"), Some(Event::Exit));
        assert_eq!(Event::parse(b"99"), None);
        assert_eq!(Event::parse(b"32"), None);
        assert_eq!(Event::Signal(Signal::TERM).name(), "SIGTERM");
        assert_eq!(Event::all().last(), Some(Event::Return));
    }
}
