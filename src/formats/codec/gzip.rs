//! gzip (RFC 1952) and what it is made of: headers, raw deflate, sums.

use std::io::{self, BufRead, Write};

use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};

use super::{Failure, PIECE, peek, read_piece, take_array, take_byte};

/// The two bytes with which a member begins.
pub const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What a member's header says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub name: Option<Vec<u8>>,
    /// Seconds since 1970; 0: not said.
    pub mtime: u32,
    /// Bytes of the header, its magic among them.
    pub length: u64,
}

/// Why a header is refused.
#[derive(Debug)]
pub enum HeaderFailure {
    Stream(Failure),
    /// Of another method than deflate.
    Method(u8),
    Encrypted,
    /// Bits that have no meaning.
    Flags(u8),
    /// The header's own sum, and what was counted.
    Sum(u16, u16),
}

impl From<Failure> for HeaderFailure {
    fn from(failure: Failure) -> HeaderFailure {
        HeaderFailure::Stream(failure)
    }
}

/// Counts and sums the bytes of a header.
struct HeaderReader<'a> {
    input: &'a mut dyn BufRead,
    sum: Crc,
    length: u64,
}

impl HeaderReader<'_> {
    fn byte(&mut self) -> Result<u8, Failure> {
        let byte = take_byte(self.input)?;
        self.sum.update(&[byte]);
        self.length += 1;
        Ok(byte)
    }

    fn short(&mut self) -> Result<u16, Failure> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn text(&mut self) -> Result<Vec<u8>, Failure> {
        let mut text = Vec::new();
        loop {
            match self.byte()? {
                0 => return Ok(text),
                // A name longer than any path may be is read over.
                byte if text.len() < 1 << 16 => text.push(byte),
                _ => {}
            }
        }
    }
}

/// Reads what follows [`MAGIC`].
pub fn read_header(input: &mut dyn BufRead) -> Result<Header, HeaderFailure> {
    let mut reader = HeaderReader { input, sum: Crc::new(), length: 2 };
    reader.sum.update(&MAGIC);
    let method = reader.byte()?;
    if method != 8 {
        return Err(HeaderFailure::Method(method));
    }
    let flags = reader.byte()?;
    if flags & 0x20 != 0 {
        return Err(HeaderFailure::Encrypted);
    }
    if flags & 0xc0 != 0 {
        return Err(HeaderFailure::Flags(flags));
    }
    let mtime = u32::from_le_bytes([reader.byte()?, reader.byte()?, reader.byte()?, reader.byte()?]);
    // How hard it was compressed, and on which system.
    reader.short()?;
    if flags & 4 != 0 {
        for _ in 0..reader.short()? {
            reader.byte()?;
        }
    }
    let name = if flags & 8 != 0 { Some(reader.text()?) } else { None };
    if flags & 16 != 0 {
        reader.text()?;
    }
    if flags & 2 != 0 {
        let counted = reader.sum.sum() as u16;
        let stated = reader.short()?;
        if counted != stated {
            return Err(HeaderFailure::Sum(stated, counted));
        }
    }
    Ok(Header { name, mtime, length: reader.length })
}

/// A header as GNU gzip writes it.
pub fn header(name: Option<&[u8]>, mtime: u32, level: u32) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&[8, if name.is_some() { 8 } else { 0 }]);
    out.extend_from_slice(&mtime.to_le_bytes());
    let effort = match level {
        9 => 2,
        1 => 4,
        _ => 0,
    };
    // Made on Unix.
    out.extend_from_slice(&[effort, 3]);
    if let Some(name) = name {
        out.extend_from_slice(name);
        out.push(0);
    }
    out
}

/// What went through a compressor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// CRC-32 of the expanded bytes.
    pub crc: u32,
    /// Expanded bytes.
    pub length: u64,
    /// Compressed bytes.
    pub packed: u64,
}

/// Expands one raw deflate stream and leaves what follows it.
pub fn inflate(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Passed, Failure> {
    let mut stream = Decompress::new(false);
    let mut crc = Crc::new();
    let mut piece = vec![0; PIECE];
    loop {
        let chunk = input.fill_buf()?;
        let at_end = chunk.is_empty();
        let (before_in, before_out) = (stream.total_in(), stream.total_out());
        let status = stream.decompress(chunk, &mut piece, FlushDecompress::None);
        let taken = usize::try_from(stream.total_in() - before_in).unwrap_or_default();
        let made = usize::try_from(stream.total_out() - before_out).unwrap_or_default();
        input.consume(taken);
        let made = piece.get(..made).unwrap_or_default();
        crc.update(made);
        out.write_all(made)?;
        match status.map_err(|_| Failure::Data)? {
            Status::StreamEnd => {
                return Ok(Passed { crc: crc.sum(), length: stream.total_out(), packed: stream.total_in() });
            }
            _ if taken == 0 && made.is_empty() => return Err(if at_end { Failure::Cut } else { Failure::Data }),
            _ => {}
        }
    }
}

/// Compresses everything that comes into one raw deflate stream. `level`: 0 to 9.
pub fn deflate(input: &mut dyn BufRead, out: &mut dyn Write, level: u32) -> io::Result<Passed> {
    let mut stream = Compress::new(Compression::new(level), false);
    let mut crc = Crc::new();
    let mut piece = vec![0; PIECE];
    let mut packed = vec![0; PIECE];
    loop {
        let mut data = read_piece(input, &mut piece)?;
        crc.update(data);
        let flush = if data.is_empty() { FlushCompress::Finish } else { FlushCompress::None };
        loop {
            let (before_in, before_out) = (stream.total_in(), stream.total_out());
            let status = stream.compress(data, &mut packed, flush).map_err(io::Error::other)?;
            let taken = usize::try_from(stream.total_in() - before_in).unwrap_or_default();
            let made = usize::try_from(stream.total_out() - before_out).unwrap_or_default();
            data = data.get(taken..).unwrap_or_default();
            out.write_all(packed.get(..made).unwrap_or_default())?;
            match (flush, status) {
                (FlushCompress::Finish, Status::StreamEnd) => {
                    return Ok(Passed { crc: crc.sum(), length: stream.total_in(), packed: stream.total_out() });
                }
                (FlushCompress::None, _) if data.is_empty() && made < packed.len() => break,
                _ if taken == 0 && made == 0 => return Err(io::Error::other("deflate makes no progress")),
                _ => {}
            }
        }
    }
}

/// Writes a whole member.
pub fn compress(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    name: Option<&[u8]>,
    mtime: u32,
    level: u32,
) -> io::Result<Passed> {
    out.write_all(&header(name, mtime, level))?;
    let passed = deflate(input, out, level)?;
    out.write_all(&passed.crc.to_le_bytes())?;
    out.write_all(&(passed.length as u32).to_le_bytes())?;
    Ok(passed)
}

/// Reads what follows a member's header: its data and its two sums.
pub fn expand_member(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Passed, Failure> {
    let passed = inflate(input, out)?;
    let crc = u32::from_le_bytes(take_array(input)?);
    let length = u32::from_le_bytes(take_array(input)?);
    match (crc == passed.crc, length == passed.length as u32) {
        (true, true) => Ok(passed),
        (false, true) => Err(Failure::Checksum),
        (true, false) => Err(Failure::Length),
        (false, false) => Err(Failure::ChecksumAndLength),
    }
}

/// What follows the last member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Nothing.
    End,
    /// Zeros only.
    Zeros,
    /// The magic of another member, which has been taken.
    Member,
    Garbage,
    /// The first byte of a magic, and the end.
    Cut,
}

/// Looks at what follows a member.
pub fn look_behind(input: &mut dyn BufRead) -> io::Result<Behind> {
    let Some(first) = peek(input)? else { return Ok(Behind::End) };
    if first == 0 {
        loop {
            match input.fill_buf()? {
                [] => return Ok(Behind::Zeros),
                chunk if chunk.iter().all(|byte| *byte == 0) => {
                    let length = chunk.len();
                    input.consume(length);
                }
                _ => return Ok(Behind::Garbage),
            }
        }
    }
    if first == MAGIC[0] {
        input.consume(1);
        match peek(input)? {
            None => return Ok(Behind::Cut),
            Some(byte) if byte == MAGIC[1] => {
                input.consume(1);
                return Ok(Behind::Member);
            }
            Some(_) => {}
        }
    }
    Ok(Behind::Garbage)
}

/// Expands all members; garbage behind them is passed over.
pub fn expand(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    for byte in MAGIC {
        if peek(input)?.ok_or(Failure::Cut)? != byte {
            return Err(Failure::Format);
        }
        input.consume(1);
    }
    loop {
        read_header(input).map_err(|failure| match failure {
            HeaderFailure::Stream(failure) => failure,
            _ => Failure::Data,
        })?;
        expand_member(input, out)?;
        if look_behind(input)? != Behind::Member {
            return Ok(());
        }
    }
}
