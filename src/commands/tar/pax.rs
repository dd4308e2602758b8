//! `--pax-option`: what pax headers hold and what they are called.

use bstr::ByteSlice;

use super::super::shared::parse_date;
use formats::archive::tar_write::{PaxHeaders, Record};
use shell::pattern::{Pattern, PatternOptions};
use workspace::Time;

/// The options, in the order in which they were given.
#[derive(Default)]
pub struct PaxOptions {
    /// `exthdr.name`
    name: Option<Vec<u8>>,
    /// `exthdr.mtime`
    mtime: Option<i64>,
    /// `globexthdr.name`
    global_name: Option<Vec<u8>>,
    global_mtime: Option<i64>,
    /// `delete`
    deleted: Vec<Pattern>,
    /// `keyword:=value`
    given: Vec<Record>,
    /// `keyword=value`, the last first.
    global: Vec<Record>,
    /// Times that are none.
    pub bad_times: usize,
}

/// Keywords without which no member could be read.
const NEEDED: [&[u8]; 5] = [b"GNU.sparse", b"path", b"linkpath", b"size", b"hdrcharset"];

impl PaxOptions {
    /// Takes `KEYWORD=VALUE,KEYWORD:=VALUE…`.
    ///
    /// # Errors
    /// The message of what is wrong.
    pub fn add(&mut self, text: &[u8], now: Time) -> Result<(), Vec<u8>> {
        for word in text.split(|byte| *byte == b',') {
            // Blanks before a word and at the end are nothing.
            let word = word.trim_start();
            if word.is_empty() {
                continue;
            }
            let Some(equals) = memchr::memchr(b'=', word) else {
                return Err([b"Keyword ", word, b" is unknown or not yet implemented"].concat());
            };
            let own = word[..equals].strip_suffix(b":");
            let key = own.unwrap_or(&word[..equals]);
            if key.is_empty() {
                return Err(["Malformed pax option: ‘".as_bytes(), word, "’".as_bytes()].concat());
            }
            let mut value = word[equals + 1..].to_vec();
            if let Some(date) = value.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"))
                && let Some(time) = parse_date::parse(date, now)
            {
                value = time.0.div_euclid(1_000_000_000).to_string().into_bytes();
            }
            if own.is_some() {
                self.given.push((key.to_vec(), value));
                continue;
            }
            match key {
                b"delete" => {
                    let pattern = Pattern::new(&value, PatternOptions::default());
                    if NEEDED.iter().any(|key| pattern.matches(key)) {
                        return Err(["Pattern ‘".as_bytes(), &value, "’ cannot be used".as_bytes()].concat());
                    }
                    self.deleted.push(pattern);
                }
                b"exthdr.name" => self.name = Some(value),
                b"globexthdr.name" => self.global_name = Some(value),
                b"exthdr.mtime" => self.mtime = self.time(&value),
                b"globexthdr.mtime" => self.global_mtime = self.time(&value),
                _ => self.global.insert(0, (key.to_vec(), value)),
            }
        }
        Ok(())
    }

    fn time(&mut self, value: &[u8]) -> Option<i64> {
        let time = value.to_str().ok().and_then(|text| text.split('.').next()?.parse().ok());
        self.bad_times += usize::from(time.is_none());
        time
    }

    /// Runs `write` with what is asked of the header of one member.
    pub fn with<T>(&self, path: &[u8], pid: u32, write: impl FnOnce(&PaxHeaders<'_>) -> T) -> T {
        let name = self.name.as_ref().map(|template| filled(template, path, pid, 0));
        let deleted = |key: &[u8]| self.deleted.iter().any(|pattern| pattern.matches(key));
        write(&PaxHeaders {
            name: name.as_deref(),
            mtime: self.mtime,
            deleted: Some(&deleted),
            given: &self.given,
        })
    }

    /// The header for all members: its name, its time and its records. `None`: there is none.
    pub fn global(&self, folder: &[u8], now: Time, pid: u32) -> Option<(Vec<u8>, i64, &[Record])> {
        if self.global.is_empty() {
            return None;
        }
        let name = match &self.global_name {
            Some(template) => filled(template, b"", pid, 1),
            None => [folder, b"/GlobalHead.1"].concat(),
        };
        Some((name, self.global_mtime.unwrap_or(now.0.div_euclid(1_000_000_000)), &self.global))
    }
}

/// A template of a header's name: `%d` and `%f` are the folder and the name of the member, `%p` the process, `%n` the
/// number of the header.
fn filled(template: &[u8], path: &[u8], pid: u32, number: u32) -> Vec<u8> {
    let inner = path.strip_suffix(b"/").unwrap_or(path);
    let (folder, name) = match memchr::memrchr(b'/', inner) {
        Some(slash) => (&path[..slash], &path[slash + 1..]),
        None => (&b"."[..], path),
    };
    let mut out = Vec::with_capacity(template.len() + path.len());
    let mut rest = template;
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        match rest.get(at + 1) {
            Some(b'd') => out.extend_from_slice(folder),
            Some(b'f') => out.extend_from_slice(name),
            Some(b'p') => out.extend_from_slice(pid.to_string().as_bytes()),
            Some(b'n') => out.extend_from_slice(number.to_string().as_bytes()),
            Some(b'%') => out.push(b'%'),
            Some(other) => out.extend_from_slice(&[b'%', *other]),
            None => out.push(b'%'),
        }
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    while out.last() == Some(&b'/') {
        out.pop();
    }
    out
}
