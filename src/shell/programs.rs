//! Parsed programs, kept by their text: a loop around `eval` or thousands of equal calls parse once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::syntax::ast::Program;
use super::syntax::{ParseOptions, SyntaxError, Units, parse};

/// Texts longer than this are not kept.
const LONGEST: usize = 64 << 10;

/// The cache is emptied when it holds this many bytes of text.
const CAPACITY: usize = 4 << 20;

/// A text as bash reads it: one complete command line after the other.
pub type Parsed = Arc<Vec<Arc<Program>>>;

#[derive(Default)]
struct Cache {
    /// By text, with the number of its first line and whether extended patterns were read.
    programs: HashMap<Box<[u8]>, (u32, bool, Parsed)>,
    bytes: usize,
}

/// A cache shared by the sessions of an executor. Only successes are kept, and only what no alias had a part in.
#[derive(Default)]
pub struct Programs {
    cache: Mutex<Cache>,
}

impl Programs {
    /// Parses `source` as one program, for whoever wants to look at it.
    pub fn parse(&self, source: &[u8]) -> Result<Arc<Program>, SyntaxError> {
        parse(source, &ParseOptions::default()).map(Arc::new)
    }

    /// Parses all of `source` unit by unit, or finds it parsed. Its first line has the number `first_line`. `None`: there
    /// is something to warn of, so that it has to be read again as it runs.
    pub fn units(&self, source: &[u8], first_line: u32, extglob: bool) -> Result<Option<Parsed>, SyntaxError> {
        {
            // A panic elsewhere leaves the map usable: entries are inserted whole.
            let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((line, patterns, units)) = cache.programs.get(source)
                && *line == first_line
                && *patterns == extglob
            {
                return Ok(Some(Arc::clone(units)));
            }
        }
        let options = ParseOptions { first_line, extglob, ..ParseOptions::default() };
        let mut units = Vec::new();
        let mut reader = Units::new(source, first_line);
        while let Some(unit) = reader.next(&options) {
            units.push(Arc::new(unit?));
        }
        if !reader.take_warnings().is_empty() {
            return Ok(None);
        }
        let units = Arc::new(units);
        if source.len() <= LONGEST {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if cache.bytes + source.len() > CAPACITY {
                *cache = Cache::default();
            }
            cache.bytes += source.len();
            cache.programs.insert(source.into(), (first_line, extglob, Arc::clone(&units)));
        }
        Ok(Some(units))
    }
}
