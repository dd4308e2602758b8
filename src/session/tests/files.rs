//! The file methods.

use super::*;
use crate::{RemoveOptions, TransferOptions, WriteOptions};

fn write(session: &Arc<Session>, path: &str, data: &str, options: &WriteOptions) -> Result<bool, &'static str> {
    let data = Bytes::copy_from_slice(data.as_bytes());
    session.write_file(path, data, options).map(|written| written.changed).map_err(|error| error.code)
}

#[test]
fn writes_keep_their_conditions() {
    let session = session();
    let plain = WriteOptions::default();
    assert_eq!(write(&session, "d/f", "x", &plain), Err("ENOENT"));
    assert_eq!(write(&session, "d/f", "x", &WriteOptions { create_parents: true, ..plain.clone() }), Ok(true));
    assert_eq!(write(&session, "d/f", "x", &WriteOptions { if_absent: true, ..plain.clone() }), Err("EEXIST"));
    let hash = session.stat("d/f", true).expect("written").content_hash;
    assert_eq!(write(&session, "d/f", "y", &WriteOptions { if_hash: hash, ..plain.clone() }), Ok(true));
    assert_eq!(write(&session, "d/f", "z", &WriteOptions { if_hash: hash, ..plain.clone() }), Err("STALE_CONTENT"));
    assert_eq!(write(&session, "none", "z", &WriteOptions { if_hash: hash, ..plain.clone() }), Err("ENOENT"));
    assert_eq!(write(&session, "d", "z", &plain), Err("EISDIR"));
    assert_eq!(write(&session, "/etc/passwd", "z", &plain), Err("EROFS"));
    assert_eq!(session.read_text("d/f").map(|text| text.to_vec()).map_err(|error| error.code), Ok(b"y".to_vec()));
}

#[test]
fn reads_say_what_is_wrong() {
    let session = session();
    run(&session, "printf 'a\\r\\nb' > crlf; printf '\\377' > bytes; mkdir d");
    assert_eq!(session.read_text("none").expect_err("missing").code, "ENOENT");
    assert_eq!(session.read_text("d").expect_err("folder").code, "EISDIR");
    assert_eq!(session.read_text("crlf/x").expect_err("no folder").code, "ENOTDIR");
    assert_eq!(session.read_text("bytes").expect_err("not text").code, "FILE_ENCODING");
    let lines = session.read_lines("crlf", 1, None).expect("text");
    assert_eq!((lines.lines.text.as_str(), lines.lines.total_lines), ("a\nb", 2));
    assert_eq!(session.read_lines("crlf", 5, None).expect_err("beyond").code, "INVALID_RANGE");
}

#[test]
fn copies_moves_and_removals() {
    let session = session();
    run(&session, "mkdir -p a/b; echo 1 > a/b/f; echo 2 > g");
    let recursive = TransferOptions { recursive: true, ..TransferOptions::default() };
    assert_eq!(session.copy("a", "c", TransferOptions::default()).expect_err("a folder").code, "EISDIR");
    session.copy("a", "c", recursive).expect("copied");
    assert_eq!(session.copy("a", "a/x", recursive).expect_err("into itself").code, "EINVAL");
    assert_eq!(session.rename("g", "c", TransferOptions::default()).expect_err("taken").code, "EEXIST");
    session.rename("g", "c/g", TransferOptions::default()).expect("moved");
    assert_eq!(run(&session, "find . | sort").stdout, b".\n./a\n./a/b\n./a/b/f\n./c\n./c/b\n./c/b/f\n./c/g\n");
    assert_eq!(session.remove("c", RemoveOptions::default()).expect_err("full").code, "ENOTEMPTY");
    assert!(session.remove("c", RemoveOptions { recursive: true, missing_ok: false }).expect("removed"));
    assert!(!session.remove("c", RemoveOptions { recursive: true, missing_ok: true }).expect("fine"));
    assert_eq!(
        session.remove("/workspace", RemoveOptions { recursive: true, missing_ok: true }).expect_err("kept").code,
        "EBUSY"
    );
}

#[test]
fn a_patch_is_all_or_nothing() {
    let session = session();
    run(&session, "printf 'a\\nb\\n' > f; printf 'x\\n' > g");
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-nope\n+y\n";
    assert_eq!(session.apply_patch(patch, &[]).expect_err("g differs").code, "PATCH_CONTEXT_MISMATCH");
    assert_eq!(run(&session, "cat f g").stdout, b"a\nb\nx\n");
    let files = session.apply_patch(&patch.replace("-nope", "-x"), &[]).expect("both fit");
    assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["/workspace/f", "/workspace/g"]);
    assert_eq!(run(&session, "cat f g").stdout, b"a\nB\ny\n");
    let envelope = "*** Begin Patch\n*** Add File: n\n+new\n*** Delete File: g\n*** End Patch\n";
    session.apply_patch(envelope, &[]).expect("fits");
    assert_eq!(run(&session, "cat n; ls").stdout, b"new\nf\nn\n");
}

#[test]
fn quotas_hold_for_every_way_to_write() {
    let limits = crate::Limits {
        tree: workspace::TreeLimits { nodes: 10, total_bytes: 1_000, ..Default::default() },
        ..Default::default()
    };
    let options = SessionOptions { limits: Some(limits), ..SessionOptions::default() };
    let session = Session::new(&executor(), &options).expect("valid");
    run(&session, "echo x > f; i=0; while [ $i -lt 20 ]; do touch n$i; i=$((i+1)); done 2>/dev/null");
    assert_eq!(session.totals().expect("open").nodes, 10);
    for script in [
        "mkdir d",
        "ln -s f l",
        "ln f h",
        "cp f g",
        "echo > new",
        "touch new",
        "seq 1 1000 > f",
        "tee new < f",
        "cat f f f f f f f f > f2",
    ] {
        let before = session.totals().expect("open");
        let result = run(&session, script);
        assert_ne!(result.exit_code, 0, "{script}");
        let message = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(message.contains("No space left on device"), "{script}: {message}");
        let after = session.totals().expect("open");
        assert!(after.nodes <= 10 && after.bytes <= 1_000, "{script}: {before:?} {after:?}");
    }
    let error = session.write_file("big", Bytes::from(vec![0; 2_000]), &WriteOptions::default()).expect_err("too much");
    assert_eq!(error.code, "ENOSPC");
}
