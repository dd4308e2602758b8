//! Assignment: everything that needs the shell to store a value, as attributes, subscripts and namerefs ask for.
//!
//! An assignment that fails is reported here and comes back as [`Flow::Discard`] with status 1. Where bash goes on after
//! it (`read`, `printf -v`, `declare`), the builtin turns that into its own status.

use std::borrow::Cow;
use std::sync::Arc;

use bstr::{BString, ByteSlice, ByteVec};

use super::nameref::{Target, is_name, split_element};
use super::{AssociativeArray, Attributes, IndexedArray, Special, Temporary, Value, Variable};
use crate::expand::case;
use crate::expand::quote;
use crate::flow::Flow;
use crate::shell::{Failure, Shell};
use crate::syntax::ast::{ArrayElement, Assignment, AssignmentValue, Name, Subscript, Word, WordPart};
use crate::syntax::{Construct, parse_subscript, print};

/// A subscript whose meaning is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Index {
    Number(i64),
    Key(BString),
}

/// Array elements whose words are expanded: see [`Shell::expand_elements`].
#[derive(Debug)]
pub struct Elements<'a> {
    items: Vec<Item<'a>>,
}

#[derive(Debug)]
struct Item<'a> {
    index: Option<Cow<'a, Subscript>>,
    append: bool,
    value: BString,
}

impl Shell {
    /// Runs `name=value`, `name[i]+=value`, `name=(…)`.
    pub fn assign(&mut self, assignment: &Assignment) -> Result<(), Flow> {
        match (&assignment.value, &assignment.index) {
            (AssignmentValue::Scalar(word), None) => {
                let value = self.expand_assigned(word)?;
                self.assign_scalar(&assignment.name, value, assignment.append)
            }
            (AssignmentValue::Scalar(word), Some(index)) => {
                let value = self.expand_assigned(word)?;
                self.assign_element(&assignment.name, index, value, assignment.append)
            }
            (AssignmentValue::Array(elements), None) => {
                self.assign_array(&assignment.name, elements, assignment.append, None)
            }
            (AssignmentValue::Array(_), Some(index)) => {
                let index = self.subscript_text(index)?;
                self.fail(&[assignment.name.as_bytes(), b"[", &index, b"]: cannot assign list to array member"])
            }
        }
    }

    /// Reports a failed assignment.
    fn fail<T>(&self, parts: &[&[u8]]) -> Result<T, Flow> {
        self.complain(parts)?;
        self.last_failure.set(Failure::Assignment);
        Err(Flow::Discard(1))
    }

    fn fail_readonly<T>(&self, name: &str) -> Result<T, Flow> {
        self.last_failure.set(Failure::Readonly);
        self.fail(&[name.as_bytes(), b": readonly variable"])
    }

    /// Warns of namerefs that name each other.
    pub(crate) fn warn_circular(&self, name: &str) -> Result<(), Flow> {
        self.complain(&[b"warning: ", name.as_bytes(), b": circular name reference"])
    }

    /// Stores text in a variable, as `name=value` and, with `append`, `name+=value` do: attributes are honoured,
    /// namerefs followed, of an array element 0 is meant.
    pub fn assign_scalar(&mut self, name: &str, value: BString, append: bool) -> Result<(), Flow> {
        if !self.state.options.allexport {
            match self.state.variables.slot(name) {
                Some(variable) if variable.special.is_none() && variable.attributes.are_plain() => {
                    match &mut variable.value {
                        Value::Scalar(text) if append => {
                            text.push_str(&value);
                            let length = text.len();
                            return self.check_expansion(length);
                        }
                        Value::Scalar(text) => {
                            *text = value;
                            return Ok(());
                        }
                        _ => {}
                    }
                }
                Some(_) => {}
                None if Special::hook_of(name).is_none() => {
                    self.state.variables.insert(Name::from(name), Variable::scalar(value));
                    return Ok(());
                }
                None => {}
            }
        }
        self.assign_slowly(name, value, append)
    }

    fn assign_slowly(&mut self, name: &str, value: BString, append: bool) -> Result<(), Flow> {
        let name = match self.state.variables.resolve(name) {
            Target::Name(name) => name,
            Target::Element(array, subscript) => return self.assign_element_text(&array, &subscript, value, append),
            Target::Empty(reference) => return self.point_nameref(&reference, value),
            Target::Circular => {
                self.warn_circular(name)?;
                return Err(Flow::Discard(1));
            }
        };
        let (attributes, special, old) = match self.state.variables.get(&name) {
            Some(variable) => {
                let old = if append { variable.value.scalar().map(BString::from) } else { None };
                (variable.attributes, variable.special, old)
            }
            None => (Attributes::default(), None, None),
        };
        if attributes.readonly {
            return self.fail_readonly(&name);
        }
        if let Some(special) = special.filter(|special| special.is_dynamic()) {
            return self.assign_dynamic(special, value);
        }
        let value = self.converted(attributes, old, value, append)?;
        let allexport = self.state.options.allexport;
        let variable = self.state.variables.slot_or_new(&name);
        let is_associative = variable.is_associative();
        let is_indexed = variable.is_indexed();
        match &mut variable.value {
            Value::Indexed(array) => Arc::make_mut(array).set(0, value),
            Value::Associative(array) => Arc::make_mut(array).set(b"0", value),
            empty @ Value::Unset if is_associative => {
                let mut array = AssociativeArray::default();
                array.set(b"0", value);
                *empty = Value::Associative(Arc::new(array));
            }
            empty @ Value::Unset if is_indexed => *empty = Value::array(vec![value]),
            scalar => *scalar = Value::Scalar(value),
        }
        if allexport && !variable.attributes.export {
            self.state.variables.modify(&name, |variable| variable.attributes.export = true);
        }
        if let Some(special) = special.or_else(|| Special::hook_of(&name)) {
            self.after_change(special)?;
        }
        Ok(())
    }

    /// Gives a nameref without a value the name that it stands for.
    fn point_nameref(&mut self, reference: &Name, value: BString) -> Result<(), Flow> {
        if !is_name(&value) && split_element(&value).is_none() {
            return self.fail(&[b"`", &value, b"': not a valid identifier"]);
        }
        self.state.variables.set(reference, value);
        Ok(())
    }

    /// The text to store: evaluated for `-i`, joined to the old one for `+=`, in the case that the attributes ask for.
    fn converted(
        &mut self,
        attributes: Attributes,
        old: Option<BString>,
        value: BString,
        append: bool,
    ) -> Result<BString, Flow> {
        let mut text = value;
        if attributes.integer {
            let mut number = self.evaluate_text_or_drop(&text)?;
            if append && let Some(old) = old {
                number = self.evaluate_text_or_drop(&old)?.wrapping_add(number);
            }
            return Ok(number.to_string().into());
        }
        if append && let Some(mut old) = old {
            old.push_str(&text);
            self.check_expansion(old.len())?;
            text = old;
        }
        if attributes.upper {
            text = case::upper(&text);
        } else if attributes.lower {
            text = case::lower(&text);
        } else if attributes.capital {
            text = case::capital(&text);
        }
        Ok(text)
    }

    // Elements --------------------------------------------------------------------------------------------------

    /// Stores one element: `name[subscript]=value`.
    pub fn assign_element(
        &mut self,
        name: &str,
        subscript: &Subscript,
        value: BString,
        append: bool,
    ) -> Result<(), Flow> {
        let name = self.array_name(name)?;
        let index = self.element_index(&name, subscript)?;
        self.store_element(&name, index, value, append)
    }

    /// As [`Shell::assign_element`], with the subscript as text: what `read`, `printf -v` and namerefs have.
    pub fn assign_element_text(
        &mut self,
        name: &str,
        subscript: &[u8],
        value: BString,
        append: bool,
    ) -> Result<(), Flow> {
        let subscript = self.parse_subscript_text(subscript)?;
        self.assign_element(name, &subscript, value, append)
    }

    /// Parses the text between `[` and `]`.
    pub(crate) fn parse_subscript_text(&mut self, text: &[u8]) -> Result<Subscript, Flow> {
        match parse_subscript(text) {
            Ok(subscript) => Ok(subscript),
            Err(_) => self.fail(&[text, b": bad array subscript"]),
        }
    }

    /// The array behind a name, namerefs followed.
    fn array_name(&mut self, name: &str) -> Result<Name, Flow> {
        if !self.state.variables.is_nameref(name) {
            return Ok(Name::from(name));
        }
        match self.state.variables.resolve(name) {
            Target::Name(name) => Ok(name),
            Target::Element(array, subscript) => {
                self.fail(&[b"`", array.as_bytes(), b"[", &subscript, b"]': not a valid identifier"])
            }
            Target::Empty(name) => Ok(name),
            Target::Circular => {
                self.warn_circular(name)?;
                Err(Flow::Discard(1))
            }
        }
    }

    /// What a subscript means for assigning to the variable: a key for an associative array, else a number; negative
    /// ones count from the end.
    fn element_index(&mut self, name: &Name, subscript: &Subscript) -> Result<Index, Flow> {
        let associative = self.state.variables.get(name).is_some_and(Variable::is_associative);
        match subscript {
            Subscript::At | Subscript::Star if associative => {
                let key = if *subscript == Subscript::At { "@" } else { "*" };
                Ok(Index::Key(key.into()))
            }
            Subscript::At => self.fail(&[name.as_bytes(), b"[@]: bad array subscript"]),
            Subscript::Star => self.fail(&[name.as_bytes(), b"[*]: bad array subscript"]),
            Subscript::Expr { word, .. } if word.parts.is_empty() => {
                self.fail(&[name.as_bytes(), b"[]: bad array subscript"])
            }
            Subscript::Expr { word, .. } if associative => {
                let key = self.expand_string(word)?;
                if key.is_empty() {
                    let text = print::word(word);
                    return self.fail(&[name.as_bytes(), b"[", &text, b"]: bad array subscript"]);
                }
                Ok(Index::Key(key))
            }
            Subscript::Expr { arith, .. } => {
                let mut index = self.evaluate_or_drop(arith)?;
                if index < 0 {
                    let last = match self.state.variables.get(name).map(|variable| &variable.value) {
                        Some(Value::Indexed(array)) => array.last_index(),
                        Some(Value::Scalar(_)) => 0,
                        _ => -1,
                    };
                    index = last.saturating_add(1).saturating_add(index);
                }
                if index < 0 {
                    let text = self.subscript_text(subscript)?;
                    return self.fail(&[name.as_bytes(), b"[", &text, b"]: bad array subscript"]);
                }
                Ok(Index::Number(index))
            }
        }
    }

    /// A subscript as text, expanded, for messages.
    pub(crate) fn subscript_text(&mut self, subscript: &Subscript) -> Result<BString, Flow> {
        match subscript {
            Subscript::At => Ok("@".into()),
            Subscript::Star => Ok("*".into()),
            Subscript::Expr { word, .. } => self.expand_string(word),
        }
    }

    /// Stores an element whose index is known. Makes the variable an array.
    pub fn store_element(&mut self, name: &str, index: Index, value: BString, append: bool) -> Result<(), Flow> {
        self.require_arrays()?;
        let (attributes, special) = match self.state.variables.get(name) {
            Some(variable) => (variable.attributes, variable.special),
            None => (Attributes::default(), None),
        };
        if attributes.readonly {
            return self.fail_readonly(name);
        }
        if let Some(special) = special.filter(|special| special.is_dynamic()) {
            return self.assign_computed_element(special, index, value);
        }
        let value = if attributes.integer || attributes.lower || attributes.upper || attributes.capital {
            let old = if append { self.element(name, &index) } else { None };
            self.converted(attributes, old, value, append)?
        } else {
            value
        };
        let append = append && !attributes.integer && !(attributes.lower || attributes.upper || attributes.capital);
        let variable = self.state.variables.slot_or_new(name);
        let place = match index {
            Index::Number(index) => indexed_mut(variable).entry(index),
            Index::Key(key) => associative_mut(variable).entry(&key),
        };
        if append {
            place.push_str(&value);
            let length = place.len();
            return self.check_expansion(length);
        }
        *place = value;
        Ok(())
    }

    fn element(&self, name: &str, index: &Index) -> Option<BString> {
        match (&self.state.variables.get(name)?.value, index) {
            (Value::Indexed(array), Index::Number(index)) => array.get(*index).map(BString::from),
            (Value::Associative(array), Index::Key(key)) => array.get(key).map(BString::from),
            (Value::Scalar(text), Index::Number(0)) => Some(text.clone()),
            _ => None,
        }
    }

    // Whole arrays ----------------------------------------------------------------------------------------------

    /// That arrays are not switched off, for what makes one as the program runs.
    pub(crate) fn require_arrays(&mut self) -> Result<(), Flow> {
        match self.language().has(Construct::Arrays) {
            true => Ok(()),
            false => self.refuse(Construct::Arrays, "[").map(|_| ()),
        }
    }

    /// Runs `name=(…)` or, with `append`, `name+=(…)`. `associative` says which kind of array to make of a variable
    /// that is none yet; `None` leaves it to the variable.
    pub fn assign_array(
        &mut self,
        name: &str,
        elements: &[ArrayElement],
        append: bool,
        associative: Option<bool>,
    ) -> Result<(), Flow> {
        let name = self.array_name(name)?;
        let is_associative = self.state.variables.get(&name).is_some_and(Variable::is_associative);
        let associative = is_associative || associative == Some(true);
        // The array is made before its words are expanded, which may look at it.
        if !associative && self.state.variables.get(&name).is_none() {
            self.set_array(&name, Vec::new())?;
        }
        let expanded = self.expand_elements(elements, associative)?;
        self.store_elements(&name, expanded, append, associative)
    }

    /// The first half of [`Shell::assign_array`]: expands the words, before anything is stored or made local.
    pub fn expand_elements<'a>(
        &mut self,
        elements: &'a [ArrayElement],
        associative: bool,
    ) -> Result<Elements<'a>, Flow> {
        let mut items = Vec::with_capacity(elements.len());
        let mut fields = Vec::new();
        for element in elements {
            if associative {
                items.push(self.expand_pair(element)?);
            } else if let Some(index) = &element.index {
                let value = self.expand_string(&element.value)?;
                items.push(Item { index: Some(Cow::Borrowed(index)), append: element.append, value });
            } else {
                self.expand_word(&element.value, &mut fields)?;
                items.extend(fields.drain(..).map(|value| Item { index: None, append: false, value }));
            }
        }
        Ok(Elements { items })
    }

    /// Expands the words of `name=(…)` among the arguments of `declare`: the elements as they are to be assigned, and as
    /// `set -x` shows them.
    pub fn freeze_elements(
        &mut self,
        elements: &[ArrayElement],
        associative: bool,
    ) -> Result<(Vec<ArrayElement>, BString), Flow> {
        let items = self.expand_elements(elements, associative)?.items;
        let mut shown = BString::from("(");
        let mut frozen = Vec::with_capacity(items.len());
        for item in items {
            if shown.len() > 1 {
                shown.push(b' ');
            }
            if let Some(index) = &item.index {
                let text = self.subscript_text(index)?;
                shown.push(b'[');
                shown.extend_from_slice(&quote::single_quote(&text));
                shown.extend_from_slice(if item.append { b"]+=" } else { b"]=" });
            }
            shown.extend_from_slice(&quote::single_quote(&item.value));
            let value = Word::new(vec![WordPart::Quoted(item.value)]);
            let index = item.index.map(Cow::into_owned);
            frozen.push(ArrayElement { index, append: item.append, value });
        }
        shown.push(b')');
        Ok((frozen, shown))
    }

    /// An element of an associative array: neither braces nor tildes expand in it.
    fn expand_pair<'a>(&mut self, element: &'a ArrayElement) -> Result<Item<'a>, Flow> {
        let mut parts = Cow::Borrowed(element.value.parts.as_slice());
        let mut index = element.index.as_ref().map(Cow::Borrowed);
        let mut append = element.append;
        // Where a brace expression is part of the value, the subscript stands in front of it as text.
        if let (None, [WordPart::Quoted(head), rest @ ..]) = (&index, element.value.parts.as_slice())
            && rest.iter().any(|part| matches!(part, WordPart::Brace(_)))
            && let Some(inside) = head.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"="))
        {
            let (inside, appends) = match inside.strip_suffix(b"+") {
                Some(inside) => (inside, true),
                None => (inside, false),
            };
            if let Some(inside) = inside.strip_suffix(b"]") {
                index = Some(Cow::Owned(self.parse_subscript_text(inside)?));
                append = appends;
                parts = Cow::Borrowed(rest);
            }
        }
        if parts.iter().any(|part| matches!(part, WordPart::Tilde(_))) {
            for part in parts.to_mut() {
                if let WordPart::Tilde(text) = part {
                    *part = WordPart::Quoted(text.clone());
                }
            }
        }
        let value = match parts {
            Cow::Borrowed(parts) if parts.len() == element.value.parts.len() => self.expand_string(&element.value)?,
            parts => self.expand_string(&Word::new(parts.into_owned()))?,
        };
        Ok(Item { index, append, value })
    }

    /// The second half of [`Shell::assign_array`]. `name` is no nameref.
    pub fn store_elements(
        &mut self,
        name: &str,
        elements: Elements<'_>,
        append: bool,
        associative: bool,
    ) -> Result<(), Flow> {
        self.require_arrays()?;
        let variable = self.state.variables.get(name);
        let attributes = variable.map(|variable| variable.attributes).unwrap_or_default();
        if attributes.readonly {
            return self.fail_readonly(name);
        }
        if variable.and_then(|variable| variable.special).is_some_and(Special::is_dynamic) {
            return Ok(());
        }
        if associative {
            self.store_associative(name, elements, append, attributes)?;
        } else {
            self.store_indexed(name, elements, append, attributes)?;
        }
        Ok(())
    }

    fn store_indexed(
        &mut self,
        name: &str,
        elements: Elements<'_>,
        append: bool,
        attributes: Attributes,
    ) -> Result<(), Flow> {
        let plain = attributes.are_plain() && elements.items.iter().all(|item| item.index.is_none());
        if plain {
            let values = elements.items.into_iter().map(|item| item.value);
            let variable = self.state.variables.slot_or_new(name);
            if append {
                let array = indexed_mut(variable);
                values.for_each(|value| array.push(value));
            } else {
                variable.attributes.indexed = true;
                variable.value = Value::array(values.collect());
            }
            return Ok(());
        }
        let mut array = IndexedArray::default();
        if append {
            array = match self.state.variables.get(name).map(|variable| &variable.value) {
                Some(Value::Indexed(array)) => array.as_ref().clone(),
                Some(Value::Scalar(text)) => vec![text.clone()].into(),
                _ => array,
            };
        }
        let mut next = array.last_index().saturating_add(1);
        for item in elements.items {
            let mut index = match item.index {
                None => next,
                Some(subscript) => match &*subscript {
                    Subscript::Expr { arith, .. } => self.evaluate_or_drop(arith)?,
                    subscript => {
                        let text = self.subscript_text(subscript)?;
                        self.complain(&[b"[", &text, b"]=", &item.value, b": bad array subscript"])?;
                        continue;
                    }
                },
            };
            if index < 0 {
                let wanted = index;
                index = array.last_index().saturating_add(1).saturating_add(index);
                if index < 0 {
                    let text = wanted.to_string();
                    self.complain(&[b"[", text.as_bytes(), b"]=", &item.value, b": bad array subscript"])?;
                    continue;
                }
            }
            let old = if item.append { array.get(index).map(BString::from) } else { None };
            let value = self.converted(attributes, old, item.value, item.append)?;
            array.set(index, value);
            next = index.saturating_add(1);
        }
        let variable = self.state.variables.slot_or_new(name);
        variable.attributes.indexed = true;
        variable.value = array.into();
        Ok(())
    }

    fn store_associative(
        &mut self,
        name: &str,
        elements: Elements<'_>,
        append: bool,
        attributes: Attributes,
    ) -> Result<(), Flow> {
        let mut array = match self.state.variables.get(name).map(|variable| &variable.value) {
            Some(Value::Associative(array)) if append => array.as_ref().clone(),
            Some(Value::Associative(array)) => array.emptied(),
            Some(Value::Scalar(text)) if append => {
                let mut array = AssociativeArray::default();
                array.set(b"0", text.clone());
                array
            }
            _ => AssociativeArray::default(),
        };
        // What `[key]+=` appends to is the old array's element, unless the array itself is appended to.
        let before = match self.state.variables.get(name).map(|variable| &variable.value) {
            Some(Value::Associative(array)) if !append => Some(Arc::clone(array)),
            _ => None,
        };
        let extends = append;
        let pairs = elements.items.first().is_some_and(|item| item.index.is_none());
        let mut items = elements.items.into_iter();
        while let Some(item) = items.next() {
            let (key, value, append) = if pairs {
                let key = self.element_word(&item)?;
                let value = match items.next() {
                    Some(item) => self.element_word(&item)?,
                    None => BString::default(),
                };
                (key, value, false)
            } else {
                match item.index {
                    Some(index) => (self.subscript_text(&index)?, item.value, item.append),
                    None => {
                        self.complain(&[
                            name.as_bytes(),
                            b": ",
                            &item.value,
                            b": must use subscript when assigning associative array",
                        ])?;
                        continue;
                    }
                }
            };
            if key.is_empty() {
                self.complain(&[b"[]=", &value, b": bad array subscript"])?;
                continue;
            }
            let old = match (append, &before) {
                (false, _) => None,
                (true, Some(before)) => before.get(&key).map(BString::from),
                (true, None) => array.get(&key).filter(|_| extends).map(BString::from),
            };
            let value = self.converted(attributes, old, value, append)?;
            array.set(&key, value);
        }
        let variable = self.state.variables.slot_or_new(name);
        variable.attributes.associative = true;
        variable.value = Value::Associative(Arc::new(array));
        Ok(())
    }

    /// An element of a list of keys and values, where `[x]=y` has no meaning of its own.
    fn element_word(&mut self, item: &Item<'_>) -> Result<BString, Flow> {
        let Some(index) = &item.index else { return Ok(item.value.clone()) };
        let mut text = BString::from("[");
        text.push_str(self.subscript_text(index)?);
        text.push_str(if item.append { "]+=" } else { "]=" });
        text.push_str(&item.value);
        Ok(text)
    }

    // What the rest of the shell calls --------------------------------------------------------------------------

    /// Stores text past `readonly` and attributes: `OPTIND`, `REPLY`, `PWD` and the like. Never reports.
    pub fn set_variable(&mut self, name: &str, value: BString) -> Result<(), Flow> {
        self.state.variables.set(name, value);
        Ok(())
    }

    /// Replaces a variable by an indexed array, past `readonly`: `BASH_REMATCH`, `MAPFILE`, a coprocess's descriptors.
    pub fn set_array(&mut self, name: &str, values: Vec<BString>) -> Result<(), Flow> {
        let variable = self.state.variables.slot_or_new(name);
        variable.attributes.indexed = true;
        variable.value = Value::array(values);
        Ok(())
    }

    /// Gives the variable of a `for` or `select` loop its next word. Of a nameref it is the reference that changes.
    pub fn assign_loop_variable(&mut self, name: &str, value: BString) -> Result<(), Flow> {
        if self.state.variables.is_nameref(name) {
            return self.point_nameref(&Name::from(name), value);
        }
        self.assign_scalar(name, value, false)
    }

    /// Assigns to a target given as text: `name` or `name[subscript]`, as `read`, `printf -v` and `getopts` do. The
    /// caller checks [`is_target`] first to word its own message.
    pub fn assign_target(&mut self, target: &[u8], value: BString) -> Result<(), Flow> {
        if let Some((name, subscript)) = split_element(target) {
            return self.assign_element_text(name, subscript, value, false);
        }
        match target.to_str() {
            Ok(name) if is_name(target) => self.assign_scalar(name, value, false),
            _ => self.fail(&[b"`", target, b"': not a valid identifier"]),
        }
    }

    /// `name=value command`: the variable in the scope that was pushed for the command, exported.
    pub fn assign_exported_local(&mut self, name: &Name, value: BString, append: bool) -> Result<(), Flow> {
        let (mut attributes, old) = match self.state.variables.get(name) {
            Some(variable) => (variable.attributes, variable.value.scalar().map(BString::from)),
            None => (Attributes::default(), None),
        };
        if attributes.readonly {
            // Bash reports this and runs the command without the assignment.
            self.complain(&[name.as_bytes(), b": readonly variable"])?;
            return if self.state.options.posix { Err(Flow::Exit(1)) } else { Ok(()) };
        }
        if !append {
            // The variable of the command is a new one.
            attributes = Attributes::default();
        }
        let value = self.converted(attributes, old, value, append)?;
        // Not read-only: this cannot fail.
        let _ = self.state.variables.declare_local(name, false);
        self.state.variables.modify(name, |variable| {
            variable.value = Value::Scalar(value);
            variable.temporary = Temporary::Yes;
            variable.attributes = Attributes { export: true, ..Attributes::default() };
        });
        if let Some(special) = Special::hook_of(name) {
            self.after_change(special)?;
        }
        Ok(())
    }

    /// Unsets a target given as text: a variable (with `nameref` the reference itself) or one element. `Ok(false)`:
    /// reported as `unset` words it.
    pub fn unset_target(&mut self, target: &[u8], nameref: bool) -> Result<bool, Flow> {
        if let Some((name, subscript)) = split_element(target) {
            return self.unset_element_text(name, subscript);
        }
        let Some(name) = target.to_str().ok().filter(|_| is_name(target)) else {
            self.complain(&[b"unset: `", target, b"': not a valid identifier"])?;
            return Ok(false);
        };
        let name = if nameref {
            Name::from(name)
        } else {
            match self.state.variables.resolve(name) {
                Target::Name(name) | Target::Empty(name) => name,
                Target::Element(array, subscript) => return self.unset_element_text(&array, &subscript),
                Target::Circular => {
                    self.warn_circular(name)?;
                    Name::from(name)
                }
            }
        };
        let keep = self.state.options.localvar_unset;
        if self.state.variables.unset(&name, keep).is_err() {
            self.complain(&[b"unset: ", name.as_bytes(), b": cannot unset: readonly variable"])?;
            return Ok(false);
        }
        if let Some(special) = Special::hook_of(&name) {
            self.after_change(special)?;
        }
        Ok(true)
    }

    fn unset_element_text(&mut self, name: &str, subscript: &[u8]) -> Result<bool, Flow> {
        let name = match self.state.variables.resolve(name) {
            Target::Name(name) => name,
            _ => Name::from(name),
        };
        let Some(variable) = self.state.variables.get(&name) else { return Ok(true) };
        let (associative, array) = (variable.is_associative(), variable.is_array());
        if variable.attributes.readonly {
            self.complain(&[b"unset: ", name.as_bytes(), b": cannot unset: readonly variable"])?;
            return Ok(false);
        }
        let whole = matches!(subscript, b"@" | b"*");
        if whole && !associative {
            if !array {
                self.complain(&[b"unset: ", name.as_bytes(), b": not an array variable"])?;
                return Ok(false);
            }
            if let Some(variable) = self.state.variables.slot(&name) {
                variable.value = Value::Indexed(Arc::default());
            }
            return Ok(true);
        }
        if associative {
            // `@` and `*` are keys here like any others.
            let subscript = self.parse_subscript_text(subscript)?;
            let key = self.subscript_text(&subscript)?;
            if let Some(Variable { value: Value::Associative(array), .. }) = self.state.variables.slot(&name) {
                Arc::make_mut(array).remove(&key);
            }
            return Ok(true);
        }
        let mut index = match self.parse_subscript_text(subscript)? {
            Subscript::Expr { arith, .. } => self.evaluate_or_drop(&arith)?,
            _ => 0,
        };
        if !array {
            if index == 0 {
                let _ = self.state.variables.unset(&name, false);
                return Ok(true);
            }
            self.complain(&[b"unset: ", name.as_bytes(), b": not an array variable"])?;
            return Ok(false);
        }
        if let Some(Variable { value: Value::Indexed(array), .. }) = self.state.variables.slot(&name) {
            let array = Arc::make_mut(array);
            if index < 0 {
                index = array.last_index().saturating_add(1).saturating_add(index);
            }
            if index >= 0 {
                array.remove(index);
                return Ok(true);
            }
            self.complain(&[b"unset: [", subscript, b"]: bad array subscript"])?;
            return Ok(false);
        }
        Ok(true)
    }
}

/// True for text that names something to assign to: `name` or `name[subscript]`.
pub fn is_target(text: &[u8]) -> bool {
    is_name(text) || split_element(text).is_some()
}

/// The indexed array of a variable; what is none becomes one, a scalar as its element 0.
fn indexed_mut(variable: &mut Variable) -> &mut IndexedArray {
    variable.attributes.indexed = true;
    if !matches!(variable.value, Value::Indexed(_)) {
        let array = match std::mem::take(&mut variable.value) {
            Value::Scalar(text) => vec![text].into(),
            _ => IndexedArray::default(),
        };
        variable.value = array.into();
    }
    match &mut variable.value {
        Value::Indexed(array) => Arc::make_mut(array),
        _ => unreachable!("made an array above"),
    }
}

fn associative_mut(variable: &mut Variable) -> &mut AssociativeArray {
    variable.attributes.associative = true;
    if !matches!(variable.value, Value::Associative(_)) {
        variable.value = Value::Associative(Arc::default());
    }
    match &mut variable.value {
        Value::Associative(array) => Arc::make_mut(array),
        _ => unreachable!("made an array above"),
    }
}
