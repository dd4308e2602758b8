//! Redirections: opening, duplicating and closing descriptors around a command.

use std::rc::Rc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use crate::flow::Flow;
use crate::kernel::{Description, Fd, IoError, OpenOptions};
use crate::shell::Shell;
use crate::syntax::ast::{
    FdName, Param, ParamExpansion, ParamOp, Redirection, RedirectionOp, RedirectionTarget, Word, WordPart,
};
use crate::syntax::print;
use crate::variables::split_element;
use workspace::{Errno, Kind};

/// The descriptors that redirections replaced, last change last.
#[derive(Default)]
pub(super) struct Saved(Vec<(u32, Option<Fd>)>);

impl Shell {
    /// Runs `body` with the redirections in force, and puts the old descriptors back. A redirection that fails is
    /// reported and the status is 1.
    pub(super) fn with_redirections(
        &mut self,
        redirections: &[Redirection],
        body: impl FnOnce(&mut Shell) -> Result<u8, Flow>,
    ) -> Result<u8, Flow> {
        if redirections.is_empty() {
            return body(self);
        }
        let Some(saved) = self.redirect(redirections)? else {
            self.redirection_failed = true;
            return Ok(1);
        };
        let result = body(self);
        self.restore(saved);
        result
    }

    /// Applies redirections in order; `None`: one failed, was reported, and all are undone.
    pub(super) fn redirect(&mut self, redirections: &[Redirection]) -> Result<Option<Saved>, Flow> {
        let mut saved = Saved::default();
        for redirection in redirections {
            match self.apply(redirection, &mut saved) {
                Ok(true) => {}
                Ok(false) => {
                    self.restore(saved);
                    return Ok(None);
                }
                Err(flow) => {
                    self.restore(saved);
                    return Err(flow);
                }
            }
        }
        Ok(Some(saved))
    }

    pub(super) fn restore(&mut self, saved: Saved) {
        for (number, fd) in saved.0.into_iter().rev() {
            let _ = self.fds.set(number, fd);
        }
    }

    /// One redirection; false when it failed and was reported.
    fn apply(&mut self, redirection: &Redirection, saved: &mut Saved) -> Result<bool, Flow> {
        let word = match &redirection.target {
            RedirectionTarget::HereDoc(document) => {
                let text = self.expand_here_document(&document.body)?;
                return self.install(redirection, 0, Description::bytes(Bytes::from(Vec::from(text))), saved);
            }
            RedirectionTarget::Word(word) => word,
        };
        if redirection.op == RedirectionOp::HereString {
            let mut text = self.expand_assigned(word)?;
            text.push(b'\n');
            return self.install(redirection, 0, Description::bytes(Bytes::from(Vec::from(text))), saved);
        }
        let Some(target) = self.expand_redirection(word)? else { return Ok(false) };
        match redirection.op {
            RedirectionOp::DuplicateRead => self.duplicate(redirection, 0, (&target, word), saved),
            RedirectionOp::DuplicateWrite => {
                let number = descriptor_word(&target);
                let is_output = matches!(redirection.fd, None | Some(FdName::Number(1)));
                if number.is_none() && is_output && target != "-" {
                    return self.open_both(&target, false, saved);
                }
                self.duplicate(redirection, 1, (&target, word), saved)
            }
            RedirectionOp::WriteBoth => self.open_both(&target, false, saved),
            RedirectionOp::AppendBoth => self.open_both(&target, true, saved),
            op => {
                let default = u32::from(!matches!(op, RedirectionOp::Read | RedirectionOp::ReadWrite));
                let Some(fd) = self.open_target(&target, op)? else { return Ok(false) };
                self.install(redirection, default, fd, saved)
            }
        }
    }

    fn open_target(&mut self, target: &BString, op: RedirectionOp) -> Result<Option<Fd>, Flow> {
        let mode = 0o666 & !self.state.umask;
        if self.state.options.restricted_shell && op != RedirectionOp::Read {
            self.complain(&[target, b": restricted: cannot redirect output"])?;
            return Ok(None);
        }
        let options = match op {
            RedirectionOp::Read => OpenOptions::reading(),
            RedirectionOp::Append | RedirectionOp::AppendBoth => OpenOptions::appending(mode),
            RedirectionOp::ReadWrite => {
                OpenOptions { read: true, write: true, create: true, mode, ..OpenOptions::default() }
            }
            _ => OpenOptions::writing(mode),
        };
        if self.state.options.noclobber && matches!(op, RedirectionOp::Write | RedirectionOp::WriteBoth) {
            let there = self.kernel.vfs.stat(&self.state.cwd, target);
            // A link that leads nowhere is no new file either.
            let dangles = there.is_err() && self.kernel.vfs.lstat(&self.state.cwd, target).is_ok();
            if dangles || there.is_ok_and(|stat| stat.kind == Kind::File) {
                self.complain(&[target, b": cannot overwrite existing file"])?;
                return Ok(None);
            }
        }
        match self.kernel.vfs.open(&self.state.cwd, target, options, &self.fds) {
            Ok(fd) => Ok(Some(fd)),
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                self.complain(&[target, b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// `&>file`: both standard output and standard error.
    fn open_both(&mut self, target: &BString, append: bool, saved: &mut Saved) -> Result<bool, Flow> {
        let op = if append { RedirectionOp::AppendBoth } else { RedirectionOp::WriteBoth };
        let Some(fd) = self.open_target(target, op)? else { return Ok(false) };
        for number in [1, 2] {
            if !self.replace(number, Some(Rc::clone(&fd)), saved)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `>&word` and `<&word`: a number, `-` to close, or `N-` to move.
    fn duplicate(
        &mut self,
        redirection: &Redirection,
        default: u32,
        (target, word): (&BString, &Word),
        saved: &mut Saved,
    ) -> Result<bool, Flow> {
        if target == "-" {
            return self.close(redirection, default, saved);
        }
        let Some((number, moves)) = descriptor_word(target) else {
            self.complain(&[target, b": ambiguous redirect"])?;
            return Ok(false);
        };
        let Some(fd) = self.fds.get(number).cloned() else {
            // Bash shows the word as it is written.
            let shown = match word.parts.as_slice() {
                [WordPart::Literal(_)] => number.to_string().into(),
                _ => print::word(word),
            };
            self.complain(&[&shown, b": ", Errno::BadFd.message().as_bytes()])?;
            return Ok(false);
        };
        if !self.install(redirection, default, fd, saved)? {
            return Ok(false);
        }
        let itself = matches!(&redirection.fd, Some(FdName::Number(own)) if *own == number)
            || (redirection.fd.is_none() && default == number);
        if moves && !itself { self.replace(number, None, saved) } else { Ok(true) }
    }

    fn close(&mut self, redirection: &Redirection, default: u32, saved: &mut Saved) -> Result<bool, Flow> {
        let number = match &redirection.fd {
            None => default,
            Some(FdName::Number(number)) => *number,
            Some(FdName::Variable(name)) => {
                let value = self.target_value(name)?;
                match parse_descriptor(&value) {
                    Some(number) => {
                        // What a variable holds was opened for good, and is closed for good.
                        let _ = self.fds.set(number, None);
                        return Ok(true);
                    }
                    None => {
                        self.complain(&[name.as_bytes(), b": ", Errno::BadFd.message().as_bytes()])?;
                        return Ok(false);
                    }
                }
            }
        };
        self.replace(number, None, saved)
    }

    /// The value of `name` or `name[subscript]`.
    fn target_value(&mut self, target: &str) -> Result<BString, Flow> {
        let Some((name, subscript)) = split_element(target.as_bytes()) else {
            return Ok(self.variable(target).unwrap_or_default());
        };
        let param = Param::Element { name: name.into(), index: self.parse_subscript_text(subscript)? };
        let expansion = ParamExpansion { param, indirect: false, braced: false, op: ParamOp::None };
        self.expand_string(&Word::new(vec![WordPart::Param(Box::new(expansion))]))
    }

    /// Puts an open description at the redirection's descriptor.
    fn install(&mut self, redirection: &Redirection, default: u32, fd: Fd, saved: &mut Saved) -> Result<bool, Flow> {
        match &redirection.fd {
            None => self.replace(default, Some(fd), saved),
            Some(FdName::Number(number)) => self.replace(*number, Some(fd), saved),
            Some(FdName::Variable(name)) => {
                let number = match self.fds.free_from(10).and_then(|n| self.fds.set(n, Some(fd)).map(|_| n)) {
                    Ok(number) => number,
                    Err(errno) => {
                        self.complain(&[name.as_bytes(), b": ", errno.message().as_bytes()])?;
                        return Ok(false);
                    }
                };
                if self.state.variables.get(name).is_some_and(|variable| variable.attributes.readonly) {
                    let _ = self.fds.set(number, None);
                    self.complain(&[name.as_bytes(), b": readonly variable"])?;
                    self.complain(&[name.as_bytes(), b": cannot assign fd to variable"])?;
                    return Ok(false);
                }
                self.assign_target(name.as_bytes(), BString::from(number.to_string()))?;
                if self.state.options.varredir_close {
                    saved.0.push((number, None));
                }
                Ok(true)
            }
        }
    }

    fn replace(&mut self, number: u32, fd: Option<Fd>, saved: &mut Saved) -> Result<bool, Flow> {
        match self.fds.set(number, fd) {
            Ok(old) => {
                saved.0.push((number, old));
                Ok(true)
            }
            Err(errno) => {
                self.complain(&[number.to_string().as_bytes(), b": ", errno.message().as_bytes()])?;
                Ok(false)
            }
        }
    }
}

/// True when expanding the targets might change a variable: `$((n++))`, `${x:=word}`, a subscript.
pub(super) fn may_assign(redirections: &[Redirection]) -> bool {
    fn part_may(part: &WordPart) -> bool {
        match part {
            WordPart::Literal(_)
            | WordPart::Quoted(_)
            | WordPart::Tilde(_)
            | WordPart::CommandSub(_)
            | WordPart::ProcessSub { .. } => false,
            WordPart::Double(parts) => parts.iter().any(part_may),
            WordPart::Param(expansion) => {
                expansion.op != ParamOp::None || matches!(expansion.param, Param::Element { .. })
            }
            WordPart::Arith(_) | WordPart::Brace(_) => true,
        }
    }
    redirections.iter().any(|redirection| {
        let word = match &redirection.target {
            RedirectionTarget::Word(word) => word,
            RedirectionTarget::HereDoc(document) => &document.body,
        };
        word.parts.iter().any(part_may)
    })
}

/// Reads `N` or `N-`.
fn descriptor_word(word: &BString) -> Option<(u32, bool)> {
    let (digits, moves) = match word.strip_suffix(b"-") {
        Some(digits) => (digits, true),
        None => (word.as_slice(), false),
    };
    Some((parse_descriptor(digits)?, moves))
}

fn parse_descriptor(text: &[u8]) -> Option<u32> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    text.to_str().ok()?.parse().ok()
}
