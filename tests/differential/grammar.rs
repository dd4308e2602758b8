//! Grammars as text: random programs of a little language.
//!
//! `== name` begins a rule; each line after it is one choice, and those before a line `--` end a program soon: only
//! they are taken when it is deep already. `3× x` counts three times, `‹name›` is a rule's text, `␤` a new line.

use std::collections::HashMap;

use crate::generate::Random;

struct Rule {
    choices: Vec<&'static str>,
    /// How many of the choices are taken at any depth.
    shallow: usize,
}

pub struct Grammar(HashMap<&'static str, Rule>);

/// Longer programs are not made: what is deep or long ends at once.
const MOST_DEPTH: usize = 7;
const MOST_LENGTH: usize = 300;

impl Grammar {
    pub fn new(text: &'static str) -> Self {
        let mut rules = HashMap::new();
        let mut name = "";
        for line in text.lines() {
            if let Some(next) = line.strip_prefix("== ") {
                name = next;
                rules.insert(name, Rule { choices: Vec::new(), shallow: 0 });
                continue;
            }
            let Some(rule) = rules.get_mut(name) else { continue };
            if line == "--" {
                rule.shallow = rule.choices.len();
                continue;
            }
            let counted = line.split_once("× ").and_then(|(count, rest)| Some((count.parse::<usize>().ok()?, rest)));
            let (count, choice) = counted.unwrap_or((1, line));
            rule.choices.extend(std::iter::repeat_n(choice, count));
        }
        Grammar(rules)
    }

    /// A random text of the rule `name`.
    pub fn text(&self, random: &mut Random, name: &str) -> String {
        let mut out = String::new();
        self.expand(random, name, 0, &mut out);
        out
    }

    fn expand(&self, random: &mut Random, name: &str, depth: usize, out: &mut String) {
        let rule = self.0.get(name).unwrap_or_else(|| panic!("no rule {name}"));
        let ends = depth >= MOST_DEPTH || out.len() > MOST_LENGTH;
        let count = if ends && rule.shallow > 0 { rule.shallow } else { rule.choices.len() };
        let mut rest = rule.choices[random.below(count)];
        while let Some((before, after)) = rest.split_once('‹') {
            let (inner, after) = after.split_once('›').unwrap_or_else(|| panic!("open in {name}: {after}"));
            out.push_str(before);
            self.expand(random, inner, depth + 1, out);
            rest = after;
        }
        out.push_str(rest);
        if depth == 0 && out.contains('␤') {
            *out = out.replace('␤', "\n");
        }
    }
}

/// Now and then a mistake: a byte or a stretch left out, doubled or put elsewhere.
pub fn mistaken(random: &mut Random, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let start = random.below(letters.len());
    let end = (start + 1 + random.below(3)).min(letters.len());
    let stretch: Vec<char> = match random.below(3) {
        0 => letters.drain(start..end).collect(),
        1 => letters[start..end].to_vec(),
        _ => vec![['(', ')', '{', '}', '[', ']', '"', '\\', '/', ';', '|', '$', '.', ',', '1', '='][random.below(16)]],
    };
    if !random.one_in(3) {
        let place = random.below(letters.len() + 1);
        letters.splice(place..place, stretch);
    }
    letters.into_iter().collect()
}
