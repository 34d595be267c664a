//! `twinboard analyse`: finds the mistakes in a saved two-player game.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_referee::analysis::AnalysisLimits;

use super::solve;
use crate::args::drawing::Html;
use crate::args::duration;
use crate::output::Failure;
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally};
use crate::session::Session;

mod page;
mod summary;

use summary::Summary;

#[derive(Args)]
pub(crate) struct Analyse {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Game as a case file, such as `match` saves; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Time limit for each position, such as 10s.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// The template of the progress bar.
const BAR: &str = "{prefix} {bar:24} {pos} of {len} positions, {elapsed}";

pub(crate) fn run(options: &Analyse, session: &Session) -> Result<Conclusion, Failure> {
    let (contest, mut analyst) = session.solved(&options.rule_set)?;
    let rule_set = contest.name();
    let (name, mut game) = solve::read(contest.as_ref(), analyst.as_ref(), &options.file)?;
    let stop = session.catch_signals();
    let bar = options.results.bar(rule_set, game.steps.len() as u64 + 1, BAR);
    let started = Instant::now();
    let limits = AnalysisLimits { time: options.time, threads: 1, stop: &stop };
    game.rate(analyst.as_mut(), &limits, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let summary = Summary {
        rule_set,
        name,
        game,
        effort: analyst.effort(),
        time: started.elapsed(),
        is_interrupted: stop.load(Relaxed),
    };
    let drawn = options.page.write(session, || page::of(&summary, analyst.as_ref()));
    let text = summary.render(analyst.as_ref());
    let tally = Tally::of_question(summary.is_answered(), summary.is_interrupted);
    options.results.finish(
        &tally,
        summary.is_wrong(),
        &text,
        ("analyse", &summary.to_json()),
        drawn,
    )
}
