//! Tuned variant: the same search over masks of 64 bits.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint::{Board, Cell, Square};

/// A set of cells: the bit of a cell is its row times eight plus its column.
pub type Mask = u64;

/// Distance from a bit to the bit of the cell below.
const STRIDE: u32 = 8;

/// A position of paint on a board of up to 7 × 7, in the usual style of programs for small boards.
///
/// All cells are bits of a word, eight for each row, at least one of them empty. A table has the
/// neighbours of each cell. Redelmeier's list of untried cells is a mask, too: the lowest bit is
/// tried first, and a single `and` finds its new neighbours. The player to move is not stored. This
/// variant lists, counts, plays and undoes moves. It shows which part of an engine's lead over the
/// plain program comes from its arrays alone.
#[derive(Clone, Debug)]
pub struct Lean {
    /// Cells of the board, neighbours of each cell, and number of each cell.
    board: Mask,
    neighbours: [Mask; 64],
    values: [u8; 64],
    /// Cells with a number at the start.
    numbers: Mask,
    painted: Mask,
}

impl Lean {
    /// Largest side for which 64 bits suffice, with an empty column between rows.
    pub const SIDE_MAX: u8 = 7;

    /// Position of a board.
    ///
    /// # Panics
    ///
    /// If its side is greater than [`SIDE_MAX`](Self::SIDE_MAX).
    #[must_use]
    pub fn new(board: &Board) -> Self {
        assert!(board.side() <= Self::SIDE_MAX, "64 bits have room for 7 × 7 cells");
        let mut lean =
            Self { board: 0, neighbours: [0; 64], values: [0; 64], numbers: 0, painted: 0 };
        for (cell, square) in board.cells() {
            let bit = lean.bit(cell);
            lean.board |= bit;
            match square {
                Square::Empty => {}
                Square::Number(number) => {
                    lean.numbers |= bit;
                    lean.values[bit.trailing_zeros() as usize] = number;
                }
                Square::Painted => lean.painted |= bit,
            }
        }
        for (cell, _) in board.cells() {
            let bit = lean.bit(cell);
            lean.neighbours[bit.trailing_zeros() as usize] = around(bit) & lean.board;
        }
        lean
    }

    /// Mask of a single cell.
    #[must_use]
    pub fn bit(&self, cell: Cell) -> Mask {
        1 << (u32::from(cell.row) * STRIDE + u32::from(cell.column))
    }

    /// The cells of a mask in row-major order.
    pub fn cells(&self, mask: Mask) -> impl Iterator<Item = Cell> + use<> {
        bits(mask).map(|bit| Cell::new((bit / STRIDE) as u8, (bit % STRIDE) as u8))
    }

    /// All unpainted numbers.
    #[must_use]
    pub fn numbers(&self) -> Mask {
        self.numbers & !self.painted
    }

    /// Number of valid sets of the numbers in a mask.
    #[must_use]
    pub fn count_sets(&self, numbers: Mask) -> u64 {
        let open = self.open();
        let of_number = |bit: u32| match self.start(bit, open) {
            Some((_, 0, ..)) => 1,
            Some((_, missing, untried, fresh)) => self.count(untried, fresh, missing),
            None => 0,
        };
        bits(numbers & self.usable()).map(of_number).sum()
    }

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

    /// Shows every valid set of the numbers of a mask once, until `visit` breaks off.
    pub fn visit_sets(
        &self,
        numbers: Mask,
        visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let open = self.open();
        for bit in bits(numbers & self.usable()) {
            if let Some((set, missing, untried, fresh)) = self.start(bit, open) {
                self.visit(set, untried, fresh, missing, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit(
        &self,
        set: Mask,
        mut untried: Mask,
        fresh: Mask,
        missing: u8,
        visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return visit(set);
        }
        while untried != 0 {
            let first = untried & untried.wrapping_neg();
            let met = self.neighbours[first.trailing_zeros() as usize] & fresh;
            untried ^= first;
            self.visit(set | first, untried | met, fresh & !met, missing - 1, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Paints a valid set.
    pub fn paint(&mut self, set: Mask) {
        self.painted |= set;
    }

    /// Takes the last move back.
    pub fn unpaint(&mut self, set: Mask) {
        self.painted &= !set;
    }

    /// Start of a search: the set of the number alone, the number of missing cells, the neighbours
    /// that can be painted, and all other cells that can be; `None` if the number is 0.
    fn start(&self, bit: u32, open: Mask) -> Option<(Mask, u8, Mask, Mask)> {
        let missing = self.values[bit as usize].checked_sub(1)?;
        let untried = self.neighbours[bit as usize] & open;
        Some((1 << bit, missing, untried, open & !untried))
    }

    /// Cells that a set can contain in addition to its number.
    fn open(&self) -> Mask {
        self.usable() & !self.numbers
    }

    fn usable(&self) -> Mask {
        self.board & !(self.painted | around(self.painted))
    }
}

/// Neighbours of the cells of a mask, some of them off the board.
fn around(mask: Mask) -> Mask {
    mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE
}

/// Indices of the set bits of a mask, from the lowest.
fn bits(mut mask: Mask) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}
