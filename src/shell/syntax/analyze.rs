//! What a program would run, as far as its text tells: for approval screens and rules that look before a run.
//!
//! Nothing is expanded. A word that is not plain text is `None`; what it will be, only a run can say.

use bstr::{BString, ByteSlice};

use super::ast::{
    AndOr, Arg, Arith, Assignment, AssignmentValue, BraceKind, Command, CommandKind, Cond, FdName, List,
    ParamExpansion, ParamOp, Program, Redirection, RedirectionOp, RedirectionTarget, Simple, Subscript, Word, WordPart,
};

/// A command of the program, wherever it stands. Without words it is what stands alone of redirections, or the redirections of a
/// compound command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandUse {
    /// The words; `None` where only a run can say.
    pub argv: Vec<Option<BString>>,
    pub redirections: Vec<RedirectionUse>,
    pub line: u32,
}

/// A redirection of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectionUse {
    /// The descriptor on the left, where one is written.
    pub fd: Option<u32>,
    /// As written: `>`, `>>`, `<`, …
    pub operator: &'static str,
    /// The file or descriptor; `None` where only a run can say. A here-document's text is not one.
    pub target: Option<BString>,
}

/// Something that the text does not tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    pub line: u32,
    pub reason: UnknownReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownReason {
    /// The command's name comes from an expansion.
    ComputedName,
    /// `eval`, `source`, `.`, `bash`, `sh`, `trap`, a script that is called by its path, programs of `awk` that may call a
    /// shell, `split --filter`, `tar --to-command`, `dc`: text that is only read when it runs.
    RunsText,
    /// `env`, `xargs`, `find -exec`, `command` and the like: what they run is among their arguments, or comes from their
    /// input.
    RunsArguments,
    /// `alias`, `unalias`, `hash -p`, a value for `PATH`: what comes behind may read otherwise.
    ChangesReading,
}

/// What [`analyze`] found, in source order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Analysis {
    pub commands: Vec<CommandUse>,
    /// The functions that are defined.
    pub functions: Vec<BString>,
    pub unknown: Vec<Unknown>,
}

/// Looks through programs, the units of a text, substitutions included.
pub fn analyze(programs: &[impl AsRef<Program>]) -> Analysis {
    let mut analysis = Analysis::default();
    for program in programs {
        analysis.list(&program.as_ref().body);
    }
    analysis
}

impl Analysis {
    fn list(&mut self, list: &List) {
        for item in &list.items {
            self.chain(&item.chain);
        }
    }

    fn chain(&mut self, chain: &AndOr) {
        let rest = chain.rest.iter().map(|(_, pipeline)| pipeline);
        for pipeline in std::iter::once(&chain.first).chain(rest) {
            for stage in &pipeline.stages {
                self.command(stage);
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match &command.kind {
            CommandKind::Simple(simple) => return self.simple(simple, command),
            CommandKind::Group(list) => self.list(list),
            CommandKind::Subshell(list) => self.list(list),
            CommandKind::If(branches) => {
                for (condition, body) in &branches.branches {
                    self.list(condition);
                    self.list(body);
                }
                if let Some(body) = &branches.otherwise {
                    self.list(body);
                }
            }
            CommandKind::While { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
            CommandKind::For { words, body, .. } | CommandKind::Select { words, body, .. } => {
                self.words(words.iter().flatten());
                self.list(body);
            }
            CommandKind::ArithFor { init, condition, step, body } => {
                for arith in [init, condition, step].into_iter().flatten() {
                    self.arith(arith);
                }
                self.list(body);
            }
            CommandKind::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.list(&arm.body);
                }
            }
            CommandKind::Cond(cond) => self.cond(cond),
            CommandKind::Arith(arith) => self.arith(arith),
            CommandKind::Function(function) => {
                self.functions.push(BString::from(function.name.as_bytes()));
                self.command(&function.body);
            }
            CommandKind::Coproc { body, .. } => self.command(body),
        }
        if !command.redirections.is_empty() {
            let redirections = command.redirections.iter().map(describe).collect();
            self.commands.push(CommandUse { argv: Vec::new(), redirections, line: command.line });
        }
        for redirection in &command.redirections {
            self.redirection_words(redirection);
        }
    }

    fn simple(&mut self, simple: &Simple, command: &Command) {
        for assignment in &simple.assignments {
            self.assignment(assignment, command.line);
        }
        let argv: Vec<Option<BString>> = simple
            .args
            .iter()
            .map(|arg| match arg {
                Arg::Word(word) => literal(word),
                Arg::Assignment(assignment) => literal_assignment(assignment),
            })
            .collect();
        let redirections: Vec<RedirectionUse> = command.redirections.iter().map(describe).collect();
        if let Some(reason) = unknown_of(&argv) {
            self.unknown.push(Unknown { line: command.line, reason });
        }
        if !argv.is_empty() || !redirections.is_empty() {
            self.commands.push(CommandUse { argv, redirections, line: command.line });
        }
        for arg in &simple.args {
            match arg {
                Arg::Word(word) => self.word(word),
                Arg::Assignment(assignment) => self.assignment(assignment, command.line),
            }
        }
        for redirection in &command.redirections {
            self.redirection_words(redirection);
        }
    }

    fn redirection_words(&mut self, redirection: &Redirection) {
        match &redirection.target {
            RedirectionTarget::Word(word) => self.word(word),
            RedirectionTarget::HereDoc(document) => self.word(&document.body),
        }
    }

    fn assignment(&mut self, assignment: &Assignment, line: u32) {
        if &*assignment.name == "PATH" {
            self.unknown.push(Unknown { line, reason: UnknownReason::ChangesReading });
        }
        if let Some(index) = &assignment.index {
            self.subscript(index);
        }
        match &assignment.value {
            AssignmentValue::Scalar(word) => self.word(word),
            AssignmentValue::Array(elements) => {
                for element in elements {
                    if let Some(index) = &element.index {
                        self.subscript(index);
                    }
                    self.word(&element.value);
                }
            }
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::And(left, right) | Cond::Or(left, right) => {
                self.cond(left);
                self.cond(right);
            }
            Cond::Not(inner) | Cond::Group(inner) => self.cond(inner),
            Cond::Unary { word, .. } => self.word(word),
            Cond::Binary { left, right, .. } | Cond::Regex { left, right } => {
                self.word(left);
                self.word(right);
            }
        }
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &Word) {
        self.parts(&word.parts);
    }

    fn parts(&mut self, parts: &[WordPart]) {
        for part in parts {
            match part {
                WordPart::Literal(_) | WordPart::Quoted(_) | WordPart::Tilde(_) => {}
                WordPart::Double(parts) => self.parts(parts),
                WordPart::Param(expansion) => self.param(expansion),
                WordPart::CommandSub(substitution) => match &substitution.file {
                    Some(file) => self.word(file),
                    None => self.list(&substitution.program.body),
                },
                WordPart::Arith(arith) => self.arith(arith),
                WordPart::ProcessSub { program, .. } => self.list(&program.body),
                WordPart::Brace(brace) => {
                    if let BraceKind::List(alternatives) = &brace.kind {
                        for alternative in alternatives {
                            self.parts(alternative);
                        }
                    }
                }
            }
        }
    }

    fn param(&mut self, expansion: &ParamExpansion) {
        if let super::ast::Param::Element { index, .. } = &expansion.param {
            self.subscript(index);
        }
        match &expansion.op {
            ParamOp::Default { word, .. } | ParamOp::Assign { word, .. } | ParamOp::Alternate { word, .. } => {
                self.word(word);
            }
            ParamOp::Error { word, .. } => self.words(word),
            ParamOp::RemovePrefix { pattern, .. } | ParamOp::RemoveSuffix { pattern, .. } => self.word(pattern),
            ParamOp::Substring { offset, length } => {
                self.arith(offset);
                if let Some(length) = length {
                    self.arith(length);
                }
            }
            ParamOp::Replace { pattern, replacement, .. } => {
                self.word(pattern);
                self.word(replacement);
            }
            ParamOp::Case { pattern, .. } => self.words(pattern),
            ParamOp::None
            | ParamOp::Length
            | ParamOp::Transform(_)
            | ParamOp::Names { .. }
            | ParamOp::Keys { .. }
            | ParamOp::Bad { .. } => {}
        }
    }

    fn subscript(&mut self, subscript: &Subscript) {
        if let Subscript::Expr { word, .. } = subscript {
            self.word(word);
        }
    }

    fn arith(&mut self, arith: &Arith) {
        self.parts(&arith.parts);
    }
}

/// Where the session's own commands are.
const PROGRAM_FOLDERS: [&[u8]; 6] =
    [b"/bin", b"/usr/bin", b"/usr/local/bin", b"/sbin", b"/usr/sbin", b"/usr/local/sbin"];

/// What a command with these words leaves open.
fn unknown_of(argv: &[Option<BString>]) -> Option<UnknownReason> {
    let name = match argv.first()? {
        None => return Some(UnknownReason::ComputedName),
        Some(name) => name,
    };
    let (folder, base) = match name.rfind_byte(b'/') {
        Some(at) => (Some(&name[..at]), &name[at + 1..]),
        None => (None, &name[..]),
    };
    let arguments = &argv[1..];
    let may_have = |words: &[&str]| {
        arguments.iter().any(|word| word.as_ref().is_none_or(|word| words.iter().any(|part| word.contains_str(part))))
    };
    // An option of one letter, also among others (`-tC`).
    let may_have_flag = |flag: u8| {
        arguments.iter().any(|word| {
            word.as_ref().is_none_or(|word| word.starts_with(b"-") && !word.starts_with(b"--") && word.contains(&flag))
        })
    };
    match base {
        // What is in the tree may be a script; the folders of programs have commands.
        _ if folder.is_some_and(|folder| !PROGRAM_FOLDERS.contains(&folder)) => Some(UnknownReason::RunsText),
        b"eval" | b"source" | b"." | b"bash" | b"sh" | b"trap" | b"fc" => Some(UnknownReason::RunsText),
        b"awk" | b"gawk" | b"mawk" if may_have(&["system", "|", "-f", "--file", "@load"]) => {
            Some(UnknownReason::RunsText)
        }
        b"mapfile" | b"readarray" if may_have_flag(b'C') => Some(UnknownReason::RunsText),
        b"complete" | b"compgen" if [b'C', b'F', b'W'].into_iter().any(may_have_flag) => Some(UnknownReason::RunsText),
        b"split" if may_have(&["--f"]) => Some(UnknownReason::RunsText),
        b"tar" if may_have(&["--to-c"]) => Some(UnknownReason::RunsText),
        // `!` runs the rest of its line, and without an expression the lines come from its input.
        b"dc" if may_have(&["!"]) || !may_have(&["-e", "--e"]) => Some(UnknownReason::RunsText),
        b"install" if may_have(&["--strip-p"]) => Some(UnknownReason::RunsArguments),
        // Their own words may be the end of a wrapper's line: `env bash -c …`.
        b"builtin" | b"command" | b"env" | b"exec" | b"nice" | b"nohup" | b"setsid" | b"stdbuf" | b"time"
        | b"timeout" | b"xargs" => Some(UnknownReason::RunsArguments),
        b"find" if may_have(&["-exec", "-ok"]) => Some(UnknownReason::RunsArguments),
        b"alias" | b"unalias" => Some(UnknownReason::ChangesReading),
        b"hash" if may_have_flag(b'p') => Some(UnknownReason::ChangesReading),
        _ => None,
    }
}

/// A word's text when no expansion can change it.
fn literal(word: &Word) -> Option<BString> {
    let mut text = BString::default();
    for part in &word.parts {
        match part {
            WordPart::Literal(literal) if literal.find_byteset(b"*?[").is_none() => text.extend_from_slice(literal),
            WordPart::Quoted(literal) => text.extend_from_slice(literal),
            WordPart::Double(parts) => {
                for part in parts {
                    let WordPart::Quoted(literal) = part else { return None };
                    text.extend_from_slice(literal);
                }
            }
            _ => return None,
        }
    }
    Some(text)
}

fn literal_assignment(assignment: &Assignment) -> Option<BString> {
    let AssignmentValue::Scalar(value) = &assignment.value else { return None };
    if assignment.index.is_some() {
        return None;
    }
    let mut text = BString::from(assignment.name.as_bytes());
    text.extend_from_slice(if assignment.append { b"+=" } else { b"=" });
    text.extend_from_slice(&literal(value)?);
    Some(text)
}

fn describe(redirection: &Redirection) -> RedirectionUse {
    RedirectionUse {
        fd: match redirection.fd {
            Some(FdName::Number(number)) => Some(number),
            _ => None,
        },
        operator: match redirection.op {
            RedirectionOp::Read => "<",
            RedirectionOp::Write => ">",
            RedirectionOp::Clobber => ">|",
            RedirectionOp::Append => ">>",
            RedirectionOp::ReadWrite => "<>",
            RedirectionOp::DuplicateRead => "<&",
            RedirectionOp::DuplicateWrite => ">&",
            RedirectionOp::WriteBoth => "&>",
            RedirectionOp::AppendBoth => "&>>",
            RedirectionOp::HereDoc => "<<",
            RedirectionOp::HereString => "<<<",
        },
        target: match (&redirection.target, redirection.op) {
            (RedirectionTarget::HereDoc(..), _) | (_, RedirectionOp::HereString) => None,
            (RedirectionTarget::Word(word), _) => literal(word),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ParseOptions, parse};
    use super::*;

    fn analysis(script: &str) -> Analysis {
        analyze(&[Box::new(parse(script.as_bytes(), &ParseOptions::default()).expect(script))])
    }

    fn shown(script: &str) -> Vec<String> {
        let word = |word: &Option<BString>| word.as_ref().map_or("?".to_owned(), ToString::to_string);
        analysis(script).commands.iter().map(|c| c.argv.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn finds_commands_wherever_they_stand() {
        assert_eq!(shown("a | b && (c; d) & { e; }"), ["a", "b", "c", "d", "e"]);
        assert_eq!(shown("for x in $(f); do g <(h) \"$(i)\" ${y:-$(j)}; done"), ["f", "g ? ? ?", "h", "i", "j"]);
        assert_eq!(shown("if a; then b; elif c; then d; else e; fi"), ["a", "b", "c", "d", "e"]);
        assert_eq!(shown("case $(a) in x) b;; esac; [[ -n $(c) ]]; (( $(d) ))"), ["a", "b", "c", "d"]);
        assert_eq!(shown("x=$(a) b=1 c 'd e' f\\ g \"h\""), ["a", "c d e f g h"]);
        assert_eq!(shown("f() { rm x; }; f"), ["rm x", "f"]);
    }

    #[test]
    fn says_what_it_cannot_know() {
        let found = analysis("$x a\neval \"$y\"\nls *.c\n");
        assert_eq!(
            found.unknown,
            [
                Unknown { line: 1, reason: UnknownReason::ComputedName },
                Unknown { line: 2, reason: UnknownReason::RunsText },
            ]
        );
        assert_eq!(found.commands[2].argv, [Some(BString::from("ls")), None]);
    }

    #[test]
    fn says_what_runs_something_else() {
        let reasons = |script: &str| analysis(script).unknown.iter().map(|one| one.reason).collect::<Vec<_>>();
        for script in ["env bash -c x", "/usr/bin/env x", "xargs rm", "find . -exec rm {} +", "command $x", "find $x"] {
            assert_eq!(reasons(script), [UnknownReason::RunsArguments], "{script}");
        }
        let texts =
            ["./s.sh", "bin/x -v", "split --filter='gzip > $FILE' f", "tar xf a --to-command=cat", "readarray -tC f x"];
        for script in texts.into_iter().chain(["dc", "dc -e '!ls'", "dc f"]) {
            assert_eq!(reasons(script), [UnknownReason::RunsText], "{script}");
        }
        for script in ["hash -p /tmp/x ls", "PATH=/tmp:$PATH ls", "export PATH=.; ls"] {
            assert_eq!(reasons(script), [UnknownReason::ChangesReading], "{script}");
        }
        for script in ["awk 'BEGIN { system(x) }'", "awk \"$x\"", "trap x EXIT", "./sh f", "echo `if`"] {
            assert_eq!(reasons(script), [UnknownReason::RunsText], "{script}");
        }
        assert_eq!(reasons("alias x=y; x"), [UnknownReason::ChangesReading]);
        for script in
            ["awk '{ print $1 }' f", "find . -name x", "echo eval", "mapfile x", "/usr/bin/ls -l", "dc -e 1", "split f"]
        {
            assert_eq!(reasons(script), [], "{script}");
        }
    }

    #[test]
    fn lists_redirections_and_functions() {
        let found = analysis("f() { :; }; cat <in 2>>\"$log\" >&2");
        assert_eq!(found.functions, ["f"]);
        let redirections = &found.commands[1].redirections;
        assert_eq!(redirections[0].target, Some(BString::from("in")));
        assert_eq!((redirections[1].fd, redirections[1].operator, &redirections[1].target), (Some(2), ">>", &None));
        let compound = analysis("{ ls; } >out; while :; do :; done <in");
        let targets: Vec<_> =
            compound.commands.iter().flat_map(|one| &one.redirections).map(|one| &one.target).collect();
        assert_eq!(targets, [&Some(BString::from("out")), &Some(BString::from("in"))]);
        assert_eq!((redirections[2].operator, &redirections[2].target), (">&", &Some(BString::from("2"))));
    }
}
