//! Finding the matching lines of one file.

use super::arguments::Settings;
use super::matcher::Matcher;
use shell::command::Context;
use shell::kernel::Halt;

/// A line that matches (or lines, when a match spans them): where it is, its line end included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub start: usize,
    pub end: usize,
}

/// The end of the line that holds `at`, behind its terminator.
pub fn line_end(data: &[u8], at: usize, terminator: u8) -> usize {
    memchr::memchr(terminator, &data[at.min(data.len())..]).map_or(data.len(), |end| at + end + 1)
}

/// The start of the line that holds `at`.
pub fn line_start(data: &[u8], at: usize, terminator: u8) -> usize {
    memchr::memrchr(terminator, &data[..at.min(data.len())]).map_or(0, |end| end + 1)
}

/// A line without its terminator (and, with `--crlf`, without the carriage return).
pub fn bare<'d>(line: &'d [u8], settings: &Settings) -> &'d [u8] {
    let terminator = if settings.null_data { 0 } else { b'\n' };
    let line = line.strip_suffix(&[terminator]).unwrap_or(line);
    if settings.crlf { line.strip_suffix(b"\r").unwrap_or(line) } else { line }
}

/// Hands each hit to `each`, in order, until it returns false.
pub fn search(
    context: &mut Context<'_>,
    settings: &Settings,
    matcher: &Matcher,
    data: &[u8],
    each: &mut dyn FnMut(&mut Context<'_>, Hit) -> Result<bool, Halt>,
) -> Result<(), Halt> {
    let terminator = if settings.null_data { 0 } else { b'\n' };
    let mut at = 0;
    if settings.multi_line {
        let mut from = 0;
        let mut pending: Option<Hit> = None;
        while from <= data.len() {
            let Some((start, end)) = matcher.find_at(data, from) else { break };
            context.charge_bytes(end.saturating_sub(from) + 1)?;
            if start == data.len() && start > 0 && (data.last() == Some(&terminator) || start == end) {
                break;
            }
            let last = if end > start { end - 1 } else { end };
            let hit = Hit { start: line_start(data, start, terminator), end: line_end(data, last, terminator) };
            pending = Some(match pending.take() {
                Some(old) if hit.start < old.end => Hit { start: old.start, end: old.end.max(hit.end) },
                Some(old) => {
                    if !settings.invert && !each(context, old)? {
                        return Ok(());
                    }
                    hit
                }
                None => hit,
            });
            from = if end > start { end } else { end + 1 };
        }
        if let Some(last) = pending
            && !settings.invert
        {
            each(context, last)?;
        }
        return Ok(());
    }
    while at < data.len() {
        let candidate = matcher.find_at(data, at).map(|(start, _)| start).filter(|start| *start < data.len());
        let Some(candidate) = candidate else {
            context.charge_bytes(data.len() - at)?;
            if settings.invert {
                return every_line(context, data, at, data.len(), terminator, each).map(drop);
            }
            return Ok(());
        };
        let start = line_start(data, candidate, terminator).max(at);
        let end = line_end(data, candidate, terminator);
        context.charge_bytes(end - at)?;
        if settings.invert && !every_line(context, data, at, start, terminator, each)? {
            return Ok(());
        }
        // What was found may reach beyond the line: then the line is asked itself.
        let matches = matcher.find_at(bare(&data[start..end], settings), 0).is_some();
        if matches != settings.invert && !each(context, Hit { start, end })? {
            return Ok(());
        }
        at = end;
    }
    Ok(())
}

fn every_line(
    context: &mut Context<'_>,
    data: &[u8],
    from: usize,
    to: usize,
    terminator: u8,
    each: &mut dyn FnMut(&mut Context<'_>, Hit) -> Result<bool, Halt>,
) -> Result<bool, Halt> {
    let mut at = from;
    while at < to {
        context.charge(1)?;
        let end = line_end(data, at, terminator).min(to);
        if !each(context, Hit { start: at, end })? {
            return Ok(false);
        }
        at = end;
    }
    Ok(true)
}

/// The matches inside a hit, as places in `data`.
pub fn matches(settings: &Settings, matcher: &Matcher, data: &[u8], hit: Hit) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    if settings.invert {
        return found;
    }
    let (text, shift) = if settings.multi_line { (data, 0) } else { (bare(&data[hit.start..hit.end], settings), hit.start) };
    let limit = if settings.multi_line { hit.end } else { text.len() };
    let mut from = if settings.multi_line { hit.start } else { 0 };
    let mut previous = None;
    while from <= limit {
        let Some((start, end)) = matcher.find_at(text, from) else { break };
        if start > limit || settings.multi_line && start >= hit.end {
            break;
        }
        if start == end && previous == Some(start) {
            from = end + 1;
            continue;
        }
        found.push((start + shift, end + shift));
        previous = Some(end);
        from = if end > start { end } else { end + 1 };
    }
    found
}
