//! The shell's parser and printer on any bytes: nothing panics, every unit ends, the printer bears whatever was parsed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mem_sandbox::shell::syntax::{
    ParseOptions, Units, parse, parse_arith, parse_subscript, parse_word_as_double_quoted, print,
};

fuzz_target!(|data: &[u8]| {
    let options = ParseOptions::default();
    if let Ok(program) = parse(data, &options) {
        let _ = print::program(&program);
    }
    let mut units = Units::new(data, 1);
    let mut position = 0;
    while let Some(unit) = units.next(&options) {
        assert!(unit.is_err() || units.is_finished() || units.position() > position, "a unit without text");
        position = units.position();
        if unit.is_err() {
            break;
        }
    }
    let _ = parse_word_as_double_quoted(data);
    let _ = parse_subscript(data);
    let _ = parse_arith(data);
});
