//! Redirections and the delimiters of here-documents.

use bstr::{BString, ByteSlice};

use super::ast::{FdName, HereDocument, Redirection, RedirectionOp, RedirectionTarget, Word, WordPart};
use super::here_document::PendingHereDocument;
use super::quote::decode_ansi;
use super::scanner::{Parse, Parser};
use super::token::Token;
use super::word::Until;

impl Parser<'_, '_> {
    /// The redirections that stand here.
    pub fn redirections(&mut self, redirections: &mut Vec<Redirection>) -> Parse<()> {
        while self.peek() == Token::Redirection {
            redirections.push(self.redirection()?);
        }
        Ok(())
    }

    /// The redirection that starts at the position.
    #[inline(never)]
    pub fn redirection(&mut self) -> Parse<Redirection> {
        let start = self.position;
        let fd = match self.descriptor_end(start) {
            Some(end) => {
                self.position = end;
                Some(self.descriptor(start, end))
            }
            None => None,
        };
        let Some((op, strip_tabs, end)) = self.redirection_operator(self.position) else {
            return Err(self.unexpected());
        };
        self.position = end;
        self.peeked = None;
        if self.peek() != Token::Word {
            return Err(self.unexpected());
        }
        let target = match op {
            RedirectionOp::HereDoc => {
                let start = self.position;
                // Parsed only to find its end: nothing in a delimiter is expanded.
                self.word_without_braces()?;
                let (mut delimiter, quoted) = delimiter_of(self.text(start, self.position));
                if strip_tabs {
                    delimiter = delimiter.trim_start_with(|character| character == '\t').into();
                }
                let line = self.line_at(start);
                let document = HereDocument { body: Word::default(), delimiter: delimiter.clone(), quoted, strip_tabs };
                self.pending.push(PendingHereDocument { delimiter, quoted, strip_tabs, line });
                RedirectionTarget::HereDoc(Box::new(document))
            }
            RedirectionOp::HereString => RedirectionTarget::Word(self.here_string()?),
            _ => RedirectionTarget::Word(self.argument_word()?),
        };
        Ok(Redirection { fd, op, target })
    }

    fn here_string(&mut self) -> Parse<Word> {
        let mark = self.mark();
        let mut word = Word::default();
        self.parts(Until::Metacharacter, &mut word.parts)?;
        word.spelling = self.spelling(mark);
        self.mark_assignment_tildes(&mut word.parts);
        Ok(word)
    }

    fn descriptor(&self, start: usize, end: usize) -> FdName {
        let text = self.text(start, end);
        if text.first() == Some(&b'{') {
            return FdName::Variable(self.name_between(start + 1, end - 1));
        }
        // A number too big to be a descriptor stays one that cannot be open.
        let number = text.iter().fold(0u32, |number, &digit| {
            number.saturating_mul(10).saturating_add(u32::from(digit.saturating_sub(b'0')))
        });
        FdName::Number(number)
    }

    /// The redirection that `|&` stands for.
    pub fn both_to_pipe() -> Redirection {
        let target = Word::new(vec![WordPart::Literal(BString::from("1"))]);
        Redirection {
            fd: Some(FdName::Number(2)),
            op: RedirectionOp::DuplicateWrite,
            target: RedirectionTarget::Word(target),
        }
    }
}

/// Removes the quotes from a delimiter, and tells whether there were any.
fn delimiter_of(text: &[u8]) -> (BString, bool) {
    let mut delimiter = Vec::with_capacity(text.len());
    let mut quoted = false;
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\'' => {
                quoted = true;
                delimiter.extend(bytes.by_ref().take_while(|&byte| byte != b'\''));
            }
            b'$' if bytes.peek() == Some(&b'"') => {}
            b'$' if bytes.peek() == Some(&b'\'') => {
                quoted = true;
                bytes.next();
                let mut text = Vec::new();
                while let Some(byte) = bytes.next().filter(|&byte| byte != b'\'') {
                    text.push(byte);
                    if byte == b'\\' {
                        text.extend(bytes.next());
                    }
                }
                delimiter.extend(decode_ansi(&text));
            }
            b'"' => {
                quoted = true;
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' if matches!(bytes.peek(), Some(b'\\' | b'"' | b'$' | b'`')) => {
                            delimiter.extend(bytes.next());
                        }
                        b'\\' if bytes.peek() == Some(&b'\n') => {
                            bytes.next();
                        }
                        _ => delimiter.push(byte),
                    }
                }
            }
            b'\\' => match bytes.next() {
                Some(b'\n') => {}
                escaped => {
                    quoted = true;
                    delimiter.extend(escaped);
                }
            },
            _ => delimiter.push(byte),
        }
    }
    (delimiter.into(), quoted)
}
