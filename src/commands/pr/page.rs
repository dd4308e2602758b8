//! Pages: reading lines into columns, headers, form feeds, numbers, tabs.
//!
//! Columns that run down a page are stored first, so that they can be made even; columns across and files side by side
//! are read as they are printed. Positions count characters from 0, as C's `int`.

use bstr::BString;
use bytes::Bytes;

use super::Stop;
use super::settings::Settings;
use crate::shared::quote::quote_colon;
use crate::shared::unicode::display_width;
use shell::command::{Context, Input};
use shell::format::strftime::{Dialect, Zone, strftime};
use shell::kernel::{IoError, Source};
use workspace::{Errno, Time};

/// A start that stands for no alignment.
const ANYWHERE: i64 = 0;
/// The most columns that anything may take: a line is held in memory.
const MOST_COLUMNS: i64 = 1 << 20;
/// Output is handed on in pieces of about this size.
const PIECE: usize = 16 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    /// A form feed ended the page in this column.
    FormFeed,
    /// Waits for the next page.
    OnHold,
    Closed,
}

/// One file.
struct Reader {
    input: Input,
    name: BString,
    chunk: Bytes,
    at: usize,
    ended: bool,
    failed: Option<Errno>,
}

struct Column {
    reader: usize,
    status: Status,
    /// Its lines go into the store first.
    stores: bool,
    numbered: bool,
    start: i64,
    full_page_printed: bool,
    to_print: i64,
    stored: i64,
    /// The next of the stored lines.
    current: usize,
}

/// A stored line: where it ends in the store, and the position that it ends at.
struct Stored {
    end: usize,
    position: i64,
}

pub struct Printer {
    pub settings: Settings,
    /// A file could not be opened.
    pub failed: bool,
    out: Vec<u8>,
    readers: Vec<Reader>,
    columns: Vec<Column>,
    store: Vec<u8>,
    lines: Vec<Stored>,
    ready: i64,
    storing: bool,
    merge: bool,
    body: i64,
    number_width: i64,
    column_width: i64,
    page: u64,
    line_number: i64,
    header_date: Vec<u8>,
    header_text: Vec<u8>,
    print_header: bool,
    print_form_feed: bool,
    form_feed_only: bool,
    empty_line: bool,
    align_empty: bool,
    /// Something was printed on the page.
    printed: bool,
    last_line: bool,
    input_position: i64,
    output_position: i64,
    spaces: i64,
    separators: i64,
    padding: i64,
    clump: Vec<u8>,
}

/// Columns up to the next stop.
fn tab(width: i64, position: i64) -> i64 {
    width - position % width
}

impl Printer {
    pub fn new(settings: Settings) -> Printer {
        Printer {
            settings,
            failed: false,
            out: Vec::new(),
            readers: Vec::new(),
            columns: Vec::new(),
            store: Vec::new(),
            lines: Vec::new(),
            ready: 0,
            storing: true,
            merge: false,
            body: 0,
            number_width: 0,
            column_width: 0,
            page: 1,
            line_number: 1,
            header_date: Vec::new(),
            header_text: Vec::new(),
            print_header: false,
            print_form_feed: false,
            form_feed_only: false,
            empty_line: false,
            align_empty: false,
            printed: false,
            last_line: false,
            input_position: 0,
            output_position: 0,
            spaces: 0,
            separators: 0,
            padding: 0,
            clump: Vec::new(),
        }
    }

    /// Hands on what is gathered.
    pub fn flush(&mut self, context: &mut Context<'_>) -> Result<(), shell::kernel::Halt> {
        context.charge_bytes(self.out.len())?;
        context.write(&self.out)?;
        self.out.clear();
        Ok(())
    }

    fn complain(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Stop> {
        self.flush(context)?;
        Ok(context.complain(parts)?)
    }

    /// Prints one file, all files side by side, or with no name the standard input.
    pub fn print(&mut self, context: &mut Context<'_>, files: &[BString]) -> Result<(), Stop> {
        self.parameters(context, files)?;
        if !self.open(context, files)? {
            return Ok(());
        }
        self.page = 1;
        if self.settings.first_page > 1 {
            if !self.skip_to(context, self.settings.first_page)? {
                return Ok(());
            }
            self.page = self.settings.first_page;
        }
        self.place_columns();
        while self.print_page(context)? {
            if self.out.len() >= PIECE {
                self.flush(context)?;
            }
        }
        Ok(())
    }

    fn parameters(&mut self, context: &mut Context<'_>, files: &[BString]) -> Result<(), Stop> {
        let settings = &mut self.settings;
        let wide = settings.extremities || settings.columns > 1 || settings.merge;
        let widths = [
            settings.margin,
            settings.input_tab_width,
            settings.output_tab_width,
            settings.number_digits,
            if wide { settings.line_width } else { 0 },
        ];
        if widths.iter().any(|width| *width > MOST_COLUMNS) {
            self.complain(context, &[b"memory exhausted"])?;
            return Err(Stop::Told);
        }
        // Five lines of header and five of footer, which a form feed may stand for.
        self.body = settings.page_length - 10;
        if self.body <= 0 {
            (settings.extremities, settings.keep_form_feeds) = (false, true);
        }
        if !settings.extremities {
            self.body = settings.page_length;
        }
        if settings.double_space {
            self.body /= 2;
        }
        self.merge = settings.merge && !files.is_empty();
        if self.merge {
            settings.columns = files.len() as i64;
        }
        self.storing = !settings.across && !settings.merge && settings.columns > 1;
        if settings.columns > 1 {
            if !settings.separated {
                settings.separator = if settings.join { "\t" } else { " " }.into();
                settings.separated = true;
            } else if !settings.join && settings.separator == "\t" {
                // A tab would be of no use between aligned columns.
                settings.separator = " ".into();
            }
            settings.truncate = true;
            if settings.separator != "\t" {
                settings.expand = true;
            }
            settings.tabify = true;
        }
        if settings.join {
            settings.truncate = false;
        }
        let mut used = 0;
        if settings.numbered {
            self.line_number = settings.first_number.unwrap_or(1);
            let separator =
                if settings.number_separator == b'\t' { tab(8, settings.number_digits) } else { 1 };
            self.number_width = settings.number_digits + separator;
            if self.merge {
                used = self.number_width;
            }
        }
        let separators = (settings.columns - 1).saturating_mul(settings.separator.len() as i64);
        self.column_width = (settings.line_width - used).saturating_sub(separators) / settings.columns;
        if self.column_width < 1 {
            self.complain(context, &[b"page width too narrow"])?;
            return Err(Stop::Told);
        }
        Ok(())
    }

    /// Opens the files. False: there is nothing to print.
    fn open(&mut self, context: &mut Context<'_>, files: &[BString]) -> Result<bool, Stop> {
        self.readers.clear();
        self.columns.clear();
        let dash = [BString::from("-")];
        for file in if files.is_empty() { &dash } else { files } {
            match context.open_operand(file) {
                Ok(input) => {
                    let name = if file == "-" { "standard input".into() } else { file.clone() };
                    let (chunk, at) = (Bytes::new(), 0);
                    self.readers.push(Reader { input, name, chunk, at, ended: false, failed: None });
                }
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    self.failed = true;
                    if !self.settings.quiet {
                        self.complain(context, &[&quote_colon(file), b": ", errno.message().as_bytes()])?;
                    }
                }
            }
        }
        if self.readers.is_empty() {
            return Ok(false);
        }
        let count = if self.merge { self.readers.len() as i64 } else { self.settings.columns };
        if self.merge {
            self.settings.columns = count;
        }
        for index in 0..usize::try_from(count).unwrap_or(0) {
            context.charge(1)?;
            self.columns.push(Column {
                reader: if self.merge { index } else { 0 },
                status: Status::Open,
                stores: false,
                numbered: false,
                start: 0,
                full_page_printed: false,
                to_print: 0,
                stored: 0,
                current: 0,
            });
        }
        self.ready = self.readers.len() as i64;
        self.header(context, files.first().filter(|file| !self.merge && *file != "-"));
        Ok(true)
    }

    /// The date and the text of headers.
    fn header(&mut self, context: &Context<'_>, file: Option<&BString>) {
        let stat = match (file, self.readers.first()) {
            (Some(_), Some(reader)) => match &reader.input.fd().source {
                Source::File(file) => context.vfs().stat_open(file).ok(),
                _ => None,
            },
            _ => None,
        };
        let stat = stat.or_else(|| context.vfs().stat(context.cwd(), file?).ok());
        let Time(nanoseconds) = stat.map_or_else(|| context.now(), |stat| stat.mtime);
        let zone = Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_ref()));
        let civil = zone.civil(nanoseconds.div_euclid(1_000_000_000), nanoseconds.rem_euclid(1_000_000_000) as u32);
        self.header_date.clear();
        strftime(&mut self.header_date, &self.settings.date_format, &civil, Dialect::Gnu);
        self.header_text = match (&self.settings.header, file) {
            (Some(text), _) => text.to_vec(),
            (None, Some(file)) => file.to_vec(),
            (None, None) => Vec::new(),
        };
    }

    /// Where each column begins and how it is printed.
    fn place_columns(&mut self) {
        let settings = &self.settings;
        let separator = settings.separator.len() as i64;
        let mut start = settings.margin;
        let mut next = if !settings.truncate {
            ANYWHERE
        } else if self.merge && settings.numbered {
            // The first of files side by side is wider by the number.
            start + self.column_width + self.number_width
        } else {
            start + self.column_width
        };
        // The first column begins a separator later, so that all can be padded alike.
        start += separator;
        let (numbered, truncate) = (settings.numbered, settings.truncate);
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.stores = self.storing;
            column.numbered = numbered && (!self.merge || index == 0);
            column.start = start;
            if truncate {
                start = next + separator;
                next = start + self.column_width;
            } else {
                (start, next) = (ANYWHERE, ANYWHERE);
            }
        }
    }

    /// The next byte of a column's file; `None` at its end.
    fn get(&mut self, context: &Context<'_>, column: usize) -> Result<Option<u8>, Stop> {
        let reader = &mut self.readers[self.columns[column].reader];
        if reader.at == reader.chunk.len() && !reader.ended {
            reader.at = 0;
            match reader.input.read(context) {
                Ok(chunk) => reader.chunk = chunk,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    reader.failed = Some(errno);
                    reader.chunk = Bytes::new();
                }
            }
            reader.ended = reader.chunk.is_empty();
        }
        let byte = reader.chunk.get(reader.at).copied();
        reader.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Passes a newline behind a form feed.
    fn pass_newline(&mut self, context: &Context<'_>, column: usize) -> Result<(), Stop> {
        if !matches!(self.get(context, column)?, None | Some(b'\n')) {
            // The byte that was just taken is the last one of the chunk that was passed.
            self.readers[self.columns[column].reader].at -= 1;
        }
        Ok(())
    }

    fn close(&mut self, context: &mut Context<'_>, index: usize) -> Result<(), Stop> {
        if self.columns[index].status == Status::Closed {
            return Ok(());
        }
        let reader = &self.readers[self.columns[index].reader];
        if let Some(errno) = reader.failed {
            let name = quote_colon(&reader.name);
            self.complain(context, &[&name, b": ", errno.message().as_bytes()])?;
            return Err(Stop::Told);
        }
        if self.merge {
            let column = &mut self.columns[index];
            (column.status, column.to_print) = (Status::Closed, 0);
        } else {
            for column in &mut self.columns {
                column.status = Status::Closed;
                if column.stored == 0 {
                    column.to_print = 0;
                }
            }
        }
        self.ready -= 1;
        Ok(())
    }

    /// A form feed: nothing more of this file on this page.
    fn hold(&mut self, index: usize) {
        if self.merge {
            self.columns[index].status = Status::OnHold;
        } else {
            let status = if self.storing { Status::FormFeed } else { Status::OnHold };
            self.columns.iter_mut().for_each(|column| column.status = status);
        }
        self.columns[index].to_print = 0;
        self.ready -= 1;
    }

    /// Takes the columns that wait to the next page.
    fn resume(&mut self) {
        for column in &mut self.columns {
            if column.status == Status::OnHold {
                column.status = Status::Open;
                self.ready += 1;
            }
        }
        if self.storing {
            self.ready = i64::from(self.columns.first().is_some_and(|column| column.status != Status::Closed));
        }
    }

    fn columns_ready(&self) -> usize {
        let ready = |column: &&Column| {
            matches!(column.status, Status::Open | Status::FormFeed)
                || self.storing && column.stored > 0 && column.to_print > 0
        };
        self.columns.iter().filter(ready).count()
    }

    // Passing over pages ----------------------------------------------------------------------------------------------

    /// Passes over the pages before `page`. False: there are not so many.
    fn skip_to(&mut self, context: &mut Context<'_>, page: u64) -> Result<bool, Stop> {
        let mut number = 1;
        while number < page {
            for line in 1..=self.body.max(1) {
                self.last_line = line == self.body.max(1);
                for index in 0..self.columns.len() {
                    if self.columns[index].status == Status::Open {
                        self.skip_line(context, index)?;
                    }
                }
                if self.ready < 1 && !self.last_line && self.columns.iter().all(|column| column.status == Status::Closed)
                {
                    break;
                }
            }
            if self.storing {
                for column in &mut self.columns {
                    if column.status != Status::Closed {
                        column.status = Status::OnHold;
                    }
                }
            }
            self.resume();
            self.last_line = false;
            if self.ready < 1 {
                let text = format!("starting page number {page} exceeds page count {number}");
                self.complain(context, &[text.as_bytes()])?;
                break;
            }
            number += 1;
        }
        Ok(self.ready > 0)
    }

    fn skip_line(&mut self, context: &mut Context<'_>, index: usize) -> Result<(), Stop> {
        context.charge(1)?;
        let mut next = self.get(context, index)?;
        if next == Some(b'\x0c') && self.columns[index].full_page_printed {
            next = self.get(context, index)?;
            if next == Some(b'\n') {
                next = self.get(context, index)?;
            }
        }
        self.columns[index].full_page_printed = self.last_line;
        let only = next == Some(b'\x0c');
        loop {
            match next {
                Some(b'\n') => break,
                Some(b'\x0c') => {
                    if self.last_line {
                        if self.merge {
                            self.columns[index].full_page_printed = false;
                        } else {
                            self.columns.iter_mut().for_each(|column| column.full_page_printed = false);
                        }
                    }
                    self.pass_newline(context, index)?;
                    self.hold(index);
                    break;
                }
                None => {
                    self.close(context, index)?;
                    break;
                }
                _ => next = self.get(context, index)?,
            }
        }
        if self.settings.first_number.is_none() && (!self.merge || index == 0) && !only && self.settings.numbered {
            self.line_number = self.line_number.wrapping_add(1);
        }
        Ok(())
    }

    // Pages -----------------------------------------------------------------------------------------------------------

    fn begin_page(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.storing {
            self.store_columns(context)?;
            self.columns.iter_mut().for_each(|column| column.to_print = column.stored);
        } else {
            for column in &mut self.columns {
                column.to_print = if column.status == Status::Open { self.body } else { 0 };
            }
        }
        Ok(())
    }

    /// Prints a page. False: it was the last one.
    fn print_page(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        context.charge(1)?;
        self.begin_page(context)?;
        if self.columns_ready() == 0 {
            return Ok(false);
        }
        self.print_header |= self.settings.extremities;
        self.printed = false;
        let mut any = false;
        let mut left = if self.settings.double_space { self.body * 2 } else { self.body };
        while left > 0 && self.columns_ready() > 0 {
            context.charge(1)?;
            self.output_position = 0;
            self.spaces = 0;
            self.separators = 0;
            self.printed = false;
            self.align_empty = false;
            self.empty_line = true;
            for index in 0..self.columns.len() {
                self.input_position = 0;
                let column = &self.columns[index];
                if column.to_print > 0 || column.status == Status::FormFeed {
                    self.form_feed_only = false;
                    self.padding = column.start;
                    let whole = if column.stores {
                        self.print_stored(context, index)?;
                        true
                    } else {
                        self.read_line(context, index, false)?
                    };
                    if !whole {
                        self.pass_rest(context, index)?;
                    }
                    any |= self.printed;
                    self.columns[index].to_print -= 1;
                    if self.columns[index].to_print <= 0 && self.columns_ready() == 0 {
                        break;
                    }
                    let status = self.columns[index].status;
                    if self.merge && status != Status::Open {
                        if self.empty_line {
                            self.align_empty = true;
                        } else if status == Status::Closed || status == Status::OnHold && self.form_feed_only {
                            self.align(index);
                        }
                    }
                } else if self.merge {
                    if self.empty_line {
                        self.align_empty = true;
                    } else {
                        self.align(index);
                    }
                }
                if self.settings.separated {
                    self.separators += 1;
                }
            }
            if self.printed {
                self.out.push(b'\n');
                left -= 1;
            }
            if self.columns_ready() == 0 && !self.settings.extremities {
                break;
            }
            if self.settings.double_space && any {
                self.out.push(b'\n');
                left -= 1;
            }
            if self.out.len() >= PIECE {
                self.flush(context)?;
            }
        }
        if left == 0 {
            for column in &mut self.columns {
                column.full_page_printed |= column.status == Status::Open;
            }
        }
        self.printed = any;
        if self.printed && self.settings.extremities {
            if self.settings.form_feed {
                self.out.push(b'\x0c');
            } else {
                let mut footer = usize::try_from(left + 5).unwrap_or(0);
                while footer > 0 {
                    let piece = footer.min(PIECE);
                    self.out.resize(self.out.len() + piece, b'\n');
                    footer -= piece;
                    self.flush(context)?;
                }
            }
        } else if self.settings.keep_form_feeds && self.print_form_feed {
            self.out.push(b'\x0c');
            self.print_form_feed = false;
        }
        self.page = self.page.saturating_add(1);
        if self.settings.last_page < self.page {
            return Ok(false);
        }
        self.resume();
        Ok(true)
    }

    fn write_header(&mut self) {
        self.output_position = 0;
        let margin = usize::try_from(self.settings.margin).unwrap_or(0);
        self.pad_across(self.settings.margin);
        self.write_white_space();
        self.out.extend_from_slice(b"\n\n");
        self.out.resize(self.out.len() + margin, b' ');
        let page = format!("Page {}", self.page);
        let columns = |text: &[u8]| display_width(text) as i64;
        let used = columns(&self.header_date) + columns(&self.header_text) + page.len() as i64;
        let room = usize::try_from(self.settings.line_width.saturating_sub(used)).unwrap_or(0);
        let left = room / 2;
        self.out.extend_from_slice(&self.header_date);
        self.out.resize(self.out.len() + left.max(1), b' ');
        self.out.extend_from_slice(&self.header_text);
        self.out.resize(self.out.len() + (room - left).max(1), b' ');
        self.out.extend_from_slice(page.as_bytes());
        self.out.extend_from_slice(b"\n\n\n");
        self.print_header = false;
        self.output_position = 0;
    }

    fn store_columns(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.store.clear();
        self.lines.clear();
        self.columns.iter_mut().for_each(|column| column.stored = 0);
        for index in 0..self.columns.len() {
            if self.ready == 0 {
                break;
            }
            for _ in 0..self.body {
                if self.ready == 0 {
                    break;
                }
                context.charge(1)?;
                if self.columns[index].status != Status::Open {
                    // A form feed ended the page.
                    break;
                }
                self.input_position = 0;
                if !self.read_line(context, index, true)? {
                    self.pass_rest(context, index)?;
                }
                let start = self.lines.last().map_or(0, |line| line.end);
                if self.columns[index].status == Status::Open || start != self.store.len() {
                    self.columns[index].stored += 1;
                    self.lines.push(Stored { end: self.store.len(), position: self.input_position });
                }
            }
        }
        // The lines are shared out evenly.
        let (total, count) = (self.lines.len(), self.columns.len());
        let mut first = 0;
        for (index, column) in self.columns.iter_mut().enumerate() {
            let lines = total / count + usize::from(index < total % count);
            column.stored = lines as i64;
            column.current = first;
            first += lines;
        }
        Ok(())
    }

    /// Prints the next of a column's stored lines.
    fn print_stored(&mut self, context: &Context<'_>, index: usize) -> Result<(), Stop> {
        let line = self.columns[index].current;
        self.columns[index].current += 1;
        self.printed = true;
        if self.print_header {
            self.write_header();
        }
        if self.columns[index].status == Status::FormFeed {
            self.columns.iter_mut().for_each(|column| column.status = Status::OnHold);
            if self.columns[0].to_print <= 0 {
                if !self.settings.extremities {
                    self.printed = false;
                }
                return Ok(());
            }
        }
        self.pad_to_column();
        if self.settings.separated {
            self.write_separators();
        }
        let Some(stored) = self.lines.get(line) else { return Ok(()) };
        let (end, position) = (stored.end, stored.position);
        let start = line.checked_sub(1).and_then(|line| self.lines.get(line)).map_or(0, |line| line.end);
        context.charge_bytes(end - start)?;
        for at in start..end {
            self.put(self.store[at]);
        }
        if self.spaces == 0 {
            let column = &self.columns[index];
            let separator = self.settings.separator.len() as i64;
            self.output_position = column.start + position;
            if column.start - separator == self.settings.margin {
                self.output_position -= separator;
            }
        }
        Ok(())
    }

    /// Reads a line of a column, into the store or to the output. False: it was cut, and its rest is still to be read.
    fn read_line(&mut self, context: &mut Context<'_>, index: usize, storing: bool) -> Result<bool, Stop> {
        let mut next = self.get(context, index)?;
        let mut last_position = self.input_position;
        if next == Some(b'\x0c') && self.columns[index].full_page_printed {
            next = self.get(context, index)?;
            if next == Some(b'\n') {
                next = self.get(context, index)?;
            }
        }
        self.columns[index].full_page_printed = false;
        match next {
            Some(b'\x0c') => {
                self.pass_newline(context, index)?;
                self.form_feed_only = true;
                if self.print_header && !self.storing {
                    self.printed = true;
                    self.write_header();
                } else if self.settings.keep_form_feeds {
                    self.print_form_feed = true;
                }
                self.hold(index);
                return Ok(true);
            }
            None => {
                self.close(context, index)?;
                return Ok(true);
            }
            Some(b'\n') => {}
            Some(byte) => self.clump(byte),
        }
        if self.settings.truncate && self.input_position > self.column_width {
            self.input_position = last_position;
            return Ok(false);
        }
        if !storing {
            self.printed = true;
            if self.print_header && !self.storing {
                self.write_header();
            }
            if self.merge && self.align_empty {
                // The columns before this one are empty.
                let before = std::mem::take(&mut self.separators);
                for other in 0..usize::try_from(before).unwrap_or(0) {
                    self.align(other);
                    self.separators += 1;
                }
                self.padding = self.columns[index].start;
                self.spaces = if self.settings.truncate { self.column_width } else { 0 };
                self.align_empty = false;
            }
            self.pad_to_column();
            if self.settings.separated {
                self.write_separators();
            }
        }
        if self.columns[index].numbered {
            self.number(storing);
        }
        self.empty_line = false;
        if next == Some(b'\n') {
            return Ok(true);
        }
        self.emit(storing);
        loop {
            match self.get(context, index)? {
                Some(b'\n') => return Ok(true),
                Some(b'\x0c') => {
                    self.pass_newline(context, index)?;
                    if self.settings.keep_form_feeds {
                        self.print_form_feed = true;
                    }
                    self.hold(index);
                    return Ok(true);
                }
                None => {
                    self.close(context, index)?;
                    return Ok(true);
                }
                Some(byte) => {
                    last_position = self.input_position;
                    self.clump(byte);
                }
            }
            if self.settings.truncate && self.input_position > self.column_width {
                self.input_position = last_position;
                return Ok(false);
            }
            self.emit(storing);
            if !storing && self.out.len() >= PIECE {
                self.flush(context)?;
            }
        }
    }

    fn pass_rest(&mut self, context: &mut Context<'_>, index: usize) -> Result<(), Stop> {
        loop {
            match self.get(context, index)? {
                Some(b'\n') => return Ok(()),
                Some(b'\x0c') => {
                    self.pass_newline(context, index)?;
                    if self.settings.keep_form_feeds {
                        self.print_form_feed = true;
                    }
                    self.hold(index);
                    return Ok(());
                }
                None => return self.close(context, index),
                Some(_) => {}
            }
        }
    }

    // Characters ------------------------------------------------------------------------------------------------------

    /// What a byte of the input becomes, in `clump`; moves the input position.
    fn clump(&mut self, byte: u8) {
        self.clump.clear();
        let settings = &self.settings;
        let width = if byte == settings.input_tab || byte == b'\t' {
            let stops = if byte == settings.input_tab { settings.input_tab_width } else { 8 };
            let width = tab(stops, self.input_position);
            if settings.expand {
                self.clump.resize(usize::try_from(width).unwrap_or(0), b' ');
            } else {
                self.clump.push(byte);
            }
            width
        } else if matches!(byte, b' '..=b'~') {
            self.clump.push(byte);
            1
        } else if settings.octal || settings.carets && byte >= 0x80 {
            self.clump.extend_from_slice(format!("\\{byte:03o}").as_bytes());
            4
        } else if settings.carets {
            self.clump.extend_from_slice(&[b'^', byte ^ 0o100]);
            2
        } else {
            self.clump.push(byte);
            if byte == 8 { -1 } else { 0 }
        };
        if width < 0 && self.input_position == 0 {
            self.clump.clear();
        } else {
            self.input_position = (self.input_position + width).max(0);
        }
    }

    fn emit(&mut self, storing: bool) {
        let clump = std::mem::take(&mut self.clump);
        for byte in &clump {
            self.put_or_store(*byte, storing);
        }
        self.clump = clump;
    }

    fn put_or_store(&mut self, byte: u8, storing: bool) {
        if storing {
            self.store.push(byte);
        } else {
            self.put(byte);
        }
    }

    fn put(&mut self, byte: u8) {
        if self.settings.tabify {
            if byte == b' ' {
                self.spaces += 1;
                return;
            }
            if self.spaces > 0 {
                self.write_white_space();
            }
            match byte {
                b' '..=b'~' => self.output_position += 1,
                8 => self.output_position -= 1,
                _ => {}
            }
        }
        self.out.push(byte);
    }

    fn number(&mut self, storing: bool) {
        let digits = usize::try_from(self.settings.number_digits).unwrap_or(0);
        let text = self.line_number.to_string();
        // The last digits say more than the first.
        let cut = &text.as_bytes()[text.len().saturating_sub(digits)..];
        for _ in cut.len()..digits {
            self.put_or_store(b' ', storing);
        }
        for byte in cut {
            self.put_or_store(*byte, storing);
        }
        self.line_number = if self.line_number >= i64::from(i32::MAX) {
            i64::from(i32::MIN)
        } else {
            self.line_number + 1
        };
        let separator = self.settings.number_separator;
        if self.settings.columns > 1 {
            if separator == b'\t' {
                for _ in self.settings.number_digits..self.number_width {
                    self.put_or_store(b' ', storing);
                }
            } else {
                self.put_or_store(separator, storing);
            }
        } else {
            self.put_or_store(separator, storing);
            if separator == b'\t' {
                self.output_position += tab(self.settings.output_tab_width, self.output_position);
            }
        }
        if self.settings.truncate && !self.merge {
            self.input_position += self.number_width;
        }
    }

    // Positions -------------------------------------------------------------------------------------------------------

    /// An empty place in a line of files side by side.
    fn align(&mut self, index: usize) {
        self.padding = self.columns[index].start;
        self.pad_to_column();
        if self.settings.separated {
            self.write_separators();
        }
        if self.columns[index].numbered {
            self.number(false);
        }
    }

    fn pad_to_column(&mut self) {
        let separator = self.settings.separator.len() as i64;
        if separator < self.padding {
            self.pad_across(self.padding - separator);
            self.padding = ANYWHERE;
        }
    }

    fn pad_across(&mut self, position: i64) {
        if self.settings.tabify {
            self.spaces = position - self.output_position;
        } else {
            let blanks = usize::try_from(position - self.output_position).unwrap_or(0);
            self.out.resize(self.out.len() + blanks, b' ');
            self.output_position = position;
        }
    }

    fn write_white_space(&mut self) {
        let goal = self.output_position + self.spaces;
        let mut position = self.output_position;
        while goal - position > 1 {
            let next = position + tab(self.settings.output_tab_width, position);
            if next > goal {
                break;
            }
            self.out.push(self.settings.output_tab);
            position = next;
        }
        let blanks = usize::try_from(goal - position).unwrap_or(0);
        self.out.resize(self.out.len() + blanks, b' ');
        self.output_position = goal;
        self.spaces = 0;
    }

    fn write_separators(&mut self) {
        if self.separators <= 0 {
            if self.spaces > 0 {
                self.write_white_space();
            }
            return;
        }
        let separator = self.settings.separator.clone();
        for index in 0..std::mem::take(&mut self.separators) {
            // Of several only the first is written; the others only stand for their blanks.
            for byte in separator.iter().filter(|_| index == 0) {
                if *byte == b' ' {
                    self.spaces += 1;
                } else {
                    if self.spaces > 0 {
                        self.write_white_space();
                    }
                    self.out.push(*byte);
                    self.output_position += 1;
                }
            }
            if self.spaces > 0 {
                self.write_white_space();
            }
        }
    }
}
