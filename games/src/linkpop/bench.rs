//! What is measured of Link and Pop: the engine, the oracle and plain programs on the same tasks.
//!
//! * `robot-games-30x30x2` and the like: whole games of the robot on full boards of 30 × 30 with so
//!   many symbols, where symbols and attributes are drawn uniformly, with the margin inside. This is
//!   the judge's task without its text. `-outside` has the margin outside.
//! * `pops-30x30x13`: the same games with 13 symbols, by the list of their pops: no pair is looked
//!   for, the board only settles.
//! * `choices-30x30x13`: all positions of such games, in each of which the robot chooses a pair.
//!
//! The robot leaves nothing to choose, so contenders are held to the same pairs by a checksum.

use board::Game;
use board::game::below;
use board::linkpop::{self as vocabulary, Attribute, Block, Margin, Pair, Setup, Step, Symbol};
use engine::linkpop::Board;
use harness::bench::{Contender, Done, Measured, Note, Role, Suite, Workload};
use harness::random::SplitMix;

type Oracle = oracle::LinkPop;
type Plain = plain::linkpop::LinkPop;
type Lean = plain::linkpop::Lean;

const ENGINE: &str = "engine";
const ORACLE: &str = "oracle";
const PLAIN: &str = "plain";
const LEAN: &str = "plain, lean";

/// The workload whose games take a plain program the longest.
const SLOWEST: &str = "robot-games-30x30x6";

/// How many rows and columns a board has: the judge's largest.
const SIDE: u8 = 30;
/// How many boards the judge's file has at most, and how many seconds it is granted.
const BOARDS_IN_FILE: f64 = 30.0;
const GRANTED: f64 = 10.0;

/// The workloads of Link and Pop.
#[must_use]
pub fn suite() -> Suite {
    let inside = |symbols| Boards { symbols, margin: Margin::Inside };
    let outside = Boards { symbols: 26, margin: Margin::Outside };
    Suite {
        workloads: vec![
            games("robot-games-30x30x2", "robot's games on 30 × 30 with 2 symbols", inside(2)),
            games(SLOWEST, "robot's games on 30 × 30 with 6 symbols", inside(6)),
            games("robot-games-30x30x13", "robot's games on 30 × 30 with 13 symbols", inside(13)),
            games("robot-games-30x30x26", "robot's games on 30 × 30 with 26 symbols", inside(26)),
            games(
                "robot-games-30x30x26-outside",
                "the same with 26 symbols and links that may leave the board",
                outside,
            ),
            pops(inside(13)),
            choices(inside(13)),
        ],
        notes,
    }
}

/// What random boards are like.
#[derive(Clone, Copy)]
struct Boards {
    symbols: u8,
    margin: Margin,
}

impl Boards {
    /// The full board of a seed.
    fn setup(self, seed: u64) -> Setup {
        let mut random = SplitMix::new(seed);
        let mut number = |count: u8| below(&mut || random.next_u64(), count.into()) as u8;
        let block = |_| {
            let symbol = Symbol::new(number(self.symbols));
            let attribute = Attribute::ALL[usize::from(number(Attribute::ALL.len() as u8))];
            Some(Block { symbol, attribute })
        };
        Setup { board: vocabulary::Board::from_fn(SIDE, SIDE, block), margin: self.margin }
    }

    /// All positions of the robot's game on such a board but the last one, by the engine, and the
    /// pair that is popped in each.
    fn positions(self, seed: u64) -> impl Iterator<Item = (Board, Pair)> {
        let mut board = Board::from_setup(&self.setup(seed));
        let next = move || {
            let position = board.clone();
            let pair = board.choice()?.pair;
            board.pop(pair);
            Some((position, pair))
        };
        std::iter::from_fn(next)
    }
}

/// What a game of the robot had.
#[derive(Default)]
struct Played {
    pops: u64,
    segments: u64,
    checksum: u64,
}

impl Played {
    /// Counts a pop in. The order of the pops matters.
    fn count(&mut self, pair: Pair, cost: u8) {
        let cells = [pair.earlier(), pair.other()];
        let places = cells.map(|cell| [cell.row, cell.column]).into_iter().flatten();
        let code = places.fold(u64::from(cost), |code, number| code << 8 | u64::from(number));
        self.checksum = SplitMix::new(self.checksum ^ code).next_u64();
        self.segments += u64::from(cost);
        self.pops += 1;
    }

    fn done(self, blocks_left: u64) -> Done {
        let Self { pops, segments, checksum } = self;
        Done { units: pops, wholes: 1, sums: vec![segments, blocks_left], checksum }
    }
}

/// A program that plays the robot's games in two halves, which can be measured apart.
trait Robot: Sized + 'static {
    fn set_up(setup: &Setup) -> Self;
    /// The same game as on this board.
    fn take_over(board: &Board) -> Self {
        Self::set_up(&Setup { board: board.to_position(), margin: board.margin() })
    }
    /// The next pair and the cost of its link.
    fn choose(&mut self) -> Option<(Pair, u8)>;
    fn pop(&mut self, pair: Pair);
    fn blocks_left(&self) -> u64;
}

impl Robot for Board {
    fn set_up(setup: &Setup) -> Self {
        Self::from_setup(setup)
    }

    fn take_over(board: &Board) -> Self {
        board.clone()
    }

    fn choose(&mut self) -> Option<(Pair, u8)> {
        self.choice().map(|choice| (choice.pair, choice.cost))
    }

    fn pop(&mut self, pair: Pair) {
        self.pop(pair);
    }

    fn blocks_left(&self) -> u64 {
        self.blocks_left().into()
    }
}

impl Robot for Plain {
    fn set_up(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn choose(&mut self) -> Option<(Pair, u8)> {
        self.choice().map(|choice| (choice.pair, choice.cost))
    }

    fn pop(&mut self, pair: Pair) {
        self.pop(pair);
    }

    fn blocks_left(&self) -> u64 {
        self.blocks_left() as u64
    }
}

impl Robot for Lean {
    fn set_up(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn choose(&mut self) -> Option<(Pair, u8)> {
        self.choice().map(|choice| (choice.pair, choice.cost))
    }

    fn pop(&mut self, pair: Pair) {
        self.pop(pair);
    }

    fn blocks_left(&self) -> u64 {
        self.blocks_left() as u64
    }
}

/// A whole game.
fn play<R: Robot>(setup: &Setup) -> Done {
    let mut game = R::set_up(setup);
    let mut played = Played::default();
    while let Some((pair, cost)) = game.choose() {
        game.pop(pair);
        played.count(pair, cost);
    }
    played.done(game.blocks_left())
}

/// The oracle, as the checks play it: it also tells what a pop did.
fn play_oracle(setup: &Setup) -> Done {
    let mut game = Oracle::set_up(setup).expect("it is made for such boards");
    let mut played = Played::default();
    while let Ok(popped) = game.play(&Step::Robot) {
        played.count(popped.pair, popped.link.cost());
    }
    played.done(game.position().blocks().count() as u64)
}

fn games(name: &'static str, about: &'static str, boards: Boards) -> Workload {
    let contender = |name, role, play: fn(&Setup) -> Done| {
        Contender::new(name, role, move |seed| {
            let setup = boards.setup(seed);
            move || play(&setup)
        })
    };
    Workload {
        name,
        about,
        unit: "pop",
        whole: "game",
        sums: &["segments of links", "blocks left"],
        contenders: vec![
            contender(ENGINE, Role::Rival, play::<Board>),
            contender(ORACLE, Role::Yardstick, play_oracle),
            contender(PLAIN, Role::Yardstick, play::<Plain>),
            contender(LEAN, Role::Yardstick, play::<Lean>),
        ],
    }
}

/// The pops of a game, one after the other.
fn pops(boards: Boards) -> Workload {
    fn contender<R: Robot>(boards: Boards, name: &'static str, role: Role) -> Contender {
        Contender::new(name, role, move |seed| {
            let setup = boards.setup(seed);
            let pairs: Vec<Pair> = boards.positions(seed).map(|(_, pair)| pair).collect();
            move || {
                let mut game = R::set_up(&setup);
                for &pair in &pairs {
                    game.pop(pair);
                }
                let blocks_left = game.blocks_left();
                Done { units: pairs.len() as u64, wholes: 1, sums: vec![blocks_left], checksum: 1 }
            }
        })
    }
    Workload {
        name: "pops-30x30x13",
        about: "the pops of such games with 13 symbols, without looking for pairs",
        unit: "pop",
        whole: "game",
        sums: &["blocks left"],
        // The oracle looks for a link of every pair that it is given.
        contenders: vec![
            contender::<Board>(boards, ENGINE, Role::Rival),
            contender::<Plain>(boards, PLAIN, Role::Yardstick),
            contender::<Lean>(boards, LEAN, Role::Yardstick),
        ],
    }
}

/// The robot's choices in some positions of a game.
fn choices(boards: Boards) -> Workload {
    fn contender<R: Robot>(boards: Boards, name: &'static str, role: Role) -> Contender {
        Contender::new(name, role, move |seed| {
            let games = boards.positions(seed).map(|(board, _)| R::take_over(&board));
            let mut games: Vec<R> = games.collect();
            move || {
                let mut played = Played::default();
                for game in &mut games {
                    let (pair, cost) = game.choose().expect("the robot's game went on");
                    played.count(pair, cost);
                }
                Done { wholes: played.pops, sums: vec![played.segments], ..played.done(0) }
            }
        })
    }
    Workload {
        name: "choices-30x30x13",
        about: "the choice of a pair in all positions of such games with 13 symbols",
        unit: "choice",
        whole: "choice",
        sums: &["segments of links"],
        contenders: vec![
            contender::<Board>(boards, ENGINE, Role::Rival),
            contender::<Plain>(boards, PLAIN, Role::Yardstick),
            contender::<Lean>(boards, LEAN, Role::Yardstick),
        ],
    }
}

/// What the judge's whole file takes at most.
fn notes(measured: &[Measured]) -> Vec<Note> {
    let slowest = measured.iter().find(|measured| measured.name == SLOWEST);
    let seconds = |contender| {
        let line = slowest?.line(contender)?;
        Some(BOARDS_IN_FILE / line.wholes_per_second.median)
    };
    let (Some(engine), Some(plain)) = (seconds(ENGINE), seconds(PLAIN)) else {
        return Vec::new();
    };
    let text = format!(
        "the engine plays the {BOARDS_IN_FILE} boards of a judge's file in {:.1} ms where plain \
         takes {plain:.1} s; the judge granted {GRANTED} s",
        1e3 * engine
    );
    vec![Note { name: "judge-file", value: 1e3 * engine, unit: "ms", text }]
}
