//! Cases made from other cases.

use arbitrary::{Result, Unstructured};

use crate::{CaseOf, RuleSet};

/// Changes a few things about a case: its set-up, or which moves it has in which order.
///
/// # Errors
///
/// Only those of `u`.
pub fn mutate<R: RuleSet>(rules: &R, case: &mut CaseOf<R>, u: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..u.int_in_range(1..=4_u8)? {
        let moves = &mut case.moves;
        let count = moves.len();
        match u.int_in_range(0..=7_u8)? {
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
            _ => rules.mutate_setup(case, u)?,
        }
    }
    Ok(())
}

/// The set-up and the first moves of one case with the last moves of another.
///
/// # Errors
///
/// Only those of `u`.
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
