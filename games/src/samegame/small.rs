//! Every small grid, once up to the names of its colours.

use board::samegame::{COLOURS, COLUMNS_MAX, Grid, ROWS_MAX};

/// All grids of up to `cells_max` cells whose colours are numbered in the order in which they
/// appear: by shape, then in the order of their text.
pub(super) fn grids(cells_max: usize) -> impl Iterator<Item = Grid> {
    let shapes =
        (1..=ROWS_MAX).flat_map(|rows| (1..=COLUMNS_MAX).map(move |columns| (rows, columns)));
    let small = shapes
        .filter(move |&(rows, columns)| usize::from(rows) * usize::from(columns) <= cells_max);
    small.flat_map(|(rows, columns)| {
        let cells = usize::from(rows) * usize::from(columns);
        std::iter::successors(Some(vec![0; cells]), |colours| following(colours))
            .map(move |colours| Grid::new(rows, columns, colours).expect("a small grid"))
    })
}

/// The next vector in which every colour is at most one more than all before it.
fn following(colours: &[u8]) -> Option<Vec<u8>> {
    let may_rise = |index: usize| {
        let before = colours[..index].iter().max()?;
        (colours[index] <= *before && colours[index] + 1 < COLOURS).then_some(index)
    };
    let index = (0..colours.len()).rev().find_map(may_rise)?;
    let mut next = colours.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::grids;

    #[test]
    fn grids_of_up_to_six_cells_are_counted_by_bell_numbers() {
        // For each number of cells: the shapes (its divisors) times the ways to partition it.
        let expected = 1 + 2 * 2 + 2 * 5 + 3 * 15 + 2 * 52 + 4 * 203;
        let all: Vec<_> = grids(6).collect();
        assert_eq!(all.len(), expected);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), expected, "each grid comes once");
    }
}
