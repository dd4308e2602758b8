//! Zstandard (RFC 8878).

use std::io::{self, BufRead, Read, Write};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, FrameCompressor};

use super::{Failure, PIECE, peek, take_array};

/// What a frame begins with.
pub const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// The largest window that a decoder keeps, as zstd itself has it.
const WINDOW: u64 = 128 << 20;

/// Whether four bytes begin a frame that holds nothing for a decoder.
fn is_skippable(magic: [u8; 4]) -> bool {
    u32::from_le_bytes(magic) & 0xffff_fff0 == 0x184d_2a50
}

/// Notes an error of the input, because the decoder wraps it deeply.
struct Noting<'a> {
    input: &'a mut dyn BufRead,
    error: Option<io::Error>,
    cut: bool,
}

impl Read for Noting<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.input.read(out) {
            Ok(0) if !out.is_empty() => {
                self.cut = true;
                Ok(0)
            }
            Ok(count) => Ok(count),
            Err(error) => {
                let kind = error.kind();
                self.error = Some(error);
                Err(kind.into())
            }
        }
    }
}

impl Noting<'_> {
    fn failure(&mut self, error: &FrameDecoderError) -> Failure {
        if let Some(error) = self.error.take() {
            return Failure::Io(error);
        }
        if self.cut {
            return Failure::Cut;
        }
        match error {
            FrameDecoderError::WindowSizeTooBig { .. } => Failure::Memory,
            FrameDecoderError::DictNotProvided { .. } => Failure::Unsupported("dictionary"),
            FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_)) => Failure::Format,
            _ => Failure::Data,
        }
    }
}

/// Expands one frame and leaves what follows it. The count is that of the bytes written.
pub fn expand_frame(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    // The first four bytes decide, wherever the pieces of the input end.
    let magic: [u8; 4] = match take_array(input) {
        Err(Failure::Cut) => return Err(Failure::Format),
        magic => magic?,
    };
    if is_skippable(magic) {
        let mut length = u64::from(u32::from_le_bytes(take_array(input)?));
        while length > 0 {
            let here = input.fill_buf()?.len();
            if here == 0 {
                return Err(Failure::Cut);
            }
            let step = usize::try_from(length).unwrap_or(usize::MAX).min(here);
            input.consume(step);
            length -= step as u64;
        }
        return Ok(0);
    }
    if magic != MAGIC {
        return Err(Failure::Format);
    }
    let mut source = Noting { input, error: None, cut: false };
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW);
    let began = decoder.init((&magic[..]).chain(&mut source));
    began.map_err(|error| source.failure(&error))?;
    let stated = decoder.content_size();
    let mut total = 0u64;
    loop {
        let done = decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBytes(PIECE));
        done.map_err(|error| source.failure(&error))?;
        if let Some(bytes) = decoder.collect() {
            out.write_all(&bytes)?;
            total += bytes.len() as u64;
        }
        if decoder.is_finished() {
            break;
        }
    }
    let sums = (decoder.get_checksum_from_data(), decoder.get_calculated_checksum());
    if let (Some(stated), Some(counted)) = sums
        && stated != counted
    {
        return Err(Failure::Checksum);
    }
    if stated != 0 && stated != total {
        return Err(Failure::Data);
    }
    Ok(total)
}

/// Expands all frames.
pub fn expand(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    let mut total = expand_frame(input, out)?;
    while peek(input)?.is_some() {
        total += expand_frame(input, out)?;
    }
    Ok(total)
}

/// A reader and a writer that keep their error, since the encoder takes none.
struct Calm<'a, T: ?Sized> {
    inner: &'a mut T,
    error: Option<io::Error>,
    count: u64,
}

impl<'a, T: ?Sized> Calm<'a, T> {
    fn new(inner: &'a mut T) -> Self {
        Calm { inner, error: None, count: 0 }
    }
}

impl Read for Calm<'_, dyn BufRead + '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.error.is_some() {
            return Ok(0);
        }
        Ok(self.inner.read(out).map_or_else(
            |error| {
                self.error = Some(error);
                0
            },
            |count| {
                self.count += count as u64;
                count
            },
        ))
    }
}

impl Write for Calm<'_, dyn Write + '_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.error.is_none() {
            match self.inner.write_all(data) {
                Ok(()) => self.count += data.len() as u64,
                Err(error) => self.error = Some(error),
            }
        }
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Compresses everything that comes into one frame. The counts are the bytes that came and those that were written.
pub fn compress(input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<(u64, u64)> {
    let mut source: Calm<'_, dyn BufRead + '_> = Calm::new(input);
    let mut drain: Calm<'_, dyn Write + '_> = Calm::new(out);
    let mut encoder = FrameCompressor::new(CompressionLevel::Fastest);
    encoder.set_source(&mut source);
    encoder.set_drain(&mut drain);
    encoder.compress();
    drop(encoder);
    if let Some(error) = source.error.or(drain.error) {
        return Err(error);
    }
    Ok((source.count, drain.count))
}

/// What the headers of a file's frames say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frames {
    pub frames: u64,
    pub skips: u64,
    /// Bytes of the file.
    pub packed: u64,
    /// What they expand to; `None` when a frame does not say it.
    pub whole: Option<u64>,
    pub checked: bool,
}

impl Frames {
    pub fn add(&mut self, other: &Frames) {
        self.whole = match (self.frames, self.whole, other.whole) {
            (0, _, whole) => whole,
            (_, Some(mine), Some(whole)) => mine.checked_add(whole),
            _ => None,
        };
        self.frames += other.frames;
        self.skips += other.skips;
        self.packed = self.packed.saturating_add(other.packed);
        self.checked |= other.checked;
    }
}

/// Walks over the frames of a file without expanding them.
pub fn frames(file: &[u8]) -> Result<Frames, Failure> {
    let mut found = Frames { packed: file.len() as u64, whole: Some(0), ..Frames::default() };
    let mut rest = file;
    let take = |rest: &mut &[u8], count: usize| -> Result<u64, Failure> {
        let (bytes, behind) = rest.split_at_checked(count).ok_or(Failure::Cut)?;
        *rest = behind;
        Ok(bytes.iter().rev().take(8).fold(0, |value, byte| value << 8 | u64::from(*byte)))
    };
    if file.len() < 4 {
        return Err(Failure::Format);
    }
    while !rest.is_empty() {
        let magic = (take(&mut rest, 4)? as u32).to_le_bytes();
        if is_skippable(magic) {
            let length = usize::try_from(take(&mut rest, 4)?).map_err(|_| Failure::Cut)?;
            take(&mut rest, length)?;
            found.skips += 1;
            continue;
        }
        if magic != MAGIC {
            return Err(if found.frames == 0 { Failure::Format } else { Failure::Data });
        }
        let descriptor = take(&mut rest, 1)?;
        let single = descriptor & 0x20 != 0;
        let checked = descriptor & 4 != 0;
        if !single {
            take(&mut rest, 1)?;
        }
        let dictionary = [0, 1, 2, 4][(descriptor & 3) as usize];
        take(&mut rest, dictionary)?;
        let size = match descriptor >> 6 {
            0 if single => Some(take(&mut rest, 1)?),
            0 => None,
            1 => Some(take(&mut rest, 2)? + 256),
            2 => Some(take(&mut rest, 4)?),
            _ => Some(take(&mut rest, 8)?),
        };
        found.whole = found.whole.zip(size).and_then(|(whole, size)| whole.checked_add(size));
        loop {
            let block = take(&mut rest, 3)?;
            let length = (block >> 3) as usize;
            take(&mut rest, if block >> 1 & 3 == 1 { 1 } else { length })?;
            if block & 1 != 0 {
                break;
            }
        }
        if checked {
            take(&mut rest, 4)?;
        }
        found.checked |= checked;
        found.frames += 1;
    }
    Ok(found)
}
