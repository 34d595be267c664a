//! A case as a script in the language of an engine: its maintainer needs nothing of this project but
//! the kit.

use std::fmt::Write;
use std::path::Path;

use twinboard_harness::Frame;

use crate::cases::case_file::CaseFile;
use crate::output::tally::{Conclusion, conclude};
use crate::output::{self, Failure};
use crate::session::Session;
use crate::session::bridged::Named;
use crate::session::bridged::command_line;

/// Prints each case of the file as the calls of the class that an engine in Python serves, or as the
/// lines to type to an engine that is named by its protocol.
pub(super) fn print(
    file: &CaseFile,
    engine: &str,
    session: &Session,
) -> Result<Conclusion, Failure> {
    let to_type = match Named::read("--engine", engine)? {
        Some(Named { protocol, command, .. }) => {
            let rule_set = file.subject.name();
            let dialect = session.registration(rule_set).and_then(|it| it.dialect(protocol));
            let none = || usage!("{rule_set} is not played by {}", protocol.name());
            Some((dialect.ok_or_else(none)?, command))
        }
        None => None,
    };
    let words = if to_type.is_none() { python_program(engine)? } else { Vec::new() };
    for (index, case) in file.cases.iter().enumerate() {
        let (name, (setup, moves)) = (file.name_of(index), file.subject.texts(case));
        let frames = file.subject.frames(case);
        let script = match &to_type {
            Some((dialect, command)) => {
                let lines = dialect.script(setup.trim_end(), &moves).join("\n");
                format!("# {name}: lines to type to {command}\n{lines}\n")
            }
            None => python(&words, &name, (&setup, &moves), &frames),
        };
        output::print(script + &answers(&frames))?;
    }
    let printed = file.tally("printed").with(file.cases.len() as u64);
    conclude(&[printed], false, Ok(()))
}

/// The file in Python of a command line, and its arguments.
fn python_program(engine: &str) -> Result<Vec<String>, Failure> {
    let words = command_line("--engine", engine)?;
    let is_python =
        |word: &std::ffi::OsString| Path::new(word).extension().is_some_and(|it| it == "py");
    let at = words.iter().position(is_python).ok_or_else(|| {
        usage!("--engine {engine}: expected an engine in Python, whose file ends in `.py`")
    })?;
    Ok(words[at..].iter().map(|word| word.to_string_lossy().into_owned()).collect())
}

/// The oracle's position, outcome and number of legal moves at the end, as comments.
fn answers(frames: &[Frame]) -> String {
    let Some(last) = frames.last() else { return String::new() };
    let legal = last.legal.map_or_else(|| "very many".to_owned(), |legal| legal.to_string());
    let board: String =
        last.picture.to_string().lines().map(|line| format!("# {line}\n")).collect();
    format!("{board}# {}; legal moves: {legal}\n", last.outcome)
}

fn python(
    words: &[String],
    name: &str,
    (setup, moves): (&str, &[String]),
    frames: &[Frame],
) -> String {
    let program = &words[0];
    let folder =
        Path::new(program).parent().map_or_else(String::new, |it| it.display().to_string());
    let folder = if folder.is_empty() { "." } else { &folder };
    let mut out = format!(
        "# {name}: the calls of the class that {program} serves. Comments are the oracle's answers.\n\
         import runpy, sys\n\
         sys.argv = {words:?}\n\
         sys.path.insert(0, {folder:?})\n\
         import twinboard\n\
         served = []\n\
         twinboard.serve = lambda game, *_, **__: served.append(game)\n\
         runpy.run_path({program:?}, run_name=\"__main__\")\n\
         game = served[0]({setup:?})\n",
    );
    for (index, mv) in moves.iter().enumerate() {
        let answer = frames.get(index + 1).and_then(|frame| frame.title.as_deref());
        let _ =
            writeln!(out, "print(game.play({mv:?}))  # {}", answer.unwrap_or("the game is over"));
    }
    out += "for name in (\"position\", \"outcome\", \"moves\"):\n    \
            answer = getattr(game, name, lambda: \"not offered\")()\n    \
            print(answer if isinstance(answer, str) else sorted(answer))\n";
    out
}
