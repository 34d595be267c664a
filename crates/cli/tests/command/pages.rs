//! Completions for shells, which are made of the same source as the help.

use predicates::str::is_empty;

use super::support::{lossy, twinboard};

fn printed(arguments: &[&str]) -> String {
    let done = twinboard(arguments).assert().success().stderr(is_empty());
    lossy(&done.get_output().stdout)
}

#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let script = printed(&["completions", "bash"]);
    let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(script).ok();
    assert!(checked.is_ok(), "{checked:?}");
}
