//! Programs and arithmetic inside words: `$(…)`, `` `…` ``, `$((…))`, `$[…]`.

use std::sync::Arc;

use bstr::BString;

use super::arith::tree_of_parts;
use super::ast::{
    AndOr, Arg, Arith, Command, CommandKind, CommandSub, List, ListItem, Pipeline, Program, RedirectionOp,
    RedirectionTarget, Simple, Spelling, Word, WordPart,
};
use super::double::DoubleUntil;
use super::error::Recovery;
use super::here_document::fill_here_documents;
use super::matching::BRACKET;
use super::scanner::{Parse, Parser};
use super::token::Token;

impl Parser<'_, '_> {
    /// A program up to its `)`, from behind the `(`.
    pub fn parenthesized_program(&mut self) -> Parse<Program> {
        self.enter_twice()?;
        self.substitution_depth += 1;
        let pending = std::mem::take(&mut self.pending);
        let bodies = std::mem::take(&mut self.bodies);
        let mut body = self.body_of_substitution().map_err(|mut error| {
            if !error.incomplete {
                error.recovery = Recovery::Substitution;
            }
            error
        })?;
        self.abandon_here_documents();
        fill_here_documents(&mut body, &mut std::mem::take(&mut self.bodies).into_iter());
        self.pending = pending;
        self.bodies = bodies;
        self.substitution_depth -= 1;
        self.leave_twice();
        Ok(Program { body })
    }

    fn body_of_substitution(&mut self) -> Parse<List> {
        let body = self.list_or_nothing()?;
        if self.peek() != Token::Close {
            return Err(self.unexpected());
        }
        self.advance()?;
        Ok(body)
    }

    /// `$(…)` or `$((…))`.
    pub fn dollar_parenthesis(&mut self, parts: &mut Vec<WordPart>) -> Parse<()> {
        let opened = self.position;
        let double = self.byte_at(opened + 2) == Some(b'(');
        if self.byte_at(opened + 2) == Some(b'(') {
            let close = self.closing_parenthesis(opened + 2)?;
            if self.byte_at(close + 1).is_none() {
                return Err(self.unterminated(opened, ')'));
            }
            if self.byte_at(close + 1) == Some(b')') {
                let arith = self.arithmetic_between(opened + 3, close)?;
                self.position = close + 2;
                parts.push(WordPart::Arith(Box::new(arith)));
                return Ok(());
            }
        }
        self.position = opened + 2;
        let mark = self.mark();
        // Aliases expand when it runs, as they are by then.
        let aliases = self.options.aliases.take();
        let program = self.parenthesized_program();
        self.options.aliases = aliases;
        let program = program.map_err(|mut error| {
            // It was looked at as arithmetic first.
            if double && error.incomplete {
                error.line = self.line_at(opened);
            }
            error
        })?;
        let text = (aliases.is_some() || self.options.late).then(|| {
            let text = BString::from(self.text(opened + 2, self.position - 1));
            (text, self.line_at(opened))
        });
        let part = command_substitution(program, text, None);
        if let WordPart::CommandSub(substitution) = &part {
            self.note_substitution(mark, opened, substitution);
        }
        parts.push(part);
        Ok(())
    }

    /// `$[…]`
    pub fn dollar_bracket(&mut self, parts: &mut Vec<WordPart>) -> Parse<()> {
        let opened = self.position;
        self.note_odd();
        let close = self.find_or_fail(opened, ']', opened + 2, BRACKET)?;
        let arith = self.arithmetic_between(opened + 2, close)?;
        self.position = close + 1;
        parts.push(WordPart::Arith(Box::new(arith)));
        Ok(())
    }

    /// The bytes from `start` to `end` as arithmetic.
    #[inline(never)]
    pub fn arithmetic_between(&mut self, start: usize, end: usize) -> Parse<Arith> {
        self.enter()?;
        let parts = self.within(start, end, |parser| parser.double_parts(DoubleUntil::Arithmetic))?;
        let expr = tree_of_parts(&parts, self.options.depth.saturating_sub(self.depth));
        self.leave();
        Ok(Arith { parts, expr, spelling: Spelling::default() })
    }

    /// `` `…` ``, outside or (with `quoted`) inside double quotes. What is in it is a program of its own, whose errors
    /// only its run shows: where it does not parse, the program is an `eval` of the text.
    #[inline(never)]
    pub fn backquoted(&mut self, quoted: bool, parts: &mut Vec<WordPart>) -> Parse<()> {
        let opened = self.position;
        let line = self.line_at(opened);
        self.position += 1;
        let mut text = Vec::new();
        loop {
            let rest = self.rest();
            let Some(found) = memchr::memchr2(b'`', b'\\', rest) else {
                return Err(self.unterminated(opened, '`'));
            };
            let (before, from) = rest.split_at(found);
            text.extend_from_slice(before);
            let escaped = from.get(1).copied();
            let closing = from.first() == Some(&b'`');
            self.position += found + 1;
            if closing {
                break;
            }
            match escaped {
                Some(byte) if matches!(byte, b'$' | b'`' | b'\\') || (quoted && byte == b'"') => text.push(byte),
                Some(byte) => text.extend_from_slice(&[b'\\', byte]),
                None => return Err(self.unterminated(opened, '`')),
            }
            self.position += 1;
        }
        let written = BString::from(self.text(opened + 1, self.position - 1));
        self.enter()?;
        let source = BString::from(text.clone());
        let parsed = self.attempt(|parser| {
            parser.on_text(text, line, |parser| {
                let body = parser.program()?;
                Ok(Program { body })
            })
        });
        self.leave();
        let part = match parsed {
            Ok(program) => {
                let late = self.options.late || self.options.aliases.is_some();
                command_substitution(program, late.then_some((source, line)), Some(written))
            }
            Err(_) => command_substitution(deferred(source.clone(), line), Some((source, line)), Some(written)),
        };
        parts.push(part);
        Ok(())
    }
}

/// A program that parses `text` when it runs.
pub(super) fn deferred(text: BString, line: u32) -> Program {
    let word = |part| Arg::Word(Word::new(vec![part]));
    let args = vec![word(WordPart::Literal("eval".into())), word(WordPart::Quoted(text))];
    let command =
        Command { kind: CommandKind::Simple(Simple { assignments: Vec::new(), args }), redirections: Vec::new(), line };
    let first = Pipeline { negated: false, time: None, stages: vec![Arc::new(command)] };
    Program {
        body: List { items: vec![ListItem { chain: Arc::new(AndOr { first, rest: Vec::new() }), background: false }] },
    }
}

fn command_substitution(program: Program, text: Option<(BString, u32)>, backquoted: Option<BString>) -> WordPart {
    let file = file_to_read(&program).filter(|_| text.is_none()).cloned();
    WordPart::CommandSub(Arc::new(CommandSub { program, file, text, backquoted }))
}

/// The word of `$(<word)`.
fn file_to_read(program: &Program) -> Option<&Word> {
    let [item] = program.body.items.as_slice() else { return None };
    let [command] = item.chain.first.stages.as_slice() else { return None };
    let pipeline = &item.chain.first;
    if item.background || !item.chain.rest.is_empty() || pipeline.negated || pipeline.time.is_some() {
        return None;
    }
    let CommandKind::Simple(Simple { assignments, args }) = &command.kind else { return None };
    let [redirection] = command.redirections.as_slice() else { return None };
    match (&redirection.op, &redirection.fd, &redirection.target) {
        (RedirectionOp::Read, None, RedirectionTarget::Word(word)) if assignments.is_empty() && args.is_empty() => {
            Some(word)
        }
        _ => None,
    }
}
