//! Shrinks a failing input.
//!
//! Candidates share runs: a single run passes over many good candidates, and its first wrong line
//! names the one to try alone. If the failure shows in the way the program ends, the oracle is not
//! asked.

use std::time::Duration;

use super::program::{Failing, INPUT_MAX, Program, Times};
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::AnswerFoul;
use crate::commands::check::shrinking::{self, Deadline};

/// Time limit for shrinking.
const TIME: Duration = Duration::from_secs(20);
/// Time limit for shrinking a timeout, where every attempt takes long.
const TIME_LATE: Duration = Duration::from_secs(6);

/// Shrinks the cases while the program fails on them with the same foul.
pub(super) fn shrink(
    program: &Program<'_>,
    times: &Times,
    failing: Failing,
) -> Result<Failing, CheckError> {
    let is_late = failing.foul == AnswerFoul::Late;
    let (limit, time) = if is_late { (times.short(), TIME_LATE) } else { (times.judge, TIME) };
    let deadline = Deadline::after(time, times.end);
    let shrinking = Shrinking { program, foul: failing.foul, limit, deadline };
    let cases = shrinking.shrink_each(&failing.cases)?;
    let cut_short = failing.cut_short || shrinking.deadline.has_cut();
    let failing = Failing { cut_short, ..failing };
    if cases == failing.cases {
        return Ok(failing);
    }
    let Some(tried) = program.uninterruptible().try_on(&cases, times.judge)? else {
        return Ok(failing);
    };
    // Otherwise the smaller input was only slow, or its failure is flaky.
    let is_alike = tried.foul == Some(failing.foul);
    Ok(if is_alike { Failing { cases, tried, ..failing } } else { failing })
}

/// The search for a smaller input.
struct Shrinking<'a> {
    program: &'a Program<'a>,
    foul: AnswerFoul,
    /// Time limit of a run.
    limit: Duration,
    deadline: Deadline,
}

impl Shrinking<'_> {
    /// Shrinks one case at a time, while the others stay unchanged.
    fn shrink_each(&self, cases: &[String]) -> Result<Vec<String>, CheckError> {
        let mut best = cases.to_vec();
        for at in 0..best.len() {
            let with = |case: &String| {
                let mut cases = best.clone();
                cases[at].clone_from(case);
                cases
            };
            let shrunk = shrinking::shrink(self.program.subject, &best[at], |candidates| {
                self.first_failing(&candidates.iter().map(with).collect::<Vec<_>>())
            })?;
            best[at] = shrunk;
        }
        Ok(best)
    }

    /// Index of the first input on which the program fails with the same foul.
    ///
    /// Inputs of one case each share runs, see [`first_of`](Self::first_of).
    fn first_failing(&self, inputs: &[Vec<String>]) -> Result<Option<usize>, CheckError> {
        let given: Vec<(usize, &Vec<String>)> = inputs.iter().enumerate().collect();
        let single = given.iter().all(|(_, input)| input.len() == 1);
        if single && self.foul != AnswerFoul::Late {
            return self.first_in_groups(&given);
        }
        for (index, input) in given {
            if self.fails_alike(input)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Like [`first_of`](Self::first_of), in groups of at most [`INPUT_MAX`] bytes.
    fn first_in_groups(
        &self,
        given: &[(usize, &Vec<String>)],
    ) -> Result<Option<usize>, CheckError> {
        let mut rest = given;
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
    fn first_of(&self, given: &[(usize, &Vec<String>)]) -> Result<Option<usize>, CheckError> {
        match given {
            [] => return Ok(None),
            [(index, input)] => return Ok(self.fails_alike(input)?.then_some(*index)),
            _ => {}
        }
        if self.deadline.is_over() {
            return Ok(None);
        }
        let cases: Vec<String> = given.iter().map(|(_, input)| input[0].clone()).collect();
        if self.shows_at_the_end() {
            if self.program.ends_on(&cases, self.limit)?.is_none() {
                return Ok(None);
            }
        } else {
            let tried = self.program.try_given(&cases, self.limit)?;
            if tried.foul.is_none() {
                return Ok(None);
            }
            let (index, input) = given[tried.suspect];
            if self.fails_alike(input)? {
                return Ok(Some(index));
            }
        }
        let (early, late) = given.split_at(given.len() / 2);
        match self.first_of(early)? {
            Some(index) => Ok(Some(index)),
            None => self.first_of(late),
        }
    }

    fn fails_alike(&self, cases: &[String]) -> Result<bool, CheckError> {
        if self.deadline.is_over() {
            return Ok(false);
        }
        if self.shows_at_the_end() {
            return Ok(self.program.ends_on(cases, self.limit)? == Some(self.foul));
        }
        Ok(self.program.try_given(cases, self.limit)?.foul == Some(self.foul))
    }

    /// True if the exit of the program shows the foul, without its answer.
    fn shows_at_the_end(&self) -> bool {
        !matches!(self.foul, AnswerFoul::WrongAnswer | AnswerFoul::LeftProcesses)
    }
}
