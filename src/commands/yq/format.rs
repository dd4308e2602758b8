//! The formats by name, and what may be set about them.

use bstr::{BStr, ByteSlice};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Yaml,
    Json,
    Properties,
    Csv,
    Tsv,
    Xml,
    Toml,
    Base64,
    Uri,
    /// `name=value` lines, for output only.
    Shell,
}

impl Format {
    /// `None`: `auto`.
    pub fn named(name: &str) -> Result<Option<Format>, String> {
        Ok(Some(match name {
            "auto" | "a" => return Ok(None),
            "yaml" | "y" | "yml" => Format::Yaml,
            "json" | "j" => Format::Json,
            "props" | "p" | "properties" => Format::Properties,
            "csv" | "c" => Format::Csv,
            "tsv" | "t" => Format::Tsv,
            "xml" | "x" => Format::Xml,
            "toml" => Format::Toml,
            "base64" => Format::Base64,
            "uri" => Format::Uri,
            "shell" | "s" | "sh" => Format::Shell,
            _ => {
                return Err(format!(
                    "unknown format '{name}' please use [yaml|json|props|csv|tsv|xml|base64|uri|toml|shell]"
                ));
            }
        }))
    }

    /// What the end of a file's name tells.
    pub fn of_file(name: &BStr) -> Format {
        let extension = name.rfind_byte(b'.').map(|dot| name[dot + 1..].to_ascii_lowercase()).unwrap_or_default();
        match extension.as_slice() {
            b"json" => Format::Json,
            b"properties" => Format::Properties,
            b"csv" => Format::Csv,
            b"tsv" => Format::Tsv,
            b"xml" => Format::Xml,
            b"toml" => Format::Toml,
            _ => Format::Yaml,
        }
    }
}

/// What may be set about reading and writing.
#[derive(Clone, Debug)]
pub struct Shape {
    pub indent: Option<usize>,
    pub compact_sequences: bool,
    /// JSON on one line.
    pub compact: bool,
    /// Whether cells that look like numbers are numbers.
    pub auto_parse: bool,
    pub separator: Option<u8>,
    pub properties_separator: String,
    pub properties_brackets: bool,
    pub attribute_prefix: String,
    pub content_name: String,
    pub directive_name: String,
    pub instruction_prefix: String,
    pub skip_instructions: bool,
    pub skip_directives: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            indent: None,
            compact_sequences: false,
            compact: false,
            auto_parse: true,
            separator: None,
            properties_separator: " = ".to_owned(),
            properties_brackets: false,
            attribute_prefix: "+@".to_owned(),
            content_name: "+content".to_owned(),
            directive_name: "+directive".to_owned(),
            instruction_prefix: "+p_".to_owned(),
            skip_instructions: false,
            skip_directives: false,
        }
    }
}
