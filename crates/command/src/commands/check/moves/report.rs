//! The description of a move that fails.

use std::time::Duration;

use twinboard_referee::Crash;
use twinboard_referee::program::Reply;
use twinboard_runner::Signal;

use super::asker::{Asker, Failing};
use crate::commands::check::foul::{Foul, MoveFoul};
use crate::commands::check::report::{Certainty, Details, Found, Names, ProgramFailure, Section};

/// Number of lines after which boards, answers and errors are cut if a saved file has them.
const LINES_MAX: usize = 34;

/// Maximum length in bytes of the answer in the JSON; the saved file has all of it.
const ANSWER_MAX: usize = 64 << 10;

pub(super) fn describe(failing: Failing, found: Found, asker: &Asker<'_>) -> ProgramFailure {
    let Failing { board, trial, foul, .. } = failing;
    let reply = trial.reply;
    let files = asker.contest.files();
    let sections = answer(&reply, asker);
    let lossy = |bytes: &Vec<u8>| {
        String::from_utf8_lossy(&bytes[..bytes.len().min(ANSWER_MAX)]).into_owned()
    };
    let details = Details::Move {
        board: board.clone(),
        answer: reply.answer.as_ref().ok().map(lossy),
        standard_error: reply.errors.clone(),
        seconds: reply.time.as_secs_f64(),
    };
    let errors = reply.errors.clone().into_bytes();
    ProgramFailure {
        more: more(&foul, asker.limit),
        limits: asker.runner.limits(),
        foul: Foul::Move(foul),
        title: "the board",
        found_in: String::new(),
        note: note(found.certainty).into(),
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
        found,
    }
}

/// Details that the text of a foul does not have: the time limit, or the meaning of a signal.
fn more(foul: &MoveFoul, limit: Duration) -> String {
    match foul {
        MoveFoul::Losing(twinboard_referee::Foul::Late) => {
            format!(": no move within {}", humantime::format_duration(limit))
        }
        MoveFoul::Losing(twinboard_referee::Foul::Crash(Crash::Signal(signal))) => {
            let meaning = Signal(*signal).meaning();
            meaning.map(|meaning| format!(", {meaning}")).unwrap_or_default()
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
