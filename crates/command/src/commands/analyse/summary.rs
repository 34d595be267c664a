//! The results of an analysis, as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use twinboard_harness::report::{self, Marked};
use twinboard_referee::analysis::{Judgement, Step};
use twinboard_referee::analyst::Effort;
use twinboard_referee::{Analysis, Analyst, GameState, Value};

use crate::output::text::counted;

const WRONG: Style = AnsiColor::Red.on_default().bold();

/// An analysed game.
pub(super) struct Summary {
    pub(super) rule_set: &'static str,
    /// The name of the file in messages.
    pub(super) name: String,
    pub(super) game: Analysis,
    pub(super) effort: Effort,
    pub(super) time: Duration,
    pub(super) is_interrupted: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    case: &'a str,
    moves: &'a [Step],
    over: bool,
    winner: Option<&'static str>,
    to_move: &'static str,
    value: Option<&'static str>,
    kept: usize,
    lost_win: usize,
    lost_draw: usize,
    not_known: usize,
    refused: usize,
    last_error: Option<Error>,
    interrupted: bool,
    /// The number of a move whose proved value exceeds that of its position.
    contradiction: Option<usize>,
    effort: Effort,
    seconds: f64,
}

#[derive(Serialize)]
struct Error {
    number: usize,
    player: &'static str,
}

impl Summary {
    /// True if the proved values contradict each other.
    pub(super) fn is_wrong(&self) -> bool {
        self.game.contradiction().is_some()
    }

    /// True if every move is judged, and the value of a game that is not over is known.
    pub(super) fn is_answered(&self) -> bool {
        let game = &self.game;
        let is_known = game.state != GameState::Playing || game.value.is_some();
        is_known && game.count(Judgement::NotKnown) == 0
    }

    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        let game = &self.game;
        let winner = match game.state {
            GameState::Won(player) => Some(player.name()),
            GameState::Playing | GameState::Drawn => None,
        };
        let error = |step: &Step| Error { number: step.number, player: step.player.name() };
        Json {
            rule_set: self.rule_set,
            case: &self.name,
            moves: &game.steps,
            over: game.state != GameState::Playing,
            winner,
            to_move: game.turn.name(),
            value: game.value.map(Value::name),
            kept: game.count(Judgement::Kept),
            lost_win: game.count(Judgement::LostWin),
            lost_draw: game.count(Judgement::LostDraw),
            not_known: game.count(Judgement::NotKnown),
            refused: game.count(Judgement::Refused),
            last_error: game.last_error().map(error),
            interrupted: self.is_interrupted,
            contradiction: game.contradiction().map(|step| step.number),
            effort: self.effort,
            seconds: self.time.as_secs_f64(),
        }
    }

    /// The results as text.
    pub(super) fn render(&self, analyst: &dyn Analyst) -> String {
        let mut out = format!("{}: {}\n\n", self.rule_set, self.name);
        if !self.game.steps.is_empty() {
            let width = self.game.steps.len().to_string().len().max(4);
            let _ = writeln!(out, "{:>width$}  player  before  after", "move");
            for step in &self.game.steps {
                let _ = writeln!(out, "{:>width$}  {}", step.number, row(step));
            }
            out.push('\n');
        }
        for step in self.game.steps.iter().filter(|step| step.judgement.is_error()) {
            render_error(&mut out, step, analyst);
        }
        self.render_summary(&mut out);
        out
    }

    /// The number of moves of each judgement that there are any of.
    pub(super) fn judged(&self) -> Vec<(usize, &'static str)> {
        let all = [
            (Judgement::Kept, "kept the value"),
            (Judgement::LostWin, "lost a win"),
            (Judgement::LostDraw, "lost a draw"),
            (Judgement::NotKnown, "not known"),
            (Judgement::Refused, "refused"),
        ];
        let counts = all.into_iter().map(|(judgement, name)| (self.game.count(judgement), name));
        counts.filter(|(count, _)| *count > 0).collect()
    }

    fn render_summary(&self, out: &mut String) {
        let game = &self.game;
        let _ = match (game.state, game.value) {
            (GameState::Won(seat), _) => writeln!(out, "the {seat} player has won"),
            (GameState::Drawn, _) => writeln!(out, "the game is drawn"),
            (GameState::Playing, None) => {
                writeln!(out, "the game is not over, and its value is not known")
            }
            (GameState::Playing, Some(value)) => {
                writeln!(
                    out,
                    "the game is not over: a {value} for the {} player, who is to move",
                    game.turn
                )
            }
        };
        let _ = match game.last_error() {
            Some(step) => {
                writeln!(out, "the {} player erred last, with move {}", step.player, step.number)
            }
            None if game.count(Judgement::NotKnown) > 0 => writeln!(out, "no mistake is known"),
            None => writeln!(out, "no mistakes"),
        };
        if let Some(step) = game.contradiction() {
            let _ = writeln!(
                out,
                "{WRONG}move {} is worth more than its position{WRONG:#}: the proved values \
                 contradict each other, which is a bug of the solver",
                step.number
            );
        }
        let judged = self.judged().into_iter();
        let judged: Vec<_> = judged.map(|(count, name)| format!("{count} {name}")).collect();
        let _ = writeln!(
            out,
            "{}: {}; {}, {:.3} s{}",
            counted(game.steps.len() as u64, "move"),
            if judged.is_empty() { "none to judge".to_owned() } else { judged.join(", ") },
            counted(self.effort.nodes, "node"),
            self.time.as_secs_f64(),
            if self.is_interrupted { "; interrupted" } else { "" },
        );
    }
}

/// The table row of a move, without its number.
pub(super) fn row(step: &Step) -> String {
    let value = |value: Option<Value>| value.map_or("?".to_owned(), |value| value.to_string());
    let (player, before) = (step.player.to_string(), value(step.before));
    if let Some(refused) = &step.refused {
        return format!("{player:6}  {before:6}  –      refused: {refused}");
    }
    let judgement = match step.judgement {
        Judgement::Kept => "kept".to_owned(),
        Judgement::LostWin => format!("{WRONG}lost a win{WRONG:#}"),
        Judgement::LostDraw => format!("{WRONG}lost a draw{WRONG:#}"),
        Judgement::NotKnown | Judgement::Refused => "not known".to_owned(),
    };
    format!("{player:6}  {before:6}  {:5}  {judgement}", value(step.after))
}

/// Draws a mistake, next to a better move.
fn render_error(out: &mut String, step: &Step, analyst: &dyn Analyst) {
    let picture = analyst.picture(&step.board);
    let played = format!("move {}, played", step.number);
    let cells = analyst.cells(&step.board, &step.answer);
    let mut pictures = vec![Marked { title: &played, picture: &picture, marks: &cells }];
    if let Some(better) = &step.better {
        pictures.push(Marked { title: "better", picture: &picture, marks: &better.cells });
    }
    let _ = writeln!(out, "{}", report::render_marked(&pictures));
}
