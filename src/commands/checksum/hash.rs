//! The algorithms behind the checksum commands. MD5 and SHA-1 are for checksums only.

use blake2::Blake2bVarCore;
use blake2::digest::Output;
use blake2::digest::block_api::{Buffer, UpdateCore, VariableOutputCore};
use crc::{CRC_32_CKSUM, Crc, Digest, Table};
use md5::Md5;
use sha1::Sha1;
use sha2::digest::DynDigest;
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sm3::Sm3;

use shell::command::{Context, Input};
use shell::kernel::IoError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// The sum of System V's `sum`.
    SysV,
    /// The sum of BSD's `sum`.
    Bsd,
    /// The checksum of POSIX's `cksum`.
    Crc,
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    /// BLAKE2b with so many bytes, 1 to [`BLAKE2B_BYTES`].
    Blake2b(usize),
    Sm3,
}

/// The longest checksum of BLAKE2b.
pub const BLAKE2B_BYTES: usize = 64;

/// Bytes hashed before the meter is charged.
const PIECE: usize = 64 << 10;

impl Algorithm {
    /// Those whose checksums are lines of hexadecimal digits.
    pub const DIGESTS: [Algorithm; 8] = [
        Algorithm::Md5,
        Algorithm::Sha1,
        Algorithm::Sha224,
        Algorithm::Sha256,
        Algorithm::Sha384,
        Algorithm::Sha512,
        Algorithm::Blake2b(BLAKE2B_BYTES),
        Algorithm::Sm3,
    ];

    /// The name in lines of BSD's style, without the length of BLAKE2b.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::SysV => "SYSV",
            Algorithm::Bsd => "BSD",
            Algorithm::Crc => "CRC",
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA1",
            Algorithm::Sha224 => "SHA224",
            Algorithm::Sha256 => "SHA256",
            Algorithm::Sha384 => "SHA384",
            Algorithm::Sha512 => "SHA512",
            Algorithm::Blake2b(_) => "BLAKE2b",
            Algorithm::Sm3 => "SM3",
        }
    }

    /// Hexadecimal digits of a checksum; 0 for the old sums.
    pub fn digits(self) -> usize {
        match self {
            Algorithm::SysV | Algorithm::Bsd | Algorithm::Crc => 0,
            Algorithm::Md5 => 32,
            Algorithm::Sha1 => 40,
            Algorithm::Sha224 => 56,
            Algorithm::Sha256 | Algorithm::Sm3 => 64,
            Algorithm::Sha384 => 96,
            Algorithm::Sha512 => 128,
            Algorithm::Blake2b(bytes) => 2 * bytes,
        }
    }

    /// True for the sums that are printed as numbers.
    pub fn is_old(self) -> bool {
        self.digits() == 0
    }

    /// The checksum of all that is left of `input`: hexadecimal, or for the old sums as they are printed, with the
    /// length behind it.
    pub fn digest(self, context: &Context<'_>, input: &mut Input) -> Result<String, IoError> {
        let mut state = State::new(self);
        let mut length = 0u64;
        loop {
            let data = input.read(context)?;
            if data.is_empty() {
                return Ok(state.finish(length));
            }
            for piece in data.chunks(PIECE) {
                context.charge_bytes(piece.len())?;
                state.update(piece);
            }
            length += data.len() as u64;
        }
    }
}

static POSIX: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_CKSUM);

/// A checksum on its way.
enum State {
    Digest(Box<dyn DynDigest>),
    Blake2b(Box<Blake2b>),
    SysV(u64),
    Bsd(u16),
    Crc(Digest<'static, u32, Table<16>>),
}

/// BLAKE2b of a length that is not known before it runs.
struct Blake2b {
    core: Blake2bVarCore,
    buffer: Buffer<Blake2bVarCore>,
    bytes: usize,
}

impl State {
    fn new(algorithm: Algorithm) -> State {
        match algorithm {
            Algorithm::SysV => State::SysV(0),
            Algorithm::Bsd => State::Bsd(0),
            Algorithm::Crc => State::Crc(POSIX.digest()),
            Algorithm::Md5 => State::Digest(Box::<Md5>::default()),
            Algorithm::Sha1 => State::Digest(Box::<Sha1>::default()),
            Algorithm::Sha224 => State::Digest(Box::<Sha224>::default()),
            Algorithm::Sha256 => State::Digest(Box::<Sha256>::default()),
            Algorithm::Sha384 => State::Digest(Box::<Sha384>::default()),
            Algorithm::Sha512 => State::Digest(Box::<Sha512>::default()),
            Algorithm::Sm3 => State::Digest(Box::<Sm3>::default()),
            Algorithm::Blake2b(bytes) => {
                let bytes = bytes.clamp(1, BLAKE2B_BYTES);
                let core = Blake2bVarCore::new_with_params(&[], &[], 0, bytes);
                State::Blake2b(Box::new(Blake2b { core, buffer: Buffer::<Blake2bVarCore>::default(), bytes }))
            }
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            State::Digest(digest) => digest.update(data),
            State::Blake2b(state) => {
                let Blake2b { core, buffer, .. } = state.as_mut();
                buffer.digest_blocks(data, |blocks| core.update_blocks(blocks));
            }
            State::SysV(sum) => {
                *sum = sum.wrapping_add(data.iter().map(|byte| u64::from(*byte)).sum::<u64>());
            }
            State::Bsd(sum) => {
                *sum = data.iter().fold(*sum, |sum, byte| sum.rotate_right(1).wrapping_add(u16::from(*byte)));
            }
            State::Crc(digest) => digest.update(data),
        }
    }

    fn finish(self, length: u64) -> String {
        match self {
            State::Digest(digest) => hex(&digest.finalize()),
            State::Blake2b(mut state) => {
                let mut out = Output::<Blake2bVarCore>::default();
                state.core.finalize_variable_core(&mut state.buffer, &mut out);
                hex(&out[..state.bytes])
            }
            State::SysV(sum) => {
                let folded = (sum & 0xffff) + (sum >> 16 & 0xffff_ffff);
                let folded = (folded & 0xffff) + (folded >> 16);
                format!("{folded} {}", length.div_ceil(512))
            }
            State::Bsd(sum) => format!("{sum:05} {:5}", length.div_ceil(1024)),
            State::Crc(mut digest) => {
                // The bytes of the length that count, the lowest first.
                let bytes = length.to_le_bytes();
                let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                digest.update(&bytes[..used]);
                format!("{} {length}", digest.finalize())
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}
