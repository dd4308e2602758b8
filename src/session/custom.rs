//! Commands whose work host code does.
//!
//! Such a command is a process like any other: it takes part in pipes and redirections, and its files are those of the run
//! that it is in. Its host code lives on another thread and asks for what it wants ([`Wish`]); the process carries that
//! out, one wish after the other, and waits in between, while others go on.

use std::sync::{Arc, Mutex, PoisonError};

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::error::{ApiError, Category};
use shell::command::{Command, Context, Exec, Outcome};
use shell::dispatch;
use shell::kernel::{Capture, Description, Halt, Inbox, IoError, OpenOptions, Source, Stat};
use workspace::{Errno, Kind};

/// A command that host code has.
pub trait HostCommand: Send + Sync {
    /// Begins a call: hands it to the host code and does not wait. What the host code wants, it tells `call.wishes`.
    fn begin(&self, call: Call);
}

/// One call of a [`HostCommand`].
pub struct Call {
    /// The number of the session that it is in ([`super::Session::id`]).
    pub session: u64,
    /// [`super::Request::call`]
    pub call: u64,
    /// The name as typed, then the arguments.
    pub argv: Vec<BString>,
    /// The exported variables, sorted by name.
    pub env: Vec<(BString, BString)>,
    pub cwd: BString,
    pub wishes: Wishes,
}

/// Gets what was wished for, or why not, on the thread of the run.
pub type Answer<T> = Box<dyn FnOnce(Result<T, ApiError>) + Send>;

/// What host code can want of the process that stands for it. Paths are relative to its working folder.
pub enum Wish {
    /// Bytes of the standard input: at least one unless at its end (`None`), at most so many.
    Read(usize, Answer<Option<Bytes>>),
    /// To write to the standard output (1) or error (2).
    Write(u32, Bytes, Answer<()>),
    ReadFile(BString, Answer<Bytes>),
    /// `true`: behind what is there.
    WriteFile(BString, Bytes, bool, Answer<()>),
    Stat(BString, Answer<Stat>),
    /// The names in a folder, and whether each is one.
    List(BString, Answer<Vec<(BString, Kind)>>),
    /// `true`: with its parents, and it may be there.
    MakeFolder(BString, bool, Answer<()>),
    /// `true`: folders with everything in them.
    Remove(BString, bool, Answer<()>),
    Rename(BString, BString, Answer<()>),
    /// To run a command with this input, or with what is left of the standard input. Under its own name it gets the
    /// command that it stands in place of.
    Run(Vec<BString>, Option<Bytes>, Answer<Ran>),
    /// The call is over: its status, or a message for the standard error and status 1.
    End(Result<u8, String>),
}

/// What a command did that host code ran.
#[derive(Debug, Clone)]
pub struct Ran {
    pub exit_code: u8,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// The way from the host code to the process.
#[derive(Clone)]
pub struct Wishes(Arc<Way>);

struct Way {
    inbox: Arc<Inbox<Wish>>,
    end: Mutex<End>,
}

impl Way {
    /// The process is ending: whoever hears so from an answer must find it so.
    fn close(&self) {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).over = true;
    }
}

#[derive(Default)]
struct End {
    over: bool,
    /// Told when the process is no more.
    tell: Vec<Box<dyn FnOnce() + Send>>,
}

impl Wishes {
    /// From any thread. After the end of the process the answer is an error.
    pub fn push(&self, wish: Wish) {
        let end = self.0.end.lock().unwrap_or_else(PoisonError::into_inner);
        if end.over {
            drop(end);
            refuse(wish, over);
        } else {
            self.0.inbox.push(wish);
        }
    }

    /// Has `tell` called at the end of the process, by whatever it comes.
    pub fn on_end(&self, tell: Box<dyn FnOnce() + Send>) {
        let mut end = self.0.end.lock().unwrap_or_else(PoisonError::into_inner);
        if end.over {
            drop(end);
            tell();
        } else {
            end.tell.push(tell);
        }
    }

    /// Whether the process is no more.
    pub fn are_over(&self) -> bool {
        self.0.end.lock().unwrap_or_else(PoisonError::into_inner).over
    }
}

fn over() -> ApiError {
    ApiError::new("COMMAND_ENDED", Category::Cancelled, "the command that asked for this is over")
}

fn refuse(wish: Wish, why: impl Fn() -> ApiError) {
    match wish {
        Wish::Read(_, answer) => answer(Err(why())),
        Wish::Write(_, _, answer)
        | Wish::WriteFile(_, _, _, answer)
        | Wish::MakeFolder(_, _, answer)
        | Wish::Remove(_, _, answer)
        | Wish::Rename(_, _, answer) => answer(Err(why())),
        Wish::ReadFile(_, answer) => answer(Err(why())),
        Wish::Stat(_, answer) => answer(Err(why())),
        Wish::List(_, answer) => answer(Err(why())),
        Wish::Run(_, _, answer) => answer(Err(why())),
        Wish::End(_) => {}
    }
}

/// Closes the way at the end of the process, however it ends.
struct Closing(Arc<Way>);

impl Drop for Closing {
    fn drop(&mut self) {
        let tell = {
            let mut end = self.0.end.lock().unwrap_or_else(PoisonError::into_inner);
            end.over = true;
            std::mem::take(&mut end.tell)
        };
        while let Some(wish) = self.0.inbox.pop() {
            refuse(wish, over);
        }
        tell.into_iter().for_each(|tell| tell());
    }
}

/// A [`HostCommand`] as a command of the registry.
pub struct Custom {
    pub name: String,
    /// The text of `--help`.
    pub help: String,
    pub host: Arc<dyn HostCommand>,
    /// The command of this name that it stands in place of.
    pub replaced: Option<Arc<dyn Command>>,
}

impl Command for Custom {
    fn name(&self) -> &str {
        &self.name
    }

    fn help(&self) -> &str {
        &self.help
    }

    fn replaced(&self) -> Option<&Arc<dyn Command>> {
        self.replaced.as_ref()
    }

    fn run(&self, context: &mut Context<'_>) -> Outcome {
        let kernel = &context.exec.kernel;
        // Before the host code hears of it: a run that cannot wait has not begun anything.
        kernel.scheduler.require_outside()?;
        let way =
            Arc::new(Way { inbox: Arc::new(Inbox::new(Arc::clone(kernel.scheduler.bell()))), end: Mutex::default() });
        let _closing = Closing(Arc::clone(&way));
        self.host.begin(Call {
            session: kernel.session,
            call: kernel.call,
            argv: context.argv.to_vec(),
            env: context.exec.environ.as_ref().clone(),
            cwd: BString::from(context.exec.cwd.as_bytes()),
            wishes: Wishes(Arc::clone(&way)),
        });
        loop {
            let wish = context.exec.kernel.scheduler.receive(&way.inbox)?;
            context.charge(1)?;
            match wish {
                Wish::End(Ok(status)) => return Ok(status),
                Wish::End(Err(message)) => {
                    context.complain(&[message.trim_end().as_bytes()])?;
                    return Ok(1);
                }
                wish => self.fulfil(context, wish, &way)?,
            }
        }
    }
}

/// Gives the answer; the end of the process passes on, after the answer that it came.
fn give<T>(
    way: &Way,
    answer: Answer<T>,
    result: Result<T, IoError>,
    syscall: &'static str,
    path: &[u8],
) -> Result<(), Halt> {
    match result {
        Ok(value) => answer(Ok(value)),
        Err(IoError::Errno(errno)) => answer(Err(ApiError::file(errno, syscall, &path.to_str_lossy()))),
        Err(IoError::Halt(halt)) => {
            way.close();
            answer(Err(over()));
            return Err(halt);
        }
    }
    Ok(())
}

impl Custom {
    fn fulfil(&self, context: &mut Context<'_>, wish: Wish, way: &Way) -> Result<(), Halt> {
        let cwd = context.exec.cwd.clone();
        match wish {
            Wish::Read(most, answer) => {
                let read = || -> Result<Option<Bytes>, IoError> {
                    let data = context.exec.fds.require(0)?.read(context.vfs(), most.max(1))?;
                    context.charge_bytes(data.len())?;
                    Ok(Some(data).filter(|data| !data.is_empty()))
                };
                give(way, answer, read(), "read", b"")
            }
            Wish::Write(number, data, answer) => {
                let write = || -> Result<(), IoError> {
                    context.charge_bytes(data.len())?;
                    context.exec.fds.require(number)?.write(context.vfs(), data)
                };
                give(way, answer, write(), "write", b"")
            }
            Wish::ReadFile(path, answer) => {
                let read = context.vfs().read_file(&cwd, &path).map_err(IoError::from).and_then(|content| {
                    context.charge_bytes(usize::try_from(content.len()).unwrap_or(usize::MAX))?;
                    Ok(content.to_bytes())
                });
                give(way, answer, read, "open", &path)
            }
            Wish::WriteFile(path, data, append, answer) => {
                let mode = context.new_mode(0o666);
                let options = if append { OpenOptions::appending(mode) } else { OpenOptions::writing(mode) };
                let write = || -> Result<(), IoError> {
                    context.charge_bytes(data.len())?;
                    context.open(&path, options)?.write(context.vfs(), data)
                };
                give(way, answer, write(), "open", &path)
            }
            Wish::Stat(path, answer) => {
                give(way, answer, context.vfs().stat(&cwd, &path).map_err(IoError::from), "stat", &path)
            }
            Wish::List(path, answer) => {
                let list = context.vfs().read_dir(&cwd, &path).map_err(IoError::from).and_then(|entries| {
                    context.charge(entries.len() as u64)?;
                    Ok(entries.into_iter().map(|entry| (BString::from(entry.name.to_vec()), entry.kind)).collect())
                });
                give(way, answer, list, "scandir", &path)
            }
            Wish::MakeFolder(path, parents, answer) => {
                give(way, answer, make_folder(context, &path, parents), "mkdir", &path)
            }
            Wish::Remove(path, recursive, answer) => give(way, answer, remove(context, &path, recursive), "rm", &path),
            Wish::Rename(from, to, answer) => {
                give(way, answer, context.vfs().rename(&cwd, &from, &to).map_err(IoError::from), "rename", &from)
            }
            Wish::Run(argv, stdin, answer) => match self.run_command(context, &argv, stdin) {
                Ok(ran) => {
                    answer(Ok(ran));
                    Ok(())
                }
                Err(halt) => {
                    way.close();
                    answer(Err(over()));
                    Err(halt)
                }
            },
            Wish::End(_) => Ok(()),
        }
    }

    fn run_command(&self, context: &mut Context<'_>, argv: &[BString], stdin: Option<Bytes>) -> Result<Ran, Halt> {
        let most = context.exec.kernel.scheduler.limits().output_bytes;
        let (stdout, stderr) = (Capture::new(most), Capture::new(most));
        let mut exec = Exec { alone: false, ..context.exec.clone() };
        for (number, capture) in [(1, &stdout), (2, &stderr)] {
            let fd = Description::new(Source::Capture(std::rc::Rc::clone(capture)), false, true);
            // Descriptors 0 to 2 are always within the table's size.
            let _ = exec.fds.set(number, Some(fd));
        }
        if let Some(data) = stdin {
            let _ = exec.fds.set(0, Some(Description::bytes(data)));
        }
        let own = argv.first().is_some_and(|name| *name == self.name.as_bytes());
        let exit_code = match &self.replaced {
            Some(replaced) if own => Context::new(exec, argv, &**replaced).execute()?,
            _ => dispatch::run_external(&exec, &self.name, argv)?,
        };
        Ok(Ran { exit_code, stdout: stdout.take(), stderr: stderr.take() })
    }
}

fn make_folder(context: &Context<'_>, path: &[u8], parents: bool) -> Result<(), IoError> {
    let (vfs, cwd, mode) = (context.vfs(), &context.exec.cwd, context.new_mode(0o777));
    if !parents {
        return Ok(vfs.mkdir(cwd, path, mode)?);
    }
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    let ends = slashes.chain([path.len()]).filter(|end| *end > 0);
    for end in ends {
        context.charge(1)?;
        let part = path.get(..end).unwrap_or_default();
        match vfs.mkdir(cwd, part, mode) {
            Err(Errno::Exists) if vfs.is_dir(cwd, part) => {}
            made => made?,
        }
    }
    Ok(())
}

fn remove(context: &Context<'_>, path: &[u8], recursive: bool) -> Result<(), IoError> {
    let (vfs, cwd) = (context.vfs(), &context.exec.cwd);
    context.charge(1)?;
    if !vfs.lstat(cwd, path)?.is_dir() {
        return Ok(vfs.unlink(cwd, path)?);
    }
    if !recursive {
        return Ok(vfs.rmdir(cwd, path)?);
    }
    // Folders are emptied from the inside out, without recursion: a tree may be deep.
    let mut open: Vec<(Vec<u8>, bool)> = vec![(path.to_vec(), false)];
    while let Some((path, emptied)) = open.pop() {
        context.charge(1)?;
        if emptied {
            vfs.rmdir(cwd, &path)?;
            continue;
        }
        let entries = vfs.read_dir(cwd, &path)?;
        open.push((path.clone(), true));
        for entry in entries {
            let below = [&path[..], b"/", &entry.name].concat();
            if entry.kind == Kind::Dir {
                open.push((below, false));
            } else {
                context.charge(1)?;
                vfs.unlink(cwd, &below)?;
            }
        }
    }
    Ok(())
}
