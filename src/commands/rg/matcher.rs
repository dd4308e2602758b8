//! The regular expressions of `rg`: Rust's syntax, fixed strings, and Perl's with `-P`.

use bstr::{BString, ByteSlice};
use regex_automata::util::syntax;
use regex_automata::{Input, meta};

use regex_syntax::hir::{Hir, HirKind};

use super::arguments::{Case, Settings};
use shell::regex::{Captures, Options, Regex, Syntax};

pub enum Matcher {
    Rust(meta::Regex),
    Perl(Regex),
}

impl Matcher {
    /// # Errors
    /// What is wrong with the patterns, as `rg` prints it.
    pub fn new(patterns: &[BString], settings: &Settings) -> Result<Matcher, Vec<u8>> {
        let ignore_case = match settings.case {
            Case::Sensitive => false,
            Case::Insensitive => true,
            Case::Smart => patterns.iter().all(|pattern| {
                // An escape's letter is no letter of the text.
                let mut letters = pattern.chars();
                let mut upper = false;
                let mut any = false;
                while let Some(letter) = letters.next() {
                    if letter == '\\' && !settings.fixed {
                        letters.next();
                        continue;
                    }
                    any |= letter.is_alphabetic();
                    upper |= letter.is_uppercase();
                }
                any && !upper
            }),
        };
        if settings.perl {
            let mut options = Options::new(Syntax::Perl);
            options.ignore_case = ignore_case;
            options.multi_line = true;
            options.dot_matches_newline = settings.multi_line && settings.dot_all;
            options.whole_word = settings.word;
            options.whole_line = settings.line;
            let literal: Vec<Vec<u8>> = patterns.iter().map(|pattern| escaped(pattern, settings)).collect();
            let parts: Vec<&[u8]> = literal.iter().map(Vec::as_slice).collect();
            return Regex::many(&parts, &options)
                .map(Matcher::Perl)
                .map_err(|error| format!("PCRE2: error compiling pattern: {error}").into_bytes());
        }
        let config = syntax::Config::new()
            .multi_line(true)
            .utf8(false)
            .unicode(settings.unicode)
            .crlf(settings.crlf)
            .case_insensitive(ignore_case)
            .dot_matches_new_line(settings.multi_line && settings.dot_all)
            .nest_limit(250);
        let mut source = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let pattern = escaped(pattern, settings);
            let Ok(text) = pattern.to_str() else {
                return Err(b"pattern given is not valid UTF-8".to_vec());
            };
            match syntax::parse_with(text, &config) {
                Err(error) => return Err(error.to_string().into_bytes()),
                Ok(hir) if !settings.multi_line && names_newline(&hir) => return Err(NEWLINE.to_vec()),
                Ok(_) => {}
            }
            source.push(text.to_owned());
        }
        let mut whole = if source.len() == 1 {
            source.remove(0)
        } else {
            source.iter().map(|part| format!("(?:{part})")).collect::<Vec<_>>().join("|")
        };
        if settings.line {
            whole = format!("^(?:{whole})$");
        } else if settings.word {
            whole = format!("\\b{{start-half}}(?:{whole})\\b{{end-half}}");
        }
        let builder = meta::Config::new().utf8_empty(false).nfa_size_limit(Some(10 << 20)).onepass_size_limit(Some(1 << 20));
        meta::Regex::builder()
            .syntax(config)
            .configure(builder)
            .build(&whole)
            .map(Matcher::Rust)
            .map_err(|error| error.to_string().into_bytes())
    }

    /// The first match at `from` or later; a search that takes too many steps finds nothing.
    pub fn find_at(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        match self {
            Matcher::Rust(regex) => {
                let found = regex.search(&Input::new(text).span(from..text.len()))?;
                Some((found.start(), found.end()))
            }
            Matcher::Perl(regex) => regex.find_at(text, from).unwrap_or(None),
        }
    }

    /// Appends the replacement of the match that begins at `from`.
    pub fn replace(&self, text: &[u8], from: usize, replacement: &[u8], out: &mut Vec<u8>) {
        match self {
            Matcher::Rust(regex) => {
                let mut captures = regex.create_captures();
                regex.search_captures(&Input::new(text).span(from..text.len()), &mut captures);
                let number = |name: &str| regex.group_info().to_index(regex_automata::PatternID::ZERO, name);
                expand(replacement, out, &number, &|group| captures.get_group(group).map(|span| &text[span.start..span.end]));
            }
            Matcher::Perl(regex) => {
                let mut captures = Captures::new();
                if !regex.captures_at(text, from, &mut captures).unwrap_or(false) {
                    return;
                }
                let number = |name: &str| {
                    regex.group_names().iter().find(|(known, _)| known == name).map(|(_, group)| *group as usize)
                };
                expand(replacement, out, &number, &|group| {
                    captures.get(group).and_then(|(start, end)| text.get(start..end))
                });
            }
        }
    }
}

const NEWLINE: &[u8] = b"the literal '\"\\n\"' is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline \
    flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched.";

/// Whether a pattern asks for a newline itself.
fn names_newline(hir: &Hir) -> bool {
    let mut rest = vec![hir];
    while let Some(hir) = rest.pop() {
        match hir.kind() {
            HirKind::Literal(literal) if literal.0.contains(&b'\n') => return true,
            HirKind::Repetition(repetition) => rest.push(&repetition.sub),
            HirKind::Capture(capture) => rest.push(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => rest.extend(parts),
            _ => {}
        }
    }
    false
}

/// A pattern of `-F` as a regular expression.
fn escaped(pattern: &[u8], settings: &Settings) -> Vec<u8> {
    if !settings.fixed {
        return pattern.to_vec();
    }
    match pattern.to_str() {
        Ok(text) => regex_syntax::escape(text).into_bytes(),
        Err(_) => pattern.to_vec(),
    }
}

/// `$1`, `${1}`, `$name`, `${name}`, `$$`.
fn expand<'t>(
    replacement: &[u8],
    out: &mut Vec<u8>,
    number: &dyn Fn(&str) -> Option<usize>,
    group: &dyn Fn(usize) -> Option<&'t [u8]>,
) {
    let mut rest = replacement;
    while let Some(dollar) = memchr::memchr(b'$', rest) {
        out.extend_from_slice(&rest[..dollar]);
        rest = &rest[dollar + 1..];
        if rest.first() == Some(&b'$') {
            out.push(b'$');
            rest = &rest[1..];
            continue;
        }
        let (name, after) = if rest.first() == Some(&b'{') {
            match memchr::memchr(b'}', rest) {
                Some(end) => (&rest[1..end], &rest[end + 1..]),
                None => (b"".as_slice(), rest),
            }
        } else {
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            rest.split_at(length)
        };
        if name.is_empty() {
            out.push(b'$');
            continue;
        }
        rest = after;
        let Ok(name) = name.to_str() else { continue };
        if let Some(text) = name.parse().ok().or_else(|| number(name)).and_then(group) {
            out.extend_from_slice(text);
        }
    }
    out.extend_from_slice(rest);
}
