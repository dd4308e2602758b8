//! Errors on their way to JavaScript: a JSON text as the message, which the TypeScript face makes a `SandboxError` of.

use napi::{Error, Result};
use serde_json::json;

use crate::session::ApiError;

/// Carries all facts of an error in its message.
pub fn to_js(error: ApiError) -> Error {
    let text = json!({
        "code": error.code,
        "category": error.category.as_str(),
        "retryable": error.retryable,
        "message": error.message,
        "path": error.path,
        "syscall": error.syscall,
    });
    Error::from_reason(text.to_string())
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
