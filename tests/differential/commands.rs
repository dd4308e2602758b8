//! Random calls of text commands in the real tools and in a session: standard output, standard error, exit status and
//! the files left must be the same.
//!
//! `FUZZ_COMMANDS=sort,cut FUZZ_SECONDS=60 FUZZ_SEED=1 cargo test --test differential commands -- --ignored --nocapture`.
//! `FUZZ_PATH` names folders whose programs are found first: jq in the version that ours follows. Run it where nothing
//! is lost: what the real tools are told to write, they write.
//! `FUZZ_SLOW=1000` names the calls that take more milliseconds than that here.
//! Each call comes from a seed. What differs is made smaller and printed once for each combination of options.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bstr::{BString, ByteSlice};
use bytes::Bytes;
use mem_sandbox::session::{ClockStart, Executor, ExecutorOptions, Limits, Request, Session, SessionOptions};
use mem_sandbox::workspace::{AbsPath, Node, Time, Walk};

use crate::arguments::{self, Tool};
use crate::generate::Random;
use crate::pairs;

/// More output than this is cut on both sides.
const MOST_OUTPUT: usize = 1 << 20;

/// One call of a command.
#[derive(Clone)]
struct Call {
    args: Vec<BString>,
    /// The files that it may name; `in` is its standard input.
    files: Vec<(String, BString)>,
    /// The present, in seconds since 1970.
    now: u64,
}

#[derive(PartialEq, Clone)]
struct Outcome {
    stdout: BString,
    stderr: BString,
    exit: i32,
    files: BTreeMap<String, BString>,
}

/// The kinds of difference that are allowed, with the reason of each.
fn allowed(tool: &str, call: &Call, real: &Outcome, ours: &Outcome) -> Option<&'static str> {
    let real_says = |text: &str| real.stderr.contains_str(text);
    // Help and version are in our own words.
    if call.args.iter().any(|arg| arg.starts_with(b"--h") || arg.starts_with(b"--v")) && real.exit == ours.exit {
        return Some("help and version are in our own words");
    }
    let asks_help = |arg: &BString| {
        arg.starts_with(b"-") && !arg.starts_with(b"--") && (arg.contains(&b'h') || arg.contains(&b'V'))
    };
    if tool == "jq" && call.args.iter().any(asks_help) && real.exit == 0 && ours.exit == 0 {
        return Some("help and version are in our own words");
    }
    if tool == "grep" && real_says("Usage: ") && ours.stderr.contains_str("Usage: ") && real.exit == ours.exit {
        return Some("usage text in our own words");
    }
    if tool == "grep" && real.stdout.starts_with(b"Usage: ") && ours.stdout.starts_with(b"Usage: ") {
        return Some("help and version are in our own words");
    }
    let before_usage = |outcome: &Outcome| outcome.stderr.split_once_str("Usage: ").map(|(text, _)| text.to_vec());
    if tool == "sed" && real_says("Usage: ") && before_usage(real) == before_usage(ours) && real.exit == ours.exit {
        return Some("usage text in our own words");
    }
    if tool == "seq" && real_says("") && call.args.iter().any(|arg| arg.contains_str("1e400") || arg.len() > 18) {
        return Some("numbers beyond 64 bits, which are exact here");
    }
    let same_lines = || {
        // With `-z`, NUL ends them.
        let split =
            |text: &'_ BString| text.split(|byte| matches!(byte, b'\n' | 0)).map(BString::from).collect::<Vec<_>>();
        let mut lines = [split(&real.stdout), split(&ours.stdout)];
        lines.iter_mut().for_each(|lines| lines.sort_unstable());
        let mut said = [real.stderr.lines().collect::<Vec<_>>(), ours.stderr.lines().collect()];
        said.iter_mut().for_each(|lines| lines.sort_unstable());
        lines[0] == lines[1] && real.exit == ours.exit && said[0] == said[1]
    };
    if tool == "grep" && call.args.iter().any(|arg| arg.contains(&b'r')) && same_lines() {
        return Some("folders are read in the host's order there, in that of names here");
    }
    if tool == "sort" && real_says("with current rlimit") && real.exit == ours.exit {
        return Some("how many descriptors a process may have");
    }
    if tool == "sort" && call.files.iter().any(|(_, data)| data.contains(&0x80)) && real.exit == ours.exit {
        return Some("the byte 0x80 as a separator of thousands");
    }
    if (tool == "sort" && real_says("memory exhausted"))
        || (tool == "awk" && real_says("cannot reallocate"))
        || ours.stderr.contains_str("Cannot allocate memory")
    {
        return Some("how much memory there is");
    }
    if tool == "sort"
        && call
            .args
            .iter()
            .any(|arg| arg.contains_str("99999999999999999999") || arg.contains_str("18446744073709551616"))
    {
        return Some("places in keys beyond 64 bits, which wrap around there");
    }
    let asks_fraction = call.args.iter().any(|arg| arg.starts_with(b"+") && arg.contains(&b'N'));
    let without_numbers = |outcome: &Outcome| {
        outcome.stdout.iter().copied().filter(|byte| !matches!(byte, b'0'..=b'9' | b' ')).collect::<Vec<u8>>()
    };
    if tool == "date"
        && asks_fraction
        && without_numbers(real) == without_numbers(ours)
        && real.exit == ours.exit
        && real.stderr == ours.stderr
    {
        return Some("the fraction of the present second, which the virtual clock has not");
    }
    let repeats_anchor = |arg: &BString| ["^*", "^?", "^{", "$*", "$?", "${"].iter().any(|text| arg.contains_str(text));
    let prints_parts =
        |arg: &BString| arg.starts_with(b"-o") || arg.starts_with(b"--only") || arg.starts_with(b"--col");
    if tool == "grep"
        && real.exit == ours.exit
        && call.args.iter().any(repeats_anchor)
        && call.args.iter().any(prints_parts)
    {
        return Some("repeated anchors, which only one of its two engines there repeats");
    }
    let bad = |text: &BString| std::str::from_utf8(text).is_err();
    if tool == "grep" && call.args.iter().any(|arg| bad(arg) && arg.contains_str("^*")) {
        // It finds `x` by `x^*`, as it should, but not such a byte.
        return Some("repeated anchors behind bytes that are no UTF-8");
    }
    let shell_says = |outcome: &Outcome| {
        ["sh: 0: ", "sh: 1: ", "sh: 2: ", "sh: 3: ", "sh: line ", "sh: -c: "]
            .iter()
            .any(|text| outcome.stderr.contains_str(text))
    };
    let only_there = shell_says(ours) && ours.stderr.contains_str(": command not found");
    // `>&2c` is a file's name, but not to dash.
    let in_file = ours.files.values().any(|data| data.starts_with(b"sh: line "));
    if matches!(tool, "sed" | "awk") && (shell_says(real) && (shell_says(ours) || in_file) || only_there) {
        return Some("what `sh` says, which is dash there, and what it finds");
    }
    if tool == "jq" && real.exit == 134 {
        return Some("where the real tool itself crashes");
    }
    // A message shows only the beginning of the folder's path.
    let folder_of_run = ["/fuzz-", "(\"/dev/shm/f...)", "(\"/tmp/fuzz...)"];
    let shows_environment = call.args.iter().any(|arg| arg.contains_str("env") || arg.contains_str("ENV"))
        && [&real.stdout, &real.stderr]
            .iter()
            .any(|text| text.contains_str("C.UTF-8") || folder_of_run.iter().any(|path| text.contains_str(path)));
    let told = ["({\"PWD\":", "({\"HOME\":"].iter().any(|text| real_says(text));
    if tool == "jq" && (told || shows_environment) {
        return Some("what the environment holds");
    }
    let far =
        ["1e300", "100000000000000000000"].iter().any(|number| call.args.iter().any(|arg| arg.contains_str(number)));
    let calls = |name: &str| call.args.iter().any(|arg| arg.contains_str(name));
    // A time beyond all years leaves gawk's stack in disorder; `gensub` without a match in a number gives memory that was
    // freed; the text of an infinite number as the record or a field is lost.
    let far_time = call.args.iter().any(|arg| arg.contains_str("strftime("))
        && (far || ["inf", "nan", "log(", "exp("].iter().any(|name| calls(name)) || real_says(" ran out for this one"));
    let infinite = |outcome: &Outcome| outcome.stdout.contains_str("inf") || outcome.stdout.contains_str("nan");
    let makes_infinite = infinite(ours) || real_says(" received negative argument");
    let lost_text = call.args.iter().any(|arg| arg.contains(&b'$')) && makes_infinite && real.exit == ours.exit;
    let freed = call.args.iter().any(|arg| has_gensub_of_number(arg));
    // So does an array that is deleted while it is assigned to.
    let deleted = real_says("attempt to use a scalar value as array") && !ours.stderr.contains_str("scalar value");
    // An array that lost its name.
    let nameless = real_says("`(null)'") && ours.exit == 0;
    // What is read overwrites the text of the record before, which keeps its length, where that waits to be printed.
    let overwritten = calls("getline")
        && call.args.iter().any(|arg| arg.contains(&b'$'))
        && real.stdout.len() == ours.stdout.len()
        && (real.exit, &real.stderr, &real.files) == (ours.exit, &ours.stderr, &ours.files);
    // An element without a type that a function was called with is no variable and no value afterwards.
    let torn = real_says("`Node_var'");
    let disorder = far_time || lost_text || freed || torn || deleted || nameless || overwritten;
    if tool == "awk" && (real.exit == 134 || disorder) {
        return Some("gawk's own memory in disorder: it crashes, or uses what it freed");
    }
    if tool == "awk" && calls("1>&2") && same_errors(real, ours) {
        return Some("when a command tells what it reads from a pipe");
    }
    if tool == "awk" && calls("srand()") && real.exit == ours.exit && real.stderr == ours.stderr {
        return Some("srand() takes the present second");
    }
    if tool == "awk" && real_says("Invalid multibyte data detected") {
        return Some("a warning of bytes that are no characters");
    }
    if matches!(tool, "sed" | "awk")
        && call.files.iter().any(|(_, data)| bad(data))
        && call
            .args
            .iter()
            .any(|arg| ["\\B", "\\b", "\\y", "\\<", "\\>", "\\w", "\\W"].iter().any(|look| arg.contains_str(look)))
        && real.exit == ours.exit
    {
        return Some("word boundaries beside bytes that are no UTF-8");
    }
    if tool == "jq"
        && call.files.iter().any(|(_, data)| !data.is_ascii())
        && call.args.iter().any(|arg| {
            ["match(", "scan(", "sub(", "test(", "capture(", "split("].iter().any(|name| arg.contains_str(name))
        })
        && real.stderr == ours.stderr
    {
        return Some("empty matches between the bytes of a character");
    }
    let counted = |arg: &BString| {
        let flags = arg.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
        arg.starts_with(b"s") && flags.iter().any(u8::is_ascii_digit)
    };
    let is_read = |name: &str| call.args.iter().any(|arg| arg == name) || name == "in" && call.args.len() == 1;
    if tool == "sed"
        && call.args.iter().any(counted)
        && call.files.iter().any(|(_, data)| !data.is_ascii())
        && real.exit == ours.exit
        && real.stderr == ours.stderr
    {
        return Some("empty matches between the bytes of a character");
    }
    if tool == "sed"
        && (bad(&real.stdout) || real.files.values().any(bad))
        && !bad(&ours.stdout)
        && real.exit == ours.exit
        && !call.files.iter().any(|(name, data)| is_read(name) && bad(data))
    {
        return Some("empty matches between the bytes of a character");
    }
    if tool == "awk"
        && real_says("Usage: ")
        && ours.exit == real.exit
        && (ours.stderr.contains_str("Usage: ") || ours.stderr.contains_str("--help"))
    {
        return Some("help and version are in our own words");
    }
    if tool == "awk" && real_says("Usage: ") && ours.stderr.contains_str(" is not supported here") {
        return Some("help and version are in our own words");
    }
    if tool == "awk"
        && real.exit == 1
        && ours.exit == 1
        && real.stdout == ours.stdout
        && real_says("cmd. line:")
        && ours.stderr.contains_str("cmd. line:")
    {
        return Some("which mistake in a program's text is named, and where");
    }
    let undefined = |outcome: &Outcome| {
        outcome.stderr.contains_str(" is not defined at <top-level>")
            || outcome.stderr.contains_str("not a valid format")
    };
    if tool == "patch" && real.exit == 139 {
        return Some("crashes of the real patch");
    }
    let temporary = |name: &String| name.rsplit_once(".o").is_some_and(|(_, rest)| rest.len() == 6 && rest != "origin");
    let leaves = real.files.keys().any(|name| !ours.files.contains_key(name) && temporary(name));
    if tool == "patch" && (leaves || real_says("./.o") || real_says("Can't rename file ./")) && real.exit == ours.exit {
        return Some("names of temporary files");
    }
    if tool == "jq" && ours.stderr.contains_str("Repeat string result too long") {
        return Some("strings repeated beyond 31 bits, whose length wraps around there");
    }
    // The list of `builtins` is longer here for the same reason.
    if tool == "jq" && (undefined(real) || calls("builtins") && matches!((real.exit, ours.exit), (5, 4 | 5) | (0, 0))) {
        return Some("functions of jq 1.6 and 1.8 that 1.7.1 has not");
    }
    if tool == "jq" && real.exit == 5 && ours.exit == 4 && real.stdout == ours.stdout && real.stderr == ours.stderr {
        return Some("the status of invalid input, which is that of the shared cases");
    }
    // Glibc's are off by some units in the last place, by formulas of its own: the third root of 27 is
    // 3.0000000000000004 there.
    let inexact = ["cbrt", "gamma", "erf", "j0", "j1", "jn", "y0", "y1", "yn"].iter().any(|name| calls(name));
    if tool == "jq"
        && inexact
        && real.exit == ours.exit
        && is_nearly(&real.stdout, &ours.stdout)
        && is_nearly(&real.stderr, &ours.stderr)
    {
        return Some("last digits of functions that the C library does not round correctly");
    }
    let first_error = |outcome: &Outcome| {
        let line = outcome.stderr.lines().next().unwrap_or_default();
        let line = line.split_str(", expecting").next().unwrap_or_default();
        line.split_str(" (Unix").next().unwrap_or_default().to_vec()
    };
    if tool == "jq" && real.exit == 3 && ours.exit == 3 && first_error(real) == first_error(ours) {
        return Some("what else a parser expected, and further errors after the first");
    }
    None
}

/// Whether two texts are the same but for the last digits of numbers.
fn is_nearly(left: &BString, right: &BString) -> bool {
    let parts = |text: &BString| -> Vec<String> {
        let text = text.to_str_lossy().into_owned();
        text.split_inclusive(|letter: char| !letter.is_ascii_digit() && letter != '.').map(str::to_owned).collect()
    };
    let (left, right) = (parts(left), parts(right));
    let number = |part: &str| part.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse::<f64>();
    left.len() == right.len()
        && left.iter().zip(&right).all(|(left, right)| match (number(left), number(right)) {
            (Ok(one), Ok(other)) => (one - other).abs() <= one.abs() * 1e-14,
            _ => left == right,
        })
}

/// Whether the same lines were told, in some order.
fn same_errors(real: &Outcome, ours: &Outcome) -> bool {
    let lines = |outcome: &Outcome| {
        let mut lines: Vec<BString> = outcome.stderr.lines().map(BString::from).collect();
        lines.sort_unstable();
        lines
    };
    real.stdout == ours.stdout && real.exit == ours.exit && real.files == ours.files && lines(real) == lines(ours)
}

/// Whether a program calls `gensub` with a fourth argument that is neither a string, a field nor the value of a place.
fn has_gensub_of_number(program: &[u8]) -> bool {
    program.find_iter("gensub(").any(|at| {
        let (mut depth, mut commas, mut last) = (0, 0, at);
        let (mut quote, mut before, mut in_bracket) = (None, b'(', false);
        for (index, byte) in program.iter().enumerate().skip(at + "gensub(".len()) {
            let begins = *byte == b'"' || *byte == b'/' && matches!(before, b'(' | b',');
            let is_escaped = before == b'\\' && quote.is_some();
            before = match byte {
                b' ' => before,
                b'\\' if is_escaped => b' ',
                byte => *byte,
            };
            match byte {
                _ if quote == Some(*byte) && !is_escaped && !in_bracket => quote = None,
                // A slash in brackets ends no expression.
                b'[' | b']' if quote == Some(b'/') && !is_escaped => in_bracket = *byte == b'[',
                _ if quote.is_some() => {}
                byte if begins => quote = Some(*byte),
                b'(' | b'[' => depth += 1,
                b')' if depth == 0 => break,
                b')' | b']' => depth -= 1,
                b',' if depth == 0 => (commas, last) = (commas + 1, index + 1),
                _ => {}
            }
        }
        let fourth = program[last..].trim_start();
        // What follows the string makes a number of it.
        let behind =
            fourth.strip_prefix(b"\"").and_then(|text| text.split_once_str("\"")).map(|(_, rest)| rest.trim_start());
        let is_counted = behind.and_then(|rest| rest.first()).is_some_and(|byte| b"^*/%+-<>=!~&|?".contains(byte));
        let is_stepped = fourth.starts_with(b"$")
            && ["++", "--", " + ", " - ", " * ", " / ", " % ", " ^ "]
                .iter()
                .any(|operator| fourth.contains_str(operator));
        commas == 3 && (is_stepped || is_counted || !matches!(fourth.first(), Some(b'"' | b'$')))
    })
}

fn quoted(arg: &[u8]) -> Vec<u8> {
    let mut out = vec![b'\''];
    out.extend(arg.replace("'", "'\\''"));
    out.push(b'\'');
    out
}

struct Runner {
    executor: Arc<Executor>,
    folder: std::path::PathBuf,
    /// Where the real tools are.
    path: String,
}

impl Runner {
    fn ours(&self, tool: &Tool, call: &Call) -> Outcome {
        let mut files: Vec<(BString, Bytes)> =
            call.files.iter().map(|(name, data)| (name.as_str().into(), Bytes::from(data.to_vec()))).collect();
        files.push(("dir/inner".into(), Bytes::from_static(b"inner\n")));
        let clock = Some(ClockStart::Virtual(Time(call.now as i64 * 1_000_000_000)));
        let limits = Some(Limits { wall_ms: 20_000, ..Limits::default() });
        let session =
            Session::new(&self.executor, &SessionOptions { files, clock, limits, ..SessionOptions::default() });
        let session = session.expect("the default options are valid");
        // `env` passes by the builtin of that name.
        let mut script = b"env TZ=UTC ".to_vec();
        script.extend(tool.name.as_bytes());
        for arg in &call.args {
            script.push(b' ');
            script.extend(quoted(arg));
        }
        script.extend(format!(" <in | head -c {MOST_OUTPUT}; exit ${{PIPESTATUS[0]}}").into_bytes());
        let request = Request { command: Bytes::from(script), incremental: true, ..Request::default() };
        let result = session.execute_sync(&request).expect("the session is open and idle");
        let mut left = BTreeMap::new();
        let root = AbsPath::workspace();
        if let Ok(state) = session.state() {
            for entry in Walk::new(&state.tree, &root).into_iter().flatten().skip(1) {
                let path = String::from_utf8_lossy(&entry.path.as_bytes()[root.as_bytes().len() + 1..]).into_owned();
                if let Node::File(file) = &entry.node {
                    left.insert(path, BString::from(file.content().to_bytes().to_vec()));
                }
            }
        }
        let mut stderr = BString::from(result.stderr.to_vec());
        if let Some(failure) = &result.failure {
            stderr.extend_from_slice(format!("[{}] {}", failure.code, failure.message).as_bytes());
        }
        let mut stdout = result.stdout[..result.stdout.len().min(MOST_OUTPUT)].to_vec();
        if tool.name == "diff" {
            stdout = without_present(&stdout);
        }
        if tool.name == "date" {
            stderr = without_fraction(&stderr).into();
        }
        let stdout = BString::from(stdout);
        Outcome { stdout, stderr, exit: i32::from(result.exit_code), files: left }
    }

    /// `None`: the tool did not end, it said too much, or it must not be run.
    fn real(&self, tool: &Tool, call: &Call) -> Option<Outcome> {
        if tool.name == "date" && may_set_the_clock(&call.args) {
            return None;
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        let modified = UNIX_EPOCH + Duration::from_secs(call.now);
        let inner = ("dir/inner".to_owned(), "inner\n".into());
        for (name, data) in call.files.iter().chain([&inner]) {
            let path = self.folder.join(name);
            std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
            std::fs::write(&path, data).expect("a temporary file");
            File::options().append(true).open(&path).and_then(|file| file.set_modified(modified)).expect("our own");
        }
        // Without a terminal nothing can be asked.
        let mut child = Command::new("setsid")
            .args(["timeout", "2", tool.name])
            .args(call.args.iter().map(|arg| std::ffi::OsStr::from_bytes(arg)))
            .current_dir(&self.folder)
            .env_clear()
            .env("PATH", &self.path)
            .envs([("LC_ALL", "C.UTF-8"), ("LANG", "C.UTF-8"), ("TZ", "UTC")])
            .env("HOME", &self.folder)
            .stdin(File::open(self.folder.join("in")).expect("it was just written"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("`timeout` is there");
        let mut stdout = Vec::new();
        let pipe = child.stdout.take().expect("it is piped");
        let _ = pipe.take(MOST_OUTPUT as u64).read_to_end(&mut stdout);
        let mut stderr = Vec::new();
        let _ = child.stderr.take().expect("it is piped").read_to_end(&mut stderr);
        let status = child.wait().expect("a child of ours");
        let exit = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
        if exit == 124 || stdout.len() == MOST_OUTPUT {
            return None;
        }
        if tool.name == "diff" {
            stdout = without_present(&stdout);
        }
        if tool.name == "date" {
            stderr = without_fraction(&stderr);
        }
        let mut files = BTreeMap::new();
        list(&self.folder, "", &mut files);
        Some(Outcome { stdout: stdout.into(), stderr: stderr.into(), exit, files })
    }

    fn differs(&self, tool: &Tool, call: &Call) -> Option<(Outcome, Outcome)> {
        let real = self.real(tool, call)?;
        let ours = self.ours(tool, call);
        (real != ours).then_some((real, ours))
    }

    /// Whether a smaller call differs still in the same things.
    fn differs_so(&self, tool: &Tool, call: &Call, so: [bool; 4]) -> bool {
        self.differs(tool, call).is_some_and(|(real, ours)| differences(&real, &ours) == so)
    }

    /// Leaves out arguments, then stretches of the arguments and files, as long as the call still differs.
    fn shrink(&self, tool: &Tool, call: &mut Call, so: [bool; 4]) {
        let end = Instant::now() + Duration::from_secs(2);
        let mut changed = true;
        while changed && Instant::now() < end {
            changed = false;
            let mut index = 0;
            while index < call.args.len() {
                let removed = call.args.remove(index);
                // `date` alone asks for the present second.
                if !call.args.is_empty() && self.differs_so(tool, call, so) {
                    changed = true;
                } else {
                    call.args.insert(index, removed);
                    index += 1;
                }
            }
            // What is cut out of a patch is no patch any more.
            for file in 0..call.files.len() {
                if tool.name == "patch" && call.files[file].0 == "in" {
                    continue;
                }
                changed |= self.shorten(tool, call, so, end, &|call| &mut call.files[file].1);
            }
            for index in 0..call.args.len() {
                // Short words are names and options, which mean another thing when they are cut.
                if call.args[index].len() < 8 {
                    continue;
                }
                changed |= self.shorten(tool, call, so, end, &|call| &mut call.args[index]);
            }
        }
    }

    fn shorten(
        &self,
        tool: &Tool,
        call: &mut Call,
        so: [bool; 4],
        end: Instant,
        part: &dyn Fn(&mut Call) -> &mut BString,
    ) -> bool {
        let mut changed = false;
        let mut size = part(call).len();
        while size > 0 && Instant::now() < end {
            let mut start = 0;
            while start < part(call).len() && Instant::now() < end {
                let whole = part(call).clone();
                let stop = (start + size).min(whole.len());
                part(call).drain(start..stop);
                if self.differs_so(tool, call, so) {
                    changed = true;
                } else {
                    *part(call) = whole;
                    start += size;
                }
            }
            size /= 2;
        }
        changed
    }
}

/// Whether the real `date` might take an operand, or `-s`, for what the clock of this machine should be set to: what
/// arguments remain when others were left out, nobody chose.
fn may_set_the_clock(args: &[BString]) -> bool {
    let starts = |prefixes: &[&str]| args.iter().any(|arg| prefixes.iter().any(|prefix| arg.starts_with_str(prefix)));
    // Beside a time to print, an operand is a mistake.
    let prints = starts(&["-d", "-ud", "-f", "-uf", "-r", "--d", "--f", "--ref"]);
    let options_only = args.iter().all(|arg| arg.starts_with(b"-") || arg.starts_with(b"+"));
    starts(&["-s", "-us", "--s"]) || !(prints || options_only)
}

/// `diff` gives the present as the time of standard input.
fn without_present(output: &[u8]) -> Vec<u8> {
    let lines = output.split_inclusive(|byte| *byte == b'\n').map(|line| match line {
        [b'-' | b'+' | b'*', b'-' | b'+' | b'*', _, b' ', b'-', b'\t', ..] => [&line[..5], b"\n"].concat(),
        // In color.
        [0x1b, b'[', b'1', b'm', _, _, _, b' ', b'-', b'\t', ..] => [&line[..9], b"\n"].concat(),
        line => line.to_vec(),
    });
    lines.collect::<Vec<_>>().concat()
}

/// `date --debug` gives the present with its nanoseconds, which ours has not.
fn without_fraction(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| match line.split_once_str(".") {
        Some((whole, fraction))
            if whole.starts_with(b"date: final: ") && fraction.ends_with_str("(epoch-seconds)\n") =>
        {
            whole
        }
        _ => line,
    });
    lines.collect::<Vec<_>>().concat()
}

/// Which of standard output, standard error, exit status and files differ.
fn differences(real: &Outcome, ours: &Outcome) -> [bool; 4] {
    [real.stdout != ours.stdout, real.stderr != ours.stderr, real.exit != ours.exit, real.files != ours.files]
}

fn list(folder: &Path, prefix: &str, files: &mut BTreeMap<String, BString>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, std::fs::read(entry.path()).unwrap_or_default().into());
        }
    }
}

/// What a difference is about: its options without their values, and what differs.
fn signature(call: &Call, real: &Outcome, ours: &Outcome) -> String {
    let mut options: Vec<String> = Vec::new();
    for arg in &call.args {
        if let Some(long) = arg.strip_prefix(b"--") {
            options.push(String::from_utf8_lossy(long.split_str("=").next().unwrap_or_default()).into_owned());
        } else if arg.starts_with(b"-") && arg.len() > 1 {
            options.push(String::from_utf8_lossy(&arg[1..2]).into_owned());
        }
    }
    options.sort();
    options.dedup();
    let words = |outcome: &Outcome| {
        let letters = outcome.stderr.iter().filter(|byte| byte.is_ascii_alphabetic() || **byte == b' ').take(30);
        String::from_utf8_lossy(&letters.copied().collect::<Vec<_>>()).into_owned()
    };
    let kinds = [real.stdout == ours.stdout, real.exit == ours.exit, real.stderr == ours.stderr];
    let says = if kinds[2] { String::new() } else { words(real) };
    format!("{options:?} {kinds:?} {says}")
}

fn shown(text: &BString) -> BString {
    BString::from(text[..text.len().min(400)].to_vec())
}

#[test]
#[ignore = "needs the GNU tools on the host; see the first lines"]
fn random_commands_do_as_the_real_ones() {
    let wanted = std::env::var("FUZZ_COMMANDS").unwrap_or_default();
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let first: u64 = std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let most: usize = std::env::var("FUZZ_SHOW").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let slow = std::env::var("FUZZ_SLOW").ok().and_then(|text| text.parse().ok()).map(Duration::from_millis);
    // Commands run in the session's shell, which is why sed may run them.
    let options = ExecutorOptions { sed_execute: true, ..ExecutorOptions::default() };
    let executor = Executor::new(options).expect("the default options are valid");
    let shared = Path::new("/dev/shm");
    let base = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
    let folder = base.join(format!("fuzz-{}", std::process::id()));
    let path = std::env::var("FUZZ_PATH").map_or_else(|_| String::new(), |path| format!("{path}:")) + "/usr/bin:/bin";
    let runner = Runner { executor, folder, path };
    let mut total = 0;
    for tool in arguments::TOOLS {
        if !wanted.is_empty() && !wanted.split(',').any(|name| name == tool.name) {
            continue;
        }
        let end = Instant::now() + Duration::from_secs(seconds);
        let (mut count, mut different, mut endless, mut seed) = (0u64, 0u64, 0u64, first);
        let mut kinds: BTreeSet<String> = BTreeSet::new();
        let mut excused: BTreeMap<&str, u64> = BTreeMap::new();
        let mut statuses: BTreeMap<i32, u64> = BTreeMap::new();
        let mut taken = [Duration::ZERO; 2];
        while Instant::now() < end {
            let mut random = Random::new(seed ^ (tool.name.len() as u64) << 48);
            let files = match tool.name {
                "diff" => pairs::files(&mut random),
                "patch" => pairs::patches(&mut random, &runner.folder),
                _ => ["f1", "f2", "f3", "in"]
                    .iter()
                    .map(|name| ((*name).to_owned(), arguments::content(&mut random, tool)))
                    .collect(),
            };
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            let mut call = Call { args: arguments::arguments(&mut random, tool), files, now };
            seed += 1;
            count += 1;
            let begun = Instant::now();
            let real = runner.real(tool, &call);
            taken[0] += begun.elapsed();
            let Some(real) = real else {
                endless += 1;
                continue;
            };
            *statuses.entry(real.exit).or_insert(0) += 1;
            let begun = Instant::now();
            let ours = runner.ours(tool, &call);
            taken[1] += begun.elapsed();
            if slow.is_some_and(|slow| begun.elapsed() > slow) {
                println!("---- {} seed {}: {:?} took {:?}", tool.name, seed - 1, call.args, begun.elapsed());
            }
            if real == ours {
                continue;
            }
            if let Some(kind) = allowed(tool.name, &call, &real, &ours) {
                *excused.entry(kind).or_insert(0) += 1;
                continue;
            }
            different += 1;
            if kinds.len() >= most {
                continue;
            }
            runner.shrink(tool, &mut call, differences(&real, &ours));
            let Some((real, ours)) = runner.differs(tool, &call) else {
                println!("---- {} seed {}: differs only now and then", tool.name, seed - 1);
                different -= 1;
                continue;
            };
            if let Some(kind) = allowed(tool.name, &call, &real, &ours) {
                *excused.entry(kind).or_insert(0) += 1;
                different -= 1;
                continue;
            }
            if !kinds.insert(signature(&call, &real, &ours)) {
                continue;
            }
            println!("---- {} seed {}: {:?}", tool.name, seed - 1, call.args);
            for (name, data) in call.files.iter().filter(|(_, data)| !data.is_empty()) {
                println!("  {name} {:?}", shown(data));
            }
            println!("  real {:?} {} {:?}", shown(&real.stdout), real.exit, shown(&real.stderr));
            println!("  ours {:?} {} {:?}", shown(&ours.stdout), ours.exit, shown(&ours.stderr));
            if real.files != ours.files {
                println!("  files {:?}\n   ours {:?}", real.files, ours.files);
            }
        }
        total += different;
        println!(
            "{}: {count} calls (seeds {first}..{seed}), {different} different in {} kinds, allowed {excused:?}, \
             {endless} without end, statuses {statuses:?}, {:.0?} in the real tool and {:.0?} in ours",
            tool.name,
            kinds.len(),
            taken[0],
            taken[1],
        );
    }
    let _ = std::fs::remove_dir_all(&runner.folder);
    assert_eq!(total, 0, "calls that differ from the real tools");
}
