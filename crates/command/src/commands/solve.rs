//! `twinboard solve`: proves the value of a position and finds the best moves.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_harness::report::{self, Marked};
use twinboard_referee::analyst::{Effort, Moves};
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
    /// Rate all moves, one for each distinct outcome.
    #[arg(long)]
    pub(crate) all: bool,
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
    let found = search(analyst.as_mut(), &game, options.all, &budget);
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
fn search(
    analyst: &mut dyn Analyst,
    game: &LastPosition,
    all: bool,
    budget: &MoveBudget<'_>,
) -> SearchResult {
    if game.state != GameState::Playing {
        return SearchResult {
            value: game.value_at_end(),
            best: None,
            moves: all.then(Moves::none),
        };
    }
    let reserved = budget.left() / MOVE_SHARE;
    let deadline = budget.deadline.checked_sub(reserved).unwrap_or(budget.deadline);
    let first = MoveBudget { deadline, ..*budget };
    let moves = all.then(|| analyst.moves(&game.board, &first));
    let value = match &moves {
        Some(moves) => moves.value,
        None => analyst.value(&game.board, &first),
    };
    let mut best = None;
    if !budget.stop.load(Relaxed) {
        analyst.advise(&game.board, budget, &mut |rated| best = Some(rated));
    }
    // The best of the rated moves, if it is proved to have the value of the position.
    let rated = moves.as_ref().and_then(|moves| moves.moves.first());
    if let Some(rated) = rated.filter(|rated| value.is_some() && rated.value == value) {
        best = Some(rated.clone());
    }
    SearchResult { value, best, moves }
}

/// Number of lines after which moves are listed instead of drawn.
const DRAWN_LINES: usize = 120;
/// Maximum number of drawn moves.
const DRAWN_MAX: usize = 24;

struct SearchResult {
    /// The value for the player to move; `None` if it is not proved.
    value: Option<Value>,
    /// The advised move; `None` if there is no move, or none was found before Ctrl-C.
    best: Option<Rated>,
    moves: Option<Moves>,
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
