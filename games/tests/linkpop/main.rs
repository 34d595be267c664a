//! Link and Pop on both sides: the sample, links held against a search of another kind, properties,
//! borders, small games, and how cases are drawn.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod drawn;
mod links;
mod properties;
mod robot_games;
mod sample;
mod small;

use board::linkpop::{Board, Margin, Setup};

type Engine = engine::linkpop::LinkPop;
type Oracle = oracle::LinkPop;

/// The same board under both margins.
fn with_each_margin(board: &Board) -> [Setup; 2] {
    Margin::ALL.map(|margin| Setup { board: board.clone(), margin })
}
