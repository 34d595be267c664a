//! The description of a failure on cases.

use twinboard_runner::ERRORS_KEPT;

use super::expected::Comparison;
use super::program::{Failing, OUTPUT, Program, Together, Tried};
use super::side_by_side::side_by_side;
use crate::commands::check::foul::{AnswerFoul, Foul};
use crate::commands::check::report::{Certainty, Details, Found, Names, ProgramFailure, Section};

/// Number of lines after which inputs and answers are cut if a saved file has them.
const LINES_MAX: usize = 16;

/// Maximum length in bytes of the answer in the JSON; the saved file has all of it.
const PRINTED_MAX: usize = 64 << 10;

pub(super) fn describe(failing: Failing, found: Found, program: &Program<'_>) -> ProgramFailure {
    let found_in = match failing.batch {
        1 => String::new(),
        batch => format!(", in a batch of {batch}"),
    };
    let (cases, foul, tried) = (failing.cases.len(), failing.foul, failing.tried);
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let errors = lossy(&tried.run.errors);
    let answer = answer(&tried, program.comparison);
    let is_blank = foul == AnswerFoul::WrongAnswer && differ_in_blanks(&tried, program.comparison);
    let limits = program.runner.limits();
    let details = Details::Cases {
        input: tried.input.clone(),
        expected: lossy(&tried.expected.text),
        printed: lossy(&tried.run.output[..tried.run.output.len().min(PRINTED_MAX)]),
        standard_error: errors.clone(),
        seconds: tried.run.time.as_secs_f64(),
        cases,
    };
    ProgramFailure {
        foul: Foul::Answer(foul),
        more: match foul {
            AnswerFoul::Late => {
                format!(": {} for one input (--limit)", humantime::format_duration(limits.time))
            }
            AnswerFoul::TooMuchOutput if floods_errors(&tried) => ", on standard error".into(),
            _ => String::new(),
        },
        limits,
        title: "the input",
        found_in,
        note: note(&found, cases, failing.together, is_blank),
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
        found,
    }
}

/// True if the answers differ in empty lines only.
fn differ_in_blanks(tried: &Tried, comparison: Comparison) -> bool {
    let lines = |text| {
        let mut lines: Vec<&[u8]> = comparison.lines(text);
        lines.retain(|line| !line.trim_ascii().is_empty());
        lines
    };
    lines(&tried.expected.text) == lines(&tried.run.output)
}

/// True if standard error has what exceeded the limit on the output.
fn floods_errors(tried: &Tried) -> bool {
    (tried.run.output.len() as u64) < OUTPUT && tried.run.errors.len() >= ERRORS_KEPT
}

fn note(found: &Found, cases: usize, together: Together, is_blank: bool) -> String {
    // Nobody knows whether one of them fails alone.
    let is_unclear = found.cut_short && together == Together::Unclear;
    match found.certainty {
        Certainty::Unclear => "Interrupted before the failing cases were isolated.\n".into(),
        Certainty::Flaky => {
            "The failure did not recur when the same cases were tried again, together and apart: \
                 the program\ndepends on more than its input. Nothing was shrunk.\n"
                .into()
        }
        Certainty::Sure if is_blank && cases > 1 && !is_unclear => format!(
            "None of the {cases} cases fails alone: the answers differ in empty lines only.\n"
        ),
        Certainty::Sure if is_blank => "The answers differ in empty lines only.\n".into(),
        Certainty::Sure if cases > 1 && !is_unclear => together.note(cases),
        Certainty::Sure => String::new(),
    }
}

impl Together {
    /// The explanation for the report, whole lines.
    fn note(self, cases: usize) -> String {
        let before = cases - 1;
        match self {
            Self::Keeps => format!(
                "None of the {cases} cases fails alone: the program carries state from one to the \
                 next.\n"
            ),
            Self::Any => format!(
                "Any {cases} cases in one input fail, even the same one {cases} times, and none \
                 fails alone:\nthe program expects fewer cases, or carries state from one to the \
                 next.\n"
            ),
            Self::Stops => format!(
                "None of the {cases} cases fails alone, but after case {before} the program answers \
                 nothing,\nwhatever follows: it reads too little or too much of that case, and takes \
                 a line of it\nfor the end of the input.\n"
            ),
            Self::Loses => format!(
                "None of the {cases} cases fails alone, but after case {before} the program answers \
                 nothing right,\nwhatever follows: it reads too little or too much of that case, or \
                 carries state on.\n"
            ),
            Self::Unclear => format!("None of the {cases} cases fails alone.\n"),
        }
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
