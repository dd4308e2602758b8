//! `help`

use std::sync::LazyLock;

use bstr::BStr;

use super::{Argument, USAGE, all, lookup, words};
use crate::flow::Flow;
use crate::pattern::{Pattern, PatternOptions};
use crate::shell::Shell;
use crate::syntax::Construct;

/// Something that `help` knows: a builtin or a part of the language.
pub(super) struct Topic {
    pub name: &'static str,
    synopsis: &'static str,
    body: &'static str,
}

/// What is no builtin: name, synopsis, description.
const LANGUAGE: [(&str, &str, &str); 15] = [
    ("%", "job_spec [&]", "Bring a job to the foreground, or with & on in the background."),
    ("(( ... ))", "(( expression ))", "Evaluate arithmetic; fail when the value is 0."),
    ("[[ ... ]]", "[[ expression ]]", "Evaluate a condition on files, strings or numbers."),
    (
        "case",
        "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac",
        "Run commands by the pattern that a word matches.",
    ),
    ("coproc", "coproc [NAME] command [redirections]", "Run a command beside the shell, with pipes to and from it."),
    ("for", "for NAME [in WORDS ... ] ; do COMMANDS; done", "Run commands once for each word."),
    ("for ((", "for (( exp1; exp2; exp3 )); do COMMANDS; done", "Run commands in an arithmetic loop."),
    ("function", "function name { COMMANDS ; } or name () { COMMANDS ; }", "Define a function."),
    (
        "if",
        "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
        "Run commands on a condition.",
    ),
    ("select", "select NAME [in WORDS ... ;] do COMMANDS; done", "Let the user choose words from a menu."),
    ("time", "time [-p] pipeline", "Tell how long a pipeline took."),
    ("until", "until COMMANDS; do COMMANDS-2; done", "Run commands as long as a test fails."),
    ("variables", "variables - Names and meanings of some shell variables", "The variables that the shell knows."),
    ("while", "while COMMANDS; do COMMANDS-2; done", "Run commands as long as a test succeeds."),
    ("{ ... }", "{ COMMANDS ; }", "Run commands as a group."),
];

/// The topics of what there is here, sorted by name.
pub(super) fn topics(shell: &Shell) -> impl Iterator<Item = &'static Topic> + use<'_> {
    all_topics().iter().filter(|topic| match lookup(topic.name.as_bytes()) {
        Some(builtin) => shell.kernel.capabilities.has_builtin(builtin),
        None => match topic.name {
            "(( ... ))" => shell.language().has(Construct::Arithmetic),
            "%" => shell.language().has(Construct::BackgroundJobs),
            name => shell.language().has_word(name.split(' ').next().unwrap_or_default()),
        },
    })
}

/// All topics, sorted by name.
fn all_topics() -> &'static [Topic] {
    static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
        let builtins = all().iter().map(|builtin| Topic {
            name: builtin.name,
            synopsis: builtin.synopsis(),
            body: builtin.help.split_once('\n').map_or("", |(_, body)| body),
        });
        let language = LANGUAGE.iter().map(|(name, synopsis, body)| Topic { name, synopsis, body });
        let mut topics: Vec<Topic> = builtins.chain(language).collect();
        topics.sort_by_key(|topic| topic.name);
        topics
    });
    &TOPICS
}

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"help", &words, "dms")? else { return Ok(USAGE) };
    let patterns = &words[options.operands..];
    let (short, synopsis, manual) = (options.has(b'd'), options.has(b's'), options.has(b'm'));
    if patterns.is_empty() {
        let mut out = String::from("These commands are part of the shell. `help NAME' says more about NAME.\n\n");
        for builtin in shell.kernel.capabilities.builtins() {
            let mark = if shell.is_enabled(builtin) { ' ' } else { '*' };
            out.push_str(&format!("{mark}{}\n", builtin.synopsis()));
        }
        return shell.put("help", out.as_bytes());
    }
    let mut out = String::new();
    let mut status = 1;
    for pattern in patterns {
        let pattern: &BStr = pattern.as_ref();
        if pattern.iter().any(|byte| matches!(byte, b'*' | b'?'))
            || (pattern.contains(&b'[') && pattern.contains(&b']'))
        {
            let plural = if patterns.len() > 1 { "s" } else { "" };
            out.push_str(&format!("Shell commands matching keyword{plural} `{pattern}'\n\n"));
        }
        for topic in matching(shell, pattern) {
            status = 0;
            show(topic, short, synopsis, manual, &mut out);
        }
    }
    if status != 0 {
        let last: &BStr = patterns.last().map_or(BStr::new(""), AsRef::as_ref);
        shell.builtin_error(
            b"help",
            &[b"no help topics match `", last, b"'.  Try `help help' or `man -k ", last, b"' or `info ", last, b"'."],
        )?;
    }
    Ok(status.max(shell.put("help", out.as_bytes())?))
}

/// An exact name, else those that begin with the text or match it as a pattern.
fn matching(shell: &Shell, pattern: &BStr) -> Vec<&'static Topic> {
    if let Some(exact) = topics(shell).find(|topic| topic.name.as_bytes() == pattern.as_ref() as &[u8]) {
        return vec![exact];
    }
    let compiled = Pattern::new(pattern, PatternOptions::default());
    let fits = |topic: &&Topic| topic.name.as_bytes().starts_with(pattern) || compiled.matches(topic.name.as_bytes());
    topics(shell).filter(fits).collect()
}

fn show(topic: &Topic, short: bool, synopsis: bool, manual: bool, out: &mut String) {
    let Topic { name, synopsis: line, body } = topic;
    let first = body.trim_start().lines().next().unwrap_or_default();
    let body = if body.ends_with('\n') { (*body).to_owned() } else { format!("    {body}\n") };
    if short {
        out.push_str(&format!("{name} - {first}\n"));
    } else if synopsis {
        out.push_str(&format!("{name}: {line}\n"));
    } else if manual {
        out.push_str(&format!(
            "NAME\n    {name} - {first}\n\nSYNOPSIS\n    {line}\n\nDESCRIPTION\n{body}\nSEE ALSO\n    bash(1)\n\n"
        ));
    } else {
        out.push_str(&format!("{name}: {line}\n{body}"));
    }
}
