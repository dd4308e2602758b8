//! `${x/pattern/replacement}`.

use bstr::BString;

use super::sink::{Mode, Sink};
use crate::flow::Flow;
use crate::pattern::{self, Pattern, PatternOptions};
use crate::shell::Shell;
use crate::syntax::ast::{Anchor, Word};

/// A replacement ready to be made.
pub(super) struct Replacement {
    anchor: Anchor,
    pattern: Pattern,
    /// No pattern: only the anchored forms act, at the ends.
    empty: bool,
    /// The new text: pieces with the matched text between each two.
    pieces: Vec<BString>,
}

impl Shell {
    pub(super) fn prepare_replacement(
        &mut self,
        anchor: Anchor,
        pattern: &Word,
        replacement: &Word,
    ) -> Result<Replacement, Flow> {
        let source = self.expand_pattern(pattern)?;
        let mut sink = Sink::new(Mode::Marked);
        self.walk(&replacement.parts, &mut sink)?;
        let pieces = if self.state.options.patsub_replacement {
            pieces(&sink.text, &sink.quoted)
        } else {
            vec![sink.text.into()]
        };
        let options = PatternOptions { nocase: self.state.options.nocasematch, ..self.operator_options() };
        let pattern = Pattern::new(&source, options);
        Ok(Replacement { anchor, pattern, empty: source.is_empty(), pieces })
    }

    pub(super) fn replace_matches(&mut self, text: BString, replacement: &Replacement) -> Result<BString, Flow> {
        let Replacement { anchor, pattern, empty, pieces } = replacement;
        let mut made = Made { shell: self, text: &text, pieces, out: Vec::new(), at: 0 };
        if *empty {
            match anchor {
                Anchor::Prefix => made.put(0, 0)?,
                Anchor::Suffix => made.put(text.len(), text.len())?,
                Anchor::First | Anchor::All => return Ok(text),
            }
            return Ok(made.end());
        }
        match (anchor, pattern.is_literal()) {
            (Anchor::First, Some(literal)) => {
                if let Some(start) = memchr::memmem::find(&text, literal) {
                    made.put(start, start + literal.len())?;
                }
            }
            (Anchor::All, Some(literal)) => {
                for start in memchr::memmem::find_iter(&text, literal) {
                    made.put(start, start + literal.len())?;
                }
            }
            _ => {
                let found = made.shell.metered(|meter| {
                    let mut pattern = pattern.metered(meter);
                    Ok(match anchor {
                        Anchor::All => pattern.find_all(&text)?,
                        Anchor::First => pattern.find(&text, 0, pattern::Anchor::None)?.into_iter().collect(),
                        Anchor::Prefix => pattern.find(&text, 0, pattern::Anchor::Start)?.into_iter().collect(),
                        Anchor::Suffix => pattern.find(&text, 0, pattern::Anchor::End)?.into_iter().collect(),
                    })
                })?;
                for (start, end) in found.unwrap_or_default() {
                    made.put(start, end)?;
                }
            }
        }
        if made.out.is_empty() && made.at == 0 {
            return Ok(text);
        }
        Ok(made.end())
    }
}

/// The text that replacing makes, as it grows.
struct Made<'a> {
    shell: &'a Shell,
    text: &'a [u8],
    pieces: &'a [BString],
    out: Vec<u8>,
    /// How much of the text has been dealt with.
    at: usize,
}

impl Made<'_> {
    /// Puts the new text in the place of a match.
    fn put(&mut self, start: usize, end: usize) -> Result<(), Flow> {
        self.out.extend_from_slice(&self.text[self.at..start]);
        for (index, piece) in self.pieces.iter().enumerate() {
            if index > 0 {
                self.out.extend_from_slice(&self.text[start..end]);
            }
            self.out.extend_from_slice(piece);
        }
        self.at = end;
        self.shell.check_expansion(self.out.len())
    }

    fn end(mut self) -> BString {
        self.out.extend_from_slice(&self.text[self.at..]);
        self.out.into()
    }
}

/// Cuts the new text at each `&` that is neither quoted nor behind a backslash. A backslash counts only where there is
/// an `&` at all.
fn pieces(text: &[u8], quoted: &[(usize, usize)]) -> Vec<BString> {
    let mut is_quoted = vec![false; text.len()];
    for &(start, end) in quoted {
        is_quoted[start..end].fill(true);
    }
    if !text.iter().zip(&is_quoted).any(|(&byte, quoted)| byte == b'&' && !quoted) {
        return vec![text.into()];
    }
    let mut pieces = vec![BString::default()];
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        let mut keep = byte;
        if !is_quoted[at] {
            if byte == b'&' {
                pieces.push(BString::default());
                at += 1;
                continue;
            }
            if byte == b'\\'
                && let Some(&next @ (b'&' | b'\\')) = text.get(at + 1)
                && !is_quoted[at + 1]
            {
                keep = next;
                at += 1;
            }
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(keep);
        }
        at += 1;
    }
    pieces
}
