//! `twinboard shrink`.

use std::time::Duration;

use harness::conclude::{self, Shrinking};
use harness::{Finding, report};

use crate::args::Shrink;
use crate::failure::{Exit, Failure};
use crate::{corpus, files, interrupt, isolate, output, subjects};

/// When to be content with what has been reached.
pub(crate) const TIME_LIMIT: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Shrink) -> Result<Exit, Failure> {
    let path = &options.case.file;
    let (name, text) = files::read(path)?;
    let subject = subjects::meant(options.case.rules.rules.as_deref(), path, &text)?;
    let limit = options.limits.step_limit;
    let cases = corpus::split(subject.as_ref(), &name, &text)?;
    let mut failing = cases.iter().filter_map(|case| {
        let divergence = conclude::check(&subject, case, limit)?;
        Some((case, divergence))
    });
    let Some((case, divergence)) = failing.next() else {
        output::complain(format!("{name}: engine and oracle agree, there is nothing to shrink"));
        return Ok(Exit::Success);
    };
    let hung = matches!(divergence.finding, Finding::Hung { .. });
    let isolated = |case: &str| isolate::fails(subject.name(), case);
    let shrinking = Shrinking {
        step_limit: limit,
        time_limit: TIME_LIMIT,
        stop: &interrupt::flag(),
        isolated: Some(&isolated),
    };
    let shrunk = conclude::shrink(&subject, case, hung, &shrinking);
    if let Some(divergence) = conclude::check(&subject, &shrunk, limit) {
        let header = report::headline(subject.name(), &divergence.finding);
        output::complain(format!("{header}\n\n{}", report::render_divergence(&divergence)));
    }
    match &options.output {
        Some(path) => files::write(path, &shrunk)?,
        None => output::print(&shrunk)?,
    }
    Ok(Exit::Found)
}
