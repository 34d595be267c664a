//! Equal neighbours, and the regions that they form (SG-4).

use twinboard_vocabulary::samegame::{Cell, Grid, Refusal};

use super::cells::CellSet;
use super::groups::{Group, Groups};
use super::lanes::{self, LANE_ROWS};
use super::planes::Board;
use crate::bits::smaller;
use crate::planted::{Fault, planted};

/// The edges of a position: for each cell, whether it has the colour of the cell above it and of
/// the cell to its right.
///
/// ```text
///   b b .         . . .         r . .
///   a b .         . u .         . . .
///   a a a         u . .         r r .
///   the board     equal above   equal right
/// ```
///
/// Edges are computed once for all cells and colours of a position. Regions then grow along edges,
/// without any further test of colours or of the borders of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edges<const W: usize> {
    /// Cells with the colour of the cell above.
    pub(super) above: [u64; W],
    /// Cells with the colour of the cell to the right.
    pub(super) right: [u64; W],
}

impl<const W: usize, const P: usize> Board<W, P> {
    /// The edges of this position.
    #[inline]
    pub(super) fn edges(&self) -> Edges<W> {
        let mut edges = Edges { above: [0; W], right: [0; W] };
        for w in 0..W {
            (edges.above[w], edges.right[w]) = (self.equal_above(w), self.equal_right(w));
        }
        edges
    }

    /// The edges of the word before `w` and of word `w`, in this order: enough to fill a region
    /// inside word `w` and to detect that it continues in another word.
    #[inline]
    pub(super) fn edges_near(&self, w: usize) -> Edges<2> {
        let right_before = if w == 0 { 0 } else { self.equal_right(w - 1) };
        Edges { above: [0, self.equal_above(w)], right: [right_before, self.equal_right(w)] }
    }

    /// The cells of word `w` with the colour of the cell above.
    #[inline]
    fn equal_above(&self, w: usize) -> u64 {
        let other = self.compared_planes().fold(0, |other, plane| other | plane[w] ^ plane[w] >> 1);
        // Empty cells are equal, too, but form no region.
        self.comparable_word(w) & !other & lanes::rows_below_another()
    }

    /// The cells of word `w` with the colour of the cell to the right.
    #[inline]
    fn equal_right(&self, w: usize) -> u64 {
        let other = self.compared_planes().fold(0, |other, plane| {
            other | plane[w] ^ lanes::from_right(plane[w], lanes::next(plane, w))
        });
        self.comparable_word(w) & !other
    }

    /// The planes that decide whether two cells are equal: all of them.
    #[inline]
    fn compared_planes(&self) -> impl Iterator<Item = &[u64; W]> {
        let compared = if planted(Fault::TopPlane) { P.min(3) } else { P };
        self.planes[..compared].iter()
    }

    /// The cells of a word that can be part of a region: those that are not empty.
    #[inline]
    fn comparable_word(&self, w: usize) -> u64 {
        if planted(Fault::ColourZero) {
            return (1..P).fold(0, |occupied, p| occupied | self.planes[p][w]);
        }
        self.occupied_word(w)
    }

    /// True if there is a group to remove: if any two neighbours are equal.
    #[must_use]
    #[inline]
    pub fn has_moves(&self) -> bool {
        self.edges().has_any()
    }
}

impl<const W: usize> Edges<W> {
    /// True if there is an edge.
    #[inline]
    pub(super) fn has_any(&self) -> bool {
        let any = |edges: &[u64; W]| edges.iter().any(|&word| word != 0);
        any(&self.above) || !planted(Fault::StuckRows) && any(&self.right)
    }

    /// True if the cell at bit `bit` of word `w` has an edge to any neighbour.
    #[inline]
    pub(super) fn has_edge(&self, w: usize, bit: u32) -> bool {
        let (above, right) = (self.above[w], self.right[w]);
        let equal_left = lanes::from_left(right, lanes::before(&self.right, w));
        (above | above << 1 | right | equal_left) >> bit & 1 == 1
    }

    /// The candidates for the first cell of a group: equal to the cell above or to the right, but
    /// not to the one below or to the left, nor to one above that has an equal left neighbour.
    ///
    /// The first cell of a group, by column, then by row, is always a candidate. Other cells may be
    /// candidates, too: in this group of five both 1 and 2 are, and 1 is the first.
    ///
    /// ```text
    ///   1 a a
    ///   . . a
    ///   . . 2
    /// ```
    #[inline]
    pub(super) fn first_cell_candidates(&self) -> CellSet<W> {
        CellSet {
            words: std::array::from_fn(|w| {
                let equal_below = self.above[w] << 1;
                let equal_left = lanes::from_left(self.right[w], lanes::before(&self.right, w));
                let above_continues = self.above[w] & equal_left >> 1;
                (self.above[w] | self.right[w]) & !equal_below & !equal_left & !above_continues
            }),
        }
    }

    /// The cells in word `w` of the region of bit `bit`: `Ok` if that is the whole region, as of
    /// three groups in four (measured: 10 × 40, 3 to 10 colours). Uses the edges of that word and
    /// of the word before only.
    #[inline]
    pub(super) fn fill_inside(&self, w: usize, bit: u32) -> Result<u64, u64> {
        let cells = self.fill_word(w, 1 << bit);
        if self.leaves(w, cells) { Err(cells) } else { Ok(cells) }
    }

    /// The region that has these cells in word `w` and others beyond it, and its words as bits.
    #[inline(never)]
    pub(super) fn fill_over_words(&self, w: usize, cells: u64) -> (CellSet<W>, u32) {
        let mut words = [0; W];
        words[w] = cells;
        let touched = self.fill_on(w, &mut words);
        (CellSet { words }, touched)
    }

    /// The region of bit `bit` of word `w` if that is its first cell; otherwise `None`, as soon as
    /// an earlier cell is found.
    #[inline]
    pub(super) fn fill_beginning(&self, w: usize, bit: u32) -> Option<CellSet<W>> {
        let earlier = if planted(Fault::ListedTwice) { 0 } else { smaller(bit) };
        let mut words = [0; W];
        words[w] = self.fill_word(w, 1 << bit);
        if words[w] & earlier != 0 {
            return None;
        }
        if self.leaves(w, words[w]) {
            self.fill_on(w, &mut words);
            if words[w] & earlier != 0 || words[..w].iter().any(|&word| word != 0) {
                return None;
            }
        }
        Some(CellSet { words })
    }

    /// True if any of these cells of word `w` has an edge to another word.
    #[inline]
    fn leaves(&self, w: usize, cells: u64) -> bool {
        self.reached_right(w, cells) | self.reached_left(w, cells) != 0
    }

    /// The cells of the next word that are one step from these cells of word `w`.
    #[inline]
    fn reached_right(&self, w: usize, cells: u64) -> u64 {
        lanes::from_left(0, cells & self.right[w])
    }

    /// The cells of the word before that are one step from these cells of word `w`.
    #[inline]
    fn reached_left(&self, w: usize, cells: u64) -> u64 {
        lanes::from_right(0, cells) & lanes::before(&self.right, w)
    }

    /// Continues a fill from word `w`, which is complete, through the other words. Returns all of
    /// its words, as bits.
    ///
    /// Not inlined: it is rarely called, and without it the fill is small enough to be inlined
    /// everywhere.
    #[inline(never)]
    fn fill_on(&self, mut w: usize, words: &mut [u64; W]) -> u32 {
        let (mut awake, mut filled) = (0_u32, 1 << w);
        loop {
            awake |= self.wake_beside(w, words);
            if awake == 0 {
                return filled;
            }
            filled |= awake;
            w = awake.trailing_zeros() as usize;
            awake &= awake - 1;
            words[w] = self.fill_word(w, words[w]);
        }
    }

    /// Adds to the words beside word `w` what is reached from it. Returns the set of those that
    /// grew, as bits.
    #[inline]
    fn wake_beside(&self, w: usize, words: &mut [u64; W]) -> u32 {
        let (filled, mut awake) = (words[w], 0);
        if w + 1 < W {
            awake |= wake(words, w + 1, self.reached_right(w, filled));
        }
        if w > 0 {
            awake |= wake(words, w - 1, self.reached_left(w, filled));
        }
        awake
    }

    /// The cells of word `w` connected with `cells` along edges inside the word.
    #[inline]
    fn fill_word(&self, w: usize, mut cells: u64) -> u64 {
        // Three steps between two tests: five groups in six need no more, so the test is usually
        // predicted. A superfluous step costs less than a misprediction (measured: a tenth of a
        // random game).
        loop {
            let reached = self.step(w, self.step(w, cells));
            cells = self.step(w, reached);
            if cells == reached || planted(Fault::FillSteps) {
                return cells;
            }
        }
    }

    /// `cells` and the cells of the same word next to them along an edge.
    #[inline]
    fn step(&self, w: usize, cells: u64) -> u64 {
        let (above, right) = (self.above[w], self.right[w]);
        // Bits move along edges only, from one end to the other, so none crosses the border of a
        // lane: the top row has no edge above it.
        let vertical = (cells & above) << 1 | cells >> 1 & above;
        let horizontal = (cells & right) << LANE_ROWS | cells >> LANE_ROWS & right;
        cells | vertical | horizontal
    }
}

/// Adds `reached` to word `w`. Returns the set {w}, as bits, if that added cells, else the empty
/// set.
#[inline]
fn wake<const W: usize>(words: &mut [u64; W], w: usize, reached: u64) -> u32 {
    let reached = if planted(Fault::WordCarry) { 0 } else { reached };
    let known = if planted(Fault::EndlessFill) { 0 } else { words[w] };
    words[w] |= reached;
    u32::from(reached & !known != 0) << w
}

/// A board with its edges. They show in three words whether a cell has an equal neighbour, so a
/// selection that removes nothing is refused at once.
///
/// A move changes the edges of the words in which cells drop, usually of one, and the edges that
/// lead to the first columns of these words.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardWithEdges<const W: usize, const P: usize> {
    pub(super) board: Board<W, P>,
    edges: Edges<W>,
}

impl<const W: usize, const P: usize> BoardWithEdges<W, P> {
    /// The board at the start of a game; `None` as from [`Board::from_grid`].
    pub(super) fn from_grid(grid: &Grid) -> Option<Self> {
        let board = Board::from_grid(grid)?;
        Some(Self { board, edges: board.edges() })
    }

    /// All groups, as [`Board::groups`] does.
    pub(super) fn groups(&self) -> Groups<'_, W, P> {
        self.board.groups_beginning(self.edges, self.edges.first_cell_candidates())
    }

    /// A uniformly random group, as [`Board::sample_group`] does.
    pub(super) fn sample_group(&self, random: impl FnMut() -> u64) -> Option<Group<W>> {
        self.board.sample_group_along(&self.edges, random)
    }

    /// True if there is a group to remove.
    pub(super) fn has_moves(&self) -> bool {
        self.edges.has_any()
    }

    /// Removes and returns the group of a cell of the grid.
    pub(super) fn play(&mut self, cell: Cell) -> Result<Group<W>, Refusal> {
        if self.board.get(cell).is_none() {
            return Err(Refusal::EmptyCell);
        }
        let group = self.board.group_at(cell).ok_or(Refusal::SingleCell)?;
        let changed = self.board.remove_in_words(group.cells());
        self.update(changed);
        Ok(group)
    }

    /// [`play`](Self::play) that does not return the group. Faster, because most groups lie in one
    /// word, and the others are left alone.
    #[inline]
    pub(super) fn advance(&mut self, cell: Cell) -> Result<(), Refusal> {
        let (w, bit) = lanes::place(cell);
        // Empty cells have no edges.
        if !self.edges.has_edge(w, bit) {
            let is_empty = self.board.get(cell).is_none();
            return Err(if is_empty { Refusal::EmptyCell } else { Refusal::SingleCell });
        }
        let changed = match self.edges.fill_inside(w, bit) {
            Ok(cells) if planted(Fault::PairRefused) && cells.count_ones() < 3 => {
                return Err(Refusal::SingleCell);
            }
            Ok(cells) => self.board.remove_in_word(w, cells),
            Err(cells) => {
                let (cells, touched) = self.edges.fill_over_words(w, cells);
                self.board.remove_in(&cells, touched)
            }
        };
        self.update(changed);
        Ok(())
    }

    /// Computes the edges of these words again, and those to their cells from the word before.
    #[inline]
    fn update(&mut self, mut changed: u32) {
        while changed != 0 {
            let w = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let near = self.board.edges_near(w);
            [self.edges.above[w], self.edges.right[w]] = [near.above[1], near.right[1]];
            if w > 0 {
                self.edges.right[w - 1] = near.right[0];
            }
        }
    }

    /// Checks the invariants of the board, and that the edges are its own.
    pub(super) fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        if self.edges != self.board.edges() {
            return Err("the edges kept are not those of the board".into());
        }
        Ok(())
    }
}
