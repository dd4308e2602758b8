//! `jobs disown fg bg suspend`

use bstr::{BStr, BString, ByteSlice};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::dispatch::Lookup;
use crate::flow::Flow;
use crate::kernel::Pid;
use crate::shell::Shell;

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
        wanted.extend(shell.jobs.listed().iter().map(crate::jobs::Job::pid));
    }
    for operand in operands {
        match shell.find_job(operand) {
            Some(pid) => wanted.push(pid),
            None => status = shell.no_such_job("jobs", operand)?,
        }
    }
    // Nothing is ever stopped, and nothing has changed that was not told: those lists are empty.
    if options.has(b's') || options.has(b'n') {
        wanted.clear();
    }
    let listed = shell.jobs.listed();
    let current = listed.last().map(crate::jobs::Job::pid);
    let previous = listed.iter().rev().nth(1).map(crate::jobs::Job::pid);
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
        wanted.extend(shell.jobs.iter().map(crate::jobs::Job::pid));
    } else if operands.is_empty() {
        match shell.jobs.current() {
            Some(job) => wanted.push(job.pid()),
            None => status = shell.builtin_error(b"disown", &[b"current: no such job"])?,
        }
    }
    for operand in operands {
        let pid = match whole_number(operand).and_then(|pid| Pid::try_from(pid).ok()) {
            Some(pid) => shell.jobs.by_pid(pid).map(crate::jobs::Job::pid),
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

pub(super) fn fg(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if !shell.state.options.monitor {
        return shell.builtin_error(b"fg", &[b"no job control"]);
    }
    let Some(operands) = shell.no_options(b"fg", &words)? else { return Ok(USAGE) };
    let Some((process, text)) = controlled(shell, "fg", operands.first().map(AsRef::as_ref))? else { return Ok(1) };
    shell.put("fg", &[text.as_slice(), b"\n"].concat())?;
    let status = shell.wait_child(&process)?;
    shell.report_killed(&process, &text)?;
    shell.jobs.remove(process.pid);
    Ok(status)
}

pub(super) fn bg(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if !shell.state.options.monitor {
        return shell.builtin_error(b"bg", &[b"no job control"]);
    }
    let Some(operands) = shell.no_options(b"bg", &words)? else { return Ok(USAGE) };
    let mut wanted: Vec<Option<&BStr>> = operands.iter().map(|operand| Some(operand.as_ref())).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    let mut status = 0;
    for operand in wanted {
        match controlled(shell, "bg", operand)? {
            Some((process, _)) => {
                let id = shell.jobs.by_pid(process.pid).map_or(0, |job| job.id);
                let text = format!("job {id} already in background");
                shell.builtin_error(b"bg", &[text.as_bytes()])?;
            }
            None => status = 1,
        }
    }
    Ok(status)
}

/// The job that `fg` or `bg` is meant for, with a message when there is none.
fn controlled(
    shell: &mut Shell,
    name: &str,
    operand: Option<&BStr>,
) -> Result<Option<(std::rc::Rc<crate::kernel::Process>, BString)>, Flow> {
    shell.notify_jobs()?;
    let pid = match operand {
        Some(word) if word.starts_with(b"%") => shell.find_job(word),
        Some(word) => shell.find_job([b"%", word.as_bytes()].concat().as_bstr()),
        None => shell.jobs.current().map(crate::jobs::Job::pid),
    };
    match pid.and_then(|pid| shell.jobs.by_pid(pid)) {
        Some(job) => Ok(Some((std::rc::Rc::clone(&job.process), job.text.clone()))),
        None => {
            let shown = operand.map_or(&b"current"[..], |word| word);
            shell.builtin_error(name.as_bytes(), &[shown, b": no such job"])?;
            Ok(None)
        }
    }
}

pub(super) fn suspend(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"suspend", &[b"cannot suspend: no job control"])
}

impl Shell {
    /// Reports that a word names no job, or several.
    pub(super) fn no_such_job(&mut self, name: &str, word: &BStr) -> Result<u8, Flow> {
        if let Some(text) = word.strip_prefix(b"%").filter(|text| !text.iter().all(u8::is_ascii_digit)) {
            let (text, inside) = match text.strip_prefix(b"?") {
                Some(inside) => (inside, true),
                None => (text, false),
            };
            let fits = |job: &[u8]| if inside { job.contains_str(text) } else { job.starts_with(text) };
            if self.jobs.iter().filter(|job| fits(&job.text)).count() > 1 {
                self.builtin_error(name.as_bytes(), &[text, b": ambiguous job spec"])?;
            }
        }
        self.builtin_error(name.as_bytes(), &[word, b": no such job"])
    }

    /// Under job control: tells of the jobs that have ended, and forgets them.
    pub fn notify_jobs(&mut self) -> Result<(), Flow> {
        if !self.state.options.monitor {
            return Ok(());
        }
        let current = self.jobs.current().map(crate::jobs::Job::pid);
        let previous = self.jobs.previous().map(crate::jobs::Job::pid);
        let mut text = Vec::new();
        for job in self.jobs.iter() {
            let Some(status) = job.status() else { continue };
            let mark = match Some(job.pid()) {
                pid if pid == current => '+',
                pid if pid == previous => '-',
                _ => ' ',
            };
            let state = match (job.process.killed_by(), status) {
                (Some(signal), _) => signal.description(),
                (None, 0) => "Done".to_owned(),
                (None, status) => format!("Exit {status}"),
            };
            text.extend_from_slice(format!("[{}]{mark}  {state:<24}", job.id).as_bytes());
            text.extend_from_slice(&job.text);
            text.push(b'\n');
        }
        if !text.is_empty() {
            self.jobs.forget_ended();
            self.write_error(&text)?;
        }
        Ok(())
    }

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
        job.map(crate::jobs::Job::pid)
    }
}
