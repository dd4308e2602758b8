//! Policies for JavaScript.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bstr::{BString, ByteSlice};
use napi::bindgen_prelude::Function;
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Result, Status};
use napi_derive::napi;

use super::options::{hash, whole};
use crate::session::{self, Access, Decide, Denied, Grant, HostQuestion, Rules, SessionPolicy, Verdict};

/// Which commands may run. A pattern is one of the shell's (`git*`).
#[napi(object)]
#[derive(Default)]
pub struct CommandRules {
    /// The only commands that may run, by name; a script is named by its absolute path. Functions, and builtins that change
    /// only the shell itself (`cd`, `set`, `eval` …), need not be named: what they run is looked at by itself.
    /// Default: all.
    pub allow: Option<Vec<String>>,
    /// Commands that may not run, whoever calls them; a script is also meant by its file's name. Default: none.
    pub deny: Option<Vec<String>>,
}

/// What may be done to files. Patterns are relative to `/workspace` or absolute; `*` stays within a name, `**` matches any
/// names; a pattern that matches a folder stands for everything in it.
#[napi(object)]
#[derive(Default)]
pub struct PathRules {
    /// Cannot be changed (`EACCES`). Default: nothing.
    pub read_only: Option<Vec<String>>,
    /// If given, nothing else can be changed; `readOnly` goes before it. Default: everything.
    pub writable: Option<Vec<String>>,
    /// Seems not to be there (`ENOENT`). Default: nothing.
    pub hidden: Option<Vec<String>>,
    /// Cannot be removed or renamed (`EPERM`). Default: nothing.
    pub no_delete: Option<Vec<String>>,
    /// The most bytes of files, by pattern (`EFBIG`). Default: none but the limit `fileBytes`.
    pub max_file_bytes: Option<HashMap<String, f64>>,
}

/// What a session may do. Rules hold for everything that runs in it, and for the file methods, `applyPatch`, `merge` and
/// `importArchive` (`POLICY_DENIED`); not for `restore`. A command that may not run ends with 126 and the reason.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct Policy<'env> {
    pub commands: Option<CommandRules>,
    pub paths: Option<PathRules>,
    /// Asked about each command that the rules let through and that `allow` would have to name, when it is about to run.
    #[napi(ts_type = "PolicyFunction")]
    pub decide: Option<Function<'env, PolicyQuestion, ()>>,
}

impl Policy<'_> {
    pub fn to_core(&self) -> Result<SessionPolicy> {
        let list =
            |names: &Option<Vec<String>>| names.iter().flatten().map(|name| BString::from(name.as_str())).collect();
        let some = |names: &Option<Vec<String>>| names.as_ref().map(|_| list(names));
        let (commands, paths) = (self.commands.as_ref(), self.paths.as_ref());
        let none = PathRules::default();
        let paths_given = paths.unwrap_or(&none);
        let mut max_file_bytes = Vec::new();
        for (pattern, most) in paths_given.max_file_bytes.iter().flatten() {
            let most = whole("policy.paths.maxFileBytes", *most, 0, 1 << 53)?;
            max_file_bytes.push((BString::from(pattern.as_str()), most));
        }
        max_file_bytes.sort_unstable();
        let options = session::PolicyOptions {
            allow: commands.and_then(|commands| some(&commands.allow)),
            deny: commands.map(|commands| list(&commands.deny)).unwrap_or_default(),
            read_only: list(&paths_given.read_only),
            writable: some(&paths_given.writable),
            hidden: list(&paths_given.hidden),
            no_delete: list(&paths_given.no_delete),
            max_file_bytes,
        };
        let rules = (commands.is_some() || paths.is_some()).then(|| Rules::new(&options));
        let decide = match &self.decide {
            None => None,
            Some(decide) => {
                let ask = decide.build_threadsafe_function().callee_handled::<false>().weak::<true>().build()?;
                Some(Arc::new(JsDecide { ask }) as Arc<dyn Decide>)
            }
        };
        Ok(SessionPolicy { rules, decide })
    }
}

struct JsDecide {
    ask: ThreadsafeFunction<PolicyQuestion, (), PolicyQuestion, Status, false, true>,
}

impl Decide for JsDecide {
    fn ask(&self, question: HostQuestion, answer: Box<dyn FnOnce(Verdict) + Send>) {
        let question = PolicyQuestion { question, answer: Mutex::new(Some(answer)) };
        // Where JavaScript is not there any more, the question is dropped here, and so answered.
        let _ = self.ask.call(question, ThreadsafeFunctionCallMode::NonBlocking);
    }
}

type Answer = Box<dyn FnOnce(Verdict) + Send>;

/// A command that waits for the policy's word. Made by the package; `decide` gets a plain object of it.
#[napi]
pub struct PolicyQuestion {
    question: HostQuestion,
    answer: Mutex<Option<Answer>>,
}

#[napi]
impl PolicyQuestion {
    #[napi(getter, catch_unwind)]
    pub fn session(&self) -> f64 {
        self.question.session as f64
    }

    /// The number of the call, as `execute` got it.
    #[napi(getter, catch_unwind)]
    pub fn call(&self) -> f64 {
        self.question.call as f64
    }

    #[napi(getter, catch_unwind)]
    pub fn kind(&self) -> &'static str {
        self.question.kind
    }

    #[napi(getter, catch_unwind)]
    pub fn name(&self) -> String {
        self.question.name.to_str_lossy().into_owned()
    }

    #[napi(getter, catch_unwind)]
    pub fn argv(&self) -> Vec<String> {
        self.question.argv.iter().map(|arg| arg.to_str_lossy().into_owned()).collect()
    }

    #[napi(getter, catch_unwind)]
    pub fn cwd(&self) -> String {
        self.question.cwd.to_str_lossy().into_owned()
    }

    fn give(&self, verdict: Verdict) {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(answer) = answer {
            answer(verdict);
        }
    }

    #[napi(catch_unwind)]
    pub fn allow(&self) {
        self.give(Verdict::Allow);
    }

    #[napi(catch_unwind)]
    pub fn deny(&self, reason: String) {
        self.give(Verdict::Deny(reason));
    }

    #[napi(catch_unwind)]
    pub fn ask(&self) {
        self.give(Verdict::Ask);
    }
}

/// Something that a policy said no to.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Denial {
    /// A command that did not run, or something that was not done to a path.
    #[napi(ts_type = "'command' | 'path'")]
    pub kind: String,
    /// The command's words after all expansions; `null` for a path.
    pub argv: Option<Vec<String>>,
    /// The path, absolute and without links; `null` for a command.
    pub path: Option<String>,
    /// What would have been done to the path; `null` for a command.
    #[napi(ts_type = "'look' | 'read' | 'write' | 'create' | 'delete' | null")]
    pub access: Option<String>,
    /// The part of the policy that says no.
    #[napi(
        ts_type = "'commands.allow' | 'commands.deny' | 'paths.hidden' | 'paths.maxFileBytes' | 'paths.noDelete' | 'paths.readOnly' | 'paths.writable' | 'decide'"
    )]
    pub rule: String,
    pub reason: String,
}

impl Denial {
    pub fn of(denial: session::Denial) -> Denial {
        let (rule, reason) = (denial.rule.to_owned(), denial.reason);
        match denial.denied {
            Denied::Command { argv, .. } => Denial {
                kind: "command".to_owned(),
                argv: Some(argv.iter().map(|arg| arg.to_str_lossy().into_owned()).collect()),
                path: None,
                access: None,
                rule,
                reason,
            },
            Denied::Path { access, path } => Denial {
                kind: "path".to_owned(),
                argv: None,
                path: Some(path.to_string()),
                access: Some(access_name(access).to_owned()),
                rule,
                reason,
            },
        }
    }
}

fn access_name(access: Access) -> &'static str {
    match access {
        Access::Look => "look",
        Access::Read => "read",
        Access::Write => "write",
        Access::Create => "create",
        Access::Delete => "delete",
    }
}

/// A command that somebody allowed, as a result's `approval` names it: these words, on this state of the files.
#[napi(object)]
pub struct CommandApproval {
    pub argv: Vec<String>,
    /// The content hash of `/workspace` when it was asked about.
    pub state_hash: String,
    /// What the first word stood for, as `decide` was told: a script by its absolute path. Given back, it must stand for the same;
    /// without it, it may stand for anything.
    pub name: Option<String>,
    /// The working folder. Given back, it must be the same; without it, it may be any.
    pub cwd: Option<String>,
    /// The step at which the run was. Not looked at when it is given back.
    pub step: Option<f64>,
}

impl CommandApproval {
    pub fn to_core(&self) -> Result<Grant> {
        let argv = self.argv.iter().map(|arg| BString::from(arg.as_str())).collect();
        let bytes = |text: &Option<String>| text.as_deref().map(BString::from);
        Ok(Grant {
            argv,
            state_hash: hash("approvals.stateHash", &self.state_hash)?,
            name: bytes(&self.name),
            cwd: bytes(&self.cwd),
        })
    }

    pub fn of(approval: session::Approval) -> CommandApproval {
        let lossy = |text: Option<BString>| text.map(|text| text.to_str_lossy().into_owned());
        CommandApproval {
            argv: approval.grant.argv.iter().map(|arg| arg.to_str_lossy().into_owned()).collect(),
            state_hash: approval.grant.state_hash.to_string(),
            name: lossy(approval.grant.name),
            cwd: lossy(approval.grant.cwd),
            step: Some(approval.step as f64),
        }
    }
}
