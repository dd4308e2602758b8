//! `yq`: YAML, JSON, TOML, XML, CSV, TSV and properties, with jq's language.
//!
//! The command line is that of mikefarah's yq 4, and so are the messages; [`language`] has the names that its users
//! know. What a program does not change comes out as it was written: comments, blank lines, styles, anchors, indents.

mod arguments;
pub(crate) mod format;
mod host;
mod language;
pub(crate) mod load;
mod output;
mod rebuild;
mod sources;
mod text_formats;
mod xml_format;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::arguments::{Arguments, FrontMatter, Reading};
use self::format::Format;
use self::host::{Entry, Runner, shown};
use self::load::Loaded;
use self::output::Flags;
use self::sources::Sources;
use crate::jq::compile::{self, Dialect, Source};
use crate::jq::error::Stop;
use crate::jq::machine::Machine;
use crate::jq::object::Object;
use crate::jq::program::Program;
use crate::jq::value::Value;
use crate::jq::host::Host;
use crate::jq::print;
use crate::jq::value::{MAX_TEXT, TEXT_TOO_LONG};
use crate::options;
use crate::shared::interrupt::{Interruptible, interruptible};
use formats::yaml::Document;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{Content, Kind};

const HELP: &str = "\
Usage:	yq [OPTIONS] EXPRESSION [FILE...]
	yq [OPTIONS] FILE...
	yq eval-all [OPTIONS] EXPRESSION [FILE...]

Read YAML, JSON, TOML, XML, CSV, TSV or properties, run an expression of jq's
language on each document, and write what it gives. What the expression does
not change is written as it was read, with its comments. eval (e) is the
default; eval-all (ea) runs the expression once, on all documents.

  -i, --inplace             write the result into the file that was read
  -n, --null-input          read no input, and start from null
  -e, --exit-status         status 1 if there is no result, or only null or false
  -p, --input-format F      auto, yaml, json, toml, xml, csv, tsv, props, base64 or uri
  -o, --output-format F     as for -p, or shell; auto is the format of the input
  -P, --prettyPrint         write in block style, with quotes only where needed
  -I, --indent N            indent by N spaces; for JSON 0 is one line
  -c, --yaml-compact-seq-indent
                            sequences at the column of their key; JSON on one line
  -r, --unwrapScalar        strings without quotes; the default but for JSON
  -N, --no-doc              no --- between documents
  -0, --nul-output          a NUL after each result
  -j, --tojson              as -o json
  -y, --yaml-output         as -o yaml
  -Y, --yaml-roundtrip      as -o yaml
  -x, --xml-output          as -o xml
  -t, --toml-output         as -o toml
  -S, --sort-keys           the keys of each map in order
  -M, --no-colors           without colors, as always
  -f, --front-matter WHAT   extract: only the YAML at a text's beginning;
                            process: that, and the rest behind it as it is
  -s, --split-exp EXP       write each result to a file; EXP gives its name, $index
                            is its number
      --expression EXP      the expression
      --from-file FILE      read the expression from a file
      --slurp               all documents of a file in one array
      --raw-output          as -r
      --compact-output      JSON on one line
      --ascii-output        JSON with only ASCII characters
      --in-place            as -i
      --arg NAME VALUE      $NAME is the string value
      --argjson NAME VALUE  $NAME is the JSON value
      --args                what follows are strings in $ARGS
      --csv-auto-parse      whether cells that look like numbers are numbers
      --tsv-auto-parse      the same
      --csv-separator C     what parts the cells
      --properties-separator S
                            what stands between names and values
      --properties-array-brackets
                            write places of arrays as [0]
      --xml-attribute-prefix P
                            in front of the names of attributes: +@
      --xml-content-name N  the name of the text beside attributes: +content
      --xml-directive-name N
                            the name of <!DOCTYPE>: +directive
      --xml-proc-inst-prefix P
                            in front of processing instructions: +p_
      --xml-skip-proc-inst  leave processing instructions out
      --xml-skip-directives
                            leave directives out
  -V, --version             show the version and exit
  -h, --help                show this help and exit

Beside jq's own functions: env(NAME), strenv(NAME), load(FILE), load_str(FILE),
load_xml(FILE), load_props(FILE), document_index (di), file_index (fi),
filename, tag, kind, with(PATH; EXP), filter(EXP), sort_keys(PATH), explode(PATH),
pick([KEYS]), omit([KEYS]), X as $i ireduce (START; EXP), * with + d n ? for
merging, to_yaml, from_yaml, to_json, from_json, to_xml, from_xml, to_toml,
from_toml, to_props, from_props, to_csv, from_csv, to_tsv, from_tsv, and
@yaml, @yamld, @xml, @xmld, @props, @propsd, @csvd, @tsvd, @jsond, @urid.
";

pub const COMMANDS: &[Native] = &[Native { name: "yq", help: HELP, run }];

const FAILURE: u8 = 1;

/// Why the command stops.
enum Failure {
    Halt(Halt),
    Message(String),
    /// `halt_error` and its like.
    Exit(u8),
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let args: Vec<BString> = context.args().to_vec();
    let arguments = match arguments::parse(&args) {
        Reading::Run(arguments) => *arguments,
        Reading::Help => return options::print_help(context),
        Reading::Version => {
            let line = options::version_line("yq");
            context.write(line.as_bytes())?;
            return Ok(0);
        }
        Reading::Refused(message) => return fail(context, &message),
    };
    match Session::prepare(context, arguments).and_then(|session| session.run(context)) {
        Ok(status) => Ok(status),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Exit(status)) => Ok(status),
        Err(Failure::Message(message)) => fail(context, &message),
    }
}

fn fail(context: &mut Context<'_>, message: &str) -> Outcome {
    context.write_error(format!("Error: {}\n", message.trim_end()).as_bytes())?;
    Ok(FAILURE)
}

/// One call of the command.
struct Session {
    arguments: Arguments,
    program: Program,
    files: Vec<BString>,
    /// The file and the document of the last result.
    printed: Option<(usize, usize)>,
    /// What goes into a file.
    buffer: String,
    results: usize,
    /// Whether a result was neither null nor false.
    matched: bool,
    /// The expression is `.`: inputs are written as a whole.
    identity: bool,
}

/// Compiles an expression.
fn compiled(text: &[u8], known: Vec<(String, Value)>, dialect: &'static Dialect) -> Result<Program, String> {
    let source = Source { name: "<expression>".to_owned(), folder: String::new(), text: text.to_vec() };
    let loader: &mut compile::Loader<'_> = &mut |_, _| Err(": modules are not supported in yq".to_owned());
    compile::compile(source, None, known, Some(dialect), loader).map_err(|faults| {
        let mut message = faults.concat();
        message = message.replace("jq: error: ", "").replace(" (Unix shell quoting issues?)", "");
        let operators = ["style", "comment", "anchor", "alias", "tag"];
        let changes = |name: &&str| {
            let text = text.to_str_lossy();
            text.split('=').any(|part| part.trim_end().trim_end_matches('|').trim_end().ends_with(*name))
        };
        if operators.iter().any(changes) {
            message = format!("{}\nstyles, comments, anchors, aliases and tags cannot be assigned here", message.trim_end());
        }
        message
    })
}

impl Session {
    /// Settles what is expression and what are files, and compiles.
    fn prepare(context: &mut Context<'_>, arguments: Arguments) -> Result<Session, Failure> {
        let mut operands = arguments.operands.clone();
        let expression: Vec<u8> = if let Some(file) = &arguments.from_file {
            match context.read_operand(file) {
                Ok(text) => text.to_vec(),
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => return Err(load::reason(file, errno).into()),
            }
        } else if let Some(expression) = &arguments.expression {
            expression.to_vec()
        } else {
            let is_file = |name: &BString| {
                name != "." && context.vfs().stat(context.cwd(), name).is_ok_and(|stat| stat.kind != Kind::Dir)
            };
            match operands.first() {
                None => b".".to_vec(),
                Some(first) if first == "-" || !arguments.null_input && is_file(first) => b".".to_vec(),
                Some(_) => operands.remove(0).into(),
            }
        };
        let expression = if expression.trim_ascii().is_empty() { b".".to_vec() } else { expression };
        if arguments.in_place {
            if operands.is_empty() || operands.iter().any(|file| file == "-") {
                return Err("write in place flag only applicable when giving an expression and at least one file".to_owned().into());
            }
            if arguments.null_input || arguments.split.is_some() {
                return Err("write in place cannot be used with null-input or split-exp".to_owned().into());
            }
        }
        if arguments.front_matter.is_some() && (operands.len() != 1 || arguments.all) {
            return Err("front matter flag can only be used with a single file".to_owned().into());
        }
        let identity = expression.trim_ascii() == b".";
        let mut known = arguments.named.clone();
        let named: Object =
            arguments.named.iter().map(|(name, value)| (std::rc::Rc::new(name.clone()), value.clone())).collect();
        let all: Object = [("positional", Value::array(arguments.positional.clone())), ("named", Value::object(named))]
            .into_iter()
            .map(|(name, value)| (std::rc::Rc::new(name.to_owned()), value))
            .collect();
        known.push(("ARGS".to_owned(), Value::object(all)));
        let dialect = if arguments.all { &language::ALL } else { &language::EACH };
        let program = compiled(&expression, known, dialect)?;
        let files = if arguments.null_input { Vec::new() } else if operands.is_empty() { vec![BString::from("-")] } else { operands };
        Ok(Session { arguments, program, files, printed: None, buffer: String::new(), results: 0, matched: false, identity })
    }

    fn run(mut self, context: &mut Context<'_>) -> Result<u8, Failure> {
        if self.arguments.null_input {
            let format = self.arguments.output.unwrap_or(Format::Yaml);
            let sources = Sources::default();
            let entry = [Entry { value: Value::Null, document: None, file: 0, index: 0 }];
            self.evaluate(context, &sources, &entry, Format::Yaml, format)?;
        } else if self.arguments.all {
            self.run_on_all(context)?;
        } else {
            for at in 0..self.files.len() {
                self.run_on_file(context, at)?;
            }
        }
        if self.arguments.exit_status && !self.matched {
            context.flush()?;
            return Err("no matches found".to_owned().into());
        }
        Ok(0)
    }

    fn read(&self, context: &mut Context<'_>, at: usize) -> Result<(Bytes, Format), Failure> {
        let Some(name) = self.files.get(at) else { return Ok((Bytes::new(), Format::Yaml)) };
        let text = match context.read_operand(name) {
            Ok(text) => text,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(errno)) => return Err(load::reason(name, errno).into()),
        };
        // Reading, looking at and writing it are some passes.
        context.charge_bytes(text.len().saturating_mul(4))?;
        Ok((text, self.arguments.input.unwrap_or_else(|| Format::of_file(name.as_bstr()))))
    }

    fn parse(&self, context: &Context<'_>, at: usize, text: &[u8], format: Format) -> Result<Loaded, Failure> {
        interruptible(context, || load::parse(text, format, &self.arguments.shape))?.map_err(|message| {
            let name = self.files.get(at).map(shown).unwrap_or_default();
            Failure::Message(format!("bad file '{name}': {message}"))
        })
    }

    fn run_on_file(&mut self, context: &mut Context<'_>, at: usize) -> Result<(), Failure> {
        let (text, format) = self.read(context, at)?;
        let (own, rest) = match self.arguments.front_matter {
            Some(_) => load::front_matter(&text),
            None => (text.as_ref(), b"".as_slice()),
        };
        let format = if self.arguments.front_matter.is_some() { Format::Yaml } else { format };
        let loaded = self.parse(context, at, own, format)?;
        let nothing = Document::default();
        let mut sources = Sources::default();
        let mut entries = entries(&mut sources, &loaded, at).map_err(|message| {
            format!("bad file '{}': {message}", self.files.get(at).map(shown).unwrap_or_default())
        })?;
        if entries.is_empty() {
            entries.push(Entry { value: Value::Null, document: Some(&nothing), file: at, index: 0 });
        }
        if self.arguments.slurp {
            let all = Value::array(entries.iter().map(|entry| entry.value.clone()).collect());
            entries = vec![Entry { value: all, document: None, file: at, index: 0 }];
        }
        if self.arguments.in_place {
            self.printed = None;
        }
        let output = self.arguments.output.unwrap_or(format);
        self.evaluate(context, &sources, &entries, format, output)?;
        if self.arguments.front_matter == Some(FrontMatter::Process) {
            if self.arguments.in_place {
                self.buffer.push_str(&rest.to_str_lossy());
            } else {
                context.write(rest)?;
            }
        }
        if self.arguments.in_place {
            self.store(context, at)?;
        }
        Ok(())
    }

    fn run_on_all(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut all = Vec::with_capacity(self.files.len());
        let mut first = None;
        for at in 0..self.files.len() {
            let (text, format) = self.read(context, at)?;
            first.get_or_insert(format);
            all.push(self.parse(context, at, &text, format)?);
        }
        let mut sources = Sources::default();
        let mut documents = Vec::new();
        for (at, loaded) in all.iter().enumerate() {
            documents.extend(entries(&mut sources, loaded, at).map_err(|message| {
                format!("bad file '{}': {message}", self.files.get(at).map(shown).unwrap_or_default())
            })?);
        }
        let format = first.unwrap_or(Format::Yaml);
        let output = self.arguments.output.unwrap_or(format);
        self.evaluate(context, &sources, &documents, format, output)?;
        if self.arguments.in_place {
            self.store(context, 0)?;
        }
        Ok(())
    }

    /// Puts the buffer into a file.
    fn store(&mut self, context: &mut Context<'_>, at: usize) -> Result<(), Failure> {
        let Some(name) = self.files.get(at) else { return Ok(()) };
        let text = std::mem::take(&mut self.buffer);
        put(context, name, text)
    }

    /// Runs the program on documents and writes what it gives.
    fn evaluate(
        &mut self,
        context: &mut Context<'_>,
        sources: &Sources<'_>,
        entries: &[Entry<'_>],
        input: Format,
        output: Format,
    ) -> Result<(), Failure> {
        let files = self.files.clone();
        let shape = self.arguments.shape.clone();
        let mut runner = Runner::new(context, sources, entries, &files, &shape);
        let mut once = self.arguments.all;
        loop {
            let value = if self.arguments.all {
                if !std::mem::take(&mut once) {
                    return Ok(());
                }
                Value::Null
            } else {
                let Some(entry) = entries.get(runner.next) else { return Ok(()) };
                runner.current = runner.next;
                runner.next += 1;
                entry.value.clone()
            };
            let interruptible = Interruptible::of(runner.context);
            let mut machine = Machine::new(&self.program, &mut runner);
            machine.start(value);
            let mut printer = Printer {
                interruptible,
                arguments: &self.arguments,
                sources,
                entries,
                formats: (input, output),
                printed: &mut self.printed,
                buffer: &mut self.buffer,
                results: &mut self.results,
                matched: &mut self.matched,
                identity: self.identity,
            };
            let stop = loop {
                match machine.next() {
                    Ok(Some(value)) => printer.print(&value, machine.host)?,
                    Ok(None) => break None,
                    Err(stop) => break Some(stop),
                }
            };
            match stop {
                None => {}
                Some(Stop::Halt(halt)) => return Err(halt.into()),
                Some(Stop::Exit(status, message)) => {
                    if let Some(message) = message {
                        let text = match &message {
                            Value::Null => String::new(),
                            Value::String(text) => text.as_ref().clone(),
                            other => print::text(other) + "\n",
                        };
                        runner.context.write_error(text.as_bytes())?;
                    }
                    // A negative status counts as none.
                    return Err(Failure::Exit(status.max(0) as u8));
                }
                Some(Stop::Error(Value::String(message))) => return Err(message.as_ref().clone().into()),
                Some(Stop::Error(other)) => return Err(format!("(not a string): {}", print::text(&other)).into()),
                Some(Stop::Break(_)) => return Err("break".to_owned().into()),
            }
        }
    }
}

/// Replaces a file's content.
fn put(context: &mut Context<'_>, name: &BString, text: String) -> Result<(), Failure> {
    context.charge_bytes(text.len())?;
    let mode = context.new_mode(0o666);
    let content = Content::from(Bytes::from(text));
    match context.vfs().write_file(context.cwd(), name, content, mode) {
        Ok(()) => Ok(()),
        Err(errno) => Err(load::reason(name, errno).into()),
    }
}

/// The documents of one input with their values.
fn entries<'d>(sources: &mut Sources<'d>, loaded: &'d Loaded, file: usize) -> Result<Vec<Entry<'d>>, String> {
    let mut entries = Vec::with_capacity(loaded.documents.len() + loaded.values.len());
    for (index, document) in loaded.documents.iter().enumerate() {
        entries.push(Entry { value: sources.add(document)?, document: Some(document), file, index });
    }
    for (index, value) in loaded.values.iter().enumerate() {
        entries.push(Entry { value: value.clone(), document: None, file, index });
    }
    Ok(entries)
}

/// Where results go.
struct Printer<'p, 'd> {
    arguments: &'p Arguments,
    sources: &'p Sources<'d>,
    entries: &'p [Entry<'d>],
    formats: (Format, Format),
    printed: &'p mut Option<(usize, usize)>,
    buffer: &'p mut String,
    results: &'p mut usize,
    matched: &'p mut bool,
    identity: bool,
    interruptible: Interruptible,
}

impl Printer<'_, '_> {
    fn print(&mut self, value: &Value, host: &mut dyn Host) -> Result<(), Failure> {
        let answer = |host: &mut dyn Host, what: &str| -> Result<usize, Halt> {
            Ok(match host.ask(what, &Value::Null)? {
                Ok(answer) => answer.number().map_or(0, |number| number as usize),
                Err(_) => 0,
            })
        };
        let current = answer(host, "current")?;
        let explode = answer(host, "exploded")? > 0;
        let entry = self.entries.get(current);
        let place = entry.map_or((0, 0), |entry| (entry.file, entry.index));
        *self.matched |= value.is_true();
        let arguments = self.arguments;
        let (input, output) = self.formats;
        // A document that was made from several takes after the first of them.
        let document = if arguments.all && !value_is(entry, value) {
            self.entries.first().and_then(|entry| entry.document)
        } else {
            entry.and_then(|entry| entry.document)
        };
        let parted = output == Format::Yaml
            && !arguments.no_separators
            && arguments.split.is_none()
            && self.printed.is_some_and(|printed| printed != place);
        let sorted;
        let value = if arguments.sort_keys && output != Format::Json {
            sorted = sorted_keys(value, 0)?;
            &sorted
        } else {
            value
        };
        let flags = Flags {
            pretty: arguments.pretty || input != output && (input != Format::Yaml || output == Format::Toml),
            identity: self.identity,
            explode,
            unwrap: arguments.unwrap.unwrap_or(output != Format::Json),
            sort_keys: arguments.sort_keys,
            ascii: arguments.ascii,
            marker: !arguments.no_separators
                && place.1 == 0
                && (!parted || document.is_none_or(|document| document.head.is_empty())),
        };
        let mut text = String::new();
        let shape = &arguments.shape;
        self.interruptible.work(|| {
            output::encode_node(value, self.sources, document, output, shape, flags, &mut text)
        })??;
        host.charge(text.len() as u64 >> 8)?;
        if parted && !text.starts_with("---") {
            text.insert_str(0, "---\n");
        }
        if arguments.nul {
            if text.ends_with('\n') {
                text.pop();
            }
            if text.contains('\0') {
                return Err("can't serialize value because it contains NUL char and you are using NUL separated output".to_owned().into());
            }
            text.push('\0');
        }
        *self.printed = Some(place);
        let number = *self.results;
        *self.results += 1;
        if let Some(expression) = &arguments.split {
            return self.split(expression, value, number, text, host);
        }
        if arguments.in_place {
            self.buffer.push_str(&text);
            if self.buffer.len() > MAX_TEXT {
                return Err(TEXT_TOO_LONG.to_owned().into());
            }
            return Ok(());
        }
        host.write_output(text.as_bytes())?;
        Ok(())
    }

    /// Writes a result into a file of its own.
    fn split(
        &self,
        expression: &BString,
        value: &Value,
        number: usize,
        text: String,
        host: &mut dyn Host,
    ) -> Result<(), Failure> {
        let index = vec![("index".to_owned(), Value::Number(number as f64))];
        let program = compiled(expression, index, &language::EACH)?;
        let mut machine = Machine::new(&program, host);
        machine.start(value.clone());
        let mut name = match machine.next() {
            Ok(Some(Value::Null) | None) => return Err("the split expression gave no name".to_owned().into()),
            Ok(Some(name)) => text_formats::scalar_text(&name),
            Err(Stop::Halt(halt)) => return Err(halt.into()),
            Err(Stop::Error(Value::String(message))) => return Err(message.as_ref().clone().into()),
            Err(_) => return Err("the split expression failed".to_owned().into()),
        };
        let known = [".yml", ".yaml", ".json", ".toml", ".xml", ".csv", ".tsv", ".properties"];
        if !known.iter().any(|end| name.ends_with(end)) {
            name.push_str(match self.formats.1 {
                Format::Json => ".json",
                Format::Toml => ".toml",
                Format::Xml => ".xml",
                Format::Csv => ".csv",
                Format::Tsv => ".tsv",
                Format::Properties => ".properties",
                _ => ".yml",
            });
        }
        let file = Value::array(vec![Value::string(name), Value::string(text)]);
        match host.ask("store", &file)? {
            Ok(_) => Ok(()),
            Err(message) => Err(message.into()),
        }
    }
}

/// Whether a value is an input as it was.
fn value_is(entry: Option<&Entry<'_>>, value: &Value) -> bool {
    entry.is_some_and(|entry| entry.value.is_identical(value))
}

/// A value with the keys of all objects in order.
fn sorted_keys(value: &Value, depth: usize) -> Result<Value, String> {
    if depth > 2_000 {
        return Err("the value is nested too deeply".to_owned());
    }
    Ok(match value {
        Value::Array(items) => {
            let items = items.0.iter().map(|item| sorted_keys(item, depth + 1)).collect::<Result<Vec<_>, _>>()?;
            Value::array(items)
        }
        Value::Object(object) => {
            let mut sorted = Object::new();
            for key in object.sorted_keys() {
                if let Some(value) = object.get(&key) {
                    let value = sorted_keys(value, depth + 1)?;
                    sorted.insert(key, value);
                }
            }
            Value::object(sorted)
        }
        scalar => scalar.clone(),
    })
}
