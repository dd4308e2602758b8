//! The errors of the API: stable codes, each with a category.

use workspace::{Conflict, Errno};

/// The nine kinds of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    InvalidRequest,
    NotFound,
    Conflict,
    QuotaExceeded,
    PolicyDenied,
    Timeout,
    Cancelled,
    Unsupported,
    Internal,
}

impl Category {
    pub fn as_str(self) -> &'static str {
        match self {
            Category::InvalidRequest => "invalid_request",
            Category::NotFound => "not_found",
            Category::Conflict => "conflict",
            Category::QuotaExceeded => "quota_exceeded",
            Category::PolicyDenied => "policy_denied",
            Category::Timeout => "timeout",
            Category::Cancelled => "cancelled",
            Category::Unsupported => "unsupported",
            Category::Internal => "internal",
        }
    }
}

/// A failed call of the API. `docs/errors.md` lists every code.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// `ENOENT` and so on for file errors, UPPER_SNAKE names for all others.
    pub code: &'static str,
    pub category: Category,
    /// Trying the same call again later can help.
    pub retryable: bool,
    pub message: String,
    /// The path that a file error is about.
    pub path: Option<String>,
    /// The operation, for file errors: `open`, `mkdir`, …
    pub syscall: Option<&'static str>,
    /// What `MERGE_CONFLICT` is about; otherwise empty.
    pub conflicts: Vec<Conflict>,
}

/// A file has to be fetched from the host, and a synchronous call cannot wait for that.
pub const ASYNC_REQUIRED: &str = "ASYNC_REQUIRED";

/// `failure.code` of a run that was dropped because a command needs somebody's word.
pub const APPROVAL_REQUIRED: &str = "APPROVAL_REQUIRED";

/// `failure.code` of a call whose text uses a construct that is switched off.
pub const COMMAND_SYNTAX_UNSUPPORTED: &str = "COMMAND_SYNTAX_UNSUPPORTED";

/// Every code that is not an errno, with its category. `docs/errors.md` is checked against it.
pub static CODES: &[(&str, Category)] = &[
    (ASYNC_REQUIRED, Category::InvalidRequest),
    ("ARCHIVE_CORRUPT", Category::InvalidRequest),
    ("ARCHIVE_ENTRY_REFUSED", Category::InvalidRequest),
    ("ARCHIVE_TOO_LARGE", Category::QuotaExceeded),
    ("ARCHIVE_UNSUPPORTED", Category::Unsupported),
    ("COMMAND_ENDED", Category::Cancelled),
    ("FILE_ENCODING", Category::InvalidRequest),
    ("HOST_ENTRY_REFUSED", Category::InvalidRequest),
    ("HOST_READ_CANCELLED", Category::Cancelled),
    ("INTERNAL", Category::Internal),
    ("INVALID_ARGUMENT", Category::InvalidRequest),
    ("INVALID_PATCH", Category::InvalidRequest),
    ("INVALID_RANGE", Category::InvalidRequest),
    ("MERGE_BASE_UNKNOWN", Category::InvalidRequest),
    ("MERGE_CONFLICT", Category::Conflict),
    ("NOTHING_TO_UNDO", Category::NotFound),
    ("NOT_A_FILE", Category::InvalidRequest),
    ("PATCH_CONTEXT_MISMATCH", Category::Conflict),
    ("PATH_ALREADY_EXISTS", Category::Conflict),
    ("PATH_NOT_FOUND", Category::NotFound),
    ("POLICY_DENIED", Category::PolicyDenied),
    ("READ_LIMIT_EXCEEDED", Category::QuotaExceeded),
    ("REVISION_NOT_FOUND", Category::NotFound),
    ("SESSION_BUSY", Category::Conflict),
    ("SESSION_CLOSED", Category::Conflict),
    ("SESSION_WORKSPACE_CHANGED", Category::Conflict),
    ("SNAPSHOT_BASE_MISMATCH", Category::InvalidRequest),
    ("SNAPSHOT_CORRUPT", Category::InvalidRequest),
    ("SNAPSHOT_INCOMPATIBLE", Category::Unsupported),
    ("SNAPSHOT_KEY_MISMATCH", Category::InvalidRequest),
    ("SNAPSHOT_NOT_FOUND", Category::NotFound),
    ("SNAPSHOT_STORE_FULL", Category::QuotaExceeded),
    ("SNAPSHOT_TOO_LARGE", Category::QuotaExceeded),
    ("STALE_CONTENT", Category::Conflict),
];

/// The category of a code of [`CODES`].
pub fn category_of_code(code: &str) -> Category {
    CODES.iter().find(|(known, _)| *known == code).map_or(Category::Internal, |(_, category)| *category)
}

impl ApiError {
    /// An error with one of [`CODES`].
    pub fn new(code: &'static str, category: Category, message: impl Into<String>) -> ApiError {
        debug_assert!(CODES.contains(&(code, category)), "{code} is not in the table of codes");
        ApiError {
            code,
            category,
            retryable: false,
            message: message.into(),
            path: None,
            syscall: None,
            conflicts: Vec::new(),
        }
    }

    /// An error that the file system would give, worded as Node words it.
    pub fn file(errno: Errno, syscall: &'static str, path: &str) -> ApiError {
        let text = match errno {
            Errno::NoSpace(workspace::Quota::TotalBytes) => "no space left on device (limit totalBytes)".to_owned(),
            Errno::NoSpace(workspace::Quota::Nodes) => "no space left on device (limit nodes)".to_owned(),
            Errno::TooBig => "file too large (limit fileBytes)".to_owned(),
            other => other.message().to_lowercase(),
        };
        ApiError {
            code: errno.code(),
            category: category_of(errno),
            retryable: false,
            message: format!("{}: {text}, {syscall} '{path}'", errno.code()),
            path: Some(path.to_owned()),
            syscall: Some(syscall),
            conflicts: Vec::new(),
        }
    }

    pub fn busy() -> ApiError {
        ApiError {
            retryable: true,
            ..ApiError::new(
                "SESSION_BUSY",
                Category::Conflict,
                "the session is running a command: await it, or use the asynchronous method, which queues",
            )
        }
    }

    /// A file that is fetched by a function of the host was asked for synchronously.
    pub fn async_required(path: Option<&str>) -> ApiError {
        let what = path.map_or("a file".to_owned(), |path| format!("'{path}'"));
        let message = format!("{what} has to be fetched: use execute(), or await load() before");
        let path = path.map(str::to_owned);
        ApiError { path, ..ApiError::new(ASYNC_REQUIRED, Category::InvalidRequest, message) }
    }

    pub fn closed() -> ApiError {
        ApiError::new("SESSION_CLOSED", Category::Conflict, "the session is closed")
    }

    pub fn internal(what: &str) -> ApiError {
        ApiError::new(
            "INTERNAL",
            Category::Internal,
            format!("internal failure: {what}; this session is closed, others are not affected"),
        )
    }

    pub fn invalid(message: impl Into<String>) -> ApiError {
        ApiError::new("INVALID_ARGUMENT", Category::InvalidRequest, message)
    }
}

fn category_of(errno: Errno) -> Category {
    match errno {
        Errno::NotFound => Category::NotFound,
        Errno::Exists | Errno::NotEmpty | Errno::Busy | Errno::TextBusy => Category::Conflict,
        Errno::NoSpace(_) | Errno::TooBig | Errno::TooManyFiles | Errno::TooManyLinks | Errno::NoMemory => {
            Category::QuotaExceeded
        }
        Errno::Access | Errno::NotPermitted | Errno::ReadOnly => Category::PolicyDenied,
        Errno::NotSupported => Category::Unsupported,
        Errno::Io => Category::Internal,
        _ => Category::InvalidRequest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_codes_are_the_ones_in_code() {
        let document = include_str!("../../docs/errors.md");
        for (code, category) in CODES {
            let row = format!("| `{code}` | `{}` |", category.as_str());
            assert!(document.contains(&row), "docs/errors.md lacks a row that begins\n{row}");
        }
        // What `session.fs` throws besides is Node's.
        let (document, _) = document.split_once("## `session.fs`").unwrap_or((document, ""));
        let listed = document.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4).count();
        let errnos = document.lines().filter(|line| line.starts_with("| `E")).count();
        assert_eq!(listed - errnos, CODES.len() + RUN_CODES, "docs/errors.md lists codes that do not exist");
    }

    /// `failure.code` of a result has six values.
    const RUN_CODES: usize = 6;
}
