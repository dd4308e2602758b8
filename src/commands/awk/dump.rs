//! `-d`: all variables and what they hold, in the order of their names.

use std::collections::BTreeMap;

use bstr::{BStr, BString};

use super::array::ArrayRef;
use super::machine::{Machine, Untyped, Variable};
use super::program::{Builtin, Slot, special};
use super::value::Value;
use shell::command::Output;
use shell::kernel::{Halt, IoError, OpenOptions};

impl Machine<'_, '_> {
    /// Writes the variables to a file (`-` is standard output), or to standard error if it cannot be made.
    pub fn dump_variables(&mut self, file: &BStr) -> Result<(), Halt> {
        let text = self.variables_shown();
        if file == "-" {
            return self.context.write(&text);
        }
        let mode = self.context.new_mode(0o666);
        match self.context.open(file, OpenOptions::writing(mode)) {
            Ok(open) => {
                let mut output = Output::new(Some(open));
                output.write(self.context.vfs(), &text)?;
                output.flush(self.context.vfs())
            }
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                let message = errno.message().as_bytes();
                self.context.complain(&[b"warning: could not open `", file, b"' for writing: ", message])?;
                self.context.complain(&[b"warning: sending variable list to standard error"])?;
                self.context.write_error(&text)
            }
        }
    }

    fn variables_shown(&mut self) -> Vec<u8> {
        let program = std::rc::Rc::clone(&self.program);
        let plain = self.dialect.is_plain();
        let given = self.given.take().unwrap_or_default();
        let numbers = self.dialect.numbers();
        // Of what was given, and its copies, it is known already that it is a number.
        let scalar = |value: &Value| {
            let is_given = |other: &Value| match (value, other) {
                (Value::Input(text), Value::Input(other)) => text.as_ptr() == other.as_ptr() && text.len() == other.len(),
                _ => false,
            };
            match value.comparable(numbers) {
                Some(number) if given.values().any(is_given) => scalar(&Value::Number(number)),
                _ => scalar(value),
            }
        };
        let mut lines: BTreeMap<BString, Vec<u8>> = BTreeMap::new();
        for (index, name) in program.globals.iter().enumerate() {
            let shown = match index {
                special::PROCINFO if plain && matches!(self.variable(Slot::Global(index)), Variable::Unset) => continue,
                special::FUNCTAB => {
                    let builtins = Builtin::TABLE.iter().filter(|row| self.dialect.has_builtin(row.1)).count();
                    let own = program.functions.iter().filter(|function| function.defined).count();
                    elements(builtins + own)
                }
                special::SYMTAB => continue,
                special::NF | special::NR | special::FNR => match self.get(Slot::Global(index)) {
                    Ok(value) => scalar(&value),
                    Err(_) => continue,
                },
                _ => match self.variable(Slot::Global(index)) {
                    Variable::Array(array) => elements_of(array),
                    Variable::Lazy(lazy) => match &*lazy.borrow() {
                        Untyped::Array(array) => elements_of(array),
                        Untyped::Nothing => b"untyped variable".to_vec(),
                        Untyped::Scalar => scalar(&Value::Unset),
                    },
                    Variable::Unset => b"untyped variable".to_vec(),
                    Variable::Value(value) => scalar(value),
                },
            };
            lines.insert(name.as_str().into(), shown);
        }
        for (name, value) in &given {
            lines.entry(name.clone()).or_insert_with(|| scalar(value));
        }
        // Neither it nor FUNCTAB is among its own elements.
        let symbols = lines.len().saturating_sub(1);
        lines.insert("SYMTAB".into(), elements(symbols));
        let mut out = Vec::new();
        for (name, shown) in &lines {
            out.extend_from_slice(name);
            out.extend_from_slice(b": ");
            out.extend_from_slice(shown);
            out.push(b'\n');
        }
        out
    }
}

fn elements_of(array: &ArrayRef) -> Vec<u8> {
    elements(array.borrow().len())
}

fn elements(count: usize) -> Vec<u8> {
    format!("array, {count} elements").into_bytes()
}

fn scalar(value: &Value) -> Vec<u8> {
    match value {
        Value::Unset => b"uninitialized scalar".to_vec(),
        Value::Number(number) => {
            let mut out = Vec::new();
            let spec = shell::format::Spec { precision: Some(17), ..Default::default() };
            shell::format::format_float(&mut out, &spec, b'g', shell::format::Real::from_f64(*number));
            out
        }
        Value::Bool(value) => vec![b'0' + u8::from(*value)],
        Value::Absent => quoted(b"", b'"'),
        Value::Text(text) | Value::Input(text) => quoted(text, b'"'),
        Value::Regex(_, text) => [b"@".as_slice(), &quoted(text, b'/')].concat(),
    }
}

/// A string as it would stand in a program.
pub(super) fn quoted(text: &[u8], quote: u8) -> Vec<u8> {
    let mut out = vec![quote];
    for &byte in text {
        let escape = match byte {
            7 => b'a',
            8 => b'b',
            b'\n' => b'n',
            12 => b'f',
            b'\r' => b'r',
            b'\t' => b't',
            11 => b'v',
            b'\\' if quote == b'"' => b'\\',
            _ if byte == quote => quote,
            _ => 0,
        };
        if escape != 0 {
            out.extend_from_slice(&[b'\\', escape]);
        } else if byte.is_ascii_control() || byte >= 0x80 {
            out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
        } else {
            out.push(byte);
        }
    }
    out.push(quote);
    out
}
