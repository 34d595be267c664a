//! A board with its edges, kept from move to move.

use twinboard_vocabulary::samegame::{Cell, Grid, Refusal};

use super::edges::Edges;
use super::groups::{Group, Groups};
use super::lanes;
use super::planes::Board;
use crate::planted::{Fault, planted};

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
        self.board.groups_beginning(self.edges, self.edges.first_candidates())
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
