//! The adapter for the checks: a game on any grid of a case file, with the vocabulary of
//! `twinboard_vocabulary`.

use std::ops::ControlFlow;

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::samegame::{
    COLUMNS_MAX, Cell, Grid, Outcome, Position, Refusal, Selection,
};
use twinboard_vocabulary::{Game, samegame as vocabulary};

use super::construct::Ranks;
use super::edges::{BoardWithEdges, Edges};
use super::groups::Group;
use super::lanes::{LANE_ROWS, WORD_COLUMNS};
use super::planes::Board;
use crate::bits::fold;
use crate::planted::{Fault, planted};

/// A game of SameGame on any grid that a case file may contain.
///
/// Consists of the smallest sufficient [`Board`](super::Board), its edges, and the number of rows
/// and columns of the grid, which the board does not store. A search that knows the size of its
/// grids should use the board itself, which saves a dispatch at every call.
///
/// ```
/// use twinboard_vocabulary::samegame::{Grid, Outcome, Selection};
/// use twinboard_vocabulary::Game;
/// use twinboard_engine::samegame::SameGame;
///
/// let grid: Grid = "2 2\n5 5\n5 5\n".parse().unwrap();
/// let mut game = SameGame::set_up(&grid).unwrap();
/// let group = game.play(&Selection::new(1, 1).unwrap()).unwrap();
/// assert_eq!((group.size(), game.outcome()), (4, Outcome::Won));
/// ```
#[derive(Debug)]
pub struct SameGame {
    rows: u8,
    columns: u8,
    board: AnyBoard,
}

/// The sizes of boards that [`SameGame`] plays on.
///
/// Few on purpose: each is separately compiled code and must be checked separately, and every
/// further size would reduce the share of a campaign that each one gets. Searches use the two
/// smallest, with three planes or four.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box is allocated for every copy")]
enum AnyBoard {
    /// Up to 16 columns and 7 colours: the 15 × 15 × 5 of competitions.
    Columns16Colours7(BoardWithEdges<4, 3>),
    /// Up to 16 columns.
    Columns16(BoardWithEdges<4, 4>),
    /// Up to 40 columns, the limit of the judge.
    Columns40(BoardWithEdges<10, 4>),
    /// Up to 64 columns, the limit of case files.
    Columns64(BoardWithEdges<16, 4>),
}

/// Evaluates `$do` with `$board` bound to the board of any size.
macro_rules! with_board {
    ($any:expr, $board:ident => $do:expr) => {
        match $any {
            AnyBoard::Columns16Colours7($board) => $do,
            AnyBoard::Columns16($board) => $do,
            AnyBoard::Columns40($board) => $do,
            AnyBoard::Columns64($board) => $do,
        }
    };
}

impl AnyBoard {
    /// The smallest board with room for the grid.
    fn from_grid(grid: &Grid) -> Option<Self> {
        if planted(Fault::Refused) && grid.columns() == COLUMNS_MAX {
            return None;
        }
        (BoardWithEdges::from_grid(grid).map(Self::Columns16Colours7))
            .or_else(|| BoardWithEdges::from_grid(grid).map(Self::Columns16))
            .or_else(|| BoardWithEdges::from_grid(grid).map(Self::Columns40))
            .or_else(|| BoardWithEdges::from_grid(grid).map(Self::Columns64))
    }
}

/// The cell that a selection names; `None` if it is not on a grid of this size (SG-6).
pub(super) fn cell_of(selection: Selection, rows: u8, columns: u8) -> Option<Cell> {
    let (rows, columns) = if planted(Fault::RefusalOrder) {
        (LANE_ROWS as u8, columns.next_multiple_of(WORD_COLUMNS as u8))
    } else if planted(Fault::LastRow) {
        (rows - 1, columns)
    } else {
        (rows, columns)
    };
    // Compared before the conversion: a truncated number could be a valid row.
    let on_grid = (1..=u64::from(rows)).contains(&selection.row())
        && (1..=u64::from(columns)).contains(&selection.column());
    on_grid.then(|| Cell::new(selection.row() as u8, selection.column() as u8))
}

/// Implemented by hand as a place for a planted fault. Unused words are copied, too: that takes a
/// quarter of the time of a copy that first determines the number of used words (measured).
impl Clone for SameGame {
    fn clone(&self) -> Self {
        let mut copy = Self { ..*self };
        if planted(Fault::CopyShort) {
            let words = usize::from(self.columns) / WORD_COLUMNS as usize;
            with_board!(&mut copy.board, board => {
                board.board.planes.iter_mut().for_each(|plane| plane[words..].fill(0));
            });
        }
        copy
    }
}

impl SameGame {
    /// The game on `grid`. Never `None` for a [`Grid`], which cannot exceed the limits of case
    /// files.
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        Some(Self { rows: grid.rows(), columns: grid.columns(), board: AnyBoard::from_grid(grid)? })
    }
}

impl Game for SameGame {
    type Vocabulary = vocabulary::SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_board!(&self.board, board => {
            board.groups().try_for_each(|group| visit(&to_group(&group)))
        })
    }

    fn count_legal_moves(&self) -> Option<u64> {
        Some(with_board!(&self.board, board => board.groups().count() as u64))
    }

    fn play(&mut self, selection: &Selection) -> Result<vocabulary::Group, Refusal> {
        let cell = cell_of(*selection, self.rows, self.columns).ok_or(Refusal::NoSuchCell)?;
        with_board!(&mut self.board, board => Ok(to_group(&board.play(cell)?)))
    }

    fn advance(&mut self, selection: &Selection) -> Result<(), Refusal> {
        let cell = cell_of(*selection, self.rows, self.columns).ok_or(Refusal::NoSuchCell)?;
        with_board!(&mut self.board, board => board.advance(cell))
    }

    fn position(&self) -> Position {
        with_board!(&self.board, board => {
            let cells = board.board.bytes_by_column(self.rows, self.columns);
            Position::from_bytes(self.rows, self.columns, cells)
        })
    }

    fn outcome(&self) -> Outcome {
        with_board!(&self.board, board => {
            if board.board.is_won() {
                Outcome::Won
            } else if board.has_moves() {
                Outcome::Playing
            } else {
                Outcome::Stuck
            }
        })
    }

    /// Combines the hash of the board with the size of the grid: boards with equal cells are equal,
    /// but positions on grids of different sizes are not.
    fn key(&self) -> Option<u64> {
        if planted(Fault::KeyByColumns) {
            let position = self.position();
            let bytes = position.bytes().iter();
            return Some(bytes.fold(SEED, |hash, &byte| fold(hash ^ u64::from(byte), SEED)));
        }
        let size = u64::from(self.rows) << 8 | u64::from(self.columns);
        let hash = with_board!(&self.board, board => board.board.hash());
        Some(hash ^ fold(size, SEED))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<vocabulary::Group> {
        with_board!(&self.board, board => {
            board.sample_group(random).map(|group| to_group(&group))
        })
    }

    fn sampling_bias(&self) -> Option<u32> {
        Some(1)
    }

    /// Checks the invariants of the board, and that no cell is beyond the rows and columns of the
    /// grid.
    fn validate(&self) -> Result<(), String> {
        with_board!(&self.board, board => {
            board.validate()?;
            let beyond = |cell: &Cell| cell.row() > self.rows || cell.column() > self.columns;
            match board.board.occupied().iter().find(beyond) {
                Some(cell) => Err(format!("the cell {cell} is beyond the grid, but not empty")),
                None => Ok(()),
            }
        })
    }
}

/// The group as a type of the vocabulary.
pub(super) fn to_group<const W: usize>(group: &Group<W>) -> vocabulary::Group {
    vocabulary::Group::new(group.colour(), group.cells().iter())
}

// The hash of a position.
//
// A cell that drops moves everything above it and a column that closes up moves everything to its
// right, so an incremental hash (Zobrist hashing) would touch half the board at each move. Hashing
// the few words of a board from scratch is cheaper.

/// The first 64 binary digits of the golden ratio after the point, an odd number.
pub(super) const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Constants without a pattern, one a plane: the first 64 binary digits of √2, √3, √5 and √7 after
/// the point, made odd.
const SECRETS: [u64; 4] =
    [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1];

impl<const W: usize, const P: usize> Board<W, P> {
    /// A 64-bit hash of the position, well mixed in all bits.
    ///
    /// Depends on the colours of the cells only: not on the moves that led to them, the size of the
    /// grid, `W` or `P`. So equal cells have equal hashes on boards of different types and on grids
    /// of different widths.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        let first = usize::from(planted(Fault::HashPlane));
        let mut hash = SEED;
        for w in 0..W {
            // Words without cells, always the last ones, do not contribute, so that the hash is
            // independent of `W`.
            if self.occupied_word(w) == 0 {
                break;
            }
            // Missing planes are zero. The secrets are necessary: folding a full plane with any
            // number gives a full word, and full planes are common.
            let plane = |p: usize| if (first..P).contains(&p) { self.planes[p][w] } else { 0 };
            let secret = |p: usize| plane(p) ^ SECRETS[p];
            let word = fold(secret(0), secret(1)) ^ fold(secret(2), secret(3)).rotate_left(32);
            hash = fold(hash ^ word, SEED).wrapping_add(word);
        }
        hash
    }
}

impl<const W: usize, const P: usize> Board<W, P> {
    /// A uniformly random group; `None` if and only if the position has none.
    ///
    /// Every call of `random` returns 64 uniformly distributed bits; most draws need one call.
    ///
    /// ```text
    /// draw a candidate for the first cell of a group; fill its group;
    /// if the candidate is its first cell, return the group, else remove the candidate and draw
    /// again
    /// ```
    ///
    /// Each group has exactly one first cell, so the first accepted candidate in random order is
    /// fair to all groups. No candidate is drawn twice, so the loop ends even if the numbers are
    /// not random. A draw takes about 1.15 fills; a list of the 21 groups takes 24 (measured: 15 ×
    /// 15, 5 colours, random games).
    #[inline]
    pub fn sample_group(&self, random: impl FnMut() -> u64) -> Option<Group<W>> {
        self.sample_group_along(&self.edges(), random)
    }

    /// [`sample_group`](Self::sample_group); `edges` are those of this board.
    #[inline]
    pub(super) fn sample_group_along(
        &self,
        edges: &Edges<W>,
        mut random: impl FnMut() -> u64,
    ) -> Option<Group<W>> {
        let mut candidates = edges.first_cell_candidates();
        loop {
            let ranks = Ranks::of(&candidates);
            let count = ranks.count.saturating_sub(planted(Fault::SampleLast).into());
            if count == 0 {
                return None;
            }
            let count = count - u64::from(planted(Fault::SampleMany) && count > 40);
            let (w, bit) = ranks.select(below(&mut random, count));
            let group = self.group_beginning(edges, w, bit);
            if group.is_some() {
                return group;
            }
            candidates.words[w] ^= 1 << bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::Game;
    use twinboard_vocabulary::samegame::Grid;

    use super::{AnyBoard, SameGame};

    #[test]
    fn validate_checks_the_size_of_the_grid_and_the_board() {
        let grid = |rows, columns| {
            let cells = usize::from(rows) * usize::from(columns);
            Grid::new(rows, columns, vec![9; cells]).expect("within the limits")
        };
        for columns in [3, 20, 50] {
            let game = SameGame::set_up(&grid(2, columns)).expect("every grid fits");
            assert_eq!(game.validate(), Ok(()));
            let spoiled = |rows, columns| {
                let spoiled = SameGame { rows, columns, board: game.board };
                spoiled.validate().expect_err("it is too small")
            };
            assert_eq!(spoiled(1, columns), "the cell (2,1) is beyond the grid, but not empty");
            let beyond = format!("the cell (1,{columns}) is beyond the grid, but not empty");
            assert_eq!(spoiled(2, columns - 1), beyond);
        }
        let SameGame { rows, columns, board } = SameGame::set_up(&grid(2, 2)).expect("it fits");
        let AnyBoard::Columns16(mut board) = board else { panic!("colour 9 takes four planes") };
        board.board.planes.iter_mut().for_each(|plane| plane[0] &= !1);
        let floating = SameGame { rows, columns, board: AnyBoard::Columns16(board) };
        assert_eq!(floating.validate(), Err("a cell is above an empty one".into()));

        let game = SameGame::set_up(&grid(2, 2)).expect("it fits");
        let AnyBoard::Columns16(mut board) = game.board else { panic!("of the same size") };
        board.board.planes.iter_mut().for_each(|plane| plane[0] &= !2);
        let stale = SameGame { board: AnyBoard::Columns16(board), ..game };
        assert_eq!(stale.validate(), Err("the edges kept are not those of the board".into()));
    }
}
