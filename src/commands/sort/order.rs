//! Sorting and merging in pieces, so that the meter is charged and the run can be stopped in between.

use std::cmp::Ordering as Order;

use super::compare::{Comparison, Line};
use shell::command::Context;
use shell::kernel::Halt;

/// Lines sorted at a stretch.
const PIECE: usize = 16 << 10;

/// Sorts; lines that are equal keep their order.
pub fn sort<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    mut lines: Vec<Line<'d>>,
) -> Result<Vec<Line<'d>>, Halt> {
    for piece in lines.chunks_mut(PIECE) {
        context.charge(piece.len() as u64 / 4 + 1)?;
        piece.sort_by(|left, right| comparison.compare(left, right));
    }
    let mut width = PIECE;
    while width < lines.len() {
        let mut merged = Vec::with_capacity(lines.len());
        let wide = width.saturating_mul(FAN);
        for group in lines.chunks(wide) {
            merge_many(context, comparison, group.chunks(width).collect(), &mut merged)?;
        }
        lines = merged;
        width = wide;
    }
    Ok(lines)
}

/// How many sequences are merged at once. What is compared is mostly not in the processor's cache, but for the lines that were
/// compared just before: the fewer times that all lines are gone through, the better.
const FAN: usize = 16;

/// Merges sequences that are sorted: a heap of those that are not over, by their first lines.
fn merge_many<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    mut sequences: Vec<&[Line<'d>]>,
    merged: &mut Vec<Line<'d>>,
) -> Result<(), Halt> {
    let comes_before = |sequences: &[&[Line<'d>]], one: usize, other: usize| {
        match comparison.compare(&sequences[one][0], &sequences[other][0]) {
            Order::Less => true,
            Order::Greater => false,
            Order::Equal => one < other,
        }
    };
    let sift = |heap: &mut [usize], sequences: &[&[Line<'d>]], mut at: usize| loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        if left >= heap.len() {
            return;
        }
        let is_right = right < heap.len() && comes_before(sequences, heap[right], heap[left]);
        let least = if is_right { right } else { left };
        if !comes_before(sequences, heap[least], heap[at]) {
            return;
        }
        heap.swap(at, least);
        at = least;
    };
    let mut heap: Vec<usize> = (0..sequences.len()).filter(|&index| !sequences[index].is_empty()).collect();
    for at in (0..heap.len() / 2).rev() {
        sift(&mut heap, &sequences, at);
    }
    let mut count = 0usize;
    while heap.len() > 1 {
        count += 1;
        if count.is_multiple_of(PIECE) {
            context.charge(PIECE as u64 / 8)?;
        }
        let first = heap[0];
        let Some((line, rest)) = sequences[first].split_first() else { break };
        merged.push(*line);
        sequences[first] = rest;
        if rest.is_empty() {
            heap.swap_remove(0);
        }
        sift(&mut heap, &sequences, 0);
    }
    for last in heap {
        merged.extend_from_slice(sequences[last]);
        context.charge(sequences[last].len() as u64 / 64 + 1)?;
    }
    Ok(())
}

/// Merges sequences that are sorted already; of equal lines the one of the earlier sequence comes first.
pub fn merge<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    mut sequences: Vec<Vec<Line<'d>>>,
) -> Result<Vec<Line<'d>>, Halt> {
    while sequences.len() > 1 {
        let mut next = Vec::with_capacity(sequences.len().div_ceil(2));
        let mut pairs = sequences.into_iter();
        while let Some(left) = pairs.next() {
            let Some(right) = pairs.next() else {
                next.push(left);
                break;
            };
            let mut merged = Vec::with_capacity(left.len() + right.len());
            merge_two(context, comparison, &left, &right, &mut merged)?;
            next.push(merged);
        }
        sequences = next;
    }
    Ok(sequences.pop().unwrap_or_default())
}

fn merge_two<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    left: &[Line<'d>],
    right: &[Line<'d>],
    merged: &mut Vec<Line<'d>>,
) -> Result<(), Halt> {
    let (mut left, mut right) = (left, right);
    let mut count = 0usize;
    while let (Some((a, left_rest)), Some((b, right_rest))) = (left.split_first(), right.split_first()) {
        count += 1;
        if count.is_multiple_of(PIECE) {
            context.charge(PIECE as u64 / 16)?;
        }
        if comparison.compare(b, a) == Order::Less {
            merged.push(*b);
            right = right_rest;
        } else {
            merged.push(*a);
            left = left_rest;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    context.charge((left.len() + right.len()) as u64 / 64 + 1)
}
