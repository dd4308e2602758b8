//! The files that `rg` searches: which are ignored, hidden, of the wanted types.

use std::collections::HashMap;
use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::arguments::Settings;
use super::types::TYPES;
use crate::shared::globs::{Glob, Rules, below};
use crate::shared::path::join;
use crate::shared::walk::{FollowLinks, Step, Walk};
use shell::command::Context;
use shell::kernel::Halt;

/// What decides about each path.
pub struct Filter {
    overrides: Vec<Glob>,
    has_included: bool,
    selected: Vec<Glob>,
    excluded: Vec<Glob>,
    extra: Vec<Rc<Rules>>,
    /// The rules of each folder.
    folders: HashMap<BString, Rc<Level>>,
    root: Root,
}

/// The rules that stand in one folder, the strongest kind first: `.rgignore`, `.ignore`, `.gitignore`, and what a
/// repository excludes.
#[derive(Default)]
struct Level {
    rules: [Option<Rules>; 4],
    has_git: bool,
}

/// What is searched at present.
#[derive(Default)]
struct Root {
    name: BString,
    absolute: BString,
    /// The folders above it, the nearest first; their rules are about absolute paths.
    parents: Vec<Rc<Level>>,
}

/// What the levels have decided so far, for each kind of rules.
#[derive(Default)]
struct Decisions {
    kinds: [Option<bool>; 4],
    /// The rules for git end with the repository.
    saw_git: bool,
}

impl Decisions {
    fn ask(&mut self, level: &Level, path: &[u8], is_folder: bool, any_git: bool) {
        for (at, (decided, rules)) in self.kinds.iter_mut().zip(&level.rules).enumerate() {
            let applies = at < 2 || any_git && !self.saw_git;
            if decided.is_none() && applies {
                *decided = rules.as_ref().and_then(|rules| rules.decide(path, is_folder));
            }
        }
        self.saw_git |= level.has_git;
    }
}

/// The known types, with those that the options add.
pub fn type_table(settings: &Settings) -> Result<Vec<(BString, Vec<BString>)>, Vec<u8>> {
    let mut table: Vec<(BString, Vec<BString>)> = TYPES
        .iter()
        .map(|(name, globs)| ((*name).into(), globs.split(", ").map(BString::from).collect()))
        .collect();
    for (text, clear) in &settings.type_changes {
        if *clear {
            table.retain(|(name, _)| name != text);
            continue;
        }
        let Some((name, glob)) = text.split_once_str(":") else {
            return Err(b"invalid definition (format is type:glob, e.g., html:*.html)".to_vec());
        };
        let mut globs = vec![BString::from(glob)];
        if let Some(list) = glob.strip_prefix(b"include:") {
            globs.clear();
            for included in list.split_str(",") {
                match table.iter().find(|(known, _)| known == included) {
                    Some((_, known)) => globs.extend_from_slice(known),
                    None => return Err([b"unrecognized file type: ".as_slice(), included].concat()),
                }
            }
        }
        match table.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.extend(globs),
            None => table.push((name.into(), globs)),
        }
    }
    table.sort();
    Ok(table)
}

impl Filter {
    /// # Errors
    /// A glob or a type is wrong: the message.
    pub fn new(context: &Context<'_>, settings: &Settings) -> Result<Filter, Vec<u8>> {
        let mut overrides = Vec::new();
        for (glob, ignore_case) in &settings.globs {
            match Glob::parse(glob, *ignore_case || settings.glob_case_insensitive) {
                Ok(parsed) => overrides.extend(parsed),
                Err(reason) => {
                    let text = [b"error parsing glob '".as_slice(), glob, b"': ", reason.as_bytes()].concat();
                    return Err(text);
                }
            }
        }
        let table = type_table(settings)?;
        let (mut selected, mut excluded) = (Vec::new(), Vec::new());
        for (name, negated) in &settings.types {
            let known: Vec<&BString> = if name == "all" {
                table.iter().flat_map(|(_, globs)| globs).collect()
            } else {
                match table.iter().find(|(known, _)| known == name) {
                    Some((_, globs)) => globs.iter().collect(),
                    None => return Err([b"unrecognized file type: ".as_slice(), name].concat()),
                }
            };
            let list = if *negated { &mut excluded } else { &mut selected };
            list.extend(known.into_iter().filter_map(|glob| Glob::parse(glob, false).ok().flatten()));
        }
        let has_included = overrides.iter().any(|glob| !glob.negated);
        let (extra, folders, root) = (Vec::new(), HashMap::new(), Root::default());
        let mut filter = Filter { overrides, has_included, selected, excluded, extra, folders, root };
        if !settings.no_ignore_files {
            for name in &settings.ignore_files {
                if let Ok(data) = context.read_operand(name) {
                    let rules = Rules::parse(&data, BString::default(), settings.ignore_case_of_ignores);
                    filter.extra.push(Rc::new(rules));
                }
            }
        }
        Ok(filter)
    }

    /// Something else is searched: looks at the folders above it.
    fn enter(&mut self, context: &Context<'_>, settings: &Settings, name: &[u8]) {
        self.folders.clear();
        self.root = Root { name: name.into(), ..Root::default() };
        let Ok(mut folder) = context.vfs().canonical(context.cwd(), if name.is_empty() { b".".as_slice() } else { name })
        else {
            return;
        };
        self.root.absolute = folder.as_bytes().into();
        while let Some(parent) = folder.parent().filter(|_| !folder.is_root()) {
            folder = parent;
            let mut level = Self::load(context, settings, folder.as_bytes());
            if settings.no_ignore_parent {
                level.rules = Default::default();
            }
            // One without either decides nothing about any path.
            if level.has_git || level.rules.iter().any(Option::is_some) {
                self.root.parents.push(Rc::new(level));
            }
        }
    }

    /// The rules of one folder.
    fn load(context: &Context<'_>, settings: &Settings, folder: &[u8]) -> Level {
        let mut level = Level::default();
        if settings.no_ignore {
            return level;
        }
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let inside = |name: &[u8]| if folder.is_empty() { name.into() } else { join(folder, name) };
        let vcs = !settings.no_ignore_vcs;
        level.has_git = vcs && settings.require_git && vfs.exists(cwd, &inside(b".git"));
        let names: [(&[u8], bool); 4] = [
            (b".rgignore", true),
            (b".ignore", !settings.no_ignore_dot),
            (b".gitignore", vcs),
            (b".git/info/exclude", vcs && !settings.no_ignore_exclude),
        ];
        for (rules, (name, _)) in level.rules.iter_mut().zip(names).filter(|(_, (_, wanted))| *wanted) {
            if let Ok(content) = vfs.read_file(cwd, &inside(name)) {
                *rules = Some(Rules::parse(&content.to_bytes(), folder.into(), settings.ignore_case_of_ignores));
            }
        }
        level
    }

    /// What the ignore files say about something `depth` folders down: it is left out, or expressly not.
    fn decide(
        &mut self,
        context: &Context<'_>,
        settings: &Settings,
        path: &[u8],
        depth: usize,
        is_folder: bool,
    ) -> Option<bool> {
        let mut levels: Vec<Rc<Level>> = Vec::with_capacity(depth);
        let mut folder = path;
        for above in (0..depth).rev() {
            folder = match above {
                0 => &self.root.name,
                _ => memchr::memrchr(b'/', folder).map_or(&[][..], |slash| &folder[..slash]),
            };
            let level = match self.folders.get(folder) {
                Some(level) => level.clone(),
                None => {
                    let level = Rc::new(Self::load(context, settings, folder));
                    self.folders.insert(folder.into(), level.clone());
                    level
                }
            };
            levels.push(level);
        }
        let parents = &self.root.parents;
        let any_git = !settings.require_git || levels.iter().chain(parents).any(|level| level.has_git);
        let mut decisions = Decisions::default();
        for level in &levels {
            decisions.ask(level, path, is_folder, any_git);
        }
        if !parents.is_empty() {
            // ripgrep 13 puts the path of the operand in front of paths that begin with the operand.
            let absolute = if path.starts_with(b"/") { path.into() } else { join(&self.root.absolute, path) };
            for level in parents {
                decisions.ask(level, &absolute, is_folder, any_git);
            }
        }
        let explicit = || self.extra.iter().rev().find_map(|rules| rules.decide(path, is_folder));
        decisions.kinds.into_iter().flatten().next().or_else(explicit)
    }

    /// Whether something that the walk came upon is left out.
    fn leaves_out(
        &mut self,
        context: &Context<'_>,
        settings: &Settings,
        path: &[u8],
        depth: usize,
        is_folder: bool,
    ) -> bool {
        let path = path.strip_prefix(b"./").unwrap_or(path);
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        if !self.overrides.is_empty() {
            let path = below(context.cwd().as_bytes(), path);
            if let Some(glob) = self.overrides.iter().rev().find(|glob| glob.matches(path, is_folder)) {
                // `-g` decides alone.
                return glob.negated;
            }
        }
        if self.has_included && !is_folder {
            return true;
        }
        let decided = self.decide(context, settings, path, depth, is_folder);
        if decided == Some(true) || !is_folder && !self.selects_type(name) {
            return true;
        }
        let wanted = decided.is_some() || !is_folder && !self.selected.is_empty();
        !wanted && !settings.hidden && name.starts_with(b".") && !matches!(name, b"." | b"..")
    }

    fn selects_type(&self, name: &[u8]) -> bool {
        if self.excluded.iter().any(|glob| glob.matches(name, false)) {
            return false;
        }
        self.selected.is_empty() || self.selected.iter().any(|glob| glob.matches(name, false))
    }
}

/// What is told of files that cannot be read.
type Complain<'c> = &'c mut dyn FnMut(&mut Context<'_>, &[u8]) -> Result<(), Halt>;

/// A file to search.
pub struct Found {
    pub path: BString,
    /// It was named itself: its kind does not matter.
    pub named: bool,
    /// With an order other than that of the walk: its place in it.
    pub order: Vec<Place>,
}

/// A name on the way from the operand to a file, behind what it is sorted by: its time, or 0.
pub type Place = (i64, BString);

/// Sorts what was found below one operand: what stands in a folder by time, and what has one time by name whichever way
/// times go.
pub fn sort(found: &mut [Found], settings: &Settings) {
    match &settings.sort {
        Some((key, true)) if key == "path" => found.sort_by(|left, right| right.order.cmp(&left.order)),
        _ => found.sort_by(|left, right| left.order.cmp(&right.order)),
    }
}

/// Calls `each` for each file; false from it ends the walk. `complain` is given what could not be read.
pub fn files(
    context: &mut Context<'_>,
    settings: &Settings,
    filter: &mut Filter,
    starts: &[BString],
    implicit: bool,
    each: &mut dyn FnMut(&mut Context<'_>, Found) -> Result<bool, Halt>,
    complain: Complain<'_>,
) -> Result<(), Halt> {
    let follow = if settings.follow { FollowLinks::Always } else { FollowLinks::CommandLine };
    for start in starts {
        let mut walk = Walk::new(start, follow);
        if settings.max_filesize.is_none() {
            walk = walk.without_sizes();
        }
        let shorter = start.strip_prefix(b"./").filter(|_| implicit);
        filter.enter(context, settings, shorter.unwrap_or(start));
        let mut order: Vec<Place> = Vec::new();
        while let Some(step) = walk.next(context)? {
            match step {
                Step::Leave => continue,
                Step::Loop => {
                    let text = [b"File system loop found: ".as_slice(), walk.path()].concat();
                    complain(context, &text)?;
                    continue;
                }
                Step::Missing(errno) | Step::Unreadable(errno) => {
                    let number = match errno {
                        workspace::Errno::NotFound => 2,
                        workspace::Errno::Access => 13,
                        workspace::Errno::NotDir => 20,
                        _ => 5,
                    };
                    let path = walk.path();
                    let text = format!(": {} (os error {number})", errno.message());
                    // Threads, which there are where no order is asked for, tell less.
                    let text = match settings.sort {
                        Some(_) => [path, b": IO error for operation on ", path, text.as_bytes()].concat(),
                        None => [path, text.as_bytes()].concat(),
                    };
                    complain(context, &text)?;
                    continue;
                }
                Step::Visit => {}
            }
            let Some(stat) = walk.stat().copied() else { continue };
            let mut path = BString::from(walk.path());
            if implicit && let Some(shorter) = path.strip_prefix(b"./") {
                path = shorter.into();
            }
            let depth = walk.depth();
            if depth > 0 && filter.leaves_out(context, settings, &path, depth, stat.is_dir()) {
                walk.skip();
                continue;
            }
            if settings.is_sorted() && depth > 0 {
                order.truncate(depth - 1);
                let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(&path);
                order.push((settings.rank(&stat), name.into()));
            }
            if stat.is_dir() {
                if settings.max_depth.is_some_and(|most| depth >= most) {
                    walk.skip();
                }
                continue;
            }
            if settings.max_filesize.is_some_and(|most| stat.size > most) || depth > 0 && !stat.is_file() {
                continue;
            }
            if !each(context, Found { path, named: depth == 0, order: order.clone() })? {
                return Ok(());
            }
        }
    }
    Ok(())
}
