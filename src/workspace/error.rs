//! Why a file operation failed: POSIX error numbers as data.

use std::fmt;

/// Which quota of the tree is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quota {
    /// The bytes of all files and link targets together ([`super::TreeLimits::total_bytes`]).
    TotalBytes,
    /// The number of names ([`super::TreeLimits::nodes`]).
    Nodes,
}

/// The errno of a failed file operation.
///
/// `Display` and [`Errno::message`] give the text of glibc's `strerror`, which is what GNU tools print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Errno {
    /// `ENOENT`
    NotFound,
    /// `EEXIST`
    Exists,
    /// `ENOTDIR`
    NotDir,
    /// `EISDIR`
    IsDir,
    /// `ENOTEMPTY`
    NotEmpty,
    /// `EINVAL`
    Invalid,
    /// `ELOOP`
    Loop,
    /// `ENAMETOOLONG`
    NameTooLong,
    /// `ENOSPC`: a quota of the whole tree
    NoSpace(Quota),
    /// `EFBIG`: the limit on one file
    TooBig,
    /// `EROFS`
    ReadOnly,
    /// `EACCES`
    Access,
    /// `EPERM`
    NotPermitted,
    /// `EXDEV`
    CrossDevice,
    /// `EBUSY`
    Busy,
    /// `EBADF`
    BadFd,
    /// `EPIPE`
    Pipe,
    /// `ESPIPE`
    IllegalSeek,
    /// `ENXIO`
    NoDevice,
    /// `EMLINK`
    TooManyLinks,
    /// `EIO`
    Io,
    /// `EMFILE`
    TooManyFiles,
    /// `EAGAIN`
    Again,
    /// `EOPNOTSUPP`
    NotSupported,
    /// `ETXTBSY`
    TextBusy,
    /// `ENOEXEC`
    NoExec,
    /// `ENOMEM`
    NoMemory,
}

impl Errno {
    fn code_and_message(self) -> (&'static str, &'static str) {
        match self {
            Errno::NotFound => ("ENOENT", "No such file or directory"),
            Errno::Exists => ("EEXIST", "File exists"),
            Errno::NotDir => ("ENOTDIR", "Not a directory"),
            Errno::IsDir => ("EISDIR", "Is a directory"),
            Errno::NotEmpty => ("ENOTEMPTY", "Directory not empty"),
            Errno::Invalid => ("EINVAL", "Invalid argument"),
            Errno::Loop => ("ELOOP", "Too many levels of symbolic links"),
            Errno::NameTooLong => ("ENAMETOOLONG", "File name too long"),
            Errno::NoSpace(_) => ("ENOSPC", "No space left on device"),
            Errno::TooBig => ("EFBIG", "File too large"),
            Errno::ReadOnly => ("EROFS", "Read-only file system"),
            Errno::Access => ("EACCES", "Permission denied"),
            Errno::NotPermitted => ("EPERM", "Operation not permitted"),
            Errno::CrossDevice => ("EXDEV", "Invalid cross-device link"),
            Errno::Busy => ("EBUSY", "Device or resource busy"),
            Errno::BadFd => ("EBADF", "Bad file descriptor"),
            Errno::Pipe => ("EPIPE", "Broken pipe"),
            Errno::IllegalSeek => ("ESPIPE", "Illegal seek"),
            Errno::NoDevice => ("ENXIO", "No such device or address"),
            Errno::TooManyLinks => ("EMLINK", "Too many links"),
            Errno::Io => ("EIO", "Input/output error"),
            Errno::TooManyFiles => ("EMFILE", "Too many open files"),
            Errno::Again => ("EAGAIN", "Resource temporarily unavailable"),
            Errno::NotSupported => ("EOPNOTSUPP", "Operation not supported"),
            Errno::TextBusy => ("ETXTBSY", "Text file busy"),
            Errno::NoExec => ("ENOEXEC", "Exec format error"),
            Errno::NoMemory => ("ENOMEM", "Cannot allocate memory"),
        }
    }

    /// The symbolic name, as in `errno.h`: `"ENOENT"`.
    pub fn code(self) -> &'static str {
        self.code_and_message().0
    }

    /// The text that glibc's `strerror` gives in the C locale: `"No such file or directory"`.
    pub fn message(self) -> &'static str {
        self.code_and_message().1
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Errno {}
