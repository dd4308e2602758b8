//! Whole files of members: what they begin with, what is between them and what follows.

use std::io::{BufRead, Write};

use bstr::ByteSlice;

use formats::codec::gzip::{self, Behind, Header, HeaderFailure};
use formats::codec::{Failure, Rejoined, expand_lzw, peek, take_array, take_byte};

/// What follows the last member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Clean,
    Zeros,
    Garbage,
}

/// How a file was compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Deflate,
    Stored,
    Lzw,
}

/// What is known of a file once it is expanded.
#[derive(Debug)]
pub(super) struct Expanded {
    /// The name and the time of the first member.
    pub name: Option<Vec<u8>>,
    pub mtime: u32,
    pub method: Method,
    /// The last member's sum and length.
    pub crc: u32,
    pub last: u64,
    /// Bytes of the header and the trailer, when there is one member.
    pub header: u64,
    pub ended: Ended,
    /// Why a header was refused, behind the file's name.
    pub refused: Option<String>,
}

impl Expanded {
    fn new(method: Method) -> Expanded {
        Expanded {
            name: None,
            mtime: 0,
            method,
            crc: u32::MAX,
            last: 0,
            header: 0,
            ended: Ended::Clean,
            refused: None,
        }
    }
}

enum Begun {
    Gzip(Header),
    Lzw,
    /// A zip archive, whose first member counts.
    Zip,
    /// Something else, whose first bytes are these.
    Other(Vec<u8>),
    Refused(String),
}

/// Reads the first bytes and the header behind them. An empty input is cut, or nothing to those who pass things on.
fn start(input: &mut dyn BufRead, pass: bool) -> Result<Begun, Failure> {
    let mut magic = Vec::new();
    while magic.len() < 2 {
        match peek(input)? {
            Some(byte) => magic.push(byte),
            None if pass => return Ok(Begun::Other(magic)),
            None => return Err(Failure::Cut),
        }
        input.consume(1);
    }
    match magic.as_bytes() {
        [0x1f, 0x8b] => header(input),
        [0x1f, 0x9d] => Ok(Begun::Lzw),
        b"PK" if input.fill_buf()?.starts_with(b"\x03\x04") => Ok(Begun::Zip),
        _ => Ok(Begun::Other(magic)),
    }
}

fn header(input: &mut dyn BufRead) -> Result<Begun, Failure> {

    Ok(match gzip::read_header(input) {
        Ok(header) => Begun::Gzip(header),
        Err(HeaderFailure::Stream(failure)) => return Err(failure),
        Err(HeaderFailure::Method(method)) => Begun::Refused(format!(": unknown method {method} -- not supported")),
        Err(HeaderFailure::Encrypted) => Begun::Refused(" is encrypted -- not supported".to_owned()),
        Err(HeaderFailure::Flags(flags)) => Begun::Refused(format!(" has flags 0x{flags:x} -- not supported")),
        Err(HeaderFailure::Sum(stated, counted)) => {
            Begun::Refused(format!(": header checksum 0x{stated:04x} != computed checksum 0x{counted:04x}"))
        }
    })
}

/// Looks at the first header alone.
pub(super) fn begin(input: &mut dyn BufRead) -> Result<Expanded, Failure> {
    Ok(match start(input, false)? {
        Begun::Gzip(header) => Expanded { name: header.name, mtime: header.mtime, ..Expanded::new(Method::Deflate) },
        Begun::Lzw => Expanded::new(Method::Lzw),
        Begun::Zip => Expanded::new(Method::Deflate),
        Begun::Refused(why) => Expanded { refused: Some(why), ..Expanded::new(Method::Deflate) },
        Begun::Other(_) => return Err(Failure::Format),
    })
}

/// Expands a whole file. With `pass`, what is not compressed goes through as it is.
pub(super) fn expand(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    pass: bool,

) -> Result<Expanded, Failure> {
    let mut header = match start(input, pass)? {
        Begun::Gzip(header) => header,
        Begun::Refused(why) => return Ok(Expanded { refused: Some(why), ..Expanded::new(Method::Deflate) }),
        Begun::Lzw => {
            let last = expand_lzw(input, out)?;
            return Ok(Expanded { last, header: 3, ..Expanded::new(Method::Lzw) });
        }
        Begun::Zip => return zip_member(input, out),
        Begun::Other(head) if pass => {
            let last = copy(&mut Rejoined { head: &head, rest: input }, out)?;
            return Ok(Expanded { last, ..Expanded::new(Method::Stored) });
        }
        Begun::Other(_) => return Err(Failure::Format),
    };
    let mut expanded = Expanded::new(Method::Deflate);
    expanded.header = header.length + 8;
    (expanded.name, expanded.mtime) = (header.name.take(), header.mtime);
    loop {
        let passed = gzip::expand_member(input, out)?;
        (expanded.crc, expanded.last) = (passed.crc, passed.length);
        expanded.ended = match gzip::look_behind(input)? {
            Behind::End => Ended::Clean,
            Behind::Zeros => Ended::Zeros,
            Behind::Garbage => Ended::Garbage,
            Behind::Cut => return Err(Failure::Cut),
            Behind::Member => {
                expanded.header = 0;
                match self::header(input)? {
                    Begun::Refused(why) => expanded.refused = Some(why),
                    _ => continue,
                }
                Ended::Clean
            }
        };
        return Ok(expanded);
    }
}

/// The first member of a zip archive, behind `PK`.
fn zip_member(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Expanded, Failure> {
    let record: [u8; 28] = take_array(input)?;
    let short = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let long = |at: usize| u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]);
    let (flags, method) = (short(4), short(6));
    if flags & 1 != 0 {
        let why = " is encrypted -- not supported".to_owned();
        return Ok(Expanded { refused: Some(why), ..Expanded::new(Method::Deflate) });
    }
    for _ in 0..u32::from(short(24)) + u32::from(short(26)) {
        take_byte(input)?;
    }
    let (mut crc, mut length) = (long(12), u64::from(long(20)));
    let passed = match method {
        8 => gzip::inflate(input, out)?,
        0 => {
            let mut sum = flate2::Crc::new();
            let mut left = length;
            while left > 0 {
                let chunk = input.fill_buf()?;
                let count = usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len());
                let data = chunk.get(..count).filter(|data| !data.is_empty()).ok_or(Failure::Cut)?;
                sum.update(data);
                out.write_all(data)?;
                input.consume(count);
                left -= count as u64;
            }
            gzip::Passed { crc: sum.sum(), length, packed: length }
        }
        _ => {
            let why = " not a valid zip file".to_owned();
            return Ok(Expanded { refused: Some(format!(":{why}")), ..Expanded::new(Method::Deflate) });
        }
    };
    if flags & 8 != 0 {
        // The sums follow, behind a mark.
        let behind: [u8; 16] = take_array(input)?;
        let long = |at: usize| u32::from_le_bytes([behind[at], behind[at + 1], behind[at + 2], behind[at + 3]]);
        (crc, length) = (long(4), u64::from(long(12)));
    }
    if crc != passed.crc {
        return Err(Failure::Checksum);
    }
    if length != passed.length {
        return Err(Failure::Length);
    }
    let method = if method == 8 { Method::Deflate } else { Method::Stored };
    Ok(Expanded { crc, last: length, ended: Ended::Clean, ..Expanded::new(method) })
}

fn copy(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    let mut total = 0;
    loop {
        let chunk = input.fill_buf()?;
        let count = chunk.len();
        if count == 0 {
            return Ok(total);
        }
        out.write_all(chunk)?;
        input.consume(count);
        total += count as u64;
    }
}
