//! From the tokens of `bc` to the code that its machine runs. Addresses are those of GNU bc, which its messages show.

use std::collections::HashMap;
use std::rc::Rc;

use super::lexer::{Keyword, Lexer, Token};

/// One instruction. Variables and arrays go by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    Zero,
    One,
    Constant(Vec<u8>),
    Load(usize),
    Store(usize),
    /// By one, up or down.
    Step(usize, bool),
    LoadElement(usize),
    StoreElement(usize),
    StepElement(usize, bool),
    Duplicate,
    /// Puts the index under the value that was loaded by it.
    Exchange,
    Pop,
    Print { newline: bool },
    Text(Vec<u8>),
    /// With the escapes of `print`.
    Escaped(Vec<u8>),
    Jump(usize),
    JumpIf(usize),
    JumpUnless(usize),
    Call(usize, Vec<Argument>),
    Return,
    Arithmetic(u8),
    Compare(u8),
    Not,
    Negate,
    Length,
    SquareRoot,
    ScaleOf,
    Read,
    Random,
    Halt,
    Limits,
    Warranty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    Value,
    Array(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    pub name: usize,
    pub array: bool,
    pub by_reference: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    pub ops: Vec<Op>,
    /// The address behind each instruction.
    pub addresses: Vec<usize>,
    /// Where each label leads.
    labels: Vec<usize>,
    size: usize,
}

impl Code {
    fn add(&mut self, op: Op, size: usize) {
        self.size += size;
        self.ops.push(op);
        self.addresses.push(self.size);
    }

    fn label(&mut self) -> usize {
        self.labels.push(usize::MAX);
        self.labels.len() - 1
    }

    fn place(&mut self, label: usize) {
        self.labels[label] = self.ops.len();
    }

    /// Puts places for labels.
    fn link(&mut self) {
        for op in &mut self.ops {
            if let Op::Jump(to) | Op::JumpIf(to) | Op::JumpUnless(to) = op {
                *to = self.labels.get(*to).copied().unwrap_or(usize::MAX);
            }
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Function {
    pub name: Vec<u8>,
    pub defined: bool,
    pub void: bool,
    pub parameters: Vec<Parameter>,
    pub autos: Vec<Parameter>,
    pub code: Rc<Code>,
    /// One of the mathematical library, by its letter.
    pub library: Option<u8>,
}

/// What is to be done next.
pub enum Item {
    /// Run this, which a line asked for.
    Run(Rc<Code>),
    /// Nothing: a definition, or a line with mistakes.
    Nothing,
    Quit,
    End,
}

struct Syntax;
type Parsed<T = ()> = Result<T, Syntax>;

/// What an expression is, where it stands alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    /// An assignment, which is not printed.
    Assignment,
    Void,
}

pub const IBASE: usize = 0;
pub const OBASE: usize = 1;
pub const SCALE: usize = 2;
pub const HISTORY: usize = 3;
pub const LAST: usize = 4;

/// The deepest nesting.
const DEEPEST: usize = 200;

/// Which constructs of GNU's own are told of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standard {
    Free,
    Warn,
    Refuse,
}

pub struct Compiler {
    pub lexer: Lexer,
    standard: Standard,
    next: Option<Token>,
    code: Code,
    variables: HashMap<Vec<u8>, usize>,
    arrays: HashMap<Vec<u8>, usize>,
    pub array_names: Vec<Vec<u8>>,
    function_numbers: HashMap<Vec<u8>, usize>,
    pub functions: Vec<Function>,
    /// Messages that are to be printed.
    pub messages: Vec<Vec<u8>>,
    failed: bool,
    /// Tokens to be taken before the next mistake is told.
    quiet: u8,
    in_function: bool,
    loops: Vec<(usize, Option<usize>)>,
    depth: usize,
    quit: bool,
}

impl Compiler {
    pub fn new(lexer: Lexer, standard: Standard) -> Compiler {
        Compiler {
            lexer,
            standard,
            next: None,
            code: Code::default(),
            variables: HashMap::new(),
            arrays: HashMap::new(),
            array_names: vec![Vec::new()],
            function_numbers: HashMap::new(),
            functions: vec![Function { name: b"(main)".to_vec(), ..Function::default() }],
            messages: Vec::new(),
            failed: false,
            quiet: 0,
            in_function: false,
            loops: Vec::new(),
            depth: 0,
            quit: false,
        }
    }

    pub fn variable(&mut self, name: &[u8]) -> usize {
        let next = self.variables.len() + LAST + 1;
        *self.variables.entry(name.to_vec()).or_insert(next)
    }

    fn array(&mut self, name: &[u8]) -> usize {
        if let Some(number) = self.arrays.get(name) {
            return *number;
        }
        self.array_names.push(name.to_vec());
        let number = self.array_names.len() - 1;
        self.arrays.insert(name.to_vec(), number);
        number
    }

    pub fn function(&mut self, name: &[u8]) -> usize {
        if let Some(number) = self.function_numbers.get(name) {
            return *number;
        }
        self.functions.push(Function { name: name.to_vec(), ..Function::default() });
        let number = self.functions.len() - 1;
        self.function_numbers.insert(name.to_vec(), number);
        number
    }

    /// Goes on behind the end of a text, now that there is another one.
    pub fn resume(&mut self) {
        self.next = None;
    }

    /// Reads one line's worth.
    pub fn item(&mut self) -> Item {
        self.code = Code::default();
        self.loops.clear();
        self.depth = 0;
        self.in_function = false;
        let result = self.line();
        if let Err(Syntax) = result {
            self.mistake(b"syntax error");
            self.skip(true);
        }
        if self.quit {
            return Item::Quit;
        }
        let failed = std::mem::take(&mut self.failed);
        let mut code = std::mem::take(&mut self.code);
        if failed || code.ops.is_empty() {
            return if self.next == Some(Token::End) { Item::End } else { Item::Nothing };
        }
        code.link();
        Item::Run(Rc::new(code))
    }

    fn mistake(&mut self, text: &[u8]) {
        self.failed = true;
        if self.quiet == 0 {
            self.tell(text);
        }
        self.quiet = 3;
    }

    fn tell(&mut self, text: &[u8]) {
        self.messages.push([&self.lexer.place()[..], b": ", text].concat());
    }

    /// A construct that POSIX does not have.
    fn beyond(&mut self, text: &[u8]) {
        let (kind, fails): (&[u8], bool) = match self.standard {
            Standard::Free => return,
            Standard::Warn => (b": (Warning) ", false),
            Standard::Refuse => (b": Error: ", true),
        };
        self.messages.push([&self.lexer.place()[..], kind, text].concat());
        self.failed |= fails;
    }

    fn peek(&mut self) -> &Token {
        if self.next.is_none() {
            let token = self.lexer.next();
            for complaint in std::mem::take(&mut self.lexer.complaints) {
                self.failed |= !complaint.starts_with(b"EOF");
                self.messages.push(complaint);
            }
            self.next = Some(token);
        }
        self.next.as_ref().unwrap_or(&Token::End)
    }

    fn take(&mut self) -> Token {
        self.peek();
        self.quiet = self.quiet.saturating_sub(1);
        match &self.next {
            Some(Token::End) | None => Token::End,
            Some(_) => self.next.take().unwrap_or(Token::End),
        }
    }

    fn accept(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Parsed {
        if self.accept(&Token::Byte(byte)) { Ok(()) } else { Err(Syntax) }
    }

    fn expect_name(&mut self) -> Parsed<Vec<u8>> {
        match self.peek() {
            Token::Name(_) => {
                let Token::Name(name) = self.take() else { return Err(Syntax) };
                if name.len() > 1 {
                    self.beyond(&[b"multiple letter name - ", &name[..]].concat());
                }
                Ok(name)
            }
            _ => Err(Syntax),
        }
    }

    fn new_lines(&mut self) {
        while self.accept(&Token::NewLine) {}
    }

    /// After a mistake: up to what can begin a statement, or at the top to the end of the line.
    fn skip(&mut self, top: bool) {
        loop {
            let depth = self.depth;
            match self.peek() {
                Token::End => return,
                Token::NewLine if top => {
                    self.take();
                    return;
                }
                // One that would be nested too deeply is not even looked at, so it has to be passed over.
                token if begins_statement(token) && depth < DEEPEST => {
                    let result = self.statement();
                    if let Err(Syntax) = result {
                        self.mistake(b"syntax error");
                        continue;
                    }
                    if self.quit || !top {
                        return;
                    }
                    // What follows the statement goes on as the line does.
                    match self.rest_of_line() {
                        Ok(()) => return,
                        Err(Syntax) => self.mistake(b"syntax error"),
                    }
                }
                _ => drop(self.next.take()),
            }
        }
    }

    fn line(&mut self) -> Parsed {
        if *self.peek() == Token::Keyword(Keyword::Define) {
            return self.definition();
        }
        if *self.peek() == Token::End {
            return Ok(());
        }
        if !matches!(self.peek(), Token::NewLine | Token::Byte(b';')) {
            self.statement()?;
        }
        self.rest_of_line()
    }

    fn rest_of_line(&mut self) -> Parsed {
        while !self.quit {
            if self.accept(&Token::NewLine) {
                return Ok(());
            }
            if !self.accept(&Token::Byte(b';')) {
                return Err(Syntax);
            }
            if !matches!(self.peek(), Token::NewLine | Token::Byte(b';') | Token::End) {
                self.statement()?;
            }
        }
        Ok(())
    }

    /// The inside of braces.
    fn block(&mut self) -> Parsed {
        loop {
            if self.quit || self.accept(&Token::Byte(b'}')) {
                return Ok(());
            }
            if self.accept(&Token::NewLine) || self.accept(&Token::Byte(b';')) {
                continue;
            }
            if *self.peek() == Token::End {
                return Err(Syntax);
            }
            let result = self.statement().and_then(|()| {
                let ends = matches!(self.peek(), Token::NewLine | Token::Byte(b';' | b'}'));
                if ends || self.quit { Ok(()) } else { Err(Syntax) }
            });
            if let Err(Syntax) = result {
                if *self.peek() == Token::End {
                    return Err(Syntax);
                }
                self.mistake(b"syntax error");
                self.skip(false);
            }
        }
    }

    fn statement(&mut self) -> Parsed {
        if self.depth >= DEEPEST {
            return Err(Syntax);
        }
        self.depth += 1;
        let result = self.statement_inside();
        self.depth -= 1;
        result
    }

    fn statement_inside(&mut self) -> Parsed {
        match self.peek().clone() {
            Token::Text(text) => {
                self.take();
                let size = text.len() + 2;
                self.code.add(Op::Text(text), size);
            }
            Token::Byte(b'{') => {
                self.take();
                self.block()?;
            }
            Token::Keyword(Keyword::Break) => {
                self.take();
                match self.loops.last() {
                    Some((end, _)) => self.code.add(Op::Jump(*end), 3),
                    None => self.tell_failed(b"Break outside a for/while"),
                }
            }
            Token::Keyword(Keyword::Continue) => {
                self.take();
                self.beyond(b"Continue statement");
                match self.loops.iter().rev().find_map(|(_, next)| *next) {
                    Some(next) => self.code.add(Op::Jump(next), 3),
                    None => self.tell_failed(b"Continue outside a for"),
                }
            }
            Token::Keyword(Keyword::Quit) => {
                self.take();
                self.quit = true;
            }
            Token::Keyword(Keyword::Halt) => {
                self.take();
                self.beyond(b"Halt statement");
                self.code.add(Op::Halt, 1);
            }
            Token::Keyword(Keyword::Limits) => {
                self.take();
                self.code.add(Op::Limits, 0);
            }
            Token::Keyword(Keyword::Warranty) => {
                self.take();
                self.code.add(Op::Warranty, 0);
            }
            Token::Keyword(Keyword::Return) => self.return_statement()?,
            Token::Keyword(Keyword::If) => self.if_statement()?,
            Token::Keyword(Keyword::While) => self.while_statement()?,
            Token::Keyword(Keyword::For) => self.for_statement()?,
            Token::Keyword(Keyword::Print) => {
                self.take();
                self.beyond(b"print statement");
                loop {
                    if let Token::Text(text) = self.peek().clone() {
                        self.take();
                        let size = text.len() + 2;
                        self.code.add(Op::Escaped(text), size);
                    } else {
                        self.expression(0)?;
                        self.code.add(Op::Print { newline: false }, 1);
                    }
                    if !self.accept(&Token::Byte(b',')) {
                        break;
                    }
                }
            }
            _ => {
                let kind = self.expression(0)?;
                let op = if kind == Kind::Value { Op::Print { newline: true } } else { Op::Pop };
                self.code.add(op, 1);
            }
        }
        Ok(())
    }

    fn tell_failed(&mut self, text: &[u8]) {
        self.tell(text);
        self.failed = true;
    }

    fn return_statement(&mut self) -> Parsed {
        self.take();
        if matches!(self.peek(), Token::NewLine | Token::Byte(b';' | b'}') | Token::End) {
            self.code.add(Op::Zero, 1);
        } else {
            if *self.peek() != Token::Byte(b'(') {
                self.beyond(b"return expression requires parenthesis");
            }
            self.expression(0)?;
        }
        self.peek();
        if self.in_function {
            self.code.add(Op::Return, 1);
        } else {
            self.tell_failed(b"Return outside of a function.");
        }
        Ok(())
    }

    fn if_statement(&mut self) -> Parsed {
        self.take();
        self.expect(b'(')?;
        self.expression(0)?;
        self.expect(b')')?;
        let (otherwise, end) = (self.code.label(), self.code.label());
        self.code.add(Op::JumpUnless(otherwise), 3);
        self.new_lines();
        self.statement()?;
        if self.accept(&Token::Keyword(Keyword::Else)) {
            self.beyond(b"else clause in if statement");
            self.code.add(Op::Jump(end), 3);
            self.code.place(otherwise);
            self.new_lines();
            self.statement()?;
            self.code.place(end);
        } else {
            self.code.place(otherwise);
        }
        Ok(())
    }

    fn while_statement(&mut self) -> Parsed {
        self.take();
        let (start, end) = (self.code.label(), self.code.label());
        self.code.place(start);
        self.expect(b'(')?;
        self.expression(0)?;
        self.expect(b')')?;
        self.code.add(Op::JumpUnless(end), 3);
        self.new_lines();
        self.loops.push((end, Some(start)));
        self.statement()?;
        self.loops.pop();
        self.code.add(Op::Jump(start), 3);
        self.code.place(end);
        Ok(())
    }

    fn for_statement(&mut self) -> Parsed {
        self.take();
        let end = self.code.label();
        self.expect(b'(')?;
        if *self.peek() != Token::Byte(b';') {
            self.expression(0)?;
            self.code.add(Op::Pop, 1);
        }
        self.expect(b';')?;
        let (start, body, next) = (self.code.label(), self.code.label(), self.code.label());
        self.code.place(start);
        if *self.peek() == Token::Byte(b';') {
            self.code.add(Op::One, 1);
        } else {
            self.expression(0)?;
        }
        self.expect(b';')?;
        self.code.add(Op::JumpIf(body), 3);
        self.code.add(Op::Jump(end), 3);
        self.code.place(next);
        if *self.peek() != Token::Byte(b')') {
            self.expression(0)?;
            self.code.add(Op::Pop, 1);
        }
        self.expect(b')')?;
        self.code.add(Op::Jump(start), 3);
        self.code.place(body);
        self.new_lines();
        self.loops.push((end, Some(next)));
        self.statement()?;
        self.loops.pop();
        self.code.add(Op::Jump(next), 3);
        self.code.place(end);
        Ok(())
    }

    fn parameters(&mut self, end: &[Token]) -> Parsed<Vec<Parameter>> {
        let mut list = Vec::new();
        if end.contains(self.peek()) {
            return Ok(list);
        }
        loop {
            let by_reference = self.accept(&Token::Byte(b'*')) || self.accept(&Token::Byte(b'&'));
            let name = self.expect_name()?;
            let array = self.accept(&Token::Byte(b'['));
            if array {
                self.expect(b']')?;
            } else if by_reference {
                return Err(Syntax);
            }
            let name = if array { self.array(&name) } else { self.variable(&name) };
            list.push(Parameter { name, array, by_reference });
            if !self.accept(&Token::Byte(b',')) {
                return Ok(list);
            }
        }
    }

    fn definition(&mut self) -> Parsed {
        self.take();
        let void = self.accept(&Token::Keyword(Keyword::Void));
        let name = self.expect_name()?;
        self.expect(b'(')?;
        let parameters = self.parameters(&[Token::Byte(b')')])?;
        self.expect(b')')?;
        self.new_lines();
        self.expect(b'{')?;
        self.new_lines();
        let mut autos = Vec::new();
        if self.accept(&Token::Keyword(Keyword::Auto)) {
            autos = self.parameters(&[])?;
            if !matches!(self.peek(), Token::NewLine | Token::Byte(b';')) {
                return Err(Syntax);
            }
        }
        let same = |a: &Parameter, b: &Parameter| a.name == b.name && a.array == b.array;
        let twice = |list: &[Parameter]| (1..list.len()).any(|at| list[..at].iter().any(|one| same(one, &list[at])));
        if twice(&parameters) {
            self.tell_failed(b"duplicate parameter names");
        }
        if twice(&autos) {
            self.tell_failed(b"duplicate auto variable names");
        }
        if autos.iter().any(|auto| parameters.iter().any(|one| same(one, auto))) {
            self.tell_failed(b"variable in both parameter and auto lists");
        }
        let number = self.function(&name);
        self.functions[number].void = void;
        self.in_function = true;
        self.block()?;
        self.in_function = false;
        self.code.add(Op::Zero, 1);
        self.code.add(Op::Return, 1);
        let mut code = std::mem::take(&mut self.code);
        code.link();
        if !self.failed {
            let function = &mut self.functions[number];
            function.defined = true;
            function.library = None;
            function.parameters = parameters;
            function.autos = autos;
            function.code = Rc::new(code);
        }
        if *self.peek() == Token::NewLine || *self.peek() == Token::Byte(b';') {
            return self.rest_of_line();
        }
        if *self.peek() == Token::End { Ok(()) } else { Err(Syntax) }
    }

    /// Operators of at least that rank: 1 `||`, 2 `&&`, 4 relations, 6 sums, 7 products, 8 powers.
    fn expression(&mut self, least: u8) -> Parsed<Kind> {
        if self.depth >= DEEPEST {
            return Err(Syntax);
        }
        self.depth += 1;
        let kind = self.expression_inside(least);
        self.depth -= 1;
        kind
    }

    fn expression_inside(&mut self, least: u8) -> Parsed<Kind> {
        let kind = self.operand()?;
        self.operators(least, kind)
    }

    fn operators(&mut self, least: u8, mut kind: Kind) -> Parsed<Kind> {
        loop {
            let (rank, right) = match self.peek() {
                Token::Or => (1, 2),
                Token::And => (2, 3),
                Token::Relation(_) => (4, 5),
                Token::Byte(b'+' | b'-') => (6, 7),
                Token::Byte(b'*' | b'/' | b'%') => (7, 8),
                Token::Byte(b'^') => (8, 8),
                _ => return Ok(kind),
            };
            if rank < least {
                return Ok(kind);
            }
            if kind == Kind::Void {
                self.tell_failed(b"void expression with operator");
            }
            kind = Kind::Value;
            match self.take() {
                Token::And => {
                    self.beyond(b"&& operator");
                    let end = self.code.label();
                    self.code.add(Op::Duplicate, 1);
                    self.code.add(Op::JumpUnless(end), 3);
                    self.code.add(Op::Pop, 1);
                    self.expression(right)?;
                    self.code.add(Op::Duplicate, 1);
                    self.code.add(Op::JumpUnless(end), 3);
                    self.code.add(Op::Pop, 1);
                    self.code.add(Op::One, 1);
                    self.code.place(end);
                }
                Token::Or => {
                    self.beyond(b"|| operator");
                    let (yes, end) = (self.code.label(), self.code.label());
                    self.code.add(Op::JumpIf(yes), 3);
                    self.expression(right)?;
                    self.code.add(Op::JumpIf(yes), 3);
                    self.code.add(Op::Zero, 1);
                    self.code.add(Op::Jump(end), 3);
                    self.code.place(yes);
                    self.code.add(Op::One, 1);
                    self.code.place(end);
                }
                Token::Relation(relation) => {
                    self.expression(right)?;
                    self.code.add(Op::Compare(relation), 1);
                }
                Token::Byte(operator) => {
                    self.expression(right)?;
                    self.code.add(Op::Arithmetic(operator), 1);
                }
                _ => return Err(Syntax),
            }
        }
    }

    fn operand(&mut self) -> Parsed<Kind> {
        match self.peek().clone() {
            Token::Number(text) => {
                self.take();
                match text.as_slice() {
                    b"0" => self.code.add(Op::Zero, 1),
                    b"1" => self.code.add(Op::One, 1),
                    _ => {
                        let size = text.len() + 2;
                        self.code.add(Op::Constant(text), size);
                    }
                }
            }
            Token::Byte(b'(') => {
                self.take();
                self.expression(0)?;
                self.expect(b')')?;
            }
            Token::Byte(b'-') => {
                self.take();
                self.expression(9)?;
                self.code.add(Op::Negate, 1);
            }
            Token::Byte(b'!') => {
                self.take();
                self.beyond(b"! operator");
                self.expression(4)?;
                self.code.add(Op::Not, 1);
            }
            Token::Step(step) => {
                self.take();
                let up = step == b'+';
                match self.named()? {
                    (name, false) => {
                        self.code.add(Op::Step(name, up), 2);
                        self.code.add(Op::Load(name), 2);
                    }
                    (name, true) => {
                        self.code.add(Op::Duplicate, 1);
                        self.code.add(Op::StepElement(name, up), 2);
                        self.code.add(Op::LoadElement(name), 2);
                    }
                }
            }
            Token::Name(name) => {
                self.take();
                if self.accept(&Token::Byte(b'(')) {
                    return self.call(&name);
                }
                if name.len() > 1 {
                    self.beyond(&[b"multiple letter name - ", &name[..]].concat());
                }
                let target = self.after_name(&name)?;
                return self.use_of(target);
            }
            Token::Keyword(Keyword::Scale) => {
                self.take();
                if self.accept(&Token::Byte(b'(')) {
                    self.expression(0)?;
                    self.expect(b')')?;
                    self.code.add(Op::ScaleOf, 2);
                } else {
                    return self.use_of((SCALE, false));
                }
            }
            Token::Keyword(word @ (Keyword::Ibase | Keyword::Obase | Keyword::Last | Keyword::History)) => {
                self.take();
                return self.use_of((special(word), false));
            }
            Token::Keyword(word @ (Keyword::Length | Keyword::Sqrt)) => {
                self.take();
                self.expect(b'(')?;
                self.expression(0)?;
                self.expect(b')')?;
                let op = if word == Keyword::Length { Op::Length } else { Op::SquareRoot };
                self.code.add(op, 2);
            }
            Token::Keyword(word @ (Keyword::Read | Keyword::Random)) => {
                self.take();
                self.expect(b'(')?;
                self.expect(b')')?;
                let (op, text): (Op, &[u8]) =
                    if word == Keyword::Read { (Op::Read, b"read function") } else { (Op::Random, b"random function") };
                self.beyond(text);
                self.code.add(op, 2);
            }
            _ => return Err(Syntax),
        }
        Ok(Kind::Value)
    }

    /// A variable, or an array's element whose index is then on the stack.
    fn named(&mut self) -> Parsed<(usize, bool)> {
        match self.take() {
            Token::Name(name) => self.after_name(&name),
            Token::Keyword(
                word @ (Keyword::Ibase | Keyword::Obase | Keyword::Scale | Keyword::Last | Keyword::History),
            ) => Ok((special(word), false)),
            _ => Err(Syntax),
        }
    }

    fn after_name(&mut self, name: &[u8]) -> Parsed<(usize, bool)> {
        if !self.accept(&Token::Byte(b'[')) {
            return Ok((self.variable(name), false));
        }
        self.expression(0)?;
        self.expect(b']')?;
        Ok((self.array(name), true))
    }

    fn use_of(&mut self, (name, element): (usize, bool)) -> Parsed<Kind> {
        match self.peek().clone() {
            Token::Assign(operator) => {
                self.take();
                if operator != b'=' {
                    if element {
                        self.code.add(Op::Duplicate, 1);
                        self.code.add(Op::LoadElement(name), 2);
                    } else {
                        self.code.add(Op::Load(name), 2);
                    }
                }
                self.expression(5)?;
                if operator != b'=' {
                    self.code.add(Op::Arithmetic(operator), 1);
                }
                self.code.add(if element { Op::StoreElement(name) } else { Op::Store(name) }, 2);
                return Ok(Kind::Assignment);
            }
            Token::Step(step) => {
                self.take();
                let up = step == b'+';
                if element {
                    self.code.add(Op::Duplicate, 1);
                    self.code.add(Op::LoadElement(name), 2);
                    self.code.add(Op::Exchange, 1);
                    self.code.add(Op::StepElement(name, up), 2);
                } else {
                    self.code.add(Op::Load(name), 2);
                    self.code.add(Op::Step(name, up), 2);
                }
            }
            _ if element => self.code.add(Op::LoadElement(name), 2),
            _ => self.code.add(Op::Load(name), 2),
        }
        Ok(Kind::Value)
    }

    fn call(&mut self, name: &[u8]) -> Parsed<Kind> {
        let function = self.function(name);
        let mut arguments = Vec::new();
        if *self.peek() != Token::Byte(b')') {
            loop {
                arguments.push(self.argument()?);
                if !self.accept(&Token::Byte(b',')) {
                    break;
                }
            }
        }
        self.expect(b')')?;
        let size = 3 + arguments.len();
        self.code.add(Op::Call(function, arguments), size);
        Ok(if self.functions[function].void { Kind::Void } else { Kind::Value })
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let Token::Name(name) = self.peek().clone() else {
            return self.expression(0).map(|_| Argument::Value);
        };
        self.take();
        if self.accept(&Token::Byte(b'(')) {
            self.call(&name)?;
            return self.rest_of_argument();
        }
        if !self.accept(&Token::Byte(b'[')) {
            let variable = self.variable(&name);
            self.use_of((variable, false))?;
            return self.rest_of_argument();
        }
        let array = self.array(&name);
        if self.accept(&Token::Byte(b']')) {
            self.code.add(Op::Constant(array.to_string().into_bytes()), array.to_string().len() + 2);
            return Ok(Argument::Array(array));
        }
        self.expression(0)?;
        self.expect(b']')?;
        self.use_of((array, true))?;
        self.rest_of_argument()
    }

    /// The operators behind an argument's first operand.
    fn rest_of_argument(&mut self) -> Parsed<Argument> {
        self.operators(0, Kind::Value).map(|_| Argument::Value)
    }
}

fn special(word: Keyword) -> usize {
    match word {
        Keyword::Ibase => IBASE,
        Keyword::Obase => OBASE,
        Keyword::History => HISTORY,
        Keyword::Last => LAST,
        _ => SCALE,
    }
}

fn begins_statement(token: &Token) -> bool {
    match token {
        Token::Number(_) | Token::Name(_) | Token::Text(_) | Token::Step(_) => true,
        Token::Byte(byte) => matches!(byte, b'(' | b'{' | b'-' | b'!'),
        Token::Keyword(word) => !matches!(word, Keyword::Define | Keyword::Auto | Keyword::Else | Keyword::Void),
        _ => false,
    }
}

impl Compiler {
    /// The name of a parameter, for messages.
    pub fn parameter_name(&self, parameter: Parameter) -> Vec<u8> {
        if parameter.array {
            return self.array_names.get(parameter.name).cloned().unwrap_or_default();
        }
        let found = self.variables.iter().find(|(_, number)| **number == parameter.name);
        found.map(|(name, _)| name.clone()).unwrap_or_default()
    }
}
