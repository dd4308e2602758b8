//! Calls of the program's own functions.

use std::rc::Rc;

use super::array::Cell;
use super::machine::{Flow, Lazy, Machine, Run, Stop, Untyped, Variable};
use super::program::{Builtin, Expr, Lined, Slot, special};
use super::value::Value;
use shell::kernel::Limit;

impl Machine<'_, '_> {

    pub(super) fn call_by_name(&mut self, name: &[u8], arguments: &[Expr]) -> Run<Value> {
        let name = name.strip_prefix(b"awk::").unwrap_or(name);
        let found =
            self.program.functions.iter().position(|function| function.defined && function.name.as_bytes() == name);
        if let Some(function) = found {
            return self.call(function, arguments);
        }
        match Builtin::TABLE.iter().find(|row| row.0.as_bytes() == name) {
            Some(row) if matches!(row.1, Builtin::Sub | Builtin::Gsub) && arguments.len() != 2 => {
                self.fatal(format!("{}: can be called indirectly only with two arguments", row.0))
            }
            Some(row) if (row.2..=row.3).contains(&arguments.len()) => self.builtin(row.1, arguments),
            Some(row) => self.fatal(format!("{}: called with {} arguments", row.0, arguments.len())),
            None => {
                let name = String::from_utf8_lossy(name).into_owned();
                self.fatal(format!("`{name}' is not a function, so it cannot be called indirectly"))
            }
        }
    }

    pub(super) fn call(&mut self, index: usize, arguments: &[Expr]) -> Run<Value> {
        let program = Rc::clone(&self.program);
        let Some(function) = program.functions.get(index) else { return Ok(Value::Unset) };
        let scheduler = &self.context.exec.kernel.scheduler;
        if self.context.exec.process.stack_is_low() || self.calls >= 100_000 {
            return Err(Stop::Halt(scheduler.exceed(Limit::Depth, u64::from(scheduler.limits().depth))));
        }
        self.charge(1)?;
        // Where its parameters will be. What arguments call meanwhile has its own behind those that are there.
        let first = self.locals.len();
        // Elements without a type, which the function may make arrays.
        let mut elements = Vec::new();
        for argument in arguments {
            let value = self.argument(argument)?;
            if let (Expr::Element(name, subscript), Variable::Value(Value::Unset)) = (argument, &value)
                && name.path.is_empty()
                && subscript.iter().all(|part| matches!(part, Expr::Number(_) | Expr::Text(_) | Expr::Variable(_)))
            {
                let lazy = Lazy::default();
                let (array, key) = self.array_and_key(name, subscript)?;
                elements.push((array, key, Rc::clone(&lazy)));
                self.locals.push(Variable::Lazy(lazy));
            } else {
                self.locals.push(value);
            }
        }
        if !function.defined {
            return self.fatal(format!("function `{}' not defined", function.name));
        }
        if arguments.len() > function.parameters.len() {
            self.warn(format!("warning: function `{}' called with more arguments than declared", function.name))?;
        }
        self.locals.resize(first + function.parameters.len(), Variable::Unset);
        let caller = self.function.replace(index);
        let result = self.run_function(&function.body, first);
        if result.is_ok() {
            self.function = caller;
        }
        for (array, key, lazy) in elements {
            if let Untyped::Array(made) = &*lazy.borrow()
                && let (cell @ Cell::Untyped, _) = array.borrow_mut().entry(&key)
            {
                *cell = Cell::Array(Rc::clone(made));
            }
        }
        result
    }

    /// Runs a function whose parameters begin at `first` of the locals, and takes them away.
    fn run_function(&mut self, body: &[Lined], first: usize) -> Run<Value> {
        let base = std::mem::replace(&mut self.base, first);
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
        let index = program.functions.iter().position(|function| function.defined && function.name.as_bytes() == name);
        let Some((index, function)) = index.and_then(|index| Some((index, program.functions.get(index)?))) else {
            let name = String::from_utf8_lossy(name).into_owned();
            return self.fatal(format!("sort comparison function `{name}' is not defined"));
        };
        if self.context.exec.process.stack_is_low() {
            let scheduler = &self.context.exec.kernel.scheduler;
            return Err(Stop::Halt(scheduler.exceed(Limit::Depth, u64::from(scheduler.limits().depth))));
        }
        let first = self.locals.len();
        self.locals.extend(values.into_iter().map(Variable::Value));
        self.locals.resize(first + function.parameters.len(), Variable::Unset);
        let caller = self.function.replace(index);
        let result = self.run_function(&function.body, first);
        if result.is_ok() {
            self.function = caller;
        }
        result
    }

    /// An argument of a function: arrays and what may become one go by reference, the rest by value.
    pub(super) fn argument(&mut self, expr: &Expr) -> Run<Variable> {
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
