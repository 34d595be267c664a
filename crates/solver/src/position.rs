//! Everything about a board that still matters for the rest of the game.

use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Square};
use twinboard_vocabulary::two_player::Value;

use crate::part::{Components, Part, with_words, word_count};
use crate::planted::{Fault, planted};
use crate::shape::Number;

/// The free cells of a board that touch no paint, with their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    side: u8,
    /// Bit `c` of row `r` is set if the cell is free and touches no paint.
    rows: Vec<u32>,
    /// Numbers on these cells, dead ones and zeros included.
    numbers: Vec<Number>,
    /// Components of the position.
    pub(crate) components: Components,
    /// True if every unpainted number is alive: only then can the game be drawn.
    pub(crate) can_be_drawn: bool,
}

impl Position {
    /// The position of a board: cells that touch no paint, live numbers, and components.
    pub(crate) fn of(board: &Board) -> Self {
        let side = board.side();
        let is_painted = |row: u8, column: u8| {
            row < side && column < side && board.get(Cell::new(row, column)) == Square::Painted
        };
        let mut rows = vec![0_u32; side.into()];
        let mut numbers = Vec::new();
        let mut all = 0;
        for (cell, square) in board.cells() {
            let Cell { row, column } = cell;
            let is_number = matches!(square, Square::Number(_));
            all += usize::from(is_number && !planted(Fault::BesidePaint));
            let touches = is_painted(row.wrapping_sub(1), column)
                || is_painted(row + 1, column)
                || is_painted(row, column.wrapping_sub(1))
                || is_painted(row, column + 1);
            if square == Square::Painted || touches {
                continue;
            }
            all += usize::from(is_number && planted(Fault::BesidePaint));
            rows[usize::from(row)] |= 1 << column;
            if let Square::Number(value) = square {
                numbers.push(Number { row, column, value });
            }
        }
        let mut position =
            Self { side, rows, numbers, components: Components::default(), can_be_drawn: false };
        let (components, alive) = with_words!(side, side, W => {
            let part = position.part::<W>();
            (part.components(), part.numbers.len())
        });
        position.components = components;
        position.can_be_drawn = alive == all && !planted(Fault::NeverDrawn);
        position
    }

    pub(crate) fn side(&self) -> u8 {
        self.side
    }

    /// Lays the position out on bits.
    pub(crate) fn part<const W: usize>(&self) -> Part<W> {
        debug_assert!(W >= word_count(self.side, self.side));
        Part::new(&self.rows, self.side, &self.numbers)
    }
}

/// A recommended move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Any legal move if nothing is known about the position.
    pub mv: LegalMove,
    /// Value for the player who makes it, if it is proved.
    pub value: Option<Value>,
    /// True if a guess says that the move wins; it is not proved.
    pub is_hopeful: bool,
}
