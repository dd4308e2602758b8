//! `echo`

use bstr::BStr;

use super::{Argument, words};
use crate::flow::Flow;
use crate::format::escape::{self, Dialect};
use crate::shell::Shell;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let words: Vec<&BStr> = words.iter().map(AsRef::as_ref).collect();
    let bytewise = words.iter().any(|word| word.contains(&b'\\')) && shell.is_bytewise();
    let output = echo_output(&words, shell.state.options.xpg_echo, shell.state.options.posix, bytewise);
    shell.put("echo", &output)
}

/// What `echo` prints for these arguments, in a locale whose characters are UTF-8 or bytes. `xpg`: escapes are read without `-e`; with `posix` as well, there are no
/// options at all.
pub fn echo_output(words: &[&BStr], xpg: bool, posix: bool, bytewise: bool) -> Vec<u8> {
    let (mut newline, mut escapes) = (true, xpg);
    let mut words = words;
    while let [first, rest @ ..] = words
        && !(xpg && posix)
        && first.len() > 1
        && first[0] == b'-'
        && first[1..].iter().all(|letter| matches!(letter, b'n' | b'e' | b'E'))
    {
        for letter in first[1..].iter() {
            match letter {
                b'n' => newline = false,
                b'e' => escapes = true,
                _ => escapes = false,
            }
        }
        words = rest;
    }
    let mut out = Vec::with_capacity(words.iter().map(|word| word.len() + 1).sum::<usize>() + 1);
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        if !escapes {
            out.extend_from_slice(word);
        } else if escape::decode(word, Dialect::Echo, bytewise, &mut out, &mut Vec::new()) {
            return out;
        }
    }
    if newline {
        out.push(b'\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(words: &[&str], xpg: bool) -> Vec<u8> {
        let words: Vec<&BStr> = words.iter().map(|word| BStr::new(*word)).collect();
        echo_output(&words, xpg, false, false)
    }

    #[test]
    fn options_are_letters_only() {
        assert_eq!(echo(&["-n", "a", "b"], false), b"a b");
        assert_eq!(echo(&["-nx", "a"], false), b"-nx a\n");
        assert_eq!(echo(&["-", "a"], false), b"- a\n");
        assert_eq!(echo(&["--", "a"], false), b"-- a\n");
        assert_eq!(echo(&["a", "-n"], false), b"a -n\n");
        assert_eq!(echo(&[], false), b"\n");
        assert_eq!(echo(&["-neE", "a\\n"], false), b"a\\n");
    }

    #[test]
    fn escapes_and_their_stop() {
        assert_eq!(echo(&["-e", "a\\tb", "c\\cd", "e"], false), b"a\tb c");
        assert_eq!(echo(&["a\\n"], true), b"a\n\n");
        assert_eq!(echo(&["-E", "a\\n"], true), b"a\\n\n");
    }
}
