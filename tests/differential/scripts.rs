//! Scripts from a file in real bash and in a session, the messages too: `DIFFERENTIAL_SCRIPTS` names the file, in which
//! a line that begins with `####` stands before each script.

use mem_sandbox::session::{Executor, ExecutorOptions};

use crate::{in_bash, in_session};

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
        let (bash, ours) = (in_bash(&folder, script), in_session(&executor, script));
        if bash != ours {
            different += 1;
            println!("---- {script}\n  bash {:?}\n  ours {:?}\n", bash, ours);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{count} scripts, {different} different");
    assert_eq!(different, 0, "scripts that differ from bash");
}
