//! `fmt`: paragraphs with lines of about one length.
//!
//! The breaks are those of least cost: each line costs the more the further it is from the goal and from the line
//! behind it, and a break costs more or less by what stands around it (the end of a sentence, a parenthesis, a lone
//! word). A long paragraph is set in parts, when 5000 bytes or 998 words of it have been read.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_between;
use super::shared::quote::{quote, quote_file};
use super::shared::unicode::is_space_byte;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: fmt [-WIDTH] [OPTION]... [FILE]...
Fill the lines of each paragraph of the FILEs to about one length. -WIDTH, as the first argument, is --width=WIDTH.

With no FILE, or when FILE is -, read standard input.

  -c, --crown-margin      keep the indentation of the first two lines
  -p, --prefix=STRING     only lines that begin with STRING, which the new lines get too
  -s, --split-only        split long lines, do not fill short ones
  -t, --tagged-paragraph  a first line that is indented otherwise than the second begins a paragraph
  -u, --uniform-spacing   one space between words, two behind sentences
  -w, --width=WIDTH       no line longer than WIDTH (75)
  -g, --goal=WIDTH        lines of about WIDTH (93% of the width)
      --help              show this help and exit
      --version           show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "crown-margin", Takes::Nothing),
    Opt::both('p', "prefix", Takes::Value),
    Opt::both('s', "split-only", Takes::Nothing),
    Opt::both('t', "tagged-paragraph", Takes::Nothing),
    Opt::both('u', "uniform-spacing", Takes::Nothing),
    Opt::both('w', "width", Takes::Value),
    Opt::both('g', "goal", Takes::Value),
    Opt::DIGITS,
]);

pub const COMMANDS: &[Native] = &[Native { name: "fmt", help: HELP, run }];

/// Bytes of a paragraph that are set at once.
const MOST_BYTES: usize = 5000;
/// Words of a paragraph that are set at once.
const MOST_WORDS: usize = 998;
const TAB: usize = 8;
/// The second indentation of the first tagged paragraph of one line.
const TAG_INDENT: usize = 3;

/// What a break costs. All are squares of lengths.
mod cost {
    pub const MOST: i64 = i64::MAX;
    /// Each line.
    pub const LINE: i64 = 70 * 70;
    /// Behind the end of a sentence.
    pub const SENTENCE: i64 = 50 * 50;
    /// Behind a full stop in a sentence.
    pub const ABBREVIATION: i64 = 600 * 600;
    pub const PARENTHESIS: i64 = 40 * 40;
    pub const PUNCTUATION: i64 = 40 * 40;
    /// A lone last word of a sentence at the start of a line, by its length.
    pub fn orphan(length: usize) -> i64 {
        150 * 150 / (length as i64 + 2)
    }
    /// A lone first word of a sentence at the end of a line.
    pub fn widow(length: usize) -> i64 {
        200 * 200 / (length as i64 + 2)
    }
    /// A line that differs from the goal.
    pub fn short(difference: i64) -> i64 {
        (difference * 10) * (difference * 10)
    }
    /// A line that differs from the next.
    pub fn ragged(difference: i64) -> i64 {
        short(difference) / 2
    }
    /// For each line that a part of a long paragraph is longer.
    pub const CREDIT: i64 = 3 * 3;
}

#[derive(Clone, Copy, Default)]
struct Word {
    start: usize,
    length: usize,
    /// Columns behind it.
    space: usize,
    /// Begins with an opening bracket or quote.
    paren: bool,
    /// Ends a sentence by its mark.
    period: bool,
    /// Ends with punctuation.
    punct: bool,
    /// Ends a sentence by the space behind it, too.
    last: bool,
    /// The length of the line that begins here, its cost, and the first word of the next line.
    line_length: usize,
    best: i64,
    next: usize,
}

#[derive(Clone)]
struct Settings {
    crown: bool,
    tagged: bool,
    split: bool,
    uniform: bool,
    width: usize,
    goal: usize,
    /// The prefix without its blanks at either end.
    prefix: Vec<u8>,
    /// Blanks before it.
    lead: usize,
    /// Its length with the blanks behind.
    full: usize,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let mut args = context.args().to_vec();
    let mut width_text = None;
    if let Some(first) = args.first()
        && let [b'-', b'0'..=b'9', ..] = first.as_bytes()
    {
        width_text = Some(BString::from(&first[1..]));
        args.remove(0);
    }
    let (options, operands) = match options::read_from(context, &SPEC, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        crown: false,
        tagged: false,
        split: false,
        uniform: false,
        width: 75,
        goal: 0,
        prefix: Vec::new(),
        lead: 0,
        full: 0,
    };
    let mut goal_text = None;
    for option in options {
        match option.id {
            'c' => settings.crown = true,
            's' => settings.split = true,
            't' => settings.tagged = true,
            'u' => settings.uniform = true,
            'w' => width_text = option.value,
            'g' => goal_text = option.value,
            'p' => {
                let text = option.value();
                let lead = text.iter().take_while(|byte| **byte == b' ').count();
                let rest = &text[lead..];
                (settings.lead, settings.full) = (lead, rest.len());
                settings.prefix = rest.trim_end_with(|letter| letter == ' ').to_vec();
            }
            digit => {
                let text = format!("invalid option -- {digit}; -WIDTH is recognized only when it is the first\noption; use -w N instead");
                context.complain(&[text.as_bytes()])?;
                options::hint(context)?;
                return Ok(1);
            }
        }
    }
    if let Some(text) = &width_text {
        let Some(width) = length(context, text, MOST_BYTES / 2)? else { return Ok(1) };
        settings.width = width;
    }
    if let Some(text) = &goal_text {
        let Some(goal) = length(context, text, settings.width)? else { return Ok(1) };
        settings.goal = goal;
        if width_text.is_none() {
            settings.width = goal + 10;
        }
    } else {
        // 93%: seven parts of a hundred are left for longer lines.
        settings.goal = settings.width * 187 / 200;
    }
    let dash = [BString::from("-")];
    let operands = if operands.is_empty() { &dash } else { operands.as_slice() };
    let mut status = 0;
    for operand in operands {
        let result = match context.open_operand(operand) {
            Ok(input) => Filler::new(&settings, input).fill(context),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let name = quote_file(operand);
                context.complain(&[b"cannot open ", &name, b" for reading: ", errno.message().as_bytes()])?;
                status = 1;
                continue;
            }
        };
        match result {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => {
                context.complain(&[b"read error"])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

/// A length of lines up to `most`; `None`: a bad one was reported.
fn length(context: &mut Context<'_>, text: &BString, most: usize) -> Result<Option<usize>, Halt> {
    let result = if text.starts_with(b"-") { Err(&b""[..]) } else { parse_between(text, 0, most as i64) };
    match result {
        Ok(number) => Ok(usize::try_from(number).ok()),
        Err(detail) => {
            context.complain(&[b"invalid width: ", &quote(text), detail])?;
            Ok(None)
        }
    }
}

/// One file being filled.
struct Filler<'a> {
    settings: &'a Settings,
    input: Input,
    chunk: Bytes,
    at: usize,
    ended: bool,
    out: Vec<u8>,
    /// Tabs were read, so that indentation is written with them.
    tabs: bool,
    /// The column of what is read.
    column: usize,
    out_column: usize,
    text: Vec<u8>,
    words: Vec<Word>,
    /// The word that is being read.
    current: Word,
    first_indent: usize,
    other_indent: usize,
    /// The indentation of this paragraph's prefix, and of the line that is being read.
    prefix_indent: usize,
    next_prefix_indent: usize,
    last_line_length: usize,
}

impl Filler<'_> {
    fn new(settings: &Settings, input: Input) -> Filler<'_> {
        Filler {
            settings,
            input,
            chunk: Bytes::new(),
            at: 0,
            ended: false,
            out: Vec::new(),
            tabs: false,
            column: 0,
            out_column: 0,
            text: Vec::with_capacity(MOST_BYTES),
            words: Vec::with_capacity(MOST_WORDS + 2),
            current: Word::default(),
            first_indent: 0,
            other_indent: 0,
            prefix_indent: 0,
            next_prefix_indent: 0,
            last_line_length: 0,
        }
    }

    /// The next byte; `None` at the end.
    fn byte(&mut self, context: &Context<'_>) -> Result<Option<u8>, IoError> {
        if self.at == self.chunk.len() {
            if self.ended {
                return Ok(None);
            }
            self.chunk = self.input.read(context)?;
            self.at = 0;
            self.ended = self.chunk.is_empty();
        }
        let byte = self.chunk.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    fn fill(&mut self, context: &mut Context<'_>) -> Result<(), IoError> {
        let result = self.paragraphs(context);
        context.write(&self.out)?;
        result
    }

    fn paragraphs(&mut self, context: &mut Context<'_>) -> Result<(), IoError> {
        let mut next = self.prefix(context)?;
        while let Some(after) = self.paragraph(context, next)? {
            next = after;
            self.set();
            self.put(context, self.words.len())?;
        }
        Ok(())
    }

    /// Passes blanks and a prefix at the start of a line; returns what follows.
    fn prefix(&mut self, context: &Context<'_>) -> Result<Option<u8>, IoError> {
        self.column = 0;
        let first = self.byte(context)?;
        let mut next = self.blanks(context, first)?;
        if self.settings.prefix.is_empty() {
            self.next_prefix_indent = self.settings.lead.min(self.column);
            return Ok(next);
        }
        self.next_prefix_indent = self.column;
        let settings = self.settings;
        for wanted in &settings.prefix {
            if next != Some(*wanted) {
                return Ok(next);
            }
            self.column += 1;
            next = self.byte(context)?;
        }
        self.blanks(context, next)
    }

    fn blanks(&mut self, context: &Context<'_>, first: Option<u8>) -> Result<Option<u8>, IoError> {
        let mut next = first;
        loop {
            match next {
                Some(b' ') => self.column += 1,
                Some(b'\t') => {
                    self.tabs = true;
                    self.column = (self.column / TAB + 1) * TAB;
                }
                _ => return Ok(next),
            }
            next = self.byte(context)?;
        }
    }

    /// Reads a paragraph, after copying the lines that belong to none. `None`: there is no more; otherwise the byte
    /// behind it.
    fn paragraph(&mut self, context: &mut Context<'_>, next: Option<u8>) -> Result<Option<Option<u8>>, IoError> {
        self.last_line_length = 0;
        let mut next = next;
        while matches!(next, None | Some(b'\n'))
            || self.next_prefix_indent < self.settings.lead
            || self.column < self.next_prefix_indent + self.settings.full
        {
            if !self.copy_line(context, next)? {
                return Ok(None);
            }
            self.out.push(b'\n');
            context.write(&self.out)?;
            self.out.clear();
            next = self.prefix(context)?;
        }
        self.prefix_indent = self.next_prefix_indent;
        self.first_indent = self.column;
        self.text.clear();
        self.words.clear();
        next = self.line(context, next)?;
        self.second_indent(self.continues(next));
        if self.settings.split {
            // Each line by itself.
        } else if self.settings.crown || self.settings.tagged {
            let indented = self.settings.crown || self.column != self.first_indent;
            if self.continues(next) && indented {
                loop {
                    next = self.line(context, next)?;
                    if !self.continues(next) || self.column != self.other_indent {
                        break;
                    }
                }
            }
        } else {
            while self.continues(next) && self.column == self.other_indent {
                next = self.line(context, next)?;
            }
        }
        if let Some(last) = self.words.last_mut() {
            (last.period, last.last) = (true, true);
        }
        Ok(Some(next))
    }

    /// Whether the line that was begun belongs to the paragraph.
    fn continues(&self, next: Option<u8>) -> bool {
        self.next_prefix_indent == self.prefix_indent
            && self.column >= self.next_prefix_indent + self.settings.full
            && !matches!(next, None | Some(b'\n'))
    }

    fn second_indent(&mut self, continues: bool) {
        if self.settings.split {
            self.other_indent = self.first_indent;
        } else if self.settings.crown {
            self.other_indent = if continues { self.column } else { self.first_indent };
        } else if self.settings.tagged {
            if continues && self.column != self.first_indent {
                self.other_indent = self.column;
            } else if self.other_indent == self.first_indent {
                // One line: the indentation of the paragraph before, unless it would not tell the lines apart.
                self.other_indent = if self.first_indent == 0 { TAG_INDENT } else { 0 };
            }
        } else {
            self.other_indent = self.first_indent;
        }
    }

    /// Copies the rest of a line that is no text. False at the end of the file.
    fn copy_line(&mut self, context: &mut Context<'_>, next: Option<u8>) -> Result<bool, IoError> {
        self.out_column = 0;
        let mut next = next;
        let more = !matches!(next, None | Some(b'\n'));
        if self.column > self.next_prefix_indent || more {
            self.space(self.next_prefix_indent);
            let settings = self.settings;
            for byte in &settings.prefix {
                if self.out_column == self.column {
                    break;
                }
                self.out.push(*byte);
                self.out_column += 1;
            }
            if more {
                self.space(self.column.saturating_sub(self.out_column));
            }
            if next.is_none() && self.column >= self.next_prefix_indent + self.settings.prefix.len() {
                self.out.push(b'\n');
            }
        }
        while let Some(byte) = next {
            if byte == b'\n' {
                return Ok(true);
            }
            self.out.push(byte);
            if self.out.len() >= MOST_BYTES {
                context.write(&self.out)?;
                self.out.clear();
            }
            next = self.byte(context)?;
        }
        Ok(false)
    }

    /// Reads the words of a line and the start of the next one.
    fn line(&mut self, context: &mut Context<'_>, next: Option<u8>) -> Result<Option<u8>, IoError> {
        let mut next = next;
        loop {
            self.current = Word { start: self.text.len(), ..Word::default() };
            while let Some(byte) = next {
                if self.text.len() == MOST_BYTES {
                    self.second_indent(true);
                    self.part(context)?;
                }
                self.text.push(byte);
                next = self.byte(context)?;
                if next.is_some_and(is_space_byte) {
                    break;
                }
            }
            self.current.length = self.text.len() - self.current.start;
            self.column += self.current.length;
            self.judge();
            let start = self.column;
            next = self.blanks(context, next)?;
            let ends = matches!(next, None | Some(b'\n'));
            let word = &mut self.current;
            word.space = self.column - start;
            word.last = next.is_none() || word.period && (ends || word.space > 1);
            if ends || self.settings.uniform {
                word.space = if word.last { 2 } else { 1 };
            }
            if self.words.len() == MOST_WORDS {
                self.second_indent(true);
                self.part(context)?;
            }
            self.words.push(self.current);
            if ends {
                break;
            }
        }
        self.prefix(context)
    }

    /// What kind of word the current one is.
    fn judge(&mut self) {
        let text = &self.text[self.current.start..];
        let (Some(first), Some(last)) = (text.first(), text.last()) else { return };
        self.current.paren = b"(['`\"".contains(first);
        self.current.punct = last.is_ascii_punctuation();
        let closed = text[1..].iter().rev().take_while(|byte| b")]'\"".contains(byte)).count();
        self.current.period = matches!(text[text.len() - 1 - closed], b'.' | b'?' | b'!');
    }

    /// Sets and writes the first part of a paragraph that is too long to be set at once.
    fn part(&mut self, context: &mut Context<'_>) -> Result<(), IoError> {
        if self.words.is_empty() {
            context.write(&self.text)?;
            self.text.clear();
            self.current.start = 0;
            return Ok(());
        }
        self.set();
        // Breaks where the next line adds least, rather late than early.
        let limit = self.words.len();
        let best_of = |index: usize| self.words.get(index).map_or(0, |word| word.best);
        let (mut split, mut best) = (limit, cost::MOST);
        let mut at = self.words[0].next;
        while at != limit {
            let next = self.words[at].next;
            let added = self.words[at].best - best_of(next);
            if added < best {
                (split, best) = (at, added);
            }
            if best <= cost::MOST - cost::CREDIT {
                best += cost::CREDIT;
            }
            at = next;
        }
        self.put(context, split)?;
        let from = self.words.get(split).map_or(self.current.start, |word| word.start);
        self.text.drain(..from);
        self.words.drain(..split);
        for word in &mut self.words {
            word.start -= from;
        }
        self.current.start -= from;
        Ok(())
    }

    /// Finds the breaks.
    fn set(&mut self) {
        let limit = self.words.len();
        for start in (0..limit).rev() {
            let mut best = cost::MOST;
            let mut length = if start == 0 { self.first_indent } else { self.other_indent };
            length += self.words[start].length;
            let (mut next, mut line_length) = (start + 1, length);
            let mut end = start;
            loop {
                end += 1;
                let mut cost = self.line_cost(end, length);
                if start == 0 && self.last_line_length > 0 {
                    cost += cost::ragged(length as i64 - self.last_line_length as i64);
                }
                if cost < best {
                    (best, next, line_length) = (cost, end, length);
                }
                match self.words.get(end) {
                    Some(word) => length += self.words[end - 1].space + word.length,
                    // The end of the paragraph is longer than any line.
                    None => break,
                }
                if length >= self.settings.width {
                    break;
                }
            }
            let base = self.base_cost(start);
            let word = &mut self.words[start];
            (word.next, word.line_length, word.best) = (next, line_length, best.saturating_add(base));
        }
    }

    /// A line of `length` columns before the word `next`, with all that follows.
    fn line_cost(&self, next: usize, length: usize) -> i64 {
        let Some(word) = self.words.get(next) else { return 0 };
        let mut cost = cost::short(self.settings.goal as i64 - length as i64);
        if word.next != self.words.len() {
            cost += cost::ragged(length as i64 - word.line_length as i64);
        }
        cost + word.best
    }

    /// A line that begins with this word.
    fn base_cost(&self, index: usize) -> i64 {
        let word = &self.words[index];
        let mut cost = cost::LINE;
        if let Some(before) = index.checked_sub(1).map(|index| &self.words[index]) {
            if before.period {
                cost += if before.last { -cost::SENTENCE } else { cost::ABBREVIATION };
            } else if before.punct {
                cost -= cost::PUNCTUATION;
            } else if index > 1 && self.words[index - 2].last {
                cost += cost::widow(before.length);
            }
        }
        if word.paren {
            cost -= cost::PARENTHESIS;
        } else if word.last {
            cost += cost::orphan(word.length);
        }
        cost
    }

    /// Writes the lines up to the word `end`, at which one begins.
    fn put(&mut self, context: &mut Context<'_>, end: usize) -> Result<(), Halt> {
        let mut at = 0;
        let mut indent = self.first_indent;
        while at < end {
            let next = self.words[at].next;
            self.put_line(at, next, indent);
            (at, indent) = (next, self.other_indent);
            context.charge_bytes(self.out.len())?;
            context.write(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    fn put_line(&mut self, from: usize, to: usize, indent: usize) {
        self.out_column = 0;
        self.space(self.prefix_indent);
        self.out.extend_from_slice(&self.settings.prefix);
        self.out_column += self.settings.prefix.len();
        self.space(indent.saturating_sub(self.out_column));
        for index in from..to {
            let word = self.words[index];
            self.out.extend_from_slice(&self.text[word.start..word.start + word.length]);
            self.out_column += word.length;
            if index + 1 < to {
                self.space(word.space);
            }
        }
        self.last_line_length = self.out_column;
        self.out.push(b'\n');
    }

    fn space(&mut self, columns: usize) {
        let target = self.out_column + columns;
        if self.tabs {
            let tab = target / TAB * TAB;
            if self.out_column + 1 < tab {
                while self.out_column < tab {
                    self.out.push(b'\t');
                    self.out_column = (self.out_column / TAB + 1) * TAB;
                }
            }
        }
        while self.out_column < target {
            self.out.push(b' ');
            self.out_column += 1;
        }
    }
}
