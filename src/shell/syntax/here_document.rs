//! Here-documents: their bodies are read at the newline after the operator, and put into the tree when it is complete.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::ast::{Command, CommandKind, Function, List, Pipeline, RedirectionTarget, Word, WordPart};
use super::double::DoubleUntil;
use super::error::SyntaxWarning;
use super::scanner::{Parse, Parser};

/// How deep here-documents may stand in each other's expansions: each is searched for its end by itself.
const MAXIMUM_DEPTH: usize = 16;

/// A here-document whose operator was read and whose body was not.
pub(super) struct PendingHereDocument {
    /// The delimiter without its quotes.
    pub delimiter: BString,
    /// The delimiter was quoted: nothing in the body expands.
    pub quoted: bool,
    /// `<<-`
    pub strip_tabs: bool,
    /// The line of the operator.
    pub line: u32,
}

impl Parser<'_, '_> {
    /// Reads the bodies of all pending here-documents, which start at the position.
    #[inline(never)]
    pub fn read_here_documents(&mut self) -> Parse<()> {
        for document in std::mem::take(&mut self.pending) {
            let body = self.here_document_body(&document)?;
            self.bodies.push(body);
        }
        Ok(())
    }

    /// At the end of the input or of a command substitution: pending here-documents are empty.
    #[inline(never)]
    pub fn abandon_here_documents(&mut self) {
        let count = self.pending.len();
        if count == 0 {
            return;
        }
        let line = self.line_at(self.position);
        if self.substitution_depth > 0 {
            let plural = if count == 1 { "" } else { "s" };
            let message = format!("command substitution: {count} unterminated here-document{plural}");
            self.warnings.push(SyntaxWarning { line, message });
            self.bodies.extend((0..count).map(|_| Word::default()));
            self.pending.clear();
        } else {
            for document in std::mem::take(&mut self.pending) {
                self.warn_of_end(&document);
                self.bodies.push(Word::default());
            }
        }
    }

    fn warn_of_end(&mut self, document: &PendingHereDocument) {
        // The last line read: behind its newline no line has begun.
        let line = self.line_at(self.position);
        let ended = self.position > 0 && self.source.get(self.position - 1) == Some(&b'\n');
        let line = if ended { line.saturating_sub(1) } else { line };
        let message = format!(
            "here-document at line {} delimited by end-of-file (wanted `{}')",
            document.line, document.delimiter
        );
        self.warnings.push(SyntaxWarning { line, message });
    }

    #[inline(never)]
    fn here_document_body(&mut self, document: &PendingHereDocument) -> Parse<Word> {
        let start = self.position;
        let first_line = self.line_at(start);
        // The body as it stands in the source, until a line differs from what stands there.
        let mut changed: Option<Vec<u8>> = None;
        let mut line = Vec::new();
        let end = loop {
            let line_start = self.position;
            if line_start >= self.end {
                self.warn_of_end(document);
                break line_start;
            }
            let intact = self.here_document_line(document, &mut line);
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            if text == document.delimiter.as_bytes() {
                break line_start;
            }
            if self.substitution_depth > 0
                && intact
                && text.strip_prefix(document.delimiter.as_bytes()).is_some_and(|rest| rest.contains(&b')'))
            {
                // `EOF)`: the delimiter may share its line with the end of the command substitution.
                self.warn_of_end(document);
                let stripped = self.position - line_start - line.len();
                self.position = line_start + stripped + document.delimiter.len();
                break line_start;
            }
            // A last line without its end is read as if it had one.
            let intact = intact && line.ends_with(b"\n");
            if !line.ends_with(b"\n") {
                line.push(b'\n');
            }
            match &mut changed {
                Some(body) => body.extend_from_slice(&line),
                None if !intact || self.position - line_start != line.len() => {
                    let mut body = self.text(start, line_start).to_vec();
                    body.extend_from_slice(&line);
                    changed = Some(body);
                }
                None => {}
            }
        };
        if document.quoted {
            let body = match changed {
                Some(body) => body,
                None => self.text(start, end).to_vec(),
            };
            let parts = if body.is_empty() { Vec::new() } else { vec![WordPart::Quoted(body.into())] };
            return Ok(Word::new(parts));
        }
        let behind = self.position;
        self.here_document_depth += 1;
        if self.here_document_depth > MAXIMUM_DEPTH {
            let message = format!("syntax error: maximum here-document depth exceeded ({MAXIMUM_DEPTH})");
            return Err(self.error_at(start, message));
        }
        let outer = self.mark();
        let word = match changed {
            Some(body) => self.on_text(body, first_line, Self::here_document_word)?,
            None => self.within(start, end, Self::here_document_word)?,
        };
        self.drop_spellings(outer);
        self.here_document_depth -= 1;
        self.position = behind;
        Ok(word)
    }

    /// The body between the position and the end.
    fn here_document_word(&mut self) -> Parse<Word> {
        let mark = self.mark();
        let parts = self.double_parts(DoubleUntil::HereDocument)?;
        self.forget_spellings(mark);
        Ok(Word { parts, spelling: self.spelling(mark) })
    }

    /// Reads one line into `line`, with its newline; with an unquoted delimiter lines that end in a backslash are
    /// joined. Tells whether none was joined.
    fn here_document_line(&mut self, document: &PendingHereDocument, line: &mut Vec<u8>) -> bool {
        line.clear();
        let mut intact = true;
        loop {
            let rest = self.rest();
            let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |found| found + 1);
            let mut text = rest.get(..length).unwrap_or_default();
            if document.strip_tabs && intact {
                text = text.trim_start_with(|character| character == '\t');
            }
            line.extend_from_slice(text);
            let backslashes = match text.strip_suffix(b"\n") {
                Some(text) => text.iter().rev().take_while(|&&byte| byte == b'\\').count(),
                None => 0,
            };
            self.position += length;
            if document.quoted || backslashes % 2 == 0 {
                return intact;
            }
            line.truncate(line.len() - 2);
            intact = false;
            if self.position >= self.end {
                return intact;
            }
        }
    }
}

/// Puts the bodies into the here-documents of `list`, which come in the order of their operators. Here-documents inside
/// words have theirs already.
pub(super) fn fill_here_documents(list: &mut List, bodies: &mut impl Iterator<Item = Word>) {
    let mut bodies = bodies.peekable();
    if bodies.peek().is_some() {
        Filler { bodies: &mut bodies }.list(list);
    }
}

struct Filler<'a> {
    bodies: &'a mut dyn Iterator<Item = Word>,
}

impl Filler<'_> {
    fn list(&mut self, list: &mut List) {
        for item in &mut list.items {
            // Nobody else holds any part of the tree yet.
            let Some(chain) = Arc::get_mut(&mut item.chain) else { continue };
            self.pipeline(&mut chain.first);
            for (_, pipeline) in &mut chain.rest {
                self.pipeline(pipeline);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &mut Pipeline) {
        for command in &mut pipeline.stages {
            self.shared(command);
        }
    }

    fn shared(&mut self, command: &mut Arc<Command>) {
        if let Some(command) = Arc::get_mut(command) {
            self.command(command);
        }
    }

    fn command(&mut self, command: &mut Command) {
        match &mut command.kind {
            CommandKind::Simple(_) | CommandKind::Cond(_) | CommandKind::Arith(_) => {}
            CommandKind::Group(body) => self.list(body),
            CommandKind::Subshell(body) => {
                if let Some(body) = Arc::get_mut(body) {
                    self.list(body);
                }
            }
            CommandKind::If(conditional) => {
                for (condition, body) in &mut conditional.branches {
                    self.list(condition);
                    self.list(body);
                }
                if let Some(body) = &mut conditional.otherwise {
                    self.list(body);
                }
            }
            CommandKind::While { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
            CommandKind::For { body, .. } | CommandKind::ArithFor { body, .. } | CommandKind::Select { body, .. } => {
                self.list(body);
            }
            CommandKind::Case { arms, .. } => {
                for arm in arms {
                    self.list(&mut arm.body);
                }
            }
            CommandKind::Function(function) => {
                if let Some(Function { body, .. }) = Arc::get_mut(function) {
                    self.command(body);
                }
            }
            CommandKind::Coproc { body, .. } => self.shared(body),
        }
        for redirection in &mut command.redirections {
            if let RedirectionTarget::HereDoc(document) = &mut redirection.target
                && let Some(body) = self.bodies.next()
            {
                document.body = body;
            }
        }
    }
}
