//! Merging sessions: bases that are found, branches in turn, and what a refused merge leaves.

use super::*;
use crate::{DecodeOptions, EncodeOptions, Limits, RestoreConditions, RestoreTarget, Snapshot};
use workspace::{ConflictKind, OnConflict, TreeLimits};

fn read(session: &Arc<Session>, path: &str) -> String {
    String::from_utf8(session.read_file(path).expect("a file").to_bytes().to_vec()).expect("UTF-8")
}

fn merge(ours: &Arc<Session>, theirs: &Arc<Session>) -> Result<Vec<String>, String> {
    match ours.merge_session(theirs, None, OnConflict::Fail) {
        Ok(report) => {
            let paths = report.changes.iter().map(|change| String::from_utf8_lossy(&change.path).into_owned());
            Ok(paths.collect())
        }
        Err(error) => Err(error.code.to_owned()),
    }
}

#[test]
fn b258_clean_deltas_of_parallel_writers_are_kept_and_collisions_told() {
    let session = session();
    run(&session, "seq 9 > f");
    let [a, b, c] = [(); 3].map(|()| session.fork(None, None).expect("open"));
    a.write_file("f", "a\n2\n3\n4\n5\n6\n7\n8\n9\n".into(), &Default::default()).expect("idle");
    b.write_file("f", "1\n2\n3\n4\n5\n6\n7\n8\nb\n".into(), &Default::default()).expect("idle");
    c.write_file("f", "c\n2\n3\n4\n5\n6\n7\n8\n9\n".into(), &Default::default()).expect("idle");
    assert_eq!(merge(&session, &a), Ok(vec!["f".to_owned()]));
    assert_eq!(merge(&session, &b), Ok(vec!["f".to_owned()]));
    let before = (session.revision(), session.content_hash().expect("open"));
    let error = session.merge_session(&c, None, OnConflict::Fail).expect_err("both changed line 1");
    assert_eq!(error.code, "MERGE_CONFLICT");
    assert_eq!(error.message, "1 conflict, nothing was merged: f (both-changed)");
    let [conflict] = error.conflicts.as_slice() else { panic!("{:?}", error.conflicts) };
    assert_eq!(conflict.kind, ConflictKind::BothChanged);
    let hash = |session: &Arc<Session>| Some(session.read_file("f").expect("a file").sha256());
    assert_eq!(conflict.ours.as_ref().and_then(|side| side.hash), hash(&session));
    assert_eq!(conflict.theirs.as_ref().and_then(|side| side.hash), hash(&c));
    assert!(conflict.base.is_some());
    assert_eq!((session.revision(), session.content_hash().expect("open")), before);
    assert_eq!(read(&session, "f"), "a\n2\n3\n4\n5\n6\n7\n8\nb\n");
    let report = session.merge_session(&c, None, OnConflict::Markers).expect("markers");
    assert_eq!(report.conflicts.len(), 1);
    assert_eq!(report.revision, session.revision());
    assert!(read(&session, "f").starts_with("<<<<<<< ours\na\n=======\nc\n>>>>>>> theirs\n2\n"));
}

#[test]
fn a_branch_can_be_merged_again_and_again_and_in_both_directions() {
    let main = session();
    run(&main, "seq 5 > f");
    let branch = main.fork(None, None).expect("open");
    run(&branch, "echo 1 > one");
    run(&main, "echo m > m");
    assert_eq!(merge(&main, &branch), Ok(vec!["one".to_owned()]));
    assert_eq!(merge(&main, &branch), Ok(vec![]));
    // Main edits what came from the branch, which edits something else: no conflict with the old base.
    run(&main, "echo 11 > one");
    run(&branch, "echo 2 > two");
    assert_eq!(merge(&main, &branch), Ok(vec!["two".to_owned()]));
    assert_eq!(merge(&branch, &main), Ok(vec!["m".to_owned(), "one".to_owned()]));
    assert_eq!(branch.content_hash().expect("open"), main.content_hash().expect("open"));
    // A fork of the fork, merged into the top.
    let leaf = branch.fork(None, None).expect("open");
    run(&leaf, "rm one; echo 3 > three");
    assert_eq!(merge(&main, &leaf), Ok(vec!["one".to_owned(), "three".to_owned()]));
}

#[test]
fn a_snapshot_taken_before_or_during_other_work_is_found_as_base() {
    let main = session();
    run(&main, "echo 1 > f");
    let snapshot = main.snapshot().expect("open");
    run(&main, "echo 2 > g");
    let (a, b) = (snapshot.fork(None, None).expect("fits"), snapshot.fork(None, None).expect("fits"));
    run(&a, "echo a > a");
    run(&b, "echo b > b");
    assert_eq!(merge(&a, &b), Ok(vec!["b".to_owned()]));
    assert_eq!(merge(&main, &a), Ok(vec!["a".to_owned(), "b".to_owned()]));
    main.restore(RestoreTarget::Snapshot(&snapshot), RestoreConditions::default()).expect("idle");
    assert_eq!(merge(&main, &a), Ok(vec!["a".to_owned(), "b".to_owned()]));
}

#[test]
fn strangers_need_a_base() {
    let (one, two) = (session(), session());
    assert_eq!(merge(&one, &two), Err("MERGE_BASE_UNKNOWN".to_owned()));
    run(&two, "echo x > x");
    let base = one.snapshot().expect("open");
    let report = one.merge_session(&two, Some(&base), OnConflict::Fail).expect("no conflict");
    assert_eq!(report.changes.len(), 1);
    // Forks of a snapshot that came as bytes are no strangers.
    let bytes = one.snapshot().expect("open").to_bytes(&EncodeOptions::default()).expect("small");
    let read = Snapshot::from_bytes(&executor(), &bytes, &DecodeOptions::default()).expect("whole");
    let (a, b) = (read.fork(None, None).expect("fits"), read.fork(None, None).expect("fits"));
    run(&a, "echo a > a");
    assert_eq!(merge(&b, &a), Ok(vec!["a".to_owned()]));
}

#[test]
fn a_merge_above_a_quota_is_refused_whole_and_the_shell_stays() {
    let limits = Limits { tree: TreeLimits { total_bytes: 100, ..TreeLimits::default() }, ..Limits::default() };
    let main =
        Session::new(&executor(), &SessionOptions { limits: Some(limits), ..SessionOptions::default() }).expect("new");
    run(&main, "cd /tmp; V=main");
    let branch = main.fork(None, Some(Limits::default())).expect("fits");
    run(&branch, "cd /; V=branch; printf %60d 1 > /workspace/b");
    run(&main, "printf %60d 2 > /workspace/a");
    let before = main.content_hash().expect("open");
    assert_eq!(merge(&main, &branch), Err("ENOSPC".to_owned()));
    assert_eq!(main.content_hash().expect("open"), before);
    run(&main, "rm /workspace/a");
    assert_eq!(merge(&main, &branch), Ok(vec!["b".to_owned()]));
    assert_eq!(run(&main, "pwd; echo $V").stdout, b"/tmp\nmain\n");
}

#[test]
fn old_trees_are_let_go() {
    let main = session();
    for number in 0..1_000 {
        run(&main, &format!("echo {number} > f"));
        let fork = main.fork(None, None).expect("open");
        if number % 100 == 0 {
            run(&fork, "echo x > x");
            assert_eq!(merge(&main, &fork).map(|changes| changes.len()), Ok(usize::from(number == 0)));
        }
        fork.close();
    }
    run(&main, "echo end > f");
    assert!(main.state().expect("open").lineage.len() < 20, "{}", main.state().expect("open").lineage.len());
    let forks: Vec<_> = (0..1_000)
        .map(|number| {
            run(&main, &format!("echo {number} > f"));
            main.fork(None, None).expect("open")
        })
        .collect();
    assert!(main.state().expect("open").lineage.len() <= 150);
    assert_eq!(merge(&main, &forks[999]), Ok(vec![]));
}
