//! What a fuzz target does for the process that started it, instead of fuzzing: it replays an input
//! that failed, shrinks it and makes the report.
//!
//! The target has the sides that failed; the command that started it may have been built from other
//! sources. The command passes a [`Request`] in the environment and the input on standard input, and
//! reads [`Answer`]s, a line of JSON each, from standard output. For cases that hang or end their
//! process, the target starts itself with [`Request::Probe`].

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::drive::bytes;
use crate::drive::campaign::{FoundDivergence, Origin};
use crate::drive::subject::Subject;
use crate::model::divergence::{Divergence, Finding};
use crate::present::report::{Report, headline};
use crate::present::triage::{self, Shrinking};

/// Environment variable with a [`Request`] as JSON.
pub const TRIAGE_VARIABLE: &str = "TWINBOARD_TRIAGE";

/// Time limit for shrinking an input of arbitrary bytes.
const SHORTENING: Duration = Duration::from_secs(10);

/// What a fuzz target is asked to do with the input on its standard input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// To find the first case that fails, to shrink it, and to print the answers.
    Triage(Asked),
    /// To play the case, in a process that the target has started.
    Probe {
        /// Time after which a step counts as hung.
        step_limit: Duration,
    },
}

/// Limits for a report, and what the target cannot know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Time after which a step counts as hung.
    pub step_limit: Duration,
    /// Time for shrinking; none if it is zero.
    pub time_limit: Duration,
    /// Name of the corpus file with this input; `None` if the fuzzer has found it.
    pub corpus: Option<String>,
}

impl Request {
    /// The request in the environment of this process; `None` if it shall fuzz.
    ///
    /// # Errors
    ///
    /// A message if the variable has another value.
    pub fn of_environment() -> Result<Option<Self>, String> {
        let Ok(text) = std::env::var(TRIAGE_VARIABLE) else { return Ok(None) };
        let read = serde_json::from_str(&text).map(Some);
        read.map_err(|error| format!("{TRIAGE_VARIABLE} is no request: {error}"))
    }

    /// The value of [`TRIAGE_VARIABLE`].
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }
}

/// The result of playing a case in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probed {
    /// No failure, or the case could not be played to its end.
    Agreed,
    /// The case fails, and can be played in this process for the details.
    Fails,
    /// The case ended its process; the exit status.
    Killed(String),
}

/// A line that a target prints while it answers [`Request::Triage`]. Nothing follows an input that
/// does not fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A case fails. It comes before the case is shrunk.
    Found {
        /// The first line of the report.
        headline: String,
        /// The case as it was found.
        case: String,
    },
    /// The report.
    Report(Box<Triaged>),
    /// A property of readers and printers is violated.
    Text {
        /// The violation.
        complaint: String,
        /// The smallest input found that shows it.
        input: Vec<u8>,
    },
}

/// A report as it leaves the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triaged {
    /// The smallest case that fails.
    pub case: Option<String>,
    /// [`Report::cut_short`].
    pub cut_short: bool,
    /// The report with terminal styles.
    pub text: String,
    /// The report as data.
    pub report: serde_json::Value,
}

impl Answer {
    /// Parses a line of a target's output; `None` if it is no answer.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// The line that [`read`](Self::read) parses.
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }
}

impl Asked {
    /// Replays the cases of an input, each with `probe` first, as it may end its process; shrinks
    /// the first one that fails and reports it. `print` gets the answers.
    pub fn triage(
        &self,
        subject: &Arc<dyn Subject>,
        input: &[u8],
        probe: &dyn Fn(&str, Duration) -> Probed,
        print: &mut dyn FnMut(&Answer),
    ) {
        let probed = |case: &str| probe(case, self.step_limit);
        let Ok(cases) = subject.split(input) else { return };
        let found = cases.into_iter().find_map(|case| match probed(&case) {
            Probed::Agreed => None,
            Probed::Fails => triage::find(subject, &case, self.step_limit),
            Probed::Killed(status) => Some((Divergence::of(Finding::Killed { status }), case)),
        });
        let Some((divergence, case)) = found else { return };
        let name = subject.engine_name().unwrap_or(subject.name());
        let headline = headline(name, &divergence);
        print(&Answer::Found { headline, case: case.clone() });
        let origin = self.corpus.clone().map_or(Origin::Fuzzed, |name| Origin::Corpus { name });
        let (fails, kills) = (
            |case: &str| probed(case) != Probed::Agreed,
            |case: &str| matches!(probed(case), Probed::Killed(_)),
        );
        let shrinking = Shrinking {
            step_limit: self.step_limit,
            time_limit: self.time_limit,
            stop: &Arc::new(AtomicBool::new(self.time_limit.is_zero())),
            isolated: Some(if divergence.finding.is_killed() { &kills } else { &fails }),
        };
        let found = FoundDivergence { origin, text: Some(case), divergence };
        let report = triage::triage(subject, found, &shrinking);
        print(&Answer::Report(Box::new(Triaged::of(&report))));
    }

    /// Checks readers and printers on an input of arbitrary bytes, and shrinks it. `print` gets the
    /// answer.
    pub fn triage_text(
        &self,
        subject: &Arc<dyn Subject>,
        input: &[u8],
        print: &mut dyn FnMut(&Answer),
    ) {
        let complaint = |input: &[u8]| bytes::complaint(subject, input, self.step_limit);
        if complaint(input).is_none() {
            return;
        }
        let time = self.time_limit.min(SHORTENING);
        let input = bytes::shrink(input, time, &mut |input| complaint(input).is_some());
        if let Some(complaint) = complaint(&input) {
            print(&Answer::Text { complaint, input });
        }
    }
}

impl Triaged {
    fn of(report: &Report) -> Self {
        Self {
            case: report.text().map(str::to_owned),
            cut_short: report.cut_short,
            text: report.render(),
            report: serde_json::to_value(report).expect("plain data can be written"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Answer, Asked, Probed, Request};
    use crate::drive::subject::Subject;
    use crate::model::pairing::Pairing;
    use crate::nim::{Heap, Nim};
    use crate::present::triage;

    const LIMIT: Duration = Duration::from_mins(1);

    fn asked() -> Asked {
        Asked { step_limit: LIMIT, time_limit: LIMIT, corpus: Some("corpus/a.txt".into()) }
    }

    fn answers(subject: &Arc<dyn Subject>, input: &[u8], asked: &Asked) -> Vec<Answer> {
        let probe = |case: &str, limit| match triage::check(subject, case, limit) {
            _ if case.starts_with('7') => Probed::Killed("signal: 6 (SIGABRT)".into()),
            Some(_) => Probed::Fails,
            None => Probed::Agreed,
        };
        let mut answers = Vec::new();
        let mut print = |answer: &Answer| {
            assert_eq!(Answer::read(&answer.line()).as_ref(), Some(answer));
            answers.push(answer.clone());
        };
        asked.triage(subject, input, &probe, &mut print);
        answers
    }

    #[test]
    fn a_failing_case_is_announced_then_reported_shrunk() {
        // The engine lets a player take four stones.
        let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
        let answers = answers(&faulty, b"9\n> 2\n> 2\n> 1\n> 1\n", &asked());
        let [Answer::Found { headline, case }, Answer::Report(report)] = &answers[..] else {
            panic!("{answers:?}");
        };
        assert!(headline.contains("engine and oracle differ"), "{headline}");
        assert!(case.starts_with("9\n> 2\n"), "{case}");
        assert_eq!((report.case.as_deref(), report.cut_short), (Some("9\n"), false));
        assert!(report.text.contains("found in corpus/a.txt, shrunk from"), "{}", report.text);
        assert_eq!(report.report["shrunk"], "9\n");
    }

    #[test]
    fn without_time_it_is_not_shrunk() {
        let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
        let asked = Asked { time_limit: Duration::ZERO, ..asked() };
        let answers = answers(&faulty, b"9\n> 2\n> 2\n> 1\n> 1\n", &asked);
        let Some(Answer::Report(report)) = answers.last() else { panic!("{answers:?}") };
        assert!(report.case.as_deref().is_some_and(|case| case.starts_with("9\n> 2")));
    }

    #[test]
    fn a_case_that_ends_its_process_is_played_in_others_only() {
        let agreed = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
        let answers = answers(&agreed, b"7\n> 1\n> 2\n", &asked());
        let Some(Answer::Report(report)) = answers.last() else { panic!("{answers:?}") };
        assert!(report.text.contains("SIGABRT"), "{}", report.text);
        assert_eq!(report.case.as_deref(), Some("7\n"));
    }

    #[test]
    fn nothing_is_answered_for_an_input_that_does_not_fail() {
        let agreed = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
        assert_eq!(answers(&agreed, b"9\n> 2\n", &asked()), []);
        assert_eq!(answers(&agreed, b"nine", &asked()), []);
        let mut answers = Vec::new();
        asked().triage_text(&agreed, b"nine", &mut |answer| answers.push(answer.clone()));
        assert_eq!(answers, []);
    }

    #[test]
    fn a_request_is_read_as_it_was_written() {
        for request in [Request::Triage(asked()), Request::Probe { step_limit: LIMIT }] {
            let read: Request = serde_json::from_str(&request.to_json()).unwrap();
            assert_eq!(read, request);
        }
    }
}
