//! Errors on their way to JavaScript: a JSON text as the message, which the TypeScript face makes a `SandboxError` of.

use bstr::ByteSlice;
use napi::{Error, Result};
use serde_json::{Value, json};

use super::results::kind_name;
use crate::session::ApiError;
use crate::workspace::{Conflict, Version};

/// Carries all facts of an error in its message.
pub fn to_js(error: ApiError) -> Error {
    let details = match error.conflicts.as_slice() {
        [] => None,
        conflicts => Some(json!({ "conflicts": conflicts.iter().map(conflict_facts).collect::<Vec<_>>() })),
    };
    let text = json!({
        "code": error.code,
        "category": error.category.as_str(),
        "retryable": error.retryable,
        "message": error.message,
        "path": error.path,
        "syscall": error.syscall,
        "details": details,
    });
    Error::from_reason(text.to_string())
}

/// A conflict as `MergeConflict` of `results.rs` shows it.
fn conflict_facts(conflict: &Conflict) -> Value {
    let side = |version: &Option<Version>| {
        version.as_ref().map(|version| {
            json!({
                "kind": kind_name(version.kind),
                "size": version.size,
                "mode": version.mode,
                "contentHash": version.hash.map(|hash| hash.to_string()),
            })
        })
    };
    json!({
        "path": conflict.path.to_str_lossy(),
        "kind": conflict.kind.name(),
        "base": side(&conflict.base),
        "ours": side(&conflict.ours),
        "theirs": side(&conflict.theirs),
        "resolution": "none",
        "beside": Value::Null,
    })
}

/// Short for `result.map_err(to_js)`.
pub trait IntoJs<T> {
    fn into_js(self) -> Result<T>;
}

impl<T> IntoJs<T> for std::result::Result<T, ApiError> {
    fn into_js(self) -> Result<T> {
        self.map_err(to_js)
    }
}

/// An argument that the face let through and the core does not take.
pub fn invalid(message: impl Into<String>) -> Error {
    to_js(ApiError::invalid(message))
}
