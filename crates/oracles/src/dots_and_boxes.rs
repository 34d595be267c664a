//! Dots and Boxes. Rules: Elwyn Berlekamp, "The Dots and Boxes Game" (2000), with the one who
//! completes a box bound to draw another line.
//!
//! * **DB-1** (board). 1 to 5 rows and columns of boxes between dots. A set-up is a drawing and a line
//!   `x to move` or `o to move`. Odd rows of the drawing have dots `+` with lines between them, even
//!   rows have lines with boxes between them. A line is `-` or `|`, or `.` if it is not drawn; a box
//!   is `x` or `o` for the player who has it, or `.` if it is not complete.
//! * **DB-2** (move). The player draws a line, named by its place in the drawing: a letter for the
//!   column from the left and a number for the row from the top.
//! * **DB-3** (boxes). A player who draws the fourth line of a box has it; a line may complete two.
//! * **DB-4** (turn). A player who completes a box moves again. Otherwise the opponent moves.
//! * **DB-5** (end). The game is over when all lines are drawn. The player with more boxes wins; with
//!   equally many it is a draw.

use crate::board::{Board, Cell, STRAIGHT, more_wins, other, read_turn};
use crate::listed::Listed;

/// The set-ups with which games begin. Some have lines along edges, as boards of Berlekamp's have.
pub(crate) const STARTS: &[&str] = &[
    "+.+.+\n.....\n+.+.+\n.....\n+.+.+\nx to move",
    "+.+.+.+\n.......\n+.+.+.+\n.......\n+.+.+.+\n.......\n+.+.+.+\nx to move",
    "+-+-+-+\n|.....|\n+.+.+.+\n|.....|\n+.+.+.+\n|.....|\n+-+-+-+\nx to move",
    "+.+.+.+\n|......\n+.+.+.+\n|......\n+.+.+.+\n|......\n+-+-+-+\nx to move",
    "+-+-+-+-+\n|.......|\n+-+-+-+.+\n|.......|\n+-+-+-+-+\no to move",
    "+.+.+.+.+.+\n...........\n+.+.+.+.+.+\n...........\n+.+.+.+.+.+\n...........\n+.+.+.+.+.+\n\
     ...........\n+.+.+.+.+.+\n...........\n+.+.+.+.+.+\nx to move",
];

/// Dots and Boxes, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct DotsAndBoxes {
    drawing: Board,
    player: char,
}

/// What a place of the drawing is for (DB-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Dot,
    Level,
    Upright,
    Box,
}

fn place((row, column): Cell) -> Place {
    match (row % 2, column % 2) {
        (0, 0) => Place::Dot,
        (0, _) => Place::Level,
        (_, 0) => Place::Upright,
        _ => Place::Box,
    }
}

impl DotsAndBoxes {
    /// True if all four lines of a box are drawn.
    fn is_complete(&self, cell: Cell) -> bool {
        let lines = self.drawing.neighbours(cell, &STRAIGHT);
        lines.into_iter().all(|line| self.drawing.at(line) != '.')
    }

    /// The lines that are not drawn.
    fn free(&self) -> Vec<Cell> {
        let cells = self.drawing.cells_with('.').into_iter();
        cells.filter(|cell| [Place::Level, Place::Upright].contains(&place(*cell))).collect()
    }

    /// True if a place has what it is for, and a box an owner if it is complete.
    fn is_possible(&self, cell: Cell) -> bool {
        let at = self.drawing.at(cell);
        match place(cell) {
            Place::Dot => at == '+',
            Place::Level => ".-".contains(at),
            Place::Upright => ".|".contains(at),
            Place::Box if self.is_complete(cell) => "xo".contains(at),
            Place::Box => at == '.',
        }
    }

    fn read(setup: &str) -> Option<Self> {
        let (drawing, turn) = setup.rsplit_once('\n')?;
        let drawing = Board::read(drawing, "+.-|xo")?;
        let is_size = |size: usize| size % 2 == 1 && (3..=11).contains(&size);
        let game = Self { drawing, player: read_turn(turn)? };
        let is_drawing = is_size(game.drawing.rows())
            && is_size(game.drawing.columns())
            && game.drawing.cells().into_iter().all(|cell| game.is_possible(cell));
        is_drawing.then_some(game)
    }
}

impl Listed for DotsAndBoxes {
    type Step = Cell;
    const ILLEGAL: &'static str = "no line is to be drawn there (DB-2, DB-5)";

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a drawing of 1 to 5 rows and columns of boxes with dots `+`, lines `-`, `|` or `.` and \
             an owner `x` or `o` in complete boxes only, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Cell)> {
        self.free().into_iter().map(|line| (Board::name_from_top(line), line)).collect()
    }

    fn take(&mut self, line: Cell) {
        self.drawing.put(line, if place(line) == Place::Level { '-' } else { '|' });
        let near = self.drawing.neighbours(line, &STRAIGHT).into_iter();
        let boxes: Vec<Cell> = near.filter(|cell| place(*cell) == Place::Box).collect();
        let complete: Vec<Cell> =
            boxes.into_iter().filter(|cell| self.is_complete(*cell)).collect();
        for cell in &complete {
            self.drawing.put(*cell, self.player);
        }
        if complete.is_empty() {
            self.player = other(self.player);
        }
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.drawing.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let count = |player| self.drawing.cells_with(player).len();
        self.free().is_empty().then(|| more_wins(count('x'), count('o')))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
