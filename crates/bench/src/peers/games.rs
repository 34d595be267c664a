//! The two games as a property test plays them: raw numbers become a board and requests.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arbitrary::Unstructured;
use twinboard_vocabulary::linkpop::{
    self, Attribute, Block, Board, Margin, Pick, Setup, Step, Symbol,
};
use twinboard_vocabulary::samegame::{self, Grid, Selection};
use twinboard_vocabulary::{Game, LegalMoveOf, Vocabulary};

/// What a generator draws. Numbers are taken modulo what there is.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// Number of different colours or symbols, at least 1.
    pub(crate) kinds: u8,
    /// At least one; repeated over the board.
    pub(crate) cells: Vec<u8>,
    pub(crate) moves: Vec<[u8; 4]>,
}

/// Largest number of requests that a generator draws, and of cells that it draws for itself.
pub(crate) const MOVES_MAX: usize = 40;
pub(crate) const CELLS_MAX: usize = 200;

/// A game that a property test checks.
pub(crate) trait PlayedByHand: 'static {
    const ROWS_MAX: u8;
    const COLUMNS_MAX: u8;

    /// Plays the case; false if the sides differ.
    fn agrees(raw: &Raw) -> bool;

    /// The case as text.
    fn text(raw: &Raw) -> String;

    /// The same, with a panic taken for a difference.
    fn holds(raw: &Raw) -> bool {
        panic::catch_unwind(AssertUnwindSafe(|| Self::agrees(raw))).unwrap_or(false)
    }
}

static STEPS: AtomicU64 = AtomicU64::new(0);

/// Steps that property tests have played so far.
pub(crate) fn steps() -> u64 {
    STEPS.load(Relaxed)
}

impl Raw {
    /// What a fuzz target makes of its input.
    pub(crate) fn of_bytes<G: PlayedByHand>(bytes: &[u8]) -> arbitrary::Result<Self> {
        let mut bytes = Unstructured::new(bytes);
        let rows = bytes.int_in_range(1..=G::ROWS_MAX)?;
        let columns = bytes.int_in_range(1..=G::COLUMNS_MAX)?;
        let kinds = bytes.int_in_range(1..=10)?;
        let count = bytes.int_in_range(0..=MOVES_MAX)?;
        let moves = (0..count).map(|_| bytes.arbitrary()).collect::<arbitrary::Result<_>>()?;
        let cells = bytes.take_rest();
        if cells.is_empty() {
            return Err(arbitrary::Error::NotEnoughData);
        }
        Ok(Self {
            rows,
            columns,
            kinds,
            cells: cells[..cells.len().min(CELLS_MAX)].to_vec(),
            moves,
        })
    }

    fn kind(&self, index: usize) -> u8 {
        self.cells[index % self.cells.len()] % self.kinds
    }

    fn count(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }
}

fn legal_moves<G: Game>(game: &G) -> Vec<LegalMoveOf<G::Vocabulary>> {
    let mut legal = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        legal.push(mv.clone());
        ControlFlow::Continue(())
    });
    legal.sort();
    legal
}

/// Plays moves on both sides; true if result, board, outcome and legal moves are always the same.
fn play<V: Vocabulary>(
    mut engine: impl Game<Vocabulary = V>,
    mut oracle: impl Game<Vocabulary = V>,
    mut moves: impl Iterator<Item = V::Move>,
) -> bool {
    loop {
        STEPS.fetch_add(1, Relaxed);
        let lists = [legal_moves(&engine), legal_moves(&oracle)];
        if engine.position() != oracle.position()
            || engine.outcome() != oracle.outcome()
            || lists[0] != lists[1]
        {
            return false;
        }
        let Some(mv) = moves.next() else { return true };
        if engine.play(&mv) != oracle.play(&mv) {
            return false;
        }
    }
}

pub(crate) struct SameGame;

impl SameGame {
    fn case(raw: &Raw) -> (Grid, Vec<Selection>) {
        let colours = (0..raw.count()).map(|index| raw.kind(index)).collect();
        let grid = Grid::new(raw.rows, raw.columns, colours).expect("it is within the limits");
        let pick = |[row, column, ..]: &[u8; 4]| {
            let of = |number: &u8, side: u8| u64::from(number % side) + 1;
            Selection::new(of(row, raw.rows), of(column, raw.columns)).expect("they start at 1")
        };
        (grid, raw.moves.iter().map(pick).collect())
    }
}

impl PlayedByHand for SameGame {
    const ROWS_MAX: u8 = samegame::ROWS_MAX;
    const COLUMNS_MAX: u8 = samegame::COLUMNS_MAX;

    fn agrees(raw: &Raw) -> bool {
        let (grid, moves) = Self::case(raw);
        match (
            twinboard_engine::samegame::SameGame::set_up(&grid),
            twinboard_oracle::SameGame::set_up(&grid),
        ) {
            (Some(engine), Some(oracle)) => play(engine, oracle, moves.into_iter()),
            (None, None) => true,
            _ => false,
        }
    }

    fn text(raw: &Raw) -> String {
        let (grid, moves) = Self::case(raw);
        samegame::text::print([(&grid, &*moves)])
    }
}

pub(crate) struct LinkPop;

impl LinkPop {
    fn case(raw: &Raw) -> (Setup, Vec<Step>) {
        let block = |index: usize| {
            let attribute = Attribute::ALL[usize::from(raw.kind(3 * index + 1)) % 5];
            Some(Block { symbol: Symbol::new(raw.kind(index)), attribute })
        };
        let cells = (0..raw.count()).map(block).collect();
        let board = Board::new(raw.rows, raw.columns, cells).expect("it is within the limits");
        let pick = |row: u8, column: u8| {
            Pick::from((u64::from(row % raw.rows), u64::from(column % raw.columns)))
        };
        let step = |&[a, b, c, d]: &[u8; 4]| {
            if a % 8 == 7 { Step::Robot } else { Step::Pop(pick(a, b), pick(c, d)) }
        };
        (Setup { board, margin: Margin::Inside }, raw.moves.iter().map(step).collect())
    }
}

impl PlayedByHand for LinkPop {
    const ROWS_MAX: u8 = linkpop::SIDE_MAX;
    const COLUMNS_MAX: u8 = linkpop::SIDE_MAX;

    fn agrees(raw: &Raw) -> bool {
        let (setup, moves) = Self::case(raw);
        match (
            twinboard_engine::linkpop::LinkPop::set_up(&setup),
            twinboard_oracle::LinkPop::set_up(&setup),
        ) {
            (Some(engine), Some(oracle)) => play(engine, oracle, moves.into_iter()),
            (None, None) => true,
            _ => false,
        }
    }

    fn text(raw: &Raw) -> String {
        let (setup, moves) = Self::case(raw);
        linkpop::text::print(&setup, &moves, Margin::Inside)
    }
}
