//! Set-ups of Go as texts (GO-1).

use std::collections::BTreeSet;

use super::{Go, KOS, Ko};
use crate::board::{Board, Cell, read_turn};

impl Go {
    /// The words of the line of rules, in their order; `None` if they are others.
    fn read_rules(line: &str) -> Option<(Ko, bool, i64)> {
        let words: Vec<&str> = line.split(' ').collect();
        let [ko, suicide, komi] = words[..] else { return None };
        let ko = ko.strip_prefix("ko=")?;
        let (ko, _) = KOS.into_iter().find(|(_, name)| *name == ko)?;
        let is_suicide_legal = match suicide {
            "suicide=yes" => true,
            "suicide=no" => false,
            _ => return None,
        };
        let komi = komi.strip_prefix("komi=")?;
        let halves = komi.parse::<f64>().ok().map(|komi| komi * 2.0);
        let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() <= 800.0)? as i64;
        (komi_text(halves) == komi).then_some((ko, is_suicide_legal, halves))
    }

    pub(super) fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let rows = lines.iter().position(|line| line.starts_with("ko="))?;
        let board = Board::read(&lines[..rows].join("\n"), ".xo")?;
        let is_alive = |point: &Cell| board.at(*point) == '.' || Self::has_liberty(&board, *point);
        let is_size = board.rows() <= 19 && board.columns() <= 19;
        if !is_size || !board.cells().iter().all(is_alive) {
            return None;
        }
        let (ko, is_suicide_legal, komi) = Self::read_rules(lines[rows])?;
        let turn = lines.get(rows + 1)?;
        let (turn, passes) = match turn.split_once(", ") {
            None => (*turn, 0),
            Some((turn, "1 pass")) => (turn, 1),
            Some((turn, "2 passes")) => (turn, 2),
            Some(_) => return None,
        };
        let player = read_turn(turn)?;
        let mut game =
            Self { board, ko, is_suicide_legal, komi, player, passes, forbidden: BTreeSet::new() };
        for line in &lines[rows + 2..] {
            let text = line.strip_prefix("not again ")?;
            let is_board = text.split_once(' ').is_some() == (ko == Ko::Situational);
            let board = text.split(' ').next_back()?.replace('/', "\n");
            let board = Board::read(&board, ".xo").filter(|board| {
                board.rows() == game.board.rows() && board.columns() == game.board.columns()
            })?;
            let next = text.chars().next()?;
            if !is_board || game.remembered(&board, next) != text {
                return None;
            }
            game.forbidden.insert(text.to_owned());
        }
        // The board itself was there.
        if ko != Ko::Simple {
            game.forbidden.insert(game.remembered(&game.board, player));
        }
        Some(game)
    }
}

/// Half points as a number of points.
pub(super) fn komi_text(halves: i64) -> String {
    if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{:.1}", halves as f64 / 2.0) }
}
