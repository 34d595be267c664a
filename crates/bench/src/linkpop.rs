//! Workloads of Link and Pop: whole games of the robot on full boards of 30 × 30, the judge's task
//! without its text.
//!
//! The robot's choice is fixed by the rules (LP-20), so a digest holds all contenders to the same
//! pairs.

mod lean;
mod plain;

use twinboard_engine::linkpop::Board;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::linkpop::{
    self as vocabulary, Attribute, Block, Margin, Pair, Setup, Step, Symbol,
};
use twinboard_vocabulary::random::SplitMix;

use super::measure::{Contender, Done, ENGINE, LEAN, ORACLE, PLAIN, Workload, chained};
use lean::Lean;
use plain::Plain;

type Oracle = twinboard_oracle::LinkPop;

/// Rows and columns of a board: the judge's largest.
const SIDE: u8 = 30;

pub(super) fn workloads() -> Vec<Workload> {
    let games = |name, about, symbols| {
        let contender = |name, play: fn(&Setup) -> Done| {
            Contender::new(name, move |seed| {
                let setup = setup(symbols, seed);
                move || play(&setup)
            })
        };
        let contenders = vec![
            contender(ENGINE, play::<Board>),
            contender(ORACLE, play::<Oracle>),
            contender(PLAIN, play::<Plain>),
            contender(LEAN, play::<Lean>),
        ];
        Workload { name, about, unit: "pop", contenders }
    };
    vec![
        games("linkpop-2", "robot's games with 2 symbols", 2),
        games("linkpop-6", "robot's games with 6 symbols", 6),
        games("linkpop-26", "robot's games with 26 symbols", 26),
    ]
}

/// The full board that a seed determines, with uniformly drawn symbols and attributes.
fn setup(symbols: u8, seed: u64) -> Setup {
    let mut random = SplitMix::new(seed);
    let mut number = |count: u8| below(&mut || random.next_u64(), count.into()) as u8;
    let block = |_| {
        let symbol = Symbol::new(number(symbols));
        let attribute = Attribute::ALL[usize::from(number(Attribute::ALL.len() as u8))];
        Some(Block { symbol, attribute })
    };
    Setup { board: vocabulary::Board::from_fn(SIDE, SIDE, block), margin: Margin::Inside }
}

/// A program that plays the robot's games.
trait Robot {
    fn set_up(setup: &Setup) -> Self;
    /// Pops the robot's next pair, and returns it with the cost of its link.
    fn pop_next(&mut self) -> Option<(Pair, u8)>;
    fn blocks_left(&self) -> u64;
}

macro_rules! robot {
    ($($program:ty, $set_up:ident);+) => {
        $(impl Robot for $program {
            fn set_up(setup: &Setup) -> Self {
                Self::$set_up(setup)
            }

            fn pop_next(&mut self) -> Option<(Pair, u8)> {
                let choice = self.choice()?;
                self.pop(choice.pair);
                Some((choice.pair, choice.cost))
            }

            fn blocks_left(&self) -> u64 {
                u64::try_from(self.blocks_left()).expect("a board has few blocks")
            }
        })+
    };
}

robot!(Board, from_setup; Plain, new; Lean, new);

/// The oracle through `Game::play`, as the checks use it. An event is built for every pop.
impl Robot for Oracle {
    fn set_up(setup: &Setup) -> Self {
        Self::set_up(setup).expect("the oracle accepts every board")
    }

    fn pop_next(&mut self) -> Option<(Pair, u8)> {
        let popped = self.play(&Step::Robot).ok()?;
        Some((popped.pair, popped.link.cost()))
    }

    fn blocks_left(&self) -> u64 {
        self.position().blocks().count() as u64
    }
}

/// Plays a whole game.
fn play<R: Robot>(setup: &Setup) -> Done {
    let mut game = R::set_up(setup);
    let (mut units, mut digest) = (0, 0);
    while let Some((pair, cost)) = game.pop_next() {
        let cells = [pair.earlier(), pair.other()];
        let places = cells.map(|cell| [cell.row, cell.column]).into_iter().flatten();
        let code = places.fold(u64::from(cost), |code, number| code << 8 | u64::from(number));
        digest = chained(digest, code);
        units += 1;
    }
    Done { units, games: 1, digest: Some(chained(digest, game.blocks_left())) }
}
