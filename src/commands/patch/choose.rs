//! Which file a patch is for.

use bstr::BString;

use super::header::{Header, INDEX, NEW, OLD};
use super::patcher::Patcher;
use super::read::Stop;
use super::store;
use crate::shared::path::strip_trailing_slashes;
use workspace::{Errno, Kind};

/// How many folders a name stands in; with `exists`, how many of them are there.
fn folders(name: &[u8], exists: impl Fn(&[u8]) -> bool) -> i64 {
    let mut count = 0;
    for at in 1..name.len() {
        if name[at] == b'/' && name[at - 1] != b'/' {
            if !exists(&name[..at]) {
                break;
            }
            count += 1;
        }
    }
    count
}

impl Patcher<'_, '_, '_> {
    /// Whether a name may be touched: it leads to nothing outside the folder.
    fn is_valid(&mut self, name: &BString) -> bool {
        if self.invalid.contains(name) {
            return false;
        }
        let safe = !name.starts_with(b"/") && !name.split(|byte| *byte == b'/').any(|part| part == b"..");
        if safe || self.context.cwd().as_bytes() == b"/" {
            return true;
        }
        let text = [b"Ignoring potentially dangerous file name ".as_slice(), &self.settings.quote(name), b"\n"].concat();
        self.say(&text);
        if self.invalid.len() < 2 {
            self.invalid.push(name.clone());
        }
        false
    }

    /// The best of the names for which `costs` is 0: the fewest folders, then the shortest. The least of each counts over
    /// all of them, so that there may be no best.
    fn best(&mut self, header: &Header, costs: [i64; 3]) -> Option<usize> {
        let (mut least_folders, mut least_last, mut least_length) = (i64::MAX, usize::MAX, usize::MAX);
        let mut measures = [None; 3];
        for (at, name) in header.names.iter().enumerate() {
            let Some(name) = name.as_ref().filter(|_| costs[at] == 0) else { continue };
            let measure = (folders(name, |_| true), strip_trailing_slashes(name).len(), name.len());
            if least_folders < measure.0 {
                continue;
            }
            least_folders = measure.0;
            if least_last < measure.1 {
                continue;
            }
            least_last = measure.1;
            if least_length < measure.2 {
                continue;
            }
            least_length = measure.2;
            measures[at] = Some(measure);
        }
        (OLD..=INDEX).find(|at| {
            let name = header.names[*at].clone().filter(|_| costs[*at] == 0);
            name.is_some_and(|name| {
                self.is_valid(&name) && measures[*at] == Some((least_folders, least_last, least_length))
            })
        })
    }

    /// Decides about the file; what is found out is in `self.name` and `self.present`.
    pub fn choose(&mut self, header: &mut Header) -> Result<(), Stop> {
        self.invalid.clear();
        let file_type = header.file_type();
        let fits = |kind: Kind| match file_type {
            0o120_000 => kind == Kind::Symlink,
            0o100_000 => kind == Kind::File,
            _ => false,
        };
        let mut chosen = None;
        let mut found = [const { Err(Errno::NotFound) }; 3];
        if !self.explicit {
            let posix = self.settings.posix;
            if !posix && (header.names[OLD].is_some() || header.names[NEW].is_some()) {
                header.names[INDEX] = None;
            }
            let mut last = None;
            for (at, found) in found.iter_mut().enumerate() {
                let Some(name) = header.names[at].clone() else { continue };
                *found = store::stat(self.context, self.settings, &name);
                if found.is_ok() {
                    if self.store.is_deleted(self.context, &name) {
                        *found = Err(Errno::NotFound);
                    } else if posix && self.is_valid(&name) {
                        chosen = Some(at);
                        break;
                    }
                }
                last = Some(at);
            }
            if !posix {
                let costs = [0, 1, 2].map(|at: usize| i64::from(found[at].is_err()));
                chosen = self.best(header, costs);
                let present = chosen.and_then(|at| found[at].ok());
                if let Some(last) = last
                    && (chosen.is_none() || present.is_some_and(|present| fits(present.kind)))
                {
                    let name = header.names[chosen.unwrap_or(last)].clone().unwrap_or_default();
                    let empty = present.is_none_or(|present| present.size == 0);
                    if self.maybe_reverse(header, &name, chosen.is_none(), empty)? && chosen.is_none() {
                        chosen = Some(last);
                    }
                }
                if chosen.is_none() && header.nonexistent[usize::from(self.reverse)] > 0 {
                    // The name that needs the fewest new folders.
                    let mut fresh = [i64::MAX; 3];
                    for (at, name) in header.names.iter().enumerate() {
                        let Some(name) = name else { continue };
                        let is_dir = |folder: &[u8]| self.context.vfs().is_dir(self.context.cwd(), folder);
                        fresh[at] = folders(name, |_| true) - folders(name, is_dir);
                    }
                    let least = fresh.iter().copied().min().unwrap_or(0);
                    chosen = self.best(header, fresh.map(|fresh| fresh.saturating_sub(least)));
                }
            }
        }
        if (header.renames() || header.copies()) && !self.explicit {
            let target = header.names[if self.reverse { OLD } else { NEW }].clone();
            let valid = matches!(chosen, Some(OLD | NEW)) && target.is_some_and(|name| self.is_valid(&name));
            if !valid {
                let word = if header.renames() { "rename" } else { "copy" };
                self.say(format!("Cannot {word} file without two valid file names\n").as_bytes());
                self.skip = true;
            }
        }
        match chosen {
            Some(at) => {
                self.name = header.names[at].clone();
                self.present = found[at];
            }
            None => {
                if let Some(name) = self.name.clone() {
                    self.present = store::stat(self.context, self.settings, &name);
                    if self.present.is_err() || self.present.is_ok_and(|present| fits(present.kind)) {
                        let empty = self.present.map_or(true, |present| present.size == 0);
                        self.maybe_reverse(header, &name, self.present.is_err(), empty)?;
                    }
                } else {
                    self.present = Err(Errno::NotFound);
                }
            }
        }
        Ok(())
    }

    /// Asks about a patch that makes what is there or removes what is not; true: it does look so.
    fn maybe_reverse(&mut self, header: &Header, name: &[u8], missing: bool, empty: bool) -> Result<bool, Stop> {
        let says = |side: bool| header.nonexistent[usize::from(side)];
        let looks = u8::from(!empty) < says(self.reverse ^ empty);
        // Files that are known to be empty may be made and removed.
        if empty && says(self.reverse ^ missing) == 1 && says(!self.reverse ^ missing) == 2 {
            return Ok(false);
        }
        if looks {
            let (verb, state): (&[u8], &[u8]) = match (missing, empty) {
                (true, _) => (b"delete", b"does not exist"),
                (_, true) => (b"empty out", b"is already empty"),
                _ => (b"create", b"already exists"),
            };
            let turned: &[u8] = if self.reverse { b", when reversed," } else { b"" };
            let name = self.settings.quote(name);
            let text =
                [b"The next patch".as_slice(), turned, b" would ", verb, b" the file ", &name, b",\nwhich ", state, b"!"];
            let turn = self.may_reverse(&text.concat());
            self.reverse ^= turn;
        }
        Ok(looks)
    }

    /// Asks whether the patch is the other way round.
    pub fn may_reverse(&mut self, text: &[u8]) -> bool {
        let silent = self.settings.silent();
        if self.settings.forward || !(self.settings.force && silent) {
            self.say(text);
        }
        if self.settings.forward {
            self.say(b"  Skipping patch.\n");
            self.skip = true;
        } else if self.settings.force {
            if !silent {
                self.say(b"  Applying it anyway.\n");
            }
        } else if self.settings.batch {
            self.say(if self.reverse { b"  Ignoring -R.\n" } else { b"  Assuming -R.\n" });
            return true;
        } else {
            // Nobody answers here.
            self.say(if self.reverse { b"  Ignore -R? [n] \n" } else { b"  Assume -R? [n] \n" });
            self.say(b"Apply anyway? [n] \n");
            if !silent {
                self.say(b"Skipping patch.\n");
            }
            self.skip = true;
        }
        false
    }
}
