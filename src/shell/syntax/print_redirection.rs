//! Prints redirections and here-documents.

use super::ast::{FdName, HereDocument, Redirection, RedirectionOp, RedirectionTarget, Word, WordPart};
use super::print::Printer;
use crate::expand::quote::single_quote;

impl<'t> Printer<'t> {
    pub fn redirections(&mut self, redirections: &'t [Redirection]) {
        for (index, redirection) in redirections.iter().enumerate() {
            if index > 0 {
                self.push(b" ");
            }
            self.redirection(redirection);
        }
    }

    fn redirection(&mut self, redirection: &'t Redirection) {
        let word = match &redirection.target {
            RedirectionTarget::Word(word) => word,
            RedirectionTarget::HereDoc(document) => &document.body,
        };
        // Descriptors are shown where they are not the operator's own; a duplicate's always.
        let number = matches!(word.parts.as_slice(), [WordPart::Literal(text)] if is_descriptor(text));
        let (operator, own): (&[u8], Option<u32>) = match redirection.op {
            RedirectionOp::Read => (b"< ", Some(0)),
            RedirectionOp::Write => (b"> ", Some(1)),
            RedirectionOp::Clobber => (b">| ", Some(1)),
            RedirectionOp::Append => (b">> ", Some(1)),
            RedirectionOp::ReadWrite => (b"<> ", None),
            // Closing looks the same on both sides.
            RedirectionOp::DuplicateRead if number && is_close(word) => (b">&", None),
            RedirectionOp::DuplicateRead => (b"<&", if number { None } else { Some(0) }),
            RedirectionOp::DuplicateWrite => (b">&", if number { None } else { Some(1) }),
            RedirectionOp::WriteBoth => (b"&> ", None),
            RedirectionOp::AppendBoth => (b"&>> ", None),
            RedirectionOp::HereDoc => (b"<<", Some(0)),
            RedirectionOp::HereString => (b"<<< ", Some(0)),
        };
        match (&redirection.fd, redirection.op) {
            (Some(FdName::Variable(name)), _) => {
                self.push(b"{");
                self.push(name.as_bytes());
                self.push(b"}");
            }
            // `>&word` without a number means more than `1>&word`.
            (Some(FdName::Number(fd)), RedirectionOp::DuplicateWrite) => self.push(fd.to_string().as_bytes()),
            (Some(FdName::Number(fd)), _) if Some(*fd) != own => self.push(fd.to_string().as_bytes()),
            (None, RedirectionOp::ReadWrite) => self.push(b"0"),
            (None, RedirectionOp::DuplicateRead) if number => self.push(b"0"),
            (None, RedirectionOp::DuplicateWrite) if number => self.push(b"1"),
            _ => {}
        }
        self.push(operator);
        match &redirection.target {
            RedirectionTarget::HereDoc(document) => {
                if document.strip_tabs {
                    self.push(b"-");
                }
                match document.quoted {
                    true => self.push(&single_quote(&document.delimiter)),
                    false => self.push(&document.delimiter),
                }
                self.pending.push(document);
            }
            RedirectionTarget::Word(word) => self.word(word),
        }
    }

    pub fn here_document_body(&mut self, document: &HereDocument) {
        if document.quoted {
            for part in &document.body.parts {
                if let WordPart::Quoted(text) = part {
                    self.push(text);
                }
            }
        } else if let Some(text) = &document.body.spelling.0 {
            self.push(text);
        } else {
            self.here_document_text(&document.body.parts);
        }
        self.push(&document.delimiter);
    }
}

fn is_close(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [WordPart::Literal(text)] if text == "-")
}

/// `3`, `-` or `3-`.
fn is_descriptor(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b"-").unwrap_or(text);
    !text.is_empty() && digits.iter().all(u8::is_ascii_digit)
}
