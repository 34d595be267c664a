//! Enumeration of sets within a part of the board that fits into a word.

use std::ops::ControlFlow;

use board::paint::Cell;

use super::board::Area;
use super::frame::Frame;
use super::walk::{Bundle, Sink};
use crate::bits::{count_four, count_two, elements};
use crate::planted::{Fault, planted};

/// A number and the cells that its sets can contain, cropped from the board: row after row, each
/// followed by an empty column.
pub(super) struct Window {
    number: Cell,
    frame: Frame,
    stride: u32,
    /// True if all cells are in the lower half of the word.
    is_half: bool,
    /// Neighbours of the cell with index 0, as a rotation of the word.
    beside: u64,
    /// Cell of the number.
    start: u64,
    /// All other cells.
    others: u64,
}

/// Node of the search tree: the sets that have some cells in common and leave others out.
#[derive(Clone, Copy)]
struct Node {
    /// Cells that all of them have.
    set: u64,
    /// Undecided neighbours of the set; the next cell is one of these.
    frontier: u64,
    /// Cells that are neither in the set, nor neighbours of it, nor left out.
    fresh: u64,
    /// Number of missing cells.
    missing: u32,
}

impl Window {
    /// Window of a number. `open` returns the rows of the other cells that its sets can contain.
    #[inline]
    pub(super) fn new(frame: Frame, number: Cell, open: impl Fn(usize) -> u32) -> Self {
        let stride = frame.stride();
        let start = 1 << frame.index(number);
        let one = 1_u64;
        let beside = one.rotate_left(1)
            | one.rotate_right(1)
            | one.rotate_left(stride)
            | one.rotate_right(stride);
        let others = frame.crop(open) & !start;
        Self { number, frame, stride, is_half: others >> 32 == 0, beside, start, others }
    }

    /// Enumerates the sets of `size` cells; at least one must exist.
    pub(super) fn run(&self, size: u32, sink: &mut impl Sink) -> ControlFlow<()> {
        let frontier = self.around(self.start) & self.others;
        let fresh = self.others & !frontier;
        let node = Node { set: self.start, frontier, fresh, missing: size - 1 };
        if node.missing <= 2 {
            return sink.take(&mut Last { window: self, node });
        }
        self.walk(node, sink)
    }

    /// Enumerates the sets of a node, which must have at least one and miss more than two cells.
    fn walk(&self, mut node: Node, sink: &mut impl Sink) -> ControlFlow<()> {
        let mut choices = node.frontier.count_ones();
        loop {
            let taken = self.with_first(&mut node);
            if taken.missing <= 2 {
                sink.take(&mut Last { window: self, node: taken })?;
            } else {
                self.walk(taken, sink)?;
            }
            choices -= 1;
            if !self.reaches(&node, choices) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Decides the first cell of the frontier: returns the sets with it and leaves `node` those
    /// without it.
    #[inline]
    fn with_first(&self, node: &mut Node) -> Node {
        let index = node.frontier.trailing_zeros();
        node.frontier &= node.frontier - 1;
        let met = self.beside.rotate_left(index) & node.fresh;
        Node {
            set: node.set | 1 << index,
            frontier: node.frontier | met,
            fresh: node.fresh ^ met,
            missing: node.missing - 1,
        }
    }

    /// True if a node has a set: enough cells can be reached over its frontier, which has `choices`
    /// cells.
    #[inline]
    fn reaches(&self, node: &Node, choices: u32) -> bool {
        // Usually the frontier alone is enough.
        let (mut flood, mut count) = (node.frontier, choices);
        let missing = node.missing + u32::from(planted(Fault::GivenUpEarly));
        while count < missing {
            flood |= self.around(flood) & node.fresh;
            let before = count;
            count = flood.count_ones();
            if count == before {
                return false;
            }
        }
        true
    }

    /// Neighbours to the right, to the left, below and above. Some bits may not belong to cells.
    #[inline]
    fn sides(&self, cells: u64) -> [u64; 4] {
        [cells << 1, cells >> 1, cells << self.stride, cells >> self.stride]
    }

    #[inline]
    fn around(&self, cells: u64) -> u64 {
        let [a, b, c, d] = self.sides(cells);
        a | b | c | d
    }
}

/// Sets of a node of which at most two cells are missing.
struct Last<'a> {
    window: &'a Window,
    node: Node,
}

impl Bundle for Last<'_> {
    #[inline]
    fn count(&self) -> u64 {
        let Self { window, node: Node { frontier, fresh, missing, .. } } = *self;
        match missing {
            0 => 1,
            1 => frontier.count_ones().into(),
            // Two cells of the frontier, or a cell of the frontier and a fresh neighbour of it. A
            // fresh cell counts once for each side on which it has a frontier cell, hence the four
            // masks. In small windows two masks fit into a word.
            _ => {
                let choices = u64::from(frontier.count_ones());
                let sides = window.sides(frontier).map(|side| side & fresh);
                let mut steps = if window.is_half {
                    let [right, left, below, above] = sides;
                    count_two([right | below << 32, left | above << 32])
                } else {
                    count_four(sides)
                };
                if planted(Fault::PairsOnce) {
                    steps = (window.around(frontier) & fresh).count_ones();
                }
                choices * choices.saturating_sub(1) / 2 + u64::from(steps)
            }
        }
    }

    #[inline]
    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()> {
        // The common cells are converted to the board once; only the others are inserted and
        // removed.
        let Self { window, node } = self;
        let cells = window.frame.uncrop(node.set);
        let mut area = Area { cells, number: window.number };
        if node.missing == 0 {
            return give(&area);
        }
        while node.frontier != 0 {
            let cell = window.frame.cell(node.frontier.trailing_zeros());
            area.cells.insert(cell);
            let taken = window.with_first(node);
            if taken.missing == 0 {
                give(&area)?;
            } else {
                let choices = taken.frontier.count_ones();
                let skipped = usize::from(planted(Fault::LastChoice) && choices > 1);
                for index in elements(taken.frontier).skip(skipped) {
                    let last = window.frame.cell(index);
                    area.cells.insert(last);
                    give(&area)?;
                    area.cells.remove(last);
                }
            }
            area.cells.remove(cell);
        }
        ControlFlow::Continue(())
    }
}
