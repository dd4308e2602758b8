//! The operators of `${…}`: defaults, lengths, pieces, replacements.

use bstr::{BString, ByteSlice};

use super::characters;
use super::param::{Content, Place};
use super::sink::Sink;
use crate::flow::Flow;
use crate::format::decimal;
use crate::pattern::{Pattern, PatternOptions};
use crate::shell::{Failure, Shell};
use crate::syntax::ast::{Arith, ArithExpr, CaseChange, Param, ParamExpansion, ParamOp, Subscript, Word};
use crate::syntax::print;
use crate::variables::{Target, Value};

impl Shell {
    /// Expands a parameter with its operator into the sink.
    pub(super) fn operate(&mut self, expansion: &ParamExpansion, quoted: bool, sink: &mut Sink) -> Result<(), Flow> {
        match &expansion.op {
            ParamOp::Bad { text, fatal } => {
                if *fatal && !self.state.options.nounset {
                    let place = match expansion.indirect {
                        true => self.indirect_place(&expansion.param)?,
                        false => self.place(&expansion.param)?,
                    };
                    if matches!(self.content(&place)?, Content::Unset) {
                        return Ok(());
                    }
                }
                // An unknown transformation ends the shell, as `${x:?}` does; in POSIX mode all of them do.
                if *fatal || self.state.options.posix {
                    return self.fatal(&[text, b": bad substitution"]);
                }
                return self.discard(&[text, b": bad substitution"]);
            }
            ParamOp::Names { at } => {
                let Param::Variable(prefix) = &expansion.param else { return Ok(()) };
                let names = self.state.variables.names_with_prefix(prefix);
                return self.emit_list(names.iter().map(|name| name.as_bytes()), !at, quoted, sink);
            }
            ParamOp::Keys { at } => {
                let Param::Element { name, .. } = &expansion.param else { return Ok(()) };
                let keys = match self.variable_place(name)? {
                    Place::Variable(name) => self.value_of(&name)?.map_or_else(Vec::new, |value| value.keys()),
                    _ => Vec::new(),
                };
                return self.emit_list(keys.iter().map(|key| key.as_slice()), !at, quoted, sink);
            }
            _ => {}
        }
        let place = if expansion.indirect {
            // `${!reference}` of a nameref is the name that it refers to.
            if let (Param::Variable(name), ParamOp::None) = (&expansion.param, &expansion.op)
                && let Some(variable) = self.state.variables.get(name).filter(|variable| variable.attributes.nameref)
            {
                if variable.value.scalar().is_none_or(|text| text.is_empty()) {
                    return self.discard(&[name.as_bytes(), b": invalid indirect expansion"]);
                }
                let text = match self.state.variables.resolve(name) {
                    Target::Name(name) | Target::Empty(name) => BString::from(name.as_bytes()),
                    Target::Element(name, subscript) => format!("{name}[{subscript}]").into(),
                    Target::Circular => BString::default(),
                };
                return self.emit(&text, quoted, sink);
            }
            let place = self.indirect_place(&expansion.param)?;
            let has_default = matches!(
                expansion.op,
                ParamOp::Default { .. } | ParamOp::Assign { .. } | ParamOp::Error { .. } | ParamOp::Alternate { .. }
            );
            if self.state.options.nounset && !has_default && matches!(self.content(&place)?, Content::Unset) {
                let base = self.place(&expansion.param)?;
                return self.unbound(&[b"!", base.name().as_slice()].concat());
            }
            place
        } else {
            if self.state.options.nounset
                && let (ParamOp::Length, Param::Element { name, .. }) = (&expansion.op, &expansion.param)
                && self.state.variables.get(name).is_none()
            {
                // Of an element it is the array that has to be there; the subscript is not looked at before.
                return self.discard(&[name.as_bytes(), b": unbound variable"]);
            }
            if self.emit_stored(expansion, quoted, sink)? {
                return Ok(());
            }
            match self.place(&expansion.param)? {
                // In a here-document only these two are joined by nothing where `IFS` is empty.
                Place::All { star }
                    if sink.here_document
                        && !(star
                            && matches!(expansion.op, ParamOp::Replace { .. } | ParamOp::Case { .. })
                            && self.ifs().is_empty()) =>
                {
                    Place::All { star: false }
                }
                place => place,
            }
        };
        let reference = expansion.indirect.then_some(&expansion.param);
        self.operate_on(&place, reference, expansion, quoted, sink)
    }

    /// The commonest expansions of arrays, without a copy of them; false when it is not one of these.
    fn emit_stored(&mut self, expansion: &ParamExpansion, quoted: bool, sink: &mut Sink) -> Result<bool, Flow> {
        let Param::Element { name, index } = &expansion.param else { return Ok(false) };
        let whole = matches!(index, Subscript::At | Subscript::Star);
        if !whole || !matches!(expansion.op, ParamOp::None | ParamOp::Length) {
            return Ok(false);
        }
        let Some(variable) = self.state.variables.get(name) else { return Ok(false) };
        if variable.attributes.nameref || variable.special.is_some() {
            return Ok(false);
        }
        if expansion.op == ParamOp::Length {
            let count = variable.value.count();
            if count == 0 {
                return Ok(false);
            }
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            self.emit(decimal(count, &mut [0; 20]), quoted, sink)?;
            return Ok(true);
        }
        // Shared for the walk: the array cannot change while its elements are written to the sink.
        let value = variable.value.clone();
        let star = *index == Subscript::Star;
        match &value {
            Value::Indexed(array) => {
                self.emit_list(array.values().map(|value| value.as_bytes()), star, quoted, sink)?
            }
            Value::Associative(array) => {
                self.emit_list(array.iter().map(|(_, value)| value.as_bytes()), star, quoted, sink)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Puts what an operator made into the sink.
    fn emit_result(&mut self, content: Content, op: &ParamOp, quoted: bool, sink: &mut Sink) -> Result<(), Flow> {
        let joined = sink.assignment
            && match op {
                ParamOp::RemovePrefix { .. } | ParamOp::RemoveSuffix { .. } | ParamOp::Transform(_) => true,
                ParamOp::Substring { .. } | ParamOp::Replace { .. } | ParamOp::Case { .. } => quoted,
                _ => false,
            };
        let content = match content {
            // Joined as `$*`; but a space stands between where `IFS` is empty.
            Content::List { items, star } if joined => {
                let star = star || !self.ifs().is_empty();
                Content::List { items, star }
            }
            content => content,
        };
        self.emit_content(content, quoted, sink)
    }

    fn emit_content(&mut self, content: Content, quoted: bool, sink: &mut Sink) -> Result<(), Flow> {
        match content {
            Content::Unset => Ok(()),
            Content::Scalar(text) => {
                self.emit(&text, quoted, sink)?;
                self.check_expansion(sink.size())
            }
            Content::List { items, star } => {
                self.emit_list(items.iter().map(|item| item.as_slice()), star, quoted, sink)
            }
        }
    }

    /// `reference`: the parameter that an indirection led from.
    fn operate_on(
        &mut self,
        place: &Place,
        reference: Option<&Param>,
        expansion: &ParamExpansion,
        quoted: bool,
        sink: &mut Sink,
    ) -> Result<(), Flow> {
        let op = &expansion.op;
        match op {
            ParamOp::Default { colon, word } => {
                let content = self.content(place)?;
                if self.is_missing(&content, *colon) {
                    return self.walk_operand(word, quoted, sink);
                }
                self.emit_content(content, quoted, sink)
            }
            ParamOp::Alternate { colon, word } => {
                let content = self.content(place)?;
                if self.is_missing(&content, *colon) {
                    if matches!(&content, Content::List { star: false, items } if items.is_empty()) {
                        sink.empty_list = true;
                    }
                    return Ok(());
                }
                self.walk_operand(word, quoted, sink)
            }
            ParamOp::Assign { colon, word } => {
                let content = self.content(place)?;
                if !self.is_missing(&content, *colon) {
                    return self.emit_content(content, quoted, sink);
                }
                let value = self.expand_string(word)?;
                self.assign_place(place, value)?;
                let content = self.content(place)?;
                self.emit_content(content, quoted, sink)
            }
            ParamOp::Error { colon, word } => {
                let content = self.content(place)?;
                if !self.is_missing(&content, *colon) {
                    return self.emit_content(content, quoted, sink);
                }
                let message = match word {
                    Some(word) => self.expand_string(word)?,
                    None if *colon => BString::from("parameter null or not set"),
                    None => BString::from("parameter not set"),
                };
                let name = self.name_for_message(place, reference)?;
                self.fatal(&[&name, b": ", &message])
            }
            ParamOp::Length => {
                let length = self.length(place)?;
                self.emit(decimal(length, &mut [0; 20]), quoted, sink)
            }
            ParamOp::Substring { offset, length } => {
                let content = self.substring(place, reference, offset, length.as_ref())?;
                self.emit_result(content, op, quoted, sink)
            }
            ParamOp::Transform(letter) => {
                let content = self.transform(place, *letter)?;
                self.emit_result(content, op, quoted, sink)
            }
            _ => {
                let content = self.content(place)?;
                self.require_set(place, &content, expansion.braced)?;
                let content = self.map_content(content, op)?;
                self.emit_result(content, op, quoted, sink)
            }
        }
    }

    /// The number of characters; in the locale `C` each byte is one.
    fn count_characters(&self, text: &[u8]) -> usize {
        if !text.is_ascii() && self.is_bytewise() { text.len() } else { characters::count(text) }
    }

    /// True when `LC_ALL`, `LC_CTYPE` or `LANG` asks for the locale `C`.
    pub(crate) fn is_bytewise(&self) -> bool {
        let set = |name: &str| self.state.variables.scalar(name).filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        locale.is_some_and(|locale| locale == "C" || locale == "POSIX")
    }

    /// True when the default applies: unset, or with the colon null.
    fn is_missing(&mut self, content: &Content, colon: bool) -> bool {
        match content {
            Content::Unset => true,
            Content::Scalar(text) => colon && text.is_empty(),
            Content::List { items, star } => match items.as_slice() {
                [] => true,
                [only] => colon && only.is_empty(),
                // Joined by nothing, nothing stays nothing.
                items => colon && *star && items.iter().all(|item| item.is_empty()) && self.ifs().is_empty(),
            },
        }
    }

    fn length(&mut self, place: &Place) -> Result<i64, Flow> {
        let content = self.content(place)?;
        if let Place::Element(name, ..) = place {
            if matches!(place, Place::Element(_, None, _)) {
                // What is wrong with the subscript has been said.
                self.last_failure.set(Failure::Expansion);
                return Err(Flow::Discard(1));
            }
            // Of an element it is the array that has to be there.
            if self.state.options.nounset && self.state.variables.get(name).is_none_or(|variable| !variable.is_set()) {
                return self.discard(&[name.as_bytes(), b": unbound variable"]);
            }
        } else {
            self.require_set(place, &content, true)?;
        }
        let count = match content {
            Content::Unset => 0,
            Content::Scalar(text) => self.count_characters(&text),
            Content::List { items, .. } => {
                if let Place::Whole { name, .. } = place
                    && items.is_empty()
                    && self.state.options.nounset
                    && self.state.variables.get(name).is_none_or(|variable| !variable.is_set())
                {
                    return self.discard(&[name.as_bytes(), b": unbound variable"]);
                }
                items.len()
            }
        };
        Ok(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// Stores the word of `${x:=word}`.
    fn assign_place(&mut self, place: &Place, value: BString) -> Result<(), Flow> {
        match place {
            Place::Variable(name) => self.assign_scalar(name, value, false),
            Place::Element(name, Some(index), _) => self.store_element(name, index.clone(), value, false),
            Place::Whole { .. } | Place::Element(..) => self.discard(&[&place.name(), b": bad array subscript"]),
            _ => self.discard(&[b"$", &place.name(), b": cannot assign in this way"]),
        }
    }

    /// Applies an operator that works on each value alone.
    fn map_content(&mut self, content: Content, op: &ParamOp) -> Result<Content, Flow> {
        let mapping = match op {
            ParamOp::RemovePrefix { longest, pattern } => {
                Mapping::Prefix { longest: *longest, pattern: self.compile(pattern)? }
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                Mapping::Suffix { longest: *longest, pattern: self.compile(pattern)? }
            }
            ParamOp::Replace { anchor, pattern, replacement } => {
                Mapping::Replace(self.prepare_replacement(*anchor, pattern, replacement)?)
            }
            ParamOp::Case { change, all, pattern } => Mapping::Case {
                change: *change,
                all: *all,
                pattern: pattern.as_ref().map(|word| self.compile(word)).transpose()?,
            },
            _ => return Ok(content),
        };
        Ok(match content {
            Content::Unset => Content::Unset,
            Content::Scalar(text) => Content::Scalar(self.map_value(text, &mapping)?),
            Content::List { mut items, star } => {
                for item in &mut items {
                    *item = self.map_value(std::mem::take(item), &mapping)?;
                }
                Content::List { items, star }
            }
        })
    }

    fn map_value(&mut self, text: BString, mapping: &Mapping) -> Result<BString, Flow> {
        self.charge((text.len() as u64 >> 10) + 1)?;
        Ok(match mapping {
            Mapping::Prefix { longest, pattern } => {
                let end = self.metered(|meter| {
                    let mut pattern = pattern.metered(meter);
                    if *longest { pattern.longest_prefix(&text) } else { pattern.shortest_prefix(&text) }
                })?;
                match end.flatten() {
                    Some(end) if end > 0 => text[end..].into(),
                    _ => text,
                }
            }
            Mapping::Suffix { longest, pattern } => {
                let start = self.metered(|meter| {
                    let mut pattern = pattern.metered(meter);
                    if *longest { pattern.longest_suffix(&text) } else { pattern.shortest_suffix(&text) }
                })?;
                let mut text = text;
                if let Some(start) = start.flatten() {
                    text.truncate(start);
                }
                text
            }
            Mapping::Replace(replacement) => self.replace_matches(text, replacement)?,
            Mapping::Case { change, all, pattern } => {
                if !text.is_ascii() && self.is_bytewise() {
                    // Only what is ASCII has a case there, and each other byte is a character.
                    let mut out = Vec::with_capacity(text.len());
                    for (index, byte) in text.bytes().enumerate() {
                        match byte.is_ascii() && (*all || index == 0) {
                            true => out.extend_from_slice(&change_case(&[byte], *change, true, pattern.as_ref())),
                            false => out.push(byte),
                        }
                    }
                    return Ok(out.into());
                }
                change_case(&text, *change, *all, pattern.as_ref())
            }
        })
    }

    /// Runs pattern work that is charged to the meter. `None`: the pattern nests too deeply to match.
    pub(super) fn metered<R>(
        &self,
        work: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> Result<R, crate::pattern::Stopped>,
    ) -> Result<Option<R>, Flow> {
        let mut stopped = None;
        // A step of the matcher is some nanoseconds, one of the shell about a microsecond.
        let mut meter = |steps: u64| match self.charge(steps >> 8) {
            Ok(()) => true,
            Err(flow) => {
                stopped = Some(flow);
                false
            }
        };
        let result = work(&mut meter);
        match stopped {
            Some(flow) => Err(flow),
            None => Ok(result.ok()),
        }
    }

    /// Expands and compiles the pattern of an operator.
    pub(super) fn compile(&mut self, word: &Word) -> Result<Pattern, Flow> {
        let pattern = self.expand_pattern(word)?;
        Ok(Pattern::new(&pattern, self.operator_options()))
    }

    /// How patterns in `${…}` are read.
    pub(super) fn operator_options(&self) -> PatternOptions {
        PatternOptions { extglob: self.state.options.extglob, bytes: self.is_bytewise(), ..PatternOptions::default() }
    }

    // Substrings ------------------------------------------------------------------------------------------------

    fn substring(
        &mut self,
        place: &Place,
        reference: Option<&Param>,
        offset: &Arith,
        length: Option<&Arith>,
    ) -> Result<Content, Flow> {
        let scalar = match place {
            // A scalar with `[@]` is cut like one without.
            Place::Whole { name, .. } => {
                matches!(self.value_of(name)?.as_deref(), Some(Value::Scalar(_))).then(|| name.clone())
            }
            Place::All { .. } => None,
            _ => return self.cut(place, place, reference, offset, length),
        };
        match scalar {
            Some(name) => self.cut(&Place::Variable(name), place, reference, offset, length),
            None => self.slice(place, reference, offset, length),
        }
    }

    /// The offset or the length of a piece; messages name the parameter.
    fn bound(&mut self, place: &Place, reference: Option<&Param>, arith: &Arith) -> Result<i64, Flow> {
        if let Some(ArithExpr::Number(number)) = &arith.expr {
            return Ok(*number);
        }
        if let (Place::Variable(name), None) = (place, reference) {
            return self.evaluate_command(name, arith);
        }
        let name = self.name_for_message(place, reference)?;
        self.evaluate_command(&name.to_str_lossy(), arith)
    }

    /// How messages name a parameter, or the reference that led to it.
    fn name_for_message(&mut self, place: &Place, reference: Option<&Param>) -> Result<BString, Flow> {
        Ok(match reference {
            Some(param) => [b"!", self.place(param)?.name().as_slice()].concat().into(),
            None => place.name(),
        })
    }

    /// An error of arithmetic as far as `errexit` is concerned.
    fn negative_length<T>(&self, length: &Arith) -> Result<T, Flow> {
        let result = self.discard(&[&print::arithmetic(length), b": substring expression < 0"]);
        self.last_failure.set(Failure::Arithmetic);
        result
    }

    /// A piece of one value.
    fn cut(
        &mut self,
        place: &Place,
        named: &Place,
        reference: Option<&Param>,
        offset: &Arith,
        length: Option<&Arith>,
    ) -> Result<Content, Flow> {
        let content = self.content(place)?;
        self.require_set(place, &content, true)?;
        let Content::Scalar(text) = content else { return Ok(content) };
        let count = i64::try_from(self.count_characters(&text)).unwrap_or(i64::MAX);
        let mut start = self.bound(named, reference, offset)?;
        if start < 0 {
            start = start.saturating_add(count);
        }
        if start < 0 || start > count {
            // The length is evaluated all the same.
            if let Some(length) = length {
                self.bound(named, reference, length)?;
            }
            return Ok(Content::Scalar(BString::default()));
        }
        let mut end = count;
        if let Some(length) = length {
            let wanted = self.bound(named, reference, length)?;
            end = if wanted < 0 { count.saturating_add(wanted) } else { start.saturating_add(wanted).min(count) };
            if end < start {
                return self.negative_length(length);
            }
        }
        // Both lie between 0 and the number of characters.
        if !text.is_ascii() && self.is_bytewise() {
            return Ok(Content::Scalar(text[start as usize..end as usize].into()));
        }
        let first = characters::offset(&text, start as usize);
        let size = characters::offset(&text[first..], (end - start) as usize);
        Ok(Content::Scalar(text[first..first + size].into()))
    }

    /// `${@:offset:length}` and `${a[@]:offset:length}`.
    fn slice(
        &mut self,
        place: &Place,
        reference: Option<&Param>,
        offset: &Arith,
        length: Option<&Arith>,
    ) -> Result<Content, Flow> {
        let mut start = self.bound(place, reference, offset)?;
        // The last start that bash takes seriously: behind it nothing is an error.
        let mut limit = -1;
        let mut items: Vec<BString> = match place {
            Place::All { .. } => {
                let count = self.positional_count();
                limit = count.saturating_add(1);
                if start < 0 {
                    start = start.saturating_add(count + 1);
                }
                let own = std::iter::once(self.state.name.clone()).take(usize::from(start == 0));
                let skip = usize::try_from(start.saturating_sub(1).max(0)).unwrap_or(usize::MAX);
                own.chain(self.state.positional.iter().skip(skip).cloned()).collect()
            }
            Place::Whole { name, .. } => match self.value_of(name)?.as_deref() {
                None | Some(Value::Unset | Value::Scalar(_)) => Vec::new(),
                Some(Value::Indexed(array)) => {
                    limit = if array.is_empty() { -1 } else { array.last_index().saturating_add(1) };
                    if start < 0 {
                        start = start.saturating_add(array.last_index().saturating_add(1));
                    }
                    array.iter().filter(|(index, _)| *index >= start).map(|(_, value)| value.into()).collect()
                }
                Some(Value::Associative(array)) => {
                    let count = i64::try_from(array.len()).unwrap_or(i64::MAX);
                    limit = if count == 0 { -1 } else { count };
                    if start < 0 {
                        start = start.saturating_add(count.saturating_add(1));
                    }
                    // Bash counts the elements of an associative array from 1 here.
                    let skip = usize::try_from(start.saturating_sub(1).max(0)).unwrap_or(usize::MAX);
                    array.iter().skip(skip).map(|(_, value)| value.into()).collect()
                }
            },
            _ => Vec::new(),
        };
        if start < 0 {
            items.clear();
        }
        if let Some(length) = length {
            let wanted = self.bound(place, reference, length)?;
            if wanted < 0 && start >= 0 && start <= limit {
                return self.negative_length(length);
            }
            items.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        }
        let star = matches!(place, Place::All { star: true } | Place::Whole { star: true, .. });
        Ok(Content::List { items, star })
    }
}

/// What an operator does to one value.
enum Mapping {
    Prefix { longest: bool, pattern: Pattern },
    Suffix { longest: bool, pattern: Pattern },
    Replace(super::replace::Replacement),
    Case { change: CaseChange, all: bool, pattern: Option<Pattern> },
}

fn change_case(text: &[u8], change: CaseChange, all: bool, pattern: Option<&Pattern>) -> BString {
    use super::case;
    if pattern.is_none() && all {
        match change {
            CaseChange::Upper => return case::upper(text),
            CaseChange::Lower => return case::lower(text),
            CaseChange::Toggle => {}
        }
    }
    case::map(text, |index, character| {
        if !all && index > 0 {
            return character;
        }
        let matches = pattern.is_none_or(|pattern| pattern.matches(character.encode_utf8(&mut [0; 4]).as_bytes()));
        match change {
            _ if !matches => character,
            CaseChange::Upper => case::to_upper(character),
            CaseChange::Lower => case::to_lower(character),
            CaseChange::Toggle => case::toggle(character),
        }
    })
}
