//! `.schema`, `.fullschema`, `.tables`, `.indexes`, `.databases`: what a database holds.

use bstr::{BString, ByteSlice};
use rusqlite::TransactionState;

use super::database::{Database, Failure};
use super::render;
use super::settings::Mode;
use super::shell::{Shell, Verdict};
use super::sql;
use shell::kernel::Halt;

/// Rows of text; NULL is `None`.
pub type Rows = Vec<Vec<Option<Vec<u8>>>>;

/// The rows of a query of the shell's own.
pub fn query(database: &Database, text: &str) -> Result<Rows, Failure> {
    let result = (|| {
        let mut statement = database.connection.prepare(text)?;
        let columns = statement.column_count();
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let cells: rusqlite::Result<Vec<_>> = (0..columns)
                .map(|index| Ok(render::Cell::new(row.get_ref(index)?).text.map(std::borrow::Cow::into_owned)))
                .collect();
            found.push(cells?);
        }
        Ok(found)
    })();
    database.check()?;
    result.map_err(|error: rusqlite::Error| error.into())
}

/// The names of the open databases in their order.
fn schemas(database: &Database) -> Result<Vec<String>, Failure> {
    Ok(database.list()?.into_iter().map(|(_, name)| name).collect())
}

fn text(mut row: Vec<Option<Vec<u8>>>, column: usize) -> String {
    let value = if column < row.len() { row.swap_remove(column) } else { None };
    String::from_utf8_lossy(&value.unwrap_or_default()).into_owned()
}

/// Runs what needs an open database, and says how it failed.
pub fn with(
    shell: &mut Shell<'_, '_>,
    act: impl FnOnce(&mut Database) -> Result<Vec<u8>, Failure>,
) -> Result<Verdict, Halt> {
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    let Some(database) = &mut shell.database else { return Ok(Verdict::Failed) };
    match database.begin(shell.context).and_then(|()| act(database)) {
        Ok(out) => {
            shell.put(&out)?;
            Ok(Verdict::Fine)
        }
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Sql(error)) => shell.fail(format!("Error: {}", error.message)),
    }
}

/// `.databases`
pub fn databases(shell: &mut Shell<'_, '_>) -> Result<Verdict, Halt> {
    with(shell, |database| {
        let mut out = Vec::new();
        for name in schemas(database)? {
            let file = database.file_of(&name);
            out.extend_from_slice(format!("{name}: ").as_bytes());
            out.extend_from_slice(if file.is_empty() { b"\"\"" } else { file });
            out.extend_from_slice(if database.is_read_only(&name) { b" r/o" } else { b" r/w" });
            out.extend_from_slice(match database.connection.transaction_state(Some(name.as_str())) {
                Ok(TransactionState::Read) => b" read-txn",
                Ok(TransactionState::Write) => b" write-txn",
                _ => b"",
            });
            out.push(b'\n');
        }
        Ok(out)
    })
}

/// `.tables` and `.indexes`
pub fn names(shell: &mut Shell<'_, '_>, arguments: &[BString], indexes: bool) -> Result<Verdict, Halt> {
    if arguments.len() > 1 && indexes {
        return shell.fail("Usage: .indexes ?LIKE-PATTERN?");
    }
    let pattern = arguments.first().map(|word| word.to_str_lossy().into_owned());
    with(shell, |database| {
        let mut parts = Vec::new();
        for schema in schemas(database)? {
            let shown = match schema.eq_ignore_ascii_case("main") {
                true => "name".to_owned(),
                false => format!("{}||'.'||name", sql::literal(&schema)),
            };
            let mut part = format!("SELECT {shown} FROM {}.sqlite_schema", sql::identifier(&schema));
            match indexes {
                true => part += " WHERE type='index'",
                false => part += " WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%'",
            }
            if let Some(pattern) = &pattern {
                let column = if indexes { "tbl_name" } else { "name" };
                part += &format!(" AND {column} LIKE {}", sql::literal(pattern));
            }
            parts.push(part);
        }
        let rows = query(database, &format!("{} ORDER BY 1", parts.join(" UNION ALL ")))?;
        let names: Vec<Vec<u8>> = rows.into_iter().map(|mut row| row.pop().flatten().unwrap_or_default()).collect();
        let mut out = Vec::new();
        let width = names.iter().map(Vec::len).max().unwrap_or(0);
        let columns = (80 / (width + 2)).max(1);
        let lines = names.len().div_ceil(columns);
        for line in 0..lines {
            for (index, name) in names.iter().enumerate().skip(line).step_by(lines) {
                if index >= lines {
                    out.extend_from_slice(b"  ");
                }
                out.extend_from_slice(name);
                out.extend(std::iter::repeat_n(b' ', width - name.len()));
            }
            out.push(b'\n');
        }
        Ok(out)
    })
}

/// `.schema ?OPTIONS? ?PATTERN?`
pub fn run(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let (mut pattern, mut indent, mut no_system): (Option<String>, bool, bool) = (None, false, false);
    for word in arguments {
        match word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-")) {
            Some(b"indent") => indent = true,
            Some(b"nosys") => no_system = true,
            Some(_) => return shell.fail(format!("Unknown option: \"{word}\"")),
            None if pattern.is_none() => pattern = Some(word.to_str_lossy().into_owned()),
            None => return shell.fail("Usage: .schema ?--indent? ?--nosys? ?LIKE-PATTERN?"),
        }
    }
    with(shell, |database| {
        let mut out = Vec::new();
        let mut print = |text: &[u8]| {
            if indent { pretty(&mut out, text) } else { render::schema_line(&mut out, text, b";\n") }
        };
        if let Some(name) = &pattern {
            let own = ["sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"];
            if own.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                let text = format!(
                    "CREATE TABLE {name} (\n  type text,\n  name text,\n  tbl_name text,\n  rootpage integer,\n  sql text\n)"
                );
                print(text.as_bytes());
            }
        }
        for schema in schemas(database)? {
            let mut conditions = vec!["sql IS NOT NULL".to_owned()];
            if let Some(pattern) = &pattern {
                let name = match pattern.contains('.') {
                    true => format!("lower({}||'.'||tbl_name)", sql::literal(&schema)),
                    false => "lower(tbl_name)".to_owned(),
                };
                conditions.push(match pattern.contains(['*', '?', '[']) {
                    true => format!("{name} GLOB {}", sql::literal(pattern)),
                    false => format!("{name} LIKE {} ESCAPE '\\'", sql::literal(pattern)),
                });
            }
            if no_system {
                conditions.push("name NOT LIKE 'sqlite_%'".to_owned());
            }
            let text = format!(
                "SELECT sql, name FROM {}.sqlite_schema WHERE {} ORDER BY rowid",
                sql::identifier(&schema),
                conditions.join(" AND ")
            );
            for mut row in query(database, &text)? {
                let name = row.pop().flatten().unwrap_or_default();
                let statement = row.pop().flatten().unwrap_or_default();
                print(&completed(database, &schema, &name, statement)?);
            }
        }
        Ok(out)
    })
}

/// A statement with the name of its database, and for what has no columns in its text, a comment with them.
fn completed(database: &Database, schema: &str, name: &[u8], statement: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let kinds = ["TABLE", "INDEX", "UNIQUE INDEX", "VIEW", "TRIGGER", "VIRTUAL TABLE"];
    let Some(rest) = statement.strip_prefix(b"CREATE ") else { return Ok(statement) };
    let kind = kinds.iter().find(|kind| rest.strip_prefix(kind.as_bytes()).is_some_and(|rest| rest.starts_with(b" ")));
    let Some(kind) = kind else { return Ok(statement) };
    let is_main = schema.eq_ignore_ascii_case("main");
    let shown = match schema.eq_ignore_ascii_case("temp") {
        true => schema.as_bytes().to_vec(),
        false => sql::name(schema.as_bytes()).into_owned(),
    };
    let mut out = Vec::with_capacity(statement.len() + 64);
    if is_main {
        out.extend_from_slice(&statement);
    } else {
        let at = 7 + kind.len();
        out.extend_from_slice(&statement[..at + 1]);
        out.extend_from_slice(&shown);
        out.push(b'.');
        out.extend_from_slice(&statement[at + 1..]);
    }
    if kind.starts_with('V') {
        let name_text = String::from_utf8_lossy(name).into_owned();
        let text = format!("PRAGMA {}.table_info({})", sql::identifier(schema), sql::literal(&name_text));
        // A view whose tables are gone has no columns to show.
        let columns = match query(database, &text) {
            Ok(columns) => columns,
            Err(Failure::Halt(halt)) => return Err(halt.into()),
            Err(Failure::Sql(_)) => Vec::new(),
        };
        if !columns.is_empty() {
            out.extend_from_slice(b"\n/* ");
            if !is_main {
                out.extend_from_slice(&shown);
                out.push(b'.');
            }
            out.extend_from_slice(&sql::name(name));
            for (index, mut column) in columns.into_iter().enumerate() {
                out.push(if index == 0 { b'(' } else { b',' });
                let column = if column.len() > 1 { column.swap_remove(1) } else { None };
                out.extend_from_slice(&sql::name(&column.unwrap_or_default()));
            }
            out.extend_from_slice(b") */");
        }
    }
    Ok(out)
}

/// A statement laid out with a line for each column when it is long.
fn pretty(out: &mut Vec<u8>, text: &[u8]) {
    let begins = |prefix: &str| {
        text.len() >= prefix.len() && text[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
    };
    if begins("CREATE VIEW") || begins("CREATE TRIG") {
        out.extend_from_slice(text);
        out.extend_from_slice(b";\n");
        return;
    }
    let blank = |byte: u8| byte.is_ascii_whitespace() || byte == 0x0b;
    let mut packed: Vec<u8> = Vec::with_capacity(text.len());
    for &byte in text.trim_start() {
        if blank(byte) {
            if let Some(last) = packed.last_mut().filter(|last| **last == b'\r') {
                *last = b'\n';
            }
            if packed.last().is_none_or(|&last| blank(last) || last == b'(') {
                continue;
            }
        } else if matches!(byte, b'(' | b')') && packed.last().is_some_and(|&last| blank(last)) {
            packed.pop();
        }
        packed.push(byte);
    }
    while packed.last().is_some_and(|&last| blank(last)) {
        packed.pop();
    }
    if packed.len() < 79 {
        return render::schema_line(out, &packed, b";\n");
    }
    let mut line: Vec<u8> = Vec::new();
    let (mut end, mut depth, mut lines, mut at) = (0u8, 0i64, 0, 0);
    while let Some(&byte) = packed.get(at) {
        if byte == end {
            end = 0;
        } else {
            match byte {
                _ if end != 0 && !matches!(byte, b'"' | b'\'' | b'`' | b'[' | b'(' | b')') => {}
                b'"' | b'\'' | b'`' => end = byte,
                b'[' => end = b']',
                b'-' if packed.get(at + 1) == Some(&b'-') => end = b'\n',
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if lines > 0 && depth == 0 && !line.is_empty() {
                        render::schema_line(out, &line, b"\n");
                        line.clear();
                    }
                }
                _ => {}
            }
        }
        line.push(byte);
        let breaks = byte == b'(' || byte == b'\n' || byte == b',' && !only_comment(&packed[at + 1..]);
        if depth == 1 && end == 0 && breaks {
            if byte == b'\n' {
                line.pop();
            }
            render::schema_line(out, &line, b"\n  ");
            line.clear();
            lines += 1;
            while packed.get(at + 1).is_some_and(|&next| blank(next)) {
                at += 1;
            }
        }
        at += 1;
    }
    render::schema_line(out, &line, b";\n");
}

/// Whether the rest of the line is blank or a comment.
fn only_comment(text: &[u8]) -> bool {
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\n' => return true,
            _ if byte.is_ascii_whitespace() => {}
            b'-' if text.get(at + 1) == Some(&b'-') => return true,
            _ => return false,
        }
    }
    true
}

/// `.fullschema ?--indent?`
pub fn full(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let indent = match arguments {
        [] => false,
        [word] if matches!(word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-")), Some(b"indent")) => true,
        _ => return shell.fail("Usage: .fullschema ?--indent?"),
    };
    let mut settings = super::settings::Settings { mode: Mode::Insert, ..Default::default() };
    with(shell, |database| {
        let mut out = Vec::new();
        let text = "SELECT sql FROM (SELECT sql sql, type type, tbl_name tbl_name, name name, rowid x \
                    FROM sqlite_schema UNION ALL SELECT sql, type, tbl_name, name, rowid FROM sqlite_temp_schema) \
                    WHERE type!='meta' AND sql NOTNULL AND name NOT LIKE 'sqlite_%' ORDER BY x";
        for mut row in query(database, text)? {
            let statement = row.pop().flatten().unwrap_or_default();
            if indent { pretty(&mut out, &statement) } else { render::schema_line(&mut out, &statement, b";\n") }
        }
        let statistics = query(database, "SELECT name FROM sqlite_schema WHERE name GLOB 'sqlite_stat[134]' ORDER BY 1")?;
        if statistics.is_empty() {
            out.extend_from_slice(b"/* No STAT tables available */\n");
            return Ok(out);
        }
        out.extend_from_slice(b"ANALYZE sqlite_schema;\n");
        for row in statistics {
            let name = text_of(row);
            settings.table = name.as_bytes().into();
            super::dump::rows(&mut out, database, &settings, &format!("SELECT * FROM {}", sql::identifier(&name)))?;
        }
        out.extend_from_slice(b"ANALYZE sqlite_schema;\n");
        Ok(out)
    })
}

fn text_of(row: Vec<Option<Vec<u8>>>) -> String {
    text(row, 0)
}
