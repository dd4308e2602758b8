//! `column`: lists in columns, and tables.

use std::collections::HashMap;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::number::parse_clamped;
use super::shared::unicode::display_width;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};

const HELP: &str = "
Usage:
 column [options] [<file>...]

Put lists into columns.

Options:
 -t, --table                      a table
 -n, --table-name <name>          the name of the table for JSON
 -O, --table-order <columns>      the order of the columns
 -N, --table-columns <names>      the names of the columns
 -l, --table-columns-limit <num>  at most so many columns
 -E, --table-noextreme <columns>  long texts of these do not count for the width
 -d, --table-noheadings           no names of columns
 -e, --table-header-repeat        accepted: there are no pages
 -H, --table-hide <columns>       do not print these
 -R, --table-right <columns>      align these to the right
 -T, --table-truncate <columns>   for tables that fit: one that is wider than the output is refused
 -W, --table-wrap <columns>       the same
 -L, --keep-empty-lines           do not pass over empty lines
 -J, --json                       the table as JSON
 -r, --tree <column>              print this column as a tree
 -i, --tree-id <column>           the column that names each line, for --tree
 -p, --tree-parent <column>       the column that names the line above, for --tree
 -c, --output-width <width>       the width of the output, in columns (80)
 -o, --output-separator <string>  what stands between columns of a table (two spaces)
 -s, --separator <string>         the characters that separate columns of the input
 -x, --fillrows                   fill rows before columns
 -h, --help                       show this help and exit
 -V, --version                    show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('t', "table", Takes::Nothing),
    Opt::both('n', "table-name", Takes::Value),
    Opt::both('O', "table-order", Takes::Value),
    Opt::both('N', "table-columns", Takes::Value),
    Opt::both('l', "table-columns-limit", Takes::Value),
    Opt::both('E', "table-noextreme", Takes::Value),
    Opt::both('d', "table-noheadings", Takes::Nothing),
    Opt::both('e', "table-header-repeat", Takes::Nothing),
    Opt::both('H', "table-hide", Takes::Value),
    Opt::both('R', "table-right", Takes::Value),
    Opt::both('T', "table-truncate", Takes::Value),
    Opt::both('W', "table-wrap", Takes::Value),
    Opt::both('L', "keep-empty-lines", Takes::Nothing),
    Opt::long('L', "table-empty-lines", Takes::Nothing),
    Opt::both('J', "json", Takes::Nothing),
    Opt::both('c', "output-width", Takes::Value),
    Opt::long('c', "columns", Takes::Value),
    Opt::both('o', "output-separator", Takes::Value),
    Opt::both('s', "separator", Takes::Value),
    Opt::both('x', "fillrows", Takes::Nothing),
    Opt::both('r', "tree", Takes::Value),
    Opt::both('i', "tree-id", Takes::Value),
    Opt::both('p', "tree-parent", Takes::Value),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "column", help: HELP, run }];

#[derive(Default)]
struct Settings {
    table: bool,
    json: bool,
    name: Option<BString>,
    names: Option<Vec<BString>>,
    order: Option<BString>,
    hidden: Option<BString>,
    right: Option<BString>,
    limit: Option<usize>,
    no_headings: bool,
    keep_empty: bool,
    width: usize,
    separator: Option<BString>,
    output_separator: BString,
    rows_first: bool,
    /// An option that cuts or wraps columns of a table that is too wide, which is not done here.
    must_fit: Option<&'static str>,
    tree: Option<BString>,
    tree_id: Option<BString>,
    tree_parent: Option<BString>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), "column", |context, message| {
        refuse(context, &[message])
    })?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut settings = Settings { width: 80, output_separator: "  ".into(), ..Settings::default() };
    if let Some(columns) = context.exec.env(b"COLUMNS").and_then(|text| parse_clamped(text)).filter(|n| *n > 0) {
        settings.width = usize::try_from(columns).unwrap_or(80);
    }
    for (_, option) in options {
        let value = option.value();
        match option.id {
            't' => settings.table = true,
            'J' => (settings.json, settings.table) = (true, true),
            'n' => settings.name = Some(value.into()),
            'N' => settings.names = Some(value.split_str(",").map(BString::from).collect()),
            'O' => settings.order = Some(value.into()),
            'H' => settings.hidden = Some(value.into()),
            'R' => settings.right = Some(value.into()),
            'l' => match parse_clamped(value) {
                Some(number) if number > 0 => settings.limit = usize::try_from(number).ok(),
                Some(_) => {
                    context.complain(&[b"columns limit must be greater than zero"])?;
                    return Ok(1);
                }
                None => return failed(context, b"invalid columns limit argument: '", value),
            },
            'd' => settings.no_headings = true,
            'L' => settings.keep_empty = true,
            'c' if value == "unlimited" => settings.width = usize::MAX,
            'c' => match parse_clamped(value).and_then(|number| usize::try_from(number).ok()) {
                Some(width) => settings.width = width,
                None => return failed(context, b"invalid columns argument: '", value),
            },
            'o' => settings.output_separator = value.into(),
            's' => settings.separator = Some(value.into()),
            'x' => settings.rows_first = true,
            'r' => (settings.tree, settings.table) = (Some(value.into()), true),
            'i' => settings.tree_id = Some(value.into()),
            'p' => settings.tree_parent = Some(value.into()),
            'h' => return options::print_help(context),
            'V' => return options::print_version(context, "column"),
            'T' => settings.must_fit = Some("--table-truncate"),
            'W' => settings.must_fit = Some("--table-wrap"),
            // `-E` only says which columns are cut last, and `-e` is about pages.
            _ => {}
        }
    }
    if settings.json && settings.names.is_none() {
        context.complain(&[b"option --table-columns required for --json"])?;
        return Ok(1);
    }
    if !settings.table && (settings.names.is_some() || settings.order.is_some() || settings.right.is_some()) {
        context.complain(&[b"option --table required for all --table-*"])?;
        return Ok(1);
    }
    if settings.tree.is_some() && (settings.tree_id.is_none() || settings.tree_parent.is_none()) {
        context.complain(&[b"options --tree-id and --tree-parent are required for tree formatting"])?;
        return Ok(1);
    }
    let mut lines: Vec<Bytes> = Vec::new();
    let mut status = 0;
    let dash = [BString::from("-")];
    for name in if operands.is_empty() { &dash } else { operands.as_slice() } {
        let result = context.open_operand(name);
        let mut input = match result {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[name, b": ", errno.message().as_bytes()])?;
                status += 1;
                continue;
            }
        };
        loop {
            match input.read_record(context, b'\n') {
                Ok(Some(record)) => {
                    context.charge(1)?;
                    lines.push(printable(record.data));
                }
                Ok(None) => break,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[b"read failed: ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            }
        }
    }
    if settings.table {
        if !table(context, &settings, &lines)? {
            return Ok(1);
        }
    } else {
        fill(context, &settings, &lines)?;
    }
    Ok(status.min(1))
}

fn failed(context: &mut Context<'_>, what: &[u8], value: &[u8]) -> Outcome {
    context.complain(&[what, value, b"'"])?;
    Ok(1)
}

/// Lines as entries of columns with tabs between.
fn fill(context: &mut Context<'_>, settings: &Settings, lines: &[Bytes]) -> Result<(), Halt> {
    let entries: Vec<&[u8]> =
        lines.iter().map(|line| line.as_ref()).filter(|line| settings.keep_empty || !line.trim().is_empty()).collect();
    let widths: Vec<usize> = entries.iter().map(|entry| display_width(entry)).collect();
    let longest = widths.iter().copied().max().unwrap_or(0);
    let mut out = Vec::new();
    if longest >= settings.width {
        for entry in &entries {
            context.charge_bytes(entry.len())?;
            context.write(entry)?;
            context.write(b"\n")?;
        }
        return Ok(());
    }
    let cell = longest.saturating_add(8) & !7;
    let columns = (settings.width / cell.max(1)).max(1);
    let rows = entries.len().div_ceil(columns);
    for row in 0..rows {
        let mut at = 0;
        let mut target = cell;
        let count = if settings.rows_first { columns } else { entries.len().div_ceil(rows.max(1)) };
        for column in 0..count {
            let index = if settings.rows_first { row * columns + column } else { column * rows + row };
            let Some(entry) = entries.get(index) else { break };
            out.extend_from_slice(entry);
            at += widths[index];
            let next = if settings.rows_first { column + 1 < count && index + 1 < entries.len() } else { index + rows < entries.len() };
            if next {
                while at.saturating_add(8) & !7 <= target {
                    out.push(b'\t');
                    at = at.saturating_add(8) & !7;
                }
                target += cell;
            }
        }
        context.charge_bytes(out.len())?;
        out.push(b'\n');
        context.write(&out)?;
        out.clear();
    }
    Ok(())
}

/// Which columns a list of names and numbers means; -1 is the last, 0 all.
fn columns_of(list: &[u8], names: Option<&[BString]>, count: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for item in list.split_str(",") {
        if item == b"0" {
            found.extend(0..count);
        } else if item == b"-1" {
            found.extend(count.checked_sub(1));
        } else if item == b"-" {
            // The columns without a name.
            let named = names.map_or(0, <[BString]>::len);
            found.extend(named..count);
        } else if let Some(number) = parse_clamped(item).filter(|number| *number > 0) {
            found.push(usize::try_from(number - 1).ok().filter(|index| *index < count)?);
        } else {
            found.push(names?.iter().position(|name| name == item)?);
        }
    }
    Some(found)
}

/// A line as far as C sees it, up to a NUL, with bytes that are no characters in hexadecimal.
fn printable(line: Bytes) -> Bytes {
    let end = memchr::memchr(0, &line).unwrap_or(line.len());
    let line = line.slice(..end);
    if std::str::from_utf8(&line).is_ok() {
        return line;
    }
    let mut out = Vec::with_capacity(line.len() + 16);
    for chunk in line.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        for byte in chunk.invalid() {
            out.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
        }
    }
    out.into()
}

/// Prints a table; false after a message.
fn table(context: &mut Context<'_>, settings: &Settings, lines: &[Bytes]) -> Result<bool, Halt> {
    let mut rows: Vec<Vec<&[u8]>> = Vec::new();
    for line in lines {
        context.charge_bytes(line.len() + 1)?;
        if line.trim().is_empty() {
            if settings.keep_empty {
                rows.push(Vec::new());
            }
            continue;
        }
        let mut cells: Vec<&[u8]> = match &settings.separator {
            Some(separator) => line.split(|byte| separator.contains(byte)).collect(),
            None => line.fields_with(|letter| matches!(letter, ' ' | '\t')).collect(),
        };
        if let Some(limit) = settings.limit
            && cells.len() > limit
        {
            // The last column takes the rest of the line, behind one separator.
            let place = |text: &[u8]| (text.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
            let start = match limit.checked_sub(2).and_then(|index| cells.get(index)) {
                Some(before) => place(before) + before.len() + 1,
                None => place(cells.first().copied().unwrap_or_default()),
            };
            cells.truncate(limit - 1);
            cells.push(line.get(start..).unwrap_or_default());
        }
        rows.push(cells);
    }
    let names = settings.names.as_deref();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0).max(names.map_or(0, <[BString]>::len));
    let lookup = |list: &Option<BString>| match list {
        None => Ok(Vec::new()),
        Some(list) => columns_of(list, names, count).ok_or_else(|| list.clone()),
    };
    let (hidden, right, order) = match (lookup(&settings.hidden), lookup(&settings.right), lookup(&settings.order)) {
        (Ok(hidden), Ok(right), Ok(order)) => (hidden, right, order),
        (Err(list), ..) | (_, Err(list), _) | (.., Err(list)) => {
            context.complain(&[b"undefined column name '", &list, b"'"])?;
            return Ok(false);
        }
    };
    let column = |list: &Option<BString>| columns_of(list.as_ref()?, names, count)?.first().copied();
    let tree = match (column(&settings.tree), column(&settings.tree_id), column(&settings.tree_parent)) {
        (Some(shown), Some(id), Some(parent)) => Some((shown, Tree::new(context, &rows, id, parent)?)),
        _ => None,
    };
    let mut sequence = order;
    sequence.extend((0..count).filter(|column| !sequence.contains(column)).collect::<Vec<_>>());
    sequence.retain(|column| !hidden.contains(column));
    if settings.json {
        let known = names.map_or(0, <[BString]>::len);
        if let Some(line) = rows.iter().position(|row| row.len() > known) {
            let text = format!("line {}: for JSON the name of the column {} is required", line + 2, known + 1);
            context.complain(&[text.as_bytes()])?;
            return Ok(false);
        }
        let tree = tree.map_or_else(|| Tree::flat(rows.len()), |(_, tree)| tree);
        return json(context, settings, &rows, &sequence, &tree).map(|()| true);
    }
    // The lines in the order of the tree, with its branches before the cells of one column.
    let branches = match &tree {
        Some((shown, tree)) => Some((*shown, tree.branches(context)?)),
        None => None,
    };
    let mut drawn: Vec<Vec<u8>> = Vec::new();
    if let Some((shown, branches)) = &branches {
        let old = std::mem::take(&mut rows);
        for (index, branch) in branches {
            drawn.push([branch.as_slice(), old[*index].get(*shown).copied().unwrap_or_default()].concat());
        }
        for ((index, _), cell) in branches.iter().zip(&drawn) {
            let mut row = old[*index].clone();
            if let Some(place) = row.get_mut(*shown) {
                *place = cell;
            }
            rows.push(row);
        }
    }
    let mut widths = vec![0usize; count];
    if let Some(names) = names.filter(|_| !settings.no_headings) {
        for (width, name) in widths.iter_mut().zip(names) {
            *width = display_width(name);
        }
    }
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(display_width(cell));
        }
    }
    let gaps = display_width(&settings.output_separator).saturating_mul(sequence.len().saturating_sub(1));
    let total = sequence.iter().map(|&column| widths[column]).sum::<usize>().saturating_add(gaps);
    if let Some(option) = settings.must_fit.filter(|_| total > settings.width) {
        let text = format!("{option} is not supported for a table that is wider than the output: {total} columns");
        context.complain(&[text.as_bytes()])?;
        return Ok(false);
    }
    let mut out = Vec::new();
    let mut put = |context: &mut Context<'_>, cells: &dyn Fn(usize) -> Vec<u8>, empty_line: bool| -> Result<(), Halt> {
        out.clear();
        {
            for (place, &column) in sequence.iter().enumerate() {
                if place > 0 {
                    out.extend_from_slice(&settings.output_separator);
                }
                let cell = cells(column);
                let gap = widths[column].saturating_sub(display_width(&cell));
                let last = place + 1 == sequence.len();
                if last && cell.is_empty() && !empty_line {
                    continue;
                }
                if right.contains(&column) {
                    out.resize(out.len() + gap, b' ');
                    out.extend_from_slice(&cell);
                } else {
                    out.extend_from_slice(&cell);
                    if !last {
                        out.resize(out.len() + gap, b' ');
                    }
                }
            }
        }
        out.push(b'\n');
        context.charge_bytes(out.len())?;
        context.write(&out)
    };
    if let Some(names) = names.filter(|_| !settings.no_headings) {
        put(context, &|column| names.get(column).map_or_else(Vec::new, |name| name.to_vec()), false)?;
    }
    for row in &rows {
        put(context, &|column| row.get(column).map_or_else(Vec::new, |cell| cell.to_vec()), row.is_empty())?;
    }
    Ok(true)
}

/// Which line stands below which.
struct Tree {
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    /// Lines with nothing above or below them.
    fn flat(count: usize) -> Tree {
        Tree { roots: (0..count).collect(), children: vec![Vec::new(); count] }
    }

    /// The tree that two columns describe: what names a line, and what names the one above it.
    fn new(context: &Context<'_>, rows: &[Vec<&[u8]>], id: usize, parent: usize) -> Result<Tree, Halt> {
        context.charge(rows.len() as u64)?;
        let mut places: HashMap<&[u8], usize> = HashMap::new();
        for (index, row) in rows.iter().enumerate() {
            if let Some(name) = row.get(id) {
                places.entry(name).or_insert(index);
            }
        }
        let mut tree = Tree { roots: Vec::new(), children: vec![Vec::new(); rows.len()] };
        for (index, row) in rows.iter().enumerate() {
            match row.get(parent).and_then(|name| places.get(name)).filter(|above| **above != index) {
                Some(above) => tree.children[*above].push(index),
                None => tree.roots.push(index),
            }
        }
        Ok(tree)
    }

    /// The lines from the roots down, each with what is drawn before it.
    fn branches(&self, context: &Context<'_>) -> Result<Vec<(usize, Vec<u8>)>, Halt> {
        let mut found = Vec::new();
        // What is drawn before a line, and what before the lines below it.
        let mut waiting: Vec<(usize, Vec<u8>, Vec<u8>)> =
            self.roots.iter().rev().map(|root| (*root, Vec::new(), Vec::new())).collect();
        while let Some((index, branch, below)) = waiting.pop() {
            context.charge_bytes(branch.len() + 1)?;
            let children = &self.children[index];
            for (place, child) in children.iter().enumerate().rev() {
                let (own, further) =
                    if place + 1 < children.len() { ("├─", "│ ") } else { ("└─", "  ") };
                waiting.push((
                    *child,
                    [below.as_slice(), own.as_bytes()].concat(),
                    [below.as_slice(), further.as_bytes()].concat(),
                ));
            }
            found.push((index, branch));
        }
        Ok(found)
    }
}

fn json(
    context: &mut Context<'_>,
    settings: &Settings,
    rows: &[Vec<&[u8]>],
    sequence: &[usize],
    tree: &Tree,
) -> Result<(), Halt> {
    let name = settings.name.as_ref().map_or(b"table".as_slice(), |name| name.as_slice());
    let mut out = b"{\n   ".to_vec();
    quoted(&mut out, name, true);
    out.extend_from_slice(b": [\n");
    let names = settings.names.as_deref().unwrap_or_default();
    let indent = |out: &mut Vec<u8>, columns: usize| out.resize(out.len() + columns, b' ');
    // The lists that are being printed, one in the other, each with the place in it.
    let mut lists: Vec<(&[usize], usize)> = vec![(&tree.roots, 0)];
    while let Some((list, place)) = lists.last().copied() {
        let depth = 6 * lists.len();
        let Some(&index) = list.get(place) else {
            lists.pop();
            if let Some((_, place)) = lists.last_mut() {
                *place += 1;
                out.push(b'\n');
                indent(&mut out, depth - 3);
                out.extend_from_slice(b"]\n");
                indent(&mut out, depth - 6);
                out.push(b'}');
            }
            continue;
        };
        if place == 0 {
            indent(&mut out, depth);
        } else {
            out.push(b',');
        }
        out.extend_from_slice(b"{\n");
        let row = &rows[index];
        for (place, &column) in sequence.iter().enumerate() {
            if place > 0 {
                out.extend_from_slice(b",\n");
            }
            indent(&mut out, depth + 3);
            quoted(&mut out, names.get(column).map_or(b"".as_slice(), |name| name.as_slice()), true);
            out.extend_from_slice(b": ");
            match row.get(column) {
                Some(cell) if !cell.is_empty() => quoted(&mut out, cell, false),
                _ => out.extend_from_slice(b"null"),
            }
        }
        let children = &tree.children[index];
        if children.is_empty() {
            out.push(b'\n');
            indent(&mut out, depth);
            out.push(b'}');
            if let Some((_, place)) = lists.last_mut() {
                *place += 1;
            }
        } else {
            out.extend_from_slice(b",\n");
            indent(&mut out, depth + 3);
            out.extend_from_slice(b"\"children\": [\n");
            lists.push((children, 0));
        }
        context.charge_bytes(out.len())?;
        context.write(&out)?;
        out.clear();
    }
    if rows.is_empty() {
        indent(&mut out, 6);
    }
    out.extend_from_slice(b"\n   ]\n}\n");
    context.write(&out)
}

/// A JSON string; names of columns are in lower case.
fn quoted(out: &mut Vec<u8>, text: &[u8], lower: bool) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            0x08 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..=0x1f => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            _ => out.push(if lower { byte.to_ascii_lowercase() } else { byte }),
        }
    }
    out.push(b'"');
}
