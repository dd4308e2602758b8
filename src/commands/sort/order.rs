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
        for pair in lines.chunks(width.saturating_mul(2)) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge_two(context, comparison, left, right, &mut merged)?;
        }
        lines = merged;
        width = width.saturating_mul(2);
    }
    Ok(lines)
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
