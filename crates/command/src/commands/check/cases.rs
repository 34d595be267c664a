//! Checks a program by batches of cases in the format of the judge.
//!
//! The rule set decides which cases the judge could give (`Judge::for_judge`) and writes them as
//! one input (`Judge::judge_input`).

use std::time::Duration;

use twinboard_harness::campaign::CorpusCase;

use self::batches::Batches;
use self::expected::Comparison;
use self::program::{Program, Times};
use super::campaign;
use super::results::{self, Extra};
use super::setup::Setup;
use crate::args::check::Check;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::session::{AnySubject, Session};

mod batches;
mod expected;
mod locate;
mod program;
mod report;
mod shrinking;
mod side_by_side;
mod together;

/// Time limit for an input without `--limit`.
const DEFAULT_LIMIT: Duration = Duration::from_secs(3);

/// Initial time limit for a batch, so that a hung program is detected early.
const BATCH_LIMIT: Duration = Duration::from_secs(1);

pub(super) fn run(
    options: &Check,
    session: &Session,
    subject: &AnySubject,
) -> Result<Conclusion, Failure> {
    let name = subject.name();
    if options.stdio {
        let reason = "its programs use the standard streams anyway";
        return Err(Failure::Usage(format!("--stdio does not apply to {name}: {reason}")));
    }
    if subject.judge_input(&[]).is_none() {
        return Err(Failure::Usage(format!("{name} has no judge input for checking programs")));
    }
    let comparison = if options.exact { Comparison::Exact } else { Comparison::Lenient };
    let mut setup = Setup::new(options, session, subject, options.command.clone(), "case")?;
    let given =
        |case: &&CorpusCase| subject.judge_input(std::slice::from_ref(&case.text)).is_some();
    let corpus: Vec<CorpusCase> = setup.corpus.iter().filter(given).cloned().collect();
    setup.not_given = (setup.corpus.len() - corpus.len()) as u64;
    let judge = options.limit.unwrap_or(DEFAULT_LIMIT);
    let here = std::env::current_dir().ok();
    let program = Program {
        subject,
        // The output limit depends on the input; each run sets it.
        // The results of the check lie below the folder in which the program runs.
        runner: setup.runner(judge, u64::MAX, here.as_deref())?.with_read_only_folder(),
        command: &options.command,
        comparison,
    };
    let batch = BATCH_LIMIT.min(judge);
    let times = Times { judge, batch, slowest: Duration::ZERO, end: None };
    let mut batches = Batches::new(&program, &setup, times);
    let outcome = campaign::run(&setup, corpus, &mut batches);
    let slowest_case_seconds = batches.slow().map(|time| time.as_secs_f64());
    results::conclude(&setup, outcome, Extra::Cases { slowest_case_seconds })
}
