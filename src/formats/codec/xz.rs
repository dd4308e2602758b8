//! xz and its older relative lzma.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::num::NonZeroU64;

use lzma_rust2::{CheckType, LzmaOptions, LzmaReader, LzmaWriter, XzOptions, XzReader, XzWriter};

use super::{Failure, PIECE, peek, read_piece};

/// What an xz stream begins with.
pub const MAGIC: [u8; 6] = *b"\xfd7zXZ\0";

/// A decoder gets so many KiB: `xz -9` asks for 65 MiB.
const MEMORY: u32 = 100 << 10;

/// The sums that a stream may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    None,
    Crc32,
    Crc64,
    Sha256,
}

/// How to compress.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// 0 to 9.
    pub level: u32,
    pub check: Check,
    /// Bytes of the input after which a new block begins.
    pub block: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { level: 6, check: Check::Crc64, block: None }
    }
}

fn failure(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::UnexpectedEof => Failure::Cut,
        ErrorKind::InvalidData | ErrorKind::InvalidInput => Failure::Data,
        ErrorKind::OutOfMemory => Failure::Memory,
        ErrorKind::Unsupported => Failure::Unsupported("options"),
        _ => Failure::Io(error),
    }
}

/// Copies what a decoder gives, and counts it.
fn drain(decoder: &mut dyn Read, out: &mut dyn Write) -> Result<u64, Failure> {
    let mut piece = vec![0; PIECE];
    let mut total = 0;
    loop {
        let count = decoder.read(&mut piece).map_err(failure)?;
        if count == 0 {
            return Ok(total);
        }
        out.write_all(piece.get(..count).unwrap_or_default())?;
        total += count as u64;
    }
}

/// Expands xz streams: all of them with what pads them, or the first alone. Garbage behind them is an error.
pub fn expand(input: &mut dyn BufRead, out: &mut dyn Write, single: bool) -> Result<u64, Failure> {
    for (place, byte) in MAGIC.iter().enumerate() {
        let chunk = input.fill_buf()?;
        // A whole magic is nearly always in the first piece; one that is cut is found out by the decoder.
        match chunk.get(place) {
            Some(found) if found != byte => return Err(Failure::Format),
            Some(_) => {}
            None if chunk.is_empty() => return Err(Failure::Format),
            None => break,
        }
    }
    drain(&mut XzReader::new_mem_limit(input, !single, MEMORY), out)
}

/// Whether what comes may be a `.lzma` file: the header says little more than that it is possible.
pub fn looks_like_lzma(input: &mut dyn BufRead) -> io::Result<bool> {
    let chunk = input.fill_buf()?;
    let Some(header) = chunk.first_chunk::<13>() else { return Ok(false) };
    let dictionary = u32::from_le_bytes([header[1], header[2], header[3], header[4]]);
    let mut size = [0; 8];
    size.copy_from_slice(&header[5..]);
    let size = u64::from_le_bytes(size);
    // As xz does it: a power of two or the sum of two neighbours, and no size beyond 256 GiB.
    let power = dictionary.is_power_of_two() || (dictionary / 3).is_power_of_two() && dictionary % 3 == 0;
    Ok(header[0] < 9 * 5 * 5 && (power || dictionary == u32::MAX) && (size == u64::MAX || size < 1 << 38))
}

/// Expands a `.lzma` file.
pub fn expand_lzma(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    if !looks_like_lzma(input)? {
        return Err(Failure::Format);
    }
    let mut decoder = LzmaReader::new_mem_limit(input, MEMORY, None).map_err(failure)?;
    let total = drain(&mut decoder, out)?;
    // The decoder reads ahead; what it did not need is garbage.
    let (rest, unused) = decoder.into_parts();
    if !unused.is_empty() || peek(rest)?.is_some() {
        return Err(Failure::Data);
    }
    Ok(total)
}

/// What an encoder is given at a time: little, since a megabyte takes it a second, and whoever reads may have to stop.
const ENCODED: usize = 8 << 10;

fn encode(input: &mut dyn BufRead, encoder: &mut dyn Write) -> io::Result<u64> {
    let mut piece = vec![0; ENCODED];
    let mut total = 0;
    loop {
        let data = read_piece(input, &mut piece)?;
        if data.is_empty() {
            return Ok(total);
        }
        encoder.write_all(data)?;
        total += data.len() as u64;
    }
}

/// The largest dictionary of an encoder, which level 6 has. Those of 7 to 9 take up to 700 MB of memory, and a second to make.
const DICTIONARY: u32 = 8 << 20;

/// The options of a preset, with no larger dictionary than the input can use when its size is known.
fn preset(level: u32, size: Option<u64>) -> LzmaOptions {
    let mut options = LzmaOptions::with_preset(level.min(9));
    options.dict_size = options.dict_size.min(DICTIONARY);
    if let Some(size) = size {
        let needed = size.clamp(4096, u64::from(options.dict_size)) as u32;
        options.dict_size = needed.checked_next_power_of_two().unwrap_or(options.dict_size).min(options.dict_size);
    }
    options
}

/// Compresses everything that comes into one xz stream. `size`: of the input, where it is known. Gives the bytes that came.
pub fn compress(input: &mut dyn BufRead, out: &mut dyn Write, options: Options, size: Option<u64>) -> io::Result<u64> {
    let mut settings = XzOptions::with_preset(options.level.min(9));
    settings.lzma_options = preset(options.level, size);
    settings.set_check_sum_type(match options.check {
        Check::None => CheckType::None,
        Check::Crc32 => CheckType::Crc32,
        Check::Crc64 => CheckType::Crc64,
        Check::Sha256 => CheckType::Sha256,
    });
    settings.set_block_size(options.block.and_then(NonZeroU64::new));
    let mut encoder = XzWriter::new(out, settings)?;
    let total = encode(input, &mut encoder)?;
    encoder.finish()?;
    Ok(total)
}

/// Compresses everything that comes into a `.lzma` file.
pub fn compress_lzma(input: &mut dyn BufRead, out: &mut dyn Write, level: u32, size: Option<u64>) -> io::Result<u64> {
    // The header names the preset's dictionary, though a smaller one may be enough: other tools know the format by it.
    let stated = LzmaOptions::with_preset(level.min(9)).dict_size;
    let options = preset(level, size);
    let mut header = vec![(options.pb * 5 + options.lp) as u8 * 9 + options.lc as u8];
    header.extend_from_slice(&stated.to_le_bytes());
    header.extend_from_slice(&[0xff; 8]);
    out.write_all(&header)?;
    let mut encoder = LzmaWriter::new_no_header(out, &options, true)?;
    let total = encode(input, &mut encoder)?;
    encoder.finish()?;
    Ok(total)
}
