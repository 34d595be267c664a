//! Boards as the contest draws them (PT-36 to PT-40).
//!
//! No machine's own logarithms or roots have a say: the probabilities are computed in whole numbers.

use std::ops::RangeInclusive;

use board::game::below;
use board::paint::{Board, Cell, Square, text};
use harness::inputs::{Generator, Parameter, ParameterValues};
use harness::random;
use referee::Group;

use super::Vocabulary;

/// The groups of boards (PT-36).
pub(super) const GROUPS: &[Group] = &[
    Group { number: 1, about: "5 × 5 cells, numbers 0 to 5 around one centre" },
    Group { number: 2, about: "15 × 15 cells, numbers 5 to 10 around three centres" },
    Group { number: 3, about: "30 × 30 cells, numbers 10 to 20 around five centres" },
];

const GROUP: &str = "group";

const PARAMETERS: &[Parameter] = &[Parameter {
    name: GROUP,
    about: "the group of the board: 5 × 5, 15 × 15 or 30 × 30 cells",
    range: 1..=3,
    default: None,
}];

/// The generator of board files.
pub(crate) fn generator() -> Generator {
    Generator::new(<Vocabulary as board::Vocabulary>::NAME, PARAMETERS, make)
}

fn make(chosen: &ParameterValues, seed: u64) -> String {
    text::board(&board(chosen.get(GROUP), seed).expect("the group is in its range"))
}

/// The board of a group and a seed (PT-40); `None` if there is no such group.
///
/// The words of chance are those of [`random::stream`], the group being the number of the stream, and
/// a number of several is drawn by [`below`].
pub(crate) fn board(group: u64, seed: u64) -> Option<Board> {
    Some(Model::of(group)?.draw(&mut random::stream(seed, group)).board)
}

/// How boards are drawn.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) side: u8,
    centres: usize,
    numbers: RangeInclusive<u8>,
    /// By distance, f(d) in parts of 2⁶⁴ (PT-38).
    chances: Vec<u64>,
}

/// A board, and what it was drawn around.
pub(super) struct Drawn {
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests measure distances from them"))]
    centres: Vec<Cell>,
    pub(super) board: Board,
}

impl Model {
    /// Boards with this side and these numbers, drawn around so many centres, at least one.
    pub(super) fn new(side: u8, centres: usize, numbers: RangeInclusive<u8>) -> Self {
        assert!(centres > 0, "there is no distance without a centre");
        Self { side, centres, numbers, chances: chances(side) }
    }

    /// PT-36.
    pub(super) fn of(group: u64) -> Option<Self> {
        match group {
            1 => Some(Self::new(5, 1, 0..=5)),
            2 => Some(Self::new(15, 3, 5..=10)),
            3 => Some(Self::new(30, 5, 10..=20)),
            _ => None,
        }
    }

    /// PT-37 to PT-40: the centres, row before column; then cell by cell whether it has a number, and
    /// which.
    pub(super) fn draw(&self, random: &mut dyn FnMut() -> u64) -> Drawn {
        let side = u64::from(self.side);
        let mut centres = Vec::new();
        for _ in 0..self.centres {
            let row = below(random, side) as u8;
            let column = below(random, side) as u8;
            centres.push(Cell::new(row, column));
        }
        let board = Board::from_fn(self.side, |cell| {
            let nearest = centres.iter().map(|&centre| distance(cell, centre)).min();
            let nearest = nearest.expect("there is a centre");
            if random() < self.chances[nearest] {
                let count = u64::from(self.numbers.end() - self.numbers.start()) + 1;
                Square::Number(self.numbers.start() + below(random, count) as u8)
            } else {
                Square::Empty
            }
        });
        Drawn { centres, board }
    }
}

/// The Manhattan distance (PT-38).
fn distance(a: Cell, b: Cell) -> usize {
    usize::from(a.row.abs_diff(b.row)) + usize::from(a.column.abs_diff(b.column))
}

/// How many bits of a fraction the chances are computed with.
const FRACTION: u32 = 120;

/// √(2/π), cut off after [`FRACTION`] bits. That is f(0) = B / (√(2π) · σ): B / σ is 2 (PT-38).
const NEAREST: u128 = 0x00cc_4229_9ea1_b284_687e_59e2_805d_5c71;

/// f(d) for every distance on a board with this side, each cut off to a multiple of 2⁻⁶⁴.
///
/// From one distance to the next, f falls by the factor e^(−c) with c = 1 / (2 · N · 0.09) =
/// 50 / (9 · N). Its series is summed up with the last value as the first term, so there are only
/// multiplications and divisions by small numbers. Each cuts off less than 2⁻¹²⁰, and there are fewer
/// than 60 · 40 of them; no f(d) of the groups is as near as 2⁻⁷⁶ to another multiple of 2⁻⁶⁴. So all
/// 64 bits are right there.
fn chances(side: u8) -> Vec<u64> {
    let farthest = 2 * (usize::from(side) - 1);
    let values = std::iter::successors(Some(NEAREST), |&value| Some(fallen(value, side)));
    values.take(farthest + 1).map(|value| (value >> (FRACTION - u64::BITS)) as u64).collect()
}

/// A value times e^(−50 / (9 · side)).
fn fallen(value: u128, side: u8) -> u128 {
    // Apart, because none of them may go below 0 on the way.
    let (mut added, mut taken) = (0, 0);
    let mut term = value;
    for place in 1_u128.. {
        if place % 2 == 1 {
            added += term;
        } else {
            taken += term;
        }
        term = term * 50 / (9 * u128::from(side) * place);
        if term == 0 {
            break;
        }
    }
    added - taken
}

#[cfg(test)]
mod tests;
