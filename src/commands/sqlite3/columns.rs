//! Results in columns: the modes whose widths depend on all rows.

use std::borrow::Cow;

use rusqlite::types::ValueRef;

use super::number;
use super::render::{Cell, hexadecimal, to_nul};
use super::settings::{Mode, Settings};
use super::sql;

/// The rows of a result, cut into lines.
pub struct Layout {
    columns: usize,
    /// The names, then each line's values.
    lines: Vec<Vec<Vec<u8>>>,
    /// Whether a row ends with the line (one fewer than `lines`).
    last: Vec<bool>,
    several: bool,
}

impl Layout {
    pub fn new(settings: &Settings, names: &[Vec<u8>]) -> Layout {
        let first = names
            .iter()
            .enumerate()
            .map(|(column, name)| piece(name, width_of(settings, column), settings.wrapping.at_words).0)
            .collect();
        Layout { columns: names.len(), lines: vec![first], last: Vec::new(), several: false }
    }

    /// Adds a row; gives the bytes that it takes.
    pub fn push(&mut self, settings: &Settings, cells: &[Cell<'_>]) -> usize {
        let values: Vec<Cow<'_, [u8]>> = cells
            .iter()
            .map(|cell| match settings.wrapping.quote {
                true => Cow::Owned(quoted(cell)),
                false => match &cell.text {
                    Some(text) => Cow::Borrowed(&text[..]),
                    None => Cow::Borrowed(&settings.null[..]),
                },
            })
            .collect();
        let mut rests: Vec<Option<&[u8]>> = values.iter().map(|value| Some(&value[..])).collect();
        let mut bytes = 0;
        loop {
            let mut line = Vec::with_capacity(self.columns);
            for (column, rest) in rests.iter_mut().enumerate() {
                let (text, next) =
                    piece(rest.unwrap_or_default(), width_of(settings, column), settings.wrapping.at_words);
                bytes += text.len() + 24;
                line.push(text);
                *rest = next;
            }
            self.lines.push(line);
            let more = rests.iter().any(Option::is_some);
            self.last.push(!more);
            self.several |= more;
            if !more {
                return bytes;
            }
        }
    }

    /// The whole result.
    pub fn print(&self, out: &mut Vec<u8>, mode: Mode, settings: &Settings) {
        if self.columns == 0 || self.lines.len() < 2 {
            return;
        }
        let set = |column: usize| settings.widths.get(column).copied().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.columns).map(|column| set(column).unsigned_abs() as usize).collect();
        for line in &self.lines {
            for (width, text) in widths.iter_mut().zip(line) {
                *width = (*width).max(characters(text));
            }
        }
        let frame = Frame::of(mode);
        let bar = frame.bar;
        let to_right = |column: usize| set(column) < 0;
        if mode == Mode::Column {
            if settings.header {
                for (column, name) in self.lines[0].iter().enumerate() {
                    padded(out, name, widths[column], to_right(column));
                    out.extend_from_slice(if column + 1 == self.columns { b"\n" } else { b"  " });
                }
                for (column, width) in widths.iter().enumerate() {
                    out.extend(std::iter::repeat_n(b'-', *width));
                    out.extend_from_slice(if column + 1 == self.columns { b"\n" } else { b"  " });
                }
            }
        } else {
            if mode != Mode::Markdown {
                frame.rule(out, &widths, frame.top);
            }
            out.extend_from_slice(format!("{bar} ").as_bytes());
            for (column, name) in self.lines[0].iter().enumerate() {
                let room = widths[column].saturating_sub(characters(name));
                out.extend(std::iter::repeat_n(b' ', room / 2));
                out.extend_from_slice(name);
                out.extend(std::iter::repeat_n(b' ', room.div_ceil(2)));
                out.extend_from_slice(
                    if column + 1 == self.columns { format!(" {bar}\n") } else { format!(" {bar} ") }.as_bytes(),
                );
            }
            frame.rule(out, &widths, frame.middle);
        }
        let (between, end) = match mode {
            Mode::Column => ("  ".to_owned(), "\n".to_owned()),
            _ => (format!(" {bar} "), format!(" {bar}\n")),
        };
        for (index, line) in self.lines.iter().enumerate().skip(1) {
            if mode != Mode::Column {
                out.extend_from_slice(format!("{bar} ").as_bytes());
            }
            for (column, text) in line.iter().enumerate() {
                padded(out, text, widths[column], to_right(column));
                out.extend_from_slice(if column + 1 == self.columns { end.as_bytes() } else { between.as_bytes() });
            }
            if self.several && self.last.get(index - 1) == Some(&true) && index + 1 < self.lines.len() {
                match mode {
                    Mode::Table | Mode::Box => frame.rule(out, &widths, frame.middle),
                    Mode::Column => out.push(b'\n'),
                    _ => {}
                }
            }
        }
        if matches!(mode, Mode::Table | Mode::Box) {
            frame.rule(out, &widths, frame.bottom);
        }
    }
}

/// The pieces that a table is drawn with: for each rule its left end, crossing and right end.
struct Frame {
    bar: &'static str,
    dash: &'static str,
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
}

impl Frame {
    fn of(mode: Mode) -> Frame {
        match mode {
            Mode::Box => Frame {
                bar: "│",
                dash: "─",
                top: ["┌", "┬", "┐"],
                middle: ["├", "┼", "┤"],
                bottom: ["└", "┴", "┘"],
            },
            Mode::Markdown => Frame { bar: "|", dash: "-", top: ["|"; 3], middle: ["|"; 3], bottom: ["|"; 3] },
            _ => Frame { bar: "|", dash: "-", top: ["+"; 3], middle: ["+"; 3], bottom: ["+"; 3] },
        }
    }

    fn rule(&self, out: &mut Vec<u8>, widths: &[usize], [left, cross, right]: [&str; 3]) {
        for (column, width) in widths.iter().enumerate() {
            out.extend_from_slice(if column == 0 { left } else { cross }.as_bytes());
            for _ in 0..width + 2 {
                out.extend_from_slice(self.dash.as_bytes());
            }
        }
        out.extend_from_slice(right.as_bytes());
        out.push(b'\n');
    }
}

/// How many columns a value may take; 0: no limit.
fn width_of(settings: &Settings, column: usize) -> usize {
    match settings.widths.get(column) {
        Some(width) if *width != 0 => width.unsigned_abs() as usize,
        _ => settings.wrapping.wrap.unsigned_abs() as usize,
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| !is_continuation(**byte)).count()
}

/// A value in exactly `width` columns.
pub fn padded(out: &mut Vec<u8>, text: &[u8], width: usize, to_right: bool) {
    let count = characters(text);
    if count >= width {
        let end = text.iter().enumerate().filter(|(_, byte)| !is_continuation(**byte)).nth(width).map(|(at, _)| at);
        out.extend_from_slice(&text[..if width == 0 { text.len() } else { end.unwrap_or(text.len()) }]);
        return;
    }
    let room = std::iter::repeat_n(b' ', width - count);
    if to_right {
        out.extend(room);
        out.extend_from_slice(text);
    } else {
        out.extend_from_slice(text);
        out.extend(room);
    }
}

/// The first line of a value, at most `width` columns wide, with tabs as blanks; and what is left of the value.
fn piece(text: &[u8], width: usize, at_words: bool) -> (Vec<u8>, Option<&[u8]>) {
    let width = if width == 0 { 1_000_000 } else { width };
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let (mut end, mut columns) = (0, 0);
    while columns < width {
        match at(end) {
            b'\t' => {
                columns = (columns / 8 * 8 + 8).min(width);
                end += 1;
            }
            b' '.. => {
                columns += 1;
                end += 1;
                while is_continuation(at(end)) {
                    end += 1;
                }
            }
            _ => break,
        }
    }
    let mut shown = end;
    if columns >= width && at_words && end < text.len() {
        let blank = (end / 2 + 1..=end).rev().find(|&index| at(index - 1).is_ascii_whitespace());
        let edge = || {
            (end / 2 + 1..=end).rev().find(|&index| {
                at(index - 1).is_ascii_alphanumeric() != at(index).is_ascii_alphanumeric()
                    && !is_continuation(at(index))
            })
        };
        if let Some(index) = blank.or_else(edge) {
            shown = index;
            end = index;
            while at(end) == b' ' {
                end += 1;
            }
        }
    }
    let rest = if columns >= width && at(end) >= b' ' {
        text.get(end..)
    } else if at(end) == b'\r' && at(end + 1) == b'\n' {
        text.get(end + 2..)
    } else {
        text.get(end + 1..)
    };
    let mut line = Vec::with_capacity(shown);
    let mut column = 0;
    for &byte in &text[..shown] {
        if byte == b'\t' {
            let next = (column / 8 * 8 + 8).min(width);
            line.extend(std::iter::repeat_n(b' ', next - column.min(next)));
            column = next;
        } else {
            column += usize::from(!is_continuation(byte));
            line.push(byte);
        }
    }
    (line, rest.filter(|rest| !rest.is_empty()))
}

/// A value as `--quote` shows it.
fn quoted(cell: &Cell<'_>) -> Vec<u8> {
    match cell.value {
        ValueRef::Null => b"NULL".to_vec(),
        ValueRef::Integer(value) => value.to_string().into_bytes(),
        ValueRef::Real(value) => number::text(value).into_bytes(),
        ValueRef::Text(text) => sql::quoted(to_nul(text), b'\''),
        ValueRef::Blob(data) => {
            let mut out = b"x'".to_vec();
            hexadecimal(&mut out, data);
            out.push(b'\'');
            out
        }
    }
}

/// The listing of `EXPLAIN`: fixed widths, loops indented.
pub fn explained(out: &mut Vec<u8>, rows: &[Vec<Vec<u8>>], names: &[Vec<u8>], settings: &Settings) {
    const WIDTHS: [usize; 8] = [4, 13, 4, 4, 4, 13, 2, 13];
    let indents = indents(rows);
    for (index, row) in rows.iter().enumerate() {
        if index == 0 && settings.header {
            line(out, &WIDTHS, names, 0);
            for (column, width) in WIDTHS.iter().enumerate().take(names.len()) {
                out.extend(std::iter::repeat_n(b'-', *width));
                out.extend_from_slice(if column + 1 == names.len() { b"\n" } else { b"  " });
            }
        }
        line(out, &WIDTHS, row, indents.get(index).copied().unwrap_or(0));
    }
    fn line(out: &mut Vec<u8>, widths: &[usize], values: &[Vec<u8>], indent: usize) {
        for (column, value) in values.iter().enumerate() {
            let mut width = widths.get(column).copied().unwrap_or(0).max(characters(value));
            if column == 1 {
                out.extend(std::iter::repeat_n(b' ', indent));
                width = widths[1].saturating_sub(indent).max(characters(value));
            }
            padded(out, value, width, false);
            out.extend_from_slice(if column + 1 == values.len() { b"\n" } else { b"  " });
        }
    }
}

/// How far the instructions of a program are indented: those between the start of a loop and the jump back to it.
fn indents(rows: &[Vec<Vec<u8>>]) -> Vec<usize> {
    let number = |row: &[Vec<u8>], column: usize| -> i64 {
        row.get(column).and_then(|text| std::str::from_utf8(text).ok()?.parse().ok()).unwrap_or(0)
    };
    let opcode = |row: &[Vec<u8>]| row.get(1).map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default();
    let mut indents = vec![0; rows.len()];
    let mut starts = vec![false; rows.len()];
    for (index, row) in rows.iter().enumerate() {
        let name = opcode(row);
        starts[index] = matches!(name.as_str(), "Yield" | "SeekLT" | "SeekGT" | "RowSetRead" | "Rewind");
        let target = usize::try_from(number(row, 3)).unwrap_or(usize::MAX);
        let back = match name.as_str() {
            "Next" | "Prev" | "VPrev" | "VNext" | "SorterNext" | "Return" => Some(target),
            "Goto" if target < index && (starts.get(target) == Some(&true) || number(row, 2) != 0) => Some(target),
            _ => None,
        };
        if let Some(target) = back {
            for indent in indents.iter_mut().take(index).skip(target) {
                *indent += 2;
            }
        }
    }
    indents
}
