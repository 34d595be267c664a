//! `twinboard show`: draws a case step by step, as the oracle plays it, or an engine in another
//! process.

use std::ops::ControlFlow;

use harness::{Side, guard, report};

use crate::args::Show;
use crate::case_file::CaseFile;
use crate::failure::{Exit, Failure};
use crate::{output, registry};

pub(crate) fn run(options: &Show) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case)?;
    let count = file.cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(Failure::Usage(format!("{} has no case {number}; it has {count}", file.name)));
    }
    for index in 0..count {
        if options.number.is_some_and(|number| number != index + 1) {
            continue;
        }
        if count > 1 {
            output::print(format!("=== {}\n\n", file.name_of(index)))?;
        }
        show(&file, index)?;
    }
    Ok(Exit::Success)
}

/// Draws one case. Each step is printed at once, since a case may have very many.
fn show(file: &CaseFile, index: usize) -> Result<(), Failure> {
    let side = if registry::engine_command().is_some() { Side::Engine } else { Side::Oracle };
    let mut step = 0;
    let mut printed = Ok(());
    let played = guard::catch_panic(|| {
        file.subject.visit_frames(side, file.cases[index].as_bytes(), &mut |frame| {
            printed = output::print(report::render_frame(step, &frame));
            step += 1;
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    let played = played.map_err(|panic| Failure::Panic { side, panic })?;
    played.map_err(|error| Failure::Input { name: file.name_of(index), error })?;
    printed
}
