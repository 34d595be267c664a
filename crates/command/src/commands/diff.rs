//! `twinboard diff`: replays case files in lockstep.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_harness::triage::Replayed;
use twinboard_harness::{AnyCase, Divergence, Side, report};
use twinboard_vocabulary::InputError;

use crate::args::StepLimit;
use crate::args::drawing::Html;
use crate::cases::case_file::{CaseFile, RuleSetOption, no_case, outside_of, unsupported};
use crate::cases::verdict::{self, Peer};
use crate::cases::{corpus, replay};
use crate::film::{Film, Page, Part};
use crate::output::ci::{JUnit, UNKNOWN};
use crate::output::own::Force;
use crate::output::result::{CommandResult, Status, Test, TestFinding};
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::{counted, if_any, shown};
use crate::output::{self, Failure, failure};
use crate::pages::FILMS_MAX;
use crate::recording;
use crate::session::Session;
use crate::session::engine::{ComparisonOptions, EngineOptions};

#[derive(Args)]
pub(crate) struct Diff {
    /// Case files, or folders of them; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
    /// Print findings, warnings and errors only; the exit code has the verdict.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) junit: JUnit,
}

/// Files without a case that a message names.
const NAMED_MAX: usize = 3;

/// Counts over all files so far.
#[derive(Default)]
struct Replays {
    cases: u64,
    /// The cases that each engine was asked to replay; those whose set-up a side does not support
    /// are left out.
    compared: Vec<(String, Tally)>,
    /// The reason if there was no case.
    why_none: String,
    divergences: u64,
    /// Known differences.
    known: u64,
    unreadable: u64,
    /// The error of the last one, which ends the command; those before it are reported.
    last_unreadable: Option<Failure>,
    /// Films of the cases that diverge and of those that agree, if a page is wanted.
    films: [Vec<Film>; 2],
    /// Tests for a CI service: a file on each engine.
    tests: Vec<Test>,
}

pub(crate) fn run(options: &Diff, session: &Session) -> Result<Conclusion, Failure> {
    let mut tally = Replays::default();
    let printed = replay(options, session, &mut tally);
    let written = failure::both(printed, draw(options, session, &mut tally));
    let tests = std::mem::take(&mut tally.tests);
    let result = CommandResult { command: "diff", tests }.with_late_breaches(session);
    let published = options.junit.publish(session, &result);
    let written = failure::both(written, published);
    let all_read = tally.last_unreadable.take().map_or(Ok(()), Err);
    conclude(&tally.tallies(), tally.divergences > 0, failure::both(written, all_read))
}

impl Replays {
    /// The result in a few words.
    fn verdict(&self) -> String {
        match self.divergences {
            0 if self.tallies().iter().all(Tally::is_nothing) => no_cases().verdict(""),
            0 => "no divergence".to_owned(),
            count => counted(count, "divergence"),
        }
    }

    /// The tally of each engine; that of no case if none was asked to replay one.
    fn tallies(&self) -> Vec<Tally> {
        let is_single = self.compared.len() == 1;
        let named = self.compared.iter().cloned();
        let named = named.map(|(name, tally)| if is_single { tally } else { tally.named(name) });
        let all: Vec<Tally> = named.collect();
        if all.is_empty() { vec![no_cases().hint(&self.why_none)] } else { all }
    }

    /// The tally of an engine.
    fn tally(&mut self, engine: &str) -> &mut Tally {
        let known = self.compared.iter().position(|(name, _)| name == engine);
        let index = known.unwrap_or_else(|| {
            self.compared.push((engine.to_owned(), no_cases()));
            self.compared.len() - 1
        });
        &mut self.compared[index].1
    }
}

fn no_cases() -> Tally {
    Tally::new("case", "compared")
}

/// Writes the page, which has the cases that diverge, or else those that agree.
fn draw(options: &Diff, session: &Session, tally: &mut Replays) -> Result<(), Failure> {
    let [diverging, agreeing] = std::mem::take(&mut tally.films);
    let cases = counted(tally.cases, "case");
    let count = tally.verdict();
    let films = if diverging.is_empty() { agreeing } else { diverging };
    let all = if tally.divergences == 0 { tally.cases } else { tally.divergences };
    let text = match all.saturating_sub(films.len() as u64) {
        0 => String::new(),
        left_out => format!("{left_out} more left out: the page has the first {FILMS_MAX}"),
    };
    let part = Part { text, films, ..Part::default() };
    let engines: Vec<&str> = tally.compared.iter().map(|(name, _)| &**name).collect();
    let engines = if engines.is_empty() { String::new() } else { engines.join(", ") + ": " };
    let title = format!("{engines}{cases}, {count}");
    let page = || Page { title, parts: vec![part], ..Page::default() };
    options.page.write(session, page)
}

/// Adds the film of a case, unless no page is wanted or there are enough.
fn film(
    file: &CaseFile,
    (place, case): (&str, &AnyCase),
    divergence: Option<&Divergence>,
    options: &Diff,
    session: &Session,
    tally: &mut Replays,
) {
    let films = &mut tally.films[usize::from(divergence.is_none())];
    if !options.page.is_wanted() || films.len() == FILMS_MAX {
        return;
    }
    let limit = options.limits.step_limit;
    let name = match divergence {
        Some(divergence) => format!("{place}: {divergence}"),
        None => place.to_owned(),
    };
    let drawn = recording::of_both(&file.subject, &name, Some(case), divergence, limit);
    films.push(Film { commands: file.commands(session), ..drawn });
}

/// Replays every file. A file that cannot be read is reported and counted, and the others are
/// replayed nevertheless.
fn replay(options: &Diff, session: &Session, tally: &mut Replays) -> Result<(), Failure> {
    let paths = corpus::files_of(&options.files)?;
    if paths.is_empty() {
        let folders: Vec<_> = options.files.iter().map(shown).collect();
        return Err(Failure::Usage(format!("no files in {}", folders.join(", "))));
    }
    let (mut of_others, mut blank, mut beside) = (0, Vec::new(), Vec::new());
    let subjects = session.subjects();
    // Below a folder of the arguments, folders decide as they do in `verify --corpus`.
    let is_below_another = |path: &PathBuf| {
        let mut below = options.files.iter().filter_map(|folder| path.strip_prefix(folder).ok());
        below.any(|path| session.is_below_another(&subjects, path))
    };
    let is_named = options.rules.is_given();
    for path in &paths {
        if session.is_of_another(&subjects, path) || !is_named && is_below_another(path) {
            of_others += 1;
            let reason = "not compared: it is named after another rule set";
            tally.tests.push(unread(path, Status::NotBegun, reason.to_owned()));
            continue;
        }
        let read = CaseFile::of(path, &options.rules, session);
        if is_no_case_file(&read) && corpus::is_beside_cases(path) && !options.files.contains(path)
        {
            tally.tests.push(unread(path, Status::NotBegun, "not compared: no case".to_owned()));
            beside.push(shown(path));
            continue;
        }
        match read {
            Ok(file) => {
                if file.cases.is_empty() {
                    output::print_error_line(format!("warning: {}", no_case(&file.name)));
                    blank.push(no_case(&file.name));
                }
                replay_file(&file, options, session, tally)?;
            }
            Err(failure) => {
                tally.tests.push(unread(path, Status::Error, failure.message()));
                if let Some(before) = tally.last_unreadable.replace(failure) {
                    before.report();
                }
                tally.unreadable += 1;
            }
        }
    }
    let files_without = if tally.cases > 0 { blank.len() as u64 } else { 0 };
    let without_case = if_any(files_without, "file", |files| format!("; {files} without a case"));
    let skipped = Some(corpus::skipped(of_others)).filter(|_| of_others > 0);
    let skipped: Vec<String> = skipped.into_iter().chain(no_cases_in(&beside)).collect();
    let why: Vec<String> = blank.into_iter().take(NAMED_MAX).chain(skipped.clone()).collect();
    tally.why_none = why.join("; ");
    let cases = counted(tally.cases, "case");
    let files =
        counted(paths.len() as u64 - tally.unreadable - of_others - beside.len() as u64, "file");
    let known = if_any(tally.known, "known difference", |known| format!(", {known}"));
    let failed = if_any(tally.unreadable, "file", |files| format!("; {files} could not be read"));
    let skipped: String = skipped.iter().map(|skipped| format!("; {skipped}")).collect();
    let rest: String = tally.tallies().iter().map(Tally::rest).collect();
    let verdict = tally.verdict();
    if options.quiet {
        tally.tallies().iter().for_each(Tally::warn_of_rest);
        return Ok(());
    }
    output::print(format!(
        "{cases} in {files}: {verdict}{known}{rest}{without_case}{failed}{skipped}\n"
    ))
}

/// True if a file that was read has no case, or none that a rule set can read.
fn is_no_case_file(read: &Result<CaseFile, Failure>) -> bool {
    match read {
        Ok(file) => file.cases.is_empty(),
        Err(Failure::Input { error: InputError::Text(_), .. } | Failure::Usage(_)) => true,
        Err(_) => false,
    }
}

/// The message about files that lie beside cases, if there are any.
fn no_cases_in(files: &[String]) -> Option<String> {
    let mut names = files.iter().take(NAMED_MAX).cloned().collect::<Vec<_>>().join(", ");
    if files.len() > NAMED_MAX {
        names += ", …";
    }
    match files.len() as u64 {
        0 => None,
        1 => Some(format!("skipped 1 file that is no case: {names}")),
        count => Some(format!("skipped {} that are no cases: {names}", counted(count, "file"))),
    }
}

/// The test of a file that is not replayed.
fn unread(path: &Path, status: Status, result: String) -> Test {
    let (rule_set, name) = (UNKNOWN.to_owned(), shown(path));
    Test::without_run(rule_set, name, status, result)
}

/// The results of a file on an engine, for its test.
struct Replayings {
    tally: Tally,
    known: u64,
    findings: Vec<TestFinding>,
    elapsed: Duration,
}

impl Replayings {
    fn new() -> Self {
        let (known, findings, elapsed) = (0, Vec::new(), Duration::ZERO);
        Self { tally: no_cases(), known, findings, elapsed }
    }

    fn into_test(self, file: &CaseFile, engine: &Engine<'_>) -> Test {
        let Self { tally, known, findings, elapsed } = self;
        let name = match engine.session.engine_command() {
            Some(engine) => format!("{}, {engine}", report::visible(&file.name)),
            None => report::visible(&file.name),
        };
        let mut test = Test::new(file.subject.name(), name, tally, "no divergence")
            .with_findings(findings, "divergence");
        if file.cases.is_empty() {
            test.status = Status::Undecided;
        }
        test.verdict += &if_any(known, "known difference", |known| format!(", {known}"));
        test.work = counted(file.cases.len() as u64, "case");
        Test { elapsed: Some(elapsed), ..test }
    }
}

fn replay_file(
    file: &CaseFile,
    options: &Diff,
    session: &Session,
    tally: &mut Replays,
) -> Result<(), Failure> {
    let engines = engines(file, session)?;
    let mut results: Vec<Replayings> = engines.iter().map(|_| Replayings::new()).collect();
    let replayed = replay_cases(file, &engines, options, session, tally, &mut results);
    let tests = engines.iter().zip(results).map(|(engine, it)| it.into_test(file, engine));
    tally.tests.extend(tests);
    replayed
}

fn replay_cases(
    file: &CaseFile,
    engines: &[Engine<'_>],
    options: &Diff,
    session: &Session,
    tally: &mut Replays,
    results: &mut [Replayings],
) -> Result<(), Failure> {
    for (index, case) in file.cases.iter().enumerate() {
        tally.cases += 1;
        let place = file.name_of(index);
        let mut first = None;
        for (engine, result) in engines.iter().zip(&mut *results) {
            let started = Instant::now();
            let replayed =
                replay_case(file, (&place, case), engine, engines.len(), options, tally, result)?;
            result.elapsed += started.elapsed();
            let diverged = match replayed {
                Compared::Compared(diverged) => diverged,
                Compared::Skipped(reason) => {
                    result.tally.leave_out(1, &*reason);
                    tally.tally(&engine.peer.name).leave_out(1, reason);
                    continue;
                }
            };
            tally.tally(&engine.peer.name).add(1);
            result.tally.add(1);
            first = first.or_else(|| Some((&engine.peer.name, diverged?)));
        }
        let Some((name, diverged)) = first.filter(|_| engines.len() > 1) else { continue };
        let (divergence, found) = *diverged;
        let peers: Vec<Peer> = engines.iter().map(|engine| engine.peer.clone()).collect();
        let oracle = session.oracle_command().unwrap_or("the oracle");
        let limit = options.limits.step_limit;
        let verdict = verdict::on_case((name, &divergence), oracle, &peers, &found, limit);
        output::print(verdict.map_or_else(String::new, |verdict| format!("{verdict}\n\n")))?;
    }
    Ok(())
}

/// An engine that replays cases.
struct Engine<'a> {
    session: &'a Session,
    peer: Peer,
}

/// The engines of the command line that play the rule set of a file, or the registered one.
fn engines<'a>(file: &CaseFile, session: &'a Session) -> Result<Vec<Engine<'a>>, Failure> {
    let engine = |session: &'a Session| {
        let name = session.engine_command().unwrap_or(file.subject.name()).to_owned();
        if session.oracle_command() == Some(name.as_str()) {
            return Err(Failure::Usage(format!("--oracle {name}: it is the engine itself")));
        }
        let subject = session.subject(file.subject.name())?;
        session.demand_engine(&subject)?;
        Ok(Engine { session, peer: Peer { name, subject } })
    };
    session.all().filter(|it| it.registration(file.subject.name()).is_some()).map(engine).collect()
}

/// The result of a case on an engine.
enum Compared {
    /// A side does not support the set-up; the reason in messages.
    Skipped(String),
    /// The divergence, if there is one, with the case as it was played.
    Compared(Option<Box<(Divergence, AnyCase)>>),
}

/// Replays a case on an engine and reports its divergence. A known difference is reported in a line,
/// and returned too.
fn replay_case(
    file: &CaseFile,
    (place, case): (&str, &AnyCase),
    engine: &Engine<'_>,
    engines: usize,
    options: &Diff,
    tally: &mut Replays,
    result: &mut Replayings,
) -> Result<Compared, Failure> {
    let Engine { session, peer: Peer { name, subject } } = engine;
    let replayed = replay::replay(subject, (place, case), session, options.limits.step_limit);
    let (divergence, found) = match replayed {
        Replayed::Diverged(divergence, found) => (divergence, found),
        Replayed::Known(index, divergence) => {
            tally.known += 1;
            result.known += 1;
            film(file, (place, case), None, options, session, tally);
            let reason = subject.known()[index].reason();
            let step = divergence.step;
            if !options.quiet {
                output::print(format!("known: `{reason}`, at step {step} of {place}\n"))?;
            }
            return Ok(Compared::Compared(Some(Box::new((divergence, case.clone())))));
        }
        Replayed::Agreed => {
            film(file, (place, case), None, options, session, tally);
            return Ok(Compared::Compared(None));
        }
        Replayed::Skipped(side) => {
            film(file, (place, case), None, options, session, tally);
            let (reason, of_place) = match (side, session.engine_limits()) {
                (Side::Engine, Some(limits)) if engines == 1 => {
                    let reason = outside_of(limits);
                    (reason.clone(), format!("{place} is {reason}"))
                }
                _ => {
                    let own = session.name_of_side(side);
                    let is_one_of_several = side == Side::Engine && engines > 1;
                    let reason = unsupported(if is_one_of_several { name } else { &own });
                    (reason.clone(), format!("{reason} of {place}"))
                }
            };
            if !options.quiet {
                output::print(format!("not compared: {of_place}\n"))?;
            }
            return Ok(Compared::Skipped(reason));
        }
    };
    tally.divergences += 1;
    let own = || subject.engine_name().unwrap_or(subject.name());
    let title = if engines > 1 { name } else { own() };
    let header = report::headline(title, &divergence);
    let body = report::render_divergence(&divergence);
    film(file, (place, &found), Some(&divergence), options, session, tally);
    let shown = if replay::is_transformed(subject, case, &found) {
        format!(
            "{header}\n\nin a case that is {place}, transformed\n{body}\nthe case\n{}\n",
            found.text()
        )
    } else {
        format!("{header}\n\nin {place}\n{body}\n")
    };
    result.findings.push(TestFinding::of_case(
        session,
        subject.name(),
        &divergence,
        &shown,
        file.path(),
        Some(found.text()),
    ));
    output::print(shown)?;
    Ok(Compared::Compared(Some(Box::new((divergence, found)))))
}
