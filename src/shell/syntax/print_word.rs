//! Prints words, expansions and arithmetic.

use super::ast::{
    Anchor, Arith, CaseChange, Direction, Param, ParamExpansion, ParamOp, Program, Subscript, Word, WordPart,
};
use super::print::{self, Printer};
use super::scanner::is_name_byte;

impl<'t> Printer<'t> {
    pub fn word(&mut self, word: &Word) {
        if let Some(text) = &word.spelling.0 {
            return self.push(text);
        }
        self.parts(&word.parts, false);
    }

    /// Parts outside double quotes or, with `quoted`, as they stand in them.
    fn parts(&mut self, parts: &[WordPart], quoted: bool) {
        // It has the text of all that it stands in.
        let bad = parts.iter().find_map(|part| match part {
            WordPart::Param(expansion) => match &expansion.op {
                ParamOp::Bad { text, .. } => Some(text),
                _ => None,
            },
            _ => None,
        });
        if let Some(text) = bad {
            return self.push(text);
        }
        for (index, part) in parts.iter().enumerate() {
            let next = parts.get(index + 1);
            match part {
                // A dollar sign would join what is behind it.
                WordPart::Literal(text) if text.ends_with(b"$") && next.is_some() => {
                    self.push(text.strip_suffix(b"$").unwrap_or(text));
                    self.push(b"\\$");
                }
                WordPart::Literal(text) => self.push(text),
                WordPart::Quoted(text) if quoted => self.double_text(text, b"\\\"$`"),
                WordPart::Quoted(text) => self.quoted(text),
                WordPart::Double(inside) => {
                    self.push(b"\"");
                    self.parts(inside, true);
                    self.push(b"\"");
                }
                WordPart::Param(expansion) => self.parameter(expansion, joins_name(next)),
                WordPart::CommandSub(substitution) => match &substitution.backquoted {
                    Some(text) => {
                        self.push(b"`");
                        self.push(text);
                        self.push(b"`");
                    }
                    None => self.parenthesized(b"$(", &substitution.program),
                },
                WordPart::Arith(arith) => {
                    self.push(b"$((");
                    self.arithmetic(arith);
                    self.push(b"))");
                }
                WordPart::ProcessSub { direction: Direction::Read, program } => self.parenthesized(b"<(", program),
                WordPart::ProcessSub { direction: Direction::Write, program } => self.parenthesized(b">(", program),
                WordPart::Tilde(text) => self.push(text),
                WordPart::Brace(brace) => self.parts(&brace.plain, quoted),
            }
        }
    }

    fn quoted(&mut self, text: &[u8]) {
        self.push(b"'");
        for (index, piece) in text.split(|&byte| byte == b'\'').enumerate() {
            if index > 0 {
                self.push(b"'\\''");
            }
            self.push(piece);
        }
        self.push(b"'");
    }

    /// Text in double quotes, with a backslash before each of `special`.
    fn double_text(&mut self, text: &[u8], special: &[u8]) {
        for &byte in text {
            if special.contains(&byte) {
                self.push(b"\\");
            }
            self.push(&[byte]);
        }
    }

    /// The body of a here-document that expands.
    pub fn here_document_text(&mut self, parts: &[WordPart]) {
        for (index, part) in parts.iter().enumerate() {
            match part {
                WordPart::Quoted(text) => self.double_text(text, b"\\$`"),
                _ => self.parts_from(parts, index),
            }
        }
    }

    fn parts_from(&mut self, parts: &[WordPart], index: usize) {
        match (parts.get(index), parts.get(index + 1)) {
            (Some(WordPart::Param(expansion)), next) => self.parameter(expansion, joins_name(next)),
            (Some(part), _) => self.parts(std::slice::from_ref(part), true),
            _ => {}
        }
    }

    pub fn parenthesized(&mut self, opener: &[u8], program: &Program) {
        self.push(opener);
        let text = print::list(&program.body);
        // `((` would begin arithmetic.
        if text.first() == Some(&b'(') {
            self.push(b" ");
        }
        self.push(&text);
        self.push(b")");
    }

    pub fn arithmetic(&mut self, arith: &Arith) {
        if let Some(text) = &arith.spelling.0 {
            return self.push(text);
        }
        self.parts(&arith.parts, true);
    }

    pub fn subscript(&mut self, subscript: &Subscript) {
        self.push(b"[");
        self.subscript_text(subscript);
        self.push(b"]");
    }

    pub fn subscript_text(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::At => self.push(b"@"),
            Subscript::Star => self.push(b"*"),
            Subscript::Expr { word, .. } => self.word(word),
        }
    }

    /// `joined`: what follows would be taken for a part of a bare name.
    fn parameter(&mut self, expansion: &ParamExpansion, joined: bool) {
        if let ParamOp::Bad { text, .. } = &expansion.op {
            self.push(text);
            return;
        }
        let braces = joined
            || expansion.indirect
            || expansion.op != ParamOp::None
            || match &expansion.param {
                Param::Variable(_) | Param::Special(_) => false,
                Param::Positional(number) => *number > 9,
                Param::Element { .. } => true,
            };
        self.push(if braces { b"${" } else { b"$" });
        if expansion.op == ParamOp::Length {
            self.push(b"#");
        }
        if expansion.indirect || matches!(expansion.op, ParamOp::Names { .. } | ParamOp::Keys { .. }) {
            self.push(b"!");
        }
        match &expansion.param {
            Param::Variable(name) => self.push(name.as_bytes()),
            Param::Positional(number) => self.push(number.to_string().as_bytes()),
            Param::Special(sign) => self.push(&[*sign]),
            Param::Element { name, index } => {
                self.push(name.as_bytes());
                self.subscript(index);
            }
        }
        self.operation(&expansion.op);
        if braces {
            self.push(b"}");
        }
    }

    fn operation(&mut self, op: &ParamOp) {
        let colon = |colon: bool| if colon { b":".as_slice() } else { b"" };
        match op {
            ParamOp::None | ParamOp::Length | ParamOp::Keys { .. } | ParamOp::Bad { .. } => {}
            ParamOp::Default { colon: nullness, word } => self.operand(colon(*nullness), b"-", Some(word)),
            ParamOp::Assign { colon: nullness, word } => self.operand(colon(*nullness), b"=", Some(word)),
            ParamOp::Error { colon: nullness, word } => self.operand(colon(*nullness), b"?", word.as_ref()),
            ParamOp::Alternate { colon: nullness, word } => self.operand(colon(*nullness), b"+", Some(word)),
            ParamOp::RemovePrefix { longest, pattern } => self.doubled(b"#", *longest, Some(pattern)),
            ParamOp::RemoveSuffix { longest, pattern } => self.doubled(b"%", *longest, Some(pattern)),
            ParamOp::Case { change, all, pattern } => {
                let sign = match change {
                    CaseChange::Upper => b"^",
                    CaseChange::Lower => b",",
                    CaseChange::Toggle => b"~",
                };
                self.doubled(sign, *all, pattern.as_ref());
            }
            ParamOp::Substring { offset, length } => {
                self.push(b":");
                self.arithmetic(offset);
                if let Some(length) = length {
                    self.push(b":");
                    self.arithmetic(length);
                }
            }
            ParamOp::Replace { anchor, pattern, replacement } => {
                self.push(match anchor {
                    Anchor::First => b"/",
                    Anchor::All => b"//",
                    Anchor::Prefix => b"/#",
                    Anchor::Suffix => b"/%",
                });
                self.word(pattern);
                if !replacement.parts.is_empty() {
                    self.push(b"/");
                    self.word(replacement);
                }
            }
            ParamOp::Transform(letter) => self.push(&[b'@', *letter]),
            ParamOp::Names { at } => self.push(if *at { b"@" } else { b"*" }),
        }
    }

    fn operand(&mut self, colon: &[u8], sign: &[u8], word: Option<&Word>) {
        self.push(colon);
        self.push(sign);
        if let Some(word) = word {
            self.word(word);
        }
    }

    fn doubled(&mut self, sign: &[u8], doubled: bool, pattern: Option<&Word>) {
        self.push(sign);
        if doubled {
            self.push(sign);
        }
        if let Some(pattern) = pattern {
            self.word(pattern);
        }
    }
}

/// Whether text in `next` would go on with the name before it.
fn joins_name(next: Option<&WordPart>) -> bool {
    let starts = |text: &[u8]| text.first().is_some_and(|&byte| is_name_byte(byte) || byte == b'[');
    match next {
        Some(WordPart::Literal(text) | WordPart::Quoted(text)) => starts(text),
        // An expression behind the name would take it in.
        Some(WordPart::Brace(_)) => true,
        _ => false,
    }
}
