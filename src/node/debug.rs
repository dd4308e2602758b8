//! A way for the tests to make the addon panic where they choose. Not in published builds.

use std::sync::Arc;

use napi::bindgen_prelude::{ClassInstance, Object};
use napi::{Env, Result};
use napi_derive::napi;

use super::error::{IntoJs, invalid, to_js};
use super::session::Session;
use crate::session::{PanicPlace, Request};

/// Panics in a synchronous call (`sync`), on the thread of an asynchronous call (`pool`), inside a virtual process of
/// an asynchronous call (`process`) or of a synchronous one (`processSync`).
#[napi(catch_unwind, ts_return_type = "Promise<unknown>")]
pub fn debug_panic<'env>(
    env: &'env Env,
    place: String,
    session: Option<ClassInstance<'env, Session>>,
) -> Result<Object<'env>> {
    let Some(session) = session else { panic!("asked for by a test") };
    let core = Arc::clone(session.core());
    let request = |panic| Request { panic: Some(panic), ..Request::default() };
    let call = match place.as_str() {
        "pool" => request(PanicPlace::Thread),
        "process" => request(PanicPlace::Process),
        "processSync" => {
            core.execute_sync(&request(PanicPlace::Process)).into_js()?;
            return Err(invalid("nothing panicked"));
        }
        "sync" => panic!("asked for by a test"),
        other => return Err(invalid(format!("no place '{other}' to panic in"))),
    };
    let (deferred, promise) = env.create_deferred::<bool, _>()?;
    core.execute(call, Box::new(move |result| deferred.resolve(move |_| result.map(|_| false).map_err(to_js))));
    Ok(promise)
}
