//! `zip`, `unzip` and `zipinfo`, as Info-ZIP 3.0 and 6.0 do them.

mod info;
mod pack;
mod unpack;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::shared::time::Civil;
use formats::archive::zip_entry::{ZipEntry, directory, extra_bytes};
use shell::command::{Context, Native};
use shell::kernel::{Halt, IoError};
use shell::pattern::{Pattern, PatternOptions};

pub const COMMANDS: &[Native] = &[
    Native { name: "unzip", help: unpack::HELP, run: unpack::run },
    Native { name: "zip", help: pack::HELP, run: pack::run },
    Native { name: "zipinfo", help: info::HELP, run: info::run },
];

/// Patterns of entries; wildcards match slashes.
struct Patterns(Vec<(BString, Pattern, bool)>);

impl Patterns {
    fn new(texts: &[BString], nocase: bool) -> Patterns {
        let options = PatternOptions { nocase, ..PatternOptions::default() };
        Patterns(texts.iter().map(|text| (text.clone(), Pattern::new(text, options), false)).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether any pattern means the name; notes those that do.
    fn matches(&mut self, name: &[u8]) -> bool {
        let mut found = false;
        for (_, pattern, used) in &mut self.0 {
            if pattern.matches(name) {
                (*used, found) = (true, true);
            }
        }
        found
    }

    /// Those that meant nothing.
    fn unused(&self) -> impl Iterator<Item = &BString> {
        self.0.iter().filter(|(_, _, used)| !used).map(|(text, ..)| text)
    }
}

/// Year, month, day, hour, minute and second of an entry: by its time in seconds, or by that of DOS.
fn when(entry: &ZipEntry) -> Civil {
    match entry.mtime {
        Some(seconds) => Civil::from_seconds(seconds, 0),
        None => Civil::from_seconds(dos_seconds(entry), 0),
    }
}

fn dos_seconds(entry: &ZipEntry) -> i64 {
    let (date, time) = (i64::from(entry.date), i64::from(entry.time));
    super::shared::time::seconds(
        1980 + (date >> 9),
        date >> 5 & 15,
        date & 31,
        time >> 11,
        time >> 5 & 63,
        2 * (time & 31),
    )
}

/// An archive that was found.
struct Archive {
    name: BString,
    bytes: Bytes,
    entries: Vec<ZipEntry>,
    comment: Vec<u8>,
    /// What is told of bytes before it; empty when there are none.
    warning: Vec<u8>,
}

/// The archive of a name: as it stands, or with `.zip`. `headed`: each that is tried is named on standard output. `None`:
/// there is none, which has been told unless it is `silent`.
fn find(
    context: &mut Context<'_>,
    program: &str,
    name: &BString,
    headed: bool,
    bracket: bool,
    silent: bool,
) -> Result<Option<Archive>, Halt> {
    let mut any = false;
    for suffix in ["", ".zip", ".ZIP"] {
        let full: BString = [name.as_slice(), suffix.as_bytes()].concat().into();
        if !context.vfs().stat(context.cwd(), &full).is_ok_and(|stat| !stat.is_dir()) {
            continue;
        }
        let bytes = match context.read_operand(&full) {
            Ok(bytes) => bytes,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => continue,
        };
        any = true;
        if headed {
            context.write(&[b"Archive:  ", full.as_slice(), b"\n"].concat())?;
        }
        if let Ok((entries, comment)) = directory(&bytes) {
            let warning = match extra_bytes(&bytes) {
                0 => Vec::new(),
                count => {
                    let plural = if count == 1 { "" } else { "s" };
                    let text = format!(
                        "]:  {count} extra byte{plural} at beginning or within zipfile\n  (attempting to process anyway)\n"
                    );
                    [b"warning [", full.as_slice(), text.as_bytes()].concat()
                }
            };
            return Ok(Some(Archive { name: full, bytes, entries, comment, warning }));
        }
        let lead = if bracket { [b"[", full.as_slice(), b"]\n"].concat() } else { Vec::new() };
        let text = b"  End-of-central-directory signature not found.  Either this file is not\n  \
            a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  \
            latter case the central directory and zipfile comment will be found on\n  \
            the last disk(s) of this archive.\n";
        context.write_error(&[&lead, &text[..]].concat())?;
    }
    let program = program.as_bytes();
    if silent {
        return Ok(None);
    }
    if any {
        let blanks = " ".repeat(program.len() + 3);
        let parts: [&[u8]; 10] = [
            program,
            b":  cannot find zipfile directory in one of ",
            name,
            b" or\n",
            blanks.as_bytes(),
            name,
            b".zip, and cannot find ",
            name,
            b".ZIP, period.\n",
            b"",
        ];
        context.write_error(&parts.concat())?;
    } else {
        let parts: [&[u8]; 7] =
            [program, b":  cannot find or open ", name, b", ", name, b".zip or ", &[name.as_slice(), b".ZIP.\n"].concat()];
        context.write_error(&parts.concat())?;
    }
    Ok(None)
}

/// A name as listings write it: control characters as `^X`.
fn shown(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            0..32 => out.extend_from_slice(&[b'^', byte + 64]),
            byte => out.push(byte),
        }
    }
    out
}
