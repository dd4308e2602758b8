//! Finding the place of a hunk, and writing the hunks that have none.

use super::read::{FilePatch, Hunk, Kind, Mark};
use shell::command::Context;
use shell::kernel::Halt;

/// The file that is patched, in lines with their line ends.
pub struct Target<'d> {
    pub lines: Vec<&'d [u8]>,
    /// `-l`: runs of blanks are alike.
    pub ignore_blanks: bool,
}

impl Target<'_> {
    fn equal(&self, ours: &[u8], theirs: &[u8]) -> bool {
        if ours == theirs {
            return true;
        }
        if !self.ignore_blanks {
            return false;
        }
        let canonical = |line: &[u8]| {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let mut out: Vec<u8> = Vec::with_capacity(line.len());
            for &byte in line {
                let blank = matches!(byte, b' ' | b'\t');
                if !(blank && out.last() == Some(&b' ')) {
                    out.push(if blank { b' ' } else { byte });
                }
            }
            if out.last() == Some(&b' ') {
                out.pop();
            }
            out
        };
        canonical(ours) == canonical(theirs)
    }

    fn matches(&self, pattern: &[&[u8]], place: i64, prefix_fuzz: usize, suffix_fuzz: usize) -> bool {
        let end = pattern.len().saturating_sub(suffix_fuzz);
        if prefix_fuzz >= end {
            return true;
        }
        let Some(start) = usize::try_from(place - 1).ok().map(|start| start + prefix_fuzz) else { return false };
        let Some(lines) = self.lines.get(start..start + (end - prefix_fuzz)) else { return false };
        lines.iter().zip(&pattern[prefix_fuzz..end]).all(|(ours, theirs)| self.equal(ours, theirs))
    }

    /// The line (from 1) at which a hunk applies, and the shift that was found. `frozen`: lines up to this one are done
    /// with. `shift`: of the hunks before.
    pub fn locate(
        &self,
        context: &Context<'_>,
        hunk: &Hunk,
        fuzz: usize,
        frozen: i64,
        shift: i64,
    ) -> Result<Option<(i64, i64)>, Halt> {
        let pattern = hunk.side(Mark::New);
        let count = pattern.len() as i64;
        let total = self.lines.len() as i64;
        // With no old lines, the place is behind the line that is named.
        let first = hunk.old_start.saturating_add(i64::from(pattern.is_empty()));
        let guess = first.saturating_add(shift);
        let (prefix, suffix) = hunk.context();
        let wide = prefix.max(suffix) as i64;
        let mut prefix_fuzz = fuzz as i64 + prefix as i64 - wide;
        let suffix_fuzz = fuzz as i64 + suffix as i64 - wide;
        let most_after = total - guess - count + 1;
        let most_before = guess - frozen - 1;
        context.charge(1)?;
        if pattern.is_empty() {
            return Ok(Some((guess.clamp(1, total + 1), shift)));
        }
        let found = |place: i64| Some((place, shift + place - guess));
        if prefix_fuzz < 0 && first <= 1 {
            // Less context before than behind: it is the start of the file.
            let at_start = frozen <= prefix as i64 && 1 - guess <= most_after;
            let fits = if suffix_fuzz < 0 { count == total } else { true };
            return Ok((at_start && fits && self.matches(&pattern, 1, 0, suffix_fuzz.max(0) as usize))
                .then(|| found(1))
                .flatten());
        }
        prefix_fuzz = prefix_fuzz.max(0);
        if suffix_fuzz < 0 {
            // Less context behind: it is the end of the file.
            let place = total - count + 1;
            let good = guess - place <= most_before && self.matches(&pattern, place, prefix_fuzz as usize, 0);
            return Ok(good.then(|| found(place)).flatten());
        }
        let farthest = most_after.max(most_before).min(total.saturating_mul(2));
        let mut offset = 0;
        while offset <= farthest {
            if offset & 0x3ff == 0 {
                context.charge(1 + (offset > 0) as u64 * 256)?;
            }
            if offset <= most_after && self.matches(&pattern, guess + offset, prefix_fuzz as usize, suffix_fuzz as usize) {
                return Ok(found(guess + offset));
            }
            if offset > 0
                && offset <= most_before
                && self.matches(&pattern, guess - offset, prefix_fuzz as usize, suffix_fuzz as usize)
            {
                return Ok(found(guess - offset));
            }
            offset += 1;
        }
        Ok(None)
    }
}

/// Appends a rejected hunk in the style of the patch.
pub fn reject(out: &mut Vec<u8>, patch: &FilePatch, hunk: &Hunk, shift: i64, unified: bool) {
    let count = |other: Mark| hunk.lines.iter().filter(|line| line.mark != other).count() as i64;
    let (old_count, new_count) = (count(Mark::New), count(Mark::Old));
    let (old_start, new_start) = (hunk.old_start.saturating_add(shift), hunk.new_start.saturating_add(shift));
    let line = |out: &mut Vec<u8>, mark: &[u8], text: &[u8]| {
        out.extend_from_slice(mark);
        out.extend_from_slice(text);
        if !text.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    };
    if unified {
        let range = |start: i64, count: i64| match count {
            1 => start.to_string(),
            count => format!("{start},{count}"),
        };
        let place = format!("@@ -{} +{} @@", range(old_start, old_count), range(new_start, new_count));
        out.extend_from_slice(place.as_bytes());
        out.extend_from_slice(&hunk.heading);
        out.push(b'\n');
        for entry in &hunk.lines {
            let mark: &[u8] = match entry.mark {
                Mark::Same => b" ",
                Mark::Old => b"-",
                Mark::New => b"+",
            };
            line(out, mark, &entry.text);
        }
        return;
    }
    let dashes: (&str, &str) = if patch.kind == Kind::Normal { ("", " -----") } else { (" ****", " ----") };
    let range = |start: i64, count: i64| match count {
        0 => "0".to_owned(),
        1 => start.to_string(),
        count => format!("{start},{}", start + count - 1),
    };
    out.extend_from_slice(b"***************");
    out.extend_from_slice(&hunk.heading);
    out.extend_from_slice(format!("\n*** {}{}\n", range(old_start, old_count), dashes.0).as_bytes());
    let changes = |at: usize, mark: Mark, other: Mark| {
        // Old and new lines side by side are a change.
        let near = |step: isize| {
            let mut at = at as isize;
            while let Some(entry) = usize::try_from(at).ok().and_then(|at| hunk.lines.get(at)) {
                if entry.mark == other {
                    return true;
                }
                if entry.mark == Mark::Same || entry.mark != mark {
                    return false;
                }
                at += step;
            }
            false
        };
        patch.kind != Kind::Normal && (near(1) || near(-1))
    };
    for (kept, other, mark) in [(Mark::Old, Mark::New, b"- "), (Mark::New, Mark::Old, b"+ ")] {
        if kept == Mark::New {
            out.extend_from_slice(format!("--- {}{}\n", range(new_start, new_count), dashes.1).as_bytes());
        }
        if !hunk.lines.iter().any(|line| line.mark == kept) {
            continue;
        }
        for (at, entry) in hunk.lines.iter().enumerate().filter(|(_, line)| line.mark != other) {
            let mark: &[u8] = match entry.mark {
                Mark::Same => b"  ",
                _ if changes(at, kept, other) => b"! ",
                _ => mark,
            };
            line(out, mark, &entry.text);
        }
    }
}

/// The lines of a file after a script for `ed` as `diff -e` writes it; `None`: it does not fit.
pub fn run_script(lines: &[&[u8]], script: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| line.to_vec()).collect();
    let mut at = 0;
    let mut current = 0usize;
    while let Some(command) = script.get(at) {
        at += 1;
        let text = std::str::from_utf8(command).ok()?;
        let digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ',');
        let place = &text[..text.len() - digits.len()];
        let (first, last) = match place.split_once(',') {
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None if place.is_empty() => (current, current),
            None => {
                let line: usize = place.parse().ok()?;
                (line, line)
            }
        };
        if first > last || last > lines.len() {
            return None;
        }
        let mut insert = Vec::new();
        if matches!(digits, "a" | "c" | "i") {
            while let Some(line) = script.get(at) {
                at += 1;
                if line.strip_suffix(b"\n").unwrap_or(line) == b"." {
                    break;
                }
                insert.push(line.clone());
            }
        }
        let count = insert.len();
        match digits {
            "a" => {
                lines.splice(last..last, insert);
                current = last + count;
            }
            "i" => {
                let place = first.saturating_sub(1);
                lines.splice(place..place, insert);
                current = place + count;
            }
            "c" => {
                lines.splice(first.checked_sub(1)?..last, insert);
                current = first - 1 + count;
            }
            "d" => {
                lines.drain(first.checked_sub(1)?..last);
                current = first.min(lines.len());
            }
            "s/.//" | "s/^\\.\\././" => {
                let line = lines.get_mut(first.checked_sub(1)?)?;
                if !line.is_empty() {
                    line.remove(0);
                }
            }
            _ => return None,
        }
    }
    Some(lines.concat())
}
