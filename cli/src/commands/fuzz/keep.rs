//! What of a working corpus is worth checking in: the cases that reach code which the corpus that
//! is checked in does not.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use harness::lockstep::Effort;
use harness::{Activity, Subject};

use super::campaign::Ran;
use super::process;
use super::tools::Programs;
use crate::commands::checkout::Checkout;
use crate::failure::Failure;
use crate::{case_file, files};

/// How long comparing what the inputs reach may take.
const TIME: Duration = Duration::from_mins(5);

/// A case that is worth checking in.
pub(super) struct Worthy {
    /// What it is to be called, below `corpus/<rule set>/found`.
    name: String,
    text: String,
}

/// What of the working corpus of a target is worth checking in, the smallest inputs first. Even
/// that may be much: whoever keeps it decides.
pub(super) fn worth_keeping(
    checkout: &Checkout,
    programs: &Programs,
    ran: &Ran,
    stop: &AtomicBool,
) -> Result<Vec<Worthy>, Failure> {
    let subject = ran.target.subject.as_ref();
    let merged = merge(checkout, programs, ran, stop).map_err(|error| Failure::File {
        path: checkout.working_corpus(&ran.target),
        doing: "compare what is reached by",
        error,
    })?;
    let rarity = &ran.counts.telemetry.clauses;
    let mut names = BTreeSet::new();
    let mut worthy = Vec::new();
    for input in merged {
        // What is no case is for the readers alone, which have a corpus of their own.
        let Ok(cases) = case_file::split(subject, &ran.target.name, &input) else { continue };
        let text = cases.concat();
        let Some(shown) = what_it_shows(subject, &cases, rarity) else { continue };
        let taken = |name: &str| {
            names.contains(name) || found(checkout, ran).join(format!("{name}.txt")).exists()
        };
        let name = numbered(&shown, taken);
        names.insert(name.clone());
        worthy.push(Worthy { name, text });
    }
    Ok(worthy)
}

/// Adds cases to the corpus; gives their paths.
pub(super) fn keep(
    checkout: &Checkout,
    ran: &Ran,
    worthy: &[Worthy],
) -> Result<Vec<PathBuf>, Failure> {
    let folder = found(checkout, ran);
    let mut paths = Vec::new();
    for Worthy { name, text } in worthy {
        let path = folder.join(format!("{name}.txt"));
        files::write(&path, text)?;
        paths.push(path);
    }
    Ok(paths)
}

fn found(checkout: &Checkout, ran: &Ran) -> PathBuf {
    checkout.root.join("corpus").join(ran.target.subject.name()).join("found")
}

/// Few inputs of the working corpus that together reach all places of the code which those checked
/// in do not.
fn merge(
    checkout: &Checkout,
    programs: &Programs,
    ran: &Ran,
    stop: &AtomicBool,
) -> io::Result<Vec<Vec<u8>>> {
    let folder = tempfile::tempdir()?;
    let checked_in = folder.path().join("checked-in");
    fs::create_dir(&checked_in)?;
    for (number, path) in checkout.files_checked_in(&ran.target).iter().enumerate() {
        fs::copy(path, checked_in.join(number.to_string()))?;
    }
    let before = names(&checked_in)?;
    let arguments = [
        "-set_cover_merge=1".into(),
        // Reaching a place once more often is nothing to keep a case for.
        "-use_counters=0".into(),
        checked_in.clone().into(),
        checkout.working_corpus(&ran.target).into(),
    ];
    let program = programs.of(&ran.target);
    let ended = process::run(&program, &arguments, TIME, stop, &mut |_| true)?;
    // Half a comparison would take what the other half makes needless.
    if !ended.is_success() {
        return Ok(Vec::new());
    }
    let added = &names(&checked_in)? - &before;
    let mut inputs = added.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    inputs.sort_by_key(Vec::len);
    Ok(inputs)
}

fn names(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// A few words on what cases show: the clause that is reached most rarely, and how many moves were
/// accepted. `None` if there is nothing to see.
fn what_it_shows(subject: &dyn Subject, cases: &[String], rarity: &[u64]) -> Option<String> {
    let mut stats = harness::Stats::default();
    for case in cases {
        let checked = subject.check_with(case.as_bytes(), Effort::Quick, &Activity::default());
        stats.add(&checked.ok()?.stats);
    }
    let clauses = subject.clauses();
    let reached = stats.clauses.iter().zip(&clauses).enumerate();
    let reached = reached.filter(|&(_, (&count, _))| count > 0);
    let rarest = reached.min_by_key(|&(number, _)| rarity.get(number).copied().unwrap_or(0));
    let shown = rarest.map_or("a case", |(_, (_, clause))| clause.name);
    let moves = if stats.accepted == 1 { "move" } else { "moves" };
    Some(in_words(&format!("{shown} with {} {moves}", stats.accepted)))
}

/// Small letters and digits, with hyphens between the words.
fn in_words(text: &str) -> String {
    let plain = text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The name, or the first with a number that is not taken.
fn numbered(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let with_numbers = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(with_numbers);
    names.find(|name| !taken(name)).expect("numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::{in_words, numbered};

    #[test]
    fn names_are_words_with_hyphens() {
        assert_eq!(in_words("Rows 11 to 16, and a 9 (colour)"), "rows-11-to-16-and-a-9-colour");
    }

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let taken = ["won", "won-2"];
        assert_eq!(numbered("won", |name| taken.contains(&name)), "won-3");
        assert_eq!(numbered("stuck", |name| taken.contains(&name)), "stuck");
    }
}
