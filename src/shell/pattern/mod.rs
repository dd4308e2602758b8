//! Shell patterns.
