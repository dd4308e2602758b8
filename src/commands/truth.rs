//! `true` and `false`: a status and nothing else.

use super::options::{self, Arguments, Spec};
use shell::command::{Context, Native, Outcome};

const TRUE: &str = "\
Usage: true [ignored command line arguments]
  or:  true OPTION
Exit with a status code indicating success.

      --help        show this help and exit
      --version     show the version and exit
";

const FALSE: &str = "\
Usage: false [ignored command line arguments]
  or:  false OPTION
Exit with a status code indicating failure.

      --help        show this help and exit
      --version     show the version and exit
";

pub const COMMANDS: &[Native] = &[
    Native { name: "true", help: TRUE, run: |context| run(context, 0) },
    Native { name: "false", help: FALSE, run: |context| run(context, 1) },
];

/// `--help` and `--version` count only as the sole argument, unabbreviated.
fn run(context: &mut Context<'_>, status: u8) -> Outcome {
    if let [only] = context.args()
        && (only == "--help" || only == "--version")
        && let Arguments::Exit(_) = options::read(context, &Spec::new(&[]))?
    {
        return Ok(status);
    }
    Ok(status)
}
