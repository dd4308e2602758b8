//! A new shell's state.

use std::collections::HashMap;
use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::command::Environ;
use super::options::Options;
use super::shell::{FunctionAttributes, ShellState};
use super::syntax::ast::{CommandKind, Function};
use super::syntax::{ParseOptions, parse};
use super::variables::Variables;
use workspace::AbsPath;

impl ShellState {
    /// What bash has when it starts with this environment in this folder.
    pub fn from_environ(environ: &Environ, cwd: &AbsPath, umask: u16) -> ShellState {
        let mut variables = Variables::default();
        let mut foreign = Vec::new();
        let mut functions = HashMap::new();
        let mut function_attributes = HashMap::new();
        for (name, value) in environ {
            if let Some(function) = exported_function(name, value) {
                let attributes = FunctionAttributes { export: true, ..FunctionAttributes::default() };
                function_attributes.insert(Arc::clone(&function.name), attributes);
                functions.insert(Arc::clone(&function.name), function);
                continue;
            }
            match name.to_str().ok().filter(|name| is_identifier(name)) {
                Some(name) => variables.import(name, value.clone()),
                None => foreign.push((name.clone(), value.clone())),
            }
        }
        variables.set_internal("IFS", BString::from(" \t\n"));
        variables.set_internal("PS4", BString::from("+ "));
        variables.set_internal("OPTIND", BString::from("1"));
        variables.set_internal("OPTERR", BString::from("1"));
        // Of the way that a parent took, the slashes in front are kept.
        let two_slashes = variables.scalar("PWD").is_some_and(|path| {
            path.strip_prefix(b"/").is_some_and(|rest| rest == cwd.as_bytes() && rest.starts_with(b"/"))
        });
        if !two_slashes {
            variables.import("PWD", BString::from(cwd.as_bytes()));
        }
        // Exported without a value until the first `cd`.
        if variables.get("OLDPWD").is_none() {
            variables.modify("OLDPWD", |variable| variable.attributes.export = true);
        }
        let level = variables.scalar("SHLVL").and_then(|level| level.to_str().ok()?.trim().parse::<i64>().ok());
        let level = level.unwrap_or(0).saturating_add(1).max(0);
        variables.import("SHLVL", BString::from(level.to_string()));
        variables.set_constants();
        ShellState {
            variables,
            functions: Arc::new(functions),
            function_attributes: Arc::new(function_attributes),
            foreign_environ: Arc::new(foreign),
            function_sources: Arc::default(),
            disabled_builtins: Arc::default(),
            builtins: Default::default(),
            aliases: Arc::new(HashMap::new()),
            options: Options::default(),
            cwd: cwd.clone(),
            logical_cwd: cwd.clone(),
            two_slashes,
            directory_stack: Arc::default(),
            umask,
            positional: Arc::default(),
            name: BString::from("bash"),
            status: 0,
            last_background: None,
            random: 1,
            seconds_base: 0,
        }
    }

    /// The working folder as `pwd -L` shows it.
    pub fn shown_cwd(&self) -> BString {
        self.with_slashes(&self.logical_cwd)
    }

    /// A way to the working folder with as many slashes as were given.
    pub fn with_slashes(&self, path: &AbsPath) -> BString {
        let extra: &[u8] = if self.two_slashes { b"/" } else { b"" };
        [extra, path.as_bytes()].concat().into()
    }
}

/// A name that a variable can have: `[A-Za-z_][A-Za-z0-9_]*`.
pub fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The function that an environment variable `BASH_FUNC_name%%` defines (`export -f`). The text must be one definition
/// and nothing more.
fn exported_function(name: &[u8], value: &[u8]) -> Option<Arc<Function>> {
    let name = name.strip_prefix(b"BASH_FUNC_")?.strip_suffix(b"%%")?;
    if !value.starts_with(b"()") {
        return None;
    }
    let program = parse(&[name, b" ", value].concat(), &ParseOptions::default()).ok()?;
    let [item] = program.body.items.as_slice() else { return None };
    let [command] = item.chain.first.stages.as_slice() else { return None };
    match &command.kind {
        CommandKind::Function(function) if item.chain.rest.is_empty() && !item.background => Some(Arc::clone(function)),
        _ => None,
    }
}
