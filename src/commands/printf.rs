//! `printf` as a command of its own: GNU's, which is stricter about formats than the shell's.

use bstr::{BString, ByteSlice};

use super::shared::locale;
use super::shared::quote::{Quoting, Style, quote};
use super::shared::unicode;
use shell::command::{Context, Native, Outcome};
use shell::format::escape::push_code_point;
use shell::format::{Precision, Radix, Real, Spec, format_float, format_signed, format_unsigned};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: printf FORMAT [ARGUMENT]...
  or:  printf OPTION
Print the ARGUMENTs as FORMAT says, again and again until none is left.

      --help     show this help and exit
      --version  show the version and exit

FORMAT knows the escapes \\\" \\\\ \\a \\b \\c \\e \\f \\n \\r \\t \\v \\NNN \\xHH \\uHHHH \\UHHHHHHHH, %% for a percent sign,
%b for an ARGUMENT with escapes (octal ones as \\0 or \\0NNN), %q for one quoted for the shell, and C's conversions that
end in one of diouxXfeEgGaAcs.
";

pub const COMMANDS: &[Native] = &[Native { name: "printf", help: HELP, run }];

/// Why the printing ends before the end.
enum End {
    /// `\c`
    Stop,
    /// A message: the status is 1.
    Failure(BString),
    Halt(Halt),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> Self {
        End::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let mut args = context.args();
    if let [only] = args {
        if only == "--help" {
            context.write(HELP.as_bytes())?;
            return Ok(0);
        }
        if only == "--version" {
            context.write(super::options::version_line("printf").as_bytes())?;
            return Ok(0);
        }
    }
    if args.first().is_some_and(|first| first == "--") {
        args = &args[1..];
    }
    let Some((format, arguments)) = args.split_first() else {
        context.complain(&[b"missing operand"])?;
        super::options::hint(context)?;
        return Ok(1);
    };
    let bytewise = locale::has_bytes(context);
    let mut printer = Printer { context, arguments, at: 0, failed: false, bytewise, unwritable: false };
    loop {
        let before = printer.at;
        match printer.once(format) {
            Ok(()) => {}
            // GNU leaves at once, with success.
            Err(End::Stop) => {
                printer.failed = false;
                break;
            }
            Err(End::Halt(halt)) => return Err(halt),
            Err(End::Failure(message)) => {
                printer.context.complain(&[&message])?;
                if printer.unwritable {
                    printer.context.complain(&[b"write error"])?;
                }
                return Ok(1);
            }
        }
        if printer.at >= arguments.len() {
            break;
        }
        if printer.at == before {
            let first = quote(&arguments[printer.at]);
            printer.context.complain(&[b"warning: ignoring excess arguments, starting with ", &first])?;
            break;
        }
    }
    if printer.unwritable {
        printer.failed = true;
        printer.context.complain(&[b"write error"])?;
    }
    Ok(u8::from(printer.failed))
}

struct Printer<'a, 'c> {
    context: &'a mut Context<'c>,
    arguments: &'a [BString],
    at: usize,
    failed: bool,
    /// In the locale each byte is a character.
    bytewise: bool,
    /// A field was wider than C can count.
    unwritable: bool,
}

impl<'a> Printer<'a, '_> {
    fn argument(&mut self) -> Option<&'a [u8]> {
        let argument = self.arguments.get(self.at)?;
        self.at += 1;
        Some(argument)
    }

    fn once(&mut self, format: &[u8]) -> Result<(), End> {
        self.context.charge_bytes(format.len())?;
        let mut rest = format;
        while let Some(at) = memchr::memchr2(b'%', b'\\', rest) {
            self.context.write(&rest[..at])?;
            if rest[at] == b'\\' {
                let mut out = Vec::new();
                let length = escape(&rest[at + 1..], false, self.bytewise, &mut out)?;
                self.context.write(&out)?;
                rest = &rest[at + 1 + length..];
            } else {
                rest = self.conversion(&rest[at..])?;
            }
        }
        self.context.write(rest)?;
        Ok(())
    }

    fn conversion<'f>(&mut self, text: &'f [u8]) -> Result<&'f [u8], End> {
        match text.get(1) {
            Some(b'%') => {
                self.context.write(b"%")?;
                return Ok(&text[2..]);
            }
            Some(b'b') => {
                let argument = self.argument().unwrap_or_default();
                let mut out = Vec::with_capacity(argument.len());
                let result = unescape(argument, self.bytewise, &mut out);
                self.context.write(&out)?;
                result?;
                return Ok(&text[2..]);
            }
            Some(b'q') => {
                if let Some(argument) = self.argument() {
                    self.context.write(&Quoting::new(Style::ShellEscape).apply(argument))?;
                }
                return Ok(&text[2..]);
            }
            _ => {}
        }
        let mut spec = Spec::default();
        let mut refused: Vec<u8> = Vec::new();
        let mut at = 1;
        while let Some(flag) = text.get(at) {
            match flag {
                b'\'' | b'I' => refused.extend_from_slice(b"aAceEosxX"),
                b'#' => refused.extend_from_slice(b"cdisu"),
                b'0' => refused.extend_from_slice(b"cs"),
                b'-' | b'+' | b' ' => {}
                _ => break,
            }
            spec.flag(*flag);
            at += 1;
        }
        if let Some(width) = self.count(text, &mut at, b"field width")? {
            spec.left |= width < 0;
            spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
        }
        if text.get(at) == Some(&b'.') {
            at += 1;
            refused.push(b'c');
            spec.precision = usize::try_from(self.count(text, &mut at, b"precision")?.unwrap_or(0)).ok();
        }
        while matches!(text.get(at), Some(b'l' | b'L' | b'h' | b'j' | b't' | b'z')) {
            at += 1;
        }
        let letter = text.get(at).copied().filter(|letter| b"aAcdeEfFgGiosuxX".contains(letter));
        let Some(letter) = letter.filter(|letter| !refused.contains(letter)) else {
            let shown = &text[..text.len().min(at + 1)];
            return Err(End::Failure([shown, b": invalid conversion specification"].concat().into()));
        };
        let most = usize::try_from(self.context.exec.kernel.scheduler.limits().expansion_bytes).unwrap_or(usize::MAX);
        let widest = spec.width.max(spec.precision.unwrap_or(0));
        if widest > i32::MAX as usize {
            match letter {
                b's' | b'c' => drop(self.argument()),
                b'd' | b'i' => drop(self.integer()?),
                b'o' | b'u' | b'x' | b'X' => drop(self.unsigned()?),
                _ => drop(self.real()?),
            }
            // C writes nothing of it, and tells of it when the output is closed.
            self.unwritable = true;
            return Ok(&text[at + 1..]);
        }
        if widest > most {
            return Err(End::Failure("write error: Cannot allocate memory".into()));
        }
        let mut out = Vec::new();
        match letter {
            b's' => spec.string(&mut out, self.argument().unwrap_or_default()),
            b'c' => {
                let byte = self.argument().and_then(|argument| argument.first().copied()).unwrap_or(0);
                spec.pad(&mut out, &[byte]);
            }
            b'd' | b'i' => format_signed(&mut out, &spec, self.integer()?),
            b'o' => format_unsigned(&mut out, &spec, self.unsigned()?, Radix::Octal),
            b'u' => format_unsigned(&mut out, &spec, self.unsigned()?, Radix::Decimal),
            b'x' => format_unsigned(&mut out, &spec, self.unsigned()?, Radix::Hex),
            b'X' => format_unsigned(&mut out, &spec, self.unsigned()?, Radix::UpperHex),
            _ => format_float(&mut out, &spec, letter, self.real()?),
        }
        self.context.charge_bytes(out.len())?;
        self.context.write(&out)?;
        Ok(&text[at + 1..])
    }

    /// A number in the format, or `*` for one of the arguments.
    fn count(&mut self, text: &[u8], at: &mut usize, what: &[u8]) -> Result<Option<i64>, End> {
        let limit = i64::from(i32::MAX);
        if text.get(*at) == Some(&b'*') {
            *at += 1;
            let shown = self.arguments.get(self.at).map(|word| word.as_slice()).unwrap_or_default();
            let value = self.integer()?;
            // A precision below zero is none at all, however far below.
            if what == b"precision" && value < 0 {
                return Ok(Some(-1));
            }
            if value > limit || value < -limit {
                return Err(End::Failure([b"invalid ", what, b": ", &quote(shown)].concat().into()));
            }
            return Ok(Some(value));
        }
        let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return Ok(None);
        }
        let fold = |value: i64, digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        let value = text[*at..*at + digits].iter().fold(0i64, fold);
        *at += digits;
        Ok(Some(value))
    }

    fn complain(&mut self, argument: &[u8], what: &[u8]) -> Result<(), Halt> {
        self.failed = true;
        self.context.complain(&[&quote(argument), b": ", what])
    }

    /// `'x` and `"x` mean the code of the character.
    fn character(&mut self, argument: &[u8]) -> Result<Option<u32>, Halt> {
        let [b'\'' | b'"', text @ ..] = argument else { return Ok(None) };
        if text.is_empty() {
            return Ok(None);
        }
        let (character, length) = unicode::decode(text);
        let code = character.map_or(u32::from(text[0]), u32::from);
        if length < text.len() && self.context.exec.env(b"POSIXLY_CORRECT").is_none() {
            let rest = &text[length..];
            let what = b": character(s) following character constant have been ignored";
            self.context.complain(&[b"warning: ", rest, what])?;
        }
        Ok(Some(code))
    }

    /// Complains about an argument of which only `used` bytes are a number.
    fn verify(&mut self, argument: &[u8], used: usize, out_of_range: bool) -> Result<(), Halt> {
        if out_of_range {
            self.complain(argument, b"Numerical result out of range")
        } else if used == argument.len() {
            Ok(())
        } else if used == 0 {
            self.complain(argument, b"expected a numeric value")
        } else {
            self.complain(argument, b"value not completely converted")
        }
    }

    fn integer(&mut self) -> Result<i64, Halt> {
        let Some(argument) = self.argument() else { return Ok(0) };
        if let Some(code) = self.character(argument)? {
            return Ok(code.into());
        }
        let read = read_integer(argument);
        let limit = if read.negative { 1 << 63 } else { i64::MAX as u64 };
        let out_of_range = read.overflow || read.magnitude > limit;
        self.verify(argument, read.length, out_of_range)?;
        Ok(match (out_of_range, read.negative) {
            (true, true) => i64::MIN,
            (true, false) => i64::MAX,
            (false, true) => (read.magnitude as i64).wrapping_neg(),
            (false, false) => read.magnitude as i64,
        })
    }

    fn unsigned(&mut self) -> Result<u64, Halt> {
        let Some(argument) = self.argument() else { return Ok(0) };
        if let Some(code) = self.character(argument)? {
            return Ok(code.into());
        }
        let read = read_integer(argument);
        self.verify(argument, read.length, read.overflow)?;
        Ok(match (read.overflow, read.negative) {
            (true, _) => u64::MAX,
            (false, true) => read.magnitude.wrapping_neg(),
            (false, false) => read.magnitude,
        })
    }

    fn real(&mut self) -> Result<Real, Halt> {
        let Some(argument) = self.argument() else { return Ok(Real::from_i64(0)) };
        if let Some(code) = self.character(argument)? {
            return Ok(Real::from_i64(code.into()));
        }
        let parsed = Real::parse(argument, Precision::Extended);
        self.verify(argument, parsed.length, parsed.out_of_range)?;
        Ok(parsed.value)
    }
}

struct ReadInteger {
    magnitude: u64,
    negative: bool,
    overflow: bool,
    length: usize,
}

/// `strtoumax` with base 0.
fn read_integer(text: &[u8]) -> ReadInteger {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    let mut at = blanks;
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let rest = &text[at..];
    let base = match rest {
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => {
            at += 2;
            16
        }
        [b'0', ..] => 8,
        _ => 10,
    };
    let mut read = ReadInteger { magnitude: 0, negative, overflow: false, length: 0 };
    while let Some(digit) = text.get(at).and_then(|byte| char::from(*byte).to_digit(base)) {
        let next = read.magnitude.checked_mul(base.into()).and_then(|value| value.checked_add(digit.into()));
        read.overflow |= next.is_none();
        read.magnitude = next.unwrap_or(u64::MAX);
        at += 1;
        read.length = at;
    }
    read
}

/// The escape behind a backslash; how long it is. `octal_0`: octal numbers may begin with an extra 0, as `%b` has it.
fn escape(text: &[u8], octal_0: bool, bytewise: bool, out: &mut Vec<u8>) -> Result<usize, End> {
    let Some(&letter) = text.first() else {
        out.push(b'\\');
        return Ok(0);
    };
    let byte = match letter {
        b'a' => 7,
        b'b' => 8,
        b'c' => return Err(End::Stop),
        b'e' => 27,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'"' | b'\\' => letter,
        b'0'..=b'7' => {
            let skip = usize::from(octal_0 && letter == b'0');
            let (value, length) = digits(&text[skip..], 8, 3);
            out.push(value as u8);
            return Ok(skip + length);
        }
        b'x' => {
            let (value, length) = digits(&text[1..], 16, 2);
            if length == 0 {
                return Err(End::Failure("missing hexadecimal number in escape".into()));
            }
            out.push(value as u8);
            return Ok(1 + length);
        }
        b'u' | b'U' => {
            let wanted = if letter == b'u' { 4 } else { 8 };
            let (value, length) = digits(&text[1..], 16, wanted);
            if length < wanted {
                return Err(End::Failure("missing hexadecimal number in escape".into()));
            }
            let basic = value <= 0x9f && !matches!(value, 0x24 | 0x40 | 0x60);
            if basic || (0xd800..=0xdfff).contains(&value) {
                let name = format!("invalid universal character name \\{}{value:0wanted$x}", char::from(letter));
                return Err(End::Failure(name.into()));
            }
            push_code_point(out, value, bytewise);
            return Ok(1 + length);
        }
        other => {
            out.extend_from_slice(&[b'\\', other]);
            return Ok(1);
        }
    };
    out.push(byte);
    Ok(1)
}

fn unescape(text: &[u8], bytewise: bool, out: &mut Vec<u8>) -> Result<(), End> {
    let mut rest = text;
    while let Some(at) = rest.find_byte(b'\\') {
        out.extend_from_slice(&rest[..at]);
        let length = escape(&rest[at + 1..], true, bytewise, out)?;
        rest = &rest[at + 1 + length..];
    }
    out.extend_from_slice(rest);
    Ok(())
}

fn digits(text: &[u8], base: u32, most: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut length = 0;
    while length < most
        && let Some(digit) = text.get(length).and_then(|byte| char::from(*byte).to_digit(base))
    {
        value = value.wrapping_mul(base).wrapping_add(digit);
        length += 1;
    }
    (value, length)
}
