//! What goes in comes out, and damage does no harm.

use std::io::Write;

use super::{Failure, bzip2, expand_lzw, gzip, xz, xz_list, zstd};

/// A writer that takes so many bytes.
struct Bounded(Vec<u8>, usize);

impl Write for Bounded {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + data.len() > self.1 {
            return Err(std::io::Error::other("full"));
        }
        self.0.extend_from_slice(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const NAMES: [&str; 5] = ["gzip", "bzip2", "xz", "lzma", "zstd"];

fn pack(name: &str, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut input = data;
    let size = Some(data.len() as u64);
    match name {
        "gzip" => drop(gzip::compress(&mut input, &mut out, Some(b"name"), 1, 6).unwrap()),
        "bzip2" => drop(bzip2::compress(&mut input, &mut out, 1).unwrap()),
        "xz" => drop(xz::compress(&mut input, &mut out, xz::Options::default(), size).unwrap()),
        "lzma" => drop(xz::compress_lzma(&mut input, &mut out, 6, size).unwrap()),
        _ => drop(zstd::compress(&mut input, &mut out).unwrap()),
    }
    out
}

fn expand(name: &str, mut input: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut out = Bounded(Vec::new(), 4 << 20);
    match name {
        "gzip" => gzip::expand(&mut input, &mut out)?,
        "bzip2" => bzip2::expand(&mut input, &mut out)?,
        "xz" => drop(xz::expand(&mut input, &mut out, false)?),
        "lzma" => drop(xz::expand_lzma(&mut input, &mut out)?),
        "lzw" => drop(expand_lzw(&mut input, &mut out)?),
        _ => drop(zstd::expand(&mut input, &mut out)?),
    }
    Ok(out.0)
}

fn samples() -> Vec<Vec<u8>> {
    let mut state = 1u64;
    let noise = (0..5_000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    });
    vec![
        Vec::new(),
        b"hello\n".to_vec(),
        noise.collect(),
        vec![0; 200_000],
        (0..20_000).flat_map(|number: u32| format!("{number}\n").into_bytes()).collect(),
    ]
}

#[test]
fn what_is_packed_comes_back() {
    for data in samples() {
        for name in NAMES {
            let packed = pack(name, &data);
            assert!(expand(name, &packed).is_ok_and(|back| back == data), "{name} {}", data.len());
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    for name in NAMES {
        let packed = pack(name, b"hello hello hello\n");
        for length in 0..packed.len() {
            assert!(expand(name, &packed[..length]).is_err(), "{name} {length}");
        }
    }
}

#[test]
fn damage_does_no_harm() {
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let text: Vec<u8> = (0..600).flat_map(|number: u32| format!("{} ", number * number).into_bytes()).collect();
    for name in NAMES.into_iter().chain(["lzw"]) {
        let packed = if name == "lzw" { vec![0x90, 0x68, 0xca, 0xc8] } else { pack(name, &text) };
        for _ in 0..400 {
            let mut bytes = packed.clone();
            for _ in 0..random(4) + 1 {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] ^= 1 << random(8),
                    1 => bytes[at] = [0, 0xff, 0x80, 0x7f][random(4)],
                    2 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, random(256) as u8),
                }
            }
            let _ = expand(name, &bytes);
            let _ = xz_list::list(&bytes);
            let _ = zstd::frames(&bytes);
        }
    }
}
