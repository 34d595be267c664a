//! From a batch that fails to the smallest input that still does.

use std::time::{Duration, Instant};

use super::campaign::INPUT_MAX;
use super::program::{Fault, Halt, Program, Tried};

/// While a program that does not end is shrunk, a run counts as late after so many times what the
/// slowest of its good runs took, within these bounds; in the end the judge's own limit decides.
const LATE_FACTOR: u32 = 20;
const LATE_MIN: Duration = Duration::from_millis(150);

/// When to be content with what shrinking has reached.
const SHRINKING: Duration = Duration::from_secs(20);
/// Of a program that does not end every step takes long.
const SHRINKING_LATE: Duration = Duration::from_secs(6);

/// So often a failure that did not come back is tried again.
const AGAIN: usize = 3;

/// How long programs may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// The judge's own limit.
    pub(super) judge: Duration,
    /// That of a batch, after which it is looked for a case that takes too long.
    pub(super) batch: Duration,
    /// The longest that a good run took so far.
    pub(super) slowest: Duration,
}

impl Times {
    /// For runs that may well not end.
    fn short(&self) -> Duration {
        (self.slowest * LATE_FACTOR).clamp(LATE_MIN, self.batch.max(LATE_MIN)).min(self.judge)
    }
}

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

/// An input on which the program fails.
pub(super) struct Failing {
    pub(super) cases: Vec<String>,
    /// Which cases of the batch they are, or were before they were made smaller.
    pub(super) places: Vec<usize>,
    pub(super) tried: Tried,
    pub(super) fault: Fault,
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
            Ok(Some(failing)) => return self.shrink(failing).map(Located::Fails),
            Ok(None) if is_late => return Ok(Located::Slow(first.run.time)),
            Ok(None) => Located::Flaky,
            // Whether it would have been late by the judge's limit, nobody knows.
            Err(Halt::Interrupted) if !is_late => Located::Unclear,
            Err(halt) => return Err(halt),
        };
        let places = (0..cases.len()).collect();
        Ok(failing(Failing { cases: cases.to_vec(), places, tried: first, fault }))
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
                let cases = batch.pick(&places);
                let tried = self.run(&cases, self.times.judge)?;
                if let Some(fault) = tried.fault {
                    return Ok(Some(Failing { cases, places, tried, fault }));
                }
            }
            if !is_late {
                suspect = self.run(cases, limit)?.suspect;
            }
        }
        Ok(None)
    }

    fn run(&self, cases: &[String], limit: Duration) -> Result<Tried, Halt> {
        let tried = self.program.try_on(cases, limit)?;
        Ok(tried.expect("only what the judge could give is located"))
    }

    /// Which of these cases of a batch is the suspect if they fail; `None` if they do not.
    fn fails(&self, batch: &Batch, places: &[usize]) -> Result<Option<usize>, Halt> {
        let tried = self.run(&batch.pick(places), batch.limit)?;
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

    /// Makes the cases smaller for as long as the program fails on them in the same way.
    fn shrink(&self, failing: Failing) -> Result<Failing, Halt> {
        let is_late = failing.fault == Fault::Late;
        let shrinking = Shrinking {
            locator: self,
            fault: failing.fault,
            limit: if is_late { self.times.short() } else { self.times.judge },
            deadline: Instant::now() + if is_late { SHRINKING_LATE } else { SHRINKING },
        };
        let cases = shrinking.shrink_each(&failing.cases)?;
        if cases == failing.cases {
            return Ok(failing);
        }
        let Some(tried) = self.program.to_the_end().try_on(&cases, self.times.judge)? else {
            return Ok(failing);
        };
        // Else the smaller one was only slow, or its failure does not come back.
        let is_alike = tried.fault == Some(failing.fault);
        Ok(if is_alike { Failing { cases, tried, ..failing } } else { failing })
    }
}

/// Making a failing input smaller.
struct Shrinking<'a> {
    locator: &'a Locator<'a>,
    fault: Fault,
    /// When a run counts as late.
    limit: Duration,
    deadline: Instant,
}

impl Shrinking<'_> {
    /// Shrinks one case after the other, while the others stay as they are.
    fn shrink_each(&self, cases: &[String]) -> Result<Vec<String>, Halt> {
        let subject = self.locator.program.subject;
        let mut best = cases.to_vec();
        let mut halted = None;
        for at in 0..best.len() {
            let whole = best.clone();
            let shrunk = subject.shrink_for_judge(best[at].as_bytes(), &mut |some| {
                let inputs: Vec<Vec<String>> = some
                    .iter()
                    .map(|case| {
                        let mut cases = whole.clone();
                        cases[at].clone_from(case);
                        cases
                    })
                    .collect();
                self.first_failing(&inputs).unwrap_or_else(|halt| {
                    halted = Some(halt);
                    None
                })
            });
            if let Ok(shrunk) = shrunk {
                best[at] = shrunk;
            }
        }
        match halted {
            // Ctrl-C ends the shrinking; what has been reached is worth telling.
            Some(Halt::Failed(failure)) => Err(Halt::Failed(failure)),
            _ => Ok(best),
        }
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
            if self.locator.program.ends_on(&cases, self.limit)?.is_none() {
                return Ok(None);
            }
        } else {
            let tried = self.locator.run(&cases, self.limit)?;
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
            return Ok(self.locator.program.ends_on(cases, self.limit)? == Some(self.fault));
        }
        Ok(self.locator.run(cases, self.limit)?.fault == Some(self.fault))
    }

    /// Whether it takes no answer to notice the failure.
    fn is_told_by_its_end(&self) -> bool {
        !matches!(self.fault, Fault::WrongAnswer | Fault::LeftProcesses)
    }
}
