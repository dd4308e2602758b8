//! Snapshots as bytes: a header, a seal, the shell's state, and the encoded tree.
//!
//! Layout: `MSBSNAP`, one version byte, one byte of flags (1: sealed with a key, 2: contents in packs), a seal of 32 bytes,
//! the shell's state as a raw deflate stream, with the flag 2 the packs' keys, each of these two behind its length as
//! LEB128, and the tree (`workspace/codec`) to the end. The seal is over everything else: with a key HMAC-SHA-256
//! (RFC 2104); without one XXH3 of 128 bits, big-endian, and 16 zeros, since whoever means harm could compute any checksum,
//! and SHA-256 took a sixth of the time. The shell's state is a list of declarations
//! that can be read back; functions are their own text.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::sync::Arc;

use bstr::{BString, ByteSlice};
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use twox_hash::XxHash3_128;

use super::error::{ApiError, Category};
use super::executor::Executor;
use super::limits::Limits;
use super::lineage::Lineage;
use super::policy::SessionPolicy;
use super::snapshot::Snapshot;
use super::state::State;
use shell::builtins::lookup;
use shell::shell::{FunctionAttributes, ShellState};
use shell::syntax::{ParseOptions, ast, parse};
use shell::variables::Variables;
use workspace::{AbsPath, CodecError, Seen, Time, Tree, decode_since, encode, encode_since};

const MAGIC: &[u8; 7] = b"MSBSNAP";
const VERSION: u8 = 4;
const KEYED: u8 = 1;
const PACKED: u8 = 2;
/// Magic, version, flags.
const PREFIX: usize = 7 + 1 + 1;
const SEAL: usize = 32;

/// The most bytes that a shell's state has: variables, functions, aliases, parameters.
const LONGEST_SHELL: u64 = 16 << 20;
/// The most items of a list in it.
const LONGEST_LIST: u64 = 1 << 20;

/// How to encode a snapshot.
#[derive(Clone, Copy)]
pub struct EncodeOptions<'a> {
    /// The most bytes that the result may have.
    pub max_bytes: u64,
    /// Leaves out what this snapshot has too; it is needed to read the result.
    pub since: Option<&'a Snapshot>,
    /// Seals the bytes with HMAC-SHA-256: who does not know the key cannot change them unnoticed.
    pub key: Option<&'a [u8]>,
}

impl Default for EncodeOptions<'_> {
    fn default() -> Self {
        EncodeOptions { max_bytes: u64::MAX, since: None, key: None }
    }
}

/// How to decode a snapshot.
#[derive(Clone, Copy, Default)]
pub struct DecodeOptions<'a> {
    /// What the content must keep, and its sessions get.
    pub limits: Limits,
    /// The snapshot that [`EncodeOptions::since`] named.
    pub since: Option<&'a Snapshot>,
    /// The key that [`EncodeOptions::key`] named. Bytes that are not sealed with a key are then refused.
    pub key: Option<&'a [u8]>,
}

impl Snapshot {
    /// The state as bytes: equal states give equal bytes. Errors: `SNAPSHOT_TOO_LARGE`.
    pub fn to_bytes(&self, options: &EncodeOptions<'_>) -> Result<Vec<u8>, ApiError> {
        let state = self.state();
        let bytes = encode_parts(state, None, options.key, |out, seen| match options.since {
            Some(base) => encode_since(&state.tree, &base.state().tree, out, seen),
            None => encode(&state.tree, out, Some(&super::pool::submit), seen),
        })?;
        let most = options.max_bytes;
        if bytes.len() as u64 > most {
            return Err(too_large(format!("the snapshot has {} bytes, more than maxBytes = {most}", bytes.len())));
        }
        Ok(bytes)
    }

    /// Reads what [`Snapshot::to_bytes`] wrote. Errors: `SNAPSHOT_CORRUPT`, `SNAPSHOT_INCOMPATIBLE`,
    /// `SNAPSHOT_TOO_LARGE`, `SNAPSHOT_KEY_MISMATCH`, `SNAPSHOT_BASE_MISMATCH`.
    pub fn from_bytes(
        executor: &Arc<Executor>,
        bytes: &[u8],
        options: &DecodeOptions<'_>,
    ) -> Result<Arc<Snapshot>, ApiError> {
        if packed_field(bytes).is_some() {
            return Err(corrupt("its contents are in packs: load it from its store"));
        }
        decode_parts(executor, bytes, options, |tree| {
            let base = options.since.map(|base| &base.state().tree);
            decode_since(tree, options.limits.tree, base, Some(&super::pool::beside)).map_err(tree_error)
        })
    }
}

/// The bytes of a state, whose tree `write_tree` puts behind what there is and tells as it comes; `packs` are the keys of the packs that it needs.
pub(super) fn encode_parts(
    state: &State,
    packs: Option<&[u8]>,
    key: Option<&[u8]>,
    write_tree: impl FnOnce(Vec<u8>, Seen<'_>) -> Vec<u8>,
) -> Result<Vec<u8>, ApiError> {
    let mut shell = Writer::default();
    write_shell(&mut shell, state);
    if shell.0.len() as u64 > LONGEST_SHELL {
        let length = shell.0.len();
        return Err(too_large(format!("the shell's state has {length} bytes, more than {LONGEST_SHELL}")));
    }
    let flags = if key.is_some() { KEYED } else { 0 } | if packs.is_some() { PACKED } else { 0 };
    let mut bytes = Writer([&MAGIC[..], &[VERSION, flags], &[0; SEAL]].concat());
    bytes.field(&deflate(&shell.0));
    if let Some(packs) = packs {
        bytes.field(packs);
    }
    let mut seal = Seal::new(key);
    seal.update(bytes.0.get(..PREFIX).unwrap_or_default());
    seal.update(bytes.0.get(PREFIX + SEAL..).unwrap_or_default());
    // One allocation from here on: a copy of a large tree would cost as much as compressing it. Sealed while it comes,
    // which others compress meanwhile.
    let mut bytes = write_tree(bytes.0, &mut |new| seal.update(new));
    if let Some(place) = bytes.get_mut(PREFIX..PREFIX + SEAL) {
        place.copy_from_slice(&seal.finish());
    }
    Ok(bytes)
}

/// Reads a snapshot's bytes, the tree's with `read_tree`.
pub(super) fn decode_parts(
    executor: &Arc<Executor>,
    bytes: &[u8],
    options: &DecodeOptions<'_>,
    read_tree: impl FnOnce(&[u8]) -> Result<Tree, ApiError>,
) -> Result<Arc<Snapshot>, ApiError> {
    let mut reader = Reader(check_header(bytes, options.key)?);
    let packed = flags(bytes) & PACKED != 0;
    let fields = (|| Some((reader.field()?, if packed { reader.field()? } else { &[] })))();
    let (shell, _) = fields.ok_or_else(|| corrupt("its fields do not fit"))?;
    let tree = read_tree(reader.0)?;
    let shell = inflate(shell)?;
    let mut reader = Reader(&shell);
    let state = read_state(&mut reader, tree).filter(|_| reader.0.is_empty());
    let mut state = state.ok_or_else(|| corrupt("the shell's state makes no sense"))?;
    state.policy = executor.policy.clone();
    Ok(Snapshot::new(executor, state, options.limits))
}

fn flags(bytes: &[u8]) -> u8 {
    bytes.get(PREFIX - 1).copied().unwrap_or_default()
}

/// The keys of the packs, where the contents are in some; nothing is checked.
pub(super) fn packed_field(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(MAGIC) || flags(bytes) & PACKED == 0 {
        return None;
    }
    let mut reader = Reader(bytes.get(PREFIX + SEAL..)?);
    reader.field()?;
    reader.field()
}

/// Checks that the bytes are a snapshot of this version with the right seal, and gives what is sealed.
fn check_header<'a>(bytes: &'a [u8], key: Option<&[u8]>) -> Result<&'a [u8], ApiError> {
    if !bytes.starts_with(MAGIC) {
        return Err(corrupt("it does not begin like one"));
    }
    match bytes.get(MAGIC.len()) {
        None | Some(&VERSION) => {}
        Some(version) => {
            return Err(ApiError::new(
                "SNAPSHOT_INCOMPATIBLE",
                Category::Unsupported,
                format!("the snapshot is of version {version}; this package reads version {VERSION}"),
            ));
        }
    }
    let parts = bytes.split_at_checked(PREFIX).and_then(|(prefix, rest)| Some((prefix, rest.split_at_checked(SEAL)?)));
    let Some((prefix, (given, body))) = parts else {
        return Err(corrupt("it is shorter than its header"));
    };
    let flags = prefix.last().copied().unwrap_or_default();
    match (flags & !PACKED, key) {
        (0, None) | (KEYED, Some(_)) => {}
        (0, Some(_)) => return Err(key_mismatch("it is not sealed with a key, and a key was given")),
        (KEYED, None) => return Err(key_mismatch("it is sealed with a key: give the key")),
        _ => return Err(corrupt("its flags make no sense")),
    }
    let mut seal = Seal::new(key);
    seal.update(prefix);
    seal.update(body);
    let right = seal.is(given);
    match (right, key) {
        (true, _) => Ok(body),
        (false, None) => Err(corrupt("its checksum is wrong")),
        (false, Some(_)) => Err(corrupt("its seal is wrong: it was changed, or sealed with another key")),
    }
}

/// What the bytes are sealed with, while they come.
enum Seal {
    Plain(Box<XxHash3_128>),
    Keyed(Hmac<Sha256>),
}

impl Seal {
    fn new(key: Option<&[u8]>) -> Self {
        match key {
            Some(key) => Seal::Keyed(Hmac::new_from_slice(key).expect("HMAC takes keys of any length (RFC 2104)")),
            None => Seal::Plain(Box::default()),
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Seal::Plain(hash) => hash.write(bytes),
            Seal::Keyed(mac) => mac.update(bytes),
        }
    }

    fn finish(self) -> [u8; SEAL] {
        match self {
            Seal::Plain(hash) => {
                let mut seal = [0; SEAL];
                let (hashed, _) = seal.split_at_mut(size_of::<u128>());
                hashed.copy_from_slice(&hash.finish_128().to_be_bytes());
                seal
            }
            Seal::Keyed(mac) => mac.finalize().into_bytes().into(),
        }
    }

    /// Whether it is the one given; with a key in a time that tells nothing.
    fn is(self, given: &[u8]) -> bool {
        match self {
            Seal::Keyed(mac) => mac.verify_slice(given).is_ok(),
            plain => plain.finish() == given,
        }
    }
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    let written = encoder.write_all(bytes);
    debug_assert!(written.is_ok(), "writing to a vector does not fail");
    encoder.finish().unwrap_or_default()
}

fn inflate(bytes: &[u8]) -> Result<Vec<u8>, ApiError> {
    let mut decoder = DeflateDecoder::new(bytes);
    let mut out = Vec::new();
    let read = decoder.by_ref().take(LONGEST_SHELL + 1).read_to_end(&mut out);
    if out.len() as u64 > LONGEST_SHELL {
        return Err(too_large(format!("the shell's state has more than {LONGEST_SHELL} bytes")));
    }
    if read.is_err() || decoder.total_in() != bytes.len() as u64 {
        return Err(corrupt("its compression is broken"));
    }
    Ok(out)
}

pub(super) fn tree_error(error: CodecError) -> ApiError {
    match error {
        CodecError::TooLarge(what) => too_large(format!("the snapshot is above the limits: {what}")),
        CodecError::NeedsBase | CodecError::OtherBase => ApiError::new(
            "SNAPSHOT_BASE_MISMATCH",
            Category::InvalidRequest,
            format!("the snapshot holds {error} (since)"),
        ),
        error => corrupt(&error.to_string()),
    }
}

pub(super) fn corrupt(why: &str) -> ApiError {
    ApiError::new("SNAPSHOT_CORRUPT", Category::InvalidRequest, format!("not a whole snapshot: {why}"))
}

fn key_mismatch(why: &str) -> ApiError {
    ApiError::new("SNAPSHOT_KEY_MISMATCH", Category::InvalidRequest, format!("the snapshot cannot be trusted: {why}"))
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
    body.field(&shell.shown_cwd());
    body.list(&shell.directory_stack);
    body.number(u64::from(shell.umask));
    body.list(&shell.positional);
    body.field(&shell.name);
    body.number(u64::from(shell.status));
    body.number(u64::from(shell.last_background.map_or(0, |pid| pid.saturating_add(1))));
    body.number(u64::from(shell.random));
    body.number(shell.seconds_base.cast_unsigned());
    let on: Vec<BString> = shell::options::TABLE
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
    let mut attributes: Vec<(BString, BString)> = shell
        .function_attributes
        .iter()
        .map(|(name, of)| {
            let letters = [(of.export, b'x'), (of.readonly, b'r'), (of.trace, b't')];
            let letters: Vec<u8> = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter).collect();
            (BString::from(name.as_bytes()), BString::from(letters))
        })
        .collect();
    attributes.sort_unstable();
    body.pairs(&attributes);
    let mut sources: Vec<(BString, BString)> =
        shell.function_sources.iter().map(|(name, file)| (BString::from(name.as_bytes()), file.clone())).collect();
    sources.sort_unstable();
    body.pairs(&sources);
    body.pairs(&shell.foreign_environ);
    let mut disabled: Vec<BString> = shell.disabled_builtins.iter().map(|name| BString::from(*name)).collect();
    disabled.sort_unstable();
    body.list(&disabled);
    let mut variables = Vec::new();
    shell.variables.encode(&mut variables);
    body.field(&variables);
}

/// `None`: the bytes do not read as fields, or what they say cannot be.
fn read_state(reader: &mut Reader<'_>, tree: Tree) -> Option<State> {
    let clock = Time(reader.number()?.cast_signed());
    let random = reader.number()?;
    let seed = reader.number()?;
    let environ = reader.pairs()?;
    let cwd = AbsPath::lexical(&AbsPath::root(), reader.field()?).ok()?;
    let shown = reader.field()?;
    let two_slashes = shown.starts_with(b"//");
    let logical_cwd = AbsPath::lexical(&AbsPath::root(), shown).ok()?;
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
    let attributes = reader.pairs()?;
    let sources = reader.pairs()?;
    let foreign_environ = Arc::new(reader.pairs()?);
    let disabled = reader.list()?;
    let variables = Variables::decode(reader.field()?)?;
    let mut shell = ShellState::from_environ(&environ, &cwd, umask);
    shell.variables = variables;
    shell.cwd = cwd;
    shell.logical_cwd = logical_cwd;
    shell.two_slashes = two_slashes;
    shell.directory_stack = directory_stack;
    shell.positional = positional;
    shell.name = name;
    shell.status = status;
    shell.last_background = last_background;
    shell.random = shell_random;
    shell.seconds_base = seconds_base;
    shell.aliases = aliases;
    for info in shell::options::TABLE {
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
    let known = |name: &BString| shell.functions.get_key_value(name.to_str().ok()?).map(|(name, _)| name.clone());
    let mut function_attributes = HashMap::new();
    for (name, letters) in &attributes {
        let has = |letter| letters.contains(&letter);
        let of = FunctionAttributes { export: has(b'x'), readonly: has(b'r'), trace: has(b't') };
        function_attributes.insert(known(name)?, of);
    }
    let mut function_sources = HashMap::new();
    for (name, file) in sources {
        function_sources.insert(known(&name)?, file);
    }
    shell.function_attributes = Arc::new(function_attributes);
    shell.function_sources = Arc::new(function_sources);
    shell.foreign_environ = foreign_environ;
    let mut disabled_builtins = HashSet::new();
    for name in &disabled {
        disabled_builtins.insert(lookup(name)?.name);
    }
    shell.disabled_builtins = Arc::new(disabled_builtins);
    Some(State {
        tree,
        shell: Arc::new(shell),
        clock,
        real_clock: false,
        random,
        environ: Arc::new(environ),
        seed,
        policy: SessionPolicy::default(),
        lineage: Lineage::default(),
    })
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
        let length = usize::try_from(self.number()?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn list(&mut self) -> Option<Vec<BString>> {
        let count = self.number().filter(|count| *count <= LONGEST_LIST)?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(BString::from(self.field()?));
        }
        Some(items)
    }

    fn pairs(&mut self) -> Option<Vec<(BString, BString)>> {
        let count = self.number().filter(|count| *count <= LONGEST_LIST)?;
        let mut pairs = Vec::new();
        for _ in 0..count {
            pairs.push((BString::from(self.field()?), BString::from(self.field()?)));
        }
        Some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExecutorOptions, Request, Session, SessionOptions};
    use workspace::TreeLimits;

    /// Reads shell states that were damaged before they were sealed.
    fn disturb(seed: u64, rounds: u64) -> u64 {
        let executor = Executor::new(ExecutorOptions::default()).expect("valid");
        let session = Session::new(&executor, &SessionOptions::default()).expect("valid");
        let script = "V='1 2'; declare -a a=([3]=c [1]=a); declare -A m=([k]=v); declare -i n=5; export E=e; readonly R=r; \
                      f() { echo \"f $1\"; }; shopt -s extglob; alias q=r; set -- one two; cd /tmp; pushd / > /dev/null";
        session.execute_sync(&Request { command: script.into(), ..Request::default() }).expect("idle");
        let snapshot = session.snapshot().expect("open");
        let mut whole = Writer::default();
        write_shell(&mut whole, snapshot.state());
        let mut state = seed;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let mut read = 0;
        for _ in 0..rounds {
            let mut bytes = whole.0.clone();
            for _ in 0..random() % 3 + 1 {
                let at = random() % bytes.len();
                match random() % 4 {
                    0 => bytes[at] ^= 1 << (random() % 8),
                    1 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random() % 5],
                    2 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, (random() % 256) as u8),
                }
            }
            let tree = Tree::new(TreeLimits::default(), Time(0));
            read += u64::from(read_state(&mut Reader(&bytes), tree).is_some());
        }
        read
    }

    #[test]
    fn damaged_shell_states_do_no_harm() {
        assert!(disturb(7, 1_000) > 10);
    }

    /// `ROUNDS=1000000 cargo test --lib many_damaged_shell_states -- --ignored --nocapture`
    #[test]
    #[ignore = "runs for minutes"]
    fn many_damaged_shell_states() {
        let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
        let read = disturb(rounds ^ 0x5eed, rounds);
        println!("{rounds} damaged shell states, of which {read} could be read");
    }
}
