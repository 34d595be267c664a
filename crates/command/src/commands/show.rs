//! `twinboard show`: draws a case step by step, as the oracle plays it.

use std::ops::ControlFlow;

use clap::Args;
use twinboard_harness::{Frame, Side, guard, report};

use crate::cases::case_file::{CaseArguments, CaseFile, unsupported};
use crate::film::{self, FILMS_MAX, Film, Page, Part};
use crate::output::results::Html;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::{self, Failure, failure};
use crate::recording::{self, STEPS_MAX};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Number of the case in the file, from 1 [default: all cases].
    #[arg(long = "case", value_name = "N")]
    pub(crate) number: Option<usize>,
    #[command(flatten)]
    pub(crate) page: Html,
}

pub(crate) fn run(options: &Show, session: &Session) -> Result<Conclusion, Failure> {
    let file = options.case.read(session)?;
    let count = file.cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(usage!("{} has no case {number}; it has {count}", file.name));
    }
    let (mut tally, mut films, mut printed) = (file.tally("shown"), Vec::new(), Ok(()));
    let is_wanted = |index: &usize| options.number.is_none_or(|number| number == index + 1);
    for index in (0..count).filter(is_wanted) {
        if printed.is_err() {
            break;
        }
        printed = show(&file, index, session, &mut tally, &mut films);
    }
    if printed.is_ok() && !tally.is_nothing() && !tally.rest().is_empty() {
        printed = output::print(format!("{}\n", tally.rest().trim_start_matches("; ")));
    }
    let title = film::title(file.subject.name(), &file.name);
    let parts = vec![Part { films, ..Part::default() }];
    let drawn = film::write(session.outputs(), || Page { title, parts, ..Page::default() });
    conclude(&[tally], false, failure::both(printed, drawn))
}

/// Draws one case. Each step is printed at once, since a case may have very many.
fn show(
    file: &CaseFile,
    index: usize,
    session: &Session,
    tally: &mut Tally,
    films: &mut Vec<Film>,
) -> Result<(), Failure> {
    let is_single = file.cases.len() == 1;
    if !is_single && let Err(failure) = output::print(format!("=== {}\n\n", file.name_of(index))) {
        // Its reader wants no more of what is there.
        tally.add(1);
        return Err(failure);
    }
    let is_kept = session.outputs().html.is_some() && films.len() < FILMS_MAX;
    let (side, case, name) = (Side::Oracle, &file.cases[index], file.name_of(index));
    let mut step = 0;
    let mut frames: Vec<Frame> = Vec::new();
    let mut printed = Ok(());
    let played = guard::catch_panic(|| {
        file.subject.visit_frames(side, case, &mut |frame| {
            if printed.is_ok() {
                printed = output::print(report::render_frame(step, &frame));
            }
            step += 1;
            // A closed output does not cut the page short.
            let is_drawn = is_kept && step <= STEPS_MAX;
            if is_drawn {
                frames.push(frame);
            }
            if printed.is_ok() || is_drawn {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    });
    if step > 0 {
        tally.add(1);
    } else if let (Ok(()), Ok(())) = (&played, &printed) {
        let reason = unsupported(&format!("the {side}"));
        tally.leave_out(1, &*reason);
        // With a single case, the error says it.
        if !is_single {
            printed = output::print(format!("not shown: {reason}\n\n"));
        }
    }
    if is_kept {
        let drawn = recording::of_one(&side.to_string(), &name, case.text(), &frames);
        films.push(Film { commands: file.commands(session), ..drawn });
    }
    played.map_err(|panic| Failure::Panic { side, panic })?;
    printed
}
