//! Contents that are text: in which encoding, with which line ends, and what kind of text.

use bstr::ByteSlice;

use super::Answer;

/// How the bytes of a text are to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Ascii,
    Utf8,
    Utf8Bom,
    Utf16Little,
    Utf16Big,
    Latin,
    Unknown8Bit,
    Binary,
}

/// Bytes that stand in texts, besides the printable ones.
fn is_text_control(byte: u8) -> bool {
    matches!(byte, 7..=13 | 27)
}

fn encoding_of(data: &[u8]) -> Encoding {
    if let Some(rest) = data.strip_prefix(b"\xef\xbb\xbf")
        && std::str::from_utf8(rest).is_ok()
    {
        return Encoding::Utf8Bom;
    }
    if data.len().is_multiple_of(2) {
        match data {
            [0xff, 0xfe, rest @ ..] if utf16_fits(rest, u16::from_le_bytes) => return Encoding::Utf16Little,
            [0xfe, 0xff, rest @ ..] if utf16_fits(rest, u16::from_be_bytes) => return Encoding::Utf16Big,
            _ => {}
        }
    }
    let control = |byte: &u8| (*byte < b' ' && !is_text_control(*byte)) || *byte == 0x7f;
    if data.iter().any(control) {
        return Encoding::Binary;
    }
    if data.is_ascii() {
        return Encoding::Ascii;
    }
    match data.to_str() {
        Ok(_) => Encoding::Utf8,
        // The window may end within a character.
        Err(error) if error.error_len().is_none() && data.len() > 3 => Encoding::Utf8,
        Err(_) if data.iter().any(|byte| (0x80..0xa0).contains(byte) && *byte != 0x85) => Encoding::Unknown8Bit,
        Err(_) => Encoding::Latin,
    }
}

fn utf16_fits(rest: &[u8], read: fn([u8; 2]) -> u16) -> bool {
    let units = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
    char::decode_utf16(units).all(|unit| {
        unit.is_ok_and(|character| {
            let plain = u8::try_from(u32::from(character)).ok();
            plain.is_none_or(|byte| byte >= b' ' && byte != 0x7f || is_text_control(byte))
        })
    })
}

/// Describes a content of which no magic number is known.
pub fn describe(data: &[u8]) -> Answer {
    let encoding = encoding_of(data);
    let (name, charset) = match encoding {
        Encoding::Ascii => ("ASCII text", "us-ascii"),
        Encoding::Utf8 => ("Unicode text, UTF-8 text", "utf-8"),
        Encoding::Utf8Bom => ("Unicode text, UTF-8 (with BOM) text", "utf-8"),
        Encoding::Utf16Little => ("Unicode text, UTF-16, little-endian text", "utf-16le"),
        Encoding::Utf16Big => ("Unicode text, UTF-16, big-endian text", "utf-16be"),
        Encoding::Latin => ("ISO-8859 text", "iso-8859-1"),
        Encoding::Unknown8Bit => ("Non-ISO extended-ASCII text", "unknown-8bit"),
        Encoding::Binary => return Answer::new("data", "application/octet-stream", "binary"),
    };
    if matches!(encoding, Encoding::Ascii | Encoding::Utf8) {
        if let Some(mime) = json(data) {
            let text = if mime.ends_with("ndjson") { "New Line Delimited JSON text data" } else { "JSON text data" };
            return Answer { extensions: "json", ..Answer::new(text, mime, charset) };
        }
        if csv(data) {
            let kind = if encoding == Encoding::Ascii { "CSV text" } else { "CSV Unicode text, UTF-8 text" };
            return Answer { extensions: "csv", ..Answer::new(kind, "text/csv", charset) };
        }
    }
    let kind = kind_of(data);
    let mut text = String::new();
    if let Some((kind, _)) = &kind {
        text.push_str(kind);
        text.push_str(", ");
    }
    text.push_str(name);
    let runs = |kind: &str| kind.ends_with("script") && data.starts_with(b"#!") || kind == "Python script";
    if kind.as_ref().is_some_and(|(kind, _)| runs(kind)) {
        text.push_str(" executable");
    }
    if let Some((kind, _)) = &kind
        && kind == "Perl script"
    {
        text = "Perl script text executable".to_owned();
    }
    let wide = matches!(encoding, Encoding::Utf16Big | Encoding::Utf16Little);
    text.push_str(&lines(data, wide, encoding));
    Answer::new(text, kind.map_or("text/plain", |(_, mime)| mime), charset)
}

/// What there is to say about the lines: how they end, whether they are long, and what stands between.
fn lines(data: &[u8], wide: bool, encoding: Encoding) -> String {
    let narrow: Vec<u8>;
    let data = if wide {
        let low = usize::from(encoding == Encoding::Utf16Big);
        narrow = data.chunks_exact(2).skip(1).map(|pair| if pair[1 - low] == 0 { pair[low] } else { b'x' }).collect();
        &narrow
    } else {
        data
    };
    let (mut crlf, mut cr, mut lf, mut nel) = (0u64, 0u64, 0u64, 0u64);
    let mut longest = 0usize;
    let mut length = 0usize;
    let mut index = 0;
    while let Some(byte) = data.get(index) {
        index += 1;
        match byte {
            b'\r' if data.get(index) == Some(&b'\n') => {
                index += 1;
                crlf += 1;
                longest = longest.max(length);
                length = 0;
            }
            b'\r' => {
                cr += 1;
                longest = longest.max(length);
                length = 0;
            }
            b'\n' => {
                lf += 1;
                longest = longest.max(length);
                length = 0;
            }
            0x85 if encoding == Encoding::Latin => {
                nel += 1;
                longest = longest.max(length);
                length = 0;
            }
            // Characters are counted, not bytes.
            0x80..0xc0 if matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom) => {}
            _ => length += 1,
        }
    }
    longest = longest.max(length);
    let mut text = String::new();
    if longest > 300 {
        text.push_str(&format!(", with very long lines ({longest})"));
    }
    let any = crlf + cr + lf + nel > 0;
    if !any {
        text.push_str(", with no line terminators");
    } else if crlf + cr + nel > 0 {
        let kinds = [(crlf, "CRLF"), (cr, "CR"), (lf, "LF"), (nel, "NEL")];
        let names: Vec<&str> = kinds.into_iter().filter(|(count, _)| *count > 0).map(|(_, name)| name).collect();
        text.push_str(&format!(", with {} line terminators", names.join(", ")));
    }
    if data.contains(&0x1b) {
        text.push_str(", with escape sequences");
    }
    if data.contains(&8) {
        text.push_str(", with overstriking");
    }
    text
}

/// The MIME type of a JSON text, or of several, one in each line.
fn json(data: &[u8]) -> Option<&'static str> {
    let is_value = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).is_ok();
    let text = data.trim_ascii();
    if !matches!(text.first(), Some(b'{' | b'[')) {
        return None;
    }
    if is_value(text) {
        return Some("application/json");
    }
    let mut count = 0;
    for line in text.lines().filter(|line| !line.trim_ascii().is_empty()) {
        let line = line.trim_ascii();
        if !matches!(line.first(), Some(b'{' | b'[')) || !is_value(line) {
            return None;
        }
        count += 1;
    }
    (count > 1).then_some("application/x-ndjson")
}

/// Lines of which all have the same number of commas, at least two lines.
fn csv(data: &[u8]) -> bool {
    let mut commas: Option<usize> = None;
    let mut lines = 0;
    let mut count = 0;
    let mut quoted = false;
    for byte in data {
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted => count += 1,
            b'\n' if !quoted => {
                if count == 0 || commas.is_some_and(|commas| commas != count) {
                    return false;
                }
                commas = Some(count);
                count = 0;
                lines += 1;
                if lines == 10 {
                    return true;
                }
            }
            _ => {}
        }
    }
    commas.is_some() && lines > 2
}

/// The kind of a text, with its MIME type.
fn kind_of(data: &[u8]) -> Option<(String, &'static str)> {
    if let Some(line) = data.strip_prefix(b"#!") {
        let line = line.lines().next().unwrap_or_default().trim_ascii();
        return Some(script(line));
    }
    let head = &data[..data.len().min(4096)];
    let trimmed = head.trim_ascii_start();
    let lower = trimmed[..trimmed.len().min(256)].to_ascii_lowercase();
    let named = |name: &str, mime: &'static str| Some((name.to_owned(), mime));
    if lower.starts_with(b"<!doctype html") || lower.starts_with(b"<html") || lower.starts_with(b"<head") {
        return named("HTML document", "text/html");
    }
    if lower.starts_with(b"<?xml") {
        let version = trimmed.find("version=").and_then(|at| trimmed.get(at + 9..at + 12)).unwrap_or(b"1.0");
        return Some((format!("XML {} document", version.to_str_lossy()), "text/xml"));
    }
    if lower.starts_with(b"<?php") {
        return named("PHP script", "text/x-php");
    }
    let diff = |text: &[u8]| text.starts_with(b"--- ") && text.contains_str("\n+++ ") && text.contains_str("\n@@");
    if diff(head) || (head.starts_with(b"diff ") && head.contains_str("\n@@")) {
        return named("unified diff output", "text/x-diff");
    }
    if head.starts_with(b"diff ") {
        return named("diff output", "text/x-diff");
    }
    if head.starts_with(b".TH ") || head.starts_with(b".\\\"") || head.starts_with(b"'\\\"") {
        return named("troff or preprocessor input", "text/troff");
    }
    if head.starts_with(b"From: ") || head.starts_with(b"Received: ") || head.starts_with(b"Return-Path: ") {
        return named("news or mail", "message/rfc822");
    }
    if head.starts_with(b"\\documentclass") {
        return named("LaTeX 2e document", "text/x-tex");
    }
    let line_starts = |word: &str| head.lines().any(|line| line.starts_with(word.as_bytes()));
    if line_starts("class ") && head.contains_str("public:") {
        return named("C++ source", "text/x-c++");
    }
    if line_starts("#include") || line_starts("package main") {
        return named("C source", "text/x-c");
    }
    if head.lines().any(|line| line.starts_with(b"def ") && line.ends_with(b":")) {
        return named("Python script", "text/x-script.python");
    }
    if head.lines().any(|line| line.starts_with(b"module.exports")) {
        return named("JavaScript source", "application/javascript");
    }
    if head.lines().any(|line| line.starts_with(b"all:") || line.starts_with(b".PHONY")) {
        return named("makefile script", "text/x-makefile");
    }
    None
}

/// The kind of a script by the line that names its interpreter.
fn script(line: &[u8]) -> (String, &'static str) {
    let mut words = line.fields();
    let path = words.next().unwrap_or_default();
    let mut name = path.rsplit_str("/").next().unwrap_or_default();
    if name == b"env" {
        name = words.find(|word| !word.starts_with(b"-")).unwrap_or_default();
    }
    let known: [(&str, &str, &'static str); 16] = [
        ("bash", "Bourne-Again shell script", "text/x-shellscript"),
        ("sh", "POSIX shell script", "text/x-shellscript"),
        ("ksh", "Korn shell script", "text/x-shellscript"),
        ("zsh", "Paul Falstad's zsh script", "text/x-shellscript"),
        ("csh", "C shell script", "text/x-shellscript"),
        ("tcsh", "Tenex C shell script", "text/x-shellscript"),
        ("fish", "fish shell script", "text/x-shellscript"),
        ("perl", "Perl script", "text/x-perl"),
        ("ruby", "Ruby script", "text/x-ruby"),
        ("node", "Node.js script executable", "application/javascript"),
        ("nodejs", "Node.js script executable", "application/javascript"),
        ("php", "PHP script", "text/x-php"),
        ("awk", "awk script", "text/x-awk"),
        ("gawk", "GNU awk script", "text/x-gawk"),
        ("lua", "Lua script", "text/x-lua"),
        ("tclsh", "Tcl script", "text/x-tcl"),
    ];
    if name.starts_with(b"python") {
        return ("Python script".to_owned(), "text/x-script.python");
    }
    match known.iter().find(|(word, ..)| name == word.as_bytes()) {
        Some((_, kind, mime)) => ((*kind).to_owned(), mime),
        None => (format!("a {} script", line.to_str_lossy()), "text/plain"),
    }
}
