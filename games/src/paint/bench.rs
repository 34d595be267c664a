//! What is measured of paint: the engine, the oracle and plain programs on the same tasks.
//!
//! * `count-5-of-5x5` and the like: how many valid sets a number has, a 5 on a board of 5 × 5 here.
//!   The boards are made as the generator makes them (PT-36 to PT-39); one of their numbers becomes
//!   the one that is asked for.
//! * `visit-5-of-5x5` and the like: the same sets, each made and looked at.
//! * `perft-5x5`, `perft-6x6`: all sequences of two valid moves. The first move is made, the second
//!   is counted, each program as fast as it can.
//! * `games-15x15`, `games-30x30`: random games to their end, by the list of their moves: each is
//!   checked and played, and then it is asked whether the game goes on.
//! * `search-15x15`, `search-30x30`: what a search does in a node. From all positions of such games
//!   some moves are played; after each it is asked how many numbers have a valid move left, and it
//!   is taken back.
//! * `checks-15x15`: moves that are valid and moves that nearly are, judged in such positions.
//!
//! The oracle needs a microsecond for a set, and a number above 8 can have a million of them, so it
//! is not asked for those. It tells nobody which numbers are alive, so it has no part in `search-`.
//! The lean program is made for boards of up to 7 × 7.
//!
//! Nobody is free to choose, so contenders are held to the same work by checksums.

mod boards;
mod games;
mod horizon;
mod sets;
mod walks;

use harness::bench::horizon::Horizon;
use harness::bench::{Measured, Note, Suite};
use harness::random::SplitMix;

use boards::{GROUP_1, GROUP_2, GROUP_3, MIDDLE, SMALL};

type Engine = engine::paint::Board;
type Oracle = oracle::Paint;
type Plain = plain::paint::Paint;
type Lean = plain::paint::Lean;

const ENGINE: &str = "engine";
const ORACLE: &str = "oracle";
const PLAIN: &str = "plain";
const LEAN: &str = "plain, lean";

/// The workload on boards as small as those that programs with masks are made for, with enough sets
/// to count.
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
            walks::perft("perft-5x5", "sequences of two valid moves on 5 × 5", &GROUP_1, 32),
            walks::perft("perft-6x6", "sequences of two valid moves on 6 × 6", &SMALL, 1),
            games::games("games-15x15", "given moves on 15 × 15, checked and played", &GROUP_2),
            games::games("games-30x30", "given moves on 30 × 30, checked and played", &GROUP_3),
            games::search("search-15x15", "moves on 15 × 15, played and taken back", &GROUP_2),
            games::search("search-30x30", "moves on 30 × 30, played and taken back", &GROUP_3),
            games::checks("checks-15x15", "moves on 15 × 15, valid or nearly so, judged", &GROUP_2),
        ],
        notes,
    }
}

/// How far the solver sees.
#[must_use]
pub fn horizon() -> Box<dyn Horizon> {
    Box::new(horizon::Paint::new())
}

/// How fast sets are counted on small boards.
fn notes(measured: &[Measured]) -> Vec<Note> {
    let counted = measured.iter().find(|measured| measured.name == COUNTED);
    let Some(engine) = counted.and_then(|counted| counted.line(ENGINE)) else {
        return Vec::new();
    };
    let millions = 1e3 / engine.ns_per_unit.median;
    let text = format!("on 5 × 5 the engine counts {millions:.0} million valid sets a second");
    vec![Note { name: "sets-counted", value: millions, unit: "million/s", text }]
}

/// A number that follows from another one and from all that were added before, in their order.
fn chained(checksum: u64, next: u64) -> u64 {
    SplitMix::new(checksum ^ next).next_u64()
}
