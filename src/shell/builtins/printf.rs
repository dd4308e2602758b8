//! `printf`
//!
//! The formatting is a function of its own, [`printf_format`], that knows no shell: it says what to print, what to
//! complain about, and which variables `%n` sets.

use bstr::{BStr, BString};

use super::{Argument, USAGE, words};
use crate::expand::quote;
use crate::flow::Flow;
use crate::format::escape::{self, Dialect, Missing};
use crate::format::strftime::{self, Zone, strftime};
use crate::format::{Precision, Radix, Real, Spec, format_float, format_signed, format_unsigned};
use crate::shell::{Failure, Shell};
use crate::variables::is_target;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"printf", &words, "v:")? else { return Ok(USAGE) };
    let target = options.value(b'v').map(BString::from);
    if let Some(target) = target.as_ref().filter(|target| !is_target(target)) {
        shell.builtin_error(b"printf", &[b"`", target, b"': not a valid identifier"])?;
        return Ok(USAGE);
    }
    let Some((format, operands)) = words[options.operands..].split_first() else { return shell.usage(b"printf") };
    let operands: Vec<&BStr> = operands.iter().map(AsRef::as_ref).collect();
    shell.charge(1 + (operands.len() as u64 >> 4))?;
    let most = usize::try_from(shell.kernel.scheduler.limits().expansion_bytes).unwrap_or(usize::MAX);
    let facts = Facts {
        now: shell.kernel.scheduler.now().0.div_euclid(1_000_000_000),
        start: shell.state.seconds_base.div_euclid(1_000_000_000),
        zone: if format.contains(&b'(') {
            Zone::from_variable(shell.variable("TZ").as_ref().map(|zone| zone.as_slice()))
        } else {
            Zone::utc()
        },
        bytewise: shell.is_bytewise(),
    };
    let formatted = printf_format(format, &operands, &facts, most);
    // Lines that were complete when something was wrong have been written by then.
    let mut written = 0;
    for (at, complaint) in &formatted.complaints {
        let lines = formatted.output.get(written..*at).and_then(|text| memchr::memrchr(b'\n', text));
        if let Some(end) = lines.filter(|_| target.is_none()) {
            shell.write_output("printf", &formatted.output[written..=written + end])?;
            written += end + 1;
        }
        shell.complain(&[b"printf: ", complaint])?;
    }
    if formatted.too_large {
        shell.check_expansion(most.saturating_add(1))?;
    }
    let mut wrong_target = 0;
    for (name, count) in formatted.counts {
        if is_target(&name) {
            shell.assign_target(&name, count.to_string().into())?;
        } else {
            wrong_target = shell.builtin_error(b"printf", &[b"`", &name, b"': not a valid identifier"])?;
        }
    }
    let status = match target {
        None => shell.put("printf", &formatted.output[written..])?,
        Some(target) => {
            // A variable cannot hold what comes behind a NUL byte.
            let mut value = formatted.output;
            if let Some(end) = memchr::memchr(0, &value) {
                value.truncate(end);
            }
            shell.last_failure.set(Failure::Expansion);
            match shell.assign_target(&target, value.into()) {
                Ok(()) => 0,
                Err(Flow::Discard(_)) if shell.last_failure.get() != Failure::Arithmetic => 1,
                Err(flow) => return Err(flow),
            }
        }
    };
    Ok(status.max(wrong_target).max(u8::from(formatted.failed)))
}

/// What a format depends on besides its arguments.
#[derive(Debug, Clone)]
pub struct Facts {
    /// For `%(…)T`, the time in seconds since 1970: `-1` or no argument.
    pub now: i64,
    /// When the shell started: `-2`.
    pub start: i64,
    pub zone: Zone,
    /// In the locale each byte is a character.
    pub bytewise: bool,
}

/// What came of a format.
#[derive(Debug, Default)]
pub struct Formatted {
    pub output: Vec<u8>,
    /// Messages behind `printf: `, in order, each with how much of the output came before it.
    pub complaints: Vec<(usize, BString)>,
    /// The status is 1.
    pub failed: bool,
    /// `%n`: variables that get the number of bytes printed so far.
    pub counts: Vec<(BString, usize)>,
    /// The output would be larger than allowed; it is cut somewhere before.
    pub too_large: bool,
}

/// Formats the arguments as bash's `printf`: the format is used again until no argument is left; missing ones are empty
/// or zero. `most`: bytes of output that are allowed.
pub fn printf_format(format: &[u8], arguments: &[&BStr], facts: &Facts, most: usize) -> Formatted {
    let mut printer =
        Printer { arguments, at: 0, facts, most, done: Formatted::default(), stopped: false, field: Vec::new() };
    loop {
        let before = printer.at;
        printer.once(format);
        if printer.stopped || printer.at == before || printer.at >= arguments.len() {
            return printer.done;
        }
    }
}

struct Printer<'a> {
    arguments: &'a [&'a BStr],
    at: usize,
    facts: &'a Facts,
    most: usize,
    done: Formatted,
    stopped: bool,
    /// Room for one conversion.
    field: Vec<u8>,
}

impl<'a> Printer<'a> {
    fn argument(&mut self) -> Option<&'a [u8]> {
        let argument = self.arguments.get(self.at)?;
        self.at += 1;
        Some(argument)
    }

    fn complain(&mut self, parts: &[&[u8]]) {
        self.done.complaints.push((self.done.output.len(), parts.concat().into()));
    }

    fn fail(&mut self, parts: &[&[u8]]) {
        self.complain(parts);
        self.done.failed = true;
    }

    /// Ends everything: what was printed so far stays.
    fn stop(&mut self, parts: &[&[u8]]) {
        self.fail(parts);
        self.stopped = true;
    }

    fn once(&mut self, format: &[u8]) {
        let mut rest = format;
        while let Some(at) = memchr::memchr2(b'%', b'\\', rest) {
            self.done.output.extend_from_slice(&rest[..at]);
            if self.done.output.len() > self.most {
                self.done.too_large = true;
                self.stopped = true;
            }
            if self.stopped {
                return;
            }
            rest = if rest[at] == b'\\' {
                let found =
                    escape::escape(&rest[at + 1..], Dialect::Format, self.facts.bytewise, &mut self.done.output);
                if let Some(missing) = found.missing {
                    self.missing(missing);
                }
                &rest[at + 1 + found.length..]
            } else {
                self.conversion(&rest[at..])
            };
            if self.stopped {
                return;
            }
        }
        self.done.output.extend_from_slice(rest);
    }

    fn missing(&mut self, missing: Missing) {
        match missing {
            Missing::Hex => self.complain(&[b"missing hex digit for \\x"]),
            Missing::Unicode(letter) => self.complain(&[b"missing unicode digit for \\", &[letter]]),
        }
    }

    /// One conversion; `text` begins with its `%`. Returns what follows it.
    fn conversion<'f>(&mut self, text: &'f [u8]) -> &'f [u8] {
        if text.get(1) == Some(&b'%') {
            self.done.output.push(b'%');
            return &text[2..];
        }
        let mut spec = Spec::default();
        let mut at = 1;
        while text.get(at).is_some_and(|byte| spec.flag(*byte)) {
            at += 1;
        }
        match self.count(text, &mut at) {
            Some(width) if width < 0 => {
                spec.left = true;
                spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
            }
            Some(width) => spec.width = usize::try_from(width).unwrap_or(usize::MAX),
            None => {}
        }
        if text.get(at) == Some(&b'.') {
            at += 1;
            // A negative precision is as if there were none; a missing one is zero.
            spec.precision = usize::try_from(self.count(text, &mut at).unwrap_or(0)).ok();
        }
        while matches!(text.get(at), Some(b'h' | b'j' | b'l' | b'L' | b't' | b'z')) {
            at += 1;
        }
        let Some(&letter) = text.get(at) else {
            self.stop(&[b"`", text, b"': missing format character"]);
            return b"";
        };
        if letter == b'(' {
            return self.time(text, at, spec);
        }
        let reach = spec.width.max(spec.precision.unwrap_or(0));
        let large = reach > i32::MAX as usize;
        if !large
            && reach > self.most.saturating_sub(self.done.output.len())
            && !matches!(letter, b's' | b'b' | b'q' | b'Q')
            || !large && spec.width > self.most.saturating_sub(self.done.output.len())
        {
            self.done.too_large = true;
            self.stopped = true;
            return b"";
        }
        if large {
            spec = Spec::default();
        }
        let mut field = std::mem::take(&mut self.field);
        field.clear();
        let known = self.convert(&mut field, letter, &spec);
        // C cannot print a field of 2^31 bytes: nothing comes of it.
        if !large {
            self.done.output.extend_from_slice(&field);
        }
        self.field = field;
        if !known {
            self.stop(&[b"`", &[letter], b"': invalid format character"]);
            return b"";
        }
        &text[at + 1..]
    }

    /// A number in the format, or `*` for one from the arguments.
    fn count(&mut self, text: &[u8], at: &mut usize) -> Option<i64> {
        if text.get(*at) == Some(&b'*') {
            *at += 1;
            return Some(self.integer());
        }
        let mut value = None;
        while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
            *at += 1;
        }
        value
    }

    /// Appends one converted argument; false for an unknown letter.
    fn convert(&mut self, out: &mut Vec<u8>, letter: u8, spec: &Spec) -> bool {
        match letter {
            b's' => {
                let text = self.argument().unwrap_or_default();
                spec.string(out, text);
            }
            b'c' => {
                let text = self.argument().unwrap_or_default();
                let byte = text.first().copied().unwrap_or(0);
                spec.pad(out, &[byte]);
            }
            b'b' => {
                let text = self.argument().unwrap_or_default();
                let mut decoded = Vec::with_capacity(text.len());
                let mut missing = Vec::new();
                let stop = escape::decode(text, Dialect::Argument, self.facts.bytewise, &mut decoded, &mut missing);
                missing.into_iter().for_each(|missing| self.missing(missing));
                spec.string(out, &decoded);
                self.stopped |= stop;
            }
            b'q' => {
                let text = self.argument().unwrap_or_default();
                spec.string(out, &quote::printf_quote(text));
            }
            b'Q' => {
                // The precision cuts the text before it is quoted.
                let text = self.argument().unwrap_or_default();
                let length = spec.precision.map_or(text.len(), |most| most.min(text.len()));
                spec.pad(out, &quote::printf_quote(&text[..length]));
            }
            b'd' | b'i' => {
                let value = self.integer();
                format_signed(out, spec, value);
            }
            b'o' | b'u' | b'x' | b'X' => {
                let value = self.unsigned();
                let radix = match letter {
                    b'o' => Radix::Octal,
                    b'u' => Radix::Decimal,
                    b'x' => Radix::Hex,
                    _ => Radix::UpperHex,
                };
                format_unsigned(out, spec, value, radix);
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let value = self.real();
                format_float(out, spec, letter, value);
            }
            b'n' => {
                if let Some(name) = self.argument() {
                    self.done.counts.push((name.into(), self.done.output.len()));
                }
            }
            _ => return false,
        }
        true
    }

    /// `%(format)T`; `open` is where the parenthesis stands.
    fn time<'f>(&mut self, text: &'f [u8], open: usize, spec: Spec) -> &'f [u8] {
        let mut depth = 1;
        let mut end = open + 1;
        while let Some(byte) = text.get(end) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            end += 1;
        }
        let letter = text.get(end + 1);
        if depth > 0 || letter != Some(&b'T') {
            let found = letter.map_or(&b""[..], std::slice::from_ref);
            self.complain(&[b"warning: `", found, b"': invalid time format specification"]);
            // The text is then read on as if the `%` had been one of its characters.
            self.done.output.push(b'%');
            return &text[1..];
        }
        let seconds = match self.argument() {
            None => -1,
            Some(argument) => self.parse_integer(argument),
        };
        let seconds = match seconds {
            -1 => self.facts.now,
            -2 => self.facts.start,
            other => other,
        };
        let format = match &text[open + 1..end] {
            b"" => b"%X",
            format => format,
        };
        let mut shown = Vec::new();
        strftime(&mut shown, format, &self.facts.zone.civil(seconds, 0), strftime::Dialect::C);
        // Bash has room for 127 bytes; a longer time is none.
        if shown.len() > 127 {
            shown.clear();
        }
        spec.string(&mut self.done.output, &shown);
        &text[end + 2..]
    }

    fn integer(&mut self) -> i64 {
        match self.argument() {
            None => 0,
            Some(text) => self.parse_integer(text),
        }
    }

    fn parse_integer(&mut self, text: &[u8]) -> i64 {
        match self.magnitude(text) {
            (negative, Some(magnitude)) => {
                let value = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
                match i64::try_from(value) {
                    Ok(value) => value,
                    Err(_) => {
                        self.out_of_range(text);
                        if negative { i64::MIN } else { i64::MAX }
                    }
                }
            }
            (negative, None) => {
                self.out_of_range(text);
                if negative { i64::MIN } else { i64::MAX }
            }
        }
    }

    fn unsigned(&mut self) -> u64 {
        let Some(text) = self.argument() else { return 0 };
        match self.magnitude(text) {
            (true, Some(magnitude)) => magnitude.wrapping_neg(),
            (false, Some(magnitude)) => magnitude,
            (_, None) => {
                self.out_of_range(text);
                u64::MAX
            }
        }
    }

    fn out_of_range(&mut self, text: &[u8]) {
        self.complain(&[b"warning: ", text, b": Numerical result out of range"]);
    }

    /// Reads an integer of C: sign and magnitude, which is `None` beyond 64 bits. What is wrong is complained of.
    fn magnitude(&mut self, text: &[u8]) -> (bool, Option<u64>) {
        if let Some(code) = character_code(text) {
            return (false, Some(u64::from(code)));
        }
        let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
        let mut rest = &text[blanks..];
        let negative = rest.first() == Some(&b'-');
        if matches!(rest.first(), Some(b'-' | b'+')) {
            rest = &rest[1..];
        }
        let hex = matches!(rest, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit());
        let (base, digits) = match rest {
            _ if hex => (16, &rest[2..]),
            [b'0', ..] => (8, rest),
            _ => (10, rest),
        };
        let mut value = Some(0u64);
        let mut length = 0;
        while let Some(digit) = digits.get(length).and_then(|byte| char::from(*byte).to_digit(base)) {
            value = value.and_then(|value| value.checked_mul(base.into())?.checked_add(digit.into()));
            length += 1;
        }
        if length < digits.len() || length == 0 && !text.is_empty() {
            self.invalid(text);
        }
        (negative, value)
    }

    fn invalid(&mut self, text: &[u8]) {
        let kind: &[u8] = match text {
            [b'0', digit, ..] if digit.is_ascii_digit() => b": invalid octal number",
            [b'0', b'x', ..] => b": invalid hex number",
            _ => b": invalid number",
        };
        self.fail(&[text, kind]);
    }

    fn real(&mut self) -> Real {
        let Some(text) = self.argument() else { return Real::from_i64(0) };
        if let Some(code) = character_code(text) {
            return Real::from_i64(code.into());
        }
        let parsed = Real::parse(text, Precision::Extended);
        if parsed.length < text.len() {
            self.invalid(text);
        } else if parsed.out_of_range {
            self.out_of_range(text);
        }
        parsed.value
    }
}

/// `'x` and `"x`: the code of the character.
fn character_code(text: &[u8]) -> Option<u32> {
    let rest = match text {
        [b'\'' | b'"', rest @ ..] => rest,
        _ => return None,
    };
    let (character, _) = bstr::decode_utf8(rest);
    Some(match (character, rest.first()) {
        (Some(character), _) => character.into(),
        (None, Some(byte)) => u32::from(*byte),
        (None, None) => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(format: &str, arguments: &[&str]) -> Formatted {
        let arguments: Vec<&BStr> = arguments.iter().map(|argument| BStr::new(*argument)).collect();
        let facts = Facts { now: 1_000_000_000, start: 86_400, zone: Zone::utc(), bytewise: false };
        printf_format(format.as_bytes(), &arguments, &facts, 1 << 20)
    }

    fn show(format: &str, arguments: &[&str]) -> String {
        String::from_utf8_lossy(&formatted(format, arguments).output).into_owned()
    }

    #[test]
    fn the_format_is_used_again() {
        assert_eq!(show("%s,", &["1", "2", "3"]), "1,2,3,");
        assert_eq!(show("x\\n", &["1", "2"]), "x\n");
        assert_eq!(show("%s %d|", &["a"]), "a 0|");
        assert_eq!(show("%s-%s|", &["a", "b", "c"]), "a-b|c-|");
        assert_eq!(show("", &["a"]), "");
    }

    #[test]
    fn widths_and_precisions() {
        assert_eq!(show("%*d|%-*d|%*d|%.*d|", &["5", "1", "5", "1", "-5", "1", "-3", "5"]), "    1|1    |1    |5|");
        assert_eq!(show("%5s|%-5s|%.2s|", &["a", "b", "abc"]), "    a|b    |ab|");
        assert_eq!(show("%5c|%.0c|", &["abc", "abc"]), "    a|a|");
        assert_eq!(show("%5b|%.2b|", &["a\\tb", "a\\tb"]), "  a\tb|a\t|");
        assert_eq!(show("%10q|%.2q|%.3Q|", &["a b", "a b", "a'bcd"]), "      a\\ b|a\\|a\\'b|");
        assert!(formatted("%99999999d", &["1"]).too_large);
        assert_eq!(show("%99999999999d|", &["1"]), "|");
        assert_eq!(show("%.999999999999999999999s|", &["ok"]), "|");
    }

    #[test]
    fn numbers_in_every_notation() {
        assert_eq!(show("%d %d %d %d %d", &["0x1F", "017", "'a", "\"\u{e9}", "-0x10"]), "31 15 97 233 -16");
        assert_eq!(show("%u %x", &["-1", "-1"]), "18446744073709551615 ffffffffffffffff");
        assert_eq!(show("%.2f %g %a", &["1.005", "1e400", "1"]), "1.00 1e+400 0x8p-3");
    }

    #[test]
    fn complaints_come_with_what_could_be_read() {
        for (format, argument, output, complaint, failed) in [
            ("%d", "3abc", "3", "3abc: invalid number", true),
            ("%d", "x", "0", "x: invalid number", true),
            ("%d", "08", "0", "08: invalid octal number", true),
            ("%d", "5 ", "5", "5 : invalid number", true),
            ("%f", "1.5x", "1.500000", "1.5x: invalid number", true),
            (
                "%d",
                "99999999999999999999",
                "9223372036854775807",
                "warning: 99999999999999999999: Numerical result out of range",
                false,
            ),
        ] {
            let done = formatted(format, &[argument]);
            assert_eq!(done.output, output.as_bytes());
            assert_eq!(done.complaints[0].1, complaint);
            assert_eq!(done.failed, failed);
        }
        assert!(!formatted("%d%f", &["", ""]).failed);
    }

    #[test]
    fn what_is_no_format_stops() {
        let done = formatted("a%d%y%d", &["1", "2", "3"]);
        assert_eq!((done.output, done.failed), (b"a1".to_vec(), true));
        assert_eq!(done.complaints, [(2, "`y': invalid format character".into())]);
        assert_eq!(formatted("%", &[]).complaints, [(0, "`%': missing format character".into())]);
        assert_eq!(formatted("%5", &[]).complaints, [(0, "`%5': missing format character".into())]);
        assert_eq!(show("%b%s", &["x\\cy", "z"]), "x");
        assert_eq!(show("%%|\\x41\\101", &[]), "%|AA");
    }

    #[test]
    fn times() {
        assert_eq!(show("%(%F %T)T|%(%s)T|%(%s)T|", &["0", "-1", "-2"]), "1970-01-01 00:00:00|1000000000|86400|");
        assert_eq!(
            show("%10(%Y)T|%-10(%Y)T|%.2(%Y)T|%()T", &["0", "0", "0", "0"]),
            "      1970|1970      |19|00:00:00"
        );
        assert_eq!(show("%(%Y)d|", &["3"]), "%(");
    }

    #[test]
    fn counts_are_noted() {
        let done = formatted("abc%n%s", &["x", "d"]);
        assert_eq!(done.counts, [("x".into(), 3)]);
        assert_eq!(done.output, b"abcd");
    }
}
