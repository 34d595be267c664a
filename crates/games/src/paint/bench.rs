//! Workloads of paint for `bench`: the engine, the oracle and the plain programs on the same tasks.
//!
//! * `count-N-of-SxS`: number of valid sets of a number N on a board of S × S. The boards are drawn
//!   as the generator draws them (PT-36 to PT-39); one of their numbers is replaced by N.
//! * `visit-N-of-SxS`: the same sets, each made and read.
//! * `perft-5x5`, `perft-6x6`: all sequences of two valid moves. All first moves are made, and the
//!   moves after each are counted, each program as fast as it can: the engine does not play the
//!   first move for that, the others do, without keeping more than the painted cells.
//! * `games-15x15`, `games-30x30`: random games to their end, replayed from the list of their
//!   moves: each move is checked and played, and then the outcome is asked for.
//! * `search-15x15`, `search-30x30`: the work of a search in a node. In each position of such games
//!   some moves are played; after each the live numbers are counted, and the move is taken back.
//! * `checks-15x15`: valid and nearly valid moves, judged in such positions.
//!
//! The oracle needs a microsecond per set, and a number above 8 can have a million sets, so the
//! oracle has no part in those workloads. It does not say which numbers are alive, so it has no
//! part in `search-` either. The lean program works on boards of up to 7 × 7.
//!
//! No program has a choice, so a checksum holds all contenders to the same work:
//! `crates/games/tests/bench.rs` asserts it. Times are printed and never asserted.

mod boards;
mod contenders;
mod games;
mod perft;
mod sets;

use twinboard_harness::bench::{Measured, Note, Suite};

use boards::{GROUP_1, GROUP_2, GROUP_3, MIDDLE, SMALL};
use contenders::ENGINE;

/// The workload on boards of the size that programs with bit masks are written for, with enough
/// sets to count.
const COUNTED: &str = "count-10-of-5x5";

/// The workloads of paint.
#[must_use]
pub fn suite() -> Suite {
    let of_5x5 = sets::Task { boards: &GROUP_1, number: 5, count: 64 };
    let many_of_5x5 = sets::Task { boards: &GROUP_1, number: 10, count: 4 };
    let of_7x7 = sets::Task { boards: &MIDDLE, number: 8, count: 4 };
    let of_15x15 = sets::Task { boards: &GROUP_2, number: 10, count: 2 };
    let of_30x30 = sets::Task { boards: &GROUP_3, number: 12, count: 1 };
    Suite {
        workloads: vec![
            sets::count("count-5-of-5x5", "the valid sets of a 5 on 5 × 5, counted", of_5x5),
            sets::count(COUNTED, "the valid sets of a 10 on 5 × 5, counted", many_of_5x5),
            sets::count("count-8-of-7x7", "the valid sets of an 8 on 7 × 7, counted", of_7x7),
            sets::count("count-10-of-15x15", "those of a 10 on 15 × 15, counted", of_15x15),
            sets::count("count-12-of-30x30", "those of a 12 on 30 × 30, counted", of_30x30),
            sets::visit("visit-5-of-5x5", "the valid sets of a 5 on 5 × 5, each made", of_5x5),
            sets::visit("visit-8-of-7x7", "those of an 8 on 7 × 7, each made", of_7x7),
            sets::visit("visit-10-of-15x15", "those of a 10 on 15 × 15, each made", of_15x15),
            perft::perft("perft-5x5", "sequences of two valid moves on 5 × 5", &GROUP_1, 32),
            perft::perft("perft-6x6", "sequences of two valid moves on 6 × 6", &SMALL, 1),
            games::games("games-15x15", "given moves on 15 × 15, checked and played", &GROUP_2),
            games::games("games-30x30", "given moves on 30 × 30, checked and played", &GROUP_3),
            games::search("search-15x15", "moves on 15 × 15, played and taken back", &GROUP_2),
            games::search("search-30x30", "moves on 30 × 30, played and taken back", &GROUP_3),
            games::checks("checks-15x15", "moves on 15 × 15, valid or nearly so, judged", &GROUP_2),
        ],
        notes,
    }
}

/// The speed of counting sets on small boards.
fn notes(measured: &[Measured]) -> Vec<Note> {
    let counted = measured.iter().find(|measured| measured.name == COUNTED);
    let Some(engine) = counted.and_then(|counted| counted.line(ENGINE)) else {
        return Vec::new();
    };
    let millions = 1e3 / engine.ns_per_unit.median;
    let text = format!("on 5 × 5 the engine counts {millions:.0} million valid sets a second");
    vec![Note { name: "sets-counted", value: millions, unit: "million/s", text }]
}
