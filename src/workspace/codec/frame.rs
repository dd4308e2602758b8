//! Compressing: an LZ4 frame of independent blocks, several of which may be compressed at a time.
//!
//! The bytes depend on the content alone: not on the pieces in which it comes, nor on who compresses what.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use lz4_flex::block::{compress_into, get_maximum_output_size};

/// Starts a job on another thread, soon or late.
pub type Spawn<'a> = &'a dyn Fn(Box<dyn FnOnce() + Send>);

/// The magic number; blocks are independent and have no checksums, nor has the frame; blocks have at most 256 KiB; the
/// checksum of these (LZ4 frame format 1.6).
pub(super) const HEADER: [u8; 7] = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x50, 0xfb];
const END_MARK: [u8; 4] = [0; 4];
pub(super) const BLOCK: usize = 256 << 10;
/// Set in the length of a block that is stored as it is.
pub(super) const STORED: u32 = 1 << 31;

/// From this many blocks on others may help.
const ALONE: u64 = 2;
/// How many others; one tree is not to have all threads of a machine.
const HELPERS: usize = 3;
/// Whoever makes blocks does not run further ahead of those who compress them.
const AHEAD: usize = 2 * HELPERS + 2;

/// Is told the bytes that were put behind others, in order, soon after it happened.
pub type Seen<'a> = &'a mut dyn FnMut(&[u8]);

/// A frame under construction, behind what `out` holds.
pub(super) struct Frame<'a> {
    out: Vec<u8>,
    seen: Seen<'a>,
    /// How much of `out` was told, or was there before.
    told: usize,
    block: Vec<u8>,
    /// For blocks that are compressed here while there is nobody else.
    scratch: Compressed,
    /// Blocks so far.
    count: u64,
    spawn: Option<Spawn<'a>>,
    shared: Option<Arc<Shared>>,
}

/// What those who compress have in common.
#[derive(Default)]
struct Shared {
    work: Mutex<Work>,
    changed: Condvar,
}

#[derive(Default)]
struct Work {
    /// Blocks that nobody has taken, with their numbers.
    waiting: VecDeque<(u64, Vec<u8>)>,
    /// The compressed blocks from `written` on, in order; `None` for those that are waiting or being compressed.
    done: VecDeque<Option<Compressed>>,
    /// How many blocks are in the frame.
    written: u64,
    /// Buffers to be used again: fresh memory costs as much as what is done with it.
    spare: Vec<Vec<u8>>,
    spare_compressed: Vec<Compressed>,
    /// Nothing more will come.
    closed: bool,
}

/// A compressed block with its length in front.
#[derive(Default)]
struct Compressed {
    /// Long enough for any block, and reused as it is.
    buffer: Vec<u8>,
    length: usize,
}

impl Compressed {
    fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.length).unwrap_or_default()
    }

    /// Compresses a block. Never fails: what cannot be made smaller is stored.
    fn fill(&mut self, block: &[u8]) {
        let most = size_of::<u32>() + get_maximum_output_size(block.len());
        if self.buffer.len() < most {
            self.buffer.resize(most, 0);
        }
        let (head, body) = self.buffer.split_at_mut(size_of::<u32>());
        // Fast rather than small: the fastest deflate takes twice as long and saves an eighth on source text.
        let (flag, length) = match compress_into(block, body) {
            Ok(length) if length < block.len() => (0, length),
            _ => {
                body[..block.len()].copy_from_slice(block);
                (STORED, block.len())
            }
        };
        debug_assert!(length <= BLOCK);
        head.copy_from_slice(&(length as u32 | flag).to_le_bytes());
        self.length = size_of::<u32>() + length;
    }
}

impl<'a> Frame<'a> {
    pub(super) fn new(mut out: Vec<u8>, spawn: Option<Spawn<'a>>, seen: Seen<'a>) -> Self {
        let told = out.len();
        out.extend_from_slice(&HEADER);
        Frame { out, seen, told, block: Vec::new(), scratch: Compressed::default(), count: 0, spawn, shared: None }
    }

    /// What is new is still near when it is told: who reads all of it need not fetch it from memory again.
    fn tell(&mut self) {
        (self.seen)(self.out.get(self.told..).unwrap_or_default());
        self.told = self.out.len();
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK {
                self.end_block();
            }
        }
    }

    fn end_block(&mut self) {
        if let Some(shared) = &self.shared {
            let mut work = shared.lock();
            let empty = work.spare.pop().unwrap_or_default();
            work.done.push_back(None);
            work.waiting.push_back((self.count, std::mem::replace(&mut self.block, empty)));
            shared.changed.notify_one();
            work.flush(&mut self.out);
            let ahead = if work.waiting.len() > AHEAD { work.waiting.pop_front() } else { None };
            drop(work);
            if let Some(block) = ahead {
                shared.compress(block);
            }
        } else {
            self.scratch.fill(&self.block);
            self.out.extend_from_slice(self.scratch.bytes());
            if self.count == ALONE
                && let Some(spawn) = self.spawn
            {
                self.call_helpers(spawn);
            }
        }
        self.tell();
        self.block.clear();
        self.count += 1;
    }

    fn call_helpers(&mut self, spawn: Spawn<'_>) {
        let shared = Arc::new(Shared::default());
        shared.lock().written = self.count + 1;
        for _ in 0..HELPERS {
            let shared = Arc::clone(&shared);
            spawn(Box::new(move || shared.help()));
        }
        self.shared = Some(shared);
    }

    /// Ends the frame; gives everything.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if !self.block.is_empty() {
            self.end_block();
        }
        if let Some(shared) = self.shared.take() {
            let mut work = shared.lock();
            work.closed = true;
            shared.changed.notify_all();
            loop {
                let waiting = work.waiting.pop_front();
                if waiting.is_none() && matches!(work.done.front(), Some(None)) {
                    work = shared.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
                }
                work.flush(&mut self.out);
                if waiting.is_none() && work.done.is_empty() {
                    break;
                }
                drop(work);
                self.tell();
                if let Some(block) = waiting {
                    shared.compress(block);
                }
                work = shared.lock();
            }
        }
        self.out.extend_from_slice(&END_MARK);
        self.tell();
        self.out
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compresses what there is until nothing more comes.
    fn help(&self) {
        loop {
            let block = {
                let mut work = self.lock();
                loop {
                    match work.waiting.pop_front() {
                        Some(block) => break block,
                        None if work.closed => return,
                        None => work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner),
                    }
                }
            };
            self.compress(block);
        }
    }

    fn compress(&self, (number, mut block): (u64, Vec<u8>)) {
        let mut compressed = self.lock().spare_compressed.pop().unwrap_or_default();
        compressed.fill(&block);
        block.clear();
        let mut work = self.lock();
        let place = usize::try_from(number - work.written).ok().and_then(|at| work.done.get_mut(at));
        debug_assert!(place.is_some(), "every block that was given out has its place");
        if let Some(place) = place {
            *place = Some(compressed);
        }
        work.spare.push(block);
        self.changed.notify_all();
    }
}

impl Work {
    /// Puts into the frame what is next in it.
    fn flush(&mut self, out: &mut Vec<u8>) {
        while let Some(Some(_)) = self.done.front() {
            if let Some(Some(block)) = self.done.pop_front() {
                out.extend_from_slice(block.bytes());
                self.spare_compressed.push(block);
                self.written += 1;
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Read;

    use super::*;

    fn frame(content: &[u8], piece: usize, spawn: Option<Spawn<'_>>) -> Vec<u8> {
        let mut seen = b"before".to_vec();
        let mut see = |bytes: &[u8]| seen.extend_from_slice(bytes);
        let mut frame = Frame::new(b"before".to_vec(), spawn, &mut see);
        content.chunks(piece).for_each(|piece| frame.write(piece));
        let mut out = frame.finish();
        assert!(seen == out, "all of it is told, in order");
        out.drain(..6);
        out
    }

    /// Some blocks that shrink and some that do not.
    pub fn content(length: usize) -> Vec<u8> {
        let noise = |at: usize| (at.wrapping_mul(2_654_435_761) >> 13) as u8;
        (0..length).map(|at| if at / 300_000 % 2 == 0 { noise(at) } else { (at / 7) as u8 }).collect()
    }

    #[test]
    fn what_is_read_is_what_was_written_whoever_compressed_it() {
        let threads = std::sync::Mutex::new(Vec::new());
        let here: Spawn<'_> = &|job| threads.lock().expect("no panic").push(std::thread::spawn(job));
        let kept = std::sync::Mutex::new(Vec::new());
        let never: Spawn<'_> = &|job| kept.lock().expect("no panic").push(job);
        for length in [0, 1, 5, BLOCK - 1, BLOCK, BLOCK + 1, 20 * BLOCK + 77] {
            let content = content(length);
            let alone = frame(&content, BLOCK, None);
            let mut back = Vec::new();
            lz4_flex::frame::FrameDecoder::new(&alone[..]).read_to_end(&mut back).expect("a frame");
            assert!(back == content, "{length}");
            assert!(frame(&content, 1_000, Some(here)) == alone, "{length}");
            assert!(frame(&content, 77_777, Some(never)) == alone, "{length}");
        }
        for thread in threads.into_inner().expect("no panic") {
            thread.join().expect("no panic");
        }
        // Whoever comes when all is done has nothing to do.
        kept.into_inner().expect("no panic").into_iter().for_each(|job| job());
    }

    #[test]
    fn the_header_is_what_the_reader_s_own_writer_puts() {
        use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};
        let info = FrameInfo::new().block_size(BlockSize::Max256KB);
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        std::io::Write::write_all(&mut encoder, b"x").expect("a vector");
        assert_eq!(encoder.finish().expect("a vector")[..7], HEADER);
    }
}
