//! Random judge input for `generate`: one full board.

use twinboard_harness::inputs::{Generator, Parameter, ParameterValues};
use twinboard_harness::random;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, LinkPop, Margin, Setup, Symbol, text,
};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rows", about: "number of rows", range: 1..=30, default: Some(30) },
    Parameter { name: "columns", about: "number of columns", range: 1..=30, default: Some(30) },
    Parameter {
        name: "symbols",
        about: "number of symbols, from A on",
        range: 1..=Symbol::COUNT as u64,
        default: Some(13),
    },
    Parameter {
        name: "moving",
        about: "percentage of blocks that move, each up, down, left or right",
        range: 0..=100,
        default: Some(80),
    },
];

/// The generator of judge input.
pub(super) fn generator() -> Generator {
    Generator::new(LinkPop::NAME, PARAMETERS, make)
}

/// Draws the blocks in row-major order, each in three steps: its symbol, whether it moves, and the
/// direction if it does. The order is part of the meaning of a seed.
fn make(chosen: &ParameterValues, seed: u64) -> String {
    const WAYS: [Attribute; 4] =
        [Attribute::Up, Attribute::Down, Attribute::Left, Attribute::Right];
    let mut random = random::stream(seed, 0);
    let mut below = |bound: u64| below(&mut random, bound);
    let board = Board::from_fn(chosen.get("rows") as u8, chosen.get("columns") as u8, |_| {
        let symbol = Symbol::new(below(chosen.get("symbols")) as u8);
        let moves = below(100) < chosen.get("moving");
        let attribute = if moves { WAYS[below(4) as usize] } else { Attribute::Still };
        Some(Block { symbol, attribute })
    });
    text::print(&Setup { board, margin: Margin::Inside }, &[], Margin::Inside)
}
