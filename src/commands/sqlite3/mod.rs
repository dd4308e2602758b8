//! `sqlite3`: the command line tool of SQLite, on files of the tree.
//!
//! The library never sees a path: a database is bytes of the tree that it works on in memory (`database.rs`). What the
//! tool around it prints is that of SQLite 3.40's; messages of the library are those of the library that is built in.

mod arguments;
mod clock;
mod columns;
mod database;
mod dots;
mod dump;
mod files;
mod functions;
mod import;
mod number;
mod parameter;
mod plan;
mod render;
mod schema;
mod settings;
mod shell;
mod sql;

use ::shell::command::Native;

const HELP: &str = "\
Usage: sqlite3 [OPTIONS] FILENAME [SQL]
FILENAME is a database; it is made when it is not there. Without SQL, statements and dot-commands come from standard
input. The dot-command .help lists those.
OPTIONS include:
   -ascii               print results in mode 'ascii'
   -bail                stop at the first error
   -batch               no effect: there is no terminal
   -box                 print results in mode 'box'
   -column              print results in mode 'column'
   -cmd COMMAND         run COMMAND before anything else
   -csv                 print results in mode 'csv'
   -echo                print each input before it runs
   -init FILENAME       run a file first
   -header              print the names of columns
   -noheader            do not print the names of columns
   -help                print this text
   -html                print results as HTML
   -json                print results in mode 'json'
   -line                print results in mode 'line'
   -list                print results in mode 'list'
   -markdown            print results in mode 'markdown'
   -newline SEP         what stands behind rows, '\\n' unless set
   -nullvalue TEXT      what is printed for NULL, nothing unless set
   -quote               print results in mode 'quote'
   -readonly            open the database for reading only
   -separator SEP       what stands between columns, '|' unless set
   -table               print results in mode 'table'
   -tabs                print results in mode 'tabs'
   -version             print the version of SQLite
";

pub const COMMANDS: &[Native] = &[Native { name: "sqlite3", help: HELP, run: arguments::run }];

/// When and from what SQLite was made.
fn source_id() -> String {
    let connection = rusqlite::Connection::open_in_memory();
    connection
        .and_then(|connection| connection.query_row("SELECT sqlite_source_id()", [], |row| row.get(0)))
        .unwrap_or_default()
}
