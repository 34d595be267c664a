//! Players of paint that need no program.

use std::ops::ControlFlow;

use board::game::below;
use board::paint::{Cell, Move, text};
use engine::paint::{Area, Board, Cells};
use harness::random::SplitMix;
use referee::{Budget, BuiltIn, Player};

use super::contest;

/// All of them.
pub(super) const ALL: &[BuiltIn] = &[
    BuiltIn {
        name: "random",
        about: "a random valid move, as the engine draws it",
        seat: |seed| Box::new(Random(SplitMix::new(seed))),
    },
    BuiltIn {
        name: "greedy",
        about: "the move that leaves the fewest numbers alive to the opponent, of those it tries",
        seat: |seed| Box::new(Greedy(SplitMix::new(seed))),
    },
];

/// The position that a player is given.
fn position(board: &str) -> Board {
    let board = contest::read(board.as_bytes()).expect("a referee gives right boards");
    Board::from_words(&board)
}

/// The answer that plays a set; without one, that there is no move (PT-29).
fn answer(area: Option<&Area>) -> String {
    let mv = area.map(|area| Move::new(area.cells.iter()));
    text::answer(&mv.unwrap_or_default())
}

/// Plays a random valid move, by [`Board::sample_area`].
struct Random(SplitMix);

impl Player for Random {
    fn answer(&mut self, board: &str, _budget: &Budget<'_>) -> String {
        answer(position(board).sample_area(&mut || self.0.word()).as_ref())
    }
}

/// Up to how many sets of a number [`Greedy`] tries all.
const ALL_UP_TO: u64 = 64;
/// How many of them it tries if there are more.
const TRIES: usize = 24;

/// Plays one of the moves after which the fewest numbers are alive, each of them with the same
/// probability.
///
/// It tries all sets of a number that has at most [`ALL_UP_TO`] of them. Of every other number it
/// tries [`TRIES`] sets, each grown from the number on: the next cell is one of its neighbours, each
/// with the same probability.
struct Greedy(SplitMix);

impl Player for Greedy {
    fn answer(&mut self, board: &str, _budget: &Budget<'_>) -> String {
        let board = position(board);
        let mut best = Best { board: board.clone(), fewest: u32::MAX, ties: 0, area: None };
        for number in board.alive().iter() {
            if board.count_areas(number, ALL_UP_TO).is_some() {
                let _ = board.visit_areas(number, &mut |area| {
                    best.consider(area, &mut self.0);
                    ControlFlow::Continue(())
                });
            } else {
                for _ in 0..TRIES {
                    best.consider(&grown(&board, number, &mut self.0), &mut self.0);
                }
            }
        }
        answer(best.area.as_ref())
    }
}

/// The best set so far.
struct Best {
    board: Board,
    fewest: u32,
    /// How many sets were as good.
    ties: u64,
    area: Option<Area>,
}

impl Best {
    fn consider(&mut self, area: &Area, random: &mut SplitMix) {
        let undo = self.board.play(area);
        let alive = self.board.alive().len();
        self.board.undo(&undo);
        if alive < self.fewest {
            (self.fewest, self.ties) = (alive, 0);
        }
        if alive == self.fewest {
            self.ties += 1;
            // The n-th takes the place of the one before with probability 1/n.
            if below(&mut || random.word(), self.ties) == 0 {
                self.area = Some(*area);
            }
        }
    }
}

/// A set of a living number that grew at random.
fn grown(board: &Board, number: Cell, random: &mut SplitMix) -> Area {
    let ball = board.ball(number);
    let mut cells = Cells::one(number);
    for _ in 1..board.value(number) {
        let frontier = (cells.around() & ball).without(cells);
        let index = below(&mut || random.word(), frontier.len().into());
        let cell = frontier.iter().nth(index as usize);
        cells.insert(cell.expect("a living number has enough cells around it"));
    }
    Area { cells, number }
}
