//! Files by their inode number: how an open file is reached when it has several names and any of them may go away.

use std::sync::Arc;

use super::Time;
use super::content::Content;
use super::error::Errno;
use super::node::{Ino, Node};
use super::path::AbsPath;
use super::tree::Tree;

impl Tree {
    /// The leaf behind an inode number, where it is kept in the inode table: it has, or had, several names.
    ///
    /// Errors: `NotFound` for every other node.
    pub fn get_inode(&self, ino: Ino) -> Result<Node, Errno> {
        self.inodes.get(ino).map(|inode| inode.leaf.clone()).ok_or(Errno::NotFound)
    }

    /// As [`Tree::edit`], for a file of the inode table.
    ///
    /// Errors: `NotFound`, `Invalid` for what is no regular file, `TooBig`, `NoSpace`.
    pub fn edit_inode(
        &mut self,
        ino: Ino,
        now: Time,
        new_len: u64,
        edit: impl FnOnce(&mut Content),
    ) -> Result<(), Errno> {
        let old_len = match self.get_inode(ino)? {
            Node::File(file) => file.content().len(),
            _ => return Err(Errno::Invalid),
        };
        if new_len > self.limits.file_bytes && new_len > old_len {
            return Err(Errno::TooBig);
        }
        self.check_room(new_len.saturating_sub(old_len), 0)?;
        self.inodes.change(ino, true, |node| {
            if let Node::File(file) = node {
                let file = Arc::make_mut(file);
                file.meta.mtime = now;
                file.meta.ctime = now;
                let content = file.content_mut();
                edit(content);
                content.truncate(new_len);
            }
        });
        Ok(())
    }

    /// True for paths of the read-only overlay.
    pub fn is_system(&self, path: &AbsPath) -> bool {
        self.in_system(path)
    }
}
