//! What a program sees of the documents and the machine around it.

use bstr::{BString, ByteSlice};

use super::format::{Format, Shape};
use super::language::tag_of;
use super::load;
use super::sources::Sources;
use crate::jq::host::{self, Host};
use crate::jq::json;
use crate::jq::value::Value;
use crate::shared::interrupt::interruptible;
use formats::yaml::Document;
use shell::command::Context;
use shell::kernel::{Halt, IoError};

/// One document of the inputs.
pub struct Entry<'d> {
    pub value: Value,
    /// `None`: the format knows no comments.
    pub document: Option<&'d Document>,
    pub file: usize,
    pub index: usize,
}

pub struct Runner<'c, 'a, 'd> {
    pub context: &'c mut Context<'a>,
    pub sources: &'c Sources<'d>,
    pub entries: &'c [Entry<'d>],
    pub files: &'c [BString],
    pub shape: &'c Shape,
    /// The document that is looked at.
    pub current: usize,
    /// The next one.
    pub next: usize,
    /// Whether aliases are to be written as what they stand for.
    pub explode: bool,
    environment: Option<Value>,
}

impl<'c, 'a, 'd> Runner<'c, 'a, 'd> {
    pub fn new(
        context: &'c mut Context<'a>,
        sources: &'c Sources<'d>,
        entries: &'c [Entry<'d>],
        files: &'c [BString],
        shape: &'c Shape,
    ) -> Runner<'c, 'a, 'd> {
        Runner { context, sources, entries, files, shape, current: 0, next: 0, explode: false, environment: None }
    }

    pub fn entry(&self) -> Option<&'c Entry<'d>> {
        self.entries.get(self.current)
    }

    fn load(&mut self, name: &Value, format: Option<Format>) -> Result<Result<Value, String>, Halt> {
        let Value::String(name) = name else { return Ok(Err("load: a file's name is wanted".to_owned())) };
        let text = match self.context.read_operand(name.as_bytes()) {
            Ok(text) => text,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                return Ok(Err(format!("failed to load {name}: {}", load::reason(name.as_bytes(), errno))));
            }
        };
        let Some(format) = format else { return Ok(Ok(Value::string(json::text::decode(&text)))) };
        let loaded = match interruptible(self.context, || load::parse(&text, format, self.shape))? {
            Ok(loaded) => loaded,
            Err(message) => return Ok(Err(format!("failed to load {name}: {message}"))),
        };
        let mut sources = Sources::default();
        Ok(match loaded.documents.first() {
            Some(document) => sources.add(document),
            None => Ok(loaded.values.into_iter().next().unwrap_or(Value::Null)),
        })
    }
}

impl Host for Runner<'_, '_, '_> {
    fn charge(&mut self, steps: u64) -> Result<(), Halt> {
        self.context.charge(steps)
    }

    fn next_input(&mut self) -> Result<Option<Result<Value, String>>, Halt> {
        let Some(entry) = self.entries.get(self.next) else { return Ok(None) };
        self.current = self.next;
        self.next += 1;
        Ok(Some(Ok(entry.value.clone())))
    }

    fn input_filename(&mut self) -> Value {
        match self.entry().and_then(|entry| self.files.get(entry.file)) {
            Some(name) => Value::lossy(name),
            None => Value::Null,
        }
    }

    fn input_line(&mut self) -> u64 {
        0
    }

    fn write_output(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.context.write(text)
    }

    fn flush_output(&mut self) -> Result<(), Halt> {
        self.context.flush()
    }

    fn write_error(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.context.exec.write_error(text)
    }

    fn now(&self) -> f64 {
        host::now(self.context)
    }

    fn environment(&mut self) -> Value {
        if let Some(known) = &self.environment {
            return known.clone();
        }
        let value = host::environment(&self.context.exec);
        self.environment = Some(value.clone());
        value
    }

    fn zone(&self) -> Option<Vec<u8>> {
        self.context.exec.env(b"TZ").map(|zone| zone.to_vec())
    }

    fn search_list(&self) -> Value {
        Value::array(Vec::new())
    }

    fn module_metadata(&mut self, name: &str) -> Result<Result<Value, String>, Halt> {
        Ok(Err(format!("module not found: {name}")))
    }

    fn ask(&mut self, what: &str, argument: &Value) -> Result<Result<Value, String>, Halt> {
        let number = |number: usize| Ok(Ok(Value::Number(number as f64)));
        match what {
            "document_index" => number(self.entry().map_or(0, |entry| entry.index)),
            "file_index" => number(self.entry().map_or(0, |entry| entry.file)),
            "filename" => Ok(Ok(self.input_filename())),
            "count" => number(self.entries.len()),
            "document" => {
                let place = argument.number().map_or(0, |place| place as usize);
                self.current = place;
                Ok(Ok(self.entry().map_or(Value::Null, |entry| entry.value.clone())))
            }
            "explode" => {
                self.explode = true;
                Ok(Ok(argument.clone()))
            }
            "tag" => {
                let own = self.sources.node_of(argument).and_then(|node| node.tag.as_deref());
                Ok(Ok(own.map_or_else(|| tag_of(argument), Value::string)))
            }
            "current" => number(self.current),
            "exploded" => number(usize::from(self.explode)),
            "store" => {
                let Value::Array(parts) = argument else { return number(0) };
                let [Value::String(name), Value::String(text)] = parts.0.as_slice() else { return number(0) };
                let name = BString::from(name.as_bytes());
                match super::put(self.context, &name, text.as_ref().clone()) {
                    Ok(()) => number(0),
                    Err(super::Failure::Halt(halt)) => Err(halt),
                    Err(super::Failure::Message(message)) => Ok(Err(message)),
                    Err(super::Failure::Exit(_)) => number(0),
                }
            }
            "load" => self.load(argument, Some(Format::Yaml)),
            "load_xml" => self.load(argument, Some(Format::Xml)),
            "load_props" => self.load(argument, Some(Format::Properties)),
            "load_str" => self.load(argument, None),
            _ => Ok(Err(format!("{what} is not known"))),
        }
    }
}

/// The name of a file as messages show it.
pub fn shown(name: &BString) -> String {
    name.to_str_lossy().into_owned()
}
