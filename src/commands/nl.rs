//! `nl`: numbers lines, in sections like those of a printed page.

use bstr::ByteSlice;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::{each_input, refuse};
use super::shared::number::parse_clamped;
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};
use shell::regex::{Options, Regex, Syntax};

const HELP: &str = "\
Usage: nl [OPTION]... [FILE]...
Print each FILE with line numbers.

With no FILE, or when FILE is -, read standard input.

  -b, --body-numbering=STYLE      how to number lines of the body
  -d, --section-delimiter=CC      the two characters that section lines are made of
  -f, --footer-numbering=STYLE    how to number lines of the footer
  -h, --header-numbering=STYLE    how to number lines of the header
  -i, --line-increment=NUMBER     add so much for each line
  -l, --join-blank-lines=NUMBER   count NUMBER empty lines as one
  -n, --number-format=FORMAT      ln (left), rn (right) or rz (right, with zeros)
  -p, --no-renumber               do not begin anew with each section
  -s, --number-separator=STRING   put STRING behind the number
  -v, --starting-line-number=NUMBER  the first number of each section
  -w, --number-width=NUMBER       use NUMBER columns for the number
      --help                      show this help and exit
      --version                   show the version and exit

Without options: -bt -d'\\:' -fn -hn -i1 -l1 -n'rn' -s<TAB> -v1 -w6. A lone \\:\\:\\: begins a header, \\:\\: a body, \\: a
footer. STYLE is a (all lines), t (those that are not empty), n (none) or pBRE (those that match the expression).
";

const SPEC: Spec = Spec::new(&[
    Opt::both('h', "header-numbering", Takes::Value),
    Opt::both('b', "body-numbering", Takes::Value),
    Opt::both('f', "footer-numbering", Takes::Value),
    Opt::both('v', "starting-line-number", Takes::Value),
    Opt::both('i', "line-increment", Takes::Value),
    Opt::both('p', "no-renumber", Takes::Nothing),
    Opt::both('l', "join-blank-lines", Takes::Value),
    Opt::both('s', "number-separator", Takes::Value),
    Opt::both('w', "number-width", Takes::Value),
    Opt::both('n', "number-format", Takes::Value),
    Opt::both('d', "section-delimiter", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "nl", help: HELP, run }];

enum Style {
    All,
    Filled,
    None,
    Matching(Box<Regex>),
}

/// The widest number field that is honoured.
const WIDEST: i64 = 1 << 16;

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut styles = [Style::None, Style::Filled, Style::None];
    let (mut start, mut step, mut join, mut width) = (1, 1, 1, 6usize);
    let (mut left, mut zeros, mut renumber) = (false, false, true);
    let mut separator = b"\t".to_vec();
    let mut delimiter = b"\\:".to_vec();
    for option in &options {
        let value = option.value();
        let number = |context: &mut Context<'_>, least: i64, most: i64, what: &[u8]| {
            let parsed = parse_clamped(value).filter(|number| (least..=most).contains(number));
            if parsed.is_none() {
                let range = parse_clamped(value).is_some();
                let detail: &[u8] = if range { b": Numerical result out of range" } else { b"" };
                context.complain(&[b"invalid ", what, b": ", &quote(value), detail])?;
            }
            Ok(parsed)
        };
        match option.id {
            'h' | 'b' | 'f' => {
                let (index, what): (usize, &[u8]) = match option.id {
                    'h' => (0, b"invalid header numbering style: "),
                    'b' => (1, b"invalid body numbering style: "),
                    _ => (2, b"invalid footer numbering style: "),
                };
                styles[index] = match value.first() {
                    Some(b'a') => Style::All,
                    Some(b't') => Style::Filled,
                    Some(b'n') => Style::None,
                    Some(b'p') => match Regex::new(&value[1..], &Options::new(Syntax::Basic)) {
                        Ok(regex) => Style::Matching(Box::new(regex)),
                        Err(error) => {
                            context.complain(&[error.to_string().as_bytes()])?;
                            return Ok(1);
                        }
                    },
                    _ => return refuse(context, &[what, &quote(value)]),
                };
            }
            'v' => match number(context, i64::MIN, i64::MAX, b"starting line number")? {
                Some(number) => start = number,
                None => return Ok(1),
            },
            'i' => match number(context, i64::MIN, i64::MAX, b"line number increment")? {
                Some(number) => step = number,
                None => return Ok(1),
            },
            'l' => match number(context, 1, i64::MAX, b"line number of blank lines")? {
                Some(number) => join = number,
                None => return Ok(1),
            },
            'w' => match number(context, 1, WIDEST, b"line number field width")? {
                Some(number) => width = usize::try_from(number).unwrap_or(6),
                None => return Ok(1),
            },
            'p' => renumber = false,
            's' => separator = value.to_vec(),
            'n' => match value.as_bytes() {
                b"ln" => (left, zeros) = (true, false),
                b"rn" => (left, zeros) = (false, false),
                b"rz" => (left, zeros) = (false, true),
                _ => return refuse(context, &[b"invalid line numbering format: ", &quote(value)]),
            },
            _ => {
                // One character is followed by a colon; none makes section lines unknown.
                delimiter = if value.len() == 1 { vec![value[0], b':'] } else { value.to_vec() };
            }
        }
    }
    let (header, body, footer) = (delimiter.repeat(3), delimiter.repeat(2), delimiter.clone());
    let mut section = 1;
    let mut line_number = Some(start);
    let mut blanks = 0;
    let blank_number = vec![b' '; width + separator.len()];
    let mut overflow = false;
    let status = each_input(context, &operands, |context, _, input| {
        while let Some(record) = input.read_record(context, b'\n')? {
            context.charge(1)?;
            let line = &record.data[..];
            let new = match line {
                _ if delimiter.is_empty() => None,
                line if line == header => Some(0),
                line if line == body => Some(1),
                line if line == footer => Some(2),
                _ => None,
            };
            if let Some(new) = new {
                section = new;
                if renumber {
                    line_number = Some(start);
                }
                blanks = 0;
                context.write(b"\n")?;
                continue;
            }
            let numbered = match &styles[section] {
                Style::All if join > 1 && line.is_empty() => {
                    blanks += 1;
                    if blanks == join {
                        blanks = 0;
                    }
                    blanks == 0
                }
                Style::All => {
                    blanks = 0;
                    true
                }
                Style::Filled => !line.is_empty(),
                Style::None => false,
                Style::Matching(regex) => regex.is_match(line).unwrap_or(false),
            };
            if numbered {
                let Some(number) = line_number else {
                    overflow = true;
                    return Ok(());
                };
                let text = match (left, zeros) {
                    (true, _) => format!("{number:<width$}"),
                    (_, true) => format!("{number:0width$}"),
                    _ => format!("{number:width$}"),
                };
                line_number = number.checked_add(step);
                context.write(text.as_bytes())?;
                context.write(&separator)?;
            } else {
                context.write(&blank_number)?;
            }
            context.write(line)?;
            context.write(b"\n")?;
        }
        Ok(())
    })?;
    if overflow {
        context.complain(&[b"line number overflow"])?;
        return Ok(1);
    }
    Ok(status)
}
