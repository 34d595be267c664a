//! `twinboard corpus stats`: the planted faults that each file of the corpus detects.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde::Serialize;
use twinboard_faults::NONE;

use super::selftest::programs::{Fault, PlantedProgram, Programs};
use crate::cases::corpus;
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::{counted, head, shown, table};
use crate::output::{self, Failure, failure};
use crate::process::parallel;
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Corpus {
    #[command(subcommand)]
    pub(crate) command: CorpusCommand,
}

#[derive(Subcommand)]
pub(crate) enum CorpusCommand {
    /// Report which planted faults each corpus file detects, and which no other file detects.
    ///
    /// Builds a second program from the sources in the current folder, with the faults compiled in,
    /// and plays each file of the checked-in corpus with each fault, on every built-in engine of
    /// the rule set. Each fault gets a line on standard error as it is done. Ctrl-C ends the command
    /// and prints the faults that are done.
    Stats(CorpusStats),
}

#[derive(Args)]
pub(crate) struct CorpusStats {
    /// Rule sets [default: all].
    #[arg(value_name = "RULESET")]
    pub(crate) rule_sets: Vec<String>,
    #[command(flatten)]
    pub(crate) planted: PlantedProgram,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// Step limit of the played files. It is low, since a fault may make many files hang.
const STEP_LIMIT: &str = "500ms";
/// The step limit without a fault: nothing hangs then, and a busy machine must not look like one.
const PATIENT_LIMIT: &str = "30s";

/// The template of the progress bar.
const BAR: &str = "{prefix} {bar:24} {pos} of {len} faults";

/// Time after which Ctrl-C has reached this process if it has ended a child process.
const INTERRUPT_DELAY: Duration = Duration::from_millis(10);

/// A file and the faults that it detects.
#[derive(Serialize)]
struct FileOf {
    file: String,
    notices: BTreeSet<String>,
    /// Faults that no other file detects.
    alone: BTreeSet<String>,
}

/// The results for the corpus of a rule set.
#[derive(Serialize)]
struct Stats {
    rule_set: String,
    /// Engines that play the files: a file detects a fault on any of them.
    engines: Vec<String>,
    files: Vec<FileOf>,
    /// Number of faults.
    faults: usize,
    /// Faults that no file detects.
    unnoticed: Vec<String>,
    /// A small set of files that detect all detected faults.
    enough: Vec<String>,
}

/// The results as JSON.
#[derive(Serialize)]
struct AllStats<'a> {
    rule_sets: &'a [Stats],
}

pub(crate) fn run(options: &Corpus, session: &Session) -> Result<Conclusion, Failure> {
    match &options.command {
        CorpusCommand::Stats(options) => stats(options, session),
    }
}

fn stats(options: &CorpusStats, session: &Session) -> Result<Conclusion, Failure> {
    let programs = Programs::build(session, options.planted.program.as_deref(), &[])?;
    let faults = programs.faults()?;
    let named: Vec<&str> = options.rule_sets.iter().map(String::as_str).collect();
    let mut rule_sets: Vec<&str> = faults.iter().map(|fault| &*fault.rule_set).collect();
    rule_sets.dedup();
    rule_sets.retain(|rule_set| named.is_empty() || named.contains(rule_set));
    let stop = session.catch_signals();
    let (mut all, mut result) = (Vec::new(), Ok(()));
    for rule_set in rule_sets {
        let faults: Vec<&Fault> = faults.iter().filter(|one| one.rule_set == rule_set).collect();
        match stats_of(
            (rule_set, engines_of(session, rule_set)),
            &faults,
            &programs,
            &options.results,
            &stop,
        ) {
            Ok(Some(stats)) => {
                result = failure::both(result, options.results.show(&stats.render(), false));
                all.push(stats);
            }
            Ok(None) => break,
            // The results of earlier rule sets are still written.
            Err(failure) => {
                result = failure::both(Err(failure), result);
                break;
            }
        }
    }
    if stop.load(Relaxed) {
        let text = "interrupted: the results cover only the faults tried so far\n";
        result = failure::both(result, options.results.show(text, false));
    }
    let tried: usize = all.iter().map(|stats| stats.faults).sum();
    let tally = Tally::new("fault", "tried").with(tried as u64).interrupted_if(stop.load(Relaxed));
    conclude(
        &[tally],
        false,
        failure::both(
            result,
            options.results.write(("corpus stats", &AllStats { rule_sets: &all })),
        ),
    )
}

/// The built-in engines of a rule set, as `verify` plays them.
fn engines_of(session: &Session, rule_set: &str) -> Vec<String> {
    let Some(registration) = session.registration(rule_set) else {
        return vec![rule_set.to_owned()];
    };
    let registered = registration.subject().has_engine().then_some(registration.name());
    registered.into_iter().chain(registration.other_engines()).map(str::to_owned).collect()
}

/// The statistics of a rule set; `None` if Ctrl-C came before any fault was tried.
fn stats_of(
    (rule_set, engines): (&str, Vec<String>),
    faults: &[&Fault],
    programs: &Programs,
    results: &Results,
    stop: &AtomicBool,
) -> Result<Option<Stats>, Failure> {
    let root = &programs.checkout.root;
    let files = corpus::files_below(&root.join("corpus").join(rule_set))?.0;
    let here = |file: PathBuf| file.strip_prefix(root).map(Path::to_owned).unwrap_or(file);
    let files: Vec<PathBuf> = files.into_iter().map(here).collect();
    if files.is_empty() {
        return Err(Failure::Usage(format!("the corpus of {rule_set} has no file")));
    }
    // One engine at a time: `diff` of several asks the others for a verdict on each failing case,
    // which takes long if a fault makes it hang.
    let noticed_by = |fault: &str| {
        let mut noticed = BTreeSet::new();
        for engine in &engines {
            match noticed_by((&programs.command, engine), root, fault, &files, stop)? {
                Some(files) => noticed.extend(files),
                None => return Ok(None),
            }
        }
        Ok::<_, Failure>(Some(noticed.into_iter().collect::<Vec<_>>()))
    };
    if let Some(&file) = noticed_by(NONE)?.unwrap_or_default().first() {
        return Err(Failure::Usage(format!(
            "{} fails without any fault, so its results would mean nothing",
            shown(&files[file])
        )));
    }
    let bar = results.bar(rule_set.to_owned(), faults.len() as u64, BAR);
    let noticed = |fault: &Fault| {
        let noticed = noticed_by(&fault.name).transpose()?;
        bar.inc(1);
        if let Ok(found) = &noticed {
            let (name, count) = (&fault.name, found.len());
            let all = counted(files.len() as u64, "file");
            let line = format!("{name}: detected by {count} of {all}");
            if !results.quiet {
                bar.suspend(|| output::print_error_line(line));
            }
        }
        Some(noticed.map(|files| (fault.name.clone(), files)))
    };
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let noticed = parallel::each(faults, jobs, || stop.load(Relaxed), |_, fault| noticed(fault));
    bar.finish_and_clear();
    let noticed: Vec<_> =
        noticed.into_iter().flatten().flatten().collect::<Result<_, Failure>>()?;
    Ok((!noticed.is_empty()).then(|| Stats::new(rule_set, engines, &files, &noticed)))
}

/// Indices of the files that detect a fault of an engine; `None` after Ctrl-C.
fn noticed_by(
    (program, engine): (&Path, &str),
    root: &Path,
    fault: &str,
    files: &[PathBuf],
    stop: &AtomicBool,
) -> Result<Option<Vec<usize>>, Failure> {
    let failure = Failure::file("start", program);
    let played = Command::new(program)
        .args(["diff", "--step-limit", if fault == NONE { PATIENT_LIMIT } else { STEP_LIMIT }])
        .args(["--engine", engine])
        .args(files)
        .env(twinboard_faults::VARIABLE, fault)
        .env("NO_COLOR", "1")
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .map_err(failure)?;
    // Ctrl-C reaches the child process, too, and perhaps before this one.
    let is_whole = matches!(played.status.code(), Some(0 | 1));
    if !is_whole {
        thread::sleep(INTERRUPT_DELAY);
    }
    if stop.load(Relaxed) {
        return Ok(None);
    }
    let output = String::from_utf8_lossy(&played.stdout);
    if !is_whole {
        return Err(Failure::Usage(format!(
            "with {fault} the corpus was not played to its end ({}); output:\n{output}{}",
            played.status,
            String::from_utf8_lossy(&played.stderr)
        )));
    }
    let found = output.lines().filter_map(|line| line.strip_prefix("in "));
    // The name of a file with several cases is followed by the number of the case.
    let names: BTreeSet<&str> =
        found.map(|name| name.split_once(", case ").map_or(name, |(file, _)| file)).collect();
    let is_named = |(index, file): (usize, &PathBuf)| {
        names.contains(&*file.to_string_lossy()).then_some(index)
    };
    Ok(Some(files.iter().enumerate().filter_map(is_named).collect()))
}

impl Stats {
    /// Statistics from the faults, each with the indices of the files that detect it.
    fn new(
        rule_set: &str,
        engines: Vec<String>,
        files: &[PathBuf],
        faults: &[(String, Vec<usize>)],
    ) -> Self {
        let notices = |file: usize| {
            let noticed = faults.iter().filter(move |(_, files)| files.contains(&file));
            noticed.map(|(name, _)| name.clone()).collect()
        };
        let alone = |file: usize| {
            let alone = faults.iter().filter(move |(_, files)| *files == [file]);
            alone.map(|(name, _)| name.clone()).collect()
        };
        let unnoticed = faults.iter().filter(|(_, files)| files.is_empty());
        let unnoticed = unnoticed.map(|(name, _)| name.clone()).collect();
        let files: Vec<FileOf> = files
            .iter()
            .enumerate()
            .map(|(index, file)| FileOf {
                file: file.display().to_string(),
                notices: notices(index),
                alone: alone(index),
            })
            .collect();
        let enough = enough(&files);
        let (rule_set, faults) = (rule_set.into(), faults.len());
        Self { rule_set, engines, files, faults, unnoticed, enough }
    }

    fn render(&self) -> String {
        let Self { rule_set, engines, files, faults, unnoticed, enough } = self;
        let mut rows = vec![head(["file", "faults", "detected only here"])];
        rows.extend(files.iter().map(|file| {
            let alone = file.alone.iter().cloned().collect::<Vec<_>>().join(", ");
            vec![file.file.clone(), file.notices.len().to_string(), alone]
        }));
        let mut out = table(&rows, |column| column != 1);
        let none = files.iter().filter(|file| file.notices.is_empty()).count();
        let _ = writeln!(
            out,
            "\n{rule_set}: {} of {} detected by {}, on {} ({}); {} without a detected fault, \
             redundant as far as these faults show",
            faults - unnoticed.len(),
            counted(*faults as u64, "fault"),
            counted(files.len() as u64, "file"),
            counted(engines.len() as u64, "engine"),
            engines.join(", "),
            counted(none as u64, "file"),
        );
        if !unnoticed.is_empty() {
            let _ = writeln!(out, "not detected by any file: {}", unnoticed.join(", "));
        }
        let count = counted(enough.len() as u64, "file");
        let _ =
            writeln!(out, "{count} sufficient for all detected faults: {}\n", enough.join(", "));
        out
    }
}

/// A small set of files that detect all detected faults, chosen greedily: always the file that adds
/// most, or the first of equals.
fn enough(files: &[FileOf]) -> Vec<String> {
    let mut left: BTreeSet<&String> = files.iter().flat_map(|file| &file.notices).collect();
    let mut enough = Vec::new();
    while !left.is_empty() {
        let adds = |file: &&FileOf| file.notices.iter().filter(|name| left.contains(name)).count();
        let best = files.iter().rev().max_by_key(adds).expect("a file detects each of these");
        left.retain(|name| !best.notices.contains(*name));
        enough.push(best.file.clone());
    }
    enough
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Stats;

    #[test]
    fn stats_list_faults_detected_by_one_file_only_and_a_sufficient_set() {
        let files = ["a", "b", "c", "d"].map(PathBuf::from);
        let fault = |name: &str, files: &[usize]| (name.to_owned(), files.to_vec());
        let faults = [
            fault("one", &[0, 1]),
            fault("two", &[1, 2]),
            fault("three", &[2]),
            fault("four", &[]),
        ];
        let stats = Stats::new("game", vec!["game".into()], &files, &faults);
        assert_eq!(stats.enough, ["b", "c"]);
        assert_eq!(
            stats.render(),
            "file  faults  detected only here\n\
             a          1\n\
             b          2\n\
             c          2  three\n\
             d          0\n\n\
             game: 3 of 4 faults detected by 4 files, on 1 engine (game); 1 file without a detected fault, \
             redundant as far as these faults show\n\
             not detected by any file: four\n\
             2 files sufficient for all detected faults: b, c\n\n"
        );
    }
}
