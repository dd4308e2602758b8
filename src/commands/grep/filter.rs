//! `--include`, `--exclude` and `--exclude-dir`: which files `grep` looks into.

use bstr::ByteSlice;

use shell::pattern::{Pattern, PatternOptions};

struct Rule {
    pattern: Pattern,
    include: bool,
}

/// The rules in the order given; the last one that matches decides.
#[derive(Default)]
pub struct Filter {
    files: Vec<Rule>,
    folders: Vec<Rule>,
}

fn rule(pattern: &[u8], include: bool) -> Rule {
    Rule { pattern: Pattern::new(pattern, PatternOptions::default()), include }
}

impl Filter {
    pub fn exclude(&mut self, pattern: &[u8]) {
        self.files.push(rule(pattern, false));
    }

    pub fn include(&mut self, pattern: &[u8]) {
        self.files.push(rule(pattern, true));
    }

    /// The lines of an `--exclude-from` file. White space at their ends does not count.
    pub fn exclude_lines(&mut self, data: &[u8]) {
        for line in data.lines() {
            let pattern = line.trim_ascii_end();
            if !pattern.is_empty() {
                self.exclude(pattern);
            }
        }
    }

    /// Slashes at the end of the pattern do not count.
    pub fn exclude_folder(&mut self, pattern: &[u8]) {
        let kept = pattern.iter().rposition(|byte| *byte != b'/').map_or(pattern.len().min(1), |last| last + 1);
        self.folders.push(rule(&pattern[..kept], false));
    }

    /// Whether a file met on the way is left out, by its last name.
    pub fn skips_file(&self, name: &[u8]) -> bool {
        skips(&self.files, name, false)
    }

    /// Whether a folder met on the way is left out, by its last name.
    pub fn skips_folder(&self, name: &[u8]) -> bool {
        skips(&self.folders, name, false)
    }

    /// Whether a file from the arguments is left out. The pattern may match the whole name as given, or what follows
    /// any of its slashes.
    pub fn skips_named_file(&self, path: &[u8]) -> bool {
        skips(&self.files, path, true)
    }

    pub fn skips_named_folder(&self, path: &[u8]) -> bool {
        skips(&self.folders, path, true)
    }
}

fn skips(rules: &[Rule], name: &[u8], after_slashes: bool) -> bool {
    match rules.iter().rev().find(|rule| matches(&rule.pattern, name, after_slashes)) {
        Some(rule) => !rule.include,
        // What nothing speaks about is in, unless the first thing said was what to include.
        None => rules.first().is_some_and(|rule| rule.include),
    }
}

fn matches(pattern: &Pattern, name: &[u8], after_slashes: bool) -> bool {
    if pattern.matches(name) {
        return true;
    }
    after_slashes
        && memchr::memchr_iter(b'/', name)
            .any(|slash| name.get(slash + 1).is_some_and(|next| *next != b'/') && pattern.matches(&name[slash + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_matches_decides() {
        let mut filter = Filter::default();
        filter.include(b"*.c");
        filter.exclude(b"a*");
        assert!(!filter.skips_file(b"b.c"));
        assert!(filter.skips_file(b"a.c"));
        assert!(filter.skips_file(b"b.h"));
        let mut other = Filter::default();
        other.exclude(b"a*");
        other.include(b"*.c");
        assert!(!other.skips_file(b"b.h"));
        assert!(!other.skips_file(b"a.c"));
    }

    #[test]
    fn named_files_match_after_slashes() {
        let mut filter = Filter::default();
        filter.exclude(b"t");
        assert!(filter.skips_named_file(b"./d/t"));
        assert!(!filter.skips_file(b"d/t"));
        filter.exclude_lines(b"x \n\n y\n");
        assert!(filter.skips_file(b"x") && filter.skips_file(b" y"));
        filter.exclude_folder(b"d//");
        assert!(filter.skips_folder(b"d"));
    }
}
