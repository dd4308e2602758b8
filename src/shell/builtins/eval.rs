//! `eval`, `source` and `.`, `exec`, `let`, `caller`, `times`

use std::sync::Arc;

use bstr::BString;

use super::arguments::whole_number;
use super::{Argument, USAGE, own_name, words};
use crate::dispatch::Lookup;
use crate::exec::TextPlace;
use crate::flow::Flow;
use crate::shell::{Frame, FrameKind, Shell};
use workspace::Errno;

pub(super) fn eval(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(operands) = shell.no_options(b"eval", &words)? else { return Ok(USAGE) };
    match operands {
        [] => Ok(0),
        [only] => shell.run_text(only, TextPlace::Eval),
        many => {
            let text = bstr::join(" ", many.iter().map(|word| word.as_ref()));
            shell.run_text(&text, TextPlace::Eval)
        }
    }
}

pub(super) fn source(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let own = own_name(arguments);
    let words = words(arguments);
    let Some(operands) = shell.no_options(&own, &words)? else { return Ok(USAGE) };
    let [name, rest @ ..] = operands else {
        shell.complain(&[&own, b": filename argument required"])?;
        return shell.usage(&own);
    };
    if shell.state.options.restricted_shell && name.contains(&b'/') {
        return shell.builtin_error(&own, &[name, b": restricted"]);
    }
    let Some(path) = find_source(shell, name) else {
        shell.builtin_error(&own, &[name, b": file not found"])?;
        return Err(Flow::Exit(1));
    };
    let text = match shell.kernel.vfs.read_file(&shell.state.cwd, &path) {
        Ok(content) => without_null_bytes(content.to_bytes()),
        Err(Errno::IsDir) => return shell.builtin_error(&own, &[name, b": is a directory"]),
        // FIFOs and `/dev/fd/N` are read to their end first.
        Err(Errno::NotSupported | Errno::NotFound) if path.starts_with(b"/dev/") || is_stream(shell, &path) => {
            match read_stream(shell, &path)? {
                Ok(text) => text,
                Err(errno) => return source_failed(shell, name, errno),
            }
        }
        Err(errno) => return source_failed(shell, name, errno),
    };
    let positional = (!rest.is_empty()).then(|| {
        let words = rest.iter().map(|word| BString::from(word.as_ref())).collect();
        std::mem::replace(&mut shell.state.positional, Arc::new(words))
    });
    let outer = std::mem::replace(&mut shell.positional_set, false);
    let result = shell.source_text(path, &text);
    // What `set` has made of them there stays, but in a function.
    let in_function = shell.frames.iter().any(|frame| frame.kind == FrameKind::Function);
    if let Some(positional) = positional.filter(|_| in_function || !shell.positional_set) {
        shell.state.positional = positional;
    }
    shell.positional_set |= outer;
    result
}

impl Shell {
    /// Runs the text of a file in a frame of its own, which `return` leaves.
    pub fn source_text(&mut self, path: BString, text: &[u8]) -> Result<u8, Flow> {
        let shell = self;
        shell.frames.push(Frame {
            function: "source".into(),
            source: path,
            call_line: shell.line,
            kind: FrameKind::Source,
            options: None,
        });
        let (line, loops) = (shell.line, shell.loops);
        let debug = if shell.state.options.functrace { None } else { shell.traps.debug.take() };
        let mut result = shell.run_text(text, TextPlace::Source);
        if let Ok(status) | Err(Flow::Return(status)) = result {
            shell.state.status = status;
            result = shell.run_return_trap().map(|()| status);
        }
        if shell.traps.debug.is_none() {
            shell.traps.debug = debug;
        }
        shell.line = line;
        shell.loops = loops;
        shell.frames.pop();
        match result {
            Err(Flow::Return(status)) => Ok(status),
            other => other,
        }
    }
}

/// Bash passes over null bytes.
fn without_null_bytes(text: bytes::Bytes) -> bytes::Bytes {
    match memchr::memchr(0, &text) {
        Some(_) => text.iter().copied().filter(|byte| *byte != 0).collect::<Vec<u8>>().into(),
        None => text,
    }
}

/// True for what has to be opened to be read: FIFOs and devices.
fn is_stream(shell: &Shell, path: &[u8]) -> bool {
    shell.kernel.vfs.stat(&shell.state.cwd, path).is_ok_and(|stat| !stat.is_file() && !stat.is_dir())
}

fn source_failed(shell: &mut Shell, name: &[u8], errno: Errno) -> Result<u8, Flow> {
    shell.complain(&[name, b": ", errno.message().as_bytes()])?;
    if shell.state.options.posix { Err(Flow::Exit(1)) } else { Ok(1) }
}

fn read_stream(shell: &mut Shell, path: &[u8]) -> Result<Result<bytes::Bytes, Errno>, Flow> {
    use crate::kernel::OpenOptions;
    let opened = shell.kernel.vfs.open(&shell.state.cwd, path, OpenOptions::reading(), &shell.fds);
    let fd = match opened {
        Ok(fd) => fd,
        Err(error) => return Flow::from_io(error).map(Err),
    };
    let mut text = Vec::new();
    loop {
        match fd.read(&shell.kernel.vfs, crate::kernel::fd::WINDOW) {
            Ok(data) if data.is_empty() => return Ok(Ok(text.into())),
            Ok(data) => {
                shell.check_expansion(text.len() + data.len())?;
                text.extend_from_slice(&data);
            }
            Err(error) => return Flow::from_io(error).map(Err),
        }
    }
}

/// A name without a slash is looked for in `PATH` (with `sourcepath`), then in the working folder.
fn find_source(shell: &mut Shell, name: &[u8]) -> Option<BString> {
    if !name.contains(&b'/') && shell.state.options.sourcepath {
        let path = shell.variable("PATH").unwrap_or_default();
        for folder in path.split(|byte| *byte == b':') {
            let candidate = if folder.is_empty() { name.to_vec() } else { [folder, b"/", name].concat() };
            if shell.kernel.vfs.stat(&shell.state.cwd, &candidate).is_ok_and(|stat| stat.is_file()) {
                return Some(candidate.into());
            }
        }
        // POSIX looks nowhere else.
        if shell.state.options.posix {
            return None;
        }
    }
    Some(name.into())
}

pub(super) fn exec(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"exec", &words, "cla:")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    let Some(command) = operands.first() else { return Ok(0) };
    if shell.state.options.restricted_shell {
        return shell.builtin_error(b"exec", &[b"restricted"]);
    }
    let mut argv: Vec<BString> = operands.iter().map(|word| BString::from(word.as_ref())).collect();
    // A command finds itself by its name here, so a name of the caller's choice shows only in scripts and commands that
    // print it. Only scripts have one: `$0`.
    let alias = options.value(b'a').map(BString::from);
    let dash = options.has(b'l');
    if alias.is_some() || dash {
        let mut name = alias.unwrap_or_else(|| BString::from(command.as_ref()));
        if dash {
            name.insert(0, b'-');
        }
        return shell.exec_as(argv, name, options.has(b'c'));
    }
    if options.has(b'c') {
        let name = argv[0].clone();
        return shell.exec_as(argv, name, true);
    }
    if shell.find_external(command).is_none() {
        return shell.exec_failed(command);
    }
    // The shell is gone: its EXIT trap does not run.
    shell.traps.exit = None;
    let status = shell.dispatch(std::mem::take(&mut argv), Lookup::ExternalOnly)?;
    Err(Flow::Exit(status))
}

impl Shell {
    /// Says why `exec` cannot run a command; the shell ends, unless `execfail` says otherwise.
    fn exec_failed(&mut self, name: &[u8]) -> Result<u8, Flow> {
        let mut status = 127;
        if name.contains(&b'/') {
            let path = match name.starts_with(b"/") {
                true => name.to_vec(),
                false => {
                    let rest = name.strip_prefix(b"./").unwrap_or(name);
                    [self.state.logical_cwd.as_bytes(), b"/", rest].concat()
                }
            };
            let errno = match self.kernel.vfs.stat(&self.state.cwd, name) {
                Ok(stat) if stat.is_dir() => Errno::IsDir,
                Ok(_) => Errno::Access,
                Err(errno) => errno,
            };
            self.complain(&[&path, b": ", errno.message().as_bytes()])?;
            if errno != Errno::NotFound {
                status = 126;
                self.complain(&[b"exec: ", &path, b": cannot execute: ", errno.message().as_bytes()])?;
            }
        } else {
            self.complain(&[b"exec: ", name, b": not found"])?;
        }
        let stays = self.state.options.execfail || (self.is_interactive && self.subshell_level == 0);
        if stays { Ok(status) } else { Err(Flow::Exit(status)) }
    }

    /// `exec -a NAME`, `-l` and `-c`: a program under another name or without an environment.
    fn exec_as(&mut self, argv: Vec<BString>, name: BString, empty: bool) -> Result<u8, Flow> {
        let mut exec = self.exec();
        if empty {
            exec.environ = std::rc::Rc::default();
        }
        let Some(path) = self.find_external(&argv[0]) else {
            return self.exec_failed(&argv[0]);
        };
        self.traps.exit = None;
        // The command is found by its path, whatever the environment says now.
        let mut words = argv;
        words[0] = path;
        let status = match crate::dispatch::start_as(&exec, &words, &name)? {
            Ok(status) => status,
            Err(failure) => {
                self.complain(&[b"exec: ", &words[0], b": ", failure.message().as_bytes()])?;
                failure.status()
            }
        };
        Err(Flow::Exit(status))
    }
}

pub(super) fn let_(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let operands = match words.first() {
        Some(first) if first.as_ref() == "--help" => {
            shell.no_options(b"let", &words)?;
            return Ok(USAGE);
        }
        Some(first) if first.as_ref() == "--" => &words[1..],
        _ => &words[..],
    };
    if operands.is_empty() {
        return shell.builtin_error(b"let", &[b"expression expected"]);
    }
    let mut last = 0;
    for operand in operands {
        last = match shell.evaluate_for("let", operand) {
            Ok(value) => value,
            Err(Flow::Discard(_)) => return Ok(1),
            Err(flow) => return Err(flow),
        };
    }
    Ok(u8::from(last == 0))
}

pub(super) fn caller(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(operands) = shell.no_options(b"caller", &words)? else { return Ok(USAGE) };
    // Frames are innermost last.
    let frames = shell.frames.len();
    let Some(operand) = operands.first() else {
        let Some(frame) = frames.checked_sub(1).map(|index| &shell.frames[index]) else { return Ok(1) };
        let source = outer_source(shell, frames);
        let text = [frame.call_line.to_string().as_bytes(), b" ", &source, b"\n"].concat();
        return shell.put("caller", &text);
    };
    let Some(level) = whole_number(operand) else {
        shell.complain(&[b"caller: ", operand, b": invalid number"])?;
        return shell.usage(b"caller");
    };
    let Some(index) = usize::try_from(level).ok().and_then(|level| frames.checked_sub(level.checked_add(1)?)) else {
        return Ok(1);
    };
    let line = shell.frames[index].call_line.to_string();
    let caller = match index.checked_sub(1) {
        Some(outer) => shell.frames[outer].function.as_bytes().to_vec(),
        // A string has no `main` around its functions.
        None if shell.script.is_empty() => return Ok(1),
        None => b"main".to_vec(),
    };
    let source = outer_source(shell, index + 1);
    let text = [line.as_bytes(), b" ", &caller, b" ", &source, b"\n"].concat();
    shell.put("caller", &text)
}

/// The file in which the call of frame number `count` (from 1, outermost first) stands.
fn outer_source(shell: &Shell, count: usize) -> Vec<u8> {
    let source = match count.checked_sub(2) {
        Some(outer) => shell.frames[outer].source.clone(),
        None => shell.main_source(),
    };
    match source.is_empty() {
        true if count >= 2 => b"environment".to_vec(),
        true => b"NULL".to_vec(),
        false => source.into(),
    }
}

impl Shell {
    /// The script file at the bottom of the call stack; empty for a string.
    fn main_source(&self) -> BString {
        self.script.clone()
    }
}

pub(super) fn times(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if shell.no_options(b"times", &words)?.is_none() {
        return Ok(USAGE);
    }
    shell.put("times", b"0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n")
}
