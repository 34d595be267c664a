//! `twinboard diff`: replays case files in lockstep.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_harness::triage::Replayed;
use twinboard_harness::{AnyCase, Divergence, Side, report};
use twinboard_vocabulary::{InputError, Picture};

use crate::args::StepLimit;
use crate::cases::case_file::{CaseFile, RuleSetOption, no_case, outside_of, unsupported};
use crate::cases::corpus;
use crate::cases::verdict::{self, Peer};
use crate::film::{FILMS_MAX, Film};
use crate::output::ci::UNKNOWN;
use crate::output::result::{Figures, Status, Test, TestFinding};
use crate::output::results::{Html, JUnit, Results};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{counted, if_any, shown};
use crate::output::{self, Failure, failure};
use crate::recording;
use crate::session::engine::{ComparisonOptions, EngineOptions};
use crate::session::{AnySubject, Session};

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
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) junit: JUnit,
}

const NAMED_MAX: usize = 3;

struct Replays<'a> {
    options: &'a Diff,
    session: &'a Session,
    /// A file on each engine.
    tests: Vec<Test>,
    /// The cases that each engine was asked to replay; those whose set-up a side does not support
    /// are left out.
    compared: Vec<(String, Tally)>,
    cases: u64,
    why_none: String,
    unreadable: u64,
    /// The error of the last one, which ends the command; those before it are reported.
    last_unreadable: Option<Failure>,
    /// Number of films of cases that agree, and of those that diverge.
    films: [usize; 2],
}

pub(crate) fn run(options: &Diff, session: &Session) -> Result<Conclusion, Failure> {
    let mut replays = Replays {
        options,
        session,
        tests: Vec::new(),
        compared: Vec::new(),
        cases: 0,
        why_none: String::new(),
        unreadable: 0,
        last_unreadable: None,
        films: [0; 2],
    };
    let printed = replays.replay();
    let tallies = replays.tallies();
    let Replays { mut tests, last_unreadable, .. } = replays;
    // The page has the cases that diverge, or else those that agree.
    let diverges = |film: &Film| film.jump.is_some();
    if tests.iter().flat_map(|test| &test.films).any(diverges) {
        for test in &mut tests {
            test.films.retain(diverges);
        }
    }
    let rest = failure::both(printed, last_unreadable.map_or(Ok(()), Err));
    session.publish_judged(tests, &tallies, rest)
}

impl Replays<'_> {
    fn verdict(&self) -> String {
        let divergences: usize = self.tests.iter().map(|test| test.findings.len()).sum();
        let known: u64 = self.tests.iter().map(|test| test.figures.count(KNOWN)).sum();
        let verdict = match divergences as u64 {
            0 if self.tallies().iter().all(Tally::is_nothing) => no_cases().verdict(""),
            0 => "no divergence".to_owned(),
            count => counted(count, "divergence"),
        };
        verdict + &if_any(known, "known difference", |known| format!(", {known}"))
    }

    /// The tally of each engine; that of no case if none was asked to replay one.
    fn tallies(&self) -> Vec<Tally> {
        let is_single = self.compared.len() == 1;
        let named = self.compared.iter().cloned();
        let named = named.map(|(name, tally)| if is_single { tally } else { tally.named(name) });
        let all: Vec<Tally> = named.collect();
        if all.is_empty() { vec![no_cases().hint(&self.why_none)] } else { all }
    }

    fn add(&mut self, engine: &str, test: Test) {
        match self.compared.iter_mut().find(|(name, _)| name == engine) {
            Some((_, tally)) => tally.merge(&test.tally),
            None if test.tally.is_empty() => {}
            None => self.compared.push((engine.to_owned(), test.tally.clone())),
        }
        self.tests.push(test);
    }

    /// True if the page has a film of one more case.
    fn wants_film(&mut self, diverges: bool) -> bool {
        let count = &mut self.films[usize::from(diverges)];
        *count += 1;
        self.session.outputs().html.is_some() && *count <= FILMS_MAX
    }

    /// Replays every file. A file that cannot be read is reported and counted, and the others are
    /// replayed nevertheless.
    fn replay(&mut self) -> Result<(), Failure> {
        let (options, session) = (self.options, self.session);
        let paths = corpus::files_of(&options.files)?;
        if paths.is_empty() {
            let folders: Vec<_> = options.files.iter().map(shown).collect();
            return Err(usage!("no files in {}", folders.join(", ")));
        }
        let (mut of_others, mut blank, mut beside) = (0, Vec::new(), Vec::new());
        let subjects = session.subjects();
        // Below a folder of the arguments, folders decide as they do in `verify --corpus`.
        let is_below_another = |path: &PathBuf| {
            let mut below =
                options.files.iter().filter_map(|folder| path.strip_prefix(folder).ok());
            below.any(|path| session.is_below_another(&subjects, path))
        };
        let is_named = options.rules.is_given();
        for path in &paths {
            if session.is_of_another(&subjects, path) || !is_named && is_below_another(path) {
                of_others += 1;
                let reason = "not compared: it is named after another rule set";
                self.tests.push(unread(path, Status::NotBegun, reason.to_owned()));
                continue;
            }
            let read = CaseFile::of(path, &options.rules, session);
            if is_no_case_file(&read)
                && corpus::is_beside_cases(path)
                && !options.files.contains(path)
            {
                self.tests.push(unread(path, Status::NotBegun, "not compared: no case".to_owned()));
                beside.push(shown(path));
                continue;
            }
            match read {
                Ok(file) => {
                    if file.cases.is_empty() {
                        output::print_error_line(format!("warning: {}", no_case(&file.name)));
                        blank.push(no_case(&file.name));
                    }
                    self.replay_file(&file)?;
                }
                Err(failure) => {
                    self.tests.push(unread(path, Status::Error, failure.message()));
                    if let Some(before) = self.last_unreadable.replace(failure) {
                        before.report();
                    }
                    self.unreadable += 1;
                }
            }
        }
        let files_without = if self.cases > 0 { blank.len() as u64 } else { 0 };
        let without_case =
            if_any(files_without, "file", |files| format!("; {files} without a case"));
        let skipped = Some(corpus::skipped(of_others)).filter(|_| of_others > 0);
        let skipped: Vec<String> = skipped.into_iter().chain(no_cases_in(&beside)).collect();
        let why: Vec<String> = blank.into_iter().take(NAMED_MAX).chain(skipped.clone()).collect();
        self.why_none = why.join("; ");
        let cases = counted(self.cases, "case");
        let files =
            counted(paths.len() as u64 - self.unreadable - of_others - beside.len() as u64, "file");
        let failed =
            if_any(self.unreadable, "file", |files| format!("; {files} could not be read"));
        let skipped: String = skipped.iter().map(|skipped| format!("; {skipped}")).collect();
        let rest: String = self.tallies().iter().map(Tally::rest).collect();
        let verdict = self.verdict();
        let summary =
            format!("{cases} in {files}: {verdict}{rest}{without_case}{failed}{skipped}\n");
        options.results.show(&summary, false)
    }

    fn replay_file(&mut self, file: &CaseFile) -> Result<(), Failure> {
        let mut engines = engines(file, self.session)?;
        let mut cases = file.cases.iter().enumerate();
        let replayed =
            cases.try_for_each(|(index, case)| self.replay_case(file, (index, case), &mut engines));
        for engine in engines {
            let name = engine.peer.name.clone();
            self.add(&name, engine.into_test(file));
        }
        replayed
    }

    fn replay_case(
        &mut self,
        file: &CaseFile,
        (index, case): (usize, &AnyCase),
        engines: &mut [Engine<'_>],
    ) -> Result<(), Failure> {
        self.cases += 1;
        let (place, count) = (file.name_of(index), engines.len());
        let mut first = None;
        for engine in &mut *engines {
            let started = Instant::now();
            let diverged = self.replay_on(file, (&place, case), (engine, count))?;
            engine.elapsed += started.elapsed();
            first = first.or_else(|| Some((engine.peer.name.clone(), diverged?)));
        }
        let Some((name, diverged)) = first.filter(|_| count > 1) else { return Ok(()) };
        let (divergence, found) = *diverged;
        let peers: Vec<Peer> = engines.iter().map(|engine| engine.peer.clone()).collect();
        let oracle = self.session.oracle_command().unwrap_or("the oracle");
        let limit = self.options.limits.step_limit;
        match verdict::on_case((&name, &divergence), oracle, &peers, &found, limit) {
            Some(verdict) => self.options.results.show(&format!("{verdict}\n\n"), true),
            None => Ok(()),
        }
    }

    /// Replays a case on an engine, one of several, and reports its divergence, which is returned with
    /// the case as it was played. A known difference is reported in a line, and returned too.
    fn replay_on(
        &mut self,
        file: &CaseFile,
        (place, case): (&str, &AnyCase),
        (engine, engines): (&mut Engine<'_>, usize),
    ) -> Result<Option<Box<(Divergence, AnyCase)>>, Failure> {
        let (options, session) = (self.options, engine.session);
        let Peer { name, subject } = engine.peer.clone();
        let limit = options.limits.step_limit;
        let replayed = verdict::replay(&subject, (place, case), session, limit);
        let (found, diverged) = match &replayed {
            Replayed::Diverged(divergence, found) => (found, Some(divergence)),
            _ => (case, None),
        };
        if self.wants_film(diverged.is_some()) {
            let title = diverged.map_or_else(|| place.to_owned(), |it| format!("{place}: {it}"));
            let drawn = recording::of_both(&file.subject, &title, Some(found), diverged, limit);
            engine.films.push(Film { commands: file.commands(session), ..drawn });
        }
        let (divergence, found) = match replayed {
            Replayed::Diverged(divergence, found) => (divergence, found),
            Replayed::Known(index, divergence) => {
                engine.tally.add(1);
                engine.known += 1;
                let (reason, step) = (subject.known()[index].reason(), divergence.step);
                let known = format!("known: `{reason}`, at step {step} of {place}\n");
                options.results.show(&known, false)?;
                return Ok(Some(Box::new((divergence, case.clone()))));
            }
            Replayed::Agreed => {
                engine.tally.add(1);
                return Ok(None);
            }
            Replayed::Skipped(side) => {
                let (reason, of_place) = match (side, session.engine_limits()) {
                    (Side::Engine, Some(limits)) if engines == 1 => {
                        let reason = outside_of(limits);
                        (reason.clone(), format!("{place} is {reason}"))
                    }
                    _ => {
                        let own = session.name_of_side(side);
                        let is_one_of_several = side == Side::Engine && engines > 1;
                        let reason = unsupported(if is_one_of_several { &name } else { &own });
                        (reason.clone(), format!("{reason} of {place}"))
                    }
                };
                engine.tally.leave_out(1, reason);
                options.results.show(&format!("not compared: {of_place}\n"), false)?;
                return Ok(None);
            }
        };
        engine.tally.add(1);
        let own = || subject.engine_name().unwrap_or(subject.name());
        let header = report::title(if engines > 1 { &name } else { own() }, &divergence);
        let body = report::render_divergence(&divergence);
        let shown = if is_transformed(&subject, case, &found) {
            let found = found.text();
            format!(
                "{header}\n\nin a case that is {place}, transformed\n{body}\nthe case\n{found}\n"
            )
        } else {
            format!("{header}\n\nin {place}\n{body}\n")
        };
        engine.findings.push(TestFinding::of_report(
            &session.program(),
            (subject.name(), session.substitutes()),
            &divergence.to_string(),
            &shown,
            file.path(),
            Some(found.text()),
        ));
        options.results.show(&shown, true)?;
        Ok(Some(Box::new((divergence, found))))
    }
}

fn no_cases() -> Tally {
    Tally::new("case", "compared")
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

/// The figure of a test with the number of its known differences.
const KNOWN: &str = "known";

struct Engine<'a> {
    session: &'a Session,
    peer: Peer,
    tally: Tally,
    known: u64,
    findings: Vec<TestFinding>,
    films: Vec<Film>,
    elapsed: Duration,
}

impl Engine<'_> {
    fn into_test(self, file: &CaseFile) -> Test {
        let Self { session, tally, known, findings, films, elapsed, .. } = self;
        let name = match session.engine_command() {
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
        let figures = Figures::default().with(KNOWN, known);
        Test { figures, films, elapsed: Some(elapsed), ..test }
    }
}

/// The engines of the command line that play the rule set of a file, or the registered one.
fn engines<'a>(file: &CaseFile, session: &'a Session) -> Result<Vec<Engine<'a>>, Failure> {
    let engine = |session: &'a Session| {
        let name = session.engine_command().unwrap_or(file.subject.name()).to_owned();
        if session.oracle_command() == Some(name.as_str()) {
            return Err(usage!("--oracle {name}: it is the engine itself"));
        }
        let subject = session.subject(file.subject.name())?;
        session.demand_engine(&subject)?;
        Ok(Engine {
            session,
            peer: Peer { name, subject },
            tally: no_cases(),
            known: 0,
            findings: Vec::new(),
            films: Vec::new(),
            elapsed: Duration::ZERO,
        })
    };
    session.all().filter(|it| it.registration(file.subject.name()).is_some()).map(engine).collect()
}

/// True if a case that failed is a transformed one, whose set-up is another than that of the file.
fn is_transformed(subject: &AnySubject, case: &AnyCase, found: &AnyCase) -> bool {
    set_up(subject, case) != set_up(subject, found)
}

/// The board of the set-up of a case; `None` if the oracle does not support it.
fn set_up(subject: &AnySubject, case: &AnyCase) -> Option<Picture> {
    let mut shown = None;
    subject.visit_frames(Side::Oracle, case, &mut |frame| {
        shown = Some(frame.picture);
        ControlFlow::Break(())
    });
    shown
}
