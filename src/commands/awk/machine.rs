//! The state of a running awk program: variables, the special ones, the record.

use std::cell::RefCell;
use std::rc::Rc;

use bstr::BString;
use bytes::Bytes;

use super::array::ArrayRef;
use super::dialect::Dialect;
use super::fields::{Record, Splitter};
use super::program::{Program, Slot, special};
use super::reader::{Records, Separator, exhausted};
use super::regexes::Regexes;
use super::streams::Streams;
use super::value::Value;
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use shell::regex::Regex;
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
    pub(super) counts: [Option<Value>; 3],
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
    /// `-d`: what options and operands set variables to.
    pub(super) given: Option<std::collections::BTreeMap<BString, Value>>,
    /// Characters behind backslashes that options and operands have, and that have been told.
    pub(super) plain_told: Vec<u8>,
    /// Variables of which it was told that they are extensions.
    pub(super) extensions_told: Vec<usize>,
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
        [byte] => match paragraph {
            true => Splitter::ByteOrNewline(*byte),
            false => Splitter::Byte(*byte),
        },
        _ => {
            let regex = regexes.get(text, ignore_case).map_err(|message| bad_regex(&message, text))?;
            splitter_at(regex, text, regexes, ignore_case)?
        }
    })
}

/// The splitter at the matches of an expression with that text.
pub(super) fn splitter_at(regex: Rc<Regex>, text: &Bytes, regexes: &mut Regexes, ignore_case: bool) -> Run<Splitter> {
    let of_rest = regexes.of_rest(text, ignore_case).map_err(|message| bad_regex(&message, text))?;
    Ok(Splitter::Regex(regex, of_rest))
}

pub(super) fn bad_regex(message: &str, text: &[u8]) -> Stop {
    // C ends it at a NUL.
    let shown = &text[..memchr::memchr(0, text).unwrap_or(text.len())];
    Stop::Fatal([format!("fatal: invalid regexp: {message}: /").as_bytes(), shown, b"/"].concat().into())
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
            given: None,
            plain_told: Vec::new(),
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

}
