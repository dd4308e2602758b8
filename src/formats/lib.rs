//! The text formats that language models write and read: patches, edits, diffs, line ranges and bounded output.
//!
//! Everything here is a pure function from bytes to bytes. Nothing in this module knows the workspace tree, the shell
//! or a session: whoever calls brings the file contents and carries out the result.
//!
//! | module | holds |
//! |---|---|
//! | [`patch`] | `apply_patch`: unified diffs and the `*** Begin Patch` envelope, planned as a whole before anything changes |
//! | [`apply_diff`] | the headerless one-file diff of OpenAI's `apply_patch_call` |
//! | [`archive`] | tar, tar.gz and zip as lists of entries |
//! | [`codec`] | gzip, bzip2, xz, lzma and zstd as streams |
//! | [`diff`] | the git-style unified diff printer |
//! | [`edit`] | exact search-and-replace and insertion, as text-editor tools do them |
//! | [`heavy`] | freeing what is large in a run that may have to stop |
//! | [`interrupt`] | how a caller ends what reads for long |
//! | [`lines`] | reading a range of lines and a window of columns |
//! | [`merge`] | three-way merging of text by lines |
//! | [`yaml`], [`toml`], [`xml`], [`html`] | readers and writers of structured texts |
//! | [`numbered`] | lines with their numbers, and those around a change |
//! | [`truncate`] | output cut to a budget of bytes, lines and estimated tokens |
//! | [`error`] | [`PatchError`]: what went wrong, said so that one retry is enough |

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

pub mod apply_diff;
pub mod archive;
mod checks;
pub mod codec;
mod diagnose;
pub mod diff;
pub mod edit;
pub mod error;
pub mod heavy;
pub mod html;
pub mod interrupt;
pub mod lines;
pub mod merge;
pub mod numbered;
pub mod patch;
mod search;
mod text;
pub mod toml;
pub mod truncate;
pub mod xml;
pub mod yaml;

pub use apply_diff::{DiffMode, apply_diff};
pub use diff::{FileDiff, file_diff, unified_diff};
pub use error::{Candidate, Mismatch, MismatchReason, PatchError};
pub use merge::{Favour, Merged, merge_text};
pub use patch::{
    Ambiguity, ChangeAction, FileChange, FileFailure, PatchDialect, PatchOptions, PatchPlan, PatchSource, SourceError,
    plan_patch,
};
