//! Properties, CSV and TSV, and shell variables.

use std::rc::Rc;

use super::format::Shape;
use super::sources::Sources;
use crate::jq::object::Object;
use crate::jq::value::{Items, Value};
use crate::jq::{number, print};
use formats::heavy::List;
use formats::interrupt;
use formats::yaml::{Content, Document, Node, Plain, Trivia};

/// How deep keys of properties may be nested, and values that are written as such.
const MAX_DEPTH: usize = 256;

/// The text of a scalar as cells and properties show it.
pub fn scalar_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.as_ref().clone(),
        Value::Null => String::new(),
        other => print::text(other),
    }
}

/// Reads rows; the first one names the columns.
pub fn read_table(text: &str, separator: u8, shape: &Shape) -> Result<Value, String> {
    let mut rows = rows(text, separator)?;
    let mut rows = rows.iter_mut().map(std::mem::take);
    let Some(header) = rows.next() else { return Ok(Value::array(Vec::new())) };
    let names: Vec<Rc<String>> = header.into_iter().map(|(name, _)| Rc::new(name)).collect();
    let mut out = Items::default();
    for row in rows {
        if interrupt::is_over() {
            return Err("interrupted".to_owned());
        }
        let mut object = Object::new();
        for (name, (cell, quoted)) in names.iter().zip(row) {
            let value = if shape.auto_parse && !quoted { cell_value(&cell) } else { Value::string(cell) };
            object.insert(Rc::clone(name), value);
        }
        out.0.push(Value::object(object));
    }
    Ok(Value::Array(Rc::new(out)))
}

/// What a cell means, as YAML would have it; an empty one is null.
fn cell_value(text: &str) -> Value {
    match Node::scalar(text).plain() {
        Plain::Null => Value::Null,
        Plain::Bool(value) => Value::Bool(value),
        Plain::Integer(value) => number::parse(value.to_string().as_bytes()).unwrap_or(Value::Null),
        Plain::Decimal(text) => number::parse(text.as_bytes()).unwrap_or(Value::Null),
        _ => match text.as_bytes().first() {
            // Collections in cells are read too.
            Some(b'[' | b'{') => yaml_value(text).unwrap_or_else(|_| Value::string(text)),
            _ => Value::string(text),
        },
    }
}

/// The value of one YAML document.
pub fn yaml_value(text: &str) -> Result<Value, String> {
    let mut documents = formats::yaml::read_all(text).map_err(|error| format!("yaml: {error}"))?;
    if documents.is_empty() {
        return Ok(Value::Null);
    }
    let document: Document = documents.swap_remove(0);
    Sources::default().add(&document)
}

type Row = Vec<(String, bool)>;

/// Cells, and whether they had quotes.
fn rows(text: &str, separator: u8) -> Result<List<Row>, String> {
    let bytes = text.as_bytes();
    let mut rows = List::new();
    let mut row: Row = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while at < bytes.len() {
        if interrupt::is_over() {
            return Err("interrupted".to_owned());
        }
        // Lines without anything are passed over.
        if row.is_empty() && matches!(bytes.get(at), Some(b'\n')) || row.is_empty() && bytes.get(at..at + 2) == Some(b"\r\n") {
            at += if bytes.get(at) == Some(&b'\n') { 1 } else { 2 };
            line += 1;
            continue;
        }
        let mut cell = String::new();
        let quoted = bytes.get(at) == Some(&b'"');
        if quoted {
            let start = line;
            at += 1;
            loop {
                let rest = bytes.get(at..).unwrap_or_default();
                let Some(end) = memchr::memchr(b'"', rest) else {
                    return Err(format!("parse error on line {start}: extraneous or missing \" in quoted-field"));
                };
                let part = text.get(at..at + end).unwrap_or_default();
                line += memchr::memchr_iter(b'\n', part.as_bytes()).count();
                cell.push_str(part);
                at += end + 1;
                if bytes.get(at) != Some(&b'"') {
                    break;
                }
                cell.push('"');
                at += 1;
            }
        } else {
            let rest = bytes.get(at..).unwrap_or_default();
            let end = memchr::memchr2(separator, b'\n', rest).unwrap_or(rest.len());
            let part = text.get(at..at + end).unwrap_or_default();
            at += end;
            cell.push_str(if bytes.get(at) == Some(&separator) { part } else { part.strip_suffix('\r').unwrap_or(part) });
            if cell.contains('"') {
                return Err(format!("parse error on line {line}: bare \" in non-quoted-field"));
            }
        }
        row.push((cell, quoted));
        if bytes.get(at) == Some(&separator) {
            at += 1;
            if at >= bytes.len() || bytes.get(at) == Some(&b'\n') {
                row.push((String::new(), false));
            } else {
                continue;
            }
        }
        if bytes.get(at) == Some(&b'\r') {
            at += 1;
        }
        match bytes.get(at) {
            None => {}
            Some(b'\n') => {
                at += 1;
                line += 1;
            }
            Some(_) => return Err(format!("parse error on line {line}: extraneous or missing \" in quoted-field")),
        }
        rows.push(std::mem::take(&mut row));
    }
    if !row.is_empty() {
        rows.push(row);
    }
    Ok(rows)
}

/// Writes an array of scalars, of arrays or of objects as rows.
pub fn write_table(value: &Value, separator: u8, out: &mut String) -> Result<(), String> {
    let Value::Array(items) = value else {
        return Err(format!("csv encoding only works for arrays, got: {}", tag(value)));
    };
    match items.0.first() {
        None => return Ok(()),
        Some(Value::Object(first)) => {
            let names: Vec<Rc<String>> = first.iter().map(|(name, _)| Rc::clone(name)).collect();
            write_row(names.iter().map(|name| name.as_str().to_owned()), separator, out);
            for item in &items.0 {
                let Value::Object(object) = item else {
                    return Err(format!("csv object encoding only works for arrays of flat objects, got: {}", tag(item)));
                };
                let mut cells = Vec::with_capacity(names.len());
                for name in &names {
                    cells.push(cell(object.get(name).unwrap_or(&Value::Null))?);
                }
                write_row(cells.into_iter(), separator, out);
            }
        }
        Some(Value::Array(_)) => {
            for item in &items.0 {
                let Value::Array(row) = item else {
                    return Err(format!("csv encoding only works for arrays of arrays of scalars, got: {}", tag(item)));
                };
                let cells = row.0.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
                write_row(cells.into_iter(), separator, out);
            }
        }
        Some(_) => {
            let cells = items.0.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
            write_row(cells.into_iter(), separator, out);
        }
    }
    Ok(())
}

fn cell(value: &Value) -> Result<String, String> {
    if value.is_container() {
        return Err(format!("csv encoding only works for arrays of scalars (string/numbers/booleans), got: {}", tag(value)));
    }
    Ok(scalar_text(value))
}

fn write_row(cells: impl Iterator<Item = String>, separator: u8, out: &mut String) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(char::from(separator));
        }
        let quotes = cell.contains([char::from(separator), '"', '\n', '\r']) || cell.starts_with([' ', '\t']);
        if quotes {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&cell);
        }
    }
    out.push('\n');
}

/// The tag of a value.
pub fn tag(value: &Value) -> &'static str {
    match value {
        Value::Null => "!!null",
        Value::Bool(_) => "!!bool",
        Value::Number(number) | Value::Written(number, _) if number.fract() != 0.0 || !number.is_finite() => "!!float",
        Value::Literal(_) if print::text(value).contains(['.', 'E']) => "!!float",
        Value::Number(_) | Value::Written(..) | Value::Literal(_) => "!!int",
        Value::String(_) => "!!str",
        Value::Array(_) => "!!seq",
        Value::Object(_) => "!!map",
    }
}

/// Reads `key.part = value` lines; numbers in keys are places of arrays.
pub fn read_properties(text: &str) -> Result<Value, String> {
    let mut root = Value::Null;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut line = line.trim_start().to_owned();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        while line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1 {
            line.pop();
            match lines.next() {
                Some(next) => line.push_str(next.trim_start()),
                None => break,
            }
        }
        let mut key = String::new();
        let mut escaped = false;
        let mut end = line.len();
        for (at, character) in line.char_indices() {
            if escaped {
                key.push(unescaped(character));
                escaped = false;
            } else if character == '\\' {
                escaped = true;
            } else if matches!(character, '=' | ':' | ' ' | '\t') {
                end = at;
                break;
            } else {
                key.push(character);
            }
        }
        let rest = line.get(end..).unwrap_or_default().trim_start();
        let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start();
        let mut value = String::new();
        let mut escaped = false;
        for character in rest.chars() {
            if std::mem::take(&mut escaped) {
                value.push(unescaped(character));
            } else if character == '\\' {
                escaped = true;
            } else {
                value.push(character);
            }
        }
        let path: Vec<&str> = key.split('.').collect();
        if path.len() > MAX_DEPTH {
            return Err("properties: a key has too many parts".to_owned());
        }
        set(&mut root, &path, Value::string(value))?;
    }
    Ok(root)
}

fn unescaped(character: char) -> char {
    match character {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\x0c',
        other => other,
    }
}

/// The most places that a key makes.
const MAX_PLACES: usize = 100_000;

fn set(target: &mut Value, path: &[&str], value: Value) -> Result<(), String> {
    let Some((first, rest)) = path.split_first() else {
        *target = value;
        return Ok(());
    };
    let place = first.parse::<usize>().ok().filter(|place| *place < MAX_PLACES);
    if let Some(place) = place
        && matches!(target, Value::Null | Value::Array(_))
    {
        if matches!(target, Value::Null) {
            *target = Value::array(Vec::new());
        }
        if let Value::Array(items) = target {
            let items = crate::jq::value::items_mut(items);
            if items.len() <= place {
                items.resize(place + 1, Value::Null);
            }
            if let Some(item) = items.get_mut(place) {
                return set(item, rest, value);
            }
        }
        return Ok(());
    }
    if !matches!(target, Value::Object(_)) {
        if !matches!(target, Value::Null | Value::String(_)) {
            return Err(format!("properties: {first} is a key and a value"));
        }
        *target = Value::object(Object::new());
    }
    if let Value::Object(object) = target {
        let object = Rc::make_mut(object);
        if !object.contains_key(first) {
            object.insert(Rc::new((*first).to_owned()), Value::Null);
        }
        if let Some(inner) = object.get_mut(first) {
            return set(inner, rest, value);
        }
    }
    Ok(())
}

/// Writes the leaves of a node as properties, with the comments before them.
pub fn write_properties(node: &Node, value: &Value, shape: &Shape, out: &mut String) -> Result<(), String> {
    if !value.is_container() {
        out.push_str(&scalar_text(value));
        out.push('\n');
        return Ok(());
    }
    properties(node, value, &mut String::new(), shape, 0, out)
}

fn properties(
    node: &Node,
    value: &Value,
    path: &mut String,
    shape: &Shape,
    depth: usize,
    out: &mut String,
) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err("the value is nested too deeply to be written".to_owned());
    }
    let length = path.len();
    match value {
        Value::Object(object) => {
            let pairs: &[(Node, Node)] = if let Content::Mapping(pairs) = &node.content { pairs } else { &[] };
            let index: std::collections::HashMap<&str, &(Node, Node)> =
                pairs.iter().filter_map(|pair| Some((pair.0.text()?, pair))).collect();
            for (name, value) in object.iter() {
                let known = index.get(name.as_str()).copied();
                if let Some((key, _)) = known {
                    comments(key, out);
                }
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                let empty = Node::default();
                properties(known.map_or(&empty, |(_, value)| value), value, path, shape, depth + 1, out)?;
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            let nodes: &[Node] = if let Content::Sequence(nodes) = &node.content { nodes } else { &[] };
            for (index, value) in items.0.iter().enumerate() {
                if shape.properties_brackets {
                    path.push_str(&format!("[{index}]"));
                } else {
                    if length > 0 {
                        path.push('.');
                    }
                    path.push_str(&index.to_string());
                }
                let empty = Node::default();
                let node = nodes.get(index).unwrap_or(&empty);
                comments(node, out);
                properties(node, value, path, shape, depth + 1, out)?;
                path.truncate(length);
            }
        }
        scalar => {
            if let Some((_, comment)) = node.line_comment() {
                out.push_str(comment);
                out.push('\n');
            }
            out.push_str(path);
            out.push_str(&shape.properties_separator);
            out.push_str(&scalar_text(scalar).replace('\\', "\\\\").replace('\n', "\\n"));
            out.push('\n');
        }
    }
    Ok(())
}

fn comments(node: &Node, out: &mut String) {
    for line in node.before() {
        match line {
            Trivia::Comment(text) => {
                out.push_str(text);
                out.push('\n');
            }
            Trivia::Blank => out.push('\n'),
        }
    }
}

/// Writes the leaves as assignments of a shell.
pub fn write_shell(value: &Value, path: &mut String, depth: usize, out: &mut String) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err("the value is nested too deeply to be written".to_owned());
    }
    let length = path.len();
    let add = |path: &mut String, part: &str| {
        if !path.is_empty() {
            path.push('_');
        }
        let word = part.chars().map(|character| if character.is_ascii_alphanumeric() { character } else { '_' });
        path.extend(word);
    };
    match value {
        Value::Object(object) => {
            for (name, value) in object.iter() {
                add(path, name);
                write_shell(value, path, depth + 1, out)?;
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.0.iter().enumerate() {
                add(path, &index.to_string());
                write_shell(value, path, depth + 1, out)?;
                path.truncate(length);
            }
        }
        scalar => {
            let name = if path.is_empty() { "value" } else { path.as_str() };
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                out.push('_');
            }
            out.push_str(name);
            out.push('=');
            let text = scalar_text(scalar);
            let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-+./:@%,".contains(&byte));
            if plain {
                out.push_str(&text);
            } else {
                out.push('\'');
                out.push_str(&text.replace('\'', "'\"'\"'"));
                out.push('\'');
            }
            out.push('\n');
        }
    }
    Ok(())
}
