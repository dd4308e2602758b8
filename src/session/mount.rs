//! Folders of snapshots as folders of other sessions, and files that are fetched ahead.

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;

use super::error::ApiError;
use super::host::host_error;
use super::pool;
use super::session::Session;
use super::snapshot::Snapshot;
use host::{ReadOptions, mount_folder};
use workspace::{
    AbsPath, Answer, Content, Errno, FileSource, FolderSource, Follow, Listed, ListedKind, Node, Reply, Tree, Unread,
};

/// The source of a mounted folder of the host. Errors: the host's.
pub fn host_source(folder: &OsStr, options: &ReadOptions) -> Result<Arc<dyn FolderSource>, ApiError> {
    mount_folder(folder, options).map_err(host_error)
}

/// The source of a mounted snapshot: its `/workspace`.
pub fn snapshot_source(snapshot: &Snapshot) -> Arc<dyn FolderSource> {
    Arc::new(TreeFolder { tree: snapshot.state().tree.clone(), path: AbsPath::workspace() })
}

struct TreeFolder {
    tree: Tree,
    path: AbsPath,
}

impl FolderSource for TreeFolder {
    fn list(&self) -> Result<Vec<Listed>, Errno> {
        let entries = match self.tree.read_dir(&self.path) {
            // An agent may have removed the folder itself.
            Err(Errno::NotFound) if self.path == AbsPath::workspace() => Vec::new(),
            entries => entries?,
        };
        let listed = entries.into_iter().filter_map(|(name, node)| {
            let kind = match &node {
                Node::Dir(_) => {
                    let path = self.path.join(&name);
                    ListedKind::Folder(Arc::new(TreeFolder { tree: self.tree.clone(), path }))
                }
                Node::File(file) => ListedKind::File(match file.unread() {
                    Some(unread) => Arc::new(SharedFile(Arc::clone(unread))),
                    None => Arc::new(TreeFile(file.content().clone())),
                }),
                Node::Symlink(link) => ListedKind::Symlink(Arc::clone(&link.target)),
                // What flows through a FIFO is not part of a snapshot.
                Node::Fifo(_) | Node::Device(_) | Node::Linked(_) => return None,
            };
            Some(Listed { name, mode: node.meta().mode, kind })
        });
        Ok(listed.collect())
    }
}

struct TreeFile(Content);

impl FileSource for TreeFile {
    fn size(&self) -> Option<u64> {
        Some(self.0.len())
    }

    fn is_immediate(&self) -> bool {
        true
    }

    fn read(&self, _most: u64) -> Answer {
        Answer::Now(Ok(self.0.clone()))
    }
}

/// A file that the snapshot did not read either.
struct SharedFile(Arc<Unread>);

impl FileSource for SharedFile {
    fn size(&self) -> Option<u64> {
        self.0.size()
    }

    fn is_immediate(&self) -> bool {
        self.0.is_immediate()
    }

    fn read(&self, most: u64) -> Answer {
        self.0.ask(most)
    }
}

/// How long to wait for one of several answers before looking at the session again.
const LOOK: Duration = Duration::from_millis(20);

impl Session {
    /// Fetches what was not read below a path, so that synchronous calls can read it; `done` gets how many files that were.
    /// All are asked for at once. The session itself does not change: reading is what makes them its own.
    ///
    /// Errors: `ENOENT` and so on for the path; a file's own error; `SESSION_CLOSED`.
    pub fn load(self: &Arc<Self>, path: &str, done: Box<dyn FnOnce(Result<u64, ApiError>) + Send>) {
        let session = Arc::clone(self);
        let path = path.to_owned();
        pool::submit(Box::new(move || done(session.load_now(&path))));
    }

    fn load_now(&self, path: &str) -> Result<u64, ApiError> {
        let state = self.state()?;
        let fail = |errno, path: &str| ApiError::file(errno, "open", path);
        let found = state.tree.resolve(&state.shell.cwd, path.as_bytes(), Follow::Yes).map_err(|e| fail(e, path))?;
        let node = found.node.ok_or_else(|| fail(Errno::NotFound, path))?;
        let most = state.tree.limits().file_bytes;
        let mut files = 0;
        let mut open: Vec<(AbsPath, Node)> = vec![(found.path, node)];
        let mut awaited: Vec<(AbsPath, Arc<Unread>, Arc<Reply>)> = Vec::new();
        while let Some((path, node)) = open.pop() {
            match &node {
                Node::Dir(dir) if dir.elsewhere() > 0 => {
                    let listed = dir.listed().map_err(|errno| fail(errno, &path.to_string()))?;
                    open.extend(listed.iter().map(|(name, node)| (path.join(name), node.clone())));
                }
                Node::File(file) => {
                    let Some(unread) = file.unread() else { continue };
                    files += 1;
                    match unread.ask(most) {
                        Answer::Now(content) => drop(content.map_err(|errno| fail(errno, &path.to_string()))?),
                        Answer::Later(reply) => awaited.push((path, Arc::clone(unread), reply)),
                    }
                }
                _ => {}
            }
        }
        if awaited.is_empty() {
            return Ok(files);
        }
        // One thread stands in for this one, however many files are awaited.
        pool::while_waiting(|| {
            for (path, unread, reply) in awaited {
                let content = loop {
                    match reply.wait(LOOK) {
                        None if !self.is_closed() => {}
                        answer => break answer.ok_or_else(ApiError::closed)?,
                    }
                };
                content
                    .and_then(|content| unread.keep(content, most))
                    .map_err(|errno| fail(errno, &path.to_string()))?;
            }
            Ok(files)
        })
    }
}
