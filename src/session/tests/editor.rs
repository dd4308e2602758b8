//! The text editor, the memory, and diffs without headers.

use super::*;
use crate::{DiffOptions, EditCommand, EditOptions, FileCommand, MemoryCommand};

type Told = Result<String, (&'static str, String)>;

fn edit(session: &Session, path: &str, command: EditCommand) -> Told {
    edit_with(session, path, command, EditOptions::default())
}

fn edit_with(session: &Session, path: &str, command: EditCommand, options: EditOptions) -> Told {
    session.edit(path, command, options).map_err(|error| (error.code, error.message))
}

fn memory(session: &Session, command: MemoryCommand) -> Told {
    session.memory_tool(command).map_err(|error| (error.code, error.message))
}

fn create(text: &str) -> EditCommand {
    EditCommand::Create { text: Bytes::copy_from_slice(text.as_bytes()) }
}

fn replace(old: &str, new: &str) -> EditCommand {
    EditCommand::Replace { old: Bytes::copy_from_slice(old.as_bytes()), new: Bytes::copy_from_slice(new.as_bytes()) }
}

fn insert(line: i64, text: &str) -> EditCommand {
    EditCommand::Insert { line, text: Bytes::copy_from_slice(text.as_bytes()) }
}

fn text(session: &Session, path: &str) -> String {
    String::from_utf8(session.read_text(path).expect("a text").to_vec()).expect("UTF-8")
}

#[test]
fn a_file_is_made_seen_changed_and_brought_back() {
    let session = session();
    let made = edit(&session, "/workspace/src/a.txt", create("one\ntwo\nthree\n"));
    assert_eq!(made.as_deref(), Ok("File created successfully at: /workspace/src/a.txt"));
    let seen = edit(&session, "src/a.txt", EditCommand::View { range: None });
    assert_eq!(seen.as_deref(), Ok("     1\tone\n     2\ttwo\n     3\tthree\n"));
    let some = edit(&session, "src/a.txt", EditCommand::View { range: Some((2, -1)) });
    assert_eq!(some.as_deref(), Ok("     2\ttwo\n     3\tthree\n"));
    let told = edit(&session, "src/a.txt", replace("two", "2\n2b")).expect("there once");
    assert!(told.ends_with("     1\tone\n     2\t2\n     3\t2b\n     4\tthree\n"), "{told}");
    assert!(edit(&session, "src/a.txt", insert(0, "zero")).is_ok());
    assert!(edit(&session, "src/a.txt", insert(5, "last")).is_ok());
    assert_eq!(text(&session, "src/a.txt"), "zero\none\n2\n2b\nthree\nlast\n");
    for expected in ["zero\none\n2\n2b\nthree\n", "one\n2\n2b\nthree\n", "one\ntwo\nthree\n"] {
        assert!(edit(&session, "src/a.txt", EditCommand::Undo).is_ok());
        assert_eq!(text(&session, "src/a.txt"), expected);
    }
    assert!(edit(&session, "/workspace/src/a.txt", EditCommand::Undo).is_ok());
    assert_eq!(session.read_file("src/a.txt").expect_err("as before").code, "ENOENT");
    let none = edit(&session, "src/a.txt", EditCommand::Undo).expect_err("nothing is left");
    assert_eq!(none.0, "NOTHING_TO_UNDO");
}

#[test]
fn what_cannot_be_done_says_why_and_changes_nothing() {
    let session = session();
    assert!(edit(&session, "f", create("a\nb\na\n")).is_ok());
    let several = edit(&session, "f", replace("a", "x")).expect_err("twice");
    assert_eq!(several.0, "PATCH_CONTEXT_MISMATCH");
    assert!(several.1.contains("Multiple occurrences of old_str `a` in lines: 1, 3"), "{}", several.1);
    let none = edit(&session, "f", replace("c", "x")).expect_err("not there");
    assert!(none.1.contains("did not appear verbatim in f"), "{}", none.1);
    assert_eq!(edit(&session, "f", replace("", "x")).expect_err("nothing").0, "INVALID_PATCH");
    for line in [-1, 4, i64::MAX] {
        let beyond = edit(&session, "f", insert(line, "x")).expect_err("no such line");
        assert!(beyond.1.contains("[0, 3]"), "{}", beyond.1);
    }
    for range in [(0, 1), (4, 5), (2, 1), (1, 0), (i64::MIN, i64::MAX), (1, -2)] {
        let beyond = edit(&session, "f", EditCommand::View { range: Some(range) }).expect_err("no such lines");
        assert_eq!(beyond.0, "INVALID_RANGE");
        assert!(beyond.1.contains("[1, 3]"), "{}", beyond.1);
    }
    assert_eq!(edit(&session, "f", EditCommand::View { range: Some((3, 99)) }).as_deref(), Ok("     3\ta\n"));
    assert_eq!(edit(&session, "none", EditCommand::View { range: None }).expect_err("missing").0, "ENOENT");
    assert_eq!(
        edit(&session, ".", EditCommand::View { range: Some((1, 2)) }).expect_err("a folder").0,
        "INVALID_RANGE"
    );
    assert_eq!(edit(&session, ".", create("x")).expect_err("a folder").0, "EISDIR");
    let refuse = EditOptions { refuse_existing: true, ..EditOptions::default() };
    assert_eq!(edit_with(&session, "f", create("x"), refuse).expect_err("there").0, "EEXIST");
    assert_eq!(text(&session, "f"), "a\nb\na\n");
    assert!(edit(&session, "f", create("over")).expect("written").contains("overwritten"));
}

#[test]
fn an_edit_is_not_taken_back_over_what_came_after() {
    let session = session();
    assert!(edit(&session, "f", create("a\n")).is_ok());
    assert!(edit(&session, "f", replace("a", "b")).is_ok());
    run(&session, "echo more >> f");
    assert_eq!(edit(&session, "f", EditCommand::Undo).expect_err("changed").0, "STALE_CONTENT");
    assert_eq!(text(&session, "f"), "b\nmore\n");
    run(&session, "printf 'b\\n' > f");
    assert!(edit(&session, "f", EditCommand::Undo).is_ok());
    assert_eq!(text(&session, "f"), "a\n");
}

#[test]
fn a_folder_is_shown_two_levels_deep_and_a_long_file_in_part() {
    let session = session();
    run(&session, "mkdir -p d/e/f .git node_modules/x; touch d/e/f/deep d/e/g d/.hidden top; seq 100 > long");
    let seen = edit(&session, "/workspace", EditCommand::View { range: None }).expect("a folder");
    let lines: Vec<&str> = seen.lines().skip(1).collect();
    assert_eq!(lines, ["/workspace/d/", "/workspace/d/e/", "/workspace/long", "/workspace/top"]);
    let options = EditOptions { max_characters: Some(30), ..EditOptions::default() };
    let cut = edit_with(&session, "long", EditCommand::View { range: None }, options).expect("a file");
    assert!(cut.starts_with("     1\t1\n     2\t2\n     3\t3\n["), "{cut}");
    assert!(cut.contains("lines 4 to 100"), "{cut}");
    assert!(edit(&session, "wide", create(&"ä".repeat(50))).is_ok());
    let cut = edit_with(&session, "wide", EditCommand::View { range: None }, options).expect("a file");
    assert!(cut.starts_with(&format!("     1\t{}\n[28 characters", "ä".repeat(23))), "{cut}");
}

#[test]
fn a_memory_answers_as_models_know_it() {
    let session = session();
    let path = |path: &str| path.to_owned();
    let note = || Bytes::from_static(b"one\ntwo\n");
    let empty = memory(&session, MemoryCommand::View { path: path("/memories"), range: None }).expect("a folder");
    assert!(empty.ends_with("node_modules:\n0B\t/memories\n"), "{empty}");
    let made = memory(&session, MemoryCommand::Create { path: path("/memories/d/n.md"), text: note() });
    assert_eq!(made.as_deref(), Ok("File created successfully at: /memories/d/n.md"));
    let again = memory(&session, MemoryCommand::Create { path: path("/memories/d/n.md"), text: note() });
    assert_eq!(again, Err(("EEXIST", "File /memories/d/n.md already exists".to_owned())));
    let listed = memory(&session, MemoryCommand::View { path: path("/memories/"), range: None }).expect("a folder");
    assert!(listed.ends_with(":\n8B\t/memories\n8B\t/memories/d/\n8B\t/memories/d/n.md\n"), "{listed}");
    let told =
        memory(&session, MemoryCommand::Replace { path: path("/memories/d/n.md"), old: "two".into(), new: "2".into() });
    assert!(told.expect("there").ends_with("(with line numbers):\n     1\tone\n     2\t2\n"));
    let told =
        memory(&session, MemoryCommand::Insert { path: path("/memories/d/n.md"), line: 1, text: "mid\n".into() });
    assert_eq!(told.as_deref(), Ok("The file /memories/d/n.md has been edited."));
    let seen = memory(&session, MemoryCommand::View { path: path("/memories/d/n.md"), range: None }).expect("a file");
    assert!(seen.ends_with("with line numbers:\n     1\tone\n     2\tmid\n     3\t2\n"), "{seen}");
    let moved =
        memory(&session, MemoryCommand::Rename { from: path("/memories/d/n.md"), to: path("/memories/new/m.md") });
    assert_eq!(moved.as_deref(), Ok("Successfully renamed /memories/d/n.md to /memories/new/m.md"));
    let taken = memory(&session, MemoryCommand::Rename { from: path("/memories/d"), to: path("/memories/new") });
    assert_eq!(taken.expect_err("taken").1, "The destination /memories/new already exists");
    let gone = memory(&session, MemoryCommand::Delete { path: path("/memories/new") });
    assert_eq!(gone.as_deref(), Ok("Successfully deleted /memories/new"));
    let none = memory(&session, MemoryCommand::Delete { path: path("/memories/new") });
    assert_eq!(none.expect_err("gone").1, "The path /memories/new does not exist");
    assert!(memory(&session, MemoryCommand::Delete { path: path("/memories") }).is_err());
    assert!(memory(&session, MemoryCommand::Rename { from: path("/memories"), to: path("/memories/x") }).is_err());
    let none = memory(&session, MemoryCommand::View { path: path("/memories/x"), range: None }).expect_err("missing");
    assert_eq!(none.1, "The path /memories/x does not exist. Please provide a valid path.");
}

#[test]
fn a_memory_is_not_left() {
    let session = session();
    assert!(memory(&session, MemoryCommand::View { path: "/memories".to_owned(), range: None }).is_ok());
    run(
        &session,
        "echo secret > s; ln -s /workspace /memories/out; ln -s /workspace/none /memories/new; ln -s /memories/b /memories/a",
    );
    for path in [
        "/workspace/s",
        "memories/x",
        "/memoriesx",
        "/memories/../workspace/s",
        "/memories/x/../../workspace/s",
        "/memories/%2e%2e/workspace/s",
        "/memories/%2E%2E%2fworkspace",
        "/memories\\..\\workspace",
        "/memories/..\\workspace",
        "/memories/out/s",
        "/memories/out/made",
        "/memories/new",
        "/memories/x\0y",
        "",
    ] {
        let path = path.to_owned();
        for command in [
            MemoryCommand::View { path: path.clone(), range: None },
            MemoryCommand::Create { path: path.clone(), text: "x".into() },
            MemoryCommand::Delete { path: path.clone() },
            MemoryCommand::Rename { from: "/memories".to_owned(), to: path.clone() },
        ] {
            let refused = memory(&session, command.clone()).expect_err("outside");
            assert_eq!(refused.0, "INVALID_ARGUMENT", "{command:?}: {}", refused.1);
        }
    }
    assert_eq!(run(&session, "cat s; ls").stdout, b"secret\ns\n");
}

#[test]
fn a_diff_without_headers_changes_makes_and_moves_a_file() {
    let session = session();
    let plain = DiffOptions::default();
    let made = session.apply_diff("d/f", "+a\n+b\n+", DiffOptions { create: true, ..plain }).expect("a new file");
    assert_eq!((made.path.as_str(), made.added), ("/workspace/d/f", 3));
    assert_eq!(text(&session, "d/f"), "a\nb\n");
    let told = session.apply_diff("d/f", "@@\n a\n-b\n+c\n", plain).expect("it fits");
    assert_eq!((told.added, told.removed, told.previous_hash), (1, 1, made.current_hash));
    let moved = session.apply_diff("d/f", "", DiffOptions { move_to: Some("e/g"), ..plain }).expect("moved");
    assert_eq!((moved.path.as_str(), moved.from.as_deref()), ("/workspace/e/g", Some("/workspace/d/f")));
    assert_eq!(text(&session, "e/g"), "a\nc\n");
    let wrong = session.apply_diff("e/g", "@@\n-none\n+c\n", plain).expect_err("not there");
    assert_eq!(wrong.code, "PATCH_CONTEXT_MISMATCH");
    assert_eq!(session.apply_diff("none", "@@\n a\n+b\n", plain).expect_err("missing").code, "ENOENT");
    assert_eq!(
        session.apply_diff("e", "+x", DiffOptions { create: true, ..plain }).expect_err("a folder").code,
        "EISDIR"
    );
    assert_eq!(text(&session, "e/g"), "a\nc\n");
}

fn file(session: &Session, path: &str, command: FileCommand) -> Told {
    session.file_tool(path, command, None).map_err(|error| (error.code, error.message))
}

fn exchange(old: &str, new: &str, all: bool) -> FileCommand {
    FileCommand::Edit { old: Bytes::copy_from_slice(old.as_bytes()), new: Bytes::copy_from_slice(new.as_bytes()), all }
}

#[test]
fn file_tools_read_write_and_edit() {
    let session = session();
    let write = |text: &str| FileCommand::Write { text: Bytes::copy_from_slice(text.as_bytes()) };
    let told = file(&session, "src/a.txt", write("a\nb\na\n"));
    assert_eq!(told.as_deref(), Ok("The file src/a.txt has been created: 3 lines."));
    let told = file(&session, "/workspace/src/a.txt", write("a\nb\na"));
    assert_eq!(told.as_deref(), Ok("The file /workspace/src/a.txt has been overwritten: 3 lines."));
    let told = file(&session, "src/a.txt", write("a\nb\na"));
    assert_eq!(told.as_deref(), Ok("The file src/a.txt held just that: nothing changed."));
    let read = |offset, limit| FileCommand::Read { offset, limit };
    let part = session.file_tool("src/a.txt", read(None, Some(3)), Some(20)).expect("lines");
    assert_eq!(part, "     1\ta\n     2\tb\n[Lines 1 to 2 of 3, more did not fit: read on with offset 3.]\n");
    assert_eq!(file(&session, "src/a.txt", read(None, None)).as_deref(), Ok("     1\ta\n     2\tb\n     3\ta\n"));
    assert_eq!(file(&session, "src/a.txt", read(Some(3), Some(u64::MAX))).as_deref(), Ok("     3\ta\n"));
    assert_eq!(
        file(&session, "src/a.txt", read(Some(2), Some(1))).as_deref(),
        Ok("     2\tb\n[Lines 2 to 2 of 3: read on with offset 3.]\n")
    );
    let twice = file(&session, "src/a.txt", exchange("a", "x", false)).expect_err("twice");
    assert_eq!(twice.0, "PATCH_CONTEXT_MISMATCH");
    assert!(twice.1.contains("Multiple occurrences of old_string `a` in lines: 1, 3"), "{}", twice.1);
    assert!(twice.1.contains("replace_all"), "{}", twice.1);
    let told = file(&session, "src/a.txt", exchange("a", "x", true));
    assert_eq!(told.as_deref(), Ok("The file src/a.txt has been edited in 2 places, in what were lines 1, 3."));
    assert_eq!(text(&session, "src/a.txt"), "x\nb\nx");
    assert!(file(&session, "src/a.txt", exchange("b", "y", false)).expect("once").ends_with("     2\ty\n     3\tx\n"));
    assert!(edit(&session, "src/a.txt", EditCommand::Undo).is_ok());
    assert!(edit(&session, "src/a.txt", EditCommand::Undo).is_ok());
    assert_eq!(text(&session, "src/a.txt"), "a\nb\na");
    // Lines of a file with CRLF ends stay so, whatever is put into them.
    assert!(file(&session, "crlf", write("a\r\nb\r\n")).is_ok());
    assert!(file(&session, "crlf", exchange("b", "c\nd", false)).is_ok());
    assert!(file(&session, "crlf", exchange("a\nc", "x", false)).is_ok());
    assert_eq!(text(&session, "crlf"), "x\r\nd\r\n");
    assert_eq!(file(&session, "new", exchange("", "text", false)).as_deref(), Ok("The file new has been created."));
}

#[test]
fn what_file_tools_cannot_do_says_why() {
    let session = session();
    assert!(edit(&session, "f", create("a\n")).is_ok());
    assert!(edit(&session, "empty", create("")).is_ok());
    let read = |path, offset, limit| file(&session, path, FileCommand::Read { offset, limit });
    assert_eq!(read("none", None, None).expect_err("missing").0, "ENOENT");
    assert_eq!(read(".", None, None).expect_err("a folder").0, "EISDIR");
    assert_eq!(read("f", Some(0), None).expect_err("line 0").0, "INVALID_RANGE");
    assert_eq!(read("f", None, Some(0)).expect_err("no lines").0, "INVALID_RANGE");
    let beyond = read("f", Some(2), None).expect_err("beyond");
    assert_eq!(beyond, ("INVALID_RANGE", "f has 1 line: there is no line 2".to_owned()));
    assert_eq!(read("empty", None, None).as_deref(), Ok("[The file empty is there, and it is empty.]\n"));
    assert_eq!(read("empty", Some(u64::MAX), Some(u64::MAX)).expect_err("beyond").0, "INVALID_RANGE");
    for (old, new, all, code) in [
        ("", "x", false, "INVALID_PATCH"),
        ("", "x", true, "INVALID_PATCH"),
        ("a", "a", false, "INVALID_PATCH"),
        ("b", "x", true, "PATCH_CONTEXT_MISMATCH"),
    ] {
        assert_eq!(file(&session, "f", exchange(old, new, all)).expect_err("refused").0, code, "{old:?} {new:?} {all}");
    }
    assert_eq!(file(&session, "none", exchange("a", "b", false)).expect_err("missing").0, "ENOENT");
    assert_eq!(text(&session, "f"), "a\n");
}
