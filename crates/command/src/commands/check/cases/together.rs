//! Why cases fail together although none of them fails alone.
//!
//! A program that keeps something from one case to the next fails so, and so does one that reads
//! too little of a case, whose rest it takes for the next one. What it answers to a harmless case
//! after the others tells them apart.

use std::time::Duration;

use super::program::{Failing, Program, Times, Together};
use super::shrinking::shrink;
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::AnswerFoul;
use crate::commands::check::shrinking::{self, Deadline};

/// Time limit for the search for a case that fails alone.
const TIME: Duration = Duration::from_secs(2);

/// Number of harmless cases after the others, at whose end a program may be in step again.
const AFTER: usize = 3;

/// Tells why these cases fail together. `harmless` is a case that the program answers right.
pub(super) fn explain(
    program: &Program<'_>,
    times: &Times,
    cases: &[String],
    harmless: Option<&String>,
) -> Result<Together, CheckError> {
    let Some(harmless) = harmless else { return Ok(Together::Unclear) };
    let try_on = |cases: &[String]| program.try_given(cases, times.judge);
    if try_on(&vec![harmless.clone(); cases.len()])?.foul.is_some() {
        return Ok(Together::Any);
    }
    let mut cases = cases[..cases.len() - 1].to_vec();
    let before = cases.len();
    cases.push(harmless.clone());
    if try_on(&cases)?.foul.is_none() {
        return Ok(Together::Keeps);
    }
    cases.extend(vec![harmless.clone(); AFTER]);
    let tried = try_on(&cases)?;
    let (expected, printed) = (&tried.expected, &tried.run.output);
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        program.comparison.lines(text).into_iter().map(<[u8]>::to_vec).collect()
    };
    Ok(if lines(printed).ends_with(&lines(expected.answers_from(cases.len() - 1))) {
        Together::Keeps
    } else if lines(printed) == lines(expected.answers_before(before))
        && matches!(tried.foul, Some(AnswerFoul::WrongAnswer))
    {
        Together::Stops
    } else {
        Together::Loses
    })
}

/// A case that fails alone in the same way: one of these, or a smaller one that is made from them.
/// `None` if none is found in a short time.
pub(super) fn alone(
    program: &Program<'_>,
    times: &Times,
    unshrunk: &[String],
    failing: &Failing,
) -> Result<Option<Failing>, CheckError> {
    let deadline = Deadline::after(TIME, times.end);
    let limit = if failing.foul == AnswerFoul::Late { times.short() } else { times.judge };
    for (place, case) in failing.cases.iter().chain(unshrunk).enumerate() {
        let mut found = None;
        let mut fails = |candidate: &String| -> Result<bool, CheckError> {
            if deadline.is_over() || found.is_some() {
                return Ok(false);
            }
            let cases = vec![candidate.clone()];
            let Some(tried) = program.try_on(&cases, limit)? else { return Ok(false) };
            let is_it = tried.foul == Some(failing.foul);
            if is_it {
                found = Some((cases, tried));
            }
            Ok(is_it)
        };
        if !fails(case)? {
            shrinking::shrink(program.subject, case, |candidates| {
                for (index, candidate) in candidates.iter().enumerate() {
                    if fails(candidate)? {
                        return Ok(Some(index));
                    }
                }
                Ok(None)
            })?;
        }
        if let Some((cases, tried)) = found {
            let places = vec![failing.places[place % failing.places.len()]];
            let Failing { batch, foul, together, .. } = *failing;
            let alone = Failing { cases, batch, places, tried, foul, together, cut_short: false };
            return shrink(program, times, alone).map(Some);
        }
    }
    Ok(None)
}
