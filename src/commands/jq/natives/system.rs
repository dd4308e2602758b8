//! Inputs, messages, the clock, the end of the program.

use super::{Native, acting, builtins, native};
use crate::jq::error::{Stop, fail};
use crate::jq::formats::to_text;
use crate::jq::operators::described;
use crate::jq::value::{Origin, Value};

pub const NATIVES: &[Native] = &[
    native("error", 1, |_, _, arguments| Err(Stop::Error(std::mem::take(&mut arguments[0])))),
    acting("input", 0, |host, _, _| match host.next_input()? {
        Some(Ok(value)) => Ok(value.with_origin(Origin::READ)),
        Some(Err(message)) => fail(message),
        None => fail("break"),
    }),
    acting("debug", 0, |host, value, _| {
        let line = host.message(&Value::array(vec![Value::string("DEBUG:"), value.clone()]));
        host.write_error(&[line.as_slice(), b"\n"].concat())?;
        Ok(value)
    }),
    acting("stderr", 0, |host, value, _| {
        host.write_error(to_text(&value).as_bytes())?;
        Ok(value)
    }),
    acting("input_filename", 0, |host, _, _| Ok(host.input_filename())),
    acting("input_line_number", 0, |host, _, _| Ok(Value::Number(host.input_line() as f64))),
    acting("halt", 0, |_, _, _| Err(Stop::Exit(0, None))),
    acting("halt_error", 1, |_, value, arguments| match arguments[0].number() {
        Some(status) => Err(Stop::Exit(status as i32, Some(value))),
        None => fail(format!("{} halt_error/1: number required", described(&value))),
    }),
    acting("now", 0, |host, _, _| Ok(Value::Number(host.now()))),
    native("builtins", 0, |_, _, _| Ok(Value::array(builtins()))),
    native("get_search_list", 0, |host, _, _| Ok(host.search_list())),
    native("modulemeta", 0, |host, value, _| match &value {
        Value::String(name) => match host.module_metadata(name)? {
            Ok(metadata) => Ok(metadata),
            Err(message) => fail(message),
        },
        _ => fail("modulemeta input module name must be a string"),
    }),
    native("get_jq_origin", 0, |_, _, _| Ok(Value::string("/usr/bin"))),
    native("get_prog_origin", 0, |_, _, _| Ok(Value::Null)),
];
