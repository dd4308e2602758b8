//! What the machine works with: environments, the trails of paths, continuations, choices. All of them are linked lists
//! that are dropped without recursion.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::access;
use super::counting::Counting;
use super::error::{Stop, fail};
use super::object::Object;
use super::program::Node;
use super::value::{Items, Value};

/// How many choices, and how long a continuation, there may be: what unbounded recursion runs into.
pub(super) const MAX_DEPTH: usize = 1_000_000;

pub(super) const TOO_DEEP: &str = "recursion is too deep";

/// What a place in the environment holds.
#[derive(Clone)]
pub enum Binding<'p> {
    Value(Value),
    Closure(&'p Node, Env<'p>),
    /// How many choices there were when the label was set.
    Label(usize),
    /// That of a `reduce` or `foreach`.
    State(Rc<RefCell<Value>>),
}

pub struct Scope<'p> {
    pub binding: Binding<'p>,
    pub outer: Env<'p>,
}

pub type Env<'p> = Option<Rc<Scope<'p>>>;

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let mut work: Vec<Rc<Self>> = Vec::new();
        take_links(self, &mut work);
        while let Some(next) = work.pop() {
            if let Ok(mut scope) = Rc::try_unwrap(next) {
                take_links(&mut scope, &mut work);
            }
        }
    }
}

fn take_links<'p>(scope: &mut Scope<'p>, work: &mut Vec<Rc<Scope<'p>>>) {
    work.extend(scope.outer.take());
    if let Binding::Closure(_, env) = &mut scope.binding {
        work.extend(env.take());
    }
}

pub fn bind<'p>(env: &Env<'p>, binding: Binding<'p>) -> Env<'p> {
    Some(Rc::new(Scope { binding, outer: env.clone() }))
}

/// The environment without its newest places.
pub fn ascend<'e, 'p>(env: &'e Env<'p>, up: usize) -> &'e Env<'p> {
    let mut env = env;
    for _ in 0..up {
        match env {
            Some(scope) => env = &scope.outer,
            None => break,
        }
    }
    env
}

/// The place that a value was reached by, while paths are collected.
pub struct Trail {
    pub(super) outer: Option<Rc<Trail>>,
    pub(super) key: Value,
    /// What stands there.
    pub(super) at: Value,
    pub(super) length: usize,
}

pub type Path = Option<Rc<Trail>>;

impl Drop for Trail {
    fn drop(&mut self) {
        let mut next = self.outer.take();
        while let Some(trail) = next {
            next = match Rc::try_unwrap(trail) {
                Ok(mut trail) => trail.outer.take(),
                Err(_) => None,
            };
        }
    }
}

impl Trail {
    /// Whether a value is still the one that stands there.
    pub(super) fn leads_to(&self, value: &Value) -> bool {
        self.at.is_identical(value)
    }

    pub(super) fn root(at: Value) -> Path {
        Some(Rc::new(Trail { outer: None, key: Value::Null, at, length: 0 }))
    }

    pub(super) fn child(outer: &Rc<Trail>, key: Value, at: Value) -> Path {
        let length = outer.length + 1;
        Some(Rc::new(Trail { outer: Some(Rc::clone(outer)), key, at, length }))
    }

    pub(super) fn keys(&self) -> Vec<Value> {
        let mut keys = Vec::with_capacity(self.length);
        let mut trail = self;
        while let Some(outer) = &trail.outer {
            keys.push(trail.key.clone());
            trail = outer;
        }
        keys.reverse();
        keys
    }
}

/// What to do with a value.
#[derive(Clone)]
pub(super) enum Frame<'p> {
    Pipe { node: &'p Node, env: Env<'p> },
    Collect { items: Rc<RefCell<Items>> },
    /// The key of an index is there: its target comes.
    Key { target: &'p Node, env: Env<'p>, input: Value, path: Path },
    Target { key: Value },
    SliceFrom { node: &'p Node, env: Env<'p>, input: Value, path: Path },
    SliceTo { from: Value, node: &'p Node, env: Env<'p>, input: Value, path: Path },
    Iterate,
    Right { node: &'p Node, env: Env<'p>, input: Value, path: Path },
    Left { node: &'p Node, right: Value, path: Path },
    /// The left side of `and` (true) or `or`.
    Logic { and: bool, right: &'p Node, env: Env<'p>, input: Value },
    Truth,
    If { then: &'p Node, otherwise: &'p Node, env: Env<'p>, input: Value, path: Path },
    Alternative { found: Rc<Cell<bool>>, mark: usize },
    Leave { mark: usize },
    Bind { body: &'p Node, env: Env<'p>, input: Value, path: Path },
    BindPart { body: &'p Node, env: Env<'p>, input: Value },
    /// `again`: an earlier start had the source's input.
    ReduceStart { source: &'p Node, update: &'p Node, env: Env<'p>, input: Value, path: Path, again: Rc<Cell<bool>> },
    ReduceEach { update: &'p Node, env: Env<'p>, state: Rc<RefCell<Value>> },
    ReduceStore { state: Rc<RefCell<Value>> },
    FoldStore { extract: Option<&'p Node>, env: Env<'p>, state: Rc<RefCell<Value>> },
    ForeachStart { node: &'p Node, env: Env<'p>, input: Value, path: Path, again: Rc<Cell<bool>> },
    ForeachEach { node: &'p Node, env: Env<'p>, state: Rc<RefCell<Value>> },
    ForeachStore { node: &'p Node, env: Env<'p>, state: Rc<RefCell<Value>> },
    Object(Box<ObjectWork<'p>>),
    Text(Box<ArgumentWork<'p>>),
    Native(Box<ArgumentWork<'p>>),
    GetPath { input: Value, path: Path },
    Negate { path: Path },
    PathEnd { outer: Path },
    /// Bounds of `range`, from the first to the last.
    RangeFrom { node: &'p Node, env: Env<'p>, input: Value, path: Path },
    RangeUpto { from: Value, node: &'p Node, env: Env<'p>, input: Value, path: Path },
    RangeBy { from: Value, upto: Value, path: Path },
    ModifyEach { update: &'p Node, env: Env<'p>, outer: Path, state: Rc<RefCell<Changes>> },
    ModifyStore { keys: Vec<Value>, state: Rc<RefCell<Changes>>, mark: usize },
}

/// An object that is being built.
#[derive(Clone)]
pub(super) struct ObjectWork<'p> {
    pub(super) pairs: &'p [(Node, Node)],
    pub(super) at: usize,
    pub(super) key: Option<Rc<String>>,
    pub(super) built: Object,
    pub(super) env: Env<'p>,
    pub(super) input: Value,
    pub(super) path: Path,
}

impl ObjectWork<'_> {
    /// Takes the next key or value.
    pub(super) fn take(&mut self, part: Value) -> Result<(), Stop> {
        match self.key.take() {
            Some(key) => {
                self.built.insert(key, part);
                self.at += 1;
            }
            None => self.key = Some(access::object_key(&part)?),
        }
        Ok(())
    }
}

/// Arguments, or parts of a string, that are being worked out from the last to the first.
#[derive(Clone)]
pub(super) struct ArgumentWork<'p> {
    pub(super) node: &'p Node,
    pub(super) done: Vec<Value>,
    pub(super) env: Env<'p>,
    pub(super) input: Value,
    pub(super) path: Path,
}

/// The state of an update: the value so far, and the paths to delete in the end.
pub(super) struct Changes {
    pub(super) value: Value,
    pub(super) deletions: Vec<Value>,
}

pub(super) struct Link<'p> {
    pub(super) frame: Frame<'p>,
    pub(super) next: Rest<'p>,
    pub(super) depth: usize,
}

/// What is to be done with a value, and so on to the program's output.
pub(super) type Rest<'p> = Option<Rc<Link<'p>>>;

impl Drop for Link<'_> {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(link) = next {
            next = match Rc::try_unwrap(link) {
                Ok(mut link) => link.next.take(),
                Err(_) => None,
            };
        }
    }
}

pub(super) fn push<'p>(rest: Rest<'p>, frame: Frame<'p>) -> Result<Rest<'p>, Stop> {
    let depth = rest.as_ref().map_or(0, |link| link.depth + 1);
    if depth > MAX_DEPTH {
        return fail(TOO_DEEP);
    }
    Ok(Some(Rc::new(Link { frame, next: rest, depth })))
}

/// Something else that could come.
pub(super) enum Choice<'p> {
    Eval { node: &'p Node, env: Env<'p>, value: Value, path: Path, rest: Rest<'p> },
    Each { container: Value, at: usize, path: Path, rest: Rest<'p> },
    Range { counting: Counting, path: Path, rest: Rest<'p> },
    Recurse { pending: Vec<Value>, rest: Rest<'p> },
    /// Errors from above end here; `None`: nothing comes then.
    Try { handler: Option<&'p Node>, env: Env<'p>, path: Path, rest: Rest<'p> },
    /// An output of the marked choice is being worked on: errors pass by it.
    Left { mark: usize },
    Alternative { found: Rc<Cell<bool>>, node: &'p Node, env: Env<'p>, value: Value, path: Path, rest: Rest<'p> },
    BindAny { bodies: &'p [Node], env: Env<'p>, input: Value, path: Path, rest: Rest<'p> },
    Collected { items: Rc<RefCell<Items>>, path: Path, rest: Rest<'p> },
    Reduced { state: Rc<RefCell<Value>>, path: Path, rest: Rest<'p> },
    /// An update gave nothing: the path is deleted in the end.
    Deleted { keys: Vec<Value>, state: Rc<RefCell<Changes>> },
    /// `is_path`: it stands where paths are collected, and is none.
    Modified { state: Rc<RefCell<Changes>>, path: Path, is_path: bool, rest: Rest<'p> },
}
