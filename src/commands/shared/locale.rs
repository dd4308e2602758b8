//! The locale that the environment asks for: characters are UTF-8 or, in the C locale, bytes.

use shell::command::Context;

/// Whether bytes are characters: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that says something says `C` or `POSIX`
/// (or none does, as in an empty environment). Names that are not known mean UTF-8 here, as all but these do.
pub fn has_bytes(context: &Context<'_>) -> bool {
    let mut values = [&b"LC_ALL"[..], b"LC_CTYPE", b"LANG"].into_iter().filter_map(|name| context.exec.env(name));
    values.find(|value| !value.is_empty()).is_none_or(|value| value == "C" || value == "POSIX")
}
