//! Enumeration of the grids of a shape, once up to the names of colours.

use twinboard_harness::Enumerate;
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::samegame::{COLOURS, Grid, Position, SameGame, Selection};

use super::SameGameRules;

impl Enumerate<SameGame> for SameGameRules {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Grid> + Send> {
        Box::new(grids(shape, symbols))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        count(shape, symbols)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 4), (4, 3)], 4)
    }

    /// The text of the position with colours renamed in the order in which they appear.
    fn canonical_key(&self, _setup: &Grid, position: &Position) -> String {
        let mut names = [None; COLOURS as usize];
        let mut next = b'0'..;
        let text = SameGame::text(position).into_bytes().into_iter().map(|byte| {
            let Some(colour) = char::from(byte).to_digit(10) else { return char::from(byte) };
            let name = &mut names[colour as usize];
            char::from(*name.get_or_insert_with(|| next.next().expect("there are ten")))
        });
        text.collect()
    }

    /// All cells, and the ring of numbers around the grid.
    fn all_moves(&self, setup: &Grid) -> Vec<Selection> {
        let (rows, columns) = (u64::from(setup.rows()), u64::from(setup.columns()));
        let selections = (0..=rows + 1).flat_map(|row| (0..=columns + 1).map(move |c| (row, c)));
        selections.filter_map(|(row, column)| Selection::new(row, column)).collect()
    }
}

/// All grids of a shape with at most `colours` colours, numbered in the order in which they appear;
/// in the order of their text. Empty if no grid has this shape.
fn grids(shape: Shape, colours: u8) -> impl Iterator<Item = Grid> + Send {
    let Shape { rows, columns } = shape;
    let colours = colours.min(COLOURS);
    let is_grid = colours > 0 && Grid::new(rows, columns, vec![0; shape.cells()]).is_some();
    let start = is_grid.then(|| vec![0; shape.cells()]);
    std::iter::successors(start, move |grid| following(grid, colours))
        .map(move |grid| Grid::new(rows, columns, grid).expect("the shape is one of a grid"))
}

/// Number of grids of a shape, at most [`u64::MAX`]: of the sequences in which every colour is at
/// most one more than all before it.
fn count(shape: Shape, colours: u8) -> u64 {
    let colours = usize::from(colours.min(COLOURS));
    let is_grid =
        colours > 0 && Grid::new(shape.rows, shape.columns, vec![0; shape.cells()]).is_some();
    // The number of sequences with each number of colours, from 0.
    let mut counts = vec![0_u64; colours + 1];
    counts[0] = u64::from(is_grid);
    for _ in 0..shape.cells() {
        for used in (1..=colours).rev() {
            let again = counts[used].saturating_mul(used as u64);
            counts[used] = again.saturating_add(counts[used - 1]);
        }
        counts[0] = 0;
    }
    counts.into_iter().fold(0, u64::saturating_add)
}

/// The next vector, in lexicographic order, in which every colour is at most one more than all
/// before it. `None` after the last.
fn following(grid: &[u8], colours: u8) -> Option<Vec<u8>> {
    let may_rise = |index: usize| {
        let before = grid[..index].iter().max()?;
        (grid[index] <= *before && grid[index] + 1 < colours).then_some(index)
    };
    let index = (0..grid.len()).rev().find_map(may_rise)?;
    let mut next = grid.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

#[cfg(test)]
mod tests {
    use twinboard_harness::exhaust::Shape;

    use super::{count, grids};

    #[test]
    fn grids_with_few_colours_are_counted_by_stirling_numbers() {
        let count = |rows, columns, colours| {
            let shape = Shape { rows, columns };
            let listed = grids(shape, colours).count();
            assert_eq!(count(shape, colours), listed as u64, "{shape:?}");
            listed
        };
        // The partitions of 4 and 6 cells into at most 2 and 3 classes.
        assert_eq!((count(2, 2, 2), count(2, 3, 3)), (1 + 7, 1 + 31 + 90));
        assert_eq!((count(2, 2, 0), count(0, 3, 2), count(200, 2, 2)), (0, 0, 0));
        assert_eq!(super::count(Shape { rows: 16, columns: 64 }, 10), u64::MAX);
    }
}
