//! `who`: nobody is logged in.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: who [OPTION]... [ FILE | ARG1 ARG2 ]
Print who is logged in: nobody is, as there are no terminals.

  -a, --all         as -b -d --login -p -r -t -T -u
  -b, --boot        the time of the last start
  -d, --dead        processes that have ended
  -H, --heading     a line of headings
      --ips         addresses, not host names
  -l, --login       processes that wait for a login
      --lookup      look host names up
  -m                only the user of the standard input
  -p, --process     processes that the system has started
  -q, --count       all names, and their number
  -r, --runlevel    the runlevel
  -s, --short       only name, line and time (the default)
  -t, --time        the last change of the clock
  -T, -w, --mesg    whether a user takes messages
      --message     as -T
      --writable    as -T
  -u, --users       users that are logged in
      --help        show this help and exit
      --version     show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "all", Takes::Nothing),
    Opt::both('b', "boot", Takes::Nothing),
    Opt::both('d', "dead", Takes::Nothing),
    Opt::both('H', "heading", Takes::Nothing),
    Opt::long('1', "ips", Takes::Nothing),
    Opt::both('l', "login", Takes::Nothing),
    Opt::long('2', "lookup", Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::both('p', "process", Takes::Nothing),
    Opt::both('q', "count", Takes::Nothing),
    Opt::both('r', "runlevel", Takes::Nothing),
    Opt::both('s', "short", Takes::Nothing),
    Opt::both('t', "time", Takes::Nothing),
    Opt::both('T', "mesg", Takes::Nothing),
    Opt { id: 'T', short: false, long: "message", takes: Takes::Nothing },
    Opt { id: 'T', short: false, long: "writable", takes: Takes::Nothing },
    Opt::short('w', Takes::Nothing),
    Opt::both('u', "users", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "who", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(extra) = operands.get(2) {
        context.complain(&[b"extra operand ", &quote(extra)])?;
        options::hint(context)?;
        return Ok(1);
    }
    let given = |ids: &[char]| options.iter().any(|option| ids.contains(&option.id));
    if given(&['q']) {
        context.write(b"\n# users=0\n")?;
        return Ok(0);
    }
    if given(&['H']) {
        let all = given(&['a']);
        let state = if all || given(&['T', 'w']) { "NAME       LINE         " } else { "NAME     LINE         " };
        let idle = if all || given(&['u', 'd']) {
            "IDLE          PID "
        } else if given(&['b', 'l', 'p', 'r', 't']) {
            "       PID "
        } else {
            ""
        };
        let exit = if all || given(&['d']) { "COMMENT  EXIT" } else { "COMMENT" };
        context.write(format!("{state}TIME             {idle}{exit}\n").as_bytes())?;
    }
    Ok(0)
}
