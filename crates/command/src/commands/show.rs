//! `twinboard show`: draws a case step by step, as the oracle plays it, or as both sides do.

use std::ops::ControlFlow;

use clap::Args;
use twinboard_harness::triage::Replayed;
use twinboard_harness::{Frame, Side, guard, report};

use crate::args::StepLimit;
use crate::args::drawing::Html;
use crate::args::number::whole;
use crate::cases::case_file::{CaseArguments, CaseFile, unsupported};
use crate::cases::replay;
use crate::film::{Film, Page, Part};
use crate::output::own::Force;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::counted;
use crate::output::{self, Failure, failure};
use crate::pages::{self, FILMS_MAX};
use crate::recording::{self, STEPS_MAX, Sides};
use crate::session::Session;
use crate::session::engine::{ComparisonOptions, EngineOptions};

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
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

/// What was drawn so far.
struct Shown {
    tally: Tally,
    divergences: u64,
    films: Vec<Film>,
}

pub(crate) fn run(options: &Show, session: &Session) -> Result<Conclusion, Failure> {
    let file = CaseFile::read(&options.case, session)?;
    let count = file.cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(Failure::Usage(format!("{} has no case {number}; it has {count}", file.name)));
    }
    let is_compared = session.engine_command().or(session.oracle_command()).is_some();
    let mut shown = Shown { tally: file.tally("shown"), divergences: 0, films: Vec::new() };
    let mut printed = Ok(());
    if is_compared {
        session.demand_engine(&file.subject)?;
        let sides = sides(&file, session);
        printed = output::print(format!("{sides}; one board where both agree\n\n"));
    }
    for index in 0..count {
        if printed.is_err() {
            break;
        }
        if options.number.is_some_and(|number| number != index + 1) {
            continue;
        }
        let show = if is_compared { show_both } else { show_oracle };
        printed = show(&file, index, options, session, &mut shown);
    }
    let Shown { tally, divergences, films } = shown;
    if printed.is_ok() && divergences > 0 {
        let found = counted(divergences, "divergence");
        printed = output::print(format!("{}: {found}{}\n", file.name, tally.rest()));
    } else if printed.is_ok() && !tally.is_nothing() && !tally.rest().is_empty() {
        printed = output::print(format!("{}\n", tally.rest().trim_start_matches("; ")));
    }
    conclude(
        &[tally],
        divergences > 0,
        failure::both(printed, draw(options, &file, films, session)),
    )
}

/// The names of both sides, for a sentence.
fn sides(file: &CaseFile, session: &Session) -> String {
    let rule_set = file.subject.name();
    let engine = session.engine_command().or(file.subject.engine_name()).unwrap_or(rule_set);
    let oracle =
        session.oracle_command().map_or_else(|| format!("that of {rule_set}"), str::to_owned);
    report::visible(&format!("engine: {engine}, oracle: {oracle}"))
}

/// Prints the name of a case of a file with several.
fn print_name(file: &CaseFile, index: usize) -> Result<(), Failure> {
    if file.cases.len() > 1 {
        output::print(format!("=== {}\n\n", file.name_of(index)))?;
    }
    Ok(())
}

/// Counts a case as left out, since a side refuses its set-up.
fn leave_out(file: &CaseFile, side: &str, shown: &mut Shown) -> Result<(), Failure> {
    let reason = unsupported(side);
    shown.tally.leave_out(1, &reason);
    // With a single case, the error says it.
    if file.cases.len() > 1 {
        output::print(format!("not shown: {reason}\n\n"))?;
    }
    Ok(())
}

/// Replays a case in lockstep and draws it as both sides play it.
fn show_both(
    file: &CaseFile,
    index: usize,
    options: &Show,
    session: &Session,
    shown: &mut Shown,
) -> Result<(), Failure> {
    print_name(file, index)?;
    let (subject, text, limit) = (&file.subject, &file.cases[index], options.limits.step_limit);
    let name = file.name_of(index);
    let (divergence, found, known) = match replay::replay(subject, (&name, text), session, limit) {
        Replayed::Agreed | Replayed::NotPlayed => (None, text.clone(), None),
        Replayed::Known(index, divergence) => {
            (Some(divergence), text.clone(), Some(subject.known()[index].reason()))
        }
        Replayed::Diverged(divergence, found) => (Some(divergence), found, None),
        Replayed::Skipped(side) => {
            return leave_out(file, &session.name_of_side(side), shown);
        }
    };
    shown.tally.add(1);
    let headline = match (&divergence, known) {
        (None, _) => String::new(),
        (Some(divergence), Some(reason)) => format!("known: `{reason}`: {}", divergence.finding),
        (Some(divergence), None) => {
            shown.divergences += 1;
            let engine = subject.engine_name().unwrap_or(subject.name());
            report::headline(engine, divergence)
        }
    };
    let played = Sides::play(subject, &found, divergence.as_ref(), limit);
    if replay::is_transformed(subject, text, &found) {
        output::print(format!("the case, transformed, which fails\n{found}\n"))?;
    }
    // A closed output does not cut the page short.
    let printed = output::print(played.render(&headline, divergence.as_ref()));
    if is_filmed(options, shown) {
        let title = match &divergence {
            Some(divergence) => format!("{name}: {divergence}"),
            None => name,
        };
        let drawn = played.film(&title, &found, divergence.as_ref());
        let about = format!("{}. {}", sides(file, session), drawn.about);
        let about = about.trim_end().to_owned();
        shown.films.push(Film { commands: file.commands(session), about, ..drawn });
    }
    printed
}

/// True if the film of a case is wanted.
fn is_filmed(options: &Show, shown: &Shown) -> bool {
    options.page.is_wanted() && shown.films.len() < FILMS_MAX
}

/// Draws one case as the oracle plays it. Each step is printed at once, since a case may have very
/// many.
fn show_oracle(
    file: &CaseFile,
    index: usize,
    options: &Show,
    session: &Session,
    shown: &mut Shown,
) -> Result<(), Failure> {
    print_name(file, index)?;
    let is_kept = is_filmed(options, shown);
    let side = Side::Oracle;
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
        shown.tally.add(1);
    } else if let (Ok(Ok(())), Ok(())) = (&played, &printed) {
        printed = leave_out(file, &format!("the {side}"), shown);
    }
    if is_kept {
        let name = file.name_of(index);
        let drawn = recording::of_one(&side.to_string(), &name, case, &frames);
        shown.films.push(Film { commands: file.commands(session), ..drawn });
    }
    let played = played.map_err(|panic| Failure::Panic { side, panic })?;
    played.map_err(|error| Failure::Input { name: file.name_of(index), error })?;
    printed
}

/// Writes the page.
fn draw(
    options: &Show,
    file: &CaseFile,
    films: Vec<Film>,
    session: &Session,
) -> Result<(), Failure> {
    let title = pages::title(session.engine_command().unwrap_or(file.subject.name()), &file.name);
    let parts = vec![Part { films, ..Part::default() }];
    options.page.write(session, || Page { title, parts, ..Page::default() })
}
