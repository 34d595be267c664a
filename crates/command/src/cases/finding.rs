//! Failing cases: each is saved as found and announced at once, then shrunk, in child processes if it
//! hangs, then saved again.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::random::digest;
use twinboard_harness::report::{self, Report};
use twinboard_harness::triage::{self, Progress, Replayed, Shrinking, explain, triage};
use twinboard_harness::{AnyCase, Finding};

use crate::args::Reporting;
use crate::cases::verdict::{self, Peer};
use crate::output::text::counted;
use crate::output::{self, Exit, Failure, files};
use crate::process;
use crate::session::{AnySubject, Session};

/// Notes about a case that a new process of an engine plays without a failure.
const ONE_BY_ONE: &str = "fails only while each request waits for the answer to the one before, so does the \
                    engine flush its output after each answer?";
const SHARED: &str = "fails in a process that has played other games, again and again, and never in a \
                      new one: the engine's games influence each other";
const FLAKY: &str = "does not fail in a new process: the engine keeps state between games, or is flaky \
                     (timing or randomness)";

const TRANSCRIPT: &str = "; --transcript keeps all its games";

/// Note about a case that a new process does not play to its end.
const NOT_PLAYED: &str = "a new process did not play this case to its end, so it may fail only after \
                          other games";

/// Replays in which a case has to fail, or not to fail, before that counts as its nature.
const REPLAYS: usize = 2;

/// Interval of progress lines while shrinking.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// Shrinks, with a line of progress now and then.
fn with_progress_lines<T>(progress: &Progress, shrink: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    thread::scope(|scope| {
        let (working, is_over) = mpsc::channel::<()>();
        scope.spawn(move || {
            while is_over.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let seconds = started.elapsed().as_secs();
                let tried = counted(progress.tried.load(Relaxed) as u64, "case");
                let so_far = match progress.smallest.load(Relaxed) {
                    0 => "the failing case is replayed".to_owned(),
                    bytes => {
                        let bytes = counted(bytes as u64, "byte");
                        format!("{tried} tried; the smallest that fails has {bytes}")
                    }
                };
                output::print_error_line(format!("shrinking for {seconds} s: {so_far}"));
            }
        });
        let result = shrink();
        drop(working);
        result
    })
}

/// Shrinks and saves failing cases, with the options of the command.
pub(crate) struct Findings<'a> {
    pub(crate) session: &'a Session,
    /// Time after which a step counts as hung.
    pub(crate) step_limit: Duration,
    /// Time limit for shrinking a case. Nine of ten planted faults take less than a second.
    pub(crate) shrink_time: Duration,
    pub(crate) out: &'a Path,
    pub(crate) stop: &'a Arc<AtomicBool>,
    /// Other engines of the rule set, which play a failing case for comparison.
    pub(crate) peers: &'a [Peer],
    /// Options of the campaign that found them, besides those of its engines, its seed and its
    /// cases; `None` if it was not `verify`.
    pub(crate) campaign: Option<String>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(
        session: &'a Session,
        options: &'a Reporting,
        stop: &'a Arc<AtomicBool>,
    ) -> Self {
        Self {
            session,
            step_limit: options.limits.step_limit,
            shrink_time: options.shrink_time,
            out: &options.out,
            stop,
            peers: &[],
            campaign: None,
        }
    }

    /// To shrink findings alone, which are saved nowhere.
    pub(crate) fn unsaved(
        session: &'a Session,
        (step_limit, shrink_time): (Duration, Duration),
        stop: &'a Arc<AtomicBool>,
    ) -> Self {
        let (out, peers) = (Path::new(""), &[][..]);
        Self { session, step_limit, shrink_time, out, stop, peers, campaign: None }
    }

    pub(crate) fn process<'s>(&'s self, subject: &'s AnySubject) -> CaseProcess<'s> {
        let Self { session, step_limit, stop, .. } = *self;
        let rule_set = subject.name();
        CaseProcess { session, rule_set, step_limit, stop, option: None }
    }

    /// Shrinks and saves a finding, and makes the report. `announce` gets a line about the finding
    /// at once, before it is shrunk.
    pub(crate) fn triage(
        &self,
        subject: &AnySubject,
        found: FoundDivergence,
        announce: &dyn Fn(String),
    ) -> Report {
        let without_known = subject.with_known(&[]);
        let found = explain(&without_known, found, self.step_limit);
        // Enumerations report a known difference like any other; it must fail to be shrunk.
        let known = self.known(subject, &found);
        let subject = if known.is_some() { &without_known } else { subject };
        // Shrinking takes time and may be interrupted, so the original case is saved first.
        let engine = subject.engine_name().unwrap_or(subject.name());
        let headline = report::title(engine, &found.divergence);
        let text = found.case.as_ref().map(AnyCase::text);
        let unshrunk = self.announce(subject.name(), text, &headline, announce);
        let mut report = self.shrink(subject, found);
        // A child process counts a known difference as such, so it would not fail; and hangs are shrunk
        // in child processes.
        let is_hung = report.divergence.finding.is_hung();
        if self.session.engine_command().is_some() && known.is_none() && !is_hung {
            let is_alone = confirm(subject, &self.process(subject), &mut report);
            report.campaign = (!is_alone).then(|| self.campaign_of(&report.origin));
        }
        let notes = [report.note.take(), known, self.verdict(subject, &report)];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        report.note = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
        report.saved = self.save_shrunk(subject.name(), report.text(), unshrunk);
        report
    }

    /// Shrinks a finding, in child processes where it hangs or ends its process.
    pub(crate) fn shrink(&self, subject: &AnySubject, found: FoundDivergence) -> Report {
        let process = self.process(subject).for_shrinking();
        let fails = |case: &str| process.fails(case);
        let kills = |case: &str| matches!(process.play(case), Probed::Killed(_));
        let progress = Arc::default();
        let shrinking = Shrinking {
            step_limit: self.step_limit,
            time_limit: self.shrink_time,
            stop: self.stop,
            progress: Some(Arc::clone(&progress)),
            isolated: Some(if found.divergence.finding.is_killed() { &kills } else { &fails }),
        };
        if self.session.outputs().results.quiet || io::stderr().is_terminal() {
            triage(subject, found, &shrinking)
        } else {
            with_progress_lines(&progress, || triage(subject, found, &shrinking))
        }
    }

    /// A note about the known difference that a finding is, or at which a replay of its case ends
    /// before.
    fn known(&self, subject: &AnySubject, found: &FoundDivergence) -> Option<String> {
        let (all, FoundDivergence { case, divergence, .. }) = (subject.known(), found);
        if let Some(known) = all.iter().find(|known| known.covers(divergence)) {
            return Some(format!("a known difference: {}", known.reason()));
        }
        // A case that kills its process would kill this one, too.
        let is_replayed = !all.is_empty() && !divergence.finding.is_killed();
        let case = case.as_ref().filter(|_| is_replayed)?;
        match triage::play(subject, case, self.step_limit) {
            Replayed::Known(index, known) => Some(format!(
                "`diff` ends at step {} of the case as it was found, at a known difference: {}",
                known.step,
                all[index].reason()
            )),
            _ => None,
        }
    }

    /// Options that play the cases of a campaign up to a failing one; empty if there are none.
    fn campaign_of(&self, origin: &Origin) -> String {
        match (&self.campaign, origin) {
            (Some(options), Origin::Drawn { seed, index }) => {
                format!("{options}--seed {seed} --cases {}", index + 1)
            }
            (Some(options), Origin::Corpus { .. }) => format!("{options}--seed 1 --cases 0"),
            _ => String::new(),
        }
    }

    /// Saves a case as it was found, under a name that begins with `name`, and announces it.
    fn announce(
        &self,
        name: &str,
        case: Option<&str>,
        headline: &str,
        announce: &dyn Fn(String),
    ) -> Unshrunk {
        let path = case.map(|case| self.path(name, case.as_bytes()));
        let is_new = path.is_some_and(|path| !path.exists());
        let path = case.and_then(|case| self.save_as(name, case.as_bytes()));
        if let Some(path) = &path {
            self.session.note(&format!("{} diverges, which has been played", path.display()));
        }
        announce(match &path {
            Some(path) => {
                let path = report::visible(&path.display().to_string());
                format!("{headline}; shrinking {path}")
            }
            None => format!("{headline}; shrinking it"),
        });
        Unshrunk { path, is_new }
    }

    fn save_shrunk(&self, name: &str, case: Option<&str>, unshrunk: Unshrunk) -> Option<String> {
        let saved = case.and_then(|case| self.save_as(name, case.as_bytes()));
        let Unshrunk { path, is_new } = unshrunk;
        match (&path, &saved) {
            // Equal cases of other runs have the same name; theirs is left.
            (Some(unshrunk), Some(saved)) if unshrunk != saved && is_new => {
                // A surplus file does no harm if it cannot be removed.
                let _ = fs::remove_file(unshrunk);
            }
            _ => {}
        }
        saved.or(path).map(|path| path.display().to_string())
    }

    fn verdict(&self, subject: &AnySubject, report: &Report) -> Option<String> {
        let finding = &report.divergence.finding;
        // A case that kills its process would kill this one, too.
        if self.peers.is_empty() || finding.is_killed() || self.stop.load(Relaxed) {
            return None;
        }
        let name = subject.engine_name().or(self.session.engine_command());
        let accused = (name.unwrap_or(subject.name()), &report.divergence);
        let oracle = self.session.oracle_command().unwrap_or("the oracle");
        verdict::on_case(
            accused,
            oracle,
            self.peers,
            &subject.case(report.text()?)?,
            self.step_limit,
        )
    }

    /// Saves an input under a name that contains its digest, so that equal inputs share a file. An
    /// error is printed; the report contains the case in any event.
    pub(crate) fn save_as(&self, name: &str, input: &[u8]) -> Option<PathBuf> {
        let path = self.path(name, input);
        files::keep(&path, input).inspect_err(Failure::report).ok()?;
        Some(path)
    }

    fn path(&self, name: &str, input: &[u8]) -> PathBuf {
        self.out.join(format!("{name}-{:016x}.txt", digest(input)))
    }
}

/// The file of a case that is not shrunk yet.
struct Unshrunk {
    /// `None` if it could not be saved.
    path: Option<PathBuf>,
    /// False if there was such a file before.
    is_new: bool,
}

/// Plays the case of a report with new processes of the engine: in the one that failed, other games
/// may have left something behind. Returns false if the case does not fail by itself.
fn confirm(subject: &AnySubject, process: &CaseProcess<'_>, report: &mut Report) -> bool {
    let Some(case) = &report.case else { return true };
    let Some(shrunk) = &report.shrunk else {
        // With a note, it was not replayed.
        if report.note.is_some() {
            return true;
        }
        let fails = (0..REPLAYS).any(|_| process.fails(case));
        let note = match fails {
            _ if process.stop.load(Relaxed) => None,
            true => Some(
                "a new process of the engine fails again, but not each time: it is flaky (timing or \
                 randomness), or depends on how much its process has played"
                    .into(),
            ),
            false => Some(format!(
                "the failure came once and never again, neither when the case was replayed with more \
                 and with fewer checks nor in {REPLAYS} new processes of the engine: it is flaky \
                 (timing or randomness), or depends on all that its process has done before, which \
                 --transcript keeps"
            )),
        };
        report.note = note;
        return fails;
    };
    let alone = process.play(shrunk);
    if process.stop.load(Relaxed) {
        return true;
    }
    if alone != Probed::Agreed {
        if alone == Probed::Unknown {
            report.note = Some(NOT_PLAYED.to_owned());
        }
        return true;
    }
    let case_fails = case != shrunk && (0..REPLAYS).all(|_| process.fails(case));
    let fails_here = |subject: &AnySubject| {
        let case = subject.case(shrunk);
        case.is_some_and(|it| triage::play(subject, &it, process.step_limit).divergence().is_some())
    };
    // After a first silence, this process sends the requests one by one.
    let is_lone =
        breaks("EP-6", &report.divergence.finding) && process.with("--one-by-one").fails(shrunk);
    let is_of_others = !is_lone
        && (0..REPLAYS).all(|_| fails_here(subject))
        && (1..REPLAYS).all(|_| process.play(shrunk) == Probed::Agreed);
    let note = match (is_lone, is_of_others) {
        (true, _) => ONE_BY_ONE,
        (_, true) => SHARED,
        _ => FLAKY,
    };
    let in_process = process.session.engine().is_some_and(|engine| engine.program.is_some());
    let transcript = if in_process && !is_lone { TRANSCRIPT } else { "" };
    report.note = Some(if case_fails {
        format!("not shrunk: a smaller case {note}")
    } else {
        format!("this case {note}{transcript}")
    });
    if case_fails {
        report.unshrink();
    }
    case_fails
}

/// True if an engine in another process broke this clause of the protocol.
fn breaks(clause: &str, finding: &Finding) -> bool {
    matches!(finding, Finding::Failed { process: Some(failure), .. } if failure.clause == clause)
}

/// Maximum step limit for shrinking, which tries many cases, and each one that hangs costs the whole
/// limit; a regular step takes far less.
const SHRINKING_LIMIT: Duration = Duration::from_millis(250);

/// The same for an engine in another process, which may have to wait for a CPU.
const SHRINKING_LIMIT_OF_PROCESSES: Duration = Duration::from_secs(1);

/// Time limit for a child process, which normally detects hung steps itself.
const PROCESS_LIMIT: Duration = Duration::from_secs(10);
/// Step limits in that time, at least: a step that waits for its limit is tried again.
const STEP_LIMITS: u32 = 4;

pub(crate) struct CaseProcess<'a> {
    pub(crate) session: &'a Session,
    pub(crate) rule_set: &'a str,
    pub(crate) step_limit: Duration,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) option: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probed {
    /// The case was played to its end without a failure.
    Agreed,
    /// The case was not played to its end, and whether it fails is unknown: it ends at a known
    /// difference, or the time was over, for example.
    Unknown,
    Fails,
    /// The case ended the process, for example by a stack overflow; the exit status.
    Killed(String),
}

impl Probed {
    fn of(status: ExitStatus) -> Self {
        let is = |exit: Exit| status.code() == Some(exit as i32);
        match () {
            () if is(Exit::Success) => Self::Agreed,
            () if is(Exit::Found) => Self::Fails,
            () if is(Exit::BadInput) || is(Exit::Undecided) => Self::Unknown,
            () => Self::Killed(status.to_string()),
        }
    }
}

impl CaseProcess<'_> {
    pub(crate) fn with(&self, option: &'static str) -> Self {
        Self { option: Some(option), ..*self }
    }

    /// For shrinking, with a smaller step limit.
    pub(crate) fn for_shrinking(&self) -> Self {
        let is_process = self.session.engine_command().is_some();
        let limit = if is_process { SHRINKING_LIMIT_OF_PROCESSES } else { SHRINKING_LIMIT };
        Self { step_limit: self.step_limit.min(limit), ..*self }
    }

    /// True if a case fails or hangs; false if it could not be played to its end.
    pub(crate) fn fails(&self, case: &str) -> bool {
        matches!(self.play(case), Probed::Fails | Probed::Killed(_))
    }

    pub(crate) fn play(&self, case: impl AsRef<[u8]>) -> Probed {
        let limit = PROCESS_LIMIT.max(self.step_limit.saturating_mul(STEP_LIMITS));
        let child = self.start(case.as_ref());
        let ended = child.and_then(|child| process::wait(child, limit, self.stop)).ok().flatten();
        // Ctrl-C reaches the child process, too, and may have killed it.
        let ended = ended.filter(|_| !self.stop.load(Relaxed));
        ended.map_or(Probed::Unknown, Probed::of)
    }

    fn start(&self, case: &[u8]) -> io::Result<Child> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["probe", self.rule_set, "--step-limit"])
            .arg(format!("{}ns", self.step_limit.as_nanos()))
            .args(self.option)
            .args(self.session.engine_arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // If the process has ended early, its exit code is the result.
            let _ = stdin.write_all(case);
        }
        Ok(child)
    }
}

#[cfg(test)]
mod tests {
    use super::Probed;

    #[test]
    #[cfg(unix)]
    fn only_a_process_that_ends_with_success_has_played_a_case_to_its_end() {
        use std::os::unix::process::ExitStatusExt;
        use std::process::ExitStatus;

        let of = |code: i32| Probed::of(ExitStatus::from_raw(code << 8));
        let expected = [Probed::Agreed, Probed::Fails, Probed::Unknown, Probed::Unknown];
        assert_eq!([0, 1, 2, 3].map(of), expected);
        assert!(matches!(of(101), Probed::Killed(_)));
        assert!(matches!(Probed::of(ExitStatus::from_raw(11)), Probed::Killed(_)));
    }
}
