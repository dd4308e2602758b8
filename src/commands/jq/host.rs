//! What a program sees of the machine around it.

use std::rc::Rc;

use super::json;
use super::object::Object;
use super::print;
use super::value::Value;
use shell::command::{Context, Exec};
use shell::kernel::Halt;

pub trait Host {
    /// Counts work.
    fn charge(&mut self, steps: u64) -> Result<(), Halt>;

    /// The next input; the inner error is a fault of its text.
    fn next_input(&mut self) -> Result<Option<Result<Value, String>>, Halt>;

    fn input_filename(&mut self) -> Value;

    fn input_line(&mut self) -> u64;

    /// Writes to standard output.
    fn write_output(&mut self, text: &[u8]) -> Result<(), Halt>;

    /// Makes sure that what was written is on its way.
    fn flush_output(&mut self) -> Result<(), Halt>;

    /// Writes to standard error.
    fn write_error(&mut self, text: &[u8]) -> Result<(), Halt>;

    /// The text of a value for messages of the program, in one line: in the colours and the order of outputs.
    fn message(&self, value: &Value) -> Vec<u8> {
        print::text(value).into_bytes()
    }

    /// The seconds of the virtual clock.
    fn now(&self) -> f64;

    /// The environment variables as an object.
    fn environment(&mut self) -> Value;

    /// The value of `TZ`.
    fn zone(&self) -> Option<Vec<u8>>;

    /// Where modules are looked for.
    fn search_list(&self) -> Value;

    /// What a module says about itself.
    fn module_metadata(&mut self, name: &str) -> Result<Result<Value, String>, Halt>;

    /// What only some commands know; see their dialects. The inner error is a message.
    fn ask(&mut self, what: &str, _argument: &Value) -> Result<Result<Value, String>, Halt> {
        Ok(Err(format!("{what} is not known here")))
    }
}

/// The environment variables of a command line as an object.
pub fn environment(exec: &Exec) -> Value {
    let variables = exec.environ.iter();
    let object: Object = variables
        .map(|(name, value)| (Rc::new(json::text::decode(name)), Value::string(json::text::decode(value))))
        .collect();
    Value::object(object)
}

/// The time of a command line in seconds: microseconds, as the real clock gives them.
pub fn now(context: &Context<'_>) -> f64 {
    (context.now().0 / 1_000) as f64 / 1e6
}
