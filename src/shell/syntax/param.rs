//! Parameter expansion in braces: `${…}`.

use bstr::BString;

use super::ast::{Anchor, CaseChange, Param, ParamExpansion, ParamOp, Subscript, Word, WordPart};
use super::double::DoubleUntil;
use super::matching::{BRACE, BRACKET, SUBSTRING};
use super::scanner::{Parse, Parser, is_name_start};
use super::word::{Until, push_literal};

impl Parser<'_, '_> {
    /// `${…}`, from its dollar sign, outside or (with `quoted`) inside double quotes.
    pub fn braced_parameter(&mut self, quoted: bool, parts: &mut Vec<WordPart>) -> Parse<()> {
        let opened = self.position;
        self.enter()?;
        self.position += 2;
        self.skip_continuations();
        let mut expansion = new_expansion();
        let valid = self.expansion_inside(opened, quoted, &mut expansion)?;
        match self.byte() {
            Some(b'}') if valid => {
                self.position += 1;
                let plain = expansion.op == ParamOp::None && !matches!(expansion.param, Param::Element { .. });
                let quoted_word = quoted
                    && matches!(
                        expansion.op,
                        ParamOp::Default { .. }
                            | ParamOp::Assign { .. }
                            | ParamOp::Alternate { .. }
                            | ParamOp::Error { .. }
                    );
                if plain || quoted_word {
                    self.note_odd();
                }
            }
            None if valid => return Err(self.unterminated(opened, '}')),
            _ => self.bad_substitution(opened, &mut expansion)?,
        }
        self.leave();
        parts.push(WordPart::Param(expansion));
        Ok(())
    }

    #[inline(never)]
    fn bad_substitution(&mut self, opened: usize, expansion: &mut ParamExpansion) -> Parse<()> {
        let fatal = self.byte() == Some(b'@') && self.position > opened + 2;
        let close = self.find_or_fail(opened, '}', opened + 2, BRACE)?;
        self.position = close + 1;
        self.bad_substitutions += 1;
        let op = ParamOp::Bad { text: BString::from(self.text(opened, close + 1)), fatal };
        if fatal {
            // What is unset is not transformed, and so no error.
            expansion.op = op;
        } else {
            *expansion = ParamExpansion { param: Param::Special(b'0'), indirect: false, braced: true, op };
        }
        Ok(())
    }

    /// What stands between the braces, up to where the closing one must be. Tells whether it is a valid expansion.
    fn expansion_inside(&mut self, opened: usize, quoted: bool, expansion: &mut ParamExpansion) -> Parse<bool> {
        match self.byte() {
            Some(b'#') if self.byte_at(self.position + 1) != Some(b'}') => {
                let start = self.position;
                self.position += 1;
                if self.parameter(opened, &mut expansion.param)? && self.byte() == Some(b'}') {
                    expansion.op = ParamOp::Length;
                    return Ok(true);
                }
                if is_name_start(self.byte_at(start + 1).unwrap_or_default()) {
                    return Ok(false);
                }
                expansion.param = Param::Special(b'#');
                self.position = start + 1;
                // `${#-}` is a length, but `${#%}` and its like are nothing.
                if matches!(self.byte(), Some(b'%' | b':' | b'=' | b'+' | b'/'))
                    && self.byte_at(self.position + 1) == Some(b'}')
                {
                    return Ok(false);
                }
            }
            Some(b'!') if self.names_indirectly() => {
                self.position += 1;
                if !self.parameter(opened, &mut expansion.param)? {
                    return Ok(false);
                }
                if self.names_or_keys(expansion) {
                    return Ok(true);
                }
                expansion.indirect = true;
            }
            _ => {
                if !self.parameter(opened, &mut expansion.param)? {
                    return Ok(false);
                }
            }
        }
        self.operation(quoted, &mut expansion.op)
    }

    /// `${!prefix*}`, `${!prefix@}`, `${!array[*]}` and `${!array[@]}`, from behind the prefix or the subscript.
    fn names_or_keys(&mut self, expansion: &mut ParamExpansion) -> bool {
        match (&expansion.param, self.byte(), self.byte_at(self.position + 1)) {
            (Param::Variable(_), Some(sign @ (b'*' | b'@')), Some(b'}')) => {
                self.position += 1;
                expansion.op = ParamOp::Names { at: sign == b'@' };
            }
            (Param::Element { index: Subscript::At, .. }, Some(b'}'), _) => expansion.op = ParamOp::Keys { at: true },
            (Param::Element { index: Subscript::Star, .. }, Some(b'}'), _) => {
                expansion.op = ParamOp::Keys { at: false }
            }
            _ => return false,
        }
        true
    }

    /// Whether the `!` at the position is followed by what can hold the name of a parameter.
    fn names_indirectly(&self) -> bool {
        match self.byte_at(self.position + 1) {
            Some(b'#' | b'?' | b'@' | b'*') => true,
            Some(byte) => is_name_start(byte) || byte.is_ascii_digit(),
            None => false,
        }
    }

    /// The parameter at the position, if there is one.
    fn parameter(&mut self, opened: usize, param: &mut Param) -> Parse<bool> {
        let start = self.position;
        if let Some(end) = self.identifier_end(start) {
            self.position = end;
            if self.byte() == Some(b'[') {
                return self.element(opened, start, param);
            }
            *param = Param::Variable(self.name_between(start, end));
            return Ok(true);
        }
        match self.byte() {
            Some(b'0'..=b'9') => {
                let text = self.text(start, self.end);
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
                let (number, length) = digits.fold((0u32, 0), |(number, length), &digit| {
                    (number.saturating_mul(10).saturating_add(u32::from(digit - b'0')), length + 1)
                });
                self.position += length;
                *param = if number == 0 { Param::Special(b'0') } else { Param::Positional(number) };
            }
            Some(sign @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                self.position += 1;
                *param = Param::Special(sign);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `name[…]`, from the bracket; the name starts at `start`. The subscript must end inside the braces.
    #[inline(never)]
    fn element(&mut self, opened: usize, start: usize, param: &mut Param) -> Parse<bool> {
        let bracket = self.position;
        let limit = self.find_or_fail(opened, '}', opened + 2, BRACE)?;
        let outer_end = std::mem::replace(&mut self.end, limit);
        let close = self.find(bracket + 1, BRACKET);
        self.end = outer_end;
        let Some(close) = close else { return Ok(false) };
        let index = self.subscript_between(bracket + 1, close)?;
        self.position = close + 1;
        *param = Param::Element { name: self.name_between(start, bracket), index };
        Ok(true)
    }

    /// The operator behind the parameter, with its words, up to the closing brace. Tells whether it is valid.
    fn operation(&mut self, quoted: bool, op: &mut ParamOp) -> Parse<bool> {
        self.skip_continuations();
        let Some(first) = self.byte() else { return Ok(true) };
        let second = self.byte_at(self.position + 1);
        match first {
            b'}' => return Ok(true),
            b':' => match second {
                Some(b'-' | b'=' | b'?' | b'+') => {
                    self.position += 1;
                    self.default_operation(true, quoted, op)?;
                }
                Some(b'}') => return Ok(false),
                _ => self.substring(op)?,
            },
            b'-' | b'=' | b'?' | b'+' => self.default_operation(false, quoted, op)?,
            b'#' | b'%' | b'^' | b',' | b'~' => self.pattern_operation(first, op)?,
            b'/' => self.replacement(op)?,
            b'@' => match second {
                Some(letter @ (b'Q' | b'E' | b'P' | b'A' | b'a' | b'U' | b'u' | b'L' | b'K' | b'k')) => {
                    self.position += 2;
                    *op = ParamOp::Transform(letter);
                }
                _ => return Ok(false),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An operator that may be doubled, and its pattern.
    #[inline(never)]
    fn pattern_operation(&mut self, sign: u8, op: &mut ParamOp) -> Parse<()> {
        self.position += 1;
        let doubled = self.byte() == Some(sign);
        if doubled {
            self.position += 1;
        }
        let pattern = self.pattern(Until::Brace)?;
        let cased = |change, pattern: Word| {
            let pattern = if pattern.parts.is_empty() { None } else { Some(pattern) };
            ParamOp::Case { change, all: doubled, pattern }
        };
        *op = match sign {
            b'#' => ParamOp::RemovePrefix { longest: doubled, pattern },
            b'%' => ParamOp::RemoveSuffix { longest: doubled, pattern },
            b'^' => cased(CaseChange::Upper, pattern),
            b',' => cased(CaseChange::Lower, pattern),
            _ => cased(CaseChange::Toggle, pattern),
        };
        Ok(())
    }

    /// `-`, `=`, `?` or `+` and its word.
    #[inline(never)]
    fn default_operation(&mut self, colon: bool, quoted: bool, op: &mut ParamOp) -> Parse<()> {
        let operator = self.byte();
        self.position += 1;
        // Even in double quotes the message is read as outside them.
        let word = self.operand(quoted && operator != Some(b'?'))?;
        *op = match operator {
            Some(b'-') => ParamOp::Default { colon, word },
            Some(b'=') => ParamOp::Assign { colon, word },
            Some(b'+') => ParamOp::Alternate { colon, word },
            _ => ParamOp::Error { colon, word: if word.parts.is_empty() { None } else { Some(word) } },
        };
        Ok(())
    }

    /// A word up to the brace. In double quotes all of it is quoted, and is one [`WordPart::Double`].
    fn operand(&mut self, quoted: bool) -> Parse<Word> {
        if quoted {
            let parts = self.double_parts(DoubleUntil::Brace)?;
            let parts = if parts.is_empty() { Vec::new() } else { vec![WordPart::Double(parts)] };
            return Ok(Word::new(parts));
        }
        self.pattern(Until::Brace)
    }

    fn pattern(&mut self, until: Until) -> Parse<Word> {
        let mut parts = Vec::new();
        self.parts(until, &mut parts)?;
        self.mark_tilde(&mut parts, true);
        Ok(Word::new(parts))
    }

    #[inline(never)]
    fn replacement(&mut self, op: &mut ParamOp) -> Parse<()> {
        self.position += 1;
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
        // Behind `#` and `%` it is not the first character for bash.
        if matches!(anchor, Anchor::First | Anchor::All) {
            self.mark_tilde(&mut pattern.parts, true);
        }
        let mut replacement = Word::default();
        if self.byte() == Some(b'/') {
            self.position += 1;
            if self.byte() == Some(b'}') {
                self.note_odd();
            }
            self.parts(Until::Brace, &mut replacement.parts)?;
            self.mark_tilde(&mut replacement.parts, true);
        }
        *op = ParamOp::Replace { anchor, pattern, replacement };
        Ok(())
    }

    /// `:offset` or `:offset:length`
    #[inline(never)]
    fn substring(&mut self, op: &mut ParamOp) -> Parse<()> {
        let start = self.position + 1;
        let Some(end) = self.find(start, SUBSTRING) else {
            self.position = self.end;
            return Ok(());
        };
        let offset = self.arithmetic_between(start, end)?;
        self.position = end;
        let mut length = None;
        if self.byte() == Some(b':') {
            let Some(close) = self.find(end + 1, BRACE) else {
                self.position = self.end;
                return Ok(());
            };
            length = Some(self.arithmetic_between(end + 1, close)?);
            self.position = close;
        }
        *op = ParamOp::Substring { offset, length };
        Ok(())
    }
}

fn new_expansion() -> Box<ParamExpansion> {
    Box::new(ParamExpansion { param: Param::Special(b'0'), indirect: false, braced: true, op: ParamOp::None })
}
