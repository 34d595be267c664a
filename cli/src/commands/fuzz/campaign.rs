//! Running the targets: the corpus that is checked in, then as long as there is time.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::checkout::{Checkout, Target};
use super::crash::{Crash, from_here};
use super::libfuzzer::Counts;
use super::live::{Line, Live};
use super::process::{self, Ended};
use super::tools::Programs;
use crate::args::Fuzz;
use crate::failure::Failure;
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
    /// Runs all targets, so many at once; `tell` hears of each as soon as it has ended.
    pub(super) fn run(
        &self,
        targets: &[Target],
        jobs: usize,
        tell: &(dyn Fn(&Ran) -> Result<(), Failure> + Sync),
    ) -> Result<Vec<Ran>, Failure> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let lock = || done.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            for _ in 0..jobs.min(targets.len()) {
                scope.spawn(|| {
                    while let Some(target) = targets.get(next.fetch_add(1, Relaxed)) {
                        if self.findings.stop.load(Relaxed) {
                            break;
                        }
                        let ran = self.run_target(target);
                        let told = ran.and_then(|ran| tell(&ran).map(|()| ran));
                        lock().push(told);
                    }
                });
            }
        });
        let mut ran = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let place = |name: &str| targets.iter().position(|target| target.name == name);
        ran.sort_by_key(|ran| ran.as_ref().ok().and_then(|ran| place(&ran.target.name)));
        ran.into_iter().collect()
    }

    fn run_target(&self, target: &Target) -> Result<Ran, Failure> {
        let mut line = self.live.line(target, self.options.time);
        let seeds = self.checkout.checked_in(target);
        let mut ran = Ran {
            target: target.clone(),
            checked_in: 0,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            crash: None,
            interrupted: false,
        };
        line.say("replaying the corpus that is checked in");
        let ended = self.replay(target, &seeds, &mut ran)?;
        if !self.take_down(ended, &line, &seeds, &mut ran) {
            return Ok(ran);
        }
        line.start();
        let started = Instant::now();
        let ended = self.fuzz(target, &seeds, &line, &mut ran)?;
        ran.elapsed = started.elapsed();
        self.take_down(ended, &line, &seeds, &mut ran);
        Ok(ran)
    }

    /// Runs every input once that is checked in.
    fn replay(&self, target: &Target, seeds: &[PathBuf], ran: &mut Ran) -> Result<Ended, Failure> {
        let mut arguments = self.arguments(target)?;
        arguments.push("-runs=0".into());
        arguments.extend(seeds.iter().map(Into::into));
        let ended = self.start(target, &arguments, REPLAY, &mut |line| {
            line.is_some_and(|line| ran.counts.take_down(line))
        })?;
        ran.checked_in = count_files(seeds);
        Ok(ended)
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
    fn take_down(&self, ended: Ended, line: &Line, seeds: &[PathBuf], ran: &mut Ran) -> bool {
        // Ctrl-C reaches the targets too, which then end in a way of their own.
        if self.findings.stop.load(Relaxed) {
            ran.interrupted = true;
            return false;
        }
        if ended.is_success() {
            return true;
        }
        line.say("looking into what was found, and making it smaller");
        let artifact = ran.counts.artifact.as_deref().map(|path| from_here(Path::new(path)));
        ran.crash = Some(Crash::look_into(&ran.target, artifact, seeds, ended, &self.findings));
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

fn count_files(folders: &[PathBuf]) -> u64 {
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    files.filter(|file| file.as_ref().is_ok_and(|file| file.path().is_file())).count() as u64
}
