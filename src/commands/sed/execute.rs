//! Runs a script over the lines.


use super::debug;
use super::input::{Lines, Stop, read_error};
use super::output::Sink;
use super::parse::invalid_reference;
use super::script::{Action, Address, Bound, Command, Script, Substitution, Translation};
use super::substitute::substitute;
use crate::shared::interrupt::interruptible;
use crate::shared::run::shell_output;
use crate::shared::unicode::decode;
use shell::command::{Context, Input};
use shell::kernel::{Description, Halt, IoError, Source};
use shell::regex::{Captures, Exhausted, Regex};

/// Bytes of a line from which on the run may have to stop within one substitution.
const LONG: usize = 64 << 10;

/// How the script is run.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// `-n`
    pub quiet: bool,
    pub posix: bool,
    /// `N` without a next line prints what there is.
    pub keeps_last: bool,
    /// `\n`, or NUL with `-z`.
    pub terminator: u8,
    /// `-l`: the length of the lines of `l`; 0 for no limit.
    pub list_length: usize,
    /// `-u`
    pub unbuffered: bool,
    /// `--debug`
    pub debug: bool,
    /// A byte is a character.
    pub bytes: bool,
}

/// The pattern space or the hold space.
struct Space {
    data: Vec<u8>,
    /// False: its last line came without a line end, and goes out so.
    terminated: bool,
}

impl Space {
    fn new() -> Space {
        Space { data: Vec::new(), terminated: true }
    }

    fn assign(&mut self, other: &Space) {
        self.data.clear();
        self.data.extend_from_slice(&other.data);
        self.terminated = other.terminated;
    }

    fn append(&mut self, other: &Space, terminator: u8) {
        self.data.push(terminator);
        self.data.extend_from_slice(&other.data);
        self.terminated = other.terminated;
    }
}

/// The state of a command with two addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    Inactive,
    /// Goes on; up to that line when there is one.
    Active(Option<u64>),
    /// Over for good: a range that begins at a line number happens once.
    Closed,
}

/// What is printed when the line is done.
enum Queued<'s> {
    Text(&'s [u8]),
    Line(Vec<u8>),
    File(&'s [u8]),
}

/// A file that `R` reads a line at a time.
enum LineFile {
    Unopened,
    Open(Input),
    Missing,
}

/// The pattern that was used last.
struct LastRegex<'s> {
    regex: &'s Regex,
    /// It was compiled to find groups: for a substitution.
    has_groups: bool,
}

/// How a cycle ended.
enum Cycle {
    /// The line is done and printed unless `quiet`.
    Done,
    /// The line is gone.
    Deleted,
    /// As that, by `D`.
    Dropped,
    /// `D`: the script starts over with what is left.
    Again,
    /// The script ends: with the line printed or not.
    Quit { status: u8, print: bool },
}

pub struct Executor<'s> {
    script: &'s Script,
    settings: Settings,
    pub lines: Lines,
    pattern: Space,
    hold: Space,
    ranges: Vec<Range>,
    queue: Vec<Queued<'s>>,
    stdout: Sink,
    outputs: Vec<Sink>,
    inputs: Vec<LineFile>,
    last_regex: Option<LastRegex<'s>>,
    captures: Captures,
    scratch: Vec<u8>,
    /// `t`: something was replaced since the last line was read or the last `t`.
    replaced: bool,
    /// How deep in blocks `--debug` thinks it is.
    level: usize,
    /// Commands of `e` that have run.
    executed: Vec<usize>,
}

impl<'s> Executor<'s> {
    /// Opens the files that the script writes.
    pub fn new(
        context: &Context<'_>,
        script: &'s Script,
        settings: Settings,
        lines: Lines,
    ) -> Result<Executor<'s>, Stop> {
        let mut outputs = Vec::with_capacity(script.outputs.len());
        for name in &script.outputs {
            outputs.push(Sink::open(context, name)?);
        }
        let mut executor = Executor {
            script,
            settings,
            lines,
            pattern: Space::new(),
            hold: Space::new(),
            ranges: Vec::new(),
            queue: Vec::new(),
            stdout: Sink::stdout(),
            outputs,
            inputs: Vec::new(),
            last_regex: None,
            captures: Captures::new(),
            scratch: Vec::new(),
            replaced: false,
            level: 0,
            executed: Vec::new(),
        };
        executor.restart();
        Ok(executor)
    }

    /// Runs the script; the result is the exit status.
    pub fn run(&mut self, context: &mut Context<'_>) -> Result<u8, Stop> {
        let mut again = false;
        loop {
            if !again && !self.read(context, false)? {
                break;
            }
            if self.settings.debug && !again {
                let name: &[u8] = if self.lines.name == "-" { b"STDIN" } else { &self.lines.name };
                let line = format!("' line {}\n", self.lines.number);
                context.write(&[b"INPUT:   '", name, line.as_bytes()].concat())?;
                self.tell_pattern(context)?;
            }
            again = false;
            let ended = self.cycle(context)?;
            if self.settings.debug && matches!(ended, Cycle::Done | Cycle::Deleted) {
                context.write(b"END-OF-CYCLE:\n")?;
            }
            match ended {
                Cycle::Done => self.end_of_cycle(context, true)?,
                Cycle::Deleted | Cycle::Dropped => self.end_of_cycle(context, false)?,
                Cycle::Again => again = true,
                Cycle::Quit { status, print } => {
                    self.end_of_cycle(context, print)?;
                    let terminator = self.settings.terminator;
                    if print {
                        self.sink().complete(context, terminator)?;
                    }
                    self.lines.finish_in_place(context)?;
                    self.lines.give_back();
                    return Ok(status);
                }
            }
        }
        self.lines.finish_in_place(context)?;
        Ok(0)
    }

    fn tell_pattern(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        self.tell_space(context, "PATTERN: ", &self.pattern)
    }

    fn tell_hold(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        self.tell_space(context, "HOLD:    ", &self.hold)
    }

    fn tell_space(&self, context: &mut Context<'_>, name: &str, space: &Space) -> Result<(), Halt> {
        context.charge_bytes(space.data.len())?;
        context.write(&debug::space(name, &space.data))
    }

    /// Tells what a command left in the spaces.
    fn tell_effect(&self, context: &mut Context<'_>, action: &Action) -> Result<(), Halt> {
        match action {
            Action::Exchange => {
                self.tell_pattern(context)?;
                self.tell_hold(context)
            }
            Action::Get | Action::Hold | Action::HoldAppend => self.tell_hold(context),
            Action::GetAppend
            | Action::Next
            | Action::NextAppend
            | Action::Substitute(_)
            | Action::Translate(_)
            | Action::Zap => self.tell_pattern(context),
            _ => Ok(()),
        }
    }

    /// What begins anew with each file that counts for itself.
    fn restart(&mut self) {
        self.ranges.clear();
        self.ranges.extend(self.script.commands.iter().map(|command| match command.first {
            Some(Address::Line(0)) => Range::Active(None),
            _ => Range::Inactive,
        }));
        self.inputs.clear();
        self.inputs.resize_with(self.script.inputs.len(), || LineFile::Unopened);
    }

    /// Where lines go: the file that takes the current one's place, or standard output.
    fn sink(&mut self) -> &mut Sink {
        match &mut self.lines.in_place {
            Some(in_place) => &mut in_place.sink,
            None => &mut self.stdout,
        }
    }

    /// Reads the next line into the pattern space, or behind what is there.
    fn read(&mut self, context: &mut Context<'_>, append: bool) -> Result<bool, Stop> {
        self.flush_queue(context)?;
        self.replaced &= append;
        let Some(record) = self.lines.next(context)? else { return Ok(false) };
        if std::mem::take(&mut self.lines.restarted) {
            self.restart();
            // Whether it has a line end stays as it was.
            self.hold.data.clear();
        }
        if append {
            self.pattern.data.push(self.settings.terminator);
        } else {
            self.pattern.data.clear();
        }
        self.pattern.data.extend_from_slice(&record.data);
        self.pattern.terminated = record.terminated;
        Ok(true)
    }

    fn end_of_cycle(&mut self, context: &mut Context<'_>, print: bool) -> Result<(), Stop> {
        if print && !self.settings.quiet {
            self.print(context)?;
        }
        self.flush_queue(context)?;
        if self.settings.unbuffered {
            context.flush()?;
        }
        Ok(())
    }

    fn print(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let terminator = self.settings.terminator;
        let sink = match &mut self.lines.in_place {
            Some(in_place) => &mut in_place.sink,
            None => &mut self.stdout,
        };
        sink.line(context, &self.pattern.data, self.pattern.terminated, terminator)
    }

    /// Prints what `a`, `r` and `R` left for the end of the line.
    fn flush_queue(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.queue.is_empty() {
            return Ok(());
        }
        let terminator = self.settings.terminator;
        for queued in std::mem::take(&mut self.queue) {
            context.charge(1)?;
            match queued {
                Queued::Text(text) => self.sink().text(context, text, terminator)?,
                Queued::Line(line) => self.sink().text(context, &line, terminator)?,
                Queued::File(name) => self.copy_file(context, name)?,
            }
        }
        Ok(())
    }

    /// Writes out a file; nothing if it cannot be read.
    fn copy_file(&mut self, context: &mut Context<'_>, name: &[u8]) -> Result<(), Stop> {
        let terminator = self.settings.terminator;
        self.sink().complete(context, terminator)?;
        let Ok(mut input) = self.open_to_read(context, name)? else { return Ok(()) };
        loop {
            let data = input.read(context).map_err(|error| read_error(error, name))?;
            if data.is_empty() {
                return Ok(());
            }
            self.sink().write(context, &data)?;
        }
    }

    /// Opens a file of `r` or `R`; one that cannot be opened counts as empty.
    fn open_to_read(&mut self, context: &mut Context<'_>, name: &[u8]) -> Result<Result<Input, ()>, Halt> {
        // Opened by its name, what is given as a whole begins at its beginning, as a file does.
        if name == b"/dev/stdin"
            && let Ok(fd) = context.exec.fds.require(0)
            && let Source::Bytes(data) = &fd.source
        {
            return Ok(Ok(Input::new(Description::new(Source::Bytes(data.clone()), true, false))));
        }
        match context.open(name, shell::kernel::OpenOptions::reading()) {
            Ok(fd) => Ok(Ok(Input::new(fd))),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(_)) => Ok(Err(())),
        }
    }

    // Commands --------------------------------------------------------------------------------------------------

    fn cycle(&mut self, context: &mut Context<'_>) -> Result<Cycle, Stop> {
        let script = self.script;
        let terminator = self.settings.terminator;
        let mut index = 0;
        while let Some(command) = script.commands.get(index) {
            context.charge(1)?;
            let current = index;
            index += 1;
            if self.settings.debug && !command.shown.is_empty() {
                let is_done = self.executed.contains(&current);
                let shown = debug::command(command, &mut self.level, is_done);
                context.write(&[b"COMMAND: ", shown.as_slice()].concat())?;
            }
            if matches!(command.action, Action::Nothing) {
                // Nobody asks for its addresses either.
                continue;
            }
            if self.matches(context, current, command)? == command.negated {
                if let Action::Block(end) = command.action {
                    index = end;
                }
                continue;
            }
            match &command.action {
                Action::Block(_) | Action::Nothing => {}
                Action::LineNumber => {
                    let line = self.lines.number.to_string();
                    self.sink().line(context, line.as_bytes(), true, terminator)?;
                }
                Action::Append(text) => self.queue.push(Queued::Text(text)),
                // Nothing does not even end the line before it.
                Action::Insert(text) if text.is_empty() => {}
                Action::Insert(text) => self.sink().text(context, text, terminator)?,
                Action::Change(text) => {
                    if !matches!(self.ranges.get(current), Some(Range::Active(_))) || command.second.is_none() {
                        self.sink().text(context, text, terminator)?;
                    }
                    return Ok(Cycle::Deleted);
                }
                Action::Branch(jump) => match jump {
                    Some(target) => index = *target,
                    None => break,
                },
                Action::BranchIfReplaced(jump) => {
                    if std::mem::take(&mut self.replaced) {
                        match jump {
                            Some(target) => index = *target,
                            None => break,
                        }
                    }
                }
                Action::BranchUnlessReplaced(jump) => {
                    if !std::mem::take(&mut self.replaced) {
                        match jump {
                            Some(target) => index = *target,
                            None => break,
                        }
                    }
                }
                Action::Delete => return Ok(Cycle::Deleted),
                Action::DeleteFirstLine => match memchr::memchr(terminator, &self.pattern.data) {
                    Some(end) => {
                        context.charge_bytes(self.pattern.data.len())?;
                        self.pattern.data.drain(..=end);
                        if self.settings.debug {
                            self.tell_pattern(context)?;
                        }
                        return Ok(Cycle::Again);
                    }
                    None => return Ok(Cycle::Dropped),
                },
                Action::FileName => {
                    let name = self.lines.name.clone();
                    self.sink().line(context, &name, true, terminator)?;
                }
                Action::Get => self.pattern.assign(&self.hold),
                Action::GetAppend => {
                    context.charge_bytes(self.hold.data.len())?;
                    self.pattern.append(&self.hold, terminator);
                    self.check_size(context)?;
                }
                Action::Hold => self.hold.assign(&self.pattern),
                Action::HoldAppend => {
                    context.charge_bytes(self.pattern.data.len())?;
                    self.hold.append(&self.pattern, terminator);
                    self.check_size(context)?;
                }
                Action::Exchange => std::mem::swap(&mut self.pattern, &mut self.hold),
                Action::List(length) => {
                    let mut text = list(&self.pattern.data, length.unwrap_or(self.settings.list_length), terminator);
                    text.push(terminator);
                    context.charge_bytes(text.len())?;
                    self.sink().text(context, &text, terminator)?;
                }
                Action::Next => {
                    let is_last = self.lines.is_last(context)?;
                    if !self.settings.quiet {
                        self.print(context)?;
                    }
                    if is_last {
                        return Ok(Cycle::Deleted);
                    }
                    if !self.read(context, false)? {
                        return Ok(Cycle::Quit { status: 0, print: false });
                    }
                }
                Action::NextAppend => {
                    if self.lines.is_last(context)? {
                        // With `-s`, other files may follow.
                        return Ok(if self.settings.keeps_last { Cycle::Done } else { Cycle::Deleted });
                    }
                    if !self.read(context, true)? {
                        return Ok(Cycle::Quit { status: 0, print: false });
                    }
                    self.check_size(context)?;
                }
                Action::Print => self.print(context)?,
                Action::PrintFirstLine => {
                    let end = memchr::memchr(terminator, &self.pattern.data);
                    let terminated = end.is_some() || self.pattern.terminated;
                    let end = end.unwrap_or(self.pattern.data.len());
                    let sink = match &mut self.lines.in_place {
                        Some(in_place) => &mut in_place.sink,
                        None => &mut self.stdout,
                    };
                    sink.line(context, &self.pattern.data[..end], terminated, terminator)?;
                }
                Action::Quit(status) => return Ok(Cycle::Quit { status: *status, print: true }),
                Action::QuitSilently(status) => {
                    self.queue.clear();
                    return Ok(Cycle::Quit { status: *status, print: false });
                }
                Action::ReadFile(name) => self.queue.push(Queued::File(name)),
                Action::ReadFileBefore(name) => self.copy_file(context, name)?,
                Action::ReadLine(file) => self.read_line_of(context, *file)?,
                Action::Substitute(substitution) => self.substitute(context, substitution)?,
                Action::Translate(table) => {
                    context.charge_bytes(self.pattern.data.len())?;
                    translate(table, self.settings.bytes, &mut self.pattern.data, &mut self.scratch);
                }
                Action::Write(output) => self.write(context, *output, self.pattern.data.len(), false)?,
                Action::WriteFirstLine(output) => {
                    let end = memchr::memchr(terminator, &self.pattern.data);
                    let length = end.unwrap_or(self.pattern.data.len());
                    self.write(context, *output, length, end.is_some())?;
                }
                Action::Zap => self.pattern.data.clear(),
                Action::Execute(command) if command.is_empty() => {
                    self.execute(context)?;
                    // What it printed is a whole line.
                    self.pattern.terminated = true;
                }
                Action::Execute(command) => {
                    let output = shell_output(context, command, most_bytes(context))?;
                    self.sink().text(context, &output, terminator)?;
                    if self.settings.debug && !self.executed.contains(&current) {
                        self.executed.push(current);
                    }
                }
                Action::Obsolete => return Err(Stop::Fatal(b"INTERNAL ERROR: Bad cmd L".to_vec(), 4)),
            }
            if self.settings.debug {
                self.tell_effect(context, &command.action)?;
            }
        }
        Ok(Cycle::Done)
    }

    /// The spaces may not outgrow what a file may be.
    fn check_size(&self, context: &Context<'_>) -> Result<(), Stop> {
        if self.pattern.data.len().max(self.hold.data.len()) >= most_bytes(context) {
            return Err(Stop::Fatal(b"couldn't re-allocate memory".to_vec(), 4));
        }
        Ok(())
    }

    fn write(&mut self, context: &mut Context<'_>, output: usize, length: usize, ended: bool) -> Result<(), Stop> {
        let terminator = self.settings.terminator;
        let Some(sink) = self.outputs.get_mut(output) else { return Ok(()) };
        let line = self.pattern.data.get(..length).unwrap_or(&self.pattern.data);
        sink.line(context, line, ended || self.pattern.terminated, terminator)?;
        if self.settings.unbuffered {
            sink.flush(context)?;
        }
        Ok(())
    }

    fn read_line_of(&mut self, context: &mut Context<'_>, file: usize) -> Result<(), Stop> {
        let script = self.script;
        let Some(name) = script.inputs.get(file) else { return Ok(()) };
        if matches!(self.inputs.get(file), Some(LineFile::Unopened)) {
            let opened = match self.open_to_read(context, name)? {
                Ok(input) => LineFile::Open(input),
                Err(()) => LineFile::Missing,
            };
            self.inputs[file] = opened;
        }
        let Some(LineFile::Open(input)) = self.inputs.get_mut(file) else { return Ok(()) };
        let record = input.read_record(context, self.settings.terminator).map_err(|error| read_error(error, name))?;
        if let Some(record) = record {
            let mut line = record.data.to_vec();
            if record.terminated {
                line.push(self.settings.terminator);
            }
            self.queue.push(Queued::Line(line));
        }
        Ok(())
    }

    fn substitute(&mut self, context: &mut Context<'_>, substitution: &'s Substitution) -> Result<(), Stop> {
        let regex = self.regex(substitution.pattern.as_ref(), true)?;
        // What was compiled for an address is compiled again, and looked at then; else groups that there are not are empty.
        if let Some(last) = self.last_regex.as_mut().filter(|last| !last.has_groups) {
            if regex.group_count() < substitution.highest_group && !self.settings.posix {
                return Err(self.runtime_fault(&invalid_reference(substitution.highest_group)));
            }
            last.has_groups = true;
        }
        context.charge_bytes(self.pattern.data.len())?;
        if self.settings.debug && regex.captures_at(&self.pattern.data, 0, &mut self.captures).map_err(exhausted)? {
            let groups = (0..=regex.group_count()).map(|group| self.captures.get(group));
            context.write(&debug::registers(&self.pattern.data, groups))?;
        }
        let mut out = std::mem::take(&mut self.scratch);
        let (line, captures) = (&self.pattern.data, &mut self.captures);
        let mut work = || substitute(substitution, regex, line, captures, &mut out);
        let replaced = if line.len() < LONG { work() } else { interruptible(context, work)? };
        self.scratch = out;
        if !replaced.map_err(exhausted)? {
            return Ok(());
        }
        std::mem::swap(&mut self.pattern.data, &mut self.scratch);
        context.charge_bytes(self.pattern.data.len())?;
        self.check_size(context)?;
        self.replaced = true;
        if substitution.execute {
            if substitution.print_before {
                self.print(context)?;
            }
            self.execute(context)?;
        }
        if substitution.print {
            self.print(context)?;
        }
        if let Some(output) = substitution.output {
            self.write(context, output, self.pattern.data.len(), false)?;
        }
        Ok(())
    }

    /// Runs the pattern space as a command; its output takes its place.
    fn execute(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let command = std::mem::take(&mut self.pattern.data);
        self.pattern.data = shell_output(context, &command, most_bytes(context))?;
        if self.pattern.data.last() == Some(&self.settings.terminator) {
            self.pattern.data.pop();
        }
        self.check_size(context)
    }

    /// The pattern to use: the given one, or the one that was used last.
    fn regex(&mut self, given: Option<&'s Regex>, has_groups: bool) -> Result<&'s Regex, Stop> {
        match given {
            Some(regex) => {
                self.last_regex = Some(LastRegex { regex, has_groups });
                Ok(regex)
            }
            None => match &self.last_regex {
                Some(last) => Ok(last.regex),
                None => Err(self.runtime_fault("no previous regular expression")),
            },
        }
    }

    fn runtime_fault(&self, text: &str) -> Stop {
        Stop::Fatal(format!("-e expression #{}, char 0: {text}", self.script.expressions).into_bytes(), 1)
    }

    fn finds(&mut self, context: &Context<'_>, pattern: Option<&'s Regex>) -> Result<bool, Stop> {
        let regex = self.regex(pattern, false)?;
        context.charge_bytes(self.pattern.data.len())?;
        regex.is_match(&self.pattern.data).map_err(exhausted)
    }

    // Addresses -------------------------------------------------------------------------------------------------

    fn matches(&mut self, context: &mut Context<'_>, index: usize, command: &'s Command) -> Result<bool, Stop> {
        let Some(first) = &command.first else { return Ok(true) };
        let Some(second) = &command.second else { return self.is_at(context, first) };
        let line = self.lines.number;
        let state = self.ranges.get(index).copied().unwrap_or(Range::Inactive);
        let (state, matched) = match state {
            Range::Closed => (Range::Closed, false),
            Range::Active(end) => {
                // Where a range ends that a line number began, it never begins again.
                let over = if matches!(first, Address::Line(_)) { Range::Closed } else { Range::Inactive };
                match (end, second) {
                    // Who steps over the last line of so many, is still in them.
                    (Some(end), Bound::Plus(_) | Bound::Multiple(_)) => (if line >= end { over } else { state }, true),
                    (Some(end), _) => (if line >= end { over } else { state }, line <= end),
                    (None, Bound::Last) => (if self.lines.is_last(context)? { over } else { state }, true),
                    (None, Bound::Pattern(pattern)) => {
                        (if self.finds(context, pattern.as_ref())? { over } else { state }, true)
                    }
                    (None, Bound::Step(first, step)) => {
                        (if is_step(line, *first, *step) { over } else { state }, true)
                    }
                    (None, _) => (over, false),
                }
            }
            Range::Inactive => {
                let begins = match first {
                    Address::Line(number) => line >= *number,
                    other => self.is_at(context, other)?,
                };
                if !begins {
                    return Ok(false);
                }
                let over = if matches!(first, Address::Line(_)) { Range::Closed } else { Range::Inactive };
                let at_first = match first {
                    Address::Line(number) => line == *number,
                    _ => true,
                };
                match second {
                    Bound::Line(end) if line >= *end => (over, at_first || line == *end),
                    Bound::Line(end) => (Range::Active(Some(*end)), true),
                    Bound::Plus(0) | Bound::Multiple(0) => (over, true),
                    Bound::Plus(count) => (Range::Active(Some(line.saturating_add(*count))), true),
                    Bound::Step(first, step) if is_step(line, *first, *step) => (over, true),
                    // A line that is a multiple itself is not the next one.
                    Bound::Multiple(step) => {
                        (Range::Active(Some((line / step).saturating_add(1).saturating_mul(*step))), true)
                    }
                    Bound::Last if self.lines.is_last(context)? => (over, true),
                    Bound::Last | Bound::Pattern(_) | Bound::Step(..) => (Range::Active(None), true),
                }
            }
        };
        if let Some(place) = self.ranges.get_mut(index) {
            *place = state;
        }
        Ok(matched)
    }

    fn is_at(&mut self, context: &mut Context<'_>, address: &'s Address) -> Result<bool, Stop> {
        let line = self.lines.number;
        match address {
            Address::Line(number) => Ok(line == *number),
            Address::Step(first, step) => Ok(is_step(line, *first, *step)),
            Address::Last => self.lines.is_last(context),
            Address::Pattern(pattern) => self.finds(context, pattern.as_ref()),
        }
    }

    /// Flushes everything; after a failure too.
    pub fn flush(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        for sink in &mut self.outputs {
            sink.flush(context)?;
        }
        Ok(())
    }
}

/// Whether a line is one of `FIRST~STEP`.
fn is_step(line: u64, first: u64, step: u64) -> bool {
    line.checked_sub(first).is_some_and(|distance| distance.is_multiple_of(step))
}

fn exhausted(error: Exhausted) -> Stop {
    Stop::Fatal(error.to_string().into_bytes(), 4)
}

fn translate(table: &Translation, bytes: bool, data: &mut Vec<u8>, scratch: &mut Vec<u8>) {
    if bytes || table.others.is_empty() && table.bytes[0x80..].iter().zip(0x80..=0xffu8).all(|(to, from)| *to == from) {
        for byte in data {
            *byte = table.bytes[usize::from(*byte)];
        }
        return;
    }
    scratch.clear();
    let mut rest = data.as_slice();
    while !rest.is_empty() {
        let (_, length) = decode(rest);
        let (character, after) = rest.split_at(length.max(1).min(rest.len()));
        rest = after;
        match table.others.binary_search_by(|(from, _)| from.as_slice().cmp(character)) {
            Ok(index) => scratch.extend_from_slice(&table.others[index].1),
            Err(_) if character.len() == 1 => scratch.push(table.bytes[usize::from(character[0])]),
            Err(_) => scratch.extend_from_slice(character),
        }
    }
    std::mem::swap(data, scratch);
}

/// The spaces stay below this: more than what a file may be.
fn most_bytes(context: &Context<'_>) -> usize {
    let most = context.vfs().with_tree(|tree| tree.limits().file_bytes);
    usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1)
}

/// What `l` prints of a line, without the last line end.
fn list(line: &[u8], length: usize, terminator: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() + line.len() / 8 + 2);
    let mut column = 0;
    let mut piece: Vec<u8> = Vec::with_capacity(4);
    for &byte in line {
        piece.clear();
        match byte {
            b'\\' => piece.extend_from_slice(b"\\\\"),
            0x07 => piece.extend_from_slice(b"\\a"),
            0x08 => piece.extend_from_slice(b"\\b"),
            0x0c => piece.extend_from_slice(b"\\f"),
            b'\n' => piece.extend_from_slice(b"\\n"),
            b'\r' => piece.extend_from_slice(b"\\r"),
            b'\t' => piece.extend_from_slice(b"\\t"),
            0x0b => piece.extend_from_slice(b"\\v"),
            0x20..=0x7e => piece.push(byte),
            _ => piece.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
        if length > 0 && column + piece.len() > length - 1 {
            out.extend_from_slice(&[b'\\', terminator]);
            column = 0;
        }
        out.extend_from_slice(&piece);
        column += piece.len();
    }
    out.push(b'$');
    out
}

