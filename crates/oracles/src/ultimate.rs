//! Ultimate tic-tac-toe. Rules: Ben Orlin, "Ultimate Tic-Tac-Toe" (Math with Bad Drawings, 2013),
//! and where `won=open` the variant in which play goes on in boards that are won.
//!
//! * **UT-1** (boards). Nine small boards of three rows of three cells are arranged like the cells of
//!   one of them. A cell is empty (`.`) or has a mark of `x`, who begins, or `o`. A set-up is the
//!   nine rows from the top, a line `won=closed` or `won=open`, a line such as `boards x...o....`
//!   with who has won each small board, row by row, and a line `x to move` or `o to move`, with
//!   ` in 5` behind it if only the fifth board may be played in.
//! * **UT-2** (move). A mark is placed on an empty cell, named by a letter for its column and a number
//!   for its row from the top, among all nine.
//! * **UT-3** (small board). A player who is the first to have three marks in a row in a small board,
//!   upright, level or diagonal, has won it for good. With `won=closed` it is closed then; a full
//!   board is always closed.
//! * **UT-4** (sent). The next player must play in the small board that lies in the whole where the
//!   cell lies in its small board; if that is closed, in any board that is not.
//! * **UT-5** (end). Whoever has won three small boards in a row wins, and the game is over. If all
//!   boards are closed otherwise, it is a draw. In a set-up the boards won are those that can be:
//!   with `won=closed` at most one player has three in a row in a board, and not both have won.

use crate::board::{Board, Cell, LINES, other, read_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
     .........\nwon=closed\nboards .........\nx to move",
    ".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
     .........\nwon=open\nboards .........\nx to move",
    "xxx...xo.\n.o...oo.o\no.x.o...x\n...xo....\n.x..xo.x.\n.o.o.xx..\no.o.xx.o.\n..x......\n\
     .x......o\nwon=closed\nboards x...x....\no to move in 9",
    "xxx...xo.\n.o...oo.o\no.x.o...x\n...xo....\n.x..xo.x.\n.o.o.xx..\no.o.xx.o.\n..x......\n\
     .x......o\nwon=open\nboards x...x....\no to move in 5",
    "xxxoxoxox\n.ooxooooo\noxxxxoxox\nxoxxxxoxo\nooxoxoxoo\nxxoooxxxo\nxxoooo...\nxoxxox.x.\n\
     xooxxo.o.\nwon=closed\nboards xoo.xoxo.\no to move in 9",
];

/// Ultimate tic-tac-toe, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Ultimate {
    board: Board,
    is_won_closed: bool,
    /// Who has won each small board, as a board of three rows.
    winners: Board,
    player: char,
    /// The only small board in which the player may play.
    sent: Option<Cell>,
}

/// True if `player` has three in a row on a board of three rows.
fn has_three(board: &Board, player: char) -> bool {
    let marks = board.cells_with(player);
    marks.iter().any(|mark| LINES.iter().any(|line| board.row_through(*mark, *line).len() == 3))
}

impl Ultimate {
    /// The cells of a small board, row by row.
    fn cells_of(&self, small: Cell) -> Vec<Cell> {
        let cells = self.board.cells().into_iter();
        cells.filter(|(row, column)| (row / 3, column / 3) == small).collect()
    }

    /// A small board on its own.
    fn small(&self, small: Cell) -> Board {
        let cells = self.cells_of(small);
        let row = |row: &[Cell]| row.iter().map(|cell| self.board.at(*cell)).collect::<String>();
        let rows: Vec<String> = cells.chunks(3).map(row).collect();
        Board::read(&rows.join("\n"), ".xo").expect("it has three rows")
    }

    /// UT-3.
    fn is_closed(&self, small: Cell) -> bool {
        let is_won = self.winners.at(small) != '.';
        is_won && self.is_won_closed || self.small(small).cells_with('.').is_empty()
    }

    /// The small boards in which the player may play (UT-4).
    fn playable(&self) -> Vec<Cell> {
        let boards = self.winners.cells().into_iter();
        let is_meant = |small: &Cell| self.sent.is_none_or(|sent| sent == *small);
        boards.filter(|small| is_meant(small) && !self.is_closed(*small)).collect()
    }

    /// True if the winners of small boards are as UT-3 and UT-5 want.
    fn is_possible(&self) -> bool {
        let is_possible = |small: Cell| {
            let (board, winner) = (self.small(small), self.winners.at(small));
            let rows = ['x', 'o'].into_iter().filter(|player| has_three(&board, *player));
            let rows: Vec<char> = rows.collect();
            if winner == '.' {
                return rows.is_empty();
            }
            rows.contains(&winner) && (rows.len() == 1 || !self.is_won_closed)
        };
        self.winners.cells().into_iter().all(is_possible)
            && self.sent.is_none_or(|sent| !self.is_closed(sent))
            && !(has_three(&self.winners, 'x') && has_three(&self.winners, 'o'))
    }

    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let [rows @ .., won, boards, turn] = &lines[..] else { return None };
        let board = Board::read(&rows.join("\n"), ".xo")?;
        let is_won_closed = match *won {
            "won=closed" => true,
            "won=open" => false,
            _ => return None,
        };
        let boards: Vec<char> = boards.strip_prefix("boards ")?.chars().collect();
        if board.rows() != 9 || board.columns() != 9 || boards.len() != 9 {
            return None;
        }
        let boards: Vec<String> = boards.chunks(3).map(String::from_iter).collect();
        let winners = Board::read(&boards.join("\n"), ".xo")?;
        let (turn, sent) = match turn.split_once(" in ") {
            None => (*turn, None),
            Some((turn, number)) => {
                let mut smalls = winners.cells().into_iter();
                (turn, Some(smalls.find(|small| number_of(*small).to_string() == number)?))
            }
        };
        let game = Self { board, is_won_closed, winners, player: read_turn(turn)?, sent };
        game.is_possible().then_some(game)
    }
}

/// The number of a small board, row by row from 1.
fn number_of((row, column): Cell) -> usize {
    3 * row + column + 1
}

impl Listed for Ultimate {
    type Step = Cell;
    const ILLEGAL: &'static str = "it is no empty cell of a board in which the player may play, or the game \
        is over (UT-2 to UT-5)";
    const OVER: Option<&'static str> = Some(Self::ILLEGAL);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "nine rows of nine cells `.`, `x` or `o`, then `won=closed` or `won=open`, then a line \
             as `boards x...o....` with who has won them, then `x to move` or `o to move`, maybe \
             with ` in` and the number of a board that is not closed"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Cell)> {
        let cells = self.playable().into_iter().flat_map(|small| self.cells_of(small));
        let empty = cells.filter(|cell| self.board.at(*cell) == '.');
        empty.map(|cell| (Board::name_from_top(cell), cell)).collect()
    }

    fn take(&mut self, (row, column): Cell) {
        let small = (row / 3, column / 3);
        self.board.put((row, column), self.player);
        if self.winners.at(small) == '.' && has_three(&self.small(small), self.player) {
            self.winners.put(small, self.player);
        }
        self.player = other(self.player);
        let sent = (row % 3, column % 3);
        self.sent = (!self.is_closed(sent)).then_some(sent);
    }

    fn position(&self) -> String {
        let won = if self.is_won_closed { "closed" } else { "open" };
        let winners = self.winners.text().replace('\n', "");
        let sent = self.sent.map(|sent| format!(" in {}", number_of(sent))).unwrap_or_default();
        let (board, player) = (self.board.text(), self.player);
        format!("{board}won={won}\nboards {winners}\n{player} to move{sent}")
    }

    fn outcome(&self) -> Option<String> {
        let winner = ['x', 'o'].into_iter().find(|player| has_three(&self.winners, *player));
        let is_closed = self.winners.cells().iter().all(|small| self.is_closed(*small));
        match winner {
            Some(player) => Some(format!("{player} wins")),
            None => is_closed.then(|| "draw".to_owned()),
        }
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
