//! Looking ahead for the end of a construct without parsing it.
//!
//! Needed where the end decides what the construct is (`((`, subscripts, bad `${…}`). It knows quotes, expansions and,
//! inside `$(…)`, comments and `case` patterns; its own stack is on the heap.

use super::scanner::{Parse, Parser, is_metacharacter};
use super::token::Reserved;

/// What to look for.
#[derive(Clone, Copy)]
pub(super) struct Search {
    /// Ends the search where nothing is open.
    pub stops: &'static [u8],
    /// `(` and `)` nest.
    pub parentheses: bool,
    /// `[` and `]` nest.
    pub brackets: bool,
    /// A `:` that belongs to a `?` does not stop.
    pub conditionals: bool,
}

/// The `)` of an arithmetic expression.
pub(super) const PARENTHESIS: Search = Search { stops: b")", parentheses: true, brackets: false, conditionals: false };
/// The `]` of a subscript.
pub(super) const BRACKET: Search = Search { stops: b"]", parentheses: false, brackets: true, conditionals: false };
/// The `}` of an expansion.
pub(super) const BRACE: Search = Search { stops: b"}", parentheses: false, brackets: false, conditionals: false };
/// The `:` or `}` that ends the offset of a substring expansion.
pub(super) const SUBSTRING: Search = Search { stops: b":}", parentheses: true, brackets: false, conditionals: true };
/// The `;` between the parts of an arithmetic `for`.
pub(super) const SEMICOLON: Search = Search { stops: b";", parentheses: false, brackets: false, conditionals: false };

/// Pairs closer together are not worth noting.
const SHORTEST_NOTED: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing: where the search began.
    Base,
    Double,
    Backquote,
    /// `${`; in double quotes (`true`) single quotes do not quote.
    Brace(bool),
    Parenthesis,
    Bracket,
    /// `$(` and parentheses in it: with the number of open `case`s, and whether a command may start.
    Command(u32, bool),
}

impl Parser<'_, '_> {
    /// The `)` for the `(` at `open`.
    pub fn closing_parenthesis(&mut self, open: usize) -> Parse<usize> {
        if let Some(&close) = self.pairs.get(&open) {
            return Ok(close);
        }
        self.find_or_fail(open, ')', open + 1, PARENTHESIS)
    }

    /// The first stop at or after `from` where no quote, expansion or bracket is open.
    pub fn find(&mut self, from: usize, search: Search) -> Option<usize> {
        self.search(from, search).ok()
    }

    /// The same; when there is none, the error names what was left open: the innermost quote or expansion or, when
    /// that is not the case, `closer` for what was opened at `opened`.
    pub fn find_or_fail(&mut self, opened: usize, closer: char, from: usize, search: Search) -> Parse<usize> {
        self.search(from, search).map_err(|open| {
            let (closer, opened) = open.unwrap_or((closer, opened));
            self.unterminated(opened, closer)
        })
    }

    /// The stop, or what was open at the end of the input: its closer and where it began.
    fn search(&mut self, from: usize, search: Search) -> Result<usize, Option<(char, usize)>> {
        let mut stack: Vec<(Inside, usize)> = Vec::new();
        let mut inside = (Inside::Base, from);
        let mut conditionals = 0usize;
        let mut at = from;
        while let Some(byte) = self.byte_at(at) {
            let next = self.byte_at(at + 1);
            let (context, opened) = inside;
            // What is inside strings.
            match context {
                Inside::Backquote => {
                    match byte {
                        b'\\' => at += 1,
                        b'`' => inside = stack.pop().unwrap_or((Inside::Base, from)),
                        _ => {}
                    }
                    at += 1;
                    continue;
                }
                Inside::Double if byte == b'"' => {
                    inside = stack.pop().unwrap_or((Inside::Base, from));
                    at += 1;
                    continue;
                }
                Inside::Brace(_) if byte == b'}' => {
                    self.note_pair(opened, at);
                    inside = stack.pop().unwrap_or((Inside::Base, from));
                    at += 1;
                    continue;
                }
                _ => {}
            }
            // What an earlier search went over.
            if !self.pairs.is_empty() && matches!(byte, b'$' | b'(' | b'[') {
                let opener = if byte == b'$' { at + 1 } else { at };
                let nests = match byte {
                    b'$' => true,
                    b'(' => {
                        matches!(context, Inside::Parenthesis | Inside::Command(..))
                            || self.at_base(context, search.parentheses)
                    }
                    _ => context == Inside::Bracket || self.at_base(context, search.brackets),
                };
                if nests && let Some(&close) = self.pairs.get(&opener) {
                    at = close + 1;
                    continue;
                }
            }
            // What is special everywhere.
            match (byte, next) {
                (b'\\', _) => {
                    at += 2;
                    continue;
                }
                (b'`', _) => {
                    stack.push(inside);
                    inside = (Inside::Backquote, at);
                    at += 1;
                    continue;
                }
                (b'$', Some(b'(')) => {
                    stack.push(inside);
                    inside = (Inside::Command(0, true), at + 1);
                    at += 2;
                    continue;
                }
                (b'$', Some(b'{')) => {
                    let quoted = matches!(context, Inside::Double | Inside::Brace(true));
                    stack.push(inside);
                    inside = (Inside::Brace(quoted && !self.takes_pattern(at + 2)), at + 1);
                    at += 2;
                    continue;
                }
                (b'"', _) if context != Inside::Double => {
                    stack.push(inside);
                    inside = (Inside::Double, at);
                    at += 1;
                    continue;
                }
                (b'\'', _) if !matches!(context, Inside::Double | Inside::Brace(true)) => {
                    at = self.single_quote_end(at + 1).ok_or(Some(('\'', at)))?;
                    continue;
                }
                (b'$', Some(b'\'')) if context != Inside::Double => {
                    at = self.ansi_quote_end(at + 2).ok_or(Some(('\'', at)))?;
                    continue;
                }
                _ => {}
            }
            match context {
                Inside::Base => {
                    if search.stops.contains(&byte) {
                        if byte != b':' || conditionals == 0 {
                            return Ok(at);
                        }
                        conditionals -= 1;
                    }
                    match byte {
                        b'?' if search.conditionals => conditionals += 1,
                        b'(' if search.parentheses => {
                            stack.push(inside);
                            inside = (Inside::Parenthesis, at);
                        }
                        b'[' if search.brackets => {
                            stack.push(inside);
                            inside = (Inside::Bracket, at);
                        }
                        _ => {}
                    }
                }
                Inside::Parenthesis => match byte {
                    b'(' => {
                        stack.push(inside);
                        inside = (Inside::Parenthesis, at);
                    }
                    b')' => {
                        self.note_pair(opened, at);
                        inside = stack.pop().unwrap_or((Inside::Base, from));
                    }
                    _ => {}
                },
                Inside::Bracket => match byte {
                    b'[' => {
                        stack.push(inside);
                        inside = (Inside::Bracket, at);
                    }
                    b']' => {
                        self.note_pair(opened, at);
                        inside = stack.pop().unwrap_or((Inside::Base, from));
                    }
                    _ => {}
                },
                Inside::Command(cases, starts) => {
                    let context = match byte {
                        b'(' => {
                            stack.push((Inside::Command(cases, true), opened));
                            inside = (Inside::Command(0, true), at);
                            at += 1;
                            continue;
                        }
                        b')' if cases > 0 => Inside::Command(cases, true),
                        b')' => {
                            self.note_pair(opened, at);
                            inside = stack.pop().unwrap_or((Inside::Base, from));
                            at += 1;
                            continue;
                        }
                        b';' | b'&' | b'|' | b'\n' => Inside::Command(cases, true),
                        b' ' | b'\t' => context,
                        b'#' if at == from || self.byte_at(at - 1).is_some_and(is_metacharacter) => {
                            let rest = self.text(at, self.end);
                            at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                            continue;
                        }
                        _ => {
                            let text = self.text(at, self.end);
                            let length = text
                                .iter()
                                .position(|&byte| !byte.is_ascii_alphanumeric() && byte != b'!' && byte != b'{')
                                .unwrap_or(text.len());
                            let word = text.get(..length).unwrap_or_default();
                            let reserved = if starts { Reserved::from_text(word) } else { None };
                            at += length.saturating_sub(1);
                            match reserved {
                                Some(Reserved::Case) => Inside::Command(cases + 1, false),
                                Some(Reserved::Esac) => Inside::Command(cases.saturating_sub(1), false),
                                Some(Reserved::Fi | Reserved::Done | Reserved::CloseBrace) | None => {
                                    Inside::Command(cases, false)
                                }
                                Some(_) => Inside::Command(cases, true),
                            }
                        }
                    };
                    inside = (context, opened);
                }
                Inside::Double | Inside::Backquote | Inside::Brace(_) => {}
            }
            at += 1;
        }
        let (context, opened) = inside;
        Err(match context {
            Inside::Base => None,
            Inside::Double => Some(('"', opened)),
            Inside::Backquote => Some(('`', opened)),
            Inside::Brace(_) => Some(('}', opened)),
            Inside::Bracket => Some((']', opened)),
            Inside::Parenthesis | Inside::Command(..) => Some((')', opened)),
        })
    }

    fn at_base(&self, context: Inside, nests: bool) -> bool {
        context == Inside::Base && nests
    }

    fn note_pair(&mut self, open: usize, close: usize) {
        if close - open > SHORTEST_NOTED {
            self.pairs.insert(open, close);
        }
    }

    /// Behind the `'` that ends a single-quoted string, from inside it.
    pub fn single_quote_end(&self, from: usize) -> Option<usize> {
        memchr::memchr(b'\'', self.text(from, self.end)).map(|found| from + found + 1)
    }

    /// Behind the `'` that ends a `$'…'` string, from inside it.
    pub fn ansi_quote_end(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let found = at + memchr::memchr2(b'\'', b'\\', self.text(at, self.end))?;
            if self.byte_at(found) == Some(b'\'') {
                return Some(found + 1);
            }
            at = found + 2;
        }
    }

    /// Whether the expansion whose inside starts at `from` has a pattern, in which single quotes quote even in double
    /// quotes.
    fn takes_pattern(&self, from: usize) -> bool {
        let at = match self.byte_at(from) {
            Some(b'!') => from + 1,
            _ => from,
        };
        let mut at = match self.identifier_end(at) {
            Some(end) => end,
            None => at + 1,
        };
        if self.byte_at(at) == Some(b'[') {
            let text = self.text(at, self.end);
            at += memchr::memchr(b']', text).map_or(0, |found| found + 1);
        }
        matches!(self.byte_at(at), Some(b'#' | b'%' | b'/' | b'^' | b','))
    }
}
