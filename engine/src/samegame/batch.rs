//! Thirty-two boards in lockstep: vector `c` has column `c` of all boards, one lane per board.
//!
//! ```text
//!                     lane 0    lane 1    lane 2        lane 31
//!   plane 0, column 1  ....1101  ....0110  ....0000  …   ....0111   ← one vector of 32 × 16 bits
//!   plane 0, column 2  ....1001  ....1110  ....0000  …   ....0011
//!     …
//! ```
//!
//! All boards take each step together. A step of the rules costs the same instructions for 32
//! boards as for one, and no branch depends on a single board, so hardly any is mispredicted: the
//! time of [`Board`] goes there. A board that needs fewer rounds of a loop than another waits.
//!
//! Plain loops over arrays, which the compiler turns into vector instructions, once for each
//! [`Level`]. Results do not depend on the level.
//!
//! * [`playouts`]: random games to their end, for Monte-Carlo searches;
//! * [`Batch`]: the boards, with groups by cell or at random, and their removal;
//! * [`BatchGame`]: a game on one of the boards as [`twinboard_vocabulary::Game`], for the checks.
//!
//! ```
//! use twinboard_vocabulary::samegame::Grid;
//! use twinboard_engine::samegame::{Board, batch};
//!
//! let grid: Grid = "2 3\n1 1 2\n2 2 1\n".parse().unwrap();
//! let board = Board::<1, 3>::from_grid(&grid).unwrap();
//!
//! // Which first move leaves fewer cells on average?
//! let after = |group| {
//!     let mut board = board;
//!     board.play(group);
//!     board
//! };
//! let groups: Vec<_> = board.groups().collect();
//! let games = batch::playouts(&groups.iter().map(after).collect::<Vec<_>>(), 7, 100);
//! let cells_left = |games: &[batch::Playout]| games.iter().map(|game| game.cells_left).sum();
//! let totals: Vec<u16> = games.chunks(100).map(cells_left).collect();
//! assert_eq!(totals, [100, 200]);
//! ```

// Only code inlined into a function with the instructions of a level is compiled for it. A loop
// over the lanes of several vectors at once reads better with an index than zipped, and one such
// loop is compiled to better code than a loop and a copy of a vector.
#![expect(clippy::inline_always, clippy::needless_range_loop, clippy::manual_memcpy)]

use twinboard_vocabulary::samegame::Cell;

use super::cells::CellSet;
use super::lanes::{LANE_ROWS, WORD_COLUMNS};
use super::planes::Board;

mod draw;
mod edges;
mod game;
mod level;
mod playouts;
mod remove;

pub use game::BatchGame;
pub use level::Level;
pub use playouts::{Playout, playouts, playouts_at};

use edges::Edges;
use level::{Kernel, on_level};

/// Number of boards of a batch, the lanes of a vector: one register of AVX-512, two of AVX2, four
/// of SSE2. With 16 lanes AVX2 waits for its instructions, with 64 lanes AVX-512 for the slowest
/// board (measured).
pub const BOARDS: usize = 32;

/// A number per board. A column of a plane, a set of rows, or all ones for true.
type Lanes = [u16; BOARDS];

/// A vector per column. `as_flattened` is the slice of the columns; its length `4 · W` cannot be
/// written as the length of an array.
type Columns<const W: usize> = [[Lanes; WORD_COLUMNS as usize]; W];

const NONE: Lanes = [0; BOARDS];

/// Up to 32 boards of the same type, which play in lockstep.
///
/// ```
/// use twinboard_vocabulary::samegame::{Cell, Grid};
/// use twinboard_engine::samegame::{Board, batch::{BOARDS, Batch}};
///
/// let board = |text: &str| Board::<1, 3>::from_grid(&text.parse().unwrap()).unwrap();
/// let mut batch = Batch::new(&[board("1 3\n1 1 2\n"), board("1 3\n0 1 1\n")]);
///
/// // The group of cell (1,2) on both boards.
/// let groups = batch.groups_at(&[Some(Cell::new(1, 2)); BOARDS]);
/// assert_eq!(groups.cells(0).unwrap().len(), 2);
/// assert!(groups.cells(2).is_none(), "the other boards of the batch are empty");
/// batch.play(&groups);
/// assert_eq!(format!("{:?}", batch.board(0)), r#"["2"]"#);
/// assert_eq!(format!("{:?}", batch.board(1)), r#"["0"]"#);
/// ```
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Batch<const W: usize, const P: usize> {
    planes: [Columns<W>; P],
    /// Columns that any board has had; the others are empty.
    columns: usize,
    level: Level,
}

/// A group of each board of a batch, or none.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct BatchGroups<const W: usize> {
    cells: Columns<W>,
}

impl<const W: usize, const P: usize> Batch<W, P> {
    /// A batch of these boards; its other boards are empty.
    ///
    /// # Panics
    ///
    /// If there are more than [`BOARDS`].
    #[must_use]
    pub fn new(boards: &[Board<W, P>]) -> Self {
        Self::at(Level::best(), boards)
    }

    /// [`new`](Self::new) with the instructions of `level`, for tests and benchmarks.
    ///
    /// # Panics
    ///
    /// If there are more than [`BOARDS`].
    #[must_use]
    pub fn at(level: Level, boards: &[Board<W, P>]) -> Self {
        assert!(boards.len() <= BOARDS, "a batch has {BOARDS} boards");
        let mut batch = Self { planes: [[[NONE; 4]; W]; P], columns: 0, level };
        boards.iter().enumerate().for_each(|(lane, board)| batch.set(lane, board));
        batch
    }

    /// A copy of board `lane`.
    ///
    /// # Panics
    ///
    /// If `lane` is not below [`BOARDS`].
    #[must_use]
    pub fn board(&self, lane: usize) -> Board<W, P> {
        Board { planes: self.planes.each_ref().map(|plane| words(plane, lane)) }
    }

    /// Replaces board `lane`.
    ///
    /// # Panics
    ///
    /// If `lane` is not below [`BOARDS`].
    pub fn set(&mut self, lane: usize, board: &Board<W, P>) {
        self.columns = self.columns.max(usize::from(board.columns_left()));
        for (plane, words) in self.planes.iter_mut().zip(&board.planes) {
            for (c, column) in plane.as_flattened_mut()[..self.columns].iter_mut().enumerate() {
                let shift = c as u32 % WORD_COLUMNS * LANE_ROWS;
                column[lane] = (words[c / WORD_COLUMNS as usize] >> shift) as u16;
            }
        }
    }

    /// The group of a cell of each board; none where no cell is given, the cell is empty or beyond
    /// the room of the board, or its region is a single cell.
    #[must_use]
    pub fn groups_at(&self, cells: &[Option<Cell>; BOARDS]) -> BatchGroups<W> {
        let mut seeds = BatchGroups::<W>::none();
        for (lane, cell) in cells.iter().enumerate() {
            let Some(cell) = *cell else { continue };
            let column = usize::from(cell.column()) - 1;
            if column < self.columns && u32::from(cell.row()) <= LANE_ROWS {
                seeds.cells.as_flattened_mut()[column][lane] = 1 << (cell.row() - 1);
            }
        }
        on_level(self.level, GroupsAt { batch: self, seeds })
    }

    /// A uniformly random group of each board; none where the board has none.
    ///
    /// Every call of `random` returns 64 uniformly distributed bits, of which 16 decide a draw. The
    /// draw of a candidate that is not the first cell of its group is repeated; so the call does
    /// not end if `random` is constant.
    #[must_use]
    pub fn sample_groups(&self, mut random: impl FnMut() -> u64) -> BatchGroups<W> {
        let mut drawn = BatchGroups::<W>::none();
        let mut missing = [u16::MAX; BOARDS];
        while any(&missing) {
            let bits = std::array::from_fn(|_| random());
            let (drawn, missing) = (&mut drawn, &mut missing);
            on_level(self.level, Sample { batch: self, bits, drawn, missing });
        }
        drawn
    }

    /// True for each board that has a group.
    #[must_use]
    pub fn has_moves(&self) -> [bool; BOARDS] {
        on_level(self.level, HasMoves { batch: self })
    }

    /// Removes the groups; boards without one stay as they are.
    #[inline]
    pub fn play(&mut self, groups: &BatchGroups<W>) {
        on_level(self.level, Play { batch: self, groups: groups.clone() });
    }

    /// The edges of all boards.
    #[inline(always)]
    fn edges(&self) -> Edges<W> {
        Edges::of(&self.planes, self.columns)
    }
}

impl<const W: usize> BatchGroups<W> {
    const fn none() -> Self {
        Self { cells: [[NONE; 4]; W] }
    }

    /// Takes the group of board `lane` from `other`.
    fn replace(&mut self, lane: usize, other: &Self) {
        let columns = self.cells.as_flattened_mut();
        for (column, other) in columns.iter_mut().zip(other.cells.as_flattened()) {
            column[lane] = other[lane];
        }
    }

    /// The cells of the group of board `lane`, at least two; `None` if it has no group.
    ///
    /// # Panics
    ///
    /// If `lane` is not below [`BOARDS`].
    #[must_use]
    pub fn cells(&self, lane: usize) -> Option<CellSet<W>> {
        let cells = CellSet { words: words(&self.cells, lane) };
        (!cells.is_empty()).then_some(cells)
    }
}

/// The words of one lane, in the layout of [`Board`].
fn words<const W: usize>(columns: &Columns<W>, lane: usize) -> [u64; W] {
    columns.each_ref().map(|columns| {
        columns.iter().rev().fold(0, |word, column| word << LANE_ROWS | u64::from(column[lane]))
    })
}

/// True if any lane is not 0.
#[inline(always)]
fn any(lanes: &Lanes) -> bool {
    lanes.iter().fold(0, |any, lane| any | lane) != 0
}

/// All ones for true, for `&` and `|` with the lanes of a vector.
#[inline(always)]
const fn mask(condition: bool) -> u16 {
    if condition { u16::MAX } else { 0 }
}

struct GroupsAt<'a, const W: usize, const P: usize> {
    batch: &'a Batch<W, P>,
    seeds: BatchGroups<W>,
}

impl<const W: usize, const P: usize> Kernel for GroupsAt<'_, W, P> {
    type Output = BatchGroups<W>;

    #[inline(always)]
    fn run(self) -> BatchGroups<W> {
        let Self { batch, seeds: mut groups } = self;
        let edges = batch.edges();
        edges.keep_connected(&mut groups.cells);
        edges.fill(&mut groups.cells);
        groups
    }
}

/// One draw for each board whose group is `missing`.
struct Sample<'a, const W: usize, const P: usize> {
    batch: &'a Batch<W, P>,
    bits: [u64; BOARDS],
    drawn: &'a mut BatchGroups<W>,
    missing: &'a mut Lanes,
}

impl<const W: usize, const P: usize> Kernel for Sample<'_, W, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { batch, bits, drawn, missing } = self;
        let edges = batch.edges();
        let mut groups = BatchGroups::<W>::none();
        let accepted = edges.draw(&bits, &mut groups.cells);
        let counts = edges.counts();
        let drawn = drawn.cells.as_flattened_mut();
        for (drawn, group) in drawn.iter_mut().zip(groups.cells.as_flattened()) {
            for i in 0..BOARDS {
                drawn[i] |= group[i] & missing[i];
            }
        }
        for i in 0..BOARDS {
            missing[i] &= !accepted[i] & mask(counts[i] > 0);
        }
    }
}

struct HasMoves<'a, const W: usize, const P: usize> {
    batch: &'a Batch<W, P>,
}

impl<const W: usize, const P: usize> Kernel for HasMoves<'_, W, P> {
    type Output = [bool; BOARDS];

    #[inline(always)]
    fn run(self) -> [bool; BOARDS] {
        self.batch.edges().counts().map(|count| count > 0)
    }
}

struct Play<'a, const W: usize, const P: usize> {
    batch: &'a mut Batch<W, P>,
    groups: BatchGroups<W>,
}

impl<const W: usize, const P: usize> Kernel for Play<'_, W, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { batch, mut groups } = self;
        remove::remove(&mut batch.planes, batch.columns, &mut groups.cells);
    }
}
