//! What the indexes of an xz file say of it, read from its end on.

use super::Failure;
use super::xz::MAGIC;

/// Sums over streams, or over files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub streams: u64,
    pub blocks: u64,
    /// Bytes of the file.
    pub packed: u64,
    pub whole: u64,
    pub padding: u64,
    /// The kinds of check that occur, as bits.
    kinds: u16,
}

impl Listing {
    /// The names of the checks that occur.
    pub fn checks(&self) -> String {
        let names: Vec<String> = (0..16u16)
            .filter(|kind| self.kinds & 1 << kind != 0)
            .map(|kind| match kind {
                0 => "None".to_owned(),
                1 => "CRC32".to_owned(),
                4 => "CRC64".to_owned(),
                10 => "SHA-256".to_owned(),
                kind => format!("Unknown-{kind}"),
            })
            .collect();
        names.join(",")
    }

    pub fn add(&mut self, other: &Listing) {
        self.streams = self.streams.saturating_add(other.streams);
        self.blocks = self.blocks.saturating_add(other.blocks);
        self.packed = self.packed.saturating_add(other.packed);
        self.whole = self.whole.saturating_add(other.whole);
        self.padding = self.padding.saturating_add(other.padding);
        self.kinds |= other.kinds;
    }
}

/// A number of up to nine bytes, seven bits in each.
fn number(bytes: &mut &[u8]) -> Result<u64, Failure> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(Failure::Data)?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(Failure::Data)
}

/// Reads the indexes of all streams.
pub fn list(file: &[u8]) -> Result<Listing, Failure> {
    if !file.starts_with(&MAGIC) {
        return Err(Failure::Format);
    }
    let mut listing = Listing { packed: file.len() as u64, ..Listing::default() };
    let mut end = file.len();
    while end > 0 {
        // Streams are padded with zeros, four at a time.
        while let Some(padding) = end.checked_sub(4).filter(|at| file.get(*at..end) == Some(&[0; 4])) {
            end = padding;
            listing.padding += 4;
        }
        let footer_at = end.checked_sub(12).ok_or(Failure::Data)?;
        let footer = file.get(footer_at..end).ok_or(Failure::Data)?;
        if !footer.ends_with(b"YZ") {
            return Err(if listing.streams == 0 { Failure::Cut } else { Failure::Data });
        }
        let size = footer.get(4..8).and_then(|size| size.first_chunk::<4>()).ok_or(Failure::Data)?;
        let kind = footer.get(9).copied().unwrap_or_default() & 0x0f;
        let index_length = (u64::from(u32::from_le_bytes(*size)) + 1) * 4;
        let index_at = usize::try_from(index_length).ok().and_then(|length| footer_at.checked_sub(length));
        let index_at = index_at.ok_or(Failure::Data)?;
        let mut index = file.get(index_at..footer_at).ok_or(Failure::Data)?;
        let (indicator, rest) = index.split_first().ok_or(Failure::Data)?;
        if *indicator != 0 {
            return Err(Failure::Data);
        }
        index = rest;
        let count = number(&mut index)?;
        if count > file.len() as u64 {
            return Err(Failure::Data);
        }
        let mut blocks_length = 0u64;
        for _ in 0..count {
            let unpadded = number(&mut index)?;
            let whole = number(&mut index)?;
            let padded = unpadded.checked_next_multiple_of(4).ok_or(Failure::Data)?;
            blocks_length = blocks_length.checked_add(padded).ok_or(Failure::Data)?;
            listing.whole = listing.whole.saturating_add(whole);
        }
        let start = usize::try_from(blocks_length).ok().and_then(|length| index_at.checked_sub(length));
        let start = start.and_then(|at| at.checked_sub(12)).ok_or(Failure::Data)?;
        if !file.get(start..end).is_some_and(|stream| stream.starts_with(&MAGIC)) {
            return Err(Failure::Data);
        }
        listing.streams += 1;
        listing.blocks = listing.blocks.saturating_add(count);
        listing.kinds |= 1 << kind;
        end = start;
    }
    Ok(listing)
}
