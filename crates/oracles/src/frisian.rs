//! Frisian draughts. Rules: "Official Rules for Frisian Draughts" (2011). How kings are valued is
//! from Rein Halbersma's post of 6 May 2010 on damforum.nl and so in Lidraughts; Wikipedia has one and
//! a half men, which differs from two kings on.
//!
//! * **FR-1** (board). 10 rows and columns. `w` and `b` are men, `W` and `B` are kings; white is at the
//!   bottom. Pieces are on the dark squares, which include the one at the bottom left and have the
//!   numbers 1 to 50 from the top left. A set-up is the rows from the top with at most 20 pieces of a
//!   colour, no man on its last row and at least one piece of the player who is not to move, then the
//!   lines of FR-7, then `white to move` or `black to move`.
//! * **FR-2** (move). A man moves one square diagonally forwards, a king any distance diagonally over
//!   empty squares.
//! * **FR-3** (capture). Pieces capture in eight directions, along rows and columns as well, where only
//!   dark squares count. A man jumps over an opponent's piece on the next square to the empty square
//!   behind it; a king may have empty squares before that piece and more of them behind it. A capture
//!   goes on while it can, no piece is jumped twice, and captured pieces block until they are removed
//!   at the end of the move.
//! * **FR-4** (value). Who can capture must take the most. A king counts a little less than two men: of
//!   captures with the same number, kings counted twice, the one with fewer kings is more.
//! * **FR-5** (king first). If a king and a man can capture the same value, a king must do so.
//! * **FR-6** (crowning). A man that ends its move on the last row becomes a king.
//! * **FR-7** (three moves). A king that has made its player's last three moves without a capture can
//!   only capture, unless the player has no men. The line `king 32 moved 3` says how many of the last
//!   moves, up to three, were such moves of the king on this square; there is at most one for each
//!   player who has men, white's first.
//! * **FR-8** (end). A player without pieces, or without a move in the own turn, has lost. Draws are left
//!   out.
//! * **FR-9** (text of a move). `32-28`, or `32x14:19,23` with all captured pieces from the top: jumps
//!   with the same result are one move.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".b.b.b.b.b\nb.b.b.b.b.\n.b.b.b.b.b\nb.b.b.b.b.\n..........\n..........\n.w.w.w.w.w\n\
     w.w.w.w.w.\n.w.w.w.w.w\nw.w.w.w.w.\nwhite to move",
    "...B......\n......b...\n.b........\n..w...b...\n.....b....\n......w...\n...b.b....\n\
     ..w.......\n.......w..\nW.....W...\nblack to move",
    "..........\nw...B.....\n..........\n..........\n..........\n..........\n..........\n\
     ..........\n.........b\nW.........\nking 46 moved 2\nwhite to move",
    ".....B...B\n..........\n.b.b......\n....w.....\n.....b.B..\n..W.......\n.b...b....\n\
     w.....w...\n...B......\n........W.\nwhite to move",
];

/// A move, or a capture so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn {
    from: Cell,
    to: Cell,
    taken: BTreeSet<Cell>,
}

/// Frisian draughts, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Frisian {
    board: Board,
    is_white: bool,
    /// The squares of the kings of FR-7 and how often they have moved.
    moved: Vec<(Cell, usize)>,
}

/// The number of a square (FR-1).
fn number((row, column): Cell) -> usize {
    row * 5 + column / 2 + 1
}

fn is_dark(cell: &Cell) -> bool {
    (cell.0 + cell.1) % 2 == 1
}

fn last_row(is_white: bool) -> usize {
    if is_white { 0 } else { 9 }
}

impl Frisian {
    fn is_king(&self, cell: Cell) -> bool {
        self.board.at(cell).is_ascii_uppercase()
    }

    fn pieces(&self, is_white: bool) -> Vec<Cell> {
        let pieces = if is_white { "wW" } else { "bB" };
        let cells = self.board.cells().into_iter();
        cells.filter(|cell| pieces.contains(self.board.at(*cell))).collect()
    }

    /// The dark squares in a direction from a square, the nearest first.
    fn squares(&self, from: Cell, direction: (isize, isize)) -> Vec<Cell> {
        self.board.ray(from, direction).into_iter().filter(is_dark).collect()
    }

    /// The captures that are one jump longer (FR-3).
    fn jumps(&self, turn: &Turn, direction: (isize, isize)) -> Vec<Turn> {
        let reach = if self.is_king(turn.from) { 10 } else { 1 };
        let is_free = |cell: &&Cell| self.board.at(**cell) == '.' || **cell == turn.from;
        let squares = self.squares(turn.to, direction);
        let gap = squares.iter().take_while(is_free).count();
        let opponents = if self.is_white { "bB" } else { "wW" };
        let over = squares.get(gap).filter(|over| opponents.contains(self.board.at(**over)));
        let Some(over) = over.filter(|over| gap < reach && !turn.taken.contains(over)) else {
            return Vec::new();
        };
        let behind = squares[gap + 1..].iter().take_while(is_free).take(reach);
        let landing = |to: &Cell| {
            let mut next = turn.clone();
            next.to = *to;
            next.taken.insert(*over);
            next
        };
        behind.map(landing).collect()
    }

    /// All captures of the player, also those that could go on: these are never the most.
    fn captures(&self) -> BTreeSet<Turn> {
        let start = |from| Turn { from, to: from, taken: BTreeSet::new() };
        let mut open: Vec<Turn> = self.pieces(self.is_white).into_iter().map(start).collect();
        let mut captures = BTreeSet::new();
        while let Some(turn) = open.pop() {
            let longer = DIRECTIONS.iter().flat_map(|direction| self.jumps(&turn, *direction));
            open.extend(longer.filter(|longer| captures.insert(longer.clone())));
        }
        captures
    }

    /// What is compared between captures (FR-4, FR-5).
    fn value(&self, capture: &Turn) -> (usize, Reverse<usize>, bool) {
        let kings = capture.taken.iter().filter(|cell| self.is_king(**cell)).count();
        (capture.taken.len() + kings, Reverse(kings), self.is_king(capture.from))
    }

    /// The moves without a capture (FR-2, FR-7).
    fn slides(&self) -> Vec<Turn> {
        let mut steps = Vec::new();
        for from in self.pieces(self.is_white) {
            let forwards = if self.is_white { -1 } else { 1 };
            for direction in DIAGONAL {
                let reach = match self.is_king(from) {
                    true if self.moved.contains(&(from, 3)) => 0,
                    true => 10,
                    false => usize::from(direction.0 == forwards),
                };
                let squares = self.squares(from, direction).into_iter().take(reach);
                let free = squares.take_while(|cell| self.board.at(*cell) == '.');
                steps.extend(free.map(|to| Turn { from, to, taken: BTreeSet::new() }));
            }
        }
        steps
    }

    fn turns(&self) -> Vec<Turn> {
        let captures = self.captures();
        let most = captures.iter().map(|capture| self.value(capture)).max();
        if most.is_none() {
            return self.slides();
        }
        captures.into_iter().filter(|capture| Some(self.value(capture)) == most).collect()
    }

    fn text_of(turn: &Turn) -> String {
        let (from, to) = (number(turn.from), number(turn.to));
        if turn.taken.is_empty() {
            return format!("{from}-{to}");
        }
        let taken: Vec<String> = turn.taken.iter().map(|cell| number(*cell).to_string()).collect();
        format!("{from}x{to}:{}", taken.join(","))
    }

    /// Removes kings that are captured, or whose player has no men; puts white's first.
    fn tidy_moved(&mut self) {
        let board = &self.board;
        let men = |king| board.cells_with(if king == 'W' { 'w' } else { 'b' });
        let is_king = |cell| ['W', 'B'].contains(&board.at(cell));
        self.moved.retain(|(cell, _)| is_king(*cell) && !men(board.at(*cell)).is_empty());
        self.moved.sort_by_key(|(cell, _)| Reverse(board.at(*cell)));
        self.moved.dedup_by_key(|(cell, _)| board.at(*cell));
    }
}

impl Listed for Frisian {
    type Step = Turn;
    const ILLEGAL: &'static str = "not a move or capture of the player (FR-2 to FR-7)";
    const OVER: Option<&'static str> = Some("the game is over (FR-8)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "10 rows of 10 cells `.wWbB`, up to 20 pieces of a colour on dark squares, at least one \
             of the player who is not to move, no man on its last row, perhaps lines as in `king 32 moved 3` (FR-7), then `white to move` or \
             `black to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Turn)> {
        self.turns().into_iter().map(|turn| (Self::text_of(&turn), turn)).collect()
    }

    fn take(&mut self, turn: Turn) {
        let piece = self.board.at(turn.from);
        let times = self.moved.iter().find(|(cell, _)| *cell == turn.from).map_or(0, |it| it.1);
        let own = self.pieces(self.is_white);
        self.moved.retain(|(cell, _)| !own.contains(cell));
        for cell in turn.taken.iter().chain([&turn.from]) {
            self.board.put(*cell, '.');
        }
        let is_crowned = turn.to.0 == last_row(self.is_white);
        self.board.put(turn.to, if is_crowned { piece.to_ascii_uppercase() } else { piece });
        if piece.is_ascii_uppercase() && turn.taken.is_empty() {
            self.moved.push((turn.to, times + 1));
        }
        self.tidy_moved();
        self.is_white = !self.is_white;
    }

    fn position(&self) -> String {
        self.text()
    }

    fn outcome(&self) -> Option<String> {
        let has_lost = |is_white: bool| {
            self.pieces(is_white).is_empty()
                || (is_white == self.is_white && self.turns().is_empty())
        };
        let winner = [(true, "black wins"), (false, "white wins")];
        let winner = winner.into_iter().find(|(is_white, _)| has_lost(*is_white));
        winner.map(|(_, text)| text.to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(if self.is_white { "white" } else { "black" }.to_owned())
    }
}

impl Frisian {
    /// The whole position.
    fn text(&self) -> String {
        let kings = self.moved.iter();
        let kings = kings.map(|(cell, times)| format!("king {} moved {times}\n", number(*cell)));
        let player = if self.is_white { "white" } else { "black" };
        format!("{}{}{player} to move", self.board.text(), kings.collect::<String>())
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let (rows, rest) = lines.split_at_checked(10)?;
        let (turn, kings) = rest.split_last()?;
        let board = Board::read(&rows.join("\n"), ".wWbB")?;
        let is_white = *turn == "white to move";
        let mut moved = Vec::new();
        for line in kings {
            let (square, times) = line.strip_prefix("king ")?.split_once(" moved ")?;
            let mut squares = board.cells().into_iter().filter(is_dark);
            let cell = squares.find(|cell| number(*cell).to_string() == square)?;
            moved.push((cell, ["1", "2", "3"].iter().position(|it| *it == times)? + 1));
        }
        let mut game = Self { board, is_white, moved };
        game.tidy_moved();
        (game.is_possible() && game.text() == setup).then_some(game)
    }

    fn is_possible(&self) -> bool {
        let is_place = |cell: Cell| match self.board.at(cell) {
            '.' => true,
            'w' | 'b' if cell.0 == last_row(self.board.at(cell) == 'w') => false,
            _ => is_dark(&cell),
        };
        let numbers = [true, false].map(|is_white| self.pieces(is_white).len());
        (self.board.rows(), self.board.columns()) == (10, 10)
            && numbers.iter().all(|number| *number <= 20)
            && numbers[usize::from(self.is_white)] > 0
            && self.board.cells().into_iter().all(is_place)
    }
}
