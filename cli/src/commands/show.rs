//! `twinboard show`.

use harness::{Side, guard, report};

use crate::args::Show;
use crate::case_file::CaseFile;
use crate::failure::{Exit, Failure};
use crate::output;

pub(crate) fn run(options: &Show) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case)?;
    let count = file.cases.len();
    if let Some(number) = options.number.filter(|number| !(1..=count).contains(number)) {
        return Err(Failure::Usage(format!("{} has no case {number}; it has {count}", file.name)));
    }
    for (index, case) in file.cases.iter().enumerate() {
        if options.number.is_some_and(|number| number != index + 1) {
            continue;
        }
        if count > 1 {
            output::print(format!("=== {}\n\n", file.name_of(index)))?;
        }
        let frames = guard::catch(|| file.subject.frames(case.as_bytes()));
        let frames = frames.map_err(|message| Failure::Panic { side: Side::Oracle, message })?;
        let frames = frames.map_err(|error| Failure::Input { name: file.name_of(index), error })?;
        output::print(report::render_frames(&frames))?;
    }
    Ok(Exit::Success)
}
