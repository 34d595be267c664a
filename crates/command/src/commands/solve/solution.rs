//! The results for a position, as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use twinboard_harness::report::{self, Marked};
use twinboard_referee::analyst::{Effort, Moves};
use twinboard_referee::{GameState, LastPosition, Player, Rated, Value};
use twinboard_vocabulary::Picture;

use crate::output::text::counted;

/// Number of lines after which moves are listed instead of drawn.
const DRAWN_LINES: usize = 120;
/// Maximum number of drawn moves.
const DRAWN_MAX: usize = 24;

/// The result of a search.
pub(super) struct SearchResult {
    /// The value for the player to move; `None` if it is not proved.
    pub(super) value: Option<Value>,
    /// The advised move; `None` if there is no move, or none was found before Ctrl-C.
    pub(super) best: Option<Rated>,
    /// All moves, with `--all`.
    pub(super) moves: Option<Moves>,
}

/// A position with the results of its search.
pub(super) struct Solution {
    pub(super) rule_set: &'static str,
    /// The name of the file in messages.
    pub(super) name: String,
    /// The position at the end of the game.
    pub(super) game: LastPosition,
    /// A drawing of the position.
    pub(super) picture: Picture,
    pub(super) found: SearchResult,
    pub(super) effort: Effort,
    pub(super) time: Duration,
    pub(super) is_interrupted: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    case: &'a str,
    board: &'a str,
    to_move: &'static str,
    over: bool,
    value: Option<&'static str>,
    proved: bool,
    interrupted: bool,
    best: Option<&'a Rated>,
    moves: Option<&'a [Rated]>,
    complete: Option<bool>,
    effort: Effort,
    seconds: f64,
}

impl Solution {
    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        let SearchResult { value, best, moves } = &self.found;
        Json {
            rule_set: self.rule_set,
            case: &self.name,
            board: &self.game.board,
            to_move: self.game.turn.name(),
            over: self.is_over(),
            value: value.map(Value::name),
            proved: value.is_some(),
            interrupted: self.is_interrupted,
            best: best.as_ref(),
            moves: moves.as_ref().map(|moves| &*moves.moves),
            complete: moves.as_ref().map(|moves| moves.is_complete),
            effort: self.effort,
            seconds: self.time.as_secs_f64(),
        }
    }

    /// True if all that was asked for is proved: the value, with `--all` that of each move.
    pub(super) fn is_answered(&self) -> bool {
        let is_rated = |moves: &Moves| {
            moves.is_complete && moves.moves.iter().all(|rated| rated.value.is_some())
        };
        self.found.value.is_some() && self.found.moves.as_ref().is_none_or(is_rated)
    }

    fn is_over(&self) -> bool {
        self.game.state != GameState::Playing
    }

    /// The results as text.
    pub(super) fn render(&self) -> String {
        let seat = self.game.turn;
        let to_move = if self.is_over() { "" } else { &format!(", the {seat} player to move") };
        let mut out = format!("{}: {}{to_move}\n\n", self.rule_set, self.name);
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
        out += &report::render_marked(&pictures);
        let _ = writeln!(out, "\n{}", self.verdict());
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
        let Effort { nodes, moves, outcomes } = self.effort;
        let (nodes, moves) = (counted(nodes, "node"), counted(moves, "move"));
        let outcomes = counted(outcomes, "outcome");
        let seconds = self.time.as_secs_f64();
        let _ = writeln!(out, "{nodes}, {moves} examined, {outcomes}, {seconds:.3} s");
        out
    }

    /// The value of the position in a few words.
    fn verdict(&self) -> String {
        let seat = self.game.turn;
        let (winner, is_over) = (|value| winner(value, seat), self.is_over());
        match self.found.value {
            Some(value) if is_over => format!("the game is over: {}", winner(value)),
            Some(value) => format!("proved: {}", winner(value)),
            None if self.is_interrupted => "not proved: interrupted".to_owned(),
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

/// The result of a game with this value for this player.
fn winner(value: Value, seat: Player) -> String {
    match value {
        Value::Win => format!("the {seat} player wins"),
        Value::Draw => "a draw".to_owned(),
        Value::Loss => format!("the {} player wins", seat.other()),
    }
}
