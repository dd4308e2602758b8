//! The napi bindings: conversions and errors. No behaviour of their own.
//!
//! Every exported synchronous function carries `catch_unwind`: without it a panic would end the Node process. All
//! methods take `&self`; what they share is locked inside.

// Arguments come by value from JavaScript.
#![allow(clippy::needless_pass_by_value)]

pub mod cancel;
pub mod custom;
#[cfg(feature = "test-hooks")]
pub mod debug;
pub mod error;
pub mod executor;
pub mod files;
pub mod host;
pub mod mount;
pub mod options;
pub mod parsed;
pub mod policy;
pub mod results;
pub mod session;
pub mod snapshot;
pub mod teardown;
pub mod tools;

use napi_derive::napi;

/// The version of the addon.
#[napi(catch_unwind)]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
