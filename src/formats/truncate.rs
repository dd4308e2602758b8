//! Output cut to a budget of bytes, lines and estimated tokens, with a marker line that says what was left out.
//!
//! The whole result, marker included, keeps within every limit (a shorter one where the whole one would not fit, and
//! none in less than that; the fields tell the rest). A UTF-8 character is never cut. Cuts fall on line ends where half of the budget or more is kept by that.

use std::borrow::Cow;

use bstr::ByteSlice;

/// Upper bounds; whichever is reached first holds. `None` means no such bound; 0 shows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutputLimits {
    pub max_bytes: Option<usize>,
    pub max_lines: Option<usize>,
    /// Tokens by [`estimate_tokens`].
    pub max_tokens: Option<usize>,
}

/// Which part is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    Head,
    Tail,
    /// Half of the budget for each end.
    #[default]
    HeadTail,
}

/// What is shown of an output, and how much there was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncated<'a> {
    /// The text to show, marker included.
    pub text: Cow<'a, [u8]>,
    /// Whether anything was left out.
    pub truncated: bool,
    /// Bytes of the output that are shown (without the marker).
    pub shown_bytes: usize,
    pub total_bytes: usize,
    /// Lines of which at least a part is shown.
    pub shown_lines: usize,
    pub total_lines: usize,
    /// Bytes left out, always `total_bytes - shown_bytes`.
    pub omitted_bytes: usize,
    /// The first and last line of which something is left out, from 1; `None` when nothing is.
    pub omitted_lines: Option<(usize, usize)>,
}

/// Cuts `output` to `limits`. `stored_at` is the path under which the whole output can be read, for the marker.
pub fn truncate<'a>(output: &'a [u8], limits: &OutputLimits, keep: Keep, stored_at: Option<&str>) -> Truncated<'a> {
    let total_lines = count_lines(output);
    let budget = Budget {
        bytes: limits.max_bytes.unwrap_or(usize::MAX),
        lines: limits.max_lines.unwrap_or(usize::MAX),
        tokens: limits.max_tokens.map_or(u64::MAX, |tokens| tokens as u64 * TOKEN),
    };
    if fits(output, total_lines, &budget) {
        return Truncated {
            text: Cow::Borrowed(output),
            truncated: false,
            shown_bytes: output.len(),
            total_bytes: output.len(),
            shown_lines: total_lines,
            total_lines,
            omitted_bytes: 0,
            omitted_lines: None,
        };
    }
    // The marker's numbers depend on the cut and the cut on the marker's size: reserve for the longest numbers.
    let all = (output.len(), output.len(), total_lines, Some((total_lines, total_lines)));
    let nothing = (0, output.len(), total_lines, None);
    let fitting = [Marker::Whole(stored_at), Marker::Whole(None), Marker::Short].into_iter().find_map(|kind| {
        let longest = kind.text(if matches!(kind, Marker::Short) { nothing } else { all });
        let reserved = Budget { bytes: longest.len() + 2, lines: 1, tokens: cost(longest.as_bytes()) + 2 * TOKEN };
        budget.without(&reserved).map(|left| (left, kind))
    });
    let (content, marker) = match fitting {
        Some((left, marker)) => (left, Some(marker)),
        None => (budget, None),
    };
    let (head, tail) = match keep {
        // Two ends without a word between them would read as one text.
        Keep::HeadTail if marker.is_none() => (head_end(output, &content), output.len()),
        Keep::Head => (head_end(output, &content), output.len()),
        Keep::Tail => (0, tail_start(output, 0, &content)),
        Keep::HeadTail => {
            let head = head_end(output, &content.half());
            let shown = output.get(..head).unwrap_or_default();
            let rest = content.without(&Budget { bytes: shown.len(), lines: count_lines(shown), tokens: cost(shown) });
            (head, rest.map_or(output.len(), |rest| tail_start(output, head, &rest)))
        }
    };
    let (first, last) = (output.get(..head).unwrap_or_default(), output.get(tail..).unwrap_or_default());
    let omitted = output.get(head..tail).unwrap_or_default();
    let first_omitted = first.find_iter(b"\n").count() + 1;
    let omitted_lines =
        (!omitted.is_empty()).then(|| (first_omitted, first_omitted + count_lines(omitted).saturating_sub(1)));
    let shown_bytes = first.len() + last.len();
    let mut text = Vec::with_capacity(shown_bytes + 256);
    text.extend_from_slice(first);
    if let Some(marker) = marker {
        if !first.is_empty() && !first.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend_from_slice(marker.text((shown_bytes, output.len(), total_lines, omitted_lines)).as_bytes());
        text.push(b'\n');
    }
    text.extend_from_slice(last);
    Truncated {
        text: Cow::Owned(text),
        truncated: true,
        shown_bytes,
        total_bytes: output.len(),
        shown_lines: count_lines(first) + count_lines(last),
        total_lines,
        omitted_bytes: omitted.len(),
        omitted_lines,
    }
}

/// What says that something is left out, and how: the longest that fits.
enum Marker<'a> {
    /// What is left out, and where it can be read.
    Whole(Option<&'a str>),
    /// Only how much.
    Short,
}

impl Marker<'_> {
    /// Of bytes shown and all bytes, all lines, and the lines that are left out.
    fn text(&self, (shown, total, total_lines, omitted): (usize, usize, usize, Option<(usize, usize)>)) -> String {
        let (from, to) = omitted.unwrap_or((1, total_lines));
        let Marker::Whole(stored_at) = self else { return format!("[{} bytes left out]", total - shown) };
        let mut out =
            format!("[truncated: {shown} of {total} bytes shown; lines {from}-{to} of {total_lines} left out");
        if let Some(path) = stored_at {
            out.push_str(&format!("; full output in {path}, read on with: sed -n '{from},{to}p' {path}"));
        }
        out.push(']');
        out
    }
}

/// The number of lines; a last line without newline counts.
fn count_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count() + usize::from(!bytes.is_empty() && !bytes.ends_with(b"\n"))
}

#[derive(Debug, Clone, Copy)]
struct Budget {
    bytes: usize,
    lines: usize,
    /// In parts of a token.
    tokens: u64,
}

impl Budget {
    fn without(&self, other: &Budget) -> Option<Budget> {
        Some(Budget {
            bytes: self.bytes.checked_sub(other.bytes)?,
            lines: self.lines.checked_sub(other.lines)?,
            tokens: self.tokens.checked_sub(other.tokens)?,
        })
    }

    fn half(&self) -> Budget {
        Budget { bytes: self.bytes / 2, lines: self.lines.div_ceil(2), tokens: self.tokens / 2 }
    }
}

fn fits(output: &[u8], lines: usize, budget: &Budget) -> bool {
    output.len() <= budget.bytes
        && lines <= budget.lines
        // No byte costs more than a character's most.
        && (output.len() as u64 * MOST <= budget.tokens || cost(output) <= budget.tokens)
}

/// Where the head ends: the longest prefix within the budget, on a line end if that keeps half of it.
fn head_end(output: &[u8], budget: &Budget) -> usize {
    let mut end = 0;
    let mut line_end = 0;
    let mut lines = 0;
    let mut tokens = 0_u64;
    let mut before = Class::Start;
    let mut at_line_start = true;
    for (start, stop, c) in output.char_indices() {
        let class = Class::of(c, output.get(start..stop).unwrap_or_default());
        tokens += u64::from(step(before, class));
        lines += usize::from(at_line_start);
        if stop > budget.bytes || lines > budget.lines || tokens > budget.tokens {
            break;
        }
        at_line_start = c == '\n';
        before = class;
        end = stop;
        if at_line_start {
            line_end = stop;
        }
    }
    if end < output.len() && line_end * 2 >= end { line_end } else { end }
}

/// Where the tail starts, not before `from`: the longest suffix within the budget, on a line start if that keeps half.
fn tail_start(output: &[u8], from: usize, budget: &Budget) -> usize {
    let mut start = output.len();
    let mut line_start = output.len();
    let mut lines = 0;
    let mut tokens = 0_u64;
    let mut rest = output.get(from..).unwrap_or_default();
    // The class of the character after the present one, and what that one costs after nothing.
    let mut after: Option<Class> = None;
    while let Some((c, size)) = last_char(rest) {
        let cut = rest.len() - size;
        let class = Class::of(c, rest.get(cut..).unwrap_or_default());
        let first = u64::from(step(Class::Start, class));
        let joined =
            after.map_or(0, |next| tokens - u64::from(step(Class::Start, next)) + u64::from(step(class, next)));
        let total = joined + first;
        lines += usize::from(c == '\n' || after.is_none());
        let is_line_start = from + cut == 0 || output.get(from + cut - 1) == Some(&b'\n');
        if output.len() - (from + cut) > budget.bytes || total > budget.tokens || lines > budget.lines {
            break;
        }
        tokens = total;
        after = Some(class);
        rest = rest.get(..cut).unwrap_or_default();
        start = from + cut;
        if is_line_start {
            line_start = start;
        }
    }
    let kept = output.len() - start;
    if start > from && (output.len() - line_start) * 2 >= kept { line_start } else { start }
}

fn last_char(bytes: &[u8]) -> Option<(char, usize)> {
    let (c, size) = bstr::decode_last_utf8(bytes);
    (size > 0).then_some((c.unwrap_or(char::REPLACEMENT_CHARACTER), size))
}

/// Parts of a token in which costs are counted.
const TOKEN: u64 = 12;
/// The most that one byte can cost, in those parts.
const MOST: u64 = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Start,
    Lower,
    Upper,
    Digit,
    Space,
    Newline,
    Punctuation,
    /// Letters of alphabets beyond ASCII.
    Letter,
    /// Scripts with about one token a character.
    Ideograph,
    /// Characters beyond the basic plane, such as emoji.
    Rare,
    /// Control characters and bytes that are not UTF-8.
    Raw,
}

impl Class {
    fn of(c: char, bytes: &[u8]) -> Self {
        match c {
            'a'..='z' => Class::Lower,
            'A'..='Z' => Class::Upper,
            '0'..='9' => Class::Digit,
            '\n' => Class::Newline,
            ' ' | '\t' | '\r' => Class::Space,
            '!'..='~' => Class::Punctuation,
            char::REPLACEMENT_CHARACTER if bytes != "\u{fffd}".as_bytes() => Class::Raw,
            c if c.is_control() => Class::Raw,
            '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' => Class::Ideograph,
            c if (c as u32) > 0xffff => Class::Rare,
            _ => Class::Letter,
        }
    }
}

/// What a character costs after another, in twelfths of a token. After `Start` it costs the most, so that parts put together
/// never cost more than apart.
fn step(before: Class, class: Class) -> u8 {
    match (before, class) {
        (Class::Lower | Class::Upper, Class::Lower) => 2,
        (Class::Upper, Class::Upper) => 4,
        (Class::Digit, Class::Digit) => 4,
        (Class::Lower, Class::Upper | Class::Digit)
        | (Class::Upper, Class::Digit)
        | (Class::Digit, Class::Lower | Class::Upper) => 11,
        // A blank is part of the word that follows it.
        (Class::Space | Class::Newline, Class::Lower | Class::Upper) => 8,
        (Class::Start | Class::Space, Class::Space) => 2,
        (_, Class::Space) => 1,
        (Class::Newline, Class::Newline) => 3,
        (_, Class::Newline) => 8,
        (Class::Punctuation, Class::Punctuation) => 6,
        (_, Class::Punctuation) => 10,
        (Class::Letter, Class::Letter) => 5,
        (_, Class::Letter) => 10,
        (_, Class::Ideograph) => 14,
        (_, Class::Rare) => 26,
        _ => 12,
    }
}

fn cost(bytes: &[u8]) -> u64 {
    let mut total = 0;
    let mut before = Class::Start;
    for (start, end, c) in bytes.char_indices() {
        let class = Class::of(c, bytes.get(start..end).unwrap_or_default());
        total += u64::from(step(before, class));
        before = class;
    }
    total
}

/// How many tokens a model is likely to make of the text: a fixed estimate, the same on every machine.
///
/// English prose comes to about 4.5 bytes a token, code to 3, base64 to 2, and Chinese to a little over one token a
/// character. It is no tokenizer; expect 20 % either way.
pub fn estimate_tokens(bytes: &[u8]) -> usize {
    usize::try_from(cost(bytes).div_ceil(TOKEN)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn limits(bytes: Option<usize>, lines: Option<usize>, tokens: Option<usize>) -> OutputLimits {
        OutputLimits { max_bytes: bytes, max_lines: lines, max_tokens: tokens }
    }

    fn numbers(to: usize) -> Vec<u8> {
        (1..=to).flat_map(|number| format!("{number}\n").into_bytes()).collect()
    }

    #[test]
    fn short_output_passes_untouched() {
        let whole = truncate(b"a\nb", &limits(Some(3), Some(2), Some(100)), Keep::Head, None);
        assert!(!whole.truncated && matches!(whole.text, Cow::Borrowed(b"a\nb")));
        assert_eq!((whole.total_lines, whole.omitted_lines), (2, None));
        assert!(!truncate(b"", &limits(Some(0), Some(0), Some(0)), Keep::Head, None).truncated);
    }

    #[test]
    fn b218_a_long_result_is_bounded_and_says_where_the_rest_is() {
        let output = numbers(400_000);
        let cut = truncate(&output, &limits(Some(32_768), None, None), Keep::HeadTail, Some("/tmp/out.txt"));
        let text = String::from_utf8(cut.text.to_vec()).expect("UTF-8");
        assert!(text.len() <= 32_768);
        assert!(text.starts_with("1\n2\n") && text.ends_with("399999\n400000\n"));
        let (from, to) = cut.omitted_lines.expect("something is left out");
        assert!(text.contains(&format!("sed -n '{from},{to}p' /tmp/out.txt")), "{text}");
        assert!(text.contains(&format!("{} of {} bytes", cut.shown_bytes, output.len())));
        assert!(text.contains(&format!("\n{}\n[truncated", from - 1)) && text.contains(&format!("]\n{}\n", to + 1)));
        assert_eq!(cut.shown_bytes + cut.omitted_bytes, output.len());
    }

    #[test]
    fn b222_every_limit_holds_whichever_comes_first() {
        let output = numbers(5_000);
        for keep in [Keep::Head, Keep::Tail, Keep::HeadTail] {
            let cut = truncate(&output, &limits(Some(2_000), None, Some(500)), keep, None);
            assert!(cut.text.len() <= 2_000 && estimate_tokens(&cut.text) <= 500, "{keep:?}");
            assert!(cut.shown_bytes > 500, "{keep:?} {}", cut.shown_bytes);
            let cut = truncate(&output, &limits(None, Some(50), None), keep, None);
            assert_eq!(cut.text.lines().count(), 50, "{keep:?}");
            assert_eq!(cut.shown_lines, 49, "{keep:?}");
        }
        let none = truncate(&output, &limits(Some(0), None, None), Keep::Head, None);
        assert!(none.truncated && none.text.is_empty() && none.omitted_bytes == output.len());
    }

    #[test]
    fn b224_tokens_follow_density_and_characters_stay_whole() {
        let chinese = "漢字かな交じり文".repeat(1_700);
        let base64 = "aGVsbG8gd29ybGQhIEhvdyBhcmUgeW91Pz8K".repeat(1_100);
        let prose = "the quick brown fox jumps over the lazy dog and runs away ".repeat(700);
        let ratio = |text: &str| text.len() as f64 / estimate_tokens(text.as_bytes()) as f64;
        assert!((2.0..3.2).contains(&ratio(&chinese)), "{}", ratio(&chinese));
        assert!((1.2..2.5).contains(&ratio(&base64)), "{}", ratio(&base64));
        assert!((3.5..5.5).contains(&ratio(&prose)), "{}", ratio(&prose));
        for text in [&chinese, &base64, &prose] {
            for keep in [Keep::Head, Keep::Tail, Keep::HeadTail] {
                let cut = truncate(text.as_bytes(), &limits(None, None, Some(1_000)), keep, None);
                assert!(std::str::from_utf8(&cut.text).is_ok());
                let tokens = estimate_tokens(&cut.text);
                assert!((800..=1_000).contains(&tokens), "{keep:?} {tokens}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

        #[test]
        fn limits_hold_and_counts_add_up(
            text in "[a-z0-9 \n漢é😀]{0,300}",
            raw in proptest::collection::vec(any::<u8>(), 0..60),
            (bytes, lines, tokens) in (0..400_usize, 0..20_usize, 0..120_usize),
            keep in prop::sample::select(vec![Keep::Head, Keep::Tail, Keep::HeadTail]),
        ) {
            for output in [text.as_bytes(), &raw[..]] {
                let cut = truncate(output, &limits(Some(bytes), Some(lines), Some(tokens)), keep, None);
                prop_assert!(cut.text.len() <= bytes);
                prop_assert!(count_lines(&cut.text) <= lines);
                prop_assert!(estimate_tokens(&cut.text) <= tokens);
                prop_assert_eq!(cut.shown_bytes + cut.omitted_bytes, output.len());
                prop_assert_eq!(cut.truncated, cut.omitted_bytes > 0);
            }
            let cut = truncate(text.as_bytes(), &limits(Some(bytes), None, None), keep, None);
            prop_assert!(std::str::from_utf8(&cut.text).is_ok());
        }
    }
}
