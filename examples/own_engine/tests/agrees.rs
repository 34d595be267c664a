//! The engine agrees with the oracle, and a faulty engine is noticed.

use std::process::{Command, Output};
use std::sync::Arc;

use own_engine::{Adapter, pairing};
use twinboard::harness::{Pairing, Subject, assert_agree, guard};
use twinboard_games::samegame::SameGameRules;

fn subject() -> Arc<dyn Subject> {
    pairing().subject()
}

#[test]
fn the_engine_agrees_with_the_oracle() {
    let stats = assert_agree(&subject(), 1, 500);
    assert_eq!((stats.cases, stats.skipped), (500, 0));
}

/// Runs the command with these arguments.
fn command(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_own_engine"));
    command.args(arguments).output().expect("the command starts")
}

#[test]
fn the_command_plays_the_built_in_corpus_on_the_engine() {
    let output = command(&["verify", "--cases", "0"]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}");
    assert!(shown.contains("samegame: no divergence"), "{shown}");
    let files = twinboard_games::corpus("samegame");
    let cases: usize = files.map(|file| subject().read(file.text).unwrap().len()).sum();
    assert!(
        cases > 50 && shown.contains(&format!("corpus: {cases} of {cases} cases played")),
        "{shown}"
    );
}

#[test]
fn an_engine_that_forgets_the_last_column_is_reported_with_a_case_of_two_cells() {
    let wrong =
        Pairing::new(SameGameRules, Adapter::<true>::set_up, twinboard_oracle::SameGame::set_up);
    let wrong: Arc<dyn Subject> = Arc::new(wrong);
    let report = guard::catch(|| assert_agree(&wrong, 1, 500)).expect_err("the engines differ");
    assert!(report.starts_with("DIVERGENCE samegame: engine and oracle differ"), "{report}");
    assert!(report.contains("\nthe case\n  1 2\n  0 0\n  0 0\n  0 0\n"), "{report}");
}

/// Printed by `cargo run -- to-test`.
#[test]
fn a_column_that_is_emptied_closes_up() {
    twinboard::harness::assert_case(
        &subject(),
        concat!("2 3\n", "1 2 3\n", "1 2 4\n", "1 2\n", "0 0\n", "0 0\n"),
        concat!("Grid 1.\n", "    1 4\n", "    1 3\n"),
    );
}
