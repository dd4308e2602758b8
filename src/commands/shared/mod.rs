//! What several commands share: quoting, numbers, modes, times, the walk of a tree, columns.

pub mod backup;
pub mod canonical;
pub mod choice;
pub mod columns;
pub mod copy;
pub mod file_type;
pub mod fs;
pub mod inputs;
pub mod interrupt;
pub mod locale;
pub mod mode;
pub mod number;
pub mod operands;
pub mod parse_date;
pub mod path;
pub mod prompt;
pub mod quote;
pub mod random;
pub mod relative;
pub mod run;
pub mod streams;
pub mod target;
pub mod time;
pub mod unicode;
pub mod version;
pub mod walk;
