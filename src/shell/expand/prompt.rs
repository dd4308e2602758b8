//! Prompt strings: the escapes of `PS4` and `${x@P}`.

use bstr::{BString, ByteSlice};

use crate::flow::Flow;
use crate::format::strftime::{Dialect, Zone, strftime};
use crate::shell::{InputKind, Shell};
use crate::syntax::{decode_ansi, parse_word_as_double_quoted, restrict_word};

impl Shell {
    /// The value of a prompt variable as it is printed: escapes decoded, then expanded like a double-quoted string.
    pub fn expand_prompt(&mut self, variable: &str) -> Result<BString, Flow> {
        let text = self.variable(variable).unwrap_or_default();
        self.expand_prompt_text(&text)
    }

    /// Decodes and expands a prompt string.
    pub fn expand_prompt_text(&mut self, text: &[u8]) -> Result<BString, Flow> {
        let text = if text.contains(&b'\\') { self.decode_prompt(text) } else { text.into() };
        if !self.state.options.promptvars || text.find_byteset(b"$`\\").is_none() {
            return Ok(text);
        }
        match parse_word_as_double_quoted(&text) {
            Ok(word) => {
                if let Err(refused) = restrict_word(self.language(), &word, self.line) {
                    return self.refuse(refused.construct, refused.sign).map(|_| BString::default());
                }
                self.enter(|shell| shell.expand_string(&word))
            }
            Err(error) => {
                self.complain(&[error.message.as_bytes()])?;
                Ok(BString::default())
            }
        }
    }

    fn decode_prompt(&mut self, text: &[u8]) -> BString {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            let Some((&letter, behind)) = after.split_first().filter(|_| byte == b'\\') else {
                out.push(byte);
                continue;
            };
            rest = behind;
            match letter {
                b'a' => out.push(0x07),
                b'e' => out.push(0x1b),
                b'n' => out.push(b'\n'),
                b'r' => out.push(b'\r'),
                b'u' => out.extend_from_slice(b"user"),
                b'h' | b'H' => out.extend_from_slice(b"sandbox"),
                b's' => {
                    let name: &[u8] = match self.input {
                        InputKind::File => b"bash",
                        _ => &self.state.name,
                    };
                    out.extend_from_slice(name.rsplit(|byte| *byte == b'/').next().unwrap_or(name));
                }
                b'v' => out.extend_from_slice(b"5.2"),
                b'V' => out.extend_from_slice(b"5.2.15"),
                b'w' | b'W' => {
                    let folder = self.prompt_folder(letter == b'W');
                    // The folder's name is not to be expanded again.
                    push_escaped(&mut out, &folder);
                }
                b'$' => out.extend_from_slice(if self.state.options.promptvars { b"\\$" } else { b"$" }),
                b'!' => {
                    let number = if self.remembers() { self.state.builtins.history.next_number() } else { 1 };
                    out.extend_from_slice(number.to_string().as_bytes());
                }
                b'#' => out.extend_from_slice(self.command_number.to_string().as_bytes()),
                b'j' => out.extend_from_slice(self.jobs.running().to_string().as_bytes()),
                b'l' => out.extend_from_slice(b"tty"),
                b'[' | b']' => {}
                b'\\' => out.push(b'\\'),
                b't' | b'T' | b'@' | b'A' | b'd' => out.extend_from_slice(self.prompt_time(letter).as_bytes()),
                b'D' if behind.first() == Some(&b'{') => {
                    let inside = &behind[1..];
                    let end = inside.find_byte(b'}').unwrap_or(inside.len());
                    rest = inside.get(end + 1..).unwrap_or_default();
                    let format = if end == 0 { b"%X" } else { &inside[..end] };
                    let text = self.prompt_date(format);
                    push_escaped(&mut out, &text);
                }
                b'0'..=b'7' => {
                    let size = after.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
                    let digits = [b"\\", &after[..size]].concat();
                    push_escaped(&mut out, &decode_ansi(&digits));
                    rest = &after[size..];
                }
                other => out.extend_from_slice(&[b'\\', other]),
            }
        }
        out.into()
    }

    fn prompt_folder(&mut self, last: bool) -> BString {
        let folder = self.variable("PWD").unwrap_or_else(|| self.state.shown_cwd());
        let home = self.variable("HOME").unwrap_or_default();
        if last {
            if folder == home {
                return "~".into();
            }
            let name = folder.rsplit(|byte| *byte == b'/').next().unwrap_or(&folder);
            return if name.is_empty() { folder.clone() } else { name.into() };
        }
        let folder = match folder.strip_prefix(home.as_slice()) {
            Some(rest) if home.len() > 1 && (rest.is_empty() || rest.starts_with(b"/")) => [b"~", rest].concat().into(),
            _ => folder,
        };
        let kept = self.variable("PROMPT_DIRTRIM").and_then(|text| text.to_str().ok()?.parse::<usize>().ok());
        match kept {
            Some(kept) if kept > 0 => shortened(folder, kept),
            _ => folder,
        }
    }

    /// The virtual time as a format of `strftime` says.
    fn prompt_date(&mut self, format: &[u8]) -> Vec<u8> {
        let now = self.kernel.scheduler.now().0;
        let nanoseconds = now.rem_euclid(1_000_000_000) as u32;
        let zone = Zone::from_variable(self.variable("TZ").as_ref().map(|zone| zone.as_slice()));
        let mut text = Vec::new();
        strftime(&mut text, format, &zone.civil(now.div_euclid(1_000_000_000), nanoseconds), Dialect::C);
        text
    }

    /// The virtual time in one of the prompt's forms, in UTC.
    fn prompt_time(&self, letter: u8) -> String {
        let seconds = self.kernel.scheduler.now().0.div_euclid(1_000_000_000);
        let Ok(time) = jiff::Timestamp::from_second(seconds) else { return String::new() };
        let time = jiff::tz::TimeZone::UTC.to_datetime(time);
        let format = match letter {
            b't' => "%H:%M:%S",
            b'T' => "%I:%M:%S",
            b'@' => "%I:%M %p",
            b'A' => "%H:%M",
            _ => "%a %b %d",
        };
        time.strftime(format).to_string()
    }
}

/// A path of which only the last `kept` names are shown, where leaving out the others makes it shorter.
fn shortened(path: BString, kept: usize) -> BString {
    let start = usize::from(path.starts_with(b"~/")) * 2;
    let mut at = path.len();
    for _ in 0..kept {
        match path.get(..at).and_then(|before| before.rfind_byte(b'/')) {
            Some(slash) if slash >= start => at = slash,
            _ => return path,
        }
    }
    // Of a path from the root the first slash is left out too.
    if at.saturating_sub(start) <= 3 {
        return path;
    }
    [&path[..start], b"...", &path[at..]].concat().into()
}

/// Text that the expansion after this leaves as it is.
fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        if matches!(byte, b'$' | b'`' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
}
