//! `twinboard diff`.

use harness::{conclude, report};

use crate::args::Diff;
use crate::failure::{Exit, Failure};
use crate::{corpus, files, output, subjects};

pub(crate) fn run(options: &Diff) -> Result<Exit, Failure> {
    let (mut cases, mut diverged) = (0_usize, 0_usize);
    for path in &options.files {
        let (name, text) = files::read(path)?;
        let subject = subjects::meant(options.rules.rules.as_deref(), path, &text)?;
        let texts = corpus::split(subject.as_ref(), &name, &text)?;
        let count = texts.len();
        for (index, text) in texts.iter().enumerate() {
            cases += 1;
            let found = conclude::check(&subject, text, options.limits.step_limit);
            let Some(divergence) = found else { continue };
            diverged += 1;
            let name = corpus::numbered(&name, index, count);
            let header = report::headline(subject.name(), &divergence.finding);
            let body = report::render_divergence(&divergence);
            output::print(format!("{header}\n\nin {name}\n{body}\n"))?;
        }
    }
    let cases = plural(cases, "case");
    let files = plural(options.files.len(), "file");
    if diverged == 0 {
        output::print(format!("{cases} in {files}: no divergence\n"))?;
        return Ok(Exit::Success);
    }
    output::print(format!("{cases} in {files}: {}\n", plural(diverged, "divergence")))?;
    Ok(Exit::Found)
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
