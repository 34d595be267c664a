//! A walk over sets within a part of the board that fits into one word.

use std::ops::ControlFlow;

use board::paint::Cell;

use super::board::Area;
use super::frame::Frame;
use super::walk::{Bundle, Sink};
use crate::bits::{count_four, count_two, elements};
use crate::planted::{Fault, planted};

/// A number and the cells that its sets can have, cut out of the board: row after row, with an empty
/// column behind each.
pub(super) struct Window {
    number: Cell,
    frame: Frame,
    stride: u32,
    /// Whether its cells are in the lower half of a word.
    is_half: bool,
    /// The neighbours of the cell with the number 0, turned round the ends of the word.
    beside: u64,
    /// The number itself.
    start: u64,
    /// The other cells.
    others: u64,
}

/// Where a walk stands: the sets that have some cells in common.
#[derive(Clone, Copy)]
struct Node {
    /// The cells that all of them have.
    set: u64,
    /// The neighbours of these among which the next cell is.
    frontier: u64,
    /// The cells that are neither neighbours of the set nor left out.
    fresh: u64,
    /// How many cells are missing.
    missing: u32,
}

impl Window {
    /// The window of a number. `open` has the rows of the cells that its sets can have beside it.
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

    /// Walks the sets of `size` cells, of which there is at least one.
    pub(super) fn run(&self, size: u32, sink: &mut impl Sink) -> ControlFlow<()> {
        let frontier = self.around(self.start) & self.others;
        let fresh = self.others & !frontier;
        let node = Node { set: self.start, frontier, fresh, missing: size - 1 };
        if node.missing <= 2 {
            return sink.take(&mut Last { window: self, node });
        }
        self.walk(node, sink)
    }

    /// Walks the sets of a node that has some and misses more than two cells.
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

    /// Takes the first cell of the frontier: gives the sets with it and keeps those without.
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

    /// Whether a node has a set: enough cells can be reached over its frontier, which has so many.
    #[inline]
    fn reaches(&self, node: &Node, choices: u32) -> bool {
        // Mostly the frontier alone is enough.
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

    /// The neighbours to the right, to the left, below and above of some cells. Some may be no cells.
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

/// The sets of a node of which at most two cells are missing.
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
            // Two cells of the frontier; or one of it and a fresh neighbour of that one. A fresh
            // cell counts once for each side from which it is met, so in four sets; of small windows
            // two of them are one word.
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
        // What the sets have in common is brought to the board once; only what differs is put there
        // and taken away again.
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
