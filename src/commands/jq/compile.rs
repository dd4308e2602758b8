//! From the tree to a program: names are looked up, and what nobody calls is left out.

use std::collections::HashMap;
use std::rc::Rc;

use super::library;
use super::natives;
use super::object::Object;
use super::program::{Argument, Function, Kind as Code, Node, Part as CodePart, Program};
use super::syntax::ast::{self, Definition, Expression, Kind, Part, Pattern, PatternKey, Update};
use super::syntax::{self, Fault, describe};
use super::value::Value;

/// The value that a pattern takes apart, alone or as one of several; nobody can write such names.
const WHOLE: &str = " whole";
const WHOLE_OF_SEVERAL: &str = " whole of several";

/// A name of the pattern in which a key stands, which the key must not see, and one that is bound already.
const HIDDEN: &str = " hidden";

/// How deep definitions may refer to definitions not compiled yet.
const MAX_DEPTH: usize = 400;

/// What is said of a module with something to run in it.
pub const NOT_A_LIBRARY: &str = "jq: error: jq: error: library should only have function definitions, \
    not a main expression\n<unknown location>\n";

/// A file of a program.
pub struct Source {
    /// What messages call it.
    pub name: String,
    /// Where the folders begin that its imports name; the present one if it is empty.
    pub folder: String,
    pub text: Vec<u8>,
}

/// Something that a name means at a place.
#[derive(Clone)]
enum Entry {
    Variable(String),
    Parameter(String),
    Label(String),
    /// `importer`: the file that may use it too, and what it writes in front.
    Function { definition: Rc<Definition>, source: usize, importer: Option<(usize, String)>, id: Option<usize> },
    /// A value known beforehand: named arguments, and data of modules in the file that imports them.
    Known { name: String, value: Value, source: Option<usize> },
}

impl Entry {
    /// Whether the entry has a place in the environment.
    fn is_bound(&self) -> bool {
        matches!(self, Entry::Variable(_) | Entry::Parameter(_) | Entry::Label(_))
    }
}

/// Finds modules: the text and name of the file for `import` and `include`, or why there is none.
pub type Loader<'a> = dyn FnMut(&ast::Import, &Source) -> Result<Loaded, String> + 'a;

/// What a command adds to the language.
pub struct Dialect {
    pub natives: &'static [natives::Native],
    /// Names, numbers of parameters, definitions.
    pub definitions: &'static [(&'static str, usize, &'static str)],
    /// What a call stands for, where that is no call of a function with these arguments.
    pub call: fn(&str, &[Expression]) -> Option<Kind>,
    /// What the whole program stands for.
    pub main: fn(Expression) -> Expression,
}

/// What a module is.
pub enum Loaded {
    Code(Source),
    Data(Value),
}

pub struct Compiler<'a> {
    sources: Vec<Source>,
    source: usize,
    scope: Vec<Entry>,
    functions: Vec<Option<Node>>,
    library: HashMap<(String, usize), usize>,
    faults: Vec<String>,
    depth: usize,
    loader: &'a mut Loader<'a>,
    loading: usize,
    dialect: Option<&'static Dialect>,
}

/// Compiles a program.
///
/// # Errors
/// The messages of what is wrong with it, as jq prints them, without the closing count.
pub fn compile<'a>(
    source: Source,
    home: Option<Source>,
    known: Vec<(String, Value)>,
    dialect: Option<&'static Dialect>,
    loader: &'a mut Loader<'a>,
) -> Result<Program, Vec<String>> {
    let mut compiler = Compiler {
        sources: Vec::new(),
        source: 0,
        scope: Vec::new(),
        functions: Vec::new(),
        library: HashMap::new(),
        faults: Vec::new(),
        depth: 0,
        loader,
        loading: 0,
        dialect,
    };
    compiler.scope.extend(known.into_iter().map(|(name, value)| Entry::Known { name, value, source: None }));
    if let Some(home) = home {
        let module = compiler.read(home)?;
        compiler.import(&module)?;
        // The program is the next file that is read.
        let program = compiler.sources.len();
        for definition in module.definitions {
            compiler.define(definition, Some((program, String::new())));
        }
    }
    let module = compiler.read(source)?;
    compiler.import(&module)?;
    for definition in module.definitions.iter().cloned() {
        compiler.define(definition, None);
    }
    let main = match module.body {
        Some(body) => compiler.node(&dialect.map_or(body.clone(), |dialect| (dialect.main)(body))),
        None => return Err(vec!["jq: error: Top-level program not given (try \".\")\n".to_owned()]),
    };
    if !compiler.faults.is_empty() {
        return Err(compiler.faults);
    }
    let functions = compiler.functions.into_iter();
    let functions =
        functions.map(|body| Function { body: body.unwrap_or_else(|| Node::new(Code::Identity)) }).collect();
    Ok(Program { main, functions })
}

impl<'a> Compiler<'a> {
    fn read(&mut self, source: Source) -> Result<ast::Module, Vec<String>> {
        let parsed = syntax::parse(&source.text, self.dialect.is_some());
        let result = parsed.map_err(|faults| {
            faults.iter().map(|fault| describe(fault, &source.name, &source.text)).collect::<Vec<_>>()
        });
        self.source = self.sources.len();
        self.sources.push(source);
        result
    }

    /// Brings the definitions of modules into scope.
    fn import(&mut self, module: &ast::Module) -> Result<(), Vec<String>> {
        let here = self.source;
        for import in &module.imports {
            if self.loading > 64 {
                return Err(vec!["jq: error: modules are nested too deeply\n".to_owned()]);
            }
            let loaded = match self.sources.get(here) {
                Some(source) => (self.loader)(import, source),
                None => continue,
            };
            match loaded {
                Err(message) => return Err(vec![format!("jq: error{message}\n\n")]),
                Ok(Loaded::Data(value)) => {
                    let name = import.name.clone().unwrap_or_default();
                    for name in [format!("{name}::{name}"), name] {
                        self.scope.push(Entry::Known { name, value: value.clone(), source: Some(here) });
                    }
                }
                Ok(Loaded::Code(source)) => {
                    self.loading += 1;
                    let module = self.read(source)?;
                    if module.body.is_some() {
                        return Err(vec![NOT_A_LIBRARY.to_owned()]);
                    }
                    self.import(&module)?;
                    let prefix = import.name.as_ref().map_or(String::new(), |name| format!("{name}::"));
                    for definition in module.definitions {
                        self.define(definition, Some((here, prefix.clone())));
                    }
                    self.source = here;
                    self.loading -= 1;
                }
            }
        }
        Ok(())
    }

    fn define(&mut self, definition: Definition, importer: Option<(usize, String)>) {
        let source = self.source;
        self.scope.push(Entry::Function { definition: Rc::new(definition), source, importer, id: None });
    }

    fn fault(&mut self, message: String, position: usize) {
        if let Some(source) = self.sources.get(self.source) {
            let text = describe(&Fault { message, position }, &source.name, &source.text);
            self.faults.push(text);
        }
    }

    /// How many places in the environment lie between here and an entry of the scope.
    fn up(&self, index: usize) -> usize {
        self.scope.get(index + 1..).unwrap_or_default().iter().filter(|entry| entry.is_bound()).count()
    }

    fn boxed(&mut self, expression: &Expression) -> Box<Node> {
        Box::new(self.node(expression))
    }

    /// Compiles with one more binding.
    fn within(&mut self, entry: Entry, expression: &Expression) -> Node {
        self.scope.push(entry);
        let node = self.node(expression);
        self.scope.pop();
        node
    }

    fn node(&mut self, expression: &Expression) -> Node {
        let position = expression.position;
        let code = match expression.kind.as_ref() {
            Kind::Identity => Code::Identity,
            Kind::Recurse => self.recurse(position),
            Kind::Constant(value) => Code::Constant(value.clone()),
            Kind::Format(name) => {
                // `@yaml` and its like are functions of the dialect.
                let call = self.dialect.and_then(|dialect| (dialect.call)(&format!("@{name}"), &[]));
                if let Some(Kind::Call(name, arguments)) = call {
                    return self.call(&name, &arguments, position);
                }
                Code::Format(name.clone())
            }
            Kind::Text(format, parts) => {
                let parts = parts
                    .iter()
                    .map(|part| match part {
                        Part::Text(text) => CodePart::Text(text.clone()),
                        Part::Expression(inner) => CodePart::Node(self.node(inner)),
                    })
                    .collect();
                Code::Text(format.clone(), parts)
            }
            Kind::Index(target, key) => Code::Index(self.boxed(target), self.boxed(key)),
            Kind::Slice(target, from, to) => {
                let target = self.boxed(target);
                let from = from.as_ref().map(|from| self.boxed(from));
                Code::Slice(target, from, to.as_ref().map(|to| self.boxed(to)))
            }
            Kind::Iterate(target) => Code::Iterate(self.boxed(target)),
            Kind::Try(body, handler) => {
                let body = self.boxed(body);
                Code::Try(body, handler.as_ref().map(|handler| self.boxed(handler)))
            }
            Kind::Optional(step) => Code::Optional(self.boxed(step)),
            Kind::Array(body) => Code::Array(body.as_ref().map(|body| self.boxed(body))),
            Kind::Object(pairs) => {
                let pairs: Vec<(Node, Node)> =
                    pairs.iter().map(|(key, value)| (self.node(key), self.node(value))).collect();
                match constant_object(&pairs) {
                    Some(object) => Code::Constant(Value::object(object)),
                    None => Code::Object(pairs),
                }
            }
            Kind::Negate(operand) => Code::Negate(self.boxed(operand)),
            Kind::Pipe(left, right) => Code::Pipe(self.boxed(left), self.boxed(right)),
            Kind::Comma(left, right) => Code::Comma(self.boxed(left), self.boxed(right)),
            Kind::Binary(operator, left, right) => Code::Binary(*operator, self.boxed(left), self.boxed(right)),
            Kind::And(left, right) => Code::And(self.boxed(left), self.boxed(right)),
            Kind::Or(left, right) => Code::Or(self.boxed(left), self.boxed(right)),
            Kind::Alternative(left, right) => Code::Alternative(self.boxed(left), self.boxed(right)),
            Kind::If(condition, then, otherwise) => {
                let condition = self.boxed(condition);
                let then = self.boxed(then);
                let otherwise = match otherwise {
                    Some(otherwise) => self.boxed(otherwise),
                    None => Node::boxed(Code::Identity),
                };
                Code::If(condition, then, otherwise)
            }
            Kind::Update(update, paths, operand) => self.update(*update, paths, operand),
            Kind::Reduce(source, patterns, start, update) => {
                let source = self.boxed(source);
                let start = self.boxed(start);
                let update = if patterns.iter().any(|pattern| may_bind_again(pattern, patterns.len())) {
                    let nothing = || Some(Node::boxed(Code::Empty));
                    self.with_state(patterns, &mut |compiler, state| {
                        Node::new(Code::Fold(compiler.up(state), compiler.boxed(update), nothing()))
                    })
                } else {
                    self.destructured(patterns, &mut |compiler| compiler.node(update))
                };
                Code::Reduce(source, start, Box::new(update))
            }
            Kind::Foreach(source, patterns, start, update, extract) => {
                let source = self.boxed(source);
                let start = self.boxed(start);
                if patterns.iter().any(|pattern| may_bind_again(pattern, patterns.len())) {
                    let update = self.with_state(patterns, &mut |compiler, state| {
                        let update = compiler.boxed(update);
                        let extract = extract.as_ref().map(|extract| compiler.boxed(extract));
                        Node::new(Code::Fold(compiler.up(state), update, extract))
                    });
                    return Node::new(Code::Foreach(source, start, Box::new(update), None));
                }
                let update = self.destructured(patterns, &mut |compiler| compiler.node(update));
                let extract = extract
                    .as_ref()
                    .map(|extract| Box::new(self.destructured(patterns, &mut |compiler| compiler.node(extract))));
                Code::Foreach(source, start, Box::new(update), extract)
            }
            Kind::Bind(source, patterns, body) => {
                let source = self.boxed(source);
                if let [Pattern::Variable(name)] = patterns.as_slice() {
                    Code::Bind(source, Box::new(self.within(Entry::Variable(name.clone()), body)))
                } else {
                    Code::Bind(source, Box::new(self.destructured(patterns, &mut |compiler| compiler.node(body))))
                }
            }
            Kind::Define(definition, rest) => {
                self.define(definition.clone(), None);
                let node = self.node(rest);
                self.scope.pop();
                return node;
            }
            Kind::Call(name, arguments) => return self.call(name, arguments, position),
            Kind::Variable(name) => self.variable(name, position),
            Kind::Location(place) => {
                let source = self.sources.get(self.source);
                let text = source.map(|source| source.text.as_slice()).unwrap_or_default();
                let line = memchr::memchr_iter(b'\n', text.get(..*place).unwrap_or_default()).count() + 1;
                let name = source.map(|source| source.name.clone()).unwrap_or_default();
                let mut object = Object::new();
                object.insert(Rc::new("file".to_owned()), Value::string(name));
                object.insert(Rc::new("line".to_owned()), Value::Number(line as f64));
                Code::Constant(Value::object(object))
            }
            Kind::Label(name, body) => Code::Label(Box::new(self.within(Entry::Label(name.clone()), body))),
            Kind::Break(name) => {
                let found = self.scope.iter().rposition(|entry| matches!(entry, Entry::Label(known) if known == name));
                match found {
                    Some(index) => Code::Break(self.up(index)),
                    None => {
                        self.fault(format!("$*label-{name} is not defined"), position);
                        Code::Identity
                    }
                }
            }
        };
        Node::new(code)
    }

    fn recurse(&mut self, position: usize) -> Code {
        let call = self.call("recurse", &[], position);
        Code::Recurse(Box::new(call))
    }

    fn variable(&mut self, name: &str, position: usize) -> Code {
        for index in (0..self.scope.len()).rev() {
            match &self.scope[index] {
                Entry::Variable(known) if known == name => return Code::Variable(self.up(index)),
                Entry::Known { name: known, value, source }
                    if known == name && source.is_none_or(|source| source == self.source) =>
                {
                    return Code::Constant(value.clone());
                }
                _ => {}
            }
        }
        if name == "ENV" {
            return Code::Environment;
        }
        self.fault(format!("${name} is not defined"), position);
        Code::Identity
    }

    /// The update of a `reduce` or `foreach`, which is told where in the scope the state is.
    fn with_state(
        &mut self,
        patterns: &[Pattern],
        body: &mut dyn FnMut(&mut Compiler<'a>, usize) -> Node,
    ) -> Node {
        let state = self.scope.len();
        self.scope.push(Entry::Variable(HIDDEN.to_owned()));
        let node = self.destructured(patterns, &mut |compiler| body(compiler, state));
        self.scope.pop();
        Node::new(Code::WithState(Box::new(node)))
    }

    /// What follows `as` with patterns: the value that is taken apart stands one place up.
    fn destructured(&mut self, patterns: &[Pattern], body: &mut dyn FnMut(&mut Compiler<'a>) -> Node) -> Node {
        if let [Pattern::Variable(name)] = patterns {
            self.scope.push(Entry::Variable(name.clone()));
            let node = body(self);
            self.scope.pop();
            return node;
        }
        let whole = if patterns.len() == 1 { WHOLE } else { WHOLE_OF_SEVERAL };
        self.scope.push(Entry::Variable(whole.to_owned()));
        let node = if let [pattern] = patterns {
            self.bindings(whole, pattern, 0, &mut |compiler, _| body(compiler))
        } else {
            let mut names = Vec::new();
            patterns.iter().for_each(|pattern| collect_names(pattern, &mut names));
            let mut bodies = Vec::with_capacity(patterns.len());
            for pattern in patterns {
                let before = self.scope.len();
                self.scope.extend(names.iter().map(|name| Entry::Variable(name.clone())));
                let mut node = self.bindings(whole, pattern, 0, &mut |compiler, _| body(compiler));
                self.scope.truncate(before);
                for _ in &names {
                    node = Node::new(Code::Bind(Node::boxed(Code::Constant(Value::Null)), Box::new(node)));
                }
                bodies.push(node);
            }
            Node::new(Code::BindAny(bodies))
        };
        self.scope.pop();
        node
    }

    /// Binds what a pattern names and then compiles the rest. The value that is taken apart is in scope as `whole`;
    /// `serial` numbers such names.
    fn bindings(&mut self, whole: &str, pattern: &Pattern, serial: usize, rest: &mut Rest<'a, '_>) -> Node {
        match pattern {
            Pattern::Variable(_) => {
                let source = Node::new(self.variable(whole, 0));
                self.part(source, pattern, serial, rest)
            }
            Pattern::Array(parts) => self.array_parts(whole, parts, serial, rest),
            Pattern::Object(pairs) => self.object_parts(whole, pairs, serial, rest),
        }
    }

    /// The last part comes first.
    fn array_parts(&mut self, whole: &str, parts: &[Pattern], serial: usize, rest: &mut Rest<'a, '_>) -> Node {
        let Some((part, others)) = parts.split_last() else { return rest(self, serial) };
        let key = Node::boxed(Code::Constant(Value::Number(others.len() as f64)));
        let source = Node::new(Code::Index(Node::boxed(self.variable(whole, 0)), key));
        self.part(source, part, serial, &mut |compiler, serial| compiler.array_parts(whole, others, serial, rest))
    }

    fn object_parts(
        &mut self,
        whole: &str,
        pairs: &[(PatternKey, Option<Pattern>)],
        serial: usize,
        rest: &mut Rest<'a, '_>,
    ) -> Node {
        let Some(((key, pattern), others)) = pairs.split_first() else { return rest(self, serial) };
        let mut rest = |compiler: &mut Compiler<'a>, serial: usize| compiler.object_parts(whole, others, serial, rest);
        let target = Node::boxed(self.variable(whole, 0));
        match key {
            PatternKey::Variable(name) => {
                let key = Node::boxed(Code::Constant(Value::string(name.clone())));
                let source = Node::new(Code::Index(target, key));
                let variable = Pattern::Variable(name.clone());
                self.part(source, &variable, serial, &mut |compiler, serial| match pattern {
                    None => rest(compiler, serial),
                    Some(pattern) => compiler.part(Node::new(Code::Variable(0)), pattern, serial, &mut rest),
                })
            }
            PatternKey::Expression(key) => {
                // A key is worked out from the value that is taken apart.
                let input = Node::boxed(self.variable(whole, 0));
                let key = Node::boxed(Code::Pipe(input, Box::new(self.pattern_key(key))));
                let source = Node::new(Code::Index(target, key));
                match pattern {
                    Some(pattern) => self.part(source, pattern, serial, &mut rest),
                    None => rest(self, serial),
                }
            }
        }
    }

    /// Where the entries of the pattern in hand begin, whose names are no variables before the body; `None`: it is one of
    /// several, which share variables that are there from the beginning.
    fn pattern_start(&self) -> Option<usize> {
        let is_whole = |entry: &Entry| matches!(entry, Entry::Variable(name) if name == WHOLE || name == WHOLE_OF_SEVERAL);
        let start = self.scope.iter().rposition(is_whole)?;
        matches!(self.scope.get(start), Some(Entry::Variable(name)) if name == WHOLE).then_some(start)
    }

    fn pattern_key(&mut self, key: &Expression) -> Node {
        let Some(start) = self.pattern_start() else { return self.node(key) };
        let hidden = self.scope.get(start + 1..).unwrap_or_default().iter();
        let hidden = hidden.map(|_| Entry::Variable(HIDDEN.to_owned())).collect::<Vec<_>>();
        let bound: Vec<Entry> = self.scope.splice(start + 1.., hidden).collect();
        let node = self.node(key);
        self.scope.splice(start + 1.., bound);
        node
    }

    /// Binds one part to its pattern, and goes on.
    fn part(&mut self, source: Node, pattern: &Pattern, serial: usize, rest: &mut Rest<'a, '_>) -> Node {
        let body = match pattern {
            Pattern::Variable(name) => {
                let is_known = |entry: &Entry| matches!(entry, Entry::Variable(known) if known == name);
                // Where a name is given twice, the part that is taken first has it.
                let again = self.pattern_start().is_some_and(|start| self.scope.iter().skip(start).any(is_known));
                self.scope.push(Entry::Variable(if again { HIDDEN.to_owned() } else { name.clone() }));
                rest(self, serial)
            }
            _ => {
                let name = format!(" part {serial}");
                self.scope.push(Entry::Variable(name.clone()));
                self.bindings(&name, pattern, serial + 1, rest)
            }
        };
        self.scope.pop();
        let (is_part, source, body) = (matches!(source.kind, Code::Index(..)), Box::new(source), Box::new(body));
        Node::new(if is_part { Code::BindPart(source, body) } else { Code::Bind(source, body) })
    }

    fn update(&mut self, update: Update, paths: &Expression, operand: &Expression) -> Code {
        const OPERAND: &str = " operand";
        if update == Update::Modify {
            return Code::Modify(self.boxed(paths), self.boxed(operand), true);
        }
        let source = self.boxed(operand);
        self.scope.push(Entry::Variable(OPERAND.to_owned()));
        let paths = self.boxed(paths);
        let value = Node::boxed(Code::Variable(0));
        let own = Node::boxed(Code::Identity);
        let change = match update {
            Update::Operate(operator) => Node::boxed(Code::Binary(operator, own, value)),
            Update::Default => Node::boxed(Code::Alternative(own, value)),
            Update::Set | Update::Modify => value,
        };
        self.scope.pop();
        Code::Bind(source, Node::boxed(Code::Modify(paths, change, update != Update::Set)))
    }

    fn call(&mut self, name: &str, arguments: &[Expression], position: usize) -> Node {
        for index in (0..self.scope.len()).rev() {
            match &self.scope[index] {
                Entry::Parameter(known) if known == name && arguments.is_empty() => {
                    return Node::new(Code::Parameter(self.up(index)));
                }
                Entry::Function { definition, source, importer, .. }
                    if definition.parameters.len() == arguments.len()
                        && (*source == self.source && definition.name == name
                            || importer.as_ref().is_some_and(|(importer, prefix)| {
                                *importer == self.source
                                    && name.strip_prefix(prefix.as_str()) == Some(definition.name.as_str())
                            })) =>
                {
                    let function = self.function(index);
                    let up = self.up(index);
                    let arguments = self.arguments(arguments);
                    return Node::new(Code::Call { function, up, arguments });
                }
                _ => {}
            }
        }
        if let Some(dialect) = self.dialect
            && let Some(kind) = (dialect.call)(name, arguments)
        {
            return self.node(&Expression { position, kind: Box::new(kind), height: 1 });
        }
        if let Some(code) = self.built_in(name, arguments, position) {
            return Node::new(code);
        }
        self.fault(format!("{name}/{} is not defined", arguments.len()), position);
        Node::new(Code::Identity)
    }

    fn arguments(&mut self, arguments: &[Expression]) -> Vec<Argument> {
        arguments
            .iter()
            .map(|argument| match self.node(argument) {
                Node { kind: Code::Parameter(up), .. } => Argument::Same(up),
                node => Argument::Closure(node),
            })
            .collect()
    }

    /// The number of a function in scope, which is compiled when it is met first.
    fn function(&mut self, index: usize) -> usize {
        let Some(Entry::Function { definition, source, id, .. }) = self.scope.get(index).cloned() else { return 0 };
        if let Some(id) = id {
            return id;
        }
        let id = self.functions.len();
        self.functions.push(None);
        if let Some(Entry::Function { id: known, .. }) = self.scope.get_mut(index) {
            *known = Some(id);
        }
        let rest = self.scope.split_off(index + 1);
        let outer = std::mem::replace(&mut self.source, source);
        self.compile_function(id, &definition);
        self.source = outer;
        self.scope.truncate(index + 1);
        self.scope.extend(rest);
        id
    }

    /// Compiles a definition whose surroundings are in scope.
    fn compile_function(&mut self, id: usize, definition: &Definition) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.fault("the program is nested too deeply".to_owned(), definition.body.position);
            self.depth -= 1;
            return;
        }
        let before = self.scope.len();
        self.scope.extend(definition.parameters.iter().map(|parameter| Entry::Parameter(parameter.name.clone())));
        let values: Vec<&ast::Parameter> =
            definition.parameters.iter().filter(|parameter| parameter.is_value).collect();
        let mut sources = Vec::with_capacity(values.len());
        for parameter in &values {
            let found = self.scope.iter().rposition(
                |entry| matches!(entry, Entry::Parameter(known) if *known == parameter.name),
            );
            let up = found.map_or(0, |index| self.up(index));
            sources.push(Node::boxed(Code::Parameter(up)));
            self.scope.push(Entry::Variable(parameter.name.clone()));
        }
        let mut body = self.node(&definition.body);
        while let Some(source) = sources.pop() {
            body = Node::new(Code::Bind(source, Box::new(body)));
        }
        self.scope.truncate(before);
        if let Some(slot) = self.functions.get_mut(id) {
            *slot = Some(body);
        }
        self.depth -= 1;
    }

    /// The number of a function of the library, which is compiled when it is met first.
    fn library_function(&mut self, name: &str, parameters: usize) -> Option<usize> {
        let key = (name.to_owned(), parameters);
        if let Some(&function) = self.library.get(&key) {
            return Some(function);
        }
        let own = self.dialect.and_then(|dialect| {
            let mut definitions = dialect.definitions.iter();
            definitions.find(|(known, count, _)| *known == name && *count == parameters)
        });
        let text = own.map(|found| found.2).or_else(|| library::find(name, parameters))?;
        let module = syntax::parse(text.as_bytes(), false).ok()?;
        let definition = module.definitions.into_iter().next()?;
        let id = self.functions.len();
        self.functions.push(None);
        self.library.insert(key, id);
        let scope = std::mem::take(&mut self.scope);
        self.scope.push(Entry::Function {
            definition: Rc::new(definition.clone()),
            source: self.source,
            importer: None,
            id: Some(id),
        });
        self.compile_function(id, &definition);
        self.scope = scope;
        Some(id)
    }

    /// What is there without a definition: parts of the machine, native functions, the library.
    fn built_in(&mut self, name: &str, arguments: &[Expression], position: usize) -> Option<Code> {
        match (name, arguments) {
            ("empty", []) => return Some(Code::Empty),
            ("path", [body]) => return Some(Code::Path(self.boxed(body))),
            ("getpath", [path]) => return Some(Code::GetPath(self.boxed(path))),
            ("range", [upto]) => {
                let zero = Node::boxed(Code::Constant(Value::Number(0.0)));
                return Some(Code::Range(zero, self.boxed(upto), None));
            }
            ("range", [from, upto]) => {
                return Some(Code::Range(self.boxed(from), self.boxed(upto), None));
            }
            ("range", [from, upto, by]) => {
                return Some(Code::Range(self.boxed(from), self.boxed(upto), Some(self.boxed(by))));
            }
            ("select", [condition]) => {
                let condition = self.boxed(condition);
                return Some(Code::If(condition, Node::boxed(Code::Identity), Node::boxed(Code::Empty)));
            }
            ("map", [body]) => {
                let each = Node::boxed(Code::Iterate(Node::boxed(Code::Identity)));
                let body = Node::boxed(Code::Pipe(each, self.boxed(body)));
                return Some(Code::Array(Some(body)));
            }
            ("map_values", [body]) => {
                let each = Node::boxed(Code::Iterate(Node::boxed(Code::Identity)));
                return Some(Code::Modify(each, self.boxed(body), true));
            }
            ("env", []) => return Some(Code::Environment),
            ("first", [body]) => {
                let body = self.within(Entry::Label(" first".to_owned()), body);
                let stop = Node::boxed(Code::Comma(Node::boxed(Code::Identity), Node::boxed(Code::Break(0))));
                return Some(Code::Label(Node::boxed(Code::Pipe(Box::new(body), stop))));
            }
            ("sort_by" | "group_by" | "unique_by" | "min_by" | "max_by", [key]) => {
                let native = natives::find(&format!("_{name}"), 1)?;
                let each = Node::boxed(Code::Iterate(Node::boxed(Code::Identity)));
                let key = Node::boxed(Code::Array(Some(self.boxed(key))));
                let keys = Node::new(Code::Array(Some(Node::boxed(Code::Pipe(each, key)))));
                return Some(Code::Native(native, vec![keys]));
            }
            _ => {}
        }
        let own = self.dialect.and_then(|dialect| {
            dialect.natives.iter().find(|native| native.name == name && native.parameters == arguments.len())
        });
        if let Some(native) = own.or_else(|| natives::find(name, arguments.len())) {
            return Some(Code::Native(native, arguments.iter().map(|argument| self.node(argument)).collect()));
        }
        let function = self.library_function(name, arguments.len())?;
        let _ = position;
        let up = self.scope.iter().filter(|entry| entry.is_bound()).count();
        Some(Code::Call { function, up, arguments: self.arguments(arguments) })
    }
}

/// Compiles what comes after some bindings.
type Rest<'a, 'r> = dyn FnMut(&mut Compiler<'a>, usize) -> Node + 'r;

/// Whether a pattern, one of so many, can bind its names more than once to one value.
fn may_bind_again(pattern: &Pattern, count: usize) -> bool {
    count > 1
        || match pattern {
            Pattern::Variable(_) => false,
            Pattern::Array(parts) => parts.iter().any(|part| may_bind_again(part, 1)),
            Pattern::Object(pairs) => pairs.iter().any(|(key, pattern)| {
                let is_known = match key {
                    PatternKey::Variable(_) => true,
                    PatternKey::Expression(key) => matches!(*key.kind, Kind::Constant(_)),
                };
                !is_known || pattern.as_ref().is_some_and(|pattern| may_bind_again(pattern, 1))
            }),
        }
}

fn collect_names(pattern: &Pattern, names: &mut Vec<String>) {
    match pattern {
        Pattern::Variable(name) => {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Pattern::Array(parts) => parts.iter().for_each(|part| collect_names(part, names)),
        Pattern::Object(pairs) => {
            for (key, pattern) in pairs {
                if let PatternKey::Variable(name) = key
                    && !names.contains(name)
                {
                    names.push(name.clone());
                }
                pattern.iter().for_each(|pattern| collect_names(pattern, names));
            }
        }
    }
}

/// An object whose keys and values are known.
fn constant_object(pairs: &[(Node, Node)]) -> Option<Object> {
    let mut object = Object::new();
    for (key, value) in pairs {
        match (&key.kind, &value.kind) {
            (Code::Constant(Value::String(key)), Code::Constant(value)) => object.insert(Rc::clone(key), value.clone()),
            _ => return None,
        }
    }
    Some(object)
}
