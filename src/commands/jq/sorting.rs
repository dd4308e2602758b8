//! Sorting with a meter: what compares long is charged while it does, and stops when the run has to.

use std::cmp::Ordering;

use super::error::Stop;
use super::host::Host;
use super::value::{Value, compare_counted, equal_counted};

/// How many parts are compared before they are charged.
const CHARGE: u64 = 4_096;

/// Parts compared for one step.
const PARTS_A_STEP: u64 = 4;

/// Counts the parts that comparisons look at.
pub struct Counter<'h> {
    host: &'h mut dyn Host,
    parts: u64,
}

impl<'h> Counter<'h> {
    pub fn new(host: &'h mut dyn Host) -> Counter<'h> {
        Counter { host, parts: 0 }
    }

    pub fn compare(&mut self, left: &Value, right: &Value) -> Result<Ordering, Stop> {
        let (order, parts) = compare_counted(left, right);
        self.count(parts)?;
        Ok(order)
    }

    fn count(&mut self, parts: u64) -> Result<(), Stop> {
        self.parts += parts;
        if self.parts >= CHARGE {
            self.host.charge(self.parts / PARTS_A_STEP)?;
            self.parts = 0;
        }
        Ok(())
    }

    pub fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Stop> {
        let (equal, parts) = equal_counted(left, right);
        self.count(parts)?;
        Ok(equal)
    }
}

/// Sorts; items that are equal keep their order.
///
/// Halves are sorted and merged, and the first of the left half is taken unless it is greater: as the C library does it, since not a
/// number is less than itself, and what such an order gives depends on what is compared with what.
///
/// # Errors
/// That of a comparison.
pub fn sort<T>(items: Vec<T>, compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, Stop>) -> Result<Vec<T>, Stop> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    let mut spare = order.clone();
    merge_halves(&items, &mut order, &mut spare, compare)?;
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|at| items.get_mut(at).and_then(Option::take)).collect())
}

fn merge_halves<T>(
    items: &[T],
    order: &mut [usize],
    spare: &mut [usize],
    compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, Stop>,
) -> Result<(), Stop> {
    if order.len() < 2 {
        return Ok(());
    }
    let middle = order.len() / 2;
    merge_halves(items, &mut order[..middle], &mut spare[..middle], compare)?;
    merge_halves(items, &mut order[middle..], &mut spare[middle..], compare)?;
    let (mut left, mut right) = (0, middle);
    for place in spare.iter_mut() {
        let takes_left = right == order.len()
            || left < middle && compare(&items[order[left]], &items[order[right]])? != Ordering::Greater;
        let from = if takes_left { &mut left } else { &mut right };
        *place = order[*from];
        *from += 1;
    }
    order.copy_from_slice(spare);
    Ok(())
}
