//! `join`: lines of two sorted files with equal fields, side by side.

use bstr::{BStr, BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::{Failure, refuse};
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_colon, quote_file};
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: join [OPTION]... FILE1 FILE2
For each pair of lines with the same join field, write one line. The join field is the first one, delimited by blanks.
Both files have to be sorted on it. A FILE of - is the standard input.

  -a FILENUM             also print the unpairable lines of file FILENUM (1 or 2)
  -e STRING              STRING for fields that are missing
  -i, --ignore-case      compare fields without regard to case
  -j FIELD               the same as -1 FIELD -2 FIELD
  -o FORMAT              print the fields that FORMAT lists
  -t CHAR                CHAR delimits fields, of input and output
  -v FILENUM             as -a FILENUM, and no joined lines
  -1 FIELD               join on this field of file 1
  -2 FIELD               join on this field of file 2
      --check-order      fail when an input is not sorted
      --nocheck-order    do not check
      --header           the first lines are headings: print them joined, without comparing
  -z, --zero-terminated  lines end in NUL, not newline
      --help             show this help and exit
      --version          show the version and exit

FORMAT is fields with commas or blanks between: FILENUM.FIELD, or 0 for the join field; or `auto': the fields of the
first line of each file.
";

const SPEC: Spec = Spec::new(&[
    Opt::short('a', Takes::Value),
    Opt::short('e', Takes::Value),
    Opt::both('i', "ignore-case", Takes::Nothing),
    Opt::short('j', Takes::Value),
    Opt::short('o', Takes::Value),
    Opt::short('t', Takes::Value),
    Opt::short('v', Takes::Value),
    Opt::both('z', "zero-terminated", Takes::Nothing),
    Opt::short('1', Takes::Value),
    Opt::short('2', Takes::Value),
    Opt::long('C', "check-order", Takes::Nothing),
    Opt::long('N', "nocheck-order", Takes::Nothing),
    Opt::long('H', "header", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "join", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// Only when there were unpairable lines.
    Lenient,
    Always,
    Never,
}

/// What stands between fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Blanks,
    Byte(u8),
    /// The whole line is one field.
    None,
}

struct Settings {
    unpairable: [bool; 2],
    pairs: bool,
    filler: Option<BString>,
    ignore_case: bool,
    fields: [usize; 2],
    /// Number of the file (0: the join field) and index of the field.
    format: Vec<(usize, usize)>,
    auto: bool,
    separator: Separator,
    check: Check,
    header: bool,
    terminator: u8,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, places, operands: more, mistake, .. } = options::read_all_in_order(&SPEC, context.args());
    let mut settings = Settings {
        unpairable: [false; 2],
        pairs: true,
        filler: None,
        ignore_case: false,
        fields: [0; 2],
        format: Vec::new(),
        auto: false,
        separator: Separator::Blanks,
        check: Check::Lenient,
        header: false,
        terminator: b'\n',
    };
    let mut chosen: [Option<usize>; 2] = [None; 2];
    let mut separator: Option<Separator> = None;
    let mut names = Names::default();
    let mut before = Meaning::Operand;
    for (option, place) in options.iter().zip(places) {
        let value = option.value();
        let mut meaning = Meaning::Operand;
        match option.id {
            options::OPERAND => {
                if let Some(status) = names.add(context, &mut settings, &mut chosen, value, &mut before, &mut meaning)? {
                    return Ok(status);
                }
            }
            'j' if attached(&context.args()[place], value) => {
                let file = usize::from(*value == "2");
                names.old_fields[file] += 1;
                meaning = Meaning::Field(file);
            }
            'a' | 'v' => {
                match value.as_ref() as &[u8] {
                    b"1" => settings.unpairable[0] = true,
                    b"2" => settings.unpairable[1] = true,
                    _ => return wrong(context, b"invalid field number: ", value),
                }
                settings.pairs &= option.id == 'a';
            }
            'e' => match &settings.filler {
                Some(old) if old != value => {
                    context.complain(&[b"conflicting empty-field replacement strings"])?;
                    return Ok(1);
                }
                _ => settings.filler = Some(value.into()),
            },
            'i' => settings.ignore_case = true,
            'j' | '1' | '2' => {
                let Some(field) = field_number(value) else {
                    return wrong(context, b"invalid field number: ", value);
                };
                let files: &[usize] = match option.id {
                    'j' => &[0, 1],
                    '1' => &[0],
                    _ => &[1],
                };
                for &file in files {
                    if !choose_field(context, &mut chosen[file], field)? {
                        return Ok(1);
                    }
                }
            }
            'o' if value == "auto" => settings.auto = true,
            'o' => {
                if let Some(status) = add_format(context, &mut settings, value)? {
                    return Ok(status);
                }
                meaning = Meaning::Format;
            }
            't' => {
                let new = match value.as_ref() as &[u8] {
                    [] | [b'\n'] => Separator::None,
                    [byte] => Separator::Byte(*byte),
                    b"\\0" => Separator::Byte(0),
                    _ => return wrong(context, b"multi-character tab ", value),
                };
                if separator.is_some_and(|old| old != new) {
                    context.complain(&[b"incompatible tabs"])?;
                    return Ok(1);
                }
                separator = Some(new);
            }
            'z' => settings.terminator = 0,
            'C' => settings.check = Check::Always,
            'N' => settings.check = Check::Never,
            _ => settings.header = true,
        }
        before = meaning;
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    for name in &more {
        before = Meaning::Operand;
        let mut meaning = Meaning::Operand;
        let name = name.as_bstr();
        if let Some(status) = names.add(context, &mut settings, &mut chosen, name, &mut before, &mut meaning)? {
            return Ok(status);
        }
    }
    let operands: Vec<BString> = names.found.into_iter().map(|(name, _)| name).collect();
    match operands.as_slice() {
        [] => return refuse(context, &[b"missing operand"]),
        [one] => {
            let last = context.args().last().unwrap_or(one);
            // GNU has cut up a list of fields where it stands.
            let list = options.iter().rev().find(|option| option.id == 'o').filter(|list| last.ends_with(list.value()));
            let list = list.filter(|list| *list.value() == *last || last.starts_with(b"-")).map(|list| list.value());
            let shown = match list.and_then(|list| Some(list.len() - list.find_byteset(b", \t")?)) {
                Some(rest) => &last[..last.len() - rest],
                None => last,
            };
            return refuse(context, &[b"missing operand after ", &quote(shown)]);
        }
        _ => {}
    }
    // -j1 and -j2 that were followed by no field mean the field itself.
    for (field, count) in names.old_fields.iter().enumerate() {
        for file in &mut chosen {
            if *count > 0 && !choose_field(context, file, field)? {
                return Ok(1);
            }
        }
    }
    settings.separator = separator.unwrap_or(Separator::Blanks);
    settings.fields = [chosen[0].unwrap_or(0), chosen[1].unwrap_or(0)];
    if operands[0] == "-" && operands[1] == "-" {
        context.complain(&[b"both files cannot be standard input"])?;
        return Ok(1);
    }
    let mut files = Vec::with_capacity(2);
    for (index, name) in operands.iter().enumerate() {
        match context.open_operand(name) {
            Ok(input) => files.push(File {
                name: name.clone(),
                input,
                field: settings.fields[index],
                number: 0,
                previous: None,
                disorder: false,
            }),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(name), b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        }
    }
    let Ok([one, two]) = <[File; 2]>::try_from(files) else { return Ok(1) };
    let mut joiner = Joiner { settings, files: [one, two], auto_counts: [0; 2], saw_unpairable: false };
    match joiner.run(context) {
        Ok(()) => Ok(0),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Told) => Ok(1),
    }
}

/// What an operand may be, given the option before it, in the old spellings `-j1 FIELD` and `-o FIELD FIELD…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Operand,
    /// The join field of that file.
    Field(usize),
    /// One more field of the format.
    Format,
}

/// The operands: the last two that may be files are.
#[derive(Default)]
struct Names {
    found: Vec<(BString, Meaning)>,
    /// How many `-j1` and `-j2` wait for their field.
    old_fields: [usize; 2],
}

impl Names {
    /// Takes an operand. When there are two already, one of them has to have been something else.
    fn add(
        &mut self,
        context: &mut Context<'_>,
        settings: &mut Settings,
        chosen: &mut [Option<usize>; 2],
        name: &BStr,
        before: &mut Meaning,
        meaning: &mut Meaning,
    ) -> Result<Option<u8>, Halt> {
        if self.found.len() == 2 {
            let place = usize::from(self.found[0].1 == Meaning::Operand);
            let (text, was) = self.found.remove(place);
            match was {
                Meaning::Operand => return refuse(context, &[b"extra operand ", &quote_file(name)]).map(Some),
                Meaning::Field(file) => {
                    self.old_fields[file] = self.old_fields[file].saturating_sub(1);
                    let Some(field) = field_number(&text) else {
                        return wrong(context, b"invalid field number: ", &text).map(Some);
                    };
                    if !choose_field(context, &mut chosen[file], field)? {
                        return Ok(Some(1));
                    }
                }
                Meaning::Format => {
                    if let Some(status) = add_format(context, settings, &text)? {
                        return Ok(Some(status));
                    }
                }
            }
        }
        self.found.push((name.into(), *before));
        if *before == Meaning::Format {
            *meaning = Meaning::Format;
        }
        Ok(None)
    }
}

/// Whether `-j`'s value is a 1 or 2 that stands in the same argument.
fn attached(argument: &[u8], value: &BStr) -> bool {
    (value == "1" || value == "2") && argument.len() >= 3 && argument.ends_with(&[b'j', value[0]])
}

/// Sets a join field. False: it was set to another one, which is reported.
fn choose_field(context: &mut Context<'_>, chosen: &mut Option<usize>, field: usize) -> Result<bool, Halt> {
    if let Some(old) = chosen.filter(|old| *old != field) {
        let (old, new) = (old.saturating_add(1), field.saturating_add(1));
        context.complain(&[format!("incompatible join fields {old}, {new}").as_bytes()])?;
        return Ok(false);
    }
    *chosen = Some(field);
    Ok(true)
}

fn wrong(context: &mut Context<'_>, what: &[u8], value: &[u8]) -> Outcome {
    context.complain(&[what, &quote(value)])?;
    Ok(1)
}

/// A field's index from its number, which may be too large to count.
fn field_number(text: &[u8]) -> Option<usize> {
    match parse_size(text, b"") {
        Ok(number) => usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1),
        Err(NumberError::Overflow) => Some(usize::MAX - 1),
        Err(_) => None,
    }
}

fn add_format(context: &mut Context<'_>, settings: &mut Settings, list: &[u8]) -> Result<Option<u8>, Halt> {
    for field in list.split(|byte| matches!(byte, b',' | b' ' | b'\t')) {
        match field {
            b"0" => settings.format.push((0, 0)),
            [file @ (b'1' | b'2'), b'.', number @ ..] => match field_number(number) {
                Some(index) => settings.format.push((usize::from(file - b'0'), index)),
                None => return wrong(context, b"invalid field number: ", number).map(Some),
            },
            [b'0' | b'1' | b'2', ..] => return wrong(context, b"invalid field specifier: ", field).map(Some),
            _ => return wrong(context, b"invalid file number in field spec: ", field).map(Some),
        }
    }
    Ok(None)
}

struct File {
    name: BString,
    input: Input,
    field: usize,
    number: u64,
    /// The line before, to check the order.
    previous: Option<Line>,
    disorder: bool,
}

/// A line and where its fields are.
#[derive(Clone)]
struct Line {
    data: Bytes,
    fields: Vec<(usize, usize)>,
}

impl Line {
    fn new(data: Bytes, separator: Separator) -> Line {
        let mut fields = Vec::new();
        match separator {
            Separator::None => fields.extend((!data.is_empty()).then_some((0, data.len()))),
            Separator::Byte(byte) => {
                let mut start = 0;
                for end in memchr::memchr_iter(byte, &data) {
                    fields.push((start, end));
                    start = end + 1;
                }
                if !data.is_empty() {
                    fields.push((start, data.len()));
                }
            }
            Separator::Blanks => {
                let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
                let mut at = data.iter().take_while(|byte| blank(byte)).count();
                while at < data.len() {
                    let length = data[at..].iter().take_while(|byte| !blank(byte)).count();
                    fields.push((at, at + length));
                    at += length;
                    let gap = data[at..].iter().take_while(|byte| blank(byte)).count();
                    at += gap;
                    if at == data.len() && gap > 0 {
                        // A blank at the end begins one more field, an empty one.
                        fields.push((at, at));
                    }
                }
            }
        }
        Line { data, fields }
    }

    fn field(&self, index: usize) -> Option<&[u8]> {
        let (start, end) = *self.fields.get(index)?;
        self.data.get(start..end)
    }
}

struct Joiner {
    settings: Settings,
    files: [File; 2],
    /// How many fields `-o auto` prints of each file.
    auto_counts: [usize; 2],
    saw_unpairable: bool,
}

impl Joiner {
    fn read(&mut self, context: &mut Context<'_>, which: usize) -> Result<Option<Line>, Failure> {
        let terminator = self.settings.terminator;
        let record = match self.files[which].input.read_record(context, terminator) {
            Ok(record) => record,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"read error: ", errno.message().as_bytes()])?;
                return Err(Failure::Told);
            }
        };
        let Some(record) = record else { return Ok(None) };
        context.charge(1)?;
        let line = Line::new(record.data, self.settings.separator);
        self.files[which].number += 1;
        self.check(context, which, &line)?;
        if self.settings.check != Check::Never {
            self.files[which].previous = Some(line.clone());
        }
        Ok(Some(line))
    }

    fn check(&mut self, context: &mut Context<'_>, which: usize, line: &Line) -> Result<(), Failure> {
        let always = self.settings.check == Check::Always;
        if self.settings.check == Check::Never || !(always || self.saw_unpairable) || self.files[which].disorder {
            return Ok(());
        }
        let Some(previous) = &self.files[which].previous else { return Ok(()) };
        let field = self.files[which].field;
        if self.compare((previous, field), (line, field)) == std::cmp::Ordering::Greater {
            let place = format!(":{}: is not sorted: ", self.files[which].number);
            // C prints the line: up to a NUL.
            let shown = line.data.split(|byte| *byte == 0).next().unwrap_or_default();
            context.complain(&[&self.files[which].name, place.as_bytes(), shown])?;
            if always {
                return Err(Failure::Told);
            }
            self.files[which].disorder = true;
        }
        Ok(())
    }

    fn compare(&self, (left, first): (&Line, usize), (right, second): (&Line, usize)) -> std::cmp::Ordering {
        let (left, right) = (left.field(first).unwrap_or_default(), right.field(second).unwrap_or_default());
        if self.settings.ignore_case {
            let fold = |text: &[u8]| text.to_ascii_uppercase();
            fold(left).cmp(&fold(right))
        } else {
            left.cmp(right)
        }
    }

    /// All lines of a file with the same join field as `first`, which is already read. Also the line behind them.
    fn group(
        &mut self,
        context: &mut Context<'_>,
        which: usize,
        first: Line,
    ) -> Result<(Vec<Line>, Option<Line>), Failure> {
        let field = self.files[which].field;
        let mut lines = vec![first];
        loop {
            let next = self.read(context, which)?;
            match next {
                Some(line) if self.compare((&lines[0], field), (&line, field)).is_eq() => lines.push(line),
                other => return Ok((lines, other)),
            }
        }
    }

    fn run(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut one = self.read(context, 0)?;
        let mut two = self.read(context, 1)?;
        if self.settings.auto {
            let count = |line: &Option<Line>| line.as_ref().map_or(0, |line| line.fields.len());
            self.auto_counts = [count(&one), count(&two)];
        }
        if self.settings.header && (one.is_some() || two.is_some()) {
            self.print(context, one.as_ref(), two.as_ref())?;
            for file in &mut self.files {
                file.previous = None;
            }
            if one.is_some() {
                one = self.read(context, 0)?;
            }
            if two.is_some() {
                two = self.read(context, 1)?;
            }
        }
        let fields = self.settings.fields;
        while let (Some(left), Some(right)) = (&one, &two) {
            match self.compare((left, fields[0]), (right, fields[1])) {
                std::cmp::Ordering::Less => {
                    if self.settings.unpairable[0] {
                        self.print(context, one.as_ref(), None)?;
                    }
                    one = self.read(context, 0)?;
                    self.saw_unpairable = true;
                }
                std::cmp::Ordering::Greater => {
                    if self.settings.unpairable[1] {
                        self.print(context, None, two.as_ref())?;
                    }
                    two = self.read(context, 1)?;
                    self.saw_unpairable = true;
                }
                std::cmp::Ordering::Equal => {
                    let (Some(left), Some(right)) = (one.take(), two.take()) else { break };
                    let (lefts, next_left) = self.group(context, 0, left)?;
                    let (rights, next_right) = self.group(context, 1, right)?;
                    if self.settings.pairs {
                        for left in &lefts {
                            for right in &rights {
                                self.print(context, Some(left), Some(right))?;
                            }
                        }
                    }
                    (one, two) = (next_left, next_right);
                }
            }
        }
        let checked = self.settings.check != Check::Never
            && self.files.iter().any(|file| !file.disorder);
        let left = [one.is_some(), two.is_some()];
        for (which, mut line) in [one, two].into_iter().enumerate() {
            if line.is_none() || !(self.settings.unpairable[which] || checked) {
                continue;
            }
            while line.is_some() {
                if self.settings.unpairable[which] {
                    let (left, right) = if which == 0 { (line.as_ref(), None) } else { (None, line.as_ref()) };
                    self.print(context, left, right)?;
                }
                if left[1 - which] {
                    self.saw_unpairable = true;
                }
                if !self.settings.unpairable[which] && self.files[which].disorder {
                    break;
                }
                line = self.read(context, which)?;
            }
        }
        if self.files.iter().any(|file| file.disorder) {
            context.complain(&[b"input is not in sorted order"])?;
            return Err(Failure::Told);
        }
        Ok(())
    }

    fn print(&self, context: &mut Context<'_>, one: Option<&Line>, two: Option<&Line>) -> Result<(), Halt> {
        let settings = &self.settings;
        let lines = [one, two];
        let separator = match settings.separator {
            Separator::Byte(byte) => byte,
            Separator::None => b'\n',
            Separator::Blanks => b' ',
        };
        let mut out = Vec::new();
        let filler = settings.filler.as_ref().map_or(b"".as_slice(), |filler| filler.as_slice());
        let field = |file: usize, index: usize| {
            lines[file].and_then(|line| line.field(index)).filter(|field| !field.is_empty()).unwrap_or(filler)
        };
        let key = || if one.is_some() { field(0, settings.fields[0]) } else { field(1, settings.fields[1]) };
        if settings.format.is_empty() {
            out.extend_from_slice(key());
            for (file, line) in lines.iter().enumerate() {
                let count = if settings.auto {
                    self.auto_counts[file]
                } else {
                    line.map_or(0, |line| line.fields.len())
                };
                for index in (0..count).filter(|index| *index != settings.fields[file]) {
                    out.push(separator);
                    out.extend_from_slice(field(file, index));
                }
            }
        } else {
            for (place, &(file, index)) in settings.format.iter().enumerate() {
                if place > 0 {
                    out.push(separator);
                }
                out.extend_from_slice(if file == 0 { key() } else { field(file - 1, index) });
            }
        }
        out.push(settings.terminator);
        context.charge_bytes(out.len())?;
        context.write(&out)
    }
}
