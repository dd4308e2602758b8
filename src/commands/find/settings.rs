//! The options of `find` that hold for the whole run.

use bstr::BString;

use super::exec::Exec;
use super::test::OutputFile;
use crate::shared::walk::FollowLinks;

/// Options and tables that the expression refers to.
pub struct Settings {
    pub follow: FollowLinks,
    pub min_depth: usize,
    pub max_depth: usize,
    /// What is in a folder comes before the folder.
    pub depth_first: bool,
    /// Files that go away while they are looked at are no error.
    pub ignore_race: bool,
    /// `-files0-from`: where the starting points stand.
    pub starts_from: Option<BString>,
    pub execs: Vec<Exec>,
    pub outputs: Vec<OutputFile>,
}

impl Settings {
    pub fn new(follow: FollowLinks) -> Settings {
        Settings {
            follow,
            min_depth: 0,
            max_depth: usize::MAX,
            depth_first: false,
            ignore_race: false,
            starts_from: None,
            execs: Vec::new(),
            outputs: Vec::new(),
        }
    }
}
