//! Random judge input for `generate`: a grid, and selections that mostly remove a region.

use std::ops::ControlFlow;

use twinboard_harness::inputs::{Generator, Parameter, ParameterValues};
use twinboard_harness::random;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::samegame::{COLOURS, Grid, Group, SameGame, Selection, text};
use twinboard_vocabulary::{Game, Vocabulary as _};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "rows", about: "number of rows", range: 1..=10, default: Some(10) },
    Parameter { name: "columns", about: "number of columns", range: 1..=40, default: Some(40) },
    Parameter {
        name: "colours",
        about: "number of colours, from 0 on",
        range: 1..=COLOURS as u64,
        default: Some(5),
    },
    Parameter {
        name: "moves",
        about: "largest number of selections; the list ends with the game",
        range: 0..=10_000,
        default: Some(10_000),
    },
    Parameter {
        name: "stray",
        about: "percentage of selections that name any cell, and may be refused",
        range: 0..=100,
        default: Some(10),
    },
];

/// The generator of judge input.
pub(super) fn generator() -> Generator {
    Generator::new(SameGame::NAME, PARAMETERS, make)
}

/// Draws the colours in the order of the text, then each selection: whether it strays; if so its
/// row and column; otherwise a region, in the order of the sorted list, and one of its cells. The
/// order is part of the meaning of a seed.
fn make(chosen: &ParameterValues, seed: u64) -> String {
    let mut random = random::stream(seed, 0);
    let mut below = |bound: u64| below(&mut random, bound);
    let (rows, columns) = (chosen.get("rows"), chosen.get("columns"));
    let colours = (0..rows * columns).map(|_| below(chosen.get("colours")) as u8).collect();
    let grid =
        Grid::new(rows as u8, columns as u8, colours).expect("parameters are within the limits");
    // The oracle plays, so the meaning of a seed does not depend on the engine.
    let mut game =
        twinboard_oracle::SameGame::set_up(&grid).expect("the oracle accepts every grid");
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

/// All regions that can be removed, sorted.
fn groups(game: &twinboard_oracle::SameGame) -> Vec<Group> {
    let mut groups = Vec::new();
    let _ = game.visit_legal_moves(&mut |group| {
        groups.push(group.clone());
        ControlFlow::Continue(())
    });
    groups.sort_unstable();
    groups
}
