//! Set-ups and positions of backgammon as texts (BG-1 to BG-3).

use super::{BAR, Backgammon, Checkers, STARTS, point_name};
use crate::board::{other, read_numbers, read_turn, words};

fn read_checkers(line: &str, player: &str) -> Option<Checkers> {
    let mut checkers = [0; BAR + 1];
    for word in line.strip_prefix(player)?.split(' ').skip(1) {
        let (name, number) = word.split_once('*')?;
        let point = (1..=BAR).find(|point| point_name(*point) == name)?;
        checkers[point] = number.parse().ok().filter(|number| *number <= 15)?;
    }
    Some(checkers)
}

fn checkers_text(checkers: &Checkers) -> String {
    let points = (1..=BAR).rev().filter(|point| checkers[*point] > 0);
    points.map(|point| format!(" {}*{}", point_name(point), checkers[point])).collect()
}

impl Backgammon {
    /// The whole position.
    pub(super) fn text(&self) -> String {
        let [x, o] = self.checkers.each_ref().map(checkers_text);
        let player = self.player;
        let turn = match self.numbers[..] {
            [] if self.is_opening => "opening roll".to_owned(),
            [] => format!("{player} to roll"),
            _ => format!("{player} to play {}", words(&self.numbers)),
        };
        format!("x:{x}\no:{o}\n{turn}")
    }

    /// What BG-1 to BG-3 and BG-8 say about set-ups.
    fn is_possible(&self) -> bool {
        let [x, o] = &self.checkers;
        let is_shared = |point: usize| x[point] > 0 && o[25 - point] > 0;
        let is_roll = match self.numbers[..] {
            [high, low] => high >= low,
            [first, ..] => self.numbers.iter().all(|number| *number == first),
            [] => true,
        };
        let is_turn = self.winner().is_none_or(|winner| {
            self.player == other(winner) && self.numbers.is_empty() && !self.is_opening
        });
        let numbers = [x, o].map(|checkers| checkers.iter().sum::<usize>());
        is_roll
            && self.numbers.len() <= 4
            && self.numbers.iter().all(|number| (1..=6).contains(number))
            && is_turn
            && numbers != [0, 0]
            && numbers.iter().all(|number| *number <= 15)
            && !(1..=24).any(is_shared)
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    pub(super) fn read(setup: &str) -> Option<Self> {
        let [x, o, turn] = setup.lines().collect::<Vec<_>>()[..] else { return None };
        let checkers = [read_checkers(x, "x:")?, read_checkers(o, "o:")?];
        let is_opening = turn == "opening roll";
        let (player, rest) = turn.split_once(" to ").unwrap_or(("x", "roll"));
        let numbers = match rest.strip_prefix("play ") {
            Some(numbers) => read_numbers(numbers)?,
            None => Vec::new(),
        };
        let player = read_turn(&format!("{player} to move"))?;
        let game = Self { checkers, player, is_opening, numbers };
        // The opening roll has one set-up.
        let is_beginning = !is_opening || setup == STARTS[0];
        (is_beginning && game.is_possible() && game.text() == setup).then_some(game)
    }
}
