//! Sorting with a meter: what compares long is charged while it does, and stops when the run has to.

use std::cmp::Ordering;

use formats::heavy::List;

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

type Compare<'c, T> = dyn FnMut(&T, &T) -> Result<Ordering, Stop> + 'c;

/// Sorts; items that are equal keep their order.
///
/// Halves are sorted and merged, and the first of the left half is taken unless it is greater: as the C library does it, since not a
/// number is less than itself, and what such an order gives depends on what is compared with what.
///
/// # Errors
/// That of a comparison.
pub fn sort<T: Clone>(items: &[T], compare: &mut Compare<'_, T>) -> Result<Vec<T>, Stop> {
    let order = order(items, compare)?;
    Ok(order.into_iter().filter_map(|at| items.get(at).cloned()).collect())
}

/// As [`sort`], of items that are not needed any more, nor where it fails.
///
/// # Errors
/// That of a comparison.
pub fn sort_in_place<T: Default + 'static>(
    items: impl Into<List<T>>,
    compare: &mut Compare<'_, T>,
) -> Result<Vec<T>, Stop> {
    let mut items = items.into();
    let order = order(&items, compare)?;
    Ok(order.into_iter().filter_map(|at| items.get_mut(at).map(std::mem::take)).collect())
}

/// The places of items in their order.
///
/// # Errors
/// That of a comparison.
pub fn order<T>(items: &[T], compare: &mut Compare<'_, T>) -> Result<Vec<usize>, Stop> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    let mut spare = order.clone();
    merge_halves(items, &mut order, &mut spare, compare)?;
    Ok(order)
}

fn merge_halves<T>(
    items: &[T],
    order: &mut [usize],
    spare: &mut [usize],
    compare: &mut Compare<'_, T>,
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
