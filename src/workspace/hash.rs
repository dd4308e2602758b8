//! SHA-256 hashes as values, with their one spelling.

use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// A SHA-256 hash. `Display` and `FromStr` use 64 lowercase hexadecimal digits and accept nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of some bytes.
    pub fn of(data: &[u8]) -> Hash {
        Hash(Sha256::digest(data).into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a hash: not 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 lowercase hexadecimal digits")]
pub struct HashParseError;

impl FromStr for Hash {
    type Err = HashParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fn digit(byte: u8) -> Result<u8, HashParseError> {
            match byte {
                b'0'..=b'9' => Ok(byte - b'0'),
                b'a'..=b'f' => Ok(byte - b'a' + 10),
                _ => Err(HashParseError),
            }
        }
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return Err(HashParseError);
        }
        let mut hash = [0; 32];
        for (byte, [high, low]) in hash.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(Hash(hash))
    }
}

/// A folder's cached hash, together with the generation of the inode table for which it holds.
///
/// The generation is needed because a folder names hard-linked files by number only: their bytes change without
/// the folder changing. Folders without such names use generation 0, whatever tree they are in.
#[derive(Default)]
pub(super) struct HashCell(Mutex<Option<(u64, Hash)>>);

impl HashCell {
    pub(super) fn get(&self, generation: u64) -> Option<Hash> {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((of, hash)) if of == generation => Some(hash),
            _ => None,
        }
    }

    pub(super) fn set(&self, generation: u64, hash: Hash) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((generation, hash));
    }

    pub(super) fn clear(&mut self) {
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Clone for HashCell {
    fn clone(&self) -> Self {
        HashCell(Mutex::new(*self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
