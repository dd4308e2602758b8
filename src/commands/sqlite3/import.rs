//! `.import`: a text file into a table.

use std::collections::HashMap;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::database::Failure;
use super::dots;
use super::render::to_nul;
use super::settings::Mode;
use super::shell::{Shell, Verdict};
use super::sql;
use shell::kernel::{Halt, OpenOptions};
use shell::command::Input;

/// Reads fields out of a text.
struct Reader {
    data: Bytes,
    at: usize,
    column: u8,
    row: u8,
    /// Fields in quotes are read as CSV has them.
    quotes: bool,
    line: u64,
    /// What ended the last field: a separator, or the end.
    end: Option<u8>,
    /// Not at the first field any more.
    started: bool,
    /// What is wrong with fields, to be said.
    complaints: Vec<(u64, String)>,
}

impl Reader {
    fn next(&mut self) -> Option<u8> {
        let byte = self.data.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// The next field; `None` at the end.
    fn field(&mut self) -> Option<Vec<u8>> {
        if self.at >= self.data.len() {
            self.end = None;
            return None;
        }
        if self.quotes && !self.started && self.data[self.at..].starts_with(b"\xef\xbb\xbf") {
            self.at += 3;
            self.started = true;
            return self.field();
        }
        self.started = true;
        if self.quotes && self.data[self.at] == b'"' {
            return Some(self.quoted());
        }
        let mut ends = memchr::memchr2(self.column, self.row, &self.data[self.at..]);
        let start = self.at;
        let end = ends.get_or_insert(self.data.len() - start);
        let mut field = &self.data[start..start + *end];
        self.end = self.data.get(start + *end).copied();
        self.at = (start + *end + 1).min(self.data.len() + 1);
        if self.end == Some(self.row) {
            self.line += 1;
            if self.quotes {
                field = field.strip_suffix(b"\r").unwrap_or(field);
            }
        }
        Some(to_nul(field).to_vec())
    }

    fn quoted(&mut self) -> Vec<u8> {
        self.at += 1;
        let start = self.line;
        let mut field: Vec<u8> = Vec::new();
        // The last byte and the one before it; 0 for none.
        let (mut last, mut before) = (0, 0);
        loop {
            let byte = self.next();
            if byte == Some(self.row) {
                self.line += 1;
            }
            if byte == Some(b'"') && last == b'"' {
                last = 0;
                continue;
            }
            let ends = last == b'"' && (byte.is_none() || byte == Some(self.column) || byte == Some(self.row))
                || byte == Some(self.row) && last == b'\r' && before == b'"';
            if ends {
                let close = memchr::memrchr(b'"', &field).unwrap_or(field.len());
                field.truncate(close);
                self.end = byte;
                break;
            }
            if last == b'"' && byte != Some(b'\r') {
                self.complaints.push((self.line, "unescaped \" character".to_owned()));
            }
            let Some(byte) = byte else {
                self.complaints.push((start, "unterminated \"-quoted field".to_owned()));
                self.end = None;
                break;
            };
            field.push(byte);
            (before, last) = (last, byte);
        }
        field.truncate(to_nul(&field).len());
        field
    }
}

const USAGE: &str = "import";

pub fn run(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let (mut file, mut table, mut schema): (Option<&BString>, Option<&BString>, Option<&BString>) = (None, None, None);
    let (mut skip, mut verbose, mut format) = (0, 0, None);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let option = word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-"));
        match option {
            None if file.is_none() => file = Some(word),
            None if table.is_none() => table = Some(word),
            None => return usage(shell, &format!("extra argument: \"{word}\". ")),
            Some(b"v") => verbose += 1,
            Some(b"schema") if rest.len() > 0 => schema = rest.next(),
            Some(b"skip") if rest.len() > 0 => skip = rest.next().map_or(0, |word| dots::integer(word)),
            Some(b"ascii") => format = Some((0x1f, 0x1e, false)),
            Some(b"csv") => format = Some((b',', b'\n', true)),
            Some(_) => {
                let word = word.strip_prefix(b"-").filter(|word| word.starts_with(b"-")).unwrap_or(word);
                return usage(shell, &format!("unknown option: \"{}\". ", word.as_bstr()));
            }
        }
    }
    let (Some(file), Some(table)) = (file, table) else {
        return usage(shell, if file.is_none() { "missing FILE argument." } else { "missing TABLE argument." });
    };
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    let from_mode = format.is_none();
    let (column, row, quotes) = match format {
        Some(format) => format,
        None => {
            let settings = &mut shell.settings;
            if settings.mode == Mode::Csv && settings.row_separator == "\r\n" && settings.column_separator.len() == 1 {
                settings.row_separator = "\n".into();
            }
            for (name, length) in [("column", settings.column_separator.len()), ("row", settings.row_separator.len())] {
                let text = match length {
                    0 => format!("Error: non-null {name} separator required for import"),
                    1 => continue,
                    _ => format!("Error: multi-character {name} separators not allowed for import"),
                };
                return shell.fail(text);
            }
            let settings = &shell.settings;
            (settings.column_separator[0], settings.row_separator[0], settings.mode != Mode::Ascii)
        }
    };
    if file.starts_with(b"|") {
        return shell.fail("Error: pipes from commands are not supported: write to a file first");
    }
    let cannot = format!("Error: cannot open \"{file}\"");
    shell.persist()?;
    let opened = shell.context.open(file, OpenOptions::reading());
    let Ok(fd) = opened else { return shell.fail(cannot) };
    let data = match Input::new(fd).read_to_end(shell.context) {
        Ok(data) => data,
        Err(shell::kernel::IoError::Halt(halt)) => return Err(halt),
        // A folder opens and has nothing to read.
        Err(shell::kernel::IoError::Errno(_)) => Bytes::new(),
    };
    if verbose >= 2 || verbose >= 1 && from_mode {
        let mut out = b"Column separator ".to_vec();
        super::render::c_string(&mut out, &[column]);
        out.extend_from_slice(b", row separator ");
        super::render::c_string(&mut out, &[row]);
        out.push(b'\n');
        shell.put(&out)?;
    }
    let mut reader =
        Reader { data, at: 0, column, row, quotes, line: 1, end: None, started: false, complaints: Vec::new() };
    for _ in 0..skip {
        while reader.field().is_some() && reader.end == Some(column) {}
        if reader.end.is_none() {
            break;
        }
    }
    load(shell, &mut reader, file, table, schema, verbose)
}

fn usage(shell: &mut Shell<'_, '_>, problem: &str) -> Result<Verdict, Halt> {
    let text = format!("ERROR: {problem} Usage:\n{}\n", dots::usage(USAGE));
    shell.put(text.as_bytes())?;
    Ok(Verdict::Failed)
}

/// Says what was found wrong with the fields so far.
fn report(shell: &mut Shell<'_, '_>, reader: &mut Reader, file: &BString) -> Result<(), Halt> {
    for (line, text) in std::mem::take(&mut reader.complaints) {
        shell.complain(format!("{file}:{line}: {text}").as_bytes())?;
    }
    Ok(())
}

fn message(shell: &Shell<'_, '_>, failure: Failure) -> Result<(i32, String), Halt> {
    if let Some(Err(Failure::Halt(halt))) = shell.database.as_ref().map(|database| database.check()) {
        return Err(halt);
    }
    match failure {
        Failure::Halt(halt) => Err(halt),
        Failure::Sql(error) => Ok((error.code, error.message)),
    }
}

fn load(
    shell: &mut Shell<'_, '_>,
    reader: &mut Reader,
    file: &BString,
    table: &BString,
    schema: Option<&BString>,
    verbose: u32,
) -> Result<Verdict, Halt> {
    let mut full = sql::identifier(&table.to_str_lossy());
    if let Some(schema) = schema {
        full = format!("{}.{full}", sql::identifier(&schema.to_str_lossy()));
    }
    let begun = match &mut shell.database {
        Some(database) => database.begin(shell.context),
        None => return Ok(Verdict::Failed),
    };
    if let Err(failure) = begun {
        let (_, text) = message(shell, failure)?;
        return shell.fail(format!("Error: {text}"));
    }
    let select = format!("SELECT * FROM {full}");
    let count = |shell: &Shell<'_, '_>| -> Result<usize, Failure> {
        let Some(database) = &shell.database else { return Ok(0) };
        Ok(database.connection.prepare(&select)?.column_count())
    };
    let mut columns = count(shell);
    if matches!(&columns, Err(Failure::Sql(error)) if error.message.starts_with("no such table: ")) {
        let mut names = Vec::new();
        while let Some(field) = reader.field() {
            names.push(String::from_utf8_lossy(&field).into_owned());
            if reader.end != Some(reader.column) {
                break;
            }
        }
        report(shell, reader, file)?;
        if names.is_empty() {
            return shell.fail(format!("{file}: empty file"));
        }
        let (definitions, renames) = columns_from(&names);
        if !renames.is_empty() {
            let text = format!("Columns renamed during .import {file} due to duplicates:\n{}", renames.join(",\n"));
            shell.complain(text.as_bytes())?;
        }
        let create = format!("CREATE TABLE {full}{definitions}\n");
        if verbose >= 1 {
            shell.put(format!("{create}\n").as_bytes())?;
        }
        let made = shell.database.as_ref().map_or(Ok(()), |database| database.connection.execute_batch(&create));
        if let Err(error) = made {
            let (_, text) = message(shell, error.into())?;
            return shell.fail(format!("{create} failed:\n{text}"));
        }
        columns = count(shell);
    }
    let columns = match columns {
        Ok(0) => return Ok(Verdict::Fine),
        Ok(columns) => columns,
        Err(failure) => {
            let (_, text) = message(shell, failure)?;
            return shell.fail(format!("Error: {text}"));
        }
    };
    let insert = format!("INSERT INTO {full} VALUES({})", vec!["?"; columns].join(","));
    if verbose >= 2 {
        shell.put(format!("Insert using: {insert}\n").as_bytes())?;
    }
    let (mut added, mut errors, mut failed) = (0u64, 0u64, false);
    let own = shell.database.as_ref().is_some_and(|database| database.connection.is_autocommit());
    if own && let Some(database) = &shell.database {
        let _ = database.connection.execute_batch("BEGIN");
    }
    if let Some(Err(failure)) = shell.database.as_ref().map(|database| database.connection.prepare(&insert).map(drop)) {
        let (_, text) = message(shell, failure.into())?;
        if own && let Some(database) = &shell.database {
            let _ = database.connection.execute_batch("COMMIT");
        }
        return shell.fail(format!("Error: {text}"));
    }
    let ascii = shell.settings.mode == Mode::Ascii;
    loop {
        let start = reader.line;
        let from = reader.at;
        let mut values: Vec<Option<Vec<u8>>> = Vec::with_capacity(columns);
        let mut found = 0;
        while found < columns {
            let field = reader.field();
            if found == 0 && (field.is_none() || ascii && field.as_ref().is_some_and(Vec::is_empty)) {
                break;
            }
            values.push(field);
            found += 1;
            if found < columns && reader.end != Some(reader.column) {
                reader.complaints.push((
                    start,
                    format!("expected {columns} columns but found {found} - filling the rest with NULL"),
                ));
                values.resize(columns, None);
                found = columns;
            }
        }
        if reader.end == Some(reader.column) {
            while reader.end == Some(reader.column) {
                reader.field();
                found += 1;
            }
            reader.complaints.push((start, format!("expected {columns} columns but found {found} - extras ignored")));
        }
        shell.context.charge_bytes(reader.at - from)?;
        report(shell, reader, file)?;
        if found >= columns {
            let outcome = insert_row(shell, &insert, &values);
            failed = outcome.is_err();
            match outcome {
                Ok(()) => added += 1,
                Err(failure) => {
                    let (code, text) = message(shell, failure)?;
                    shell.code = u8::try_from(code).unwrap_or(1);
                    shell.complain(format!("{file}:{start}: INSERT failed: {text}").as_bytes())?;
                    errors += 1;
                }
            }
        }
        if reader.end.is_none() {
            break;
        }
    }
    if own && let Some(database) = &shell.database {
        let _ = database.connection.execute_batch("COMMIT");
    }
    if verbose > 0 {
        let text = format!(
            "Added {added} rows with {errors} errors using {} lines of input\n",
            reader.line.saturating_sub(1)
        );
        shell.put(text.as_bytes())?;
    }
    Ok(if failed { Verdict::Failed } else { Verdict::Fine })
}

fn insert_row(shell: &Shell<'_, '_>, insert: &str, values: &[Option<Vec<u8>>]) -> Result<(), Failure> {
    let Some(database) = &shell.database else { return Ok(()) };
    let mut statement = database.connection.prepare_cached(insert)?;
    for (index, value) in values.iter().enumerate() {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        let value = ToSqlOutput::Borrowed(match value {
            Some(text) => ValueRef::Text(text),
            None => ValueRef::Null,
        });
        statement.raw_bind_parameter(index + 1, value)?;
    }
    statement.raw_execute()?;
    Ok(())
}

/// The columns that a table gets from the names in the first row, and which of them had to be renamed.
fn columns_from(names: &[String]) -> (String, Vec<String>) {
    let names: Vec<&str> = names.iter().map(|name| if name.is_empty() { "?" } else { name }).collect();
    let mut counts: HashMap<String, u32> = HashMap::new();
    for name in &names {
        *counts.entry(name.to_ascii_lowercase()).or_default() += 1;
    }
    let repeated = |name: &str| counts.get(&name.to_ascii_lowercase()).is_some_and(|count| *count > 1);
    let digits = names.len().to_string().len();
    // Zeros are put before the numbers until no name that was there is hit.
    let renamed = |zeros: usize| -> Vec<String> {
        names
            .iter()
            .enumerate()
            .map(|(index, name)| match repeated(name) {
                true => format!("{name}_{}{:0digits$}", "0".repeat(zeros), index + 1),
                false => (*name).to_owned(),
            })
            .collect()
    };
    let mut zeros = 0;
    let new = loop {
        let new = renamed(zeros);
        let mut seen: Vec<String> = new.iter().map(|name| name.to_ascii_lowercase()).collect();
        seen.sort_unstable();
        if seen.windows(2).all(|pair| pair[0] != pair[1]) {
            break new;
        }
        zeros += 1;
    };
    let mut definitions = "(\n".to_owned();
    let mut renames = Vec::new();
    for (index, (new, old)) in new.iter().zip(&names).enumerate() {
        if index > 0 {
            definitions.push_str(if index % 4 > 0 { ", " } else { ",\n " });
        }
        definitions.push_str(&format!("{} TEXT", sql::identifier(new)));
        if new != old {
            renames.push(format!("{} to {}", sql::identifier(old), sql::identifier(new)));
        }
    }
    definitions.push(')');
    (definitions, renames)
}
