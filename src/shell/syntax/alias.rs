//! Alias expansion: an alias's text takes the place of its name in the source.

use super::scanner::{Parse, Parser, is_metacharacter};
use super::token::Token;

impl Parser<'_, '_> {
    /// Puts alias text in place of the word at the position, for as long as that gives an alias again. The position is
    /// where a command's name may stand.
    pub fn expand_alias(&mut self) -> Parse<()> {
        if self.options.aliases.is_none() {
            return Ok(());
        }
        while self.peek() == Token::Word && self.expand_alias_once()? {}
        Ok(())
    }

    /// The same for the word behind an alias text that ended in a blank.
    pub fn continue_alias(&mut self) -> Parse<()> {
        let Some(remaining) = self.alias_continues_at else { return Ok(()) };
        if self.remaining_at(self.position) > remaining {
            return Ok(());
        }
        self.alias_continues_at = None;
        self.expand_alias()
    }

    fn expand_alias_once(&mut self) -> Parse<bool> {
        let Some(aliases) = self.options.aliases else { return Ok(false) };
        let start = self.position;
        let behind = self.remaining_at(start);
        self.active_aliases.retain(|(_, remaining)| behind > *remaining);
        let rest = self.rest();
        let length = rest.iter().position(|&byte| is_metacharacter(byte)).unwrap_or(rest.len());
        let name = rest.get(..length).unwrap_or_default();
        if name.is_empty() || name.iter().any(|byte| b"'\"\\$`=/".contains(byte)) {
            return Ok(false);
        }
        if self.active_aliases.iter().any(|(active, _)| active == name) {
            return Ok(false);
        }
        let Some(text) = aliases(name) else { return Ok(false) };
        let name = name.to_vec();
        let remaining = self.remaining_at(start + length);
        if self.active_aliases.len() >= self.options.depth {
            return Ok(false);
        }
        if text.ends_with(b" ") || text.ends_with(b"\t") {
            self.alias_continues_at = Some(remaining);
        }
        let grown = text.len();
        let source = self.source.to_mut();
        source.splice(start..start + length, text.iter().copied());
        self.end = (self.end + grown).saturating_sub(length);
        self.active_aliases.push((name.into(), remaining));
        self.pairs.clear();
        self.peeked = None;
        Ok(true)
    }
}
