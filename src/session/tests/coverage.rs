//! Whether each command has recorded cases, and each option of its usage text one of them.

use std::collections::BTreeMap;

use commands::registry;
use damage::{data, rows};

/// Options whose cases would differ from machine to machine, or print texts of our own.
const WITHOUT: &[(&str, &[&str])] = &[
    // `-k` came after the version that the cases were recorded with; the unit tests of the fields have it.
    ("awk", &["-k", "-h", "-V"]),
    ("gawk", &["-k", "-h", "-V"]),
    ("mawk", &["-k", "-h", "-V"]),
    ("nawk", &["-k", "-h", "-V"]),
    ("hostname", &["-s", "-f", "-d", "-i"]),
    ("id", &["-a"]),
    ("nproc", &["--all"]),
    // Prints a text of our own.
    ("tar", &["--usage"]),
    ("uname", &["-a", "-n", "-r", "-v"]),
    ("uptime", &["-s"]),
    ("xargs", &["--show-limits"]),
    ("xxd", &["-h", "-v"]),
];

/// Commands that are one under several names: a case of one is a case of all.
const FAMILIES: &[&[&str]] = &[
    &["ls", "dir", "vdir"],
    &["grep", "egrep", "fgrep"],
    &["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"],
    &["chown", "chgrp"],
    &["bash", "sh"],
    &["hexdump", "hd"],
    &["awk", "gawk", "mawk", "nawk"],
    &["gzip", "gunzip", "zcat", "uncompress"],
    &["bzip2", "bunzip2", "bzcat"],
    &["xz", "unxz", "xzcat", "lzma", "unlzma", "lzcat"],
    &["zstd", "unzstd", "zstdcat"],
];

/// The options that lines of a usage text begin with: the spellings of each.
fn options(help: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in help.lines() {
        let text = line.trim_start();
        if !line.starts_with(' ') || !text.starts_with('-') {
            continue;
        }
        let end = text.find("  ").unwrap_or(text.len());
        let spellings: Vec<String> = text[..end]
            .split([',', ' '])
            .filter(|word| word.starts_with('-') && word.len() > 1)
            .map(|word| {
                let end = word.find(['[', '=', '{', '<']).unwrap_or(word.len());
                word[..end].to_owned()
            })
            .filter(|word| word.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_alphanumeric()))
            .collect();
        if !spellings.is_empty() {
            found.push(spellings);
        }
    }
    found
}

/// Whether a script uses an option in this spelling.
fn uses(words: &[&str], option: &str) -> bool {
    if let Some(long) = option.strip_prefix("--") {
        return words
            .iter()
            .any(|word| word.strip_prefix("--").is_some_and(|word| word.split('=').next() == Some(long)));
    }
    let Some(letter) = option.strip_prefix('-').and_then(|rest| rest.chars().next()) else { return true };
    words
        .iter()
        .any(|word| word.strip_prefix('-').is_some_and(|cluster| !cluster.starts_with('-') && cluster.contains(letter)))
}

#[test]
fn each_command_and_each_of_its_options_has_a_case() {
    let scripts: Vec<String> =
        rows("commands").iter().map(|(_, row)| String::from_utf8_lossy(&data(&row["script"])).into_owned()).collect();
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let registry = registry();
    for name in registry.names().map(str::to_owned) {
        let help = registry.get(name.as_bytes()).map(|command| command.help().to_owned()).unwrap_or_default();
        let own: Vec<Vec<&str>> = scripts
            .iter()
            .map(|script| {
                script.split([' ', '\n', ';', '|', '(', ')', '`', '"', '\'', '&', '<', '>']).collect::<Vec<_>>()
            })
            .filter(|words| {
                words.iter().any(|word| {
                    let word = word.rsplit('/').next().unwrap_or(word);
                    word == name
                        || FAMILIES.iter().any(|family| family.contains(&word) && family.contains(&name.as_str()))
                })
            })
            .collect();
        if own.is_empty() {
            missing.entry(name.clone()).or_default().push("any case".to_owned());
            continue;
        }
        let known = WITHOUT.iter().find(|(command, _)| *command == name).map_or(&[][..], |(_, options)| options);
        for spellings in options(&help) {
            let about = spellings.iter().any(|option| option == "--help" || option == "--version");
            let excused = spellings.iter().any(|option| known.contains(&option.as_str()));
            let used = spellings.iter().any(|option| own.iter().any(|words| uses(words, option)));
            if !about && !excused && !used {
                missing.entry(name.clone()).or_default().push(spellings.join(" "));
            }
        }
    }
    assert!(missing.is_empty(), "without a case: {missing:#?}");
}
