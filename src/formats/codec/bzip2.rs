//! bzip2: streams of blocks that are sorted.

use std::io::{self, BufRead, Write};

use bzip2::{Action, Compress, Compression, Decompress, Error, Status};

use super::{Aside, Failure, PIECE, done_aside, peek, read_piece};

/// Expands one stream and leaves what follows it. The count is that of the bytes written.
pub fn expand_stream(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    let mut stream = Decompress::new(false);
    let mut piece = vec![0; PIECE];
    loop {
        let chunk = input.fill_buf()?;
        let at_end = chunk.is_empty();
        let (before_in, before_out) = (stream.total_in(), stream.total_out());
        let status = stream.decompress(chunk, &mut piece);
        let taken = usize::try_from(stream.total_in() - before_in).unwrap_or_default();
        let made = usize::try_from(stream.total_out() - before_out).unwrap_or_default();
        input.consume(taken);
        out.write_all(piece.get(..made).unwrap_or_default())?;
        match status {
            Ok(Status::StreamEnd) => return Ok(stream.total_out()),
            Ok(Status::MemNeeded) => return Err(Failure::Memory),
            Ok(_) if taken == 0 && made == 0 => return Err(if at_end { Failure::Cut } else { Failure::Data }),
            Ok(_) => {}
            Err(Error::DataMagic) => return Err(Failure::Format),
            Err(_) => return Err(Failure::Data),
        }
    }
}

/// Expands all streams; garbage behind them is passed over.
pub fn expand(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    expand_stream(input, out)?;
    while peek(input)? == Some(b'B') {
        match expand_stream(input, out) {
            Err(Failure::Format) => break,
            result => result?,
        };
    }
    Ok(())
}

/// More than the largest block: what is given to the encoder at a time. Sorting a block is one piece of work in it, of up to
/// some hundred milliseconds, which is why it is done aside.
const UNIT: usize = 1 << 20;

/// What is sorted fast enough to be done at once.
const SMALL: usize = 64 << 10;

/// Compresses everything that comes. `level`: 1 to 9, the size of blocks in 100 kB. The counts are the bytes that came and
/// those that were written.
pub fn compress(input: &mut dyn BufRead, out: &mut dyn Aside, level: u32) -> io::Result<(u64, u64)> {
    let mut encoder =
        Encoder { stream: Compress::new(Compression::new(level), 30), packed: Vec::new(), is_over: false };
    let mut unit = vec![0; UNIT];
    loop {
        unit.resize(UNIT, 0);
        let length = read_piece(input, &mut unit)?.len();
        unit.truncate(length);
        let pending = encoder.stream.total_in() + length as u64;
        if pending <= SMALL as u64 {
            encoder.take(&unit)?;
        } else {
            (encoder, unit) = done_aside(out, move || encoder.take(&unit).map(|()| (encoder, unit)))??;
        }
        out.write_all(&encoder.packed)?;
        if encoder.is_over {
            return Ok((encoder.stream.total_in(), encoder.stream.total_out()));
        }
    }
}

struct Encoder {
    stream: Compress,
    /// What the last unit gave.
    packed: Vec<u8>,
    is_over: bool,
}

impl Encoder {
    /// Takes a whole unit; an empty one is the end.
    fn take(&mut self, mut data: &[u8]) -> io::Result<()> {
        let action = if data.is_empty() { Action::Finish } else { Action::Run };
        self.packed.clear();
        while !self.is_over && (action == Action::Finish || !data.is_empty()) {
            self.packed.reserve(PIECE);
            let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
            let status = self.stream.compress_vec(data, &mut self.packed, action).map_err(io::Error::other)?;
            let taken = usize::try_from(self.stream.total_in() - before_in).unwrap_or_default();
            data = data.get(taken..).unwrap_or_default();
            self.is_over = status == Status::StreamEnd;
            if taken == 0 && self.stream.total_out() == before_out && !self.is_over {
                return Err(io::Error::other("bzip2 makes no progress"));
            }
        }
        Ok(())
    }
}
