//! The background jobs of a shell.

use std::rc::Rc;

use bstr::BString;

use super::kernel::{Pid, Process};

/// One background job: `command &`.
#[derive(Clone)]
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
    /// The exit status; 129 for one that had to be hung up at the end of the call.
    pub status: Option<u8>,
}

/// Jobs in the order in which they were started.
#[derive(Default)]
pub struct Jobs {
    jobs: Vec<Job>,
    history: Vec<(Rc<Process>, JobReport)>,
    /// Where in `history` the children begin whose status is still known: `wait` for all forgets the others.
    known_from: usize,
    /// The process of the last process substitution: no job, but `$!` names it.
    other: Option<Rc<Process>>,
    /// In a subshell that can still list them: the jobs of its parent.
    shown: Vec<Job>,
}

impl Jobs {
    /// Adds a job and returns its number: one more than the highest in use.
    pub fn add(&mut self, process: Rc<Process>, text: BString) -> u32 {
        self.forget_ended();
        let id = self.jobs.iter().map(|job| job.id).max().unwrap_or(0) + 1;
        let report = JobReport { id, pid: process.pid, command: text.clone(), status: None };
        self.history.push((Rc::clone(&process), report));
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

    /// The status of a child that has ended, whether it is still a job or not.
    pub fn ended(&self, pid: Pid) -> Option<u8> {
        let known = self.history.get(self.known_from..)?;
        known.iter().rev().find(|(process, _)| process.pid == pid)?.0.exit_status()
    }

    /// A child that may be a job no more.
    pub fn process(&self, pid: Pid) -> Option<Rc<Process>> {
        let known = self.history.get(self.known_from..)?;
        known.iter().rev().find(|(process, _)| process.pid == pid).map(|(process, _)| Rc::clone(process))
    }

    /// Forgets the statuses of all children so far.
    pub fn forget_statuses(&mut self) {
        self.known_from = self.history.len();
    }

    /// Remembers the process of a process substitution.
    pub fn set_other(&mut self, process: Rc<Process>) {
        self.other = Some(process);
    }

    pub fn other(&self, pid: Pid) -> Option<Rc<Process>> {
        self.other.as_ref().filter(|process| process.pid == pid).cloned()
    }

    /// What a subshell has that lists its parent's jobs: they are not its own.
    pub fn for_listing(&self) -> Jobs {
        Jobs { shown: self.jobs.to_vec(), ..Jobs::default() }
    }

    /// The jobs that `jobs` lists.
    pub fn listed(&self) -> &[Job] {
        if self.jobs.is_empty() { &self.shown } else { &self.jobs }
    }

    /// Forgets the jobs that have ended: what a shell without a terminal does before each command. Their statuses stay
    /// known to [`Jobs::ended`].
    pub fn forget_ended(&mut self) {
        self.jobs.retain(|job| job.status().is_none());
        self.shown.retain(|job| job.status().is_none());
    }

    /// Everything that was started, with what became of it so far.
    pub fn reports(&self) -> Vec<JobReport> {
        let report = |(process, report): &(Rc<Process>, JobReport)| JobReport {
            status: process.exit_status(),
            ..report.clone()
        };
        self.history.iter().map(report).collect()
    }
}
