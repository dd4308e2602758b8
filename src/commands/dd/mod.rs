//! `dd`: copies blocks, and converts them on the way.

mod blocks;
mod convert;
mod operands;
mod report;
mod tables;

use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: dd [OPERAND]...
  or:  dd OPTION
Copy a file in blocks, converting it as the operands say.

  bs=BYTES        blocks of BYTES bytes (512) in and out; instead of ibs and obs
  cbs=BYTES       records of BYTES bytes for conv=block and its like
  conv=CONVS      conversions, with commas between
  count=N         copy only N blocks
  ibs=BYTES       read blocks of BYTES bytes (512)
  if=FILE         read FILE, not standard input
  iflag=FLAGS     how to read, with commas between
  obs=BYTES       write blocks of BYTES bytes (512)
  of=FILE         write to FILE, not standard output
  oflag=FLAGS     how to write, with commas between
  seek=N          (or oseek=N) pass over N blocks of the output
  skip=N          (or iseek=N) pass over N blocks of the input
  status=LEVEL    what is said at the end: 'none', 'noxfer' (not the amount), 'progress' (each second, too)

N and BYTES may have a suffix: c 1, w 2, b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E, Z
and Y, also KiB, MiB, and products with x between. N with a B counts bytes, not blocks.

CONVs: ascii (from EBCDIC), ebcdic and ibm (from ASCII), block (lines to records of cbs bytes), unblock (back), lcase,
ucase, sparse (pass over blocks of NULs), swab (swap pairs of bytes), sync (fill up each block read with NULs), excl
(the output must be new), nocreat (the output must be there), notrunc (do not empty the output), noerror (go on after
errors of reading), fdatasync, fsync.

FLAGs: append, directory, nofollow, fullblock (iflag: gather whole blocks), count_bytes, skip_bytes, seek_bytes (the
numbers are bytes); direct, dsync, sync, nonblock, noatime, nocache, noctty make no difference here.

      --help      show this help and exit
      --version   show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "dd", help: HELP, run }];

/// Why copying stops before its end.
enum Stop {
    Halt(Halt),
    /// What is wrong has been printed; what was copied is still to be said.
    Told,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let settings = match operands::read(context)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    let Some(mut copier) = blocks::Copier::open(context, settings)? else { return Ok(1) };
    let result = copier.copy(context);
    let status = match result {
        Err(Stop::Halt(halt)) => return Err(halt),
        Err(Stop::Told) => 1,
        Ok(()) => u8::from(copier.failed),
    };
    copier.say_records(context)?;
    Ok(status)
}
