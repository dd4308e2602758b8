//! Libraries (`-i`) and files that others include (`@include`).

use bstr::{BStr, BString, ByteSlice};

use super::{Source, name_of};
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use workspace::Errno;

/// The library that `-i` names: in the folders of `AWKPATH`, with `.awk` behind its name if need be. `None`: there is
/// none, which was said.
pub(super) fn library(context: &mut Context<'_>, name: &BStr) -> Result<Option<Source>, Halt> {
    let path = context.exec.env(b"AWKPATH").map_or_else(|| BString::from("."), ToOwned::to_owned);
    let folders: Vec<&[u8]> = if name.contains(&b'/') { vec![b""] } else { path.split_str(":").collect() };
    for suffix in [&b""[..], b".awk"] {
        for folder in &folders {
            let file = match *folder {
                b"" | b"." => [name.as_bytes(), suffix].concat(),
                folder => [folder, b"/", name, suffix].concat(),
            };
            match context.read_operand(&file) {
                Ok(text) => return Ok(Some(Source::new(Some(file.into()), text.to_vec()))),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(_)) => {}
            }
        }
    }
    Ok(None)
}

/// The file that a line `@include "file"` names.
fn included_file(line: &[u8]) -> Option<&BStr> {
    let rest = line.trim_ascii_start().strip_prefix(b"@")?.trim_ascii_start().strip_prefix(b"include")?.trim_ascii_start().strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', rest)?;
    let behind = rest[end + 1..].trim_ascii_start();
    matches!(behind.first(), None | Some(b'#' | b';')).then_some(rest[..end].as_bstr())
}

/// Puts the files that `@include` names in the places of these lines, each file once. `Some`: the status after an error.
pub(super) fn include(
    context: &mut Context<'_>,
    sources: &mut Vec<Source>,
    included: &mut Vec<Option<workspace::AbsPath>>,
) -> Result<Option<u8>, Halt> {
    /// More files than this include each other.
    const MOST: usize = 1000;
    let mut index = 0;
    let mut origins = sources.len();
    while let Some(source) = sources.get(index) {
        let mut start = 0;
        let mut found = None;
        if memchr::memchr(b'@', &source.text).is_some() {
            for (number, line) in source.text.split_inclusive(|byte| *byte == b'\n').enumerate() {
                if let Some(name) = included_file(line.strip_suffix(b"\n").unwrap_or(line)) {
                    found = Some((name.to_owned(), number, start + line.len(), line));
                    break;
                }
                start += line.len();
            }
        }
        let Some((name, number, end, line)) = found else {
            index += 1;
            continue;
        };
        let number = source.lines + number;
        // What stands on the line behind the name goes on.
        let behind = memchr::memchr(b';', line).map_or(&b""[..], |at| &line[at + 1..]);
        let rest = Source {
            file: source.file.clone(),
            text: [behind, &source.text[end..]].concat(),
            origin: source.origin,
            lines: if behind.is_empty() { number + 1 } else { number },
        };
        let mut pieces = Vec::new();
        if start > 0 {
            let text = source.text[..start].to_vec();
            pieces.push(Source { text, file: source.file.clone(), ..*source });
        }
        let before = pieces.len();
        match if name.is_empty() { None } else { library(context, name.as_bstr())? } {
            None if name.is_empty() => {}
            Some(mut file) => {
                origins += 1;
                file.origin = origins;
                let path = file.file.as_ref().and_then(|name| context.vfs().canonical(context.cwd(), name).ok());
                if !included.contains(&path) && !file.text.is_empty() {
                    included.push(path);
                    pieces.push(file);
                }
            }
            None => {
                let file = name_of(source);
                let place = format!(":{}: error: cannot open source file `", number + 1);
                let message = Errno::NotFound.message().as_bytes();
                context.complain(&[&file, place.as_bytes(), &name, b"' for reading: ", message])?;
                return Ok(Some(1));
            }
        }
        if !rest.text.is_empty() {
            pieces.push(rest);
        }
        sources.splice(index..=index, pieces);
        index += before;
        if sources.len() > MOST {
            context.complain(&[b"fatal: too many files are included"])?;
            return Ok(Some(2));
        }
    }
    Ok(None)
}
