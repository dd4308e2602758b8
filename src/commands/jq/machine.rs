//! The machine: values flow through nodes into continuations; what else could come stands on a stack of choices.
//!
//! Nothing of the program's own recursion is on the native stack: continuations and environments are linked lists, so
//! that a call at the end of a function costs no space, and a step is charged for each turn. Parts that are `simple` or
//! `flat` run natively instead (`eval`), as deep as the program's text is nested.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::access;
use super::counting::Counting;
use super::error::{Stop, fail};
use super::formats;
use super::frames::{
    ArgumentWork, Binding, Changes, Choice, Env, Frame, Link, MAX_DEPTH, ObjectWork, Path, Rest, TOO_DEEP, Trail, ascend, bind, push,
};
use super::host::Host;
use super::natives::{Native, Traced};
use super::object::Object;
use super::operators;
use super::program::{Argument, Kind, Node, Part, Program};
use super::value::{ARRAY_TOO_LONG, Items, MAX_ITEMS, Value};
use super::{paths, print};

enum Step<'p> {
    Eval { node: &'p Node, env: Env<'p>, value: Value, path: Path, rest: Rest<'p> },
    Return { value: Value, path: Path, rest: Rest<'p> },
    Back,
}

/// How many turns are charged at once.
const CHARGE: u32 = 64;

pub struct Machine<'p, 'h> {
    program: &'p Program,
    pub host: &'h mut dyn Host,
    choices: Vec<Choice<'p>>,
    fuel: u32,
}

impl<'p, 'h> Machine<'p, 'h> {
    pub fn new(program: &'p Program, host: &'h mut dyn Host) -> Machine<'p, 'h> {
        Machine { program, host, choices: Vec::new(), fuel: CHARGE }
    }

    /// Begins to run the program on an input.
    pub fn start(&mut self, input: Value) {
        self.choices.clear();
        self.choices.push(Choice::Eval { node: &self.program.main, env: None, value: input, path: None, rest: None });
    }

    /// Counts a turn.
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.fuel -= 1;
        if self.fuel == 0 {
            self.fuel = CHARGE;
            self.host.charge(u64::from(CHARGE))?;
        }
        Ok(())
    }

    /// The next output; `None`: there are no more.
    ///
    /// # Errors
    /// An error that nobody caught, `halt`, or the end of the process.
    pub fn next(&mut self) -> Result<Option<Value>, Stop> {
        let mut step = Step::Back;
        loop {
            self.tick()?;
            let result = match step {
                Step::Return { value, rest: None, .. } => return Ok(Some(value)),
                Step::Return { value, path, rest: Some(link) } => self.return_step(link, value, path),
                Step::Eval { node, env, value, path, rest } => self.eval_step(node, env, value, path, rest),
                Step::Back => match self.choices.pop() {
                    None => return Ok(None),
                    Some(choice) => self.back_step(choice),
                },
            };
            step = match result {
                Ok(step) => step,
                Err(stop) => self.unwind(stop)?,
            };
        }
    }

    fn choose(&mut self, choice: Choice<'p>) -> Result<(), Stop> {
        if self.choices.len() >= MAX_DEPTH {
            return fail(TOO_DEEP);
        }
        self.choices.push(choice);
        Ok(())
    }

    /// Goes back over choices to who handles an error.
    fn unwind(&mut self, stop: Stop) -> Result<Step<'p>, Stop> {
        let error = match stop {
            Stop::Error(error) => error,
            Stop::Break(mark) => return self.unwind_to(mark),
            stop => return Err(stop),
        };
        while let Some(choice) = self.choices.pop() {
            match choice {
                Choice::Left { mark } => self.choices.truncate(mark),
                Choice::Try { handler: None, .. } => return Ok(Step::Back),
                Choice::Try { handler: Some(node), env, path, rest } => {
                    return Ok(Step::Eval { node, env, value: error, path, rest });
                }
                Choice::BindAny { bodies, env, input, path, rest } => {
                    return self.bind_any(bodies, env, input, path, rest);
                }
                _ => {}
            }
        }
        Err(Stop::Error(error))
    }

    /// `break`: goes back over the choices above a mark. `catch` on the way sees it; nothing else does.
    fn unwind_to(&mut self, mark: usize) -> Result<Step<'p>, Stop> {
        while self.choices.len() > mark {
            match self.choices.pop() {
                Some(Choice::Left { mark: left }) => self.choices.truncate(left.max(mark)),
                Some(Choice::Try { handler: Some(node), env, path, rest }) => {
                    let mut object = Object::new();
                    object.insert(Rc::new("__jq".to_owned()), Value::Number(0.0));
                    return Ok(Step::Eval { node, env, value: Value::object(object), path, rest });
                }
                Some(Choice::Try { handler: None, .. }) => return Ok(Step::Back),
                // The next patterns take a break for an error.
                Some(Choice::BindAny { bodies, env, input, path, rest }) => {
                    return self.bind_any(bodies, env, input, path, rest);
                }
                _ => {}
            }
        }
        Ok(Step::Back)
    }

    fn eval_step(
        &mut self,
        node: &'p Node,
        env: Env<'p>,
        value: Value,
        path: Path,
        rest: Rest<'p>,
    ) -> Result<Step<'p>, Stop> {
        if path.is_none() && node.simple {
            let value = self.eval(node, &env, value)?;
            return Ok(Step::Return { value, path, rest });
        }
        match &node.kind {
            Kind::Identity => Ok(Step::Return { value, path, rest }),
            Kind::Empty => Ok(Step::Back),
            Kind::Constant(constant) => {
                Ok(Step::Return { value: constant.clone(), path, rest })
            }
            Kind::Variable(_) | Kind::Environment | Kind::Format(_) => {
                let value = self.eval(node, &env, value)?;
                Ok(Step::Return { value, path, rest })
            }
            Kind::Index(target, key) => {
                if key.simple {
                    let key = self.eval(key, &env, value.clone())?;
                    let rest = push(rest, Frame::Target { key })?;
                    return Ok(Step::Eval { node: target, env, value, path, rest });
                }
                let frame = Frame::Key { target, env: env.clone(), input: value.clone(), path };
                Ok(Step::Eval { node: key, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::Slice(target, from, to) => match (from, to) {
                (Some(from), _) => {
                    let frame = Frame::SliceFrom { node, env: env.clone(), input: value.clone(), path };
                    Ok(Step::Eval { node: from, env, value, path: None, rest: push(rest, frame)? })
                }
                (None, Some(to)) => {
                    let frame =
                        Frame::SliceTo { from: Value::Null, node, env: env.clone(), input: value.clone(), path };
                    Ok(Step::Eval { node: to, env, value, path: None, rest: push(rest, frame)? })
                }
                (None, None) => Ok(Step::Eval { node: target, env, value, path, rest }),
            },
            Kind::Iterate(target) => {
                Ok(Step::Eval { node: target, env, value, path, rest: push(rest, Frame::Iterate)? })
            }
            Kind::Recurse(call) => {
                if path.is_some() {
                    return Ok(Step::Eval { node: call, env, value, path, rest });
                }
                self.choose(Choice::Recurse { pending: vec![value], rest })?;
                Ok(Step::Back)
            }
            Kind::Optional(step) if path.as_ref().is_some_and(|trail| !trail.leads_to(&value)) => {
                Ok(Step::Eval { node: step, env, value, path, rest })
            }
            Kind::Try(body, _) | Kind::Optional(body) => {
                let mark = self.choices.len();
                let handler = if let Kind::Try(_, handler) = &node.kind { handler.as_deref() } else { None };
                self.choose(Choice::Try { handler, env: env.clone(), path: path.clone(), rest: rest.clone() })?;
                Ok(Step::Eval { node: body, env, value, path, rest: push(rest, Frame::Leave { mark })? })
            }
            Kind::Array(None) => Ok(Step::Return { value: Value::array(Vec::new()), path, rest }),
            Kind::Array(Some(body)) => {
                let items = Rc::new(RefCell::new(Items::default()));
                let inner = path.clone();
                self.choose(Choice::Collected { items: Rc::clone(&items), path, rest })?;
                Ok(Step::Eval { node: body, env, value, path: inner, rest: push(None, Frame::Collect { items })? })
            }
            Kind::Object(pairs) => {
                let work = ObjectWork { pairs, at: 0, key: None, built: Object::new(), env, input: value, path };
                self.object_step(work, rest)
            }
            Kind::Text(_, parts) => {
                let work = ArgumentWork { node, done: Vec::with_capacity(parts.len()), env, input: value, path };
                self.text_step(work, rest)
            }
            Kind::Native(_, arguments) => {
                let work = ArgumentWork { node, done: Vec::with_capacity(arguments.len()), env, input: value, path };
                self.native_step(work, rest)
            }
            Kind::Negate(inner) => {
                let rest = push(rest, Frame::Negate { path })?;
                Ok(Step::Eval { node: inner, env, value, path: None, rest })
            }
            Kind::Pipe(left, right) => {
                let rest = push(rest, Frame::Pipe { node: right, env: env.clone() })?;
                Ok(Step::Eval { node: left, env, value, path, rest })
            }
            Kind::Comma(left, right) => {
                self.choose(Choice::Eval {
                    node: right,
                    env: env.clone(),
                    value: value.clone(),
                    path: path.clone(),
                    rest: rest.clone(),
                })?;
                Ok(Step::Eval { node: left, env, value, path, rest })
            }
            Kind::Binary(_, _, right) => {
                let frame = Frame::Right { node, env: env.clone(), input: value.clone(), path };
                Ok(Step::Eval { node: right, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::And(left, right) | Kind::Or(left, right) => {
                let and = matches!(node.kind, Kind::And(..));
                // Both sides leave their traces in the path.
                let frame = Frame::Logic { and, right, env: env.clone(), input: value.clone() };
                Ok(Step::Eval { node: left, env, value, path, rest: push(rest, frame)? })
            }
            Kind::Alternative(left, right) => {
                let found = Rc::new(Cell::new(false));
                let mark = self.choices.len();
                self.choose(Choice::Alternative {
                    found: Rc::clone(&found),
                    node: right,
                    env: env.clone(),
                    value: value.clone(),
                    path: path.clone(),
                    rest: rest.clone(),
                })?;
                let rest = push(rest, Frame::Alternative { found, mark })?;
                Ok(Step::Eval { node: left, env, value, path, rest })
            }
            Kind::If(condition, then, otherwise) => {
                if condition.simple {
                    let truth = self.eval(condition, &env, value.clone())?.is_true();
                    let node = if truth { then } else { otherwise };
                    return Ok(Step::Eval { node, env, value, path, rest });
                }
                let frame = Frame::If { then, otherwise, env: env.clone(), input: value.clone(), path };
                Ok(Step::Eval { node: condition, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::Reduce(source, start, update) => {
                let (env_inner, input, again) = (env.clone(), value.clone(), Rc::new(Cell::new(false)));
                let frame = Frame::ReduceStart { source, update, env: env_inner, input, path, again };
                Ok(Step::Eval { node: start, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::Foreach(_, start, ..) => {
                let (env_inner, input, again) = (env.clone(), value.clone(), Rc::new(Cell::new(false)));
                let frame = Frame::ForeachStart { node, env: env_inner, input, path, again };
                Ok(Step::Eval { node: start, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::WithState(inner) => Ok(Step::Eval { node: inner, env, value, path, rest }),
            Kind::Fold(up, update, extract) => {
                let Some(Binding::State(state)) = ascend(&env, *up).as_ref().map(|scope| &scope.binding) else {
                    return Ok(Step::Back);
                };
                let (state, value) = (Rc::clone(state), state.take());
                let frame = Frame::FoldStore { extract: extract.as_deref(), env: env.clone(), state };
                let rest = push(rest, frame)?;
                Ok(Step::Eval { node: update, env, value, path, rest })
            }
            Kind::BindPart(source, body) if path.is_some() => {
                let rest = push(rest, Frame::BindPart { body, env: env.clone(), input: value.clone() })?;
                Ok(Step::Eval { node: source, env, value, path, rest })
            }
            Kind::Bind(source, body) | Kind::BindPart(source, body) => {
                if source.simple {
                    let bound = self.eval(source, &env, value.clone())?;
                    let env = bind(&env, Binding::Value(bound));
                    return Ok(Step::Eval { node: body, env, value, path, rest });
                }
                let frame = Frame::Bind { body, env: env.clone(), input: value.clone(), path };
                Ok(Step::Eval { node: source, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::BindAny(bodies) => self.bind_any(bodies, env, value, path, rest),
            Kind::Call { function, up, arguments } => {
                let mut inner = ascend(&env, *up).clone();
                for argument in arguments {
                    let binding = match argument {
                        Argument::Closure(node) => Binding::Closure(node, env.clone()),
                        Argument::Same(up) => match ascend(&env, *up) {
                            Some(scope) => scope.binding.clone(),
                            None => return Ok(Step::Back),
                        },
                    };
                    inner = bind(&inner, binding);
                }
                match self.program.functions.get(*function) {
                    Some(function) => Ok(Step::Eval { node: &function.body, env: inner, value, path, rest }),
                    None => Ok(Step::Back),
                }
            }
            Kind::Parameter(up) => match ascend(&env, *up).as_ref().map(|scope| &scope.binding) {
                Some(Binding::Closure(node, inner)) => {
                    Ok(Step::Eval { node, env: inner.clone(), value, path, rest })
                }
                Some(Binding::Value(bound)) => {
                    Ok(Step::Return { value: bound.clone(), path, rest })
                }
                _ => Ok(Step::Back),
            },
            Kind::GetPath(keys) => {
                let frame = Frame::GetPath { input: value.clone(), path };
                Ok(Step::Eval { node: keys, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::Path(body) => {
                let rest = push(rest, Frame::PathEnd { outer: path })?;
                let path = Trail::root(value.clone());
                Ok(Step::Eval { node: body, env, value, path, rest })
            }
            Kind::Modify(paths, update, is_update) => {
                let changes = Changes { value: value.clone(), deletions: Vec::new() };
                let state = Rc::new(RefCell::new(changes));
                // An update is no path: its own steps say so where paths are collected, or else its end does.
                let outer = if *is_update { path.clone() } else { None };
                let is_path = outer.is_some();
                self.choose(Choice::Modified { state: Rc::clone(&state), path, is_path, rest })?;
                let rest = push(None, Frame::ModifyEach { update, env: env.clone(), outer, state })?;
                let path = Trail::root(value.clone());
                Ok(Step::Eval { node: paths, env, value, path, rest })
            }
            Kind::Range(from, ..) => {
                let frame = Frame::RangeFrom { node, env: env.clone(), input: value.clone(), path };
                Ok(Step::Eval { node: from, env, value, path: None, rest: push(rest, frame)? })
            }
            Kind::Label(body) => {
                let env = bind(&env, Binding::Label(self.choices.len()));
                Ok(Step::Eval { node: body, env, value, path, rest })
            }
            Kind::Break(up) => match ascend(&env, *up).as_ref().map(|scope| &scope.binding) {
                Some(Binding::Label(mark)) => Err(Stop::Break(*mark)),
                _ => Ok(Step::Back),
            },
        }
    }

    fn return_step(&mut self, link: Rc<Link<'p>>, value: Value, path: Path) -> Result<Step<'p>, Stop> {
        let (frame, rest) = match Rc::try_unwrap(link) {
            Ok(mut link) => (std::mem::replace(&mut link.frame, Frame::Iterate), link.next.take()),
            Err(link) => (link.frame.clone(), link.next.clone()),
        };
        match frame {
            Frame::Pipe { node, env } => Ok(Step::Eval { node, env, value, path, rest }),
            Frame::Collect { items } => {
                if items.borrow().0.len() >= MAX_ITEMS {
                    return fail(ARRAY_TOO_LONG);
                }
                items.borrow_mut().0.push(value);
                Ok(Step::Back)
            }
            Frame::Key { target, env, input, path } => {
                let rest = push(rest, Frame::Target { key: value })?;
                Ok(Step::Eval { node: target, env, value: input, path, rest })
            }
            Frame::Target { key } => index_step(value, key, path, rest),
            Frame::SliceFrom { node, env, input, path } => {
                let Kind::Slice(target, _, to) = &node.kind else { return Ok(Step::Back) };
                match to {
                    Some(to) => {
                        let frame = Frame::SliceTo { from: value, node, env: env.clone(), input: input.clone(), path };
                        Ok(Step::Eval { node: to, env, value: input, path: None, rest: push(rest, frame)? })
                    }
                    None => {
                        let key = access::slice_key(value, Value::Null);
                        let rest = push(rest, Frame::Target { key })?;
                        Ok(Step::Eval { node: target, env, value: input, path, rest })
                    }
                }
            }
            Frame::SliceTo { from, node, env, input, path } => {
                let Kind::Slice(target, ..) = &node.kind else { return Ok(Step::Back) };
                let rest = push(rest, Frame::Target { key: access::slice_key(from, value) })?;
                Ok(Step::Eval { node: target, env, value: input, path, rest })
            }
            Frame::Iterate => self.iterate_step(value, path, rest),
            Frame::Right { node, env, input, path } => {
                let Kind::Binary(_, left, _) = &node.kind else { return Ok(Step::Back) };
                let rest = push(rest, Frame::Left { node, right: value, path })?;
                Ok(Step::Eval { node: left, env, value: input, path: None, rest })
            }
            Frame::Left { node, right, path } => {
                let Kind::Binary(operator, ..) = &node.kind else { return Ok(Step::Back) };
                let value = operators::binary(*operator, value, right)?;
                self.charge_value(&value)?;
                Ok(Step::Return { value, path, rest })
            }
            Frame::Logic { and, right, env, input } => {
                if value.is_true() == and {
                    let rest = push(rest, Frame::Truth)?;
                    return Ok(Step::Eval { node: right, env, value: input, path, rest });
                }
                Ok(Step::Return { value: Value::Bool(!and), path, rest })
            }
            Frame::Truth => Ok(Step::Return { value: Value::Bool(value.is_true()), path, rest }),
            Frame::If { then, otherwise, env, input, path } => {
                let node = if value.is_true() { then } else { otherwise };
                Ok(Step::Eval { node, env, value: input, path, rest })
            }
            Frame::Alternative { found, mark } => {
                if !value.is_true() {
                    return Ok(Step::Back);
                }
                found.set(true);
                if self.choices.len() == mark + 1 {
                    // Nothing else comes from the left side.
                    self.choices.truncate(mark);
                }
                Ok(Step::Return { value, path, rest })
            }
            Frame::Leave { mark } => {
                self.leave(mark)?;
                Ok(Step::Return { value, path, rest })
            }
            Frame::Bind { body, env, input, path } => {
                let env = bind(&env, Binding::Value(value));
                Ok(Step::Eval { node: body, env, value: input, path, rest })
            }
            Frame::FoldStore { extract, env, state } => {
                state.replace(value.clone());
                match extract {
                    Some(node) => Ok(Step::Eval { node, env, value, path, rest }),
                    None => Ok(Step::Return { value, path, rest }),
                }
            }
            Frame::BindPart { body, env, input } => {
                let env = bind(&env, Binding::Value(value));
                Ok(Step::Eval { node: body, env, value: input, path, rest })
            }
            Frame::ReduceStart { source, update, env, input, path: outer, again } => {
                // With further starts the source has nothing for its input, as the real one has moved it away.
                let input = if again.replace(true) { Value::Null } else { input };
                let state = Rc::new(RefCell::new(value));
                self.choose(Choice::Reduced { state: Rc::clone(&state), path: outer.clone(), rest })?;
                let rest = push(None, Frame::ReduceEach { update, env: env.clone(), state })?;
                Ok(Step::Eval { node: source, env, value: input, path: outer, rest })
            }
            Frame::ReduceEach { update, env, state } => {
                if let Kind::WithState(node) = &update.kind {
                    let env = bind(&bind(&env, Binding::State(state)), Binding::Value(value));
                    return Ok(Step::Eval { node, env, value: Value::Null, path, rest: None });
                }
                let env = bind(&env, Binding::Value(value));
                let value = state.take();
                let rest = push(None, Frame::ReduceStore { state })?;
                Ok(Step::Eval { node: update, env, value, path, rest })
            }
            Frame::ReduceStore { state } => {
                state.replace(value);
                Ok(Step::Back)
            }
            Frame::ForeachStart { node, env, input, path: outer, again } => {
                let input = if again.replace(true) { Value::Null } else { input };
                let Kind::Foreach(source, ..) = &node.kind else { return Ok(Step::Back) };
                let state = Rc::new(RefCell::new(value));
                let rest = push(rest, Frame::ForeachEach { node, env: env.clone(), state })?;
                Ok(Step::Eval { node: source, env, value: input, path: outer, rest })
            }
            Frame::ForeachEach { node, env, state } => {
                let Kind::Foreach(_, _, update, _) = &node.kind else { return Ok(Step::Back) };
                if let Kind::WithState(node) = &update.kind {
                    let env = bind(&bind(&env, Binding::State(state)), Binding::Value(value));
                    return Ok(Step::Eval { node, env, value: Value::Null, path, rest });
                }
                let env = bind(&env, Binding::Value(value));
                let value = state.take();
                let rest = push(rest, Frame::ForeachStore { node, env: env.clone(), state })?;
                Ok(Step::Eval { node: update, env, value, path, rest })
            }
            Frame::ForeachStore { node, env, state } => {
                let Kind::Foreach(_, _, _, extract) = &node.kind else { return Ok(Step::Back) };
                state.replace(value.clone());
                match extract {
                    Some(node) => Ok(Step::Eval { node, env, value, path, rest }),
                    None => Ok(Step::Return { value, path, rest }),
                }
            }
            Frame::Object(mut work) => {
                work.take(value)?;
                self.object_step(*work, rest)
            }
            Frame::Text(mut work) => {
                let Kind::Text(format, _) = &work.node.kind else { return Ok(Step::Back) };
                work.done.push(formats::part(format.as_deref(), value)?);
                self.text_step(*work, rest)
            }
            Frame::Native(mut work) => {
                work.done.push(value);
                self.native_step(*work, rest)
            }
            Frame::GetPath { input, path } => get_path_step(input, &value, path, rest),
            Frame::Negate { path } => {
                let value = operators::negate(value)?;
                Ok(Step::Return { value, path, rest })
            }
            Frame::PathEnd { outer } => {
                let trail = intact(&value, path.as_ref())?;
                let value = Value::array(trail.keys());
                Ok(Step::Return { value, path: outer, rest })
            }
            Frame::RangeFrom { node, env, input, path } => {
                let Kind::Range(_, upto, _) = &node.kind else { return Ok(Step::Back) };
                let frame = Frame::RangeUpto { from: value, node, env: env.clone(), input: input.clone(), path };
                Ok(Step::Eval { node: upto, env, value: input, path: None, rest: push(rest, frame)? })
            }
            Frame::RangeUpto { from, node, env, input, path } => {
                let Kind::Range(_, _, by) = &node.kind else { return Ok(Step::Back) };
                let Some(by) = by else { return self.count(Counting::new(from, value, None)?, path, rest) };
                let rest = push(rest, Frame::RangeBy { from, upto: value, path })?;
                Ok(Step::Eval { node: by, env, value: input, path: None, rest })
            }
            Frame::RangeBy { from, upto, path } => {
                self.count(Counting::new(from, upto, Some(value))?, path, rest)
            }
            Frame::ModifyEach { update, env, outer, state } => {
                let keys = intact(&value, path.as_ref())?.keys();
                let old = paths::get(&state.borrow().value, &keys)?;
                let mark = self.choices.len();
                self.choose(Choice::Deleted { keys: keys.clone(), state: Rc::clone(&state) })?;
                let rest = push(None, Frame::ModifyStore { keys, state, mark })?;
                Ok(Step::Eval { node: update, env, value: old, path: outer, rest })
            }
            Frame::ModifyStore { keys, state, mark } => {
                self.choices.truncate(mark);
                let old = std::mem::take(&mut state.borrow_mut().value);
                let new = paths::set(old, &keys, value)?;
                state.borrow_mut().value = new;
                Ok(Step::Back)
            }
        }
    }

    fn count(&mut self, counting: Counting, path: Path, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
        self.choose(Choice::Range { counting, path, rest })?;
        Ok(Step::Back)
    }

    /// An output leaves the choice at a mark: errors of what follows are none of its.
    fn leave(&mut self, mark: usize) -> Result<(), Stop> {
        if self.choices.len() == mark + 1 {
            self.choices.truncate(mark);
            return Ok(());
        }
        self.choose(Choice::Left { mark })
    }

    fn back_step(&mut self, choice: Choice<'p>) -> Result<Step<'p>, Stop> {
        match choice {
            Choice::Eval { node, env, value, path, rest } => Ok(Step::Eval { node, env, value, path, rest }),
            Choice::Each { container, at, path, rest } => {
                let (key, value, next) = match &container {
                    Value::Array(items) => match items.0.get(at) {
                        Some(item) => (Value::Number(at as f64), item.clone(), at + 1),
                        None => return Ok(Step::Back),
                    },
                    Value::Object(object) => match object.entry_from(at) {
                        Some((next, key, value)) => (Value::String(Rc::clone(key)), value.clone(), next),
                        None => return Ok(Step::Back),
                    },
                    _ => return Ok(Step::Back),
                };
                let inner = match &path {
                    Some(trail) => Trail::child(trail, key, value.clone()),
                    None => None,
                };
                let more = match &container {
                    Value::Array(items) => next < items.0.len(),
                    Value::Object(object) => object.entry_from(next).is_some(),
                    _ => false,
                };
                if more {
                    self.choices.push(Choice::Each { container, at: next, path, rest: rest.clone() });
                }
                Ok(Step::Return { value, path: inner, rest })
            }
            Choice::Range { mut counting, path, rest } => {
                let Some(value) = counting.next()? else { return Ok(Step::Back) };
                if !counting.is_over() {
                    self.choices.push(Choice::Range { counting, path: path.clone(), rest: rest.clone() });
                }
                Ok(Step::Return { value, path, rest })
            }
            Choice::Recurse { mut pending, rest } => {
                let Some(value) = pending.pop() else { return Ok(Step::Back) };
                extend_pending(&mut pending, &value);
                if !pending.is_empty() {
                    self.choices.push(Choice::Recurse { pending, rest: rest.clone() });
                }
                Ok(Step::Return { value, path: None, rest })
            }
            Choice::Try { .. } | Choice::Left { .. } | Choice::BindAny { .. } => Ok(Step::Back),
            Choice::Alternative { found, node, env, value, path, rest } => {
                Ok(if found.get() { Step::Back } else { Step::Eval { node, env, value, path, rest } })
            }
            Choice::Collected { items, path, rest } => {
                let items = items.take();
                self.charge_bytes(items.0.len() * size_of::<Value>())?;
                Ok(Step::Return { value: Value::Array(Rc::new(items)), path, rest })
            }
            Choice::Reduced { state, path, rest } => Ok(Step::Return { value: state.take(), path, rest }),
            Choice::Deleted { keys, state } => {
                state.borrow_mut().deletions.push(Value::array(keys));
                Ok(Step::Back)
            }
            Choice::Modified { state, path, is_path, rest } => {
                let (mut value, deletions) = {
                    let mut changes = state.borrow_mut();
                    (std::mem::take(&mut changes.value), std::mem::take(&mut changes.deletions))
                };
                if is_path {
                    // The real one takes the value out of a pair of it and of what is to be deleted.
                    let pair = Value::array(vec![value, Value::array(deletions)]);
                    return index_step(pair, Value::Number(0.0), path, rest);
                }
                if !deletions.is_empty() {
                    value = paths::delete_all(self.host, value, deletions)?;
                }
                Ok(Step::Return { value, path, rest })
            }
        }
    }

    fn bind_any(
        &mut self,
        bodies: &'p [Node],
        env: Env<'p>,
        input: Value,
        path: Path,
        rest: Rest<'p>,
    ) -> Result<Step<'p>, Stop> {
        let Some((node, others)) = bodies.split_first() else { return Ok(Step::Back) };
        if !others.is_empty() {
            self.choose(Choice::BindAny {
                bodies: others,
                env: env.clone(),
                input: input.clone(),
                path: path.clone(),
                rest: rest.clone(),
            })?;
        }
        Ok(Step::Eval { node, env, value: input, path, rest })
    }

    fn iterate_step(&mut self, value: Value, path: Path, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
        if let Some(trail) = &path
            && !trail.leads_to(&value)
        {
            let shown = print::shortened(&value, 30);
            return fail(format!("Invalid path expression near attempt to iterate through {shown}"));
        }
        if !value.is_container() {
            return fail(format!("Cannot iterate over {}", operators::described(&value)));
        }
        self.choose(Choice::Each { container: value, at: 0, path, rest })?;
        Ok(Step::Back)
    }

    fn object_step(&mut self, mut work: ObjectWork<'p>, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
        loop {
            let Some((key, value)) = work.pairs.get(work.at) else {
                return Ok(Step::Return { value: Value::object(work.built), path: work.path, rest });
            };
            let node = if work.key.is_none() { key } else { value };
            if node.simple {
                let part = self.eval(node, &work.env, work.input.clone())?;
                work.take(part)?;
                continue;
            }
            let (env, input) = (work.env.clone(), work.input.clone());
            let rest = push(rest, Frame::Object(Box::new(work)))?;
            return Ok(Step::Eval { node, env, value: input, path: None, rest });
        }
    }

    /// Works out and formats the parts of a string, the last one first.
    fn text_step(&mut self, mut work: ArgumentWork<'p>, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
        let Kind::Text(format, parts) = &work.node.kind else { return Ok(Step::Back) };
        loop {
            let Some(at) = parts.len().checked_sub(work.done.len() + 1) else {
                let mut text = String::new();
                for (part, value) in parts.iter().zip(work.done.iter().rev()) {
                    match part {
                        Part::Text(part) => text.push_str(part),
                        Part::Node(_) => formats::append(value, &mut text)?,
                    }
                }
                self.charge_bytes(text.len())?;
                return Ok(Step::Return { value: Value::string(text), path: work.path, rest });
            };
            match &parts[at] {
                Part::Text(_) => work.done.push(Value::Null),
                Part::Node(node) if node.simple => {
                    let value = self.eval(node, &work.env, work.input.clone())?;
                    work.done.push(formats::part(format.as_deref(), value)?);
                }
                Part::Node(node) => {
                    let (env, input) = (work.env.clone(), work.input.clone());
                    let rest = push(rest, Frame::Text(Box::new(work)))?;
                    return Ok(Step::Eval { node, env, value: input, path: None, rest });
                }
            }
        }
    }

    /// Works out the arguments of a native function, the last one first, and calls it.
    fn native_step(&mut self, mut work: ArgumentWork<'p>, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
        let Kind::Native(native, arguments) = &work.node.kind else { return Ok(Step::Back) };
        loop {
            let Some(at) = arguments.len().checked_sub(work.done.len() + 1) else {
                work.done.reverse();
                match native.traced.as_ref().filter(|_| work.path.is_some()) {
                    None => {}
                    Some(Traced::Iterated(run)) => {
                        let value = run(self.host, work.input, &mut work.done)?;
                        return self.iterate_step(value, work.path, rest);
                    }
                    Some(Traced::Indexed(index, run)) => {
                        let value = run(self.host, work.input.clone(), &mut work.done)?;
                        if !matches!(value, Value::Null) {
                            return index_step(value, Value::Number(*index), work.path, rest);
                        }
                    }
                }
                let value = self.call_native(native, work.input, &mut work.done)?;
                return Ok(Step::Return { value, path: work.path, rest });
            };
            let node = &arguments[at];
            if node.simple {
                let value = self.eval(node, &work.env, work.input.clone())?;
                work.done.push(value);
                continue;
            }
            let (env, input) = (work.env.clone(), work.input.clone());
            let rest = push(rest, Frame::Native(Box::new(work)))?;
            return Ok(Step::Eval { node, env, value: input, path: None, rest });
        }
    }

    pub fn call_native(&mut self, native: &Native, input: Value, arguments: &mut [Value]) -> Result<Value, Stop> {
        let value = (native.run)(self.host, input, arguments)?;
        self.charge_value(&value)?;
        Ok(value)
    }

    pub fn charge_bytes(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes >= 1024 {
            self.host.charge(bytes as u64 >> 10)?;
        }
        Ok(())
    }

    /// Charges for the size of something that was made.
    pub fn charge_value(&mut self, value: &Value) -> Result<(), Stop> {
        match value {
            Value::String(text) => self.charge_bytes(text.len()),
            Value::Array(items) => self.charge_bytes(items.0.len() * size_of::<Value>()),
            _ => Ok(()),
        }
    }
}

/// The values below one, to be visited before what else is pending.
pub fn extend_pending(pending: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Array(items) => pending.extend(items.0.iter().rev().cloned()),
        Value::Object(object) => pending.extend(object.iter().rev().map(|(_, value)| value.clone())),
        _ => {}
    }
}

/// The trail of a value that is still the one that stands there.
fn intact<'t>(value: &Value, path: Option<&'t Rc<Trail>>) -> Result<&'t Rc<Trail>, Stop> {
    match path {
        Some(trail) if trail.leads_to(value) => Ok(trail),
        _ => fail(format!("Invalid path expression with result {}", print::shortened(value, 30))),
    }
}

fn index_step<'p>(target: Value, key: Value, path: Path, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
    let Some(trail) = path else {
        return Ok(Step::Return { value: access::index(&target, &key)?, path: None, rest });
    };
    if !trail.leads_to(&target) {
        return fail(format!(
            "Invalid path expression near attempt to access element {} of {}",
            print::shortened(&key, 15),
            print::shortened(&target, 30)
        ));
    }
    let value = access::index(&target, &key)?;
    let path = Trail::child(&trail, key, value.clone());
    Ok(Step::Return { value, path, rest })
}

fn get_path_step<'p>(input: Value, keys: &Value, path: Path, rest: Rest<'p>) -> Result<Step<'p>, Stop> {
    let Value::Array(list) = keys else { return fail("Path must be specified as an array") };
    let value = paths::get(&input, &list.0)?;
    let Some(trail) = path else { return Ok(Step::Return { value, path: None, rest }) };
    if !trail.leads_to(&input) {
        return fail(format!("Invalid path expression with result {}", print::shortened(&value, 30)));
    }
    let mut trail = trail;
    for key in &list.0 {
        trail = Rc::new(Trail {
            length: trail.length + 1,
            outer: Some(trail),
            key: key.clone(),
            at: value.clone(),
        });
    }
    Ok(Step::Return { value, path: Some(trail), rest })
}
