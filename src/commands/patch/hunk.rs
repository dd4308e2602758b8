//! Hunks: reading one of a unified, a context or a normal diff.

use super::header::Kind;
use super::read::{MOST_LINES, Source, Stop, fatal};

/// A line of one side of a hunk: its mark (` `, `-`, `+` or `!`) and its text, with its end unless it lacks one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub mark: u8,
    pub text: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Hunk {
    /// The first line of each side, from 1; of a side without lines, the line behind.
    pub old_start: i64,
    pub new_start: i64,
    pub old: Vec<Line>,
    pub new: Vec<Line>,
    /// How many lines of context begin and end it.
    pub prefix: i64,
    pub suffix: i64,
    /// What stands behind the second `@@` or the stars, with the space before it.
    pub heading: Vec<u8>,
    /// The line of the patch that it begins in.
    pub begin: i64,
    /// A context diff with a blank line between its sides.
    pub blank: bool,
}

impl Hunk {
    /// Marks lines that change as lines that go and come, as a unified diff does.
    pub fn part_changes(&mut self) {
        for (lines, mark) in [(&mut self.old, b'-'), (&mut self.new, b'+')] {
            for line in lines.iter_mut().filter(|line| line.mark == b'!') {
                line.mark = mark;
            }
        }
    }

    /// Turns it around.
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.old_start, &mut self.new_start);
        std::mem::swap(&mut self.old, &mut self.new);
        for line in &mut self.old {
            line.mark = if line.mark == b'+' { b'-' } else { line.mark };
        }
        for line in &mut self.new {
            line.mark = if line.mark == b'-' { b'+' } else { line.mark };
        }
    }
}

impl Source<'_> {
    /// Reads the next hunk; `None` when there is none, at whose place the next patch is looked for. The second value:
    /// it was a context diff of the new style after all.
    pub fn hunk(&mut self, kind: Kind) -> Result<Option<(Hunk, bool)>, Stop> {
        match kind {
            Kind::Context | Kind::NewContext => self.context_hunk(kind),
            Kind::Normal => Ok(self.normal_hunk()?.map(|hunk| (hunk, false))),
            _ => Ok(self.unified_hunk()?.map(|hunk| (hunk, false))),
        }
    }

    fn unified_hunk(&mut self) -> Result<Option<Hunk>, Stop> {
        let (start, line) = (self.at, self.line);
        if !self.next() || !self.buffer.starts_with(b"@@ -") || self.buffer.len() <= 4 {
            self.seek(start, line);
            return Ok(None);
        }
        let range = |source: &Source<'_>, from: usize| -> Result<(i64, i64, usize), Stop> {
            let (first, at) = source.number(from)?;
            let (count, at) = if source.byte(at) == b',' { source.number(at + 1)? } else { (1, at) };
            if first >= MOST_LINES - count {
                return source.malformed();
            }
            Ok((first, count, at + usize::from(source.byte(at) == b' ')))
        };
        let (mut old_start, old_count, at) = range(self, 4)?;
        if self.byte(at) != b'+' {
            return self.malformed();
        }
        let (mut new_start, new_count, at) = range(self, at + 1)?;
        if self.byte(at) != b'@' {
            return self.malformed();
        }
        let mut heading = Vec::new();
        if self.byte(at + 1) == b'@' && self.byte(at + 2) == b' ' {
            heading = self.buffer[at + 2..self.buffer.len() - 1].to_vec();
        }
        old_start += i64::from(old_count == 0);
        new_start += i64::from(new_count == 0);
        if old_count >= MOST_LINES.saturating_sub(new_count).saturating_sub(1) {
            return self.malformed();
        }
        let begin = self.line + 1;
        let (mut old, mut new): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
        let (mut prefix, mut context) = (-1, 0);
        let count = |lines: &Vec<Line>| lines.len() as i64;
        while count(&old) < old_count || count(&new) < new_count {
            if !self.next() {
                // Blank lines at the end may have been cut off.
                if new_count - count(&new) >= 4 {
                    return fatal(&[b"unexpected end of file in patch"]);
                }
                self.buffer = b" \n".to_vec();
            }
            let first = self.byte(0);
            let (mark, mut text) = match first {
                b'\t' | b'\n' => (b' ', self.buffer.clone()),
                b'=' => (b' ', self.buffer[1..].to_vec()),
                mark => (mark, self.buffer[1..].to_vec()),
            };
            if !matches!(mark, b' ' | b'-' | b'+')
                || mark != b'+' && count(&old) >= old_count
                || mark != b'-' && count(&new) >= new_count
            {
                return self.malformed();
            }
            if mark == b' ' {
                context += 1;
            }
            if mark != b'+' {
                if count(&old) + 1 == old_count && self.incomplete() {
                    text.pop();
                }
                if mark == b'-' {
                    old.push(Line { mark, text });
                    text = Vec::new();
                } else {
                    old.push(Line { mark, text: text.clone() });
                }
            }
            if mark != b'-' {
                if count(&new) + 1 == new_count && self.incomplete() {
                    text.pop();
                }
                new.push(Line { mark, text });
            }
            if mark != b' ' {
                if prefix == -1 {
                    prefix = context;
                }
                context = 0;
            }
        }
        self.prefix_before = prefix;
        if prefix == -1 {
            return self.malformed();
        }
        Ok(Some(Hunk {
            old_start,
            new_start,
            old,
            new,
            prefix,
            suffix: context,
            heading,
            begin,
            blank: false,
        }))
    }

    fn normal_hunk(&mut self) -> Result<Option<Hunk>, Stop> {
        let (start, line) = (self.at, self.line);
        if !self.next() || !self.byte(0).is_ascii_digit() {
            self.seek(start, line);
            return Ok(None);
        }
        let (mut first, mut at) = self.number(0)?;
        let old_count;
        if self.byte(at) == b',' {
            let (last, behind) = self.number(at + 1)?;
            at = behind;
            old_count = last.saturating_add(1).saturating_sub(first);
        } else {
            old_count = i64::from(self.byte(at) != b'a');
        }
        if old_count < 0 || first >= MOST_LINES.saturating_sub(old_count) {
            return self.malformed();
        }
        let letter = self.byte(at);
        first += i64::from(letter == b'a');
        let (mut min, at) = self.number(at + 1)?;
        let max = if self.byte(at) == b',' { self.number(at + 1)?.0 } else { min };
        if min > max || max - min == MOST_LINES {
            return self.malformed();
        }
        min = min.saturating_add(i64::from(letter == b'd'));
        let new_count = max - min + 1;
        if min >= MOST_LINES - new_count || old_count >= MOST_LINES.saturating_sub(new_count).saturating_sub(1) {
            return self.malformed();
        }
        let begin = self.line + 1;
        self.prefix_before = 0;
        let at_line = |source: &Source<'_>| format!(" at line {}", source.line);
        let side = |source: &mut Source<'_>, wanted: u8, mark: u8, count: i64| -> Result<Vec<Line>, Stop> {
            let mut lines = Vec::new();
            while (lines.len() as i64) < count {
                if !source.next() {
                    return fatal(&[b"unexpected end of file in patch", at_line(source).as_bytes()]);
                }
                if source.byte(0) != wanted || !matches!(source.byte(1), b' ' | b'\t') {
                    let text = [b"'".as_slice(), &[wanted], b"' followed by space or tab expected"].concat();
                    return fatal(&[&text, at_line(source).as_bytes(), b" of patch"]);
                }
                let mut text = source.buffer[2..].to_vec();
                if lines.len() as i64 + 1 == count && source.incomplete() {
                    text.pop();
                }
                lines.push(Line { mark, text });
            }
            Ok(lines)
        };
        let old = side(self, b'<', b'-', old_count)?;
        if letter == b'c' {
            if !self.next() {
                return fatal(&[b"unexpected end of file in patch", at_line(self).as_bytes()]);
            }
            if self.byte(0) != b'-' {
                return fatal(&[b"'---' expected", at_line(self).as_bytes(), b" of patch"]);
            }
        }
        let new = side(self, b'>', b'+', new_count)?;
        Ok(Some(Hunk { old_start: first, new_start: min, old, new, begin, ..Hunk::default() }))
    }
}
