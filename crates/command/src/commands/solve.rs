//! `twinboard solve`: proves the value of a position and finds the best move.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_harness::report::{self, Marked};
use twinboard_referee::analyst::Effort;
use twinboard_referee::{
    Analyst, Contest, GameState, LastPosition, MoveBudget, Player, Rated, Value,
};
use twinboard_vocabulary::Picture;

use crate::args::duration;
use crate::output::result::{Figures, Test};
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::counted;
use crate::output::{Failure, files};
use crate::process;
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Solve {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Board, or case file whose final position is solved; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Time limit for the search, such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// Interval for drawing the spinner.
const TICK: Duration = Duration::from_millis(100);

/// The value search leaves 1/`MOVE_SHARE` of the time for finding a move.
const MOVE_SHARE: u32 = 4;

pub(crate) fn run(options: &Solve, session: &Session) -> Result<Conclusion, Failure> {
    let (contest, mut analyst) = session.solved(&options.rule_set)?;
    let rule_set = contest.name();
    let (name, game) = read(contest.as_ref(), analyst.as_ref(), &options.file)?;
    let stop = session.catch_signals();
    let bar = options.results.bar(rule_set, 0, "{prefix} {spinner} searching, {elapsed}");
    // It takes a thread.
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    let started = Instant::now();
    let deadline = process::later(started, options.time);
    let budget = MoveBudget { deadline, threads: 1, stop: &stop };
    let found = search(analyst.as_mut(), &game, &budget);
    bar.finish_and_clear();
    let solution = Solution {
        rule_set,
        name,
        picture: analyst.picture(&game.board),
        game,
        found,
        effort: analyst.effort(),
        time: started.elapsed(),
        is_interrupted: stop.load(Relaxed),
    };
    session.finish(vec![solution.test()], Ok(()))
}

/// Reads a board or a case file, and replays the case to its final position.
fn read(
    contest: &dyn Contest,
    analyst: &dyn Analyst,
    file: &Path,
) -> Result<(String, LastPosition), Failure> {
    let (name, text) = files::read(file)?;
    match analyst.read(&text) {
        Ok(saved) => Ok((name, saved.replay(contest).map_err(Failure::Judges)?)),
        Err(error) => Err(Failure::Input { name, error }),
    }
}

/// Searches for the value, then for a move. If the value is not proved, a part of the time is left
/// for the move; the solver remembers what it has proved on the way.
fn search(analyst: &mut dyn Analyst, game: &LastPosition, budget: &MoveBudget<'_>) -> SearchResult {
    if game.state != GameState::Playing {
        return SearchResult { value: game.value_at_end(), best: None };
    }
    let reserved = budget.left() / MOVE_SHARE;
    let deadline = budget.deadline.checked_sub(reserved).unwrap_or(budget.deadline);
    let value = analyst.value(&game.board, &MoveBudget { deadline, ..*budget });
    let mut best = None;
    if !budget.stop.load(Relaxed) {
        analyst.advise(&game.board, budget, &mut |rated| best = Some(rated));
    }
    SearchResult { value, best }
}

struct SearchResult {
    /// The value for the player to move; `None` if it is not proved.
    value: Option<Value>,
    /// The advised move; `None` if there is no move, or none was found before Ctrl-C.
    best: Option<Rated>,
}

/// A position with the results of its search.
struct Solution {
    rule_set: &'static str,
    name: String,
    game: LastPosition,
    picture: Picture,
    found: SearchResult,
    effort: Effort,
    time: Duration,
    is_interrupted: bool,
}

impl Solution {
    fn test(&self) -> Test {
        let SearchResult { value, best } = &self.found;
        let tally = Tally::of_question(value.is_some(), self.is_interrupted);
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
}

fn winner(value: Value, seat: Player) -> String {
    match value {
        Value::Win => format!("the {seat} player wins"),
        Value::Draw => "a draw".to_owned(),
        Value::Loss => format!("the {} player wins", seat.other()),
    }
}
