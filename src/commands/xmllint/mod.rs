//! `xmllint` of libxml2 2.9: checks, formats and queries XML.
//!
//! Nothing is validated and nothing is fetched; the options for that are refused.

mod arguments;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::arguments::{Arguments, Reading};
use crate::options;
use crate::shared::interrupt::interruptible;
use formats::html;
use formats::xml::xpath::{self, Item, Value, XpathError};
use formats::xml::{self, Charset, Fault, Form, Kind, Level, Options, Parsed, Tree};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{Content, Errno};

const HELP: &str = "\
Usage : xmllint [options] XMLfiles ...
	Parse the XML files and output the result of the parsing
	--version : display the version
	--help : display this text
	--recover : output what was parsable on broken XML documents
	--huge : accepted; limits stay
	--noent : substitute entity references by their value
	--noenc : ignore the encoding given inside the document
	--noout : don't output the result tree
	--nonet : accepted; there is no network
	--nocompact : accepted
	--quiet : accepted
	--output file or -o file: save to a given file
	--html : use the HTML parser
	--xmlout : write as XML when using --html
	--memory : accepted
	--nowarning : do not emit warnings
	--noblanks : drop blanks between elements
	--nocdata : replace cdata sections with text nodes
	--format : reformat and indent the output
	--encode encoding : output in the given encoding
	--dropdtd : remove the DOCTYPE of the input docs
	--pretty STYLE : 0 as it is, 1 as --format
	--c14n : save in W3C canonical format v1.0 (with comments)
	--c14n11 : the same in format v1.1
	--exc-c14n : save in W3C exclusive canonical format (with comments)
	--xpath expr: evaluate the XPath expression, imply --noout
";

pub const COMMANDS: &[Native] = &[Native { name: "xmllint", help: HELP, run }];

const UNCLASSIFIED: u8 = 1;
const OUTPUT: u8 = 6;
const XPATH: u8 = 10;

fn run(context: &mut Context<'_>) -> Outcome {
    let args: Vec<BString> = context.args().to_vec();
    let arguments = match arguments::parse(&args) {
        Reading::Run(arguments) => *arguments,
        Reading::Help => return options::print_help(context),
        Reading::Version => {
            let line = format!("xmllint: using libxml version 20914 ({})\n", options::version_line("xmllint").trim());
            context.write_error(line.as_bytes())?;
            return Ok(0);
        }
        Reading::Usage(message) => {
            let text = format!("{message}{HELP}");
            context.write_error(text.as_bytes())?;
            return Ok(UNCLASSIFIED);
        }
        Reading::Refused(message) => {
            context.complain(&[message.as_bytes()])?;
            return Ok(UNCLASSIFIED);
        }
    };
    let mut status = 0;
    for file in &arguments.files {
        let result = one(context, &arguments, file)?;
        if result != 0 {
            status = result;
        }
    }
    Ok(status)
}

/// Works on one file. Gives the status.
fn one(context: &mut Context<'_>, arguments: &Arguments, file: &BString) -> Outcome {
    let mut directory = false;
    let text = match context.read_operand(file) {
        Ok(text) => text,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(Errno::IsDir)) => {
            directory = true;
            Bytes::new()
        }
        Err(IoError::Errno(_)) => {
            let message = format!("warning: failed to load external entity \"{file}\"\n");
            context.write_error(message.as_bytes())?;
            return Ok(UNCLASSIFIED);
        }
    };
    if directory {
        context.write_error(b"I/O error : Is a directory\n")?;
    }
    // Reading, looking at and writing it are some passes.
    context.charge_bytes(text.len().saturating_mul(4))?;
    let options = Options {
        no_blanks: arguments.no_blanks || arguments.indented,
        expand_entities: arguments.expand_entities || arguments.canonical.is_some(),
        no_cdata: arguments.no_cdata,
    };
    let parsed = interruptible(context, || match arguments.html {
        true => Parsed { tree: html::read_document(&text.to_str_lossy()), faults: Vec::new(), well_formed: true },
        false => xml::read(&text, options),
    })?;
    for fault in &parsed.faults {
        tell(context, arguments, file, fault)?;
    }
    if !parsed.well_formed && (!arguments.recover || parsed.tree.root_element().is_none()) {
        return Ok(UNCLASSIFIED);
    }
    let mut tree = parsed.tree;
    if arguments.no_encoding {
        tree.encoding = None;
    }
    if let Some(expression) = &arguments.xpath {
        return query(context, &tree, expression);
    }
    if arguments.no_output {
        return Ok(0);
    }
    output(context, arguments, &tree)
}

fn tell(context: &mut Context<'_>, arguments: &Arguments, file: &BString, fault: &Fault) -> Result<(), Halt> {
    let what = match fault.level {
        Level::Error => "parser error",
        Level::Warning if arguments.no_warnings => return Ok(()),
        Level::Warning => "parser warning",
        Level::Namespace => "namespace error",
    };
    let mut text = format!("{file}:{}: {what} : {}\n", fault.line, fault.message).into_bytes();
    text.extend_from_slice(&fault.context);
    text.push(b'\n');
    let shown = fault.context.iter().take(fault.column.min(79));
    text.extend(shown.map(|byte| if *byte == b'\t' { b'\t' } else { b' ' }));
    text.extend_from_slice(b"^\n");
    context.write_error(&text)
}

fn query(context: &mut Context<'_>, tree: &Tree, expression: &BString) -> Outcome {
    let expression = expression.to_str_lossy();
    let mut halted = None;
    let result = xpath::evaluate(tree, &expression, &mut |count| match context.charge(count) {
        Ok(()) => true,
        Err(halt) => {
            halted = Some(halt);
            false
        }
    });
    if let Some(halt) = halted {
        return Err(halt);
    }
    let value = match result {
        Ok(value) => value,
        Err(error) => {
            let mut text = match error {
                XpathError::Message(message, None) => format!("XPath error : {message}\n"),
                XpathError::Message(message, Some(place)) => {
                    let mark = if place < 100 { format!("{expression}\n{:place$}^\n", "") } else { String::new() };
                    format!("XPath error : {message}\n{mark}")
                }
                XpathError::Unregistered(name) => {
                    format!("xmlXPathCompOpEval: function {name} not found\nXPath error : Unregistered function\n")
                }
                XpathError::Stopped => String::new(),
            };
            text.push_str("XPath evaluation failure\n");
            context.write_error(text.as_bytes())?;
            return Ok(XPATH);
        }
    };
    match value {
        Value::Boolean(value) => context.write(if value { b"true\n" } else { b"false\n" })?,
        Value::Text(text) => context.write(format!("{text}\n").as_bytes())?,
        Value::Number(number) => context.write(format!("{}\n", shown_number(number)).as_bytes())?,
        Value::Nodes(items) if items.is_empty() => {
            context.write_error(b"XPath set is empty\n")?;
            return Ok(XPATH);
        }
        Value::Nodes(items) => {
            for item in items {
                let mut text = String::new();
                write_item(tree, item, &mut text);
                text.push('\n');
                context.charge_bytes(text.len())?;
                context.write(text.as_bytes())?;
            }
        }
    }
    Ok(0)
}

/// A number as `%g` writes it.
fn shown_number(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return if number.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    let scientific = format!("{number:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
    };
    if (-4..6).contains(&power) {
        let places = usize::try_from(5 - power).unwrap_or(0);
        return trimmed(&format!("{number:.places$}"));
    }
    format!("{}e{}{:02}", trimmed(mantissa), if power < 0 { '-' } else { '+' }, power.abs())
}

fn write_item(tree: &Tree, item: Item, out: &mut String) {
    if item.namespace > 0 {
        let place = item.namespace - 1;
        let name = tree.namespace_name(Some(place)).unwrap_or_default();
        let mut at = item.id;
        while let Some(element) = tree.element(at) {
            if let Some((prefix, _)) = element.declared.iter().find(|(_, known)| *known == place) {
                out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
                out.push_str(&format!("{prefix}=\"{name}\""));
                return;
            }
            at = tree.parent(at);
        }
        return;
    }
    match tree.kind(item.id) {
        Kind::Document => {
            xml::write_document(tree, Some(tree.encoding.as_deref().unwrap_or("UTF-8")), Form::default(), out);
        }
        _ => xml::write_node(tree, item.id, Form::default(), out),
    }
}

/// The characters of an encoding by its name. `None`: it is not known.
fn charset(name: &str) -> Option<Charset> {
    Some(match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => Charset::All,
        "us-ascii" | "ascii" => Charset::AsciiDecimal,
        "iso-8859-1" | "latin1" | "iso_8859-1" | "iso-latin-1" => Charset::Latin,
        _ => return None,
    })
}

fn output(context: &mut Context<'_>, arguments: &Arguments, tree: &Tree) -> Outcome {
    let mut text = String::new();
    let mut latin = false;
    if let Some(canonical) = arguments.canonical {
        let exclusive = canonical == arguments::Canonical::Exclusive;
        interruptible(context, || xml::write_canonical(tree, exclusive, &mut text))?;
    } else if arguments.html && !arguments.xml_output {
        interruptible(context, || html::write_document(tree, arguments.indented, &mut text))?;
    } else {
        let encoding = match &arguments.encoding {
            Some(name) => Some(name.clone()),
            None => tree.encoding.clone(),
        };
        let charset = match &encoding {
            None => Charset::Ascii,
            Some(name) => match charset(name) {
                Some(charset) => charset,
                None => {
                    context.write_error(format!("output error : unknown encoding {name}\n").as_bytes())?;
                    return Ok(OUTPUT);
                }
            },
        };
        latin = charset == Charset::Latin;
        let step = context.exec.env(b"XMLLINT_INDENT").map(|step| step.to_str_lossy().into_owned());
        let form = Form { indented: arguments.indented, step: step.as_deref().unwrap_or("  "), charset };
        let mut tree = std::borrow::Cow::Borrowed(tree);
        if arguments.drop_doctype {
            tree.to_mut().remove_doctype();
        }
        interruptible(context, || xml::write_document(&tree, encoding.as_deref(), form, &mut text))?;
    }
    context.charge_bytes(text.len())?;
    let bytes = if latin {
        text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
    } else {
        text.into_bytes()
    };
    match &arguments.output {
        None => context.write_bytes(Bytes::from(bytes))?,
        Some(name) => {
            let mode = context.new_mode(0o666);
            let content = Content::from(Bytes::from(bytes));
            if let Err(errno) = context.vfs().write_file(context.cwd(), name, content, mode) {
                let line = format!("I/O error : {}\n", errno.message());
                context.write_error(line.repeat(2).as_bytes())?;
                return Ok(OUTPUT);
            }
        }
    }
    Ok(0)
}
