//! Workloads that play moves, take them back and judge them.

use arbitrary::Unstructured;
use twinboard_engine::paint::Area;
use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{
    self as vocabulary, Cell, LegalMove, Move, Outcome, Player, Refusal,
};

use super::boards::drawn;
use super::contenders::{ENGINE, Engine, ORACLE, Oracle, PLAIN, chained};
use crate::paint::generate;
use crate::paint::input::Model;
use crate::paint::plain::{self, Plain};

/// Games per piece of work.
const GAMES: usize = 4;
/// Moves tried per position.
const TRIED: usize = 4;
/// Bytes to draw a nearly valid move from; more than it takes.
const MOVE_BYTES: usize = 256;

fn to_move(area: &Area) -> Move {
    Move::new(area.cells.iter())
}

/// A program that plays and judges moves it is given.
trait Program: Clone + 'static {
    fn set_up(board: &vocabulary::Board) -> Self;
    /// Checks a move and plays it: the cell of its number, or the reason of the refusal.
    fn play(&mut self, mv: &Move) -> Result<Cell, Refusal>;
    /// Checks a move without playing it, if the program can.
    fn judge(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        self.play(mv)
    }
    fn outcome(&self) -> Outcome;
}

impl Program for Engine {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::from_setup(board)
    }

    fn play(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        let area = self.check(mv)?;
        self.advance(&area);
        Ok(area.number)
    }

    fn judge(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        self.check(mv).map(|area| area.number)
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }
}

impl Program for Oracle {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::set_up(board).expect("the oracle accepts every board")
    }

    fn play(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        Game::play(self, mv).map(|painted| painted.at)
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }
}

impl Program for Plain {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::new(board)
    }

    fn play(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        let area = self.check(mv)?;
        self.paint(&area.cells);
        Ok(plain::cell(area.at))
    }

    fn judge(&mut self, mv: &Move) -> Result<Cell, Refusal> {
        self.check(mv).map(|area| plain::cell(area.at))
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }
}

fn code_of_outcome(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Playing => 0,
        Outcome::Drawn => 1,
        Outcome::Lost(Player::First) => 2,
        Outcome::Lost(Player::Second) => 3,
    }
}

fn code_of_answer(answer: Result<Cell, Refusal>) -> u64 {
    match answer {
        Ok(cell) => u64::from(cell.row) << 8 | u64::from(cell.column),
        Err(refusal) => 1 << 16 | refusal as u64,
    }
}

/// Replays random games from their lists of moves.
pub(super) fn games(name: &'static str, about: &'static str, boards: &'static Model) -> Workload {
    fn contender<P: Program>(name: &'static str, role: Role, boards: &'static Model) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let game = |_| {
                let (board, steps) = boards.game(&mut random);
                let moves = steps.iter().map(|(_, area)| to_move(area)).collect();
                (P::set_up(&board), moves)
            };
            let mut games: Vec<(P, Vec<Move>)> = (0..GAMES).map(game).collect();
            move || {
                let mut done = Done { wholes: GAMES as u64, ..Done::default() };
                for (game, moves) in &mut games {
                    for mv in &*moves {
                        let answer = code_of_answer(game.play(mv));
                        done.checksum = chained(done.checksum, answer);
                        done.checksum = chained(done.checksum, code_of_outcome(game.outcome()));
                    }
                    done.units += moves.len() as u64;
                }
                done
            }
        })
    }
    let contenders = vec![
        contender::<Engine>(ENGINE, Role::Rival, boards),
        contender::<Oracle>(ORACLE, Role::Yardstick, boards),
        contender::<Plain>(PLAIN, Role::Yardstick, boards),
    ];
    Workload { name, about, unit: "move", whole: "game", sums: &[], contenders }
}

/// Judges moves in the positions of random games. Every other move is valid.
pub(super) fn checks(name: &'static str, about: &'static str, boards: &'static Model) -> Workload {
    fn contender<P: Program>(name: &'static str, role: Role, boards: &'static Model) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let mut tries: Vec<(P, Move)> = Vec::new();
            for _ in 0..GAMES {
                let (board, steps) = boards.game(&mut random);
                let mut game = P::set_up(&board);
                for (position, area) in steps {
                    for number in 0..TRIED {
                        let legal = drawn(&position, &mut random).expect("the game goes on");
                        let mv = match number % 2 {
                            0 => to_move(&legal),
                            _ => nearly(&position, &legal.to_legal_move(), &mut random),
                        };
                        tries.push((game.clone(), mv));
                    }
                    game.play(&to_move(&area)).expect("it was drawn");
                }
            }
            move || {
                let mut done = Done { units: tries.len() as u64, ..Done::default() };
                for (game, mv) in &mut tries {
                    done.checksum = chained(done.checksum, code_of_answer(game.judge(mv)));
                }
                Done { wholes: done.units, ..done }
            }
        })
    }
    let contenders = vec![
        contender::<Engine>(ENGINE, Role::Rival, boards),
        contender::<Oracle>(ORACLE, Role::Yardstick, boards),
        contender::<Plain>(PLAIN, Role::Yardstick, boards),
    ];
    Workload { name, about, unit: "move", whole: "move", sums: &[], contenders }
}

/// A move as a campaign proposes it, mostly refused.
fn nearly(position: &Engine, legal: &LegalMove, random: &mut SplitMix) -> Move {
    let bytes: Vec<u8> =
        (0..MOVE_BYTES / 8).flat_map(|_| random.next_u64().to_le_bytes()).collect();
    let board = position.to_position().board;
    generate::propose(&board, Some(legal), &mut Unstructured::new(&bytes))
        .expect("after the last byte zeros are read")
}

/// A program that can play a move and take it back.
trait Searcher: Clone + 'static {
    type Step;
    fn take_over(position: &Engine) -> Self;
    fn step(&self, area: &Area) -> Self::Step;
    /// Number of numbers with a valid move after this step. The step is taken back.
    fn alive_after(&mut self, step: &Self::Step) -> u64;
}

impl Searcher for Engine {
    type Step = Area;

    fn take_over(position: &Engine) -> Self {
        let mut searcher = position.clone();
        searcher.settle();
        searcher
    }

    fn step(&self, area: &Area) -> Area {
        *area
    }

    fn alive_after(&mut self, step: &Area) -> u64 {
        let undo = self.play(step);
        let alive = self.alive().len();
        self.undo(&undo);
        alive.into()
    }
}

impl Searcher for Plain {
    type Step = plain::Area;

    fn take_over(position: &Engine) -> Self {
        Self::new(&position.to_position().board)
    }

    fn step(&self, area: &Area) -> plain::Area {
        self.check(&to_move(area)).expect("it was drawn")
    }

    fn alive_after(&mut self, step: &plain::Area) -> u64 {
        self.paint(&step.cells);
        let alive = self.count_alive();
        self.unpaint(&step.cells, (step.at, step.number));
        alive as u64
    }
}

/// Plays moves in the positions of random games and takes them back.
pub(super) fn search(name: &'static str, about: &'static str, boards: &'static Model) -> Workload {
    fn contender<S: Searcher>(name: &'static str, role: Role, boards: &'static Model) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let positions = (0..GAMES).flat_map(|_| boards.game(&mut random).1);
            let positions: Vec<Engine> = positions.map(|(position, _)| position).collect();
            let mut nodes: Vec<(S, Vec<S::Step>)> = positions
                .iter()
                .map(|position| {
                    let searcher = S::take_over(position);
                    let areas = (0..TRIED).filter_map(|_| drawn(position, &mut random));
                    let steps = areas.map(|area| searcher.step(&area)).collect();
                    (searcher, steps)
                })
                .collect();
            move || {
                let mut done = Done { wholes: nodes.len() as u64, ..Done::default() };
                for (searcher, steps) in &mut nodes {
                    for step in &*steps {
                        done.checksum = chained(done.checksum, searcher.alive_after(step));
                    }
                    done.units += steps.len() as u64;
                }
                done
            }
        })
    }
    // The oracle does not say which numbers are alive.
    let contenders = vec![
        contender::<Engine>(ENGINE, Role::Rival, boards),
        contender::<Plain>(PLAIN, Role::Yardstick, boards),
    ];
    Workload { name, about, unit: "move", whole: "position", sums: &[], contenders }
}
