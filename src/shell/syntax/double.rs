//! Text as in double quotes: double-quoted strings, here-documents, arithmetic, and words inside a quoted `${…}`.

use bstr::BString;

use super::ast::{Param, ParamExpansion, ParamOp, WordPart};
use super::matching::{BRACE, PARENTHESIS};
use super::scanner::{Parse, Parser};

/// Where the text ends, and with it which quoting rules hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DoubleUntil {
    /// At the closing `"`, which is stepped over.
    Quote,
    /// At a `}` outside quotes: a word inside a quoted `${…}`. Double quotes in it vanish; single quotes are text, but
    /// come in pairs, and both hide the brace.
    Brace,
    /// At the end of the range; `"` is an ordinary character, and what does not parse waits for run time.
    HereDocument,
    /// At the end of the range; double quotes vanish.
    Arithmetic,
}

impl DoubleUntil {
    fn is_special(self, byte: u8) -> bool {
        match byte {
            b'\\' | b'$' | b'`' => true,
            b'"' => self != Self::HereDocument,
            b'}' | b'\'' => self == Self::Brace,
            _ => false,
        }
    }

    fn escapes(self, byte: u8) -> bool {
        match byte {
            b'\\' | b'$' | b'`' => true,
            b'"' => self != Self::HereDocument,
            b'}' => self == Self::Brace,
            _ => false,
        }
    }
}

impl Parser<'_, '_> {
    /// Reads `Quoted` text and expansions up to where `until` says.
    pub fn double_parts(&mut self, until: DoubleUntil) -> Parse<Vec<WordPart>> {
        let opened = self.position.saturating_sub(1);
        let mut parts = Vec::new();
        let mut text = Vec::new();
        let bad_before = self.bad_substitutions;
        // Inside a quoted `${…}`: where the open double quote and the end of the last single-quoted text are.
        let mut inner_quote = None;
        let mut apostrophe = 0;
        loop {
            let rest = self.rest();
            let run = rest.iter().position(|&byte| until.is_special(byte)).unwrap_or(rest.len());
            text.extend_from_slice(rest.get(..run).unwrap_or_default());
            self.position += run;
            let Some(byte) = self.byte() else {
                if let Some(opened) = inner_quote.or((until == DoubleUntil::Quote).then_some(opened)) {
                    return Err(self.unterminated(opened, '"'));
                }
                break;
            };
            match byte {
                b'"' => {
                    if until == DoubleUntil::Arithmetic {
                        self.note_odd();
                    }
                    self.position += 1;
                    match until {
                        DoubleUntil::Quote => break,
                        DoubleUntil::Brace if inner_quote.is_none() => inner_quote = Some(self.position - 1),
                        _ => inner_quote = None,
                    }
                }
                b'}' if inner_quote.is_none() && self.position >= apostrophe => break,
                b'\'' if inner_quote.is_none() && self.position >= apostrophe => {
                    let Some(end) = self.single_quote_end(self.position + 1) else {
                        return Err(self.unterminated(self.position, '\''));
                    };
                    apostrophe = end;
                    self.position += 1;
                    text.push(byte);
                }
                b'}' | b'\'' => {
                    self.position += 1;
                    text.push(byte);
                }
                b'\\' => {
                    self.note_odd();
                    match self.byte_at(self.position + 1) {
                        Some(b'\n') => self.note_removed(self.position, self.position + 2),
                        Some(escaped) if until.escapes(escaped) => text.push(escaped),
                        Some(escaped) => text.extend_from_slice(&[b'\\', escaped]),
                        None => {
                            self.position += 1;
                            text.push(b'\\');
                            continue;
                        }
                    }
                    self.position += 2;
                }
                b'$' if until == DoubleUntil::Brace && self.byte_at(self.position + 1) == Some(b'\'') => {
                    let mark = self.mark();
                    if let WordPart::Quoted(decoded) = self.ansi_quoted()? {
                        self.note_unquoted(mark, &decoded);
                        text.extend_from_slice(&decoded);
                    }
                }
                b'$' if until == DoubleUntil::Brace && self.byte_at(self.position + 1) == Some(b'"') => {
                    self.position += 1;
                }
                _ => {
                    let before = parts.len();
                    self.expansion_in_double(until, &mut parts)?;
                    if parts.len() == before {
                        self.note_odd();
                        self.position += 1;
                        text.push(byte);
                    } else if !text.is_empty() {
                        parts.insert(before, WordPart::Quoted(std::mem::take(&mut text).into()));
                    }
                }
            }
        }
        if !text.is_empty() {
            parts.push(WordPart::Quoted(text.into()));
        }
        if self.bad_substitutions > bad_before && until == DoubleUntil::Quote {
            let inside = BString::from(self.text(opened + 1, self.position.saturating_sub(1)));
            name_bad_substitutions(&mut parts, &inside);
            // The word around it is not the one that messages show.
            self.bad_substitutions = bad_before;
        }
        Ok(parts)
    }

    /// The expansion that the `$` or backquote at the position starts, if it starts one.
    #[inline(never)]
    fn expansion_in_double(&mut self, until: DoubleUntil, parts: &mut Vec<WordPart>) -> Parse<()> {
        let backquote = self.byte() == Some(b'`');
        if !backquote {
            self.join_dollar(b"({[");
        }
        if !backquote && !matches!(self.byte_at(self.position + 1), Some(b'(' | b'{' | b'[')) {
            parts.extend(self.bare_parameter());
            return Ok(());
        }
        match until {
            DoubleUntil::HereDocument => self.expansion_of_here_document(backquote, parts),
            _ if backquote => self.backquoted(until != DoubleUntil::Arithmetic, parts),
            _ => self.expansion(true, parts),
        }
    }

    /// An expansion in a here-document. Bash finds out at run time that one does not parse, so the error must wait.
    #[inline(never)]
    fn expansion_of_here_document(&mut self, backquote: bool, parts: &mut Vec<WordPart>) -> Parse<()> {
        let before = parts.len();
        let result = self
            .attempt(|parser| if backquote { parser.backquoted(false, parts) } else { parser.expansion(true, parts) });
        if result.is_err() {
            parts.truncate(before);
            parts.push(self.bad_expansion(backquote));
        }
        Ok(())
    }

    #[inline(never)]
    fn bad_expansion(&mut self, backquote: bool) -> WordPart {
        let opened = self.position;
        let end = match self.byte_at(opened + 1) {
            _ if backquote => None,
            Some(b'(') => self.find(opened + 2, PARENTHESIS),
            Some(b'{') => self.find(opened + 2, BRACE),
            _ => None,
        };
        let end = end.map_or(self.end, |end| end + 1);
        let text = BString::from(self.text(opened, end));
        self.position = end;
        WordPart::Param(Box::new(ParamExpansion {
            param: Param::Special(b'0'),
            indirect: false,
            braced: true,
            op: ParamOp::Bad { text, fatal: false },
        }))
    }
}

/// Has messages about the bad substitutions among the parts show `text`.
pub(super) fn name_bad_substitutions(parts: &mut [WordPart], text: &BString) {
    for part in parts {
        if let WordPart::Param(expansion) = part
            && let ParamOp::Bad { text: shown, .. } = &mut expansion.op
        {
            shown.clone_from(text);
        }
    }
}
