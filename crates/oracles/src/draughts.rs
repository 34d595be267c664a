//! Draughts of five kinds. Rules: of the FMJD for international, Brazilian and Russian draughts, of
//! the WCDF for American draughts (checkers); Turkish draughts as commonly played.
//!
//! * **DR-1** (board). 10 rows and columns in international draughts, else 8. `w` and `b` are men,
//!   `W` and `B` are kings; white is at the bottom. Pieces are on the dark squares, which include
//!   the one at the bottom left; in Turkish draughts on all. A set-up is the rows from the top with
//!   no more pieces of a colour than at the beginning, no man on its last row, at least one piece of
//!   the player who is not to move, and a line `white to move` or `black to move`. In American draughts
//!   black begins.
//! * **DR-2** (move). A man moves one square diagonally forwards, a king any distance diagonally
//!   over empty squares; in American draughts one square in any diagonal direction. In Turkish
//!   draughts pieces move along rows and columns instead, men forwards or sideways.
//! * **DR-3** (capture). A piece jumps in a line over an opponent's piece to the empty square behind
//!   it. A king that moves any distance may have empty squares before that piece and behind it. Men
//!   capture in all directions; in American draughts only forwards, in Turkish draughts forwards
//!   and sideways. A capture goes on while it can, and no piece is jumped twice. Captured pieces are
//!   removed at the end of the move and block until then; in Turkish draughts each is removed at
//!   once, and between two jumps a piece does not turn by 180 degrees.
//! * **DR-4** (choice). Who can capture must. In international, Brazilian and Turkish draughts only
//!   captures of as many pieces as possible are legal; elsewhere any that is carried to its end.
//! * **DR-5** (crowning). A man that ends its move on the last row becomes a king. If it reaches the
//!   last row in a capture, it goes on as a king in Russian draughts, its move ends in American
//!   draughts, and elsewhere it goes on as a man if it can.
//! * **DR-6** (end). A player without pieces, or without a move in the own turn, has lost. Draws are
//!   variants (DR-8).
//! * **DR-7** (text of a move). `32-28`, or `32x14:19,23` with all captured pieces from the top:
//!   jumps with the same result are one move. Squares are numbered from the top left; in Turkish
//!   draughts they are a letter for the column and the row from the bottom.
//! * **DR-8** (draws). Federations and environments count those below; none is drawn by default.
//! * **DR-9** (optional capture). With a line `capture=optional` behind that of the turn, who can
//!   capture may move without capturing. Captures are as before.
//!
//! The draws of draughts, which are limits (LI-1):
//!
//! * `repetition=threefold`: the third occurrence of a position (FMJD, Annex 1, article 6; WCDF, rule
//!   1.32). A capture or the move of a man cannot be taken back.
//! * `kings-max` counts moves of kings without a capture. It is 50 in international draughts (25 moves
//!   of each player, FMJD), 30 in Russian and 40 in Brazilian draughts (FMJD-64), and 80 in American
//!   draughts (WCDF, for whom a man that does not advance does not move).
//! * `three-to-one-max` counts the moves after a position in which one player has a king alone and the
//!   other three pieces with a king among them; whatever is captured or crowned then, it goes on. FMJD:
//!   32, which is 16 moves of each player.
//! * `two-to-one-max` is the same with one or two pieces. FMJD: 10.
//! * `uncaptured-max` counts moves without a capture, as environments do.
//!
//! Left out are agreement, whatever a referee decides, and what is counted in special cases: who holds
//! the main road, and endings of four to seven pieces in Russian draughts.

use std::collections::BTreeSet;

use crate::board::{Board, Cell, DIRECTIONS};
use crate::listed::{Limits, Listed};

pub(crate) type International = Draughts<0>;
pub(crate) type Brazilian = Draughts<1>;
pub(crate) type Russian = Draughts<2>;
pub(crate) type American = Draughts<3>;
pub(crate) type Turkish = Draughts<4>;

/// Draughts, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Draughts<const KIND: usize> {
    board: Board,
    is_white: bool,
    is_capture_optional: bool,
}

impl<const KIND: usize> Draughts<KIND> {
    const KIND: &'static Kind = &KINDS[KIND];

    fn is_square((row, column): Cell) -> bool {
        Self::KIND.is_orthogonal || (row + column) % 2 == 1
    }

    /// The name of a square (DR-7).
    fn name(&self, (row, column): Cell) -> String {
        if Self::KIND.is_orthogonal {
            self.board.name_from_bottom((row, column))
        } else {
            (row * Self::KIND.size / 2 + column / 2 + 1).to_string()
        }
    }

    fn last_row(is_white: bool) -> usize {
        if is_white { 0 } else { Self::KIND.size - 1 }
    }

    fn pieces(&self, is_white: bool) -> Vec<Cell> {
        let pieces = if is_white { "wW" } else { "bB" };
        let cells = self.board.cells().into_iter();
        cells.filter(|cell| pieces.contains(self.board.at(*cell))).collect()
    }

    /// The directions in which a piece of the player moves or captures.
    fn directions(&self, is_any: bool) -> Vec<(isize, isize)> {
        let backwards = if self.is_white { 1 } else { -1 };
        let is_along = |down: isize, right: isize| {
            if Self::KIND.is_orthogonal { down * right == 0 } else { down * right != 0 }
        };
        let all = DIRECTIONS.into_iter();
        all.filter(|(down, right)| is_along(*down, *right) && (is_any || *down != backwards))
            .collect()
    }

    /// The moves of a piece without a capture (DR-2).
    fn slides(&self, start: &Turn) -> Vec<Turn> {
        let reach = if start.is_king && Self::KIND.kings_fly { Self::KIND.size } else { 1 };
        let rays = self.directions(start.is_king).into_iter();
        let rays = rays.map(|direction| self.board.ray(start.from, direction));
        let free = rays.flat_map(|ray| {
            ray.into_iter().take(reach).take_while(|cell| self.board.at(*cell) == '.')
        });
        free.map(|to| Turn { to, ..start.clone() }).collect()
    }

    fn text_of(&self, turn: &Turn) -> String {
        let (from, to) = (self.name(turn.from), self.name(turn.to));
        if turn.taken.is_empty() {
            return format!("{from}-{to}");
        }
        let taken: Vec<String> = turn.taken.iter().map(|cell| self.name(*cell)).collect();
        format!("{from}x{to}:{}", taken.join(","))
    }

    fn is_possible(&self) -> bool {
        let is_place = |(row, column): &Cell| match self.board.at((*row, *column)) {
            '.' => true,
            'w' => *row != Self::last_row(true) && Self::is_square((*row, *column)),
            'b' => *row != Self::last_row(false) && Self::is_square((*row, *column)),
            _ => Self::is_square((*row, *column)),
        };
        let size = Self::KIND.size;
        let numbers = [true, false].map(|is_white| self.pieces(is_white).len());
        (self.board.rows(), self.board.columns()) == (size, size)
            && numbers.iter().all(|number| *number <= Self::KIND.pieces)
            && numbers[usize::from(self.is_white)] > 0
            && self.board.cells().iter().all(is_place)
    }
}

impl<const KIND: usize> Listed for Draughts<KIND> {
    type Step = Turn;
    const ILLEGAL: &'static str = "not a move or capture of the player (DR-2 to DR-5)";
    const OVER: Option<&'static str> = Some("the game is over (DR-6)");
    const LIMITS: Limits<Self> = Some(&[
        ("kings-max", |before, after, _| before.is_quiet(after)),
        ("three-to-one-max", |before, _, has_begun| has_begun || before.is_against_one(&[3])),
        ("two-to-one-max", |before, _, has_begun| has_begun || before.is_against_one(&[1, 2])),
        ("uncaptured-max", |before, after, _| before.number() == after.number()),
    ]);
    const REPEATS: Option<fn(&Self, &Self) -> bool> = Some(Self::is_quiet);

    fn set_up(setup: &str) -> Result<Self, String> {
        let (game, is_capture_optional) = match setup.strip_suffix("\ncapture=optional") {
            Some(game) => (game, true),
            None => (setup, false),
        };
        let read = game.rsplit_once('\n').and_then(|(board, turn)| {
            let is_white = match turn {
                "white to move" => true,
                "black to move" => false,
                _ => return None,
            };
            Some(Self { board: Board::read(board, ".wWbB")?, is_white, is_capture_optional })
        });
        read.filter(Self::is_possible).ok_or_else(|| {
            let Kind { size, pieces, .. } = Self::KIND;
            format!(
                "{size} rows of {size} cells `.wWbB`, up to {pieces} pieces of a colour on squares \
                 of the game, at least one of the player who is not to move, no man on its last \
                 row, then `white to move` or `black to move`, then perhaps `capture=optional`"
            )
        })
    }

    /// The moves of the player with their texts (DR-4).
    fn steps(&self) -> Vec<(String, Turn)> {
        let start = |from| {
            let is_king = self.board.at(from).is_uppercase();
            let taken = BTreeSet::new();
            Turn { from, to: from, taken, is_king, is_ended: false, direction: None }
        };
        let starts: Vec<Turn> = self.pieces(self.is_white).into_iter().map(start).collect();
        let mut turns: Vec<Turn> =
            starts.iter().flat_map(|start| self.captures(start.clone())).collect();
        let most = turns.iter().map(|turn| turn.taken.len()).max();
        turns.retain(|turn| !Self::KIND.must_take_most || Some(turn.taken.len()) == most);
        if turns.is_empty() || self.is_capture_optional {
            turns.extend(starts.iter().flat_map(|start| self.slides(start)));
        }
        let mut named: Vec<(String, Turn)> = Vec::new();
        for turn in turns {
            let text = self.text_of(&turn);
            if named.iter().all(|(other, _)| *other != text) {
                named.push((text, turn));
            }
        }
        named
    }

    fn take(&mut self, turn: Turn) {
        let is_crowned = turn.is_king || turn.to.0 == Self::last_row(self.is_white);
        let piece = self.board.at(turn.from);
        for cell in turn.taken.into_iter().chain([turn.from]) {
            self.board.put(cell, '.');
        }
        self.board.put(turn.to, if is_crowned { piece.to_ascii_uppercase() } else { piece });
        self.is_white = !self.is_white;
    }

    fn position(&self) -> String {
        let player = if self.is_white { "white" } else { "black" };
        let capture = if self.is_capture_optional { "\ncapture=optional" } else { "" };
        format!("{}{player} to move{capture}", self.board.text())
    }

    fn outcome(&self) -> Option<String> {
        let has_lost = |is_white: bool| {
            self.pieces(is_white).is_empty()
                || (is_white == self.is_white && self.steps().is_empty())
        };
        let winner = [(true, "black wins"), (false, "white wins")];
        let winner = winner.into_iter().find(|(is_white, _)| has_lost(*is_white));
        winner.map(|(_, text)| text.to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(if self.is_white { "white" } else { "black" }.to_owned())
    }
}

/// A move, or a capture so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn {
    from: Cell,
    to: Cell,
    taken: BTreeSet<Cell>,
    is_king: bool,
    /// No jump may follow: DR-5 in American draughts.
    is_ended: bool,
    /// The direction of the last jump, for DR-3 in Turkish draughts.
    direction: Option<(isize, isize)>,
}

impl<const KIND: usize> Draughts<KIND> {
    /// True if a cell is empty during a capture: the piece that moves has left its own.
    fn is_free(&self, turn: &Turn, cell: Cell) -> bool {
        let is_removed = Self::KIND.is_orthogonal && turn.taken.contains(&cell);
        self.board.at(cell) == '.' || cell == turn.from || is_removed
    }

    /// The captures that are one jump in a direction longer (DR-3).
    fn jumps(&self, turn: &Turn, direction: (isize, isize)) -> Vec<Turn> {
        let kind = Self::KIND;
        let reach = if turn.is_king && kind.kings_fly { kind.size } else { 1 };
        let ray = self.board.ray(turn.to, direction);
        let gap = ray.iter().take_while(|cell| self.is_free(turn, **cell)).count();
        let Some(over) = ray.get(gap).filter(|_| gap < reach) else { return Vec::new() };
        let is_back = turn.direction == Some((-direction.0, -direction.1));
        let is_opponent = self.pieces(!self.is_white).contains(over);
        if !is_opponent || turn.taken.contains(over) || (kind.is_orthogonal && is_back) {
            return Vec::new();
        }
        let behind = ray[gap + 1..].iter().take_while(|cell| self.is_free(turn, **cell));
        let landing = |to: &Cell| {
            let mut next = turn.clone();
            next.to = *to;
            next.taken.insert(*over);
            next.direction = kind.is_orthogonal.then_some(direction);
            if to.0 == Self::last_row(self.is_white) && !turn.is_king {
                next.is_king = kind.passing == Passing::AsKing;
                next.is_ended = kind.passing == Passing::Ends;
            }
            next
        };
        behind.take(reach).map(landing).collect()
    }

    /// All captures by one jump more, in groups for each direction.
    fn continued(&self, turn: &Turn) -> Vec<Vec<Turn>> {
        if turn.is_ended {
            return Vec::new();
        }
        let directions = self.directions(turn.is_king || Self::KIND.men_capture_backwards);
        let groups = directions.into_iter().map(|direction| self.jumps(turn, direction));
        groups.filter(|group| !group.is_empty()).collect()
    }

    /// The captures of a piece, each carried to its end. Of the squares behind a piece that is
    /// jumped, those from which the capture goes on must be chosen, if there are any.
    fn captures(&self, start: Turn) -> Vec<Turn> {
        let (mut ends, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open = vec![start];
        while let Some(turn) = open.pop() {
            for group in self.continued(&turn) {
                let (more, last): (Vec<Turn>, Vec<Turn>) =
                    group.into_iter().partition(|next| !self.continued(next).is_empty());
                if more.is_empty() {
                    ends.extend(last);
                }
                open.extend(more.into_iter().filter(|next| seen.insert(next.clone())));
            }
        }
        ends
    }
}

/// What happens to a man that reaches the last row in a capture (DR-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    AsMan,
    AsKing,
    Ends,
}

/// What the kinds differ in.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a table of independent rules")]
struct Kind {
    size: usize,
    pieces: usize,
    is_orthogonal: bool,
    men_capture_backwards: bool,
    kings_fly: bool,
    must_take_most: bool,
    passing: Passing,
}

const KINDS: [Kind; 5] = [
    Kind { size: 10, pieces: 20, ..BRAZILIAN },
    BRAZILIAN,
    Kind { must_take_most: false, passing: Passing::AsKing, ..BRAZILIAN },
    Kind {
        men_capture_backwards: false,
        kings_fly: false,
        must_take_most: false,
        passing: Passing::Ends,
        ..BRAZILIAN
    },
    Kind { pieces: 16, is_orthogonal: true, men_capture_backwards: false, ..BRAZILIAN },
];

const BRAZILIAN: Kind = Kind {
    size: 8,
    pieces: 12,
    is_orthogonal: false,
    men_capture_backwards: true,
    kings_fly: true,
    must_take_most: true,
    passing: Passing::AsMan,
};

/// The set-ups with which games of international draughts begin.
pub(crate) const INTERNATIONAL: &[&str] = &[
    ".b.b.b.b.b\nb.b.b.b.b.\n.b.b.b.b.b\nb.b.b.b.b.\n..........\n..........\n.w.w.w.w.w\n\
     w.w.w.w.w.\n.w.w.w.w.w\nw.w.w.w.w.\nwhite to move",
    "...B......\n......b...\n.b........\n..w...b...\n.....b....\n......w...\n...b.b....\n\
     ..w.......\n.......w..\nW.....W...\nblack to move",
];

/// The set-ups with which games of the kinds with 32 squares begin.
pub(crate) const SMALL: &[&str] = &[
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     white to move",
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     black to move",
    ".B.....b\n..w.....\n.b.b....\n........\n.b...b..\nw.w.....\n...b.w..\nW.......\n\
     white to move",
];

/// The set-ups with which games of American draughts begin.
pub(crate) const AMERICAN: &[&str] = &[
    SMALL[1],
    SMALL[0],
    SMALL[2],
    ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.\n\
     white to move\ncapture=optional",
];

/// The set-ups with which games of Turkish draughts begin.
pub(crate) const TURKISH: &[&str] = &[
    "........\nbbbbbbbb\nbbbbbbbb\n........\n........\nwwwwwwww\nwwwwwwww\n........\nwhite to move",
    "..B.....\n..w..b..\n.b.bb...\n....w...\n.b...b..\nw.w.....\n...b.w..\nW.......\nwhite to move",
];

impl<const KIND: usize> Draughts<KIND> {
    fn number(&self) -> usize {
        self.pieces(true).len() + self.pieces(false).len()
    }

    fn men(&self) -> [Vec<Cell>; 2] {
        ['w', 'b'].map(|man| self.board.cells_with(man))
    }

    fn is_quiet(&self, after: &Self) -> bool {
        self.number() == after.number() && self.men() == after.men()
    }

    /// Whether a king alone is against this many pieces with a king among them.
    fn is_against_one(&self, numbers: &[usize]) -> bool {
        let sides = [true, false].map(|is_white| self.pieces(is_white));
        let has_king = |side: &Vec<Cell>| side.iter().any(|it| self.board.at(*it).is_uppercase());
        let [white, black] = [sides[0].len(), sides[1].len()];
        let is_alone =
            white == 1 && numbers.contains(&black) || black == 1 && numbers.contains(&white);
        is_alone && sides.iter().all(has_king)
    }
}
