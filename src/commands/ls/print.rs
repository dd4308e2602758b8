//! The formats of `ls`: long lines, columns, commas, one a line.

use bstr::BString;

use super::super::shared::columns::{indent, layout};
use super::super::shared::file_type::{OWNER, device_numbers, disk_bytes, mode_string, owner_name};
use super::super::shared::number::BlockSize;
use super::super::shared::quote::{Style, hide_control_chars};
use super::super::shared::time::{self, Civil};
use super::super::shared::unicode::display_width;
use super::entry::Entry;
use super::settings::{Format, Indicator, Settings};
use shell::command::Context;
use shell::kernel::{Halt, Stat};
use workspace::{Follow, Kind, Time};

/// Half of a year of the Gregorian calendar: files of that time show the hour, others the year.
const HALF_YEAR: i64 = 31_556_952 / 2 * time::NANOS;

/// Widths of the columns that are aligned over one listing.
#[derive(Debug, Clone, Copy, Default)]
struct Widths {
    inode: usize,
    blocks: usize,
    links: usize,
    owner: usize,
    group: usize,
    author: usize,
    size: usize,
    major: usize,
    minor: usize,
}

/// Writes one listing after the other.
pub struct Printer<'s> {
    settings: &'s Settings,
    /// A color code was written before.
    colored: bool,
    /// Bytes written so far, for `--dired`.
    written: usize,
    dired: Vec<(usize, usize)>,
    subdired: Vec<(usize, usize)>,
}

impl<'s> Printer<'s> {
    pub fn new(settings: &'s Settings) -> Printer<'s> {
        Printer { settings, colored: false, written: 0, dired: Vec::new(), subdired: Vec::new() }
    }

    fn put(&mut self, context: &mut Context<'_>, text: &[u8]) -> Result<(), Halt> {
        self.written += text.len();
        context.write(text)
    }

    /// The header of a folder's listing.
    pub fn header(&mut self, context: &mut Context<'_>, name: &[u8], first: bool) -> Result<(), Halt> {
        if !first {
            self.put(context, b"\n")?;
        }
        if self.settings.dired {
            self.put(context, b"  ")?;
        }
        let start = self.written;
        let mut out = Vec::new();
        self.link_start(context, &mut out, name);
        out.extend_from_slice(&self.settings.header_quoting.apply(name));
        self.link_end(&mut out);
        self.put(context, &out)?;
        self.subdired.push((start, self.written));
        self.put(context, b":\n")
    }

    /// The sum of the blocks of a folder's listing.
    pub fn total(&mut self, context: &mut Context<'_>, entries: &[Entry]) -> Result<(), Halt> {
        if self.settings.format != Format::Long && !self.settings.blocks {
            return Ok(());
        }
        let bytes = entries.iter().filter_map(|entry| entry.stat.as_ref()).map(disk_bytes).sum();
        let start: &[u8] = if self.settings.dired { b"  total " } else { b"total " };
        let line = [start, self.settings.block_size.format(bytes).as_bytes(), &[self.settings.terminator]].concat();
        self.put(context, &line)
    }

    /// The names themselves.
    pub fn entries(&mut self, context: &mut Context<'_>, entries: &[Entry]) -> Result<(), Halt> {
        let widths = self.widths(entries);
        match self.settings.format {
            Format::OnePerLine => {
                for entry in entries {
                    context.charge(1)?;
                    let mut out = Vec::new();
                    self.frills_and_name(context, &mut out, entry, widths, false, 0);
                    out.push(self.settings.terminator);
                    self.put(context, &out)?;
                }
                Ok(())
            }
            Format::Long => {
                for entry in entries {
                    context.charge(1)?;
                    self.long(context, entry, widths)?;
                }
                Ok(())
            }
            Format::Commas => self.commas(context, entries, widths),
            Format::Vertical | Format::Horizontal => self.columns(context, entries, widths),
        }
    }

    /// The two lines that Emacs's dired mode reads.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if !self.settings.dired {
            return Ok(());
        }
        for (name, places) in [("//DIRED//", &self.dired), ("//SUBDIRED//", &self.subdired)] {
            if !places.is_empty() {
                let list: String = places.iter().map(|(start, end)| format!(" {start} {end}")).collect();
                context.write(format!("{name}{list}\n").as_bytes())?;
            }
        }
        let style = self.settings.quoting.style.name();
        context.write(format!("//DIRED-OPTIONS// --quoting-style={style}\n").as_bytes())
    }

    fn widths(&self, entries: &[Entry]) -> Widths {
        let settings = self.settings;
        let mut widths = Widths::default();
        for entry in entries {
            widths.inode = widths.inode.max(inode(entry).len());
            let Some(stat) = &entry.stat else {
                widths.blocks = widths.blocks.max(1);
                widths.links = widths.links.max(1);
                widths.owner = widths.owner.max(1);
                widths.group = widths.group.max(1);
                widths.size = widths.size.max(1);
                continue;
            };
            if settings.blocks {
                widths.blocks = widths.blocks.max(settings.block_size.format(disk_bytes(stat)).len());
            }
            if settings.format != Format::Long {
                continue;
            }
            widths.links = widths.links.max(stat.links.to_string().len());
            let owner = self.owner().len();
            widths.owner = widths.owner.max(owner);
            widths.group = widths.group.max(owner);
            widths.author = widths.author.max(owner);
            if stat.kind == Kind::Device {
                widths.major = widths.major.max(1);
                widths.minor = widths.minor.max(1);
                widths.size = widths.size.max(widths.major + 2 + widths.minor);
            } else {
                widths.size = widths.size.max(self.size_text(stat).len());
            }
        }
        widths
    }

    fn owner(&self) -> String {
        if self.settings.numeric { OWNER.to_string() } else { owner_name(OWNER).to_owned() }
    }

    fn size_text(&self, stat: &Stat) -> String {
        match self.settings.file_size {
            BlockSize::Bytes(1, suffix) => format!("{}{suffix}", stat.size),
            size => size.format(stat.size),
        }
    }

    fn long(&mut self, context: &mut Context<'_>, entry: &Entry, widths: Widths) -> Result<(), Halt> {
        let settings = self.settings;
        let mut out: Vec<u8> = Vec::with_capacity(96);
        if settings.dired {
            out.extend_from_slice(b"  ");
        }
        if settings.inode {
            out.extend_from_slice(format!("{:>width$} ", inode(entry), width = widths.inode).as_bytes());
        }
        if settings.blocks {
            let blocks = match &entry.stat {
                Some(stat) => settings.block_size.format(disk_bytes(stat)),
                None => "?".to_owned(),
            };
            out.extend_from_slice(format!("{blocks:>width$} ", width = widths.blocks).as_bytes());
        }
        match &entry.stat {
            Some(stat) => out.extend_from_slice(&mode_string(stat)),
            None => {
                out.push(super::super::shared::file_type::letter(entry.kind));
                out.extend_from_slice(b"?????????");
            }
        }
        let known = entry.stat.as_ref();
        let or_unknown = |text: String| if known.is_some() { text } else { "?".to_owned() };
        let links = or_unknown(known.map_or(0, |stat| stat.links).to_string());
        out.extend_from_slice(format!(" {links:>width$}", width = widths.links).as_bytes());
        let owner = or_unknown(self.owner());
        let mut name_column = |shown: bool, width: usize| {
            if shown {
                let text = if settings.numeric { format!(" {owner:>width$}") } else { format!(" {owner:<width$}") };
                out.extend_from_slice(text.as_bytes());
            }
        };
        name_column(settings.owner, widths.owner);
        name_column(settings.group, widths.group);
        name_column(settings.author, widths.author);
        if settings.context {
            out.extend_from_slice(b" ?");
        }
        let size = match known {
            Some(stat) if stat.kind == Kind::Device => {
                let (major, minor) = device_numbers(context, &entry.path);
                let width = widths.size.saturating_sub(widths.minor + 2);
                format!(" {major:>width$}, {minor:>minor_width$}", minor_width = widths.minor)
            }
            Some(stat) => format!(" {:>width$}", self.size_text(stat), width = widths.size),
            None => format!(" {:>width$}", "?", width = widths.size),
        };
        out.extend_from_slice(size.as_bytes());
        out.push(b' ');
        self.time(context, &mut out, entry);
        out.push(b' ');
        let before = self.written + out.len();
        let name_length = self.name(context, &mut out, entry, false, 0);
        self.dired.push((before, before + name_length));
        if entry.kind == Kind::Symlink {
            if let Some(target) = &entry.target {
                out.extend_from_slice(b" -> ");
                // GNU looks at the target only when an indicator or a color of links depends on it.
                let looked_at = settings.indicator != Indicator::None
                    || settings.colors.as_ref().is_some_and(|colors| colors.depend_on_targets());
                if looked_at {
                    self.colored_text(&mut out, target, entry.target_stat.as_ref(), false, 0);
                } else {
                    out.extend_from_slice(&self.quoted(target));
                }
                if settings.indicator != Indicator::None
                    && let Some(stat) = &entry.target_stat
                {
                    out.extend(indicator(settings.indicator, stat.kind, Some(stat)));
                }
            }
        } else if settings.indicator != Indicator::None {
            out.extend(indicator(settings.indicator, entry.kind, known));
        }
        out.push(settings.terminator);
        self.put(context, &out)
    }

    fn time(&self, context: &Context<'_>, out: &mut Vec<u8>, entry: &Entry) {
        let style = &self.settings.time_style;
        let Some(when) = entry.time(self.settings) else {
            let mut sample = Vec::new();
            time::format(&mut sample, &style.old, &Civil::new(Time::default()));
            out.extend_from_slice(format!("{:>width$}", "?", width = display_width(&sample)).as_bytes());
            return;
        };
        let now = context.now();
        let recent = when.0 > now.0.saturating_sub(HALF_YEAR) && when <= now;
        time::format(out, if recent { &style.recent } else { &style.old }, &Civil::new(when));
    }

    /// A name as it is written, without color.
    fn quoted(&self, name: &[u8]) -> BString {
        let settings = self.settings;
        if settings.hide_control && matches!(settings.quoting.style, Style::Literal | Style::Shell | Style::ShellAlways)
        {
            return hide_control_chars(&settings.quoting.apply(name));
        }
        settings.quoting.apply(name)
    }

    /// Appends a name with its color and link; returns the length of the visible name. `padded`: some other name in
    /// the listing is quoted and this one is not, so that a blank keeps the names in line.
    fn name(&mut self, context: &Context<'_>, out: &mut Vec<u8>, entry: &Entry, padded: bool, column: usize) -> usize {
        if padded {
            out.push(b' ');
        }
        let dangling = entry.kind == Kind::Symlink && entry.target_stat.is_none();
        let stat = match &self.settings.colors {
            Some(colors) if colors.links_as_targets() && entry.kind == Kind::Symlink => entry.target_stat.as_ref(),
            _ => entry.stat.as_ref(),
        };
        let mut link = Vec::new();
        self.link_start(context, &mut link, &entry.path);
        if !link.is_empty() {
            out.extend_from_slice(&link);
        }
        let length = self.colored_text(out, &entry.name, stat, dangling, column);
        self.link_end(out);
        length
    }

    fn colored_text(
        &mut self,
        out: &mut Vec<u8>,
        name: &[u8],
        stat: Option<&Stat>,
        dangling: bool,
        column: usize,
    ) -> usize {
        let text = self.quoted(name);
        let settings = self.settings;
        let color = settings.colors.as_ref().and_then(|colors| Some((colors, colors.of(name, stat, dangling)?)));
        if let Some((colors, color)) = color {
            if !std::mem::replace(&mut self.colored, true) {
                out.extend_from_slice(&colors.end());
            }
            out.extend_from_slice(&colors.start(color));
            out.extend_from_slice(&text);
            out.extend_from_slice(&colors.end());
            let width = display_width(&text);
            let line = settings.line_width;
            if line != 0 && column / line != (column + width.max(1) - 1) / line {
                out.extend_from_slice(colors.clear());
            }
        } else {
            out.extend_from_slice(&text);
        }
        text.len()
    }

    fn link_start(&self, context: &Context<'_>, out: &mut Vec<u8>, path: &[u8]) {
        if !self.settings.hyperlink {
            return;
        }
        let resolved = context.vfs().resolve(context.cwd(), path, Follow::No);
        let Ok(found) = resolved else { return };
        out.extend_from_slice(b"\x1b]8;;file://sandbox");
        for byte in found.path.as_bytes() {
            if byte.is_ascii_alphanumeric() || b"/~-._".contains(byte) {
                out.push(*byte);
            } else {
                out.extend_from_slice(format!("%{byte:02x}").as_bytes());
            }
        }
        out.push(0x07);
    }

    fn link_end(&self, out: &mut Vec<u8>) {
        if self.settings.hyperlink {
            out.extend_from_slice(b"\x1b]8;;\x07");
        }
    }

    /// Inode and blocks if asked, then the name and what shows its kind.
    fn frills_and_name(
        &mut self,
        context: &Context<'_>,
        out: &mut Vec<u8>,
        entry: &Entry,
        widths: Widths,
        padded: bool,
        column: usize,
    ) {
        let settings = self.settings;
        let packed = settings.format == Format::Commas;
        if settings.inode {
            let width = if packed { 0 } else { widths.inode };
            out.extend_from_slice(format!("{:>width$} ", inode(entry)).as_bytes());
        }
        if settings.blocks {
            let blocks = match &entry.stat {
                Some(stat) => settings.block_size.format(disk_bytes(stat)),
                None => "?".to_owned(),
            };
            let width = if packed { 0 } else { widths.blocks };
            out.extend_from_slice(format!("{blocks:>width$} ").as_bytes());
        }
        if settings.context {
            out.extend_from_slice(b"? ");
        }
        self.name(context, out, entry, padded, column);
        if settings.indicator != Indicator::None {
            out.extend(indicator(settings.indicator, entry.kind, entry.stat.as_ref()));
        }
    }

    /// Columns that a name takes with everything around it.
    fn width(&self, entry: &Entry, widths: Widths, padded: bool) -> usize {
        let settings = self.settings;
        let packed = settings.format == Format::Commas;
        let mut width = display_width(&self.quoted(&entry.name)) + usize::from(padded);
        if settings.inode {
            width += 1 + if packed { inode(entry).len() } else { widths.inode };
        }
        if settings.blocks {
            let own = entry.stat.as_ref().map_or(1, |stat| settings.block_size.format(disk_bytes(stat)).len());
            width += 1 + if packed { own } else { widths.blocks };
        }
        if settings.context {
            width += 2;
        }
        if settings.indicator != Indicator::None {
            width += usize::from(indicator(settings.indicator, entry.kind, entry.stat.as_ref()).is_some());
        }
        width
    }

    fn commas(&mut self, context: &mut Context<'_>, entries: &[Entry], widths: Widths) -> Result<(), Halt> {
        let line = self.settings.line_width;
        let mut position = 0;
        for (index, entry) in entries.iter().enumerate() {
            context.charge(1)?;
            let width = if line == 0 { 0 } else { self.width(entry, widths, false) };
            let mut out = Vec::new();
            if index > 0 {
                out.push(b',');
                if line == 0 || position + width + 2 < line {
                    position += 2;
                    out.push(b' ');
                } else {
                    position = 0;
                    out.push(self.settings.terminator);
                }
            }
            self.frills_and_name(context, &mut out, entry, widths, false, position);
            position += width;
            self.put(context, &out)?;
        }
        if entries.is_empty() { Ok(()) } else { self.put(context, &[self.settings.terminator]) }
    }

    fn columns(&mut self, context: &mut Context<'_>, entries: &[Entry], widths: Widths) -> Result<(), Halt> {
        let settings = self.settings;
        let aligns = settings.line_width != 0 && matches!(settings.quoting.style, Style::Shell | Style::ShellEscape);
        let is_quoted = |entry: &Entry| aligns && settings.quoting.apply(&entry.name) != entry.name;
        let some_quoted = entries.iter().any(is_quoted);
        let padded = |entry: &Entry| some_quoted && !is_quoted(entry);
        let lengths: Vec<usize> = entries.iter().map(|entry| self.width(entry, widths, padded(entry))).collect();
        context.charge(entries.len() as u64 * (settings.line_width as u64 / 16 + 1))?;
        if settings.line_width == 0 {
            // No limit: one line, two blanks between.
            for (index, entry) in entries.iter().enumerate() {
                let mut out = Vec::new();
                if index > 0 {
                    out.extend_from_slice(b"  ");
                }
                self.frills_and_name(context, &mut out, entry, widths, false, 0);
                self.put(context, &out)?;
            }
            return if entries.is_empty() { Ok(()) } else { self.put(context, &[settings.terminator]) };
        }
        let table = layout(&lengths, settings.line_width, settings.format == Format::Horizontal);
        for row in 0..table.rows {
            let mut out = Vec::new();
            let mut position = 0;
            let mut column_start = 0;
            for (column, width) in table.widths.iter().enumerate() {
                let Some(index) = table.at(row, column, entries.len()) else { break };
                let (Some(entry), Some(length)) = (entries.get(index), lengths.get(index)) else { break };
                if column > 0 {
                    indent(&mut out, position, column_start, settings.tab_size);
                }
                self.frills_and_name(context, &mut out, entry, widths, padded(entry), column_start);
                position = column_start + length;
                column_start += width;
            }
            out.push(settings.terminator);
            self.put(context, &out)?;
        }
        Ok(())
    }
}

fn inode(entry: &Entry) -> String {
    match &entry.stat {
        Some(stat) => stat.ino.to_string(),
        None if entry.ino != 0 => entry.ino.to_string(),
        None => "?".to_owned(),
    }
}

/// The character behind a name that shows its kind.
fn indicator(style: Indicator, kind: Kind, stat: Option<&Stat>) -> Option<u8> {
    match kind {
        Kind::Dir => Some(b'/'),
        _ if style == Indicator::Slash => None,
        Kind::File if style == Indicator::Classify && stat.is_some_and(|stat| stat.mode & 0o111 != 0) => Some(b'*'),
        Kind::Symlink => Some(b'@'),
        Kind::Fifo => Some(b'|'),
        _ => None,
    }
}
