use bstr::BString;

use super::*;
use crate::expand::tests::run;

fn set(variables: &mut Variables, name: &str, text: &str) {
    variables.insert(name.into(), Variable::scalar(text));
}

fn text(variables: &Variables, name: &str) -> Option<String> {
    variables.scalar(name).map(|text| text.to_string())
}

#[test]
fn locals_hide_and_give_back() {
    let mut variables = Variables::default();
    set(&mut variables, "x", "global");
    variables.push_scope();
    variables.declare_local(&"x".into(), false).unwrap();
    assert_eq!(text(&variables, "x"), None);
    variables.set("x", "outer".into());
    variables.push_scope();
    variables.declare_local(&"x".into(), true).unwrap();
    assert_eq!(text(&variables, "x").as_deref(), Some("outer"));
    variables.set("x", "inner".into());
    assert!(variables.is_local("x"));
    assert_eq!(variables.global("x").and_then(|x| x.value.scalar()), Some("global".into()));
    variables.pop_scope();
    assert_eq!(text(&variables, "x").as_deref(), Some("outer"));
    variables.pop_scope();
    assert_eq!(text(&variables, "x").as_deref(), Some("global"));
    variables.pop_scope();
    assert_eq!(variables.scope_depth(), 0);
}

#[test]
fn unset_uncovers_a_callers_local_only() {
    let mut variables = Variables::default();
    set(&mut variables, "x", "global");
    variables.push_scope();
    variables.declare_local(&"x".into(), false).unwrap();
    variables.set("x", "local".into());
    variables.push_scope();
    variables.unset("x", false).unwrap();
    assert_eq!(text(&variables, "x").as_deref(), Some("global"));
    variables.pop_scope();
    variables.pop_scope();
    variables.push_scope();
    variables.declare_local(&"x".into(), false).unwrap();
    variables.unset("x", false).unwrap();
    assert_eq!(text(&variables, "x"), None);
    variables.pop_scope();
    assert_eq!(text(&variables, "x").as_deref(), Some("global"));
}

#[test]
fn a_read_only_global_cannot_be_hidden_or_unset() {
    let mut variables = Variables::default();
    variables.modify("x", |x| x.attributes.readonly = true);
    variables.push_scope();
    assert_eq!(variables.declare_local(&"x".into(), false), Err(Readonly));
    assert_eq!(variables.unset("x", false), Err(Readonly));
}

#[test]
fn the_generation_follows_the_environment_and_is_never_reused() {
    let mut variables = Variables::default();
    variables.import("E", "1".into());
    let before = variables.generation();
    set(&mut variables, "plain", "1");
    variables.set("plain", "2".into());
    assert_eq!(variables.generation(), before);
    let saved = variables.clone();
    variables.set("E", "2".into());
    let changed = variables.generation();
    assert_ne!(changed, before);
    let mut variables = saved;
    variables.set("E", "3".into());
    assert_ne!(variables.generation(), changed);
    assert_eq!(variables.exported(), [(BString::from("E"), BString::from("3"))]);
}

#[test]
fn a_clone_is_its_own() {
    let mut variables = Variables::default();
    set(&mut variables, "x", "1");
    let copy = variables.clone();
    variables.set("x", "2".into());
    assert_eq!(text(&copy, "x").as_deref(), Some("1"));
}

#[test]
fn namerefs_resolve_and_stop_at_circles() {
    let mut variables = Variables::default();
    for (name, target) in [("a", "b"), ("b", "c"), ("e", "arr[i+1]"), ("p", "q"), ("q", "p")] {
        variables.modify(name, |variable| {
            variable.value = Value::Scalar(target.into());
            variable.attributes.nameref = true;
        });
    }
    set(&mut variables, "c", "value");
    assert_eq!(variables.resolve("a"), Target::Name("c".into()));
    assert_eq!(text(&variables, "a").as_deref(), Some("value"));
    assert_eq!(variables.resolve("e"), Target::Element("arr".into(), "i+1".into()));
    assert_eq!(variables.resolve("p"), Target::Circular);
    assert_eq!(text(&variables, "p"), None);
}

#[test]
fn elements_are_told_from_names() {
    assert_eq!(split_element(b"a[b]"), Some(("a", &b"b"[..])));
    assert_eq!(split_element(b"a[b[1]]"), Some(("a", &b"b[1]"[..])));
    assert_eq!(split_element(b"a['x]y']"), Some(("a", &b"'x]y'"[..])));
    for text in [&b"a"[..], b"a[]", b"a[b", b"a[b]c", b"1[b]", b"[b]", b"a[b][c]", b"a[\xff", b"a['x]"] {
        assert_eq!(split_element(text), None, "{:?}", text.as_bstr());
    }
    assert!(is_target(b"x") && is_target(b"x[1]") && !is_target(b"x y") && !is_target(b""));
}

#[test]
fn declarations_read_back() {
    let mut variable = Variable::scalar("a \"b\"");
    variable.attributes = Attributes { integer: true, readonly: true, export: true, ..Attributes::default() };
    assert_eq!(declare_text("x", &variable), "declare -irx x=\"a \\\"b\\\"\"");
    assert_eq!(declare_text("x", &Variable::default()), "declare -- x");
    assert_eq!(listing_text("x", &Variable::default(), false), None);
    let array = Variable { value: Value::array(vec!["a".into(), "\n".into()]), ..Variable::default() };
    assert_eq!(declare_text("x", &array), "declare -a x=([0]=\"a\" [1]=$'\\n')");
}

#[test]
fn assignments_grow_in_linear_time() {
    let script = "s=; for ((i=0;i<20000;i++)); do s+=abcdefgh; a+=(x); done; echo ${#s} ${#a[@]}";
    assert_eq!(run(script.as_bytes(), &[]).0, "160000 20000\n");
}
