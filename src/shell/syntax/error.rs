//! What the parsers report: errors of the shell language and of arithmetic, worded as bash words them.

use std::fmt;

use bstr::{BStr, BString};

use super::ast::ArithExpr;
use super::language::Construct;

/// A program that does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The 1-based line that bash reports.
    pub line: u32,
    /// Bash's text after `bash: -c: line N: `.
    pub message: String,
    /// More input could make the program complete.
    pub incomplete: bool,
    /// The offending line, which bash prints below some messages, between a backtick and a quote.
    pub source_line: Option<BString>,
    /// A second message, which bash prints on a line of its own.
    pub second: Option<String>,
    /// How a shell goes on that reads line by line.
    pub recovery: Recovery,
    /// It is of the language, but not of the one that there is here.
    pub refused: Option<Construct>,
}

/// What bash does behind a syntax error in text that it reads line by line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recovery {
    /// Nothing more is read; the status is 2.
    #[default]
    Stop,
    /// In `[[ ]]`: nothing more is read, as if the text ended there; the status stays what it was. Of some errors bash
    /// says nothing.
    End { silent: bool },
    /// A quote or parenthesis without its end: as [`Recovery::Stop`], but a status that is not 0 stays what it was.
    Unterminated,
    /// In `name=(…)`: the line is dropped with status 1, the next is read.
    NextLine,
    /// In `$(…)`: as [`Recovery::Stop`], but a `-c` string ends with 127.
    Substitution,
}

impl fmt::Display for SyntaxError {
    /// `line N: message`, and below it the offending line where bash prints one.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)?;
        if let Some(text) = &self.second {
            write!(formatter, "\nline {}: {text}", self.line)?;
        }
        if let Some(text) = &self.source_line {
            write!(formatter, "\nline {}: `{text}'", self.line)?;
        }
        Ok(())
    }
}

impl std::error::Error for SyntaxError {}

/// Something bash warns of and goes on: an unterminated here-document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxWarning {
    /// The 1-based line that bash reports.
    pub line: u32,
    /// Bash's text after `bash: line N: warning: `.
    pub message: String,
}

/// The kinds of error in arithmetic text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithErrorKind {
    OperandExpected,
    /// Text is left over after a complete expression.
    SyntaxInExpression,
    InvalidOperator,
    NotAVariable,
    MissingParenthesis,
    ExpressionExpected,
    ColonExpected,
    BadSubscript,
    ValueTooGreat,
    InvalidBase,
    InvalidNumber,
    InvalidConstant,
    RecursionExceeded,
    /// `++x++`: what is stepped was stepped already.
    NotAnLvalue {
        by: i64,
    },
}

impl ArithErrorKind {
    /// Bash's words for it.
    pub fn message(self) -> &'static str {
        match self {
            Self::OperandExpected => "syntax error: operand expected",
            Self::SyntaxInExpression => "syntax error in expression",
            Self::InvalidOperator => "syntax error: invalid arithmetic operator",
            Self::NotAVariable => "attempted assignment to non-variable",
            Self::MissingParenthesis => "missing `)'",
            Self::ExpressionExpected => "expression expected",
            Self::ColonExpected => "`:' expected for conditional expression",
            Self::BadSubscript => "bad array subscript",
            Self::ValueTooGreat => "value too great for base",
            Self::InvalidBase => "invalid arithmetic base",
            Self::InvalidNumber => "invalid number",
            Self::InvalidConstant => "invalid integer constant",
            Self::NotAnLvalue { by: 1.. } => "++: assignment requires lvalue",
            Self::NotAnLvalue { .. } => "--: assignment requires lvalue",
            Self::RecursionExceeded => "expression recursion level exceeded",
        }
    }
}

/// Arithmetic text that does not parse.
#[derive(Debug, Clone, PartialEq)]
pub struct ArithError {
    pub kind: ArithErrorKind,
    /// The whole expression, without its leading blanks.
    pub expression: BString,
    /// The text from the token at fault to the end.
    pub token: BString,
    /// What was read before the error, without the operators that lack an operand: bash has computed it by then.
    pub read: ArithExpr,
}

impl fmt::Display for ArithError {
    /// `expression: message (error token is "token")`, as bash prints it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expression: &BStr = self.expression.as_ref();
        write!(formatter, "{expression}: {} (error token is \"{}\")", self.kind.message(), self.token)
    }
}

impl std::error::Error for ArithError {}
