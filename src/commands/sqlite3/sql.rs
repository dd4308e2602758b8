//! SQL as text: where lines and statements end, what has to be quoted.

use std::borrow::Cow;

use bstr::ByteSlice;

/// How far a line by line scan for the end of a statement has come.
#[derive(Clone, Copy, Default)]
pub struct Scan {
    /// Something other than blanks and comments was there.
    dark: bool,
    /// The last thing that was there is a semicolon.
    semicolon: bool,
    /// The byte that ends what the line end stands in: a quote, `]`, or `*` for a comment.
    wait: u8,
}

impl Scan {
    /// The state behind a further line.
    pub fn line(mut self, line: &[u8]) -> Scan {
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            at += 1;
            let next = line.get(at).copied();
            match self.wait {
                0 => match byte {
                    b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => {}
                    b'-' if next == Some(b'-') => {
                        match memchr::memchr(b'\n', &line[at..]) {
                            Some(end) => at += end,
                            None => return self,
                        };
                    }
                    b';' => self.semicolon = true,
                    b'/' if next == Some(b'*') => {
                        at += 1;
                        self.wait = b'*';
                    }
                    b'[' | b'`' | b'\'' | b'"' => {
                        self = Scan { dark: true, semicolon: false, wait: if byte == b'[' { b']' } else { byte } };
                    }
                    _ => self = Scan { dark: true, semicolon: false, wait: 0 },
                },
                b'*' if byte == b'*' && next == Some(b'/') => {
                    at += 1;
                    self.wait = 0;
                }
                b'*' => {}
                wait if byte == wait => {
                    if wait != b']' && next == Some(wait) {
                        at += 1;
                    } else {
                        self.wait = 0;
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Nothing but blanks, comments and semicolons so far.
    pub fn is_blank(self) -> bool {
        !self.dark && self.wait == 0
    }

    /// Not inside of a string or comment.
    pub fn is_plain(self) -> bool {
        self.wait == 0
    }

    /// The last thing was a semicolon.
    pub fn is_ended(self) -> bool {
        self.semicolon && self.wait == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Semicolon,
    Blank,
    Word,
    Other,
    /// A string or comment that does not end.
    Open,
}

/// The kind of the token at `at`, and where it ends.
fn token(text: &[u8], at: usize) -> (Kind, usize) {
    let rest = &text[at..];
    let closed = |by: u8| memchr::memchr(by, &rest[1..]).map(|end| at + end + 2);
    match rest[0] {
        b';' => (Kind::Semicolon, at + 1),
        b' ' | b'\t' | b'\r' | b'\n' | 0x0c => (Kind::Blank, at + 1),
        b'/' if rest.get(1) == Some(&b'*') => match memchr::memmem::find(&rest[2..], b"*/") {
            Some(end) => (Kind::Blank, at + end + 4),
            None => (Kind::Open, text.len()),
        },
        b'-' if rest.get(1) == Some(&b'-') => {
            (Kind::Blank, memchr::memchr(b'\n', rest).map_or(text.len(), |end| at + end + 1))
        }
        b'[' => closed(b']').map_or((Kind::Open, text.len()), |end| (Kind::Other, end)),
        quote @ (b'`' | b'"' | b'\'') => closed(quote).map_or((Kind::Open, text.len()), |end| (Kind::Other, end)),
        byte if is_word(byte) => {
            (Kind::Word, rest.iter().position(|&byte| !is_word(byte)).map_or(text.len(), |end| at + end))
        }
        _ => (Kind::Other, at + 1),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// What stands before a semicolon that may end a statement: a trigger's definition holds statements of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Start,
    Normal,
    Explain,
    Create,
    Trigger,
    TriggerSemicolon,
    TriggerEnd,
}

impl Stage {
    fn next(self, kind: Kind, word: &[u8]) -> Stage {
        let is = |name: &str| kind == Kind::Word && word.eq_ignore_ascii_case(name.as_bytes());
        match (self, kind) {
            (stage, Kind::Blank) => stage,
            (Stage::Trigger | Stage::TriggerSemicolon, Kind::Semicolon) => Stage::TriggerSemicolon,
            (_, Kind::Semicolon) => Stage::Start,
            (Stage::Start, _) if is("explain") => Stage::Explain,
            (Stage::Start | Stage::Explain, _) if is("create") => Stage::Create,
            (Stage::Explain, _) if !is("explain") && !is("temp") && !is("temporary") && !is("trigger") && !is("end") => {
                Stage::Explain
            }
            (Stage::Create, _) if is("temp") || is("temporary") => Stage::Create,
            (Stage::Create, _) if is("trigger") => Stage::Trigger,
            (Stage::TriggerSemicolon, _) if is("end") => Stage::TriggerEnd,
            (Stage::Trigger | Stage::TriggerSemicolon | Stage::TriggerEnd, _) => Stage::Trigger,
            _ => Stage::Normal,
        }
    }
}

/// Whether the text ends with a whole statement: what `sqlite3_complete` says.
pub fn is_complete(text: &[u8]) -> bool {
    let (mut at, mut stage) = (0, Stage::Normal);
    let mut first = true;
    while at < text.len() {
        let (kind, end) = token(text, at);
        if kind == Kind::Open {
            return false;
        }
        // Before the first token the state is neither complete nor within a statement.
        let from = if first { Stage::Start } else { stage };
        if !(first && kind == Kind::Blank) {
            stage = from.next(kind, &text[at..end]);
            first = false;
        }
        at = end;
    }
    !first && stage == Stage::Start
}

/// The length of the first statement, its semicolon included; everything when none ends.
pub fn statement_length(text: &[u8]) -> usize {
    let (mut at, mut stage) = (0, Stage::Start);
    while at < text.len() {
        let (kind, end) = token(text, at);
        stage = stage.next(kind, &text[at..end]);
        if kind == Kind::Semicolon && stage == Stage::Start {
            return end;
        }
        at = end;
    }
    text.len()
}

/// The tokens of a statement without blanks and comments, as ranges.
pub fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let (mut at, mut found) = (0, Vec::new());
    while at < text.len() {
        let (kind, end) = token(text, at);
        if kind != Kind::Blank {
            found.push(&text[at..end]);
        }
        at = end;
    }
    found
}

/// Whether there is nothing but blanks, comments and semicolons.
pub fn is_empty(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        let (kind, end) = token(text, at);
        if !matches!(kind, Kind::Blank | Kind::Semicolon) {
            return false;
        }
        at = end;
    }
    true
}

/// How deeply a statement is nested, and how many `SELECT` it holds.
pub fn measure(text: &[u8]) -> (usize, usize) {
    let (mut at, mut depth, mut deepest, mut selects) = (0, 0usize, 0, 0);
    while at < text.len() {
        let (kind, end) = token(text, at);
        match &text[at..end] {
            b"(" => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b")" => depth = depth.saturating_sub(1),
            word if kind == Kind::Word && word.eq_ignore_ascii_case(b"SELECT") => selects += 1,
            _ => {}
        }
        at = end;
    }
    (deepest, selects)
}

/// The first words of a statement in capitals, at most `most`.
pub fn leading_words(text: &[u8], most: usize) -> Vec<String> {
    let (mut at, mut found) = (0, Vec::new());
    while at < text.len() && found.len() < most {
        let (kind, end) = token(text, at);
        match kind {
            Kind::Blank => {}
            Kind::Word => found.push(String::from_utf8_lossy(&text[at..end]).to_ascii_uppercase()),
            _ => break,
        }
        at = end;
    }
    found
}

/// The text as SQLite's interface takes it. Bytes that are not UTF-8 are taken inside of string literals only, and
/// ignored in comments.
pub fn as_utf8(text: &[u8]) -> Result<Cow<'_, str>, ()> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Ok(Cow::Borrowed(text));
    }
    let (mut at, mut out) = (0, String::with_capacity(text.len() + 64));
    while at < text.len() {
        let (kind, mut end) = token(text, at);
        // Two strings without a gap are one with a quote in it.
        while text[at] == b'\'' && kind == Kind::Other && text.get(end) == Some(&b'\'') {
            match token(text, end) {
                (Kind::Other, next) => end = next,
                _ => return Err(()),
            }
        }
        let piece = &text[at..end];
        match std::str::from_utf8(piece) {
            Ok(piece) => out.push_str(piece),
            Err(_) if kind == Kind::Blank => out.push(' '),
            Err(_) if piece[0] == b'\'' && kind == Kind::Other => {
                out.push_str("CAST(x'");
                for byte in piece[1..piece.len() - 1].replace("''", "'") {
                    out.push_str(&format!("{byte:02x}"));
                }
                out.push_str("' AS TEXT)");
            }
            Err(_) => return Err(()),
        }
        at = end;
    }
    Ok(Cow::Owned(out))
}

/// `text` between quotes, the quotes in it doubled.
pub fn quoted(text: &[u8], quote: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 2);
    push_quoted(&mut out, text, quote);
    out
}

/// As [`quoted`], appended.
pub fn push_quoted(out: &mut Vec<u8>, text: &[u8], quote: u8) {
    out.push(quote);
    for &byte in text {
        if byte == quote {
            out.push(quote);
        }
        out.push(byte);
    }
    out.push(quote);
}

/// A string literal.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A name in double quotes.
pub fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A name, in double quotes where it needs them.
pub fn name(text: &[u8]) -> Cow<'_, [u8]> {
    if needs_quotes(text) { Cow::Owned(quoted(text, b'"')) } else { Cow::Borrowed(text) }
}

/// Whether a name has to be quoted: it is not a plain word, or it is a keyword.
pub fn needs_quotes(name: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match name.first() {
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => !name.iter().all(plain) || is_keyword(name),
        _ => true,
    }
}

/// Whether a word is a keyword of SQLite 3.40.
fn is_keyword(word: &[u8]) -> bool {
    if word.len() > 20 {
        return false;
    }
    let word = word.to_ascii_uppercase();
    KEYWORDS.split_ascii_whitespace().any(|keyword| keyword.as_bytes() == word)
}

const KEYWORDS: &str = "\
ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE
CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP
DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE
EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF
IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE
LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION
PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT
RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER
UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_where_sqlite_ends_them() {
        assert_eq!(statement_length(b"select ';'; select 2"), 11);
        let trigger = b"create temp trigger t after insert on a begin select 1; select 2; end; select 3";
        assert_eq!(&trigger[statement_length(trigger)..], b" select 3");
        assert!(is_complete(b"select 1; -- done"));
        assert!(!is_complete(b"create trigger t begin select 1;"));
        assert!(is_complete(b"create trigger t begin select 1; end;"));
        assert!(!is_complete(b"select ';"));
        assert!(!is_complete(b"  "));
        assert!(is_complete(b"explain create trigger t begin select 1;end ;"));
    }

    #[test]
    fn bytes_that_are_not_text_pass_in_strings_only() {
        assert_eq!(as_utf8(b"select '\xff''a'").as_deref(), Ok("select CAST(x'ff2761' AS TEXT)"));
        assert!(as_utf8(b"select \xff").is_err());
    }
}
