//! The options that both kinds of checks share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::campaign::{CampaignBudget, CorpusCase};
use twinboard_runner::{Limits, Runner};

use crate::args::random_seed;
use crate::cases::case_file;
use crate::cases::corpus;
use crate::commands::check::Check;
use crate::output::failure::Failure;
use crate::output::files;
use crate::process::{self, PROCESSES};
use crate::session::isolation::Isolation;
use crate::session::{AnySubject, Session};

/// Time of a check without `--time` and `--cases`.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

pub(super) struct About {
    pub(super) program: String,
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    pub(super) command: Vec<OsString>,
    /// Variables whose values were given to the program, as `NAME=VALUE`.
    pub(super) variables: Vec<OsString>,
    /// The noun for what the program is checked on, such as `case`.
    pub(super) unit: &'static str,
    /// True if the program is a player that is asked for single moves.
    pub(super) asks_moves: bool,
    /// True if the user has set a limit on memory, which the command that repeats a failure sets, too.
    pub(super) limits_memory: bool,
}

pub(super) struct Setup<'a> {
    pub(super) about: About,
    pub(super) options: &'a Check,
    pub(super) session: &'a Session,
    pub(super) corpus: Vec<CorpusCase>,
    /// Number of cases of the corpus that the judge cannot give.
    pub(super) not_given: u64,
    pub(super) known: Vec<Vec<String>>,
    pub(super) budget: CampaignBudget,
    pub(super) stop: Arc<AtomicBool>,
}

impl<'a> Setup<'a> {
    /// Reads the corpus and the known failures, and installs the handler of Ctrl-C.
    pub(super) fn new(
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
    pub(super) fn runner(
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
