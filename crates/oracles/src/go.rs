//! Go. Rules: the Tromp–Taylor rules ("The game of Go", 1995), and where `ko=simple` or
//! `suicide=no` what most other rule books have.
//!
//! * **GO-1** (board). 1 to 19 rows and columns; a point is empty (`.`) or has a stone of `x` (black)
//!   or `o` (white). In a set-up every chain has a liberty. A set-up is the rows from the top, a line
//!   of rules as in `ko=positional suicide=no komi=7.5`, a line `x to move` or `o to move` with
//!   `, 1 pass` or `, 2 passes` behind it if there were any, and a line `not again` with rows
//!   between slashes for each board that may not come back.
//! * **GO-2** (move). The players alternate. A move is `pass`, or an empty point: a letter for the
//!   column from the left without `I`, and the row from the bottom, as in `C3`.
//! * **GO-3** (capture). A chain is stones of one player connected along the lines; its liberties are
//!   the empty points beside it. After a stone is placed, the opponent's chains without liberties
//!   are removed, and then the player's own, which is suicide. With `suicide=no` it is illegal.
//! * **GO-4** (ko). With `ko=simple` a stone must not make the board as it was before the opponent's
//!   last move; a pass in between lifts that. With `ko=positional` a stone must not make any board
//!   that there was in the game; with `ko=situational` none that there was with the same player to
//!   move.
//! * **GO-5** (end). Two passes in a row end the game. A player's score is the own stones and the
//!   empty points from which only own stones are reached along empty points; white's is more by
//!   komi. The higher score wins; all stones count as alive.

use std::collections::BTreeSet;

use twinboard_vocabulary::Picture;
use twinboard_vocabulary::text_game::{Lines, TextGame};

use crate::board::{Board, Cell, STRAIGHT, other, read_turn};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".....\n.....\n.....\n.....\n.....\nko=positional suicide=no komi=7.5\nx to move",
    "...\n...\n...\nko=positional suicide=yes komi=0\nx to move",
    "...\n...\n...\nko=situational suicide=no komi=0.5\nx to move",
    "....\n....\n....\n....\nko=simple suicide=no komi=0\nx to move",
    ".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
     .........\nko=simple suicide=no komi=6.5\nx to move",
];

/// The letters of columns (GO-2).
const LETTERS: &str = "ABCDEFGHJKLMNOPQRST";

/// The picture of a board with the names of GO-2.
pub(crate) fn picture(position: &Lines) -> Picture {
    Picture::of_text(position.as_str()).with_squares(LETTERS, true)
}

/// Which boards may not come back (GO-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ko {
    Simple,
    Positional,
    Situational,
}

const KOS: [(Ko, &str); 3] =
    [(Ko::Simple, "simple"), (Ko::Positional, "positional"), (Ko::Situational, "situational")];

/// Go, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Go {
    board: Board,
    ko: Ko,
    is_suicide_legal: bool,
    /// In half points.
    komi: i64,
    player: char,
    passes: usize,
    /// Boards that may not come back, as rows between slashes; with `ko=situational` and the player
    /// who would be to move before them.
    forbidden: BTreeSet<String>,
}

impl Go {
    fn has_liberty(board: &Board, point: Cell) -> bool {
        let chain = board.connected(point, &STRAIGHT);
        let mut near = chain.into_iter().flat_map(|stone| board.neighbours(stone, &STRAIGHT));
        near.any(|point| board.at(point) == '.')
    }

    fn remove_chain(board: &mut Board, point: Cell) {
        for stone in board.connected(point, &STRAIGHT) {
            board.put(stone, '.');
        }
    }

    fn name(board: &Board, (row, column): Cell) -> String {
        let letter = LETTERS.chars().nth(column).expect("a board has at most 19 columns");
        format!("{letter}{}", board.rows() - row)
    }

    /// A board as GO-4 compares it, with `next` to move.
    fn remembered(&self, board: &Board, next: char) -> String {
        let rows = board.text().trim_end().replace('\n', "/");
        if self.ko == Ko::Situational { format!("{next} {rows}") } else { rows }
    }

    /// The board after a stone of the player (GO-3); `None` if it is illegal.
    fn after(&self, point: Cell) -> Option<Board> {
        if self.board.at(point) != '.' {
            return None;
        }
        let mut board = self.board.clone();
        board.put(point, self.player);
        for near in board.neighbours(point, &STRAIGHT) {
            if board.at(near) == other(self.player) && !Self::has_liberty(&board, near) {
                Self::remove_chain(&mut board, near);
            }
        }
        if !Self::has_liberty(&board, point) {
            if !self.is_suicide_legal {
                return None;
            }
            Self::remove_chain(&mut board, point);
        }
        let is_new = !self.forbidden.contains(&self.remembered(&board, other(self.player)));
        is_new.then_some(board)
    }

    /// The points of a player (GO-5).
    fn score(&self, player: char) -> i64 {
        let reaches = |point: Cell, colour: char| {
            let region = self.board.connected(point, &STRAIGHT).into_iter();
            let mut near = region.flat_map(|point| self.board.neighbours(point, &STRAIGHT));
            near.any(|point| self.board.at(point) == colour)
        };
        let is_own = |point: &Cell| match self.board.at(*point) {
            '.' => reaches(*point, player) && !reaches(*point, other(player)),
            stone => stone == player,
        };
        let points = self.board.cells().into_iter().filter(is_own);
        points.map(|_| 1).sum()
    }
}

impl TextGame for Go {
    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "up to 19 rows of `.`, `x` or `o` in which all chains have liberties, a line as \
             `ko=simple|positional|situational suicide=no|yes komi=7.5`, then `x to move` or \
             `o to move`"
                .to_owned()
        })
    }

    fn moves(&self) -> Vec<String> {
        if self.passes == 2 {
            return Vec::new();
        }
        let points = self.board.cells().into_iter();
        let legal = points.filter(|point| self.after(*point).is_some());
        let names = legal.map(|point| Self::name(&self.board, point));
        names.chain(["pass".to_owned()]).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if self.passes == 2 {
            return Err("the game is over (GO-5)".to_owned());
        }
        let before = self.board.clone();
        if mv == "pass" {
            self.passes += 1;
        } else {
            let mut points = self.board.cells().into_iter();
            let point = points.find(|point| Self::name(&self.board, *point) == mv);
            let after = point.and_then(|point| self.after(point));
            self.board = after.ok_or("no point for a stone of the player (GO-2 to GO-4)")?;
            self.passes = 0;
        }
        self.player = other(self.player);
        if self.ko == Ko::Simple {
            self.forbidden.clear();
            if mv != "pass" {
                self.forbidden.insert(self.remembered(&before, self.player));
            }
        } else {
            self.forbidden.insert(self.remembered(&self.board, self.player));
        }
        Ok(())
    }

    fn position(&self) -> String {
        let (_, ko) = KOS.into_iter().find(|(ko, _)| *ko == self.ko).expect("each has a name");
        let suicide = if self.is_suicide_legal { "yes" } else { "no" };
        let komi = komi_text(self.komi);
        let passes = [" to move", " to move, 1 pass", " to move, 2 passes"][self.passes];
        let board = self.board.text();
        let forbidden: String =
            self.forbidden.iter().map(|board| format!("\nnot again {board}")).collect();
        format!("{board}ko={ko} suicide={suicide} komi={komi}\n{}{passes}{forbidden}", self.player)
    }

    fn outcome(&self) -> Option<String> {
        let (black, white) = (2 * self.score('x'), 2 * self.score('o') + self.komi);
        let outcome = match black.cmp(&white) {
            std::cmp::Ordering::Less => format!("o wins by {}", komi_text(white - black)),
            std::cmp::Ordering::Equal => "draw".to_owned(),
            std::cmp::Ordering::Greater => format!("x wins by {}", komi_text(black - white)),
        };
        (self.passes == 2).then_some(outcome)
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("board", self.board.text().trim_end().to_owned())]
    }
}

impl Go {
    /// The words of the line of rules, in their order; `None` if they are others.
    fn read_rules(line: &str) -> Option<(Ko, bool, i64)> {
        let words: Vec<&str> = line.split(' ').collect();
        let [ko, suicide, komi] = words[..] else { return None };
        let ko = ko.strip_prefix("ko=")?;
        let (ko, _) = KOS.into_iter().find(|(_, name)| *name == ko)?;
        let is_suicide_legal = match suicide {
            "suicide=yes" => true,
            "suicide=no" => false,
            _ => return None,
        };
        let komi = komi.strip_prefix("komi=")?;
        let halves = komi.parse::<f64>().ok().map(|komi| komi * 2.0);
        let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= 800.0)? as i64;
        (komi_text(halves) == komi).then_some((ko, is_suicide_legal, halves))
    }

    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let rows = lines.iter().position(|line| line.starts_with("ko="))?;
        let board = Board::read(&lines[..rows].join("\n"), ".xo")?;
        let is_alive = |point: &Cell| board.at(*point) == '.' || Self::has_liberty(&board, *point);
        let is_size = board.rows() <= 19 && board.columns() <= 19;
        if !is_size || !board.cells().iter().all(is_alive) {
            return None;
        }
        let (ko, is_suicide_legal, komi) = Self::read_rules(lines[rows])?;
        let turn = lines.get(rows + 1)?;
        let (turn, passes) = match turn.split_once(", ") {
            None => (*turn, 0),
            Some((turn, "1 pass")) => (turn, 1),
            Some((turn, "2 passes")) => (turn, 2),
            Some(_) => return None,
        };
        let player = read_turn(turn)?;
        let mut game =
            Self { board, ko, is_suicide_legal, komi, player, passes, forbidden: BTreeSet::new() };
        for line in &lines[rows + 2..] {
            let text = line.strip_prefix("not again ")?;
            let is_board = text.split_once(' ').is_some() == (ko == Ko::Situational);
            let board = text.split(' ').next_back()?.replace('/', "\n");
            let board = Board::read(&board, ".xo").filter(|board| {
                board.rows() == game.board.rows() && board.columns() == game.board.columns()
            })?;
            let next = text.chars().next()?;
            if !is_board || game.remembered(&board, next) != text {
                return None;
            }
            game.forbidden.insert(text.to_owned());
        }
        // The board itself was there.
        if ko != Ko::Simple {
            game.forbidden.insert(game.remembered(&game.board, player));
        }
        Some(game)
    }
}

/// Half points as a number of points.
fn komi_text(halves: i64) -> String {
    if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{:.1}", halves as f64 / 2.0) }
}
