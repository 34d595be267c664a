//! Link and Pop on both sides: the sample, properties, borders, and the distribution of generated
//! cases.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod drawn;
mod keys;
mod properties;
mod public;

use twinboard_vocabulary::linkpop::{Board, Margin, Setup};

type Engine = twinboard_engine::linkpop::LinkPop;
type Oracle = twinboard_oracle::LinkPop;

/// The board with each margin.
fn with_each_margin(board: &Board) -> [Setup; 2] {
    Margin::ALL.map(|margin| Setup { board: board.clone(), margin })
}
