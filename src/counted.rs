//! The allocator, which counts for the limit `memoryBytes`.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;
use session::heap;

/// mimalloc, because allocation is most of what a shell does. Each thread counts for itself: no thread waits for another.
pub struct Counted;

// SAFETY: every call is passed on as it came, and the counters neither allocate nor panic.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of the same function.
        let given = unsafe { MiMalloc.alloc(layout) };
        if !given.is_null() {
            heap::taken(layout.size());
        }
        given
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        let given = unsafe { MiMalloc.alloc_zeroed(layout) };
        if !given.is_null() {
            heap::taken(layout.size());
        }
        given
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        heap::freed(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        let given = unsafe { MiMalloc.realloc(block, layout, size) };
        if !given.is_null() {
            heap::freed(layout.size());
            heap::taken(size);
        }
        given
    }
}
