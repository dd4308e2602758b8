//! `conv=`: bytes changed one by one, pairs swapped, lines and records of a fixed length turned into each other.

use super::operands::{Conversions, Settings};
use super::tables::{ASCII_TO_EBCDIC, ASCII_TO_IBM, EBCDIC_TO_ASCII};

/// The conversions and what they remember between blocks.
pub struct Converter {
    conversions: Conversions,
    /// What each byte becomes; `None`: itself.
    table: Option<Box<[u8; 256]>>,
    newline: u8,
    space: u8,
    /// `cbs=`
    record: u64,
    /// The place in the record.
    column: u64,
    pending_spaces: u64,
    /// A byte without its pair.
    odd: Option<u8>,
    /// Lines that were longer than a record.
    pub truncated: u64,
}

impl Converter {
    pub fn new(settings: &Settings) -> Converter {
        let conversions = settings.conversions;
        let mut table: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        let (mut newline, mut space) = (b'\n', b' ');
        if conversions.ascii {
            table = EBCDIC_TO_ASCII;
        }
        if conversions.ucase {
            table.iter_mut().for_each(u8::make_ascii_uppercase);
        }
        if conversions.lcase {
            table.iter_mut().for_each(u8::make_ascii_lowercase);
        }
        for (wanted, code) in [(conversions.ebcdic, &ASCII_TO_EBCDIC), (conversions.ibm, &ASCII_TO_IBM)] {
            if wanted {
                table.iter_mut().for_each(|byte| *byte = code[usize::from(*byte)]);
                (newline, space) = (code[usize::from(b'\n')], code[usize::from(b' ')]);
            }
        }
        let plain = table.iter().enumerate().all(|(index, byte)| index == usize::from(*byte));
        Converter {
            conversions,
            table: (!plain).then(|| Box::new(table)),
            newline,
            space,
            record: settings.record,
            column: 0,
            pending_spaces: 0,
            odd: None,
            truncated: 0,
        }
    }

    /// True when blocks pass as they are.
    pub fn is_plain(&self) -> bool {
        let Conversions { swab, block, unblock, .. } = self.conversions;
        self.table.is_none() && !swab && !block && !unblock
    }

    /// Converts a block and appends what comes of it to `out`.
    pub fn convert(&mut self, data: &[u8], out: &mut Vec<u8>) {
        let mut data = data.to_vec();
        if let Some(table) = &self.table {
            data.iter_mut().for_each(|byte| *byte = table[usize::from(*byte)]);
        }
        if self.conversions.swab {
            if let Some(odd) = self.odd.take() {
                data.insert(0, odd);
            }
            if data.len() % 2 == 1 {
                self.odd = data.pop();
            }
            data.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        }
        self.shape(&data, out);
    }

    /// What is left at the end.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if let Some(odd) = self.odd.take() {
            self.shape(&[odd], out);
        }
        if self.conversions.block && self.column > 0 {
            self.fill(out);
        }
        if self.conversions.unblock && self.column > 0 {
            out.push(self.newline);
        }
    }

    fn fill(&mut self, out: &mut Vec<u8>) {
        let blanks = usize::try_from(self.record.saturating_sub(self.column)).unwrap_or(0);
        out.resize(out.len() + blanks, self.space);
    }

    fn shape(&mut self, data: &[u8], out: &mut Vec<u8>) {
        if self.conversions.block {
            for byte in data {
                if *byte == self.newline {
                    self.fill(out);
                    self.column = 0;
                    continue;
                }
                if self.column == self.record {
                    self.truncated += 1;
                } else if self.column < self.record {
                    out.push(*byte);
                }
                self.column += 1;
            }
        } else if self.conversions.unblock {
            for byte in data {
                if self.column >= self.record {
                    (self.column, self.pending_spaces) = (0, 0);
                    out.push(self.newline);
                }
                self.column += 1;
                if *byte == self.space {
                    self.pending_spaces += 1;
                } else {
                    let blanks = usize::try_from(self.pending_spaces).unwrap_or(0);
                    out.resize(out.len() + blanks, self.space);
                    self.pending_spaces = 0;
                    out.push(*byte);
                }
            }
        } else {
            out.extend_from_slice(data);
        }
    }
}
