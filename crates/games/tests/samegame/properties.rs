//! Properties of every game of SameGame, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from positions alone (`support/samegame.rs`), and shared neither with a
//! side nor with the invariants that the harness checks.
//!
//! Not covered: cases of several grids, and the errors of the judge's reader.

use twinboard_games::samegame::{self, SameGameRules};
use twinboard_vocabulary::samegame::SameGame as Vocabulary;
use twinboard_vocabulary::samegame::{Cell, Position};

use super::support::play::{each_position, each_step, legal_moves, same};
use super::support::samegame::{SameGameCase, cells, census, columns, groups, judgement};
use super::support::{self, Side, agrees, on_both_sides};
use super::{Engine, Oracle};

fn holds(property: impl support::Property<SameGameRules>) {
    support::for_all_cases::<SameGameRules, Oracle>(&SameGameRules, file!(), 1, property);
}

on_both_sides! {
    cells_of_each_colour_are_conserved: conserves_cells;
    nothing_floats_and_columns_stay_packed_in_their_order: drops_cells;
    a_selection_is_accepted_exactly_when_its_region_has_two_cells_or_more: judges_selections;
    the_legal_moves_are_the_regions_of_two_cells_or_more: lists_regions;
}

#[test]
fn engine_and_oracle_agree() {
    let subject = samegame::subject();
    holds(move |case, activity| agrees(&SameGameRules, &*subject, case, activity));
}

/// SG-9: a removal takes its group away; no other cell appears or disappears.
fn conserves_cells<G: Side<Vocabulary>>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let mut counted = census(&step.after.position());
        if let Ok(group) = step.result {
            counted[usize::from(group.colour())] += group.size();
        }
        let expected = census(&step.before.position());
        same("the cells of each colour, the removed ones included,", &counted, &expected)
    })
}

/// SG-10 and SG-11: every cell has another one below it, down to row 1. The remaining cells of a
/// column keep their order, and right of an empty column there are only empty ones.
fn drops_cells<G: Side<Vocabulary>>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let after = step.after.position();
        for cell in cells(&after).filter(|cell| cell.row() > 1) {
            let below = Cell::new(cell.row() - 1, cell.column());
            if after.get(cell).is_some() && after.get(below).is_none() {
                return Err(format!("{cell} floats above an empty cell"));
            }
        }
        let Ok(group) = step.result else { return Ok(()) };
        let before = step.before.position();
        let left = Position::from_fn(before.rows(), before.columns(), |cell| {
            before.get(cell).filter(|_| group.cells().binary_search(&cell).is_err())
        });
        let mut packed = columns(&left);
        packed.retain(|column| !column.is_empty());
        packed.resize(before.columns().into(), Vec::new());
        same("the columns", &columns(&after), &packed)
    })
}

/// SG-5 to SG-9: a selection removes the region of its cell, or is refused for the first reason.
fn judges_selections<G: Side<Vocabulary>>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let expected = judgement(&step.before.position(), *step.mv);
        same("the result", step.result, &expected)
    })
}

/// SG-4 and SG-8: every removable region is listed once, and nothing else is.
fn lists_regions<G: Side<Vocabulary>>(case: &SameGameCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        same("the legal moves", &legal_moves(game), &groups(&game.position()))
    })
}
