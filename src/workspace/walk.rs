//! A walk over a subtree: each folder before what is in it, names in byte order.

use std::sync::Arc;

use super::entries::Cursor;
use super::error::Errno;
use super::node::{Dir, Name, Node};
use super::path::AbsPath;
use super::tree::Tree;

/// One node on a [`Walk`].
#[derive(Clone, Debug)]
pub struct WalkEntry {
    /// Its physical path.
    pub path: AbsPath,
    /// The node itself, hard links resolved; symbolic links are not followed.
    pub node: Node,
    /// How many folders below the start: 0 for the start itself.
    pub depth: usize,
}

/// A walk over the tree as it was when the walk began: it holds a clone, so the tree may change meanwhile.
///
/// The start comes first. A walk that starts at `/` goes into the system overlay too. It uses no stack of its thread,
/// however deep the tree is.
pub struct Walk {
    tree: Tree,
    /// What comes next, when it is not in `folders`: the start.
    start: Option<WalkEntry>,
    /// The folders being listed, the innermost last.
    folders: Vec<Folder>,
    /// The folder that was given last, not entered yet.
    entered: Option<(AbsPath, Arc<Dir>)>,
}

struct Folder {
    path: AbsPath,
    list: List,
}

enum List {
    Plain(Cursor),
    /// `/` together with the system overlay.
    Merged(std::vec::IntoIter<(Name, Node)>),
}

impl Walk {
    /// Starts at a physical path, which may be any kind of node.
    ///
    /// Errors: `NotFound`, `NotDir`.
    pub fn new(tree: &Tree, path: &AbsPath) -> Result<Walk, Errno> {
        let start = WalkEntry { path: path.clone(), node: tree.get(path)?, depth: 0 };
        Ok(Walk { tree: tree.clone(), start: Some(start), folders: Vec::new(), entered: None })
    }

    /// Leaves out what is in the folder that was given last. Without effect when it was no folder.
    pub fn skip_folder(&mut self) {
        self.entered = None;
    }

    fn enter(&mut self, path: AbsPath, dir: &Arc<Dir>) {
        let list = if path.is_root() {
            // `/` is a folder and it is there, so this does not fail.
            List::Merged(self.tree.read_dir(&path).unwrap_or_default().into_iter())
        } else {
            // What cannot be listed is walked as an empty folder.
            List::Plain(dir.listed().unwrap_or(dir).own().cursor())
        };
        self.folders.push(Folder { path, list });
    }

    fn give(&mut self, entry: WalkEntry) -> Option<WalkEntry> {
        if let Node::Dir(dir) = &entry.node {
            self.entered = Some((entry.path.clone(), dir.clone()));
        }
        Some(entry)
    }
}

impl Iterator for Walk {
    type Item = WalkEntry;

    fn next(&mut self) -> Option<WalkEntry> {
        if let Some(start) = self.start.take() {
            return self.give(start);
        }
        if let Some((path, dir)) = self.entered.take() {
            self.enter(path, &dir);
        }
        loop {
            let depth = self.folders.len();
            let folder = self.folders.last_mut()?;
            let next = match &mut folder.list {
                List::Plain(cursor) => cursor.next(),
                List::Merged(list) => list.next(),
            };
            match next {
                Some((name, node)) => {
                    let path = folder.path.join(&name);
                    let node = self.tree.leaf(&node).clone();
                    return self.give(WalkEntry { path, node, depth });
                }
                None => {
                    self.folders.pop();
                }
            }
        }
    }
}
