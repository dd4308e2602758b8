//! The record of the program and its fields.

use bytes::Bytes;

use super::machine::{Machine, Run, Stop};
use super::program::{Expr, special};
use super::reader::exhausted;
use super::value::Value;
use crate::shared::interrupt::interruptible;

/// Bytes of a record from which on the run may have to stop while it is split.
const LONG: usize = 64 << 10;

impl Machine<'_, '_> {
    pub(super) fn need_fields(&mut self) -> Run<()> {
        self.need_field(usize::MAX)
    }

    /// Splits the record as far as field `index`.
    pub(super) fn need_field(&mut self, index: usize) -> Run<()> {
        if self.record.is_split() {
            return Ok(());
        }
        let length = self.record.text().len();
        let (record, splitter) = (&mut self.record, &self.splitter);
        let result = if length < LONG {
            record.split(splitter, index)
        } else {
            if record.is_untouched() {
                self.context.charge_bytes(length)?;
            }
            interruptible(self.context, || record.split(splitter, index))?
        };
        result.map_err(|_| Stop::Halt(exhausted(self.context)))
    }

    pub(super) fn field_count(&mut self) -> Run<usize> {
        self.need_fields()?;
        Ok(self.record.count())
    }

    /// Makes `$0` from the fields, if one of them was changed.
    pub(super) fn refresh(&mut self) -> Run<()> {
        if self.record.is_stale() {
            self.record.rebuild(&self.ofs, &self.convfmt);
            self.work(self.record.text().len())?;
        }
        Ok(())
    }

    /// `$0`
    pub fn record_text(&mut self) -> Run<Bytes> {
        self.refresh()?;
        Ok(self.record.text().clone())
    }

    pub(super) fn field_index(&self, number: f64) -> Run<usize> {
        let index = super::printf::signed(number);
        // More fields than this are no record.
        match usize::try_from(index) {
            Ok(index) if index <= 10_000_000 => Ok(index),
            _ => self.fatal(format!("attempt to access field {index}")),
        }
    }

    pub(super) fn get_field(&mut self, index: &Expr) -> Run<Value> {
        let number = self.number(index)?;
        if (10_000_000.0..9_223_372_036_854_775_808.0).contains(&number) {
            // Behind all fields there is nothing, however far.
            return Ok(Value::Absent);
        }
        let index = self.field_index(number)?;
        if index == 0 {
            self.refresh()?;
            return Ok(self.record.value());
        }
        self.need_field(index)?;
        Ok(self.record.field(index))
    }

    /// A new record from input.
    pub(super) fn set_record(&mut self, text: Bytes) {
        self.record.set(text);
        self.forget_count();
    }

    /// What was assigned to `NF` is that of the record before.
    fn forget_count(&mut self) {
        if let Some(kept) = self.counts.get_mut(special::NF) {
            *kept = None;
        }
    }

    pub(super) fn set_field(&mut self, index: usize, value: Value) -> Run<()> {
        if index == 0 {
            self.record.assign(value, &self.convfmt);
            self.forget_count();
            return Ok(());
        }
        self.need_fields()?;
        if index > self.record.count() {
            self.charge((index - self.record.count()) as u64)?;
        }
        self.record.set_field(index, value);
        Ok(())
    }
}
