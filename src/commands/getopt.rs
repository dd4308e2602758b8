//! `getopt`: takes the arguments of a script apart and prints them so that `eval set --` can take them over.

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Parsed, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "
Usage:
 getopt <optstring> <parameters>
 getopt [options] [--] <optstring> <parameters>
 getopt [options] -o|--options <optstring> [options] [--] <parameters>

Take the options among <parameters> apart and print them in order.

Options:
 -a, --alternative             long options may begin with one dash
 -l, --longoptions <longopts>  the long options, with commas between
 -n, --name <progname>         the name in messages
 -o, --options <optstring>     the short options
 -q, --quiet                   no messages about <parameters>
 -Q, --quiet-output            no output
 -s, --shell <shell>           quote for sh, bash, csh or tcsh
 -T, --test                    exit with 4: what tells this getopt from older ones
 -u, --unquoted                do not quote
 -h, --help                    show this help and exit
 -V, --version                 show the version and exit
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('a', "alternative", Takes::Nothing),
        Opt::both('l', "longoptions", Takes::Value),
        Opt::both('n', "name", Takes::Value),
        Opt::both('o', "options", Takes::Value),
        Opt::both('q', "quiet", Takes::Nothing),
        Opt::both('Q', "quiet-output", Takes::Nothing),
        Opt::both('s', "shell", Takes::Value),
        Opt::both('T', "test", Takes::Nothing),
        Opt::both('u', "unquoted", Takes::Nothing),
        Opt::both('h', "help", Takes::Nothing),
        Opt::both('V', "version", Takes::Nothing),
    ],
    operands_end_options: true,
    failure: 2,
};

pub const COMMANDS: &[Native] = &[Native { name: "getopt", help: HELP, run }];

/// Where arguments that are no options go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Behind the options.
    Permute,
    /// The first of them ends the options.
    Stop,
    /// They stay where they are.
    InPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    None,
    Sh,
    Csh,
}

struct Wanted {
    name: BString,
    short: Vec<(u8, Takes)>,
    long: Vec<(BString, Takes)>,
    alternative: bool,
    order: Order,
    quoting: Quoting,
    quiet: bool,
    out: Vec<u8>,
    failed: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let args = context.args();
    let compatible = context.exec.env(b"GETOPT_COMPATIBLE").is_some() || !args.first().is_some_and(|arg| arg.starts_with(b"-"));
    let (options, operands): (Vec<Parsed>, Vec<BString>) = if compatible {
        (Vec::new(), args.to_vec())
    } else {
        let scanned = options::scan_or_answer(context, &SPEC, args, "getopt", |context, message| {
            refuse(context, &[message])?;
            Ok(2)
        })?;
        let Scanned { options, operands } = match scanned {
            Ok(scanned) => scanned,
            Err(status) => return Ok(status),
        };
        (options.into_iter().map(|(_, option)| option).collect(), operands)
    };
    let mut wanted = Wanted {
        name: "getopt".into(),
        short: Vec::new(),
        long: Vec::new(),
        alternative: false,
        order: Order::Permute,
        quoting: if compatible { Quoting::None } else { Quoting::Sh },
        quiet: false,
        out: Vec::new(),
        failed: false,
    };
    let (mut text, mut silent) = (None, false);
    for option in options {
        match option.id {
            'a' => wanted.alternative = true,
            'l' => wanted.add_long(option.value()),
            'n' => wanted.name = option.value().into(),
            'o' => text = option.value,
            'q' => wanted.quiet = true,
            'Q' => silent = true,
            's' => match option.value().as_bytes() {
                b"sh" | b"bash" => wanted.quoting = Quoting::Sh,
                b"csh" | b"tcsh" => wanted.quoting = Quoting::Csh,
                _ => {
                    refuse(context, &[b"unknown shell after -s or --shell argument"])?;
                    return Ok(2);
                }
            },
            'T' => return Ok(4),
            'u' => wanted.quoting = Quoting::None,
            'h' => return options::print_help(context),
            _ => return options::print_version(context, "getopt"),
        }
    }
    let mut parameters = operands.as_slice();
    let text = match (text, parameters.split_first()) {
        (Some(text), _) => text,
        (None, Some((first, rest))) => {
            parameters = rest;
            // In the old form nothing stands before the letters.
            let start = if compatible { first.iter().take_while(|byte| matches!(byte, b'-' | b'+')).count() } else { 0 };
            BString::from(&first[start..])
        }
        (None, None) => {
            refuse(context, &[b"missing optstring argument"])?;
            return Ok(2);
        }
    };
    if context.exec.env(b"POSIXLY_CORRECT").is_some() {
        wanted.order = Order::Stop;
    }
    wanted.add_short(&text);
    wanted.scan(context, parameters)?;
    if !silent {
        wanted.out.push(b'\n');
        context.write(&wanted.out)?;
    }
    Ok(u8::from(wanted.failed))
}

impl Wanted {
    fn add_short(&mut self, text: &[u8]) {
        let mut rest = text;
        if let Some((first @ (b'+' | b'-'), after)) = rest.split_first() {
            self.order = if *first == b'+' { Order::Stop } else { Order::InPlace };
            rest = after;
        }
        if let Some(after) = rest.strip_prefix(b":") {
            self.quiet = true;
            rest = after;
        }
        while let Some((letter, after)) = rest.split_first() {
            let takes = match after {
                [b':', b':', ..] => (Takes::Optional, 2),
                [b':', ..] => (Takes::Value, 1),
                _ => (Takes::Nothing, 0),
            };
            self.short.push((*letter, takes.0));
            rest = &after[takes.1..];
        }
    }

    fn add_long(&mut self, text: &[u8]) {
        for name in text.split(|byte| matches!(byte, b',' | b' ' | b'\t' | b'\n')).filter(|name| !name.is_empty()) {
            let (name, takes) = if let Some(name) = name.strip_suffix(b"::") {
                (name, Takes::Optional)
            } else if let Some(name) = name.strip_suffix(b":") {
                (name, Takes::Value)
            } else {
                (name, Takes::Nothing)
            };
            self.long.push((name.into(), takes));
        }
    }

    fn scan(&mut self, context: &mut Context<'_>, parameters: &[BString]) -> Result<(), Halt> {
        let mut others: Vec<&BString> = Vec::new();
        let mut at = 0;
        while let Some(arg) = parameters.get(at) {
            context.charge_bytes(arg.len() + 1)?;
            at += 1;
            if arg == "--" {
                others.extend(&parameters[at..]);
                break;
            }
            if !arg.starts_with(b"-") || arg.len() == 1 {
                match self.order {
                    Order::Permute => others.push(arg),
                    Order::InPlace => {
                        self.out.push(b' ');
                        self.put(arg);
                    }
                    Order::Stop => {
                        others.extend(&parameters[at - 1..]);
                        break;
                    }
                }
                continue;
            }
            if let Some(long) = arg.strip_prefix(b"--") {
                self.long(context, b"--", long, parameters, &mut at)?;
                continue;
            }
            // With one dash, what is one short option is that; the rest is tried as a long one first.
            let known = |letter: u8| self.short.iter().any(|(known, _)| *known == letter && letter != b':');
            if self.alternative
                && (arg.len() > 2 || !known(arg[1]))
                && (self.finds(&arg[1..]) || !known(arg[1]))
            {
                self.long(context, b"-", &arg[1..], parameters, &mut at)?;
                continue;
            }
            self.cluster(context, &arg[1..], parameters, &mut at)?;
        }
        self.out.extend_from_slice(b" --");
        for other in others {
            self.out.push(b' ');
            self.put(other);
        }
        Ok(())
    }

    fn complain(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.failed = true;
        if self.quiet {
            return Ok(());
        }
        let line = [self.name.as_slice(), b": ", parts.concat().as_slice(), b"\n"].concat();
        context.write_error(&line)
    }

    /// The long options that a name means: one that is the same, or all that begin with it.
    fn candidates(&self, name: &[u8]) -> Vec<(BString, Takes)> {
        match self.long.iter().find(|(known, _)| known == name) {
            Some(exact) => vec![exact.clone()],
            None => self.long.iter().filter(|(known, _)| known.starts_with(name)).cloned().collect(),
        }
    }

    fn finds(&self, text: &[u8]) -> bool {
        let name = text.split_once_str("=").map_or(text, |(name, _)| name);
        !self.candidates(name).is_empty()
    }

    fn long(
        &mut self,
        context: &mut Context<'_>,
        dashes: &[u8],
        text: &[u8],
        parameters: &[BString],
        at: &mut usize,
    ) -> Result<(), Halt> {
        let (name, inline) = match text.split_once_str("=") {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let candidates = self.candidates(name);
        let (name, takes) = match candidates.as_slice() {
            [] => return self.complain(context, &[b"unrecognized option '", dashes, text, b"'"]),
            [one] => one.clone(),
            several => {
                let mut list = Vec::new();
                for (known, _) in several {
                    list.extend_from_slice(&[b" '".as_slice(), dashes, known, b"'"].concat());
                }
                return self.complain(context, &[b"option '", dashes, text, b"' is ambiguous; possibilities:", &list]);
            }
        };
        let value = match (takes, inline) {
            (Takes::Nothing, Some(_)) => {
                return self.complain(context, &[b"option '", dashes, &name, b"' doesn't allow an argument"]);
            }
            (Takes::Nothing, None) => None,
            (Takes::Value, None) => {
                let Some(value) = parameters.get(*at) else {
                    return self.complain(context, &[b"option '", dashes, &name, b"' requires an argument"]);
                };
                *at += 1;
                Some(value.clone())
            }
            (_, inline) => Some(inline.unwrap_or_default().into()),
        };
        self.out.extend_from_slice(&[b" --".as_slice(), &name].concat());
        if let Some(value) = value {
            self.out.push(b' ');
            self.put(&value);
        }
        Ok(())
    }

    fn cluster(
        &mut self,
        context: &mut Context<'_>,
        letters: &[u8],
        parameters: &[BString],
        at: &mut usize,
    ) -> Result<(), Halt> {
        let mut rest = letters;
        while let Some((&letter, after)) = rest.split_first() {
            rest = after;
            let known = self.short.iter().find(|(known, _)| *known == letter && letter != b':').copied();
            let Some((_, takes)) = known else {
                self.complain(context, &[b"invalid option -- '", &[letter], b"'"])?;
                continue;
            };
            let value = match takes {
                Takes::Nothing => None,
                Takes::Optional => Some(BString::from(std::mem::take(&mut rest))),
                Takes::Value if !rest.is_empty() => Some(BString::from(std::mem::take(&mut rest))),
                Takes::Value => {
                    let Some(value) = parameters.get(*at) else {
                        return self.complain(context, &[b"option requires an argument -- '", &[letter], b"'"]);
                    };
                    *at += 1;
                    Some(value.clone())
                }
            };
            self.out.extend_from_slice(&[b' ', b'-', letter]);
            if let Some(value) = value {
                self.out.push(b' ');
                self.put(&value);
            }
        }
        Ok(())
    }

    /// An argument, quoted for the shell.
    fn put(&mut self, text: &[u8]) {
        if self.quoting == Quoting::None {
            self.out.extend_from_slice(text);
            return;
        }
        self.out.push(b'\'');
        for byte in text {
            match byte {
                b'\'' => self.out.extend_from_slice(b"'\\''"),
                b'\\' if self.quoting == Quoting::Csh => self.out.extend_from_slice(b"\\\\"),
                b'!' if self.quoting == Quoting::Csh => self.out.extend_from_slice(b"'\\!'"),
                b'\n' if self.quoting == Quoting::Csh => self.out.extend_from_slice(b"\\n"),
                b'\t'..=b'\r' | b' ' if self.quoting == Quoting::Csh => {
                    self.out.extend_from_slice(&[b'\'', b'\\', *byte, b'\'']);
                }
                _ => self.out.push(*byte),
            }
        }
        self.out.push(b'\'');
    }
}
