//! The oracle of Link and Pop, compared with boards worked out by hand from the rules.
//! `crates/games/tests/linkpop` compares it with another implementation, on all small boards.
//!
//! Boards are written as in case files: the top row first, `..` an empty cell. Cells and points are
//! `(row, column)`, both from 0.

mod links;
mod refusals;
mod robot;
mod turns;

use std::ops::ControlFlow;

use twinboard_oracle::LinkPop;
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{
    Block, Board, Cell, Link, Margin, Pair, Pick, Point, Popped, Refusal, Setup, Step,
};

/// Row and column of a cell.
type Place = (u8, u8);

fn start(margin: Margin, rows: &[&str]) -> LinkPop {
    let columns = rows[0].split_whitespace().count();
    let text = format!("{} {columns}\n{}\n0 0\n", rows.len(), rows.join("\n"));
    let setup = text.parse::<Setup>().expect("the rows are a board");
    LinkPop::set_up(&Setup { margin, ..setup }).expect("every board can be set up")
}

fn cell((row, column): Place) -> Cell {
    Cell::new(row, column)
}

/// Pops these two cells, in this order.
fn pop(game: &mut LinkPop, first: Place, second: Place) -> Result<Popped, Refusal> {
    game.play(&Step::Pop(cell(first).into(), cell(second).into()))
}

fn robot(game: &mut LinkPop) -> Result<Popped, Refusal> {
    game.play(&Step::Robot)
}

fn pair(popped: &Popped) -> (Place, Place) {
    places(popped.pair)
}

fn places(pair: Pair) -> (Place, Place) {
    let (earlier, other) = (pair.earlier(), pair.other());
    ((earlier.row, earlier.column), (other.row, other.column))
}

fn link(points: &[(i8, i8)]) -> Link {
    let points: Vec<_> = points.iter().map(|&(row, column)| Point::new(row, column)).collect();
    Link::new(&points)
}

/// Cells that blocks left, turn by turn.
fn turns(popped: &Popped) -> Vec<Vec<Place>> {
    let place = |cell: &Cell| (cell.row, cell.column);
    popped.turns.iter().map(|turn| turn.iter().map(place).collect()).collect()
}

/// All listed pairs with their costs, in the order of the listing.
fn legal_pops(game: &LinkPop) -> Vec<(Place, Place, u8)> {
    let mut pops = Vec::new();
    let flow = game.visit_legal_moves(&mut |pop| {
        let (earlier, other) = places(pop.pair);
        pops.push((earlier, other, pop.cost));
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()), "the visitor never breaks off");
    pops
}

fn drawn(board: &Board) -> Vec<String> {
    let token =
        |content: &Option<Block>| content.map_or("..".to_owned(), |block| block.to_string());
    let rows = board.cells().chunks(board.columns().into());
    rows.map(|row| row.iter().map(token).collect::<Vec<_>>().join(" ")).collect()
}

#[track_caller]
fn assert_shows(game: &LinkPop, rows: &[&str]) {
    assert_eq!(drawn(&game.position()), rows);
}

#[track_caller]
fn assert_refuses_step(game: &LinkPop, step: Step, refusal: Refusal) {
    let mut played = game.clone();
    assert_eq!(played.play(&step), Err(refusal), "{step}");
    assert_eq!(played.position(), game.position(), "a refusal changed the position");
}

/// Asserts that the pop of two cells, which may be off the board, is refused for this reason.
#[track_caller]
fn assert_refuses(game: &LinkPop, first: (u64, u64), second: (u64, u64), refusal: Refusal) {
    let pick = |(row, column)| Pick { row, column };
    assert_refuses_step(game, Step::Pop(pick(first), pick(second)), refusal);
}
