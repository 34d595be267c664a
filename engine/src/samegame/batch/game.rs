//! The adapter for the checks: a game on one board of a batch, among others.

use std::ops::ControlFlow;

use twinboard_vocabulary::samegame::{Cell, Grid, Outcome, Position, Refusal, Selection};
use twinboard_vocabulary::{Game, random, samegame as vocabulary};

use super::boards::Batch;
use super::lanes::BOARDS;
use super::playouts::{Level, playouts_at, replay};
use crate::samegame::game::cell_of;
use crate::samegame::planes::Board;

/// `validate` plays random games at one step in eight, chosen by the state of the random numbers.
const STEPS_PER_PLAYOUTS: u64 = 8;

/// A game of SameGame on one board of a [`Batch`].
///
/// The other boards play random games from the same grid at the same time, so that a step that
/// leaks from one lane to another changes the game. The grid decides on the lane.
#[derive(Clone, Debug)]
pub struct BatchGame {
    rows: u8,
    columns: u8,
    batch: AnyBatch,
}

/// The sizes of boards that [`BatchGame`] plays on.
#[derive(Clone, Debug)]
enum AnyBatch {
    /// Up to 16 columns and 7 colours.
    Columns16Colours7(Box<LaneGame<4, 3>>),
    /// Up to 64 columns.
    Columns64(Box<LaneGame<16, 4>>),
}

/// Evaluates `$do` with `$lane_game` bound to the boards of any size.
macro_rules! with_lane_game {
    ($any:expr, $lane_game:ident => $do:expr) => {
        match $any {
            AnyBatch::Columns16Colours7($lane_game) => $do,
            AnyBatch::Columns64($lane_game) => $do,
        }
    };
}

/// A game in one lane of a batch, with random games in the other lanes.
#[derive(Clone, Debug)]
struct LaneGame<const W: usize, const P: usize> {
    batch: Batch<W, P>,
    /// Lane of the game.
    lane: usize,
    /// Board at the start, where the others start again when their games have ended.
    start: Board<W, P>,
    /// State of the random numbers for the others.
    state: u64,
}

impl BatchGame {
    /// The game on `grid`, with the fastest instructions of this CPU. Never `None` for a [`Grid`].
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        Self::at(Level::best(), grid)
    }

    /// [`set_up`](Self::set_up) with the instructions of `level`.
    #[must_use]
    pub fn at(level: Level, grid: &Grid) -> Option<Self> {
        let batch = Board::from_grid(grid)
            .map(|board| AnyBatch::Columns16Colours7(Box::new(LaneGame::new(level, board))))
            .or_else(|| {
                let board = Board::from_grid(grid)?;
                Some(AnyBatch::Columns64(Box::new(LaneGame::new(level, board))))
            })?;
        Some(Self { rows: grid.rows(), columns: grid.columns(), batch })
    }
}

impl<const W: usize, const P: usize> LaneGame<W, P> {
    fn new(level: Level, start: Board<W, P>) -> Self {
        let state = start.hash();
        Self {
            batch: Batch::at(level, &[start; BOARDS]),
            lane: state as usize % BOARDS,
            start,
            state,
        }
    }

    fn board(&self) -> Board<W, P> {
        self.batch.board(self.lane)
    }

    /// Plays the group of `cell`, and a random group on each other board.
    fn play(&mut self, cell: Cell) -> Result<vocabulary::Group, Refusal> {
        let board = self.board();
        let colour = board.get(cell).ok_or(Refusal::EmptyCell)?;
        let mut cells = [None; BOARDS];
        cells[self.lane] = Some(cell);
        let chosen = self.batch.groups_at(&cells);
        let group = chosen.cells(self.lane).ok_or(Refusal::SingleCell)?;
        let has_moves = self.batch.has_moves();
        for lane in (0..BOARDS).filter(|&lane| lane != self.lane && !has_moves[lane]) {
            self.batch.set(lane, &self.start);
        }
        let state = &mut self.state;
        let mut groups = self.batch.sample_groups(|| random::next(state));
        groups.replace(self.lane, &chosen);
        self.batch.play(&groups);
        Ok(vocabulary::Group::new(colour, group.iter()))
    }

    /// Plays random games from the position to their end, and compares the totals of one of them
    /// with those of the same game played step by step.
    fn check_playouts(&self) -> Result<(), String> {
        let (board, level, number) = (self.board(), self.batch.level, self.lane);
        let games = playouts_at(level, &[board], self.state, BOARDS);
        let replayed = replay(level, &board, self.state, number as u64);
        if games[number] == replayed {
            Ok(())
        } else {
            Err(format!("a random game has {:?}, step by step {replayed:?}", games[number]))
        }
    }

    fn sample(&self, random: &mut dyn FnMut() -> u64) -> Option<vocabulary::Group> {
        // The caller's numbers need not be random, and a batch takes many.
        let mut state = random();
        let groups = self.batch.sample_groups(|| random::next(&mut state));
        let cells = groups.cells(self.lane)?;
        let colour = self.board().get(cells.first()?)?;
        Some(vocabulary::Group::new(colour, cells.iter()))
    }

    fn visit(
        &self,
        rows: u8,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let board = self.board();
        // The groups of as many cells at a time, one per lane.
        let same_boards = Batch::at(self.batch.level, &[board; BOARDS]);
        let columns = 1..=board.columns_left();
        let mut all = columns.flat_map(|column| (1..=rows).map(move |row| Cell::new(row, column)));
        loop {
            let cells = std::array::from_fn(|_| all.next());
            let groups = same_boards.groups_at(&cells);
            for (lane, cell) in cells.into_iter().enumerate() {
                let Some(cell) = cell else { return ControlFlow::Continue(()) };
                let first = groups.cells(lane).filter(|cells| cells.first() == Some(cell));
                if let (Some(cells), Some(colour)) = (first, board.get(cell)) {
                    visit(&vocabulary::Group::new(colour, cells.iter()))?;
                }
            }
        }
    }
}

impl Game for BatchGame {
    type Vocabulary = vocabulary::SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_lane_game!(&self.batch, lane_game => lane_game.visit(self.rows, visit))
    }

    fn play(&mut self, selection: &Selection) -> Result<vocabulary::Group, Refusal> {
        let cell = cell_of(*selection, self.rows, self.columns).ok_or(Refusal::NoSuchCell)?;
        with_lane_game!(&mut self.batch, lane_game => lane_game.play(cell))
    }

    fn position(&self) -> Position {
        with_lane_game!(&self.batch, lane_game => {
            let cells = lane_game.board().bytes_by_column(self.rows, self.columns);
            Position::from_bytes(self.rows, self.columns, cells)
        })
    }

    fn outcome(&self) -> Outcome {
        with_lane_game!(&self.batch, lane_game => {
            if lane_game.board().is_won() {
                Outcome::Won
            } else if lane_game.batch.has_moves()[lane_game.lane] {
                Outcome::Playing
            } else {
                Outcome::Stuck
            }
        })
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<vocabulary::Group> {
        with_lane_game!(&self.batch, lane_game => lane_game.sample(random))
    }

    fn sampling_bias(&self) -> Option<u32> {
        Some(1)
    }

    fn validate(&self) -> Result<(), String> {
        with_lane_game!(&self.batch, lane_game => {
            (0..BOARDS).try_for_each(|lane| lane_game.batch.board(lane).validate())?;
            // Whole games take longer than a step.
            if lane_game.state.is_multiple_of(STEPS_PER_PLAYOUTS) {
                lane_game.check_playouts()
            } else {
                Ok(())
            }
        })
    }
}
