//! Completions for shells, which are made of the same source as the help.

use crate::prelude::*;

#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let script = printed(&twinboard("completions bash").assert().success().stderr(is_empty()));
    let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(script).ok();
    assert!(checked.is_ok(), "{checked:?}");
}
