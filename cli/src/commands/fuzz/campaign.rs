//! Running the targets: the corpus that is checked in, then as long as there is time.

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

/// How long the corpus that is checked in may take to be replayed.
const REPLAY: Duration = Duration::from_mins(5);

/// What came of one target.
pub(super) struct Ran {
    pub(super) target: Target,
    /// How many inputs are checked in for it.
    pub(super) checked_in: u64,
    pub(super) counts: Counts,
    /// How long it ran, without the replay.
    pub(super) elapsed: Duration,
    pub(super) crash: Option<Crash>,
    /// Whether it was ended before its time.
    pub(super) interrupted: bool,
}

/// Everything that runs need to know.
pub(super) struct Campaign<'a> {
    pub(super) checkout: &'a Checkout,
    pub(super) programs: &'a Programs,
    pub(super) options: &'a Fuzz,
    pub(super) findings: Findings<'a>,
    pub(super) live: &'a Live,
}

impl Campaign<'_> {
    /// Runs the targets, so many at once; `tell` hears of each as soon as it has ended. Gives what
    /// came of those that were run, in their order.
    pub(super) fn run(
        &self,
        targets: &[Target],
        jobs: usize,
        tell: &(dyn Fn(&Ran) + Sync),
    ) -> Vec<Result<Ran, Failure>> {
        let next = AtomicUsize::new(0);
        let outcomes: Vec<OnceLock<_>> = targets.iter().map(|_| OnceLock::new()).collect();
        thread::scope(|scope| {
            for _ in 0..jobs.min(targets.len()) {
                scope.spawn(|| {
                    while !self.findings.stop.load(Relaxed) {
                        let number = next.fetch_add(1, Relaxed);
                        let Some(target) = targets.get(number) else { break };
                        let ran = self.run_target(target).inspect(tell);
                        let is_first = outcomes[number].set(ran).is_ok();
                        debug_assert!(is_first, "every number is given out once");
                    }
                });
            }
        });
        outcomes.into_iter().filter_map(OnceLock::into_inner).collect()
    }

    fn run_target(&self, target: &Target) -> Result<Ran, Failure> {
        let mut line = self.live.line(target, self.options.time);
        let seeds = self.checkout.checked_in(target);
        let mut ran = Ran {
            target: target.clone(),
            checked_in: self.checkout.files_checked_in(target).len() as u64,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            crash: None,
            interrupted: false,
        };
        line.say("replaying the corpus that is checked in");
        let ended = self.replay(target, &seeds, &mut ran)?;
        if !self.take_down(ended, &line, &mut ran) {
            return Ok(ran);
        }
        line.start();
        let started = Instant::now();
        let ended = self.fuzz(target, &seeds, &line, &mut ran)?;
        ran.elapsed = started.elapsed();
        self.take_down(ended, &line, &mut ran);
        Ok(ran)
    }

    /// Runs every input once that is checked in.
    fn replay(&self, target: &Target, seeds: &[PathBuf], ran: &mut Ran) -> Result<Ended, Failure> {
        let mut arguments = self.arguments(target)?;
        arguments.push("-runs=0".into());
        arguments.extend(seeds.iter().map(Into::into));
        self.start(target, &arguments, REPLAY, &mut |line| {
            line.is_some_and(|line| ran.counts.take_down(line))
        })
    }

    fn fuzz(
        &self,
        target: &Target,
        seeds: &[PathBuf],
        live: &Line,
        ran: &mut Ran,
    ) -> Result<Ended, Failure> {
        let time = self.options.time;
        let working = self.checkout.working_corpus(target);
        make(&working)?;
        let mut arguments = self.arguments(target)?;
        let seconds = time.as_secs_f64().ceil() as u64;
        arguments.push(format!("-max_total_time={seconds}").into());
        arguments.push("-print_final_stats=1".into());
        if let Some(seed) = self.options.seed {
            arguments.push(format!("-seed={seed}").into());
        }
        arguments.push(working.into());
        arguments.extend(seeds.iter().map(Into::into));
        ran.counts = Counts::default();
        self.start(target, &arguments, time, &mut |line| {
            let is_known = line.is_some_and(|line| ran.counts.take_down(line));
            live.show(&ran.counts);
            is_known
        })
    }

    /// What every run is told.
    fn arguments(&self, target: &Target) -> Result<Vec<OsString>, Failure> {
        let artifacts = self.checkout.artifacts(target);
        make(&artifacts)?;
        // A folder, and not the beginning of a name.
        let mut prefix = OsString::from("-artifact_prefix=");
        prefix.push(artifacts.join(""));
        // A case has many steps, and a process many threads: twice the limit of a step, and no
        // less than what tells a slow machine from a loop.
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

    /// Whether a run ended well; if not, why.
    fn take_down(&self, ended: Ended, line: &Line, ran: &mut Ran) -> bool {
        // Ctrl-C reaches the targets too, which then end in a way of their own. What one of them
        // has found before is not lost.
        if self.findings.stop.load(Relaxed) && ran.counts.artifact.is_none() {
            ran.interrupted = true;
            return false;
        }
        if ended.is_success() {
            return true;
        }
        line.say("looking into what was found, and making it smaller");
        let artifact = ran.counts.artifact.as_deref().map(|path| files::from_here(Path::new(path)));
        let checked_in = self.checkout.files_checked_in(&ran.target);
        let crash = Crash::look_into(&ran.target, artifact, &checked_in, ended, &self.findings);
        ran.crash = Some(crash);
        false
    }
}

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::File {
        path: folder.into(),
        doing: "make",
        error,
    })
}
