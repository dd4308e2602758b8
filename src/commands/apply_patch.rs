//! `apply_patch`: the patch envelope (`*** Begin Patch` … `*** End Patch`) as a command, all of it or nothing.
//!
//! What it prints is what Codex's own command prints. Unified diffs are understood too, as by `session.applyPatch`.

use std::cell::Cell;

use bstr::ByteSlice;
use bytes::Bytes;
use formats::{
    ChangeAction, FileChange, PatchError, PatchOptions, PatchSource, SourceError, plan_patch,
};

use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError, Vfs};
use workspace::{AbsPath, Content, Errno};

const HELP: &str = "\
Usage: apply_patch 'PATCH'
       apply_patch < PATCH
Change files as a patch says, all of them or none. The patch is

*** Begin Patch
*** Add File: PATH
+a line of the new file
*** Update File: PATH
*** Move to: NEW PATH (if it moves)
@@ a line above the change (as many as are needed to find it)
 a line that stays
-a line that goes
+a line that comes
*** Delete File: PATH
*** End Patch

or a unified diff. Paths start at the working folder.
";

pub const COMMANDS: &[Native] = &[Native { name: "apply_patch", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let patch = match context.args() {
        [] => {
            let data = context.read_operand(b"-");
            match data {
                Ok(data) => data,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.write_error(format!("Error: Failed to read PATCH from stdin.\n{}\n", errno.message()).as_bytes())?;
                    return Ok(1);
                }
            }
        }
        [help] if help == "--help" => {
            context.write(HELP.as_bytes())?;
            return Ok(0);
        }
        [patch] => Bytes::copy_from_slice(patch),
        _ => {
            context.write_error(b"Error: apply_patch accepts exactly one argument.\n")?;
            return Ok(2);
        }
    };
    if patch.is_empty() {
        context.write_error(b"Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n")?;
        return Ok(2);
    }
    context.charge_bytes(patch.len())?;
    let base = context.cwd().as_bytes().to_vec();
    let options = PatchOptions { root: None, base: base.clone(), ..PatchOptions::default() };
    let plan = {
        let source = Files { context, halt: Cell::new(None) };
        let plan = plan_patch(&patch, &source, &options);
        if let Some(halt) = source.halt.get() {
            return Err(halt);
        }
        plan
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => return fail(context, &error),
    };
    for file in &plan.files {
        context.charge_bytes(file.content.as_ref().map_or(0, Bytes::len))?;
    }
    let mut done = Vec::new();
    for change in &plan.files {
        if let Err(errno) = carry_out(context, change, &mut done) {
            undo(context.vfs(), done);
            let path = change.path.as_bstr();
            context.write_error(format!("{path}: {}; nothing was changed\n", errno.message()).as_bytes())?;
            return Ok(1);
        }
    }
    context.write(plan.summary(&base).as_bytes())?;
    Ok(0)
}

fn fail(context: &mut Context<'_>, error: &PatchError) -> Outcome {
    context.write_error(format!("{error}\n").as_bytes())?;
    Ok(1)
}

/// The files of the tree as the planner asks for them.
struct Files<'c, 'a> {
    context: &'c Context<'a>,
    halt: Cell<Option<Halt>>,
}

impl PatchSource for Files<'_, '_> {
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError> {
        let other = |errno: Errno| SourceError::Other { code: errno.code(), message: errno.message().to_owned() };
        match self.context.vfs().read_file(&AbsPath::root(), path) {
            Ok(content) => match self.context.charge_bytes(usize::try_from(content.len()).unwrap_or(usize::MAX)) {
                Ok(()) => Ok(Some(content.to_bytes())),
                Err(halt) => {
                    self.halt.set(Some(halt));
                    Err(other(Errno::Again))
                }
            },
            Err(Errno::NotFound) => Ok(None),
            Err(Errno::IsDir | Errno::NotSupported) => Err(SourceError::NotAFile),
            Err(errno) => Err(other(errno)),
        }
    }
}

/// How a step is taken back.
enum Undo {
    Remove(Vec<u8>),
    RemoveFolder(Vec<u8>),
    Restore { path: Vec<u8>, content: Content, mode: u16 },
}

/// Performs one change, and notes how to take back what was done, even of a change that fails in the middle.
fn carry_out(context: &Context<'_>, change: &FileChange, done: &mut Vec<Undo>) -> Result<(), Errno> {
    let (vfs, root) = (context.vfs(), AbsPath::root());
    let keep = |path: &[u8]| -> Result<Undo, Errno> {
        let mode = vfs.stat(&root, path)?.mode;
        Ok(Undo::Restore { path: path.to_vec(), content: vfs.read_file(&root, path)?, mode })
    };
    let remove = |path: &[u8], done: &mut Vec<Undo>| -> Result<(), Errno> {
        let kept = keep(path)?;
        vfs.unlink(&root, path)?;
        done.push(kept);
        Ok(())
    };
    let Some(content) = change.content.as_ref().filter(|_| change.action != ChangeAction::Delete) else {
        return remove(&change.path, done);
    };
    let from = change.from.as_ref().unwrap_or(&change.path);
    let mode = change.mode.or_else(|| vfs.stat(&root, from).ok().map(|stat| stat.mode));
    for (at, _) in change.path.iter().enumerate().skip(1).filter(|(_, byte)| **byte == b'/') {
        let folder = &change.path[..at];
        if !vfs.exists(&root, folder) {
            vfs.mkdir(&root, folder, context.new_mode(0o777))?;
            done.push(Undo::RemoveFolder(folder.to_vec()));
        }
    }
    let step = if vfs.exists(&root, &change.path) { keep(&change.path)? } else { Undo::Remove(change.path.clone()) };
    let new_mode = mode.unwrap_or_else(|| context.new_mode(0o666));
    vfs.write_file(&root, &change.path, Content::from_bytes(content.clone()), new_mode)?;
    done.push(step);
    if let Some(mode) = change.mode {
        vfs.set_mode(&root, &change.path, mode)?;
    }
    if change.action == ChangeAction::Rename && *from != change.path {
        remove(from, done)?;
    }
    Ok(())
}

/// Takes back what was done. Everything fitted into the tree before, so it does again.
fn undo(vfs: &Vfs, done: Vec<Undo>) {
    let root = AbsPath::root();
    for step in done.into_iter().rev() {
        let _ = match step {
            Undo::Remove(path) => vfs.unlink(&root, &path),
            Undo::RemoveFolder(path) => vfs.rmdir(&root, &path),
            Undo::Restore { path, content, mode } => vfs
                .write_file(&root, &path, content, mode)
                .and_then(|()| vfs.set_mode(&root, &path, mode)),
        };
    }
}
