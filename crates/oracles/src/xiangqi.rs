//! Xiangqi (Chinese chess). Rules: Asian Xiangqi Federation; of its rules on repetition only those
//! on perpetual check.
//!
//! * **XQ-1** (set-up). The first two fields of a FEN, as in `4k4/9/9/9/9/9/9/9/9/3K5 w`. Red, `w`,
//!   has capital letters, begins below and moves up; black is `b`. A side has one general `K`, at most
//!   two advisors `A`, elephants `B`, horses `N`, chariots `R` and cannons `C`, and at most five
//!   soldiers `P`, all on points that they can reach. The player who has moved is not in check.
//! * **XQ-2** (move). A man moves to a point that is empty or has a man of the opponent, which is
//!   captured. A move is both points, a letter for the column and the row from the bottom: `h3h10`.
//! * **XQ-3** (general and advisor). One point, the general along a row or column, the advisor
//!   diagonally. Both stay in the palace of 3 x 3 points.
//! * **XQ-4** (elephant). Two points diagonally, if the point between is empty. It does not cross the
//!   river, which is between the fifth and sixth rows.
//! * **XQ-5** (horse). One point along a row or column, which must be empty, and from there one
//!   diagonally outwards.
//! * **XQ-6** (chariot and cannon). Any distance along a row or column over empty points. A cannon
//!   captures only over exactly one man, of either side, with any distance before it and behind it.
//! * **XQ-7** (soldier). One point forwards; beyond the river also sideways.
//! * **XQ-8** (check). After a move the player's general is not attacked, and the generals do not face
//!   each other on a column without a man between them.
//! * **XQ-9** (end). A player without a legal move has lost, in check or not.
//! * **XQ-10** (repetition). With the line `repetition=perpetual` the game ends when a position with
//!   the same player to move occurs for the third time. If since its first occurrence all moves of
//!   one player, and not of both, gave check, that player has lost; otherwise it is a draw. Lines
//!   `before FEN` are the earlier positions since the last capture, the first one first. With
//!   `repetition=none`, the default, which is not written, none of this holds.
//! * **XQ-11** (chase). Perpetual chases are not ruled: the Asian, the Chinese and the World federation
//!   define them on many pages, each in another way. With `repetition=perpetual` a chase is a move
//!   like any other. An engine that rules chases plays `repetition=ends` instead: the game ends at
//!   the same position, and its outcome is `repetition`, whoever has won by it.

use crate::board::{Board, Cell, DIAGONAL, STRAIGHT, other};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b",
    "3ak4/4a4/4b4/2P1N4/5r3/9/4c4/4B4/4A4/2BAK1C2 w",
    "3k5/4P4/9/9/9/9/9/9/4p4/5K3 w",
    "3k5/R8/9/9/9/9/9/9/9/4K4 w\nrepetition=perpetual",
    "3k5/R8/9/9/9/9/9/8r/9/5K3 w\nrepetition=perpetual",
    "3k5/R8/9/9/9/9/9/8r/9/5K3 w\nrepetition=ends",
    "9/R2k5/9/9/9/9/9/9/9/4K4 b\nrepetition=perpetual\n\
     before 3k5/R8/9/9/9/9/9/9/9/4K4 w\nbefore R2k5/9/9/9/9/9/9/9/9/4K4 b\n\
     before R8/3k5/9/9/9/9/9/9/9/4K4 w\nbefore 9/R2k5/9/9/9/9/9/9/9/4K4 b\n\
     before 3k5/R8/9/9/9/9/9/9/9/4K4 w\nbefore R2k5/9/9/9/9/9/9/9/9/4K4 b\n\
     before R8/3k5/9/9/9/9/9/9/9/4K4 w",
];

/// Xiangqi, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Xiangqi {
    now: Position,
    /// Earlier positions; `None` if repetition does not matter (XQ-10).
    earlier: Option<Vec<Position>>,
    /// Whether repetition ends the game without a ruling (XQ-11).
    is_unruled: bool,
}

impl Xiangqi {
    /// Reads a set-up. Each earlier position comes before the next one by a move without capture.
    fn read(setup: &str) -> Option<Self> {
        let mut lines = setup.lines();
        let now = Position::read(lines.next()?)?;
        let earlier = match lines.next() {
            None | Some("repetition=none") => None,
            Some("repetition=perpetual" | "repetition=ends") => Some(Vec::new()),
            Some(_) => return None,
        };
        let is_unruled = setup.contains("repetition=ends");
        let mut game = Self { now, earlier, is_unruled };
        for line in lines {
            game.earlier.as_mut()?.push(Position::read(line.strip_prefix("before ")?)?);
        }
        let all: Vec<&Position> = game.earlier.iter().flatten().chain([&game.now]).collect();
        let is_step = |pair: &[&Position]| {
            let is_next = |(_, next): &(String, Position)| next == pair[1];
            pair[0].men_left() == pair[1].men_left() && pair[0].legal().iter().any(is_next)
        };
        let before = &all[..all.len() - 1];
        let is_over = |it: &&Position| before.iter().filter(|other| *other == it).count() > 2;
        let is_game = all.windows(2).all(is_step) && !before.iter().any(is_over);
        is_game.then_some(game)
    }

    /// The outcome by XQ-10.
    fn repetition(&self) -> Option<String> {
        let earlier = self.earlier.as_ref()?;
        let occurrences = earlier.iter().filter(|position| **position == self.now).count() + 1;
        if occurrences < 3 {
            return None;
        }
        if self.is_unruled {
            return Some("repetition".to_owned());
        }
        let cycle: Vec<&Position> =
            earlier.iter().skip_while(|position| **position != self.now).collect();
        let has_checked = |player| {
            let mut after = cycle.iter().filter(|position| position.player == other(player));
            after.all(|position| position.is_in_check(other(player)))
        };
        Some(match (has_checked('w'), has_checked('b')) {
            (true, false) => "black wins".to_owned(),
            (false, true) => "red wins".to_owned(),
            _ => "draw".to_owned(),
        })
    }
}

impl Listed for Xiangqi {
    type Step = Position;
    const ILLEGAL: &'static str = "no man of the player can move so (XQ-2 to XQ-9)";
    const OVER: Option<&'static str> = Some("the game is over (XQ-10)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "the first two fields of a FEN of a possible position, then perhaps `repetition=none`, \
             or `repetition=perpetual` or `repetition=ends` and lines `before FEN` of the earlier \
             positions (XQ-1, XQ-10, XQ-11)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Position)> {
        self.now.legal()
    }

    fn take(&mut self, next: Position) {
        if let Some(earlier) = &mut self.earlier {
            earlier.push(self.now.clone());
            if next.men_left() < self.now.men_left() {
                earlier.clear();
            }
        }
        self.now = next;
    }

    fn is_over(&self) -> bool {
        self.repetition().is_some()
    }

    fn position(&self) -> String {
        let mut text = self.now.fen();
        if let Some(earlier) = &self.earlier {
            text += if self.is_unruled { "\nrepetition=ends" } else { "\nrepetition=perpetual" };
            for position in earlier {
                text = format!("{text}\nbefore {}", position.fen());
            }
        }
        text
    }

    fn outcome(&self) -> Option<String> {
        if self.now.legal().is_empty() {
            let winner = if self.now.player == 'w' { "black wins" } else { "red wins" };
            return Some(winner.to_owned());
        }
        self.repetition()
    }

    fn player(&self) -> Option<String> {
        Some(if self.now.player == 'w' { "red" } else { "black" }.to_owned())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("check", self.now.is_in_check(self.now.player).to_string())]
    }
}

/// The men of a side with the most that it has of each (XQ-1).
const MEN: [(char, usize); 7] =
    [('K', 1), ('A', 2), ('B', 2), ('N', 2), ('R', 2), ('C', 2), ('P', 5)];

/// The men on the board and the player to move, `w` or `b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    player: char,
}

/// A man of a player, from its capital letter.
fn man(kind: char, player: char) -> char {
    if player == 'w' { kind } else { kind.to_ascii_lowercase() }
}

/// The number of rows between this point and the first row of the man's side.
fn rows_ahead(man: char, point: Cell) -> usize {
    if man.is_ascii_uppercase() { 9 - point.0 } else { point.0 }
}

/// True if the man can be on this point (XQ-3, XQ-4, XQ-7).
fn is_place(man: char, point: Cell) -> bool {
    let (ahead, column) = (rows_ahead(man, point), point.1);
    let is_palace = ahead <= 2 && (3..=5).contains(&column);
    match man.to_ascii_uppercase() {
        'K' => is_palace,
        'A' => is_palace && (ahead + column) % 2 == 1,
        'B' => [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)].contains(&(ahead, column)),
        'P' => ahead >= 5 || (ahead >= 3 && column % 2 == 0),
        _ => true,
    }
}

impl Position {
    fn men_left(&self) -> usize {
        self.board.men(true).len() + self.board.men(false).len()
    }

    fn is_empty(&self, point: Cell) -> bool {
        self.board.at(point) == '.'
    }

    /// The next point in a direction, if it is empty.
    fn empty_neighbour(&self, point: Cell, direction: (isize, isize)) -> Option<Cell> {
        self.board.step(point, direction, 1).filter(|near| self.is_empty(*near))
    }

    /// The points that a man reaches by XQ-3 to XQ-7, also those with men of its own side.
    fn reached(&self, from: Cell) -> Vec<Cell> {
        let man = self.board.at(from);
        let forwards = if man.is_ascii_uppercase() { -1 } else { 1 };
        let reached = match man.to_ascii_uppercase() {
            'K' => self.board.neighbours(from, &STRAIGHT),
            'A' => self.board.neighbours(from, &DIAGONAL),
            'B' => DIAGONAL.iter().filter_map(|way| self.elephant(from, *way)).collect(),
            'N' => STRAIGHT.iter().flat_map(|way| self.horse(from, *way)).collect(),
            'R' => STRAIGHT.iter().flat_map(|way| self.board.sight(from, *way)).collect(),
            'C' => STRAIGHT.iter().flat_map(|way| self.cannon(from, *way)).collect(),
            _ if rows_ahead(man, from) < 5 => self.board.neighbours(from, &[(forwards, 0)]),
            _ => self.board.neighbours(from, &[(forwards, 0), (0, -1), (0, 1)]),
        };
        reached.into_iter().filter(|to| is_place(man, *to)).collect()
    }

    fn elephant(&self, from: Cell, way: (isize, isize)) -> Option<Cell> {
        let between = self.empty_neighbour(from, way)?;
        self.board.step(between, way, 1)
    }

    fn horse(&self, from: Cell, way: (isize, isize)) -> Vec<Cell> {
        let outwards =
            DIAGONAL.into_iter().filter(|(down, right)| *down == way.0 || *right == way.1);
        let outwards: Vec<(isize, isize)> = outwards.collect();
        let between = self.empty_neighbour(from, way);
        between.map_or(Vec::new(), |between| self.board.neighbours(between, &outwards))
    }

    fn cannon(&self, from: Cell, way: (isize, isize)) -> Vec<Cell> {
        let mut sight = self.board.sight(from, way);
        if let Some(over) = sight.pop_if(|last| !self.is_empty(*last)) {
            let beyond = self.board.sight(over, way).into_iter();
            sight.extend(beyond.filter(|point| !self.is_empty(*point)));
        }
        sight
    }

    fn general(&self, player: char) -> Cell {
        self.board.cells_with(man('K', player))[0]
    }

    fn is_in_check(&self, player: char) -> bool {
        let general = self.general(player);
        let mut men = self.board.men(other(player) == 'w').into_iter();
        men.any(|from| self.reached(from).contains(&general))
    }

    /// True if the generals face each other (XQ-8).
    fn is_facing(&self) -> bool {
        self.board.sight(self.general('w'), (-1, 0)).contains(&self.general('b'))
    }

    /// The legal moves with the positions after them.
    fn legal(&self) -> Vec<(String, Self)> {
        let mut legal = Vec::new();
        let own = self.board.men(self.player == 'w');
        for from in &own {
            for to in self.reached(*from).into_iter().filter(|to| !own.contains(to)) {
                let mut next = Self { board: self.board.clone(), player: other(self.player) };
                next.board.put(*from, '.');
                next.board.put(to, self.board.at(*from));
                if next.is_possible() {
                    legal.push((
                        [*from, to].map(|it| self.board.name_from_bottom(it)).concat(),
                        next,
                    ));
                }
            }
        }
        legal
    }

    /// XQ-8, for the player who has moved. A general cannot be captured: before that it was attacked.
    fn is_possible(&self) -> bool {
        !self.is_in_check(other(self.player)) && !self.is_facing()
    }

    fn fen(&self) -> String {
        format!("{} {}", self.board.fen(), self.player)
    }

    /// Reads a position of XQ-1.
    fn read(fen: &str) -> Option<Self> {
        let (rows, player) = fen.split_once(' ')?;
        let player = ['w', 'b'].into_iter().find(|letter| letter.to_string() == player)?;
        let position = Self { board: Board::read_fen(rows, ".KABNRCPkabnrcp")?, player };
        let board = &position.board;
        let is_number = |(kind, most): (char, usize)| {
            let numbers = ['w', 'b'].map(|player| board.cells_with(man(kind, player)).len());
            numbers.iter().all(|number| *number <= most && (kind != 'K' || *number == 1))
        };
        let is_possible = (board.rows(), board.columns()) == (10, 9)
            && MEN.into_iter().all(is_number)
            && board.cells().into_iter().all(|point| is_place(board.at(point), point))
            && position.is_possible();
        is_possible.then_some(position)
    }
}
