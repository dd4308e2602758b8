//! `bash` and `sh`, and the programs of `/bin` that are builtins of the shell too: what `xargs`, `find -exec`, `env` and
//! `exec` run under those names.

use bstr::BString;
use bytes::Bytes;

use crate::shell::command::{Context, Native, Outcome};
use crate::shell::exec::{ShellArguments, ShellSource, bash, run_shell};
use crate::shell::options::Options;

const BASH: &str = "\
Usage:  bash [GNU long option] [option] ...
        bash [GNU long option] [option] script-file ...

  -c STRING         run the commands of STRING; operands behind it are $0, $1, ...
  -s                run the commands of standard input
  -e -u -x -f ...   options of `set`; -o NAME and +o NAME too
  -O NAME, +O NAME  options of `shopt`
  --posix --verbose --help --version
";

const SH: &str = "\
Usage: sh [option] ... [script-file [argument] ...]
As bash, in POSIX mode.
";

/// Declares programs that are builtins run by a shell of their own.
macro_rules! builtins {
    ($($name:literal)*) => {
        &[
            Native { name: "bash", help: BASH, run: bash },
            Native { name: "sh", help: SH, run: bash },
            $(Native { name: $name, help: concat!("Usage: ", $name, " [argument] ...\nAs the shell's builtin.\n"), run: builtin },)*
        ]
    };
}

pub const COMMANDS: &[Native] = builtins!("echo" "printf" "test" "[" "pwd" "kill");

/// Runs the builtin of the command's name in a shell.
fn builtin(context: &mut Context<'_>) -> Outcome {
    context.flush()?;
    let words: Vec<BString> = context.argv.to_vec();
    let name = words.first().cloned().unwrap_or_default();
    run_shell(
        &context.exec,
        ShellArguments {
            source: ShellSource::String(Bytes::from_static(b"builtin \"$@\"")),
            name,
            positional: words,
            options: Options::default(),
        },
    )
}
