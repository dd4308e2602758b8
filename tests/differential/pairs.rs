//! Pairs of texts of which one was made from the other, for `diff`, and what `diff` says of them, for `patch`.

use std::path::Path;
use std::process::Command;

use bstr::{BString, ByteSlice};

use crate::generate::Random;
use crate::grammar;

const LINES: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "e",
    "",
    "}",
    "{",
    "\treturn x;",
    "  return x;",
    "int f(void)",
    "a b",
    "a  b",
    "A",
    " a",
    "a ",
    "int main(int argc)",
    "# note",
    "x = 1",
    "x = 2",
    "--- a",
    "+++ b",
    "@@ -1 +1 @@",
    ".",
    "..",
    "\ta",
    "    a",
    "é",
    "\\ No newline at end of file",
    "- x",
    "+ y",
    "! z",
    "s/.//",
    "a\rb",
    "1c1",
    "Index: f1",
    "***************",
];

fn line(random: &mut Random) -> Vec<u8> {
    match random.below(30) {
        0 => b"a\xffb".to_vec(),
        1 => format!("line {}", random.below(40)).into_bytes(),
        _ => random.pick(LINES).as_bytes().to_vec(),
    }
}

/// Lines, each with its end.
pub fn text(random: &mut Random) -> Vec<Vec<u8>> {
    let most = [1, 4, 8, 12, 25, 60][random.below(6)];
    let numbered = random.one_in(3);
    let count = random.below(most + 1);
    let mut lines: Vec<Vec<u8>> = (0..count)
        .map(|index| if numbered && !random.one_in(4) { format!("line {index}").into_bytes() } else { line(random) })
        .collect();
    lines.iter_mut().for_each(|line| line.push(b'\n'));
    if random.one_in(8)
        && let Some(last) = lines.last_mut()
    {
        last.pop();
    }
    if random.one_in(25)
        && let Some(first) = lines.first_mut()
    {
        first.insert(0, 0);
    }
    lines
}

/// A few changes to a text.
pub fn edited(random: &mut Random, lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut out = lines.to_vec();
    for _ in 0..1 + random.below(4) {
        let place = random.below(out.len() + 1);
        let end = (place + 1 + random.below(3)).min(out.len());
        let fresh = |random: &mut Random| -> Vec<Vec<u8>> {
            (0..1 + random.below(3))
                .map(|_| {
                    let mut line = line(random);
                    line.push(b'\n');
                    line
                })
                .collect()
        };
        match random.below(9) {
            0 | 1 => drop(out.drain(place.min(end)..end)),
            2 | 3 => drop(out.splice(place..place, fresh(random))),
            4 => drop(out.splice(place.min(end)..end, fresh(random))),
            5 => {
                let moved: Vec<_> = out.drain(place.min(end)..end).collect();
                let place = random.below(out.len() + 1);
                out.splice(place..place, moved);
            }
            6 => {
                for line in out.iter_mut().take(end).skip(place) {
                    *line = if random.one_in(2) { line.to_uppercase() } else { line.replace(" ", "  ") };
                }
            }
            7 => {
                for line in out.iter_mut().take(end).skip(place) {
                    let blank = random.pick(&[" ", "\t", "  "]).as_bytes();
                    let place = random.below(line.len().max(1)).min(line.len());
                    line.splice(place..place, blank.iter().copied());
                }
            }
            _ => {
                if let Some(last) = out.last_mut() {
                    if last.ends_with(b"\n") && last.len() > 1 {
                        last.truncate(last.len() - 1)
                    } else {
                        last.push(b'\n')
                    }
                }
            }
        }
    }
    // Only the last line may be without its end.
    let count = out.len();
    for line in out.iter_mut().take(count.saturating_sub(1)).filter(|line| !line.ends_with(b"\n")) {
        line.push(b'\n');
    }
    out
}

/// The files of a call of `diff`: two that are alike, twice, and two folders.
pub fn files(random: &mut Random) -> Vec<(String, BString)> {
    let mut files = Vec::new();
    for (old, new) in [("f1", "f2"), ("f3", "in"), ("d1/x", "d2/x"), ("d1/y", "d2/y")] {
        let first = text(random);
        let second = if random.one_in(10) { text(random) } else { edited(random, &first) };
        let second = if random.one_in(12) { first.clone() } else { second };
        files.push((old.to_owned(), BString::from(first.concat())));
        files.push((new.to_owned(), BString::from(second.concat())));
    }
    for name in ["d1/only", "d2/other", "d2/sub/z"] {
        if random.one_in(4) {
            files.push((name.to_owned(), text(random).concat().into()));
        }
    }
    files
}

/// What the real `diff` says of two texts.
fn real_diff(folder: &Path, options: &[&str], old: &[u8], new: &[u8], names: [&str; 2]) -> Vec<u8> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a temporary folder");
    std::fs::write(folder.join("old"), old).expect("a temporary file");
    std::fs::write(folder.join("new"), new).expect("a temporary file");
    let mut command = Command::new("diff");
    command.args(options).args(["-a", "--label", names[0], "--label", names[1], "old", "new"]).current_dir(folder);
    command.output().expect("`diff` is there").stdout
}

/// What git says of a file that it changes, renames or copies.
fn git_header(random: &mut Random, name: &str) -> String {
    let to = ["f2", "d1/x", "fresh", "d3/deep/x", "f1"][random.below(5)];
    let modes = ["100644", "100755", "100600", "120000"];
    let (old, new) = (modes[random.below(3)], modes[random.below(modes.len())]);
    match random.below(8) {
        0 => format!("diff --git a/{name} b/{to}\nsimilarity index 90%\nrename from {name}\nrename to {to}\n"),
        1 => format!("diff --git a/{name} b/{to}\nsimilarity index 90%\ncopy from {name}\ncopy to {to}\n"),
        2 => format!("diff --git a/{name} b/{name}\nold mode {old}\nnew mode {new}\n"),
        3 => format!("diff --git a/{name} b/{name}\nnew file mode {old}\nindex 0000000..e69de29\n"),
        4 => format!("diff --git a/{name} b/{name}\ndeleted file mode {old}\nindex e69de29..0000000\n"),
        5 => format!("diff --git a/{name} b/{name}\nindex e69de29..1234567 {old}\n"),
        6 => format!("diff --git a/{name} b/{name}\nGIT binary patch\nliteral 0\nHcmV?d00001\n\n"),
        _ => {
            format!("diff --git a/{name} b/{to}\nold mode {old}\nnew mode {old}\nrename from {name}\nrename to {to}\n")
        }
    }
}

/// The files of a call of `patch`: `in` is a patch of `f1`, which may have changed since, and perhaps of others.
pub fn patches(random: &mut Random, folder: &Path) -> Vec<(String, BString)> {
    let names = ["f1", "f3", "d1/x", "new"];
    let mut files: Vec<(String, BString)> = Vec::new();
    let mut patch = Vec::new();
    let count = if random.one_in(3) { 1 + random.below(3) } else { 1 };
    for name in &names[..count] {
        let old = if random.one_in(8) || *name == "new" { Vec::new() } else { text(random) };
        let new = if random.one_in(10) { Vec::new() } else { edited(random, &old) };
        let options: &[&str] = [
            &["-u"][..],
            &["-u"],
            &["-c"],
            &[],
            &["-e"],
            &["-U1"],
            &["-U0"],
            &["-C1"],
            &["-u", "-p"],
            &["-c", "-p"],
            &["-uw"],
        ][random.below(11)];
        let stamp = "2024-01-02 03:04:05.000000000 +0000";
        let (mut from, mut to) = match random.below(6) {
            0 => (format!("a/{name}\t{stamp}"), format!("b/{name}\t{stamp}")),
            1 => (format!("a/{name}"), format!("b/{name}")),
            2 => (format!("x/y/{name}"), format!("x/y/{name}")),
            3 => (format!("{name}\t{stamp}"), format!("{name}.new\t{stamp}")),
            _ => ((*name).to_owned(), (*name).to_owned()),
        };
        if old.is_empty() && random.one_in(2) {
            from = format!("/dev/null\t{stamp}");
        } else if new.is_empty() && random.one_in(2) {
            to = format!("/dev/null\t{stamp}");
        }
        let made = real_diff(folder, options, &old.concat(), &new.concat(), [&from, &to]);
        match random.below(8) {
            0 => patch.extend(format!("Index: {name}\n===================\n").into_bytes()),
            1 => patch.extend(format!("diff -u {from} {to}\n").into_bytes()),
            2 => patch.extend(format!("diff --git a/{name} b/{name}\nindex 123..456 100644\n").into_bytes()),
            3 if old.is_empty() => {
                patch.extend(format!("diff --git a/{name} b/{name}\nnew file mode 100755\n").into_bytes());
            }
            3 if new.is_empty() => {
                patch.extend(format!("diff --git a/{name} b/{name}\ndeleted file mode 100644\n").into_bytes());
            }
            4 => patch.extend_from_slice(b"Some words before.\n\n"),
            5 if random.one_in(2) => patch.extend(git_header(random, name).into_bytes()),
            _ => {}
        }
        if random.one_in(40) {
            patch.extend_from_slice(b"Prereq: a\n");
        }
        // Git's headers may do without hunks.
        if !(patch.starts_with(b"diff --git") && random.one_in(4)) {
            patch.extend(made);
        }
        let present = match random.below(5) {
            0 => edited(random, &old),
            1 if random.one_in(2) => new.clone(),
            2 if random.one_in(2) => {
                let once = edited(random, &old);
                edited(random, &once)
            }
            _ => old,
        };
        if !(present.is_empty() && random.one_in(2)) {
            files.push(((*name).to_owned(), present.concat().into()));
        }
    }
    if random.one_in(12) {
        patch = grammar::mistaken(random, &patch.to_str_lossy()).into_bytes();
    } else if random.one_in(20) {
        patch = patch.replace("\n", "\r\n");
    } else if random.one_in(20) {
        patch.truncate(patch.len() - random.below(patch.len() + 1));
    }
    if random.one_in(30) {
        let indent = random.pick(&["  ", "X", "\t", " X ", "- "]).as_bytes().to_vec();
        let lines = patch.split_inclusive(|byte| *byte == b'\n').flat_map(|line| [&indent, line]);
        patch = lines.collect::<Vec<_>>().concat();
    }
    files.push(("f2".to_owned(), text(random).concat().into()));
    files.push(("in".to_owned(), patch.into()));
    files
}
