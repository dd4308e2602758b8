//! The functions that SQL finds beside those of SQLite's core: those that have to be the session's own (randomness, files
//! of the tree), and those that the command line tool brings along.


use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Error, Result};

use super::database::{Hold, Shared};
use workspace::{Content, Errno};

const PURE: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC);

/// Adds all of them to a connection.
pub fn register(connection: &Connection, hold: &dyn Fn() -> Hold) -> Result<()> {
    let shared = hold();
    connection.create_scalar_function("random", 0, FunctionFlags::SQLITE_UTF8, move |_| Ok(random(&shared)))?;
    let shared = hold();
    connection.create_scalar_function("randomblob", 1, FunctionFlags::SQLITE_UTF8, move |arguments| {
        random_blob(&shared, integer(arguments.get_raw(0)))
    })?;
    let shared = hold();
    let direct = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("readfile", 1, direct, move |arguments| {
        read_file(&shared, arguments.get_raw(0))
    })?;
    for count in 2..=3 {
        let shared = hold();
        connection.create_scalar_function("writefile", count, direct, move |arguments| {
            write_file(&shared, arguments)
        })?;
    }
    connection.create_scalar_function("regexp", 2, PURE, |arguments| matches(arguments, ""))?;
    connection.create_scalar_function("regexpi", 2, PURE, |arguments| matches(arguments, "(?i)"))?;
    connection.create_collation("uint", |a, b| natural(a.as_bytes(), b.as_bytes()))?;
    rusqlite::vtab::series::load_module(connection)?;
    mathematics(connection)
}

fn random(shared: &Shared) -> i64 {
    let bytes = shared.exec.vfs().random_bytes(8);
    bytes.iter().fold(0, |word: i64, &byte| word << 8 | i64::from(byte))
}

fn random_blob(shared: &Shared, count: i64) -> Result<Value> {
    let count = usize::try_from(count).unwrap_or(0).max(1);
    let most = shared.exec.kernel.scheduler.limits().expansion_bytes;
    if count as u64 > most {
        return Err(too_big());
    }
    let mut blob = Vec::with_capacity(count);
    while blob.len() < count {
        blob.extend_from_slice(&shared.exec.vfs().random_bytes((count - blob.len()).min(4096)));
    }
    Ok(Value::Blob(blob))
}

fn too_big() -> Error {
    Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_TOOBIG), Some("string or blob too big".into()))
}

fn failed(message: String) -> Error {
    Error::UserFunctionError(message.into())
}

fn integer(value: ValueRef<'_>) -> i64 {
    match value {
        ValueRef::Integer(number) => number,
        ValueRef::Real(number) => number as i64,
        ValueRef::Text(text) => {
            let text = String::from_utf8_lossy(text);
            let text = text.trim();
            let digits = text.char_indices().find(|(at, c)| !(c.is_ascii_digit() || *at == 0 && matches!(c, '-' | '+')));
            text[..digits.map_or(text.len(), |(at, _)| at)].parse().unwrap_or(0)
        }
        _ => 0,
    }
}

fn bytes(value: ValueRef<'_>) -> Vec<u8> {
    match value {
        ValueRef::Null => Vec::new(),
        ValueRef::Integer(number) => number.to_string().into_bytes(),
        ValueRef::Real(number) => super::number::text(number).into_bytes(),
        ValueRef::Text(data) | ValueRef::Blob(data) => data.to_vec(),
    }
}

/// `readfile(PATH)`: NULL for what cannot be read.
fn read_file(shared: &Shared, path: ValueRef<'_>) -> Result<Value> {
    if path == ValueRef::Null {
        return Ok(Value::Null);
    }
    let Ok(content) = shared.exec.vfs().read_file(&shared.cwd.borrow(), &bytes(path)) else {
        return Ok(Value::Null);
    };
    if content.len() > shared.exec.kernel.scheduler.limits().expansion_bytes {
        return Err(too_big());
    }
    Ok(Value::Blob(content.to_bytes().to_vec()))
}

/// `writefile(PATH, DATA[, MODE])`: the bytes written.
fn write_file(shared: &Shared, arguments: &Context<'_>) -> Result<Value> {
    let path = bytes(arguments.get_raw(0));
    let data = bytes(arguments.get_raw(1));
    let mode = if arguments.len() > 2 { integer(arguments.get_raw(2)) } else { 0 };
    let kind = mode & 0o170000;
    if kind != 0 && kind != 0o100000 {
        return Err(failed("only regular files are written here".to_owned()));
    }
    let permissions = u16::try_from(mode & 0o7777).unwrap_or(0);
    let cwd = shared.cwd.borrow();
    let length = data.len();
    let content = Content::from_bytes(data.into());
    let (vfs, umask) = (shared.exec.vfs(), shared.exec.umask);
    let write = || vfs.write_file(&cwd, &path, content.clone(), 0o666 & !umask);
    let written = match write() {
        // The folders on the way are made.
        Err(Errno::NotFound) => {
            for (at, _) in path.iter().enumerate().skip(1).filter(|(_, byte)| **byte == b'/') {
                let _ = vfs.mkdir(&cwd, &path[..at], 0o777 & !umask);
            }
            write()
        }
        other => other,
    }
    .and_then(|()| if permissions == 0 { Ok(()) } else { shared.exec.vfs().set_mode(&cwd, &path, permissions) });
    match written {
        Ok(()) => Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX))),
        Err(Errno::NotFound | Errno::NotDir) => {
            Err(failed(format!("failed to write file: {}", String::from_utf8_lossy(&path))))
        }
        Err(errno) => {
            Err(failed(format!("failed to write file: {}: {}", String::from_utf8_lossy(&path), errno.message())))
        }
    }
}

/// `TEXT REGEXP PATTERN` calls `regexp(PATTERN, TEXT)`.
fn matches(arguments: &Context<'_>, flags: &str) -> Result<Option<bool>> {
    if arguments.get_raw(0) == ValueRef::Null || arguments.get_raw(1) == ValueRef::Null {
        return Ok(None);
    }
    let pattern = String::from_utf8_lossy(&bytes(arguments.get_raw(0))).into_owned();
    let regex = arguments.get_or_create_aux(0, |_| -> std::result::Result<Regex, String> {
        Regex::builder()
            .syntax(syntax::Config::new().utf8(false))
            .configure(Regex::config().utf8_empty(false).nfa_size_limit(Some(10 << 20)))
            .build(&format!("{flags}{pattern}"))
            .map_err(|error| error.syntax_error().map_or_else(|| error.to_string(), ToString::to_string))
    })?;
    Ok(Some(regex.is_match(&bytes(arguments.get_raw(1)))))
}

/// The collation `UINT`: runs of digits compare by their value.
fn natural(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let (mut i, mut j) = (0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let run = |text: &[u8], at: usize| {
                let start = at + text[at..].iter().take_while(|&&byte| byte == b'0').count();
                let end = start + text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                (start, end)
            };
            let ((i0, i1), (j0, j1)) = (run(a, i), run(b, j));
            match (i1 - i0).cmp(&(j1 - j0)).then_with(|| a[i0..i1].cmp(&b[j0..j1])) {
                Ordering::Equal => (i, j) = (i1, j1),
                other => return other,
            }
        } else if x == y {
            (i, j) = (i + 1, j + 1);
        } else {
            return x.cmp(&y);
        }
    }
    (a.len() - i).cmp(&(b.len() - j))
}

/// A number, or text that is one; `None` makes the functions below give NULL.
fn real(value: ValueRef<'_>) -> Option<f64> {
    match value {
        ValueRef::Integer(number) => Some(number as f64),
        ValueRef::Real(number) => Some(number),
        ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok().filter(|n: &f64| n.is_finite()),
        _ => None,
    }
}

/// NaN is NULL in SQL.
fn number(value: f64) -> Option<f64> {
    (!value.is_nan()).then_some(value)
}

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

/// The mathematical functions, which have to give the same digits on every machine.
fn mathematics(connection: &Connection) -> Result<()> {
    const ONE: &[(&str, Unary)] = &[
        ("acos", libm::acos),
        ("acosh", libm::acosh),
        ("asin", libm::asin),
        ("asinh", libm::asinh),
        ("atan", libm::atan),
        ("atanh", libm::atanh),
        ("cos", libm::cos),
        ("cosh", libm::cosh),
        ("degrees", |angle| angle * (180.0 / std::f64::consts::PI)),
        ("exp", libm::exp),
        ("radians", |angle| angle * (std::f64::consts::PI / 180.0)),
        ("sin", libm::sin),
        ("sinh", libm::sinh),
        ("sqrt", libm::sqrt),
        ("tan", libm::tan),
        ("tanh", libm::tanh),
    ];
    for &(name, function) in ONE {
        connection.create_scalar_function(name, 1, PURE, move |arguments| {
            Ok(real(arguments.get_raw(0)).and_then(|value| number(function(value))))
        })?;
    }
    const LOGARITHMS: &[(&str, Unary)] =
        &[("ln", libm::log), ("log", libm::log10), ("log10", libm::log10), ("log2", libm::log2)];
    for &(name, function) in LOGARITHMS {
        connection.create_scalar_function(name, 1, PURE, move |arguments| {
            Ok(real(arguments.get_raw(0)).filter(|value| *value > 0.0).and_then(|value| number(function(value))))
        })?;
    }
    const TWO: &[(&str, Binary)] = &[
        ("atan2", libm::atan2),
        ("mod", libm::fmod),
        ("pow", libm::pow),
        ("power", libm::pow),
        ("log", |base, value| {
            let below = libm::log(base);
            if base <= 0.0 || value <= 0.0 || below <= 0.0 { f64::NAN } else { libm::log(value) / below }
        }),
    ];
    for &(name, function) in TWO {
        connection.create_scalar_function(name, 2, PURE, move |arguments| {
            let (Some(a), Some(b)) = (real(arguments.get_raw(0)), real(arguments.get_raw(1))) else { return Ok(None) };
            Ok(number(function(a, b)))
        })?;
    }
    const ROUND: &[(&str, Unary)] =
        &[("ceil", libm::ceil), ("ceiling", libm::ceil), ("floor", libm::floor), ("trunc", libm::trunc)];
    for &(name, function) in ROUND {
        connection.create_scalar_function(name, 1, PURE, move |arguments| {
            Ok(match arguments.get_raw(0) {
                ValueRef::Integer(number) => Value::Integer(number),
                value => match real(value) {
                    Some(value) => Value::Real(function(value)),
                    None => Value::Null,
                },
            })
        })?;
    }
    connection.create_scalar_function("pi", 0, PURE, |_| Ok(std::f64::consts::PI))
}

