//! The functions of time.

use bstr::ByteSlice;
use bytes::Bytes;

use super::array::Cell;
use super::machine::{Machine, Run};
use super::program::{Builtin, Expr, Slot, special};
use super::value::Value;
use shell::format::calendar::days_before;
use shell::format::strftime::{self, Zone};

impl Machine<'_, '_> {
    /// The virtual time in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.context.now().0.div_euclid(1_000_000_000) as f64
    }

    pub(super) fn time(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let zone_text = self.context.exec.env(b"TZ").map(|zone| zone.to_vec());
        let local = Zone::from_variable(zone_text.as_deref());
        match builtin {
            Builtin::Systime => Ok(Value::Number(self.seconds())),
            Builtin::Mktime => {
                let text = self.text(&arguments[0])?;
                let utc = match arguments.get(1) {
                    Some(flag) => self.truth(flag)?,
                    None => false,
                };
                let zone = if utc { Zone::utc() } else { local };
                Ok(Value::Number(seconds_of(&text, &zone, &mut self.last_offset).unwrap_or(-1.0)))
            }
            _ => {
                let format = match arguments.first() {
                    Some(format) => {
                        // C ends it at a NUL.
                        let format = self.text(format)?;
                        format.slice(..memchr::memchr(0, &format).unwrap_or(format.len()))
                    }
                    None => match self.array(Slot::Global(special::PROCINFO))?.borrow().get(b"strftime") {
                        Some(Cell::Value(format)) => format.to_text(&self.convfmt),
                        _ => Bytes::from_static(b"%a %b %e %H:%M:%S %Z %Y"),
                    },
                };
                let seconds = match arguments.get(1) {
                    Some(seconds) => self.number(seconds)?,
                    None => self.seconds(),
                };
                let utc = match arguments.get(2) {
                    Some(flag) => self.truth(flag)?,
                    None => false,
                };
                let zone = if utc { Zone::utc() } else { local };
                // Years are 32 bits there; beyond them there is no time to show.
                if seconds.is_nan() || seconds.abs() > 6.7768e16 {
                    return Ok(Value::Text(Bytes::new()));
                }
                let mut civil = zone.civil(seconds.trunc() as i64, 0);
                if utc {
                    "GMT".clone_into(&mut civil.zone);
                }
                let mut out = Vec::new();
                strftime::strftime(&mut out, &format, &civil, strftime::Dialect::C);
                Ok(Value::text(out))
            }
        }
    }
}

/// `YYYY MM DD HH MM SS [DST]` as seconds. As in C what follows the numbers is not looked at, and an hour that there is
/// twice or not at all is that of the offset that was used last.
fn seconds_of(text: &[u8], zone: &Zone, last_offset: &mut i32) -> Option<f64> {
    let mut numbers = [0i64; 7];
    let mut count = 0;
    let mut rest = text;
    for number in &mut numbers {
        rest = rest.trim_start();
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            break;
        }
        let word = std::str::from_utf8(&rest[..sign + digits]).ok()?;
        *number = word.parse().ok()?;
        rest = &rest[sign + digits..];
        count += 1;
    }
    if count < 6 || numbers.iter().any(|number| number.abs() > 2_147_483_647) {
        return None;
    }
    let [year, month, day, hour, minute, second, daylight] = numbers;
    let days = days_before(year, month, 1) + day - 1;
    let naive = days * 86_400 + hour * 3600 + minute * 60 + second;
    let (mut before, mut two_before) = (i64::MIN, i64::MIN);
    let mut guess = naive - i64::from(*last_offset);
    let mut was_daylight = false;
    let mut civil = zone.civil(guess, 0);
    for _ in 0..8 {
        let next = naive - i64::from(civil.offset);
        if next == guess || (guess == two_before && guess != before && was_daylight <= civil.daylight) {
            break;
        }
        was_daylight = civil.daylight;
        (two_before, before, guess) = (before, guess, next);
        civil = zone.civil(guess, 0);
    }
    *last_offset = civil.offset;
    if count == 7 && daylight >= 0 && (daylight > 0) != civil.daylight {
        guess += if daylight > 0 { -3600 } else { 3600 };
    }
    Some(guess as f64)
}
