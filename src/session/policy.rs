//! What a session's policy says: rules over commands and paths, and a host that is asked.
//!
//! Rules are read where an argv is dispatched and where a path is touched, after every expansion: how a command line spells
//! what it does makes no difference.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use bstr::{BString, ByteSlice};

use super::error::{ApiError, Category};
use shell::kernel::{Access, PathRules, StopReason};
use shell::kernel::{Halt, Inbox, Kernel};
use shell::pattern::{Pattern, PatternOptions};
use shell::policy::{CommandKind, Denial, Denied, Policy, Question};
use workspace::{AbsPath, ChangeKind, Errno, Hash, Tree, diff};

/// Builtins that change nothing but the shell itself, or only hand on: an allow-list does not have to name them, since what
/// they run is asked about by itself. A deny-list can.
const CONTROL: &[&str] = &[
    ".", ":", "alias", "bg", "break", "builtin", "caller", "cd", "command", "continue", "declare", "dirs", "disown",
    "enable", "eval", "exec", "exit", "export", "fg", "getopts", "hash", "jobs", "let", "local", "logout", "popd",
    "pushd", "pwd", "readonly", "return", "set", "shift", "shopt", "source", "suspend", "times", "trap", "type",
    "typeset", "ulimit", "umask", "unalias", "unset", "wait",
];

/// Rules as a host gives them. Nothing is forbidden where nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyOptions {
    /// Patterns of the only commands that may run, besides [`CONTROL`] and functions, whose commands are asked about.
    /// A command is matched by its name, a script by its absolute path.
    pub allow: Option<Vec<BString>>,
    /// Patterns of commands that may not run. A script is matched by its path and by its name.
    pub deny: Vec<BString>,
    /// Patterns of paths; a pattern stands for what is below what it matches, too. Relative to `/workspace`. `*` does not
    /// match a slash, `**` matches any names.
    pub read_only: Vec<BString>,
    /// The only paths that may change.
    pub writable: Option<Vec<BString>>,
    /// Paths that seem not to be there.
    pub hidden: Vec<BString>,
    /// Paths that may not be removed or renamed.
    pub no_delete: Vec<BString>,
    /// The most bytes of files; of several patterns that match, the least counts.
    pub max_file_bytes: Vec<(BString, u64)>,
}

/// Rules, compiled.
pub struct Rules {
    allow: Option<Vec<Pattern>>,
    deny: Vec<Pattern>,
    read_only: Paths,
    writable: Option<Paths>,
    hidden: Paths,
    no_delete: Paths,
    max_file_bytes: Vec<(Paths, u64)>,
    has_paths: bool,
}

impl Rules {
    pub fn new(options: &PolicyOptions) -> Arc<Rules> {
        let patterns = |sources: &[BString]| sources.iter().map(|source| pattern(source)).collect::<Vec<_>>();
        let has_paths = options.writable.is_some()
            || !options.max_file_bytes.is_empty()
            || [&options.read_only, &options.hidden, &options.no_delete].iter().any(|list| !list.is_empty());
        Arc::new(Rules {
            allow: options.allow.as_deref().map(patterns),
            deny: patterns(&options.deny),
            read_only: Paths::new(&options.read_only),
            writable: options.writable.as_deref().map(Paths::new),
            hidden: Paths::new(&options.hidden),
            no_delete: Paths::new(&options.no_delete),
            max_file_bytes: options
                .max_file_bytes
                .iter()
                .map(|(source, most)| (Paths::new(std::slice::from_ref(source)), *most))
                .collect(),
            has_paths,
        })
    }

    /// Whether any rule is about paths.
    pub fn has_paths(&self) -> bool {
        self.has_paths
    }

    /// That what a host call makes of the files is allowed: all of it or nothing.
    ///
    /// Errors: `POLICY_DENIED`.
    pub fn check_changes(&self, before: &Tree, after: &Tree) -> Result<(), ApiError> {
        if !self.has_paths {
            return Ok(());
        }
        for change in diff(before, after, &AbsPath::root()) {
            let access = match change.kind {
                ChangeKind::Created | ChangeKind::Renamed { .. } => Access::Create,
                ChangeKind::Deleted => Access::Delete,
                _ => Access::Write,
            };
            let absolute = |path: &[u8]| {
                AbsPath::lexical(&AbsPath::root(), path)
                    .map_err(|errno| ApiError::file(errno, "open", &path.to_str_lossy()))
            };
            let path = absolute(&change.path)?;
            if let ChangeKind::Renamed { from } = &change.kind {
                self.check_for_host(Access::Delete, &absolute(from)?)?;
            }
            self.check_for_host(access, &path)?;
            let size = change.after.as_ref().map_or(0, |version| version.size);
            if self.most_bytes(&path).is_some_and(|most| size > most) {
                return Err(denied(&path, "the policy's maxFileBytes"));
            }
        }
        Ok(())
    }

    /// The same for one path.
    pub fn check_for_host(&self, access: Access, path: &AbsPath) -> Result<(), ApiError> {
        match self.rule_against(access, path) {
            Some(rule) => Err(denied(path, rule.name())),
            None => Ok(()),
        }
    }

    /// The rule that forbids it.
    fn rule_against(&self, access: Access, path: &AbsPath) -> Option<PathRule> {
        if self.hidden.cover(path) {
            return Some(PathRule::Hidden);
        }
        if matches!(access, Access::Look | Access::Read) {
            return None;
        }
        if access == Access::Delete && self.no_delete.cover(path) {
            return Some(PathRule::NoDelete);
        }
        if self.read_only.cover(path) {
            return Some(PathRule::ReadOnly);
        }
        if self.writable.as_ref().is_some_and(|writable| !writable.cover(path)) {
            return Some(PathRule::Writable);
        }
        None
    }
}

/// A rule about paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathRule {
    Hidden,
    NoDelete,
    ReadOnly,
    Writable,
}

impl PathRule {
    /// As the options call it, with the part of the policy that it is in.
    fn full_name(self) -> &'static str {
        match self {
            PathRule::Hidden => "paths.hidden",
            PathRule::NoDelete => "paths.noDelete",
            PathRule::ReadOnly => "paths.readOnly",
            PathRule::Writable => "paths.writable",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            PathRule::Hidden => "it is hidden",
            PathRule::NoDelete => "it may not be removed or renamed",
            PathRule::ReadOnly => "it may not be changed",
            PathRule::Writable => "it is not among what may be changed",
        }
    }

    /// As the options call it.
    fn name(self) -> &'static str {
        let name = self.full_name();
        name.split_once('.').map_or(name, |(_, name)| name)
    }
}

fn denied(path: &AbsPath, rule: &str) -> ApiError {
    let mut error = ApiError::new(
        "POLICY_DENIED",
        Category::PolicyDenied,
        format!("the session's policy forbids this ({rule}), open '{path}'"),
    );
    error.path = Some(path.to_string());
    error
}

/// A rule, and why it forbids something.
type Refusal = (&'static str, String);

/// What a run was not allowed, each thing once.
#[derive(Default)]
pub(super) struct Denials(RefCell<Vec<Denial>>);

/// So many are kept: who tries everything is known by then.
const MOST_DENIALS: usize = 100;

impl Denials {
    fn add(&self, denial: Denial) {
        let mut list = self.0.borrow_mut();
        if list.len() < MOST_DENIALS && !list.contains(&denial) {
            list.push(denial);
        }
    }

    pub fn take(&self) -> Vec<Denial> {
        self.0.take()
    }
}

/// The path rules of one run, which keeps what they forbade.
pub(super) struct RunRules {
    rules: Arc<Rules>,
    denials: Rc<Denials>,
}

impl RunRules {
    pub fn new(rules: Arc<Rules>, denials: Rc<Denials>) -> Self {
        RunRules { rules, denials }
    }

    fn note(&self, access: Access, path: &AbsPath, rule: &'static str, reason: String) {
        self.denials.add(Denial { denied: Denied::Path { access, path: path.clone() }, rule, reason });
    }
}

impl PathRules for RunRules {
    fn check(&self, access: Access, path: &AbsPath) -> Result<(), Errno> {
        let Some(rule) = self.rules.rule_against(access, path) else { return Ok(()) };
        self.note(access, path, rule.full_name(), rule.reason().to_owned());
        Err(match rule {
            PathRule::Hidden if access != Access::Create => Errno::NotFound,
            PathRule::NoDelete => Errno::NotPermitted,
            PathRule::Hidden | PathRule::ReadOnly | PathRule::Writable => Errno::Access,
        })
    }

    fn shows(&self, path: &AbsPath) -> bool {
        self.rules.rule_against(Access::Look, path).is_none()
    }

    fn most_bytes(&self, path: &AbsPath) -> Option<u64> {
        self.rules.most_bytes(path)
    }

    fn too_big(&self, path: &AbsPath, most: u64) {
        self.note(Access::Write, path, "paths.maxFileBytes", format!("it may have {most} bytes"));
    }
}

impl Rules {
    fn most_bytes(&self, path: &AbsPath) -> Option<u64> {
        self.max_file_bytes.iter().filter(|(paths, _)| paths.cover(path)).map(|(_, most)| *most).min()
    }

    /// Whether a command may run; which rule forbids it, and why.
    fn command(&self, question: &Question<'_>) -> Result<(), Refusal> {
        let name = question.name.as_bytes();
        let base = name.rsplit_once_str("/").map_or(name, |(_, base)| base);
        let matches =
            |patterns: &[Pattern], name: &[u8]| patterns.iter().find(|pattern| pattern.matches(name)).cloned();
        if question.kind != CommandKind::Function
            && let Some(pattern) = matches(&self.deny, name).or_else(|| matches(&self.deny, base))
        {
            return Err(("commands.deny", format!("commands.deny has {}", pattern.source().as_bstr())));
        }
        let Some(allow) = &self.allow else { return Ok(()) };
        if is_control(question) || matches(allow, name).is_some() {
            return Ok(());
        }
        Err(("commands.allow", "commands.allow does not have it".to_owned()))
    }
}

/// Whether the command is a function or one of [`CONTROL`].
fn is_control(question: &Question<'_>) -> bool {
    match question.kind {
        CommandKind::Function => true,
        CommandKind::Builtin => CONTROL.contains(&question.name.to_str().unwrap_or_default()),
        CommandKind::Registered | CommandKind::Script => false,
    }
}

/// What the host says about a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    /// With the reason.
    Deny(String),
    /// Somebody has to be asked: the run is dropped, and says what it wanted.
    Ask,
}

/// A command as a host sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostQuestion {
    /// The number of the session ([`super::Session::id`]).
    pub session: u64,
    /// [`super::Request::call`]
    pub call: u64,
    /// `builtin`, `command` or `script`.
    pub kind: &'static str,
    pub name: BString,
    pub argv: Vec<BString>,
    pub cwd: BString,
}

/// A host that decides about commands.
pub trait Decide: Send + Sync {
    /// Asks; `answer` may be called on any thread, and comes as [`Verdict::Deny`] when it is dropped.
    fn ask(&self, question: HostQuestion, answer: Box<dyn FnOnce(Verdict) + Send>);
}

/// The policy of a session.
#[derive(Clone, Default)]
pub struct SessionPolicy {
    pub rules: Option<Arc<Rules>>,
    pub decide: Option<Arc<dyn Decide>>,
}

impl std::fmt::Debug for SessionPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let facts = (self.rules.is_some(), self.decide.is_some());
        f.debug_struct("SessionPolicy").field("rules", &facts.0).field("decide", &facts.1).finish()
    }
}

impl SessionPolicy {
    /// That a host call may change `before` to `after`. Errors: `POLICY_DENIED`.
    pub fn check_changes(&self, before: &Tree, after: &Tree) -> Result<(), ApiError> {
        self.rules.as_ref().map_or(Ok(()), |rules| rules.check_changes(before, after))
    }

    /// That a host call may do this at one path. Errors: `POLICY_DENIED`.
    pub fn check(&self, access: Access, path: &AbsPath) -> Result<(), ApiError> {
        self.rules.as_ref().map_or(Ok(()), |rules| rules.check_for_host(access, path))
    }

    /// Whether a path seems not to be there.
    pub fn hides(&self, path: &AbsPath) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.hidden.cover(path))
    }

    pub fn is_none(&self) -> bool {
        self.rules.is_none() && self.decide.is_none()
    }
}

/// A command that somebody allowed: just these words, on just this state of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub argv: Vec<BString>,
    /// The hash of the files under `/workspace` when it was asked about.
    pub state_hash: Hash,
    /// What the first word stood for: the same word may be another program by then. `None`: whatever it is.
    pub name: Option<BString>,
    /// The working folder, which says what relative paths mean. `None`: any.
    pub cwd: Option<BString>,
}

impl Grant {
    /// Whether this, which somebody gave, allows what `wanted` says in full.
    fn allows(&self, wanted: &Grant) -> bool {
        self.argv == wanted.argv
            && self.state_hash == wanted.state_hash
            && (self.name.is_none() || self.name == wanted.name)
            && (self.cwd.is_none() || self.cwd == wanted.cwd)
    }
}

/// What a run was dropped for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    pub grant: Grant,
    /// The step at which the run was.
    pub step: u64,
}

/// The policy of one run.
pub(super) struct RunPolicy {
    policy: SessionPolicy,
    grants: Vec<Grant>,
    /// The first command that needs somebody's word.
    pub wanted: RefCell<Option<Approval>>,
    denials: Rc<Denials>,
}

impl RunPolicy {
    pub fn new(policy: SessionPolicy, grants: Vec<Grant>, denials: Rc<Denials>) -> Self {
        RunPolicy { policy, grants, wanted: RefCell::default(), denials }
    }

    fn decide(&self, decide: &Arc<dyn Decide>, kernel: &Kernel, question: &Question<'_>) -> Result<Verdict, Halt> {
        kernel.scheduler.require_outside()?;
        let inbox = Arc::new(Inbox::new(Arc::clone(kernel.scheduler.bell())));
        let answer = Reply(Arc::clone(&inbox), Mutex::new(false));
        let question = HostQuestion {
            session: kernel.session,
            call: kernel.call,
            kind: match question.kind {
                CommandKind::Function => "function",
                CommandKind::Builtin => "builtin",
                CommandKind::Registered => "command",
                CommandKind::Script => "script",
            },
            name: question.name.to_owned(),
            argv: question.argv.to_vec(),
            cwd: BString::from(question.cwd.as_bytes()),
        };
        decide.ask(question, Box::new(move |verdict| answer.give(verdict)));
        kernel.scheduler.answer(&inbox)
    }
}

/// Answers once, also when nobody does.
struct Reply(Arc<Inbox<Verdict>>, Mutex<bool>);

impl Reply {
    fn give(&self, verdict: Verdict) {
        let mut given = self.1.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !std::mem::replace(&mut *given, true) {
            self.0.push(verdict);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.give(Verdict::Deny("the host did not answer".to_owned()));
    }
}

impl Policy for RunPolicy {
    fn command(&self, kernel: &Kernel, question: &Question<'_>) -> Result<Result<(), String>, Halt> {
        Ok(self.judge(kernel, question)?.map_err(|(rule, reason)| {
            let denied = Denied::Command { kind: question.kind, argv: question.argv.to_vec() };
            self.denials.add(Denial { denied, rule, reason: reason.clone() });
            reason
        }))
    }
}

impl RunPolicy {
    fn judge(&self, kernel: &Kernel, question: &Question<'_>) -> Result<Result<(), Refusal>, Halt> {
        if let Some(rules) = &self.policy.rules
            && let Err(reason) = rules.command(question)
        {
            return Ok(Err(reason));
        }
        let Some(decide) = self.policy.decide.as_ref().filter(|_| !is_control(question)) else { return Ok(Ok(())) };
        match self.decide(decide, kernel, question)? {
            Verdict::Allow => Ok(Ok(())),
            Verdict::Deny(reason) => Ok(Err(("decide", reason))),
            Verdict::Ask => {
                // An approval that is bound to no state would hold for any.
                let Ok(state_hash) = super::session::content_hash(&kernel.vfs.tree()) else {
                    return Ok(Err(("decide", "it needs approval, and the files could not be hashed".to_owned())));
                };
                let (name, cwd) = (question.name.to_owned(), BString::from(question.cwd.as_bytes()));
                let grant = Grant { argv: question.argv.to_vec(), state_hash, name: Some(name), cwd: Some(cwd) };
                if self.grants.iter().any(|given| given.allows(&grant)) {
                    return Ok(Ok(()));
                }
                *self.wanted.borrow_mut() = Some(Approval { grant, step: kernel.scheduler.steps() });
                Err(kernel.scheduler.stop(StopReason::Approval))
            }
        }
    }
}

fn pattern(source: &[u8]) -> Pattern {
    Pattern::new(source, PatternOptions::default())
}

/// One name of a path pattern.
enum Part {
    /// `**`: any names, also none.
    Any,
    Name(Box<Pattern>),
}

/// Patterns of absolute paths.
struct Paths(Vec<Vec<Part>>);

impl Paths {
    fn new(sources: &[BString]) -> Paths {
        let compile = |source: &BString| {
            let absolute = source.starts_with(b"/");
            let base: &[u8] = if absolute { b"" } else { b"workspace/" };
            let whole = [base, source.as_slice()].concat();
            let names = whole.split(|byte| *byte == b'/').filter(|name| !matches!(*name, b"" | b"."));
            names.map(|name| if name == b"**" { Part::Any } else { Part::Name(Box::new(pattern(name))) }).collect()
        };
        Paths(sources.iter().map(compile).collect())
    }

    /// Whether a pattern matches the path or a folder that it is in.
    fn cover(&self, path: &AbsPath) -> bool {
        self.0.iter().any(|parts| covers(parts, path))
    }
}

/// Walks the path name by name, with the set of places in the pattern that may come next.
fn covers(parts: &[Part], path: &AbsPath) -> bool {
    let mut open = vec![false; parts.len() + 1];
    open[0] = true;
    let skip = |open: &mut Vec<bool>| {
        for at in 0..parts.len() {
            if open[at] && matches!(parts[at], Part::Any) {
                open[at + 1] = true;
            }
        }
    };
    skip(&mut open);
    if open[parts.len()] {
        return true;
    }
    for name in path.as_bytes().split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
        let mut next = vec![false; parts.len() + 1];
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| open[*at]) {
            match part {
                Part::Any => next[at] = true,
                Part::Name(pattern) if pattern.matches(name) => next[at + 1] = true,
                Part::Name(_) => {}
            }
        }
        skip(&mut next);
        // What is below a match is covered.
        if next[parts.len()] {
            return true;
        }
        open = next;
    }
    false
}
