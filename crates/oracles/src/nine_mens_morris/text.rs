//! Set-ups and positions of nine men's morris as texts (NM-1, NM-6, NM-7).

use super::NineMensMorris;
use crate::board::{Board, other, read_numbers, read_turn};

/// The board without men.
const EMPTY: &str = ".--.--.\n|.-.-.|\n||...||\n...+...\n||...||\n|.-.-.|\n.--.--.\n";

impl NineMensMorris {
    /// The whole position.
    pub(super) fn text(&self) -> String {
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
    pub(super) fn read(setup: &str) -> Option<Self> {
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
