//! Compound commands: groups, conditionals, loops, `case`, `select`.

use bstr::{BString, ByteSlice};
use unicode_width::UnicodeWidthStr;

use crate::flow::Flow;
use crate::pattern::{Pattern, PatternOptions};
use crate::shell::{CurrentCommand, Failure, Shell};
use crate::syntax::ast::{Arith, CaseArm, CaseEnd, CommandKind, If, List, Name, Word};
use crate::syntax::print;
use crate::variables::is_name;

/// What a loop does after one round.
enum Round {
    Next,
    Leave,
}

impl Shell {
    pub(super) fn run_compound(&mut self, kind: &CommandKind) -> Result<u8, Flow> {
        match kind {
            CommandKind::Group(list) => self.run_list(list),
            CommandKind::If(branches) => self.run_if(branches),
            CommandKind::While { until, condition, body } => self.run_while(*until, condition, body),
            CommandKind::For { variable, words, body } => self.run_for(variable, words.as_deref(), body),
            CommandKind::ArithFor { init, condition, step, body } => {
                self.run_arith_for(init.as_ref(), condition.as_ref(), step.as_ref(), body)
            }
            CommandKind::Select { variable, words, body } => self.run_select(variable, words.as_deref(), body),
            CommandKind::Case { subject, arms } => self.run_case(subject, arms),
            CommandKind::Cond(cond) => self.run_cond(cond),
            CommandKind::Arith(arith) => {
                if self.run_debug_trap()? {
                    return Ok(0);
                }
                match self.evaluate_traced(arith, false)? {
                    Some(value) => Ok(u8::from(value == 0)),
                    None => Ok(1),
                }
            }
            CommandKind::Function(function) => self.define_function(function),
            CommandKind::Coproc { name, body } => self.start_coprocess(name, body),
            CommandKind::Subshell(list) => self.run_subshell(list, &[]),
            CommandKind::Simple(simple) => self.run_simple(simple, &[]),
        }
    }

    fn run_if(&mut self, branches: &If) -> Result<u8, Flow> {
        for (condition, body) in &branches.branches {
            if self.in_condition(|shell| shell.run_list(condition))? == 0 {
                return self.run_list(body);
            }
        }
        match &branches.otherwise {
            Some(body) => self.run_list(body),
            None => Ok(0),
        }
    }

    fn run_while(&mut self, until: bool, condition: &List, body: &List) -> Result<u8, Flow> {
        self.in_loop(|shell| {
            let mut status = 0;
            loop {
                shell.charge(1)?;
                let wanted = shell.in_condition(|shell| shell.run_list(condition));
                let wanted = match wanted {
                    Ok(condition) => (condition == 0) != until,
                    Err(flow) => match shell.after_round(Err(flow), &mut status)? {
                        Round::Next => continue,
                        Round::Leave => return Ok(status),
                    },
                };
                if !wanted {
                    return Ok(status);
                }
                let result = shell.run_list(body);
                if let Round::Leave = shell.after_round(result, &mut status)? {
                    return Ok(status);
                }
            }
        })
    }

    fn run_for(&mut self, variable: &Name, words: Option<&[Word]>, body: &List) -> Result<u8, Flow> {
        if !is_name(variable.as_bytes()) {
            self.complain(&[b"`", variable.as_bytes(), b"': not a valid identifier"])?;
            return if self.state.options.posix { Err(Flow::Exit(2)) } else { Ok(1) };
        }
        let items = self.loop_items(words)?;
        let own = self.current_command.clone();
        self.in_loop(|shell| {
            let mut status = 0;
            for item in items {
                shell.charge(1)?;
                if shell.traps.debug.is_some() && shell.actions_running == 0 {
                    shell.current_command = own.clone();
                }
                if shell.run_debug_trap()? {
                    continue;
                }
                if shell.state.options.xtrace {
                    shell.trace_loop("for", variable, words)?;
                }
                match shell.assign_loop_variable(variable, item) {
                    Err(Flow::Discard(status)) if !shell.state.options.posix => return Ok(status),
                    other => other?,
                }
                let result = shell.run_list(body);
                if let Round::Leave = shell.after_round(result, &mut status)? {
                    break;
                }
            }
            Ok(status)
        })
    }

    fn run_arith_for(
        &mut self,
        init: Option<&Arith>,
        condition: Option<&Arith>,
        step: Option<&Arith>,
        body: &List,
    ) -> Result<u8, Flow> {
        if let Some(init) = init {
            self.note_part(init)?;
            if self.evaluate_traced(init, true)?.is_none() {
                return Ok(1);
            }
        } else {
            self.trace_nothing()?;
        }
        self.in_loop(|shell| {
            let mut status = 0;
            loop {
                shell.charge(1)?;
                if let Some(condition) = condition {
                    shell.note_part(condition)?;
                    match shell.evaluate_traced(condition, true)? {
                        None => return Ok(1),
                        Some(0) => return Ok(status),
                        Some(_) => {}
                    }
                } else {
                    shell.trace_nothing()?;
                }
                let result = shell.run_list(body);
                if let Round::Leave = shell.after_round(result, &mut status)? {
                    return Ok(status);
                }
                if let Some(step) = step {
                    shell.note_part(step)?;
                    if shell.evaluate_traced(step, true)?.is_none() {
                        return Ok(1);
                    }
                } else {
                    shell.trace_nothing()?;
                }
            }
        })
    }

    /// A part of `for ((…))` is about to be evaluated.
    fn note_part(&mut self, part: &Arith) -> Result<(), Flow> {
        if self.actions_running == 0 {
            let text = print::arithmetic(part);
            self.current_command = Some(CurrentCommand::Text([b"((", text.as_slice(), b"))"].concat().into()));
        }
        self.run_debug_trap().map(|_| ())
    }

    /// `select`: without a terminal the menu still goes to standard error and the answer comes from standard input.
    fn run_select(&mut self, variable: &Name, words: Option<&[Word]>, body: &List) -> Result<u8, Flow> {
        if !is_name(variable.as_bytes()) {
            self.complain(&[b"`", variable.as_bytes(), b"': not a valid identifier"])?;
            return Ok(1);
        }
        let items = self.loop_items(words)?;
        if items.is_empty() {
            return Ok(0);
        }
        if self.run_debug_trap()? {
            return Ok(0);
        }
        if self.state.options.xtrace {
            self.trace_loop("select", variable, words)?;
        }
        let columns = self.variable("COLUMNS").and_then(|text| text.to_str().ok()?.parse().ok());
        let menu = menu(&items, columns.filter(|columns| *columns > 0).unwrap_or(80));
        self.in_loop(|shell| {
            let mut status = 0;
            let mut show = true;
            loop {
                shell.charge(1)?;
                if show {
                    shell.write_error(&menu)?;
                }
                let prompt = match shell.variable("PS3") {
                    Some(prompt) => prompt,
                    None => BString::from("#? "),
                };
                shell.write_error(&prompt)?;
                let Some(line) = shell.read_line()? else {
                    shell.write_output("select", b"\n")?;
                    return Ok(1);
                };
                let answer = line.trim();
                shell.set_variable("REPLY", BString::from(line.as_slice()))?;
                if answer.is_empty() {
                    show = true;
                    continue;
                }
                let chosen = answer
                    .to_str()
                    .ok()
                    .and_then(|text| text.parse::<usize>().ok())
                    .and_then(|number| items.get(number.checked_sub(1)?))
                    .cloned()
                    .unwrap_or_default();
                match shell.assign_loop_variable(variable, chosen) {
                    Err(Flow::Discard(status)) => return Ok(status),
                    other => other?,
                }
                let result = shell.run_list(body);
                if let Round::Leave = shell.after_round(result, &mut status)? {
                    return Ok(status);
                }
                show = shell.variable("REPLY").is_none_or(|reply| reply.is_empty());
            }
        })
    }

    fn run_case(&mut self, subject: &Word, arms: &[CaseArm]) -> Result<u8, Flow> {
        if self.run_debug_trap()? {
            return Ok(0);
        }
        if self.state.options.xtrace {
            self.trace(&[b"case ", print::word(subject).as_slice(), b" in"].concat())?;
        }
        let subject = self.expand_string(subject)?;
        let mut status = 0;
        let mut fall_through = false;
        for arm in arms {
            if !fall_through && !self.arm_matches(arm, &subject)? {
                continue;
            }
            status = self.run_list(&arm.body)?;
            match arm.end {
                CaseEnd::Break => return Ok(status),
                CaseEnd::FallThrough => fall_through = true,
                CaseEnd::Continue => fall_through = false,
            }
        }
        Ok(status)
    }

    fn arm_matches(&mut self, arm: &CaseArm, subject: &[u8]) -> Result<bool, Flow> {
        for pattern in &arm.patterns {
            let pattern = self.expand_pattern(pattern)?;
            if self.match_pattern(&pattern, subject, self.state.options.extglob)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Matches a whole string, as `case` and `[[ == ]]` do.
    pub(super) fn match_pattern(&mut self, pattern: &[u8], subject: &[u8], extglob: bool) -> Result<bool, Flow> {
        self.charge(1 + ((pattern.len() + subject.len()) as u64 >> 10))?;
        let bytes = !(pattern.is_ascii() && subject.is_ascii()) && self.is_bytewise();
        let nocase = self.state.options.nocasematch;
        let options = PatternOptions { extglob, nocase, bytes, ..PatternOptions::default() };
        Ok(Pattern::new(pattern, options).matches(subject))
    }

    /// The words of a `for` or `select` loop.
    fn loop_items(&mut self, words: Option<&[Word]>) -> Result<Vec<BString>, Flow> {
        let Some(words) = words else { return Ok(self.state.positional.to_vec()) };
        let mut items = Vec::new();
        self.expand_words(words, &mut items)?;
        Ok(items)
    }

    fn trace_loop(&mut self, keyword: &str, variable: &str, words: Option<&[Word]>) -> Result<(), Flow> {
        let mut text = format!("{keyword} {variable} in").into_bytes();
        match words {
            Some(words) => {
                for word in words {
                    text.push(b' ');
                    text.extend_from_slice(&print::word(word));
                }
            }
            None => text.extend_from_slice(b" \"$@\""),
        }
        self.trace(&text)
    }

    /// `set -x` shows a part of an arithmetic `for` that is not there as 1.
    fn trace_nothing(&mut self) -> Result<(), Flow> {
        if self.state.options.xtrace { self.trace(b"(( 1 ))") } else { Ok(()) }
    }

    /// Evaluates `((…))`; `None`: it has no value, which was reported.
    fn evaluate_traced(&mut self, arith: &Arith, of_loop: bool) -> Result<Option<i64>, Flow> {
        let result = if self.state.options.xtrace {
            let mut text = self.expand_arithmetic(arith)?;
            if of_loop {
                text = text.trim_ascii_start().into();
            }
            self.trace(&[b"(( ", text.as_slice(), b" ))"].concat())?;
            self.evaluate_for("((", &text)
        } else {
            self.evaluate_command("((", arith)
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Flow::Discard(_)) if self.last_failure.get() != Failure::Expansion => Ok(None),
            Err(flow) => Err(flow),
        }
    }

    fn in_loop(&mut self, body: impl FnOnce(&mut Shell) -> Result<u8, Flow>) -> Result<u8, Flow> {
        self.loops += 1;
        let result = body(self);
        self.loops -= 1;
        result
    }

    /// Takes the `break` and `continue` that are meant for this loop out of a round's result.
    fn after_round(&mut self, result: Result<u8, Flow>, status: &mut u8) -> Result<Round, Flow> {
        match result {
            Ok(last) => {
                *status = last;
                Ok(Round::Next)
            }
            Err(Flow::Break(levels)) => {
                // `break` leaves its own status: 1 after a wrong count.
                *status = self.state.status;
                self.pipe_status = vec![*status];
                if levels > 1 && self.loops > 1 { Err(Flow::Break(levels - 1)) } else { Ok(Round::Leave) }
            }
            Err(Flow::Continue(levels)) => {
                *status = self.state.status;
                self.pipe_status = vec![*status];
                if levels > 1 && self.loops > 1 { Err(Flow::Continue(levels - 1)) } else { Ok(Round::Next) }
            }
            Err(other) => Err(other),
        }
    }

    /// One line of standard input without its end; `None` at the end of input.
    fn read_line(&mut self) -> Result<Option<BString>, Flow> {
        let Some(fd) = self.fds.get(0).cloned() else { return Ok(None) };
        let mut line = BString::default();
        loop {
            let byte = match fd.read(&self.kernel.vfs, 1) {
                Ok(byte) => byte,
                Err(error) => {
                    Flow::from_io(error)?;
                    return Ok(None);
                }
            };
            match byte.first() {
                None if line.is_empty() => return Ok(None),
                None | Some(b'\n') => return Ok(Some(line)),
                Some(byte) => line.push(*byte),
            }
            self.charge(1)?;
        }
    }
}

/// The numbered list that `select` shows, in as many columns as fit.
fn menu(items: &[BString], columns: usize) -> Vec<u8> {
    let digits = |number: usize| number.to_string().len();
    let number_width = digits(items.len());
    let width = |item: &BString| UnicodeWidthStr::width(&*item.to_str_lossy());
    let widest = items.iter().map(width).max().unwrap_or(0) + number_width + 4;
    let across = (columns / widest).max(1);
    let rows = items.len().div_ceil(across).max(1);
    // What fits into one row stands in one column.
    let rows = if rows == 1 { items.len() } else { rows };
    let mut text = Vec::new();
    for row in 0..rows {
        let mut position = 0;
        let mut index = row;
        while let Some(item) = items.get(index) {
            let number_width = if position == 0 { digits(rows) } else { number_width };
            text.extend_from_slice(format!("{:>number_width$}) ", index + 1).as_bytes());
            text.extend_from_slice(item);
            index += rows;
            if index < items.len() {
                pad(&mut text, position + width(item) + number_width + 2, position + widest);
                position += widest;
            }
        }
        text.push(b'\n');
    }
    text
}

/// Blanks from one column to another, tabs where they reach that far.
fn pad(text: &mut Vec<u8>, mut from: usize, to: usize) {
    while from < to {
        if to / 8 > from / 8 {
            text.push(b'\t');
            from += 8 - from % 8;
        } else {
            text.push(b' ');
            from += 1;
        }
    }
}
