//! What a program finds when it starts: `ENVIRON`, `ARGV` and `PROCINFO`.

use std::cell::RefCell;
use std::rc::Rc;

use bstr::BString;
use bytes::Bytes;

use super::array::{Array, Cell};
use super::machine::{Machine, Variable};
use super::program::special;
use super::value::Value;

impl Machine<'_, '_> {
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
    pub(super) fn describe(&self, process: &mut Array, name: &str) {
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
}

/// Where gawk looks for libraries when the environment does not say: elements of `ENVIRON` that no command sees.
const SEARCHED: [(&[u8], &[u8]); 2] =
    [(b"AWKPATH", b".:/usr/share/awk"), (b"AWKLIBPATH", b"/usr/lib/x86_64-linux-gnu/gawk")];
