//! Runs the targets in parallel: each replays the checked-in corpus, then fuzzes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};
use std::{fs, thread};

use indicatif::{HumanCount, MultiProgress};
use twinboard_harness::campaign::CampaignBudget;

use super::Fuzz;
use super::crash::{Crash, Failed};
use super::libfuzzer::{self, Counts, Ended};
use super::tools::{BuiltTargets, OtherEngine};
use crate::cases::finding::Findings;
use crate::commands::checkout::{Checkout, Target};
use crate::output::progress::{self, CampaignBar};
use crate::output::{self, Failure, files};
use crate::process::Cpu;

/// Executions that reach a feature before libFuzzer stops to count it as rare. Its default of 255
/// suits targets with many thousand executions per second: with a few hundred, keeping the lists of
/// rare features takes a quarter to a half of the first minute.
const RARE_FEATURE: &str = "-entropic_feature_frequency_threshold=16";

const REPLAY: Duration = Duration::from_mins(5);

pub(super) struct TargetRun {
    pub(super) target: Target,
    pub(super) checked_in: u64,
    pub(super) counts: Counts,
    /// Running time without the replay.
    pub(super) elapsed: Duration,
    pub(super) crash: Option<Crash>,
    /// True if Ctrl-C ended it.
    pub(super) interrupted: bool,
}

pub(super) struct Campaign<'a> {
    pub(super) checkout: &'a Checkout,
    pub(super) programs: &'a BuiltTargets,
    pub(super) options: &'a Fuzz,
    pub(super) engine: Option<&'a OtherEngine>,
    pub(super) findings: Findings<'a>,
    pub(super) live: &'a Live,
    /// Number of the next CPU for a process with an engine of its own.
    pub(super) places: AtomicUsize,
}

impl Campaign<'_> {
    /// Replays the checked-in corpus of a target, then fuzzes it.
    pub(super) fn run(&self, target: &Target, processes: usize) -> Result<TargetRun, Failure> {
        let line = self.live.line(target, self.options.time);
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
        if let Some(engine) = self.engine.filter(|_| !self.findings.stop.load(Relaxed)) {
            engine.check(&target.name, run.counts.telemetry.engine.as_deref(), &ended)?;
        }
        if !self.record(ended, &line, &mut run) {
            return Ok(run);
        }
        let started = Instant::now();
        let ended = self.fuzz(target, processes, &seeds, (&line, started), &mut run)?;
        run.elapsed = started.elapsed();
        self.record(ended, &line, &mut run);
        Ok(run)
    }

    fn replay(
        &self,
        target: &Target,
        seeds: &[PathBuf],
        run: &mut TargetRun,
    ) -> Result<Ended, Failure> {
        let mut arguments = self.arguments(target, &self.checkout.artifacts(target))?;
        arguments.push("-runs=0".into());
        arguments.extend(seeds.iter().map(Into::into));
        let is_stopped = || self.findings.stop.load(Relaxed);
        self.start(target, &arguments, REPLAY, &is_stopped, &mut |line| {
            line.is_some_and(|line| run.counts.record(line))
        })
    }

    /// Fuzzes in several processes, which share the working corpus: libFuzzer reads the inputs that
    /// the others add. The first process that fails ends all.
    fn fuzz(
        &self,
        target: &Target,
        processes: usize,
        seeds: &[PathBuf],
        (line, started): (&CampaignBar, Instant),
        run: &mut TargetRun,
    ) -> Result<Ended, Failure> {
        let time = self.options.time;
        let working = self.checkout.working_corpus(target);
        create_folder(&working)?;
        let mut arguments = self.arguments(target, &self.checkout.artifacts(target))?;
        let seconds = time.as_secs_f64().ceil() as u64;
        arguments.push(format!("-max_total_time={seconds}").into());
        arguments.push("-print_final_stats=1".into());
        arguments.push(RARE_FEATURE.into());
        // The last one of equal options counts.
        arguments.extend(self.options.passed.iter().map(Into::into));
        arguments.push(working.into());
        arguments.extend(seeds.iter().map(Into::into));
        let replayed = run.counts.coverage_at_first;
        let counts = Mutex::new((vec![Counts::default(); processes], run));
        let has_failed = AtomicBool::new(false);
        let fuzz = |process: usize| {
            let mut arguments = arguments.clone();
            if let Some(seed) = self.options.seed {
                arguments.insert(0, format!("-seed={}", u64::from(seed) + process as u64).into());
            }
            let is_stopped = || self.findings.stop.load(Relaxed) || has_failed.load(Relaxed);
            let ended = self.start(target, &arguments, time, &is_stopped, &mut |text| {
                // All processes print it.
                if process == 0
                    && let Some(option) = text.and_then(libfuzzer::unknown_option)
                {
                    let warning = format!("warning: libFuzzer does not know {option}");
                    self.live.suspend(|| output::print_error_line(warning));
                }
                let (counts, run) = &mut *counts.lock().expect("reading does not panic");
                let is_known = text.is_some_and(|text| counts[process].record(text));
                run.counts = Counts::of_all(counts);
                // Reading the corpus to fuzz makes fewer checks, and so reaches less code.
                let first = &mut run.counts.coverage_at_first;
                *first = first.map(|first| first.max(replayed.unwrap_or_default()));
                show(line, target, &run.counts, started.elapsed());
                is_known
            });
            if !ended.as_ref().is_ok_and(Ended::is_success) {
                has_failed.store(true, Relaxed);
            }
            ended
        };
        let ended: Vec<_> = thread::scope(|scope| {
            let others: Vec<_> = (1..processes).map(|it| scope.spawn(move || fuzz(it))).collect();
            let first = fuzz(0);
            let others = others.into_iter().map(|it| it.join().expect("reading does not panic"));
            std::iter::once(first).chain(others).collect()
        });
        // One that failed by itself, rather than one that was stopped for it.
        let ended = ended.into_iter().collect::<Result<Vec<_>, _>>()?;
        let rank = |ended: &Ended| (ended.is_success(), ended.status.is_none());
        Ok(ended.into_iter().min_by_key(rank).expect("there is a process"))
    }

    /// The arguments of every run. `artifacts` is the path by which the target finds the folder of
    /// inputs that fail.
    pub(super) fn arguments(
        &self,
        target: &Target,
        artifacts: &Path,
    ) -> Result<Vec<OsString>, Failure> {
        create_folder(&self.checkout.artifacts(target))?;
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
        is_stopped: &dyn Fn() -> bool,
        listen: &mut dyn FnMut(Option<&str>) -> bool,
    ) -> Result<Ended, Failure> {
        let mut command = self.programs.command(target);
        let mut run = || libfuzzer::run(&mut command, arguments, time, is_stopped, listen);
        // The target, and its engine with it, stay on the CPU of this thread, which only waits.
        let ended = if self.engine.is_some_and(|engine| engine.is_program) {
            Cpu::choose(self.places.fetch_add(1, Relaxed)).run(run)
        } else {
            run()
        };
        ended.map_err(Failure::file("run", &self.programs.of(target)))
    }

    /// Records the end of a process. Returns true if it succeeded; analyses its crash otherwise.
    fn record(&self, ended: Ended, line: &CampaignBar, run: &mut TargetRun) -> bool {
        // Ctrl-C reaches the targets, too, and ends them with various exit codes. A finding from
        // before is still analysed.
        if self.findings.stop.load(Relaxed) && run.counts.artifact.is_none() {
            run.interrupted = true;
            return false;
        }
        if ended.is_success() {
            return true;
        }
        run.crash = Some(self.crash(&run.target, &run.counts, ended, line));
        false
    }

    /// Replays, shrinks and saves the input on which a process failed.
    pub(super) fn crash(
        &self,
        target: &Target,
        counts: &Counts,
        ended: Ended,
        line: &CampaignBar,
    ) -> Crash {
        line.set_message("replaying and shrinking the finding");
        let artifact = counts.artifact.as_deref().map(|path| files::from_here(Path::new(path)));
        let checked_in = self.checkout.files_checked_in(target);
        let announce = |line| self.live.suspend(|| output::print_error_line(line));
        let failed = Failed {
            target,
            engine: counts.telemetry.engine.as_deref(),
            program: self.programs.command(target),
            artifact,
            failure: counts.telemetry.failure.clone(),
            ended,
        };
        failed.analyse(&checked_in, &self.findings, &announce)
    }
}

/// Number of processes of a target: one, but more for the last ones if there are fewer left than
/// may run at the same time.
pub(super) fn processes(number: usize, targets: usize, jobs: usize) -> usize {
    let last = targets % jobs;
    let Some(place) = (number + last).checked_sub(targets) else { return 1 };
    jobs / last + usize::from(place < jobs % last)
}

/// The lines of all running targets. Nothing is drawn if standard error is no terminal.
pub(super) struct Live {
    lines: MultiProgress,
    quiet: bool,
    width: usize,
}

impl Live {
    pub(super) fn new(targets: &[Target], quiet: bool) -> Self {
        let width = targets.iter().map(|target| target.name.len()).max().unwrap_or(0);
        Self { lines: progress::lines(quiet), quiet, width }
    }

    pub(super) fn line(&self, target: &Target, time: Duration) -> CampaignBar {
        let name = format!("{:width$}", target.name, width = self.width);
        CampaignBar::new(name, CampaignBudget::Time(time), 0, self.quiet).among(&self.lines)
    }

    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.lines.suspend(print)
    }
}

fn show(line: &CampaignBar, target: &Target, counts: &Counts, elapsed: Duration) {
    let reached = counts.clauses_reached();
    let clauses = match reached {
        0 => String::new(),
        _ => format!(", {reached}/{} clauses", target.subject.clauses().len()),
    };
    line.show(counts.executions, elapsed, |rate| {
        format!(
            "{} executions, {rate}/s, coverage {}, corpus {}{clauses}",
            HumanCount(counts.executions),
            HumanCount(counts.coverage),
            HumanCount(counts.corpus),
        )
    });
}

pub(super) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::file("create", folder))
}

#[cfg(test)]
mod tests {
    use super::processes;

    #[test]
    fn the_last_targets_get_all_processes() {
        let of = |targets: usize, jobs| -> Vec<usize> {
            (0..targets).map(|number| processes(number, targets, jobs)).collect()
        };
        assert_eq!(of(7, 2), [1, 1, 1, 1, 1, 1, 2]);
        assert_eq!(of(4, 2), [1, 1, 1, 1]);
        assert_eq!(of(1, 8), [8]);
        assert_eq!(of(3, 8), [3, 3, 2]);
        assert_eq!(of(11, 8), [1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 2]);
    }
}
