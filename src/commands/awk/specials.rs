//! The variables that do something when they are assigned to.

use std::rc::Rc;

use bytes::Bytes;

use super::fields::Splitter;
use super::machine::{Machine, Run, Variable, bad_regex, splitter_for};
use super::program::{Slot, special};
use super::reader::{Pattern, Separator};
use super::value::Value;

impl Machine<'_, '_> {
    /// Warns once of a variable that means nothing without gawk's extensions.
    pub(super) fn tell_extension(&mut self, index: usize) -> Run<()> {
        if self.extensions_told.contains(&index) {
            return Ok(());
        }
        self.extensions_told.push(index);
        self.warn(format!("warning: `{}' is a gawk extension", special::NAMES[index]))
    }

    pub(super) fn set_special(&mut self, index: usize, value: Value) -> Run<()> {
        if let Some(kept) = self.counts.get_mut(index) {
            *kept = Some(value.clone()).filter(|value| !matches!(value, Value::Number(number) if number.trunc() == *number));
        }
        match index {
            special::NF => {
                let count = value.number(self.dialect.numbers());
                if count <= -1.0 || super::printf::signed(count) < 0 {
                    return self.fatal("NF set to negative value");
                }
                self.need_fields()?;
                let count = self.field_index(count)?;
                self.record.set_count(count);
                return Ok(());
            }
            special::NR => {
                self.nr = value.number(self.dialect.numbers()).trunc();
                return Ok(());
            }
            special::FNR => {
                self.fnr = value.number(self.dialect.numbers()).trunc();
                return Ok(());
            }
            _ => {}
        }
        // A record is split by the rules that held when it was read.
        if matches!(index, special::FS | special::FIELDWIDTHS | special::FPAT | special::IGNORECASE | special::RS) {
            self.need_fields()?;
        }
        self.globals[index] = Variable::Value(value.clone());
        let convfmt = self.convfmt.clone();
        let text = value.to_text(&convfmt);
        match index {
            special::FS => self.use_fs()?,
            special::OFS => {
                self.refresh()?;
                self.ofs = text;
            }
            special::ORS => self.ors = text,
            special::SUBSEP => self.subsep = text,
            special::CONVFMT => self.convfmt = text,
            special::OFMT => self.ofmt = text,
            special::IGNORECASE if self.dialect.is_plain() => {
                self.tell_extension(index)?;
            }
            special::FPAT if self.dialect.is_plain() => {}
            special::IGNORECASE => {
                self.ignore_case = value.is_true(self.dialect.numbers());
                // What `FPAT` made stays as it was.
                if !matches!(self.splitter, Splitter::Widths(..) | Splitter::Content(..)) {
                    self.use_fs()?;
                }
                self.use_rs()?;
            }
            special::RS => self.use_rs()?,
            special::FIELDWIDTHS => self.use_widths(&text)?,
            special::FPAT => {
                let regex = self.regexes.of_variable(&text, self.ignore_case);
                let regex = regex.map_err(|message| bad_regex(&message, &text))?;
                self.splitter = Splitter::Content(regex, self.dialect.characters());
                self.note_splitter("FPAT")?;
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn note_splitter(&mut self, name: &'static str) -> Run<()> {
        let process = self.array(Slot::Global(special::PROCINFO))?;
        process.borrow_mut().set(b"FS", Value::Text(Bytes::from_static(name.as_bytes())));
        Ok(())
    }

    pub(super) fn use_fs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::FS);
        let paragraph = matches!(self.separator, Separator::Paragraph);
        if self.dialect.lint_old && text.len() > 1 {
            self.warn("warning: old awk does not support regexps as value of `FS'")?;
        }
        self.splitter = if text.is_empty() && self.dialect.is_plain() {
            // The record is one field.
            Splitter::Widths(Rc::new(vec![(0, None)]), self.dialect.characters())
        } else {
            if text.len() > 1 {
                let regex = self.regexes.of_variable(&text, self.ignore_case);
                regex.map_err(|message| bad_regex(&message, &text))?;
            }
            // gawk puts the character and a newline in brackets.
            let text = if paragraph && &text[..] == b"^" { Bytes::from_static(b"[^\n]") } else { text };
            splitter_for(&text, &mut self.regexes, self.ignore_case, paragraph)?
        };
        if self.dialect.is_plain() { Ok(()) } else { self.note_splitter("FS") }
    }

    pub(super) fn use_rs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::RS);
        let was_paragraph = matches!(self.separator, Separator::Paragraph);
        self.separator = match &text[..] {
            b"" => Separator::Paragraph,
            [byte] if !byte.is_ascii() && !self.dialect.bytes => Separator::First(*byte),
            [byte] => Separator::Byte(*byte),
            [byte, ..] if self.dialect.is_plain() => Separator::Byte(*byte),
            _ => {
                let faulty = |message: String| bad_regex(&message, &text);
                let regex = self.regexes.of_variable(&text, self.ignore_case).map_err(faulty)?;
                let later = self.regexes.behind_start(&text, self.ignore_case).map_err(faulty)?;
                Separator::Pattern(Rc::new(Pattern { regex, later, text: text.clone() }))
            }
        };
        if was_paragraph != matches!(self.separator, Separator::Paragraph)
            && !matches!(self.splitter, Splitter::Widths(..) | Splitter::Content(..))
        {
            self.use_fs()?;
        }
        Ok(())
    }

    pub(super) fn use_widths(&mut self, text: &[u8]) -> Run<()> {
        if self.dialect.is_plain() {
            return Ok(());
        }
        let mut widths: Vec<(usize, Option<usize>)> = Vec::new();
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let end = rest.iter().position(blank).unwrap_or(rest.len());
            let word = &rest[..end];
            if widths.last().is_some_and(|last| last.1.is_none()) {
                return self.fatal("`*' must be the last designator in FIELDWIDTHS");
            }
            let number = |digits: &[u8]| {
                let text = std::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit))?;
                text.parse::<usize>().ok().filter(|number| *number <= 2_147_483_647)
            };
            let (skip, width) = match memchr::memchr(b':', word) {
                Some(colon) => (number(&word[..colon]), &rest[colon + 1..]),
                None => (Some(0), rest),
            };
            let length = width.iter().position(blank).unwrap_or(width.len());
            let parsed = match &width[..length] {
                b"*" => Some(None),
                digits => number(digits).filter(|width| *width > 0).map(Some),
            };
            let (Some(skip), Some(parsed)) = (skip, parsed) else {
                let near = if skip.is_none() { rest } else { width };
                let place = format!("invalid FIELDWIDTHS value, for field {}, near `", widths.len() + 1);
                return self.fatal([place.as_bytes(), near, b"'"].concat());
            };
            widths.push((skip, parsed));
            rest = rest[end..].trim_ascii_start();
        }
        self.splitter = Splitter::Widths(Rc::new(widths), self.dialect.characters());
        self.note_splitter("FIELDWIDTHS")
    }

    /// Reads comma-separated values.
    pub fn use_csv(&mut self) {
        self.csv = true;
        self.splitter = Splitter::Csv;
        self.separator = Separator::Csv;
    }

    /// The splitter of `split` without a separator: that of `FS`, whatever makes the fields.
    pub fn separator_splitter(&mut self) -> Run<Splitter> {
        Ok(match &self.splitter {
            Splitter::ByteOrNewline(byte) => Splitter::Byte(*byte),
            Splitter::Regex(..) if &self.global_text(special::FS)[..] == b"^" => Splitter::Byte(b'^'),
            Splitter::Content(..) | Splitter::Widths(..) if !self.dialect.is_plain() => {
                let text = self.global_text(special::FS);
                splitter_for(&text, &mut self.regexes, self.ignore_case, false)?
            }
            other => other.clone(),
        })
    }
}
