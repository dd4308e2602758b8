//! The state of a running awk program: variables, the special ones, the record.

use std::cell::RefCell;
use std::rc::Rc;

use bstr::BString;
use bytes::Bytes;

use super::array::{Array, ArrayRef, Cell};
use super::dialect::Dialect;
use super::fields::{Record, Splitter};
use super::program::{ArrayName, Expr, Program, Slot, special};
use super::reader::{Records, Separator, exhausted};
use super::regexes::Regexes;
use super::streams::Streams;
use super::value::Value;
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use workspace::Errno;

/// Why the program does not go on where it is.
#[derive(Debug)]
pub enum Stop {
    Halt(Halt),
    /// `exit`: its status, if it gave one.
    Exit,
    Next,
    NextFile,
    /// An error that ends the program, with the place in the program.
    Fatal(BString),
    /// The same, of a library: with its own place.
    Bare(BString),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

pub type Run<T> = Result<T, Stop>;

/// How a statement ended.
#[derive(Debug)]
pub(super) enum Flow {
    Normal,
    Break,
    Continue,
    Return(Value),
}

/// An untyped parameter: whoever uses it as an array first makes it one, for the caller too.
pub(super) type Lazy = Rc<RefCell<Untyped>>;

#[derive(Debug, Clone, Default)]
pub(super) enum Untyped {
    #[default]
    Nothing,
    Array(ArrayRef),
    /// It was read or assigned to in the function that was called.
    Scalar,
}

#[derive(Debug, Clone, Default)]
pub enum Variable {
    #[default]
    Unset,
    Value(Value),
    Array(ArrayRef),
    Lazy(Lazy),
}

/// The longest string that is made.
pub(super) const LONGEST: usize = 64 << 20;

/// Where gawk looks for libraries when the environment does not say: elements of `ENVIRON` that no command sees.
const SEARCHED: [(&[u8], &[u8]); 2] =
    [(b"AWKPATH", b".:/usr/share/awk"), (b"AWKLIBPATH", b"/usr/lib/x86_64-linux-gnu/gawk")];

/// Work units for a new element of an array: memory is what it costs.
pub(super) const NEW_ELEMENT: u64 = 8;

pub struct Machine<'m, 'c> {
    pub context: &'m mut Context<'c>,
    pub program: Rc<Program>,
    pub(super) globals: Vec<Variable>,
    pub(super) locals: Vec<Variable>,
    pub(super) base: usize,
    pub(super) calls: usize,
    /// The function that runs.
    pub(super) function: Option<usize>,
    pub(super) record: Record,
    pub regexes: Regexes,
    pub streams: Streams,
    pub(super) splitter: Splitter,
    pub(super) separator: Separator,
    pub ignore_case: bool,
    pub csv: bool,
    pub(super) nr: f64,
    pub(super) fnr: f64,
    /// Other than whole numbers that were assigned to `NF`, `NR` and `FNR`, which stay as long as they count the same.
    counts: [Option<Value>; 3],
    pub convfmt: Bytes,
    pub(super) ofmt: Bytes,
    pub(super) ofs: Bytes,
    pub(super) ors: Bytes,
    pub subsep: Bytes,
    /// The range patterns that are in their middle.
    pub(super) ranges: Vec<bool>,
    pub exit: u8,
    /// `-i inplace`
    pub in_place: Option<super::inplace::InPlace>,
    /// The line of the statement that runs, 0 before there is one.
    pub line: u32,
    /// Where the program's text is from.
    pub(super) sources: Vec<super::Source>,
    /// The input of the operands.
    pub(super) input: Option<Records>,
    pub(super) operand: usize,
    pub(super) used_operand: bool,
    pub(super) in_end: bool,
    /// It was told that sorting an array into itself is silly.
    pub(super) sort_told: bool,
    /// `-S`: nothing but the operands is read, nothing but standard output written.
    pub(super) sandbox: bool,
    /// Files that may be read in the sandbox: the operands as they were given.
    pub(super) operands: Vec<BString>,
    /// The special rule that runs or ran last.
    pub(super) rule: &'static str,
    pub dialect: Dialect,
    /// `-d`: variables that were set before the start and that the program does not name.
    pub(super) strangers: Option<std::collections::BTreeMap<BString, Value>>,
    /// Variables of which it was told that they are extensions.
    extensions_told: Vec<usize>,
    /// Where `bindtextdomain` says that the messages of a domain are.
    pub(super) domains: std::collections::BTreeMap<Bytes, Bytes>,
    pub random: super::random::Random,
    /// The offset of the zone that `mktime` found last.
    pub(super) last_offset: i32,
}

/// The splitter for a value of `FS`.
pub fn splitter_for(text: &Bytes, regexes: &mut Regexes, ignore_case: bool, paragraph: bool) -> Run<Splitter> {
    Ok(match &text[..] {
        b"" => Splitter::Characters(regexes.dialect.characters()),
        b" " => Splitter::Blanks,
        b"\n" => Splitter::Byte(b'\n'),
        // A letter alone splits with regard to case whatever IGNORECASE says.
        [byte] if *byte != b'\\' => match paragraph {
            true => Splitter::ByteOrNewline(*byte),
            false => Splitter::Byte(*byte),
        },
        b"\\" => Splitter::Byte(b'\\'),
        _ => {
            let regex = regexes.get(text, ignore_case).map_err(|message| bad_regex(&message, text))?;
            Splitter::Regex(regex)
        }
    })
}

/// How deep arrays are looked through for where one came from.
const DEEPEST: usize = 8;

/// The subscripts that lead to an array within another.
fn place_within(array: &ArrayRef, wanted: &ArrayRef, depth: usize) -> Option<String> {
    let array = array.try_borrow().ok()?;
    array.iter().find_map(|(key, cell)| {
        let Cell::Array(inner) = cell else { return None };
        let rest = if Rc::ptr_eq(inner, wanted) {
            String::new()
        } else {
            place_within(inner, wanted, depth.checked_sub(1)?)?
        };
        Some(format!("[\"{}\"]{rest}", super::expressions::shown_key(key)))
    })
}

pub(super) fn bad_regex(message: &str, text: &[u8]) -> Stop {
    Stop::Fatal([format!("fatal: invalid regexp: {message}: /").as_bytes(), text, b"/"].concat().into())
}

impl<'m, 'c> Machine<'m, 'c> {
    pub fn new(context: &'m mut Context<'c>, program: Rc<Program>, dialect: Dialect) -> Machine<'m, 'c> {
        let globals = vec![Variable::Unset; program.globals.len()];
        let ranges = vec![false; program.ranges];
        let mut regexes = Regexes::default();
        regexes.told.clone_from(&program.escapes);
        regexes.dialect = dialect;
        let mut machine = Machine {
            context,
            program,
            globals,
            locals: Vec::new(),
            base: 0,
            calls: 0,
            function: None,
            record: Record::default(),
            regexes,
            streams: Streams::default(),
            splitter: Splitter::Blanks,
            separator: Separator::Byte(b'\n'),
            ignore_case: false,
            csv: false,
            nr: 0.0,
            fnr: 0.0,
            counts: Default::default(),
            convfmt: Bytes::from_static(b"%.6g"),
            ofmt: Bytes::from_static(b"%.6g"),
            ofs: Bytes::from_static(b" "),
            ors: Bytes::from_static(b"\n"),
            subsep: Bytes::from_static(b"\x1c"),
            ranges,
            exit: 0,
            in_place: None,
            line: 0,
            sources: Vec::new(),
            input: None,
            operand: 1,
            used_operand: false,
            in_end: false,
            sort_told: false,
            sandbox: false,
            operands: Vec::new(),
            rule: "BEGIN",
            dialect,
            strangers: None,
            extensions_told: Vec::new(),
            domains: std::collections::BTreeMap::new(),
            random: super::random::Random::new(1),
            last_offset: 0,
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
        for slot in [special::RSTART, special::RLENGTH, special::ARGIND, special::IGNORECASE, special::BINMODE, special::LINT] {
            machine.globals[slot] = Variable::Value(Value::Number(0.0));
        }
        for slot in [special::FILENAME, special::RT, special::ERRNO, special::FIELDWIDTHS] {
            machine.globals[slot] = Variable::Value(Value::Text(Bytes::new()));
        }
        machine.globals[special::FPAT] = Variable::Value(Value::Text(Bytes::from_static(b"[^[:space:]]+")));
        machine.globals[special::PREC] = Variable::Value(Value::Number(53.0));
        machine.globals[special::ROUNDMODE] = Variable::Value(Value::Text(Bytes::from_static(b"N")));
        machine.globals[special::TEXTDOMAIN] = Variable::Value(Value::Text(Bytes::from_static(b"messages")));
        machine
    }

    /// Fills `ENVIRON`, `ARGV` and `PROCINFO`.
    pub fn set_surroundings(&mut self, name: &str, operands: &[BString]) {
        let mut environ = Array::default();
        for (key, value) in self.context.exec.environ.iter() {
            environ.set(key, Value::Input(Bytes::copy_from_slice(value)));
        }
        for (name, path) in SEARCHED {
            if !environ.contains(name) {
                environ.set(name, Value::Input(Bytes::from_static(path)));
            }
        }
        self.globals[special::ENVIRON] = Variable::Array(Rc::new(RefCell::new(environ)));
        let mut arguments = Array::default();
        arguments.set(b"0", Value::Text(Bytes::copy_from_slice(name.as_bytes())));
        for (index, operand) in operands.iter().enumerate() {
            arguments.set((index + 1).to_string().as_bytes(), Value::Input(Bytes::copy_from_slice(operand)));
        }
        self.globals[special::ARGV] = Variable::Array(Rc::new(RefCell::new(arguments)));
        self.globals[special::ARGC] = Variable::Value(Value::Number(operands.len() as f64 + 1.0));
        if self.dialect.is_plain() {
            return;
        }
        let mut process = Array::default();
        process.set(b"version", Value::Text(Bytes::from_static(b"5.2.1")));
        process.set(b"FS", Value::Text(Bytes::from_static(b"FS")));
        process.set(b"strftime", Value::Text(Bytes::from_static(b"%a %b %e %H:%M:%S %Z %Y")));
        process.set(b"pid", Value::Number(f64::from(self.context.exec.process.pid)));
        for (key, value) in [("uid", 1000.0), ("euid", 1000.0), ("gid", 1000.0), ("egid", 1000.0)] {
            process.set(key.as_bytes(), Value::Number(value));
        }
        if self.program.describes_itself {
            self.describe(&mut process, name);
        }
        self.globals[special::PROCINFO] = Variable::Array(Rc::new(RefCell::new(process)));
    }

    /// What the program did to `ENVIRON` is the environment of the commands that it starts.
    pub(super) fn export_environ(&mut self) {
        if !self.program.names_environ {
            return;
        }
        let Some(Variable::Array(array)) = self.globals.get(special::ENVIRON) else { return };
        let array = array.borrow();
        let gone: Vec<BString> = (self.context.exec.environ.iter())
            .filter(|(name, _)| !array.contains(name))
            .map(|(name, _)| name.clone())
            .collect();
        for name in gone {
            self.context.exec.set_env(&name, None);
        }
        for (name, cell) in array.iter() {
            if let Cell::Value(value) = cell {
                let text = value.to_text(&self.convfmt);
                if SEARCHED.iter().any(|(own, path)| *own == &name[..] && *path == &text[..]) {
                    continue;
                }
                if self.context.exec.env(name).map(|value| value.as_ref()) != Some(&text[..]) {
                    self.context.exec.set_env(name, Some(BString::from(text.to_vec())));
                }
            }
        }
    }

    /// What `PROCINFO` tells of the program and of gawk.
    fn describe(&self, process: &mut Array, name: &str) {
        let number = |number: f64| Value::Number(number);
        for (key, value) in [
            ("api_major", 3.0),
            ("api_minor", 2.0),
            ("prec_min", 1.0),
            ("prec_max", 9_223_372_036_854_775_808.0),
            ("ppid", f64::from(self.context.exec.process.pid)),
            ("pgrpid", f64::from(self.context.exec.process.pid)),
        ] {
            process.set(key.as_bytes(), number(value));
        }
        for (key, value) in
            [("platform", "posix"), ("gmp_version", "GNU MP 6.2.1"), ("mpfr_version", "GNU MPFR 4.2.0")]
        {
            process.set(key.as_bytes(), Value::Text(Bytes::from_static(value.as_bytes())));
        }
        let mut arguments = Array::default();
        arguments.set(b"0", Value::Text(Bytes::copy_from_slice(name.as_bytes())));
        for (index, word) in self.context.args().iter().enumerate() {
            arguments.set((index + 1).to_string().as_bytes(), Value::Input(Bytes::copy_from_slice(word)));
        }
        *process.entry(b"argv").0 = Cell::Array(Rc::new(RefCell::new(arguments)));
        let mut identifiers = Array::default();
        for row in super::program::Builtin::TABLE {
            identifiers.set(row.0.as_bytes(), Value::Text(Bytes::from_static(b"builtin")));
        }
        for function in self.program.functions.iter().filter(|function| function.defined) {
            identifiers.set(function.name.as_bytes(), Value::Text(Bytes::from_static(b"user")));
        }
        for (index, global) in self.program.globals.iter().enumerate() {
            let kind: &[u8] = match index {
                special::ENVIRON | special::ARGV | special::PROCINFO | special::SYMTAB | special::FUNCTAB => b"array",
                _ if index < special::NAMES.len() => b"scalar",
                _ => b"untyped",
            };
            identifiers.set(global.as_bytes(), Value::Text(Bytes::from_static(kind)));
        }
        *process.entry(b"identifiers").0 = Cell::Array(Rc::new(RefCell::new(identifiers)));
    }

    pub fn fatal<T>(&self, message: impl AsRef<[u8]>) -> Run<T> {
        Err(Stop::Fatal([b"fatal: ", message.as_ref()].concat().into()))
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

    pub(super) fn variable(&self, slot: Slot) -> &Variable {
        const UNSET: &Variable = &Variable::Unset;
        match slot {
            Slot::Global(index) => self.globals.get(index).unwrap_or(UNSET),
            Slot::Local(index) => self.locals.get(self.base + index).unwrap_or(UNSET),
        }
    }

    pub(super) fn variable_mut(&mut self, slot: Slot) -> Option<&mut Variable> {
        match slot {
            Slot::Global(index) => self.globals.get_mut(index),
            Slot::Local(index) => self.locals.get_mut(self.base + index),
        }
    }

    pub fn slot_name(&self, slot: Slot) -> String {
        match slot {
            Slot::Global(index) => self.program.globals.get(index).cloned().unwrap_or_default(),
            Slot::Local(index) => {
                let function = self.function.and_then(|function| self.program.functions.get(function));
                function.and_then(|function| function.parameters.get(index)).cloned().unwrap_or_default()
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
    pub(super) fn get(&mut self, slot: Slot) -> Run<Value> {
        if let Slot::Global(index) = slot
            && index <= special::FNR
        {
            let number = match index {
                special::NR => self.nr,
                special::FNR => self.fnr,
                _ => self.field_count()? as f64,
            };
            return Ok(match self.counts.get(index) {
                Some(Some(value)) => {
                    let kept = value.number(self.dialect.numbers());
                    let kept = if index == special::NF { kept.trunc() } else { kept };
                    if kept == number { value.clone() } else { Value::Number(number) }
                }
                _ => Value::Number(number),
            });
        }
        if self.program.is_table(slot) {
            return self.not_scalar(slot);
        }
        match self.variable(slot) {
            Variable::Value(value) => Ok(value.clone()),
            Variable::Unset => {
                // What is read is no array any more.
                if let Some(variable) = self.variable_mut(slot) {
                    *variable = Variable::Value(Value::Unset);
                }
                Ok(Value::Unset)
            }
            Variable::Lazy(lazy) => {
                let is_array = matches!(*lazy.borrow(), Untyped::Array(_));
                if is_array {
                    return self.not_scalar(slot);
                }
                *lazy.borrow_mut() = Untyped::Scalar;
                Ok(Value::Unset)
            }
            Variable::Array(_) => self.not_scalar(slot),
        }
    }

    pub(super) fn not_scalar<T>(&self, slot: Slot) -> Run<T> {
        let name = self.slot_name(slot);
        // A parameter is named with the variable that it came from.
        let from = self.origin(slot).map(|origin| format!(" (from {origin})")).unwrap_or_default();
        self.fatal(format!("attempt to use array `{name}{from}' in a scalar context"))
    }

    /// The name of the variable that a parameter's array came from.
    fn origin(&self, slot: Slot) -> Option<String> {
        let array = match self.variable(slot) {
            Variable::Array(array) => Some(Rc::clone(array)),
            Variable::Lazy(lazy) => match &*lazy.borrow() {
                Untyped::Array(array) => Some(Rc::clone(array)),
                _ => None,
            },
            _ => None,
        };
        let array = array.filter(|_| matches!(slot, Slot::Local(_)))?;
        let found = self.globals.iter().position(|variable| match variable {
            Variable::Array(other) => Rc::ptr_eq(other, &array),
            Variable::Lazy(lazy) => matches!(&*lazy.borrow(), Untyped::Array(other) if Rc::ptr_eq(other, &array)),
            _ => false,
        });
        if let Some(index) = found {
            return self.program.globals.get(index).cloned();
        }
        // An element of an array of arrays.
        self.globals.iter().zip(&self.program.globals).find_map(|(variable, name)| match variable {
            Variable::Array(other) => place_within(other, &array, DEEPEST).map(|place| format!("{name}{place}")),
            _ => None,
        })
    }

    /// The name of an array in messages of its elements.
    pub(super) fn array_name(&self, slot: Slot) -> String {
        self.origin(slot).unwrap_or_else(|| self.slot_name(slot))
    }

    /// The array of a name, made if it is nothing yet.
    pub fn array(&mut self, slot: Slot) -> Run<ArrayRef> {
        match self.variable(slot) {
            Variable::Array(_) if self.program.is_table(slot) => {}
            Variable::Array(array) => return Ok(Rc::clone(array)),
            Variable::Lazy(lazy) => {
                let mut untyped = lazy.borrow_mut();
                match &*untyped {
                    Untyped::Array(array) => return Ok(Rc::clone(array)),
                    Untyped::Nothing => {
                        let array = Array::new_ref();
                        *untyped = Untyped::Array(Rc::clone(&array));
                        return Ok(array);
                    }
                    Untyped::Scalar => {}
                }
            }
            Variable::Unset => {}
            Variable::Value(_) => {}
        }
        if self.program.is_table(slot) {
            return self.table(slot);
        }
        let counts = matches!(slot, Slot::Global(index) if index <= special::FNR);
        if counts || matches!(self.variable(slot), Variable::Value(_) | Variable::Lazy(_)) {
            let name = self.slot_name(slot);
            let kind = if matches!(slot, Slot::Local(_)) { "scalar parameter" } else { "scalar" };
            return self.fatal(format!("attempt to use {kind} `{name}' as an array"));
        }
        let array = Array::new_ref();
        if let Some(variable) = self.variable_mut(slot) {
            *variable = Variable::Array(Rc::clone(&array));
        }
        Ok(array)
    }

    /// The array behind `in`, where a scalar element is called another name.
    pub fn array_behind_in(&mut self, name: &ArrayName) -> Run<ArrayRef> {
        let Some((last, before)) = name.path.split_last() else { return self.array(name.slot) };
        let key = self.key(last)?;
        let mut array = self.array(name.slot)?;
        for subscript in before {
            let key = self.key(subscript)?;
            array = self.inner_array(name.slot, &array, &key)?;
        }
        if matches!(array.borrow().get(&key), Some(Cell::Value(value)) if !matches!(value, Value::Unset)) {
            return self.fatal("attempt to use a scalar value as array");
        }
        self.inner_array(name.slot, &array, &key)
    }

    /// The array of a name with subscripts; elements on the way become arrays.
    pub fn array_at(&mut self, name: &ArrayName) -> Run<ArrayRef> {
        let Some((first, rest)) = name.path.split_first() else { return self.array(name.slot) };
        let key = self.key(first)?;
        let array = self.array(name.slot)?;
        let mut array = self.inner_array(name.slot, &array, &key)?;
        for subscript in rest {
            let key = self.key(subscript)?;
            array = self.inner_array(name.slot, &array, &key)?;
        }
        Ok(array)
    }

    /// The array that an element is, made if the element is nothing yet.
    pub fn inner_array(&mut self, slot: Slot, array: &ArrayRef, key: &[u8]) -> Run<ArrayRef> {
        let mut outer = array.borrow_mut();
        let (cell, _) = outer.entry(key);
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
        let shown = format!("{}[\"{}\"]", self.array_name(slot), super::expressions::shown_key(key));
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
            Variable::Lazy(lazy) => match *lazy.borrow() {
                Untyped::Nothing => None,
                Untyped::Array(_) => Some(true),
                Untyped::Scalar => Some(false),
            },
            Variable::Value(_) => Some(false),
            Variable::Unset => None,
        }
    }

    pub fn set_variable(&mut self, slot: Slot, value: Value) -> Run<()> {
        if self.program.is_table(slot) {
            return self.not_scalar(slot);
        }
        match self.variable(slot) {
            Variable::Array(_) => return self.not_scalar(slot),
            Variable::Lazy(lazy) => {
                let is_array = matches!(*lazy.borrow(), Untyped::Array(_));
                if is_array {
                    return self.not_scalar(slot);
                }
                *lazy.borrow_mut() = Untyped::Scalar;
            }
            _ => {}
        }
        if slot == Slot::Global(special::BINMODE) && self.dialect.is_plain() {
            self.tell_extension(special::BINMODE)?;
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

    /// Warns once of a variable that means nothing without gawk's extensions.
    fn tell_extension(&mut self, index: usize) -> Run<()> {
        if self.extensions_told.contains(&index) {
            return Ok(());
        }
        self.extensions_told.push(index);
        self.warn(format!("warning: `{}' is a gawk extension", special::NAMES[index]))
    }

    pub(super) fn set_special(&mut self, index: usize, value: Value) -> Run<()> {
        if let Some(kept) = self.counts.get_mut(index) {
            *kept = Some(value.clone()).filter(|value| !matches!(value, Value::Number(number) if number.trunc() == *number));
        }
        match index {
            special::NF => {
                let count = value.number(self.dialect.numbers());
                if count <= -1.0 || super::printf::signed(count) < 0 {
                    return self.fatal("NF set to negative value");
                }
                self.need_fields()?;
                let count = self.field_index(count)?;
                self.record.set_count(count);
                return Ok(());
            }
            special::NR => {
                self.nr = value.number(self.dialect.numbers()).trunc();
                return Ok(());
            }
            special::FNR => {
                self.fnr = value.number(self.dialect.numbers()).trunc();
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
            special::IGNORECASE if self.dialect.is_plain() => {
                self.tell_extension(index)?;
            }
            special::FPAT if self.dialect.is_plain() => {}
            special::IGNORECASE => {
                self.ignore_case = value.is_true(self.dialect.numbers());
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

    pub(super) fn note_splitter(&mut self, name: &'static str) -> Run<()> {
        let process = self.array(Slot::Global(special::PROCINFO))?;
        process.borrow_mut().set(b"FS", Value::Text(Bytes::from_static(name.as_bytes())));
        Ok(())
    }

    pub(super) fn use_fs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::FS);
        let paragraph = matches!(self.separator, Separator::Paragraph);
        if self.dialect.lint_old && text.len() > 1 {
            self.warn("warning: old awk does not support regexps as value of `FS'")?;
        }
        self.splitter = if text.is_empty() && self.dialect.is_plain() {
            // The record is one field.
            Splitter::Widths(Rc::new(vec![(0, None)]), self.dialect.characters())
        } else {
            splitter_for(&text, &mut self.regexes, self.ignore_case, paragraph)?
        };
        if self.dialect.is_plain() { Ok(()) } else { self.note_splitter("FS") }
    }

    pub(super) fn use_rs(&mut self) -> Run<()> {
        if self.csv {
            return Ok(());
        }
        let text = self.global_text(special::RS);
        let was_paragraph = matches!(self.separator, Separator::Paragraph);
        self.separator = match &text[..] {
            b"" => Separator::Paragraph,
            [byte] => Separator::Byte(*byte),
            [byte, ..] if self.dialect.is_plain() => Separator::Byte(*byte),
            _ => {
                let regex =
                    self.regexes.get(&text, self.ignore_case).map_err(|message| bad_regex(&message, &text))?;
                Separator::Regex(regex)
            }
        };
        if was_paragraph != matches!(self.separator, Separator::Paragraph)
            && !matches!(self.splitter, Splitter::Widths(..) | Splitter::Content(_))
        {
            self.use_fs()?;
        }
        Ok(())
    }

    pub(super) fn use_widths(&mut self, text: &[u8]) -> Run<()> {
        if self.dialect.is_plain() {
            return Ok(());
        }
        let mut widths: Vec<(usize, Option<usize>)> = Vec::new();
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let end = rest.iter().position(blank).unwrap_or(rest.len());
            let word = &rest[..end];
            if widths.last().is_some_and(|last| last.1.is_none()) {
                return self.fatal("`*' must be the last designator in FIELDWIDTHS");
            }
            let number = |digits: &[u8]| {
                let text = std::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit))?;
                text.parse::<usize>().ok().filter(|number| *number <= 2_147_483_647)
            };
            let (skip, width) = match memchr::memchr(b':', word) {
                Some(colon) => (number(&word[..colon]), &rest[colon + 1..]),
                None => (Some(0), rest),
            };
            let length = width.iter().position(blank).unwrap_or(width.len());
            let parsed = match &width[..length] {
                b"*" => Some(None),
                digits => number(digits).filter(|width| *width > 0).map(Some),
            };
            let (Some(skip), Some(parsed)) = (skip, parsed) else {
                let near = if skip.is_none() { rest } else { width };
                let shown = String::from_utf8_lossy(near);
                let field = widths.len() + 1;
                return self.fatal(format!("invalid FIELDWIDTHS value, for field {field}, near `{shown}'"));
            };
            widths.push((skip, parsed));
            rest = rest[end..].trim_ascii_start();
        }
        self.splitter = Splitter::Widths(Rc::new(widths), self.dialect.characters());
        self.note_splitter("FIELDWIDTHS")
    }

    /// Reads comma-separated values.
    pub fn use_csv(&mut self) {
        self.csv = true;
        self.splitter = Splitter::Csv;
        self.separator = Separator::Csv;
    }

    /// The splitter of `split` without a separator: that of `FS`, whatever makes the fields.
    pub fn separator_splitter(&mut self) -> Run<Splitter> {
        Ok(match &self.splitter {
            Splitter::ByteOrNewline(byte) => Splitter::Byte(*byte),
            Splitter::Content(_) | Splitter::Widths(..) if !self.dialect.is_plain() => {
                let text = self.global_text(special::FS);
                splitter_for(&text, &mut self.regexes, self.ignore_case, false)?
            }
            other => other.clone(),
        })
    }


    pub(super) fn need_fields(&mut self) -> Run<()> {
        self.need_field(usize::MAX)
    }

    /// Splits the record as far as field `index`.
    pub(super) fn need_field(&mut self, index: usize) -> Run<()> {
        if !self.record.is_split() {
            self.record.split(&self.splitter, index).map_err(|_| Stop::Halt(exhausted(self.context)))?;
        }
        Ok(())
    }

    pub(super) fn field_count(&mut self) -> Run<usize> {
        self.need_fields()?;
        Ok(self.record.count())
    }

    /// Makes `$0` from the fields, if one of them was changed.
    pub(super) fn refresh(&mut self) -> Run<()> {
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

    pub(super) fn field_index(&self, number: f64) -> Run<usize> {
        let index = super::printf::signed(number);
        // More fields than this are no record.
        match usize::try_from(index) {
            Ok(index) if index <= 10_000_000 => Ok(index),
            _ => self.fatal(format!("attempt to access field {index}")),
        }
    }

    pub(super) fn get_field(&mut self, index: &Expr) -> Run<Value> {
        let number = self.number(index)?;
        if (10_000_000.0..9e18).contains(&number) {
            // Behind all fields there is nothing, however far.
            return Ok(Value::Input(Bytes::new()));
        }
        let index = self.field_index(number)?;
        if index == 0 {
            self.refresh()?;
            return Ok(self.record.value());
        }
        self.need_field(index)?;
        Ok(self.record.field(index))
    }

    pub(super) fn set_field(&mut self, index: usize, value: Value) -> Run<()> {
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
}
