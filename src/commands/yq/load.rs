//! Inputs as documents.

use bstr::ByteSlice;

use super::format::{Format, Shape};
use super::text_formats::{read_properties, read_table};
use super::{output, xml_format};
use crate::jq::json::{Event, Options, Reader};
use crate::jq::value::Value;
use formats::yaml::Document;
use workspace::Errno;

/// What a text holds.
#[derive(Default)]
pub struct Loaded {
    /// For formats with comments.
    pub documents: Vec<Document>,
    /// For the others.
    pub values: Vec<Value>,
}

/// Why a file cannot be read, in the words of Go's library.
pub fn reason(name: &[u8], errno: Errno) -> String {
    let name = name.as_bstr();
    match errno {
        Errno::IsDir => format!("read {name}: is a directory"),
        errno => format!("open {name}: {}", lower(errno.message())),
    }
}

fn lower(message: &str) -> String {
    let mut letters = message.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Reads a text.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &[u8], format: Format, shape: &Shape) -> Result<Loaded, String> {
    if format == Format::Json {
        return Ok(Loaded { values: json_values(text)?, ..Loaded::default() });
    }
    if format == Format::Xml {
        return Ok(Loaded { documents: vec![xml_format::read(text, shape)?], ..Loaded::default() });
    }
    let Ok(text) = text.to_str() else {
        return Err(match format {
            Format::Yaml => "yaml: invalid UTF-8".to_owned(),
            _ => "invalid UTF-8".to_owned(),
        });
    };
    let value = match format {
        Format::Yaml => {
            let documents = formats::yaml::read_all(text).map_err(|error| format!("yaml: {error}"))?;
            return Ok(Loaded { documents, ..Loaded::default() });
        }
        Format::Toml => {
            let document = formats::toml::read(text).map_err(|error| format!("toml: {error}"))?;
            return Ok(Loaded { documents: vec![document], ..Loaded::default() });
        }
        Format::Properties => read_properties(text)?,
        Format::Csv => read_table(text, shape.separator.unwrap_or(b','), shape)?,
        Format::Tsv => read_table(text, shape.separator.unwrap_or(b'\t'), shape)?,
        Format::Uri => Value::string(output::uri_decoded(text.trim_end_matches('\n'))),
        Format::Base64 => {
            let encoded = Value::string(text.trim());
            match crate::jq::formats::format("base64d", &encoded) {
                Ok(value) => value,
                Err(_) => return Err("illegal base64 data".to_owned()),
            }
        }
        Format::Shell => return Err("no support for shell input format".to_owned()),
        Format::Json | Format::Xml => Value::Null,
    };
    Ok(Loaded { values: vec![value], ..Loaded::default() })
}

fn json_values(text: &[u8]) -> Result<Vec<Value>, String> {
    let mut reader = Reader::new(Options::default());
    reader.feed(bytes::Bytes::copy_from_slice(text));
    reader.end();
    let mut values = Vec::new();
    loop {
        match reader.next() {
            Event::Value(value) => values.push(value),
            Event::Fault(message) => return Err(format!("json: {message}")),
            Event::Nothing | Event::More | Event::End => return Ok(values),
        }
    }
}

/// A file's front matter and the rest, from the line that ends the front matter on.
pub fn front_matter(text: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    let mut first = true;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if !first && line.trim_end() == b"---" {
            return (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
        }
        first = false;
        at += line.len();
    }
    (text, b"")
}

