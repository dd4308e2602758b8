//! `declare typeset local export readonly`

use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::arguments::{Options, Wrong, scan};
use super::functions::{function, function_line};
use super::operand::{Index, Operand, OperandValue, read_operand};

use super::{Argument, USAGE, own_name};
use crate::flow::Flow;
use crate::shell::{Failure, FrameKind, FunctionAttributes, Shell};
use crate::syntax::Construct;
use crate::syntax::ast::Name;
use crate::variables::{
    Attributes, Special, Target, Temporary, Value, Variable, declare_text, is_target, listing_text, split_element,
};

/// Which of the builtins it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Declare,
    Local,
    Export,
    Readonly,
}

/// What the options ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Request {
    pub on: Attributes,
    pub off: Attributes,
    /// `-p`
    pub print: bool,
    /// `-f`, `-F`
    pub functions: bool,
    /// `-F`
    pub names_only: bool,
    /// `-g`
    pub global: bool,
    /// `-I`
    pub inherit: bool,
    /// Any attribute was named.
    pub changes: bool,
}

pub(super) fn declare(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    run(shell, arguments, Kind::Declare, "+acfgilnprtuxAFGI")
}

pub(super) fn local(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    if !shell.is_in_function() {
        return shell.builtin_error(b"local", &[b"can only be used in a function"]);
    }
    run(shell, arguments, Kind::Local, "+acfgilnprtuxAFGI")
}

pub(super) fn export(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    run(shell, arguments, Kind::Export, "aAfnp")
}

pub(super) fn readonly(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    run(shell, arguments, Kind::Readonly, "aAfnp")
}

fn run(shell: &mut Shell, arguments: &[Argument<'_>], kind: Kind, letters: &str) -> Result<u8, Flow> {
    let own = own_name(arguments).into_owned();
    let own = own.as_slice();
    let arguments = arguments.get(1..).unwrap_or_default();
    // Options come before the first operand, and an operand that was parsed as an assignment is none.
    let leading: super::Words<'_> = arguments
        .iter()
        .map_while(|argument| match argument {
            Argument::Word(word) => Some(std::borrow::Cow::Borrowed(BStr::new(word))),
            Argument::Assignment { .. } => None,
        })
        .collect();
    let options = match scan(&leading, letters) {
        Ok(options) => options,
        Err(Wrong::Help | Wrong::Invalid { .. } | Wrong::NoValue { .. }) => {
            shell.options(own, &leading, letters)?;
            return Ok(USAGE);
        }
    };
    let request = read_request(kind, &options);
    if request.on.indexed || request.on.associative {
        shell.require_arrays()?;
    }
    if request.on.integer && !shell.language().has(Construct::Arithmetic) {
        return shell.refuse(Construct::Arithmetic, "declare -i");
    }
    let operands = arguments.get(options.operands..).unwrap_or_default();
    if operands.is_empty() {
        return list(shell, kind, own, &request);
    }
    let mut status = 0;
    let mut out = Vec::new();
    for operand in operands {
        let done = if request.functions {
            function(shell, own, operand, &request, &mut out)?
        } else if request.print && !matches!(kind, Kind::Export | Kind::Readonly) {
            show(shell, own, operand, &mut out)?
        } else {
            variable(shell, kind, own, operand, request)?
        };
        if !done {
            status = 1;
        }
    }
    Ok(status.max(shell.put(&own.to_str_lossy(), &out)?))
}

fn read_request(kind: Kind, options: &Options) -> Request {
    let mut request = Request::default();
    match kind {
        Kind::Export => {
            if options.has(b'n') {
                request.off.export = true;
            } else {
                request.on.export = true;
            }
        }
        Kind::Readonly => request.on.readonly = true,
        _ => {}
    }
    for given in &options.given {
        let letter = given.letter;
        match letter {
            b'p' => request.print = true,
            b'f' => request.functions = !given.plus,
            b'F' => (request.functions, request.names_only) = (true, true),
            b'g' => request.global = true,
            b'I' => request.inherit = true,
            b'n' if matches!(kind, Kind::Export | Kind::Readonly) => {}
            _ => {
                let attributes = if given.plus { &mut request.off } else { &mut request.on };
                request.changes = true;
                match letter {
                    b'a' => attributes.indexed = true,
                    b'A' => attributes.associative = true,
                    b'i' => attributes.integer = true,
                    b'l' => attributes.lower = true,
                    b'u' => attributes.upper = true,
                    b'c' => attributes.capital = true,
                    b'n' => attributes.nameref = true,
                    b'r' => attributes.readonly = true,
                    b't' => attributes.trace = true,
                    b'x' => attributes.export = true,
                    _ => {}
                }
            }
        }
    }
    // Two of these at once cancel each other out.
    let on = &mut request.on;
    if u8::from(on.lower) + u8::from(on.upper) + u8::from(on.capital) > 1 {
        (on.lower, on.upper, on.capital) = (false, false, false);
    }
    if on.nameref {
        // A reference has no value of its own to convert.
        (on.integer, on.lower, on.upper, on.capital) = (false, false, false, false);
    }
    request
}

/// Without operands: what there is.
fn list(shell: &mut Shell, kind: Kind, own: &[u8], request: &Request) -> Result<u8, Flow> {
    let mut out = Vec::new();
    if request.functions {
        let mut names: Vec<Name> = shell.state.functions.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            let attributes = shell.function_attributes(&name);
            let wanted = match kind {
                Kind::Export => attributes.export,
                Kind::Readonly => attributes.readonly,
                _ => {
                    let on = &request.on;
                    !request.changes
                        || on.readonly && attributes.readonly
                        || on.export && attributes.export
                        || on.trace && attributes.trace
                }
            };
            if !wanted {
                continue;
            }
            let posix = shell.state.options.posix && matches!(kind, Kind::Export | Kind::Readonly);
            if posix {
                out.extend_from_slice(&[own, b" -f ", name.as_bytes(), b"\n"].concat());
                continue;
            }
            if !request.names_only {
                shell.function_text(&name, &mut out);
            }
            let plain = matches!(kind, Kind::Declare | Kind::Local) && !request.names_only && !request.changes;
            if !plain || attributes != FunctionAttributes::default() {
                function_line(&name, attributes, &mut out);
            }
        }
        return shell.put(&own.to_str_lossy(), &out);
    }
    let filter = !matches!(kind, Kind::Declare | Kind::Local) || request.changes;
    if !filter && !request.print && kind == Kind::Declare {
        return shell.list_variables(&own.to_str_lossy());
    }
    // In POSIX mode these list themselves, with what kind of array it is.
    let posix = shell.state.options.posix && matches!(kind, Kind::Export | Kind::Readonly);
    let names = if kind == Kind::Local { shell.state.variables.local_names() } else { shell.state.variables.names() };
    for name in names {
        let Some(variable) = shell.state.variables.get(&name) else { continue };
        if filter && !shares(variable, &request.on) && !(kind == Kind::Export && variable.attributes.export) {
            continue;
        }
        let computed = variable.special.is_some_and(Special::is_hidden);
        let text = if computed {
            // Looking at a generator would move it.
            declare_text(&name, &Variable { value: Value::Unset, ..variable.clone() })
        } else {
            match shell.variable_now(&name)? {
                Some(variable) => declare_text(&name, &variable),
                None => continue,
            }
        };
        match text.strip_prefix(b"declare -").filter(|_| posix) {
            Some(rest) => {
                let (letters, rest) = rest.split_once_str(" ").unwrap_or((rest, b""));
                let array: &[u8] = if letters.contains(&b'a') {
                    b" -a "
                } else if letters.contains(&b'A') {
                    b" -A "
                } else {
                    b" "
                };
                out.extend_from_slice(&[own, array, rest].concat());
            }
            None => out.extend_from_slice(&text),
        }
        out.push(b'\n');
    }
    shell.put(&own.to_str_lossy(), &out)
}

/// True when the variable has one of the attributes.
fn shares(variable: &Variable, wanted: &Attributes) -> bool {
    let has = &variable.attributes;
    wanted.export && has.export
        || wanted.readonly && has.readonly
        || wanted.integer && has.integer
        || wanted.lower && has.lower
        || wanted.upper && has.upper
        || wanted.capital && has.capital
        || wanted.nameref && has.nameref
        || wanted.trace && has.trace
        || wanted.indexed && variable.is_indexed()
        || wanted.associative && variable.is_associative()
}

/// `declare -p NAME`
fn show(shell: &mut Shell, own: &[u8], operand: &Argument<'_>, out: &mut Vec<u8>) -> Result<bool, Flow> {
    let text = operand.text();
    let found = match text.to_str() {
        Ok(name) => shell.variable_now(name)?.map(|variable| declare_text(name, &variable)),
        Err(_) => None,
    };
    match found {
        Some(line) => {
            out.extend_from_slice(&line);
            out.push(b'\n');
            Ok(true)
        }
        None => {
            shell.put_lines(&own.to_str_lossy(), out)?;
            shell.builtin_error(own, &[&text, b": not found"])?;
            Ok(false)
        }
    }
}

/// One operand: makes the variable, changes its attributes, assigns. False when it failed, with a message.
fn variable(
    shell: &mut Shell,
    kind: Kind,
    own: &[u8],
    argument: &Argument<'_>,
    mut request: Request,
) -> Result<bool, Flow> {
    let arrays = request.on.indexed || request.on.associative;
    if kind == Kind::Local && matches!(argument, Argument::Word(word) if word == "-") {
        shell.keep_options();
        return Ok(true);
    }
    let Some(operand) = read_operand(shell, own, argument, arrays)? else { return Ok(false) };
    if let (Kind::Export | Kind::Readonly, Some(index)) = (kind, &operand.index) {
        let index = match index {
            Index::Parsed(index) => crate::syntax::print::subscript(index),
            Index::Text(text) => text.clone(),
        };
        shell.builtin_error(own, &[b"`", operand.name.as_bytes(), b"[", &index, b"]': not a valid identifier"])?;
        return Ok(false);
    }
    let local = kind == Kind::Local || kind == Kind::Declare && !request.global && shell.is_in_function();
    let mut name = Arc::clone(&operand.name);
    let new_local = local && !shell.state.variables.is_local(&name);
    // But for its own attribute, what is declared of a reference is declared of what it names.
    if !(request.on.nameref || request.off.nameref || new_local) {
        match shell.state.variables.resolve(&name) {
            Target::Name(target) => name = target,
            Target::Element(..) | Target::Empty(_) => {}
            Target::Circular => shell.warn_circular(&name)?,
        }
    }
    if let Some(OperandValue::Array(_) | OperandValue::Parsed(_)) = operand.value
        && !request.on.associative
        && operand.index.is_none()
    {
        request.on.indexed |= !shell.state.variables.get(&name).is_some_and(Variable::is_associative);
    }
    if operand.index.is_some() && operand.value.is_none() && !request.on.associative {
        // `declare a[5]` makes an array.
        request.on.indexed = true;
    }
    // Words are expanded where the variable still has its outer value: `local x=("${x[@]}")`.
    let associative =
        request.on.associative || !new_local && shell.state.variables.get(&name).is_some_and(Variable::is_associative);
    let expanded = match &operand.value {
        Some(OperandValue::Array(elements)) => Some(shell.expand_elements(elements, associative)?),
        Some(OperandValue::Parsed(elements)) => Some(shell.expand_elements(elements, associative)?),
        _ => None,
    };
    if local {
        let inherit = request.inherit || shell.state.options.localvar_inherit;
        if shell.state.variables.declare_local(&name, inherit).is_err() {
            if let (true, Some(frame)) = (operand.is_compound(), shell.frames.last()) {
                shell.complain(&[frame.function.as_bytes(), b": ", name.as_bytes(), b": readonly variable"])?;
            }
            shell.builtin_error(own, &[name.as_bytes(), b": readonly variable"])?;
            return Ok(false);
        }
    } else if request.global && is_hidden(shell, &name) {
        return hidden_global(shell, own, &name, operand, request);
    }
    if !attributes_allowed(shell, kind, own, &name, &operand, &request)? {
        return Ok(false);
    }
    if request.on.nameref {
        return nameref(shell, own, &name, operand, request);
    }
    let value_given = operand.value.is_some();
    // `readonly` comes last, so that the value can be assigned.
    shell.state.variables.modify(&name, |variable| apply(variable, &request, !value_given));
    shell.last_failure.set(Failure::Expansion);
    let assigned = match (&operand.value, &operand.index) {
        (None, _) => Ok(()),
        (Some(OperandValue::Scalar(text)), None) => shell.assign_scalar(&name, text.clone(), operand.append),
        (Some(OperandValue::Scalar(text)), Some(Index::Parsed(index))) => {
            shell.assign_element(&name, index, text.clone(), operand.append)
        }
        (Some(OperandValue::Scalar(text)), Some(Index::Text(index))) => {
            shell.assign_element_text(&name, index, text.clone(), operand.append)
        }
        (Some(_), Some(_)) => {
            shell.complain(&[name.as_bytes(), b": cannot assign list to array member"])?;
            return Ok(false);
        }
        (Some(_), None) => match expanded {
            Some(elements) => shell.store_elements(&name, elements, operand.append, associative),
            None => Ok(()),
        },
    };
    match assigned {
        Ok(()) => {}
        Err(Flow::Discard(_)) if shell.last_failure.get() != Failure::Arithmetic => return Ok(false),
        Err(flow) => return Err(flow),
    }
    if request.on.readonly && value_given {
        shell.state.variables.modify(&name, |variable| variable.attributes.readonly = true);
    }
    Ok(true)
}

/// What must not be done to a variable as it is now.
fn attributes_allowed(
    shell: &mut Shell,
    kind: Kind,
    own: &[u8],
    name: &str,
    operand: &Operand<'_>,
    request: &Request,
) -> Result<bool, Flow> {
    let Some(variable) = shell.state.variables.get(name) else { return Ok(true) };
    let (on, off) = (&request.on, &request.off);
    let has = variable.attributes;
    let changes_value = on.integer && !has.integer
        || on.lower && !has.lower
        || on.upper && !has.upper
        || on.capital && !has.capital
        || on.indexed && !variable.is_array()
        || on.associative && !variable.is_array()
        || off.integer
        || off.readonly;
    let complaint: &[u8] = if has.readonly && (operand.value.is_some() || changes_value) {
        if matches!(kind, Kind::Export | Kind::Readonly) {
            shell.complain(&[name.as_bytes(), b": readonly variable"])?;
            shell.last_failure.set(Failure::Readonly);
            // The attribute is given all the same.
            shell.state.variables.modify(name, |variable| apply(variable, request, true));
            return Ok(false);
        }
        if operand.is_compound() {
            // Bash assigns these before the builtin runs.
            shell.complain(&[name.as_bytes(), b": readonly variable"])?;
            return Ok(false);
        }
        b": readonly variable"
    } else if off.indexed && variable.is_indexed() || off.associative && variable.is_associative() {
        b": cannot destroy array variables in this way"
    } else if on.indexed && variable.is_associative() && !on.associative {
        b": cannot convert associative to indexed array"
    } else if on.associative && variable.is_indexed() {
        b": cannot convert indexed to associative array"
    } else if on.nameref && variable.is_array() {
        b": reference variable cannot be an array"
    } else {
        return Ok(true);
    };
    shell.builtin_error(own, &[name.as_bytes(), complaint])?;
    Ok(false)
}

/// Changes the attributes of a variable; the value follows where its kind changes.
fn apply(variable: &mut Variable, request: &Request, readonly: bool) {
    let (on, off) = (&request.on, &request.off);
    if (on.export || on.readonly) && variable.temporary == Temporary::Yes {
        variable.temporary = Temporary::Kept;
    }
    let has = &mut variable.attributes;
    has.export = (has.export || on.export) && !off.export;
    has.integer = (has.integer || on.integer) && !off.integer;
    has.trace = (has.trace || on.trace) && !off.trace;
    has.nameref = (has.nameref || on.nameref) && !off.nameref;
    if on.lower || on.upper || on.capital {
        (has.lower, has.upper, has.capital) = (on.lower, on.upper, on.capital);
    }
    has.lower &= !off.lower;
    has.upper &= !off.upper;
    has.capital &= !off.capital;
    has.readonly |= on.readonly && readonly;
    let array = if on.associative {
        has.associative = true;
        true
    } else if on.indexed {
        has.indexed = true;
        true
    } else {
        false
    };
    if array && let Value::Scalar(text) = &variable.value {
        // A scalar becomes the element 0.
        if on.associative {
            let mut elements = crate::variables::AssociativeArray::default();
            elements.set(b"0", text.clone());
            variable.value = Value::Associative(Arc::new(elements));
        } else {
            variable.value = Value::array(vec![text.clone()]);
        }
    }
}

/// `declare -n name=target`
fn nameref(shell: &mut Shell, own: &[u8], name: &Name, operand: Operand<'_>, request: Request) -> Result<bool, Flow> {
    let target = match operand.value {
        Some(OperandValue::Scalar(text)) => Some(text),
        Some(_) => {
            shell.builtin_error(own, &[name.as_bytes(), b": reference variable cannot be an array"])?;
            return Ok(false);
        }
        None => shell.state.variables.get(name).and_then(|variable| variable.value.scalar()).map(BString::from),
    };
    if operand.index.is_some() {
        shell.builtin_error(own, &[name.as_bytes(), b": reference variable cannot be an array"])?;
        return Ok(false);
    }
    if let Some(target) = &target {
        if !is_target(target) {
            shell.builtin_error(own, &[b"`", target, b"': invalid variable name for name reference"])?;
            return Ok(false);
        }
        let own_name = split_element(target).map_or(target.as_bytes(), |(array, _)| array.as_bytes());
        if own_name == name.as_bytes() {
            if !shell.is_in_function() {
                shell.builtin_error(own, &[name.as_bytes(), b": nameref variable self references not allowed"])?;
                return Ok(false);
            }
            shell.warn_circular(name)?;
        }
    }
    shell.state.variables.modify(name, |variable| {
        apply(variable, &request, true);
        if let Some(target) = target {
            variable.value = Value::Scalar(target);
        }
    });
    Ok(true)
}

/// True when a local of some call hides the global variable of this name.
fn is_hidden(shell: &Shell, name: &str) -> bool {
    let variables = &shell.state.variables;
    match (variables.global(name), variables.get(name)) {
        (Some(global), Some(visible)) => !std::ptr::eq(global, visible),
        (None, Some(_)) => true,
        _ => false,
    }
}

/// `declare -g` of a variable that a local hides: only text and attributes can be given to it.
fn hidden_global(
    shell: &mut Shell,
    own: &[u8],
    name: &str,
    operand: Operand<'_>,
    request: Request,
) -> Result<bool, Flow> {
    let readonly = shell.state.variables.global(name).is_some_and(|variable| variable.attributes.readonly);
    if readonly && operand.value.is_some() {
        shell.builtin_error(own, &[name.as_bytes(), b": readonly variable"])?;
        return Ok(false);
    }
    let value = match operand.value {
        Some(OperandValue::Scalar(text)) if operand.index.is_none() => {
            let integer = request.on.integer
                || shell.state.variables.global(name).is_some_and(|variable| variable.attributes.integer);
            let old =
                shell.state.variables.global(name).and_then(|variable| variable.value.scalar()).map(BString::from);
            Some(match (integer, old.filter(|_| operand.append)) {
                (false, None) => text,
                (false, Some(mut old)) => {
                    old.extend_from_slice(&text);
                    old
                }
                (true, None) => shell.evaluate_text_or_drop(&text)?.to_string().into(),
                (true, Some(old)) => {
                    let sum = shell.evaluate_text_or_drop(&old)?.wrapping_add(shell.evaluate_text_or_drop(&text)?);
                    sum.to_string().into()
                }
            })
        }
        Some(_) => {
            shell.builtin_error(own, &[name.as_bytes(), b": a local variable hides the array"])?;
            return Ok(false);
        }
        None => None,
    };
    shell.state.variables.modify_global(name, |variable| {
        apply(variable, &request, true);
        match (value, &mut variable.value) {
            (None, _) => {}
            (Some(text), Value::Indexed(array)) => Arc::make_mut(array).set(0, text),
            (Some(text), Value::Associative(array)) => Arc::make_mut(array).set(b"0", text),
            (Some(text), place) => *place = Value::Scalar(text),
        }
    });
    Ok(true)
}

impl Shell {
    /// `local -`: the options of `set` are put back when the function returns.
    fn keep_options(&mut self) {
        let options = self.state.options;
        if let Some(frame) = self.frames.iter_mut().rev().find(|frame| frame.kind == FrameKind::Function) {
            frame.options.get_or_insert(options);
        }
    }

    /// True inside a function call.
    pub(super) fn is_in_function(&self) -> bool {
        self.frames.iter().any(|frame| frame.kind == FrameKind::Function)
    }

    /// What `set` and `declare` list: variables that have a value, then functions.
    pub(super) fn list_variables(&mut self, builtin: &str) -> Result<u8, Flow> {
        let mut out = Vec::new();
        for name in self.state.variables.names() {
            // Bash computes these only for who asks for them.
            if self.state.variables.get(&name).and_then(|variable| variable.special).is_some_and(Special::is_hidden) {
                continue;
            }
            let Some(variable) = self.variable_now(&name)? else { continue };
            let posix = self.state.options.posix;
            if let Some(line) = listing_text(&name, &variable, posix) {
                out.extend_from_slice(&line);
                out.push(b'\n');
            }
        }
        if !self.state.options.posix {
            let mut names: Vec<Name> = self.state.functions.keys().cloned().collect();
            names.sort_unstable();
            for name in names {
                self.function_text(&name, &mut out);
            }
        }
        self.put(builtin, &out)
    }
}
