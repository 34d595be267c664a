//! The clauses that campaigns count, and the invariants that each side must satisfy in addition to
//! agreeing with the other.

use twinboard::harness::{Clause, Invariant, Observed};

use crate::vocabulary::{Direction, Jump, Outcome, Pegs, Refusal};

type Seen<'a> = Observed<'a, Pegs>;

/// Events that campaigns count. A count of 0 shows that the generator is too narrow.
pub(crate) const CLAUSES: &[Clause<Pegs>] = &[
    Clause {
        id: "PG-1",
        name: "a jump in a row of 64 holes",
        reached: |seen| jumped(seen, |_, holes| holes == 64),
    },
    Clause {
        id: "PG-2",
        name: "a jump into the first hole",
        reached: |seen| jumped(seen, |jump, _| (jump.from, jump.to) == (3, Direction::Left)),
    },
    Clause {
        id: "PG-2",
        name: "a jump into the last hole",
        reached: |seen| {
            jumped(seen, |jump, holes| (jump.from + 2, jump.to) == (holes, Direction::Right))
        },
    },
    Clause {
        id: "PG-3",
        name: "refused: one beyond the last hole",
        reached: |seen| refused(seen, Refusal::NoSuchHole, |jump, holes| jump.from == holes + 1),
    },
    Clause {
        id: "PG-3",
        name: "refused: a giant number",
        reached: |seen| refused(seen, Refusal::NoSuchHole, |jump, _| jump.from > 1 << 31),
    },
    Clause {
        id: "PG-4",
        name: "refused: an empty hole",
        reached: |seen| refused(seen, Refusal::NoPeg, |_, _| true),
    },
    Clause {
        id: "PG-5",
        name: "refused: off the row to the left",
        reached: |seen| refused(seen, Refusal::OffTheRow, |jump, _| jump.to == Direction::Left),
    },
    Clause {
        id: "PG-5",
        name: "refused: off the row to the right",
        reached: |seen| refused(seen, Refusal::OffTheRow, |jump, _| jump.to == Direction::Right),
    },
    Clause {
        id: "PG-6",
        name: "refused: nothing to jump over",
        reached: |seen| refused(seen, Refusal::NothingToJumpOver, |_, _| true),
    },
    Clause {
        id: "PG-7",
        name: "refused: taken",
        reached: |seen| refused(seen, Refusal::Taken, |_, _| true),
    },
    Clause {
        id: "PG-8",
        name: "won",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Won,
    },
    Clause {
        id: "PG-9",
        name: "stuck",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "PG-9",
        name: "stuck without a peg",
        reached: |seen| seen.now.outcome == Outcome::Stuck && seen.now.position.count() == 0,
    },
];

/// Properties of every step. They are weaker than the rules, but obviously true.
pub(crate) const INVARIANTS: &[Invariant<Pegs>] = &[
    Invariant { name: "the set-up is shown as it is (PG-1)", check: set_up_is_shown },
    Invariant { name: "a jump removes one peg (PG-2)", check: one_peg_fewer },
    Invariant { name: "the other pegs stay where they are (PG-2)", check: others_stay },
    Invariant { name: "won exactly with one peg (PG-8)", check: won_with_one_peg },
];

fn holes(seen: &Seen) -> u64 {
    seen.setup.pegs().len() as u64
}

fn jumped(seen: &Seen, what: fn(&Jump, u64) -> bool) -> bool {
    seen.event().is_some_and(|jump| what(jump, holes(seen)))
}

fn refused(seen: &Seen, why: Refusal, what: fn(&Jump, u64) -> bool) -> bool {
    let mv = seen.step.as_ref().map(|step| step.mv);
    seen.refusal() == Some(why) && mv.is_some_and(|jump| what(jump, holes(seen)))
}

fn set_up_is_shown(seen: &Seen) -> Result<(), String> {
    if seen.step.is_none() && seen.now.position != *seen.setup {
        return Err("the first position is not the row of the set-up".into());
    }
    Ok(())
}

fn one_peg_fewer(seen: &Seen) -> Result<(), String> {
    let (Some(step), Some(_)) = (&seen.step, seen.event()) else { return Ok(()) };
    let (before, now) = (step.before.position.count(), seen.now.position.count());
    if before == now + 1 { Ok(()) } else { Err(format!("{before} pegs before, {now} behind it")) }
}

fn others_stay(seen: &Seen) -> Result<(), String> {
    let (Some(step), Some(jump)) = (&seen.step, seen.event()) else { return Ok(()) };
    // Saturating, because a faulty engine may report any number.
    let first = match jump.to {
        Direction::Left => jump.from.saturating_sub(2),
        Direction::Right => jump.from,
    };
    let jumped = first..=first.saturating_add(2);
    let pegs = step.before.position.pegs().iter().zip(seen.now.position.pegs());
    let mut others = (1..).zip(pegs).filter(|(hole, _)| !jumped.contains(hole));
    match others.find(|(_, (before, now))| before != now) {
        Some((hole, _)) => Err(format!("hole {hole} has changed too")),
        None => Ok(()),
    }
}

fn won_with_one_peg(seen: &Seen) -> Result<(), String> {
    let (pegs, outcome) = (seen.now.position.count(), seen.now.outcome);
    if (pegs == 1) == (outcome == Outcome::Won) {
        Ok(())
    } else {
        Err(format!("{pegs} pegs are left; {outcome}"))
    }
}
