//! The lines of `-ls` and `-fls`.

use bstr::BString;

use crate::shared::file_type::{OWNER, disk_bytes, mode_string, owner_name};
use crate::shared::quote::{Quoting, Style};
use crate::shared::time::{Civil, NANOS, format};
use shell::kernel::Stat;
use workspace::Time;

/// Seconds for which a time is shown with its hour instead of its year: half a year.
const RECENT: i64 = 6 * 30 * 24 * 60 * 60;

/// One line, as `ls -dils` would show the file. `target`: where a link points to.
pub fn line(path: &[u8], stat: &Stat, target: Option<&[u8]>, now: Time) -> Vec<u8> {
    let owner = owner_name(OWNER);
    let mut out = format!(
        "{:>9} {:>6} {} {:>3} {owner:<8} {owner:<8} {:>8} ",
        stat.ino,
        disk_bytes(stat).div_ceil(1024),
        String::from_utf8_lossy(&mode_string(stat)),
        stat.links,
        stat.size,
    )
    .into_bytes();
    let age = (now.0.div_euclid(NANOS)).saturating_sub(stat.mtime.0.div_euclid(NANOS));
    let pattern: &[u8] = if (-3600..=RECENT).contains(&age) { b"%b %e %H:%M" } else { b"%b %e  %Y" };
    format(&mut out, pattern, &Civil::new(stat.mtime));
    out.push(b' ');
    out.extend_from_slice(&escape(path));
    if let Some(target) = target {
        out.extend_from_slice(b" -> ");
        out.extend_from_slice(&escape(target));
    }
    out.push(b'\n');
    out
}

/// Names with what does not print, spaces, quotes and backslashes escaped, byte by byte.
fn escape(name: &[u8]) -> BString {
    let mut out = Vec::with_capacity(name.len());
    for byte in name {
        match byte {
            b' ' | b'"' => out.extend_from_slice(&[b'\\', *byte]),
            0x80.. => out.extend_from_slice(format!("\\{byte:o}").as_bytes()),
            byte => out.extend_from_slice(&Quoting::new(Style::Escape).apply(&[*byte])),
        }
    }
    out.into()
}
