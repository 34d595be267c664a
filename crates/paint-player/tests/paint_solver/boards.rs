//! Boards on which a solver can err, small enough for exhaustive play.

use twinboard_games::paint::Transform;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::paint::{Board, Cell, NUMBER_MAX, Square};

use super::support::paint::{around, touches_paint};

/// The features of a random board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Numbers of all sizes that fit, anywhere.
    Any,
    /// Many ones and some twos: many components, large Grundy values.
    Ones,
    /// Painted parts.
    Painted,
    /// Zeros and numbers that are too large: walls that are never painted.
    Walls,
    /// Few small numbers far from each other, all of which may be painted, so that a draw is near.
    Alive,
    /// A number that takes nearly all cells in reach, and some small ones.
    Long,
    /// Two mirrored halves with a wall or paint between them.
    Mirrored,
    /// Two halves that differ in one number or one cell.
    NearlyMirrored,
}

impl Kind {
    pub(crate) const ALL: [Self; 8] = [
        Self::Any,
        Self::Ones,
        Self::Painted,
        Self::Walls,
        Self::Alive,
        Self::Long,
        Self::Mirrored,
        Self::NearlyMirrored,
    ];
}

/// Random boards from a seed.
pub(crate) struct Boards(SplitMix);

impl Boards {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        twinboard_vocabulary::game::below(&mut || self.0.next_u64(), bound as u64) as usize
    }

    fn between(&mut self, min: usize, max: usize) -> u8 {
        (min + self.below(max + 1 - min)) as u8
    }

    fn chance(&mut self, of_100: usize) -> bool {
        self.below(100) < of_100
    }

    pub(crate) fn any_transform(&mut self, side: u8) -> Transform {
        Transform::all(side)[self.below(8)]
    }

    /// A board without a possible draw, with a medium number among a few small ones.
    pub(crate) fn with_a_killer(&mut self, side: u8) -> Board {
        let mut board = Board::from_fn(side, |_| Square::Empty);
        for _ in 0..2 + self.below(2) {
            let cell = self.cell(side);
            board.set(cell, self.number(1, 2));
        }
        let (dead, killer) = (self.cell(side), self.cell(side));
        board.set(dead, Square::Number(0));
        board.set(killer, self.number(3, 5));
        board
    }

    /// A board of this kind and side.
    pub(crate) fn draw(&mut self, kind: Kind, side: u8) -> Board {
        match kind {
            Kind::Any => {
                let share = 15 + self.below(35);
                let max = usize::from(side) + 1;
                self.filled(side, |it| {
                    if it.chance(share) { it.number(1, max) } else { it.hole(side, 3) }
                })
            }
            Kind::Ones => {
                let share = 30 + self.below(50);
                self.filled(side, |it| {
                    if !it.chance(share) {
                        return it.hole(side, 8);
                    }
                    let max = if it.chance(75) { 1 } else { 2 };
                    it.number(1, max)
                })
            }
            Kind::Painted => {
                let (share, paint) = (25 + self.below(30), 8 + self.below(14));
                self.filled(side, |it| {
                    if it.chance(share) { it.number(1, 4) } else { it.hole(side, paint) }
                })
            }
            Kind::Walls => {
                let share = 25 + self.below(20);
                let mut board = self.filled(side, |it| {
                    if it.chance(share) { it.number(1, 4) } else { it.hole(side, 2) }
                });
                let wall = if self.chance(50) { 0 } else { NUMBER_MAX };
                let line = self.between(0, usize::from(side) - 1);
                for at in 0..side {
                    if !self.chance(15) {
                        board.set(Cell::new(at, line), Square::Number(wall));
                    }
                }
                board
            }
            Kind::Alive => {
                let mut board = Board::from_fn(side, |_| Square::Empty);
                for _ in 0..2 + self.below(4) {
                    let cell = self.cell(side);
                    board.set(cell, self.number(1, 3));
                }
                board
            }
            Kind::Long => self.long(side),
            Kind::Mirrored => self.mirrored(side),
            Kind::NearlyMirrored => {
                let mut board = self.mirrored(side);
                let numbers: Vec<(Cell, u8)> = board.numbers().collect();
                if numbers.is_empty() || self.chance(30) {
                    let cell = self.cell(side);
                    let other = if self.chance(50) { Square::Empty } else { self.number(0, 3) };
                    board.set(cell, other);
                } else {
                    let (cell, number) = numbers[self.below(numbers.len())];
                    let is_more = number == 0 || number < NUMBER_MAX && self.chance(50);
                    board.set(cell, Square::Number(if is_more { number + 1 } else { number - 1 }));
                }
                board
            }
        }
    }

    /// The large number takes all cells in reach, or all but a few.
    fn long(&mut self, side: u8) -> Board {
        let (share, paint) = (20 + self.below(20), 3 + self.below(4));
        let mut board = self
            .filled(side, |it| if it.chance(share) { it.number(1, 2) } else { it.hole(0, paint) });
        let start = self.cell(side);
        board.set(start, Square::Empty);
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for near in around(&board, cell) {
                let is_free = board.get(near) == Square::Empty && !touches_paint(&board, near);
                if is_free && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        let number = reached.len().saturating_sub(self.below(3)).clamp(1, NUMBER_MAX.into());
        board.set(start, Square::Number(number as u8));
        board
    }

    fn filled(&mut self, side: u8, mut square: impl FnMut(&mut Self) -> Square) -> Board {
        Board::from_fn(side, |_| square(self))
    }

    fn cell(&mut self, side: u8) -> Cell {
        Cell::new(self.between(0, usize::from(side) - 1), self.between(0, usize::from(side) - 1))
    }

    fn number(&mut self, min: usize, max: usize) -> Square {
        Square::Number(self.between(min, max))
    }

    /// A cell without a number, sometimes painted. Large boards get more paint, because they would
    /// have too many games otherwise.
    fn hole(&mut self, side: u8, paint: usize) -> Square {
        let paint = match side {
            6.. => paint + 14,
            5 => paint + 5,
            _ => paint,
        };
        if self.chance(paint) { Square::Painted } else { Square::Empty }
    }

    /// The left half and its image on the right, under some symmetry; the middle separates them.
    fn mirrored(&mut self, side: u8) -> Board {
        let half = side / 2;
        let share = 30 + self.below(35);
        let max = 1 + self.below(3);
        let part = self
            .filled(side, |it| if it.chance(share) { it.number(1, max) } else { it.hole(side, 4) });
        let middle = if self.chance(70) { Square::Number(0) } else { Square::Painted };
        let is_upside_down = self.chance(50);
        // An even side has two middle columns.
        let width = if side.is_multiple_of(2) { half - 1 } else { half };
        let board = Board::from_fn(side, |Cell { row, column }| {
            if column < width {
                part.get(Cell::new(row, column))
            } else if column >= side - width {
                let row = if is_upside_down { side - 1 - row } else { row };
                part.get(Cell::new(row, side - 1 - column))
            } else {
                middle
            }
        });
        self.any_transform(side).board(&board)
    }
}
