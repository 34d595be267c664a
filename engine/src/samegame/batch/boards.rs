//! The boards of a batch and their groups.

use twinboard_vocabulary::samegame::Cell;

use super::edges::Edges;
use super::lanes::{BOARDS, Columns, Lanes, NONE, any, mask};
use super::playouts::{Kernel, Level, on_level};
use super::remove;
use crate::samegame::cells::CellSet;
use crate::samegame::lanes::{LANE_ROWS, WORD_COLUMNS};
use crate::samegame::planes::Board;

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
    pub(super) planes: [Columns<W>; P],
    /// Columns that any board has had; the others are empty.
    pub(super) columns: usize,
    pub(super) level: Level,
}

/// A group of each board of a batch, or none.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct BatchGroups<const W: usize> {
    pub(super) cells: Columns<W>,
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
    pub(super) const fn none() -> Self {
        Self { cells: [[NONE; 4]; W] }
    }

    /// Takes the group of board `lane` from `other`.
    pub(super) fn replace(&mut self, lane: usize, other: &Self) {
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
