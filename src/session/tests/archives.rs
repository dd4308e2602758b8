//! Archives of sessions: what comes back, the bytes of the Python package, and what is refused.

use super::*;
use crate::{ARCHIVE_RATIO, ExportOptions, ImportOptions, Limits};
use formats::archive::Format;
use workspace::TreeLimits;

fn export(format: Format) -> ExportOptions {
    ExportOptions { format, root: "/workspace".to_owned(), max_bytes: u64::MAX }
}

fn import() -> ImportOptions {
    ImportOptions {
        format: None,
        root: "/workspace".to_owned(),
        overwrite: false,
        clear: false,
        skip_unsupported: false,
        max_ratio: ARCHIVE_RATIO,
    }
}

#[test]
fn archives_bring_files_back() {
    let one = session();
    run(
        &one,
        "mkdir -p d/e; seq 1000 > d/f; ln d/f hard; ln -s d/f soft; chmod 700 d/e; : > é; touch 'a:b' 'a\\b'; mkfifo p",
    );
    for format in [Format::Tar, Format::TarGz, Format::Zip] {
        let bytes = one.export_archive(&export(format)).expect("open");
        assert_eq!(bytes, one.snapshot().expect("open").export_archive(&export(format)).expect("open"));
        let two = session();
        let done = two.import_archive(&bytes.into(), &import()).expect("whole");
        let expected = if format == Format::Zip { 8 } else { 9 };
        assert_eq!((done.entries, done.skipped.len()), (expected, 0));
        if format == Format::Zip {
            run(&two, "mkfifo p");
        }
        assert_eq!(two.content_hash().expect("open"), one.content_hash().expect("open"));
        let script = "stat -c '%n %a %h' d/e d/f hard";
        if format != Format::Zip {
            assert_eq!(run(&two, script).stdout, run(&one, script).stdout);
        }
    }
}

#[test]
fn plain_trees_give_the_bytes_of_the_python_package() {
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../../../__test__/vectors/tree_hash_vectors.json")).expect("JSON");
    for vector in vectors["vectors"].as_array().expect("a list") {
        let session = session();
        for (path, content) in vector["files_base64"].as_object().expect("an object") {
            let text = content.as_str().expect("base64");
            let script = format!("mkdir -p \"$(dirname '{path}')\"; printf '%s' '{text}' | base64 -d > '{path}'");
            assert_eq!(run(&session, &script).exit_code, 0);
        }
        for path in vector["dirs"].as_array().expect("a list") {
            run(&session, &format!("mkdir -p '{}'", path.as_str().expect("a path")));
        }
        let bytes = session.export_archive(&export(Format::Tar)).expect("open");
        assert_eq!(bytes.len() as u64, vector["archive_bytes"].as_u64().expect("a number"), "{vector}");
        let hash = workspace::Hash::of(&bytes).to_string();
        assert_eq!(hash, vector["archive_sha256"].as_str().expect("a hash"), "{vector}");
        let other = super::session();
        other.import_archive(&bytes.into(), &import()).expect("whole");
        assert_eq!(other.content_hash().expect("open").to_string(), vector["root_hash"].as_str().expect("a hash"));
    }
}

#[test]
fn imports_happen_whole_or_not_at_all() {
    let one = session();
    run(&one, "echo 1 > a; mkdir z; echo 2 > z/b");
    let bytes: Bytes = one.export_archive(&export(Format::Tar)).expect("open").into();
    let two = session();
    run(&two, "echo old > a; mkdir z; echo kept > z/k");
    let before = (two.content_hash().expect("open"), two.revision());
    let code = |options: &ImportOptions| two.import_archive(&bytes, options).map(drop).expect_err("refused").code;
    assert_eq!(code(&import()), "EEXIST");
    assert_eq!(code(&ImportOptions { format: Some(Format::Zip), ..import() }), "ARCHIVE_CORRUPT");
    assert_eq!(code(&ImportOptions { root: "a/x".to_owned(), ..import() }), "ENOTDIR");
    assert_eq!((two.content_hash().expect("open"), two.revision()), before);
    two.import_archive(&bytes, &ImportOptions { root: "new/place".to_owned(), ..import() }).expect("put there");
    assert_eq!(run(&two, "cat new/place/a a").stdout, b"1\nold\n");
    two.import_archive(&bytes, &ImportOptions { overwrite: true, ..import() }).expect("overwritten");
    assert_eq!(run(&two, "cat a z/*").stdout, b"1\n2\nkept\n");
    two.import_archive(&bytes, &ImportOptions { clear: true, ..import() }).expect("replaced");
    assert_eq!(two.content_hash().expect("open"), one.content_hash().expect("open"));
    let limits = Limits { tree: TreeLimits { nodes: 5, ..TreeLimits::default() }, ..Limits::default() };
    let small = two.fork(None, None).and_then(|_| session().fork(None, Some(limits))).expect("fits");
    assert_eq!(small.import_archive(&bytes, &import()).map(drop).expect_err("too many").code, "ENOSPC");
    assert_eq!(small.list("/workspace", true).expect("open").len(), 0);
    let most = ExportOptions { max_bytes: 100, ..export(Format::Zip) };
    assert_eq!(one.export_archive(&most).expect_err("too large").code, "ARCHIVE_TOO_LARGE");
}
