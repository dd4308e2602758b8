//! `dc`: the calculator with a stack.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint, Sign};

use super::machine::Host;
use super::number::{Number, charge_product, power_of_ten};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Number(Number),
    Text(Rc<[u8]>),
}

/// One level of a register's stack.
#[derive(Debug, Clone, Default)]
struct Level {
    value: Option<Value>,
    array: BTreeMap<usize, Value>,
}

/// A text under way.
struct Frame {
    text: Rc<[u8]>,
    at: usize,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its text is over.
    Over,
    /// `q`
    Quit,
    /// The text ended where a register's name has to be.
    Cut,
}

pub struct Calculator {
    stack: Vec<Value>,
    registers: BTreeMap<u8, Vec<Level>>,
    scale: usize,
    ibase: u32,
    obase: BigUint,
    /// Columns of a line; 0: lines are never broken.
    pub width: usize,
    /// `?` waits for a line of the input, which the caller gives.
    asking: bool,
    frames: Vec<Frame>,
    /// The texts in `frames` are those of macros, below them is a file.
    file: bool,
    /// A command for the system, which the caller runs.
    pub system: Option<Vec<u8>>,
}

/// Macros within macros.
const DEEPEST: usize = 100_000;

impl Calculator {
    pub fn new() -> Calculator {
        Calculator {
            stack: Vec::new(),
            registers: BTreeMap::new(),
            scale: 0,
            ibase: 10,
            obase: BigUint::from(10u8),
            width: 70,
            asking: false,
            frames: Vec::new(),
            file: false,
            system: None,
        }
    }

    /// Begins a text; `file`: it is not one of `-e`, which counts as a macro. Then [`Calculator::run`] runs it.
    pub fn begin(&mut self, text: &[u8], file: bool) {
        self.frames.clear();
        self.file = file;
        self.frames.push(Frame { text: text.into(), at: 0 });
    }

    /// Runs on. `None`: a command for the system is to be run, or a line to be given, first.
    pub fn run<H: Host>(&mut self, host: &mut H) -> Result<Option<End>, H::Stop> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(Some(End::Over)) };
            let Some(byte) = frame.text.get(frame.at).copied() else {
                self.frames.pop();
                continue;
            };
            frame.at += 1;
            host.charge(1)?;
            if let Some(end) = self.command(host, byte)? {
                return Ok(Some(end));
            }
            if self.system.is_some() || self.asking {
                return Ok(None);
            }
        }
    }

    /// Whether a line of the input is waited for.
    pub fn wants_line(&self) -> bool {
        self.asking
    }

    /// Runs a line of the input.
    pub fn give_line(&mut self, line: Vec<u8>) {
        self.asking = false;
        self.execute(Value::Text(line.into()));
    }

    fn tell<H: Host>(&self, host: &mut H, text: &str) -> Result<(), H::Stop> {
        host.complain(format!("dc: {text}\n").as_bytes())
    }

    /// The next byte of the text.
    fn byte(&mut self) -> Option<u8> {
        let frame = self.frames.last_mut()?;
        let byte = frame.text.get(frame.at).copied();
        frame.at += usize::from(byte.is_some());
        byte
    }

    fn peek(&self) -> Option<u8> {
        let frame = self.frames.last()?;
        frame.text.get(frame.at).copied()
    }

    fn pop<H: Host>(&mut self, host: &mut H) -> Result<Option<Value>, H::Stop> {
        let value = self.stack.pop();
        if value.is_none() {
            self.tell(host, "stack empty")?;
        }
        Ok(value)
    }

    fn push(&mut self, number: Number) {
        self.stack.push(Value::Number(number));
    }

    fn execute(&mut self, value: Value) {
        match value {
            Value::Text(text) => {
                // A macro that ends with another's call makes room for it.
                while self.frames.len() > 1 && self.frames.last().is_some_and(|frame| frame.at >= frame.text.len()) {
                    self.frames.pop();
                }
                if self.frames.len() < DEEPEST {
                    self.frames.push(Frame { text, at: 0 });
                }
            }
            number => self.stack.push(number),
        }
    }

    fn command<H: Host>(&mut self, host: &mut H, byte: u8) -> Result<Option<End>, H::Stop> {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {}
            b'0'..=b'9' | b'A'..=b'F' | b'_' | b'.' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.at -= 1;
                }
                let number = self.number(host)?;
                self.push(number);
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'~' | b'^' => self.binary(host, byte)?,
            b'|' => self.modular_power(host)?,
            b'[' => self.text(),
            b'#' => self.rest_of_line(),
            b'!' => return self.exclamation(host),
            b'<' | b'>' | b'=' => return self.conditional(host, byte, false),
            b'?' => self.asking = true,
            b'a' => {
                if let Some(value) = self.pop(host)? {
                    let byte = match value {
                        Value::Number(number) => {
                            let whole = number.integer(host)?;
                            whole.magnitude().iter_u32_digits().next().unwrap_or(0) as u8
                        }
                        Value::Text(text) => text.first().copied().unwrap_or(0),
                    };
                    self.stack.push(Value::Text([byte].as_slice().into()));
                }
            }
            b'c' => self.stack.clear(),
            b'd' => match self.stack.last().cloned() {
                Some(value) => self.stack.push(value),
                None => self.tell(host, "stack empty")?,
            },
            b'f' => {
                for index in (0..self.stack.len()).rev() {
                    let value = self.stack[index].clone();
                    self.print(host, &value, true)?;
                }
            }
            b'i' | b'o' | b'k' => self.setting(host, byte)?,
            b'I' => self.push(Number::from(i64::from(self.ibase))),
            b'O' => {
                let digits = BigInt::from(self.obase.clone());
                self.push(Number { digits, scale: 0 });
            }
            b'K' => self.push(Number::from(self.scale as i64)),
            b'l' | b'L' | b's' | b'S' | b':' | b';' => return self.register(host, byte),
            b'n' => {
                if let Some(value) = self.pop(host)? {
                    self.print(host, &value, false)?;
                }
            }
            b'p' => match self.stack.last().cloned() {
                Some(value) => self.print(host, &value, true)?,
                None => self.tell(host, "stack empty")?,
            },
            b'P' => match self.pop(host)? {
                Some(Value::Text(text)) => host.write(&text)?,
                Some(Value::Number(number)) => {
                    let whole = number.integer(host)?;
                    host.write(&whole.magnitude().to_bytes_be())?;
                }
                None => {}
            },
            b'q' => return Ok(self.leave(2)),
            b'Q' => self.leave_levels(host)?,
            b'r' => {
                let length = self.stack.len();
                if length >= 2 {
                    self.stack.swap(length - 1, length - 2);
                }
            }
            b'R' => self.rotate(host)?,
            b'v' => match self.pop(host)? {
                Some(Value::Number(number)) => match number.square_root(host, self.scale)? {
                    Some(root) => self.push(root),
                    None => self.tell(host, "square root of negative number")?,
                },
                Some(Value::Text(_)) => self.tell(host, "square root of nonnumeric attempted")?,
                None => {}
            },
            b'x' => {
                if let Some(value) = self.pop(host)? {
                    self.execute(value);
                }
            }
            b'X' => match self.pop(host)? {
                Some(Value::Number(number)) => self.push(Number::from(number.scale as i64)),
                Some(Value::Text(_)) => self.push(Number::default()),
                None => {}
            },
            b'z' => self.push(Number::from(self.stack.len() as i64)),
            b'Z' => match self.pop(host)? {
                Some(Value::Number(number)) => {
                    let length = if number.is_zero() { 1 } else { significant(host, &number)? };
                    self.push(Number::from(length as i64));
                }
                Some(Value::Text(text)) => self.push(Number::from(text.len() as i64)),
                None => {}
            },
            _ => {
                // The name goes to the output, as GNU has it.
                host.complain(b"dc: ")?;
                host.write(format!("{} unimplemented\n", identifier(byte)).as_bytes())?;
            }
        }
        Ok(None)
    }

    fn number<H: Host>(&mut self, host: &mut H) -> Result<Number, H::Stop> {
        let mut negative = false;
        while self.peek() == Some(b'_') {
            negative = true;
            self.byte();
        }
        while negative && self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.byte();
        }
        let mut text = Vec::new();
        let mut point = None;
        while let Some(byte) = self.peek() {
            match byte {
                b'0'..=b'9' => text.push(u32::from(byte - b'0')),
                b'A'..=b'F' => text.push(u32::from(byte - b'A') + 10),
                b'.' if point.is_none() => point = Some(text.len()),
                _ => break,
            }
            self.byte();
        }
        let whole = point.unwrap_or(text.len());
        let places = text.len() - whole;
        let bits = (text.len() as u64).saturating_mul(4);
        charge_product(host, bits, bits)?;
        let value = |digits: &[u32]| {
            if digits.iter().all(|digit| *digit < self.ibase) {
                let digits: Vec<u8> = digits.iter().map(|digit| *digit as u8).collect();
                return BigInt::from_radix_be(Sign::Plus, &digits, self.ibase).unwrap_or_default();
            }
            digits.iter().fold(BigInt::default(), |value, digit| value * self.ibase + *digit)
        };
        let mut number = Number { digits: value(&text[..whole]), scale: 0 };
        if places > 0 {
            let below = if self.ibase == 10 {
                power_of_ten(places)
            } else {
                BigInt::from(BigUint::from(self.ibase).pow(u32::try_from(places).unwrap_or(u32::MAX)))
            };
            let top = Number { digits: value(&text[whole..]), scale: 0 };
            let part = top.divide(host, &Number { digits: below, scale: 0 }, places)?.unwrap_or_default();
            number = number.add(host, &part)?;
        }
        Ok(if negative { number.negated() } else { number })
    }

    fn text(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let rest = &frame.text[frame.at..];
        let mut depth = 1usize;
        let mut length = 0;
        for byte in rest {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            length += 1;
        }
        let text: Rc<[u8]> = rest[..length].into();
        frame.at = frame.text.len().min(frame.at + length + 1);
        self.stack.push(Value::Text(text));
    }

    fn rest_of_line(&mut self) {
        while let Some(byte) = self.byte() {
            if byte == b'\n' {
                break;
            }
        }
    }

    fn exclamation<H: Host>(&mut self, host: &mut H) -> Result<Option<End>, H::Stop> {
        if let Some(relation @ (b'<' | b'>' | b'=')) = self.peek() {
            self.byte();
            return self.conditional(host, relation, true);
        }
        let mut command = Vec::new();
        while let Some(byte) = self.byte() {
            if byte == b'\n' {
                break;
            }
            command.push(byte);
        }
        self.system = Some(command);
        Ok(None)
    }

    fn name<H: Host>(&mut self, host: &mut H) -> Result<Result<u8, Option<End>>, H::Stop> {
        if let Some(name) = self.byte() {
            return Ok(Ok(name));
        }
        let in_file = self.file && self.frames.len() == 1;
        self.tell(host, if in_file { "unexpected EOF" } else { "unexpected EOS" })?;
        Ok(Err(in_file.then_some(End::Cut)))
    }

    fn conditional<H: Host>(&mut self, host: &mut H, relation: u8, negate: bool) -> Result<Option<End>, H::Stop> {
        let name = match self.name(host)? {
            Ok(name) => name,
            Err(end) => return Ok(end),
        };
        let Some((left, right)) = self.two_numbers(host)? else { return Ok(None) };
        // The top is on the left.
        let order = right.compare(host, &left)?;
        let holds = match relation {
            b'<' => order.is_lt(),
            b'>' => order.is_gt(),
            _ => order.is_eq(),
        };
        if holds != negate {
            match self.registers.get(&name).and_then(|levels| levels.last()) {
                Some(Level { value: Some(value), .. }) => {
                    let value = value.clone();
                    self.execute(value);
                }
                _ => self.push(Number::default()),
            }
        }
        Ok(None)
    }

    /// Takes two numbers off the stack; whatever else is there stays.
    fn two_numbers<H: Host>(&mut self, host: &mut H) -> Result<Option<(Number, Number)>, H::Stop> {
        if self.stack.len() < 2 {
            self.tell(host, "stack empty")?;
            return Ok(None);
        }
        let at = self.stack.len() - 2;
        let (Value::Number(left), Value::Number(right)) = (&self.stack[at], &self.stack[at + 1]) else {
            self.tell(host, "non-numeric value")?;
            return Ok(None);
        };
        let both = (left.clone(), right.clone());
        self.stack.truncate(at);
        Ok(Some(both))
    }

    fn binary<H: Host>(&mut self, host: &mut H, operator: u8) -> Result<(), H::Stop> {
        let Some((left, right)) = self.two_numbers(host)? else { return Ok(()) };
        let result = match operator {
            b'+' => left.add(host, &right)?,
            b'-' => left.subtract(host, &right)?,
            b'*' => left.multiply(host, &right, self.scale)?,
            b'^' => {
                if right.scale != 0 {
                    host.complain(b"Runtime warning: non-zero scale in exponent\n")?;
                }
                let whole = right.integer(host)?;
                match i64::try_from(&whole) {
                    Ok(exponent) => left.raise(host, exponent, self.scale)?.unwrap_or_default(),
                    Err(_) => {
                        host.complain(b"Runtime error: exponent too large in raise\n")?;
                        Number::default()
                    }
                }
            }
            b'/' => match left.divide(host, &right, self.scale)? {
                Some(quotient) => quotient,
                None => return self.give_back(host, left, right, "divide by zero"),
            },
            _ => match left.divide_modulo(host, &right, self.scale)? {
                Some((quotient, rest)) => {
                    if operator == b'~' {
                        self.push(quotient);
                    }
                    rest
                }
                None => {
                    let text = if operator == b'~' { "divide by zero" } else { "remainder by zero" };
                    return self.give_back(host, left, right, text);
                }
            },
        };
        self.push(result);
        Ok(())
    }

    fn give_back<H: Host>(&mut self, host: &mut H, left: Number, right: Number, text: &str) -> Result<(), H::Stop> {
        self.push(left);
        self.push(right);
        self.tell(host, text)
    }

    fn modular_power<H: Host>(&mut self, host: &mut H) -> Result<(), H::Stop> {
        if self.stack.len() < 3 {
            return self.tell(host, "stack empty");
        }
        let at = self.stack.len() - 3;
        let (Value::Number(base), Value::Number(exponent), Value::Number(modulus)) =
            (self.stack[at].clone(), self.stack[at + 1].clone(), self.stack[at + 2].clone())
        else {
            return self.tell(host, "non-numeric value");
        };
        if modulus.is_zero() {
            return self.tell(host, "remainder by zero");
        }
        if exponent.is_negative() {
            return Ok(());
        }
        for (number, name) in [(&base, "base"), (&exponent, "exponent"), (&modulus, "modulus")] {
            if number.scale != 0 {
                host.complain(format!("Runtime warning: non-zero scale in {name}\n").as_bytes())?;
            }
        }
        self.stack.truncate(at);
        let scale = self.scale.max(base.scale);
        let rest = |host: &mut H, number: &Number| -> Result<Number, H::Stop> {
            Ok(number.divide_modulo(host, &modulus, self.scale)?.map(|(_, rest)| rest).unwrap_or_default())
        };
        let exponent = exponent.integer(host)?;
        let mut power = rest(host, &base)?;
        let mut result = Number::from(1);
        for bit in 0..exponent.bits() {
            if exponent.magnitude().bit(bit) {
                result = result.multiply(host, &power, scale)?;
                result = rest(host, &result)?;
            }
            power = power.multiply(host, &power.clone(), scale)?;
            power = rest(host, &power)?;
        }
        if exponent.bits() == 0 {
            result = rest(host, &result)?;
        }
        self.push(result);
        Ok(())
    }

    fn setting<H: Host>(&mut self, host: &mut H, which: u8) -> Result<(), H::Stop> {
        let Some(value) = self.pop(host)? else { return Ok(()) };
        let whole = match &value {
            Value::Number(number) => Some(number.integer(host)?),
            Value::Text(_) => None,
        };
        let whole = whole.and_then(|whole| i64::try_from(&whole).ok());
        match (which, whole) {
            (b'i', Some(base @ 2..=16)) => self.ibase = base as u32,
            (b'i', _) => self.tell(host, "input base must be a number between 2 and 16 (inclusive)")?,
            (b'o', Some(base @ 2..)) => self.obase = BigUint::from(base.unsigned_abs()),
            (b'o', _) => self.tell(host, "output base must be a number greater than 1")?,
            (_, Some(scale @ 0..=0x7fff_ffff)) => self.scale = usize::try_from(scale).unwrap_or(0),
            _ => self.tell(host, "scale must be a nonnegative number")?,
        }
        Ok(())
    }

    fn register<H: Host>(&mut self, host: &mut H, byte: u8) -> Result<Option<End>, H::Stop> {
        let name = match self.name(host)? {
            Ok(name) => name,
            Err(end) => return Ok(end),
        };
        match byte {
            b'l' => match self.registers.get(&name).and_then(|levels| levels.last()) {
                None => self.push(Number::default()),
                Some(Level { value: Some(value), .. }) => {
                    let value = value.clone();
                    self.stack.push(value);
                }
                Some(_) => {
                    let text = format!("BUG: register {} exists but is uninitialized?", identifier(name));
                    self.tell(host, &text)?;
                }
            },
            b's' => {
                if let Some(value) = self.pop(host)? {
                    self.level(name).value = Some(value);
                }
            }
            b'S' => {
                if let Some(value) = self.pop(host)? {
                    let levels = self.registers.entry(name).or_default();
                    levels.push(Level { value: Some(value), array: BTreeMap::new() });
                }
            }
            b'L' => match self.registers.get_mut(&name).and_then(Vec::pop) {
                Some(level) => self.stack.extend(level.value),
                None => {
                    let text = format!("stack register {} is empty", identifier(name));
                    self.tell(host, &text)?;
                }
            },
            _ => self.element(host, byte == b':', name)?,
        }
        if self.registers.get(&name).is_some_and(Vec::is_empty) {
            self.registers.remove(&name);
        }
        Ok(None)
    }

    fn level(&mut self, name: u8) -> &mut Level {
        let levels = self.registers.entry(name).or_default();
        if levels.is_empty() {
            levels.push(Level::default());
        }
        let last = levels.len() - 1;
        &mut levels[last]
    }

    fn element<H: Host>(&mut self, host: &mut H, store: bool, name: u8) -> Result<(), H::Stop> {
        let needed = if store { 2 } else { 1 };
        if self.stack.len() < needed {
            self.stack.truncate(if store { 0 } else { self.stack.len() });
            return self.tell(host, "stack empty");
        }
        let index = match self.stack.pop() {
            Some(Value::Number(number)) if !number.is_negative() => usize::try_from(&number.integer(host)?).ok(),
            _ => None,
        };
        let value = if store { self.stack.pop() } else { None };
        let Some(index) = index else {
            return self.tell(host, "array index must be a nonnegative integer");
        };
        match value {
            Some(value) => drop(self.level(name).array.insert(index, value)),
            None => {
                let level = self.registers.get(&name).and_then(|levels| levels.last());
                let value = level.and_then(|level| level.array.get(&index)).cloned();
                self.stack.push(value.unwrap_or(Value::Number(Number::default())));
            }
        }
        Ok(())
    }

    /// Ends that many macros; more than there are end the program.
    fn leave(&mut self, levels: usize) -> Option<End> {
        let macros = self.frames.len() - usize::from(self.file);
        if levels > macros || (!self.file && levels >= macros) {
            return Some(End::Quit);
        }
        let left = self.frames.len() - levels;
        self.frames.truncate(left);
        None
    }

    fn leave_levels<H: Host>(&mut self, host: &mut H) -> Result<(), H::Stop> {
        let Some(value) = self.pop(host)? else { return Ok(()) };
        let whole = match &value {
            Value::Number(number) => i64::try_from(&number.integer(host)?).unwrap_or(0),
            Value::Text(_) => 0,
        };
        let Some(levels) = usize::try_from(whole).ok().filter(|levels| *levels > 0) else {
            return self.tell(host, "Q command requires a number >= 1");
        };
        if levels > self.frames.len() - usize::from(self.file) {
            self.frames.truncate(1);
            return self.tell(host, "Q command argument exceeded string execution depth");
        }
        // One level is none at all, as GNU counts.
        let left = self.frames.len() - if levels == 1 { 0 } else { levels };
        self.frames.truncate(left);
        Ok(())
    }

    fn rotate<H: Host>(&mut self, host: &mut H) -> Result<(), H::Stop> {
        let Some(value) = self.pop(host)? else { return Ok(()) };
        let Value::Number(number) = value else { return Ok(()) };
        let whole = i64::try_from(&number.integer(host)?).unwrap_or(0);
        let count = usize::try_from(whole.unsigned_abs()).unwrap_or(usize::MAX).min(self.stack.len());
        if count < 2 {
            return Ok(());
        }
        host.charge(count as u64 / 64)?;
        let start = self.stack.len() - count;
        if whole > 0 {
            self.stack[start..].rotate_left(1);
        } else {
            self.stack[start..].rotate_right(1);
        }
        Ok(())
    }

    fn print<H: Host>(&mut self, host: &mut H, value: &Value, newline: bool) -> Result<(), H::Stop> {
        match value {
            Value::Text(text) => host.write(text)?,
            Value::Number(number) => {
                let text = number.write(host, &self.obase, false)?;
                let mut out = Vec::with_capacity(text.len());
                let mut column = 0;
                for byte in text {
                    column += 1;
                    if self.width > 0 && column == self.width {
                        out.extend_from_slice(b"\\\n");
                        column = 1;
                    }
                    out.push(byte);
                }
                host.write(&out)?;
            }
        }
        if newline { host.write(b"\n") } else { Ok(()) }
    }
}

/// `'a' (0141)`
fn identifier(byte: u8) -> String {
    if (b' '..=b'~').contains(&byte) {
        format!("'{}' (0{byte:o})", char::from(byte))
    } else {
        format!("0{byte:o}")
    }
}

/// How many decimal digits a number has, without zeros before the first.
fn significant<H: Host>(host: &mut H, number: &Number) -> Result<usize, H::Stop> {
    charge_product(host, number.bits(), number.bits())?;
    Ok(number.digits.magnitude().to_str_radix(10).len())
}
