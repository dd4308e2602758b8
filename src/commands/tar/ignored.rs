//! What is left out of an archive because of what folders hold: tags of caches, and lists of what to ignore.

use bstr::{BString, ByteSlice};

use shell::command::Context;
use shell::pattern::{Pattern, PatternOptions};
use shell::regex::{Options, Regex, Syntax};

use super::super::shared::path::join;

/// How much of a tagged folder is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All but the tag.
    Contents,
    /// The tag too.
    Under,
    /// The folder itself too.
    All,
}

/// A file that marks a folder.
#[derive(Debug, Clone)]
pub struct Tag {
    pub name: BString,
    pub extent: Extent,
    /// It begins as tags of caches do.
    pub signed: bool,
    /// The option and its value, for messages.
    pub option: BString,
}

/// What tags of caches begin with (the Cache Directory Tagging Specification).
const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

impl Tag {
    /// Whether a folder has it.
    pub fn marks(&self, context: &Context<'_>, folder: &[u8]) -> bool {
        let path = join(folder, &self.name);
        if !self.signed {
            return context.vfs().lstat(context.cwd(), &path).is_ok();
        }
        match context.vfs().read_file(context.cwd(), &path) {
            Ok(content) => content.to_bytes().starts_with(SIGNATURE),
            Err(_) => false,
        }
    }
}

/// A list of what to ignore, for the folder that it lies in and those below.
#[derive(Debug, Clone)]
pub struct List {
    pub name: BString,
    form: Form,
    /// The option and its value, for messages.
    pub option: BString,
}

/// How such a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Lines with patterns.
    Lines,
    /// With comments.
    Git,
    /// Words with patterns.
    Words,
    /// Lines with patterns, or with expressions behind `RE:`.
    Bazaar,
    /// Lines with expressions, or with patterns behind `syntax: glob`.
    Mercurial,
}

impl List {
    pub fn new(name: &[u8], option: &str) -> List {
        List { name: name.into(), form: Form::Lines, option: [option.as_bytes(), " ‘".as_bytes(), name, "’".as_bytes()].concat().into() }
    }

    /// The lists of programs for version control.
    pub fn of_version_control() -> [List; 4] {
        [
            (".cvsignore", Form::Words),
            (".gitignore", Form::Git),
            (".bzrignore", Form::Bazaar),
            (".hgignore", Form::Mercurial),
        ]
        .map(|(name, form)| List { name: name.into(), form, option: "--exclude-vcs-ignores".into() })
    }

    /// What the list of a folder says.
    pub fn read(&self, context: &Context<'_>, folder: &[u8], rules: &mut Vec<Rule>) {
        let path = join(folder, &self.name);
        let Ok(content) = context.vfs().read_file(context.cwd(), &path) else { return };
        let text = content.to_bytes();
        let mut expressions = self.form == Form::Mercurial;
        for line in text.lines() {
            let line = line.trim();
            let comment = line.starts_with(b"#") && self.form != Form::Lines;
            if line.is_empty() || comment {
                continue;
            }
            if self.form == Form::Words {
                rules.extend(line.fields().map(Rule::pattern));
                continue;
            }
            if self.form == Form::Mercurial
                && let Some(syntax) = line.strip_prefix(b"syntax:")
            {
                expressions = syntax.trim() == b"regexp";
                continue;
            }
            let expression = match self.form {
                Form::Bazaar => line.strip_prefix(b"RE:"),
                Form::Mercurial => expressions.then_some(line),
                _ => None,
            };
            match expression {
                Some(expression) => rules.extend(Rule::expression(expression)),
                None => rules.push(Rule::pattern(line)),
            }
        }
    }
}

/// What one line says.
pub enum Rule {
    Pattern(Box<Pattern>),
    Expression(Regex),
}

impl Rule {
    fn pattern(text: &[u8]) -> Rule {
        Rule::Pattern(Box::new(Pattern::new(text, PatternOptions::default())))
    }

    /// `None`: it is no expression.
    fn expression(text: &[u8]) -> Option<Rule> {
        Regex::new(text, &Options::new(Syntax::Basic)).ok().map(Rule::Expression)
    }

    /// Whether a path, by itself or by its last component, is to be ignored.
    pub fn matches(&self, path: &[u8]) -> bool {
        let name = memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..]);
        match self {
            Rule::Pattern(pattern) => pattern.matches(path) || pattern.matches(name),
            Rule::Expression(regex) => regex.is_match(path).unwrap_or(false),
        }
    }
}
