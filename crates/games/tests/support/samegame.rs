//! A third implementation of SameGame for the tests, derived from positions alone.

use std::collections::BTreeSet;

use twinboard_harness::Case;
use twinboard_vocabulary::samegame::SameGame as Vocabulary;
use twinboard_vocabulary::samegame::{Cell, Group, Position, Refusal, Selection};

pub(crate) type SameGameCase = Case<Vocabulary>;

pub(crate) fn cells(position: &Position) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (position.rows(), position.columns());
    (1..=columns).flat_map(move |column| (1..=rows).map(move |row| Cell::new(row, column)))
}

/// Number of cells by colour.
pub(crate) fn census(position: &Position) -> [usize; 10] {
    let mut counts = [0; 10];
    for colour in position.cells().flatten() {
        counts[usize::from(colour)] += 1;
    }
    counts
}

/// The colours of each column from the bottom up, without its empty cells.
pub(crate) fn columns(position: &Position) -> Vec<Vec<u8>> {
    let column = |column| {
        let cells = (1..=position.rows()).map(|row| position.get(Cell::new(row, column)));
        cells.flatten().collect()
    };
    (1..=position.columns()).map(column).collect()
}

/// All regions, including single cells, in the order of their first cells.
pub(crate) fn regions(position: &Position) -> Vec<Group> {
    let mut left: BTreeSet<Cell> =
        cells(position).filter(|&cell| position.get(cell).is_some()).collect();
    let mut regions = Vec::new();
    while let Some(first) = left.pop_first() {
        let colour = position.get(first);
        let mut region = vec![first];
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            let (row, column) = (cell.row(), cell.column());
            let beside =
                [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            // Row and column 0 do not exist; cells beyond the grid are not in `left`.
            let beside = beside.into_iter().filter(|&(row, column)| row > 0 && column > 0);
            for next in beside.map(|(row, column)| Cell::new(row, column)) {
                if left.contains(&next) && position.get(next) == colour {
                    left.remove(&next);
                    region.push(next);
                    queue.push(next);
                }
            }
        }
        regions.push(Group::new(colour.expect("only filled cells are left"), region));
    }
    regions
}

/// The removable regions, sorted.
pub(crate) fn groups(position: &Position) -> Vec<Group> {
    let mut groups = regions(position);
    groups.retain(|region| region.size() >= 2);
    groups.sort_unstable();
    groups
}

/// The result of a selection.
pub(crate) fn judgement(position: &Position, selection: Selection) -> Result<Group, Refusal> {
    let named = |cell: &Cell| Selection::from(*cell) == selection;
    let cell = cells(position).find(named).ok_or(Refusal::NoSuchCell)?;
    position.get(cell).ok_or(Refusal::EmptyCell)?;
    let mut regions = regions(position).into_iter();
    let region = regions.find(|region| region.cells().contains(&cell));
    region.filter(|region| region.size() >= 2).ok_or(Refusal::SingleCell)
}
