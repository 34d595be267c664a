//! `twinboard to-test`.

use board::Limits;
use harness::judge::PlayError;
use harness::{Side, report};

use crate::args::ToTest;
use crate::failure::{Exit, Failure};
use crate::{corpus, files, output, subjects};

pub(crate) fn run(options: &ToTest) -> Result<Exit, Failure> {
    let path = &options.case.file;
    let (file, text) = files::read(path)?;
    let subject = subjects::meant(options.case.rules.rules.as_deref(), path, &text)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = options.name.clone().or(stem).filter(|name| name != "-");
    let name = name.unwrap_or_else(|| "regression".into());
    let cases = corpus::split(subject.as_ref(), &file, &text)?;
    for (index, case) in cases.iter().enumerate() {
        let name = if cases.len() > 1 { format!("{name}-{}", index + 1) } else { name.clone() };
        let mut answer = Vec::new();
        let played =
            subject.play(Side::Oracle, Box::new(case.as_bytes()), Limits::Case, &mut answer);
        match played {
            Ok(()) => {}
            Err(PlayError::Input(error)) => {
                return Err(Failure::Input { name: file.clone(), error });
            }
            Err(PlayError::Output(error)) => return Err(Failure::Output(error)),
            Err(PlayError::Unsupported) => {
                return Err(Failure::Usage(format!(
                    "the oracle is not made for the board of {file}"
                )));
            }
        }
        let answer = String::from_utf8_lossy(&answer);
        let rules = subject.name();
        let entry = format!("corpus/{rules}/regression/{name}.txt");
        output::print(format!(
            "// The corpus entry, which every campaign and every test run plays: {entry}\n{}\n\
             // The test, with the oracle's answer, for games/tests/regressions.rs:\n{}\n",
            commented(case),
            report::regression_test(rules, &name, case, &answer),
        ))?;
    }
    Ok(Exit::Success)
}

/// The text with a mark of a comment before each line, so that the whole output can be pasted.
fn commented(text: &str) -> String {
    text.lines().map(|line| format!("//     {line}\n")).collect()
}
