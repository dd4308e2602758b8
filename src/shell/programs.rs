//! Parsed programs, kept by their text: a loop around `eval` or thousands of equal calls parse once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::syntax::ast::Program;
use super::syntax::{ParseOptions, SyntaxError, parse};

/// Texts longer than this are not kept.
const LONGEST: usize = 64 << 10;

/// The cache is emptied when it holds this many bytes of text.
const CAPACITY: usize = 4 << 20;

#[derive(Default)]
struct Cache {
    programs: HashMap<Box<[u8]>, Arc<Program>>,
    bytes: usize,
}

/// A cache shared by the sessions of an executor. Only successes are kept, and only what no alias had a part in.
#[derive(Default)]
pub struct Programs {
    cache: Mutex<Cache>,
}

impl Programs {
    /// Parses `source` whole, or finds it parsed.
    pub fn parse(&self, source: &[u8]) -> Result<Arc<Program>, SyntaxError> {
        {
            // A panic elsewhere leaves the map usable: entries are inserted whole.
            let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(program) = cache.programs.get(source) {
                return Ok(Arc::clone(program));
            }
        }
        let program = Arc::new(parse(source, &ParseOptions::default())?);
        if source.len() <= LONGEST {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if cache.bytes + source.len() > CAPACITY {
                *cache = Cache::default();
            }
            cache.bytes += source.len();
            cache.programs.insert(source.into(), Arc::clone(&program));
        }
        Ok(program)
    }
}
