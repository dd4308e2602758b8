//! How a tree is printed: as text, JSON and XML.

use bstr::{BString, ByteSlice};

use super::{Entry, PIECE, Tree};
use crate::shared::markup::push_escaped;
use crate::shared::file_type::{mode_string, owner_name};
use crate::shared::number::BlockSize;
use crate::shared::time::{self, Civil};
use shell::command::Context;
use shell::kernel::{Halt, Stat};
use workspace::Kind;

/// What lines are drawn with.
pub struct Lines {
    branch: &'static [u8],
    last: &'static [u8],
    bar: &'static [u8],
    gap: &'static [u8],
    /// Around all of it, if there is something.
    around: [&'static [u8]; 2],
    /// Before a remark of one line; the first, the second of more than two, the last, and the others.
    brackets: [&'static [u8]; 5],
}

impl Lines {
    pub const UTF_8: Lines = Lines {
        branch: "├── ".as_bytes(),
        last: "└── ".as_bytes(),
        bar: "│\u{a0}\u{a0} ".as_bytes(),
        gap: b"    ",
        around: [b"", b""],
        brackets: [b"{", "⎧".as_bytes(), "⎨".as_bytes(), "⎩".as_bytes(), "⎪".as_bytes()],
    };
    pub const ASCII: Lines = Lines {
        branch: b"|-- ",
        last: b"`-- ",
        bar: b"|   ",
        gap: b"    ",
        around: [b"", b""],
        brackets: [b"["; 5],
    };
    pub const CODE_PAGE_437: Lines =
        Lines { branch: b"\xc3\xc4\xc4 ", last: b"\xc0\xc4\xc4 ", bar: b"\xb3   ", ..Lines::ASCII };

    /// The same remarks, with the graphics of a VT100.
    pub fn drawn_by_terminal(self) -> Lines {
        let around: [&[u8]; 2] = [b"\x1b(0", b"\x1b(B"];
        Lines { branch: b"tqq ", last: b"mqq ", bar: b"x   ", gap: b"    ", around, ..self }
    }

    fn lead(&self, out: &mut Vec<u8>, lead: &[u8]) {
        if !lead.is_empty() {
            out.extend_from_slice(self.around[0]);
            out.extend_from_slice(lead);
            out.extend_from_slice(self.around[1]);
        }
    }

    fn bracket(&self, line: usize, lines: usize) -> &'static [u8] {
        let [single, top, middle, bottom, other] = self.brackets;
        match line {
            _ if lines == 1 => single,
            0 => top,
            line if line + 1 == lines => bottom,
            1 => middle,
            _ => other,
        }
    }
}

impl Entry {
    /// As JSON and XML call it.
    fn kind_name(&self) -> &'static str {
        match self.stat.as_ref().map(|stat| stat.kind) {
            Some(Kind::Dir) => "directory",
            Some(Kind::Symlink) => "link",
            Some(Kind::Fifo) => "fifo",
            Some(Kind::Device) => "char",
            _ => "file",
        }
    }
}

impl Tree<'_> {
    fn details(&self, context: &Context<'_>, entry: &Entry) -> Vec<u8> {
        let settings = self.settings;
        let Some(stat) = &entry.stat else { return Vec::new() };
        let mut fields: Vec<Vec<u8>> = Vec::new();
        if settings.inode {
            fields.push(format!("{:7}", stat.ino).into_bytes());
        }
        if settings.device {
            fields.push(format!("{:3}", crate::shared::file_type::DEVICE).into_bytes());
        }
        if settings.permissions {
            fields.push(mode_string(stat).to_vec());
        }
        for _ in 0..usize::from(settings.user) + usize::from(settings.group) {
            fields.push(format!("{:<8}", owner_name(crate::shared::file_type::OWNER)).into_bytes());
        }
        match settings.size {
            Some(BlockSize::Bytes(..)) => fields.push(format!("{:11}", entry.size).into_bytes()),
            Some(unit) => fields.push(format!("{:>4}", unit.format(entry.size)).into_bytes()),
            None => {}
        }
        if let Some(format) = &settings.date {
            fields.push(self.time(context, stat, format.as_ref()));
        }
        if fields.is_empty() {
            return Vec::new();
        }
        [b"[".as_slice(), fields.join(&b' ').as_slice(), b"]  "].concat()
    }

    fn time(&self, context: &Context<'_>, stat: &Stat, format: Option<&BString>) -> Vec<u8> {
        let mut out = Vec::new();
        // Half a year ago and the future are shown with their year.
        let age = context.now().0.saturating_sub(stat.mtime.0) / time::NANOS;
        let recent = (0..=6 * 30 * time::DAY).contains(&age);
        let default: &[u8] = if recent { b"%b %e %H:%M" } else { b"%b %e  %Y" };
        time::format(&mut out, format.map_or(default, |format| format.as_slice()), &Civil::new(stat.mtime));
        out
    }

    fn name(&self, name: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(name.len() + 2);
        if self.settings.quoted {
            out.push(b'"');
        }
        for &byte in name {
            match byte {
                0..=0x1f | 0x7f if self.settings.question => out.push(b'?'),
                b'"' if self.settings.quoted => out.extend_from_slice(b"\\\""),
                byte => out.push(byte),
            }
        }
        if self.settings.quoted {
            out.push(b'"');
        }
        out
    }

    fn color(&self, stat: Option<&Stat>) -> &'static [u8] {
        match stat {
            Some(stat) => match stat.kind {
                Kind::Dir => b"01;34",
                Kind::Symlink => b"01;36",
                Kind::Fifo => b"40;33",
                Kind::Device => b"40;33;01",
                Kind::File if stat.mode & 0o111 != 0 => b"01;32",
                Kind::File => b"00",
            },
            None => b"40;31;01",
        }
    }

    fn colored(&self, out: &mut Vec<u8>, text: &[u8], stat: Option<&Stat>) {
        if !self.settings.color {
            out.extend_from_slice(text);
            return;
        }
        out.extend_from_slice(b"\x1b[");
        out.extend_from_slice(self.color(stat));
        out.push(b'm');
        out.extend_from_slice(text);
        out.extend_from_slice(b"\x1b[0m");
    }

    fn mark(&self, stat: Option<&Stat>) -> &'static [u8] {
        match stat {
            Some(stat) if self.settings.classify => match stat.kind {
                Kind::Dir => b"/",
                Kind::Fifo => b"|",
                Kind::File if stat.mode & 0o111 != 0 => b"*",
                _ => b"",
            },
            _ => b"",
        }
    }

    /// Hands on what is gathered, unless it is for a file.
    fn drain(&self, context: &mut Context<'_>, out: &mut Vec<u8>) -> Result<(), Halt> {
        if out.len() >= PIECE && !self.waits {
            context.charge_bytes(out.len())?;
            context.write(out)?;
            out.clear();
        }
        Ok(())
    }

    pub(super) fn text(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        let settings = self.settings;
        let lines = &settings.lines;
        let mut rest: Vec<(usize, Vec<u8>, Vec<u8>)> = vec![(root, Vec::new(), Vec::new())];
        while let Some((at, lead, below)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            let entry = &self.entries[at];
            if !settings.plain {
                lines.lead(out, &lead);
            }
            out.extend_from_slice(&self.details(context, entry));
            let shown = if settings.full_path || at == root { &entry.path } else { &entry.name };
            let dangling = entry.target.is_some() && entry.target_stat.is_none();
            self.colored(out, &self.name(shown), entry.stat.as_ref().filter(|_| !dangling));
            if let Some(target) = &entry.target {
                out.extend_from_slice(b" -> ");
                if entry.target_stat.is_none() && self.settings.color {
                    out.extend_from_slice(&[b"\x1b[00m".as_slice(), &self.name(target), b"\x1b[0m"].concat());
                } else {
                    self.colored(out, &self.name(target), entry.target_stat.as_ref());
                }
                out.extend_from_slice(self.mark(entry.target_stat.as_ref()));
            } else {
                out.extend_from_slice(self.mark(entry.stat.as_ref()));
            }
            if let Some(note) = &entry.note {
                out.extend_from_slice(format!("  [{note}]").as_bytes());
            }
            out.push(b'\n');
            for (number, line) in entry.info.iter().flat_map(|info| info.iter()).enumerate() {
                lines.lead(out, &below);
                let count = entry.info.as_ref().map_or(0, |info| info.len());
                out.extend_from_slice(&[b" ", lines.bracket(number, count), b" ", line.as_slice(), b"\n"].concat());
            }
            for (place, &child) in entry.children.iter().enumerate().rev() {
                let is_last = place + 1 == entry.children.len();
                let lead = [below.as_slice(), if is_last { lines.last } else { lines.branch }].concat();
                let deeper = [below.as_slice(), if is_last { lines.gap } else { lines.bar }].concat();
                rest.push((child, lead, deeper));
            }
        }
        Ok(())
    }

    pub(super) fn json(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        // `None` closes a folder.
        let mut rest: Vec<(Option<usize>, usize, bool)> = vec![(Some(root), 1, true)];
        while let Some((at, depth, is_last)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            let comma: &[u8] = if is_last { b"\n" } else { b",\n" };
            let Some(at) = at else {
                out.resize(out.len() + 2 * depth, b' ');
                out.extend_from_slice(b"]}");
                out.extend_from_slice(comma);
                continue;
            };
            let entry = &self.entries[at];
            let own = entry.stat.is_some_and(|stat| stat.is_dir());
            let kind = entry.kind_name();
            out.resize(out.len() + 2 * depth, b' ');
            let name = if self.settings.full_path || at == root { &entry.path } else { &entry.name };
            out.extend_from_slice(format!("{{\"type\":\"{kind}\",\"name\":").as_bytes());
            json_text(out, name);
            if let Some(info) = &entry.info {
                out.extend_from_slice(b",\"info\":");
                json_text(out, &bstr::join("\n", info.iter()));
            }
            if let Some(target) = &entry.target {
                out.extend_from_slice(b",\"target\":");
                json_text(out, target);
            }
            if let Some(stat) = &entry.stat {
                let settings = self.settings;
                if settings.inode {
                    out.extend_from_slice(format!(",\"inode\":{}", stat.ino).as_bytes());
                }
                if settings.permissions {
                    let text = mode_string(stat);
                    out.extend_from_slice(format!(",\"mode\":\"{:04o}\",\"prot\":\"{}\"", stat.mode, text.as_bstr()).as_bytes());
                }
                let owner = owner_name(crate::shared::file_type::OWNER);
                for (wanted, key) in [(settings.user, "user"), (settings.group, "group")] {
                    if wanted {
                        out.extend_from_slice(format!(",\"{key}\":\"{owner}\"").as_bytes());
                    }
                }
                match settings.size {
                    Some(BlockSize::Bytes(..)) => out.extend_from_slice(format!(",\"size\":{}", entry.size).as_bytes()),
                    Some(unit) => out.extend_from_slice(format!(",\"size\":\"{:>4}\"", unit.format(entry.size)).as_bytes()),
                    None => {}
                }
                if let Some(format) = &settings.date {
                    out.extend_from_slice(b",\"time\":");
                    json_text(out, &self.time(context, stat, format.as_ref()));
                }
            }
            if let Some(note) = &entry.note {
                out.extend_from_slice(format!(",\"contents\":[{{\"error\": \"{note}\"}}\n").as_bytes());
                out.resize(out.len() + 2 * depth, b' ');
                out.extend_from_slice(b"]}");
                out.extend_from_slice(comma);
            } else if own && !entry.children.is_empty() {
                out.extend_from_slice(b",\"contents\":[\n");
                rest.push((None, depth, is_last));
                for (place, &child) in entry.children.iter().enumerate().rev() {
                    rest.push((Some(child), depth + 1, place + 1 == entry.children.len()));
                }
            } else {
                out.push(b'}');
                out.extend_from_slice(comma);
            }
        }
        Ok(())
    }

    pub(super) fn xml(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        let mut rest: Vec<(Option<usize>, usize, &str)> = vec![(Some(root), 1, "")];
        while let Some((at, depth, closing)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            out.resize(out.len() + 2 * depth, b' ');
            let Some(at) = at else {
                out.extend_from_slice(format!("</{closing}>\n").as_bytes());
                continue;
            };
            let entry = &self.entries[at];
            let kind = entry.kind_name();
            let name = if self.settings.full_path || at == root { &entry.path } else { &entry.name };
            out.extend_from_slice(format!("<{kind} name=\"").as_bytes());
            push_escaped(out, name, b"'");
            out.push(b'"');
            if let Some(info) = &entry.info {
                out.extend_from_slice(b" info=\"");
                push_escaped(out, &bstr::join("\n", info.iter()), b"'");
                out.push(b'"');
            }
            if let Some(target) = &entry.target {
                out.extend_from_slice(b" target=\"");
                push_escaped(out, target, b"'");
                out.push(b'"');
            }
            if let (Some(stat), settings) = (&entry.stat, self.settings) {
                if settings.permissions {
                    let text = mode_string(stat);
                    out.extend_from_slice(format!(" mode=\"{:04o}\" prot=\"{}\"", stat.mode, text.as_bstr()).as_bytes());
                }
                match settings.size {
                    Some(BlockSize::Bytes(..)) => out.extend_from_slice(format!(" size=\"{}\"", entry.size).as_bytes()),
                    Some(unit) => out.extend_from_slice(format!(" size=\"{:>4}\"", unit.format(entry.size)).as_bytes()),
                    None => {}
                }
            }
            if entry.stat.is_some_and(|stat| stat.is_dir()) && !entry.children.is_empty() {
                out.extend_from_slice(b">\n");
                rest.push((None, depth, kind));
                for &child in entry.children.iter().rev() {
                    rest.push((Some(child), depth + 1, ""));
                }
            } else {
                out.extend_from_slice(format!("></{kind}>\n").as_bytes());
            }
        }
        Ok(())
    }
}

fn json_text(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..=0x1f => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            byte => out.push(byte),
        }
    }
    out.push(b'"');
}
