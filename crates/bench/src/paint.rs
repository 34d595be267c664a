//! Workloads of paint: the valid sets of a number, counted on boards as the contest draws them.
//!
//! No program has a choice, so a digest holds all contenders to the same work. The oracle needs a
//! microsecond per set, and a number above 8 can have a million sets, so it has no part there. The
//! lean program works on boards of up to 7 × 7.

mod lean;
mod plain;

use std::ops::RangeInclusive;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Square};
use twinboard_vocabulary::random::SplitMix;

use super::measure::{Contender, Done, ENGINE, LEAN, ORACLE, PLAIN, Workload, chained};
use lean::Lean;
use plain::Plain;

type Engine = twinboard_engine::paint::Board;
type Oracle = twinboard_oracle::Paint;

/// The largest number that the oracle is measured on.
const ORACLE_NUMBER_MAX: u8 = 8;

pub(super) fn workloads() -> Vec<Workload> {
    let five = Numbers { side: 5, centres: 1, values: 0..=5, number: 5, count: 64 };
    let eight = Numbers { side: 7, centres: 1, values: 1..=8, number: 8, count: 4 };
    let ten = Numbers { side: 15, centres: 3, values: 5..=10, number: 10, count: 2 };
    let twelve = Numbers { side: 30, centres: 5, values: 10..=20, number: 12, count: 1 };
    vec![
        count("paint-5x5", "valid sets of a 5 on 5 × 5, counted", &five),
        count("paint-7x7", "valid sets of an 8 on 7 × 7, counted", &eight),
        count("paint-15x15", "valid sets of a 10 on 15 × 15, counted", &ten),
        count("paint-30x30", "valid sets of a 12 on 30 × 30, counted", &twelve),
    ]
}

fn count(name: &'static str, about: &'static str, task: &Numbers) -> Workload {
    let mut contenders = vec![task.counted_by(ENGINE, Engine::from_setup, by_engine)];
    if task.number <= ORACLE_NUMBER_MAX {
        contenders.push(task.counted_by(ORACLE, oracle, by_oracle));
    }
    contenders.push(task.counted_by(PLAIN, Plain::new, Plain::count_sets));
    if task.side <= lean::SIDE_MAX {
        contenders.push(task.counted_by(LEAN, Lean::new, Lean::count_sets));
    }
    Workload { name, about, unit: "set", contenders }
}

fn oracle(board: &Board) -> Oracle {
    Oracle::set_up(board).expect("the oracle accepts every board")
}

/// Random boards, each with a number of a given value.
#[derive(Clone)]
struct Numbers {
    side: u8,
    /// Number of places that the numbers of a board lie around.
    centres: u8,
    /// Values of the other numbers.
    values: RangeInclusive<u8>,
    number: u8,
    /// Boards per piece of work.
    count: usize,
}

impl Numbers {
    /// A contender that counts the valid sets of the numbers.
    fn counted_by<P: 'static>(
        &self,
        name: &'static str,
        set_up: fn(&Board) -> P,
        count: fn(&P, Cell) -> u64,
    ) -> Contender {
        let task = self.clone();
        Contender::new(name, move |seed| {
            let mut random = SplitMix::new(seed);
            let boards = (0..task.count).map(|_| task.board_with_number(&mut random));
            let numbers: Vec<(P, Cell)> =
                boards.map(|(board, cell)| (set_up(&board), cell)).collect();
            move || {
                let (mut units, mut digest) = (0, 0);
                for (program, cell) in &numbers {
                    let sets = count(program, *cell);
                    units += sets;
                    digest = chained(digest, sets);
                }
                Done { units, games: 1, digest: Some(digest) }
            }
        })
    }

    /// A board where one of the numbers was replaced by this one and has a valid move, and its cell.
    fn board_with_number(&self, random: &mut SplitMix) -> (Board, Cell) {
        loop {
            let mut board = self.board(random);
            let cells: Vec<Cell> = board.numbers().map(|(cell, _)| cell).collect();
            if cells.is_empty() {
                continue;
            }
            let cell = cells[below(&mut || random.next_u64(), cells.len() as u64) as usize];
            board.set(cell, Square::Number(self.number));
            if Engine::from_setup(&board).alive().contains(cell) {
                return (board, cell);
            }
        }
    }

    /// A board as the contest draws it (PT-37 to PT-39), of any size.
    fn board(&self, random: &mut SplitMix) -> Board {
        let mut below = |count: u8| below(&mut || random.next_u64(), count.into()) as u8;
        let centres = (0..self.centres).map(|_| Cell::new(below(self.side), below(self.side)));
        let centres: Vec<Cell> = centres.collect();
        let (least, most) = self.values.clone().into_inner();
        Board::from_fn(self.side, |cell| {
            let distance = |at: &Cell| cell.row.abs_diff(at.row) + cell.column.abs_diff(at.column);
            let nearest = centres.iter().map(distance).min().expect("there is a centre");
            let chance = 0.798 * (-f64::from(nearest) / (0.18 * f64::from(self.side))).exp();
            if f64::from(below(250)) < 250.0 * chance {
                Square::Number(least + below(most - least + 1))
            } else {
                Square::Empty
            }
        })
    }
}

fn by_engine(board: &Engine, number: Cell) -> u64 {
    board.count_areas(number, u64::MAX).expect("no count exceeds the limit")
}

/// The oracle counts the moves of the kind of a given move; any cells do that contain the number.
fn by_oracle(game: &Oracle, number: Cell) -> u64 {
    let like = LegalMove::new([number]);
    game.count_kind(&like, u64::MAX).expect("no count exceeds the limit")
}
