//! Chess. Rules: FIDE, "Laws of Chess" (1 January 2023) with its guidelines for Chess960.
//!
//! * **CH-1** (set-up). A FEN of six fields; upper case is white. One king a side, at most 16 men with
//!   at most 8 pawns, none of them on the first or last rank; the player who has moved is not in
//!   check. The en passant square is written after every double step. Further lines, in this order:
//!   `castling=960`, `draws=automatic` and, with the latter, the earlier positions of CH-9.
//! * **CH-2** (pieces, articles 3.2 to 3.6). Bishop, rook and queen move along lines up to the first
//!   man, a knight jumps, a king moves one square. A move is UCI text, as in `e2e4` or `e7e8q`.
//! * **CH-3** (pawn, article 3.7). One square forwards, or two from its first square, if they are
//!   empty; it captures diagonally forwards. On the last rank it becomes queen, rook, bishop or
//!   knight.
//! * **CH-4** (en passant, article 3.7). A pawn that has just advanced two squares can be captured as
//!   if it had advanced one.
//! * **CH-5** (castling, article 3.8). King and a rook that have not moved: the king ends on the c- or
//!   g-file, the rook on the d- or f-file. The squares on the ways of both are empty but for these
//!   two, and the king is not in check and crosses or reaches no attacked square. The move is the
//!   king's: `e1g1`.
//! * **CH-6** (Chess960). With `castling=960` king and rooks begin anywhere on the first rank; the
//!   rights are the files of the rooks, as in `HAha`, and the move is king takes rook: `e1h1`.
//! * **CH-7** (check, article 3.9). No move leaves the own king attacked, even by a pinned man.
//! * **CH-8** (end, article 5). A player in check without a legal move has lost; without check it is a
//!   draw.
//! * **CH-9** (automatic draws, articles 5.2.2 and 9.6). With `draws=automatic` also a draw, unless
//!   it is mate: 75 moves of each player without capture or pawn move; the fifth occurrence of a
//!   position, with the same player to move, castling rights and legal en passant capture; and a
//!   dead position of kings alone, with one bishop or knight, or with bishops on squares of one
//!   colour. Other dead positions are not recognised. The earlier positions since the last capture or
//!   pawn move are lines `before 2 FEN` with their number and the first four fields, sorted.

use std::collections::BTreeMap;

use crate::board::{Board, Cell, other};
use crate::listed::{Limits, Listed};

mod men;

use men::{attacked, is_in_check, is_of, man, way};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/1P4p1/8/3pP3/3Pp3/8/1p4P1/R3K2R w KQkq d6 0 9",
    "4k3/8/8/8/8/8/8/4K2R w K - 140 90\ndraws=automatic",
    "8/8/4k3/8/8/3KP3/8/8 w - - 0 60\ndraws=automatic",
    "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1\ncastling=960",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\ncastling=960\ndraws=automatic",
];

/// The number at which the counters of a FEN stay.
const NUMBER_MAX: usize = 9999;

/// Chess, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Chess {
    board: Board,
    /// `w` or `b`.
    player: char,
    /// Rooks with which castling is still possible, in the order of the FEN.
    rooks: Vec<Cell>,
    /// The square that the last move, a double step of a pawn, has passed over.
    passed: Option<Cell>,
    clock: usize,
    number: usize,
    is_960: bool,
    /// Earlier positions with their numbers (CH-9); `None` without automatic draws.
    earlier: Option<BTreeMap<String, usize>>,
}

/// A legal move: its name, the men's board after it, and where a man came from and went to.
pub(crate) struct Step {
    board: Board,
    from: Cell,
    to: Cell,
}

impl Chess {
    /// The targets of a pawn (CH-3, CH-4).
    fn pawn_targets(&self, from: Cell) -> Vec<Cell> {
        let (up, first) = if self.player == 'w' { (-1, 6) } else { (1, 1) };
        let ahead = self.board.ray(from, (up, 0)).into_iter();
        let ahead = ahead.take(if from.0 == first { 2 } else { 1 });
        let mut targets: Vec<Cell> = ahead.take_while(|cell| self.board.at(*cell) == '.').collect();
        let captured = attacked(&self.board, from).into_iter();
        targets.extend(captured.filter(|cell| {
            is_of(self.board.at(*cell), other(self.player)) || self.passed == Some(*cell)
        }));
        targets
    }

    /// The moves of a man, whether its king is attacked after them or not.
    fn steps_of(&self, from: Cell) -> Vec<(String, Step)> {
        let is_pawn = self.board.at(from).eq_ignore_ascii_case(&'p');
        let targets = if is_pawn { self.pawn_targets(from) } else { attacked(&self.board, from) };
        let mut steps = Vec::new();
        for to in targets.into_iter().filter(|to| !is_of(self.board.at(*to), self.player)) {
            let name = [from, to].map(|cell| self.board.name_from_bottom(cell)).concat();
            let mut board = self.board.clone();
            board.put(to, self.board.at(from));
            board.put(from, '.');
            if is_pawn && self.passed == Some(to) {
                board.put((from.0, to.1), '.');
            }
            if !is_pawn || (to.0 != 0 && to.0 != 7) {
                steps.push((name, Step { board, from, to }));
                continue;
            }
            for kind in ['q', 'r', 'b', 'n'] {
                let mut board = board.clone();
                board.put(to, man(kind, self.player));
                steps.push((format!("{name}{kind}"), Step { board, from, to }));
            }
        }
        steps
    }

    /// CH-5, CH-6.
    fn castlings(&self) -> Vec<(String, Step)> {
        let king = self.board.cells_with(man('k', self.player))[0];
        let mut steps = Vec::new();
        for &rook in self.rooks.iter().filter(|rook| is_of(self.board.at(**rook), self.player)) {
            let is_right = rook.1 > king.1;
            let king_to = (king.0, if is_right { 6 } else { 2 });
            let rook_to = (king.0, if is_right { 5 } else { 3 });
            let mut board = self.board.clone();
            board.put(king, '.');
            let is_attacked = |cell: Cell| {
                let mut board = board.clone();
                board.put(cell, man('k', self.player));
                is_in_check(&board, self.player)
            };
            let is_safe = !way(king, king_to).into_iter().any(is_attacked);
            board.put(rook, '.');
            let mut ways = way(king, king_to).into_iter().chain(way(rook, rook_to));
            if is_safe && ways.all(|cell| board.at(cell) == '.') {
                board.put(king_to, man('k', self.player));
                board.put(rook_to, man('r', self.player));
                let target = if self.is_960 { rook } else { king_to };
                let name = [king, target].map(|cell| board.name_from_bottom(cell)).concat();
                steps.push((name, Step { board, from: king, to: rook }));
            }
        }
        steps
    }

    /// A dead position of CH-9.
    fn is_insufficient(&self) -> bool {
        let cells = self.board.cells().into_iter();
        let men: Vec<Cell> = cells.filter(|cell| !".Kk".contains(self.board.at(*cell))).collect();
        let colour = |cell: Cell| (cell.0 + cell.1) % 2;
        let is_bishop = |cell: &Cell| "Bb".contains(self.board.at(*cell));
        let is_knight = |cell: &Cell| "Nn".contains(self.board.at(*cell));
        men.len() == 1 && is_knight(&men[0])
            || men.iter().all(|cell| is_bishop(cell) && colour(*cell) == colour(men[0]))
    }

    /// How often the position has occurred, if that is counted (CH-9).
    fn times(&self) -> Option<usize> {
        Some(1 + self.earlier.as_ref()?.get(&self.repeated()).copied().unwrap_or(0))
    }

    /// A draw by CH-9 in a position that is not mate.
    fn is_drawn(&self) -> bool {
        let is_final = |times: usize| times >= 5 || self.clock >= 150 || self.is_insufficient();
        self.times().is_some_and(is_final)
    }
}

impl Listed for Chess {
    type Step = Step;
    const ILLEGAL: &'static str = "no man of the player can move so (CH-2 to CH-7)";
    const OVER: Option<&'static str> = Some("the game is over (CH-8, CH-9)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a FEN of a possible position, then lines `castling=960` and `draws=automatic` or none, \
             and with the latter lines as `before 2 FEN` of earlier positions (CH-1, CH-6, CH-9)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Step)> {
        let men = self.board.men(self.player == 'w');
        let mut steps: Vec<_> = men.into_iter().flat_map(|from| self.steps_of(from)).collect();
        steps.extend(self.castlings());
        steps.retain(|(_, step)| !is_in_check(&step.board, self.player));
        steps
    }

    fn take(&mut self, step: Step) {
        let (moved, target) = (self.board.at(step.from), self.board.at(step.to));
        let is_pawn = moved.eq_ignore_ascii_case(&'p');
        let repeated = self.repeated();
        if let Some(earlier) = &mut self.earlier {
            *earlier.entry(repeated).or_insert(0) += 1;
        }
        self.clock = (self.clock + 1).min(NUMBER_MAX);
        if is_pawn || is_of(target, other(self.player)) {
            self.clock = 0;
            self.earlier.iter_mut().for_each(BTreeMap::clear);
        }
        let is_king = moved.eq_ignore_ascii_case(&'k');
        let is_own = |rook: &Cell| is_of(self.board.at(*rook), self.player);
        self.rooks.retain(|rook| !([step.from, step.to].contains(rook) || is_king && is_own(rook)));
        let is_double = is_pawn && step.from.0.abs_diff(step.to.0) == 2;
        self.passed = is_double.then(|| (step.from.0.midpoint(step.to.0), step.to.1));
        if self.player == 'b' {
            self.number = (self.number + 1).min(NUMBER_MAX);
        }
        self.board = step.board;
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        self.text()
    }

    fn outcome(&self) -> Option<String> {
        if self.steps().is_empty() {
            let winner = if self.player == 'w' { "black wins" } else { "white wins" };
            let outcome = if is_in_check(&self.board, self.player) { winner } else { "draw" };
            return Some(outcome.to_owned());
        }
        self.is_drawn().then(|| "draw".to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(if self.player == 'w' { "white" } else { "black" }.to_owned())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        let check = ("check", is_in_check(&self.board, self.player).to_string());
        let dead = ("insufficient-material", self.is_insufficient().to_string());
        let third = self.times().map(|times| ("threefold", (times >= 3).to_string()));
        [check, dead].into_iter().chain(third).collect()
    }
}

impl Chess {
    /// The first four fields of a FEN with this en passant square.
    fn fields(&self, passed: Option<Cell>) -> String {
        let rights: String = self.rooks.iter().map(|rook| self.right(*rook)).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = passed.map_or("-".to_owned(), |cell| self.board.name_from_bottom(cell));
        format!("{} {} {rights} {passed}", self.board.fen(), self.player)
    }

    /// The position as CH-9 compares it: the en passant square counts if a capture there is legal.
    fn repeated(&self) -> String {
        let is_capture = |cell: &Cell| {
            let is_there = |from: Cell, to: Cell| {
                self.board.at(from).eq_ignore_ascii_case(&'p') && to == *cell
            };
            self.steps().iter().any(|(_, step)| is_there(step.from, step.to))
        };
        self.fields(self.passed.filter(is_capture))
    }

    /// The whole position.
    fn text(&self) -> String {
        let fields = self.fields(self.passed);
        let mut text = format!("{fields} {} {}", self.clock, self.number);
        if self.is_960 {
            text += "\ncastling=960";
        }
        if self.earlier.is_some() {
            text += "\ndraws=automatic";
        }
        for (position, times) in self.earlier.iter().flatten() {
            text = format!("{text}\nbefore {times} {position}");
        }
        text
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    fn read(setup: &str) -> Option<Self> {
        let mut lines = setup.lines();
        let fen: Vec<&str> = lines.next()?.split(' ').collect();
        let [board, player, rights, passed, clock, number] = fen[..] else { return None };
        let lines: Vec<&str> = lines.collect();
        let is_960 = lines.contains(&"castling=960");
        let mut game = Self::read_fields(&[board, player, rights, passed].join(" "), is_960)?;
        game.clock = clock.parse().ok().filter(|clock| *clock <= NUMBER_MAX)?;
        game.number = number.parse().ok().filter(|number| (1..=NUMBER_MAX).contains(number))?;
        if lines.contains(&"draws=automatic") {
            let mut earlier = BTreeMap::new();
            for line in lines.iter().filter_map(|line| line.strip_prefix("before ")) {
                let (times, fields) = line.split_once(' ')?;
                let times: usize = times.parse().ok().filter(|times| (1..=4).contains(times))?;
                let position = Self::read_fields(fields, is_960)?;
                if position.repeated() != fields {
                    return None;
                }
                earlier.insert(fields.to_owned(), times);
            }
            let is_possible = earlier.values().sum::<usize>() <= game.clock;
            game.earlier = is_possible.then_some(earlier);
        }
        (game.text() == setup).then_some(game)
    }

    /// Reads the first four fields of a FEN.
    fn read_fields(text: &str, is_960: bool) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, player, rights, passed] = fields[..] else { return None };
        let board = Board::read_fen(rows, ".KQRBNPkqrbnp")?;
        let player = ['w', 'b'].into_iter().find(|letter| letter.to_string() == player)?;
        if (board.rows(), board.columns()) != (8, 8) || !has_possible_men(&board) {
            return None;
        }
        let cells = board.cells().into_iter();
        let passed = cells.clone().find(|cell| board.name_from_bottom(*cell) == passed);
        let (clock, number, earlier) = (0, 1, None);
        let mut game =
            Self { board, player, rooks: Vec::new(), passed, clock, number, is_960, earlier };
        for (row, player) in [(7, 'w'), (0, 'b')] {
            for cell in (0..8).rev().map(|column| (row, column)) {
                game.rooks.push(cell);
                let right = game.right(cell);
                if !rights.contains(right) || !game.is_rook_of_castling(cell, player) {
                    game.rooks.pop();
                }
            }
        }
        let is_possible = !is_in_check(&game.board, other(player))
            && game.passed.is_none_or(|passed| game.is_passed(passed))
            && game.fields(game.passed) == text;
        is_possible.then_some(game)
    }

    /// The letter of the right to castle with a rook on a first rank.
    fn right(&self, rook: Cell) -> char {
        let kind = match rook.1 {
            _ if self.is_960 => self.board.name_from_bottom(rook).remove(0),
            7 => 'k',
            _ => 'q',
        };
        man(kind, if rook.0 == 7 { 'w' } else { 'b' })
    }

    /// True if a cell of a first rank has a rook with which its player may have the right to castle.
    fn is_rook_of_castling(&self, cell: Cell, player: char) -> bool {
        let king = self.board.cells_with(man('k', player))[0];
        let is_beside = |rook: &Cell| rook.0 == cell.0 && (rook.1 > king.1) == (cell.1 > king.1);
        let is_place = self.is_960 || (king.1 == 4 && [0, 7].contains(&cell.1));
        let is_first = self.rooks.iter().filter(|rook| is_beside(rook)).count() == 1;
        self.board.at(cell) == man('r', player) && king.0 == cell.0 && is_place && is_first
    }

    /// True if a pawn of the opponent may just have passed over this square: it stands beyond it, its
    /// way is empty, and without the step the player to move was not in check.
    fn is_passed(&self, passed: Cell) -> bool {
        let (row, down) = if self.player == 'w' { (2, 1) } else { (5, -1) };
        let (from, to) = ((passed.0.wrapping_add_signed(-down), passed.1), passed);
        let to = (to.0.wrapping_add_signed(down), to.1);
        if passed.0 != row || [from, passed].iter().any(|cell| self.board.at(*cell) != '.') {
            return false;
        }
        let pawn = man('p', other(self.player));
        let mut before = self.board.clone();
        before.put(to, '.');
        before.put(from, pawn);
        self.board.at(to) == pawn && !is_in_check(&before, self.player)
    }
}

/// The numbers and places of men in CH-1.
fn has_possible_men(board: &Board) -> bool {
    ['w', 'b'].into_iter().all(|player| {
        let pawns = board.cells_with(man('p', player));
        board.cells_with(man('k', player)).len() == 1
            && board.men(player == 'w').len() <= 16
            && pawns.len() <= 8
            && pawns.iter().all(|pawn| (1..=6).contains(&pawn.0))
    })
}
