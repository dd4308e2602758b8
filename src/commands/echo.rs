//! `echo` as a command of its own, which differs from the shell's in its escapes and in `--help`.

use bstr::BString;

use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: echo [SHORT-OPTION]... [STRING]...
  or:  echo LONG-OPTION
Print the STRINGs with a blank between.

  -n             do not print the newline at the end
  -e             read backslash escapes
  -E             do not read backslash escapes (default)
      --help     show this help and exit
      --version  show the version and exit

Escapes: \\\\ backslash, \\a alert, \\b backspace, \\c no further output, \\e escape, \\f form feed, \\n new line,
\\r carriage return, \\t tab, \\v vertical tab, \\0NNN octal (1 to 3 digits), \\xHH hexadecimal (1 to 2 digits).
";

pub const COMMANDS: &[Native] = &[Native { name: "echo", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let posix = context.exec.env(b"POSIXLY_CORRECT").is_some();
    let mut words = context.args();
    let (mut newline, mut escapes) = (true, posix);
    if let [only] = words
        && !posix
    {
        if only == "--help" {
            context.write(HELP.as_bytes())?;
            return Ok(0);
        }
        if only == "--version" {
            context.write(super::options::version_line("echo").as_bytes())?;
            return Ok(0);
        }
    }
    // POSIX knows no options; only a leading -n alone is one even then.
    if !posix || words.first().is_some_and(|first| first == "-n") {
        while let Some((first, rest)) = words.split_first()
            && let Some(letters) = letters(first)
        {
            for letter in letters {
                match letter {
                    b'n' => newline = false,
                    b'e' => escapes = true,
                    _ => escapes = posix,
                }
            }
            words = rest;
        }
    }
    let mut out = Vec::new();
    let mut stopped = false;
    for (index, word) in words.iter().enumerate() {
        context.charge(1)?;
        if index > 0 {
            out.push(b' ');
        }
        if !escapes {
            out.extend_from_slice(word);
        } else if unescape(word, &mut out) {
            stopped = true;
            break;
        }
    }
    if newline && !stopped {
        out.push(b'\n');
    }
    context.write(&out)?;
    Ok(0)
}

/// The letters of an argument that is nothing but options.
fn letters(word: &BString) -> Option<&[u8]> {
    let letters = word.strip_prefix(b"-")?;
    let known = letters.iter().all(|letter| matches!(letter, b'n' | b'e' | b'E'));
    (known && !letters.is_empty()).then_some(letters)
}

/// Appends `word` with its escapes read; true when `\c` ends all output.
fn unescape(word: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = word;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let Some((&letter, after)) = rest[at + 1..].split_first() else {
            out.push(b'\\');
            return false;
        };
        rest = after;
        let byte = match letter {
            b'a' => 7,
            b'b' => 8,
            b'c' => return true,
            b'e' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' => b'\\',
            b'x' if rest.first().is_some_and(u8::is_ascii_hexdigit) => digits(&mut rest, 0, 16, 2),
            b'0' => digits(&mut rest, 0, 8, 3),
            b'1'..=b'7' => digits(&mut rest, u32::from(letter - b'0'), 8, 2),
            other => {
                out.push(b'\\');
                other
            }
        };
        out.push(byte);
    }
    out.extend_from_slice(rest);
    false
}

/// Reads up to `most` digits behind `value`; what does not fit into a byte is cut off.
fn digits(rest: &mut &[u8], mut value: u32, base: u32, most: usize) -> u8 {
    for _ in 0..most {
        let Some(digit) = rest.first().and_then(|byte| char::from(*byte).to_digit(base)) else { break };
        value = value * base + digit;
        *rest = &rest[1..];
    }
    value as u8
}
