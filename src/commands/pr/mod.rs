//! `pr`: pages with headers and columns.

mod page;
mod settings;

use bstr::BString;

use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: pr [OPTION]... [FILE]...
Print FILEs in pages, with headers and in columns.

With no FILE, or when FILE is -, read standard input.

  +FIRST[:LAST], --pages=FIRST[:LAST]  begin with page FIRST, end with page LAST
  -COLUMN, --columns=COLUMN  COLUMN columns, printed down and made even on each page
  -a, --across        print columns across, not down
  -b                  (obsolete: columns are even anyway)
  -c, --show-control-chars  control characters as ^G, others as \\ooo
  -d, --double-space  an empty line behind each line
  -D, --date-format=FORMAT  the date of headers as FORMAT of date
  -e[CHAR[WIDTH]], --expand-tabs[=CHAR[WIDTH]]  tabs, or CHARs, as blanks; every 8 or WIDTH columns
  -F, -f, --form-feed  a form feed behind each page instead of empty lines
  -h, --header=HEADER  HEADER instead of the file's name
  -i[CHAR[WIDTH]], --output-tabs[=CHAR[WIDTH]]  blanks as tabs, or as CHARs, every 8 or WIDTH columns
  -J, --join-lines    whole lines in columns, neither cut nor aligned
  -l, --length=LINES  pages of LINES lines (66); up to 10 means -t
  -m, --merge         all FILEs side by side
  -n[SEP[DIGITS]], --number-lines[=SEP[DIGITS]]  numbers of DIGITS (5) digits and SEP (a tab) before lines
  -N, --first-line-number=NUMBER  number the first line that is printed NUMBER
  -o, --indent=MARGIN  MARGIN blanks before each line
  -r, --no-file-warnings  say nothing of files that cannot be opened
  -s[CHAR], --separator[=CHAR]  CHAR (a tab) between columns, which are not cut unless -w is given
  -S[STRING], --sep-string[=STRING]  STRING between columns
  -t, --omit-header   no headers and no footers
  -T, --omit-pagination  nor the form feeds of the FILEs
  -v, --show-nonprinting  what does not print as \\ooo
  -w, --width=WIDTH   WIDTH characters (72) for lines of columns
  -W, --page-width=WIDTH  WIDTH characters (72) for all lines, which are cut unless -J is given
      --help          show this help and exit
      --version       show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "pr", help: HELP, run }];

/// Why printing stops.
enum Stop {
    Halt(Halt),
    /// What is wrong has been printed.
    Told,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (settings, files) = match settings::read(context)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    let mut printer = page::Printer::new(settings);
    let result = if files.is_empty() {
        printer.print(context, &[])
    } else if printer.settings.merge {
        printer.print(context, &files)
    } else {
        files.chunks(1).try_for_each(|file: &[BString]| printer.print(context, file))
    };
    printer.flush(context)?;
    match result {
        Ok(()) => Ok(u8::from(printer.failed)),
        Err(Stop::Halt(halt)) => Err(halt),
        Err(Stop::Told) => Ok(1),
    }
}
