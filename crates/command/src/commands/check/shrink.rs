//! Shrinks failing cases.
//!
//! Candidates share runs where an input may have several cases: a single run passes over many good
//! candidates, and its first wrong line names the one to try alone.

use std::collections::HashSet;
use std::time::Duration;

use super::foul::Foul;
use super::narrow::{Diagnosis, Failing};
use super::program::{Deadline, Program, Trial};
use crate::output::failure::Failure;

/// Maximum length of an input in bytes, so that a program that reads slowly does not time out.
pub(super) const INPUT_MAX: usize = 24 << 10;

const TIME: Duration = Duration::from_secs(20);
/// Time limit for shrinking a timeout, where every attempt takes long.
const TIME_LATE: Duration = Duration::from_secs(6);

impl Diagnosis<'_> {
    /// Shrinks one case at a time while the program fails with the same foul.
    pub(super) fn shrink(&self, failing: Failing) -> Result<Failing, Failure> {
        let time = if failing.foul().is_late() { TIME_LATE } else { TIME };
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
        let is_late = foul.is_late();
        Search {
            program,
            foul,
            limit: if is_late { pace.short() } else { program.limit() },
            shares_runs: program.cases_max > 1 && !is_late,
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
        let tried = self.program.each_until(
            given,
            |(_, input)| self.fails(input),
            |fails| !matches!(fails, Ok(false)),
        );
        for ((index, _), fails) in given.iter().zip(tried) {
            if fails.transpose()? == Some(true) {
                return Ok(Some(*index));
            }
        }
        Ok(None)
    }

    /// Tries the inputs in groups of at most [`INPUT_MAX`] bytes.
    fn first_in_groups(&self, mut rest: &[Indexed<'_>]) -> Result<Option<usize>, Failure> {
        while !rest.is_empty() {
            let mut length = 0;
            let fits = rest.iter().take_while(|(_, input)| {
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
