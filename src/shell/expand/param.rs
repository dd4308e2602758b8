//! Parameters: what `$x`, `${x[i]}`, `$1`, `$@` and indirections stand for, and their values.

use bstr::{BStr, BString, ByteSlice};

use super::sink::{Mode, Sink};
use super::source_text;
use super::word::push_quoted;
use crate::flow::Flow;
use crate::format::decimal;
use crate::shell::Shell;
use crate::syntax::Construct;
use crate::syntax::ast::{Name, Param, ParamExpansion, ParamOp, Subscript, WordPart};
use crate::variables::{Index, Special, Target, Value, Variable, is_name, split_element};

/// A parameter after namerefs, indirection and the evaluation of its subscript.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Variable(Name),
    /// One element; `None`: the subscript lies before the array, which was reported. The text is for messages.
    Element(Name, Option<Index>, BString),
    /// `name[@]` or `name[*]`
    Whole {
        name: Name,
        star: bool,
    },
    Positional(u32),
    /// `$@` or `$*`
    All {
        star: bool,
    },
    Special(u8),
}

/// The value of a parameter.
#[derive(Debug, Clone)]
pub(super) enum Content {
    Unset,
    Scalar(BString),
    List { items: Vec<BString>, star: bool },
}

impl Place {
    /// The parameter as messages name it.
    pub fn name(&self) -> BString {
        match self {
            Place::Variable(name) => name.as_bytes().into(),
            Place::Element(name, _, text) => format!("{name}[{text}]").into(),
            Place::Whole { name, star } => format!("{name}[{}]", if *star { '*' } else { '@' }).into(),
            Place::Positional(number) => number.to_string().into(),
            Place::All { star } => if *star { "*" } else { "@" }.into(),
            Place::Special(letter) => [*letter][..].into(),
        }
    }

    /// As [`Place::name`], as the message about unset parameters has it: `$1`, but `x`, and `1` of `${1}`.
    fn unbound_name(&self, braced: bool) -> BString {
        match self {
            Place::Positional(_) | Place::Special(_) if !braced => [b"$", self.name().as_slice()].concat().into(),
            _ => self.name(),
        }
    }
}

impl Shell {
    /// The value of a parameter that is stored as it is; `None` when it takes more than looking it up, or is unset.
    #[inline]
    pub(crate) fn plain_parameter(&self, param: &Param) -> Option<&BStr> {
        match param {
            Param::Variable(name) => {
                let variable = self.state.variables.get(name)?;
                if variable.attributes.nameref || variable.special.is_some_and(Special::is_dynamic) {
                    return None;
                }
                variable.value.scalar()
            }
            Param::Positional(number) => {
                self.state.positional.get((*number as usize).checked_sub(1)?).map(|value| value.as_bstr())
            }
            _ => None,
        }
    }

    /// Expands `$x` or `${…}` into the sink.
    pub(super) fn expand_parameter(
        &mut self,
        expansion: &ParamExpansion,
        quoted: bool,
        sink: &mut Sink,
    ) -> Result<(), Flow> {
        if self.is_text(expansion) {
            let text = source_text(&[WordPart::Param(Box::new(expansion.clone()))]);
            match quoted {
                true => sink.quoted(&text),
                false => sink.literal(&text),
            }
            return Ok(());
        }
        if let ParamOp::None = expansion.op
            && !expansion.indirect
        {
            if quoted {
                if let Some(value) = self.plain_parameter(&expansion.param) {
                    push_quoted(sink, value);
                    return Ok(());
                }
            } else {
                let ifs = self.ifs();
                if let Some(value) = self.plain_parameter(&expansion.param) {
                    sink.value(value, &ifs);
                    return Ok(());
                }
            }
            if let Param::Special(letter @ (b'?' | b'#')) = expansion.param {
                let number = if letter == b'?' { i64::from(self.state.status) } else { self.positional_count() };
                return self.emit(decimal(number, &mut [0; 20]), quoted, sink);
            }
        }
        self.operate(expansion, quoted, sink)
    }

    /// Whether it is one of `$1`, `$?` … where these are text.
    pub(super) fn is_text(&self, expansion: &ParamExpansion) -> bool {
        matches!(expansion.param, Param::Positional(_) | Param::Special(_))
            && self.language().is_text(Construct::SpecialParameters)
            && !expansion.braced
    }

    pub(super) fn positional_count(&self) -> i64 {
        i64::try_from(self.state.positional.len()).unwrap_or(i64::MAX)
    }

    /// Puts one value into the sink.
    pub(super) fn emit(&mut self, text: &[u8], quoted: bool, sink: &mut Sink) -> Result<(), Flow> {
        if quoted {
            push_quoted(sink, text);
        } else {
            let ifs = self.ifs();
            sink.value(text, &ifs);
        }
        Ok(())
    }

    /// Puts the values of `$@`, `$*` or an array into the sink: as fields of their own, or joined.
    pub(super) fn emit_list<'v>(
        &mut self,
        items: impl Iterator<Item = &'v [u8]>,
        star: bool,
        quoted: bool,
        sink: &mut Sink,
    ) -> Result<(), Flow> {
        let ifs = self.ifs();
        let separate = sink.mode == Mode::Fields;
        let mut first = true;
        for item in items {
            if sink.is_full() {
                break;
            }
            if !first {
                match (separate, quoted) {
                    (true, true) if !star => sink.end_field(),
                    (true, false) if ifs.is_empty() => sink.end_field(),
                    (true, false) => sink.value(ifs.joint(), &ifs),
                    (_, true) => push_quoted(sink, if star { ifs.joint() } else { b" " }),
                    (false, false) => sink.value(if star { ifs.joint() } else { b" " }, &ifs),
                }
            }
            if quoted && separate && !star {
                sink.quoted(item);
            } else if quoted {
                push_quoted(sink, item);
            } else {
                sink.value(item, &ifs);
            }
            first = false;
        }
        if first && !star {
            sink.empty_list = true;
        }
        self.check_expansion(sink.size())
    }

    /// What a parameter stands for.
    pub(super) fn place(&mut self, param: &Param) -> Result<Place, Flow> {
        Ok(match param {
            Param::Variable(name) => self.variable_place(name)?,
            Param::Positional(number) => Place::Positional(*number),
            Param::Special(b'@') => Place::All { star: false },
            Param::Special(b'*') => Place::All { star: true },
            Param::Special(letter) => Place::Special(*letter),
            Param::Element { name, index } => {
                let name = match self.variable_place(name)? {
                    Place::Variable(name) => name,
                    // A nameref to an element, subscripted again, names nothing.
                    other => return Ok(other),
                };
                self.element_place(name, index)?
            }
        })
    }

    pub(super) fn variable_place(&mut self, name: &Name) -> Result<Place, Flow> {
        if !self.state.variables.is_nameref(name) {
            return Ok(Place::Variable(Name::clone(name)));
        }
        match self.state.variables.resolve(name) {
            Target::Name(name) | Target::Empty(name) => Ok(Place::Variable(name)),
            Target::Element(array, subscript) => {
                let subscript = self.parse_subscript_text(&subscript)?;
                self.element_place(array, &subscript)
            }
            Target::Circular => {
                self.warn_circular(name)?;
                Ok(Place::Element(Name::clone(name), None, BString::default()))
            }
        }
    }

    fn element_place(&mut self, name: Name, subscript: &Subscript) -> Result<Place, Flow> {
        let (word, arith) = match subscript {
            Subscript::At => return Ok(Place::Whole { name, star: false }),
            Subscript::Star => return Ok(Place::Whole { name, star: true }),
            Subscript::Expr { word, arith } => (word, arith),
        };
        if word.parts.is_empty() {
            return self.discard(&[b"${", name.as_bytes(), b"[]}: bad substitution"]);
        }
        let text = source_text(&word.parts);
        if self.state.variables.get(&name).is_some_and(Variable::is_associative) {
            let key = self.expand_string(word)?;
            if key.is_empty() {
                self.complain_of_subscript(&name)?;
                return Ok(Place::Element(name, None, text));
            }
            return Ok(Place::Element(name, Some(Index::Key(key)), text));
        }
        let index = self.evaluate_or_drop(arith)?;
        let index = if index < 0 { self.counted_from_end(&name, index)? } else { Some(index) };
        Ok(Place::Element(name, index.map(Index::Number), text))
    }

    /// A negative subscript counted from the end of an array; reports one that lies before its start.
    pub(crate) fn counted_from_end(&mut self, name: &Name, index: i64) -> Result<Option<i64>, Flow> {
        let last = match self.value_of(name)? {
            Some(value) => match &*value {
                Value::Indexed(array) => array.last_index(),
                _ => -1,
            },
            None => -1,
        };
        let index = last.saturating_add(1).saturating_add(index);
        if index < 0 {
            self.complain_of_subscript(name)?;
            return Ok(None);
        }
        Ok(Some(index))
    }

    /// Reports a subscript that no element can have; with `errexit` that ends the shell.
    fn complain_of_subscript(&mut self, name: &Name) -> Result<(), Flow> {
        self.complain(&[name.as_bytes(), b": bad array subscript"])?;
        if self.state.options.errexit && self.condition_depth == 0 {
            return Err(Flow::Exit(1));
        }
        Ok(())
    }

    /// The value of a variable, computed if the shell computes it. No nameref is followed.
    pub(crate) fn value_of(&mut self, name: &str) -> Result<Option<std::borrow::Cow<'_, Value>>, Flow> {
        let special = match self.state.variables.get(name) {
            None => return Ok(None),
            Some(variable) => variable.special.filter(|special| special.is_dynamic()),
        };
        if let Some(special) = special {
            return Ok(Some(std::borrow::Cow::Owned(self.dynamic_value(special)?)));
        }
        Ok(self.state.variables.get(name).map(|variable| std::borrow::Cow::Borrowed(&variable.value)))
    }

    /// The value of a parameter.
    pub(super) fn content(&mut self, place: &Place) -> Result<Content, Flow> {
        let scalar = |text: Option<&BStr>| text.map_or(Content::Unset, |text| Content::Scalar(text.into()));
        Ok(match place {
            Place::Variable(name) => match self.value_of(name)? {
                Some(value) => scalar(value.scalar()),
                None => Content::Unset,
            },
            Place::Element(_, None, _) => Content::Unset,
            Place::Element(name, Some(index), _) => match self.value_of(name)? {
                Some(value) => scalar(element(&value, index)),
                None => Content::Unset,
            },
            Place::Whole { name, star } => {
                let items = self.value_of(name)?.map_or_else(Vec::new, |value| value.elements());
                Content::List { items, star: *star }
            }
            Place::Positional(number) => {
                let index = (*number as usize).wrapping_sub(1);
                scalar(self.state.positional.get(index).map(|value| value.as_bstr()))
            }
            Place::All { star } => Content::List { items: self.state.positional.to_vec(), star: *star },
            Place::Special(letter) => match letter {
                b'#' => Content::Scalar(self.positional_count().to_string().into()),
                b'?' => Content::Scalar(self.state.status.to_string().into()),
                b'$' => Content::Scalar(self.shell_pid.to_string().into()),
                b'!' => match self.state.last_background {
                    Some(pid) => Content::Scalar(pid.to_string().into()),
                    None => Content::Unset,
                },
                b'-' => Content::Scalar(self.flag_letters()),
                _ => Content::Scalar(self.state.name.clone()),
            },
        })
    }

    /// `$-`: the letters of the options, and of the way in which the shell reads its input.
    fn flag_letters(&self) -> BString {
        use crate::shell::InputKind;
        let mut letters = self.state.options.letters();
        match self.input {
            InputKind::String => letters.push(b'c'),
            InputKind::Stdin => letters.push(b's'),
            InputKind::File => {}
        }
        if self.is_interactive {
            let place = letters.iter().position(|letter| *letter > b'i' || letter.is_ascii_uppercase());
            letters.insert(place.unwrap_or(letters.len()), b'i');
        }
        letters.into()
    }

    /// `test -v`: true when a variable (`name`), an element (`name[subscript]`) or, with `[@]`, any element is set, or a
    /// positional parameter by its number.
    pub fn is_set(&mut self, target: &[u8]) -> Result<bool, Flow> {
        let place = if let Some((name, subscript)) = split_element(target) {
            let name = match self.variable_place(&Name::from(name))? {
                Place::Variable(name) => name,
                _ => return Ok(false),
            };
            let subscript = self.parse_subscript_text(subscript)?;
            if let Subscript::At | Subscript::Star = subscript
                && let Some(Value::Associative(array)) = self.value_of(&name)?.as_deref()
            {
                // Bash looks for the key `@` or `*` here.
                return Ok(array.get(if subscript == Subscript::At { b"@" } else { b"*" }).is_some());
            }
            self.element_place(name, &subscript)?
        } else if !target.is_empty() && target.iter().all(u8::is_ascii_digit) {
            let number = target.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(u32::MAX);
            if number == 0 { Place::Special(b'0') } else { Place::Positional(number) }
        } else {
            match target.to_str() {
                Ok(name) if is_name(target) => self.variable_place(&Name::from(name))?,
                _ => return Ok(false),
            }
        };
        Ok(match self.content(&place)? {
            Content::Unset => false,
            Content::Scalar(_) => true,
            Content::List { items, .. } => !items.is_empty(),
        })
    }

    /// Fails under `set -u` because of an unset parameter.
    pub(super) fn require_set(&self, place: &Place, content: &Content, braced: bool) -> Result<(), Flow> {
        if self.state.options.nounset && matches!(content, Content::Unset) {
            return self.unbound(&place.unbound_name(braced));
        }
        Ok(())
    }

    /// The parameter that `${!x}` means: the one that the value of `x` names.
    pub(super) fn indirect_place(&mut self, param: &Param) -> Result<Place, Flow> {
        let base = self.place(param)?;
        let text = match self.content(&base)? {
            // Declared, but without a value: that is what the expansion is too.
            Content::Unset if matches!(&base, Place::Variable(name) | Place::Element(name, ..) if self.state.variables.get(name).is_some()) =>
            {
                return Ok(base);
            }
            Content::Unset => {
                return self.discard(&[&base.name(), b": invalid indirect expansion"]);
            }
            Content::Scalar(text) => text,
            Content::List { items, .. } => items.join(&b' ').into(),
        };
        if let [letter @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')] = text.as_slice() {
            return self.place(&Param::Special(*letter));
        }
        if !text.is_empty() && text.iter().all(u8::is_ascii_digit) {
            let number = text.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(u32::MAX);
            return Ok(if number == 0 { Place::Special(b'0') } else { Place::Positional(number) });
        }
        if let Some((name, subscript)) = split_element(&text) {
            let name = match self.variable_place(&Name::from(name))? {
                Place::Variable(name) => name,
                other => return Ok(other),
            };
            let subscript = self.parse_subscript_text(subscript)?;
            return self.element_place(name, &subscript);
        }
        match text.to_str() {
            Ok(name) if is_name(&text) => self.variable_place(&Name::from(name)),
            _ => self.discard(&[&text, b": invalid variable name"]),
        }
    }
}

/// An element of a value; of a scalar the scalar is element 0.
pub(crate) fn element<'v>(value: &'v Value, index: &Index) -> Option<&'v BStr> {
    match (value, index) {
        (Value::Indexed(array), Index::Number(index)) => array.get(*index),
        (Value::Associative(array), Index::Key(key)) => array.get(key),
        (Value::Scalar(text), Index::Number(0)) => Some(text.as_bstr()),
        _ => None,
    }
}
