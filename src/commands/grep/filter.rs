//! Which files `grep` looks at: `--include` and `--exclude`.

use crate::shell::pattern::{Pattern, PatternOptions};

struct Rule {
    pattern: Pattern,
    include: bool,
}

/// Rules in the order in which they were given; the last that fits decides.
#[derive(Default)]
pub struct Filter {
    rules: Vec<Rule>,
}

impl Filter {
    pub fn include(&mut self, pattern: &[u8]) {
        self.add(pattern, true);
    }

    pub fn exclude(&mut self, pattern: &[u8]) {
        self.add(pattern, false);
    }

    fn add(&mut self, pattern: &[u8], include: bool) {
        self.rules.push(Rule { pattern: Pattern::new(pattern, PatternOptions::default()), include });
    }

    /// Whether a name is left out. `operand`: a rule may fit any part of it that starts after a slash; otherwise the
    /// last name counts. Without a rule that fits, a name is left out if the first rule is to include.
    pub fn leaves_out(&self, path: &[u8], operand: bool) -> bool {
        let Some(first) = self.rules.first() else { return false };
        let name = memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..]);
        let fits = |pattern: &Pattern| {
            if !operand {
                return pattern.matches(name);
            }
            pattern.matches(path)
                || memchr::memchr_iter(b'/', path)
                    .map(|slash| &path[slash + 1..])
                    .any(|part| !part.starts_with(b"/") && pattern.matches(part))
        };
        match self.rules.iter().rev().find(|rule| fits(&rule.pattern)) {
            Some(rule) => !rule.include,
            None => first.include,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_fits_decides() {
        let mut filter = Filter::default();
        assert!(!filter.leaves_out(b"a/x.c", false));
        filter.include(b"*.c");
        assert!(filter.leaves_out(b"a/x.h", false) && !filter.leaves_out(b"a/x.c", false));
        filter.exclude(b"y*");
        assert!(filter.leaves_out(b"a/y.c", false));
        let mut filter = Filter::default();
        filter.exclude(b"b/x");
        assert!(filter.leaves_out(b"a/b/x", true) && !filter.leaves_out(b"a/b/x", false));
    }
}
