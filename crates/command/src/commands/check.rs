//! `twinboard check`: a program that answers input of the judge, against the oracle.
//!
//! [`campaign`] supplies cases and tries them; a failure is confirmed, isolated and made smaller by
//! [`shrink`], and shown by [`report`]. The rule set decides which cases the judge could give
//! (`Judge::for_judge`) and writes them as one input (`Judge::judge_input`).

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use answers::{Comparison, Expected, Program};
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
    /// Wall-clock time limit of the program for one input [default: 3s].
    ///
    /// A batch of cases gets 1 s at first, so that a hung program is detected early. A program that
    /// is merely slow gets more time and does not fail.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,
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
    let subject = &session.subject(&options.rule_set)?;
    let name = subject.name();
    if subject.judge_input(&[]).is_none() {
        let instead = session.contest(name).map_or_else(String::new, |_| {
            format!("; `match {name} --a COMMAND --b random` referees a player")
        });
        return Err(usage!("{name} has no judge input for checking programs{instead}"));
    }
    let mut setup = Setup::new(options, session, subject)?;
    let is_given =
        |case: &&CorpusCase| answers::input(subject, slice::from_ref(&case.text)).is_some();
    let corpus: Vec<CorpusCase> = setup.corpus.iter().filter(is_given).cloned().collect();
    setup.not_given = (setup.corpus.len() - corpus.len()) as u64;
    let here = std::env::current_dir().ok();
    // The output limit depends on the input; each run sets it.
    let runner = setup.runner(options.limit.unwrap_or(DEFAULT_LIMIT), here.as_deref())?;
    let program = Program {
        subject,
        command: &options.command,
        comparison: if options.exact { Comparison::Exact } else { Comparison::Lenient },
        seed: setup.about.seed,
        material: setup.corpus.iter().filter_map(|case| subject.case(&case.text)).collect(),
        // The results of the check lie below the folder in which the program runs.
        runner: runner.with_read_only_folder(),
    };
    results::conclude(&setup, campaign::run(&setup, corpus, &program))
}

/// Time limit of the program for an input without `--limit`.
const DEFAULT_LIMIT: Duration = Duration::from_secs(3);

/// Time of a check without `--time` and `--cases`.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

struct About {
    rule_set: &'static str,
    seed: u64,
    command: Vec<OsString>,
    /// Variables whose values were given to the program, as `NAME=VALUE`.
    variables: Vec<OsString>,
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
    ) -> Result<Self, Failure> {
        let seed = options.seed.unwrap_or_else(random_seed);
        let (subjects, folder) = (std::slice::from_ref(subject), options.corpus.as_deref());
        let (mut corpora, all_read) = corpus::of_each(session, subjects, folder)?;
        all_read?;
        Ok(Self {
            about: About {
                rule_set: subject.name(),
                seed,
                command: options.command.clone(),
                variables: options.programs.given().collect(),
                limits_memory: options.memory.is_some(),
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

    /// A runner with a time limit, for a program that runs in `folder`.
    fn runner(&self, time: Duration, folder: Option<&Path>) -> Result<Runner, Failure> {
        let memory = process::memory_limit(self.options.memory);
        let limits = Limits { time, memory, output: u64::MAX, processes: PROCESSES };
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

struct Trial {
    foul: Option<Foul>,
    /// Index of the first case with a wrong or missing answer, if the answers were compared.
    suspect: Option<usize>,
    time: Duration,
    input: String,
    printed: Vec<u8>,
    /// The right answers, if they were needed.
    expected: Option<Expected>,
    errors: Vec<u8>,
}

impl Trial {
    /// True if the run has a foul like this one.
    fn has(&self, foul: &Foul) -> bool {
        self.foul.as_ref() == Some(foul)
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
