//! The shell's variables: values, attributes, arrays and dynamic scope.
//!
//! All visible variables are in one flat map, so that a look-up is one hash probe however deep the calls are; a function
//! call keeps aside what its locals hide. Cloning shares everything; the first write after it copies the map.

mod assign;
mod associative;
mod declare;
mod encode;
mod indexed;
mod nameref;
mod special;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bstr::{BStr, BString, ByteSlice};

use super::command::Environ;
use super::expand::Ifs;
use super::syntax::ast::Name;

pub use assign::{Elements, Index, is_target};
pub use associative::AssociativeArray;
pub use declare::{attribute_letters, declare_text, listing_text};
pub use indexed::IndexedArray;
pub use nameref::Target;
pub(crate) use nameref::{is_name, split_element};
pub use special::Special;

/// The attributes that `declare` gives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `-x`
    pub export: bool,
    /// `-r`
    pub readonly: bool,
    /// `-i`: what is assigned is evaluated.
    pub integer: bool,
    /// `-l`
    pub lower: bool,
    /// `-u`
    pub upper: bool,
    /// `-c`: first character in upper case, the others in lower case.
    pub capital: bool,
    /// `-n`
    pub nameref: bool,
    /// `-t`
    pub trace: bool,
    /// `-a`; also set while the variable has no value yet.
    pub indexed: bool,
    /// `-A`
    pub associative: bool,
}

impl Attributes {
    /// True when a number only has to be stored: case and `-i` do not change one.
    pub(super) fn take_numbers(&self) -> bool {
        !(self.readonly || self.nameref)
    }

    /// True when an assignment only has to store the text.
    fn are_plain(&self) -> bool {
        !(self.readonly || self.integer || self.lower || self.upper || self.capital || self.nameref)
    }
}

/// What a variable holds. Arrays are shared until they are written.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Value {
    /// Declared but not assigned: `declare x`, `local x`.
    #[default]
    Unset,
    Scalar(BString),
    Indexed(Arc<IndexedArray>),
    Associative(Arc<AssociativeArray>),
}

impl Value {
    /// An indexed array of these values from 0 up.
    pub fn array(values: Vec<BString>) -> Value {
        Value::Indexed(Arc::new(values.into()))
    }

    /// What `$name` gives: the text, or element 0; `None` when it is not set.
    pub fn scalar(&self) -> Option<&BStr> {
        match self {
            Value::Unset => None,
            Value::Scalar(text) => Some(text.as_bstr()),
            Value::Indexed(array) => array.get(0),
            Value::Associative(array) => array.get(b"0"),
        }
    }

    /// The elements: of an array its own, of a scalar the scalar.
    pub fn elements(&self) -> Vec<BString> {
        match self {
            Value::Unset => Vec::new(),
            Value::Scalar(text) => vec![text.clone()],
            Value::Indexed(array) => array.values().map(BString::from).collect(),
            Value::Associative(array) => array.iter().map(|(_, value)| value.into()).collect(),
        }
    }

    /// The indices or keys; a scalar has the index 0.
    pub fn keys(&self) -> Vec<BString> {
        match self {
            Value::Unset => Vec::new(),
            Value::Scalar(_) => vec!["0".into()],
            Value::Indexed(array) => array.iter().map(|(index, _)| index.to_string().into()).collect(),
            Value::Associative(array) => array.iter().map(|(key, _)| key.into()).collect(),
        }
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        match self {
            Value::Unset => 0,
            Value::Scalar(_) => 1,
            Value::Indexed(array) => array.len(),
            Value::Associative(array) => array.len(),
        }
    }
}

/// Whether a variable was assigned before a command (`x=1 f`), and what is to become of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Temporary {
    #[default]
    No,
    /// It goes away with the command.
    Yes,
    /// The command gave it `export` or `readonly`: it takes the place of the variable that it hid.
    Kept,
}

/// A variable.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Variable {
    pub value: Value,
    pub attributes: Attributes,
    pub temporary: Temporary,
    /// What the shell itself does when it is read or assigned.
    pub special: Option<Special>,
}

impl Variable {
    pub fn scalar(text: impl Into<BString>) -> Variable {
        Variable { value: Value::Scalar(text.into()), ..Variable::default() }
    }

    /// True for `declare -a` with or without a value.
    pub fn is_indexed(&self) -> bool {
        self.attributes.indexed || matches!(self.value, Value::Indexed(_))
    }

    pub fn is_associative(&self) -> bool {
        self.attributes.associative || matches!(self.value, Value::Associative(_))
    }

    pub fn is_array(&self) -> bool {
        self.is_indexed() || self.is_associative()
    }

    pub fn is_set(&self) -> bool {
        self.value != Value::Unset
    }
}

/// A variable is read-only: it cannot be unset or hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readonly;

/// Hashes names a word at a time. Names come from scripts whose work is metered, so a keyed hash is not needed.
#[derive(Default)]
pub struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        const K: u64 = 0xf135_7aea_2e62_a9c5;
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(K);
        }
        let word = chunks.remainder().iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.0 = (self.0.rotate_left(5) ^ word ^ (bytes.len() as u64) << 56).wrapping_mul(K);
    }

    fn write_u8(&mut self, _: u8) {
        // The mark that `str` puts behind its bytes; the length is in the hash already.
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

type Map = HashMap<Name, Variable, BuildHasherDefault<NameHasher>>;

/// The variables that the locals of one function call hide; `None` where there was none.
type Hidden = Vec<(Name, Option<Variable>)>;

/// The variables of a shell.
#[derive(Clone, Default)]
pub struct Variables {
    map: Arc<Map>,
    scopes: Arc<Vec<Arc<Hidden>>>,
    generation: u64,
    ifs: Option<Arc<Ifs>>,
}

/// Numbers for [`Variables::generation`]. One source for all, so that two states that differ never have the same.
static GENERATIONS: AtomicU64 = AtomicU64::new(1);

impl Variables {
    /// The variable of this name, as it is: a nameref is not followed and a dynamic value not computed.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.map.get(name)
    }

    /// The value of `$name` as far as it is stored: element 0 of an array, namerefs followed. Dynamic variables
    /// (`RANDOM`, `LINENO`, …) are computed by [`super::Shell::variable`] only.
    pub fn scalar(&self, name: &str) -> Option<&BStr> {
        let mut variable = self.map.get(name)?;
        for _ in 0..nameref::MOST {
            if !variable.attributes.nameref {
                return variable.value.scalar();
            }
            let target = variable.value.scalar()?.to_str().ok()?;
            variable = self.map.get(target)?;
        }
        None
    }

    /// A number that changes whenever the environment of children may have changed.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    fn touch(&mut self) {
        self.generation = GENERATIONS.fetch_add(1, Ordering::Relaxed);
    }

    /// The variable for writing. Tells of every change that could matter elsewhere before it happens.
    pub(super) fn slot(&mut self, name: &str) -> Option<&mut Variable> {
        let variable = Arc::make_mut(&mut self.map).get_mut(name)?;
        if variable.attributes.export {
            self.generation = GENERATIONS.fetch_add(1, Ordering::Relaxed);
        }
        if variable.special == Some(Special::Ifs) {
            self.ifs = None;
        }
        Some(variable)
    }

    /// The variable for writing, made when it is not there.
    pub(super) fn slot_or_new(&mut self, name: &str) -> &mut Variable {
        if !self.map.contains_key(name) {
            self.insert(Name::from(name), Variable::default());
        }
        self.slot(name).expect("just made")
    }

    /// Puts a variable in place of the one of its name.
    pub fn insert(&mut self, name: Name, mut variable: Variable) -> Option<Variable> {
        if variable.special.is_none() {
            variable.special = Special::hook_of(&name);
        }
        if variable.special == Some(Special::Ifs) {
            self.ifs = None;
        }
        let exported = variable.attributes.export;
        let old = Arc::make_mut(&mut self.map).insert(name, variable);
        if exported || old.as_ref().is_some_and(|old| old.attributes.export) {
            self.touch();
        }
        old
    }

    fn remove(&mut self, name: &str) -> Option<Variable> {
        let old = Arc::make_mut(&mut self.map).remove(name)?;
        if old.attributes.export {
            self.touch();
        }
        if old.special == Some(Special::Ifs) {
            self.ifs = None;
        }
        Some(old)
    }

    /// Changes a variable's value or attributes directly, past `readonly` and the attributes' own rules; makes it when
    /// it is not there. Namerefs are not followed.
    pub fn modify<R>(&mut self, name: &str, change: impl FnOnce(&mut Variable) -> R) -> R {
        let result = change(self.slot_or_new(name));
        self.touch();
        result
    }

    /// Stores text, past `readonly` and attributes: what the shell itself keeps in `OPTIND`, `REPLY`, `PWD` and so on.
    pub fn set(&mut self, name: &str, value: BString) {
        self.slot_or_new(name).value = Value::Scalar(value);
    }

    /// The splitting rules of the current `IFS`.
    pub fn ifs(&mut self) -> &Arc<Ifs> {
        if self.ifs.is_none() {
            let ifs = Ifs::new(self.scalar("IFS"));
            self.ifs = Some(Arc::new(ifs));
        }
        self.ifs.as_ref().expect("just made")
    }

    /// The exported variables that have a scalar value, sorted by name.
    pub fn exported(&self) -> Environ {
        let mut environ: Environ = self
            .map
            .iter()
            .filter(|(_, variable)| variable.attributes.export && !variable.is_array())
            .filter_map(|(name, variable)| Some((name.as_bytes().into(), variable.value.scalar()?.into())))
            .collect();
        environ.sort_unstable();
        environ
    }

    /// The names of all variables, declared ones without a value too, in byte order.
    pub fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self.map.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    /// The names of variables that have a value and begin with `prefix`, in byte order: `${!prefix@}`.
    pub fn names_with_prefix(&self, prefix: &str) -> Vec<Name> {
        let mut names: Vec<Name> = self
            .map
            .iter()
            .filter(|(name, variable)| {
                name.starts_with(prefix) && (variable.is_set() || variable.special.is_some_and(Special::is_dynamic))
            })
            .map(|(name, _)| Arc::clone(name))
            .collect();
        names.sort_unstable();
        names
    }

    // Scopes ----------------------------------------------------------------------------------------------------

    /// Begins the scope of a function call.
    pub fn push_scope(&mut self) {
        Arc::make_mut(&mut self.scopes).push(Arc::default());
    }

    /// Ends the innermost scope: what its locals hid is visible again, but for those of [`Temporary::Kept`].
    pub fn pop_scope(&mut self) {
        let Some(hidden) = Arc::make_mut(&mut self.scopes).pop() else { return };
        let hidden = Arc::try_unwrap(hidden).unwrap_or_else(|shared| shared.as_ref().clone());
        for (name, old) in hidden.into_iter().rev() {
            match self.map.get(&name) {
                Some(variable) if variable.temporary == Temporary::Kept => {
                    let outer = old.is_some_and(|old| old.temporary != Temporary::No);
                    let temporary = if outer { Temporary::Kept } else { Temporary::No };
                    let kept = Variable { temporary, ..variable.clone() };
                    drop(self.insert(name, kept));
                }
                _ => self.restore(name, old),
            }
        }
    }

    /// `x=1 eval 'export x'`: what the innermost scope holds goes away with it all the same.
    pub fn keep_nothing(&mut self) {
        let Some(hidden) = self.scopes.last().map(Arc::clone) else { return };
        for (name, _) in hidden.iter() {
            if let Some(variable) = self.slot(name) {
                variable.temporary = Temporary::Yes;
            }
        }
    }

    fn restore(&mut self, name: Name, old: Option<Variable>) {
        match old {
            Some(variable) => drop(self.insert(name, variable)),
            None => drop(self.remove(&name)),
        }
    }

    /// The number of scopes: 0 outside functions.
    pub fn scope_depth(&self) -> usize {
        self.scopes.len()
    }

    /// True for a variable that is local to the innermost function call.
    pub fn is_local(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|hidden| hides(hidden, name))
    }

    /// True for a variable that is local to the scope around the innermost one: of a function call with assignments
    /// before it, one of these.
    fn is_local_of_caller(&self, name: &str) -> bool {
        let outer = self.scopes.len().checked_sub(2).and_then(|index| self.scopes.get(index));
        outer.is_some_and(|hidden| hides(hidden, name))
    }

    /// The names that are local to the innermost function call, in byte order: `local` without arguments.
    pub fn local_names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self
            .scopes
            .last()
            .map(|hidden| hidden.iter().map(|(name, _)| Arc::clone(name)).collect())
            .unwrap_or_default();
        names.sort_unstable();
        names
    }

    /// Makes a variable local to the innermost function call: unset and without attributes but for an inherited
    /// `export`, or with `inherit` (`shopt -s localvar_inherit`, `local -I`) as it was, which is also how one starts that
    /// was assigned before a call (`x=1 f`). One that is local already is left as it is. Outside functions nothing happens. A read-only global cannot be hidden.
    pub fn declare_local(&mut self, name: &Name, inherit: bool) -> Result<(), Readonly> {
        if self.scopes.is_empty() || self.is_local(name) {
            return Ok(());
        }
        let old = self.map.get(name);
        if old.is_some_and(|old| old.attributes.readonly) && !self.scopes.iter().any(|hidden| hides(hidden, name)) {
            return Err(Readonly);
        }
        let mut new = Variable::default();
        if let Some(old) = old {
            if inherit || old.temporary != Temporary::No {
                new.clone_from(old);
                new.attributes.nameref = false;
                if !self.is_local_of_caller(name) {
                    new.temporary = Temporary::No;
                }
            } else {
                new.attributes.export = old.attributes.export;
            }
        }
        let old = self.insert(Arc::clone(name), new);
        let scopes = Arc::make_mut(&mut self.scopes);
        if let Some(scope) = scopes.last_mut() {
            Arc::make_mut(scope).push((Arc::clone(name), old));
        }
        Ok(())
    }

    /// The global variable behind any locals of this name: `declare -g`.
    pub fn modify_global<R>(&mut self, name: &str, change: impl FnOnce(&mut Variable) -> R) -> R {
        self.touch();
        let scope = self.scopes.iter().position(|hidden| hides(hidden, name));
        let hidden = scope.and_then(|index| Arc::make_mut(&mut self.scopes).get_mut(index));
        let Some(entry) =
            hidden.and_then(|hidden| Arc::make_mut(hidden).iter_mut().find(|(hidden, _)| &**hidden == name))
        else {
            return self.modify(name, change);
        };
        change(entry.1.get_or_insert_default())
    }

    /// The global variable behind any locals of this name.
    pub fn global(&self, name: &str) -> Option<&Variable> {
        match self.scopes.iter().find_map(|hidden| hidden.iter().find(|(hidden, _)| &**hidden == name)) {
            Some((_, hidden)) => hidden.as_ref(),
            None => self.get(name),
        }
    }

    /// `unset name`, a nameref itself rather than what it names. A local of the innermost call stays local and has no
    /// value any more; a caller's local goes away and shows what it hid, unless `keep` (`shopt -s localvar_unset`).
    pub fn unset(&mut self, name: &str, keep: bool) -> Result<(), Readonly> {
        let Some(variable) = self.map.get(name) else { return Ok(()) };
        if variable.attributes.readonly {
            return Err(Readonly);
        }
        let innermost = self.scopes.iter().rposition(|hidden| hides(hidden, name));
        match innermost {
            None => drop(self.remove(name)),
            Some(index) if keep || index + 1 == self.scopes.len() => {
                if let Some(variable) = self.slot(name) {
                    *variable = Variable::default();
                }
                // The hook of a name such as IFS belongs to the name.
                if let Some(variable) = self.slot(name) {
                    variable.special = Special::hook_of(name);
                }
            }
            Some(index) => {
                let scopes = Arc::make_mut(&mut self.scopes);
                let hidden = Arc::make_mut(&mut scopes[index]);
                if let Some(at) = hidden.iter().position(|(hidden, _)| &**hidden == name) {
                    let (name, old) = hidden.remove(at);
                    self.restore(name, old);
                }
            }
        }
        Ok(())
    }
}

fn hides(hidden: &Hidden, name: &str) -> bool {
    hidden.iter().any(|(hidden, _)| &**hidden == name)
}
