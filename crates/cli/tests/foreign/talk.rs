//! `twinboard talk` by hand.

use crate::engines::examples;
use crate::support::{run_with, twinboard};

#[test]
fn requests_that_are_wrong_are_answered_and_standard_error_is_shown() {
    for example in examples().iter().filter(|example| example.rule_set == "samegame") {
        let requests = "set-up\n1 3\n0 0 1\n\nposition\nmoves many\nposition\ndance\nhelp\n";
        let done = run_with(twinboard(&["talk", &example.command]), requests).with_code(0);
        let (_, answers) = done.stdout.split_once('\n').unwrap();
        let expected = "ok\nposition 1\n0 0 1\nunknown\nposition 1\n0 0 1\n  set-up [SET-UP]";
        assert!(answers.starts_with(expected), "{answers}");
        assert!(done.stderr.contains("\nengine: request 4: "), "{}", done.stderr);
        assert!(done.stderr.contains("\nthere is no request `dance`\n"), "{}", done.stderr);
    }
}
