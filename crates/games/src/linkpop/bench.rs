//! Workloads of Link and Pop for `bench`: the engine, the oracle and the plain programs on the same
//! tasks.
//!
//! * `robot-games-30x30x2`, `…x6`, `…x13`, `…x26`: whole games of the robot on full boards of 30 ×
//!   30 with 2 to 26 symbols, where symbols and attributes are drawn uniformly, with the margin
//!   inside. This is the judge's task without its text. `-outside` has the margin outside.
//! * `pops-30x30x2`, `…x13`: the same games with 2 and 13 symbols, replayed from the list of their
//!   pops: no pair is searched, the board only settles.
//! * `choices-30x30x2`, `…x13`, `…x26`: all positions of such games; in each the robot chooses a
//!   pair. With 2 symbols a plain program finds one early: these workloads show why the ratio of
//!   whole games depends on the number of symbols.
//!
//! The robot's choice is fixed by the rules (LP-20), so a checksum holds all contenders to the same
//! pairs. `crates/games/tests/bench.rs` asserts the sums that contenders must have in common. Times
//! are printed and never asserted.

use twinboard_engine::linkpop::Board;
use twinboard_harness::bench::{Contender, Done, Measured, Note, Role, Suite, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::linkpop::{
    self as vocabulary, Attribute, Block, Margin, Pair, Setup, Step, Symbol,
};

use super::plain::{Lean, Plain};

type Oracle = twinboard_oracle::LinkPop;

const ENGINE: &str = "engine";
const ORACLE: &str = "oracle";
const PLAIN: &str = "plain";
const LEAN: &str = "plain, lean";

/// The workload on which a plain program takes longest.
const SLOWEST: &str = "robot-games-30x30x6";

/// Rows and columns of a board: the judge's largest.
const SIDE: u8 = 30;
/// Largest number of boards in the judge's file, and the judge's time limit in seconds.
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
            pops("pops-30x30x2", "pops of games with 2 symbols, without search", inside(2)),
            pops("pops-30x30x13", "pops of games with 13 symbols, without search", inside(13)),
            choices("choices-30x30x2", "choices in all positions with 2 symbols", inside(2)),
            choices("choices-30x30x13", "choices in all positions with 13 symbols", inside(13)),
            choices("choices-30x30x26", "choices in all positions with 26 symbols", inside(26)),
        ],
        notes,
    }
}

/// Parameters of random boards.
#[derive(Clone, Copy)]
struct Boards {
    symbols: u8,
    margin: Margin,
}

impl Boards {
    /// The full board that a seed determines.
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

    /// The positions of the robot's game on such a board, each with the pair popped there, played
    /// on the engine. The final position is left out.
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

/// Totals of one game of the robot.
#[derive(Default)]
struct Played {
    pops: u64,
    segments: u64,
    checksum: u64,
}

impl Played {
    /// Adds a pop. The checksum depends on the order of the pops.
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

/// A program that plays the robot's games. Choosing a pair and popping it are separate, so that
/// each can be measured alone.
trait Robot: Sized + 'static {
    fn set_up(setup: &Setup) -> Self;
    /// The game continued from a board of the engine.
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

macro_rules! robot {
    ($($plain:ty),+) => {
        $(impl Robot for $plain {
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
        })+
    };
}

robot!(Plain, Lean);

/// Plays a whole game.
fn play<R: Robot>(setup: &Setup) -> Done {
    let mut game = R::set_up(setup);
    let mut played = Played::default();
    while let Some((pair, cost)) = game.choose() {
        game.pop(pair);
        played.count(pair, cost);
    }
    played.done(game.blocks_left())
}

/// Plays a whole game on the oracle through `Game::play`, as the checks do. An event is built for
/// every pop.
fn play_oracle(setup: &Setup) -> Done {
    let mut game = Oracle::set_up(setup).expect("the oracle accepts every board");
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
    let contenders = vec![
        contender(ENGINE, Role::Rival, play::<Board>),
        contender(ORACLE, Role::Yardstick, play_oracle),
        contender(PLAIN, Role::Yardstick, play::<Plain>),
        contender(LEAN, Role::Yardstick, play::<Lean>),
    ];
    Workload {
        name,
        about,
        unit: "pop",
        whole: "game",
        sums: &["segments of links", "blocks left"],
        contenders,
    }
}

/// The pops of a game, replayed without searching for pairs.
fn pops(name: &'static str, about: &'static str, boards: Boards) -> Workload {
    fn contender<R: Robot>(boards: Boards, name: &'static str, role: Role) -> Contender {
        Contender::new(name, role, move |seed| {
            let setup = boards.setup(seed);
            let pairs: Vec<Pair> = boards.positions(seed).map(|(_, pair)| pair).collect();
            // The pairs are given. They are counted here so that other seeds give other work.
            let mut given = Played::default();
            for &pair in &pairs {
                given.count(pair, 0);
            }
            let Played { pops: units, checksum, .. } = given;
            move || {
                let mut game = R::set_up(&setup);
                for &pair in &pairs {
                    game.pop(pair);
                }
                Done { units, wholes: 1, sums: vec![game.blocks_left()], checksum }
            }
        })
    }
    // The oracle searches a link for every pair that it is given, so it has no part here.
    let contenders = vec![
        contender::<Board>(boards, ENGINE, Role::Rival),
        contender::<Plain>(boards, PLAIN, Role::Yardstick),
        contender::<Lean>(boards, LEAN, Role::Yardstick),
    ];
    Workload { name, about, unit: "pop", whole: "game", sums: &["blocks left"], contenders }
}

/// The robot's choices in the positions of a game.
fn choices(name: &'static str, about: &'static str, boards: Boards) -> Workload {
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
    let contenders = vec![
        contender::<Board>(boards, ENGINE, Role::Rival),
        contender::<Plain>(boards, PLAIN, Role::Yardstick),
        contender::<Lean>(boards, LEAN, Role::Yardstick),
    ];
    Workload {
        name,
        about,
        unit: "choice",
        whole: "choice",
        sums: &["segments of links"],
        contenders,
    }
}

/// The time that the judge's largest file takes.
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
