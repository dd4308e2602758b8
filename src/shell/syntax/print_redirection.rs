//! Prints redirections and here-documents.

use bstr::{BString, ByteSlice};

use super::ast::{FdName, Redirection, RedirectionOp, RedirectionTarget, Word, WordPart};
use super::print::Printer;

/// A here-document whose operator was printed and whose body was not.
pub(super) struct HereDocument<'t> {
    body: &'t Word,
    delimiter: BString,
    quoted: bool,
}

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
            RedirectionTarget::Word(word) | RedirectionTarget::HereDoc(word) => word,
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
        match redirection.op {
            RedirectionOp::HereDoc => {
                let document = here_document(word);
                if document.quoted {
                    self.push(b"'");
                }
                self.push(&document.delimiter);
                if document.quoted {
                    self.push(b"'");
                }
                self.pending.push(document);
            }
            _ => self.word(word),
        }
    }

    pub fn here_document_body(&mut self, document: &HereDocument<'t>) {
        if document.quoted {
            for part in &document.body.parts {
                if let WordPart::Quoted(text) = part {
                    self.push(text);
                }
            }
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

/// Chooses a delimiter that no line of the body is, quoted where the body holds what would else expand.
fn here_document(body: &Word) -> HereDocument<'_> {
    let plain = body.parts.iter().all(|part| matches!(part, WordPart::Quoted(_)));
    let special = |text: &BString| text.find_byteset(b"$`\\").is_some();
    let quoted = plain && body.parts.iter().any(|part| matches!(part, WordPart::Quoted(text) if special(text)));
    let mut delimiter = BString::from("EOF");
    while body.parts.iter().any(|part| holds_line(part, &delimiter)) {
        delimiter.push(b'_');
    }
    HereDocument { body, delimiter, quoted }
}

fn holds_line(part: &WordPart, line: &[u8]) -> bool {
    match part {
        WordPart::Quoted(text) => text.lines().any(|candidate| candidate.starts_with(line)),
        _ => false,
    }
}
