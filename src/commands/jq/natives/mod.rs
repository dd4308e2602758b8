//! Functions that are not written in the language: one value and arguments in, one value out.

mod arrays;
mod dates;
mod math;
mod oniguruma;
mod regexes;
mod strings;
mod system;

use super::error::Stop;
use super::host::Host;
use super::library;
use super::value::Value;

/// A native function.
#[derive(Debug)]
pub struct Native {
    pub name: &'static str,
    pub parameters: usize,
    pub run: Run,
    /// False for what has to happen in its turn among outputs: reading inputs, messages.
    pub is_pure: bool,
    /// What the real function, which is written in the language, does where paths are collected.
    pub traced: Option<Traced>,
}

/// What the real function makes first and takes apart: where paths are collected that is as far as it comes.
#[derive(Debug)]
pub enum Traced {
    /// It takes all the parts.
    Iterated(Run),
    /// It takes the part at an index. Without one to make it gives the value that the function gives.
    Indexed(f64, Run),
}

/// The host, the input, the arguments.
pub type Run = fn(&mut dyn Host, Value, &mut [Value]) -> Result<Value, Stop>;

pub const fn native(name: &'static str, parameters: usize, run: Run) -> Native {
    Native { name, parameters, run, is_pure: true, traced: None }
}

pub const fn iterating(name: &'static str, parameters: usize, run: Run, iterated: Run) -> Native {
    Native { name, parameters, run, is_pure: true, traced: Some(Traced::Iterated(iterated)) }
}

pub const fn acting(name: &'static str, parameters: usize, run: Run) -> Native {
    Native { name, parameters, run, is_pure: false, traced: None }
}

const TABLES: &[&[Native]] =
    &[arrays::NATIVES, dates::NATIVES, math::NATIVES, regexes::NATIVES, strings::NATIVES, system::NATIVES];

/// The native function of a name and a number of parameters.
pub fn find(name: &str, parameters: usize) -> Option<&'static Native> {
    TABLES.iter().copied().flatten().find(|native| native.name == name && native.parameters == parameters)
}

/// What the machine itself does, by name and number of parameters.
const PARTS: &[(&str, usize)] = &[
    ("empty", 0),
    ("path", 1),
    ("getpath", 1),
    ("range", 1),
    ("range", 2),
    ("range", 3),
    ("select", 1),
    ("map", 1),
    ("map_values", 1),
    ("first", 1),
    ("sort_by", 1),
    ("group_by", 1),
    ("unique_by", 1),
    ("min_by", 1),
    ("max_by", 1),
];

/// All functions as `builtins` lists them.
fn builtins() -> Vec<Value> {
    let natives = TABLES.iter().copied().flatten().map(|native| (native.name, native.parameters));
    let all = natives.chain(PARTS.iter().copied()).chain(library::names());
    all.filter(|(name, _)| !name.starts_with('_')).map(|(name, count)| Value::string(format!("{name}/{count}"))).collect()
}
