//! History expansion: `!!`, `!n`, `!text`, `!?text?`, `^old^new^`, with word designators and modifiers (bash manual,
//! "History Interaction").

use bstr::{BString, ByteSlice};

use super::History;

/// What became of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Expanded {
    Unchanged,
    Changed(BString),
    /// `:p`: shown and remembered, not run.
    PrintOnly(BString),
    /// The message.
    Failed(BString),
}

/// What of the shell's options bears on it.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// `histchars`: the characters for expansion, quick substitution and comments.
    pub characters: [u8; 3],
    /// The quote in which the line begins, or 0.
    pub quote: u8,
    /// No expansion in double quotes.
    pub posix: bool,
    pub extglob: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { characters: *b"!^#", quote: 0, posix: false, extglob: false }
    }
}

/// Characters before which `!` stands for itself.
const PLAIN_BEFORE: &[u8] = b" \t\n\r=";
/// Characters that end a text to look for.
const SEARCH_END: &[u8] = b";&()|<>";
const EVENT_END: &[u8] = b"^$*%";

impl History {
    /// Expands a line without its end.
    pub fn expand(&mut self, line: &[u8], rules: Rules) -> Expanded {
        let [mark, quick, comment] = rules.characters;
        let substituted;
        let line = if rules.quote == 0 && line.first() == Some(&quick) {
            substituted = [&[mark, mark, b':', b's'], line].concat();
            &substituted[..]
        } else {
            line
        };
        let mut out = BString::default();
        let mut at = 0;
        let (mut changed, mut print_only) = (false, false);
        let mut quote = rules.quote;
        while let Some(&byte) = line.get(at) {
            let next = line.get(at + 1).copied();
            match byte {
                b'\'' if quote == b'\'' => quote = 0,
                _ if quote == b'\'' => {}
                b'\\' => {
                    out.push(byte);
                    at += 1;
                    out.extend(next);
                    at += usize::from(next.is_some());
                    continue;
                }
                b'\'' if quote == 0 => quote = b'\'',
                b'"' => quote = if quote == b'"' { 0 } else { b'"' },
                _ if byte == comment
                    && byte != 0
                    && quote == 0
                    && (at == 0 || matches!(line.get(at - 1), Some(b' ' | b'\t'))) =>
                {
                    out.extend_from_slice(&line[at..]);
                    break;
                }
                _ if byte == mark && is_expansion(line, at, quote, rules) => {
                    match self.expand_one(line, at, &out, quote, rules) {
                        Ok(One { text, end, print }) => {
                            out.extend_from_slice(&text);
                            at = end;
                            changed = true;
                            print_only |= print;
                            continue;
                        }
                        Err(message) => return Expanded::Failed(message),
                    }
                }
                _ => {}
            }
            out.push(byte);
            at += 1;
        }
        match (changed, print_only) {
            (false, _) => Expanded::Unchanged,
            (true, false) => Expanded::Changed(out),
            (true, true) => Expanded::PrintOnly(out),
        }
    }

    fn expand_one(
        &mut self,
        line: &[u8],
        start: usize,
        so_far: &[u8],
        quote: u8,
        rules: Rules,
    ) -> Result<One, BString> {
        let mark = rules.characters[0];
        let mut at = start + 1;
        let next = line.get(at).copied();
        // `!^`, `!$`, `!*`, `!:n`: words of the last command.
        let event = if matches!(next, Some(b':' | b'$' | b'*' | b'%' | b'^')) {
            self.last()
        } else if next == Some(b'#') {
            at += 1;
            Some(BString::from(so_far))
        } else {
            self.event(line, &mut at, quote, mark)
        };
        let Some(event) = event else { return Err(failure(&line[start..at], "event not found")) };
        let word_at = at;
        let mut text = match self.words(line, &mut at, &event) {
            Ok(Some(words)) => words,
            Ok(None) => event,
            Err(()) => return Err(failure(&line[word_at..at], "bad word specifier")),
        };
        let (mut print, mut quoting) = (false, 0u8);
        while line.get(at) == Some(&b':') {
            let modifier_at = at;
            let mut letter = line.get(at + 1).copied().unwrap_or(0);
            let (mut everywhere, mut by_words) = (false, false);
            match letter {
                b'g' | b'a' => everywhere = true,
                b'G' => by_words = true,
                _ => {}
            }
            if everywhere || by_words {
                at += 1;
                letter = line.get(at + 1).copied().unwrap_or(0);
            }
            match letter {
                b'q' | b'x' => quoting = letter,
                b'p' => print = true,
                b't' => text = text.rfind_byte(b'/').map_or(text.clone(), |slash| text[slash + 1..].into()),
                b'h' | b'r' => {
                    let end = text.rfind_byte(if letter == b'h' { b'/' } else { b'.' }).unwrap_or(text.len());
                    text.truncate(end);
                }
                b'e' => text = text.rfind_byte(b'.').map_or(text.clone(), |dot| text[dot..].into()),
                b's' | b'&' => {
                    let mut end = at + 2;
                    if letter == b's' {
                        self.read_substitution(line, &mut end);
                    }
                    let Some((old, new)) = self.substitution.clone() else {
                        return Err(failure(&line[modifier_at..end], "no previous substitution"));
                    };
                    let replaced = substitute(&text, &old, &new, everywhere, by_words);
                    let Some(replaced) = replaced else {
                        return Err(failure(&line[modifier_at..end], "substitution failed"));
                    };
                    text = replaced;
                    at = end;
                    continue;
                }
                _ => {
                    let end = (at + 2).min(line.len());
                    return Err(failure(&line[(at + 1).min(end)..end], "unrecognized history modifier"));
                }
            }
            at += 2;
        }
        match quoting {
            b'q' => text = single_quoted(&text),
            b'x' => {
                let words: Vec<BString> = tokens(&text).iter().map(|word| single_quoted(word)).collect();
                text = bstr::join(" ", words).into();
            }
            _ => {}
        }
        Ok(One { text, end: at, print })
    }

    fn last(&self) -> Option<BString> {
        self.entries.last().map(|entry| entry.line.clone())
    }

    fn numbered(&self, number: i64) -> Option<BString> {
        let index = usize::try_from(number).ok()?.checked_sub(self.base)?;
        self.entries.get(index).map(|entry| entry.line.clone())
    }

    /// Reads the designator of an event; `at` is behind the `!`.
    fn event(&mut self, line: &[u8], at: &mut usize, quote: u8, mark: u8) -> Option<BString> {
        if line.get(*at) == Some(&mark) {
            *at += 1;
            return self.last();
        }
        let digit_at = |place: usize| line.get(place).is_some_and(u8::is_ascii_digit);
        let negative = line.get(*at) == Some(&b'-') && digit_at(*at + 1);
        if negative || digit_at(*at) {
            *at += usize::from(negative);
            let digits = line[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = line[*at..*at + digits].to_str().ok().and_then(|digits| digits.parse::<i64>().ok());
            *at += digits;
            let number = number?;
            return self.numbered(if negative { self.next_number() as i64 - number } else { number });
        }
        let inside = line.get(*at) == Some(&b'?');
        *at += usize::from(inside);
        let start = *at;
        while let Some(&byte) = line.get(*at) {
            let ends = if inside {
                byte == b'?'
            } else {
                matches!(byte, b' ' | b'\t' | b':')
                    || (byte == b'-' && *at > start)
                    || EVENT_END.contains(&byte)
                    || SEARCH_END.contains(&byte)
                    || (quote != 0 && byte == quote)
            };
            if ends || byte == b'\n' {
                break;
            }
            *at += 1;
        }
        let mut wanted = BString::from(&line[start..*at]);
        if inside && line.get(*at) == Some(&b'?') {
            *at += 1;
        }
        if inside {
            if wanted.is_empty() {
                wanted = self.searched.clone();
            } else {
                self.searched = wanted.clone();
            }
        }
        if wanted.is_empty() {
            return None;
        }
        let found = self.entries.iter().rev().find(|entry| match inside {
            true => entry.line.contains_str(&wanted),
            false => entry.line.starts_with(&wanted),
        });
        found.map(|entry| entry.line.clone())
    }

    /// Reads a word designator: `None` when there is none, an error when it names words that are not there.
    fn words(&self, line: &[u8], at: &mut usize, event: &[u8]) -> Result<Option<BString>, ()> {
        let mut place = *at;
        let colon = line.get(place) == Some(&b':');
        place += usize::from(colon);
        let words = tokens(event);
        let range = |first: usize, last: usize| {
            let found = words.get(first..=last).filter(|_| first <= last)?;
            Some(BString::from(bstr::join(" ", found)))
        };
        let number = |place: &mut usize| {
            let digits = line[*place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = line[*place..*place + digits].to_str().ok().and_then(|text| text.parse::<usize>().ok());
            *place += digits;
            number.unwrap_or(usize::MAX - 1)
        };
        let last_word = words.len().saturating_sub(1);
        let first = match line.get(place) {
            Some(b'%') => {
                *at = place + 1;
                let found = words.iter().find(|word| word.contains_str(&self.searched));
                return Ok(Some(found.cloned().unwrap_or_default()));
            }
            Some(b'*') => {
                *at = place + 1;
                return Ok(Some(range(1, last_word).unwrap_or_default()));
            }
            Some(b'$') => {
                *at = place + 1;
                return range(last_word, last_word).map(Some).ok_or(());
            }
            Some(b'-') => 0,
            Some(b'^') => {
                place += 1;
                1
            }
            Some(digit) if digit.is_ascii_digit() && colon => number(&mut place),
            _ => return Ok(None),
        };
        let last = match line.get(place) {
            Some(b'^') => {
                place += 1;
                Some(1)
            }
            Some(b'*') => {
                place += 1;
                // Behind the last word there is nothing, which is no error.
                if first == words.len() {
                    *at = place;
                    return Ok(Some(BString::default()));
                }
                Some(last_word)
            }
            Some(b'-') => {
                place += 1;
                match line.get(place) {
                    Some(digit) if digit.is_ascii_digit() => Some(number(&mut place)),
                    Some(b'$') => {
                        place += 1;
                        Some(last_word)
                    }
                    Some(b'^') => {
                        place += 1;
                        Some(1)
                    }
                    _ => last_word.checked_sub(1),
                }
            }
            _ => Some(first),
        };
        *at = place;
        last.and_then(|last| range(first, last)).map(Some).ok_or(())
    }

    /// Reads `/old/new/` behind `:s`; the last delimiter may be missing at the end.
    fn read_substitution(&mut self, line: &[u8], at: &mut usize) {
        let Some(&delimiter) = line.get(*at) else { return };
        *at += 1;
        let mut part = |ampersand: Option<&BString>| {
            let mut text = BString::default();
            while let Some(&byte) = line.get(*at) {
                if byte == delimiter {
                    *at += 1;
                    break;
                }
                let next = line.get(*at + 1).copied();
                match (byte, next, ampersand) {
                    (b'\\', Some(next), _) if next == delimiter => {
                        text.push(next);
                        *at += 1;
                    }
                    (b'\\', Some(b'&'), Some(_)) => {
                        text.push(b'&');
                        *at += 1;
                    }
                    (b'&', _, Some(old)) => text.extend_from_slice(old),
                    _ => text.push(byte),
                }
                *at += 1;
            }
            text
        };
        let mut old = part(None);
        if old.is_empty() {
            old = match &self.substitution {
                Some((last, _)) => last.clone(),
                None => self.searched.clone(),
            };
        }
        let new = part(Some(&old));
        self.substitution = Some((old, new));
    }
}

struct One {
    text: BString,
    /// Where the line goes on.
    end: usize,
    print: bool,
}

fn failure(text: &[u8], why: &str) -> BString {
    [text, b": ", why.as_bytes()].concat().into()
}

/// True when the mark at `at` begins an expansion: it has other uses in the shell.
fn is_expansion(line: &[u8], at: usize, quote: u8, rules: Rules) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|place| line.get(place)).copied();
    let Some(&next) = line.get(at + 1) else { return false };
    let behind = line.get(at + 1..).unwrap_or_default();
    let is_plain = PLAIN_BEFORE.contains(&next)
        || (quote == b'"' && (next == b'"' || rules.posix))
        || (before(1) == Some(b'[') && behind.contains(&b']'))
        || (before(1) == Some(b'{') && before(2) == Some(b'$') && behind.contains(&b'}'))
        || (before(1) == Some(b'$') && at > 1)
        || (rules.extglob && next == b'(' && behind.contains(&b')'));
    !is_plain
}

fn substitute(text: &[u8], old: &[u8], new: &[u8], everywhere: bool, by_words: bool) -> Option<BString> {
    if old.is_empty() {
        return None;
    }
    if by_words {
        let mut any = false;
        let words: Vec<BString> = tokens(text)
            .into_iter()
            .map(|word| match word.contains_str(old) {
                true => {
                    any = true;
                    word.replacen(old, new, 1).into()
                }
                false => word,
            })
            .collect();
        return any.then(|| bstr::join(" ", words).into());
    }
    if !text.contains_str(old) {
        return None;
    }
    Some(if everywhere { text.replace(old, new) } else { text.replacen(old, new, 1) }.into())
}

fn single_quoted(text: &[u8]) -> BString {
    [b"'", text.replace(b"'", b"'\\''").as_slice(), b"'"].concat().into()
}

/// The words of a line as the history counts them: operators are words too.
pub(super) fn tokens(line: &[u8]) -> Vec<BString> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if matches!(line[at], b' ' | b'\t' | b'\n') {
            at += 1;
            continue;
        }
        let end = token_end(line, at).clamp(at + 1, line.len());
        words.push(BString::from(&line[at..end]));
        at = end;
    }
    words
}

fn token_end(line: &[u8], start: usize) -> usize {
    let at = |place: usize| line.get(place).copied().unwrap_or(0);
    let digits = |from: usize| from + line[from.min(line.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut place = start;
    if matches!(at(place), b'(' | b')') {
        return place + 1;
    }
    let behind = digits(place);
    if behind > place && matches!(at(behind), b'<' | b'>') {
        place = behind;
    }
    let mut depth = 0usize;
    if matches!(at(place), b'<' | b'>' | b';' | b'&' | b'|') {
        let (byte, next) = (at(place), at(place + 1));
        if next == byte {
            let third = byte == b'<' && matches!(at(place + 2), b'-' | b'<');
            return place + 2 + usize::from(third);
        }
        if next == b'&' && matches!(byte, b'<' | b'>') {
            let end = digits(place + 2);
            return end + usize::from(at(end) == b'-');
        }
        if (next == b'>' && byte == b'&') || (next == b'|' && byte == b'>') {
            return place + 2;
        }
        if !(next == b'(' && matches!(byte, b'<' | b'>')) {
            return place + 1;
        }
        depth = 1;
        place += 2;
    }
    let mut quote = 0u8;
    while place < line.len() {
        let byte = at(place);
        if byte == b'\\' && quote != b'\'' {
            place += 2;
            continue;
        }
        if depth > 0 {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
        } else if quote != 0 {
            if byte == quote {
                quote = 0;
            }
        } else if matches!(byte, b'<' | b'>' | b'$' | b'!' | b'@' | b'?' | b'+' | b'*') && at(place + 1) == b'(' {
            depth = 1;
            place += 1;
        } else if matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'(' | b')' | b'|' | b'<' | b'>') {
            break;
        } else if matches!(byte, b'"' | b'\'' | b'`') {
            quote = byte;
        }
        place += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::*;

    fn expand(lines: &[&str], line: &str) -> Expanded {
        let entries = lines.iter().map(|line| Entry { line: (*line).into(), time: None }).collect();
        History { entries, ..History::default() }.expand(line.as_bytes(), Rules::default())
    }

    fn changed(text: &str) -> Expanded {
        Expanded::Changed(text.into())
    }

    #[test]
    fn events_words_and_modifiers() {
        let lines = ["echo one two three", "ls /a/b/c.txt"];
        let cases = [
            ("!!", "ls /a/b/c.txt"),
            ("!1", "echo one two three"),
            ("!-2", "echo one two three"),
            ("!echo", "echo one two three"),
            ("!?two?", "echo one two three"),
            ("x !$ y", "x /a/b/c.txt y"),
            ("!ec:2*", "two three"),
            ("!ec:1-2", "one two"),
            ("!ec:-", "echo one two"),
            ("!ec:0", "echo"),
            ("!ec*", "one two three"),
            ("!!:1:h", "/a/b"),
            ("!!:1:t", "c.txt"),
            ("!!:1:r", "/a/b/c"),
            ("!!:1:e", ".txt"),
            ("!ec:s/two/2/", "echo one 2 three"),
            ("!ec:gs/e/E/", "Echo onE two thrEE"),
            ("^ls^cat", "cat /a/b/c.txt"),
            ("\"!!\"", "\"ls /a/b/c.txt\""),
            ("a !#:0", "a a"),
        ];
        for (line, wanted) in cases {
            assert_eq!(expand(&lines, line), changed(wanted), "{line}");
        }
        assert_eq!(expand(&lines, "!!:p"), Expanded::PrintOnly("ls /a/b/c.txt".into()));
    }

    #[test]
    fn what_stands_for_itself() {
        for line in ["a ! b", "'!!'", "\\!!", "\"a!\"", "x != y", "${!x}", "[!a]", "echo $!", "# !!", "!"] {
            assert_eq!(expand(&["x"], line), Expanded::Unchanged, "{line}");
        }
    }

    #[test]
    fn what_is_not_there() {
        assert_eq!(expand(&["x"], "!nope a"), Expanded::Failed("!nope: event not found".into()));
        assert_eq!(expand(&["x"], "!!:7"), Expanded::Failed(":7: bad word specifier".into()));
        assert_eq!(expand(&["x"], "^a^b^"), Expanded::Failed(":s^a^b^: substitution failed".into()));
        assert_eq!(expand(&["x"], "!!:z"), Expanded::Failed("z: unrecognized history modifier".into()));
        assert_eq!(expand(&[], "!!"), Expanded::Failed("!!: event not found".into()));
    }

    #[test]
    fn operators_are_words() {
        let words = tokens(b"a>b 2>&1|c && 'd e' $(f g) <(h)");
        let wanted = ["a", ">", "b", "2>&1", "|", "c", "&&", "'d e'", "$(f g)", "<(h)"];
        assert_eq!(words, wanted);
    }
}
