//! New cases of the working corpus of a fuzz target, which reach code that the checked-in corpus does
//! not (`fuzz --keep`).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{fs, io};

use twinboard_harness::fuzz::REACHED_ONLY;
use twinboard_harness::{Activity, AnyCase, Checks, Stats, Subject};

use super::tools::{BuiltTargets, Merge, names};
use crate::cases::case_file;
use crate::commands::checkout::{Checkout, Target};
use crate::output::text::{free_name, kebab_case};
use crate::output::{Failure, files};

/// Time limit for comparing the coverage of all inputs.
const TIME: Duration = Duration::from_mins(5);

pub(super) struct NewCase {
    /// File name below `corpus/<rule set>/found`, without extension.
    name: String,
    text: String,
}

/// The new cases of a target that are worth checking in, the smallest inputs first. There may be
/// many; with `--keep` the user decides to add them.
pub(super) fn new_cases(
    checkout: &Checkout,
    programs: &BuiltTargets,
    target: &Target,
    stop: &AtomicBool,
) -> Result<Vec<NewCase>, Failure> {
    let subject = target.subject.as_ref();
    let working = checkout.working_corpus(target);
    // By libFuzzer's set cover merge: a small set of inputs that together reach all code which the
    // checked-in inputs do not. Reaching a place more often than before, or a step towards one, is no
    // reason to keep a case.
    let merge = Merge {
        options: vec!["-set_cover_merge=1".into(), REACHED_ONLY.into()],
        known: checkout.files_checked_in(target),
        given: names(&working).map_err(Failure::file("read", &working))?,
        time: TIME,
    };
    let is_stopped = || stop.load(Relaxed);
    // An incomplete comparison would keep inputs that the rest makes redundant.
    let merged = merge.run(&programs.command(target), &is_stopped)?;
    let inputs: io::Result<Vec<_>> = merged.added.iter().map(fs::read).collect();
    let mut inputs = inputs.map_err(Failure::file("read", &working))?;
    inputs.sort_by_key(Vec::len);
    let mut new: Vec<(String, Stats)> = Vec::new();
    for input in inputs {
        // Inputs that are no cases exercise the readers only, which have their own corpus.
        let Ok(cases) = case_file::read(subject, &target.name, &input) else { continue };
        new.push((cases.iter().map(AnyCase::text).collect(), play(subject, &cases)));
    }
    let mut all = Stats::default();
    for (_, stats) in &new {
        all.add(stats);
    }
    let mut taken_names = BTreeSet::new();
    let cases = new.into_iter().map(|(text, stats)| {
        let taken = |name: &str| {
            taken_names.contains(name)
                || found(checkout, target).join(format!("{name}.txt")).exists()
        };
        let name = free_name(&describe(subject, &stats, &all), taken);
        taken_names.insert(name.clone());
        NewCase { name, text }
    });
    Ok(cases.collect())
}

/// Adds cases to the corpus. Returns their paths.
pub(super) fn keep(
    checkout: &Checkout,
    target: &Target,
    new: &[NewCase],
) -> Result<Vec<PathBuf>, Failure> {
    let folder = found(checkout, target);
    let mut paths = Vec::new();
    for NewCase { name, text } in new {
        let path = folder.join(format!("{name}.txt"));
        files::keep(&path, text)?;
        paths.push(path);
    }
    Ok(paths)
}

fn found(checkout: &Checkout, target: &Target) -> PathBuf {
    checkout.root.join("corpus").join(target.subject.name()).join("found")
}

fn play(subject: &dyn Subject, cases: &[AnyCase]) -> Stats {
    let mut stats = Stats::default();
    for case in cases {
        stats.add(&subject.check(case, Checks::campaign(), &Activity::default()).stats);
    }
    stats
}

/// A file name that describes a case: the clause that it reaches and that all cases together reach
/// most rarely, and the number of accepted moves.
fn describe(subject: &dyn Subject, case: &Stats, all: &Stats) -> String {
    let clauses = subject.clauses();
    let reached = case.clauses.iter().zip(&clauses).enumerate();
    let reached = reached.filter(|&(_, (&count, _))| count > 0);
    let rarest = reached.min_by_key(|&(number, _)| all.clauses.get(number));
    let subject = rarest.map_or("a case", |(_, (_, clause))| clause.name);
    let moves = if case.accepted == 1 { "move" } else { "moves" };
    kebab_case(&format!("{subject} with {} {moves}", case.accepted))
}
