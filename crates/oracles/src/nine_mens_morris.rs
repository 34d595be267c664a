//! Nine men's morris. Rules: Ralph Gasser, "Nine Men's Morris is a DRAW" (rec.games.abstract, 1993).
//! Draws by repetition and by a limit, which his rules do not have, are variants.
//!
//! * **NM-1** (board). 24 points on three squares, whose sides are connected in the middle. A point is
//!   empty (`.`) or has a man of `x` or `o`; `-` and `|` are lines between points, and `+` is the
//!   middle of the board, no point. A set-up is:
//!
//!   ```text
//!   .--.--.
//!   |.-.-.|
//!   ||...||
//!   ...+...
//!   ||...||
//!   |.-.-.|
//!   .--.--.
//!   in hand x 9 o 9
//!   flying=yes repetition=none limit=none
//!   x to move
//!   ```
//!
//!   Points have a letter for the column from the left and a number for the row from the bottom: the
//!   corners are `a1`, `a7`, `g1` and `g7`. Each player has at most 9 men, and `x` began: with
//!   `x to move` both have equally many in hand; with `o to move` `o` has one more, unless none is
//!   in hand. The player who is not to move has at least 3 men.
//! * **NM-2** (placing). A player with men in hand places one on an empty point, as in `a7`.
//! * **NM-3** (moving). Without men in hand a player moves a man along a line to the next point, which
//!   must be empty, as in `a7-d7`. With `flying=yes` a player with three men moves one to any
//!   empty point.
//! * **NM-4** (mill). Three men of a player in a row on a line are a mill. A man that is placed or moved
//!   into one removes a man of the opponent, as in `a7xd6` or `a7-d7xd6`: one that is in no mill, or
//!   any if all on the board are in mills. Two mills at once remove one man. If the opponent has no
//!   man on the board, none is removed.
//! * **NM-5** (end). The player to move has lost with fewer than three men, in hand and on the board
//!   together, or without a move.
//! * **NM-6** (repetition). With `repetition=threefold` the game is a draw when the board and the player
//!   to move occur together for the third time. The boards since the last man was placed or removed,
//!   oldest first, are lines `before` at the end, with slashes between the rows.
//! * **NM-7** (limit). With a limit from 1 to 1000, as in `limit=100 left 88`, the game is a draw after
//!   that number of quiet moves in a row, those of both players counted: moves that neither place
//!   nor remove a man. Without `left` all are left. A loss by NM-5 comes before both draws.

use crate::board::{Board, Cell, STRAIGHT, other, read_numbers, read_turn, side};
use crate::listed::{Limits, Listed};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".--.--.\n|.-.-.|\n||...||\n...+...\n||...||\n|.-.-.|\n.--.--.\nin hand x 9 o 9\n\
     flying=yes repetition=none limit=none\nx to move",
    ".--.--.\n|.-.-.|\n||...||\n...+...\n||...||\n|.-.-.|\n.--.--.\nin hand x 4 o 4\n\
     flying=no repetition=none limit=none\nx to move",
    "x--x--.\n|.-o-.|\n||.o.||\nx.o+..x\n||.o.||\n|.-.-.|\nx--.--o\nin hand x 0 o 0\n\
     flying=yes repetition=threefold limit=none\no to move",
    "x--x--.\n|o-o-.|\n||.x.||\n..o+.o.\n||.x.||\n|.-.-.|\no--.--x\nin hand x 0 o 0\n\
     flying=yes repetition=none limit=20\nx to move",
    ".--x--.\n|.-o-.|\n||x..||\n...+o..\n||.o.||\n|.-.-.|\n.--.--x\nin hand x 0 o 0\n\
     flying=yes repetition=threefold limit=40\nx to move",
];

/// Nine men's morris, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct NineMensMorris {
    board: Board,
    /// Men in hand of `x` and of `o`.
    hands: [usize; 2],
    can_fly: bool,
    /// Earlier boards; `None` if repetition does not matter (NM-6).
    earlier: Option<Vec<Board>>,
    /// The limit and the number of quiet moves so far (NM-7).
    limit: Option<(usize, usize)>,
    player: char,
}

/// The next point from a point along a line.
fn next(board: &Board, point: Cell, direction: (isize, isize)) -> Option<Cell> {
    let line = if direction.0 == 0 { '-' } else { '|' };
    let end = board.ray(point, direction).into_iter().find(|cell| board.at(*cell) != line);
    end.filter(|cell| ".xo".contains(board.at(*cell)))
}

/// True if the man on a point is in a mill (NM-4).
fn is_in_mill(board: &Board, point: Cell) -> bool {
    let is_mill = |(down, right): (isize, isize)| {
        let half = |direction| {
            let step = move |from: &Cell| next(board, *from, direction);
            std::iter::successors(next(board, point, direction), step)
        };
        let mut others = half((down, right)).chain(half((-down, -right)));
        others.all(|other| board.at(other) == board.at(point))
    };
    is_mill((0, 1)) || is_mill((1, 0))
}

impl NineMensMorris {
    /// The number of men of a player, in hand or on the board.
    fn men(&self, player: char) -> usize {
        self.hands[side(player)] + self.board.cells_with(player).len()
    }

    /// The men that a mill of the player may remove from a board.
    fn removable(&self, board: &Board) -> Vec<Cell> {
        let men = board.cells_with(other(self.player));
        let outside = men.iter().copied().filter(|man| !is_in_mill(board, *man));
        let outside: Vec<Cell> = outside.collect();
        if outside.is_empty() { men } else { outside }
    }

    /// Where the man on a point can move (NM-3).
    fn targets(&self, from: Cell) -> Vec<Cell> {
        if self.can_fly && self.men(self.player) == 3 {
            return self.board.cells_with('.');
        }
        let near = STRAIGHT.iter().filter_map(|direction| next(&self.board, from, *direction));
        near.filter(|to| self.board.at(*to) == '.').collect()
    }

    /// The moves of NM-2 and NM-3 without what they remove: the name, the point and the board.
    fn without_removal(&self) -> Vec<(String, Cell, Board)> {
        let with_man = |board: &Board, to: Cell| {
            let mut board = board.clone();
            board.put(to, self.player);
            board
        };
        let name = |cell| self.board.name_from_bottom(cell);
        if self.hands[side(self.player)] > 0 {
            let empty = self.board.cells_with('.').into_iter();
            return empty.map(|to| (name(to), to, with_man(&self.board, to))).collect();
        }
        let mut steps = Vec::new();
        for from in self.board.cells_with(self.player) {
            let mut left = self.board.clone();
            left.put(from, '.');
            for to in self.targets(from) {
                steps.push((format!("{}-{}", name(from), name(to)), to, with_man(&left, to)));
            }
        }
        steps
    }

    /// The number of times that a position of the game has occurred, counted from 0 (NM-6). The
    /// player to move alternates.
    fn times(&self, at: usize) -> usize {
        let all: Vec<&Board> = self.earlier.iter().flatten().chain([&self.board]).collect();
        (0..=at).rev().step_by(2).filter(|old| all[*old] == all[at]).count()
    }
}

impl Listed for NineMensMorris {
    type Step = (Board, bool);
    const ILLEGAL: &'static str = "no man can be placed, moved or removed so (NM-2 to NM-4)";
    const OVER: Option<&'static str> = Some("the game is over (NM-5 to NM-7)");
    const LIMITS: Limits<Self> = Some(&[]);

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "7 rows as `|.-.-.|` with `.`, `x` or `o` on the points, then a line as `in hand x 9 o \
             9`, then a line as `flying=yes repetition=none limit=none`, then `x to move` or `o to \
             move`, with men, turn and earlier positions as they can be (NM-1, NM-6, NM-7)"
                .to_owned()
        })
    }

    /// The moves, the board after each, and whether a man is removed.
    fn steps(&self) -> Vec<(String, (Board, bool))> {
        let mut choices = Vec::new();
        for (name, to, board) in self.without_removal() {
            let is_mill = is_in_mill(&board, to);
            let removable = if is_mill { self.removable(&board) } else { Vec::new() };
            for man in &removable {
                let mut board = board.clone();
                board.put(*man, '.');
                choices.push((format!("{name}x{}", board.name_from_bottom(*man)), (board, true)));
            }
            if removable.is_empty() {
                choices.push((name, (board, false)));
            }
        }
        choices
    }

    fn take(&mut self, (board, removes): (Board, bool)) {
        let hand = &mut self.hands[side(self.player)];
        let is_quiet = *hand == 0 && !removes;
        *hand = hand.saturating_sub(1);
        let before = std::mem::replace(&mut self.board, board);
        if let Some(earlier) = &mut self.earlier {
            earlier.push(before);
            earlier.truncate(if is_quiet { earlier.len() } else { 0 });
        }
        if let Some((_, quiet)) = &mut self.limit {
            *quiet = if is_quiet { *quiet + 1 } else { 0 };
        }
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        self.text()
    }

    fn outcome(&self) -> Option<String> {
        if self.men(self.player) < 3 || self.without_removal().is_empty() {
            return Some(format!("{} wins", other(self.player)));
        }
        let is_third = self.times(self.earlier.as_ref().map_or(0, Vec::len)) >= 3;
        let is_limit = self.limit.is_some_and(|(limit, quiet)| quiet == limit);
        (is_third || is_limit).then(|| "draw".to_owned())
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}

/// The board without men.
const EMPTY: &str = ".--.--.\n|.-.-.|\n||...||\n...+...\n||...||\n|.-.-.|\n.--.--.\n";

impl NineMensMorris {
    /// The whole position.
    fn text(&self) -> String {
        let flying = if self.can_fly { "yes" } else { "no" };
        let repetition = if self.earlier.is_some() { "threefold" } else { "none" };
        let limit = match self.limit {
            None => "none".to_owned(),
            Some((limit, 0)) => limit.to_string(),
            Some((limit, quiet)) => format!("{limit} left {}", limit - quiet),
        };
        let before =
            |board: &Board| "\nbefore ".to_owned() + &board.text().trim_end().replace('\n', "/");
        let earlier: String = self.earlier.iter().flatten().map(before).collect();
        let ([x, o], player) = (self.hands, self.player);
        format!(
            "{}in hand x {x} o {o}\nflying={flying} repetition={repetition} limit={limit}\n\
             {player} to move{earlier}",
            self.board.text()
        )
    }

    /// NM-1, NM-6 and NM-7 about set-ups.
    fn is_possible(&self) -> bool {
        let is_board = |board: &Board| board.text().replace(['x', 'o'], ".") == EMPTY;
        let [x, o] = self.hands;
        let is_placed = [x, o] == [0, 0];
        let is_turn = if self.player == 'x' { x == o } else { o == x + 1 || is_placed };
        let earlier: Vec<&Board> = self.earlier.iter().flatten().collect();
        let is_earlier = |board: &&Board| {
            let has_all = |man| board.cells_with(man).len() == self.men(man);
            is_board(board) && ['x', 'o'].into_iter().all(has_all)
        };
        let is_limit = self.limit.is_none_or(|(limit, quiet)| {
            (1..=1000).contains(&limit)
                && quiet <= limit
                && (is_placed || quiet == 0)
                && (self.earlier.is_none() || quiet == earlier.len())
        });
        is_board(&self.board)
            && is_turn
            && ['x', 'o'].into_iter().all(|player| self.men(player) <= 9)
            && self.men(other(self.player)) >= 3
            && is_limit
            && (is_placed || earlier.is_empty())
            && earlier.iter().all(is_earlier)
            && (0..earlier.len()).all(|at| self.times(at) < 3)
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let (rows, rest) = lines.split_at_checked(7)?;
        let [hands, rules, turn, earlier @ ..] = rest else { return None };
        let hands = hands.strip_prefix("in hand x ")?.replacen(" o ", " ", 1);
        let hands = read_numbers(&hands)?.try_into().ok()?;
        let (rules, limit) = rules.split_once(" limit=")?;
        let limit = match limit.split_once(" left ").unwrap_or((limit, limit)) {
            ("none", _) => None,
            (limit, left) => {
                let limit: usize = limit.parse().ok()?;
                Some((limit, limit.checked_sub(left.parse().ok()?)?))
            }
        };
        let read_board = |rows: &str| Board::read(&rows.replace('/', "\n"), ".xo-|+");
        let board = read_board(&rows.join("/"))?;
        let earlier = earlier.iter().map(|line| read_board(line.strip_prefix("before ")?));
        let earlier = earlier.collect::<Option<_>>()?;
        let earlier = rules.ends_with("repetition=threefold").then_some(earlier);
        let can_fly = rules.starts_with("flying=yes");
        let game = Self { board, hands, can_fly, earlier, limit, player: read_turn(turn)? };
        (game.is_possible() && game.text() == setup).then_some(game)
    }
}
