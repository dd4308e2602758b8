//! Sets of characters: the POSIX classes as glibc's C.UTF-8 fills them, and case folding.

use std::sync::{Arc, LazyLock};

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// A POSIX character class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassName {
    Alnum,
    Alpha,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Xdigit,
}

impl ClassName {
    /// The class of a name such as `alpha`, if there is one.
    pub fn parse(name: &[u8]) -> Option<ClassName> {
        Some(match name {
            b"alnum" => ClassName::Alnum,
            b"alpha" => ClassName::Alpha,
            b"blank" => ClassName::Blank,
            b"cntrl" => ClassName::Cntrl,
            b"digit" => ClassName::Digit,
            b"graph" => ClassName::Graph,
            b"lower" => ClassName::Lower,
            b"print" => ClassName::Print,
            b"punct" => ClassName::Punct,
            b"space" => ClassName::Space,
            b"upper" => ClassName::Upper,
            b"xdigit" => ClassName::Xdigit,
            _ => return None,
        })
    }

    /// The characters of the class. glibc counts the digits of other scripts as letters, so that
    /// `digit` stays the ten that C programs expect.
    pub(crate) fn set(self) -> &'static Arc<ClassUnicode> {
        static SETS: LazyLock<[Arc<ClassUnicode>; 12]> = LazyLock::new(|| {
            let alpha = named(r"[\p{Alphabetic}[\p{Nd}--0-9]]");
            let mut alnum = alpha.clone();
            alnum.union(&named("[0-9]"));
            let graph =
                named(r"[^\p{Cc}\p{Cn}\p{Zl}\p{Zp} \u{1680}\u{2000}-\u{2006}\u{2008}-\u{200A}\u{205F}\u{3000}]");
            let mut punct = graph.clone();
            punct.difference(&alnum);
            [
                alnum,
                alpha,
                named(r"[\t \u{1680}\u{2000}-\u{2006}\u{2008}-\u{200A}\u{205F}\u{3000}]"),
                named(r"[\x00-\x1F\x7F-\u{9F}\u{2028}\u{2029}]"),
                named("[0-9]"),
                graph,
                named(r"[\p{Lowercase}\u{1C5}\u{1C8}\u{1CB}\u{1F2}]"),
                named(r"[^\p{Cc}\p{Cn}\p{Zl}\p{Zp}]"),
                punct,
                named(r"[\t-\r \u{1680}\u{2000}-\u{2006}\u{2008}-\u{200A}\u{2028}\u{2029}\u{205F}\u{3000}]"),
                named(r"[\p{Uppercase}\p{Lt}]"),
                named("[0-9A-Fa-f]"),
            ]
            .map(Arc::new)
        });
        &SETS[self as usize]
    }

    /// The class as bash's and PCRE's ASCII-only matching sees it.
    pub fn contains_ascii(self, byte: u8) -> bool {
        match self {
            ClassName::Alnum => byte.is_ascii_alphanumeric(),
            ClassName::Alpha => byte.is_ascii_alphabetic(),
            ClassName::Blank => byte == b' ' || byte == b'\t',
            ClassName::Cntrl => byte.is_ascii_control(),
            ClassName::Digit => byte.is_ascii_digit(),
            ClassName::Graph => byte.is_ascii_graphic(),
            ClassName::Lower => byte.is_ascii_lowercase(),
            ClassName::Print => byte == b' ' || byte.is_ascii_graphic(),
            ClassName::Punct => byte.is_ascii_punctuation(),
            ClassName::Space => matches!(byte, b'\t'..=b'\r' | b' '),
            ClassName::Upper => byte.is_ascii_uppercase(),
            ClassName::Xdigit => byte.is_ascii_hexdigit(),
        }
    }
}

/// The set that a regular expression of the `regex` crate's syntax stands for; empty if it stands
/// for something else.
pub(crate) fn named(expression: &str) -> ClassUnicode {
    match regex_syntax::parse(expression).map(|hir| hir.into_kind()) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        Ok(HirKind::Literal(literal)) => std::str::from_utf8(&literal.0)
            .map(|text| text.chars().map(|c| ClassUnicodeRange::new(c, c)))
            .map_or_else(|_| ClassUnicode::empty(), ClassUnicode::new),
        _ => ClassUnicode::empty(),
    }
}

/// The characters of words: `alnum` and the underscore.
pub(super) fn word() -> &'static Arc<ClassUnicode> {
    static WORD: LazyLock<Arc<ClassUnicode>> = LazyLock::new(|| {
        let mut word = ClassUnicode::clone(ClassName::Alnum.set());
        word.union(&single('_'));
        Arc::new(word)
    });
    &WORD
}

/// Whether a character belongs to words here but not for the linear engines, or the other way round: they take
/// accents, joiners and all that connects for parts of words.
fn is_odd_in_words(character: char) -> bool {
    static ODD: LazyLock<ClassUnicode> = LazyLock::new(|| {
        let mut odd = named(r"\w");
        odd.symmetric_difference(word());
        odd
    });
    contains(&ODD, character)
}

/// Whether the linear engines may see other words in a text than there are: because of such characters, or of bytes
/// that are part of no character.
pub(super) fn has_odd_words(text: &[u8]) -> bool {
    !text.is_ascii()
        && std::str::from_utf8(text)
            .map_or(true, |text| text.chars().any(|character| !character.is_ascii() && is_odd_in_words(character)))
}

/// The set of one character.
pub(crate) fn single(character: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(character, character)])
}

/// Every valid character.
pub(crate) fn all() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('\0', char::MAX)])
}

/// Takes away what is beyond ASCII.
pub(super) fn keep_ascii(class: &mut ClassUnicode) {
    class.intersect(&ClassUnicode::new([ClassUnicodeRange::new('\0', '\x7f')]));
}

/// Whether a set holds a character.
pub(crate) fn contains(class: &ClassUnicode, character: char) -> bool {
    class
        .ranges()
        .binary_search_by(|range| {
            if range.end() < character {
                std::cmp::Ordering::Less
            } else if range.start() > character {
                std::cmp::Ordering::Greater
            } else {
                std::cmp::Ordering::Equal
            }
        })
        .is_ok()
}

/// Adds to a set what differs from its characters in case only: Unicode's simple folding, with
/// what glibc's `towupper` does differently (`ı` goes with `i`; `ß` and `ẞ` stay apart).
pub(crate) fn fold(class: &mut ClassUnicode) {
    if class.ranges().len() == 1 && class.ranges()[0].start() == '\0' && class.ranges()[0].end() == char::MAX {
        return;
    }
    let (sharp, capital_sharp) = (contains(class, 'ß'), contains(class, 'ẞ'));
    if contains(class, 'ı') {
        class.union(&single('i'));
    }
    class.case_fold_simple();
    if contains(class, 'i') {
        class.union(&single('ı'));
    }
    if sharp != capital_sharp {
        class.difference(&single(if sharp { 'ẞ' } else { 'ß' }));
    }
}

/// The capital of a character, where that is one character.
pub(super) fn upper(character: char) -> char {
    let mut capitals = character.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => character,
    }
}

/// All that a character matches where case is ignored.
pub(crate) fn variants(character: char) -> ClassUnicode {
    let mut class = single(character);
    fold(&mut class);
    class
}
