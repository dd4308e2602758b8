//! `.open`, `.save`, `.backup`, `.restore`: whole databases to and from files.

use bstr::{BString, ByteSlice};

use super::database::{Database, Failure};
use super::shell::{Shell, Verdict};
use shell::kernel::Halt;
use workspace::Content;

/// `.open ?OPTIONS? ?FILE?`
pub fn open(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let (mut file, mut new, mut read_only): (Option<&BString>, bool, bool) = (None, false, false);
    for word in arguments {
        match word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-")) {
            Some(b"new") => new = true,
            Some(b"readonly") => read_only = true,
            Some(_) => return shell.fail(format!("unknown option: {word}")),
            None if file.is_none() => file = Some(word),
            None => return shell.fail(format!("extra argument: \"{word}\"")),
        }
    }
    shell.persist()?;
    shell.database = None;
    let file = file.cloned().unwrap_or_default();
    if new && !file.is_empty() {
        let _ = shell.context.vfs().unlink(shell.context.cwd(), &file);
    }
    shell.file = if file.is_empty() { ":memory:".into() } else { file };
    shell.read_only = read_only;
    match Database::open(shell.context, &shell.file, read_only) {
        Ok(database) => shell.database = Some(database),
        Err(Failure::Halt(halt)) => return Err(halt),
        Err(Failure::Sql(error)) if error.code == super::database::SQLITE_NOTADB => {}
        Err(Failure::Sql(error)) => {
            // One in memory stands in for it.
            let text = format!("Error: unable to open database \"{}\": {}", shell.file, error.message);
            shell.complain(text.as_bytes())?;
            shell.file = ":memory:".into();
            shell.read_only = false;
        }
    }
    Ok(Verdict::Fine)
}

/// The names of a database and a file.
fn operands<'w>(
    shell: &mut Shell<'_, '_>,
    words: impl Iterator<Item = &'w BString>,
    name: &str,
) -> Result<Option<(String, &'w BString)>, Halt> {
    let words: Vec<&BString> = words.collect();
    match words.as_slice() {
        [file] => Ok(Some(("main".to_owned(), file))),
        [schema, file] => Ok(Some((schema.to_str_lossy().into_owned(), file))),
        _ => {
            shell.complain(format!("Usage: .{name} ?DB? FILE").as_bytes())?;
            Ok(None)
        }
    }
}

/// `.save` and `.backup`
pub fn save(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    for word in arguments {
        match word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-")) {
            // Writes are never delayed.
            Some(b"async") | None => {}
            Some(_) => return shell.fail(format!("unknown option: {word}")),
        }
    }
    let words = arguments.iter().filter(|word| !word.starts_with(b"-"));
    let words: Vec<&BString> = words.collect();
    let (schema, file) = match words.as_slice() {
        [] => return shell.fail("missing FILENAME argument on .backup"),
        [file] => ("main".to_owned(), *file),
        [schema, file] => (schema.to_str_lossy().into_owned(), *file),
        _ => return shell.fail("Usage: .backup ?DB? ?OPTIONS? FILENAME"),
    };
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    shell.persist()?;
    let Some(database) = &mut shell.database else { return Ok(Verdict::Failed) };
    if !knows(database, &schema) {
        return shell.fail(format!("Error: unknown database {schema}"));
    }
    let bytes = database.bytes(&schema);
    shell.context.charge_bytes(bytes.len())?;
    let content = Content::from_bytes(bytes.into());
    let written = shell.context.vfs().write_file(shell.context.cwd(), file, content, shell.context.new_mode(0o644));
    match written {
        Ok(()) => Ok(Verdict::Fine),
        Err(workspace::Errno::NoSpace(_)) => shell.fail("Error: database or disk is full"),
        Err(_) => shell.fail(format!("Error: cannot open \"{file}\"")),
    }
}

/// `.restore ?DB? FILE`
pub fn restore(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let Some((schema, file)) = operands(shell, arguments.iter(), "restore")? else { return Ok(Verdict::Failed) };
    let content = shell.context.vfs().read_file(shell.context.cwd(), file);
    let Ok(content) = content else { return shell.fail(format!("Error: cannot open \"{file}\"")) };
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    let bytes = content.to_bytes();
    shell.context.charge_bytes(bytes.len())?;
    let Some(database) = &mut shell.database else { return Ok(Verdict::Failed) };
    if !knows(database, &schema) {
        return shell.fail(format!("Error: unknown database {schema}"));
    }
    match database.replace(&schema, &bytes, false).and_then(|()| database.bound_pages()) {
        Ok(()) => {
            database.touch();
            Ok(Verdict::Fine)
        }
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Sql(error)) => shell.fail(format!("Error: {}", error.message)),
    }
}

fn knows(database: &Database, schema: &str) -> bool {
    (0..12).map_while(|index| database.connection.db_name(index).ok()).any(|name| name.eq_ignore_ascii_case(schema))
}
