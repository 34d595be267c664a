//! Candidates for shrinking a case, and the canonical form of equal cases.

use std::ops::Range;

use twinboard_harness::shrink::{number_complexity, truncations};
use twinboard_harness::{Case, Shrink};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{COLOURS, Cell, Grid, Position, SameGame, Selection};

use super::{Recolouring, SameGameRules};

impl Shrink<SameGame> for SameGameRules {
    /// Smaller cases, the boldest first: later starts, fewer rows and columns.
    fn smaller<'a>(
        &'a self,
        case: &'a Case<SameGame>,
    ) -> Box<dyn Iterator<Item = Case<SameGame>> + 'a> {
        Box::new(later_starts(case).chain(fewer_lines(case)))
    }

    /// Simpler cases, the boldest first: fewer and lower colours, nearer selections.
    fn simpler<'a>(
        &'a self,
        case: &'a Case<SameGame>,
    ) -> Box<dyn Iterator<Item = Case<SameGame>> + 'a> {
        Box::new(merged_colours(case).chain(lower_cells(case)).chain(nearer_selections(case)))
    }

    /// The measure of [`simpler`](Self::simpler): the number of different colours weighs most, then
    /// the sum of all colours and of the numbers of all selections.
    fn complexity(&self, case: &Case<SameGame>) -> u64 {
        let colours = case.setup.colours();
        let kinds = (0..COLOURS).filter(|colour| colours.contains(colour)).count() as u64;
        let sum: u64 = colours.iter().map(|&colour| u64::from(colour)).sum();
        let far = |number: u64| number_complexity(number, 10_000);
        let selected: u64 = case.moves.iter().map(|mv| far(mv.row()) + far(mv.column())).sum();
        kinds * 1_000_000_000 + sum + selected
    }

    /// The case with colours renumbered in the order in which they appear.
    fn canonical(&self, case: &Case<SameGame>) -> Case<SameGame> {
        let mut order: Vec<u8> = Vec::new();
        for &colour in case.setup.colours() {
            if !order.contains(&colour) {
                order.push(colour);
            }
        }
        let rest = (0..COLOURS).filter(|colour| !order.contains(colour));
        let order: Vec<u8> = order.iter().copied().chain(rest).collect();
        let mut new_names = [0; COLOURS as usize];
        for (new, &old) in order.iter().enumerate() {
            new_names[usize::from(old)] = new as u8;
        }
        Case { setup: Recolouring(new_names).of_grid(&case.setup), ..case.clone() }
    }
}

/// The boards after the first moves as set-ups, each with the remaining moves; the latest first.
///
/// A set-up has no empty cells, so these get colours that none of their neighbours has. The oracle
/// plays the case, so every board is one that the rules lead to, apart from the filled cells.
fn later_starts(case: &Case<SameGame>) -> impl Iterator<Item = Case<SameGame>> + '_ {
    let mut game = twinboard_oracle::SameGame::set_up(&case.setup);
    let starts = case.moves.iter().enumerate().filter_map(move |(index, mv)| {
        let game = game.as_mut()?;
        game.play(mv).ok()?;
        let position = game.position();
        Some((index + 1, filled(&position)?))
    });
    let mut starts: Vec<_> = starts.collect();
    starts.reverse();
    starts.into_iter().map(|(played, setup)| Case::new(setup, case.moves[played..].to_vec()))
}

fn filled(position: &Position) -> Option<Grid> {
    let (rows, columns) = (position.rows(), position.columns());
    let mut cells: Vec<Option<u8>> = (1..=rows).flat_map(|row| position.row(row)).collect();
    let width = usize::from(columns);
    for index in 0..cells.len() {
        if cells[index].is_some() {
            continue;
        }
        let beside = (index % width > 0).then(|| cells[index - 1]);
        let other_side = (index % width + 1 < width).then(|| cells[index + 1]);
        let below = index.checked_sub(width).map(|below| cells[below]);
        let above = cells.get(index + width).copied();
        let taken = [beside, other_side, below, above].map(Option::flatten);
        cells[index] = (0..COLOURS).find(|&colour| !taken.contains(&Some(colour)));
    }
    Grid::new(rows, columns, cells.into_iter().collect::<Option<_>>()?)
}

/// The direction in which a grid is cut.
#[derive(Clone, Copy)]
enum Lines {
    Rows,
    Columns,
}

impl Lines {
    fn of_cell(self, cell: Cell) -> u8 {
        match self {
            Self::Rows => cell.row(),
            Self::Columns => cell.column(),
        }
    }

    fn of_selection(self, mv: Selection) -> u64 {
        match self {
            Self::Rows => mv.row(),
            Self::Columns => mv.column(),
        }
    }
}

/// Cases without some of the rows or columns: half of them, a quarter, down to a single line.
fn fewer_lines(case: &Case<SameGame>) -> impl Iterator<Item = Case<SameGame>> + '_ {
    let rows = pieces(case.setup.rows()).map(|cut| (Lines::Rows, cut));
    let columns = pieces(case.setup.columns()).map(|cut| (Lines::Columns, cut));
    rows.chain(columns).flat_map(|(lines, cut)| {
        let setup = without(&case.setup, lines, &cut);
        // Once with the selections moved along with the cells they named at the start, once
        // unchanged.
        let follow = case.moves.iter().map(|&mv| followed(mv, lines, &cut)).collect();
        let moves = [follow, case.moves.clone()];
        // Without moves both are equal.
        let ways = if case.moves.is_empty() { 1 } else { 2 };
        moves.into_iter().take(ways).filter_map(move |moves| Some(Case::new(setup.clone()?, moves)))
    })
}

/// The lines `1..=count` cut into halves, quarters, and so on down to single lines. No piece holds
/// all lines.
fn pieces(count: u8) -> impl Iterator<Item = Range<u8>> {
    let lengths = std::iter::successors(Some(count / 2), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        let starts = (1..=count).step_by(length.into());
        starts.map(move |start| start..(start + length).min(count + 1))
    })
}

fn without(grid: &Grid, lines: Lines, cut: &Range<u8>) -> Option<Grid> {
    let cells = (1..=grid.rows())
        .flat_map(|row| (1..=grid.columns()).map(move |column| Cell::new(row, column)));
    let kept = cells.filter(|&cell| !cut.contains(&lines.of_cell(cell)));
    let colours = kept.map(|cell| grid.colour(cell)).collect();
    let gone = cut.len() as u8;
    match lines {
        Lines::Rows => Grid::new(grid.rows() - gone, grid.columns(), colours),
        Lines::Columns => Grid::new(grid.rows(), grid.columns() - gone, colours),
    }
}

fn followed(mv: Selection, lines: Lines, cut: &Range<u8>) -> Selection {
    let line = lines.of_selection(mv);
    if line < cut.end.into() {
        return mv;
    }
    let line = line - cut.len() as u64;
    let moved = match lines {
        Lines::Rows => Selection::new(line, mv.column()),
        Lines::Columns => Selection::new(mv.row(), line),
    };
    moved.unwrap_or(mv)
}

/// Cases with one colour replaced by another that is on the grid already, or by a lower one.
fn merged_colours(case: &Case<SameGame>) -> impl Iterator<Item = Case<SameGame>> + '_ {
    let pairs = (0..COLOURS).flat_map(|from| (0..COLOURS).map(move |to| (from, to)));
    let there = |colour: u8| case.setup.colours().contains(&colour);
    let pairs =
        pairs.filter(move |&(from, to)| from != to && there(from) && (to < from || there(to)));
    pairs.map(|(from, to)| {
        let merged = |&colour: &u8| if colour == from { to } else { colour };
        with_colours(case, case.setup.colours().iter().map(merged).collect())
    })
}

/// Cases with one cell in another colour that is lower or on the grid already.
fn lower_cells(case: &Case<SameGame>) -> impl Iterator<Item = Case<SameGame>> + '_ {
    let colours = case.setup.colours();
    (0..colours.len()).flat_map(move |index| {
        let others =
            (0..COLOURS).filter(move |other| *other < colours[index] || colours.contains(other));
        others.filter(move |&other| other != colours[index]).map(move |other| {
            let mut colours = colours.to_vec();
            colours[index] = other;
            with_colours(case, colours)
        })
    })
}

fn with_colours(case: &Case<SameGame>, colours: Vec<u8>) -> Case<SameGame> {
    let (rows, columns) = (case.setup.rows(), case.setup.columns());
    let setup = Grid::new(rows, columns, colours).expect("only the colours changed");
    Case { setup, ..case.clone() }
}

/// Cases with one selection nearer to the corner, or with a smaller number.
fn nearer_selections(case: &Case<SameGame>) -> impl Iterator<Item = Case<SameGame>> + '_ {
    let (rows, columns) = (u64::from(case.setup.rows()), u64::from(case.setup.columns()));
    case.moves.iter().enumerate().flat_map(move |(index, mv)| {
        let lower = |number: u64, end: u64| {
            let all = [0, 1, number.saturating_sub(1), end, end + 1];
            all.into_iter().filter(move |&other| other < number).chain(truncations(number))
        };
        let rows = lower(mv.row(), rows).map(|row| (row, mv.column()));
        let columns = lower(mv.column(), columns).map(|column| (mv.row(), column));
        let nearer = rows.chain(columns).chain([(1, 1), (1, 2), (2, 1)]);
        nearer.filter_map(|(row, column)| Selection::new(row, column)).map(move |nearer| {
            let mut simpler = case.clone();
            simpler.moves[index] = nearer;
            simpler
        })
    })
}

#[cfg(test)]
mod tests {
    use twinboard_harness::Case;
    use twinboard_harness::shrink::shrink;
    use twinboard_vocabulary::samegame::{Grid, SameGame, Selection};

    use crate::samegame::SameGameRules;

    /// A side that keeps only the low bits of a number takes this row for the last one of the grid.
    #[test]
    fn a_large_number_truncated_to_the_last_row_shrinks_with_the_grid() {
        for bits in [8, 16, 32] {
            let far = Selection::new((1 << 40) + 10, 3).unwrap();
            let case = Case::new(Grid::new(10, 4, vec![0; 40]).unwrap(), vec![far]);
            let mut fails = |case: &Case<SameGame>| {
                let last = u64::from(case.setup.rows());
                case.moves.iter().any(|mv| mv.row() > last && mv.row() % (1 << bits) == last)
            };
            assert!(fails(&case));
            let shrunk = shrink(&SameGameRules, case, &mut fails);
            assert_eq!((shrunk.setup.rows(), shrunk.setup.columns()), (1, 1));
            assert_eq!(shrunk.moves, [Selection::new((1 << bits) + 1, 0).unwrap()]);
        }
    }
}
