//! The result of a check.

use indicatif::HumanCount;

use super::campaign::{CheckOutcome, Figures};
use super::report::Report;
use super::{About, Setup};
use crate::output;
use crate::output::failure::Failure;
use crate::output::result::{Figures as Values, Test};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{argument, counted, if_any};

/// Prints and writes the result. Failures of the program take precedence over an error that ended
/// the campaign, which is printed in any event.
pub(super) fn conclude(
    Setup { about, options, session, not_given, .. }: &Setup<'_>,
    outcome: CheckOutcome<'_>,
) -> Result<Conclusion, Failure> {
    let mut done = match outcome.done {
        Err(Failure::Interrupted) => Ok(()),
        done => done,
    };
    if outcome.found.is_empty() {
        done?;
        done = Ok(());
    }
    let (reports, level) = (outcome.found, session.isolation.used());
    let hint = options.programs.hint_at_variables();
    if reports.iter().any(Report::is_failed_start) && !hint.is_empty() {
        output::print_error_line(hint.trim_start());
    }
    // Cases that the judge cannot give are expected in the built-in corpus, so they are not reported.
    let not_given = if options.corpus.is_some() { *not_given } else { 0 };
    let finished = Finished { about, figures: outcome.figures, reports, not_given };
    session.finish(vec![finished.test(level)], done)
}

struct Finished<'a> {
    about: &'a About,
    figures: Figures,
    reports: Vec<Report<'a>>,
    /// Number of cases of the user's corpus that the judge cannot give.
    not_given: u64,
}

impl Finished<'_> {
    fn tally(&self) -> Tally {
        let Figures { cases, known_cases, late, interrupted, .. } = self.figures;
        let tally = Tally::new("case", "checked")
            .without(self.not_given, "the judge cannot give them")
            .without(late, "the time ended within the corpus")
            .interrupted_if(interrupted);
        match cases {
            0 => tally.hint("choose more --cases, another --corpus or --time"),
            // A known failure in every case hides all else.
            _ if known_cases == cases && self.reports.is_empty() => {
                tally.without(cases, "they end at known failures, which hide all else")
            }
            _ => tally.with(cases),
        }
    }

    fn test(&self, level: Option<&'static str>) -> Test {
        let About { rule_set, seed, command, .. } = self.about;
        let Figures { cases, generated, runs, corpus, known_met, slow, elapsed, .. } = self.figures;
        let findings = self.reports.iter().map(Report::as_finding).collect();
        let name: Vec<String> = command.iter().map(argument).collect();
        let test = Test::new(*rule_set, name.join(" "), self.tally(), "no failure")
            .with_findings(findings, "failure");
        let words: Vec<String> =
            command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let notes = [test.notes, self.notes()].concat();
        let figures = Values::default()
            .with("command", words)
            .with("seed", seed)
            .with("isolation", level)
            .with("corpus", corpus)
            .with("checked", cases)
            .with("generated", generated)
            .with("runs", runs)
            .with("known_failures_met", known_met)
            .with("slowest_case_seconds", slow.map(|time| time.as_secs_f64()));
        Test {
            scope: format!("seed {seed}"),
            work: self.work(),
            elapsed: Some(elapsed),
            figures,
            notes,
            ..test
        }
    }

    fn work(&self) -> String {
        let Figures { cases, generated, runs, corpus, .. } = self.figures;
        let amount = format!("{} in {}", counted(cases, "case"), counted(runs, "run"));
        let from_corpus = HumanCount(cases - generated);
        let (corpus, generated) = (HumanCount(corpus as u64), HumanCount(generated));
        format!("{amount}: {from_corpus} of {corpus} from the corpus, {generated} generated")
    }

    fn notes(&self) -> Vec<String> {
        let Figures { late, generated, unclear, known_met, slow, .. } = self.figures;
        let slow = slow.map(|time| {
            let time = time.as_secs_f64();
            format!("some cases took up to {time:.1} s, within the judge's limit")
        });
        let known = (known_met > 0).then(|| {
            format!("known or repeated failures, not reported: {}", HumanCount(known_met))
        });
        let late = (late > 0).then(|| {
            let random = if generated == 0 { ", and no random case was checked" } else { "" };
            format!("warning: the time ended within the corpus{random}: a longer --time is needed")
        });
        let unclear = (unclear > 0).then(|| {
            if_any(unclear, "case", |cases| {
                format!(
                    "warning: {cases} in one input did not end in time, and the time of the check \
                     ended before they were tried apart: a longer --time is needed"
                )
            })
        });
        [slow, known, late, unclear].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{About, Figures, Finished};

    static ABOUT: About = About {
        rule_set: "rules",
        seed: 7,
        command: Vec::new(),
        variables: Vec::new(),
        limits_memory: false,
    };

    fn finished(figures: Figures) -> Finished<'static> {
        let figures = Figures { elapsed: Duration::from_millis(1250), ..figures };
        let reports = Vec::new();
        Finished { about: &ABOUT, figures, reports, not_given: 0 }
    }

    #[test]
    fn what_was_not_checked_is_said() {
        let figures = Figures { cases: 3, late: 47, ..Figures::default() };
        let late = finished(figures);
        let warning = "warning: the time ended within the corpus";
        let need = "a longer --time is needed";
        let expected = format!("{warning}, and no random case was checked: {need}");
        assert_eq!(late.notes(), [expected]);
        let rest = "; 47 of 50 cases not checked: the time ended within the corpus";
        assert!(late.test(None).result().ends_with(rest));
        let late = finished(Figures { generated: 1, ..figures });
        assert_eq!(late.notes(), [format!("{warning}: {need}")]);
        let unclear = finished(Figures { cases: 3, unclear: 16, ..Figures::default() });
        assert!(unclear.notes()[0].starts_with("warning: 16 cases in one input did not end"));
    }
}
