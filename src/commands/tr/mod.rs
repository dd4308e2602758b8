//! `tr`: translates, squeezes and deletes bytes.

mod set;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::{Quoting, Style};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use shell::regex::ClassName;
use set::{Element, Set};

const HELP: &str = "\
Usage: tr [OPTION]... STRING1 [STRING2]
Translate, squeeze or delete bytes of standard input. STRING1 and STRING2 say which.

  -c, -C, --complement    use all bytes that are not in STRING1
  -d, --delete            delete the bytes of STRING1, do not translate
  -s, --squeeze-repeats   replace each run of one byte of the last STRING by a single one
  -t, --truncate-set1     first cut STRING1 to the length of STRING2
      --help              show this help and exit
      --version           show the version and exit

Most bytes in a STRING stand for themselves. The others are: \\NNN (octal), \\\\ \\a \\b \\f \\n \\r \\t \\v, A-B (a range),
[A*] (in STRING2: as many A as STRING1 needs), [A*N] (N of them, octal if N begins with 0), [:alnum:] [:alpha:]
[:blank:] [:cntrl:] [:digit:] [:graph:] [:lower:] [:print:] [:punct:] [:space:] [:upper:] [:xdigit:], [=A=] (A).
STRING2 is filled up with its last byte. [:lower:] and [:upper:] in the same place convert case. Squeezing comes last.
";

const SPEC: Spec = Spec {
    operands_end_options: true,
    ..Spec::new(&[
        Opt::both('c', "complement", Takes::Nothing),
        Opt::short('C', Takes::Nothing),
        // Without documentation: the locale `C`, of which only the messages tell.
        Opt::short('A', Takes::Nothing),
        Opt::both('d', "delete", Takes::Nothing),
        Opt::both('s', "squeeze-repeats", Takes::Nothing),
        Opt::both('t', "truncate-set1", Takes::Nothing),
    ])
};

pub const COMMANDS: &[Native] = &[Native { name: "tr", help: HELP, run }];

type Members = [bool; 256];

struct Job {
    delete: Option<Members>,
    translate: Option<[u8; 256]>,
    squeeze: Option<Members>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    let (complement, delete, squeeze) = (given('c') || given('C'), given('d'), given('s'));
    let truncate = given('t');
    let quoting = Quoting::new(if given('A') { Style::Ascii } else { Style::Locale });
    let least = 1 + usize::from(delete == squeeze);
    let most = 1 + usize::from(delete <= squeeze);
    if operands.len() < least {
        match operands.last() {
            None => context.complain(&[b"missing operand"])?,
            Some(last) => {
                context.complain(&[b"missing operand after ", &quoting.apply(last)])?;
                context.write_error(if squeeze {
                    b"Two strings must be given when both deleting and squeezing repeats.\n"
                } else {
                    b"Two strings must be given when translating.\n"
                })?;
            }
        }
        options::hint(context)?;
        return Ok(1);
    }
    if let Some(extra) = operands.get(most) {
        context.complain(&[b"extra operand ", &quoting.apply(extra)])?;
        if operands.len() == 2 {
            context.write_error(b"Only one string may be given when deleting without squeezing repeats.\n")?;
        }
        options::hint(context)?;
        return Ok(1);
    }
    let mut warnings = Vec::new();
    let translating = operands.len() == 2 && !delete;
    let prepared = Set::parse(&operands[0], quoting, &mut warnings).and_then(|first| {
        let second = operands.get(1).map(|text| Set::parse(text, quoting, &mut warnings)).transpose()?;
        let how = How { complement, delete, squeeze, truncate, translating };
        prepare(first, second, how)
    });
    for warning in &warnings {
        context.complain(&[b"warning: ", warning])?;
    }
    match prepared {
        Ok(job) => copy(context, &job),
        Err(message) => {
            context.complain(&[&message])?;
            Ok(1)
        }
    }
}

#[derive(Clone, Copy)]
struct How {
    complement: bool,
    delete: bool,
    squeeze: bool,
    truncate: bool,
    translating: bool,
}

/// Checks the strings against each other and makes the tables. The error is the message.
fn prepare(first: Set, second: Option<Set>, how: How) -> Result<Job, Vec<u8>> {
    if first.has_open_repeat() {
        return Err(b"the [c*] repeat construct may not appear in string1".to_vec());
    }
    let mut members = first.members();
    if how.complement {
        members.iter_mut().for_each(|member| *member = !*member);
    }
    let mut job = Job { delete: None, translate: None, squeeze: None };
    let length = if how.complement { members.iter().filter(|member| **member).count() } else { first.len() };
    let Some(mut second) = second else {
        if how.delete {
            job.delete = Some(members);
        } else {
            job.squeeze = Some(members);
        }
        return Ok(job);
    };
    second.fill_open_repeat(length)?;
    if how.translating {
        check(&first, &mut second, length, how)?;
        let mut table: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        if how.complement {
            let bytes = (0..=255u8).filter(|byte| members[usize::from(*byte)]);
            for (from, to) in bytes.zip(second.bytes()) {
                table[usize::from(from)] = to;
            }
        } else {
            translate(&first, &second, &mut table);
        }
        job.translate = Some(table);
        if how.squeeze {
            job.squeeze = Some(second.members());
        }
    } else {
        if second.filled_repeat() {
            return Err(b"the [c*] construct may appear in string2 only when translating".to_vec());
        }
        job.delete = Some(members);
        job.squeeze = Some(second.members());
    }
    Ok(job)
}

fn check(first: &Set, second: &mut Set, length: usize, how: How) -> Result<(), Vec<u8>> {
    if second.elements.iter().any(|element| matches!(element, Element::Equivalence(_))) {
        return Err(b"[=c=] expressions may not appear in string2 when translating".to_vec());
    }
    if second.elements.iter().any(|element| matches!(element, Element::Class(class) if !set::is_case(*class))) {
        return Err(
            b"when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'".to_vec()
        );
    }
    // What case conversion takes care of counts as one byte on each side.
    let (mut left, mut right) = (length, second.len());
    if !how.complement && second.elements.iter().any(|element| matches!(element, Element::Class(_))) {
        let (first_starts, second_starts) = (first.class_starts(), second.class_starts());
        // Where the first string has ended nothing has to fit.
        for (at, size) in second_starts.iter().filter(|(at, _)| *at <= length) {
            match first_starts.iter().find(|(start, class_size)| start == at && *class_size == *size) {
                Some(_) => {
                    left -= size - 1;
                    right -= size - 1;
                }
                None => return Err(b"misaligned [:upper:] and/or [:lower:] construct".to_vec()),
            }
        }
    }
    if left > right && !how.truncate {
        if second.len() == 0 {
            return Err(b"when not truncating set1, string2 must be non-empty".to_vec());
        }
        second.extend(left - right)?;
    }
    let first_has_class = first.elements.iter().any(|element| matches!(element, Element::Class(_)));
    if how.complement && first_has_class && !(second.len() == length && second.is_homogeneous()) {
        return Err(
            b"when translating with complemented character classes,\nstring2 must map all characters in the domain to one"
                .to_vec(),
        );
    }
    Ok(())
}

/// Fills the table from two strings, converting case where classes stand in the same place.
fn translate(first: &Set, second: &Set, table: &mut [u8; 256]) {
    let (from, to) = (first.tagged_bytes(), second.tagged_bytes());
    for ((from, class), (to, other)) in from.into_iter().zip(to) {
        table[usize::from(from)] = match (class, other) {
            (Some(ClassName::Lower), Some(ClassName::Upper)) => from.to_ascii_uppercase(),
            (Some(ClassName::Upper), Some(ClassName::Lower)) => from.to_ascii_lowercase(),
            _ => to,
        };
    }
}

fn copy(context: &mut Context<'_>, job: &Job) -> Outcome {
    let mut input = match context.stdin() {
        Ok(input) => input,
        Err(error) => return read_failed(context, error),
    };
    let mut last = None;
    let mut out = Vec::new();
    loop {
        let data = match input.read(context) {
            Ok(data) if data.is_empty() => return Ok(0),
            Ok(data) => data,
            Err(error) => return read_failed(context, error),
        };
        out.clear();
        out.reserve(data.len());
        for byte in data.iter().copied() {
            if job.delete.is_some_and_contains(byte) {
                continue;
            }
            let byte = job.translate.as_ref().map_or(byte, |table| table[usize::from(byte)]);
            if job.squeeze.is_some_and_contains(byte) && last == Some(byte) {
                continue;
            }
            last = Some(byte);
            out.push(byte);
        }
        context.write(&out)?;
    }
}

trait Contains {
    fn is_some_and_contains(&self, byte: u8) -> bool;
}

impl Contains for Option<Members> {
    #[inline]
    fn is_some_and_contains(&self, byte: u8) -> bool {
        self.as_ref().is_some_and(|members| members[usize::from(byte)])
    }
}

fn read_failed(context: &mut Context<'_>, error: IoError) -> Result<u8, Halt> {
    match error {
        IoError::Halt(halt) => Err(halt),
        IoError::Errno(errno) => {
            context.complain(&[b"read error: ", errno.message().as_bytes()])?;
            Ok(1)
        }
    }
}
