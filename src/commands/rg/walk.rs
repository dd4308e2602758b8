//! The files that `rg` searches: which are ignored, hidden, of the wanted types.

use std::collections::HashMap;
use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::arguments::Settings;
use super::globs::{Glob, Rules};
use super::types::TYPES;
use crate::shared::path::join;
use crate::shared::walk::{FollowLinks, Step, Walk};
use shell::command::Context;
use shell::kernel::{Halt, Stat};

/// What decides about each path.
pub struct Filter {
    overrides: Vec<Glob>,
    has_included: bool,
    selected: Vec<Glob>,
    excluded: Vec<Glob>,
    extra: Vec<Rc<Rules>>,
    /// The rules of each folder, nearest kind first.
    folders: HashMap<BString, Vec<Rc<Rules>>>,
    in_repository: bool,
    parents: Vec<Rc<Rules>>,
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
        let mut filter = Filter {
            overrides,
            has_included,
            selected,
            excluded,
            extra: Vec::new(),
            folders: HashMap::new(),
            in_repository: false,
            parents: Vec::new(),
        };
        if !settings.no_ignore_files {
            for name in &settings.ignore_files {
                if let Ok(data) = context.read_operand(name) {
                    let rules = Rules::parse(&data, BString::default(), settings.ignore_case_of_ignores);
                    filter.extra.push(Rc::new(rules));
                }
            }
        }
        filter.look_up(context, settings);
        Ok(filter)
    }

    /// Looks at the folders above the working folder: is one a repository, and do they have rules?
    fn look_up(&mut self, context: &Context<'_>, settings: &Settings) {
        let vfs = context.vfs();
        let mut folder = context.cwd().clone();
        let mut first = true;
        let mut found: Vec<(BString, bool)> = Vec::new();
        loop {
            let here = BString::from(folder.as_bytes());
            let repository = vfs.exists(context.cwd(), &join(&here, b".git"));
            self.in_repository |= repository;
            if !first {
                found.push((here, repository));
            }
            first = false;
            match folder.parent() {
                Some(parent) if !folder.is_root() => folder = parent,
                _ => break,
            }
        }
        if settings.no_ignore_parent || settings.no_ignore {
            return;
        }
        // Their patterns match absolute paths.
        for (folder, _) in found {
            let mut own = self.load(context, settings, &folder, self.in_repository);
            self.parents.append(&mut own);
        }
    }

    /// The rules of one folder.
    fn load(&self, context: &Context<'_>, settings: &Settings, folder: &[u8], repository: bool) -> Vec<Rc<Rules>> {
        let mut rules = Vec::new();
        if settings.no_ignore {
            return rules;
        }
        let vcs = !settings.no_ignore_vcs && (repository || !settings.require_git);
        let names: [(&[u8], bool); 4] = [
            (b".rgignore", true),
            (b".ignore", !settings.no_ignore_dot),
            (b".gitignore", vcs),
            (b".git/info/exclude", vcs && !settings.no_ignore_exclude),
        ];
        for (name, _) in names.into_iter().filter(|(_, wanted)| *wanted) {
            let path = if folder.is_empty() { name.into() } else { join(folder, name) };
            if let Ok(content) = context.vfs().read_file(context.cwd(), &path) {
                let mut prefix = BString::from(folder);
                if !prefix.is_empty() && !prefix.ends_with(b"/") {
                    prefix.push(b'/');
                }
                rules.push(Rc::new(Rules::parse(&content.to_bytes(), prefix, settings.ignore_case_of_ignores)));
            }
        }
        rules
    }

    /// Whether something that the walk came upon is left out.
    fn leaves_out(&mut self, context: &Context<'_>, settings: &Settings, path: &[u8], is_folder: bool) -> bool {
        let path = path.strip_prefix(b"./").unwrap_or(path);
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        for glob in self.overrides.iter().rev() {
            if glob.matches(path, is_folder) {
                // `-g` decides alone.
                return glob.negated;
            }
        }
        if self.has_included && !is_folder {
            return true;
        }
        let mut decided = None;
        // From the folder of the file up to the working folder.
        let mut end = path.len() - name.len();
        loop {
            let folder = BString::from(path[..end].strip_suffix(b"/").unwrap_or(&path[..end]));
            if !self.folders.contains_key(&folder) {
                let repository = self.in_repository
                    || context.vfs().exists(context.cwd(), &if folder.is_empty() { ".git".into() } else { join(&folder, b".git") });
                let rules = self.load(context, settings, &folder, repository);
                self.folders.insert(folder.clone(), rules);
            }
            if let Some(rules) = self.folders.get(&folder) {
                decided = rules.iter().find_map(|rules| rules.decide(path, is_folder));
            }
            if decided.is_some() || end == 0 || path.starts_with(b"/") && folder.is_empty() {
                break;
            }
            end = memchr::memrchr(b'/', &path[..end - 1]).map_or(0, |slash| slash + 1);
        }
        if decided.is_none() && !self.parents.is_empty() && !path.starts_with(b"/") {
            let absolute = join(context.cwd().as_bytes(), path);
            decided = self.parents.iter().find_map(|rules| rules.decide(&absolute, is_folder));
        }
        if decided.is_none() {
            decided = self.extra.iter().rev().find_map(|rules| rules.decide(path, is_folder));
        }
        if decided == Some(true) {
            return true;
        }
        if !is_folder && decided.is_none() && !self.selects_type(name) {
            return true;
        }
        decided.is_none() && !settings.hidden && name.starts_with(b".") && !matches!(name, b"." | b"..")
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
    pub stat: Stat,
    /// It was named itself: its kind does not matter.
    pub named: bool,
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
            if depth > 0 && filter.leaves_out(context, settings, &path, stat.is_dir()) {
                walk.skip();
                continue;
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
            if !each(context, Found { path, stat, named: depth == 0 })? {
                return Ok(());
            }
        }
    }
    Ok(())
}
