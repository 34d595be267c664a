//! A shape on bit sets: the balls of its numbers, and the components that a move leaves.
//!
//! Naively, a move is played on a copy of the board, every number is checked by a search for a set
//! that it still has, and a flood fill finds the components. Departures:
//!
//! 1. A number is alive exactly if its *ball* has at least as many cells as its value says. That
//!    takes one breadth-first search instead of a search for a set: every cell within value − 1
//!    steps of the number, over free cells without a number, lies in some set if there is any.
//! 2. After a move only the balls that it touches are computed again.
//! 3. Components are joined from balls, not from cells. A component of a single number has the
//!    value 1 and is only counted.
//! 4. Components that the table knows are never cut out: [`Part::split`] shows outlines with their
//!    keys.

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::flood;
use crate::shape::{Number, Outline, SIDE_MAX, Shape};

/// A number of a part, and so the center of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Center {
    /// Bit of its cell.
    pub(crate) at: u16,
    pub(crate) value: u8,
}

/// A shape, or all of a position, laid out on bits: row after row from the top with `stride` bits
/// each, the last of which is no cell, so that a step beyond the end of a row never reaches the
/// next one.
#[derive(Clone, Debug)]
pub(crate) struct Part<const W: usize> {
    /// Bits of a row, which is one more than the width.
    pub(crate) stride: u32,
    pub(crate) height: u8,
    /// Free cells without a number.
    pub(crate) empties: Bits<W>,
    pub(crate) numbers: Vec<Center>,
    /// By number, its ball: the cells that lie in some set of it, itself included.
    pub(crate) balls: Vec<Bits<W>>,
}

/// Components of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    /// Number of components with a single live number; each has the value 1.
    pub(crate) singles: u32,
    /// Components with more numbers.
    pub(crate) shapes: Vec<Shape>,
}

impl<const W: usize> Part<W> {
    /// Lays out cells that touch no paint, and their numbers. Dead numbers are dropped, and with
    /// them all cells outside of every ball.
    pub(crate) fn new(rows: &[u32], width: u8, numbers: &[Number]) -> Self {
        let stride = u32::from(width) + 1;
        let mut empties = Bits::EMPTY;
        for (row, &cells) in rows.iter().enumerate() {
            empties.put_row(row * stride as usize, cells);
        }
        let at = |number: &Number| u32::from(number.row) * stride + u32::from(number.column);
        for number in numbers {
            empties = empties.without(Bits::single(at(number) as usize));
        }
        let mut part = Self {
            stride,
            height: rows.len() as u8,
            empties,
            numbers: Vec::new(),
            balls: Vec::new(),
        };
        for number in numbers {
            let center = Center { at: at(number) as u16, value: number.value };
            if let Some(ball) = part.ball(center, empties) {
                part.numbers.push(center);
                part.balls.push(ball);
            }
        }
        part
    }

    /// Lays out a shape; all its numbers are alive.
    pub(crate) fn of(shape: &Shape) -> Self {
        Self::new(&shape.rows, shape.width, &shape.numbers)
    }

    /// The part with these numbers alone; cells of the others stay occupied.
    pub(crate) fn only<const N: usize>(&self, numbers: [usize; N]) -> Self {
        Self {
            numbers: numbers.map(|number| self.numbers[number]).to_vec(),
            balls: numbers.map(|number| self.balls[number]).to_vec(),
            ..*self
        }
    }

    /// Ball of a number over `empties`; `None` if the number is dead there.
    #[inline]
    pub(crate) fn ball(&self, center: Center, empties: Bits<W>) -> Option<Bits<W>> {
        if center.value == 0 {
            return None;
        }
        let short = u8::from(planted(Fault::BallShort) && center.value > 2);
        let steps = u32::from(center.value - 1 - short);
        let ball = flood::grow(Bits::single(center.at.into()), &empties, steps, self.stride);
        (ball.len() >= center.value.into()).then_some(ball)
    }

    /// True if a number whose cell touches no paint is alive over `empties`. Stops as soon as there
    /// are enough cells, so it costs less than [`ball`](Self::ball).
    #[inline]
    pub(crate) fn lives(&self, center: Center, empties: Bits<W>) -> bool {
        flood::reaches_size(center.at.into(), &empties, center.value.into(), self.stride)
    }

    /// Estimate of the number of ways to paint the relevant cells, summed over these numbers. For
    /// each number it is 2 to the power of the number of cells in its ball that some other number
    /// can use or touch. The exponent is at most 4/3 of the number's value, and at most 24.
    pub(crate) fn cost(&self, alive: &[u16], balls: &[Bits<W>]) -> u64 {
        let twice = flood::near_two(alive, balls, self.stride);
        let mut cost = 0;
        for &number in alive {
            let choices = (balls[usize::from(number)] & twice).len();
            let size = u32::from(self.numbers[usize::from(number)].value);
            cost += 1 << choices.min(size + size / 3).min(24);
        }
        cost
    }

    /// Components of these live numbers with their balls, and `safe` more components of one number.
    pub(crate) fn components_of(&self, alive: &[u16], balls: &[Bits<W>], safe: u32) -> Components {
        let mut components = Components { singles: safe, shapes: Vec::new() };
        self.split(alive, balls, |component| match component {
            None => components.singles += 1,
            Some(outline) => components.shapes.push(outline.cut()),
        });
        components
    }

    /// Visits the components of these numbers; `None` is a component of a single number.
    #[inline]
    pub(crate) fn split(
        &self,
        alive: &[u16],
        balls: &[Bits<W>],
        mut visit: impl FnMut(Option<Outline<'_>>),
    ) {
        let mut rest: Vec<u16> = alive.to_vec();
        let mut members: Vec<Number> = Vec::new();
        while let Some(number) = rest.pop() {
            let mut cells = balls[usize::from(number)];
            members.clear();
            members.push(self.number(number));
            // Balls that share or touch cells join, and may bring others near.
            loop {
                let near = cells | cells.around(self.stride);
                let near = if planted(Fault::Touching) { cells } else { near };
                let before = members.len();
                rest.retain(|&other| {
                    let joins = near.intersects(&balls[usize::from(other)]);
                    if joins {
                        cells |= balls[usize::from(other)];
                        members.push(self.number(other));
                    }
                    !joins
                });
                if members.len() == before || rest.is_empty() || planted(Fault::Third) {
                    break;
                }
            }
            if members.len() == 1 {
                visit(None);
            } else {
                let mut rows = [0_u32; SIDE_MAX];
                for (index, row) in rows.iter_mut().enumerate().take(self.height.into()) {
                    *row = cells.row(index * self.stride as usize, self.stride - 1);
                }
                visit(Some(Outline::of(&rows[..self.height.into()], &members)));
            }
        }
    }

    fn number(&self, number: u16) -> Number {
        let Center { at, value } = self.numbers[usize::from(number)];
        let (row, column) = self.place(at.into());
        Number { row, column, value }
    }

    /// Numbers alive in an outcome with this `reach`.
    pub(crate) fn numbers_in(&self, reach: Bits<W>) -> Vec<u16> {
        let all = 0..self.numbers.len() as u16;
        all.filter(|&number| reach.contains(self.numbers[usize::from(number)].at.into())).collect()
    }

    /// By number, the balls of these numbers in an outcome with this `reach`.
    pub(crate) fn balls_in(&self, alive: &[u16], reach: Bits<W>) -> Vec<Bits<W>> {
        let mut balls = vec![Bits::EMPTY; self.numbers.len()];
        for &number in alive {
            let ball = self.ball(self.numbers[usize::from(number)], self.empties & reach);
            balls[usize::from(number)] = ball.expect("it is alive");
        }
        balls
    }

    /// True if the number is a single: no other can use or touch a cell that it can use.
    pub(crate) fn is_single(&self, number: usize) -> bool {
        let ball = self.balls[number];
        let near = ball | ball.around(self.stride);
        self.balls.iter().enumerate().all(|(other, ball)| other == number || !near.intersects(ball))
    }

    /// Components of the part before any move.
    pub(crate) fn components(&self) -> Components {
        let all: Vec<u16> = (0..self.numbers.len() as u16).collect();
        self.components_of(&all, &self.balls, 0)
    }

    /// Row and column of a cell.
    pub(crate) fn place(&self, index: usize) -> (u8, u8) {
        let stride = self.stride as usize;
        ((index / stride) as u8, (index % stride) as u8)
    }
}

/// Evaluates an expression with a constant for the machine words of a shape of this size.
macro_rules! with_words {
    ($height:expr, $width:expr, $words:ident => $done:expr) => {
        match $crate::part::word_count($height, $width) {
            1 => with_words!(@ 1, $words, $done),
            2 => with_words!(@ 2, $words, $done),
            4 => with_words!(@ 4, $words, $done),
            8 => with_words!(@ 8, $words, $done),
            _ => with_words!(@ 16, $words, $done),
        }
    };
    (@ $count:literal, $words:ident, $done:expr) => {{
        const $words: usize = $count;
        $done
    }};
}

pub(crate) use with_words;

/// Machine words for a shape of this size: 1, 2, 4, 8 or 16.
pub(crate) fn word_count(height: u8, width: u8) -> usize {
    // At least one bit beyond the last cell, so that every row can be read in full.
    let bits = usize::from(height) * (usize::from(width) + 1);
    bits.div_ceil(64).next_power_of_two()
}
