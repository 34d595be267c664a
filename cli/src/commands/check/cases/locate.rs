//! From a batch that fails to the smallest input that still does.

use std::time::Duration;

use super::program::{Failing, Fault, Program, Times, Tried};
use super::shrinking::shrink;
use crate::commands::check::halt::Halt;

/// So often a failure that did not come back is tried again.
const AGAIN: usize = 3;

/// What a batch that failed turned out to be.
pub(super) enum Located {
    /// These cases fail, each time.
    Fails(Failing),
    /// It failed once and did not again.
    Flaky(Failing),
    /// It failed, and the user did not want to wait for more.
    Unclear(Failing),
    /// Nothing is wrong but that a batch took longer than it should: this case alone took so long.
    Slow(Duration),
}

/// Cases of which some are to blame.
#[derive(Clone, Copy)]
struct Batch<'a> {
    cases: &'a [String],
    /// When a run counts as late.
    limit: Duration,
    /// Whether they took too long, and nothing else is known to be wrong.
    is_late: bool,
}

impl Batch<'_> {
    fn pick(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.cases[place].clone()).collect()
    }
}

/// Finds out which cases are to blame.
pub(super) struct Locator<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) times: Times,
}

impl Locator<'_> {
    /// Of cases on which the program has failed, finds those that it takes, and makes them smaller.
    pub(super) fn locate(&self, cases: &[String], first: Tried) -> Result<Located, Halt> {
        let Some(fault) = first.fault else { return Ok(Located::Slow(first.run.time)) };
        let is_late = fault == Fault::Late;
        let failing = match self.isolate(cases, first.suspect, is_late) {
            Ok(Some(failing)) => {
                return shrink(self.program, &self.times, failing).map(Located::Fails);
            }
            Ok(None) if is_late => return Ok(Located::Slow(first.run.time)),
            Ok(None) => Located::Flaky,
            // Whether it would have been late by the judge's limit, nobody knows.
            Err(Halt::Interrupted) if !is_late => Located::Unclear,
            Err(halt) => return Err(halt),
        };
        let (batch, places) = (cases.len(), (0..cases.len()).collect());
        Ok(failing(Failing { cases: cases.to_vec(), batch, places, tried: first, fault }))
    }

    /// The cases that fail by the judge's own limit; `None` if nothing does any more.
    fn isolate(
        &self,
        cases: &[String],
        mut suspect: usize,
        is_late: bool,
    ) -> Result<Option<Failing>, Halt> {
        let limits = if is_late {
            vec![self.times.short(), self.times.batch]
        } else {
            vec![self.times.batch; AGAIN]
        };
        let all: Vec<usize> = (0..cases.len()).collect();
        for limit in limits {
            let batch = Batch { cases, limit, is_late };
            if let Some(places) = self.culprits(&batch, &all, suspect)? {
                let (batch, cases) = (cases.len(), batch.pick(&places));
                let tried = self.program.try_given(&cases, self.times.judge)?;
                if let Some(fault) = tried.fault {
                    return Ok(Some(Failing { cases, batch, places, tried, fault }));
                }
            }
            if !is_late {
                suspect = self.program.try_given(cases, limit)?.suspect;
            }
        }
        Ok(None)
    }

    /// Which of these cases of a batch is the suspect if they fail; `None` if they do not.
    fn fails(&self, batch: &Batch, places: &[usize]) -> Result<Option<usize>, Halt> {
        let tried = self.program.try_given(&batch.pick(places), batch.limit)?;
        Ok(tried.fault.map(|_| tried.suspect))
    }

    /// One case that fails alone if there is one, else the fewest that fail together; `None` if
    /// nothing fails any more.
    fn culprits(
        &self,
        batch: &Batch,
        places: &[usize],
        suspect: usize,
    ) -> Result<Option<Vec<usize>>, Halt> {
        if let [_] = places {
            return Ok(Some(places.to_vec()));
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
        // Each half is right by itself: something is carried over from one case to another. Or they
        // only take too long together, which the judge's own limit decides.
        let limit = if batch.is_late { self.times.judge } else { batch.limit };
        let batch = &Batch { limit, ..*batch };
        match self.fails(batch, places)? {
            Some(suspect) => self.together(batch, places, suspect).map(Some),
            None => Ok(None),
        }
    }

    /// The fewest of these cases that still fail together.
    fn together(
        &self,
        batch: &Batch,
        places: &[usize],
        suspect: usize,
    ) -> Result<Vec<usize>, Halt> {
        let mut best = places.to_vec();
        // What comes after the failure is not needed, unless the output was held back.
        if suspect + 1 < best.len() && self.fails(batch, &best[..=suspect])?.is_some() {
            best.truncate(suspect + 1);
        }
        let mut piece = best.len() / 2;
        while piece > 0 {
            let mut at = 0;
            while at < best.len() && best.len() > 1 {
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
