//! The check of a parsed program against the constructs that there are.

use super::ast::{
    AndOr, Arg, Arith, Assignment, AssignmentValue, BraceKind, Command, CommandKind, Cond, Connector, Function, List,
    Param, ParamExpansion, ParamOp, Pipeline, Program, Redirection, RedirectionOp, RedirectionTarget, Simple,
    Subscript, Word, WordPart,
};
use super::language::{Construct, Language, Refused};
use crate::pattern::glob;

/// What a check ends with at the first thing that is switched off.
type Check = Result<(), Refused>;

/// Looks through a program, substitutions included. Backquotes and substitutions that are parsed as they run are looked at
/// then.
pub fn restrict(language: Language, program: &Program) -> Check {
    if language.is_whole() {
        return Ok(());
    }
    Restriction { language, line: 1 }.list(&program.body)
}

/// The same for a function, which may come from where other constructs were there.
pub fn restrict_function(language: Language, function: &Function) -> Check {
    if language.is_whole() {
        return Ok(());
    }
    Restriction { language, line: function.line }.command(&function.body)
}

/// The same for a word that was parsed by itself: prompts and the like.
pub fn restrict_word(language: Language, word: &Word, line: u32) -> Check {
    if language.is_whole() {
        return Ok(());
    }
    Restriction { language, line }.word(word)
}

struct Restriction {
    language: Language,
    /// The line of the command that is looked at.
    line: u32,
}

impl Restriction {
    fn need(&self, construct: Construct, sign: &'static str) -> Check {
        match self.language.has(construct) || self.language.is_text(construct) {
            true => Ok(()),
            false => Err(Refused { construct, sign, line: self.line }),
        }
    }

    fn list(&mut self, list: &List) -> Check {
        for item in &list.items {
            self.chain(&item.chain)?;
            if item.background {
                self.need(Construct::BackgroundJobs, "&")?;
            }
        }
        Ok(())
    }

    fn chain(&mut self, chain: &AndOr) -> Check {
        self.pipeline(&chain.first)?;
        for (connector, pipeline) in &chain.rest {
            if *connector == Connector::Or {
                self.need(Construct::OrLists, "||")?;
            }
            self.pipeline(pipeline)?;
        }
        Ok(())
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Check {
        if let Some(stage) = pipeline.stages.first() {
            self.line = stage.line;
        }
        if pipeline.time.is_some() {
            self.need(Construct::Timing, "time")?;
        }
        if pipeline.negated {
            self.need(Construct::Negation, "!")?;
        }
        pipeline.stages.iter().try_for_each(|stage| self.command(stage))
    }

    fn command(&mut self, command: &Command) -> Check {
        self.line = command.line;
        match &command.kind {
            CommandKind::Simple(simple) => self.simple(simple)?,
            CommandKind::Group(list) => {
                self.need(Construct::Groups, "{")?;
                self.list(list)?;
            }
            CommandKind::Subshell(list) => {
                self.need(Construct::Subshells, "(")?;
                self.list(list)?;
            }
            CommandKind::If(branches) => {
                self.need(Construct::Conditionals, "if")?;
                for (condition, body) in &branches.branches {
                    self.list(condition)?;
                    self.list(body)?;
                }
                branches.otherwise.iter().try_for_each(|body| self.list(body))?;
            }
            CommandKind::While { until, condition, body } => {
                self.need(Construct::Loops, if *until { "until" } else { "while" })?;
                self.list(condition)?;
                self.list(body)?;
            }
            CommandKind::For { words, body, .. } => {
                self.need(Construct::Loops, "for")?;
                words.iter().flatten().try_for_each(|word| self.field(word))?;
                self.list(body)?;
            }
            CommandKind::Select { words, body, .. } => {
                self.need(Construct::Loops, "select")?;
                words.iter().flatten().try_for_each(|word| self.field(word))?;
                self.list(body)?;
            }
            CommandKind::ArithFor { init, condition, step, body } => {
                self.need(Construct::Loops, "for")?;
                self.need(Construct::Arithmetic, "for ((")?;
                [init, condition, step].into_iter().flatten().try_for_each(|arith| self.arith(arith))?;
                self.list(body)?;
            }
            CommandKind::Case { subject, arms } => {
                self.need(Construct::Conditionals, "case")?;
                self.word(subject)?;
                for arm in arms {
                    arm.patterns.iter().try_for_each(|pattern| self.word(pattern))?;
                    self.list(&arm.body)?;
                }
            }
            CommandKind::Cond(cond) => {
                self.need(Construct::Conditionals, "[[")?;
                self.cond(cond)?;
            }
            CommandKind::Arith(arith) => {
                self.need(Construct::Arithmetic, "((")?;
                self.arith(arith)?;
            }
            CommandKind::Function(function) => {
                self.need(Construct::Functions, "function")?;
                self.command(&function.body)?;
            }
            CommandKind::Coproc { body, .. } => {
                self.need(Construct::Coprocesses, "coproc")?;
                self.command(body)?;
            }
        }
        self.line = command.line;
        command.redirections.iter().try_for_each(|redirection| self.redirection(redirection))
    }

    fn simple(&mut self, simple: &Simple) -> Check {
        for assignment in &simple.assignments {
            self.need(Construct::Assignments, "=")?;
            self.assignment(assignment)?;
        }
        if let Some(Arg::Word(word)) = simple.args.first()
            && let [WordPart::Literal(name)] = word.parts.as_slice()
            && let Ok(name) = std::str::from_utf8(name)
            && let Some(construct) = Language::construct_of_builtin(name)
            && !self.language.has(construct)
        {
            let sign = crate::builtins::lookup(name.as_bytes()).map_or("", |builtin| builtin.name);
            return self.need(construct, sign);
        }
        for arg in &simple.args {
            match arg {
                Arg::Word(word) => self.field(word)?,
                Arg::Assignment(assignment) => self.assignment(assignment)?,
            }
        }
        Ok(())
    }

    fn redirection(&mut self, redirection: &Redirection) -> Check {
        match redirection.op {
            RedirectionOp::HereDoc => self.need(Construct::HereDocuments, "<<")?,
            RedirectionOp::HereString => self.need(Construct::HereDocuments, "<<<")?,
            RedirectionOp::Read => self.need(Construct::InputRedirections, "<")?,
            RedirectionOp::ReadWrite => self.need(Construct::InputRedirections, "<>")?,
            RedirectionOp::DuplicateRead => self.need(Construct::Descriptors, "<&")?,
            RedirectionOp::DuplicateWrite => self.need(Construct::Descriptors, ">&")?,
            RedirectionOp::WriteBoth => self.need(Construct::Descriptors, "&>")?,
            RedirectionOp::AppendBoth => self.need(Construct::Descriptors, "&>>")?,
            RedirectionOp::Clobber => self.need(Construct::Descriptors, ">|")?,
            RedirectionOp::Write | RedirectionOp::Append => {}
        }
        if redirection.fd.is_some() {
            self.need(Construct::Descriptors, "2>")?;
        }
        match &redirection.target {
            RedirectionTarget::Word(word) if redirection.op == RedirectionOp::HereString => self.word(word),
            RedirectionTarget::Word(word) => self.field(word),
            RedirectionTarget::HereDoc(document) => self.word(&document.body),
        }
    }

    fn assignment(&mut self, assignment: &Assignment) -> Check {
        if let Some(index) = &assignment.index {
            self.need(Construct::Arrays, "[")?;
            self.subscript(index)?;
        }
        match &assignment.value {
            AssignmentValue::Scalar(word) => self.word(word),
            AssignmentValue::Array(elements) => {
                self.need(Construct::Arrays, "=(")?;
                for element in elements {
                    element.index.iter().try_for_each(|index| self.subscript(index))?;
                    self.field(&element.value)?;
                }
                Ok(())
            }
        }
    }

    fn cond(&mut self, cond: &Cond) -> Check {
        match cond {
            Cond::And(left, right) | Cond::Or(left, right) => {
                self.cond(left)?;
                self.cond(right)
            }
            Cond::Not(inner) | Cond::Group(inner) => self.cond(inner),
            Cond::Unary { word, .. } => self.word(word),
            Cond::Binary { left, right, .. } | Cond::Regex { left, right } => {
                self.word(left)?;
                self.word(right)
            }
        }
    }

    /// A word in which patterns stand for names of files.
    fn field(&mut self, word: &Word) -> Check {
        if !self.language.has(Construct::Globs) && has_glob(&word.parts) {
            let sign = word.parts.iter().find_map(glob_sign).unwrap_or("*");
            self.need(Construct::Globs, sign)?;
        }
        self.word(word)
    }

    fn word(&mut self, word: &Word) -> Check {
        self.parts(&word.parts)
    }

    fn parts(&mut self, parts: &[WordPart]) -> Check {
        for part in parts {
            match part {
                WordPart::Literal(_) | WordPart::Quoted(_) => {}
                WordPart::Tilde(_) => self.need(Construct::TildeExpansion, "~")?,
                WordPart::Double(parts) => self.parts(parts)?,
                WordPart::Param(expansion) => self.param(expansion)?,
                WordPart::CommandSub(substitution) => {
                    let sign = if substitution.backquoted.is_some() { "`" } else { "$(" };
                    self.need(Construct::CommandSubstitution, sign)?;
                    if let Some(file) = &substitution.file {
                        self.field(file)?;
                    }
                    let line = self.line;
                    self.list(&substitution.program.body)?;
                    self.line = line;
                }
                WordPart::Arith(arith) => {
                    self.need(Construct::Arithmetic, "$((")?;
                    self.arith(arith)?;
                }
                WordPart::ProcessSub { program, .. } => {
                    self.need(Construct::ProcessSubstitution, "<(")?;
                    let line = self.line;
                    self.list(&program.body)?;
                    self.line = line;
                }
                WordPart::Brace(brace) => {
                    self.need(Construct::BraceExpansion, "{")?;
                    if let BraceKind::List(alternatives) = &brace.kind {
                        alternatives.iter().try_for_each(|alternative| self.parts(alternative))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn param(&mut self, expansion: &ParamExpansion) -> Check {
        match &expansion.param {
            Param::Variable(_) => {}
            Param::Positional(_) | Param::Special(_) if expansion.braced => {
                if !self.language.has(Construct::SpecialParameters) {
                    return Err(Refused { construct: Construct::SpecialParameters, sign: "${", line: self.line });
                }
            }
            Param::Positional(_) | Param::Special(_) => self.need(Construct::SpecialParameters, "$")?,
            Param::Element { index, .. } => {
                self.need(Construct::Arrays, "${name[")?;
                self.subscript(index)?;
            }
        }
        if expansion.indirect || !matches!(expansion.op, ParamOp::None) {
            self.need(Construct::ParameterOperators, "${")?;
        }
        match &expansion.op {
            ParamOp::Default { word, .. } | ParamOp::Assign { word, .. } | ParamOp::Alternate { word, .. } => {
                self.word(word)
            }
            ParamOp::Error { word, .. } => word.iter().try_for_each(|word| self.word(word)),
            ParamOp::RemovePrefix { pattern, .. } | ParamOp::RemoveSuffix { pattern, .. } => self.word(pattern),
            ParamOp::Substring { offset, length } => {
                self.need(Construct::Arithmetic, "${name:")?;
                self.arith(offset)?;
                length.iter().try_for_each(|length| self.arith(length))
            }
            ParamOp::Replace { pattern, replacement, .. } => {
                self.word(pattern)?;
                self.word(replacement)
            }
            ParamOp::Case { pattern, .. } => pattern.iter().try_for_each(|pattern| self.word(pattern)),
            ParamOp::None
            | ParamOp::Length
            | ParamOp::Transform(_)
            | ParamOp::Names { .. }
            | ParamOp::Keys { .. }
            | ParamOp::Bad { .. } => Ok(()),
        }
    }

    fn subscript(&mut self, subscript: &Subscript) -> Check {
        match subscript {
            Subscript::Expr { word, .. } => self.word(word),
            Subscript::At | Subscript::Star => Ok(()),
        }
    }

    fn arith(&mut self, arith: &Arith) -> Check {
        self.parts(&arith.parts)
    }
}

/// Whether a word, as it is written, is a pattern of file names.
fn has_glob(parts: &[WordPart]) -> bool {
    let mut pattern = Vec::new();
    for part in parts {
        match part {
            WordPart::Literal(text) => pattern.extend_from_slice(text),
            // Whatever is quoted or expanded is no pattern by itself.
            _ => pattern.push(b'x'),
        }
    }
    glob::has_magic(&pattern, true)
}

fn glob_sign(part: &WordPart) -> Option<&'static str> {
    let WordPart::Literal(text) = part else { return None };
    text.iter().find_map(|byte| match byte {
        b'*' => Some("*"),
        b'?' => Some("?"),
        b'[' => Some("["),
        _ => None,
    })
}
