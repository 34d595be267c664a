//! `fuzz --merge`: adds inputs of other working corpora to the one of this clone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::campaign::{self, Campaign, TargetRun};
use super::linked::{ARTIFACTS, Merge, names};
use crate::commands::checkout::Target;
use crate::output::Failure;
use crate::output::progress::CampaignBar;
use crate::output::text::shown;

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
