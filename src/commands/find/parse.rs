//! The arguments of `find`: words into tests, actions and options.

use bstr::{BString, ByteSlice};

use super::exec::Exec;
use super::expression::Token;
use super::printf;
use super::settings::Settings;
use super::test::{Comparison, Match, Number, OutputFile, Right, Stamp, Target, Test};
use super::warn;
use crate::shared::file_type::OWNER;
use crate::shared::mode::Mode;
use crate::shared::quote::quote;
use crate::shared::walk::FollowLinks;
use shell::command::{Context, Output};
use shell::kernel::{Halt, IoError, OpenOptions};
use shell::pattern::{Pattern, PatternOptions};
use shell::regex::{Dialect, Options, Regex, Syntax};
use workspace::Kind;

/// Why parsing stopped.
pub enum Refused {
    Halt(Halt),
    /// The message, without the command's name.
    Message(BString),
    /// Everything is said: exit with this status.
    Exit(u8),
}

impl From<Halt> for Refused {
    fn from(halt: Halt) -> Refused {
        Refused::Halt(halt)
    }
}

/// A refusal with a message made of parts.
pub fn refuse<T>(parts: &[&[u8]]) -> Result<T, Refused> {
    Err(Refused::Message(parts.concat().into()))
}

/// The names of the types that `-regextype` knows.
const REGEX_TYPES: [(&str, Syntax, Dialect); 13] = [
    ("findutils-default", Syntax::Basic, Dialect::Emacs),
    ("ed", Syntax::Basic, Dialect::Posix),
    ("emacs", Syntax::Basic, Dialect::Emacs),
    ("gnu-awk", Syntax::Extended, Dialect::Awk),
    ("grep", Syntax::Basic, Dialect::Grep),
    ("posix-awk", Syntax::Extended, Dialect::Awk),
    ("awk", Syntax::Extended, Dialect::Awk),
    ("posix-basic", Syntax::Basic, Dialect::Posix),
    ("posix-egrep", Syntax::Extended, Dialect::Grep),
    ("egrep", Syntax::Extended, Dialect::Grep),
    ("posix-extended", Syntax::Extended, Dialect::Posix),
    ("posix-minimal-basic", Syntax::Basic, Dialect::Posix),
    ("sed", Syntax::Basic, Dialect::Sed),
];

/// Whether an argument begins the expression. `)` and `,` cannot be the first word of one.
pub fn begins_expression(argument: &[u8], first: bool) -> bool {
    match argument {
        b")" | b"," => !first,
        b"(" | b"!" => true,
        _ => argument.len() > 1 && argument[0] == b'-',
    }
}

/// Reads the words of an expression.
pub struct Parser<'p, 'c> {
    pub context: &'p mut Context<'c>,
    pub settings: &'p mut Settings,
    pub(super) words: &'p [BString],
    pub(super) at: usize,
    syntax: Syntax,
    dialect: Dialect,
    warnings: bool,
    pub(super) day_start: bool,
    /// The start of the run, from which ages count.
    pub(super) now: i128,
    /// The name of the first test, for warnings about options behind it.
    first_test: Option<BString>,
    /// `-prune` and `-depth` were given themselves.
    prune: bool,
    explicit_depth: bool,
    delete: bool,
    /// Some action prints or runs, so that nothing is printed by itself.
    pub acts: bool,
}

impl<'p, 'c> Parser<'p, 'c> {
    pub fn new(context: &'p mut Context<'c>, settings: &'p mut Settings, words: &'p [BString]) -> Self {
        let now = i128::from(context.now().0);
        Parser {
            context,
            settings,
            words,
            at: 0,
            syntax: Syntax::Basic,
            dialect: Dialect::Emacs,
            warnings: false,
            day_start: false,
            now,
            first_test: None,
            prune: false,
            explicit_depth: false,
            delete: false,
            acts: false,
        }
    }

    /// Reads all words.
    pub fn tokens(&mut self) -> Result<Vec<Token<Test>>, Refused> {
        let mut tokens = Vec::new();
        let mut last_name: Option<&BString> = None;
        while let Some(word) = self.words.get(self.at) {
            self.context.charge(1)?;
            if !begins_expression(word, false) {
                let mut message = [b"paths must precede expression: `", word.as_slice(), b"'"].concat();
                if let Some(name) = last_name
                    && self.context.vfs().lstat(self.context.cwd(), word).is_ok()
                {
                    let hint = [b"\nfind: possible unquoted pattern after predicate `", name.as_slice(), b"'?"];
                    message.extend_from_slice(&hint.concat());
                }
                return Err(Refused::Message(message.into()));
            }
            self.at += 1;
            tokens.push(match word.as_slice() {
                b"(" => Token::Open,
                b")" => Token::Close,
                b"!" => Token::Not("!"),
                b"-not" => Token::Not("-not"),
                b"-a" => Token::And("-a"),
                b"-and" => Token::And("-and"),
                b"-o" => Token::Or("-o"),
                b"-or" => Token::Or("-or"),
                b"," => Token::Comma,
                _ => {
                    let test = self.predicate(word)?;
                    last_name = Some(word);
                    Token::Test(test)
                }
            });
        }
        if self.delete && self.prune && !self.explicit_depth {
            return refuse(&[
                b"The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  \
                  If you want to carry on anyway, just explicitly use the -depth option.",
            ]);
        }
        Ok(tokens)
    }

    pub(super) fn argument(&mut self, name: &[u8]) -> Result<&'p BString, Refused> {
        match self.words.get(self.at) {
            Some(argument) => {
                self.at += 1;
                Ok(argument)
            }
            None => refuse(&[b"missing argument to `", name, b"'"]),
        }
    }

    fn predicate(&mut self, name: &'p BString) -> Result<Test, Refused> {
        let is_option = match name.as_slice() {
            b"-d"
            | b"-depth"
            | b"-maxdepth"
            | b"-mindepth"
            | b"-mount"
            | b"-xdev"
            | b"-noleaf"
            | b"-files0-from"
            | b"-ignore_readdir_race"
            | b"-noignore_readdir_race" => true,
            b"-daystart" | b"-follow" | b"-regextype" | b"-warn" | b"-nowarn" => false,
            _ => {
                self.first_test.get_or_insert_with(|| name.clone());
                false
            }
        };
        if is_option
            && self.warnings
            && let Some(test) = &self.first_test
        {
            let text = [
                &b"you have specified the global option "[..],
                name,
                b" after the argument ",
                test,
                b", but global options are not positional, i.e., ",
                name,
                b" affects tests specified before it as well as those specified after it.  \
                  Please specify global options before other arguments.",
            ];
            warn(self.context, &text)?;
        }
        Ok(match name.as_slice() {
            // Options.
            b"-d" => {
                if self.warnings {
                    let text = b"the -d option is deprecated; please use -depth instead, because the latter is a \
                                 POSIX-compliant feature.";
                    warn(self.context, &[text])?;
                }
                self.explicit_depth = true;
                self.settings.depth_first = true;
                Test::True
            }
            b"-depth" => {
                self.explicit_depth = true;
                self.settings.depth_first = true;
                Test::True
            }
            b"-maxdepth" => {
                self.settings.max_depth = self.depth(name)?;
                Test::True
            }
            b"-mindepth" => {
                self.settings.min_depth = self.depth(name)?;
                Test::True
            }
            // There is one file system, whose folders tell nothing by their number of links.
            b"-mount" | b"-xdev" | b"-x" | b"-noleaf" => Test::True,
            b"-ignore_readdir_race" | b"-noignore_readdir_race" => {
                self.settings.ignore_race = name == "-ignore_readdir_race";
                Test::True
            }
            b"-files0-from" => {
                self.settings.starts_from = Some(self.argument(name)?.clone());
                Test::True
            }
            b"-daystart" => {
                self.day_start = true;
                Test::True
            }
            b"-follow" => {
                self.settings.follow = FollowLinks::Always;
                Test::True
            }
            b"-warn" | b"-nowarn" => {
                self.warnings = name == "-warn";
                Test::True
            }
            b"-regextype" => self.regex_type(name)?,
            // Tests.
            b"-true" => Test::True,
            b"-false" => Test::False,
            b"-name" | b"-iname" => {
                let pattern = self.argument(name)?;
                if self.warnings && pattern.contains(&b'/') {
                    let other: &[u8] = if name == "-name" { b"-wholename" } else { b"-iwholename" };
                    let text = [
                        &quote(name)[..],
                        b" matches against basenames only, but the given pattern contains a directory separator (",
                        &quote(b"/"),
                        b"), thus the expression will evaluate to false all the time.  Did you mean ",
                        &quote(other),
                        b"?",
                    ];
                    warn(self.context, &text)?;
                }
                Test::Name(pattern_of(pattern, name == "-iname"))
            }
            b"-path" | b"-wholename" | b"-ipath" | b"-iwholename" => {
                let pattern = self.argument(name)?;
                if self.warnings && pattern.len() > 1 && pattern.ends_with(b"/") {
                    warn(self.context, &[name, b" ", pattern, b" will not match anything because it ends with /."])?;
                }
                Test::Path(pattern_of(pattern, name.starts_with(b"-i")))
            }
            b"-lname" | b"-ilname" => Test::LinkName(pattern_of(self.argument(name)?, name == "-ilname")),
            b"-regex" | b"-iregex" => self.regex(name)?,
            b"-type" => Test::Type(self.types(name)?),
            b"-xtype" => Test::CrossType(self.types(name)?),
            b"-size" => self.size(name)?,
            b"-empty" => Test::Empty,
            b"-perm" => self.permissions(name)?,
            b"-newer" => self.newer(name, Stamp::Modification, Stamp::Modification)?,
            b"-anewer" => self.newer(name, Stamp::Access, Stamp::Modification)?,
            b"-cnewer" => self.newer(name, Stamp::Change, Stamp::Modification)?,
            b"-atime" => self.days(name, Stamp::Access)?,
            b"-ctime" => self.days(name, Stamp::Change)?,
            b"-mtime" => self.days(name, Stamp::Modification)?,
            b"-amin" => self.minutes(name, Stamp::Access)?,
            b"-cmin" => self.minutes(name, Stamp::Change)?,
            b"-mmin" => self.minutes(name, Stamp::Modification)?,
            b"-used" => self.used(name)?,
            b"-links" => Test::Links(self.number(name)?),
            b"-inum" => Test::Inode(self.number(name)?),
            b"-uid" | b"-gid" => Test::Owner(self.number(name)?),
            b"-user" => self.user(name)?,
            b"-group" => self.group(name)?,
            // Everything belongs to the one user.
            b"-nouser" | b"-nogroup" => Test::False,
            b"-samefile" => {
                let path = self.argument(name)?;
                Test::Same(Some(self.stat(path)?.ino))
            }
            b"-readable" => Test::Access(Right::Read),
            b"-writable" => Test::Access(Right::Write),
            b"-executable" => Test::Access(Right::Execute),
            b"-fstype" => {
                if self.argument(name)? == super::FILE_SYSTEM {
                    Test::True
                } else {
                    Test::False
                }
            }
            b"-context" => return refuse(&[b"invalid predicate -context: SELinux is not enabled."]),
            // Actions.
            b"-prune" => {
                self.prune = true;
                Test::Prune
            }
            b"-quit" => self.action(Test::Quit),
            b"-delete" => {
                self.delete = true;
                self.settings.depth_first = true;
                self.action(Test::Delete)
            }
            b"-print" => self.action(Test::Print(Target::Stdout, b'\n')),
            b"-print0" => self.action(Test::Print(Target::Stdout, 0)),
            b"-printf" => self.format(name, Target::Stdout)?,
            b"-ls" => self.action(Test::List(Target::Stdout)),
            b"-fprint" | b"-fprint0" => {
                let target = self.target(name)?;
                self.action(Test::Print(target, if name == "-fprint" { b'\n' } else { 0 }))
            }
            b"-fprintf" => {
                let file = self.argument(name)?;
                if self.words.get(self.at).is_none() {
                    return refuse(&[b"invalid argument `", file, b"' to `", name, b"'"]);
                }
                self.at -= 1;
                let target = self.target(name)?;
                self.format(name, target)?
            }
            b"-fls" => {
                let target = self.target(name)?;
                self.action(Test::List(target))
            }
            b"-exec" | b"-execdir" | b"-ok" | b"-okdir" => self.exec(name)?,
            b"-help" | b"--help" => {
                self.context.write(self.context.help().as_bytes())?;
                return Err(Refused::Exit(0));
            }
            b"-version" | b"--version" => {
                let line = format!("find (mem-sandbox) {}\n", env!("CARGO_PKG_VERSION"));
                self.context.write(line.as_bytes())?;
                return Err(Refused::Exit(0));
            }
            other => match other.strip_prefix(b"-newer") {
                Some(letters) => self.newer_letters(name, letters)?,
                None => return refuse(&[b"unknown predicate `", name, b"'"]),
            },
        })
    }

    fn action(&mut self, test: Test) -> Test {
        self.acts = true;
        test
    }

    pub(super) fn invalid<T>(&self, name: &[u8], argument: &[u8]) -> Result<T, Refused> {
        refuse(&[b"invalid argument `", argument, b"' to `", name, b"'"])
    }

    fn depth(&mut self, name: &[u8]) -> Result<usize, Refused> {
        let argument = self.argument(name)?;
        let digits = !argument.is_empty() && argument.iter().all(u8::is_ascii_digit);
        match decimal(argument).and_then(|value| usize::try_from(value).ok()) {
            Some(value) if digits => Ok(value),
            _ => {
                let quoted = quote(argument);
                refuse(&[b"Expected a positive decimal integer argument to ", name, b", but got ", &quoted])
            }
        }
    }

    fn number(&mut self, name: &[u8]) -> Result<Number, Refused> {
        let argument = self.argument(name)?;
        let (comparison, digits) = Comparison::split(argument);
        match decimal(digits) {
            Some(value) => Ok(Number { comparison, value }),
            None => self.invalid(name, argument),
        }
    }

    fn regex_type(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        match REGEX_TYPES.iter().find(|(known, ..)| known.as_bytes() == argument.as_slice()) {
            Some((_, syntax, dialect)) => {
                self.syntax = *syntax;
                self.dialect = *dialect;
                Ok(Test::True)
            }
            None => {
                let names: Vec<BString> = REGEX_TYPES.iter().map(|(known, ..)| quote(known.as_bytes())).collect();
                let names = bstr::join(", ", &names);
                refuse(&[b"Unknown regular expression type ", &quote(argument), b"; valid types are ", &names, b"."])
            }
        }
    }

    fn regex(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let pattern = self.argument(name)?;
        let options = Options {
            dialect: self.dialect,
            ignore_case: name == b"-iregex",
            whole_line: true,
            ..Options::new(self.syntax)
        };
        match Regex::new(pattern, &options) {
            Ok(regex) => Ok(Test::Regex(regex)),
            Err(error) => {
                let text = error.to_string();
                refuse(&[b"failed to compile regular expression '", pattern, b"': ", text.as_bytes()])
            }
        }
    }

    fn types(&mut self, name: &[u8]) -> Result<Vec<Kind>, Refused> {
        let argument = self.argument(name)?;
        if argument.is_empty() {
            return refuse(&[b"Arguments to ", name, b" should contain at least one letter"]);
        }
        let mut kinds = Vec::new();
        let mut seen = Vec::new();
        let mut rest = argument.as_slice();
        while let Some((&letter, after)) = rest.split_first() {
            let kind = match letter {
                b'd' => Some(Kind::Dir),
                b'f' => Some(Kind::File),
                b'l' => Some(Kind::Symlink),
                b'p' => Some(Kind::Fifo),
                b'c' => Some(Kind::Device),
                // No block devices and no sockets exist.
                b'b' | b's' => None,
                b'D' => {
                    return refuse(&[
                        name,
                        b" D is not supported because Solaris doors are not supported on the platform find was \
                          compiled on.",
                    ]);
                }
                _ => return refuse(&[b"Unknown argument to ", name, b": ", &[letter]]),
            };
            if seen.contains(&letter) {
                let text = [b"Duplicate file type '", &[letter][..], b"' in the argument list to ", name, b"."];
                return refuse(&text);
            }
            seen.push(letter);
            kinds.extend(kind);
            rest = match after.split_first() {
                None => after,
                Some((b',', [])) => {
                    return refuse(&[
                        b"Last file type in list argument to ",
                        name,
                        b" is missing, i.e., list is ending on: ','",
                    ]);
                }
                Some((b',', rest)) => rest,
                Some(_) => return refuse(&[b"Must separate multiple arguments to ", name, b" using: ','"]),
            };
        }
        Ok(kinds)
    }

    fn size(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        let Some((&last, body)) = argument.split_last() else {
            return refuse(&[b"invalid null argument to -size"]);
        };
        let (body, unit) = match last {
            b'b' => (body, 512),
            b'c' => (body, 1),
            b'w' => (body, 2),
            b'k' => (body, 1 << 10),
            b'M' => (body, 1 << 20),
            b'G' => (body, 1 << 30),
            b'0'..=b'9' => (argument.as_slice(), 512),
            _ => return refuse(&[b"invalid -size type `", &[last], b"'"]),
        };
        let (comparison, digits) = Comparison::split(body);
        match decimal(digits) {
            Some(value) => Ok(Test::Size(Number { comparison, value }, unit)),
            None => refuse(&[b"Invalid argument `", argument, b"' to -size"]),
        }
    }

    fn permissions(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        let (how, text) = match argument.split_first() {
            Some((b'-', rest)) => (Match::All, rest),
            Some((b'/', rest)) => (Match::Any, rest),
            _ => (Match::Exactly, argument.as_slice()),
        };
        // `+MODE` in octal was once what `/MODE` is now.
        let obsolete = matches!(argument.as_slice(), [b'+', b'0'..=b'7', ..]);
        let Some(mode) = Mode::parse(text).filter(|_| !obsolete) else {
            return refuse(&[b"invalid mode ", &quote(argument)]);
        };
        let file = mode.apply(0, false, 0);
        let folder = mode.apply(0, true, 0);
        if how == Match::Any && file == 0 && folder == 0 {
            let text = [
                &b"you have specified a mode pattern "[..],
                argument,
                b" (which is equivalent to /000). The meaning of -perm /000 has now been changed to be consistent \
                  with -perm -000; that is, while it used to match no files, it now matches all files.",
            ];
            warn(self.context, &text)?;
            return Ok(Test::Permissions { how: Match::All, file, folder });
        }
        Ok(Test::Permissions { how, file, folder })
    }

    fn user(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        let value = match argument.as_slice() {
            b"" => return refuse(&[b"The argument to -user should not be empty"]),
            b"root" => 0,
            b"user" => u64::from(OWNER),
            digits => match decimal(digits) {
                Some(value) => value,
                None => return refuse(&[&quote(argument), b" is not the name of a known user"]),
            },
        };
        Ok(Test::Owner(Number { comparison: Comparison::Equal, value }))
    }

    fn group(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        let value = match argument.as_slice() {
            b"" => return refuse(&[b"argument to -group is empty, but should be a group name"]),
            b"root" => 0,
            b"user" => u64::from(OWNER),
            digits => match decimal(digits) {
                Some(value) => value,
                None => {
                    let number = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let mut message = [quote(argument).as_slice(), b" is not the name of an existing group"].concat();
                    if number > 0 {
                        message.extend_from_slice(
                            b" and it does not look like a numeric group ID because it has the unexpected suffix ",
                        );
                        message.extend_from_slice(&quote(&digits[number..]));
                    }
                    return Err(Refused::Message(message.into()));
                }
            },
        };
        Ok(Test::Owner(Number { comparison: Comparison::Equal, value }))
    }

    fn format(&mut self, name: &[u8], target: Target) -> Result<Test, Refused> {
        let text = self.argument(name)?;
        let format = printf::parse(text).map_err(Refused::Message)?;
        for warning in &format.warnings {
            warn(self.context, &[warning])?;
        }
        Ok(self.action(Test::Format(target, format)))
    }

    /// Opens a file to write to; the same name twice is one file.
    fn target(&mut self, name: &[u8]) -> Result<Target, Refused> {
        let file = self.argument(name)?;
        match file.as_slice() {
            b"/dev/stdout" => return Ok(Target::Stdout),
            b"/dev/stderr" => return Ok(Target::Stderr),
            _ => {}
        }
        if let Some(index) = self.settings.outputs.iter().position(|output| output.name == *file) {
            return Ok(Target::File(index));
        }
        let mode = self.context.new_mode(0o666);
        match self.context.open(file, OpenOptions::writing(mode)) {
            Ok(fd) => {
                self.settings.outputs.push(OutputFile { name: file.clone(), output: Output::new(Some(fd)) });
                Ok(Target::File(self.settings.outputs.len() - 1))
            }
            Err(IoError::Halt(halt)) => Err(Refused::Halt(halt)),
            Err(IoError::Errno(errno)) => refuse(&[&quote(file), b": ", errno.message().as_bytes()]),
        }
    }

    fn exec(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let in_folder = name.ends_with(b"dir");
        let ask = name.starts_with(b"-ok");
        if in_folder {
            self.check_path(name)?;
        }
        let start = self.at;
        let mut gather = false;
        let end = loop {
            let Some(word) = self.words.get(self.at) else {
                return refuse(&[b"missing argument to `", name, b"'"]);
            };
            self.at += 1;
            if word == ";" {
                break self.at - 1;
            }
            if word == "+" && !ask && self.at - 1 > start && self.words[self.at - 2].find(b"{}").is_some() {
                gather = true;
                break self.at - 1;
            }
        };
        let words = &self.words[start..end];
        if words.is_empty() {
            return refuse(&[b"invalid argument `", &self.words[end], b"' to `", name, b"'"]);
        }
        let mut words = words.to_vec();
        if gather {
            if words.iter().filter(|word| word.find(b"{}").is_some()).count() > 1 {
                return refuse(&[b"Only one instance of {} is supported with ", name, b" ... +"]);
            }
            if let Some(word) = words.pop().filter(|word| word != "{}") {
                let form = quote(&[name, b" ... {} +"].concat());
                let braces = quote(b"{}");
                let word = quote(&word);
                return refuse(&[
                    b"In ",
                    &form,
                    b" the ",
                    &braces,
                    b" must appear by itself, but you specified ",
                    &word,
                ]);
            }
            if words.is_empty() {
                return refuse(&[b"invalid argument `+' to `", name, b"'"]);
            }
        }
        self.settings.execs.push(Exec::new(words, in_folder, gather, ask));
        Ok(self.action(Test::Exec(self.settings.execs.len() - 1)))
    }

    /// `-execdir` runs commands in folders of others: a relative name in `PATH` would find programs there.
    fn check_path(&self, name: &[u8]) -> Result<(), Refused> {
        let Some(path) = self.context.exec.env(b"PATH") else { return Ok(()) };
        for folder in path.split_str(":") {
            if folder.is_empty() || folder == b"." {
                return refuse(&[
                    b"The current directory is included in the PATH environment variable, which is insecure in \
                      combination with the ",
                    name,
                    b" action of find.  Please remove the current directory from your $PATH (that is, remove \".\", \
                      doubled colons, or leading or trailing colons)",
                ]);
            }
            if folder[0] != b'/' {
                return refuse(&[
                    b"The relative path ",
                    &quote(folder),
                    b" is included in the PATH environment variable, which is insecure in combination with the ",
                    name,
                    b" action of find.  Please remove that entry from $PATH",
                ]);
            }
        }
        Ok(())
    }
}

fn pattern_of(source: &[u8], nocase: bool) -> Pattern {
    Pattern::new(source, PatternOptions { nocase, ..PatternOptions::default() })
}

/// A decimal number, white space before it allowed; clamped to the largest one.
fn decimal(text: &[u8]) -> Option<u64> {
    let digits = text.trim_ascii_start();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0u64, |value, digit| value.saturating_mul(10).saturating_add(u64::from(digit - b'0'))))
}
