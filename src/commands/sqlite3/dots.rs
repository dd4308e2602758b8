//! The dot-commands: how they are read, and those that need no file of their own.

use bstr::{BString, ByteSlice};
use rusqlite::limits::Limit;
use workspace::Follow;

use super::settings::{AutoPlan, Mode, Settings, Wrapping};
use super::shell::{Opened, Shell, Sink, Verdict};
use super::{dump, files, import, parameter, render, schema};
use shell::kernel::{Halt, OpenOptions};
use shell::command::Input;

/// Words of a dot-command at most.
const WORDS: usize = 51;

/// Inputs within inputs at most.
const DEPTH: u32 = 25;

/// The words of a line behind its dot: in quotes or up to a blank, backslashes read in all but single quotes.
fn words(line: &[u8]) -> Vec<BString> {
    let (mut at, mut found) = (1, Vec::new());
    while found.len() < WORDS {
        while line.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let Some(&first) = line.get(at) else { break };
        let start;
        if matches!(first, b'\'' | b'"') {
            start = at + 1;
            at += 1;
            while line.get(at).is_some_and(|byte| *byte != first) {
                at += usize::from(line[at] == b'\\' && first == b'"' && at + 1 < line.len()) + 1;
            }
            let text = &line[start..at.min(line.len())];
            found.push(if first == b'"' { backslashes(text) } else { text.into() });
            at += 1;
        } else {
            start = at;
            while line.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
                at += 1;
            }
            found.push(backslashes(&line[start..at]));
        }
    }
    found
}

/// Replaces the escapes of C.
pub fn backslashes(text: &[u8]) -> BString {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let Some((&next, tail)) = tail.split_first().filter(|_| byte == b'\\') else {
            out.push(byte);
            continue;
        };
        rest = tail;
        out.push(match next {
            b'a' => 0x07,
            b'b' => 0x08,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 0x0b,
            b'f' => 0x0c,
            b'r' => b'\r',
            b'0'..=b'7' => {
                let mut value = u32::from(next - b'0');
                for _ in 0..2 {
                    let Some((&digit @ b'0'..=b'7', tail)) = rest.split_first() else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    rest = tail;
                }
                (value & 0xff) as u8
            }
            other => other,
        });
    }
    // Strings end at NUL bytes.
    render::to_nul(&out).into()
}

/// A number as the dot-commands read it: decimal or hexadecimal, with a unit behind it.
pub fn integer(text: &[u8]) -> i64 {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mut value: i64 = 0;
    let rest = if let Some(digits) = text.strip_prefix(b"0x") {
        let count = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        for &digit in &digits[..count] {
            let digit = char::from(digit).to_digit(16).unwrap_or(0);
            value = value.wrapping_shl(4).wrapping_add(i64::from(digit));
        }
        &digits[count..]
    } else {
        let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        for &digit in &text[..count] {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
        }
        &text[count..]
    };
    const UNITS: &[(&str, i64)] = &[
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("KB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("K", 1_000),
        ("M", 1_000_000),
        ("G", 1_000_000_000),
    ];
    if let Some((_, unit)) = UNITS.iter().find(|(name, _)| rest.eq_ignore_ascii_case(name.as_bytes())) {
        value = value.wrapping_mul(*unit);
    }
    if negative { value.wrapping_neg() } else { value }
}

impl Shell<'_, '_> {
    /// Reads a switch; what is none is said and counts as off.
    pub fn boolean(&mut self, text: &[u8]) -> Result<bool, Halt> {
        if !text.is_empty() && text.iter().all(u8::is_ascii_digit)
            || text.strip_prefix(b"0x").is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        {
            return Ok(integer(text) & 0xffff_ffff != 0);
        }
        match text.to_ascii_lowercase().as_slice() {
            b"on" | b"yes" => Ok(true),
            b"off" | b"no" => Ok(false),
            _ => {
                let text = [b"ERROR: Not a boolean value: \"", text, b"\". Assuming \"no\"."].concat();
                self.complain(&text)?;
                Ok(false)
            }
        }
    }

    /// Opens the database for a dot-command; false when there is none, which was said.
    pub fn ready(&mut self) -> Result<bool, Halt> {
        match self.open()? {
            Opened::Yes => Ok(true),
            Opened::No => Ok(false),
            Opened::NotDatabase => {
                self.complain(b"Error: file is not a database")?;
                Ok(false)
            }
        }
    }
}

/// Runs a line that begins with a dot.
pub fn run(shell: &mut Shell<'_, '_>, line: &[u8]) -> Result<Verdict, Halt> {
    let words = words(line);
    let Some((command, arguments)) = words.split_first() else { return Ok(Verdict::Fine) };
    let is = |name: &str, least: usize| command.len() >= least && name.as_bytes().starts_with(command);
    let switch = |name: &str| -> Vec<u8> { format!("Usage: .{name} on|off").into_bytes() };
    match command.first().copied().unwrap_or(0) {
        b'b' if is("backup", 3) => return files::save(shell, arguments),
        b'b' if is("bail", 3) => match arguments {
            [value] => shell.settings.bail = shell.boolean(value)?,
            _ => return shell.fail(switch("bail")),
        },
        // Line ends are always written as they are.
        b'b' if is("binary", 3) => match arguments {
            [value] => drop(shell.boolean(value)?),
            _ => return shell.fail(switch("binary")),
        },
        b'c' if is("cd", 2) => match arguments {
            [folder] => return change_folder(shell, folder),
            _ => return shell.fail("Usage: .cd DIRECTORY"),
        },
        b'c' if is("changes", 3) => match arguments {
            [value] => shell.settings.changes = shell.boolean(value)?,
            _ => return shell.fail(switch("changes")),
        },
        b'd' if is("databases", 2) => return schema::databases(shell),
        b'd' if is("dump", 1) => return dump::run(shell, arguments),
        b'e' if is("echo", 1) => match arguments {
            [value] => shell.settings.echo = shell.boolean(value)?,
            _ => return shell.fail(switch("echo")),
        },
        b'e' if is("eqp", 1) => match arguments {
            [value] => {
                shell.settings.auto_plan = match value.as_slice() {
                    b"full" => AutoPlan::Full,
                    b"trigger" => AutoPlan::Trigger,
                    value if shell.boolean(value)? => AutoPlan::On,
                    _ => AutoPlan::Off,
                }
            }
            _ => return shell.fail("Usage: .eqp off|on|trace|trigger|full"),
        },
        b'e' if is("explain", 3) => return explain(shell, arguments),
        b'e' if is("exit", 1) => {
            return Ok(match arguments.first().map(|code| integer(code)) {
                Some(code) if code as i32 != 0 => Verdict::Exit((code & 0xff) as u8),
                _ => Verdict::Quit,
            });
        }
        b'f' if is("fullschema", 1) => return schema::full(shell, arguments),
        b'h' if is("headers", 1) && !is("help", 3) => match arguments {
            [value] => {
                shell.settings.header = shell.boolean(value)?;
                shell.settings.header_set = true;
            }
            _ => return shell.fail(switch("headers")),
        },
        b'h' if is("help", 1) => return help(shell, arguments),
        b'i' if is("import", 1) => return import::run(shell, arguments),
        b'i' if is("indices", 1) || is("indexes", 1) => return schema::names(shell, arguments, true),
        b'l' if is("limit", 3) => return limit(shell, arguments),
        b'm' if is("mode", 1) => return mode(shell, arguments),
        b'n' if is("nullvalue", 1) => match arguments {
            [text] => shell.settings.null = text.clone(),
            _ => return shell.fail("Usage: .nullvalue STRING"),
        },
        b'o' if is("open", 2) => return files::open(shell, arguments),
        b'o' if is("output", 1) || is("once", 1) => return output(shell, command, arguments),
        b'p' if is("parameter", 3) => return parameter::run(shell, arguments),
        b'p' if is("print", 3) => {
            let line = arguments.iter().map(|word| word.as_slice()).collect::<Vec<_>>().join(&b' ');
            shell.put(&line)?;
            shell.put(b"\n")?;
        }
        // There is nobody to prompt.
        b'p' if is("prompt", 3) => {}
        b'q' if is("quit", 1) => return Ok(Verdict::Quit),
        b'r' if is("read", 3) => return read(shell, arguments),
        b'r' if is("restore", 3) => return files::restore(shell, arguments),
        b's' if is("save", 3) => return files::save(shell, arguments),
        b's' if is("schema", 2) && !is("sc", 3) => return schema::run(shell, arguments),
        b's' if is("separator", 2) => match arguments {
            [column] => shell.settings.column_separator = column.clone(),
            [column, row] => {
                shell.settings.column_separator = column.clone();
                shell.settings.row_separator = row.clone();
            }
            _ => return shell.fail("Usage: .separator COL ?ROW?"),
        },
        b's' if is("show", 2) => return show(shell, arguments),
        b's' if is("shell", 2) || is("system", 2) => {
            return shell.fail(format!("Error: .{command} is not supported: run the command in the shell itself"));
        }
        b't' if is("tables", 2) => return schema::names(shell, arguments, false),
        // Nobody else holds a lock while a statement runs.
        b't' if is("timeout", 5) => {}
        b't' if is("timer", 5) => match arguments {
            [value] => shell.timer = shell.boolean(value)?,
            _ => return shell.fail(switch("timer")),
        },
        b'v' if is("version", 1) => {
            let text = format!("SQLite {} {}\n", rusqlite::version(), super::source_id());
            shell.put(text.as_bytes())?;
        }
        b'w' if is("width", 1) => {
            shell.settings.widths = arguments.iter().map(|word| integer(word) as i32).collect();
        }
        _ => {
            let text = format!(
                "Error: unknown command or invalid arguments:  \"{}\". Enter \".help\" for help",
                command.as_bstr()
            );
            return shell.fail(text);
        }
    }
    Ok(Verdict::Fine)
}

fn change_folder(shell: &mut Shell<'_, '_>, folder: &[u8]) -> Result<Verdict, Halt> {
    let found = shell.context.vfs().resolve(shell.context.cwd(), folder, Follow::Yes);
    match found {
        Ok(found) if shell.context.vfs().is_dir(shell.context.cwd(), folder) => {
            shell.persist()?;
            shell.context.exec.cwd = found.path;
            if let Some(database) = &shell.database {
                database.set_cwd(&shell.context.exec.cwd);
            }
            Ok(Verdict::Fine)
        }
        _ => shell.fail(format!("Cannot change to directory \"{}\"", folder.as_bstr())),
    }
}

fn explain(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let automatic = arguments.first().is_some_and(|word| word == "auto");
    let on = match arguments.first() {
        Some(word) if !automatic => shell.boolean(word)?,
        _ => true,
    };
    let settings = &mut shell.settings;
    if on && !automatic {
        if settings.mode != Mode::Explain {
            settings.before_explain = Some((settings.mode, settings.header));
            settings.mode = Mode::Explain;
        }
        settings.auto_explain = false;
    } else {
        if let Some((mode, _)) = settings.before_explain.take() {
            settings.mode = mode;
        }
        settings.auto_explain = automatic;
    }
    Ok(Verdict::Fine)
}

fn mode(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let mut wrapping = Wrapping::default();
    let (mut mode, mut table): (Option<&[u8]>, Option<&[u8]>) = (None, None);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let option = word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-"));
        match (option, rest.len()) {
            (Some(b"wrap"), 1..) => {
                wrapping.wrap = rest.next().map_or(0, |word| integer(word) as i32);
            }
            (Some(b"ww"), _) => wrapping.at_words = true,
            (Some(b"wordwrap"), 1..) => {
                let word = rest.next().cloned().unwrap_or_default();
                wrapping.at_words = shell.boolean(&word)?;
            }
            (Some(b"quote"), _) => wrapping.quote = true,
            (Some(b"noquote"), _) => wrapping.quote = false,
            _ if mode.is_none() => {
                mode = Some(word);
                if word == "qbox" {
                    mode = Some(b"box");
                    wrapping = Wrapping { quote: true, ..Wrapping::default() };
                }
            }
            _ if table.is_none() => table = Some(word),
            (Some(_), _) => {
                return shell.fail(format!(
                    "unknown option: {word}\noptions:\n  --noquote\n  --quote\n  --wordwrap on/off\n  --wrap N\n  --ww"
                ));
            }
            (None, _) => return shell.fail(format!("extra argument: \"{word}\"")),
        }
    }
    let current = shell.settings.mode;
    if mode.is_none() {
        let mut text = format!("current output mode: {}", current.name());
        if current.is_columnar() {
            let now = shell.settings.wrapping;
            text += &format!(
                " --wrap {} --wordwrap {} --{}quote",
                now.wrap,
                if now.at_words { "on" } else { "off" },
                if now.quote { "" } else { "no" }
            );
        }
        text.push('\n');
        shell.put(text.as_bytes())?;
    }
    if !shell.settings.set_mode(mode.unwrap_or(current.name().as_bytes()), table, wrapping) {
        return shell.fail(
            "Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table \
             tabs tcl",
        );
    }
    Ok(Verdict::Fine)
}

fn output(shell: &mut Shell<'_, '_>, command: &[u8], arguments: &[BString]) -> Result<Verdict, Halt> {
    let once = b"once".starts_with(command) && !b"output".starts_with(command);
    let (mut file, mut bom): (Option<&BString>, bool) = (None, false);
    for word in arguments {
        let option = word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-"));
        match option {
            Some(b"bom") => bom = true,
            Some(b"x" | b"e") if once => {
                return shell.fail(format!("Error: .once {word} is not supported: there is no other program"));
            }
            Some(_) => {
                return shell.fail(format!("ERROR: unknown option: \"{word}\".  Usage:\n{}", usage(if once { "once" } else { "output" })));
            }
            None if file.is_none() => file = Some(word),
            None => {
                return shell.fail(format!("ERROR: extra parameter: \"{word}\".  Usage:\n{}", usage(if once { "once" } else { "output" })));
            }
        }
    }
    let file = file.map_or(&b"stdout"[..], |file| file.as_slice());
    if file == b"off" {
        // As in 3.40: it fails, without a word, and goes back to standard output.
        shell.reset_output()?;
        return Ok(Verdict::Failed);
    }
    if file.starts_with(b"|") {
        return shell.fail("Error: pipes to commands are not supported: write to a file, or pipe the output of sqlite3");
    }
    if !shell.redirect(file)? {
        let file = file.as_bstr();
        return shell.fail(format!("Error: cannot open \"{file}\"\nError: cannot write to \"{file}\""));
    }
    if bom {
        shell.put("\u{feff}".as_bytes())?;
    }
    shell.once = once && matches!(shell.sink, Sink::File(..));
    Ok(Verdict::Fine)
}

fn read(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let [file] = arguments else { return shell.fail("Usage: .read FILE") };
    if file.starts_with(b"|") {
        return shell.fail("Error: pipes from commands are not supported: write to a file first");
    }
    if shell.depth >= DEPTH {
        return shell.fail(format!("Input nesting limit ({DEPTH}) reached at line 1. Check recursion."));
    }
    shell.persist()?;
    let opened = shell.context.open(file, OpenOptions::reading());
    let is_folder = shell.context.vfs().is_dir(shell.context.cwd(), file);
    let Ok(fd) = opened else { return shell.fail(format!("Error: cannot open \"{file}\"")) };
    if is_folder {
        return shell.fail(format!("Error: cannot open \"{file}\""));
    }
    shell.depth += 1;
    let verdict = shell.process(&mut Input::new(fd));
    shell.depth -= 1;
    verdict
}

fn limit(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    const LIMITS: &[(&str, Limit)] = &[
        ("length", Limit::SQLITE_LIMIT_LENGTH),
        ("sql_length", Limit::SQLITE_LIMIT_SQL_LENGTH),
        ("column", Limit::SQLITE_LIMIT_COLUMN),
        ("expr_depth", Limit::SQLITE_LIMIT_EXPR_DEPTH),
        ("compound_select", Limit::SQLITE_LIMIT_COMPOUND_SELECT),
        ("vdbe_op", Limit::SQLITE_LIMIT_VDBE_OP),
        ("function_arg", Limit::SQLITE_LIMIT_FUNCTION_ARG),
        ("attached", Limit::SQLITE_LIMIT_ATTACHED),
        ("like_pattern_length", Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH),
        ("variable_number", Limit::SQLITE_LIMIT_VARIABLE_NUMBER),
        ("trigger_depth", Limit::SQLITE_LIMIT_TRIGGER_DEPTH),
        ("worker_threads", Limit::SQLITE_LIMIT_WORKER_THREADS),
    ];
    if !shell.ready()? {
        return Ok(Verdict::Failed);
    }
    let shown: Vec<(&str, Limit)> = match arguments.first() {
        None => LIMITS.to_vec(),
        Some(word) => {
            let word = word.to_ascii_lowercase();
            let found: Vec<_> = LIMITS.iter().filter(|(name, _)| name.as_bytes().starts_with(&word)).copied().collect();
            match found.as_slice() {
                [] => {
                    let text = format!(
                        "unknown limit: \"{}\"\nenter \".limits\" with no arguments for a list.",
                        arguments[0]
                    );
                    return shell.fail(text);
                }
                [_] => found,
                _ => return shell.fail(format!("ambiguous limit: \"{}\"", arguments[0])),
            }
        }
    };
    if arguments.len() > 2 {
        return shell.fail("Usage: .limit NAME ?NEW-VALUE?");
    }
    let Some(database) = &shell.database else { return Ok(Verdict::Failed) };
    let mut text = String::new();
    for (name, limit) in shown {
        let connection = &database.connection;
        let current = connection.limit(limit).unwrap_or(0);
        if let Some(value) = arguments.get(1) {
            // What the session allows is the most that can be set.
            let wanted = i32::try_from(integer(value)).unwrap_or(i32::MAX);
            if (0..=current).contains(&wanted) {
                let _ = connection.set_limit(limit, wanted);
            }
        }
        text += &format!("{name:>20} {}\n", connection.limit(limit).unwrap_or(0));
    }
    shell.put(text.as_bytes())?;
    Ok(Verdict::Fine)
}

fn show(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    if !arguments.is_empty() {
        return shell.fail("Usage: .show");
    }
    let Settings { mode, wrapping, .. } = shell.settings;
    let settings = &shell.settings;
    let on = |value: bool| if value { "on" } else { "off" };
    let mut out = Vec::new();
    let mut line = |name: &str, value: &[u8]| {
        out.extend_from_slice(format!("{name:>12}: ").as_bytes());
        out.extend_from_slice(value);
        out.push(b'\n');
    };
    let quoted = |text: &[u8]| {
        let mut out = Vec::new();
        render::c_string(&mut out, text);
        out
    };
    line("echo", on(settings.echo).as_bytes());
    let plan = match settings.auto_plan {
        AutoPlan::Off => "off",
        AutoPlan::On => "on",
        AutoPlan::Trigger => "trigger",
        AutoPlan::Full => "full",
    };
    line("eqp", plan.as_bytes());
    let explain = match (settings.mode, settings.auto_explain) {
        (Mode::Explain, _) => "on",
        (_, true) => "auto",
        _ => "off",
    };
    line("explain", explain.as_bytes());
    line("headers", on(settings.header).as_bytes());
    let mut text = mode.name().to_owned();
    if mode.is_columnar() {
        text += &format!(
            " --wrap {} --wordwrap {} --{}quote",
            wrapping.wrap,
            on(wrapping.at_words),
            if wrapping.quote { "" } else { "no" }
        );
    }
    line("mode", text.as_bytes());
    line("nullvalue", &quoted(&settings.null));
    match &shell.sink {
        Sink::File(name, _) => line("output", name),
        _ => line("output", b"stdout"),
    }
    line("colseparator", &quoted(&settings.column_separator));
    line("rowseparator", &quoted(&settings.row_separator));
    line("stats", b"off");
    let widths: String = settings.widths.iter().map(|width| format!("{width} ")).collect();
    line("width", widths.as_bytes());
    line("filename", &shell.file);
    shell.put(&out)?;
    Ok(Verdict::Fine)
}

/// The dot-commands with what they do.
const HELP: &[(&str, &str)] = &[
    ("backup ?DB? FILE", "Write a database (main unless named) to a file"),
    ("bail on|off", "Stop at the first error, or go on"),
    ("binary on|off", "No effect: line ends are written as they are"),
    ("cd DIRECTORY", "Change the folder that paths start from"),
    ("changes on|off", "Print how many rows each statement changed"),
    ("databases", "List the open databases and their files"),
    ("dump ?OPTIONS? ?PATTERN...?", "Print the database as SQL: --data-only --newlines --nosys --preserve-rowids"),
    ("echo on|off", "Print each input before it runs"),
    ("eqp on|off|full|trigger", "Print the query plan of each statement"),
    ("exit ?CODE?", "End the command"),
    ("explain ?on|off|auto?", "How EXPLAIN is laid out"),
    ("fullschema ?--indent?", "Print the schema and the statistics"),
    ("headers on|off", "Print the names of columns"),
    ("help ?PATTERN?", "Print this list, or what matches"),
    ("import FILE TABLE", "Read a file into a table: --ascii --csv --schema S --skip N -v"),
    ("indexes ?TABLE?", "List the indexes"),
    ("limit ?LIMIT? ?VALUE?", "Show or lower a limit"),
    ("mode MODE ?OPTIONS?", "How results are printed: --wrap N --wordwrap on|off --ww --quote --noquote"),
    ("nullvalue STRING", "What is printed for NULL"),
    ("once ?OPTIONS? ?FILE?", "Send the next result to a file: --bom"),
    ("open ?OPTIONS? ?FILE?", "Close the database and open another: --new --readonly"),
    ("output ?OPTIONS? ?FILE?", "Send results to a file: --bom"),
    ("parameter CMD ...", "Values of parameters: clear, init, list, set NAME VALUE, unset NAME"),
    ("print STRING...", "Print text"),
    ("prompt MAIN CONTINUE", "No effect: there are no prompts"),
    ("quit", "End this input"),
    ("read FILE", "Run what a file holds"),
    ("restore ?DB? FILE", "Replace a database (main unless named) by a file's"),
    ("save ?OPTIONS? FILE", "As .backup"),
    ("schema ?OPTIONS? ?PATTERN?", "Print the statements of the schema: --indent --nosys"),
    ("separator COL ?ROW?", "What stands between columns and behind rows"),
    ("show", "Print the settings"),
    ("tables ?PATTERN?", "List the tables and views"),
    ("timeout MS", "No effect: nobody holds a lock"),
    ("timer on|off", "Print how long each input took, in virtual time"),
    ("version", "Print the versions"),
    ("width NUM1 NUM2 ...", "The least widths of columns"),
];

/// The line of the list about a command.
pub fn usage(name: &str) -> String {
    let line = HELP.iter().find(|(usage, _)| usage.split(' ').next() == Some(name));
    line.map_or_else(String::new, |(usage, text)| format!(".{usage:<30} {text}"))
}

fn help(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Verdict, Halt> {
    let pattern = arguments.iter().find(|word| !word.starts_with(b"-")).map(|word| word.to_str_lossy().to_lowercase());
    let pattern = pattern.as_deref().map(|text| text.trim_start_matches('.'));
    let mut out = String::new();
    for (usage, text) in HELP {
        let shown = pattern.is_none_or(|pattern| usage.starts_with(pattern) || text.to_lowercase().contains(pattern));
        if shown {
            out += &format!(".{usage:<30} {text}\n");
        }
    }
    if out.is_empty() {
        out = format!("Nothing matches '{}'\n", pattern.unwrap_or_default());
    }
    shell.put(out.as_bytes())?;
    Ok(Verdict::Fine)
}
