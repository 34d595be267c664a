//! The operations that both forms of a set of cells have.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, ControlFlow};

use twinboard_vocabulary::paint::Cell;

use super::cells::Cells;
use super::life::BY_STEPS;
use super::state::Sets;
use super::walk::Sink;

/// A set of cells of a board. Everything that plays is generic over it: a board of up to 8 × 8 is
/// compiled for [`Word`](super::word::Word), a larger one for [`Rows`](super::rows::Rows).
pub(super) trait CellSet:
    Copy + Debug + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Into<Cells>
{
    /// A number for each cell.
    type Table: Table;

    /// True if play keeps track of the numbers that recent paint has left alone. It pays on boards
    /// with many numbers; on small ones a fresh search is cheaper.
    const TRACKS_LIFE: bool;

    /// No cells.
    const NONE: Self;

    /// A set in this form, converted if necessary.
    fn of(cells: &Cells) -> Self;
    /// All cells of a board of `side` × `side`.
    fn square(side: u8) -> Self;
    /// Set of a single cell.
    fn one(cell: Cell) -> Self;
    /// True if the set contains the cell.
    fn contains(&self, cell: Cell) -> bool;
    /// Adds a cell.
    fn insert(&mut self, cell: Cell);
    /// Removes a cell.
    fn remove(&mut self, cell: Cell);
    /// Number of cells.
    fn len(&self) -> u32;
    /// Cells in row-major order.
    fn iter(&self) -> impl Iterator<Item = Cell> + '_;
    /// The cells that are not in `others`.
    fn without(self, others: Self) -> Self;
    /// All neighbours of these cells; some may be off the board.
    fn around(self) -> Self;
    /// True if all cells of the set are connected to `start`, which must be one of them.
    fn is_connected_from(&self, start: Cell) -> bool;
    /// 64-bit hash of the set.
    fn hash(&self) -> u64;

    /// Cells within `steps` steps of `start` over cells of this set; `start` need not be one.
    fn ball(&self, start: Cell, steps: u32) -> Self;
    /// Numbers of `living` that paint on these cells may kill, by their steps; all others
    /// live on. The last set of `by_steps` is not looked at.
    fn endangered(&self, living: &Self, by_steps: &[Self; BY_STEPS]) -> Self;
    /// A number of steps within which `start` and cells of this set are at least `count` cells, not
    /// always the least; `None` if fewer are connected to it.
    fn steps_to(&self, start: Cell, count: u32) -> Option<u32>;
    /// Passes the sets of a number to a sink: those of `size` cells. A dead number has none.
    fn walk(
        sets: &Sets<Self>,
        number: Cell,
        size: u32,
        board_side: u8,
        sink: &mut impl Sink,
    ) -> ControlFlow<()>;

    /// Number of sets of some of the numbers `alive`, and these numbers: those that are counted
    /// together faster than one by one. In a form that does not track life, `by_steps` has the
    /// numbers of value k in its entry k − 1.
    #[inline]
    fn count_small(_alive: Self, _open: Self, _by_steps: &[Self; BY_STEPS]) -> (u64, Self) {
        (0, Self::NONE)
    }

    /// True if the set has no cells.
    #[inline]
    fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// First cell in row-major order.
    #[inline]
    fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// `start` and all cells that are reachable from it over cells of this set.
    fn flood(self, start: Self) -> Self {
        let mut flood = start;
        loop {
            let grown = flood | (flood.around() & self);
            if grown == flood {
                return flood;
            }
            flood = grown;
        }
    }
}

/// A number for each cell of a board.
pub(super) trait Table: Copy + Debug {
    /// Zero for every cell.
    const ZERO: Self;
    /// Number of a cell.
    fn get(&self, cell: Cell) -> u8;
    /// Sets the number of a cell.
    fn set(&mut self, cell: Cell, number: u8);
}

impl<const SIDE: usize> Table for [[u8; SIDE]; SIDE] {
    const ZERO: Self = [[0; SIDE]; SIDE];

    #[inline]
    fn get(&self, cell: Cell) -> u8 {
        self[usize::from(cell.row)][usize::from(cell.column)]
    }

    #[inline]
    fn set(&mut self, cell: Cell, number: u8) {
        self[usize::from(cell.row)][usize::from(cell.column)] = number;
    }
}
