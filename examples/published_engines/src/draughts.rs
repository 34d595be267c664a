//! Draughts in five kinds, from one description each: international, Brazilian, Russian, American
//! and Turkish. A capture names its ends and all captured pieces, so that two paths with the same
//! result are one move: `32-28`, `32x14:19,23`. Squares are numbered as in each game's notation.

use arbitrary::Unstructured;
use twinboard::{Registration, TextGame, TextRules};

use crate::board::{Board, name};
use crate::table::{drawn, played, won};

mod engines;

/// What a man does that reaches the last row while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// It goes on as a man and is crowned only if the move ends there.
    Man,
    /// It goes on as a king.
    King,
    /// The move ends.
    Stop,
}

/// The rules of one kind of draughts.
#[derive(Debug)]
struct Kind {
    name: &'static str,
    size: usize,
    /// Pieces move along rows and columns, on all cells, and not diagonally.
    orthogonal: bool,
    /// Men capture backwards, too.
    backwards: bool,
    /// Kings move and capture over any distance.
    flying: bool,
    /// Only the captures of most pieces are legal.
    most: bool,
    passing: Passing,
    /// Captured pieces leave the board at once, and no capture turns by 180 degrees.
    at_once: bool,
    black_begins: bool,
}

const INTERNATIONAL: Kind = Kind {
    name: "draughts",
    size: 10,

    orthogonal: false,
    backwards: true,
    flying: true,
    most: true,
    passing: Passing::Man,
    at_once: false,
    black_begins: false,
};

const KINDS: [Kind; 5] = [
    INTERNATIONAL,
    Kind { name: "draughts-brazilian", size: 8, ..INTERNATIONAL },
    Kind {
        name: "draughts-russian",
        size: 8,

        most: false,
        passing: Passing::King,
        ..INTERNATIONAL
    },
    Kind {
        name: "draughts-american",
        size: 8,

        backwards: false,
        flying: false,
        most: false,
        passing: Passing::Stop,
        black_begins: true,
        ..INTERNATIONAL
    },
    Kind {
        name: "draughts-turkish",
        size: 8,

        orthogonal: true,
        backwards: false,
        at_once: true,
        ..INTERNATIONAL
    },
];

impl Kind {
    fn is_square(&self, (row, column): (usize, usize)) -> bool {
        self.orthogonal || (row + column) % 2 == 1
    }

    /// The name of a square: its number, or in Turkish draughts a letter and the row from below.
    fn square(&self, (row, column): (usize, usize)) -> String {
        if self.orthogonal {
            name((self.size - 1 - row, column))
        } else {
            (row * self.size / 2 + column / 2 + 1).to_string()
        }
    }

    /// The row where the men of a side are crowned. White moves up.
    fn last_row(&self, black: bool) -> usize {
        if black { self.size - 1 } else { 0 }
    }
}

/// Reads a set-up of a kind.
fn read(kind: &Kind, setup: &str) -> Result<Board, String> {
    let board = Board::read(setup, ".wWbB").filter(|board| {
        let may_be = |&(row, column): &(usize, usize)| match board.rows[row][column] {
            '.' => true,
            piece => {
                kind.is_square((row, column))
                    && !(piece == 'w' && row == 0)
                    && !(piece == 'b' && row == kind.size - 1)
            }
        };
        let both = board.count("wW") > 0 && board.count("bB") > 0;
        both && board.size() == (kind.size, kind.size) && board.cells().iter().all(may_be)
    });
    let expected =
        "a board of . w W b B with both colours, no man on its last row, and a side to move";
    Ok(board.ok_or(expected)?)
}

/// Pieces at random.
fn draw<const KIND: usize>(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let kind = &KINDS[KIND];
    let rows = vec![vec!['.'; kind.size]; kind.size];
    let mut board = Board { rows, black: u.ratio(1, 2)? };
    let pieces = *u.choose(&["wb", "wbWB", "wwwbbbW", "wwwbbbB", "WbbbB", "wwwWB"])?;
    let full = u.int_in_range(1..=10)?;
    board.sprinkle(u, pieces, full)?;
    for (row, column) in board.cells() {
        let piece = &mut board.rows[row][column];
        let is_crowned = (*piece == 'w' && row == 0) || (*piece == 'b' && row == kind.size - 1);
        if is_crowned || !kind.is_square((row, column)) {
            *piece = '.';
        }
    }
    // Both sides have a king, on squares of all kinds of boards.
    for (pieces, king, at) in [("wW", 'W', 1), ("bB", 'B', 3)] {
        if board.count(pieces) == 0 {
            board.rows[kind.size / 2][at + kind.size / 2 % 2] = king;
        }
    }
    Ok(board.print())
}

type Cell = (usize, usize);

/// A capture, or a move without one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    from: Cell,
    to: Cell,
    taken: Vec<Cell>,
    king: bool,
}

/// Oracle: the rules on a board of characters.
#[derive(Clone, Debug)]
pub struct Naive<const KIND: usize>(Board);

impl<const KIND: usize> Naive<KIND> {
    const KIND: &'static Kind = &KINDS[KIND];

    fn is_own(&self, piece: char) -> bool {
        piece != '.' && self.0.black == piece.eq_ignore_ascii_case(&'b')
    }

    /// The directions of a piece, as steps of row and column.
    fn directions(&self, king: bool, backwards: bool) -> Vec<(isize, isize)> {
        let forward = if self.0.black { 1 } else { -1 };
        let all = (0..9).map(|it| (it / 3 - 1, it % 3 - 1));
        let is_along = |(down, right): &(isize, isize)| {
            (*down == 0) != (*right == 0) && Self::KIND.orthogonal
                || *down != 0 && *right != 0 && !Self::KIND.orthogonal
        };
        let may = |(down, _): &(isize, isize)| king || backwards || *down != -forward;
        all.filter(is_along).filter(may).collect()
    }

    /// The cells from one on in a direction.
    fn line(&self, from: Cell, (down, right): (isize, isize)) -> Vec<Cell> {
        let at = |n| (from.0 as isize + n * down, from.1 as isize + n * right);
        let on_board = (1..).map(at).take_while(|&(row, column)| self.0.at(row, column).is_some());
        on_board.map(|(row, column)| (row as usize, column as usize)).collect()
    }

    fn piece(&self, (row, column): Cell) -> char {
        self.0.rows[row][column]
    }

    /// All ways to go on with a capture, of a piece that is lifted from the board.
    fn jumps(&self, turn: &Turn, last: Option<(isize, isize)>) -> Vec<Turn> {
        let kind = Self::KIND;
        let reach = if turn.king && kind.flying { kind.size } else { 1 };
        let mut all = Vec::new();
        for step in self.directions(turn.king, kind.backwards) {
            let line = self.line(turn.to, step);
            let gap = line.iter().take_while(|&&at| self.piece(at) == '.').count();
            let Some(&over) = line.get(gap).filter(|_| gap < reach) else { continue };
            let turns = kind.at_once && last == Some((-step.0, -step.1));
            if self.is_own(self.piece(over)) || turn.taken.contains(&over) || turns {
                continue;
            }
            let free = line[gap + 1..].iter().take_while(|&&at| self.piece(at) == '.');
            let mut goals = Vec::new();
            for &to in free.take(reach) {
                let is_last = to.0 == kind.last_row(self.0.black);
                let taken = turn.taken.iter().copied().chain([over]).collect();
                let king = turn.king || is_last && kind.passing != Passing::Man;
                let next = Turn { from: turn.from, to, taken, king };
                let stops = is_last && !turn.king && kind.passing == Passing::Stop;
                let mut after = self.clone();
                if kind.at_once {
                    after.0.rows[over.0][over.1] = '.';
                }
                let more = if stops { Vec::new() } else { after.jumps(&next, Some(step)) };
                goals.push((next, more));
            }
            let goes_on = goals.iter().any(|(_, more)| !more.is_empty());
            for (next, more) in goals {
                if goes_on { all.extend(more) } else { all.push(next) }
            }
        }
        all
    }

    /// All legal moves with their texts, each text once.
    fn turns(&self) -> Vec<(String, Turn)> {
        let kind = Self::KIND;
        let (mut captures, mut others) = (Vec::new(), Vec::new());
        for from in self.0.cells().into_iter().filter(|&at| self.is_own(self.piece(at))) {
            let king = self.piece(from).is_uppercase();
            let turn = Turn { from, to: from, taken: Vec::new(), king };
            let mut lifted = self.clone();
            lifted.0.rows[from.0][from.1] = '.';
            captures.extend(lifted.jumps(&turn, None));
            for step in self.directions(king, false) {
                let free =
                    self.line(from, step).into_iter().take_while(|&at| self.piece(at) == '.');
                let reach = if king && kind.flying { kind.size } else { 1 };
                others.extend(free.take(reach).map(|to| Turn { to, ..turn.clone() }));
            }
        }
        let most = captures.iter().map(|turn| turn.taken.len()).max().unwrap_or(0);
        captures.retain(|turn| !kind.most || turn.taken.len() == most);
        let mut named: Vec<(String, Turn)> = Vec::new();
        for mut turn in if captures.is_empty() { others } else { captures } {
            turn.taken.sort_unstable();
            let (from, to) = (kind.square(turn.from), kind.square(turn.to));
            let taken: Vec<String> = turn.taken.iter().map(|&at| kind.square(at)).collect();
            let text = match taken.is_empty() {
                true => format!("{from}-{to}"),
                false => format!("{from}x{to}:{}", taken.join(",")),
            };
            if named.iter().all(|(other, _)| *other != text) {
                named.push((text, turn));
            }
        }
        named
    }
}

impl<const KIND: usize> TextGame for Naive<KIND> {
    fn set_up(setup: &str) -> Result<Self, String> {
        read(Self::KIND, setup).map(Self)
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.turns().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if self.outcome().is_some() {
            return played(false);
        }
        let Some((_, turn)) = self.turns().into_iter().find(|(text, _)| text == mv) else {
            return played(false);
        };
        let piece = self.piece(turn.from);
        let is_crowned = turn.king || turn.to.0 == Self::KIND.last_row(self.0.black);
        for (row, column) in turn.taken.into_iter().chain([turn.from]) {
            self.0.rows[row][column] = '.';
        }
        self.0.rows[turn.to.0][turn.to.1] =
            if is_crowned { piece.to_ascii_uppercase() } else { piece };
        self.0.black = !self.0.black;
        Ok(())
    }

    fn position(&self) -> String {
        self.0.print()
    }

    /// A side without pieces, or without a move in its turn, has lost. Repetition is not counted. In Turkish draughts one piece
    /// each is a draw.
    fn outcome(&self) -> Option<String> {
        let is_drawn = self.0.count("wW") == 1 && self.0.count("bB") == 1;
        if Self::KIND.orthogonal && is_drawn {
            drawn()
        } else if self.0.count("wW") == 0 || self.0.count("bB") == 0 {
            won((self.0.count("wW") == 0) == Self::KIND.black_begins)
        } else if self.turns().is_empty() {
            won(self.0.black != Self::KIND.black_begins)
        } else {
            None
        }
    }
}

fn rules<const KIND: usize>(starts: &'static [&'static str]) -> TextRules {
    TextRules::new::<Naive<KIND>>(KINDS[KIND].name, starts).drawn_by(draw::<KIND>)
}

/// The kinds of draughts. Their engines are in `engines/`, in other languages, but for one.
#[must_use]
pub fn draughts() -> Vec<Registration> {
    const INTERNATIONAL: &str = ".b.b.b.b.b\nb.b.b.b.b.\n.b.b.b.b.b\nb.b.b.b.b.\n..........\n\
        ..........\n.w.w.w.w.w\nw.w.w.w.w.\n.w.w.w.w.w\nw.w.w.w.w.\nwhite to move";
    const WHITE: &str = ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n\
        .w.w.w.w\nw.w.w.w.\nwhite to move";
    const BLACK: &str = ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n\
        .w.w.w.w\nw.w.w.w.\nblack to move";
    const TURKISH: &str = "........\nbbbbbbbb\nbbbbbbbb\n........\n........\nwwwwwwww\n\
        wwwwwwww\n........\nwhite to move";
    let turkish = rules::<4>(&[TURKISH]);
    let circles = turkish.clone().engine::<engines::Kish<true>>();
    vec![
        Registration::text(&rules::<0>(&[INTERNATIONAL])),
        Registration::text(&rules::<1>(&[WHITE])),
        Registration::text(&rules::<2>(&[WHITE])),
        Registration::text(&rules::<3>(&[BLACK])),
        Registration::text(&turkish.engine::<engines::Kish<false>>())
            .other_text_engine("draughts-turkish-circles", &circles),
    ]
}
