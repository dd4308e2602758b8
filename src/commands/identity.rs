//! `id`, `whoami` and `groups`: the one user of the machine, and `root`, who exists by name.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::file_type::{OWNER, owner_name};
use super::shared::inputs::check_operands;
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};

const ID_HELP: &str = "\
Usage: id [OPTION]... [USER]...
Print who each USER is, or who the process runs as.

  -a             ignored
  -g, --group    print only the number of the group
  -G, --groups   print the numbers of all groups
  -n, --name     print names instead of numbers, for -ugG
  -r, --real     print the real one instead of the effective one, for -ugG
  -u, --user     print only the number of the user
  -Z, --context  (refused: there are no security contexts)
  -z, --zero     end entries with NUL, not with blanks; not in the default format
      --help     show this help and exit
      --version  show the version and exit
";

const WHOAMI_HELP: &str = "\
Usage: whoami [OPTION]...
Print the name of the user.

      --help     show this help and exit
      --version  show the version and exit
";

const GROUPS_HELP: &str = "\
Usage: groups [OPTION]... [USERNAME]...
Print the groups of each USERNAME, or of the process.

      --help     show this help and exit
      --version  show the version and exit
";

const ID: Spec = Spec::new(&[
    Opt::short('a', Takes::Nothing),
    Opt::both('g', "group", Takes::Nothing),
    Opt::both('G', "groups", Takes::Nothing),
    Opt::both('n', "name", Takes::Nothing),
    Opt::both('r', "real", Takes::Nothing),
    Opt::both('u', "user", Takes::Nothing),
    Opt::both('z', "zero", Takes::Nothing),
    Opt::both('Z', "context", Takes::Nothing),
]);

const NOTHING: Spec = Spec::new(&[]);

pub const COMMANDS: &[Native] = &[
    Native { name: "id", help: ID_HELP, run: id },
    Native { name: "whoami", help: WHOAMI_HELP, run: whoami },
    Native { name: "groups", help: GROUPS_HELP, run: groups },
];

/// The number of a user given by name or number.
fn user(name: &BString) -> Option<u32> {
    let number = std::str::from_utf8(name).ok().and_then(|text| text.parse::<u32>().ok());
    [0, OWNER].into_iter().find(|id| *name == owner_name(*id) || number == Some(*id))
}

fn id(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &ID)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    if given('Z') {
        context.complain(&[b"--context (-Z) works only on an SELinux-enabled kernel"])?;
        return Ok(1);
    }
    let choices = [given('u'), given('g'), given('G')].iter().filter(|given| **given).count();
    if choices > 1 {
        context.complain(&[b"cannot print \"only\" of more than one choice"])?;
        return Ok(1);
    }
    if choices == 0 && (given('n') || given('r')) {
        context.complain(&[b"cannot print only names or real IDs in default format"])?;
        return Ok(1);
    }
    if choices == 0 && given('z') {
        context.complain(&[b"option --zero not permitted in default format"])?;
        return Ok(1);
    }
    let mut status = 0;
    let mut ids = Vec::with_capacity(operands.len());
    if operands.is_empty() {
        ids.push(OWNER);
    }
    for operand in &operands {
        match user(operand) {
            Some(id) => ids.push(id),
            None => {
                context.complain(&[&quote(operand), b": no such user"])?;
                status = 1;
            }
        }
    }
    let end = if given('z') { "\0" } else { "\n" };
    for id in ids {
        let name = owner_name(id);
        let text = match (choices, given('n')) {
            (0, _) => format!("uid={id}({name}) gid={id}({name}) groups={id}({name})\n"),
            (_, true) => format!("{name}{end}"),
            (_, false) => format!("{id}{end}"),
        };
        context.write(text.as_bytes())?;
    }
    Ok(status)
}

fn whoami(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &NOTHING)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &NOTHING, &operands, 0, 0)? {
        return Ok(status);
    }
    context.write(format!("{}\n", owner_name(OWNER)).as_bytes())?;
    Ok(0)
}

fn groups(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &NOTHING)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        context.write(format!("{}\n", owner_name(OWNER)).as_bytes())?;
        return Ok(0);
    }
    let mut status = 0;
    for operand in &operands {
        match user(operand) {
            Some(id) => context.write(&[&operand[..], b" : ", owner_name(id).as_bytes(), b"\n"].concat())?,
            None => {
                context.complain(&[&quote(operand), b": no such user"])?;
                status = 1;
            }
        }
    }
    Ok(status)
}
