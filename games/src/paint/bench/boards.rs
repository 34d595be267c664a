//! Boards, and random games on them.

use std::f64::consts::PI;
use std::ops::RangeInclusive;

use board::game::below;
use board::paint::{self as words, Cell, Square};
use engine::paint::Area;
use harness::random::SplitMix;

use super::Engine;

/// What boards are like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) side: u8,
    /// How many centres the numbers lie around.
    centres: u8,
    /// The smallest and the largest number.
    numbers: (u8, u8),
}

/// The three groups (PT-36).
pub(super) const GROUP_1: Kind = Kind { side: 5, centres: 1, numbers: (0, 5) };
pub(super) const GROUP_2: Kind = Kind { side: 15, centres: 3, numbers: (5, 10) };
pub(super) const GROUP_3: Kind = Kind { side: 30, centres: 5, numbers: (10, 20) };

/// Boards on which most games have more than one move, unlike those of the first group; and some
/// between the first and the second.
pub(super) const SMALL: Kind = Kind { side: 6, centres: 2, numbers: (1, 4) };
pub(super) const MIDDLE: Kind = Kind { side: 7, centres: 1, numbers: (1, 8) };

impl Kind {
    /// A random board, with the chances of PT-37 to PT-39.
    pub(super) fn board(self, random: &mut SplitMix) -> words::Board {
        let side = self.side;
        let centres: Vec<Cell> = (0..self.centres)
            .map(|_| Cell::new(number(random, 0..=side - 1), number(random, 0..=side - 1)))
            .collect();
        words::Board::from_fn(side, |cell| {
            let distances = centres
                .iter()
                .map(|centre| centre.row.abs_diff(cell.row) + centre.column.abs_diff(cell.column));
            let distance = distances.min().expect("there is a centre");
            if is_drawn(random, chance(side, distance)) {
                Square::Number(number(random, self.numbers.0..=self.numbers.1))
            } else {
                Square::Empty
            }
        })
    }

    /// A board with a number of this value that has a valid move, and where it stands.
    pub(super) fn board_with(self, value: u8, random: &mut SplitMix) -> (words::Board, Cell) {
        loop {
            let mut board = self.board(random);
            let cells: Vec<Cell> = board.numbers().map(|(cell, _)| cell).collect();
            if cells.is_empty() {
                continue;
            }
            let cell = cells[below(&mut || random.word(), cells.len() as u64) as usize];
            board.set(cell, Square::Number(value));
            if Engine::from_words(&board).alive().contains(cell) {
                return (board, cell);
            }
        }
    }

    /// A random game of one move at least: its board, and all its positions but the last, each with
    /// the move that is played there.
    pub(super) fn game(self, random: &mut SplitMix) -> (words::Board, Vec<(Engine, Area)>) {
        loop {
            let start = self.board(random);
            let mut board = Engine::from_words(&start);
            let mut steps = Vec::new();
            while let Some(area) = drawn(&board, random) {
                steps.push((board.clone(), area));
                let _ = board.play(&area);
            }
            if !steps.is_empty() {
                return (start, steps);
            }
        }
    }
}

/// A move of a random living number, grown at random: with others, making the inputs would take many
/// times as long as the work on them.
pub(super) fn drawn(board: &Engine, random: &mut SplitMix) -> Option<Area> {
    let alive = board.alive();
    if alive.is_empty() {
        return None;
    }
    let index = below(&mut || random.word(), alive.len().into()) as usize;
    let number = alive.iter().nth(index)?;
    Some(board.grow_area(number, &mut || random.word()))
}

/// How likely a number is so many steps from the nearest centre (PT-38).
fn chance(side: u8, distance: u8) -> f64 {
    let (sigma, scale) = (0.3_f64, 0.6);
    let exponent = f64::from(distance) / (2.0 * f64::from(side) * sigma.powi(2));
    scale * (-exponent).exp() / ((2.0 * PI).sqrt() * sigma)
}

fn is_drawn(random: &mut SplitMix, chance: f64) -> bool {
    let steps = (1_u64 << 53) as f64;
    ((random.word() >> 11) as f64) < chance * steps
}

fn number(random: &mut SplitMix, range: RangeInclusive<u8>) -> u8 {
    let count = u64::from(range.end() - range.start()) + 1;
    range.start() + below(&mut || random.word(), count) as u8
}
