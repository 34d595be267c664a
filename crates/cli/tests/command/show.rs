//! `twinboard show`, and files that cannot be read.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::support::{folder, text, twinboard};

#[test]
fn the_cell_of_a_refused_move_is_marked() {
    let files = folder(&[("refused.txt", b"2 3\n1 2 1\n2 1 2\n1 3\n9 9\n0 0\n0 0\n")]);
    let file = text(&files.path().join("refused.txt")).to_owned();
    let done = twinboard(&["show", "-r", "samegame", &file]).assert().success();
    // A cell off the board has no mark.
    done.stdout(contains("  1 | 1 2*1\n").count(1).and(contains("*").count(1)));
}

#[test]
fn no_engine_is_started_for_a_file_that_cannot_be_read() {
    let [engine, file] = ["./no-such-engine", "no-such-file.txt"];
    for arguments in [
        &["shrink", file, "--engine", engine][..],
        &["diff", file, "--engine", engine],
        &["perft", "-d", "1", file, "--engine", engine],
    ] {
        let done = twinboard(arguments).assert().code(2).stdout(is_empty());
        done.stderr(contains("cannot open no-such-file.txt").and(contains(engine).not()));
    }
}
