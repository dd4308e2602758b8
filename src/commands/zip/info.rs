//! `zipinfo`, which is also `unzip -Z`.

use bstr::BString;

use super::{Archive, Patterns, find, shown, when};
use crate::options::{self, Opt, Spec, Takes};
use crate::shared::time::MONTHS;
use formats::archive::zip_entry::ZipEntry;
use shell::command::{Context, Outcome};

pub const HELP: &str = "\
Usage: zipinfo [OPTION]... FILE[.zip] [NAME]... [-x NAME...]
Tell what a zip archive holds, like ls -l. NAMEs may be patterns.

  -1          names alone
  -2          names; -h and -t add the heading and the last line
  -s          short lines (the usual form)
  -m          with the part that is saved
  -l          with the compressed size
  -h          the heading
  -t          the last line
  -T          times as numbers
  -z          the archive's comment
  -C          names without regard to case
  -x NAME...  not these
";

const SPEC: Spec = Spec::new(&[
    Opt::short('1', Takes::Nothing),
    Opt::short('2', Takes::Nothing),
    Opt::short('s', Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::short('l', Takes::Nothing),
    Opt::short('h', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
    Opt::short('T', Takes::Nothing),
    Opt::short('z', Takes::Nothing),
    Opt::short('C', Takes::Nothing),
    Opt::short('Z', Takes::Nothing),
]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Names,
    Short,
    Medium,
    Long,
}

pub fn run(context: &mut Context<'_>) -> Outcome {
    let args = context.args().to_vec();
    run_with(context, &args)
}

/// As `zipinfo` with these arguments.
pub fn run_with(context: &mut Context<'_>, args: &[BString]) -> Outcome {
    // What follows `-x` is left out.
    let at = args.iter().position(|arg| arg == "-x").unwrap_or(args.len());
    let (args, left_out) = args.split_at(at);
    let refuse = |context: &mut Context<'_>, _: &[u8]| {
        context.write_error(HELP.as_bytes())?;
        Ok(10)
    };
    let scanned = match options::scan_or_answer(context, &SPEC, args, "zipinfo", refuse)? {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut form = None;
    let (mut heading, mut last, mut decimal, mut comment_only, mut nocase) = (None, None, false, false, false);
    for (_, option) in &scanned.options {
        match option.id {
            '1' => {
                form = Some(Form::Names);
                (heading, last) = (Some(false), Some(false));
            }
            '2' => form = Some(Form::Names),
            's' => form = Some(Form::Short),
            'm' => form = Some(Form::Medium),
            'l' => form = Some(Form::Long),
            'h' => heading = Some(true),
            't' => last = Some(true),
            'T' => decimal = true,
            'z' => comment_only = true,
            'C' => nocase = true,
            _ => {}
        }
    }
    let Some((name, wanted)) = scanned.operands.split_first() else {
        context.write(HELP.as_bytes())?;
        return Ok(0);
    };
    let mut wanted = Patterns::new(wanted, nocase);
    let mut left_out = Patterns::new(left_out.get(1..).unwrap_or_default(), nocase);
    let named = !wanted.is_empty() || !left_out.is_empty();
    // Lines are given unless the heading or the last line alone is asked for.
    let lines = form.is_some() || heading.is_none() && last.is_none();
    let usual = lines && form != Some(Form::Names) && !named;
    let headed = heading.unwrap_or(usual);
    let Some(Archive { bytes, entries, comment, warning, .. }) = find(context, "zipinfo", name, headed, true, false)? else {
        return Ok(9);
    };
    if headed {
        let text = format!("Zip file size: {} bytes, number of entries: {}\n", bytes.len(), entries.len());
        context.write(text.as_bytes())?;
        context.write(&warning)?;
    } else if !warning.is_empty() {
        context.write_error(&warning)?;
    }
    if comment_only && !comment.is_empty() {
        context.write(&[&comment[..], b"\n"].concat())?;
    }
    let (mut count, mut whole, mut packed) = (0u64, 0u64, 0u64);
    for entry in &entries {
        context.charge(2)?;
        if !wanted.is_empty() && !wanted.matches(&entry.name) || left_out.matches(&entry.name) {
            continue;
        }
        count += 1;
        whole += u64::from(entry.size);
        packed += u64::from(entry.packed_size);
        if lines {
            let line = line(entry, form.unwrap_or(Form::Short), decimal);
            context.write(&line)?;
        }
    }
    if last.unwrap_or(usual) {
        let plural = if count == 1 { "" } else { "s" };
        let saved = tenths(whole, packed);
        let line = format!(
            "{count} file{plural}, {whole} bytes uncompressed, {packed} bytes compressed:  {saved}%\n"
        );
        context.write(line.as_bytes())?;
    }
    let mut status = u8::from(!warning.is_empty());
    for text in wanted.unused() {
        if count == 0 {
            status = 11;
        }
        context.write_error(&[b"caution: filename not matched:  ", text.as_slice(), b"\n"].concat())?;
    }
    Ok(status)
}

/// How much smaller, in percent with a tenth.
fn tenths(whole: u64, packed: u64) -> String {
    if whole == 0 {
        return "0.0".to_owned();
    }
    let (whole, packed) = (i128::from(whole), i128::from(packed));
    let share = (2000 * (whole - packed) + if whole >= packed { whole } else { -whole }) / (2 * whole);
    let sign = if share < 0 { "-" } else { "" };
    format!("{sign}{}.{}", share.abs() / 10, share.abs() % 10)
}

fn line(entry: &ZipEntry, form: Form, decimal: bool) -> Vec<u8> {
    let name = shown(&entry.name);
    if form == Form::Names {
        return [&name[..], b"\n"].concat();
    }
    let mode = entry.external >> 16;
    let mut attributes = Vec::new();
    let system = if entry.made_by >> 8 == 3 { "unx" } else { "fat" };
    if entry.made_by >> 8 == 3 {
        attributes.push(match mode & 0o170_000 {
            0o040_000 => b'd',
            0o120_000 => b'l',
            0o010_000 => b'p',
            0o020_000 => b'c',
            0o060_000 => b'b',
            0o100_000 => b'-',
            _ => b'?',
        });
        for (index, letter) in b"rwxrwxrwx".iter().enumerate() {
            attributes.push(if mode & 0o400 >> index != 0 { *letter } else { b'-' });
        }
    } else {
        let bit = |mask: u32, letter: u8| if entry.external & mask != 0 { letter } else { b'-' };
        attributes.push(bit(16, b'd'));
        attributes.push(b'r');
        attributes.push(if entry.external & 1 != 0 { b'-' } else { b'w' });
        attributes.extend_from_slice(&[b'-', bit(32, b'a'), bit(2, b'h'), bit(4, b's'), b' ', b' ', b' ']);
    }
    let version = entry.made_by & 0xff;
    let kind = match (entry.flags & 1 != 0, entry.internal & 1 != 0) {
        (false, true) => 't',
        (false, false) => 'b',
        (true, true) => 'T',
        (true, false) => 'B',
    };
    let extra = match (entry.flags & 8 != 0, !entry.extra.is_empty()) {
        (false, true) => 'x',
        (false, false) => '-',
        (true, true) => 'X',
        (true, false) => 'l',
    };
    let method = match entry.method {
        0 => "stor".to_owned(),
        8 => format!("def{}", ["N", "X", "F", "S"].get(usize::from(entry.flags >> 1 & 3)).copied().unwrap_or("N")),
        12 => "bzp2".to_owned(),
        14 => "lzma".to_owned(),
        number => format!("u{number:03}"),
    };
    let middle = match form {
        Form::Medium => format!(" {:>2}%", entry.saved()),
        Form::Long => format!(" {:>8}", entry.packed_size),
        _ => String::new(),
    };
    let when = when(entry);
    let date = if decimal {
        format!(
            "{:04}{:02}{:02}.{:02}{:02}{:02}",
            when.year, when.month, when.day, when.hour, when.minute, when.second
        )
    } else {
        let month = usize::try_from(when.month - 1).ok().and_then(|month| MONTHS.get(month));
        let month = month.and_then(|month| month.get(..3)).unwrap_or("???");
        format!("{:02}-{month}-{:02} {:02}:{:02}", when.year.rem_euclid(100), when.day, when.hour, when.minute)
    };
    let text = format!(
        "  {}.{} {system} {:>8} {kind}{extra}{middle} {method} {date} ",
        version / 10,
        version % 10,
        entry.size
    );
    [&attributes[..], text.as_bytes(), &name, b"\n"].concat()
}
