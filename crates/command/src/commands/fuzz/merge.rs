//! `fuzz --merge`: adds inputs of other working corpora to the one of this clone.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use std::{fs, io};

use serde::Serialize;

use super::campaign::{self, Campaign};
use super::crash::Crash;
use super::keep;
use super::libfuzzer::Counts;
use super::linked::LinkedFolder;
use crate::commands::checkout::Target;
use crate::output::Failure;
use crate::output::text::{counted, shown};

/// Names in the folder from which libFuzzer merges: copies of the inputs that are known, to which it
/// adds others, and a link to the folder of inputs that fail.
const KNOWN: &str = "known";
const ARTIFACTS: &str = "artifacts";

/// The result of merging the folders of one target.
pub(super) struct MergeRun {
    pub(super) target: Target,
    /// Number of inputs in the folders.
    pub(super) given: usize,
    /// Number of them that were added to the working corpus.
    added: usize,
    pub(super) crash: Option<Crash>,
    pub(super) interrupted: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    target: &'a str,
    rule_set: &'a str,
    interrupted: bool,
    failed: bool,
    given: usize,
    added: usize,
    crash: Option<&'a Crash>,
}

/// Fails unless every folder has a folder for one of the targets.
pub(super) fn check(folders: &[PathBuf], targets: &[Target]) -> Result<(), Failure> {
    for folder in folders {
        fs::read_dir(folder).map_err(Failure::file("read", &folder))?;
        if targets.iter().all(|target| !folder.join(&target.name).is_dir()) {
            let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
            return Err(Failure::Usage(format!(
                "no folder of a fuzz target in {}; expected a working corpus such as fuzz/corpus, \
                 with a folder for each target: {}",
                shown(folder),
                names.join(", ")
            )));
        }
    }
    Ok(())
}

impl Campaign<'_> {
    /// Adds the inputs of a target that reach more than its checked-in and its working corpus.
    pub(super) fn merge(&self, target: &Target) -> Result<MergeRun, Failure> {
        let line = self.live.line(target, Duration::ZERO);
        line.set_message("merging");
        let folders = self.merge.iter().map(|folder| folder.join(&target.name));
        let given: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        let working = self.checkout.working_corpus(target);
        campaign::create_folder(&working)?;
        let failure = Failure::file("merge into", &working);
        // libFuzzer adds to the first folder, which also tells it what is known.
        let mut folder = LinkedFolder::new()?;
        let copies = folder.path(KNOWN);
        self.copy_known(target, &copies).map_err(failure)?;
        let before = keep::names(&copies).map_err(failure)?;
        let mut run = MergeRun {
            target: target.clone(),
            given: given.iter().map(|it| keep::names(it).map_or(0, |names| names.len())).sum(),
            added: 0,
            crash: None,
            interrupted: false,
        };
        let artifacts = self.checkout.artifacts(target);
        let mut arguments = vec!["-merge=1".into()];
        arguments.extend(self.arguments(target, Path::new(ARTIFACTS))?);
        folder.link_as(ARTIFACTS, &artifacts).map_err(failure)?;
        for given in &given {
            folder.add(given).map_err(failure)?;
        }
        let mut counts = Counts::default();
        let is_stopped = || self.findings.stop.load(Relaxed);
        // The time is limited by libFuzzer's timeout for each input.
        let mut listen = |text: Option<&str>| text.is_some_and(|text| counts.record(text));
        let program = self.programs.command(target);
        let ended = folder
            .merge(&program, arguments, KNOWN, Duration::MAX, &is_stopped, &mut listen)
            .map_err(failure)?;
        // The link ends with the folder.
        counts.artifact =
            counts.artifact.map(|path| match Path::new(&path).strip_prefix(ARTIFACTS) {
                Ok(name) => artifacts.join(name).to_string_lossy().into_owned(),
                Err(_) => path,
            });
        run.interrupted = self.findings.stop.load(Relaxed);
        if ended.is_success() {
            let added = &keep::names(&copies).map_err(failure)? - &before;
            for path in added {
                let name = path.file_name().expect("an entry of a folder has a name");
                // libFuzzer names inputs by their digests.
                fs::copy(&path, working.join(name)).map_err(failure)?;
                run.added += 1;
            }
        }
        // libFuzzer goes on after an input that fails, and succeeds in the end.
        if counts.artifact.is_some() || !ended.is_success() && !run.interrupted {
            run.crash = Some(self.crash(target, &counts, ended, &line));
        }
        Ok(run)
    }

    /// Copies the checked-in and the working corpus of a target into a new folder.
    fn copy_known(&self, target: &Target, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        let checked_in = self.checkout.files_checked_in(target);
        let working = keep::names(&self.checkout.working_corpus(target))?;
        for (number, path) in checked_in.iter().chain(&working).enumerate() {
            fs::copy(path, folder.join(number.to_string()))?;
        }
        Ok(())
    }
}

impl MergeRun {
    /// True if all folders were merged.
    pub(super) fn is_complete(&self) -> bool {
        self.crash.is_none() && !self.interrupted
    }

    pub(super) fn to_json(&self, has_late_breach: bool) -> impl Serialize + '_ {
        Json {
            target: &self.target.name,
            rule_set: self.target.subject.name(),
            interrupted: self.interrupted,
            failed: self.crash.is_some() || has_late_breach,
            given: self.given,
            added: self.added,
            crash: self.crash.as_ref(),
        }
    }
}

/// A line for each target.
pub(super) fn render(runs: &[MergeRun]) -> String {
    let mut out = String::new();
    for run in runs {
        let (name, given) = (&run.target.name, counted(run.given as u64, "input"));
        let end = match (&run.crash, run.interrupted) {
            (_, true) => ", interrupted",
            (Some(_), false) => ", FAILED",
            (None, false) => "",
        };
        let _ = writeln!(out, "{name}: {given}, of them {} added{end}", run.added);
    }
    out
}
