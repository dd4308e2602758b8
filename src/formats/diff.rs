//! Unified diffs as git prints them.
//!
//! The changes come from `imara-diff` (Myers with git's indentation heuristic); the printing is ours, since lines are
//! bytes here and the last one may lack its newline. Paths are quoted like git does with `core.quotePath=false`: only
//! control characters, quotes and backslashes are escaped.

use imara_diff::{Algorithm, Diff, InternedInput, Token};
use sha1::{Digest, Sha1};

/// git looks at this many bytes for a NUL to tell a binary file.
const BINARY_WINDOW: usize = 8_000;
/// The longest line heading that git shows behind `@@`, in bytes.
const HEADING: usize = 80;

/// One file before and after.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileDiff<'a> {
    /// The path before; `None` when the file is new.
    pub old_path: Option<&'a [u8]>,
    /// The path after; `None` when the file is gone.
    pub new_path: Option<&'a [u8]>,
    pub old: &'a [u8],
    pub new: &'a [u8],
    /// Permission bits before; default 0, which stands for `0o644`.
    pub old_mode: u16,
    /// Permission bits after; default 0, which stands for `0o644`.
    pub new_mode: u16,
    /// The side before is a symbolic link, and `old` its target.
    pub old_link: bool,
    /// The side after is a symbolic link, and `new` its target.
    pub new_link: bool,
    /// Print the `index` line, with git's ids of both contents in full.
    pub index: bool,
    /// Unchanged lines shown around a change.
    pub context: usize,
}

/// The diff of one file with git's header lines; empty when nothing changed.
///
/// `/dev/null` as a path says that the file is not there on that side.
pub fn unified_diff(path_a: &[u8], path_b: &[u8], old: &[u8], new: &[u8], context: usize) -> Vec<u8> {
    let path = |path| (path != b"/dev/null").then_some(path);
    file_diff(&FileDiff { old_path: path(path_a), new_path: path(path_b), old, new, context, ..FileDiff::default() })
}

/// The diff of one file with git's header lines; empty when nothing changed.
///
/// Binary contents (a NUL in the first 8,000 bytes) are only said to differ. The two sides are of one kind: git says a
/// file that becomes a link as two diffs.
pub fn file_diff(file: &FileDiff<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let Some(any) = file.old_path.or(file.new_path) else {
        return out;
    };
    let (old_path, new_path) = (file.old_path.unwrap_or(any), file.new_path.unwrap_or(any));
    let mode = |link: bool, bits: u16| match (link, bits & 0o111) {
        (true, _) => "120000",
        (false, 0) => "100644",
        (false, _) => "100755",
    };
    let (old_mode, new_mode) = (mode(file.old_link, file.old_mode), mode(file.new_link, file.new_mode));
    let exists = (file.old_path.is_some(), file.new_path.is_some());
    let renamed = old_path != new_path;
    let changed = file.old != file.new;
    if exists == (true, true) && !renamed && !changed && old_mode == new_mode {
        return out;
    }
    // Without `---` and `+++` lines this one line names the file, and GNU patch ends a bare name at a blank.
    let only_name = !changed || file.old.is_empty() && file.new.is_empty();
    let name = |prefix: &[u8], path: &[u8]| {
        if only_name && path.contains(&b' ') { in_quotes(prefix, path) } else { quoted(prefix, path) }
    };
    out.extend_from_slice(b"diff --git ");
    out.extend(name(b"a/", old_path));
    out.push(b' ');
    out.extend(name(b"b/", new_path));
    out.push(b'\n');
    let mut line = |text: &str, path: &[u8]| {
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(path);
        out.push(b'\n');
    };
    match exists {
        (false, _) => line("new file mode ", new_mode.as_bytes()),
        (_, false) => line("deleted file mode ", old_mode.as_bytes()),
        _ => {
            if old_mode != new_mode {
                line("old mode ", old_mode.as_bytes());
                line("new mode ", new_mode.as_bytes());
            }
            if renamed && !changed {
                line("similarity index 100%", b"");
            }
            if renamed {
                line("rename from ", &quoted(b"", old_path));
                line("rename to ", &quoted(b"", new_path));
            }
        }
    }
    if file.index && (changed || exists != (true, true)) {
        let id = |exists: bool, content: &[u8]| if exists { blob_id(content) } else { "0".repeat(40) };
        let mode = if exists == (true, true) && old_mode == new_mode { format!(" {new_mode}") } else { String::new() };
        let ids = format!("{}..{}{mode}", id(exists.0, file.old), id(exists.1, file.new));
        line("index ", ids.as_bytes());
    }
    if !changed {
        return out;
    }
    let side = |exists: bool, prefix: &[u8], path: &[u8]| -> Vec<u8> {
        if !exists {
            return b"/dev/null".to_vec();
        }
        let mut name = quoted(prefix, path);
        // The TAB tells readers where a name with blanks ends.
        if name.contains(&b' ') && name.first() != Some(&b'"') {
            name.push(b'\t');
        }
        name
    };
    if is_binary(file.old) || is_binary(file.new) {
        let bare = |mut name: Vec<u8>| {
            name.truncate(name.len() - usize::from(name.ends_with(b"\t")));
            name
        };
        let (old, new) = (bare(side(exists.0, b"a/", old_path)), bare(side(exists.1, b"b/", new_path)));
        let text = [b"Binary files ".as_slice(), &old, b" and ", &new, b" differ\n"].concat();
        out.extend_from_slice(&text);
        return out;
    }
    line("--- ", &side(exists.0, b"a/", old_path));
    line("+++ ", &side(exists.1, b"b/", new_path));
    hunks(file.old, file.new, file.context, &mut out);
    out
}

/// Whether git would call the content binary.
pub fn is_binary(content: &[u8]) -> bool {
    memchr::memchr(0, content.get(..BINARY_WINDOW).unwrap_or(content)).is_some()
}

/// The name by which git knows a content: SHA-1 over a header and the bytes, in hex.
fn blob_id(content: &[u8]) -> String {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", content.len()));
    hasher.update(content);
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What git does not print bare in a path.
fn special(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\' | 0x7f)
}

/// A path with its prefix, quoted where git quotes it.
fn quoted(prefix: &[u8], path: &[u8]) -> Vec<u8> {
    if path.iter().any(|byte| special(*byte)) { in_quotes(prefix, path) } else { [prefix, path].concat() }
}

/// A path with its prefix in quotes, as C writes strings.
fn in_quotes(prefix: &[u8], path: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for &byte in prefix.iter().chain(path) {
        let short = match byte {
            7 => b'a',
            8 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            11 => b'v',
            12 => b'f',
            b'\r' => b'r',
            b'"' | b'\\' => byte,
            _ if special(byte) => {
                out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
                continue;
            }
            _ => {
                out.push(byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', short]);
    }
    out.push(b'"');
    out
}

/// Lines with their LF, as tokens.
struct ByteLines<'a>(&'a [u8]);

impl<'a> imara_diff::TokenSource for ByteLines<'a> {
    type Token = &'a [u8];
    type Tokenizer = std::vec::IntoIter<&'a [u8]>;
    fn tokenize(&self) -> Self::Tokenizer {
        self.0.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>().into_iter()
    }
    fn estimate_tokens(&self) -> u32 {
        u32::try_from(self.0.len() / 32).unwrap_or(u32::MAX)
    }
}

/// Lines that were replaced, and the lines in their place, counted from 0.
pub(super) type Changed = (std::ops::Range<usize>, std::ops::Range<usize>);

fn ranges(diff: &Diff) -> Vec<Changed> {
    let wide = |range: std::ops::Range<u32>| range.start as usize..range.end as usize;
    diff.hunks().map(|hunk| (wide(hunk.before), wide(hunk.after))).collect()
}

/// What changed between two lists of lines, in order; two changes never touch. Without the heuristics that make a diff
/// read better, as git merges.
pub(super) fn changed_lines(old: &[&[u8]], new: &[&[u8]]) -> Vec<Changed> {
    let mut input: InternedInput<&[u8]> = InternedInput::default();
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_no_heuristic(&input);
    ranges(&diff)
}

/// Prints the hunks of two contents: `@@` lines and marked lines.
pub fn hunks(old: &[u8], new: &[u8], context: usize, out: &mut Vec<u8>) {
    let input = InternedInput::new(ByteLines(old), ByteLines(new));
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let changes: Vec<Changed> = ranges(&diff);
    let text = |token: Token| input.interner[token];
    let mut heading = Heading::default();
    let mut first = 0;
    while let Some(start) = changes.get(first) {
        // Changes whose context would touch or overlap share a hunk.
        let mut last = first;
        while let (Some(this), Some(next)) = (changes.get(last), changes.get(last + 1)) {
            if next.0.start - this.0.end > context.saturating_mul(2) {
                break;
            }
            last += 1;
        }
        let end = &changes[last];
        let before = context.min(start.0.start);
        let after = context.min(input.before.len() - end.0.end);
        let old_range = start.0.start - before..end.0.end + after;
        let new_range = start.1.start - before..end.1.end + after;
        out.extend_from_slice(format!("@@ -{} +{} @@", range(&old_range), range(&new_range)).as_bytes());
        let found = heading.before(old_range.start, |line| text(input.before[line]));
        if !found.is_empty() {
            out.push(b' ');
            out.extend_from_slice(found);
        }
        out.push(b'\n');
        let mut at = old_range.start;
        for change in &changes[first..=last] {
            for line in at..change.0.start {
                print(out, b' ', text(input.before[line]));
            }
            for line in change.0.clone() {
                print(out, b'-', text(input.before[line]));
            }
            for line in change.1.clone() {
                print(out, b'+', text(input.after[line]));
            }
            at = change.0.end;
        }
        for line in at..old_range.end {
            print(out, b' ', text(input.before[line]));
        }
        first = last + 1;
    }
}

fn print(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

/// A range as hunk headers write it: the count only when it is not 1, and the line before an empty range.
fn range(lines: &std::ops::Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// The last line before a hunk that starts with a letter, `_` or `$`: what git shows behind `@@`.
#[derive(Default)]
struct Heading<'a> {
    seen: usize,
    text: &'a [u8],
}

impl<'a> Heading<'a> {
    fn before(&mut self, end: usize, line: impl Fn(usize) -> &'a [u8]) -> &'a [u8] {
        let found = (self.seen..end)
            .rev()
            .map(line)
            .find(|line| line.first().is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'));
        if let Some(line) = found {
            let cut = line.get(..HEADING).unwrap_or(line);
            self.text = cut.trim_ascii_end();
        }
        self.seen = self.seen.max(end);
        self.text
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use proptest::prelude::*;

    use super::*;
    use crate::patch::{PatchOptions, PatchSource, SourceError, plan_patch};

    struct One(Option<Vec<u8>>);
    impl PatchSource for One {
        fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError> {
            let known = path == b"/workspace/f x";
            Ok(self.0.clone().filter(|_| known).map(Bytes::from))
        }
    }

    fn text(old: &str, new: &str, context: usize) -> String {
        String::from_utf8(unified_diff(b"f", b"f", old.as_bytes(), new.as_bytes(), context)).expect("UTF-8")
    }

    #[test]
    fn prints_as_git_does() {
        // git diff --no-index (2.39) of the same contents, without the index line.
        assert_eq!(
            text("a\nb\nc", "a\nB\nc\n", 3),
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n-c\n\\ No newline at end of file\n+B\n+c\n"
        );
        assert_eq!(text("a\n", "", 3), "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-a\n");
        assert_eq!(text("", "a\nb\n", 3), "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(
            text("def f():\n 1\n 2\n 3\n 4\n", "def f():\n 1\n 2\n 3\n 5\n", 1),
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -4,2 +4,2 @@ def f():\n  3\n- 4\n+ 5\n"
        );
        assert_eq!(
            text("a\nb\nc\nd\n", "a\nx\nb\nc\nd\n", 0),
            "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,0 +2 @@ a\n+x\n"
        );
        assert_eq!(text("same\n", "same\n", 3), "");
    }

    #[test]
    fn headers_say_what_happens_to_the_file() {
        let new = unified_diff(b"/dev/null", b"n", b"", b"x\n", 3);
        assert_eq!(new, b"diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n");
        let gone = unified_diff(b"n", b"/dev/null", b"", b"", 3);
        assert_eq!(gone, b"diff --git a/n b/n\ndeleted file mode 100644\n");
        let moved = unified_diff(b"a b", b"c", b"x\n", b"x\n", 3);
        assert_eq!(moved, b"diff --git \"a/a b\" b/c\nsimilarity index 100%\nrename from a b\nrename to c\n");
        let odd = unified_diff(b"t\t\"\x01", b"t\t\"\x01", b"x\n", b"y\n", 3);
        assert!(odd.starts_with(b"diff --git \"a/t\\t\\\"\\001\" \"b/t\\t\\\"\\001\"\n"));
        let spaced = unified_diff(b"f x", b"f x", b"x\n", b"y\n", 3);
        assert!(spaced.starts_with(b"diff --git a/f x b/f x\n--- a/f x\t\n+++ b/f x\t\n"));
        let binary = unified_diff(b"f", b"f", b"\0", b"y\n", 3);
        assert_eq!(binary, b"diff --git a/f b/f\nBinary files a/f and b/f differ\n");
        let mode =
            file_diff(&FileDiff { old_path: Some(b"f"), new_path: Some(b"f"), new_mode: 0o755, ..FileDiff::default() });
        assert_eq!(mode, b"diff --git a/f b/f\nold mode 100644\nnew mode 100755\n");
    }

    fn content() -> impl Strategy<Value = Vec<u8>> {
        let line = prop::sample::select(vec![
            &b"a"[..],
            b"b",
            b"c",
            b"",
            b"d ",
            b"\te",
            b"-- x",
            b"++ y",
            b"@@ -1 +1 @@",
            b"\xff\xfe",
            b"f\r",
            b"*** z",
            b"g\rh",
        ]);
        let ending = prop::sample::select(vec![&b"\n"[..], b"\n", b"\r\n"]);
        (proptest::collection::vec((line, ending), 0..14), any::<bool>()).prop_map(|(lines, terminated)| {
            let mut out: Vec<u8> = lines.iter().flat_map(|(line, ending)| [*line, *ending].concat()).collect();
            if !terminated {
                out.pop();
            }
            out
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

        #[test]
        fn a_printed_diff_applies_to_its_old_side(old in content(), new in content(), context in 1..4_usize) {
            let diff = unified_diff(b"f x", b"f x", &old, &new, context);
            prop_assume!(old != new);
            let plan = plan_patch(&diff, &One(Some(old)), &PatchOptions::default());
            let plan = plan.map_err(|error| TestCaseError::fail(format!("{error}\n{}", String::from_utf8_lossy(&diff))))?;
            let after = plan.files[0].content.as_deref();
            prop_assert_eq!(after, Some(&new[..]), "{}", String::from_utf8_lossy(&diff));
            // Nothing was guessed.
            prop_assert!(plan.files[0].notes.is_empty(), "{:?}", plan.files[0].notes);
        }

        #[test]
        fn creation_and_deletion_apply(content in content()) {
            let diff = unified_diff(b"/dev/null", b"f x", b"", &content, 3);
            let plan = plan_patch(&diff, &One(None), &PatchOptions::default()).expect("creates");
            prop_assert_eq!(plan.files[0].content.as_deref(), Some(&content[..]));
            let diff = unified_diff(b"f x", b"/dev/null", &content, b"", 3);
            let plan = plan_patch(&diff, &One(Some(content)), &PatchOptions::default()).expect("deletes");
            prop_assert_eq!(plan.files[0].content.as_deref(), None);
        }
    }
}
