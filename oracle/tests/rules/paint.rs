//! The oracle of paint, compared with boards worked out by hand from the rules.
//! `crates/games/tests/paint` compares it with another implementation, on all small boards.
//!
//! Boards are written as in case files: the top row first, `#` an empty cell, `B` a painted one.
//! Cells are `(row, column)`, both from 0.

mod ends;
mod large;
mod refusals;
mod value;

use std::ops::ControlFlow;

use twinboard_oracle::Paint;
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Painted, Player, Refusal};

/// Row and column of a cell.
type Place = (u8, u8);

fn board(rows: &[&str]) -> Board {
    format!("{}\n{}\n", rows.len(), rows.join("\n")).parse().expect("the rows are a board")
}

fn start(rows: &[&str]) -> Paint {
    set_up(&board(rows))
}

fn set_up(board: &Board) -> Paint {
    Paint::set_up(board).expect("every board can be set up")
}

fn cells(places: &[Place]) -> LegalMove {
    LegalMove::new(places.iter().map(|&(row, column)| Cell::new(row, column)))
}

/// Move of these cells, which may be off the board.
fn naming(picks: &[(u64, u64)]) -> Move {
    Move::new(picks.iter().copied())
}

fn play(game: &mut Paint, places: &[Place]) -> Result<Painted, Refusal> {
    game.play(&Move::new(places.iter().map(|&(row, column)| Cell::new(row, column))))
}

/// All listed moves, sorted.
fn legal_moves(game: &Paint) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let flow = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()), "the visitor never breaks off");
    moves.sort_unstable();
    moves
}

#[track_caller]
fn assert_shows(game: &Paint, rows: &[&str], to_move: Player) {
    let position = game.position();
    assert_eq!((position.board, position.to_move), (board(rows), to_move));
}

/// Asserts that a move is refused for this reason and changes nothing, not even the player to move
/// (PT-5).
#[track_caller]
fn assert_refuses(game: &Paint, picks: &[(u64, u64)], refusal: Refusal) {
    let mv = naming(picks);
    let mut played = game.clone();
    assert_eq!(played.play(&mv), Err(refusal), "{mv}");
    assert_eq!(played.position(), game.position(), "{mv}: a refusal changed the position");
}
