//! `${x@Q}` and the other transformations.

use bstr::{BString, ByteSlice};

use super::case;
use super::ifs::{Class, Ifs};
use super::param::{Content, Place};
use super::quote;
use crate::flow::Flow;
use crate::shell::Shell;
use crate::syntax::decode_ansi;
use crate::variables::{self, Value, Variable};

impl Shell {
    pub(super) fn transform(&mut self, place: &Place, letter: u8) -> Result<Content, Flow> {
        let content = self.content(place)?;
        let variable = match place {
            Place::Variable(name) | Place::Element(name, ..) | Place::Whole { name, .. } => self.variable_now(name)?,
            _ => None,
        };
        self.require_set(place, &content, true)?;
        match letter {
            b'a' => return Ok(attributes(content, variable.as_ref())),
            b'A' => return self.declaration(place, content, variable.as_ref()),
            b'K' | b'k' => {
                if let (Place::Whole { star, .. }, Some(variable)) = (place, &variable)
                    && variable.is_array()
                {
                    return Ok(pairs(&variable.value, letter == b'K', *star));
                }
            }
            _ => {}
        }
        Ok(match content {
            Content::Unset => Content::Unset,
            Content::Scalar(text) => Content::Scalar(self.transform_value(&text, letter)?),
            Content::List { mut items, star } => {
                for item in &mut items {
                    *item = self.transform_value(item, letter)?;
                }
                Content::List { items, star }
            }
        })
    }

    fn transform_value(&mut self, text: &[u8], letter: u8) -> Result<BString, Flow> {
        self.charge((text.len() as u64 >> 10) + 1)?;
        Ok(match letter {
            b'Q' | b'K' | b'k' => quote::reusable_quote(text),
            b'E' => decode_ansi(text).into(),
            b'P' => self.expand_prompt_text(text)?,
            b'U' => case::upper(text),
            b'L' => case::lower(text),
            b'u' => case::map(text, |index, character| if index == 0 { case::to_upper(character) } else { character }),
            _ => text.into(),
        })
    }

    /// The words of a command that makes an array again: for `@` bash splits it, even in quotes.
    fn declaration_words(&mut self, text: BString, star: bool) -> Content {
        match star {
            true => Content::Scalar(text),
            false => Content::List { items: split_command(&text, &self.ifs()), star },
        }
    }

    /// `@A`: the command that makes the variable again.
    fn declaration(&mut self, place: &Place, content: Content, variable: Option<&Variable>) -> Result<Content, Flow> {
        let name = match place {
            Place::All { star } => {
                let Content::List { items, .. } = content else { return Ok(Content::Unset) };
                if items.is_empty() {
                    return Ok(Content::List { items, star: *star });
                }
                let ifs = self.ifs();
                let mut text = BString::from("set -- ");
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.extend_from_slice(ifs.joint());
                    }
                    text.extend_from_slice(&quote::reusable_quote(item));
                }
                return Ok(self.declaration_words(text, *star));
            }
            Place::Variable(name) | Place::Element(name, ..) => name,
            Place::Whole { name, star } => {
                let Some(variable) = variable else { return Ok(Content::List { items: Vec::new(), star: *star }) };
                if variable.is_array() {
                    return Ok(self.declaration_words(variables::declare_text(name, variable), *star));
                }
                name
            }
            Place::Positional(_) | Place::Special(_) => return Ok(Content::Unset),
        };
        let Some(variable) = variable else { return Ok(Content::Unset) };
        let letters = variables::attribute_letters(variable);
        let value = match &content {
            Content::Unset => None,
            Content::Scalar(text) => Some(text.clone()),
            Content::List { items, .. } => items.first().cloned(),
        };
        let mut text = BString::default();
        if !letters.is_empty() {
            text.extend_from_slice(b"declare -");
            text.extend_from_slice(&letters);
            text.push(b' ');
        } else if value.is_none() {
            return Ok(Content::Unset);
        }
        text.extend_from_slice(name.as_bytes());
        if let Some(value) = value {
            text.push(b'=');
            text.extend_from_slice(&quote::reusable_quote(&value));
        }
        Ok(Content::Scalar(text))
    }
}

/// Splits at `IFS` characters that stand outside quotes and parentheses.
fn split_command(text: &[u8], ifs: &Ifs) -> Vec<BString> {
    let mut words = Vec::new();
    let mut word = BString::default();
    let (mut quote, mut nesting) = (None, 0usize);
    for &byte in text {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'(') => nesting += 1,
            (None, b')') => nesting = nesting.saturating_sub(1),
            (None, _) if nesting == 0 && matches!(ifs.class(byte), Class::Space | Class::Delimiter) => {
                words.push(std::mem::take(&mut word));
                continue;
            }
            _ => {}
        }
        word.push(byte);
    }
    words.push(word);
    words
}

/// `@a`: the letters of the attributes, for each element of a list.
fn attributes(content: Content, variable: Option<&Variable>) -> Content {
    let letters = variable.map(variables::attribute_letters).unwrap_or_default();
    match content {
        Content::List { mut items, star } => {
            items.fill(letters);
            Content::List { items, star }
        }
        _ if variable.is_none() => Content::Unset,
        _ => Content::Scalar(letters),
    }
}

/// `@K`: keys and quoted values in one string; `@k`: each a word of its own.
fn pairs(value: &Value, quoted: bool, star: bool) -> Content {
    let keys = value.keys();
    let values = value.elements();
    let associative = matches!(value, Value::Associative(_));
    if !quoted {
        let items = keys.into_iter().zip(values).flat_map(|(key, value)| [key, value]).collect();
        return Content::List { items, star };
    }
    let mut text = BString::default();
    for (key, value) in keys.iter().zip(&values) {
        if !associative && !text.is_empty() {
            text.push(b' ');
        }
        if associative {
            quote::push_key_quote(&mut text, key);
        } else {
            text.extend_from_slice(key);
        }
        text.push(b' ');
        quote::push_declare_quote(&mut text, value.as_bytes());
        if associative {
            text.push(b' ');
        }
    }
    Content::Scalar(text)
}
