//! The program under test, and how one kind of programs is run and judged.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_runner::{Limits, Runner};

use super::expected::Expected;
use super::foul::Foul;
use crate::output::failure::Failure;
use crate::output::text::shown;
use crate::process::parallel;
use crate::session::AnySubject;

/// A kind of programs: those that answer whole inputs, or players that are asked for a move.
pub(super) trait Kind: Sync {
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
pub(super) struct Names {
    pub(super) title: &'static str,
    pub(super) input: &'static str,
    pub(super) answer: &'static str,
    /// True if the program itself reads and writes these files, not the standard streams.
    pub(super) is_answer_in_file: bool,
}

pub(super) enum Section {
    Sentence(&'static str),
    /// A text that is cut if it is long and a saved file has it.
    Cut(&'static str, String),
    /// A text that is shown as it is.
    Whole(&'static str, String),
}

pub(super) struct Trial {
    pub(super) foul: Option<Foul>,
    /// Index of the first case with a wrong or missing answer, if the answers were compared.
    pub(super) suspect: Option<usize>,
    pub(super) time: Duration,
    pub(super) input: String,
    /// The answer; `None` if a player has none.
    pub(super) answer: Option<Vec<u8>>,
    /// The right answers to an input, if they were needed.
    pub(super) expected: Option<Expected>,
    /// A case file with the board and the move of a player.
    pub(super) case: Option<String>,
    /// The standard output of a player whose answer belongs elsewhere.
    pub(super) stray: Vec<u8>,
    pub(super) errors: Vec<u8>,
}

impl Trial {
    /// True if the run has a foul like this one.
    pub(super) fn has(&self, foul: &Foul) -> bool {
        self.foul.as_ref().is_some_and(|own| own.is_like(foul))
    }
}

pub(super) struct Program<'a> {
    pub(super) kind: &'a dyn Kind,
    pub(super) subject: &'a AnySubject,
    pub(super) runner: Runner,
    /// Maximum number of cases in an input.
    pub(super) cases_max: usize,
    /// Number of generated items that are sorted with the corpus, so that large ones of the corpus
    /// do not come before all small ones that are generated.
    pub(super) early: u64,
    /// Number of inputs that are tried at the same time.
    pub(super) jobs: usize,
    /// Number of inputs in a round, of which the failing ones are diagnosed in their order.
    pub(super) round: usize,
}

impl Program<'_> {
    pub(super) fn limit(&self) -> Duration {
        self.runner.limits().time
    }

    /// Runs the program on these cases; `None` if they make no input.
    pub(super) fn run(
        &self,
        cases: &[String],
        time: Duration,
        compares: bool,
    ) -> Result<Option<Trial>, Failure> {
        let limits = Limits { time, ..self.runner.limits() };
        self.kind.run(cases, &self.runner.with_limits(limits), compares)
    }

    /// Runs the program on cases that make an input, since they did before.
    pub(super) fn run_again(&self, cases: &[String], time: Duration) -> Result<Trial, Failure> {
        Ok(self.run(cases, time, true)?.expect("these cases made an input before"))
    }

    /// Runs the program on these cases within the limits of the judge, even after Ctrl-C.
    pub(super) fn run_last(&self, cases: &[String]) -> Result<Option<Trial>, Failure> {
        self.kind.run(cases, &self.runner.without_stop(), true)
    }

    /// Applies `work` to the items in parallel, in their order. After a result with `is_enough` no
    /// further items are started; all items before it are finished. `None` for items not started.
    pub(super) fn each_until<T: Sync, R: Send>(
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
        parallel::each(items, self.jobs, || enough.load(Relaxed), work)
    }
}

pub(crate) fn not_started(reason: &str, command: &[OsString]) -> Failure {
    let hint = words_stand_apart(command);
    usage!("cannot start the program: {reason}{hint}")
}

/// The hint for a program that does not exist: no shell splits a single word with blanks. Empty if
/// the command is another one.
pub(super) fn words_stand_apart(command: &[OsString]) -> String {
    let [word] = command else { return String::new() };
    let is_file = Path::new(word).is_file();
    let text = word.to_str().filter(|text| !is_file && text.contains(char::is_whitespace));
    text.map_or_else(String::new, |text| {
        let text = shown(text.trim());
        format!("; the words of a command stand apart, without quotes around them all: -- {text}")
    })
}

/// The end of a search, which remembers whether it cut the search short.
pub(super) struct Deadline {
    end: Instant,
    has_cut: AtomicBool,
}

impl Deadline {
    /// After this time, or at the end of the diagnosis if that comes before.
    pub(super) fn after(time: Duration, diagnosis_end: Option<Instant>) -> Self {
        let end = Instant::now() + time;
        Self { end: diagnosis_end.map_or(end, |other| other.min(end)), has_cut: false.into() }
    }

    /// True once the time is over; the search is cut short then.
    pub(super) fn is_over(&self) -> bool {
        let is_over = Instant::now() >= self.end;
        self.has_cut.fetch_or(is_over, Relaxed);
        is_over
    }

    pub(super) fn has_cut(&self) -> bool {
        self.has_cut.load(Relaxed)
    }
}
