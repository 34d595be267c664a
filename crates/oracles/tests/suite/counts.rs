//! Published counts of games and positions.

use std::collections::HashSet;

use twinboard_vocabulary::Game;

use crate::support::{AnyTextGame, children, sequences, start};

/// The number of different positions after each number of moves.
fn positions(game: AnyTextGame, depth: usize) -> Vec<usize> {
    let mut games = vec![game];
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut seen = HashSet::new();
        let next = games.iter().flat_map(children);
        games = next.filter(|game| seen.insert(game.position())).collect();
        counts.push(games.len());
    }
    counts
}

/// Paul Byrne's and others' perft of Othello: passes count as moves.
#[test]
fn othello() {
    let rows = "........\n".repeat(3);
    let start = start("othello", &format!("{rows}...ox...\n...xo...\n{rows}x to move"));
    assert_eq!(sequences(&start, 6), [4, 12, 56, 244, 1396, 8200]);
}

/// John Tromp's number of positions after each ply of Connect Four, OEIS A212693.
#[test]
fn connect_four() {
    let start = start("connect-four", &format!("{}x to move", ".......\n".repeat(6)));
    assert_eq!(positions(start, 6), [7, 49, 238, 1120, 4263, 16422]);
}
