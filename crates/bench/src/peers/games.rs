//! The two games as a property test plays them: raw numbers become a board and requests.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arbitrary::Unstructured;
use twinboard_vocabulary::linkpop::{
    self, Attribute, Block, Board, Margin, Pick, Popped, Setup, Step, Symbol,
};
use twinboard_vocabulary::samegame::{self, Grid, Selection};
use twinboard_vocabulary::{
    CaseReader, Game, Item, LegalMoveOf, Limits, MoveOf, Rest, SetupOf, Vocabulary,
};

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
    type Vocabulary: Vocabulary;
    const ROWS_MAX: u8;
    const COLUMNS_MAX: u8;

    fn case(raw: &Raw) -> (SetupOf<Self::Vocabulary>, Vec<MoveOf<Self::Vocabulary>>);

    /// Plays a case on both sides; false if they differ.
    fn agrees(
        setup: &SetupOf<Self::Vocabulary>,
        moves: impl Iterator<Item = MoveOf<Self::Vocabulary>>,
    ) -> bool;

    fn print(setup: &SetupOf<Self::Vocabulary>, moves: &[MoveOf<Self::Vocabulary>]) -> String;

    fn reader(text: &str) -> impl CaseReader<Self::Vocabulary>;

    /// The case as text.
    fn text(raw: &Raw) -> String {
        let (setup, moves) = Self::case(raw);
        Self::print(&setup, &moves)
    }

    /// Plays the case; false if the sides differ or one of them panics.
    fn holds(raw: &Raw) -> bool {
        let played = || {
            let (setup, moves) = Self::case(raw);
            Self::agrees(&setup, moves.into_iter())
        };
        panic::catch_unwind(AssertUnwindSafe(played)).unwrap_or(false)
    }

    /// Set-up and moves of a case file, unless it has none or ends by repeating a move.
    fn read(text: &str) -> Option<(SetupOf<Self::Vocabulary>, Vec<MoveOf<Self::Vocabulary>>)> {
        let mut reader = Self::reader(text);
        let mut next = || reader.next_item().expect("the harness has printed it");
        let Some(Item::Setup(setup)) = next() else { return None };
        let mut moves = Vec::new();
        loop {
            match next()? {
                Item::Move(mv) => moves.push(mv),
                Item::Answer(Rest::Stop) => return Some((setup, moves)),
                _ => return None,
            }
        }
    }
}

/// Counts of what property tests have played so far.
#[derive(Clone, Copy)]
pub(crate) struct Played {
    pub(crate) steps: u64,
    /// Steps whose move both sides accepted.
    pub(crate) accepted: u64,
}

impl Played {
    pub(crate) fn since(self, before: Self) -> Self {
        Self { steps: self.steps - before.steps, accepted: self.accepted - before.accepted }
    }
}

static STEPS: AtomicU64 = AtomicU64::new(0);
static ACCEPTED: AtomicU64 = AtomicU64::new(0);

pub(crate) fn played() -> Played {
    Played { steps: STEPS.load(Relaxed), accepted: ACCEPTED.load(Relaxed) }
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
    same_event: fn(&V::Event, &V::Event) -> bool,
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
        let is_same = match (engine.play(&mv), oracle.play(&mv)) {
            (Ok(engine), Ok(oracle)) => {
                ACCEPTED.fetch_add(1, Relaxed);
                same_event(&engine, &oracle)
            }
            (Err(engine), Err(oracle)) => engine == oracle,
            _ => false,
        };
        if !is_same {
            return false;
        }
    }
}

/// The same where a side may not support the set-up.
fn play_both<V: Vocabulary>(
    engine: Option<impl Game<Vocabulary = V>>,
    oracle: Option<impl Game<Vocabulary = V>>,
    moves: impl Iterator<Item = V::Move>,
    same_event: fn(&V::Event, &V::Event) -> bool,
) -> bool {
    match (engine, oracle) {
        (Some(engine), Some(oracle)) => play(engine, oracle, moves, same_event),
        (None, None) => true,
        _ => false,
    }
}

pub(crate) struct SameGame;

impl PlayedByHand for SameGame {
    type Vocabulary = samegame::SameGame;
    const ROWS_MAX: u8 = samegame::ROWS_MAX;
    const COLUMNS_MAX: u8 = samegame::COLUMNS_MAX;

    fn case(raw: &Raw) -> (Grid, Vec<Selection>) {
        let colours = (0..raw.count()).map(|index| raw.kind(index)).collect();
        let grid = Grid::new(raw.rows, raw.columns, colours).expect("it is within the limits");
        let pick = |[row, column, ..]: &[u8; 4]| {
            let of = |number: &u8, side: u8| u64::from(number % side) + 1;
            Selection::new(of(row, raw.rows), of(column, raw.columns)).expect("they start at 1")
        };
        (grid, raw.moves.iter().map(pick).collect())
    }

    fn agrees(grid: &Grid, moves: impl Iterator<Item = Selection>) -> bool {
        let engine = twinboard_engine::samegame::SameGame::set_up(grid);
        play_both(engine, twinboard_oracle::SameGame::set_up(grid), moves, PartialEq::eq)
    }

    fn print(grid: &Grid, moves: &[Selection]) -> String {
        samegame::text::print([(grid, moves)])
    }

    fn reader(text: &str) -> impl CaseReader<Self::Vocabulary> {
        samegame::text::Reader::new(text.as_bytes(), Limits::Case)
    }
}

pub(crate) struct LinkPop;

impl PlayedByHand for LinkPop {
    type Vocabulary = linkpop::LinkPop;
    const ROWS_MAX: u8 = linkpop::SIDE_MAX;
    const COLUMNS_MAX: u8 = linkpop::SIDE_MAX;

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

    fn agrees(setup: &Setup, moves: impl Iterator<Item = Step>) -> bool {
        let engine = twinboard_engine::linkpop::LinkPop::set_up(setup);
        // Of several links with the same number of segments each side may choose its own.
        let same_event = |one: &Popped, other: &Popped| {
            (one.pair, one.symbol, one.link.cost()) == (other.pair, other.symbol, other.link.cost())
                && one.turns == other.turns
        };
        play_both(engine, twinboard_oracle::LinkPop::set_up(setup), moves, same_event)
    }

    fn print(setup: &Setup, moves: &[Step]) -> String {
        linkpop::text::print(setup, moves, Margin::Inside)
    }

    fn reader(text: &str) -> impl CaseReader<Self::Vocabulary> {
        linkpop::text::Reader::new(text.as_bytes(), Limits::Case, Margin::Inside)
    }
}
