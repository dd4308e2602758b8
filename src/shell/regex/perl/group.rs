//! What begins with a parenthesis in the Perl syntax: groups, assertions, calls, conditions, flags and verbs.

use regex_syntax::hir::Look;

use super::super::ast::{Condition, Cut, MAX_DEPTH, Node};
use super::super::class;
use super::super::error::RegexError;
use super::{Flags, Parser, fault};

/// What a name after `(*` means, as [`Parser::alpha_group`] gives it.
enum Named {
    Around { behind: bool, negate: bool },
    Atomic,
    Missing,
}

/// Groups that are written `(*name:…)`.
const NAMED: &[(&str, Named)] = &[
    ("pla", Named::Around { behind: false, negate: false }),
    ("positive_lookahead", Named::Around { behind: false, negate: false }),
    ("nla", Named::Around { behind: false, negate: true }),
    ("negative_lookahead", Named::Around { behind: false, negate: true }),
    ("plb", Named::Around { behind: true, negate: false }),
    ("positive_lookbehind", Named::Around { behind: true, negate: false }),
    ("nlb", Named::Around { behind: true, negate: true }),
    ("negative_lookbehind", Named::Around { behind: true, negate: true }),
    ("atomic", Named::Atomic),
    ("napla", Named::Missing),
    ("non_atomic_positive_lookahead", Named::Missing),
    ("naplb", Named::Missing),
    ("non_atomic_positive_lookbehind", Named::Missing),
    ("sr", Named::Missing),
    ("script_run", Named::Missing),
    ("asr", Named::Missing),
    ("atomic_script_run", Named::Missing),
];

/// The release whose rules these are, which `(?(VERSION…)` asks for.
const VERSION: (u32, u32) = (10, 42);

impl Parser<'_> {
    /// The settings at the start of a pattern: `(*UTF)`, `(*UCP)`. Those that tell the engine how to work change nothing.
    pub(super) fn settings(&mut self) -> Result<(), RegexError> {
        const WITHOUT_EFFECT: &[&str] =
            &["UTF", "UTF8", "NO_AUTO_POSSESS", "NO_DOTSTAR_ANCHOR", "NO_JIT", "NO_START_OPT", "LF", "BSR_UNICODE"];
        while let Some(rest) = self.rest().strip_prefix(b"(*") {
            let Some(length) = memchr::memchr(b')', rest) else { return Ok(()) };
            let setting = String::from_utf8_lossy(&rest[..length]).into_owned();
            let limit = setting.strip_prefix("LIMIT_").and_then(|limit| limit.split_once('='));
            if setting == "UCP" {
                self.properties = true;
            } else if ["CR", "CRLF", "ANYCRLF", "ANY", "NUL", "BSR_ANYCRLF", "NOTEMPTY", "NOTEMPTY_ATSTART"]
                .contains(&setting.as_str())
            {
                return fault("settings of line ends and empty matches are not supported");
            } else if !WITHOUT_EFFECT.contains(&setting.as_str()) && limit.is_none() {
                return Ok(());
            }
            self.at += length + 3;
        }
        Ok(())
    }

    pub(super) fn group(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        if let [b'*', next, ..] = self.rest()
            && *next != b')'
        {
            return match next {
                b':' | b'a'..=b'z' | b'A'..=b'Z' => self.alpha_group(),
                _ => fault("(*VERB) not recognized or malformed"),
            };
        }
        let outer = self.flags;
        if !self.eat(b"?") {
            if self.flags.no_auto_capture {
                return self.finish_group(outer, None).map(Some);
            }
            self.groups += 1;
            return self.finish_group(outer, Some(self.groups)).map(Some);
        }
        for (mark, behind, negate) in
            [(&b"="[..], false, false), (b"!", false, true), (b"<=", true, false), (b"<!", true, true)]
        {
            if self.eat(mark) {
                return self.around_group(outer, behind, negate).map(Some);
            }
        }
        if self.eat(b"#") {
            return match self.until(b')') {
                Some(_) => Ok(None),
                None => fault("missing ) after (?# comment"),
            };
        }
        if self.eat(b">") {
            return self.atomic_group(outer).map(Some);
        }
        if self.eat(b"|") {
            return self.branch_reset(outer).map(Some);
        }
        if self.eat(b"(") {
            return self.conditional(outer).map(Some);
        }
        if self.eat(b"C") {
            return self.callout();
        }
        if matches!(self.rest(), [b'*', ..] | [b'<', b'*', ..]) {
            return fault("assertions that are not atomic are not supported");
        }
        if self.eat(b"P=") {
            let name = self.name(b")")?;
            return Ok(Some((self.named_reference(&name)?, true)));
        }
        if self.eat(b"P>") || self.eat(b"&") {
            let name = self.name(b")")?;
            let group = self.groups_named(&name)?.first().copied().unwrap_or(0);
            return Ok(Some((self.call(group), true)));
        }
        if self.eat(b"P<") || self.eat(b"<") {
            return self.named_group(outer, b">").map(Some);
        }
        if self.eat(b"'") {
            return self.named_group(outer, b"'").map(Some);
        }
        if self.eat(b"P") {
            return fault(if self.rest().is_empty() {
                "missing closing parenthesis"
            } else {
                "unrecognized character after (?P"
            });
        }
        if self.eat(b"R") {
            return match self.eat(b")") {
                true => Ok(Some((self.call(0), true))),
                false => fault("(?R (recursive pattern call) must be followed by a closing parenthesis"),
            };
        }
        if matches!(self.rest(), [b'0'..=b'9' | b'+', ..] | [b'-', b'0'..=b'9', ..]) {
            let group = self.relative_number()?;
            return match self.eat(b")") {
                true => Ok(Some((self.call(group), true))),
                false => fault("missing closing parenthesis"),
            };
        }
        self.set_flags()?;
        if self.eat(b")") {
            // In force up to the end of the group around.
            return Ok(None);
        }
        self.at += 1;
        self.finish_group(outer, None).map(Some)
    }

    fn around_group(&mut self, outer: Flags, behind: bool, negate: bool) -> Result<(Node, bool), RegexError> {
        self.around += 1;
        let (node, _) = self.finish_group(outer, None)?;
        self.around -= 1;
        Ok((Node::Around { node: Box::new(node), behind, negate }, true))
    }

    /// `(?<!\w)` and `(?!\w)` as what the linear engine knows.
    pub(super) fn plainly(&self, node: Node) -> Node {
        let Node::Around { node: inner, behind, negate: true } = &node else { return node };
        let Node::Group(inner, None) = inner.as_ref() else { return node };
        let is_word = matches!(inner.as_ref(), Node::Set(set) if **set == class::named("[0-9A-Za-z_]"));
        match (is_word, behind) {
            (false, _) => node,
            (true, true) => Node::Look(Look::WordStartHalfAscii),
            (true, false) => Node::Look(Look::WordEndHalfAscii),
        }
    }

    fn atomic_group(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let (node, _) = self.finish_group(outer, None)?;
        Ok((Node::Atomic(Box::new(node)), true))
    }

    fn named_group(&mut self, outer: Flags, end: &[u8]) -> Result<(Node, bool), RegexError> {
        let name = self.name(end)?;
        self.groups += 1;
        let number = self.groups;
        // jq's expressions may give a name to several groups.
        let many = self.flags.same_names || self.options.unicode;
        if !many && self.names.iter().any(|(known, group)| *known == name && *group != number) {
            return fault("two named subpatterns have the same name (PCRE2_DUPNAMES not set)");
        }
        self.names.push((name, number));
        self.finish_group(outer, Some(number))
    }

    /// `(?C)`, `(?C7)`: a call of the program around, which has nothing to do.
    fn callout(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        if self.digits(10, 9) > 255 {
            return fault("number after (?C is greater than 255");
        }
        if !self.eat(b")") {
            return fault("closing parenthesis for (?C expected");
        }
        Ok(None)
    }

    /// Flags up to a `:` or `)`, which stays.
    fn set_flags(&mut self) -> Result<(), RegexError> {
        let mut on = true;
        if self.eat(b"^") {
            self.flags.ignore_case = false;
            self.flags.multi_line = false;
            self.flags.dot_all = false;
            self.flags.extended = false;
            self.flags.extended_brackets = false;
            self.flags.no_auto_capture = false;
        }
        loop {
            match self.peek() {
                Some(b':' | b')') => return Ok(()),
                Some(b'-') if on => on = false,
                Some(b'i') => self.flags.ignore_case = on,
                Some(b'm') => self.flags.multi_line = on,
                Some(b's') => self.flags.dot_all = on,
                Some(b'x') => {
                    self.flags.extended = on;
                    let twice = on && self.rest().get(1) == Some(&b'x');
                    self.flags.extended_brackets = twice;
                    self.at += usize::from(twice);
                }
                Some(b'n') => self.flags.no_auto_capture = on,
                Some(b'U') if !self.options.unicode => self.flags.swap_greed = on,
                Some(b'J') if !self.options.unicode => self.flags.same_names = on,
                Some(_) => return fault("unrecognized character after (? or (?-"),
                None => return fault("missing closing parenthesis"),
            }
            self.at += 1;
        }
    }

    /// The inside of a group and its parenthesis. The flags outside come back after it.
    pub(super) fn finish_group(&mut self, outer: Flags, number: Option<u32>) -> Result<(Node, bool), RegexError> {
        let node = self.alternation()?;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        Ok((Node::Group(Box::new(node), number), true))
    }

    /// `(?|…)`: each branch numbers its groups from the same start.
    fn branch_reset(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let start = self.groups;
        let mut most = start;
        let mut branches = Vec::new();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault("parentheses are too deeply nested");
        }
        loop {
            self.groups = start;
            branches.push(self.branch()?);
            most = most.max(self.groups);
            if !self.eat(b"|") {
                break;
            }
        }
        self.depth -= 1;
        self.groups = most;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        Ok((Node::Group(Box::new(Node::alternate(branches)), None), true))
    }

    /// `(?(1)yes|no)`, from behind its second parenthesis.
    fn conditional(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let condition = match self.rest() {
            [] => return fault("missing closing parenthesis"),
            [b'?' | b'*', ..] => return self.conditional_on_assertion(outer),
            _ => self.condition()?,
        };
        let (yes, no) = self.two_branches(outer, "conditional subpattern contains more than two branches")?;
        let node = match condition {
            Some(condition) => {
                Node::Conditional { condition, yes: Box::new(yes), no: Box::new(no.unwrap_or(Node::Empty)) }
            }
            None => {
                if no.is_some() {
                    self.late_fault = Some("DEFINE subpattern contains more than one branch");
                }
                Node::Define(Box::new(yes))
            }
        };
        Ok((node, true))
    }

    /// The condition, and the parenthesis behind it. `None`: what follows is there to be called only.
    fn condition(&mut self) -> Result<Option<Condition>, RegexError> {
        if self.eat(b"VERSION") {
            let at_least = self.eat(b">");
            if !self.eat(b"=") {
                return fault("syntax error or number too big in (?(VERSION condition");
            }
            let major = self.digits(10, 4);
            let minor = if self.eat(b".") { self.digits(10, 2) } else { 0 };
            if !self.eat(b")") {
                return fault("syntax error or number too big in (?(VERSION condition");
            }
            let holds = if at_least { VERSION >= (major, minor) } else { VERSION == (major, minor) };
            return Ok(Some(Condition::Always(holds)));
        }
        let condition = if matches!(self.peek(), Some(b'0'..=b'9' | b'+' | b'-')) {
            let group = self.relative_number()?;
            self.references.push(group);
            Condition::Group(group)
        } else if let Some(end) = self.eat(b"<").then_some(b">").or_else(|| self.eat(b"'").then_some(b"'")) {
            let name = self.name(end)?;
            Condition::Group(self.groups_named(&name)?.first().copied().unwrap_or(0))
        } else if self.eat(b"R&") {
            let name = self.name(b")")?;
            return Ok(Some(Condition::Call(self.groups_named(&name)?.first().copied())));
        } else {
            let name = self.name(b")")?;
            let is_known = self.known.as_ref().is_none_or(|known| known.names.iter().any(|(known, _)| *known == name));
            let called = name.strip_prefix('R').map(|number| (number.is_empty(), number.parse::<u32>()));
            return Ok(match called {
                Some((true, _)) if self.known.is_none() || !is_known => Some(Condition::Call(None)),
                Some((_, Ok(group))) if self.known.is_none() || !is_known => {
                    self.references.push(group);
                    Some(Condition::Call(Some(group)))
                }
                _ if name == "DEFINE" => None,
                _ => Some(Condition::Group(self.groups_named(&name)?.first().copied().unwrap_or(0))),
            });
        };
        if !self.eat(b")") {
            return fault("missing closing parenthesis for condition");
        }
        Ok(Some(condition))
    }

    /// `(?(?=a)yes|no)`, which is `(?:(?=a)yes|(?!a)no)`.
    fn conditional_on_assertion(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let inner = self.flags;
        if !matches!(self.rest(), [b'?', b'=' | b'!', ..] | [b'?', b'<', b'=' | b'!', ..] | [b'*', ..]) {
            return fault("assertion expected after (?( or (?(?C)");
        }
        let Some((Node::Around { node, behind, negate }, _)) = self.group()? else {
            return fault("assertion expected after (?( or (?(?C)");
        };
        self.flags = inner;
        let (yes, no) = self.two_branches(outer, "conditional subpattern contains more than two branches")?;
        let test = |node, negate| Node::Around { node, behind, negate };
        let node = Node::Alternate(vec![
            Node::concat(vec![test(node.clone(), negate), yes]),
            Node::concat(vec![test(node, !negate), no.unwrap_or(Node::Empty)]),
        ]);
        Ok((Node::Group(Box::new(node), None), true))
    }

    fn two_branches(&mut self, outer: Flags, too_many: &'static str) -> Result<(Node, Option<Node>), RegexError> {
        let mut branches = vec![];
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault("parentheses are too deeply nested");
        }
        loop {
            branches.push(self.branch()?);
            if !self.eat(b"|") {
                break;
            }
        }
        self.depth -= 1;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        if branches.len() > 2 {
            self.late_fault = Some(too_many);
        }
        let mut branches = branches.into_iter();
        Ok((branches.next().unwrap_or(Node::Empty), branches.next()))
    }

    /// `(*name:…)` and verbs.
    fn alpha_group(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let rest = self.rest();
        let length = rest[1..].iter().position(|byte| !byte.is_ascii_alphabetic() && *byte != b'_');
        let name = String::from_utf8_lossy(&rest[1..][..length.unwrap_or(rest.len() - 1)]).into_owned();
        let has_colon = rest.get(name.len() + 1) == Some(&b':');
        if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            if !has_colon {
                return fault("(*alpha_assertion) not recognized");
            }
            let outer = self.flags;
            self.at += name.len() + 2;
            return match NAMED.iter().find(|(known, _)| *known == name) {
                Some((_, Named::Around { behind, negate })) => self.around_group(outer, *behind, *negate).map(Some),
                Some((_, Named::Atomic)) => self.atomic_group(outer).map(Some),
                Some((_, Named::Missing)) => fault("script runs and assertions that are not atomic are not supported"),
                None => fault("(*alpha_assertion) not recognized"),
            };
        }
        let Some(verb) = self.until(b')') else {
            return fault("(*VERB) not recognized or malformed");
        };
        let argument = verb.split_once(':').map(|(_, argument)| argument);
        let never = Node::Around { node: Box::new(Node::Empty), behind: false, negate: true };
        let node = match (name.as_str(), argument) {
            ("FAIL" | "F", None) => never,
            ("ACCEPT", None) => Node::Accept,
            ("COMMIT", _) => Node::Cut(Cut::Commit),
            ("PRUNE", _) => Node::Cut(Cut::Prune),
            ("SKIP", None) => Node::Cut(Cut::Skip),
            ("MARK" | "", Some("")) => return fault("(*MARK) must have an argument"),
            ("MARK" | "", Some(_)) => Node::Empty,
            ("THEN", _) | ("SKIP" | "FAIL" | "F" | "ACCEPT", Some(_)) => {
                return fault("(*THEN) and names of verbs are not supported");
            }
            _ => return fault("(*VERB) not recognized or malformed"),
        };
        Ok(Some((node, !matches!(name.as_str(), "ACCEPT" | "COMMIT" | "PRUNE" | "SKIP" | "MARK" | ""))))
    }

    /// `[:alpha:]` without brackets around it.
    pub(super) fn refuse_lone_class(&self) -> Result<(), RegexError> {
        match self.rest() {
            [kind @ (b':' | b'.' | b'='), inside @ ..]
                if super::bracket::posix_name_length(*kind, inside).is_some() =>
            {
                fault(if *kind == b':' {
                    "POSIX named classes are supported only within a class"
                } else {
                    "POSIX collating elements are not supported"
                })
            }
            _ => Ok(()),
        }
    }

    /// Where a text begins and ends, for this kind of search.
    pub(super) fn text_start(&self) -> Look {
        if self.options.lines { Look::StartLF } else { Look::Start }
    }

    pub(super) fn text_end(&self) -> Look {
        if self.options.lines { Look::EndLF } else { Look::End }
    }
}
