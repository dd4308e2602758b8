//! The background jobs of a shell.

use std::rc::Rc;

use bstr::BString;

use super::kernel::{Pid, Process};

/// One background job: `command &`.
pub struct Job {
    /// The number of `%1`.
    pub id: u32,
    pub process: Rc<Process>,
    /// The command's text, as `jobs` shows it.
    pub text: BString,
    /// `disown -h`: no SIGHUP at the end of the call.
    pub keep: bool,
    /// The end was seen by `wait` or `jobs`: the job may be forgotten.
    pub reported: bool,
}

impl Job {
    pub fn pid(&self) -> Pid {
        self.process.pid
    }

    /// The exit status, when it has ended.
    pub fn status(&self) -> Option<u8> {
        self.process.exit_status()
    }
}

/// What became of a job, for the result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobReport {
    pub id: u32,
    pub pid: Pid,
    pub command: BString,
    /// `None`: it had not ended by itself and was hung up.
    pub status: Option<u8>,
}

/// Jobs in the order in which they were started.
#[derive(Default)]
pub struct Jobs {
    jobs: Vec<Job>,
    history: Vec<JobReport>,
}

impl Jobs {
    /// Adds a job and returns its number: one more than the highest in use.
    pub fn add(&mut self, process: Rc<Process>, text: BString) -> u32 {
        let id = self.jobs.iter().map(|job| job.id).max().unwrap_or(0) + 1;
        self.history.push(JobReport { id, pid: process.pid, command: text.clone(), status: None });
        self.jobs.push(Job { id, process, text, keep: false, reported: false });
        id
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Job> {
        self.jobs.iter()
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Job> {
        self.jobs.iter_mut()
    }

    /// Jobs that have not ended.
    pub fn running(&self) -> usize {
        self.jobs.iter().filter(|job| job.status().is_none()).count()
    }

    pub fn by_pid(&self, pid: Pid) -> Option<&Job> {
        self.jobs.iter().rev().find(|job| job.pid() == pid)
    }

    pub fn by_id(&self, id: u32) -> Option<&Job> {
        self.jobs.iter().find(|job| job.id == id)
    }

    /// `%%`: the last one started. `%-` is the one before.
    pub fn current(&self) -> Option<&Job> {
        self.jobs.last()
    }

    pub fn previous(&self) -> Option<&Job> {
        self.jobs.iter().rev().nth(1)
    }

    /// Forgets a job (`disown`, or after its end was reported).
    pub fn remove(&mut self, pid: Pid) {
        self.jobs.retain(|job| job.pid() != pid);
    }

    /// Everything that was started, with what became of it.
    pub fn reports(&self, status: impl Fn(Pid) -> Option<u8>) -> Vec<JobReport> {
        self.history.iter().map(|report| JobReport { status: status(report.pid), ..report.clone() }).collect()
    }
}
