//! Enumeration of areas within a word: on a board of up to 8 × 8, or within a part of a larger one.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint::Cell;

use super::cells::{Area, Cells};
use super::enumerate::{AT_ONCE, Completions, Receiver, sum_of_ways};
use super::rows::{self, Rows};
use super::set::CellSet;
use super::word::{self, SIDE, Word, added, around, pairs_and_paths, sides};
use crate::bits::{count_four, count_two, elements};
use crate::planted::{Fault, planted};

/// Conversion of words to sets of cells of the board.
pub(super) trait Crop: Copy {
    /// Index of a cell of the board.
    fn index(self, cell: Cell) -> u32;
    /// Set with the cells of a word.
    fn uncrop(self, cells: u64) -> Cells;
    /// Adds the cell with this index to a set from `uncrop`, or removes it.
    fn toggle(self, cells: &mut Cells, index: u32);
}

/// The board is a word itself.
#[derive(Clone, Copy)]
pub(super) struct Whole;

impl Crop for Whole {
    #[inline]
    fn index(self, cell: Cell) -> u32 {
        word::index(cell)
    }

    #[inline]
    fn uncrop(self, cells: u64) -> Cells {
        Cells::Word(Word::new(cells))
    }

    #[inline]
    fn toggle(self, cells: &mut Cells, index: u32) {
        if let Cells::Word(word) = cells {
            *word = Word::new(word.bits() ^ 1 << index);
        }
    }
}

impl Crop for Frame {
    #[inline]
    fn index(self, cell: Cell) -> u32 {
        Self::index(self, cell)
    }

    #[inline]
    fn uncrop(self, cells: u64) -> Cells {
        Cells::Rows(Self::uncrop(self, cells))
    }

    #[inline]
    fn toggle(self, cells: &mut Cells, index: u32) {
        if let Cells::Rows(rows) = cells {
            let cell = self.cell(index);
            rows.rows[usize::from(cell.row) % rows.rows.len()] ^= 1 << cell.column;
        }
    }
}

/// A number and the cells that its areas can contain.
pub(super) struct Window<C> {
    number: Cell,
    crop: C,
    /// Cell of the number.
    start: u64,
    /// All other cells.
    others: u64,
}

/// Node of the search tree: the areas that contain a set of cells and leave others out.
#[derive(Clone, Copy)]
struct Node {
    /// Cells of all these areas.
    set: u64,
    /// Undecided neighbours of the set; the next cell is one of these.
    frontier: u64,
    /// Cells that are neither in the set, nor neighbours of it, nor left out.
    fresh: u64,
    /// Number of missing cells.
    missing: u32,
}

impl<C: Crop> Window<C> {
    /// Window of a number whose areas can contain its own cell and the cells `open`.
    #[inline]
    pub(super) fn new(crop: C, number: Cell, open: u64) -> Self {
        let start = 1 << crop.index(number);
        Self { number, crop, start, others: open & !start }
    }

    /// Enumerates the areas of `size` cells.
    #[inline]
    pub(super) fn enumerate(&self, size: u32, receiver: &mut impl Receiver) -> ControlFlow<()> {
        let frontier = around(self.start) & self.others;
        let fresh = self.others & !frontier;
        let node = Node { set: self.start, frontier, fresh, missing: size - 1 };
        if node.missing <= AT_ONCE as u32 {
            return receiver.receive(&mut NodeCompletions { window: self, node });
        }
        if node.reaches(frontier.count_ones()) {
            self.enumerate_node(node, receiver)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Enumerates the areas of a node. It must have one and miss more than [`AT_ONCE`] cells.
    fn enumerate_node(&self, mut node: Node, receiver: &mut impl Receiver) -> ControlFlow<()> {
        let mut choices = node.frontier.count_ones();
        loop {
            let (_, taken) = node.with_first();
            if taken.missing <= AT_ONCE as u32 {
                receiver.receive(&mut NodeCompletions { window: self, node: taken })?;
            } else {
                self.enumerate_node(taken, receiver)?;
            }
            choices -= 1;
            if !node.reaches(choices) {
                return ControlFlow::Continue(());
            }
        }
    }
}

/// Neighbours of each cell of a word.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut index = 0;
    while index < 64 {
        let cell = 1_u64 << index;
        let (left, right) = (
            if index % 8 == 0 { 0 } else { cell >> 1 },
            if index % 8 == 7 { 0 } else { cell << 1 },
        );
        neighbours[index] = left | right | cell >> 8 | cell << 8;
        index += 1;
    }
    neighbours
};

impl Node {
    /// Decides the first cell of the frontier. Returns its index and the node of the areas with it;
    /// `self` becomes the node of those without it.
    #[inline]
    fn with_first(&mut self) -> (u32, Self) {
        let index = self.frontier.trailing_zeros();
        self.frontier &= self.frontier - 1;
        let beside = if planted(Fault::NoEmptyColumn) || planted(Fault::Corners) {
            around(1 << index)
        } else {
            NEIGHBOURS[index as usize % NEIGHBOURS.len()]
        };
        let met = beside & self.fresh;
        let taken = Self {
            set: self.set | 1 << index,
            frontier: self.frontier | met,
            fresh: self.fresh ^ met,
            missing: self.missing - 1,
        };
        (index, taken)
    }

    /// True if the node has an area: enough cells can be reached over its frontier, which has
    /// `choices` cells.
    #[inline]
    fn reaches(&self, choices: u32) -> bool {
        // Usually the frontier alone is enough.
        let (mut flood, mut count) = (self.frontier, choices);
        let missing = self.missing + u32::from(planted(Fault::GivenUpEarly));
        while count < missing {
            flood |= around(flood) & self.fresh;
            let before = count;
            count = flood.count_ones();
            if count == before {
                return false;
            }
        }
        true
    }

    /// Number of neighbours between the frontier and the fresh cells: a fresh cell counts once for
    /// each side on which it has a frontier cell.
    #[inline]
    fn steps(&self) -> u32 {
        if planted(Fault::PairsOnce) {
            return (around(self.frontier) & self.fresh).count_ones();
        }
        count_four(sides(self.frontier).map(|side| side & self.fresh))
    }

    /// Ways to add two cells: two of the frontier, or one of it and a fresh neighbour of that one.
    #[inline]
    fn count_two(&self) -> u64 {
        let choices = u64::from(self.frontier.count_ones());
        choices * choices.saturating_sub(1) / 2 + u64::from(self.steps())
    }

    /// Ways to add four cells.
    #[inline]
    fn count_four(mut self) -> u64 {
        let mut sets = 0;
        while self.frontier != 0 {
            sets += self.with_first().1.count_three();
        }
        sets
    }

    /// Ways to add three cells; see [`enumerate`](super::enumerate).
    #[inline]
    fn count_three(&self) -> u64 {
        let Self { frontier, fresh, .. } = *self;
        if frontier & frontier.wrapping_sub(1) == 0 {
            let mut node = *self;
            return if frontier == 0 { 0 } else { node.with_first().1.count_two() };
        }
        // For each cell the number of its neighbours among the frontier and the fresh cells, in
        // binary: ones, twos and fours.
        let a @ [a1, a2, a4] = added(sides(frontier).map(|side| side & fresh));
        let r = added(sides(fresh));
        // A frontier cell has at most three fresh neighbours: another neighbour is in the set.
        let [d1, d2] = [r[0] & frontier, r[1] & frontier];
        let steps = if planted(Fault::PairsOnce) {
            self.steps()
        } else {
            d1.count_ones() + 2 * d2.count_ones()
        };
        let added = pairs_and_paths([d1, d2, 0], a, r);
        let taken = count_two([a1, a2]) + 2 * count_two([a2, a1 & a2]);
        // Never four, because cells are decided in the order of their indices. When the neighbour
        // below joins the frontier, the other three are not in it: they would have been decided
        // before. At most one of them joins together with it, and that one is decided next.
        debug_assert_eq!(a4, 0, "a fresh cell has at most three neighbours in the frontier");
        sum_of_ways(frontier.count_ones().into(), steps.into(), i64::from(added) - i64::from(taken))
    }
}

/// The areas of a node that misses at most [`AT_ONCE`] cells.
struct NodeCompletions<'a, C> {
    window: &'a Window<C>,
    node: Node,
}

impl<C: Crop> Completions for NodeCompletions<'_, C> {
    #[inline]
    fn count(&mut self) -> u64 {
        let choices = u64::from(self.node.frontier.count_ones());
        match self.node.missing {
            0 => 1,
            1 => choices,
            2 => self.node.count_two(),
            3 => self.node.count_three(),
            _ => self.node.count_four(),
        }
    }

    #[inline]
    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()> {
        // The common cells are converted to the board once; the others are toggled one by one.
        let cells = self.window.crop.uncrop(self.node.set);
        let mut area = Area { cells, number: self.window.number };
        self.window.complete(self.node, &mut area, give)
    }
}

impl<C: Crop> Window<C> {
    /// Passes the areas of a node to `give`.
    fn complete(
        &self,
        mut node: Node,
        area: &mut Area,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match node.missing {
            0 => give(area),
            1 => self.complete_by_one(node, area, give),
            2 => self.complete_by_two(node, area, give),
            _ => {
                while node.frontier != 0 {
                    let (index, taken) = node.with_first();
                    self.crop.toggle(&mut area.cells, index);
                    self.complete(taken, area, give)?;
                    self.crop.toggle(&mut area.cells, index);
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Passes the areas of a node that misses two cells.
    #[inline]
    fn complete_by_two(
        &self,
        mut node: Node,
        area: &mut Area,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while node.frontier != 0 {
            let (index, taken) = node.with_first();
            self.crop.toggle(&mut area.cells, index);
            self.complete_by_one(taken, area, give)?;
            self.crop.toggle(&mut area.cells, index);
        }
        ControlFlow::Continue(())
    }

    /// Passes the areas of a node that misses one cell.
    #[inline]
    fn complete_by_one(
        &self,
        node: Node,
        area: &mut Area,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_skipped = planted(Fault::LastChoice) && node.frontier.count_ones() > 1;
        for index in elements(node.frontier).skip(usize::from(is_skipped)) {
            self.crop.toggle(&mut area.cells, index);
            give(area)?;
            self.crop.toggle(&mut area.cells, index);
        }
        ControlFlow::Continue(())
    }
}

/// A part of the board of 8 × 8 cells, perhaps with some beyond its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Top row, as a row of the board.
    row: u8,
    /// Leftmost column, as a column of the board.
    column: u8,
}

impl Frame {
    /// Frame that contains `cells`, which must not be empty; `None` if they span more than eight
    /// rows or columns.
    pub(super) fn of(cells: &Rows) -> Option<Self> {
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let span = |taken: u32| (taken.trailing_zeros() as u8, taken.ilog2() as u8 + 1);
        Self::spanning(span(cells.taken_rows()), span(columns))
    }

    /// Frame that contains all cells of a board within `steps` steps of `cell`; `None` if they span
    /// more than eight rows or columns.
    pub(super) fn around(cell: Cell, steps: u32, side: u8) -> Option<Self> {
        let steps = steps as u8;
        let span = |at: u8| (at.saturating_sub(steps), (at + steps + 1).min(side));
        Self::spanning(span(cell.row), span(cell.column))
    }

    /// Frame that contains all cells within three steps of `cell`.
    #[inline]
    pub(super) fn near(cell: Cell) -> Self {
        Self::from_corner(cell.row.saturating_sub(3), cell.column.saturating_sub(3))
    }

    /// Frame of the rows and columns from the first of each range to before the second.
    fn spanning((top, bottom): (u8, u8), (left, right): (u8, u8)) -> Option<Self> {
        (bottom - top <= SIDE && right - left <= SIDE).then(|| Self::from_corner(top, left))
    }

    /// Frame with this corner, or further up and left if it would end beyond the rows and columns
    /// of a set.
    #[inline]
    fn from_corner(row: u8, column: u8) -> Self {
        const LAST: u8 = rows::SIDE as u8 - SIDE;
        Self { row: row.min(LAST), column: column.min(LAST) }
    }

    /// Cell of the board with this index in the frame.
    #[inline]
    pub(super) fn cell(self, index: u32) -> Cell {
        let Cell { row, column } = word::cell(index);
        Cell::new(self.row + row, self.column + column)
    }

    /// Index of a cell, which must lie in the frame.
    #[inline]
    pub(super) fn index(self, cell: Cell) -> u32 {
        word::index(Cell::new(cell.row - self.row, cell.column - self.column))
    }

    /// Part of a set of cells within the frame. `rows` returns the rows of the set.
    #[inline]
    pub(super) fn crop(self, rows: impl Fn(usize) -> u32) -> u64 {
        let row = |row| (rows(usize::from(self.row) + row) >> self.column) as u8;
        u64::from_le_bytes(std::array::from_fn(row))
    }

    /// Cells of the board with these indices.
    #[inline]
    pub(super) fn uncrop(self, cells: u64) -> Rows {
        let mut on_board = Rows::NONE;
        let rows = &mut on_board.rows[usize::from(self.row)..];
        for (row, columns) in rows.iter_mut().zip(cells.to_le_bytes()) {
            *row = u32::from(columns) << self.column;
        }
        on_board
    }
}
