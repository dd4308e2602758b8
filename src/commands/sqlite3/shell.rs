//! The command line tool around the database: input lines, statements, where output goes, what errors look like.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bstr::{BString, ByteSlice};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Statement};

use super::columns::{self, Layout};
use super::database::{Database, Failure, SQLITE_NOTADB, SqlError};
use super::render::{self, Cell};
use super::settings::{AutoPlan, Mode, Settings};
use super::sql::{self, Scan};
use super::{dots, plan};
use shell::command::{Context, Input, Output};
use shell::kernel::{Halt, IoError, OpenOptions};

/// What a dot-command asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Fine,
    Failed,
    /// The end of this input.
    Quit,
    /// The end of the command.
    Exit(u8),
}

/// Where results go.
pub enum Sink {
    Standard,
    /// The name as it was given, and the file.
    File(BString, Output),
}

/// Bytes of rows kept back in the columnar modes at most.
const LAYOUT: usize = 64 << 20;

pub struct Shell<'c, 'a> {
    pub context: &'c mut Context<'a>,
    pub settings: Settings,
    pub sink: Sink,
    /// `.once`: the sink goes back to standard output after the next statement.
    pub once: bool,
    pub file: BString,
    pub read_only: bool,
    pub database: Option<Database>,
    /// Inputs within inputs.
    pub depth: u32,
    /// The command ends with this status.
    pub exit: Option<u8>,
    /// The statements are arguments.
    pub in_arguments: bool,
    /// Something that was committed could not be written to its file.
    pub lost: bool,
    /// Run times are printed.
    pub timer: bool,
    /// The result code of a dot-command that failed, where it is not 1.
    pub code: u8,
}

/// What became of opening the database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    Yes,
    NotDatabase,
    /// That was said, and the command ends.
    No,
}

/// What became of a group of statements: the text of its error and its code.
pub struct Complaint {
    pub stage: &'static str,
    pub text: Vec<u8>,
    pub code: i32,
}

impl<'c, 'a> Shell<'c, 'a> {
    pub fn new(context: &'c mut Context<'a>) -> Shell<'c, 'a> {
        Shell {
            context,
            settings: Settings::default(),
            sink: Sink::Standard,
            once: false,
            file: ":memory:".into(),
            read_only: false,
            database: None,
            depth: 0,
            exit: None,
            in_arguments: false,
            lost: false,
            timer: false,
            code: 1,
        }
    }

    /// Writes to where results go.
    pub fn put(&mut self, data: &[u8]) -> Result<(), Halt> {
        put(&mut self.sink, self.context, data)
    }

    /// Writes a line to standard error.
    pub fn complain(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.context.write_error(&[text, b"\n"].concat())
    }

    /// Writes a line to standard error and says that the dot-command failed.
    pub fn fail(&mut self, text: impl AsRef<[u8]>) -> Result<Verdict, Halt> {
        self.complain(text.as_ref())?;
        Ok(Verdict::Failed)
    }

    /// Sends results to standard output again.
    pub fn reset_output(&mut self) -> Result<(), Halt> {
        self.once = false;
        if let Sink::File(_, mut output) = std::mem::replace(&mut self.sink, Sink::Standard) {
            output.flush(self.context.vfs())?;
        }
        Ok(())
    }

    /// Sends results to a file; false when it cannot be opened.
    pub fn redirect(&mut self, path: &[u8]) -> Result<bool, Halt> {
        self.reset_output()?;
        self.persist()?;
        match path {
            b"stdout" => {}
            b"stderr" => {
                self.sink = Sink::File("stderr".into(), Output::new(self.context.exec.fds.get(2).cloned()));
            }
            path => {
                let mode = self.context.new_mode(0o666);
                match self.context.open(path, OpenOptions::writing(mode)) {
                    Ok(fd) => self.sink = Sink::File(path.into(), Output::new(Some(fd))),
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(_)) => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Lets others see what was printed and committed so far.
    pub fn persist(&mut self) -> Result<(), Halt> {
        if let Sink::File(_, output) = &mut self.sink {
            output.flush(self.context.vfs())?;
        }
        let Some(database) = &mut self.database else { return Ok(()) };
        match database.persist(self.context) {
            Ok(()) => Ok(()),
            Err(Failure::Halt(halt)) => Err(halt),
            Err(Failure::Sql(error)) => {
                self.lost = true;
                self.complain(format!("Error: {}", error.message).as_bytes())
            }
        }
    }

    /// Opens the database if that has not happened. One that cannot be opened ends the command.
    pub fn open(&mut self) -> Result<Opened, Halt> {
        if self.database.is_some() {
            return Ok(Opened::Yes);
        }
        match Database::open(self.context, &self.file, self.read_only) {
            Ok(database) => {
                self.database = Some(database);
                Ok(Opened::Yes)
            }
            Err(Failure::Halt(halt)) => Err(halt),
            // What is not a database is found out by the first statement.
            Err(Failure::Sql(error)) if error.code == SQLITE_NOTADB => Ok(Opened::NotDatabase),
            Err(Failure::Sql(error)) => {
                let text = format!("Error: unable to open database \"{}\": {}", self.file.as_bstr(), error.message);
                self.complain(text.as_bytes())?;
                self.exit = Some(1);
                Ok(Opened::No)
            }
        }
    }

    /// Reads statements and dot-commands to the end. The verdict is `Failed` when one of them failed.
    pub fn process(&mut self, input: &mut Input) -> Result<Verdict, Halt> {
        let (mut text, mut start, mut number, mut scan) = (Vec::new(), 0, 0, Scan::default());
        let mut failed = false;
        while !(failed && self.settings.bail) && self.exit.is_none() {
            if !input.fd().is_ready() {
                self.persist()?;
                self.context.flush()?;
            }
            let Some(mut line) = self.line(input)? else { break };
            number += 1;
            if scan.is_plain() && is_terminator(&line) && sql::is_complete(&[&text[..], b";"].concat()) {
                line = b";".to_vec();
            }
            scan = scan.line(&line);
            if scan.is_blank() && text.is_empty() {
                if self.settings.echo {
                    self.echo(&line)?;
                }
                scan = Scan::default();
                continue;
            }
            if text.is_empty() && matches!(line.first(), Some(b'.' | b'#')) {
                if self.settings.echo {
                    self.echo(&line)?;
                }
                if line[0] == b'.' {
                    match dots::run(self, &line)? {
                        Verdict::Fine => {}
                        Verdict::Failed => failed = true,
                        Verdict::Quit => break,
                        Verdict::Exit(status) => {
                            self.exit = Some(status);
                            break;
                        }
                    }
                }
                scan = Scan::default();
                continue;
            }
            if text.is_empty() {
                text.extend_from_slice(line.trim_start());
                start = number;
            } else {
                text.push(b'\n');
                text.extend_from_slice(&line);
            }
            if scan.is_ended() && sql::is_complete(&text) {
                failed |= !self.group(&text, start)?;
                text.clear();
                if self.once {
                    self.reset_output()?;
                }
                scan = Scan::default();
            } else if scan.is_blank() {
                if self.settings.echo {
                    self.echo(&text)?;
                }
                text.clear();
                scan = Scan::default();
            }
        }
        if !text.is_empty() && self.exit.is_none() {
            failed |= !self.group(&text, start)?;
        }
        Ok(if failed { Verdict::Failed } else { Verdict::Fine })
    }

    fn echo(&mut self, line: &[u8]) -> Result<(), Halt> {
        self.context.write(line)?;
        self.context.write(b"\n")
    }

    /// The next line without its end. A line ends at its first NUL byte and goes on with the next line, as it does where
    /// strings end at NUL bytes.
    fn line(&mut self, input: &mut Input) -> Result<Option<Vec<u8>>, Halt> {
        let mut line: Option<Vec<u8>> = None;
        loop {
            let record = match input.read_record(self.context, b'\n') {
                Ok(record) => record,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(_)) => return Ok(line),
            };
            let Some(record) = record else { return Ok(line) };
            let data = render::to_nul(&record.data);
            let cut = data.len() < record.data.len();
            let data = if cut || !record.terminated { data } else { data.strip_suffix(b"\r").unwrap_or(data) };
            line.get_or_insert_default().extend_from_slice(data);
            if !cut || !record.terminated {
                return Ok(line);
            }
        }
    }

    /// Runs the statements of one input; false when one failed, which was said.
    fn group(&mut self, text: &[u8], line: u64) -> Result<bool, Halt> {
        if self.settings.echo {
            self.echo(text)?;
        }
        let start = self.context.now();
        let complaint = self.execute(text)?;
        if self.timer {
            let seconds = self.context.now().0.saturating_sub(start.0) as f64 / 1e9;
            self.put(format!("Run Time: real {seconds:.3} user {seconds:.6} sys 0.000000\n").as_bytes())?;
        }
        if let Some(complaint) = complaint {
            if self.exit.is_some() {
                return Ok(false);
            }
            let kind = match complaint.stage {
                "in prepare" => "Parse error",
                "stepping" => "Runtime error",
                _ => "Error",
            };
            let mut message = format!("{kind} near line {line}: ").into_bytes();
            message.extend_from_slice(&complaint.text);
            self.complain(&message)?;
            return Ok(false);
        }
        if self.settings.changes
            && let Some(database) = &self.database
        {
            let (last, total) = (database.connection.changes(), database.connection.total_changes());
            self.put(format!("changes: {last}   total_changes: {total}\n").as_bytes())?;
        }
        Ok(true)
    }

    /// Runs statements up to the first that fails.
    pub fn execute(&mut self, text: &[u8]) -> Result<Option<Complaint>, Halt> {
        match self.open()? {
            Opened::Yes => {}
            Opened::No => return Ok(Some(Complaint { stage: "exit", text: Vec::new(), code: 1 })),
            Opened::NotDatabase => {
                let text = b"file is not a database (26)".to_vec();
                return Ok(Some(Complaint { stage: "in prepare", text, code: SQLITE_NOTADB }));
            }
        }
        let Ok(whole) = sql::as_utf8(text) else {
            let text = b"bytes that are not UTF-8 stand outside of a string".to_vec();
            return Ok(Some(Complaint { stage: "in prepare", text, code: 1 }));
        };
        let mut rest: &str = &whole;
        while !rest.is_empty() {
            let (statement, next) = rest.split_at(sql::statement_length(rest.as_bytes()));
            match self.statement(statement) {
                Ok(()) => {}
                Err((_, Failure::Halt(halt))) => return Err(halt),
                Err((stage, Failure::Sql(error))) => return Ok(Some(complaint(stage, &error, rest))),
            }
            rest = next.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
        }
        Ok(None)
    }

    /// Runs one statement.
    fn statement(&mut self, text: &str) -> Result<(), (&'static str, Failure)> {
        let in_prepare = |failure| ("in prepare", failure);
        let stepping = |failure| ("stepping", failure);
        let Shell { context, settings, sink, database: Some(database), .. } = self else { return Ok(()) };
        database.begin(context).map_err(in_prepare)?;
        let words = sql::leading_words(text.as_bytes(), 2);
        let first = words.first().map_or("", String::as_str);
        if first.is_empty() && sql::is_empty(text.as_bytes()) {
            return Ok(());
        }
        database.admit(text, first == "CREATE").map_err(in_prepare)?;
        match first {
            "ATTACH" => {
                // Whether it can be understood at all is for SQLite to say.
                database.trusted(|connection| connection.prepare(text).map(drop)).map_err(in_prepare)?;
                return attach(context, database, text).map_err(stepping);
            }
            // What is committed has to be written while its file is known.
            "DETACH" => database.persist(context).map_err(stepping)?,
            "VACUUM" => {
                database.touch();
                let tokens = sql::tokens(text.as_bytes());
                if let Some(at) = tokens.iter().position(|token| token.eq_ignore_ascii_case(b"INTO")) {
                    database.trusted(|connection| connection.prepare(text).map(drop)).map_err(in_prepare)?;
                    let schema = if at == 2 { unquoted(tokens[1]) } else { "main".to_owned() };
                    let target = expression(database, &tokens[at + 1..]).map_err(in_prepare)?;
                    return vacuum_into(context, database, &schema, &target).map_err(stepping);
                }
            }
            "PRAGMA" if pragma(context, settings, sink, database, text).map_err(stepping)? => return Ok(()),
            _ => {}
        }
        let outcome = run(context, settings, sink, database, text);
        if first == "DETACH" && outcome.is_ok() {
            database.forget_detached().map_err(stepping)?;
        }
        if matches!(first, "PRAGMA" | "VACUUM") && database.connection.is_autocommit() {
            database.bound_pages().map_err(stepping)?;
        }
        outcome
    }
}

/// Writes to a sink.
pub fn put(sink: &mut Sink, context: &mut Context<'_>, data: &[u8]) -> Result<(), Halt> {
    match sink {
        Sink::Standard => context.write(data),
        Sink::File(_, output) => output.write(context.vfs(), data),
    }
}

/// A line that ends a statement in other tools: `/` or `go`.
fn is_terminator(line: &[u8]) -> bool {
    let line = line.trim();
    line == b"/" || line.eq_ignore_ascii_case(b"go")
}

/// The text of an error: what SQLite says, its code, and the place in the statement.
fn complaint(stage: &'static str, error: &SqlError, rest: &str) -> Complaint {
    let mut text = error.message.clone().into_bytes();
    if error.code > 1 {
        text.extend_from_slice(format!(" ({})", error.code).as_bytes());
    }
    if let Some(offset) = error.offset
        && stage == "in prepare"
        && offset < rest.len()
    {
        point_out(&mut text, rest.as_bytes(), offset);
    }
    Complaint { stage, text, code: error.code }
}

/// Adds the part of the statement around `offset` and an arrow.
fn point_out(out: &mut Vec<u8>, text: &[u8], mut offset: usize) {
    let follows = |text: &[u8], at: usize| text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let mut text = text;
    while offset > 50 {
        offset -= 1;
        text = &text[1..];
        while follows(text, 0) {
            offset = offset.saturating_sub(1);
            text = &text[1..];
        }
    }
    let mut length = text.len().min(78);
    while length < text.len() && length > 0 && follows(text, length) {
        length -= 1;
    }
    out.extend_from_slice(b"\n  ");
    out.extend(text[..length].iter().map(|byte| if byte.is_ascii_whitespace() || *byte == 0x0b { b' ' } else { *byte }));
    out.extend_from_slice(b"\n  ");
    if offset < 25 {
        out.extend(std::iter::repeat_n(b' ', offset));
        out.extend_from_slice(b"^--- error here");
    } else {
        out.extend(std::iter::repeat_n(b' ', offset - 14));
        out.extend_from_slice(b"error here ---^");
    }
}

/// The names of a statement's columns.
pub fn column_names(statement: &Statement<'_>) -> Result<Vec<Vec<u8>>, Failure> {
    // A name that is no text makes the interface panic.
    catch_unwind(AssertUnwindSafe(|| {
        statement.column_names().into_iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>()
    }))
    .map_err(|_| Failure::new(1, "the name of a column is not UTF-8"))
}

/// Gives the statement's parameters the values of `.parameter`.
fn bind(connection: &Connection, statement: &mut Statement<'_>) -> Result<(), Failure> {
    let count = statement.parameter_count();
    if count == 0 || !connection.table_exists(Some("temp"), "sqlite_parameters")? {
        return Ok(());
    }
    for index in 1..=count {
        let name = statement.parameter_name(index).map_or_else(|| format!("?{index}"), str::to_owned);
        let mut lookup = connection.prepare("SELECT value FROM temp.sqlite_parameters WHERE key=?1")?;
        let mut rows = lookup.query([&name])?;
        if let Some(row) = rows.next()? {
            statement.raw_bind_parameter(index, row.get::<_, Value>(0)?)?;
        }
    }
    Ok(())
}

/// Prepares, steps and prints.
fn run(
    context: &mut Context<'_>,
    settings: &mut Settings,
    sink: &mut Sink,
    database: &Database,
    text: &str,
) -> Result<(), (&'static str, Failure)> {
    let connection = &database.connection;
    let prepared = catch_unwind(AssertUnwindSafe(|| connection.prepare(text)))
        .unwrap_or_else(|_| Err(rusqlite::Error::InvalidQuery));
    database.check().map_err(|failure| ("in prepare", failure))?;
    let mut statement = match prepared {
        Ok(statement) => statement,
        Err(error) => return Err(("in prepare", error.into())),
    };
    let kind = statement.is_explain();
    if settings.auto_plan != AutoPlan::Off && kind == 0 {
        plan::show(context, settings, sink, connection, text).map_err(|failure| ("stepping", failure))?;
    }
    let mode = match kind {
        1 if settings.auto_explain => Mode::Explain,
        2 if settings.auto_explain => Mode::Plan,
        _ => settings.mode,
    };
    let stepped = bind(connection, &mut statement)
        .and_then(|()| step(context, settings, sink, &mut statement, mode))
        .map_err(|failure| ("stepping", failure));
    drop(statement);
    database.check().map_err(|failure| ("stepping", failure))?;
    stepped
}

/// Runs a prepared statement and prints its rows.
fn step(
    context: &mut Context<'_>,
    settings: &mut Settings,
    sink: &mut Sink,
    statement: &mut Statement<'_>,
    mode: Mode,
) -> Result<(), Failure> {
    let mut names: Option<Vec<Vec<u8>>> = None;
    let mut layout: Option<Layout> = None;
    let mut gathered: Vec<Vec<Vec<u8>>> = Vec::new();
    let (mut count, mut kept) = (0u64, 0);
    let mut line = Vec::new();
    let mut failure = None;
    // What an index of a row means is known before the first step only when the schema has not changed since.
    let mut rows = statement.raw_query();
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            Err(error) => {
                failure = Some(error.into());
                break;
            }
        };
        if names.is_none() {
            names = Some(column_names(row.as_ref())?);
        }
        let names = names.as_deref().unwrap_or_default();
        let cells: Vec<Cell<'_>> =
            (0..names.len()).map(|index| Ok(Cell::new(row.get_ref(index)?))).collect::<Result<_, Failure>>()?;
        let size: usize = cells.iter().map(|cell| cell.text.as_ref().map_or(0, |text| text.len())).sum();
        context.charge_bytes(size)?;
        if mode.is_columnar() {
            kept += layout.get_or_insert_with(|| Layout::new(settings, names)).push(settings, &cells);
        } else if matches!(mode, Mode::Explain | Mode::Plan) {
            kept += size + 64;
            gathered.push(cells.iter().map(|cell| cell.text.as_deref().unwrap_or_default().to_vec()).collect());
        } else {
            line.clear();
            render::row(&mut line, mode, settings, names, &cells, count);
            put(sink, context, &line)?;
        }
        if kept > LAYOUT {
            return Err(Failure::new(7, "out of memory: the result is too large for columns"));
        }
        count += 1;
    }
    drop(rows);
    line.clear();
    match (&layout, mode) {
        (Some(layout), _) => {
            layout.print(&mut line, mode, settings);
            // Columns that were shown have a width from then on, which is that of their values.
            let columns = settings.widths.len().max(names.as_ref().map_or(0, Vec::len));
            settings.widths.resize(columns, 0);
        }
        (None, Mode::Explain) => {
            columns::explained(&mut line, &gathered, names.as_deref().unwrap_or_default(), &Settings { header: true, ..Settings::default() });
        }
        (None, Mode::Plan) => plan::print(&mut line, &gathered),
        _ => render::finish(&mut line, mode, count),
    }
    put(sink, context, &line)?;
    failure.map_or(Ok(()), Err)
}

/// A name without its quotes.
pub fn unquoted(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(token).into_owned();
    let inner = |quote: char, end: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(end));
    if let Some(name) = inner('[', ']') {
        return name.to_owned();
    }
    for quote in ['"', '`', '\''] {
        if let Some(name) = inner(quote, quote) {
            return name.replace(&format!("{quote}{quote}"), &quote.to_string());
        }
    }
    text
}

/// The value of an expression in a statement that SQLite does not get to see; a bare name is itself.
fn expression(database: &Database, tokens: &[&[u8]]) -> Result<Vec<u8>, Failure> {
    let tokens = match tokens {
        [front @ .., b";"] => front,
        all => all,
    };
    if let [token] = tokens
        && !token.starts_with(b"'")
        && !matches!(token.first(), Some(b'0'..=b'9'))
    {
        return Ok(unquoted(token).into_bytes());
    }
    let text = format!("SELECT {}", String::from_utf8_lossy(&tokens.join(&b' ')));
    let connection = &database.connection;
    let mut statement = connection.prepare(&text)?;
    bind(connection, &mut statement)?;
    let mut rows = statement.raw_query();
    let value = match rows.next()? {
        Some(row) => match row.get_ref(0)? {
            ValueRef::Text(text) | ValueRef::Blob(text) => text.to_vec(),
            other => Cell::new(other).text.unwrap_or_default().into_owned(),
        },
        None => Vec::new(),
    };
    Ok(value)
}

/// `ATTACH [DATABASE] file AS name`
fn attach(context: &mut Context<'_>, database: &mut Database, text: &str) -> Result<(), Failure> {
    let tokens = sql::tokens(text.as_bytes());
    let start = if tokens.get(1).is_some_and(|token| token.eq_ignore_ascii_case(b"DATABASE")) { 2 } else { 1 };
    let Some(at) = tokens.iter().rposition(|token| token.eq_ignore_ascii_case(b"AS")) else {
        return Err(Failure::new(1, "ATTACH needs AS"));
    };
    let path = expression(database, tokens.get(start..at).unwrap_or_default())?;
    let name = expression(database, tokens.get(at + 1..).unwrap_or_default())?;
    database.persist(context)?;
    database.attach(context, &path, &String::from_utf8_lossy(&name))
}

fn vacuum_into(
    context: &mut Context<'_>,
    database: &mut Database,
    schema: &str,
    target: &[u8],
) -> Result<(), Failure> {
    let size = context.vfs().stat(context.cwd(), target).map(|stat| stat.size);
    if size.is_ok_and(|size| size > 0) {
        return Err(Failure::new(1, "output file already exists"));
    }
    let bytes = database.packed(schema)?;
    context.charge_bytes(bytes.len())?;
    let content = workspace::Content::from_bytes(bytes.into());
    context
        .vfs()
        .write_file(context.cwd(), target, content, context.new_mode(0o644))
        .map_err(|_| Failure::new(14, format!("unable to open database: {}", target.as_bstr())))
}

/// The pragmas that are about the file: true when it was one of them.
fn pragma(
    context: &mut Context<'_>,
    settings: &mut Settings,
    sink: &mut Sink,
    database: &mut Database,
    text: &str,
) -> Result<bool, Failure> {
    let tokens = sql::tokens(text.as_bytes());
    let (schema, rest) = match &tokens[1..] {
        [schema, b".", rest @ ..] => (unquoted(schema), rest),
        rest => ("main".to_owned(), rest),
    };
    let name = rest.first().map(|token| unquoted(token).to_ascii_lowercase()).unwrap_or_default();
    let value = match rest.get(1..).unwrap_or_default() {
        [b"=", value, ..] | [b"(", value, ..] => Some(unquoted(value)),
        _ => None,
    };
    match name.as_str() {
        "journal_mode" => {
            let Some(mode) = database.journal_mode(&schema, value.as_deref()) else { return Ok(false) };
            let query = format!("SELECT {} AS journal_mode", sql::literal(&mode));
            let mut statement = database.connection.prepare(&query)?;
            step(context, settings, sink, &mut statement, settings.mode)?;
        }
        "database_list" => {
            let rows: Vec<String> = database
                .list()?
                .iter()
                .map(|(number, name)| {
                    let file = String::from_utf8_lossy(database.file_of(name)).into_owned();
                    format!("SELECT {number} AS seq, {} AS name, {} AS file", sql::literal(name), sql::literal(&file))
                })
                .collect();
            let mut statement = database.connection.prepare(&rows.join(" UNION ALL "))?;
            step(context, settings, sink, &mut statement, settings.mode)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}
