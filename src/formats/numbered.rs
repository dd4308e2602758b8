//! Lines with their numbers, as text editors for models show them: the number right-aligned to six columns, a tab, the
//! line.

use std::io::Write;
use std::ops::RangeInclusive;

use bstr::ByteSlice;

use super::text::{FileText, Lines};

/// Some lines of a text with their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// Each line ends in LF, the last one too. Empty where there are no lines.
    pub text: Vec<u8>,
    /// The last line that is there, counted from 1; 0 where none is.
    pub last: usize,
    /// Lines of which only the beginning is there.
    pub cut: usize,
    /// How many lines the whole text has; what follows the last newline counts where there is something.
    pub total: usize,
}

/// The lines of `range`, counted from 1, as far as they are there; `None` for a text of 4 GiB or more.
pub fn number_lines(content: &[u8], range: RangeInclusive<usize>) -> Option<Numbered> {
    number_lines_cut(content, range, Most { characters: usize::MAX, bytes: usize::MAX })
}

/// The most that is shown.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Of a line. Behind them it says how many more there are.
    pub characters: usize,
    /// Of all lines with their numbers. The first line is there even so.
    pub bytes: usize,
}

/// As [`number_lines`], as much as may be shown.
pub fn number_lines_cut(content: &[u8], range: RangeInclusive<usize>, most: Most) -> Option<Numbered> {
    let file = FileText::new(content)?;
    let total = file.count();
    let mut numbered = Numbered { text: Vec::new(), last: 0, cut: 0, total };
    let put = |text: &mut Vec<u8>, arguments: std::fmt::Arguments| {
        let written = text.write_fmt(arguments);
        debug_assert!(written.is_ok(), "writing to a vector does not fail");
    };
    for number in (*range.start()).max(1)..=(*range.end()).min(total) {
        let text = &mut numbered.text;
        let before = text.len();
        put(text, format_args!("{number:6}\t"));
        let line = file.line(number - 1);
        let cut = (line.len() > most.characters).then(|| line.char_indices().nth(most.characters)).flatten();
        match cut.and_then(|(end, ..)| line.split_at_checked(end)) {
            Some((shown, rest)) => {
                text.extend_from_slice(shown);
                put(text, format_args!(" [{} more characters in this line]", rest.chars().count()));
            }
            None => text.extend_from_slice(line),
        }
        text.push(b'\n');
        if before > 0 && text.len() > most.bytes {
            text.truncate(before);
            break;
        }
        numbered.last = number;
        numbered.cut += usize::from(cut.is_some());
    }
    Some(numbered)
}

/// How many lines a text has; what follows the last newline counts where there is something. `None` as in [`number_lines`].
pub fn count_lines(content: &[u8]) -> Option<usize> {
    FileText::new(content).map(|file| file.count())
}

/// The lines around a change: `around` before its first line, the lines that `new` has, and `around` behind them.
pub fn snippet(content: &[u8], first: usize, new: &[u8], around: usize) -> Vec<u8> {
    let lines = memchr::memchr_iter(b'\n', new.strip_suffix(b"\n").unwrap_or(new)).count();
    let last = first.saturating_add(lines).saturating_add(around);
    number_lines(content, first.saturating_sub(around)..=last).map(|lines| lines.text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(content: &str, range: RangeInclusive<usize>) -> String {
        String::from_utf8(number_lines(content.as_bytes(), range).expect("a small text").text).expect("UTF-8")
    }

    #[test]
    fn numbers_are_right_aligned_and_lines_are_those_that_are_there() {
        assert_eq!(numbered("a\nb", 1..=9), "     1\ta\n     2\tb\n");
        assert_eq!(numbered("a\r\n\r\n", 1..=9), "     1\ta\n     2\t\n");
        assert_eq!(numbered("", 1..=9), "");
        assert_eq!(numbered("a\nb\nc\n", 2..=2), "     2\tb\n");
        assert_eq!(numbered("a\n", 0..=0), "");
        assert_eq!(["", "a", "a\n", "a\nb"].map(|text| count_lines(text.as_bytes())), [0, 1, 1, 2].map(Some));
        let long = "x\n".repeat(1_000_000);
        assert_eq!(numbered(&long, 1_000_000..=1_000_000), "1000000\tx\n");
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        let cut = |content: &str, characters, bytes| {
            let lines = number_lines_cut(content.as_bytes(), 1..=9, Most { characters, bytes }).expect("small");
            (String::from_utf8(lines.text).expect("UTF-8"), lines.last, lines.cut)
        };
        let both = "     1\täö [1 more characters in this line]\n     2\tab [1 more characters in this line]\n";
        assert_eq!(cut("äöü\nabc\n", 2, usize::MAX), (both.to_owned(), 2, 2));
        assert_eq!(cut("äöü\n", 3, usize::MAX), ("     1\täöü\n".to_owned(), 1, 0));
        assert_eq!(cut("x\n", 0, 0), ("     1\t [1 more characters in this line]\n".to_owned(), 1, 1));
        // The first line is there however long it is; what does not fit is not.
        assert_eq!(cut("a\nb\nc\n", 9, 18), ("     1\ta\n     2\tb\n".to_owned(), 2, 0));
        assert_eq!(cut("a\nb\nc\n", 9, 17), ("     1\ta\n".to_owned(), 1, 0));
        assert_eq!(cut("", 9, 9), (String::new(), 0, 0));
    }

    #[test]
    fn a_snippet_shows_what_is_around() {
        let content = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        assert_eq!(
            snippet(content, 4, b"4\n5", 2),
            b"     2\t2\n     3\t3\n     4\t4\n     5\t5\n     6\t6\n     7\t7\n"
        );
        assert_eq!(snippet(content, 1, b"1\n", 1), b"     1\t1\n     2\t2\n");
        assert_eq!(snippet(b"", 1, b"", 4), b"");
    }
}
