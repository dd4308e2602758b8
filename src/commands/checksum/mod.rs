//! `md5sum`, `sha1sum`, `sha224sum`, `sha256sum`, `sha384sum` and `sha512sum`: checksums of files, printed and checked.

mod hash;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::quote::quote_colon;
use crate::shell::command::{Context, Native, Outcome};
use crate::shell::kernel::{Halt, IoError};
use crate::workspace::Errno;
use hash::Algorithm;

macro_rules! help {
    ($name:literal, $title:literal) => {
        concat!(
            "Usage: ", $name, " [OPTION]... [FILE]...\n",
            "Print or check ", $title, " checksums.\n",
            "\n",
            "With no FILE, or when FILE is -, read standard input.\n",
            "\n",
            "  -b, --binary     mark the files as binary (*)\n",
            "  -c, --check      read checksums from the FILEs and check them\n",
            "      --tag        print in the style of BSD\n",
            "  -t, --text       mark the files as text (default)\n",
            "  -z, --zero       end each output line with NUL, and do not escape names\n",
            "\n",
            "For checking:\n",
            "      --ignore-missing  pass over files that are not there\n",
            "      --quiet      do not print OK\n",
            "      --status     print nothing, only return a status\n",
            "      --strict     fail when a line is not properly formatted\n",
            "  -w, --warn       tell of each line that is not properly formatted\n",
            "\n",
            "      --help       show this help and exit\n",
            "      --version    show the version and exit\n",
        )
    };
}

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "binary", Takes::Nothing),
    Opt::both('c', "check", Takes::Nothing),
    Opt::long('i', "ignore-missing", Takes::Nothing),
    Opt::long('q', "quiet", Takes::Nothing),
    Opt::long('S', "status", Takes::Nothing),
    Opt::long('s', "strict", Takes::Nothing),
    Opt::long('T', "tag", Takes::Nothing),
    Opt::both('t', "text", Takes::Nothing),
    Opt::both('w', "warn", Takes::Nothing),
    Opt::both('z', "zero", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "md5sum", help: help!("md5sum", "MD5 (128-bit)"), run: |context| run(context, Algorithm::Md5) },
    Native { name: "sha1sum", help: help!("sha1sum", "SHA1 (160-bit)"), run: |context| run(context, Algorithm::Sha1) },
    Native {
        name: "sha224sum",
        help: help!("sha224sum", "SHA224 (224-bit)"),
        run: |context| run(context, Algorithm::Sha224),
    },
    Native {
        name: "sha256sum",
        help: help!("sha256sum", "SHA256 (256-bit)"),
        run: |context| run(context, Algorithm::Sha256),
    },
    Native {
        name: "sha384sum",
        help: help!("sha384sum", "SHA384 (384-bit)"),
        run: |context| run(context, Algorithm::Sha384),
    },
    Native {
        name: "sha512sum",
        help: help!("sha512sum", "SHA512 (512-bit)"),
        run: |context| run(context, Algorithm::Sha512),
    },
];

#[derive(Clone, Copy, Default)]
struct Check {
    ignore_missing: bool,
    quiet: bool,
    status: bool,
    strict: bool,
    warn: bool,
}

fn run(context: &mut Context<'_>, algorithm: Algorithm) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut check = Check::default();
    let (mut checking, mut tag, mut zero) = (false, false, false);
    let mut binary = None;
    for option in options {
        match option.id {
            'b' => binary = Some(true),
            't' => binary = Some(false),
            'c' => checking = true,
            'i' => check.ignore_missing = true,
            // The last of these three counts.
            'q' => (check.quiet, check.status, check.warn) = (true, false, false),
            'S' => (check.quiet, check.status, check.warn) = (false, true, false),
            'w' => (check.quiet, check.status, check.warn) = (false, false, true),
            's' => check.strict = true,
            'T' => tag = true,
            _ => zero = true,
        }
    }
    if tag && !checking && binary == Some(false) {
        binary = None;
    }
    if zero && checking {
        return refuse(context, &[b"the --zero option is not supported when verifying checksums"]);
    }
    if tag && checking {
        return refuse(context, &[b"the --tag option is meaningless when verifying checksums"]);
    }
    if binary.is_some() && checking {
        return refuse(context, &[b"the --binary and --text options are meaningless when verifying checksums"]);
    }
    let only_checking = [
        (check.ignore_missing, "ignore-missing"),
        (check.status, "status"),
        (check.warn, "warn"),
        (check.quiet, "quiet"),
        (check.strict, "strict"),
    ];
    if let Some((_, name)) = only_checking.into_iter().find(|(given, _)| *given && !checking) {
        let text = format!("the --{name} option is meaningful only when verifying checksums");
        return refuse(context, &[text.as_bytes()]);
    }
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut status = 0;
    for operand in &operands {
        if checking {
            if !verify(context, algorithm, check, operand)? {
                status = 1;
            }
            continue;
        }
        match read(context, operand) {
            Ok(data) => {
                let digest = algorithm.digest(context, &data)?;
                let line = line(algorithm, &digest, operand, tag, binary == Some(true), zero);
                context.write(&line)?;
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn read(context: &Context<'_>, operand: &[u8]) -> Result<Bytes, IoError> {
    context.open_operand(operand)?.read_to_end(context)
}

fn line(algorithm: Algorithm, digest: &str, name: &[u8], tag: bool, binary: bool, zero: bool) -> Vec<u8> {
    let escaped = !zero && name.iter().any(|byte| matches!(byte, b'\\' | b'\n' | b'\r'));
    let shown = if escaped { escape(name) } else { name.to_vec() };
    let mut out = Vec::with_capacity(digest.len() + shown.len() + 8);
    if escaped {
        out.push(b'\\');
    }
    if tag {
        let name = algorithm.name().as_bytes();
        out.extend_from_slice(&[name, b" (", &shown, b") = ", digest.as_bytes()].concat());
    } else {
        let mark: &[u8] = if binary { b" *" } else { b"  " };
        out.extend_from_slice(&[digest.as_bytes(), mark, &shown].concat());
    }
    out.push(if zero { 0 } else { b'\n' });
    out
}

fn escape(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + 2);
    for byte in name {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            byte => out.push(*byte),
        }
    }
    out
}

fn unescape(name: &[u8]) -> Option<BString> {
    let mut out = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => *byte,
        });
    }
    Some(out.into())
}

/// The checksum and the name in a line, in either style.
fn parse(algorithm: Algorithm, line: &[u8]) -> Option<(Vec<u8>, BString)> {
    let line = line.trim_start_with(|character| character == ' ' || character == '\t');
    let (escaped, line) = match line.strip_prefix(b"\\") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let is_digest = |text: &[u8]| text.len() == algorithm.digits() && text.iter().all(u8::is_ascii_hexdigit);
    let (digest, name) = if let Some(rest) = line.strip_prefix(algorithm.name().as_bytes())
        && let Some(rest) = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"(")
    {
        let close = rest.rfind(b")")?;
        let digest = rest[close + 1..].trim_start().strip_prefix(b"=")?.trim();
        (digest, &rest[..close])
    } else {
        let digest = line.get(..algorithm.digits())?;
        let rest = &line[algorithm.digits()..];
        let name = match rest {
            [b' ' | b'\t', b' ' | b'*', name @ ..] => name,
            [b' ' | b'\t', name @ ..] => name,
            _ => return None,
        };
        (digest, name)
    };
    if !is_digest(digest) || name.is_empty() {
        return None;
    }
    let name = if escaped { unescape(name)? } else { name.into() };
    Some((digest.to_ascii_lowercase(), name))
}

fn verify(context: &mut Context<'_>, algorithm: Algorithm, check: Check, list: &BString) -> Result<bool, Halt> {
    let data = read(context, list);
    let Some(data) = context.report(&quote_colon(list), data)? else { return Ok(false) };
    let shown_list: BString = if list == "-" { "'standard input'".into() } else { quote_colon(list) };
    let (mut proper, mut improper, mut unread, mut wrong, mut right) = (0u64, 0u64, 0u64, 0u64, 0u64);
    for (index, line) in data.lines().enumerate() {
        context.charge(1)?;
        if line.starts_with(b"#") {
            continue;
        }
        let Some((digest, name)) = parse(algorithm, line).filter(|(_, name)| !(list == "-" && name == "-")) else {
            improper += 1;
            if check.warn {
                let place = format!(": {}: improperly formatted {} checksum line", index + 1, algorithm.name());
                context.complain(&[&shown_list, place.as_bytes()])?;
            }
            continue;
        };
        proper += 1;
        let shown = if name.contains(&b'\n') { [b"\\", &escape(&name)[..]].concat() } else { name.to_vec() };
        match read(context, &name) {
            Ok(data) => {
                let good = algorithm.digest(context, &data)?.as_bytes() == digest;
                right += u64::from(good);
                wrong += u64::from(!good);
                if !(check.status || good && check.quiet) {
                    let verdict: &[u8] = if good { b": OK\n" } else { b": FAILED\n" };
                    context.write(&[&shown, verdict].concat())?;
                }
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(Errno::NotFound)) if check.ignore_missing => {}
            Err(IoError::Errno(errno)) => {
                unread += 1;
                context.complain(&[&quote_colon(&name), b": ", errno.message().as_bytes()])?;
                if !check.status {
                    context.write(&[&shown, &b": FAILED open or read\n"[..]].concat())?;
                }
            }
        }
    }
    if proper == 0 {
        context.complain(&[&shown_list, b": no properly formatted checksum lines found"])?;
        return Ok(false);
    }
    if !check.status {
        let warnings = [
            (improper, "line is improperly formatted", "lines are improperly formatted"),
            (unread, "listed file could not be read", "listed files could not be read"),
            (wrong, "computed checksum did NOT match", "computed checksums did NOT match"),
        ];
        for (count, one, several) in warnings.into_iter().filter(|(count, ..)| *count > 0) {
            let text = format!("WARNING: {count} {}", if count == 1 { one } else { several });
            context.complain(&[text.as_bytes()])?;
        }
        if check.ignore_missing && right + wrong == 0 {
            context.complain(&[&shown_list, b": no file was verified"])?;
        }
    }
    Ok(wrong == 0 && unread == 0 && !(check.strict && improper > 0) && !(check.ignore_missing && right == 0))
}
