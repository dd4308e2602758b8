//! Finding the place of a hunk and carrying it out.

use super::hunk::{Hunk, Line};
use super::read::{Stop, fatal};
use shell::command::Context;
use shell::kernel::Halt;

/// The file that is patched, in lines with their ends.
pub struct Input<'d> {
    pub lines: Vec<&'d [u8]>,
    /// `-l`: runs of blanks are alike.
    pub ignore_blanks: bool,
}

/// Whether two lines are alike but for how much white space there is.
fn similar(ours: &[u8], theirs: &[u8]) -> bool {
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    let mut ours = ours.strip_suffix(b"\n").unwrap_or(ours);
    let mut theirs = theirs.strip_suffix(b"\n").unwrap_or(theirs);
    let blanks = |text: &[u8]| text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    loop {
        if theirs.is_empty() || is_blank(theirs.first()) {
            theirs = &theirs[blanks(theirs)..];
            if !ours.is_empty() {
                if !is_blank(ours.first()) {
                    return false;
                }
                ours = &ours[blanks(ours)..];
            }
            if ours.is_empty() || theirs.is_empty() {
                return ours.len() == theirs.len();
            }
        } else if ours.first() != theirs.first() {
            return false;
        } else {
            (ours, theirs) = (&ours[1..], &theirs[1..]);
        }
    }
}

impl<'d> Input<'d> {
    /// A line from 1; one that is not there is empty.
    fn line(&self, number: i64) -> &'d [u8] {
        number.checked_sub(1).and_then(|at| usize::try_from(at).ok()).and_then(|at| self.lines.get(at)).copied().unwrap_or_default()
    }

    pub fn count(&self) -> i64 {
        self.lines.len() as i64
    }

    fn equal(&self, ours: &[u8], theirs: &[u8]) -> bool {
        ours == theirs || self.ignore_blanks && similar(ours, theirs)
    }

    /// Whether a hunk fits at a line; counts the lines that it compares.
    fn matches(&self, hunk: &Hunk, place: i64, prefix_fuzz: i64, suffix_fuzz: i64, compared: &mut u64) -> bool {
        let count = hunk.old.len() as i64 - suffix_fuzz;
        (prefix_fuzz.max(0)..count).all(|at| {
            *compared += 1;
            self.equal(self.line(place.saturating_add(at)), &hunk.old[at as usize].text)
        })
    }

    /// The line at which a hunk fits; the shift moves with it.
    pub fn locate(
        &self,
        context: &Context<'_>,
        hunk: &Hunk,
        fuzz: i64,
        frozen: i64,
        shift: &mut i64,
    ) -> Result<Option<i64>, Halt> {
        let guess = hunk.old_start.saturating_add(*shift);
        let count = hunk.old.len() as i64;
        if count == 0 {
            return Ok(Some(guess));
        }
        let mut compared = 0;
        let wide = hunk.prefix.max(hunk.suffix);
        let mut prefix_fuzz = fuzz + hunk.prefix - wide;
        let suffix_fuzz = fuzz + hunk.suffix - wide;
        let most_where = self.count() - (count - suffix_fuzz) + 1;
        let most_after = most_where.saturating_sub(guess);
        let mut most_before = guess.saturating_sub(frozen.saturating_add(1));
        if guess <= most_before {
            most_before = guess - 1;
        }
        let mut found = |place: i64| {
            *shift = shift.saturating_add(place.saturating_sub(guess));
            Some(place)
        };
        if prefix_fuzz < 0 && hunk.old_start <= 1 {
            // Less context before than behind: it is the start of the file.
            if suffix_fuzz < 0 && (count != self.count() || hunk.prefix < frozen) {
                return Ok(None);
            }
            let fits = frozen <= hunk.prefix
                && 1i64.saturating_sub(guess) <= most_after
                && self.matches(hunk, 1, 0, suffix_fuzz, &mut compared);
            return Ok(if fits { found(1) } else { None });
        }
        prefix_fuzz = prefix_fuzz.max(0);
        if suffix_fuzz < 0 {
            // Less context behind: it is the end of the file.
            let place = self.count() - count + 1;
            let fits = guess.saturating_sub(place) <= most_before
                && self.matches(hunk, place, prefix_fuzz, 0, &mut compared);
            return Ok(if fits { found(place) } else { None });
        }
        let farthest = most_after.max(most_before);
        // Where the guess is beyond the file, nothing fits until the file is reached.
        let mut offset = if most_after < 0 { most_after.saturating_neg() } else { 0 };
        context.charge(1)?;
        while offset <= farthest {
            if compared >= 256 {
                context.charge(std::mem::take(&mut compared))?;
            }
            let mut fits = |place| self.matches(hunk, place, prefix_fuzz, suffix_fuzz, &mut compared);
            if offset <= most_after && fits(guess.saturating_add(offset)) {
                return Ok(found(guess + offset));
            }
            if offset > 0 && offset <= most_before && fits(guess.saturating_sub(offset)) {
                return Ok(found(guess - offset));
            }
            offset += 1;
        }
        Ok(None)
    }

    /// Whether the file's lines end otherwise than the patch's.
    pub fn other_ends(&self, hunk: &Hunk, line: i64) -> bool {
        let Some(theirs) = hunk.old.first().filter(|line| !line.text.is_empty()) else { return false };
        let ours = self.line(line.min(self.count()));
        !ours.is_empty() && ours.ends_with(b"\r\n") != theirs.text.ends_with(b"\r\n")
    }
}

/// The patched file as it grows.
pub struct Output<'n> {
    pub data: Vec<u8>,
    /// How many lines of the input are done with.
    pub frozen: i64,
    /// `-D`: both versions stay, between lines for the preprocessor.
    define: Option<&'n [u8]>,
    after_newline: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Old,
    New,
    Else,
}

impl<'n> Output<'n> {
    pub fn new(capacity: usize, define: Option<&'n [u8]>) -> Output<'n> {
        Output {
            data: Vec::with_capacity(capacity),
            frozen: 0,
            define,
            after_newline: true,
        }
    }

    fn write(&mut self, text: &[u8]) {
        self.data.extend_from_slice(text);
        self.after_newline = text.last() == Some(&b'\n');
    }

    /// Copies the input up to a line; false: that is behind already.
    pub fn copy_till(&mut self, input: &Input<'_>, last: i64, said: &mut Vec<u8>) -> bool {
        if self.frozen > last {
            said.extend_from_slice(b"misordered hunks! output would be garbled\n");
            return false;
        }
        let bound = |line: i64| usize::try_from(line).unwrap_or(0).min(input.lines.len());
        for line in &input.lines[bound(self.frozen)..bound(last)] {
            if !self.after_newline {
                self.data.push(b'\n');
            }
            self.write(line);
        }
        self.frozen = last;
        true
    }

    /// Writes lines, each on a line of its own.
    pub fn put_lines<'l>(&mut self, lines: impl IntoIterator<Item = &'l [u8]>) {
        for line in lines {
            if !self.after_newline {
                self.data.push(b'\n');
            }
            self.write(line);
        }
    }

    fn directive(&mut self, word: &[u8], named: bool) {
        if !self.after_newline {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(word);
        if named && let Some(name) = self.define {
            self.data.push(b' ');
            self.data.extend_from_slice(name);
        }
        self.data.push(b'\n');
    }

    /// Before a line of a side, which `word` opens where nothing is open.
    fn enter(&mut self, inside: &mut Inside, side: Inside, word: &[u8]) {
        if *inside == Inside::Nothing {
            self.directive(word, true);
            *inside = side;
        } else if *inside != side && *inside != Inside::Else {
            self.directive(b"#else", false);
            *inside = Inside::Else;
        }
    }

    fn enter_old(&mut self, inside: &mut Inside) {
        self.enter(inside, Inside::Old, b"#ifndef");
    }

    fn enter_new(&mut self, inside: &mut Inside) {
        self.enter(inside, Inside::New, b"#ifdef");
    }

    fn leave(&mut self, inside: &mut Inside) {
        if *inside != Inside::Nothing {
            self.directive(b"#endif", false);
            self.after_newline = true;
            *inside = Inside::Nothing;
        }
    }

    /// Carries a hunk out at a line; false: the hunks are out of order.
    pub fn apply(&mut self, input: &Input<'_>, hunk: &Hunk, line: i64, said: &mut Vec<u8>) -> Result<bool, Stop> {
        let before = line - 1;
        let defining = self.define.is_some();
        let mut inside = Inside::Nothing;
        let mark = |lines: &[Line], at: usize| lines.get(at).map_or(0, |line| line.mark);
        let (old_lines, new_lines) = (hunk.old.as_slice(), hunk.new.as_slice());
        let (mut old, mut new) = (0usize, 0usize);
        let till = |old: usize| before.saturating_add(old as i64);
        while old < old_lines.len() {
            let (ours, theirs) = (mark(old_lines, old), mark(new_lines, new));
            if ours == b'-' {
                if !self.copy_till(input, till(old), said) {
                    return Ok(false);
                }
                if defining {
                    self.enter_old(&mut inside);
                    self.write(&old_lines[old].text);
                }
                self.frozen += 1;
                old += 1;
            } else if new >= new_lines.len() {
                break;
            } else if theirs == b'+' {
                if !self.copy_till(input, till(old), said) {
                    return Ok(false);
                }
                if defining {
                    self.enter_new(&mut inside);
                }
                self.write(&new_lines[new].text);
                new += 1;
            } else if ours != theirs {
                let (first, second) = (hunk.begin + old as i64 + 1, hunk.begin + (hunk.old.len() + new) as i64 + 2);
                let text = format!("Out-of-sync patch, lines {first},{second}--mangled text or line numbers, maybe?");
                return fatal(&[text.as_bytes()]);
            } else if ours == b'!' {
                if !self.copy_till(input, till(old), said) {
                    return Ok(false);
                }
                if defining {
                    self.enter_old(&mut inside);
                }
                while mark(old_lines, old) == b'!' {
                    if defining {
                        self.write(&old_lines[old].text);
                    }
                    self.frozen += 1;
                    old += 1;
                }
                if defining {
                    self.enter_new(&mut inside);
                }
                while mark(new_lines, new) == b'!' {
                    self.write(&new_lines[new].text);
                    new += 1;
                }
            } else {
                old += 1;
                new += 1;
                if defining {
                    self.leave(&mut inside);
                }
            }
        }
        if mark(new_lines, new) == b'+' {
            if !self.copy_till(input, till(old), said) {
                return Ok(false);
            }
            if defining {
                self.enter_new(&mut inside);
            }
            while mark(new_lines, new) == b'+' {
                if !self.after_newline {
                    self.data.push(b'\n');
                }
                self.write(&new_lines[new].text);
                new += 1;
            }
        }
        if defining {
            self.leave(&mut inside);
        }
        Ok(true)
    }
}
