//! Properties of every game of SameGame, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from positions alone (`support/samegame.rs`), and shared neither with a
//! side nor with the invariants that the harness checks.
//!
//! Not covered: cases of several grids, and the errors of the judge's reader.

use twinboard_games::samegame::{self, SameGameRules};
use twinboard_harness::RuleSet;
use twinboard_vocabulary::samegame::SameGame as Vocabulary;
use twinboard_vocabulary::samegame::{Cell, Grid, Group, Outcome, Position, Refusal, Selection};

use super::support::play::{SetUp, each_position, each_step, legal_moves, same, set_up};
use super::support::samegame::{
    SameGameCase, Shown, cells, census, columns, groups, judgement, regions,
};
use super::support::{self, agrees, on_both_sides, reads_as};
use super::{Engine, Oracle};

fn holds(property: impl support::Property<SameGameRules>) {
    support::for_all_cases::<SameGameRules, Oracle>(&SameGameRules, file!(), 1, property);
}

/// Engine or oracle.
trait Side: SetUp<Vocabulary = Vocabulary> {}

impl<G: SetUp<Vocabulary = Vocabulary>> Side for G {}

on_both_sides! {
    a_game_starts_from_its_grid: starts_from_the_grid;
    cells_of_each_colour_are_conserved: conserves_cells;
    nothing_floats_and_columns_keep_their_order: drops_cells;
    columns_stay_packed_to_the_left: packs_columns;
    a_selection_is_accepted_exactly_when_its_region_has_two_cells_or_more: judges_selections;
    the_legal_moves_are_the_regions_of_two_cells_or_more: lists_regions;
    all_cells_of_a_region_are_the_same_move: any_cell_will_do;
    a_refused_move_changes_nothing: refusals_change_nothing;
    exchanging_colours_commutes_with_play: plays_colours_alike;
    a_game_is_won_exactly_when_empty_and_stuck_exactly_when_no_region_has_two_cells: tells_the_outcome;
}

#[test]
fn engine_and_oracle_agree() {
    let subject = samegame::subject();
    holds(move |case, activity| agrees(&SameGameRules, &*subject, case, activity));
}

#[test]
fn printed_cases_read_back_as_the_same_case() {
    holds(|case, _| {
        let printed = SameGameRules.text().print(case);
        reads_as(&SameGameRules, case, &printed, "as it was printed")?;
        // Line breaks between numbers mean nothing (SG-14).
        reads_as(&SameGameRules, case, &printed.replace('\n', " "), "on one line")?;
        reads_as(&SameGameRules, case, &printed.replace(' ', "\n"), "a number a line")?;
        reads_as(
            &SameGameRules,
            case,
            &format!("\u{FEFF}{}", printed.replace('\n', "\r\n")),
            "with a mark and CRLF",
        )
    });
}

/// SG-1: at the start every cell holds its colour. The text lists rows from the bottom.
fn starts_from_the_grid<G: Side>(case: &SameGameCase) -> Result<(), String> {
    let grid = &case.setup;
    let rows: Vec<&[u8]> = grid.colours().chunks(grid.columns().into()).collect();
    let expected = Position::from_fn(grid.rows(), grid.columns(), |cell| {
        Some(rows[usize::from(cell.row()) - 1][usize::from(cell.column()) - 1])
    });
    same("the set-up", &set_up::<G>(grid)?.position(), &expected)
}

/// SG-9: a removal takes its group away; no other cell appears or disappears.
fn conserves_cells<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let mut counted = census(&step.after.position());
        if let Ok(group) = step.result {
            counted[usize::from(group.colour())] += group.size();
        }
        let expected = census(&step.before.position());
        same("the cells of each colour, the removed ones included,", &counted, &expected)
    })
}

/// SG-10: every cell has another one below it, down to row 1, and the remaining cells of a column
/// keep their order.
fn drops_cells<G: Side>(case: &SameGameCase) -> Result<(), String> {
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
        let filled = |position: &Position| {
            columns(position).into_iter().filter(|column| !column.is_empty()).collect::<Vec<_>>()
        };
        same("the columns that are left", &filled(&after), &filled(&left))
    })
}

/// SG-11: right of an empty column there are only empty ones.
fn packs_columns<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let columns = columns(&step.after.position());
        let filled = columns.iter().filter(|column| !column.is_empty()).count();
        match columns[..filled].iter().position(Vec::is_empty) {
            Some(index) => Err(format!("column {} is empty, but not the last ones", index + 1)),
            None => Ok(()),
        }
    })
}

/// SG-5 to SG-9: a selection removes the region of its cell, or is refused for the first reason.
fn judges_selections<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let expected = judgement(&step.before.position(), *step.mv);
        same("the result", step.result, &expected)
    })
}

/// SG-4 and SG-8: every removable region is listed once, and nothing else is.
fn lists_regions<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        same("the legal moves", &legal_moves(game), &groups(&game.position()))
    })
}

/// SG-5: all cells of a group give the same result, for every group at the start and every group
/// that the case removes.
fn any_cell_will_do<G: Side>(case: &SameGameCase) -> Result<(), String> {
    let start = set_up::<G>(&case.setup)?;
    legal_moves(&start).iter().try_for_each(|group| plays_alike_from_each_cell(&start, group))?;
    each_step::<G>(case, |step| match step.result {
        Ok(group) => plays_alike_from_each_cell(step.before, group),
        Err(_) => Ok(()),
    })
}

fn plays_alike_from_each_cell<G: Side>(game: &G, group: &Group) -> Result<(), String> {
    let mut by_first = game.clone();
    let removed = by_first.play(&group.first().into());
    same("the result of its first cell", &removed, &Ok(group.clone()))?;
    let expected = by_first.position();
    for &cell in group.cells() {
        let mut by_cell = game.clone();
        same(&format!("the result of {cell}"), &by_cell.play(&cell.into()), &removed)?;
        same(&format!("the position after {cell}"), &by_cell.position(), &expected)?;
    }
    Ok(())
}

/// SG-5: no refused move of the case, and none of the constructed ones, changes the visible state.
fn refusals_change_nothing<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_step::<G>(case, |step| match step.result {
        Ok(_) => Ok(()),
        Err(_) => same("the visible state", &Shown::of(step.after), &Shown::of(step.before)),
    })?;
    each_position::<G>(case, |game| {
        let before = Shown::of(game);
        let mut game = game.clone();
        for (selection, refusal) in refused_selections(&before.position) {
            let result = game.play(&selection);
            same(&format!("the result of {selection}"), &result, &Err(refusal))?;
            same(&format!("the position after {selection}"), &game.position(), &before.position)?;
        }
        same("the visible state after all refusals", &Shown::of(&game), &before)
    })
}

/// A selection for each reason of refusal that this position allows.
fn refused_selections(position: &Position) -> Vec<(Selection, Refusal)> {
    let (rows, columns) = (u64::from(position.rows()), u64::from(position.columns()));
    let nowhere =
        [(0, 1), (1, 0), (rows + 1, 1), (1, columns + 1), (1 << 32 | 1, 1), (1, u64::MAX)];
    let nowhere = nowhere.map(|(row, column)| Selection::new(row, column).expect("not 0 0"));
    let empty = cells(position).find(|&cell| position.get(cell).is_none());
    let alone = regions(position).into_iter().find(|region| region.size() == 1);
    let nowhere = nowhere.map(|selection| (selection, Refusal::NoSuchCell)).into_iter();
    nowhere
        .chain(empty.map(|cell| (cell.into(), Refusal::EmptyCell)))
        .chain(alone.map(|region| (region.first().into(), Refusal::SingleCell)))
        .collect()
}

/// SG-4: no clause depends on the colour of a cell, only on two colours being equal. The rotation
/// of all colours by one and the exchange of the first two generate all permutations.
fn plays_colours_alike<G: Side>(case: &SameGameCase) -> Result<(), String> {
    let rotated = |colour: u8| (colour + 1) % 10;
    let exchanged = |colour: u8| if colour < 2 { 1 - colour } else { colour };
    plays_alike_recoloured::<G>(case, rotated)
        .map_err(|why| format!("with every colour one higher, and 0 for 9: {why}"))?;
    plays_alike_recoloured::<G>(case, exchanged)
        .map_err(|why| format!("with 0 and 1 exchanged: {why}"))
}

fn plays_alike_recoloured<G: Side>(
    case: &SameGameCase,
    recolour: impl Fn(u8) -> u8,
) -> Result<(), String> {
    let setup = &case.setup;
    let colours = setup.colours().iter().map(|&colour| recolour(colour)).collect();
    let setup = Grid::new(setup.rows(), setup.columns(), colours).expect("only the colours change");
    let mut twin = set_up::<G>(&setup)?;
    each_step::<G>(case, |step| {
        let group = |group: &Group| Group::new(recolour(group.colour()), group.cells().to_vec());
        let expected = step.result.as_ref().map(group).map_err(|&refusal| refusal);
        same("the result", &twin.play(step.mv), &expected)?;
        let after = step.after.position();
        let position =
            Position::from_fn(after.rows(), after.columns(), |cell| after.get(cell).map(&recolour));
        same("the position", &twin.position(), &position)?;
        same("the outcome", &twin.outcome(), &step.after.outcome())
    })
}

/// SG-12 and SG-13.
fn tells_the_outcome<G: Side>(case: &SameGameCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        let position = game.position();
        let expected = if position.cells().all(|cell| cell.is_none()) {
            Outcome::Won
        } else if groups(&position).is_empty() {
            Outcome::Stuck
        } else {
            Outcome::Playing
        };
        same("the outcome", &game.outcome(), &expected)
    })
}
