//! `twinboard analyse`: finds the mistakes in a saved two-player game.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use twinboard_referee::analysis::AnalysisLimits;

use super::solve;
use crate::args::Analyse;
use crate::failure::{self, Exit, Failure};
use crate::{interrupt, progress_bar, registry};

mod ledger;
mod page;

use ledger::Ledger;

/// The template of the progress bar.
const BAR: &str = "{prefix} {bar:24} {pos} of {len} positions, {elapsed}";

pub(crate) fn run(options: &Analyse) -> Result<Exit, Failure> {
    options.page.check()?;
    let rule_set = options.rule_set.name();
    let (contest, mut analyst) = registry::solved(rule_set)?;
    let (name, mut game) = solve::read(contest.as_ref(), analyst.as_ref(), &options.file)?;
    let stop = interrupt::flag();
    let bar = progress_bar::new(rule_set, game.steps.len() as u64 + 1, BAR);
    let started = Instant::now();
    let limits = AnalysisLimits { time: options.time, threads: 1, stop: &stop };
    game.rate(analyst.as_mut(), &limits, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let ledger = Ledger {
        rule_set,
        name,
        game,
        effort: analyst.effort(),
        time: started.elapsed(),
        is_interrupted: stop.load(Relaxed),
    };
    let shown = options.results.show(&ledger.render(analyst.as_ref()), ledger.is_wrong());
    let written = options.results.write(&ledger.to_json());
    let drawn = options.page.write(|| page::of(&ledger, analyst.as_ref()));
    failure::conclude(ledger.is_wrong(), failure::both(shown, failure::both(written, drawn)))
}
