//! `twinboard show`: draws a case step by step, as the oracle plays it, or an engine in another
//! process.

use std::ops::ControlFlow;

use clap::Args;
use twinboard_harness::{Frame, Side, guard, report};

use crate::args::drawing::{Html, StepOption, Svg};
use crate::args::number::whole;
use crate::cases::case_file::{CaseArguments, CaseFile, unsupported};
use crate::film::{Film, Page, Part};
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::{self, Failure, failure};
use crate::pages::{self, FILMS_MAX};
use crate::recording::{self, STEPS_MAX};
use crate::session::Session;
use crate::session::engine::EngineOptions;

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Number of the case in the file, from 1 [default: all cases].
    #[arg(long = "case", value_name = "N", value_parser = whole::<usize>)]
    pub(crate) number: Option<usize>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) picture: Svg,
    #[command(flatten)]
    pub(crate) step: StepOption,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

pub(crate) fn run(options: &Show, session: &Session) -> Result<Conclusion, Failure> {
    let file = CaseFile::read(&options.case, session)?;
    let count = file.cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(Failure::Usage(format!("{} has no case {number}; it has {count}", file.name)));
    }
    if options.picture.svg.is_some() && options.number.is_none() && count > 1 {
        return Err(Failure::Usage(format!(
            "{} has {count} cases; choose the one to draw with --case",
            file.name
        )));
    }
    let mut films = Vec::new();
    let mut shown = Ok(());
    let mut tally = file.tally("shown");
    for index in 0..count {
        if options.number.is_some_and(|number| number != index + 1) {
            continue;
        }
        shown = show(&file, index, options, session, &mut films, &mut tally);
        if shown.is_err() {
            break;
        }
    }
    if shown.is_ok() && !tally.is_nothing() && !tally.rest().is_empty() {
        shown = output::print(format!("{}\n", tally.rest().trim_start_matches("; ")));
    }
    conclude(&[tally], false, failure::both(shown, draw(options, &file, films)))
}

/// Draws one case. Each step is printed at once, since a case may have very many.
fn show(
    file: &CaseFile,
    index: usize,
    options: &Show,
    session: &Session,
    films: &mut Vec<Film>,
    tally: &mut Tally,
) -> Result<(), Failure> {
    if file.cases.len() > 1 {
        output::print(format!("=== {}\n\n", file.name_of(index)))?;
    }
    let is_kept =
        (options.page.is_wanted() || options.picture.svg.is_some()) && films.len() < FILMS_MAX;
    let side = if session.engine_command().is_some() { Side::Engine } else { Side::Oracle };
    let mut step = 0;
    let mut frames: Vec<Frame> = Vec::new();
    let mut printed = Ok(());
    let case = &file.cases[index];
    let played = guard::catch_panic(|| {
        file.subject.visit_frames(side, case.as_bytes(), &mut |frame| {
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
        })
    });
    if step > 0 {
        tally.add(1);
    } else if let (Ok(Ok(())), Ok(())) = (&played, &printed) {
        let reason = unsupported(&format!("the {side}"));
        tally.leave_out(1, &reason);
        // With a single case, the error says it.
        if file.cases.len() > 1 {
            printed = output::print(format!("not shown: {reason}\n\n"));
        }
    }
    if is_kept {
        let name = file.name_of(index);
        let drawn = recording::of_one(&side.to_string(), &name, case, &frames);
        films.push(Film { commands: file.commands(session), ..drawn });
    }
    let played = played.map_err(|panic| Failure::Panic { side, panic })?;
    played.map_err(|error| Failure::Input { name: file.name_of(index), error })?;
    printed
}

/// Writes the page and the picture.
fn draw(options: &Show, file: &CaseFile, films: Vec<Film>) -> Result<(), Failure> {
    let steps = films.first().map_or(&[][..], |film| &film.steps);
    let at = options.step.step.unwrap_or(steps.len().saturating_sub(1));
    let count = steps.len().saturating_sub(1);
    let drawn = match steps.get(at) {
        None if options.picture.svg.is_some() && !steps.is_empty() => {
            Err(Failure::Usage(format!("{} has no step {at}; it has {count}", file.name)))
        }
        step => options.picture.write(step, "there is no board"),
    };
    let title = pages::title(file.subject.name(), &file.name);
    let page = || Page { title, parts: vec![Part { films, ..Part::default() }] };
    failure::both(drawn, options.page.write(page))
}
