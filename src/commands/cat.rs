//! `cat`: files one after the other, with their invisible parts shown if asked.

use bytes::Bytes;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::quote_colon;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, Source};

const HELP: &str = "\
Usage: cat [OPTION]... [FILE]...
Write the FILEs one after the other to standard output.

With no FILE, or when FILE is -, read standard input.

  -A, --show-all           the same as -vET
  -b, --number-nonblank    number the lines that are not empty; overrides -n
  -e                       the same as -vE
  -E, --show-ends          show $ at the end of each line
  -n, --number             number all lines
  -s, --squeeze-blank      show one empty line where several follow each other
  -t                       the same as -vT
  -T, --show-tabs          show tabs as ^I
  -u                       (ignored)
  -v, --show-nonprinting   show other control characters as ^X and M-X
      --help               show this help and exit
      --version            show the version and exit
";

// In the order in which an ambiguous abbreviation lists them.
const SPEC: Spec = Spec::new(&[
    Opt::both('b', "number-nonblank", Takes::Nothing),
    Opt::both('n', "number", Takes::Nothing),
    Opt::both('s', "squeeze-blank", Takes::Nothing),
    Opt::both('v', "show-nonprinting", Takes::Nothing),
    Opt::both('E', "show-ends", Takes::Nothing),
    Opt::both('T', "show-tabs", Takes::Nothing),
    Opt::both('A', "show-all", Takes::Nothing),
    Opt::short('e', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
    Opt::short('u', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "cat", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut show = Show::default();
    for option in options {
        match option.id {
            'A' => (show.nonprinting, show.ends, show.tabs) = (true, true, true),
            'b' => show.number_nonblank = true,
            'e' => (show.nonprinting, show.ends) = (true, true),
            'E' => show.ends = true,
            'n' => show.number = true,
            's' => show.squeeze = true,
            't' => (show.nonprinting, show.tabs) = (true, true),
            'T' => show.tabs = true,
            'v' => show.nonprinting = true,
            _ => {}
        }
    }
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut printer = Printer { show, state: State::default() };
    let plain = show == Show::default();
    let mut status = 0;
    for operand in &operands {
        let name = quote_colon(operand);
        let opened = context.open_operand(operand);
        let Some(mut input) = context.report(&name, opened)? else {
            status = 1;
            continue;
        };
        if is_output(context, &input) {
            context.complain(&[&name, b": input file is output file"])?;
            status = 1;
            continue;
        }
        loop {
            let read = input.read(context);
            let data = match context.report(&name, read)? {
                Some(data) if data.is_empty() => break,
                Some(data) => data,
                None => {
                    status = 1;
                    break;
                }
            };
            if plain {
                context.write_bytes(data)?;
            } else {
                printer.print(context, &data)?;
            }
            // Nothing is held back while it waits for more: a coprocess would wait for ever.
            context.flush()?;
        }
    }
    printer.finish(context)?;
    Ok(status)
}

/// Whether reading this input would read what is being written, without end.
fn is_output(context: &Context<'_>, input: &Input) -> bool {
    let Some(output) = context.exec.fds.get(1) else { return false };
    if !input.fd().same_file(output) {
        return false;
    }
    let Source::File(file) = &input.fd().source else { return false };
    context.vfs().stat_open(file).is_ok_and(|stat| input.fd().offset() < stat.size)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Show {
    nonprinting: bool,
    ends: bool,
    tabs: bool,
    number: bool,
    number_nonblank: bool,
    squeeze: bool,
}

/// What is known at a place of the whole output; it goes on from file to file.
#[derive(Debug, Clone, Copy)]
struct State {
    line: u64,
    at_line_start: bool,
    /// Empty lines just seen.
    blanks: u64,
    /// With `-E`, a carriage return that may be part of a line end.
    carriage_return: bool,
}

impl Default for State {
    fn default() -> Self {
        State { line: 0, at_line_start: true, blanks: 0, carriage_return: false }
    }
}

struct Printer {
    show: Show,
    state: State,
}

impl Printer {
    fn print(&mut self, context: &mut Context<'_>, data: &Bytes) -> Result<(), Halt> {
        let mut out = Vec::with_capacity(data.len().min(1 << 16) + 64);
        let mut rest: &[u8] = data;
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest);
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.line(&mut out, line, end.is_some());
            rest = after.get(usize::from(end.is_some())..).unwrap_or_default();
            if out.len() >= 1 << 16 {
                context.write(&out)?;
                out.clear();
            }
        }
        context.write(&out)
    }

    fn line(&mut self, out: &mut Vec<u8>, line: &[u8], ended: bool) {
        if self.state.carriage_return && !line.is_empty() {
            out.push(b'\r');
            self.state.carriage_return = false;
        }
        let blank = line.is_empty() && ended && self.state.at_line_start;
        if blank {
            self.state.blanks += 1;
            if self.show.squeeze && self.state.blanks > 1 {
                return;
            }
        } else {
            self.state.blanks = 0;
        }
        if self.state.at_line_start && if self.show.number_nonblank { !blank } else { self.show.number } {
            self.state.line = self.state.line.wrapping_add(1);
            out.extend_from_slice(format!("{:6}\t", self.state.line).as_bytes());
        }
        let mut text = line;
        if self.show.ends && !self.show.nonprinting && text.last() == Some(&b'\r') {
            text = &text[..text.len() - 1];
            self.state.carriage_return = true;
        }
        self.text(out, text);
        self.state.at_line_start = ended;
        if ended {
            if std::mem::take(&mut self.state.carriage_return) {
                out.extend_from_slice(b"^M");
            }
            if self.show.ends {
                out.push(b'$');
            }
            out.push(b'\n');
        }
    }

    fn text(&self, out: &mut Vec<u8>, text: &[u8]) {
        if !self.show.nonprinting && !self.show.tabs {
            out.extend_from_slice(text);
            return;
        }
        for &byte in text {
            match byte {
                b'\t' if self.show.tabs => out.extend_from_slice(b"^I"),
                b'\t' => out.push(byte),
                _ if !self.show.nonprinting => out.push(byte),
                _ => {
                    let low = byte & 0x7f;
                    if byte >= 0x80 {
                        out.extend_from_slice(b"M-");
                    }
                    match low {
                        0x7f => out.extend_from_slice(b"^?"),
                        0..0x20 => out.extend_from_slice(&[b'^', low + 0x40]),
                        _ => out.push(low),
                    }
                }
            }
        }
    }

    /// The end of the last file.
    fn finish(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if std::mem::take(&mut self.state.carriage_return) {
            context.write(b"\r")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(show: Show, pieces: &[&[u8]]) -> String {
        let mut printer = Printer { show, state: State::default() };
        let mut out = Vec::new();
        for piece in pieces {
            let mut rest = *piece;
            while !rest.is_empty() {
                let end = memchr::memchr(b'\n', rest);
                printer.line(&mut out, &rest[..end.unwrap_or(rest.len())], end.is_some());
                rest = rest.get(end.map_or(rest.len(), |end| end + 1)..).unwrap_or_default();
            }
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        let number = Show { number: true, ..Show::default() };
        assert_eq!(show(number, &[b"a", b"b\n\nc"]), "     1\tab\n     2\t\n     3\tc");
        let ends = Show { ends: true, ..Show::default() };
        assert_eq!(show(ends, &[b"a\r", b"\nb\r", b"c\n"]), "a^M$\nb\rc$\n");
        let all = Show { ends: true, tabs: true, nonprinting: true, ..Show::default() };
        assert_eq!(show(all, &[b"\t\x7f\x80\xff\x00\xe9\r\n"]), "^I^?M-^@M-^?^@M-i^M$\n");
    }
}
