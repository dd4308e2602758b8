//! Snapshots as bytes: a header, a checksum, the shell's state, and the encoded tree.
//!
//! Layout: `MSBSNAP`, one version byte, SHA-256 of the rest, then fields, each a length as LEB128 and its bytes. The
//! shell's state is a list of declarations that can be read back; functions are their own text.

use std::sync::Arc;

use bstr::{BString, ByteSlice};
use sha2::{Digest, Sha256};

use super::error::{ApiError, Category};
use super::executor::Executor;
use super::limits::Limits;
use super::lineage::Lineage;
use super::snapshot::Snapshot;
use super::state::State;
use crate::shell::shell::ShellState;
use crate::shell::syntax::{ParseOptions, ast, parse};
use crate::shell::variables::Variables;
use crate::workspace::{AbsPath, CodecError, Time, decode, encode};

const MAGIC: &[u8; 7] = b"MSBSNAP";
const VERSION: u8 = 1;
const HEADER: usize = 7 + 1 + 32;

/// Nothing in a shell's state is longer than an expansion can make it.
const LONGEST_FIELD: usize = 1 << 30;

impl Snapshot {
    /// The state as bytes: equal states give equal bytes. Errors: `SNAPSHOT_TOO_LARGE`.
    pub fn to_bytes(&self, most: u64) -> Result<Vec<u8>, ApiError> {
        let state = self.state();
        let mut body = Writer::default();
        write_shell(&mut body, state);
        body.field(&encode(&state.tree));
        let mut bytes = Vec::with_capacity(HEADER + body.0.len());
        bytes.extend_from_slice(MAGIC);
        bytes.push(VERSION);
        bytes.extend_from_slice(&Sha256::digest(&body.0));
        bytes.extend_from_slice(&body.0);
        if bytes.len() as u64 > most {
            return Err(too_large(format!("the snapshot has {} bytes, more than maxBytes = {most}", bytes.len())));
        }
        Ok(bytes)
    }

    /// Reads what [`Snapshot::to_bytes`] wrote. Errors: `SNAPSHOT_CORRUPT`, `SNAPSHOT_INCOMPATIBLE`,
    /// `SNAPSHOT_TOO_LARGE`.
    pub fn from_bytes(executor: &Arc<Executor>, bytes: &[u8], limits: Limits) -> Result<Arc<Snapshot>, ApiError> {
        let body = check_header(bytes)?;
        let mut reader = Reader(body);
        let state = read_state(&mut reader, &limits).ok_or_else(|| corrupt("its fields make no sense"))??;
        if !reader.0.is_empty() {
            return Err(corrupt("bytes follow its end"));
        }
        Ok(Snapshot::new(executor, state, limits))
    }
}

fn check_header(bytes: &[u8]) -> Result<&[u8], ApiError> {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        return Err(corrupt("it is shorter than its header"));
    };
    if !header.starts_with(MAGIC) {
        return Err(corrupt("it does not begin like one"));
    }
    let version = header[MAGIC.len()];
    if version != VERSION {
        return Err(ApiError::new(
            "SNAPSHOT_INCOMPATIBLE",
            Category::Unsupported,
            format!("the snapshot is of version {version}; this package reads version {VERSION}"),
        ));
    }
    if Sha256::digest(body).as_slice() != &header[MAGIC.len() + 1..] {
        return Err(corrupt("its checksum is wrong"));
    }
    Ok(body)
}

fn corrupt(why: &str) -> ApiError {
    ApiError::new("SNAPSHOT_CORRUPT", Category::InvalidRequest, format!("not a whole snapshot: {why}"))
}

fn too_large(message: String) -> ApiError {
    ApiError::new("SNAPSHOT_TOO_LARGE", Category::QuotaExceeded, message)
}

fn write_shell(body: &mut Writer, state: &State) {
    let shell = &state.shell;
    body.number(state.clock.0.cast_unsigned());
    body.number(state.random);
    body.number(state.seed);
    body.pairs(&state.environ);
    body.field(shell.cwd.as_bytes());
    body.field(shell.logical_cwd.as_bytes());
    body.list(&shell.directory_stack);
    body.number(u64::from(shell.umask));
    body.list(&shell.positional);
    body.field(&shell.name);
    body.number(u64::from(shell.status));
    body.number(u64::from(shell.last_background.map_or(0, |pid| pid.saturating_add(1))));
    body.number(u64::from(shell.random));
    body.number(shell.seconds_base.cast_unsigned());
    let on: Vec<BString> = crate::shell::options::TABLE
        .iter()
        .filter(|info| shell.options.get(info.name.as_bytes(), info.shopt) == Some(true))
        .map(|info| BString::from(format!("{}{}", if info.shopt { '+' } else { '-' }, info.name)))
        .collect();
    body.list(&on);
    let mut aliases: Vec<(BString, BString)> =
        shell.aliases.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
    aliases.sort_unstable();
    body.pairs(&aliases);
    let mut functions: Vec<(BString, BString)> = shell
        .functions
        .iter()
        .map(|(name, function)| (BString::from(name.as_bytes()), function.source.clone()))
        .collect();
    functions.sort_unstable();
    body.pairs(&functions);
    let mut variables = Vec::new();
    shell.variables.encode(&mut variables);
    body.field(&variables);
}

/// `None`: the bytes do not read as fields. The inner error: they do, and what they say cannot be.
fn read_state(reader: &mut Reader<'_>, limits: &Limits) -> Option<Result<State, ApiError>> {
    let clock = Time(reader.number()?.cast_signed());
    let random = reader.number()?;
    let seed = reader.number()?;
    let environ = reader.pairs()?;
    let cwd = AbsPath::lexical(&AbsPath::root(), reader.field()?).ok()?;
    let logical_cwd = AbsPath::lexical(&AbsPath::root(), reader.field()?).ok()?;
    let directory_stack = Arc::new(reader.list()?);
    let umask = u16::try_from(reader.number()?).ok().filter(|umask| *umask <= 0o777)?;
    let positional = Arc::new(reader.list()?);
    let name = BString::from(reader.field()?);
    let status = u8::try_from(reader.number()?).ok()?;
    let last_background = u32::try_from(reader.number()?).ok()?.checked_sub(1);
    let shell_random = u32::try_from(reader.number()?).ok()?;
    let seconds_base = reader.number()?.cast_signed();
    let on = reader.list()?;
    let aliases = Arc::new(reader.pairs()?.into_iter().collect());
    let functions = reader.pairs()?;
    let variables = Variables::decode(reader.field()?)?;
    let tree = match decode(reader.field()?, limits.tree) {
        Ok(tree) => tree,
        Err(CodecError::TooLarge(what)) => {
            return Some(Err(too_large(format!("the snapshot is above the limits: {what}"))));
        }
        Err(error) => return Some(Err(corrupt(&error.to_string()))),
    };
    let mut shell = ShellState::from_environ(&environ, &cwd, umask);
    shell.variables = variables;
    shell.cwd = cwd;
    shell.logical_cwd = logical_cwd;
    shell.directory_stack = directory_stack;
    shell.positional = positional;
    shell.name = name;
    shell.status = status;
    shell.last_background = last_background;
    shell.random = shell_random;
    shell.seconds_base = seconds_base;
    shell.aliases = aliases;
    for info in crate::shell::options::TABLE {
        let mark = format!("{}{}", if info.shopt { '+' } else { '-' }, info.name);
        shell.options.set(info.name.as_bytes(), info.shopt, on.iter().any(|name| *name == mark));
    }
    for (name, source) in functions {
        let function = read_function(&source)?;
        if function.name.as_bytes() != name.as_bytes() {
            return None;
        }
        Arc::make_mut(&mut shell.functions).insert(Arc::clone(&function.name), function);
    }
    Some(Ok(State {
        tree,
        shell: Arc::new(shell),
        clock,
        real_clock: false,
        random,
        environ: Arc::new(environ),
        seed,
        lineage: Lineage::default(),
    }))
}

/// A function's text is one definition and nothing else.
fn read_function(source: &[u8]) -> Option<Arc<ast::Function>> {
    let program = parse(source, &ParseOptions::default()).ok()?;
    let [item] = program.body.items.as_slice() else { return None };
    let [stage] = item.chain.first.stages.as_slice() else { return None };
    match &stage.kind {
        ast::CommandKind::Function(function) if item.chain.rest.is_empty() => Some(Arc::clone(function)),
        _ => None,
    }
}

/// Writes numbers and byte strings.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn field(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn list(&mut self, items: &[BString]) {
        self.number(items.len() as u64);
        for item in items {
            self.field(item);
        }
    }

    fn pairs(&mut self, pairs: &[(BString, BString)]) {
        self.number(pairs.len() as u64);
        for (name, value) in pairs {
            self.field(name);
            self.field(value);
        }
    }
}

/// Reads them back; `None` where they end too early. Allocates no more than the input holds.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn field(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok().filter(|length| *length <= LONGEST_FIELD)?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn list(&mut self) -> Option<Vec<BString>> {
        let count = self.number()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(BString::from(self.field()?));
        }
        Some(items)
    }

    fn pairs(&mut self) -> Option<Vec<(BString, BString)>> {
        let count = self.number()?;
        let mut pairs = Vec::new();
        for _ in 0..count {
            pairs.push((BString::from(self.field()?), BString::from(self.field()?)));
        }
        Some(pairs)
    }
}
