//! The results of a check as a whole: the reports, a summary, JSON and the exit code.

use std::fmt::Write;
use std::path::Path;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_referee::Divergence;

use super::campaign::{CheckOutcome, Figures};
use super::error::CheckError;
use super::report::Report;
use super::setup::{About, Setup};
use crate::output::ci::{Test, TestRun};
use crate::output::failure::{Failure, both};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{argument, counted, if_any};
use crate::output::{self, files};

/// The figures that only one kind of check has.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum Extra {
    Cases {
        /// The time of the slowest case that exceeded the limit of its batch but not that of the
        /// judge, if any did.
        slowest_case_seconds: Option<f64>,
    },
    /// Of moves, which engine and oracle judge; the JSON then states if they disagree.
    Moves {
        /// Number of moves that were late but in time at the second attempt.
        late_once: u64,
        /// The time of the slowest valid move.
        slowest_move_seconds: f64,
    },
}

#[derive(Serialize)]
struct Json<'a, F> {
    rule_set: &'a str,
    command: Vec<String>,
    seed: u64,
    isolation: Option<&'static str>,
    #[serde(flatten)]
    counts: Counts,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    judges_disagree: Option<bool>,
    interrupted: bool,
    failed: bool,
    known_failures_met: u64,
    #[serde(flatten)]
    extra: Extra,
    failures: Vec<F>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Counts {
    Cases { corpus_cases: usize, cases: u64, generated_cases: u64, batches: u64 },
    Moves { corpus_positions: usize, positions: u64, generated_positions: u64 },
}

/// Writes all results and returns the exit code. Failures of the program take precedence over an
/// error that ended the campaign, which is printed in any event.
pub(super) fn conclude(
    Setup { about, options, session, not_given, .. }: &Setup<'_>,
    outcome: CheckOutcome,
    extra: Extra,
) -> Result<Conclusion, Failure> {
    let out = &options.out;
    let judges_disagree = matches!(outcome.done, Err(CheckError::Divergence(_)));
    let mut done = match outcome.done {
        Err(CheckError::Failed(failure)) => Err(failure),
        Err(CheckError::Divergence(divergence)) => save(about, &divergence, out),
        Ok(()) | Err(CheckError::Interrupted) => Ok(()),
    };
    if outcome.found.is_empty() && !judges_disagree {
        done?;
        done = Ok(());
    }
    let found = outcome.found.into_iter();
    let level = session.isolation.used();
    let reports: Vec<Report<'_>> =
        found.map(|failure| Report::of(about, failure, level, out)).collect();
    let figures = outcome.figures;
    // Nobody misses those of the built-in corpus.
    let not_given = if options.corpus.is_some() { *not_given } else { 0 };
    let verdict = Verdict { about, figures, failures: reports.len(), judges_disagree, not_given };
    let text: String = reports.iter().map(|report| report.render() + "\n").collect();
    let text = text + &verdict.summary(extra);
    let hint = options.programs.environment.hint();
    if reports.iter().any(Report::is_failed_start) && !hint.is_empty() {
        output::print_error_line(hint.trim_start());
    }
    let json = Json {
        rule_set: about.rule_set,
        command: about.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        seed: about.seed,
        isolation: session.isolation.used(),
        counts: Counts::of(figures, extra),
        seconds: figures.elapsed.as_secs_f64(),
        judges_disagree: matches!(extra, Extra::Moves { .. }).then_some(judges_disagree),
        interrupted: figures.interrupted,
        failed: verdict.has_failed(),
        known_failures_met: figures.known_met,
        extra,
        failures: reports.iter().map(Report::to_json).collect(),
    };
    let run = TestRun { command: "check", tests: vec![verdict.as_test(&reports)] };
    let junit = options.junit.publish(session, run);
    let (tally, found) = (verdict.tally(), verdict.has_found());
    options.results.finish(&tally, found, &text, ("check", &json), both(done, junit))
}

/// Saves the case about which the judges disagree, a divergence between engine and oracle.
fn save(about: &About, divergence: &Divergence, out: &Path) -> Result<(), Failure> {
    output::print_error_line(format!("error: {divergence}; the program is not to blame"));
    let path = out.join(format!("{}-divergence.txt", about.rule_set));
    files::keep(&path, &divergence.case)?;
    let (program, path) = (argument(&about.program), argument(path));
    output::print_error_line(format!("the case is saved; replay it with: {program} diff {path}"));
    Ok(())
}

impl Counts {
    fn of(figures: Figures, extra: Extra) -> Self {
        let Figures { cases, generated, runs, corpus, .. } = figures;
        match extra {
            Extra::Cases { .. } => Self::Cases {
                corpus_cases: corpus,
                cases,
                generated_cases: generated,
                batches: runs,
            },
            Extra::Moves { .. } => Self::Moves {
                corpus_positions: corpus,
                positions: cases,
                generated_positions: generated,
            },
        }
    }
}

/// The verdict of a check.
#[derive(Clone, Copy)]
struct Verdict<'a> {
    about: &'a About,
    figures: Figures,
    failures: usize,
    /// True if the check ended because engine and oracle disagree, which is no foul of the
    /// program.
    judges_disagree: bool,
    /// Number of cases of the user's corpus that the judge cannot give.
    not_given: u64,
}

impl Verdict<'_> {
    fn has_found(&self) -> bool {
        self.judges_disagree || self.failures > 0
    }

    fn has_failed(&self) -> bool {
        self.has_found() || self.nothing().is_some()
    }

    /// The cases that were checked, and those that were not.
    fn tally(&self) -> Tally {
        let Figures { cases, known_cases, late, interrupted, .. } = self.figures;
        let tally = Tally::new(self.about.unit, "checked")
            .without(self.not_given, "the judge cannot give them")
            .without(late, "the time ended within the corpus")
            .interrupted_if(interrupted);
        match cases {
            0 => tally.hint("choose more --cases, another --corpus or --time"),
            // A known failure in every case hides all else.
            _ if known_cases == cases && self.failures == 0 => {
                tally.without(cases, "they end at known failures, which hide all else")
            }
            _ => tally.with(cases),
        }
    }

    /// The reason why a check of nothing fails.
    fn nothing(&self) -> Option<String> {
        let is_it = self.tally().is_nothing() && !self.has_found();
        is_it.then(|| format!("not one {} was checked", self.about.unit))
    }

    /// The result as a test for a CI service.
    fn as_test(&self, reports: &[Report<'_>]) -> Test {
        let About { rule_set, unit, seed, command, .. } = self.about;
        let tally = self.tally();
        let mut result = match self.failures {
            0 => tally.verdict("no failure"),
            failures => counted(failures as u64, "failure"),
        };
        let _ = write!(result, ", {}, seed {seed}", counted(self.figures.cases, unit));
        if self.judges_disagree {
            result = format!("engine and oracle disagree; {result}");
        }
        if self.figures.interrupted {
            result += ", interrupted";
        }
        let name: Vec<String> = command.iter().map(argument).collect();
        Test {
            rule_set: (*rule_set).to_owned(),
            name: name.join(" "),
            status: Test::status(&tally, self.has_found()),
            result: result + &tally.rest(),
            elapsed: Some(self.figures.elapsed),
            findings: reports.iter().map(Report::as_finding).collect(),
        }
    }

    /// The lines after the reports.
    fn summary(&self, extra: Extra) -> String {
        let Figures { cases, generated, runs, .. } = self.figures;
        let amount = counted(cases, self.about.unit);
        let (note, amount, slowest) = match extra {
            Extra::Cases { slowest_case_seconds } => {
                let note = slowest_case_seconds.map_or(String::new(), |time| {
                    format!("some cases took up to {time:.1} s, within the judge's limit\n")
                });
                (note, format!("{amount} in {}", counted(runs, "run")), String::new())
            }
            Extra::Moves { late_once, slowest_move_seconds } => {
                let late = HumanCount(late_once);
                let note = format!("late, but in time when asked again: {late}\n");
                let slowest = format!("the slowest valid move took {slowest_move_seconds:.3} s\n");
                (
                    if late_once > 0 { note } else { String::new() },
                    format!("{amount} checked"),
                    if slowest_move_seconds > 0.0 { slowest } else { String::new() },
                )
            }
        };
        let known = self.known();
        let (from_corpus, generated) = (HumanCount(cases - generated), HumanCount(generated));
        let corpus = HumanCount(self.figures.corpus as u64);
        let late = self.late() + &self.unclear();
        let last = self.last_line();
        format!(
            "{note}{known}{late}{amount}: {from_corpus} of {corpus} from the corpus, {generated} \
             generated\n{slowest}{last}"
        )
    }

    /// The line about failures that are not reported; empty if there are none.
    fn known(&self) -> String {
        match self.figures.known_met {
            0 => String::new(),
            count => {
                let count = HumanCount(count);
                format!("known or repeated failures, not reported: {count}\n")
            }
        }
    }

    /// The warning that the corpus was not checked as a whole; empty if it was.
    fn late(&self) -> String {
        let Figures { late, generated, .. } = self.figures;
        let random = if generated == 0 {
            format!(", and no random {} was checked", self.about.unit)
        } else {
            String::new()
        };
        match late {
            0 => String::new(),
            _ => format!(
                "warning: the time ended within the corpus{random}: a longer --time is needed\n"
            ),
        }
    }

    /// The warning about a timeout that was not looked into; empty if there is none.
    fn unclear(&self) -> String {
        if_any(self.figures.unclear, self.about.unit, |cases| {
            format!(
                "warning: {cases} in one input did not end in time, and the time of the check ended \
                 before they were tried apart: a longer --time is needed\n"
            )
        })
    }

    /// The last line of the output.
    fn last_line(&self) -> String {
        let verdict = match (self.nothing(), self.failures) {
            (Some(nothing), _) => format!("failed: {nothing}"),
            (None, 0) => self.tally().verdict("no failure"),
            (None, failures) => counted(failures as u64, "failure"),
        };
        let About { rule_set, seed, .. } = self.about;
        let elapsed = self.figures.elapsed.as_secs_f64();
        let mut line = format!("{rule_set}: {verdict} (seed {seed}) in {elapsed:.1} s");
        if self.judges_disagree {
            line += ", ended because the judges disagree";
        }
        if self.figures.interrupted {
            line += ", interrupted";
        }
        line + &self.tally().rest() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{About, Figures, Verdict};

    static ABOUT: About = About {
        program: String::new(),
        rule_set: "rules",
        seed: 7,
        command: Vec::new(),
        variables: Vec::new(),
        unit: "case",
    };

    fn verdict(cases: u64) -> Verdict<'static> {
        let elapsed = Duration::from_millis(1250);
        let figures = Figures { cases, elapsed, ..Figures::default() };
        Verdict { about: &ABOUT, figures, failures: 0, judges_disagree: false, not_given: 0 }
    }

    fn interrupted(verdict: Verdict<'static>) -> Verdict<'static> {
        Verdict { figures: Figures { interrupted: true, ..verdict.figures }, ..verdict }
    }

    #[test]
    fn the_last_line_counts_failures_and_states_an_early_end() {
        let line = |verdict: Verdict<'_>| (verdict.has_failed(), verdict.last_line());
        let expected = |failed, result: &str, end: &str| {
            (failed, format!("rules: {result} (seed 7) in 1.2 s{end}\n"))
        };
        assert_eq!(line(verdict(3)), expected(false, "no failure", ""));
        assert_eq!(line(verdict(0)), expected(true, "failed: not one case was checked", ""));
        assert_eq!(line(Verdict { failures: 1, ..verdict(3) }), expected(true, "1 failure", ""));
        let two = interrupted(Verdict { failures: 2, ..verdict(3) });
        assert_eq!(line(two), expected(true, "2 failures", ", interrupted"));
        let nothing = expected(false, "nothing was checked", ", interrupted");
        assert_eq!(line(interrupted(verdict(0))), nothing);
        assert_eq!(line(interrupted(verdict(1))), expected(false, "no failure", ", interrupted"));
        let disagree = Verdict { judges_disagree: true, ..verdict(0) };
        assert_eq!(
            line(disagree),
            expected(true, "nothing was checked", ", ended because the judges disagree")
        );
    }

    #[test]
    fn time_that_ends_within_the_corpus_is_a_warning() {
        assert_eq!(verdict(3).late(), "");
        let mut late = verdict(3);
        late.figures.late = 47;
        let warning = "warning: the time ended within the corpus";
        let need = "a longer --time is needed\n";
        assert_eq!(late.late(), format!("{warning}, and no random case was checked: {need}"));
        let rest = "; 47 of 50 cases not checked: the time ended within the corpus";
        assert!(late.last_line().ends_with(&format!("{rest}\n")), "{}", late.last_line());
        assert!(!late.has_failed());
        late.figures.generated = 1;
        assert_eq!(late.late(), format!("{warning}: {need}"));
    }

    #[test]
    fn a_timeout_that_was_not_looked_into_is_a_warning() {
        let unclear = |unclear| {
            let figures = Figures { unclear, ..verdict(3).figures };
            Verdict { figures, ..verdict(3) }.unclear()
        };
        assert_eq!(unclear(0), "");
        assert!(unclear(16).starts_with("warning: 16 cases in one input did not end in time, "));
    }

    #[test]
    fn known_failures_in_every_case_leave_nothing() {
        let known = |known_cases, failures| {
            let figures = Figures { known_cases, ..verdict(3).figures };
            Verdict { figures, failures, ..verdict(3) }
        };
        assert!(!known(2, 0).tally().is_nothing());
        assert!(!known(3, 1).tally().is_nothing());
        assert!(known(3, 0).has_failed());
        let line = "rules: failed: not one case was checked (seed 7) in 1.2 s; 3 cases left out: \
                    they end at known failures, which hide all else\n";
        assert_eq!(known(3, 0).last_line(), line);
    }

    #[test]
    fn unreported_failures_are_counted_in_a_line() {
        assert_eq!(verdict(3).known(), "");
        let mut known = verdict(3);
        known.figures.known_met = 1200;
        assert_eq!(known.known(), "known or repeated failures, not reported: 1,200\n");
    }
}
