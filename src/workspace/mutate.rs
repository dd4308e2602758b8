//! Everything that changes a tree.
//!
//! Each change has two steps: look at the tree and refuse, or go down the path once, copying shared folders and
//! bringing their totals and hashes up to date, and do it. The second step cannot fail, so errors leave no trace.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;

use super::Time;
use super::content::Content;
use super::error::{Errno, Quota};
use super::node::{Dir, Fifo, File, Ino, Meta, Node, Symlink, Weight, signed};
use super::path::{AbsPath, components};
use super::source::{FolderSource, Numbers, Unlisted, Unread};
use super::tree::Tree;

/// What happens to the folders on the way to a change.
#[derive(Clone, Copy, Default)]
struct Passage {
    /// What the change adds to their totals.
    weight: Weight,
    /// The length of the longest path that it adds, from `/`; 0 when it adds none.
    reach: usize,
    /// Their hashes stay good: only times change.
    keep_hashes: bool,
}

impl Passage {
    fn of(weight: Weight) -> Self {
        Passage { weight, ..Passage::default() }
    }

    fn apply(&self, dir: &mut Dir, depth: usize) {
        dir.account(self.weight, self.reach.saturating_sub(depth));
        if !self.keep_hashes {
            dir.forget_hashes();
        }
    }
}

fn touch(dir: &mut Dir, now: Time) {
    dir.meta.mtime = now;
    dir.meta.ctime = now;
}

/// Goes down to a folder that is known to be there, none on the way unlisted, as [`Tree::descend`] says.
fn descend<'a>(root: &'a mut Arc<Dir>, path: &[u8], passage: Passage) -> Result<&'a mut Dir, Errno> {
    let mut dir = Arc::make_mut(root);
    let mut depth = 0;
    passage.apply(dir, depth);
    for name in components(path) {
        // The callers looked at the whole way before.
        let Some(Node::Dir(child)) = dir.own_mut().get_mut(name) else {
            return Err(Errno::NotFound);
        };
        dir = Arc::make_mut(child);
        depth += name.len() + 1;
        passage.apply(dir, depth);
    }
    Ok(dir)
}

impl Tree {
    /// Goes down to a folder that is known to be there, makes all folders on the way this tree's own and applies the
    /// passage to each of them.
    fn descend(&mut self, path: &[u8], passage: Passage) -> Result<&mut Dir, Errno> {
        self.own_folders(path)?;
        descend(&mut self.root, path, passage)
    }

    /// Makes the unlisted folders on the way to a folder, and that folder itself, ordinary ones.
    ///
    /// Errors: `NoSpace` when their entries are above the quota of nodes.
    fn own_folders(&mut self, path: &[u8]) -> Result<(), Errno> {
        if self.root.elsewhere() == 0 {
            return Ok(());
        }
        let mut end = 0;
        for name in components(path) {
            end += 1 + name.len();
            let (to_here, _) = path.split_at_checked(end).ok_or(Errno::NotFound)?;
            let dir = self.dir(to_here)?;
            if !dir.is_unlisted() {
                continue;
            }
            let mut listed = dir.clone();
            listed.take_listing()?;
            let listed = Node::Dir(Arc::new(listed));
            let weight = listed.weight().minus(Weight { nodes: 1, elsewhere: 1, ..Weight::default() });
            self.check_room(0, weight.nodes.unsigned_abs())?;
            let reach = end.saturating_add(listed.reach());
            let (parent, _) = to_here.split_at(end - 1 - name.len());
            let dir = descend(&mut self.root, parent, Passage { weight, reach, keep_hashes: false })?;
            if let Some(place) = dir.own_mut().get_mut(name) {
                *place = listed;
            }
        }
        Ok(())
    }

    /// Creates a file whose bytes come when they are wanted. Errors: as [`Tree::create_file`].
    pub fn create_unread(&mut self, path: &AbsPath, unread: Arc<Unread>, mode: u16, now: Time) -> Result<Ino, Errno> {
        self.create(path, 0, Meta::new(0, mode, now), |meta| Node::unread(meta, unread))
    }

    /// Creates a folder that is listed when it is looked into, or makes one of an empty folder. With `read_only`, what is in
    /// it cannot be changed, and neither it nor a folder above can be moved or removed.
    ///
    /// Errors: as [`Tree::mkdir`]; `Exists` for anything but an empty folder.
    pub fn mount(
        &mut self,
        path: &AbsPath,
        source: Arc<dyn FolderSource>,
        read_only: bool,
        now: Time,
    ) -> Result<(), Errno> {
        match self.get(path) {
            Ok(Node::Dir(dir)) if dir.listed()?.is_empty() => self.rmdir(path, now)?,
            Ok(_) => return Err(Errno::Exists),
            Err(_) => {}
        }
        let numbers = Numbers::of_mount(self.mounts);
        self.create(path, 0, Meta::new(0, 0o755, now), |meta| Node::unlisted(meta, Unlisted::new(source, numbers)))?;
        self.mounts += 1;
        if read_only {
            self.read_only = self.read_only.iter().chain([path]).cloned().collect();
        }
        Ok(())
    }

    /// Makes an existing regular file of one name an unread one; it keeps its inode number and mode.
    ///
    /// Errors: as [`Tree::set_content`]; `NotSupported` for a file of several names.
    pub fn set_unread(&mut self, path: &AbsPath, unread: Arc<Unread>, now: Time) -> Result<(), Errno> {
        let (parent, name) = path.split().ok_or(Errno::IsDir)?;
        let node = self.child(self.dir(parent)?, name)?.ok_or(Errno::NotFound)?;
        let file = match node {
            Node::File(file) => Node::unread(Meta { mtime: now, ctime: now, ..file.meta.clone() }, unread),
            Node::Dir(_) => return Err(Errno::IsDir),
            Node::Linked(_) => return Err(Errno::NotSupported),
            _ => return Err(Errno::Invalid),
        };
        let weight = file.weight().minus(node.weight());
        self.check_writable(path)?;
        let dir = self.descend(parent, Passage::of(weight))?;
        dir.insert(name.into(), file);
        Ok(())
    }

    /// Puts the bytes of an unread file in, as `unread` gave them; a file that is not unread any more stays as it is. That
    /// is no change of the file: its times stay, and it may be in a read-only mount.
    ///
    /// Errors: `NotFound`, `NotDir`; `NoSpace`.
    pub fn fill(&mut self, path: &AbsPath, content: Content) -> Result<(), Errno> {
        let Node::File(file) = self.get(path)? else { return Ok(()) };
        if file.unread().is_none() {
            return Ok(());
        }
        let (parent, name) = path.split().ok_or(Errno::IsDir)?;
        self.check_room(content.len(), 0)?;
        let weight = Weight { bytes: signed(content.len()), elsewhere: -1, ..Weight::default() };
        // Held here, it would be copied to be changed.
        drop(file);
        let dir = self.descend(parent, Passage::of(weight))?;
        if let Some(Node::File(file)) = dir.own_mut().get_mut(name) {
            Arc::make_mut(file).fill(content);
        }
        Ok(())
    }

    /// The tree without what was not read: what hashes, encodings and archives show.
    pub fn without_unread(&self) -> Cow<'_, Tree> {
        if self.root.elsewhere() == 0 {
            return Cow::Borrowed(self);
        }
        let mut tree = self.clone();
        let mut open = vec![AbsPath::root()];
        let mut gone = Vec::new();
        while let Some(path) = open.pop() {
            let Ok(dir) = self.dir(path.as_bytes()) else { continue };
            for (name, node) in dir.iter() {
                match node {
                    node if node.is_elsewhere() => gone.push(path.join(name)),
                    Node::Dir(child) if child.elsewhere() > 0 => open.push(path.join(name)),
                    _ => {}
                }
            }
        }
        tree.read_only = Arc::default();
        for path in gone {
            // Looked at a moment ago; the times of the folder stay.
            if let (Some((parent, name)), Ok(node)) = (path.split(), self.get(&path))
                && let Ok(dir) = tree.descend(parent, Passage::of(Weight::default().minus(node.weight())))
            {
                dir.remove(name);
            }
        }
        Cow::Owned(tree)
    }

    /// Creates a regular file.
    ///
    /// Errors: `Exists`; `NotFound` or `NotDir` for the folder it is to be in; `NameTooLong`, `TooBig`, `NoSpace`,
    /// `ReadOnly`. The same for the other three kinds, as far as they apply.
    pub fn create_file(&mut self, path: &AbsPath, content: Content, mode: u16, now: Time) -> Result<Ino, Errno> {
        let size = content.len();
        if size > self.limits.file_bytes {
            return Err(self.check_new(path).err().unwrap_or(Errno::TooBig));
        }
        self.create(path, size, Meta::new(0, mode, now), |meta| Node::File(Arc::new(File::new(meta, content))))
    }

    /// Creates an empty folder. Its parent must be there.
    pub fn mkdir(&mut self, path: &AbsPath, mode: u16, now: Time) -> Result<Ino, Errno> {
        self.create(path, 0, Meta::new(0, mode, now), |meta| Node::Dir(Arc::new(Dir::new(meta))))
    }

    /// Creates a folder and those above it that are missing, all with the same mode. Folders that are there stay as
    /// they are. Not atomic under a quota: what was created before the refusal remains.
    ///
    /// Errors: `Exists` when something else than a folder is at `path`, `NotDir` when it is on the way; as
    /// [`Tree::mkdir`] otherwise.
    pub fn mkdir_all(&mut self, path: &AbsPath, mode: u16, now: Time) -> Result<(), Errno> {
        let mut missing = Vec::new();
        let mut at = path.clone();
        loop {
            match self.get(&at) {
                Ok(Node::Dir(_)) => break,
                Ok(_) if missing.is_empty() => return Err(Errno::Exists),
                Ok(_) => return Err(Errno::NotDir),
                Err(Errno::NotFound) => {
                    let parent = at.parent().ok_or(Errno::NotFound)?;
                    missing.push(std::mem::replace(&mut at, parent));
                }
                Err(error) => return Err(error),
            }
        }
        for path in missing.iter().rev() {
            self.mkdir(path, mode, now)?;
        }
        Ok(())
    }

    /// Creates a symbolic link with mode 777. The target is not looked at.
    ///
    /// Errors also: `NotFound` for an empty target, `Invalid` for one with a NUL byte, `NameTooLong` for one above the
    /// path limit.
    pub fn symlink(&mut self, path: &AbsPath, target: &[u8], now: Time) -> Result<Ino, Errno> {
        if target.is_empty() {
            return Err(Errno::NotFound);
        }
        if memchr::memchr(0, target).is_some() {
            return Err(Errno::Invalid);
        }
        if !self.limits.path_fits(target.len()) {
            return Err(Errno::NameTooLong);
        }
        self.create(path, target.len() as u64, Meta::new(0, 0o777, now), |meta| {
            let target = target.into();
            Node::Symlink(Arc::new(Symlink { meta, target }))
        })
    }

    /// Creates a FIFO.
    pub fn mkfifo(&mut self, path: &AbsPath, mode: u16, now: Time) -> Result<Ino, Errno> {
        self.create(path, 0, Meta::new(0, mode, now), |meta| Node::Fifo(Arc::new(Fifo { meta })))
    }

    fn create(
        &mut self,
        path: &AbsPath,
        bytes: u64,
        mut meta: Meta,
        make: impl FnOnce(Meta) -> Node,
    ) -> Result<Ino, Errno> {
        let (parent, name) = self.check_new(path)?;
        self.check_room(bytes, 1)?;
        let (ino, now) = (self.next_ino, meta.mtime);
        self.next_ino += 1;
        meta.ino = ino;
        let node = make(meta);
        let passage = Passage { weight: node.weight(), reach: path.as_bytes().len(), keep_hashes: false };
        let dir = self.descend(parent, passage)?;
        dir.insert(name.into(), node);
        touch(dir, now);
        Ok(ino)
    }

    /// Gives an existing regular file new content; it keeps its inode number and mode.
    ///
    /// Errors: `NotFound`, `NotDir`; `IsDir` for a folder, `Invalid` for anything else that is no regular file; `TooBig`,
    /// `NoSpace`, `ReadOnly`. The same for [`Tree::append`] and [`Tree::edit`].
    pub fn set_content(&mut self, path: &AbsPath, content: Content, now: Time) -> Result<(), Errno> {
        self.edit(path, now, content.len(), |old| *old = content)
    }

    /// Adds bytes to an existing regular file, amortised in O(bytes + depth) while no clone of the tree holds it.
    pub fn append(&mut self, path: &AbsPath, data: Bytes, now: Time) -> Result<(), Errno> {
        let more = data.len() as u64;
        self.edit_to(path, now, |len| len.saturating_add(more), |content| content.append_bytes(data))
    }

    /// Changes a regular file's bytes in place; those of an unread file are none, so [`Tree::fill`] it first. Quotas are checked for `new_len`, which is the length that `edit` is
    /// to leave: what it leaves is cut or filled with zeros to that length.
    pub fn edit(
        &mut self,
        path: &AbsPath,
        now: Time,
        new_len: u64,
        edit: impl FnOnce(&mut Content),
    ) -> Result<(), Errno> {
        self.edit_to(path, now, |_| new_len, edit)
    }

    fn edit_to(
        &mut self,
        path: &AbsPath,
        now: Time,
        new_len: impl FnOnce(u64) -> u64,
        edit: impl FnOnce(&mut Content),
    ) -> Result<(), Errno> {
        let (parent, name) = path.split().ok_or(Errno::IsDir)?;
        let node = self.child(self.dir(parent)?, name)?.ok_or(Errno::NotFound)?;
        let old_len = match self.leaf(node) {
            Node::File(file) => file.content().len(),
            Node::Dir(_) => return Err(Errno::IsDir),
            _ => return Err(Errno::Invalid),
        };
        let elsewhere = i64::from(node.is_elsewhere());
        let linked = match node {
            Node::Linked(ino) => Some(*ino),
            _ => None,
        };
        let new_len = new_len(old_len);
        self.check_writable(path)?;
        self.check_growth(old_len, new_len)?;
        let rewrite = |node: &mut Node| rewrite(node, now, new_len, edit);
        match linked {
            Some(ino) => self.inodes.change(ino, true, rewrite).ok_or(Errno::NotFound),
            None => {
                let passage = Passage::of(Weight {
                    bytes: signed(new_len) - signed(old_len),
                    elsewhere: -elsewhere,
                    ..Weight::default()
                });
                let dir = self.descend(parent, passage)?;
                rewrite(dir.own_mut().get_mut(name).ok_or(Errno::NotFound)?);
                Ok(())
            }
        }
    }

    /// [`Tree::edit`] for a regular file of the inode table, whatever its names are.
    ///
    /// Errors: `NotFound` when the table has no such inode; `Invalid` when it is no regular file; `TooBig`, `NoSpace`.
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
        self.check_growth(old_len, new_len)?;
        self.inodes.change(ino, true, |node| rewrite(node, now, new_len, edit)).ok_or(Errno::NotFound)
    }

    /// Gives a file, link or FIFO one more name.
    ///
    /// Errors: `NotFound`, `NotDir`; `NotPermitted` for a folder, `NotSupported` for an unread file, `CrossDevice` for a node
    /// of the system overlay or of a read-only mount; for the new name as [`Tree::create_file`].
    pub fn link(&mut self, existing: &AbsPath, new: &AbsPath, now: Time) -> Result<(), Errno> {
        let Some((old_parent, old_name)) = existing.split() else {
            return Err(Errno::NotPermitted);
        };
        let node = self.child(self.dir(old_parent)?, old_name)?.ok_or(Errno::NotFound)?.clone();
        let (parent, name) = self.check_new(new)?;
        if self.is_read_only(existing) {
            return Err(Errno::CrossDevice);
        }
        if matches!(node, Node::Dir(_)) {
            return Err(Errno::NotPermitted);
        }
        if node.is_elsewhere() {
            return Err(Errno::NotSupported);
        }
        self.check_room(0, 1)?;
        let ino = match node {
            Node::Linked(ino) => ino,
            leaf => {
                let ino = leaf.meta().ino;
                let weight = Node::Linked(ino).weight().minus(leaf.weight());
                let dir = self.descend(old_parent, Passage::of(weight))?;
                dir.insert(old_name.into(), Node::Linked(ino));
                self.inodes.insert(ino, leaf, 1);
                ino
            }
        };
        self.inodes.add_link(ino);
        self.set_ctime_linked(ino, now);
        let passage = Passage { weight: Node::Linked(ino).weight(), reach: new.as_bytes().len(), keep_hashes: false };
        let dir = self.descend(parent, passage)?;
        dir.insert(name.into(), Node::Linked(ino));
        touch(dir, now);
        Ok(())
    }

    /// Takes away the name of anything but a folder, and gives the leaf back for whoever still has it open.
    ///
    /// Errors: `NotFound`, `NotDir`; `IsDir`; `ReadOnly`.
    pub fn unlink(&mut self, path: &AbsPath, now: Time) -> Result<Node, Errno> {
        let (parent, name, node) = self.check_entry(path)?;
        if matches!(node, Node::Dir(_)) {
            return Err(Errno::IsDir);
        }
        let weight = Weight::default().minus(node.weight());
        let dir = self.descend(parent, Passage::of(weight))?;
        let removed = dir.remove(name).ok_or(Errno::NotFound)?;
        touch(dir, now);
        Ok(self.drop_name(removed, now))
    }

    /// Removes an empty folder.
    ///
    /// Errors: `NotFound`; `NotDir`; `NotEmpty`; `Busy` for `/`; `ReadOnly`.
    pub fn rmdir(&mut self, path: &AbsPath, now: Time) -> Result<(), Errno> {
        let (parent, name, node) = self.check_entry(path)?;
        let Node::Dir(dir) = &node else {
            return Err(Errno::NotDir);
        };
        if !dir.listed()?.is_empty() {
            return Err(Errno::NotEmpty);
        }
        let weight = Weight::default().minus(node.weight());
        let dir = self.descend(parent, Passage::of(weight))?;
        dir.remove(name);
        touch(dir, now);
        Ok(())
    }

    /// Removes a node and everything below it. O(depth), and O(folders below) when hard links are among them.
    ///
    /// Errors: `NotFound`, `NotDir`; `Busy` for `/`; `ReadOnly`.
    pub fn remove_all(&mut self, path: &AbsPath, now: Time) -> Result<(), Errno> {
        let (parent, name, node) = self.check_entry(path)?;
        let weight = Weight::default().minus(node.weight());
        let linked = match &node {
            Node::Dir(dir) => self.linked_below(dir),
            Node::Linked(ino) => vec![*ino],
            _ => Vec::new(),
        };
        drop(node);
        let dir = self.descend(parent, Passage::of(weight))?;
        let removed = dir.remove(name);
        touch(dir, now);
        for ino in linked {
            self.drop_name(Node::Linked(ino), now);
        }
        drop(removed);
        Ok(())
    }

    /// POSIX `rename`: moves a node, atomically replacing what is at `to`. Gives back the leaf that was replaced.
    ///
    /// Nothing happens when both names are one file. Errors: `NotFound`, `NotDir` on the way; `Busy` when either is
    /// `/`; `Invalid` for a folder into itself; `NotEmpty` for a folder that is not; `NotDir` for a folder over something
    /// else, `IsDir` for something else over a folder; `NameTooLong`, also when a path below would become so;
    /// `ReadOnly`.
    pub fn rename(&mut self, from: &AbsPath, to: &AbsPath, now: Time) -> Result<Option<Node>, Errno> {
        let (from_parent, from_name, node) = self.check_entry(from)?;
        let Some((to_parent, to_name)) = to.split() else {
            return Err(Errno::Busy);
        };
        let to_dir = self.dir(to_parent)?;
        if !self.limits.name_fits(to_name.len()) {
            return Err(Errno::NameTooLong);
        }
        let target = self.child(to_dir, to_name)?.cloned();
        self.check_writable(to)?;
        if from == to {
            return Ok(None);
        }
        if matches!(node, Node::Dir(_)) && to.starts_with(from) {
            return Err(Errno::Invalid);
        }
        match (&node, &target) {
            (Node::Linked(a), Some(Node::Linked(b))) if a == b => return Ok(None),
            (Node::Dir(_), Some(Node::Dir(old))) if !old.listed()?.is_empty() => return Err(Errno::NotEmpty),
            (Node::Dir(_), Some(Node::Dir(_))) | (_, None) => {}
            (Node::Dir(_), Some(_)) => return Err(Errno::NotDir),
            (_, Some(Node::Dir(_))) => return Err(Errno::IsDir),
            _ => {}
        }
        let mut reach = to.as_bytes().len().saturating_add(node.reach());
        if !self.limits.path_fits(reach) {
            reach = to.as_bytes().len().saturating_add(longest_below(&node));
            if !self.limits.path_fits(reach) && to.as_bytes().len() > from.as_bytes().len() {
                return Err(Errno::NameTooLong);
            }
        }
        let weight = node.weight();
        let replaced = target.as_ref().map_or(Weight::default(), Node::weight);
        drop((node, target));

        let dir = self.descend(from_parent, Passage::of(Weight::default().minus(weight)))?;
        let mut node = dir.remove(from_name).ok_or(Errno::NotFound)?;
        touch(dir, now);
        match &node {
            Node::Linked(ino) => self.set_ctime_linked(*ino, now),
            _ => {
                if let Some(meta) = node.meta_mut() {
                    meta.ctime = now;
                }
            }
        }
        let passage = Passage { weight: weight.minus(replaced), reach, keep_hashes: false };
        let dir = self.descend(to_parent, passage)?;
        let old = dir.insert(to_name.into(), node);
        touch(dir, now);
        Ok(match old {
            Some(Node::Dir(_)) | None => None,
            Some(leaf) => Some(self.drop_name(leaf, now)),
        })
    }

    /// Sets the permission bits; bits above `0o7777` are dropped.
    ///
    /// Errors: `NotFound`, `NotDir`; `NotSupported` for a symbolic link; `ReadOnly`.
    pub fn set_mode(&mut self, path: &AbsPath, mode: u16, now: Time) -> Result<(), Errno> {
        if matches!(self.get(path)?, Node::Symlink(_)) {
            return Err(self.check_writable(path).err().unwrap_or(Errno::NotSupported));
        }
        self.change_meta(path, false, |meta| {
            meta.mode = mode & 0o7777;
            meta.ctime = now;
        })
    }

    /// Sets the access time, the modification time or both; the change time becomes `now`.
    ///
    /// Errors: `NotFound`, `NotDir`; `ReadOnly`.
    pub fn set_times(
        &mut self,
        path: &AbsPath,
        atime: Option<Time>,
        mtime: Option<Time>,
        now: Time,
    ) -> Result<(), Errno> {
        self.change_meta(path, true, |meta| {
            meta.atime = atime.unwrap_or(meta.atime);
            meta.mtime = mtime.unwrap_or(meta.mtime);
            meta.ctime = now;
        })
    }

    /// As [`Tree::set_times`], for a file with several names by its inode.
    ///
    /// Errors: `NotFound`.
    pub fn set_inode_times(
        &mut self,
        ino: Ino,
        atime: Option<Time>,
        mtime: Option<Time>,
        now: Time,
    ) -> Result<(), Errno> {
        let change = |node: &mut Node| {
            if let Some(meta) = node.meta_mut() {
                meta.atime = atime.unwrap_or(meta.atime);
                meta.mtime = mtime.unwrap_or(meta.mtime);
                meta.ctime = now;
            }
        };
        self.inodes.change(ino, false, change).ok_or(Errno::NotFound)
    }

    fn change_meta(&mut self, path: &AbsPath, keep_hashes: bool, change: impl FnOnce(&mut Meta)) -> Result<(), Errno> {
        self.get(path)?;
        self.check_writable(path)?;
        if path.is_root() {
            // A folder's cached hashes leave out its own mode.
            change(&mut Arc::make_mut(&mut self.root).meta);
            return Ok(());
        }
        let passage = Passage { keep_hashes, ..Passage::default() };
        self.change_leaf(path, passage, |node| {
            if let Some(meta) = node.meta_mut() {
                change(meta);
            }
        })
    }

    /// Changes a node that is known to be there, in its folder or in the inode table.
    fn change_leaf(&mut self, path: &AbsPath, passage: Passage, change: impl FnOnce(&mut Node)) -> Result<(), Errno> {
        let (parent, name) = path.split().ok_or(Errno::NotFound)?;
        if let Some(Node::Linked(ino)) = self.child(self.dir(parent)?, name)? {
            let ino = *ino;
            return self.inodes.change(ino, !passage.keep_hashes, change).ok_or(Errno::NotFound);
        }
        let dir = self.descend(parent, passage)?;
        change(dir.own_mut().get_mut(name).ok_or(Errno::NotFound)?);
        Ok(())
    }

    fn set_ctime_linked(&mut self, ino: Ino, now: Time) {
        self.inodes.change(ino, false, |leaf| {
            if let Some(meta) = leaf.meta_mut() {
                meta.ctime = now;
            }
        });
    }

    /// Finishes the removal of an entry that was no folder: gives its leaf.
    fn drop_name(&mut self, entry: Node, now: Time) -> Node {
        match entry {
            Node::Linked(ino) => {
                self.set_ctime_linked(ino, now);
                self.inodes.drop_link(ino).unwrap_or(entry)
            }
            leaf => leaf,
        }
    }

    /// Whether a path is, or lies in, an entry of the system overlay; it need not exist.
    pub fn is_system(&self, path: &AbsPath) -> bool {
        match (&self.system, path.components().next()) {
            (Some(system), Some(name)) => system.get(name).is_some(),
            _ => false,
        }
    }

    /// Whether nothing can be changed at a path: it is [`Tree::is_system`] or in a read-only mount.
    pub fn is_read_only(&self, path: &AbsPath) -> bool {
        self.is_system(path) || self.read_only.iter().any(|mount| path.starts_with(mount))
    }

    fn check_writable(&self, path: &AbsPath) -> Result<(), Errno> {
        if self.is_read_only(path) { Err(Errno::ReadOnly) } else { Ok(()) }
    }

    /// That a name can be created: its folder is there, the name is not.
    fn check_new<'p>(&self, path: &'p AbsPath) -> Result<(&'p [u8], &'p [u8]), Errno> {
        let (parent, name) = path.split().ok_or(Errno::Exists)?;
        if !self.limits.path_fits(path.as_bytes().len()) {
            return Err(Errno::NameTooLong);
        }
        let dir = self.dir(parent)?;
        if !self.limits.name_fits(name.len()) {
            return Err(Errno::NameTooLong);
        }
        if self.child(dir, name)?.is_some() {
            return Err(Errno::Exists);
        }
        self.check_writable(path)?;
        Ok((parent, name))
    }

    /// That an entry is there and may go. Gives it as it stands in its folder.
    fn check_entry<'p>(&self, path: &'p AbsPath) -> Result<(&'p [u8], &'p [u8], Node), Errno> {
        let (parent, name) = path.split().ok_or(Errno::Busy)?;
        let node = self.child(self.dir(parent)?, name)?.ok_or(Errno::NotFound)?.clone();
        if self.read_only.iter().any(|mount| mount.starts_with(path)) {
            return Err(Errno::Busy);
        }
        self.check_writable(path)?;
        Ok((parent, name, node))
    }

    /// That a file may go from one length to another.
    fn check_growth(&self, old_len: u64, new_len: u64) -> Result<(), Errno> {
        if new_len > self.limits.file_bytes && new_len > old_len {
            return Err(Errno::TooBig);
        }
        self.check_room(new_len.saturating_sub(old_len), 0)
    }

    /// That so many more bytes and names are within the quotas.
    fn check_room(&self, bytes: u64, nodes: u64) -> Result<(), Errno> {
        let totals = self.totals();
        if nodes > 0 && totals.nodes.saturating_add(nodes) > self.limits.nodes {
            return Err(Errno::NoSpace(Quota::Nodes));
        }
        if bytes > 0 && totals.bytes.saturating_add(bytes) > self.limits.total_bytes {
            return Err(Errno::NoSpace(Quota::TotalBytes));
        }
        Ok(())
    }
}

/// Changes a regular file's bytes and the times that go with them.
fn rewrite(node: &mut Node, now: Time, new_len: u64, edit: impl FnOnce(&mut Content)) {
    if let Node::File(file) = node {
        let file = Arc::make_mut(file);
        file.meta.mtime = now;
        file.meta.ctime = now;
        let content = file.content_mut();
        edit(content);
        content.truncate(new_len);
    }
}

/// The length of the longest path below a node, counted from the end of its own.
fn longest_below(node: &Node) -> usize {
    let mut longest = 0;
    let mut open = Vec::new();
    if let Node::Dir(dir) = node {
        open.push((&**dir, 0));
    }
    while let Some((dir, depth)) = open.pop() {
        for (name, node) in dir.iter() {
            let depth = depth + 1 + name.len();
            longest = longest.max(depth);
            if let Node::Dir(child) = node {
                open.push((child, depth));
            }
        }
    }
    longest
}
