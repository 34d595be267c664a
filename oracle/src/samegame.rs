//! `SameGame`, clause by clause (SG-1 to SG-13 of RULES.md).
//!
//! The grid is a vector of columns, each a vector of cells from the bottom up. Both movements of
//! the rules are then literal: cells drop within one vector, and whole vectors close up.
//!
//! The cost of a selection or a listing is proportional to the size of the grid, however many cells
//! are left. Measured against a plain engine (columns of the remaining cells, depth-first fill):
//! listing takes up to three times as long, a selection up to four, the outcome up to eight.

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{
    self as vocabulary, Cell, Grid, Group, Outcome, Position, Refusal, Selection,
};

/// Content of a cell: a colour from 0 to 9 (SG-3), or `None` if it is empty.
type Content = Option<u8>;

/// The cells of one column, from row 1, the bottom row, up to row M.
type Column = Vec<Content>;

/// Flags of the cells that have been reached, by column, then by row, for the largest grid (SG-2).
type Seen = [[bool; vocabulary::ROWS_MAX as usize]; vocabulary::COLUMNS_MAX as usize];

/// Flags before any cell has been reached.
const NOTHING_SEEN: Seen =
    [[false; vocabulary::ROWS_MAX as usize]; vocabulary::COLUMNS_MAX as usize];

/// A game of `SameGame`, played to the letter of the rules.
///
/// ```text
///             select (1,1)              select (1,1)
/// row 2  2 2 2                  . . 2                  . . .
/// row 1  1 1 2                  2 2 2                  . . .
/// ```
///
/// ```
/// use twinboard_vocabulary::Game;
/// use twinboard_vocabulary::samegame::{Grid, Outcome, Refusal, Selection};
/// use twinboard_oracle::SameGame;
///
/// // Row 1, the bottom row, comes first.
/// let grid = Grid::new(2, 3, vec![1, 1, 2, 2, 2, 2]).unwrap();
/// let mut game = SameGame::set_up(&grid).unwrap();
/// let select = |row, column| Selection::new(row, column).unwrap();
/// assert_eq!(game.play(&select(3, 1)), Err(Refusal::NoSuchCell));
/// assert_eq!(game.play(&select(1, 1)).unwrap().cells().len(), 2);
/// assert_eq!(game.outcome(), Outcome::Playing);
/// assert_eq!(game.play(&select(1, 1)).unwrap().cells().len(), 4);
/// assert_eq!(game.outcome(), Outcome::Won);
/// ```
#[derive(Clone, Debug)]
pub struct SameGame {
    /// M, the number of rows (SG-1).
    rows: u8,
    /// N, the number of columns (SG-1).
    columns: u8,
    /// The columns from the left: always N of them with M cells each, however many are empty.
    grid: Vec<Column>,
}

impl SameGame {
    /// SG-1: the cells of the grid are those in rows 1 to M and columns 1 to N.
    fn cell(&self, row: u8, column: u8) -> Option<Cell> {
        let on_the_grid = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        on_the_grid.then(|| Cell::new(row, column))
    }

    /// SG-1: all cells of the grid, column by column from the left, each from the bottom up.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        (1..=self.columns).flat_map(|column| (1..=self.rows).map(move |row| Cell::new(row, column)))
    }

    /// SG-3: the colour a cell holds, or `None` if it is empty. 0 is a colour like any other.
    fn content(&self, cell: Cell) -> Content {
        self.grid[index(cell.column())][index(cell.row())]
    }

    /// SG-4: the cells one step up, down, to the right and to the left, as far as they are on the
    /// grid: row and column 0, row M + 1 and column N + 1 are not.
    fn steps(&self, from: Cell) -> impl Iterator<Item = Cell> {
        let (row, column) = (from.row(), from.column());
        let up = self.cell(row + 1, column);
        let down = self.cell(row - 1, column);
        let right = self.cell(row, column + 1);
        let left = self.cell(row, column - 1);
        [up, down, right, left].into_iter().flatten()
    }

    /// SG-4: the region of a cell is every cell that can be reached from it by steps over cells of
    /// the same colour.
    ///
    /// Marks the cells of the region in `seen`; none of them may be marked before. They are written to
    /// `reached`, which a listing uses again for each region.
    fn region(&self, start: Cell, seen: &mut Seen, reached: &mut Vec<Cell>) {
        let colour = self.content(start);
        reached.clear();
        reached.push(start);
        mark(seen, start);
        let mut next = 0;
        while next < reached.len() {
            for cell in self.steps(reached[next]) {
                if self.content(cell) == colour && !is_marked(seen, cell) {
                    mark(seen, cell);
                    reached.push(cell);
                }
            }
            next += 1;
        }
    }

    /// SG-5 and SG-6: the selected cell, or a refusal if the grid has no such cell.
    fn named_cell(&self, selection: Selection) -> Result<Cell, Refusal> {
        let row = u8::try_from(selection.row()).map_err(|_| Refusal::NoSuchCell)?;
        let column = u8::try_from(selection.column()).map_err(|_| Refusal::NoSuchCell)?;
        self.cell(row, column).ok_or(Refusal::NoSuchCell)
    }

    /// SG-6, SG-7 and SG-8, in this order: the group that a selection removes, or the first reason
    /// to refuse it.
    fn selected_group(&self, selection: Selection) -> Result<Group, Refusal> {
        let cell = self.named_cell(selection)?;
        let colour = self.content(cell).ok_or(Refusal::EmptyCell)?;
        let (mut seen, mut region) = (NOTHING_SEEN, Vec::new());
        self.region(cell, &mut seen, &mut region);
        if region.len() < 2 {
            return Err(Refusal::SingleCell);
        }
        Ok(Group::new(colour, region))
    }

    /// SG-9: the whole region is removed at once.
    fn remove(&mut self, group: &Group) {
        for &cell in group.cells() {
            self.grid[index(cell.column())][index(cell.row())] = None;
        }
    }

    /// SG-10: within each column the cells drop to the bottom and keep their order.
    ///
    /// ```text
    /// 1 3 5 . .          . . 5 . .
    /// . . 3 5 1          1 . 3 5 1
    /// 1 . 3 5 5 becomes  1 3 3 5 5
    /// ```
    fn drop_cells(&mut self) {
        for column in &mut self.grid {
            column.retain(Content::is_some);
            column.resize(self.rows.into(), None);
        }
    }

    /// SG-11: every empty column is taken out; the columns to its right move left and keep their
    /// order. Empty columns at the right restore the size of the grid.
    ///
    /// ```text
    /// 1 . . 5 1          1 . 5 1 .
    /// 1 . 5 5 5 becomes  1 5 5 5 .
    /// ```
    fn close_up(&mut self) {
        self.grid.retain(|column| column.iter().any(Content::is_some));
        self.grid.resize_with(self.columns.into(), || vec![None; self.rows.into()]);
    }

    /// SG-12: the game is won when no cell is left.
    fn is_won(&self) -> bool {
        self.cells().all(|cell| self.content(cell).is_none())
    }

    /// SG-13: the game is stuck when cells are left, but no region of two or more: no two cells of
    /// the same colour are one step apart.
    fn is_stuck(&self) -> bool {
        !self.is_won() && self.cells().all(|cell| self.is_alone(cell))
    }

    /// SG-13: true if a cell is empty or no step from it leads to a cell of its colour.
    fn is_alone(&self, cell: Cell) -> bool {
        let colour = self.content(cell);
        colour.is_none() || self.steps(cell).all(|other| self.content(other) != colour)
    }
}

/// Index, from 0, of row or column `number`, which counts from 1.
fn index(number: u8) -> usize {
    usize::from(number) - 1
}

/// Marks `cell` as reached.
fn mark(seen: &mut Seen, cell: Cell) {
    seen[index(cell.column())][index(cell.row())] = true;
}

/// True if `cell` has been reached before.
fn is_marked(seen: &Seen, cell: Cell) -> bool {
    seen[index(cell.column())][index(cell.row())]
}

impl SameGame {
    /// SG-1 to SG-3: at the start every cell holds its colour. Always `Some`: a [`Grid`] is within
    /// the limits.
    #[must_use]
    pub fn set_up(setup: &Grid) -> Option<Self> {
        let column = |column| {
            (1..=setup.rows()).map(|row| Some(setup.colour(Cell::new(row, column)))).collect()
        };
        Some(Self {
            rows: setup.rows(),
            columns: setup.columns(),
            grid: (1..=setup.columns()).map(column).collect(),
        })
    }
}

impl Game for SameGame {
    type Vocabulary = vocabulary::SameGame;

    /// SG-4 and SG-8: every region of two or more cells, in the order of their first cells.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut seen, mut region) = (NOTHING_SEEN, Vec::new());
        for cell in self.cells() {
            let Some(colour) = self.content(cell) else {
                continue;
            };
            if is_marked(&seen, cell) {
                continue;
            }
            self.region(cell, &mut seen, &mut region);
            if region.len() >= 2 {
                visit(&Group::new(colour, region.iter().copied()))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// SG-5 to SG-11: a refused selection changes nothing (SG-6 to SG-8); any other removes its
    /// region, then the cells drop, then the columns close up.
    fn play(&mut self, selection: &Selection) -> Result<Group, Refusal> {
        let group = self.selected_group(*selection)?;
        self.remove(&group);
        self.drop_cells();
        self.close_up();
        Ok(group)
    }

    fn position(&self) -> Position {
        Position::from_fn(self.rows, self.columns, |cell| self.content(cell))
    }

    /// SG-12 and SG-13.
    fn outcome(&self) -> Outcome {
        if self.is_won() {
            Outcome::Won
        } else if self.is_stuck() {
            Outcome::Stuck
        } else {
            Outcome::Playing
        }
    }
}
