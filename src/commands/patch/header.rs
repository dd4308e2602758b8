//! What stands before the hunks: where the next patch begins, what kind it is, and what it says of its files.

use bstr::{BString, ByteSlice};

use super::read::{self, Fetched, Source, Stop, Times, ed_letter, fetch, hashes, says_nonexistent};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Context,
    Normal,
    Ed,
    /// A context diff that leaves out what is said twice.
    NewContext,
    Unified,
    /// `GIT binary patch`
    Binary,
}

/// The old file, in what is kept for both.
pub const OLD: usize = 0;
pub const NEW: usize = 1;
/// The name of an `Index:` line.
pub const INDEX: usize = 2;

/// What is known of the next patch before its hunks are read.
#[derive(Default)]
pub struct Header {
    pub kind: Option<Kind>,
    /// The old, the new and the `Index:` name.
    pub names: [Option<BString>; 3],
    pub stamps: [Option<Vec<u8>>; 2],
    /// `None`: not known. Seconds since 1970 and nanoseconds.
    pub times: [Option<(i64, u32)>; 2],
    /// 0: the file is there; 1: it is empty or not there; 2: it is not there.
    pub nonexistent: [u8; 2],
    /// The modes of git's headers with the type of the file; 0 where they say nothing.
    pub modes: [u32; 2],
    copies: [bool; 2],
    renames: [bool; 2],
    pub git: bool,
    /// What `Prereq:` asks for.
    pub revision: Option<Vec<u8>>,
    /// Where its first line is.
    pub start: usize,
    pub line: i64,
    pub indent: usize,
    strip_returns: bool,
    nesting: i64,
}

impl Header {
    /// That of a patch without hunks.
    pub fn empty() -> Header {
        Header { kind: Some(Kind::Unified), ..Header::default() }
    }

    pub fn renames(&self) -> bool {
        self.renames[OLD] && self.renames[NEW]
    }

    pub fn copies(&self) -> bool {
        self.copies[OLD] && self.copies[NEW]
    }

    fn take(&mut self, side: usize, fetched: Option<Fetched>) {
        let Some(fetched) = fetched else { return };
        let is_null = fetched.name.is_none();
        if !is_null {
            self.names[side] = fetched.name;
        }
        if side < INDEX {
            self.times[side] = fetched.time;
            if !is_null {
                self.stamps[side] = fetched.stamp;
            }
        }
    }

    /// A hunk says that a side is empty.
    fn set_empty(&mut self, side: usize) {
        self.nonexistent[side] = 1 + u8::from(self.times[side].is_some_and(|time| time.0 == 0));
    }

    /// The type of the file, as in a mode; 0: it changes.
    pub fn file_type(&self) -> u32 {
        let [old, new] = self.modes.map(|mode| mode & 0o170_000);
        match (old, new) {
            (0, 0) => 0o100_000,
            (0, new) => new,
            (old, new) if new != 0 && old != new => 0,
            (old, _) => old,
        }
    }

    pub fn is_link(&self) -> bool {
        self.file_type() == 0o120_000
    }

    pub fn strip_returns(&self) -> bool {
        self.strip_returns
    }

    /// Sets the reader to the patch that was found.
    pub fn settle(&self, source: &mut Source<'_>, binary: bool) {
        source.indent = self.indent;
        source.nesting = self.nesting;
        source.strip_returns = self.strip_returns && !binary;
    }
}

/// What a line is, as far as it leads somewhere.
enum Found {
    Nothing,
    /// The patch begins in the line that begins here.
    Here(Kind),
    Before(Kind),
    Command(Kind),
}

/// Looks for the next patch from where the reader is. `wanted`: the only kind that counts.
pub fn find(
    source: &mut Source<'_>,
    wanted: Option<Kind>,
    need_header: bool,
    strip: Option<i64>,
    times: &Times,
) -> Result<Header, Stop> {
    let mut header = Header::default();
    let mut need_header = need_header && !matches!(wanted, Some(Kind::Ed | Kind::Normal));
    let (from, from_line) = (source.at, source.line);
    let is = |kind: Kind| wanted.is_none_or(|wanted| wanted == kind);
    let is_context = is(Kind::Context) || is(Kind::NewContext);
    let (mut this, mut this_line);
    let mut previous = from;
    let (mut command, mut command_before) = (false, false);
    let (mut stars, mut stars_before) = (false, false);
    let mut indent_before = 0;
    // The place of the first line that could be a command of `ed`, and whether it is one.
    let mut first_command: Option<(usize, i64, bool)> = None;
    let mut extended = false;
    (header.start, header.line) = (from, from_line + 1);
    loop {
        this = source.at;
        if !source.next_raw() {
            (header.start, header.line) = (this, source.line);
            if let Some((at, line, true)) = first_command {
                (header.start, header.line) = (at, line);
                header.kind = Some(Kind::Ed);
            } else if extended {
                // No hunks: any kind will do.
                header.kind = Some(Kind::Unified);
            }
            return Ok(header);
        }
        this_line = source.line;
        let line = source.buffer.as_slice();
        let returns = line.ends_with(b"\r\n");
        let (mut indent, mut skip) = (0usize, 0);
        for byte in line {
            match byte {
                b'\t' => indent = (indent + 8) & !7,
                b' ' | b'X' => indent += 1,
                _ => break,
            }
            skip += 1;
        }
        let text = &line[skip..];
        if let Some(is_command) = normal_command(text) {
            command = is_command;
        }
        if !need_header && first_command.is_none() {
            let letter = ed_letter(text);
            if letter.is_some() || command {
                first_command = Some((this, this_line, letter.is_some()));
                header.indent = indent;
                header.strip_returns = returns;
            }
        }
        if let Some(rest) = text.strip_prefix(b"*** ").filter(|_| !stars_before) {
            header.take(OLD, fetch(rest, strip, Some(times)));
            need_header = false;
        } else if let Some(rest) = text.strip_prefix(b"+++ ") {
            // The sides are swapped below.
            header.take(OLD, fetch(rest, strip, Some(times)));
            need_header = false;
            header.strip_returns = returns;
        } else if let Some(rest) = text.strip_prefix(b"Index:") {
            header.take(INDEX, fetch(rest, strip, None));
            need_header = false;
            header.strip_returns = returns;
        } else if let Some(rest) = text.strip_prefix(b"Prereq:") {
            let words: Vec<&[u8]> = rest.fields_with(char::is_whitespace).collect();
            header.revision = words.first().map(|word| word.to_vec());
            if words.len() > 1 {
                let text = format!("Prereq: with multiple words at line {this} of patch\n");
                source.said.extend_from_slice(text.as_bytes());
            }
        } else if let Some(rest) = text.strip_prefix(b"diff --git ") {
            if extended {
                (header.start, header.line) = (this, this_line);
                header.kind = Some(Kind::Unified);
                return Ok(header);
            }
            (header.names[OLD], header.names[NEW]) = (None, None);
            if let Some((old, rest)) = read::name(rest, strip)
                && rest.first().is_some_and(|byte| byte.is_ascii_whitespace())
                && let Some((new, rest)) = read::name(rest, strip)
                && rest.trim().is_empty()
            {
                (header.names[OLD], header.names[NEW]) = (Some(old), Some(new));
            }
            header.git = true;
            need_header = false;
        } else if header.git && extended_header(&mut header, text) {
            extended = true;
        } else if header.git && text.starts_with(b"GIT binary patch") {
            (header.start, header.line) = (this, this_line);
            header.kind = Some(Kind::Binary);
            return Ok(header);
        } else {
            let mut rest = text;
            while let Some(more) = rest.strip_prefix(b"- ") {
                rest = more;
            }
            if let Some(name) = rest.strip_prefix(b"--- ") {
                if let Some(fetched) = fetch(name, strip, Some(times)) {
                    let time = fetched.time.or(header.times[NEW]);
                    if fetched.time.is_some() {
                        header.nesting = ((text.len() - rest.len()) / 2) as i64;
                    }
                    header.take(NEW, Some(Fetched { time, ..fetched }));
                }
                need_header = false;
                header.strip_returns = returns;
            }
        }
        let found = if need_header {
            Found::Nothing
        } else if is(Kind::Ed) && first_command.is_some() && text == b".\n" {
            Found::Command(Kind::Ed)
        } else if is(Kind::Unified) && text.starts_with(b"@@ -") {
            Found::Here(Kind::Unified)
        } else if is_context && stars_before && indent == indent_before && text.starts_with(b"*** ") {
            let new_style = text.ends_with(b"*\n");
            Found::Before(if new_style { Kind::NewContext } else { Kind::Context })
        } else if is(Kind::Normal) && command_before && (text.starts_with(b"< ") || text.starts_with(b"> ")) {
            Found::Before(Kind::Normal)
        } else {
            Found::Nothing
        };
        match found {
            Found::Nothing => {}
            Found::Command(kind) => {
                if let Some((at, line, _)) = first_command {
                    (header.start, header.line, header.kind) = (at, line, Some(kind));
                    return Ok(header);
                }
            }
            Found::Here(kind) => {
                header.names.swap(OLD, NEW);
                header.stamps.swap(OLD, NEW);
                header.times.swap(OLD, NEW);
                let zero = |text: &[u8]| text.first() == Some(&b'0') && !text.get(1).is_some_and(u8::is_ascii_digit);
                let text = &text[4..];
                if zero(text) {
                    header.set_empty(OLD);
                }
                let end = text.iter().position(|byte| matches!(byte, b' ' | b'\n')).unwrap_or(text.len());
                let rest = &text[end..];
                let rest = &rest[rest.iter().take_while(|byte| **byte == b' ').count()..];
                if rest.first() == Some(&b'+') && zero(&rest[1..]) {
                    header.set_empty(NEW);
                }
                header.indent = indent;
                (header.start, header.line, header.kind) = (this, this_line, Some(kind));
                return Ok(header);
            }
            Found::Before(kind) => {
                (header.start, header.line, header.kind) = (previous, this_line - 1, Some(kind));
                header.indent = indent;
                if kind == Kind::Normal {
                    return Ok(header);
                }
                header.strip_returns = returns;
                if text.get(4) == Some(&b'0') && !text.get(5).is_some_and(u8::is_ascii_digit) {
                    header.set_empty(OLD);
                }
                // Whether the first hunk takes everything away.
                header.settle(source, false);
                source.seek(previous, this_line - 2);
                if let Some((hunk, _)) = source.hunk(kind)?
                    && hunk.new.is_empty()
                    && hunk.new_start == 1
                {
                    header.set_empty(NEW);
                }
                return Ok(header);
            }
        }
        if !need_header {
            stars = text_is_stars(source, skip);
        }
        previous = this;
        (command_before, stars_before, indent_before) = (command, stars, indent);
    }
}

fn text_is_stars(source: &Source<'_>, skip: usize) -> bool {
    source.buffer.get(skip..).is_some_and(|text| text.starts_with(b"********"))
}

/// Whether a line is a place of a normal diff; `None`: it does not even look like one.
fn normal_command(text: &[u8]) -> Option<bool> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b',').count();
    if !text.first()?.is_ascii_digit() {
        return None;
    }
    let rest = &text[digits(text)..];
    if !matches!(rest.first(), Some(b'd' | b'c' | b'a')) {
        return None;
    }
    let rest = &rest[1 + digits(&rest[1..])..];
    let rest = &rest[rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    Some(rest.first() == Some(&b'\n'))
}

/// A line of git's header; false: it is none.
fn extended_header(header: &mut Header, text: &[u8]) -> bool {
    let behind = |word: &str| text.strip_prefix(word.as_bytes());
    if let Some(rest) = behind("index ") {
        let Some((old, new, rest)) = hashes(rest) else { return false };
        header.nonexistent = [says_nonexistent(old), says_nonexistent(new)];
        if !rest.is_empty() {
            header.modes = [read::mode(rest); 2];
        }
    } else if let Some(rest) = behind("old mode ") {
        header.modes[OLD] = read::mode(rest);
    } else if let Some(rest) = behind("new mode ") {
        header.modes[NEW] = read::mode(rest);
    } else if let Some(rest) = behind("deleted file mode ") {
        header.modes[OLD] = read::mode(rest);
        header.nonexistent[NEW] = 2;
    } else if let Some(rest) = behind("new file mode ") {
        header.modes[NEW] = read::mode(rest);
        header.nonexistent[OLD] = 2;
    } else if text.starts_with(b"rename from ") {
        header.renames[OLD] = true;
    } else if text.starts_with(b"rename to ") {
        header.renames[NEW] = true;
    } else if text.starts_with(b"copy from ") {
        header.copies[OLD] = true;
    } else if text.starts_with(b"copy to ") {
        header.copies[NEW] = true;
    } else {
        return false;
    }
    true
}
