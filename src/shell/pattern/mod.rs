//! Shell patterns (`*`, `?`, `[…]` and the extended forms `@(…)`), compiled once and matched in
//! polynomial time.
//!
//! | form | matches |
//! |---|---|
//! | `*` | any characters, also none |
//! | `?` | one character |
//! | `[a-z]` `[!a]` `[^a]` | one character in (or not in) the set; ranges go by code point |
//! | `[[:alpha:]]` `[[=e=]]` `[[.-.]]` | a class, an equivalence class, a collating symbol, inside a set |
//! | `\x` | `x` itself (quoting is written so in the input) |
//! | `?(p\|q)` `*(p\|q)` `+(p\|q)` `@(p\|q)` | at most one, any number, at least one, exactly one of the patterns |
//! | `!(p\|q)` | anything that none of the patterns matches |
//!
//! The rules are those of bash 5.2 (manual node "Pattern Matching") in the locale C.UTF-8. What a
//! newcomer would get wrong: where pattern or text is not valid UTF-8 as a whole, bash compares
//! **byte by byte**, so that `?` is one byte then, also inside a valid character beside.
//!
//! Nothing here needs exponential time: plain patterns go back to their last `*` only, everything
//! else runs as a set of states over the text; each `!(…)` may square the work. [`Metered`] lets the
//! caller count and stop it.

mod bracket;
mod compile;
pub mod glob;
mod machine;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use compile::{Compiled, Element};
use machine::{Direction, Machine};

/// How a pattern is read and matched. All false by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PatternOptions {
    /// The forms `@(…)`, `*(…)`, `+(…)`, `?(…)` and `!(…)` exist (`shopt -s extglob`; always on the
    /// right of `==` in `[[`).
    pub extglob: bool,
    /// Letters match without regard to case (`nocasematch`, `nocaseglob`).
    pub nocase: bool,
    /// A dot at the start must be matched by a dot in the pattern (pathname expansion without
    /// `dotglob`).
    pub period: bool,
    /// Each byte is a character: the locale `C`.
    pub bytes: bool,
    /// No wildcard and no set matches a slash, and `period` holds after each slash.
    pub pathname: bool,
}

/// Where [`Pattern::find`] looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Anywhere: `${x/p/r}`.
    #[default]
    None,
    /// At the start only: `${x/#p/r}`.
    Start,
    /// At the end only: `${x/%p/r}`.
    End,
}

/// Why a metered operation gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The meter said so.
    #[error("pattern matching was stopped by its meter")]
    Meter,
    /// Extended patterns nest deeper than [`MAX_DEPTH`].
    #[error("pattern nests too deeply")]
    TooDeep,
}

/// How deep extended patterns may nest.
pub const MAX_DEPTH: usize = 256;

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    source: Box<[u8]>,
    options: PatternOptions,
    /// The pattern read as characters; as bytes if it is no valid UTF-8.
    main: Compiled,
    valid: bool,
    /// The pattern read as bytes, for texts that are no valid UTF-8.
    bytes: OnceLock<Compiled>,
}

impl Clone for Pattern {
    fn clone(&self) -> Pattern {
        Pattern::new(&self.source, self.options)
    }
}

impl Pattern {
    /// Compiles a pattern in which quoted characters stand behind a backslash. Every pattern is
    /// valid: what begins a form but doesn't end it stands for itself.
    pub fn new(source: &[u8], options: PatternOptions) -> Pattern {
        let valid = !options.bytes && std::str::from_utf8(source).is_ok();
        Pattern {
            main: Compiled::new(source, options, !valid),
            source: source.into(),
            options,
            valid,
            bytes: OnceLock::new(),
        }
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The one text that the pattern matches, if it has no special characters (and letters match
    /// as they are).
    pub fn is_literal(&self) -> Option<&[u8]> {
        self.main.literal.as_deref()
    }

    /// Whether the pattern matches the whole text. False for a pattern that nests too deeply.
    pub fn matches(&self, text: &[u8]) -> bool {
        self.metered(&mut |_| true).matches(text).unwrap_or(false)
    }

    /// The end of the longest match that starts at 0 (`${x##p}`).
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        self.metered(&mut |_| true).longest_prefix(text).ok()?
    }

    /// The end of the shortest match that starts at 0 (`${x#p}`).
    pub fn shortest_prefix(&self, text: &[u8]) -> Option<usize> {
        self.metered(&mut |_| true).shortest_prefix(text).ok()?
    }

    /// The start of the longest match that ends with the text (`${x%%p}`).
    pub fn longest_suffix(&self, text: &[u8]) -> Option<usize> {
        self.metered(&mut |_| true).longest_suffix(text).ok()?
    }

    /// The start of the shortest match that ends with the text (`${x%p}`).
    pub fn shortest_suffix(&self, text: &[u8]) -> Option<usize> {
        self.metered(&mut |_| true).shortest_suffix(text).ok()?
    }

    /// The longest match at the leftmost place from `from` on: start and end.
    pub fn find(&self, text: &[u8], from: usize, anchor: Anchor) -> Option<(usize, usize)> {
        self.metered(&mut |_| true).find(text, from, anchor).ok()?
    }

    /// All matches that `${x//p/r}` replaces, from left to right: after an empty match the next
    /// character is left alone, and none is tried at the end (but for an empty text).
    pub fn find_all(&self, text: &[u8]) -> Vec<(usize, usize)> {
        self.metered(&mut |_| true).find_all(text).unwrap_or_default()
    }

    /// The same operations with a meter: it is called with the steps done since the last call (a
    /// step is about one character tried against one part of the pattern), and stops the work by
    /// returning false.
    pub fn metered<'a>(&'a self, meter: &'a mut dyn FnMut(u64) -> bool) -> Metered<'a> {
        Metered { pattern: self, meter }
    }

    /// The form to use for a text, and whether it goes byte by byte.
    fn compiled(&self, text: &[u8]) -> (&Compiled, bool) {
        if !self.valid {
            return (&self.main, true);
        }
        if !self.main.needs_characters || std::str::from_utf8(text).is_ok() {
            return (&self.main, false);
        }
        let bytes = self.bytes.get_or_init(|| Compiled::new(&self.source, self.options, true));
        (bytes, true)
    }
}

/// A pattern together with the meter that its work is charged to.
pub struct Metered<'a> {
    pattern: &'a Pattern,
    meter: &'a mut dyn FnMut(u64) -> bool,
}

impl Metered<'_> {
    fn start<'t>(&mut self, text: &'t [u8]) -> Result<(Machine<'t, '_>, &Compiled), Stopped> {
        let (compiled, bytewise) = self.pattern.compiled(text);
        if compiled.too_deep {
            return Err(Stopped::TooDeep);
        }
        let machine = Machine::new(text, bytewise, self.pattern.options, &mut *self.meter);
        Ok((machine, compiled))
    }

    /// As [`Pattern::matches`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn matches(&mut self, text: &[u8]) -> Result<bool, Stopped> {
        let (mut machine, compiled) = self.start(text)?;
        if let Some(literal) = &compiled.literal {
            return Ok(**literal == *text);
        }
        if !compiled.extended {
            return machine.match_plain(&compiled.elements);
        }
        let mut found = false;
        machine.strict_stars = true;
        machine.run(compiled.program(Direction::Forward), 0, false, &mut |place| {
            found |= place == text.len();
            true
        })?;
        Ok(found)
    }

    /// As [`Pattern::longest_prefix`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn longest_prefix(&mut self, text: &[u8]) -> Result<Option<usize>, Stopped> {
        let (mut machine, compiled) = self.start(text)?;
        match compiled.elements.as_slice() {
            [Element::Star] => return Ok(Some(text.len())),
            [Element::Literal(literal)] => {
                return Ok(text.starts_with(literal).then_some(literal.len()));
            }
            [Element::Star, Element::Literal(literal)] if machine.plain_star() => {
                return Ok(memchr::memmem::rfind(text, literal).map(|at| at + literal.len()));
            }
            _ => {}
        }
        machine.longest(compiled.program(Direction::Forward), 0)
    }

    /// As [`Pattern::shortest_prefix`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn shortest_prefix(&mut self, text: &[u8]) -> Result<Option<usize>, Stopped> {
        let (mut machine, compiled) = self.start(text)?;
        match compiled.elements.as_slice() {
            [Element::Literal(literal)] => {
                return Ok(text.starts_with(literal).then_some(literal.len()));
            }
            [Element::Star, Element::Literal(literal)] if machine.plain_star() => {
                return Ok(memchr::memmem::find(text, literal).map(|at| at + literal.len()));
            }
            _ => {}
        }
        machine.shortest(compiled.program(Direction::Forward), 0)
    }

    /// As [`Pattern::longest_suffix`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn longest_suffix(&mut self, text: &[u8]) -> Result<Option<usize>, Stopped> {
        let (mut machine, compiled) = self.start(text)?;
        match compiled.elements.as_slice() {
            [Element::Star] => return Ok(Some(0)),
            [Element::Literal(literal)] => {
                return Ok(text.ends_with(literal).then(|| text.len() - literal.len()));
            }
            [Element::Literal(literal), Element::Star] if machine.plain_star() => {
                return Ok(memchr::memmem::find(text, literal));
            }
            _ => {}
        }
        machine.longest(compiled.program(Direction::Backward), text.len())
    }

    /// As [`Pattern::shortest_suffix`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn shortest_suffix(&mut self, text: &[u8]) -> Result<Option<usize>, Stopped> {
        let (mut machine, compiled) = self.start(text)?;
        match compiled.elements.as_slice() {
            [Element::Literal(literal)] => {
                return Ok(text.ends_with(literal).then(|| text.len() - literal.len()));
            }
            [Element::Literal(literal), Element::Star] if machine.plain_star() => {
                return Ok(memchr::memmem::rfind(text, literal));
            }
            _ => {}
        }
        machine.shortest(compiled.program(Direction::Backward), text.len())
    }

    /// As [`Pattern::find`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn find(&mut self, text: &[u8], from: usize, anchor: Anchor) -> Result<Option<(usize, usize)>, Stopped> {
        match anchor {
            Anchor::Start => Ok(self.longest_prefix(text)?.map(|end| (0, end))),
            Anchor::End => Ok(self.longest_suffix(text)?.map(|start| (start, text.len()))),
            Anchor::None => {
                let mut found = None;
                self.find_each(text, from, &mut |start, end| {
                    found = Some((start, end));
                    false
                })?;
                Ok(found)
            }
        }
    }

    /// As [`Pattern::find_all`].
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn find_all(&mut self, text: &[u8]) -> Result<Vec<(usize, usize)>, Stopped> {
        let mut found = Vec::new();
        self.find_each(text, 0, &mut |start, end| {
            found.push((start, end));
            true
        })?;
        Ok(found)
    }

    /// Calls `each` with the matches from left to right until it returns false.
    fn find_each(
        &mut self,
        text: &[u8],
        from: usize,
        each: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(), Stopped> {
        if from > text.len() {
            return Ok(());
        }
        let (mut machine, compiled) = self.start(text)?;
        if let [Element::Literal(literal)] = compiled.elements.as_slice() {
            machine.charge((text.len() - from) as u64 / 16)?;
            for start in memchr::memmem::find_iter(&text[from..], literal) {
                if !each(from + start, from + start + literal.len()) {
                    break;
                }
            }
            return Ok(());
        }
        if compiled.fixed_width() {
            return machine.find_fixed(&compiled.elements, from, each);
        }
        // One pass from the right tells where matches start.
        let mut starts = Vec::new();
        machine.stop_at = from;
        machine.run(compiled.program(Direction::Backward), text.len(), true, &mut |place| {
            starts.push(place);
            true
        })?;
        let mut at = from;
        while let Some(start) = starts.pop() {
            if start < at || (start == text.len() && start > from) {
                continue;
            }
            let Some(end) = machine.longest(compiled.program(Direction::Forward), start)? else {
                continue;
            };
            if !each(start, end) {
                break;
            }
            at = if end == start { start + 1 } else { end };
        }
        Ok(())
    }
}
