//! What `yq` adds to jq's language: names that users of mikefarah's yq know, where jq has none of the same name.

use crate::jq::compile::Dialect;
use crate::jq::error::{Stop, fail};
use crate::jq::host::Host;
use crate::jq::natives::{Native, acting, native};
use crate::jq::object::Object;
use crate::jq::syntax::ast::{Expression, Kind};
use crate::jq::value::{Value, into_items};
use crate::jq::{json, operators};

use super::format::{Format, Shape};
use super::output;
use super::text_formats::{read_properties, read_table, tag, yaml_value};
use super::xml_format;

/// For programs that run once for each document.
pub static EACH: Dialect = Dialect { natives: NATIVES, definitions: DEFINITIONS, call, main: |program| program };

/// For a program that sees all documents.
pub static ALL: Dialect = Dialect { natives: NATIVES, definitions: DEFINITIONS, call, main: over_all };

const DEFINITIONS: &[(&str, usize, &str)] = &[
    ("documentIndex", 0, "def documentIndex: document_index;"),
    ("di", 0, "def di: document_index;"),
    ("fileIndex", 0, "def fileIndex: file_index;"),
    ("fi", 0, "def fi: file_index;"),
    ("with", 2, "def with(p; f): p |= f;"),
    ("filter", 1, "def filter(f): map(select(f));"),
    ("sort_keys", 1, "def sort_keys(p): reduce path(p) as $p (.; setpath($p; getpath($p) | _sorted));"),
    ("explode", 1, "def explode(p): _explode;"),
    ("to_number", 0, "def to_number: tonumber;"),
    ("to_string", 0, "def to_string: tostring;"),
    ("downcase", 0, "def downcase: ascii_downcase;"),
    ("upcase", 0, "def upcase: ascii_upcase;"),
    ("_documents", 0, "def _documents: range(0; _count) | _document;"),
    ("to_json", 0, "def to_json: to_json(2);"),
    ("omit", 1, "def omit(keys): delpaths([keys[] | [.]]);"),
    ("_pick", 1, "def _pick(keys): . as $whole | if type == \"array\" then [keys[] as $key | $whole[$key]]
       else reduce keys[] as $key ({}; if ($whole | has($key)) then .[$key] = $whole[$key] else . end) end;"),
];

/// A call of a function.
fn function(name: &str, arguments: Vec<Expression>) -> Option<Kind> {
    Some(Kind::Call(name.to_owned(), arguments))
}

fn call(name: &str, arguments: &[Expression]) -> Option<Kind> {
    match (name, arguments) {
        // The name of the variable stands there bare.
        ("env" | "strenv", [argument]) => {
            let variable = match argument.kind.as_ref() {
                Kind::Call(variable, inner) if inner.is_empty() => variable.clone(),
                _ => return None,
            };
            let position = argument.position;
            let constant = Expression { position, kind: Box::new(Kind::Constant(Value::string(variable))), height: 1 };
            function(if name == "env" { "_env" } else { "_strenv" }, vec![constant])
        }
        ("pick", [argument]) if matches!(argument.kind.as_ref(), Kind::Array(_)) => function("_pick", arguments.to_vec()),
        ("@yaml", []) => function("to_yaml", Vec::new()),
        ("@yamld", []) => function("from_yaml", Vec::new()),
        ("@xml", []) => function("to_xml", Vec::new()),
        ("@xmld", []) => function("from_xml", Vec::new()),
        ("@props", []) => function("to_props", Vec::new()),
        ("@propsd", []) => function("from_props", Vec::new()),
        ("@csvd", []) => function("from_csv", Vec::new()),
        ("@tsvd", []) => function("from_tsv", Vec::new()),
        ("@jsond", []) => function("from_json", Vec::new()),
        ("@toml", []) => function("to_toml", Vec::new()),
        ("@tomld", []) => function("from_toml", Vec::new()),
        ("@urid", []) => function("_urid", Vec::new()),
        ("@csv", []) => function("to_csv", Vec::new()),
        ("@tsv", []) => function("to_tsv", Vec::new()),
        _ => None,
    }
}

/// How high a tree is rewritten; deeper parts see one document each.
const MAX_HEIGHT: u32 = 500;

/// Makes a program see all documents: what looks at the input of the whole program looks at each of them.
fn over_all(program: Expression) -> Expression {
    let Expression { position, kind, height } = program;
    let at = |kind: Kind| Expression { position, kind: Box::new(kind), height: height.saturating_add(2) };
    let documents = || at(Kind::Call("_documents".to_owned(), Vec::new()));
    if height > MAX_HEIGHT {
        return at(Kind::Pipe(documents(), at(*kind)));
    }
    let kind = match *kind {
        Kind::Identity => *documents().kind,
        kind @ (Kind::Constant(_) | Kind::Variable(_) | Kind::Location(_) | Kind::Break(_)) => kind,
        Kind::Index(target, key) => Kind::Index(over_all(target), key),
        Kind::Slice(target, from, to) => Kind::Slice(over_all(target), from, to),
        Kind::Iterate(target) => Kind::Iterate(over_all(target)),
        Kind::Pipe(left, right) => Kind::Pipe(over_all(left), right),
        Kind::Comma(left, right) => Kind::Comma(over_all(left), over_all(right)),
        Kind::Binary(operator, left, right) => Kind::Binary(operator, over_all(left), over_all(right)),
        Kind::Alternative(left, right) => Kind::Alternative(over_all(left), over_all(right)),
        Kind::Array(Some(inner)) => Kind::Array(Some(over_all(inner))),
        Kind::Object(pairs) => {
            Kind::Object(pairs.into_iter().map(|(key, value)| (key, over_all(value))).collect())
        }
        Kind::Bind(source, patterns, body) => Kind::Bind(over_all(source), patterns, over_all(body)),
        Kind::Reduce(source, patterns, start, update) => Kind::Reduce(over_all(source), patterns, start, update),
        Kind::Call(name, arguments) if name == "_merge" => {
            Kind::Call(name, arguments.into_iter().map(over_all).collect())
        }
        other => Kind::Pipe(documents(), at(other)),
    };
    at(kind)
}

/// What the host answers.
fn ask(host: &mut dyn Host, what: &str, argument: &Value) -> Result<Value, Stop> {
    match host.ask(what, argument)? {
        Ok(value) => Ok(value),
        Err(message) => fail(message),
    }
}

fn text_of<'v>(value: &'v Value, what: &str) -> Result<&'v str, Stop> {
    match value {
        Value::String(text) => Ok(text),
        other => fail(format!("{} cannot be {what}, only a string can", operators::described(other))),
    }
}

fn decoded(result: Result<Value, String>) -> Result<Value, Stop> {
    match result {
        Ok(value) => Ok(value),
        Err(message) => fail(message),
    }
}

/// A value in a format, as text.
fn encoded(value: &Value, format: Format, shape: &Shape) -> Result<Value, Stop> {
    let mut text = String::new();
    match output::encode(value, format, shape, &mut text) {
        Ok(()) => Ok(Value::string(text)),
        Err(message) => fail(message),
    }
}

fn with_indent(argument: &Value) -> Shape {
    let indent = argument.number().map_or(2, |number| number.clamp(0.0, 64.0) as usize);
    Shape { indent: Some(indent), ..Shape::default() }
}

/// A row without the end of its line, if there is one row.
fn row(value: &Value, format: Format) -> Result<Value, Stop> {
    let text = encoded(value, format, &Shape::default())?;
    let Value::String(text) = &text else { return Ok(text) };
    let one = matches!(value, Value::Array(items) if !items.0.first().is_some_and(Value::is_container));
    Ok(Value::string(if one { text.trim_end_matches('\n') } else { text }))
}

const NATIVES: &[Native] = &[
    acting("document_index", 0, |host, value, _| ask(host, "document_index", &value)),
    acting("file_index", 0, |host, value, _| ask(host, "file_index", &value)),
    acting("filename", 0, |host, value, _| ask(host, "filename", &value)),
    acting("_count", 0, |host, value, _| ask(host, "count", &value)),
    acting("_document", 0, |host, value, _| ask(host, "document", &value)),
    acting("_explode", 0, |host, value, _| ask(host, "explode", &value)),
    acting("load", 1, |host, _, arguments| ask(host, "load", &arguments[0])),
    acting("load_str", 1, |host, _, arguments| ask(host, "load_str", &arguments[0])),
    acting("load_xml", 1, |host, _, arguments| ask(host, "load_xml", &arguments[0])),
    acting("load_props", 1, |host, _, arguments| ask(host, "load_props", &arguments[0])),
    native("tag", 0, |host, value, _| ask(host, "tag", &value)),
    native("_env", 1, |host, _, arguments| {
        let text = variable(host, &arguments[0], "env")?;
        decoded(yaml_value(text_of(&text, "read")?))
    }),
    native("_strenv", 1, |host, _, arguments| variable(host, &arguments[0], "strenv")),
    native("kind", 0, |_, value, _| {
        Ok(Value::string(match value {
            Value::Array(_) => "seq",
            Value::Object(_) => "map",
            _ => "scalar",
        }))
    }),
    native("_sorted", 0, |_, value, _| {
        let Value::Object(object) = &value else { return Ok(value) };
        let sorted = object.sorted_keys().into_iter().filter_map(|key| {
            let value = object.get(&key)?.clone();
            Some((key, value))
        });
        Ok(Value::object(sorted.collect::<Object>()))
    }),
    native("_merge", 3, |_, _, arguments| {
        let flags = std::mem::take(&mut arguments[2]);
        let flags = flags.text().unwrap_or_default();
        let right = std::mem::take(&mut arguments[1]);
        merged(std::mem::take(&mut arguments[0]), right, flags, 0)
    }),
    native("to_yaml", 0, |_, value, _| encoded(&value, Format::Yaml, &Shape::default())),
    native("to_yaml", 1, |_, value, arguments| encoded(&value, Format::Yaml, &with_indent(&arguments[0]))),
    native("from_yaml", 0, |_, value, _| decoded(yaml_value(text_of(&value, "read as YAML")?))),
    native("to_json", 1, |_, value, arguments| encoded(&value, Format::Json, &with_indent(&arguments[0]))),
    native("from_json", 0, |_, value, _| match json::parse_one(text_of(&value, "read as JSON")?.as_bytes()) {
        Ok(found) => Ok(found.unwrap_or(Value::Null)),
        Err(message) => fail(message),
    }),
    native("to_xml", 0, |_, value, _| encoded(&value, Format::Xml, &Shape::default())),
    native("to_xml", 1, |_, value, arguments| encoded(&value, Format::Xml, &with_indent(&arguments[0]))),
    native("from_xml", 0, |_, value, _| {
        decoded(xml_format::value(text_of(&value, "read as XML")?.as_bytes(), &Shape::default()))
    }),
    native("to_toml", 0, |_, value, _| encoded(&value, Format::Toml, &Shape::default())),
    native("from_toml", 0, |_, value, _| decoded(output::toml_value(text_of(&value, "read as TOML")?))),
    native("to_props", 0, |_, value, _| encoded(&value, Format::Properties, &Shape::default())),
    native("from_props", 0, |_, value, _| decoded(read_properties(text_of(&value, "read as properties")?))),
    native("to_csv", 0, |_, value, _| row(&value, Format::Csv)),
    native("to_tsv", 0, |_, value, _| row(&value, Format::Tsv)),
    native("from_csv", 0, |_, value, _| {
        decoded(read_table(text_of(&value, "read as CSV")?, b',', &Shape::default()))
    }),
    native("from_tsv", 0, |_, value, _| {
        decoded(read_table(text_of(&value, "read as TSV")?, b'\t', &Shape::default()))
    }),
    native("_urid", 0, |_, value, _| Ok(Value::string(output::uri_decoded(text_of(&value, "decoded")?)))),
];

fn variable(host: &mut dyn Host, name: &Value, function: &str) -> Result<Value, Stop> {
    let name = text_of(name, "the name of a variable")?;
    let environment = host.environment();
    match &environment {
        Value::Object(object) => match object.get(name) {
            Some(value) => Ok(value.clone()),
            None => fail(format!("value for env variable '{name}' not provided in {function}()")),
        },
        _ => Ok(Value::Null),
    }
}

/// `*` with flags: `+` appends arrays, `d` merges them item by item, `n` adds only what is new, `?` only changes what
/// is there.
fn merged(left: Value, right: Value, flags: &str, depth: usize) -> Result<Value, Stop> {
    if depth > crate::jq::value::MAX_DEPTH / 4 {
        return fail("the values are nested too deeply to be merged");
    }
    match (left, right) {
        (Value::Null, other) => Ok(other),
        (Value::Object(mut left), Value::Object(right)) => {
            let object = std::rc::Rc::make_mut(&mut left);
            for (key, value) in right.iter() {
                match object.get_mut(key) {
                    Some(known) => {
                        let old = std::mem::take(known);
                        *known = merged(old, value.clone(), flags, depth + 1)?;
                    }
                    None if flags.contains('?') => {}
                    None => object.insert(std::rc::Rc::clone(key), value.clone()),
                }
            }
            Ok(Value::Object(left))
        }
        (left @ Value::Array(_), right @ Value::Array(_)) if flags.contains('+') => operators::add(left, right),
        (Value::Array(left), Value::Array(right)) if flags.contains('d') => {
            let mut items = into_items(left);
            for (index, value) in right.0.iter().enumerate() {
                match items.get_mut(index) {
                    Some(known) => {
                        let old = std::mem::take(known);
                        *known = merged(old, value.clone(), flags, depth + 1)?;
                    }
                    None => items.push(value.clone()),
                }
            }
            Ok(Value::array(items))
        }
        (left, _) if flags.contains('n') => Ok(left),
        (left @ (Value::Number(_) | Value::Written(..) | Value::Literal(_)), right) if depth == 0 => {
            operators::binary(crate::jq::syntax::ast::Operator::Multiply, left, right)
        }
        (_, right) => Ok(right),
    }
}

/// The tag of a value that is written without one.
pub fn tag_of(value: &Value) -> Value {
    Value::string(tag(value))
}
