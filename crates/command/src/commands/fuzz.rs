//! `twinboard fuzz`: runs the fuzz targets under libFuzzer.
//!
//! The command reads the telemetry of the targets and libFuzzer's own lines. A target that fails
//! leaves an input, which the command replays, shrinks, reports and saves as any case file.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use campaign::{Campaign, Live, TargetRun, processes};
use clap::{Args, value_parser};
use tools::{BuiltTargets, OtherEngine};
use twinboard_harness::known::KNOWN_VARIABLE;

use crate::args::known::{KnownFile, KnownOption};
use crate::args::{Reporting, duration, or_cpus};
use crate::cases::finding::Findings;
use crate::commands::checkout::{Checkout, Target};
use crate::output::result::Test;
use crate::output::results::{Html, JUnit};
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::{self, Failure, failure, files};
use crate::process;
use crate::session::Session;
use crate::session::engine::EngineOptions;

mod campaign;
mod corpora;
mod crash;
mod libfuzzer;
mod table;
pub(super) mod tools;

// `--transcript` is refused, with the name of the command that has it.
#[derive(Args)]
#[command(mut_arg("transcript", |arg| arg.hide(true)))]
pub(crate) struct Fuzz {
    /// Fuzz targets [default: all].
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Time for each target, such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub(crate) time: Duration,
    /// Number of processes that run at the same time [default: number of CPUs].
    ///
    /// Each target has one process; the last targets have several, which share a corpus, if there
    /// are fewer of them than processes.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Add new cases that reach more code than the corpus to corpus/…/found.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Seed of libFuzzer [default: random].
    #[arg(long, value_name = "SEED", value_parser = value_parser!(u32).range(1..))]
    pub(crate) seed: Option<u32>,
    /// Cargo features to build the targets with.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) features: Option<String>,
    /// Folder of targets that are built already; none are built then.
    #[arg(long, value_name = "DIR", conflicts_with = "features")]
    pub(crate) programs: Option<PathBuf>,
    /// Folder for libFuzzer's working corpus and artifacts [default: fuzz in the clone].
    #[arg(long, value_name = "DIR")]
    pub(crate) working: Option<PathBuf>,
    /// Print the names of the targets and exit.
    #[arg(long, conflicts_with_all = ["keep", "json", "junit", "html"])]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) known: KnownOption,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) junit: JUnit,
    /// Options of libFuzzer for fuzzing, such as -dict=FILE.
    #[arg(last = true, value_name = "OPTION", conflicts_with = "list")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) passed: Vec<String>,
}

/// Feature of the targets for engines in other processes.
const PROGRAMS: &str = "programs";

impl Fuzz {
    pub(crate) fn jobs(&self) -> usize {
        or_cpus(self.jobs)
    }
}

/// Time per target from which on a clause that was never reached is a failure.
const LONG: Duration = Duration::from_secs(45);

pub(crate) fn run(options: &Fuzz, session: &Session) -> Result<Conclusion, Failure> {
    let known = options.known.known.as_deref().map(KnownFile::read).transpose()?;
    let mut session = session.clone();
    if let Some(known) = &known {
        session.know(known);
    }
    let session = &session;
    let engine = OtherEngine::of(session, &options.engine)?;
    let checkout = Checkout::find(session)?.with_targets()?;
    let of_engine = engine.as_ref().map(|engine| engine.working(&checkout.root));
    let working = options.working.as_deref().or(of_engine.as_deref());
    let checkout = checkout.working_in(working);
    let mut targets = checkout.targets(session, &options.targets)?;
    if session.engine_command().is_some() {
        targets.retain(|it| it.is_for_rules() || options.targets.contains(&it.name));
    }
    if options.list {
        let names: String = targets.iter().map(|target| format!("{}\n", target.name)).collect();
        output::print(names)?;
        let listed = Tally::new("target", "listed").with(targets.len() as u64);
        return conclude(&[listed], false, Ok(()));
    }
    libfuzzer::check_options(&options.passed)?;
    targets.iter().try_for_each(|it| session.demand_engine(&it.subject))?;
    checkout.check_writable()?;
    // Only a target that starts programs needs the sandbox, for which its package has a feature.
    let starts_programs = engine.as_ref().is_some_and(|engine| engine.is_program);
    let of_engine = (starts_programs && checkout.has_feature(PROGRAMS)).then_some(PROGRAMS);
    let features: Vec<&str> = options.features.as_deref().into_iter().chain(of_engine).collect();
    let mut programs = match &options.programs {
        Some(folder) => BuiltTargets::in_folder(folder),
        None => tools::build(&checkout, &targets, &features.join(" "))?,
    };
    programs.variables.extend(known.map(|known| (KNOWN_VARIABLE, known.to_json())));
    programs.variables.extend(engine.iter().map(|engine| engine.variable.clone()));
    let stop = session.catch_signals();
    let campaign = Campaign {
        checkout: &checkout,
        programs: &programs,
        options,
        engine: engine.as_ref(),
        findings: Findings::new(session, &options.reporting, &stop),
        live: &Live::new(&targets, options.reporting.results.quiet),
        // Commands that run beside this one begin with other CPUs.
        places: AtomicUsize::new(std::process::id() as usize),
    };
    run_all(&campaign, &targets)
}

/// Runs all targets. A crash is reported at once, since other targets may run for a long time.
fn run_all(campaign: &Campaign<'_>, targets: &[Target]) -> Result<Conclusion, Failure> {
    let (options, Findings { session, stop, .. }) = (campaign.options, &campaign.findings);
    let (results, jobs) = (&options.reporting.results, options.jobs());
    let run = |number: usize, target: &Target| {
        let run = campaign.run(target, processes(number, targets.len(), jobs))?;
        let report = run.crash.as_ref().map(|crash| format!("{}\n", crash.finding.report));
        let shown =
            report.map_or(Ok(()), |report| campaign.live.suspend(|| results.show(&report, true)));
        if shown.is_err() {
            // The output is closed, so further results would be lost.
            stop.store(true, Relaxed);
        }
        Ok((run, shown))
    };
    let (mut runs, mut failed, mut shown) = (Vec::new(), Ok(()), Ok(()));
    // After Ctrl-C some are missing.
    for outcome in process::each(targets, jobs, || stop.load(Relaxed), run).into_iter().flatten() {
        match outcome {
            Ok((run, printed)) => {
                runs.push(run);
                shown = failure::both(shown, printed);
            }
            Err(failure) => failed = failure::both(failed, Err(failure)),
        }
    }
    let tests = targets.iter().map(|target| {
        let Some(run) = runs.iter().find(|run: &&TargetRun| run.target.name == target.name) else {
            return Test::not_run(target.subject.name(), target.name.clone());
        };
        let test = run.test(options.time >= LONG && !run.interrupted);
        // The film plays on the engine.
        let crash = run.crash.iter().filter(|_| session.outputs().html.is_some());
        let films = crash.filter_map(|crash| crash.film(options.reporting.limits.step_limit));
        Test { films: films.collect(), ..test }
    });
    let tests: Vec<Test> = tests.collect();
    let shown = shown.and_then(|()| show_runs(campaign, &runs, &tests));
    session.publish(tests, failure::both(failed, shown))
}

fn show_runs(campaign: &Campaign<'_>, runs: &[TargetRun], tests: &[Test]) -> Result<(), Failure> {
    let options = campaign.options;
    if runs.is_empty() {
        return Ok(());
    }
    let mut text = table::render(runs);
    for test in tests {
        let title = &test.title;
        for note in &test.notes {
            let _ = match note.split_once(": ") {
                Some((word @ ("failed" | "warning"), rest)) => {
                    writeln!(text, "{word}: {title}: {rest}")
                }
                _ => writeln!(text, "{title}: {note}"),
            };
        }
    }
    options.reporting.results.show(&text, false)?;
    let mut complete = runs.iter().filter(|run| run.crash.is_none());
    complete.try_for_each(|run| show_new_cases(campaign, &run.target))
}

/// Counts the new cases that are worth checking in, and adds them to the corpus with `--keep`.
fn show_new_cases(campaign: &Campaign<'_>, target: &Target) -> Result<(), Failure> {
    let Campaign { checkout, programs, findings, options, .. } = campaign;
    if findings.stop.load(Relaxed) {
        return Ok(());
    }
    let new = corpora::new_cases(checkout, programs, target, findings.stop)?;
    if new.is_empty() {
        return Ok(());
    }
    let (count, name) = (new.len(), &target.name);
    let cases = if count == 1 { "case reaches" } else { "cases reach" };
    let mut text = format!("{name}: {count} new {cases} code that the corpus does not");
    if options.keep {
        text += ", added to the corpus:\n";
        for path in corpora::keep(checkout, target, &new)? {
            let _ = writeln!(text, "  {}", files::from_here(&path).display());
        }
    } else {
        text += "; --keep adds such cases to the corpus\n";
    }
    options.reporting.results.show(&text, false)
}
