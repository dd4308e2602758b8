//! How much memory the work of each thread holds: what the allocator of the program tells, and where a run looks.
//!
//! A run is on one thread from its beginning to its end, and what it is given by others (files that were read, answers of the
//! host) is little beside what it makes: the difference to its beginning is what it holds. Where no allocator tells, as in the
//! tests of this crate, that is 0.

use std::cell::Cell;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// The allocator gave `bytes` bytes to this thread.
#[inline]
pub fn taken(bytes: usize) {
    HELD.set(HELD.get().wrapping_add_unsigned(bytes as u64));
}

/// This thread gave back `bytes` bytes, whoever had taken them.
#[inline]
pub fn freed(bytes: usize) {
    HELD.set(HELD.get().wrapping_sub_unsigned(bytes as u64));
}

/// What this thread took less what it gave back. Only differences mean something.
pub fn held() -> i64 {
    HELD.get()
}
