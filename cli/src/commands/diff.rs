//! `twinboard diff`: replays case files in lockstep.

use std::ops::ControlFlow;
use std::sync::Arc;

use board::Picture;
use harness::{Side, Subject, conclude, report};

use crate::args::Diff;
use crate::case_file::CaseFile;
use crate::failure::{self, Exit, Failure};
use crate::output;
use crate::text::counted;

/// Counts over all files so far.
#[derive(Default)]
struct Tally {
    cases: u64,
    divergences: u64,
    unreadable: u64,
}

pub(crate) fn run(options: &Diff) -> Result<Exit, Failure> {
    let mut tally = Tally::default();
    let printed = replay(options, &mut tally);
    match failure::conclude(tally.divergences > 0, printed)? {
        Exit::Success if tally.unreadable > 0 => Ok(Exit::BadInput),
        exit => Ok(exit),
    }
}

/// Replays every file. A file that cannot be read is reported and counted, and the others are
/// replayed nevertheless.
fn replay(options: &Diff, tally: &mut Tally) -> Result<(), Failure> {
    for path in &options.files {
        match CaseFile::of(path, &options.rules) {
            Ok(file) => {
                if file.cases.is_empty() {
                    let path = path.display();
                    output::print_error_line(format!("warning: {path} contains no case"));
                }
                replay_file(&file, options, tally)?;
            }
            Err(failure) => {
                failure.report();
                tally.unreadable += 1;
            }
        }
    }
    let cases = counted(tally.cases, "case");
    let files = counted(options.files.len() as u64 - tally.unreadable, "file");
    let replayed = match (tally.cases, tally.divergences) {
        (0, _) => "nothing replayed".to_owned(),
        (_, 0) => format!("{cases} in {files}: no divergence"),
        (_, count) => format!("{cases} in {files}: {}", counted(count, "divergence")),
    };
    let failed = match tally.unreadable {
        0 => String::new(),
        count => format!("; {} could not be read", counted(count, "file")),
    };
    output::print(format!("{replayed}{failed}\n"))
}

fn replay_file(file: &CaseFile, options: &Diff, tally: &mut Tally) -> Result<(), Failure> {
    for (index, text) in file.cases.iter().enumerate() {
        tally.cases += 1;
        let found = conclude::find(&file.subject, text, options.limits.step_limit);
        let Some((divergence, found)) = found else { continue };
        tally.divergences += 1;
        let header = report::headline(file.subject.name(), &divergence.finding);
        let body = report::render_divergence(&divergence);
        let place = file.name_of(index);
        if set_up(&file.subject, text) == set_up(&file.subject, &found) {
            output::print(format!("{header}\n\nin {place}\n{body}\n"))?;
        } else {
            let shown = format!("{header}\n\nin a case that is {place}, transformed\n{body}\n");
            output::print(format!("{shown}the case\n{found}\n"))?;
        }
    }
    Ok(())
}

/// The board of the set-up of a case; `None` if the case cannot be read.
fn set_up(subject: &Arc<dyn Subject>, text: &str) -> Option<Picture> {
    let mut shown = None;
    let visited = subject.visit_frames(Side::Oracle, text.as_bytes(), &mut |frame| {
        shown = Some(frame.picture);
        ControlFlow::Break(())
    });
    visited.ok().and(shown)
}
