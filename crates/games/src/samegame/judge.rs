//! Cases that the judge could send.

use twinboard_harness::{Case, CaseText, Judge};
use twinboard_vocabulary::samegame::text::JUDGE_LIMITS;
use twinboard_vocabulary::samegame::{Cell, Grid, SameGame, Selection};

use super::SameGameRules;

/// The largest number of a selection. The statement names no limit; this one fits every integer
/// type that a program may choose, and is far beyond every grid.
const NUMBER_MAX: u64 = i16::MAX as u64;

impl Judge<SameGame> for SameGameRules {
    /// The part of the case that lies within the judge's limits (SG-2).
    fn for_judge(&self, case: &Case<SameGame>) -> Case<SameGame> {
        let (rows_max, columns_max) = JUDGE_LIMITS;
        let setup = cropped(&case.setup, rows_max, columns_max);
        let near = |&mv: &Selection| {
            Selection::new(mv.row().min(NUMBER_MAX), mv.column().min(NUMBER_MAX)).unwrap_or(mv)
        };
        Case::new(setup, case.moves.iter().map(near).collect())
    }

    fn judge_input(&self, cases: &[Case<SameGame>]) -> Option<String> {
        self.print_all(cases)
    }
}

/// The lower left part of a grid.
fn cropped(grid: &Grid, rows_max: u8, columns_max: u8) -> Grid {
    let (rows, columns) = (grid.rows().min(rows_max), grid.columns().min(columns_max));
    let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Cell::new(row, column)));
    let colours = cells.map(|cell| grid.colour(cell)).collect();
    Grid::new(rows, columns, colours).expect("a part of a grid is a grid")
}

#[cfg(test)]
mod tests {
    use twinboard_harness::{Case, Judge};
    use twinboard_vocabulary::samegame::{Grid, Selection};

    use crate::samegame::SameGameRules;

    fn selection(row: u64, column: u64) -> Selection {
        Selection::new(row, column).unwrap()
    }

    #[test]
    fn a_case_within_the_judges_limits_is_unchanged() {
        let colours = (0..400).map(|index| (index % 10) as u8).collect();
        let moves = vec![selection(0, 5), selection(99, 99), selection(10, 40)];
        let given = Case::new(Grid::new(10, 40, colours).unwrap(), moves);
        assert_eq!(SameGameRules.for_judge(&given), given);
    }

    #[test]
    fn larger_grids_are_cropped_to_the_lower_left_and_larger_numbers_clamped() {
        let colours = (0..11 * 41).map(|index| (index / 41 % 10) as u8).collect();
        let moves = vec![selection(u64::MAX, 0), selection(2, 1 << 32)];
        let cropped =
            SameGameRules.for_judge(&Case::new(Grid::new(11, 41, colours).unwrap(), moves));
        assert_eq!((cropped.setup.rows(), cropped.setup.columns()), (10, 40));
        let rows: Vec<u8> = cropped.setup.colours().chunks(40).map(|row| row[39]).collect();
        assert_eq!(rows, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(cropped.moves, [selection(32_767, 0), selection(2, 32_767)]);
    }
}
