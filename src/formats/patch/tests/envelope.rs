//! The envelope dialect.

use super::{ChangeAction, Files, apply, patched, update};
use crate::error::PatchError;

#[test]
fn adds_updates_moves_and_deletes() {
    let patch = "\
*** Begin Patch
*** Add File: src/new.py
+one
+
+two
*** Update File: a.txt
*** Move to: dir/b.txt
@@
-x
+y
*** Delete File: gone.txt
*** Update File: still.txt
*** Move to: moved.txt
*** End Patch
";
    let mut files = Files::new([("a.txt", "x\n"), ("gone.txt", "g\n"), ("still.txt", "s")]);
    let plan = apply(&mut files, patch).expect("applies");
    assert_eq!(files, Files::new([("src/new.py", "one\n\ntwo\n"), ("dir/b.txt", "y\n"), ("moved.txt", "s")]));
    assert_eq!(
        plan.summary(b"/workspace"),
        "Success. Updated the following files:\nA src/new.py\nM dir/b.txt\nD gone.txt\nM moved.txt\n"
    );
    let actions: Vec<_> = plan.files.iter().map(|change| change.action).collect();
    assert_eq!(actions, [ChangeAction::Create, ChangeAction::Rename, ChangeAction::Delete, ChangeAction::Rename]);
}

#[test]
fn add_and_move_replace_what_is_there() {
    let mut files = Files::new([("f", "old\n"), ("g", "g\n")]);
    let plan = apply(&mut files, "*** Begin Patch\n*** Add File: f\n+new\n*** End Patch").expect("Add overwrites");
    assert!(plan.files[0].overwrites);
    assert_eq!(files.text("f").as_deref(), Some("new\n"));
    apply(&mut files, "*** Begin Patch\n*** Update File: f\n*** Move to: g\n*** End Patch").expect("Move overwrites");
    assert_eq!(files, Files::new([("g", "new\n")]));
    let replaced = "*** Begin Patch\n*** Delete File: g\n*** Add File: g\n+again\n*** End Patch";
    let plan = apply(&mut files, replaced).expect("applies");
    assert_eq!(plan.files.len(), 1);
    assert_eq!(files, Files::new([("g", "again\n")]));
    let vain = "*** Begin Patch\n*** Add File: t\n+t\n*** Delete File: t\n*** End Patch";
    assert_eq!(apply(&mut files, vain).expect("applies").files, []);
}

#[test]
fn wrappers_around_the_envelope_are_dropped() {
    let inner = update("@@\n-a\n+A\n");
    for patch in [
        format!("apply_patch <<'EOF'\n{inner}EOF\n"),
        format!("<<\"EOF\"\n{inner}EOF"),
        format!("```\n{inner}```\n"),
        format!("\n\n  {}\n\n", inner.trim_end().replace("\n*** End", "\n  *** End")),
        inner.replace('\n', "\r\n"),
    ] {
        assert_eq!(patched("a\n", &patch).as_deref(), Ok("A\n"), "{patch}");
    }
}

#[test]
fn broken_envelopes_say_where() {
    let line = |patch: &str| {
        let error = patched("a\n", patch).unwrap_err();
        assert_eq!(error.code(), "INVALID_PATCH", "{error}");
        error.patch_line()
    };
    assert_eq!(line("*** Begin Patch\n*** Update File: f\n@@\n-a\n+A\n"), Some(5));
    assert_eq!(line("*** Update File: f\n@@\n-a\n+A\n*** End Patch\n"), Some(1));
    assert_eq!(line("*** Begin Patch\n*** Change File: f\n*** End Patch\n"), Some(2));
    assert_eq!(line("*** Begin Patch\n*** Update File: f\n*** End Patch\n"), Some(2));
    assert_eq!(line("*** Begin Patch\n*** Update File: f\n@@\n*** End Patch\n"), Some(4));
    assert_eq!(line("*** Begin Patch\n*** Update File: f\n@@\n-a\nx\n*** End Patch\n"), Some(5));
    assert_eq!(line("*** Begin Patch\n*** Add File: g\nx\n*** End Patch\n"), Some(3));
    assert_eq!(line("*** Begin Patch\n*** Add File:\n+x\n*** End Patch\n"), Some(2));
    assert_eq!(line("*** Begin Patch\n*** End Patch\n"), None);
    assert_eq!(line("*** Begin Patch\n*** End Patch\n*** Delete File: f\n"), Some(3));
    let missing = "*** Begin Patch\n*** Delete File: none\n*** End Patch\n";
    assert_eq!(patched("a\n", missing).unwrap_err().code(), "PATH_NOT_FOUND");
}

#[test]
fn a_first_chunk_may_omit_its_marker_and_blank_lines_separate() {
    assert_eq!(patched("a\nb\n", &update("-a\n+A\n\n@@\n-b\n+B\n\n")).as_deref(), Ok("A\nB\n"));
    assert_eq!(patched("a\n\nb\n", &update("@@\n a\n\n-b\n+B\n")).as_deref(), Ok("a\n\nB\n"));
}

#[test]
fn additions_go_to_the_end_or_after_their_anchor() {
    assert_eq!(patched("a\nb\n", &update("@@\n+c\n")).as_deref(), Ok("a\nb\nc\n"));
    assert_eq!(patched("a\nb\n", &update("@@ a\n+c\n")).as_deref(), Ok("a\nc\nb\n"));
    assert_eq!(patched("a\nb\n", &update("@@\n+c\n@@\n-a\n+A\n")).as_deref(), Ok("A\nb\nc\n"));
    assert_eq!(patched("", &update("@@\n+c\n")).as_deref(), Ok("c\n"));
    assert_eq!(patched("a\n", &update("@@\n+c\n*** End of File\n")).as_deref(), Ok("a\nc\n"));
}

#[test]
fn end_of_file_prefers_the_last_lines() {
    let content = "a\nb\na\n";
    assert_eq!(patched(content, &update("@@\n-a\n+A\n*** End of File\n")).as_deref(), Ok("a\nb\nA\n"));
    assert!(matches!(patched(content, &update("@@\n-a\n+A\n")), Err(PatchError::Ambiguous { .. })));
    assert_eq!(patched("a\nb\n", &update("@@\n-a\n+A\n*** End of File\n")).as_deref(), Ok("A\nb\n"));
}

#[test]
fn typographic_signs_and_blanks_are_overlooked() {
    let content = "import x  # local \u{2013} “avoids” a\u{a0}b\n";
    let patch = update("@@\n-import x  # local - \"avoids\" a b\n+import y\n");
    assert_eq!(patched(content, &patch).as_deref(), Ok("import y\n"));
    assert_eq!(patched("a  \nb\n", &update("@@\n a\n-b\n+B\n")).as_deref(), Ok("a  \nB\n"));
}

#[test]
fn anchors_may_repeat_as_context_and_enclose_several_chunks() {
    let content = "class A:\n  x = 1\n  y = 2\nclass B:\n  x = 1\n";
    assert_eq!(
        patched(content, &update("@@ class B:\n class B:\n-  x = 1\n+  x = 3\n")).as_deref(),
        Ok("class A:\n  x = 1\n  y = 2\nclass B:\n  x = 3\n")
    );
    assert_eq!(
        patched(content, &update("@@ class A:\n-  x = 1\n+  x = 3\n@@ class A:\n-  y = 2\n+  y = 4\n")).as_deref(),
        Ok("class A:\n  x = 3\n  y = 4\nclass B:\n  x = 1\n")
    );
    let twice = "def f():\n  x\ndef g():\n  y\ndef f():\n  x\n";
    let error = patched(twice, &update("@@ def f():\n-  x\n+  z\n")).unwrap_err();
    assert!(matches!(&error, PatchError::Ambiguous { lines, .. } if *lines == [2, 6]), "{error}");
}

#[test]
fn unified_habits_inside_an_envelope() {
    let patch = update("--- a/f\n+++ b/f\n@@ -3,1 +3,1 @@ heading\n-a\n+A\n");
    assert_eq!(patched("a\nb\na\n", &patch).as_deref(), Ok("a\nb\nA\n"));
    let marker = update("@@\n-a\n+A\n\\ No newline at end of file\n");
    assert_eq!(patched("a\n", &marker).as_deref(), Ok("A"));
}

#[test]
fn repetitive_files_and_many_anchors_stay_fast() {
    let content = "x\n".repeat(200_000);
    let mut body = String::new();
    for _ in 0..20_000 {
        body.push_str("@@ x\n-x\n+y\n");
    }
    let started = std::time::Instant::now();
    assert!(matches!(patched(&content, &update(&body)), Err(PatchError::Ambiguous { .. })));
    let missing = "@@\n".to_owned() + &" x\n".repeat(50_000) + "-y\n+z\n";
    assert!(patched(&content, &update(&missing)).is_err());
    assert!(started.elapsed().as_secs() < 20, "took {:?}", started.elapsed());
}
