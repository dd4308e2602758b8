//! The command line: long options with one or two dashes, anywhere; everything else is a file.

use bstr::{BString, ByteSlice};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Canonical {
    Inclusive,
    Exclusive,
}

#[derive(Debug, Default)]
pub struct Arguments {
    pub files: Vec<BString>,
    pub indented: bool,
    pub no_output: bool,
    pub recover: bool,
    pub expand_entities: bool,
    pub no_encoding: bool,
    pub no_blanks: bool,
    pub no_cdata: bool,
    pub no_warnings: bool,
    pub html: bool,
    pub xml_output: bool,
    pub drop_doctype: bool,
    pub canonical: Option<Canonical>,
    pub encoding: Option<String>,
    pub output: Option<BString>,
    pub xpath: Option<BString>,
}

/// The outcome of reading the command line.
pub enum Reading {
    Run(Box<Arguments>),
    Help,
    Version,
    /// A message, before the usage text.
    Usage(String),
    /// An option that this xmllint has not.
    Refused(String),
}

/// What the real one has beside these.
const REFUSED: &[&str] = &[
    "debug", "shell", "debugent", "copy", "path", "load-trace", "htmlout", "nowrap", "valid", "postvalid", "dtdvalid",
    "dtdvalidfpi", "timing", "repeat", "insert", "compress", "nodefdtd", "push", "pushsmall", "maxmem", "nsclean",
    "testIO", "catalogs", "nocatalogs", "auto", "xinclude", "noxincludenode", "nofixup-base-uris", "loaddtd", "dtdattr",
    "stream", "walker", "pattern", "chkregister", "relaxng", "schema", "schematron", "sax1", "sax", "oldxml10",
];

pub fn parse(args: &[BString]) -> Reading {
    let mut arguments = Arguments::default();
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        if arg == "-" || !arg.starts_with(b"-") {
            arguments.files.push(arg.clone());
            continue;
        }
        let name = arg.strip_prefix(b"--").or_else(|| arg.strip_prefix(b"-")).unwrap_or(arg).to_str_lossy();
        let mut value = || {
            let value = args.get(at).cloned();
            at += 1;
            value
        };
        match name.as_ref() {
            "help" => return Reading::Help,
            "version" | "V" => return Reading::Version,
            "format" => arguments.indented = true,
            "noout" => arguments.no_output = true,
            "recover" => arguments.recover = true,
            "noent" => arguments.expand_entities = true,
            "noenc" => arguments.no_encoding = true,
            "noblanks" => arguments.no_blanks = true,
            "nocdata" => arguments.no_cdata = true,
            "nowarning" => arguments.no_warnings = true,
            "html" => arguments.html = true,
            "xmlout" => arguments.xml_output = true,
            "dropdtd" => arguments.drop_doctype = true,
            "huge" | "nonet" | "nocompact" | "memory" | "quiet" => {}
            "c14n" | "canonical" | "c14n11" => arguments.canonical = Some(Canonical::Inclusive),
            "exc-c14n" => arguments.canonical = Some(Canonical::Exclusive),
            "encode" => match value() {
                Some(name) => arguments.encoding = Some(name.to_str_lossy().into_owned()),
                None => return Reading::Usage(String::new()),
            },
            "output" | "o" => match value() {
                Some(name) => arguments.output = Some(name),
                None => return Reading::Usage(String::new()),
            },
            "xpath" => match value() {
                Some(expression) => arguments.xpath = Some(expression),
                None => return Reading::Usage(String::new()),
            },
            "pretty" => match value() {
                Some(style) if style == "0" => arguments.indented = false,
                Some(style) if style == "1" => arguments.indented = true,
                Some(style) => return Reading::Refused(format!("--pretty {style} is not supported")),
                None => return Reading::Usage(String::new()),
            },
            other if REFUSED.contains(&other) => return Reading::Refused(format!("--{other} is not supported")),
            _ => return Reading::Usage(format!("Unknown option {arg}\n")),
        }
    }
    if arguments.files.is_empty() {
        return Reading::Usage(String::new());
    }
    Reading::Run(Box::new(arguments))
}
