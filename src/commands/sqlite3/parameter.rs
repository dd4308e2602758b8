//! `.parameter`: values for the parameters of statements, in a temporary table.

use bstr::{BString, ByteSlice};

use super::dots;
use super::shell::{Shell, Verdict};
use super::sql;
use shell::kernel::Halt;

const TABLE: &str = "\
CREATE TABLE IF NOT EXISTS temp.sqlite_parameters(
  key TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;";

pub fn run(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    let Some(database) = &shell.database else { return Ok(Verdict::Failed) };
    let connection = &database.connection;
    // The table is the shell's own: its name is one that statements may not create.
    let execute = |text: &str| -> Result<(), String> {
        let _ = connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false);
        let was = connection.db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA).unwrap_or(false);
        let _ = connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true);
        let done = connection.execute_batch(text);
        let _ = connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, was);
        done.map_err(|error| match super::database::Failure::from(error) {
            super::database::Failure::Sql(error) => error.message,
            super::database::Failure::Halt(_) => String::new(),
        })
    };
    let words: Vec<&str> = arguments.iter().map(|word| word.to_str().unwrap_or("\u{fffd}")).collect();
    let outcome = match words.as_slice() {
        ["clear"] => execute("DROP TABLE IF EXISTS temp.sqlite_parameters;"),
        ["init"] => execute(TABLE),
        ["list"] => {
            let rows = connection.prepare("SELECT key, quote(value) FROM temp.sqlite_parameters").and_then(|mut all| {
                all.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?
                    .collect::<Result<Vec<_>, _>>()
            });
            let rows = rows.unwrap_or_default();
            let width = rows.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0).min(40);
            let text: String = rows.iter().map(|(key, value)| format!("{key:<width$} {value}\n")).collect();
            shell.put(text.as_bytes())?;
            return Ok(Verdict::Fine);
        }
        ["set", name, value] => execute(TABLE).and_then(|()| {
            let insert = format!("REPLACE INTO temp.sqlite_parameters(key,value)VALUES({},", sql::literal(name));
            // What is no expression is a string.
            if connection.prepare(&format!("{insert}{value});")).is_ok() {
                execute(&format!("{insert}{value});"))
            } else {
                execute(&format!("{insert}{});", sql::literal(value)))
            }
        }),
        ["unset", name] => {
            execute(&format!("DELETE FROM temp.sqlite_parameters WHERE key={}", sql::literal(name))).or(Ok(()))
        }
        _ => {
            shell.put(format!("{}\n", dots::usage("parameter")).as_bytes())?;
            return Ok(Verdict::Fine);
        }
    };
    database.check().map_err(|failure| match failure {
        super::database::Failure::Halt(halt) => halt,
        super::database::Failure::Sql(_) => Halt::Stopped,
    })?;
    match outcome {
        Ok(()) => Ok(Verdict::Fine),
        Err(message) => {
            shell.put(format!("Error: {message}\n").as_bytes())?;
            Ok(Verdict::Failed)
        }
    }
}
