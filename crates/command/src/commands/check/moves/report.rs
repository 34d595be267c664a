//! The description of a move that fails, and the summary of a check of moves.

use std::fmt::Write;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_referee::program::Reply;
use twinboard_referee::{Crash, Foul};

use super::asker::{Asker, Failing, MoveFault};
use super::rounds::Rounds;
use crate::commands::check::campaign::{Certainty, CheckOutcome, CheckProgress};
use crate::commands::check::report::{Description, Names, Section};
use crate::commands::check::results::Summary;
use crate::commands::check::signal;
use crate::text::counted;

/// Number of lines after which boards, answers and errors are cut if a saved file has them.
const LINES_MAX: usize = 34;

/// Maximum length in bytes of the answer in the JSON; the saved file has all of it.
const ANSWER_MAX: usize = 64 << 10;

#[derive(Serialize)]
pub(super) struct Details {
    board: String,
    answer: Option<String>,
    standard_error: String,
    seconds: f64,
}

#[derive(Serialize)]
pub(super) struct Counts {
    corpus_positions: usize,
    positions: u64,
    generated_positions: u64,
}

#[derive(Serialize)]
pub(super) struct Times {
    late_once: u64,
    slowest_move_seconds: f64,
}

pub(super) fn describe(
    failing: Failing,
    certainty: Certainty,
    asker: &Asker<'_>,
) -> Description<MoveFault, Details> {
    let Failing { board, trial, fault } = failing;
    let reply = trial.reply;
    let files = asker.contest.files();
    let sections = answer(&reply, asker);
    let lossy = |bytes: &Vec<u8>| {
        String::from_utf8_lossy(&bytes[..bytes.len().min(ANSWER_MAX)]).into_owned()
    };
    let details = Details {
        board: board.clone(),
        answer: reply.answer.as_ref().ok().map(lossy),
        standard_error: reply.errors.clone(),
        seconds: reply.time.as_secs_f64(),
    };
    let errors = reply.errors.clone().into_bytes();
    Description {
        more: more(&fault, asker.limit),
        fault,
        title: "the board",
        found_in: String::new(),
        note: note(certainty).into(),
        answer: sections,
        errors: reply.errors,
        files: vec![
            (files.board, Some(board.clone().into_bytes())),
            ("case.txt", Some(trial.case.into_bytes())),
            (files.answer, reply.answer.ok()),
            ("errors.txt", Some(errors).filter(|errors| !errors.is_empty())),
        ],
        input: board,
        names: Names {
            input: files.board,
            answer: asker.program.files.map(|_| files.answer),
            case: Some("case.txt"),
        },
        lines_max: LINES_MAX,
        details,
    }
}

/// Details that the text of a fault does not have: the time limit, or the name of a signal.
fn more(fault: &MoveFault, limit: Duration) -> String {
    match fault {
        MoveFault::Fault(Foul::Late) => {
            format!(": no move within {}", humantime::format_duration(limit))
        }
        MoveFault::Fault(Foul::Crash(Crash::Signal(signal))) => {
            signal::name_of(*signal).map(|name| format!(", {name}")).unwrap_or_default()
        }
        _ => String::new(),
    }
}

fn note(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Sure => "",
        Certainty::Unclear => "Interrupted before the board was tried again.\n",
        Certainty::Flaky => {
            "The failure did not recur when the same board was tried again: the program depends \
             on more\nthan the board. Nothing was shrunk.\n"
        }
    }
}

fn answer(reply: &Reply, asker: &Asker<'_>) -> Vec<Section> {
    match &reply.answer {
        Ok(answer) if answer.trim_ascii().is_empty() => {
            vec![Section::Sentence("the answer is empty")]
        }
        Ok(answer) => {
            vec![Section::Cut("its answer", String::from_utf8_lossy(answer).into_owned())]
        }
        Err(_) if asker.program.files.is_some() && !reply.output.trim_ascii().is_empty() => {
            vec![Section::Sentence(
                "It wrote to its standard output. Programs that answer there are checked with \
                 --stdio.",
            )]
        }
        Err(_) => Vec::new(),
    }
}

/// Sums up a check.
pub(super) fn summary(
    outcome: &CheckOutcome<Failing>,
    rounds: &Rounds<'_>,
) -> Summary<Counts, Times> {
    let CheckProgress { cases, generated, .. } = outcome.figures.progress;
    let mut notes = String::new();
    if rounds.late_once > 0 {
        let count = HumanCount(rounds.late_once);
        let _ = writeln!(notes, "late, but in time when asked again: {count}");
    }
    let mut checked = format!(
        "{} checked: {} of {} from the corpus, {} generated\n",
        counted(cases, "position"),
        HumanCount(cases - generated),
        HumanCount(outcome.figures.corpus as u64),
        HumanCount(generated),
    );
    let slowest = rounds.slowest.as_secs_f64();
    if rounds.slowest > Duration::ZERO {
        let _ = writeln!(checked, "the slowest valid move took {slowest:.3} s");
    }
    Summary {
        notes,
        checked,
        counts: Counts {
            corpus_positions: outcome.figures.corpus,
            positions: cases,
            generated_positions: generated,
        },
        has_judges: true,
        times: Times { late_once: rounds.late_once, slowest_move_seconds: slowest },
    }
}
