//! Runs an awk program: variables, statements, expressions.

use std::cell::RefCell;
use std::rc::Rc;

use bstr::BString;
use bytes::Bytes;

use super::array::{Array, ArrayRef, Cell};
use super::fields::{Record, Splitter};
use super::program::{
    ArrayName, Binary, Builtin, Comparison, Expr, Lined, Pattern, Place, Program, Redirect, Slot, Source, Statement, When, special,
};
use super::reader::{Found, Records, Separator, exhausted};
use super::regexes::Regexes;
use super::streams::Streams;
use super::value::{self, Value};
use crate::shell::command::Context;
use crate::shell::kernel::{Halt, IoError, Limit};
use crate::shell::regex::Regex;
use crate::workspace::Errno;

/// Why the program does not go on where it is.
#[derive(Debug)]
pub enum Stop {
    Halt(Halt),
    /// `exit`: its status, if it gave one.
    Exit,
    Next,
    NextFile,
    /// An error that ends the program, with the place in the program.
    Fatal(String),
    /// Likewise, of no place.
    Bare(String),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

pub type Run<T> = Result<T, Stop>;

/// How a statement ended.
#[derive(Debug)]
enum Flow {
    Normal,
    Break,
    Continue,
    Return(Value),
}

/// An untyped parameter: whoever uses it as an array first makes it one, for the caller too.
type Lazy = Rc<RefCell<Option<ArrayRef>>>;

#[derive(Debug, Clone, Default)]
pub enum Variable {
    #[default]
    Unset,
    Value(Value),
    Array(ArrayRef),
    Lazy(Lazy),
}

/// The longest string that is made.
const LONGEST: usize = 64 << 20;

/// Work units for a new element of an array: memory is what it costs.
const NEW_ELEMENT: u64 = 8;

pub struct Machine<'m, 'c> {
    pub context: &'m mut Context<'c>,
    pub program: Rc<Program>,
    globals: Vec<Variable>,
    locals: Vec<Variable>,
    base: usize,
    calls: usize,
    record: Record,
    /// Whether `NF` was asked for or set since the record came.
    pub regexes: Regexes,
    pub streams: Streams,
    splitter: Splitter,
    separator: Separator,
    pub ignore_case: bool,
    pub csv: bool,
    nr: f64,
    fnr: f64,
    pub convfmt: Bytes,
    ofmt: Bytes,
    ofs: Bytes,
    ors: Bytes,
    pub subsep: Bytes,
    /// The range patterns that are in their middle.
    ranges: Vec<bool>,
    pub exit: u8,
    /// The line of the statement that runs.
    pub line: u32,
    /// The input of the operands.
    input: Option<Records>,
    operand: usize,
    used_operand: bool,
    in_end: bool,
    pub random: super::random::Random,
}

/// The splitter for a value of `FS`.
pub fn splitter_for(text: &Bytes, regexes: &mut Regexes, ignore_case: bool, paragraph: bool) -> Run<Splitter> {
    Ok(match &text[..] {
        b"" => Splitter::Characters,
        b" " => Splitter::Blanks,
        b"\n" => Splitter::Byte(b'\n'),
        [byte] if *byte != b'\\' && !(ignore_case && byte.is_ascii_alphabetic()) => match paragraph {
            true => Splitter::ByteOrNewline(*byte),
            false => Splitter::Byte(*byte),
        },
        b"\\" => Splitter::Byte(b'\\'),
        _ => {
            let regex = regexes.get(text, ignore_case).map_err(|message| bad_regex(&message, text))?;
            if paragraph { Splitter::RegexOrNewline(regex) } else { Splitter::Regex(regex) }
        }
    })
}

fn bad_regex(message: &str, text: &[u8]) -> Stop {
    Stop::Fatal(format!("fatal: invalid regexp: {message}: /{}/", String::from_utf8_lossy(text)))
}

impl<'m, 'c> Machine<'m, 'c> {
    pub fn new(context: &'m mut Context<'c>, program: Rc<Program>) -> Machine<'m, 'c> {
        let globals = vec![Variable::Unset; program.globals.len()];
        let ranges = vec![false; program.ranges];
        let mut machine = Machine {
            context,
            program,
            globals,
            locals: Vec::new(),
            base: 0,
            calls: 0,
            record: Record::default(),
            regexes: Regexes::default(),
            streams: Streams::default(),
            splitter: Splitter::Blanks,
            separator: Separator::Byte(b'\n'),
            ignore_case: false,
            csv: false,
            nr: 0.0,
            fnr: 0.0,
            convfmt: Bytes::from_static(b"%.6g"),
            ofmt: Bytes::from_static(b"%.6g"),
            ofs: Bytes::from_static(b" "),
            ors: Bytes::from_static(b"\n"),
            subsep: Bytes::from_static(b"\x1c"),
            ranges,
            exit: 0,
            line: 1,
            input: None,
            operand: 1,
            used_operand: false,
            in_end: false,
            random: super::random::Random::new(0),
        };
        let defaults: [(usize, &'static [u8]); 7] = [
            (special::FS, b" "),
            (special::OFS, b" "),
            (special::ORS, b"\n"),
            (special::RS, b"\n"),
            (special::SUBSEP, b"\x1c"),
            (special::CONVFMT, b"%.6g"),
            (special::OFMT, b"%.6g"),
        ];
        for (slot, text) in defaults {
            machine.globals[slot] = Variable::Value(Value::Text(Bytes::from_static(text)));
        }
        for slot in [special::RSTART, special::ARGIND, special::IGNORECASE, special::BINMODE, special::LINT] {
            machine.globals[slot] = Variable::Value(Value::Number(0.0));
        }
        for slot in [special::FILENAME, special::RT, special::ERRNO, special::FIELDWIDTHS] {
            machine.globals[slot] = Variable::Value(Value::Text(Bytes::new()));
        }
        machine.globals[special::FPAT] = Variable::Value(Value::Text(Bytes::from_static(b"[^[:space:]]+")));
        machine.globals[special::TEXTDOMAIN] = Variable::Value(Value::Text(Bytes::from_static(b"messages")));
        machine.globals[special::RLENGTH] = Variable::Value(Value::Number(-1.0));
        machine
    }

    /// Fills `ENVIRON`, `ARGV` and `PROCINFO`.
    pub fn set_surroundings(&mut self, name: &str, operands: &[BString]) {
        let mut environ = Array::default();
        for (key, value) in self.context.exec.environ.iter() {
            environ.set(key, Value::Input(Bytes::copy_from_slice(value)));
        }
        self.globals[special::ENVIRON] = Variable::Array(Rc::new(RefCell::new(environ)));
        let mut arguments = Array::default();
        arguments.set(b"0", Value::Text(Bytes::copy_from_slice(name.as_bytes())));
        for (index, operand) in operands.iter().enumerate() {
            arguments.set((index + 1).to_string().as_bytes(), Value::Input(Bytes::copy_from_slice(operand)));
        }
        self.globals[special::ARGV] = Variable::Array(Rc::new(RefCell::new(arguments)));
        self.globals[special::ARGC] = Variable::Value(Value::Number(operands.len() as f64 + 1.0));
        let mut process = Array::default();
        process.set(b"version", Value::Text(Bytes::from_static(b"5.2.1")));
        process.set(b"FS", Value::Text(Bytes::from_static(b"FS")));
        process.set(b"strftime", Value::Text(Bytes::from_static(b"%a %b %e %H:%M:%S %Z %Y")));
        process.set(b"pid", Value::Number(f64::from(self.context.exec.process.pid)));
        for (key, value) in [("uid", 1000.0), ("euid", 1000.0), ("gid", 1000.0), ("egid", 1000.0)] {
            process.set(key.as_bytes(), Value::Number(value));
        }
        self.globals[special::PROCINFO] = Variable::Array(Rc::new(RefCell::new(process)));
    }

    pub fn fatal<T>(&self, message: impl AsRef<str>) -> Run<T> {
        Err(Stop::Fatal(format!("fatal: {}", message.as_ref())))
    }

    pub fn io<T>(&self, result: Result<T, IoError>) -> Run<Result<T, Errno>> {
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(IoError::Errno(errno)) => Ok(Err(errno)),
            Err(IoError::Halt(halt)) => Err(Stop::Halt(halt)),
        }
    }

    pub fn charge(&self, steps: u64) -> Run<()> {
        self.context.charge(steps).map_err(Stop::Halt)
    }

    pub fn exhausted(&self) -> Stop {
        Stop::Halt(exhausted(self.context))
    }

    // ---- the course of the program ----

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
        if self.nr <= 0.0 {
            return None;
        }
        let name = self.global_text(special::FILENAME);
        Some((if name.is_empty() { Bytes::from_static(b"-") } else { name }, self.fnr as u64))
    }

    /// Closes all streams; what commands print comes before the end.
    pub fn finish(&mut self) -> Result<(), Halt> {
        self.context.flush()?;
        let mut streams = std::mem::take(&mut self.streams);
        streams.finish(self.context)
    }

    fn rule_body(&mut self, body: &[Lined]) -> Run<()> {
        self.block(body).map(|_| ())
    }

    fn main_loop(&mut self, program: &Program) -> Run<()> {
        loop {
            match self.next_record(program) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(stop) => return Err(stop),
            }
            match self.rules(program) {
                Ok(()) | Err(Stop::Next) => {}
                Err(Stop::NextFile) => self.end_file(program)?,
                Err(stop) => return Err(stop),
            }
        }
    }

    fn rules(&mut self, program: &Program) -> Run<()> {
        for rule in &program.rules {
            self.charge(1)?;
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

    fn print_record(&mut self) -> Run<()> {
        self.refresh()?;
        let text = self.record.text().clone();
        self.context.write(&text)?;
        let ors = self.ors.clone();
        self.context.write(&ors)?;
        Ok(())
    }

    /// Reads the next record of the operands into `$0`; false at the end of the last one.
    fn next_record(&mut self, program: &Program) -> Run<bool> {
        match self.read_main(program)? {
            Some(found) => {
                self.record.set(found.text);
                self.set_terminator(found.terminator);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn set_terminator(&mut self, terminator: Bytes) {
        self.globals[special::RT] = Variable::Value(Value::Text(terminator));
    }

    fn read_main(&mut self, program: &Program) -> Run<Option<Found>> {
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
                        let name = String::from_utf8_lossy(&name).into_owned();
                        if errno == Errno::IsDir {
                            self.warn(&format!("warning: command line argument `{name}' is a directory: skipped"))?;
                        } else {
                            self.warn(&format!("error: cannot read `{name}': {}", errno.message()))?;
                            self.exit = 2;
                        }
                    }
                }
            }
            self.end_file(program)?;
        }
    }

    fn end_file(&mut self, program: &Program) -> Run<()> {
        if self.input.take().is_some() {
            for body in &program.end_file {
                self.rule_body(body)?;
            }
        }
        Ok(())
    }

    /// Prints a warning with the name of the command.
    pub fn warn(&mut self, text: &str) -> Run<()> {
        self.context.complain(&[text.as_bytes()])?;
        Ok(())
    }

    /// Opens the next operand that is a file; false when there is none.
    fn open_next(&mut self, program: &Program) -> Run<bool> {
        loop {
            let count = self.global_value(special::ARGC).number();
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
                self.globals[special::FILENAME] = Variable::Value(Value::Text(Bytes::new()));
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
            if let Some(equals) = assignment_operand(&value) {
                self.assign_operand(&value[..equals], &value[equals + 1..])?;
                continue;
            }
            self.used_operand = true;
            self.globals[special::ARGIND] = Variable::Value(Value::Number(operand as f64));
            self.globals[special::FILENAME] = Variable::Value(Value::Input(value.clone()));
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
                    if !program.begin_file.is_empty() {
                        match self.run_begin_file(program) {
                            Err(Stop::NextFile) => continue,
                            other => other?,
                        }
                    }
                    let name = String::from_utf8_lossy(&value).into_owned();
                    let text = errno.message();
                    return Err(Stop::Bare(format!("fatal: cannot open file `{name}' for reading: {text}")));
                }
            }
        }
    }

    fn start_file(&mut self, program: &Program) -> Run<()> {
        self.fnr = 0.0;
        match self.run_begin_file(program) {
            Err(Stop::NextFile) => {
                self.input = None;
                Ok(())
            }
            other => other,
        }
    }

    fn run_begin_file(&mut self, program: &Program) -> Run<()> {
        for body in &program.begin_file {
            self.rule_body(body)?;
        }
        Ok(())
    }

    pub fn set_errno(&mut self, errno: Option<Errno>) {
        let text = errno.map_or("", Errno::message);
        self.globals[special::ERRNO] = Variable::Value(Value::Text(Bytes::from_static(text.as_bytes())));
    }

    /// `name=value` as an operand or behind `-v`: escapes are decoded, and the value may be a number.
    pub fn assign_operand(&mut self, name: &[u8], text: &[u8]) -> Run<()> {
        let mut decoded = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            at += 1;
            if byte == b'\\' && at < text.len() {
                let used = super::lexer::unescape(&text[at..], &mut decoded);
                if let Some(unknown) = used.unknown {
                    let shown = String::from_utf8_lossy(&[unknown]).into_owned();
                    self.warn(&format!("warning: escape sequence `\\{shown}' treated as plain `{shown}'"))?;
                }
                at += used.length;
            } else {
                decoded.push(byte);
            }
        }
        let name = String::from_utf8_lossy(name);
        if Builtin::TABLE.iter().any(|row| row.0 == name) {
            return self.fatal(format!("cannot use gawk builtin `{name}' as variable name"));
        }
        if self.program.functions.iter().any(|function| function.name == name) {
            return self.fatal(format!("cannot use function `{name}' as variable name"));
        }
        // A name that the program does not know has no slot, and nobody can ask for it.
        if let Some(slot) = self.program.globals.iter().position(|global| *global == name) {
            self.set_variable(Slot::Global(slot), Value::Input(Bytes::from(decoded)))?;
        }
        Ok(())
    }

    // ---- variables ----

    fn variable(&self, slot: Slot) -> &Variable {
        const UNSET: &Variable = &Variable::Unset;
        match slot {
            Slot::Global(index) => self.globals.get(index).unwrap_or(UNSET),
            Slot::Local(index) => self.locals.get(self.base + index).unwrap_or(UNSET),
        }
    }

    fn variable_mut(&mut self, slot: Slot) -> Option<&mut Variable> {
        match slot {
            Slot::Global(index) => self.globals.get_mut(index),
            Slot::Local(index) => self.locals.get_mut(self.base + index),
        }
    }

    pub fn slot_name(&self, slot: Slot) -> String {
        match slot {
            Slot::Global(index) => self.program.globals.get(index).cloned().unwrap_or_default(),
            Slot::Local(index) => {
                let function = self.program.functions.iter().find(|function| function.parameters.len() > index);
                function.map(|function| function.parameters[index].clone()).unwrap_or_default()
            }
        }
    }

    pub fn global_value(&self, index: usize) -> Value {
        match self.globals.get(index) {
            Some(Variable::Value(value)) => value.clone(),
            _ => Value::Unset,
        }
    }

    pub fn global_text(&self, index: usize) -> Bytes {
        self.global_value(index).to_text(&self.convfmt)
    }

    pub fn set_global(&mut self, index: usize, value: Value) {
        if let Some(variable) = self.globals.get_mut(index) {
            *variable = Variable::Value(value);
        }
    }

    /// The value of a scalar.
    fn get(&mut self, slot: Slot) -> Run<Value> {
        if let Slot::Global(index) = slot
            && index <= special::FNR
        {
            return Ok(Value::Number(match index {
                special::NR => self.nr,
                special::FNR => self.fnr,
                _ => self.field_count()? as f64,
            }));
        }
        match self.variable(slot) {
            Variable::Value(value) => Ok(value.clone()),
            Variable::Unset => Ok(Value::Unset),
            Variable::Lazy(lazy) if lazy.borrow().is_none() => Ok(Value::Unset),
            Variable::Lazy(_) | Variable::Array(_) => self.not_scalar(slot),
        }
    }

    fn not_scalar<T>(&self, slot: Slot) -> Run<T> {
        let name = self.slot_name(slot);
        self.fatal(format!("attempt to use array `{name}' in a scalar context"))
    }

    /// The array of a name, made if it is nothing yet.
    pub fn array(&mut self, slot: Slot) -> Run<ArrayRef> {
        match self.variable(slot) {
            Variable::Array(array) => return Ok(Rc::clone(array)),
            Variable::Lazy(lazy) => {
                let array = Rc::clone(lazy.borrow_mut().get_or_insert_with(Array::new_ref));
                return Ok(array);
            }
            Variable::Value(Value::Unset) | Variable::Unset => {}
            Variable::Value(_) => {
                let name = self.slot_name(slot);
                let kind = if matches!(slot, Slot::Local(_)) { "scalar parameter" } else { "scalar" };
                return self.fatal(format!("attempt to use {kind} `{name}' as an array"));
            }
        }
        let array = Array::new_ref();
        if let Some(variable) = self.variable_mut(slot) {
            *variable = Variable::Array(Rc::clone(&array));
        }
        Ok(array)
    }

    /// The array of a name with subscripts; elements on the way become arrays.
    pub fn array_at(&mut self, name: &ArrayName) -> Run<ArrayRef> {
        let mut array = self.array(name.slot)?;
        for subscript in &name.path {
            array = self.inner_array(name.slot, &array, subscript)?;
        }
        Ok(array)
    }

    /// The array that an element is, made if the element is nothing yet.
    pub fn inner_array(&mut self, slot: Slot, array: &ArrayRef, subscript: &[Expr]) -> Run<ArrayRef> {
        let key = self.key(subscript)?;
        let mut outer = array.borrow_mut();
        let (cell, _) = outer.entry(&key);
        match cell {
            Cell::Array(inner) => return Ok(Rc::clone(inner)),
            Cell::Value(Value::Unset) => {
                let inner = Array::new_ref();
                *cell = Cell::Array(Rc::clone(&inner));
                return Ok(inner);
            }
            Cell::Value(_) => {}
        }
        drop(outer);
        let shown = format!("{}[\"{}\"]", self.slot_name(slot), String::from_utf8_lossy(&key));
        self.fatal(format!("attempt to use scalar `{shown}' as an array"))
    }

    /// The array that an element is, if it is one.
    pub fn element_array(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<Option<ArrayRef>> {
        let array = self.array_at(name)?;
        let key = self.key(subscript)?;
        let found = match array.borrow().get(&key) {
            Some(Cell::Array(inner)) => Some(Rc::clone(inner)),
            _ => None,
        };
        Ok(found)
    }

    /// What a name is: for `isarray` and `typeof`.
    pub fn kind_of(&self, slot: Slot) -> Option<bool> {
        match self.variable(slot) {
            Variable::Array(_) => Some(true),
            Variable::Lazy(lazy) => lazy.borrow().is_some().then_some(true),
            Variable::Value(_) => Some(false),
            Variable::Unset => None,
        }
    }

    pub fn set_variable(&mut self, slot: Slot, value: Value) -> Run<()> {
        match self.variable(slot) {
            Variable::Array(_) => return self.not_scalar(slot),
            Variable::Lazy(lazy) if lazy.borrow().is_some() => return self.not_scalar(slot),
            _ => {}
        }
        if let Slot::Global(index) = slot
            && index < special::WATCHED
        {
            return self.set_special(index, value);
        }
        if let Some(variable) = self.variable_mut(slot) {
            *variable = Variable::Value(value);
        }
        Ok(())
    }

    fn set_special(&mut self, index: usize, value: Value) -> Run<()> {
        match index {
            special::NF => {
                let count = value.number();
                if count < 0.0 {
                    return self.fatal("NF set to negative value");
                }
                self.need_fields()?;
                let count = self.field_index(count)?;
                self.record.set_count(count);
                return Ok(());
            }
            special::NR => {
                self.nr = value.number();
                return Ok(());
            }
            special::FNR => {
                self.fnr = value.number();
                return Ok(());
            }
            _ => {}
        }
        // A record is split by the rules that held when it was read.
        if matches!(index, special::FS | special::FIELDWIDTHS | special::FPAT | special::IGNORECASE | special::RS) {
            self.need_fields()?;
        }
        self.globals[index] = Variable::Value(value.clone());
        let convfmt = self.convfmt.clone();
        let text = value.to_text(&convfmt);
        match index {
            special::FS => self.use_fs()?,
            special::OFS => {
                self.refresh()?;
                self.ofs = text;
            }
            special::ORS => self.ors = text,
            special::SUBSEP => self.subsep = text,
            special::CONVFMT => self.convfmt = text,
            special::OFMT => self.ofmt = text,
            special::IGNORECASE => {
                self.ignore_case = value.is_true();
                self.use_fs()?;
                self.use_rs()?;
            }
            special::RS => self.use_rs()?,
            special::FIELDWIDTHS => self.use_widths(&text)?,
            special::FPAT => {
                let regex =
                    self.regexes.get(&text, self.ignore_case).map_err(|message| bad_regex(&message, &text))?;
                self.splitter = Splitter::Content(regex);
                self.note_splitter("FPAT")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn note_splitter(&mut self, name: &'static str) -> Run<()> {
        let process = self.array(Slot::Global(special::PROCINFO))?;
        process.borrow_mut().set(b"FS", Value::Text(Bytes::from_static(name.as_bytes())));
        Ok(())
    }

    fn use_fs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::FS);
        let paragraph = matches!(self.separator, Separator::Paragraph);
        self.splitter = splitter_for(&text, &mut self.regexes, self.ignore_case, paragraph)?;
        self.note_splitter("FS")
    }

    fn use_rs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::RS);
        let was_paragraph = matches!(self.separator, Separator::Paragraph);
        self.separator = match &text[..] {
            b"" => Separator::Paragraph,
            [byte] if !(self.ignore_case && byte.is_ascii_alphabetic()) => Separator::Byte(*byte),
            _ => {
                let regex =
                    self.regexes.get(&text, self.ignore_case).map_err(|message| bad_regex(&message, &text))?;
                Separator::Regex(regex)
            }
        };
        if was_paragraph != matches!(self.separator, Separator::Paragraph)
            && !matches!(self.splitter, Splitter::Widths(_) | Splitter::Content(_))
        {
            self.use_fs()?;
        }
        Ok(())
    }

    fn use_widths(&mut self, text: &[u8]) -> Run<()> {
        let mut widths = Vec::new();
        for word in text.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty()) {
            let shown = String::from_utf8_lossy(word);
            let (skip, width) = shown.split_once(':').map_or(("0", &*shown), |(skip, width)| (skip, width));
            let bad = || Stop::Fatal(format!("fatal: invalid FIELDWIDTHS value, for field {}, near `{shown}'", widths.len() + 1));
            let skip = skip.parse().map_err(|_| bad())?;
            let width = if width == "*" { None } else { Some(width.parse().map_err(|_| bad())?) };
            widths.push((skip, width));
        }
        self.splitter = Splitter::Widths(Rc::new(widths));
        self.note_splitter("FIELDWIDTHS")
    }

    /// Reads comma-separated values.
    pub fn use_csv(&mut self) {
        self.csv = true;
        self.splitter = Splitter::Csv;
        self.separator = Separator::Csv;
    }

    /// The splitter of `split` without a separator: that of the fields.
    pub fn current_splitter(&self) -> Splitter {
        match &self.splitter {
            Splitter::ByteOrNewline(byte) => Splitter::Byte(*byte),
            Splitter::RegexOrNewline(regex) => Splitter::Regex(Rc::clone(regex)),
            other => other.clone(),
        }
    }

    // ---- the record ----

    fn need_fields(&mut self) -> Run<()> {
        if !self.record.is_split() {
            self.record.split(&self.splitter).map_err(|_| Stop::Halt(exhausted(self.context)))?;
        }
        Ok(())
    }

    fn field_count(&mut self) -> Run<usize> {
        self.need_fields()?;
        Ok(self.record.count())
    }

    /// Makes `$0` from the fields, if one of them was changed.
    fn refresh(&mut self) -> Run<()> {
        if self.record.is_stale() {
            let (ofs, convfmt) = (self.ofs.clone(), self.convfmt.clone());
            self.record.rebuild(&ofs, &convfmt);
        }
        Ok(())
    }

    /// `$0`
    pub fn record_text(&mut self) -> Run<Bytes> {
        self.refresh()?;
        Ok(self.record.text().clone())
    }

    fn field_index(&self, number: f64) -> Run<usize> {
        if number < 0.0 {
            return self.fatal(format!("attempt to access field {}", number.trunc() as i64));
        }
        // More fields than this are no record.
        if number > 10_000_000.0 {
            return self.fatal(format!("attempt to access field {}", number.trunc() as i64));
        }
        Ok(number as usize)
    }

    fn get_field(&mut self, index: &Expr) -> Run<Value> {
        let number = self.number(index)?;
        let index = self.field_index(number)?;
        if index == 0 {
            self.refresh()?;
            return Ok(self.record.value());
        }
        self.need_fields()?;
        Ok(self.record.field(index))
    }

    fn set_field(&mut self, index: usize, value: Value) -> Run<()> {
        if index == 0 {
            let convfmt = self.convfmt.clone();
            self.record.assign(value, &convfmt);
            return Ok(());
        }
        self.need_fields()?;
        if index > self.record.count() {
            self.charge((index - self.record.count()) as u64)?;
        }
        self.record.set_field(index, value);
        Ok(())
    }

    // ---- statements ----

    fn block(&mut self, statements: &[Lined]) -> Run<Flow> {
        for statement in statements {
            self.line = statement.line;
            match self.statement(&statement.statement)? {
                Flow::Normal => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Normal)
    }

    fn statement(&mut self, statement: &Statement) -> Run<Flow> {
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
                let array = self.array_at(array)?;
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
                let array = self.array_at(name)?;
                match subscript {
                    None => array.borrow_mut().clear(),
                    Some(subscript) => {
                        let key = self.key(subscript)?;
                        array.borrow_mut().remove(&key);
                    }
                }
            }
            Statement::Next => return Err(Stop::Next),
            Statement::NextFile => return Err(Stop::NextFile),
            Statement::Exit(status) => {
                if let Some(status) = status {
                    let status = self.number(status)?;
                    self.exit = (status as i64 & 0xff) as u8;
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

    fn switch(&mut self, subject: &Expr, cases: &[super::program::Case]) -> Run<Flow> {
        let subject = self.value(subject)?;
        let mut chosen = None;
        for (index, case) in cases.iter().enumerate() {
            let fits = match &case.value {
                None => continue,
                Some(Expr::Regex(pattern)) => {
                    let text = subject.to_text(&self.convfmt);
                    let regex = self.pattern(pattern)?;
                    self.is_match(&regex, &text)?
                }
                Some(value) => {
                    let value = self.value(value)?;
                    // Numbers fit numbers, strings strings.
                    match (&value, subject.comparable()) {
                        (Value::Number(number), Some(other)) => *number == other,
                        (Value::Number(_), None) => false,
                        (_, None) => value.to_text(&self.convfmt) == subject.to_text(&self.convfmt),
                        (_, Some(_)) => {
                            !matches!(subject, Value::Number(_))
                                && value.to_text(&self.convfmt) == subject.to_text(&self.convfmt)
                        }
                    }
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

    fn print(&mut self, arguments: &[Expr], to: Option<&(Redirect, Expr)>) -> Run<()> {
        if to.is_none() {
            // Straight into the buffer of standard output.
            if arguments.is_empty() {
                return self.print_record();
            }
            let ofs = self.ofs.clone();
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
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(&self.ofs);
            }
            let value = self.value(argument)?;
            value.append_to(&mut out, &self.ofmt);
        }
        out.extend_from_slice(&self.ors);
        self.emit(&out, to)
    }

    fn print_argument(&mut self, argument: &Expr) -> Run<()> {
        if let Expr::Field(index) = argument
            && let Expr::Number(number) = **index
            && number >= 1.0
        {
            self.need_fields()?;
            if let Some(bytes) = self.record.bytes(number as usize) {
                // The context and the record are different parts of the machine.
                self.context.write(bytes)?;
                return Ok(());
            }
        }
        let value = self.value(argument)?;
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

    fn printf(&mut self, arguments: &[Expr], to: Option<&(Redirect, Expr)>) -> Run<()> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        let out = self.format(&values)?;
        self.emit(&out, to)
    }

    /// `sprintf` of values, the format first.
    pub fn format(&mut self, values: &[Value]) -> Run<Vec<u8>> {
        let Some((format, arguments)) = values.split_first() else { return Ok(Vec::new()) };
        let text = format.to_text(&self.convfmt);
        let mut out = Vec::with_capacity(text.len() + 16 * arguments.len());
        match super::printf::append(&mut out, &text, arguments, &self.convfmt) {
            Ok(()) => {}
            Err(super::printf::FormatFault::TooLong) => return self.fatal("format is too wide"),
            Err(super::printf::FormatFault::Arguments { end }) => {
                let shown = String::from_utf8_lossy(&text);
                let column = super::strings::length(text.get(..end).unwrap_or_default()).saturating_sub(2);
                let spaces = " ".repeat(column);
                return self.fatal(format!(
                    "not enough arguments to satisfy format string\n\t`{shown}'\n\t {spaces}^ ran out for this one"
                ));
            }
        }
        self.check_length(out.len())?;
        Ok(out)
    }

    fn emit(&mut self, data: &[u8], to: Option<&(Redirect, Expr)>) -> Run<()> {
        let Some((kind, target)) = to else {
            self.context.write(data)?;
            return Ok(());
        };
        let name = self.text(target)?;
        if name.is_empty() {
            let what = if *kind == Redirect::Pipe { "|" } else { ">" };
            return self.fatal(format!("expression for `{what}' redirection has null string value"));
        }
        match (&name[..], *kind) {
            (b"/dev/stdout" | b"-", Redirect::File | Redirect::Append) => {
                self.context.write(data)?;
                return Ok(());
            }
            (b"/dev/stderr", Redirect::File | Redirect::Append) => {
                self.context.write_error(data)?;
                return Ok(());
            }
            _ => {}
        }
        let result = match self.streams.sink(self.context, *kind, &name) {
            Ok(sink) => Ok(sink.output.write(self.context.vfs(), data)?),
            Err(error) => Err(error),
        };
        if let Err(errno) = self.io(result)? {
            let name = String::from_utf8_lossy(&name).into_owned();
            return self.fatal(format!("cannot redirect to `{name}': {}", errno.message()));
        }
        Ok(())
    }

    // ---- expressions ----

    fn check_length(&self, length: usize) -> Run<()> {
        if length > LONGEST {
            return self.fatal("a string is longer than 64 MiB");
        }
        Ok(())
    }

    /// Evaluates for the effect alone.
    fn effect(&mut self, expr: &Expr) -> Run<()> {
        match expr {
            Expr::Step { place, by, .. } => {
                self.step(place, *by)?;
                Ok(())
            }
            Expr::Update(operator, place, amount) => {
                self.update(*operator, place, amount)?;
                Ok(())
            }
            Expr::Assign(place, value) if self.append_in_place(place, value)? => Ok(()),
            other => self.value(other).map(|_| ()),
        }
    }

    pub fn truth(&mut self, expr: &Expr) -> Run<bool> {
        match expr {
            Expr::Regex(pattern) => self.matches_record(pattern),
            Expr::Group(inner) => self.truth(inner),
            Expr::Not(inner) => Ok(!self.truth(inner)?),
            Expr::And(left, right) => Ok(self.truth(left)? && self.truth(right)?),
            Expr::Or(left, right) => Ok(self.truth(left)? || self.truth(right)?),
            Expr::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Expr::Match { negated, text, pattern } => Ok(self.matches(text, pattern)? != *negated),
            Expr::In(subscript, array) => self.contains(subscript, array),
            other => Ok(self.value(other)?.is_true()),
        }
    }

    pub fn number(&mut self, expr: &Expr) -> Run<f64> {
        match expr {
            Expr::Number(number) => Ok(*number),
            Expr::Group(inner) => self.number(inner),
            Expr::Binary(operator, left, right) => {
                let left = self.number(left)?;
                let right = self.number(right)?;
                self.arithmetic(*operator, left, right)
            }
            Expr::Minus(inner) => Ok(-self.number(inner)?),
            Expr::Plus(inner) => self.number(inner),
            Expr::Field(index) => {
                if let Expr::Number(number) = **index
                    && number >= 1.0
                {
                    self.need_fields()?;
                    if let Some(bytes) = self.record.bytes(number as usize) {
                        return Ok(value::parse_number(bytes));
                    }
                }
                Ok(self.get_field(index)?.number())
            }
            Expr::Variable(slot) => {
                if let Variable::Value(Value::Number(number)) = self.variable(*slot)
                    && !matches!(slot, Slot::Global(index) if *index <= special::FNR)
                {
                    return Ok(*number);
                }
                Ok(self.get(*slot)?.number())
            }
            Expr::Step { place, by, before } => {
                let old = self.step(place, *by)?;
                Ok(if *before { old + by } else { old })
            }
            Expr::Update(operator, place, amount) => self.update(*operator, place, amount),
            other => Ok(self.value(other)?.number()),
        }
    }

    fn arithmetic(&self, operator: Binary, left: f64, right: f64) -> Run<f64> {
        Ok(match operator {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => {
                if right == 0.0 {
                    return self.fatal("division by zero attempted");
                }
                left / right
            }
            Binary::Modulo => {
                if right == 0.0 {
                    return self.fatal("division by zero attempted in `%'");
                }
                left % right
            }
            Binary::Power => power(left, right),
        })
    }

    /// The string of an expression.
    pub fn text(&mut self, expr: &Expr) -> Run<Bytes> {
        let value = self.value(expr)?;
        Ok(value.to_text(&self.convfmt))
    }

    pub fn value(&mut self, expr: &Expr) -> Run<Value> {
        match expr {
            Expr::Number(number) => Ok(Value::Number(*number)),
            Expr::Text(text) => Ok(Value::Text(text.clone())),
            Expr::Regex(pattern) => Ok(Value::flag(self.matches_record(pattern)?)),
            Expr::RegexValue(pattern) => {
                let regex = self.pattern(pattern)?;
                Ok(Value::Regex(regex, pattern.text.clone()))
            }
            Expr::Variable(slot) => self.get(*slot),
            Expr::Field(index) => self.get_field(index),
            Expr::Element(name, subscript) => self.element(name, subscript),
            Expr::Group(inner) => self.value(inner),
            Expr::List(_) => self.fatal("a list of expressions has no value"),
            Expr::Assign(place, value) => self.assign(place, value),
            Expr::Update(operator, place, amount) => Ok(Value::Number(self.update(*operator, place, amount)?)),
            Expr::Step { place, by, before } => {
                let old = self.step(place, *by)?;
                Ok(Value::Number(if *before { old + by } else { old }))
            }
            Expr::Conditional(condition, yes, no) => {
                if self.truth(condition)? { self.value(yes) } else { self.value(no) }
            }
            Expr::And(..)
            | Expr::Or(..)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::Match { .. }
            | Expr::In(..) => Ok(Value::flag(self.truth(expr)?)),
            Expr::Minus(_) | Expr::Plus(_) | Expr::Binary(..) => Ok(Value::Number(self.number(expr)?)),
            Expr::Concat(parts) => {
                let mut out = Vec::new();
                self.concat(parts, &mut out)?;
                Ok(Value::Text(Bytes::from(out)))
            }
            Expr::Getline { source, place } => Ok(Value::Number(self.getline(source, place.as_deref())?)),
            Expr::Call { function, arguments } => self.call(*function, arguments),
            Expr::IndirectCall { name, arguments } => {
                let name = self.get(*name)?.to_text(&self.convfmt);
                self.call_by_name(&name, arguments)
            }
            Expr::Builtin(builtin, arguments) => self.builtin(*builtin, arguments),
        }
    }

    fn concat(&mut self, parts: &[Expr], out: &mut Vec<u8>) -> Run<()> {
        for part in parts {
            match part {
                Expr::Text(text) => out.extend_from_slice(text),
                Expr::Field(index) if matches!(**index, Expr::Number(number) if number >= 1.0) => {
                    let Expr::Number(number) = **index else { continue };
                    self.need_fields()?;
                    match self.record.bytes(number as usize) {
                        Some(bytes) => out.extend_from_slice(bytes),
                        None => self.record.field(number as usize).append_to(out, &self.convfmt),
                    }
                }
                other => {
                    let value = self.value(other)?;
                    value.append_to(out, &self.convfmt);
                }
            }
        }
        self.check_length(out.len())?;
        self.charge(out.len() as u64 >> 10)
    }

    /// The key of a subscript: one expression, or several joined by `SUBSEP`.
    pub fn key(&mut self, subscript: &[Expr]) -> Run<Bytes> {
        if let [only] = subscript {
            return self.subscript_text(only);
        }
        let mut key = Vec::new();
        for (index, part) in subscript.iter().enumerate() {
            if index > 0 {
                key.extend_from_slice(&self.subsep);
            }
            let value = self.value(part)?;
            value.append_to(&mut key, &self.convfmt);
        }
        Ok(Bytes::from(key))
    }

    fn subscript_text(&mut self, expr: &Expr) -> Run<Bytes> {
        self.text(expr)
    }

    fn element(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<Value> {
        let array = self.array_at(name)?;
        let key = self.key(subscript)?;
        let mut array = array.borrow_mut();
        let (cell, is_new) = array.entry(&key);
        let value = match cell {
            Cell::Value(value) => value.clone(),
            Cell::Array(_) => {
                drop(array);
                let shown = format!("{}[\"{}\"]", self.slot_name(name.slot), String::from_utf8_lossy(&key));
                return self.fatal(format!("attempt to use array `{shown}' in a scalar context"));
            }
        };
        drop(array);
        if is_new {
            self.charge(NEW_ELEMENT)?;
        }
        Ok(value)
    }

    fn contains(&mut self, subscript: &[Expr], name: &ArrayName) -> Run<bool> {
        let array = self.array_at(name)?;
        let key = self.key(subscript)?;
        let found = array.borrow().contains(&key);
        Ok(found)
    }

    /// `s = s …` as a statement grows the string where it is; false when the statement is something else.
    fn append_in_place(&mut self, place: &Place, expr: &Expr) -> Run<bool> {
        let (Place::Variable(slot), Expr::Concat(parts)) = (place, expr) else { return Ok(false) };
        let [Expr::Variable(first), rest @ ..] = &parts[..] else { return Ok(false) };
        let watched = matches!(slot, Slot::Global(index) if *index < special::WATCHED);
        if first != slot || watched || !matches!(self.variable(*slot), Variable::Value(Value::Text(_))) {
            return Ok(false);
        }
        let mut tail = Vec::new();
        // The left side is read first; if the rest changes it, that is not this case.
        let Variable::Value(Value::Text(before)) = self.variable(*slot) else { return Ok(false) };
        let (address, length) = (before.as_ptr(), before.len());
        self.concat(rest, &mut tail)?;
        let Some(variable) = self.variable_mut(*slot) else { return Ok(false) };
        let Variable::Value(Value::Text(text)) = std::mem::take(variable) else { return Ok(false) };
        if text.as_ptr() != address || text.len() != length {
            return self.fatal("a variable changes while a string is appended to it");
        }
        let length = length + tail.len();
        let mut whole = text.try_into_mut().unwrap_or_else(|shared| {
            let mut copy = bytes::BytesMut::with_capacity(2 * length);
            copy.extend_from_slice(&shared);
            copy
        });
        whole.extend_from_slice(&tail);
        let whole = whole.freeze();
        if let Some(variable) = self.variable_mut(*slot) {
            *variable = Variable::Value(Value::Text(whole));
        }
        self.check_length(length)?;
        Ok(true)
    }

    fn assign(&mut self, place: &Place, expr: &Expr) -> Run<Value> {
        let value = self.value(expr)?;
        self.store(place, value.clone())?;
        Ok(value)
    }

    /// Stores into a place.
    pub fn store(&mut self, place: &Place, value: Value) -> Run<()> {
        match place {
            Place::Variable(slot) => self.set_variable(*slot, value),
            Place::Field(index) => {
                let number = self.number(index)?;
                let index = self.field_index(number)?;
                self.set_field(index, value)
            }
            Place::Element(name, subscript) => {
                let array = self.array_at(name)?;
                let key = self.key(subscript)?;
                let mut array = array.borrow_mut();
                let (cell, is_new) = array.entry(&key);
                *cell = Cell::Value(value);
                drop(array);
                if is_new { self.charge(NEW_ELEMENT) } else { Ok(()) }
            }
        }
    }

    /// What stands in a place now.
    pub fn load(&mut self, place: &Place) -> Run<Value> {
        match place {
            Place::Variable(slot) => self.get(*slot),
            Place::Field(index) => self.get_field(index),
            Place::Element(name, subscript) => self.element(name, subscript),
        }
    }

    /// `place OP= amount`; the new value.
    fn update(&mut self, operator: Binary, place: &Place, amount: &Expr) -> Run<f64> {
        let amount = self.number(amount)?;
        self.change(place, |machine, old| machine.arithmetic(operator, old, amount)).map(|(_, new)| new)
    }

    /// Adds to a place; the old value.
    fn step(&mut self, place: &Place, by: f64) -> Run<f64> {
        self.change(place, |_, old| Ok(old + by)).map(|(old, _)| old)
    }

    /// Replaces the number in a place; the old and the new one. The place is worked out once.
    fn change(&mut self, place: &Place, compute: impl FnOnce(&Self, f64) -> Run<f64>) -> Run<(f64, f64)> {
        match place {
            Place::Variable(slot) => {
                let old = match self.variable(*slot) {
                    Variable::Value(Value::Number(number))
                        if !matches!(slot, Slot::Global(index) if *index < special::WATCHED) =>
                    {
                        let old = *number;
                        let new = compute(self, old)?;
                        if let Some(variable) = self.variable_mut(*slot) {
                            *variable = Variable::Value(Value::Number(new));
                        }
                        return Ok((old, new));
                    }
                    _ => self.get(*slot)?.number(),
                };
                let new = compute(self, old)?;
                self.set_variable(*slot, Value::Number(new))?;
                Ok((old, new))
            }
            Place::Field(index) => {
                let number = self.number(index)?;
                let index = self.field_index(number)?;
                let old = if index == 0 {
                    self.refresh()?;
                    self.record.value().number()
                } else {
                    self.need_fields()?;
                    self.record.field(index).number()
                };
                let new = compute(self, old)?;
                self.set_field(index, Value::Number(new))?;
                Ok((old, new))
            }
            Place::Element(name, subscript) => {
                let array = self.array_at(name)?;
                // A field as the key needs no copy of its own.
                if let [Expr::Field(index)] = &subscript[..]
                    && let Expr::Number(number) = **index
                    && number >= 1.0
                {
                    self.need_fields()?;
                    if let Some(bytes) = self.record.bytes(number as usize) {
                        let mut array = array.borrow_mut();
                        let (cell, is_new) = array.entry(bytes);
                        let old = number_of(cell);
                        let new = compute(self, old)?;
                        *cell = Cell::Value(Value::Number(new));
                        if is_new {
                            self.charge(NEW_ELEMENT)?;
                        }
                        return Ok((old, new));
                    }
                }
                let key = self.key(subscript)?;
                let mut array = array.borrow_mut();
                let (cell, is_new) = array.entry(&key);
                let old = number_of(cell);
                let new = compute(self, old)?;
                *cell = Cell::Value(Value::Number(new));
                if is_new {
                    self.charge(NEW_ELEMENT)?;
                }
                Ok((old, new))
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr) -> Run<bool> {
        let left = self.value(left)?;
        let right = self.value(right)?;
        let order = self.order(&left, &right);
        Ok(match (comparison, order) {
            (Comparison::Less, Some(order)) => order.is_lt(),
            (Comparison::LessEqual, Some(order)) => order.is_le(),
            (Comparison::Equal, Some(order)) => order.is_eq(),
            (Comparison::NotEqual, Some(order)) => order.is_ne(),
            (Comparison::Greater, Some(order)) => order.is_gt(),
            (Comparison::GreaterEqual, Some(order)) => order.is_ge(),
            (comparison, None) => comparison == Comparison::NotEqual,
        })
    }

    /// POSIX: numbers and numeric strings compare as numbers, everything else as strings.
    pub fn order(&self, left: &Value, right: &Value) -> Option<std::cmp::Ordering> {
        if let (Value::Number(left), Value::Number(right)) = (left, right) {
            return left.partial_cmp(right);
        }
        // An unset value is what the other side is.
        let string = matches!(left, Value::Text(_) | Value::Regex(..)) || matches!(right, Value::Text(_) | Value::Regex(..));
        if !string && let (Some(left), Some(right)) = (left.comparable(), right.comparable()) {
            return left.partial_cmp(&right);
        }
        let (left, right) = (left.to_text(&self.convfmt), right.to_text(&self.convfmt));
        if self.ignore_case {
            return Some(super::strings::map_case(&left, false).cmp(&super::strings::map_case(&right, false)));
        }
        Some(left.cmp(&right))
    }

    // ---- patterns ----

    /// The compiled expression of the program's text.
    pub fn pattern(&mut self, pattern: &Rc<Pattern>) -> Run<Rc<Regex>> {
        if self.ignore_case {
            return self.regexes.get(&pattern.text, true).map_err(|message| bad_regex(&message, &pattern.text));
        }
        Ok(Rc::clone(&pattern.regex))
    }

    /// The regular expression that an operand means.
    pub fn regex_of(&mut self, expr: &Expr) -> Run<Rc<Regex>> {
        match expr {
            Expr::Regex(pattern) | Expr::RegexValue(pattern) => self.pattern(pattern),
            Expr::Group(inner) if matches!(**inner, Expr::Regex(_)) => self.regex_of(inner),
            other => match self.value(other)? {
                Value::Regex(regex, _) => Ok(regex),
                value => {
                    let text = value.to_text(&self.convfmt);
                    self.regexes.get(&text, self.ignore_case).map_err(|message| bad_regex(&message, &text))
                }
            },
        }
    }

    pub fn is_match(&self, regex: &Regex, text: &[u8]) -> Run<bool> {
        self.charge(text.len() as u64 >> 10)?;
        regex.is_match(text).map_err(|_| self.exhausted())
    }

    fn matches_record(&mut self, pattern: &Rc<Pattern>) -> Run<bool> {
        let regex = self.pattern(pattern)?;
        self.refresh()?;
        self.is_match(&regex, self.record.text())
    }

    fn matches(&mut self, text: &Expr, pattern: &Expr) -> Run<bool> {
        let text = self.text(text)?;
        let regex = self.regex_of(pattern)?;
        self.is_match(&regex, &text)
    }

    // ---- getline ----

    fn getline(&mut self, source: &Source, place: Option<&Place>) -> Run<f64> {
        let program = Rc::clone(&self.program);
        let found = match source {
            Source::Main => match self.read_main(&program)? {
                Some(found) => Some(found),
                None => return Ok(0.0),
            },
            Source::File(name) | Source::Command(name) | Source::Coprocess(name) => {
                let name = self.text(name)?;
                if name.is_empty() && !matches!(source, Source::File(_)) {
                    return self.fatal("expression for `|' redirection has null string value");
                }
                self.streams.flush(self.context, None)?;
                if matches!(source, Source::Coprocess(_)) {
                    let result = self.streams.coprocess(self.context, &name);
                    if self.io(result)?.is_err() {
                        return Ok(-1.0);
                    }
                }
                let command = !matches!(source, Source::File(_));
                let separator = self.separator.clone();
                let result = match self.streams.reader(self.context, command, &name) {
                    Ok(reader) => reader.reader.next(self.context, &separator),
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
            Some(place) => self.store(place, Value::Input(found.text))?,
            None => self.record.set(found.text),
        }
        Ok(1.0)
    }

    // ---- functions ----

    fn call_by_name(&mut self, name: &[u8], arguments: &[Expr]) -> Run<Value> {
        let found = self.program.functions.iter().position(|function| function.name.as_bytes() == name);
        if let Some(function) = found {
            return self.call(function, arguments);
        }
        match Builtin::TABLE.iter().find(|row| row.0.as_bytes() == name) {
            Some(row) if (row.2..=row.3).contains(&arguments.len()) => self.builtin(row.1, arguments),
            _ => {
                let name = String::from_utf8_lossy(name).into_owned();
                self.fatal(format!("function `{name}' not defined"))
            }
        }
    }

    fn call(&mut self, function: usize, arguments: &[Expr]) -> Run<Value> {
        let program = Rc::clone(&self.program);
        let Some(function) = program.functions.get(function) else { return Ok(Value::Unset) };
        if arguments.len() > function.parameters.len() {
            return self.fatal(format!("function `{}' called with more arguments than declared", function.name));
        }
        let scheduler = &self.context.exec.kernel.scheduler;
        if self.context.exec.process.stack_is_low() || self.calls >= 100_000 {
            return Err(Stop::Halt(scheduler.exceed(Limit::Depth, u64::from(scheduler.limits().depth))));
        }
        self.charge(1)?;
        let mut values = Vec::with_capacity(function.parameters.len());
        for argument in arguments {
            values.push(self.argument(argument)?);
        }
        values.resize(function.parameters.len(), Variable::Unset);
        self.run_function(&function.body, values)
    }

    fn run_function(&mut self, body: &[Lined], values: Vec<Variable>) -> Run<Value> {
        let base = std::mem::replace(&mut self.base, self.locals.len());
        self.locals.extend(values);
        self.calls += 1;
        let line = self.line;
        let result = self.block(body);
        self.calls -= 1;
        if result.is_ok() {
            self.line = line;
        }
        self.locals.truncate(self.base);
        self.base = base;
        match result? {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::Unset),
        }
    }

    /// Calls a function of the program with values: the comparisons of `asort` and `PROCINFO["sorted_in"]`.
    pub fn call_with(&mut self, name: &[u8], values: Vec<Value>) -> Run<Value> {
        let program = Rc::clone(&self.program);
        let Some(function) = program.functions.iter().find(|function| function.name.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name).into_owned();
            return self.fatal(format!("sort comparison function `{name}' is not defined"));
        };
        if self.context.exec.process.stack_is_low() {
            let scheduler = &self.context.exec.kernel.scheduler;
            return Err(Stop::Halt(scheduler.exceed(Limit::Depth, u64::from(scheduler.limits().depth))));
        }
        let mut variables: Vec<Variable> = values.into_iter().map(Variable::Value).collect();
        variables.resize(function.parameters.len(), Variable::Unset);
        self.run_function(&function.body, variables)
    }

    /// An argument of a function: arrays and what may become one go by reference, the rest by value.
    fn argument(&mut self, expr: &Expr) -> Run<Variable> {
        let slot = match expr {
            Expr::Variable(slot) if !matches!(slot, Slot::Global(index) if *index <= special::FNR) => *slot,
            Expr::Element(name, subscript) => {
                if let Some(array) = self.element_array(name, subscript)? {
                    return Ok(Variable::Array(array));
                }
                return Ok(Variable::Value(self.value(expr)?));
            }
            other => return Ok(Variable::Value(self.value(other)?)),
        };
        match self.variable(slot) {
            Variable::Array(array) => Ok(Variable::Array(Rc::clone(array))),
            Variable::Value(value) => Ok(Variable::Value(value.clone())),
            Variable::Lazy(lazy) => Ok(Variable::Lazy(Rc::clone(lazy))),
            Variable::Unset => {
                let lazy: Lazy = Rc::default();
                if let Some(variable) = self.variable_mut(slot) {
                    *variable = Variable::Lazy(Rc::clone(&lazy));
                }
                Ok(Variable::Lazy(lazy))
            }
        }
    }
}

fn number_of(cell: &Cell) -> f64 {
    match cell {
        Cell::Value(value) => value.number(),
        Cell::Array(_) => 0.0,
    }
}

/// Where the `=` of an operand stands that is an assignment.
fn assignment_operand(text: &[u8]) -> Option<usize> {
    let equals = memchr::memchr(b'=', text)?;
    let name = &text[..equals];
    let valid = name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    valid.then_some(equals)
}

/// Whole exponents by multiplication, as gawk computes them.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.trunc() == exponent && exponent.abs() < 1024.0 {
        let mut result = 1.0;
        let mut factor = base;
        let mut left = exponent.abs() as u32;
        while left > 0 {
            if left & 1 == 1 {
                result *= factor;
            }
            factor *= factor;
            left >>= 1;
        }
        return if exponent < 0.0 { 1.0 / result } else { result };
    }
    base.powf(exponent)
}
