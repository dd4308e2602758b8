//! What `dd` says at the end: amounts for people, rounded to the nearest, and the rate on the virtual clock.

use shell::format::{Real, Spec, format_float};

const UNITS: [&str; 9] = ["", "k", "M", "G", "T", "P", "E", "Z", "Y"];

fn unit(base: u64, exponent: usize) -> String {
    let letter = UNITS.get(exponent).copied().unwrap_or("");
    match (base, exponent) {
        (_, 0) => "B".to_owned(),
        (1000, _) => format!("{letter}B"),
        _ => format!("{}iB", letter.to_uppercase()),
    }
}

/// A whole amount: one decimal below ten, rounded to the nearest, ties to even.
pub fn amount(bytes: u64, base: u64) -> String {
    let mut whole = u128::from(bytes);
    let mut scale = 1u128;
    let mut exponent = 0;
    let base_wide = u128::from(base);
    while whole / scale >= base_wide && exponent < 8 {
        scale *= base_wide;
        exponent += 1;
    }
    let round = |numerator: u128| {
        let (quotient, rest) = (numerator / scale, numerator % scale);
        let up = 2 * rest > scale || 2 * rest == scale && quotient % 2 == 1;
        quotient + u128::from(up)
    };
    if exponent > 0 && whole / scale < 10 {
        let tenths = round(whole * 10);
        if tenths < 100 {
            return format!("{}.{} {}", tenths / 10, tenths % 10, unit(base, exponent));
        }
    }
    let mut rounded = round(whole);
    if rounded == base_wide && exponent < 8 {
        exponent += 1;
        rounded = 1;
        whole = 0;
    }
    let point = if whole == 0 && rounded == 1 && exponent > 0 { ".0" } else { "" };
    format!("{rounded}{point} {}", unit(base, exponent))
}

/// An amount for each second.
fn rate(bytes: u64, nanoseconds: u64) -> String {
    if nanoseconds == 0 {
        return "Infinity B/s".to_owned();
    }
    const SECOND: u64 = 1_000_000_000;
    if SECOND.is_multiple_of(nanoseconds)
        && let Some(whole) = bytes.checked_mul(SECOND / nanoseconds)
    {
        return format!("{}/s", amount(whole, 1000));
    }
    let mut value = bytes as f64 * (SECOND as f64 / nanoseconds as f64);
    let mut exponent = 0;
    loop {
        value /= 1000.0;
        exponent += 1;
        if value < 1000.0 || exponent == 8 {
            break;
        }
    }
    let text = format!("{value:.1}");
    let text = if text.len() > 4 { format!("{value:.0}") } else { text };
    format!("{text} {}/s", unit(1000, exponent))
}

/// `N bytes (…) copied, S s, R/s`. Progress has whole seconds.
pub fn transfer(bytes: u64, nanoseconds: u64, progress: bool) -> Vec<u8> {
    let (si, iec) = (amount(bytes, 1000), amount(bytes, 1024));
    let plain = |text: &str| text.ends_with(" B");
    let mut line = match bytes {
        1 => "1 byte copied, ".to_owned(),
        _ if plain(&si) => format!("{bytes} bytes copied, "),
        _ if plain(&iec) => format!("{bytes} bytes ({si}) copied, "),
        _ => format!("{bytes} bytes ({si}, {iec}) copied, "),
    }
    .into_bytes();
    let seconds = nanoseconds as f64 / 1e9;
    if progress {
        line.extend_from_slice(format!("{seconds:.0}").as_bytes());
    } else {
        format_float(&mut line, &Spec::default(), b'g', Real::from_f64(seconds));
    }
    line.extend_from_slice(format!(" s, {}", rate(bytes, nanoseconds)).as_bytes());
    line
}

/// `N bytes (H)` of a buffer.
pub fn buffer(bytes: u64) -> String {
    format!("{bytes} bytes ({})", amount(bytes, 1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_to_the_nearest() {
        let cases = [
            (0, "0 B", "0 B"),
            (999, "999 B", "999 B"),
            (1000, "1.0 kB", "1000 B"),
            (1050, "1.0 kB", "1.0 KiB"),
            (9950, "10 kB", "9.7 KiB"),
            (9999, "10 kB", "9.8 KiB"),
            (999_499, "999 kB", "976 KiB"),
            (999_500, "1.0 MB", "976 KiB"),
            (3_145_728, "3.1 MB", "3.0 MiB"),
        ];
        for (bytes, si, iec) in cases {
            assert_eq!(amount(bytes, 1000), si, "{bytes}");
            assert_eq!(amount(bytes, 1024), iec, "{bytes}");
        }
    }

    #[test]
    fn the_line_at_the_end() {
        let line = |bytes, time| String::from_utf8(transfer(bytes, time, false)).unwrap();
        assert_eq!(line(0, 0), "0 bytes copied, 0 s, Infinity B/s");
        assert_eq!(line(1, 1_000_000), "1 byte copied, 0.001 s, 1.0 kB/s");
        assert_eq!(line(20, 92_323), "20 bytes copied, 9.2323e-05 s, 217 kB/s");
        assert_eq!(line(0, 97_893), "0 bytes copied, 9.7893e-05 s, 0.0 kB/s");
        assert_eq!(line(6, 61_726), "6 bytes copied, 6.1726e-05 s, 97.2 kB/s");
        assert_eq!(line(2048, 1_000_000_000), "2048 bytes (2.0 kB, 2.0 KiB) copied, 1 s, 2.0 kB/s");
    }
}
