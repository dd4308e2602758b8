//! The structure of an expression: operators, parentheses, precedence. What the tests mean is not known here.

/// A word of the expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<T> {
    Open,
    Close,
    /// `!`, `-not`, as written.
    Not(&'static str),
    /// `-a`, `-and`
    And(&'static str),
    /// `-o`, `-or`
    Or(&'static str),
    Comma,
    Test(T),
}

impl<T> Token<T> {
    /// How an operator is written; `None` for parentheses and tests.
    fn operator(&self) -> Option<&'static str> {
        match self {
            Token::Not(name) | Token::And(name) | Token::Or(name) => Some(name),
            Token::Comma => Some(","),
            Token::Open | Token::Close | Token::Test(_) => None,
        }
    }
}

/// An expression. Chains of one operator are one node, and the depth of parentheses is limited, so that walks may
/// recurse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression<T> {
    Test(T),
    Not(Box<Expression<T>>),
    /// True when all are; stops at the first that is not.
    And(Vec<Expression<T>>),
    /// True when one is; stops at the first that is.
    Or(Vec<Expression<T>>),
    /// All are evaluated; the last one counts.
    List(Vec<Expression<T>>),
}

/// How deep parentheses may nest.
const MAX_DEPTH: usize = 200;

struct Parser<T> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token<T>>>,
    depth: usize,
}

/// Parses a whole expression of at least one token.
///
/// # Errors
/// The message of GNU find, without the command's name.
pub fn parse<T>(tokens: Vec<Token<T>>) -> Result<Expression<T>, String> {
    let mut parser = Parser { tokens: tokens.into_iter().peekable(), depth: 0 };
    let expression = parser.list()?;
    match parser.tokens.next() {
        None => Ok(expression),
        Some(_) => Err("you have too many ')'".to_owned()),
    }
}

/// A chain of one operator; a single member stands for itself.
fn chain<T>(mut members: Vec<Expression<T>>, make: fn(Vec<Expression<T>>) -> Expression<T>) -> Expression<T> {
    if members.len() == 1 { members.swap_remove(0) } else { make(members) }
}

impl<T> Parser<T> {
    fn list(&mut self) -> Result<Expression<T>, String> {
        let mut members = vec![self.or(None)?];
        while self.tokens.next_if(|token| matches!(token, Token::Comma)).is_some() {
            members.push(self.or(Some(","))?);
        }
        Ok(chain(members, Expression::List))
    }

    fn or(&mut self, before: Option<&'static str>) -> Result<Expression<T>, String> {
        let mut members = vec![self.and(before)?];
        while let Some(Token::Or(name)) = self.tokens.next_if(|token| matches!(token, Token::Or(_))) {
            members.push(self.and(Some(name))?);
        }
        Ok(chain(members, Expression::Or))
    }

    fn and(&mut self, before: Option<&'static str>) -> Result<Expression<T>, String> {
        let mut members = vec![self.not(before)?];
        loop {
            match self.tokens.peek() {
                Some(&Token::And(name)) => {
                    self.tokens.next();
                    members.push(self.not(Some(name))?);
                }
                Some(Token::Test(_) | Token::Not(_) | Token::Open) => members.push(self.not(None)?),
                _ => return Ok(chain(members, Expression::And)),
            }
        }
    }

    fn not(&mut self, mut before: Option<&'static str>) -> Result<Expression<T>, String> {
        let mut negated = false;
        while let Some(Token::Not(name)) = self.tokens.next_if(|token| matches!(token, Token::Not(_))) {
            negated = !negated;
            before = Some(name);
        }
        let primary = self.primary(before)?;
        Ok(if negated { Expression::Not(Box::new(primary)) } else { primary })
    }

    fn primary(&mut self, before: Option<&'static str>) -> Result<Expression<T>, String> {
        match self.tokens.next() {
            Some(Token::Test(test)) => Ok(Expression::Test(test)),
            Some(Token::Open) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(format!("parentheses nest more than {MAX_DEPTH} deep"));
                }
                match self.tokens.peek() {
                    None => {
                        return Err("invalid expression; expected to find a ')' but didn't see one. \
                                    Perhaps you need an extra predicate after '('"
                            .to_owned());
                    }
                    Some(Token::Close) => {
                        return Err("invalid expression; empty parentheses are not allowed.".to_owned());
                    }
                    Some(_) => {}
                }
                let inner = self.list()?;
                self.depth -= 1;
                match self.tokens.next() {
                    Some(Token::Close) => Ok(inner),
                    _ => {
                        Err("invalid expression; I was expecting to find a ')' somewhere but did not see one."
                            .to_owned())
                    }
                }
            }
            Some(Token::Close) => Err(match before {
                Some(name) => format!("expected an expression between '{name}' and ')'"),
                None => "you have too many ')'".to_owned(),
            }),
            Some(token) => {
                let name = token.operator().unwrap_or_default();
                Err(format!("invalid expression; you have used a binary operator '{name}' with nothing before it."))
            }
            None => Err(match before {
                Some(name) => format!("expected an expression after '{name}'"),
                None => "invalid expression".to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<String>> {
        text.split_whitespace()
            .map(|word| match word {
                "(" => Token::Open,
                ")" => Token::Close,
                "!" => Token::Not("!"),
                "-a" => Token::And("-a"),
                "-o" => Token::Or("-o"),
                "," => Token::Comma,
                other => Token::Test(other.to_owned()),
            })
            .collect()
    }

    fn shown(expression: &Expression<String>) -> String {
        let join = |members: &[Expression<String>], with: &str| {
            format!("({})", members.iter().map(shown).collect::<Vec<_>>().join(with))
        };
        match expression {
            Expression::Test(name) => name.clone(),
            Expression::Not(inner) => format!("!{}", shown(inner)),
            Expression::And(members) => join(members, "&"),
            Expression::Or(members) => join(members, "|"),
            Expression::List(members) => join(members, ","),
        }
    }

    #[test]
    fn precedence() {
        let parsed = |text| shown(&parse(tokens(text)).unwrap());
        assert_eq!(parsed("x"), "x");
        assert_eq!(parsed("a b -o c , d -a ! e"), "(((a&b)|c),(d&!e))");
        assert_eq!(parsed("a ( b -o c ) d"), "(a&(b|c)&d)");
        assert_eq!(parsed("! ! a ! ( b )"), "(a&!b)");
    }

    #[test]
    fn mistakes_have_the_words_of_gnu_find() {
        let error = |text| parse(tokens(text)).unwrap_err();
        assert_eq!(error("a -o"), "expected an expression after '-o'");
        assert_eq!(error("-o"), "invalid expression; you have used a binary operator '-o' with nothing before it.");
        assert_eq!(error("!"), "expected an expression after '!'");
        assert_eq!(error("( )"), "invalid expression; empty parentheses are not allowed.");
        assert_eq!(error("a )"), "you have too many ')'");
        assert_eq!(error("( a -o )"), "expected an expression between '-o' and ')'");
        assert_eq!(
            error("a -a -o b"),
            "invalid expression; you have used a binary operator '-o' with nothing before it."
        );
        assert_eq!(error("( a"), "invalid expression; I was expecting to find a ')' somewhere but did not see one.");
        assert!(error("(").contains("Perhaps you need an extra predicate after '('"));
    }

    #[test]
    fn depth_is_limited_and_length_is_not() {
        let deep = format!("{}a{}", "( ".repeat(100_000), " )".repeat(100_000));
        assert!(parse(tokens(&deep)).unwrap_err().contains("nest"));
        let long = format!("a{}", " -o a".repeat(100_000));
        assert!(matches!(parse(tokens(&long)), Ok(Expression::Or(members)) if members.len() == 100_001));
        assert_eq!(shown(&parse(tokens(&format!("{} a", "! ".repeat(100_001)))).unwrap()), "!a");
    }
}
