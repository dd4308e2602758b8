//! Archives: what was written is read, other tools read it, what they write is read, and lies are refused.

use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::*;

const LIMITS: ReadLimits = ReadLimits { entries: 1_000, file_bytes: 1 << 24, total_bytes: 1 << 26, ratio: 200 };

fn entry(path: &str, mode: u16, kind: EntryKind) -> Entry {
    Entry { path: path.as_bytes().to_vec(), mode, kind }
}

fn file(path: &str, content: &str) -> Entry {
    entry(path, 0o644, EntryKind::File(Bytes::copy_from_slice(content.as_bytes())))
}

fn sample() -> Vec<Entry> {
    let long = format!("long/{}/{}", "x".repeat(120), "y".repeat(130));
    vec![
        entry("d", 0o755, EntryKind::Folder),
        file("d/a b", "hello\n"),
        entry("d/run", 0o755, EntryKind::File(Bytes::from_static(b"#!/bin/sh\n"))),
        entry("d/up", 0o777, EntryKind::Symlink(b"../\xc3\xa9".to_vec())),
        entry("empty", 0o700, EntryKind::Folder),
        entry("hard", 0o644, EntryKind::HardLink(b"d/a b".to_vec())),
        file(&long, &"z".repeat(10_000)),
        entry("pipe", 0o644, EntryKind::Fifo),
        Entry { path: b"\xff\xfe".to_vec(), mode: 0o600, kind: EntryKind::File(Bytes::from_static(b"\0\xff")) },
        file("\u{e9}", ""),
    ]
}

fn read(bytes: &[u8]) -> Result<Vec<Entry>, ArchiveError> {
    read_archive(&Bytes::copy_from_slice(bytes), None, &LIMITS).map(|contents| contents.entries)
}

#[test]
fn what_was_written_is_read() {
    let entries = sample();
    assert_eq!(read(&write_tar(&entries)), Ok(entries.clone()));
    assert_eq!(read(&gzip(&write_tar(&entries))), Ok(entries.clone()));
    assert_eq!(gzip(&write_tar(&entries)), gzip(&write_tar(&entries)));
    let in_zip: Vec<Entry> = entries
        .iter()
        .filter(|entry| entry.kind != EntryKind::Fifo)
        .map(|entry| match &entry.kind {
            EntryKind::HardLink(_) => file("hard", "hello\n"),
            _ => entry.clone(),
        })
        .collect();
    assert_eq!(read(&write_zip(&entries).expect("small")), Ok(in_zip));
    assert_eq!(read(&write_tar(&[])), Ok(vec![]));
    assert_eq!(read(&write_zip(&[]).expect("small")), Ok(vec![]));
}

/// Runs a shell script in a new folder that holds `archive`; its output, or `None` where it cannot run.
fn outside(archive: &[u8], script: &str) -> Option<Vec<u8>> {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("mem-sandbox-archive-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("archive"), archive).expect("a file");
    let child = Command::new("bash").args(["-c", script]).current_dir(&folder).stdout(Stdio::piped()).spawn();
    let output = child.ok().and_then(|child| child.wait_with_output().ok());
    std::fs::remove_dir_all(&folder).expect("removed");
    let output = output?;
    if output.status.code() == Some(127) {
        eprintln!("a tool is not on this machine, not checked: {script}");
        return None;
    }
    assert!(output.status.success(), "{script}");
    Some(output.stdout)
}

#[test]
fn tar_and_unzip_read_it() {
    let list = "cd out && find . -mindepth 1 -printf '%P %y %m %l\\n' | LC_ALL=C sort && cat d/a* long/*/*";
    let names =
        format!("long d 755 \nlong/{x} d 755 \nlong/{x}/{y} f 644 \n", x = "x".repeat(120), y = "y".repeat(130));
    let content = format!("hello\n{}", "z".repeat(10_000));
    let expected = |with_fifo: &str, mode: &str| {
        let text = format!(
            "d d 755 \nd/a b f 644 \nd/run f 755 \nd/up l 777 ../\u{e9}\nempty d 700 \nhard f 644 \n{names}{with_fifo}\u{e9} f {mode} \n"
        );
        [text.as_bytes(), b"\xff\xfe f 600 \n", content.as_bytes()].concat()
    };
    let entries = sample();
    let unpack = format!("umask 022; mkdir out && tar -xpf archive -C out && {list}");
    for archive in [write_tar(&entries), gzip(&write_tar(&entries))] {
        if let Some(shown) = outside(&archive, &unpack) {
            assert_eq!(bstr::BString::from(shown), bstr::BString::from(expected("pipe p 644 \n", "644")));
        }
    }
    let unpack = format!("umask 022; mkdir out && unzip -q archive -d out && unzip -tqq archive && {list}");
    let mut entries = entries;
    entries.retain(|entry| std::str::from_utf8(&entry.path).is_ok());
    if let Some(shown) = outside(&write_zip(&entries).expect("small"), &unpack) {
        let mut expected = expected("", "644");
        let at = memchr::memmem::find(&expected, b"\xff\xfe").expect("there");
        expected.drain(at..at + b"\xff\xfe f 600 \n".len());
        assert_eq!(bstr::BString::from(shown), bstr::BString::from(expected));
    }
}

#[test]
fn archives_of_other_tools_are_read() {
    let make = "umask 022; mkdir -p in/d in/$(printf %0150d 7) && cd in && printf 'hello' > d/f && chmod 755 d/f && \
                ln -s f d/l && ln d/f hard && : > é && printf x > \"$(echo 0*)/$(printf %0120d 8)\"";
    let kinds = |entries: &[Entry]| -> Vec<String> {
        let mut kinds: Vec<String> = entries
            .iter()
            .map(|entry| {
                let name = String::from_utf8_lossy(&entry.path).replace("000000000", "");
                match &entry.kind {
                    EntryKind::Folder => format!("{name}/ {:o}", entry.mode),
                    EntryKind::File(content) => format!("{name} {:o} {}", entry.mode, content.len()),
                    EntryKind::Symlink(target) => format!("{name} -> {}", String::from_utf8_lossy(target)),
                    EntryKind::HardLink(target) => format!("{name} = {}", String::from_utf8_lossy(target)),
                    EntryKind::Fifo => format!("{name}|"),
                }
            })
            .collect();
        kinds.sort();
        kinds
    };
    let zero = |digits: usize| "0".repeat(digits % 9);
    let (folder, inner) = (format!("{}7", zero(149)), format!("{}8", zero(119)));
    let common = [format!("{folder}/ 755"), format!("{folder}/{inner} 644 1"), "d/ 755".into()];
    for format in ["gnu", "pax", "ustar", "oldgnu"] {
        let order = "d/f hard d/l d 0* é";
        let script = format!("{make} && tar --no-recursion --format={format} -cf - -- {order} 0*/*");
        // ustar has no room for a folder's name of 150 bytes.
        let script = if format == "ustar" {
            format!("{make} && tar --no-recursion --format=ustar -cf - -- d/f hard d/l d é")
        } else {
            script
        };
        let Some(archive) = outside(b"", &script) else { continue };
        let mut expected = vec!["d/f 755 5".into(), "d/l -> f".into(), "hard = d/f".into(), "é 644 0".to_owned()];
        if format == "ustar" {
            expected.push("d/ 755".into());
        } else {
            expected.extend(common.clone());
        }
        expected.sort();
        assert_eq!(read(&archive).map(|entries| kinds(&entries)), Ok(expected), "{format}");
    }
    if let Some(archive) = outside(b"", &format!("{make} && zip -qry ../x.zip . && cat ../x.zip")) {
        let mut expected = vec!["d/f 755 5".into(), "d/l -> f".into(), "hard 755 5".into(), "é 644 0".to_owned()];
        expected.extend(common);
        expected.sort();
        assert_eq!(read(&archive).map(|entries| kinds(&entries)), Ok(expected));
    }
}

#[test]
fn names_that_a_host_must_fear_are_refused() {
    let why = |entries: &[Entry]| {
        let tar = read(&write_tar(entries)).expect_err("refused");
        if !entries.iter().any(|entry| matches!(entry.kind, EntryKind::HardLink(_))) {
            assert_eq!(read(&write_zip(entries).expect("small")), Err(tar.clone()));
        }
        tar.to_string()
    };
    let link = |path: &str, target: &str| entry(path, 0o777, EntryKind::Symlink(target.as_bytes().to_vec()));
    for (entries, expected) in [
        (vec![file("../x", "")], "has an entry ../x that is refused: its path has a component `..`"),
        (vec![file("a/../../x", "")], "has an entry a/../../x that is refused: its path has a component `..`"),
        (vec![file("/etc/passwd", "")], "has an entry /etc/passwd that is refused: its path is absolute"),
        (vec![file("a//b", "")], "has an entry a//b that is refused: its path has an empty component or `.`"),
        (vec![link("l", "/etc/passwd")], "has an entry l that is refused: it is a symbolic link to an absolute path"),
        (vec![link("d/l", "../../x")], "has an entry d/l that is refused: it is a symbolic link that leaves the root"),
        (vec![link("l", "d"), file("l/f", "")], "has an entry l/f that is refused: it lies in what is no folder"),
        (vec![file("a", ""), file("./a", "")], "has an entry ./a that is refused: it is there twice"),
        (
            vec![entry("h", 0o644, EntryKind::HardLink(b"nothing".to_vec()))],
            "has an entry h that is refused: it is a hard link to what did not come before it",
        ),
    ] {
        assert_eq!(why(&entries), expected);
    }
    assert!(read(&write_tar(&[link("d/l", "../x"), file("x", "")])).is_ok());
}

#[test]
fn b284_devices_and_sparse_files_are_named() {
    let mut archive = write_tar(&[file("a", "1"), file("dev", ""), file("sparse", "12"), file("z", "2")]);
    for (name, kind) in [(&b"dev\0"[..], b'3'), (b"sparse\0", b'S')] {
        let at = memchr::memmem::find(&archive, name).expect("there");
        archive[at + 156] = kind;
        archive[at + 148..at + 156].fill(b' ');
        let sum: u32 = archive[at..at + 512].iter().map(|byte| u32::from(*byte)).sum();
        archive[at + 148..at + 155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
    let contents = read_archive(&archive.into(), Some(Format::Tar), &LIMITS).expect("read");
    assert_eq!(contents.entries, [file("a", "1"), file("z", "2")]);
    let named: Vec<_> = contents.unsupported.iter().map(|one| (&one.path[..], one.why)).collect();
    assert_eq!(named, [(&b"dev"[..], "a device"), (b"sparse", "a sparse file")]);
}

#[test]
fn more_entries_than_a_short_number_says_are_written_and_read() {
    let entries: Vec<Entry> = (0..66_000).map(|number| file(&format!("d/{number:05}"), "")).collect();
    let zip = write_zip(&entries).expect("small");
    let zip = Bytes::from(zip);
    let limits = ReadLimits { entries: 70_000, ..LIMITS };
    let contents = read_archive(&zip, None, &limits).expect("whole");
    assert_eq!(contents.entries.len(), 66_000);
    let (found, comment) = super::zip_entry::directory(&zip).expect("whole");
    assert_eq!((found.len(), comment.as_slice()), (66_000, &b""[..]));
    let again = super::zip_entry::write_entries(&found, b"note").expect("small");
    assert_eq!(super::zip_entry::directory(&again.into()).expect("whole").0, found);
}

#[test]
fn limits_hold_while_reading() {
    let too_large = |bytes: &[u8], limits: ReadLimits| {
        let read = read_archive(&Bytes::copy_from_slice(bytes), None, &limits);
        assert!(matches!(read, Err(TooLarge(_))), "{read:?}");
    };
    let entries = sample();
    for archive in [write_tar(&entries), gzip(&write_tar(&entries)), write_zip(&entries).expect("small")] {
        too_large(&archive, ReadLimits { entries: 5, ..LIMITS });
        too_large(&archive, ReadLimits { file_bytes: 9_000, ..LIMITS });
        too_large(&archive, ReadLimits { total_bytes: 10_000, ..LIMITS });
    }
    // Zeros, a thousandth of their size when packed.
    let zeros = vec![0; 20 << 20];
    too_large(&gzip(&zeros), LIMITS);
    let big = Entry { path: b"z".to_vec(), mode: 0o644, kind: EntryKind::File(zeros.into()) };
    let roomy = ReadLimits { file_bytes: 1 << 30, total_bytes: 1 << 30, ..LIMITS };
    too_large(&write_zip(&[big]).expect("small"), roomy);
    for (bytes, what) in [(&b"BZh9"[..], "bzip2"), (b"\xfd7zXZ\0", "xz"), (b"\x28\xb5\x2f\xfd", "zstd")] {
        assert!(matches!(read(bytes), Err(ArchiveError::Unsupported(why)) if why.contains(what)));
    }
}

#[test]
fn every_cut_is_noticed() {
    let entries = vec![file("a", "1"), file("b", &"x".repeat(600))];
    let (tar, zip) = (write_tar(&entries), write_zip(&entries).expect("small"));
    let used = tar.len() - tar.iter().rev().take_while(|byte| **byte == 0).count();
    // Of the zeros at the end, two blocks are needed.
    for length in (0..used.next_multiple_of(512) + 1023).step_by(7) {
        assert!(read(&tar[..length]).is_err(), "{length}");
    }
    let packed = gzip(&tar);
    for length in 0..packed.len() {
        assert!(read(&packed[..length]).is_err(), "{length}");
    }
    for length in 0..zip.len() {
        assert!(read(&zip[..length]).is_err(), "{length}");
    }
}

/// Reads damaged archives: never a panic, never more than the limits allow.
fn disturb(seed: u64, rounds: u64) {
    let entries = sample();
    let originals = [write_tar(&entries), gzip(&write_tar(&entries)), write_zip(&entries).expect("small")];
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    for round in 0..rounds {
        let mut bytes = originals[random() % 3].clone();
        for _ in 0..random() % 6 + 1 {
            let at = random() % bytes.len();
            match random() % 4 {
                0 => bytes[at] ^= 1 << (random() % 8),
                1 => bytes[at] = [0, 0xff, 0x80, b'7'][random() % 4],
                2 => bytes.truncate(at.max(1)),
                _ => {
                    let from = random() % bytes.len();
                    let length = (random() % 64).min(bytes.len() - at.max(from));
                    bytes.copy_within(from..from + length, at);
                }
            }
        }
        // Half of the damaged tar headers get a right sum again, so that what is behind it is reached.
        if round % 2 == 0 && bytes.len() > 512 && bytes.get(257..262) == Some(b"ustar") {
            bytes[148..156].fill(b' ');
            let sum: u32 = bytes[..512].iter().map(|byte| u32::from(*byte)).sum();
            bytes[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        }
        let bytes = bytes::Bytes::from(bytes);
        // What the commands read with, which takes more than the host does.
        let mut members = super::tar_member::Members::new(bytes.clone());
        let mut stops = 0;
        while stops < 100 {
            stops += usize::from(members.next_member().is_err());
        }
        for entry in super::zip_entry::directory(&bytes).map(|(entries, _)| entries).unwrap_or_default() {
            let _ = entry.content();
        }
        if let Ok(read) = read_archive(&bytes, None, &LIMITS) {
            assert!(read.entries.len() <= 1_000);
        }
    }
}

#[test]
fn damaged_archives_do_no_harm() {
    disturb(1, 3_000);
}

/// `ROUNDS=1000000 cargo test --release -- --ignored many_damaged_archives --nocapture`
#[test]
#[ignore = "runs for minutes"]
fn many_damaged_archives() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    disturb(rounds ^ 0x5eed, rounds);
    println!("{rounds} damaged archives read");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_entries_come_back(
        files in proptest::collection::btree_map("[a-c\\\\é]{1,3}(/[a-c :]{1,110}){0,2}", (0..0o10000_u16, proptest::collection::vec(any::<u8>(), 0..1500)), 0..6)
    ) {
        let entries: Vec<Entry> = files
            .into_iter()
            .map(|(path, (mode, content))| Entry { path: path.into_bytes(), mode, kind: EntryKind::File(content.into()) })
            .collect();
        let clash = entries.iter().any(|a| entries.iter().any(|b| b.path.starts_with(&[&a.path[..], b"/"].concat())));
        prop_assume!(!clash);
        prop_assert_eq!(read(&write_tar(&entries)), Ok(entries.clone()));
        prop_assert_eq!(read(&write_zip(&entries).expect("small")), Ok(entries));
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = read(&bytes);
        let _ = read(&[b"PK\x03\x04", &bytes[..]].concat());
        let _ = read(&[b"\x1f\x8b\x08", &bytes[..]].concat());
    }
}
