//! Parsed programs, kept by their text: a loop around `eval` or thousands of equal calls parse once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::syntax::ast::Program;
use super::syntax::{self, Language, ParseOptions, SyntaxError, restrict};

/// Texts longer than this are not kept.
const LONGEST: usize = 64 << 10;

/// The cache is emptied when it holds this many bytes of text; programs take some eighty times as much memory.
const CAPACITY: usize = 512 << 10;

/// A text as bash reads it: one complete command line after the other.
pub struct Units {
    pub programs: Vec<Arc<Program>>,
    /// The text has to be read as it runs: something in it is warned of, or may change how the rest is read.
    pub to_be_read: bool,
}

pub type Parsed = Arc<Units>;

/// True for a text that may change how the rest of it is read: aliases, `extglob`, POSIX mode, `set -v`, the history.
pub fn changes_reading(text: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    has(b"alias")
        || has(b"extglob")
        || has(b"posix")
        || memchr::memmem::find_iter(text, b"set").any(|at| {
            let words = &text[at..text.len().min(at + 80)];
            let words = words.split(|byte| matches!(byte, b'\n' | b';')).next().unwrap_or_default();
            words.windows(2).any(|pair| matches!(pair, [b'-' | b'+' | b'a'..=b'z' | b'A'..=b'Z', b'v' | b'H']))
                || memchr::memmem::find(words, b"verbose").is_some()
                || memchr::memmem::find(words, b"hist").is_some()
                || memchr::memmem::find(words, b"onecmd").is_some()
        })
}

#[derive(Default)]
struct Cache {
    /// By text, with the number of its first line and whether extended patterns were read.
    programs: HashMap<Box<[u8]>, (u32, bool, Parsed)>,
    bytes: usize,
}

/// A cache shared by the sessions of an executor. Only successes are kept, and only what no alias had a part in.
#[derive(Default)]
pub struct Programs {
    /// The constructs that there are: a program that has others is an error.
    language: Language,
    cache: Mutex<Cache>,
}

impl Programs {
    pub fn new(language: Language) -> Programs {
        Programs { language, cache: Mutex::default() }
    }

    /// Parses all of `source` unit by unit, or finds it parsed. Its first line has the number `first_line`.
    pub fn units(&self, source: &[u8], first_line: u32, extglob: bool) -> Result<Parsed, SyntaxError> {
        {
            // A panic elsewhere leaves the map usable: entries are inserted whole.
            let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((line, patterns, units)) = cache.programs.get(source)
                && *line == first_line
                && *patterns == extglob
            {
                return Ok(Arc::clone(units));
            }
        }
        let options = ParseOptions { first_line, extglob, ..ParseOptions::default() };
        let mut units = Vec::new();
        let mut reader = syntax::Units::new(source, first_line);
        while let Some(unit) = reader.next(&options) {
            let unit = unit?;
            restrict(self.language, &unit)?;
            units.push(Arc::new(unit));
        }
        let to_be_read = changes_reading(source) || !reader.take_warnings().is_empty();
        let units = Arc::new(Units { programs: units, to_be_read });
        if source.len() <= LONGEST {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if cache.bytes + source.len() > CAPACITY {
                *cache = Cache::default();
            }
            cache.bytes += source.len();
            cache.programs.insert(source.into(), (first_line, extglob, Arc::clone(&units)));
        }
        Ok(units)
    }
}
