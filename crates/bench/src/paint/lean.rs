//! Tuned variant: the same search over masks of 64 bits.

use twinboard_vocabulary::paint::{Board, Cell, Square};

/// A set of cells: the bit of a cell is its row times eight plus its column.
type Mask = u64;

/// Distance from a bit to the bit of the cell below.
const STRIDE: u32 = 8;
/// Largest side for which 64 bits suffice, with an empty column between rows.
pub(super) const SIDE_MAX: u8 = 7;

/// A position of paint on a board of up to 7 × 7, in the usual style of programs for small boards.
///
/// All cells are bits of a word, eight for each row, at least one of them empty. A table has the
/// neighbours of each cell. Redelmeier's list of untried cells is a mask, too: the lowest bit is
/// tried first, and a single `and` finds its new neighbours. It shows which part of an engine's lead
/// over the plain program comes from its arrays alone.
pub(super) struct Lean {
    /// Neighbours of each cell, and number of each cell.
    neighbours: [Mask; 64],
    values: [u8; 64],
    /// Cells that a number can be in, and those among them that any set can contain.
    usable: Mask,
    open: Mask,
}

impl Lean {
    /// Position of a board.
    ///
    /// # Panics
    ///
    /// If its side is greater than [`SIDE_MAX`].
    pub(super) fn new(board: &Board) -> Self {
        assert!(board.side() <= SIDE_MAX, "64 bits have room for 7 × 7 cells");
        let (mut all, mut painted, mut numbers) = (0, 0, 0);
        let mut values = [0; 64];
        for (cell, square) in board.cells() {
            let bit = 1 << index(cell);
            all |= bit;
            match square {
                Square::Empty => {}
                Square::Number(number) => {
                    numbers |= bit;
                    values[index(cell)] = number;
                }
                Square::Painted => painted |= bit,
            }
        }
        let usable = all & !(painted | around(painted));
        let mut neighbours = [0; 64];
        for (cell, _) in board.cells() {
            neighbours[index(cell)] = around(1 << index(cell)) & all;
        }
        Self { neighbours, values, usable, open: usable & !numbers }
    }

    /// Number of valid sets of the number in this cell.
    pub(super) fn count_sets(&self, number: Cell) -> u64 {
        let at = index(number);
        if self.usable & 1 << at == 0 {
            return 0;
        }
        let untried = self.neighbours[at] & self.open;
        match self.values[at] {
            0 => 0,
            1 => 1,
            value => self.count(untried, self.open & !untried, value - 1),
        }
    }

    /// Number of ways to add `missing` cells, at least one: cells of `untried`, and cells of `fresh`
    /// that are met on the way.
    fn count(&self, mut untried: Mask, fresh: Mask, missing: u8) -> u64 {
        if missing == 1 {
            return untried.count_ones().into();
        }
        let mut count = 0;
        while untried != 0 {
            let met = self.neighbours[untried.trailing_zeros() as usize] & fresh;
            untried &= untried - 1;
            count += self.count(untried | met, fresh & !met, missing - 1);
        }
        count
    }
}

fn index(cell: Cell) -> usize {
    usize::from(cell.row) * STRIDE as usize + usize::from(cell.column)
}

/// Neighbours of the cells of a mask, some of them off the board.
fn around(mask: Mask) -> Mask {
    mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE
}
