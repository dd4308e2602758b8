//! `wait`

use std::rc::Rc;

use bstr::{BStr, BString};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::kernel::{Pid, Process};
use crate::shell::Shell;
use crate::variables::is_target;

/// The status of something that is no child.
const UNKNOWN: u8 = 127;

/// What a wait ended with.
enum Waited {
    Status(u8),
    /// A signal with a trap came first.
    Interrupted(u8),
}

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let result = wait(shell, arguments);
    shell.reap_coprocess();
    result
}

fn wait(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"wait", &words, "fnp:")? else { return Ok(USAGE) };
    let target = options.value(b'p').map(BString::from);
    if let Some(target) = &target {
        if !is_target(target) {
            return shell.builtin_error(b"wait", &[b"`", target, b"': not a valid identifier"]);
        }
        if !shell.unset_target(target, false)? {
            return Ok(1);
        }
    }
    let operands = &words[options.operands..];
    if options.has(b'n') {
        return next(shell, operands, target);
    }
    if operands.is_empty() {
        return all(shell);
    }
    let mut status = 0;
    for operand in operands {
        let pid = match find(shell, operand)? {
            Ok(pid) => pid,
            Err(failure) => {
                status = failure;
                continue;
            }
        };
        if let Some(target) = &target {
            shell.assign_target(target, pid.to_string().into())?;
        }
        match wait_for(shell, pid)? {
            Some(Waited::Status(found)) => status = found,
            Some(Waited::Interrupted(found)) => return Ok(found),
            None => {
                let text = pid.to_string();
                shell.builtin_error(b"wait", &[b"pid ", text.as_bytes(), b" is not a child of this shell"])?;
                if let Some(target) = &target {
                    shell.unset_target(target, false)?;
                }
                status = UNKNOWN;
            }
        }
    }
    Ok(status)
}

/// The process that an operand names, or the status after a message.
fn find(shell: &mut Shell, operand: &BStr) -> Result<Result<Pid, u8>, Flow> {
    if operand.starts_with(b"%") {
        return match shell.find_job(operand) {
            Some(pid) => Ok(Ok(pid)),
            None => {
                shell.no_such_job("wait", operand)?;
                Ok(Err(UNKNOWN))
            }
        };
    }
    let is_number = operand.first().is_some_and(u8::is_ascii_digit);
    match whole_number(operand).filter(|_| is_number) {
        Some(pid) => Ok(Ok(Pid::try_from(pid).unwrap_or(Pid::MAX))),
        None => {
            let status = shell.builtin_error(b"wait", &[b"`", operand, b"': not a pid or valid job spec"])?;
            Ok(Err(status))
        }
    }
}

/// Waits for one child; `None`: there is none of that number.
fn wait_for(shell: &mut Shell, pid: Pid) -> Result<Option<Waited>, Flow> {
    let Some(job) = shell.jobs.by_pid(pid) else {
        let Some(process) = shell.jobs.other(pid).or_else(|| shell.jobs.process(pid)) else { return Ok(None) };
        return wait_process(shell, &process).map(Some);
    };
    let (process, text) = (Rc::clone(&job.process), job.text.clone());
    let waited = wait_process(shell, &process)?;
    if let Waited::Status(_) = waited {
        shell.report_killed_job(&process, &text)?;
        shell.notify_jobs()?;
        shell.jobs.remove(pid);
    }
    Ok(Some(waited))
}

fn wait_process(shell: &mut Shell, process: &Rc<Process>) -> Result<Waited, Flow> {
    loop {
        // The signal first: the child may have ended right after it.
        if let Some(signal) = shell.process.pending_trap() {
            return Ok(Waited::Interrupted(signal.status()));
        }
        if let Some(status) = process.exit_status() {
            return Ok(Waited::Status(status));
        }
        shell.kernel.scheduler.notify_exit(process);
        shell.kernel.scheduler.block()?;
    }
}

/// `wait` alone: for every child; the status is 0 whatever theirs is.
fn all(shell: &mut Shell) -> Result<u8, Flow> {
    loop {
        let next = shell.jobs.iter().next().map(|job| (Rc::clone(&job.process), job.text.clone()));
        let Some((process, text)) = next else { break };
        match wait_process(shell, &process)? {
            Waited::Status(_) => {
                shell.report_killed_job(&process, &text)?;
                shell.notify_jobs()?;
                shell.jobs.remove(process.pid);
            }
            Waited::Interrupted(status) => return Ok(status),
        }
    }
    // The last process substitution, where `$!` still is its number.
    if let Some(process) = shell.state.last_background.and_then(|pid| shell.jobs.other(pid))
        && let Waited::Interrupted(status) = wait_process(shell, &process)?
    {
        return Ok(status);
    }
    shell.jobs.forget_statuses();
    Ok(0)
}

/// `wait -n`: for whichever ends first.
fn next(shell: &mut Shell, operands: &[std::borrow::Cow<'_, BStr>], target: Option<BString>) -> Result<u8, Flow> {
    let mut status = UNKNOWN;
    let mut processes: Vec<Rc<Process>> = Vec::new();
    if operands.is_empty() {
        processes.extend(shell.jobs.iter().map(|job| Rc::clone(&job.process)));
    }
    for operand in operands {
        match find(shell, operand)? {
            Ok(pid) => match shell.jobs.by_pid(pid) {
                Some(job) => processes.push(Rc::clone(&job.process)),
                None => {
                    let text = pid.to_string();
                    shell.builtin_error(b"wait", &[b"pid ", text.as_bytes(), b" is not a child of this shell"])?;
                }
            },
            Err(failure) => status = failure,
        }
    }
    if processes.is_empty() {
        return Ok(status);
    }
    loop {
        if let Some(process) = processes.iter().find(|process| process.exit_status().is_some()) {
            let status = process.exit_status().unwrap_or(UNKNOWN);
            if let Some(target) = target {
                shell.assign_target(&target, process.pid.to_string().into())?;
            }
            shell.jobs.remove(process.pid);
            return Ok(status);
        }
        if let Some(signal) = shell.process.pending_trap() {
            return Ok(signal.status());
        }
        for process in &processes {
            shell.kernel.scheduler.notify_exit(process);
        }
        shell.kernel.scheduler.block()?;
    }
}
