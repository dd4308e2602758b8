//! bzip2: streams of blocks that are sorted.

use std::io::{self, BufRead, Write};

use bzip2::{Action, Compress, Compression, Decompress, Error, Status};

use super::{Failure, PIECE, peek, read_piece};

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

/// Compresses everything that comes. `level`: 1 to 9, the size of blocks in 100 kB. The counts are the bytes that came and
/// those that were written.
pub fn compress(input: &mut dyn BufRead, out: &mut dyn Write, level: u32) -> io::Result<(u64, u64)> {
    let mut stream = Compress::new(Compression::new(level), 30);
    let mut piece = vec![0; PIECE];
    let mut packed = vec![0; PIECE];
    loop {
        let mut data = read_piece(input, &mut piece)?;
        let action = if data.is_empty() { Action::Finish } else { Action::Run };
        loop {
            let (before_in, before_out) = (stream.total_in(), stream.total_out());
            let status = stream.compress(data, &mut packed, action).map_err(io::Error::other)?;
            let taken = usize::try_from(stream.total_in() - before_in).unwrap_or_default();
            let made = usize::try_from(stream.total_out() - before_out).unwrap_or_default();
            data = data.get(taken..).unwrap_or_default();
            out.write_all(packed.get(..made).unwrap_or_default())?;
            if status == Status::StreamEnd {
                return Ok((stream.total_in(), stream.total_out()));
            }
            if action == Action::Run && data.is_empty() {
                break;
            }
            if taken == 0 && made == 0 {
                return Err(io::Error::other("bzip2 makes no progress"));
            }
        }
    }
}
