//! Shogi. Rules: Japan Shogi Association, rules of play. Impasse, on which players agree, is left
//! out.
//!
//! * **SH-1** (set-up). A line of SFEN without the number of the move; upper case is black, `b`, who
//!   moves up. A king a side, no more men than the game has, none against SH-5 and SH-6; the player
//!   who has moved is not in check. Pieces in hand are in the order `RBGSNLPrbgsnlp`.
//! * **SH-2** (men). King and gold, silver, knight and pawn step; rook, bishop and lance go along
//!   lines up to the first man. A captured man is in the hand of its captor, unpromoted.
//! * **SH-3** (promotion). A move that begins or ends in the farthest three rows may promote: rook and
//!   bishop also step as a king does, others move as a gold. King and gold do not promote. Moves are
//!   USI: `7g7f`, `8h2b+`.
//! * **SH-4** (drop). Instead of a move a man in hand is put on an empty cell, unpromoted: `P*5e`.
//! * **SH-5** (dead men). No pawn or lance is left unpromoted on the last row, no knight on the last
//!   two.
//! * **SH-6** (two pawns). No pawn is dropped on a column with an unpromoted own pawn.
//! * **SH-7** (mate by a dropped pawn). A pawn is not dropped if that is mate.
//! * **SH-8** (end). No move leaves the own king attacked; a player without a legal move has lost.
//! * **SH-9** (repetition). With the line `repetition=fourfold` the game is over at the fourth
//!   occurrence of a position, with the same hands and player to move. If since its first occurrence
//!   all moves of one player, and not of both, gave check, that player has lost, else it is a draw.
//!   The earlier positions are lines `before SFEN`, the first one first.

use twinboard_vocabulary::Picture;
use twinboard_vocabulary::text_game::Lines;

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS, STRAIGHT, other};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2Prb2g4s4n4l15p",
    "7lk/7n1/6+P2/9/9/9/9/9/K8 b RBGPrb3g4s3n3l16p",
    "8k/9/9/9/4+R4/9/9/9/K8 b Gr2b3g4s4n4l18p\nrepetition=fourfold",
];

/// The kinds of men in hand, in their order, with the number that there are.
const KINDS: [(char, usize); 7] =
    [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18)];

/// Shogi, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Shogi {
    board: Board,
    /// `b` or `w`.
    player: char,
    /// Men in hand, in the letters of SFEN.
    hands: Vec<char>,
    /// Earlier positions; `None` if repetition does not matter (SH-9).
    earlier: Option<Vec<String>>,
}

/// The picture of a board with the names of its cells.
pub(crate) fn picture(position: &Lines) -> Picture {
    let mut picture = Picture::of_text(position.as_str());
    picture.columns = (1..=picture.columns.len()).rev().map(|number| number.to_string()).collect();
    for (row, letter) in picture.rows.iter_mut().zip('a'..='z') {
        row.0 = letter.to_string();
    }
    picture
}

/// The name of a cell: the column from the right and a letter for the row from the top.
fn name((row, column): Cell) -> String {
    let letter = ('a'..='i').nth(row).expect("the board has 9 rows");
    format!("{}{letter}", 9 - column)
}

impl Shogi {
    fn is_in_check(&self, player: char) -> bool {
        let king = self.board.cells_with(man('K', player))[0];
        let mut men = self.board.men(other(player) == 'b').into_iter();
        men.any(|from| attacked(&self.board, from).contains(&king))
    }

    fn has_pawn(&self, player: char, column: usize) -> bool {
        self.board.cells_with(man('P', player)).iter().any(|pawn| pawn.1 == column)
    }

    /// The game after the player has put a man, in a capital letter, on a cell.
    fn with(&self, kind: char, to: Cell) -> Self {
        let mut next = self.clone();
        let captured = self.board.at(to);
        if captured != '.' {
            let kind = unpromoted(captured.to_ascii_uppercase());
            next.hands.push(man(kind, self.player));
        }
        next.board.put(to, man(kind, self.player));
        next.player = other(self.player);
        if let Some(earlier) = &mut next.earlier {
            earlier.push(self.sfen());
        }
        next
    }

    /// Moves by SH-2, SH-3 and SH-5 with the games after them.
    fn board_steps(&self) -> Vec<(String, Self)> {
        let mut steps = Vec::new();
        let is_far = |cell: Cell| if self.player == 'b' { cell.0 < 3 } else { cell.0 > 5 };
        for from in self.board.men(self.player == 'b') {
            let kind = self.board.at(from).to_ascii_uppercase();
            let promoted = PROMOTED.iter().find(|(unpromoted, _)| *unpromoted == kind);
            for to in attacked(&self.board, from) {
                if is_of(self.board.at(to), self.player) {
                    continue;
                }
                let mut add = |kind, sign| {
                    let mut next = self.with(kind, to);
                    next.board.put(from, '.');
                    steps.push((format!("{}{}{sign}", name(from), name(to)), next));
                };
                if !is_dead(kind, self.player, to.0) {
                    add(kind, "");
                }
                if let Some((_, promoted)) = promoted.filter(|_| is_far(from) || is_far(to)) {
                    add(*promoted, "+");
                }
            }
        }
        steps
    }

    /// Drops by SH-4 to SH-6 with the games after them.
    fn drops(&self) -> Vec<(String, Self)> {
        let mut steps = Vec::new();
        for (kind, _) in KINDS {
            let Some(index) = self.hands.iter().position(|it| *it == man(kind, self.player)) else {
                continue;
            };
            for to in self.board.cells_with('.') {
                let is_second = kind == 'P' && self.has_pawn(self.player, to.1);
                if !is_second && !is_dead(kind, self.player, to.0) {
                    let mut next = self.with(kind, to);
                    next.hands.remove(index);
                    steps.push((format!("{kind}*{}", name(to)), next));
                }
            }
        }
        steps
    }

    /// True if the player to move is mated by a dropped pawn, against which only moves help (SH-7).
    fn is_mated_by_pawn(&self) -> bool {
        let is_safe = |next: &Self| !next.is_in_check(self.player);
        self.is_in_check(self.player) && !self.board_steps().iter().any(|(_, next)| is_safe(next))
    }

    /// The outcome by SH-9.
    fn repetition(&self) -> Option<String> {
        let now = self.sfen();
        let earlier = self.earlier.as_ref()?;
        if earlier.iter().filter(|position| **position == now).count() < 3 {
            return None;
        }
        let since = earlier.iter().skip_while(|position| **position != now);
        let since: Vec<Self> = since.filter_map(|position| Self::read_sfen(position)).collect();
        let all_check = |player| {
            let mut met = since.iter().filter(|position| position.player == other(player));
            met.all(|position| position.is_in_check(other(player)))
        };
        Some(match (all_check('b'), all_check('w')) {
            (true, false) => "white wins".to_owned(),
            (false, true) => "black wins".to_owned(),
            _ => "draw".to_owned(),
        })
    }
}

impl Listed for Shogi {
    type Step = Self;
    const ILLEGAL: &'static str = "the player has no such move or drop (SH-2 to SH-8)";
    const OVER: Option<&'static str> = Some("the game is over (SH-9)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "an SFEN of a possible position without a number of the move, then perhaps a line \
             `repetition=fourfold` and with it lines `before SFEN` of the earlier positions \
             (SH-1, SH-9)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Self)> {
        let mut drops = self.drops();
        drops.retain(|(name, next)| !name.starts_with('P') || !next.is_mated_by_pawn());
        let mut steps = self.board_steps();
        steps.extend(drops);
        steps.retain(|(_, next)| !next.is_in_check(self.player));
        steps
    }

    fn take(&mut self, after: Self) {
        *self = after;
    }

    fn is_over(&self) -> bool {
        self.repetition().is_some()
    }

    fn position(&self) -> String {
        self.text()
    }

    fn outcome(&self) -> Option<String> {
        if self.steps().is_empty() {
            let winner = if self.player == 'b' { "white wins" } else { "black wins" };
            return Some(winner.to_owned());
        }
        self.repetition()
    }

    fn player(&self) -> Option<String> {
        Some(if self.player == 'b' { "black" } else { "white" }.to_owned())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("check", self.is_in_check(self.player).to_string())]
    }
}

impl Shogi {
    /// The position without earlier ones.
    fn sfen(&self) -> String {
        let mut rows = self.board.fen();
        for player in ['b', 'w'] {
            for (kind, promoted) in PROMOTED {
                rows = rows.replace(man(promoted, player), &format!("+{}", man(kind, player)));
            }
        }
        let mut hands = String::new();
        for player in ['b', 'w'] {
            for (kind, _) in KINDS {
                match self.in_hand(man(kind, player)) {
                    0 => {}
                    1 => hands.push(man(kind, player)),
                    count => hands = format!("{hands}{count}{}", man(kind, player)),
                }
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{rows} {} {hands}", self.player)
    }

    fn in_hand(&self, man: char) -> usize {
        self.hands.iter().filter(|it| **it == man).count()
    }

    /// The whole position.
    fn text(&self) -> String {
        let mut text = self.sfen();
        if self.earlier.is_some() {
            text += "\nrepetition=fourfold";
        }
        for position in self.earlier.iter().flatten() {
            text = format!("{text}\nbefore {position}");
        }
        text
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    fn read(setup: &str) -> Option<Self> {
        let mut lines = setup.lines();
        let mut game = Self::read_sfen(lines.next()?)?;
        if lines.next().is_some() {
            let mut earlier = Vec::new();
            for line in lines {
                earlier.push(line.strip_prefix("before ")?.to_owned());
            }
            let mut player = game.player;
            for position in earlier.iter().rev() {
                player = other(player);
                let is_possible = Self::read_sfen(position)?.player == player;
                let times = earlier.iter().filter(|it| *it == position).count();
                if !is_possible || times > 3 {
                    return None;
                }
            }
            game.earlier = Some(earlier);
        }
        (game.text() == setup).then_some(game)
    }

    /// Reads a position without earlier ones.
    fn read_sfen(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, player, in_hand] = fields[..] else { return None };
        let player = ['b', 'w'].into_iter().find(|letter| letter.to_string() == player)?;
        let mut rows = rows.to_owned();
        for player in ['b', 'w'] {
            for (kind, promoted) in PROMOTED {
                let letter = man(promoted, player).to_string();
                rows = rows.replace(&format!("+{}", man(kind, player)), &letter);
            }
        }
        let board = Board::read_fen(&rows, ".KGRDBUSZNHLMPTkgrdbusznhlmpt")?;
        let mut hands = Vec::new();
        let mut digits = String::new();
        for letter in in_hand.chars().filter(|_| in_hand != "-") {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            let count = if digits.is_empty() { 1 } else { digits.parse().ok()? };
            hands.extend(vec![letter; Some(count).filter(|count| *count <= 18)?]);
            digits.clear();
        }
        let game = Self { board, player, hands, earlier: None };
        let is_possible = (game.board.rows(), game.board.columns()) == (9, 9)
            && game.has_possible_men()
            && !game.is_in_check(other(player))
            && game.sfen() == text;
        is_possible.then_some(game)
    }

    /// The numbers and places of men in SH-1.
    fn has_possible_men(&self) -> bool {
        let cells = self.board.cells();
        let kinds = cells.iter().map(|cell| unpromoted(self.board.at(*cell).to_ascii_uppercase()));
        let kinds: Vec<char> = kinds.collect();
        let is_number = |(kind, most): (char, usize)| {
            let on_board = kinds.iter().filter(|it| **it == kind).count();
            on_board + self.in_hand(kind) + self.in_hand(man(kind, 'w')) <= most
        };
        let has_places = |player: char| {
            let pawns = self.board.cells_with(man('P', player));
            let men = self.board.men(player == 'b');
            let kind = |cell| self.board.at(cell).to_ascii_uppercase();
            self.board.cells_with(man('K', player)).len() == 1
                && !men.iter().any(|cell| is_dead(kind(*cell), player, cell.0))
                && (0..9).all(|column| pawns.iter().filter(|pawn| pawn.1 == column).count() < 2)
        };
        let is_in_game = |man: &char| KINDS.iter().any(|(kind, _)| man.eq_ignore_ascii_case(kind));
        KINDS.into_iter().all(is_number)
            && ['b', 'w'].into_iter().all(has_places)
            && self.hands.iter().all(is_in_game)
    }
}

/// The letters of promoted men on the board here, beside their kinds. SFEN has `+R` for `D`.
const PROMOTED: [(char, char); 6] =
    [('R', 'D'), ('B', 'U'), ('S', 'Z'), ('N', 'H'), ('L', 'M'), ('P', 'T')];

/// The steps of a gold that moves up.
const GOLD: [(isize, isize); 6] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];

/// A man of a player, from its capital letter.
fn man(kind: char, player: char) -> char {
    if player == 'b' { kind } else { kind.to_ascii_lowercase() }
}

fn is_of(man: char, player: char) -> bool {
    if player == 'b' { man.is_ascii_uppercase() } else { man.is_ascii_lowercase() }
}

/// The kind as which a man is in hand.
fn unpromoted(kind: char) -> char {
    PROMOTED.iter().find(|(_, promoted)| *promoted == kind).map_or(kind, |(kind, _)| *kind)
}

/// SH-5.
fn is_dead(kind: char, player: char, row: usize) -> bool {
    let ahead = if player == 'b' { row } else { 8 - row };
    ahead == 0 && "PL".contains(kind) || ahead < 2 && kind == 'N'
}

/// The cells that the man on a cell attacks (SH-2, SH-3).
fn attacked(board: &Board, from: Cell) -> Vec<Cell> {
    let up = if board.at(from).is_ascii_uppercase() { 1 } else { -1 };
    let (steps, lines): (&[(isize, isize)], &[(isize, isize)]) =
        match board.at(from).to_ascii_uppercase() {
            'K' => (&DIRECTIONS, &[]),
            'R' => (&[], &STRAIGHT),
            'D' => (&DIAGONAL, &STRAIGHT),
            'B' => (&[], &DIAGONAL),
            'U' => (&STRAIGHT, &DIAGONAL),
            'S' => (&[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)], &[]),
            'N' => (&[(-2, -1), (-2, 1)], &[]),
            'L' => (&[], &[(-1, 0)]),
            'P' => (&[(-1, 0)], &[]),
            _ => (&GOLD, &[]),
        };
    let steps = steps.iter().filter_map(|(down, right)| board.step(from, (down * up, *right), 1));
    let lines = lines.iter().flat_map(|(down, right)| board.sight(from, (down * up, *right)));
    steps.chain(lines).collect()
}
