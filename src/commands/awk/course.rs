//! The course of a program: its rules, the files of the operands, `getline`.

use std::rc::Rc;

use bytes::Bytes;

use super::array::Cell;
use super::machine::{Machine, Run, Stop, Variable};
use super::program::{Expr, Lined, Place, Program, Slot, Source, When, special};
use super::reader::{Found, Records};
use super::streams::Origin;
use super::value::Value;
use shell::kernel::{Halt, IoError};
use workspace::Errno;

impl Machine<'_, '_> {
    /// Runs everything and closes what is open.
    pub fn run(&mut self) -> Run<()> {
        let program = Rc::clone(&self.program);
        let mut result = Ok(());
        for body in &program.begin {
            result = self.rule_body(body);
            if result.is_err() {
                break;
            }
        }
        let reads = !program.rules.is_empty()
            || !program.end.is_empty()
            || !program.begin_file.is_empty()
            || !program.end_file.is_empty();
        if result.is_ok() && reads {
            result = self.main_loop(&program);
        }
        let exited = matches!(result, Err(Stop::Exit));
        if result.is_ok() || exited {
            // `exit` in a rule still runs the END rules; in them it ends everything.
            self.in_end = true;
            self.end_in_place()?;
            self.rule = "END";
            result = Ok(());
            for body in &program.end {
                result = self.rule_body(body);
                if result.is_err() {
                    break;
                }
            }
            if matches!(result, Err(Stop::Exit)) {
                result = Ok(());
            }
        }
        result
    }

    /// The file and the number of its record that the program is at, for messages.
    pub fn input_place(&self) -> Option<(Bytes, u64)> {
        if self.fnr <= 0.0 {
            return None;
        }
        let name = self.global_text(special::FILENAME);
        Some((if name.is_empty() { Bytes::from_static(b"-") } else { name }, self.fnr as u64))
    }

    /// Closes all streams; what commands print comes before the end.
    pub fn finish(&mut self) -> Result<(), Halt> {
        // gawk closes what commands read before it writes out its own output.
        let mut streams = std::mem::take(&mut self.streams);
        streams.finish(self.context)
    }

    pub(super) fn rule_body(&mut self, body: &[Lined]) -> Run<()> {
        self.block(body).map(|_| ())
    }

    pub(super) fn main_loop(&mut self, program: &Program) -> Run<()> {
        loop {
            match self.next_record(program) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(stop) => return Err(stop),
            }
            match self.rules(program) {
                Ok(()) | Err(Stop::Next) => {}
                Err(Stop::NextFile) => {
                    // Even where `getline` has ended the last file already.
                    self.input = None;
                    self.run_end_file(program)?;
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    pub(super) fn rules(&mut self, program: &Program) -> Run<()> {
        for rule in &program.rules {
            self.charge(1)?;
            self.line = rule.line;
            let applies = match &rule.when {
                When::Always => true,
                When::Expr(Expr::Regex(pattern)) => self.matches_record(pattern)?,
                When::Expr(expr) => self.truth(expr)?,
                When::Range(first, last, index) => {
                    let inside = self.ranges.get(*index).copied().unwrap_or(false);
                    if !inside && !self.truth(first)? {
                        false
                    } else {
                        let ends = self.truth(last)?;
                        if let Some(range) = self.ranges.get_mut(*index) {
                            *range = !ends;
                        }
                        true
                    }
                }
            };
            if applies {
                match &rule.body {
                    Some(body) => {
                        self.block(body)?;
                    }
                    None => self.print_record()?,
                }
            }
        }
        Ok(())
    }

    pub(super) fn print_record(&mut self) -> Run<()> {
        self.refresh()?;
        self.context.write(self.record.text())?;
        self.context.write(&self.ors)?;
        Ok(())
    }

    /// Reads the next record of the operands into `$0`; false at the end of the last one.
    pub(super) fn next_record(&mut self, program: &Program) -> Run<bool> {
        match self.read_main(program)? {
            Some(found) => {
                self.set_record(found.text);
                self.set_terminator(found.terminator);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    pub(super) fn set_terminator(&mut self, terminator: Bytes) {
        if self.dialect.is_plain() {
            return;
        }
        // Mostly it is what it was. Nothing is no string, which RT may be before the first record.
        let last = &self.globals[special::RT];
        if !terminator.is_empty() && matches!(last, Variable::Value(Value::Text(last)) if *last == terminator) {
            return;
        }
        let terminator = if terminator.is_empty() { Value::Unset } else { Value::Text(terminator) };
        self.globals[special::RT] = Variable::Value(terminator);
    }

    pub(super) fn read_main(&mut self, program: &Program) -> Run<Option<Found>> {
        loop {
            if self.input.is_none() && !self.open_next(program)? {
                return Ok(None);
            }
            let separator = self.separator.clone();
            if let Some(input) = &mut self.input {
                match input.next(self.context, &separator) {
                    Ok(Some(found)) => {
                        self.charge(1)?;
                        self.nr += 1.0;
                        self.fnr += 1.0;
                        return Ok(Some(found));
                    }
                    Ok(None) => {}
                    Err(IoError::Halt(halt)) => return Err(Stop::Halt(halt)),
                    Err(IoError::Errno(errno)) => {
                        let name = self.global_text(special::FILENAME);
                        if errno == Errno::IsDir {
                            let text = [b"warning: command line argument `".as_slice(), &name, b"' is a directory: skipped"];
                            self.warn(text.concat())?;
                        } else {
                            let text = [b"error: cannot read `".as_slice(), &name, b"': ", errno.message().as_bytes()];
                            self.warn(text.concat())?;
                            self.exit = 2;
                        }
                    }
                }
            }
            self.end_file(program)?;
        }
    }

    pub(super) fn end_file(&mut self, program: &Program) -> Run<()> {
        if self.input.take().is_some() { self.run_end_file(program) } else { Ok(()) }
    }

    fn run_end_file(&mut self, program: &Program) -> Run<()> {
        let outer = std::mem::replace(&mut self.rule, "ENDFILE");
        for body in &program.end_file {
            self.rule_body(body).map_err(|stop| self.misplaced(stop))?;
        }
        self.rule = outer;
        Ok(())
    }

    /// `next` and `nextfile` as errors where the present rule cannot have them.
    pub(super) fn misplaced(&self, stop: Stop) -> Stop {
        let name = match stop {
            Stop::Next => "next",
            Stop::NextFile => "nextfile",
            other => return other,
        };
        Stop::Fatal(format!("fatal: `{name}' cannot be called from a `{}' rule", self.rule).into())
    }

    /// Prints a warning with the name of the command and, while it runs, the place in the program and in the input.
    pub fn warn(&mut self, text: impl AsRef<[u8]>) -> Run<()> {
        let place = self.place();
        self.context.complain(&[&place, text.as_ref()])?;
        Ok(())
    }

    /// Tells of escape sequences of regular expressions that were compiled.
    pub(super) fn tell_escapes(&mut self) -> Run<()> {
        for escape in std::mem::take(&mut self.regexes.untold) {
            self.warn(super::regexes::doubtful_escape(escape))?;
        }
        Ok(())
    }

    /// Where in the program and in the input it is, for messages.
    pub(super) fn place(&self) -> Vec<u8> {
        if self.line == 0 {
            return Vec::new();
        }
        let (file, line) = super::place_of_line(&self.sources, self.line);
        let mut place = file.to_vec();
        place.extend_from_slice(format!(":{line}: ").as_bytes());
        if let Some((name, number)) = self.input_place() {
            place.extend([b"(FILENAME=".as_slice(), &name, format!(" FNR={number}) ").as_bytes()].concat());
        }
        place
    }

    /// Opens the next operand that is a file; false when there is none.
    pub(super) fn open_next(&mut self, program: &Program) -> Run<bool> {
        loop {
            let count = self.global_value(special::ARGC).number(self.dialect.numbers());
            if self.operand as f64 >= count {
                if self.used_operand {
                    return Ok(false);
                }
                self.used_operand = true;
                // No operand is a file: the standard input.
                let input = self.context.stdin();
                match self.io(input)? {
                    Ok(input) => self.input = Some(Records::new(input)),
                    Err(errno) => {
                        return self.fatal(format!("cannot open file `-' for reading: {}", errno.message()));
                    }
                }
                self.globals[special::FILENAME] = Variable::Value(Value::Text(Bytes::from_static(b"-")));
                self.start_file(program)?;
                return Ok(true);
            }
            let operand = self.operand;
            self.operand += 1;
            let arguments = self.array(Slot::Global(special::ARGV))?;
            let value = match arguments.borrow().get(operand.to_string().as_bytes()) {
                Some(Cell::Value(value)) => value.to_text(&self.convfmt),
                _ => continue,
            };
            if value.is_empty() {
                continue;
            }
            if value.contains(&b'=') {
                // gawk forgets the place while it looks whether this is an assignment.
                self.line = 0;
            }
            if let Some(equals) = assignment_operand(&value) {
                self.assign_operand(&value[..equals], &value[equals + 1..])?;
                continue;
            }
            if self.sandbox && !self.operands.iter().any(|operand| operand.as_slice() == &value[..]) {
                let name = String::from_utf8_lossy(&value).into_owned();
                return self.fatal(format!("cannot add a new file ({name}) to ARGV in sandbox mode"));
            }
            self.used_operand = true;
            if !self.dialect.is_plain() {
                self.globals[special::ARGIND] = Variable::Value(Value::Number(operand as f64));
            }
            self.globals[special::FILENAME] = Variable::Value(Value::Input(value.clone()));
            if self.in_place.is_none() && self.context.vfs().is_dir(self.context.cwd(), &value) {
                self.skip_folder(program, &value)?;
                continue;
            }
            let input = self.context.open_operand(&value);
            match self.io(input)? {
                Ok(input) => {
                    self.input = Some(Records::new(input));
                    self.set_errno(None);
                    self.start_file(program)?;
                    if self.input.is_none() {
                        // `nextfile` in BEGINFILE.
                        continue;
                    }
                    return Ok(true);
                }
                Err(errno) => {
                    self.set_errno(Some(errno));
                    self.fnr = 0.0;
                    if !program.begin_file.is_empty() || self.in_place.is_some() {
                        match self.run_begin_file(program) {
                            Err(Stop::NextFile) => continue,
                            other => other?,
                        }
                    }
                    let text = errno.message().as_bytes();
                    let message = [b"cannot open file `".as_slice(), &value, b"' for reading: ", text].concat();
                    if self.in_place.is_some() {
                        // The library opens it, at that line of its own text.
                        return Err(Stop::Bare([b"inplace:59: fatal: ".as_slice(), &message].concat().into()));
                    }
                    return self.fatal(message);
                }
            }
        }
    }

    /// A folder among the operands.
    fn skip_folder(&mut self, program: &Program, name: &[u8]) -> Run<()> {
        self.set_errno(Some(Errno::IsDir));
        self.fnr = 0.0;
        if !program.begin_file.is_empty() {
            match self.run_begin_file(program) {
                Err(Stop::NextFile) => return Ok(()),
                other => other?,
            }
        }
        if self.dialect.is_plain() {
            let text = Errno::IsDir.message().as_bytes();
            return self.fatal([b"cannot open file `".as_slice(), name, b"' for reading: ", text].concat());
        }
        self.warn([b"warning: command line argument `".as_slice(), name, b"' is a directory: skipped"].concat())
    }

    pub(super) fn start_file(&mut self, program: &Program) -> Run<()> {
        self.fnr = 0.0;
        match self.run_begin_file(program) {
            Err(Stop::NextFile) => self.end_file(program),
            other => other,
        }
    }

    pub(super) fn run_begin_file(&mut self, program: &Program) -> Run<()> {
        self.begin_in_place()?;
        let outer = std::mem::replace(&mut self.rule, "BEGINFILE");
        if !program.begin_file.is_empty() {
            self.set_record(Bytes::new());
        }
        let mut result = Ok(());
        for body in &program.begin_file {
            result = self.rule_body(body).map_err(|stop| match stop {
                Stop::Next => self.misplaced(stop),
                other => other,
            });
            if result.is_err() {
                break;
            }
        }
        self.rule = outer;
        result
    }

    pub fn set_errno(&mut self, errno: Option<Errno>) {
        if self.dialect.is_plain() {
            return;
        }
        let text = errno.map_or("", Errno::message);
        self.globals[special::ERRNO] = Variable::Value(Value::Text(Bytes::from_static(text.as_bytes())));
    }

    /// `name=value` as an operand or behind `-v`: escapes are decoded, and the value may be a number.
    pub fn assign_operand(&mut self, name: &[u8], text: &[u8]) -> Run<()> {
        self.assign_escaped(name, text, b"")
    }

    /// `-F text`
    pub fn assign_separator(&mut self, text: &[u8]) -> Run<()> {
        self.assign_escaped(b"FS", text, b"\\")
    }

    /// Assigns what escape sequences make of a text; `nothing`: what stands for a sequence that is no character.
    fn assign_escaped(&mut self, name: &[u8], text: &[u8], nothing: &[u8]) -> Run<()> {
        let mut decoded = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            at += 1;
            if byte == b'\\' && at == text.len() {
                decoded.extend_from_slice(nothing);
            } else if byte == b'\\' && text.get(at) == Some(&b'\n') {
                decoded.extend_from_slice(nothing);
                at += 1;
            } else if byte == b'\\' {
                let used = super::lexer::unescape(&text[at..], &mut decoded, self.dialect.posix);
                if text[at] == b'x' && used.length == 1 && !self.dialect.posix {
                    self.warn(super::lexer::NO_HEX_DIGITS)?;
                }
                let slash = (text[at] == b'/').then_some(b'/');
                if let Some(unknown) = used.unknown.or(slash) {
                    if !self.plain_told.contains(&unknown) {
                        self.plain_told.push(unknown);
                        self.warn(super::lexer::plain_escape(unknown))?;
                    }
                    if !unknown.is_ascii() {
                        decoded.extend_from_slice(nothing);
                    }
                }
                at += used.length;
            } else {
                decoded.push(byte);
            }
        }
        let name = name.strip_prefix(b"awk::").unwrap_or(name);
        if !super::namespaces::is_variable(name) {
            return self.fatal([b"`", name, b"' is not a legal variable name"].concat());
        }
        let name = String::from_utf8_lossy(name);
        let name = &*name;
        if super::lexer::is_reserved(name) {
            return self.fatal(format!("cannot use gawk builtin `{name}' as variable name"));
        }
        if self.program.functions.iter().any(|function| function.name == name) {
            return self.fatal(format!("cannot use function `{name}' as variable name"));
        }
        // A name that the program does not know has no slot, and nobody can ask for it.
        let value = Value::Input(Bytes::from(decoded));
        if let Some(given) = &mut self.given {
            given.insert(name.into(), value.clone());
        }
        match self.program.globals.iter().position(|global| global == name) {
            Some(slot) => self.set_variable(Slot::Global(slot), value),
            None => Ok(()),
        }
    }

    pub(super) fn getline(&mut self, source: &Source, place: Option<&Place>) -> Run<f64> {
        let program = Rc::clone(&self.program);
        // What the place is called is known before anything is read.
        let element = match place {
            Some(Place::Element(name, subscript)) if !self.program.is_table(name.slot) => {
                Some(self.array_and_key(name, subscript)?)
            }
            // That it is no array, too.
            Some(Place::Variable(slot)) if self.kind_of(*slot) == Some(true) => return self.not_scalar(*slot),
            Some(Place::Variable(slot)) if self.kind_of(*slot).is_none() => {
                self.get(*slot)?;
                None
            }
            _ => None,
        };
        let found = match source {
            Source::Main => match self.read_main(&program)? {
                Some(found) => Some(found),
                None => return Ok(0.0),
            },
            Source::File(name) | Source::Command(name) | Source::Coprocess(name) => {
                let name = self.text(name)?;
                if self.sandbox {
                    return self.fatal("redirection not allowed in sandbox mode");
                }
                if !matches!(source, Source::File(_)) {
                    self.export_environ();
                }
                if name.is_empty() {
                    let what = match source {
                        Source::File(_) => "<",
                        Source::Coprocess(_) => "|&",
                        _ => "|",
                    };
                    return self.fatal(format!("expression for `{what}' redirection has null string value"));
                }
                let origin = match source {
                    Source::Command(_) => Origin::Command,
                    Source::Coprocess(_) => Origin::Coprocess,
                    _ => Origin::File,
                };
                let separator = self.separator.clone();
                let result = match self.streams.reader(self.context, origin, &name) {
                    Ok(Some(reader)) => reader.next(self.context, &separator),
                    Ok(None) => return self.fatal("getline: attempt to read from closed read end of two-way pipe"),
                    Err(error) => Err(error),
                };
                match self.io(result)? {
                    Ok(found) => found,
                    Err(errno) => {
                        self.set_errno(Some(errno));
                        return Ok(-1.0);
                    }
                }
            }
        };
        let Some(found) = found else { return Ok(0.0) };
        self.charge(1)?;
        self.set_terminator(found.terminator);
        match place {
            Some(_) if let Some((array, key)) = element => array.borrow_mut().set(&key, Value::Input(found.text)),
            Some(place) => self.store(place, Value::Input(found.text))?,
            None => self.set_record(found.text),
        }
        Ok(1.0)
    }
}

/// Where the `=` of an operand stands that is an assignment.
fn assignment_operand(text: &[u8]) -> Option<usize> {
    let equals = memchr::memchr(b'=', text)?;
    let name = &text[..equals];
    super::namespaces::is_variable(name).then_some(equals)
}
