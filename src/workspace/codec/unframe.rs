//! Decompressing: reads what [`super::frame`] wrote, and only that. Another thread may decompress blocks ahead of who
//! reads them; who reads does without where none does.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use lz4_flex::block::decompress_into;

use super::CodecError::{self, Malformed};
use super::frame::{BLOCK, HEADER, STORED};

/// Runs the first on another thread if there is one, and the second here; comes back when both have ended.
pub type Beside<'a> = &'a dyn Fn(&mut (dyn FnMut() + Send), &mut dyn FnMut());

/// Below this many bytes a thread costs more than it saves.
const ALONE: usize = 1 << 20;
/// No byte of a block stands for more of what was compressed (LZ4 block format: a length goes on by 255 a byte).
const MOST_GROWTH: usize = 255;
/// How many blocks are decompressed that nobody has asked for yet.
const AHEAD: usize = 8;

/// The decompressed bytes of a block.
#[derive(Default)]
struct Block {
    /// Long enough for what was in it so far, and reused as it is.
    buffer: Vec<u8>,
    length: usize,
}

impl Block {
    fn fill(&mut self, (stored, bytes): (bool, &[u8])) -> Result<(), CodecError> {
        let most = bytes.len().saturating_mul(MOST_GROWTH).min(BLOCK);
        if self.buffer.len() < most {
            self.buffer.resize(most, 0);
        }
        self.length = if stored {
            let place = self.buffer.get_mut(..bytes.len()).ok_or(BROKEN)?;
            place.copy_from_slice(bytes);
            bytes.len()
        } else {
            decompress_into(bytes, &mut self.buffer).map_err(|_| BROKEN)?
        };
        if self.length == 0 { Err(BROKEN) } else { Ok(()) }
    }
}

const BROKEN: CodecError = Malformed("its compression is broken");
const EARLY: CodecError = Malformed("it ends too early or its compression is broken");

/// The blocks of a frame that nobody has taken.
struct Blocks<'a>(&'a [u8]);

impl<'a> Blocks<'a> {
    fn new(frame: &'a [u8]) -> Result<Self, CodecError> {
        frame.strip_prefix(&HEADER).map(Blocks).ok_or(EARLY)
    }

    /// The next block, and whether it is stored as it is; `None` at the end, behind which nothing may be.
    fn take(&mut self) -> Result<Option<(bool, &'a [u8])>, CodecError> {
        let (length, rest) = self.0.split_first_chunk().ok_or(EARLY)?;
        let length = u32::from_le_bytes(*length);
        if length == 0 {
            return if rest.is_empty() { Ok(None) } else { Err(Malformed("there is more after its end")) };
        }
        let count = usize::try_from(length & !STORED).unwrap_or(usize::MAX);
        let (block, rest) = rest.split_at_checked(count).filter(|_| count <= BLOCK).ok_or(EARLY)?;
        self.0 = rest;
        Ok(Some((length & STORED != 0, block)))
    }
}

/// A frame that two threads decompress.
struct Shared<'a> {
    work: Mutex<Work<'a>>,
    changed: Condvar,
}

struct Work<'a> {
    blocks: Blocks<'a>,
    /// Decompressed blocks from `given` on, in order; `None` for one that is being decompressed.
    done: VecDeque<Option<Result<Block, CodecError>>>,
    /// How many blocks the reader got.
    given: u64,
    spare: Vec<Block>,
    /// Nothing more is to be done ahead.
    closed: bool,
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, Work<'a>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Decompresses blocks ahead of the reader until there are no more.
    fn help(&self) {
        let mut work = self.lock();
        loop {
            while work.done.len() >= AHEAD && !work.closed {
                work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
            }
            // The end, and what is not as it should be, the reader finds by itself.
            let before = work.blocks.0;
            let block = match work.blocks.take() {
                Ok(Some(block)) if !work.closed => block,
                _ => {
                    work.blocks.0 = before;
                    return;
                }
            };
            let number = work.given + work.done.len() as u64;
            work.done.push_back(None);
            let mut place = work.spare.pop().unwrap_or_default();
            drop(work);
            let result = place.fill(block).map(|()| place);
            work = self.lock();
            let at = usize::try_from(number - work.given).ok();
            if let Some(place) = at.and_then(|at| work.done.get_mut(at)) {
                *place = Some(result);
            }
            self.changed.notify_all();
        }
    }
}

/// Puts the next block into the place of one that was read; false at the end.
trait Next {
    fn next(&self, block: &mut Block) -> Result<bool, CodecError>;
}

impl Next for Shared<'_> {
    fn next(&self, block: &mut Block) -> Result<bool, CodecError> {
        let mut work = self.lock();
        loop {
            match work.done.pop_front() {
                Some(Some(result)) => {
                    work.given += 1;
                    work.spare.push(std::mem::replace(block, result?));
                    self.changed.notify_all();
                    return Ok(true);
                }
                Some(None) => {
                    work.done.push_front(None);
                    work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
                }
                None => {
                    let Some(next) = work.blocks.take()? else { return Ok(false) };
                    work.given += 1;
                    drop(work);
                    return block.fill(next).map(|()| true);
                }
            }
        }
    }
}

enum Source<'a> {
    Alone(Blocks<'a>),
    Shared(&'a dyn Next),
}

/// The decompressed bytes of a frame, one after the other.
pub(super) struct Unframe<'a> {
    source: Source<'a>,
    block: Block,
    /// How many bytes of the block were read.
    read: usize,
    /// The block is not full: no other may follow.
    last: bool,
}

impl<'a> Unframe<'a> {
    pub(super) fn new(frame: &'a [u8]) -> Result<Self, CodecError> {
        Ok(Self::from(Source::Alone(Blocks::new(frame)?)))
    }

    fn from(source: Source<'a>) -> Self {
        Unframe { source, block: Block::default(), read: 0, last: false }
    }

    /// What is there of the block that is being read.
    fn rest(&self) -> &[u8] {
        self.block.buffer.get(self.read..self.block.length).unwrap_or_default()
    }

    /// The next block; false at the end of the frame.
    fn next(&mut self) -> Result<bool, CodecError> {
        let more = match &mut self.source {
            Source::Shared(shared) => shared.next(&mut self.block)?,
            Source::Alone(blocks) => match blocks.take()? {
                Some(next) => self.block.fill(next).map(|()| true)?,
                None => false,
            },
        };
        if more && self.last {
            return Err(BROKEN);
        }
        (self.read, self.last) = (0, self.block.length < BLOCK);
        if !more {
            self.block.length = 0;
        }
        Ok(more)
    }

    pub(super) fn byte(&mut self) -> Result<u8, CodecError> {
        loop {
            if let Some(byte) = self.rest().first().copied() {
                self.read += 1;
                return Ok(byte);
            }
            if !self.next()? {
                return Err(EARLY);
            }
        }
    }

    /// Reads so many bytes onto `out`; what it has more than them on an error has no meaning.
    pub(super) fn extend(&mut self, out: &mut Vec<u8>, mut count: usize) -> Result<(), CodecError> {
        loop {
            let rest = self.rest();
            let now = rest.get(..count).unwrap_or(rest);
            out.extend_from_slice(now);
            let now = now.len();
            self.read += now;
            count -= now;
            if count == 0 {
                return Ok(());
            }
            if !self.next()? {
                return Err(EARLY);
            }
        }
    }

    /// That the frame ends here.
    pub(super) fn ends(&mut self) -> Result<(), CodecError> {
        if self.rest().is_empty() && !self.next()? {
            return Ok(());
        }
        Err(Malformed("there is more after its end"))
    }
}

/// Reads a frame with `read`, which gets its bytes while `beside` has others decompressed.
pub(super) fn unframe<R>(
    frame: &[u8],
    beside: Option<Beside<'_>>,
    mut read: impl FnMut(Unframe<'_>) -> Result<R, CodecError>,
) -> Result<R, CodecError> {
    let Some(beside) = beside.filter(|_| frame.len() >= ALONE) else {
        return read(Unframe::new(frame)?);
    };
    let work = Work {
        blocks: Blocks::new(frame)?,
        done: VecDeque::with_capacity(AHEAD),
        given: 0,
        spare: Vec::new(),
        closed: false,
    };
    let shared = Shared { work: Mutex::new(work), changed: Condvar::new() };
    let mut result = Err(EARLY);
    beside(&mut || shared.help(), &mut || {
        result = read(Unframe::from(Source::Shared(&shared)));
        shared.close();
    });
    result
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::super::frame::tests::content;
    use super::*;

    fn frame(content: &[u8]) -> Vec<u8> {
        let mut nobody = |_: &[u8]| {};
        let mut frame = Frame::new(Vec::new(), None, &mut nobody);
        frame.write(content);
        frame.finish()
    }

    fn whole(mut frame: Unframe<'_>, piece: usize, length: usize) -> Result<Vec<u8>, CodecError> {
        let mut out = Vec::new();
        while out.len() < length {
            out.push(frame.byte()?);
            let count = piece.min(length - out.len());
            frame.extend(&mut out, count)?;
        }
        frame.ends().map(|()| out)
    }

    /// Another thread helps.
    fn helped(there: &mut (dyn FnMut() + Send), here: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            scope.spawn(there);
            here();
        });
    }

    #[test]
    fn what_is_read_is_what_was_written_whoever_decompresses_it() {
        let late: Beside<'_> = &|there, here| {
            here();
            there();
        };
        // Nor does anybody where no thread can be had.
        let never: Beside<'_> = &|_, here| here();
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 20 * BLOCK + 77] {
            let content = content(length);
            let frame = frame(&content);
            for beside in [None, Some(&helped as Beside<'_>), Some(late), Some(never)] {
                for piece in [1_000, 77_777, 3 * BLOCK] {
                    let back = unframe(&frame, beside, |frame| whole(frame, piece, length));
                    assert!(back.as_ref() == Ok(&content), "{length} {piece}");
                }
                assert!(unframe(&frame, beside, |frame| whole(frame, 1_000, length + 1)).is_err());
                if length > 0 {
                    assert!(unframe(&frame, beside, |frame| whole(frame, 1_000, length - 1)).is_err());
                }
            }
        }
    }

    #[test]
    fn a_reader_that_gives_up_leaves_nobody_waiting() {
        let frame = frame(&content(40 * BLOCK));
        for read in [0, 1, 5 * BLOCK] {
            let result = unframe(&frame, Some(&helped), |mut frame| {
                frame.extend(&mut Vec::new(), read)?;
                Err::<(), _>(Malformed("for a reason"))
            });
            assert_eq!(result, Err(Malformed("for a reason")));
        }
    }

    #[test]
    fn a_block_that_is_not_full_is_the_last() {
        let (one, two) = (frame(b"one"), frame(b"two"));
        let both = [&one[..one.len() - 4], &two[HEADER.len()..]].concat();
        assert_eq!(unframe(&both, None, |frame| whole(frame, 1, 6)), Err(BROKEN));
        let stored = [&HEADER[..], &(STORED | 3).to_le_bytes(), b"abc", &[0; 4]].concat();
        assert_eq!(unframe(&stored, None, |frame| whole(frame, 1, 3)), Ok(b"abc".to_vec()));
        let none = [&HEADER[..], &STORED.to_le_bytes(), &[0; 4]].concat();
        assert_eq!(unframe(&none, None, |frame| whole(frame, 1, 1)), Err(BROKEN));
    }
}
