//! `diff3`: three versions of a text, compared or merged.
//!
//! Two comparisons against a common file are laid over each other: changes that touch become one block, in which one file
//! differs from the two others, or all three do.

use bstr::BString;
use bytes::Bytes;

use super::changes::{Change, Effort, changes};
use super::lines::{Ignore, Text, number};
use super::pair::is_binary;
use super::subsidiary::Subsidiary;
use crate::options::{self, Opt, Scanned, Spec, Takes};
use crate::shared::inputs::refuse_named as refuse;
use shell::command::{Context, Outcome};
use shell::kernel::Halt;
use workspace::{Errno, Kind};

pub const HELP: &str = "\
Usage: diff3 [OPTION]... MYFILE OLDFILE YOURFILE
Compare three files line by line, or merge what two of them changed in the third.

  -A, --show-all              print all changes, conflicts in brackets

  -e, --ed                    print a script for ed that makes the changes from
                                OLDFILE to YOURFILE in MYFILE
  -E, --show-overlap          as -e, with conflicts in brackets
  -3, --easy-only             as -e, only what does not overlap
  -x, --overlap-only          as -e, only what overlaps
  -X                          as -x
  -i                          end scripts with 'w' and 'q'

  -m, --merge                 print the merged text, as with -A if nothing else
                                is asked for

  -a, --text                  take all files for text
      --strip-trailing-cr     leave out carriage returns at the ends of lines
  -T, --initial-tab           put a tab before lines, not two blanks
      --diff-program=PROGRAM  compare files by PROGRAM
  -L, --label=LABEL           call a file LABEL
                                (up to three times)

      --help                  display this help and exit
  -v, --version               output version information and exit

If a FILE is '-', it is standard input.
Exit status is 0 if successful, 1 if conflicts, 2 if trouble.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('A', "show-all", Takes::Nothing),
        Opt::both('e', "ed", Takes::Nothing),
        Opt::both('E', "show-overlap", Takes::Nothing),
        Opt::both('3', "easy-only", Takes::Nothing),
        Opt::both('x', "overlap-only", Takes::Nothing),
        Opt::short('X', Takes::Nothing),
        Opt::short('i', Takes::Nothing),
        Opt::both('m', "merge", Takes::Nothing),
        Opt::both('a', "text", Takes::Nothing),
        Opt::long('\x01', "strip-trailing-cr", Takes::Nothing),
        Opt::long('\x02', "diff-program", Takes::Value),
        Opt::both('T', "initial-tab", Takes::Nothing),
        Opt::both('L', "label", Takes::Value),
        Opt::both('v', "version", Takes::Nothing),
    ],
    operands_end_options: false,
    failure: 2,
};

/// How many equal lines around the changes take part in the search for them.
const HORIZON: usize = 100;

#[derive(Default)]
struct Settings {
    /// A script for ed, or with `merge` the text that it would make.
    script: bool,
    merge: bool,
    /// Conflicts stand in brackets.
    flagging: bool,
    /// What both made of the old file is shown too.
    show_second: bool,
    overlap_only: bool,
    simple_only: bool,
    write_out: bool,
    text: bool,
    strip: bool,
    tab: bool,
}

pub fn run(context: &mut Context<'_>) -> Outcome {
    let refuse_usage = |context: &mut Context<'_>, message: &[u8]| refuse(context, &[message]);
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), "diff3", refuse_usage)?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut settings = Settings::default();
    let mut labels: Vec<BString> = Vec::new();
    let mut kinds: Vec<char> = Vec::new();
    let mut program = None;
    for (_, option) in options {
        if matches!(option.id, 'A' | 'e' | 'E' | '3' | 'x' | 'X') && !kinds.contains(&option.id) {
            kinds.push(option.id);
        }
        match option.id {
            'A' => (settings.show_second, settings.flagging) = (true, true),
            'E' => settings.flagging = true,
            '3' => settings.simple_only = true,
            // GNU's -X brackets nothing, whatever its help says.
            'x' | 'X' => settings.overlap_only = true,
            'i' => settings.write_out = true,
            'm' => settings.merge = true,
            'a' => settings.text = true,
            '\x01' => settings.strip = true,
            'T' => settings.tab = true,
            '\x02' => program = Some(BString::from(option.value())),
            'L' => {
                if labels.len() == 3 {
                    return refuse(context, &[b"too many file label options"]);
                }
                labels.push(option.value().into());
            }
            'v' => return options::print_version(context, "diff3"),
            _ => {}
        }
    }
    settings.script = !kinds.is_empty() && !settings.merge;
    if kinds.is_empty() && settings.merge {
        (settings.show_second, settings.flagging) = (true, true);
    }
    // One kind of output; "-i" is for scripts; labels are for brackets.
    if kinds.len() > 1 || settings.write_out && settings.merge || !labels.is_empty() && !settings.flagging {
        return refuse(context, &[b"incompatible options"]);
    }
    let files: [BString; 3] = match <[BString; 3]>::try_from(operands) {
        Ok(files) => files,
        Err(operands) => {
            return match operands.get(3) {
                Some(extra) => refuse(context, &[b"extra operand '", extra, b"'"]),
                None => {
                    let last = operands.last().map_or(context.name().as_bytes(), |last| last.as_slice()).to_vec();
                    refuse(context, &[b"missing operand after '", &last, b"'"])
                }
            };
        }
    };
    for (label, file) in (0..3).map(|index| (index, files[index].clone())) {
        if labels.len() <= label {
            labels.push(file);
        }
    }
    // The file that both comparisons are with: the old one for a merge, so that no change is seen twice.
    let mut common = if settings.script || settings.merge { 1 } else { 2 };
    if files[common] == "-" {
        common = 3 - common;
        if files[0] == "-" || files[common] == "-" {
            context.complain(&[b"'-' specified for more than one input file"])?;
            return Ok(2);
        }
    }
    for file in files.iter().filter(|file| *file != "-") {
        match context.vfs().stat(context.cwd(), file) {
            Ok(stat) if stat.kind != Kind::Dir => {}
            other => {
                let errno = other.err().unwrap_or(Errno::IsDir);
                context.complain(&[file, b": ", errno.message().as_bytes()])?;
                return Ok(2);
            }
        }
    }
    let roles = [0, 3 - common, common];
    let mut texts = [const { Bytes::new() }; 3];
    // In the order in which they are compared: standard input is read once.
    for role in [1, 2, 0].map(|role| roles[role]) {
        let data = context.read_operand(&files[role]);
        match context.report(&files[role], data)? {
            Some(data) => texts[role] = data,
            None => return Ok(2),
        }
    }
    let mut told: Vec<Vec<Change>> = Vec::new();
    if let Some(program) = program {
        let options = [settings.text.then_some("-a"), settings.strip.then_some("--strip-trailing-cr")];
        let options = options.into_iter().flatten().chain(["--horizon-lines=100", "--"]).map(BString::from).collect();
        let subsidiary = Subsidiary { program, options };
        for role in [roles[1], roles[0]] {
            let input = (files[role] == "-").then(|| texts[role].clone());
            match subsidiary.changes(context, [&files[role], &files[common]], input)? {
                Some(changes) => told.insert(0, changes),
                None => return Ok(2),
            }
        }
    } else if !settings.text {
        for other in [3 - common, 0] {
            if texts[other] != texts[common] && (is_binary(&texts[other]) || is_binary(&texts[common])) {
                let (one, two) = (files[other].as_slice(), files[common].as_slice());
                context.complain(&[b"diff failed: Binary files ", one, b" and ", two, b" differ"])?;
                return Ok(2);
            }
        }
    }
    let mut texts: Vec<Text> = texts.into_iter().map(|data| Text::new(context, data)).collect::<Result<_, _>>()?;
    let threads = if told.is_empty() { threads(context, &texts, roles, settings.strip)? } else { told };
    if settings.script {
        // ed cannot say that a line end is missing.
        for (changes, role) in threads.iter().zip(roles) {
            let open = |end: usize, start: usize, file: usize| end > start && texts[file].is_incomplete(end - 1);
            for change in changes {
                let sides =
                    [open(change.old_end, change.old_start, role), open(change.new_end, change.new_start, common)];
                for _ in sides.into_iter().filter(|open| *open) {
                    context.complain(&[b"No newline at end of file"])?;
                }
            }
        }
    }
    let blocks = blocks(context, &texts, &threads, roles, settings.strip)?;
    if settings.merge {
        if files[0] == "-" {
            // What is merged into is opened once more, by its name.
            match context.vfs().read_file(context.cwd(), b"-") {
                Ok(content) => texts[0] = Text::new(context, content.to_bytes())?,
                Err(errno) => {
                    let text = ["failed to reopen \u{2018}-\u{2019} with mode \u{2018}r\u{2019}: ", errno.message()];
                    context.complain(&[text.concat().as_bytes()])?;
                    return Ok(2);
                }
            }
        }
        merge(context, &settings, &texts, &blocks, &labels)
    } else if settings.script {
        script(context, &settings, &texts, &blocks, &labels)
    } else {
        listing(context, &settings, &texts, &blocks)
    }
}

/// Who differs from the two others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Odd {
    File(usize),
    All,
}

/// Lines of the three files that belong together: from the first one to the one behind the last.
struct Block {
    ranges: [(usize, usize); 3],
    odd: Odd,
}

/// The two comparisons. `roles`: the files of the comparisons, and the common one.
fn threads(context: &Context<'_>, texts: &[Text], roles: [usize; 3], strip: bool) -> Result<Vec<Vec<Change>>, Halt> {
    let ignore = Ignore { carriage_returns: strip, ..Ignore::default() };
    let mut threads: Vec<Vec<Change>> = Vec::with_capacity(2);
    for &role in &roles[..2] {
        let (old, new) = (&texts[role], &texts[roles[2]]);
        let (old, new, distinct) = number(context, old, new, ignore, 8, true)?;
        threads.push(changes(context, &old, &new, distinct, Effort { minimal: false, horizon: HORIZON }, &|one, two| old[one] == new[two])?);
    }
    Ok(threads)
}

/// The blocks in order.
fn blocks(
    context: &Context<'_>,
    texts: &[Text],
    threads: &[Vec<Change>],
    roles: [usize; 3],
    strip: bool,
) -> Result<Vec<Block>, Halt> {
    // Changes are from a file (old) to the common one (new).
    let mut at = [0usize; 2];
    let mut last: [Option<Change>; 2] = [None, None];
    let mut blocks = Vec::new();
    loop {
        let next = |thread: usize, at: &[usize; 2]| threads[thread].get(at[thread]).copied();
        let first = match (next(0, &at), next(1, &at)) {
            (None, None) => return Ok(blocks),
            (Some(_), None) => 0,
            (None, Some(_)) => 1,
            (Some(a), Some(b)) => usize::from(a.new_start > b.new_start),
        };
        let mut using: [Vec<Change>; 2] = [Vec::new(), Vec::new()];
        let take = |thread: usize, at: &mut [usize; 2], using: &mut [Vec<Change>; 2]| {
            let change = threads[thread].get(at[thread]).copied();
            at[thread] += 1;
            using[thread].extend(change);
            change.map_or(0, |change| change.new_end)
        };
        let (mut high, mut mark) = (first, take(first, &mut at, &mut using));
        while let Some(other) = next(1 - high, &at)
            && other.new_start <= mark
        {
            let end = take(1 - high, &mut at, &mut using);
            if end > mark {
                (high, mark) = (1 - high, end);
            }
        }
        blocks.push(block(context, texts, roles, &using, &last, strip)?);
        for (last, using) in last.iter_mut().zip(&using) {
            if let Some(change) = using.last() {
                *last = Some(*change);
            }
        }
    }
}

fn block(
    context: &Context<'_>,
    texts: &[Text],
    roles: [usize; 3],
    using: &[Vec<Change>; 2],
    last: &[Option<Change>; 2],
    strip: bool,
) -> Result<Block, Halt> {
    let all = || using.iter().flatten();
    let start = all().map(|change| change.new_start).min().unwrap_or(0);
    let end = all().map(|change| change.new_end).max().unwrap_or(0);
    let mut ranges = [(start, end); 3];
    for thread in 0..2 {
        ranges[roles[thread]] = match (using[thread].first(), using[thread].last()) {
            (Some(first), Some(final_change)) => (
                first.old_start.saturating_sub(first.new_start.saturating_sub(start)),
                final_change.old_end + end.saturating_sub(final_change.new_end),
            ),
            _ => {
                let (old, new) = last[thread].map_or((0, 0), |change| (change.old_end, change.new_end));
                (old + start.saturating_sub(new), old + end.saturating_sub(new))
            }
        };
    }
    let odd = if using[1].is_empty() {
        Odd::File(roles[0])
    } else if using[0].is_empty() {
        Odd::File(roles[1])
    } else {
        let (a, b) = (ranges[roles[0]], ranges[roles[1]]);
        let line = |file: usize, index: usize| {
            let line = texts[file].line(index);
            let line = if strip { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
            (line, texts[file].is_incomplete(index))
        };
        context.charge((a.1 - a.0) as u64)?;
        let same = a.1 - a.0 == b.1 - b.0
            && (0..a.1 - a.0).all(|index| line(roles[0], a.0 + index) == line(roles[1], b.0 + index));
        if same { Odd::File(roles[2]) } else { Odd::All }
    };
    Ok(Block { ranges, odd })
}

/// Writes a line of a text with its line end, if it has one.
fn put(context: &mut Context<'_>, settings: &Settings, text: &Text, index: usize) -> Result<(), Halt> {
    let line = text.line(index);
    let line = if settings.strip { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
    context.charge_bytes(line.len())?;
    context.write(line)?;
    if text.is_incomplete(index) { Ok(()) } else { context.write(b"\n") }
}

/// The output for people.
fn listing(context: &mut Context<'_>, settings: &Settings, texts: &[Text], blocks: &[Block]) -> Outcome {
    let prefix: &[u8] = if settings.tab { b"\t" } else { b"  " };
    for block in blocks {
        let (title, silent, order) = match block.odd {
            Odd::All => (String::new(), 3, [0, 1, 2]),
            // Of two files with the same lines the first has them printed in its name by the second.
            Odd::File(odd) => ((odd + 1).to_string(), usize::from(odd == 0), if odd == 1 { [0, 2, 1] } else { [0, 1, 2] }),
        };
        context.write(format!("===={title}\n").as_bytes())?;
        for file in order {
            let (start, end) = block.ranges[file];
            let place = match end.saturating_sub(start) {
                0 => format!("{}:{start}a\n", file + 1),
                1 => format!("{}:{}c\n", file + 1, start + 1),
                _ => format!("{}:{},{end}c\n", file + 1, start + 1),
            };
            context.write(place.as_bytes())?;
            if file == silent {
                continue;
            }
            for index in start..end {
                context.write(prefix)?;
                put(context, settings, &texts[file], index)?;
            }
            if start < end && texts[file].is_incomplete(end - 1) {
                context.write(b"\n\\ No newline at end of file\n")?;
            }
        }
    }
    Ok(0)
}

impl Settings {
    /// Whether a block belongs to the output, and if so whether it is a conflict.
    fn wants(&self, odd: Odd) -> Option<bool> {
        match odd {
            Odd::File(1) => self.show_second.then_some(true),
            Odd::File(2) => (!self.overlap_only).then_some(false),
            Odd::File(_) => None,
            Odd::All => (!self.simple_only).then_some(self.flagging),
        }
    }
}

fn merge(
    context: &mut Context<'_>,
    settings: &Settings,
    texts: &[Text],
    blocks: &[Block],
    labels: &[BString],
) -> Outcome {
    let mut at = 0;
    let mut conflicts = false;
    let lines = |context: &mut Context<'_>, file: usize, (start, end): (usize, usize)| -> Result<(), Halt> {
        (start..end).try_for_each(|index| put(context, settings, &texts[file], index))
    };
    for block in blocks {
        let Some(conflict) = settings.wants(block.odd) else { continue };
        lines(context, 0, (at, block.ranges[0].0))?;
        if conflict {
            conflicts = true;
            let mut opening: &[u8] = b"<<<<<<<";
            if block.odd == Odd::All {
                context.write(&[b"<<<<<<< ", labels[0].as_slice(), b"\n"].concat())?;
                lines(context, 0, block.ranges[0])?;
                opening = b"|||||||";
            }
            if settings.show_second {
                context.write(&[opening, b" ", &labels[1], b"\n"].concat())?;
                lines(context, 1, block.ranges[1])?;
            }
            context.write(b"=======\n")?;
        }
        lines(context, 2, block.ranges[2])?;
        if conflict {
            context.write(&[b">>>>>>> ", labels[2].as_slice(), b"\n"].concat())?;
        }
        at = block.ranges[0].1;
    }
    lines(context, 0, (at, texts[0].len()))?;
    Ok(u8::from(conflicts))
}

fn script(
    context: &mut Context<'_>,
    settings: &Settings,
    texts: &[Text],
    blocks: &[Block],
    labels: &[BString],
) -> Outcome {
    let mut conflicts = false;
    let count = |block: &Block, file: usize| block.ranges[file].1 - block.ranges[file].0;
    // Lines for ed: one that begins with a dot gets another, which is to be taken away again. True: there was one.
    let dotted = |context: &mut Context<'_>, block: &Block, file: usize| -> Result<bool, Halt> {
        let mut any = false;
        for index in block.ranges[file].0..block.ranges[file].1 {
            if texts[file].line(index).starts_with(b".") {
                any = true;
                context.write(b".")?;
            }
            put(context, settings, &texts[file], index)?;
            if texts[file].is_incomplete(index) {
                context.write(b"\n")?;
            }
        }
        Ok(any)
    };
    let end = |context: &mut Context<'_>, dots: bool, start: usize, count: usize| -> Result<(), Halt> {
        context.write(b".\n")?;
        match (dots, count) {
            (false, _) => Ok(()),
            (true, 1) => context.write(format!("{start}s/^\\.//\n").as_bytes()),
            (true, _) => context.write(format!("{start},{}s/^\\.//\n", start + count - 1).as_bytes()),
        }
    };
    for block in blocks.iter().rev() {
        let Some(conflict) = settings.wants(block.odd) else { continue };
        let (low, high) = (block.ranges[0].0 + 1, block.ranges[0].1);
        if conflict {
            conflicts = true;
            context.write(format!("{high}a\n").as_bytes())?;
            let mut dots = false;
            if block.odd == Odd::All {
                if settings.show_second {
                    context.write(&[b"||||||| ", labels[1].as_slice(), b"\n"].concat())?;
                    dots = dotted(context, block, 1)?;
                }
                context.write(b"=======\n")?;
                dots |= dotted(context, block, 2)?;
            }
            context.write(&[b">>>>>>> ", labels[2].as_slice(), b"\n"].concat())?;
            end(context, dots, high + 2, count(block, 1) + count(block, 2) + 1)?;
            let name = if block.odd == Odd::All { &labels[0] } else { &labels[1] };
            context.write(format!("{}a\n<<<<<<< ", low - 1).as_bytes())?;
            context.write(&[name.as_slice(), b"\n"].concat())?;
            let mut dots = false;
            if block.odd == Odd::File(1) {
                dots = dotted(context, block, 1)?;
                context.write(b"=======\n")?;
            }
            end(context, dots, low + 1, count(block, 1))?;
            continue;
        }
        let place = if low < high { format!("{low},{high}") } else { high.to_string() };
        if count(block, 2) == 0 {
            context.write(format!("{place}d\n").as_bytes())?;
        } else {
            context.write(format!("{place}{}\n", if low > high { 'a' } else { 'c' }).as_bytes())?;
            let dots = dotted(context, block, 2)?;
            end(context, dots, low, count(block, 2))?;
        }
    }
    if settings.write_out {
        context.write(b"w\nq\n")?;
    }
    Ok(u8::from(conflicts))
}
