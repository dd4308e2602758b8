use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use bstr::BString;

use crate::command::{Environ, Registry};
use crate::exec::TextPlace;
use crate::kernel::{
    Bell, Capture, Description, FdTable, Kernel, Rng, RunLimits, Scheduler, Source, StopReason, Vfs, Watch,
};
use crate::programs::Programs;
use crate::shell::{Shell, ShellState, status_of};
use workspace::{AbsPath, Content, Errno, Reply, Time, Tree, TreeLimits};

struct NoWatch;

impl Watch for NoWatch {
    fn poll(&self) -> Option<StopReason> {
        None
    }

    fn wait_outside(&self, _: &Bell, _: Option<Time>) -> bool {
        false
    }

    fn wait_for(&self, _: &Reply) -> Option<Result<Content, Errno>> {
        None
    }
}

/// Runs a script as `bash -c` would and gives standard output, standard error and the status.
pub(crate) fn run(script: &[u8], files: &[(&str, bool)]) -> (BString, BString, u8) {
    let start = Time(1_800_000_000_000_000_000);
    let scheduler = Scheduler::new(RunLimits::default(), start, 2, Box::new(NoWatch));
    let mut tree = Tree::new(TreeLimits::default(), start);
    for (name, folder) in files {
        let path = AbsPath::lexical(&AbsPath::workspace(), name.as_bytes()).unwrap();
        if *folder {
            tree.mkdir(&path, 0o755, start).unwrap();
        } else {
            tree.create_file(&path, workspace::Content::new(), 0o644, start).unwrap();
        }
    }
    let vfs = Vfs::new(tree, &scheduler, Rng::new(0), None);
    let kernel = Rc::new(Kernel {
        scheduler: Rc::clone(&scheduler),
        vfs,
        registry: Arc::new(Registry::default()),
        programs: Arc::new(Programs::default()),
        policy: None,
        capabilities: Arc::default(),
        refused: Cell::new(None),
        session: 0,
        call: 0,
        commands_run: Cell::new(0),
    });
    let (out, err) = (Capture::new(10 << 20), Capture::new(10 << 20));
    let sink = |capture: &Rc<Capture>| Description::new(Source::Capture(Rc::clone(capture)), false, true);
    let fds = FdTable::standard(Description::null(), sink(&out), sink(&err));
    let mut environ: Environ =
        [("HOME", "/workspace"), ("LC_ALL", "C.UTF-8"), ("PATH", "/usr/bin:/bin"), ("TZ", "UTC")]
            .iter()
            .map(|(name, value)| (BString::from(*name), BString::from(*value)))
            .collect();
    environ.sort();
    let script = script.to_vec();
    let process = scheduler
        .spawn(move |process| {
            let state = ShellState::from_environ(&environ, &AbsPath::workspace(), 0o022);
            let mut shell = Shell::new(kernel, process, fds, state);
            shell.run_text(&script, TextPlace::Main).or_else(status_of).unwrap_or(137)
        })
        .unwrap_or_else(|_| panic!("a first process can be made"));
    scheduler.run(&mut || false);
    let status = process.exit_status().unwrap_or(137);
    (out.take().into(), err.take().into(), status)
}

#[derive(Default)]
struct Row {
    name: String,
    script: String,
    stdout: String,
    stderr: Option<String>,
    exit: u8,
}

fn rows(text: &str) -> Vec<Row> {
    text.lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).expect("a row is JSON");
            let field = |name: &str| value[name].as_str().map(str::to_owned);
            Row {
                name: field("name").unwrap_or_default(),
                script: field("script").unwrap_or_default(),
                stdout: field("stdout").unwrap_or_default(),
                stderr: field("stderr"),
                exit: value["exit"].as_u64().unwrap_or(0) as u8,
            }
        })
        .collect()
}

#[test]
fn huge_brace_ranges_stop_at_the_limit() {
    let (out, _, status) = run(b"echo {1..999999999} | true; echo after", &[]);
    assert_eq!((out.as_slice(), status), (&b""[..], 137));
}

#[test]
fn huge_expansions_stop_at_the_limit() {
    let (out, _, status) = run(b"x=aaaaaaaa; while true; do x=$x$x; done; echo after", &[]);
    assert_eq!((out.as_slice(), status), (&b""[..], 137));
    let (_, _, status) = run(b"x=aaaaaaaa; while true; do x=${x//a/aaaaaaaaaaaaaaaa}; done", &[]);
    assert_eq!(status, 137);
    let (_, _, status) = run(b"while true; do x+=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$x; done", &[]);
    assert_eq!(status, 137);
}

#[test]
fn deep_nesting_ends_in_an_answer() {
    let deep = [&b"echo "[..], &b"${x:-".repeat(300), b"v", &b"}".repeat(300)].concat();
    assert_eq!(run(&deep, &[]).0, "v\n");
    let braces = [&b"echo "[..], &b"{1..1}".repeat(500)].concat();
    assert_eq!(run(&braces, &[]).2, 0);
    let braces = [&b"echo "[..], &b"{1..1}".repeat(20_000)].concat();
    assert_eq!(run(&braces, &[]).2, 137);
}

#[test]
fn bytes_that_are_no_text_pass_through() {
    let (out, _, _) = run(b"x='\xff\xfe a'; printf '<%s>' $x \"${x#?}\" ${x/\xfe/-} ${#x} \"${x:1:1}\"", &[]);
    assert_eq!(out, BString::from(&b"<\xff\xfe><a><\xfe a><\xff-><a><4><\xfe>"[..]));
}

/// Rows whose answer takes more than expansion: registered commands, who catches an error, how a function's messages
/// begin. The runner of the whole shell has them too.
const ELSEWHERE: &[&str] = &[
    "arithmetic error in command goes on",
    "arithmetic readonly in command",
    "arithmetic let errors",
    "nameref loop variable",
    "local readonly",
    "export in child environments",
    "arrays are not exported",
];

/// Every row of the table recorded from bash.
#[test]
fn recorded_rows_give_what_bash_gave() {
    let text = include_str!("../../../__test__/shell/expansion.jsonl");
    let files = [
        ("a.txt", false),
        ("b.txt", false),
        ("d", true),
        ("d/e", true),
        ("d/e/f.txt", false),
        ("d/x.txt", false),
        (".hidden", false),
        ("B.TXT", false),
        ("sp ace", false),
    ];
    let mut failed = 0;
    for row in rows(text) {
        if ELSEWHERE.contains(&row.name.as_str()) {
            continue;
        }
        let (out, err, status) = run(row.script.as_bytes(), &files);
        let (out, err) = (out.to_string(), err.to_string());
        let same_err = row.stderr.as_ref().is_none_or(|wanted| *wanted == err);
        if out != row.stdout || status != row.exit || !same_err {
            failed += 1;
            println!(
                "--- {}\n{}\n  got {status} {out:?} {err:?}\n want {} {:?} {:?}",
                row.name, row.script, row.exit, row.stdout, row.stderr
            );
        }
    }
    assert_eq!(failed, 0, "rows differ from bash");
}
