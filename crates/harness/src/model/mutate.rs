//! Mutation and crossover: new cases from those of a corpus. Campaigns make some of their cases in
//! this way, fuzz targets all of theirs.

use std::iter;
use std::ops::Range;

use arbitrary::{Result, Unstructured};

use crate::model::rules::{CaseOf, RuleSet};

/// Longest list of moves to which a repeated run is added.
const MOVES_MAX: usize = 1 << 10;

/// Makes one to four changes: to the set-up ([`RuleSet::mutate_setup`]), or to the list of moves:
/// cut off, remove, exchange or repeat moves, or runs of them.
///
/// # Errors
///
/// Errors of `u` only.
pub fn mutate<R: RuleSet>(rules: &R, case: &mut CaseOf<R>, u: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..u.int_in_range(1..=4_u8)? {
        let moves = &mut case.moves;
        let count = moves.len();
        match u.int_in_range(0..=9_u8)? {
            0 if count > 0 => moves.truncate(u.choose_index(count)?),
            1 if count > 0 => {
                moves.remove(u.choose_index(count)?);
            }
            2 if count > 0 => {
                let (one, other) = (u.choose_index(count)?, u.choose_index(count)?);
                moves.swap(one, other);
            }
            3 if count > 0 => {
                let (from, to) = (u.choose_index(count)?, u.choose_index(count)?);
                moves.insert(to, moves[from].clone());
            }
            4 if count > 0 => {
                let run = run(moves, u)?;
                let times = u.int_in_range(1..=16)?;
                if count + times * run.len() <= MOVES_MAX {
                    let repeated = iter::repeat_n(moves[run.clone()].to_vec(), times).flatten();
                    moves.splice(run.end..run.end, repeated);
                }
            }
            5 if count > 0 => {
                let run = run(moves, u)?;
                let taken: Vec<_> = moves.drain(run).collect();
                let to = u.int_in_range(0..=moves.len())?;
                moves.splice(to..to, taken);
            }
            _ => rules.mutate_setup(case, u)?,
        }
    }
    Ok(())
}

/// Draws a run of one to eight moves of a list that has some.
fn run<M>(moves: &[M], u: &mut Unstructured<'_>) -> Result<Range<usize>> {
    let start = u.choose_index(moves.len())?;
    let length = u.int_in_range(1..=8)?;
    Ok(start..moves.len().min(start + length))
}

/// Crossover: set-up and first moves of `one`, then last moves of `other`.
///
/// ```
/// use arbitrary::Unstructured;
/// use twinboard_harness::nim::Nim;
/// use twinboard_harness::{Case, mutate};
///
/// let (one, other) = (Case::new(7, vec![1, 1]), Case::new(9, vec![2, 2]));
/// let child = mutate::cross::<Nim>(&one, &other, &mut Unstructured::new(&[1, 1])).unwrap();
/// assert_eq!((child.setup, child.moves), (7, vec![1, 2]));
/// ```
///
/// # Errors
///
/// Errors of `u` only.
pub fn cross<R: RuleSet>(
    one: &CaseOf<R>,
    other: &CaseOf<R>,
    u: &mut Unstructured<'_>,
) -> Result<CaseOf<R>> {
    let mut child = one.clone();
    child.moves.truncate(u.int_in_range(0..=one.moves.len())?);
    let from = u.int_in_range(0..=other.moves.len())?;
    child.moves.extend_from_slice(&other.moves[from..]);
    Ok(child)
}
