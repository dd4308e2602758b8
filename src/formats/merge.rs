//! Three-way merging of text by lines, as `git merge-file` does it.
//!
//! What both sides changed, or changed side by side without an unchanged line between them, is a conflict unless both
//! made the same of it. A conflict is cut down to the lines in which the sides differ; conflicts with at most three
//! common lines between them are one.

use std::ops::Range;

use super::diff::{Changed, changed_lines, is_binary};

/// What becomes of conflicting lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Favour {
    /// Both versions between `<<<<<<< ours`, `=======` and `>>>>>>> theirs`.
    Markers,
    Ours,
    Theirs,
}

/// A merged text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub text: Vec<u8>,
    /// How many places conflicted.
    pub conflicts: usize,
}

/// Conflicts with so many common lines between them, or fewer, become one.
const JOINED: usize = 3;

/// Merges what `ours` and `theirs` made of `base`. `None` when one of the three is binary (a NUL in its first 8,000
/// bytes): then there are no lines to speak of.
pub fn merge_text(base: &[u8], ours: &[u8], theirs: &[u8], favour: Favour) -> Option<Merged> {
    if [base, ours, theirs].into_iter().any(is_binary) {
        return None;
    }
    let [base, ours, theirs] = [base, ours, theirs].map(lines);
    let mine = changed_lines(&base, &ours);
    let other = changed_lines(&base, &theirs);
    let line_end = if ends_with_cr(&ours) && ends_with_cr(&theirs) { &b"\r\n"[..] } else { b"\n" };
    let mut writer = Writer { text: Vec::new(), conflicts: 0, favour, line_end };
    let mut at = 0;
    for part in parts(&mine, &other, &ours, &theirs) {
        // Between the parts both sides have the same lines.
        writer.lines(slice(&ours, &(at..part.ours.start)));
        at = part.ours.end;
        let (mine, other) = (slice(&ours, &part.ours), slice(&theirs, &part.theirs));
        match part.by {
            By::Us => writer.lines(mine),
            By::Them => writer.lines(other),
            By::Both => writer.conflict(mine, other),
        }
    }
    writer.lines(slice(&ours, &(at..ours.len())));
    Some(Merged { text: writer.text, conflicts: writer.conflicts })
}

/// Who changed something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Us,
    Them,
    /// Differently: a conflict.
    Both,
}

/// Lines in which the sides differ.
struct Part {
    ours: Range<usize>,
    theirs: Range<usize>,
    by: By,
}

/// The parts in order, conflicts cut down and joined.
fn parts(mine: &[Changed], other: &[Changed], ours: &[&[u8]], theirs: &[&[u8]]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let Some(region) = Region::next(mine, other, &mut i, &mut j) {
        let (a, b) = (slice(ours, &region.ours), slice(theirs, &region.theirs));
        match (region.by_us, region.by_them) {
            (true, false) => parts.push(Part { ours: region.ours, theirs: region.theirs, by: By::Us }),
            (false, true) => parts.push(Part { ours: region.ours, theirs: region.theirs, by: By::Them }),
            _ if a == b => {}
            _ => {
                for (c, d) in changed_lines(a, b) {
                    let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
                    let (c, d) = (shifted(c, region.ours.start), shifted(d, region.theirs.start));
                    match parts.last_mut() {
                        Some(last) if last.by == By::Both && c.start - last.ours.end <= JOINED => {
                            (last.ours.end, last.theirs.end) = (c.end, d.end);
                        }
                        _ => parts.push(Part { ours: c, theirs: d, by: By::Both }),
                    }
                }
            }
        }
    }
    parts
}

/// Lines with their LF; the last one may lack it.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn slice<'a, 'b>(lines: &'a [&'b [u8]], range: &Range<usize>) -> &'a [&'b [u8]] {
    lines.get(range.clone()).unwrap_or_default()
}

/// Whether the first line ends with CR LF.
fn ends_with_cr(lines: &[&[u8]]) -> bool {
    lines.first().is_some_and(|line| line.ends_with(b"\r\n"))
}

/// Changes of one or both sides that overlap or touch, and what each side has in their place.
struct Region {
    ours: Range<usize>,
    theirs: Range<usize>,
    by_us: bool,
    by_them: bool,
}

impl Region {
    /// The next region; `i` and `j` count the changes of each side that were used.
    fn next(mine: &[Changed], other: &[Changed], i: &mut usize, j: &mut usize) -> Option<Region> {
        let start = match (mine.get(*i), other.get(*j)) {
            (Some(a), Some(b)) => a.0.start.min(b.0.start),
            (Some(change), None) | (None, Some(change)) => change.0.start,
            (None, None) => return None,
        };
        let (first_mine, first_other) = (*i, *j);
        let mut end = start;
        loop {
            let grown = match (mine.get(*i), other.get(*j)) {
                (Some(change), _) if change.0.start <= end => {
                    *i += 1;
                    change.0.end
                }
                (_, Some(change)) if change.0.start <= end => {
                    *j += 1;
                    change.0.end
                }
                _ => break,
            };
            end = end.max(grown);
        }
        let base = start..end;
        Some(Region {
            ours: place(mine, first_mine..*i, &base),
            theirs: place(other, first_other..*j, &base),
            by_us: *i > first_mine,
            by_them: *j > first_other,
        })
    }
}

/// Where a side has what stands for a range of base lines that no change of it crosses the edge of.
fn place(changes: &[Changed], used: Range<usize>, base: &Range<usize>) -> Range<usize> {
    // The edge behind a change, in base and side, moves along unchanged lines by equal steps.
    let edge = |before: usize, line: usize| match before.checked_sub(1).and_then(|last| changes.get(last)) {
        Some((old, new)) => new.end + line.saturating_sub(old.end),
        None => line,
    };
    edge(used.start, base.start)..edge(used.end, base.end)
}

struct Writer<'a> {
    text: Vec<u8>,
    conflicts: usize,
    favour: Favour,
    line_end: &'a [u8],
}

impl Writer<'_> {
    fn lines(&mut self, lines: &[&[u8]]) {
        // A line without its end is the last one of its side, but perhaps not of the result.
        if !lines.is_empty() && !self.text.is_empty() && !self.text.ends_with(b"\n") {
            self.text.extend_from_slice(self.line_end);
        }
        lines.iter().for_each(|line| self.text.extend_from_slice(line));
    }

    fn mark(&mut self, mark: &[u8]) {
        self.lines(&[mark, self.line_end]);
    }

    fn conflict(&mut self, mine: &[&[u8]], other: &[&[u8]]) {
        self.conflicts += 1;
        match self.favour {
            Favour::Ours => self.lines(mine),
            Favour::Theirs => self.lines(other),
            Favour::Markers => {
                self.mark(b"<<<<<<< ours");
                self.lines(mine);
                self.mark(b"=======");
                self.lines(other);
                self.mark(b">>>>>>> theirs");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> (String, usize) {
        let merged = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Favour::Markers).expect("text");
        (String::from_utf8(merged.text).expect("UTF-8"), merged.conflicts)
    }

    #[test]
    fn changes_apart_from_each_other_are_both_taken() {
        let base = "1\n2\n3\n4\n5\n";
        assert_eq!(merged(base, "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n"), ("one\n2\n3\n4\nfive\n".into(), 0));
        assert_eq!(merged(base, "0\n1\n2\n3\n4\n5\n", "1\n2\n4\n5\n"), ("0\n1\n2\n4\n5\n".into(), 0));
        assert_eq!(merged(base, base, "x\n"), ("x\n".into(), 0));
        assert_eq!(merged(base, "1\n2\nx\n4\n5\n", "1\n2\nx\n4\n5\n"), ("1\n2\nx\n4\n5\n".into(), 0));
    }

    #[test]
    fn changes_of_the_same_lines_conflict() {
        let (text, conflicts) = merged("1\n2\n3\n", "1\nours\n3\n", "1\ntheirs\n3\n");
        assert_eq!(text, "1\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n3\n");
        assert_eq!(conflicts, 1);
        // Side by side, with no unchanged line between.
        assert_eq!(merged("1\n2\n", "a\n2\n", "1\nb\n").1, 1);
        // The last line without its end, and CR LF.
        assert_eq!(merged("1", "2", "3").0, "<<<<<<< ours\n2\n=======\n3\n>>>>>>> theirs\n");
        assert_eq!(merged("1\r\n", "2\r\n", "3\r\n").0, "<<<<<<< ours\r\n2\r\n=======\r\n3\r\n>>>>>>> theirs\r\n");
    }

    #[test]
    fn a_side_can_be_favoured_where_they_conflict() {
        let (base, ours, theirs) = (b"1\n2\n3\n4\n5\n", b"a\n2\n3\n4\n5\n", b"b\n2\n3\n4\nfive\n");
        let text = |favour| merge_text(base, ours, theirs, favour).expect("text");
        assert_eq!(text(Favour::Ours), Merged { text: b"a\n2\n3\n4\nfive\n".to_vec(), conflicts: 1 });
        assert_eq!(text(Favour::Theirs), Merged { text: b"b\n2\n3\n4\nfive\n".to_vec(), conflicts: 1 });
        assert_eq!(merge_text(b"\0", b"a", b"b", Favour::Ours), None);
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let line = prop::sample::select(vec![&b"a\n"[..], b"b\n", b"c\n", b"d\n", b"e\n", b"\n", b"f\n", b"g\n"]);
        (proptest::collection::vec(line, 0..14), any::<bool>()).prop_map(|(lines, ended)| {
            let mut text = lines.concat();
            if !ended {
                text.pop();
            }
            text
        })
    }

    /// Some changes of a text's lines.
    fn changed(text: &[u8], changes: &[(usize, usize, u8)]) -> Vec<u8> {
        let mut all: Vec<Vec<u8>> = lines(text).iter().map(|line| line.to_vec()).collect();
        for (at, remove, insert) in changes {
            let at = at % (all.len() + 1);
            let end = (at + remove).min(all.len());
            let new = (0..insert % 3).map(|n| vec![b'A' + (insert + n) % 8, b'\n']);
            all.splice(at..end, new);
        }
        all.concat()
    }

    fn changes() -> impl Strategy<Value = Vec<(usize, usize, u8)>> {
        proptest::collection::vec((0..16_usize, 0..3_usize, any::<u8>()), 0..3)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

        #[test]
        fn an_unchanged_side_gives_the_other(base in text(), other in text()) {
            for favour in [Favour::Markers, Favour::Ours, Favour::Theirs] {
                let expected = Some(Merged { text: other.clone(), conflicts: 0 });
                prop_assert_eq!(merge_text(&base, &base, &other, favour), expected.clone());
                prop_assert_eq!(merge_text(&base, &other, &base, favour), expected.clone());
                prop_assert_eq!(merge_text(&base, &other, &other, favour), expected);
            }
        }

        #[test]
        fn sides_are_symmetrical(base in text(), a in changes(), b in changes()) {
            let (a, b) = (changed(&base, &a), changed(&base, &b));
            let ours = merge_text(&base, &a, &b, Favour::Ours).expect("text");
            let theirs = merge_text(&base, &b, &a, Favour::Theirs).expect("text");
            if ours.conflicts == 0 {
                prop_assert_eq!(ours, theirs);
            }
        }
    }

    /// What git makes of it, and its exit status; `None` where git is not installed.
    fn by_git(folder: &std::path::Path, base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<(Vec<u8>, Option<i32>)> {
        for (name, text) in [("ours", ours), ("base", base), ("theirs", theirs)] {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        let git = Command::new("git").args(["merge-file", "-p", "ours", "base", "theirs"]).current_dir(folder).output();
        git.ok().map(|output| (output.stdout, output.status.code()))
    }

    #[test]
    fn merges_as_git_merge_file() {
        let folder = std::env::temp_dir().join(format!("mem-sandbox-merge-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut runner = TestRunner::deterministic();
        let (mut compared, mut conflicting, mut different) = (0, 0, Vec::new());
        for _ in 0..250 {
            let value = (text(), changes(), changes()).new_tree(&mut runner).expect("a value").current();
            let (base, a, b) = (&value.0, changed(&value.0, &value.1), changed(&value.0, &value.2));
            let Some(git) = by_git(&folder, base, &a, &b) else {
                eprintln!("git is not on this machine: not checked");
                break;
            };
            let mine = merge_text(base, &a, &b, Favour::Markers).expect("text");
            compared += 1;
            conflicting += usize::from(mine.conflicts > 0);
            if git != (mine.text.clone(), Some(mine.conflicts as i32)) {
                different.push((bstr::BString::from(git.0), bstr::BString::from(mine.text)));
            }
        }
        std::fs::remove_dir_all(&folder).expect("removed");
        // Where lines repeat, two shortest diffs may exist, and git's and ours need not be the same one.
        assert!(different.len() * 100 <= compared, "{different:?}");
        assert!(compared == 0 || conflicting > 15);
    }
}
