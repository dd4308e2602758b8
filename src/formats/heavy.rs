//! Freeing what is large, in a run that may have to stop meanwhile.
//!
//! To free millions of values takes as long as a call may be late. So lists are freed piece by piece; when the run has to stop, what
//! is left of them is kept on this thread until the caller has its result.

use std::any::Any;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use crate::checks::{self, Check};

/// What is freed between two looks. Of fewer nobody notices how long they take.
pub const PIECE: usize = 1 << 10;

thread_local! {
    static CHECK: RefCell<Option<Check>> = const { RefCell::new(None) };
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Does `work`, the whole of a run, which has to stop once `has_to_stop` is true. Whoever calls calls [`free_kept`] when the result
/// has been given.
pub fn during<R>(has_to_stop: Check, work: impl FnOnce() -> R) -> R {
    checks::within(&CHECK, has_to_stop, work)
}

/// Frees what was kept.
pub fn free_kept() {
    let kept = KEPT.take();
    drop(kept);
}

/// Frees a list.
pub fn free<T: 'static>(mut list: Vec<T>) {
    while list.len() > PIECE {
        if checks::says_stop(&CHECK) {
            let _ = KEPT.try_with(|kept| kept.borrow_mut().push(Box::new(list)));
            return;
        }
        list.truncate(list.len() - PIECE);
    }
}

/// A vector that is freed as [`free`] does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T: 'static>(Vec<T>);

impl<T> List<T> {
    pub const fn new() -> List<T> {
        List(Vec::new())
    }

    pub fn into_vec(mut self) -> Vec<T> {
        std::mem::take(&mut self.0)
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List::new()
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        if self.0.len() > PIECE {
            free(std::mem::take(&mut self.0));
        }
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> List<T> {
        List(items)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T> {
        List(items.into_iter().collect())
    }
}

impl<'l, T> IntoIterator for &'l List<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'l, T> IntoIterator for &'l mut List<T> {
    type Item = &'l mut T;
    type IntoIter = std::slice::IterMut<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    struct Counted(Rc<Cell<usize>>);

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    #[test]
    fn what_is_left_when_a_run_has_to_stop_is_freed_afterwards() {
        let freed = Rc::new(Cell::new(0));
        let list = |count: usize| -> List<Counted> { (0..count).map(|_| Counted(Rc::clone(&freed))).collect() };
        drop(list(10 * PIECE));
        assert_eq!(freed.replace(0), 10 * PIECE);
        let looks = Rc::new(Cell::new(0));
        let seen = Rc::clone(&looks);
        let check = move || {
            seen.set(seen.get() + 1);
            seen.get() > 3
        };
        during(Rc::new(check), || drop(list(10 * PIECE)));
        assert_eq!(freed.get(), 3 * PIECE);
        free_kept();
        assert_eq!(freed.replace(0), 10 * PIECE);
        drop(list(10 * PIECE));
        assert_eq!((freed.get(), looks.get()), (10 * PIECE, 4), "nothing is asked outside a run");
    }
}
