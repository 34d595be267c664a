//! `twinboard show`.

use harness::{guard, report};

use crate::args::Show;
use crate::failure::{Exit, Failure};
use crate::{corpus, files, output, subjects};

pub(crate) fn run(options: &Show) -> Result<Exit, Failure> {
    let path = &options.case.file;
    let (name, text) = files::read(path)?;
    let subject = subjects::meant(options.case.rules.rules.as_deref(), path, &text)?;
    let cases = corpus::split(subject.as_ref(), &name, &text)?;
    let count = cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(Failure::Usage(format!("{name} has no case {number}; it has {count}")));
    }
    for (index, case) in cases.iter().enumerate() {
        if options.number.is_some_and(|number| number != index + 1) {
            continue;
        }
        if count > 1 {
            output::print(format!("=== {}\n\n", corpus::numbered(&name, index, count)))?;
        }
        let frames = guard::catch(|| subject.frames(case.as_bytes())).map_err(Failure::Panic)?;
        let frames = frames.map_err(|error| Failure::Input { name: name.clone(), error })?;
        output::print(report::render_frames(&frames))?;
    }
    Ok(Exit::Success)
}
