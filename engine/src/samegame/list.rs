//! The list of all groups, kept from move to move.

use std::ops::ControlFlow;

use twinboard_vocabulary::samegame::{Cell, Grid, Outcome, Position, Refusal, SameGame, Selection};
use twinboard_vocabulary::{Game, samegame as vocabulary};

use crate::planted::{Fault, planted};
use crate::samegame::cells::CellSet;
use crate::samegame::game::{cell_of, to_group};
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
    board: Board<W, P>,
    groups: Vec<Group<W>>,
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
        let candidates = edges.first_cell_candidates().difference(kept);
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

/// A game of SameGame on a [`ListedBoard`].
///
/// Legal moves, refusals and outcomes come from the kept list alone, so that a group that is stale
/// or missing changes the game.
#[derive(Clone, Debug)]
pub struct ListedGame {
    rows: u8,
    columns: u8,
    board: AnyListed,
}

/// The sizes of boards that [`ListedGame`] plays on.
#[derive(Clone, Debug)]
enum AnyListed {
    /// Up to 16 columns and 7 colours.
    Columns16Colours7(Box<ListedBoard<4, 3>>),
    /// Up to 64 columns.
    Columns64(Box<ListedBoard<16, 4>>),
}

/// Evaluates `$do` with `$listed` bound to the board of any size.
macro_rules! with_listed {
    ($any:expr, $listed:ident => $do:expr) => {
        match $any {
            AnyListed::Columns16Colours7($listed) => $do,
            AnyListed::Columns64($listed) => $do,
        }
    };
}

impl ListedGame {
    /// The game on `grid`. Never `None` for a [`Grid`].
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        let board = Board::from_grid(grid)
            .map(|board| AnyListed::Columns16Colours7(Box::new(ListedBoard::new(board))))
            .or_else(|| {
                let board = Board::from_grid(grid)?;
                Some(AnyListed::Columns64(Box::new(ListedBoard::new(board))))
            })?;
        Some(Self { rows: grid.rows(), columns: grid.columns(), board })
    }
}

impl<const W: usize, const P: usize> ListedBoard<W, P> {
    /// Plays the group in the list that contains `cell`.
    fn play_at(&mut self, cell: Cell) -> Result<vocabulary::Group, Refusal> {
        self.board.get(cell).ok_or(Refusal::EmptyCell)?;
        let index = self.groups.iter().position(|group| group.cells().contains(cell));
        let index = index.ok_or(Refusal::SingleCell)?;
        let group = to_group(&self.groups[index]);
        self.play(index);
        Ok(group)
    }
}

impl Game for ListedGame {
    type Vocabulary = SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_listed!(&self.board, listed => {
            listed.groups().iter().try_for_each(|group| visit(&to_group(group)))
        })
    }

    fn count_legal_moves(&self) -> Option<u64> {
        Some(with_listed!(&self.board, listed => listed.groups().len() as u64))
    }

    fn play(&mut self, selection: &Selection) -> Result<vocabulary::Group, Refusal> {
        let cell = cell_of(*selection, self.rows, self.columns).ok_or(Refusal::NoSuchCell)?;
        with_listed!(&mut self.board, listed => listed.play_at(cell))
    }

    fn position(&self) -> Position {
        with_listed!(&self.board, listed => {
            let cells = listed.board().bytes_by_column(self.rows, self.columns);
            Position::from_bytes(self.rows, self.columns, cells)
        })
    }

    fn outcome(&self) -> Outcome {
        with_listed!(&self.board, listed => {
            if listed.board().is_won() {
                Outcome::Won
            } else if listed.groups().is_empty() {
                Outcome::Stuck
            } else {
                Outcome::Playing
            }
        })
    }

    fn validate(&self) -> Result<(), String> {
        with_listed!(&self.board, listed => listed.board().validate())
    }
}
