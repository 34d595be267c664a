//! Shrinks failing cases.
//!
//! Candidates share runs: a single one passes over many good candidates, and its first wrong line
//! names the one to try alone.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::answers::Program;
use super::foul::Foul;
use super::{Deadline, Trial};
use crate::output::failure::Failure;

/// Maximum length of an input in bytes, so that a program that reads slowly does not time out.
pub(super) const INPUT_MAX: usize = 24 << 10;

const TIME: Duration = Duration::from_secs(20);
/// Time limit for shrinking a timeout, where every attempt takes long.
const TIME_LATE: Duration = Duration::from_secs(6);

impl Diagnosis<'_> {
    /// Shrinks one case at a time while the program fails with the same foul.
    pub(super) fn shrink(&self, failing: Failing) -> Result<Failing, Failure> {
        let time = if *failing.foul() == Foul::Late { TIME_LATE } else { TIME };
        let mut search = self.search(failing.foul(), time);
        let mut cases = failing.cases.clone();
        for at in 0..cases.len() {
            let with = |case: &String| {
                let mut cases = cases.clone();
                cases[at].clone_from(case);
                cases
            };
            cases[at] = self.descend(&cases[at], |candidates| {
                search.first_failing(&candidates.iter().map(with).collect::<Vec<_>>())
            })?;
        }
        let cut_short = failing.cut_short || search.deadline.has_cut();
        let is_smaller = cases != failing.cases;
        let again = if is_smaller { self.program.run_last(&cases)? } else { None };
        Ok(match again {
            Some(trial) if trial.has(failing.foul()) => {
                Failing { cases, trial, cut_short, ..failing }
            }
            // The smaller input was only slow, or its failure is flaky.
            _ => Failing { cut_short, ..failing },
        })
    }

    fn search<'a>(&'a self, foul: &'a Foul, time: Duration) -> Search<'a> {
        let Self { program, pace, end, .. } = self;
        let is_late = *foul == Foul::Late;
        Search {
            program,
            foul,
            limit: if is_late { pace.short() } else { program.limit() },
            shares_runs: !is_late,
            deadline: Deadline::after(time, *end),
            passed: HashSet::new(),
        }
    }

    /// The case to which this one shrinks. `first_failing` returns the index of the first candidate
    /// on which the program still fails. Ctrl-C ends the descent with the smallest case so far.
    fn descend(
        &self,
        case: &str,
        mut first_failing: impl FnMut(&[String]) -> Result<Option<usize>, Failure>,
    ) -> Result<String, Failure> {
        let (mut error, subject) = (None, self.program.subject);
        let Some(case) = subject.case(case) else { return Ok(case.to_owned()) };
        let shrunk = subject.shrink_for_judge(&case, &mut |candidates| {
            let texts: Vec<_> = candidates.iter().map(|case| case.text().to_owned()).collect();
            first_failing(&texts).unwrap_or_else(|first| {
                error = Some(first);
                None
            })
        });
        match error {
            None | Some(Failure::Interrupted) => Ok(shrunk.text().to_owned()),
            Some(error) => Err(error),
        }
    }
}

/// A search for an input on which the program fails with the same foul.
struct Search<'a> {
    program: &'a Program<'a>,
    foul: &'a Foul,
    limit: Duration,
    /// True if inputs of one case each are tried in one run.
    shares_runs: bool,
    deadline: Deadline,
    /// Inputs on which the program does not fail in this way.
    passed: HashSet<Vec<String>>,
}

/// An input with its index among the candidates.
type Indexed<'a> = (usize, &'a Vec<String>);

impl Search<'_> {
    /// Index of the first input on which the program fails with the same foul.
    fn first_failing(&mut self, inputs: &[Vec<String>]) -> Result<Option<usize>, Failure> {
        let is_new = |(_, input): &Indexed<'_>| !self.passed.contains(*input);
        let given: Vec<Indexed<'_>> = inputs.iter().enumerate().filter(is_new).collect();
        let is_single = inputs.iter().all(|input| input.len() == 1);
        let found = if self.shares_runs && is_single {
            self.first_in_groups(&given)
        } else {
            self.first_of_each(&given)
        }?;
        // In a run that others share, a case may pass that fails alone.
        if found.is_none() && !self.shares_runs && !self.deadline.is_over() {
            self.passed.extend(inputs.iter().cloned());
        }
        Ok(found)
    }

    fn first_of_each(&self, given: &[Indexed<'_>]) -> Result<Option<usize>, Failure> {
        for (index, input) in given {
            if self.fails(input)? {
                return Ok(Some(*index));
            }
        }
        Ok(None)
    }

    /// Tries the inputs in groups that make an input, of at most [`INPUT_MAX`] bytes.
    fn first_in_groups(&self, mut rest: &[Indexed<'_>]) -> Result<Option<usize>, Failure> {
        while !rest.is_empty() {
            let mut length = 0;
            let fits = rest.iter().take(self.program.cases_max()).take_while(|(_, input)| {
                length += input[0].len();
                length <= INPUT_MAX
            });
            let (group, others) = rest.split_at(fits.count().max(1));
            if let Some(index) = self.first_of(group)? {
                return Ok(Some(index));
            }
            rest = others;
        }
        Ok(None)
    }

    /// Tries all inputs in one run. If it fails, tries the suspect alone, and then each half.
    fn first_of(&self, given: &[Indexed<'_>]) -> Result<Option<usize>, Failure> {
        match given {
            [] => return Ok(None),
            [(index, input)] => return Ok(self.fails(input)?.then_some(*index)),
            _ if self.deadline.is_over() => return Ok(None),
            _ => {}
        }
        let cases: Vec<String> = given.iter().map(|(_, input)| input[0].clone()).collect();
        let trial = self.run(&cases)?.filter(|trial| trial.foul.is_some());
        let Some(trial) = trial else { return Ok(None) };
        if let Some((index, input)) = trial.suspect.map(|suspect| given[suspect])
            && self.fails(input)?
        {
            return Ok(Some(index));
        }
        let (early, late) = given.split_at(given.len() / 2);
        match self.first_of(early)? {
            Some(index) => Ok(Some(index)),
            None => self.first_of(late),
        }
    }

    fn fails(&self, cases: &[String]) -> Result<bool, Failure> {
        if self.deadline.is_over() {
            return Ok(false);
        }
        Ok(self.run(cases)?.is_some_and(|trial| trial.has(self.foul)))
    }

    fn run(&self, cases: &[String]) -> Result<Option<Trial>, Failure> {
        self.program.run(cases, self.limit, self.foul.is_of_answer())
    }
}

// The diagnosis of a failed input: which of its cases fail, as few and as small as possible, and
// why they do.
//
// A timeout of an input proves nothing: a program is late only if a run with the judge's own limit
// says so.

/// Number of attempts to reproduce a failure.
const ATTEMPTS: usize = 3;

/// Runs in a row that are late if a program is: the clock goes on while it waits for a CPU.
const LATE_RUNS: usize = 3;

/// While a timeout is diagnosed, the limit of a run is `LATE_FACTOR` times the slowest good run, but
/// at least `LATE_MIN`. The result is confirmed with the judge's own limit.
const LATE_FACTOR: u32 = 20;
const LATE_MIN: Duration = Duration::from_millis(150);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    Sure,
    Flaky,
    /// The check was interrupted before the failure was tried again.
    Unclear,
}

/// The time limits of inputs, which follow from the time that the program takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The limit for an input; one that exceeds it is searched for the slow cases.
    pub(super) limit: Duration,
    pub(super) slowest: Duration,
}

impl Pace {
    /// The limit for runs that may hang.
    pub(super) fn short(&self) -> Duration {
        (self.slowest * LATE_FACTOR).max(LATE_MIN).min(self.limit)
    }
}

pub(super) struct Failing {
    pub(super) cases: Vec<String>,
    /// Indices of the cases in the input that failed first; they may have been shrunk since.
    pub(super) places: Vec<usize>,
    pub(super) trial: Trial,
    pub(super) certainty: Certainty,
    pub(super) note: String,
    /// True if time ended the search for fewer or smaller cases.
    pub(super) cut_short: bool,
}

impl Failing {
    fn new(cases: Vec<String>, places: Vec<usize>, trial: Trial) -> Self {
        let (certainty, note) = (Certainty::Sure, String::new());
        Self { cases, places, trial, certainty, note, cut_short: false }
    }

    pub(super) fn foul(&self) -> &Foul {
        self.trial.foul.as_ref().expect("a failing run has a foul")
    }
}

pub(super) enum Diagnosed {
    /// These cases fail, shrunk if they fail reproducibly.
    Fails(Box<Failing>),
    Slow(Duration),
}

/// An input that failed, while the cases to blame are searched for.
struct Input<'a> {
    cases: &'a [String],
    limit: Duration,
    /// True if the input timed out and shows no other foul.
    is_late: bool,
}

impl Input<'_> {
    fn pick(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.cases[place].clone()).collect()
    }
}

pub(super) struct Diagnosis<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) pace: Pace,
    /// The end of the diagnosis; `None` if only its parts have limits.
    pub(super) end: Option<Instant>,
}

impl Diagnosis<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Isolates the cases that are needed for the failure in `first`, shrinks and explains them.
    pub(super) fn diagnose(&self, cases: &[String], first: Trial) -> Result<Diagnosed, Failure> {
        let is_late = first.foul == Some(Foul::Late);
        let certainty = match self.isolate(cases, &first, is_late) {
            Ok(Diagnosed::Fails(failing)) => {
                let mut failing = self.shrink(*failing)?;
                failing.note = self.program.explain(failing.cases.len(), &failing.trial);
                return Ok(Diagnosed::Fails(Box::new(failing)));
            }
            Ok(Diagnosed::Slow(time)) if is_late => return Ok(Diagnosed::Slow(time)),
            Ok(Diagnosed::Slow(_)) => Certainty::Flaky,
            // A timeout that was not confirmed with the judge's limit is no failure.
            Err(Failure::Interrupted) if !is_late => Certainty::Unclear,
            Err(error) => return Err(error),
        };
        let failing = Failing::new(cases.to_vec(), (0..cases.len()).collect(), first);
        let cut_short = self.is_over();
        Ok(Diagnosed::Fails(Box::new(Failing { certainty, cut_short, ..failing })))
    }

    /// The cases that fail within the judge's own limit; otherwise the time of the last run.
    fn isolate(
        &self,
        cases: &[String],
        first: &Trial,
        is_late: bool,
    ) -> Result<Diagnosed, Failure> {
        let limits = match (is_late, cases.len()) {
            (false, _) => vec![self.pace.limit; ATTEMPTS],
            (true, 1) => vec![self.pace.limit],
            (true, _) => vec![self.pace.short(), self.pace.limit],
        };
        let (mut suspect, mut time) = (first.suspect, first.time);
        for limit in limits {
            let input = Input { cases, limit, is_late };
            let mut places = self.culprits(&input, suspect.take())?;
            if self.is_over() && !is_late {
                places = places.or_else(|| Some((0..cases.len()).collect()));
            }
            if let Some(places) = places {
                let cases = input.pick(&places);
                let mut trial = self.program.run_again(&cases, self.program.limit())?;
                for _ in 1..LATE_RUNS {
                    if trial.foul == Some(Foul::Late) {
                        trial = self.program.run_again(&cases, self.program.limit())?;
                    }
                }
                if trial.foul.is_some() {
                    return Ok(Diagnosed::Fails(Box::new(Failing::new(cases, places, trial))));
                }
                time = trial.time;
            }
            if self.is_over() {
                break;
            }
        }
        Ok(Diagnosed::Slow(time))
    }

    /// Runs some cases of an input, and returns the run if they fail.
    fn fails(&self, input: &Input<'_>, places: &[usize]) -> Result<Option<Trial>, Failure> {
        let trial = self.program.run_again(&input.pick(places), input.limit)?;
        Ok(Some(trial).filter(|trial| trial.foul.is_some()))
    }

    /// A single case that fails alone, or else few cases that fail together; `None` if none fail
    /// any more. When the time is over, those that are left are blamed, but not for a timeout: they
    /// may only be slow together.
    fn culprits(
        &self,
        input: &Input<'_>,
        mut suspect: Option<usize>,
    ) -> Result<Option<Vec<usize>>, Failure> {
        let mut places: Vec<usize> = (0..input.cases.len()).collect();
        'fewer: while places.len() > 1 {
            if self.is_over() {
                return Ok((!input.is_late).then_some(places));
            }
            let (early, late) = places.split_at(places.len() / 2);
            let alone = suspect.map(|suspect| vec![places[suspect]]);
            for part in alone.into_iter().chain([early.to_vec(), late.to_vec()]) {
                if let Some(trial) = self.fails(input, &part)? {
                    (places, suspect) = (part, trial.suspect);
                    continue 'fewer;
                }
            }
            // Each half passes alone. Either state is carried over from one case to the next, or the
            // cases only take too long together, which the judge's own limit decides.
            let limit = if input.is_late { self.program.limit() } else { input.limit };
            let input = &Input { limit, ..*input };
            let Some(trial) = self.fails(input, &places)? else { return Ok(None) };
            return self.together(input, places, trial.suspect).map(Some);
        }
        Ok(Some(places))
    }

    /// Removes cases that are not needed for the failure, in pieces of decreasing size.
    fn together(
        &self,
        input: &Input<'_>,
        mut best: Vec<usize>,
        suspect: Option<usize>,
    ) -> Result<Vec<usize>, Failure> {
        // Cases after the failure are not needed, unless the program buffers its output.
        let needed = suspect.map_or(best.len(), |suspect| suspect + 1);
        if needed < best.len() && self.fails(input, &best[..needed])?.is_some() {
            best.truncate(needed);
        }
        let mut piece = best.len() / 2;
        while piece > 0 {
            let mut at = 0;
            while at < best.len() && best.len() > 1 && !self.is_over() {
                let mut fewer = best.clone();
                fewer.drain(at..(at + piece).min(best.len()));
                if !fewer.is_empty() && self.fails(input, &fewer)?.is_some() {
                    best = fewer;
                } else {
                    at += piece;
                }
            }
            piece /= 2;
        }
        Ok(best)
    }
}
