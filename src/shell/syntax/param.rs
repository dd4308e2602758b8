//! Parameter expansion in braces: `${…}`.

use bstr::BString;

use super::ast::{Anchor, CaseChange, Param, ParamExpansion, ParamOp, Subscript, Word, WordPart};
use super::double::DoubleUntil;
use super::matching::{BRACE, BRACKET, SUBSTRING};
use super::scanner::{Parse, Parser, is_name_start};
use super::word::{Until, push_literal};

impl Parser<'_, '_> {
    /// `${…}`, from its dollar sign, outside or (with `quoted`) inside double quotes.
    pub fn braced_parameter(&mut self, quoted: bool) -> Parse<WordPart> {
        let opened = self.position;
        self.enter()?;
        self.position += 2;
        let expansion = match self.expansion_inside(opened, quoted)? {
            Some(expansion) if self.byte() == Some(b'}') => {
                self.position += 1;
                expansion
            }
            Some(_) if self.byte().is_none() => return Err(self.unterminated(opened, '}')),
            _ => self.bad_substitution(opened)?,
        };
        self.leave();
        Ok(WordPart::Param(Box::new(expansion)))
    }

    fn bad_substitution(&mut self, opened: usize) -> Parse<ParamExpansion> {
        let close = self.find_or_fail(opened, '}', opened + 2, BRACE)?;
        self.position = close + 1;
        let op = ParamOp::Bad(BString::from(self.text(opened, close + 1)));
        Ok(ParamExpansion { param: Param::Special(b'0'), indirect: false, op })
    }

    /// What stands between the braces, up to where the closing one must be. `None`: no valid expansion.
    fn expansion_inside(&mut self, opened: usize, quoted: bool) -> Parse<Option<ParamExpansion>> {
        let plain = |param, op| Ok(Some(ParamExpansion { param, indirect: false, op }));
        match self.byte() {
            Some(b'#') if self.byte_at(self.position + 1) != Some(b'}') => {
                let start = self.position;
                self.position += 1;
                if let Some(param) = self.parameter(opened)?
                    && self.byte() == Some(b'}')
                {
                    // `${#-}` is a length; `${#%}`, `${#:}`, `${#=}`, `${#+}` and `${#/}` are not even parameters.
                    return plain(param, ParamOp::Length);
                }
                if is_name_start(self.byte_at(start + 1).unwrap_or_default()) {
                    return Ok(None);
                }
                self.position = start + 1;
                if matches!(self.byte(), Some(b'%' | b':' | b'=' | b'+' | b'/'))
                    && self.byte_at(self.position + 1) == Some(b'}')
                {
                    return Ok(None);
                }
                let op = self.operation(quoted)?;
                Ok(op.map(|op| ParamExpansion { param: Param::Special(b'#'), indirect: false, op }))
            }
            Some(b'!') if self.names_indirectly() => {
                self.position += 1;
                let Some(param) = self.parameter(opened)? else { return Ok(None) };
                if let (Some(sign @ (b'*' | b'@')), Some(b'}')) = (self.byte(), self.byte_at(self.position + 1))
                    && matches!(param, Param::Variable(_))
                {
                    self.position += 1;
                    return plain(param, ParamOp::Names { at: sign == b'@' });
                }
                let at = match param {
                    Param::Element { index: Subscript::At, .. } => Some(true),
                    Param::Element { index: Subscript::Star, .. } => Some(false),
                    _ => None,
                };
                if let Some(at) = at
                    && self.byte() == Some(b'}')
                {
                    return plain(param, ParamOp::Keys { at });
                }
                let op = self.operation(quoted)?;
                Ok(op.map(|op| ParamExpansion { param, indirect: true, op }))
            }
            _ => {
                let Some(param) = self.parameter(opened)? else { return Ok(None) };
                let op = self.operation(quoted)?;
                Ok(op.map(|op| ParamExpansion { param, indirect: false, op }))
            }
        }
    }

    /// Whether the `!` at the position is followed by what can hold the name of a parameter.
    fn names_indirectly(&self) -> bool {
        match self.byte_at(self.position + 1) {
            Some(b'#' | b'?' | b'@' | b'*') => true,
            Some(byte) => is_name_start(byte) || byte.is_ascii_digit(),
            None => false,
        }
    }

    /// The parameter at the position.
    fn parameter(&mut self, opened: usize) -> Parse<Option<Param>> {
        let start = self.position;
        let Some(first) = self.byte() else { return Ok(None) };
        if let Some(end) = self.identifier_end(start) {
            let name = self.name_between(start, end);
            self.position = end;
            if self.byte() != Some(b'[') {
                return Ok(Some(Param::Variable(name)));
            }
            // The subscript must end inside the braces.
            let limit = self.find_or_fail(opened, '}', opened + 2, BRACE)?;
            let outer_end = std::mem::replace(&mut self.end, limit);
            let close = self.find(end + 1, BRACKET);
            self.end = outer_end;
            let Some(close) = close else { return Ok(None) };
            let index = self.subscript_between(end + 1, close)?;
            self.position = close + 1;
            return Ok(Some(Param::Element { name, index }));
        }
        if first.is_ascii_digit() {
            let text = self.text(start, self.end);
            let length = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
            let number = text
                .get(..length)
                .unwrap_or_default()
                .iter()
                .fold(0u32, |number, &digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
            self.position += length;
            return Ok(Some(if number == 0 { Param::Special(b'0') } else { Param::Positional(number) }));
        }
        if matches!(first, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') {
            self.position += 1;
            return Ok(Some(Param::Special(first)));
        }
        Ok(None)
    }

    /// The operator behind the parameter, with its words, up to the closing brace.
    fn operation(&mut self, quoted: bool) -> Parse<Option<ParamOp>> {
        let Some(first) = self.byte() else { return Ok(Some(ParamOp::None)) };
        let second = self.byte_at(self.position + 1);
        let doubled = second == Some(first);
        let step = if doubled { 2 } else { 1 };
        Ok(Some(match first {
            b'}' => ParamOp::None,
            b':' if matches!(second, Some(b'-' | b'=' | b'?' | b'+')) => {
                self.position += 1;
                return self.default_operation(true, quoted).map(Some);
            }
            b':' if second == Some(b'}') => return Ok(None),
            b':' => return self.substring(),
            b'-' | b'=' | b'?' | b'+' => return self.default_operation(false, quoted).map(Some),
            b'#' => {
                self.position += step;
                ParamOp::RemovePrefix { longest: doubled, pattern: self.pattern(Until::Brace)? }
            }
            b'%' => {
                self.position += step;
                ParamOp::RemoveSuffix { longest: doubled, pattern: self.pattern(Until::Brace)? }
            }
            b'/' => {
                self.position += 1;
                self.replacement()?
            }
            b'^' | b',' | b'~' => {
                self.position += step;
                let change = match first {
                    b'^' => CaseChange::Upper,
                    b',' => CaseChange::Lower,
                    _ => CaseChange::Toggle,
                };
                let pattern = self.pattern(Until::Brace)?;
                let pattern = if pattern.parts.is_empty() { None } else { Some(pattern) };
                ParamOp::Case { change, all: doubled, pattern }
            }
            b'@' => match second {
                Some(letter @ (b'Q' | b'E' | b'P' | b'A' | b'a' | b'U' | b'u' | b'L' | b'K' | b'k')) => {
                    self.position += 2;
                    ParamOp::Transform(letter)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// `-`, `=`, `?` or `+` and its word.
    fn default_operation(&mut self, colon: bool, quoted: bool) -> Parse<ParamOp> {
        let operator = self.byte();
        self.position += 1;
        let word = self.operand(quoted)?;
        Ok(match operator {
            Some(b'-') => ParamOp::Default { colon, word },
            Some(b'=') => ParamOp::Assign { colon, word },
            Some(b'+') => ParamOp::Alternate { colon, word },
            _ => ParamOp::Error { colon, word: if word.parts.is_empty() { None } else { Some(word) } },
        })
    }

    /// A word up to the brace. In double quotes all of it is quoted, and is one [`WordPart::Double`].
    fn operand(&mut self, quoted: bool) -> Parse<Word> {
        if quoted {
            let parts = self.double_parts(DoubleUntil::Brace)?;
            let parts = if parts.is_empty() { Vec::new() } else { vec![WordPart::Double(parts)] };
            return Ok(Word { parts });
        }
        let mut word = self.pattern(Until::Brace)?;
        self.mark_tilde(&mut word.parts);
        Ok(word)
    }

    fn pattern(&mut self, until: Until) -> Parse<Word> {
        let mut parts = Vec::new();
        self.parts(until, &mut parts)?;
        Ok(Word { parts })
    }

    fn replacement(&mut self) -> Parse<ParamOp> {
        let anchor = match self.byte() {
            Some(b'/') => Anchor::All,
            Some(b'#') => Anchor::Prefix,
            Some(b'%') => Anchor::Suffix,
            _ => Anchor::First,
        };
        if anchor != Anchor::First {
            self.position += 1;
        }
        let mut pattern = Word::default();
        // Directly behind `//` a slash belongs to the pattern.
        if anchor == Anchor::All && self.byte() == Some(b'/') {
            self.position += 1;
            push_literal(&mut pattern.parts, b"/");
        }
        self.parts(Until::SlashOrBrace, &mut pattern.parts)?;
        self.mark_tilde(&mut pattern.parts);
        let mut replacement = Word::default();
        if self.byte() == Some(b'/') {
            self.position += 1;
            self.parts(Until::Brace, &mut replacement.parts)?;
            self.mark_tilde(&mut replacement.parts);
        }
        Ok(ParamOp::Replace { anchor, pattern, replacement })
    }

    /// `:offset` or `:offset:length`
    fn substring(&mut self) -> Parse<Option<ParamOp>> {
        let start = self.position + 1;
        let Some(end) = self.find(start, SUBSTRING) else {
            self.position = self.end;
            return Ok(Some(ParamOp::None));
        };
        let offset = self.arithmetic_between(start, end)?;
        self.position = end;
        if self.byte() != Some(b':') {
            return Ok(Some(ParamOp::Substring { offset, length: None }));
        }
        let Some(close) = self.find(end + 1, BRACE) else {
            self.position = self.end;
            return Ok(Some(ParamOp::None));
        };
        let length = self.arithmetic_between(end + 1, close)?;
        self.position = close;
        Ok(Some(ParamOp::Substring { offset, length: Some(length) }))
    }
}
