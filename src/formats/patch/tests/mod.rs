//! Tests of planning: what each module needs to set a tree up and look at the result.

mod corpus;
mod envelope;
mod property;
mod reports;
mod unified;

use std::collections::BTreeMap;

use bytes::Bytes;

use super::{ChangeAction, PatchOptions, PatchPlan, PatchSource, SourceError, plan_patch};
use crate::error::PatchError;

/// A tree of files below `/workspace`; whatever is a parent of a file is a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Files(pub(super) BTreeMap<String, Vec<u8>>);

impl Files {
    pub(super) fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self(files.into_iter().map(|(path, content)| (path.to_owned(), content.as_bytes().to_vec())).collect())
    }

    pub(super) fn text(&self, path: &str) -> Option<String> {
        self.0.get(path).map(|content| String::from_utf8_lossy(content).into_owned())
    }

    pub(super) fn perform(&mut self, plan: &PatchPlan) {
        let key = |path: &[u8]| {
            let path = path.strip_prefix(b"/workspace/").expect("below the root");
            String::from_utf8(path.to_vec()).expect("UTF-8 path")
        };
        for change in &plan.files {
            if let Some(from) = &change.from {
                assert!(self.0.remove(&key(from)).is_some(), "rename of a missing file");
            }
            match change.action {
                ChangeAction::Delete => {
                    assert!(self.0.remove(&key(&change.path)).is_some(), "deletion of a missing file");
                }
                _ => {
                    let content = change.content.as_ref().expect("content of a file that stays");
                    self.0.insert(key(&change.path), content.to_vec());
                }
            }
        }
    }
}

impl PatchSource for Files {
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError> {
        let path = String::from_utf8_lossy(path);
        let key = path.strip_prefix("/workspace").unwrap_or(&path).trim_start_matches('/');
        if let Some(content) = self.0.get(key) {
            return Ok(Some(Bytes::copy_from_slice(content)));
        }
        let folder = format!("{key}/");
        if key.is_empty() || self.0.keys().any(|known| known.starts_with(&folder)) {
            return Err(SourceError::NotAFile);
        }
        Ok(None)
    }
}

/// Plans and performs; the plan on success.
pub(super) fn apply(files: &mut Files, patch: &str) -> Result<PatchPlan, PatchError> {
    let plan = plan_patch(patch.as_bytes(), files, &PatchOptions::default())?;
    files.perform(&plan);
    Ok(plan)
}

/// Patches the one file `f` and gives its new content.
pub(super) fn patched(content: &str, patch: &str) -> Result<String, PatchError> {
    let mut files = Files::new([("f", content)]);
    apply(&mut files, patch)?;
    Ok(files.text("f").unwrap_or_else(|| "(gone)".to_owned()))
}

/// An envelope patch that updates the file `f`.
pub(super) fn update(body: &str) -> String {
    format!("*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n")
}

/// A unified patch of the file `f`.
pub(super) fn unified(body: &str) -> String {
    format!("--- a/f\n+++ b/f\n{body}")
}
