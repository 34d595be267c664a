//! Shogi without repetition and impasse. Set-ups and positions are SFEN without the move number,
//! moves are those of USI: `7g7f`, `8h2b+`, `P*5e`.

use arbitrary::Unstructured;
use twinboard::{Registration, TextGame, TextRules};

use crate::table::{played, won};

mod engines;

use engines::{COPIES_TEXT, Haitaka, PLAYS, ShogiCrate, TAKES_BACK};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
/// Kinds of pieces that can be in hand, in the order of SFEN, with their numbers in the game.
const KINDS: [(char, u8); 7] =
    [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18)];

/// Pieces near the kings and in hand.
fn draw(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let mut naive = Naive::read("9/9/9/9/9/9/9/9/9 b -").expect("an empty board");
    naive.black = u.ratio(1, 2)?;
    let counts =
        *u.choose(&[[1, 1, 1, 1, 1, 1, 2], [2, 2, 4, 4, 4, 4, 18], [0, 1, 2, 1, 1, 1, 4]])?;
    let in_hand = u.int_in_range(0..=8)?;
    let near = u.ratio(1, 2)?;
    let kings = [
        (u.int_in_range(0..=8)?, u.int_in_range(0..=8)?),
        (u.int_in_range(0..=8)?, u.int_in_range(0..=8)?),
    ];
    for (index, (row, column)) in kings.into_iter().enumerate() {
        let free = naive.cells[row][column].is_none();
        let row = if free { row } else { (row + 4) % 9 };
        naive.cells[row][column] = Some(Piece { kind: 'K', promoted: false, black: index == 0 });
    }
    for ((kind, _), count) in KINDS.into_iter().zip(counts) {
        for _ in 0..count {
            let black = u.ratio(1, 2)?;
            if u.int_in_range(0..=9)? < in_hand {
                *naive.hand(black, kind) += 1;
                continue;
            }
            let (king_row, king_column) = kings[usize::from(u.ratio(1, 2)?)];
            let far = if near { 2 } else { 8 };
            let row = (king_row + 9 + u.int_in_range(0..=2 * far)? - far) % 9;
            let column = (king_column + 9 + u.int_in_range(0..=2 * far)? - far) % 9;
            let promoted = kind != 'G' && u.ratio(1, 3)?;
            let before = naive.clone();
            if naive.cells[row][column].is_none() {
                naive.cells[row][column] = Some(Piece { kind, promoted, black });
                if naive.check().is_some() {
                    naive = before;
                }
            }
        }
    }
    Ok(if naive.check().is_none() { naive.print() } else { START.to_owned() })
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Piece {
    /// The letter of the unpromoted piece.
    kind: char,
    promoted: bool,
    black: bool,
}

/// Oracle: the rules on rows of pieces. Row 0 is rank a, column 0 is file 9; black moves up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    cells: [[Option<Piece>; 9]; 9],
    /// Pieces in hand of white and of black, in the order of `KINDS`.
    hands: [[u8; 7]; 2],
    black: bool,
}

type Cell = (usize, usize);

/// A move: from a cell or from the hand.
#[derive(Clone, Copy, Debug)]
enum Step {
    Board { from: Cell, to: Cell, promotes: bool },
    Drop { kind: char, to: Cell },
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..81).map(|at| (at / 9, at % 9))
}

fn square((row, column): Cell) -> String {
    format!("{}{}", 9 - column, (b'a' + row as u8) as char)
}

impl Naive {
    fn read(sfen: &str) -> Option<Self> {
        let [board, side, hands] = sfen.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let mut naive = Self { cells: [[None; 9]; 9], hands: [[0; 7]; 2], black: side == "b" };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 9 || !["b", "w"].contains(&side) {
            return None;
        }
        for (row, text) in rows.into_iter().enumerate() {
            let (mut column, mut promoted) = (0, false);
            for character in text.chars() {
                if let Some(skip) = character.to_digit(10) {
                    column += skip as usize;
                } else if character == '+' {
                    promoted = true;
                } else {
                    let kind = character.to_ascii_uppercase();
                    let is_known = kind == 'K' || KINDS.iter().any(|(it, _)| *it == kind);
                    let black = character.is_ascii_uppercase();
                    let cell = naive.cells[row].get_mut(column).filter(|_| is_known)?;
                    *cell = Some(Piece { kind, promoted, black });
                    (column, promoted) = (column + 1, false);
                }
            }
            if column != 9 {
                return None;
            }
        }
        let mut count = 0;
        for character in hands.chars().filter(|_| hands != "-") {
            if let Some(digit) = character.to_digit(10) {
                count = 10 * count + digit as u8;
                if count > 18 {
                    return None;
                }
            } else {
                let kind = character.to_ascii_uppercase();
                if !KINDS.iter().any(|(it, _)| *it == kind) {
                    return None;
                }
                *naive.hand(character.is_ascii_uppercase(), kind) += count.max(1);
                count = 0;
            }
        }
        Some(naive)
    }

    fn print(&self) -> String {
        let mut rows = Vec::new();
        for cells in &self.cells {
            let (mut row, mut empty) = (String::new(), 0);
            for cell in
                cells.iter().chain([&Some(Piece { kind: '/', promoted: false, black: true })])
            {
                let Some(piece) = cell else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                if piece.promoted {
                    row.push('+');
                }
                row.push(if piece.black { piece.kind } else { piece.kind.to_ascii_lowercase() });
            }
            rows.push(row.trim_end_matches('/').to_owned());
        }
        let mut hands = String::new();
        for black in [true, false] {
            for ((kind, _), count) in KINDS.iter().zip(self.hands[usize::from(black)]) {
                if count > 1 {
                    hands += &count.to_string();
                }
                if count > 0 {
                    hands.push(if black { *kind } else { kind.to_ascii_lowercase() });
                }
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {} {hands}", rows.join("/"), if self.black { 'b' } else { 'w' })
    }

    fn hand(&mut self, black: bool, kind: char) -> &mut u8 {
        let index = KINDS.iter().position(|(it, _)| *it == kind).expect("a kind in hand");
        &mut self.hands[usize::from(black)][index]
    }

    /// What is wrong with this as a set-up.
    fn check(&self) -> Option<&'static str> {
        let all: Vec<Piece> = self.cells.iter().flatten().flatten().copied().collect();
        let kings = |black| all.iter().filter(|it| it.kind == 'K' && it.black == black).count();
        let too_many = KINDS.iter().enumerate().any(|(index, &(kind, most))| {
            let on_board = all.iter().filter(|it| it.kind == kind).count() as u8;
            on_board + self.hands[0][index] + self.hands[1][index] > most
        });
        if kings(true) != 1 || kings(false) != 1 || too_many {
            return Some("one king a side, and no more pieces than the game has");
        }
        if all.iter().any(|it| it.promoted && "GK".contains(it.kind)) {
            return Some("kings and golds that are not promoted");
        }
        let is_stuck = |(row, column): Cell| {
            self.cells[row][column]
                .is_some_and(|it| !it.promoted && Self::is_dead(it.kind, it.black, row))
        };
        if cells().any(is_stuck)
            || (0..9).any(|column| self.pawns(true, column) > 1 || self.pawns(false, column) > 1)
        {
            return Some("no piece without a move, and one pawn on a file");
        }
        self.in_check(!self.black).then_some("the side that has moved is not in check")
    }

    /// True if a piece could never move from this row.
    fn is_dead(kind: char, black: bool, row: usize) -> bool {
        let ahead = if black { row } else { 8 - row };
        match kind {
            'P' | 'L' => ahead < 1,
            'N' => ahead < 2,
            _ => false,
        }
    }

    fn pawns(&self, black: bool, column: usize) -> usize {
        let pawn = Some(Piece { kind: 'P', promoted: false, black });
        (0..9).filter(|&row| self.cells[row][column] == pawn).count()
    }

    /// The cells that the piece on a cell reaches, own pieces included.
    fn reach(&self, from: Cell) -> Vec<Cell> {
        let Some(piece) = self.cells[from.0][from.1] else { return Vec::new() };
        let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let straight = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let gold = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
        let (steps, slides): (Vec<(isize, isize)>, Vec<(isize, isize)>) =
            match (piece.kind, piece.promoted) {
                ('K', _) => ([diagonal, straight].concat(), vec![]),
                ('R', promoted) => {
                    (if promoted { diagonal.to_vec() } else { vec![] }, straight.to_vec())
                }
                ('B', promoted) => {
                    (if promoted { straight.to_vec() } else { vec![] }, diagonal.to_vec())
                }
                ('S', false) => ([&diagonal[..], &[(-1, 0)]].concat(), vec![]),
                ('N', false) => (vec![(-2, -1), (-2, 1)], vec![]),
                ('L', false) => (vec![], vec![(-1, 0)]),
                ('P', false) => (vec![(-1, 0)], vec![]),
                _ => (gold.to_vec(), vec![]),
            };
        let forward = if piece.black { 1 } else { -1 };
        let mut all = Vec::new();
        for (far, directions) in [(1, steps), (8, slides)] {
            for (down, right) in directions {
                for n in 1..=far {
                    let row = from.0.wrapping_add_signed(n * down * forward);
                    let column = from.1.wrapping_add_signed(n * right);
                    let Some(cell) = self.cells.get(row).and_then(|row| row.get(column)) else {
                        break;
                    };
                    all.push((row, column));
                    if cell.is_some() {
                        break;
                    }
                }
            }
        }
        all
    }

    fn in_check(&self, black: bool) -> bool {
        let king = Some(Piece { kind: 'K', promoted: false, black });
        let is_king = |&(row, column): &Cell| self.cells[row][column] == king;
        let is_other =
            |&(row, column): &Cell| self.cells[row][column].is_some_and(|it| it.black != black);
        cells().filter(is_other).any(|from| self.reach(from).iter().any(is_king))
    }

    fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        match step {
            Step::Board { from, to, promotes } => {
                let mut piece = next.cells[from.0][from.1].take().expect("a piece moves");
                piece.promoted |= promotes;
                let taken = next.cells[to.0][to.1].replace(piece);
                if let Some(taken) = taken.filter(|taken| taken.kind != 'K') {
                    *next.hand(self.black, taken.kind) += 1;
                }
            }
            Step::Drop { kind, to } => {
                next.cells[to.0][to.1] = Some(Piece { kind, promoted: false, black: self.black });
                *next.hand(self.black, kind) -= 1;
            }
        }
        next.black = !self.black;
        next
    }

    /// Moves that keep the rules but for the king's safety and the mate by a dropped pawn.
    fn steps(&self) -> Vec<(String, Step)> {
        let mut all = Vec::new();
        let in_zone = |row: usize| if self.black { row < 3 } else { row > 5 };
        for from in cells() {
            let Some(piece) = self.cells[from.0][from.1].filter(|it| it.black == self.black) else {
                continue;
            };
            for to in self.reach(from) {
                if self.cells[to.0][to.1].is_some_and(|it| it.black == self.black) {
                    continue;
                }
                let may = !piece.promoted
                    && !"GK".contains(piece.kind)
                    && (in_zone(from.0) || in_zone(to.0));
                let must = !piece.promoted && Self::is_dead(piece.kind, piece.black, to.0);
                for promotes in [false, true] {
                    if if promotes { may } else { !must } {
                        let plus = if promotes { "+" } else { "" };
                        let text = format!("{}{}{plus}", square(from), square(to));
                        all.push((text, Step::Board { from, to, promotes }));
                    }
                }
            }
        }
        for ((kind, _), count) in KINDS.into_iter().zip(self.hands[usize::from(self.black)]) {
            for to in
                cells().filter(|&(row, column)| count > 0 && self.cells[row][column].is_none())
            {
                let is_second = kind == 'P' && self.pawns(self.black, to.1) > 0;
                if !is_second && !Self::is_dead(kind, self.black, to.0) {
                    all.push((format!("{kind}*{}", square(to)), Step::Drop { kind, to }));
                }
            }
        }
        all
    }

    fn is_legal(&self, step: Step) -> bool {
        let next = self.after(step);
        let is_pawn_check =
            matches!(step, Step::Drop { kind: 'P', .. }) && next.in_check(next.black);
        !next.in_check(self.black) && (!is_pawn_check || next.has_legal())
    }

    fn has_legal(&self) -> bool {
        self.steps().into_iter().any(|(_, step)| self.is_legal(step))
    }

    fn legal(&self) -> Vec<(String, Step)> {
        self.steps().into_iter().filter(|&(_, step)| self.is_legal(step)).collect()
    }
}

impl TextGame for Naive {
    fn set_up(setup: &str) -> Result<Self, String> {
        let naive = Self::read(setup).ok_or("SFEN: board, side and pieces in hand")?;
        if naive.print() != setup {
            return Err("SFEN as it is usually written".to_owned());
        }
        naive.check().map_or(Ok(naive), |expected| Err(expected.to_owned()))
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let step = self.legal().into_iter().find(|(text, _)| text == mv);
        if let Some((_, step)) = step {
            *self = self.after(step);
        }
        played(step.is_some())
    }

    fn position(&self) -> String {
        self.print()
    }

    fn outcome(&self) -> Option<String> {
        if self.has_legal() { None } else { won(!self.black) }
    }
}

/// The game with its engines.
#[must_use]
pub fn shogi() -> Registration {
    let rules = TextRules::new::<Naive>("shogi", &[START]).drawn_by(draw).moves_max(20);
    let listed = rules.clone().engine::<Haitaka<true>>();
    let plays = rules.clone().engine::<ShogiCrate<PLAYS>>();
    let copies_text = rules.clone().engine::<ShogiCrate<COPIES_TEXT>>();
    let takes_back = rules.clone().engine::<ShogiCrate<TAKES_BACK>>();
    Registration::text(&rules.engine::<Haitaka<false>>())
        .other_text_engine("shogi-haitaka-listed", &listed)
        .other_text_engine("shogi-crate", &plays)
        .other_text_engine("shogi-crate-text", &copies_text)
        .other_text_engine("shogi-crate-undo", &takes_back)
}
