//! How the next line of a command is joined to its entry in the history.

/// What stands between the lines of a command in its entry: `text` is what the command consists of so far, lines with
/// their ends, `next` the line to come.
pub fn delimiter(text: &[u8], next: &[u8]) -> &'static [u8] {
    let state = scan(text);
    match state {
        State { in_quotes: true, .. } => b"\n",
        State { body_lines: Some(0), .. } => b"\n",
        State { body_lines: Some(_), .. } => b"",
        State { ended_body: true, .. } => b"",
        State { last: Last::Comment, .. } => b"\n",
        State { last: Last::Open, .. } => b" ",
        State { last: Last::ForName, .. } => {
            let next = next.iter().position(|byte| !matches!(byte, b' ' | b'\t')).map_or(&b""[..], |at| &next[at..]);
            if next.starts_with(b"in") { b" " } else { b";" }
        }
        State { last: Last::Complete, .. } => b"; ",
    }
}

/// True when the next line belongs to a here-document: it is kept with its line end.
pub fn is_body(text: &[u8]) -> bool {
    scan(text).body_lines.is_some()
}

/// The quote in which the text ends, or 0.
pub fn open_quote(text: &[u8]) -> u8 {
    scan(text).quote
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// After this a line end is no separator: `do`, `&&`, `(`, …
    Open,
    Complete,
    Comment,
    /// `for name`
    ForName,
}

/// Ends a word.
fn take(word: &mut Vec<u8>, words: &mut Vec<Vec<u8>>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

struct State {
    in_quotes: bool,
    quote: u8,
    /// Inside a here-document: how many lines of it have come.
    body_lines: Option<usize>,
    /// The last line ended a here-document.
    ended_body: bool,
    last: Last,
}

/// Words after which a line end is no separator.
const OPENING: &[&[u8]] = &[b"case", b"do", b"else", b"if", b"then", b"until", b"while", b"in", b"{", b"elif", b"!"];

fn scan(text: &[u8]) -> State {
    let mut state = State { in_quotes: false, quote: 0, body_lines: None, ended_body: false, last: Last::Open };
    let mut quote = 0u8;
    let mut bodies: Vec<(Vec<u8>, bool)> = Vec::new();
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        if quote == 0
            && let Some((delimiter, tabs)) = bodies.first()
        {
            let bare = if *tabs { trim_tabs(content) } else { content };
            state.ended_body = false;
            if bare == delimiter.as_slice() {
                bodies.remove(0);
                state.body_lines = bodies.first().map(|_| 0);
                state.ended_body = bodies.is_empty();
            } else {
                state.body_lines = Some(state.body_lines.unwrap_or(0) + 1);
            }
            continue;
        }
        state.ended_body = false;
        let mut comment = false;
        let mut at = 0;
        let mut word: Vec<u8> = Vec::new();
        while let Some(&byte) = content.get(at) {
            at += 1;
            match (quote, byte) {
                (b'\'', b'\'') | (b'"', b'"') | (b'`', b'`') => {
                    quote = 0;
                    word.push(b'q');
                }
                (b'\'', _) => {}
                (_, b'\\') => {
                    at += 1;
                    word.push(b'q');
                }
                (b'"' | b'`', _) => {}
                (_, b'\'' | b'"' | b'`') => quote = byte,
                (_, b'#') if word.is_empty() => {
                    comment = true;
                    break;
                }
                (_, b' ' | b'\t') => take(&mut word, &mut words),
                (_, b'<') if content[at..].starts_with(b"<") && !content[at..].starts_with(b"<<") => {
                    take(&mut word, &mut words);
                    at += 1;
                    let tabs = content.get(at) == Some(&b'-');
                    at += usize::from(tabs);
                    while matches!(content.get(at), Some(b' ' | b'\t')) {
                        at += 1;
                    }
                    let mut delimiter = Vec::new();
                    while let Some(&byte) = content.get(at) {
                        if matches!(byte, b' ' | b'\t' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')') {
                            break;
                        }
                        if !matches!(byte, b'\'' | b'"' | b'\\') {
                            delimiter.push(byte);
                        }
                        at += 1;
                    }
                    bodies.push((delimiter, tabs));
                    word.push(b'q');
                }
                (_, b'(' | b')' | b';' | b'&' | b'|') => {
                    take(&mut word, &mut words);
                    words.push(vec![byte]);
                }
                (_, byte) => word.push(byte),
            }
        }
        take(&mut word, &mut words);
        state.quote = quote;
        state.in_quotes = quote != 0;
        state.body_lines = (quote == 0).then(|| bodies.first().map(|_| 0)).flatten();
        let token = |back: usize| words.len().checked_sub(back).and_then(|at| words.get(at)).map(Vec::as_slice);
        state.last = match (token(1), token(2)) {
            (None, _) if comment => Last::Comment,
            (None, _) => Last::Open,
            _ if comment => Last::Comment,
            (Some(b")"), Some(b"(")) => Last::Open,
            (Some(b")"), _) if in_case(&words) => Last::Open,
            (Some(b")"), _) => Last::Complete,
            (Some(b"(" | b";" | b"&" | b"|"), _) => Last::Open,
            (Some(_), Some(b"for")) => Last::ForName,
            (Some(_), Some(b"case" | b"function")) => Last::Open,
            (Some(last), _) if OPENING.contains(&last) => Last::Open,
            _ => Last::Complete,
        };
    }
    state
}

/// True inside `case … esac`.
fn in_case(words: &[Vec<u8>]) -> bool {
    let count = |word: &[u8]| words.iter().filter(|known| known.as_slice() == word).count();
    count(b"case") > count(b"esac")
}

fn trim_tabs(line: &[u8]) -> &[u8] {
    line.iter().position(|byte| *byte != b'\t').map_or(b"", |at| &line[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_as_bash_joins_them() {
        let cases: [(&str, &str, &str); 12] = [
            ("for i in 1 2; do\n", "  echo $i", " "),
            ("for i in 1 2; do\n  echo $i\n", "done", "; "),
            ("if true\n", "then", "; "),
            ("f()\n", "{", " "),
            ("(echo a)\n", "x", "; "),
            ("echo 'a\n", "b'", "\n"),
            ("cat <<A\n", "doc", "\n"),
            ("cat <<A\ndoc\n", "A", ""),
            ("for i\n", "in 1", " "),
            ("for i\n", "do", ";"),
            ("a &&\n", "b", " "),
            ("case x in\nx)\n", "echo", " "),
        ];
        for (text, next, joined) in cases {
            assert_eq!(delimiter(text.as_bytes(), next.as_bytes()), joined.as_bytes(), "{text}");
        }
        assert!(is_body(b"cat <<-'A'\n"));
        assert!(!is_body(b"cat <<-'A'\n\tA\n"));
    }
}
