//! The expression of `find`: tests and actions joined by operators, read from the arguments.

use bstr::{BString, ByteSlice};

use super::super::shared::mode::Mode;
use super::super::shared::number::{parse_clamped, parse_float};
use super::super::shared::parse_date;
use super::super::shared::quote::quote;
use super::super::shared::time::{DAY, NANOS};
use super::printf::Format;
use super::predicate::{Compare, Count, Exec, Output, Predicate, TimeField, Window};
use crate::shell::command::Context;
use crate::shell::kernel::{Halt, OpenOptions};
use crate::shell::pattern::{Pattern, PatternOptions};
use crate::shell::regex::{Dialect, Options as RegexOptions, Regex, Syntax};
use crate::workspace::{Kind, Time};

/// A node of the expression.
pub enum Node {
    Predicate(Box<Predicate>),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    /// All are evaluated; the last one's value counts.
    Comma(Vec<Node>),
}

/// Options that hold for the whole search.
#[derive(Debug, Clone)]
pub struct Global {
    pub follow_all: bool,
    pub depth_first: bool,
    pub max_depth: usize,
    pub min_depth: usize,
    pub files0: Option<BString>,
}

impl Default for Global {
    fn default() -> Self {
        Global { follow_all: false, depth_first: false, max_depth: usize::MAX, min_depth: 0, files0: None }
    }
}

/// What was read: the expression and the options in it.
pub struct Parsed {
    pub node: Node,
    pub global: Global,
}

/// Nested parentheses and `!` beyond this are refused.
const DEEPEST: usize = 500;

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

/// Why the expression was not read: the message was printed, or the process ends.
pub enum Stop {
    Reported,
    Halt(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

type Result<T> = std::result::Result<T, Stop>;

/// Reads the arguments behind the starting points.
pub struct Parser<'c, 'a> {
    context: &'c mut Context<'a>,
    args: &'c [BString],
    at: usize,
    global: Global,
    /// Follow links for `-newer` and its like.
    follow: bool,
    start: Time,
    /// Where whole days are counted from.
    day_start: Time,
    daystart: bool,
    warn: bool,
    regex_type: (Syntax, Dialect),
    has_action: bool,
    has_prune: bool,
    depth_given: bool,
    has_delete: bool,
    /// The first argument that is no global option, for the warning.
    first_test: Option<BString>,
    last_predicate: Option<BString>,
    nesting: usize,
}

impl<'c, 'a> Parser<'c, 'a> {
    pub fn new(context: &'c mut Context<'a>, args: &'c [BString], follow: bool) -> Parser<'c, 'a> {
        let start = context.now();
        Parser {
            context,
            args,
            at: 0,
            global: Global { follow_all: follow, ..Global::default() },
            follow,
            start,
            day_start: Time(start.0.saturating_sub((DAY - 1) * NANOS)),
            daystart: false,
            warn: false,
            regex_type: (Syntax::Basic, Dialect::Emacs),
            has_action: false,
            has_prune: false,
            depth_given: false,
            has_delete: false,
            first_test: None,
            last_predicate: None,
            nesting: 0,
        }
    }

    /// Reads everything and adds `-print` where no action is.
    pub fn parse(mut self) -> Result<Parsed> {
        let mut node = None;
        if !self.args.is_empty() {
            // `-follow` holds for the whole search, also for tests before it.
            node = Some(self.comma()?);
            if let Some(arg) = self.peek() {
                if arg == ")" {
                    return self.fail(&[b"you have too many ')'"]);
                }
                let arg = arg.clone();
                return self.paths_precede(&arg);
            }
        }
        if self.has_delete && self.has_prune && !self.depth_given {
            return self.fail(&[
                b"The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  ",
                b"If you want to carry on anyway, just explicitly use the -depth option.",
            ]);
        }
        let print = || Node::Predicate(Box::new(Predicate::Print { output: Output::Stdout, end: b'\n' }));
        let node = match node {
            None => print(),
            Some(node) if self.has_action => node,
            Some(node) => Node::And(vec![node, print()]),
        };
        Ok(Parsed { node, global: self.global })
    }

    fn fail<T>(&mut self, message: &[&[u8]]) -> Result<T> {
        self.context.complain(message)?;
        Err(Stop::Reported)
    }

    fn peek(&self) -> Option<&BString> {
        self.args.get(self.at)
    }

    fn is_next(&self, names: &[&str]) -> bool {
        self.peek().is_some_and(|arg| names.iter().any(|name| arg == name))
    }

    fn paths_precede<T>(&mut self, arg: &BString) -> Result<T> {
        self.context.complain(&[b"paths must precede expression: `", arg, b"'"])?;
        if let Some(before) = self.last_predicate.clone()
            && self.context.vfs().lstat(self.context.cwd(), arg).is_ok()
        {
            self.context.complain(&[b"possible unquoted pattern after predicate `", &before, b"'?"])?;
        }
        Err(Stop::Reported)
    }

    /// What has to stand behind an operator.
    fn operand(&mut self, operator: &str, next: fn(&mut Self) -> Result<Node>) -> Result<Node> {
        match self.peek() {
            None => self.fail(&[b"expected an expression after '", operator.as_bytes(), b"'"]),
            Some(arg) if arg == ")" => {
                self.fail(&[b"expected an expression between '", operator.as_bytes(), b"' and ')'"])
            }
            Some(_) => next(self),
        }
    }

    fn comma(&mut self) -> Result<Node> {
        let mut nodes = vec![self.or()?];
        while self.is_next(&[","]) {
            self.at += 1;
            let node = self.operand(",", Self::or)?;
            nodes.push(node);
        }
        Ok(single(nodes, Node::Comma))
    }

    fn or(&mut self) -> Result<Node> {
        let mut nodes = vec![self.and()?];
        while let Some(operator) = self.peek().filter(|arg| *arg == "-o" || *arg == "-or").cloned() {
            self.at += 1;
            let node = self.operand(&operator.to_str_lossy(), Self::and)?;
            nodes.push(node);
        }
        Ok(single(nodes, Node::Or))
    }

    fn and(&mut self) -> Result<Node> {
        let mut nodes = vec![self.unary()?];
        loop {
            match self.peek() {
                None => break,
                Some(arg) if arg == "-a" || arg == "-and" => {
                    let operator = arg.to_string();
                    self.at += 1;
                    let node = self.operand(&operator, Self::unary)?;
                    nodes.push(node);
                }
                Some(arg) if matches!(arg.as_slice(), b"-o" | b"-or" | b"," | b")") => break,
                Some(_) => nodes.push(self.unary()?),
            }
        }
        Ok(single(nodes, Node::And))
    }

    fn unary(&mut self) -> Result<Node> {
        let Some(arg) = self.peek().cloned() else {
            return self.fail(&[b"invalid expression"]);
        };
        match arg.as_slice() {
            b"!" | b"-not" => {
                self.at += 1;
                self.nest()?;
                let node = self.operand(&arg.to_string(), Self::unary)?;
                self.nesting -= 1;
                Ok(Node::Not(Box::new(node)))
            }
            b"(" => {
                self.at += 1;
                self.nest()?;
                match self.peek() {
                    None => {
                        return self.fail(&[
                            b"invalid expression; expected to find a ')' but didn't see one. ",
                            b"Perhaps you need an extra predicate after '('",
                        ]);
                    }
                    Some(arg) if arg == ")" => {
                        return self.fail(&[b"invalid expression; empty parentheses are not allowed."]);
                    }
                    Some(_) => {}
                }
                let node = self.comma()?;
                if !self.is_next(&[")"]) {
                    return self.fail(&[
                        b"invalid expression; I was expecting to find a ')' somewhere but did not see one.",
                    ]);
                }
                self.at += 1;
                self.nesting -= 1;
                Ok(node)
            }
            b"-a" | b"-and" | b"-o" | b"-or" | b"," => self.fail(&[
                b"invalid expression; you have used a binary operator '",
                &arg,
                b"' with nothing before it.",
            ]),
            b")" => self.fail(&[b"you have too many ')'"]),
            _ if !arg.starts_with(b"-") => {
                self.at += 1;
                self.paths_precede(&arg)
            }
            _ => {
                self.at += 1;
                self.predicate(&arg).map(|predicate| Node::Predicate(Box::new(predicate)))
            }
        }
    }

    fn nest(&mut self) -> Result<()> {
        self.nesting += 1;
        if self.nesting > DEEPEST {
            return self.fail(&[b"expression is nested too deeply"]);
        }
        Ok(())
    }

    fn argument(&mut self, name: &[u8]) -> Result<BString> {
        match self.args.get(self.at).cloned() {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.fail(&[b"missing argument to `", name, b"'"]),
        }
    }

    fn invalid<T>(&mut self, name: &[u8], value: &[u8]) -> Result<T> {
        self.fail(&[b"invalid argument `", value, b"' to `", name, b"'"])
    }

    fn count(&mut self, name: &[u8]) -> Result<Count> {
        let value = self.argument(name)?;
        match Count::parse(&value) {
            Some(count) => Ok(count),
            None => self.invalid(name, &value),
        }
    }

    fn level(&mut self, name: &[u8]) -> Result<usize> {
        let value = self.argument(name)?;
        let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        match parse_clamped(&value).filter(|_| digits) {
            Some(level) => Ok(usize::try_from(level).unwrap_or(usize::MAX)),
            None => self.fail(&[b"Expected a positive decimal integer argument to ", name, b", but got ", &quote(&value)]),
        }
    }

    fn pattern(&mut self, name: &[u8], ignore_case: bool) -> Result<Pattern> {
        let value = self.argument(name)?;
        Ok(Pattern::new(&value, PatternOptions { nocase: ignore_case, ..PatternOptions::default() }))
    }

    /// An option for the whole search; always true.
    fn global_option(&mut self, name: &[u8]) -> Result<Option<Predicate>> {
        let known = matches!(
            name,
            b"-depth" | b"-d" | b"-maxdepth" | b"-mindepth" | b"-files0-from" | b"-mount" | b"-xdev" | b"-noleaf"
                | b"-ignore_readdir_race" | b"-noignore_readdir_race"
        );
        if known
            && self.warn
            && let Some(first) = self.first_test.clone()
        {
            let text: [&[u8]; 7] = [
                b"warning: you have specified the global option ",
                name,
                b" after the argument ",
                &first,
                b", but global options are not positional, i.e., ",
                name,
                b" affects tests specified before it as well as those specified after it.  Please specify global options before other arguments.",
            ];
            self.context.complain(&text)?;
        }
        match name {
            b"-depth" | b"-d" => {
                if name == b"-d" && self.warn {
                    self.context.complain(&[
                        b"warning: the -d option is deprecated; please use -depth instead, because the latter is a POSIX-compliant feature.",
                    ])?;
                }
                self.global.depth_first = true;
                self.depth_given = true;
            }
            b"-maxdepth" => self.global.max_depth = self.level(name)?,
            b"-mindepth" => self.global.min_depth = self.level(name)?,
            b"-files0-from" => self.global.files0 = Some(self.argument(name)?),
            // One file system, in which nothing changes under a search.
            b"-mount" | b"-xdev" | b"-noleaf" | b"-ignore_readdir_race" | b"-noignore_readdir_race" => {}
            b"-follow" => {
                self.global.follow_all = true;
                self.follow = true;
            }
            b"-daystart" => {
                if !self.daystart {
                    let day = DAY * NANOS;
                    let next = self.day_start.0.saturating_add(day);
                    self.day_start = Time(next - next.rem_euclid(day));
                    self.daystart = true;
                }
            }
            b"-warn" => self.warn = true,
            b"-nowarn" => self.warn = false,
            b"-regextype" => {
                let value = self.argument(name)?;
                let found = REGEX_TYPES.iter().find(|(known, ..)| known.as_bytes() == value);
                match found {
                    Some((_, syntax, dialect)) => self.regex_type = (*syntax, *dialect),
                    None => {
                        let names: Vec<_> = REGEX_TYPES.iter().map(|(name, ..)| quote(name.as_bytes())).collect();
                        let list = bstr::join(", ", &names);
                        let value = quote(&value);
                        return self.fail(&[
                            b"Unknown regular expression type ",
                            &value,
                            b"; valid types are ",
                            &list,
                            b".",
                        ]);
                    }
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(Predicate::Constant(true)))
    }

    fn predicate(&mut self, name: &BString) -> Result<Predicate> {
        self.last_predicate = Some(name.clone());
        if let Some(predicate) = self.global_option(name)? {
            return Ok(predicate);
        }
        if self.first_test.is_none() {
            self.first_test = Some(name.clone());
        }
        if let Some(predicate) = self.test(name)? {
            return Ok(predicate);
        }
        if let Some(predicate) = self.action(name)? {
            return Ok(predicate);
        }
        self.fail(&[b"unknown predicate `", name, b"'"])
    }

    fn test(&mut self, name: &BString) -> Result<Option<Predicate>> {
        Ok(Some(match name.as_slice() {
            b"-true" => Predicate::Constant(true),
            b"-false" | b"-nouser" | b"-nogroup" => Predicate::Constant(false),
            b"-name" | b"-iname" => Predicate::Name(self.pattern(name, name == "-iname")?),
            b"-path" | b"-wholename" | b"-ipath" | b"-iwholename" => {
                Predicate::Path(self.pattern(name, name.starts_with(b"-i"))?)
            }
            b"-lname" | b"-ilname" => Predicate::LinkName(self.pattern(name, name == "-ilname")?),
            b"-regex" | b"-iregex" => {
                let value = self.argument(name)?;
                let (syntax, dialect) = self.regex_type;
                let options = RegexOptions {
                    dialect,
                    ignore_case: name == "-iregex",
                    whole_line: true,
                    ..RegexOptions::new(syntax)
                };
                match Regex::new(&value, &options) {
                    Ok(regex) => Predicate::Regex(regex),
                    Err(error) => {
                        let text = error.to_string();
                        return self.fail(&[
                            b"failed to compile regular expression '",
                            &value,
                            b"': ",
                            text.as_bytes(),
                        ]);
                    }
                }
            }
            b"-type" | b"-xtype" => {
                let value = self.argument(name)?;
                let kinds = self.kinds(name, &value)?;
                if name == "-type" { Predicate::Type(kinds) } else { Predicate::TargetType(kinds) }
            }
            b"-size" => self.size()?,
            b"-empty" => Predicate::Empty,
            b"-readable" | b"-writable" => Predicate::Constant(true),
            b"-executable" => Predicate::Executable,
            b"-perm" => self.permissions()?,
            b"-user" => self.owner(name, false)?,
            b"-group" => self.owner(name, true)?,
            b"-uid" | b"-gid" => Predicate::OwnerId(self.count(name)?),
            b"-links" => Predicate::Links(self.count(name)?),
            b"-inum" => Predicate::Inode(self.count(name)?),
            b"-used" => {
                let value = self.argument(name)?;
                match Count::parse(&value) {
                    Some(count) => Predicate::Used(count),
                    None => return self.fail(&[b"Invalid argument ", &value, b" to -used"]),
                }
            }
            b"-samefile" => {
                let value = self.argument(name)?;
                let stat = self.reference(&value)?;
                Predicate::SameFile(stat.ino)
            }
            b"-fstype" => Predicate::Constant(self.argument(name)? == "tmpfs"),
            b"-context" => return self.fail(&[b"invalid predicate -context: SELinux is not enabled."]),
            b"-amin" => self.minutes(name, TimeField::Access)?,
            b"-cmin" => self.minutes(name, TimeField::Change)?,
            b"-mmin" => self.minutes(name, TimeField::Modification)?,
            b"-atime" => self.days(name, TimeField::Access)?,
            b"-ctime" => self.days(name, TimeField::Change)?,
            b"-mtime" => self.days(name, TimeField::Modification)?,
            b"-newer" => self.newer(name, TimeField::Modification)?,
            b"-anewer" => self.newer(name, TimeField::Access)?,
            b"-cnewer" => self.newer(name, TimeField::Change)?,
            [b'-', b'n', b'e', b'w', b'e', b'r', which, of] => self.newer_xy(name, *which, *of)?,
            _ => return Ok(None),
        }))
    }

    fn reference(&mut self, path: &BString) -> Result<crate::shell::kernel::Stat> {
        let (vfs, cwd) = (self.context.vfs(), self.context.cwd());
        let stat = if self.follow { vfs.stat(cwd, path) } else { vfs.lstat(cwd, path) };
        match stat {
            Ok(stat) => Ok(stat),
            Err(errno) => self.fail(&[&quote(path), b": ", errno.message().as_bytes()]),
        }
    }

    fn newer(&mut self, name: &[u8], field: TimeField) -> Result<Predicate> {
        let value = self.argument(name)?;
        let stat = self.reference(&value)?;
        Ok(Predicate::NewerThan(field, stat.mtime))
    }

    fn newer_xy(&mut self, name: &[u8], which: u8, of: u8) -> Result<Predicate> {
        let field = |letter| match letter {
            b'a' => Some(TimeField::Access),
            b'c' => Some(TimeField::Change),
            b'm' => Some(TimeField::Modification),
            _ => None,
        };
        let known = |letter| field(letter).is_some() || letter == b'B';
        if !known(which) || !(known(of) || of == b't') {
            return self.fail(&[b"invalid predicate `", name, b"'"]);
        }
        let Some(which) = field(which) else {
            self.context.complain(&[b"This system does not provide a way to find the birth time of a file."])?;
            return self.fail(&[b"invalid predicate `", name, b"'"]);
        };
        let value = match self.args.get(self.at).cloned() {
            Some(value) => value,
            None => return self.fail(&[b"The ", &quote(name), b" test needs an argument"]),
        };
        self.at += 1;
        if of == b't' {
            return match parse_date::parse(&value, self.start) {
                Some(time) => Ok(Predicate::NewerThan(which, time)),
                None => self.fail(&[b"I cannot figure out how to interpret ", &quote(&value), b" as a date or time"]),
            };
        }
        let stat = self.reference(&value)?;
        let time = match field(of) {
            Some(field) => field.of(&stat),
            None => return self.fail(&[b"WARNING: cannot determine birth time of file ", &quote(&value)]),
        };
        Ok(Predicate::NewerThan(which, time))
    }

    /// The sign and the number of an age.
    fn age(&mut self, name: &[u8]) -> Result<(Compare, f64)> {
        let value = self.argument(name)?;
        let (compare, rest) = Compare::split(&value);
        match parse_float(rest) {
            Some((number, b"")) if number.is_finite() => Ok((compare, number)),
            _ => self.invalid(name, &value),
        }
    }

    fn minutes(&mut self, name: &[u8], field: TimeField) -> Result<Predicate> {
        let (compare, number) = self.age(name)?;
        let reference = back(self.start, number * 60.0);
        Ok(Predicate::Age(Window { field, compare: compare.inverted(), reference, width: 60 * NANOS }))
    }

    fn days(&mut self, name: &[u8], field: TimeField) -> Result<Predicate> {
        let (compare, number) = self.age(name)?;
        let mut origin = self.day_start;
        if compare == Compare::Less {
            origin = Time(origin.0.saturating_add((DAY - 1) * NANOS));
        }
        let reference = back(origin, number * DAY as f64);
        Ok(Predicate::Age(Window { field, compare: compare.inverted(), reference, width: DAY * NANOS }))
    }

    fn kinds(&mut self, name: &[u8], value: &[u8]) -> Result<Vec<Kind>> {
        if value.is_empty() {
            return self.fail(&[b"Arguments to ", name, b" should contain at least one letter"]);
        }
        let mut kinds = Vec::new();
        let mut seen = Vec::new();
        let mut rest = value;
        while let Some((&letter, after)) = rest.split_first() {
            let kind = match letter {
                b'f' => Some(Kind::File),
                b'd' => Some(Kind::Dir),
                b'l' => Some(Kind::Symlink),
                b'p' => Some(Kind::Fifo),
                b'c' => Some(Kind::Device),
                // Block devices and sockets, of which there are none.
                b'b' | b's' => None,
                b'D' => {
                    return self.fail(&[
                        name,
                        b" D is not supported because Solaris doors are not supported on the platform find was compiled on.",
                    ]);
                }
                _ => return self.fail(&[b"Unknown argument to ", name, b": ", &[letter]]),
            };
            if seen.contains(&letter) {
                return self.fail(&[b"Duplicate file type '", &[letter], b"' in the argument list to ", name, b"."]);
            }
            seen.push(letter);
            kinds.extend(kind);
            rest = after;
            match rest.split_first() {
                None => break,
                Some((b',', after)) => {
                    if after.is_empty() {
                        return self.fail(&[
                            b"Last file type in list argument to ",
                            name,
                            b" is missing, i.e., list is ending on: ','",
                        ]);
                    }
                    rest = after;
                }
                Some(_) => {
                    return self.fail(&[b"Must separate multiple arguments to ", name, b" using: ','"]);
                }
            }
        }
        Ok(kinds)
    }

    fn size(&mut self) -> Result<Predicate> {
        let value = self.argument(b"-size")?;
        let Some((&last, before)) = value.split_last() else {
            return self.fail(&[b"invalid null argument to -size"]);
        };
        let (unit, number) = match last {
            b'b' => (512, before),
            b'c' => (1, before),
            b'w' => (2, before),
            b'k' => (1 << 10, before),
            b'M' => (1 << 20, before),
            b'G' => (1 << 30, before),
            b'0'..=b'9' => (512, &value[..]),
            _ => return self.fail(&[b"invalid -size type `", &[last], b"'"]),
        };
        match Count::parse(number) {
            Some(count) => Ok(Predicate::Size { count, unit }),
            None => {
                let suffix: &[u8] = if number.len() < value.len() { &value[number.len()..] } else { b"" };
                self.fail(&[b"Invalid argument `", number, suffix, b"' to -size"])
            }
        }
    }

    fn permissions(&mut self) -> Result<Predicate> {
        let value = self.argument(b"-perm")?;
        let (compare, text) = match value.first() {
            Some(b'-') => (Some(true), &value[1..]),
            Some(b'/') => (Some(false), &value[1..]),
            _ => (None, &value[..]),
        };
        let Some(mode) = Mode::parse(text) else {
            return self.fail(&[b"invalid mode ", &quote(&value)]);
        };
        let (file, folder) = (mode.apply(0, false, 0), mode.apply(0, true, 0));
        Ok(match compare {
            None => Predicate::ModeIs { file, folder },
            Some(false) if file != 0 || folder != 0 => Predicate::ModeAny { file, folder },
            Some(_) => Predicate::ModeAll { file, folder },
        })
    }

    /// `-user` and `-group`: the one that is there, by name or number.
    fn owner(&mut self, name: &[u8], group: bool) -> Result<Predicate> {
        let value = self.argument(name)?;
        if value == "user" {
            return Ok(Predicate::Constant(true));
        }
        if value == "root" {
            return Ok(Predicate::Constant(false));
        }
        let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && digits == value.len() {
            return Ok(Predicate::Constant(parse_clamped(&value) == Some(1000)));
        }
        match (group, value.is_empty()) {
            (false, true) => self.fail(&[b"The argument to -user should not be empty"]),
            (false, false) => self.fail(&[&quote(&value), b" is not the name of a known user"]),
            (true, true) => self.fail(&[b"argument to -group is empty, but should be a group name"]),
            (true, false) if digits > 0 => {
                let suffix = quote(&value[digits..]);
                let text = b" is not the name of an existing group and it does not look like a numeric group ID because it has the unexpected suffix ";
                self.fail(&[&quote(&value), text, &suffix])
            }
            (true, false) => self.fail(&[&quote(&value), b" is not the name of an existing group"]),
        }
    }

    fn action(&mut self, name: &BString) -> Result<Option<Predicate>> {
        let inhibits_print = !matches!(name.as_slice(), b"-prune" | b"-quit");
        let predicate = match name.as_slice() {
            b"-print" => Predicate::Print { output: Output::Stdout, end: b'\n' },
            b"-print0" => Predicate::Print { output: Output::Stdout, end: 0 },
            b"-fprint" => Predicate::Print { output: self.output(name)?, end: b'\n' },
            b"-fprint0" => Predicate::Print { output: self.output(name)?, end: 0 },
            b"-ls" => Predicate::List(Output::Stdout),
            b"-fls" => Predicate::List(self.output(name)?),
            b"-printf" => Predicate::Printf { output: Output::Stdout, format: self.format(name)? },
            b"-fprintf" => {
                let output = self.output(name)?;
                Predicate::Printf { output, format: self.format(name)? }
            }
            b"-prune" => {
                self.has_prune = true;
                Predicate::Prune
            }
            b"-quit" => Predicate::Quit,
            b"-delete" => {
                self.has_delete = true;
                self.global.depth_first = true;
                Predicate::Delete
            }
            b"-exec" | b"-execdir" | b"-ok" | b"-okdir" => self.exec(name)?,
            _ => return Ok(None),
        };
        self.has_action |= inhibits_print;
        Ok(Some(predicate))
    }

    fn output(&mut self, name: &[u8]) -> Result<Output> {
        let path = self.argument(name)?;
        let mode = self.context.new_mode(0o666);
        match self.context.open(&path, OpenOptions::writing(mode)) {
            Ok(fd) => Ok(Output::File(fd)),
            Err(crate::shell::kernel::IoError::Halt(halt)) => Err(Stop::Halt(halt)),
            Err(crate::shell::kernel::IoError::Errno(errno)) => {
                self.fail(&[&quote(&path), b": ", errno.message().as_bytes()])
            }
        }
    }

    fn format(&mut self, name: &[u8]) -> Result<Format> {
        let text = self.argument(name)?;
        let (format, warnings) = match Format::parse(&text) {
            Ok(parsed) => parsed,
            Err(message) => return self.fail(&[message.as_bytes()]),
        };
        for warning in warnings {
            self.context.complain(&[&warning])?;
        }
        Ok(format)
    }

    fn exec(&mut self, name: &BString) -> Result<Predicate> {
        let in_folder = name.ends_with(b"dir");
        let ask = name.starts_with(b"-ok");
        let mut words: Vec<BString> = Vec::new();
        loop {
            let Some(word) = self.args.get(self.at).cloned() else {
                return self.fail(&[b"missing argument to `", name, b"'"]);
            };
            self.at += 1;
            if word == ";" {
                break;
            }
            if word == "+" && !ask && words.last().is_some_and(|last| last == "{}") {
                words.pop();
                if words.iter().any(|word| word.contains_str("{}")) {
                    let suffix: &[u8] = if in_folder { b"dir" } else { b"" };
                    return self.fail(&[b"Only one instance of {} is supported with -exec", suffix, b" ... +"]);
                }
                if words.is_empty() {
                    return self.fail(&[b"missing argument to `", name, b"'"]);
                }
                return Ok(Predicate::ExecMany(Exec { words, in_folder, ask }, Default::default()));
            }
            words.push(word);
        }
        if words.is_empty() {
            return self.invalid(name, b";");
        }
        Ok(Predicate::Exec(Exec { words, in_folder, ask }))
    }
}

fn single(mut nodes: Vec<Node>, join: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1
        && let Some(node) = nodes.pop()
    {
        return node;
    }
    join(nodes)
}

/// `seconds` before `time`.
fn back(time: Time, seconds: f64) -> Time {
    // The conversion saturates.
    Time(time.0.saturating_sub((seconds * NANOS as f64) as i64))
}
