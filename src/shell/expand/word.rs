//! The walk over a word's parts, and brace expansion before it.

use bstr::BString;

use super::sink::{Mode, Sink};
use crate::flow::Flow;
use crate::format::decimal;
use crate::shell::{InputKind, Shell};
use crate::syntax::ast::{Arith, Brace, BraceKind, Word, WordPart};

/// A piece of a word whose braces are expanded.
enum Piece<'a> {
    Part(&'a WordPart),
    /// What a range of numbers or characters gave.
    Text(BString),
}

/// What stands behind a brace expression: the rest of its alternative, then what is behind that.
struct Rest<'a, 'r> {
    parts: &'a [WordPart],
    next: Option<&'r Rest<'a, 'r>>,
}

impl Shell {
    /// Expands parts outside quotes.
    pub(super) fn walk(&mut self, parts: &[WordPart], sink: &mut Sink) -> Result<(), Flow> {
        parts.iter().try_for_each(|part| self.walk_part(part, sink, false))
    }

    /// Expands the word of an operator such as `${x:-word}`. Outside quotes even its plain text splits.
    pub(super) fn walk_operand(&mut self, word: &Word, quoted: bool, sink: &mut Sink) -> Result<(), Flow> {
        if quoted {
            return word.parts.iter().try_for_each(|part| self.walk_quoted(part, sink));
        }
        word.parts.iter().try_for_each(|part| self.walk_part(part, sink, true))
    }

    fn walk_part(&mut self, part: &WordPart, sink: &mut Sink, splits: bool) -> Result<(), Flow> {
        match part {
            WordPart::Literal(text) if splits => {
                let ifs = self.ifs();
                sink.value(text, &ifs);
            }
            WordPart::Literal(text) => sink.literal(text),
            WordPart::Quoted(text) => sink.quoted(text),
            WordPart::Double(parts) => self.walk_double(parts, sink)?,
            WordPart::Param(expansion) => self.expand_parameter(expansion, false, sink)?,
            WordPart::CommandSub(substitution) => {
                let output = self.command_substitution(substitution)?;
                let ifs = self.ifs();
                sink.value(&output, &ifs);
                self.check_expansion(sink.size())?;
            }
            WordPart::Arith(arith) => {
                let number = self.arithmetic_expansion(arith)?;
                let ifs = self.ifs();
                sink.value(decimal(number, &mut [0; 20]), &ifs);
            }
            WordPart::ProcessSub { direction, program } => {
                let path = self.process_substitution(*direction, program)?;
                sink.literal(&path);
            }
            // In POSIX mode an argument that looks like an assignment is none.
            WordPart::Tilde(text) if self.state.options.posix && sink.mode == Mode::Fields && sink.size() > 0 => {
                sink.literal(text);
            }
            WordPart::Tilde(text) => match self.expand_tilde(text) {
                Some(folder) => sink.quoted(&folder),
                None => sink.literal(text),
            },
            WordPart::Brace(brace) => self.walk(&brace.plain, sink)?,
        }
        Ok(())
    }

    /// `$((…))`, whose errors end a shell in POSIX mode.
    fn arithmetic_expansion(&mut self, arith: &Arith) -> Result<i64, Flow> {
        self.evaluate(arith).map_err(|flow| match flow {
            Flow::Discard(_) if self.state.options.posix => {
                let of_string = self.input == InputKind::String && self.subshell_level == 0;
                Flow::Exit(if of_string { 127 } else { 1 })
            }
            flow => flow,
        })
    }

    /// Expands one operand of an arithmetic expression, which reads like double-quoted text.
    pub(crate) fn expand_operand(&mut self, part: &WordPart) -> Result<BString, Flow> {
        let mut sink = Sink::new(Mode::Text);
        self.walk_quoted(part, &mut sink)?;
        Ok(sink.text.into())
    }

    /// The text of an arithmetic expression with its expansions done.
    pub(crate) fn expand_arithmetic(&mut self, arith: &Arith) -> Result<BString, Flow> {
        let mut sink = Sink::new(Mode::Text);
        arith.parts.iter().try_for_each(|part| self.walk_quoted(part, &mut sink))?;
        self.check_expansion(sink.size())?;
        Ok(sink.text.into())
    }

    fn walk_double(&mut self, parts: &[WordPart], sink: &mut Sink) -> Result<(), Flow> {
        let outer = std::mem::take(&mut sink.empty_list);
        parts.iter().try_for_each(|part| self.walk_quoted(part, sink))?;
        sink.close_quotes(sink.empty_list);
        sink.empty_list = outer;
        Ok(())
    }

    fn walk_quoted(&mut self, part: &WordPart, sink: &mut Sink) -> Result<(), Flow> {
        match part {
            WordPart::Literal(text) | WordPart::Quoted(text) => {
                if !text.is_empty() {
                    sink.quoted(text);
                }
            }
            WordPart::Double(parts) => parts.iter().try_for_each(|part| self.walk_quoted(part, sink))?,
            WordPart::Param(expansion) => self.expand_parameter(expansion, true, sink)?,
            WordPart::CommandSub(substitution) => {
                let output = self.command_substitution(substitution)?;
                push_quoted(sink, &output);
                self.check_expansion(sink.size())?;
            }
            WordPart::Arith(arith) => {
                let number = self.arithmetic_expansion(arith)?;
                sink.quoted(decimal(number, &mut [0; 20]));
            }
            WordPart::ProcessSub { direction, program } => {
                let path = self.process_substitution(*direction, program)?;
                sink.quoted(&path);
            }
            WordPart::Tilde(text) => {
                let folder = self.expand_tilde(text).unwrap_or_else(|| text.clone());
                sink.quoted(&folder);
            }
            WordPart::Brace(brace) => brace.plain.iter().try_for_each(|part| self.walk_quoted(part, sink))?,
        }
        Ok(())
    }

    /// Expands a word with braces to all its words, one after another: none of them is kept longer than it takes.
    pub(super) fn expand_braces(&mut self, parts: &[WordPart], out: &mut Vec<BString>) -> Result<(), Flow> {
        let mut total = 0;
        self.each_brace_word(parts, None, &mut Vec::new(), &mut total, out)
    }

    fn each_brace_word<'a>(
        &mut self,
        parts: &'a [WordPart],
        next: Option<&Rest<'a, '_>>,
        chosen: &mut Vec<Piece<'a>>,
        total: &mut usize,
        out: &mut Vec<BString>,
    ) -> Result<(), Flow> {
        let mark = chosen.len();
        for (index, part) in parts.iter().enumerate() {
            let WordPart::Brace(brace) = part else {
                chosen.push(Piece::Part(part));
                continue;
            };
            let rest = Rest { parts: &parts[index + 1..], next };
            let result = self.enter(|shell| shell.each_alternative(brace, &rest, chosen, total, out));
            chosen.truncate(mark);
            return result;
        }
        let result = match next {
            Some(rest) => self.each_brace_word(rest.parts, rest.next, chosen, total, out),
            None => self.brace_word(chosen, total, out),
        };
        chosen.truncate(mark);
        result
    }

    fn each_alternative<'a>(
        &mut self,
        brace: &'a Brace,
        rest: &Rest<'a, '_>,
        chosen: &mut Vec<Piece<'a>>,
        total: &mut usize,
        out: &mut Vec<BString>,
    ) -> Result<(), Flow> {
        match &brace.kind {
            BraceKind::List(alternatives) => {
                for alternative in alternatives {
                    self.each_brace_word(alternative, Some(rest), chosen, total, out)?;
                }
                Ok(())
            }
            BraceKind::Numbers { first, last, step, width } => {
                let step = if first <= last { step.unsigned_abs() } else { step.unsigned_abs().wrapping_neg() } as i64;
                let mut number = *first;
                loop {
                    let text = padded(number, *width);
                    self.each_text(text, rest, chosen, total, out)?;
                    match number.checked_add(step) {
                        Some(next) if step > 0 && next <= *last || step < 0 && next >= *last => number = next,
                        _ => return Ok(()),
                    }
                }
            }
            BraceKind::Characters { first, last, step } => {
                let (mut at, last) = (i64::from(*first), i64::from(*last));
                let size = i64::try_from(step.unsigned_abs()).unwrap_or(i64::MAX);
                loop {
                    self.each_text([at as u8][..].into(), rest, chosen, total, out)?;
                    let next =
                        if i64::from(*first) <= last { at.saturating_add(size) } else { at.saturating_sub(size) };
                    let past = if i64::from(*first) <= last { next > last } else { next < last };
                    if past || size == 0 {
                        return Ok(());
                    }
                    at = next;
                }
            }
        }
    }

    fn each_text<'a>(
        &mut self,
        text: BString,
        rest: &Rest<'a, '_>,
        chosen: &mut Vec<Piece<'a>>,
        total: &mut usize,
        out: &mut Vec<BString>,
    ) -> Result<(), Flow> {
        let mark = chosen.len();
        chosen.push(Piece::Text(text));
        let result = self.each_brace_word(rest.parts, rest.next, chosen, total, out);
        chosen.truncate(mark);
        result
    }

    /// Expands one word that brace expansion made.
    fn brace_word(&mut self, pieces: &[Piece<'_>], total: &mut usize, out: &mut Vec<BString>) -> Result<(), Flow> {
        self.charge(1)?;
        let before = out.len();
        let mut sink = self.fields_sink(out);
        let walked = pieces.iter().try_for_each(|piece| {
            match piece {
                Piece::Part(part) => self.walk_part(part, &mut sink, false)?,
                // A backslash in a range of characters quotes what is behind it: nothing is left of it here.
                Piece::Text(text) if text == "\\" => sink.quoted(b""),
                Piece::Text(text) => sink.literal(text),
            }
            Ok(())
        });
        sink.end_field();
        *total += sink.size() + 1;
        let walked = walked.and_then(|()| self.check_expansion(*total));
        self.finish_fields(walked, sink, before, out)
    }
}

/// Quoted output that may be empty: the quotes around it decide about the field.
pub(super) fn push_quoted(sink: &mut Sink, text: &[u8]) {
    if !text.is_empty() {
        sink.quoted(text);
    }
}

/// A number with leading zeros up to a width that counts the sign.
fn padded(number: i64, width: usize) -> BString {
    let mut buffer = [0; 20];
    let digits = decimal(number, &mut buffer);
    if digits.len() >= width {
        return digits.into();
    }
    let (sign, digits) = digits.strip_prefix(b"-").map_or((&b""[..], digits), |digits| (&b"-"[..], digits));
    let mut out = BString::from(sign);
    out.resize(width - digits.len(), b'0');
    out.extend_from_slice(digits);
    out
}
