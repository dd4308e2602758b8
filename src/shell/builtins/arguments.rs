//! Reading the options of builtins, as bash's own reader does.
//!
//! Letters cluster, a value may be attached, the first word that is no option ends them, and so does `--`.

use std::borrow::Cow;

use bstr::{BStr, BString};

use super::{Words, lookup};
use crate::flow::Flow;
use crate::shell::Shell;

/// One option that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    pub letter: u8,
    /// `+x` instead of `-x`.
    pub plus: bool,
    pub value: Option<BString>,
}

/// Options in order, and where the operands begin.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    pub given: Vec<Given>,
    pub operands: usize,
}

impl Options {
    pub(super) fn has(&self, letter: u8) -> bool {
        self.given.iter().any(|given| given.letter == letter)
    }

    /// The value of the last option of that letter.
    pub(super) fn value(&self, letter: u8) -> Option<&BStr> {
        self.given.iter().rev().find(|given| given.letter == letter)?.value.as_ref().map(BStr::new)
    }
}

/// Why options could not be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Not a letter of the table.
    Invalid {
        plus: bool,
        letter: u8,
    },
    NoValue {
        letter: u8,
    },
    /// `--help`
    Help,
}

/// Reads options. `letters`: the options, each followed by `:` when it takes a value, by `;` when it may have one;
/// a leading `+` allows `+x`.
pub(super) fn scan(words: &[Cow<'_, BStr>], letters: &str) -> Result<Options, Wrong> {
    let (plus_allowed, letters) = match letters.strip_prefix('+') {
        Some(rest) => (true, rest.as_bytes()),
        None => (false, letters.as_bytes()),
    };
    let mut options = Options::default();
    while let Some(word) = words.get(options.operands) {
        let plus = match word.first() {
            Some(b'-') if word.len() > 1 => false,
            Some(b'+') if plus_allowed && word.len() > 1 => true,
            _ => break,
        };
        options.operands += 1;
        match word.as_ref() {
            word if word == "--" => break,
            word if word == "--help" => return Err(Wrong::Help),
            _ => {}
        }
        let mut at = 1;
        while let Some(&letter) = word.get(at) {
            at += 1;
            let Some(place) = letters.iter().position(|known| *known == letter && !matches!(letter, b':' | b';'))
            else {
                return Err(Wrong::Invalid { plus, letter });
            };
            let mut value = None;
            match letters.get(place + 1) {
                Some(b':') => {
                    value = Some(if at < word.len() {
                        BString::from(&word[at..])
                    } else {
                        let next = words.get(options.operands).ok_or(Wrong::NoValue { letter })?;
                        options.operands += 1;
                        BString::from(next.as_ref())
                    });
                    at = word.len();
                }
                Some(b';') => {
                    if at < word.len() {
                        value = Some(BString::from(&word[at..]));
                        at = word.len();
                    } else if let Some(next) = words.get(options.operands).filter(|next| !next.starts_with(b"-")) {
                        options.operands += 1;
                        value = Some(BString::from(next.as_ref()));
                    }
                }
                _ => {}
            }
            options.given.push(Given { letter, plus, value });
        }
    }
    Ok(options)
}

impl Shell {
    /// Reads the options of the builtin `name`. `None`: something was printed, and the status is 2.
    pub(super) fn options(&mut self, name: &[u8], words: &Words<'_>, letters: &str) -> Result<Option<Options>, Flow> {
        match scan(words, letters) {
            Ok(options) => Ok(Some(options)),
            Err(Wrong::Help) => {
                if let Some(builtin) = lookup(name) {
                    self.put(builtin.name, builtin.help.as_bytes())?;
                }
                Ok(None)
            }
            Err(Wrong::Invalid { plus, letter }) => {
                let sign: &[u8] = if plus { b"+" } else { b"-" };
                self.complain(&[name, b": ", sign, &[letter], b": invalid option"])?;
                self.usage(name)?;
                Ok(None)
            }
            Err(Wrong::NoValue { letter }) => {
                self.complain(&[name, b": -", &[letter], b": option requires an argument"])?;
                self.usage(name)?;
                Ok(None)
            }
        }
    }

    /// As [`Shell::options`] for a builtin without options; gives the operands.
    pub(super) fn no_options<'w, 'a>(
        &mut self,
        name: &[u8],
        words: &'w Words<'a>,
    ) -> Result<Option<&'w [Cow<'a, BStr>]>, Flow> {
        Ok(self.options(name, words, "")?.map(|options| &words[options.operands..]))
    }
}

/// Reads a whole number as bash's `legal_number`: decimal with blanks around it, within 64 bits.
pub fn whole_number(text: &[u8]) -> Option<i64> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().position(|byte| !is_blank(byte))?;
    let end = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'))? + 1;
    let text = std::str::from_utf8(text.get(start..end)?).ok()?;
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&'static str], letters: &str) -> Result<Options, Wrong> {
        let words: Vec<Cow<'_, BStr>> = words.iter().map(|word| Cow::Borrowed(BStr::new(*word))).collect();
        scan(&words, letters)
    }

    fn letters(options: &Options) -> String {
        options.given.iter().map(|given| given.letter as char).collect()
    }

    #[test]
    fn letters_cluster_and_values_attach() {
        let options = read(&["-ab", "-n5", "-d", "x", "op", "-a"], "abn:d:").unwrap();
        assert_eq!(letters(&options), "abnd");
        assert_eq!(options.value(b'n'), Some(BStr::new("5")));
        assert_eq!(options.value(b'd'), Some(BStr::new("x")));
        assert_eq!(options.operands, 4);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read(&["-z"], "a"), Err(Wrong::Invalid { plus: false, letter: b'z' }));
        assert_eq!(read(&["-n"], "n:"), Err(Wrong::NoValue { letter: b'n' }));
        assert_eq!(read(&["+x"], "+a"), Err(Wrong::Invalid { plus: true, letter: b'x' }));
        assert_eq!(read(&["--help"], "a"), Err(Wrong::Help));
        assert_eq!(read(&["-:"], "n:"), Err(Wrong::Invalid { plus: false, letter: b':' }));
    }

    #[test]
    fn operands_begin_where_they_should() {
        assert_eq!(read(&["--", "-a"], "a").unwrap().operands, 1);
        assert_eq!(read(&["-"], "a").unwrap().operands, 0);
        assert_eq!(read(&["+a"], "a").unwrap().operands, 0);
        assert!(read(&["+a"], "+a").unwrap().given[0].plus);
        assert_eq!(read(&[], "a").unwrap(), Options::default());
    }

    #[test]
    fn numbers() {
        assert_eq!(whole_number(b" 12 "), Some(12));
        assert_eq!(whole_number(b"-7"), Some(-7));
        assert_eq!(whole_number(b"+7"), Some(7));
        assert_eq!(whole_number(b""), None);
        assert_eq!(whole_number(b"1x"), None);
        assert_eq!(whole_number(b"9223372036854775808"), None);
    }
}
