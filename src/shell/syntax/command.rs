//! Lists, pipelines and simple commands.

use std::sync::Arc;

use super::assignment::Declares;
use super::ast::{AndOr, Arg, Command, CommandKind, Connector, List, ListItem, Pipeline, Simple, TimeFormat};
use super::scanner::{Parse, Parser, is_metacharacter};
use super::token::{Reserved, Token};

impl Parser<'_, '_> {
    /// A list that may span lines and has at least one command: what compound commands hold.
    pub fn list(&mut self) -> Parse<List> {
        self.skip_newlines()?;
        if !self.at_command()? {
            return Err(self.unexpected());
        }
        self.list_or_nothing()
    }

    /// A list that may span lines and may be empty. It ends at whatever no command starts with.
    pub fn list_or_nothing(&mut self) -> Parse<List> {
        let mut list = List::default();
        self.skip_newlines()?;
        while self.at_command()? {
            let chain = self.and_or()?;
            let separator = self.peek();
            let background = separator == Token::Ampersand;
            list.items.push(ListItem { chain: Arc::new(chain), background });
            if !matches!(separator, Token::Semicolon | Token::Ampersand | Token::Newline) {
                break;
            }
            self.advance()?;
            self.skip_newlines()?;
        }
        Ok(list)
    }

    /// The commands of one line, with the newline that ends it.
    pub fn line(&mut self) -> Parse<List> {
        let mut list = List::default();
        if !self.at_command()? {
            return Err(self.unexpected());
        }
        loop {
            let chain = self.and_or()?;
            let separator = self.peek();
            let background = separator == Token::Ampersand;
            list.items.push(ListItem { chain: Arc::new(chain), background });
            if !matches!(separator, Token::Semicolon | Token::Ampersand) {
                break;
            }
            self.advance()?;
            if matches!(self.peek(), Token::Newline | Token::End) {
                break;
            }
            if !self.at_command()? {
                return Err(self.unexpected());
            }
        }
        match self.peek() {
            Token::Newline => self.advance()?,
            Token::End => {}
            _ => return Err(self.unexpected()),
        }
        Ok(list)
    }

    /// Whether a command can start with the token at the position. An alias there is expanded first.
    pub fn at_command(&mut self) -> Parse<bool> {
        self.expand_alias()?;
        Ok(match self.peek() {
            Token::Word => self.reserved_word().is_none_or(|(reserved, _)| !reserved.closes()),
            Token::Redirection | Token::Open => true,
            _ => false,
        })
    }

    fn and_or(&mut self) -> Parse<AndOr> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let connector = match self.peek() {
                Token::AndIf => Connector::And,
                Token::OrIf => Connector::Or,
                _ => return Ok(AndOr { first, rest }),
            };
            self.advance()?;
            self.skip_newlines()?;
            self.expand_alias()?;
            rest.push((connector, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Parse<Pipeline> {
        let mut pipeline = Pipeline { negated: false, time: None, stages: Vec::new() };
        let mut prefixed = false;
        loop {
            if self.accept(Reserved::Bang) {
                pipeline.negated = !pipeline.negated;
            } else if self.accept(Reserved::Time) {
                // Behind `--` bash prints the POSIX format too.
                let posix = self.accept_text(b"-p") | self.accept_text(b"--");
                if pipeline.time != Some(TimeFormat::Posix) {
                    pipeline.time = Some(if posix { TimeFormat::Posix } else { TimeFormat::Bash });
                }
            } else {
                break;
            }
            prefixed = true;
            self.expand_alias()?;
        }
        if prefixed && matches!(self.peek(), Token::Semicolon | Token::Newline | Token::End) {
            return Ok(pipeline);
        }
        loop {
            let mut command = self.command()?;
            let next = self.peek();
            // Nobody else holds the command yet.
            if next == Token::PipeBoth
                && let Some(command) = Arc::get_mut(&mut command)
            {
                command.redirections.push(Self::both_to_pipe());
            }
            pipeline.stages.push(command);
            if !matches!(next, Token::Pipe | Token::PipeBoth) {
                return Ok(pipeline);
            }
            self.advance()?;
            self.skip_newlines()?;
            self.expand_alias()?;
        }
    }

    /// Steps over `text` if it is the whole word here.
    fn accept_text(&mut self, text: &[u8]) -> bool {
        let found = self.peek() == Token::Word
            && self.starts_with(text)
            && self.byte_at(self.position + text.len()).is_none_or(is_metacharacter);
        if found {
            self.position += text.len();
        }
        found
    }

    /// One stage of a pipeline.
    pub fn command(&mut self) -> Parse<Arc<Command>> {
        match self.peek() {
            Token::Open => return self.compound(None),
            Token::Word => {}
            Token::Redirection => return self.simple(),
            _ => return Err(self.unexpected()),
        }
        match self.reserved_word() {
            None => self.simple(),
            // Behind `|` it is a command's name.
            Some((Reserved::Time, _)) => self.simple(),
            Some((Reserved::Bang, _)) => Err(self.unexpected()),
            Some((reserved, _)) if reserved.closes() => Err(self.unexpected()),
            Some(reserved) => self.compound(Some(reserved)),
        }
    }

    pub fn simple(&mut self) -> Parse<Arc<Command>> {
        self.peek();
        let start = self.position;
        let mut line = self.line_at(start);
        // A command's line is that of the second word's end: where bash stands when it knows the first one.
        let mut words = 0;
        let mut simple = Simple::default();
        let mut redirections = Vec::new();
        let mut declares = Declares::Nothing;
        loop {
            if words == 1 || words == 2 {
                line = self.line_at(self.position);
            }
            let token = self.peek();
            words += if token == Token::Word { 1 } else { 3 };
            match token {
                Token::Redirection => redirections.push(self.redirection()?),
                Token::Word if simple.args.is_empty() => {
                    let alone = simple.assignments.is_empty() && redirections.is_empty();
                    if !alone {
                        self.expand_alias()?;
                        if self.peek() != Token::Word {
                            continue;
                        }
                    }
                    let word_start = self.position;
                    self.leading_word(&mut simple, &mut declares)?;
                    let named = alone && !simple.args.is_empty();
                    let behind = self.position;
                    if named && self.peek() == Token::Open {
                        let name = self.text(word_start, behind).to_vec();
                        return self.function(start, line, &name);
                    }
                }
                Token::Word => {
                    self.continue_alias()?;
                    if self.peek() != Token::Word {
                        continue;
                    }
                    self.argument(&mut declares, &mut simple.args)?;
                }
                _ => break,
            }
        }
        let empty = simple.args.is_empty() && simple.assignments.is_empty() && redirections.is_empty();
        if empty || self.peek() == Token::Open {
            return Err(self.unexpected());
        }
        Ok(Arc::new(Command { kind: CommandKind::Simple(simple), redirections, line }))
    }

    /// An assignment in front of a command's name, or the name.
    #[inline(never)]
    fn leading_word(&mut self, simple: &mut Simple, declares: &mut Declares) -> Parse<()> {
        let mut begun = Vec::new();
        if self.leading_assignment(&mut begun, &mut simple.assignments)? {
            return Ok(());
        }
        let word = self.word_from(begun)?;
        *declares = declares.after(true, &word);
        simple.args.push(Arg::Word(word));
        Ok(())
    }
}
