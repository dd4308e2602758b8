//! Searching what is read piece by piece: the standard input, and what a program expands.
//!
//! Pieces are as long as those that ripgrep reads, since what was searched before a NUL is met has been printed.

use bytes::Bytes;

use super::arguments::Settings;
use super::decoded;
use super::print::{Binary, Printer};
use shell::command::{Context, Gathered, Input};
use shell::kernel::IoError;
use workspace::Errno;

/// What ripgrep reads at once, and what is left of the last piece counts.
pub const BUFFER: usize = 64 << 10;

/// What a NUL means in a file that was named (and not found in a folder).
pub fn binary(settings: &Settings, named: bool) -> Binary {
    if settings.text || settings.null_data {
        Binary::Text
    } else if named || settings.binary {
        Binary::Convert
    } else {
        Binary::Quit
    }
}

/// Searches an input; true if it matches.
pub fn search(
    context: &mut Context<'_>,
    printer: &mut Printer<'_>,
    path: &[u8],
    input: &mut dyn Pieces,
    named: bool,
) -> Result<bool, IoError> {
    let settings = printer.settings;
    let binary = binary(settings, named);
    let mut head = Vec::new();
    while head.len() < 3 {
        let piece = input.take(context, 3 - head.len())?;
        if piece.is_empty() {
            break;
        }
        head.extend_from_slice(&piece);
    }
    let is_utf_16 = matches!(head.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    if is_utf_16 || settings.multi_line {
        let mut all = Gathered::new(context);
        let mut piece = Bytes::from(head);
        while !piece.is_empty() {
            all.push(piece)?;
            piece = input.take(context, BUFFER)?;
        }
        let data = decoded(all.join(context)?);
        let nul = if binary == Binary::Text { None } else { memchr::memchr(0, &data) };
        return Ok(printer.file(context, path, data, binary, nul)?);
    }
    if head == [0xef, 0xbb, 0xbf] {
        head.clear();
    }
    if settings.max_count == Some(0) {
        let file = printer.begin(path, binary);
        return Ok(printer.finish(context, file, 0)?);
    }
    // The bytes that tell the encoding are a piece of their own.
    let mut head = Bytes::from(head);
    let terminator = if settings.null_data { 0 } else { b'\n' };
    let mut file = printer.begin(path, binary);
    // The beginning of a line whose end was not read yet.
    let mut tail: Vec<u8> = Vec::new();
    let mut total = 0;
    loop {
        let held = file.data.len() + tail.len();
        if held > context.most_held() {
            return Err(Errno::NoMemory.into());
        }
        let room = held.next_multiple_of(BUFFER).max(BUFFER) - held;
        let room = if room == 0 { BUFFER } else { room };
        let mut piece = if head.is_empty() { input.take(context, room)? } else { std::mem::take(&mut head) };
        let ends = piece.is_empty();
        if file.nul.is_none() && binary != Binary::Text {
            file.nul = memchr::memchr(0, &piece).map(|at| total + at);
        }
        if file.nul.is_some() {
            if binary == Binary::Quit {
                total = file.base + file.data.len();
                break;
            }
            piece = piece.iter().map(|byte| if *byte == 0 { terminator } else { *byte }).collect::<Vec<_>>().into();
        }
        total += piece.len();
        let end = if ends { Some(0) } else { memchr::memrchr(terminator, &piece).map(|end| end + 1) };
        let Some(end) = end else {
            tail.extend_from_slice(&piece);
            continue;
        };
        let lines = piece.slice(..end);
        if file.data.is_empty() && tail.is_empty() {
            file.data = lines;
        } else {
            context.charge_bytes(held)?;
            file.data = [file.data.as_ref(), &tail, &lines].concat().into();
        }
        tail.clear();
        tail.extend_from_slice(piece.get(end..).unwrap_or_default());
        if !printer.search(context, &mut file)? {
            total = if ends { total } else { file.base };
            break;
        }
        if ends {
            break;
        }
        file.roll(printer);
    }
    Ok(printer.finish(context, file, total)?)
}

/// What is read piece by piece.
pub trait Pieces {
    /// What comes next, so many bytes (one or more) at most; nothing at the end.
    fn take(&mut self, context: &Context<'_>, most: usize) -> Result<Bytes, IoError>;
}

impl Pieces for Input {
    fn take(&mut self, context: &Context<'_>, most: usize) -> Result<Bytes, IoError> {
        let mut data = self.read(context)?;
        if data.len() > most {
            self.unread(data.split_off(most));
        }
        Ok(data)
    }
}
