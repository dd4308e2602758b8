//! The files that a session starts with, on their way from JavaScript.

use std::sync::Mutex;

use bstr::BString;
use bytes::Bytes;
use napi::Result;
use napi::bindgen_prelude::{Either, Uint8Array};
use napi_derive::napi;

use super::error::invalid;
use super::options::data_bytes;

/// Files by path. Made by the face (`session-files.ts`); not for direct use.
#[napi]
#[derive(Default)]
pub struct SessionFiles {
    files: Mutex<Vec<(BString, Bytes)>>,
}

#[napi]
impl SessionFiles {
    #[napi(constructor, catch_unwind)]
    pub fn new() -> SessionFiles {
        SessionFiles::default()
    }

    /// Adds those of one piece: for each the lengths of path and content, 4 bytes little-endian each, and the two.
    #[napi(catch_unwind)]
    pub fn add(&self, piece: &[u8]) -> Result<()> {
        unpack(piece, &mut self.lock()).ok_or_else(|| invalid("the files do not fit together"))
    }

    /// Adds one file.
    #[napi(catch_unwind)]
    pub fn add_file(&self, path: String, content: Either<String, Uint8Array>) {
        let content = match content {
            Either::A(text) => Bytes::from(text),
            bytes => data_bytes(&bytes),
        };
        self.lock().push((BString::from(path), content));
    }
}

impl SessionFiles {
    /// What was added; nothing is left behind.
    pub fn take(&self) -> Vec<(BString, Bytes)> {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(BString, Bytes)>> {
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn unpack(mut piece: &[u8], files: &mut Vec<(BString, Bytes)>) -> Option<()> {
    while !piece.is_empty() {
        let (path_length, rest) = piece.split_first_chunk::<4>()?;
        let (content_length, rest) = rest.split_first_chunk::<4>()?;
        let (path, rest) = rest.split_at_checked(u32::from_le_bytes(*path_length) as usize)?;
        let (content, rest) = rest.split_at_checked(u32::from_le_bytes(*content_length) as usize)?;
        files.push((BString::from(path), Bytes::copy_from_slice(content)));
        piece = rest;
    }
    Some(())
}
