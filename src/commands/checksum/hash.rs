//! The algorithms behind the checksum commands. MD5 (RFC 1321) and SHA-1 (RFC 3174) are for checksums only.

use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use crate::shell::command::Context;
use crate::shell::kernel::Halt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

/// Bytes hashed before the meter is charged.
const PIECE: usize = 64 << 10;

impl Algorithm {
    /// The name in lines of BSD's style.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA1",
            Algorithm::Sha224 => "SHA224",
            Algorithm::Sha256 => "SHA256",
            Algorithm::Sha384 => "SHA384",
            Algorithm::Sha512 => "SHA512",
        }
    }

    /// Hexadecimal digits of a checksum.
    pub fn digits(self) -> usize {
        match self {
            Algorithm::Md5 => 32,
            Algorithm::Sha1 => 40,
            Algorithm::Sha224 => 56,
            Algorithm::Sha256 => 64,
            Algorithm::Sha384 => 96,
            Algorithm::Sha512 => 128,
        }
    }

    /// The checksum in hexadecimal.
    pub fn digest(self, context: &Context<'_>, data: &[u8]) -> Result<String, Halt> {
        Ok(match self {
            Algorithm::Md5 => hex(&md5(context, data)?),
            Algorithm::Sha1 => hex(&sha1(context, data)?),
            Algorithm::Sha224 => hex(&by_crate::<Sha224>(context, data)?),
            Algorithm::Sha256 => hex(&by_crate::<Sha256>(context, data)?),
            Algorithm::Sha384 => hex(&by_crate::<Sha384>(context, data)?),
            Algorithm::Sha512 => hex(&by_crate::<Sha512>(context, data)?),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn by_crate<D: Digest>(context: &Context<'_>, data: &[u8]) -> Result<Vec<u8>, Halt> {
    let mut digest = D::new();
    for piece in data.chunks(PIECE) {
        context.charge_bytes(piece.len())?;
        digest.update(piece);
    }
    Ok(digest.finalize().to_vec())
}

/// Calls `block` with each block of 64 bytes, the last ones padded with the length in bits behind.
fn blocks(
    context: &Context<'_>,
    data: &[u8],
    length: [u8; 8],
    mut block: impl FnMut(&[u8; 64]),
) -> Result<(), Halt> {
    let mut pieces = data.chunks_exact(64);
    for (index, piece) in pieces.by_ref().enumerate() {
        if index % (PIECE / 64) == 0 {
            context.charge_bytes(PIECE)?;
        }
        if let Ok(piece) = piece.try_into() {
            block(piece);
        }
    }
    let rest = pieces.remainder();
    let mut last = [0; 64];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    if rest.len() >= 56 {
        block(&last);
        last = [0; 64];
    }
    last[56..].copy_from_slice(&length);
    block(&last);
    Ok(())
}

fn md5(context: &Context<'_>, data: &[u8]) -> Result<[u8; 16], Halt> {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    // The 64 constants are the sines of 1 to 64, by 2^32.
    let sines: [u32; 64] = std::array::from_fn(|index| ((index as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32);
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let length = (data.len() as u64).wrapping_mul(8).to_le_bytes();
    blocks(context, data, length, |block| {
        let word = |index: usize| {
            let at = 4 * index;
            u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
        };
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64 {
            let (mix, index) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), (7 * step) % 16),
            };
            let sum = a.wrapping_add(mix).wrapping_add(sines[step]).wrapping_add(word(index));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
        }
        for (old, new) in state.iter_mut().zip([a, b, c, d]) {
            *old = old.wrapping_add(new);
        }
    })?;
    let mut out = [0; 16];
    for (bytes, word) in out.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Ok(out)
}

fn sha1(context: &Context<'_>, data: &[u8]) -> Result<[u8; 20], Halt> {
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let length = (data.len() as u64).wrapping_mul(8).to_be_bytes();
    blocks(context, data, length, |block| {
        let mut words = [0u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for index in 16..80 {
            words[index] = (words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (index, word) in words.iter().enumerate() {
            let (mix, constant) = match index / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999u32),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let next = a.rotate_left(5).wrapping_add(mix).wrapping_add(e).wrapping_add(constant).wrapping_add(*word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (old, new) in state.iter_mut().zip([a, b, c, d, e]) {
            *old = old.wrapping_add(new);
        }
    })?;
    let mut out = [0; 20];
    for (bytes, word) in out.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    Ok(out)
}
