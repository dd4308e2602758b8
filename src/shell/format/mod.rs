//! C's output formats, shared by `printf`, `seq`, `awk`, `date` and everything else that prints as the C library does.
//!
//! Nothing here touches a shell: bytes and numbers in, bytes out.

mod bignum;
pub mod calendar;
pub mod escape;
pub mod float;
pub mod integer;
pub mod real;
pub mod strftime;

pub use float::format_float;
pub use integer::{Radix, decimal, format_signed, format_unsigned};
pub use real::{Parsed, Precision, Real};

/// The flags, width and precision of one conversion of a C format string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spec {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space: where the sign of a number would be.
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// The least number of bytes.
    pub width: usize,
    /// What stands behind the point; `None` is the conversion's own default.
    pub precision: Option<usize>,
}

impl Spec {
    /// Notes one flag character; false when it is none. `'` (grouping) is known and, in the C locale, without effect.
    pub fn flag(&mut self, byte: u8) -> bool {
        match byte {
            b'-' => self.left = true,
            b'+' => self.plus = true,
            b' ' => self.space = true,
            b'#' => self.alternate = true,
            b'0' => self.zero = true,
            b'\'' => {}
            _ => return false,
        }
        true
    }

    /// Appends `body` padded with spaces to the width.
    pub fn pad(&self, out: &mut Vec<u8>, body: &[u8]) {
        let fill = self.width.saturating_sub(body.len());
        if !self.left {
            out.resize(out.len() + fill, b' ');
        }
        out.extend_from_slice(body);
        if self.left {
            out.resize(out.len() + fill, b' ');
        }
    }

    /// Appends `%s`: the precision cuts bytes.
    pub fn string(&self, out: &mut Vec<u8>, text: &[u8]) {
        let length = self.precision.map_or(text.len(), |most| most.min(text.len()));
        self.pad(out, &text[..length]);
    }

    /// Appends a number: sign or base prefix, then digits. Zeros fill between the two when `zeros` allows and the
    /// flag asks.
    fn number(&self, out: &mut Vec<u8>, prefix: &[u8], digits: &[u8], zeros: bool) {
        let fill = self.width.saturating_sub(prefix.len() + digits.len());
        let zeros = zeros && self.zero && !self.left;
        if !self.left && !zeros {
            out.resize(out.len() + fill, b' ');
        }
        out.extend_from_slice(prefix);
        if zeros {
            out.resize(out.len() + fill, b'0');
        }
        out.extend_from_slice(digits);
        if self.left {
            out.resize(out.len() + fill, b' ');
        }
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, _, _) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            _ => b"",
        }
    }
}
