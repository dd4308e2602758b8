//! The format of `compress`, files `.Z`: read only.

use std::io::{BufRead, Write};

use super::{Failure, peek, take_byte};

/// Codes are at most so long.
const MOST_BITS: u32 = 16;
const FIRST_BITS: u32 = 9;
/// With blocks, this code empties the table.
const CLEAR: usize = 256;

/// Groups of eight codes: when their length changes, what is left of a group is padding.
struct Codes<'a> {
    input: &'a mut dyn BufRead,
    held: u32,
    count: u32,
    /// Bits taken since the length of codes changed.
    taken: u32,
    bits: u32,
}

impl Codes<'_> {
    fn next(&mut self) -> Result<Option<usize>, Failure> {
        while self.count < self.bits {
            let Some(byte) = peek(self.input)? else { return Ok(None) };
            self.input.consume(1);
            self.held |= u32::from(byte) << self.count;
            self.count += 8;
        }
        let code = self.held & ((1 << self.bits) - 1);
        self.held >>= self.bits;
        self.count -= self.bits;
        self.taken += self.bits;
        Ok(Some(code as usize))
    }

    /// Codes have another length from here.
    fn set_bits(&mut self, bits: u32) -> Result<(), Failure> {
        let group = self.bits * 8;
        let mut padding = self.taken.next_multiple_of(group) - self.taken;
        while padding > 0 {
            if self.count == 0 {
                let Some(byte) = peek(self.input)? else { break };
                self.input.consume(1);
                (self.held, self.count) = (u32::from(byte), 8);
            }
            let step = padding.min(self.count);
            self.held >>= step;
            self.count -= step;
            padding -= step;
        }
        (self.taken, self.bits) = (0, bits);
        Ok(())
    }
}

/// Expands what follows the two bytes `1f 9d`. The count is that of the bytes written.
pub fn expand_lzw(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    let flags = take_byte(input)?;
    let most_bits = u32::from(flags & 0x1f);
    let blocks = flags & 0x80 != 0;
    if flags & 0x60 != 0 {
        return Err(Failure::Unsupported("flags"));
    }
    if !(FIRST_BITS..=MOST_BITS).contains(&most_bits) {
        return Err(Failure::Unsupported("bits"));
    }
    // What each code above 255 adds to which other one.
    let mut prefixes: Vec<(u16, u8)> = Vec::new();
    let base = if blocks { 257 } else { 256 };
    let mut codes = Codes { input, held: 0, count: 0, taken: 0, bits: FIRST_BITS };
    let mut previous: Option<usize> = None;
    let mut first = 0u8;
    let (mut text, mut written) = (Vec::new(), 0u64);
    while let Some(code) = codes.next()? {
        if blocks && code == CLEAR {
            prefixes.clear();
            codes.set_bits(FIRST_BITS)?;
            previous = None;
            continue;
        }
        text.clear();
        let mut at = code;
        if let Some(previous) = previous {
            if code == base + prefixes.len() {
                // The code that is about to be made: the last text and its first byte again.
                text.push(first);
                at = previous;
            }
        } else if code > 255 {
            return Err(Failure::Data);
        }
        while at > 255 {
            let (before, byte) = *at.checked_sub(base).and_then(|index| prefixes.get(index)).ok_or(Failure::Data)?;
            text.push(byte);
            at = usize::from(before);
        }
        first = at as u8;
        text.push(first);
        text.reverse();
        out.write_all(&text)?;
        written += text.len() as u64;
        if let Some(previous) = previous
            && base + prefixes.len() < 1 << most_bits
        {
            prefixes.push((previous as u16, first));
        }
        previous = Some(code);
        if base + prefixes.len() > (1 << codes.bits) - 1 && codes.bits < most_bits {
            let bits = codes.bits + 1;
            codes.set_bits(bits)?;
        }
    }
    Ok(written)
}
