//! `--check`: reads lines of checksums and compares.

use bstr::{BString, ByteSlice};

use super::super::shared::inputs::refuse;
use super::super::shared::quote::quote_colon;
use super::hash::{Algorithm, BLAKE2B_BYTES};
use super::{escape, unescape};
use shell::command::{Context, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::Errno;

/// The options about checking.
#[derive(Clone, Copy, Default)]
pub struct Check {
    ignore_missing: bool,
    quiet: bool,
    status: bool,
    strict: bool,
    warn: bool,
}

impl Check {
    /// Notes an option by its letter in the tables of options.
    pub fn take(&mut self, id: char) {
        match id {
            'i' => self.ignore_missing = true,
            // The last of these three counts.
            'q' => (self.quiet, self.status, self.warn) = (true, false, false),
            'S' => (self.quiet, self.status, self.warn) = (false, true, false),
            'w' => (self.quiet, self.status, self.warn) = (false, false, true),
            _ => self.strict = true,
        }
    }

    /// Refuses them when nothing is to be checked; `Some` is the status.
    pub fn refuse(self, context: &mut Context<'_>, checking: bool) -> Result<Option<u8>, Halt> {
        let given = [
            (self.ignore_missing, "ignore-missing"),
            (self.status, "status"),
            (self.warn, "warn"),
            (self.quiet, "quiet"),
            (self.strict, "strict"),
        ];
        match given.into_iter().find(|(given, _)| *given && !checking) {
            Some((_, name)) => {
                let text = format!("the --{name} option is meaningful only when verifying checksums");
                refuse(context, &[text.as_bytes()]).map(Some)
            }
            None => Ok(None),
        }
    }
}

/// Checks the lines of each operand; none is the standard input. `only`: the algorithm of all lines; without it each line
/// has to name its own. `shown`: whose lines messages speak of at first.
pub fn verify_all(
    context: &mut Context<'_>,
    only: Option<Algorithm>,
    shown: Algorithm,
    check: Check,
    operands: &[BString],
) -> Outcome {
    let dash = [BString::from("-")];
    let mut verifier = Verifier { only, shown, check };
    let mut status = 0;
    for operand in if operands.is_empty() { &dash } else { operands } {
        if !verifier.verify(context, operand)? {
            status = 1;
        }
    }
    Ok(status)
}

struct Verifier {
    only: Option<Algorithm>,
    shown: Algorithm,
    check: Check,
}

/// What a line says.
struct Entry {
    algorithm: Algorithm,
    /// Hexadecimal, in lower case.
    digest: Vec<u8>,
    name: BString,
}

/// The algorithm that a line in BSD's style begins with, and what follows it.
fn tag(line: &[u8]) -> Option<(Algorithm, &[u8])> {
    // `SHA1` does not begin another name, and the others have lengths of their own.
    let algorithm = Algorithm::DIGESTS.into_iter().find(|algorithm| {
        let rest = line.strip_prefix(algorithm.name().as_bytes());
        rest.and_then(|rest| rest.first()).is_some_and(|next| matches!(next, b' ' | b'-' | b'('))
    })?;
    let rest = line.get(algorithm.name().len()..)?;
    match (algorithm, rest.strip_prefix(b"-")) {
        (Algorithm::Blake2b(_), Some(rest)) => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let bits: usize = rest[..digits].to_str().ok()?.parse().ok()?;
            let good = bits > 0 && bits.is_multiple_of(8) && bits <= 8 * BLAKE2B_BYTES;
            good.then_some((Algorithm::Blake2b(bits / 8), &rest[digits..]))
        }
        (_, Some(_)) => None,
        (algorithm, None) => Some((algorithm, rest)),
    }
}

impl Verifier {
    /// The checksum and the name in a line, in either style.
    fn parse(&mut self, line: &[u8]) -> Option<Entry> {
        let line = line.trim_start_with(|character| character == ' ' || character == '\t');
        let (escaped, line) = match line.strip_prefix(b"\\") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let tagged = tag(line).filter(|(algorithm, _)| self.only.is_none_or(|only| only.name() == algorithm.name()));
        let (algorithm, digest, name) = match (tagged, self.only) {
            (Some((algorithm, rest)), _) => {
                self.shown = algorithm;
                let rest = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"(")?;
                let close = rest.rfind(b")")?;
                let digest = rest[close + 1..].trim_start().strip_prefix(b"=")?.trim_start();
                (algorithm, digest, &rest[..close])
            }
            (None, None) => return None,
            (None, Some(only)) => {
                let algorithm = match only {
                    Algorithm::Blake2b(_) => {
                        // The digits say how long it is.
                        let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                        let good = digits > 0 && digits.is_multiple_of(2) && digits <= 2 * BLAKE2B_BYTES;
                        good.then_some(Algorithm::Blake2b(digits / 2))?
                    }
                    other => other,
                };
                let digest = line.get(..algorithm.digits())?;
                let name = match &line[algorithm.digits()..] {
                    [b' ' | b'\t', b' ' | b'*', name @ ..] => name,
                    [b' ' | b'\t', name @ ..] => name,
                    _ => return None,
                };
                (algorithm, digest, name)
            }
        };
        if digest.len() != algorithm.digits() || !digest.iter().all(u8::is_ascii_hexdigit) || name.is_empty() {
            return None;
        }
        let name = if escaped { unescape(name)? } else { name.into() };
        Some(Entry { algorithm, digest: digest.to_ascii_lowercase(), name })
    }

    fn verify(&mut self, context: &mut Context<'_>, list: &BString) -> Result<bool, Halt> {
        let check = self.check;
        let data = context.open_operand(list).and_then(|mut input| input.read_to_end(context));
        if matches!(data, Err(IoError::Errno(Errno::IsDir))) {
            // It can be opened, but not read.
            context.complain(&[&quote_colon(list), b": read error"])?;
            return Ok(false);
        }
        let Some(data) = context.report(&quote_colon(list), data)? else { return Ok(false) };
        let shown_list: BString = if list == "-" { "'standard input'".into() } else { quote_colon(list) };
        let (mut proper, mut improper, mut unread, mut wrong, mut right) = (0u64, 0u64, 0u64, 0u64, 0u64);
        for (index, line) in data.lines().enumerate() {
            context.charge(1)?;
            if line.starts_with(b"#") {
                continue;
            }
            let Some(entry) = self.parse(line).filter(|entry| !(list == "-" && entry.name == "-")) else {
                improper += 1;
                if check.warn {
                    let place = format!(": {}: improperly formatted {} checksum line", index + 1, self.shown.name());
                    context.complain(&[&shown_list, place.as_bytes()])?;
                }
                continue;
            };
            proper += 1;
            let Entry { algorithm, digest, name } = entry;
            let shown = if name.contains(&b'\n') { [b"\\", &escape(&name)[..]].concat() } else { name.to_vec() };
            match context.open_operand(&name).and_then(|mut input| algorithm.digest(context, &mut input)) {
                Ok(found) => {
                    let good = found.as_bytes() == digest;
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
}
