//! `cksum` and `sum`: the old sums, and for `cksum -a` all the others.

use super::super::options::{self, Arguments, Opt, Spec, Takes};
use super::super::shared::choice::valid;
use super::super::shared::inputs::refuse;
use super::super::shared::quote::quote;
use super::hash::{Algorithm, BLAKE2B_BYTES};
use super::verify::{self, Check};
use super::{Style, length, print_all};
use shell::command::{Context, Outcome};

pub const CKSUM: &str = "\
Usage: cksum [OPTION]... [FILE]...
Print or check checksums. Without options: the POSIX checksum and the number of bytes of each FILE.

With no FILE, or when FILE is -, read standard input.

  -a, --algorithm=TYPE  the kind of checksum; see below
  -c, --check           read checksums from the FILEs and check them
  -l, --length=BITS     with blake2b: checksums of BITS bits, a multiple of 8 up to 512
      --tag             print in the style of BSD (the default)
      --untagged        print the checksum and then the name, without the kind
  -z, --zero            end each output line with NUL, and do not escape names

For checking:
      --ignore-missing  pass over files that are not there
      --quiet           do not print OK
      --status          print nothing, only return a status
      --strict          fail when a line is not properly formatted
  -w, --warn            tell of each line that is not properly formatted

      --debug           tell which implementation computes the POSIX checksum
      --help            show this help and exit
      --version         show the version and exit

TYPE is sysv (sum -s), bsd (sum -r), crc (the default), md5, sha1, sha224, sha256, sha384, sha512, blake2b or sm3.
";

pub const SUM: &str = "\
Usage: sum [OPTION]... [FILE]...
Print the checksum and the number of blocks of each FILE.

With no FILE, or when FILE is -, read standard input.

  -r             BSD's sum, blocks of 1K (the default)
  -s, --sysv     System V's sum, blocks of 512 bytes
      --help     show this help and exit
      --version  show the version and exit
";

const CKSUM_SPEC: Spec = Spec::new(&[
    Opt::both('a', "algorithm", Takes::Value),
    Opt::both('c', "check", Takes::Nothing),
    Opt::both('l', "length", Takes::Value),
    Opt::long('D', "debug", Takes::Nothing),
    Opt::long('i', "ignore-missing", Takes::Nothing),
    Opt::long('q', "quiet", Takes::Nothing),
    Opt::long('S', "status", Takes::Nothing),
    Opt::long('s', "strict", Takes::Nothing),
    Opt::long('T', "tag", Takes::Nothing),
    Opt::long('U', "untagged", Takes::Nothing),
    Opt::both('w', "warn", Takes::Nothing),
    Opt::both('z', "zero", Takes::Nothing),
    // Letters of the other commands, which are refused without saying why.
    Opt::short('b', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
]);

const SUM_SPEC: Spec = Spec::new(&[Opt::short('r', Takes::Nothing), Opt::both('s', "sysv", Takes::Nothing)]);

const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("bsd", Algorithm::Bsd),
    ("sysv", Algorithm::SysV),
    ("crc", Algorithm::Crc),
    ("md5", Algorithm::Md5),
    ("sha1", Algorithm::Sha1),
    ("sha224", Algorithm::Sha224),
    ("sha256", Algorithm::Sha256),
    ("sha384", Algorithm::Sha384),
    ("sha512", Algorithm::Sha512),
    ("blake2b", Algorithm::Blake2b(BLAKE2B_BYTES)),
    ("sm3", Algorithm::Sm3),
];

pub fn cksum(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &CKSUM_SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut algorithm = None;
    let mut bytes = 0;
    let mut check = Check::default();
    let (mut checking, mut debug) = (false, false);
    let mut style = Style { tag: true, binary: false, zero: false };
    for option in &options {
        match option.id {
            'a' => {
                // Exactly, not abbreviated.
                let exact = ALGORITHMS.iter().find(|(name, _)| option.value() == *name);
                algorithm = match exact {
                    Some((_, algorithm)) => Some(*algorithm),
                    None => {
                        let text = quote(option.value());
                        context.complain(&[b"invalid argument ", &text, b" for ", &quote(b"--algorithm")])?;
                        context.write_error(&valid(ALGORITHMS))?;
                        options::hint(context)?;
                        return Ok(1);
                    }
                };
            }
            'b' | 't' => {
                options::hint(context)?;
                return Ok(1);
            }
            'c' => checking = true,
            'l' => match length(context, option)? {
                Some(length) => bytes = length,
                None => return Ok(1),
            },
            'D' => debug = true,
            'T' => style.tag = true,
            'U' => style.tag = false,
            'z' => style.zero = true,
            _ => check.take(option.id),
        }
    }
    let used = algorithm.unwrap_or(Algorithm::Crc);
    let used = match used {
        Algorithm::Blake2b(_) if bytes > 0 => Algorithm::Blake2b(bytes),
        _ if bytes > 0 => {
            context.complain(&[b"--length is only supported with --algorithm=blake2b"])?;
            return Ok(1);
        }
        other => other,
    };
    if checking && algorithm.is_some_and(Algorithm::is_old) {
        context.complain(&[b"--check is not supported with --algorithm={bsd,sysv,crc}"])?;
        return Ok(1);
    }
    if style.zero && checking {
        return refuse(context, &[b"the --zero option is not supported when verifying checksums"]);
    }
    if let Some(status) = check.refuse(context, checking)? {
        return Ok(status);
    }
    if checking {
        return verify::verify_all(context, algorithm.map(|_| used), used, check, &operands);
    }
    if debug && used == Algorithm::Crc {
        context.complain(&[b"pclmul support not detected"])?;
    }
    print_all(context, used, &style, &operands)
}

pub fn sum(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SUM_SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let system_v = options.last().is_some_and(|option| option.id == 's');
    let style = Style { tag: false, binary: false, zero: false };
    print_all(context, if system_v { Algorithm::SysV } else { Algorithm::Bsd }, &style, &operands)
}
