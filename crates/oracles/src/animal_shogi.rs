//! Animal shogi (dobutsu shogi). Rules: "How to Play" of doubutsushogi.jp; on drops the manual of the
//! program dobutsu(6).
//!
//! * **AS-1** (set-up). A line as in `gle/1c1/1C1/ELG b -`: rows from the top, the player to move and
//!   the men in hand in the order `LGEClgec`. Upper case is `b`, who moves up and begins; the other
//!   player is `w`. There is a lion a side and at most two giraffes, elephants and chicks or hens.
//! * **AS-2** (men). All move one cell: the lion `L` in any direction, the giraffe `G` along rows and
//!   columns, the elephant `E` diagonally, the chick `C` forwards, the hen `H` along rows and columns
//!   and diagonally forwards. A move is both cells, a letter for the column and the row from the
//!   top: `b3b2`. A man of the opponent there is captured.
//! * **AS-3** (hen). A chick that moves to its last row becomes a hen.
//! * **AS-4** (drop). A captured man is in its captor's hand, a hen as a chick. Instead of a move it
//!   is put on any empty cell: `C*b3`. A chick stays one on its last row, two may be in a column, and
//!   a drop may end the game.
//! * **AS-5** (lion captured). A player whose lion is captured has lost.
//! * **AS-6** (try). A player whose lion is on its last row has won if it is not attacked there, or
//!   if the opponent has not captured it in the next move.
//! * **AS-7** (check). With `check=ignored`, the default, which is not written, a player may leave the
//!   lion attacked. With the line `check=answered` such moves are illegal, as in shogi.
//! * **AS-8** (no move). A player without a legal move has lost.
//! * **AS-9** (repetition). With the line `repetition=threefold` the game is a draw at the third
//!   occurrence of a position, with the same hands and player to move. The earlier positions are
//!   lines `before`, the first one first. Without the line repetition does not matter.

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS, STRAIGHT, other};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "gle/1c1/1C1/ELG b -",
    "gle/1c1/1C1/ELG b -\ncheck=answered\nrepetition=threefold",
    "l2/2L/1c1/E1G w GCe\nrepetition=threefold",
    "1le/C2/1cL/1G1 b Ge\ncheck=answered",
    "l2/3/3/2L w GGEECC\nrepetition=threefold",
    "l2/3/3/2L b C\nrepetition=threefold\nbefore l2/3/3/2L b C\nbefore l2/3/2L/3 w C\n\
     before 3/l2/2L/3 b C\nbefore 3/l2/3/2L w C",
];

/// Animal shogi, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct AnimalShogi {
    now: Position,
    must_answer: bool,
    /// Earlier positions; `None` if repetition does not matter (AS-9).
    earlier: Option<Vec<Position>>,
}

impl AnimalShogi {
    fn read(setup: &str) -> Option<Self> {
        let mut lines = setup.lines().peekable();
        let now = Position::read(lines.next()?)?;
        let must_answer = lines.next_if_eq(&"check=answered").is_some();
        let is_counted = lines.next_if_eq(&"repetition=threefold").is_some();
        let mut game = Self { now, must_answer, earlier: is_counted.then(Vec::new) };
        for line in lines {
            game.earlier.as_mut()?.push(Position::read(line.strip_prefix("before ")?)?);
        }
        let now = &game.now;
        let is_answered = now.lion(now.player).is_some()
            && now.winner() != Some(now.player)
            && !now.is_in_check(other(now.player));
        // Each earlier position is one of a game that goes on, and a move before the next one.
        let before = game.earlier.iter().flatten();
        let all: Vec<&Position> = before.chain([now]).collect();
        let is_step = |pair: &[&Position]| {
            let is_next = |(_, next): &(String, Position)| next == pair[1];
            let is_over = all[..all.len() - 1].iter().filter(|it| **it == pair[0]).count() > 2;
            !is_over && pair[0].winner().is_none() && game.legal(pair[0]).iter().any(is_next)
        };
        let is_possible = !game.must_answer || is_answered;
        (is_possible && all.windows(2).all(is_step)).then_some(game)
    }

    /// The moves and drops from a position that AS-7 allows.
    fn legal(&self, position: &Position) -> Vec<(String, Position)> {
        let mut legal = position.steps();
        legal.retain(|(_, next)| !self.must_answer || !next.is_in_check(position.player));
        legal
    }
}

impl Listed for AnimalShogi {
    type Step = Position;
    const ILLEGAL: &'static str = "the player has no such move or drop (AS-2 to AS-4, AS-7)";
    const OVER: Option<&'static str> = Some("the game is over (AS-5, AS-6, AS-8, AS-9)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a possible position as in `gle/1c1/1C1/ELG b -`, then perhaps the lines \
             `check=answered` and `repetition=threefold`, and with the latter lines `before` with \
             the earlier positions (AS-1, AS-7, AS-9)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Position)> {
        self.legal(&self.now)
    }

    fn take(&mut self, next: Position) {
        if let Some(earlier) = &mut self.earlier {
            earlier.push(self.now.clone());
        }
        self.now = next;
    }

    fn position(&self) -> String {
        let mut text = self.now.text();
        if self.must_answer {
            text += "\ncheck=answered";
        }
        if let Some(earlier) = &self.earlier {
            text += "\nrepetition=threefold";
            for position in earlier {
                text = format!("{text}\nbefore {}", position.text());
            }
        }
        text
    }

    fn outcome(&self) -> Option<String> {
        let has_no_move = || self.legal(&self.now).is_empty().then_some(other(self.now.player));
        if let Some(winner) = self.now.winner().or_else(has_no_move) {
            return Some(if winner == 'b' { "black wins" } else { "white wins" }.to_owned());
        }
        let earlier = self.earlier.iter().flatten();
        let is_third = earlier.filter(|position| **position == self.now).count() >= 2;
        is_third.then(|| "draw".to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(if self.now.player == 'b' { "black" } else { "white" }.to_owned())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        // A lion that is captured is not attacked any more, nor is it safe.
        let is_there = self.now.lion(self.now.player).is_some();
        let check = || ("check", self.now.is_in_check(self.now.player).to_string());
        is_there.then(check).into_iter().collect()
    }
}

/// The men in hand in their order.
const HANDS: &str = "LGEClgec";

/// The board, the player to move, `b` or `w`, and the men in hand in the order of AS-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    player: char,
    hands: Vec<char>,
}

/// A man of a player, from its capital letter.
fn man(kind: char, player: char) -> char {
    if player == 'b' { kind } else { kind.to_ascii_lowercase() }
}

fn last_row(player: char) -> usize {
    if player == 'b' { 0 } else { 3 }
}

impl Position {
    /// The cells that a man attacks (AS-2).
    fn attacked(&self, from: Cell) -> Vec<Cell> {
        let man = self.board.at(from);
        let up = if man.is_ascii_uppercase() { -1 } else { 1 };
        let directions = match man.to_ascii_uppercase() {
            'L' => DIRECTIONS.to_vec(),
            'G' => STRAIGHT.to_vec(),
            'E' => DIAGONAL.to_vec(),
            'C' => vec![(up, 0)],
            _ => [&STRAIGHT[..], &[(up, -1), (up, 1)]].concat(),
        };
        self.board.neighbours(from, &directions)
    }

    /// The cell of a player's lion, unless it is captured.
    fn lion(&self, player: char) -> Option<Cell> {
        self.board.cells_with(man('L', player)).first().copied()
    }

    fn is_in_check(&self, player: char) -> bool {
        let mut attackers = self.board.men(other(player) == 'b').into_iter();
        self.lion(player)
            .is_some_and(|lion| attackers.any(|from| self.attacked(from).contains(&lion)))
    }

    /// The player who has won by AS-5 or AS-6.
    fn winner(&self) -> Option<char> {
        let (player, moved) = (self.player, other(self.player));
        let is_there = |of| self.lion(of).is_some_and(|lion| lion.0 == last_row(of));
        match self.lion(player) {
            None => Some(moved),
            Some(_) if is_there(player) => Some(player),
            Some(_) => Some(moved).filter(|_| is_there(moved) && !self.is_in_check(moved)),
        }
    }

    /// The position after the player has put a man on a cell.
    fn with(&self, kind: char, to: Cell) -> Self {
        let mut next = self.clone();
        match self.board.at(to).to_ascii_uppercase() {
            '.' => {}
            'H' => next.hands.push(man('C', self.player)),
            captured => next.hands.push(man(captured, self.player)),
        }
        next.hands.sort_by_key(|man| HANDS.find(*man));
        next.board.put(to, man(kind, self.player));
        next.player = other(self.player);
        next
    }

    /// Moves and drops with the positions after them, also those that AS-7 forbids.
    fn steps(&self) -> Vec<(String, Self)> {
        let mut steps = Vec::new();
        let own = self.board.men(self.player == 'b');
        for from in &own {
            for to in self.attacked(*from).into_iter().filter(|to| !own.contains(to)) {
                let kind = match self.board.at(*from).to_ascii_uppercase() {
                    'C' if to.0 == last_row(self.player) => 'H',
                    kind => kind,
                };
                let mut next = self.with(kind, to);
                next.board.put(*from, '.');
                steps.push(([*from, to].map(Board::name_from_top).concat(), next));
            }
        }
        for kind in "GEC".chars() {
            let is_man = |in_hand: &char| *in_hand == man(kind, self.player);
            let Some(index) = self.hands.iter().position(is_man) else { continue };
            for to in self.board.cells_with('.') {
                let mut next = self.with(kind, to);
                next.hands.remove(index);
                steps.push((format!("{kind}*{}", Board::name_from_top(to)), next));
            }
        }
        steps
    }

    fn text(&self) -> String {
        let hands = if self.hands.is_empty() { "-" } else { &String::from_iter(&self.hands) };
        format!("{} {} {hands}", self.board.fen(), self.player)
    }

    /// Reads a position of AS-1. Only the lion of the player to move can be captured.
    fn read(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, player, hands] = fields[..] else { return None };
        let player = ['b', 'w'].into_iter().find(|letter| letter.to_string() == player)?;
        let board = Board::read_fen(rows, ".LGECHlgech")?;
        let hands = hands.chars().filter(|_| hands != "-").collect();
        let read = Self { board, player, hands };
        let mut men: Vec<char> = read.board.cells().iter().map(|it| read.board.at(*it)).collect();
        men.extend(&read.hands);
        let count = |man: char| men.iter().filter(|it| **it == man).count();
        let both = |kind: char| count(kind) + count(kind.to_ascii_lowercase());
        let mut sorted = read.hands.clone();
        sorted.retain(|man| HANDS.contains(*man));
        sorted.sort_by_key(|man| HANDS.find(*man));
        let is_possible = (read.board.rows(), read.board.columns()) == (4, 3)
            && read.lion(other(player)).is_some()
            && read.lion(player).is_some() != read.hands.contains(&man('L', other(player)))
            && both('L') == 2
            && both('G') <= 2
            && both('E') <= 2
            && both('C') + both('H') <= 2
            && read.hands == sorted;
        is_possible.then_some(read)
    }
}
