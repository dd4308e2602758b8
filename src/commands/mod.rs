//! The commands: one file or folder each, and the table that registers them.
//!
//! A command reads its arguments with [`options`], does its work on what [`Context`](crate::shell::command::Context)
//! gives it, and returns its exit status. To add one: write its file with a `COMMANDS` constant, add its name below.

pub mod options;
pub mod shared;

use std::sync::Arc;

use crate::shell::command::{Native, Registry};

/// Declares the modules and gathers what each of them defines.
macro_rules! commands {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// What each module defines, in the order of the table.
        const ALL: &[&[Native]] = &[$($module::COMMANDS),*];
    };
}

commands! {
    cat
    cp
    env
    find
    grep
    head
    ln
    ls
    mkdir
    mkfifo
    mv
    rm
    rmdir
    seq
    shells
    sleep
    sort
    tail
    tee
    touch
    truth
    uniq
    wc
    xargs
    yes
}

/// A registry of all commands.
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    for native in ALL.iter().copied().flatten() {
        registry.insert(Arc::new(Native { name: native.name, help: native.help, run: native.run }));
    }
    registry
}
