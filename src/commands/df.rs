//! `df`: how full the tree is. There is one file system, `tmpfs` at `/`; its sizes are the quotas of the tree.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::{refuse, refuse_block_size};
use super::shared::number::BlockSize;
use super::shared::quote::{quote, quote_colon};
use super::shared::unicode::display_width;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: df [OPTION]... [FILE]...
Print how much is used and left of the file system that each FILE is on. There is one.

  -a, --all             all file systems
  -B, --block-size=SIZE  in units of SIZE
  -h, --human-readable  sizes for people, in powers of 1024
  -H, --si              sizes for people, in powers of 1000
  -i, --inodes          numbers of files, not of bytes
  -k                    in units of 1K (the default)
  -l, --local           local file systems only
  -m                    in units of 1M
      --no-sync         (the default)
      --output[=FIELDS]  these columns, with commas between, or all: source, fstype, itotal, iused, iavail, ipcent,
                        size, used, avail, pcent, file, target
  -P, --portability     in the form of POSIX
      --sync            (there is nothing to write out)
      --total           with a line of sums
  -t, --type=TYPE       file systems of this TYPE only
  -T, --print-type      with the type
  -x, --exclude-type=TYPE  file systems of other types only
  -v                    (ignored)
      --help            show this help and exit
      --version         show the version and exit

SIZE is a number with a unit: K, M, G, T, P, E, Z, Y (powers of 1024) or KB, MB, ... (powers of 1000).
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "all", Takes::Nothing),
    Opt::both('B', "block-size", Takes::Value),
    Opt::both('h', "human-readable", Takes::Nothing),
    Opt::both('H', "si", Takes::Nothing),
    Opt::both('i', "inodes", Takes::Nothing),
    Opt::short('k', Takes::Nothing),
    Opt::both('l', "local", Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::long('n', "no-sync", Takes::Nothing),
    Opt::long('o', "output", Takes::Optional),
    Opt::both('P', "portability", Takes::Nothing),
    Opt::long('s', "sync", Takes::Nothing),
    Opt::long('S', "total", Takes::Nothing),
    Opt::both('t', "type", Takes::Value),
    Opt::both('T', "print-type", Takes::Nothing),
    Opt::both('x', "exclude-type", Takes::Value),
    Opt::short('v', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "df", help: HELP, run }];

/// The type of the one file system, and its name.
const TYPE: &str = "tmpfs";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Source,
    Type,
    Inodes,
    InodesUsed,
    InodesFree,
    InodesPercent,
    Size,
    Used,
    Free,
    Percent,
    File,
    Target,
}

/// Name for `--output`, title, least width.
const FIELDS: [(Field, &str, &str, usize); 12] = [
    (Field::Source, "source", "Filesystem", 14),
    (Field::Type, "fstype", "Type", 4),
    (Field::Inodes, "itotal", "Inodes", 5),
    (Field::InodesUsed, "iused", "IUsed", 5),
    (Field::InodesFree, "iavail", "IFree", 5),
    (Field::InodesPercent, "ipcent", "IUse%", 4),
    (Field::Size, "size", "Size", 5),
    (Field::Used, "used", "Used", 5),
    (Field::Free, "avail", "Avail", 5),
    (Field::Percent, "pcent", "Use%", 4),
    (Field::File, "file", "File", 0),
    (Field::Target, "target", "Mounted on", 0),
];

impl Field {
    fn is_left(self) -> bool {
        matches!(self, Field::Source | Field::Type | Field::File | Field::Target)
    }
}

/// One line: what there is and what is used of it.
struct Line {
    source: BString,
    kind: BString,
    file: BString,
    target: BString,
    bytes: (u64, u64),
    nodes: (u64, u64),
}

struct Settings {
    fields: Vec<Field>,
    unit: BlockSize,
    posix: bool,
    /// `--output`
    chosen: bool,
    inodes: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let environment = [b"DF_BLOCK_SIZE".as_slice(), b"BLOCK_SIZE", b"BLOCKSIZE"];
    let default = environment.iter().find_map(|name| BlockSize::parse(context.exec.env(name)?).ok());
    let posixly = context.exec.env(b"POSIXLY_CORRECT").is_some();
    let mut settings = Settings {
        fields: Vec::new(),
        unit: default.unwrap_or(BlockSize::Bytes(if posixly { 512 } else { 1024 }, "")),
        posix: false,
        chosen: false,
        inodes: false,
    };
    let (mut kinds, mut excluded): (Vec<BString>, Vec<BString>) = (Vec::new(), Vec::new());
    let (mut with_type, mut total) = (false, false);
    for option in &options {
        let value = option.value();
        let clash = |first: &str, second: &str| format!("options {first} and {second} are mutually exclusive");
        let mut refused = None;
        match option.id {
            'B' => match BlockSize::parse(value) {
                Ok(unit) => settings.unit = unit,
                Err(error) => return refuse_block_size(context, value, error),
            },
            'h' => settings.unit = BlockSize::Human,
            'H' => settings.unit = BlockSize::Si,
            'k' => settings.unit = BlockSize::Bytes(1024, ""),
            'm' => settings.unit = BlockSize::Bytes(1 << 20, ""),
            'i' if settings.chosen => refused = Some(clash("-i", "--output")),
            'i' => settings.inodes = true,
            'P' if settings.chosen => refused = Some(clash("-P", "--output")),
            'P' => settings.posix = true,
            'T' if settings.chosen => refused = Some(clash("-T", "--output")),
            'T' => with_type = true,
            'o' if settings.inodes => refused = Some(clash("-i", "--output")),
            'o' if settings.posix => refused = Some(clash("-P", "--output")),
            'o' if with_type => refused = Some(clash("-T", "--output")),
            'o' => {
                settings.chosen = true;
                if let Some(list) = &option.value
                    && !choose(context, list, &mut settings.fields)?
                {
                    return Ok(1);
                }
            }
            'S' => total = true,
            't' => kinds.push(value.into()),
            'x' => excluded.push(value.into()),
            // There is one file system, which is local and always written out.
            _ => {}
        }
        if let Some(message) = refused {
            return refuse(context, &[message.as_bytes()]);
        }
    }
    let both: Vec<&BString> = kinds.iter().rev().filter(|kind| excluded.contains(kind)).collect();
    if !both.is_empty() {
        for kind in both {
            context.complain(&[b"file system type ", &quote(kind), b" both selected and excluded"])?;
        }
        return Ok(1);
    }
    if settings.chosen && settings.fields.is_empty() {
        settings.fields = FIELDS.iter().map(|(field, ..)| *field).collect();
    } else if !settings.chosen {
        settings.fields.push(Field::Source);
        if with_type {
            settings.fields.push(Field::Type);
        }
        settings.fields.extend(if settings.inodes {
            [Field::Inodes, Field::InodesUsed, Field::InodesFree, Field::InodesPercent]
        } else {
            [Field::Size, Field::Used, Field::Free, Field::Percent]
        });
        settings.fields.push(Field::Target);
    }
    let shown = (kinds.is_empty() || kinds.iter().any(|kind| kind == TYPE)) && !excluded.iter().any(|kind| kind == TYPE);
    let mut lines = Vec::new();
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        match context.vfs().stat(context.cwd(), operand) {
            Ok(_) if shown => lines.push(measure(context, operand)),
            Ok(_) => {}
            Err(errno) => {
                context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    if operands.is_empty() && shown {
        lines.push(measure(context, b"-"));
    }
    if lines.is_empty() {
        if status == 0 {
            context.complain(&[b"no file systems processed"])?;
        }
        return Ok(1);
    }
    if total {
        let sum = |get: fn(&Line) -> (u64, u64)| {
            lines.iter().map(get).fold((0u64, 0u64), |sum, line| (sum.0.saturating_add(line.0), sum.1.saturating_add(line.1)))
        };
        let dash = BString::from("-");
        lines.push(Line {
            source: "total".into(),
            kind: dash.clone(),
            file: dash.clone(),
            // Where there is no first column to say it, the last one does.
            target: if settings.fields.contains(&Field::Source) { dash } else { "total".into() },
            bytes: sum(|line| line.bytes),
            nodes: sum(|line| line.nodes),
        });
    }
    print(context, &settings, &lines)?;
    Ok(status)
}

/// Reads the list of `--output`. False: a bad field was reported.
fn choose(context: &mut Context<'_>, list: &[u8], fields: &mut Vec<Field>) -> Result<bool, Halt> {
    for name in list.split_str(",") {
        let known = FIELDS.iter().find(|(_, known, ..)| known.as_bytes() == name);
        let what: &[u8] = match known {
            Some((field, ..)) if !fields.contains(field) => {
                fields.push(*field);
                continue;
            }
            Some(_) => b" used more than once",
            None => b" unknown",
        };
        context.complain(&[b"option --output: field ", &quote(name), what])?;
        options::hint(context)?;
        return Ok(false);
    }
    Ok(true)
}

fn measure(context: &Context<'_>, file: &[u8]) -> Line {
    let (limits, totals) = context.vfs().with_tree(|tree| (*tree.limits(), tree.totals()));
    Line {
        source: TYPE.into(),
        kind: TYPE.into(),
        file: file.into(),
        target: "/".into(),
        bytes: (limits.total_bytes.max(totals.bytes), totals.bytes),
        nodes: (limits.nodes.max(totals.nodes), totals.nodes),
    }
}

/// The part that is used, in whole percents, rounded up.
fn percent((total, used): (u64, u64)) -> String {
    if total == 0 {
        return "-".to_owned();
    }
    format!("{}%", (u128::from(used) * 100).div_ceil(u128::from(total)))
}

impl Settings {
    fn title(&self, field: Field, title: &str) -> String {
        let people = matches!(self.unit, BlockSize::Human | BlockSize::Si);
        match (field, self.unit) {
            (Field::Size, BlockSize::Bytes(size, _)) if self.posix => format!("{size}-blocks"),
            (Field::Size, BlockSize::Bytes(size, _)) => format!("{}-blocks", unit_name(size)),
            (Field::Free, _) if !people && !self.chosen => "Available".to_owned(),
            (Field::Percent, _) if self.posix && !people => "Capacity".to_owned(),
            _ => title.to_owned(),
        }
    }

    fn cell(&self, field: Field, line: &Line) -> BString {
        let bytes = |number: u64| BString::from(self.unit.format(number));
        let count = |number: u64| match self.unit {
            BlockSize::Bytes(..) => BString::from(number.to_string()),
            unit => BString::from(unit.format(number)),
        };
        match field {
            Field::Source => line.source.clone(),
            Field::Type => line.kind.clone(),
            Field::Inodes => count(line.nodes.0),
            Field::InodesUsed => count(line.nodes.1),
            Field::InodesFree => count(line.nodes.0 - line.nodes.1),
            Field::InodesPercent => percent(line.nodes).into(),
            Field::Size => bytes(line.bytes.0),
            Field::Used => bytes(line.bytes.1),
            Field::Free => bytes(line.bytes.0 - line.bytes.1),
            Field::Percent => percent(line.bytes).into(),
            Field::File => line.file.clone(),
            Field::Target => line.target.clone(),
        }
    }
}

/// A unit as titles name it: in powers of 1024 or of 1000, whichever divides it more often.
fn unit_name(size: u64) -> String {
    let (mut thousands, mut kibis) = (size, size);
    let mut by_thousand;
    let mut by_kibi;
    loop {
        by_thousand = thousands.is_multiple_of(1000);
        by_kibi = kibis.is_multiple_of(1024);
        (thousands, kibis) = (thousands / 1000, kibis / 1024);
        if !(by_thousand && by_kibi) {
            break;
        }
    }
    let (unit, behind) = if by_kibi && !by_thousand { (BlockSize::Human, "") } else { (BlockSize::Si, "B") };
    let text = unit.format(size);
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let letter = &text[digits.len()..];
    format!("{}{letter}{behind}", digits.strip_suffix(".0").unwrap_or(digits))
}

fn print(context: &mut Context<'_>, settings: &Settings, lines: &[Line]) -> Result<(), Halt> {
    let columns = FIELDS.iter();
    let of = |field: &Field| columns.clone().find(|(known, ..)| known == field);
    let known: Vec<_> = settings.fields.iter().filter_map(of).collect();
    let mut rows: Vec<Vec<BString>> =
        vec![known.iter().map(|(field, _, title, _)| settings.title(*field, title).into()).collect()];
    for line in lines {
        rows.push(known.iter().map(|(field, ..)| settings.cell(*field, line)).collect());
    }
    let widths: Vec<usize> = known
        .iter()
        .enumerate()
        .map(|(index, (.., least))| rows.iter().map(|row| display_width(&row[index])).max().unwrap_or(0).max(*least))
        .collect();
    for row in &rows {
        let mut out = Vec::new();
        for (index, cell) in row.iter().enumerate() {
            let blanks = widths[index].saturating_sub(display_width(cell));
            if index > 0 {
                out.push(b' ');
            }
            let left = known[index].0.is_left();
            if !left {
                out.resize(out.len() + blanks, b' ');
            }
            // A line end in a name would break the table.
            out.extend(cell.iter().map(|byte| if byte.is_ascii_control() { b'?' } else { *byte }));
            if left && index + 1 < row.len() {
                out.resize(out.len() + blanks, b' ');
            }
        }
        out.push(b'\n');
        context.charge_bytes(out.len())?;
        context.write(&out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_titles() {
        let cases = [(1024, "1K"), (1000, "1kB"), (512, "512B"), (1500, "1.5kB"), (1 << 20, "1M"), (2048, "2K")];
        for (size, name) in cases {
            assert_eq!(unit_name(size), name);
        }
    }
}
