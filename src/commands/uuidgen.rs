//! `uuidgen`: a new UUID, from the session's seed.


use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "
Usage:
 uuidgen [options]

Create a new UUID value.

Options:
 -r, --random        a random UUID (the default)
 -t, --time          a UUID of the time
 -h, --help          show this help and exit
 -V, --version       show the version and exit

UUIDs of names (-m, -s, -n, -N, -x) are not available.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('r', "random", Takes::Nothing),
    Opt::both('t', "time", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "uuidgen", help: HELP, run }];

/// 100-nanosecond steps from the Gregorian reform to 1970.
const GREGORIAN: i64 = 0x01b2_1dd2_1381_4000;

fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), "uuidgen", |context, message| {
        refuse(context, &[message])
    })?;
    let Scanned { options, .. } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut time = false;
    for (_, option) in options {
        match option.id {
            'r' => time = false,
            't' => time = true,
            'h' => return options::print_help(context),
            _ => return options::print_version(context, "uuidgen"),
        }
    }
    let mut bytes: Vec<u8> = context.vfs().random_bytes(16).to_vec();
    bytes.resize(16, 0);
    if time {
        let ticks = (context.now().0 / 100).saturating_add(GREGORIAN) as u64;
        bytes[..4].copy_from_slice(&(ticks as u32).to_be_bytes());
        bytes[4..6].copy_from_slice(&((ticks >> 32) as u16).to_be_bytes());
        bytes[6..8].copy_from_slice(&((ticks >> 48) as u16 & 0x0fff | 0x1000).to_be_bytes());
        // No network card: a multicast address says so.
        bytes[10] |= 1;
    } else {
        bytes[6] = bytes[6] & 0x0f | 0x40;
    }
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    context.write(format!("{}\n", groups.join("-")).as_bytes())?;
    Ok(0)
}
