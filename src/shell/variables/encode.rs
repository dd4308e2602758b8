//! Variables as bytes, for snapshots.
//!
//! Layout: the number of variables, then for each in byte order of names: name, attributes (one bit each), kind of value,
//! value. Numbers are LEB128; byte strings have their length in front.

use std::sync::Arc;

use bstr::BString;

use super::{AssociativeArray, Attributes, IndexedArray, Name, Value, Variable, Variables};

const UNSET: u64 = 0;
const SCALAR: u64 = 1;
const INDEXED: u64 = 2;
const ASSOCIATIVE: u64 = 3;

impl Variables {
    /// Appends the encoded variables; equal ones give equal bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let names = self.names();
        number(out, names.len() as u64);
        for name in names {
            let Some(variable) = self.get(&name) else { continue };
            field(out, name.as_bytes());
            number(out, bits(variable.attributes));
            match &variable.value {
                Value::Unset => number(out, UNSET),
                Value::Scalar(text) => {
                    number(out, SCALAR);
                    field(out, text);
                }
                Value::Indexed(array) => {
                    number(out, INDEXED);
                    number(out, array.len() as u64);
                    for (index, value) in array.iter() {
                        number(out, index.cast_unsigned());
                        field(out, value);
                    }
                }
                Value::Associative(array) => {
                    number(out, ASSOCIATIVE);
                    number(out, array.len() as u64);
                    let entries: Vec<_> = array.iter().collect();
                    // The order shows what was put in last; put in again from the back, it comes out the same.
                    for (key, value) in entries.into_iter().rev() {
                        field(out, key);
                        field(out, value);
                    }
                }
            }
        }
    }

    /// Reads them back; `None` where the bytes are not encoded variables.
    pub fn decode(bytes: &[u8]) -> Option<Variables> {
        let mut input = bytes;
        let mut variables = Variables::default();
        // What the shell computes is marked in a new shell's variables, not in the bytes.
        variables.set_constants();
        for _ in 0..take_number(&mut input)? {
            let name = Name::from(std::str::from_utf8(take_field(&mut input)?).ok()?);
            if !super::is_name(name.as_bytes()) {
                return None;
            }
            let attributes = from_bits(take_number(&mut input)?)?;
            let value = match take_number(&mut input)? {
                UNSET => Value::Unset,
                SCALAR => Value::Scalar(BString::from(take_field(&mut input)?)),
                INDEXED => {
                    let mut array = IndexedArray::default();
                    for _ in 0..take_number(&mut input)? {
                        let index = take_number(&mut input)?.cast_signed();
                        let value = BString::from(take_field(&mut input)?);
                        if index < 0 {
                            return None;
                        }
                        array.set(index, value);
                    }
                    Value::Indexed(Arc::new(array))
                }
                ASSOCIATIVE => {
                    let mut array = AssociativeArray::default();
                    for _ in 0..take_number(&mut input)? {
                        let key = take_field(&mut input)?;
                        let value = BString::from(take_field(&mut input)?);
                        array.set(key, value);
                    }
                    Value::Associative(Arc::new(array))
                }
                _ => return None,
            };
            let special = variables.get(&name).and_then(|variable| variable.special);
            variables.insert(name, Variable { value, attributes, special, ..Variable::default() });
        }
        input.is_empty().then_some(variables)
    }
}

fn bits(attributes: Attributes) -> u64 {
    let Attributes { export, readonly, integer, lower, upper, capital, nameref, trace, indexed, associative } =
        attributes;
    [export, readonly, integer, lower, upper, capital, nameref, trace, indexed, associative]
        .into_iter()
        .enumerate()
        .fold(0, |bits, (place, on)| bits | u64::from(on) << place)
}

fn from_bits(bits: u64) -> Option<Attributes> {
    if bits >> 10 != 0 {
        return None;
    }
    let on = |place: u32| bits >> place & 1 == 1;
    Some(Attributes {
        export: on(0),
        readonly: on(1),
        integer: on(2),
        lower: on(3),
        upper: on(4),
        capital: on(5),
        nameref: on(6),
        trace: on(7),
        indexed: on(8),
        associative: on(9),
    })
}

fn number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn field(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn take_number(input: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = input.split_first()?;
        *input = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take_field<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_number(input)?).ok()?;
    let (field, rest) = input.split_at_checked(length)?;
    *input = rest;
    Some(field)
}
