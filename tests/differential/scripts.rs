//! Scripts from a file in real bash and in a session, the messages too: `DIFFERENTIAL_SCRIPTS` names the file, in which
//! a line that begins with `####` stands before each script.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mem_sandbox::session::{Executor, ExecutorOptions};

use crate::{in_bash, in_session};

/// Prints a text's lines from the first one that differs: no more than six of each side.
fn show(what: &str, bash: &str, ours: &str) {
    if bash == ours {
        return;
    }
    let same = bash.lines().zip(ours.lines()).take_while(|(bash, ours)| bash == ours).count();
    println!("  {what}, line {}", same + 1);
    for (name, text) in [("bash", bash), ("ours", ours)] {
        let lines = text.split_inclusive('\n').skip(same.saturating_sub(2)).take(8).collect::<String>();
        println!("    {name} {lines:?}");
    }
}

#[test]
#[ignore = "needs bash on the host and a file of scripts; see the first lines"]
fn scripts_of_a_file_do_as_in_bash() {
    let Ok(name) = std::env::var("DIFFERENTIAL_SCRIPTS") else { return };
    let text = std::fs::read_to_string(name).expect("a file of scripts");
    let options = ExecutorOptions { sed_execute: true, ..ExecutorOptions::default() };
    let executor = Executor::new(options).expect("the default options are valid");
    let folder = std::env::temp_dir().join(format!("scripts-{}", std::process::id()));
    let (mut count, mut different) = (0, 0);
    for script in text.split("\n####").map(|block| block.split_once('\n').map_or("", |(_, script)| script)) {
        count += 1;
        let begun = Instant::now();
        let bash = in_bash(&folder, script);
        let there = begun.elapsed();
        let ours = in_session(&executor, script);
        if begun.elapsed() > Duration::from_secs(5) {
            println!("---- {count} took {there:?} in bash of {:?}", begun.elapsed());
        }
        if bash != ours {
            different += 1;
            println!("---- {count} {script}");
            show("stdout", &bash.0.stdout, &ours.0.stdout);
            show("stderr", &bash.1, &ours.1);
            if bash.0.exit != ours.0.exit {
                println!("  exit {} and {}", bash.0.exit, ours.0.exit);
            }
            let none = "(not there)".to_owned();
            for name in bash.0.files.keys().chain(ours.0.files.keys()).collect::<BTreeSet<_>>() {
                let content = [&bash.0.files, &ours.0.files].map(|files| files.get(name).unwrap_or(&none));
                show(name, content[0], content[1]);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{count} scripts, {different} different");
    assert_eq!(different, 0, "scripts that differ from bash");
}
