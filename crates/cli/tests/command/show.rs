//! `twinboard show`.

use crate::prelude::*;

#[test]
fn the_cell_of_a_refused_move_is_marked() {
    let files = folder(&[("refused.txt", b"2 3\n1 2 1\n2 1 2\n1 3\n9 9\n0 0\n0 0\n")]);
    let done = run_in(&files, "show -r samegame refused.txt", 0);
    // A cell off the board has no mark.
    done.stdout(contains("  1 | 1 2*1\n").count(1).and(contains("*").count(1)));
}
