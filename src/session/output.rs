//! What a result shows of its output, where a request bounds that: head and tail, and the whole in a file.

use bytes::Bytes;

use super::files::tick;
use super::request::{OutputBounds, RunResult, Shown, ShownOutput};
use super::state::State;
use formats::truncate::truncate;
use workspace::{AbsPath, Content, Errno};

/// The folder of the files that hold whole outputs.
const FOLDER: &str = "/tmp/output";

/// Sets what `result` shows. What is left out is kept in `next`, the state that the call leaves, if it leaves one.
pub(super) fn show(result: &mut RunResult, bounds: &OutputBounds, mut next: Option<&mut State>) {
    let number = next.as_deref().map_or(0, free_number);
    let mut show = |data: &[u8], suffix: &str| {
        let path = format!("{FOLDER}/{number}.{suffix}");
        let mut cut = truncate(data, &bounds.limits, bounds.keep, Some(&path));
        let kept = cut.truncated && next.as_deref_mut().is_some_and(|state| keep(state, &path, data).is_ok());
        if cut.truncated && !kept {
            // There is no room or permission for the whole, so the marker must name no file.
            cut = truncate(data, &bounds.limits, bounds.keep, None);
        }
        Shown {
            truncated: cut.truncated,
            shown_bytes: cut.shown_bytes as u64,
            total_bytes: cut.total_bytes as u64,
            total_lines: cut.total_lines as u64,
            omitted_lines: cut.omitted_lines.map(|(first, last)| (first as u64, last as u64)),
            path: kept.then_some(path),
            text: cut.text.into_owned(),
        }
    };
    let shown = ShownOutput {
        stdout: show(&result.stdout, "stdout"),
        stderr: show(&result.stderr, "stderr"),
        interleaved: result.interleaved.as_deref().map(|both| show(both, "output")),
    };
    result.stdout.clone_from(&shown.stdout.text);
    result.stderr.clone_from(&shown.stderr.text);
    result.shown = Some(shown);
}

/// The first number, from 1, that no file has yet.
fn free_number(state: &State) -> u64 {
    let folder = AbsPath::lexical(&AbsPath::root(), FOLDER.as_bytes());
    let entries = folder.and_then(|folder| state.tree.read_dir(&folder)).unwrap_or_default();
    let numbers = entries.iter().filter_map(|(name, _)| {
        let name = std::str::from_utf8(name).ok()?;
        name.split_once('.')?.0.parse::<u64>().ok()
    });
    numbers.max().unwrap_or(0).saturating_add(1)
}

/// Writes a file, charged to the quota like any other: all of it or nothing.
fn keep(state: &mut State, path: &str, data: &[u8]) -> Result<(), Errno> {
    let now = tick(state);
    let mut tree = state.tree.clone();
    let path = AbsPath::lexical(&AbsPath::root(), path.as_bytes())?;
    if let Some(parent) = path.parent() {
        tree.mkdir_all(&parent, 0o755, now)?;
    }
    let content = Content::from_bytes(Bytes::copy_from_slice(data));
    tree.create_file(&path, content, 0o644, now)?;
    state.policy.check_changes(&state.tree, &tree).map_err(|_| Errno::Access)?;
    state.tree = tree;
    Ok(())
}
