//! Boards as the contest draws them (PT-36 to PT-40).
//!
//! All probabilities are computed in whole numbers, because `exp` and `sqrt` differ between systems
//! in the last bits.

use std::ops::RangeInclusive;

use twinboard_harness::inputs::{Generator, Parameter, ParameterValues};
use twinboard_harness::random;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{Board, Cell, Paint, Square, text};

const GROUP: &str = "group";

const PARAMETERS: &[Parameter] = &[Parameter {
    name: GROUP,
    about: "the group of the board: 5 × 5, 15 × 15 or 30 × 30 cells",
    range: 1..=3,
    default: None,
}];

/// The generator of board files.
pub(super) fn generator() -> Generator {
    Generator::new(<Paint as twinboard_vocabulary::Vocabulary>::NAME, PARAMETERS, make)
}

fn make(chosen: &ParameterValues, seed: u64) -> String {
    text::board(&board(chosen.get(GROUP), seed).expect("the parameter is in its range"))
}

/// The board of a group and a seed (PT-40); `None` if there is no such group.
///
/// The random numbers are those of [`random::stream`] with the group as the number of the stream;
/// numbers below a bound are drawn by [`below`].
#[must_use]
pub fn board(group: u64, seed: u64) -> Option<Board> {
    Some(Model::of(group)?.draw(&mut random::stream(seed, group)).board)
}

/// Parameters of random boards, with the probabilities precomputed.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) side: u8,
    centres: usize,
    numbers: RangeInclusive<u8>,
    /// By distance, f(d) in units of 2⁻⁶⁴ (PT-38).
    chances: Vec<u64>,
}

/// A board with the centres that it was drawn around.
#[derive(Debug)]
pub struct Drawn {
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests measure distances from them"))]
    centres: Vec<Cell>,
    /// The board.
    pub board: Board,
}

impl Model {
    /// Boards with this side and these numbers, drawn around n centres. Panics if n is 0.
    pub(super) fn new(side: u8, centres: usize, numbers: RangeInclusive<u8>) -> Self {
        assert!(centres > 0, "distances need a centre");
        Self { side, centres, numbers, chances: chances(side) }
    }

    /// The parameters of a group (PT-36).
    #[must_use]
    pub fn of(group: u64) -> Option<Self> {
        match group {
            1 => Some(Self::new(5, 1, 0..=5)),
            2 => Some(Self::new(15, 3, 5..=10)),
            3 => Some(Self::new(30, 5, 10..=20)),
            _ => None,
        }
    }

    /// Draws a board (PT-37 to PT-40): the centres, each row before column; then, cell by cell,
    /// whether it has a number, and the number.
    pub fn draw(&self, random: &mut dyn FnMut() -> u64) -> Drawn {
        let side = u64::from(self.side);
        let mut centres = Vec::new();
        for _ in 0..self.centres {
            let row = below(random, side) as u8;
            let column = below(random, side) as u8;
            centres.push(Cell::new(row, column));
        }
        let board = Board::from_fn(self.side, |cell| {
            let nearest = centres.iter().map(|&centre| distance(cell, centre)).min();
            let nearest = nearest.expect("models have a centre");
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

/// Bits after the binary point in the computation of probabilities.
const FRACTION: u32 = 120;

/// √(2/π), truncated after [`FRACTION`] bits. This is f(0) = B / (√(2π) · σ), because B / σ is 2
/// (PT-38).
const NEAREST: u128 = 0x00cc_4229_9ea1_b284_687e_59e2_805d_5c71;

/// f(d) for every distance on a board with this side, each truncated to a multiple of 2⁻⁶⁴.
///
/// From one distance to the next, f falls by the factor e^(−c) with c = 1 / (2 · N · 0.09) = 50 /
/// (9 · N). The series of e^(−c) is summed with the last value as its first term, so there are only
/// multiplications and divisions by small numbers. Each truncates less than 2⁻¹²⁰, and there are
/// fewer than 60 · 40 of them; no f(d) of the groups is within 2⁻⁷⁶ of another multiple of 2⁻⁶⁴. So
/// all 64 bits are correct there.
fn chances(side: u8) -> Vec<u64> {
    let farthest = 2 * (usize::from(side) - 1);
    let values = std::iter::successors(Some(NEAREST), |&value| Some(fallen(value, side)));
    values.take(farthest + 1).map(|value| (value >> (FRACTION - u64::BITS)) as u64).collect()
}

/// A value times e^(−50 / (9 · side)).
fn fallen(value: u128, side: u8) -> u128 {
    // Positive and negative terms apart, because unsigned numbers must not go below 0.
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
