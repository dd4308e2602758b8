//! Statements.

use super::machine::{Flow, Machine, Run, Stop};
use super::printf::Texts;
use super::program::{Expr, Lined, Redirect, Statement};
use super::untyped::NO_SCALAR;
use super::value::Value;

impl Machine<'_, '_> {

    pub(super) fn block(&mut self, statements: &[Lined]) -> Run<Flow> {
        for statement in statements {
            self.line = statement.line;
            let flow = self.statement(&statement.statement)?;
            if !self.regexes.untold.is_empty() {
                self.tell_escapes()?;
            }
            match flow {
                Flow::Normal => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Normal)
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> Run<Flow> {
        self.charge(1)?;
        match statement {
            Statement::Expr(expr) => {
                self.effect(expr)?;
            }
            Statement::Print { arguments, to } => self.print(arguments, to.as_ref())?,
            Statement::Printf { arguments, to } => self.printf(arguments, to.as_ref())?,
            Statement::If(condition, yes, no) => {
                if self.truth(condition)? {
                    return self.statement(yes);
                }
                if let Some(no) = no {
                    return self.statement(no);
                }
            }
            Statement::Block(statements) => return self.block(statements),
            Statement::While(condition, body) => {
                while self.truth(condition)? {
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Normal | Flow::Continue => {}
                    }
                }
            }
            Statement::Do(body, condition) => loop {
                match self.statement(body)? {
                    Flow::Break => break,
                    Flow::Return(value) => return Ok(Flow::Return(value)),
                    Flow::Normal | Flow::Continue => {}
                }
                if !self.truth(condition)? {
                    break;
                }
            },
            Statement::For { start, condition, step, body } => {
                if let Some(start) = start {
                    self.statement(start)?;
                }
                while match condition {
                    Some(condition) => self.truth(condition)?,
                    None => true,
                } {
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Normal | Flow::Continue => {}
                    }
                    if let Some(step) = step {
                        self.statement(step)?;
                    }
                }
            }
            Statement::ForIn { variable, array, body } => {
                let array = self.array_behind_in(array)?;
                for key in self.sorted_keys(&array)? {
                    self.set_variable(*variable, Value::Text(key))?;
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Normal | Flow::Continue => {}
                    }
                }
            }
            Statement::Switch(subject, cases) => return self.switch(subject, cases),
            Statement::Delete(name, subscript) => {
                if self.program.is_table(name.slot) {
                    let table = self.slot_name(name.slot);
                    return self.fatal(format!("`delete' is not allowed with {table}"));
                }
                match subscript {
                    None => self.array_at(name)?.borrow_mut().clear(),
                    Some(subscript) => self.delete_element(name, subscript)?,
                }
            }
            Statement::Next => return Err(Stop::Next),
            Statement::NextFile => return Err(Stop::NextFile),
            Statement::Exit(status) => {
                if let Some(status) = status {
                    let status = self.number(status)?;
                    self.exit = (super::printf::signed(status) & 0xff) as u8;
                }
                return Err(Stop::Exit);
            }
            Statement::Return(value) => {
                let value = match value {
                    Some(value) => self.value(value)?,
                    None => Value::Unset,
                };
                return Ok(Flow::Return(value));
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Normal)
    }

    pub(super) fn switch(&mut self, subject: &Expr, cases: &[super::program::Case]) -> Run<Flow> {
        let subject = self.value(subject)?;
        let mut chosen = None;
        for (index, case) in cases.iter().enumerate() {
            let fits = match &case.value {
                None => continue,
                Some(Expr::Regex(pattern) | Expr::RegexValue(pattern)) => {
                    let text = subject.to_text(&self.convfmt);
                    let regex = self.pattern(pattern)?;
                    self.is_match(&regex, &text)?
                }
                Some(value) => {
                    let value = self.value(value)?;
                    self.order(&subject, &value).is_some_and(std::cmp::Ordering::is_eq)
                }
            };
            if fits {
                chosen = Some(index);
                break;
            }
        }
        let chosen = chosen.or_else(|| cases.iter().position(|case| case.value.is_none()));
        let Some(chosen) = chosen else { return Ok(Flow::Normal) };
        for case in cases.get(chosen..).unwrap_or_default() {
            match self.block(&case.body)? {
                Flow::Normal => {}
                Flow::Break => return Ok(Flow::Normal),
                other => return Ok(other),
            }
        }
        Ok(Flow::Normal)
    }

    pub(super) fn print(&mut self, arguments: &[Expr], to: Option<&(Redirect, Expr)>) -> Run<()> {
        if to.is_none() {
            // Straight into the buffer of standard output.
            if arguments.is_empty() {
                return self.print_record();
            }
            let ofs = self.ofs.clone();
            // Nothing is printed of a line before all its values are known.
            let at_once = |argument: &Expr| match argument {
                Expr::Field(index) => matches!(**index, Expr::Number(_)),
                Expr::Text(_) | Expr::Number(_) => true,
                _ => false,
            };
            if arguments.len() > 1 && !arguments.iter().all(at_once) {
                let values = self.printed_values(arguments)?;
                let mut out = Vec::new();
                self.join(&values, &mut out);
                out.extend_from_slice(&self.ors);
                self.context.write(&out)?;
                return Ok(());
            }
            for (index, argument) in arguments.iter().enumerate() {
                if index > 0 {
                    self.context.write(&ofs)?;
                }
                self.print_argument(argument)?;
            }
            let ors = self.ors.clone();
            self.context.write(&ors)?;
            return Ok(());
        }
        let mut out = Vec::new();
        if arguments.is_empty() {
            out.extend_from_slice(&self.record_text()?);
        }
        let values = self.printed_values(arguments)?;
        self.join(&values, &mut out);
        out.extend_from_slice(&self.ors);
        self.emit("print", &out, to, arguments.is_empty())
    }

    /// Appends values as `print` shows them.
    fn join(&self, values: &[Value], out: &mut Vec<u8>) {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(&self.ofs);
            }
            value.append_to(out, &self.ofmt);
        }
    }

    pub(super) fn print_argument(&mut self, argument: &Expr) -> Run<()> {
        if let Expr::Field(index) = argument
            && let Expr::Number(number) = **index
            && number >= 1.0
        {
            self.need_field(number as usize)?;
            if let Some(bytes) = self.record.bytes(number as usize) {
                // The context and the record are different parts of the machine.
                self.context.write(bytes)?;
                return Ok(());
            }
        }
        let (value, untyped) = self.value_or_untyped(argument)?;
        if let Some(element) = untyped {
            self.settle_as_text(&element)?;
        }
        match &value {
            Value::Text(text) | Value::Input(text) => self.context.write(text)?,
            other => {
                let mut out = Vec::new();
                other.append_to(&mut out, &self.ofmt);
                self.context.write(&out)?;
            }
        }
        Ok(())
    }

    pub(super) fn printf(&mut self, arguments: &[Expr], to: Option<&(Redirect, Expr)>) -> Run<()> {
        if arguments.is_empty() {
            return if self.dialect.is_plain() { Ok(()) } else { self.fatal("printf: no arguments") };
        }
        let out = self.formatted(arguments)?;
        self.emit("printf", &out, to, false)
    }

    /// `sprintf` of values, the format first; which of the others were shown as strings.
    pub fn format(&mut self, values: &[Value]) -> Run<(Vec<u8>, Texts)> {
        let Some((format, arguments)) = values.split_first() else { return Ok((Vec::new(), Texts::default())) };
        let text = format.to_text(&self.convfmt);
        let mut out = Vec::with_capacity(text.len() + 16 * arguments.len());
        match super::printf::append(&mut out, &text, arguments, &super::printf::Style::new(&self.convfmt, self.dialect)) {
            Ok(texts) => {
                self.check_length(out.len())?;
                self.work(out.len())?;
                Ok((out, texts))
            }
            Err(super::printf::FormatFault::Dollar(message)) => self.fatal(message),
            Err(super::printf::FormatFault::TooLong) => self.fatal("format is too wide"),
            Err(super::printf::FormatFault::Arguments { end }) => {
                let place = format!("'\n\t{}^ ran out for this one", " ".repeat(end.saturating_sub(1)));
                let parts = [b"not enough arguments to satisfy format string\n\t`", &text[..], place.as_bytes()];
                self.fatal(parts.concat())
            }
        }
    }

    /// Writes what was printed; `is_record`: it is the record, for there were no arguments.
    pub(super) fn emit(&mut self, command: &str, data: &[u8], to: Option<&(Redirect, Expr)>, is_record: bool) -> Run<()> {
        let Some((kind, target)) = to else {
            self.context.write(data)?;
            return Ok(());
        };
        let (name, untyped) = self.value_or_untyped(target)?;
        if untyped.is_some() && !is_record {
            return self.fatal(NO_SCALAR);
        }
        let name = name.to_text(&self.convfmt);
        if self.sandbox {
            return self.fatal("redirection not allowed in sandbox mode");
        }
        if name.is_empty() {
            let what = match kind {
                Redirect::File => ">",
                Redirect::Append => ">>",
                Redirect::Pipe => "|",
                Redirect::Coprocess => "|&",
            };
            return self.fatal(format!("expression for `{what}' redirection has null string value"));
        }
        match (&name[..], *kind) {
            (b"/dev/stdout" | b"/dev/fd/1" | b"-", Redirect::File | Redirect::Append) => {
                self.streams.note_standard(&name);
                self.context.write(data)?;
                return Ok(());
            }
            (b"/dev/stderr" | b"/dev/fd/2", Redirect::File | Redirect::Append) => {
                self.streams.note_standard(&name);
                // It does not wait for what was printed before.
                self.context.exec.write_error(data)?;
                return Ok(());
            }
            _ => {}
        }
        if matches!(kind, Redirect::Pipe | Redirect::Coprocess) {
            self.export_environ();
        }
        let result = match self.streams.output(self.context, *kind, &name) {
            Ok(Some(output)) => Ok(output.write(self.context.vfs(), data)?),
            Ok(None) => {
                return self.fatal(format!("{command}: attempt to write to closed write end of two-way pipe"));
            }
            Err(error) => Err(error),
        };
        if let Err(errno) = self.io(result)? {
            let parts = [b"cannot redirect to `", &name[..], b"': ", errno.message().as_bytes()];
            return self.fatal(parts.concat());
        }
        Ok(())
    }
}
