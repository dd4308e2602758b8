//! The quotas of a tree.

/// What a tree may hold. Every figure is inclusive: a file of exactly `file_bytes` bytes is legal.
///
/// Lowering a limit below what a tree already holds changes nothing in it; only growth is refused from then on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits {
    /// Bytes in one file. Default 64 MiB. Beyond: `EFBIG`.
    pub file_bytes: u64,
    /// Bytes in all files and symbolic-link targets. Default 256 MiB. Beyond: `ENOSPC`.
    pub total_bytes: u64,
    /// Names in the tree, each folder, file, link and FIFO once, `/` included. Default 200,000. Beyond: `ENOSPC`.
    pub nodes: u64,
    /// Bytes in a path from `/`, and in a symbolic link's target. Default 4,096. Beyond: `ENAMETOOLONG`.
    pub path_bytes: u32,
    /// Bytes in one name. Default 255. Beyond: `ENAMETOOLONG`.
    pub name_bytes: u32,
}

impl Default for TreeLimits {
    fn default() -> Self {
        TreeLimits { file_bytes: 64 << 20, total_bytes: 256 << 20, nodes: 200_000, path_bytes: 4096, name_bytes: 255 }
    }
}

impl TreeLimits {
    /// Whether a path of so many bytes is within the limit.
    pub(super) fn path_fits(&self, bytes: usize) -> bool {
        u64::try_from(bytes).is_ok_and(|bytes| bytes <= u64::from(self.path_bytes))
    }

    /// Whether a name of so many bytes is within the limit.
    pub(super) fn name_fits(&self, bytes: usize) -> bool {
        u64::try_from(bytes).is_ok_and(|bytes| bytes <= u64::from(self.name_bytes))
    }
}
