//! The patterns compiled: into what chooses the lines, and what finds the parts of them that are shown.

use super::arguments::{PatternLine, Settings};
use super::complain;
use super::frame;
use super::matcher::{Matcher, Perl, Posix};
use super::strings;
use super::warnings;
use shell::command::Context;
use shell::kernel::Halt;
use shell::regex::{Dialect, Options, Regex, RegexError, Syntax};

/// What the patterns became.
pub struct Expressions {
    /// Chooses the lines.
    pub lines: Matcher,
    /// Finds the parts of lines that `-o` and colors show, where that is another way.
    pub parts: Option<Matcher>,
    /// Whether a part that is shown holds the end of its line too: where GNU grep looks for whole lines that are words.
    pub holds_line_end: bool,
}

/// Compiles the patterns, of which no two are the same; prints what is wrong with any of them.
pub fn compile(
    context: &mut Context<'_>,
    settings: &Settings,
    patterns: &[PatternLine],
) -> Result<Option<Expressions>, Halt> {
    context.charge_bytes(patterns.iter().map(|pattern| pattern.text.len() + 64).sum())?;
    if settings.syntax == Syntax::Perl && !patterns.is_empty() {
        return compile_perl(context, settings, patterns);
    }
    let options = options(settings);
    let last = patterns.last().filter(|_| strings::last_ends_in_backslash(settings, patterns));
    let last = last.map(|last| [last.text.as_slice(), b"\\"].concat());
    let mut texts: Vec<&[u8]> = patterns.iter().map(|pattern| pattern.text.as_slice()).collect();
    if let (Some(text), Some(last)) = (texts.last_mut(), &last) {
        *text = last;
    }
    texts.sort_unstable();
    let regex = match Regex::many(&texts, &options) {
        Ok(regex) => regex,
        Err(error) => {
            complain_of_each(context, settings, patterns, &error)?;
            return Ok(None);
        }
    };
    for pattern in patterns {
        warn(context, settings, pattern)?;
    }
    let plain = |regex| Matcher::Posix(Posix { regex, filter: None, forgets: false });
    let mut parts = compile_parts(settings, patterns).map(plain);
    let framed = frame::framed(settings, patterns).and_then(|framed| {
        let unframed = Options { whole_line: false, whole_word: false, ..options.clone() };
        Regex::new(&framed.text, &unframed).ok().map(|regex| (regex, framed.decides, unframed))
    });
    let are_strings = strings::are_strings(settings, patterns) || strings::stay_strings(settings, patterns);
    let lines = match framed {
        None => Matcher::Posix(Posix { regex, filter: None, forgets: options.whole_word && are_strings }),
        Some((filter, false, _)) => Matcher::Posix(Posix { regex, filter: Some(filter), forgets: false }),
        Some((framed, true, unframed)) => {
            // The parts of a line that was chosen need not be whole.
            parts = parts.or(Regex::many(&texts, &unframed).ok().filter(|_| !settings.whole_word).map(plain));
            parts.get_or_insert(plain(regex));
            plain(framed)
        }
    };
    let posix = matches!(settings.syntax, Syntax::Basic | Syntax::Extended);
    let holds_line_end =
        posix && settings.whole_line && settings.whole_word && !strings::are_strings(settings, patterns);
    Ok(Some(Expressions { lines, parts, holds_line_end }))
}

fn compile_perl(
    context: &mut Context<'_>,
    settings: &Settings,
    patterns: &[PatternLine],
) -> Result<Option<Expressions>, Halt> {
    let [pattern] = patterns else {
        complain(context, &[b"the -P option only supports a single pattern"])?;
        return Ok(None);
    };
    let mut options = options(settings);
    let mut text = pattern.text.to_vec();
    if std::mem::take(&mut options.whole_word) {
        // Written around the pattern, whatever that makes of it.
        text = [b"(?<!\\w)(?:", text.as_slice(), b")(?!\\w)"].concat();
    }
    match Perl::new(text, options) {
        Ok(perl) => Ok(Some(Expressions { lines: Matcher::Perl(perl), parts: None, holds_line_end: false })),
        Err(error) => {
            complain(context, &[error.to_string().as_bytes()])?;
            Ok(None)
        }
    }
}

/// Prints what is doubtful in a pattern.
fn warn(context: &mut Context<'_>, settings: &Settings, pattern: &PatternLine) -> Result<(), Halt> {
    if settings.syntax == Syntax::Extended {
        for operator in warnings::stray_operators(&pattern.text) {
            complain(context, &[b"warning: ", operator.as_bytes(), b" at start of expression"])?;
        }
    }
    Ok(())
}

/// Prints what is wrong with each pattern, or else with all of them together.
fn complain_of_each(
    context: &mut Context<'_>,
    settings: &Settings,
    patterns: &[PatternLine],
    together: &RegexError,
) -> Result<(), Halt> {
    let options = options(settings);
    let mut errors = Vec::new();
    for pattern in patterns {
        context.charge_bytes(pattern.text.len())?;
        if let Err(error) = Regex::new(&pattern.text, &options) {
            errors.push((pattern, error));
        }
    }
    if errors.is_empty() {
        return complain(context, &[together.to_string().as_bytes()]);
    }
    if let Some((_, first)) = errors.first()
        && errors.iter().all(|(_, error)| error.is_late())
    {
        // The automaton reads the patterns as one text, up to its first fault.
        for pattern in patterns {
            warn(context, settings, pattern)?;
            if errors.iter().any(|(faulty, _)| std::ptr::eq(*faulty, pattern)) {
                break;
            }
        }
        return complain(context, &[first.to_string().as_bytes()]);
    }
    errors.retain(|(_, error)| !error.is_late());
    for (pattern, error) in errors {
        let text = error.to_string();
        match &pattern.origin {
            Some((file, line)) if !error.is_late() => {
                let place = format!(":{line}: ");
                complain(context, &[file, place.as_bytes(), text.as_bytes()])?;
            }
            _ => complain(context, &[text.as_bytes()])?,
        }
    }
    Ok(())
}

/// The patterns as they are read to find the parts of lines, where that is another way.
fn compile_parts(settings: &Settings, patterns: &[PatternLine]) -> Option<Regex> {
    let shows_parts = settings.only_matching || settings.colors.is_some();
    let differs = |pattern: &PatternLine| {
        let text = pattern.text.as_slice();
        let has_pair = |wanted: fn(&[u8]) -> bool| text.windows(2).any(wanted);
        let extended = settings.syntax == Syntax::Extended
            && (text.contains(&b'{') || has_pair(|pair| matches!(pair, [b'^' | b'$', b'*' | b'+' | b'?'])));
        let basic = settings.syntax == Syntax::Basic && has_pair(|pair| matches!(pair, [b'$', b')' | b'|']));
        let anchors = has_pair(|pair| matches!(pair, [b'\\', b'`' | b'\'']));
        let letters = settings.ignore_case && has_pair(|pair| matches!(pair, [b'\\', b'a'..=b'z']));
        extended || basic || anchors || letters
    };
    let posix = matches!(settings.syntax, Syntax::Basic | Syntax::Extended);
    if !posix || !shows_parts || !patterns.iter().any(differs) || strings::are_strings(settings, patterns) {
        return None;
    }
    let options = Options { dialect: Dialect::GrepParts, ..options(settings) };
    let texts: Vec<&[u8]> = patterns.iter().map(|pattern| pattern.text.as_slice()).collect();
    Regex::many(&texts, &options).ok()
}

fn options(settings: &Settings) -> Options {
    // The whole line is more than a word.
    let whole_word = settings.whole_word && !settings.whole_line;
    Options {
        dialect: settings.dialect,
        ignore_case: settings.ignore_case,
        bytes: settings.bytes,
        whole_word,
        whole_line: settings.whole_line,
        line_terminator: settings.terminator,
        ..Options::grep(settings.syntax)
    }
}
