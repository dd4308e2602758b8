//! A file's bytes as a sequence of shared slices.
//!
//! All storage is [`Bytes`]: a slice is handed out by counting a reference, and it is written in place exactly while
//! nobody else holds it. A file of one slice is its `tail` alone. Longer ones keep full slices in `frozen`, so that
//! an append to a file whose clone is held elsewhere copies [`CHUNK`] bytes at most.

use std::fmt;
use std::sync::{Arc, LazyLock};

use bytes::{Bytes, BytesMut};
use sha2::{Digest, Sha256};

use super::hash::Hash;

/// The size up to which a tail grows, and the most that a small write to a shared slice copies.
const CHUNK: usize = 256 << 10;
/// The size from which a foreign slice is taken over as it is, and a shared tail is left alone instead of copied.
const ADOPT: usize = 64 << 10;
/// The size below which a slice is copied rather than let it hold on to a larger buffer.
const COPY: usize = 4 << 10;
/// The size of the slices that fill holes.
const ZEROS: usize = 1 << 20;

static ZERO: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(vec![0; ZEROS]));

/// The bytes of a file. Cloning is O(1).
///
/// It knows no limit on its length: whoever writes at an offset or lengthens it checks the quota first, as
/// [`super::Tree::edit`] does.
#[derive(Clone, Default)]
pub struct Content {
    /// Everything before the tail; never an empty list.
    frozen: Option<Arc<Vec<Chunk>>>,
    tail: Bytes,
}

#[derive(Clone)]
struct Chunk {
    /// Where the slice ends, counted from the start of the file.
    end: u64,
    /// Never empty.
    bytes: Bytes,
}

impl Chunk {
    fn start(&self) -> u64 {
        self.end.saturating_sub(length(&self.bytes))
    }
}

fn length(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// A file position as an index; positions past the address space become the largest index, which no slice has.
fn index(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

impl Content {
    /// No bytes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes over `bytes` without copying; below 4 KiB it copies, so that a small file never keeps a large buffer alive.
    pub fn from_bytes(bytes: Bytes) -> Self {
        let tail = if bytes.len() < COPY { Bytes::copy_from_slice(&bytes) } else { bytes };
        Content { frozen: None, tail }
    }

    /// The size in bytes.
    pub fn len(&self) -> u64 {
        self.frozen_len() + length(&self.tail)
    }

    /// How many of the bytes nobody else holds.
    pub(super) fn private_len(&self) -> u64 {
        let alone = self.frozen.as_ref().is_none_or(|frozen| Arc::strong_count(frozen) == 1);
        let frozen = self.chunks().iter().map(|chunk| &chunk.bytes).filter(|_| alone);
        frozen.chain([&self.tail]).filter(|bytes| bytes.is_unique()).map(|bytes| length(bytes)).sum()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn chunks(&self) -> &[Chunk] {
        self.frozen.as_deref().map_or(&[], Vec::as_slice)
    }

    fn frozen_len(&self) -> u64 {
        self.chunks().last().map_or(0, |chunk| chunk.end)
    }

    /// All bytes in order as shared slices, none of them empty. Nothing is copied.
    pub fn slices(&self) -> impl Iterator<Item = Bytes> {
        self.parts().cloned()
    }

    fn parts(&self) -> impl Iterator<Item = &Bytes> {
        let tail = (!self.tail.is_empty()).then_some(&self.tail);
        self.chunks().iter().map(|chunk| &chunk.bytes).chain(tail)
    }

    /// All bytes as one slice. Free when the content is one slice already, otherwise a copy.
    pub fn to_bytes(&self) -> Bytes {
        let mut parts = self.parts();
        let Some(first) = parts.next() else {
            return Bytes::new();
        };
        if parts.next().is_none() {
            return first.clone();
        }
        let mut all = Vec::with_capacity(index(self.len()));
        self.parts().for_each(|part| all.extend_from_slice(part));
        all.into()
    }

    /// The bytes from `offset` to the end of the slice that holds it: at least one byte, or none at and after the end
    /// of the content. Nothing is copied.
    pub fn slice_at(&self, offset: u64) -> Bytes {
        let chunks = self.chunks();
        match chunks.get(chunks.partition_point(|chunk| chunk.end <= offset)) {
            Some(chunk) => chunk.bytes.slice(index(offset - chunk.start())..),
            None => {
                let at = index(offset - self.frozen_len());
                if at < self.tail.len() { self.tail.slice(at..) } else { Bytes::new() }
            }
        }
    }

    /// Adds bytes at the end: amortised O(1) a byte while no clone is held elsewhere, else one copy of the tail.
    pub fn append(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            if self.tail.len() >= CHUNK {
                self.freeze_tail();
            }
            let room = CHUNK - self.tail.len();
            let (now, later) = data.split_at(room.min(data.len()));
            data = later;
            match std::mem::take(&mut self.tail).try_into_mut() {
                Ok(mut tail) => {
                    tail.extend_from_slice(now);
                    self.tail = tail.freeze();
                }
                Err(shared) if shared.len() >= ADOPT => {
                    self.tail = shared;
                    self.freeze_tail();
                    self.tail = Bytes::copy_from_slice(now);
                }
                Err(shared) => {
                    let mut tail = BytesMut::with_capacity(shared.len() + now.len());
                    tail.extend_from_slice(&shared);
                    tail.extend_from_slice(now);
                    self.tail = tail.freeze();
                }
            }
        }
    }

    /// Adds a slice at the end. From 64 KiB on it is taken over as it is, below it is copied.
    pub fn append_bytes(&mut self, data: Bytes) {
        if data.len() < ADOPT {
            self.append(&data);
        } else {
            self.freeze_tail();
            self.tail = data;
        }
    }

    fn freeze_tail(&mut self) {
        let bytes = std::mem::take(&mut self.tail);
        self.push_frozen(bytes);
    }

    /// Adds a slice behind the frozen ones. The tail must be empty.
    fn push_frozen(&mut self, bytes: Bytes) {
        debug_assert!(self.tail.is_empty());
        if !bytes.is_empty() {
            let end = self.frozen_len() + length(&bytes);
            let frozen = self.frozen.get_or_insert_default();
            Arc::make_mut(frozen).push(Chunk { end, bytes });
        }
    }

    /// Writes `data` over what stands at `offset`, growing the content where it reaches past the end; a gap before
    /// `offset` is filled with zeros (POSIX `pwrite`). Empty data change nothing. Only the slices concerned are
    /// touched: in place when nobody else holds them, else at most 256 KiB around the write are copied.
    pub fn write_at(&mut self, offset: u64, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        let len = self.len();
        if offset > len {
            self.truncate(offset);
        }
        let (mut over, behind) = data.split_at(index(len.saturating_sub(offset)).min(data.len()));
        let mut position = offset;
        // A long tail that somebody else holds is split like any other slice instead of being copied whole.
        if self.tail.len() > CHUNK && !self.tail.is_unique() && position + length(over) > self.frozen_len() {
            self.freeze_tail();
        }
        if let Some(frozen) = &mut self.frozen
            && frozen.last().is_some_and(|chunk| position < chunk.end)
        {
            let chunks = Arc::make_mut(frozen);
            let mut at = chunks.partition_point(|chunk| chunk.end <= position);
            while !over.is_empty() && at < chunks.len() {
                let chunk = &mut chunks[at];
                let start = index(position - chunk.start());
                let (now, later) = over.split_at((chunk.bytes.len() - start).min(over.len()));
                over = later;
                position += length(now);
                let base = chunk.start();
                let pieces = overwrite(std::mem::take(&mut chunk.bytes), start, now);
                at += replace_chunk(chunks, at, base, pieces);
            }
        }
        if !over.is_empty() {
            let start = index(position - self.frozen_len());
            self.tail = overwrite_whole(std::mem::take(&mut self.tail), start, over);
        }
        self.append(behind);
    }

    /// Cuts the content to `len` bytes, or lengthens it with zeros that take no memory of their own.
    pub fn truncate(&mut self, len: u64) {
        let frozen_len = self.frozen_len();
        if len > self.len() {
            self.extend_zeros(len - self.len());
        } else if len >= frozen_len {
            self.tail = shorten(std::mem::take(&mut self.tail), index(len - frozen_len));
        } else if let Some(frozen) = &mut self.frozen {
            let chunks = Arc::make_mut(frozen);
            let at = chunks.partition_point(|chunk| chunk.end <= len);
            let cut = chunks.drain(at..).next();
            self.tail = match cut {
                Some(chunk) => {
                    let keep = index(len - chunk.start());
                    shorten(chunk.bytes, keep)
                }
                None => Bytes::new(),
            };
            if at == 0 {
                self.frozen = None;
            }
        }
    }

    fn extend_zeros(&mut self, mut count: u64) {
        if count < length(&[0; COPY]) {
            self.append(&ZERO[..index(count)]);
            return;
        }
        self.freeze_tail();
        while count > 0 {
            let now = index(count).min(ZEROS);
            self.push_frozen(ZERO.slice(..now));
            count -= now as u64;
        }
    }

    /// Whether both surely hold the same bytes because they are the same memory. `false` says nothing.
    pub fn ptr_eq(&self, other: &Content) -> bool {
        let same_frozen = match (&self.frozen, &other.frozen) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        let (a, b) = (&self.tail, &other.tail);
        same_frozen && a.len() == b.len() && (a.is_empty() || a.as_ptr() == b.as_ptr())
    }

    /// SHA-256 of all bytes. Not cached here: see [`super::File::hash`].
    pub fn sha256(&self) -> Hash {
        let mut hasher = Sha256::new();
        self.parts().for_each(|part| hasher.update(part));
        Hash(hasher.finalize().into())
    }
}

/// Cuts a slice; what is left is copied when it is small, so that it does not keep the whole buffer.
fn shorten(mut bytes: Bytes, len: usize) -> Bytes {
    if len == bytes.len() {
        return bytes;
    }
    if len < COPY {
        return bytes.get(..len).map(Bytes::copy_from_slice).unwrap_or_default();
    }
    bytes.truncate(len);
    bytes
}

/// Writes into a slice, copying all of it when somebody else holds it. `start + data.len()` is within the slice.
fn overwrite_whole(bytes: Bytes, start: usize, data: &[u8]) -> Bytes {
    let mut bytes = match bytes.try_into_mut() {
        Ok(bytes) => bytes,
        Err(shared) => BytesMut::from(&*shared),
    };
    if let Some(place) = bytes.get_mut(start..start + data.len()) {
        place.copy_from_slice(data);
    }
    bytes.freeze()
}

/// [`overwrite_whole`], but a long shared slice is split around the write: before, written, behind.
fn overwrite(bytes: Bytes, start: usize, data: &[u8]) -> [Bytes; 3] {
    if bytes.len() <= CHUNK || bytes.is_unique() {
        return [Bytes::new(), overwrite_whole(bytes, start, data), Bytes::new()];
    }
    let from = start - start % CHUNK;
    let to = (start + data.len()).next_multiple_of(CHUNK).min(bytes.len());
    [bytes.slice(..from), overwrite_whole(bytes.slice(from..to), start - from, data), bytes.slice(to..)]
}

/// Puts the non-empty pieces in the place of one chunk that began at `base`; says how many they are.
fn replace_chunk(chunks: &mut Vec<Chunk>, at: usize, base: u64, pieces: [Bytes; 3]) -> usize {
    let mut end = base;
    let mut new = pieces.into_iter().filter(|bytes| !bytes.is_empty()).map(|bytes| {
        end += length(&bytes);
        Chunk { end, bytes }
    });
    let Some(first) = new.next() else { return 0 };
    chunks[at] = first;
    let before = chunks.len();
    chunks.splice(at + 1..at + 1, new);
    chunks.len() - before + 1
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if self.ptr_eq(other) {
            return true;
        }
        let mut position = 0;
        while position < self.len() {
            let (a, b) = (self.slice_at(position), other.slice_at(position));
            let common = a.len().min(b.len());
            // Slices of one buffer are common: a file of which only another part was written.
            if a.as_ptr() != b.as_ptr() && a[..common] != b[..common] {
                return false;
            }
            position += common as u64;
        }
        true
    }
}

impl Eq for Content {}

impl From<&[u8]> for Content {
    fn from(data: &[u8]) -> Self {
        let mut content = Content::new();
        content.append(data);
        content
    }
}

impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Self {
        Content::from_bytes(bytes)
    }
}

impl fmt::Debug for Content {
    /// The size only: contents may be large.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Content({} bytes)", self.len())
    }
}
