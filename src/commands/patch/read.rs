//! Reading patches: unified, context and normal diffs, scripts for `ed`, and git's headers.

use bstr::{BString, ByteSlice};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Unified,
    Context,
    Normal,
    Ed,
}

/// What a line of a hunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Same,
    Old,
    New,
}

/// A line with its line end, unless it lacks one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub mark: Mark,
    pub text: Vec<u8>,
}

#[derive(Debug, Clone, Default)]
pub struct Hunk {
    /// The first old line, from 1; for no old lines, the line before.
    pub old_start: i64,
    pub new_start: i64,
    pub lines: Vec<Line>,
    /// What stands behind the second `@@`.
    pub heading: Vec<u8>,
}

impl Hunk {
    /// The lines of one side.
    pub fn side(&self, other: Mark) -> Vec<&[u8]> {
        self.lines.iter().filter(|line| line.mark != other).map(|line| line.text.as_slice()).collect()
    }

    pub fn reverse(&mut self) {
        std::mem::swap(&mut self.old_start, &mut self.new_start);
        for line in &mut self.lines {
            line.mark = match line.mark {
                Mark::Old => Mark::New,
                Mark::New => Mark::Old,
                Mark::Same => Mark::Same,
            };
        }
        // Deleted lines stand before inserted ones.
        let mut sorted: Vec<Line> = Vec::with_capacity(self.lines.len());
        let mut inserted: Vec<Line> = Vec::new();
        for line in self.lines.drain(..) {
            match line.mark {
                Mark::New => inserted.push(line),
                Mark::Old => sorted.push(line),
                Mark::Same => {
                    sorted.append(&mut inserted);
                    sorted.push(line);
                }
            }
        }
        sorted.append(&mut inserted);
        self.lines = sorted;
    }

    /// How many lines of context begin and end it.
    pub fn context(&self) -> (usize, usize) {
        let prefix = self.lines.iter().take_while(|line| line.mark == Mark::Same).count();
        let suffix = self.lines.iter().rev().take_while(|line| line.mark == Mark::Same).count();
        (prefix, suffix.min(self.lines.len() - prefix))
    }
}

/// A name in a header and the time behind it.
#[derive(Debug, Clone, Default)]
pub struct Name {
    pub name: BString,
    /// The text behind the tab.
    pub stamp: Vec<u8>,
}

impl Name {
    pub fn is_null(&self) -> bool {
        self.name == "/dev/null"
    }

    /// The time says that there is no file: the start of 1970 in whatever zone.
    pub fn is_epoch(&self) -> bool {
        let stamp = self.stamp.as_slice();
        let zero = |text: &[u8]| text.iter().all(|byte| matches!(byte, b'0' | b':' | b'.' | b' ' | b'+'));
        stamp.strip_prefix(b"1970-01-01 ").is_some_and(zero)
            || stamp.starts_with(b"1969-12-31 ") && stamp.contains_str(":00:00")
            || stamp.starts_with(b"Thu Jan  1 00:00:00 1970")
    }
}

/// The patch of one file.
#[derive(Debug, Clone)]
pub struct FilePatch {
    pub kind: Kind,
    pub old: Option<Name>,
    pub new: Option<Name>,
    pub index: Option<BString>,
    /// The lines before the first hunk, for messages, and the number of the line behind them.
    pub leading: Vec<Vec<u8>>,
    pub line: usize,
    pub hunks: Vec<Hunk>,
    pub script: Vec<Vec<u8>>,
    pub git: bool,
    pub rename: (Option<BString>, Option<BString>),
    pub copy: bool,
    pub new_mode: Option<u16>,
    pub creates: bool,
    pub deletes: bool,
    /// The patch goes wrong here; what comes before is applied.
    pub malformed: Option<Vec<u8>>,
    /// Carriage returns at line ends were taken off.
    pub stripped: bool,
}

struct Reader<'t> {
    lines: Vec<&'t [u8]>,
    at: usize,
}

/// What kinds of patch are looked for; `None`: all.
pub fn parse(text: &[u8], wanted: Option<Kind>, binary: bool) -> Vec<FilePatch> {
    let mut reader = Reader { lines: text.split_inclusive(|byte| *byte == b'\n').collect(), at: 0 };
    let mut patches = Vec::new();
    while let Some(patch) = reader.file(wanted, binary) {
        let end = patch.malformed.is_some();
        patches.push(patch);
        if end {
            break;
        }
    }
    patches
}

/// Without the line end.
fn bare(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn number(text: &[u8]) -> Option<(i64, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let value = text[..digits].iter().fold(0i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some((value, &text[digits..]))
}

/// `3` or `3,5`: the first number, and the second if there is one.
fn pair(text: &[u8]) -> Option<(i64, Option<i64>, &[u8])> {
    let (first, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        Some(more) => {
            let (second, rest) = number(more)?;
            Some((first, Some(second), rest))
        }
        None => Some((first, None, rest)),
    }
}

/// Old lines, letter and new lines.
type NormalPlace = ((i64, i64), u8, (i64, i64));

/// The place of a normal diff's change: `3,4c5`.
fn normal_place(line: &[u8]) -> Option<NormalPlace> {
    let (first, second, rest) = pair(bare(line))?;
    let (&letter, rest) = rest.split_first()?;
    if !matches!(letter, b'a' | b'c' | b'd') {
        return None;
    }
    let (third, fourth, rest) = pair(rest)?;
    rest.is_empty().then_some(((first, second.unwrap_or(first)), letter, (third, fourth.unwrap_or(third))))
}

fn ed_command(line: &[u8]) -> bool {
    match pair(bare(line)) {
        Some((_, _, rest)) => matches!(rest, b"a" | b"c" | b"d" | b"i" | b"s/.//" | b"s/^\\.\\././"),
        None => false,
    }
}

fn header_name(rest: &[u8]) -> Name {
    let rest = bare(rest);
    let rest = rest.trim_start();
    if let Some(quoted) = rest.strip_prefix(b"\"") {
        let mut name = Vec::new();
        let mut at = 0;
        while let Some(&byte) = quoted.get(at) {
            at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let escaped = quoted.get(at).copied().unwrap_or(b'\\');
                    at += 1;
                    match escaped {
                        b'n' => name.push(b'\n'),
                        b't' => name.push(b'\t'),
                        b'0'..=b'7' => {
                            let digits = quoted[at - 1..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte));
                            let count = digits.clone().count();
                            name.push(digits.fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0')) as u8);
                            at += count - 1;
                        }
                        other => name.push(other),
                    }
                }
                other => name.push(other),
            }
        }
        let stamp = quoted.get(at..).unwrap_or_default().trim_start();
        return Name { name: name.into(), stamp: stamp.to_vec() };
    }
    match rest.split_once_str("\t") {
        Some((name, stamp)) => Name { name: name.into(), stamp: stamp.to_vec() },
        None => {
            let end = rest.find_byte(b' ').unwrap_or(rest.len());
            Name { name: rest[..end].into(), stamp: rest[end..].trim_start().to_vec() }
        }
    }
}

impl<'t> Reader<'t> {
    fn peek(&self, ahead: usize) -> Option<&'t [u8]> {
        self.lines.get(self.at + ahead).copied()
    }

    /// The next file's patch; `None` when only other text is left.
    fn file(&mut self, wanted: Option<Kind>, binary: bool) -> Option<FilePatch> {
        let start = self.at;
        let mut patch = FilePatch {
            kind: Kind::Unified,
            old: None,
            new: None,
            index: None,
            leading: Vec::new(),
            line: 0,
            hunks: Vec::new(),
            script: Vec::new(),
            git: false,
            rename: (None, None),
            copy: false,
            new_mode: None,
            creates: false,
            deletes: false,
            malformed: None,
            stripped: false,
        };
        let is = |kind: Kind| wanted.is_none_or(|wanted| wanted == kind);
        let mut stars: Option<Name> = None;
        while let Some(line) = self.peek(0) {
            let text = bare(line);
            if text.starts_with(b"diff --git ") {
                // Only a header: a change of mode, a rename.
                if patch.git && (patch.new_mode.is_some() || patch.rename.1.is_some()) {
                    self.leading(&mut patch, start);
                    return Some(patch);
                }
                patch.git = true;
                let rest = &text[b"diff --git ".len()..];
                if let Some((old, new)) = rest.split_once_str(" b/") {
                    patch.old = Some(Name { name: old.into(), stamp: Vec::new() });
                    patch.new = Some(Name { name: [b"b/", new].concat().into(), stamp: Vec::new() });
                }
            } else if let Some(rest) = text.strip_prefix(b"Index:") {
                patch.index = Some(rest.trim().into());
            } else if let Some(rest) = text.strip_prefix(b"rename from ").filter(|_| patch.git) {
                patch.rename.0 = Some(rest.into());
            } else if let Some(rest) = text.strip_prefix(b"rename to ").filter(|_| patch.git) {
                patch.rename.1 = Some(rest.into());
            } else if let Some(rest) = text.strip_prefix(b"copy from ").filter(|_| patch.git) {
                (patch.rename.0, patch.copy) = (Some(rest.into()), true);
            } else if let Some(rest) = text.strip_prefix(b"copy to ").filter(|_| patch.git) {
                patch.rename.1 = Some(rest.into());
            } else if let Some(rest) = text.strip_prefix(b"new mode ").filter(|_| patch.git) {
                patch.new_mode = mode(rest);
            } else if let Some(rest) = text.strip_prefix(b"new file mode ").filter(|_| patch.git) {
                (patch.new_mode, patch.creates) = (mode(rest), true);
            } else if text.starts_with(b"deleted file mode ") && patch.git {
                patch.deletes = true;
            } else if let Some(rest) = text.strip_prefix(b"*** ").filter(|_| is(Kind::Context)) {
                stars = Some(header_name(rest));
            } else if let Some(rest) = text.strip_prefix(b"--- ") {
                let next = self.peek(1).unwrap_or_default();
                if let Some(more) = next.strip_prefix(b"+++ ").filter(|_| is(Kind::Unified)) {
                    patch.old = Some(header_name(rest));
                    patch.new = Some(header_name(more));
                    let is_hunk = |line: Option<&[u8]>| line.is_some_and(|line| line.starts_with(b"@@ -"));
                    if is_hunk(self.peek(2)) {
                        patch.stripped = !binary && line.ends_with(b"\r\n");
                        self.at += 2;
                        self.leading(&mut patch, start);
                        self.unified(&mut patch);
                        return Some(patch);
                    }
                    self.at += 1;
                } else if let Some(old) = stars.take()
                    && next.starts_with(b"***************")
                {
                    patch.kind = Kind::Context;
                    patch.old = Some(old);
                    patch.new = Some(header_name(rest));
                    patch.stripped = !binary && line.ends_with(b"\r\n");
                    self.at += 1;
                    self.leading(&mut patch, start);
                    self.in_context(&mut patch);
                    return Some(patch);
                }
            } else if text.starts_with(b"@@ -") && is(Kind::Unified) {
                self.leading(&mut patch, start);
                self.unified(&mut patch);
                return Some(patch);
            } else if normal_place(line).is_some()
                && is(Kind::Normal)
                && self.peek(1).is_some_and(|next| next.starts_with(b"< ") || next.starts_with(b"> "))
            {
                patch.kind = Kind::Normal;
                patch.stripped = !binary && line.ends_with(b"\r\n");
                self.leading(&mut patch, start);
                self.normal(&mut patch);
                return Some(patch);
            } else if ed_command(line) && is(Kind::Ed) {
                patch.kind = Kind::Ed;
                self.leading(&mut patch, start);
                self.ed(&mut patch);
                return Some(patch);
            }
            self.at += 1;
        }
        if patch.git && (patch.new_mode.is_some() || patch.rename.1.is_some()) {
            self.leading(&mut patch, start);
            return Some(patch);
        }
        None
    }

    fn leading(&self, patch: &mut FilePatch, start: usize) {
        patch.leading = self.lines[start..self.at].iter().map(|line| bare(line).to_vec()).collect();
        patch.line = self.at + 1;
    }

    /// The text of a hunk's line, its line end taken off when `\ No newline` follows.
    fn text(&mut self, stripped: bool, body: &[u8]) -> Vec<u8> {
        let mut text = body.to_vec();
        if stripped && text.ends_with(b"\r\n") {
            text.truncate(text.len() - 2);
            text.push(b'\n');
        }
        if !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        if self.peek(0).is_some_and(|line| line.starts_with(b"\\ ")) {
            self.at += 1;
            text.pop();
        }
        text
    }

    fn malformed(&self, patch: &mut FilePatch, at: usize) {
        let line = self.lines.get(at).copied().unwrap_or_default();
        let text = format!("malformed patch at line {}: ", at + 1);
        patch.malformed = Some([text.as_bytes(), line].concat());
    }

    fn unified(&mut self, patch: &mut FilePatch) {
        while let Some(line) = self.peek(0) {
            let Some(rest) = line.strip_prefix(b"@@ -") else { return };
            let place = pair(rest).and_then(|(old, old_count, rest)| {
                let rest = rest.strip_prefix(b" +")?;
                let (new, new_count, rest) = pair(rest)?;
                let heading = bare(rest.strip_prefix(b" @@")?);
                Some((old, old_count.unwrap_or(1), new, new_count.unwrap_or(1), heading.to_vec()))
            });
            let Some((old_start, old_count, new_start, new_count, heading)) = place else {
                self.malformed(patch, self.at);
                return;
            };
            self.at += 1;
            let mut hunk = Hunk { old_start, new_start, lines: Vec::new(), heading };
            let (mut old_left, mut new_left) = (old_count, new_count);
            while old_left > 0 || new_left > 0 {
                let Some(line) = self.peek(0) else {
                    // Lines of context at the end may be cut off.
                    if old_left == new_left && old_left < 3 {
                        break;
                    }
                    patch.malformed = Some(b"unexpected end of file in patch".to_vec());
                    return;
                };
                self.at += 1;
                let (mark, body): (Mark, &[u8]) = match line.first() {
                    Some(b' ') => (Mark::Same, &line[1..]),
                    Some(b'\t' | b'\n') => (Mark::Same, line),
                    Some(b'\r') if line == b"\r\n" => (Mark::Same, line),
                    Some(b'-') => (Mark::Old, &line[1..]),
                    Some(b'+') => (Mark::New, &line[1..]),
                    _ => {
                        self.malformed(patch, self.at - 1);
                        return;
                    }
                };
                old_left -= i64::from(mark != Mark::New);
                new_left -= i64::from(mark != Mark::Old);
                if old_left < 0 || new_left < 0 {
                    self.malformed(patch, self.at - 1);
                    return;
                }
                let text = self.text(patch.stripped, body);
                hunk.lines.push(Line { mark, text });
            }
            patch.hunks.push(hunk);
        }
    }

    fn in_context(&mut self, patch: &mut FilePatch) {
        while self.peek(0).is_some_and(|line| line.starts_with(b"***************")) {
            let start = self.at;
            let heading = bare(&self.lines[self.at][15..]).to_vec();
            self.at += 1;
            let Some((old_start, old_end, _)) = self.peek(0).and_then(|line| pair(line.strip_prefix(b"*** ")?)) else {
                self.malformed(patch, self.at);
                return;
            };
            self.at += 1;
            let old = self.context_side(patch, b"--- ");
            let Some((new_start, new_end, _)) = self.peek(0).and_then(|line| pair(line.strip_prefix(b"--- ")?)) else {
                self.malformed(patch, self.at);
                return;
            };
            self.at += 1;
            let new = self.context_side(patch, b"***************");
            let count = |start: i64, end: Option<i64>| if start == 0 && end.is_none() { 0 } else { end.unwrap_or(start) - start + 1 };
            let (old_count, new_count) = (count(old_start, old_end), count(new_start, new_end));
            // A side without changes is not written out.
            let same = |lines: &[(u8, Vec<u8>)]| {
                lines.iter().filter(|(mark, _)| *mark == b' ').cloned().collect::<Vec<_>>()
            };
            let old = if old.is_empty() && old_count > 0 { same(&new) } else { old };
            let new = if new.is_empty() && new_count > 0 { same(&old) } else { new };
            if old.len() as i64 != old_count || new.len() as i64 != new_count {
                self.malformed(patch, start);
                return;
            }
            let mut hunk = Hunk { old_start, new_start, lines: Vec::new(), heading };
            let (mut left, mut right) = (old.into_iter().peekable(), new.into_iter().peekable());
            loop {
                while let Some((_, text)) = left.next_if(|(mark, _)| *mark != b' ') {
                    hunk.lines.push(Line { mark: Mark::Old, text });
                }
                while let Some((_, text)) = right.next_if(|(mark, _)| *mark != b' ') {
                    hunk.lines.push(Line { mark: Mark::New, text });
                }
                match (left.next(), right.next()) {
                    (Some((_, text)), Some(_)) => hunk.lines.push(Line { mark: Mark::Same, text }),
                    (None, None) => break,
                    _ => {
                        self.malformed(patch, start);
                        return;
                    }
                }
            }
            patch.hunks.push(hunk);
        }
    }

    /// The lines of one side of a context hunk: marks and texts.
    fn context_side(&mut self, patch: &FilePatch, end: &[u8]) -> Vec<(u8, Vec<u8>)> {
        let mut lines = Vec::new();
        while let Some(line) = self.peek(0) {
            if line.starts_with(end) && (end != b"--- " || line.ends_with(b"----\n") || bare(line).ends_with(b"----")) {
                break;
            }
            let mark = match line {
                [mark @ (b' ' | b'!' | b'-' | b'+'), b' ' | b'\t', ..] => *mark,
                b"\n" | b"\r\n" => b' ',
                _ => break,
            };
            self.at += 1;
            let text = self.text(patch.stripped, line.get(2..).unwrap_or(b"\n"));
            lines.push((mark, text));
        }
        lines
    }

    fn normal(&mut self, patch: &mut FilePatch) {
        while let Some((old, letter, new)) = self.peek(0).and_then(normal_place) {
            self.at += 1;
            let mut hunk = Hunk { old_start: old.0, new_start: new.0, lines: Vec::new(), heading: Vec::new() };
            for (wanted, mark, (start, end), skip) in
                [(b'<', Mark::Old, old, b'a'), (b'>', Mark::New, new, b'd')]
            {
                if letter == skip {
                    continue;
                }
                for _ in start..=end {
                    match self.peek(0) {
                        Some(line) if line.first() == Some(&wanted) => {
                            self.at += 1;
                            let text = self.text(patch.stripped, line.get(2..).unwrap_or(b"\n"));
                            hunk.lines.push(Line { mark, text });
                        }
                        _ => {
                            self.malformed(patch, self.at);
                            return;
                        }
                    }
                }
                if letter == b'c' && wanted == b'<' {
                    match self.peek(0) {
                        Some(line) if bare(line) == b"---" => self.at += 1,
                        _ => {
                            self.malformed(patch, self.at);
                            return;
                        }
                    }
                }
            }
            patch.hunks.push(hunk);
        }
    }

    fn ed(&mut self, patch: &mut FilePatch) {
        while let Some(line) = self.peek(0).filter(|line| ed_command(line)) {
            self.at += 1;
            patch.script.push(bare(line).to_vec());
            if matches!(bare(line).last(), Some(b'a' | b'c' | b'i')) {
                while let Some(line) = self.peek(0) {
                    self.at += 1;
                    patch.script.push(line.to_vec());
                    if bare(line) == b"." {
                        break;
                    }
                }
            }
        }
    }
}

fn mode(text: &[u8]) -> Option<u16> {
    let digits = text.trim().to_str().ok()?;
    u32::from_str_radix(digits, 8).ok().map(|mode| (mode & 0o777) as u16)
}
