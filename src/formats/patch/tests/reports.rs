//! Cases from users' reports, by their numbers in `__test__/conformance/api-cases.md`.

use super::{Files, PatchOptions, apply, patched, plan_patch, unified, update};
use crate::error::MismatchReason;
use crate::patch::Ambiguity;

const CLASSES: &str = "class A:\n    def search():\n        pass\n\nclass B:\n    def search():\n        pass\n\nclass C:\n    def search():\n        pass\n";

#[test]
fn b195_missing_final_newline_stays_missing() {
    assert_eq!(patched("a\nb", &update("@@\n-a\n+A\n")).as_deref(), Ok("A\nb"));
    assert_eq!(patched("a\nb", &update("@@\n-b\n+B\n")).as_deref(), Ok("a\nB"));
    assert_eq!(patched("a\nb", &update("@@\n b\n+c\n")).as_deref(), Ok("a\nb\nc"));
    assert_eq!(patched("a\nb", &update("@@\n a\n-b\n")).as_deref(), Ok("a"));
    assert_eq!(patched("a\nb", &unified("@@ -1 +1 @@\n-a\n+A\n")).as_deref(), Ok("A\nb"));
    assert_eq!(patched("a\nb", &unified("@@ -2 +2 @@\n-b\n+B\n")).as_deref(), Ok("a\nB"));
    assert_eq!(patched("a\r\nb", &update("@@\n-b\n+B\n+C\n")).as_deref(), Ok("a\r\nB\r\nC"));
}

#[test]
fn b196_final_blank_line_stays() {
    let mut files = Files::new([("f", "alpha\nbeta\n\n")]);
    let plan = apply(&mut files, &update("@@\n-alpha\n+ALPHA\n")).expect("applies");
    assert_eq!(files.text("f").as_deref(), Some("ALPHA\nbeta\n\n"));
    assert_eq!((plan.files[0].added, plan.files[0].removed), (1, 1));
}

#[test]
fn b197_dominant_line_ending_is_kept() {
    assert_eq!(patched("a\r\nb\r\n", &update("@@\n a\n+x\n")).as_deref(), Ok("a\r\nx\r\nb\r\n"));
    assert_eq!(patched("a\r\nb\r\n", &unified("@@ -1 +1,2 @@\n a\n+x\n")).as_deref(), Ok("a\r\nx\r\nb\r\n"));
    // Mixed: untouched lines keep theirs, the added one takes the majority's.
    assert_eq!(patched("a\r\nb\nc\r\n", &update("@@\n c\n+x\n")).as_deref(), Ok("a\r\nb\nc\r\nx\r\n"));
}

#[test]
fn b199_stacked_anchors_choose_the_method() {
    for anchor in ["@@ class B:\n@@     def search():\n", "@@ class B\n@@ def search():\n"] {
        let after = patched(CLASSES, &update(&format!("{anchor}-        pass\n+        return 1\n"))).expect("applies");
        let expected =
            CLASSES.replacen("pass", "first", 1).replacen("pass", "return 1", 1).replacen("first", "pass", 1);
        assert_eq!(after, expected);
    }
}

#[test]
fn b200_partly_matched_anchors_are_refused() {
    let error = patched(CLASSES, &update("@@ class B:\n@@ def missing():\n-        pass\n+        x\n")).unwrap_err();
    assert_eq!(error.code(), "PATCH_CONTEXT_MISMATCH");
    assert!(error.to_string().contains("def missing():"), "{error}");
    assert_eq!(error.mismatch().map(|mismatch| mismatch.reason), Some(MismatchReason::Anchor));
    assert_eq!(error.patch_line(), Some(4));
}

#[test]
fn b204_context_only_hunks_are_skipped() {
    let mut files = Files::new([("f", "a\nb\nc\n")]);
    let plan = apply(&mut files, &update("@@\n a\n@@\n-c\n+C\n")).expect("applies");
    assert_eq!(files.text("f").as_deref(), Some("a\nb\nC\n"));
    assert_eq!(plan.files[0].hunks, 1);
    assert!(plan.files[0].notes.iter().any(|note| note.contains("hunk 1")), "{plan:?}");
    let error = patched("a\nb\nc\n", &update("@@\n a\n b\n")).unwrap_err();
    assert_eq!(error.code(), "INVALID_PATCH");
    assert!(error.to_string().contains("no changes"), "{error}");
}

#[test]
fn b205_the_first_differing_line_is_named() {
    let lines: Vec<String> = (1..=60).map(|number| format!("line number {number}")).collect();
    let content = lines.join("\n") + "\n";
    let mut hunk = String::from("@@\n");
    for (offset, line) in lines[9..39].iter().enumerate() {
        if offset == 20 {
            hunk.push_str(" line numbor 30\n");
        } else {
            hunk.push_str(&format!(" {line}\n"));
        }
    }
    hunk.push_str("+new\n");
    let error = patched(&content, &update(&hunk)).unwrap_err();
    let mismatch = error.mismatch().expect("a mismatch");
    assert_eq!(mismatch.expected, "line numbor 30");
    assert_eq!(mismatch.actual.as_deref(), Some("line number 30"));
    assert_eq!(mismatch.file_line, Some(30));
    let candidate = mismatch.candidate.expect("a candidate");
    assert_eq!((candidate.line, candidate.matching, candidate.of), (10, 29, 30));
    assert!(error.to_string().contains("line 30"), "{error}");
}

#[test]
fn b206_a_bounded_excerpt_is_given() {
    let error = patched("one\ntwo\nthree\n", &update("@@\n one\n-2\n+zwei\n")).unwrap_err();
    let excerpt = &error.mismatch().expect("a mismatch").excerpt;
    assert!(excerpt.contains("two") && excerpt.lines().count() <= 12, "{excerpt}");
    let long = "x".repeat(10_000) + "\ny\n";
    let error = patched(&long, &update("@@\n y\n-z\n+w\n")).unwrap_err();
    assert!(error.to_string().len() < 2_000, "{error}");
}

#[test]
fn b207_the_message_is_enough_for_a_retry() {
    let content = "fn main() {\n    let name = \"x\";\n    println!(\"{name}\");\n}\n";
    let error =
        patched(content, &update("@@\n fn main() {\n-    let name = “x”;;\n+    let name = \"y\";\n")).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("    let name = \"x\";"), "{text}");
    assert!(text.contains("search-and-replace"), "{text}");
}

#[test]
fn b208_one_failing_file_leaves_all_unchanged() {
    let patch = "*** Begin Patch\n*** Update File: f1\n@@\n-a\n+A\n*** Update File: f2\n@@\n-nope\n+B\n*** End Patch\n";
    let mut files = Files::new([("f1", "a\n"), ("f2", "b\n")]);
    let error = apply(&mut files, patch).unwrap_err();
    assert_eq!(error.path(), Some("f2"));
    assert_eq!(files.text("f1").as_deref(), Some("a\n"));
    let options = PatchOptions { partial: true, ..PatchOptions::default() };
    let plan = plan_patch(patch.as_bytes(), &files, &options).expect("a partial plan");
    assert_eq!(plan.files.len(), 1);
    assert_eq!(plan.failures.len(), 1);
    assert_eq!(plan.failures[0].path, "f2");
    files.perform(&plan);
    assert_eq!(files.text("f1").as_deref(), Some("A\n"));
}

#[test]
fn b210_ambiguous_hunks_name_their_places() {
    let content = "a\nb\nc\nx\na\nb\nc\n";
    let patch = update("@@\n a\n-b\n+B\n c\n");
    let error = patched(content, &patch).unwrap_err();
    assert_eq!(error.code(), "PATCH_CONTEXT_MISMATCH");
    assert!(error.to_string().contains("ambiguous: 2 matches at lines 1 and 5"), "{error}");
    let files = Files::new([("f", content)]);
    let options = PatchOptions { ambiguity: Ambiguity::First, ..PatchOptions::default() };
    let plan = plan_patch(patch.as_bytes(), &files, &options).expect("the first is taken");
    assert_eq!(plan.files[0].content.as_deref(), Some(&b"a\nB\nc\nx\na\nb\nc\n"[..]));
    assert!(plan.files[0].notes[0].contains("2 places"), "{plan:?}");
    // Two hunks for two places are not ambiguous.
    let both = update("@@\n-b\n+B\n@@\n-b\n+B\n");
    assert_eq!(patched(content, &both).as_deref(), Ok("a\nB\nc\nx\na\nB\nc\n"));
}

#[test]
fn b211_tabs_and_spaces_are_told_apart() {
    let error = patched("\t\tx = 1\n", &unified("@@ -1 +1 @@\n-    x = 1\n+    x = 2\n")).unwrap_err();
    assert_eq!(error.mismatch().map(|mismatch| mismatch.reason), Some(MismatchReason::TabsInFile));
    assert!(error.to_string().contains("\\t\\tx = 1"), "{error}");
    // The envelope dialect overlooks indentation; the file's own is kept.
    assert_eq!(
        patched("\t\tx = 1\n\ty\n", &update("@@\n-    x = 1\n+    x = 2\n+      if y:\n")).as_deref(),
        Ok("\t\tx = 2\n\t\t  if y:\n\ty\n")
    );
}
