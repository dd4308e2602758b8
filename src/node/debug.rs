//! A way for the tests to make the addon panic where they choose. Not in published builds.

use napi::bindgen_prelude::{ClassInstance, Object};
use napi::{Env, Result};
use napi_derive::napi;

use super::error::{IntoJs, invalid};
use super::session::Session;
use crate::session::{PanicPlace, Request};

/// Panics in a synchronous call (`sync`); in an asynchronous call's thread (`pool`); inside a virtual process
/// (`process`: asynchronous, `processSync`: synchronous). Without a session: in this very function.
#[napi(catch_unwind, skip_typescript)]
pub fn debug_panic<'env>(
    env: &'env Env,
    place: String,
    session: Option<ClassInstance<'env, Session>>,
) -> Result<Object<'env>> {
    let Some(session) = session else { panic!("asked for by a test") };
    let (synchronous, panic) = match place.as_str() {
        "sync" => (true, PanicPlace::Call),
        "pool" => (false, PanicPlace::Call),
        "process" => (false, PanicPlace::Process),
        "processSync" => (true, PanicPlace::Process),
        other => return Err(invalid(format!("there is no place '{other}' to panic in"))),
    };
    let request = Request { panic: Some(panic), ..Request::default() };
    if synchronous {
        session.core.execute_sync(&request).into_js()?;
    }
    session.start(env, request)
}
