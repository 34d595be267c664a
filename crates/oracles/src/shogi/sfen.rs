//! Set-ups and positions of shogi as texts (SH-1, SH-9).

use super::men::{PROMOTED, is_dead, man, unpromoted};
use super::{KINDS, Shogi, other};
use crate::board::Board;

impl Shogi {
    /// The position without earlier ones.
    pub(super) fn sfen(&self) -> String {
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
    pub(super) fn text(&self) -> String {
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
    pub(super) fn read(setup: &str) -> Option<Self> {
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
    pub(super) fn read_sfen(text: &str) -> Option<Self> {
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
            let men = self.men(player);
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
