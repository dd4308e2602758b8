//! entries
