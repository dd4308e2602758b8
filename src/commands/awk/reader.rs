//! Records of an input, by each meaning of `RS`.

use std::rc::Rc;

use bytes::{Buf as _, Bytes};

use shell::command::{Context, Input};
use shell::kernel::{Halt, IoError, Limit};
use shell::regex::Regex;

/// What stands between records.
#[derive(Debug, Clone)]
pub enum Separator {
    Byte(u8),
    /// A byte that is no character of UTF-8: characters that begin with it.
    First(u8),
    /// Blank lines (`RS` is empty).
    Paragraph,
    Pattern(Rc<Pattern>),
    /// Newlines outside quoted fields.
    Csv,
}

/// A regular expression as a separator.
#[derive(Debug)]
pub struct Pattern {
    pub regex: Rc<Regex>,
    /// The same behind the start of an input, which is the only place where `^` matches.
    pub later: Rc<Regex>,
    /// As it is written.
    pub text: Bytes,
}

impl Pattern {
    /// Whether a match at the end of what is read cannot become longer.
    fn is_plain(&self) -> bool {
        !self.text.iter().any(|byte| b".*+(){}[]|?^$\\".contains(byte))
    }

    /// Whether a match near the end of what is read may become longer: it could be a prefix of another.
    fn may_grow(&self, behind: usize) -> bool {
        behind < self.text.len() && self.text.iter().any(|byte| b"*+|?".contains(byte))
    }
}

/// A match as gawk looks for it: from where an empty match stood before, if one did.
struct Match {
    from: usize,
    /// Counted from there.
    start: usize,
    end: usize,
}

/// A record and the separator that ended it.
pub struct Found {
    pub text: Bytes,
    pub terminator: Bytes,
}

/// The bytes of the longest character.
const LONGEST: usize = 4;

/// How many bytes the character at a place takes; `None` inside of one.
fn character_at(text: &[u8], at: usize) -> Option<usize> {
    let length = |start: usize| {
        let (character, length) = bstr::decode_utf8(text.get(start..).unwrap_or_default());
        character.map_or(1, |_| length)
    };
    let is_inside = (at.saturating_sub(LONGEST - 1)..at).any(|start| start + length(start) > at);
    (!is_inside).then(|| length(at))
}

/// A text that is one byte, which nobody has to count the users of.
fn one_byte(byte: u8) -> &'static [u8] {
    static ALL: [u8; 256] = {
        let mut all = [0; 256];
        let mut byte = 0;
        while byte < all.len() {
            all[byte] = byte as u8;
            byte += 1;
        }
        all
    };
    std::slice::from_ref(&ALL[usize::from(byte)])
}

/// Reads records.
pub struct Records {
    input: Input,
    /// Read and not yet given out.
    pending: Bytes,
    ended: bool,
    /// Nothing was looked for yet.
    at_start: bool,
}

impl Records {
    pub fn new(input: Input) -> Records {
        Records { input, pending: Bytes::new(), ended: false, at_start: true }
    }

    /// The next record; `None` at the end of input.
    pub fn next(&mut self, context: &Context<'_>, separator: &Separator) -> Result<Option<Found>, IoError> {
        let at_start = std::mem::take(&mut self.at_start);
        match separator {
            Separator::Byte(byte) => self.by_byte(context, *byte),
            Separator::First(byte) => self.by_first_byte(context, *byte),
            Separator::Paragraph => self.paragraph(context),
            Separator::Pattern(pattern) => self.by_regex(context, pattern, at_start),
            Separator::Csv => self.csv(context),
        }
    }

    fn by_byte(&mut self, context: &Context<'_>, byte: u8) -> Result<Option<Found>, IoError> {
        let mut from = 0;
        loop {
            if let Some(found) = memchr::memchr(byte, self.pending.get(from..).unwrap_or_default()) {
                let text = self.pending.split_to(from + found);
                self.pending.advance(1);
                return Ok(Some(Found { text, terminator: Bytes::from_static(one_byte(byte)) }));
            }
            from = self.pending.len();
            if !self.more(context)? {
                return Ok(self.rest());
            }
        }
    }

    fn by_first_byte(&mut self, context: &Context<'_>, byte: u8) -> Result<Option<Found>, IoError> {
        let mut from = 0;
        loop {
            let found = memchr::memchr(byte, self.pending.get(from..).unwrap_or_default()).map(|offset| from + offset);
            match found {
                // A whole character is looked at.
                Some(at) if at + LONGEST <= self.pending.len() || self.ended => {
                    if let Some(length) = character_at(&self.pending, at) {
                        return Ok(Some(self.take(at, at + length)));
                    }
                    from = at + 1;
                    continue;
                }
                Some(at) => from = at,
                None => from = self.pending.len(),
            }
            if !self.more(context)? && from == self.pending.len() {
                return Ok(self.rest());
            }
        }
    }

    /// Cuts off a record that ends at `end` and a separator that ends at `next`.
    fn take(&mut self, end: usize, next: usize) -> Found {
        let text = self.pending.split_to(end);
        let terminator = self.pending.split_to(next - end);
        Found { text, terminator }
    }

    fn rest(&mut self) -> Option<Found> {
        let text = std::mem::take(&mut self.pending);
        (!text.is_empty()).then(|| Found { text, terminator: Bytes::new() })
    }

    /// Reads on, at least as much as there is, so that looking through it again costs no more than reading it; false at
    /// the end.
    fn more(&mut self, context: &Context<'_>) -> Result<bool, IoError> {
        if self.ended {
            return Ok(false);
        }
        let wanted = self.pending.len();
        let mut chunk = self.input.read(context)?;
        if chunk.is_empty() {
            self.ended = true;
            return Ok(false);
        }
        if self.pending.is_empty() {
            self.pending = chunk;
            return Ok(true);
        }
        let mut buffer = Vec::with_capacity(2 * wanted + chunk.len());
        buffer.extend_from_slice(&self.pending);
        let mut got = 0;
        loop {
            got += chunk.len();
            buffer.extend_from_slice(&chunk);
            if got >= wanted {
                break;
            }
            chunk = self.input.read(context)?;
            if chunk.is_empty() {
                self.ended = true;
                break;
            }
        }
        self.pending = Bytes::from(buffer);
        Ok(true)
    }

    /// gawk takes the places of a match behind an empty one for places counted from where the record begins, and so do
    /// programs that depend on it.
    fn by_regex(&mut self, context: &Context<'_>, pattern: &Pattern, at_start: bool) -> Result<Option<Found>, IoError> {
        if self.pending.is_empty() && !self.more(context)? {
            return Ok(None);
        }
        let mut regex = if at_start { &pattern.regex } else { &pattern.later };
        let mut scanned = 0;
        loop {
            match self.search(context, regex, &mut scanned)? {
                Some(Match { from, start, end }) => {
                    let behind = self.pending.len().saturating_sub(end);
                    let is_certain = if behind == 0 { pattern.is_plain() } else { !pattern.may_grow(behind) };
                    if is_certain {
                        let terminator = self.pending.slice(from + start..from + end);
                        return Ok(Some(Found { terminator, ..self.take(start, end) }));
                    }
                    if !self.more(context)? {
                        return Ok(Some(self.take(start, end)));
                    }
                }
                None if !self.more(context)? => return Ok(self.rest()),
                None => {}
            }
            regex = &pattern.later;
        }
    }

    /// The first match in what is read that is not empty. `scanned`: where an empty one was left behind.
    fn search(&self, context: &Context<'_>, regex: &Regex, scanned: &mut usize) -> Result<Option<Match>, IoError> {
        let mut from = *scanned;
        let mut steps = 0u32;
        loop {
            let rest = self.pending.get(from..).unwrap_or_default();
            let found = regex.find_at(rest, 0).map_err(|_| IoError::Halt(exhausted(context)))?;
            match found {
                Some((start, end)) if start == end => {
                    *scanned = end + 1;
                    if from + *scanned >= self.pending.len() {
                        return Ok(None);
                    }
                    from += *scanned;
                }
                found => return Ok(found.map(|(start, end)| Match { from, start, end })),
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 12) {
                context.exec.kernel.scheduler.look()?;
            }
        }
    }

    fn paragraph(&mut self, context: &Context<'_>) -> Result<Option<Found>, IoError> {
        loop {
            let blank = self.pending.iter().take_while(|byte| **byte == b'\n').count();
            self.pending = self.pending.slice(blank..);
            if !self.pending.is_empty() {
                break;
            }
            if !self.more(context)? {
                return Ok(None);
            }
        }
        let mut from = 0;
        loop {
            if let Some(found) = memchr::memmem::find(self.pending.get(from..).unwrap_or_default(), b"\n\n") {
                let start = from + found;
                let length = self.pending[start..].iter().take_while(|byte| **byte == b'\n').count();
                if start + length < self.pending.len() || self.ended {
                    return Ok(Some(self.take(start, start + length)));
                }
                from = start;
            } else {
                from = self.pending.len().saturating_sub(1);
            }
            if !self.more(context)? {
                let end = self.pending.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 1);
                let all = self.pending.len();
                return Ok(Some(self.take(end, all)));
            }
        }
    }

    fn csv(&mut self, context: &Context<'_>) -> Result<Option<Found>, IoError> {
        loop {
            let mut quoted = false;
            let mut end = None;
            for at in memchr::memchr2_iter(b'"', b'\n', &self.pending) {
                if self.pending[at] == b'"' {
                    quoted = !quoted;
                } else if !quoted {
                    end = Some(at);
                    break;
                }
            }
            if let Some(end) = end {
                let mut found = self.take(end, end + 1);
                trim_return(&mut found);
                return Ok(Some(found));
            }
            if !self.more(context)? {
                return Ok(self.rest().map(|mut found| {
                    trim_return(&mut found);
                    found
                }));
            }
        }
    }
}

/// A carriage return before the newline belongs to it.
fn trim_return(found: &mut Found) {
    if found.text.last() == Some(&b'\r') && !found.terminator.is_empty() {
        found.text.truncate(found.text.len() - 1);
        found.terminator = Bytes::from_static(b"\r\n");
    }
}

/// A search that takes too many steps stops the run as a program does that takes too many.
pub fn exhausted(context: &Context<'_>) -> Halt {
    let scheduler = &context.exec.kernel.scheduler;
    scheduler.exceed(Limit::Steps, scheduler.limits().steps)
}
