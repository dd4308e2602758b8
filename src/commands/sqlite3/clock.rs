//! The date functions, on the session's clock and in the session's time zone.
//!
//! SQLite's own do the work, on a connection of their own, with `now` replaced by the time of the running statement.
//! `localtime` and `utc` are done here, because the C library would use the host's time zone.

use std::sync::Mutex;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::Value;
use rusqlite::{Connection, Error, OpenFlags, Result};

use super::database::{Hold, Shared};
use shell::format::strftime::{Civil, Dialect, Zone, strftime};

/// Adds the functions to a connection.
pub fn register(connection: &Connection, hold: &dyn Fn() -> Hold) -> Result<()> {
    for name in ["date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff"] {
        let core = Mutex::new(Connection::open_in_memory_with_flags(
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?);
        let shared = hold();
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        connection.create_scalar_function(name, -1, flags, move |arguments| {
            let core = core.lock().map_err(|_| Error::InvalidQuery)?;
            call(&core, &shared, name, arguments)
        })?;
    }
    for (name, format) in [
        ("current_date", "%Y-%m-%d"),
        ("current_time", "%H:%M:%S"),
        ("current_timestamp", "%Y-%m-%d %H:%M:%S"),
    ] {
        let shared = hold();
        connection.create_scalar_function(name, 0, FunctionFlags::SQLITE_UTF8, move |_| Ok(now(&shared, format)))?;
    }
    Ok(())
}

/// The time of the running statement, in UTC.
fn now(shared: &Shared, format: &str) -> String {
    let seconds = shared.now.get().0.div_euclid(1_000_000_000);
    let mut out = Vec::new();
    strftime(&mut out, format.as_bytes(), &Civil::new(seconds, 0, 0, String::new(), false), Dialect::C);
    String::from_utf8_lossy(&out).into_owned()
}

/// The same with its milliseconds.
fn exact(shared: &Shared) -> String {
    let milliseconds = shared.now.get().0.rem_euclid(1_000_000_000) / 1_000_000;
    format!("{}.{milliseconds:03}", now(shared, "%Y-%m-%d %H:%M:%S"))
}

fn call(core: &Connection, shared: &Shared, name: &str, arguments: &Context<'_>) -> Result<Value> {
    let mut values: Vec<Value> = (0..arguments.len()).map(|index| arguments.get_raw(index).try_into()).collect::<std::result::Result<_, _>>().map_err(|_| Error::InvalidQuery)?;
    let start = usize::from(name == "strftime");
    let is = |value: &Value, word: &str| matches!(value, Value::Text(text) if text.eq_ignore_ascii_case(word));
    if values.len() == start && (start == 0 && name != "timediff" || start == 1) {
        values.push(Value::Text("now".to_owned()));
    }
    if values.get(start).is_some_and(|value| is(value, "subsec") || is(value, "subsecond")) {
        values.insert(start, Value::Text("now".to_owned()));
    }
    let times = if name == "timediff" { 2 } else { start + 1 };
    for value in values.iter_mut().take(times).skip(start) {
        if is(value, "now") {
            *value = Value::Text(exact(shared));
        }
    }
    // The time up to each change of zone is worked out by itself.
    while name != "timediff"
        && let Some(at) = values.iter().skip(start + 1).position(|value| is(value, "localtime") || is(value, "utc"))
    {
        let at = at + start + 1;
        let mut before = vec![Value::Text("%s".to_owned())];
        before.extend(values.drain(start..at));
        let mut fraction = before.clone();
        fraction[0] = Value::Text("%f".to_owned());
        let (Value::Text(seconds), Value::Text(fraction)) =
            (ask(core, "strftime", before)?, ask(core, "strftime", fraction)?)
        else {
            return Ok(Value::Null);
        };
        let seconds = moved(shared, seconds.parse().unwrap_or(0), is(&values[start], "localtime"));
        let fraction = fraction.split_once('.').map_or("0", |(_, digits)| digits);
        values[start] = Value::Text("unixepoch".to_owned());
        values.insert(start, Value::Text(format!("{seconds}.{fraction}")));
    }
    ask(core, name, values)
}

fn ask(core: &Connection, name: &str, values: Vec<Value>) -> Result<Value> {
    let marks = vec!["?"; values.len()].join(",");
    let mut statement = core.prepare_cached(&format!("SELECT {name}({marks})"))?;
    let result = statement.query_row(rusqlite::params_from_iter(values), |row| row.get::<_, Value>(0));
    result.map_err(|error| match error {
        Error::SqliteFailure(_, Some(message)) => Error::UserFunctionError(message.into()),
        other => other,
    })
}

/// A time in UTC as the clocks of the session's zone show it, or the other way round.
fn moved(shared: &Shared, seconds: i64, to_local: bool) -> i64 {
    let zone = Zone::from_variable(shared.exec.env(b"TZ").map(|name| &**name));
    let offset = |seconds: i64| i64::from(zone.civil(seconds, 0).offset);
    if to_local {
        return seconds.saturating_add(offset(seconds));
    }
    // The offset that holds at the time that is looked for; twice, as a change may lie between.
    let guess = seconds.saturating_sub(offset(seconds));
    seconds.saturating_sub(offset(guess))
}
