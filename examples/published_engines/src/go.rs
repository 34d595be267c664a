//! Go: `goban`.

use std::collections::BTreeSet;

use goban::pieces::stones::{Color, Stone};
use goban::rules::game::Game;
use goban::rules::{CHINESE, EndGame, IllegalRules, Move, Rule};
use twinboard::{Registration, TextGame, TextRules};

use crate::played;

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    game.other_text_engine("goban", &rules.clone().engine::<Goban>())
}

/// A game in progress on a square board: others have wrong points in the library.
#[derive(Clone, Debug)]
struct Goban {
    game: Game,
    /// The line of rules of the set-up.
    rules: String,
    /// Boards that may not come back, as the text of the position has them.
    forbidden: BTreeSet<String>,
    passes: usize,
}

impl Goban {
    /// The rows of the board from the top.
    fn rows(&self) -> Vec<String> {
        let (rows, columns) = self.game.size();
        let stone = |row, column| match self.game.goban().get_color((row, column)) {
            None => '.',
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
        };
        (0..rows).map(|row| (0..columns).map(|column| stone(row, column)).collect()).collect()
    }

    fn name(&self, (row, column): (u8, u8)) -> String {
        let letter = b'A' + column + u8::from(column > 7);
        format!("{}{}", char::from(letter), self.game.size().0 - row)
    }

    fn is_simple(&self) -> bool {
        self.rules.starts_with("ko=simple")
    }
}

impl TextGame for Goban {
    /// Passes and earlier boards cannot be set up.
    fn set_up(setup: &str) -> Result<Self, String> {
        let lines: Vec<&str> = setup.lines().collect();
        let [rows @ .., rules, turn @ ("x to move" | "o to move")] = &lines[..] else {
            return Err("a game without a past".to_owned());
        };
        let [ko, suicide, komi] = rules.split(' ').collect::<Vec<_>>()[..] else {
            return Err("three rules".to_owned());
        };
        let is_square = rows.iter().all(|row| row.len() == rows.len());
        if !is_square || ko == "ko=situational" {
            return Err("a square board, without situational superko".to_owned());
        }
        let mut illegal = IllegalRules::KO;
        illegal.set(IllegalRules::SUPERKO, ko == "ko=positional");
        illegal.set(IllegalRules::SUICIDE, suicide == "suicide=no");
        let komi = komi.trim_start_matches("komi=").parse().map_err(|_| "a number")?;
        let mut builder = Game::builder();
        builder
            .size((rows.len() as u8, rows.len() as u8))
            .turn(if *turn == "x to move" { Color::Black } else { Color::White })
            .komi(komi)
            .rule(Rule { flag_illegal: illegal, ..CHINESE });
        for (row, cells) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(cells.chars()) {
                let color = if cell == 'x' { Color::Black } else { Color::White };
                if cell != '.' {
                    builder.add(Stone { coord: (row, column), color });
                }
            }
        }
        let game = builder.build().map_err(|error| format!("{error:?}"))?;
        let rules = (*rules).to_owned();
        let mut goban = Self { game, rules, forbidden: BTreeSet::new(), passes: 0 };
        if !goban.is_simple() {
            goban.forbidden.insert(goban.rows().join("/"));
        }
        Ok(goban)
    }

    fn moves(&self) -> Vec<String> {
        if self.game.is_over() {
            return Vec::new();
        }
        let stones = self.game.legals().map(|point| self.name(point));
        stones.chain(["pass".to_owned()]).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let (rows, columns) = self.game.size();
        let mut points = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let stone = points.find(|point| self.name(*point) == mv);
        let request = match stone {
            Some((row, column)) => Move::Play(row, column),
            None if mv == "pass" => Move::Pass,
            None => return played(false),
        };
        let before = self.rows().join("/");
        if self.game.try_play(request).is_err() {
            return played(false);
        }
        self.passes = if stone.is_some() { 0 } else { self.passes + 1 };
        if !self.is_simple() {
            self.forbidden.insert(self.rows().join("/"));
        } else {
            self.forbidden = stone.map(|_| before).into_iter().collect();
        }
        Ok(())
    }

    fn position(&self) -> String {
        let turn = if self.game.turn() == Color::Black { "x" } else { "o" };
        let passes = ["", ", 1 pass", ", 2 passes"][self.passes.min(2)];
        let forbidden: String =
            self.forbidden.iter().map(|board| format!("\nnot again {board}")).collect();
        let rows = self.rows().join("\n");
        format!("{rows}\n{}\n{turn} to move{passes}{forbidden}", self.rules)
    }

    fn outcome(&self) -> Option<String> {
        match self.game.outcome()? {
            EndGame::WinnerByScore(Color::Black, points) => Some(format!("x wins by {points}")),
            EndGame::WinnerByScore(Color::White, points) => Some(format!("o wins by {points}")),
            _ => Some("draw".to_owned()),
        }
    }
}
