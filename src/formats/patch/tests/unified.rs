//! The unified dialect beyond the corpus.

use super::{ChangeAction, Files, PatchOptions, apply, patched, plan_patch, unified};
use crate::error::{MismatchReason, PatchError};
use crate::patch::{PatchDialect, PatchSource, SourceError};

#[test]
fn git_creates_deletes_renames_copies_and_sets_modes() {
    let patch = "\
diff --git a/new.sh b/new.sh
new file mode 100755
index 0000000..1234567
--- /dev/null
+++ b/new.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+echo
\\ No newline at end of file
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/old b/moved
similarity index 50%
rename from old
rename to moved
--- a/old
+++ b/moved
@@ -1,2 +1,2 @@
 1
-2
+3
diff --git a/same b/other name
similarity index 100%
rename from same
rename to other name
diff --git a/run b/run
old mode 100644
new mode 100755
diff --git a/none b/none
deleted file mode 100644
index e69de29..0000000
diff --git a/source b/target
similarity index 100%
copy from source
copy to target
";
    let mut files = Files::new([("old", "1\n2\n"), ("same", "s\n"), ("run", "r\n"), ("none", ""), ("source", "c\n")]);
    let plan = apply(&mut files, patch).expect("applies");
    assert_eq!(
        files,
        Files::new([
            ("new.sh", "#!/bin/sh\necho"),
            ("empty", ""),
            ("moved", "1\n3\n"),
            ("other name", "s\n"),
            ("run", "r\n"),
            ("source", "c\n"),
            ("target", "c\n"),
        ])
    );
    let by_name = |name: &str| {
        let path = format!("/workspace/{name}").into_bytes();
        plan.files.iter().find(|change| change.path == path).expect("planned")
    };
    assert_eq!(by_name("new.sh").mode, Some(0o755));
    assert_eq!(by_name("run").mode, Some(0o755));
    assert_eq!(by_name("moved").action, ChangeAction::Rename);
    assert_eq!(by_name("moved").from.as_deref(), Some(&b"/workspace/old"[..]));
    assert_eq!((by_name("moved").added, by_name("moved").removed), (1, 1));
}

#[test]
fn creation_over_a_file_and_half_deletions_are_refused() {
    let create = "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n";
    assert_eq!(patched("a\n", create).unwrap_err().code(), "PATH_ALREADY_EXISTS");
    let half = "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    let error = patched("a\nb\n", half).unwrap_err();
    assert_eq!(error.mismatch().map(|mismatch| mismatch.reason), Some(MismatchReason::NotWholeFile));
    let occupied = "diff --git a/f b/g\nrename from f\nrename to g\n";
    let mut files = Files::new([("f", "a\n"), ("g", "b\n")]);
    assert_eq!(apply(&mut files, occupied).unwrap_err().code(), "PATH_ALREADY_EXISTS");
}

#[test]
fn the_newline_at_the_end_follows_the_markers() {
    let marker = "\\ No newline at end of file\n";
    let remove = unified(&format!("@@ -1 +1 @@\n-a\n+a\n{marker}"));
    assert_eq!(patched("a\n", &remove).as_deref(), Ok("a"));
    let add = unified(&format!("@@ -1 +1 @@\n-a\n{marker}+a\n"));
    assert_eq!(patched("a", &add).as_deref(), Ok("a\n"));
    let keep = unified(&format!("@@ -1,2 +1,3 @@\n a\n+x\n b\n{marker}"));
    assert_eq!(patched("a\nb", &keep).as_deref(), Ok("a\nx\nb"));
    let grow = unified(&format!("@@ -1 +1,2 @@\n-a\n{marker}+a\n+b\n{marker}"));
    assert_eq!(patched("a", &grow).as_deref(), Ok("a\nb"));
    let empty = unified(&format!("@@ -0,0 +1 @@\n+a\n{marker}"));
    assert_eq!(patched("", &empty).as_deref(), Ok("a"));
    let shrink = unified(&format!("@@ -1,2 +1 @@\n a\n-b\n{marker}"));
    assert_eq!(patched("a\nb", &shrink).as_deref(), Ok("a\n"));
    let middle = unified(&format!("@@ -1 +1 @@\n-a\n+A\n{marker}"));
    let error = patched("a\nb\n", &middle).unwrap_err();
    assert_eq!(error.mismatch().map(|mismatch| mismatch.reason), Some(MismatchReason::NotAtEnd));
}

#[test]
fn line_ends_are_literal_when_the_patch_spells_them_out() {
    assert_eq!(patched("a\r\nb\r\n", &unified("@@ -1 +1 @@\n-a\r\n+a\n")).as_deref(), Ok("a\nb\r\n"));
    assert_eq!(patched("a\nb\n", &unified("@@ -1 +1 @@\n-a\n+a\r\n")).as_deref(), Ok("a\r\nb\n"));
    let windows = "--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n+A\r\n";
    assert_eq!(patched("a\nb\n", windows).as_deref(), Ok("A\nb\n"));
    assert_eq!(patched("a\r\nb\r\n", windows).as_deref(), Ok("A\r\nb\r\n"));
}

#[test]
fn offsets_choose_the_nearest_and_refuse_a_tie() {
    let block = "x\ny\nz\n";
    let content = format!("{block}{}{block}", "-\n".repeat(94));
    let at = |line: usize| unified(&format!("@@ -{line},3 +{line},3 @@\n x\n-y\n+Y\n z\n"));
    let first = format!("x\nY\nz\n{}{block}", "-\n".repeat(94));
    assert_eq!(patched(&content, &at(1)), Ok(first.clone()));
    assert_eq!(patched(&content, &at(4)), Ok(first));
    let mut files = Files::new([("f", content.as_str())]);
    let plan = apply(&mut files, &at(100)).expect("applies");
    assert_eq!(plan.files[0].notes, ["hunk 1 applied at line 98 (offset -2 lines)"]);
    let error = patched(&content, &at(50)).unwrap_err();
    assert!(matches!(&error, PatchError::Ambiguous { lines, total: 2, .. } if *lines == [1, 98]), "{error}");
    assert_eq!(error.hunk(), Some(1));
    let tie = unified("@@ -3,1 +3,1 @@\n-a\n+A\n");
    assert!(patched("a\nb\nc\nd\na\n", &tie).unwrap_err().to_string().contains("lines 1 and 5"));
}

#[test]
fn headings_and_prose_are_tolerated_but_not_stray_changes() {
    let prose = format!("Here is the patch:\n\n```diff\n{}```\n\n- it changes a\n", unified("@@ -1 +1 @@\n-a\n+A\n"));
    assert_eq!(patched("a\n", &prose).as_deref(), Ok("A\n"));
    let mail = format!("From 123\nSubject: x\n---\n f | 2 +-\n\n{}-- \n2.43.0\n\n", unified("@@ -1 +1 @@\n-a\n+A\n"));
    assert_eq!(patched("a\n", &mail).as_deref(), Ok("A\n"));
    let stray = unified("@@ -1,2 +1,2 @@\n-a\n+A\nb\n");
    let error = patched("a\nb\n", &stray).unwrap_err();
    assert_eq!((error.code(), error.patch_line()), ("INVALID_PATCH", Some(6)));
    let lost = unified("@@ -1 +1 @@\n-a\n+A\nb\n+c\n");
    assert_eq!(patched("a\nb\n", &lost).unwrap_err().code(), "INVALID_PATCH");
    let wrapped = format!("*** Begin Patch\n{}*** End Patch\n", unified("@@ -1 +1 @@\n-a\n+A\n"));
    assert_eq!(patched("a\n", &wrapped).as_deref(), Ok("A\n"));
}

#[test]
fn empty_lines_are_context_as_far_as_the_counts_say() {
    assert_eq!(patched("a\n\n\nb\n", &unified("@@ -1,4 +1,4 @@\n-a\n+A\n\n\n b\n")).as_deref(), Ok("A\n\n\nb\n"));
    assert_eq!(patched("a\n\nb\n", &unified("@@ -1,2 +1,2 @@\n-a\n+A\n\n")).as_deref(), Ok("A\n\nb\n"));
    assert_eq!(patched("a\nb\n", &unified("@@\n-a\n+A\n\n")).as_deref(), Ok("A\nb\n"));
}

#[test]
fn hunks_without_numbers_use_their_heading_as_a_hint() {
    let content = "def one():\n    pass\ndef two():\n    pass\n";
    let patch = unified("@@ def two(): @@\n-    pass\n+    return\n");
    assert_eq!(patched(content, &patch).as_deref(), Ok("def one():\n    pass\ndef two():\n    return\n"));
    let bare = unified("@@\n-    pass\n+    return\n");
    assert!(matches!(patched(content, &bare), Err(PatchError::Ambiguous { .. })));
    let unknown = unified("@@ nothing @@\n-def two():\n+def three():\n");
    assert!(patched(content, &unknown).is_ok());
}

#[test]
fn additions_without_a_place_are_refused() {
    assert_eq!(patched("a\nb\n", &unified("@@\n+x\n")).unwrap_err().code(), "INVALID_PATCH");
    assert_eq!(patched("a\nb\n", &unified("@@ -1,2 +1,3 @@\n+x\n")).unwrap_err().code(), "INVALID_PATCH");
    assert_eq!(patched("", &unified("@@\n+x\n")).as_deref(), Ok("x\n"));
    let past = patched("a\n", &unified("@@ -9,0 +10 @@\n+x\n")).unwrap_err();
    assert_eq!(past.code(), "PATCH_CONTEXT_MISMATCH");
}

#[test]
fn fuzz_is_opt_in() {
    let patch = unified("@@ -1,3 +1,3 @@\n wrong\n-b\n+B\n c\n");
    assert!(patched("a\nb\nc\n", &patch).is_err());
    let files = Files::new([("f", "a\nb\nc\n")]);
    let options = PatchOptions { fuzz: 1, ..PatchOptions::default() };
    let plan = plan_patch(patch.as_bytes(), &files, &options).expect("fuzz 1");
    assert_eq!(plan.files[0].content.as_deref(), Some(&b"a\nB\nc\n"[..]));
    assert!(plan.files[0].notes[0].contains("without 2 of its context lines"), "{plan:?}");
}

#[test]
fn trailing_blanks_are_overlooked_and_said() {
    let mut files = Files::new([("f", "a  \nb\n")]);
    let plan = apply(&mut files, &unified("@@ -1,2 +1,2 @@\n a\n-b\n+B\n")).expect("applies");
    assert_eq!(files.text("f").as_deref(), Some("a  \nB\n"));
    assert!(plan.files[0].notes[0].contains("blanks at line ends"), "{plan:?}");
}

#[test]
fn already_applied_and_misordered_hunks_are_told() {
    let reason = |content: &str, patch: &str| patched(content, patch).unwrap_err().mismatch().expect("mismatch").reason;
    let patch = unified("@@ -1,2 +1,2 @@\n one\n-two\n+second\n");
    assert_eq!(reason("one\nsecond\n", &patch), MismatchReason::AlreadyApplied);
    let misordered = unified("@@ -3 +3 @@\n-three\n+3\n@@ -1 +1 @@\n-one\n+1\n");
    assert_eq!(reason("one\ntwo\nthree\n", &misordered), MismatchReason::OutOfOrder);
    assert_eq!(reason("one\n", &unified("@@ -1,2 +1,2 @@\n one\n-two\n+x\n")), MismatchReason::EndOfFile);
}

#[test]
fn hashes_guard_the_content_before_the_patch() {
    let hash = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"; // "a\n"
    let files = Files::new([("f", "a\n"), ("g", "b\n")]);
    let patch = unified("@@ -1 +1 @@\n-a\n+A\n");
    let code = |pairs: &[(&str, &str)]| {
        let options = PatchOptions {
            expected_hashes: pairs.iter().map(|(path, hash)| (path.as_bytes().to_vec(), (*hash).to_owned())).collect(),
            ..PatchOptions::default()
        };
        plan_patch(patch.as_bytes(), &files, &options).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(code(&[("f", hash)]), Ok(()));
    assert_eq!(code(&[("/workspace/f", hash)]), Ok(()));
    assert_eq!(code(&[("f", &"0".repeat(64))]), Err("STALE_CONTENT"));
    assert_eq!(code(&[("g", hash)]), Err("INVALID_PATCH"));
    assert_eq!(code(&[("f", hash), ("./f", hash)]), Err("INVALID_PATCH"));
    assert_eq!(code(&[("f", "abc")]), Err("INVALID_PATCH"));
}

#[test]
fn limits_dialects_and_foreign_formats() {
    let files = Files::new([("f", "a\n")]);
    let plan =
        |text: &str, options: PatchOptions| plan_patch(text.as_bytes(), &files, &options).map_err(|error| error.code());
    let small = PatchOptions { max_bytes: 10, ..PatchOptions::default() };
    assert_eq!(plan(&unified("@@ -1 +1 @@\n-a\n+A\n"), small), Err("INVALID_PATCH"));
    let envelope = PatchOptions { dialect: PatchDialect::Envelope, ..PatchOptions::default() };
    assert_eq!(plan(&unified("@@ -1 +1 @@\n-a\n+A\n"), envelope), Err("INVALID_PATCH"));
    for refused in [
        "*** a/f\t2020\n--- b/f\t2020\n***************\n*** 1 ****\n! a\n--- 1 ----\n! A\n",
        "diff --git a/f b/f\nGIT binary patch\nliteral 1\n",
        "Binary files a/f and b/f differ\n",
        "diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n",
        "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+f\n\\ No newline at end of file\n",
        "@@ -1 +1 @@\n-a\n+A\n",
        "hello\n",
        "\n\n",
        "--- a/f\n+++ b/../../f\n@@ -1 +1 @@\n-a\n+A\n",
        "--- \"a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+A\n",
        "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+A\n",
    ] {
        let result = plan(refused, PatchOptions::default());
        if refused.contains("../") {
            // The '---' side is good, but the other leads out.
            assert_eq!(result, Err("INVALID_PATCH"), "{refused}");
        } else {
            assert_eq!(result, Err("INVALID_PATCH"), "{refused}");
        }
    }
}

#[test]
fn sections_of_one_file_apply_in_order_and_merge() {
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/f\n+++ b/g\n@@ -1 +1 @@\n-b\n+c\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+new\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-c\n+d\n";
    let mut files = Files::new([("f", "a\n")]);
    let plan = apply(&mut files, patch).expect("applies");
    assert_eq!(files, Files::new([("f", "new\n"), ("g", "d\n")]));
    assert_eq!(plan.files.len(), 2);
    assert_eq!(plan.files[0].hunks, 3);
}

#[test]
fn bytes_that_are_not_utf8_pass_or_are_named() {
    let mut files = Files::default();
    files.0.insert("f".to_owned(), b"caf\xe9\nx\n".to_vec());
    apply(&mut files, &unified("@@ -2 +2 @@\n-x\n+y\n")).expect("the invalid line is not touched");
    assert_eq!(files.0["f"], b"caf\xe9\ny\n");
    let raw = b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-caf\xe9\n+caf\xe8\n";
    let plan = plan_patch(raw, &files, &PatchOptions::default()).expect("patches are bytes");
    files.perform(&plan);
    assert_eq!(files.0["f"], b"caf\xe8\ny\n");
    let error = apply(&mut files, &unified("@@ -1 +1 @@\n-caf\u{e9}\n+x\n")).unwrap_err();
    assert!(matches!(error, PatchError::FileEncoding { offset: 3, .. }), "{error}");
}

#[test]
fn a_source_error_keeps_its_code() {
    struct Denied;
    impl PatchSource for Denied {
        fn read(&self, _: &[u8]) -> Result<Option<bytes::Bytes>, SourceError> {
            Err(SourceError::Other { code: "POLICY_DENIED", message: "no".to_owned() })
        }
    }
    let patch = unified("@@ -1 +1 @@\n-a\n+A\n");
    let error = plan_patch(patch.as_bytes(), &Denied, &PatchOptions::default()).unwrap_err();
    assert_eq!((error.code(), error.path()), ("POLICY_DENIED", Some("f")));
}

#[test]
fn a_thousand_hunks_in_a_mebibyte_are_fast() {
    let lines: Vec<String> = (0..16_000).map(|number| format!("{:-<60}{number}", "")).collect();
    let content = lines.join("\n") + "\n";
    let mut numbered = String::new();
    let mut searched = String::new();
    for hunk in 0..1_000 {
        let at = hunk * 16;
        // The numbers are off by a few lines.
        numbered.push_str(&format!("@@ -{0},3 +{0},3 @@\n", at + 5));
        searched.push_str("@@\n");
        for out in [&mut numbered, &mut searched] {
            out.push_str(&format!(" {}\n-{}\n+new\n {}\n", lines[at], lines[at + 1], lines[at + 2]));
        }
    }
    let started = std::time::Instant::now();
    for body in [&numbered, &searched] {
        let after = patched(&content, &unified(body)).expect("applies");
        assert_eq!(after.lines().filter(|line| *line == "new").count(), 1_000);
    }
    assert!(started.elapsed().as_secs() < 10, "took {:?}", started.elapsed());
}
