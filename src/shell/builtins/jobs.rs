//! `jobs disown fg bg suspend`

use bstr::{BStr, BString, ByteSlice};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::shell::dispatch::Lookup;
use crate::shell::flow::Flow;
use crate::shell::kernel::Pid;
use crate::shell::shell::Shell;

pub(super) fn jobs(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"jobs", &words, "lpnxrs")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    shell.jobs.forget_ended();
    if options.has(b'x') {
        if options.given.len() > 1 {
            return shell.builtin_error(b"jobs", &[b"no other options allowed with `-x'"]);
        }
        let argv: Vec<BString> = operands
            .iter()
            .map(|word| match shell.find_job(word) {
                Some(pid) if word.starts_with(b"%") => pid.to_string().into(),
                _ => BString::from(word.as_ref()),
            })
            .collect();
        return shell.dispatch(argv, Lookup::All);
    }
    let mut status = 0;
    let mut wanted = Vec::new();
    if operands.is_empty() {
        wanted.extend(shell.jobs.listed().iter().map(crate::shell::jobs::Job::pid));
    }
    for operand in operands {
        match shell.find_job(operand) {
            Some(pid) => wanted.push(pid),
            None => status = shell.builtin_error(b"jobs", &[operand, b": no such job"])?,
        }
    }
    // Nothing is ever stopped, and nothing has changed that was not told: those lists are empty.
    if options.has(b's') || options.has(b'n') {
        wanted.clear();
    }
    let listed = shell.jobs.listed();
    let current = listed.last().map(crate::shell::jobs::Job::pid);
    let previous = listed.iter().rev().nth(1).map(crate::shell::jobs::Job::pid);
    let mut out = Vec::new();
    for job in listed.iter().filter(|job| wanted.contains(&job.pid())) {
        if options.has(b'p') {
            out.extend_from_slice(format!("{}\n", job.pid()).as_bytes());
            continue;
        }
        let mark = match Some(job.pid()) {
            pid if pid == current => '+',
            pid if pid == previous => '-',
            _ => ' ',
        };
        out.extend_from_slice(format!("[{}]{mark}  ", job.id).as_bytes());
        if options.has(b'l') {
            out.extend_from_slice(format!("{} ", job.pid()).as_bytes());
        }
        out.extend_from_slice(format!("{:<24}", "Running").as_bytes());
        out.extend_from_slice(&job.text);
        out.extend_from_slice(b" &\n");
    }
    Ok(status.max(shell.put("jobs", &out)?))
}

pub(super) fn disown(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"disown", &words, "ahr")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    let all = options.has(b'a') || options.has(b'r');
    shell.jobs.forget_ended();
    let mut status = 0;
    let mut wanted = Vec::new();
    if operands.is_empty() && all {
        wanted.extend(shell.jobs.iter().map(crate::shell::jobs::Job::pid));
    } else if operands.is_empty() {
        match shell.jobs.current() {
            Some(job) => wanted.push(job.pid()),
            None => status = shell.builtin_error(b"disown", &[b"current: no such job"])?,
        }
    }
    for operand in operands {
        let pid = match whole_number(operand).and_then(|pid| Pid::try_from(pid).ok()) {
            Some(pid) => shell.jobs.by_pid(pid).map(crate::shell::jobs::Job::pid),
            None => shell.find_job(operand),
        };
        match pid {
            Some(pid) => wanted.push(pid),
            None => status = shell.builtin_error(b"disown", &[operand, b": no such job"])?,
        }
    }
    for pid in wanted {
        if options.has(b'h') {
            for job in shell.jobs.iter_mut().filter(|job| job.pid() == pid) {
                job.keep = true;
            }
        } else {
            shell.jobs.remove(pid);
        }
    }
    Ok(status)
}

pub(super) fn fg(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"fg", &[b"no job control"])
}

pub(super) fn bg(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"bg", &[b"no job control"])
}

pub(super) fn suspend(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"suspend", &[b"cannot suspend: no job control"])
}

impl Shell {
    /// The job that `%n`, `%%`, `%+`, `%-`, `%text` or `%?text` names. A text that fits several names none.
    pub(super) fn find_job(&self, word: &BStr) -> Option<Pid> {
        let name = word.strip_prefix(b"%")?;
        let jobs = &self.jobs;
        let job = match name {
            b"" | b"%" | b"+" => jobs.current(),
            b"-" => jobs.previous().or_else(|| jobs.current()),
            digits if digits.iter().all(u8::is_ascii_digit) => {
                jobs.by_id(whole_number(digits).and_then(|id| u32::try_from(id).ok())?)
            }
            text => {
                let mut fitting = jobs.iter().filter(|job| match text.strip_prefix(b"?") {
                    Some(inside) => job.text.contains_str(inside),
                    None => job.text.starts_with(text),
                });
                let found = fitting.next();
                if fitting.next().is_some() { None } else { found }
            }
        };
        job.map(crate::shell::jobs::Job::pid)
    }
}
