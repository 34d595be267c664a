//! Runs the targets in parallel: each replays the checked-in corpus, then fuzzes.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::crash::Crash;
use super::libfuzzer::Counts;
use super::live::{Line, Live};
use super::process::{self, Ended};
use super::tools::Programs;
use crate::args::Fuzz;
use crate::commands::checkout::{Checkout, Target};
use crate::failure::Failure;
use crate::files;
use crate::finding::Findings;

/// Time limit for replaying the checked-in corpus.
const REPLAY: Duration = Duration::from_mins(5);

/// The result of one target.
pub(super) struct TargetRun {
    pub(super) target: Target,
    /// Number of checked-in inputs.
    pub(super) checked_in: u64,
    pub(super) counts: Counts,
    /// Running time without the replay.
    pub(super) elapsed: Duration,
    pub(super) crash: Option<Crash>,
    /// True if Ctrl-C ended it.
    pub(super) interrupted: bool,
}

/// The common data of all runs.
pub(super) struct Campaign<'a> {
    pub(super) checkout: &'a Checkout,
    pub(super) programs: &'a Programs,
    pub(super) options: &'a Fuzz,
    pub(super) findings: Findings<'a>,
    pub(super) live: &'a Live,
}

impl Campaign<'_> {
    /// Runs the targets, `jobs` at the same time. `on_end` is called after each. Returns the
    /// results in the order of the targets; after Ctrl-C some are missing.
    pub(super) fn run(
        &self,
        targets: &[Target],
        jobs: usize,
        on_end: &(dyn Fn(&TargetRun) + Sync),
    ) -> Vec<Result<TargetRun, Failure>> {
        let next = AtomicUsize::new(0);
        let outcomes: Vec<OnceLock<_>> = targets.iter().map(|_| OnceLock::new()).collect();
        thread::scope(|scope| {
            for _ in 0..jobs.min(targets.len()) {
                scope.spawn(|| {
                    while !self.findings.stop.load(Relaxed) {
                        let number = next.fetch_add(1, Relaxed);
                        let Some(target) = targets.get(number) else { break };
                        let run = self.run_target(target).inspect(on_end);
                        let is_first = outcomes[number].set(run).is_ok();
                        debug_assert!(is_first, "every number is taken once");
                    }
                });
            }
        });
        outcomes.into_iter().filter_map(OnceLock::into_inner).collect()
    }

    fn run_target(&self, target: &Target) -> Result<TargetRun, Failure> {
        let mut line = self.live.line(target, self.options.time);
        let seeds = self.checkout.checked_in(target);
        let mut run = TargetRun {
            target: target.clone(),
            checked_in: self.checkout.files_checked_in(target).len() as u64,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            crash: None,
            interrupted: false,
        };
        line.set_message("replaying the checked-in corpus");
        let ended = self.replay(target, &seeds, &mut run)?;
        if !self.conclude(ended, &line, &mut run) {
            return Ok(run);
        }
        line.start();
        let started = Instant::now();
        let ended = self.fuzz(target, &seeds, &line, &mut run)?;
        run.elapsed = started.elapsed();
        self.conclude(ended, &line, &mut run);
        Ok(run)
    }

    /// Executes each checked-in input once.
    fn replay(
        &self,
        target: &Target,
        seeds: &[PathBuf],
        run: &mut TargetRun,
    ) -> Result<Ended, Failure> {
        let mut arguments = self.arguments(target)?;
        arguments.push("-runs=0".into());
        arguments.extend(seeds.iter().map(Into::into));
        self.start(target, &arguments, REPLAY, &mut |line| {
            line.is_some_and(|line| run.counts.record(line))
        })
    }

    fn fuzz(
        &self,
        target: &Target,
        seeds: &[PathBuf],
        live: &Line,
        run: &mut TargetRun,
    ) -> Result<Ended, Failure> {
        let time = self.options.time;
        let working = self.checkout.working_corpus(target);
        create_folder(&working)?;
        let mut arguments = self.arguments(target)?;
        let seconds = time.as_secs_f64().ceil() as u64;
        arguments.push(format!("-max_total_time={seconds}").into());
        arguments.push("-print_final_stats=1".into());
        if let Some(seed) = self.options.seed {
            arguments.push(format!("-seed={seed}").into());
        }
        arguments.push(working.into());
        arguments.extend(seeds.iter().map(Into::into));
        run.counts = Counts::default();
        self.start(target, &arguments, time, &mut |line| {
            let is_known = line.is_some_and(|line| run.counts.record(line));
            live.show(&run.counts);
            is_known
        })
    }

    /// The arguments of every run.
    fn arguments(&self, target: &Target) -> Result<Vec<OsString>, Failure> {
        let artifacts = self.checkout.artifacts(target);
        create_folder(&artifacts)?;
        // The joined empty name adds a slash: the prefix is a folder and not part of a file name.
        let mut prefix = OsString::from("-artifact_prefix=");
        prefix.push(artifacts.join(""));
        // A case has many steps and a process many threads, so the timeout is twice the step limit,
        // and at least 2 s, to tell a slow machine from a loop.
        let timeout = (self.findings.step_limit.as_secs_f64() * 2.0).ceil().max(2.0) as u64;
        Ok(vec![prefix, format!("-timeout={timeout}").into()])
    }

    fn start(
        &self,
        target: &Target,
        arguments: &[OsString],
        time: Duration,
        listen: &mut dyn FnMut(Option<&str>) -> bool,
    ) -> Result<Ended, Failure> {
        let program = self.programs.of(target);
        process::run(&program, arguments, time, self.findings.stop, listen)
            .map_err(|error| Failure::File { path: program.clone(), doing: "run", error })
    }

    /// Records the end of a process. Returns true if it succeeded; analyses its crash otherwise.
    fn conclude(&self, ended: Ended, line: &Line, run: &mut TargetRun) -> bool {
        // Ctrl-C reaches the targets, too, and ends them with various exit codes. A finding from
        // before is still analysed.
        if self.findings.stop.load(Relaxed) && run.counts.artifact.is_none() {
            run.interrupted = true;
            return false;
        }
        if ended.is_success() {
            return true;
        }
        line.set_message("replaying and shrinking the finding");
        let artifact = run.counts.artifact.as_deref().map(|path| files::from_here(Path::new(path)));
        let checked_in = self.checkout.files_checked_in(&run.target);
        let crash = Crash::analyse(&run.target, artifact, &checked_in, ended, &self.findings);
        run.crash = Some(crash);
        false
    }
}

fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::File {
        path: folder.into(),
        doing: "create",
        error,
    })
}
