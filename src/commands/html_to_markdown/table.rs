//! Tables.

use super::convert::Converter;
use formats::interrupt;
use formats::xml::{Id, NONE};

/// The most columns that a cell is stretched over.
const MAX_SPAN: usize = 100;

struct Row {
    cells: Vec<(String, &'static str)>,
    is_header: bool,
}

/// Writes a table as rows between bars. The first row of headings is its head; without one the head is empty.
pub fn write(converter: &mut Converter<'_>, table: Id) -> String {
    let tree = converter.tree;
    let mut rows = Vec::new();
    let mut caption = String::new();
    let mut at = tree.first(table);
    while at != NONE && !interrupt::is_over() {
        match converter.name(at) {
            "tr" => {
                rows.push(row(converter, at));
                at = tree.after(at, table);
                continue;
            }
            "caption" => {
                caption = converter.children(at).trim().to_owned();
                at = tree.after(at, table);
                continue;
            }
            _ => {}
        }
        at = tree.following(at, table);
    }
    rows.retain(|row| !row.cells.is_empty());
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if width == 0 {
        return "\n\n".to_owned();
    }
    let mut out = String::from("\n\n");
    if !caption.is_empty() {
        out.push_str(&caption);
        out.push_str("\n\n");
    }
    // A table in a cell has no lines of its own.
    if converter.tables > 1 {
        let texts: Vec<String> =
            rows.iter().flat_map(|row| row.cells.iter().map(|(text, _)| text.clone())).filter(|text| !text.is_empty()).collect();
        return texts.join(" ");
    }
    let mut rows = rows.into_iter().peekable();
    let head = rows.next_if(|row| row.is_header).unwrap_or(Row { cells: Vec::new(), is_header: true });
    line(&head.cells, width, &mut out);
    out.push('|');
    let aligned = |index: usize| {
        let own = head.cells.get(index).map_or("", |(_, alignment)| alignment);
        if own.is_empty() { " --- |" } else { own }
    };
    let aligns: Vec<&str> = (0..width).map(aligned).collect();
    out.push_str(&aligns.concat());
    out.push('\n');
    for row in rows {
        if interrupt::is_over() {
            break;
        }
        line(&row.cells, width, &mut out);
    }
    out.push('\n');
    out
}

fn line(cells: &[(String, &str)], width: usize, out: &mut String) {
    out.push('|');
    for index in 0..width {
        out.push(' ');
        if let Some((text, _)) = cells.get(index) {
            out.push_str(text);
            out.push(' ');
        } else {
            out.push(' ');
        }
        out.push('|');
    }
    out.push('\n');
}

fn row(converter: &mut Converter<'_>, row: Id) -> Row {
    let tree = converter.tree;
    let mut cells = Vec::new();
    let mut is_header = true;
    let ids: Vec<Id> = tree.children(row).filter(|id| matches!(converter.name(*id), "td" | "th")).collect();
    for id in ids {
        is_header &= converter.name(id) == "th";
        let text = converter.children(id);
        let text: Vec<&str> = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
        let text = escape_bars(&text.join(" "));
        let style = tree.attribute(id, "style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        let align = tree.attribute(id, "align").unwrap_or_default().to_ascii_lowercase();
        let has = |side: &str| align == side || style.contains(&format!("text-align:{side}"));
        let alignment = if has("center") {
            " :---: |"
        } else if has("right") {
            " ---: |"
        } else if has("left") {
            " :--- |"
        } else {
            ""
        };
        cells.push((text, alignment));
        let span = tree.attribute(id, "colspan").and_then(|span| span.trim().parse::<usize>().ok()).unwrap_or(1);
        for _ in 1..span.min(MAX_SPAN) {
            cells.push((String::new(), ""));
        }
    }
    let in_head = converter.name(tree.parent(row)) == "thead";
    Row { is_header: !cells.is_empty() && (is_header || in_head), cells }
}

/// Bars that are not escaped yet, escaped.
fn escape_bars(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for character in text.chars() {
        if character == '|' && !escaped {
            out.push('\\');
        }
        escaped = character == '\\' && !escaped;
        out.push(character);
    }
    out
}
