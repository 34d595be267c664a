//! The description of a failure on cases, and the summary of a check of cases.

use std::fmt::Write;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::expected::Comparison;
use super::program::{Failing, Fault, Tried};
use super::side_by_side::side_by_side;
use crate::commands::check::campaign::{Certainty, CheckOutcome, CheckProgress};
use crate::commands::check::report::{Description, Names, Section};
use crate::commands::check::results::Summary;
use crate::text::counted;

/// Number of lines after which inputs and answers are cut if a saved file has them.
const LINES_MAX: usize = 16;

/// Maximum length in bytes of the answer in the JSON; the saved file has all of it.
const PRINTED_MAX: usize = 64 << 10;

#[derive(Serialize)]
pub(super) struct Details {
    input: String,
    expected: String,
    printed: String,
    standard_error: String,
    seconds: f64,
    cases: usize,
}

#[derive(Serialize)]
pub(super) struct Counts {
    corpus_cases: usize,
    cases: u64,
    generated_cases: u64,
    batches: u64,
}

#[derive(Serialize)]
pub(super) struct Times {
    slowest_case_seconds: Option<f64>,
}

pub(super) fn describe(
    failing: Failing,
    certainty: Certainty,
    comparison: Comparison,
) -> Description<Fault, Details> {
    let found_in = match failing.batch {
        1 => String::new(),
        batch => format!(", in a batch of {batch}"),
    };
    let (cases, fault, tried) = (failing.cases.len(), failing.fault, failing.tried);
    let errors = String::from_utf8_lossy(&tried.run.errors).into_owned();
    let answer = answer(&tried, comparison);
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let details = Details {
        input: tried.input.clone(),
        expected: lossy(&tried.expected.text),
        printed: lossy(&tried.run.output[..tried.run.output.len().min(PRINTED_MAX)]),
        standard_error: errors.clone(),
        seconds: tried.run.time.as_secs_f64(),
        cases,
    };
    Description {
        fault,
        more: String::new(),
        title: "the input",
        found_in,
        note: note(certainty, cases),
        answer,
        errors: errors.chars().filter(|&c| c == '\n' || !c.is_control()).collect(),
        files: vec![
            ("input.txt", Some(tried.input.clone().into_bytes())),
            ("expected.txt", Some(tried.expected.text)),
            ("printed.txt", Some(tried.run.output)),
            ("errors.txt", Some(tried.run.errors).filter(|errors| !errors.is_empty())),
        ],
        input: tried.input,
        names: Names { input: "input.txt", answer: None, case: None },
        lines_max: LINES_MAX,
        details,
    }
}

fn note(certainty: Certainty, cases: usize) -> String {
    match certainty {
        Certainty::Unclear => "Interrupted before the failing cases were isolated.\n".into(),
        Certainty::Flaky => {
            "The failure did not recur when the same cases were tried again, together and apart: \
                 the program\ndepends on more than its input. Nothing was shrunk.\n"
                .into()
        }
        Certainty::Sure if cases > 1 => format!(
            "None of the {cases} cases fails alone: the program carries state from one to the next.\n"
        ),
        Certainty::Sure => String::new(),
    }
}

fn answer(tried: &Tried, comparison: Comparison) -> Vec<Section> {
    let sides = side_by_side(&tried.expected.text, &tried.run.output, comparison);
    if sides.is_empty() {
        vec![Section::Sentence("its output is as expected")]
    } else if tried.run.output.is_empty() {
        let expected = String::from_utf8_lossy(&tried.expected.text).into_owned();
        vec![Section::Sentence("it printed nothing"), Section::Cut("expected", expected)]
    } else {
        vec![Section::Whole("the answers", sides)]
    }
}

/// Sums up a check. `slow` is the time of the slowest slow case, if any was slow.
pub(super) fn summary(
    outcome: &CheckOutcome<Failing>,
    slow: Option<Duration>,
) -> Summary<Counts, Times> {
    let CheckProgress { cases, generated, runs } = outcome.figures.progress;
    let mut notes = String::new();
    let slow = slow.map(|time| time.as_secs_f64());
    if let Some(time) = slow {
        let _ = writeln!(notes, "some cases took up to {time:.1} s, within the judge's limit");
    }
    Summary {
        notes,
        checked: format!(
            "{} in {}: {} of {} from the corpus, {} generated\n",
            counted(cases, "case"),
            counted(runs, "run"),
            HumanCount(cases - generated),
            HumanCount(outcome.figures.corpus as u64),
            HumanCount(generated),
        ),
        counts: Counts {
            corpus_cases: outcome.figures.corpus,
            cases,
            generated_cases: generated,
            batches: runs,
        },
        has_judges: false,
        times: Times { slowest_case_seconds: slow },
    }
}
