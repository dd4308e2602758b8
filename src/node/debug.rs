//! A way for the tests to make the addon panic where they choose. Not in published builds.

use napi::bindgen_prelude::ClassInstance;
use napi::{Env, Result};
use napi_derive::napi;

use super::session::Session;

/// Panics in a synchronous call (`sync`); in an asynchronous call's thread (`pool`); inside a virtual process
/// (`process`: asynchronous, `processSync`: synchronous).
#[napi(catch_unwind, ts_return_type = "Promise<unknown>")]
pub fn debug_panic<'env>(
    env: &'env Env,
    place: String,
    session: Option<ClassInstance<'env, Session>>,
) -> Result<napi::bindgen_prelude::Object<'env>> {
    session.map_or_else(|| panic!("asked for by a test"), |session| session.debug_panic(env, &place))
}
