//! A board with the list of its groups.

use crate::planted::{Fault, planted};
use crate::samegame::cells::CellSet;
use crate::samegame::groups::Group;
use crate::samegame::lanes::{self, BOTTOM};
use crate::samegame::planes::Board;

/// A board with the list of its groups, for searches that look at every group of each position.
///
/// A move changes few groups: those with a cell that drops or disappears, or beside one. Only these
/// are filled again, unless a column closes up.
///
/// ```
/// use twinboard_vocabulary::samegame::Grid;
/// use twinboard_engine::samegame::{Board, ListedBoard};
///
/// let grid: Grid = "2 5\n1 1 2 3 3\n2 2 1 0 1\n".parse().unwrap();
/// let mut listed = ListedBoard::new(Board::<2, 3>::from_grid(&grid).unwrap());
/// assert_eq!(listed.groups().len(), 3);
/// let pair = listed.groups().iter().position(|group| group.colour() == 1).unwrap();
/// listed.play(pair);
/// let sizes: Vec<usize> = listed.groups().iter().map(|group| group.size()).collect();
/// assert_eq!(sizes.iter().sum::<usize>(), 5, "the pair of 3s, and three 2s");
/// ```
#[derive(Clone, Debug)]
pub struct ListedBoard<const W: usize, const P: usize> {
    pub(super) board: Board<W, P>,
    pub(super) groups: Vec<Group<W>>,
}

impl<const W: usize, const P: usize> ListedBoard<W, P> {
    /// Lists the groups of a board.
    #[must_use]
    pub fn new(board: Board<W, P>) -> Self {
        // Room for every list of a game: each group has two cells or more.
        let mut groups = Vec::with_capacity(board.cells_left() / 2);
        groups.extend(board.groups());
        Self { board, groups }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board<W, P> {
        &self.board
    }

    /// All groups, each once. Their order depends on the moves before.
    #[must_use]
    #[inline]
    pub fn groups(&self) -> &[Group<W>] {
        &self.groups
    }

    /// Removes a group by its place in [`groups`](Self::groups), and updates the list.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline]
    pub fn play(&mut self, index: usize) {
        let group = self.groups[index];
        let columns = self.board.columns_left();
        self.board.play(&group);
        if self.board.columns_left() != columns {
            self.groups.clear();
            self.groups.extend(self.board.groups());
            return;
        }
        let moved = upwards(group.cells());
        let changed = if planted(Fault::ListBeside) { moved } else { with_neighbours(&moved) };
        let kept = self.keep_disjoint(&changed);
        let edges = self.board.edges();
        let candidates = edges.first_candidates().difference(kept);
        self.groups.extend(self.board.groups_beginning(edges, candidates));
    }

    /// Keeps the groups without a cell in `changed`, and returns their cells.
    ///
    /// Without a branch for each group: it is unpredictable which ones are kept.
    #[inline]
    fn keep_disjoint(&mut self, changed: &CellSet<W>) -> CellSet<W> {
        let (mut kept, mut count) = (CellSet::EMPTY, 0);
        for index in 0..self.groups.len() {
            let group = self.groups[index];
            let keeps = group.cells().is_disjoint(changed);
            self.groups[count] = group;
            count += usize::from(keeps);
            let mask = if keeps { u64::MAX } else { 0 };
            kept = kept.union(CellSet { words: group.cells().words.map(|word| word & mask) });
        }
        self.groups.truncate(count);
        kept
    }
}

/// These cells and all above them.
#[inline]
fn upwards<const W: usize>(cells: &CellSet<W>) -> CellSet<W> {
    CellSet {
        words: cells.words.map(|mut word| {
            for rows in [1, 2, 4, 8] {
                // Without the rows that come from the lane before.
                let lowest = BOTTOM * ((1 << rows) - 1);
                word |= word << rows & !lowest;
            }
            word
        }),
    }
}

/// Cells that reach to the top, with all their neighbours.
#[inline]
fn with_neighbours<const W: usize>(cells: &CellSet<W>) -> CellSet<W> {
    CellSet {
        words: std::array::from_fn(|w| {
            let word = cells.words[w];
            let from_left = lanes::from_left(word, lanes::before(&cells.words, w));
            let from_right = lanes::from_right(word, lanes::next(&cells.words, w));
            word | lanes::from_above(word) | from_left | from_right
        }),
    }
}
