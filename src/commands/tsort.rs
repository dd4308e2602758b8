//! `tsort`: puts things in an order that respects all given pairs.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;

use super::options::{self, Arguments, Spec};
use super::shared::inputs::check_operands;
use super::shared::quote::quote_colon;
use shell::command::{Context, Native, Outcome};
use shell::kernel::IoError;
use workspace::Errno;

const HELP: &str = "\
Usage: tsort [FILE]
Write an order of all items in FILE (or standard input) that respects its pairs: the first of each pair comes first.

      --help     show this help and exit
      --version  show the version and exit
";

const SPEC: Spec = Spec::new(&[]);

pub const COMMANDS: &[Native] = &[Native { name: "tsort", help: HELP, run }];

struct Item<'t> {
    name: &'t [u8],
    /// How many items have to come before; counted pair by pair.
    waits_for: usize,
    /// The items behind, the last pair first.
    after: Vec<usize>,
    printed: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (_, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &SPEC, &operands, 0, 1)? {
        return Ok(status);
    }
    let name = operands.first().cloned().unwrap_or_else(|| "-".into());
    let input = context.open_operand(&name);
    let Some(mut input) = context.report(&quote_colon(&name), input)? else { return Ok(1) };
    let data = match input.read_to_end(context) {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        // GNU takes a folder for an empty file.
        Err(IoError::Errno(Errno::IsDir)) => Bytes::new(),
        Err(IoError::Errno(errno)) => {
            context.complain(&[&quote_colon(&name), b": read error: ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    };
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    let mut first: Option<usize> = None;
    for word in data.split(|byte| matches!(byte, b' ' | b'\t' | b'\n')).filter(|word| !word.is_empty()) {
        context.charge(1)?;
        // A word of C's ends at a NUL.
        let word = word.split(|byte| *byte == 0).next().unwrap_or_default();
        let index = *known.entry(word).or_insert_with(|| {
            items.push(Item { name: word, waits_for: 0, after: Vec::new(), printed: false });
            items.len() - 1
        });
        match first.take() {
            None => first = Some(index),
            Some(before) if before == index => {}
            Some(before) => {
                items[before].after.push(index);
                items[index].waits_for += 1;
            }
        }
    }
    if first.is_some() {
        context.complain(&[&quote_colon(&name), b": input contains an odd number of tokens"])?;
        return Ok(1);
    }
    // GNU keeps the items in a tree by name: those that wait for nothing start in that order.
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&index| items[index].name);
    let mut ready: VecDeque<usize> = order.iter().copied().filter(|&index| items[index].waits_for == 0).collect();
    let mut left = items.len();
    let mut status = 0;
    while left > 0 {
        while let Some(index) = ready.pop_front() {
            context.charge(1)?;
            if std::mem::replace(&mut items[index].printed, true) {
                continue;
            }
            let line = [items[index].name, b"\n"].concat();
            context.write(&line)?;
            left -= 1;
            for next in std::mem::take(&mut items[index].after).into_iter().rev() {
                items[next].waits_for = items[next].waits_for.saturating_sub(1);
                if items[next].waits_for == 0 && !items[next].printed {
                    ready.push_back(next);
                }
            }
        }
        if left == 0 {
            break;
        }
        // What is left goes round in circles: one of them is shown and cut.
        status = 1;
        context.complain(&[&quote_colon(&name), b": input contains a loop:"])?;
        let cycle = find_loop(context, &items, &order)?;
        for &index in &cycle {
            context.complain(&[items[index].name])?;
        }
        let (Some(&from), Some(&to)) = (cycle.last(), cycle.first()) else { break };
        if let Some(place) = items[from].after.iter().rposition(|next| *next == to) {
            items[from].after.remove(place);
        }
        items[to].waits_for = items[to].waits_for.saturating_sub(1);
        ready.extend(order.iter().copied().filter(|&index| items[index].waits_for == 0 && !items[index].printed));
    }
    Ok(status)
}

/// A circle among the items that are left, each before the next and the last before the first.
fn find_loop(
    context: &Context<'_>,
    items: &[Item<'_>],
    order: &[usize],
) -> Result<Vec<usize>, shell::kernel::Halt> {
    // Going back from any of them never ends, so it meets an item again.
    let mut before: HashMap<usize, usize> = HashMap::new();
    for &index in order.iter().rev().filter(|&&index| !items[index].printed) {
        context.charge(1)?;
        for &next in &items[index].after {
            before.insert(next, index);
        }
    }
    let Some(&start) = order.iter().find(|&&index| !items[index].printed && items[index].waits_for > 0) else {
        return Ok(Vec::new());
    };
    let mut path = vec![start];
    let mut places = HashMap::from([(start, 0usize)]);
    loop {
        context.charge(1)?;
        let Some(&previous) = path.last().and_then(|last| before.get(last)) else { return Ok(Vec::new()) };
        if let Some(&place) = places.get(&previous) {
            let mut cycle = path.split_off(place);
            cycle.reverse();
            cycle.rotate_right(1);
            return Ok(cycle);
        }
        places.insert(previous, path.len());
        path.push(previous);
    }
}
