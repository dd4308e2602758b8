//! `cd pwd dirs pushd popd`

use std::sync::Arc;

use bstr::{BStr, BString};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::Shell;
use workspace::{AbsPath, Errno, Follow};

pub(super) fn cd(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if shell.state.options.restricted_shell {
        return shell.builtin_error(b"cd", &[b"restricted"]);
    }
    let Some(options) = shell.options(b"cd", &words, "eLP")? else { return Ok(USAGE) };
    let mut physical = shell.state.options.physical;
    for given in &options.given {
        match given.letter {
            b'L' => physical = false,
            b'P' => physical = true,
            _ => {}
        }
    }
    let mut show = false;
    let target: BString = match &words[options.operands..] {
        [] => match shell.variable("HOME") {
            Some(home) => home,
            None => return shell.builtin_error(b"cd", &[b"HOME not set"]),
        },
        [dash] if dash.as_ref() == "-" => match shell.variable("OLDPWD") {
            Some(old) => {
                show = true;
                old
            }
            None => return shell.builtin_error(b"cd", &[b"OLDPWD not set"]),
        },
        [target] => BString::from(target.as_ref()),
        _ => return shell.builtin_error(b"cd", &[b"too many arguments"]),
    };
    let mut done = shell.change_along_cdpath(&target, physical)?;
    if done.is_err()
        && shell.state.options.cdable_vars
        && let Some(value) = std::str::from_utf8(&target).ok().and_then(|name| shell.variable(name))
    {
        done = shell.change_directory(&value, physical)?;
        if done.is_ok() {
            return shell.put("cd", &[&value[..], b"\n"].concat());
        }
    }
    match done {
        Ok(Went { shown: Some(path), status }) => {
            let written = shell.put("cd", &[path.as_slice(), b"\n"].concat())?;
            Ok(status.max(written))
        }
        Ok(Went { status, .. }) if show => {
            let line = [shell.state.shown_cwd().as_slice(), b"\n"].concat();
            let written = shell.put("cd", &line)?;
            Ok(status.max(written))
        }
        Ok(Went { status, .. }) => Ok(status),
        Err(errno) => shell.builtin_error(b"cd", &[&target, b": ", errno.message().as_bytes()]),
    }
}

/// How a change of folder went.
#[derive(Default)]
struct Went {
    /// What `cd` prints: the way along `CDPATH`.
    shown: Option<BString>,
    /// 1 when `PWD` or `OLDPWD` could not be set.
    status: u8,
}

fn uses_cdpath(target: &[u8]) -> bool {
    !target.starts_with(b"/")
        && target != b"."
        && target != b".."
        && !target.starts_with(b"./")
        && !target.starts_with(b"../")
}

impl Shell {
    /// As [`Shell::change_directory`], with relative targets looked for along `CDPATH` first.
    fn change_along_cdpath(&mut self, target: &[u8], physical: bool) -> Result<Result<Went, Errno>, Flow> {
        if uses_cdpath(target)
            && let Some(path) = self.variable("CDPATH")
        {
            for folder in path.split(|byte| *byte == b':') {
                let candidate = match folder {
                    b"" => target.to_vec(),
                    folder if folder.ends_with(b"/") => [folder, target].concat(),
                    folder => [folder, b"/", target].concat(),
                };
                if let Ok(mut went) = self.change_directory(&candidate, physical)? {
                    if !folder.is_empty() {
                        went.shown = Some(match physical {
                            true => candidate.into(),
                            false => self.state.shown_cwd(),
                        });
                    }
                    return Ok(Ok(went));
                }
            }
        }
        self.change_directory(target, physical)
    }

    /// Goes to a folder and sets `PWD` and `OLDPWD`. The inner result is the errno of a folder that is not there.
    fn change_directory(&mut self, target: &[u8], physical: bool) -> Result<Result<Went, Errno>, Flow> {
        // Nothing is the folder itself.
        let target = if target.is_empty() { b"." } else { target };
        let vfs = &self.kernel.vfs;
        // A folder whose name is gone can still be stayed in.
        if !vfs.exists(&AbsPath::root(), self.state.cwd.as_bytes())
            && vfs.resolve(&self.state.cwd, target, Follow::Yes).is_ok_and(|found| found.path == self.state.cwd)
        {
            self.write_error(NO_FOLDER_CD)?;
            return Ok(Ok(Went::default()));
        }
        // A path by names may run through links, so it is walked from the root.
        let root = AbsPath::root();
        let logical = if physical {
            vfs.canonical(&self.state.cwd, target)
        } else {
            logical_path(&self.state.logical_cwd, target, |path| vfs.is_dir(&root, path.as_bytes()))
                // Where the way by names leads nowhere, the physical one may still.
                .or_else(|_| vfs.canonical(&self.state.cwd, target))
                // Out of a folder that is gone the way up is known by its names only.
                .or_else(|errno| {
                    let gone = !vfs.exists(&root, self.state.cwd.as_bytes());
                    let up = logical_path(&self.state.logical_cwd, target, |_| true);
                    up.ok().filter(|path| gone && vfs.is_dir(&root, path.as_bytes())).ok_or(errno)
                })
        };
        let cwd = match logical.as_ref().map(|path| vfs.canonical(&root, path.as_bytes())) {
            Ok(Ok(cwd)) => cwd,
            Ok(Err(errno)) => return Ok(Err(errno)),
            Err(errno) => return Ok(Err(*errno)),
        };
        if !vfs.is_dir(&root, cwd.as_bytes()) {
            return Ok(Err(Errno::NotDir));
        }
        let logical = match logical {
            Ok(_) if physical => cwd.clone(),
            Ok(logical) => logical,
            Err(errno) => return Ok(Err(errno)),
        };
        let old = self.variable("PWD").unwrap_or_default();
        self.state.cwd = cwd;
        self.state.logical_cwd = logical;
        if target.starts_with(b"/") {
            self.state.two_slashes = target.starts_with(b"//") && !target.starts_with(b"///");
        }
        let new = self.state.shown_cwd();
        let mut went = Went::default();
        for (name, value) in [("OLDPWD", old), ("PWD", new)] {
            if self.state.variables.get(name).is_some_and(|variable| variable.attributes.readonly) {
                self.complain(&[name.as_bytes(), b": readonly variable"])?;
                went.status = 1;
            } else {
                self.set_variable(name, value)?;
            }
        }
        Ok(Ok(went))
    }
}

const NO_FOLDER_CD: &[u8] = b"cd: error retrieving current directory: getcwd: cannot access parent directories: \
    No such file or directory\n";
const NO_FOLDER_PWD: &[u8] = b"pwd: error retrieving current directory: getcwd: cannot access parent directories: \
    No such file or directory\n";

/// The path by names: `..` takes the last name away, but only where that is a folder.
fn logical_path(base: &AbsPath, target: &[u8], is_dir: impl Fn(&AbsPath) -> bool) -> Result<AbsPath, Errno> {
    let mut path = if target.starts_with(b"/") { AbsPath::root() } else { base.clone() };
    for name in target.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." => {
                if !is_dir(&path) {
                    return Err(Errno::NotFound);
                }
                path = path.parent().unwrap_or(path);
            }
            // The check of lengths and NUL bytes is the path type's own.
            name => path = AbsPath::lexical(&path, name)?,
        }
    }
    Ok(path)
}

pub(super) fn pwd(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"pwd", &words, "LP")? else { return Ok(USAGE) };
    let mut physical = shell.state.options.physical;
    for given in &options.given {
        physical = given.letter == b'P';
    }
    if physical && !shell.kernel.vfs.exists(&AbsPath::root(), shell.state.cwd.as_bytes()) {
        shell.write_error(NO_FOLDER_PWD)?;
        return Ok(1);
    }
    let path = if physical { &shell.state.cwd } else { &shell.state.logical_cwd };
    let line = [shell.state.with_slashes(path).as_slice(), b"\n"].concat();
    shell.put("pwd", &line)
}

/// A place in the stack: `+n` counts from the working folder, `-n` from the other end.
struct Place {
    index: usize,
    from_end: bool,
}

impl Place {
    fn parse(word: &[u8]) -> Option<Place> {
        let from_end = word.first() == Some(&b'-');
        if !from_end && word.first() != Some(&b'+') {
            return None;
        }
        let digits = word.get(1..).filter(|digits| digits.first().is_some_and(u8::is_ascii_digit))?;
        let index = usize::try_from(whole_number(digits)?).ok()?;
        Some(Place { index, from_end })
    }

    /// The index from the working folder on in a list of `length`.
    fn resolve(&self, length: usize) -> Option<usize> {
        let index = if self.from_end { length.checked_sub(self.index.checked_add(1)?)? } else { self.index };
        (index < length).then_some(index)
    }
}

pub(super) fn dirs(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let (mut clear, mut long, mut lines, mut numbered) = (false, false, false, false);
    let mut place: Option<(Place, &BStr)> = None;
    for word in &words {
        if let Some(found) = Place::parse(word) {
            place = Some((found, word));
            continue;
        }
        let letters = word.strip_prefix(b"-").filter(|letters| !letters.is_empty());
        let Some(letters) = letters else {
            if word.as_ref() == "--" {
                break;
            }
            shell.complain(&[b"dirs: ", word, b": invalid option"])?;
            return shell.usage(b"dirs");
        };
        match letters {
            b"-help" => {
                shell.options(b"dirs", &words, "clpv")?;
                return Ok(USAGE);
            }
            b"-" => break,
            // Letters do not cluster.
            b"c" => clear = true,
            b"l" => long = true,
            b"p" => lines = true,
            b"v" => (lines, numbered) = (true, true),
            _ => {
                shell.complain(&[b"dirs: ", word, b": invalid number"])?;
                return shell.usage(b"dirs");
            }
        }
    }
    if clear {
        shell.state.directory_stack = Arc::default();
        return Ok(0);
    }
    if let Some((place, word)) = place {
        let stack = shell.full_stack();
        let Some(index) = place.resolve(stack.len()) else {
            return shell.bad_place("dirs", word.get(1..).unwrap_or_default());
        };
        let mut out = Vec::new();
        if numbered {
            out.extend_from_slice(format!("{index:2}  ").as_bytes());
        }
        out.extend_from_slice(&shell.shown(&stack[index], long));
        out.push(b'\n');
        return shell.put("dirs", &out);
    }
    shell.list_stack("dirs", long, lines, numbered)
}

pub(super) fn pushd(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let mut stay = false;
    let mut operands = &words[..];
    while let [first, rest @ ..] = operands {
        match first.as_ref() {
            word if word == "-n" => stay = true,
            word if word == "--help" => {
                shell.options(b"pushd", &words, "n")?;
                return Ok(USAGE);
            }
            word if word == "--" => {
                operands = rest;
                break;
            }
            _ => break,
        }
        operands = rest;
    }
    let stack = shell.full_stack();
    let Some(operand) = operands.first() else {
        let [_, second, ..] = stack.as_slice() else {
            return shell.builtin_error(b"pushd", &[b"no other directory"]);
        };
        if stay {
            return Ok(0);
        }
        let second = second.clone();
        return shell.go("pushd", &second, |stack, old| {
            if let Some(first) = stack.first_mut() {
                *first = old;
            }
        });
    };
    if let Some(place) = Place::parse(operand) {
        let Some(index) = place.resolve(stack.len()) else {
            if stack.len() == 1 {
                return shell.builtin_error(b"pushd", &[b"directory stack empty"]);
            }
            return shell.bad_place("pushd", operand);
        };
        let mut rotated = stack;
        rotated.rotate_left(index);
        let target = rotated.remove(0);
        if stay {
            shell.state.directory_stack = Arc::new(rotated);
            return Ok(0);
        }
        return shell.go("pushd", &target, move |stack, _| *stack = rotated);
    }
    if operand.starts_with(b"-") && operand.len() > 1 && operands.len() == words.len() - usize::from(stay) {
        shell.complain(&[b"pushd: ", operand, b": invalid number"])?;
        return shell.usage(b"pushd");
    }
    if operands.len() > 1 {
        return shell.builtin_error(b"pushd", &[b"too many arguments"]);
    }
    if stay {
        Arc::make_mut(&mut shell.state.directory_stack).insert(0, BString::from(operand.as_ref()));
        return shell.list_stack("pushd", false, false, false);
    }
    let mut target = BString::from(operand.as_ref());
    if target == "-" {
        // As `cd -`, which says where it goes.
        let Some(old) = shell.variable("OLDPWD") else { return shell.builtin_error(b"pushd", &[b"OLDPWD not set"]) };
        shell.put("pushd", &[&old[..], b"\n"].concat())?;
        target = old;
    }
    shell.go("pushd", &target, |stack, old| stack.insert(0, old))
}

pub(super) fn popd(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let mut stay = false;
    let mut place = Place { index: 0, from_end: false };
    let mut given: &BStr = BStr::new("+0");
    for word in &words {
        match word.as_ref() {
            word if word == "-n" => stay = true,
            word if word == "--" => {}
            word if word == "--help" => {
                shell.options(b"popd", &words, "n")?;
                return Ok(USAGE);
            }
            word => match Place::parse(word) {
                Some(found) => (place, given) = (found, word),
                None => {
                    let what: &[u8] = if word.starts_with(b"-") { b": invalid number" } else { b": invalid argument" };
                    shell.complain(&[b"popd: ", word, what])?;
                    return shell.usage(b"popd");
                }
            },
        }
    }
    let stack = shell.full_stack();
    if stack.len() == 1 {
        return shell.builtin_error(b"popd", &[b"directory stack empty"]);
    }
    let Some(index) = place.resolve(stack.len()) else { return shell.bad_place("popd", given) };
    if index == 0 && !stay {
        let second = stack[1].clone();
        return shell.go("popd", &second, |stack, _| {
            stack.remove(0);
        });
    }
    Arc::make_mut(&mut shell.state.directory_stack).remove(index.saturating_sub(1));
    shell.list_stack("popd", false, false, false)
}

impl Shell {
    /// The working folder, then what is below it.
    pub(crate) fn full_stack(&self) -> Vec<BString> {
        let mut stack = vec![self.state.shown_cwd()];
        stack.extend(self.state.directory_stack.iter().cloned());
        stack
    }

    /// Changes the folder, then the stack, then prints it.
    fn go(&mut self, name: &str, target: &[u8], change: impl FnOnce(&mut Vec<BString>, BString)) -> Result<u8, Flow> {
        let old = self.state.shown_cwd();
        if self.state.options.restricted_shell {
            return self.builtin_error(name.as_bytes(), &[b"restricted"]);
        }
        match self.change_along_cdpath(target, self.state.options.physical)? {
            Ok(Went { shown, .. }) => {
                if let Some(path) = shown {
                    self.put(name, &[path.as_slice(), b"\n"].concat())?;
                }
                change(Arc::make_mut(&mut self.state.directory_stack), old);
                self.list_stack(name, false, false, false)
            }
            Err(errno) => self.builtin_error(name.as_bytes(), &[target, b": ", errno.message().as_bytes()]),
        }
    }

    fn bad_place(&self, name: &str, word: &[u8]) -> Result<u8, Flow> {
        if self.state.directory_stack.is_empty() {
            return self.builtin_error(name.as_bytes(), &[b"directory stack empty"]);
        }
        self.builtin_error(name.as_bytes(), &[word, b": directory stack index out of range"])
    }

    /// A folder as `dirs` shows it: the home folder is `~`.
    fn shown(&mut self, path: &[u8], long: bool) -> BString {
        if !long
            && let Some(home) = self.variable("HOME").filter(|home| home.len() > 1)
            && let Some(rest) = path.strip_prefix(home.as_slice())
            && (rest.is_empty() || rest.starts_with(b"/"))
        {
            return [b"~", rest].concat().into();
        }
        path.into()
    }

    fn list_stack(&mut self, name: &str, long: bool, lines: bool, numbered: bool) -> Result<u8, Flow> {
        let stack = self.full_stack();
        let mut out = Vec::new();
        for (index, path) in stack.iter().enumerate() {
            if index > 0 {
                out.push(if lines { b'\n' } else { b' ' });
            }
            if numbered {
                out.extend_from_slice(format!("{index:2}  ").as_bytes());
            }
            out.extend_from_slice(&self.shown(BStr::new(path), long));
        }
        out.push(b'\n');
        self.put(name, &out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_by_names() {
        let base = AbsPath::workspace();
        let path = |target: &str| {
            let everything = |path: &AbsPath| !path.as_bytes().ends_with(b"none");
            logical_path(&base, target.as_bytes(), everything).map(|path| BString::from(path.as_bytes()))
        };
        assert_eq!(path("a//b/./c/..").unwrap(), "/workspace/a/b");
        assert_eq!(path("/../..").unwrap(), "/");
        assert_eq!(path("/x/").unwrap(), "/x");
        assert_eq!(path("none/.."), Err(Errno::NotFound));
        assert!(path(&"n".repeat(300)).is_err());
    }

    #[test]
    fn places_in_the_stack() {
        let at = |word: &str, length| Place::parse(word.as_bytes()).and_then(|place| place.resolve(length));
        assert_eq!(at("+0", 3), Some(0));
        assert_eq!(at("-0", 3), Some(2));
        assert_eq!(at("-2", 3), Some(0));
        assert_eq!(at("+3", 3), None);
        assert_eq!(at("-3", 3), None);
        assert_eq!(at("x", 3), None);
        assert_eq!(at("-x", 3), None);
    }
}
