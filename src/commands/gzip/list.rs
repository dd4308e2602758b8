//! The table of `-l`.

use super::super::shared::time::{Civil, MONTHS};
use super::member::{Expanded, Method};
use super::{Settings, ratio};
use shell::command::Context;
use shell::kernel::Halt;
use workspace::Time;

/// What was told so far.
#[derive(Default)]
pub(super) struct Listed {
    begun: bool,
    packed: u64,
    expanded: u64,
    /// Of the last file: its totals are reckoned with it.
    header: u64,
}

impl Listed {
    /// One file's line, below the heading.
    pub fn line(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        file: &Expanded,
        packed: u64,
        name: &[u8],
        time: Option<Time>,
    ) -> Result<(), Halt> {
        let mut out = String::new();
        if !self.begun && !settings.quiet {
            if settings.verbose {
                out.push_str("method  crc     date  time  ");
            }
            out.push_str("         compressed        uncompressed  ratio uncompressed_name\n");
        }
        self.begun = true;
        if settings.verbose {
            let method = match file.method {
                Method::Deflate => "defla",
                Method::Stored => "store",
                Method::Lzw => "compr",
            };
            let when = Civil::new(time.unwrap_or_default());
            let month = usize::try_from(when.month - 1).ok().and_then(|month| MONTHS.get(month));
            let (month, crc) = (month.map_or("???", |name| &name[..3]), file.crc);
            out.push_str(&format!("{method} {crc:08x} {month} {:2} {:02}:{:02} ", when.day, when.hour, when.minute));
        }
        self.packed = self.packed.saturating_add(packed);
        self.expanded = self.expanded.saturating_add(file.last);
        self.header = file.header;
        out.push_str(&figures(packed, file.last, file.header));
        context.write(out.as_bytes())?;
        context.write(name)?;
        context.write(b"\n")
    }

    /// The line below several files.
    pub fn totals(&self, context: &mut Context<'_>, verbose: bool) -> Result<(), Halt> {
        if !self.begun {
            return Ok(());
        }
        let before = if verbose { " ".repeat(28) } else { String::new() };
        let line = format!("{before}{}(totals)\n", figures(self.packed, self.expanded, self.header));
        context.write(line.as_bytes())
    }
}

fn figures(packed: u64, expanded: u64, header: u64) -> String {
    let saved = i128::from(expanded) - (i128::from(packed) - i128::from(header));
    format!("{packed:19} {expanded:19} {} ", ratio(saved, expanded))
}
