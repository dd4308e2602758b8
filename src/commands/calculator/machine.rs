//! Runs the code of `bc`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};

use super::compile::{Argument, Code, Compiler, HISTORY, IBASE, LAST, OBASE, Op, Parameter, SCALE};
use super::library;
use super::number::{Meter, Number};

/// What a calculator needs of its surroundings.
pub trait Host: Meter {
    fn write(&mut self, text: &[u8]) -> Result<(), Self::Stop>;
    fn complain(&mut self, text: &[u8]) -> Result<(), Self::Stop>;
}

/// Why code ended early.
enum Halted<S> {
    Stop(S),
    /// A mistake of the program: the message, and the address that it names.
    Error(String, usize),
    /// `halt`
    Exit,
}

impl<S> From<S> for Halted<S> {
    fn from(stop: S) -> Halted<S> {
        Halted::Stop(stop)
    }
}

type Array = Rc<RefCell<BTreeMap<usize, Number>>>;

const MOST_DIMENSIONS: usize = 16_777_215;
const MOST_SCALE: i64 = 2_147_483_647;
/// Calls within calls.
const DEEPEST: usize = 20_000;

/// A call that is under way.
struct Frame {
    function: usize,
    code: Rc<Code>,
    at: usize,
}

pub struct Machine {
    /// The values of each variable, the newest last.
    variables: Vec<Vec<Number>>,
    arrays: Vec<Vec<Array>>,
    stack: Vec<Number>,
    frames: Vec<Frame>,
    pub scale: usize,
    ibase: u32,
    obase: BigUint,
    column: usize,
    /// Columns of a line; 0: lines are never broken.
    pub width: usize,
    random: Option<Random>,
}

impl Machine {
    pub fn new() -> Machine {
        Machine {
            variables: Vec::new(),
            arrays: Vec::new(),
            stack: Vec::new(),
            frames: Vec::new(),
            scale: 0,
            ibase: 10,
            obase: BigUint::from(10u8),
            column: 0,
            width: 70,
            random: None,
        }
    }

    /// Runs a line's code. True: it asked to exit.
    pub fn run<H: Host>(&mut self, host: &mut H, program: &mut Compiler, code: Rc<Code>) -> Result<bool, H::Stop> {
        self.frames.clear();
        self.stack.clear();
        self.frames.push(Frame { function: 0, code, at: 0 });
        let result = self.execute(host, program);
        let halted = match result {
            Ok(()) => return Ok(false),
            Err(halted) => halted,
        };
        let function = self.frames.last().map_or(0, |frame| frame.function);
        while self.frames.len() > 1 {
            self.leave(program);
        }
        match halted {
            Halted::Stop(stop) => Err(stop),
            Halted::Exit => Ok(true),
            Halted::Error(text, address) => {
                self.tell(host, program, function, address, "error", &text)?;
                Ok(false)
            }
        }
    }

    fn tell<H: Host>(
        &self,
        host: &mut H,
        program: &Compiler,
        function: usize,
        address: usize,
        kind: &str,
        text: &str,
    ) -> Result<(), H::Stop> {
        let name = String::from_utf8_lossy(&program.functions[function].name);
        host.complain(format!("Runtime {kind} (func={name}, adr={address}): {text}\n").as_bytes())
    }

    fn execute<H: Host>(&mut self, host: &mut H, program: &mut Compiler) -> Result<(), Halted<H::Stop>> {
        while let Some(frame) = self.frames.last_mut() {
            let code = frame.code.clone();
            let Some(op) = code.ops.get(frame.at) else {
                self.frames.pop();
                continue;
            };
            let address = code.addresses.get(frame.at).copied().unwrap_or(0);
            frame.at += 1;
            host.charge(1)?;
            self.step(host, program, op, address)?;
        }
        Ok(())
    }

    fn pop(&mut self) -> Number {
        self.stack.pop().unwrap_or_default()
    }

    fn jump(&mut self, to: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = to;
        }
    }

    fn step<H: Host>(
        &mut self,
        host: &mut H,
        program: &mut Compiler,
        op: &Op,
        address: usize,
    ) -> Result<(), Halted<H::Stop>> {
        let error = |text: &str| Halted::Error(text.to_owned(), address);
        match op {
            Op::Zero => self.stack.push(Number::default()),
            Op::One => self.stack.push(Number::from(1)),
            Op::Constant(text) => {
                let number = Number::read(host, text, self.ibase)?;
                self.stack.push(number);
            }
            Op::Load(name) => {
                let value = self.load(*name);
                self.stack.push(value);
            }
            Op::Store(name) => {
                let value = self.stack.last().cloned().unwrap_or_default();
                self.store(host, program, *name, value, address)?;
            }
            Op::Step(name, up) => {
                let one = Number::from(if *up { 1 } else { -1 });
                let value = self.load(*name).add(host, &one)?;
                self.store(host, program, *name, value, address)?;
            }
            Op::LoadElement(array) => {
                let index = self.index(host, program, *array, address)?;
                let value = self.element(*array, index);
                self.stack.push(value);
            }
            Op::StoreElement(array) => {
                let value = self.pop();
                let index = self.index(host, program, *array, address)?;
                self.set_element(*array, index, value.clone());
                self.stack.push(value);
            }
            Op::StepElement(array, up) => {
                let index = self.index(host, program, *array, address)?;
                let value = self.element(*array, index).add(host, &Number::from(if *up { 1 } else { -1 }))?;
                self.set_element(*array, index, value);
            }
            Op::Duplicate => {
                let value = self.stack.last().cloned().unwrap_or_default();
                self.stack.push(value);
            }
            Op::Exchange => {
                let (top, below) = (self.pop(), self.pop());
                self.stack.extend([top, below]);
            }
            Op::Pop => drop(self.pop()),
            Op::Print { newline } => {
                let value = self.pop();
                let mut text = value.write(host, &self.obase, false)?;
                if *newline {
                    text.push(b'\n');
                }
                self.print(host, &text)?;
                set(&mut self.variables, LAST, value);
            }
            Op::Text(text) => self.print(host, text)?,
            Op::Escaped(text) => self.print(host, &unescape(text))?,
            Op::Jump(to) => self.jump(*to),
            Op::JumpIf(to) => {
                if !self.pop().is_zero() {
                    self.jump(*to);
                }
            }
            Op::JumpUnless(to) => {
                if self.pop().is_zero() {
                    self.jump(*to);
                }
            }
            Op::Call(function, arguments) => self.call(host, program, *function, arguments, address)?,
            Op::Return => {
                if self.frames.len() > 1 {
                    self.leave(program);
                }
            }
            Op::Arithmetic(operator) => {
                let (right, left) = (self.pop(), self.pop());
                let value = match operator {
                    b'+' => left.add(host, &right)?,
                    b'-' => left.subtract(host, &right)?,
                    b'*' => left.multiply(host, &right, self.scale)?,
                    b'/' => left.divide(host, &right, self.scale)?.ok_or_else(|| error("Divide by zero"))?,
                    b'%' => {
                        let both = left.divide_modulo(host, &right, self.scale)?;
                        both.ok_or_else(|| error("Modulo by zero"))?.1
                    }
                    _ => self.raise(host, program, &left, &right, address)?,
                };
                self.stack.push(value);
            }
            Op::Compare(relation) => {
                let (right, left) = (self.pop(), self.pop());
                let order = left.compare(host, &right)?;
                let holds = match relation {
                    b'=' => order.is_eq(),
                    b'#' => order.is_ne(),
                    b'<' => order.is_lt(),
                    b'{' => order.is_le(),
                    b'>' => order.is_gt(),
                    _ => order.is_ge(),
                };
                self.stack.push(Number::from(i64::from(holds)));
            }
            Op::Not => {
                let zero = self.pop().is_zero();
                self.stack.push(Number::from(i64::from(zero)));
            }
            Op::Negate => {
                let value = self.pop().negated();
                self.stack.push(value);
            }
            Op::Length => {
                let length = self.pop().length(host)?;
                self.stack.push(Number::from(length as i64));
            }
            Op::ScaleOf => {
                let scale = self.pop().scale;
                self.stack.push(Number::from(scale as i64));
            }
            Op::SquareRoot => {
                let root = self.pop().square_root(host, self.scale)?;
                self.stack.push(root.ok_or_else(|| error("Square root of a negative number"))?);
            }
            Op::Read => {
                let line = program.lexer.read_line();
                let text = line.trim_ascii();
                let (negative, digits) = match text.strip_prefix(b"-") {
                    Some(rest) => (true, rest),
                    None => (false, text),
                };
                let fits = |byte: &&u8| matches!(**byte, b'0'..=b'9' | b'A'..=b'Z' | b'.');
                let digits = &digits[..digits.iter().take_while(fits).count()];
                let value = Number::read(host, digits, self.ibase)?;
                self.stack.push(if negative { value.negated() } else { value });
            }
            Op::Random => {
                let value = self.random.get_or_insert_with(Random::new).next();
                self.stack.push(Number::from(i64::from(value)));
            }
            Op::Halt => return Err(Halted::Exit),
            Op::Limits => self.print(host, LIMITS)?,
            Op::Warranty => self.print(host, WARRANTY)?,
        }
        Ok(())
    }

    fn raise<H: Host>(
        &mut self,
        host: &mut H,
        program: &Compiler,
        base: &Number,
        exponent: &Number,
        address: usize,
    ) -> Result<Number, Halted<H::Stop>> {
        if exponent.scale != 0 {
            let function = self.frames.last().map_or(0, |frame| frame.function);
            self.tell(host, program, function, address, "warning", "non-zero scale in exponent")?;
        }
        let whole = exponent.integer(host)?;
        let Ok(exponent) = i64::try_from(&whole) else {
            return Err(Halted::Error("exponent too large in raise".to_owned(), address));
        };
        let power = base.raise(host, exponent, self.scale)?;
        power.ok_or_else(|| Halted::Error("divide by zero".to_owned(), address))
    }

    /// Writes text, with lines broken as GNU breaks them.
    fn print<H: Host>(&mut self, host: &mut H, text: &[u8]) -> Result<(), H::Stop> {
        let mut out = Vec::with_capacity(text.len());
        for byte in text {
            if *byte == b'\n' {
                self.column = 0;
            } else {
                self.column += 1;
                if self.width > 0 && self.column == self.width - 1 {
                    out.extend_from_slice(b"\\\n");
                    self.column = 1;
                }
            }
            out.push(*byte);
        }
        host.write(&out)
    }

    fn load(&self, name: usize) -> Number {
        match name {
            IBASE => Number::from(i64::from(self.ibase)),
            OBASE => Number { digits: BigInt::from(self.obase.clone()), scale: 0 },
            SCALE => Number::from(self.scale as i64),
            HISTORY => Number::from(-1),
            _ => self.variables.get(name).and_then(|values| values.last()).cloned().unwrap_or_default(),
        }
    }

    fn store<H: Host>(
        &mut self,
        host: &mut H,
        program: &Compiler,
        name: usize,
        value: Number,
        address: usize,
    ) -> Result<(), H::Stop> {
        let warning = match name {
            IBASE => {
                let number = i64::try_from(&value.integer(host)?).unwrap_or(if value.is_negative() { 0 } else { 99 });
                self.ibase = u32::try_from(number.clamp(2, 36)).unwrap_or(10);
                match number {
                    ..2 => Some("ibase too small, set to 2".to_owned()),
                    37.. => Some("ibase too large, set to 36".to_owned()),
                    _ => None,
                }
            }
            OBASE => {
                let number = i64::try_from(&value.integer(host)?);
                let number = number.unwrap_or(if value.is_negative() { 0 } else { i64::MAX });
                self.obase = BigUint::from(number.clamp(2, MOST_SCALE).unsigned_abs());
                match number {
                    ..2 => Some("obase too small, set to 2".to_owned()),
                    2..=MOST_SCALE => None,
                    _ => Some(format!("obase too large, set to {MOST_SCALE}")),
                }
            }
            SCALE => {
                let number = i64::try_from(&value.integer(host)?);
                let number = number.unwrap_or(if value.is_negative() { -1 } else { i64::MAX });
                self.scale = usize::try_from(number.clamp(0, MOST_SCALE)).unwrap_or(0);
                match number {
                    ..0 => Some("negative scale, set to 0".to_owned()),
                    0..=MOST_SCALE => None,
                    _ => Some(format!("scale too large, set to {MOST_SCALE}")),
                }
            }
            HISTORY => None,
            _ => {
                set(&mut self.variables, name, value);
                None
            }
        };
        if let Some(warning) = warning {
            let function = self.frames.last().map_or(0, |frame| frame.function);
            self.tell(host, program, function, address, "warning", &warning)?;
        }
        Ok(())
    }

    fn index<H: Host>(
        &mut self,
        host: &mut H,
        program: &Compiler,
        array: usize,
        address: usize,
    ) -> Result<usize, Halted<H::Stop>> {
        let index = self.pop();
        let whole = index.integer(host)?;
        match usize::try_from(&whole) {
            Ok(index) if index <= MOST_DIMENSIONS => Ok(index),
            _ => {
                let name = program.array_names.get(array).cloned().unwrap_or_default();
                let name = String::from_utf8_lossy(&name).into_owned();
                Err(Halted::Error(format!("Array {name} subscript out of bounds."), address))
            }
        }
    }

    fn array(&mut self, array: usize) -> &Array {
        if self.arrays.len() <= array {
            self.arrays.resize_with(array + 1, Vec::new);
        }
        let values = &mut self.arrays[array];
        if values.is_empty() {
            values.push(Array::default());
        }
        &values[values.len() - 1]
    }

    fn element(&mut self, array: usize, index: usize) -> Number {
        self.array(array).borrow().get(&index).cloned().unwrap_or_default()
    }

    fn set_element(&mut self, array: usize, index: usize, value: Number) {
        self.array(array).borrow_mut().insert(index, value);
    }

    fn call<H: Host>(
        &mut self,
        host: &mut H,
        program: &mut Compiler,
        function: usize,
        arguments: &[Argument],
        address: usize,
    ) -> Result<(), Halted<H::Stop>> {
        let start = address.saturating_sub(1 + arguments.len());
        let called = program.functions[function].clone();
        let error = |text: String, address: usize| Halted::Error(text, address);
        if !called.defined && called.library.is_none() {
            let name = String::from_utf8_lossy(&called.name);
            return Err(error(format!("Function {name} not defined."), start));
        }
        let values = self.stack.split_off(self.stack.len().saturating_sub(arguments.len()));
        if let Some(letter) = called.library {
            let wanted = if letter == b'j' { 2 } else { 1 };
            if arguments.len() != wanted {
                let place = if arguments.len() > wanted { start + wanted + 1 } else { address };
                return Err(error("Parameter number mismatch".to_owned(), place));
            }
            let value = library::call(host, letter, &values, self.scale)?;
            self.stack.push(value);
            return Ok(());
        }
        if self.frames.len() >= DEEPEST {
            return Err(error("Stack error.".to_owned(), address));
        }
        // Arrays are looked up before a parameter of the same name hides them.
        let mut bound: Vec<(Parameter, Result<Number, Array>)> = Vec::with_capacity(arguments.len());
        for (at, (argument, value)) in arguments.iter().zip(values).enumerate() {
            let Some(parameter) = called.parameters.get(at) else {
                return Err(error("Parameter number mismatch".to_owned(), start + at + 1));
            };
            match (argument, parameter.array) {
                (Argument::Value, false) => bound.push((*parameter, Ok(value))),
                (Argument::Array(array), true) => {
                    let original = self.array(*array).clone();
                    let array = if parameter.by_reference {
                        original
                    } else {
                        host.charge(original.borrow().len() as u64)?;
                        Rc::new(RefCell::new(original.borrow().clone()))
                    };
                    bound.push((*parameter, Err(array)));
                }
                _ => {
                    let text = "Parameter type mismatch, parameter ".to_owned();
                    let name = program.parameter_name(*parameter);
                    return Err(error(text + &String::from_utf8_lossy(&name) + ".", start + at + 1));
                }
            }
        }
        if arguments.len() < called.parameters.len() {
            return Err(error("Parameter number mismatch".to_owned(), address));
        }
        for (parameter, value) in bound {
            match value {
                Ok(value) => self.push_variable(parameter.name, value),
                Err(array) => self.push_array(parameter.name, array),
            }
        }
        for auto in &called.autos {
            if auto.array {
                self.push_array(auto.name, Array::default());
            } else {
                self.push_variable(auto.name, Number::default());
            }
        }
        self.frames.push(Frame { function, code: called.code.clone(), at: 0 });
        Ok(())
    }

    fn push_variable(&mut self, name: usize, value: Number) {
        if self.variables.len() <= name {
            self.variables.resize_with(name + 1, Vec::new);
        }
        let values = &mut self.variables[name];
        if values.is_empty() {
            values.push(Number::default());
        }
        values.push(value);
    }

    fn push_array(&mut self, name: usize, array: Array) {
        self.array(name);
        self.arrays[name].push(array);
    }

    /// Ends a call: what its parameters and automatic variables hid comes back.
    fn leave(&mut self, program: &Compiler) {
        let Some(frame) = self.frames.pop() else { return };
        let function = &program.functions[frame.function];
        for parameter in function.parameters.iter().chain(&function.autos) {
            if parameter.array {
                self.arrays.get_mut(parameter.name).map(Vec::pop);
            } else {
                self.variables.get_mut(parameter.name).map(Vec::pop);
            }
        }
    }
}

fn set(variables: &mut Vec<Vec<Number>>, name: usize, value: Number) {
    if variables.len() <= name {
        variables.resize_with(name + 1, Vec::new);
    }
    match variables[name].last_mut() {
        Some(old) => *old = value,
        None => variables[name].push(value),
    }
}

/// The escapes that `print` knows.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        if *byte != b'\\' {
            out.push(*byte);
            continue;
        }
        match bytes.next() {
            Some(b'a') => out.push(7),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(b'n') => out.push(b'\n'),
            Some(b'q') => out.push(b'"'),
            Some(b'r') => out.push(b'\r'),
            Some(b't') => out.push(b'\t'),
            Some(b'\\') => out.push(b'\\'),
            _ => {}
        }
    }
    out
}

/// The generator behind `random()`: that of C, seeded with 1.
struct Random {
    state: [i32; 31],
    at: usize,
}

impl Random {
    fn new() -> Random {
        let mut state = [1i32; 31];
        for index in 1..31 {
            let next = (16_807 * i64::from(state[index - 1])) % 2_147_483_647;
            state[index] = if next < 0 { next + 2_147_483_647 } else { next } as i32;
        }
        let mut random = Random { state, at: 0 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let value = self.state[(self.at + 3) % 31].wrapping_add(self.state[self.at % 31]);
        self.state[(self.at + 3) % 31] = value;
        self.at = (self.at + 1) % 31;
        (value as u32) >> 1
    }
}

const LIMITS: &[u8] = b"\
BC_BASE_MAX     = 2147483647
BC_DIM_MAX      = 16777215
BC_SCALE_MAX    = 2147483647
BC_STRING_MAX   = 2147483647
MAX Exponent    = 9223372036854775807
Number of vars  = 32767
";

const WARRANTY: &[u8] = b"This program comes with no warranty.\n";
