//! `twinboard check`: an external program against the oracle.
//!
//! One pipeline for two kinds of programs: [`answers`] are those that answer input of the judge,
//! [`moves`] the players of a two-player game. [`campaign`] supplies cases and tries them,
//! and a failure is confirmed and isolated by [`narrow`], made smaller by [`shrink`] and shown by
//! [`report`]. A kind says how it is run and judged ([`program::Kind`]).

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use answers::Expected;
use clap::{Args, value_parser};
use foul::Foul;
use twinboard_harness::campaign::{CampaignBudget, CorpusCase};
use twinboard_runner::{Limits, Runner};

use crate::args::{duration, random_seed};
use crate::cases::{case_file, corpus};
use crate::output::failure::Failure;
use crate::output::files;
use crate::output::results::{JUnit, Results};
use crate::output::tally::Conclusion;
use crate::output::text::shown;
use crate::process::{self, PROCESSES};
use crate::session::isolation::{Isolation, ProgramOptions};
use crate::session::{AnySubject, Session};

mod answers;
mod campaign;
pub(crate) mod foul;
mod moves;
mod report;
mod results;
mod shrink;
mod side_by_side;

#[derive(Args)]
pub(crate) struct Check {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Program to check, with its arguments.
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub(crate) command: Vec<OsString>,
    /// Seed for generating cases, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Time for the whole check, such as 90s or 5m [default: 30s].
    ///
    /// The search for the smallest input of a failure ends with it, but has at least a quarter of
    /// this time, and at least 1 s.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// Number of cases to generate after the corpus, instead of --time.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    /// Wall-clock time limit of the program for one input [default: 3s; for a move of a two-player
    /// game 1s].
    ///
    /// A batch of cases gets 1 s at first, so that a hung program is detected early. A program that
    /// is merely slow gets more time and does not fail.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,
    /// In a two-player game: board on standard input and move on standard output of the program,
    /// instead of files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Limit on the address space of the program, in MiB [default: half of the machine's memory].
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
    /// Compare answers byte by byte, including trailing blanks and trailing empty lines.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Saved input of a known failure. A failure that shrinks to the same cases is counted and not
    /// reported again. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,
    /// Number of different failures after which the check ends.
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1000))]
    pub(crate) findings: u16,
    /// Folder of case files to use instead of the built-in corpus; cases that the judge cannot give
    /// are skipped.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Folder in which failing inputs are saved, with both answers.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) junit: JUnit,
}

pub(crate) fn run(options: &Check, session: &Session) -> Result<Conclusion, Failure> {
    let subject = session.subject(&options.rule_set)?;
    match session.contest(subject.name()) {
        Some(contest) => moves::run(options, session, &subject, contest.as_ref()),
        None => answers::run(options, session, &subject),
    }
}

/// Time of a check without `--time` and `--cases`.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

struct About {
    program: String,
    rule_set: &'static str,
    seed: u64,
    command: Vec<OsString>,
    /// Variables whose values were given to the program, as `NAME=VALUE`.
    variables: Vec<OsString>,
    /// The noun for what the program is checked on, such as `case`.
    unit: &'static str,
    /// True if the program is a player that is asked for single moves.
    asks_moves: bool,
    /// True if the user has set a limit on memory, which the command that repeats a failure sets, too.
    limits_memory: bool,
}

struct Setup<'a> {
    about: About,
    options: &'a Check,
    session: &'a Session,
    corpus: Vec<CorpusCase>,
    /// Number of cases of the corpus that the judge cannot give.
    not_given: u64,
    known: Vec<Vec<String>>,
    budget: CampaignBudget,
    stop: Arc<AtomicBool>,
}

impl<'a> Setup<'a> {
    /// Reads the corpus and the known failures, and installs the handler of Ctrl-C.
    fn new(
        options: &'a Check,
        session: &'a Session,
        subject: &AnySubject,
        command: Vec<OsString>,
        asks_moves: bool,
    ) -> Result<Self, Failure> {
        let seed = options.seed.unwrap_or_else(random_seed);
        let (subjects, folder) = (std::slice::from_ref(subject), options.corpus.as_deref());
        let (mut corpora, all_read) = corpus::of_each(session, subjects, folder)?;
        all_read?;
        Ok(Self {
            about: About {
                program: session.program(),
                rule_set: subject.name(),
                seed,
                command,
                variables: options.programs.given().collect(),
                limits_memory: options.memory.is_some(),
                unit: if asks_moves { "position" } else { "case" },
                asks_moves,
            },
            options,
            session,
            corpus: corpora.swap_remove(0),
            not_given: 0,
            known: read_known(options, subject)?,
            budget: match options.cases {
                Some(cases) => CampaignBudget::Cases(cases),
                None => CampaignBudget::Time(options.time.unwrap_or(DEFAULT_TIME)),
            },
            stop: session.catch_signals(),
        })
    }

    /// A runner with a time limit and an output limit in bytes, for a program that runs in `folder`;
    /// `None` for new folders.
    fn runner(
        &self,
        time: Duration,
        output: u64,
        folder: Option<&Path>,
    ) -> Result<Runner, Failure> {
        let memory = process::memory_limit(self.options.memory);
        let limits = Limits { time, memory, output, processes: PROCESSES };
        let runner =
            self.session.isolation.apply(&self.options.programs, process::runner(limits)?)?;
        Isolation::check_visible(&runner, &self.options.command, folder)?;
        Ok(runner.with_stop(Arc::clone(&self.stop)))
    }
}

fn read_known(options: &Check, subject: &AnySubject) -> Result<Vec<Vec<String>>, Failure> {
    let read = |path: &PathBuf| {
        let (name, text) = files::read(path)?;
        let cases = case_file::read(subject.as_ref(), &name, &text)?;
        Ok(cases.iter().map(|case| case.text().to_owned()).collect())
    };
    options.known.iter().map(read).collect()
}

/// A kind of programs: those that answer whole inputs, or players that are asked for a move.
trait Kind: Sync {
    /// The case with this number among the generated ones; `None` if it has nothing to answer.
    fn draw(&self, number: u64) -> Result<Option<String>, Failure>;

    /// Runs the program on one input made of these cases, and judges its answer; `None` if there is
    /// no such input. The runner has the time limit. Unless `compares`, only the way in which the
    /// program ends matters, and the oracle need not be asked.
    fn run(
        &self,
        cases: &[String],
        runner: &Runner,
        compares: bool,
    ) -> Result<Option<Trial>, Failure>;

    /// Explains why the program fails on this number of cases, where that is not obvious: whole lines
    /// for the report.
    fn explain(&self, cases: usize, trial: &Trial) -> String;

    fn show(&self, trial: &mut Trial) -> Result<Vec<Section>, Failure>;

    fn names(&self) -> Names;
}

#[derive(Clone, Copy)]
struct Names {
    title: &'static str,
    input: &'static str,
    answer: &'static str,
    /// True if the program itself reads and writes these files, not the standard streams.
    is_answer_in_file: bool,
}

enum Section {
    Sentence(&'static str),
    /// A text that is cut if it is long and a saved file has it.
    Cut(&'static str, String),
    /// A text that is shown as it is.
    Whole(&'static str, String),
}

struct Trial {
    foul: Option<Foul>,
    /// Index of the first case with a wrong or missing answer, if the answers were compared.
    suspect: Option<usize>,
    time: Duration,
    input: String,
    /// The answer; `None` if a player has none.
    answer: Option<Vec<u8>>,
    /// The right answers to an input, if they were needed.
    expected: Option<Expected>,
    /// A case file with the board and the move of a player.
    case: Option<String>,
    /// The standard output of a player whose answer belongs elsewhere.
    stray: Vec<u8>,
    errors: Vec<u8>,
}

impl Trial {
    /// True if the run has a foul like this one.
    fn has(&self, foul: &Foul) -> bool {
        self.foul.as_ref().is_some_and(|own| own.is_like(foul))
    }
}

struct Program<'a> {
    kind: &'a dyn Kind,
    subject: &'a AnySubject,
    runner: Runner,
    /// Maximum number of cases in an input.
    cases_max: usize,
    /// Number of generated items that are sorted with the corpus, so that large ones of the corpus
    /// do not come before all small ones that are generated.
    early: u64,
    /// Number of inputs that are tried at the same time.
    jobs: usize,
    /// Number of inputs in a round, of which the failing ones are diagnosed in their order.
    round: usize,
}

impl Program<'_> {
    fn limit(&self) -> Duration {
        self.runner.limits().time
    }

    /// Runs the program on these cases; `None` if they make no input.
    fn run(
        &self,
        cases: &[String],
        time: Duration,
        compares: bool,
    ) -> Result<Option<Trial>, Failure> {
        let limits = Limits { time, ..self.runner.limits() };
        self.kind.run(cases, &self.runner.with_limits(limits), compares)
    }

    /// Runs the program on cases that make an input, since they did before.
    fn run_again(&self, cases: &[String], time: Duration) -> Result<Trial, Failure> {
        Ok(self.run(cases, time, true)?.expect("these cases made an input before"))
    }

    /// Runs the program on these cases within the limits of the judge, even after Ctrl-C.
    fn run_last(&self, cases: &[String]) -> Result<Option<Trial>, Failure> {
        self.kind.run(cases, &self.runner.without_stop(), true)
    }

    /// Applies `work` to the items in parallel, in their order. After a result with `is_enough` no
    /// further items are started; all items before it are finished. `None` for items not started.
    fn each_until<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
        is_enough: impl Fn(&R) -> bool + Sync,
    ) -> Vec<Option<R>> {
        let enough = AtomicBool::new(false);
        let work = |_, item: &T| {
            let result = work(item);
            enough.fetch_or(is_enough(&result), Relaxed);
            result
        };
        process::each(items, self.jobs, || enough.load(Relaxed), work)
    }
}

pub(crate) fn not_started(reason: &str, command: &[OsString]) -> Failure {
    let hint = words_stand_apart(command);
    usage!("cannot start the program: {reason}{hint}")
}

/// The hint for a program that does not exist: no shell splits a single word with blanks. Empty if
/// the command is another one.
fn words_stand_apart(command: &[OsString]) -> String {
    let [word] = command else { return String::new() };
    let is_file = Path::new(word).is_file();
    let text = word.to_str().filter(|text| !is_file && text.contains(char::is_whitespace));
    text.map_or_else(String::new, |text| {
        let text = shown(text.trim());
        format!("; the words of a command stand apart, without quotes around them all: -- {text}")
    })
}

/// The end of a search, which remembers whether it cut the search short.
struct Deadline {
    end: Instant,
    has_cut: AtomicBool,
}

impl Deadline {
    /// After this time, or at the end of the diagnosis if that comes before.
    fn after(time: Duration, diagnosis_end: Option<Instant>) -> Self {
        let end = Instant::now() + time;
        Self { end: diagnosis_end.map_or(end, |other| other.min(end)), has_cut: false.into() }
    }

    /// True once the time is over; the search is cut short then.
    fn is_over(&self) -> bool {
        let is_over = Instant::now() >= self.end;
        self.has_cut.fetch_or(is_over, Relaxed);
        is_over
    }

    fn has_cut(&self) -> bool {
        self.has_cut.load(Relaxed)
    }
}
