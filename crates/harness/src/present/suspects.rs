//! A hint at the fault: functions of an engine in another process that failing cases enter more often
//! than passing ones do.
//!
//! This is spectrum-based fault localization. Each place of the code (EP-36) has a score, that of
//! Ochiai: `failing / √(all failing × entering)`, where `failing` is the number of failing cases that
//! run it, and `entering` the number of all cases that do. It is 1 for code that runs in all failing
//! cases and in no other. The cases are those that shrinking tries, which are most alike, and some of
//! the corpus. A function has the score of its best place; among equal ones, the mean of its places
//! that run in a failing case decides.
//!
//! The cases are played again by a process that counts, since counting slows some engines down.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anstyle::Style;
use serde::Serialize;
use twinboard_vocabulary::CodeLine;
use twinboard_vocabulary::text::counted;

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::reach::{Places, code_of, take_places};
use crate::drive::subject::Subject;
use crate::drive::watch;
use crate::model::activity::Activity;
use crate::model::any_case::AnyCase;
use crate::model::divergence::Finding;
use crate::model::guard;

/// Number of functions that a hint has at most. It has no more than half of all.
const FUNCTIONS_MAX: usize = 5;

/// Time limit for the cases that shrinking tries, and again for those of the corpus.
const TIME: Duration = Duration::from_secs(4);

/// A function that failing cases enter more often than passing ones do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspect {
    /// Name of the function; empty if it is unknown.
    pub function: String,
    /// The line of it with the highest score.
    pub location: String,
    /// The score of that line, above 0 and up to 1.
    pub score: f64,
    /// Number of failing cases that run the line.
    pub failing: usize,
    /// Number of passing cases that run it.
    pub passing: usize,
}

/// The functions at which a fault may be, the most suspicious one first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspects {
    /// Number of failing cases that were played.
    pub failing_cases: usize,
    /// Number of passing cases that were played.
    pub passing_cases: usize,
    /// The functions, at least one.
    pub functions: Vec<Suspect>,
}

// A score is a number.
impl Eq for Suspect {}
impl Eq for Suspects {}

/// Shrinks a failing case once more, plays cases of the corpus, and compares the code that runs in
/// those with this finding and in those without any. `None` if the engine does not report its
/// functions, the comparison says nothing, or it takes too long.
///
/// # Errors
///
/// The message of a panic, such as that for a report of the code that has a wrong form.
pub fn suspects(
    subject: &Arc<dyn Subject>,
    (case, finding): (&AnyCase, &Finding),
    corpus: &[AnyCase],
    limit: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Suspects>, String> {
    // Known differences are told apart here: what else is played to find them says nothing.
    let known = subject.known().to_vec();
    let subject = subject.with_known(&[]);
    let filters = Checks::filters_for(finding);
    let checks = filters.first().map_or(Checks::replay_of(finding), |it| it.checks);
    let (case, finding) = (case.clone(), finding.clone());
    let (corpus, stop) = (corpus.to_vec(), Arc::clone(stop));
    let play = move |activity: &Activity| {
        take_places(&*subject)?;
        let mut spectra = Spectra::default();
        let mut fails = |case: &AnyCase| {
            let checked = subject.check(case, checks, activity);
            let places = take_places(&*subject).unwrap_or_default();
            match checked.verdict {
                Verdict::Diverged(it)
                    if it.finding.is_like(&finding)
                        && !known.iter().any(|known| known.covers(&it)) =>
                {
                    spectra.failing.push(places);
                    true
                }
                Verdict::Agreed => {
                    spectra.passing.push(places);
                    false
                }
                // Perhaps another fault, or a known one.
                _ => false,
            }
        };
        let is_over = |begin: Instant| begin.elapsed() >= TIME || stop.load(Relaxed);
        let begin = Instant::now();
        if fails(&case) {
            subject.shrink(&case, &mut |case| !is_over(begin) && fails(case));
        }
        let begin = Instant::now();
        for case in corpus.iter().take_while(|_| !is_over(begin)) {
            fails(case);
        }
        spectra.suspects(&code_of(&*subject))
    };
    let guarded = move |activity: &Activity| guard::catch(|| play(activity));
    watch::watched(limit, guarded).unwrap_or(Ok(None))
}

/// The places that ran in each case.
#[derive(Debug, Default)]
struct Spectra {
    failing: Vec<Places>,
    passing: Vec<Places>,
}

impl Spectra {
    fn suspects(&self, code: &[CodeLine]) -> Option<Suspects> {
        let mut functions: BTreeMap<&str, Function> = BTreeMap::new();
        for line in code {
            // A line whose function is unknown counts by itself.
            let name = if line.function.is_empty() { &line.location } else { &line.function };
            let function = functions.entry(name).or_default();
            for place in &line.places {
                function.add(self.suspect(line, *place));
            }
        }
        let limit = FUNCTIONS_MAX.min(functions.len() / 2);
        let mut all: Vec<(f64, Suspect)> =
            functions.into_values().filter_map(Function::ranked).collect();
        // Functions of equal scores are in the order of their names.
        all.sort_by(|(mean, one), (other_mean, other)| {
            other.score.total_cmp(&one.score).then(other_mean.total_cmp(mean))
        });
        let functions: Vec<Suspect> = all.into_iter().map(|(_, it)| it).take(limit).collect();
        let says_something = !functions.is_empty() && !self.passing.is_empty();
        says_something.then_some(Suspects {
            failing_cases: self.failing.len(),
            passing_cases: self.passing.len(),
            functions,
        })
    }

    fn suspect(&self, line: &CodeLine, place: u16) -> Suspect {
        let count = |cases: &[Places]| cases.iter().filter(|it| it.contains(&place)).count();
        let (failing, passing) = (count(&self.failing), count(&self.passing));
        let all = self.failing.len() * (failing + passing);
        let score = if failing == 0 { 0.0 } else { failing as f64 / (all as f64).sqrt() };
        let (function, location) = (line.function.clone(), line.location.clone());
        Suspect { function, location, score, failing, passing }
    }
}

/// The places of a function.
#[derive(Default)]
struct Function {
    best: Option<Suspect>,
    /// Sum of the scores, and number of places with any.
    sum: f64,
    count: usize,
}

impl Function {
    fn add(&mut self, place: Suspect) {
        if place.score > 0.0 {
            self.sum += place.score;
            self.count += 1;
            if self.best.as_ref().is_none_or(|best| place.score > best.score) {
                self.best = Some(place);
            }
        }
    }

    /// The best place, with the mean of the scores; `None` if no failing case enters the function.
    fn ranked(self) -> Option<(f64, Suspect)> {
        Some((self.sum / self.count as f64, self.best?))
    }
}

impl Suspects {
    /// The hint as text.
    pub(crate) fn render(&self) -> String {
        const BOLD: Style = Style::new().bold();
        let Self { failing_cases, passing_cases, functions } = self;
        let mut out = format!(
            "\n{BOLD}hint{BOLD:#}, which may be wrong: code of the engine that runs in failing cases \
             rather than in others\n({} with this finding, {passing_cases} without any; scores of \
             Ochiai, up to 1)\n",
            counted(*failing_cases as u64, "case"),
        );
        let wide = functions.iter().map(|it| it.function.chars().count()).max().unwrap_or(0);
        let far = functions.iter().map(|it| it.location.chars().count()).max().unwrap_or(0);
        for Suspect { function, location, score, failing, passing } in functions {
            let _ = writeln!(
                out,
                "  {score:.2}  {function:<wide$}  {location:<far$}  in {failing} and {passing}",
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::CodeLine;

    use super::{Places, Spectra};

    fn code() -> Vec<CodeLine> {
        let line = |places: &[u16], location: &str, function: &str| CodeLine {
            places: places.into(),
            location: location.into(),
            function: function.into(),
        };
        vec![
            line(&[1], "a:1", "always"),
            line(&[2], "a:2", "passing"),
            line(&[3], "a:3", "faulty"),
            line(&[4, 9], "a:4", "faulty"),
            line(&[], "a:5", "never"),
            line(&[2], "a:6", ""),
        ]
    }

    #[test]
    fn the_code_that_runs_in_failing_cases_alone_comes_first() {
        let failing = vec![Places::from([1, 3, 4]), Places::from([1, 4])];
        let passing = vec![Places::from([1, 2]), Places::from([1, 2, 3])];
        let found = Spectra { failing, passing }.suspects(&code()).unwrap();
        let all: Vec<_> =
            found.functions.iter().map(|it| (&*it.function, &*it.location, it.score)).collect();
        // Two of five functions, and not the one that no failing case enters.
        assert_eq!(all, [("faulty", "a:4", 1.0), ("always", "a:1", 2.0 / 8.0_f64.sqrt())]);
        assert_eq!((found.functions[0].failing, found.functions[0].passing), (2, 0));
        assert!(found.render().contains("  1.00  faulty  a:4  in 2 and 0\n"), "{}", found.render());
    }

    #[test]
    fn without_cases_to_compare_there_is_no_hint() {
        let some = || vec![Places::from([1, 3])];
        assert_eq!(Spectra { failing: some(), passing: Vec::new() }.suspects(&code()), None);
        assert_eq!(Spectra { failing: Vec::new(), passing: some() }.suspects(&code()), None);
        assert_eq!(Spectra { failing: some(), passing: some() }.suspects(&[]), None);
    }
}
