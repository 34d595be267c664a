//! Finds the failing cases of a batch, by bisection.
//!
//! A timeout of a batch proves nothing: a program is late only if a run with the judge's own limit
//! says so.

use std::time::Duration;

use super::program::{Failing, Program, Times, Together, Tried};
use super::shrinking::shrink;
use super::together;
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::AnswerFoul;
use crate::commands::check::report::Certainty;

/// Number of attempts to reproduce a failure.
const ATTEMPTS: usize = 3;

/// The cause of a failed batch.
pub(super) enum Located {
    /// These cases fail, shrunk if they fail reproducibly.
    Fails(Box<Failing>, Certainty),
    /// The batch exceeded its own limit but not that of the judge; the time that it took.
    Slow(Duration),
}

/// A batch in which some cases fail.
#[derive(Clone, Copy)]
struct Batch<'a> {
    cases: &'a [String],
    /// Time limit of a run.
    limit: Duration,
    /// True if the batch timed out and shows no other foul.
    is_late: bool,
}

impl Batch<'_> {
    fn pick(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.cases[place].clone()).collect()
    }
}

/// Finds the failing cases of a batch.
pub(super) struct Locator<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) times: Times,
    /// A case that the program answers right, if one is known.
    pub(super) harmless: Option<&'a String>,
}

impl Locator<'_> {
    /// Isolates the cases that are needed for the failure `first`, and shrinks them.
    pub(super) fn locate(&self, cases: &[String], first: Tried) -> Result<Located, CheckError> {
        let Some(foul) = first.foul else { return Ok(Located::Slow(first.run.time)) };
        let is_late = foul == AnswerFoul::Late;
        let certainty = match self.isolate(cases, first.suspect, is_late) {
            Ok(Some(failing)) => {
                let unshrunk = failing.cases.clone();
                let failing = shrink(self.program, &self.times, failing)?;
                let failing = self.explain(failing, &unshrunk)?;
                return Ok(Located::Fails(Box::new(failing), Certainty::Sure));
            }
            Ok(None) if is_late => return Ok(Located::Slow(first.run.time)),
            Ok(None) => Certainty::Flaky,
            // A timeout that was not confirmed with the judge's limit is no failure.
            Err(CheckError::Interrupted) if !is_late => Certainty::Unclear,
            Err(error) => return Err(error),
        };
        let (batch, places) = (cases.len(), (0..cases.len()).collect());
        let together = Together::Unclear;
        let (cases, cut_short) = (cases.to_vec(), self.times.is_over());
        let failing = Failing { cases, batch, places, tried: first, foul, together, cut_short };
        Ok(Located::Fails(Box::new(failing), certainty))
    }

    /// Looks once more for a case that fails alone, or tells why several fail together. Ctrl-C ends
    /// it with what is known.
    fn explain(&self, failing: Failing, unshrunk: &[String]) -> Result<Failing, CheckError> {
        if failing.cases.len() == 1 || self.times.is_over() {
            return Ok(failing);
        }
        let (program, times) = (self.program, &self.times);
        match together::alone(program, times, unshrunk, &failing) {
            Ok(Some(alone)) => return Ok(alone),
            Ok(None) => {}
            Err(CheckError::Interrupted) => return Ok(failing),
            Err(error) => return Err(error),
        }
        match together::explain(program, times, &failing.cases, self.harmless) {
            Ok(together) => Ok(Failing { together, ..failing }),
            Err(CheckError::Interrupted) => Ok(failing),
            Err(error) => Err(error),
        }
    }

    /// The cases that fail within the judge's own limit; `None` if the failure does not recur.
    fn isolate(
        &self,
        cases: &[String],
        mut suspect: usize,
        is_late: bool,
    ) -> Result<Option<Failing>, CheckError> {
        let limits = if is_late && cases.len() == 1 {
            vec![self.times.batch]
        } else if is_late {
            vec![self.times.short(), self.times.batch]
        } else {
            vec![self.times.batch; ATTEMPTS]
        };
        let all: Vec<usize> = (0..cases.len()).collect();
        let confirm = |places: &[usize], cases: Vec<String>| -> Result<_, CheckError> {
            let (batch, places) = (all.len(), places.to_vec());
            let tried = self.program.try_given(&cases, self.times.judge)?;
            let (together, cut_short) = (Together::Unclear, self.times.is_over());
            Ok(tried.foul.map(|foul| Failing {
                cases,
                batch,
                places,
                tried,
                foul,
                together,
                cut_short,
            }))
        };
        for limit in limits {
            let batch = Batch { cases, limit, is_late };
            if let Some(places) = self.culprits(&batch, &all, suspect)?
                && let Some(failing) = confirm(&places, batch.pick(&places))?
            {
                return Ok(Some(failing));
            }
            if self.times.is_over() {
                return if is_late { Ok(None) } else { confirm(&all, cases.to_vec()) };
            }
            if !is_late {
                suspect = self.program.try_given(cases, limit)?.suspect;
            }
        }
        Ok(None)
    }

    /// Runs these cases of a batch. Returns the suspect if they fail, `None` otherwise.
    fn fails(&self, batch: &Batch, places: &[usize]) -> Result<Option<usize>, CheckError> {
        let tried = self.program.try_given(&batch.pick(places), batch.limit)?;
        Ok(tried.foul.map(|_| tried.suspect))
    }

    /// A single case that fails alone, or else few cases that fail together; `None` if none fail
    /// any more. When the time is over, those that are left are blamed, but not for a timeout: they
    /// may only be slow together.
    fn culprits(
        &self,
        batch: &Batch,
        places: &[usize],
        suspect: usize,
    ) -> Result<Option<Vec<usize>>, CheckError> {
        if let [_] = places {
            return Ok(Some(places.to_vec()));
        }
        if self.times.is_over() {
            return Ok((!batch.is_late).then(|| places.to_vec()));
        }
        let alone = &places[suspect..=suspect];
        if self.fails(batch, alone)?.is_some() {
            return Ok(Some(alone.to_vec()));
        }
        let (early, late) = places.split_at(places.len() / 2);
        for half in [early, late] {
            if let Some(suspect) = self.fails(batch, half)? {
                return self.culprits(batch, half, suspect);
            }
        }
        // Each half passes alone. Either state is carried over from one case to the next, or the
        // cases only take too long together, which the judge's own limit decides.
        let limit = if batch.is_late { self.times.judge } else { batch.limit };
        let batch = &Batch { limit, ..*batch };
        match self.fails(batch, places)? {
            Some(suspect) => self.together(batch, places, suspect).map(Some),
            None => Ok(None),
        }
    }

    /// Removes cases that are not needed for the failure, in pieces of decreasing size.
    fn together(
        &self,
        batch: &Batch,
        places: &[usize],
        suspect: usize,
    ) -> Result<Vec<usize>, CheckError> {
        let mut best = places.to_vec();
        // Cases after the failure are not needed, unless the program buffers its output.
        if suspect + 1 < best.len() && self.fails(batch, &best[..=suspect])?.is_some() {
            best.truncate(suspect + 1);
        }
        let mut piece = best.len() / 2;
        while piece > 0 {
            let mut at = 0;
            while at < best.len() && best.len() > 1 && !self.times.is_over() {
                let mut fewer = best.clone();
                fewer.drain(at..(at + piece).min(best.len()));
                if !fewer.is_empty() && self.fails(batch, &fewer)?.is_some() {
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
