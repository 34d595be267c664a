//! Othello. Rules: World Othello Federation, "Official rules for the game Othello".
//!
//! * **OT-1** (board). 4, 6 or 8 rows and as many columns; a cell is empty (`.`) or has a disc of
//!   `x` (black) or `o` (white). A set-up is the rows from the top and a line `x to move` or
//!   `o to move`; the game begins with two discs of each player crosswise in the centre.
//! * **OT-2** (move). A disc is placed on an empty cell, named by a letter for the column from the
//!   left and a number for the row from the top: `d3`.
//! * **OT-3** (outflank). The disc turns every unbroken line of the opponent's discs that begins next
//!   to it and ends at an own disc, in all eight directions at once. It must turn at least one.
//! * **OT-4** (pass). A player without a placement, whose opponent has one, moves `pass`; with a
//!   placement `pass` is illegal.
//! * **OT-5** (end). The game is over when neither player has a placement, also before the board is
//!   full. The player with more discs wins; with equally many it is a draw.
//! * **OT-6** (explicit passes). With a line `passes=explicit` behind that of the turn, as in Pgx, the
//!   game is over when the board is full, when it has discs of one player only, or after two passes
//!   in a row; until then a player without a placement moves `pass`. The line of the turn has
//!   `, 1 pass` or `, 2 passes` behind it after passes.

use crate::board::{Board, Cell, DIRECTIONS, more_wins, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nx to move",
    "......\n......\n..ox..\n..xo..\n......\n......\nx to move",
    "....\n.ox.\n.xo.\n....\nx to move",
    "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nx to move\n\
     passes=explicit",
    "xoo.\nxxo.\nxxxo\nxxxx\no to move\npasses=explicit",
];

/// Othello, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Othello {
    board: Board,
    player: char,
    /// The passes just before, if they are counted (OT-6).
    passes: Option<usize>,
}

/// What is behind the line of the turn after passes (OT-6).
const PASSES: [&str; 3] = ["", ", 1 pass", ", 2 passes"];

impl Othello {
    /// The discs that a disc of `player` on this cell turns (OT-3).
    fn turned(&self, cell: Cell, player: char) -> Vec<Cell> {
        let mut turned = Vec::new();
        for direction in DIRECTIONS {
            let ray = self.board.ray(cell, direction);
            let is_others = |cell: &&Cell| self.board.at(**cell) == other(player);
            let line: Vec<Cell> = ray.iter().take_while(is_others).copied().collect();
            let is_closed = ray.get(line.len()).is_some_and(|end| self.board.at(*end) == player);
            if is_closed {
                turned.extend(line);
            }
        }
        turned
    }

    fn placements(&self, player: char) -> Vec<Cell> {
        let empty = self.board.cells_with('.').into_iter();
        empty.filter(|cell| !self.turned(*cell, player).is_empty()).collect()
    }

    /// True if the board has each of empty cells and discs of both players (OT-6).
    fn is_mixed(&self) -> bool {
        ['.', 'x', 'o'].into_iter().all(|cell| !self.board.cells_with(cell).is_empty())
    }

    /// OT-5 and OT-6.
    fn is_over(&self) -> bool {
        let is_stuck = |player: char| self.placements(player).is_empty();
        match self.passes {
            None => is_stuck('x') && is_stuck('o'),
            Some(passes) => passes == 2 || !self.is_mixed(),
        }
    }

    fn read(setup: &str) -> Option<Self> {
        let (game, passes) = match setup.strip_suffix("\npasses=explicit") {
            None => (setup, None),
            Some(game) => {
                let counted = (1..=2).find(|passes| game.ends_with(PASSES[*passes])).unwrap_or(0);
                (game.strip_suffix(PASSES[counted])?, Some(counted))
            }
        };
        let (board, player) = read_board_and_turn(game)?;
        Some(Self { board, player, passes })
    }
}

impl Listed for Othello {
    type Step = Option<Cell>;
    const ILLEGAL: &'static str = "no disc can be placed there (OT-3, OT-4)";

    fn set_up(setup: &str) -> Result<Self, String> {
        let read = Self::read(setup).filter(|game| game.position() == setup);
        let is_possible = |game: &Self| {
            let (rows, columns) = (game.board.rows(), game.board.columns());
            // Whoever has passed had no placement.
            let passed =
                [other(game.player), game.player].into_iter().take(game.passes.unwrap_or(0));
            rows == columns
                && [4, 6, 8].contains(&rows)
                && passed.into_iter().all(|player| game.placements(player).is_empty())
                && (game.is_mixed() || game.passes.is_none_or(|passes| passes == 0))
        };
        read.filter(is_possible).ok_or_else(|| {
            "4, 6 or 8 rows of as many cells `.`, `x` or `o`, then `x to move` or `o to move`, then \
             perhaps `passes=explicit` (OT-1, OT-6)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Option<Cell>)> {
        let placements = self.placements(self.player);
        if placements.is_empty() && !self.is_over() {
            return vec![("pass".to_owned(), None)];
        }
        placements.into_iter().map(|cell| (Board::name_from_top(cell), Some(cell))).collect()
    }

    fn take(&mut self, cell: Option<Cell>) {
        if let Some(cell) = cell {
            for turned in self.turned(cell, self.player) {
                self.board.put(turned, self.player);
            }
            self.board.put(cell, self.player);
        }
        self.player = other(self.player);
        self.passes = self.passes.map(|passes| if cell.is_none() { passes + 1 } else { 0 });
    }

    fn position(&self) -> String {
        let behind = PASSES[self.passes.unwrap_or(0)];
        let rule = if self.passes.is_some() { "\npasses=explicit" } else { "" };
        format!("{}{} to move{behind}{rule}", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let count = |player| self.board.cells_with(player).len();
        self.is_over().then(|| more_wins(count('x'), count('o')))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("board", self.board.text().trim_end().to_owned())]
    }
}
