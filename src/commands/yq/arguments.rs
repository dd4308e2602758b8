//! The command line, read as Go programs read theirs: `-o json`, `-o=json`, `-ojson`, `-r=false`, clusters, options
//! anywhere.

use bstr::{BStr, BString, ByteSlice};

use super::format::{Format, Shape};
use crate::jq::value::Value;

/// What is done with the part of a file before its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontMatter {
    Extract,
    Process,
}

#[derive(Debug, Default)]
pub struct Arguments {
    /// `eval-all`: the program sees all documents at once.
    pub all: bool,
    pub expression: Option<BString>,
    pub from_file: Option<BString>,
    /// What is no option.
    pub operands: Vec<BString>,
    pub in_place: bool,
    pub null_input: bool,
    pub exit_status: bool,
    pub no_separators: bool,
    pub nul: bool,
    /// `None`: as the format wants it.
    pub unwrap: Option<bool>,
    pub pretty: bool,
    pub input: Option<Format>,
    pub output: Option<Format>,
    pub front_matter: Option<FrontMatter>,
    /// The names of the files to write, as an expression.
    pub split: Option<BString>,
    pub sort_keys: bool,
    pub slurp: bool,
    pub ascii: bool,
    pub named: Vec<(String, Value)>,
    pub positional: Vec<Value>,
    pub shape: Shape,
}

/// The outcome of reading the command line.
pub enum Reading {
    Run(Box<Arguments>),
    Help,
    Version,
    Refused(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing, or `=true` and `=false`.
    Switch,
    Value,
    /// This many following arguments.
    Many(usize),
}

/// Letter (a space: none), name, what it takes.
const OPTIONS: &[(char, &str, Takes)] = &[
    ('h', "help", Takes::Switch),
    ('V', "version", Takes::Switch),
    ('i', "inplace", Takes::Switch),
    ('n', "null-input", Takes::Switch),
    ('e', "exit-status", Takes::Switch),
    ('N', "no-doc", Takes::Switch),
    ('0', "nul-output", Takes::Switch),
    ('r', "unwrapScalar", Takes::Switch),
    ('P', "prettyPrint", Takes::Switch),
    ('p', "input-format", Takes::Value),
    ('o', "output-format", Takes::Value),
    ('I', "indent", Takes::Value),
    ('c', "yaml-compact-seq-indent", Takes::Switch),
    ('j', "tojson", Takes::Switch),
    ('y', "yaml-output", Takes::Switch),
    ('Y', "yaml-roundtrip", Takes::Switch),
    ('x', "xml-output", Takes::Switch),
    ('t', "toml-output", Takes::Switch),
    ('S', "sort-keys", Takes::Switch),
    ('M', "no-colors", Takes::Switch),
    ('f', "front-matter", Takes::Value),
    ('s', "split-exp", Takes::Value),
    (' ', "expression", Takes::Value),
    (' ', "from-file", Takes::Value),
    (' ', "slurp", Takes::Switch),
    (' ', "compact-output", Takes::Switch),
    (' ', "raw-output", Takes::Switch),
    (' ', "ascii-output", Takes::Switch),
    (' ', "in-place", Takes::Switch),
    (' ', "arg", Takes::Many(2)),
    (' ', "argjson", Takes::Many(2)),
    (' ', "csv-auto-parse", Takes::Switch),
    (' ', "tsv-auto-parse", Takes::Switch),
    (' ', "csv-separator", Takes::Value),
    (' ', "properties-separator", Takes::Value),
    (' ', "properties-array-brackets", Takes::Switch),
    (' ', "xml-attribute-prefix", Takes::Value),
    (' ', "xml-content-name", Takes::Value),
    (' ', "xml-directive-name", Takes::Value),
    (' ', "xml-proc-inst-prefix", Takes::Value),
    (' ', "xml-skip-proc-inst", Takes::Switch),
    (' ', "xml-skip-directives", Takes::Switch),
];

pub fn parse(args: &[BString]) -> Reading {
    let mut arguments = Arguments::default();
    let mut at = 0;
    let mut operands: Vec<BString> = Vec::new();
    while let Some(arg) = args.get(at) {
        at += 1;
        if arg == "--" {
            operands.extend(args.get(at..).unwrap_or_default().iter().cloned());
            break;
        }
        if arg == "--args" {
            // What follows the expression are strings.
            let rest = args.get(at..).unwrap_or_default();
            arguments.positional.extend(rest.iter().map(|text| Value::lossy(text)));
            break;
        }
        if let Some(long) = arg.strip_prefix(b"--") {
            let (name, value) = match long.find_byte(b'=') {
                Some(end) => (&long[..end], Some(long[end + 1..].as_bstr())),
                None => (long, None),
            };
            let Some(&(letter, name, takes)) = OPTIONS.iter().find(|option| option.1.as_bytes() == name) else {
                return Reading::Refused(format!("unknown flag: --{}", name.as_bstr()));
            };
            let count = match takes {
                Takes::Switch => 0,
                Takes::Value => usize::from(value.is_none()),
                Takes::Many(count) => count,
            };
            let Some(values) = args.get(at..at + count) else {
                return Reading::Refused(format!("flag needs an argument: --{name}"));
            };
            at += count;
            let mut all: Vec<&BStr> = values.iter().map(|value| value.as_bstr()).collect();
            all.extend(value);
            match arguments.take(letter, name, takes, &all) {
                Ok(None) => {}
                Ok(Some(reading)) => return reading,
                Err(message) => return Reading::Refused(message),
            }
            continue;
        }
        if arg.len() < 2 || arg[0] != b'-' {
            operands.push(arg.clone());
            continue;
        }
        let mut place = 1;
        while let Some(&letter) = arg.get(place) {
            place += 1;
            let found = OPTIONS.iter().find(|option| option.0 != ' ' && option.0 == char::from(letter));
            let Some(&(letter, name, takes)) = found else {
                let shown = char::from(letter);
                return Reading::Refused(format!("unknown shorthand flag: '{shown}' in {arg}"));
            };
            let rest = arg[place..].as_bstr();
            let mut values = Vec::new();
            if takes == Takes::Value {
                place = arg.len();
                if let Some(value) = rest.strip_prefix(b"=") {
                    values.push(value.as_bstr());
                } else if !rest.is_empty() {
                    values.push(rest);
                } else if let Some(value) = args.get(at) {
                    values.push(value.as_bstr());
                    at += 1;
                } else {
                    return Reading::Refused(format!("flag needs an argument: '{letter}' in {arg}"));
                }
            } else if let Some(value) = rest.strip_prefix(b"=") {
                values.push(value.as_bstr());
                place = arg.len();
            }
            match arguments.take(letter, name, takes, &values) {
                Ok(None) => {}
                Ok(Some(reading)) => return reading,
                Err(message) => return Reading::Refused(message),
            }
        }
    }
    match operands.first().map(|word| word.as_slice()) {
        Some(b"eval" | b"e") => {
            operands.remove(0);
        }
        Some(b"eval-all" | b"ea") => {
            operands.remove(0);
            arguments.all = true;
        }
        _ => {}
    }
    arguments.operands = operands;
    Reading::Run(Box::new(arguments))
}

impl Arguments {
    /// Takes one option. The inner value ends the reading.
    fn take(
        &mut self,
        letter: char,
        name: &str,
        takes: Takes,
        values: &[&BStr],
    ) -> Result<Option<Reading>, String> {
        let text = values.first().map(|value| value.to_str_lossy().into_owned()).unwrap_or_default();
        let on = match (takes, values.first().map(|value| value.as_bytes())) {
            (Takes::Switch, None | Some(b"true" | b"1" | b"t" | b"T" | b"TRUE" | b"True")) => true,
            (Takes::Switch, Some(b"false" | b"0" | b"f" | b"F" | b"FALSE" | b"False")) => false,
            (Takes::Switch, Some(_)) => {
                return Err(format!(
                    "invalid argument \"{text}\" for \"{}\" flag: strconv.ParseBool: parsing \"{text}\": invalid syntax",
                    flag(letter, name)
                ));
            }
            _ => true,
        };
        match name {
            "help" => return Ok(Some(Reading::Help)),
            "version" => return Ok(Some(Reading::Version)),
            "inplace" | "in-place" => self.in_place = on,
            "null-input" => self.null_input = on,
            "exit-status" => self.exit_status = on,
            "no-doc" => self.no_separators = on,
            "nul-output" => self.nul = on,
            "unwrapScalar" | "raw-output" => self.unwrap = Some(on),
            "prettyPrint" => self.pretty = on,
            "input-format" => self.input = Format::named(&text)?,
            "output-format" => self.output = Format::named(&text)?,
            "indent" => {
                let indent = text.parse::<usize>().ok().filter(|indent| *indent <= 64);
                let Some(indent) = indent else {
                    return Err(format!("invalid argument \"{text}\" for \"-I, --indent\" flag: a number from 0 to 64 is wanted"));
                };
                self.shape.indent = Some(indent);
            }
            "yaml-compact-seq-indent" => {
                self.shape.compact_sequences = on;
                self.shape.compact = on;
            }
            "compact-output" => self.shape.compact = on,
            "tojson" if on => self.output = Some(Format::Json),
            "yaml-output" | "yaml-roundtrip" if on => self.output = Some(Format::Yaml),
            "xml-output" if on => self.output = Some(Format::Xml),
            "toml-output" if on => self.output = Some(Format::Toml),
            "sort-keys" => self.sort_keys = on,
            "slurp" => self.slurp = on,
            "ascii-output" => self.ascii = on,
            "front-matter" => {
                self.front_matter = Some(match text.as_str() {
                    "extract" => FrontMatter::Extract,
                    "process" => FrontMatter::Process,
                    _ => return Err(format!("front-matter must be 'extract' or 'process', not '{text}'")),
                });
            }
            "split-exp" => self.split = values.first().map(|value| (*value).to_owned()),
            "expression" => self.expression = values.first().map(|value| (*value).to_owned()),
            "from-file" => self.from_file = values.first().map(|value| (*value).to_owned()),
            "arg" | "argjson" => {
                let value = values.get(1).copied().unwrap_or_default();
                let value = if name == "arg" {
                    Value::lossy(value)
                } else {
                    match crate::jq::json::parse_one(value) {
                        Ok(Some(value)) => value,
                        _ => return Err("invalid JSON text passed to --argjson".to_owned()),
                    }
                };
                self.named.push((text, value));
            }
            "csv-auto-parse" | "tsv-auto-parse" => self.shape.auto_parse = on,
            "csv-separator" => match values.first().map(|value| value.as_bytes()) {
                Some(&[separator]) if separator.is_ascii() => self.shape.separator = Some(separator),
                _ => return Err(format!("invalid argument \"{text}\" for \"--csv-separator\" flag: one character is wanted")),
            },
            "properties-separator" => self.shape.properties_separator = text,
            "properties-array-brackets" => self.shape.properties_brackets = on,
            "xml-attribute-prefix" => self.shape.attribute_prefix = text,
            "xml-content-name" => self.shape.content_name = text,
            "xml-directive-name" => self.shape.directive_name = text,
            "xml-proc-inst-prefix" => self.shape.instruction_prefix = text,
            "xml-skip-proc-inst" => self.shape.skip_instructions = on,
            "xml-skip-directives" => self.shape.skip_directives = on,
            // No colors are ever written.
            _ => {}
        }
        Ok(None)
    }
}

/// An option as messages show it.
fn flag(letter: char, name: &str) -> String {
    if letter == ' ' { format!("--{name}") } else { format!("-{letter}, --{name}") }
}
