//! Renju. Rules: Renju International Federation, "The International Rules of Renju" (1996, corrected
//! 1998), without the rules on openings.
//!
//! * **RJ-1** (board). 5 to 15 rows and columns; a point is empty (`.`) or has a stone of `x` (black),
//!   who begins, or `o` (white). A set-up is the rows from the top and a line `x to move` or
//!   `o to move`. Not both players have won, and black has no overline unless there is a five too.
//! * **RJ-2** (move). A stone is placed on an empty point, named by a letter for the column from the
//!   left and a number for the row from the bottom. Black must not place a forbidden one (RJ-5 to
//!   RJ-8); in the source it may be placed and loses if white sees it.
//! * **RJ-3** (win). Black wins by exactly five stones in an unbroken row, upright, level or diagonal;
//!   white by five or more.
//! * **RJ-4** (five first). A stone that makes a five is never forbidden, whatever else it makes.
//! * **RJ-5** (overline). A stone that makes a row of six or more is forbidden.
//! * **RJ-6** (double-four). A four is four stones on a line to which one more stone makes a five. A
//!   stone that makes two fours or more through itself is forbidden, also if both are on one line. A
//!   straight four, which is unbroken and where two points make a five, is a single four.
//! * **RJ-7** (double-three). A three is three stones on a line to which one more stone makes a
//!   straight four. A stone that makes threes through itself on two lines or more is forbidden.
//! * **RJ-8** (true threes). The stone that would make the straight four must not make a five at the
//!   same time, and must itself not be forbidden by RJ-5 to RJ-8 after the first stone is placed.
//! * **RJ-9** (pass). If all empty points are forbidden to black, the only move is `pass`. Other passes,
//!   which are legal in the source, are left out.
//! * **RJ-10** (draw). The game is a draw when the board is full and nobody has won.

use std::collections::BTreeSet;

use crate::board::{Board, Cell, LINES, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "...............\n...............\n...............\n...............\n...............\n\
     ...............\n...............\n...............\n...............\n...............\n\
     ...............\n...............\n...............\n...............\n...............\n\
     x to move",
    ".........\n.........\n.....x.x.\n....xx...\n.x..x....\n.........\n....x....\n.........\n\
     .........\nx to move",
    ".........\n.......x.\n......x..\n...xx....\n.........\n.....x...\n....x.x..\n....x.xx.\n\
     .........\no to move",
    ".........\n.....x...\n....x..x.\n.....x...\n.........\n.....x...\n...x.....\n.....xx..\n\
     .........\nx to move",
    ".........\n.........\n...x.....\n..xx.x...\n.xx......\n....x....\n.....x.x.\n.....xx..\n\
     .........\no to move",
    "xxx.xx\nooxxoo\nxxooxx\n.oxxoo\nxxooxx\no to move",
];

/// Renju, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Renju {
    board: Board,
    player: char,
}

fn with(board: &Board, point: Cell, stone: char) -> Board {
    let mut next = board.clone();
    next.put(point, stone);
    next
}

/// The lengths of the unbroken rows through a stone.
fn lengths(board: &Board, stone: Cell) -> Vec<usize> {
    LINES.iter().map(|line| board.row_through(stone, *line).len()).collect()
}

/// The points with this cell at most four steps from a point along a line.
fn near(board: &Board, point: Cell, line: (isize, isize), cell: char) -> Vec<Cell> {
    let ways = [line, (-line.0, -line.1)];
    let near = ways.into_iter().flat_map(|way| board.ray(point, way).into_iter().take(4));
    near.filter(|near| board.at(*near) == cell).collect()
}

/// The points where one more black stone makes a five through this stone along a line, each with the
/// four other stones of the five.
fn fours(board: &Board, stone: Cell, line: (isize, isize)) -> Vec<(Cell, Vec<Cell>)> {
    let mut fours = Vec::new();
    for point in near(board, stone, line, '.') {
        let five = with(board, point, 'x').row_through(point, line);
        if five.len() == 5 && five.contains(&stone) {
            fours.push((point, five.into_iter().filter(|it| *it != point).collect()));
        }
    }
    fours
}

/// True if one more black stone makes a straight four through this stone along a line (RJ-7, RJ-8).
fn is_three(board: &Board, stone: Cell, line: (isize, isize)) -> bool {
    let is_straight_four = |next: &Board| {
        next.row_through(stone, line).len() == 4 && fours(next, stone, line).len() == 2
    };
    near(board, stone, line, '.').into_iter().any(|point| {
        let next = with(board, point, 'x');
        next.row_through(point, line).contains(&stone)
            && is_straight_four(&next)
            && !lengths(&next, point).contains(&5)
            && !is_forbidden(board, point)
    })
}

/// True if black must not place a stone on this empty point (RJ-4 to RJ-8).
fn is_forbidden(board: &Board, point: Cell) -> bool {
    let board = with(board, point, 'x');
    let lengths = lengths(&board, point);
    if lengths.contains(&5) {
        return false;
    }
    // Fours and threes have at least two more stones, all of them near.
    let has_stones = |line: &(isize, isize)| near(&board, point, *line, 'x').len() >= 2;
    let lines: Vec<(isize, isize)> = LINES.into_iter().filter(has_stones).collect();
    let on_line = |line: &(isize, isize)| fours(&board, point, *line);
    let different: BTreeSet<Vec<Cell>> =
        lines.iter().flat_map(on_line).map(|(_, stones)| stones).collect();
    lengths.iter().any(|length| *length > 5)
        || different.len() >= 2
        || lines.iter().filter(|line| is_three(&board, point, **line)).count() >= 2
}

impl Renju {
    /// True if the player has a row of RJ-3.
    fn has_won(&self, player: char) -> bool {
        let is_winning = |length: &usize| *length == 5 || *length > 5 && player == 'o';
        let stones = self.board.cells_with(player);
        stones.iter().any(|stone| lengths(&self.board, *stone).iter().any(is_winning))
    }

    fn is_possible(&self) -> bool {
        let sizes = [self.board.rows(), self.board.columns()];
        let stones = self.board.cells_with('x');
        let is_over = |stone: &Cell| lengths(&self.board, *stone).iter().any(|length| *length > 5);
        sizes.iter().all(|size| (5..=15).contains(size))
            && !(self.has_won('x') && self.has_won('o'))
            && (self.has_won('x') || !stones.iter().any(is_over))
    }

    /// The points on which the player may place a stone.
    fn points(&self) -> Vec<Cell> {
        let empty = self.board.cells_with('.').into_iter();
        empty.filter(|point| self.player == 'o' || !is_forbidden(&self.board, *point)).collect()
    }
}

impl Listed for Renju {
    type Step = Option<Cell>;
    const ILLEGAL: &'static str =
        "no empty point, a forbidden one, or the game is over (RJ-2 to RJ-10)";
    const OVER: Option<&'static str> = Some(Self::ILLEGAL);

    fn set_up(setup: &str) -> Result<Self, String> {
        let read = read_board_and_turn(setup).map(|(board, player)| Self { board, player });
        read.filter(Self::is_possible).ok_or_else(|| {
            "5 to 15 rows of 5 to 15 cells `.`, `x` or `o`, no six `x` in a row without five in \
             another, at most one winner, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Option<Cell>)> {
        let points = self.points().into_iter();
        let steps: Vec<_> =
            points.map(|point| (self.board.name_from_bottom(point), Some(point))).collect();
        if steps.is_empty() { vec![("pass".to_owned(), None)] } else { steps }
    }

    fn take(&mut self, point: Option<Cell>) {
        if let Some(point) = point {
            self.board.put(point, self.player);
        }
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        if let Some(winner) = ['x', 'o'].into_iter().find(|player| self.has_won(*player)) {
            return Some(format!("{winner} wins"));
        }
        self.board.cells_with('.').is_empty().then(|| "draw".to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
