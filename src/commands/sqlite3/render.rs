//! Results row by row, in the modes that need no look at the rows to come.

use rusqlite::types::ValueRef;

use crate::shared::markup::push_escaped;

use super::settings::{Mode, Settings};
use super::{number, sql};

/// One value of a row.
pub struct Cell<'a> {
    pub value: ValueRef<'a>,
    /// As text up to a NUL byte, as the C library's functions see it; `None` for NULL.
    pub text: Option<std::borrow::Cow<'a, [u8]>>,
}

impl<'a> Cell<'a> {
    pub fn new(value: ValueRef<'a>) -> Cell<'a> {
        use std::borrow::Cow;
        let text = match value {
            ValueRef::Null => None,
            ValueRef::Integer(number) => Some(Cow::Owned(number.to_string().into_bytes())),
            ValueRef::Real(value) => Some(Cow::Owned(number::text(value).into_bytes())),
            ValueRef::Text(data) | ValueRef::Blob(data) => Some(Cow::Borrowed(to_nul(data))),
        };
        Cell { value, text }
    }

    fn or<'b>(&'b self, null: &'b [u8]) -> &'b [u8] {
        self.text.as_deref().unwrap_or(null)
    }
}

/// The bytes before the first NUL.
pub fn to_nul(data: &[u8]) -> &[u8] {
    memchr::memchr(0, data).map_or(data, |end| &data[..end])
}

/// Appends a row. `count`: the rows printed before.
pub fn row(out: &mut Vec<u8>, mode: Mode, settings: &Settings, names: &[Vec<u8>], cells: &[Cell<'_>], count: u64) {
    let first = count == 0;
    match mode {
        Mode::Line => line(out, settings, names, cells, first),
        Mode::List | Mode::Ascii => {
            if first && settings.header {
                separated(out, settings, names.iter().map(Vec::as_slice));
            }
            separated(out, settings, cells.iter().map(|cell| cell.or(&settings.null)));
        }
        Mode::Html => {
            if first && settings.header {
                html(out, "TH", names.iter().map(Vec::as_slice));
            }
            html(out, "TD", cells.iter().map(|cell| cell.or(&settings.null)));
        }
        Mode::Tcl => {
            if first && settings.header {
                tcl(out, settings, names.iter().map(Vec::as_slice));
            }
            tcl(out, settings, cells.iter().map(|cell| cell.or(&settings.null)));
        }
        Mode::Csv => {
            if first && settings.header {
                csv(out, settings, names.iter().map(|name| Some(name.as_slice())));
            }
            if !cells.is_empty() {
                csv(out, settings, cells.iter().map(|cell| cell.text.as_deref()));
            }
        }
        Mode::Insert => insert(out, settings, names, cells),
        Mode::Json => json(out, names, cells, first),
        Mode::Quote => {
            if first && settings.header {
                for (index, name) in names.iter().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(&settings.column_separator);
                    }
                    sql::push_quoted(out, name, b'\'');
                }
                out.extend_from_slice(&settings.row_separator);
            }
            for (index, cell) in cells.iter().enumerate() {
                if index > 0 {
                    out.extend_from_slice(&settings.column_separator);
                }
                match cell.value {
                    ValueRef::Real(value) => out.extend_from_slice(number::exact(value).as_bytes()),
                    _ => literal(out, cell, true),
                }
            }
            out.extend_from_slice(&settings.row_separator);
        }
        // The others are laid out with all rows at hand.
        Mode::Column | Mode::Table | Mode::Box | Mode::Markdown | Mode::Explain | Mode::Plan | Mode::Count | Mode::Off => {}
    }
}

/// What stands behind the last row.
pub fn finish(out: &mut Vec<u8>, mode: Mode, count: u64) {
    match mode {
        Mode::Json if count > 0 => out.extend_from_slice(b"]\n"),
        Mode::Count if count > 0 => {
            out.extend_from_slice(format!("{count} row{}\n", if count == 1 { "" } else { "s" }).as_bytes());
        }
        _ => {}
    }
}

fn separated<'a>(out: &mut Vec<u8>, settings: &Settings, values: impl Iterator<Item = &'a [u8]>) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.extend_from_slice(&settings.column_separator);
        }
        out.extend_from_slice(value);
    }
    out.extend_from_slice(&settings.row_separator);
}

fn line(out: &mut Vec<u8>, settings: &Settings, names: &[Vec<u8>], cells: &[Cell<'_>], first: bool) {
    let width = names.iter().map(Vec::len).max().unwrap_or(0).max(5);
    if !first {
        out.extend_from_slice(&settings.row_separator);
    }
    for (name, cell) in names.iter().zip(cells) {
        out.extend(std::iter::repeat_n(b' ', width - name.len()));
        out.extend_from_slice(name);
        out.extend_from_slice(b" = ");
        out.extend_from_slice(cell.or(&settings.null));
        out.extend_from_slice(&settings.row_separator);
    }
}

fn html<'a>(out: &mut Vec<u8>, tag: &str, values: impl Iterator<Item = &'a [u8]>) {
    out.extend_from_slice(b"<TR>");
    for value in values {
        out.extend_from_slice(format!("<{tag}>").as_bytes());
        push_escaped(out, value, b"&#39;");
        out.extend_from_slice(format!("</{tag}>\n").as_bytes());
    }
    out.extend_from_slice(b"</TR>\n");
}

fn tcl<'a>(out: &mut Vec<u8>, settings: &Settings, values: impl Iterator<Item = &'a [u8]>) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.extend_from_slice(&settings.column_separator);
        }
        c_string(out, value);
    }
    out.extend_from_slice(&settings.row_separator);
}

/// A string as C and Tcl write it.
pub fn c_string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'\\' | b'"' => out.extend_from_slice(&[b'\\', byte]),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b' '..=b'~' => out.push(byte),
            byte => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
}

fn csv<'a>(out: &mut Vec<u8>, settings: &Settings, values: impl Iterator<Item = Option<&'a [u8]>>) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.extend_from_slice(&settings.column_separator);
        }
        let Some(value) = value else {
            out.extend_from_slice(&settings.null);
            continue;
        };
        let special = |byte: &u8| *byte <= b' ' || matches!(byte, b'"' | b'\'') || *byte >= 0x7f;
        if value.is_empty()
            || value.iter().any(special)
            || memchr::memmem::find(value, &settings.column_separator).is_some()
        {
            sql::push_quoted(out, value, b'"');
        } else {
            out.extend_from_slice(value);
        }
    }
    out.extend_from_slice(&settings.row_separator);
}

fn insert(out: &mut Vec<u8>, settings: &Settings, names: &[Vec<u8>], cells: &[Cell<'_>]) {
    out.extend_from_slice(b"INSERT INTO ");
    out.extend_from_slice(&settings.table);
    if settings.header {
        out.push(b'(');
        for (index, name) in names.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            out.extend_from_slice(&sql::name(name));
        }
        out.push(b')');
    }
    for (index, cell) in cells.iter().enumerate() {
        out.extend_from_slice(if index == 0 { b" VALUES(" } else { b"," });
        match cell.value {
            // Whole numbers are written with all their digits.
            ValueRef::Real(value) if value.fract() == 0.0 && value.abs() < 9.2e18 => {
                out.extend_from_slice(format!("{}.0", value as i64).as_bytes());
            }
            _ => literal(out, cell, settings.newlines),
        }
    }
    out.extend_from_slice(b");\n");
}

/// A value as SQL writes it. `newlines`: line ends stand in strings as they are.
fn literal(out: &mut Vec<u8>, cell: &Cell<'_>, newlines: bool) {
    match cell.value {
        ValueRef::Null => out.extend_from_slice(b"NULL"),
        ValueRef::Integer(value) => out.extend_from_slice(value.to_string().as_bytes()),
        ValueRef::Real(value) => out.extend_from_slice(number::literal(value).as_bytes()),
        ValueRef::Text(text) if newlines => sql::push_quoted(out, to_nul(text), b'\''),
        ValueRef::Text(text) => escaped(out, to_nul(text)),
        ValueRef::Blob(data) => {
            out.extend_from_slice(b"X'");
            hexadecimal(out, data);
            out.push(b'\'');
        }
    }
}

pub fn hexadecimal(out: &mut Vec<u8>, data: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in data {
        out.push(DIGITS[usize::from(byte >> 4)]);
        out.push(DIGITS[usize::from(byte & 15)]);
    }
}

/// A string literal on one line: line ends are put in by `replace()`.
fn escaped(out: &mut Vec<u8>, text: &[u8]) {
    let newline = memchr::memchr(b'\n', text).map(|_| unused(text, "\\n", "\\012"));
    let carriage = memchr::memchr(b'\r', text).map(|_| unused(text, "\\r", "\\015"));
    if newline.is_some() {
        out.extend_from_slice(b"replace(");
    }
    if carriage.is_some() {
        out.extend_from_slice(b"replace(");
    }
    out.push(b'\'');
    for &byte in text {
        match byte {
            b'\n' => out.extend_from_slice(newline.as_deref().unwrap_or_default().as_bytes()),
            b'\r' => out.extend_from_slice(carriage.as_deref().unwrap_or_default().as_bytes()),
            b'\'' => out.extend_from_slice(b"''"),
            byte => out.push(byte),
        }
    }
    out.push(b'\'');
    if let Some(mark) = carriage {
        out.extend_from_slice(format!(",'{mark}',char(13))").as_bytes());
    }
    if let Some(mark) = newline {
        out.extend_from_slice(format!(",'{mark}',char(10))").as_bytes());
    }
}

/// A mark that the text does not hold.
fn unused(text: &[u8], first: &str, second: &str) -> String {
    let absent = |mark: &str| memchr::memmem::find(text, mark.as_bytes()).is_none();
    let numbered = (0u32..).map(|number| format!("({first}{number})"));
    let mut marks = [first.to_owned(), second.to_owned()].into_iter().chain(numbered);
    marks.find(|mark| absent(mark)).unwrap_or_default()
}

fn json(out: &mut Vec<u8>, names: &[Vec<u8>], cells: &[Cell<'_>], first: bool) {
    out.extend_from_slice(if first { b"[{" } else { b",\n{" });
    for (index, (name, cell)) in names.iter().zip(cells).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        json_string(out, name);
        out.push(b':');
        match cell.value {
            ValueRef::Null => out.extend_from_slice(b"null"),
            ValueRef::Integer(value) => out.extend_from_slice(value.to_string().as_bytes()),
            ValueRef::Real(value) => out.extend_from_slice(number::literal(value).as_bytes()),
            ValueRef::Text(text) => json_string(out, to_nul(text)),
            ValueRef::Blob(data) => json_string(out, data),
        }
    }
    out.push(b'}');
}

fn json_string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'\\' | b'"' => out.extend_from_slice(&[b'\\', byte]),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            ..=0x1f => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            byte => out.push(byte),
        }
    }
    out.push(b'"');
}

/// A statement of the schema. Tables with quoted names are made only where they are not there.
pub fn schema_line(out: &mut Vec<u8>, text: &[u8], tail: &[u8]) {
    let mut closing: &[u8] = b"";
    let commented = memchr::memmem::find(text, b"/*").is_some() || memchr::memmem::find(text, b"--").is_some();
    if tail.first() == Some(&b';') && commented {
        let terms: [&[u8]; 3] = [b"", b"*/", b"\n"];
        closing = terms.into_iter().find(|term| sql::is_complete(&[text, term, b";"].concat())).unwrap_or_default();
    }
    let quoted = text.len() > 13 && text.starts_with(b"CREATE TABLE ") && matches!(text[13], b'\'' | b'"');
    if quoted {
        out.extend_from_slice(b"CREATE TABLE IF NOT EXISTS ");
        out.extend_from_slice(&text[13..]);
    } else {
        out.extend_from_slice(text);
    }
    out.extend_from_slice(closing);
    out.extend_from_slice(tail);
}
