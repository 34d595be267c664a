//! `twinboard to-test`: prints a case as a regression test and a corpus entry, or as the lines
//! to type to an engine.

use std::path::Path;

use clap::Args;
use twinboard_harness::{AnyCase, Frame, Side, report};
use twinboard_registration::{Corpus, Registration};
use twinboard_vocabulary::Limits;

use crate::cases::case_file::{self, CaseArguments, CaseFile};
use crate::output::tally::{Conclusion, conclude};
use crate::output::text::{kebab_case, shown};
use crate::output::{self, Failure, files};
use crate::session::Session;
use crate::session::engine::Named;

#[derive(Args)]
pub(crate) struct ToTest {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Engine such as `uci:stockfish`, by `uci:`, `usi:`, `gtp:` or `xboard:`: prints the lines to type to
    /// it instead, with the oracle's answer.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) engine: Option<String>,
}

pub(crate) fn run(options: &ToTest, session: &Session) -> Result<Conclusion, Failure> {
    let file = options.case.read(session)?;
    if let Some(engine) = &options.engine {
        return print(&file, engine, session);
    }
    let rules = file.subject.name();
    let name = in_kebab_case(&stem(&options.case.file), rules);
    for (index, case) in file.cases.iter().map(AnyCase::text).enumerate() {
        let several = file.cases.len() > 1;
        let name = if several { format!("{name}-{}", index + 1) } else { name.clone() };
        let input = (file.name_of(index), Box::new(case.as_bytes()) as _);
        let mut answer = Vec::new();
        case_file::answer(file.subject.as_ref(), Side::Oracle, input, Limits::Case, &mut answer)?;
        let answer = String::from_utf8_lossy(&answer);
        let assertion = session.registration(rules).and_then(Registration::assertion);
        let (entry, place) = if assertion.is_none() {
            let folder = match session.registration(rules).map(Registration::corpus_cases) {
                Some(Corpus::Folder(folder)) => shown(folder),
                _ => format!("the folder given to `verify --corpus`: {rules}"),
            };
            (
                format!("for {folder}/{name}.txt"),
                "for a file in `tests`, with the crate's `subject`",
            )
        } else {
            let entry = "which every campaign and every test run plays";
            let entry = format!("{entry}: corpus/{rules}/regression/{name}.txt");
            (entry, "for crates/games/tests/regressions.rs")
        };
        output::print(format!(
            "// The corpus entry, {entry}\n{}\n// The test, with the oracle's answer, {place}:\n{}\n",
            commented(case),
            report::regression_test(rules, assertion, &name, case, &answer),
        ))?;
    }
    let printed = file.tally("printed").with(file.cases.len() as u64);
    conclude(&[printed], false, Ok(()))
}

/// The name of a file without folder and extension; empty for standard input.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().filter(|_| !files::is_standard_stream(path));
    stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

/// A name in the style of corpus files: words in lower case with hyphens between them, without the
/// rule set, which the folder names.
fn in_kebab_case(name: &str, rule_set: &str) -> String {
    let name = kebab_case(name);
    let words =
        name.strip_prefix(rule_set).filter(|words| words.is_empty() || words.starts_with('-'));
    let words = words.unwrap_or(&name).trim_start_matches('-');
    if words.is_empty() { "regression".into() } else { words.to_owned() }
}

/// The text as comment lines, so that the whole output is valid Rust.
fn commented(text: &str) -> String {
    text.lines().map(|line| format!("//     {line}\n")).collect()
}

/// Prints each case of the file as the lines to type to an engine that is named by its protocol.
fn print(file: &CaseFile, engine: &str, session: &Session) -> Result<Conclusion, Failure> {
    let Some(Named { protocol, command, .. }) = Named::read("--engine", engine)? else {
        return Err(usage!(
            "--engine {engine}: expected `uci:…`, `usi:…`, `gtp:…` or `xboard:…`; the requests to \
             another engine are kept by `diff --transcript FILE`"
        ));
    };
    let rule_set = file.subject.name();
    let dialect = session.registration(rule_set).and_then(|it| it.dialect(protocol));
    let none = || usage!("{rule_set} is not played by {}", protocol.name());
    let dialect = dialect.ok_or_else(none)?;
    for (index, case) in file.cases.iter().enumerate() {
        let (name, (setup, moves)) = (file.name_of(index), file.subject.texts(case));
        let lines = dialect.script(setup.trim_end(), &moves).join("\n");
        let answers = answers(&file.subject.frames(case));
        output::print(format!("# {name}: lines to type to {command}\n{lines}\n{answers}"))?;
    }
    let printed = file.tally("printed").with(file.cases.len() as u64);
    conclude(&[printed], false, Ok(()))
}

/// The oracle's position, outcome and number of legal moves at the end, as comments.
fn answers(frames: &[Frame]) -> String {
    let Some(last) = frames.last() else { return String::new() };
    let legal = last.legal.map_or_else(|| "very many".to_owned(), |legal| legal.to_string());
    let board: String =
        last.picture.to_string().lines().map(|line| format!("# {line}\n")).collect();
    format!("{board}# {}; legal moves: {legal}\n", last.outcome)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{in_kebab_case, stem};

    #[test]
    fn names_become_kebab_case_without_the_rule_set() {
        for (name, kebab) in [
            ("drop-carry", "drop-carry"),
            ("Two columns, at ONCE!", "two-columns-at-once"),
            ("game-00ff", "00ff"),
            ("game", "regression"),
            ("../../etc", "etc"),
            ("", "regression"),
            ("игра", "regression"),
        ] {
            assert_eq!(in_kebab_case(name, "game"), kebab, "{name}");
        }
    }

    #[test]
    fn the_stem_of_standard_input_is_empty() {
        assert_eq!(stem(Path::new("a/b.c/d.txt")), "d");
        assert_eq!(stem(Path::new("-")), "");
    }
}
