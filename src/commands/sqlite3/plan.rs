//! Query plans: the tree of `EXPLAIN QUERY PLAN`, and `.eqp`.

use rusqlite::Connection;

use super::columns;
use super::database::Failure;
use super::render::Cell;
use super::settings::{AutoPlan, Settings};
use super::shell::{Sink, column_names, put};
use shell::command::Context;

/// Prints the rows (id, parent, unused, text) as a tree.
pub fn print(out: &mut Vec<u8>, rows: &[Vec<Vec<u8>>]) {
    let number = |row: &[Vec<u8>], column: usize| -> i64 {
        row.get(column).and_then(|text| std::str::from_utf8(text).ok()?.parse().ok()).unwrap_or(0)
    };
    let nodes: Vec<(i64, i64, &[u8])> = rows
        .iter()
        .map(|row| (number(row, 0), number(row, 1), row.get(3).map_or(&b""[..], Vec::as_slice)))
        .collect();
    if nodes.is_empty() {
        return;
    }
    out.extend_from_slice(b"QUERY PLAN\n");
    level(out, &nodes, 0, &mut String::new(), 0);
}

fn level(out: &mut Vec<u8>, nodes: &[(i64, i64, &[u8])], parent: i64, prefix: &mut String, depth: usize) {
    // A plan is as deep as its query is nested.
    if depth > 100 {
        return;
    }
    let children: Vec<_> = nodes.iter().filter(|node| node.1 == parent && node.0 != parent).collect();
    for (index, (id, _, text)) in children.iter().enumerate() {
        let last = index + 1 == children.len();
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(if last { b"`--" } else { b"|--" });
        out.extend_from_slice(text);
        out.push(b'\n');
        prefix.push_str(if last { "   " } else { "|  " });
        level(out, nodes, *id, prefix, depth + 1);
        prefix.truncate(prefix.len() - 3);
    }
}

/// What `.eqp` prints before a statement's results.
pub fn show(
    context: &mut Context<'_>,
    settings: &Settings,
    sink: &mut Sink,
    connection: &Connection,
    text: &str,
) -> Result<(), Failure> {
    let mut kinds = vec!["EXPLAIN QUERY PLAN"];
    if settings.auto_plan == AutoPlan::Full {
        kinds.push("EXPLAIN");
    }
    for kind in kinds {
        let mut statement = connection.prepare(&format!("{kind} {text}"))?;
        let names = column_names(&statement)?;
        let mut rows = statement.raw_query();
        let mut gathered: Vec<Vec<Vec<u8>>> = Vec::new();
        while let Some(row) = rows.next()? {
            let cells = (0..names.len())
                .map(|index| Ok(Cell::new(row.get_ref(index)?).text.unwrap_or_default().into_owned()))
                .collect::<Result<_, Failure>>()?;
            gathered.push(cells);
        }
        let mut out = Vec::new();
        match kind {
            "EXPLAIN" => {
                columns::explained(&mut out, &gathered, &names, &Settings { header: true, ..Settings::default() });
            }
            _ => print(&mut out, &gathered),
        }
        put(sink, context, &out)?;
    }
    Ok(())
}
