//! A file as a list of lines, and the numbers by which lines are compared.

use std::borrow::Cow;

use bstr::ByteSlice;
use bytes::Bytes;
use imara_diff::Interner;

use crate::shared::unicode::is_space_byte;
use shell::command::Context;
use shell::kernel::Halt;

/// What is left out of the comparison of lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignore {
    /// `-i`
    pub case: bool,
    /// `-E`
    pub tab_expansion: bool,
    /// `-Z`
    pub trailing_space: bool,
    /// `-b`
    pub space_change: bool,
    /// `-w`
    pub all_space: bool,
    /// `-B`
    pub blank_lines: bool,
    /// `--strip-trailing-cr`
    pub carriage_returns: bool,
}

impl Ignore {
    /// Whether lines with different bytes may be equal.
    pub fn any(&self) -> bool {
        self.case || self.space() || self.tab_expansion || self.blank_lines || self.carriage_returns
    }

    fn space(&self) -> bool {
        self.trailing_space || self.space_change || self.all_space
    }
}

/// A text cut into lines.
pub struct Text {
    pub data: Bytes,
    /// Where each line begins, and where the last one ends.
    starts: Vec<usize>,
    /// The last line has no line end.
    pub incomplete: bool,
}

impl Text {
    pub fn new(context: &Context<'_>, data: Bytes) -> Result<Text, Halt> {
        context.charge_bytes(data.len())?;
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', &data).map(|end| end + 1));
        let incomplete = data.last().is_some_and(|byte| *byte != b'\n');
        if incomplete {
            starts.push(data.len());
        }
        Ok(Text { data, starts, incomplete })
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A line without its line end.
    pub fn line(&self, index: usize) -> &[u8] {
        let (Some(&start), Some(&end)) = (self.starts.get(index), self.starts.get(index + 1)) else { return b"" };
        let line = &self.data[start..end];
        line.strip_suffix(b"\n").unwrap_or(line)
    }

    /// Whether this is a last line without a line end.
    pub fn is_incomplete(&self, index: usize) -> bool {
        self.incomplete && index + 1 == self.len()
    }
}

/// A text without the carriage returns before its line ends (`--strip-trailing-cr`).
pub fn without_carriage_returns(data: Bytes) -> Bytes {
    if memchr::memchr(b'\r', &data).is_none() {
        return data;
    }
    data.replace("\r\n", "\n").into()
}

/// Numbers the lines of two texts: equal lines get equal numbers. The third value is above all of them. `ends_count`: a
/// missing line end is a difference.
pub fn number(
    context: &Context<'_>,
    old: &Text,
    new: &Text,
    ignore: Ignore,
    tab_size: usize,
    ends_count: bool,
) -> Result<(Vec<u32>, Vec<u32>, usize), Halt> {
    // A hundred bytes a line: a guess that saves the table its growth.
    let mut known: Interner<(Cow<'_, [u8]>, bool)> = Interner::new((old.data.len() + new.data.len()) / 100);
    let mut lists = [Vec::with_capacity(old.len()), Vec::with_capacity(new.len())];
    for (text, list) in [old, new].into_iter().zip(&mut lists) {
        for index in 0..text.len() {
            let line = text.line(index);
            context.charge_bytes(line.len() + 1)?;
            // Where white space at the end does not count, a missing line end does not either.
            let incomplete = text.is_incomplete(index) && ends_count && !ignore.space();
            list.push(known.intern((canonical(line, ignore, tab_size), incomplete)).0);
        }
    }
    let [old, new] = lists;
    Ok((old, new, known.num_tokens() as usize))
}

/// The line as it is compared. White space and letters are looked at byte by byte, so that those beyond ASCII are neither
/// blank nor without case.
fn canonical(line: &[u8], ignore: Ignore, tab_size: usize) -> Cow<'_, [u8]> {
    let mut line = line;
    if ignore.carriage_returns {
        line = line.strip_suffix(b"\r").unwrap_or(line);
    }
    let mut out = if ignore.all_space {
        line.iter().copied().filter(|byte| !is_space_byte(*byte)).collect()
    } else if ignore.space_change {
        let mut out = Vec::with_capacity(line.len());
        let mut gap = false;
        for &byte in line {
            if is_space_byte(byte) {
                gap = true;
            } else {
                if std::mem::take(&mut gap) {
                    out.push(b' ');
                }
                out.push(byte);
            }
        }
        out
    } else if ignore.tab_expansion || ignore.trailing_space {
        let mut out = Vec::with_capacity(line.len());
        let mut column = 0;
        for &byte in line {
            match byte {
                b'\t' if ignore.tab_expansion => {
                    let width = tab_size - column % tab_size;
                    out.resize(out.len() + width, b' ');
                    column += width;
                }
                0x08 => {
                    out.push(byte);
                    column = column.saturating_sub(1);
                }
                _ => {
                    out.push(byte);
                    column += 1;
                }
            }
        }
        if ignore.trailing_space {
            let end = out.iter().rposition(|byte| !is_space_byte(*byte)).map_or(0, |last| last + 1);
            out.truncate(end);
        }
        out
    } else if ignore.case {
        line.to_vec()
    } else {
        return Cow::Borrowed(line);
    };
    if ignore.case {
        out.make_ascii_lowercase();
    }
    Cow::Owned(out)
}

/// Whether a line is blank for `-B`.
pub fn is_blank(line: &[u8], ignore: Ignore) -> bool {
    if ignore.space() { line.iter().all(|byte| is_space_byte(*byte)) } else { line.is_empty() }
}
