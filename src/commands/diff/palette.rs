//! The colors of differences (`--color`, `--palette`).

use crate::shared::color_codes::{self, Entry, Unparsable};

/// What has a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// The names of the files.
    Heading,
    Added,
    Deleted,
    /// The numbers of lines.
    Place,
}

/// The codes of all colors.
#[derive(Debug, Clone)]
pub struct Palette {
    /// In the order of [`Color`].
    starts: [Vec<u8>; 4],
    end: Vec<u8>,
}

impl Palette {
    /// Reads a value of `--palette`: what it does not name is as usual. `ec` is known as in `LS_COLORS`, but not used.
    pub fn read(text: &[u8]) -> Result<Palette, Unparsable> {
        let mut codes = [("lc", "\x1b["), ("rc", "m"), ("ec", ""), ("rs", "0"), ("hd", "1"), ("ad", "32"), ("de", "31"), ("ln", "36")]
            .map(|(name, code)| (name, code.as_bytes().to_vec()));
        for entry in color_codes::read(text, |name| codes.iter().any(|(known, _)| known.as_bytes() == name))? {
            if let Entry::Named(name, code) = entry {
                let places = codes.iter_mut().filter(|(known, _)| known.as_bytes() == name);
                places.for_each(|place| place.1 = code.to_vec());
            }
        }
        let [(_, left), (_, right), _, (_, reset), (_, heading), (_, added), (_, deleted), (_, place)] = codes;
        let whole = |code: Vec<u8>| [left.as_slice(), &code, &right].concat();
        Ok(Palette { starts: [heading, added, deleted, place].map(whole), end: whole(reset) })
    }

    /// The code that starts a color.
    pub fn start(&self, color: Color) -> &[u8] {
        &self.starts[color as usize]
    }

    /// The code that ends every color.
    pub fn end(&self) -> &[u8] {
        &self.end
    }
}
