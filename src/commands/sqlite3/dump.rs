//! `.dump`: a database as the SQL that makes it.

use bstr::{BString, ByteSlice};

use super::database::{Database, Failure};
use super::render::{self, Cell};
use super::schema::query;
use super::settings::{Mode, Settings};
use super::shell::{Opened, Shell, Verdict, put};
use super::sql;
use shell::kernel::Halt;

#[derive(Default)]
struct Options {
    data_only: bool,
    no_system: bool,
    preserve_rowids: bool,
    newlines: bool,
}

/// Bytes gathered before they are handed on.
const CHUNK: usize = 64 << 10;

pub fn run(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let mut options = Options::default();
    let mut patterns = Vec::new();
    for word in arguments {
        match word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-")) {
            Some(b"preserve-rowids") => options.preserve_rowids = true,
            Some(b"newlines") => options.newlines = true,
            Some(b"data-only") => options.data_only = true,
            Some(b"nosys") => options.no_system = true,
            Some(_) => return shell.fail(format!("Unknown option \"{word}\" on \".dump\"")),
            None => {
                let pattern = sql::literal(&word.to_str_lossy());
                patterns.push(format!(
                    "name LIKE {pattern} ESCAPE '\\' OR EXISTS (SELECT 1 FROM sqlite_schema WHERE \
                     name LIKE {pattern} ESCAPE '\\' AND sql LIKE 'CREATE VIRTUAL TABLE%' AND \
                     substr(o.name, 1, length(name)+1) == (name||'_'))"
                ));
            }
        }
    }
    let filter = if patterns.is_empty() { "true".to_owned() } else { patterns.join(" OR ") };
    match shell.open()? {
        Opened::Yes => {}
        Opened::No => return Ok(Verdict::Failed),
        Opened::NotDatabase => {
            if !options.data_only {
                shell.put(b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")?;
            }
            shell.put(b"/**** ERROR: (26) file is not a database *****/\nROLLBACK; -- due to errors\n")?;
            return Ok(Verdict::Fine);
        }
    }
    let Shell { context, sink, database: Some(database), .. } = shell else { return Ok(Verdict::Failed) };
    let mut write = |data: &[u8]| -> Result<(), Failure> {
        context.charge_bytes(data.len())?;
        Ok(put(sink, context, data)?)
    };
    match dump(database, &options, &filter, &mut write) {
        Ok(()) => Ok(Verdict::Fine),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Sql(error)) => {
            let text = format!("/**** ERROR: ({}) {} *****/\n", error.code, error.message);
            shell.put(text.as_bytes())?;
            shell.put(b"ROLLBACK; -- due to errors\n")?;
            Ok(Verdict::Fine)
        }
    }
}

fn dump(
    database: &Database,
    options: &Options,
    filter: &str,
    write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !options.data_only {
        write(b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")?;
    }
    let mut writable = false;
    let mut failed = false;
    let tables = query(
        database,
        &format!(
            "SELECT name, sql FROM sqlite_schema AS o WHERE ({filter}) AND type=='table' AND sql NOT NULL \
             ORDER BY tbl_name='sqlite_sequence', rowid"
        ),
    )?;
    for mut row in tables {
        let statement = row.pop().flatten().unwrap_or_default();
        let name = row.pop().flatten().unwrap_or_default();
        match table(database, options, &name, &statement, &mut writable, write) {
            Ok(()) => {}
            Err(Failure::Sql(_)) => failed = true,
            Err(halt) => return Err(halt),
        }
    }
    if !options.data_only {
        let rest = query(
            database,
            &format!(
                "SELECT sql FROM sqlite_schema AS o WHERE ({filter}) AND sql NOT NULL \
                 AND type IN ('index','trigger','view')"
            ),
        )?;
        for mut row in rest {
            let statement = row.pop().flatten().unwrap_or_default();
            // A comment at the end would swallow the semicolon.
            let comment = memchr::memmem::find(&statement, b"--").is_some();
            let end: &[u8] = if comment { b"\n;\n" } else { b";\n" };
            write(&[&statement, end].concat())?;
        }
    }
    if writable {
        write(b"PRAGMA writable_schema=OFF;\n")?;
    }
    if !options.data_only {
        write(if failed { b"ROLLBACK; -- due to errors\n" } else { b"COMMIT;\n" })?;
    }
    Ok(())
}

fn table(
    database: &Database,
    options: &Options,
    name: &[u8],
    statement: &[u8],
    writable: &mut bool,
    write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let statistics = name.len() == 12 && name.starts_with(b"sqlite_stat");
    if name == b"sqlite_sequence" && !options.no_system {
        if !options.data_only {
            write(b"DELETE FROM sqlite_sequence;\n")?;
        }
    } else if statistics && !options.no_system {
        if !options.data_only {
            write(b"ANALYZE sqlite_schema;\n")?;
        }
    } else if name.starts_with(b"sqlite_") {
        return Ok(());
    } else if options.data_only {
    } else if statement.starts_with(b"CREATE VIRTUAL TABLE") {
        if !std::mem::replace(writable, true) {
            write(b"PRAGMA writable_schema=ON;\n")?;
        }
        let name = sql::quoted(name, b'\'');
        let mut line =
            b"INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table',".to_vec();
        for piece in [&name[..], b",", &name, b",0,", &sql::quoted(statement, b'\''), b");\n"] {
            line.extend_from_slice(piece);
        }
        return write(&line);
    } else {
        let mut line = Vec::new();
        render::schema_line(&mut line, statement, b";\n");
        write(&line)?;
    }
    let name_text = String::from_utf8_lossy(name).into_owned();
    let columns = columns(database, options, &name_text)?;
    let mut settings =
        Settings { mode: Mode::Insert, newlines: options.newlines, table: sql::name(name).into_owned().into(), ..Settings::default() };
    let Columns { rowid, names } = columns;
    let mut selected: Vec<String> = Vec::new();
    if let Some(rowid) = &rowid {
        settings.table.extend_from_slice(format!("({rowid}").as_bytes());
        for name in &names {
            settings.table.push(b',');
            settings.table.extend_from_slice(&sql::name(name.as_bytes()));
        }
        settings.table.push(b')');
        selected.push(rowid.clone());
    }
    selected.extend(names.iter().map(|name| String::from_utf8_lossy(&sql::name(name.as_bytes())).into_owned()));
    let text = format!("SELECT {} FROM {}", selected.join(","), String::from_utf8_lossy(&sql::name(name)));
    each_row(database, &settings, &text, write)
}

struct Columns {
    /// What the rowid is called where it has to be kept.
    rowid: Option<String>,
    names: Vec<String>,
}

/// The columns of a table that hold data.
fn columns(database: &Database, options: &Options, table: &str) -> Result<Columns, Failure> {
    let rows = query(database, &format!("PRAGMA table_info={}", sql::literal(table)))?;
    let mut names = Vec::new();
    let (mut keys, mut integer) = (0, false);
    for mut row in rows {
        let text = |cell: Option<&mut Option<Vec<u8>>>| {
            String::from_utf8_lossy(&cell.and_then(Option::take).unwrap_or_default()).into_owned()
        };
        let kind = text(row.get_mut(2));
        if text(row.get_mut(5)) != "0" {
            keys += 1;
            integer = keys == 1 && kind.eq_ignore_ascii_case("INTEGER");
        }
        names.push(text(row.get_mut(1)));
    }
    if names.is_empty() {
        return Err(Failure::new(1, "no columns"));
    }
    let mut keep = options.preserve_rowids;
    if keep && integer {
        // An INTEGER PRIMARY KEY is the rowid, unless it was made with DESC: then there is an index for it.
        let text = format!("SELECT 1 FROM pragma_index_list({}) WHERE origin='pk'", sql::literal(table));
        keep = !query(database, &text)?.is_empty();
    }
    let free = |name: &&str| !names.iter().any(|column| column.eq_ignore_ascii_case(name));
    let mut rowid = if keep { ["rowid", "_rowid_", "oid"].iter().find(|name| free(name)) } else { None };
    if let Some(name) = rowid
        && query(database, &format!("SELECT {name} FROM {} LIMIT 0", sql::identifier(table))).is_err()
    {
        rowid = None;
    }
    Ok(Columns { rowid: rowid.map(|name| (*name).to_owned()), names })
}

/// Prints the rows of a query as the settings say.
pub fn rows(out: &mut Vec<u8>, database: &Database, settings: &Settings, text: &str) -> Result<(), Failure> {
    each_row(database, settings, text, &mut |data| {
        out.extend_from_slice(data);
        Ok(())
    })
}

fn each_row(
    database: &Database,
    settings: &Settings,
    text: &str,
    write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut statement = database.connection.prepare(text)?;
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    let mut out = Vec::new();
    let mut count = 0;
    while let Some(row) = match rows.next() {
        Ok(row) => row,
        Err(error) => {
            write(&out)?;
            database.check()?;
            return Err(error.into());
        }
    } {
        let cells = (0..columns).map(|index| Ok(Cell::new(row.get_ref(index)?))).collect::<Result<Vec<_>, Failure>>()?;
        render::row(&mut out, settings.mode, settings, &[], &cells, count);
        count += 1;
        if out.len() >= CHUNK {
            write(&out)?;
            out.clear();
        }
    }
    write(&out)
}
