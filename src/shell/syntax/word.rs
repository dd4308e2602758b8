//! Words outside double quotes: their parts, and what follows a dollar sign.

use bstr::BString;

use super::ast::{Direction, Param, ParamExpansion, ParamOp, Spelling, Word, WordPart};
use super::double::{DoubleUntil, name_bad_substitutions};
use super::scanner::{Parse, Parser, is_metacharacter, is_name_byte, is_name_start, name_of};
use super::substitution::deferred;

/// Where a word's parts end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At a metacharacter.
    Metacharacter,
    /// Likewise, in a word that braces are looked for in: where a brace, or a comma of one, follows a parameter without
    /// braces, an empty literal part is put before it.
    Argument,
    /// Likewise; but `|` and whole `(…)` groups belong to the word: the right side of `=~`.
    RegexEnd,
    /// At an unquoted `}`.
    Brace,
    /// At an unquoted `/` or `}`.
    SlashOrBrace,
    /// At the end of the range.
    End,
}

const QUOTE: u8 = 1;
const META: u8 = 2;
const PARENTHESIS: u8 = 4;
const CLOSE_BRACE: u8 = 8;
const SLASH: u8 = 16;
const BAR: u8 = 32;
const ANGLE: u8 = 64;

/// For each byte, the sets of bytes it belongs to.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    table[b'\'' as usize] = QUOTE;
    table[b'"' as usize] = QUOTE;
    table[b'\\' as usize] = QUOTE;
    table[b'$' as usize] = QUOTE;
    table[b'`' as usize] = QUOTE;
    table[b' ' as usize] = META;
    table[b'\t' as usize] = META;
    table[b'\n' as usize] = META;
    table[b';' as usize] = META;
    table[b'&' as usize] = META;
    table[b'|' as usize] = META | BAR;
    table[b'<' as usize] = META | ANGLE;
    table[b'>' as usize] = META | ANGLE;
    table[b'(' as usize] = META | PARENTHESIS;
    table[b')' as usize] = META | PARENTHESIS;
    table[b'}' as usize] = CLOSE_BRACE;
    table[b'/' as usize] = SLASH;
    table
}

impl Until {
    /// Whether metacharacters end the parts.
    fn is_in_command(self) -> bool {
        matches!(self, Self::Metacharacter | Self::Argument | Self::RegexEnd)
    }

    /// The bytes at which a run of ordinary text ends; inside a group of parentheses, others.
    fn special(self, grouped: bool) -> u8 {
        match self {
            Self::Metacharacter | Self::Argument | Self::RegexEnd if grouped => QUOTE | PARENTHESIS,
            Self::Metacharacter | Self::Argument | Self::RegexEnd => QUOTE | META,
            Self::Brace => QUOTE | CLOSE_BRACE | ANGLE,
            Self::SlashOrBrace => QUOTE | CLOSE_BRACE | SLASH | ANGLE,
            Self::End => QUOTE | ANGLE,
        }
    }
}

impl Parser<'_, '_> {
    /// A word of a command: with braces and a leading tilde.
    pub fn word(&mut self) -> Parse<Word> {
        self.word_from(Vec::new())
    }

    /// A word of a command whose first parts are known already.
    pub fn word_from(&mut self, mut parts: Vec<WordPart>) -> Parse<Word> {
        let mark = self.mark();
        let begun = !parts.is_empty();
        let bad_before = self.bad_substitutions;
        self.parts(Until::Argument, &mut parts)?;
        if self.bad_substitutions > bad_before {
            let text = BString::from(self.text_since(mark));
            name_bad_substitutions(&mut parts, &text);
        }
        let spelling = self.spelling(mark);
        self.expand_braces(&mut parts)?;
        self.mark_tilde(&mut parts, true);
        Ok(Word { parts, spelling: if begun { Spelling::default() } else { spelling } })
    }

    /// A word where braces mean nothing: after `case` and `<<<`, in `[[ ]]`.
    pub fn word_without_braces(&mut self) -> Parse<Word> {
        let mark = self.mark();
        let mut parts = Vec::new();
        self.parts(Until::Metacharacter, &mut parts)?;
        let spelling = self.spelling(mark);
        self.mark_tilde(&mut parts, true);
        Ok(Word { parts, spelling })
    }

    /// Reads parts up to (not including) what `until` says.
    pub fn parts(&mut self, until: Until, parts: &mut Vec<WordPart>) -> Parse<()> {
        let mut group: Option<usize> = None;
        let mut nesting = 0usize;
        loop {
            let special = until.special(group.is_some());
            let rest = self.rest();
            let run = rest.iter().position(|&byte| CLASSES[usize::from(byte)] & special != 0).unwrap_or(rest.len());
            if run > 0 {
                push_literal(parts, rest.get(..run).unwrap_or_default());
                self.position += run;
            }
            let Some(byte) = self.byte() else {
                return match group {
                    Some(opened) => Err(self.unterminated(opened, ')')),
                    None => Ok(()),
                };
            };
            match byte {
                b'\\' => self.backslash(parts),
                b'\'' => {
                    let alone = parts.is_empty();
                    push_quoted(parts, self.single_quoted()?);
                    if !alone || self.byte().is_some_and(|byte| !is_metacharacter(byte)) {
                        self.note_odd();
                    }
                }
                b'"' => self.double_quoted(parts)?,
                b'`' => self.backquoted(false, parts)?,
                b'$' => self.dollar_in_word(until, parts)?,
                b'<' | b'>'
                    if group.is_none() && self.byte_at(self.after_continuations(self.position + 1)) == Some(b'(') =>
                {
                    self.process_substitution(parts)?;
                }
                b'(' if group.is_some() => {
                    nesting += 1;
                    self.position += 1;
                    push_literal(parts, b"(");
                }
                b'(' if until.is_in_command() && (until == Until::RegexEnd || self.opens_pattern(parts)) => {
                    group = Some(self.position);
                    nesting = 1;
                    self.position += 1;
                    push_literal(parts, b"(");
                }
                b')' if group.is_some() => {
                    nesting = nesting.saturating_sub(1);
                    if nesting == 0 {
                        group = None;
                    }
                    self.position += 1;
                    push_literal(parts, b")");
                }
                b'|' if until == Until::RegexEnd => {
                    self.position += 1;
                    push_literal(parts, b"|");
                }
                b'<' | b'>' if !until.is_in_command() => {
                    self.position += 1;
                    push_literal(parts, &[byte]);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether the `(` at the position makes an extended pattern of the character before it.
    fn opens_pattern(&self, parts: &[WordPart]) -> bool {
        self.options.extglob
            && matches!(
                parts.last(),
                Some(WordPart::Literal(text)) if matches!(text.last(), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
            )
    }

    fn backslash(&mut self, parts: &mut Vec<WordPart>) {
        match self.byte_at(self.position + 1) {
            Some(b'\n') => self.note_removed(self.position, self.position + 2),
            Some(escaped) => {
                self.note_odd();
                push_quoted(parts, WordPart::Quoted(BString::from([escaped])));
            }
            None => {
                // The last byte of the input stands for itself.
                self.position += 1;
                push_quoted(parts, WordPart::Quoted(BString::from("\\")));
                return;
            }
        }
        self.position += 2;
    }

    /// The dollar sign at the position, outside double quotes.
    #[inline(never)]
    fn dollar_in_word(&mut self, until: Until, parts: &mut Vec<WordPart>) -> Parse<()> {
        self.join_dollar(b"({['\"");
        match self.byte_at(self.position + 1) {
            Some(b'\'') => push_quoted(parts, self.ansi_quoted()?),
            Some(b'"') => {
                self.note_removed(self.position, self.position + 1);
                self.position += 1;
                self.double_quoted(parts)?;
            }
            Some(b'(' | b'{' | b'[') => self.expansion(false, parts)?,
            _ => {
                let Some(parameter) = self.bare_parameter() else {
                    self.position += 1;
                    push_literal(parts, b"$");
                    return Ok(());
                };
                if until == Until::Argument
                    && matches!(self.byte(), Some(b'{' | b',' | b'}'))
                    && is_variable(&parameter)
                {
                    parts.push(WordPart::Literal(BString::default()));
                }
                parts.push(parameter);
            }
        }
        Ok(())
    }

    /// Steps over line continuations between the dollar sign at the position and one of `openers`: the position is the
    /// byte before the opener then.
    pub fn join_dollar(&mut self, openers: &[u8]) {
        let next = self.after_continuations(self.position + 1);
        if next > self.position + 1 && self.byte_at(next).is_some_and(|byte| openers.contains(&byte)) {
            self.position = next - 1;
        }
    }

    /// `$(…)`, `${…}` or `$[…]`, outside or (with `quoted`) inside double quotes.
    pub fn expansion(&mut self, quoted: bool, parts: &mut Vec<WordPart>) -> Parse<()> {
        match self.byte_at(self.position + 1) {
            Some(b'(') => self.dollar_parenthesis(parts),
            Some(b'[') => self.dollar_bracket(parts),
            _ => self.braced_parameter(quoted, parts),
        }
    }

    /// A parameter without braces. `None`: the dollar sign at the position stands for itself.
    #[inline(never)]
    pub fn bare_parameter(&mut self) -> Option<WordPart> {
        let next_at = self.after_continuations(self.position + 1);
        let next = self.byte_at(next_at)?;
        let from = self.position;
        let param = match next {
            b'0' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' => {
                self.position = next_at + 1;
                Param::Special(next)
            }
            b'1'..=b'9' => {
                self.position = next_at + 1;
                Param::Positional(u32::from(next - b'0'))
            }
            _ if is_name_start(next) => {
                let name = self.torn_name(next_at);

                Param::Variable(name_of(&name))
            }
            _ => return None,
        };
        if next_at > from + 1 || self.byte().is_some_and(|byte| is_name_byte(byte) || byte == b'[') {
            self.note_odd();
        }
        if next_at > from + 1 {
            self.note_removed(from + 1, next_at);
        }
        Some(WordPart::Param(Box::new(ParamExpansion { param, indirect: false, braced: false, op: ParamOp::None })))
    }

    /// A name that line continuations may tear apart; the position ends up behind it.
    fn torn_name(&mut self, from: usize) -> Vec<u8> {
        let mut name = Vec::new();
        let mut at = from;
        loop {
            let text = self.text(at, self.end);
            let length = text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len());
            name.extend_from_slice(text.get(..length).unwrap_or_default());
            let end = at + length;
            let joined = self.after_continuations(end);
            if joined == end || !self.byte_at(joined).is_some_and(is_name_byte) {
                self.position = end;
                return name;
            }
            at = joined;
        }
    }

    /// `<(…)` or `>(…)`.
    #[inline(never)]
    fn process_substitution(&mut self, parts: &mut Vec<WordPart>) -> Parse<()> {
        let direction = if self.byte() == Some(b'<') { Direction::Read } else { Direction::Write };
        self.position = self.after_continuations(self.position + 1) + 1;
        let opened = self.position;
        let mark = self.mark();
        let aliases = self.options.aliases.take();
        let program = self.parenthesized_program();
        self.options.aliases = aliases;
        self.forget_spellings(mark);
        let mut program = program?;
        if aliases.is_some() || self.options.late {
            let text = BString::from(self.text(opened, self.position - 1));
            program = deferred(text, self.line_at(opened));
        }
        parts.push(WordPart::ProcessSub { direction, program: program.into() });
        Ok(())
    }

    /// `"…"`, from its opening quote.
    #[inline(never)]
    fn double_quoted(&mut self, parts: &mut Vec<WordPart>) -> Parse<()> {
        self.position += 1;
        let inside = self.double_parts(DoubleUntil::Quote)?;
        parts.push(WordPart::Double(inside));
        Ok(())
    }
}

fn is_variable(part: &WordPart) -> bool {
    matches!(part, WordPart::Param(expansion) if matches!(expansion.param, Param::Variable(_)))
}

/// Adds unquoted text, joined to unquoted text before it.
pub(super) fn push_literal(parts: &mut Vec<WordPart>, text: &[u8]) {
    if let Some(WordPart::Literal(last)) = parts.last_mut() {
        last.extend_from_slice(text);
    } else if !text.is_empty() {
        parts.push(WordPart::Literal(BString::from(text)));
    }
}

/// Adds a quoted part, joined to quoted text before it.
fn push_quoted(parts: &mut Vec<WordPart>, part: WordPart) {
    if let (Some(WordPart::Quoted(last)), WordPart::Quoted(text)) = (parts.last_mut(), &part) {
        last.extend_from_slice(text);
    } else {
        parts.push(part);
    }
}
