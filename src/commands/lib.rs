//! The commands: one file or folder each, and the table that registers them.
//!
//! A command reads its arguments with [`options`], does its work on what [`Context`](shell::command::Context)
//! gives it, and returns its exit status. To add one: write its file with a `COMMANDS` constant, add its name below.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

#[cfg(test)]
mod damaged;
pub mod options;
pub mod shared;

use std::sync::Arc;

use shell::command::{Native, Registry};

/// Declares the modules and gathers what each of them defines.
macro_rules! commands {
    ($($(#[$condition:meta])* $module:ident)*) => {
        $($(#[$condition])* mod $module;)*

        /// What each module defines, in the order of the table.
        const ALL: &[&[Native]] = &[$($(#[$condition])* $module::COMMANDS),*];
    };
}

commands! {
    apply_patch
    awk
    basename
    basenc
    bzip2
    cal
    calculator
    cat
    checksum
    chmod
    chown
    cmp
    column
    comm
    cp
    csplit
    cut
    date
    dd
    df
    diff
    du
    echo
    env
    envsubst
    expand
    expr
    factor
    file
    find
    fmt
    fold
    free
    getconf
    getopt
    grep
    gzip
    head
    hexdump
    html_to_markdown
    identity
    install
    join
    jq
    kill
    link
    ln
    locale
    look
    ls
    machine
    man
    mkdir
    mkfifo
    mktemp
    mv
    nl
    numfmt
    od
    pager
    paste
    patch
    pathchk
    pr
    printenv
    printf
    processes
    pwd
    readlink
    realpath
    rev
    rm
    rg
    rmdir
    sed
    seq
    shells
    shuf
    sleep
    sort
    split
    #[cfg(feature = "sqlite")]
    sqlite3
    stat
    strings
    tac
    tail
    tar
    tee
    test
    time
    timeout
    touch
    tree
    tr
    truncate
    truth
    tsort
    uniq
    uuidgen
    wc
    which
    who
    wrappers
    xargs
    xmllint
    xxd
    xz
    yes
    yq
    zip
    zstd
}

/// A registry of all commands.
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    for native in ALL.iter().copied().flatten() {
        registry.insert(Arc::new(Native { name: native.name, help: native.help, run: native.run }));
    }
    for (name, hint) in ABSENT {
        registry.set_absent(name, hint);
    }
    registry
}

const NO_INTERPRETER: &str = "no interpreter; use awk, sed, jq or shell arithmetic";
const NO_NETWORK: &str = "there is no network";
const NO_PACKAGES: &str = "nothing can be installed";
const NO_COMPILER: &str = "no compiler";
const NO_EDITOR: &str = "no terminal for an editor; use sed, patch or a here-document";
const NO_SERVICES: &str = "there are no services and no other machines";
const NO_DATABASE: &str =
    if cfg!(feature = "sqlite") { "no database server; use sqlite3" } else { "no database; use awk, join, sort or jq" };
const ONE_USER: &str = "there is one user; run the command itself";

/// Commands that a machine would have: what to do instead, in one clause.
const ABSENT: &[(&str, &str)] = &[
    ("apt", NO_PACKAGES),
    ("apt-get", NO_PACKAGES),
    ("brew", NO_PACKAGES),
    ("bun", NO_INTERPRETER),
    ("cargo", NO_COMPILER),
    ("cc", NO_COMPILER),
    ("clang", NO_COMPILER),
    ("cmake", "nothing can be built; run the commands themselves"),
    ("curl", NO_NETWORK),
    ("deno", NO_INTERPRETER),
    ("dig", NO_NETWORK),
    ("docker", NO_SERVICES),
    ("dpkg", NO_PACKAGES),
    ("emacs", NO_EDITOR),
    ("g++", NO_COMPILER),
    ("gcc", NO_COMPILER),
    ("git", "no version control; use diff and patch, and cp -r to keep a state"),
    ("go", NO_COMPILER),
    ("htop", "there is nothing to watch; use jobs"),
    ("java", NO_INTERPRETER),
    ("javac", NO_COMPILER),
    ("journalctl", NO_SERVICES),
    ("kubectl", NO_SERVICES),
    ("lua", NO_INTERPRETER),
    ("make", "nothing can be built; run the commands themselves"),
    ("mysql", NO_DATABASE),
    ("nano", NO_EDITOR),
    ("nc", NO_NETWORK),
    ("node", NO_INTERPRETER),
    ("npm", NO_PACKAGES),
    ("npx", NO_PACKAGES),
    ("nvim", NO_EDITOR),
    ("perl", NO_INTERPRETER),
    ("php", NO_INTERPRETER),
    ("ping", NO_NETWORK),
    ("pip", NO_PACKAGES),
    ("pip3", NO_PACKAGES),
    ("pnpm", NO_PACKAGES),
    ("psql", NO_DATABASE),
    ("python", NO_INTERPRETER),
    ("python3", NO_INTERPRETER),
    ("rsync", "there is no other machine; use cp -a"),
    ("ruby", NO_INTERPRETER),
    ("rustc", NO_COMPILER),
    ("scp", NO_NETWORK),
    ("service", NO_SERVICES),
    ("sftp", NO_NETWORK),
    #[cfg(not(feature = "sqlite"))]
    ("sqlite3", NO_DATABASE),
    ("ssh", NO_NETWORK),
    ("su", ONE_USER),
    ("sudo", ONE_USER),
    ("systemctl", NO_SERVICES),
    ("telnet", NO_NETWORK),
    ("top", "there is nothing to watch; use jobs"),
    ("vi", NO_EDITOR),
    ("vim", NO_EDITOR),
    ("wget", NO_NETWORK),
    ("yarn", NO_PACKAGES),
    ("yum", NO_PACKAGES),
];
