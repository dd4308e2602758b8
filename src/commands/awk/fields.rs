//! The record and its fields, split when somebody looks.

use std::rc::Rc;

use bytes::Bytes;

use super::value::Value;
use super::dialect::Characters;
use formats::interrupt;
use shell::regex::{Captures, Exhausted, Regex};

/// How a record is split.
#[derive(Debug, Clone)]
pub enum Splitter {
    /// At runs of blanks and newlines, those at the ends aside.
    Blanks,
    /// At each one.
    Byte(u8),
    /// Between all characters.
    Characters(Characters),
    /// At the matches of an expression; the second one is for the text behind the first match, where that is another
    /// question (`Regexes::of_rest`).
    Regex(Rc<Regex>, Option<Rc<Regex>>),
    /// As `Byte`, at newlines too: records that blank lines separate.
    ByteOrNewline(u8),
    /// Columns: what is skipped, then the width; `None`: the rest.
    Widths(Rc<Vec<(usize, Option<usize>)>>, Characters),
    /// What the fields look like.
    Content(Rc<Regex>, Characters),
    /// Comma-separated values (RFC 4180).
    Csv,
}

/// One field.
#[derive(Debug, Clone)]
enum Field {
    /// A piece of the record as it was read.
    Span(u32, u32),
    Value(Value),
    /// Made only to stand before another.
    Missing,
}

/// `$0` and the fields.
#[derive(Debug)]
pub struct Record {
    text: Bytes,
    /// What the spans refer to; `None`: `text`.
    source: Option<Bytes>,
    fields: Vec<Field>,
    /// All fields are there.
    is_split: bool,
    /// Some fields are there: how far the record was looked at.
    split_to: Option<usize>,
    /// A field was assigned to since `text` was made.
    is_stale: bool,
    origin: Origin,
}

/// What `$0` is besides its text.
#[derive(Debug)]
enum Origin {
    /// It came from input.
    Input,
    /// It is a string that was computed, or made from the fields.
    Text,
    /// It was assigned from something else, or there is none yet.
    Value(Value),
}

impl Default for Record {
    fn default() -> Record {
        Record {
            text: Bytes::new(),
            source: None,
            fields: Vec::new(),
            is_split: false,
            split_to: None,
            is_stale: false,
            origin: Origin::Value(Value::Absent),
        }
    }
}

impl Record {
    /// A new record from input.
    pub fn set(&mut self, text: Bytes) {
        self.text = text;
        self.source = None;
        self.is_split = false;
        self.split_to = None;
        self.is_stale = false;
        self.origin = Origin::Input;
    }

    /// `$0 = value`
    pub fn assign(&mut self, value: Value, convfmt: &[u8]) {
        let (text, origin) = match value {
            Value::Input(text) => (text, Origin::Input),
            Value::Text(text) => (text, Origin::Text),
            other => (other.to_text(convfmt), Origin::Value(other)),
        };
        self.set(text);
        self.origin = origin;
    }

    pub fn is_split(&self) -> bool {
        self.is_split
    }

    /// Nobody has looked at a field yet.
    pub fn is_untouched(&self) -> bool {
        !self.is_split && self.split_to.is_none()
    }

    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// `$0`, which must not be stale.
    pub fn text(&self) -> &Bytes {
        &self.text
    }

    /// `$0` as a value.
    pub fn value(&self) -> Value {
        match &self.origin {
            Origin::Input => Value::Input(self.text.clone()),
            Origin::Text => Value::Text(self.text.clone()),
            Origin::Value(value) => value.clone(),
        }
    }

    fn source(&self) -> &Bytes {
        self.source.as_ref().unwrap_or(&self.text)
    }

    /// The number of fields; the record must be split.
    pub fn count(&self) -> usize {
        self.fields.len()
    }

    /// Splits the record as far as field `index`, or whole where the splitter cannot stop in between.
    pub fn split(&mut self, splitter: &Splitter, index: usize) -> Result<(), Exhausted> {
        if self.is_split {
            return Ok(());
        }
        if self.split_to.is_none() {
            self.fields.clear();
            self.source = None;
            self.split_to = Some(0);
        } else if self.fields.len() >= index {
            return Ok(());
        }
        let at = self.split_to.unwrap_or(0);
        match splitter {
            Splitter::Blanks => self.split_blanks(at, index),
            Splitter::Byte(byte) => self.split_byte(at, *byte, index),
            _ => {
                let text = self.source.as_ref().unwrap_or(&self.text);
                let fields = &mut self.fields;
                split(text, splitter, |piece| {
                    match piece {
                        Piece::Field(start, end) => fields.push(Field::Span(start as u32, end as u32)),
                        Piece::Owned(text) => fields.push(Field::Value(Value::Input(text))),
                        Piece::Separator(..) => {}
                    }
                    !interrupt::is_over()
                })?;
                self.is_split = true;
            }
        }
        Ok(())
    }

    fn split_blanks(&mut self, mut at: usize, index: usize) {
        let text = self.source.as_ref().unwrap_or(&self.text);
        let text = &text[..text.len().min(u32::MAX as usize)];
        while self.fields.len() < index && !interrupt::is_over() {
            let Some((start, end)) = next_word(text, at) else {
                self.is_split = true;
                break;
            };
            self.fields.push(Field::Span(start as u32, end as u32));
            at = end;
        }
        self.split_to = Some(at);
    }

    fn split_byte(&mut self, mut at: usize, byte: u8, index: usize) {
        let text = self.source.as_ref().unwrap_or(&self.text);
        let text = &text[..text.len().min(u32::MAX as usize)];
        if text.is_empty() {
            self.is_split = true;
            return;
        }
        while self.fields.len() < index && !interrupt::is_over() {
            match memchr::memchr(byte, &text[at..]) {
                Some(found) => {
                    self.fields.push(Field::Span(at as u32, (at + found) as u32));
                    at += found + 1;
                }
                None => {
                    self.fields.push(Field::Span(at as u32, text.len() as u32));
                    self.is_split = true;
                    break;
                }
            }
        }
        self.split_to = Some(at);
    }

    /// The bytes of field `index` (from 1), if it came from input as it is.
    pub fn bytes(&self, index: usize) -> Option<&[u8]> {
        match self.fields.get(index.checked_sub(1)?)? {
            Field::Span(start, end) => self.source().get(*start as usize..*end as usize),
            Field::Value(Value::Input(text) | Value::Text(text)) => Some(text),
            Field::Value(_) | Field::Missing => None,
        }
    }

    /// Whether there is no such field: behind the last, or made only to stand between others.
    pub fn is_no_field(&self, index: usize) -> bool {
        matches!(
            index.checked_sub(1).and_then(|index| self.fields.get(index)),
            None | Some(Field::Missing | Field::Value(Value::Unset | Value::Absent))
        )
    }

    /// The value of field `index` (from 1).
    pub fn field(&self, index: usize) -> Value {
        match index.checked_sub(1).and_then(|index| self.fields.get(index)) {
            Some(Field::Span(start, end)) => Value::Input(self.source().slice(*start as usize..*end as usize)),
            Some(Field::Value(value)) => value.clone(),
            None | Some(Field::Missing) => Value::Absent,
        }
    }

    /// Assigns to a field; those between are made empty.
    pub fn set_field(&mut self, index: usize, value: Value) {
        self.make_fields(index);
        if let Some(field) = index.checked_sub(1).and_then(|index| self.fields.get_mut(index)) {
            *field = Field::Value(value);
        }
        self.is_stale = true;
    }

    /// Makes fields up to an index, without a word in the text.
    pub fn make_fields(&mut self, index: usize) {
        while self.fields.len() < index {
            self.fields.push(Field::Missing);
        }
    }

    /// `NF = count`
    pub fn set_count(&mut self, count: usize) {
        self.fields.resize_with(count, || Field::Missing);
        self.is_stale = true;
    }

    /// Makes `$0` from the fields.
    pub fn rebuild(&mut self, separator: &[u8], convfmt: &[u8]) {
        let source = self.source();
        let mut out = Vec::with_capacity(self.text.len() + 16);
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(separator);
            }
            match field {
                Field::Span(start, end) => {
                    out.extend_from_slice(source.get(*start as usize..*end as usize).unwrap_or_default());
                }
                Field::Value(value) => value.append_to(&mut out, convfmt),
                Field::Missing => {}
            }
        }
        let old = std::mem::replace(&mut self.text, Bytes::from(out));
        self.source.get_or_insert(old);
        self.origin = Origin::Text;
        self.is_stale = false;
    }
}

/// A part of what is split.
pub enum Piece {
    Field(usize, usize),
    /// A field that is not a piece of the text.
    Owned(Bytes),
    /// What stands before the field that follows, or (with `Splitter::Content`) around the fields.
    Separator(usize, usize),
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}

/// Where the next field begins and ends that blanks separate.
fn next_word(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at + text[at..].iter().position(|byte| !is_blank(*byte))?;
    let end = text[start..].iter().position(|byte| is_blank(*byte)).map_or(text.len(), |length| start + length);
    Some((start, end))
}

/// Goes on only if the receiver wants more.
macro_rules! hand_over {
    ($put:expr, $piece:expr) => {
        if !$put($piece) {
            return Ok(());
        }
    };
}

/// Splits `text` and hands over fields and the separators between them, in order, until `put` says that it is enough.
pub fn split(text: &[u8], splitter: &Splitter, mut put: impl FnMut(Piece) -> bool) -> Result<(), Exhausted> {
    // Positions of spans are 32 bits; a record is at most as long as a file.
    let text = &text[..text.len().min(u32::MAX as usize)];
    if text.is_empty() {
        return Ok(());
    }
    match splitter {
        Splitter::Blanks => {
            let mut at = 0;
            while let Some((start, end)) = next_word(text, at) {
                if start > at {
                    hand_over!(put, Piece::Separator(at, start));
                }
                hand_over!(put, Piece::Field(start, end));
                at = end;
            }
            if at < text.len() {
                hand_over!(put, Piece::Separator(at, text.len()));
            }
        }
        Splitter::Byte(byte) => {
            let mut start = 0;
            for at in memchr::memchr_iter(*byte, text) {
                hand_over!(put, Piece::Field(start, at));
                hand_over!(put, Piece::Separator(at, at + 1));
                start = at + 1;
            }
            hand_over!(put, Piece::Field(start, text.len()));
        }
        Splitter::ByteOrNewline(byte) => {
            let mut start = 0;
            for at in memchr::memchr2_iter(*byte, b'\n', text) {
                hand_over!(put, Piece::Field(start, at));
                hand_over!(put, Piece::Separator(at, at + 1));
                start = at + 1;
            }
            hand_over!(put, Piece::Field(start, text.len()));
        }
        Splitter::Characters(characters) => {
            let mut at = 0;
            while at < text.len() {
                let end = at + characters.step(&text[at..]);
                if at > 0 {
                    hand_over!(put, Piece::Separator(at, at));
                }
                hand_over!(put, Piece::Field(at, end));
                at = end;
            }
        }
        Splitter::Regex(regex, of_rest) => at_matches(text, regex, of_rest.as_deref(), &mut put)?,
        Splitter::Widths(widths, characters) => {
            let mut at = 0;
            for (skip, width) in widths.iter() {
                if at >= text.len() {
                    break;
                }
                // What is passed over may be all: then the field is there, and empty.
                at += characters.offset(&text[at..], *skip);
                let length = width.map_or(text.len() - at, |width| characters.offset(&text[at..], width));
                hand_over!(put, Piece::Field(at, at + length));
                at += length;
            }
        }
        Splitter::Content(regex, characters) => {
            let (mut at, mut last, mut count) = (0, 0, 0usize);
            let mut found = None;
            while at < text.len() {
                // Each search begins a text of its own, as far as anchors are concerned.
                found = regex.find_at(&text[at..], 0)?;
                if count > 0 && matches!(found, Some((_, 0))) {
                    // An empty field right behind a field is none.
                    at += characters.step(&text[at..]);
                    found = regex.find_at(&text[at..], 0)?;
                }
                let Some((start, end)) = found else { break };
                hand_over!(put, Piece::Separator(last, at + start));
                hand_over!(put, Piece::Field(at + start, at + end));
                count += 1;
                at += end;
                last = at;
            }
            if found.is_none() || last == text.len() {
                hand_over!(put, Piece::Separator(last, text.len()));
            }
        }
        Splitter::Csv => csv(text, put)?,
    }
    Ok(())
}

/// Splits at the matches of an expression.
fn at_matches(
    text: &[u8],
    regex: &Regex,
    of_rest: Option<&Regex>,
    put: &mut impl FnMut(Piece) -> bool,
) -> Result<(), Exhausted> {
    let (mut start, mut from) = (0, 0);
    while from < text.len() {
        let found = match of_rest {
            Some(regex) if from > 0 => {
                regex.find_at(&text[from..], 0)?.map(|(found, end)| (from + found, from + end))
            }
            _ => regex.find_at(text, from)?,
        };
        let Some((found, end)) = found else { break };
        if end == found {
            // An empty match separates nothing.
            from += Characters::default().step(&text[from..]);
            if from >= text.len() {
                hand_over!(put, Piece::Field(start, text.len()));
            }
            continue;
        }
        hand_over!(put, Piece::Field(start, found));
        hand_over!(put, Piece::Separator(found, end));
        (start, from) = (end, end);
        if end == text.len() {
            hand_over!(put, Piece::Field(end, end));
        }
    }
    // What empty matches passed over is lost, as gawk loses it.
    if from < text.len() {
        hand_over!(put, Piece::Field(from, text.len()));
    }
    Ok(())
}

fn csv(text: &[u8], mut put: impl FnMut(Piece) -> bool) -> Result<(), Exhausted> {
    let mut at = 0;
    loop {
        if text.get(at) == Some(&b'"') {
            let mut field = Vec::new();
            at += 1;
            while let Some(&byte) = text.get(at) {
                at += 1;
                if byte == b'"' {
                    if text.get(at) != Some(&b'"') {
                        break;
                    }
                    at += 1;
                }
                field.push(byte);
            }
            // What stands behind the closing quote belongs to the field.
            let end = memchr::memchr(b',', &text[at..]).map_or(text.len(), |comma| at + comma);
            field.extend_from_slice(&text[at..end]);
            at = end;
            hand_over!(put, Piece::Owned(Bytes::from(field)));
        } else {
            let end = memchr::memchr(b',', &text[at..]).map_or(text.len(), |comma| at + comma);
            hand_over!(put, Piece::Field(at, end));
            at = end;
        }
        if at >= text.len() {
            return Ok(());
        }
        hand_over!(put, Piece::Separator(at, at + 1));
        at += 1;
        if at == text.len() {
            hand_over!(put, Piece::Field(at, at));
            return Ok(());
        }
    }
}

/// The captures of the leftmost match, for `match` and `gensub`.
pub fn captures(regex: &Regex, text: &[u8], from: usize) -> Result<Option<Captures>, Exhausted> {
    let mut captures = Captures::new();
    Ok(regex.captures_at(text, from, &mut captures)?.then_some(captures))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str, splitter: &Splitter) -> Vec<String> {
        let mut record = Record::default();
        record.set(Bytes::copy_from_slice(text.as_bytes()));
        record.split(splitter, usize::MAX).expect("no pattern");
        (1..=record.count())
            .map(|index| String::from_utf8_lossy(&record.field(index).to_text(b"%.6g")).into_owned())
            .collect()
    }

    #[test]
    fn comma_separated_values_keep_what_is_quoted() {
        let split = |text| fields(text, &Splitter::Csv);
        assert_eq!(split("a,\"b,c\",d"), ["a", "b,c", "d"]);
        assert_eq!(split("\"x \"\"y\"\"\",,"), ["x \"y\"", "", ""]);
        assert_eq!(split("\"open"), ["open"]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn a_record_is_split_as_far_as_it_is_asked_for() {
        for splitter in [Splitter::Blanks, Splitter::Byte(b' ')] {
            let mut record = Record::default();
            record.set(Bytes::from_static(b"a b c d"));
            record.split(&splitter, 2).expect("no pattern");
            assert!(!record.is_split());
            assert_eq!(record.bytes(2), Some(&b"b"[..]));
            record.split(&splitter, 4).expect("no pattern");
            assert_eq!(record.bytes(4), Some(&b"d"[..]));
            record.split(&splitter, usize::MAX).expect("no pattern");
            assert!(record.is_split());
            assert_eq!(record.count(), 4);
        }
    }
}
