//! Equal contents of a tree, found without hashing those that have no like.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::super::Hash;
use super::super::content::Content;
use super::super::node::File;

const PLACES: usize = 3;
const PIECE: usize = 16;

/// The length of a content, and some of its bytes: a function of the content alone.
#[derive(PartialEq, Eq, Hash)]
struct Sample(u64, [u8; PLACES * PIECE]);

impl Sample {
    fn of(content: &Content) -> Sample {
        let length = content.len();
        let mut bytes = [0; PLACES * PIECE];
        let places = [0, length / 2, length.saturating_sub(PIECE as u64)];
        for (mut place, mut piece) in places.into_iter().zip(bytes.chunks_exact_mut(PIECE)) {
            while !piece.is_empty() {
                let slice = content.slice_at(place);
                let count = slice.len().min(piece.len());
                if count == 0 {
                    break;
                }
                let (now, later) = piece.split_at_mut(count);
                now.copy_from_slice(&slice[..count]);
                (piece, place) = (later, place + count as u64);
            }
        }
        Sample(length, bytes)
    }
}

/// What has a sample.
enum Like {
    One(Arc<File>, u64),
    Some(HashMap<Hash, u64>),
}

/// The distinct contents that were met, numbered from 0.
#[derive(Default)]
pub(super) struct Contents {
    likes: HashMap<Sample, Like>,
    count: u64,
}

impl Contents {
    /// The number of a content that was met before; `None` for a new one, which has the next number.
    pub(super) fn meet(&mut self, file: &Arc<File>) -> Option<u64> {
        let next = self.count;
        let number = match self.likes.entry(Sample::of(file.content())) {
            Entry::Vacant(place) => {
                place.insert(Like::One(Arc::clone(file), next));
                next
            }
            Entry::Occupied(mut place) => match place.get_mut() {
                Like::One(first, number) if Arc::ptr_eq(first, file) => *number,
                Like::One(first, number) => {
                    let mut known = HashMap::from([(first.hash(), *number)]);
                    let number = *known.entry(file.hash()).or_insert(next);
                    place.insert(Like::Some(known));
                    number
                }
                Like::Some(known) => *known.entry(file.hash()).or_insert(next),
            },
        };
        if number < next {
            return Some(number);
        }
        self.count += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::Time;
    use crate::node::Meta;

    fn file(content: Content) -> Arc<File> {
        Arc::new(File::new(Meta::new(1, 0o644, Time::default()), content))
    }

    fn bytes(data: &[u8]) -> Content {
        Content::from_bytes(Bytes::copy_from_slice(data))
    }

    #[test]
    fn contents_are_told_apart_by_all_of_their_bytes() {
        let mut contents = Contents::default();
        let mut text = vec![b'a'; 1_000];
        assert_eq!(contents.meet(&file(bytes(&text))), None);
        assert_eq!(contents.meet(&file(bytes(&text))), Some(0));
        // Not among the bytes of the sample.
        text[100] = b'b';
        assert_eq!(contents.meet(&file(bytes(&text))), None);
        assert_eq!(contents.meet(&file(bytes(&text))), Some(1));
        text.pop();
        assert_eq!(contents.meet(&file(bytes(&text))), None);
        assert_eq!(contents.meet(&file(Content::new())), None);
        assert_eq!(contents.meet(&file(Content::new())), Some(3));
        assert_eq!(contents.meet(&file(bytes(b"short"))), None);
        assert_eq!(contents.meet(&file(bytes(b"shoRt"))), None);
        assert_eq!(contents.meet(&file(bytes(b"short"))), Some(4));
    }

    #[test]
    fn how_a_content_is_cut_does_not_matter() {
        let text: Vec<u8> = (0..200_000u32).map(|at| (at * 7 % 251) as u8).collect();
        let mut contents = Contents::default();
        assert_eq!(contents.meet(&file(bytes(&text))), None);
        for piece in [1_000, 7_777, 66_000] {
            let mut content = Content::new();
            text.chunks(piece).for_each(|piece| content.append_bytes(Bytes::copy_from_slice(piece)));
            assert_eq!(contents.meet(&file(content)), Some(0), "in pieces of {piece}");
        }
    }
}
