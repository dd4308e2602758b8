//! The options of `pr`, of which some old ones mean combinations of newer ones.

use bstr::BString;

use crate::options::{self, Opt, Scanned, Spec, Takes};
use crate::shared::number::{NumberError, parse_between, parse_size};
use crate::shared::quote::quote;
use shell::command::Context;
use shell::kernel::Halt;

const SPEC: Spec = Spec::new(&[
    Opt::long('p', "pages", Takes::Value),
    Opt::long('C', "columns", Takes::Value),
    Opt::both('a', "across", Takes::Nothing),
    Opt::short('b', Takes::Nothing),
    Opt::both('c', "show-control-chars", Takes::Nothing),
    Opt::both('d', "double-space", Takes::Nothing),
    Opt::both('D', "date-format", Takes::Value),
    Opt::both('e', "expand-tabs", Takes::Optional),
    Opt::both('f', "form-feed", Takes::Nothing),
    Opt::short('F', Takes::Nothing),
    Opt::both('h', "header", Takes::Value),
    Opt::both('i', "output-tabs", Takes::Optional),
    Opt::both('J', "join-lines", Takes::Nothing),
    Opt::both('l', "length", Takes::Value),
    Opt::both('m', "merge", Takes::Nothing),
    Opt::both('n', "number-lines", Takes::Optional),
    Opt::both('N', "first-line-number", Takes::Value),
    Opt::both('o', "indent", Takes::Value),
    Opt::both('r', "no-file-warnings", Takes::Nothing),
    Opt::both('s', "separator", Takes::Optional),
    Opt::both('S', "sep-string", Takes::Optional),
    Opt::both('t', "omit-header", Takes::Nothing),
    Opt::both('T', "omit-pagination", Takes::Nothing),
    Opt::both('v', "show-nonprinting", Takes::Nothing),
    Opt::both('w', "width", Takes::Value),
    Opt::both('W', "page-width", Takes::Value),
    Opt::DIGITS,
]);

/// What to print and how. Numbers are those of C's `int`.
pub struct Settings {
    pub across: bool,
    /// `-m`
    pub merge: bool,
    pub columns: i64,
    /// `-c`
    pub carets: bool,
    /// `-v`
    pub octal: bool,
    pub double_space: bool,
    pub date_format: BString,
    /// Tabs in the input become blanks.
    pub expand: bool,
    pub input_tab: u8,
    pub input_tab_width: i64,
    /// Blanks in the output become tabs.
    pub tabify: bool,
    pub output_tab: u8,
    pub output_tab_width: i64,
    pub form_feed: bool,
    pub header: Option<BString>,
    pub join: bool,
    pub page_length: i64,
    pub numbered: bool,
    pub number_separator: u8,
    pub number_digits: i64,
    /// `-N`; otherwise lines of pages that are passed over count.
    pub first_number: Option<i64>,
    pub margin: i64,
    pub quiet: bool,
    /// There is a separator of columns, perhaps an empty one.
    pub separated: bool,
    pub separator: BString,
    /// Pages have headers and footers.
    pub extremities: bool,
    /// Form feeds of the input are printed where there are no headers.
    pub keep_form_feeds: bool,
    pub truncate: bool,
    pub line_width: i64,
    pub first_page: u64,
    pub last_page: u64,
}

/// The largest `int`.
const MOST: i64 = i32::MAX as i64;

fn number(context: &mut Context<'_>, text: &[u8], least: i64, what: &str) -> Result<Option<i64>, Halt> {
    match parse_between(text, least, MOST) {
        Ok(number) => Ok(Some(number)),
        Err(detail) => {
            context.complain(&[what.as_bytes(), b": ", &quote(text), detail])?;
            Ok(None)
        }
    }
}

/// The value of `-e`, `-i` and `-n`: a character, a number, or both. False: a bad one was reported.
fn character_and_number(
    context: &mut Context<'_>,
    letter: char,
    text: &[u8],
    character: &mut u8,
    count: &mut i64,
) -> Result<bool, Halt> {
    let mut rest = text;
    if let Some((&first, after)) = rest.split_first()
        && !first.is_ascii_digit()
    {
        *character = first;
        rest = after;
    }
    if rest.is_empty() {
        return Ok(true);
    }
    let detail: &[u8] = match parse_size(rest, b"") {
        Ok(number @ 1..) if number <= MOST as u64 => {
            *count = number as i64;
            return Ok(true);
        }
        Ok(1..) | Err(NumberError::Overflow) => NumberError::Overflow.detail(),
        _ => b"",
    };
    let what = format!("'-{letter}' extra characters or invalid number in the argument: ");
    context.complain(&[what.as_bytes(), &quote(rest), detail])?;
    options::hint(context)?;
    Ok(false)
}

/// What became of a range of pages.
enum Pages {
    Good(u64, u64),
    /// No range: a file's name, if it can be one.
    No,
    Invalid,
    TooLarge,
}

fn pages(text: &[u8]) -> Pages {
    let digits = |text: &[u8]| {
        let digits = text.strip_prefix(b"+").unwrap_or(text).iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits + usize::from(text.starts_with(b"+"))
    };
    let first_length = digits(text);
    let first = match parse_size(&text[..first_length], b"") {
        Ok(first) => first,
        Err(NumberError::Overflow) => return Pages::TooLarge,
        Err(_) => return Pages::Invalid,
    };
    if first == 0 {
        return Pages::No;
    }
    match &text[first_length..] {
        [] => Pages::Good(first, u64::MAX),
        [b':', last @ ..] => match parse_size(last, b"") {
            Ok(last) if last >= first => Pages::Good(first, last),
            Ok(_) => Pages::No,
            Err(NumberError::Overflow) => Pages::TooLarge,
            Err(_) => Pages::Invalid,
        },
        _ => Pages::No,
    }
}

/// Reads the arguments: settings and files, or the status to exit with.
pub fn read(context: &mut Context<'_>) -> Result<Result<(Settings, Vec<BString>), u8>, Halt> {
    let args = context.args();
    let name = context.name();
    let scanned = options::scan_or_answer(context, &SPEC, args, name, |context, message| {
        context.complain(&[message])?;
        options::hint(context)?;
        Ok(1)
    })?;
    let Scanned { options, mut operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(Err(status)),
    };
    let mut settings = Settings {
        across: false,
        merge: false,
        columns: 1,
        carets: false,
        octal: false,
        double_space: false,
        date_format: "%Y-%m-%d %H:%M".into(),
        expand: false,
        input_tab: b'\t',
        input_tab_width: 8,
        tabify: false,
        output_tab: b'\t',
        output_tab_width: 8,
        form_feed: false,
        header: None,
        join: false,
        page_length: 66,
        numbered: false,
        number_separator: b'\t',
        number_digits: 5,
        first_number: None,
        margin: 0,
        quiet: false,
        separated: false,
        separator: BString::default(),
        extremities: true,
        keep_form_feeds: false,
        truncate: false,
        line_width: 72,
        first_page: 0,
        last_page: u64::MAX,
    };
    let mut digits: Vec<u8> = Vec::new();
    let mut explicit = false;
    let (mut old, mut old_s, mut old_w) = (false, false, false);
    macro_rules! number {
        ($option:expr, $least:expr, $what:expr) => {
            match number(context, $option.value(), $least, $what)? {
                Some(number) => number,
                None => return Ok(Err(1)),
            }
        };
    }
    for (_, option) in &options {
        match option.id {
            digit @ '0'..='9' => digits.push(digit as u8),
            'p' => {
                let text = option.value();
                match pages(text) {
                    Pages::Good(first, last) => (settings.first_page, settings.last_page) = (first, last),
                    Pages::No => {
                        context.complain(&[b"invalid page range ", &quote(text)])?;
                        return Ok(Err(1));
                    }
                    Pages::Invalid => {
                        context.complain(&[b"invalid --pages argument '", text, b"'"])?;
                        return Ok(Err(1));
                    }
                    Pages::TooLarge => {
                        context.complain(&[b"--pages argument '", text, b"' too large"])?;
                        return Ok(Err(1));
                    }
                }
            }
            'C' => {
                settings.columns = number!(option, 1, "invalid number of columns");
                explicit = true;
                digits.clear();
            }
            'a' => settings.across = true,
            'b' => {}
            'c' => settings.carets = true,
            'd' => settings.double_space = true,
            'D' => settings.date_format = option.value().into(),
            'e' => {
                let (tab, width) = (&mut settings.input_tab, &mut settings.input_tab_width);
                if !character_and_number(context, 'e', option.value(), tab, width)? {
                    return Ok(Err(1));
                }
                settings.expand = true;
            }
            'f' | 'F' => settings.form_feed = true,
            'h' => settings.header = option.value.clone(),
            'i' => {
                let (tab, width) = (&mut settings.output_tab, &mut settings.output_tab_width);
                if !character_and_number(context, 'i', option.value(), tab, width)? {
                    return Ok(Err(1));
                }
                settings.tabify = true;
            }
            'J' => settings.join = true,
            'l' => settings.page_length = number!(option, 1, "'-l PAGE_LENGTH' invalid number of lines"),
            'm' => settings.merge = true,
            'n' => {
                let (separator, count) = (&mut settings.number_separator, &mut settings.number_digits);
                if !character_and_number(context, 'n', option.value(), separator, count)? {
                    return Ok(Err(1));
                }
                settings.numbered = true;
            }
            'N' => {
                let least = i64::from(i32::MIN);
                settings.first_number = Some(number!(option, least, "'-N NUMBER' invalid starting line number"));
            }
            'o' => settings.margin = number!(option, 0, "'-o MARGIN' invalid line offset"),
            'r' => settings.quiet = true,
            's' => {
                (old, old_s) = (true, true);
                if !settings.separated
                    && let Some(separator) = &option.value
                {
                    settings.separator = separator.clone();
                }
            }
            'S' => {
                old_s = false;
                settings.separator = option.value().into();
                settings.separated = true;
            }
            't' => (settings.extremities, settings.keep_form_feeds) = (false, true),
            'T' => (settings.extremities, settings.keep_form_feeds) = (false, false),
            'v' => settings.octal = true,
            'w' => {
                (old, old_w) = (true, true);
                let width = number!(option, 1, "'-w PAGE_WIDTH' invalid number of characters");
                if !settings.truncate {
                    settings.line_width = width;
                }
            }
            _ => {
                (old_w, settings.truncate) = (false, true);
                settings.line_width = number!(option, 1, "'-W PAGE_WIDTH' invalid number of characters");
            }
        }
    }
    // Pages may stand among the files, but not behind `--`.
    let plain = match args.iter().rposition(|arg| arg == "--") {
        Some(at) if operands.ends_with(&args[at + 1..]) => operands.len() - (args.len() - at - 1),
        _ => operands.len(),
    };
    let mut at = 0;
    while at < plain.min(operands.len()) && settings.first_page == 0 {
        let Some(range) = operands[at].strip_prefix(b"+") else {
            at += 1;
            continue;
        };
        match pages(range) {
            Pages::Good(first, last) => {
                (settings.first_page, settings.last_page) = (first, last);
                operands.remove(at);
            }
            Pages::No => at += 1,
            Pages::Invalid => {
                context.complain(&[b"invalid + argument '", range, b"'"])?;
                return Ok(Err(1));
            }
            Pages::TooLarge => {
                context.complain(&[b"+ argument '", range, b"' too large"])?;
                return Ok(Err(1));
            }
        }
    }
    if !digits.is_empty() {
        match number(context, &digits, 1, "invalid number of columns")? {
            Some(columns) => (settings.columns, explicit) = (columns, true),
            None => return Ok(Err(1)),
        }
    }
    settings.first_page = settings.first_page.max(1);
    if settings.merge && explicit {
        context.complain(&[b"cannot specify number of columns when printing in parallel"])?;
        return Ok(Err(1));
    }
    if settings.merge && settings.across {
        context.complain(&[b"cannot specify both printing across and printing in parallel"])?;
        return Ok(Err(1));
    }
    settings.translate(old, old_s, old_w, explicit);
    Ok(Ok((settings, operands)))
}

impl Settings {
    /// What the old options `-s` and `-w` mean together with the others.
    fn translate(&mut self, old: bool, old_s: bool, old_w: bool, explicit: bool) {
        let columns = self.merge || explicit;
        if !old {
            return;
        }
        if old_w {
            if columns {
                self.truncate = true;
                self.separated |= old_s;
            } else {
                self.join = true;
            }
        } else if !self.separated && old_s && columns {
            if self.truncate {
                self.separated = true;
            } else {
                self.join = true;
                self.separated = !self.separator.is_empty();
            }
        }
    }
}
