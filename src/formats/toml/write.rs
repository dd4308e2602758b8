//! Writing TOML.

use crate::yaml::{Content, Document, Node, Plain, Style, Trivia};

/// Adds a document to a text.
///
/// # Errors
/// A message: the root is no mapping, there is a null.
pub fn write(document: &Document, out: &mut String) -> Result<(), String> {
    let Content::Mapping(_) = &document.root.content else {
        return Err("only a map can be written as TOML".to_owned());
    };
    lines(&document.head, out);
    table(&document.root, &mut Vec::new(), out)?;
    lines(document.root.after(), out);
    lines(&document.tail, out);
    Ok(())
}

fn lines(trivia: &[Trivia], out: &mut String) {
    for line in trivia {
        if let Trivia::Comment(text) = line {
            out.push_str(text);
        }
        out.push('\n');
    }
}

fn comment(node: &Node, out: &mut String) {
    if let Some((gap, text)) = node.line_comment() {
        out.extend(std::iter::repeat_n(' ', (*gap).max(1)));
        out.push_str(text);
    }
}

/// Whether a value has headers of its own.
fn is_section(node: &Node) -> bool {
    match &node.content {
        Content::Mapping(_) => node.style == Style::Plain,
        Content::Sequence(items) => {
            node.style == Style::Plain
                && !items.is_empty()
                && items.iter().all(|item| matches!(item.content, Content::Mapping(_)) && item.style == Style::Plain)
        }
        _ => false,
    }
}

/// The entries of a table: first those without a header.
fn table<'n>(node: &'n Node, path: &mut Vec<&'n Node>, out: &mut String) -> Result<(), String> {
    let Content::Mapping(pairs) = &node.content else { return Ok(()) };
    for (key, value) in pairs.iter().filter(|(_, value)| !is_section(value)) {
        lines(key.before(), out);
        key_text(key, out);
        out.push_str(" = ");
        inline(value, out)?;
        comment(value, out);
        out.push('\n');
    }
    for (key, value) in pairs.iter().filter(|(_, value)| is_section(value)) {
        path.push(key);
        match &value.content {
            Content::Sequence(items) => {
                for item in items {
                    header(item, key, path, true, out);
                    table(item, path, out)?;
                }
            }
            _ => {
                // A table that holds nothing but tables needs no header.
                let bare = match &value.content {
                    Content::Mapping(pairs) => !pairs.is_empty() && pairs.iter().all(|(_, inner)| is_section(inner)),
                    _ => false,
                };
                if !bare || value.layout.is_some() {
                    header(value, key, path, false, out);
                }
                table(value, path, out)?;
            }
        }
        path.pop();
    }
    Ok(())
}

fn header(node: &Node, key: &Node, path: &[&Node], array: bool, out: &mut String) {
    let before = if node.before().is_empty() { key.before() } else { node.before() };
    let read = node.layout.is_some() && !before.is_empty();
    if !out.is_empty() && !read {
        out.push('\n');
    }
    lines(before, out);
    out.push_str(if array { "[[" } else { "[" });
    for (index, key) in path.iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        key_text(key, out);
    }
    out.push_str(if array { "]]" } else { "]" });
    comment(node, out);
    out.push('\n');
}

/// A key, with quotes where it needs them.
pub fn key_text(key: &Node, out: &mut String) {
    let text = key.text().unwrap_or_default();
    match key.style {
        Style::SingleQuoted if !text.contains(['\'', '\n']) => {
            out.push('\'');
            out.push_str(text);
            out.push('\'');
        }
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)) => {
            out.push_str(text);
        }
        _ => quoted(text, out),
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\u{:04X}", u32::from(character))),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Writes the comments within an array, each in a line of its own.
fn indented_comments(trivia: &[Trivia], out: &mut String) {
    for line in trivia {
        if let Trivia::Comment(text) = line {
            out.push_str("  ");
            out.push_str(text);
            out.push('\n');
        }
    }
}

fn inline(node: &Node, out: &mut String) -> Result<(), String> {
    match &node.content {
        Content::Alias(name) => return Err(format!("the alias {name} cannot be written as TOML")),
        Content::Scalar(text) => scalar(node, text, out)?,
        Content::Sequence(items) => {
            let broken = node.style == Style::FlowLines && !items.is_empty();
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if broken {
                    out.push('\n');
                    indented_comments(item.before(), out);
                    out.push_str("  ");
                } else if index > 0 {
                    out.push(' ');
                }
                inline(item, out)?;
                if index + 1 < items.len() || broken {
                    out.push(',');
                }
                if broken {
                    comment(item, out);
                }
            }
            if broken {
                out.push('\n');
                indented_comments(node.after(), out);
            }
            out.push(']');
        }
        Content::Mapping(pairs) => {
            out.push('{');
            for (index, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { " " });
                key_text(key, out);
                out.push_str(" = ");
                inline(value, out)?;
            }
            out.push_str(if pairs.is_empty() { "}" } else { " }" });
        }
    }
    Ok(())
}

fn scalar(node: &Node, text: &str, out: &mut String) -> Result<(), String> {
    match node.plain() {
        Plain::Null => return Err("null cannot be written as TOML".to_owned()),
        Plain::Infinity { negative } => out.push_str(if negative { "-inf" } else { "inf" }),
        Plain::NotANumber => out.push_str("nan"),
        Plain::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Plain::Integer(value) => {
            // A leading zero is not TOML's way to write octal numbers.
            let digits = text.trim_start_matches(['+', '-']);
            let octal =
                digits.len() > 1 && digits.starts_with('0') && digits.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            if octal { out.push_str(&value.to_string()) } else { out.push_str(text) }
        }
        Plain::Decimal(_) => {
            if text.starts_with('.') {
                out.push('0');
            }
            out.push_str(text);
            if text.ends_with('.') {
                out.push('0');
            }
        }
        Plain::Text if node.style == Style::Plain && is_moment(text) => out.push_str(text),
        Plain::Text => match (node.style, &node.raw) {
            (Style::SingleQuoted, _) if !text.contains(['\'', '\n']) => {
                out.push('\'');
                out.push_str(text);
                out.push('\'');
            }
            (Style::DoubleQuoted, Some(raw)) if !raw.contains('\n') && !raw.contains("\\x") && !raw.contains("\\/") => {
                out.push_str(raw);
            }
            (Style::Literal, _)
                if text.contains('\n')
                    && !text.contains("\"\"\"")
                    && !text.contains(['\\', '\r'])
                    && !text.ends_with('"') =>
            {
                out.push_str("\"\"\"\n");
                out.push_str(text);
                out.push_str("\"\"\"");
            }
            _ => quoted(text, out),
        },
    }
    Ok(())
}

/// Whether a plain text is a date or a time.
fn is_moment(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_digit)
        && (bytes.get(4) == Some(&b'-') || bytes.get(2) == Some(&b':'))
        && bytes.iter().all(|byte| byte.is_ascii_digit() || b"-:.+TtZz ".contains(byte))
}
