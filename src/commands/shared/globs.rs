//! Globs and ignore files: the patterns of `.gitignore`, `-g` and file types.

use bstr::{BString, ByteSlice};
use regex_automata::meta;
use regex_automata::util::syntax;

/// One pattern, compiled.
pub struct Glob {
    regex: meta::Regex,
    /// `!`
    pub negated: bool,
    /// It ends in a slash: folders only.
    pub folders_only: bool,
}

impl Glob {
    /// A line of an ignore file, or a `-g`. `None`: it says nothing. `Err`: it is no glob.
    pub fn parse(line: &[u8], ignore_case: bool) -> Result<Option<Glob>, String> {
        let mut text = line;
        if text.is_empty() || text.starts_with(b"#") {
            return Ok(None);
        }
        while let Some(shorter) = text.strip_suffix(b" ") {
            if shorter.ends_with(b"\\") {
                break;
            }
            text = shorter;
        }
        let negated = text.starts_with(b"!");
        if negated || text.starts_with(b"\\!") || text.starts_with(b"\\#") {
            text = &text[1..];
        }
        let anchored = text.starts_with(b"/");
        let mut body = text.strip_prefix(b"/").unwrap_or(text);
        let folders_only = body.ends_with(b"/");
        body = body.strip_suffix(b"/").unwrap_or(body);
        if body.is_empty() {
            return Ok(None);
        }
        let mut source = String::from("^");
        if !anchored && !body.contains(&b'/') {
            source.push_str("(?:.*/)?");
        }
        translate(body, &mut source)?;
        source.push('$');
        let config =
            syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).case_insensitive(ignore_case);
        let regex = meta::Regex::builder()
            .syntax(config)
            .configure(meta::Config::new().utf8_empty(false).nfa_size_limit(Some(1 << 20)))
            .build(&source)
            .map_err(|_| "the glob is too large".to_owned())?;
        Ok(Some(Glob { regex, negated, folders_only }))
    }

    pub fn matches(&self, path: &[u8], is_folder: bool) -> bool {
        (is_folder || !self.folders_only) && self.regex.is_match(path)
    }
}

/// Appends the regular expression of a glob.
fn translate(glob: &[u8], out: &mut String) -> Result<(), String> {
    let mut at = 0;
    let mut alternates = 0usize;
    let literal = |out: &mut String, byte: u8| {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("\\x{byte:02X}"));
        }
    };
    while let Some(&byte) = glob.get(at) {
        at += 1;
        match byte {
            b'*' if glob.get(at) == Some(&b'*') => {
                let before = at < 2 || glob.get(at - 2) == Some(&b'/');
                let mut end = at;
                while glob.get(end) == Some(&b'*') {
                    end += 1;
                }
                match glob.get(end) {
                    Some(b'/') if before => {
                        out.push_str("(?:.*/)?");
                        at = end + 1;
                    }
                    None if before => {
                        out.push_str(if at < 2 { ".*" } else { ".+" });
                        at = end;
                    }
                    _ => {
                        out.push_str("[^/]*");
                        at = end;
                    }
                }
            }
            b'*' => out.push_str("[^/]*"),
            b'?' => out.push_str("[^/]"),
            b'[' => {
                let negated = matches!(glob.get(at), Some(b'!' | b'^'));
                let start = at + usize::from(negated);
                let end = glob.get(start + 1..).and_then(|rest| memchr::memchr(b']', rest)).map(|end| start + 1 + end);
                let Some(end) = end else {
                    return Err("unclosed character class; missing ']'".to_owned());
                };
                out.push_str(if negated { "[^/" } else { "[" });
                let class = &glob[start..end];
                let mut index = 0;
                while let Some(&first) = class.get(index) {
                    if class.get(index + 1) == Some(&b'-')
                        && let Some(&last) = class.get(index + 2)
                    {
                        if first > last {
                            let (first, last) = (char::from(first), char::from(last));
                            return Err(format!("invalid range; '{first}' > '{last}'"));
                        }
                        literal(out, first);
                        out.push('-');
                        literal(out, last);
                        index += 3;
                    } else {
                        literal(out, first);
                        index += 1;
                    }
                }
                out.push(']');
                at = end + 1;
            }
            b'{' => {
                if alternates > 0 {
                    return Err("nested alternate groups are not allowed".to_owned());
                }
                alternates += 1;
                out.push_str("(?:");
            }
            b'}' if alternates == 0 => {
                return Err("unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)".to_owned());
            }
            b'}' => {
                alternates -= 1;
                out.push(')');
            }
            b',' if alternates > 0 => out.push('|'),
            b'\\' => match glob.get(at) {
                Some(&escaped) => {
                    literal(out, escaped);
                    at += 1;
                }
                None => return Err("dangling '\\'".to_owned()),
            },
            byte => literal(out, byte),
        }
    }
    if alternates > 0 {
        return Err("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)".to_owned());
    }
    Ok(())
}

/// A path as the globs of a folder see it. The folder's name is taken off letter by letter, as ripgrep does.
pub fn below<'p>(folder: &[u8], path: &'p [u8]) -> &'p [u8] {
    let path = path.strip_prefix(b"./").unwrap_or(path);
    if !path.contains(&b'/') {
        return path;
    }
    match path.strip_prefix(folder) {
        Some(rest) => rest.strip_prefix(b"/").unwrap_or(rest),
        None => path,
    }
}

/// The patterns of one file, for the folder that it stands in.
pub struct Rules {
    /// The folder that they stand in; empty for the working folder.
    pub folder: BString,
    pub globs: Vec<Glob>,
}

impl Rules {
    pub fn parse(text: &[u8], folder: BString, ignore_case: bool) -> Rules {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let globs = text.lines().filter_map(|line| Glob::parse(line, ignore_case).ok().flatten()).collect();
        Rules { folder, globs }
    }

    /// `Some(true)`: ignored; `Some(false)`: expressly not.
    pub fn decide(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let path = below(&self.folder, path);
        let glob = self.globs.iter().rev().find(|glob| glob.matches(path, is_folder))?;
        Some(!glob.negated)
    }
}
