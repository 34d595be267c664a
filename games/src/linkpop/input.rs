//! Judge's input drawn at random: a board of a chosen size.

use board::Vocabulary as _;
use board::game::below;
use board::linkpop::{Attribute, Block, Board, Margin, Setup, Symbol, text};
use harness::inputs::{Generator, Parameter, ParameterValues};
use harness::random;

use super::Vocabulary;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rows", about: "how many rows", range: 1..=30, default: Some(30) },
    Parameter { name: "columns", about: "how many columns", range: 1..=30, default: Some(30) },
    Parameter {
        name: "symbols",
        about: "how many symbols, from A on",
        range: 1..=Symbol::COUNT as u64,
        default: Some(13),
    },
    Parameter {
        name: "moving",
        about: "how many of a hundred blocks move, each up, down, left or right",
        range: 0..=100,
        default: Some(80),
    },
];

/// The generator of input for the judge.
pub(crate) fn generator() -> Generator {
    Generator::new(Vocabulary::NAME, PARAMETERS, make)
}

/// Drawn is block by block in row-major order: its symbol, whether it moves, and where if so.
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
