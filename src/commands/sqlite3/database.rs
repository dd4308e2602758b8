//! The connection, and the files of the tree behind it.
//!
//! SQLite works on a copy of each file's bytes in memory and never opens a file itself. What a transaction has committed
//! is written back before anybody else can look: before the command waits for input, starts to read or write another
//! file, and ends. A file that somebody else has written meanwhile is read again before the next statement.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use send_wrapper::SendWrapper;

use super::{clock, functions, sql};
use shell::command::{Context, Exec};
use shell::kernel::Halt;
use workspace::{AbsPath, Content, Follow, Node, Time};

/// Instructions of SQLite's machine between two looks at the meter.
const INSTRUCTIONS: i32 = 1_000;

/// What so many instructions cost.
const STEPS: u64 = 250;

/// Heap of all connections of the process together, beyond which SQLite answers "out of memory".
const HEAP: u64 = 1 << 30;

/// How deeply a statement may be nested, and how many queries it may hold: SQLite's compiler works by recursion.
const DEPTH: usize = 1_000;
const SELECTS: usize = 2_000;

/// What a schema may hold, as views, triggers and keys that build on each other are compiled by recursion too.
const OBJECTS: usize = 5_000;
const VIEW_SELECTS: usize = 1_000;

/// The codes of SQLite that are named here.
pub const SQLITE_CANTOPEN: i32 = 14;
pub const SQLITE_NOTADB: i32 = 26;

/// Why an act on a database failed.
pub enum Failure {
    Halt(Halt),
    Sql(SqlError),
}

/// An error of SQLite.
#[derive(Debug)]
pub struct SqlError {
    /// The primary result code.
    pub code: i32,
    pub message: String,
    /// Where in the statement's text, if it is known.
    pub offset: Option<usize>,
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        Failure::Halt(halt)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Failure::Sql(match error {
            rusqlite::Error::SqliteFailure(error, message) => SqlError {
                code: error.extended_code & 0xff,
                message: message.unwrap_or_else(|| error.to_string()),
                offset: None,
            },
            rusqlite::Error::SqlInputError { error, msg, offset, .. } => SqlError {
                code: error.extended_code & 0xff,
                message: msg,
                offset: usize::try_from(offset).ok(),
            },
            other => SqlError { code: 1, message: other.to_string(), offset: None },
        })
    }
}

impl Failure {
    /// An error of our own, with the code that SQLite would give it.
    pub fn new(code: i32, message: impl Into<String>) -> Failure {
        Failure::Sql(SqlError { code, message: message.into(), offset: None })
    }
}

/// What the callbacks of a connection share with who uses it.
pub struct Shared {
    pub exec: Exec,
    pub cwd: RefCell<AbsPath>,
    /// The end of the process, met inside of a callback.
    halt: Cell<Option<Halt>>,
    /// The time that the running statement goes by.
    pub now: Cell<Time>,
    /// Something was committed since the files were written.
    committed: Cell<bool>,
    /// A statement of the shell's own is being prepared.
    trusted: Cell<bool>,
}

/// A shared state in the shape that the callbacks' types ask for. A process stays on its thread.
pub type Hold = SendWrapper<Rc<Shared>>;

/// A file of the tree that is open as a database.
struct File {
    path: BString,
    /// What it held when it was last read or written.
    content: Content,
    /// Its header asks for a write-ahead log.
    wal: bool,
    read_only: bool,
}

struct Schema {
    name: String,
    /// `None`: in memory only.
    file: Option<File>,
}

pub struct Database {
    pub connection: Connection,
    shared: Rc<Shared>,
    schemas: Vec<Schema>,
    /// Objects of the schemas and queries of their views, at most.
    objects: usize,
    view_selects: usize,
    /// Pages that a database may have, of the smallest size that is in use.
    file_limit: u64,
}

impl Database {
    /// Opens a file of the tree, which is created when it is not there; an empty name or `:memory:` is a database in
    /// memory.
    pub fn open(context: &Context<'_>, path: &[u8], read_only: bool) -> Result<Database, Failure> {
        let limits = *context.vfs().tree().limits();
        let connection = Connection::open_in_memory_with_flags(
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.execute_batch(&format!("PRAGMA hard_heap_limit={HEAP}; PRAGMA temp_store=2"))?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false)?;
        let length = context.exec.kernel.scheduler.limits().expansion_bytes.min(limits.file_bytes);
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, length)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10_000)?;
        connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
        let shared = Rc::new(Shared {
            exec: context.exec.clone(),
            cwd: RefCell::new(context.cwd().clone()),
            halt: Cell::new(None),
            now: Cell::new(context.now()),
            committed: Cell::new(false),
            trusted: Cell::new(false),
        });
        let hold = || SendWrapper::new(Rc::clone(&shared));
        connection.authorizer(Some({
            let shared = hold();
            move |context: AuthContext<'_>| authorize(&shared, &context.action)
        }))?;
        connection.progress_handler(
            INSTRUCTIONS,
            Some({
                let shared = hold();
                move || match shared.exec.kernel.scheduler.charge(STEPS) {
                    Ok(()) => false,
                    Err(halt) => {
                        shared.halt.set(Some(halt));
                        true
                    }
                }
            }),
        )?;
        connection.commit_hook(Some({
            let shared = hold();
            move || {
                shared.committed.set(true);
                false
            }
        }))?;
        functions::register(&connection, &hold)?;
        clock::register(&connection, &hold)?;
        let mut database = Database {
            connection,
            shared,
            schemas: Vec::new(),
            objects: 0,
            view_selects: 0,
            file_limit: limits.file_bytes,
        };
        database.schemas.push(Schema { name: "main".to_owned(), file: None });
        if !path.is_empty() && path != b":memory:" {
            database.schemas[0].file = Some(database.open_file(context, path, read_only)?);
            database.load(context, 0)?;
            if read_only {
                database.trusted(|connection| connection.execute_batch("PRAGMA query_only=1"))?;
            }
        }
        database.bound_pages()?;
        Ok(database)
    }

    pub fn set_cwd(&self, cwd: &AbsPath) {
        *self.shared.cwd.borrow_mut() = cwd.clone();
    }

    fn open_file(&self, context: &Context<'_>, path: &[u8], read_only: bool) -> Result<File, Failure> {
        let cannot = || Failure::new(SQLITE_CANTOPEN, "unable to open database file");
        let vfs = context.vfs();
        let resolved = vfs.resolve(context.cwd(), path, Follow::Yes).map_err(|_| cannot())?;
        match resolved.node {
            None if read_only => return Err(cannot()),
            None => vfs
                .write_file(context.cwd(), path, Content::new(), context.new_mode(0o644))
                .map_err(|_| cannot())?,
            Some(Node::File(_)) => {}
            Some(_) => return Err(cannot()),
        }
        let path: BString = resolved.path.as_bytes().into();
        let log = [path.as_slice(), b"-wal"].concat();
        if vfs.stat(context.cwd(), &log).is_ok_and(|stat| stat.size > 0) {
            return Err(Failure::new(SQLITE_CANTOPEN, "the write-ahead log beside the database is not read here"));
        }
        Ok(File { path, content: Content::new(), wal: false, read_only })
    }

    /// Reads the file of a schema.
    fn load(&mut self, context: &Context<'_>, index: usize) -> Result<(), Failure> {
        let Some(Schema { name, file: Some(file) }) = self.schemas.get_mut(index) else { return Ok(()) };
        let content = context
            .vfs()
            .read_file(context.cwd(), &file.path)
            .map_err(|_| Failure::new(SQLITE_CANTOPEN, "unable to open database file"))?;
        let bytes = content.to_bytes();
        context.charge_bytes(bytes.len())?;
        file.content = content;
        file.wal = bytes.get(18..20) == Some(&[2, 2]);
        let (name, read_only) = (name.clone(), file.read_only);
        self.replace(&name, &bytes, read_only)?;
        self.count()
    }

    /// Counts what the schemas hold, and fails when it is too much to be compiled.
    fn count(&mut self) -> Result<(), Failure> {
        let list = self.list()?;
        let (mut objects, mut selects) = (0, 0);
        for (_, name) in list {
            let text = format!("SELECT type, sql FROM {}.sqlite_schema", sql::identifier(&name));
            self.trusted(|connection| {
                let mut statement = connection.prepare(&text)?;
                let mut rows = statement.raw_query();
                while let Some(row) = rows.next()? {
                    objects += 1;
                    if let (Ok("view"), Ok(text)) = (row.get_ref(0)?.as_str(), row.get_ref(1)?.as_bytes()) {
                        selects += sql::measure(text).1;
                    }
                }
                Ok(())
            })?;
        }
        (self.objects, self.view_selects) = (objects, selects);
        if objects > OBJECTS || selects > VIEW_SELECTS {
            return Err(Failure::new(1, format!("the schema is too large: {objects} objects, {selects} queries in views")));
        }
        Ok(())
    }

    /// Refuses a statement that SQLite could not compile within the stack.
    pub fn admit(&mut self, text: &str, creates: bool) -> Result<(), Failure> {
        let (depth, selects) =
            if creates || text.len() > 2 * DEPTH { sql::measure(text.as_bytes()) } else { (0, 0) };
        if depth > DEPTH || selects > SELECTS {
            return Err(Failure::new(1, "parser stack overflow"));
        }
        if creates {
            self.objects += 1;
            self.view_selects += selects;
            if self.objects > OBJECTS || self.view_selects > VIEW_SELECTS {
                self.count()?;
            }
        }
        Ok(())
    }

    /// Replaces what a schema holds in memory by the bytes of a database.
    pub fn replace(&mut self, name: &str, bytes: &[u8], read_only: bool) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        if !bytes.starts_with(b"SQLite format 3\0") {
            return Err(Failure::new(SQLITE_NOTADB, "file is not a database"));
        }
        let mut bytes = std::borrow::Cow::Borrowed(bytes);
        if bytes.get(18..20) == Some(&[2, 2]) {
            // A database in memory has no write-ahead log: the copy says that it needs none.
            bytes.to_mut()[18..20].copy_from_slice(&[1, 1]);
        }
        let shared = Rc::clone(&self.shared);
        let was = shared.trusted.replace(true);
        let done = self.connection.deserialize_read_exact(name, &mut &bytes[..], bytes.len(), read_only);
        shared.trusted.set(was);
        done?;
        Ok(())
    }

    /// The bytes of a schema as its file holds them; empty for an empty database.
    pub fn bytes(&mut self, name: &str) -> Vec<u8> {
        let wal = self.schemas.iter().any(|schema| {
            schema.name.eq_ignore_ascii_case(name) && schema.file.as_ref().is_some_and(|file| file.wal)
        });
        let mut bytes = self.connection.serialize(name).map(|data| data.to_vec()).unwrap_or_default();
        if let Some(header) = bytes.get_mut(..100) {
            if wal {
                header[18..20].copy_from_slice(&[2, 2]);
            }
            // A database in memory does not count its changes, nor say who has made them.
            if header[24..28] == [0; 4] {
                header[24..28].copy_from_slice(&1u32.to_be_bytes());
            }
            header.copy_within(24..28, 92);
            header[96..100].copy_from_slice(&rusqlite::version_number().to_be_bytes());
        }
        bytes
    }

    /// Runs something that the authorizer does not ask about.
    pub fn trusted<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Failure> {
        let was = self.shared.trusted.replace(true);
        let result = act(&self.connection);
        self.shared.trusted.set(was);
        self.check()?;
        Ok(result?)
    }

    /// Keeps the databases from growing beyond what a file of the tree may hold.
    pub fn bound_pages(&self) -> Result<(), Failure> {
        let names: Vec<&str> =
            self.schemas.iter().map(|schema| schema.name.as_str()).chain(std::iter::once("temp")).collect();
        for name in names {
            let name = sql::identifier(name);
            self.trusted(|connection| {
                let size = connection.query_row(&format!("PRAGMA {name}.page_size"), [], |row| row.get::<_, i64>(0))?;
                let pages = self.file_limit / u64::try_from(size).unwrap_or(4096).max(512);
                connection.query_row(&format!("PRAGMA {name}.max_page_count={pages}"), [], |_| Ok(()))
            })?;
        }
        Ok(())
    }

    /// Fails with the end of the process if a callback has met it.
    pub fn check(&self) -> Result<(), Failure> {
        match self.shared.halt.get() {
            Some(halt) => Err(halt.into()),
            None => Ok(()),
        }
    }

    /// What is to be done before each statement: the time is taken, and files that others have changed are read again.
    pub fn begin(&mut self, context: &Context<'_>) -> Result<(), Failure> {
        self.shared.now.set(context.now());
        if !self.connection.is_autocommit() || self.shared.committed.get() {
            return Ok(());
        }
        for index in 0..self.schemas.len() {
            let Some(file) = &self.schemas[index].file else { continue };
            let Ok(content) = context.vfs().read_file(context.cwd(), &file.path) else { continue };
            if !content.ptr_eq(&file.content) && (!content.is_empty() || !file.content.is_empty()) {
                self.load(context, index)?;
            }
        }
        Ok(())
    }

    /// Notes that the next [`Database::persist`] has something to write.
    pub fn touch(&self) {
        self.shared.committed.set(true);
    }

    /// Writes what was committed to the files. `Err`: the file that could not be written, and why.
    pub fn persist(&mut self, context: &Context<'_>) -> Result<(), Failure> {
        if !self.shared.committed.get() {
            return Ok(());
        }
        if !self.connection.is_autocommit() {
            // The copy in memory holds what is not committed yet; it is written when the transaction ends.
            return Ok(());
        }
        self.shared.committed.set(false);
        for index in 0..self.schemas.len() {
            let Some(Schema { name, file: Some(file) }) = self.schemas.get(index) else { continue };
            if file.read_only {
                continue;
            }
            let name = name.clone();
            let mut bytes = self.bytes(&name);
            let Some(Schema { file: Some(file), .. }) = self.schemas.get_mut(index) else { continue };
            // The counter of changes goes on from the file's.
            let before = file.content.slice_at(0);
            if let (Some(before), Some(header)) = (before.get(..100), bytes.get_mut(..100)) {
                header[24..28].copy_from_slice(&before[24..28]);
                header[92..100].copy_from_slice(&before[92..100]);
            }
            if bytes.len() as u64 == file.content.len() && same(&file.content, &bytes) {
                continue;
            }
            if let Some(header) = bytes.get_mut(..100) {
                let counter = u32::from_be_bytes([header[24], header[25], header[26], header[27]]).wrapping_add(1);
                header[24..28].copy_from_slice(&counter.to_be_bytes());
                header[92..96].copy_from_slice(&counter.to_be_bytes());
                header[96..100].copy_from_slice(&rusqlite::version_number().to_be_bytes());
            }
            context.charge_bytes(bytes.len())?;
            let content = Content::from_bytes(Bytes::from(bytes));
            let written = context.vfs().write_file(context.cwd(), &file.path, content, context.new_mode(0o644));
            if let Err(errno) = written {
                let path = file.path.to_str_lossy().into_owned();
                return Err(Failure::new(10, format!("disk I/O error: {path}: {}", errno.message())));
            }
            if let Ok(content) = context.vfs().read_file(context.cwd(), &file.path) {
                file.content = content;
            }
        }
        Ok(())
    }

    /// What is written when the process ends in the middle: an open transaction is rolled back.
    pub fn abandon(&mut self, context: &Context<'_>) {
        if !self.connection.is_autocommit() {
            self.shared.halt.set(None);
            // Interrupted: the rollback may meet the meter once more.
            let _ = self.connection.progress_handler(0, None::<fn() -> bool>);
            let _ = self.trusted(|connection| connection.execute_batch("ROLLBACK"));
        }
        let _ = self.persist(context);
    }

    /// `ATTACH`: a file of the tree, or a database in memory.
    pub fn attach(&mut self, context: &Context<'_>, path: &[u8], name: &str) -> Result<(), Failure> {
        let mut path = path;
        let mut read_only = false;
        if let Some(rest) = path.strip_prefix(b"file:") {
            let (file, query) = rest.split_once_str("?").unwrap_or((rest, b""));
            path = file;
            for parameter in query.split_str("&") {
                match parameter {
                    b"mode=memory" => path = b":memory:",
                    b"mode=ro" | b"immutable=1" => read_only = true,
                    b"" | b"mode=rw" | b"mode=rwc" | b"cache=private" | b"cache=shared" => {}
                    _ => return Err(Failure::new(1, format!("unknown URI parameter: {}", parameter.as_bstr()))),
                }
            }
        }
        let in_memory = path.is_empty() || path == b":memory:";
        let file = match in_memory {
            true => None,
            false => Some(self.open_file(context, path, read_only).map_err(|failure| match failure {
                Failure::Sql(error) if error.message == "unable to open database file" => {
                    Failure::new(error.code, format!("unable to open database: {}", path.as_bstr()))
                }
                other => other,
            })?),
        };
        let quoted = sql::identifier(name);
        self.trusted(|connection| connection.execute_batch(&format!("ATTACH ':memory:' AS {quoted}")))?;
        self.schemas.push(Schema { name: name.to_owned(), file });
        if let Err(failure) = self.load(context, self.schemas.len() - 1) {
            self.schemas.pop();
            self.trusted(|connection| connection.execute_batch(&format!("DETACH {quoted}")))?;
            return Err(failure);
        }
        self.bound_pages()
    }

    /// The open databases, with their numbers. The temporary one counts when it holds something.
    pub fn list(&self) -> Result<Vec<(i64, String)>, Failure> {
        self.trusted(|connection| {
            let mut statement = connection.prepare("PRAGMA database_list")?;
            let list: rusqlite::Result<Vec<(i64, String)>> =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect();
            let mut list = list?;
            let temporary: i64 = connection.query_row("SELECT count(*) FROM sqlite_temp_schema", [], |row| row.get(0))?;
            list.retain(|(number, _)| *number != 1 || temporary > 0);
            Ok(list)
        })
    }

    /// What is to be done when a statement has detached something.
    pub fn forget_detached(&mut self) -> Result<(), Failure> {
        let list = self.list()?;
        self.schemas.retain(|schema| list.iter().any(|(_, name)| name.eq_ignore_ascii_case(&schema.name)));
        Ok(())
    }

    /// The file behind a schema; empty for one in memory.
    pub fn file_of(&self, name: &str) -> &[u8] {
        let schema = self.schemas.iter().find(|schema| schema.name.eq_ignore_ascii_case(name));
        schema.and_then(|schema| schema.file.as_ref()).map_or(b"", |file| file.path.as_slice())
    }

    /// Whether a schema can only be read.
    pub fn is_read_only(&self, name: &str) -> bool {
        let schema = self.schemas.iter().find(|schema| schema.name.eq_ignore_ascii_case(name));
        schema.and_then(|schema| schema.file.as_ref()).is_some_and(|file| file.read_only)
    }

    /// Answers `PRAGMA journal_mode`: what a file would say. `None` for a database in memory, which SQLite answers for.
    pub fn journal_mode(&mut self, name: &str, wanted: Option<&str>) -> Option<String> {
        let schema = self.schemas.iter_mut().find(|schema| schema.name.eq_ignore_ascii_case(name))?;
        let file = schema.file.as_mut()?;
        let wanted = wanted.map(str::to_ascii_lowercase);
        match wanted.as_deref() {
            Some("wal") if !file.read_only => {
                file.wal = true;
                self.shared.committed.set(true);
            }
            Some(mode @ ("delete" | "truncate" | "persist" | "memory" | "off")) if !file.read_only => {
                let was = std::mem::replace(&mut file.wal, false);
                if was {
                    self.shared.committed.set(true);
                }
                return Some(mode.to_owned());
            }
            _ => {}
        }
        Some(if file.wal { "wal" } else { "delete" }.to_owned())
    }

    /// `VACUUM INTO`: the bytes of a packed copy.
    pub fn packed(&mut self, name: &str) -> Result<Vec<u8>, Failure> {
        let bytes = self.connection.serialize(name).map(|data| data.to_vec()).unwrap_or_default();
        if bytes.is_empty() {
            return Ok(bytes);
        }
        let mut copy = Connection::open_in_memory()?;
        copy.execute_batch("PRAGMA temp_store=2")?;
        copy.deserialize_read_exact(MAIN_DB, &mut &bytes[..], bytes.len(), false)?;
        copy.execute_batch("VACUUM")?;
        Ok(copy.serialize(MAIN_DB)?.to_vec())
    }
}

/// Whether a content is these bytes.
fn same(content: &Content, bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for slice in content.slices() {
        match rest.split_at_checked(slice.len()) {
            Some((front, back)) if front == &slice[..] => rest = back,
            _ => return false,
        }
    }
    rest.is_empty()
}

/// What a statement may not do: open files of the host, change what all connections of the process share.
fn authorize(shared: &Shared, action: &AuthAction<'_>) -> Authorization {
    if shared.trusted.get() {
        return Authorization::Allow;
    }
    match action {
        AuthAction::Attach { filename } if !matches!(*filename, "" | ":memory:") => Authorization::Deny,
        // A name that is not a literal.
        AuthAction::Unknown { code: 24, .. } => Authorization::Deny,
        AuthAction::Pragma { pragma_name, pragma_value } => {
            let name = pragma_name.to_ascii_lowercase();
            match name.as_str() {
                "temp_store_directory" | "data_store_directory" => Authorization::Deny,
                "hard_heap_limit" | "soft_heap_limit" | "max_page_count" | "threads" if pragma_value.is_some() => {
                    Authorization::Deny
                }
                // Temporary data is in memory whatever is asked for.
                "temp_store" if pragma_value.is_some() => Authorization::Ignore,
                _ => Authorization::Allow,
            }
        }
        AuthAction::Function { function_name } if function_name.eq_ignore_ascii_case("load_extension") => {
            Authorization::Deny
        }
        _ => Authorization::Allow,
    }
}
