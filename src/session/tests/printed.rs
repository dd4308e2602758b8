//! A program printed and parsed again is the same program: every recorded script of the shell prints back to a text that prints
//! to itself, and runs as the script did.

use super::*;
use damage::{data, rows};
use shell::syntax::print;

/// What looks at its own text or lines, or is read line by line: there the printed text is another one.
const LOOKS_AT_ITSELF: &[&str] = &[
    "LINENO",
    "BASH_COMMAND",
    "alias",
    "extglob",
    "set -v",
    "set -o verbose",
    "-v ",
    "history",
    "fc ",
    "caller",
    "declare -f",
    "type ",
    "BASH_EXECUTION_STRING",
    "$-",
    "onecmd",
    "posix",
    "set -x",
    "set -o xtrace",
    "BASH_SOURCE",
    "DEBUG",
    "-T",
    "extdebug",
];

/// Cases whose texts say something of their own form, which is another one when printed.
const KNOWN: &[(&str, &str)] = &[
    ("heredoc missing", "the warning that the end is missing"),
    ("operators of expansions torn by line continuations", "a dollar sign and a quote that a line's end keeps apart"),
];

fn run(executor: &Arc<Executor>, row: &serde_json::Value, script: &[u8]) -> (Vec<u8>, u8) {
    let (folders, files): (Vec<_>, Vec<_>) =
        row["files"].as_object().into_iter().flatten().partition(|(path, _)| path.ends_with('/'));
    let files = files.iter().map(|(path, content)| (path.as_str().into(), Bytes::from(data(content)))).collect();
    let session = Session::new(executor, &SessionOptions { files, ..SessionOptions::default() }).expect("a case");
    for (path, _) in folders {
        session.mkdir(path.trim_end_matches('/'), true, true).expect("a case can be set up");
    }
    let call = Request { command: Bytes::copy_from_slice(script), ..Request::default() };
    let result = session.execute_sync(&call).expect("a session that is open");
    (result.stdout, result.exit_code)
}

#[test]
fn printed_scripts_are_the_same_programs() {
    let executor = executor();
    let (mut same, mut own, mut unparsed) = (0, 0, 0);
    let mut failures = Vec::new();
    for (file, row) in rows("shell") {
        let name = row["name"].as_str().unwrap_or_default();
        let script = data(&row["script"]);
        if KNOWN.iter().any(|(known, _)| *known == name) {
            own += 1;
            continue;
        }
        let Ok(units) = executor.programs().units(&script, 1, true) else {
            unparsed += 1;
            continue;
        };
        let printed = print::units(&units.programs);
        let again = match executor.programs().units(&printed, 1, true) {
            Ok(again) => print::units(&again.programs),
            Err(error) => {
                failures.push(format!("{file}: {name}: prints {printed:?}: {error}"));
                continue;
            }
        };
        if again != printed {
            failures.push(format!("{file}: {name}: prints {printed:?}\n  and then {again:?}"));
        }
        let text = String::from_utf8_lossy(&script).into_owned();
        if LOOKS_AT_ITSELF.iter().any(|word| text.contains(word)) {
            own += 1;
            continue;
        }
        let (given, got) = (run(&executor, &row, &script), run(&executor, &row, &printed));
        // Messages name lines.
        let without_lines = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let mut out = String::new();
            for (at, part) in text.split("line ").enumerate() {
                let rest = if at == 0 { part } else { part.trim_start_matches(|digit: char| digit.is_ascii_digit()) };
                out.push_str(rest);
            }
            out
        };
        if given.1 == got.1 && without_lines(&given.0) == without_lines(&got.0) {
            same += 1;
        } else {
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            failures.push(format!(
                "{file}: {name}: {text:?}\n  prints {printed:?}\n  wanted {:?} {}\n  got    {:?} {}",
                shown(&given.0),
                given.1,
                shown(&got.0),
                got.1
            ));
        }
    }
    println!("{same} run the same, {own} look at their own text, {unparsed} do not parse, {} differ", failures.len());
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(same > 4 * own, "{same} of {own}");
}
