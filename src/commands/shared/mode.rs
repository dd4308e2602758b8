//! Permission bits as `chmod`, `mkdir -m` and `find -perm` are told them: octal or symbolic (`u+rwX,go=u-w`).
//!
//! A mode is a list of changes, because what `+X` or `g=u` does depends on the file that it is applied to.

const ALL: u16 = 0o7777;
const SET_ID: u16 = 0o6000;
const READ: u16 = 0o444;
const WRITE: u16 = 0o222;
const EXECUTE: u16 = 0o111;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    /// These bits.
    Bits,
    /// The bits that the user, group or others have already (`g=u`).
    Copied,
    /// These bits, and execution for folders and for files that somebody may execute (`X`).
    ExecuteIfAny,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    operator: u8,
    value: Value,
    /// Bits of `u`, `g`, `o`; 0: none named, so that the umask counts.
    affected: u16,
    bits: u16,
    /// Bits that the text speaks about: a folder keeps its set-id bits unless they are among these.
    mentioned: u16,
}

/// A parsed mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    changes: Vec<Change>,
}

impl Mode {
    /// Parses octal or symbolic text; `None` when it is neither.
    pub fn parse(text: &[u8]) -> Option<Mode> {
        if text.first().is_some_and(|byte| matches!(byte, b'0'..=b'7')) {
            let (bits, rest) = octal(text)?;
            if !rest.is_empty() {
                return None;
            }
            let mentioned = if text.len() < 5 { (bits & 0o7000) | 0o777 } else { ALL };
            return Some(Mode {
                changes: vec![Change { operator: b'=', value: Value::Bits, affected: ALL, bits, mentioned }],
            });
        }
        let mut changes = Vec::new();
        for clause in text.split(|byte| *byte == b',') {
            parse_clause(clause, &mut changes)?;
        }
        Some(Mode { changes })
    }

    /// Bits that are what they are, whatever the file.
    pub fn exactly(bits: u16) -> Mode {
        Mode { changes: vec![Change { operator: b'=', value: Value::Bits, affected: ALL, bits, mentioned: ALL }] }
    }

    /// The bits of a file that has `old`.
    pub fn apply(&self, old: u16, is_dir: bool, umask: u16) -> u16 {
        self.apply_and_tell(old, is_dir, umask).0
    }

    /// The new bits and those that the mode has a say about.
    pub fn apply_and_tell(&self, old: u16, is_dir: bool, umask: u16) -> (u16, u16) {
        let mut mode = old & ALL;
        let mut told = 0;
        for change in &self.changes {
            let kept = if is_dir { SET_ID & !change.mentioned } else { 0 };
            let mut bits = change.bits;
            match change.value {
                Value::Bits => {}
                Value::Copied => {
                    bits &= mode;
                    for class in [READ, WRITE, EXECUTE] {
                        if bits & class != 0 {
                            bits |= class;
                        }
                    }
                }
                Value::ExecuteIfAny => {
                    if is_dir || mode & EXECUTE != 0 {
                        bits |= EXECUTE;
                    }
                }
            }
            bits &= if change.affected != 0 { change.affected } else { !umask } & !kept;
            match change.operator {
                b'=' => {
                    let preserved = if change.affected != 0 { !change.affected } else { 0 } | kept;
                    told |= ALL & !preserved;
                    mode = (mode & preserved) | bits;
                }
                b'+' => {
                    told |= bits;
                    mode |= bits;
                }
                _ => {
                    told |= bits;
                    mode &= !bits;
                }
            }
        }
        (mode & ALL, told & ALL)
    }
}

fn parse_clause(clause: &[u8], changes: &mut Vec<Change>) -> Option<()> {
    let mut rest = clause;
    let mut affected = 0;
    loop {
        affected |= match rest.first()? {
            b'u' => 0o4700,
            b'g' => 0o2070,
            b'o' => 0o1007,
            b'a' => ALL,
            b'=' | b'+' | b'-' => break,
            _ => return None,
        };
        rest = &rest[1..];
    }
    while let Some((&operator, after)) = rest.split_first() {
        if !matches!(operator, b'=' | b'+' | b'-') {
            return None;
        }
        rest = after;
        let mut change = Change { operator, value: Value::Bits, affected, bits: 0, mentioned: 0 };
        match rest.first() {
            Some(b'0'..=b'7') => {
                let (bits, after) = octal(rest)?;
                if affected != 0 || !after.is_empty() {
                    return None;
                }
                rest = after;
                change = Change { affected: ALL, bits, mentioned: ALL, ..change };
            }
            Some(letter @ (b'u' | b'g' | b'o')) => {
                rest = &rest[1..];
                change.value = Value::Copied;
                change.bits = match letter {
                    b'u' => 0o700,
                    b'g' => 0o070,
                    _ => 0o007,
                };
            }
            _ => {
                while let Some((letter, after)) = rest.split_first() {
                    match letter {
                        b'r' => change.bits |= READ,
                        b'w' => change.bits |= WRITE,
                        b'x' => change.bits |= EXECUTE,
                        b'X' => change.value = Value::ExecuteIfAny,
                        b's' => change.bits |= SET_ID,
                        b't' => change.bits |= 0o1000,
                        _ => break,
                    }
                    rest = after;
                }
            }
        }
        if change.mentioned == 0 {
            change.mentioned = if affected != 0 { affected & change.bits } else { change.bits };
        }
        changes.push(change);
    }
    Some(())
}

fn octal(text: &[u8]) -> Option<(u16, &[u8])> {
    let mut value = 0;
    let mut rest = text;
    while let Some((digit @ b'0'..=b'7', after)) = rest.split_first() {
        value = value * 8 + u16::from(digit - b'0');
        if value > ALL {
            return None;
        }
        rest = after;
    }
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str, old: u16) -> u16 {
        Mode::parse(text.as_bytes()).unwrap().apply(old, false, 0o022)
    }

    #[test]
    fn octal_and_symbolic() {
        assert_eq!(file("755", 0), 0o755);
        assert_eq!(file("u+x", 0o644), 0o744);
        assert_eq!(file("+x", 0o644), 0o755);
        assert_eq!(file("+w", 0o444), 0o644);
        assert_eq!(file("go=u-w", 0o751), 0o755);
        assert_eq!(file("a+X", 0o644), 0o644);
        assert_eq!(file("a+X", 0o744), 0o755);
        assert_eq!(file("u=rwx,g=rx,o=", 0o777), 0o750);
        assert_eq!(file("-022", 0o666), 0o644);
        assert_eq!(file("+t", 0o755), 0o1755);
        assert_eq!(file("u+s", 0o755), 0o4755);
    }

    #[test]
    fn folders_keep_their_set_id_bits() {
        let apply = |text: &str| Mode::parse(text.as_bytes()).unwrap().apply(0o2755, true, 0o022);
        assert_eq!(apply("700"), 0o2700);
        assert_eq!(apply("00700"), 0o700);
        assert_eq!(apply("g-s"), 0o755);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "8", "77777", "u", "u+q", "+7,", "u+7", "x+r", "755x", ","] {
            assert_eq!(Mode::parse(text.as_bytes()), None, "{text}");
        }
        assert!(Mode::parse(b"u+").is_some());
    }
}
