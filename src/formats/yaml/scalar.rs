//! Plain, quoted and block scalars.

use super::node::{Content, Node, Style};
use super::read::{Reader, Result};

impl<'t> Reader<'t> {
    /// A plain scalar. `parent`: the column that following lines must be deeper than.
    pub(super) fn plain(&mut self, parent: isize, inside: bool) -> Result<Node> {
        let next = self.peek_at(1);
        let follows = |byte: Option<u8>| match byte {
            None | Some(b' ' | b'\t' | b'\n' | b'\r') => false,
            Some(b',' | b'[' | b']' | b'{' | b'}') => !inside,
            Some(_) => true,
        };
        let can_start = match self.peek() {
            Some(b'-' | b'?' | b':') => follows(next),
            Some(
                b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
                | b'`',
            )
            | None => false,
            Some(_) => true,
        };
        if !can_start {
            let message = match self.peek() {
                Some(b'-') => "block sequence entries are not allowed in this context",
                Some(b',' | b']' | b'}') => "did not find expected node content",
                _ => "found character that cannot start any token",
            };
            return Err(self.error(message));
        }
        let first = self.plain_line(inside)?;
        let mut text: Option<String> = None;
        let mut raw = String::new();
        loop {
            // A line may follow if nothing but spaces is left on this one.
            let (at, line, line_start) = (self.at, self.line, self.line_start);
            self.spaces();
            if !self.at_line_end() || self.at >= self.bytes.len() || parent == isize::MAX {
                self.at = at;
                break;
            }
            let mut breaks = 0;
            while self.at_line_end() && self.at < self.bytes.len() {
                self.new_line();
                breaks += 1;
                self.spaces();
            }
            let deeper = self.column() as isize > parent || inside;
            let marker = self.column() == 0 && self.at_end_of_document();
            let ends = self.at >= self.bytes.len()
                || self.peek() == Some(b'#')
                || !deeper
                || marker
                || inside && matches!(self.peek(), Some(b',' | b'[' | b']' | b'{' | b'}'))
                || self.peek() == Some(b':') && (self.is_blank_at(self.at + 1));
            if ends {
                (self.at, self.line, self.line_start) = (at, line, line_start);
                break;
            }
            let next = self.plain_line(inside)?;
            let folded = text.get_or_insert_with(|| {
                raw.push_str(first);
                first.to_owned()
            });
            if breaks == 1 {
                folded.push(' ');
            }
            for _ in 1..breaks {
                folded.push('\n');
            }
            for _ in 0..breaks {
                raw.push('\n');
            }
            folded.push_str(next);
            raw.push_str(next);
        }
        Ok(match text {
            None => Node::scalar(first),
            Some(text) => Node { raw: Some(raw), ..Node::scalar(text) },
        })
    }

    /// The part of a plain scalar that stands on this line.
    fn plain_line(&mut self, inside: bool) -> Result<&'t str> {
        let from = self.at;
        let mut end = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => break,
                b'\r' if matches!(self.peek_at(1), None | Some(b'\n')) => break,
                b' ' | b'\t' => {
                    self.at += 1;
                    continue;
                }
                b'#' if self.at > end => break,
                b':' if self.is_blank_at(self.at + 1)
                    || inside && matches!(self.peek_at(1), Some(b',' | b'[' | b']' | b'{' | b'}')) =>
                {
                    break;
                }
                b',' | b'[' | b']' | b'{' | b'}' if inside => break,
                0..=8 | 11..=31 | 127 => return Err(self.error("control characters are not allowed")),
                _ => {}
            }
            self.at += 1;
            end = self.at;
        }
        self.at = end;
        Ok(self.text.get(from..end).unwrap_or_default())
    }

    pub(super) fn single_quoted(&mut self) -> Result<Node> {
        let start = self.line;
        self.at += 1;
        let mut text = String::new();
        let mut raw = String::from("'");
        let mut lines = false;
        loop {
            let from = self.at;
            while !matches!(self.peek(), None | Some(b'\'' | b'\n')) {
                self.at += 1;
            }
            match self.peek() {
                None => return self.error_at(start, "found unexpected end of stream"),
                Some(b'\'') if self.peek_at(1) == Some(b'\'') => {
                    text.push_str(self.slice(from, self.at + 1));
                    raw.push_str(self.slice(from, self.at + 2));
                    self.at += 2;
                }
                Some(b'\'') => {
                    text.push_str(self.slice(from, self.at));
                    raw.push_str(self.slice(from, self.at));
                    raw.push('\'');
                    self.at += 1;
                    break;
                }
                Some(_) => {
                    text.push_str(self.slice(from, self.at));
                    raw.push_str(self.slice(from, self.at).trim_end());
                    self.fold_quoted(&mut text, &mut raw, 0)?;
                    lines = true;
                }
            }
        }
        Ok(Node { style: Style::SingleQuoted, raw: lines.then_some(raw), ..Node::scalar(text) })
    }

    /// Folds the end of a line inside quotes; the place is at the line's end. The text keeps `keep` bytes at least.
    fn fold_quoted(&mut self, text: &mut String, raw: &mut String, keep: usize) -> Result<()> {
        while text.len() > keep && text.ends_with([' ', '\t', '\r']) {
            text.pop();
        }
        let mut breaks = 0_usize;
        while self.at_line_end() {
            if self.at >= self.bytes.len() {
                return Err(self.error("found unexpected end of stream"));
            }
            self.new_line();
            breaks += 1;
            if self.at_marker(b"---") || self.at_marker(b"...") {
                return Err(self.error("found unexpected document indicator"));
            }
            self.spaces();
        }
        if breaks == 1 {
            text.push(' ');
        }
        for _ in 1..breaks {
            text.push('\n');
        }
        for _ in 0..breaks {
            raw.push('\n');
        }
        Ok(())
    }

    pub(super) fn double_quoted(&mut self) -> Result<Node> {
        let start = self.line;
        self.at += 1;
        let mut text = String::new();
        let mut raw = String::from("\"");
        // White space before this was written with escapes, and stays.
        let mut keep = 0;
        loop {
            let from = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | b'\n')) {
                self.at += 1;
            }
            let part = self.slice(from, self.at);
            text.push_str(part);
            match self.peek() {
                None => return self.error_at(start, "found unexpected end of stream"),
                Some(b'"') => {
                    raw.push_str(part);
                    raw.push('"');
                    self.at += 1;
                    break;
                }
                Some(b'\n') => {
                    raw.push_str(part.trim_end());
                    self.fold_quoted(&mut text, &mut raw, keep)?;
                }
                Some(_) => {
                    raw.push_str(part);
                    let escape = self.at;
                    if self.peek_at(1) == Some(b'\n')
                        || self.peek_at(1) == Some(b'\r') && self.peek_at(2) == Some(b'\n')
                    {
                        self.at += 1;
                        let kept = text.len();
                        let mut ignored = String::new();
                        let mut folded = String::new();
                        self.fold_quoted(&mut folded, &mut ignored, 0)?;
                        // The escaped end of the line is nothing; empty lines behind it still count.
                        folded.remove(0);
                        text.truncate(kept);
                        text.push_str(&folded);
                        raw.push('\\');
                        raw.push_str(&ignored);
                    } else {
                        self.escape(&mut text)?;
                        raw.push_str(self.slice(escape, self.at));
                    }
                    keep = text.len();
                }
            }
        }
        Ok(Node { style: Style::DoubleQuoted, raw: Some(raw), ..Node::scalar(text) })
    }

    fn escape(&mut self, text: &mut String) -> Result<()> {
        let letter = self.peek_at(1);
        self.at += 2;
        let plain = match letter {
            Some(b'0') => '\0',
            Some(b'a') => '\x07',
            Some(b'b') => '\x08',
            Some(b't' | b'\t') => '\t',
            Some(b'n') => '\n',
            Some(b'v') => '\x0b',
            Some(b'f') => '\x0c',
            Some(b'r') => '\r',
            Some(b'e') => '\x1b',
            Some(b' ') => ' ',
            Some(b'"') => '"',
            Some(b'/') => '/',
            Some(b'\\') => '\\',
            Some(b'N') => '\u{85}',
            Some(b'_') => '\u{a0}',
            Some(b'L') => '\u{2028}',
            Some(b'P') => '\u{2029}',
            Some(b'x') => return self.code(2, text),
            Some(b'u') => return self.code(4, text),
            Some(b'U') => return self.code(8, text),
            _ => {
                self.at = self.at.min(self.bytes.len());
                return Err(self.error("found unknown escape character"));
            }
        };
        text.push(plain);
        Ok(())
    }

    fn hexadecimal(&self, from: usize, digits: usize) -> Option<u32> {
        let code = self.text.get(from..from + digits)?;
        if !code.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(code, 16).ok()
    }

    fn code(&mut self, digits: usize, text: &mut String) -> Result<()> {
        let Some(mut code) = self.hexadecimal(self.at, digits) else {
            self.at = self.at.min(self.bytes.len());
            return Err(self.error("did not find expected hexdecimal number"));
        };
        self.at += digits;
        // Two halves of a character, as JSON writes them.
        if (0xd800..0xdc00).contains(&code)
            && digits == 4
            && self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u"))
            && let Some(low) = self.hexadecimal(self.at + 2, 4).filter(|low| (0xdc00..0xe000).contains(low))
        {
            code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            self.at += 6;
        }
        match char::from_u32(code) {
            Some(character) => text.push(character),
            None => return Err(self.error("found invalid Unicode character escape code")),
        }
        Ok(())
    }

    /// `|` and `>`.
    pub(super) fn block_scalar(&mut self, parent: isize) -> Result<Node> {
        let start = self.line;
        let literal = self.peek() == Some(b'|');
        self.at += 1;
        let mut chomp = None;
        let mut indicated = None;
        for _ in 0..2 {
            match self.peek() {
                Some(byte @ (b'+' | b'-')) if chomp.is_none() => chomp = Some(byte),
                Some(byte @ b'1'..=b'9') if indicated.is_none() => indicated = Some(usize::from(byte - b'0')),
                Some(b'0') => return Err(self.error("found an indentation indicator equal to 0")),
                _ => break,
            }
            self.at += 1;
        }
        let comment = self.line_comment();
        if !self.at_line_end() {
            return Err(self.error("did not find expected comment or line break"));
        }
        if self.at < self.bytes.len() {
            self.new_line();
        }
        let base = usize::try_from(parent).unwrap_or(0);
        let mut indent = indicated.map(|more| if parent < 0 { more } else { base + more });
        let least = usize::try_from(parent + 1).unwrap_or(0);
        let mut lines: Vec<&str> = Vec::new();
        let mut widest_blank = 0;
        loop {
            if self.at >= self.bytes.len() {
                break;
            }
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
            let blank = match rest.get(spaces) {
                None | Some(b'\n') => true,
                Some(b'\r') => rest.get(spaces + 1) == Some(&b'\n'),
                _ => false,
            };
            let deep = match indent {
                Some(indent) => indent,
                None if blank => {
                    widest_blank = widest_blank.max(spaces);
                    usize::MAX
                }
                None => {
                    if spaces < least || (spaces == 0 && self.at_end_of_document()) {
                        break;
                    }
                    if rest.get(spaces) == Some(&b'\t') && spaces < least {
                        return Err(self.error("found a tab character where an indentation space is expected"));
                    }
                    if widest_blank > spaces {
                        return Err(self.error("found more indented blank lines before a block scalar's content"));
                    }
                    indent = Some(spaces);
                    spaces
                }
            };
            if !blank && (spaces < deep || deep == 0 && self.at_end_of_document()) {
                break;
            }
            let line = self.rest_of_line();
            lines.push(line.get(deep.min(line.len())..).unwrap_or_default());
        }
        // The line that comes next begins here.
        let mut trailing = 0;
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
            trailing += 1;
        }
        let ended = self.at < self.bytes.len() || self.bytes.last() == Some(&b'\n');
        let mut text = if literal { lines.join("\n") } else { fold(&lines) };
        let raw = (!literal).then(|| lines.join("\n"));
        match chomp {
            Some(b'-') => {}
            Some(_) => {
                if !lines.is_empty() {
                    text.push('\n');
                }
                text.extend(std::iter::repeat_n('\n', trailing));
            }
            None if lines.is_empty() => {}
            None => {
                if ended || trailing > 0 {
                    text.push('\n');
                }
            }
        }
        // Blank lines that the text does not keep stand before what follows.
        if chomp != Some(b'+') {
            self.pending.extend(std::iter::repeat_n((0, super::node::Trivia::Blank), trailing));
        }
        let style = if literal { Style::Literal } else { Style::Folded };
        let mut node = Node { style, raw, line: start, ..Node::new(Content::Scalar(text)) };
        if comment.is_some() {
            node.layout_mut().line = comment;
        }
        if let Some(indent) = indent.filter(|_| !lines.is_empty()) {
            node.layout_mut().indent = Some(indent.saturating_sub(base));
        }
        Ok(node)
    }
}

/// Folds the lines of a `>` scalar.
fn fold(lines: &[&str]) -> String {
    let mut text = String::new();
    let mut breaks = 0_usize;
    // Whether the last line with text keeps its line's end, as lines that begin with white space do.
    let mut kept = true;
    let mut any = false;
    for line in lines {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        let spaced = line.starts_with([' ', '\t']);
        if !any {
            text.extend(std::iter::repeat_n('\n', breaks));
        } else if spaced || kept {
            text.extend(std::iter::repeat_n('\n', breaks + 1));
        } else if breaks == 0 {
            text.push(' ');
        } else {
            text.extend(std::iter::repeat_n('\n', breaks));
        }
        text.push_str(line);
        kept = spaced;
        any = true;
        breaks = 0;
    }
    text
}
