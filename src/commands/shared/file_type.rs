//! The kinds of files as listings show them.

use shell::command::Context;
use shell::kernel::Stat;
use workspace::{DeviceKind, Follow, Kind, Node};

/// The letter that begins a line of `ls -l`.
pub fn letter(kind: Kind) -> u8 {
    match kind {
        Kind::Dir => b'd',
        Kind::File => b'-',
        Kind::Symlink => b'l',
        Kind::Fifo => b'p',
        Kind::Device => b'c',
    }
}

/// `S_IFMT` bits, as `find -printf %y` and `stat -c %f` need them.
pub fn format_bits(kind: Kind) -> u32 {
    match kind {
        Kind::Dir => 0o040_000,
        Kind::File => 0o100_000,
        Kind::Symlink => 0o120_000,
        Kind::Fifo => 0o010_000,
        Kind::Device => 0o020_000,
    }
}

/// `drwxr-xr-x`
pub fn mode_string(stat: &Stat) -> [u8; 10] {
    let mut text = [letter(stat.kind); 10];
    text[1..].copy_from_slice(&permissions(stat.mode));
    text
}

/// `rwxr-xr-x`
pub fn permissions(mode: u16) -> [u8; 9] {
    let bit = |mask: u16, letter: u8| if mode & mask != 0 { letter } else { b'-' };
    let special = |execute: u16, mask: u16, both: u8, alone: u8| match (mode & mask != 0, mode & execute != 0) {
        (true, true) => both,
        (true, false) => alone,
        (false, true) => b'x',
        (false, false) => b'-',
    };
    [
        bit(0o400, b'r'),
        bit(0o200, b'w'),
        special(0o100, 0o4000, b's', b'S'),
        bit(0o040, b'r'),
        bit(0o020, b'w'),
        special(0o010, 0o2000, b's', b'S'),
        bit(0o004, b'r'),
        bit(0o002, b'w'),
        special(0o001, 0o1000, b't', b'T'),
    ]
}

/// Bytes of disk that a file takes: whole blocks of 4,096. Links, FIFOs and devices take none.
pub fn disk_bytes(stat: &Stat) -> u64 {
    match stat.kind {
        Kind::File => stat.size.div_ceil(4096).saturating_mul(4096),
        Kind::Dir => 4096,
        _ => 0,
    }
}

/// The name that the one user and the one group of the machine have.
pub fn owner_name(id: u32) -> &'static str {
    if id == 0 { "root" } else { "user" }
}

/// The uid and gid of everything in the tree.
pub const OWNER: u32 = 1000;

/// The number of the one device that all files are on.
pub const DEVICE: u64 = 1;

/// Linux's major and minor number of a device file; zeros for anything else.
pub fn device_numbers(context: &Context<'_>, path: &[u8]) -> (u64, u64) {
    match context.vfs().lookup(context.cwd(), path, Follow::Yes) {
        Ok((_, Node::Device(device))) => match device.kind {
            DeviceKind::Null => (1, 3),
            DeviceKind::Zero => (1, 5),
            DeviceKind::Full => (1, 7),
            DeviceKind::Random => (1, 8),
            DeviceKind::Urandom => (1, 9),
            DeviceKind::Tty => (5, 0),
            DeviceKind::Stdin | DeviceKind::Stdout | DeviceKind::Stderr | DeviceKind::FdDir => (0, 0),
        },
        _ => (0, 0),
    }
}
