//! Three-way merging of trees.
//!
//! The cost follows what one side, *theirs*, changed since the base: what theirs shares with the base is passed over by
//! pointer, and only what differs is looked up in *ours*. Everything is decided against the three trees as they were;
//! what is decided is done to a copy of ours, which the caller keeps or drops.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;

use super::content::Content;
use super::diff::{Version, differ, with_listings};
use super::error::{Errno, Quota};
use super::node::{Ino, Kind, Node};
use super::path::AbsPath;
use super::tree::{Tree, hides};
use super::walk::Walk;
use super::{Time, TreeLimits};

/// What happens where both sides changed the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnConflict {
    /// Conflicts are listed; the merged tree is not to be used.
    Fail,
    /// Conflicting lines of text stand between markers; of anything else ours stays in place and theirs is put beside
    /// it. Of what one side deleted, the changed version stays.
    Markers,
    /// Ours: in text only the conflicting lines, otherwise the whole node.
    Ours,
    /// Theirs, likewise.
    Theirs,
}

/// What the sides disagree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConflictKind {
    /// Both changed the content of a file or the target of a link.
    BothChanged,
    /// Both created it, differently.
    AddAdd,
    /// One changed what the other deleted.
    ChangedDeleted,
    /// A file on one side, a folder on the other.
    FileFolder,
    /// A file on one side, a symbolic link on the other.
    FileLink,
    /// Two other kinds of node.
    Kind,
    /// Both changed the mode.
    Mode,
}

impl ConflictKind {
    /// The stable name in the API.
    pub fn name(self) -> &'static str {
        match self {
            ConflictKind::BothChanged => "both-changed",
            ConflictKind::AddAdd => "add-add",
            ConflictKind::ChangedDeleted => "changed-deleted",
            ConflictKind::FileFolder => "file-folder",
            ConflictKind::FileLink => "file-link",
            ConflictKind::Kind => "kind",
            ConflictKind::Mode => "mode",
        }
    }
}

/// What was done about a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// Nothing: the merge failed.
    None,
    /// The file holds both versions between markers.
    Markers,
    /// Ours stayed.
    Ours,
    /// Theirs was taken.
    Theirs,
    /// Ours stayed, and theirs is at this path, relative like [`Conflict::path`].
    Beside(Vec<u8>),
}

/// One disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Relative to the folder that was merged, without a leading slash.
    pub path: Vec<u8>,
    pub kind: ConflictKind,
    /// What was there; `None` where there was nothing.
    pub base: Option<Version>,
    pub ours: Option<Version>,
    pub theirs: Option<Version>,
    pub resolution: Resolution,
}

/// A merged file: its bytes, and how many places of it conflicted.
pub type MergedText = (Bytes, usize);

/// Merges base, ours and theirs of one file; `None` when they are no text.
pub type MergeText<'a> = &'a dyn Fn(&[u8], &[u8], &[u8], OnConflict) -> Option<MergedText>;

/// A finished merge.
pub struct MergedTree {
    pub tree: Tree,
    /// In byte order of their paths.
    pub conflicts: Vec<Conflict>,
    /// Files whose text was merged without a conflict, relative, in byte order.
    pub merged: Vec<Vec<u8>>,
}

/// Merges into `ours` what `theirs` changed since `base`, below `root`. Nodes that are changed get the time `now`; times
/// are no difference. Of a renamed file the old path counts as deleted and the new one as created. Hard links that
/// theirs made are made in the result.
///
/// Errors: a path and why it could not be written: `NameTooLong`, `TooBig`; `NoSpace` when the result as a whole is
/// above the quotas of `ours`.
pub fn merge(
    base: &Tree,
    ours: &Tree,
    theirs: &Tree,
    root: &AbsPath,
    on_conflict: OnConflict,
    text: MergeText<'_>,
    now: Time,
) -> Result<MergedTree, (Errno, AbsPath)> {
    let limits = *ours.limits();
    let mut result = ours.clone();
    // A merge that frees as much as it needs must fit: the quotas hold for the whole.
    result.set_limits(TreeLimits { total_bytes: u64::MAX, nodes: u64::MAX, ..limits });
    let tops = [base, ours, theirs].map(|tree| tree.get(root).ok());
    let [top_base, top_ours, top_theirs] = tops.each_ref().map(Option::as_ref);
    let mut merge = Merge {
        base,
        ours,
        theirs,
        root,
        on_conflict,
        text,
        now,
        result,
        open: Vec::new(),
        conflicts: Vec::new(),
        merged: Vec::new(),
        names: HashMap::new(),
        links: Vec::new(),
        emptied: Vec::new(),
        beside: Vec::new(),
    };
    merge.visit(Place { path: root.clone(), base: top_base, ours: top_ours, theirs: top_theirs })?;
    while let Some(place) = merge.open.pop() {
        merge.entries(&place)?;
    }
    merge.finish()?;
    let Merge { mut result, mut conflicts, mut merged, .. } = merge;
    let (before, after) = (ours.totals(), result.totals());
    let refused = if after.nodes > limits.nodes && after.nodes > before.nodes {
        Some(Quota::Nodes)
    } else if after.bytes > limits.total_bytes && after.bytes > before.bytes {
        Some(Quota::TotalBytes)
    } else {
        None
    };
    if let Some(quota) = refused {
        return Err((Errno::NoSpace(quota), root.clone()));
    }
    result.set_limits(limits);
    conflicts.sort_by(|a, b| a.path.cmp(&b.path));
    merged.sort_unstable();
    Ok(MergedTree { tree: result, conflicts, merged })
}

/// One path with what the three trees have there, hard links not yet resolved.
struct Place<'a> {
    path: AbsPath,
    base: Option<&'a Node>,
    ours: Option<&'a Node>,
    theirs: Option<&'a Node>,
}

struct Merge<'a> {
    base: &'a Tree,
    ours: &'a Tree,
    theirs: &'a Tree,
    root: &'a AbsPath,
    on_conflict: OnConflict,
    text: MergeText<'a>,
    now: Time,
    result: Tree,
    /// Folders whose entries are to be merged.
    open: Vec<Place<'a>>,
    conflicts: Vec<Conflict>,
    merged: Vec<Vec<u8>>,
    /// Inodes of theirs with several names, and a name that they have in the result.
    names: HashMap<Ino, AbsPath>,
    /// Names of such inodes that are to be made at the end.
    links: Vec<(Ino, AbsPath, Node)>,
    /// Folders that theirs deleted; those that are empty in the end go.
    emptied: Vec<AbsPath>,
    /// What is put beside a path at the end: the conflict's index, the path, the node.
    beside: Vec<(usize, AbsPath, Node)>,
}

type Step = Result<(), (Errno, AbsPath)>;

impl<'a> Merge<'a> {
    /// Merges one path, but not yet what is in a folder on all sides.
    fn visit(&mut self, place: Place<'a>) -> Step {
        if let (Some(base), Some(theirs)) = (place.base, place.theirs)
            && self.base.surely_same(base, self.theirs, theirs)
        {
            return Ok(());
        }
        let base = place.base.map(|node| self.base.leaf(node));
        let ours = place.ours.map(|node| self.ours.leaf(node));
        let theirs = place.theirs.map(|node| self.theirs.leaf(node));
        if let (Some(base), Some(theirs)) = (base, theirs)
            && !relinks(self.base, base, self.theirs, theirs)
            && self.unchanged_by_them(base, theirs, ours.is_none_or(is_folder))
        {
            self.know_name(&place);
            return Ok(());
        }
        match (base, ours, theirs) {
            (Some(Node::Dir(_)), None | Some(Node::Dir(_)), Some(Node::Dir(_)))
            | (_, Some(Node::Dir(_)), Some(Node::Dir(_))) => {
                // What a file on one side became is not the base of what is in a folder.
                let base = base.filter(|node| is_folder(node));
                self.folder_modes(&place.path, base, ours, theirs)?;
                self.open.push(Place { base, ours, theirs, ..place });
                Ok(())
            }
            (_, _, None) => self.deleted(place.path, base, ours),
            (_, None, Some(theirs)) if base.is_none_or(|base| is_folder(base) != is_folder(theirs)) => {
                self.create(&place.path, place.theirs.unwrap_or(theirs))
            }
            (Some(base), Some(ours), Some(theirs)) if self.unchanged(base, ours) => self.take(&place, ours, theirs),
            (_, Some(ours), Some(theirs)) if !is_folder(ours) && !is_folder(theirs) => {
                self.leaves(&place, base, ours, theirs)
            }
            _ => self.conflict(&place.path, base, ours, theirs),
        }
    }

    /// Merges what is in a folder: everything that theirs has otherwise than the base.
    fn entries(&mut self, place: &Place<'a>) -> Step {
        let folder = |node: Option<&'a Node>| node.and_then(Node::as_dir);
        let (base, ours, theirs) = (folder(place.base), folder(place.ours), folder(place.theirs));
        let in_ours = |name: &[u8]| ours.and_then(|dir| dir.listed().unwrap_or(dir).get(name));
        match (base, theirs) {
            (Some(base), Some(theirs)) => {
                let (base, theirs) = with_listings(base, theirs);
                // A shared entry says nothing when it is the number of an inode that changed.
                let skip = base.linked() == 0 && theirs.linked() == 0 || self.base.same_inodes(self.theirs);
                for (name, base, theirs) in base.own().pairs(theirs.own(), skip) {
                    self.visit(Place { path: place.path.join(name), base, ours: in_ours(name), theirs })?;
                }
            }
            (Some(base), None) => {
                for (name, node) in base.listed().unwrap_or(base).iter() {
                    let path = place.path.join(name);
                    self.visit(Place { path, base: Some(node), ours: in_ours(name), theirs: None })?;
                }
            }
            (None, Some(theirs)) => {
                for (name, node) in theirs.listed().unwrap_or(theirs).iter() {
                    let path = place.path.join(name);
                    self.visit(Place { path, base: None, ours: in_ours(name), theirs: Some(node) })?;
                }
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Merges the modes of two folders, or of one that ours deleted.
    fn folder_modes(
        &mut self,
        path: &AbsPath,
        base: Option<&Node>,
        ours: Option<&Node>,
        theirs: Option<&Node>,
    ) -> Step {
        let mode = |node: Option<&Node>| node.map(|node| node.meta().mode);
        let (base_mode, our_mode, their_mode) = (mode(base), mode(ours), mode(theirs));
        if their_mode == base_mode || their_mode == our_mode {
            return Ok(());
        }
        if our_mode == base_mode {
            return self.set_mode(path, their_mode);
        }
        let kind = if ours.is_none() { ConflictKind::ChangedDeleted } else { ConflictKind::Mode };
        let resolution = match self.on_conflict {
            OnConflict::Fail => Resolution::None,
            OnConflict::Theirs if ours.is_some() => {
                self.set_mode(path, their_mode)?;
                Resolution::Theirs
            }
            _ => Resolution::Ours,
        };
        self.note(path, kind, [base, ours, theirs], resolution);
        Ok(())
    }

    fn set_mode(&mut self, path: &AbsPath, mode: Option<u16>) -> Step {
        match mode {
            Some(mode) => self.result.set_mode(path, mode, self.now).map_err(|errno| (errno, path.clone())),
            None => Ok(()),
        }
    }

    /// Theirs deleted what is at a path.
    fn deleted(&mut self, path: AbsPath, base: Option<&'a Node>, ours: Option<&'a Node>) -> Step {
        let (Some(base), Some(ours)) = (base, ours) else {
            return Ok(());
        };
        if self.unchanged(base, ours) {
            return self.remove(&path);
        }
        match (base, ours) {
            (Node::Dir(a), Node::Dir(b)) => {
                if a.meta.mode != b.meta.mode {
                    let resolution = match self.on_conflict {
                        OnConflict::Fail => Resolution::None,
                        OnConflict::Theirs => Resolution::Theirs,
                        _ => Resolution::Ours,
                    };
                    self.note(&path, ConflictKind::ChangedDeleted, [Some(base), Some(ours), None], resolution);
                }
                if a.meta.mode == b.meta.mode || self.on_conflict == OnConflict::Theirs {
                    self.emptied.push(path.clone());
                }
                self.open.push(Place { path, base: Some(base), ours: Some(ours), theirs: None });
                Ok(())
            }
            // Ours deleted it too, and put something else in its place.
            (Node::Dir(_), _) | (_, Node::Dir(_)) => Ok(()),
            _ => self.conflict(&path, Some(base), Some(ours), None),
        }
    }

    /// Takes theirs where ours is as the base was.
    fn take(&mut self, place: &Place<'a>, ours: &'a Node, theirs: &'a Node) -> Step {
        let fail = |errno| (errno, place.path.clone());
        let relinks = place.base.is_some_and(|base| relinks(self.base, self.base.leaf(base), self.theirs, theirs));
        match (ours, theirs) {
            _ if relinks => {
                self.remove(&place.path)?;
                return self.create(&place.path, place.theirs.unwrap_or(theirs));
            }
            (Node::File(old), Node::File(new)) if !self.parts_names(place) => {
                if !old.same_bytes(new) {
                    self.set_bytes(&place.path, new)?;
                }
                if old.meta.mode != new.meta.mode {
                    self.result.set_mode(&place.path, new.meta.mode, self.now).map_err(fail)?;
                }
            }
            _ if same_leaf(ours, theirs) => {}
            (Node::Fifo(_), Node::Fifo(new)) if !self.parts_names(place) => {
                self.result.set_mode(&place.path, new.meta.mode, self.now).map_err(fail)?;
            }
            _ => {
                self.remove(&place.path)?;
                return self.create(&place.path, place.theirs.unwrap_or(theirs));
            }
        }
        self.know_name(place);
        Ok(())
    }

    /// Gives a file of the result the bytes of another, read or not.
    fn set_bytes(&mut self, path: &AbsPath, file: &super::File) -> Step {
        let set = match file.unread() {
            Some(unread) => self.result.set_unread(path, Arc::clone(unread), self.now),
            None => self.result.set_content(path, file.content().clone(), self.now),
        };
        set.map_err(|errno| (errno, path.clone()))
    }

    /// Whether what theirs has is not for all the names that ours has of a file: theirs put another file in its place, or
    /// ours made the name one of another file.
    fn parts_names(&self, place: &Place<'_>) -> bool {
        let base = place.base.map(|node| self.base.leaf(node).meta().ino);
        let ours = place.ours.map(|node| self.ours.leaf(node).meta().ino);
        let theirs = place.theirs.map(|node| self.theirs.leaf(node).meta().ino);
        matches!(place.ours, Some(Node::Linked(_))) && (base != theirs || base != ours)
    }

    /// Both sides have something else than a folder, and ours is not as the base was.
    fn leaves(&mut self, place: &Place<'a>, base: Option<&'a Node>, ours: &'a Node, theirs: &'a Node) -> Step {
        if same_leaf(ours, theirs) {
            self.know_name(place);
            return Ok(());
        }
        let (Node::File(mine), Node::File(other)) = (ours, theirs) else {
            return self.conflict(&place.path, base, Some(ours), Some(theirs));
        };
        let fail = |errno| (errno, place.path.clone());
        if self.parts_names(place) {
            // From here on a file of its own, so that what is written to it does not reach the other names.
            self.remove(&place.path)?;
            self.create_leaf(&place.path, ours).map_err(fail)?;
        } else {
            self.know_name(place);
        }
        let old = base.and_then(Node::as_file);
        let sides = [base, Some(ours), Some(theirs)];
        let kind = if base.is_some() { ConflictKind::BothChanged } else { ConflictKind::AddAdd };

        let (was, is, other_is) = (old.map(|file| file.meta.mode), mine.meta.mode, other.meta.mode);
        if is != other_is && Some(other_is) != was {
            let theirs_wins = Some(is) == was || self.on_conflict == OnConflict::Theirs;
            if theirs_wins {
                self.result.set_mode(&place.path, other_is, self.now).map_err(fail)?;
            }
            if Some(is) != was {
                let resolution = match self.on_conflict {
                    OnConflict::Fail => Resolution::None,
                    OnConflict::Theirs => Resolution::Theirs,
                    _ => Resolution::Ours,
                };
                self.note(&place.path, ConflictKind::Mode, sides, resolution);
            }
        }

        let changed = |file: &super::File| old.is_none_or(|old| !old.same_bytes(file));
        if mine.same_bytes(other) || !changed(other) {
            return Ok(());
        }
        if !changed(mine) {
            return self.set_bytes(&place.path, other);
        }
        // What nobody read cannot be merged by lines.
        let bytes = |file: &super::File| file.known().map(Content::to_bytes);
        let old_bytes = old.map_or(Some(Bytes::new()), |old| bytes(old));
        let merged = match (old_bytes, bytes(mine), bytes(other)) {
            (Some(old), Some(mine), Some(other)) => (self.text)(&old, &mine, &other, self.on_conflict),
            _ => None,
        };
        let Some((text, conflicts)) = merged else {
            return self.conflict(&place.path, base, Some(ours), Some(theirs));
        };
        if conflicts > 0 && self.on_conflict == OnConflict::Fail {
            self.note(&place.path, kind, sides, Resolution::None);
            return Ok(());
        }
        self.result.set_content(&place.path, Content::from_bytes(text), self.now).map_err(fail)?;
        if conflicts == 0 {
            self.merged.push(self.relative(&place.path));
        } else {
            let resolution = match self.on_conflict {
                OnConflict::Ours => Resolution::Ours,
                OnConflict::Theirs => Resolution::Theirs,
                _ => Resolution::Markers,
            };
            self.note(&place.path, kind, sides, resolution);
        }
        Ok(())
    }

    /// A disagreement about whole nodes.
    fn conflict(&mut self, path: &AbsPath, base: Option<&Node>, ours: Option<&Node>, theirs: Option<&Node>) -> Step {
        let kind = match (ours, theirs) {
            (None, _) | (_, None) => ConflictKind::ChangedDeleted,
            (Some(ours), Some(theirs)) => match (ours.kind(), theirs.kind()) {
                (Kind::File, Kind::Dir) | (Kind::Dir, Kind::File) => ConflictKind::FileFolder,
                (Kind::File, Kind::Symlink) | (Kind::Symlink, Kind::File) => ConflictKind::FileLink,
                (a, b) if a != b => ConflictKind::Kind,
                (Kind::Fifo, _) => ConflictKind::Mode,
                _ if base.is_none() => ConflictKind::AddAdd,
                _ => ConflictKind::BothChanged,
            },
        };
        let sides = [base, ours, theirs];
        let resolution = match (self.on_conflict, ours, theirs) {
            (OnConflict::Fail, ..) => Resolution::None,
            (OnConflict::Ours, ..) | (OnConflict::Markers, Some(_), None) => Resolution::Ours,
            (OnConflict::Markers, Some(_), Some(_)) if kind == ConflictKind::Mode => Resolution::Ours,
            (OnConflict::Markers, Some(_), Some(theirs)) => {
                self.beside.push((self.conflicts.len(), path.clone(), theirs.clone()));
                Resolution::Ours
            }
            (OnConflict::Markers, None, _) | (OnConflict::Theirs, ..) => {
                if ours.is_some() {
                    self.remove(path)?;
                }
                if let Some(theirs) = theirs {
                    self.create(path, theirs)?;
                }
                Resolution::Theirs
            }
        };
        self.note(path, kind, sides, resolution);
        Ok(())
    }

    fn note(&mut self, path: &AbsPath, kind: ConflictKind, sides: [Option<&Node>; 3], resolution: Resolution) {
        let [base, ours, theirs] = sides.map(|node| node.map(Version::of));
        self.conflicts.push(Conflict { path: self.relative(path), kind, base, ours, theirs, resolution });
    }

    fn relative(&self, path: &AbsPath) -> Vec<u8> {
        path.strip_prefix(self.root).unwrap_or_default().to_vec()
    }

    /// Whether ours is as the base was.
    fn unchanged(&self, base: &Node, ours: &Node) -> bool {
        if relinks(self.base, base, self.ours, ours) {
            return false;
        }
        if hides(base) || hides(ours) {
            return !differ(self.base, base, self.ours, ours);
        }
        self.base.surely_same(base, self.ours, ours)
            || base.kind() == ours.kind() && self.base.hash_node(base) == self.ours.hash_node(ours)
    }

    /// Whether theirs is as the base was, as far as it can be told without work where folders can be `entered`.
    fn unchanged_by_them(&self, base: &Node, theirs: &Node, entered: bool) -> bool {
        match (base, theirs) {
            (Node::Dir(_), Node::Dir(_)) if hides(base) || hides(theirs) => {
                !entered && !differ(self.base, base, self.theirs, theirs)
            }
            (Node::Dir(a), Node::Dir(b)) if entered => {
                // Of names of inodes with several, even unchanged ones have to be known.
                let no_links = a.linked() == 0 && b.linked() == 0;
                let (known_a, known_b) = (self.base.known_hash(a), self.theirs.known_hash(b));
                no_links && a.meta.mode == b.meta.mode && known_a.is_some() && known_a == known_b
            }
            (Node::Dir(_), Node::Dir(_)) => self.base.hash_node(base) == self.theirs.hash_node(theirs),
            (base, theirs) => !is_folder(base) && !is_folder(theirs) && same_leaf(base, theirs),
        }
    }

    fn remove(&mut self, path: &AbsPath) -> Step {
        match self.result.remove_all(path, self.now) {
            // A name of several may have gone with another part of the tree.
            Ok(()) | Err(Errno::NotFound) => Ok(()),
            Err(errno) => Err((errno, path.clone())),
        }
    }

    /// Copies a node of theirs, with everything in it, to a path where nothing is. Folders above it that ours deleted
    /// come back.
    fn create(&mut self, path: &AbsPath, node: &Node) -> Step {
        self.parents(path)?;
        let mut open = vec![(path.clone(), node.clone())];
        while let Some((path, entry)) = open.pop() {
            let leaf = self.theirs.leaf(&entry).clone();
            let made = match &leaf {
                Node::Dir(dir) => {
                    let dir = dir.listed().map_err(|errno| (errno, path.clone()))?;
                    open.extend(dir.iter().map(|(name, node)| (path.join(name), node.clone())));
                    self.result.mkdir(&path, dir.meta.mode, self.now).map(drop)
                }
                leaf if self.theirs.nlink(leaf) > 1 => {
                    self.links.push((leaf.meta().ino, path.clone(), leaf.clone()));
                    Ok(())
                }
                leaf => self.create_leaf(&path, leaf),
            };
            made.map_err(|errno| (errno, path))?;
        }
        Ok(())
    }

    fn create_leaf(&mut self, path: &AbsPath, leaf: &Node) -> Result<(), Errno> {
        let (mode, now) = (leaf.meta().mode, self.now);
        match leaf {
            Node::File(file) => match file.unread() {
                Some(unread) => self.result.create_unread(path, Arc::clone(unread), mode, now).map(drop),
                None => self.result.create_file(path, file.content().clone(), mode, now).map(drop),
            },
            Node::Symlink(link) => self.result.symlink(path, &link.target, now).map(drop),
            _ => self.result.mkfifo(path, mode, now).map(drop),
        }
    }

    /// Makes the missing folders above a path, with the modes that theirs gives them.
    fn parents(&mut self, path: &AbsPath) -> Step {
        let mut missing = Vec::new();
        let mut at = path.parent();
        while let Some(folder) = at {
            if self.result.get(&folder).is_ok() {
                break;
            }
            at = folder.parent();
            missing.push(folder);
        }
        for folder in missing.into_iter().rev() {
            let mode = self.theirs.get(&folder).map_or(0o755, |node| node.meta().mode);
            self.result.mkdir(&folder, mode, self.now).map_err(|errno| (errno, folder.clone()))?;
        }
        Ok(())
    }

    /// Remembers that a name of theirs is the same inode in the result.
    fn know_name(&mut self, place: &Place<'_>) {
        let (Some(Node::Linked(ino)), Some(ours)) = (place.theirs, place.ours) else {
            return;
        };
        if self.ours.leaf(ours).meta().ino == *ino {
            self.names.entry(*ino).or_insert_with(|| place.path.clone());
        }
    }

    /// What can be done only when everything else is in its place.
    fn finish(&mut self) -> Step {
        self.make_links()?;
        // Deeper folders were found later.
        for path in std::mem::take(&mut self.emptied).into_iter().rev() {
            match self.result.rmdir(&path, self.now) {
                Ok(()) | Err(Errno::NotEmpty | Errno::NotFound | Errno::NotDir) => {}
                Err(errno) => return Err((errno, path)),
            }
        }
        for (index, path, node) in std::mem::take(&mut self.beside) {
            let beside = self.free_name(&path);
            self.create(&beside, &node)?;
            let relative = self.relative(&beside);
            if let Some(conflict) = self.conflicts.get_mut(index) {
                conflict.resolution = Resolution::Beside(relative);
            }
        }
        self.make_links()
    }

    /// Looks for names of files that theirs gave another one, where all that they had is in what theirs did not touch.
    fn find_names(&mut self) {
        let links = self.links.iter().map(|(ino, ..)| *ino);
        let mut sought: HashSet<Ino> =
            links.filter(|ino| !self.names.contains_key(ino) && self.base.get_inode(*ino).is_ok()).collect();
        if sought.is_empty() {
            return;
        }
        for entry in Walk::new(&self.result, &AbsPath::root()).into_iter().flatten() {
            if !is_folder(&entry.node) && sought.remove(&entry.node.meta().ino) {
                self.names.insert(entry.node.meta().ino, entry.path);
            }
        }
    }

    fn make_links(&mut self) -> Step {
        self.find_names();
        for (ino, path, leaf) in std::mem::take(&mut self.links) {
            self.parents(&path)?;
            let made = match self.names.get(&ino) {
                Some(name) => self.result.link(name, &path, self.now),
                None => {
                    self.names.insert(ino, path.clone());
                    self.create_leaf(&path, &leaf)
                }
            };
            made.map_err(|errno| (errno, path))?;
        }
        Ok(())
    }

    /// `NAME~theirs`, with a number where that is taken.
    fn free_name(&self, path: &AbsPath) -> AbsPath {
        let (Some(parent), Some(name)) = (path.parent(), path.name()) else {
            return path.clone();
        };
        let mut number = 1_u64;
        loop {
            let suffix = if number == 1 { "~theirs".to_owned() } else { format!("~theirs{number}") };
            let candidate = parent.join(&[name, suffix.as_bytes()].concat());
            if self.result.get(&candidate).is_err() {
                return candidate;
            }
            number += 1;
        }
    }
}

/// Whether a side made a name that of another file, whatever that has in it, where one of the two has other names.
fn relinks(base_tree: &Tree, base: &Node, tree: &Tree, node: &Node) -> bool {
    let is_other = !is_folder(base) && !is_folder(node) && base.meta().ino != node.meta().ino;
    is_other && (base_tree.nlink(base) > 1 || tree.nlink(node) > 1)
}

fn is_folder(node: &Node) -> bool {
    node.kind() == Kind::Dir
}

/// Whether two nodes, neither of them a folder, are equal: kind, mode, bytes.
fn same_leaf(a: &Node, b: &Node) -> bool {
    a.meta().mode == b.meta().mode
        && match (a, b) {
            (Node::File(a), Node::File(b)) => a.same_bytes(b),
            (Node::Symlink(a), Node::Symlink(b)) => a.target == b.target,
            (a, b) => a.kind() == b.kind(),
        }
}
