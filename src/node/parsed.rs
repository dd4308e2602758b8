//! The analysis of a script for JavaScript.

use napi_derive::napi;

use crate::session::Executor;
use crate::shell::syntax::analyze::{UnknownReason, analyze};
use crate::shell::syntax::print;

/// What a script would run, as far as its text tells.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ParsedScript {
    /// The script is valid bash; otherwise `error` says why not and the lists are empty.
    pub ok: bool,
    pub error: Option<ParseFailure>,
    /// The same program as bash prints programs (`bash --pretty-print`): equal ones have equal texts, however they were spaced.
    /// It parses to the same program and runs as the given text does, but for numbers of lines. `null` where there is no
    /// program.
    pub script: Option<String>,
    /// Every simple command in source order, those in substitutions, functions and branches included.
    pub commands: Vec<ParsedCommand>,
    /// The functions that are defined.
    pub functions: Vec<String>,
    /// What only a run can say.
    pub unknown: Vec<ParsedUnknown>,
}

/// A syntax error.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ParseFailure {
    /// Counted from 1.
    pub line: u32,
    /// As bash words it.
    pub message: String,
    /// More text could complete it (an open quote, a missing `fi`).
    pub incomplete: bool,
}

/// A simple command.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ParsedCommand {
    /// The command's name; `null` where it comes from an expansion, or where there are only redirections.
    pub name: Option<String>,
    /// All words, the name first; `null` for one that is not plain text.
    #[napi(ts_type = "(string | null)[]")]
    pub argv: Vec<Option<String>>,
    pub redirections: Vec<ParsedRedirection>,
    /// Counted from 1.
    pub line: u32,
}

/// A redirection.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ParsedRedirection {
    /// The descriptor on the left; `null` where none is written.
    pub fd: Option<u32>,
    /// `<`, `>`, `>>`, `>|`, `<>`, `<&`, `>&`, `&>`, `&>>`, `<<` or `<<<`.
    pub operator: String,
    /// The file or descriptor; `null` where it is not plain text, and for here-documents and here-strings.
    pub target: Option<String>,
}

/// Something that the text does not tell.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ParsedUnknown {
    /// Counted from 1.
    pub line: u32,
    /// `computed-name`: the command's name comes from an expansion. `runs-text`: `eval`, `source`, `bash`, `./script` and
    /// the like run text that is read only then. `runs-arguments`: `env`, `xargs`, `find -exec` and the like run what their
    /// arguments or their input say. `changes-reading`: `alias`, `hash -p` or another `PATH` may make what comes behind
    /// something else.
    #[napi(ts_type = "'computed-name' | 'runs-text' | 'runs-arguments' | 'changes-reading'")]
    pub reason: String,
}

/// Parses and describes a script.
pub fn parse(executor: &Executor, script: &[u8]) -> ParsedScript {
    let units = match executor.programs().units(script, 1, true) {
        Ok(units) => units,
        Err(error) => {
            return ParsedScript {
                ok: false,
                error: Some(ParseFailure {
                    line: error.line,
                    message: error.message.clone(),
                    incomplete: error.incomplete,
                }),
                script: None,
                commands: Vec::new(),
                functions: Vec::new(),
                unknown: Vec::new(),
            };
        }
    };
    let analysis = analyze(&units.programs);
    let commands = analysis
        .commands
        .into_iter()
        .map(|command| {
            let argv: Vec<Option<String>> =
                command.argv.into_iter().map(|word| word.map(|word| word.to_string())).collect();
            ParsedCommand {
                name: argv.first().cloned().flatten(),
                argv,
                redirections: command
                    .redirections
                    .into_iter()
                    .map(|redirection| ParsedRedirection {
                        fd: redirection.fd,
                        operator: redirection.operator.to_owned(),
                        target: redirection.target.map(|target| target.to_string()),
                    })
                    .collect(),
                line: command.line,
            }
        })
        .collect();
    ParsedScript {
        ok: true,
        error: None,
        script: Some(print::units(&units.programs).to_string()),
        commands,
        functions: analysis.functions.into_iter().map(|name| name.to_string()).collect(),
        unknown: analysis
            .unknown
            .into_iter()
            .map(|unknown| ParsedUnknown {
                line: unknown.line,
                reason: match unknown.reason {
                    UnknownReason::ComputedName => "computed-name".to_owned(),
                    UnknownReason::RunsText => "runs-text".to_owned(),
                    UnknownReason::RunsArguments => "runs-arguments".to_owned(),
                    UnknownReason::ChangesReading => "changes-reading".to_owned(),
                },
            })
            .collect(),
    }
}
