//! Corpora of a fuzz target: new cases of the working one that reach code which the checked-in corpus
//! does not (`fuzz --keep`), and inputs of other clones that are added to it (`fuzz --merge`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{fs, io};

use twinboard_harness::fuzz::REACHED_ONLY;
use twinboard_harness::{Activity, AnyCase, Checks, Stats, Subject};

use super::campaign::{self, Campaign, TargetRun};
use super::tools::{ARTIFACTS, BuiltTargets, Merge, names};
use crate::cases::case_file;
use crate::commands::checkout::{Checkout, Target};
use crate::output::progress::CampaignBar;
use crate::output::text::{free_name, kebab_case, shown};
use crate::output::{Failure, files};

/// Time limit for comparing the coverage of all inputs.
const TIME: Duration = Duration::from_mins(5);

/// Name of the folder of checked-in inputs, to which libFuzzer adds others.
const CHECKED_IN: &str = "checked-in";

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
        into: CHECKED_IN,
        known: checkout.files_checked_in(target),
        given: vec![names(&working).map_err(Failure::file("read", &working))?],
        time: TIME,
    };
    let is_stopped = || stop.load(Relaxed);
    // An incomplete comparison would keep inputs that the rest makes redundant.
    let merged = merge.run(&programs.command(target), &is_stopped, &mut |_| true)?;
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

/// Name of the folder of inputs that are known.
const KNOWN: &str = "known";

#[derive(Clone, Copy)]
pub(super) struct Merged {
    pub(super) given: usize,
    pub(super) added: usize,
    /// Number of those that would have been, but are no cases.
    pub(super) rejected: usize,
}

/// Fails unless every folder has a folder for one of the targets.
pub(super) fn check(folders: &[PathBuf], targets: &[Target]) -> Result<(), Failure> {
    for folder in folders {
        fs::read_dir(folder).map_err(Failure::file("read", &folder))?;
        if targets.iter().all(|target| !folder.join(&target.name).is_dir()) {
            let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
            return Err(usage!(
                "no folder of a fuzz target in {}; expected a working corpus such as fuzz/corpus, \
                 with a folder for each target: {}",
                shown(folder),
                names.join(", ")
            ));
        }
    }
    Ok(())
}

impl Campaign<'_> {
    /// Adds the inputs of a target that reach more than its checked-in and its working corpus.
    pub(super) fn merge(&self, run: &mut TargetRun, line: &CampaignBar) -> Result<(), Failure> {
        let target = &run.target;
        line.set_message("merging");
        let working = self.checkout.working_corpus(target);
        campaign::create_folder(&working)?;
        let failure = Failure::file("merge into", &working);
        let folders = self.options.merge.iter().map(|folder| folder.join(&target.name));
        let given = folders.filter(|folder| folder.is_dir()).map(|folder| names(&folder));
        let given = given.collect::<Result<Vec<_>, _>>().map_err(failure)?;
        let mut known = self.checkout.files_checked_in(target);
        known.extend(names(&working).map_err(failure)?);
        let given_count = given.iter().map(BTreeSet::len).sum();
        let mut inputs = Merged { given: given_count, added: 0, rejected: 0 };
        let mut options = vec!["-merge=1".into()];
        options.extend(self.arguments(target, Path::new(ARTIFACTS))?);
        // The time is limited by libFuzzer's timeout for each input.
        let merge = Merge { options, into: KNOWN, known, given, time: Duration::MAX };
        let counts = &mut run.counts;
        let is_stopped = || self.findings.stop.load(Relaxed);
        let mut listen = |text: Option<&str>| text.is_some_and(|text| counts.record(text));
        let merged = merge.run(&self.programs.command(target), &is_stopped, &mut listen)?;
        if let Some(path) = &mut counts.artifact {
            let found = merged.path(path);
            let kept = self.checkout.artifacts(target).join(found.file_name().unwrap_or_default());
            fs::copy(&found, &kept).map_err(Failure::file("write", &kept))?;
            *path = kept.to_string_lossy().into_owned();
        }
        run.interrupted = self.findings.stop.load(Relaxed);
        for path in &merged.added {
            // libFuzzer's merge keeps inputs that the target rejects, where fuzzing keeps none of them
            // (seen with libfuzzer-sys 0.4.13).
            let bytes = fs::read(path).map_err(failure)?;
            if !target.is_text && target.subject.read(&bytes).is_err() {
                inputs.rejected += 1;
                continue;
            }
            // libFuzzer names inputs by their digests.
            let name = path.file_name().expect("an entry of a folder has a name");
            fs::copy(path, working.join(name)).map_err(failure)?;
            inputs.added += 1;
        }
        // libFuzzer goes on after an input that fails, and succeeds in the end.
        if counts.artifact.is_some() || !merged.ended.is_success() && !run.interrupted {
            run.crash = Some(self.crash(target, counts, merged.ended, line));
        }
        run.merged = Some(inputs);
        Ok(())
    }
}
