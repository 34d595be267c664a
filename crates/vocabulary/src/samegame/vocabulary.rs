//! The types of SameGame as a vocabulary.

use std::fmt;
use std::ops::RangeInclusive;

use super::group::{Group, Selection};
use super::position::{COLOURS, COLUMNS_MAX, Cell, Grid, Position, ROWS_MAX};
use crate::exact::clamped;
use crate::game::Vocabulary;
use crate::picture::{Glyph, Highlight, Picture};

/// The vocabulary of SameGame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SameGame;

impl Vocabulary for SameGame {
    const NAME: &'static str = "samegame";
    type Setup = Grid;
    type Move = Selection;
    type LegalMove = Group;
    type Event = Group;
    type Refusal = Refusal;
    type Position = Position;
    type Outcome = Outcome;

    fn to_move(legal: &Group) -> Selection {
        legal.first().into()
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    fn quantities(setup: &Grid) -> Vec<(&'static str, u64)> {
        let colours = setup.colours().iter().max().map_or(0, |&highest| u64::from(highest) + 1);
        vec![
            ("rows", setup.rows().into()),
            ("columns", setup.columns().into()),
            ("colours", colours),
        ]
    }

    /// Rows and columns are left out or repeated, and colours above the limit become others.
    fn within(setup: &Grid, limits: &[RangeInclusive<u64>]) -> Option<Grid> {
        let [rows, columns, colours] = limits else { return None };
        let (rows, columns) =
            (clamped(setup.rows(), rows, ROWS_MAX), clamped(setup.columns(), columns, COLUMNS_MAX));
        let count = (*colours.end()).clamp(1, COLOURS.into()) as u8;
        let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
        let colour = |(row, column)| {
            let again = |at: u8, length: u8| (at - 1) % length + 1;
            setup.colour(Cell::new(again(row, setup.rows()), again(column, setup.columns())))
                % count
        };
        Grid::new(rows, columns, cells.map(colour).collect())
    }

    fn picture(position: &Position) -> Picture {
        let rows = (1..=position.rows()).rev();
        Picture {
            rows: rows
                .map(|row| {
                    let cells = (1..=position.columns()).map(|column| {
                        match position.get(Cell::new(row, column)) {
                            Some(colour) => Glyph::new(colour.to_string(), colour),
                            None => Glyph::empty(),
                        }
                    });
                    (row.to_string(), cells.collect())
                })
                .collect(),
            columns: (1..=position.columns()).map(|column| column.to_string()).collect(),
            ..Picture::default()
        }
    }

    fn highlights(before: &Position, event: &Group) -> Vec<Highlight> {
        let row = |cell: &Cell| usize::from(before.rows()).checked_sub(cell.row().into());
        let place = |cell: &Cell| Some((row(cell)?, usize::from(cell.column()) - 1));
        vec![Highlight::Cells(event.cells().iter().filter_map(place).collect())]
    }

    fn named_cells(before: &Position, mv: &Selection) -> Vec<(usize, usize)> {
        let row = u64::from(before.rows()).checked_sub(mv.row());
        let place = row.zip(mv.column().checked_sub(1));
        place.map(|(row, column)| (row as usize, column as usize)).into_iter().collect()
    }

    fn text(position: &Position) -> String {
        position.text()
    }
}

/// Reasons to refuse a selection; the first that applies, in this order, is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The selection names no cell of the grid (SG-6).
    NoSuchCell,
    /// The selected cell is empty (SG-7).
    EmptyCell,
    /// The selected cell is a region of one (SG-8).
    SingleCell,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchCell => "no such cell (SG-6)",
            Self::EmptyCell => "the cell is empty (SG-7)",
            Self::SingleCell => "a region of one cell (SG-8)",
        })
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Some region has two or more cells.
    Playing,
    /// All cells are empty (SG-12).
    Won,
    /// Cells remain, but no region of two or more (SG-13).
    Stuck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Won => "won (SG-12)",
            Self::Stuck => "stuck (SG-13)",
        })
    }
}
