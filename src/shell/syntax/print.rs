//! Prints trees as shell text, in the layout of bash's `declare -f`, `type` and `jobs`.
//!
//! The text parses to an equal tree again (but for [`Function::source`] and line numbers). The tree does not keep how a
//! text was quoted, nor `${x}` from `$x`, nor redundant parentheses: there the layout is this module's own.

use bstr::BString;

use super::ast::{
    AndOr, Arg, Arith, Assignment, AssignmentValue, CaseEnd, Command, CommandKind, CommandSub, Cond, Connector,
    Function, HereDocument, If, List, ListItem, Pipeline, Program, Simple, Subscript, TimeFormat, Word, WordPart,
};
use super::token::is_reserved_word;

/// The text of a whole program, its commands on lines of their own as in a function.
pub fn program(program: &Program) -> BString {
    let mut printer = Printer { inside_function: 1, ..Printer::default() };
    printer.list(&program.body);
    printer.flush_here_documents(b"");
    printer.output.into()
}

/// The text of a program that was read unit by unit: each begins a line, since an error drops what is left of a unit and no
/// more.
pub fn units(units: &[impl AsRef<Program>]) -> BString {
    let unit = |unit: &Program| {
        let mut printer = Printer { as_script: true, ..Printer::default() };
        printer.list(&unit.body);
        printer.flush_here_documents(b"");
        // The body of a here-document has ended the line.
        BString::from(printer.output.strip_suffix(b"\n").unwrap_or(&printer.output))
    };
    let texts: Vec<BString> = units.iter().map(|one| unit(one.as_ref())).collect();
    bstr::join("\n", texts).into()
}

/// The text of a list, on one line as far as its commands allow.
pub fn list(list: &List) -> BString {
    let mut printer = Printer::default();
    printer.list(list);
    printer.flush_here_documents(b"");
    printer.output.into()
}

/// The text of a chain of pipelines, as `jobs` shows it.
pub fn and_or(chain: &AndOr) -> BString {
    let mut printer = Printer::default();
    printer.chain(chain);
    printer.flush_here_documents(b"");
    printer.output.into()
}

/// The text of one command.
pub fn command(command: &Command) -> BString {
    let mut printer = Printer::default();
    printer.command(command);
    printer.flush_here_documents(b"");
    printer.output.into()
}

/// What `BASH_COMMAND` says of a command: of loops and `case` the part before the body.
pub fn command_head(whole: &Command) -> BString {
    let mut printer = Printer::default();
    let (keyword, variable, words) = match &whole.kind {
        CommandKind::For { variable, words, .. } => ("for ", variable, words),
        CommandKind::Select { variable, words, .. } => ("select ", variable, words),
        CommandKind::Case { subject, .. } => {
            printer.push(b"case ");
            printer.word(subject);
            printer.push(b" in ");
            return printer.output.into();
        }
        _ => return command(whole),
    };
    printer.push(keyword.as_bytes());
    printer.push(variable.as_bytes());
    printer.push(b" in");
    match words {
        Some(words) => words.iter().for_each(|word| {
            printer.push(b" ");
            printer.word(word);
        }),
        None => printer.push(b" \"$@\""),
    }
    printer.output.into()
}

/// The definition of a function as `declare -f` prints it, without a newline at the end.
pub fn function(function: &Function) -> BString {
    let mut printer = Printer::default();
    printer.push(function.name.as_bytes());
    printer.function_body(function);
    printer.output.into()
}

/// The text of a word.
pub fn word(word: &Word) -> BString {
    let mut printer = Printer::default();
    printer.word(word);
    printer.output.into()
}

/// The text of `$(…)`.
pub(super) fn substitution(substitution: &CommandSub) -> BString {
    let mut printer = Printer::default();
    printer.parenthesized(b"$(", &substitution.program);
    printer.output.into()
}

/// The text of an assignment.
pub fn assignment(assignment: &Assignment) -> BString {
    let mut printer = Printer::default();
    printer.assignment(assignment);
    printer.output.into()
}

/// The text of an arithmetic expression, without what encloses it.
pub fn arithmetic(arith: &Arith) -> BString {
    let mut printer = Printer::default();
    printer.arithmetic(arith);
    printer.output.into()
}

/// The text of a subscript, without its brackets.
pub fn subscript(subscript: &Subscript) -> BString {
    let mut printer = Printer::default();
    printer.subscript_text(subscript);
    printer.output.into()
}

/// Whether an item is printed on one line.
fn is_flat(item: &ListItem) -> bool {
    let rest = item.chain.rest.iter().map(|(_, pipeline)| pipeline);
    let mut stages = std::iter::once(&item.chain.first).chain(rest).flat_map(|pipeline| &pipeline.stages);
    item.chain.rest.is_empty() && stages.all(|stage| matches!(stage.kind, CommandKind::Simple(_)))
}

/// What a level of a compound command is indented by.
const INDENTATION: usize = 4;

#[derive(Default)]
pub(super) struct Printer<'t> {
    pub output: Vec<u8>,
    indentation: usize,
    /// In a function lists go over lines.
    inside_function: usize,
    /// So many of the next commands follow on the line that is begun.
    inline: usize,
    /// Here-documents whose bodies come at the end of the line.
    pub pending: Vec<&'t HereDocument>,
    /// What is printed is to be run: units stay units, and what bash prints otherwise than it reads it is printed as it reads
    /// it.
    as_script: bool,
    /// The last thing printed was a here-document's body, which ends a line already.
    after_here_document: bool,
}

impl<'t> Printer<'t> {
    pub fn push(&mut self, text: &[u8]) {
        self.output.extend_from_slice(text);
    }

    fn indent(&mut self) {
        let width = self.output.len() + self.indentation;
        self.output.resize(width, b' ');
    }

    fn new_line(&mut self, text: &[u8]) {
        self.push(b"\n");
        self.indent();
        self.push(text);
    }

    fn semicolon(&mut self) {
        if !matches!(self.output.last(), None | Some(b'&' | b'\n')) {
            self.push(b";");
        }
    }

    /// Prints `connector` and then the bodies of the here-documents that wait.
    fn flush_here_documents(&mut self, connector: &[u8]) {
        let shown = !connector.is_empty();
        if shown {
            self.push(connector);
        }
        if self.pending.is_empty() {
            return;
        }
        self.push(b"\n");
        for document in std::mem::take(&mut self.pending) {
            self.here_document_body(document);
            self.push(b"\n");
        }
        if shown {
            self.push(b" ");
        }
        self.after_here_document = true;
    }

    pub fn list(&mut self, list: &'t List) {
        let mut items = list.items.iter().peekable();
        let mut index = 0;
        while let Some(item) = items.next() {
            if index == 0 && items.peek().is_some() {
                self.begin();
                self.inline += 1;
            }
            index += 1;
            self.chain(&item.chain);
            let more = items.peek().is_some();
            let is_unit = self.as_script && self.indentation == 0 && self.inside_function == 0;
            // The bodies wait for the end of the line, where nothing on it ends it earlier.
            let waits = more && is_unit && !self.pending.is_empty() && items.clone().all(is_flat);
            if waits {
                self.push(if item.background { b" & " } else { b"; " });
                self.inline += 1;
            } else if item.background {
                self.flush_here_documents(b" &");
                if more {
                    self.push(b" ");
                    self.inline += 1;
                }
            } else if more {
                if !self.pending.is_empty() {
                    self.flush_here_documents(b"");
                    // Behind the first command it is the next separator that bash leaves out.
                    self.after_here_document = index == 1 && item.chain.rest.is_empty();
                } else if !std::mem::take(&mut self.after_here_document) {
                    self.push(b";");
                }
                if self.inside_function > 0 {
                    self.push(b"\n");
                } else {
                    self.push(b" ");
                    self.inline += 1;
                }
            }
        }
    }

    /// Starts a command's line, unless it is begun.
    fn begin(&mut self) {
        match self.inline.checked_sub(1) {
            Some(left) => self.inline = left,
            None => self.indent(),
        }
    }

    fn chain(&mut self, chain: &'t AndOr) {
        self.pipeline(&chain.first);
        for (connector, pipeline) in &chain.rest {
            self.flush_here_documents(match connector {
                Connector::And => b" && ",
                Connector::Or => b" || ",
            });
            self.inline += 1;
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &'t Pipeline) {
        self.begin();
        match pipeline.time {
            Some(TimeFormat::Bash) => self.push(b"time "),
            Some(TimeFormat::Posix) => self.push(b"time -p "),
            None => {}
        }
        if pipeline.negated {
            self.push(b"! ");
        }
        for (index, command) in pipeline.stages.iter().enumerate() {
            if index > 0 {
                self.flush_here_documents(b" |");
                self.push(b" ");
            }
            self.inline += 1;
            self.command(command);
        }
    }

    fn command(&mut self, command: &'t Command) {
        self.begin();
        let empty = match &command.kind {
            CommandKind::Simple(simple) => {
                self.simple(simple);
                simple.args.is_empty() && simple.assignments.is_empty()
            }
            CommandKind::Group(body) => {
                self.group(body);
                false
            }
            CommandKind::Subshell(body) => {
                self.push(b"( ");
                self.inline += 1;
                self.list(body);
                self.flush_here_documents(b"");
                self.push(b" )");
                false
            }
            CommandKind::If(conditional) => {
                self.conditional(conditional);
                false
            }
            CommandKind::While { until, condition, body } => {
                self.push(if *until { b"until " } else { b"while " });
                self.inline += 1;
                self.list(condition);
                self.flush_here_documents(b"");
                self.semicolon();
                self.push(b" do\n");
                self.loop_body(body);
                false
            }
            CommandKind::For { variable, words, body } => {
                self.loop_over_words(b"for ", variable, words.as_deref(), body);
                false
            }
            CommandKind::Select { variable, words, body } => {
                self.loop_over_words(b"select ", variable, words.as_deref(), body);
                false
            }
            CommandKind::ArithFor { init, condition, step, body } => {
                self.push(b"for ((");
                for (index, part) in [init, condition, step].into_iter().enumerate() {
                    if index > 0 {
                        self.push(b"; ");
                    }
                    match part {
                        Some(arith) => {
                            let start = self.output.len();
                            self.arithmetic(arith);
                            let text = self.output.split_off(start);
                            self.push(text.trim_ascii_start());
                        }
                        None => self.push(b"1"),
                    }
                }
                self.push(b"))");
                self.new_line(b"do\n");
                self.loop_body(body);
                false
            }
            CommandKind::Case { subject, arms } => {
                self.push(b"case ");
                self.word(subject);
                self.push(b" in ");
                self.indentation += INDENTATION;
                for arm in arms {
                    self.new_line(b"");
                    if matches!(arm.patterns.first().map(|word| word.parts.as_slice()), Some([WordPart::Literal(text)]) if text == "esac")
                    {
                        self.push(b"(");
                    }
                    for (index, pattern) in arm.patterns.iter().enumerate() {
                        if index > 0 {
                            self.push(b" | ");
                        }
                        self.word(pattern);
                    }
                    self.push(b")\n");
                    self.indentation += INDENTATION;
                    self.list(&arm.body);
                    self.indentation -= INDENTATION;
                    self.flush_here_documents(b"");
                    self.new_line(match arm.end {
                        CaseEnd::Break => b";;",
                        CaseEnd::FallThrough => b";&",
                        CaseEnd::Continue => b";;&",
                    });
                }
                self.indentation -= INDENTATION;
                self.new_line(b"esac");
                false
            }
            CommandKind::Cond(condition) => {
                self.push(b"[[ ");
                self.condition(condition);
                self.push(b" ]]");
                false
            }
            CommandKind::Arith(arith) => {
                self.push(b"((");
                self.arithmetic(arith);
                self.push(b"))");
                false
            }
            CommandKind::Function(function) => {
                self.push(b"function ");
                self.push(function.name.as_bytes());
                self.function_body(function);
                false
            }
            CommandKind::Coproc { name, body } => {
                self.push(b"coproc ");
                // Bash shows it even where only compound commands could have one.
                if !(self.as_script && matches!(body.kind, CommandKind::Simple(_))) {
                    self.push(name.as_bytes());
                    self.push(b" ");
                }
                self.inline += 1;
                self.command(body);
                false
            }
        };
        if !command.redirections.is_empty() {
            if !empty {
                self.push(b" ");
            }
            self.redirections(&command.redirections);
        }
    }

    fn simple(&mut self, simple: &'t Simple) {
        let mut first = true;
        for assignment in &simple.assignments {
            self.separate(&mut first);
            self.assignment(assignment);
        }
        for argument in &simple.args {
            // A reserved word, which redirections in front of it made an ordinary one, must stay that.
            if first
                && let Arg::Word(Word { parts, .. }) = argument
                && let [WordPart::Literal(text)] = parts.as_slice()
                && is_reserved_word(text)
            {
                self.push(b"\\");
            }
            self.separate(&mut first);
            match argument {
                Arg::Word(word) => self.word(word),
                Arg::Assignment(assignment) => self.assignment(assignment),
            }
        }
    }

    fn separate(&mut self, first: &mut bool) {
        if !std::mem::take(first) {
            self.push(b" ");
        }
    }

    fn assignment(&mut self, assignment: &'t Assignment) {
        self.push(assignment.name.as_bytes());
        if let Some(index) = &assignment.index {
            self.subscript(index);
        }
        self.push(if assignment.append { b"+=" } else { b"=" });
        match &assignment.value {
            AssignmentValue::Scalar(word) => self.word(word),
            AssignmentValue::Array(elements) => {
                self.push(b"(");
                let mut first = true;
                for element in elements {
                    self.separate(&mut first);
                    if let Some(index) = &element.index {
                        self.subscript(index);
                        self.push(if element.append { b"+=" } else { b"=" });
                    }
                    self.word(&element.value);
                }
                self.push(b")");
            }
        }
    }

    fn group(&mut self, body: &'t List) {
        self.push(b"{ ");
        if self.inside_function == 0 {
            self.inline += 1;
            self.list(body);
            self.flush_here_documents(b"");
            self.semicolon();
            self.push(b" }");
            return;
        }
        self.push(b"\n");
        self.indentation += INDENTATION;
        self.list(body);
        self.flush_here_documents(b"");
        self.indentation -= INDENTATION;
        self.new_line(b"}");
    }

    /// An `elif` is printed as bash prints it: as an `if` in the `else` of the one before.
    fn conditional(&mut self, conditional: &'t If) {
        let count = conditional.branches.len();
        for (index, (condition, body)) in conditional.branches.iter().enumerate() {
            if index > 0 {
                self.begin();
            }
            self.push(b"if ");
            self.inline += 1;
            self.list(condition);
            self.flush_here_documents(b"");
            self.semicolon();
            self.push(b" then\n");
            self.indented(body);
            if index + 1 < count || conditional.otherwise.is_some() {
                self.semicolon();
                self.new_line(b"else\n");
                self.indentation += INDENTATION;
            }
        }
        if let Some(body) = &conditional.otherwise {
            self.list(body);
            self.flush_here_documents(b"");
            self.indentation = self.indentation.saturating_sub(INDENTATION);
        }
        for index in 0..count {
            if index > 0 {
                self.indentation = self.indentation.saturating_sub(INDENTATION);
            }
            self.semicolon();
            self.new_line(b"fi");
        }
    }

    fn indented(&mut self, body: &'t List) {
        self.indentation += INDENTATION;
        self.list(body);
        self.flush_here_documents(b"");
        self.indentation -= INDENTATION;
    }

    fn loop_body(&mut self, body: &'t List) {
        self.indented(body);
        self.semicolon();
        self.new_line(b"done");
    }

    fn loop_over_words(&mut self, keyword: &[u8], variable: &str, words: Option<&'t [Word]>, body: &'t List) {
        self.push(keyword);
        self.push(variable.as_bytes());
        self.push(b" in ");
        match words {
            None => self.push(b"\"$@\""),
            Some(words) => {
                let mut first = true;
                for word in words {
                    self.separate(&mut first);
                    self.word(word);
                }
            }
        }
        self.push(b";");
        self.new_line(b"do\n");
        self.loop_body(body);
    }

    /// From behind the name.
    fn function_body(&mut self, function: &'t Function) {
        self.push(b" () \n");
        self.indent();
        self.push(b"{ \n");
        self.inside_function += 1;
        self.indentation += INDENTATION;
        let mut redirections = [].as_slice();
        match &function.body.kind {
            CommandKind::Group(body) => {
                redirections = &function.body.redirections;
                self.list(body);
            }
            _ => self.command(&function.body),
        }
        self.flush_here_documents(b"");
        self.indentation -= INDENTATION;
        self.inside_function -= 1;
        self.new_line(b"}");
        if !redirections.is_empty() {
            self.push(b" ");
            self.redirections(redirections);
            self.flush_here_documents(b"");
        } else {
            self.after_here_document = false;
        }
    }

    fn condition(&mut self, condition: &'t Cond) {
        match condition {
            Cond::Group(inner) => {
                self.push(b"( ");
                self.condition(inner);
                self.push(b" )");
            }
            Cond::Or(left, right) => {
                self.condition(left);
                self.push(b" || ");
                self.condition(right);
            }
            Cond::And(left, right) => {
                self.condition(left);
                self.push(b" && ");
                self.condition(right);
            }
            // Bash keeps only whether a condition is turned round.
            Cond::Not(inner) => match &**inner {
                Cond::Not(twice) => self.condition(twice),
                inner => {
                    self.push(b"! ");
                    self.condition(inner);
                }
            },
            Cond::Unary { op, word } => {
                self.push(op);
                self.push(b" ");
                self.word(word);
            }
            Cond::Binary { op, left, right } => {
                self.word(left);
                self.push(b" ");
                self.push(op);
                self.push(b" ");
                self.word(right);
            }
            Cond::Regex { left, right } => {
                self.word(left);
                self.push(b" =~ ");
                self.word(right);
            }
        }
    }
}
