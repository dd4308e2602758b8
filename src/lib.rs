//! mem-sandbox.
