//! Axes and tests.

use super::parse::{Axis, Test};
use super::value::Item;
use super::{Result, XpathError};
use crate::xml::tree::{Id, Kind, NONE, ROOT, Tree, XML_NAMESPACE};

/// Adds the nodes of an axis that pass a test, in the order of the axis. Gives how many nodes were looked at.
pub fn select(tree: &Tree, item: Item, axis: Axis, test: &Test, out: &mut Vec<Item>) -> Result<usize> {
    if let Test::Name(Some(prefix), _) | Test::Any(Some(prefix)) = test
        && prefix != "xml"
    {
        return Err(XpathError::Message("Undefined namespace prefix", None));
    }
    let mut looked = 0;
    let mut consider = |id: Id| {
        looked += 1;
        if passes(tree, id, axis, test) {
            out.push(Item::node(id));
        }
    };
    let id = item.id;
    let own = item.namespace > 0;
    let is_attribute = matches!(tree.kind(id), Kind::Attribute { .. });
    match axis {
        Axis::Own if own => {
            if matches!(test, Test::Node) {
                out.push(item);
            }
        }
        Axis::Own => consider(id),
        Axis::Parent if own => consider(id),
        Axis::Parent => {
            if id != ROOT {
                consider(tree.parent(id));
            }
        }
        Axis::Child if own || is_attribute => {}
        Axis::Child => tree.children(id).for_each(consider),
        Axis::Attribute => {
            if let Some(element) = tree.element(id).filter(|_| !own) {
                element.attributes.iter().copied().for_each(consider);
            }
        }
        Axis::Namespace => {
            if tree.element(id).is_some() && !own {
                looked += namespaces(tree, id, test, out);
            }
        }
        Axis::Descendant | Axis::DescendantOrSelf => {
            if axis == Axis::DescendantOrSelf {
                if own {
                    if matches!(test, Test::Node) {
                        out.push(item);
                    }
                    return Ok(1);
                }
                consider(id);
            }
            if !is_attribute && !own {
                let mut at = tree.first(id);
                while at != NONE {
                    consider(at);
                    at = tree.following(at, id);
                }
            }
        }
        Axis::Ancestor | Axis::AncestorOrSelf => {
            let mut at = if axis == Axis::AncestorOrSelf || own { id } else { tree.parent(id) };
            if axis == Axis::AncestorOrSelf && own && matches!(test, Test::Node) {
                out.push(item);
                return select(tree, Item::node(id), axis, test, out);
            }
            while at != NONE {
                consider(at);
                at = tree.parent(at);
            }
        }
        Axis::FollowingSibling if is_attribute || own => {}
        Axis::FollowingSibling => {
            let mut at = tree.next(id);
            while at != NONE {
                consider(at);
                at = tree.next(at);
            }
        }
        Axis::PrecedingSibling if is_attribute || own => {}
        Axis::PrecedingSibling => {
            let mut at = tree.previous(id);
            while at != NONE {
                consider(at);
                at = tree.previous(at);
            }
        }
        Axis::Following => {
            let mut at = if is_attribute {
                let parent = tree.parent(id);
                match tree.first(parent) {
                    NONE => tree.after(parent, ROOT),
                    first => first,
                }
            } else {
                tree.after(id, ROOT)
            };
            while at != NONE {
                consider(at);
                at = tree.following(at, ROOT);
            }
        }
        Axis::Preceding => {
            let start = if is_attribute || own { if own { id } else { tree.parent(id) } } else { id };
            let mut parent = start;
            loop {
                // Everything below the earlier siblings, last first.
                let mut at = tree.previous(parent);
                while at != NONE {
                    let mut below = vec![at];
                    let mut inner = tree.first(at);
                    while inner != NONE {
                        below.push(inner);
                        inner = tree.following(inner, at);
                    }
                    below.into_iter().rev().for_each(&mut consider);
                    at = tree.previous(at);
                }
                parent = tree.parent(parent);
                if parent == NONE || parent == ROOT {
                    break;
                }
            }
        }
    }
    Ok(looked)
}

fn passes(tree: &Tree, id: Id, axis: Axis, test: &Test) -> bool {
    let kind = tree.kind(id);
    // What a name means on the axis.
    let principal = match kind {
        Kind::Element(element) if axis != Axis::Attribute => Some(&element.name),
        Kind::Attribute { name, .. } if matches!(axis, Axis::Attribute) => Some(name),
        _ => None,
    };
    match test {
        Test::Node => !matches!(kind, Kind::Doctype(_)),
        Test::Text => matches!(kind, Kind::Text(_) | Kind::Cdata(_)),
        Test::Comment => matches!(kind, Kind::Comment(_)),
        Test::Instruction(target) => match kind {
            Kind::Instruction { target: known, .. } => target.as_ref().is_none_or(|target| **target == **known),
            _ => false,
        },
        Test::Any(prefix) => {
            principal.is_some_and(|name| prefix.is_none() || tree.namespace_name(name.namespace) == Some(XML_NAMESPACE))
        }
        Test::Name(prefix, local) => principal.is_some_and(|name| {
            let place = tree.namespace_name(name.namespace);
            let wanted = prefix.as_ref().map(|_| XML_NAMESPACE);
            // An undefined prefix is part of the name.
            let bare = name.prefix.is_none() || name.namespace.is_some();
            *name.local == **local && place == wanted && bare
        }),
    }
}

/// Adds the namespaces that are known at an element.
fn namespaces(tree: &Tree, id: Id, test: &Test, out: &mut Vec<Item>) -> usize {
    let fits = |prefix: &str| match test {
        Test::Node | Test::Any(None) => true,
        Test::Name(None, name) => name == prefix,
        _ => false,
    };
    let mut seen: Vec<&str> = Vec::new();
    if fits("xml") {
        out.push(Item { id, namespace: 1 });
    }
    let mut at = id;
    let mut looked = 1;
    while at != NONE {
        if let Some(element) = tree.element(at) {
            for (prefix, place) in &element.declared {
                looked += 1;
                if !seen.contains(&&**prefix) {
                    seen.push(prefix);
                    if fits(prefix) && tree.namespace_name(Some(*place)).is_some_and(|name| !name.is_empty()) {
                        out.push(Item { id, namespace: place + 1 });
                    }
                }
            }
        }
        at = tree.parent(at);
    }
    out.sort_unstable();
    looked
}
