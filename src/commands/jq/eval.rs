//! Parts of programs that need no machine: one value out of one (`eval`), or values one after the other (`each`). They
//! recurse only as deep as the program's text is nested.

use std::rc::Rc;

use super::access;
use super::error::{Stop, fail};
use super::formats;
use super::frames::{Binding, Env, ascend, bind};
use super::counting::Counting;
use super::machine::{Machine, extend_pending};
use super::object::Object;
use super::operators;
use super::paths;
use super::program::{Kind, Node, Part};
use super::value::{ARRAY_TOO_LONG, Items, MAX_ITEMS, Value, items_mut};

/// What is done with each value. An error stops everything.
type Emit<'e, 'p, 'h> = dyn FnMut(&mut Machine<'p, 'h>, Value) -> Result<(), Stop> + 'e;

impl<'p, 'h> Machine<'p, 'h> {
    /// The value of a simple node.
    pub fn eval(&mut self, node: &'p Node, env: &Env<'p>, value: Value) -> Result<Value, Stop> {
        self.tick()?;
        match &node.kind {
            Kind::Identity => Ok(value),
            Kind::Constant(constant) => Ok(constant.clone()),
            Kind::Variable(up) => match ascend(env, *up).as_ref().map(|scope| &scope.binding) {
                Some(Binding::Value(bound)) => Ok(bound.clone()),
                _ => Ok(Value::Null),
            },
            Kind::Environment => Ok(self.host.environment()),
            Kind::Index(target, key) => {
                if let Kind::Constant(key) = &key.kind {
                    let target = self.eval(target, env, value)?;
                    return access::index(&target, key);
                }
                let key = self.eval(key, env, value.clone())?;
                let target = self.eval(target, env, value)?;
                access::index(&target, &key)
            }
            Kind::Slice(target, from, to) => {
                let (from, to) = self.slice_ends(from.as_deref(), to.as_deref(), env, &value)?;
                let target = self.eval(target, env, value)?;
                let value = access::index(&target, &access::slice_key(from, to))?;
                self.charge_value(&value)?;
                Ok(value)
            }
            Kind::Try(body, Some(handler)) => match self.eval(body, env, value) {
                Err(Stop::Error(error)) => self.eval(handler, env, error),
                other => other,
            },
            Kind::Array(None) => Ok(Value::array(Vec::new())),
            Kind::Array(Some(body)) => {
                if body.simple {
                    return Ok(Value::array(vec![self.eval(body, env, value)?]));
                }
                let mut items = Items::default();
                self.each(body, env, value, &mut |_, item| {
                    if items.0.len() >= MAX_ITEMS {
                        return fail(ARRAY_TOO_LONG);
                    }
                    items.0.push(item);
                    Ok(())
                })?;
                self.charge_bytes(items.0.len() * size_of::<Value>())?;
                Ok(Value::Array(Rc::new(items)))
            }
            Kind::Object(pairs) => {
                let mut object = Object::new();
                for (key, member) in pairs {
                    let key = match &key.kind {
                        Kind::Constant(Value::String(key)) => Rc::clone(key),
                        _ => access::object_key(&self.eval(key, env, value.clone())?)?,
                    };
                    let member = self.eval(member, env, value.clone())?;
                    object.insert(key, member);
                }
                Ok(Value::object(object))
            }
            Kind::Text(format, parts) => {
                // The last part is worked out and formatted first, for whose error comes.
                let mut values = Vec::with_capacity(parts.len());
                for part in parts.iter().rev() {
                    if let Part::Node(node) = part {
                        let value = self.eval(node, env, value.clone())?;
                        values.push(formats::part(format.as_deref(), value)?);
                    }
                }
                let mut text = String::new();
                for part in parts {
                    match part {
                        Part::Text(part) => text.push_str(part),
                        Part::Node(_) => formats::append(&values.pop().unwrap_or_default(), &mut text)?,
                    }
                }
                self.charge_bytes(text.len())?;
                Ok(Value::string(text))
            }
            Kind::Format(name) => {
                let value = formats::format(name, &value)?;
                self.charge_value(&value)?;
                Ok(value)
            }
            Kind::Negate(inner) => operators::negate(self.eval(inner, env, value)?),
            Kind::Pipe(left, right) => {
                let value = self.eval(left, env, value)?;
                self.eval(right, env, value)
            }
            Kind::Binary(operator, left, right) => {
                let right = self.eval(right, env, value.clone())?;
                let left = self.eval(left, env, value)?;
                let value = operators::binary(*operator, left, right)?;
                self.charge_value(&value)?;
                Ok(value)
            }
            Kind::And(left, right) => {
                let truth = self.eval(left, env, value.clone())?.is_true();
                Ok(Value::Bool(truth && self.eval(right, env, value)?.is_true()))
            }
            Kind::Or(left, right) => {
                let truth = self.eval(left, env, value.clone())?.is_true();
                Ok(Value::Bool(truth || self.eval(right, env, value)?.is_true()))
            }
            Kind::Alternative(left, right) => {
                let found = self.eval(left, env, value.clone())?;
                if found.is_true() { Ok(found) } else { self.eval(right, env, value) }
            }
            Kind::If(condition, then, otherwise) => {
                let truth = self.eval(condition, env, value.clone())?.is_true();
                self.eval(if truth { then } else { otherwise }, env, value)
            }
            Kind::Reduce(source, start, update) => {
                let mut state = self.eval(start, env, value.clone())?;
                self.each(source, env, value, &mut |machine, item| {
                    let env = bind(env, Binding::Value(item));
                    state = machine.eval(update, &env, std::mem::take(&mut state))?;
                    Ok(())
                })?;
                Ok(state)
            }
            Kind::Bind(source, body) | Kind::BindPart(source, body) => {
                let bound = self.eval(source, env, value.clone())?;
                let env = bind(env, Binding::Value(bound));
                self.eval(body, &env, value)
            }
            Kind::Native(native, nodes) => {
                let mut arguments = [const { Value::Null }; 4];
                let count = nodes.len().min(arguments.len());
                for at in (0..count).rev() {
                    arguments[at] = self.eval(&nodes[at], env, value.clone())?;
                }
                self.call_native(native, value, &mut arguments[..count])
            }
            Kind::GetPath(keys) => {
                let keys = self.eval(keys, env, value.clone())?;
                let Value::Array(keys) = &keys else { return fail("Path must be specified as an array") };
                paths::get(&value, &keys.0)
            }
            Kind::Modify(targets, update, _) => {
                self.modify(targets, env, value, &mut |machine, old| machine.eval(update, env, old))
            }
            _ => fail("a part of a program is not simple"),
        }
    }

    fn slice_ends(
        &mut self,
        from: Option<&'p Node>,
        to: Option<&'p Node>,
        env: &Env<'p>,
        value: &Value,
    ) -> Result<(Value, Value), Stop> {
        let from = match from {
            Some(from) => self.eval(from, env, value.clone())?,
            None => Value::Null,
        };
        let to = match to {
            Some(to) => self.eval(to, env, value.clone())?,
            None => Value::Null,
        };
        Ok((from, to))
    }

    /// Hands out the values of a flat node.
    pub fn each(
        &mut self,
        node: &'p Node,
        env: &Env<'p>,
        value: Value,
        emit: &mut Emit<'_, 'p, 'h>,
    ) -> Result<(), Stop> {
        if node.simple {
            let value = self.eval(node, env, value)?;
            return emit(self, value);
        }
        self.tick()?;
        match &node.kind {
            Kind::Empty => Ok(()),
            Kind::Recurse(_) => {
                let mut pending = vec![value];
                while let Some(value) = pending.pop() {
                    self.tick()?;
                    extend_pending(&mut pending, &value);
                    emit(self, value)?;
                }
                Ok(())
            }
            Kind::Index(target, key) => {
                let key = self.eval(key, env, value.clone())?;
                self.each(target, env, value, &mut |machine, target| emit(machine, access::index(&target, &key)?))
            }
            Kind::Slice(target, from, to) => {
                let (from, to) = self.slice_ends(from.as_deref(), to.as_deref(), env, &value)?;
                let key = access::slice_key(from, to);
                self.each(target, env, value, &mut |machine, target| emit(machine, access::index(&target, &key)?))
            }
            Kind::Iterate(target) => {
                if target.simple {
                    let value = self.eval(target, env, value)?;
                    return self.iterate(&value, emit);
                }
                self.each(target, env, value, &mut |machine, value| machine.iterate(&value, emit))
            }
            Kind::Try(body, _) | Kind::Optional(body) => {
                let handler = if let Kind::Try(_, handler) = &node.kind { handler.as_deref() } else { None };
                // Errors of what is done with the values are not caught.
                let found = match &body.kind {
                    Kind::Iterate(target) if !body.simple => match self.eval(target, env, value) {
                        Ok(container) if container.is_container() => return self.iterate(&container, emit),
                        Ok(other) => fail(format!("Cannot iterate over {}", operators::described(&other))),
                        Err(stop) => Err(stop),
                    },
                    _ => self.eval(body, env, value),
                };
                match (found, handler) {
                    (Ok(value), _) => emit(self, value),
                    (Err(Stop::Error(_)), None) => Ok(()),
                    (Err(Stop::Error(error)), Some(handler)) => self.each(handler, env, error, emit),
                    (Err(stop), _) => Err(stop),
                }
            }
            Kind::Pipe(left, right) => {
                self.each(left, env, value, &mut |machine, value| machine.each(right, env, value, emit))
            }
            Kind::Comma(left, right) => {
                self.each(left, env, value.clone(), emit)?;
                self.each(right, env, value, emit)
            }
            Kind::If(condition, then, otherwise) => {
                let truth = self.eval(condition, env, value.clone())?.is_true();
                self.each(if truth { then } else { otherwise }, env, value, emit)
            }
            Kind::Foreach(source, start, update, extract) => {
                let mut state = self.eval(start, env, value.clone())?;
                self.each(source, env, value, &mut |machine, item| {
                    let env = bind(env, Binding::Value(item));
                    state = machine.eval(update, &env, std::mem::take(&mut state))?;
                    match extract {
                        Some(extract) => machine.each(extract, &env, state.clone(), emit),
                        None => emit(machine, state.clone()),
                    }
                })
            }
            Kind::Bind(source, body) | Kind::BindPart(source, body) => self.each(source, env, value.clone(), &mut |machine, bound| {
                let env = bind(env, Binding::Value(bound));
                machine.each(body, &env, value.clone(), emit)
            }),
            Kind::Range(from, upto, by) => {
                let from = self.eval(from, env, value.clone())?;
                let upto = self.eval(upto, env, value.clone())?;
                let by = by.as_deref().map(|by| self.eval(by, env, value)).transpose()?;
                let mut counting = Counting::new(from, upto, by)?;
                while let Some(next) = counting.next()? {
                    self.tick()?;
                    emit(self, next)?;
                }
                Ok(())
            }
            _ => fail("a part of a program is not flat"),
        }
    }

    fn iterate(&mut self, value: &Value, emit: &mut Emit<'_, 'p, 'h>) -> Result<(), Stop> {
        match value {
            Value::Array(items) => {
                for item in &items.0 {
                    self.tick()?;
                    emit(self, item.clone())?;
                }
                Ok(())
            }
            Value::Object(object) => {
                for (_, member) in object.iter() {
                    self.tick()?;
                    emit(self, member.clone())?;
                }
                Ok(())
            }
            _ => fail(format!("Cannot iterate over {}", operators::described(value))),
        }
    }

    /// Changes what stands at the plain paths of a node, in place where nobody else holds it.
    fn modify(
        &mut self,
        node: &'p Node,
        env: &Env<'p>,
        value: Value,
        change: &mut dyn FnMut(&mut Self, Value) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        self.tick()?;
        match &node.kind {
            Kind::Identity => change(self, value),
            Kind::Index(target, key) => {
                let key = self.eval(key, env, value.clone())?;
                self.modify(target, env, value, &mut |machine, mut container| {
                    let old = access::take(&mut container, &key)?;
                    let new = change(machine, old)?;
                    access::set(container, &key, new)
                })
            }
            Kind::Iterate(target) => self.modify(target, env, value, &mut |machine, container| match container {
                Value::Array(mut items) => {
                    for item in items_mut(&mut items) {
                        machine.tick()?;
                        *item = change(machine, std::mem::take(item))?;
                    }
                    Ok(Value::Array(items))
                }
                Value::Object(mut object) => {
                    for member in Rc::make_mut(&mut object).values_mut() {
                        machine.tick()?;
                        *member = change(machine, std::mem::take(member))?;
                    }
                    Ok(Value::Object(object))
                }
                other => fail(format!("Cannot iterate over {}", operators::described(&other))),
            }),
            Kind::Pipe(left, right) => {
                self.modify(left, env, value, &mut |machine, value| machine.modify(right, env, value, change))
            }
            Kind::If(condition, then, otherwise) => {
                let branch = if self.eval(condition, env, value.clone())?.is_true() { then } else { otherwise };
                if branch.is_empty() { Ok(value) } else { self.modify(branch, env, value, change) }
            }
            _ => fail("a part of a program is not a plain path"),
        }
    }
}
