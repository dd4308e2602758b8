//! `bash` and `sh`: a shell inside the shell.

use crate::shell::command::Native;
use crate::shell::exec::bash;

const HELP: &str = "\
Usage: bash [OPTION]... [FILE [ARGUMENT]...]
       bash [OPTION]... -c COMMAND [NAME [ARGUMENT]...]
Run commands from a string, from FILE, or from standard input.

  -c           take commands from the first operand
  -s           take commands from standard input
  -e -u -x …   the options of set; +e and so on switch them off
  -o NAME      an option of set by its name; -O NAME one of shopt
      --posix  follow POSIX where it and bash differ
      --help   show this help and exit
      --version  show the version and exit
";

pub const COMMANDS: &[Native] =
    &[Native { name: "bash", help: HELP, run: bash }, Native { name: "sh", help: HELP, run: bash }];
