//! State as a value: snapshots, forks, restore, diff and bytes.

use super::*;
use crate::session::{Limits, Snapshot};
use crate::workspace::ChangeKind;

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
    session.restore(&snapshot).expect("idle");
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
         shopt -s extglob; alias q=r; set -- one two",
    );
    let snapshot = session.snapshot().expect("open");
    let bytes = snapshot.to_bytes(u64::MAX).expect("small");
    assert_eq!(bytes, session.snapshot().expect("open").to_bytes(u64::MAX).expect("small"));
    let read = Snapshot::from_bytes(&executor(), &bytes, Limits::default()).expect("whole");
    assert_eq!(read.to_bytes(u64::MAX).expect("small"), bytes);
    let again = read.fork(None, None).expect("fits");
    let script = "pwd; od -c f; cat ../soft | wc -c; echo \"$X|${arr[*]}|${!arr[*]}|${map[k]}${map[l]}|$E|$1$2\"; num=2+3; echo $num; \
                  f x; shopt extglob; alias q; R=2; echo $?";
    assert_eq!(run(&again, script).stdout, run(&session, script).stdout);
    assert_eq!(again.content_hash().expect("open"), session.content_hash().expect("open"));
}

#[test]
fn damaged_bytes_are_refused_whole() {
    let session = session();
    run(&session, "echo x > f; V=1; f() { :; }");
    let bytes = session.snapshot().expect("open").to_bytes(u64::MAX).expect("small");
    let executor = executor();
    let code =
        |bytes: &[u8]| Snapshot::from_bytes(&executor, bytes, Limits::default()).map(drop).expect_err("damaged").code;
    for length in 0..bytes.len() {
        assert_eq!(code(&bytes[..length]), "SNAPSHOT_CORRUPT", "cut at {length}");
    }
    for position in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[position] ^= 1;
        let expected = if position == 7 { "SNAPSHOT_INCOMPATIBLE" } else { "SNAPSHOT_CORRUPT" };
        assert_eq!(code(&flipped), expected, "bit flipped at {position}");
    }
    assert_eq!(session.snapshot().expect("open").to_bytes(10).expect_err("larger").code, "SNAPSHOT_TOO_LARGE");
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
