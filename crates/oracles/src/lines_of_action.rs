//! Lines of Action. Rules: Mark Winands, "The Rules", those of the Mind Sports Olympiad of 2000.
//!
//! * **LA-1** (board). 4 to 8 rows and columns; a cell is empty (`.`) or has a piece of `x` (black) or
//!   `o` (white), and there is one of each. A set-up is the rows from the top, a line of rules as in
//!   `both=draw repetition=none`, a line `x to move` or `o to move`, and the lines of LA-7. The game
//!   begins with `x` on the top and bottom rows and `o` on the first and last columns, without the
//!   corners.
//! * **LA-2** (move). A piece moves along its row, column or diagonal, exactly as many cells as there
//!   are pieces of both players on the whole of that line. A move is both cells, a letter for the
//!   column and the row from the bottom: `b1b3`.
//! * **LA-3** (way). It passes own pieces, not the opponent's. It ends on an empty cell or on a piece
//!   of the opponent, which is captured.
//! * **LA-4** (pass). A player without such a move moves `pass`; with one, `pass` is illegal. If the
//!   opponent has none either, the game is a draw, for nothing would change any more.
//! * **LA-5** (end). A player whose pieces are all connected has won, whoever has moved: each touches
//!   another one at a side or a corner. A single piece is connected.
//! * **LA-6** (both). If a move connects the pieces of both players it is a draw with `both=draw`, as
//!   in the source, and the player who has moved has won with `both=mover`, as in other sources.
//! * **LA-7** (repetition). With `repetition=threefold` the game is a draw at the third occurrence of
//!   a position with the same player to move. The earlier boards since the last capture are lines
//!   `before` with the rows between slashes and digits for empty cells, the first one first. With
//!   `repetition=none` this does not matter.
//! * **LA-8** (limits). Those of `limits.rs`; `uncaptured-max` counts moves without a capture.

use crate::board::{Board, Cell, DIRECTIONS, other, read_board_and_turn};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".xxxxxx.\no......o\no......o\no......o\no......o\no......o\no......o\n.xxxxxx.\n\
     both=draw repetition=none\nx to move",
    ".xxx.\no...o\no...o\no...o\n.xxx.\nboth=draw repetition=threefold\nx to move",
    ".xx.\no..o\no..o\n.xx.\nboth=mover repetition=threefold\no to move",
    "x..o\n.o..\n..x.\nx..o\nboth=draw repetition=none\nx to move",
    "......x\no..o...\n.......\nx.....o\n.......\n.......\no..x..x\nboth=mover repetition=none\n\
     x to move",
    "o...\n.xo.\noo.o\nxo.o\nboth=draw repetition=threefold\nx to move",
];

/// Lines of Action, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct LinesOfAction {
    board: Board,
    player: char,
    mover_wins: bool,
    /// Earlier boards; `None` if repetition does not matter (LA-7).
    earlier: Option<Vec<Board>>,
}

/// The number of pieces of both players.
fn pieces(board: &Board) -> usize {
    board.cells().len() - board.cells_with('.').len()
}

/// The cell to which the piece on a cell moves in a direction (LA-2, LA-3).
fn target(board: &Board, from: Cell, (down, right): (isize, isize)) -> Option<Cell> {
    let is_piece = |cell: &Cell| board.at(*cell) != '.';
    let ahead = board.ray(from, (down, right));
    let behind = board.ray(from, (-down, -right));
    let steps = ahead.iter().chain(&behind).chain([&from]).filter(|cell| is_piece(cell)).count();
    let to = *ahead.get(steps - 1)?;
    let is_blocked = ahead[..steps - 1].iter().any(|it| board.at(*it) == other(board.at(from)));
    (!is_blocked && board.at(to) != board.at(from)).then_some(to)
}

/// The moves of a player with the boards after them, without `pass`.
fn steps(board: &Board, player: char) -> Vec<(String, Board)> {
    let mut steps = Vec::new();
    for from in board.cells_with(player) {
        for to in DIRECTIONS.into_iter().filter_map(|direction| target(board, from, direction)) {
            let mut next = board.clone();
            next.put(from, '.');
            next.put(to, player);
            steps.push(([from, to].map(|cell| board.name_from_bottom(cell)).concat(), next));
        }
    }
    steps
}

/// The moves of a player with the boards after them (LA-4).
fn legal(board: &Board, player: char) -> Vec<(String, Board)> {
    let steps = steps(board, player);
    if steps.is_empty() { vec![("pass".to_owned(), board.clone())] } else { steps }
}

/// LA-5.
fn is_connected(board: &Board, player: char) -> bool {
    let pieces = board.cells_with(player);
    board.connected(pieces[0], &DIRECTIONS).len() == pieces.len()
}

impl LinesOfAction {
    /// The players to move in the earlier positions and the present one.
    fn history(&self) -> Vec<(&Board, char)> {
        let boards = self.earlier.iter().flatten().chain([&self.board]).rev();
        let mut history: Vec<(&Board, char)> = Vec::new();
        for board in boards {
            let player = history.last().map_or(self.player, |(_, player)| other(*player));
            history.push((board, player));
        }
        history.reverse();
        history
    }

    /// The outcome of a position apart from repetition.
    fn result(&self, board: &Board, player: char) -> Option<&'static str> {
        let wins = |player| if player == 'x' { "x wins" } else { "o wins" };
        match (is_connected(board, player), is_connected(board, other(player))) {
            (true, true) if !self.mover_wins => Some("draw"),
            (_, true) => Some(wins(other(player))),
            (true, false) => Some(wins(player)),
            _ if ['x', 'o'].iter().all(|it| steps(board, *it).is_empty()) => Some("draw"),
            _ => None,
        }
    }

    fn read(setup: &str) -> Option<Self> {
        let end = setup.find(" to move").map(|at| at + " to move".len())?;
        let (start, before) = setup.split_at(end);
        let lines: Vec<&str> = start.lines().collect();
        let [rows @ .., rules, turn] = &lines[..] else { return None };
        let (both, repetition) = rules.split_once(' ')?;
        let mover_wins = ["both=draw", "both=mover"].iter().position(|it| *it == both)? == 1;
        let is_counted =
            ["repetition=none", "repetition=threefold"].iter().position(|it| *it == repetition)?
                == 1;
        let (board, player) = read_board_and_turn(&format!("{}\n{turn}", rows.join("\n")))?;
        let mut game = Self { board, player, mover_wins, earlier: is_counted.then(Vec::new) };
        for line in before.lines().skip(1) {
            let rows = line.strip_prefix("before ")?;
            game.earlier.as_mut()?.push(Board::read_fen(rows, ".xo")?);
        }
        let is_size = |board: &Board| {
            [board.rows(), board.columns()].iter().all(|size| (4..=8).contains(size))
                && ['x', 'o'].iter().all(|player| !board.cells_with(*player).is_empty())
        };
        let history = game.history();
        let is_possible = history.iter().all(|(board, _)| is_size(board))
            && history.windows(2).all(|pair| game.is_step(pair[0], pair[1].0));
        is_possible.then_some(game)
    }

    /// True if the game goes on in an earlier position, and a move without capture makes the board.
    fn is_step(&self, (board, player): (&Board, char), next: &Board) -> bool {
        let mut history = self.history();
        history.pop();
        let is_over = history.iter().filter(|it| **it == (board, player)).count() > 2
            || self.result(board, player).is_some();
        let is_next = |(_, made): &(String, Board)| made == next;
        !is_over && pieces(board) == pieces(next) && legal(board, player).iter().any(is_next)
    }
}

impl Listed for LinesOfAction {
    type Step = Board;
    const ILLEGAL: &'static str = "no piece of the player moves so (LA-2 to LA-4)";
    const OVER: Option<&'static str> = Some("the game is over (LA-4 to LA-7)");
    const LIMITS: Limits<Self> = Some(&[("uncaptured-max", |before, after, _| {
        pieces(&before.board) == pieces(&after.board)
    })]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "4 to 8 rows of 4 to 8 cells `.`, `x` or `o` with a piece of each, then \
             `both=draw repetition=none` or the like, then `x to move` or `o to move`, and with \
             `repetition=threefold` lines `before` with the earlier boards (LA-1, LA-7)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Board)> {
        legal(&self.board, self.player)
    }

    fn take(&mut self, next: Board) {
        if let Some(earlier) = &mut self.earlier {
            earlier.push(self.board.clone());
            if pieces(&next) < pieces(&self.board) {
                earlier.clear();
            }
        }
        self.board = next;
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        let both = if self.mover_wins { "mover" } else { "draw" };
        let repetition = if self.earlier.is_some() { "threefold" } else { "none" };
        let rules = format!("both={both} repetition={repetition}");
        let mut text = format!("{}{rules}\n{} to move", self.board.text(), self.player);
        for board in self.earlier.iter().flatten() {
            text = format!("{text}\nbefore {}", board.fen());
        }
        text
    }

    fn outcome(&self) -> Option<String> {
        let history = self.history();
        let is_now = |it: &&(&Board, char)| **it == (&self.board, self.player);
        let is_third = history.iter().filter(is_now).count() >= 3;
        let result = self.result(&self.board, self.player);
        result.or_else(|| is_third.then_some("draw")).map(ToOwned::to_owned)
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
