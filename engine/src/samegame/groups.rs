//! Groups: the regions of two or more cells, which can be removed (SG-5, SG-8).

use twinboard_vocabulary::samegame::Cell;

use super::cells::CellSet;
use super::edges::Edges;
use super::lanes;
use super::planes::Board;
use crate::planted::{Fault, planted};

/// A region of two or more cells, and its colour: a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Group<const W: usize> {
    cells: CellSet<W>,
    colour: u8,
}

impl<const W: usize> Group<W> {
    /// The cells of the group, at least two.
    #[must_use]
    #[inline]
    pub const fn cells(&self) -> &CellSet<W> {
        &self.cells
    }

    /// The common colour of the cells.
    #[must_use]
    #[inline]
    pub const fn colour(&self) -> u8 {
        self.colour
    }

    /// Number of cells; counts the bits at each call.
    #[must_use]
    #[inline]
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The first cell by column, then by row. Identifies the group within its position.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Cell {
        self.cells.first().expect("a group has cells")
    }
}

impl<const W: usize, const P: usize> Board<W, P> {
    /// The group that the selection of `cell` removes; `None` if the cell is empty or a region of
    /// one.
    #[must_use]
    pub fn group_at(&self, cell: Cell) -> Option<Group<W>> {
        let colour = self.get(cell)?;
        let (w, bit) = lanes::place(cell);
        let near = self.edges_near(w);
        if !near.has_edge(1, bit) {
            return None;
        }
        let cells = self.region_from(&near, w, bit);
        if planted(Fault::PairRefused) && cells.len() < 3 {
            return None;
        }
        Some(Group { cells, colour })
    }

    /// The region of bit `bit` of word `w`. Most regions lie in one word; for these the edges
    /// `near` it suffice, and the time to compute the others is saved.
    #[inline]
    fn region_from(&self, near: &Edges<2>, w: usize, bit: u32) -> CellSet<W> {
        match near.fill_inside(1, bit) {
            Ok(cells) => {
                let mut words = [0; W];
                words[w] = cells;
                CellSet { words }
            }
            Err(cells) => self.edges().fill_over_words(w, cells).0,
        }
    }

    /// The group whose first cell is bit `bit` of word `w`, one of the [`Edges::first_cell_candidates`];
    /// `None` if the group of that cell has an earlier one.
    #[inline]
    pub(super) fn group_beginning(&self, edges: &Edges<W>, w: usize, bit: u32) -> Option<Group<W>> {
        Some(Group {
            cells: edges.fill_beginning(w, bit)?,
            colour: self.code_at(w, bit).wrapping_sub(1),
        })
    }

    /// All groups, each once, in the order of their first cells. Lazy: a group is filled when it is
    /// requested.
    #[must_use]
    #[inline]
    pub fn groups(&self) -> Groups<'_, W, P> {
        let edges = self.edges();
        self.groups_beginning(edges, edges.first_cell_candidates())
    }

    /// The groups whose first cell is one of `candidates`; `edges` are those of this board.
    #[inline]
    pub(super) fn groups_beginning(
        &self,
        edges: Edges<W>,
        candidates: CellSet<W>,
    ) -> Groups<'_, W, P> {
        Groups { board: self, edges, candidates, word: 0 }
    }
}

/// The groups of a board, in the order of their first cells. Made by [`Board::groups`].
#[derive(Clone, Debug)]
pub struct Groups<'a, const W: usize, const P: usize> {
    board: &'a Board<W, P>,
    edges: Edges<W>,
    /// The remaining candidates. Removing those of a listed group would save an occasional fill,
    /// but would make each fill depend on the one before: that took a third longer (measured).
    candidates: CellSet<W>,
    /// The first word that may have candidates.
    word: usize,
}

impl<const W: usize, const P: usize> Iterator for Groups<'_, W, P> {
    type Item = Group<W>;

    #[inline]
    fn next(&mut self) -> Option<Group<W>> {
        loop {
            while self.candidates.words.get(self.word)? == &0 {
                self.word += 1;
            }
            let word = &mut self.candidates.words[self.word];
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            let group = self.board.group_beginning(&self.edges, self.word, bit);
            if group.is_some() {
                return group;
            }
        }
    }
}

impl<const W: usize, const P: usize> std::iter::FusedIterator for Groups<'_, W, P> {}
