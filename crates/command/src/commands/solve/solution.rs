//! The result for a position.

use std::fmt::Write;
use std::time::Duration;

use twinboard_harness::report::{self, Marked};
use twinboard_referee::analyst::{Effort, Moves};
use twinboard_referee::{GameState, LastPosition, Player, Rated, Value};
use twinboard_vocabulary::Picture;

use crate::output::result::{Figures, Test};
use crate::output::tally::Tally;
use crate::output::text::counted;

/// Number of lines after which moves are listed instead of drawn.
const DRAWN_LINES: usize = 120;
/// Maximum number of drawn moves.
const DRAWN_MAX: usize = 24;

pub(super) struct SearchResult {
    /// The value for the player to move; `None` if it is not proved.
    pub(super) value: Option<Value>,
    /// The advised move; `None` if there is no move, or none was found before Ctrl-C.
    pub(super) best: Option<Rated>,
    pub(super) moves: Option<Moves>,
}

/// A position with the results of its search.
pub(super) struct Solution {
    pub(super) rule_set: &'static str,
    pub(super) name: String,
    pub(super) game: LastPosition,
    pub(super) picture: Picture,
    pub(super) found: SearchResult,
    pub(super) effort: Effort,
    pub(super) time: Duration,
    pub(super) is_interrupted: bool,
}

impl Solution {
    pub(super) fn test(&self) -> Test {
        let SearchResult { value, best, moves } = &self.found;
        let tally = Tally::of_question(self.is_answered(), self.is_interrupted);
        let Effort { nodes, moves: examined, outcomes } = self.effort;
        let (nodes, examined) = (counted(nodes, "node"), counted(examined, "move"));
        let turn = self.game.turn;
        let to_move =
            if self.is_over() { String::new() } else { format!(", the {turn} player to move") };
        let figures = Figures::default()
            .with("board", &self.game.board)
            .with("to_move", turn.name())
            .with("over", self.is_over())
            .with("value", value.map(Value::name))
            .with("proved", value.is_some())
            .with("best", best)
            .with("moves", moves.as_ref().map(|moves| &moves.moves))
            .with("complete", moves.as_ref().map(|moves| moves.is_complete))
            .with("effort", self.effort);
        Test {
            scope: format!("{}{to_move}", self.name),
            work: format!("{nodes}, {examined} examined, {}", counted(outcomes, "outcome")),
            elapsed: Some(self.time),
            figures,
            notes: self.render().lines().map(str::to_owned).collect(),
            ..Test::new(self.rule_set, &self.name, tally, &self.verdict())
        }
    }

    /// True if all that was asked for is proved: the value, with `--all` that of each move.
    fn is_answered(&self) -> bool {
        let is_rated = |moves: &Moves| {
            moves.is_complete && moves.moves.iter().all(|rated| rated.value.is_some())
        };
        self.found.value.is_some() && self.found.moves.as_ref().is_none_or(is_rated)
    }

    fn is_over(&self) -> bool {
        self.game.state != GameState::Playing
    }

    fn render(&self) -> String {
        let mut pictures =
            vec![Marked { title: "the position", picture: &self.picture, marks: &[] }];
        let best = self.found.best.as_ref();
        let title = best.map(|rated| match rated.value {
            Some(value) => format!("best move: a {value}"),
            None => "advised, not proved".to_owned(),
        });
        if let (Some(best), Some(title)) = (best, &title) {
            pictures.push(Marked { title, picture: &self.picture, marks: &best.cells });
        }
        let mut out = report::render_marked(&pictures) + "\n";
        if let Some(best) = best {
            let _ = writeln!(
                out,
                "{}: {}",
                if best.value.is_some() { "best move" } else { "advised move" },
                best.title
            );
        }
        if let Some(moves) = &self.found.moves {
            self.render_moves(&mut out, moves);
        }
        out
    }

    fn verdict(&self) -> String {
        let seat = self.game.turn;
        let (winner, is_over) = (|value| winner(value, seat), self.is_over());
        match self.found.value {
            Some(value) if is_over => format!("the game is over: {}", winner(value)),
            Some(value) => format!("proved: {}", winner(value)),
            None if self.is_interrupted => "not proved".to_owned(),
            None => "not proved: the time is up".to_owned(),
        }
    }

    fn render_moves(&self, out: &mut String, Moves { moves, is_complete, .. }: &Moves) {
        let groups = Value::ALL.into_iter().rev().map(Some).chain([None]);
        for group in groups {
            let some: Vec<&Rated> = moves.iter().filter(|rated| rated.value == group).collect();
            if some.is_empty() {
                continue;
            }
            let count = some.len();
            let _ = match group {
                Some(Value::Win) => writeln!(out, "\nwinning moves: {count}"),
                Some(Value::Draw) => writeln!(out, "\ndrawing moves: {count}"),
                Some(Value::Loss) => writeln!(out, "\nlosing moves: {count}"),
                None => writeln!(out, "\nnot proved: {count}"),
            };
            self.render_group(out, &some);
        }
        if !is_complete {
            *out += "\nthe list is incomplete: the time was up before every outcome was examined\n";
        }
        if !self.is_over() {
            out.push('\n');
        }
    }

    /// Renders moves of equal value: the first ones as drawings, the others as lists of cells.
    fn render_group(&self, out: &mut String, moves: &[&Rated]) {
        let drawn = (DRAWN_LINES / self.picture.rows.len()).clamp(1, DRAWN_MAX).min(moves.len());
        let titles: Vec<String> = (1..=drawn).map(|number| format!("move {number}")).collect();
        let pictures = moves.iter().zip(&titles).map(|(rated, title)| Marked {
            title,
            picture: &self.picture,
            marks: &rated.cells,
        });
        *out += &report::render_marked(&pictures.collect::<Vec<_>>());
        for (rated, number) in moves.iter().zip(1..).skip(drawn) {
            let _ = writeln!(out, "  move {number}: {}", rated.title);
        }
    }
}

fn winner(value: Value, seat: Player) -> String {
    match value {
        Value::Win => format!("the {seat} player wins"),
        Value::Draw => "a draw".to_owned(),
        Value::Loss => format!("the {} player wins", seat.other()),
    }
}
