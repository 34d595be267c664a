//! Making a failing input smaller.

use std::time::{Duration, Instant};

use super::program::{Failing, Fault, INPUT_MAX, Program, Times};
use crate::commands::check::halt::Halt;
use crate::commands::check::shrinking;

/// The time for shrinking, after which what has been reached is good enough.
const TIME: Duration = Duration::from_secs(20);
/// The same for a program that does not end, of which every step takes long.
const TIME_LATE: Duration = Duration::from_secs(6);

/// Makes the cases smaller for as long as the program fails on them in the same way.
pub(super) fn shrink(
    program: &Program<'_>,
    times: &Times,
    failing: Failing,
) -> Result<Failing, Halt> {
    let is_late = failing.fault == Fault::Late;
    let (limit, time) = if is_late { (times.short(), TIME_LATE) } else { (times.judge, TIME) };
    let deadline = Instant::now() + time;
    let shrinking = Shrinking { program, fault: failing.fault, limit, deadline };
    let cases = shrinking.shrink_each(&failing.cases)?;
    if cases == failing.cases {
        return Ok(failing);
    }
    let Some(tried) = program.to_the_end().try_on(&cases, times.judge)? else {
        return Ok(failing);
    };
    // Else the smaller one was only slow, or its failure does not come back.
    let is_alike = tried.fault == Some(failing.fault);
    Ok(if is_alike { Failing { cases, tried, ..failing } } else { failing })
}

/// The search for a smaller input.
struct Shrinking<'a> {
    program: &'a Program<'a>,
    fault: Fault,
    /// When a run counts as late.
    limit: Duration,
    deadline: Instant,
}

impl Shrinking<'_> {
    /// Shrinks one case after the other, while the others stay as they are.
    fn shrink_each(&self, cases: &[String]) -> Result<Vec<String>, Halt> {
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

    /// The first of some inputs on which the program fails in the same way.
    ///
    /// Inputs of one case each are tried together: a single run passes over all that are right, and
    /// tells where the first is that may not be.
    fn first_failing(&self, inputs: &[Vec<String>]) -> Result<Option<usize>, Halt> {
        let given: Vec<(usize, &Vec<String>)> = inputs.iter().enumerate().collect();
        let single = given.iter().all(|(_, input)| input.len() == 1);
        if single && self.fault != Fault::Late {
            return self.first_in_groups(&given);
        }
        for (index, input) in given {
            if self.fails_alike(input)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// In groups of which none takes the program long.
    fn first_in_groups(&self, given: &[(usize, &Vec<String>)]) -> Result<Option<usize>, Halt> {
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

    fn first_of(&self, given: &[(usize, &Vec<String>)]) -> Result<Option<usize>, Halt> {
        match given {
            [] => return Ok(None),
            [(index, input)] => return Ok(self.fails_alike(input)?.then_some(*index)),
            _ => {}
        }
        if Instant::now() > self.deadline {
            return Ok(None);
        }
        let cases: Vec<String> = given.iter().map(|(_, input)| input[0].clone()).collect();
        if self.is_told_by_its_end() {
            if self.program.ends_on(&cases, self.limit)?.is_none() {
                return Ok(None);
            }
        } else {
            let tried = self.program.try_given(&cases, self.limit)?;
            if tried.fault.is_none() {
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

    fn fails_alike(&self, cases: &[String]) -> Result<bool, Halt> {
        if Instant::now() > self.deadline {
            return Ok(false);
        }
        if self.is_told_by_its_end() {
            return Ok(self.program.ends_on(cases, self.limit)? == Some(self.fault));
        }
        Ok(self.program.try_given(cases, self.limit)?.fault == Some(self.fault))
    }

    /// Whether it takes no answer to notice the failure.
    fn is_told_by_its_end(&self) -> bool {
        !matches!(self.fault, Fault::WrongAnswer | Fault::LeftProcesses)
    }
}
