//! The oracles count what others have counted and published.

use published_engines::{draughts, othello, shogi};
use twinboard::TextGame;

/// The number of sequences of legal moves to each depth, from 1 on.
fn perft<P: TextGame>(setup: &str, depth: usize) -> Vec<u64> {
    let mut level = vec![P::set_up(setup).expect("a set-up")];
    let mut nodes = Vec::new();
    for _ in 0..depth {
        let after = |game: &P, mv: String| {
            let mut after = game.clone();
            after.play(&mv).expect("a legal move");
            after
        };
        level = level
            .iter()
            .flat_map(|game| game.moves().into_iter().map(|mv| after(game, mv)))
            .collect();
        nodes.push(level.len() as u64);
    }
    nodes
}

/// Draughts on 8 × 8 cells at the beginning.
const MEN: &str =
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n";

#[test]
fn published_counts_are_reached() {
    let international = [".b.b.b.b.b\nb.b.b.b.b.\n".repeat(2), "..........\n".repeat(2)].concat()
        + &".w.w.w.w.w\nw.w.w.w.w.\n".repeat(2)
        + "white to move";
    assert_eq!(perft::<draughts::Naive<0>>(&international, 4), [9, 81, 658, 4_265]);
    let white = format!("{MEN}white to move");
    assert_eq!(perft::<draughts::Naive<2>>(&white, 5), [7, 49, 302, 1_469, 7_482]);
    let black = format!("{MEN}black to move");
    assert_eq!(perft::<draughts::Naive<3>>(&black, 5), [7, 49, 302, 1_469, 7_361]);
    let discs = "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nblack to move";
    assert_eq!(perft::<othello::Naive>(discs, 5), [4, 12, 56, 244, 1_396]);
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    assert_eq!(perft::<shogi::Naive>(sfen, 2), [30, 900]);
}

#[test]
fn a_man_that_captures_through_the_last_row_goes_on_as_a_king_in_russian_draughts_only() {
    let setup = "........\n..b.....\n.w...b..\n........\n........\n........\n........\n........\nwhite to move";
    let russian = draughts::Naive::<2>::set_up(setup).expect("a set-up");
    assert_eq!(russian.moves(), ["9x16:6,11", "9x20:6,11"]);
    let brazilian = draughts::Naive::<1>::set_up(setup).expect("a set-up");
    assert_eq!(brazilian.moves(), ["9x2:6"]);
}
