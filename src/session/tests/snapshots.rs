//! State as a value: snapshots, forks, restore, diff and bytes.

use super::*;
use crate::{DecodeOptions, EncodeOptions, Limits, RestoreConditions, RestoreTarget, Snapshot};
use workspace::ChangeKind;

#[test]
fn a_fork_goes_its_own_way() {
    let session = session();
    run(&session, "echo base > f; V=1");
    let fork = session.fork(None, None).expect("open");
    run(&fork, "echo changed > f; V=2");
    assert_eq!(run(&session, "cat f; echo $V").stdout, b"base\n1\n");
    assert_eq!(run(&fork, "cat f; echo $V").stdout, b"changed\n2\n");
    session.close();
    assert_eq!(run(&fork, "cat f").stdout, b"changed\n");
}

#[test]
fn restoring_brings_back_files_and_shell_and_the_revision_goes_on() {
    let session = session();
    run(&session, "echo 1 > f; cd /tmp; V=1");
    let snapshot = session.snapshot().expect("open");
    let hash = session.content_hash().expect("open");
    run(&session, "echo 2 > /workspace/f; cd /; V=2; echo n > /workspace/n");
    let revision = session.revision();
    session.restore(RestoreTarget::Snapshot(&snapshot), RestoreConditions::default()).expect("idle");
    assert_eq!(run(&session, "pwd; echo $V; cat /workspace/f; ls /workspace").stdout, b"/tmp\n1\n1\nf\n");
    assert_eq!(session.content_hash().expect("open"), hash);
    assert!(session.revision() > revision);
}

#[test]
fn a_diff_says_what_changed() {
    let session = session();
    run(&session, "echo 1 > same; echo 1 > changed; echo gone > gone; echo moved > old");
    let snapshot = session.snapshot().expect("open");
    run(&session, "echo 2 > changed; rm gone; mv old new; echo n > added");
    let kinds: Vec<(String, ChangeKind)> = session
        .diff(&snapshot)
        .expect("open")
        .into_iter()
        .map(|change| (String::from_utf8_lossy(&change.path).into_owned(), change.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("added".to_owned(), ChangeKind::Created),
            ("changed".to_owned(), ChangeKind::Modified),
            ("gone".to_owned(), ChangeKind::Deleted),
            ("new".to_owned(), ChangeKind::Renamed { from: b"old".to_vec() }),
        ]
    );
}

#[test]
fn bytes_bring_back_the_whole_state() {
    let session = session();
    run(
        &session,
        "mkdir d; printf 'a\\377b' > d/f; ln d/f hard; ln -s d/f soft; cd d; X='1 2'; declare -a arr=([3]=c [1]=a); \
         declare -A map=([k]=v [l]=w); declare -i num=5; export E=e; readonly R=r; f() { echo \"f $1\"; }; \
         shopt -s extglob; alias q=r; set -- one two; export -f f; readonly -f f; enable -n kill; env 'a-b=c' true",
    );
    let snapshot = session.snapshot().expect("open");
    let bytes = snapshot.to_bytes(&EncodeOptions::default()).expect("small");
    assert_eq!(bytes, session.snapshot().expect("open").to_bytes(&EncodeOptions::default()).expect("small"));
    let read = Snapshot::from_bytes(&executor(), &bytes, &DecodeOptions::default()).expect("whole");
    assert_eq!(read.to_bytes(&EncodeOptions::default()).expect("small"), bytes);
    let again = read.fork(None, None).expect("fits");
    let script = "pwd; od -c f; cat ../soft | wc -c; echo \"$X|${arr[*]}|${!arr[*]}|${map[k]}${map[l]}|$E|$1$2\"; num=2+3; echo $num; \
                  f x; shopt extglob; alias q; R=2; echo $?; declare -pF f; enable -n; bash -c 'f y'; f() { :; }";
    assert_eq!(run(&again, script).stdout, run(&session, script).stdout);
    assert_eq!(again.content_hash().expect("open"), session.content_hash().expect("open"));
}

#[test]
fn damaged_bytes_are_refused_whole() {
    let session = session();
    run(&session, "echo x > f; V=1; f() { :; }");
    let bytes = session.snapshot().expect("open").to_bytes(&EncodeOptions::default()).expect("small");
    let executor = executor();
    let code = |bytes: &[u8]| {
        Snapshot::from_bytes(&executor, bytes, &DecodeOptions::default()).map(drop).expect_err("damaged").code
    };
    for length in 0..bytes.len() {
        assert_eq!(code(&bytes[..length]), "SNAPSHOT_CORRUPT", "cut at {length}");
    }
    for position in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[position] ^= 1;
        let expected = match position {
            7 => "SNAPSHOT_INCOMPATIBLE",
            8 => "SNAPSHOT_KEY_MISMATCH",
            _ => "SNAPSHOT_CORRUPT",
        };
        assert_eq!(code(&flipped), expected, "bit flipped at {position}");
    }
    assert_eq!(
        session
            .snapshot()
            .expect("open")
            .to_bytes(&EncodeOptions { max_bytes: 10, ..EncodeOptions::default() })
            .expect_err("larger")
            .code,
        "SNAPSHOT_TOO_LARGE"
    );
}

#[test]
fn equal_forks_draw_equal_numbers_and_a_seed_parts_them() {
    let session = session();
    let script = "echo $RANDOM $RANDOM; head -c 8 /dev/urandom | od -An -tx1";
    let a = session.fork(None, None).expect("open");
    let b = session.fork(None, None).expect("open");
    let c = session.fork(Some(7), None).expect("open");
    let first = run(&a, script).stdout;
    assert_eq!(run(&b, script).stdout, first);
    assert_ne!(run(&c, script).stdout, first);
}

fn bytes_of(snapshot: &Snapshot, options: EncodeOptions<'_>) -> Vec<u8> {
    snapshot.to_bytes(&options).expect("small")
}

fn code_of(bytes: &[u8], options: DecodeOptions<'_>) -> &'static str {
    Snapshot::from_bytes(&executor(), bytes, &options).map(drop).expect_err("refused").code
}

#[test]
fn a_key_seals_bytes_against_changes() {
    let session = session();
    run(&session, "echo x > f");
    let snapshot = session.snapshot().expect("open");
    let plain = bytes_of(&snapshot, EncodeOptions::default());
    let keyed = bytes_of(&snapshot, EncodeOptions { key: Some(b"a secret key"), ..EncodeOptions::default() });
    assert_eq!(keyed, bytes_of(&snapshot, EncodeOptions { key: Some(b"a secret key"), ..EncodeOptions::default() }));
    let key = |key: &'static [u8]| DecodeOptions { key: Some(key), ..DecodeOptions::default() };
    let read = Snapshot::from_bytes(&executor(), &keyed, &key(b"a secret key")).expect("whole");
    assert_eq!(bytes_of(&read, EncodeOptions::default()), plain);
    assert_eq!(code_of(&keyed, key(b"another key")), "SNAPSHOT_CORRUPT");
    assert_eq!(code_of(&keyed, DecodeOptions::default()), "SNAPSHOT_KEY_MISMATCH");
    assert_eq!(code_of(&plain, key(b"a secret key")), "SNAPSHOT_KEY_MISMATCH");
    // The flag is covered by the seal: taking it away and putting a checksum there does not help without the key.
    for position in 0..keyed.len() {
        let mut flipped = keyed.clone();
        flipped[position] ^= 1;
        let expected = match position {
            7 => "SNAPSHOT_INCOMPATIBLE",
            8 => "SNAPSHOT_KEY_MISMATCH",
            _ => "SNAPSHOT_CORRUPT",
        };
        assert_eq!(code_of(&flipped, key(b"a secret key")), expected, "bit flipped at {position}");
    }
}

#[test]
fn since_holds_what_is_new() {
    let session = session();
    run(
        &session,
        "mkdir -p a/b c; seq 20000 > a/big; head -c 100000 /dev/urandom > c/r; echo 1 > a/b/f; ln a/b/f hard; ln -s f l",
    );
    let base = session.snapshot().expect("open");
    run(
        &session,
        "echo 2 > a/b/g; rm c/r; mkdir n; cp a/big n/copy; echo more >> a/b/f; chmod 700 a; V=1; ln hard n/again",
    );
    let now = session.snapshot().expect("open");
    let whole = bytes_of(&now, EncodeOptions::default());
    let since = EncodeOptions { since: Some(&base), ..EncodeOptions::default() };
    let new = bytes_of(&now, since);
    assert!(new.len() < 3_000, "{}", new.len());
    assert_eq!(new, bytes_of(&now, since));
    let nothing = bytes_of(&base, since);
    assert!(nothing.len() < 2_000, "{}", nothing.len());
    // The base may be another value with the same content.
    let base_bytes = bytes_of(&base, EncodeOptions::default());
    let other_base = Snapshot::from_bytes(&executor(), &base_bytes, &DecodeOptions::default()).expect("whole");
    for base in [&base, &other_base] {
        let options = DecodeOptions { since: Some(base), ..DecodeOptions::default() };
        let read = Snapshot::from_bytes(&executor(), &new, &options).expect("whole");
        assert_eq!(bytes_of(&read, EncodeOptions::default()), whole);
        assert_eq!(read.diff(&now).len(), 0);
        assert!(bytes_of(&now, EncodeOptions { since: Some(base), ..EncodeOptions::default() }).len() < 3_000);
    }
    assert_eq!(code_of(&new, DecodeOptions::default()), "SNAPSHOT_BASE_MISMATCH");
    assert_eq!(
        code_of(&new, DecodeOptions { since: Some(&now), ..DecodeOptions::default() }),
        "SNAPSHOT_BASE_MISMATCH"
    );
    let small = Limits { tree: workspace::TreeLimits { nodes: 8, ..Default::default() }, ..Limits::default() };
    let tight = DecodeOptions { since: Some(&base), limits: small, ..DecodeOptions::default() };
    assert_eq!(code_of(&new, tight), "SNAPSHOT_TOO_LARGE");
}

#[test]
fn atomic_calls_happen_whole_or_not_at_all() {
    let session = session();
    run(&session, "echo 1 > f; V=1");
    let atomic = |command: &str| {
        let request = Request { atomic: true, ..request(command) };
        session.execute_sync(&request).expect("idle")
    };
    let before = session.snapshot().expect("open").to_bytes(&EncodeOptions::default()).expect("small");
    for command in [
        "echo 2 > f; V=2; cd /; false",
        "echo 2 > f; exit 3",
        "echo 2 > f; while :; do :; done",
        "x=$(",
        "cd /; nosuch",
    ] {
        let limits =
            Limits { run: shell::kernel::RunLimits { steps: 10_000, ..Default::default() }, ..Limits::default() };
        let result =
            session.execute_sync(&Request { atomic: true, limits: Some(limits), ..request(command) }).expect("idle");
        assert!(result.exit_code != 0 && !result.changed, "{command}");
        assert_eq!((result.cwd.as_str(), result.revision), ("/workspace", 1), "{command}");
        let after = session.snapshot().expect("open").to_bytes(&EncodeOptions::default()).expect("small");
        assert!(after == before, "{command} left something");
    }
    assert_eq!(atomic("false; echo 2 > f; V=2; cd /").exit_code, 0);
    assert_eq!(run(&session, "cat /workspace/f; echo $V; pwd").stdout, b"2\n2\n/\n");
}

#[test]
fn kept_revisions_can_be_gone_back_to_and_revisions_only_go_forward() {
    let session = session();
    let back = |target, conditions| session.restore(target, conditions).map_err(|error| error.code);
    assert_eq!(session.history(None).expect("open").len(), 0);
    run(&session, "echo 0 > f");
    session.history(Some(3)).expect("open");
    run(&session, "echo 1 > f; V=1");
    run(&session, "V=one");
    session.write_file("f", "2".into(), &Default::default()).expect("idle");
    let list = |session: &Session| -> Vec<(u64, &str)> {
        session.history(None).expect("open").iter().map(|kept| (kept.revision, kept.cause)).collect()
    };
    assert_eq!(list(&session), [(1, "history"), (2, "execute"), (3, "writeFile")]);
    assert_eq!(back(RestoreTarget::Revision(2), RestoreConditions::default()), Ok(()));
    assert_eq!(run(&session, "cat f; echo $V").stdout, b"1\none\n");
    assert_eq!((session.revision(), list(&session)), (4, vec![(2, "execute"), (3, "writeFile"), (4, "restore")]));
    assert_eq!(back(RestoreTarget::Revision(1), RestoreConditions::default()), Err("REVISION_NOT_FOUND"));
    let hash = session.content_hash().expect("open");
    let wrong = [
        RestoreConditions { if_revision: Some(3), ..RestoreConditions::default() },
        RestoreConditions { if_hash: Some(workspace::Hash::of(b"")), ..RestoreConditions::default() },
    ];
    for conditions in wrong {
        assert_eq!(back(RestoreTarget::Revision(3), conditions), Err("SESSION_WORKSPACE_CHANGED"));
    }
    assert_eq!(
        back(RestoreTarget::Revision(3), RestoreConditions { if_revision: Some(4), if_hash: Some(hash) }),
        Ok(())
    );
    assert_eq!(run(&session, "cat f").stdout, b"2");
    session.history(Some(0)).expect("open");
    assert_eq!(list(&session), []);
}

#[test]
fn memory_says_what_is_shared() {
    let session = session();
    run(&session, "mkdir d; seq 100000 > d/big; for i in {1..300}; do echo $i > d/f$i; done; ln d/f1 d/g1; ln -s x l");
    let bytes = |session: &Arc<Session>| {
        let memory = session.memory().expect("open");
        let totals = session.totals().expect("open");
        assert_eq!(memory.private.nodes + memory.shared.nodes, totals.nodes);
        assert_eq!(memory.private.bytes + memory.shared.bytes, totals.bytes);
        (memory.private.bytes, memory.private.nodes)
    };
    let all = session.totals().expect("open");
    assert_eq!(bytes(&session), (all.bytes, all.nodes));
    let fork = session.fork(None, None).expect("open");
    // The inode of two names is known by number on both sides.
    assert!(bytes(&fork).0 <= 2 && bytes(&fork).1 == 0);
    run(&fork, "echo new > d/new; echo more >> d/f7");
    let (own, nodes) = bytes(&fork);
    assert!((11..400).contains(&own) && nodes < 80, "{own} {nodes}");
    assert!(bytes(&session).0 < 400);
    fork.close();
    assert_eq!(bytes(&session), (all.bytes, all.nodes));
}
