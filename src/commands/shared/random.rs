//! Random numbers for `shuf` and its like: from the session's seeded generator, or from the bytes of a file
//! (`--random-source`), which are used up as GNU uses them up.

use bstr::BString;

use super::quote::quote;
use shell::command::{Context, Input};
use shell::kernel::{IoError, Rng};
use workspace::Errno;

/// Where random numbers come from.
pub struct RandomSource {
    kind: Kind,
    name: BString,
}

enum Kind {
    Seeded(Rng),
    File {
        input: Input,
        buffer: bytes::Bytes,
        /// A random number that is not used up, and the largest that it could be.
        number: u64,
        largest: u64,
    },
}

impl RandomSource {
    /// `None`: the session's generator.
    pub fn open(context: &Context<'_>, file: Option<&BString>) -> Result<RandomSource, IoError> {
        let kind = match file {
            None => {
                let seed = context.vfs().random_bytes(8);
                let seed = seed.iter().fold(0, |seed: u64, byte| seed << 8 | u64::from(*byte));
                Kind::Seeded(Rng::new(seed))
            }
            Some(name) => {
                let input = context.open_operand(name)?;
                Kind::File { input, buffer: bytes::Bytes::new(), number: 0, largest: 0 }
            }
        };
        Ok(RandomSource { kind, name: file.cloned().unwrap_or_default() })
    }

    /// The file's name as messages give it.
    pub fn name(&self) -> BString {
        quote(&self.name)
    }

    /// A number below `bound` (which is not 0).
    ///
    /// # Errors
    /// The file could not be read, or has ended ([`Errno::Invalid`]).
    pub fn below(&mut self, context: &Context<'_>, bound: u64) -> Result<u64, IoError> {
        let (input, buffer, number, largest) = match &mut self.kind {
            Kind::Seeded(generator) => return Ok(generator.below(bound)),
            Kind::File { input, buffer, number, largest } => (input, buffer, number, largest),
        };
        let wanted = bound.saturating_sub(1);
        loop {
            context.charge(1)?;
            while *largest < wanted {
                if buffer.is_empty() {
                    *buffer = input.read(context)?;
                }
                let Some(byte) = (!buffer.is_empty()).then(|| buffer.split_to(1)) else {
                    return Err(Errno::Invalid.into());
                };
                *number = number.wrapping_shl(8).wrapping_add(u64::from(byte[0]));
                *largest = largest.wrapping_shl(8).wrapping_add(0xff);
            }
            if *largest == wanted {
                let result = *number;
                (*number, *largest) = (0, 0);
                return Ok(result);
            }
            // What lies above the last multiple of the bound would favour small numbers.
            let excess = *largest - wanted;
            let unusable = excess % bound;
            let last_usable = *largest - unusable;
            let reduced = *number % bound;
            if *number <= last_usable {
                *number /= bound;
                *largest = excess / bound;
                return Ok(reduced);
            }
            *number -= last_usable + 1;
            *largest = unusable - 1;
        }
    }
}
