//! `which`: the files that commands are, as Debian's has it.

use shell::command::{Context, Native, Outcome};
use shell::dispatch::find_files;

const HELP: &str = "\
Usage: which [-a] args
Print the path of the file that each name runs, as PATH has it.

  -a  print all of them, not only the first
";

pub const COMMANDS: &[Native] = &[Native { name: "which", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let mut all = false;
    let mut names = context.args();
    while let Some((first, rest)) = names.split_first()
        && first.len() > 1
        && first.starts_with(b"-")
    {
        names = rest;
        if first == "--" {
            break;
        }
        for letter in first.iter().skip(1) {
            match letter {
                b'a' => all = true,
                letter => {
                    context.write_error(&[b"Illegal option -", &[*letter][..], b"\n"].concat())?;
                    context.write_error(b"Usage: /usr/bin/which [-a] args\n")?;
                    return Ok(2);
                }
            }
        }
    }
    let mut status = u8::from(names.is_empty());
    for name in names {
        context.charge(1)?;
        let found = find_files(&context.exec, name, all);
        if found.is_empty() {
            status = 1;
        }
        for path in found {
            context.write(&[&path[..], b"\n"].concat())?;
        }
    }
    Ok(status)
}
