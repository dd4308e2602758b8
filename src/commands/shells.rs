//! `bash` and `sh`: a shell inside the shell.

use shell::command::Native;
use shell::exec::bash;

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

pub const COMMANDS: &[Native] =
    &[Native { name: "bash", help: BASH, run: bash }, Native { name: "sh", help: SH, run: bash }];
