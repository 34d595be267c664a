//! Evidence that an engine has taken the position that it counts wrongly.
//!
//! An engine that refuses a position, or that asks for more than it was told, keeps its old one and
//! counts that. UCI has no answer to `position`, so the counts have to show it: an engine is at fault
//! only if it counts otherwise than where it came from and complains of nothing, or if it lists the
//! right moves one move further.

use std::collections::BTreeSet;

use twinboard_bridges::CountRequest;

use super::against::Comparison;
use super::counts::{Counts, Difference};
use super::program::{CountReply, SHALLOW, said};
use crate::output::Failure;
use twinboard_harness::AnyCase;

/// Positions one move further that an engine is asked about.
const FURTHER_MAX: usize = 24;

/// The evidence about a position.
pub(super) struct Evidence {
    pub(super) is_taken: bool,
    /// The words of the engine besides its counts, and the reason if it may not have taken the
    /// position, in lines.
    pub(super) about: String,
}

impl Comparison<'_> {
    /// Asks an engine, in a new process, what it counts around the position at the end of a case.
    pub(super) fn evidence(&self, case: &AnyCase) -> Result<Evidence, Failure> {
        let taken = |said: &[String]| Evidence { is_taken: true, about: self::said(said) };
        let subject = self.walk.file.subject.as_ref();
        let Some(start) = self.program.count_at_start(subject, case)? else {
            return Ok(taken(&[]));
        };
        let start = self.read(case, start);
        // Words that come without a position are no complaint about one.
        let usual = without_numbers(&self.program.said());
        let here = self.program.count(subject, case, SHALLOW)?;
        let here = self.read(case, here);
        let words = self.program.said();
        let plain_words = without_numbers(&words);
        let before = match self.program.count_before(subject, case)? {
            Some(answer) => self.read(case, answer),
            None => None,
        };
        let stale = match &here {
            Some(here) if start.as_ref() == Some(here) => "without any",
            Some(here) if before.as_ref() == Some(here) => "before the last move",
            _ => "",
        };
        let is_plain = plain_words.is_subset(&usual);
        if here.is_some() && stale.is_empty() && is_plain {
            return Ok(taken(&words));
        }
        let counted = self.walk.count(case, 1);
        let branches = counted.map(|counted| counted.branches).unwrap_or_default();
        for branch in branches.iter().take(FURTHER_MAX) {
            let Some(counted) = self.walk.count(&branch.case, SHALLOW.depth) else { continue };
            let request = CountRequest { expected: Some(counted.total), ..SHALLOW };
            let further = self.program.count(subject, &branch.case, request)?;
            let further = self.read(&branch.case, further).filter(|it| it.total > 0);
            let is_right = further.as_ref().is_some_and(|further| {
                let difference = self.difference(&branch.case, &counted, further);
                matches!(difference, None | Some(Difference::Branch(..)))
            });
            let is_right = is_right && further != here && further != start;
            // Words that come with a right count are no complaint.
            if is_right && plain_words.is_subset(&without_numbers(&self.program.said())) {
                return Ok(taken(&words));
            }
        }
        let why = match (stale, is_plain) {
            ("", true) => "its counts cannot be read".to_owned(),
            ("", false) => "it says more than counts".to_owned(),
            (stale, _) => format!("it counts as {stale}"),
        };
        let about = format!(
            "the program may not have taken the position, so its counts show no fault of it: {why}, \
             and lists the right moves in no position one move further\n"
        );
        Ok(Evidence { is_taken: false, about: about + &said(&words) })
    }

    /// The counts of an answer, in an order that is always the same.
    fn read(&self, case: &AnyCase, answer: CountReply) -> Option<Counts> {
        let CountReply::Printed(output) = answer else { return None };
        let is_move = |mv: &str| self.walk.file.subject.canonical_move(case, mv).is_ok();
        let mut counts = Counts::read(&output, is_move).ok()?;
        counts.moves.sort_unstable();
        Some(counts)
    }
}

/// Lines without their numbers, which differ from count to count.
fn without_numbers(lines: &[String]) -> BTreeSet<String> {
    lines.iter().map(|line| line.chars().filter(|c| !c.is_ascii_digit()).collect()).collect()
}
