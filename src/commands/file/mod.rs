//! `file`: what a file holds, told from its content.

mod magic;
mod text;

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Refused, Spec, Takes};
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError, OpenOptions};
use workspace::Kind;

const HELP: &str = "\
Usage: file [OPTION...] [FILE...]
Tell what each FILE holds.

      --help                 print this help and exit
  -v, --version              print the version and exit
  -z, --uncompress           look inside compressed files
  -Z, --uncompress-noreport  the same, and tell only of what is inside
  -b, --brief                do not print the names of files
  -e, --exclude TEST         leave out a test: apptype, ascii, cdf, compress, csv, elf, encoding, soft, tar, json, text,
                               tokens
      --exclude-quiet TEST   the same, and unknown tests are no mistake
  -E                         a file that cannot be read is an error
  -f, --files-from FILE      read names from FILE, one in each line
  -F, --separator STRING     print STRING behind names instead of `:'
  -i, --mime                 print MIME types and encodings
      --extension            print which extensions fit
      --mime-type            print MIME types
      --mime-encoding        print MIME encodings
  -k, --keep-going           print all that fits: there is never more than one thing
  -L, --dereference          follow links
  -h, --no-dereference       do not follow links (the default)
  -n, --no-buffer            print each line at once
  -N, --no-pad               do not line up
  -0, --print0               end names with NUL
  -p, --preserve-date        (accepted; times of access are not changed)
  -P, --parameter            (accepted)
  -r, --raw                  print unprintable bytes as they are
  -s, --special-files        read devices and FIFOs too
  -S, --no-sandbox           (accepted)
";

const SPEC: Spec = Spec::new(&[
    Opt::long('H', "help", Takes::Nothing),
    Opt::both('v', "version", Takes::Nothing),
    Opt::both('z', "uncompress", Takes::Nothing),
    Opt::both('Z', "uncompress-noreport", Takes::Nothing),
    Opt::both('b', "brief", Takes::Nothing),
    Opt::both('e', "exclude", Takes::Value),
    Opt::long('q', "exclude-quiet", Takes::Value),
    Opt::short('E', Takes::Nothing),
    Opt::both('f', "files-from", Takes::Value),
    Opt::both('F', "separator", Takes::Value),
    Opt::both('i', "mime", Takes::Nothing),
    Opt::long('x', "extension", Takes::Nothing),
    Opt::long('t', "mime-type", Takes::Nothing),
    Opt::long('c', "mime-encoding", Takes::Nothing),
    Opt::both('k', "keep-going", Takes::Nothing),
    Opt::both('L', "dereference", Takes::Nothing),
    Opt::both('h', "no-dereference", Takes::Nothing),
    Opt::both('n', "no-buffer", Takes::Nothing),
    Opt::both('N', "no-pad", Takes::Nothing),
    Opt::both('0', "print0", Takes::Nothing),
    Opt::both('p', "preserve-date", Takes::Nothing),
    Opt::both('P', "parameter", Takes::Value),
    Opt::both('r', "raw", Takes::Nothing),
    Opt::both('s', "special-files", Takes::Nothing),
    Opt::both('S', "no-sandbox", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "file", help: HELP, run }];

const USAGE: &str = "\
Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
            <file> ...
       file -C [-m <magicfiles>]
       file [--help]
";

/// As much of a file as is looked at.
const WINDOW: usize = 1 << 20;

/// What a content is found to be.
pub struct Answer {
    pub description: String,
    pub mime: &'static str,
    pub encoding: &'static str,
    /// Extensions that fit, with slashes between.
    pub extensions: &'static str,
}

impl Answer {
    fn new(description: impl Into<String>, mime: &'static str, encoding: &'static str) -> Answer {
        Answer { description: description.into(), mime, encoding, extensions: "???" }
    }
}

#[derive(Default)]
struct Settings {
    brief: bool,
    mime_type: bool,
    mime_encoding: bool,
    extension: bool,
    follow: bool,
    no_pad: bool,
    nul: bool,
    special: bool,
    inside: bool,
    inside_only: bool,
    strict: bool,
    separator: Option<BString>,
}

const TESTS: [&str; 12] =
    ["apptype", "ascii", "cdf", "compress", "csv", "elf", "encoding", "soft", "tar", "json", "text", "tokens"];

fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = match options::scan(&SPEC, context.args()) {
        Ok(scanned) => scanned,
        Err(Refused::Unknown(message) | Refused::Usage(message)) => {
            context.complain(&[&message])?;
            context.write_error(USAGE.as_bytes())?;
            return Ok(1);
        }
        Err(_) => return options::print_help(context),
    };
    let mut settings = Settings::default();
    // Names that are lined up with each other.
    let mut groups: Vec<Vec<BString>> = Vec::new();
    for (_, option) in &scanned.options {
        let value = option.value();
        match option.id {
            'H' => return options::print_help(context),
            'v' => return options::print_version(context, "file"),
            'z' => settings.inside = true,
            'Z' => (settings.inside, settings.inside_only) = (true, true),
            'b' => settings.brief = true,
            'e' if !TESTS.iter().any(|test| *value == **test) => {
                context.write_error(USAGE.as_bytes())?;
                return Ok(1);
            }
            'E' => settings.strict = true,
            'f' => {
                let Some(found) = names_of(context, value)? else { return Ok(1) };
                groups.push(found);
            }
            'F' => settings.separator = option.value.clone(),
            'i' => (settings.mime_type, settings.mime_encoding) = (true, true),
            't' => settings.mime_type = true,
            'c' => settings.mime_encoding = true,
            'x' => settings.extension = true,
            'L' => settings.follow = true,
            'h' => settings.follow = false,
            'N' => settings.no_pad = true,
            '0' => settings.nul = true,
            's' => settings.special = true,
            _ => {}
        }
    }
    groups.push(scanned.operands);
    if groups.len() == 1 && groups.iter().all(Vec::is_empty) {
        context.write_error(USAGE.as_bytes())?;
        return Ok(1);
    }
    let mut status = 0;
    for names in &groups {
        if print_all(context, &settings, names)? {
            status = 1;
        }
    }
    Ok(status)
}

/// Prints a line for each file. True: something was an error.
fn print_all(context: &mut Context<'_>, settings: &Settings, names: &[BString]) -> Result<bool, Halt> {
    let width = names.iter().map(|name| shown(name).chars().count()).max().unwrap_or(0);
    let mut any_failed = false;
    for name in names {
        context.charge(1)?;
        let label = if name == "-" { BString::from("/dev/stdin") } else { name.clone() };
        if !settings.brief && !(name.is_empty()) {
            let label = shown(&label);
            let mut out = label.clone().into_bytes();
            if settings.nul {
                out.push(0);
            }
            out.extend_from_slice(settings.separator.as_ref().map_or(b":".as_slice(), |text| text.as_slice()));
            out.push(b' ');
            if !settings.no_pad {
                out.resize(out.len() + width.saturating_sub(label.chars().count()), b' ');
            }
            context.write(&out)?;
        }
        let (answer, failed) = describe(context, name, settings)?;
        any_failed |= failed;
        context.write(&[answer.as_bytes(), b"\n"].concat())?;
    }
    Ok(any_failed)
}

fn names_of(context: &mut Context<'_>, file: &[u8]) -> Result<Option<Vec<BString>>, Halt> {
    match context.read_operand(file) {
        Ok(data) => Ok(Some(data.lines().map(BString::from).collect())),
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(errno)) => {
            let reason = errno.message().as_bytes();
            context.complain(&[b"Cannot open `", file, b"' (", reason, b")"])?;
            Ok(None)
        }
    }
}

/// A name as it is printed: unprintable bytes as octal numbers.
fn shown(name: &[u8]) -> String {
    let mut out = String::new();
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if character.is_control() {
                let mut bytes = [0; 4];
                for byte in character.encode_utf8(&mut bytes).bytes() {
                    out.push_str(&format!("\\{byte:03o}"));
                }
            } else {
                out.push(character);
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\{byte:03o}"));
        }
    }
    out
}

/// What is printed about a file, and whether that is an error.
fn describe(context: &mut Context<'_>, name: &BString, settings: &Settings) -> Result<(String, bool), Halt> {
    let answer = |answer: Answer| (settings.choose(&answer), false);
    if name != "-" {
        let stat = if settings.follow {
            context.vfs().stat(context.cwd(), name)
        } else {
            context.vfs().lstat(context.cwd(), name)
        };
        let stat = match stat {
            Ok(stat) => stat,
            // A link that leads nowhere is still told of.
            Err(_) if settings.follow && context.vfs().lstat(context.cwd(), name).is_ok() => {
                return Ok((settings.broken(context, name), false));
            }
            Err(errno) if settings.strict => {
                return Ok((format!("ERROR: cannot stat `{}' ({})", shown(name), errno.message()), true));
            }
            Err(errno) => return Ok((format!("cannot open `{}' ({})", shown(name), errno.message()), false)),
        };
        match stat.kind {
            Kind::Dir => return Ok(answer(Answer::new("directory", "inode/directory", "binary"))),
            Kind::Symlink => {
                if context.vfs().stat(context.cwd(), name).is_err() {
                    return Ok((settings.broken(context, name), false));
                }
                let target = context.vfs().read_link(context.cwd(), name).unwrap_or_default();
                let text = format!("symbolic link to {}", shown(&target));
                return Ok(answer(Answer::new(text, "inode/symlink", "binary")));
            }
            Kind::Fifo if !settings.special => return Ok(answer(Answer::new("fifo (named pipe)", "inode/fifo", "binary"))),
            Kind::File => {}
            _ if !settings.special => {
                let numbers = device_numbers(name);
                let text = format!("character special ({numbers})");
                return Ok(answer(Answer::new(text, "inode/chardevice", "binary")));
            }
            _ => {}
        }
    }
    let opened = if name == "-" { context.stdin() } else { context.open(name, OpenOptions::reading()).map(Input::new) };
    let data = opened.and_then(|mut input| {
        let mut data = Vec::new();
        while data.len() < WINDOW {
            let piece = input.read(context)?;
            if piece.is_empty() {
                break;
            }
            data.extend_from_slice(&piece);
        }
        Ok(data)
    });
    let data = match data {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            return Ok((format!("cannot open `{}' ({})", shown(name), errno.message()), false));
        }
    };
    context.charge_bytes(data.len())?;
    if settings.inside
        && let Some(inner) = magic::uncompressed(&data, WINDOW)
    {
        context.charge_bytes(inner.len())?;
        let (inner, outer) = (examine(&inner), examine(&data));
        let text = if settings.inside_only {
            settings.choose(&inner)
        } else if settings.mime_type || settings.mime_encoding {
            format!("{} compressed-encoding={}", settings.choose(&inner), outer.mime)
        } else {
            let outer = outer.description.split(", original size").next().unwrap_or_default().to_owned();
            format!("{} ({outer})", settings.choose(&inner))
        };
        return Ok((text, false));
    }
    Ok(answer(examine(&data)))
}

/// Major and minor number of a device.
fn device_numbers(name: &[u8]) -> &'static str {
    match name.rsplit_str("/").next().unwrap_or_default() {
        b"zero" => "1/5",
        b"full" => "1/7",
        b"random" => "1/8",
        b"urandom" => "1/9",
        b"tty" => "5/0",
        _ => "1/3",
    }
}

/// Tells what a content is.
fn examine(data: &[u8]) -> Answer {
    match data.len() {
        0 => Answer::new("empty", "inode/x-empty", "binary"),
        1 => Answer::new("very short file (no magic)", "application/octet-stream", "binary"),
        _ => magic::known(data).unwrap_or_else(|| text::describe(data)),
    }
}

impl Settings {
    fn choose(&self, answer: &Answer) -> String {
        match (self.mime_type, self.mime_encoding) {
            (true, true) => format!("{}; charset={}", answer.mime, answer.encoding),
            (true, false) => answer.mime.to_owned(),
            (false, true) => answer.encoding.to_owned(),
            _ if self.extension => answer.extensions.to_owned(),
            _ => answer.description.clone(),
        }
    }

    fn broken(&self, context: &Context<'_>, name: &[u8]) -> String {
        if self.mime_type || self.mime_encoding {
            return "inode/symlink".to_owned();
        }
        let target = context.vfs().read_link(context.cwd(), name).unwrap_or_default();
        format!("broken symbolic link to {}", shown(&target))
    }
}
