//! Absolute paths, checked once when they are made.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::error::Errno;
use super::limits::TreeLimits;

/// An absolute path in canonical form: it starts with `/`, has no empty, `.` or `..` component, no trailing slash
/// (but for `/` itself) and no NUL byte. Any other byte is legal.
///
/// Cheap to clone. The order is the byte order of the whole string, which is *not* the order of a tree walk:
/// `/a-b` sorts before `/a/z`, though the folder `a` comes before `a-b`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbsPath(Arc<[u8]>);

static ROOT: LazyLock<AbsPath> = LazyLock::new(|| AbsPath(Arc::from(&b"/"[..])));
static WORKSPACE: LazyLock<AbsPath> = LazyLock::new(|| AbsPath(Arc::from(&b"/workspace"[..])));

impl AbsPath {
    /// `/`
    pub fn root() -> Self {
        ROOT.clone()
    }

    /// `/workspace`
    pub fn workspace() -> Self {
        WORKSPACE.clone()
    }

    /// Makes a path of text alone, without looking at a tree: empty components and `.` are dropped, `..` removes the
    /// component before it (never going above `/`), and relative text is joined to `base`.
    ///
    /// Symbolic links make this differ from [`super::Tree::resolve`]: it is what `cd` and `realpath -s` mean.
    ///
    /// Errors: empty text `NotFound`; a NUL byte `Invalid`; a path or name above the default limits (4,096 and 255
    /// bytes) `NameTooLong`.
    pub fn lexical(base: &AbsPath, text: &[u8]) -> Result<Self, Errno> {
        Self::lexical_within(base, text, &TreeLimits::default())
    }

    /// [`AbsPath::lexical`] under other limits on the length of paths and names.
    pub fn lexical_within(base: &AbsPath, text: &[u8], limits: &TreeLimits) -> Result<Self, Errno> {
        if text.is_empty() {
            return Err(Errno::NotFound);
        }
        if memchr::memchr(0, text).is_some() {
            return Err(Errno::Invalid);
        }
        if !limits.path_fits(text.len()) {
            return Err(Errno::NameTooLong);
        }
        let mut path = Vec::with_capacity(base.0.len() + 1 + text.len());
        if text.first() != Some(&b'/') && !base.is_root() {
            path.extend_from_slice(&base.0);
        }
        for name in text.split(|byte| *byte == b'/') {
            match name {
                b"" | b"." => {}
                b".." => {
                    let end = memchr::memrchr(b'/', &path).unwrap_or(0);
                    path.truncate(end);
                }
                _ if !limits.name_fits(name.len()) => return Err(Errno::NameTooLong),
                _ => {
                    path.push(b'/');
                    path.extend_from_slice(name);
                }
            }
        }
        if !limits.path_fits(path.len()) {
            return Err(Errno::NameTooLong);
        }
        Ok(Self::from_canonical(path))
    }

    /// Takes over bytes that are known to be canonical; empty stands for `/`.
    pub(super) fn from_canonical(bytes: Vec<u8>) -> Self {
        if bytes.is_empty() {
            return Self::root();
        }
        debug_assert!(bytes == b"/" || bytes.first() == Some(&b'/') && bytes.last() != Some(&b'/'));
        AbsPath(bytes.into())
    }

    /// The whole path.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether this is `/`.
    pub fn is_root(&self) -> bool {
        self.0.len() <= 1
    }

    /// The names from the root down; none for `/`.
    pub fn components(&self) -> impl Iterator<Item = &[u8]> {
        components(&self.0)
    }

    /// The last component; `None` for `/`.
    pub fn name(&self) -> Option<&[u8]> {
        self.split().map(|(_, name)| name)
    }

    /// The path without its last component; `None` for `/`.
    pub fn parent(&self) -> Option<AbsPath> {
        let (parent, _) = self.split()?;
        Some(if parent.is_empty() { Self::root() } else { AbsPath(parent.into()) })
    }

    /// The bytes before the last slash (empty for a child of `/`) and the last component.
    pub(super) fn split(&self) -> Option<(&[u8], &[u8])> {
        if self.is_root() {
            return None;
        }
        let (parent, name) = self.0.split_at_checked(memchr::memrchr(b'/', &self.0)?)?;
        Some((parent, name.get(1..)?))
    }

    /// The path of a child. `name` must be one component: not empty, no `/`, no NUL, neither `.` nor `..`.
    pub fn join(&self, name: &[u8]) -> AbsPath {
        debug_assert!(is_name(name), "not a single path component");
        let prefix: &[u8] = if self.is_root() { b"" } else { &self.0 };
        AbsPath([prefix, b"/", name].concat().into())
    }

    /// Whether this path is `ancestor` or lies below it, component by component.
    pub fn starts_with(&self, ancestor: &AbsPath) -> bool {
        self.strip_prefix(ancestor).is_some()
    }

    /// The path relative to `ancestor`, without a leading slash; empty when both are the same.
    pub fn strip_prefix(&self, ancestor: &AbsPath) -> Option<&[u8]> {
        if ancestor.is_root() {
            return self.0.get(1..);
        }
        match self.0.strip_prefix(&*ancestor.0)? {
            [] => Some(b""),
            [b'/', rest @ ..] => Some(rest),
            _ => None,
        }
    }

    /// The same place below `to` as this one has below `from`; `None` when it is not below `from`.
    pub fn rebase(&self, from: &AbsPath, to: &AbsPath) -> Option<AbsPath> {
        let rest = self.strip_prefix(from)?;
        if rest.is_empty() {
            return Some(to.clone());
        }
        let prefix: &[u8] = if to.is_root() { b"" } else { &to.0 };
        Some(AbsPath([prefix, b"/", rest].concat().into()))
    }
}

/// The non-empty components of a path's bytes.
pub(super) fn components(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|byte| *byte == b'/').filter(|name| !name.is_empty())
}

/// Whether some bytes can be the name of an entry in a folder.
pub(super) fn is_name(name: &[u8]) -> bool {
    !matches!(name, b"" | b"." | b"..") && memchr::memchr2(0, b'/', name).is_none()
}

impl fmt::Display for AbsPath {
    /// The path as text; bytes that are not UTF-8 become U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(bstr::BStr::new(&self.0), f)
    }
}

impl fmt::Debug for AbsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(bstr::BStr::new(&self.0), f)
    }
}
