//! Tests of the workspace, by subject, and the drawings that they compare with.

use super::*;

mod codec;
mod content;
mod diff;
mod entries;
mod hashes;
mod lazy;
mod merge;
mod mutate;
mod properties;
mod resolve;
mod scale;
mod walk;

pub(super) const NOW: Time = Time(1_000);

/// So many cases of a property; failures are not written beside the sources.
pub(super) fn cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases, failure_persistence: None, ..Default::default() }
}

pub(super) fn path(text: &str) -> AbsPath {
    AbsPath::lexical(&AbsPath::root(), text.as_bytes()).expect("a path")
}

pub(super) fn tree() -> Tree {
    Tree::new(TreeLimits::default(), NOW)
}

pub(super) fn put(tree: &mut Tree, at: &str, text: &str) {
    tree.create_file(&path(at), Content::from(text.as_bytes()), 0o644, NOW)
        .unwrap_or_else(|error| panic!("{at}: {error}"));
}

pub(super) fn folder(tree: &mut Tree, at: &str) {
    tree.mkdir(&path(at), 0o755, NOW).unwrap_or_else(|error| panic!("{at}: {error}"));
}

/// A tree as text: one line for each node below a path, indented by depth; modes where they are not the default,
/// link counts above 1, short contents in quotes.
pub(super) fn draw(tree: &Tree, at: &str) -> String {
    let mut drawing = String::new();
    draw_into(tree, &path(at), 0, &mut drawing);
    drawing
}

fn draw_into(tree: &Tree, at: &AbsPath, depth: usize, drawing: &mut String) {
    use std::fmt::Write;
    for (name, node) in tree.read_dir(at).expect("a folder") {
        let _ = write!(drawing, "{:1$}{2}", "", depth * 2, bstr::BStr::new(&name));
        let _ = match &node {
            Node::Dir(_) => write!(drawing, "/"),
            Node::File(file) => write!(drawing, " {:?}", bstr::BStr::new(&file.content().to_bytes())),
            Node::Symlink(link) => write!(drawing, " -> {}", bstr::BStr::new(&link.target)),
            Node::Fifo(_) => write!(drawing, "|"),
            Node::Device(device) => write!(drawing, " {:?}", device.kind),
            Node::Linked(ino) => write!(drawing, " UNRESOLVED {ino}"),
        };
        if node.meta().mode != node.default_mode() {
            let _ = write!(drawing, " {:o}", node.meta().mode);
        }
        if node.kind() != Kind::Dir && tree.nlink(&node) > 1 {
            let _ = write!(drawing, " x{}", tree.nlink(&node));
        }
        drawing.push('\n');
        if node.kind() == Kind::Dir {
            draw_into(tree, &at.join(&name), depth + 1, drawing);
        }
    }
}
