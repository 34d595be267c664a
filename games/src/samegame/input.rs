//! Judge's input drawn at random: a grid of a chosen size, and selections that mostly remove
//! something.

use std::ops::ControlFlow;

use board::game::below;
use board::samegame::{COLOURS, Grid, Group, Selection, text};
use board::{Game, Vocabulary as _};
use harness::inputs::{Generator, Parameter, ParameterValues};
use harness::random;

use super::Vocabulary;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rows", about: "how many rows", range: 1..=10, default: Some(10) },
    Parameter { name: "columns", about: "how many columns", range: 1..=40, default: Some(40) },
    Parameter {
        name: "colours",
        about: "how many colours, from 0 on",
        range: 1..=COLOURS as u64,
        default: Some(5),
    },
    Parameter {
        name: "moves",
        about: "how many selections at most; the list ends with the game",
        range: 0..=10_000,
        default: Some(10_000),
    },
    Parameter {
        name: "stray",
        about: "how many of a hundred selections are of any cell, and may be refused",
        range: 0..=100,
        default: Some(10),
    },
];

/// The generator of input for the judge.
pub(crate) fn generator() -> Generator {
    Generator::new(Vocabulary::NAME, PARAMETERS, make)
}

/// Drawn are the colours in the order of the text, then selection by selection: whether it strays;
/// the row and the column if it does; else the region, in the order in which regions are listed, and
/// its cell.
fn make(chosen: &ParameterValues, seed: u64) -> String {
    let mut random = random::stream(seed, 0);
    let mut below = |bound: u64| below(&mut random, bound);
    let (rows, columns) = (chosen.get("rows"), chosen.get("columns"));
    let colours = (0..rows * columns).map(|_| below(chosen.get("colours")) as u8).collect();
    let grid = Grid::new(rows as u8, columns as u8, colours).expect("all is within the limits");
    // The naive side: what a seed means must not hang on how an engine lists.
    let mut game = oracle::SameGame::set_up(&grid).expect("the oracle is made for every grid");
    let mut selections = Vec::new();
    while (selections.len() as u64) < chosen.get("moves") {
        let groups = groups(&game);
        if groups.is_empty() {
            break;
        }
        let selection = if below(100) < chosen.get("stray") {
            let (row, column) = (below(rows) + 1, below(columns) + 1);
            Selection::new(row, column).expect("both count from 1")
        } else {
            let group = &groups[below(groups.len() as u64) as usize];
            group.cells()[below(group.cells().len() as u64) as usize].into()
        };
        let _ = game.play(&selection);
        selections.push(selection);
    }
    text::print([(&grid, &selections[..])])
}

/// All regions that can be removed, in their own order.
fn groups(game: &oracle::SameGame) -> Vec<Group> {
    let mut groups = Vec::new();
    let _ = game.visit_legal_moves(&mut |group| {
        groups.push(group.clone());
        ControlFlow::Continue(())
    });
    groups.sort_unstable();
    groups
}
